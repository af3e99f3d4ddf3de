//! Another solver, run as a program and asked over a pipe.
//!
//! [`ProcessSolver`] answers the same interface as the embedded solver. It talks to one process for as
//! long as that answers, sends each assertion once, and takes levels back by `pop`; declarations are made
//! on the outermost level (`:global-declarations`), so they survive. A process that was ended by a time
//! limit is started again at the next check, with all assertions.
//!
//! A model is asked for value by value, for the variables and for every place where a function (or an
//! operation outside of the cases that its meaning fixes) is applied, and handed on only if
//! [`formula::holds`] confirms it on all assertions.

use crate::backend::{Answer, Backend, Failure, Stack};
use crate::declare::Writer;
use crate::readback::ValueReader;
use crate::sexpr::{Forest, Reader};
use base::{Budget, Stop};
use formula::{FunKey, Model, Op, Term, Terms, Value, holds};
use solver::Unknown;
use source::Files;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tools::{Session, Tool, ToolError};

/// How many values are asked for at once.
const BATCH: usize = 200;
/// A query with more places than this gets no model: asking would cost more than solving did.
const MOST_VALUES: usize = 20_000;

/// Commands that were not sent to the process yet.
enum Pending {
    Assert(Term),
    Push,
    Pop,
}

/// A solver behind a pipe.
pub struct ProcessSolver {
    program: String,
    args: Vec<String>,
    session: Option<Session>,
    writer: Writer,
    stack: Stack,
    pending: Vec<Pending>,
}

impl ProcessSolver {
    /// z3, as found on the `PATH`.
    pub fn z3() -> ProcessSolver {
        ProcessSolver::new("z3", &["-in", "-smt2"])
    }

    /// cvc5, as found on the `PATH`.
    pub fn cvc5() -> ProcessSolver {
        ProcessSolver::new("cvc5", &["--lang=smt2", "--incremental", "--produce-models", "--quiet"])
    }

    /// Any program that reads SMT-LIB on its standard input and answers at once.
    pub fn new(program: &str, args: &[&str]) -> ProcessSolver {
        ProcessSolver {
            program: program.to_string(),
            args: args.iter().map(|arg| (*arg).to_string()).collect(),
            session: None,
            writer: Writer::new(),
            stack: Stack::default(),
            pending: Vec::new(),
        }
    }

    /// The program's name.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Brings the process up to date; returns what is to be written.
    fn update(&mut self, terms: &Terms) -> Result<String, Failure> {
        let new: Vec<Term> = self
            .pending
            .iter()
            .filter_map(|pending| if let Pending::Assert(formula) = pending { Some(*formula) } else { None })
            .collect();
        let usable = self.session.as_ref().is_some_and(Session::is_open);
        let mut text = String::new();
        if !usable || self.writer.must_restart(terms, &new) {
            let tool = Tool::new(self.program.clone()).args(&self.args);
            self.session = Some(tool.talk()?);
            self.writer = Writer::new();
            text.push_str(
                "(set-option :print-success false)\n(set-option :global-declarations true)\n\
                 (set-option :produce-models true)\n(set-logic ALL)\n",
            );
            self.pending = replay(&self.stack);
            text.push_str(&self.writer.declare(terms, self.stack.formulas()));
        } else {
            text.push_str(&self.writer.declare(terms, &new));
        }
        for pending in std::mem::take(&mut self.pending) {
            match pending {
                Pending::Assert(formula) => {
                    text.push_str(&format!("(assert {})\n", self.writer.term(terms, formula)));
                }
                Pending::Push => text.push_str("(push 1)\n"),
                Pending::Pop => text.push_str("(pop 1)\n"),
            }
        }
        Ok(text)
    }

    /// Writes a question and waits for its answer.
    fn ask(&mut self, question: &str, budget: &Budget) -> Result<String, Ask> {
        let program = self.program.clone();
        let Some(session) = &mut self.session else {
            return Err(Ask::Failed(ToolError::Closed { program, stderr: String::new() }.into()));
        };
        session.write(question);
        let stop = || budget.look().is_err();
        match session.read_expression_unless(Duration::MAX, &stop) {
            Ok(answer) if answer.starts_with("(error") => {
                self.session = None;
                Err(Ask::Failed(Failure::Protocol { program, said: answer }))
            }
            Ok(answer) => Ok(answer),
            Err(ToolError::Stopped { .. }) => {
                // The answer may still come; this process is not asked again.
                self.session = None;
                Err(Ask::Stopped(budget.look().err().unwrap_or(Stop::Time)))
            }
            Err(error) => {
                self.session = None;
                Err(Ask::Failed(error.into()))
            }
        }
    }

    fn model(&mut self, terms: &Terms, budget: &Budget) -> Option<Model> {
        let formulas = self.stack.formulas().to_vec();
        if formulas.iter().any(|formula| terms.is_quantified(*formula)) {
            return None;
        }
        let places = places(terms, &formulas);
        if places.len() > MOST_VALUES {
            return None;
        }
        let mut values: BTreeMap<Term, Value> = BTreeMap::new();
        let mut elements = BTreeMap::new();
        for batch in places.chunks(BATCH) {
            let texts: Vec<String> = batch.iter().map(|term| self.writer.term(terms, *term)).collect();
            let answer = self.ask(&format!("(get-value ({}))\n", texts.join(" ")), budget).ok()?;
            let mut files = Files::new();
            let file = files.add(self.program.as_str(), answer);
            let text = files.get(file)?.text();
            let mut forest = Forest::new(file, text);
            let root = Reader::new(file, text).ok()?.next(&mut forest).ok()??;
            let pairs = forest.children(root);
            if pairs.len() != batch.len() {
                return None;
            }
            let (names, functors) = (&self.writer.names, &self.writer.functors);
            let mut reader = ValueReader { terms, names, functors, elements: std::mem::take(&mut elements) };
            for (term, pair) in batch.iter().zip(pairs) {
                let [_, value] = forest.children(*pair) else { return None };
                values.insert(*term, reader.read(&forest, *value, terms.sort_of(*term))?);
            }
            elements = reader.elements;
        }
        let model = assemble(terms, &values)?;
        formulas.iter().all(|formula| holds(terms, &model, *formula)).then_some(model)
    }
}

/// Why a question has no answer.
enum Ask {
    Stopped(Stop),
    Failed(Failure),
}

/// The whole stack, as it must be told to a new process.
fn replay(stack: &Stack) -> Vec<Pending> {
    let mut pending = Vec::new();
    let mut levels = stack.levels().iter().peekable();
    for (number, formula) in stack.formulas().iter().enumerate() {
        while levels.next_if(|level| **level == number).is_some() {
            pending.push(Pending::Push);
        }
        pending.push(Pending::Assert(*formula));
    }
    pending.extend(levels.map(|_| Pending::Push));
    pending
}

/// The terms whose values make a model: variables, and applications with their arguments.
fn places(terms: &Terms, formulas: &[Term]) -> Vec<Term> {
    let mut places = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    terms.visit(formulas, |term| match terms.op(term) {
        // Each part is visited once.
        Op::Var(_) => {
            seen.insert(term);
            places.push(term);
        }
        Op::App(_)
        | Op::Sel(..)
        | Op::FunctorArg(..)
        | Op::TreeIntValue
        | Op::Div
        | Op::Mod
        | Op::RealDiv => {
            for place in terms.args(term).iter().chain([&term]) {
                if seen.insert(*place) {
                    places.push(*place);
                }
            }
        }
        _ => {}
    });
    places
}

/// A model out of the values of terms.
fn assemble(terms: &Terms, values: &BTreeMap<Term, Value>) -> Option<Model> {
    let mut model = Model::default();
    for (term, value) in values {
        let args =
            || terms.args(*term).iter().map(|arg| values.get(arg).cloned()).collect::<Option<Vec<Value>>>();
        let zero = |value: &Value| value.as_rat().is_some_and(|number| number.is_zero());
        let (key, row) = match terms.op(*term) {
            Op::Var(_) => {
                model.set(terms, *term, value.clone());
                continue;
            }
            Op::App(fun) => (FunKey::App(*fun), args()?),
            Op::Sel(con, field) => {
                let (args, sort) = (args()?, terms.sort_of(*terms.args(*term).first()?));
                match args.first()? {
                    Value::Con(tree) if tree.con == *con => continue,
                    _ => (FunKey::Sel(sort, *con, *field), args),
                }
            }
            Op::FunctorArg(name, arity, field) => match args()?.first()? {
                Value::Functor(tree) if tree.name == *name && tree.args.len() == *arity as usize => continue,
                other => (FunKey::FunctorArg(*name, *arity, *field), vec![other.clone()]),
            },
            Op::TreeIntValue => match args()?.first()? {
                Value::TreeInt(_) => continue,
                other => (FunKey::TreeIntValue, vec![other.clone()]),
            },
            op @ (Op::Div | Op::Mod | Op::RealDiv) => {
                let args = args()?;
                let [dividend, divisor] = args.as_slice() else { return None };
                if !zero(divisor) {
                    continue;
                }
                let key = match op {
                    Op::Div => FunKey::DivZero,
                    Op::Mod => FunKey::ModZero,
                    _ => FunKey::RealDivZero,
                };
                (key, vec![dividend.clone()])
            }
            _ => continue,
        };
        model.tables.entry(key).or_default().insert(&row, value.clone());
    }
    Some(model)
}

impl Backend for ProcessSolver {
    fn assert(&mut self, formula: Term) {
        self.stack.assert(formula);
        self.pending.push(Pending::Assert(formula));
    }

    fn push(&mut self) {
        self.stack.push();
        self.pending.push(Pending::Push);
    }

    fn pop(&mut self) {
        if !self.stack.pop() {
            return;
        }
        // A level that was not sent to the process need not be sent at all.
        let unheard = self.pending.iter().rposition(|pending| !matches!(pending, Pending::Assert(_)));
        match unheard {
            Some(at) if matches!(self.pending[at], Pending::Push) => self.pending.truncate(at),
            _ => self.pending.push(Pending::Pop),
        }
    }

    fn reset(&mut self) {
        // Terms of another store would mean other things; a new process is the only safe start.
        *self = ProcessSolver {
            program: self.program.clone(),
            args: std::mem::take(&mut self.args),
            session: None,
            writer: Writer::new(),
            stack: Stack::default(),
            pending: Vec::new(),
        };
    }

    fn check(&mut self, terms: &Terms, budget: &Budget) -> Result<Answer, Failure> {
        if let Err(stop) = budget.look() {
            return Ok(Answer::Unknown(Unknown::Stopped(stop)));
        }
        let mut text = self.update(terms)?;
        text.push_str("(check-sat)\n");
        let answer = match self.ask(&text, budget) {
            Ok(answer) => answer,
            Err(Ask::Stopped(stop)) => return Ok(Answer::Unknown(Unknown::Stopped(stop))),
            Err(Ask::Failed(failure)) => return Err(failure),
        };
        match answer.trim() {
            "sat" => Ok(Answer::Sat(self.model(terms, budget).map(Arc::new))),
            "unsat" => Ok(Answer::Unsat(self.stack.formulas().to_vec())),
            "unknown" => {
                let reason = self.ask("(get-info :reason-unknown)\n", budget).unwrap_or_default();
                let why = format!("{} does not know {}", self.program, reason.trim());
                Ok(Answer::Unknown(Unknown::Incomplete(why.trim().to_string())))
            }
            other => {
                self.session = None;
                Err(Failure::Protocol { program: self.program.clone(), said: other.to_string() })
            }
        }
    }
}
