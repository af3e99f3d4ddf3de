//! What is asked of a search, and what comes of it.

use crate::path::End;
use base::Stop;
use imperative::machine::{Run, State as Input};
use imperative::{DecisionId, ProcId};
use solver::{Advice, Solver};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How far to go (`None` does not bind), and how small inputs must be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Iterations of a loop each time it is entered.
    pub loops: Option<u32>,
    /// Calls that have not returned, the first included.
    pub depth: Option<u32>,
    /// The same, but only where a procedure calls itself, if by way of others.
    pub recursion: Option<u32>,
    /// Decisions on a path.
    pub path_length: Option<u32>,
    /// Cells and arrays of an input.
    pub max_cells: Option<usize>,
    /// Are inputs to be the smallest of their paths, proved?
    pub minimal: bool,
}

/// In which order states are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The newest first.
    #[default]
    Depth,
    /// The oldest first.
    Breadth,
    /// The one nearest to an outcome that no path has taken.
    Coverage,
    /// By chance, from this seed.
    Random(u64),
}

/// How many inputs a path gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PerPath {
    /// One.
    #[default]
    One,
    /// One for each shape of the input heap with at most so many cells, none isomorphic to another.
    Shapes(usize),
    /// Up to `count` with at most `cells` cells, as different as they can be.
    Different {
        /// How many.
        count: usize,
        /// The cells.
        cells: usize,
    },
}

/// Finer forks than decisions. With any of them, one path comes once for each way through it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splits {
    /// Decisions that fork at each of their atomic conditions, in order.
    pub atoms: Vec<(ProcId, DecisionId)>,
    /// Does reading a field or an element fork by which write it reads, and the end of a run by which writes
    /// are still there?
    pub sources: bool,
}

impl Splits {
    /// Is a path to come only once?
    pub fn is_none(&self) -> bool {
        self.atoms.is_empty() && !self.sources
    }
}

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How far to go.
    pub bounds: Bounds,
    /// In which order.
    pub strategy: Strategy,
    /// How many inputs a path gets.
    pub per_path: PerPath,
    /// How many threads may work at a time. What comes out does not depend on it.
    pub jobs: usize,
    /// Are the ways that were not gone to be listed?
    pub sides: bool,
    /// Finer forks than decisions.
    pub splits: Splits,
    /// Is an input to be handed on for each way that the bounds cut off, if its run ends? Its path is longer
    /// than the bounds allow.
    pub beyond: bool,
    /// Iterations that a loop may have which no input keeps going (`for (i = 0; i < 10; i++)`), if that is more than the
    /// bound for the others.
    pub fixed_rounds: u32,
    /// Do inputs get one value each where the program mixes them as a hash does? The search is not complete then.
    pub examples: bool,
    /// Is losing memory an error?
    pub leaks: bool,
    /// The work after which the search is given up: what is found by then counts, the rest stays unknown. Each question to
    /// the solver gets a small part of it.
    pub effort: Option<Duration>,
    /// Who hears the questions to the solver.
    pub advice: Option<Arc<dyn Advice>>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            bounds: Bounds::default(),
            strategy: Strategy::default(),
            per_path: PerPath::default(),
            jobs: 1,
            sides: false,
            splits: Splits::default(),
            beyond: false,
            fixed_rounds: 0,
            examples: false,
            leaks: false,
            effort: None,
            advice: None,
        }
    }
}

impl Plan {
    /// A solver for new terms.
    pub(crate) fn solver(&self) -> Solver {
        let mut solver = Solver::new();
        if let Some(advice) = &self.advice {
            solver.set_adviser(advice.adviser());
        }
        solver
    }

    /// A plan with these bounds and nothing else asked for.
    pub fn within(bounds: Bounds) -> Plan {
        Plan { bounds, ..Plan::default() }
    }
}

/// A path with an input that follows it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The decisions with their outcomes, in order.
    pub decisions: Vec<(ProcId, DecisionId, bool)>,
    /// How it ends.
    pub end: End,
    /// The path condition, in paper notation.
    pub condition: String,
    /// The input.
    pub input: Input,
    /// What the concrete machine did on it.
    pub run: Run,
    /// Questions to the solver up to here, to show how the search gets on.
    pub queries: u64,
}

/// A way that was not gone on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The decisions up to there, the last one being the side itself.
    pub decisions: Vec<(ProcId, DecisionId, bool)>,
    /// Why not.
    pub kind: SideKind,
}

/// Why a way was not gone on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// No input takes it.
    Infeasible,
    /// The bounds cut it off.
    Cut,
}

/// What came out of a decision on the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passed {
    /// Its procedure.
    pub proc: ProcId,
    /// The decision.
    pub decision: DecisionId,
    /// How it came out.
    pub outcome: bool,
    /// How its atomic conditions did, in the order in which they were looked at; empty where these do not fork.
    pub atoms: Vec<bool>,
}

/// What the search did.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Paths that were found feasible within the bounds.
    pub paths: u64,
    /// Sides of decisions that no input takes.
    pub infeasible: u64,
    /// Ways on that the bounds cut off; the first one at least is feasible.
    pub cut: u64,
    /// What came out of decisions on ways that the bounds cut off. Of this nobody may say that nothing takes it.
    pub cut_through: BTreeSet<Passed>,
    /// Ways on of which nothing is known, and paths without an input.
    pub unknown: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// The time that the search took, that of all threads together, where [`Plan::effort`] limits it.
    pub work: Duration,
    /// Was the search given up because of [`Plan::effort`]?
    pub given_up: bool,
    /// Why something is unknown, each reason once.
    pub reasons: Vec<String>,
    /// What it takes for granted of the input, each once.
    pub assumed: Vec<String>,
    /// The limit that ended the search.
    pub stopped: Option<Stop>,
    /// The ways that were not gone, if they were asked for.
    pub sides: Vec<Side>,
}

impl Exploration {
    /// Has every feasible path within the bounds its input?
    pub fn is_complete(&self) -> bool {
        self.unknown == 0 && self.stopped.is_none() && !self.given_up
    }

    /// Adds what another part of the search did.
    pub fn add(&mut self, part: &Exploration) {
        self.paths += part.paths;
        self.infeasible += part.infeasible;
        self.cut += part.cut;
        self.cut_through.extend(part.cut_through.iter().cloned());
        self.unknown += part.unknown;
        self.queries += part.queries;
        self.work += part.work;
        self.given_up |= part.given_up;
        self.stopped = self.stopped.or(part.stopped);
        self.sides.extend(part.sides.iter().cloned());
        for (all, new) in [(&mut self.reasons, &part.reasons), (&mut self.assumed, &part.assumed)] {
            for sentence in new {
                if !all.contains(sentence) {
                    all.push(sentence.clone());
                }
            }
        }
    }
}
