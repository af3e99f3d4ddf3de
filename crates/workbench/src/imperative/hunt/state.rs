//! What a hunt knows so far: the goals that are met, and the runs that are worth keeping.

use super::entry::Looked;
use super::reached::Reached;
use super::size::Size;
use super::verdict::{Shown, Status, Verdicts};
use super::{Candidate, Flow, Hunt, HuntResult, Known, PathKey, Progress, key_of};
use criteria::{Criterion, Goal, GoalIndex, Meter, MeterTables, Seen, Target};
use explore::{End, Exploration, Found, Origin, PerPath};
use imperative::machine::{Limits, Outcome, State as Input};
use imperative::{DecisionId, DecisionKind, ErrorKind, ProcId};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Number of tests that are kept although others meet all their goals, so that the best can be chosen.
const POOL: usize = 30;

/// Spare paths of an entry.
const SPARE: usize = 60;

/// Paths that end well and that no goal needs; of each entry the smallest that came.
#[derive(Default)]
struct Spare {
    of: BTreeMap<ProcId, Vec<Found>>,
}

impl Spare {
    fn add(&mut self, entry: ProcId, found: Found) {
        let all = self.of.entry(entry).or_default();
        all.push(found);
        if all.len() >= 2 * SPARE {
            all.sort_by_key(Size::of);
            all.truncate(SPARE);
        }
    }
}

/// What is known so far.
pub(super) struct State<'h, 'k> {
    hunt: &'h Hunt<'h>,
    meter: Meter<'h>,
    /// The goals of all aims that are looked for here, in order, with whether they are met.
    goals: Vec<(&'h Goal, bool)>,
    /// For each of them its number among all.
    numbers: Vec<usize>,
    /// How many there are in all, and how many of the others are open.
    all: usize,
    elsewhere: usize,
    index: GoalIndex<'h>,
    /// Goals that were shown infeasible.
    shown: Vec<Option<Shown>>,
    /// All that was seen so far, taken together.
    total: Seen,
    /// What runs came through, and where they ended.
    reached: Reached,
    known_paths: BTreeSet<&'k PathKey>,
    paths: Vec<(u64, u64)>,
    last_path: Option<PathKey>,
    candidates: Vec<Candidate>,
    spare: Spare,
    errors: Vec<(ProcId, Found)>,
    /// The errors that are known, each with the size of its test.
    error_places: BTreeMap<(ProcId, ErrorKind, Span), Size>,
    progress: Progress,
    pub(super) queries: u64,
    /// Tests that are goals by themselves.
    kept: usize,
    pub(super) more: bool,
    /// Whether each path that is found is a goal of those criteria whose goals are paths.
    pub(super) counts_paths: bool,
    /// Whether errors count for less, since compiled programs hide many of them.
    prefers_good_ends: bool,
    /// For each goal, whether a run that ends well meets it.
    met_well: Vec<bool>,
    /// For each goal the size of the smallest test that meets it alone.
    least: Vec<Option<Size>>,
    /// Goals that were met, or met by a run that ends well, since they were last taken.
    new: Vec<usize>,
    new_well: Vec<usize>,
}

/// What the search of one entry found.
pub(super) struct Harvest {
    candidates: Vec<Candidate>,
    spare: Spare,
    errors: Vec<(ProcId, Found)>,
    /// The goals that it met, by their numbers among all, and those that runs met which end well.
    met: Vec<usize>,
    met_well: Vec<usize>,
    shown: Vec<(usize, Shown)>,
    total: Seen,
    reached: Reached,
    progress: Progress,
}

impl<'h, 'k> State<'h, 'k> {
    /// Of all goals.
    pub(super) fn new(hunt: &'h Hunt<'h>, known: &'k [Known]) -> State<'h, 'k> {
        let criteria: Vec<Criterion> = hunt.aims.iter().map(|a| a.criterion).collect();
        State::of(hunt, known, Meter::new(hunt.program, &criteria), &|_| true)
    }

    /// Of the goals in some procedures: what runs of an entry can meet. `open` of all goals are open. A large program has many
    /// entries, so what each costs must not grow with the program.
    pub(super) fn within(
        hunt: &'h Hunt<'h>,
        known: &'k [Known],
        tables: MeterTables,
        procs: &[ProcId],
        open: usize,
    ) -> State<'h, 'k> {
        let meter = Meter::with(hunt.program, tables);
        let mut state = State::of(hunt, known, meter, &|goal| procs.binary_search(&goal.proc).is_ok());
        state.elsewhere = open.saturating_sub(state.left());
        state.progress.goals_left = open;
        state
    }

    fn of(
        hunt: &'h Hunt<'h>,
        known: &'k [Known],
        meter: Meter<'h>,
        wanted: &dyn Fn(&Goal) -> bool,
    ) -> State<'h, 'k> {
        let all = hunt.aims.iter().flat_map(|a| &a.goals).enumerate();
        let (numbers, goals): (Vec<usize>, Vec<(&Goal, bool)>) =
            all.filter(|(_, goal)| wanted(goal)).map(|(number, goal)| (number, (goal, false))).unzip();
        let mut state = State {
            hunt,
            meter,
            numbers,
            all: hunt.aims.iter().map(|a| a.goals.len()).sum(),
            elsewhere: 0,
            index: GoalIndex::new(goals.iter().map(|(g, _)| *g)),
            shown: vec![None; goals.len()],
            met_well: vec![false; goals.len()],
            least: vec![None; goals.len()],
            goals,
            total: Seen::default(),
            reached: Reached::default(),
            known_paths: known.iter().map(|k| &k.key).collect(),
            paths: vec![(0, 0); hunt.aims.len()],
            last_path: None,
            candidates: Vec::new(),
            spare: Spare::default(),
            errors: Vec::new(),
            error_places: BTreeMap::new(),
            progress: Progress::default(),
            queries: 0,
            kept: 0,
            more: false,
            counts_paths: true,
            prefers_good_ends: hunt.program.facts.errors_may_hide,
            new: Vec::new(),
            new_well: Vec::new(),
        };
        for k in known {
            state.total.merge(&k.seen);
            let met = state.index.met_by(&k.seen);
            state.meet(&met);
        }
        state.progress.goals_left = state.left();
        state
    }

    /// Marks the goals that one run meets, and those that it meets together with others; returns how many are new.
    fn meet(&mut self, met: &[usize]) -> usize {
        let before = self.new.len();
        self.mark(met);
        self.meet_jointly();
        self.new.len() - before
    }

    fn mark(&mut self, met: &[usize]) {
        for goal in met {
            if let Some((_, is_met)) = self.goals.get_mut(*goal)
                && !*is_met
            {
                *is_met = true;
                self.new.push(*goal);
            }
        }
    }

    /// Marks the goals that two runs meet together.
    fn meet_jointly(&mut self) {
        let joint: Vec<usize> = self.index.joint().collect();
        for goal in joint {
            if let Some((of, is_met)) = self.goals.get_mut(goal)
                && !*is_met
                && self.total.meets(of)
            {
                *is_met = true;
                self.new.push(goal);
            }
        }
    }

    /// The goals that were met since they were last taken; by runs that end well, if that is what counts.
    pub(super) fn newly_met(&mut self, require_successful_run: bool) -> Vec<usize> {
        let (any, fine) = (std::mem::take(&mut self.new), std::mem::take(&mut self.new_well));
        if require_successful_run { fine } else { any }
    }

    fn out_of_bounds(&self, goal: &Goal) -> Option<u32> {
        match goal.what {
            Target::Iterations { times, .. } => self.hunt.plan.bounds.loops.filter(|k| times > *k),
            _ => None,
        }
    }

    fn is_open(&self, number: usize) -> bool {
        self.goals.get(number).is_some_and(|(g, met)| {
            !met && !g.hopeless && self.shown[number].is_none() && self.out_of_bounds(g).is_none()
        })
    }

    /// A goal by its number.
    pub(super) fn goal(&self, number: usize) -> Option<&'h Goal> {
        self.goals.get(number).map(|(g, _)| *g)
    }

    /// The goals that are open.
    pub(super) fn open_goals(&self) -> impl Iterator<Item = &'h Goal> {
        (0..self.goals.len()).filter(|i| self.is_open(*i)).filter_map(|i| self.goal(i))
    }

    /// The numbers of the goals that are open, of those that are wanted; `require_successful_run`: of those that only failing runs meet.
    pub(super) fn open(&self, wanted: &dyn Fn(&Goal) -> bool, require_successful_run: bool) -> Vec<usize> {
        let open = |i: &usize| if require_successful_run { self.is_met_badly(*i) } else { self.is_open(*i) };
        (0..self.goals.len()).filter(open).filter(|i| self.goal(*i).is_some_and(wanted)).collect()
    }

    fn is_met_badly(&self, number: usize) -> bool {
        self.prefers_good_ends
            && self.goals.get(number).is_some_and(|(_, met)| *met)
            && !self.met_well.get(number).copied().unwrap_or(true)
    }

    pub(super) fn left(&self) -> usize {
        self.open_goals().count()
    }

    /// How many goals are open in some procedures.
    pub(super) fn left_in(&self, procs: &[ProcId]) -> usize {
        self.open_goals().filter(|g| procs.contains(&g.proc)).count()
    }

    /// Number of wanted goals that only failing runs meet; compiled programs may hide such failures.
    pub(super) fn goals_met_only_by_failures(&self, wanted: &dyn Fn(&Goal) -> bool) -> usize {
        self.open(wanted, true).len()
    }

    /// A goal was shown infeasible.
    pub(super) fn show(&mut self, number: usize, shown: Shown) {
        if let Some(place) = self.shown.get_mut(number) {
            *place = Some(shown);
        }
    }

    /// Inputs of an entry that are worth something, the last ones.
    pub(super) fn inputs_of(&self, entry: ProcId, most: usize) -> Vec<Input> {
        let here = self.candidates.iter().rev().filter(|c| c.entry == entry).map(|c| &c.found.input);
        let errors = self.errors.iter().filter(|(of, _)| *of == entry).map(|(_, f)| &f.input);
        here.chain(errors).take(most).cloned().collect()
    }

    /// The steps that the run of an input takes, and whether it ends and meets an open goal, or ends well and meets one
    /// that only failing runs met.
    pub(super) fn meets_more(&mut self, entry: ProcId, input: &Input, limits: &Limits) -> (u64, bool) {
        let (run, seen) = self.meter.run(entry, input.clone(), limits);
        let news = match run.outcome {
            Outcome::Ok => {
                self.index.met_by(&seen).into_iter().any(|g| self.is_open(g) || self.is_met_badly(g))
            }
            Outcome::Error { .. } => self.index.met_by(&seen).into_iter().any(|g| self.is_open(g)),
            _ => false,
        };
        (run.steps, news)
    }

    /// True if a path stays within the bounds that were given. Those of a search do, but values that were tried may
    /// lead anywhere. A loop that is left by a `break` and entered again counts as one here.
    fn is_within_bounds(&self, found: &Found) -> bool {
        let plan = self.hunt.plan;
        if plan.deepen || found.origin == Origin::Path {
            return true;
        }
        if plan.bounds.path_length.is_some_and(|most| found.decisions.len() > most as usize) {
            return false;
        }
        let Some(most) = plan.bounds.loops else { return true };
        let mut rounds: BTreeMap<(ProcId, DecisionId), u32> = BTreeMap::new();
        found.decisions.iter().all(|(proc, decision, outcome)| {
            let of = self.hunt.program.proc(*proc).and_then(|p| p.decision(*decision));
            if of.is_none_or(|d| d.kind != DecisionKind::While) {
                return true;
            }
            let count = rounds.entry((*proc, *decision)).or_default();
            *count = if *outcome { *count + 1 } else { 0 };
            *count <= most
        })
    }

    /// Keeps the smallest test of each error; true if the error was not known.
    fn note_error(&mut self, entry: ProcId, found: &Found) -> bool {
        let End::Error(kind, span) = &found.end else { return false };
        if *kind == ErrorKind::Exit {
            return false;
        }
        let size = Size::of(found);
        let known = self.error_places.get(&(entry, *kind, *span)).copied();
        if known.is_some_and(|known| known <= size) {
            return false;
        }
        self.error_places.insert((entry, *kind, *span), size);
        let is_same = |(of, f): &&mut (ProcId, Found)| *of == entry && f.end == found.end;
        match self.errors.iter_mut().find(is_same) {
            Some(place) => place.1 = found.clone(),
            // An error that was handed over before is not new.
            None if known.is_some() => {}
            None => self.errors.push((entry, found.clone())),
        }
        known.is_none()
    }

    /// Takes a path into account.
    pub(super) fn consider(&mut self, entry: ProcId, mut found: Found, tell: &mut dyn FnMut(Progress)) {
        if !self.is_within_bounds(&found) {
            return;
        }
        self.progress.paths += 1;
        let limits = Limits::default();
        let limits = Limits { steps: limits.steps.max(2 * found.run.steps), ..limits };
        let (_, seen) = self.meter.run(entry, found.input.clone(), &limits);
        if let End::Error(_, span) = found.end {
            self.reached.ends(self.meter.open(), span);
        }
        // Nothing reads it any more, and it may be long.
        found.run.trace.clear();
        let new_error = self.note_error(entry, &found);
        let mut keep = self.counts_paths && self.hunt.plan.per_path != PerPath::One;
        if self.counts_paths && self.hunt.aims.iter().any(|a| a.criterion.is_open()) {
            let key = key_of(entry, &found, &seen);
            let known = self.known_paths.contains(&key);
            // All tests of a path come one after the other, and it counts once.
            let new = self.last_path.as_ref() != Some(&key);
            for (aim, count) in self.hunt.aims.iter().zip(&mut self.paths) {
                if aim.criterion.is_open() && seen.is_within(aim.criterion) {
                    count.0 += u64::from(new);
                    count.1 += u64::from(new && known);
                    keep |= !known;
                }
            }
            self.last_path = Some(key);
        }
        let new_evaluation = seen.adds_evaluation(&self.total);
        self.total.merge(&seen);
        let met = self.index.met_by(&seen);
        let mut new = self.meet(&met) > 0;
        if self.prefers_good_ends && found.end == End::Ok {
            for goal in &met {
                if !std::mem::replace(&mut self.met_well[*goal], true) {
                    self.new_well.push(*goal);
                    new = true;
                }
            }
        }
        let smaller = !self.hunt.fewest && self.is_smaller(&found, &met);
        let alone = self.bits(&met);
        // A new suite gets at least one test of each entry, even if there is nothing to choose in it: one that ends
        // well, if there is one.
        let mut rivals = self.candidates.iter().filter(|c| c.entry == entry).peekable();
        let only = self.known_paths.is_empty()
            && (rivals.peek().is_none() || found.end == End::Ok)
            && !rivals.any(|c| c.found.end == End::Ok);
        let wanted = only
            || keep
            || new
            || smaller
            || new_evaluation && self.elsewhere + self.left() > 0
            || self.candidates.len() < POOL && self.is_different(&alone, found.end == End::Ok);
        if new {
            self.progress.goals_left = self.elsewhere + self.left();
        }
        self.progress.queries = self.queries + found.queries;
        let candidate = Candidate { entry, found, seen, keep, alone };
        if new || keep || only || new_error {
            (self.hunt.found)(&candidate);
        }
        if wanted {
            if keep {
                self.kept += 1;
                // One more than is asked for shows that there are more.
                if self.hunt.limit.is_some_and(|n| self.kept > n) {
                    self.more = true;
                }
            }
            self.candidates.push(candidate);
        } else if !self.hunt.fewest && candidate.found.end == End::Ok {
            self.spare.add(entry, candidate.found);
        }
        self.progress.tests = self.candidates.len().max(self.kept);
        tell(self.progress.clone());
    }

    /// Hands tests over that are goals by themselves, once there are many. Errors that some of them end in are no
    /// longer listed.
    pub(super) fn let_go(&mut self, flow: &mut Flow<'_>) {
        if self.kept > flow.after {
            self.candidates.drain(..).for_each(&mut *flow.take);
            self.errors.clear();
        }
    }

    /// True if this is the smallest test so far of some goal.
    fn is_smaller(&mut self, found: &Found, met: &[usize]) -> bool {
        let size = Size::of(found);
        let mut any = false;
        for goal in met {
            if let Some(least) = self.least.get_mut(*goal)
                && least.is_none_or(|least| size < least)
            {
                *least = Some(size);
                any = true;
            }
        }
        any
    }

    fn bits(&self, met: &[usize]) -> Vec<u64> {
        let mut bits = vec![0; self.all.div_ceil(64)];
        for goal in met.iter().filter_map(|goal| self.numbers.get(*goal)) {
            bits[goal / 64] |= 1 << (goal % 64);
        }
        bits
    }

    /// True if a run meets something, and some goal besides those of each candidate. One that ends well may also take
    /// the place of one that does not.
    fn is_different(&self, alone: &[u64], ends_well: bool) -> bool {
        let equals = self.candidates.iter().filter(|c| !ends_well || c.found.end == End::Ok);
        alone.iter().any(|w| *w != 0)
            && equals.into_iter().all(|c| alone.iter().zip(&c.alone).any(|(a, b)| a & !b != 0))
    }

    /// What the search of an entry found, to be merged with the other entries.
    pub(super) fn harvest(mut self) -> Harvest {
        self.reached.passes(self.meter.passed());
        let numbers = |which: &mut dyn Iterator<Item = bool>| -> Vec<usize> {
            self.numbers.iter().zip(which).filter(|(_, met)| *met).map(|(number, _)| *number).collect()
        };
        let (met, met_well) = (
            numbers(&mut self.goals.iter().map(|(_, met)| *met)),
            numbers(&mut self.met_well.iter().copied()),
        );
        Harvest {
            candidates: self.candidates,
            spare: self.spare,
            errors: self.errors,
            met,
            met_well,
            shown: self.numbers.iter().zip(&self.shown).filter_map(|(n, s)| Some((*n, s.clone()?))).collect(),
            total: self.total,
            reached: self.reached,
            progress: self.progress,
        }
    }

    /// Adds what the search of an entry found.
    pub(super) fn add(&mut self, part: Harvest) {
        self.total.merge(&part.total);
        self.reached.add(part.reached);
        // Here are all goals, so numbers among all are numbers here.
        self.mark(&part.met);
        for goal in part.met_well {
            self.met_well[goal] = true;
        }
        for (goal, shown) in part.shown {
            self.shown[goal].get_or_insert(shown);
        }
        self.candidates.extend(part.candidates);
        for (entry, found) in
            part.spare.of.into_iter().flat_map(|(e, all)| all.into_iter().map(move |f| (e, f)))
        {
            self.spare.add(entry, found);
        }
        for (entry, found) in part.errors {
            self.note_error(entry, &found);
        }
        self.progress.paths += part.progress.paths;
        self.progress.tests = self.candidates.len();
        self.new.clear();
        self.new_well.clear();
    }

    /// All parts are there.
    pub(super) fn count(&mut self) {
        self.meet_jointly();
        self.new.clear();
        self.progress.goals_left = self.left();
    }

    /// What meters know of the program.
    pub(super) fn tables(&self) -> MeterTables {
        self.meter.tables()
    }

    /// The progress so far.
    pub(super) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// For each goal, whether nothing is left to be looked for.
    pub(super) fn settled(&self, looked: &[Looked]) -> Vec<bool> {
        let verdicts = Verdicts::new(self.hunt, looked);
        (0..self.goals.len())
            .map(|i| {
                !self.is_open(i)
                    || self.goal(i).is_some_and(|g| matches!(verdicts.of(g), Status::Infeasible(_)))
            })
            .collect()
    }

    /// Those of some goals of which something is left to be looked for.
    pub(super) fn unsettled(&self, which: &[usize], looked: &[Looked]) -> Vec<usize> {
        if which.is_empty() {
            return Vec::new();
        }
        let verdicts = Verdicts::new(self.hunt, looked);
        let left = |i: &usize| {
            self.is_open(*i) && self.goal(*i).is_none_or(|g| !matches!(verdicts.of(g), Status::Infeasible(_)))
        };
        which.iter().copied().filter(left).collect()
    }

    /// What was caught by searches; `whole` if they saw everything within the bounds.
    pub(super) fn finish(mut self, looked: &[Looked], whole: bool, total: Exploration) -> HuntResult {
        self.reached.passes(self.meter.passed());
        let verdicts = Verdicts::new(self.hunt, looked);
        let status = |number: usize| {
            let (goal, met) = self.goals[number];
            match () {
                () if met => Status::Covered,
                () if self.shown[number].is_some() => {
                    self.shown[number].clone().map_or(Status::Covered, Status::Infeasible)
                }
                () => match (self.out_of_bounds(goal), verdicts.of(goal)) {
                    (Some(k), Status::Unknown(_)) => Status::OutOfBounds(format!("--loops {k}")),
                    (_, status) => status,
                },
            }
        };
        // A goal may be known from its condition alone; whether a search has shown it as well is another question.
        let searched = |number: usize| {
            self.shown[number].is_none()
                || matches!(verdicts.of(self.goals[number].0), Status::Infeasible(Shown::Search))
        };
        let mut next = 0;
        let mut statuses: Vec<Vec<Status>> = Vec::new();
        let mut behind: Vec<Vec<bool>> = Vec::new();
        for aim in self.hunt.aims {
            let numbers = next..next + aim.goals.len();
            next = numbers.end;
            let all: Vec<Status> = numbers.clone().map(status).collect();
            let asked = |(number, status): (usize, &Status)| {
                let shown = matches!(status, Status::Infeasible(Shown::Search | Shown::Anywhere));
                shown && self.reached.has_errors() && searched(number)
            };
            behind.push(numbers.zip(&all).map(asked).collect());
            statuses.push(all);
        }
        HuntResult {
            whole,
            prefers_good_ends: self.prefers_good_ends,
            own: self.hunt.own(),
            last: self.hunt.entries.iter().copied().filter(|e| self.hunt.is_driver(*e)).collect(),
            candidates: self.candidates,
            spare: self.spare.of,
            status: statuses,
            searched: behind,
            paths: self.paths,
            paths_left_out: 0,
            errors: self.errors,
            reached: self.reached,
            exploration: total,
            more: self.more,
        }
    }
}
