//! The machine: SLD resolution with cut, conditionals, negation, exceptions and the usual built-ins.
//!
//! A run takes the clauses of a predicate in their order and the goals of a body from left to right. What is still to
//! be done is a chain of work; what may be tried instead is a stack of choices. [`Machine::next`] goes on to the next
//! solution. What happens is written down as [`Event`]s.
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
//! One machine serves plain runs and symbolic ones: where inputs are not known, a [`Guide`] decides. What the machine
//! does not know makes the outcome [`Outcome::Unknown`] with its place, never a wrong answer.

mod arith;
mod atoms;
mod builtins;
mod calls;
pub mod cells;
mod checkpoint;
mod code;
mod constrained;
mod constraints;
mod control;
mod errors;
pub mod guide;
mod inputs;
mod known;
pub mod moded;
mod numbers;
mod output;
mod shape;
mod sorting;
mod steps;
mod table;
mod work;

pub use errors::lacks_a_value;

use crate::ids::{ClauseId, GoalId, PredId};
use crate::program::Program;
use cells::{Addr, Cells};
use checkpoint::Kept;
use code::Code;
use guide::{Guide, Plain};
use source::Span;
use terms::{Term, Terms, VarId, Writer};
pub(crate) use work::{Alternative, Chain, Choice, Part, Stop, Thrown, Wanted, Work};

/// How a run is bounded, and what it writes down.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether `=` and heads fail where an infinite term would come out, as finite trees demand. Without it, as in
    /// SWI-Prolog by default, the outcome is unknown there: infinite terms do not exist here.
    pub occurs_check: bool,
    /// How many goals may be done.
    pub steps: u64,
    /// How many cells terms may take.
    pub cells: usize,
    /// How many calls may be open at once, the first included. In a run of procedures with inputs that are not known, those
    /// of a library are counted by themselves.
    pub depth: u32,
    /// How many of those may be.
    pub library_depth: u32,
    /// Whether events are written down.
    pub events: bool,
    /// Whether calls, exits, failures and redos of predicates and goals are among them.
    pub ports: bool,
    /// Whether all clauses that fit are looked for at each call, and written down.
    pub matches: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            occurs_check: true,
            steps: 1_000_000,
            cells: 20_000_000,
            depth: u32::MAX,
            library_depth: u32::MAX,
            events: true,
            ports: true,
            matches: false,
        }
    }
}

/// How the search for the next solution ended.
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
    /// The run reached something that is not supported or not known.
    Unknown {
        /// What it is.
        why: String,
        /// Where it stands.
        span: Option<Span>,
    },
    /// The guide says that no input reaches this point.
    Infeasible,
    /// A bound was reached.
    Limit,
}

/// What happened in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A predicate was called.
    Call(PredId),
    /// These clauses of the predicate fit; the second part says whether the inputs decided that.
    Matched(std::sync::Arc<[ClauseId]>, bool),
    /// The head of this clause fits, and its body comes next.
    Enter(ClauseId),
    /// A predicate was left with success.
    Exit(PredId),
    /// There is another way to leave a predicate, and the run is back in it.
    Redo(PredId),
    /// A predicate was left with failure.
    Fail(PredId),
    /// A test of the inputs and how it came out.
    Test(GoalId, bool),
    /// A goal of the text that is no control construct comes next.
    Goal(GoalId),
    /// It succeeded.
    Success(GoalId),
    /// It failed.
    Failure(GoalId),
    /// A goal failed; the run goes on with the last choice that is open.
    Backtrack,
}

/// A run of a program.
pub struct Machine<'p, G: Guide = Plain> {
    code: Code,
    program: &'p Program,
    /// The atoms of the program and those that the run makes; terms for printing.
    terms: Terms,
    cells: Cells,
    chains: Vec<Chain>,
    choices: Vec<Choice>,
    /// Catches that were left and become active again on backtracking.
    left: Vec<u32>,
    numbers: u32,
    options: Options,
    steps: u64,
    env: Addr,
    vars: usize,
    started: Option<Term>,
    /// What comes next, after going back to a state that was kept.
    resumed: Option<u32>,
    kept: Kept,
    /// What a run of procedures has besides.
    moded: moded::Moded,
    at: GoalId,
    span: Option<Span>,
    cyclic: bool,
    pending: Option<Addr>,
    deepest: u32,
    /// How often a goal went on by itself, without a call.
    spun: u32,
    /// The arguments, one bit each, of which a goal wanted to know more than unification tells.
    asked: u64,
    /// Whether an error of the system was caught since the start: its context may be seen.
    caught: bool,
    /// The guide, which decides what the inputs leave open.
    pub guide: G,
    /// What has happened so far.
    pub trace: Vec<Event>,
}

impl<'p> Machine<'p, Plain> {
    /// A machine that will solve a goal, which is a term of the program with this many variables.
    pub fn new(program: &'p Program, goal: Term, vars: usize, options: Options) -> Machine<'p, Plain> {
        Machine::guided(program, goal, vars, options, Plain)
    }
}

impl<'p, G: Guide> Machine<'p, G> {
    /// A machine with a guide.
    pub fn guided(
        program: &'p Program,
        goal: Term,
        vars: usize,
        options: Options,
        guide: G,
    ) -> Machine<'p, G> {
        let mut machine = Machine::waiting(program, guide);
        machine.restart(goal, vars, options);
        machine
    }

    /// A machine that waits for its first goal.
    pub fn waiting(program: &'p Program, guide: G) -> Machine<'p, G> {
        Machine {
            code: Code::new(program),
            program,
            terms: program.terms.clone(),
            cells: Cells::default(),
            chains: vec![Chain { work: Work::Fail, next: 0 }],
            choices: Vec::new(),
            left: Vec::new(),
            numbers: 0,
            options: Options::default(),
            steps: 0,
            env: 0,
            vars: 0,
            started: None,
            resumed: None,
            kept: Kept::default(),
            moded: moded::Moded::default(),
            at: GoalId(0),
            span: None,
            cyclic: false,
            pending: None,
            deepest: 0,
            spun: 0,
            asked: 0,
            caught: false,
            guide,
            trace: Vec::new(),
        }
    }

    /// Starts anew with a goal, a term of the machine's own.
    pub fn restart(&mut self, goal: Term, vars: usize, options: Options) {
        self.restart_with(Some(goal), vars, options);
    }

    fn restart_with(&mut self, goal: Option<Term>, vars: usize, options: Options) {
        // Values of procedures may be used again.
        match goal {
            Some(_) => self.cells.clear(),
            None => self.cells.clear_rooms(),
        }
        self.chains.truncate(1);
        self.choices.clear();
        self.left.clear();
        self.trace.clear();
        self.numbers = 0;
        self.steps = 0;
        self.deepest = 0;
        self.spun = 0;
        self.asked = 0;
        self.caught = false;
        self.vars = vars;
        self.options = options;
        self.started = goal;
        self.resumed = None;
        self.kept.clear();
        self.span = None;
        self.cyclic = false;
    }

    /// The variables of the goal, made before the first step; inputs can be put there.
    pub fn variables(&mut self) -> Addr {
        if self.started.is_some() && self.cells.is_empty() {
            self.env = self.cells.free(self.vars);
        }
        self.env
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The cells.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The cells and the guide.
    pub fn parts(&mut self) -> (&mut Cells, &mut G) {
        (&mut self.cells, &mut self.guide)
    }

    /// The cells, the terms to make more of, and the guide.
    pub fn all_parts(&mut self) -> (&mut Cells, &mut Terms, &mut G) {
        (&mut self.cells, &mut self.terms, &mut self.guide)
    }

    /// The terms: the program's and those that were made since.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The same, to make more.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// The values of the variables of the goal, as arguments of one term `v(…)`, with the variables that are left.
    pub fn answer(&mut self) -> (Term, usize) {
        let name = self.terms.intern("v");
        let args: Vec<Addr> = (self.env..self.env + self.vars as Addr).collect();
        if G::SYMBOLIC {
            // Numbers that constraints leave only one value have it.
            for arg in &args {
                for number in self.cells.numbers(*arg) {
                    let cell = self.cells.get(number);
                    if let Some(value) = self.guide.only_value(&self.cells, cell) {
                        let cell = self.cells.int_cell(&value);
                        self.cells.settle_number(number, cell);
                    }
                }
            }
        }
        let mut free = Vec::new();
        let args: Vec<Term> =
            args.into_iter().map(|arg| self.cells.save(&mut self.terms, arg, &mut free)).collect();
        (self.terms.compound(name, &args), free.len())
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether unification failed because of its occurs check alone.
    pub fn was_cyclic(&self) -> bool {
        self.cyclic || self.cells.cyclic
    }

    /// The variables of the goal, one bit each, of which a goal wanted to know more than unification tells: the value
    /// of a free input, or whether it has one.
    pub fn has_asked(&self) -> u64 {
        self.asked
    }

    /// Whether a run since the machine was made has decided something for integers that floats, or terms such as `1+2`,
    /// would decide otherwise.
    pub fn has_narrowed(&self) -> bool {
        self.cells.narrowed
    }

    /// The most calls that were open at once.
    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    /// Goes on to the next solution.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Outcome {
        let mut at = match self.started {
            Some(goal) => {
                let env = self.variables();
                self.started = None;
                let goal = self.cells.load(&self.terms, goal, env);
                self.chain(Work::Do { part: Part::Term(goal), cut: 0, depth: 0 }, 0)
            }
            None => match self.resumed.take() {
                Some(at) => at,
                None => match self.backtrack() {
                    Ok(Some(at)) => at,
                    Ok(None) => return self.failed(),
                    Err(stop) => return self.stopped(stop),
                },
            },
        };
        loop {
            if self.cells.cyclic {
                self.cells.cyclic = false;
                self.cyclic = true;
            }
            if self.cyclic && !self.options.occurs_check {
                return Outcome::Unknown { why: "an infinite term".to_string(), span: self.span };
            }
            if at == 0 {
                let seen = |this: &Self| (0..this.vars as u32).any(|i| this.holds_context(this.env + i));
                if self.caught && seen(self) {
                    let why = "the context of an error in an answer".to_string();
                    return Outcome::Unknown { why, span: self.span };
                }
                self.answer_found();
                return Outcome::Solution;
            }
            if G::SYMBOLIC && self.guide.should_checkpoint(self.steps, self.weight()) {
                self.keep(at);
            }
            self.steps += 1;
            if self.steps > self.options.steps || self.cells.len() > self.options.cells {
                self.abandon(0);
                return Outcome::Limit;
            }
            let went = match self.step(at) {
                Err(Stop::Fail) => self.backtrack(),
                Err(Stop::Throw(ball)) => match self.throw(ball) {
                    Ok(at) => Ok(Some(at)),
                    Err(Thrown::Uncaught(ball)) => return Outcome::Error { ball, span: self.span },
                    Err(Thrown::Stop(stop)) => Err(stop),
                },
                went => went.map(Some),
            };
            at = match went {
                Ok(Some(at)) => at,
                Ok(None) => return self.failed(),
                Err(stop) => {
                    self.abandon(0);
                    return self.stopped(stop);
                }
            };
        }
    }

    fn stopped(&self, stop: Stop) -> Outcome {
        match stop {
            Stop::Unknown(why) => Outcome::Unknown { why, span: self.span.or_else(|| self.place_of_goal()) },
            Stop::Infeasible => Outcome::Infeasible,
            Stop::Limit => Outcome::Limit,
            // Failures and exceptions are dealt with where they happen.
            Stop::Fail | Stop::Throw(_) | Stop::Demand(..) => Outcome::Failed,
        }
    }

    fn failed(&self) -> Outcome {
        if (self.cyclic || self.cells.cyclic) && !self.options.occurs_check {
            return Outcome::Unknown { why: "an infinite term".to_string(), span: self.span };
        }
        Outcome::Failed
    }

    /// The value of a variable of the goal, as canonical text. Variables without a value are called `_`.
    pub fn text(&mut self, var: VarId) -> String {
        let mut free = Vec::new();
        let term = self.cells.save(&mut self.terms, self.env + var.0, &mut free);
        let names = vec!["_".to_string(); free.len()];
        Writer::new(&self.terms).names(&names).text(term)
    }

    /// Writes down what happens at a port.
    fn port(&mut self, event: Event) {
        if self.options.ports {
            self.event(event);
        }
    }

    fn event(&mut self, event: Event) {
        if self.options.events {
            self.trace.push(event);
        }
    }
}
