//! Bounded simplex with explanations, incremental and backtrackable.
//!
//! Variables are columns; a *slack* variable stands for a linear combination of others and owns a
//! row once it takes part. Every variable may have a lower and an upper bound, each with the reason
//! that is reported when it takes part in a contradiction. Taking bounds back is free, since the
//! current values keep satisfying fewer bounds (Dutertre and de Moura, "A fast linear-arithmetic
//! solver for DPLL(T)", CAV 2006). Pivots follow Bland's rule, so it always ends.

use crate::{Delta, Reason};
use base::{Budget, Rat, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// x ≥ …
    Lower,
    /// x ≤ …
    Upper,
}

/// A bound with its reason.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The limit.
    pub value: Delta,
    /// What a conflict reports to the caller.
    pub reason: Reason,
}

#[derive(Clone, Debug, Default)]
struct Row {
    basic: u32,
    /// basic = Σ coefficient · nonbasic, ordered by variable.
    entries: Vec<(u32, Rat)>,
}

/// The tableau, the bounds and the current values.
#[derive(Clone, Default, Debug)]
pub struct Simplex {
    rows: Vec<Row>,
    /// The row of a basic variable.
    row_of: Vec<Option<u32>>,
    value: Vec<Delta>,
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
    trail: Vec<(u32, Side, Option<Bound>)>,
    scratch: Vec<(u32, Rat)>,
    /// Variables whose value or bounds have changed since they were last seen within their bounds;
    /// whatever violates a bound is among them, also after bounds were taken back.
    suspects: BinaryHeap<Reverse<u32>>,
    suspected: Vec<bool>,
}

/// A contradiction (the reasons of the bounds involved), or a limit.
pub enum Trouble {
    /// These bounds contradict each other.
    Conflict(Vec<Reason>),
    /// A limit was reached.
    Stopped(Stop),
}

impl Simplex {
    /// A new variable with value 0 and no bounds.
    pub fn add_var(&mut self) -> u32 {
        self.row_of.push(None);
        self.value.push(Delta::ZERO);
        self.lower.push(None);
        self.upper.push(None);
        self.suspected.push(false);
        self.row_of.len() as u32 - 1
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.row_of.len()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.row_of.is_empty()
    }

    /// Gives a variable that stands alone its meaning as a sum; it becomes basic.
    pub fn define(&mut self, slack: u32, sum: &[(u32, Rat)]) {
        let mut entries: Vec<(u32, Rat)> = Vec::new();
        for (v, k) in sum {
            match self.row_of[*v as usize] {
                None => add_scaled(&mut entries, &[(*v, k.clone())], &Rat::ONE, &mut self.scratch),
                Some(r) => add_scaled(&mut entries, &self.rows[r as usize].entries, k, &mut self.scratch),
            }
        }
        self.row_of[slack as usize] = Some(self.rows.len() as u32);
        self.rows.push(Row { basic: slack, entries });
        self.value[slack as usize] = self.row_value(self.rows.len() - 1);
        self.suspect(slack);
    }

    fn suspect(&mut self, v: u32) {
        if !std::mem::replace(&mut self.suspected[v as usize], true) {
            self.suspects.push(Reverse(v));
        }
    }

    fn row_value(&self, r: usize) -> Delta {
        let mut sum = Delta::ZERO;
        for (v, k) in &self.rows[r].entries {
            sum = sum.plus(&self.value[*v as usize].times(k));
        }
        sum
    }

    /// Removes the newest variables; slacks among them lose their rows. Their bounds must have
    /// been taken back.
    pub fn truncate(&mut self, n: usize) {
        for v in (n..self.len()).rev() {
            if self.row_of[v].is_none()
                && let Some(r) = self.rows.iter().position(|r| coefficient(r, v as u32).is_some())
            {
                self.pivot(r, v as u32);
            }
            if let Some(r) = self.row_of[v].take() {
                self.rows.swap_remove(r as usize);
                if let Some(moved) = self.rows.get(r as usize) {
                    self.row_of[moved.basic as usize] = Some(r);
                }
            }
        }
        self.row_of.truncate(n);
        self.value.truncate(n);
        self.lower.truncate(n);
        self.upper.truncate(n);
        self.suspected.truncate(n);
        self.suspects.retain(|v| (v.0 as usize) < n);
    }

    /// Whether the variable has a row.
    pub fn is_basic(&self, v: u32) -> bool {
        self.row_of[v as usize].is_some()
    }

    /// The rows, as basic variable and its sum of nonbasic ones.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &[(u32, Rat)])> {
        self.rows.iter().map(|r| (r.basic, r.entries.as_slice()))
    }

    /// The current value.
    pub fn value(&self, v: u32) -> &Delta {
        &self.value[v as usize]
    }

    /// The lower bound.
    pub fn lower(&self, v: u32) -> Option<&Bound> {
        self.lower[v as usize].as_ref()
    }

    /// The upper bound.
    pub fn upper(&self, v: u32) -> Option<&Bound> {
        self.upper[v as usize].as_ref()
    }

    /// A mark to return to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all bounds since a mark.
    pub fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((v, side, old)) = self.trail.pop() {
                match side {
                    Side::Lower => self.lower[v as usize] = old,
                    Side::Upper => self.upper[v as usize] = old,
                }
            }
        }
    }

    /// Records a bound without moving any value. `Ok(false)`: it was known already. An error gives
    /// the reasons of two bounds that exclude each other.
    pub fn assert_bound(&mut self, v: u32, side: Side, bound: Bound) -> Result<bool, Vec<Reason>> {
        let i = v as usize;
        let (own, other) = match side {
            Side::Lower => (&self.lower[i], &self.upper[i]),
            Side::Upper => (&self.upper[i], &self.lower[i]),
        };
        let weaker = |a: &Delta, b: &Delta| if side == Side::Lower { a <= b } else { a >= b };
        if own.as_ref().is_some_and(|b| weaker(&bound.value, &b.value)) {
            return Ok(false);
        }
        if let Some(o) = other
            && !weaker(&bound.value, &o.value)
        {
            return Err(vec![bound.reason, o.reason]);
        }
        let slot = match side {
            Side::Lower => &mut self.lower[i],
            Side::Upper => &mut self.upper[i],
        };
        let old = slot.replace(bound);
        self.trail.push((v, side, old));
        self.suspect(v);
        Ok(true)
    }

    /// Moves a nonbasic variable and all basic ones that depend on it.
    fn shift(&mut self, v: u32, to: Delta) {
        let by = to.minus(&self.value[v as usize]);
        for r in 0..self.rows.len() {
            if let Some(k) = coefficient(&self.rows[r], v) {
                let b = self.rows[r].basic;
                self.value[b as usize] = self.value[b as usize].plus(&by.times(k));
                self.suspect(b);
            }
        }
        self.value[v as usize] = to;
    }

    /// Sets the values of the nonbasic variables (by a function) and computes the basic ones.
    pub fn assign(&mut self, f: impl Fn(u32) -> Delta) {
        for v in 0..self.len() as u32 {
            if !self.is_basic(v) {
                self.value[v as usize] = f(v);
            }
        }
        for r in 0..self.rows.len() {
            let b = self.rows[r].basic as usize;
            self.value[b] = self.row_value(r);
        }
        for v in 0..self.len() as u32 {
            self.suspect(v);
        }
    }

    fn below(&self, v: u32) -> bool {
        self.lower[v as usize].as_ref().is_some_and(|b| self.value[v as usize] < b.value)
    }

    fn above(&self, v: u32) -> bool {
        self.upper[v as usize].as_ref().is_some_and(|b| self.value[v as usize] > b.value)
    }

    /// Makes all values respect their bounds, or explains why that cannot be.
    pub fn check(&mut self, budget: &Budget) -> Result<(), Trouble> {
        loop {
            // The smallest violated variable (Bland); nonbasic ones just move to their bound.
            let Some(Reverse(b)) = self.suspects.peek().copied() else { return Ok(()) };
            let low = self.below(b);
            if !low && !self.above(b) {
                self.suspects.pop();
                self.suspected[b as usize] = false;
                continue;
            }
            budget.step().map_err(Trouble::Stopped)?;
            let Some(r) = self.row_of[b as usize].map(|r| r as usize) else {
                let bound = if low { &self.lower[b as usize] } else { &self.upper[b as usize] };
                let to = bound.as_ref().map_or(Delta::ZERO, |b| b.value.clone());
                self.shift(b, to);
                continue;
            };
            let entering = self.rows[r].entries.iter().find(|(v, k)| {
                let up = k.is_positive() == low;
                if up {
                    self.upper[*v as usize].as_ref().is_none_or(|u| self.value[*v as usize] < u.value)
                } else {
                    self.lower[*v as usize].as_ref().is_none_or(|l| self.value[*v as usize] > l.value)
                }
            });
            let target = if low { &self.lower[b as usize] } else { &self.upper[b as usize] };
            let Some(target) = target.clone() else { return Ok(()) };
            let Some((v, _)) = entering else {
                let mut reasons = vec![target.reason];
                for (v, k) in &self.rows[r].entries {
                    let up = k.is_positive() == low;
                    let bound = if up { &self.upper[*v as usize] } else { &self.lower[*v as usize] };
                    reasons.extend(bound.as_ref().map(|b| b.reason));
                }
                return Err(Trouble::Conflict(reasons));
            };
            let v = *v;
            self.pivot(r, v);
            self.shift(b, target.value);
        }
    }

    /// Exchanges the basic variable of a row with a nonbasic one of it.
    fn pivot(&mut self, r: usize, v: u32) {
        let mut row = std::mem::take(&mut self.rows[r]);
        let b = row.basic;
        let at = row.entries.binary_search_by_key(&v, |e| e.0);
        let Ok(at) = at else {
            self.rows[r] = row;
            return;
        };
        let k = row.entries.remove(at).1;
        // v = (1/k)·b − Σ (c/k)·others
        let inv = k.recip();
        let minus = -&inv;
        for e in &mut row.entries {
            e.1 = &e.1 * &minus;
        }
        let place = row.entries.partition_point(|e| e.0 < b);
        row.entries.insert(place, (b, inv));
        row.basic = v;
        for (i, other) in self.rows.iter_mut().enumerate() {
            if i == r {
                continue;
            }
            if let Ok(at) = other.entries.binary_search_by_key(&v, |e| e.0) {
                let c = other.entries.remove(at).1;
                add_scaled(&mut other.entries, &row.entries, &c, &mut self.scratch);
            }
        }
        self.row_of[b as usize] = None;
        self.row_of[v as usize] = Some(r as u32);
        self.rows[r] = row;
    }
}

fn coefficient(r: &Row, v: u32) -> Option<&Rat> {
    r.entries.binary_search_by_key(&v, |e| e.0).ok().map(|i| &r.entries[i].1)
}

/// `into += k · from`, both ordered by variable; zero entries vanish.
fn add_scaled(into: &mut Vec<(u32, Rat)>, from: &[(u32, Rat)], k: &Rat, scratch: &mut Vec<(u32, Rat)>) {
    scratch.clear();
    let mut left = into.drain(..).peekable();
    let mut right = from.iter().peekable();
    loop {
        match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if a.0 == b.0 => {
                let sum = &a.1 + &(&b.1 * k);
                if !sum.is_zero() {
                    scratch.push((a.0, sum));
                }
                left.next();
                right.next();
            }
            (Some(a), Some(b)) if a.0 < b.0 => scratch.extend(left.next()),
            (_, Some(b)) => {
                scratch.push((b.0, &b.1 * k));
                right.next();
            }
            (Some(_), None) => scratch.extend(left.next()),
            (None, None) => break,
        }
    }
    drop(left);
    std::mem::swap(into, scratch);
}
