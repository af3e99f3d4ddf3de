//! Rows of matrices: arrays that are elements of an array lie one behind the other, and a pointer into one of them reaches the
//! others.
//!
//! ```text
//! int m[2][3], *p = &m[0][0];
//! p[4]                  m[1][1]
//! p + 3 == &m[1][0]     both are place 3 of m
//! ```

use super::{Heap, Object, ObjectId, Value};
use crate::{Part, Type};

/// The array that an array is an element of, and its number there. It is seldom needed, so it is computed and not
/// stored.
fn row(heap: &Heap, array: ObjectId) -> Option<(ObjectId, i64)> {
    let whole = heap.objects.iter().enumerate().find_map(|(i, object)| match object {
        Object::Array { element: Type::Part(part), values, .. } if matches!(**part, Part::Array(..)) => {
            let number = values.iter().position(|v| *v == Value::Ref(array))?;
            Some((u32::try_from(i).ok()?, i64::try_from(number).ok()?))
        }
        _ => None,
    });
    whole.map(|(owner, number)| (ObjectId(owner), number))
}

fn length(heap: &Heap, array: ObjectId) -> Option<i64> {
    match heap.get(array)? {
        Object::Array { values, .. } => i64::try_from(values.len()).ok().filter(|n| *n > 0),
        _ => None,
    }
}

/// The place that an index of an array leads to; nothing where there is none.
pub(super) fn arrived(heap: &Heap, array: ObjectId, index: i64) -> Option<(ObjectId, usize)> {
    let n = length(heap, array)?;
    if (0..n).contains(&index) {
        return Some((array, usize::try_from(index).ok()?));
    }
    let (owner, number) = row(heap, array)?;
    let (owner, number) = arrived(heap, owner, number.checked_add(index.div_euclid(n))?)?;
    let to = heap.get(owner)?.values().get(number)?.as_ref()?;
    Some((to, usize::try_from(index.rem_euclid(n)).ok()?))
}

/// The place in the outermost matrix.
fn flat(heap: &Heap, mut array: ObjectId, mut index: i64) -> Option<(ObjectId, i64)> {
    while let Some((owner, number)) = row(heap, array) {
        index = number.checked_mul(length(heap, array)?)?.checked_add(index)?;
        array = owner;
    }
    Some((array, index))
}

/// Whether one of two pointers leads to the end of an object, and the other to the start of another one. Both may have
/// the same address: C leaves open whether they are equal.
pub(super) fn ends_meet(heap: &Heap, a: (ObjectId, i64), b: (ObjectId, i64)) -> bool {
    if positions(heap, a, b).is_some() {
        return false;
    }
    let meet =
        |end: (ObjectId, i64), start: (ObjectId, i64)| start.1 == 0 && length(heap, end.0) == Some(end.1);
    meet(a, b) || meet(b, a)
}

/// The positions of two pointers in one array or matrix.
pub(super) fn positions(heap: &Heap, a: (ObjectId, i64), b: (ObjectId, i64)) -> Option<(i64, i64)> {
    if a.0 == b.0 {
        return Some((a.1, b.1));
    }
    let ((a, i), (b, j)) = (flat(heap, a.0, a.1)?, flat(heap, b.0, b.1)?);
    (a == b).then_some((i, j))
}
