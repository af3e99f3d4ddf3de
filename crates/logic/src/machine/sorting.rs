//! Sorting lists by the standard order.

use super::cells::{Addr, Cell};
use super::guide::Guide;
use super::{Machine, Stop};
use std::cmp::Ordering;
use terms::Atom;

impl<G: Guide> Machine<'_, G> {
    /// `msort/2`, `sort/2` and `keysort/2`: a stable merge sort, so that the guide is asked in a fixed order.
    pub(super) fn sort(
        &mut self,
        list: Addr,
        sorted: Addr,
        unique: bool,
        keys: bool,
        next: u32,
    ) -> Result<u32, Stop> {
        let (mut elements, end) = self.cells.elements(list);
        match self.cells.value(end) {
            Cell::Atom(Atom::NIL) => {}
            Cell::Free | Cell::Open => return Err(Stop::Throw(self.instantiation())),
            Cell::Unknown(_) => return Err(Stop::Unknown("sorting an input".to_string())),
            _ => return Err(Stop::Throw(self.type_error("list", list))),
        }
        let mut by = Vec::with_capacity(elements.len());
        for element in &elements {
            by.push(if keys { self.key(*element)? } else { *element });
        }
        let mut order: Vec<usize> = (0..elements.len()).collect();
        let mut width = 1;
        while width < order.len() {
            let mut merged = Vec::with_capacity(order.len());
            for run in order.chunks(2 * width) {
                let (left, right) = run.split_at(width.min(run.len()));
                let (mut i, mut j) = (0, 0);
                while let (Some(&x), Some(&y)) = (left.get(i), right.get(j)) {
                    if self.order(by[y], by[x])? == Ordering::Less {
                        merged.push(y);
                        j += 1;
                    } else {
                        merged.push(x);
                        i += 1;
                    }
                }
                merged.extend_from_slice(&left[i..]);
                merged.extend_from_slice(&right[j..]);
            }
            order = merged;
            width *= 2;
        }
        if unique {
            let mut kept: Vec<usize> = Vec::with_capacity(order.len());
            for i in order {
                let again = match kept.last() {
                    Some(&last) => self.order(by[last], by[i])?.is_eq(),
                    None => false,
                };
                if !again {
                    kept.push(i);
                }
            }
            order = kept;
        }
        elements = order.into_iter().map(|i| elements[i]).collect();
        let nil = self.cells.atom(Atom::NIL);
        let made = self.cells.list(&elements, nil);
        self.equal(sorted, made).map(|()| next)
    }

    /// The key of a pair.
    fn key(&mut self, pair: Addr) -> Result<Addr, Stop> {
        match self.cells.value(pair) {
            Cell::Struct(functor, first) if self.cells.name_of(functor) == (Atom::MINUS, 2) => Ok(first),
            Cell::Free | Cell::Open => Err(Stop::Throw(self.instantiation())),
            Cell::Unknown(_) => Err(Stop::Unknown("sorting an input".to_string())),
            _ => {
                let pair_type = self.terms.intern("pair");
                let pair_type = self.cells.atom(pair_type);
                Err(Stop::Throw(self.error("type_error", &[pair_type, pair])))
            }
        }
    }
}
