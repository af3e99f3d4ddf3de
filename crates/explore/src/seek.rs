//! Searching for goals: the state that is nearest to an open goal goes on first, and walks on greedily.
//!
//! A path is followed to its end. At each decision it takes the side that is nearer to an open goal, if that is
//! possible, else the side that its model takes for free; the other side waits, and whether it is possible is asked
//! when its turn comes. So `n` decisions that do not depend on each other take two paths.
//!
//! ```text
//! if (a) x++;  if (b) y++;      path 1: a, b      path 2: not a, not b
//! ```
//!
//! A search that deepens has tiers. A state that needs more iterations or open calls than its tier allows waits in a
//! higher one, and a lower tier comes first: short paths come before long ones, and nothing is searched twice. What
//! lies in the tiers up to [`WITHIN`] is within the bounds where a search starts.
//!
//! The search ends when no state waits. It ends before that when all goals are met and the rest would take too long,
//! or when it got nowhere for long; then everything that waits counts as not followed.

use crate::explorer::{Explorer, Sink};
use crate::frontier::{Fork, Next, Split, Waiting};
use crate::lost::Why;
use crate::path::{Hit, Path};
use crate::plan::{Exploration, Found, Plan};
use crate::steering::{MOST_WAITING, Steering};
use crate::targets::{FAR, Target, Targets};
use base::Budget;
use formula::{Term, Value, evaluate};
use imperative::{BlockId, DecisionId, ProcId, Program};
use solver::Verdict;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

/// The last tier that lies within the bounds where a search starts.
const WITHIN: u8 = 1;

/// Iterations of a loop in each tier. The first two are the shortest paths, and the bound where a search starts.
const ROUNDS: [u32; 12] = [1, 3, 6, 12, 24, 48, 100, 200, 400, 1_000, 4_000, 20_000];

/// Open calls in each tier.
const DEPTH: [usize; 12] = [4, 4, 8, 12, 16, 24, 48, 100, 200, 400, 1_000, 4_000];

/// Inputs that are tried where the solver did not know how a path goes on.
const TRIED: u32 = 40;

/// Iterations of a loop that a tier allows.
pub(crate) fn rounds_of(tier: u8) -> u32 {
    ROUNDS.get(tier as usize).copied().unwrap_or(u32::MAX)
}

/// Open calls that a tier allows.
pub(crate) fn depth_of(tier: u8) -> usize {
    DEPTH.get(tier as usize).copied().unwrap_or(usize::MAX)
}

/// Searches a procedure for runs that reach the targets; `each` is given every path, takes away the targets whose
/// goals it meets, and says whether to go on.
pub fn seek(
    program: &Program,
    proc: ProcId,
    plan: &Plan,
    budget: &Budget,
    targets: &RefCell<Targets>,
    each: &mut dyn FnMut(Found) -> bool,
) -> Exploration {
    let halt = AtomicBool::new(false);
    let mut explorer = Explorer::new(program, proc, plan, budget, &halt);
    explorer.steering = Some(Steering::new(program, proc, plan.strategy, targets));
    explorer.seek(&mut |found, _| each(found))
}

impl Explorer<'_> {
    fn seek(mut self, each: &mut Sink<'_>) -> Exploration {
        if let Some(mut path) = self.start() {
            self.enters(&mut path, BlockId::ENTRY);
            self.wait(path, Next::Go);
        }
        let effort = self.plan.effort;
        let (mut left, mut progress) = (self.left(), self.spent());
        let (mut settled, mut tried, mut seeking) = (0, 0, true);
        // States beyond the bounds where the search started, which are not continued.
        let mut beyond = Vec::new();
        while self.going {
            if let Err(stop) = self.budget.look() {
                self.result.stopped = Some(stop);
                break;
            }
            if self.left() < left {
                (left, progress) = (self.left(), self.spent());
            }
            let Some((waiting, mut seeks)) = self.best() else { break };
            let before = self.spent();
            seeking &= !seeks || before <= effort.seeking && before - progress <= effort.stalled;
            seeks &= seeking;
            if !seeks && self.is_beyond(&waiting) {
                beyond.push(waiting);
                continue;
            }
            if !seeks && settled >= effort.settling {
                beyond.push(waiting);
                break;
            }
            let room = if seeks { effort.stalled } else { effort.settling - settled };
            self.pause = before.saturating_add(room);
            let tier = waiting.path.tier;
            self.resume(waiting, each);
            while let Some(condition) = self.stuck.pop() {
                tried += 1;
                if tried <= TRIED {
                    self.go_beyond(&condition, each);
                }
            }
            let spent = self.spent() - before;
            if let Some(s) = &mut self.steering {
                s.ended();
                s.frontier.charge(tier, spent);
            }
            if !seeks {
                settled += spent;
            }
        }
        let rest = self.steering.as_mut().map_or_else(Vec::new, |s| s.frontier.drain());
        for waiting in beyond.into_iter().chain(rest.into_iter().map(|(waiting, _)| waiting)) {
            self.leave(&waiting);
        }
        self.conclude()
    }

    /// True if a state lies beyond the bounds where the search started.
    fn is_beyond(&self, waiting: &Waiting) -> bool {
        self.plan.deepen && waiting.path.tier > WITHIN
    }

    fn left(&self) -> usize {
        self.steering.as_ref().map_or(0, Steering::left)
    }

    /// The best state that waits, and whether a goal lies ahead of it.
    fn best(&mut self) -> Option<(Waiting, bool)> {
        let steering = self.steering.as_mut()?;
        let mut frontier = std::mem::take(&mut steering.frontier);
        let best = frontier.pop(&mut |waiting, rank| steering.rank(waiting, rank.order));
        steering.frontier = frontier;
        let (waiting, rank) = best?;
        steering.follow(&waiting.path);
        Some((waiting, rank.class == 0 && !steering.is_done()))
    }

    /// A state has to wait.
    pub(crate) fn wait(&mut self, path: Path, next: Next) {
        let Some(steering) = &mut self.steering else {
            self.work.push_back(path);
            return;
        };
        let waiting = Waiting { path, next };
        let order = steering.next_order();
        let rank = steering.rank(&waiting, order);
        steering.frontier.push(waiting, rank);
        if steering.frontier.len() > MOST_WAITING {
            let mut all = steering.frontier.drain();
            let worse = all.split_off(MOST_WAITING / 2);
            for (waiting, rank) in all {
                steering.frontier.push(waiting, rank);
            }
            for (waiting, _) in worse {
                self.leave(&waiting);
            }
        }
    }

    /// A state is not followed.
    fn leave(&mut self, waiting: &Waiting) {
        let beyond = self.is_beyond(waiting);
        self.result.cut += u64::from(beyond);
        self.result.given_up |= !beyond;
        let path = &waiting.path;
        match waiting.next {
            Next::Go => self.lose(path, Why::Effort, None),
            Next::Side(fork, outcome) => {
                let mut gone = path.clone();
                if let Some(frame) = path.frames.last() {
                    gone.take(frame.proc, Some(fork.decision), outcome, fork.counts);
                }
                self.lose(&gone, Why::Effort, Some(fork.to(outcome)));
            }
            // The decision itself is still to come.
            Next::Split(..) => self.lose(path, Why::Effort, None),
            // All that came before lies on the path that went on.
            Next::Error(_) => {}
        }
    }

    /// A state that waited goes on.
    fn resume(&mut self, waiting: Waiting, each: &mut Sink<'_>) {
        let Waiting { path, next } = waiting;
        let path = match next {
            Next::Go => Some(path),
            Next::Side(fork, outcome) => {
                let taken = self.take_side(&path, &fork, outcome, each);
                self.note_failed_side(&path, &fork, outcome, taken.is_none());
                taken
            }
            Next::Split(split, outcome) => {
                let target = self.atom_target(&path, &split, outcome);
                let taken = self.take_split(&path, split, outcome);
                self.note_failure(target, taken.is_none());
                taken
            }
            Next::Error(trouble) => {
                self.late_error(&path, trouble, each);
                None
            }
        };
        if let Some(path) = path {
            self.advance(path, each);
        }
    }

    fn note_failure(&mut self, target: Option<Target>, failed: bool) {
        if let (true, Some(target), Some(steering)) = (failed, target, &mut self.steering) {
            steering.fail(target);
        }
    }

    fn note_failed_side(&mut self, path: &Path, fork: &Fork, outcome: bool, failed: bool) {
        if let (true, Some(steering)) = (failed, &mut self.steering) {
            steering.fail_at(path, fork, outcome);
        }
    }

    fn atom_target(&self, path: &Path, split: &Split, outcome: bool) -> Option<Target> {
        let (decision, atom) = split.atom?;
        Some(Target::Atom(path.frames.last()?.proc, decision, atom, outcome))
    }

    /// Notes the targets that a path reaches where it enters a block.
    pub(crate) fn enters(&mut self, path: &mut Path, to: BlockId) {
        if path.checking.is_none()
            && let Some(steering) = &self.steering
        {
            let met = steering.enters(path, to);
            met.into_iter().for_each(|target| self.comes_to(path, target));
        }
    }

    /// Notes those that it reaches where it takes a branch.
    pub(crate) fn takes(&mut self, path: &mut Path, decision: DecisionId, outcome: bool) {
        if path.checking.is_none()
            && let (Some(steering), Some(proc)) = (&self.steering, path.frames.last().map(|f| f.proc))
        {
            let met = steering.sides(path, proc, decision, outcome);
            met.into_iter().for_each(|target| self.comes_to(path, target));
        }
    }

    /// Notes a target that a path reaches.
    pub(crate) fn comes_to(&mut self, path: &mut Path, target: Target) {
        if path.checking.is_none() && self.steering.as_mut().is_some_and(|s| s.comes_to(target)) {
            path.hits = Some(Rc::new(Hit { target, before: path.hits.take() }));
        }
    }

    /// How a formula comes out in the model that is known of a path.
    fn free_side(&mut self, path: &Path, formula: Term) -> Option<bool> {
        let Verdict::Sat(model) = self.ask(&path.condition) else { return None };
        match evaluate(&self.world.terms, &model, formula) {
            Ok(Value::Bool(holds)) => Some(holds),
            _ => None,
        }
    }

    /// Takes the better side of a decision; the other one waits.
    pub(crate) fn choose_side(&mut self, path: Path, fork: Fork, each: &mut Sink<'_>) -> Option<Path> {
        if let Some(outcome) = self.world.terms.as_bool(fork.value) {
            return self.take_side(&path, &fork, outcome, each);
        }
        let proc = path.frames.last()?.proc;
        let side = |outcome: bool| Target::Side(proc, fork.decision, outcome);
        let free = self.free_side(&path, fork.value);
        let steering = self.steering.as_mut()?;
        let mut distance =
            |outcome: bool| steering.distance(&path, Some(side(outcome)), Some(fork.to(outcome)));
        let (yes, no) = (distance(true), distance(false));
        let is_loop = self.program.proc(proc)?.loops.iter().any(|l| l.decision == fork.decision);
        let first = match yes.cmp(&no) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            // One more iteration gains nothing.
            std::cmp::Ordering::Equal if yes == FAR && is_loop => false,
            std::cmp::Ordering::Equal => free.unwrap_or(true),
        };
        let taken = self.take_side(&path, &fork, first, each);
        self.note_failed_side(&path, &fork, first, taken.is_none());
        if taken.is_none() {
            let other = self.take_side(&path, &fork, !first, each);
            self.note_failed_side(&path, &fork, !first, other.is_none());
            return other;
        }
        self.wait(path, Next::Side(fork, !first));
        taken
    }

    /// Takes the better side of a formula that is no decision; the other one waits.
    pub(crate) fn choose_split(&mut self, path: Path, split: Split) -> Option<Path> {
        if let Some(outcome) = self.world.terms.as_bool(split.formula) {
            return self.take_split(&path, split, outcome);
        }
        let free = self.free_side(&path, split.formula);
        let targets = [false, true].map(|outcome| self.atom_target(&path, &split, outcome));
        let steering = self.steering.as_mut()?;
        let [no, yes] = targets.map(|target| steering.distance(&path, target, None));
        let first = match yes.cmp(&no) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => free.unwrap_or(true),
        };
        let taken = self.take_split(&path, split, first);
        self.note_failure(targets[usize::from(first)], taken.is_none());
        if taken.is_none() {
            let other = self.take_split(&path, split, !first);
            self.note_failure(targets[usize::from(!first)], other.is_none());
            return other;
        }
        self.wait(path, Next::Split(split, !first));
        taken
    }

    /// Adds a formula to the path condition; if it is unknown whether that is feasible, the path is not followed.
    pub(crate) fn assume_or_lose(&mut self, path: Path, f: Term) -> Option<Path> {
        let unknown = self.result.unknown;
        let before = path.clone();
        let out = self.assume(path, f);
        if out.is_none() && self.result.unknown > unknown {
            self.lose_unknown(&before, None);
        }
        out
    }
}
