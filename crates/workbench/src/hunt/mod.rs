//! Looking for tests that meet goals, and settling those that no test meets.
//!
//! The paths of the program are searched until every goal is met. What is open then is looked for with finer
//! forks ([`explore::Splits`]): at the atomic conditions of the decisions in question, then at the sources of
//! reads. A goal that a whole search did not meet is infeasible: within the bounds, or for all inputs where the
//! bounds cut nothing off. Anything else is unknown.

mod again;
mod fineness;
mod passing;
mod stages;
mod state;
mod trying;

use base::{Budget, Stop};
use criteria::reachable;
use criteria::{Criterion, Goal, Seen, Step, goals};
use explore::{End, Exploration, Found, PerPath, Plan, explore};
use imperative::{Branching, ErrorKind, ProcId, Program};
use source::Span;
use stages::Aside;
use state::State;
use std::collections::BTreeSet;
use std::time::Duration;

/// Paths that are looked at in any case: errors are found on the way, and small programs are seen as a whole.
const AT_LEAST: u64 = 10_000;

/// Work that a search for goals may cost in all, and that on one entry before closer bounds are tried.
const EFFORT: Duration = Duration::from_secs(20);
const QUICK: Duration = Duration::from_secs(2);

/// The same for an entry whose goals are all met.
const SETTLING: Duration = Duration::from_secs(4);

/// Why a search is not complete that became too much.
const GIVEN_UP: &str = "the search was given up where it became too much; --timeout lets it go on for longer";

/// Why a search is not complete that nobody needed to go on with.
const ALL_MET: &str =
    "the search ended when all goals were met and not all paths seen; -c path sees them all";

/// A criterion with what it asks for.
pub(crate) struct Aim {
    pub criterion: Criterion,
    /// Its goals, in the order of the text; none where these are paths.
    pub goals: Vec<Goal>,
    /// Are there more than could be listed?
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

/// What is known of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Tests meet it.
    Covered,
    /// No input within the bounds meets it; `everywhere`: no input at all does.
    Infeasible {
        /// Is it so for all inputs?
        everywhere: bool,
    },
    /// The bounds exclude it by what they say.
    OutOfBounds,
    /// Neither a test nor a proof was found.
    Unknown,
}

/// A path, for those criteria whose goals are paths.
pub(crate) type PathKey = (ProcId, Vec<Step>, Option<(ErrorKind, Span)>);

/// A run that is there already.
pub(crate) struct Known {
    pub key: PathKey,
    pub seen: Seen,
}

/// A path that was found, with what its run shows.
pub(crate) struct Candidate {
    pub entry: ProcId,
    pub found: Found,
    pub seen: Seen,
    /// Is it a goal by itself?
    pub keep: bool,
    /// The goals that it meets alone, as bits.
    pub alone: Vec<u64>,
}

/// What is looked for.
pub(crate) struct Hunt<'a> {
    pub program: &'a Program,
    pub entries: &'a [ProcId],
    pub aims: &'a [Aim],
    pub plan: &'a Plan,
    /// At most so many tests.
    pub limit: Option<usize>,
    pub budget: &'a Budget,
}

/// How far a search has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Paths that were found.
    pub paths: u64,
    /// Tests that were kept.
    pub tests: usize,
    /// Goals that no test meets yet.
    pub goals_left: usize,
    /// Questions to the solver.
    pub queries: u64,
}

/// How far an entry was searched.
struct Looked {
    entry: ProcId,
    /// What it can come to.
    procs: Vec<ProcId>,
    /// Was everything within the bounds seen: the paths, the ways through atomic conditions, the sources of reads?
    whole: [bool; 3],
}

/// What was found.
pub(crate) struct Catch {
    pub candidates: Vec<Candidate>,
    /// For each aim, for each of its goals.
    pub status: Vec<Vec<Status>>,
    /// For each aim whose goals are paths: how many there are, and how many of them are known already.
    pub paths: Vec<(u64, u64)>,
    /// Paths that were found and have no test, since fewer tests were asked for.
    pub paths_left_out: u64,
    /// The first path of each entry to each place where an error was found.
    pub errors: Vec<(ProcId, Found)>,
    /// What the search over paths did, with the questions of all searches.
    pub exploration: Exploration,
    /// Were there more tests than were asked for?
    pub more: bool,
    /// Were all paths within the bounds searched?
    pub whole: bool,
    /// Is a test that ends well worth more than one test less?
    pub prefers_good_ends: bool,
    /// Entries without goals that no other entry leads to, which get a test all the same.
    pub plain_entries: Vec<ProcId>,
}

impl Hunt<'_> {
    /// Functions of a file in which there is nothing to meet, and that no other comes to.
    fn plain_entries(&self) -> Vec<ProcId> {
        if self.program.branching != Branching::Atoms {
            return Vec::new();
        }
        let with_goals = |e: &ProcId| self.aims.iter().flat_map(|a| &a.goals).any(|g| g.proc == *e);
        let called = |e: &ProcId| {
            self.entries.iter().any(|other| other != e && reachable(self.program, *other).contains(e))
        };
        self.entries.iter().copied().filter(|e| !with_goals(e) && !called(e)).collect()
    }

    /// Searches, given what is there already.
    pub fn go(&self, known: &[Known], tell: &mut dyn FnMut(Progress)) -> Catch {
        let mut at = State::new(self, known);
        let mut total = Exploration::default();
        let (mut whole, mut early) = (true, false);
        let open_paths = self.aims.iter().any(|a| a.criterion.is_open());
        let every = open_paths || self.plan.per_path != PerPath::One;
        if !every && !known.is_empty() && at.left() == 0 {
            // Nothing is asked for that is not there.
            return at.finish(&[], true, total);
        }
        let mut out_of_time = None;
        // Whoever says how long to search, or asks for all paths, gets no other limit.
        let timed = self.budget.time_left().is_some();
        let bounded = !every && !timed;
        let mut effort_left = bounded.then_some(EFFORT);
        let mut looked: Vec<Looked> = Vec::new();
        for (i, entry) in self.entries.iter().enumerate() {
            at.queries = total.queries;
            let paths = std::cell::Cell::new(0);
            let procs = reachable(self.program, *entry);
            // One procedure with many paths must not take the time of all the others.
            let left = (self.entries.len() - i) as u32;
            let budget = match self.budget.time_left() {
                Some(time) if left > 1 => self.budget.clone().with_time(time * 2 / (left + 1)),
                _ => self.budget.clone(),
            };
            let share = |most: Duration| if left == 1 { most } else { most * 2 / (left + 1) };
            let most = if every { None } else { budget.time_left().or(effort_left.map(share)) };
            let seen = |at: &mut State<'_, '_>, found: Found, tell: &mut dyn FnMut(Progress)| {
                paths.set(paths.get() + 1);
                at.consider(*entry, found, tell);
                !at.more && (every || at.left_in(&procs) > 0 || paths.get() < AT_LEAST)
            };
            let quick = most.map(|most| QUICK.min(if timed { most / 8 } else { most }));
            let plan = Plan { effort: quick, ..self.plan.clone() };
            let mut part =
                explore(self.program, *entry, &plan, &budget, &mut |found| seen(&mut at, found, tell));
            if let (true, Some(quick), Some(most)) = (part.given_up && quick < most, quick, most) {
                let aside = Aside { entry: *entry, procs: &procs, budget: &budget, well: true };
                let worked = part.work + self.nearby(&aside, quick, &mut at, &mut total, tell);
                let effort = most.saturating_sub(worked);
                let effort = match at.left_in(&procs) {
                    0 if timed => effort,
                    // Only whether the rest holds anything is asked, which may not take what others need.
                    0 => effort.min(SETTLING),
                    // What is open may lie beyond the bounds, and looking there needs time as well.
                    _ if timed => effort * 3 / 4,
                    _ => effort,
                };
                let plan = Plan { effort: Some(effort), ..self.plan.clone() };
                let budget = if timed { budget.with_time(effort) } else { budget };
                let queries = part.queries;
                paths.set(0);
                part = explore(self.program, *entry, &plan, &budget, &mut |found| seen(&mut at, found, tell));
                part.queries += queries;
                part.work += worked;
            }
            if part.given_up && !timed && !part.reasons.iter().any(|r| r == GIVEN_UP) {
                part.reasons.push(GIVEN_UP.to_string());
            }
            if part.given_up && timed {
                part.given_up = false;
                part.stopped = part.stopped.or(Some(Stop::Time));
            }
            effort_left = effort_left.map(|most| most.saturating_sub(part.work));
            let whole_here = part.is_complete() && !at.more;
            looked.push(Looked { entry: *entry, procs: procs.clone(), whole: [whole_here, false, false] });
            total.add(&part);
            if total.stopped == Some(Stop::Time) && self.budget.look().is_ok() {
                out_of_time = total.stopped.take();
                whole = false;
                continue;
            }
            if total.stopped.is_some() || at.more {
                whole = false;
                break;
            }
            // What is open lies elsewhere, so nothing is lost on the rest of these paths.
            if !every && at.left_in(&procs) == 0 && paths.get() >= AT_LEAST {
                early = true;
                if !total.reasons.iter().any(|r| r == ALL_MET) {
                    total.reasons.push(ALL_MET.to_string());
                }
            }
        }
        if !whole || !total.is_complete() || out_of_time.is_some() {
            early = true;
        }
        let go_on = total.stopped.is_none() && out_of_time.is_none() && !at.more;
        for level in 1..=2 {
            if !go_on || at.left() == 0 {
                break;
            }
            let splits = self.splits(&at, level);
            let mut effort_left = bounded.then_some(EFFORT / 4);
            let count = looked.len() as u32;
            for (i, one) in looked.iter_mut().enumerate() {
                if splits.is_none() {
                    one.whole[level] = one.whole[level - 1];
                    continue;
                }
                if at.left_in(&one.procs) == 0 || level == 2 && !one.whole[1] {
                    continue;
                }
                let effort = effort_left.map(|most| most * 2 / (count - i as u32 + 1));
                let aside = Aside { entry: one.entry, procs: &one.procs, budget: self.budget, well: false };
                let (done, work) = self.finer(&aside, (splits.clone(), effort), &mut at, &mut total, tell);
                one.whole[level] = done && one.whole[level - 1];
                effort_left = effort_left.map(|most| most.saturating_sub(work));
            }
        }
        let more_to_see = total.cut > 0 || !total.is_complete() || out_of_time.is_some();
        if total.stopped.is_none() && !at.more && more_to_see {
            if !every {
                self.call_again(&looked, &mut at, &mut total, tell);
            }
            if at.left() > 0 {
                self.beyond(&looked, &mut at, &mut total, tell);
            }
            if !every {
                self.try_all(&looked, &mut at, tell);
            }
        }
        total.stopped = total.stopped.or(out_of_time);
        at.finish(&looked, early, total)
    }
}

/// The path of a run.
pub(crate) fn key_of(entry: ProcId, found: &Found, seen: &Seen) -> PathKey {
    let end = match &found.end {
        End::Ok => None,
        End::Error(kind, span) => Some((*kind, *span)),
    };
    (entry, seen.path().to_vec(), end)
}
