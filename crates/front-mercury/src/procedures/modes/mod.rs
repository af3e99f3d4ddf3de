//! Analysis of modes: which goals run when, and what each unification does.
//!
//! A variable is bound or not; what is bound is ground. The goals of a conjunction are taken from left to right. One that cannot
//! run waits, and is tried again as soon as a variable that it waits for is bound, before later goals are. That is how the
//! Mercury compiler orders goals (Somogyi, Henderson and Conway, *The execution algorithm of Mercury*, 1996).
//!
//! ```text
//! append(X, Y, Z) with modes (in, in, out):
//!     X = [E | Es]            X => [E | Es]
//!     Z = [E | W]             waits for W
//!     append(Es, Y, W)        append(Es, Y, W), and now Z <= [E | W]
//! ```
//!
//! * A goal that cannot be finished is undone: what it bound is on a trail.
//! * All branches that can succeed bind the same variables of outside. Negations and conditions bind none.
//! * After a goal that cannot succeed nothing is checked: goals that cannot be ordered there are left out.
//! * A predicate without modes gets one for each way in which it is called. That is tried; if it fails, the call waits.
//! * Trying again costs at most exponentially many steps in the nesting, so steps are counted ([`STEPS`]).

mod calls;
mod compound;
mod conj;
pub mod insts;
mod lift;
mod problems;
mod unify;

use super::determinism::Det;
use super::{Body, Flow, Goal, GoalKind, ProcId, Procedure};
use crate::core::{self, Definition, PredId, Program, Ty, Var, VarId};
use insts::{ArgMode, Shape, arg_mode};
use problems::{Problem, Stop};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Steps that are allowed for a goal of a definition, on average.
const STEPS: usize = 400;
/// Depth to which predicates without modes that call each other are followed.
const DEEPEST: usize = 40;

/// The modes of a procedure, known before its body is looked at.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The predicate.
    pub pred: PredId,
    /// The number of the mode among those of the predicate; for modes that were found, behind the declared ones.
    pub mode: usize,
    /// The modes of its arguments.
    pub args: Vec<ArgMode>,
    /// What is declared.
    pub determinism: Option<core::Determinism>,
    /// Where it is declared.
    pub at: Span,
}

/// All procedures of a program.
pub struct Analyser<'p> {
    pub(super) program: &'p Program,
    pub(super) signatures: Vec<Signature>,
    /// The procedures of each predicate.
    pub(super) of_pred: Vec<Vec<ProcId>>,
    /// The results, by number of the signature; `None` while they are not known.
    pub(super) results: BTreeMap<ProcId, Procedure>,
    pub(super) messages: Vec<Diagnostic>,
    /// Lambdas that became procedures.
    pub(super) lambdas: Vec<Procedure>,
    /// How many predicates without modes are being tried.
    depth: usize,
    /// Modes that were tried in vain.
    failed: BTreeSet<(PredId, Vec<bool>)>,
}

/// A lambda of the procedure that is being analysed.
#[derive(Clone, Debug)]
pub(super) struct LambdaBody {
    pub head: Vec<(VarId, Flow)>,
    pub captured: usize,
    pub modes: Vec<ArgMode>,
    pub determinism: core::Determinism,
    pub goal: Goal,
    pub at: Span,
}

/// The procedure that is being analysed.
pub(super) struct Frame<'d> {
    pub pred: PredId,
    pub vars: Vec<Var>,
    bound: Vec<bool>,
    shapes: BTreeMap<VarId, Arc<Shape>>,
    trail: Vec<VarId>,
    reachable: bool,
    steps: usize,
    pub lambdas: Vec<LambdaBody>,
    /// For closures of predicates with several modes that are not used yet: all their modes.
    choices: BTreeMap<VarId, Choices>,
    /// The modes that uses of closures chose.
    chosen: BTreeMap<VarId, ProcId>,
    fresh: usize,
    names: BTreeSet<&'d str>,
}

/// The modes that a closure may have.
#[derive(Clone, Debug)]
struct Choices {
    pred: PredId,
    at: Span,
    /// Whether it is a function.
    is_func: bool,
    modes: Vec<(ProcId, Arc<Shape>)>,
}

/// A state to go back to.
#[derive(Clone, Copy)]
struct Mark {
    trail: usize,
    vars: usize,
    lambdas: usize,
    reachable: bool,
}

impl<'d> Frame<'d> {
    fn new(pred: PredId, definition: &'d Definition) -> Frame<'d> {
        let names = definition.vars.iter().map(|var| var.name.as_str());
        Frame {
            pred,
            vars: definition.vars.clone(),
            bound: vec![false; definition.vars.len()],
            shapes: BTreeMap::new(),
            trail: Vec::new(),
            reachable: true,
            steps: (definition.vars.len() + 1000).saturating_mul(STEPS),
            lambdas: Vec::new(),
            choices: BTreeMap::new(),
            chosen: BTreeMap::new(),
            fresh: 0,
            names: names.filter(|name| name.starts_with("New_")).collect(),
        }
    }

    fn is_bound(&self, var: VarId) -> bool {
        self.bound.get(var.index()).copied().unwrap_or(true)
    }

    fn bind(&mut self, var: VarId, shape: Option<Arc<Shape>>) {
        if let Some(slot) = self.bound.get_mut(var.index())
            && !*slot
        {
            *slot = true;
            self.trail.push(var);
            if let Some(shape) = shape {
                self.shapes.insert(var, shape);
            }
        }
    }

    fn fresh(&mut self, like: VarId, at: Span) -> VarId {
        self.fresh += 1;
        while self.names.contains(format!("New_{}", self.fresh).as_str()) {
            self.fresh += 1;
        }
        let ty = self.vars.get(like.index()).map_or(Ty(0), |var| var.ty);
        self.vars.push(Var { name: format!("New_{}", self.fresh), source: None, ty, at });
        self.bound.push(false);
        VarId::new(self.vars.len() - 1)
    }

    fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            vars: self.vars.len(),
            lambdas: self.lambdas.len(),
            reachable: self.reachable,
        }
    }

    /// Forgets what was bound since then.
    fn unbind(&mut self, mark: Mark) {
        for var in self.trail.drain(mark.trail.min(self.trail.len())..) {
            if let Some(slot) = self.bound.get_mut(var.index()) {
                *slot = false;
            }
            self.shapes.remove(&var);
        }
        self.reachable = mark.reachable;
    }

    /// As if nothing had happened since then.
    fn undo(&mut self, mark: Mark) {
        self.unbind(mark);
        self.vars.truncate(mark.vars);
        self.bound.truncate(mark.vars);
        self.lambdas.truncate(mark.lambdas);
    }

    /// Which of these variables were bound since then, sorted.
    fn newly(&self, mark: Mark, of: &[VarId]) -> Vec<VarId> {
        let since = self.trail.get(mark.trail..).unwrap_or_default();
        let mut found: Vec<VarId> =
            since.iter().copied().filter(|var| of.binary_search(var).is_ok()).collect();
        found.sort_unstable();
        found
    }
}

impl<'p> Analyser<'p> {
    /// The signatures of all declared modes.
    pub fn new(program: &'p Program) -> Analyser<'p> {
        let mut signatures = Vec::new();
        let mut of_pred = Vec::new();
        for (index, pred) in program.preds.iter().enumerate() {
            let mut own = Vec::new();
            for (mode, proc) in pred.procs.iter().enumerate() {
                own.push(ProcId::new(signatures.len()));
                let args = proc.modes.iter().map(|mode| arg_mode(program, mode)).collect();
                let (pred, determinism, at) = (PredId::new(index), proc.determinism, proc.at);
                signatures.push(Signature { pred, mode, args, determinism, at });
            }
            of_pred.push(own);
        }
        Analyser {
            program,
            signatures,
            of_pred,
            results: BTreeMap::new(),
            messages: Vec::new(),
            lambdas: Vec::new(),
            depth: 0,
            failed: BTreeSet::new(),
        }
    }

    /// Analyses everything that is declared, and what that calls. A predicate without modes that nothing calls has no
    /// procedure.
    pub fn run(&mut self) {
        for index in 0..self.signatures.len() {
            let id = ProcId::new(index);
            if let Err(message) = self.procedure(id) {
                self.messages.push(*message);
            }
        }
    }

    /// The result of a procedure. An error is a message that has not been given yet.
    pub(super) fn procedure(&mut self, id: ProcId) -> Result<(), Box<Diagnostic>> {
        let Some(signature) = self.signatures.get(id.index()).cloned() else { return Ok(()) };
        let program = self.program;
        let Some(pred) = program.pred(signature.pred) else { return Ok(()) };
        let mut procedure = Procedure {
            pred: signature.pred,
            mode: signature.mode,
            lambda: false,
            captured: 0,
            head: Vec::new(),
            modes: signature.args.clone(),
            vars: Vec::new(),
            declared: signature.determinism,
            inferred: None,
            determinism: signature.determinism.unwrap_or(core::Determinism::Nondet),
            body: Body::Builtin,
            at: signature.at,
        };
        let mut outcome = Ok(());
        procedure.body = match &pred.body {
            core::Body::Builtin => Body::Builtin,
            core::Body::DeclaredOnly => Body::DeclaredOnly,
            core::Body::Unsupported(what, at) => Body::Unsupported(what, *at),
            core::Body::Wrong => Body::Wrong,
            core::Body::Defined(definition) => {
                let mut frame = Frame::new(signature.pred, definition);
                let goal = of_mode(definition, program, &signature);
                match self.body(&mut frame, &signature, definition, &goal) {
                    Ok(goal) => {
                        let flows = signature.args.iter().map(|arg| arg.flow);
                        procedure.head = definition.head.iter().copied().zip(flows).collect();
                        let goal = self.lift(&mut frame, goal);
                        procedure.vars = frame.vars;
                        Body::Goal(goal)
                    }
                    Err(Stop::Unsupported(what, at)) => Body::Unsupported(what, at),
                    // The modes of a closure that comes out of a value are those that the value's type says, which are not
                    // tracked. Those of an argument are declared.
                    Err(Stop::Stuck(stuck)) if matches!(&stuck.problem, Problem::ClosureUnknown(var) if !definition.head.contains(var)) => {
                        Body::Unsupported("a call of a closure that was stored in a value", stuck.at)
                    }
                    Err(Stop::Stuck(stuck)) => {
                        let mut message = frame.message(program, &stuck);
                        if pred.procs.len() > 1 || pred.procs.is_empty() {
                            message = message.note(format!("this is in the mode {}", shown(&signature.args)));
                        }
                        outcome = Err(Box::new(message));
                        Body::Wrong
                    }
                }
            }
        };
        self.results.insert(id, procedure);
        outcome
    }

    fn body(
        &mut self,
        frame: &mut Frame,
        signature: &Signature,
        definition: &Definition,
        goal: &core::Goal,
    ) -> Result<Goal, Stop> {
        for (var, mode) in definition.head.iter().zip(&signature.args) {
            if mode.flow == Flow::In {
                frame.bind(*var, mode.closure.clone());
            }
        }
        let result = self.one(frame, goal)?;
        if frame.reachable {
            for (var, mode) in definition.head.iter().zip(&signature.args) {
                if mode.flow == Flow::Out && !frame.is_bound(*var) {
                    let of = self.program.pred(signature.pred).map(core::Pred::shown).unwrap_or_default();
                    return frame.stuck(Vec::new(), Problem::Head { var: *var, of }, goal.at);
                }
                if mode.flow == Flow::Out && mode.closure.is_some() {
                    frame.settle(*var, mode.closure.as_deref());
                }
            }
        }
        frame.settle_functions();
        let open = frame.choices.values().map(|choices| (choices.at, choices.pred)).min();
        if let Some((at, pred)) = open {
            return frame.stuck(Vec::new(), Problem::SeveralModes(pred), at);
        }
        Ok(result)
    }
}

/// The goal of a definition for a mode: clauses of other modes are left out.
fn of_mode(definition: &Definition, program: &Program, signature: &Signature) -> core::Goal {
    let modes = program.pred(signature.pred).and_then(|pred| pred.procs.get(signature.mode));
    let fits = |clause: &Option<Vec<core::Mode>>| match (clause, modes) {
        (Some(clause), Some(modes)) => *clause == modes.modes,
        _ => true,
    };
    if definition.clause_modes.iter().all(fits) {
        return definition.goal.clone();
    }
    let mut goal = definition.goal.clone();
    match &mut goal.kind {
        core::GoalKind::Disj(arms) if arms.len() == definition.clause_modes.len() => {
            let mut keep = definition.clause_modes.iter().map(fits);
            arms.retain(|_| keep.next().unwrap_or(true));
            if arms.len() == 1
                && let Some(one) = arms.pop()
            {
                return one;
            }
        }
        _ => goal.kind = core::GoalKind::Disj(Vec::new()),
    }
    goal
}

/// Modes as text.
pub(crate) fn shown(modes: &[ArgMode]) -> String {
    let words: Vec<&str> = modes.iter().map(|mode| mode.flow.word()).collect();
    format!("({})", words.join(", "))
}

/// A goal whose determinism is not known yet.
fn goal(kind: GoalKind, at: Span, binds: bool) -> Goal {
    Goal { kind, at, det: Det::DET, binds }
}
