//! How far a walk goes, and its result.

use base::Stop;
use solver::Advice;
use source::Span;
use std::sync::Arc;

/// How far a walk goes.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// At most this many calls open at once, the first included.
    pub depth: u32,
    /// At most this many steps of a run.
    pub steps: u64,
    /// At most this many decisions on a path.
    pub path_length: Option<usize>,
    /// At most this many backtracks of a run.
    pub backtracks: Option<usize>,
    /// At most this much effort, in steps of the machine; a query counts as some.
    pub effort: Option<u64>,
    /// Receives the queries.
    pub advice: Option<Arc<dyn Advice>>,
}

impl Bounds {
    /// Bounds on calls and steps only.
    pub fn new(depth: u32, steps: u64) -> Bounds {
        Bounds { depth, steps, path_length: None, backtracks: None, effort: None, advice: None }
    }
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has solutions.
    Ok,
    /// It has none.
    Fail,
    /// It throws.
    Error {
        /// What, as text.
        ball: String,
        /// Where.
        span: Option<Span>,
    },
}

/// The result of a walk.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    /// Paths with an input.
    pub paths: u64,
    /// Branches of decisions, and whole paths, that no input takes.
    pub infeasible: u64,
    /// Those of them that only ill-typed inputs take.
    pub untyped: u64,
    /// Paths that the bounds cut off.
    pub cut: u64,
    /// Those of them that the bound on open calls of a library cut off.
    pub cut_in_library: u64,
    /// Paths that reached something unknown, or for which no input was found.
    pub unknown: u64,
    /// Paths that differ from others inside of a library only.
    pub repeated: u64,
    /// Paths that calls take under constraints alone, such as "no f(Y) for any Y", which Prolog cannot post: no goal
    /// takes them.
    pub goalless: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Why something is unknown, each reason once with its place.
    pub reasons: Vec<(String, Option<Span>)>,
    /// Arguments of mode `?`, one bit each, that were asked for their value: what happens when they are ground is not
    /// shown.
    pub asked: u64,
    /// Whether integers stood for other numbers too.
    pub loose: bool,
    /// Whether integers were computed of others. They are taken not to wrap around.
    pub computed: bool,
    /// What ended the walk early.
    pub stopped: Option<Stop>,
    /// The effort that was made.
    pub spent: u64,
    /// Whether the effort was used up.
    pub tired: bool,
    /// Whether the caller ended the walk.
    pub was_ended: bool,
}

/// At most this many reasons are kept.
const REASONS: usize = 20;

impl Walked {
    /// Whether every path within the bounds has its input. Of inputs without types, integers, atoms and terms are
    /// looked for; floats, strings, and terms that arithmetic would evaluate, such as `1 + 2`, are not.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.unknown == 0 && !self.tired && !self.was_ended
    }

    /// Something is unknown.
    pub(crate) fn reason(&mut self, why: String, span: Option<Span>) {
        self.unknown += 1;
        let reason = (why, span);
        if self.reasons.len() < REASONS && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}
