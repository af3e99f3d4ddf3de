//! Grammar rules, by the function `DCG-transform` of the manual.

use super::{Names, variable};
use crate::syntax::ast::{Clause, Expr, ExprKind, Goal, GoalKind, Lambda, Parameter, Place, UnifyKind};

/// A grammar rule as an ordinary rule; other clauses as they are.
pub(super) fn clause(clause: &Clause, names: &mut Names) -> Clause {
    let mut clause = clause.clone();
    if !clause.grammar {
        return clause;
    }
    let (input, output) = (names.for_grammar(), names.for_grammar());
    let at = clause.head.at;
    for name in [&input, &output] {
        clause.head.params.push(Parameter { expr: variable(name, at), mode: None });
    }
    clause.body = clause.body.map(|body| one(&body, names, &input, &output));
    clause.grammar = false;
    clause
}

/// A lambda expression with `-->` as one with `:-`; others as they are.
pub(super) fn lambda(lambda: &Lambda, at: Place, names: &mut Names) -> Lambda {
    let mut lambda = lambda.clone();
    let Some((first, second)) = lambda.grammar.take() else { return lambda };
    let (input, output) = (names.for_grammar(), names.for_grammar());
    for (name, mode) in [(&input, first), (&output, second)] {
        lambda.params.push(Parameter { expr: variable(name, at), mode: Some(mode) });
    }
    lambda.body = lambda.body.map(|body| one(&body, names, &input, &output));
    lambda
}

/// A goal of a grammar as one ordinary goal.
fn one(goal: &Goal, names: &mut Names, input: &str, output: &str) -> Goal {
    let mut goals = Vec::new();
    into(goal, names, input, output, &mut goals);
    conjunction(goals, goal.at)
}

/// Goals as one goal.
pub(super) fn conjunction(mut goals: Vec<Goal>, at: Place) -> Goal {
    if goals.len() > 1 {
        return Goal { kind: GoalKind::Conj(goals), at };
    }
    goals.pop().unwrap_or(Goal { kind: GoalKind::True, at })
}

fn unify(left: Expr, right: Expr, at: Place) -> Goal {
    Goal { kind: GoalKind::Unify(UnifyKind::Equal, left, right), at }
}

/// A goal of a grammar as ordinary goals behind others.
fn into(goal: &Goal, names: &mut Names, input: &str, output: &str, goals: &mut Vec<Goal>) {
    let at = goal.at;
    let (first, second) = (variable(input, at), variable(output, at));
    let passed_on = unify(second.clone(), first.clone(), at);
    let boxed = |goal: &Goal, names: &mut Names, from: &str, to: &str| Box::new(one(goal, names, from, to));
    let mut push = |kind: GoalKind| goals.push(Goal { kind, at });
    match &goal.kind {
        GoalKind::Conj(parts) => {
            let mut from = input.to_string();
            for (i, part) in parts.iter().enumerate() {
                let to = if i + 1 == parts.len() { output.to_string() } else { names.for_grammar() };
                into(part, names, &from, &to, goals);
                from = to;
            }
        }
        GoalKind::Disj(parts) => {
            push(GoalKind::Disj(parts.iter().map(|part| one(part, names, input, output)).collect()));
        }
        GoalKind::If(condition, then, otherwise) => {
            let between = names.for_grammar();
            let condition = boxed(condition, names, input, &between);
            let then = boxed(then, names, &between, output);
            push(GoalKind::If(condition, then, boxed(otherwise, names, input, output)));
        }
        GoalKind::Not(inner) => {
            let nobody = names.for_grammar();
            push(GoalKind::Not(boxed(inner, names, input, &nobody)));
            goals.push(passed_on);
        }
        GoalKind::Some(vars, inner) => push(GoalKind::Some(vars.clone(), boxed(inner, names, input, output))),
        GoalKind::All(vars, inner) => push(GoalKind::All(vars.clone(), boxed(inner, names, input, output))),
        GoalKind::Effect(purity, inner) => {
            push(GoalKind::Effect(*purity, boxed(inner, names, input, output)))
        }
        GoalKind::Scope(scope, inner) => {
            push(GoalKind::Scope(scope.clone(), boxed(inner, names, input, output)))
        }
        GoalKind::Braces(inner) => {
            match &inner.kind {
                GoalKind::Conj(parts) => goals.extend(parts.iter().cloned()),
                _ => goals.push((**inner).clone()),
            }
            goals.push(passed_on);
        }
        GoalKind::Terminals(elements) if elements.is_empty() => goals.push(passed_on),
        GoalKind::Terminals(elements) => {
            let list = ExprKind::List(elements.clone(), Some(Box::new(second)));
            goals.push(unify(first, Expr { kind: list, at }, at));
        }
        GoalKind::Rest(expr) => goals.extend([unify(expr.clone(), first, at), passed_on]),
        GoalKind::SetRest(expr) => goals.push(unify(second, expr.clone(), at)),
        GoalKind::GetField(expr, path) => {
            let field = ExprKind::Field(Box::new(first), path.clone());
            goals.extend([unify(expr.clone(), Expr { kind: field, at }, at), passed_on]);
        }
        GoalKind::SetField(path, value) => {
            let update = ExprKind::Update(Box::new(first), path.clone(), Box::new(value.clone()));
            goals.push(unify(second, Expr { kind: update, at }, at));
        }
        GoalKind::Call(name, args) => {
            let args = args.iter().cloned().chain([first, second]).collect();
            push(GoalKind::Call(name.clone(), args));
        }
        GoalKind::CallClosure(closure, args) => {
            let args = args.iter().cloned().chain([first, second]).collect();
            push(GoalKind::CallClosure(closure.clone(), args));
        }
        // No grammar rule has these but for goals that are not supported.
        GoalKind::True
        | GoalKind::Fail
        | GoalKind::Implies(..)
        | GoalKind::ImpliedBy(..)
        | GoalKind::Equivalent(..)
        | GoalKind::Unify(..)
        | GoalKind::Assign(..)
        | GoalKind::Unsupported(_) => goals.extend([goal.clone(), passed_on]),
    }
}
