//! Looking for tests that meet goals, and settling those that no test meets.
//!
//! The paths of the program are searched until every goal is met. What is open then is looked for with finer
//! forks ([`explore::Splits`]): at the atomic conditions of the decisions in question, then at the sources of
//! reads. A goal that a whole search did not meet is infeasible: within the bounds, or for all inputs where the
//! bounds cut nothing off. Anything else is unknown.

use base::{Budget, Stop};
use criteria::reachable;
use criteria::{Criterion, Definition, Goal, Meter, Seen, Step, Target, What, goals};
use explore::{End, Exploration, Found, PerPath, Plan, Splits, explore};
use imperative::machine::Limits;
use imperative::{
    Branching, DecisionId, DecisionKind, ErrorKind, Expr, ExprKind, InstrKind, Proc, ProcId, Program,
    TerminatorKind,
};
use source::Span;
use std::collections::BTreeSet;
use std::time::Duration;

/// Paths that are looked at in any case: errors are found on the way, and small programs are seen as a whole.
const AT_LEAST: u64 = 1_000;
/// Paths of one entry after which a search with finer forks is given up.
const SPLIT_PATHS: u64 = 20_000;
/// Tests that are kept although others meet all their goals: from so many the best can be chosen.
const POOL: usize = 30;

/// Work that a search for goals may cost in all, and that on one entry before closer bounds are tried.
const EFFORT: Duration = Duration::from_secs(24);
const QUICK: Duration = Duration::from_secs(2);

/// Closer bounds: iterations of a loop, calls of a procedure by itself.
const NEARBY: [(u32, u32); 2] = [(1, 2), (2, 2)];

/// Iterations of loops over what has a fixed size, where open goals may lie behind them.
const FIXED_ROUNDS: u32 = 12;

/// Why a search is not complete that became too much.
const GIVEN_UP: &str = "the search was given up where it became too much; --timeout lets it go on for longer";

/// The level of goals that no search shows infeasible.
const UNSETTLED: usize = 3;

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
    /// The first path to each place where an error was found.
    pub errors: Vec<(ProcId, Found)>,
    /// What the search over paths did, with the questions of all searches.
    pub exploration: Exploration,
    /// Were there more tests than were asked for?
    pub more: bool,
    /// Were all paths within the bounds searched?
    pub whole: bool,
    /// Is a test that ends well worth more than one test less?
    pub prefers_good_ends: bool,
}

impl Hunt<'_> {
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
        let bounded = !every && self.budget.time_left().is_none();
        let mut effort_left = bounded.then_some(EFFORT);
        let mut looked: Vec<Looked> = Vec::new();
        for (i, entry) in self.entries.iter().enumerate() {
            at.queries = total.queries;
            let mut paths = 0;
            let procs = reachable(self.program, *entry);
            // One procedure with many paths must not take the time of all the others.
            let left = (self.entries.len() - i) as u32;
            let budget = match self.budget.time_left() {
                Some(time) if left > 1 => self.budget.clone().with_time(time * 2 / (left + 1)),
                _ => self.budget.clone(),
            };
            let share = |most: Duration| if left == 1 { most } else { most * 2 / (left + 1) };
            let effort = effort_left.map(share);
            let mut seen = |at: &mut State<'_, '_>, found: Found, tell: &mut dyn FnMut(Progress)| {
                paths += 1;
                at.consider(*entry, found, tell);
                !at.more && (every || at.left_in(&procs) > 0 || paths < AT_LEAST)
            };
            let quick = effort.map(|most| most.min(QUICK));
            let plan = Plan { effort: quick, ..self.plan.clone() };
            let mut part =
                explore(self.program, *entry, &plan, &budget, &mut |found| seen(&mut at, found, tell));
            if part.given_up && quick < effort {
                let worked = part.work + self.nearby(*entry, &procs, &budget, &mut at, &mut total, tell);
                let plan =
                    Plan { effort: effort.map(|most| most.saturating_sub(worked)), ..self.plan.clone() };
                let queries = part.queries;
                part = explore(self.program, *entry, &plan, &budget, &mut |found| seen(&mut at, found, tell));
                part.queries += queries;
                part.work += worked;
            }
            if part.given_up && !part.reasons.iter().any(|r| r == GIVEN_UP) {
                part.reasons.push(GIVEN_UP.to_string());
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
            early |= !every && at.left_in(&procs) == 0 && paths >= AT_LEAST;
        }
        total.stopped = total.stopped.or(out_of_time);
        if !whole || !total.is_complete() {
            early = true;
        }
        let go_on = total.stopped.is_none() && !at.more;
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
                let (done, work) =
                    self.finer(one.entry, &one.procs, splits.clone(), effort, &mut at, &mut total, tell);
                one.whole[level] = done && one.whole[level - 1];
                effort_left = effort_left.map(|most| most.saturating_sub(work));
            }
        }
        if (total.cut > 0 || total.given_up) && total.stopped.is_none() && !at.more && at.left() > 0 {
            self.beyond(&mut at, &mut total, tell);
        }
        at.finish(&looked, early, total)
    }

    /// Looks for goals within closer bounds, where a search comes to an end: the work that it took.
    fn nearby(
        &self,
        entry: ProcId,
        procs: &[ProcId],
        budget: &Budget,
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) -> Duration {
        let mut work = Duration::ZERO;
        for (loops, depth) in NEARBY {
            let closer = |bound: Option<u32>, most: u32| Some(bound.map_or(most, |b| b.min(most)));
            let bounds = explore::Bounds {
                loops: closer(self.plan.bounds.loops, loops),
                recursion: closer(self.plan.bounds.recursion, depth),
                ..self.plan.bounds.clone()
            };
            if at.left_in(procs) == 0 || bounds == self.plan.bounds {
                break;
            }
            let plan = Plan { bounds, effort: Some(QUICK), per_path: PerPath::One, ..self.plan.clone() };
            let part = explore(self.program, entry, &plan, budget, &mut |found| {
                at.consider_finer(entry, found, tell);
                !at.more && at.left_in(procs) > 0
            });
            total.queries += part.queries;
            work += part.work;
        }
        work
    }

    /// Looks at runs that are longer than the bounds allow: what they meet is met all the same.
    fn beyond(&self, at: &mut State<'_, '_>, total: &mut Exploration, tell: &mut dyn FnMut(Progress)) {
        let effort = self.budget.time_left().is_none().then_some(QUICK);
        let plan = Plan {
            beyond: true,
            fixed_rounds: FIXED_ROUNDS,
            per_path: PerPath::One,
            effort,
            ..self.plan.clone()
        };
        at.only_new = true;
        for entry in self.entries {
            at.queries = total.queries;
            let mut paths = 0;
            let part = explore(self.program, *entry, &plan, self.budget, &mut |found| {
                paths += 1;
                at.consider_finer(*entry, found, tell);
                !at.more && at.left() > 0 && paths < AT_LEAST
            });
            total.queries += part.queries;
            total.stopped = total.stopped.or(part.stopped);
        }
        at.only_new = false;
    }

    /// The forks that open goals of a level need: 1 for atomic conditions, 2 for the sources of reads.
    fn splits(&self, at: &State<'_, '_>, level: usize) -> Splits {
        let mut splits = Splits::default();
        let mut all = false;
        for goal in at.open_goals() {
            if self.level(goal) < level {
                continue;
            }
            match goal.what {
                Target::Atom { decision, .. }
                | Target::Combination { decision, .. }
                | Target::Decides { decision, .. } => splits.atoms.push((goal.proc, decision)),
                _ => all = true,
            }
            splits.sources |= level == 2;
        }
        if all {
            splits.atoms.extend(self.forking_decisions());
        }
        splits.atoms.sort();
        splits.atoms.dedup();
        splits
    }

    /// Decisions that may come out in one way for several reasons.
    fn forking_decisions(&self) -> Vec<(ProcId, DecisionId)> {
        let mut out = Vec::new();
        for (i, p) in self.program.procs.iter().enumerate() {
            for (d, decision) in p.decisions.iter().enumerate() {
                if decision.atoms.len() > 1 || decision.kind == DecisionKind::ShortCircuit {
                    out.push((ProcId::new(i), DecisionId::new(d)));
                }
            }
        }
        out
    }

    /// How fine a search must be to settle a goal: 0 where the path does.
    fn level(&self, goal: &Goal) -> usize {
        match &goal.what {
            Target::Outcome { .. } | Target::Iterations { .. } => 0,
            Target::Statement(_) | Target::Invoked | Target::Call { .. } => {
                usize::from(self.forking_decisions().iter().any(|(p, d)| {
                    let of = self.program.proc(*p).and_then(|p| p.decision(*d));
                    of.is_some_and(|d| d.kind == DecisionKind::ShortCircuit)
                }))
            }
            Target::Atom { decision, .. }
            | Target::Combination { decision, .. }
            | Target::Decides { decision, .. } => {
                let of = self.program.proc(goal.proc).and_then(|p| p.decision(*decision));
                usize::from(of.is_none_or(|d| d.atoms.len() > 1))
            }
            Target::Definition { what, at } | Target::Use { what, at, .. } | Target::Way { what, at, .. } => {
                match what {
                    // No fork tells how long a new array is, and so which of its elements there are.
                    What::Element(_) if self.is_allocation(goal.proc, *at) => UNSETTLED,
                    // Whether a variable is read may hang on an `and` or `or` that is no decision.
                    What::Var(_) if self.program.procs.iter().any(chooses_a_value) => 2,
                    What::Var(_) => usize::from(!self.forking_decisions().is_empty()),
                    What::Field(..) | What::Element(_) => 2,
                }
            }
        }
    }

    fn is_allocation(&self, proc: ProcId, at: Definition) -> bool {
        let Definition::At(point) = at else { return false };
        let block = self.program.proc(proc).and_then(|p| p.block(point.block));
        let instr = block.and_then(|b| b.instrs.get(point.index as usize));
        instr.is_some_and(|i| matches!(i.kind, InstrKind::NewArray { .. }))
    }

    /// A search with finer forks for what is open; false if it does not see everything, and the work that it took.
    #[allow(clippy::too_many_arguments)]
    fn finer(
        &self,
        entry: ProcId,
        procs: &[ProcId],
        splits: Splits,
        effort: Option<Duration>,
        at: &mut State<'_, '_>,
        total: &mut Exploration,
        tell: &mut dyn FnMut(Progress),
    ) -> (bool, Duration) {
        let plan = Plan { splits, per_path: PerPath::One, effort, ..self.plan.clone() };
        at.queries = total.queries;
        let mut paths = 0;
        let part = explore(self.program, entry, &plan, self.budget, &mut |found| {
            paths += 1;
            at.consider_finer(entry, found, tell);
            !at.more && at.left_in(procs) > 0 && paths < SPLIT_PATHS
        });
        total.queries += part.queries;
        total.stopped = total.stopped.or(part.stopped);
        (part.is_complete() && !at.more && paths < SPLIT_PATHS, part.work)
    }
}

/// Does a procedure use `and` or `or` where nothing is decided?
fn chooses_a_value(p: &Proc) -> bool {
    fn chooses(e: &Expr) -> bool {
        matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..)) || e.operands().any(chooses)
    }
    let in_instr = |i: &imperative::Instr| i.kind.operands().into_iter().any(chooses);
    let at_end = |t: &TerminatorKind| matches!(t, TerminatorKind::Return(Some(e)) if chooses(e));
    p.blocks.iter().any(|b| b.instrs.iter().any(in_instr) || at_end(&b.terminator.kind))
        || p.decisions.iter().any(|d| d.cond.atoms().iter().any(|a| chooses(a)))
}

/// What is known so far.
struct State<'h, 'k> {
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
    error_places: BTreeSet<(ErrorKind, Span)>,
    progress: Progress,
    queries: u64,
    /// Tests that are goals by themselves.
    kept: usize,
    more: bool,
    /// Is only what meets a goal that is open worth keeping?
    only_new: bool,
    /// Do errors count for less? Compiled programs hide many of them.
    prefers_good_ends: bool,
    /// For each goal, whether a run that ends well meets it.
    met_well: Vec<bool>,
}

impl<'h, 'k> State<'h, 'k> {
    fn new(hunt: &'h Hunt<'h>, known: &'k [Known]) -> State<'h, 'k> {
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

    fn open_goals(&self) -> impl Iterator<Item = &'h Goal> {
        self.goals.iter().filter(|(g, met)| !met && !g.hopeless && !self.out_of_bounds(g)).map(|(g, _)| *g)
    }

    fn left(&self) -> usize {
        self.open_goals().count()
    }

    /// How many goals are open in some procedures.
    fn left_in(&self, procs: &[ProcId]) -> usize {
        self.open_goals().filter(|g| procs.contains(&g.proc)).count()
    }

    fn consider(&mut self, entry: ProcId, found: Found, tell: &mut dyn FnMut(Progress)) {
        self.progress.paths += 1;
        self.look_at(entry, found, true, tell);
    }

    fn consider_finer(&mut self, entry: ProcId, found: Found, tell: &mut dyn FnMut(Progress)) {
        self.look_at(entry, found, false, tell);
    }

    fn look_at(&mut self, entry: ProcId, found: Found, paths_count: bool, tell: &mut dyn FnMut(Progress)) {
        let (_, seen) = self.meter.run(entry, found.input.clone(), &Limits::default());
        if let End::Error(kind, span) = &found.end
            && self.error_places.insert((*kind, *span))
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
        // Whoever asks for tests gets one, even of a program in which there is nothing to choose.
        // One that ends well, if there is one.
        let only = self.known_paths.is_empty()
            && (self.candidates.is_empty() || found.end == End::Ok)
            && !self.candidates.iter().any(|c| c.found.end == End::Ok);
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
    fn finish(self, looked: &[Looked], early: bool, total: Exploration) -> Catch {
        let everywhere = total.cut == 0;
        let mut rest = self.goals.iter();
        // All searches that can come there must have seen everything.
        let settled = |goal: &Goal| {
            let level = self.hunt.level(goal);
            let mut coming = looked.iter().filter(|l| l.procs.contains(&goal.proc)).peekable();
            coming.peek().is_some()
                && looked.len() == self.hunt.entries.len()
                && coming.all(|l| l.whole.get(..=level).is_some_and(|w| w.iter().all(|w| *w)))
        };
        let status = self
            .hunt
            .aims
            .iter()
            .map(|aim| {
                rest.by_ref()
                    .take(aim.goals.len())
                    .map(|(goal, met)| match () {
                        () if *met => Status::Covered,
                        () if goal.hopeless => Status::Infeasible { everywhere: true },
                        () if self.out_of_bounds(goal) => Status::OutOfBounds,
                        () if settled(goal) => Status::Infeasible { everywhere },
                        () => Status::Unknown,
                    })
                    .collect()
            })
            .collect();
        Catch {
            whole: !early && !looked.is_empty() && looked.iter().all(|l| l.whole[0]),
            prefers_good_ends: self.prefers_good_ends,
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

/// The path of a run.
pub(crate) fn key_of(entry: ProcId, found: &Found, seen: &Seen) -> PathKey {
    let end = match &found.end {
        End::Ok => None,
        End::Error(kind, span) => Some((*kind, *span)),
    };
    (entry, seen.path().to_vec(), end)
}
