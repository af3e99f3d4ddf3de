//! Which arguments are numbers, in a program that declares a domain of numbers.
//!
//! ```text
//! :- domain(nat).
//! len([], 0).
//! len([_|T], N) :- { N = M + 1 }, len(T, M).      the second argument is a number, the first one is not
//! ```
//!
//! An argument is one if its clauses do nothing with it but to compare it with numbers, by constraints or in their heads, and to
//! pass it on to arguments that are numbers. Everything else may be any term.

use logic::{GoalId, GoalKind, Node, PredId, Program, Relation, Term, Theory, VarId};
use std::collections::BTreeSet;

/// For each argument of a predicate, whether it is a number.
pub(crate) fn numeric_arguments(program: &Program, pred: PredId) -> Vec<bool> {
    let mut others: BTreeSet<(PredId, usize)> = BTreeSet::new();
    loop {
        let before = others.len();
        for clause in &program.clauses {
            let args = program.terms.args(clause.head);
            let mut used = terms_in(program, &clause.constraints, clause.body, &others);
            // A variable that stands twice in the head is the same argument twice.
            let mut seen: BTreeSet<VarId> = BTreeSet::new();
            for (i, arg) in args.iter().enumerate() {
                match program.terms.node(*arg) {
                    Node::Int(_) => {}
                    Node::Var(var) => {
                        if !seen.insert(*var) && others.contains(&(clause.pred, i)) {
                            used.insert(*var);
                        }
                    }
                    _ => {
                        others.insert((clause.pred, i));
                        used.extend(program.terms.variables(*arg));
                    }
                }
            }
            let own = |i: &usize| others.contains(&(clause.pred, *i));
            let known: Vec<VarId> = (0..args.len())
                .filter(own)
                .filter_map(|i| match program.terms.node(args[i]) {
                    Node::Var(var) => Some(*var),
                    _ => None,
                })
                .collect();
            used.extend(known);
            for (i, arg) in args.iter().enumerate() {
                if matches!(program.terms.node(*arg), Node::Var(var) if used.contains(var)) {
                    others.insert((clause.pred, i));
                }
            }
        }
        if others.len() == before {
            break;
        }
    }
    let arity = program.pred(pred).map_or(0, |pred| pred.arity);
    (0..arity).map(|i| !others.contains(&(pred, i))).collect()
}

/// The variables of a clause with which its goals do more than with a number.
fn terms_in(
    program: &Program,
    constraints: &[GoalId],
    body: GoalId,
    others: &BTreeSet<(PredId, usize)>,
) -> BTreeSet<VarId> {
    let mut used = BTreeSet::new();
    let all = |used: &mut BTreeSet<VarId>, term: Term| used.extend(program.terms.variables(term));
    let mut open: Vec<GoalId> = constraints.to_vec();
    open.push(body);
    while let Some(id) = open.pop() {
        let Some(goal) = program.goal(id) else { continue };
        match &goal.kind {
            GoalKind::Conj(parts) | GoalKind::Disj(parts) => open.extend(parts),
            GoalKind::If { cond, then, otherwise } | GoalKind::SoftIf { cond, then, otherwise } => {
                open.extend([*cond, *then]);
                open.extend(*otherwise);
            }
            GoalKind::Not(inner)
            | GoalKind::Once(inner)
            | GoalKind::Ignore(inner)
            | GoalKind::Opaque(inner) => open.push(*inner),
            GoalKind::Forall(cond, action) => open.extend([*cond, *action]),
            GoalKind::Cut => {}
            GoalKind::Constraint { theory: Theory::Integer | Theory::Domain, relation, .. }
                if *relation != Relation::AllIn => {}
            GoalKind::Call { pred, atom } => {
                for (i, arg) in program.terms.args(*atom).iter().enumerate() {
                    let plain = matches!(program.terms.node(*arg), Node::Var(_) | Node::Int(_));
                    if !plain
                        || others.contains(&(*pred, i))
                        || !program.pred(*pred).is_some_and(|p| p.defined)
                    {
                        all(&mut used, *arg);
                    }
                }
            }
            GoalKind::Builtin { atom } => {
                let arithmetic = match program.terms.callable(*atom) {
                    Some((name, [_, _])) => {
                        ["<", ">", "=<", ">=", "=:=", "=\\="].contains(&program.terms.name(name))
                    }
                    _ => false,
                };
                if !arithmetic {
                    all(&mut used, *atom);
                }
            }
            GoalKind::Constraint { left, right, .. } => {
                all(&mut used, *left);
                all(&mut used, *right);
            }
            GoalKind::Findall { template, goal, list } => {
                all(&mut used, *template);
                all(&mut used, *list);
                open.push(*goal);
            }
            GoalKind::Catch { goal, catcher, recovery } => {
                all(&mut used, *catcher);
                open.extend([*goal, *recovery]);
            }
            GoalKind::Meta { closure, extra } => {
                all(&mut used, *closure);
                extra.iter().for_each(|term| all(&mut used, *term));
            }
            GoalKind::Unsupported { term, .. } => all(&mut used, *term),
        }
    }
    used
}
