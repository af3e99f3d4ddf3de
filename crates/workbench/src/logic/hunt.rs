//! The search over the entries of a logic program, shallow runs first.
//!
//! ```text
//! depth 1   p(+,?)   a run meets clause 1 of p; two runs are cut
//!           q(?)     a run meets the only clause of q, and nothing is cut: q is over
//! depth 2   p(+,?)   a run meets clause 2 of p: every goal is met, so the search ends
//! ```
//!
//! Each round goes through all paths within a depth ([`guided::free::search`]), and the depth grows up to the bound. A round
//! that cuts nothing is the last one. Criteria with finitely many goals end the search once all that the entry can
//! reach are met, and their effort is counted in steps, never in seconds. For the other criteria every path is a goal;
//! the last round has them all, and the result is that of an earlier round if the time ends before. If no bound on runs
//! is given, the last round is the last one that the effort is enough for.
//!
//! Where an argument may be anything and a goal asks for its value, the search is made a second time with that argument
//! ground: with a variable most such goals only throw.

use super::LogicEngine;
use super::search::{place, test};
use crate::engine::Progress;
use crate::options::SearchOptions;
use crate::partial_suite::PartialSuite;
use base::{Budget, Stop};
use criteria::logic::{LogicCriterion, Sight, atoms, logic_goals, sights};
use criteria::{Status, Verdict};
use guided::free::{Case, Plan};
use guided::{Bounds, Mode};
use language::Entry;
use logic::machine::{Event, lacks_a_value};
use logic::{ClauseId, GoalId, PredId, Program};
use source::Files;
use std::collections::{BTreeMap, BTreeSet};
use suite::Search;

/// Bound on open calls if none is given.
const DEPTH: u32 = 4;
/// Bound on backtracks if none is given.
const BACKTRACKS: usize = 3;
/// Goals that a run may do.
const STEPS: u64 = 100_000;
/// Largest depth of a search for goals if no depth is given.
const DEEPEST: u32 = 48;
/// Effort for the goals of an entry, in steps of the machine: a step takes a microsecond or two.
const EFFORT: u64 = 3_000_000;
/// The same for the paths of an entry.
const PATHS: u64 = 10_000_000;
/// At most this many cases are kept to choose tests from, besides those that show something for the first time.
const CHOICE: usize = 1_000;

/// A case with the entry that it is of.
pub(super) struct Found {
    pub entry: String,
    pub case: Case,
    pub sights: BTreeSet<Sight>,
}

/// How far an entry was searched.
struct Looked {
    pred: PredId,
    modes: Vec<Mode>,
    name: String,
    /// The goals that it can reach.
    reach: BTreeSet<Sight>,
    /// The effort that is left for it.
    effort: u64,
    /// What was found: first with the modes of the entry, then with those arguments ground whose values goals ask for.
    found: [Vec<Found>; 2],
    /// The last search of each.
    last: [Option<guided::Walked>; 2],
    /// Whether there is nothing more to find.
    is_over: bool,
    /// Why it is not known whether others could be met; `None` if every path within the bounds was seen.
    unknown: Option<String>,
    /// Whether bounds cut paths off.
    cut: bool,
    /// The depth of the last round that counts, where others were too much.
    kept: Option<u32>,
}

impl Looked {
    /// Its call with modes, `p(+, -)`; none if every argument may be anything.
    fn narrow_call(&self) -> Option<String> {
        if self.modes.iter().all(|m| *m == Mode::Any) {
            return None;
        }
        let signs: Vec<&str> = self.modes.iter().map(|m| m.sign()).collect();
        let name = self.name.rsplit_once('/').map_or(self.name.as_str(), |(name, _)| name);
        Some(format!("`{name}({})`", signs.join(", ")))
    }

    fn new(entry: &Entry, name: String, reach: BTreeSet<Sight>, effort: u64) -> Looked {
        Looked {
            pred: entry.pred,
            modes: entry.modes.clone(),
            name,
            reach,
            effort,
            found: [Vec::new(), Vec::new()],
            last: [None, None],
            is_over: false,
            unknown: None,
            cut: false,
            kept: None,
        }
    }
}

/// What a search over entries gives.
#[derive(Default)]
pub(super) struct Paths {
    pub found: Vec<Found>,
    pub search: Search,
    pub limit: Option<Stop>,
    pub more: bool,
    pub reasons: Vec<String>,
    pub notes: Vec<String>,
    pub defaults: Vec<String>,
    looked: Vec<Looked>,
    /// What the runs have shown.
    seen: BTreeSet<Sight>,
    bounds: String,
}

impl Paths {
    /// What is known of a goal that no run has met, and why.
    pub fn unmet(&self, sight: &Sight) -> Verdict {
        let mut cut = false;
        for looked in self.looked.iter().filter(|l| l.reach.contains(sight)) {
            if let Some(why) = &looked.unknown {
                return Verdict::new(Status::Unknown, why.as_str());
            }
            cut |= looked.cut;
        }
        if cut {
            let why = format!("runs that exceed {} were cut off", self.bounds);
            return Verdict::new(Status::OutOfBounds, why);
        }
        // Only calls with these modes were searched.
        let here = self.looked.iter().filter(|l| l.reach.contains(sight));
        let calls: Vec<String> = here.filter_map(Looked::narrow_call).collect();
        match calls.as_slice() {
            [] => Verdict::new(Status::Infeasible, "every run was searched"),
            calls => {
                let why = format!("every run of {} was searched", calls.join(" and of "));
                Verdict::new(Status::Infeasible, why)
            }
        }
    }
}

/// Searches the paths of all entries.
pub(super) fn hunt(
    engine: &LogicEngine<'_>,
    program: &Program,
    criteria: &[LogicCriterion],
    tell: &mut dyn FnMut(Progress),
) -> Paths {
    hunt_entries(engine, program, &engine.entries, criteria, tell)
}

/// Searches the paths of some entries.
pub(super) fn hunt_entries(
    engine: &LogicEngine<'_>,
    program: &Program,
    entries: &[Entry],
    criteria: &[LogicCriterion],
    tell: &mut dyn FnMut(Progress),
) -> Paths {
    hunt_with(engine, program, entries, criteria, 100, tell)
}

/// Searches the paths of some entries with a share of the effort, in percent.
pub(super) fn hunt_with(
    engine: &LogicEngine<'_>,
    program: &Program,
    entries: &[Entry],
    criteria: &[LogicCriterion],
    share: u64,
    tell: &mut dyn FnMut(Progress),
) -> Paths {
    let (files, options, budget) = (engine.files, &engine.search, engine.budget);
    let mut hunted = Paths::default();
    let open = criteria.iter().any(|c| c.is_open());
    let bounds = bounds(options, criteria, open, &mut hunted);
    hunted.search.complete = true;
    let effort = if open { PATHS } else { EFFORT };
    let effort = effort.saturating_mul(options.percent()) / 100 * share / 100;
    let several = entries.len() > 1;
    let mut looked: Vec<Looked> = entries
        .iter()
        .map(|entry| {
            let all = criteria.iter().flat_map(|c| logic_goals(program, *c, &[entry.pred]));
            Looked::new(entry, program.indicator(entry.pred), all.map(|g| g.sight).collect(), effort)
        })
        .collect();
    // If no bound is given, the paths are those of the last round that the effort is enough for.
    let grows = open && is_unbounded(options, criteria);
    let (hunted_now, partial) = (&mut hunted, &engine.partial);
    let mut work = Work { files, program, options, budget, several, hunted: hunted_now, partial, tell };
    if open {
        for looked in &mut looked {
            for (depth, backtracks) in &bounds {
                if grows && *depth > 1 {
                    work.another_round(looked, *depth, *backtracks);
                } else {
                    work.round(looked, *depth, *backtracks, Aim::Paths);
                }
                if looked.is_over || work.is_ended() {
                    break;
                }
            }
            work.finish(looked);
            if work.is_ended() {
                break;
            }
        }
    } else {
        // Every entry gets its turn in each round, so that none has to wait for the depths of another.
        for (depth, backtracks) in &bounds {
            for looked in looked.iter_mut().filter(|l| !l.is_over) {
                if !work.is_ended() && !work.is_met(looked) {
                    work.round(looked, *depth, *backtracks, Aim::Goals);
                }
            }
        }
        looked.iter_mut().for_each(|looked| work.finish(looked));
    }
    let stopped = hunted.limit.is_some() || hunted.more;
    for looked in &mut looked {
        if stopped && !looked.is_over {
            looked.unknown.get_or_insert_with(|| "the search ended before".to_string());
        }
    }
    hunted.search.complete &= !stopped;
    hunted.search.paths = hunted.found.len() as u64;
    let owners = Owners::new(program);
    owners.settle(program, &mut looked);
    hunted.looked = looked;
    hunted
}

/// The predicates that goals of bodies belong to.
struct Owners {
    goals: BTreeMap<GoalId, PredId>,
}

impl Owners {
    fn new(program: &Program) -> Owners {
        let mut goals = BTreeMap::new();
        for (number, clause) in program.clauses.iter().enumerate() {
            for goal in atoms(program, ClauseId::new(number)) {
                goals.insert(goal, clause.pred);
            }
        }
        Owners { goals }
    }

    fn of(&self, program: &Program, sight: &Sight) -> Option<PredId> {
        match sight {
            Sight::Entered(clause) => program.clause(*clause).map(|c| c.pred),
            Sight::Called(pred) | Sight::Exited(pred) | Sight::Failed(pred) | Sight::Redone(pred) => {
                Some(*pred)
            }
            Sight::Reached(goal) | Sight::Succeeded(goal) | Sight::Missed(goal) => {
                self.goals.get(goal).copied()
            }
        }
    }

    /// If an entry may be called with any arguments and all its runs were seen, its own search settles its goals: calls
    /// from other entries are among these runs.
    fn settle(&self, program: &Program, looked: &mut [Looked]) {
        let whole = |l: &&Looked| l.unknown.is_none() && !l.cut && l.modes.iter().all(|m| *m == Mode::Any);
        let settled: BTreeSet<PredId> = looked.iter().filter(whole).map(|l| l.pred).collect();
        for looked in looked.iter_mut() {
            let own = looked.pred;
            let elsewhere =
                |s: &Sight| self.of(program, s).is_some_and(|pred| pred != own && settled.contains(&pred));
            looked.reach.retain(|s| !elsewhere(s));
        }
    }
}

/// How far runs are followed, round by round: open calls and backtracks.
type Rounds = Vec<(u32, Option<usize>)>;

/// Whether no option and no criterion bounds the runs.
fn is_unbounded(options: &SearchOptions, criteria: &[LogicCriterion]) -> bool {
    let said = |c: &LogicCriterion| matches!(c, LogicCriterion::CallDepth(_) | LogicCriterion::Backtrack(_));
    let bounds = [options.depth.is_some(), options.backtracks.is_some(), options.path_length.is_some()];
    !bounds.contains(&true) && options.limit.is_none() && !criteria.iter().any(said)
}

fn bounds(options: &SearchOptions, criteria: &[LogicCriterion], open: bool, hunted: &mut Paths) -> Rounds {
    let (mut depth, mut backtracks) = (options.depth, options.backtracks.map(|k| k as usize));
    for criterion in criteria {
        match criterion {
            LogicCriterion::CallDepth(k) => depth = Some(depth.map_or(*k, |d| d.max(*k))),
            LogicCriterion::Backtrack(k) => {
                let k = *k as usize;
                backtracks = Some(backtracks.map_or(k, |b| b.max(k)));
            }
            _ => {}
        }
    }
    let nothing = depth.is_none() && backtracks.is_none() && options.path_length.is_none();
    if nothing && !open {
        // A search for goals only starts within small bounds.
        let small = rounds(DEPTH).into_iter().map(|depth| (depth, Some(BACKTRACKS)));
        let large = rounds(DEEPEST).into_iter().filter(|depth| *depth >= DEPTH).map(|depth| (depth, None));
        hunted.bounds = format!("--depth {DEEPEST}");
        return small.chain(large).collect();
    }
    if depth.is_none() {
        hunted.defaults.push(format!("--depth {DEPTH}"));
    }
    if nothing && options.limit.is_none() {
        backtracks = Some(BACKTRACKS);
        hunted.defaults.push(format!("--backtracks {BACKTRACKS}"));
    }
    let depth = depth.unwrap_or(DEPTH);
    let mut said = vec![format!("--depth {depth}")];
    said.extend(backtracks.map(|b| format!("--backtracks {b}")));
    said.extend(options.path_length.map(|p| format!("--path-length {p}")));
    hunted.bounds = said.join(" or ");
    rounds(depth).into_iter().map(|depth| (depth, backtracks)).collect()
}

/// The depths of the rounds: the last one is the bound.
fn rounds(depth: u32) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let mut next = 1;
    while next < depth {
        found.push(next);
        next = (next + 1).max(next + next / 4);
    }
    found.push(depth);
    found
}

/// What a round is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Goals that are not met yet.
    Goals,
    /// All paths.
    Paths,
    /// All paths, as far as the effort goes.
    SomePaths,
}

/// The work on entries.
struct Work<'w> {
    files: &'w Files,
    program: &'w Program,
    options: &'w SearchOptions,
    budget: &'w Budget,
    /// Whether there are several entries, so that paths name theirs.
    several: bool,
    hunted: &'w mut Paths,
    partial: &'w PartialSuite,
    tell: &'w mut dyn FnMut(Progress),
}

impl Work<'_> {
    /// Whether a limit has ended the search.
    fn is_ended(&self) -> bool {
        self.hunted.limit.is_some() || self.hunted.more
    }

    /// Whether all goals that an entry can reach are met.
    fn is_met(&self, looked: &Looked) -> bool {
        looked.reach.iter().all(|s| self.hunted.seen.contains(s))
    }

    /// One search of an entry within a depth, and one more if a goal asked an argument that may be anything for its value.
    fn round(&mut self, looked: &mut Looked, depth: u32, backtracks: Option<usize>, aim: Aim) {
        let for_goals = aim == Aim::Goals;
        let mut modes = looked.modes.clone();
        let mut cut = 0;
        for again in [false, true] {
            let plan = Plan {
                pred: looked.pred,
                modes: modes.clone(),
                first_solution: self.options.first_solution,
                bounds: Bounds {
                    path_length: self.options.path_length.map(|n| n as usize),
                    backtracks,
                    effort: (aim != Aim::Paths).then_some(looked.effort),
                    advice: self.options.advice.clone(),
                    ..Bounds::new(depth, STEPS)
                },
            };
            let (found, result) = self.search(&plan, looked, again, for_goals);
            looked.effort = looked.effort.saturating_sub(result.spent);
            let early = result.stopped.is_some() || result.tired || result.was_ended;
            let slot = &mut looked.found[usize::from(again)];
            *slot = if for_goals || early { joined(std::mem::take(slot), found) } else { found };
            self.hunted.limit = result.stopped.or(self.hunted.limit);
            looked.is_over |= result.tired;
            cut += result.cut;
            let asked = result.asked;
            looked.last[usize::from(again)] = Some(result);
            if early || asked == 0 || self.is_ended() || for_goals && self.is_met(looked) {
                break;
            }
            for (i, mode) in modes.iter_mut().enumerate() {
                if *mode == Mode::Any && (i >= 64 || asked >> i & 1 == 1) {
                    *mode = Mode::Ground;
                }
            }
        }
        looked.is_over |= cut == 0 && !self.is_ended();
    }

    /// A round that counts only if the effort is enough for all its paths.
    fn another_round(&mut self, looked: &mut Looked, depth: u32, backtracks: Option<usize>) {
        let before = (std::mem::take(&mut looked.found), std::mem::take(&mut looked.last));
        self.round(looked, depth, backtracks, Aim::SomePaths);
        if looked.last.iter().flatten().any(|result| result.tired) {
            (looked.found, looked.last) = before;
            looked.kept = Some(depth - 1);
            self.hunted.notes.push(format!(
                "{}: the paths are those of --depth {}; those of --depth {depth} are too many",
                looked.name,
                depth - 1
            ));
        }
    }

    /// One search: what it found that was not known before.
    fn search(
        &mut self,
        plan: &Plan,
        looked: &Looked,
        again: bool,
        for_goals: bool,
    ) -> (Vec<Found>, guided::Walked) {
        let mut left: BTreeSet<Sight> = looked.reach.difference(&self.hunted.seen).copied().collect();
        let before: BTreeSet<Vec<u32>> =
            if again { looked.found[0].iter().map(|f| key(&f.case)).collect() } else { BTreeSet::new() };
        let mut found: Vec<Found> = Vec::new();
        let mut goals: BTreeSet<(String, String)> = BTreeSet::new();
        let others = self.hunted.found.len() + if again { looked.found[0].len() } else { 0 };
        let most = self.options.limit.filter(|_| !for_goals);
        let (mut more, mut count) = (false, others as u64);
        let (tell, name, several) = (&mut *self.tell, &looked.name, self.several);
        let result = guided::free::search(self.program, plan, self.budget, &mut |case| {
            if again && before.contains(&key(&case)) {
                return true;
            }
            if most.is_some_and(|most| others + found.len() >= most) {
                more = true;
                return false;
            }
            // Two paths may come down to one goal where no constraint can tell them apart.
            if !goals.insert((case.goal.clone(), case.constraint.clone())) {
                return true;
            }
            count += 1;
            if count % 64 == 0 {
                tell(Progress { paths: count, ..Progress::default() });
            }
            let sights = sights(&case.trace);
            if for_goals {
                let new = sights.iter().any(|s| left.contains(s));
                if !new && found.len() >= CHOICE {
                    return true;
                }
                left.retain(|s| !sights.contains(s));
            }
            let mut case = case;
            if several {
                case.path = format!("{name}:{}", case.path);
            }
            // Two searches may write different runs in the same way.
            while again && found.iter().chain(&looked.found[0]).any(|f| f.case.path == case.path) {
                case.path.push('\'');
            }
            found.push(Found { entry: name.clone(), case, sights });
            !for_goals || !left.is_empty()
        });
        self.hunted.more |= more;
        self.hunted.seen.extend(found.iter().flat_map(|f| f.sights.iter().copied()));
        (found, result)
    }

    /// Takes what was found of an entry, and notes what its last searches showed.
    fn finish(&mut self, looked: &mut Looked) {
        let any = looked.found.iter().any(|found| !found.is_empty());
        for found in &mut looked.found {
            for one in &*found {
                self.partial.add(|| test(self.files, one, String::new()));
            }
            self.hunted.found.append(found);
        }
        let met = self.is_met(looked) && !looked.reach.is_empty();
        let last = std::mem::take(&mut looked.last);
        let asked = last[0].as_ref().is_some_and(|s| s.asked != 0);
        for result in last.iter().flatten() {
            self.note(result, met, looked);
        }
        if met && !self.is_ended() {
            return;
        }
        if asked {
            // Goals with some variables inside of terms are part of neither of the two searches.
            let why = format!(
                "arguments of {} are asked for their value: they were tried as variables and as ground terms, \
                 not as terms with variables inside; modes such as `+` and `-` say what is meant",
                looked.name
            );
            self.hunted.search.complete = false;
            looked.unknown.get_or_insert_with(|| why.clone());
            self.hunted.reasons.push(why);
        }
        if !any && looked.cut && looked.unknown.is_none() {
            let bounds = looked.kept.map_or_else(|| self.hunted.bounds.clone(), |d| format!("--depth {d}"));
            let why = format!("every run of {} exceeds {bounds}", looked.name);
            self.hunted.notes.push(why);
        }
    }

    /// What a search showed of an entry.
    fn note(&mut self, result: &guided::Walked, met: bool, looked: &mut Looked) {
        let (hunted, name) = (&mut *self.hunted, &looked.name);
        hunted.search.infeasible += result.infeasible;
        hunted.search.cut += result.cut;
        hunted.search.queries += result.queries;
        if result.loose && hunted.search.assumed.is_empty() {
            hunted.search.assumed.push("numbers are integers or floats, and none is `nan`".to_string());
        }
        if met && hunted.limit.is_none() {
            // Nothing is left to be asked for.
            return;
        }
        looked.cut |= result.cut > 0;
        let mut reasons = Vec::new();
        if result.tired {
            reasons.push(format!("the effort for {name} was used up (--effort)"));
        }
        if result.goalless > 0 {
            let (n, ways) = (result.goalless, if result.goalless == 1 { "path" } else { "paths" });
            reasons.push(format!(
                "{n} {ways} of {name} have no test: they are taken only under constraints such as ∀Y A ≠ f(Y), \
                 which no goal states"
            ));
        }
        for (why, span) in &result.reasons {
            let at = place(self.files, *span);
            reasons.push(at.map_or(why.clone(), |place| format!("{why} at {place}")));
        }
        let whole = result.is_complete() && result.goalless == 0 && !hunted.more;
        if !whole {
            hunted.search.complete = false;
            let stopped = result.stopped.map(|stop| stop.to_string());
            let why = reasons.first().cloned().or(stopped);
            looked.unknown.get_or_insert_with(|| why.unwrap_or_else(|| "the search is not complete".into()));
        }
        for why in reasons {
            if !hunted.reasons.contains(&why) {
                hunted.reasons.push(why);
            }
        }
    }
}

/// The cases of a round together with those of the round before, each once.
fn joined(mut known: Vec<Found>, round: Vec<Found>) -> Vec<Found> {
    let keys: BTreeSet<Vec<u32>> = known.iter().map(|f| key(&f.case)).collect();
    known.extend(round.into_iter().filter(|f| !keys.contains(&key(&f.case))));
    known
}

/// What tells runs apart: the clauses that fit and that are entered, in their order, and each step back.
pub(super) fn key(case: &Case) -> Vec<u32> {
    let ball = match &case.ending {
        guided::Ending::Error { ball, .. } => Some(ball.as_str()),
        guided::Ending::Ok | guided::Ending::Fail => None,
    };
    key_of(&case.trace, ball)
}

/// The same for any run, with what it throws.
pub(super) fn key_of(trace: &[Event], ball: Option<&str>) -> Vec<u32> {
    let mut key = Vec::new();
    if let Some(ball) = ball {
        key.push(if lacks_a_value(ball) { 7 } else { 6 });
    }
    for event in trace {
        match event {
            Event::Matched(clauses, _) => {
                key.push(1);
                key.push(clauses.len() as u32);
                key.extend(clauses.iter().map(|c| c.0));
            }
            Event::Enter(clause) => key.extend([2, clause.0]),
            Event::Success(goal) => key.extend([3, goal.0]),
            Event::Failure(goal) => key.extend([4, goal.0]),
            Event::Backtrack => key.push(5),
            _ => {}
        }
    }
    key
}
