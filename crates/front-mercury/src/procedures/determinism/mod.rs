//! Analysis of determinism: how often goals succeed, which disjunctions are switches, and whether that is what is declared.
//!
//! ```text
//! :- pred first(list(T)::in, T::out) is det.
//! first([X | _], X).                             error: it can be something else than `[_ | _]`
//! ```
//!
//! The rules are those of the Mercury reference manual. Calls have the determinism that is declared; for procedures that declare
//! none it is found by repeating the analysis until nothing changes, from `erroneous` upwards.
//!
//! What is found looser than declared is an error, as in the compiler. It is a warning where alternatives may exclude each other
//! by tests or in ways that are not analysed, where a condition holds several times, or where an inst says which functors there are: then the declaration is taken, and
//! a `det` procedure has its first solution. The thesis writes its bubblesort so:
//!
//! ```text
//! :- mode bubble(in, in, out, out) is det.
//! bubble(X, [Y | T], [Y | NT], Max) :- X > Y, …
//! bubble(X, [Y | T], [X | NT], Max) :- X <= Y, …
//! ```
//!
//! That holds for lambdas too. Other errors are: a committed choice where more than its first solution may be needed, a
//! predicate with the state of the world that may fail or succeed twice, and what `require_…` says and is not so.
//! A goal that binds nothing of outside and has several solutions is committed to its first one.

mod reasons;
mod switch;
mod values;
mod walk;

pub use values::{Det, Solutions};

use super::{Body, Flow, Goal, GoalKind, ProcId, Procedure, Procedures};
use crate::core::{Head, Note, Program, Ty, TypeNode};
use crate::procedures::modes::insts::ArgMode;
use reasons::{Question, reason};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};
use walk::Walk;

/// Finds the determinism of all goals and procedures. Returns what is wrong or strange.
pub(super) fn infer(program: &Program, procedures: &mut Procedures) -> Vec<Diagnostic> {
    let modes: Vec<Vec<ArgMode>> = procedures.list.iter().map(|found| found.modes.clone()).collect();
    let mut dets: Vec<Det> = procedures
        .list
        .iter()
        .map(|found| match (&found.body, found.declared) {
            (_, Some(word)) => Det::of(word),
            (Body::Goal(_), None) => Det::ERRONEOUS,
            (_, None) => Det::DET,
        })
        .collect();
    undeclared(program, procedures, &modes, &mut dets);
    let bounded = has_bounds(program, procedures);
    let mut messages = Vec::new();
    for index in 0..procedures.list.len() {
        let found = one(program, procedures, &modes, &dets, index);
        if let Some((det, outcome)) = found {
            if let Some(procedure) = procedures.list.get_mut(index) {
                procedure.inferred = Some(det.word());
                procedure.determinism = procedure.declared.unwrap_or(det.word());
            }
            let at_best = || at_best(program, procedures, &modes, &dets, index).filter(|_| !bounded);
            compare(program, procedures, index, (det, &at_best), &outcome, &mut messages);
        }
        state_of_the_world(program, procedures, index, &mut messages);
        if let Some(Procedure { body: Body::Goal(goal), determinism, .. }) = procedures.list.get_mut(index)
            && Det::of(*determinism).solutions != Solutions::Many
        {
            without_last_commits(goal);
        }
    }
    messages
}

/// A procedure that ends with its first solution anyway needs no commits at its end (figure 4.2 of the thesis has none).
fn without_last_commits(goal: &mut Goal) {
    while let GoalKind::Commit(inner) = &mut goal.kind {
        let empty = Goal { kind: GoalKind::Conj(Vec::new()), at: inner.at, det: inner.det, binds: false };
        *goal = std::mem::replace(&mut **inner, empty);
    }
    match &mut goal.kind {
        GoalKind::Conj(goals) => goals.last_mut().into_iter().for_each(without_last_commits),
        GoalKind::Disj { arms, .. } => arms.iter_mut().for_each(without_last_commits),
        GoalKind::If(_, then, otherwise) => {
            without_last_commits(then);
            without_last_commits(otherwise);
        }
        GoalKind::Noted(_, inner) => without_last_commits(inner),
        _ => {}
    }
}

/// Calls that take the first solution only.
struct Outcome {
    first: Vec<Span>,
    wrong: Vec<Span>,
}

/// The determinism of one procedure.
fn one(
    program: &Program,
    procedures: &mut Procedures,
    modes: &[Vec<ArgMode>],
    dets: &[Det],
    index: usize,
) -> Option<(Det, Outcome)> {
    let procedure = procedures.list.get_mut(index)?;
    let Body::Goal(goal) = &mut procedure.body else { return None };
    let mut walk = Walk::new(program, dets, modes, &procedure.vars);
    let own = procedure.head.iter().skip(procedure.captured).map(|(var, _)| *var);
    walk.learn_modes(Flow::In, own.zip(&procedure.modes));
    let det = walk.goal(goal);
    Some((det, Outcome { first: walk.first, wrong: walk.wrong }))
}

/// The determinism of one procedure if its alternatives exclude each other wherever they may.
fn at_best(
    program: &Program,
    procedures: &Procedures,
    modes: &[Vec<ArgMode>],
    dets: &[Det],
    index: usize,
) -> Option<Det> {
    let procedure = procedures.list.get(index)?;
    let Body::Goal(goal) = &procedure.body else { return None };
    let mut walk = Walk::new(program, dets, modes, &procedure.vars);
    walk.lenient = true;
    let own = procedure.head.iter().skip(procedure.captured).map(|(var, _)| *var);
    walk.learn_modes(Flow::In, own.zip(&procedure.modes));
    Some(walk.goal(&mut goal.clone()))
}

/// Whether insts of the program say which functors there are. What they say inside of terms is not kept.
fn has_bounds(program: &Program, procedures: &Procedures) -> bool {
    let own = |found: &&Procedure| {
        let module = program.pred(found.pred).and_then(|pred| program.module(pred.module));
        module.is_some_and(|module| !module.library)
    };
    let mut modes = procedures.list.iter().filter(own).flat_map(|found| &found.modes);
    modes.any(|mode| mode.functors.is_some())
}

/// Procedures that declare nothing: again and again, until nothing changes.
fn undeclared(program: &Program, procedures: &mut Procedures, modes: &[Vec<ArgMode>], dets: &mut [Det]) {
    let open: Vec<usize> = (0..procedures.list.len())
        .filter(|index| {
            let found = procedures.list.get(*index);
            found.is_some_and(|found| found.declared.is_none() && matches!(found.body, Body::Goal(_)))
        })
        .collect();
    let mut callers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in &open {
        if let Some(Body::Goal(goal)) = procedures.list.get(*index).map(|found| &found.body) {
            calls(goal, &mut |id| callers.entry(id.index()).or_default().push(*index));
        }
    }
    let mut todo: BTreeSet<usize> = open.into_iter().collect();
    while let Some(index) = todo.pop_first() {
        let Some((det, _)) = one(program, procedures, modes, dets, index) else { continue };
        let Some(slot) = dets.get_mut(index) else { continue };
        // Joined with what was, it can only grow, so this ends.
        let joined = slot.either(det);
        if joined != *slot {
            *slot = joined;
            todo.extend(callers.get(&index).into_iter().flatten());
        }
    }
}

fn calls(goal: &Goal, see: &mut impl FnMut(ProcId)) {
    match &goal.kind {
        GoalKind::Conj(goals) | GoalKind::Disj { arms: goals, .. } => {
            goals.iter().for_each(|part| calls(part, see));
        }
        GoalKind::Not(inner) | GoalKind::Commit(inner) | GoalKind::Noted(_, inner) => calls(inner, see),
        GoalKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| calls(part, see)),
        GoalKind::Call(id, _) => see(*id),
        _ => {}
    }
}

/// Compares what was found, and what may be so at best, with what is declared.
fn compare(
    program: &Program,
    procedures: &Procedures,
    index: usize,
    (det, at_best): (Det, &dyn Fn() -> Option<Det>),
    outcome: &Outcome,
    messages: &mut Vec<Diagnostic>,
) {
    let Some(procedure) = procedures.list.get(index) else { return };
    let Body::Goal(goal) = &procedure.body else { return };
    requirements(goal, messages);
    let shown = match program.pred(procedure.pred) {
        Some(_) if procedure.lambda => "this lambda".to_string(),
        Some(pred) => pred.shown(),
        None => return,
    };
    let declared = procedure.declared.map(Det::of);
    let single = declared.is_none_or(|declared| declared.solutions == Solutions::First);
    let misused = outcome.wrong.first().or(outcome.first.first().filter(|_| !single));
    if let Some(at) = misused {
        let text = "only the first solution of this call is taken, but others may be needed";
        messages.push(
            Diagnostic::error(text)
                .primary(*at, "a committed choice")
                .help("it may stand only where nothing behind it fails, in a procedure that is `cc_multi` or `cc_nondet`"),
        );
        return;
    }
    let Some(declared) = declared.filter(|declared| !det.fits(*declared)) else { return };
    let fails = det.can_fail && !declared.can_fail;
    let question = match (fails, declared.solutions) {
        (true, _) => Question::Fails,
        (false, Solutions::None) => Question::Succeeds,
        (false, _) => Question::Several,
    };
    let (at, why) = reason(program, procedures, goal, question);
    let text =
        format!("{shown} is declared {}, but what is found is {}", declared.word().word(), det.word().word());
    let mut message = match at_best().is_some_and(|at_best| !at_best.fits(declared)) {
        true => Diagnostic::error(text).primary(procedure.at, "what it says does not hold"),
        false => Diagnostic::warning(text).primary(procedure.at, "the declaration is taken"),
    };
    message = message.secondary(at, why);
    if !procedure.lambda && procedures.of_pred.get(procedure.pred.index()).is_some_and(|all| all.len() > 1) {
        message = message.note(format!("this is in the mode {}", super::modes::shown(&procedure.modes)));
    }
    messages.push(message);
}

/// What `require_…` says must be so.
fn requirements(goal: &Goal, messages: &mut Vec<Diagnostic>) {
    match &goal.kind {
        GoalKind::Conj(goals) | GoalKind::Disj { arms: goals, .. } => {
            goals.iter().for_each(|part| requirements(part, messages));
        }
        GoalKind::Not(inner) | GoalKind::Commit(inner) => requirements(inner, messages),
        GoalKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| requirements(part, messages)),
        GoalKind::Noted(note, inner) => {
            requirements(inner, messages);
            let found = inner.det.word().word();
            match note {
                Note::Require(word) if word.strip_prefix("require_").is_some_and(|word| word != found) => {
                    let text = format!("`{word}` does not hold: this goal is {found}");
                    messages.push(Diagnostic::error(text).primary(goal.at, "here"));
                }
                Note::RequireSwitch(word, var) if word == "require_complete_switch" => {
                    let switch = match &inner.kind {
                        GoalKind::Disj { switch, .. } => switch.as_ref(),
                        _ => None,
                    };
                    if !switch.is_some_and(|switch| switch.var == *var && switch.complete) {
                        let text = format!("`{word}` does not hold: this is no complete switch");
                        messages.push(Diagnostic::error(text).primary(goal.at, "here"));
                    }
                }
                _ => {}
            }
        }
        _ => {}
    }
}

/// What has the state of the world must succeed once: it cannot be undone.
fn state_of_the_world(
    program: &Program,
    procedures: &Procedures,
    index: usize,
    messages: &mut Vec<Diagnostic>,
) {
    let Some(procedure) = procedures.list.get(index).filter(|found| !found.lambda) else { return };
    let Some(pred) = program.pred(procedure.pred) else { return };
    let det = Det::of(procedure.determinism);
    let worlds: Vec<Flow> = pred
        .args
        .iter()
        .zip(&procedure.modes)
        .filter(|(ty, _)| is_world(program, **ty))
        .map(|(_, mode)| mode.flow)
        .collect();
    let threads = worlds.contains(&Flow::In) && worlds.contains(&Flow::Out);
    let wrong = matches!(procedure.body, Body::Wrong | Body::Unsupported(..));
    if threads && !wrong && (det.can_fail || det.solutions == Solutions::Many) {
        let text =
            format!("{} has the state of the world and is {}", pred.shown(), procedure.determinism.word());
        let message = Diagnostic::error(text).primary(procedure.at, "what it does cannot be undone");
        messages.push(message.help("it must be `det`, `cc_multi` or `erroneous`"));
    }
}

/// Whether a type is that of the state of the world.
pub(crate) fn is_world(program: &Program, ty: Ty) -> bool {
    let TypeNode::App(Head::Named(id), _) = program.types.node(ty) else { return false };
    program.def(*id).is_some_and(|def| {
        def.name == "state" && program.module(def.module).is_some_and(|module| module.shown() == "io")
    })
}
