//! Searches beside the main one, for goals that it leaves open. What they find counts; that they find nothing says nothing,
//! but for those with finer forks, which see as much as the main one.
//!
//! ```text
//! nearby      with one value for each input that is mixed as a hash mixes, and within closer bounds, where the main
//!             search became too much
//! finer       with forks at atomic conditions and at the sources of reads
//! trying      other numbers in inputs that are known
//! beyond      what the bounds cut off, run to its end, and loops that go round as often as a small buffer takes to fill
//! ```

use super::state::State;
use super::{AT_LEAST, Hunt, Looked, Progress, QUICK};
use base::Budget;
use explore::{Bounds, Exploration, PerPath, Plan, Splits, explore};
use imperative::{Branching, ProcId, Program};
use std::time::Duration;

/// Paths of one entry after which a search with finer forks is given up.
const SPLIT_PATHS: u64 = 20_000;

/// Closer bounds: iterations of a loop, calls of a procedure by itself.
const NEARBY: [(u32, u32); 2] = [(1, 2), (2, 2)];

/// Iterations of loops over what has a fixed size, where open goals may lie behind them.
const FIXED_ROUNDS: u32 = 12;

/// Iterations of any loop, where open goals lie just behind the bounds: so many digits overflow a number.
const FARTHER: u32 = 12;

/// Iterations of any loop, where open goals may need a long input: a name of 32 characters, a buffer of as many places.
const FAR: u32 = 40;

/// Work that each of the searches beyond the bounds may cost for all entries together.
const BEYOND: Duration = Duration::from_secs(4);

/// Where a search looks, and for how long.
pub(super) struct Aside<'a> {
    pub entry: ProcId,
    /// What it can come to: the search ends when no goal is open there.
    pub procs: &'a [ProcId],
    pub budget: &'a Budget,
    /// Does it also look for runs that end well, where others meet the goals?
    pub well: bool,
}

impl Aside<'_> {
    /// Does nobody know what a run there would start with?
    pub(super) fn entry_cannot_start(&self, program: &Program) -> bool {
        program.proc(self.entry).is_none_or(|p| !p.no_start.is_empty())
    }

    fn is_wanted(&self, at: &State<'_, '_>) -> bool {
        (if self.well { at.wanting_in(self.procs) } else { at.left_in(self.procs) }) > 0
    }
}

impl Hunt<'_> {
    /// A search for goals: what it did, and whether it ended by itself.
    fn aside(
        &self,
        aside: &Aside<'_>,
        plan: &Plan,
        most: u64,
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) -> (Exploration, bool) {
        at.queries = total.queries;
        let mut paths = 0;
        let part = explore(self.program, aside.entry, plan, aside.budget, &mut |found| {
            paths += 1;
            at.consider_finer(aside.entry, found, tell);
            !at.more && aside.is_wanted(at) && paths < most
        });
        total.queries += part.queries;
        total.cut_through.extend(part.cut_through.iter().cloned());
        (part, !at.more && paths < most)
    }

    /// Looks for goals with examples, which is quick, and within closer bounds, where a search comes to an end: the work that
    /// it took.
    pub(super) fn nearby(
        &self,
        aside: &Aside<'_>,
        effort: Duration,
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) -> Duration {
        let plan = Plan { effort: Some(effort), per_path: PerPath::One, ..self.plan.clone() };
        let mut plans = vec![Plan { examples: true, ..plan.clone() }];
        for (loops, depth) in NEARBY {
            let closer = |bound: Option<u32>, most: u32| Some(bound.map_or(most, |b| b.min(most)));
            let bounds = Bounds {
                loops: closer(self.plan.bounds.loops, loops),
                recursion: closer(self.plan.bounds.recursion, depth),
                ..self.plan.bounds.clone()
            };
            if bounds != self.plan.bounds {
                plans.push(Plan { bounds, ..plan.clone() });
            }
        }
        let mut work = Duration::ZERO;
        for plan in plans {
            if !aside.is_wanted(at) {
                break;
            }
            work += self.aside(aside, &plan, u64::MAX, at, total, tell).0.work;
        }
        // Last, since nobody can say which condition such values satisfy.
        self.try_values(aside, at, tell);
        work
    }

    /// Looks at runs that are longer than the bounds allow: what they meet is met all the same.
    pub(super) fn beyond(
        &self,
        looked: &[Looked],
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) {
        let open = looked.iter().filter(|l| at.left_in(&l.procs) > 0).count().max(1) as u32;
        let all = self.budget.time_left().map_or(BEYOND, |time| (time / 4).min(BEYOND));
        // Programs in layers are cut at their fifth function: here only what calls itself is bound.
        let bounds = Bounds {
            depth: None,
            recursion: self.plan.bounds.depth.or(self.plan.bounds.recursion),
            ..self.plan.bounds.clone()
        };
        let at_least = |most: u32| Bounds { loops: bounds.loops.map(|k| k.max(most)), ..bounds.clone() };
        let (farther, far) = (at_least(FARTHER), at_least(FAR));
        let plan = Plan {
            bounds,
            beyond: true,
            fixed_rounds: FIXED_ROUNDS,
            per_path: PerPath::One,
            effort: Some((all / open).min(QUICK)),
            ..self.plan.clone()
        };
        // Elsewhere loops say what they do, and whoever asks for two rounds wants no forty.
        let in_atoms = self.program.branching == Branching::Atoms;
        let far = in_atoms.then(|| Plan { bounds: far, examples: true, ..plan.clone() });
        let half = plan.effort.map(|effort| effort / 2);
        let farther = in_atoms.then(|| Plan { bounds: farther, effort: half, ..plan.clone() });
        at.only_new = true;
        for plan in [Some(plan), far, farther].into_iter().flatten() {
            self.search_all(looked, &plan, at, total, tell);
            // What is open may be a side of an atomic condition, which whole conditions do not tell apart.
            let splits = self.splits(at, 1);
            if in_atoms && !splits.is_none() {
                self.search_all(looked, &Plan { splits, effort: half, ..plan }, at, total, tell);
            }
        }
        at.only_new = false;
    }

    /// A search of all entries that goals are open in.
    fn search_all(
        &self,
        looked: &[Looked],
        plan: &Plan,
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) {
        for one in looked {
            if at.left_in(&one.procs) == 0 || total.stopped.is_some() {
                continue;
            }
            let aside = Aside { entry: one.entry, procs: &one.procs, budget: self.budget, well: false };
            let (part, _) = self.aside(&aside, plan, AT_LEAST, at, total, tell);
            total.stopped = total.stopped.or(part.stopped);
        }
    }

    /// Tries values for all entries.
    pub(super) fn try_all(&self, looked: &[Looked], at: &mut State<'_, '_>, tell: &mut dyn FnMut(Progress)) {
        at.only_new = true;
        for one in looked {
            let aside = Aside { entry: one.entry, procs: &one.procs, budget: self.budget, well: true };
            self.try_values(&aside, at, tell);
        }
        at.only_new = false;
    }

    /// A search with finer forks for what is open; false if it does not see everything, and the work that it took.
    pub(super) fn finer(
        &self,
        aside: &Aside<'_>,
        (splits, effort): (Splits, Option<Duration>),
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) -> (bool, Duration) {
        let plan = Plan { splits, per_path: PerPath::One, effort, ..self.plan.clone() };
        let (part, ended) = self.aside(aside, &plan, SPLIT_PATHS, at, total, tell);
        total.stopped = total.stopped.or(part.stopped);
        (part.is_complete() && ended, part.work)
    }
}
