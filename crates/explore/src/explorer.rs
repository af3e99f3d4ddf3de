//! The search over symbolic states.
//!
//! At a decision the current model satisfies one side, which then costs nothing; the other is one
//! question. Inconsistent paths stop at once. Paths fork at decisions and errors alone.

use crate::evaluate::{Evaluation, Trouble};
use crate::memory::World;
use crate::path::{End, Frame, Path};
use crate::requires::{Apart, Shape, SortedArray};
use crate::steer::{Taken, distance};
use base::{Budget, Random, Stop};
use formula::{Op, Sort, Term};
use imperative::machine::{Run, State as Input};
use imperative::{
    BlockId, DecisionId, DecisionKind, Expr, Predicate, ProcId, Program, Requirement, RequirementKind, Type,
    VarId,
};
use rustc_hash::FxHashMap;
use solver::{Solver, State, Unknown, Verdict};
use std::collections::{BTreeSet, VecDeque};

/// How far to go (`None` does not bind), and how small inputs must be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Iterations of a loop each time it is entered.
    pub loops: Option<u32>,
    /// Calls that have not returned, the first included.
    pub depth: Option<u32>,
    /// Decisions on a path.
    pub path_length: Option<u32>,
    /// Are inputs to be the smallest of their paths, proved?
    pub minimal: bool,
}

/// In which order states are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The newest first.
    Depth,
    /// The oldest first.
    Breadth,
    /// The one nearest to an outcome that no path has taken.
    Coverage,
    /// By chance, from this seed.
    Random(u64),
}

/// How many inputs a path gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerPath {
    /// One.
    One,
    /// One for each shape of the input heap with at most so many cells, none isomorphic to another.
    Shapes(usize),
}

/// A path with an input that follows it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The decisions with their outcomes, in order.
    pub decisions: Vec<(ProcId, DecisionId, bool)>,
    /// How it ends.
    pub end: End,
    /// The path condition, in paper notation.
    pub condition: String,
    /// The input.
    pub input: Input,
    /// What the concrete machine did on it.
    pub run: Run,
}

/// What the search did.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Paths that were found feasible within the bounds.
    pub paths: u64,
    /// Sides of decisions that no input takes.
    pub infeasible: u64,
    /// Feasible ways on that the bounds cut off.
    pub cut: u64,
    /// Ways on of which nothing is known, and paths without an input.
    pub unknown: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Why something is unknown, each reason once.
    pub reasons: Vec<String>,
    /// The limit that ended the search.
    pub stopped: Option<Stop>,
}

impl Exploration {
    /// Has every feasible path within the bounds its input?
    pub fn is_complete(&self) -> bool {
        self.unknown == 0 && self.stopped.is_none()
    }
}

/// Walks the paths of a procedure; `each` is given every path and says whether to go on.
pub fn explore(
    program: &Program,
    proc: ProcId,
    bounds: &Bounds,
    strategy: Strategy,
    budget: &Budget,
    each: &mut dyn FnMut(Found) -> bool,
) -> Exploration {
    explore_inputs(program, proc, bounds, strategy, PerPath::One, budget, each)
}

/// The same with a choice of how many inputs each path gets.
pub fn explore_inputs(
    program: &Program,
    proc: ProcId,
    bounds: &Bounds,
    strategy: Strategy,
    per_path: PerPath,
    budget: &Budget,
    each: &mut dyn FnMut(Found) -> bool,
) -> Exploration {
    let mut e = Explorer {
        program,
        proc,
        bounds,
        budget,
        world: World::new(program),
        solver: Solver::new(),
        inputs: Vec::new(),
        shapes: Vec::new(),
        sorted_arrays: Vec::new(),
        apart: Vec::new(),
        invariants: Vec::new(),
        texts: FxHashMap::default(),
        work: VecDeque::new(),
        result: Exploration::default(),
        seen: program
            .procs
            .iter()
            .any(|p| p.decisions.iter().any(|d| d.kind == DecisionKind::ShortCircuit))
            .then(BTreeSet::new),
        taken: Taken::new(),
        per_path,
        going: true,
    };
    let mut random = Random::new(if let Strategy::Random(seed) = strategy { seed } else { 0 });
    if let Some(first) = e.start() {
        e.work.push_back(first);
    }
    while e.going {
        let next = match strategy {
            Strategy::Depth => e.work.pop_back(),
            Strategy::Breadth => e.work.pop_front(),
            Strategy::Coverage => {
                // The newest of those that are equally near, so that paths come to their end.
                let near = |i: &usize| (distance(program, &e.taken, &e.work[*i]), std::cmp::Reverse(*i));
                (0..e.work.len()).min_by_key(near).and_then(|i| e.work.remove(i))
            }
            Strategy::Random(_) => {
                let i = random.below(e.work.len());
                e.work.swap_remove_back(i)
            }
        };
        let Some(path) = next else { break };
        if let Err(s) = budget.look() {
            e.result.stopped = Some(s);
            break;
        }
        e.advance(path, each);
    }
    e.result.queries = e.solver.statistics().queries - e.solver.statistics().reused;
    e.result
}

/// A path and how it ends.
type PathEnd = (Vec<(ProcId, DecisionId, bool)>, End);

pub(crate) struct Explorer<'a> {
    pub(crate) program: &'a Program,
    pub(crate) proc: ProcId,
    pub(crate) bounds: &'a Bounds,
    pub(crate) budget: &'a Budget,
    pub(crate) world: World,
    pub(crate) solver: Solver,
    pub(crate) inputs: Vec<(VarId, Term)>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) sorted_arrays: Vec<SortedArray>,
    pub(crate) apart: Vec<Apart>,
    /// Representation invariants in the user's own words: procedures and their arguments.
    pub(crate) invariants: Vec<(ProcId, Vec<Expr>)>,
    /// How formulas read, since paths share most of theirs; nothing for those that nobody should read.
    pub(crate) texts: FxHashMap<Term, Option<String>>,
    pub(crate) work: VecDeque<Path>,
    pub(crate) result: Exploration,
    /// Paths found already, where two searches may end in one path.
    pub(crate) seen: Option<BTreeSet<PathEnd>>,
    /// The outcomes that some path has taken.
    pub(crate) taken: Taken,
    pub(crate) per_path: PerPath,
    pub(crate) going: bool,
}

impl Explorer<'_> {
    pub(crate) fn unknown(&mut self, why: String) {
        self.result.unknown += 1;
        if !self.result.reasons.contains(&why) {
            self.result.reasons.push(why);
        }
    }

    /// Is the state possible? What is unknown is counted and not followed.
    pub(crate) fn possible(&mut self, s: &State) -> bool {
        match self.solver.check_state(&self.world.terms, s, self.budget) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::Unknown(u) => {
                if let Unknown::Stopped(stop @ (Stop::Time | Stop::Memory | Stop::Cancelled)) = u {
                    self.result.stopped = Some(stop);
                    self.going = false;
                } else {
                    self.unknown(u.to_string());
                }
                false
            }
        }
    }

    fn start(&mut self) -> Option<Path> {
        let of = self.program.proc(self.proc)?;
        let mut env = vec![None; of.vars.len()];
        for v in of.inputs() {
            let sort = self.world.sort(&of.vars[v.index()].ty);
            let t = self.world.terms.var(&of.vars[v.index()].name, sort);
            env[v.index()] = Some(t);
            self.inputs.push((v, t));
        }
        let frame = Frame {
            proc: self.proc,
            block: BlockId::ENTRY,
            index: 0,
            env,
            loops: vec![0; of.loops.len()],
            dst: None,
        };
        let path = Path {
            frames: vec![frame],
            memory: Default::default(),
            condition: State::new(),
            taken: None,
            length: 0,
            steps: 0,
            checking: None,
        };
        let mut path = path;
        for r in &of.requires {
            path = self.require(path, r)?;
        }
        if !self.invariants.is_empty() {
            // An invariant is run like a prefix of the program; its own choices are no part of the
            // path, so one path may come several ways.
            self.seen.get_or_insert_with(BTreeSet::new);
            return self.next_invariant(path);
        }
        Some(path)
    }

    /// Assumes a requirement as far as it can be said at once.
    fn require(&mut self, path: Path, r: &Requirement) -> Option<Path> {
        match &r.kind {
            RequirementKind::Cond(e) => {
                let (value, troubles, _) = self.evaluate(&path, e, &Type::Bool);
                let mut path = path;
                for t in troubles {
                    let fine = self.world.terms.not(t.guard);
                    path.condition = path.condition.assert(fine);
                }
                self.assume(path, value)
            }
            RequirementKind::And(a, b) => {
                let path = self.require(path, a)?;
                self.require(path, b)
            }
            RequirementKind::Predicate(p) => {
                let (first, second) = match p {
                    Predicate::Acyclic(e) | Predicate::Sorted(e) | Predicate::Tree(e) => (e, None),
                    Predicate::Disjoint(a, b) => (a, Some(b)),
                };
                let (value, troubles, _) = self.evaluate(&path, first, &Type::Bool);
                if troubles.is_empty() {
                    match second {
                        None => {
                            self.sorted_arrays.extend(SortedArray::of(&self.world, p, value));
                            self.shapes.extend(Shape::of(&mut self.world, p, value));
                        }
                        Some(b) => {
                            let (other, troubles, _) = self.evaluate(&path, b, &Type::Bool);
                            if troubles.is_empty() {
                                self.apart.extend(Apart::of(&mut self.world, value, other));
                            }
                        }
                    }
                }
                Some(path)
            }
            RequirementKind::Call { proc, args } => {
                self.invariants.push((*proc, args.clone()));
                Some(path)
            }
            // Judged on the finished input.
            RequirementKind::Not(_) | RequirementKind::Or(..) => Some(path),
        }
    }

    pub(crate) fn evaluate(&mut self, path: &Path, e: &Expr, ty: &Type) -> (Term, Vec<Trouble>, Vec<Term>) {
        let Some(frame) = path.frames.last() else {
            return (self.world.terms.fals(), Vec::new(), Vec::new());
        };
        let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
        let value = ev.value_of(e, ty);
        let (troubles, looked) = (ev.troubles, ev.dereferenced);
        (value, troubles, looked)
    }

    /// Adds a formula to the path condition with what it teaches; `None` if that is impossible.
    pub(crate) fn assume(&mut self, mut path: Path, f: Term) -> Option<Path> {
        match self.world.terms.as_bool(f) {
            Some(true) => return Some(path),
            Some(false) => return None,
            None => {}
        }
        path.condition = path.condition.assert(f);
        self.learn(&mut path, f, true);
        self.possible(&path.condition).then_some(path)
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
        if let Some((length, _, _)) = self.world.array(self.world.terms.sort_of(cell)) {
            let n = self.world.terms.app(length, &[cell]);
            let zero = self.world.terms.int(0);
            let fine = self.world.terms.le(zero, n);
            path.condition = path.condition.assert(fine);
        }
    }

    /// Splits off what may go wrong; the path on which nothing does goes on.
    pub(crate) fn pass(
        &mut self,
        mut path: Path,
        troubles: Vec<Trouble>,
        each: &mut dyn FnMut(Found) -> bool,
    ) -> Option<Path> {
        let mut passed: Vec<Term> = Vec::new();
        for t in troubles {
            // The same thing may be looked at twice in one expression.
            if passed.contains(&t.guard) {
                continue;
            }
            passed.push(t.guard);
            if let Some(p) = self.assume(path.clone(), t.guard) {
                self.finish(p, End::Error(t.kind, t.span), each);
            } else {
                self.result.infeasible += u64::from(self.world.terms.as_bool(t.guard).is_none());
            }
            let fine = self.world.terms.not(t.guard);
            path = self.assume(path, fine)?;
        }
        Some(path)
    }
}
