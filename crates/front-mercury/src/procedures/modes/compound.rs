//! Goals that are made of goals.

use super::problems::{Problem, Stop};
use super::{Analyser, Frame, Mark, goal};
use crate::core::{self, VarId};
use crate::procedures::{Goal, GoalKind};
use source::Span;
use std::sync::Arc;

/// What a branch bound of the variables of outside, with the modes of closures; `None` if it cannot succeed.
type Branch = Option<Vec<(VarId, Option<Arc<super::Shape>>)>>;

impl Analyser<'_> {
    /// What becomes of a goal, behind others.
    pub(super) fn goal(
        &mut self,
        frame: &mut Frame,
        of: &core::Goal,
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        let at = of.at;
        if frame.steps == 0 {
            return frame.stuck(Vec::new(), Problem::TooHard, at);
        }
        frame.steps -= 1;
        let mark = frame.mark();
        let kind = match &of.kind {
            core::GoalKind::Conj(goals) => {
                let mut parts = Vec::new();
                self.conj(frame, goals, &mut parts)?;
                GoalKind::Conj(parts)
            }
            core::GoalKind::Disj(arms) => self.disj(frame, of, arms)?,
            core::GoalKind::Not(inner) => {
                let inner = self.one(frame, inner)?;
                if let Some(var) = frame.newly(mark, &of.nonlocals).first() {
                    return frame.stuck(vec![*var], Problem::Binds { what: "`not`", var: *var }, at);
                }
                frame.unbind(mark);
                GoalKind::Not(Box::new(inner))
            }
            core::GoalKind::Some(_, inner) => {
                let inner = self.one(frame, inner)?;
                out.push(inner);
                return Ok(());
            }
            core::GoalKind::If(_, condition, then, otherwise) => {
                self.conditional(frame, of, [condition, then, otherwise])?
            }
            core::GoalKind::Note(note, inner) => {
                GoalKind::Noted(note.clone(), Box::new(self.one(frame, inner)?))
            }
            core::GoalKind::Unify(var, rhs) => return self.unify(frame, of, *var, rhs, out),
            core::GoalKind::Call(pred, args) => return self.call(frame, of, *pred, args, out),
            core::GoalKind::CallClosure(kind, closure, args) => {
                return self.call_closure(frame, of, (*kind, *closure), args, out);
            }
            core::GoalKind::Unsupported(what) => return Err(Stop::Unsupported(what, at)),
        };
        let binds = !frame.newly(mark, &of.nonlocals).is_empty();
        out.push(goal(kind, at, binds));
        Ok(())
    }

    fn disj(&mut self, frame: &mut Frame, of: &core::Goal, arms: &[core::Goal]) -> Result<GoalKind, Stop> {
        let mark = frame.mark();
        let (mut results, mut branches) = (Vec::new(), Vec::new());
        for arm in arms {
            results.push(self.one(frame, arm)?);
            frame.has_one_mode(&frame.newly(mark, &of.nonlocals))?;
            branches.push((finish(frame, mark, &of.nonlocals), arm.at));
        }
        merge(frame, "disjunction", &branches)?;
        Ok(GoalKind::Disj { arms: results, switch: None })
    }

    fn conditional(
        &mut self,
        frame: &mut Frame,
        of: &core::Goal,
        [condition, then, otherwise]: [&core::Goal; 3],
    ) -> Result<GoalKind, Stop> {
        let mark = frame.mark();
        let cond = self.one(frame, condition)?;
        if let Some(var) = frame.newly(mark, &of.nonlocals).first() {
            let problem = Problem::Binds { what: "the condition of this if-then-else", var: *var };
            return frame.stuck(vec![*var], problem, condition.at);
        }
        let yes = self.one(frame, then)?;
        frame.has_one_mode(&frame.newly(mark, &of.nonlocals))?;
        let yes_branch = finish(frame, mark, &of.nonlocals);
        let no = self.one(frame, otherwise)?;
        frame.has_one_mode(&frame.newly(mark, &of.nonlocals))?;
        let no_branch = finish(frame, mark, &of.nonlocals);
        merge(frame, "if-then-else", &[(yes_branch, then.at), (no_branch, otherwise.at)])?;
        Ok(GoalKind::If(Box::new(cond), Box::new(yes), Box::new(no)))
    }
}

/// What a branch bound; it is unbound again.
fn finish(frame: &mut Frame, mark: Mark, nonlocals: &[VarId]) -> Branch {
    let found = frame.reachable.then(|| {
        let bound = frame.newly(mark, nonlocals);
        bound.into_iter().map(|var| (var, frame.shapes.get(&var).cloned())).collect()
    });
    frame.unbind(mark);
    found
}

/// All branches that can succeed must have bound the same.
fn merge(frame: &mut Frame, what: &'static str, branches: &[(Branch, Span)]) -> Result<(), Stop> {
    let mut possible = branches.iter().filter_map(|(bound, at)| Some((bound.as_ref()?, *at)));
    let Some((first, first_at)) = possible.next() else {
        frame.reachable = false;
        return Ok(());
    };
    for (bound, at) in possible {
        let missing = |of: &[(VarId, _)], from: &[(VarId, _)]| {
            of.iter().map(|(var, _)| *var).find(|var| from.binary_search_by_key(var, |(v, _)| *v).is_err())
        };
        let found = missing(first, bound).map(|var| (var, first_at, at));
        let found = found.or_else(|| missing(bound, first).map(|var| (var, at, first_at)));
        if let Some((var, bound, unbound)) = found {
            let problem = Problem::Differ { what, var, bound, unbound };
            return frame.stuck(vec![var], problem, unbound);
        }
        for ((var, one), (_, other)) in first.iter().zip(bound) {
            if let (Some(one), Some(other)) = (one, other)
                && !(one.fits(other) && other.fits(one))
            {
                let (has, need) = (other.shown(), one.shown());
                let problem = Problem::ClosureDiffers { var: *var, has, need };
                return frame.stuck(Vec::new(), problem, at);
            }
        }
    }
    for (var, shape) in first {
        frame.bind(*var, shape.clone());
    }
    Ok(())
}
