//! The concrete machine: SLD resolution with cut, conditionals, negation, exceptions and the usual built-ins.
//!
//! A run takes the clauses of a predicate in their order and the goals of a body from left to right. What is still to
//! be done is a chain of work; what may be tried instead is a stack of choices. [`Machine::next`] goes on to the next
//! solution. Every clause that is entered is an [`Event`] of the trace.
//!
//! ```
//! use logic::machine::{Machine, Options, Outcome};
//! use logic::{Atom, Ops, Program, Terms, VarId};
//! let mut terms = Terms::new();
//! let ops = Ops::standard(&mut terms);
//! let (x, one) = (terms.var(VarId(0)), terms.int(1.into()));
//! let goal = terms.compound(Atom::EQUAL, &[x, one]);
//! let program = Program::new(terms, ops);
//! let mut machine = Machine::new(&program, goal, 1, Options::default());
//! assert_eq!(machine.next(), Outcome::Solution);
//! assert_eq!(machine.text(VarId(0)), "1");
//! assert_eq!(machine.next(), Outcome::Failed);
//! ```
//!
//! What the machine does not know makes the outcome [`Outcome::Unknown`] with its place, never a wrong answer.
//! Constraints other than `=` need a store and are unknown here.

mod arith;
mod builtins;
mod control;
mod store;

use crate::atom::Atom;
use crate::ids::{ClauseId, GoalId, PredId, VarId};
use crate::print::Writer;
use crate::program::Program;
use crate::term::{Term, Terms};
use control::Step;
use source::Span;
use store::{Addr, Store, Value};

/// How a run is bounded.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether `=` and heads fail where an infinite term would come out, as finite trees demand. Without it, as in
    /// SWI-Prolog by default, the outcome is unknown there: infinite terms do not exist here.
    pub occurs_check: bool,
    /// How many goals may be done.
    pub steps: u64,
    /// How many cells terms may take.
    pub cells: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { occurs_check: true, steps: 1_000_000, cells: 20_000_000 }
    }
}

/// What came of going on.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A solution; there may be more.
    Solution,
    /// There is none, or no other.
    Failed,
    /// An exception that nothing caught.
    Error {
        /// The term that was thrown, as text.
        ball: String,
        /// Where the goal stands that threw it.
        span: Option<Span>,
    },
    /// The run came to something without a meaning here.
    Unknown {
        /// What it is.
        why: String,
        /// Where it stands.
        span: Option<Span>,
    },
    /// A bound was reached.
    Limit,
}

/// What happened in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The head of this clause fits, and its body comes next.
    Enter(ClauseId),
    /// A goal failed; the run goes on with the last choice that is open.
    Backtrack,
}

/// Something to be done.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    Goal {
        goal: GoalId,
        env: Addr,
        cut: usize,
    },
    Term {
        goal: Addr,
        cut: usize,
    },
    /// Forget the choices above a height.
    CutTo(usize),
    /// Forget one choice only, by its number: the else part of `*->`.
    Drop(usize),
    True,
    Fail,
    /// `\\+` of this.
    Not(Box<Work>),
    /// A solution of `findall/3`, whose choice has this height.
    Collect {
        height: usize,
        template: Addr,
    },
    /// The goal of a `catch/3` is done.
    Leave(usize),
}

/// Work and what comes after it; 0 is the end.
struct Chain {
    work: Work,
    next: usize,
}

/// What may be tried instead.
enum Alternative {
    Clauses {
        pred: PredId,
        next: usize,
        args: Addr,
    },
    Do(Work),
    /// The else part of a `*->`.
    Else {
        number: usize,
        work: Work,
    },
    Between {
        var: Addr,
        next: base::Int,
        last: Option<base::Int>,
    },
    Findall {
        list: Addr,
        found: Vec<(Term, usize)>,
    },
    Catch {
        number: usize,
        catcher: Addr,
        recovery: Work,
        active: bool,
    },
    Nothing,
}

struct Choice {
    alternative: Alternative,
    /// What comes after it.
    after: usize,
    trail: usize,
    cells: usize,
    chains: usize,
    left: usize,
}

/// Why a step did not go on.
pub(crate) enum Stop {
    Fail,
    Throw(Addr),
    Unknown(String),
}

/// A run of a program.
pub struct Machine<'p> {
    program: &'p Program,
    /// The atoms of the program and those that the run makes; terms that outlive backtracking.
    terms: Terms,
    store: Store,
    chains: Vec<Chain>,
    choices: Vec<Choice>,
    /// Catches that were left and become active again on backtracking.
    left: Vec<usize>,
    numbers: usize,
    options: Options,
    steps: u64,
    env: Addr,
    vars: usize,
    started: Option<Term>,
    span: Option<Span>,
    /// What has happened so far.
    pub trace: Vec<Event>,
}

impl<'p> Machine<'p> {
    /// A machine that will solve a goal, which is a term of the program with this many variables.
    pub fn new(program: &'p Program, goal: Term, vars: usize, options: Options) -> Machine<'p> {
        let store = Store { occurs_check: options.occurs_check, ..Store::default() };
        Machine {
            program,
            terms: program.terms.clone(),
            store,
            chains: vec![Chain { work: Work::Fail, next: 0 }],
            choices: Vec::new(),
            left: Vec::new(),
            numbers: 0,
            options,
            steps: 0,
            env: 0,
            vars,
            started: Some(goal),
            span: None,
            trace: Vec::new(),
        }
    }

    /// Goes on to the next solution.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Outcome {
        let mut at = match self.started.take() {
            Some(goal) => {
                self.env = self.store.free(self.vars);
                let goal = self.store.load(&self.program.terms, goal, self.env);
                self.chain(Work::Term { goal, cut: 0 }, 0)
            }
            None => match self.backtrack() {
                Some(at) => at,
                None => return self.failed(),
            },
        };
        loop {
            if at == 0 && !self.store.cyclic {
                return Outcome::Solution;
            }
            if self.store.cyclic {
                return Outcome::Unknown { why: "an infinite term".to_string(), span: self.span };
            }
            self.steps += 1;
            if self.steps > self.options.steps || self.store.cells.len() > self.options.cells {
                return Outcome::Limit;
            }
            at = match self.step(at) {
                Ok(at) => at,
                Err(Stop::Unknown(why)) => return Outcome::Unknown { why, span: self.span },
                Err(Stop::Fail) => match self.backtrack() {
                    Some(at) => at,
                    None => return self.failed(),
                },
                Err(Stop::Throw(ball)) => match self.throw(ball) {
                    Ok(at) => at,
                    Err(ball) => return Outcome::Error { ball, span: self.span },
                },
            };
        }
    }

    fn failed(&self) -> Outcome {
        if self.store.cyclic {
            return Outcome::Unknown { why: "an infinite term".to_string(), span: self.span };
        }
        Outcome::Failed
    }

    /// The value of a variable of the goal, as canonical text. Variables without a value are called `_`.
    pub fn text(&mut self, var: VarId) -> String {
        let mut free = Vec::new();
        let term = self.store.save(&mut self.terms, self.env + var.index(), &mut free);
        let names = vec!["_".to_string(); free.len()];
        Writer::new(&self.terms).names(&names).text(term)
    }

    fn chain(&mut self, work: Work, next: usize) -> usize {
        self.chains.push(Chain { work, next });
        self.chains.len() - 1
    }

    fn choose(&mut self, alternative: Alternative, after: usize) {
        self.choices.push(Choice {
            alternative,
            after,
            trail: self.store.trail.len(),
            cells: self.store.cells.len(),
            chains: self.chains.len(),
            left: self.left.len(),
        });
    }

    /// Brings back the state of the last choice, which stays where it is.
    fn restore(&mut self) {
        let Some(choice) = self.choices.last() else { return };
        let (trail, cells, chains, left) = (choice.trail, choice.cells, choice.chains, choice.left);
        self.store.undo(trail, cells);
        self.chains.truncate(chains);
        for again in self.left.split_off(left.min(self.left.len())) {
            for choice in &mut self.choices {
                if let Alternative::Catch { number, active, .. } = &mut choice.alternative
                    && *number == again
                {
                    *active = true;
                }
            }
        }
    }

    /// Goes on with the last choice; `None` if there is none.
    fn backtrack(&mut self) -> Option<usize> {
        self.trace.push(Event::Backtrack);
        loop {
            self.restore();
            let choice = self.choices.pop()?;
            let after = choice.after;
            match choice.alternative {
                Alternative::Do(work) | Alternative::Else { work, .. } => {
                    return Some(self.chain(work, after));
                }
                Alternative::Clauses { pred, next, args } => {
                    if let Some(at) = self.clauses(pred, next, args, after) {
                        return Some(at);
                    }
                }
                Alternative::Between { var, next, last } => {
                    if let Some(at) = self.between(var, next, last, after) {
                        return Some(at);
                    }
                }
                Alternative::Findall { list, found } => {
                    let elements: Vec<Addr> = found
                        .into_iter()
                        .map(|(term, vars)| {
                            let env = self.store.free(vars);
                            self.store.load(&self.terms, term, env)
                        })
                        .collect();
                    let nil = self.store.atom(Atom::NIL);
                    let found = self.store.list(&elements, nil);
                    if self.store.unify(list, found) {
                        return Some(after);
                    }
                }
                Alternative::Catch { .. } | Alternative::Nothing => {}
            }
        }
    }

    /// Tries the clauses of a predicate from one on.
    fn clauses(&mut self, pred: PredId, from: usize, args: Addr, after: usize) -> Option<usize> {
        let program = self.program;
        let pred_data = program.pred(pred)?;
        let height = self.choices.len();
        for (i, &id) in pred_data.clauses.iter().enumerate().skip(from) {
            let Some(clause) = program.clause(id) else { continue };
            let more = i + 1 < pred_data.clauses.len();
            self.choose(Alternative::Clauses { pred, next: i + 1, args }, after);
            let env = self.store.free(clause.vars.len());
            let head = self.store.load(&program.terms, clause.head, env);
            let fits = match self.store.callable(head) {
                Some((_, first, count)) => (0..count).all(|n| self.store.unify(args + n, first + n)),
                None => false,
            };
            if !fits {
                self.restore();
                self.choices.pop();
                continue;
            }
            if !more {
                self.choices.pop();
            }
            self.trace.push(Event::Enter(id));
            let mut at = self.chain(Work::Goal { goal: clause.body, env, cut: height }, after);
            for goal in clause.constraints.iter().rev() {
                at = self.chain(Work::Goal { goal: *goal, env, cut: height }, at);
            }
            return Some(at);
        }
        None
    }

    fn between(
        &mut self,
        var: Addr,
        next: base::Int,
        last: Option<base::Int>,
        after: usize,
    ) -> Option<usize> {
        if last.as_ref().is_some_and(|last| next > *last) {
            return None;
        }
        if last.as_ref() != Some(&next) {
            let following = &next + &base::Int::from(1);
            self.choose(Alternative::Between { var, next: following, last }, after);
        }
        let value = self.store.push(Value::Int(next));
        self.store.unify(var, value).then_some(after)
    }

    /// Does what comes next.
    fn step(&mut self, at: usize) -> Result<usize, Stop> {
        let Some(chain) = self.chains.get(at) else { return Err(Stop::Fail) };
        let (work, next) = (chain.work.clone(), chain.next);
        let (step, cut) = match work {
            Work::Goal { goal, env, cut } => {
                let (step, span) = self.goal_step(goal, env, cut);
                self.span = span;
                (step, cut)
            }
            Work::Term { goal, cut } => {
                // A goal is looked at as a whole before any of it is done.
                if !self.is_body(goal) {
                    return Err(Stop::Throw(self.type_error("callable", goal)));
                }
                (self.term_step(goal, cut), cut)
            }
            Work::CutTo(height) => {
                self.choices.truncate(height);
                return Ok(next);
            }
            Work::Drop(number) => {
                for choice in self.choices.iter_mut().rev() {
                    if matches!(&choice.alternative, Alternative::Else { number: n, .. } if *n == number) {
                        choice.alternative = Alternative::Nothing;
                        break;
                    }
                }
                return Ok(next);
            }
            Work::True => return Ok(next),
            Work::Fail => return Err(Stop::Fail),
            Work::Not(inner) => return self.take(Step::Not(*inner), 0, next),
            Work::Collect { height, template } => {
                let mut free = Vec::new();
                let term = self.store.save(&mut self.terms, template, &mut free);
                if let Some(Choice { alternative: Alternative::Findall { found, .. }, .. }) =
                    self.choices.get_mut(height)
                {
                    found.push((term, free.len()));
                }
                return Err(Stop::Fail);
            }
            Work::Leave(number) => {
                self.leave(number);
                return Ok(next);
            }
        };
        self.take(step, cut, next)
    }

    fn leave(&mut self, wanted: usize) {
        let top = self.choices.len();
        for (i, choice) in self.choices.iter_mut().enumerate() {
            if let Alternative::Catch { number, active, .. } = &mut choice.alternative
                && *number == wanted
            {
                *active = false;
                if i + 1 == top {
                    self.choices.pop();
                } else {
                    self.left.push(wanted);
                }
                return;
            }
        }
    }

    fn take(&mut self, step: Step, cut: usize, next: usize) -> Result<usize, Stop> {
        let height = self.choices.len();
        match step {
            Step::Conj(parts) => {
                let mut at = next;
                for part in parts.into_iter().rev() {
                    at = self.chain(part, at);
                }
                Ok(at)
            }
            Step::Disj(parts) => {
                let mut parts = parts.into_iter();
                let Some(first) = parts.next() else { return Err(Stop::Fail) };
                for part in parts.rev() {
                    self.choose(Alternative::Do(part), next);
                }
                Ok(self.chain(first, next))
            }
            Step::If(cond, then, otherwise) => {
                self.choose(Alternative::Do(otherwise.unwrap_or(Work::Fail)), next);
                let then = self.chain(then, next);
                let then = self.chain(Work::CutTo(height), then);
                let cond = barred(cond, height + 1);
                Ok(self.chain(cond, then))
            }
            Step::SoftIf(cond, then, otherwise) => {
                self.numbers += 1;
                let number = self.numbers;
                self.choose(Alternative::Else { number, work: otherwise.unwrap_or(Work::Fail) }, next);
                let then = self.chain(then, next);
                let then = self.chain(Work::Drop(number), then);
                let cond = barred(cond, height + 1);
                Ok(self.chain(cond, then))
            }
            Step::Not(inner) => {
                self.choose(Alternative::Do(Work::True), next);
                let fail = self.chain(Work::Fail, next);
                let then = self.chain(Work::CutTo(height), fail);
                let inner = barred(inner, height + 1);
                Ok(self.chain(inner, then))
            }
            Step::Forall(cond, action) => {
                self.choose(Alternative::Do(Work::True), next);
                // A solution of the condition for which the action fails ends all of it.
                let fail = self.chain(Work::Fail, next);
                let wrong = self.chain(Work::CutTo(height), fail);
                let test = self.chain(Work::Not(Box::new(action)), wrong);
                let cond = barred(cond, height + 1);
                Ok(self.chain(cond, test))
            }
            Step::Cut => {
                self.choices.truncate(cut);
                Ok(next)
            }
            Step::Once(inner) => {
                let then = self.chain(Work::CutTo(height), next);
                let inner = barred(inner, height);
                Ok(self.chain(inner, then))
            }
            Step::Ignore(inner) => {
                self.choose(Alternative::Do(Work::True), next);
                let then = self.chain(Work::CutTo(height), next);
                let inner = barred(inner, height + 1);
                Ok(self.chain(inner, then))
            }
            Step::Opaque(inner) => {
                let inner = barred(inner, height);
                Ok(self.chain(inner, next))
            }
            Step::Findall(template, goal, list) => {
                self.choose(Alternative::Findall { list, found: Vec::new() }, next);
                let collect = self.chain(Work::Collect { height, template }, 0);
                let goal = barred(goal, height + 1);
                Ok(self.chain(goal, collect))
            }
            Step::Catch(goal, catcher, recovery) => {
                self.numbers += 1;
                let number = self.numbers;
                self.choose(Alternative::Catch { number, catcher, recovery, active: true }, next);
                let leave = self.chain(Work::Leave(number), next);
                let goal = barred(goal, height + 1);
                Ok(self.chain(goal, leave))
            }
            Step::Unify(left, right) => {
                if self.store.unify(left, right) {
                    Ok(next)
                } else {
                    Err(Stop::Fail)
                }
            }
            Step::Call(pred, args) => {
                let Some(known) = self.program.pred(pred) else { return Err(Stop::Fail) };
                if !known.defined && self.program.incomplete {
                    return Err(Stop::Unknown("the predicate may be defined in another file".to_string()));
                }
                if !known.defined {
                    return Err(Stop::Throw(self.undefined(known.name, known.arity)));
                }
                self.clauses(pred, 0, args, next).ok_or(Stop::Fail)
            }
            Step::Builtin(name, first, count) => self.builtin(&name, first, count, next),
            Step::Throw(what, culprit) => Err(Stop::Throw(self.type_error(what, culprit))),
            Step::Unknown(why) => Err(Stop::Unknown(why)),
        }
    }
}

/// The same work with a cut barrier of its own.
fn barred(work: Work, height: usize) -> Work {
    match work {
        Work::Goal { goal, env, .. } => Work::Goal { goal, env, cut: height },
        Work::Term { goal, .. } => Work::Term { goal, cut: height },
        other => other,
    }
}
