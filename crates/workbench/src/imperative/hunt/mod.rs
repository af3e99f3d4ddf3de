//! Looking for tests that meet goals, and settling those that no test meets.
//!
//! Where the goals are paths, all paths within the bounds are searched. Elsewhere each entry is searched for the
//! goals in it ([`entry`]), and what stays open is then looked for from the entries that call it. A goal that no
//! test meets is infeasible if nothing that could lead to it was left out; else it is out of bounds or unknown, with
//! the reason ([`verdict`]).

mod distinct_values;
mod entry;
mod fineness;
mod numbers;
mod places;
mod prove;
mod reached;
mod repeated_calls;
mod schedule;
mod size;
mod state;
mod trying;
mod unreachable_after_error;
mod variants;
mod verdict;

use crate::engine::Progress;
use base::{Budget, Stop};
use criteria::reachable;
use criteria::{Criterion, Goal, Seen, Step, goals};
use entry::Looked;
use explore::{End, Exploration, Found, PerPath, Plan, explore};
pub(crate) use fineness::Fineness;
use imperative::{ErrorKind, ProcId, Program};
pub(crate) use reached::Reached;
pub(crate) use size::Size;
use source::Span;
use state::State;
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use variants::variants;
pub(crate) use verdict::{Reason, Shown, Status};

/// A criterion with what it asks for.
pub(crate) struct Aim {
    pub criterion: Criterion,
    /// Its goals, in the order of the text; none where these are paths.
    pub goals: Vec<Goal>,
    /// Whether there are more than could be listed.
    pub truncated: bool,
}

/// The goals of some criteria for all that some procedures can reach.
pub(crate) fn aims(program: &Program, entries: &[ProcId], criteria: &[Criterion]) -> Vec<Aim> {
    let procs: BTreeSet<ProcId> = entries.iter().flat_map(|e| reachable(program, *e)).collect();
    let procs: Vec<ProcId> = procs.into_iter().collect();
    let mut wanted: Vec<Criterion> = Vec::new();
    for c in criteria {
        if !wanted.contains(c) {
            wanted.push(*c);
        }
    }
    wanted
        .into_iter()
        .map(|criterion| {
            let all = goals(program, &procs, criterion);
            Aim { criterion, goals: all.list, truncated: all.truncated }
        })
        .collect()
}

/// True if the bounds where a search starts bind for this criterion: it asks for more the farther the search goes.
pub(crate) fn binds(criterion: Criterion) -> bool {
    criterion.is_open() || criterion == Criterion::AllDuPaths
}

/// A path, for those criteria whose goals are paths.
pub(crate) type PathKey = (ProcId, Vec<Step>, Vec<(ErrorKind, Span)>, Option<(ErrorKind, Span)>);

/// The run of a test that exists already.
pub(crate) struct Known {
    pub key: PathKey,
    pub seen: Seen,
}

/// A path that was found, with what its run shows.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub entry: ProcId,
    pub found: Found,
    pub seen: Seen,
    /// Whether it is a goal by itself.
    pub keep: bool,
    /// The goals that it meets alone, as bits.
    pub alone: Vec<u64>,
}

/// Where tests go as they are found, if there are many.
pub(crate) struct Flow<'a> {
    /// At most this many are kept; if there are more, all are handed over.
    pub after: usize,
    /// Takes each.
    pub take: &'a mut dyn FnMut(Candidate),
}

/// What is looked for.
pub(crate) struct Hunt<'a> {
    pub program: &'a Program,
    pub entries: &'a [ProcId],
    pub aims: &'a [Aim],
    pub plan: &'a Plan,
    /// How much of the usual effort may be spent.
    pub effort: u64,
    /// At most this many tests.
    pub limit: Option<usize>,
    /// Whether few large tests are wanted rather than small ones.
    pub fewest: bool,
    pub budget: &'a Budget,
    /// Facts about the program that decide how fine a search must be.
    pub fineness: Fineness,
    /// Receives each test that meets something new, from any thread.
    pub found: &'a (dyn Fn(&Candidate) + Sync),
}

/// What was found.
pub(crate) struct HuntResult {
    pub candidates: Vec<Candidate>,
    /// Paths that end well and that no goal needs, by their entries.
    pub spare: BTreeMap<ProcId, Vec<Found>>,
    /// For each aim, for each of its goals.
    pub status: Vec<Vec<Status>>,
    /// For each aim whose goals are paths: how many there are, and how many of them are known already.
    pub paths: Vec<(u64, u64)>,
    /// Paths that were found and have no test, since fewer tests were asked for.
    pub paths_left_out: u64,
    /// The first path of each entry to each place where an error was found.
    pub errors: Vec<(ProcId, Found)>,
    /// For each aim and goal, whether it is infeasible and a search has shown it that saw every run which could lead there.
    pub searched: Vec<Vec<bool>>,
    /// What runs came through, and where they ended.
    pub reached: Reached,
    /// What the search over paths did, with the questions of all searches.
    pub exploration: Exploration,
    /// Whether there were more tests than were asked for.
    pub more: bool,
    /// Whether all paths within the bounds were searched.
    pub whole: bool,
    /// Whether a test that ends well is worth more than one test less.
    pub prefers_good_ends: bool,
    /// Entries that get a test of their own, whatever the goals are.
    pub own: Vec<ProcId>,
    /// Entries whose tests only count for what nothing else meets.
    pub last: Vec<ProcId>,
}

impl Hunt<'_> {
    /// True if every path is wanted.
    fn every(&self) -> bool {
        self.aims.iter().any(|a| a.criterion.is_open()) || self.plan.per_path != PerPath::One
    }

    /// True if an entry exists to run others. Alone it is what is asked for.
    fn is_driver(&self, entry: ProcId) -> bool {
        self.entries.len() > 1 && self.program.proc(entry).is_some_and(|p| p.driver)
    }

    /// Entries that get a test of their own.
    fn own(&self) -> Vec<ProcId> {
        if !self.program.facts.entries_are_units {
            return Vec::new();
        }
        self.entries.iter().copied().filter(|e| !self.is_driver(*e)).collect()
    }

    /// Searches, given the runs of tests that exist already.
    pub fn go(&self, known: &[Known], tell: &mut dyn FnMut(Progress), flow: Option<Flow<'_>>) -> HuntResult {
        let mut caught =
            if self.every() { self.all_paths(known, tell, flow) } else { self.for_goals(known, tell) };
        caught.explain(self.program, self.aims);
        caught
    }

    /// Searches all paths within the bounds.
    fn all_paths(
        &self,
        known: &[Known],
        tell: &mut dyn FnMut(Progress),
        mut flow: Option<Flow<'_>>,
    ) -> HuntResult {
        let mut at = State::new(self, known);
        let mut total = Exploration::default();
        let mut looked: Vec<Looked> = Vec::new();
        let mut whole = true;
        for entry in self.entries {
            at.queries = total.queries;
            let part = explore(self.program, *entry, self.plan, self.budget, &mut |found| {
                at.consider(*entry, found, tell);
                if let Some(flow) = &mut flow {
                    at.let_go(flow);
                }
                !at.more
            });
            let mut one = Looked::new(self.program, *entry);
            one.ended = !at.more;
            one.queries = part.queries;
            whole &= part.is_complete() && !at.more;
            total.add(&part);
            one.searches.push((0, part));
            looked.push(one);
            if total.stopped.is_some() || at.more {
                whole = false;
                break;
            }
        }
        if total.stopped.is_none() && !at.more {
            self.goals_beside_paths(&mut looked, &mut at, tell);
            total.queries = looked.iter().map(|l| l.queries).sum();
        }
        at.finish(&looked, whole, total)
    }

    /// Looks for the goals of other criteria that no path settles.
    fn goals_beside_paths(
        &self,
        looked: &mut [Looked],
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) {
        at.counts_paths = false;
        for i in 0..looked.len() {
            let settled = at.settled(looked);
            let Some(one) = looked.get_mut(i) else { continue };
            let here = |g: &Goal| one.procs.contains(&g.proc);
            if at.open(&here, false).into_iter().any(|g| !settled.get(g).copied().unwrap_or(true)) {
                let more = self.search_entry(one.entry, self.budget, at, tell);
                one.searches.extend(more.searches);
                one.queries += more.queries;
                one.stopped = one.stopped.or(more.stopped);
            }
        }
    }

    /// Searches for goals.
    fn for_goals(&self, known: &[Known], tell: &mut dyn FnMut(Progress)) -> HuntResult {
        let mut at = State::new(self, known);
        if !known.is_empty() && at.left() == 0 {
            // All that is asked for is known already.
            return at.finish(&[], false, Exploration::default());
        }
        let mut looked = self.each_entry(known, &mut at, tell);
        let mut total = Exploration::default();
        for one in &looked {
            one.searches.iter().take(1).for_each(|(_, part)| total.add(part));
        }
        let whole = looked.len() == self.entries.len() && looked.iter().all(Looked::is_whole);
        if looked.len() < self.entries.len() {
            // There was no time left for some entries.
            total.stopped = total.stopped.or(self.budget.look().err());
        }
        if total.stopped.is_none() {
            self.by_callers(&mut looked, &mut at, &mut total, tell);
        }
        total.queries = looked.iter().map(|l| l.queries).sum();
        total.steps = looked.iter().map(|l| l.steps).sum();
        for one in &looked {
            total.stopped = total.stopped.or(one.stopped);
        }
        if total.stopped.is_some()
            && let Err(stop @ Stop::Cancelled) = self.budget.look()
        {
            // The share of time of an entry may have been over before.
            total.stopped = Some(stop);
        }
        at.finish(&looked, whole, total)
    }
}

/// The path of a run.
pub(crate) fn key_of(entry: ProcId, found: &Found, seen: &Seen) -> PathKey {
    let end = match &found.end {
        End::Ok => None,
        End::Error(kind, span) => Some((*kind, *span)),
    };
    (entry, seen.path().to_vec(), seen.caught().to_vec(), end)
}
