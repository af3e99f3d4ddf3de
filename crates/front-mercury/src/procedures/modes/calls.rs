//! Calls: which mode of a predicate fits what is bound.
//!
//! A mode fits if all its inputs are bound, and closures are of the shape that it needs. Of those that fit the first with the
//! fewest *implied* outputs is taken: an output that is bound already becomes a new variable and a test.
//!
//! ```text
//! length(Xs, 3), where length has the mode (in, out)      V <= 3, length(Xs, New_1), V == New_1
//! ```

use super::insts::{ArgMode, outputs};
use super::problems::{Need, Problem, Stop};
use super::{Analyser, Choices, DEEPEST, Frame, Shape, Signature, goal};
use crate::core::{self, Head, PredId, TypeNode, VarId};
use crate::procedures::determinism::{Det, Solutions};
use crate::procedures::{Flow, Goal, GoalKind, ProcId, Value};
use crate::syntax::ast::PredKind;
use source::Span;
use std::sync::Arc;

/// Why a mode does not fit.
enum Misfit {
    /// These are not bound; the number of the first one.
    Unbound(Vec<VarId>, usize),
    /// A closure that is called in another way.
    Closure(Problem),
}

impl Analyser<'_> {
    pub(super) fn call(
        &mut self,
        frame: &mut Frame,
        of: &core::Goal,
        pred: PredId,
        args: &[VarId],
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        let at = of.at;
        let declared = self.program.pred(pred).is_some_and(|pred| !pred.procs.is_empty());
        if !declared {
            self.find_mode(frame, pred, args, at)?;
        }
        let procs = self.of_pred.get(pred.index()).cloned().unwrap_or_default();
        let mut best: Option<(usize, ProcId, Vec<ArgMode>)> = None;
        let mut worst: Option<(usize, Problem)> = None;
        let mut waiting = Vec::new();
        for id in procs {
            let Some(signature) = self.signatures.get(id.index()) else { continue };
            match self.misfit(frame, args, &signature.args) {
                None => {
                    let implied = outputs(args, &signature.args).filter(|var| frame.is_bound(*var)).count();
                    if best.as_ref().is_none_or(|(least, ..)| implied < *least) {
                        best = Some((implied, id, signature.args.clone()));
                    }
                }
                Some(Misfit::Unbound(missing, first)) => {
                    if worst.as_ref().is_none_or(|(least, _)| missing.len() < *least)
                        && let Some(var) = missing.first()
                    {
                        let need = Need::Call(pred, first);
                        worst = Some((missing.len(), Problem::Unbound { var: *var, need }));
                    }
                    waiting.extend(missing);
                }
                Some(Misfit::Closure(problem)) => {
                    if worst.is_none() {
                        worst = Some((usize::MAX, problem));
                    }
                }
            }
        }
        let Some((_, id, modes)) = best else {
            let problem = worst.map_or(Problem::NoModes(pred), |(_, problem)| problem);
            return frame.stuck(waiting, problem, at);
        };
        self.settle(frame, args, &modes);
        let determinism = self.signatures.get(id.index()).and_then(|signature| signature.determinism);
        let (args, binds, tests) = given(frame, of, args, &modes);
        out.push(goal(GoalKind::Call(id, args), at, binds));
        out.extend(tests);
        if determinism.is_some_and(|word| Det::of(word).solutions == Solutions::None) {
            frame.reachable = false;
        }
        Ok(())
    }

    pub(super) fn call_closure(
        &mut self,
        frame: &mut Frame,
        of: &core::Goal,
        (kind, closure): (PredKind, VarId),
        args: &[VarId],
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        let at = of.at;
        if !frame.is_bound(closure) {
            let problem = Problem::Unbound { var: closure, need: Need::Called };
            return frame.stuck(vec![closure], problem, at);
        }
        self.settle_called(frame, closure, args);
        let shape = match (frame.shapes.get(&closure), kind) {
            (Some(shape), _) => shape.clone(),
            (None, PredKind::Func) => Arc::new(Shape::function(args.len())),
            (None, PredKind::Pred) => {
                return frame.stuck(Vec::new(), Problem::ClosureUnknown(closure), at);
            }
        };
        if shape.args.len() != args.len() {
            let need = format!("{} arguments", args.len());
            let problem = Problem::ClosureDiffers { var: closure, has: shape.shown(), need };
            return frame.stuck(Vec::new(), problem, at);
        }
        match self.misfit(frame, args, &shape.args) {
            None => {}
            Some(Misfit::Unbound(missing, first)) => {
                let Some(var) = missing.first().copied() else { return Ok(()) };
                let problem = Problem::Unbound { var, need: Need::Closure(closure, first) };
                return frame.stuck(missing, problem, at);
            }
            Some(Misfit::Closure(problem)) => return frame.stuck(Vec::new(), problem, at),
        }
        self.settle(frame, args, &shape.args);
        let (args, binds, tests) = given(frame, of, args, &shape.args);
        let args = args.into_iter().zip(shape.args.iter().map(|arg| arg.flow)).collect();
        let det = Det::of(shape.determinism);
        out.push(goal(GoalKind::CallClosure { closure, args, det }, at, binds));
        out.extend(tests);
        frame.reachable &= det.solutions != Solutions::None;
        Ok(())
    }

    /// Why a mode does not fit; `None` if it does.
    fn misfit(&self, frame: &Frame, args: &[VarId], modes: &[ArgMode]) -> Option<Misfit> {
        let (mut missing, mut first) = (Vec::new(), 0);
        for (number, (var, mode)) in args.iter().zip(modes).enumerate() {
            if mode.flow == Flow::In && !frame.is_bound(*var) {
                if missing.is_empty() {
                    first = number + 1;
                }
                missing.push(*var);
            }
        }
        if !missing.is_empty() {
            return Some(Misfit::Unbound(missing, first));
        }
        for (var, mode) in args.iter().zip(modes) {
            let (Flow::In, Some(needed)) = (mode.flow, &mode.closure) else { continue };
            let has = match frame.shapes.get(var) {
                Some(shape) => shape.clone(),
                None if self.is_func(frame, *var) => Arc::new(Shape::function(needed.args.len())),
                None => return Some(Misfit::Closure(Problem::ClosureUnknown(*var))),
            };
            let all = frame.choices.get(var);
            let other = all.is_some_and(|all| all.modes.iter().any(|(_, shape)| shape.fits(needed)));
            if !has.fits(needed) && !other {
                let (has, need) = (has.shown(), needed.shown());
                return Some(Misfit::Closure(Problem::ClosureDiffers { var: *var, has, need }));
            }
        }
        None
    }

    fn is_func(&self, frame: &Frame, var: VarId) -> bool {
        let ty = frame.vars.get(var.index()).map(|var| self.program.types.node(var.ty));
        matches!(ty, Some(TypeNode::App(Head::Func, _)))
    }

    /// A closure of a predicate with several modes has the one that its first use needs.
    fn settle(&self, frame: &mut Frame, args: &[VarId], modes: &[ArgMode]) {
        for (var, mode) in args.iter().zip(modes) {
            if mode.flow == Flow::In && mode.closure.is_some() {
                frame.settle(*var, mode.closure.as_deref());
            }
        }
    }

    /// A closure that may have several modes is called: of those that fit the first with the fewest implied outputs is taken.
    fn settle_called(&self, frame: &mut Frame, closure: VarId, args: &[VarId]) {
        let Some(choices) = frame.choices.get(&closure) else { return };
        let fitting = choices.modes.iter().filter(|(_, shape)| {
            shape.args.len() == args.len() && self.misfit(frame, args, &shape.args).is_none()
        });
        let implied = |shape: &Shape| outputs(args, &shape.args).filter(|var| frame.is_bound(*var)).count();
        let best = fitting.min_by_key(|(_, shape)| implied(shape));
        if let Some((id, shape)) = best.cloned() {
            frame.choices.remove(&closure);
            frame.shapes.insert(closure, shape);
            frame.chosen.insert(closure, id);
        }
    }

    /// A predicate with its first arguments.
    pub(super) fn closure(
        &mut self,
        frame: &mut Frame,
        var: VarId,
        pred: PredId,
        args: &[VarId],
        at: Span,
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        if frame.is_bound(var) {
            return frame.stuck(Vec::new(), Problem::ClosureCompared(var), at);
        }
        let missing: Vec<VarId> = args.iter().copied().filter(|arg| !frame.is_bound(*arg)).collect();
        if let Some(first) = missing.first() {
            let problem = Problem::Unbound { var: *first, need: Need::Captured };
            return frame.stuck(missing, problem, at);
        }
        let mut choices = Vec::new();
        let mut wrong = None;
        for id in self.of_pred.get(pred.index()).cloned().unwrap_or_default() {
            let Some(signature) = self.signatures.get(id.index()) else { continue };
            let (first, rest) = signature.args.split_at(args.len().min(signature.args.len()));
            if first.iter().any(|mode| mode.flow != Flow::In) {
                continue;
            }
            if let Some(Misfit::Closure(problem)) = self.misfit(frame, args, first) {
                wrong = Some(problem);
                continue;
            }
            let Some(determinism) = signature.determinism else { continue };
            choices.push((id, Arc::new(Shape { args: rest.to_vec(), determinism })));
        }
        let Some((id, shape)) = choices.first().cloned() else {
            return frame.stuck(Vec::new(), wrong.unwrap_or(Problem::NoModes(pred)), at);
        };
        frame.bind(var, Some(shape));
        if choices.len() > 1 {
            let is_func = self.is_func(frame, var);
            frame.choices.insert(var, Choices { pred, at, is_func, modes: choices });
        }
        out.push(goal(GoalKind::Construct(var, Value::Closure(id, args.to_vec())), at, true));
        Ok(())
    }

    /// Makes sure that a predicate without modes has one for what is bound, if there is one.
    fn find_mode(&mut self, frame: &mut Frame, pred: PredId, args: &[VarId], at: Span) -> Result<(), Stop> {
        let program = self.program;
        let defined = program.pred(pred).map(|pred| &pred.body);
        if matches!(defined, Some(core::Body::Wrong)) {
            return Err(Stop::Unsupported("a call of something that is wrong", at));
        }
        if !matches!(defined, Some(core::Body::Defined(_))) {
            return frame.stuck(Vec::new(), Problem::NoModes(pred), at);
        }
        let pattern: Vec<bool> = args.iter().map(|arg| frame.is_bound(*arg)).collect();
        let same = |id: &ProcId| {
            let signature = self.signatures.get(id.index());
            let flows = signature.into_iter().flat_map(|signature| &signature.args);
            flows.map(|arg| arg.flow == Flow::In).eq(pattern.iter().copied())
        };
        if self.of_pred.get(pred.index()).is_some_and(|all| all.iter().any(same)) {
            return Ok(());
        }
        let unbound: Vec<VarId> = args.iter().copied().filter(|arg| !frame.is_bound(*arg)).collect();
        let key = (pred, pattern);
        if self.depth < DEEPEST && !self.failed.contains(&key) {
            let modes = args.iter().map(|arg| ArgMode {
                flow: if frame.is_bound(*arg) { Flow::In } else { Flow::Out },
                closure: frame.shapes.get(arg).cloned(),
                functors: None,
            });
            let args = modes.collect();
            if self.try_mode(pred, args) {
                return Ok(());
            }
            self.failed.insert(key);
        }
        frame.stuck(unbound, Problem::NoModes(pred), at)
    }

    /// Tries a mode of a predicate that has none. Calls of it inside of itself take it for granted.
    fn try_mode(&mut self, pred: PredId, args: Vec<ArgMode>) -> bool {
        let program = self.program;
        let Some(found) = program.pred(pred) else { return false };
        let id = ProcId::new(self.signatures.len());
        let mode = self.of_pred.get(pred.index()).map_or(0, Vec::len);
        self.signatures.push(Signature { pred, mode, args, determinism: None, at: found.at });
        if let Some(all) = self.of_pred.get_mut(pred.index()) {
            all.push(id);
        }
        self.depth += 1;
        let result = self.procedure(id);
        self.depth -= 1;
        let good = result.is_ok();
        if !good && let Some(all) = self.of_pred.get_mut(pred.index()) {
            all.retain(|known| *known != id);
        }
        good
    }
}

impl Frame<'_> {
    /// A closure that may have several modes gets the one that is needed, if there is one.
    pub(super) fn settle(&mut self, var: VarId, needed: Option<&Shape>) {
        let (Some(choices), Some(needed)) = (self.choices.get(&var), needed) else { return };
        let found = choices.modes.iter().find(|(_, shape)| shape.fits(needed)).cloned();
        if let Some((id, shape)) = found {
            self.choices.remove(&var);
            self.shapes.insert(var, shape);
            self.chosen.insert(var, id);
        }
    }

    /// Functions of several modes have their usual one if nothing else is said.
    pub(super) fn settle_functions(&mut self) {
        let open: Vec<VarId> = self.choices.keys().copied().collect();
        for var in open {
            let choices = self.choices.get(&var).filter(|choices| choices.is_func);
            let usual = choices.and_then(|choices| choices.modes.first());
            if let Some(usual) = usual.map(|(_, shape)| Shape::function(shape.args.len())) {
                self.settle(var, Some(&usual));
            }
        }
    }

    /// A closure that a branch binds for what comes behind must have one mode there: other branches bind other ones.
    pub(super) fn has_one_mode(&mut self, of: &[VarId]) -> Result<(), Stop> {
        if of.iter().any(|var| self.choices.contains_key(var)) {
            self.settle_functions();
        }
        match of.iter().find_map(|var| self.choices.get(var)) {
            Some(choices) => self.stuck(Vec::new(), Problem::SeveralModes(choices.pred), choices.at),
            None => Ok(()),
        }
    }
}

/// The arguments of a call: outputs are bound, and those that were bound before become new variables that are tested.
fn given(
    frame: &mut Frame,
    of: &core::Goal,
    args: &[VarId],
    modes: &[ArgMode],
) -> (Vec<VarId>, bool, Vec<Goal>) {
    let (mut found, mut tests, mut binds) = (Vec::new(), Vec::new(), false);
    for (var, mode) in args.iter().zip(modes) {
        if mode.flow != Flow::Out {
            found.push(*var);
        } else if frame.is_bound(*var) {
            let new = frame.fresh(*var, of.at);
            frame.bind(new, None);
            found.push(new);
            tests.push(goal(GoalKind::Test(*var, new), of.at, false));
            binds = true;
        } else {
            frame.bind(*var, mode.closure.clone());
            found.push(*var);
            binds |= of.nonlocals.binary_search(var).is_ok();
        }
    }
    (found, binds, tests)
}
