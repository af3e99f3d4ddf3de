//! What a hunt knows so far: the goals that are met, and the runs that are worth keeping.

use super::passing::Passing;
use super::{Candidate, Catch, Hunt, Known, Looked, PathKey, Progress, Status, key_of};
use criteria::{Criterion, Goal, Meter, Seen, Target};
use explore::{End, Exploration, Found, PerPath};
use imperative::machine::{Limits, Outcome, State as Input};
use imperative::{Branching, ErrorKind, InstrKind, ProcId};
use source::Span;
use std::collections::BTreeSet;

/// Tests that are kept although others meet all their goals: from so many the best can be chosen.
const POOL: usize = 30;

/// What is known so far.
pub(super) struct State<'h, 'k> {
    hunt: &'h Hunt<'h>,
    meter: Meter<'h>,
    /// All goals of all aims, in order, with whether they are met.
    goals: Vec<(&'h Goal, bool)>,
    /// All that was seen so far, taken together.
    total: Seen,
    known_paths: BTreeSet<&'k PathKey>,
    paths: Vec<(u64, u64)>,
    last_path: Option<PathKey>,
    candidates: Vec<Candidate>,
    errors: Vec<(ProcId, Found)>,
    error_places: BTreeSet<(ProcId, ErrorKind, Span)>,
    progress: Progress,
    pub(super) queries: u64,
    /// Tests that are goals by themselves.
    kept: usize,
    pub(super) more: bool,
    /// Is only what meets a goal that is open worth keeping?
    pub(super) only_new: bool,
    /// Do errors count for less? Compiled programs hide many of them.
    prefers_good_ends: bool,
    /// For each goal, whether a run that ends well meets it.
    met_well: Vec<bool>,
    /// Entries without goals that no other entry leads to.
    plain_entries: Vec<ProcId>,
}

impl<'h, 'k> State<'h, 'k> {
    pub(super) fn new(hunt: &'h Hunt<'h>, known: &'k [Known]) -> State<'h, 'k> {
        let criteria: Vec<Criterion> = hunt.aims.iter().map(|a| a.criterion).collect();
        let mut state = State {
            hunt,
            meter: Meter::new(hunt.program, &criteria),
            goals: hunt.aims.iter().flat_map(|a| a.goals.iter().map(|g| (g, false))).collect(),
            total: Seen::default(),
            known_paths: known.iter().map(|k| &k.key).collect(),
            paths: vec![(0, 0); hunt.aims.len()],
            last_path: None,
            candidates: Vec::new(),
            errors: Vec::new(),
            error_places: BTreeSet::new(),
            progress: Progress::default(),
            queries: 0,
            kept: 0,
            more: false,
            only_new: false,
            prefers_good_ends: hunt.program.branching == Branching::Atoms,
            met_well: Vec::new(),
            plain_entries: hunt.plain_entries(),
        };
        state.met_well = vec![false; state.goals.len()];
        for k in known {
            state.total.merge(&k.seen);
        }
        state.meet();
        state
    }

    /// Marks the goals that what was seen meets; how many are new?
    fn meet(&mut self) -> usize {
        let mut new = 0;
        for (goal, met) in &mut self.goals {
            if !*met && self.total.meets(goal) {
                *met = true;
                new += 1;
            }
        }
        new
    }

    fn out_of_bounds(&self, goal: &Goal) -> bool {
        match goal.what {
            Target::Iterations { times, .. } => self.hunt.plan.bounds.loops.is_some_and(|k| times > k),
            _ => false,
        }
    }

    pub(super) fn open_goals(&self) -> impl Iterator<Item = &'h Goal> {
        self.goals.iter().filter(|(g, met)| !met && !g.hopeless && !self.out_of_bounds(g)).map(|(g, _)| *g)
    }

    pub(super) fn left(&self) -> usize {
        self.open_goals().count()
    }

    /// How many goals are open in some procedures.
    pub(super) fn left_in(&self, procs: &[ProcId]) -> usize {
        self.open_goals().filter(|g| procs.contains(&g.proc)).count()
    }

    /// How many goals in some procedures no run meets, or only runs that go wrong, which compiled programs may hide.
    pub(super) fn wanting_in(&self, procs: &[ProcId]) -> usize {
        let badly = |well: bool| self.prefers_good_ends && !well;
        let goals = self.goals.iter().zip(&self.met_well);
        let hidden = goals.filter(|((g, met), well)| *met && badly(**well) && procs.contains(&g.proc));
        self.left_in(procs) + hidden.count()
    }

    /// Inputs of an entry that are worth something, the last ones.
    pub(super) fn inputs_of(&self, entry: ProcId, most: usize) -> Vec<Input> {
        let here = self.candidates.iter().rev().filter(|c| c.entry == entry).map(|c| &c.found.input);
        let errors = self.errors.iter().filter(|(of, _)| *of == entry).map(|(_, f)| &f.input);
        here.chain(errors).take(most).cloned().collect()
    }

    /// Does the run of an input end and meet an open goal, or end well and meet one that only others met? Also how many
    /// steps it took.
    pub(super) fn meets_more(&mut self, entry: ProcId, input: &Input, limits: &Limits) -> (u64, bool) {
        let (run, seen) = self.meter.run(entry, input.clone(), limits);
        let open = || self.open_goals().any(|goal| seen.meets(goal));
        let well = || {
            let mut goals = self.goals.iter().zip(&self.met_well);
            self.prefers_good_ends && goals.any(|((goal, met), well)| *met && !*well && seen.meets(goal))
        };
        let news = match run.outcome {
            Outcome::Ok => open() || well(),
            Outcome::Error { .. } => open(),
            _ => false,
        };
        (run.steps, news)
    }

    pub(super) fn consider(&mut self, entry: ProcId, found: Found, tell: &mut dyn FnMut(Progress)) {
        self.progress.paths += 1;
        self.look_at(entry, found, true, tell);
    }

    pub(super) fn consider_finer(&mut self, entry: ProcId, found: Found, tell: &mut dyn FnMut(Progress)) {
        self.look_at(entry, found, false, tell);
    }

    fn look_at(&mut self, entry: ProcId, found: Found, paths_count: bool, tell: &mut dyn FnMut(Progress)) {
        let limits = Limits::default();
        let limits = Limits { steps: limits.steps.max(2 * found.run.steps), ..limits };
        let (_, seen) = self.meter.run(entry, found.input.clone(), &limits);
        if let End::Error(kind, span) = &found.end
            && *kind != ErrorKind::Exit
            && self.error_places.insert((entry, *kind, *span))
        {
            self.errors.push((entry, found.clone()));
        }
        let mut keep = self.hunt.plan.per_path != PerPath::One && paths_count;
        if paths_count && self.hunt.aims.iter().any(|a| a.criterion.is_open()) {
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
        let mut new = self.meet() > 0;
        if self.prefers_good_ends && found.end == End::Ok {
            for ((goal, _), well) in self.goals.iter().zip(&mut self.met_well) {
                if !*well && seen.meets(goal) {
                    *well = true;
                    new = true;
                }
            }
        }
        let mut alone = Vec::new();
        // Whoever asks for tests gets one, even of a procedure in which there is nothing to choose.
        // One that ends well, if there is one.
        let plain = self.plain_entries.contains(&entry);
        let mut rivals = self.candidates.iter().filter(|c| !plain || c.entry == entry).peekable();
        let only = self.known_paths.is_empty()
            && (rivals.peek().is_none() || found.end == End::Ok)
            && !rivals.any(|c| c.found.end == End::Ok);
        let wanted = only || keep || new || new_evaluation && self.left() > 0 || {
            alone = self.alone(&seen);
            !self.only_new && self.candidates.len() < POOL && self.is_different(&alone, found.end == End::Ok)
        };
        self.progress.goals_left = self.left();
        self.progress.queries = self.queries + found.queries;
        if wanted {
            if keep {
                self.kept += 1;
                // One more than is asked for shows that there are more.
                if self.hunt.limit.is_some_and(|n| self.kept > n) {
                    self.more = true;
                }
            }
            if alone.is_empty() {
                alone = self.alone(&seen);
            }
            self.candidates.push(Candidate { entry, found, seen, keep, alone });
        }
        self.progress.tests = self.candidates.len();
        tell(self.progress);
    }

    fn alone(&self, seen: &Seen) -> Vec<u64> {
        let mut bits = vec![0; self.goals.len().div_ceil(64)];
        for (i, (goal, _)) in self.goals.iter().enumerate() {
            if seen.meets(goal) {
                bits[i / 64] |= 1 << (i % 64);
            }
        }
        bits
    }

    /// Does a run meet something, and some goal besides those of each candidate? One that ends well may also
    /// take the place of one that does not.
    fn is_different(&self, alone: &[u64], ends_well: bool) -> bool {
        let equals = self.candidates.iter().filter(|c| !ends_well || c.found.end == End::Ok);
        alone.iter().any(|w| *w != 0)
            && equals.into_iter().all(|c| alone.iter().zip(&c.alone).any(|(a, b)| a & !b != 0))
    }

    /// What was caught by searches; `early` if some were ended before they saw everything.
    pub(super) fn finish(self, looked: &[Looked], early: bool, total: Exploration) -> Catch {
        let everywhere = total.cut == 0 && total.assumed.is_empty();
        let mut rest = self.goals.iter();
        // All searches that can come there must have seen everything.
        let settled = |goal: &Goal| {
            let level = self.hunt.level(goal);
            let mut coming = looked.iter().filter(|l| l.procs.contains(&goal.proc)).peekable();
            coming.peek().is_some()
                && looked.len() == self.hunt.entries.len()
                && coming.all(|l| l.whole.get(..=level).is_some_and(|w| w.iter().all(|w| *w)))
        };
        // What is not understood may lead anywhere in its procedure.
        let obscure = |goal: &Goal| {
            let blocks = self.hunt.program.proc(goal.proc).map_or(&[][..], |p| &p.blocks);
            blocks.iter().flat_map(|b| &b.instrs).any(|i| matches!(i.kind, InstrKind::Unsupported(_)))
        };
        let passing = Passing::new(self.hunt.program, &total.cut_through);
        let status = self
            .hunt
            .aims
            .iter()
            .map(|aim| {
                rest.by_ref()
                    .take(aim.goals.len())
                    .map(|(goal, met)| match () {
                        () if *met => Status::Covered,
                        () if goal.hopeless && !obscure(goal) => Status::Infeasible { everywhere: true },
                        () if self.out_of_bounds(goal) => Status::OutOfBounds,
                        () if settled(goal) && !passing.may_meet(goal) => Status::Infeasible { everywhere },
                        () => Status::Unknown,
                    })
                    .collect()
            })
            .collect();
        Catch {
            whole: !early && !looked.is_empty() && looked.iter().all(|l| l.whole[0]),
            prefers_good_ends: self.prefers_good_ends,
            plain_entries: self.plain_entries,
            candidates: self.candidates,
            status,
            paths: self.paths,
            paths_left_out: 0,
            errors: self.errors,
            exploration: total,
            more: self.more,
        }
    }
}
