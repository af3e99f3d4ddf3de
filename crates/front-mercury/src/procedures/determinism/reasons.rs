//! Why a goal can fail or has several solutions: the innermost goal that is to blame.

use super::{Det, Solutions};
use crate::core::{Program, construction};
use crate::procedures::{Functor, Goal, GoalKind, Procedures};
use source::Span;

/// What is to be explained.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// It can fail.
    Fails,
    /// It has several solutions.
    Several,
    /// It has a solution.
    Succeeds,
}

impl Question {
    fn asks(self, det: Det) -> bool {
        match self {
            Question::Fails => det.can_fail,
            Question::Several => det.solutions >= Solutions::First,
            // No part of it is to blame more than others.
            Question::Succeeds => false,
        }
    }
}

/// The place and the words.
pub(super) fn reason(
    program: &Program,
    procedures: &Procedures,
    goal: &Goal,
    question: Question,
) -> (Span, String) {
    let mut goal = goal;
    loop {
        let parts: Vec<&Goal> = match &goal.kind {
            GoalKind::Conj(goals) | GoalKind::Disj { arms: goals, .. } => goals.iter().collect(),
            GoalKind::If(a, b, c) if question == Question::Several => vec![a, b, c],
            // That the condition fails is no failure.
            GoalKind::If(_, b, c) => vec![b, c],
            GoalKind::Commit(inner) | GoalKind::Noted(_, inner) => vec![inner],
            _ => Vec::new(),
        };
        let uncovered = matches!(&goal.kind, GoalKind::Disj { switch: Some(switch), .. } if !switch.complete);
        let apart = matches!(&goal.kind, GoalKind::Disj { switch: None, .. });
        // A disjunction fails if all arms do.
        let blame = if question == Question::Fails && (apart || uncovered) {
            None
        } else {
            parts.into_iter().find(|part| question.asks(part.det))
        };
        match blame {
            Some(part) => goal = part,
            None => return (goal.at, words(program, procedures, goal, question)),
        }
    }
}

fn words(program: &Program, procedures: &Procedures, goal: &Goal, question: Question) -> String {
    let text = match (&goal.kind, question) {
        (GoalKind::Disj { arms, .. }, Question::Fails) if arms.is_empty() => "`fail` fails",
        (GoalKind::Disj { switch: Some(switch), .. }, Question::Fails) => {
            let missing: Vec<String> = switch
                .missing
                .iter()
                .map(|functor| format!("`{}`", functor_text(program, functor)))
                .collect();
            return match missing.is_empty() {
                true => "the switch does not cover all values".to_string(),
                false => format!("the switch does not cover {}", missing.join(", ")),
            };
        }
        (_, Question::Succeeds) => "this can succeed",
        (GoalKind::Disj { .. }, Question::Fails) => "all arms of this disjunction can fail",
        (GoalKind::Disj { .. }, Question::Several) => "several arms of this disjunction can succeed",
        (GoalKind::Not(_), _) => "this negation can fail",
        (GoalKind::Test(..), _) => "this test can fail",
        (GoalKind::Deconstruct { functor, .. }, _) => {
            return format!("it can be something else than `{}`", functor_text(program, functor));
        }
        (GoalKind::Call(id, _), _) => {
            let called = procedures.get(*id);
            let name = called.and_then(|of| program.pred(of.pred));
            let name = name.map_or_else(|| "?".to_string(), |pred| format!("{}/{}", pred.name, pred.arity));
            return format!("`{name}` is {}", goal.det.word().word());
        }
        (GoalKind::CallClosure { det, .. }, _) => return format!("this call is {}", det.word().word()),
        (_, Question::Fails) => "this can fail",
        (_, Question::Several) => "this has several solutions",
    };
    text.to_string()
}

fn functor_text(program: &Program, functor: &Functor) -> String {
    match functor {
        Functor::Cons(id) => {
            let cons = program.constructor(*id);
            let blanks = vec!["_".to_string(); cons.map_or(0, |cons| cons.args.len())];
            construction(cons, &blanks)
        }
        Functor::Tuple(size) => format!("{{{}}}", vec!["_"; *size].join(", ")),
        Functor::Literal(literal) => crate::core::literal_text(literal),
    }
}
