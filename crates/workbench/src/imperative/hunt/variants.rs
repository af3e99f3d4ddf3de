//! Variants of an input: close to it, and perhaps of another path.
//!
//! ```text
//! append(a, nil)     that b is appended shows only where b is a list: append(a, b) with a cell for b
//! sum(a, n = 0)      that i < n is not i != n shows only where n is negative: sum(a, n = -1)
//! full(size = 3)     that size < 10 is not size <= 10 shows only at the boundary: full(size = 10)
//! max(3, 5, 9)       that > is not >= shows only where two are equal: max(3, 3, 3)
//! ```
//!
//! They are run, not solved for; those that end well are taken.

use super::distinct_values::{NUMBERS, STEPS, number, value};
use super::numbers::{get, set, slots};
use super::trying::CONDITION;
use base::Int;
use explore::{End, Found, tried};
use imperative::machine::{Heap, Object, ObjectId, Options, State as Input, Value, requirements_hold};
use imperative::{Expr, ExprKind, ProcId, Program, StructId, Type};
use std::collections::BTreeMap;

/// Numbers whose neighbours are tried, and constants that each of them becomes.
const CLOSE: usize = 5;
const CONSTANTS: usize = 12;

/// The paths of the variants of an input that end well.
pub(crate) fn variants<'a>(
    program: &'a Program,
    entry: ProcId,
    found: &'a Found,
) -> impl Iterator<Item = Found> + 'a {
    let mut inputs = Vec::new();
    if found.run.steps <= STEPS {
        inputs.extend(equal(program, entry, &found.input));
        inputs.extend(with_cells(program, entry, &found.input));
        inputs.extend(neighbours(program, entry, &found.input));
    }
    let most = 2 * found.run.steps + 1_000;
    inputs.into_iter().filter_map(move |input| {
        if !matches!(requirements_hold(program, entry, &input, &Options::default()), Ok(true)) {
            return None;
        }
        let mut made = tried(program, entry, input, most, false)?;
        made.condition = CONDITION.to_string();
        made.run.trace.clear();
        (made.end == End::Ok).then_some(made)
    })
}

/// All numbers are the same.
fn equal(program: &Program, entry: ProcId, input: &Input) -> Option<Input> {
    let all = slots(program, entry, input, &number, false);
    let mut equal = input.clone();
    all.iter().for_each(|slot| set(&mut equal, *slot, value(*slot, 0)));
    (2..=NUMBERS).contains(&all.len()).then_some(equal)
}

/// Each number one less, one more, and negative; and each constant that it or another number is compared with.
fn neighbours(program: &Program, entry: ProcId, input: &Input) -> Vec<Input> {
    let (one, negative) = (Int::from(1), Int::from(-1));
    let compared = compared_with(program, entry);
    let mut out = Vec::new();
    for slot in slots(program, entry, input, &number, false).into_iter().take(CLOSE) {
        let Some(now) = get(input, slot) else { continue };
        let near = [&now - &one, &now + &one, negative.clone()];
        for value in near.iter().chain(&compared).filter(|value| **value != now) {
            let mut close = input.clone();
            set(&mut close, slot, value.clone());
            out.push(close);
        }
    }
    out
}

/// The numbers in conditions of a procedure.
fn compared_with(program: &Program, entry: ProcId) -> Vec<Int> {
    fn numbers(e: &Expr, out: &mut Vec<Int>) {
        if let ExprKind::Int(n) = &e.kind
            && !out.contains(n)
        {
            out.push(n.clone());
        }
        e.operands().for_each(|e| numbers(e, out));
    }
    let mut out = Vec::new();
    let decisions = program.proc(entry).map_or(&[][..], |p| &p.decisions);
    decisions.iter().for_each(|d| numbers(&d.cond, &mut out));
    out.truncate(CONSTANTS);
    out
}

/// Parameters and elements of arrays that are nil get cells, like those that there are.
fn with_cells(program: &Program, entry: ProcId, input: &Input) -> Option<Input> {
    let mut cells: BTreeMap<StructId, ObjectId> = BTreeMap::new();
    for (id, object) in (0..).map(ObjectId).zip(&input.heap.objects) {
        if let Object::Cell { of, .. } = object {
            cells.entry(*of).or_insert(id);
        }
    }
    let like = |ty: &Type| if let Type::Ref(of) = ty { cells.get(of).copied() } else { None };
    let mut made = input.clone();
    let of = program.proc(entry)?;
    for v in of.inputs().filter(|v| input.get(*v) == Some(&Value::Nil)) {
        if let Some(cell) = of.var(v).and_then(|v| like(&v.ty)) {
            let new = alone(program, &mut made.heap, cell)?;
            made.set(v, Value::Ref(new));
        }
    }
    let fields = input.heap.parts(program);
    for ((id, object), is_part) in (0..).map(ObjectId).zip(&input.heap.objects).zip(fields) {
        // What is part of a cell is the end of a list more often than not.
        let Object::Array { element, values, .. } = object else { continue };
        let Some(cell) = like(element).filter(|_| !is_part) else { continue };
        for (i, _) in values.iter().enumerate().filter(|(_, value)| **value == Value::Nil) {
            let new = alone(program, &mut made.heap, cell)?;
            let places = made.heap.objects.get_mut(id.index()).map(Object::values_mut);
            if let Some(place) = places.and_then(|values| values.get_mut(i)) {
                *place = Value::Ref(new);
            }
        }
    }
    (made != *input).then_some(made)
}

/// A copy of a cell with its parts, in which all references are nil.
fn alone(program: &Program, heap: &mut Heap, cell: ObjectId) -> Option<ObjectId> {
    let mut copy = heap.get(cell)?.clone();
    let parts = copy.parts(program);
    for value in copy.values_mut() {
        *value = match value.as_ref() {
            Some(part) if parts.contains(&part) => Value::Ref(alone(program, heap, part)?),
            Some(_) => Value::Nil,
            None => continue,
        };
    }
    Some(heap.add(copy))
}
