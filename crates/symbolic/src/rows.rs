//! Rows of matrices: arrays that are elements of an array lie one behind the other, and a pointer into one of them reaches the
//! others, as compilers have it.
//!
//! ```text
//! int m[2][3], *p = &m[0][0];
//! p[4]                  row 0 + 4 div 3, place 4 mod 3: m[1][1]
//! p + 3 == &m[1][0]     both are place 3 of m
//! ```
//!
//! `m[0][4]` is outside of its row all the same: that is an element of an array, not what a pointer leads to. The concrete
//! machine has the same rules (`imperative::machine`, in `rows`).

use crate::evaluate::Evaluation;
use crate::world::World;
use formula::{FunId, Op, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

/// A row: the map of the rows, the array that it lies in, its number there, and how long it is.
type Row = (FunId, Term, Term, u64);

impl World {
    fn row(&self, leaf: Term) -> Option<Row> {
        let (map, owner, number) = self.part(leaf)?;
        Some((map, owner, number?, self.part_length(leaf).filter(|n| *n > 0)?))
    }

    /// True if an array can be a row. Value-sets share their parts, so each is looked at once.
    fn may_be_row(&self, array: Term) -> bool {
        if self.part_maps(self.terms.sort_of(array)).is_empty() {
            return false;
        }
        let mut waiting = vec![array];
        let mut seen = FxHashSet::default();
        while let Some(leaf) = waiting.pop() {
            if !seen.insert(leaf) {
                continue;
            }
            match *self.terms.op(leaf) {
                Op::Ite => waiting.extend_from_slice(&self.terms.args(leaf)[1..]),
                _ if self.row(leaf).is_some() => return true,
                _ => {}
            }
        }
        false
    }

    /// The place in the outermost matrix; nothing where a value-set holds rows and other arrays.
    fn flat(
        &mut self,
        array: Term,
        index: Term,
        done: &mut FxHashMap<Term, (Term, Term)>,
    ) -> Option<(Term, Term)> {
        if *self.terms.op(array) == Op::Ite {
            if let Some(known) = done.get(&array) {
                return Some(*known);
            }
            let (c, p, q) = (self.terms.args(array)[0], self.terms.args(array)[1], self.terms.args(array)[2]);
            let ((a, i), (b, j)) = (self.flat(p, index, done)?, self.flat(q, index, done)?);
            if self.terms.sort_of(a) != self.terms.sort_of(b) {
                return None;
            }
            let place = (self.terms.ite(c, a, b), self.terms.ite(c, i, j));
            done.insert(array, place);
            return Some(place);
        }
        let Some((_, owner, number, length)) = self.row(array) else { return Some((array, index)) };
        let n = self.terms.int(i128::from(length));
        let start = self.terms.mul(number, n);
        let at = self.terms.add(&[start, index]);
        self.flat(owner, at, &mut FxHashMap::default())
    }

    /// The places of two pointers in the matrices that they point into, where these may be one.
    pub fn flat_pair(&mut self, a: (Term, Term), b: (Term, Term)) -> ((Term, Term), (Term, Term)) {
        if a.0 == b.0 || !self.may_be_row(a.0) || !self.may_be_row(b.0) {
            return (a, b);
        }
        let mut flat = |(array, index)| self.flat(array, index, &mut FxHashMap::default());
        match (flat(a), flat(b)) {
            (Some(x), Some(y)) if self.terms.sort_of(x.0) == self.terms.sort_of(y.0) => (x, y),
            _ => (a, b),
        }
    }
}

impl Evaluation<'_> {
    /// The place that a pointer leads to, which has to be in range: where an index leaves its row, it arrives in another.
    pub fn arrived(&mut self, array: Term, index: Term, span: Span) -> (Term, Term) {
        if !self.world.may_be_row(array) {
            self.in_range(array, index, span);
            return (array, index);
        }
        if *self.world.terms.op(array) == Op::Ite {
            let args = self.world.terms.args(array);
            let (c, p, q) = (args[0], args[1], args[2]);
            let (a, i) = self.reached_if(c, |e| e.arrived(p, index, span));
            let not = self.world.terms.not(c);
            let (b, j) = self.reached_if(not, |e| e.arrived(q, index, span));
            return (self.world.terms.ite(c, a, b), self.world.terms.ite(c, i, j));
        }
        let Some((map, owner, number, length)) = self.world.row(array) else { return (array, index) };
        if let Op::Int(i) = self.world.terms.op(index)
            && i.to_i64().and_then(|i| u64::try_from(i).ok()).is_some_and(|i| i < length)
        {
            return (array, index);
        }
        let t = &mut self.world.terms;
        let n = t.int(i128::from(length));
        let (rows, place) = (t.div(index, n), t.modulo(index, n));
        let to = t.add(&[number, rows]);
        let (owner, to) = self.arrived(owner, to, span);
        (self.world.initial(map, owner, Some(to)), place)
    }
}
