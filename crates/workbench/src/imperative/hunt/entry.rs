//! The search of one entry for goals.
//!
//! ```text
//! seek        short, then the goals that are open are tried to be shown infeasible, then long
//! well        goals met only by failing runs are searched again: compiled programs may hide errors
//! finer       with forks at the sources of reads, for what is defined and used on the heap
//! examples    with one value for each input that is mixed as a hash mixes
//! again       later calls of a procedure that keeps something
//! trying      other numbers in inputs that are known
//! ```
//!
//! What one entry does depends on nothing that others find, so entries can be searched at the same time.

use super::places::target;
use super::state::State;
use super::{Hunt, Progress};
use base::{Budget, Stop};
use criteria::{Goal, reachable};
use explore::{Effort, Exploration, PerPath, Plan, Splits, Targets, seek};
use imperative::{ProcId, Program};
use std::cell::RefCell;

/// Effort for one entry, in steps: a first short look, then the rest. A step takes about a microsecond. The short look
/// takes longer where there are many goals.
const SHORT: Effort = Effort { seeking: 600_000, stalled: 200_000, settling: 400_000 };
const LONG: Effort = Effort { seeking: 20_000_000, stalled: 4_000_000, settling: 400_000 };

/// What the short look takes longer for each goal, and how much that can be for all.
const EACH: u64 = 6_000;
const ALL: u64 = 100_000_000;

/// The same for searches beside the main one.
const ASIDE: Effort = Effort { seeking: 3_000_000, stalled: 600_000, settling: 0 };
const WELL: Effort = Effort { seeking: 300_000, stalled: 100_000, settling: 0 };

/// How far an entry was searched.
pub(crate) struct Looked {
    pub entry: ProcId,
    /// The procedures that it can reach.
    pub procs: Vec<ProcId>,
    /// The searches that say what there is, each with its fineness ([`Hunt::level`]), the main one first.
    pub searches: Vec<(usize, Exploration)>,
    /// Whether they ended by themselves.
    pub ended: bool,
    /// Questions to the solver in all searches.
    pub queries: u64,
    /// Steps of all searches.
    pub steps: u64,
    /// The limit that ended one of the searches.
    pub stopped: Option<Stop>,
}

impl Looked {
    pub(super) fn new(program: &Program, entry: ProcId) -> Looked {
        Looked {
            entry,
            procs: reachable(program, entry),
            searches: Vec::new(),
            ended: true,
            queries: 0,
            steps: 0,
            stopped: None,
        }
    }

    /// True if everything within the bounds was seen.
    pub(super) fn is_whole(&self) -> bool {
        self.ended && self.searches.first().is_some_and(|(_, part)| part.is_complete())
    }

    /// True if the initial state of a run is unknown.
    pub(super) fn initial_state_is_unknown(&self, program: &Program) -> bool {
        program.proc(self.entry).is_none_or(|p| !p.no_start.is_empty())
    }
}

/// A search, and which goals it is for.
pub(super) struct Seeking<'a> {
    pub entry: ProcId,
    pub plan: Plan,
    pub budget: &'a Budget,
    pub wanted: &'a dyn Fn(&Goal) -> bool,
    /// Whether a goal counts as open until a run that ends well meets it.
    pub require_successful_run: bool,
}

impl Hunt<'_> {
    /// The effort that the user allows, as a share of the usual one.
    fn effort(&self, usual: Effort) -> Effort {
        let times = |n: u64| n.saturating_mul(self.effort) / 100;
        Effort {
            seeking: times(usual.seeking),
            stalled: times(usual.stalled),
            settling: times(usual.settling),
        }
    }

    /// The plan of a search for goals.
    pub(super) fn seeking(&self, splits: Splits, effort: Effort) -> Plan {
        Plan { splits, effort: self.effort(effort), per_path: PerPath::One, ..self.plan.clone() }
    }

    /// Searches one entry for its goals.
    pub(super) fn search_entry(
        &self,
        entry: ProcId,
        budget: &Budget,
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) -> Looked {
        let mut looked = Looked::new(self.program, entry);
        let procs = looked.procs.clone();
        // Goals in another entry are searched from that entry.
        let mine = |goal: &Goal| {
            goal.proc == entry || procs.contains(&goal.proc) && !self.entries.contains(&goal.proc)
        };
        let splits = self.splits(at, 1);
        let seeking = |plan: Plan, require_successful_run: bool| Seeking {
            entry,
            plan,
            budget,
            wanted: &mine,
            require_successful_run,
        };
        let goals = at.open_goals().filter(|g| mine(g)).count() as u64;
        let effort = Effort { seeking: SHORT.seeking + EACH.saturating_mul(goals).min(ALL), ..SHORT };
        let short = seeking(self.seeking(splits.clone(), effort), false);
        let mut part = self.seek(&short, at, &mut looked, tell);
        self.prove(at, &mine, budget);
        let open = |at: &State<'_, '_>| at.open_goals().any(mine);
        let go_on = |looked: &Looked, at: &State<'_, '_>| looked.stopped.is_none() && !at.more;
        if go_on(&looked, at) && (part.given_up || part.cut > 0) && open(at) {
            let long = seeking(self.seeking(splits.clone(), LONG), false);
            part = self.seek(&long, at, &mut looked, tell);
        }
        let unknown = part.unknown > 0;
        let seen_all = part.lost.is_empty();
        looked.searches.push((1, part));
        if go_on(&looked, at) && at.goals_met_only_by_failures(&mine) > 0 {
            let strict = seeking(self.seeking(splits.clone(), WELL), true);
            self.seek(&strict, at, &mut looked, tell);
        }
        // A search settles what forks tell, and may still meet the rest.
        let finest =
            at.open_goals().filter(|g| mine(g)).map(|g| self.level(g)).filter(|level| *level >= 2).min();
        if go_on(&looked, at)
            && let Some(level) = finest
        {
            let effort = if level == 2 { ASIDE } else { WELL };
            let finer = seeking(self.seeking(self.splits(at, 2), effort), false);
            let part = self.seek(&finer, at, &mut looked, tell);
            looked.searches.push((2, part));
        }
        if go_on(&looked, at) && open(at) && unknown {
            let plan = Plan { examples: true, ..self.seeking(splits, ASIDE) };
            self.seek(&seeking(plan, false), at, &mut looked, tell);
        }
        if go_on(&looked, at) {
            self.call_again(&mut looked, budget, at, tell);
        }
        if go_on(&looked, at) && !(seen_all && open(at)) {
            self.try_values(&looked, budget, at, tell);
        }
        // Proofs, later calls and tried values are no searches of their own; they do not report that the budget ended
        // them.
        if looked.stopped.is_none() && open(at) {
            looked.stopped = budget.look().err();
        }
        looked
    }

    /// One search; what it finds goes to `at`.
    pub(super) fn seek(
        &self,
        asked: &Seeking<'_>,
        at: &mut State<'_, '_>,
        looked: &mut Looked,
        tell: &mut dyn FnMut(Progress),
    ) -> Exploration {
        at.queries = looked.queries;
        let targets = RefCell::new(Targets::default());
        let open: Vec<usize> = at.open(asked.wanted, asked.require_successful_run);
        for goal in &open {
            if let Some(target) = at.goal(*goal).and_then(|g| target(self.program, g)) {
                targets.borrow_mut().add(target);
            }
        }
        let mut left: std::collections::BTreeSet<usize> = open.into_iter().collect();
        let part = seek(self.program, asked.entry, &asked.plan, asked.budget, &targets, &mut |found| {
            at.consider(asked.entry, found, tell);
            for goal in at.newly_met(asked.require_successful_run) {
                if left.remove(&goal)
                    && let Some(target) = at.goal(goal).and_then(|g| target(self.program, g))
                {
                    targets.borrow_mut().remove(target);
                }
            }
            !at.more
        });
        looked.queries += part.queries;
        looked.steps += part.steps;
        looked.stopped = looked.stopped.or(part.stopped);
        part
    }

    /// Goals that no test of an entry of their own meets are looked for from the entries that come there.
    pub(super) fn by_callers(
        &self,
        looked: &mut [Looked],
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) {
        let mut order: Vec<usize> = (0..looked.len()).collect();
        order.sort_by_key(|i| looked.get(*i).is_some_and(|l| self.is_driver(l.entry)));
        for i in order {
            let Some(one) = looked.get(i) else { continue };
            let (entry, procs) = (one.entry, one.procs.clone());
            if procs.iter().all(|proc| *proc == entry) {
                continue;
            }
            let elsewhere = |goal: &Goal| {
                goal.proc != entry && procs.contains(&goal.proc) && self.entries.contains(&goal.proc)
            };
            let open: Vec<usize> = at.open(&elsewhere, false);
            if open.is_empty() {
                continue;
            }
            total.stopped = total.stopped.or(self.budget.look().err());
            if total.stopped.is_some() {
                break;
            }
            let open: Vec<&Goal> =
                at.unsettled(&open, looked).into_iter().filter_map(|g| at.goal(g)).collect();
            if open.is_empty() {
                continue;
            }
            let wanted = |goal: &Goal| open.iter().any(|o| std::ptr::eq(*o, goal));
            let plan = self.seeking(self.splits(at, 1), ASIDE);
            let asked =
                Seeking { entry, plan, budget: self.budget, wanted: &wanted, require_successful_run: false };
            let Some(one) = looked.get_mut(i) else { continue };
            let part = self.seek(&asked, at, one, tell);
            total.stopped = total.stopped.or(part.stopped);
            // The search for goals elsewhere is the one that says what there is.
            one.searches.push((1, part));
        }
    }
}
