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
mod code;
mod constraints;
mod control;
pub mod guide;
mod known;
mod sorting;
mod table;

use crate::ids::{ClauseId, GoalId, PredId, VarId};
use crate::print::Writer;
use crate::program::Program;
use crate::term::{Term, Terms};
use cells::{Addr, Cell, Cells, Frozen, Kinds};
use code::Code;
use guide::{Condition, Decided, Guide, Halt, Plain};
use source::Span;

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
    /// How many calls may be open at once, the first included.
    pub depth: u32,
    /// Whether events are written down.
    pub events: bool,
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
            events: true,
            matches: false,
        }
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
    /// The guide says that no input comes here.
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
    Matched(Vec<ClauseId>, bool),
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

/// A goal, of the text or made by the run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Text { goal: GoalId, env: Addr },
    Term(Addr),
}

/// Something to be done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work {
    /// A goal, with the height of the choices that a cut leaves, at a depth of calls.
    Do {
        part: Part,
        cut: u32,
        depth: u32,
    },
    /// The goals of a conjunction of the text from one on.
    Rest {
        goal: GoalId,
        from: u32,
        env: Addr,
        cut: u32,
        depth: u32,
    },
    /// Forget the choices above a height.
    CutTo(u32),
    /// Forget one choice only, by its number: the else part of `*->`.
    Drop(u32),
    True,
    Fail,
    /// `\\+` of this.
    Not(Part, u32),
    /// A solution of `findall/3`, whose choice has this height.
    Collect {
        height: u32,
        template: Addr,
    },
    /// The goal of a `catch/3` is done.
    Leave(u32),
    /// A predicate is left, whose call found this many choices; the goal that called it.
    Exit(PredId, u32, Option<GoalId>),
    /// The next variable of a list gets its values.
    Label(Addr),
    /// An exception that came up while the run went back.
    Raise,
}

/// Work and what comes after it; 0 is the end.
#[derive(Clone, Copy)]
struct Chain {
    work: Work,
    next: u32,
}

/// What may be tried instead.
enum Alternative {
    /// The clauses after one.
    Clauses {
        pred: PredId,
        last: ClauseId,
        args: Addr,
        depth: u32,
    },
    /// The clauses that fit, from one on.
    Matched {
        clauses: std::rc::Rc<[ClauseId]>,
        next: u32,
        args: Addr,
        depth: u32,
    },
    Do(Work),
    /// The else part of a `*->`.
    Else {
        number: u32,
        work: Work,
    },
    Between {
        var: Addr,
        next: base::Int,
        last: Option<base::Int>,
    },
    /// Longer lists.
    Length {
        end: Addr,
        count: Addr,
        known: i64,
        next: i64,
    },
    /// Later arguments of a term.
    Arg {
        number: Addr,
        first: Addr,
        count: u32,
        next: u32,
        value: Addr,
    },
    /// Larger values of a variable of a list of which the rest follows.
    Label {
        var: Addr,
        rest: Addr,
        last: base::Int,
    },
    /// Other ways to split a text.
    Concat {
        text: crate::Atom,
        next: usize,
        left: Addr,
        right: Addr,
    },
    Findall {
        list: Addr,
        found: Vec<Frozen>,
    },
    Catch {
        number: u32,
        catcher: Addr,
        recovery: Part,
        cut: u32,
        depth: u32,
        active: bool,
    },
    /// Coming here means that the call of this predicate by a goal fails.
    Failing(PredId, Option<GoalId>),
    /// Coming here means that the run is back in this predicate.
    Back(PredId),
    Nothing,
}

struct Choice {
    alternative: Alternative,
    /// What comes after it.
    after: u32,
    trail: usize,
    cells: usize,
    chains: usize,
    left: usize,
    apart: usize,
    guide: usize,
}

/// What came of an exception that no goal takes.
pub(crate) enum Thrown {
    /// Nothing takes it; its text.
    Uncaught(String),
    /// The run ends for another reason.
    Stop(Stop),
}

/// Why a step did not go on.
pub(crate) enum Stop {
    Fail,
    Throw(Addr),
    Unknown(String),
    Infeasible,
    Limit,
    /// A constraint speaks of this input, of which it is not known whether it is an integer.
    Demand(Addr),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        match halt {
            Halt::Infeasible => Stop::Infeasible,
            Halt::Unknown(why) => Stop::Unknown(why),
        }
    }
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
    at: GoalId,
    span: Option<Span>,
    cyclic: bool,
    pending: Option<Addr>,
    deepest: u32,
    /// How often a goal went on by itself, without a call.
    spun: u32,
    /// The arguments, one bit each, of which a goal wanted to know more than unification tells.
    asked: u64,
    /// Who decides what the inputs leave open.
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
            at: GoalId(0),
            span: None,
            cyclic: false,
            pending: None,
            deepest: 0,
            spun: 0,
            asked: 0,
            guide,
            trace: Vec::new(),
        }
    }

    /// Starts anew with a goal, a term of the machine's own.
    pub fn restart(&mut self, goal: Term, vars: usize, options: Options) {
        self.cells.clear();
        self.chains.truncate(1);
        self.choices.clear();
        self.left.clear();
        self.trace.clear();
        self.numbers = 0;
        self.steps = 0;
        self.deepest = 0;
        self.spun = 0;
        self.asked = 0;
        self.vars = vars;
        self.options = options;
        self.started = Some(goal);
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

    /// The cells.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The cells and the guide.
    pub fn parts(&mut self) -> (&mut Cells, &mut G) {
        (&mut self.cells, &mut self.guide)
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
            None => match self.backtrack() {
                Ok(Some(at)) => at,
                Ok(None) => return self.failed(),
                Err(stop) => return self.stopped(stop),
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
                return Outcome::Solution;
            }
            self.steps += 1;
            if self.steps > self.options.steps || self.cells.len() > self.options.cells {
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
                Err(stop) => return self.stopped(stop),
            };
        }
    }

    fn stopped(&self, stop: Stop) -> Outcome {
        match stop {
            Stop::Unknown(why) => Outcome::Unknown { why, span: self.span },
            Stop::Infeasible => Outcome::Infeasible,
            Stop::Limit => Outcome::Limit,
            // Failures and exceptions are dealt with where they happen.
            Stop::Fail | Stop::Throw(_) | Stop::Demand(_) => Outcome::Failed,
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

    fn event(&mut self, event: Event) {
        if self.options.events {
            self.trace.push(event);
        }
    }

    fn chain(&mut self, work: Work, next: u32) -> u32 {
        self.chains.push(Chain { work, next });
        (self.chains.len() - 1) as u32
    }

    fn height(&self) -> u32 {
        self.choices.len() as u32
    }

    fn choose(&mut self, alternative: Alternative, after: u32) {
        self.choices.push(Choice {
            alternative,
            after,
            trail: self.cells.trail_len(),
            cells: self.cells.heap_len(),
            chains: self.chains.len(),
            left: self.left.len(),
            apart: self.cells.apart.len(),
            guide: self.guide.height(),
        });
        self.cells.keep_all();
    }

    /// Cells younger than the last choice need no trail.
    fn cut_to(&mut self, height: u32) {
        self.choices.truncate(height as usize);
    }

    /// Brings back the state of the last choice, which stays where it is.
    fn restore(&mut self) {
        let Some(choice) = self.choices.last() else { return };
        let (chains, left, apart, guide) = (choice.chains, choice.left, choice.apart, choice.guide);
        self.cells.undo_to(choice.trail, choice.cells);
        self.cells.set_keep(choice.cells);
        self.cells.clear_guards();
        self.chains.truncate(chains);
        self.cells.apart.truncate(apart);
        self.guide.fall(guide);
        if self.left.len() > left {
            for again in self.left.split_off(left) {
                for choice in &mut self.choices {
                    if let Alternative::Catch { number, active, .. } = &mut choice.alternative
                        && *number == again
                    {
                        *active = true;
                    }
                }
            }
        }
    }

    /// Goes on with the last choice; `None` if there is none.
    fn backtrack(&mut self) -> Result<Option<u32>, Stop> {
        self.event(Event::Backtrack);
        loop {
            self.restore();
            let Some(choice) = self.choices.pop() else { return Ok(None) };
            let after = choice.after;
            let went = match choice.alternative {
                Alternative::Do(work) | Alternative::Else { work, .. } => Ok(self.chain(work, after)),
                Alternative::Clauses { pred, last, args, depth } => {
                    self.clauses(pred, Some(last), args, after, depth)
                }
                Alternative::Matched { clauses, next, args, depth } => {
                    self.enter(&clauses, next, args, after, depth)
                }
                Alternative::Between { var, next, last } => self.between(var, next, last, after),
                Alternative::Length { end, count, known, next } => {
                    self.longer(end, count, known, next, after)
                }
                Alternative::Arg { number, first, count, next, value } => {
                    self.args(number, first, count, next, value, after)
                }
                Alternative::Label { var, rest, last } => self.label(var, rest, Some(last), after),
                Alternative::Concat { text, next, left, right } => self.split(text, next, left, right, after),
                Alternative::Findall { list, found } => {
                    let elements: Vec<Addr> = found.iter().map(|term| self.cells.thaw(term)).collect();
                    let nil = self.cells.atom(crate::Atom::NIL);
                    let found = self.cells.list(&elements, nil);
                    self.equal(list, found).map(|()| after)
                }
                Alternative::Failing(pred, goal) => {
                    self.event(Event::Fail(pred));
                    if let Some(goal) = goal {
                        self.event(Event::Failure(goal));
                    }
                    continue;
                }
                Alternative::Back(pred) => {
                    self.event(Event::Redo(pred));
                    continue;
                }
                Alternative::Catch { .. } | Alternative::Nothing => continue,
            };
            match went {
                Ok(at) => return Ok(Some(at)),
                Err(Stop::Fail) => {}
                Err(Stop::Throw(ball)) => {
                    self.pending = Some(ball);
                    return Ok(Some(self.chain(Work::Raise, 0)));
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    // ---- conditions on the inputs

    /// Makes two terms the same where the run stands; the guide is asked where inputs decide.
    pub(crate) fn equal(&mut self, left: Addr, right: Addr) -> Result<(), Stop> {
        if !G::SYMBOLIC && self.cells.apart.is_empty() {
            return if self.cells.unify(left, right) { Ok(()) } else { Err(Stop::Fail) };
        }
        let mark = self.cells.mark();
        if !self.cells.unify(left, right) || !self.still_apart() {
            self.cells.undo_all(&mark);
            return Err(Stop::Fail);
        }
        if self.settle(Condition { mark, comparisons: Vec::new() })? { Ok(()) } else { Err(Stop::Fail) }
    }

    /// Asks the guide about a condition that is in the cells; if it is not to hold, undoes it.
    pub(crate) fn settle(&mut self, condition: Condition) -> Result<bool, Stop> {
        let mark = condition.mark;
        if !self.cells.depends_since(&mark) && condition.comparisons.is_empty() {
            // What is new stays; the trail has to know of it as before.
            self.cells.release(&mark);
            return Ok(true);
        }
        let held = match self.guide.decide(&mut self.cells, &condition) {
            Decided::Yes => true,
            Decided::No => false,
            Decided::Stop(halt) => return Err(halt.into()),
        };
        self.event(Event::Test(self.at, held));
        if held {
            self.guide.assume(&mut self.cells, &condition);
            self.cells.release(&mark);
        } else {
            self.cells.undo_all(&mark);
        }
        Ok(held)
    }

    /// Whether all pairs that must stay different still can. Pairs that inputs decide are left to the guide.
    pub(crate) fn still_apart(&mut self) -> bool {
        for i in 0..self.cells.apart.len() {
            let (a, b) = self.cells.apart[i];
            let mark = self.cells.mark();
            let trail = self.cells.trail_len();
            let same = self.cells.unify(a, b);
            let bound = self.cells.trail_len() > trail || self.cells.depends_since(&mark);
            self.cells.undo_all(&mark);
            if same && !bound {
                return false;
            }
        }
        true
    }

    /// An unknown input is asked for its kind: does it have one of these?
    pub(crate) fn is_kind(&mut self, leaf: Addr, kinds: Kinds) -> Result<bool, Stop> {
        let (leaf, cell) = self.cells.end(leaf);
        let Cell::Unknown(known) = cell else { return Ok(false) };
        let (inside, outside) = (known.and(kinds), known.without(kinds));
        if inside.is_empty() || outside.is_empty() {
            return Ok(!inside.is_empty());
        }
        let mark = self.cells.mark();
        self.cells.set_input(leaf, Cell::Unknown(inside));
        let held = self.settle(Condition { mark, comparisons: Vec::new() })?;
        if !held {
            self.cells.set_input(leaf, Cell::Unknown(outside));
        }
        Ok(held)
    }

    /// Does what comes next.
    fn step(&mut self, at: u32) -> Result<u32, Stop> {
        let Some(Chain { work, next }) = self.chains.get(at as usize).copied() else {
            return Err(Stop::Fail);
        };
        match work {
            Work::Do { part: Part::Text { goal, env }, cut, depth } => self.goal(goal, env, cut, depth, next),
            Work::Do { part: Part::Term(goal), cut, depth } => {
                // A goal is looked at as a whole before any of it is done.
                if !self.is_body(goal) {
                    return Err(Stop::Throw(self.type_error("callable", goal)));
                }
                self.term(goal, cut, depth, next)
            }
            Work::Rest { goal, from, env, cut, depth } => self.conjunct(goal, from, env, cut, depth, next),
            Work::CutTo(height) => {
                self.cut_to(height);
                Ok(next)
            }
            Work::Drop(number) => {
                for choice in self.choices.iter_mut().rev() {
                    if matches!(&choice.alternative, Alternative::Else { number: n, .. } if *n == number) {
                        choice.alternative = Alternative::Nothing;
                        break;
                    }
                }
                Ok(next)
            }
            Work::True => Ok(next),
            Work::Fail => Err(Stop::Fail),
            Work::Not(part, depth) => self.not(part, depth, next),
            Work::Collect { height, template } => {
                let term = self.cells.freeze(template);
                if let Some(Choice { alternative: Alternative::Findall { found, .. }, .. }) =
                    self.choices.get_mut(height as usize)
                {
                    found.push(term);
                }
                Err(Stop::Fail)
            }
            Work::Leave(number) => {
                self.leave(number);
                Ok(next)
            }
            Work::Exit(pred, height, goal) => {
                self.event(Event::Exit(pred));
                if let Some(goal) = goal {
                    self.event(Event::Success(goal));
                }
                if self.height() > height {
                    self.choose(Alternative::Back(pred), 0);
                }
                Ok(next)
            }
            Work::Label(list) => self.label_list(list, next),
            Work::Raise => match self.pending.take() {
                Some(ball) => Err(Stop::Throw(ball)),
                None => Err(Stop::Fail),
            },
        }
    }

    fn leave(&mut self, wanted: u32) {
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
}
