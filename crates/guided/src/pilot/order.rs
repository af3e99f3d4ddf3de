//! What comparisons say of any numbers, not of integers alone.
//!
//! A ground input that arithmetic asks for its value stands for an integer, but a float may take the same path: of
//! `X > Y` and `X =< Y` one holds for any two numbers. If the solver rules a branch out, that is shown for integers;
//! `X > 2` and `X < 3` exclude each other for integers alone. So the comparisons of the path are checked again as an
//! order that says nothing of the values in between: an expression is a name for its value, and constants are in their
//! order. If they still exclude each other, no number takes the branch; else this is known of integers only.

use super::Pilot;
use formula::{Term, Terms};
use logic::machine::cells::Cells;
use logic::machine::guide::{Comparison, Condition};

/// `left < right`, `left ≤ right`, `left = right` or `left ≠ right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Related {
    pub sign: Sign,
    pub left: Term,
    pub right: Term,
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Less,
    LessEqual,
    Equal,
    Unequal,
}

impl Related {
    /// A comparison that holds, or does not.
    pub fn new(comparison: Comparison, left: Term, right: Term, holds: bool) -> Related {
        let (sign, left, right) = match (comparison, holds) {
            (Comparison::Less, true) => (Sign::Less, left, right),
            (Comparison::LessEqual, true) => (Sign::LessEqual, left, right),
            (Comparison::Equal, true) => (Sign::Equal, left, right),
            (Comparison::Less, false) => (Sign::LessEqual, right, left),
            (Comparison::LessEqual, false) => (Sign::Less, right, left),
            (Comparison::Equal, false) => (Sign::Unequal, left, right),
        };
        Related { sign, left, right }
    }

    /// The opposite.
    pub fn negated(self) -> Related {
        let (sign, left, right) = match self.sign {
            Sign::Less => (Sign::LessEqual, self.right, self.left),
            Sign::LessEqual => (Sign::Less, self.right, self.left),
            Sign::Equal => (Sign::Unequal, self.left, self.right),
            Sign::Unequal => (Sign::Equal, self.left, self.right),
        };
        Related { sign, left, right }
    }
}

/// More values than that are not looked at.
const MOST: usize = 80;

/// Whether no numbers can be in all these relations; `false` if that is not shown.
pub(super) fn exclude_each_other(terms: &Terms, relations: &[Related]) -> bool {
    let mut nodes: Vec<Term> = Vec::new();
    for r in relations {
        for side in [r.left, r.right] {
            if !nodes.contains(&side) {
                nodes.push(side);
            }
        }
    }
    let count = nodes.len();
    if count > MOST {
        return false;
    }
    let place = |term: Term| nodes.iter().position(|n| *n == term).unwrap_or(0);
    // 0: nothing is known, 1: at most, 2: less.
    let mut below = vec![vec![0_u8; count]; count];
    let mut note = |a: usize, b: usize, how: u8| below[a][b] = below[a][b].max(how);
    for r in relations {
        let (a, b) = (place(r.left), place(r.right));
        match r.sign {
            Sign::Less => note(a, b, 2),
            Sign::LessEqual => note(a, b, 1),
            Sign::Equal => {
                note(a, b, 1);
                note(b, a, 1);
            }
            Sign::Unequal => {}
        }
    }
    let values: Vec<_> = nodes.iter().map(|node| terms.as_number(*node)).collect();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            if let (Some(x), Some(y)) = (a, b)
                && x < y
            {
                note(i, j, 2);
            }
        }
    }
    for k in 0..count {
        for i in 0..count {
            for j in 0..count {
                let (first, second) = (below[i][k], below[k][j]);
                if first > 0 && second > 0 {
                    below[i][j] = below[i][j].max(first).max(second);
                }
            }
        }
    }
    let same = |a: usize, b: usize| a == b || below[a][b] > 0 && below[b][a] > 0;
    (0..count).any(|i| below[i][i] == 2)
        || relations.iter().any(|r| r.sign == Sign::Unequal && same(place(r.left), place(r.right)))
}

impl Pilot<'_> {
    /// What a condition compares: what holds if it does, and what holds if it does not. Two numbers that are not the
    /// same term, `1` and `1.0`, may have the same value, so that unification fails says nothing of values.
    pub(super) fn related(
        &mut self,
        cells: &Cells,
        condition: &Condition,
    ) -> (Vec<Related>, Option<Related>) {
        let mut all = Vec::new();
        let guards = cells.guards_since(&condition.mark).to_vec();
        for (a, b) in &guards {
            let (a, b) = self.both(cells, *a, *b);
            all.push(Related { sign: Sign::Equal, left: a, right: b });
        }
        for (comparison, a, b, holds) in &condition.comparisons {
            let (a, b) = self.both(cells, *a, *b);
            all.push(Related::new(*comparison, a, b, *holds));
        }
        let opposite = match all.as_slice() {
            [one] if guards.is_empty() => Some(one.negated()),
            _ => None,
        };
        (all, opposite)
    }

    /// A branch was ruled out: notes if this is not shown to hold for all numbers, but for integers alone.
    pub(super) fn ruled_out(&mut self, said: &[Related], asked: &[Related]) {
        if self.tally.narrowed || self.loose.is_empty() || asked.is_empty() {
            return;
        }
        // What has to do with what was asked.
        let mut vars: Vec<Term> = Vec::new();
        let mut left: Vec<Related> = self.relations.iter().chain(said).copied().collect();
        let mut near: Vec<Related> = Vec::new();
        let of = |terms: &Terms, r: &Related| terms.free_vars(&[r.left, r.right]);
        for r in asked {
            vars.extend(of(&self.formulas, r));
        }
        loop {
            let (more, rest): (Vec<Related>, Vec<Related>) =
                left.into_iter().partition(|r| of(&self.formulas, r).iter().any(|v| vars.contains(v)));
            left = rest;
            if more.is_empty() {
                break;
            }
            for r in &more {
                vars.extend(of(&self.formulas, r));
            }
            near.extend(more);
        }
        if !vars.iter().any(|v| self.loose.contains(v)) {
            return;
        }
        near.extend(said);
        self.tally.narrowed |= !exclude_each_other(&self.formulas, &near);
    }
}
