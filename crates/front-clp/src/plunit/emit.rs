//! A suite as a file of plunit.
//!
//! All text of the suite is read and written anew, with the operators that every Prolog has: the file of the tests need
//! not know those of the program, and no text of a suite can change what the file says.

use super::judging::LOCAL;
use super::{OCCURS_CHECK, is_constraint};
use logic::{Atom, GoalKind, Node, Ops, Program, Relation, Term, Terms, Theory, Writer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use suite::{GoalTest, Outcome, Suite, Test};

/// Writes a suite as a file of plunit. `program_path` is where the file of the program is found from there.
///
/// A test whose texts cannot be read as Prolog becomes a comment.
pub fn emit(suite: &Suite, program: &Program, program_path: &str) -> String {
    let unit = unit_name(&suite.source);
    let mut out = format!(
        "% Tests of {}. Run them with: swipl -g run_tests -t halt FILE\n:- use_module(library(plunit)).\n{}\
         :- ensure_loaded({}).\n\n:- begin_tests({unit}).\n",
        line(&suite.source),
        prelude(program),
        logic::quoted(program_path)
    );
    // The atoms of the program are needed, because its operators are among them, but not its terms.
    let mut terms = program.terms.clone();
    terms.truncate(0);
    let standard = crate::operators(&mut terms);
    let local = Local::default();
    let mut page = Page { program, terms, standard, suspends: suspends(program), local };
    let mut tests = String::new();
    for test in &suite.tests {
        let out = &mut tests;
        page.terms.truncate(0);
        let path = if test.path.is_empty() { String::new() } else { format!("path {}", line(&test.path)) };
        let known = [path, line(&test.condition)].into_iter().filter(|text| !text.is_empty());
        let comment = known.collect::<Vec<_>>().join(": ");
        out.push('\n');
        if !comment.is_empty() {
            let _ = writeln!(out, "% {comment}");
        }
        match page.test(test) {
            Ok(text) => out.push_str(&text),
            Err(why) => {
                let _ = writeln!(out, "% {} is left out: {}", line(&test.name), line(&why));
            }
        }
    }
    let Local { directives, clauses, .. } = &page.local;
    for text in directives.iter().chain(clauses) {
        let _ = writeln!(out, "{text}.");
    }
    let _ = writeln!(out, "{tests}\n:- end_tests({unit}).");
    out
}

/// Clauses by the name and the number of arguments of their predicates.
type Predicates = BTreeMap<(String, usize), Vec<String>>;

/// What stands beside the tests and is called by them.
#[derive(Default)]
struct Local {
    directives: Vec<String>,
    clauses: Vec<String>,
    /// The clauses by their predicates.
    predicates: Predicates,
}

impl Local {
    /// Adds what a test needs: directives and clauses with their predicates. A unit has one definition of each predicate.
    fn add(&mut self, directives: Vec<String>, predicates: Predicates) -> Result<(), String> {
        let differs = |(key, clauses): &(&(String, usize), &Vec<String>)| {
            self.predicates.get(*key).is_some_and(|known| known != *clauses)
        };
        if let Some((key, _)) = predicates.iter().find(differs) {
            return Err(format!("it calls another `{}` than the tests before", key.0));
        }
        for text in directives {
            if !self.directives.contains(&text) {
                self.directives.push(text);
            }
        }
        for (key, clauses) in predicates {
            if !self.predicates.contains_key(&key) {
                self.clauses.extend(clauses.iter().cloned());
                self.predicates.insert(key, clauses);
            }
        }
        Ok(())
    }
}

/// What `{ }` means, for a system that does not know it: before the program, so that its directives know it too.
///
/// In a domain of numbers a variable of a constraint takes integers and nothing else. `library(clpfd)` throws an error where such
/// a variable meets another term; the attribute `constrained_integer` stands before that of the library, and makes it fail.
const BRACES: &str = "\
% Constraints in braces, as the program means them.
:- use_module(library(clpfd)).
:- dynamic constraint_domain/1.
domain(D) :- retractall(constraint_domain(_)), assertz(constraint_domain(D)).
{C} :- constrain(C).
constrain((A, B)) :- !, constrain(A), constrain(B).
constrain(C) :- C =.. [R, A, B], constrain(R, A, B).
constrain(R, A, B) :-
    memberchk(R, [=, \\=]), \\+ constraint_domain(nat), \\+ constraint_domain(int), !,
    ( R == (=) -> A = B ; dif(A, B) ).
constrain(R, A, B) :-
    memberchk(R-C, [= - #=, =:= - #=, \\= - #\\=, =\\= - #\\=, < - #<, =< - #=<, > - #>, >= - #>=]), !,
    term_variables(A-B, Vs),
    ( constraint_domain(nat) -> maplist(constrained_integer, Vs), maplist(#=<(0), Vs)
    ; constraint_domain(int) -> maplist(constrained_integer, Vs)
    ; true ),
    G =.. [C, A, B], call(G).
constrain(R, A, B) :- G =.. [R, A, B], call(G).
% A variable of a domain of numbers meets what is no integer: that fails.
constrained_integer(X) :-
    get_attr(X, clpfd, A), !,
    del_attr(X, clpfd), put_attr(X, constrained_integer, true), put_attr(X, clpfd, A).
constrained_integer(X) :- var(X), !, put_attr(X, constrained_integer, true).
constrained_integer(X) :- integer(X).
constrained_integer:attr_unify_hook(_, X) :- user:constrained_integer(X).
";

/// Declarations of types, for a system that does not know them.
const TYPES: &str = "\
% Declarations of types say nothing to SWI-Prolog.
:- op(1150, fx, type).
:- op(1150, fx, pred).
:- op(1130, xfx, --->).
type(_).
pred(_).
";

/// What has to be there before the program is loaded.
fn prelude(program: &Program) -> String {
    let typed = !program.types.is_empty() || !program.pred_types.is_empty();
    format!("{}{}", if braces(program) { BRACES } else { "" }, if typed { TYPES } else { "" })
}

/// Whether the program has constraints in braces or a domain of its own.
fn braces(program: &Program) -> bool {
    let used = |goal: &logic::Goal| matches!(goal.kind, GoalKind::Constraint { theory: Theory::Domain, .. });
    program.domain.is_some() || program.goals.iter().any(used)
}

/// Text for a comment, which ends with its line.
fn line(text: &str) -> String {
    text.split(|c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}').collect::<Vec<_>>().join(" ")
}

/// The name of the unit: that of the file without folders and ending.
fn unit_name(source: &str) -> String {
    let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    logic::quoted(if name.is_empty() { "program" } else { name })
}

/// Whether the program may leave constraints on variables that have no value.
fn suspends(program: &Program) -> bool {
    program.goals.iter().any(|goal| match &goal.kind {
        GoalKind::Constraint { theory, relation, .. } => {
            !matches!((theory, relation), (Theory::Tree, Relation::Equal))
        }
        GoalKind::Builtin { atom } => matches!(program.terms.callable(*atom),
            Some((name, _)) if matches!(program.terms.name(name), "freeze" | "when" | "all_different" | "all_distinct")),
        _ => false,
    })
}

/// A term with the names of its variables.
struct Piece {
    term: Term,
    names: Vec<Option<String>>,
}

/// How often each name is used; decides which variables are written as `_`.
type Counts = BTreeMap<String, usize>;

struct Page<'a> {
    program: &'a Program,
    terms: Terms,
    standard: Ops,
    suspends: bool,
    local: Local,
}

impl Page<'_> {
    fn read(&mut self, what: &str, text: &str) -> Result<Piece, String> {
        let ended = format!("{text} .");
        let mut reader = crate::reader(&ended, &mut self.terms, self.program.ops.clone());
        let read = match reader.next() {
            Some(Ok(read)) => read,
            Some(Err(problem)) => return Err(format!("{what} cannot be read: {}", problem.message)),
            None => return Err(format!("{what} is empty")),
        };
        if reader.next().is_some() {
            return Err(format!("{what} is more than one term"));
        }
        let names = read.vars.iter().map(|var| var.name.map(|name| self.terms.name(name).to_string()));
        Ok(Piece { term: read.term, names: names.collect() })
    }

    fn count(&self, piece: &Piece, counts: &mut Counts) {
        for var in self.terms.variables(piece.term) {
            if let Some(Some(name)) = piece.names.get(var.index()) {
                *counts.entry(name.clone()).or_default() += 1;
            }
        }
    }

    /// A piece as text; `called` has the names under which its variables are written, the rest are `_`.
    fn text(&self, piece: &Piece, called: &BTreeMap<String, String>, priority: u16) -> String {
        let name = |name: &Option<String>| name.as_ref().and_then(|name| called.get(name)).cloned();
        let names: Vec<String> =
            piece.names.iter().map(|n| name(n).unwrap_or_else(|| "_".to_string())).collect();
        let writer = Writer::new(&self.terms).ops(&self.standard).names(&names);
        match priority {
            699 => writer.operand(piece.term, priority),
            _ => writer.text_within(piece.term, priority),
        }
    }

    fn test(&mut self, of: &Test) -> Result<String, String> {
        let test = of.goal().ok_or("it is no test of a logic program")?;
        if !test.assertions.is_empty() {
            return self.with_options(of, test);
        }
        let goal = self.read("its goal", &test.goal)?;
        let constraint = match test.constraint.trim() {
            "" | "true" => None,
            text => Some(self.read("its constraint", text)?),
        };
        let mut counts = Counts::new();
        self.count(&goal, &mut counts);
        if let Some(constraint) = &constraint {
            self.count(constraint, &mut counts);
        }
        let mut fresh = Fresh { taken: counts.keys().cloned().collect(), next: 1 };
        let mut body = Body { goal: &goal, constraint, all: false, copied: None };
        let mut options = Vec::new();
        match &of.outcome {
            Outcome::Fail => options.push("fail".to_string()),
            Outcome::Error { fault, .. } => {
                options.push(self.throws(fault.message(), &mut fresh)?);
                body.all = !test.solutions.is_empty();
            }
            Outcome::Ok => {
                let template = self.template(test, &goal);
                let answers = self.answers(test, &template, &mut fresh)?;
                let open = answers.iter().any(|answer| answer.open);
                let mut shown = joined(&template);
                for name in &template {
                    *counts.entry(name.clone()).or_default() += 1;
                }
                // A variable with constraints on it is no variant of a plain one.
                if open && (self.suspends || body.constraint.is_some()) && !template.is_empty() {
                    let copy = fresh.name("Answer");
                    body.copied = Some((shown, copy.clone()));
                    shown = copy;
                }
                let texts: Vec<&str> = answers.iter().map(|answer| answer.text.as_str()).collect();
                match (test.complete, template.is_empty()) {
                    (true, true) => {
                        let all = vec!["yes"; texts.len()];
                        options.push(format!("all(yes == [{}])", all.join(", ")));
                    }
                    (true, false) => options.push(format!("all({shown} =@= [{}])", texts.join(", "))),
                    (false, true) => {
                        options.push(if test.det { "true".to_string() } else { "nondet".to_string() });
                    }
                    (false, false) => {
                        if let Some(first) = answers.first() {
                            options.push(format!("true({shown} =@= {})", first.operand));
                        }
                        if !test.det {
                            options.push("nondet".to_string());
                        }
                    }
                }
            }
        }
        if test.occurs_check {
            options.push(format!("setup({OCCURS_CHECK})"));
            options.push("cleanup(set_prolog_flag(occurs_check, false))".to_string());
        }
        let called: BTreeMap<String, String> =
            counts.into_iter().filter(|(_, n)| *n > 1).map(|(name, _)| (name.clone(), name)).collect();
        let body = self.body(&body, &called);
        let name = logic::quoted(&of.name);
        Ok(format!("test({name}, [{}]) :-\n    {body}.\n", options.join(", ")))
    }

    /// A test that keeps the options of a file of plunit.
    fn with_options(&mut self, of: &Test, test: &GoalTest) -> Result<String, String> {
        let start = format!("{LOCAL}(");
        let clause = |text: &String| {
            text.strip_prefix(&start).and_then(|rest| rest.strip_suffix(')')).map(str::to_string)
        };
        let local: Vec<String> = test.assertions.iter().filter_map(clause).collect();
        let options: Vec<&str> =
            test.assertions.iter().filter(|text| clause(text).is_none()).map(String::as_str).collect();
        if self.program.module.is_some() && !local.is_empty() {
            return Err("it calls what was defined beside the tests of a module".to_string());
        }
        let (directives, predicates) = self.beside(&local)?;
        let goal = match test.constraint.trim() {
            "" | "true" => format!("({})", test.goal),
            constraint => format!("(({constraint}), ({}))", test.goal),
        };
        let text = format!("test({goal}, [{}])", options.join(", "));
        let read = self.read("its goal or an option", &text)?;
        let parts = match self.terms.callable(read.term) {
            Some((_, [goal, list])) => Some((*goal, self.terms.elements(*list).0)),
            _ => None,
        };
        let (goal, list) = parts.ok_or("its goal or an option cannot be read")?;
        let mut counts = Counts::new();
        self.count(&read, &mut counts);
        let called: BTreeMap<String, String> =
            counts.into_iter().filter(|(_, n)| *n > 1).map(|(name, _)| (name.clone(), name)).collect();
        let part = |term: Term| Piece { term, names: read.names.clone() };
        let mut options: Vec<String> =
            list.iter().map(|term| self.text(&part(*term), &called, 999)).collect();
        if test.occurs_check {
            options.push(format!("setup({OCCURS_CHECK})"));
            options.push("cleanup(set_prolog_flag(occurs_check, false))".to_string());
        }
        let goal = part(goal);
        let body = Body { goal: &goal, constraint: None, all: false, copied: None };
        let (name, body) = (logic::quoted(&of.name), self.body(&body, &called));
        self.local.add(directives, predicates)?;
        Ok(format!("test({name}, [{}]) :-\n    {body}.\n", options.join(", ")))
    }

    /// The clauses beside the tests that a test calls, as texts.
    fn beside(&mut self, local: &[String]) -> Result<(Vec<String>, Predicates), String> {
        let (mut directives, mut predicates) = (Vec::new(), Predicates::new());
        for text in local {
            let piece = self.read("a clause beside the tests", text)?;
            let mut repeated = BTreeSet::new();
            let mut once = BTreeSet::new();
            let mut open = vec![piece.term];
            while let Some(term) = open.pop() {
                if let Node::Var(var) = self.terms.node(term)
                    && !once.insert(*var)
                {
                    repeated.insert(*var);
                }
                open.extend(self.terms.args(term));
            }
            let name = |var: logic::VarId| piece.names.get(var.index()).cloned().flatten();
            let called = repeated.into_iter().filter_map(name).map(|name| (name.clone(), name)).collect();
            let directive = self.terms.of::<1>(piece.term, Atom::NECK);
            let shown = match directive {
                Some([goal]) => {
                    format!(
                        ":- {}",
                        self.text(&Piece { term: goal, names: piece.names.clone() }, &called, 1199)
                    )
                }
                None => self.text(&piece, &called, 1200),
            };
            match super::beside::predicate(&self.terms, piece.term) {
                // Its name alone says nothing about it.
                Some((name, _)) if self.terms.is_atom(piece.term, name) => {
                    let name = self.terms.name(name);
                    return Err(format!("it calls what was defined beside the tests: {name}"));
                }
                Some((name, count)) => {
                    let key = (self.terms.name(name).to_string(), count);
                    predicates.entry(key).or_default().push(shown);
                }
                None => directives.push(shown),
            }
        }
        Ok((directives, predicates))
    }

    /// The variables of the goal that the solutions speak of, in the order of the goal.
    fn template(&self, test: &GoalTest, goal: &Piece) -> Vec<String> {
        let spoken: BTreeSet<&str> = test.solutions.iter().flatten().map(|(name, _)| name.as_str()).collect();
        let mut found: Vec<String> = Vec::new();
        for var in self.terms.variables(goal.term) {
            if let Some(Some(name)) = goal.names.get(var.index())
                && spoken.contains(name.as_str())
                && !found.contains(name)
            {
                found.push(name.clone());
            }
        }
        found
    }

    fn answers(
        &mut self,
        test: &GoalTest,
        template: &[String],
        fresh: &mut Fresh,
    ) -> Result<Vec<Answer>, String> {
        let mut answers = Vec::new();
        for solution in &test.solutions {
            let mut pieces = Vec::new();
            let mut counts = Counts::new();
            for name in template {
                // Without a value, a variable stands for itself.
                let value = solution.iter().find(|(n, _)| n == name).map_or(name, |(_, value)| value);
                let piece = self.read(&format!("the value of {name}"), value)?;
                self.count(&piece, &mut counts);
                pieces.push(piece);
            }
            let open = pieces.iter().any(|piece| !self.terms.variables(piece.term).is_empty());
            let called: BTreeMap<String, String> =
                counts.into_iter().filter(|(_, n)| *n > 1).map(|(name, _)| (name, fresh.name("V"))).collect();
            let texts: Vec<String> = pieces.iter().map(|piece| self.text(piece, &called, 999)).collect();
            let operand = match pieces.as_slice() {
                [one] => self.text(one, &called, 699),
                _ => joined(&texts),
            };
            answers.push(Answer { text: joined(&texts), operand, open });
        }
        Ok(answers)
    }

    /// `throws(Ball)`, with what the context of an error says left open.
    fn throws(&mut self, ball: &str, fresh: &mut Fresh) -> Result<String, String> {
        let mut ball = self.read("what it throws", ball)?;
        let formal = super::formal(&self.terms, ball.term);
        ball.term = formal.unwrap_or(ball.term);
        let mut counts = Counts::new();
        self.count(&ball, &mut counts);
        let many = counts.into_iter().filter(|(_, n)| *n > 1);
        let called = many.map(|(name, _)| (name, fresh.name("V"))).collect();
        let text = self.text(&ball, &called, 999);
        Ok(match formal {
            Some(_) => format!("throws(error({text}, _))"),
            None => format!("throws({text})"),
        })
    }

    fn body(&self, body: &Body<'_>, called: &BTreeMap<String, String>) -> String {
        let alone = body.constraint.is_none() && body.copied.is_none() && !body.all;
        let mut parts = Vec::new();
        if let Some(constraint) = &body.constraint {
            let priority = if is_constraint(&self.terms, constraint.term) { 1000 } else { 999 };
            parts.push(self.text(constraint, called, priority));
        }
        // Behind the neck of a clause and in brackets, anything may stand.
        let goal = self.text(body.goal, called, if alone { 1199 } else { 999 });
        parts.push(if body.all { format!("forall({goal}, true)") } else { goal });
        let text = parts.join(",\n    ");
        let text = match self.module(body) {
            Some(module) if parts.len() > 1 || self.is_operator(body.goal.term) => {
                format!("{module}:( {text} )")
            }
            Some(module) => format!("{module}:{text}"),
            None => text,
        };
        match &body.copied {
            Some((from, to)) => format!("{text},\n    copy_term({from}, {to}, _)"),
            None => text,
        }
    }

    /// Whether a term is written with an operator.
    fn is_operator(&self, term: Term) -> bool {
        match self.terms.callable(term) {
            Some((name, [_] | [_, _])) => self.standard.is_op(name),
            Some((name, [])) => self.standard.is_op(name),
            _ => false,
        }
    }

    /// The module in which the body has to be called, if it is not all exported.
    fn module(&self, body: &Body<'_>) -> Option<String> {
        let module = self.program.module.as_ref()?;
        let exported = match self.terms.callable(body.goal.term) {
            Some((name, args)) => self
                .program
                .find(self.terms.name(name), args.len())
                .is_some_and(|id| module.exports.contains(&id)),
            None => false,
        };
        // What the constraints need is there in the module, and perhaps only there.
        let plain = exported && body.constraint.is_none();
        (!plain).then(|| logic::quoted(self.program.terms.name(module.name)))
    }
}

/// What a test runs.
struct Body<'a> {
    goal: &'a Piece,
    constraint: Option<Piece>,
    /// Whether all solutions are asked for.
    all: bool,
    /// Variables that are copied without their constraints, and the name of the copy.
    copied: Option<(String, String)>,
}

/// A solution as text, as an element of a list and as an operand.
struct Answer {
    text: String,
    operand: String,
    /// Whether it has variables.
    open: bool,
}

/// Names that are not taken yet.
struct Fresh {
    taken: BTreeSet<String>,
    next: usize,
}

impl Fresh {
    fn name(&mut self, start: &str) -> String {
        loop {
            let name = format!("{start}{}", self.next);
            self.next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// One alone, or several as a list.
fn joined(texts: &[String]) -> String {
    match texts {
        [one] => one.clone(),
        _ => format!("[{}]", texts.join(", ")),
    }
}
