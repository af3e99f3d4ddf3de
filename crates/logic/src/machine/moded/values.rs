//! Values of one type: whether they are equal, and their standard order.

use crate::machine::cells::{Addr, Cell, Cells};
use crate::moded::Procs;
use std::cmp::Ordering;
use terms::Terms;

/// Whether two values of one type are equal. Closures cannot be compared.
///
/// # Errors
///
/// That a closure is compared.
pub fn equal_values(cells: &Cells, a: Cell, b: Cell) -> Result<bool, String> {
    let mut open: smallvec::SmallVec<[(Cell, Cell); 8]> = smallvec::smallvec![(a, b)];
    while let Some((a, b)) = open.pop() {
        match (a, b) {
            (Cell::Struct(f, x), Cell::Struct(g, y)) => {
                if f != g {
                    return Ok(false);
                }
                if x != y {
                    let (_, count) = cells.name_of(f);
                    open.extend((0..count).rev().map(|i| (cells.value(x + i), cells.value(y + i))));
                }
            }
            (Cell::Closure(..), Cell::Closure(..)) => return Err("two closures are compared".to_string()),
            (Cell::Big(_), Cell::Big(_)) => {
                if cells.int_of(a) != cells.int_of(b) {
                    return Ok(false);
                }
            }
            (Cell::Float(x), Cell::Float(y)) => {
                if x.value() != y.value() {
                    return Ok(false);
                }
            }
            (a, b) => {
                if a != b {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The standard order of two values of one type: numbers by value, strings by their bytes, constructors by their place in the
/// type, then arguments from left to right.
///
/// # Errors
///
/// That a closure is compared.
pub fn compare_values(
    cells: &Cells,
    terms: &Terms,
    procs: &Procs,
    a: Cell,
    b: Cell,
) -> Result<Ordering, String> {
    let mut open: Vec<(Cell, Cell)> = vec![(a, b)];
    let rank = |cell: Cell| {
        let name = match cell {
            Cell::Atom(name) => (name, 0),
            Cell::Struct(functor, _) => cells.name_of(functor),
            _ => return u32::MAX,
        };
        procs.order.get(&name).copied().unwrap_or(u32::MAX)
    };
    while let Some((a, b)) = open.pop() {
        let found = match (a, b) {
            (Cell::Int(x), Cell::Int(y)) => x.cmp(&y),
            (Cell::Int(_) | Cell::Big(_), Cell::Int(_) | Cell::Big(_)) => {
                cells.int_of(a).cmp(&cells.int_of(b))
            }
            (Cell::Char(x), Cell::Char(y)) => x.cmp(&y),
            (Cell::Float(x), Cell::Float(y)) => x.value().partial_cmp(&y.value()).unwrap_or(Ordering::Equal),
            (Cell::Str(x), Cell::Str(y)) => terms.name(x).as_bytes().cmp(terms.name(y).as_bytes()),
            (Cell::Closure(..), _) | (_, Cell::Closure(..)) => {
                return Err("two closures are compared".to_string());
            }
            (Cell::Struct(f, x), Cell::Struct(g, y)) if f == g => {
                if x != y {
                    let (_, count) = cells.name_of(f);
                    let part = |i: Addr| (cells.value(x + i), cells.value(y + i));
                    open.extend((0..count).rev().map(part));
                }
                Ordering::Equal
            }
            _ if a == b => Ordering::Equal,
            _ => rank(a).cmp(&rank(b)),
        };
        if found != Ordering::Equal {
            return Ok(found);
        }
    }
    Ok(Ordering::Equal)
}
