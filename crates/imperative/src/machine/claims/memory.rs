//! Statements about memory: what is there, and what is apart.
//!
//! ```text
//! \valid(a + (0 .. n - 1))       the array behind a has n elements from there on
//! \separated(p, q)               two cells, or places of arrays that do not overlap
//! ```

use super::formula::{Now, Scene, Told};
use crate::claims::Zone;
use crate::machine::eval::target_place;
use crate::machine::{Heap, Object, ObjectId, Value, rows};
use base::Int;
use source::Span;

/// What a zone is in a state.
enum Memory {
    /// None: nil, or a range without elements.
    Empty,
    /// A cell.
    Cell(ObjectId),
    /// Elements of an array, from one position to another; either may lie outside.
    Elements(ObjectId, i64, i64),
    /// Elements where nil leads to.
    Nowhere,
}

impl Scene<'_> {
    fn memory(&mut self, zone: &Zone, now: Now) -> Told<Memory> {
        let base = self.value(&zone.base, now)?;
        let (low, high) = match &zone.range {
            None => (Int::ZERO, Int::ZERO),
            Some((low, high)) => match (self.value(low, now)?, self.value(high, now)?) {
                (Value::Int(low), Value::Int(high)) => (low, high),
                _ => return Err("the range of memory is no range of numbers".to_string()),
            },
        };
        if high < low {
            return Ok(Memory::Empty);
        }
        let from = match base {
            Value::Nil => return Ok(Memory::Nowhere),
            Value::Ref(o) if zone.range.is_none() => return Ok(Memory::Cell(o)),
            Value::Ref(o) => (o, 0),
            Value::Pointer(o, at) => (o, at),
            _ => return Err("this leads to no memory".to_string()),
        };
        let place = |offset: &Int| (&Int::from(from.1) + offset).to_i64();
        match (place(&low), place(&high)) {
            (Some(low), Some(high)) => Ok(Memory::Elements(from.0, low, high)),
            _ => Err("a pointer farther away than memory reaches".to_string()),
        }
    }

    pub fn valid(&mut self, zone: &Zone, now: Now) -> Told<bool> {
        let memory = self.memory(zone, now)?;
        let heap = self.moment(now)?.heap;
        Ok(match memory {
            Memory::Empty => true,
            Memory::Nowhere => false,
            Memory::Cell(o) => heap.get(o).is_some_and(|o| !matches!(o, Object::Gone { .. })),
            // Whatever lies between two places of an array or a matrix is there too.
            Memory::Elements(o, low, high) => {
                let span = zone.base.span;
                is_place(heap, o, low, span) && is_place(heap, o, high, span)
            }
        })
    }

    pub fn separated(&mut self, zones: &[Zone], now: Now) -> Told<bool> {
        let all = zones.iter().map(|zone| self.memory(zone, now)).collect::<Told<Vec<_>>>()?;
        let heap = self.moment(now)?.heap;
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i + 1) {
                self.spend(1)?;
                if overlap(heap, a, b) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn is_place(heap: &Heap, array: ObjectId, at: i64, span: Span) -> bool {
    let gone = matches!(heap.get(array), Some(Object::Gone { .. }) | None);
    !gone && target_place(heap, &Value::Pointer(array, at), span).is_ok()
}

fn overlap(heap: &Heap, a: &Memory, b: &Memory) -> bool {
    match (a, b) {
        (Memory::Cell(a), Memory::Cell(b)) => a == b,
        (Memory::Elements(o, low, high), Memory::Elements(p, from, to)) => {
            match rows::positions(heap, (*o, *low), (*p, *from)) {
                // Both ranges are moved alike, so their lengths stay.
                Some((i, j)) => {
                    let length = |low: &i64, high: &i64| i128::from(*high) - i128::from(*low);
                    let (i, j) = (i128::from(i), i128::from(j));
                    i <= j + length(from, to) && j <= i + length(low, high)
                }
                None => false,
            }
        }
        _ => false,
    }
}
