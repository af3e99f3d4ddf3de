//! What is asked of a search, and what comes of it.

use crate::album::Depicted;
use crate::assumption::Assumption;
use crate::explorer::PathEnd;
use crate::lost::{Lost, Why};
use crate::path::End;
use base::Stop;
use imperative::machine::{Run, State as Input};
use imperative::{DecisionId, ErrorKind, ProcId};
use solver::{Advice, Solver};
use source::Span;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// How far to go (`None` does not bind), and how small inputs must be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Iterations of a loop each time it is entered.
    pub loops: Option<u32>,
    /// Calls that have not returned, the first included.
    pub depth: Option<u32>,
    /// The same, but only for recursive calls, direct or indirect.
    pub recursion: Option<u32>,
    /// Decisions on a path.
    pub path_length: Option<u32>,
    /// Cells and arrays of an input.
    pub max_cells: Option<usize>,
    /// Whether inputs are to be the smallest of their paths, proved.
    pub minimal: bool,
}

/// The bounds that bind, as they are given on the command line.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.max_cells.map(|n| n as u64);
        let depth = self.depth.or(self.recursion);
        let named = [
            ("--loops", self.loops.map(u64::from)),
            ("--depth", depth.map(u64::from)),
            ("--path-length", self.path_length.map(u64::from)),
            ("--max-cells", cells),
        ];
        let given: Vec<String> =
            named.iter().filter_map(|(name, n)| n.map(|n| format!("{name} {n}"))).collect();
        f.write_str(&given.join(" "))
    }
}

/// In which order states are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// As it suits what is asked: the newest first for all paths, the nearest first for goals.
    #[default]
    Suitable,
    /// The newest first.
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
    /// One for each shape of the input heap with at most this number of cells, none isomorphic to another.
    Shapes(usize),
    /// Up to `count` with at most `cells` cells, as different as they can be.
    Different {
        /// How many.
        count: usize,
        /// The cells.
        cells: usize,
    },
}

/// Finer forks than decisions. With any of them, one path is found once for each of its executions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splits {
    /// Decisions that fork at each of their atomic conditions, in order.
    pub atoms: Vec<(ProcId, DecisionId)>,
    /// Whether reading a field or an element forks on which write it reads, and the end of a run on which writes are
    /// still there.
    pub sources: bool,
}

impl Splits {
    /// True if there are no finer forks, so that each path is found once.
    pub fn is_none(&self) -> bool {
        self.atoms.is_empty() && !self.sources
    }
}

/// What a search for goals may spend, in steps: a step takes about a microsecond, and the same search takes the same
/// steps on any machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// While goals are open.
    pub seeking: u64,
    /// Since a goal was last met.
    pub stalled: u64,
    /// To see the rest of what lies within the bounds, when no goal is open any more or none can be reached.
    pub settling: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { seeking: u64::MAX, stalled: u64::MAX, settling: u64::MAX }
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
    /// Whether the branches that were not explored are listed.
    pub sides: bool,
    /// Finer forks than decisions.
    pub splits: Splits,
    /// Whether the bounds are only where a search for goals starts. It goes farther while goals are open.
    pub deepen: bool,
    /// Whether inputs get one value each where the program mixes them as a hash does. The search is not complete then.
    pub examples: bool,
    /// Whether losing memory is an error.
    pub leaks: bool,
    /// Whether loops whose iterations are independent of each other are taken as a whole, and the states are kept.
    pub pictures: bool,
    /// Of the states that are kept: whether an array is not brought to canonical form where a decision reads elements
    /// of it.
    pub shortcuts: bool,
    /// Whether the value-sets of the states are judged.
    pub judge: bool,
    /// What a search for goals may spend.
    pub effort: Effort,
    /// The most steps of a search for all paths, in steps that take about a microsecond each.
    pub most: u64,
    /// Gives each solver an adviser that hears its queries.
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
            deepen: false,
            examples: false,
            leaks: false,
            pictures: false,
            shortcuts: false,
            judge: false,
            effort: Effort::default(),
            most: u64::MAX,
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

/// How an input was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It solves the condition of a path that was followed to its end, within the bounds.
    Path,
    /// Its run alone tells the path, which may lead beyond the bounds.
    Run,
}

/// A path with an input that follows it.
#[derive(Clone, Debug)]
pub struct Found {
    /// How the input was found.
    pub origin: Origin,
    /// The decisions with their outcomes, in order.
    pub decisions: Vec<(ProcId, DecisionId, bool)>,
    /// The errors that were caught on the way, and where people see them, in order.
    pub caught: Vec<(ErrorKind, Span)>,
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
    /// The states on the way, if they were asked for.
    pub states: Vec<Depicted>,
}

impl Found {
    /// What distinguishes its path from others.
    pub(crate) fn path(&self) -> PathEnd {
        (self.decisions.clone(), self.caught.clone(), self.end.clone())
    }
}

/// A branch that was not explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnexploredBranch {
    /// The decisions up to there, the last one being the branch itself.
    pub decisions: Vec<(ProcId, DecisionId, bool)>,
    /// Why not.
    pub kind: WhyUnexplored,
}

/// Why a branch was not explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyUnexplored {
    /// No input takes it.
    Infeasible,
    /// The bounds cut it off.
    Cut,
}

/// The outcome of a decision on a path.
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
    /// Branches that no input takes.
    pub infeasible: u64,
    /// Paths that the bounds cut off; the first one at least is feasible.
    pub cut: u64,
    /// What was not followed, by the reason. Goals that lie there must not be called infeasible.
    pub lost: BTreeMap<Why, Lost>,
    /// Paths of which it is unknown how they continue, and paths without an input.
    pub unknown: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// The steps that a search for goals took.
    pub steps: u64,
    /// Whether [`Plan::effort`] ended the search before everything within the bounds was seen.
    pub given_up: bool,
    /// Why something is unknown, each reason once.
    pub reasons: Vec<String>,
    /// What it takes for granted of the input, each once.
    pub assumed: Vec<Assumption>,
    /// What it takes for granted besides, each once; these are among the reasons, too.
    pub granted: Vec<Assumption>,
    /// The limit that ended the search.
    pub stopped: Option<Stop>,
    /// The branches that were not explored, if they were asked for.
    pub unexplored: Vec<UnexploredBranch>,
    /// How many value-sets were judged.
    pub judged: u64,
    /// What was wrong with them.
    pub flaws: Vec<String>,
}

impl Exploration {
    /// True if every feasible path within the bounds has its input.
    pub fn is_complete(&self) -> bool {
        self.unknown == 0 && self.stopped.is_none() && !self.given_up
    }

    /// Adds what another part of the search did.
    pub fn add(&mut self, part: &Exploration) {
        self.paths += part.paths;
        self.infeasible += part.infeasible;
        self.cut += part.cut;
        for (why, lost) in &part.lost {
            let all = self.lost.entry(why.clone()).or_default();
            all.blocks.extend(lost.blocks.iter().copied());
            all.through.extend(lost.through.iter().cloned());
        }
        self.unknown += part.unknown;
        self.queries += part.queries;
        self.steps += part.steps;
        self.given_up |= part.given_up;
        self.stopped = self.stopped.or(part.stopped);
        self.unexplored.extend(part.unexplored.iter().cloned());
        self.judged += part.judged;
        self.flaws.extend(part.flaws.iter().cloned());
        join(&mut self.reasons, &part.reasons);
        join(&mut self.assumed, &part.assumed);
        join(&mut self.granted, &part.granted);
    }

    /// Something is taken for granted of the input.
    pub(crate) fn assume(&mut self, what: Assumption) {
        join(&mut self.assumed, &[what]);
    }
}

/// Adds what is not there yet.
fn join<T: Clone + PartialEq>(all: &mut Vec<T>, new: &[T]) {
    for one in new {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
}
