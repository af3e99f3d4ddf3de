//! Products of variables: exact where a factor is fixed, bounded by tangent planes otherwise.
//!
//! At a wrong point (a, b) four planes and two lines through it are added: `x = a → p = a·y`,
//! `y = b → p = b·x`, and `(x − a)(y − b)` is at least or at most zero by the signs of its factors.
//! All of them hold for every product, so nothing is lost; the search moves on or a value fits
//! (incremental linearisation, after Cimatti, Griggio, Irfan, Roveri and Sebastiani, 2018).

use super::{Axiom, Engine};
use crate::arith::Lin;
use base::Rat;

impl Engine {
    /// Products whose value does not fit their factors.
    pub(super) fn product_axioms(&self) -> Vec<Axiom> {
        let mut out = Vec::new();
        for (i, p) in self.products.iter().enumerate() {
            let (x, y) = (self.arith.value_of(&p.left), self.arith.value_of(&p.right));
            let exact = x.eps.is_zero() && y.eps.is_zero();
            if !exact || &x.rat * &y.rat != self.arith.value(p.result).rat {
                out.push(Axiom::Product(i, x.rat, y.rat));
            }
        }
        out
    }

    /// Adds the lines and planes at a point.
    pub(super) fn bound_product(&mut self, i: usize, a: Rat, b: Rat) {
        let Some(p) = self.products.get(i) else { return };
        let (x, y, p) = (p.left.clone(), p.right.clone(), Lin::var(p.result));
        let (at_a, at_b) = (Lin::number(a.clone()), Lin::number(b.clone()));
        let from_a = x.plus(&at_a, &Rat::MINUS_ONE);
        let from_b = y.plus(&at_b, &Rat::MINUS_ONE);
        let equal_a = self.lin_equality(&from_a);
        let equal_b = self.lin_equality(&from_b);
        // With one factor fixed the rest is linear: such a point is tried before it is left behind.
        if equal_a.var() > 0 {
            self.sat.set_phase(equal_a.var(), equal_a.is_positive());
        }
        let line_a = self.lin_equality(&p.plus(&y, &-&a));
        let line_b = self.lin_equality(&p.plus(&x, &-&b));
        self.axiom_clause(vec![!equal_a, line_a]);
        self.axiom_clause(vec![!equal_b, line_b]);
        // p − b·x − a·y + a·b = (x − a)(y − b)
        let plane = p.plus(&x, &-&b).plus(&y, &-&a).plus(&Lin::number(&a * &b), &Rat::ONE);
        let opposite = Lin::default().plus(&plane, &Rat::MINUS_ONE);
        let (up, down) = (self.nonnegative(&plane, false), self.nonnegative(&opposite, false));
        let (x_high, y_high) = (self.nonnegative(&from_a, false), self.nonnegative(&from_b, false));
        let minus = |l: &Lin| Lin::default().plus(l, &Rat::MINUS_ONE);
        let (x_low, y_low) =
            (self.nonnegative(&minus(&from_a), false), self.nonnegative(&minus(&from_b), false));
        self.axiom_clause(vec![!x_high, !y_high, up]);
        self.axiom_clause(vec![!x_low, !y_low, up]);
        self.axiom_clause(vec![!x_high, !y_low, down]);
        self.axiom_clause(vec![!x_low, !y_high, down]);
        if x == y {
            let square = self.nonnegative(&p, false);
            self.axiom(square);
        }
    }
}
