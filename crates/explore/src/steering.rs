//! What a search for goals knows while it goes on: the open targets and how far away they are, the states that
//! wait, and the errors that were found.

use crate::frontier::{Fork, Frontier, Next, Rank, Waiting};
use crate::pairs::Pairs;
use crate::path::Path;
use crate::plan::Strategy;
use crate::targets::{Distances, FAR, Target, Targets};
use base::Random;
use imperative::{BlockId, DecisionId, ErrorKind, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use std::cell::RefCell;

/// How often it is asked at once whether something goes wrong at a place; later, such questions wait.
const ASKED: u32 = 8;

/// Errors that wait to be asked about at a time.
pub(crate) const MOST_ERRORS: usize = 2_000;

/// States that may wait at a time. When there are more, the worse half is not followed.
pub(crate) const MOST_WAITING: usize = 40_000;

pub(crate) struct Steering<'a> {
    targets: &'a RefCell<Targets>,
    distances: Distances,
    pairs: Pairs,
    /// The open targets that the present path has reached.
    pending: FxHashSet<Target>,
    /// The version of the targets that the distances are of; none if they are of another path.
    measured: Option<u64>,
    pub(crate) frontier: Frontier,
    strategy: Strategy,
    random: Random,
    order: u64,
    /// Errors that were found, and how often others were asked about.
    errors: FxHashSet<(ErrorKind, Span)>,
    asked: FxHashMap<(ErrorKind, Span), u32>,
    pub(crate) errors_waiting: usize,
}

impl<'a> Steering<'a> {
    pub(crate) fn new(
        program: &Program,
        entry: ProcId,
        strategy: Strategy,
        targets: &'a RefCell<Targets>,
    ) -> Steering<'a> {
        Steering {
            targets,
            distances: Distances::new(program, entry),
            pairs: Pairs::new(program, &targets.borrow()),
            pending: FxHashSet::default(),
            measured: None,
            frontier: Frontier::default(),
            strategy,
            random: Random::new(if let Strategy::Random(seed) = strategy { seed } else { 0 }),
            order: 0,
            errors: FxHashSet::default(),
            asked: FxHashMap::default(),
            errors_waiting: 0,
        }
    }

    /// True if no goal is open.
    pub(crate) fn is_done(&self) -> bool {
        self.targets.borrow().is_empty()
    }

    /// How many targets are open.
    pub(crate) fn left(&self) -> usize {
        self.targets.borrow().len()
    }

    /// A path is followed from here on: it need not look for the targets that it has reached.
    pub(crate) fn follow(&mut self, path: &Path) {
        let targets = self.targets.borrow();
        let pending: FxHashSet<Target> = path.hits().filter(|t| targets.is_open(t)).collect();
        if pending != self.pending {
            let before = std::mem::replace(&mut self.pending, pending);
            self.changed(before.symmetric_difference(&self.pending.clone()));
        }
    }

    /// The present path reaches a target; true if that is open and the path had not reached it before.
    pub(crate) fn comes_to(&mut self, target: Target) -> bool {
        let new = self.targets.borrow().is_open(&target) && self.pending.insert(target);
        if new {
            self.changed([&target].into_iter());
        }
        new
    }

    /// Distances to some targets have to be measured anew.
    fn changed<'t>(&mut self, targets: impl Iterator<Item = &'t Target>) {
        for target in targets {
            match target {
                Target::Pair(pair) => self.pairs.forget(&pair.definition),
                _ => self.measured = None,
            }
        }
    }

    /// The targets that a path reaches where it enters a block, whose definitions are noted.
    pub(crate) fn enters(&self, path: &mut Path, to: BlockId) -> Vec<Target> {
        let Some(proc) = path.frames.last().map(|f| f.proc) else { return Vec::new() };
        let mut out = vec![Target::Block(proc, to)];
        if !self.pairs.is_empty() {
            if to == BlockId::ENTRY && path.frames.last().is_some_and(|f| f.block == to) {
                path.held = self.pairs.at_entry(&path.held, proc).into();
            }
            out.extend(self.pairs.met(&path.held, proc, to, None));
        }
        out
    }

    /// Notes the definitions that a path holds where it leaves a block.
    pub(crate) fn leaves(&self, path: &mut Path, proc: ProcId, block: BlockId) {
        if let Some(held) = self.pairs.after(&path.held, proc, block) {
            path.held = held.into();
        }
    }

    /// The targets that a path reaches where it takes a branch.
    pub(crate) fn sides(
        &self,
        path: &Path,
        proc: ProcId,
        decision: DecisionId,
        outcome: bool,
    ) -> Vec<Target> {
        let mut out = vec![Target::Side(proc, decision, outcome)];
        if let Some(frame) = path.frames.last().filter(|_| !self.pairs.is_empty()) {
            out.extend(self.pairs.met(&path.held, proc, frame.block, Some((decision, outcome))));
        }
        out
    }

    /// A path could not take a side of a decision.
    pub(crate) fn fail_at(&mut self, path: &Path, fork: &Fork, outcome: bool) {
        let Some(frame) = path.frames.last() else { return };
        let (proc, block) = (frame.proc, frame.block);
        let mut missed = self.sides(path, proc, fork.decision, outcome);
        if !self.pairs.is_empty() {
            let held = self.pairs.after(&path.held, proc, block);
            missed.extend(self.pairs.met(
                held.as_deref().unwrap_or(&path.held),
                proc,
                fork.to(outcome),
                None,
            ));
        }
        missed.into_iter().for_each(|target| self.fail(target));
    }

    /// The present path has ended: a target that it reached and that no test shows counts as a failure.
    pub(crate) fn ended(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let targets = self.targets.borrow();
        pending.iter().filter(|t| targets.is_open(t)).for_each(|t| self.distances.fail(*t));
        drop(targets);
        self.changed(pending.iter());
    }

    /// A target could not be reached.
    pub(crate) fn fail(&mut self, target: Target) {
        if self.targets.borrow().is_open(&target) {
            self.distances.fail(target);
            self.changed([&target].into_iter());
        }
    }

    fn measure(&mut self) {
        let targets = self.targets.borrow();
        if self.pairs.follow(&targets) {
            self.measured = None;
        }
        if self.measured != Some(targets.version()) {
            let (distances, pending) = (&self.distances, &self.pending);
            let makers = self.pairs.makers(&|t| open(&targets, pending, distances, t));
            self.distances.measure(&targets, &self.pending, &makers);
            self.measured = Some(targets.version());
        }
    }

    /// How far it is to the nearest open use of what a path holds, from the beginning of a block of the innermost call.
    fn distance_of_pairs(&mut self, path: &Path, side: Option<Target>, to: Option<BlockId>) -> u32 {
        let Some(frame) = path.frames.last().filter(|_| !self.pairs.is_empty()) else { return FAR };
        let (proc, from) = (frame.proc, frame.block);
        let targets = self.targets.borrow();
        let (pending, distances) = (&self.pending, &self.distances);
        let open = |t: &Target| open(&targets, pending, distances, t);
        let mut least = FAR;
        if let Some(Target::Side(_, decision, outcome)) = side {
            let met = self.pairs.met(&path.held, proc, from, Some((decision, outcome)));
            least = met.filter_map(|t| open(&t)).min().unwrap_or(FAR);
        }
        let held = to.and_then(|_| self.pairs.after(&path.held, proc, from));
        let held = held.as_deref().unwrap_or(&path.held);
        let ahead = self.pairs.distance(held, proc, to.unwrap_or(from), &open);
        least.min(ahead.saturating_add(u32::from(side.is_some())))
    }

    /// How far it is to the nearest goal by way of a target, or of a block that the innermost call goes on to.
    pub(crate) fn distance(&mut self, path: &Path, target: Option<Target>, to: Option<BlockId>) -> u32 {
        self.measure();
        if let Some(target) = target
            && self.targets.borrow().is_open(&target)
            && !self.pending.contains(&target)
        {
            return self.distances.failures(&target);
        }
        let mut frames = path.frames.iter().rev();
        let innermost = frames.next().map(|f| (f.proc, to.unwrap_or(f.block)));
        let open = innermost.into_iter().chain(frames.map(|f| (f.proc, f.block)));
        // Taking the target itself is nearer than reaching the next one.
        let nearest = self.distances.of_calls(open).saturating_add(u32::from(target.is_some()));
        nearest.min(self.distance_of_pairs(path, target, to))
    }

    /// How good a state is; `order` is its place among the others.
    pub(crate) fn rank(&mut self, waiting: &Waiting, order: u64) -> Rank {
        let path = &waiting.path;
        let proc = path.frames.last().map(|f| f.proc);
        let (target, to) = match (&waiting.next, proc) {
            (Next::Side(fork, outcome), Some(proc)) => {
                (Some(Target::Side(proc, fork.decision, *outcome)), Some(fork.to(*outcome)))
            }
            (Next::Split(split, value), Some(proc)) => {
                (split.atom.map(|(d, atom)| Target::Atom(proc, d, atom, *value)), None)
            }
            _ => (None, None),
        };
        let carries = path.hits().any(|t| self.targets.borrow().is_open(&t));
        let distance = if carries { 0 } else { self.distance(path, target, to) };
        let class = match waiting.next {
            Next::Error(_) => 2,
            _ => u8::from(distance == FAR),
        };
        let (distance, rounds) = match self.strategy {
            Strategy::Suitable | Strategy::Coverage => (distance, path.rounds),
            Strategy::Depth | Strategy::Breadth | Strategy::Random(_) => (0, 0),
        };
        Rank { class, tier: path.tier, distance, rounds, order }
    }

    /// The place of a new state among the others.
    pub(crate) fn next_order(&mut self) -> u64 {
        self.order += 1;
        match self.strategy {
            Strategy::Random(_) => self.random.bits(),
            Strategy::Depth => u64::MAX - self.order,
            _ => self.order,
        }
    }

    /// An error was found.
    pub(crate) fn learn(&mut self, error: (ErrorKind, Span)) {
        self.errors.insert(error);
    }

    /// True if it is asked at once whether something goes wrong.
    pub(crate) fn asks(&mut self, error: (ErrorKind, Span)) -> bool {
        let times = self.asked.entry(error).or_default();
        *times += 1;
        *times <= ASKED && !self.errors.contains(&error)
    }
}

/// How often the search failed at a target; none if it is not open, or the present path has reached it.
fn open(
    targets: &Targets,
    pending: &FxHashSet<Target>,
    distances: &Distances,
    target: &Target,
) -> Option<u32> {
    (targets.is_open(target) && !pending.contains(target)).then(|| distances.failures(target))
}
