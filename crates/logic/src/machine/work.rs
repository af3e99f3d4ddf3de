//! What a run still has to do, what it may try instead, and why a step did not go on.

use super::cells::{Addr, Frozen};
use super::guide::Halt;
use super::moded::Arms;
use crate::ids::{ClauseId, GoalId, PredId};
use crate::moded::Results;

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
    /// The goals of a conjunction of a procedure from one on, with its frame.
    Block {
        block: u32,
        goal: u32,
        env: u32,
        depth: u32,
    },
    /// A condition holds: its `else` part, the choice of this height, is not done any more. Other solutions of the condition
    /// may come.
    Holds(u32),
    /// A goal with several solutions succeeds; the choice of this height counts its failure. If nothing is left to try, the
    /// goal will not be tried again, and does not fail.
    Returned(u32),
    /// The procedure that the run is about.
    Start(u32),
    /// A solution of a closure all of whose solutions are asked for; the choice has this height, the value is in this slot.
    Found {
        height: u32,
        at: u32,
    },
    /// A solution of a closure whose solutions are folded; the choice has this height. The slots from this one on are for the
    /// solution, for whether to go on, for what is accumulated, and for the closure that folds.
    Fold {
        height: u32,
        at: u32,
        depth: u32,
        more: Option<crate::Atom>,
    },
    /// The closure that folds is done.
    Folded {
        height: u32,
        at: u32,
        more: Option<crate::Atom>,
    },
    /// A closure that was tried succeeds; the choice has this height, the value is in this slot, and this slot says so.
    Tried {
        height: u32,
        at: u32,
        results: Results,
        result: Option<u32>,
    },
}

/// Work and what comes after it; 0 is the end.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    pub work: Work,
    pub next: u32,
}

/// What may be tried instead.
#[derive(Clone)]
pub(crate) enum Alternative {
    /// The clauses after one.
    Clauses {
        pred: PredId,
        last: ClauseId,
        args: Addr,
        depth: u32,
    },
    /// The clauses that fit, from one on.
    Matched {
        clauses: std::sync::Arc<[ClauseId]>,
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
    /// Reached when the call of this predicate by a goal fails.
    Failing(PredId, Option<GoalId>),
    /// Reached when the run backtracks into this predicate.
    Back(PredId),
    /// The arms of a disjunction after one.
    Arms(Arms),
    /// What is done if the condition of an if-then-else, or what a negation is about, has no solution.
    Otherwise(Work),
    /// Reached when the goal behind this label was tried and failed.
    Exhausted(u32),
    /// Reached when a closure has no further solution.
    Solutions {
        list: Option<u32>,
        found: Vec<Frozen>,
    },
    /// Reached when a closure whose solutions are folded has no further one; what is accumulated, and where it goes.
    Fold {
        result: Option<u32>,
        so_far: Frozen,
    },
    /// Reached when a closure that was tried fails.
    Try {
        results: Results,
        result: Option<u32>,
        world: Option<u32>,
    },
    Nothing,
}

#[derive(Clone)]
pub(crate) struct Choice {
    pub alternative: Alternative,
    /// What comes after it.
    pub after: u32,
    pub trail: usize,
    pub cells: usize,
    pub chains: usize,
    pub left: usize,
    pub apart: usize,
    pub guide: usize,
    /// How many cells the frames of procedures take.
    pub frames: u32,
    /// How long the trace of a run of procedures is.
    pub path: usize,
}

/// How a run ends after an exception that is not caught.
pub(crate) enum Thrown {
    /// Nothing catches it; its text.
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
    Demand(Addr, Wanted),
}

/// What a constraint takes in one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// An expression of integers: `1+1` counts as 2.
    Expression,
    /// An integer.
    Integer,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        match halt {
            Halt::Infeasible => Stop::Infeasible,
            Halt::Unknown(why) => Stop::Unknown(why),
        }
    }
}
