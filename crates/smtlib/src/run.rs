//! Running a script: one command after the other, until one is wrong or the script ends.

use crate::backend::{Answer, Backend, Failure};
use crate::elaborate::Elaborator;
use crate::env::{Declared, Env};
use crate::response::{CheckVerdict, Definition, ModelText, Response};
use crate::sexpr::{Forest, Kind, Node, Reader};
use crate::trouble::{Trouble, at, at_help};
use crate::value::ValuePrinter;
use base::{Budget, Stop};
use formula::{FunKey, Model, Term, Terms, evaluate};
use solver::Unknown;
use source::{Diagnostic, FileId, Files, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How a script ended.
#[derive(Debug)]
pub enum End {
    /// At its end or at `exit`.
    Done,
    /// At a command that is wrong.
    Problem(Box<Diagnostic>),
    /// At a limit, before the command was understood.
    Stopped(Stop),
    /// At a solver that could not be asked or contradicts another; the place is that of the check.
    Failed(Failure, Span),
}

/// Runs the script in a file of the collection, with this solver and within this budget. Each answer is
/// handed on as soon as it is there.
///
/// ```
/// use base::Budget;
/// use smtlib::{Embedded, End, run};
/// use source::Files;
///
/// let mut files = Files::new();
/// let file = files.add("hello.smt2", "(echo \"hello\")");
/// let mut said = Vec::new();
/// let end = run(&files, file, &mut Embedded::new(), &Budget::unlimited(), &mut |answer| said.push(answer));
/// assert!(matches!(end, End::Done));
/// assert_eq!(said[0].to_string(), "hello");
/// ```
pub fn run(
    files: &Files,
    file: FileId,
    backend: &mut dyn Backend,
    budget: &Budget,
    say: &mut dyn FnMut(Response),
) -> End {
    let text = files.get(file).map_or("", |file| file.text());
    let mut forest = Forest::new(file, text);
    let mut reader = match Reader::new(file, text) {
        Ok(reader) => reader,
        Err(problem) => return End::Problem(problem),
    };
    let mut machine = Machine {
        files,
        backend,
        budget,
        say,
        terms: Terms::new(),
        env: Env::default(),
        assertions: Vec::new(),
        levels: Vec::new(),
        last: Last::Nothing,
    };
    loop {
        let command = match reader.next(&mut forest) {
            Ok(Some(command)) => command,
            Ok(None) => return End::Done,
            Err(problem) => return End::Problem(problem),
        };
        match machine.command(&forest, command) {
            Ok(Next::Command) => {}
            Ok(Next::Exit) => return End::Done,
            Err(Halt::Problem(problem)) => return End::Problem(problem),
            Err(Halt::Stopped(stop)) => return End::Stopped(stop),
            Err(Halt::Failed(failure)) => return End::Failed(failure, forest.span(command)),
        }
    }
}

/// What comes after a command.
pub(crate) enum Next {
    Command,
    Exit,
}

/// Why a script cannot go on.
pub(crate) enum Halt {
    Problem(Box<Diagnostic>),
    Stopped(Stop),
    Failed(Failure),
}

impl From<Trouble> for Halt {
    fn from(trouble: Trouble) -> Halt {
        match trouble {
            Trouble::Problem(problem) => Halt::Problem(problem),
            Trouble::Stopped(stop) => Halt::Stopped(stop),
        }
    }
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        Halt::Failed(failure)
    }
}

/// What the last check left behind; any change of the assertions takes it away.
enum Last {
    Nothing,
    Sat(Option<Arc<Model>>),
    /// The core, and the assumptions as they were written.
    Unsat(Vec<Term>, Vec<(String, Term)>),
    Unknown(String),
}

/// An assertion and the name that it was given.
struct Assertion {
    name: Option<String>,
    formula: Term,
}

/// The state of a script.
pub(crate) struct Machine<'a> {
    files: &'a Files,
    pub(crate) backend: &'a mut dyn Backend,
    pub(crate) budget: &'a Budget,
    say: &'a mut dyn FnMut(Response),
    pub(crate) terms: Terms,
    pub(crate) env: Env,
    assertions: Vec<Assertion>,
    /// How many assertions there were when each level was opened.
    levels: Vec<usize>,
    last: Last,
}

/// More open levels than this are refused.
const MOST_LEVELS: usize = 1_000_000;

impl Machine<'_> {
    pub(crate) fn say(&mut self, response: Response) {
        (self.say)(response);
    }

    pub(crate) fn elaborator<'b, 't>(&'b mut self, forest: &'b Forest<'t>) -> Elaborator<'b, 't> {
        Elaborator::new(forest, &self.env, &mut self.terms, self.budget)
    }

    /// Answers that a command makes no sense now, with the place that z3 would name.
    pub(crate) fn refuse(&mut self, forest: &Forest, command: Node, message: &str) {
        let span = forest.span(command);
        let closing = Span { start: span.end.saturating_sub(1), ..span };
        let (line, column) = self.files.place(closing).map_or((1, 0), |(_, at)| (at.line, at.column - 1));
        self.say(Response::Refused { line, column, message: message.to_string() });
    }

    fn line(&self, span: Span) -> usize {
        self.files.place(span).map_or(1, |(_, place)| place.line)
    }

    pub(crate) fn assert(&mut self, forest: &Forest, node: Node) -> Result<(), Halt> {
        let mut elaborator = self.elaborator(forest);
        let formula = elaborator.formula(node, "an assertion")?;
        let named = std::mem::take(&mut elaborator.named);
        self.add_named(forest, named)?;
        let name = top_name(forest, node);
        self.assertions.push(Assertion { name, formula });
        self.backend.assert(formula);
        self.last = Last::Nothing;
        Ok(())
    }

    /// Makes names given by `:named` known.
    pub(crate) fn add_named(
        &mut self,
        forest: &Forest,
        named: Vec<(&str, Term, Node)>,
    ) -> Result<(), Trouble> {
        for (name, term, node) in named {
            crate::sorts::free_name(forest, &self.env, node, name)?;
            self.env.add(name, crate::env::Global::Const(term), forest.span(node));
        }
        Ok(())
    }

    pub(crate) fn push(&mut self, forest: &Forest, command: Node, count: usize) -> Result<(), Halt> {
        if self.levels.len() + count > MOST_LEVELS {
            let message = format!("more than {MOST_LEVELS} levels would be open");
            return Err(Halt::from(at(forest.span(command), message, "too many")));
        }
        for _ in 0..count {
            self.levels.push(self.assertions.len());
            self.env.push();
            self.backend.push();
        }
        self.last = Last::Nothing;
        Ok(())
    }

    pub(crate) fn pop(&mut self, forest: &Forest, command: Node, count: usize) {
        if count > self.levels.len() {
            let message = "invalid pop command, argument is greater than the current stack depth";
            return self.refuse(forest, command, message);
        }
        for _ in 0..count {
            if let Some(length) = self.levels.pop() {
                self.assertions.truncate(length);
            }
            self.env.pop();
            self.backend.pop();
        }
        self.last = Last::Nothing;
    }

    /// Forgets all assertions, and with `names` also all declarations.
    pub(crate) fn reset(&mut self, names: bool) {
        while self.env.depth() > 0 {
            self.env.pop();
        }
        self.assertions.clear();
        self.levels.clear();
        self.backend.reset();
        if names {
            self.env = Env::default();
            self.terms = Terms::new();
        }
        self.last = Last::Nothing;
    }

    pub(crate) fn check(&mut self, forest: &Forest, command: Node, assumptions: &[Node]) -> Result<(), Halt> {
        let mut literals = Vec::with_capacity(assumptions.len());
        for node in assumptions {
            let mut elaborator = self.elaborator(forest);
            let formula = elaborator.formula(*node, "an assumption")?;
            let named = std::mem::take(&mut elaborator.named);
            self.add_named(forest, named)?;
            literals.push((forest.one_line(*node), formula));
        }
        if !literals.is_empty() {
            self.backend.push();
            for (_, formula) in &literals {
                self.backend.assert(*formula);
            }
        }
        let answer = self.backend.check(&self.terms, self.budget);
        if !literals.is_empty() {
            self.backend.pop();
        }
        let (verdict, reason, limit) = match answer? {
            Answer::Sat(model) => {
                self.last = Last::Sat(model);
                (CheckVerdict::Sat, None, None)
            }
            Answer::Unsat(core) => {
                self.last = Last::Unsat(core, literals);
                (CheckVerdict::Unsat, None, None)
            }
            Answer::Unknown(why) => {
                let reason = why.to_string();
                self.last = Last::Unknown(reason.clone());
                let limit = if let Unknown::Stopped(stop) = why { Some(stop) } else { None };
                (CheckVerdict::Unknown, Some(reason), limit)
            }
        };
        let line = self.line(forest.span(command));
        self.say(Response::Check { verdict, reason, limit, line });
        Ok(())
    }

    pub(crate) fn model(&self) -> Option<Arc<Model>> {
        match &self.last {
            Last::Sat(model) => model.clone(),
            _ => None,
        }
    }

    pub(crate) fn reason_unknown(&self) -> Option<&str> {
        match &self.last {
            Last::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    pub(crate) fn get_model(&mut self, forest: &Forest, command: Node) {
        match self.model() {
            Some(model) => {
                let text = model_text(&self.terms, &self.env, &model);
                self.say(Response::Model(text));
            }
            None => self.refuse(forest, command, "model is not available"),
        }
    }

    pub(crate) fn get_values(&mut self, forest: &Forest, command: Node, nodes: &[Node]) -> Result<(), Halt> {
        let Some(model) = self.model() else {
            self.refuse(forest, command, "model is not available");
            return Ok(());
        };
        let mut values = Vec::with_capacity(nodes.len());
        for node in nodes {
            let term = self.elaborator(forest).term(*node)?;
            let Ok(value) = evaluate(&self.terms, &model, term) else {
                let message = "the value of a quantified term cannot be computed";
                return Err(Halt::from(at(forest.span(*node), message, "has a quantifier")));
            };
            let sort = self.terms.sort_of(term);
            let text = ValuePrinter::new(&self.terms).text(&value, sort);
            values.push((forest.one_line(*node), text));
        }
        self.say(Response::Values(values));
        Ok(())
    }

    pub(crate) fn get_core(&mut self, forest: &Forest, command: Node) {
        let Last::Unsat(core, _) = &self.last else {
            return self.refuse(forest, command, "unsat core is not available");
        };
        let core: BTreeSet<Term> = core.iter().copied().collect();
        let names = self
            .assertions
            .iter()
            .filter(|assertion| core.contains(&assertion.formula))
            .filter_map(|assertion| assertion.name.as_deref().map(|name| crate::quote(name).into_owned()))
            .collect();
        self.say(Response::Core(names));
    }

    pub(crate) fn get_assumptions(&mut self, forest: &Forest, command: Node) {
        let Last::Unsat(core, assumptions) = &self.last else {
            return self.refuse(forest, command, "unsat assumptions are not available");
        };
        let used = assumptions.iter().filter(|(_, term)| core.contains(term));
        let texts = used.map(|(text, _)| text.clone()).collect();
        self.say(Response::Core(texts));
    }
}

/// The name in `(! t :named name)`, if the expression is one.
fn top_name(forest: &Forest, node: Node) -> Option<String> {
    let children = forest.list(node)?;
    if forest.word(*children.first()?) != Some("!") {
        return None;
    }
    let key = children
        .iter()
        .position(|child| forest.kind(*child) == Kind::Keyword && forest.source(*child) == ":named")?;
    forest.symbol(*children.get(key + 1)?).map(str::to_string)
}

/// The values of all declared constants and functions.
fn model_text(terms: &Terms, env: &Env, model: &Model) -> ModelText {
    let mut printer = ValuePrinter::new(terms);
    let mut definitions = Vec::new();
    for declared in &env.declared {
        definitions.push(match declared {
            Declared::Const(name, var) => {
                let sort = terms.sort_of(*var);
                let value = model.get(terms, *var).cloned().unwrap_or_else(|| terms.default_value(sort));
                Definition {
                    name: crate::quote(name).into_owned(),
                    params: Vec::new(),
                    sort: printer.sort(sort),
                    rows: Vec::new(),
                    default: printer.text(&value, sort),
                }
            }
            Declared::Fun(name, fun) => {
                let signature = terms.fun(*fun);
                let table = model.tables.get(&FunKey::App(*fun));
                let default = table.and_then(|table| table.default.clone());
                let default = default.unwrap_or_else(|| terms.default_value(signature.result));
                let mut rows = Vec::new();
                for (args, value) in table.iter().flat_map(|table| table.rows()) {
                    if *value != default {
                        let args = args.iter().zip(&signature.args);
                        let args = args.map(|(arg, sort)| printer.text(arg, *sort)).collect();
                        rows.push((args, printer.text(value, signature.result)));
                    }
                }
                let params = signature.args.iter().enumerate();
                Definition {
                    name: crate::quote(name).into_owned(),
                    params: params.map(|(n, sort)| (format!("x!{n}"), printer.sort(*sort))).collect(),
                    sort: printer.sort(signature.result),
                    rows,
                    default: printer.text(&default, signature.result),
                }
            }
        });
    }
    let elements = std::mem::take(&mut printer.elements);
    let universes = elements
        .into_iter()
        .map(|(sort, numbers)| {
            let names = numbers.into_iter().map(|number| printer.element(sort, number)).collect();
            (printer.sort(sort), names)
        })
        .collect();
    ModelText { universes, definitions }
}

/// An error about the shape of a command.
pub(crate) fn malformed(forest: &Forest, command: Node, name: &str, usage: &str) -> Halt {
    let message = format!("this `{name}` is not written as it must be");
    at_help(forest.span(command), message, "", format!("write it like `{usage}`")).into()
}
