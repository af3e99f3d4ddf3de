//! The search over symbolic states: one part of it, by one thread.
//!
//! At a decision the current model satisfies one branch, which then costs nothing; the other one takes one query.
//! Infeasible paths stop at once. Paths fork at decisions and errors alone.
//!
//! A part starts from the beginning or from the choices that lead to some state, which are then made again without
//! queries. Depth first, it gives away its oldest waiting state from time to time; see [`crate::tasks`].

use crate::album::Names;
use crate::assumption::Assumption;
use crate::finish::{BEYOND_ALL, TOO_LONG};
use crate::lost::{Losses, Why};
use crate::path::{End, Path};
use crate::plan::{Exploration, Found, PerPath, Plan, Strategy};
use crate::quantified::Quantified;
use crate::requires::{Apart, Shape, SortedArray};
use crate::steer::{Taken, distance};
use crate::steering::Steering;
use base::{Budget, Counter, Random, Stop};
use formula::{Op, Plainer, Sort, Term};
use imperative::{
    BlockId, DecisionId, DecisionKind, ErrorKind, Expr, ProcId, Program, Requirement, RequirementKind, Type,
    VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Solver, State, Unknown, Verdict};
use source::Span;
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use symbolic::evaluate::{Evaluation, Open, Trouble};
use symbolic::world::{Read, World};

/// Queries between two states that are given away. Small enough that all threads soon have work, large enough that
/// starting again costs little in comparison.
const SHARE: u64 = 1_000;

/// Hears of each path with what the part has done so far, and says whether to go on.
pub(crate) type Sink<'s> = dyn FnMut(Found, &Exploration) -> bool + 's;

/// A path, the errors that were caught on it, and how it ends.
pub(crate) type PathEnd = (Vec<(ProcId, DecisionId, bool)>, Vec<(ErrorKind, Span)>, End);

/// True if two executions can take the same path. This is so where conditions contain calls, and where the requirements
/// call the user's own procedures: these are run like a prefix of the program, and their choices are no part of the
/// path. A caller that asks for finer forks gets every execution.
pub(crate) fn paths_may_repeat(program: &Program, proc: ProcId, plan: &Plan) -> bool {
    if !plan.splits.is_none() {
        return false;
    }
    fn calls(r: &Requirement) -> bool {
        match &r.kind {
            RequirementKind::Call { .. } => true,
            RequirementKind::And(a, b) => calls(a) || calls(b),
            _ => false,
        }
    }
    let saves_a_call =
        |p: &imperative::Proc| p.decisions.iter().any(|d| d.kind == DecisionKind::ShortCircuit);
    // How far a shift goes, and how much is filled, is no decision.
    let forks = |p: &imperative::Proc| {
        let mut instrs = p.blocks.iter().flat_map(|b| &b.instrs);
        instrs.any(|i| match i.kind {
            imperative::InstrKind::Bits { op, .. } => op.is_shift(),
            imperative::InstrKind::Fill { .. } => true,
            // The others have one successor, apart from errors.
            _ => false,
        })
    };
    let reached = imperative::graph::reachable_procs(program, proc);
    let catches = |p: &imperative::Proc| !p.handlers.is_empty();
    reached.iter().filter_map(|id| program.proc(*id)).any(|p| saves_a_call(p) || forks(p) || catches(p))
        || program.proc(proc).is_some_and(|p| p.requires.iter().any(calls))
}

/// Steps of the solver for one question: a second or so. One of many in a search for goals gets less.
const QUESTION: u64 = 100_000;
const QUESTION_OF_MANY: u64 = 12_500;

/// What a step of the solver costs, in steps of the search.
const SOLVING: u64 = 8;

/// At most this many stuck states are kept.
const MAX_STUCK_STATES: usize = 4;

/// True if all executions of a path must be known before its inputs are chosen.
pub(crate) fn wants_all_ways(plan: &Plan) -> bool {
    plan.bounds.minimal || plan.per_path != PerPath::One
}

pub(crate) struct Explorer<'a> {
    pub(crate) program: &'a Program,
    pub(crate) proc: ProcId,
    pub(crate) plan: &'a Plan,
    pub(crate) budget: &'a Budget,
    pub(crate) world: World,
    pub(crate) solver: Solver,
    /// Questions that other solvers have answered.
    pub(crate) asked_aside: u64,
    /// Steps that runs beyond the bounds may still take.
    pub(crate) beyond_left: u64,
    pub(crate) inputs: Vec<(VarId, Term)>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) sorted_arrays: Vec<SortedArray>,
    pub(crate) apart: Vec<Apart>,
    /// What is required of every number of a range.
    pub(crate) quantified: Vec<Quantified>,
    /// How people say what is required with quantifiers.
    pub(crate) required: Vec<String>,
    /// The same, in the notation of the paper on arrays.
    pub(crate) required_texts: Vec<String>,
    /// How the values of an album are written, and the solver for the album: the search has another one, so it finds
    /// the same inputs whether states are kept or not.
    pub(crate) names: Names,
    pub(crate) drawing: Solver,
    /// Representation invariants in the user's own words: procedures and their arguments.
    pub(crate) invariants: Vec<(ProcId, Vec<Expr>)>,
    /// How formulas read, since paths share most of theirs.
    pub(crate) texts: FxHashMap<Term, String>,
    /// Which parts of conditions hold anyway.
    pub(crate) hidden: FxHashMap<Term, bool>,
    pub(crate) plainer: Plainer,
    /// What is asserted of every word; it is not shown.
    pub(crate) ranges: FxHashSet<Term>,
    pub(crate) work: VecDeque<Path>,
    pub(crate) result: Exploration,
    /// Paths found already, where two searches may end in one path.
    pub(crate) seen: Option<BTreeSet<PathEnd>>,
    /// The outcomes that some path has taken.
    pub(crate) taken: Taken,
    pub(crate) going: bool,
    /// Feasible states at which the solver could not tell how the path continues. Inputs for these are tried.
    pub(crate) stuck: Vec<State>,
    /// How often it stayed unknown whether something goes wrong at a place.
    pub(crate) hard: FxHashMap<Span, u32>,
    /// How often the steps for the present question are halved, in a search for goals.
    pub(crate) haste: u32,
    /// Steps of the solver, and all others.
    counter: Counter,
    pub(crate) walked: u64,
    /// What a search for goals knows while it goes on.
    pub(crate) steering: Option<Steering<'a>>,
    /// What is not followed, and why.
    pub(crate) losses: Losses,
    /// Why something was last unknown.
    pub(crate) reason: String,
    /// Steps after which the present path has to wait, in a search for goals.
    pub(crate) pause: u64,
    /// While a state is made again: the choices that lead to it, the next one last.
    pub(crate) script: Option<Vec<bool>>,
    /// The procedure that is run on the same inputs, to be compared.
    pub(crate) second: Option<ProcId>,
    /// While a state is made again: where it went on when an error was caught.
    pub(crate) jumped: Option<Path>,
    /// Set when no more paths are wanted.
    halt: &'a AtomicBool,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(
        program: &'a Program,
        proc: ProcId,
        plan: &'a Plan,
        budget: &'a Budget,
        halt: &'a AtomicBool,
    ) -> Explorer<'a> {
        Explorer {
            program,
            proc,
            plan,
            budget,
            world: World::new(program),
            solver: plan.solver(),
            asked_aside: 0,
            beyond_left: if program.facts.fixed_tables { BEYOND_ALL } else { 0 },
            inputs: Vec::new(),
            shapes: Vec::new(),
            sorted_arrays: Vec::new(),
            apart: Vec::new(),
            quantified: Vec::new(),
            required: Vec::new(),
            required_texts: Vec::new(),
            names: Names::default(),
            drawing: Solver::new(),
            invariants: Vec::new(),
            texts: FxHashMap::default(),
            hidden: FxHashMap::default(),
            plainer: Plainer::default(),
            ranges: FxHashSet::default(),
            work: VecDeque::new(),
            result: Exploration::default(),
            // Where all executions of a path count, the listener puts them together.
            seen: (paths_may_repeat(program, proc, plan) && !wants_all_ways(plan)).then(BTreeSet::new),
            taken: Taken::new(),
            going: true,
            stuck: Vec::new(),
            hard: FxHashMap::default(),
            haste: 0,
            counter: Counter::default(),
            walked: 0,
            steering: None,
            losses: Losses::default(),
            reason: String::new(),
            pause: u64::MAX,
            script: None,
            second: None,
            jumped: None,
            halt,
        }
    }

    /// Searches from the beginning, or from where these choices lead (the last one first). States that
    /// others should take are given away, as choices of the same kind.
    pub(crate) fn search(
        mut self,
        from: Option<Vec<bool>>,
        each: &mut Sink<'_>,
        give: &mut dyn FnMut(Vec<bool>),
    ) -> Exploration {
        match (self.start(), from) {
            (Some(path), None) => self.work.push_back(path),
            (Some(path), Some(choices)) => {
                // What the start found was already counted by the first part.
                self.result = Exploration::default();
                self.script = Some(choices);
                self.advance(path, each);
                self.script = None;
            }
            (None, _) => {}
        }
        let mut random = Random::new(if let Strategy::Random(seed) = self.plan.strategy { seed } else { 0 });
        let mut shared = self.asked();
        while self.going && !self.halt.load(Ordering::Relaxed) {
            let Some(path) = self.next(&mut random) else { break };
            if let Err(s) = self.budget.look() {
                self.result.stopped = Some(s);
                break;
            }
            if self.spent() >= self.plan.most {
                self.result.stopped = Some(Stop::Steps);
                break;
            }
            self.advance(path, each);
            if matches!(self.plan.strategy, Strategy::Suitable | Strategy::Depth)
                && self.second.is_none()
                && !self.plan.examples
                && self.plan.most == u64::MAX
                && self.asked() - shared >= SHARE
                && self.work.len() > 1
            {
                shared = self.asked();
                if let Some(oldest) = self.work.pop_front() {
                    give(oldest.choices());
                }
            }
        }
        self.conclude()
    }

    /// The search has ended: what it did.
    pub(crate) fn conclude(mut self) -> Exploration {
        self.result.queries = self.asked();
        for id in imperative::graph::reachable_procs(self.program, self.proc) {
            for what in self.program.proc(id).map_or(&[][..], |p| &p.granted) {
                self.grant(Assumption::Said(what.clone()));
            }
        }
        for id in imperative::graph::reachable_procs(self.program, self.proc) {
            let of = self.program.proc(id).map_or(&[][..], |p| &p.presumed);
            for presumed in of.iter().filter(|p| p.of_memory || id == self.proc) {
                self.result.assume(Assumption::Said(presumed.what.clone()));
            }
        }
        self.result.assumed.extend(crate::overlaps::assumed(self.program, self.proc));
        if self.world.parts_apart {
            self.grant(Assumption::OutsideArrays);
        }
        self.result.steps = self.spent();
        self.result.lost = self.losses.into_map();
        self.result
    }

    fn next(&mut self, random: &mut Random) -> Option<Path> {
        match self.plan.strategy {
            Strategy::Suitable | Strategy::Depth => self.work.pop_back(),
            Strategy::Breadth => self.work.pop_front(),
            Strategy::Coverage => {
                // The newest of those that are equally near, so that paths reach their end.
                let near =
                    |i: &usize| (distance(self.program, &self.taken, &self.work[*i]), std::cmp::Reverse(*i));
                (0..self.work.len()).min_by_key(near).and_then(|i| self.work.remove(i))
            }
            Strategy::Random(_) => {
                let i = random.below(self.work.len());
                self.work.swap_remove_back(i)
            }
        }
    }

    /// Questions that a solver had to work for.
    pub(crate) fn asked(&self) -> u64 {
        self.asked_here() + self.asked_aside
    }

    /// The same, of the present solver.
    pub(crate) fn asked_here(&self) -> u64 {
        let s = self.solver.statistics();
        s.queries - s.reused
    }

    pub(crate) fn unknown(&mut self, why: String) {
        self.result.unknown += 1;
        self.reason.clone_from(&why);
        if !self.result.reasons.contains(&why) {
            self.result.reasons.push(why);
        }
    }

    /// Something was taken for granted that may be otherwise.
    fn grant(&mut self, what: Assumption) {
        self.unknown(what.to_string());
        if !self.result.granted.contains(&what) {
            self.result.granted.push(what);
        }
    }

    /// The steps that the search took so far.
    pub(crate) fn spent(&self) -> u64 {
        self.walked + SOLVING * self.counter.steps()
    }

    /// A path is not followed. `at` is the block where it would have continued, if that is not where it is.
    pub(crate) fn lose(&mut self, path: &Path, why: Why, at: Option<BlockId>) {
        if self.script.is_none() {
            self.losses.add(path, why, at);
        }
    }

    /// The reason for which something was last unknown, with where that was.
    fn unknown_at(&self, path: &Path) -> Why {
        let place = path.frames.last().and_then(|f| {
            let block = self.program.proc(f.proc)?.block(f.block)?;
            Some((f.proc, block.instrs.get(f.index).map_or(block.terminator.span, |i| i.span)))
        });
        let (proc, span) = place.unwrap_or((self.proc, self.program.span));
        Why::Unknown { reason: self.reason.clone(), proc, span }
    }

    /// A path is not followed, for the reason for which something was last unknown.
    pub(crate) fn lose_unknown(&mut self, path: &Path, at: Option<BlockId>) {
        let why = self.unknown_at(path);
        self.lose(path, why, at);
    }

    /// A path ended, and it is unknown whether some input follows it.
    pub(crate) fn lose_end(&mut self, path: &Path) {
        let why = self.unknown_at(path);
        self.lose_through(path, why);
    }

    /// The reason that an array of an input would be longer than what can be built.
    pub(crate) fn too_long(&mut self, path: &Path) -> Why {
        self.reason = TOO_LONG.to_string();
        self.unknown_at(path)
    }

    /// A path ended without an input: nothing lies ahead, but the branches that it took may be feasible.
    pub(crate) fn lose_through(&mut self, path: &Path, why: Why) {
        if self.script.is_none() {
            self.losses.add_end(path, why);
        }
    }

    /// Queries the solver. Each query gets a limited number of steps, so that a hard one does not use up the effort for
    /// others.
    pub(crate) fn ask(&mut self, s: &State) -> Verdict {
        let most = if self.steering.is_some() { QUESTION_OF_MANY >> self.haste } else { QUESTION };
        // One question may not take much longer than all of the search should.
        let most = most.min(self.plan.most / SOLVING);
        let budget = self.budget.clone().with_counter(&self.counter).with_steps(most);
        self.walked += 1;
        let worked = self.asked_here();
        let verdict = self.solver.check_state(&self.world.terms, s, &budget);
        if self.asked_here() > worked {
            // A model is made of all that is asserted, and confirmed, which takes its time on a long path.
            self.walked += u64::from(s.depth());
        }
        verdict
    }

    /// True if the state is feasible. An unknown result is counted, and the state is not followed.
    pub(crate) fn possible(&mut self, s: &State) -> bool {
        match self.ask(s) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::Unknown(u) => {
                if let Unknown::Stopped(stop @ (Stop::Time | Stop::Memory | Stop::Cancelled)) = u {
                    self.result.stopped = Some(stop);
                    self.going = false;
                } else if self.small_model(s).is_some() {
                    // Products of small numbers are found where others are not.
                    return true;
                } else {
                    self.unknown(u.to_string());
                }
                false
            }
        }
    }

    /// The value of an expression, what may go wrong on the way, and which writes it may or may not read.
    pub(crate) fn evaluate(&mut self, path: &Path, e: &Expr, ty: &Type) -> (Term, Vec<Trouble>, Vec<Open>) {
        let Some(frame) = path.frames.last() else {
            return (self.world.terms.fals(), Vec::new(), Vec::new());
        };
        let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
        let value = ev.value_of(e, ty);
        let (mut troubles, mut undecided) = (ev.troubles, ev.undecided);
        if path.examples.is_empty() {
            return (value, troubles, undecided);
        }
        for guard in
            troubles.iter_mut().map(|t| &mut t.guard).chain(undecided.iter_mut().map(|o| &mut o.guard))
        {
            *guard = self.exemplified(path, *guard);
        }
        (self.exemplified(path, value), troubles, undecided)
    }

    /// Adds a formula to the path condition with what it teaches; `None` if that is impossible.
    pub(crate) fn assume(&mut self, mut path: Path, f: Term) -> Option<Path> {
        match self.world.terms.as_bool(f) {
            Some(true) => return Some(path),
            Some(false) => return None,
            None => {}
        }
        let before = path.condition.clone();
        let drawn = path.keeps_album().then(|| path.clone());
        let unknown = self.result.unknown;
        self.assert_parts(&mut path, f);
        self.learn(&mut path, f, true);
        // A choice that is made again was feasible the first time.
        if self.script.is_some() || self.possible(&path.condition) {
            if let Some(drawn) = drawn {
                self.say(&drawn, &mut path, f);
            }
            return Some(path);
        }
        let lost = self.result.unknown > unknown && self.steering.is_some();
        if lost && path.checking.is_none() && self.stuck.len() < MAX_STUCK_STATES {
            self.stuck.push(before);
        }
        None
    }

    /// Asserts a formula, a conjunction one by one: that is how people read it, and what the solver likes.
    pub(crate) fn assert_parts(&mut self, path: &mut Path, f: Term) {
        let t = &self.world.terms;
        let inner = if *t.op(f) == Op::Not { t.args(f)[0] } else { f };
        let parts = match (t.op(f), t.op(inner)) {
            (Op::And, _) | (Op::Not, Op::Or) => t.args(inner).to_vec(),
            _ => Vec::new(),
        };
        if parts.is_empty() {
            path.condition = path.condition.assert(f);
            self.heed(path, f);
            return;
        }
        for part in parts {
            let part = if inner == f { part } else { self.world.terms.not(part) };
            self.assert_parts(path, part);
        }
    }

    /// Facts about references that a formula settles.
    fn learn(&mut self, path: &mut Path, f: Term, positive: bool) {
        let t = &self.world.terms;
        match t.op(f) {
            Op::Not => {
                let inner = t.args(f)[0];
                self.learn(path, inner, !positive);
            }
            Op::And if positive => {
                for a in t.args(f).to_vec() {
                    self.learn(path, a, true);
                }
            }
            Op::Or if !positive => {
                for a in t.args(f).to_vec() {
                    self.learn(path, a, false);
                }
            }
            Op::Eq => {
                let (a, b) = (t.args(f)[0], t.args(f)[1]);
                if matches!(t.sort_of(a), Sort::INT | Sort::REAL | Sort::BOOL) {
                    return;
                }
                path.memory.learn(a, b, positive);
                if !positive {
                    for (x, y) in [(a, b), (b, a)] {
                        if *self.world.terms.op(y) == Op::Nil && self.world.is_input(x) {
                            self.look(path, x);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// A cell or array of the input is known to be there: what the requirements say of it.
    fn look(&mut self, path: &mut Path, cell: Term) {
        for i in 0..self.shapes.len() {
            for f in self.shapes[i].on_look(self.program, &mut self.world, cell) {
                path.condition = path.condition.assert(f);
            }
        }
        for i in 0..self.apart.len() {
            for f in self.apart[i].on_look(self.program, &mut self.world, cell) {
                path.condition = path.condition.assert(f);
            }
        }
        if self.world.part(cell).is_some() {
            return;
        }
        for other in self.world.leads_to_no_own(cell) {
            self.ranges.insert(other);
            path.condition = path.condition.assert(other);
        }
        // It may be a part of another input, but not one of those that inputs never lead to.
        for map in self.world.part_maps(self.world.terms.sort_of(cell)) {
            if let (false, Some(part)) = (self.world.can_be_met(map), self.world.is_part_by(cell, Some(map)))
            {
                let other = self.world.terms.not(part);
                self.ranges.insert(other);
                path.condition = path.condition.assert(other);
            }
        }
        if let Some((length, _, _)) = self.world.array(self.world.terms.sort_of(cell)) {
            let n = self.world.terms.app(length, &[cell]);
            let zero = self.world.terms.int(0);
            let fine = self.world.terms.le(zero, n);
            path.condition = path.condition.assert(fine);
        }
    }

    /// Words of the initial heap have the values that words have.
    pub(crate) fn bound_what_was_read(&mut self, path: &mut Path) {
        let read = self.world.take_read();
        self.bound(path, read);
    }

    pub(crate) fn bound(&mut self, path: &mut Path, read: Vec<Read>) {
        for what in read {
            let fact = match what {
                Read::Word(t, word) => self.world.fits(t, word),
                Read::Pointed(array) => {
                    let nil = self.world.terms.nil(self.world.terms.sort_of(array));
                    let nowhere = self.world.terms.eq(array, nil);
                    let Some(length) = path.memory.length(&mut self.world, array) else { continue };
                    let one = self.world.terms.int(1);
                    let long = self.world.terms.le(one, length);
                    let fact = self.world.terms.or(&[nowhere, long]);
                    self.ranges.insert(fact);
                    fact
                }
                Read::Part(part, owner, by) => {
                    let facts = self.world.of_part(part, owner, by);
                    self.world.terms.and(&facts)
                }
                Read::Open(array, least) => {
                    let Some(length) = path.memory.length(&mut self.world, array) else { continue };
                    let least = self.world.terms.int(i128::from(least));
                    let fact = self.world.terms.le(least, length);
                    self.ranges.insert(fact);
                    fact
                }
                Read::First(array) => {
                    let Some(map) = self.world.first_map(self.world.terms.sort_of(array)) else { continue };
                    let t = &mut self.world.terms;
                    let (found, wanted) = (t.app(map, &[array]), t.int(0));
                    let fact = t.eq(found, wanted);
                    self.ranges.insert(fact);
                    fact
                }
                Read::Length(array, n) => {
                    let Some((length, ..)) = self.world.array(self.world.terms.sort_of(array)) else {
                        continue;
                    };
                    let t = &mut self.world.terms;
                    let (found, wanted) = (t.app(length, &[array]), t.int(i128::from(n)));
                    let fact = t.eq(found, wanted);
                    self.ranges.insert(fact);
                    fact
                }
            };
            if path.memory.settled(fact).is_none() {
                path.memory.settle(fact, true);
                if *self.world.terms.op(fact) == Op::And {
                    self.ranges.extend(self.world.terms.args(fact).iter().copied());
                }
                self.assert_parts(path, fact);
            }
        }
    }
}
