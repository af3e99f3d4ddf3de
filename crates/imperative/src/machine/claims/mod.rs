//! Judging the claims of a program on concrete runs.
//!
//! A [`Judge`] watches a run. Wherever the run reaches the place of a claim, the judge looks at the state there and
//! says whether the claim holds, fails, or is unknown. Proofs can be checked against it, since it shares nothing
//! with them.
//!
//! ```
//! use imperative::claims::{ClaimKind, Formula};
//! use imperative::machine::{Judge, Limits, State, Value, run_watched};
//! use imperative::{BinaryOp, Builder, Expr, ProcId, Type, VarKind};
//!
//! let mut files = source::Files::new();
//! let file = files.add("f", "assert x > 0");
//! let span = files.span(file, 0, 12);
//! let mut main = Builder::new("main", span);
//! let x = main.var("x", Type::Int, VarKind::Input, span);
//! let positive = Expr::binary(BinaryOp::Gt, Expr::var(x, span), Expr::int(0, span), span);
//! let here = main.point();
//! main.claim(ClaimKind::Assert(here, Formula::cond(positive, span)), span);
//! let program = main.finish_as_program();
//!
//! let mut judge = Judge::new(&program);
//! for value in [3, 0, 5] {
//!     let mut input = State::new(&program, ProcId(0));
//!     input.set(x, Value::int(value));
//!     run_watched(&program, ProcId(0), input, &Limits::default(), &mut judge);
//! }
//! let found = judge.judgement(ProcId(0), 0).unwrap();
//! assert_eq!((found.held, found.failed, found.unknown), (2, 1, 0));
//! assert_eq!(found.failure.unwrap().run, 2);
//! ```
//!
//! * Formulas are evaluated from left to right: `p != nil ==> p.head > 0` holds of nil. What errs, or is beyond a
//!   limit, is unknown, and so is the formula around it, unless the part to its left decides.
//! * Expressions read the state of the place; [`When`](crate::claims::When) names others, which are kept while an activation is
//!   open, if one of its claims asks for them. Inside of something about another state, `Here` is that state.
//! * Of `forall n in list(\old(p)): n->data > 0`, the cells are those of the old list, and their data are those of the place.
//! * Variants and assigns are not judged.
//!
//! Files: `mod` watches and counts, `plan` knows what is to be done where, `formula` evaluates, and `quantifier`, `lists`
//! and `memory` do that for their forms.

mod formula;
mod lists;
mod memory;
mod plan;
mod quantifier;

use super::{At, Heap, Limits, Outcome, State, Value, Watch};
use crate::{BlockId, ClaimKind, Formula, ProcId, Program};
use formula::Scene;
use plan::{Plan, Stop};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether something holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It does.
    Holds,
    /// It does not.
    Fails,
    /// It is unknown, for this reason.
    Unknown(String),
}

/// The results for one claim, in all runs that a judge watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The procedure.
    pub proc: ProcId,
    /// The position in [`Proc::claims`](crate::Proc::claims).
    pub claim: usize,
    /// How often it was met and held.
    pub held: u64,
    /// How often it failed.
    pub failed: u64,
    /// How often the result was unknown.
    pub unknown: u64,
    /// Where it failed first.
    pub failure: Option<Visit>,
    /// Where the result was unknown first, and why.
    pub doubt: Option<(Visit, String)>,
}

/// A time at which a claim was met. All numbers count from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Which of the runs that the judge watched.
    pub run: u64,
    /// Which of the activations of this run, in the order in which they began.
    pub activation: u64,
    /// How often the activation had met the claim.
    pub visit: u64,
    /// Where the run was.
    pub at: At,
}

/// Watches runs and judges the claims of the procedures that they go through.
#[derive(Clone, Debug)]
pub struct Judge<'p> {
    program: &'p Program,
    limits: Limits,
    /// What is to be done in each procedure; shared, so that judging can go on while one is read.
    plans: Vec<Arc<Plan>>,
    found: BTreeMap<(ProcId, usize), Judgement>,
    /// The activations that have not ended, the current one last.
    open: Vec<Activation>,
    runs: u64,
    /// How many activations of this run have begun.
    begun: u64,
}

/// What is known of an activation.
#[derive(Clone, Debug)]
struct Activation {
    number: u64,
    /// Whether it has reached its first point.
    started: bool,
    /// The block before this one.
    before: Option<BlockId>,
    /// The states that claims ask for.
    past: BTreeMap<Stop, State>,
    /// How often each claim was met.
    visits: BTreeMap<usize, u64>,
}

impl<'p> Judge<'p> {
    /// A judge of a program, with the usual limits for each evaluation of a claim.
    pub fn new(program: &'p Program) -> Judge<'p> {
        Judge::with_limits(program, Limits::default())
    }

    /// A judge that spends so much on each evaluation of a claim: `steps` bound the cells and numbers that are looked at, and
    /// each call of a procedure has the limits for itself.
    pub fn with_limits(program: &'p Program, limits: Limits) -> Judge<'p> {
        let plans: Vec<Arc<Plan>> = program.procs.iter().map(|p| Arc::new(Plan::of(p))).collect();
        let mut found = BTreeMap::new();
        for (proc, plan) in program.proc_ids().zip(&plans) {
            for claim in plan.claims() {
                let (failure, doubt) = (None, None);
                let new = Judgement { proc, claim, held: 0, failed: 0, unknown: 0, failure, doubt };
                found.insert((proc, claim), new);
            }
        }
        Judge { program, limits, plans, found, open: Vec::new(), runs: 0, begun: 0 }
    }

    /// What came of each claim that can be judged, in the order of procedures and claims; also of those that were never met.
    pub fn judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.found.values()
    }

    /// What came of one claim; `None` for those that are not judged.
    pub fn judgement(&self, proc: ProcId, claim: usize) -> Option<&Judgement> {
        self.found.get(&(proc, claim))
    }

    /// Judges some claims of the current activation in a state.
    fn judge(&mut self, claims: &[usize], at: At, now: Moment<'_>, result: Option<&Value>) {
        let Some(proc) = self.program.proc(at.proc) else { return };
        let Some(activation) = self.open.last_mut() else { return };
        for claim in claims {
            let Some(kind) = proc.claims.get(*claim).map(|c| &c.kind) else { continue };
            let Some(formula) = kind.formula() else { continue };
            let scene = Scene::new(self.program, proc, &self.limits, now, &activation.past);
            let truth = scene.in_loop(plan::loop_of(proc, kind)).with_result(result).judged(formula);
            let visit = activation.visits.entry(*claim).or_default();
            *visit += 1;
            let visit = Visit { run: self.runs, activation: activation.number, visit: *visit, at };
            if let Some(found) = self.found.get_mut(&(at.proc, *claim)) {
                found.add(truth, visit);
            }
        }
    }
}

impl Judgement {
    fn add(&mut self, truth: Truth, visit: Visit) {
        match truth {
            Truth::Holds => self.held += 1,
            Truth::Fails => {
                self.failed += 1;
                self.failure.get_or_insert(visit);
            }
            Truth::Unknown(why) => {
                self.unknown += 1;
                self.doubt.get_or_insert((visit, why));
            }
        }
    }
}

/// A state to look at.
#[derive(Clone, Copy)]
struct Moment<'a> {
    env: &'a [Option<Value>],
    heap: &'a Heap,
}

impl Moment<'_> {
    fn kept(self) -> State {
        State { env: self.env.to_vec(), heap: self.heap.clone(), answers: Vec::new() }
    }
}

impl Watch for Judge<'_> {
    const STATES: bool = true;

    fn starts(&mut self, _: &Heap) {
        self.runs += 1;
        self.begun = 0;
        self.open.clear();
    }

    fn enters(&mut self, _: ProcId, _: Option<At>) {
        self.begun += 1;
        self.open.push(Activation {
            number: self.begun,
            started: false,
            before: None,
            past: BTreeMap::new(),
            visits: BTreeMap::new(),
        });
    }

    fn returns(&mut self, _: At) {
        self.open.pop();
    }

    fn unwinds(&mut self, _: At) {
        self.open.pop();
    }

    fn jumps(&mut self, from: BlockId, _: BlockId) {
        if let Some(activation) = self.open.last_mut() {
            activation.before = Some(from);
        }
    }

    fn state(&mut self, at: At, env: &[Option<Value>], heap: &Heap) {
        let plan = self.plans.get(at.proc.index()).filter(|plan| !plan.is_empty());
        let (Some(plan), Some(activation)) = (plan.cloned(), self.open.last_mut()) else { return };
        let (now, starts) = (Moment { env, heap }, !activation.started);
        activation.started = true;
        if starts && plan.keeps_entry {
            activation.past.insert(Stop::Entry, now.kept());
        }
        for stop in plan.kept.get(&at.point).into_iter().flatten() {
            let wanted = match stop {
                Stop::LoopEntry(l) => {
                    let proc = self.program.proc(at.proc);
                    let inside = |from| proc.is_some_and(|p| p.block_is_in(from, *l));
                    !activation.before.is_some_and(inside)
                }
                Stop::Entry | Stop::Iteration(_) | Stop::Point(_) => true,
            };
            if wanted {
                activation.past.insert(*stop, now.kept());
            }
        }
        if starts {
            self.judge(&plan.required, at, now, None);
        }
        if let Some(claims) = plan.here.get(&at.point) {
            self.judge(claims, at, now, None);
        }
    }

    fn gives(&mut self, at: At, env: &[Option<Value>], heap: &Heap, result: Option<&Value>) {
        if let Some(plan) = self.plans.get(at.proc.index()).cloned() {
            self.judge(&plan.ensured, at, Moment { env, heap }, result);
        }
    }

    fn ends(&mut self, _: &Outcome, _: &mut dyn Iterator<Item = At>) {
        self.open.clear();
    }
}

/// Whether a formula holds of an input of a procedure. Other states than the entry are not known.
pub fn truth_of(program: &Program, proc: ProcId, formula: &Formula, input: &State, limits: &Limits) -> Truth {
    let Some(of) = program.proc(proc) else {
        return Truth::Unknown("there is no such procedure".to_string());
    };
    let now = Moment { env: &input.env, heap: &input.heap };
    let past = BTreeMap::from([(Stop::Entry, now.kept())]);
    Scene::new(program, of, limits, now, &past).judged(formula)
}

/// Whether everything that an author requires holds of an input: also what [`super::requirements_hold`] cannot say.
pub fn required(program: &Program, proc: ProcId, input: &State, limits: &Limits) -> Truth {
    let claims = program.proc(proc).map_or(&[][..], |p| &p.claims);
    let unread = claims.iter().find_map(|claim| match &claim.kind {
        ClaimKind::Unread { of_inputs: true, why } => Some(why.clone()),
        _ => None,
    });
    if let Some(why) = unread {
        return Truth::Unknown(why);
    }
    let formulas = claims.iter().filter_map(|claim| match &claim.kind {
        ClaimKind::Requires(f) => Some(f),
        _ => None,
    });
    let mut truths = formulas.map(|f| truth_of(program, proc, f, input, limits));
    truths.find(|truth| *truth != Truth::Holds).unwrap_or(Truth::Holds)
}
