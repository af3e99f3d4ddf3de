//! Unifications: each becomes a test, an assignment, a construction or a deconstruction.
//!
//! An argument of a deconstruction that is bound already becomes a new variable and a test:
//!
//! ```text
//! X = f(A, B), where X and A are bound       X => f(New_1, B), A == New_1
//! ```

use super::problems::{Need, Problem, Stop};
use super::{Analyser, Frame, LambdaBody, arg_mode, goal};
use crate::core::{self, Head, Lambda, Rhs, TypeNode, VarId};
use crate::procedures::{Flow, Functor, Goal, GoalKind, ProcId, Value};
use source::Span;
use std::sync::Arc;

/// Numbers from here on are lambdas of the procedure that is being analysed.
pub(super) const LAMBDA: u32 = 1 << 31;

impl Analyser<'_> {
    pub(super) fn unify(
        &mut self,
        frame: &mut Frame,
        of: &core::Goal,
        var: VarId,
        rhs: &Rhs,
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        let at = of.at;
        match rhs {
            Rhs::Var(other) => self.variables(frame, of, var, *other, out),
            Rhs::Cons(cons, args) => self.term(frame, Functor::Cons(*cons), var, args, at, out),
            Rhs::Tuple(args) => self.term(frame, Functor::Tuple(args.len()), var, args, at, out),
            Rhs::Literal(literal) => self.term(frame, Functor::Literal(literal.clone()), var, &[], at, out),
            Rhs::Lambda(lambda) => self.lambda(frame, var, lambda, at, out),
            Rhs::Closure(pred, args) => self.closure(frame, var, *pred, args, at, out),
        }
    }

    fn variables(
        &mut self,
        frame: &mut Frame,
        of: &core::Goal,
        x: VarId,
        y: VarId,
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        let at = of.at;
        let (target, value) = match (frame.is_bound(x), frame.is_bound(y)) {
            (true, true) => {
                if self.is_closure(frame, x) && x != y {
                    return frame.stuck(Vec::new(), Problem::ClosureCompared(x), at);
                }
                out.push(goal(GoalKind::Test(x, y), at, false));
                return Ok(());
            }
            (false, true) => (x, y),
            (true, false) => (y, x),
            // A variable that occurs nowhere else may equal anything.
            (false, false) if !(of.nonlocals.contains(&x) && of.nonlocals.contains(&y)) => return Ok(()),
            (false, false) => return frame.stuck(vec![x, y], Problem::BothUnbound(x, y), at),
        };
        let shape = frame.shapes.get(&value).cloned();
        frame.bind(target, shape);
        out.push(goal(GoalKind::Assign(target, value), at, true));
        Ok(())
    }

    fn is_closure(&self, frame: &Frame, var: VarId) -> bool {
        let ty = frame.vars.get(var.index()).map(|var| self.program.types.node(var.ty));
        matches!(ty, Some(TypeNode::App(Head::Pred | Head::Func, _)))
    }

    fn term(
        &mut self,
        frame: &mut Frame,
        functor: Functor,
        var: VarId,
        args: &[VarId],
        at: Span,
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        if !frame.is_bound(var) {
            let missing: Vec<VarId> = args.iter().copied().filter(|arg| !frame.is_bound(*arg)).collect();
            if let Some(first) = missing.first() {
                let problem = Problem::Unbound { var: *first, need: Need::Argument };
                let waiting = missing.iter().copied().chain([var]).collect();
                return frame.stuck(waiting, problem, at);
            }
            frame.bind(var, None);
            out.push(goal(GoalKind::Construct(var, Value::Term(functor, args.to_vec())), at, true));
            return Ok(());
        }
        let (mut parts, mut tests) = (Vec::new(), Vec::new());
        for arg in args {
            if frame.is_bound(*arg) {
                let part = frame.fresh(*arg, at);
                frame.bind(part, None);
                parts.push(part);
                tests.push(goal(GoalKind::Test(*arg, part), at, false));
            } else {
                frame.bind(*arg, None);
                parts.push(*arg);
            }
        }
        let kind = GoalKind::Deconstruct { var, functor, args: parts, can_fail: true };
        out.push(goal(kind, at, !args.is_empty()));
        out.extend(tests);
        Ok(())
    }

    fn lambda(
        &mut self,
        frame: &mut Frame,
        var: VarId,
        lambda: &Lambda,
        at: Span,
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        if frame.is_bound(var) {
            return frame.stuck(Vec::new(), Problem::ClosureCompared(var), at);
        }
        let missing: Vec<VarId> =
            lambda.captured.iter().copied().filter(|var| !frame.is_bound(*var)).collect();
        if let Some(first) = missing.first() {
            let problem = Problem::Unbound { var: *first, need: Need::Captured };
            return frame.stuck(missing, problem, at);
        }
        let modes: Vec<_> = lambda.modes.iter().map(|mode| arg_mode(self.program, mode)).collect();
        let mark = frame.mark();
        for (param, mode) in lambda.params.iter().zip(&modes) {
            if mode.flow == Flow::In {
                frame.bind(*param, mode.closure.clone());
            }
        }
        let body = self.one(frame, &lambda.body).map_err(|stop| match stop {
            // All that is bound outside is bound already: nothing is worth waiting for.
            Stop::Stuck(mut stuck) => {
                stuck.waiting.clear();
                Stop::Stuck(stuck)
            }
            other => other,
        })?;
        if frame.reachable {
            for (param, mode) in lambda.params.iter().zip(&modes) {
                if mode.flow == Flow::Out && !frame.is_bound(*param) {
                    let of = "the lambda".to_string();
                    return frame.stuck(Vec::new(), Problem::Head { var: *param, of }, lambda.body.at);
                }
            }
        }
        frame.unbind(mark);
        let captured = lambda.captured.iter().map(|var| (*var, Flow::In));
        let own = lambda.params.iter().copied().zip(modes.iter().map(|mode| mode.flow));
        let id = ProcId(LAMBDA.saturating_add(frame.lambdas.len() as u32));
        frame.lambdas.push(LambdaBody {
            head: captured.chain(own).collect(),
            captured: lambda.captured.len(),
            modes: modes.clone(),
            determinism: lambda.determinism,
            goal: body,
            at,
        });
        let shape = super::Shape { args: modes, determinism: lambda.determinism };
        frame.bind(var, Some(Arc::new(shape)));
        out.push(goal(GoalKind::Construct(var, Value::Closure(id, lambda.captured.clone())), at, true));
        Ok(())
    }
}
