//! Effects: the state of the world is used once, and what has effects is called as such.
//!
//! ```text
//! p(IO0, IO) :- io.nl(IO0, _), io.nl(IO0, IO).      wrong: the second call gets a state that is past
//! p(!IO) :- not io.nl(!IO).                         wrong: what is done there cannot be undone
//! p(X) :- q(X).                                     wrong if `q` is impure: `impure q(X)`
//! ```
//!
//! Uniqueness is not tracked otherwise. Goals are looked at in the order in which they run.

use super::determinism::{Solutions, is_world};
use super::{Body, Flow, Goal, GoalKind, Procedure, Procedures};
use crate::core::{Note, Program, VarId};
use crate::syntax::ast::Purity;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What is wrong in the program's own modules.
pub(super) fn check(program: &Program, procedures: &Procedures) -> Vec<Diagnostic> {
    let mut messages = Vec::new();
    for procedure in &procedures.list {
        let pred = program.pred(procedure.pred);
        let library = pred.and_then(|pred| program.module(pred.module)).is_none_or(|module| module.library);
        let Body::Goal(goal) = &procedure.body else { continue };
        if !library {
            let mut walk =
                Walk { program, procedures, procedure, past: BTreeSet::new(), messages: Vec::new() };
            walk.goal(goal, Purity::Pure);
            messages.append(&mut walk.messages);
        }
    }
    // A predicate is looked at in each of its modes.
    let mut seen = BTreeSet::new();
    messages.retain(|message: &Diagnostic| seen.insert((message.place(), message.message.clone())));
    messages
}

struct Walk<'a> {
    program: &'a Program,
    procedures: &'a Procedures,
    procedure: &'a Procedure,
    /// States of the world that a goal has taken.
    past: BTreeSet<VarId>,
    messages: Vec<Diagnostic>,
}

impl Walk<'_> {
    fn is_world(&self, var: VarId) -> bool {
        self.procedure.vars.get(var.index()).is_some_and(|var| is_world(self.program, var.ty))
    }

    fn goal(&mut self, goal: &Goal, purity: Purity) {
        match &goal.kind {
            GoalKind::Conj(goals) => goals.iter().for_each(|part| self.goal(part, purity)),
            GoalKind::Disj { arms, .. } => {
                let arms: Vec<&Goal> = arms.iter().collect();
                self.branches(&arms, purity);
            }
            GoalKind::Not(inner) => {
                self.negated(inner);
                self.goal(inner, purity);
            }
            GoalKind::If(condition, then, otherwise) => {
                self.negated(condition);
                self.goal(condition, purity);
                self.branches(&[then, otherwise], purity);
            }
            GoalKind::Commit(inner) => self.goal(inner, purity),
            GoalKind::Noted(Note::Effect(own), inner) => self.goal(inner, *own),
            GoalKind::Noted(_, inner) => self.goal(inner, purity),
            GoalKind::Assign(_, value) => self.take(*value, goal.at),
            GoalKind::Call(id, args) => {
                let callee = self.procedures.get(*id);
                let pred = callee.and_then(|callee| self.program.pred(callee.pred));
                if let Some(word) =
                    pred.filter(|pred| pred.purity > purity).and_then(|pred| pred.purity.word())
                {
                    let text = format!("a call of something that is {word} needs the word `{word}`");
                    self.messages.push(
                        Diagnostic::error(text)
                            .primary(goal.at, "it has effects, or sees them")
                            .help(format!("write `{word}` before the call")),
                    );
                }
                let flows = callee.map_or(&[][..], |callee| &callee.modes);
                for (var, _) in args.iter().zip(flows).filter(|(_, mode)| mode.flow == Flow::In) {
                    self.take(*var, goal.at);
                }
            }
            GoalKind::CallClosure { args, .. } => {
                for (var, _) in args.iter().filter(|(_, flow)| *flow == Flow::In) {
                    self.take(*var, goal.at);
                }
            }
            GoalKind::Test(..) | GoalKind::Construct(..) | GoalKind::Deconstruct { .. } => {}
        }
    }

    /// Branches do not see what others take. What comes behind sees all of them but those that never end.
    fn branches(&mut self, arms: &[&Goal], purity: Purity) {
        let before = self.past.clone();
        let mut after = before.clone();
        for arm in arms {
            self.past.clone_from(&before);
            self.goal(arm, purity);
            if arm.det.solutions != Solutions::None {
                after.append(&mut self.past);
            }
        }
        self.past = after;
    }

    /// A state of the world is taken.
    fn take(&mut self, var: VarId, at: Span) {
        if self.is_world(var) && !self.past.insert(var) {
            let text = "this state of the world is past: another goal has taken it before";
            self.messages.push(
                Diagnostic::error(text)
                    .primary(at, "it is taken again here")
                    .help("each goal that reads or writes takes the state that the one before it gives"),
            );
        }
    }

    /// A goal in a negation or condition takes no state of the world from outside.
    fn negated(&mut self, goal: &Goal) {
        let (mut taken, mut given) = (Vec::new(), BTreeSet::new());
        self.states(goal, &mut taken, &mut given);
        if let Some((_, at)) = taken.into_iter().find(|(var, _)| !given.contains(var)) {
            let text = "a negation or condition would change the state of the world";
            self.messages.push(Diagnostic::error(text).primary(at, "what is done here cannot be undone"));
        }
    }

    /// The states of the world that calls take and give.
    fn states(&self, goal: &Goal, taken: &mut Vec<(VarId, Span)>, given: &mut BTreeSet<VarId>) {
        let mut open = vec![goal];
        let mut see = |var: VarId, flow: Flow, at: Span| {
            if self.is_world(var) && flow == Flow::In {
                taken.push((var, at));
            } else if flow == Flow::Out {
                given.insert(var);
            }
        };
        while let Some(goal) = open.pop() {
            match &goal.kind {
                GoalKind::Conj(goals) | GoalKind::Disj { arms: goals, .. } => open.extend(goals.iter().rev()),
                GoalKind::Not(inner) | GoalKind::Commit(inner) | GoalKind::Noted(_, inner) => {
                    open.push(inner)
                }
                GoalKind::If(a, b, c) => open.extend([&**c, &**b, &**a]),
                GoalKind::Assign(to, _) => see(*to, Flow::Out, goal.at),
                GoalKind::Call(id, args) => {
                    let modes = self.procedures.get(*id).map_or(&[][..], |callee| &callee.modes);
                    args.iter().zip(modes).for_each(|(var, mode)| see(*var, mode.flow, goal.at));
                }
                GoalKind::CallClosure { args, .. } => {
                    args.iter().for_each(|(var, flow)| see(*var, *flow, goal.at));
                }
                GoalKind::Test(..) | GoalKind::Construct(..) | GoalKind::Deconstruct { .. } => {}
            }
        }
    }
}
