//! Requirements on concrete inputs.
//!
//! A requirement that errs (it looks at a field of nil, say) does not hold, whatever stands around it; write
//! `x == nil or x.head > 0` for what may be nil. The predicates are defined at [`Predicate`]; they are decided
//! by one walk over the objects, without recursion, so a list of a million cells is fine.

use super::eval::plain;
use super::outcome::{Halt, Limit, Limits, Options, Outcome};
use super::run::run_watched;
use super::watch::Unwatched;
use super::{Heap, Object, ObjectId, State, Value};
use crate::{Expr, Predicate, ProcId, Program, Requirement, RequirementKind, VarId};
use base::Int;
use source::Span;

/// Whether all requirements of a procedure hold in a state.
///
/// # Errors
///
/// The outcome that keeps from telling: a limit, or something that is not supported.
pub fn requirements_hold(
    program: &Program,
    proc: ProcId,
    state: &State,
    options: &Options,
) -> Result<bool, Outcome> {
    let Some(of) = program.proc(proc) else { return Ok(true) };
    for requirement in &of.requires {
        if !holds(program, requirement, state, options)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a requirement holds in a state. It changes nothing: a procedure that it calls works on a copy.
///
/// # Errors
///
/// The outcome that keeps from telling: a limit, or something that is not supported.
pub fn holds(
    program: &Program,
    requirement: &Requirement,
    state: &State,
    options: &Options,
) -> Result<bool, Outcome> {
    match truth(program, requirement, state, options).map_err(Outcome::from) {
        Ok(b) => Ok(b),
        Err(Outcome::Error { .. } | Outcome::Excluded { .. }) => Ok(false),
        Err(outcome) => Err(outcome),
    }
}

fn truth(program: &Program, r: &Requirement, state: &State, options: &Options) -> Result<bool, Halt> {
    let mut watch = Unwatched;
    let heap = &state.heap;
    let mut eval = plain(&state.env, heap, &options.limits, &mut watch);
    match &r.kind {
        RequirementKind::Cond(e) => eval.truth(e),
        RequirementKind::Predicate(p) => match p {
            Predicate::Acyclic(e) => Ok(acyclic(heap, &eval.value(e)?)),
            Predicate::Tree(e) => Ok(tree(heap, &eval.value(e)?)),
            Predicate::Disjoint(a, b) => {
                let (a, b) = (eval.value(a)?, eval.value(b)?);
                Ok(disjoint(heap, &a, &b))
            }
            Predicate::Sorted(e) => {
                let value = eval.value(e)?;
                sorted(program, heap, &value, r.span)
            }
        },
        RequirementKind::Call { proc, args } => {
            let args = args.iter().map(|e| eval.value(e)).collect::<Result<Vec<_>, _>>()?;
            call(program, *proc, args, heap, &options.limits, r.span)
        }
        RequirementKind::Not(a) => Ok(!truth(program, a, state, options)?),
        RequirementKind::And(a, b) => {
            Ok(truth(program, a, state, options)? && truth(program, b, state, options)?)
        }
        RequirementKind::Or(a, b) => {
            Ok(truth(program, a, state, options)? || truth(program, b, state, options)?)
        }
        RequirementKind::Every { var, first, last, body } => {
            let (first, last) = (eval.value(first)?, eval.value(last)?);
            let (Value::Int(first), Value::Int(last)) = (first, last) else {
                return Err(Halt::undetermined("the range of a quantifier is no range of numbers", r.span));
            };
            let mut number = first;
            let mut left = options.limits.steps;
            while number <= last {
                let this = |v: VarId| Ok::<_, Halt>((v == *var).then(|| Expr::int(number.clone(), r.span)));
                if !truth(program, &body.replaced(&this)?, state, options)? {
                    return Ok(false);
                }
                left = left.checked_sub(1).ok_or_else(|| Halt::limit(Limit::Steps, r.span))?;
                number = number + Int::from(1);
            }
            Ok(true)
        }
    }
}

/// The truth value that a procedure gives, which works on a copy of the heap.
pub(super) fn call(
    program: &Program,
    proc: ProcId,
    args: Vec<Value>,
    heap: &Heap,
    limits: &Limits,
    span: Span,
) -> Result<bool, Halt> {
    let mut input = State::new(program, proc);
    input.heap = heap.clone();
    if let Some(of) = program.proc(proc) {
        for (param, value) in of.params.iter().zip(args) {
            input.set(*param, value);
        }
    }
    let done = run_watched(program, proc, input, limits, &mut Unwatched);
    match done.outcome {
        Outcome::Ok => match done.result {
            Some(Value::Bool(b)) => Ok(b),
            Some(Value::Int(i)) => Ok(!i.is_zero()),
            _ => Err(Halt::undetermined("a requirement without a truth value", span)),
        },
        outcome => Err(outcome.into()),
    }
}

fn successors(heap: &Heap, id: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
    heap.get(id).into_iter().flat_map(|o| o.values()).filter_map(Value::as_ref)
}

/// Depth-first search with three colours; a grey object met again closes a cycle.
pub(super) fn acyclic(heap: &Heap, from: &Value) -> bool {
    let Some(root) = from.as_ref() else { return true };
    let mut colour = vec![0u8; heap.objects.len()];
    let mut path: Vec<(ObjectId, usize)> = Vec::new();
    let mut paint = |id: ObjectId, c: u8| {
        let old = colour.get(id.index()).copied();
        if let Some(place) = colour.get_mut(id.index()) {
            *place = (*place).max(c);
        }
        old
    };
    paint(root, 1);
    path.push((root, 0));
    while let Some((id, next)) = path.last_mut() {
        let values = heap.get(*id).map_or(&[][..], |o| o.values());
        match values.get(*next) {
            Some(value) => {
                *next += 1;
                if let Some(to) = value.as_ref() {
                    match paint(to, 1) {
                        Some(0) => path.push((to, 0)),
                        Some(1) => return false,
                        _ => {}
                    }
                }
            }
            None => {
                paint(*id, 2);
                path.pop();
            }
        }
    }
    true
}

pub(super) fn tree(heap: &Heap, from: &Value) -> bool {
    let Some(root) = from.as_ref() else { return true };
    let mut ways_in = vec![0u32; heap.objects.len()];
    for id in heap.reachable([from]) {
        for to in successors(heap, id) {
            if let Some(count) = ways_in.get_mut(to.index()) {
                *count += 1;
                if *count > 1 || to == root {
                    return false;
                }
            }
        }
    }
    true
}

pub(super) fn disjoint(heap: &Heap, a: &Value, b: &Value) -> bool {
    let mut seen = vec![false; heap.objects.len()];
    for id in heap.reachable([a]) {
        if let Some(place) = seen.get_mut(id.index()) {
            *place = true;
        }
    }
    !heap.reachable([b]).into_iter().any(|id| seen.get(id.index()).copied().unwrap_or(false))
}

pub(super) fn sorted(program: &Program, heap: &Heap, from: &Value, span: Span) -> Result<bool, Halt> {
    let broken = || Halt::undetermined("`sorted` of something that has no order", span);
    let Some(mut id) = from.as_ref() else { return Ok(true) };
    let mut previous: Option<&Value> = None;
    // A list without a cycle has no more cells than the heap.
    for _ in 0..heap.objects.len() {
        let (key, next) = match heap.get(id).ok_or_else(broken)? {
            Object::Array { values, .. } => {
                return Ok(values.windows(2).all(|pair| in_order(&pair[0], &pair[1])));
            }
            Object::Cell { of, fields } => {
                let of_struct = program.struct_of(*of).ok_or_else(broken)?;
                let key = of_struct.key().and_then(|f| fields.get(f.index())).ok_or_else(broken)?;
                let link = of_struct.link(*of).and_then(|f| fields.get(f.index())).ok_or_else(broken)?;
                (key, link)
            }
            Object::Gone { .. } => return Err(broken()),
        };
        if previous.is_some_and(|before| !in_order(before, key)) {
            return Ok(false);
        }
        previous = Some(key);
        match next.as_ref() {
            Some(next) => id = next,
            None => return Ok(true),
        }
    }
    // The list is longer than the number of cells, so it has a cycle.
    Ok(false)
}

fn in_order(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a <= b,
        (Value::Real(a), Value::Real(b)) => a <= b,
        _ => false,
    }
}
