//! Filling a part of an array.
//!
//! Where the inputs decide how many elements are filled, the path forks by how many it is: none, one, two and so on, up to the
//! bound on the iterations of loops. That is no decision, so it is no part of the path.
//!
//! ```text
//! A (I .. I + N - 1) := (others => 0)      N <= 0    N = 1    N = 2    N = 3    cut by --loops 3
//! ```
//!
//! Where the states of a path are kept, all elements are one picture of a range instead, as far as nothing can go wrong.

use crate::explorer::{Explorer, Sink};
use crate::frontier::{Next, Split};
use crate::path::{FREE_ROUNDS, Path};
use crate::seek::rounds_of;
use formula::{Op, Sort, Term};
use imperative::{ErrorKind, Expr, InstrKind, VarId};
use solver::Verdict;
use source::Span;
use symbolic::evaluate::{Evaluation, Trouble};
use symbolic::log::Range;

/// How many elements are filled on a path.
enum Count {
    /// This number of elements.
    Known(u32),
    /// This formula decides whether it is the next number that is tried.
    Fork(Term),
    /// More than the path may fill.
    Beyond,
    /// More than are filled on any path.
    TooMany,
}

/// What came of one of the values.
enum Filling {
    /// It is this, on this path.
    Value(Term, Path),
    /// One more question is settled, so the whole instruction is tried again.
    Again(Path),
}

impl Explorer<'_> {
    /// `array[from + i] := value` for all `i` below the count; `None` if the path was split or ends here.
    pub(crate) fn fill(
        &mut self,
        mut path: Path,
        kind: &InstrKind,
        span: Span,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let InstrKind::Fill { array, from, count, index, value } = kind else { return Some(path) };
        let frame = path.frames.last()?;
        let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
        let (a, i, n) = (ev.value(array, None), ev.value(from, None), ev.value(count, None));
        ev.target(a, span);
        let (mut troubles, undecided) = (ev.troubles, ev.undecided);
        if self.must_split(&path, &undecided) {
            return self.one_source(path, &undecided);
        }
        let Some((_, map, _)) = self.world.array(self.world.terms.sort_of(a)) else {
            // The type of something without a value is unknown; such a path has that error among its troubles, and ends
            // there.
            let path = self.pass(path, troubles, each)?;
            self.unknown("a write to something of no known type".to_string());
            self.lose_unknown(&path, None);
            return None;
        };
        if let Some(length) = path.memory.length(&mut self.world, a) {
            let t = &mut self.world.terms;
            let zero = t.int(0);
            let end = t.add(&[i, n]);
            let (some, before, behind) = (t.lt(zero, n), t.lt(i, zero), t.lt(length, end));
            let outside = t.or(&[before, behind]);
            let guard = t.and(&[some, outside]);
            if t.as_bool(guard) != Some(false) {
                troubles.push(Trouble { guard, kind: ErrorKind::IndexOutOfRange, span });
            }
        }
        path = self.pass(path, troubles, each)?;
        if self.plan.pictures
            && !matches!(self.world.terms.op(n), Op::Int(_))
            && self.script.is_none()
            && let Some(filled) = self.fill_range(&path, kind, (a, i, n))
        {
            return Some(filled);
        }
        let count = match self.count(&path, n) {
            Count::Known(count) => count,
            Count::Fork(guard) => return self.fork(path, Split { formula: guard, atom: None }),
            Count::Beyond if self.plan.deepen => {
                let tier = path.tier;
                path.tier = (tier + 1..).find(|t| rounds_of(*t) > rounds_of(tier)).unwrap_or(tier);
                self.wait(path, Next::Go);
                return None;
            }
            Count::Beyond => {
                self.cut(&path, self.loop_bound(), each);
                return None;
            }
            Count::TooMany => {
                self.give_up(&path, format!("more than {FREE_ROUNDS} elements are filled"), each);
                return None;
            }
        };
        self.walked += u64::from(count);
        let sort = self.world.held_sort(map);
        let mut values = Vec::new();
        for k in 0..count {
            let (v, after) = match self.filling(path, *index, k, value, each)? {
                Filling::Value(v, after) => (v, after),
                Filling::Again(path) => return Some(path),
            };
            // A bare nil takes the sort of what is there.
            let v = if *self.world.terms.op(v) == Op::Nil { self.world.terms.nil(sort) } else { v };
            values.push(v);
            path = after;
        }
        for (k, v) in (0_i64..).zip(values) {
            let k = self.world.terms.int(k);
            let at = self.world.terms.add(&[i, k]);
            path.memory.write_element(&self.world, a, at, v);
        }
        let frame = path.frames.last_mut()?;
        frame.env[index.index()] = None;
        frame.index += 1;
        Some(path)
    }

    /// All elements as one picture, if nothing goes wrong whatever the index is. All values are there before any is stored, so
    /// they do not depend on each other.
    fn fill_range(
        &mut self,
        path: &Path,
        kind: &InstrKind,
        (array, from, count): (Term, Term, Term),
    ) -> Option<Path> {
        let InstrKind::Fill { index, value, .. } = kind else { return None };
        let number = self.world.terms.fresh_var("k", Sort::INT);
        let mut env = path.frames.last()?.env.clone();
        *env.get_mut(index.index())? = Some(number);
        let mut ev = Evaluation::new(&mut self.world, &path.memory, &env);
        let value = ev.moved(value);
        let guards: Vec<Term> = ev.troubles.iter().map(|t| t.guard).collect();
        let mut inside = path.clone();
        self.bound_what_was_read(&mut inside);
        let t = &mut self.world.terms;
        let (zero, one) = (t.int(0), t.int(1));
        let (above, below) = (t.le(zero, number), t.lt(number, count));
        let wrong = t.or(&guards);
        let state = inside.condition.assert(above).assert(below).assert(wrong);
        if self.world.terms.as_bool(wrong) != Some(false) && !matches!(self.ask(&state), Verdict::Unsat(_)) {
            return None;
        }
        let formal = self.world.formal();
        let t = &mut self.world.terms;
        let (end, place) = (t.add(&[from, count]), t.sub(formal, from));
        let last = t.sub(end, one);
        let value = t.substitute(value, &[(number, place)]);
        let mut path = path.clone();
        path.memory.write_range(&self.world, array, Range { first: from, last, formal }, value);
        let frame = path.frames.last_mut()?;
        frame.env[index.index()] = None;
        frame.index += 1;
        Some(path)
    }

    /// One of the values, with the path on which nothing goes wrong; `None` if the path was split or ends here.
    fn filling(
        &mut self,
        path: Path,
        index: VarId,
        k: u32,
        value: &Expr,
        each: &mut Sink<'_>,
    ) -> Option<Filling> {
        let number = self.world.terms.int(i64::from(k));
        let mut env = path.frames.last()?.env.clone();
        if let Some(place) = env.get_mut(index.index()) {
            *place = Some(number);
        }
        let mut ev = Evaluation::new(&mut self.world, &path.memory, &env);
        let v = ev.moved(value);
        let (troubles, undecided) = (ev.troubles, ev.undecided);
        if self.must_split(&path, &undecided) {
            return self.one_source(path, &undecided).map(Filling::Again);
        }
        let path = self.pass(path, troubles, each)?;
        Some(Filling::Value(v, path))
    }

    /// How many elements are filled, as far as that is known.
    fn count(&mut self, path: &Path, count: Term) -> Count {
        if let Op::Int(n) = self.world.terms.op(count) {
            if n.is_negative() {
                return Count::Known(0);
            }
            let known = n.to_i64().and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= FREE_ROUNDS);
            return known.map_or(Count::TooMany, Count::Known);
        }
        let most = if self.plan.deepen { Some(rounds_of(path.tier)) } else { self.plan.bounds.loops };
        for n in 0..=FREE_ROUNDS {
            if most.is_some_and(|most| n > most) {
                return Count::Beyond;
            }
            let t = &mut self.world.terms;
            let number = t.int(i64::from(n));
            let guard = if n == 0 { t.le(count, number) } else { t.eq(count, number) };
            match path.memory.settled(guard) {
                Some(true) => return Count::Known(n),
                Some(false) => {}
                None => match t.as_bool(guard) {
                    Some(true) => return Count::Known(n),
                    Some(false) => {}
                    None => return Count::Fork(guard),
                },
            }
        }
        Count::TooMany
    }
}
