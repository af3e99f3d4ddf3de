//! Simplification that keeps equivalence in every model.
//!
//! Bottom-up: constants are folded, linear sides collected (`x + 1 ≤ x + y` becomes `1 ≤ y`), integer
//! coefficients divided by their common divisor with the bound tightened, contradicting and repeated
//! literals of a conjunction or disjunction found.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use base::{Int, Rat};
use rustc_hash::{FxHashMap, FxHashSet};

impl Terms {
    /// An equivalent, usually smaller formula or term. Quantified parts are simplified inside.
    pub fn simplify(&mut self, root: Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((t, ready)) = stack.pop() {
            if done.contains_key(&t) {
                continue;
            }
            if !ready {
                stack.push((t, true));
                stack.extend(self.args(t).iter().map(|a| (*a, false)));
                continue;
            }
            let args: Vec<Term> = self.args(t).iter().map(|a| done.get(a).copied().unwrap_or(*a)).collect();
            let (op, sort) = (self.op(t).clone(), self.sort_of(t));
            let new = self.rebuild(&op, sort, &args);
            let new = self.simplify_root(new);
            done.insert(t, new);
        }
        done.get(&root).copied().unwrap_or(root)
    }

    fn simplify_root(&mut self, t: Term) -> Term {
        match self.op(t).clone() {
            Op::Le => self.simplify_comparison(t, Op::Le),
            Op::Lt => self.simplify_comparison(t, Op::Lt),
            Op::Eq => {
                let s = self.sort_of(self.args(t)[0]);
                if s == Sort::INT || s == Sort::REAL { self.simplify_comparison(t, Op::Eq) } else { t }
            }
            Op::And => self.simplify_junction(t, true),
            Op::Or => self.simplify_junction(t, false),
            Op::Not => {
                // ¬(a ≤ b) reads better as b < a.
                let f = self.args(t)[0];
                match self.op(f) {
                    Op::Le => {
                        let (a, b) = (self.args(f)[0], self.args(f)[1]);
                        let new = self.lt(b, a);
                        self.simplify_root(new)
                    }
                    Op::Lt => {
                        let (a, b) = (self.args(f)[0], self.args(f)[1]);
                        let new = self.le(b, a);
                        self.simplify_root(new)
                    }
                    _ => t,
                }
            }
            _ => t,
        }
    }

    fn simplify_junction(&mut self, t: Term, and: bool) -> Term {
        let args = self.args(t).to_vec();
        let mut seen = FxHashSet::default();
        let mut out = Vec::new();
        for a in args {
            // ¬(a ≤ b) is written b < a, so both forms of the opposite count.
            let opposite = self.not(a);
            let as_written = self.simplify_root(opposite);
            if seen.contains(&opposite) || seen.contains(&as_written) {
                return self.boolean(!and);
            }
            if seen.insert(a) {
                out.push(a);
            }
        }
        if and { self.and(&out) } else { self.or(&out) }
    }

    fn simplify_comparison(&mut self, t: Term, op: Op) -> Term {
        let (a, b) = (self.args(t)[0], self.args(t)[1]);
        let sort = self.sort_of(a);
        let form = self.linear_form(&[(a, Rat::ONE), (b, Rat::MINUS_ONE)]);
        let mut constant = form.offset();
        if form.monomials.is_empty() {
            let s = constant.signum();
            return self.boolean(match op {
                Op::Le => s <= 0,
                Op::Lt => s < 0,
                _ => s == 0,
            });
        }
        // Whole coefficients without common divisor; the sign is left alone.
        let mut den = Int::ONE;
        for (_, k) in &form.monomials {
            den = den.lcm(&k.denominator());
        }
        let mut g = Int::ZERO;
        for (_, k) in &form.monomials {
            g = g.gcd(&(k * &Rat::from(&den)).numerator());
        }
        let scale = Rat::new(den, g);
        let mut op = op;
        let integral = sort == Sort::INT && form.monomials.iter().all(|(m, _)| self.sort_of(*m) == Sort::INT);
        constant = &constant * &scale;
        if integral && !constant.is_integer() {
            if op == Op::Eq {
                return self.fals();
            }
            // Σ + c ≤ 0 over the integers is Σ + ⌈c⌉ ≤ 0, and strictness goes with the fraction.
            constant = Rat::from(constant.ceil());
            op = Op::Le;
        }
        if !integral && sort == Sort::INT {
            return t;
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (m, k) in &form.monomials {
            if self.sort_of(*m) != sort {
                return t;
            }
            let k = k * &scale;
            let positive = k.is_positive();
            let c = self.number(k.abs(), sort);
            let m = self.mul(c, *m);
            if positive { left.push(m) } else { right.push(m) }
        }
        // Keep the constant where it stays positive, as a person would write it.
        let c = self.number(constant.abs(), sort);
        if constant.is_positive() && !left.is_empty() && !right.is_empty() {
            left.push(c);
        } else if constant.is_positive() {
            let c = self.number(-&constant, sort);
            if right.is_empty() {
                right.push(c)
            } else {
                let c = self.number(constant, sort);
                left.push(c)
            }
        } else if constant.is_negative() {
            right.push(c);
        }
        let zero = self.number(Rat::ZERO, sort);
        let l = if left.is_empty() { zero } else { self.add(&left) };
        let r = if right.is_empty() { zero } else { self.add(&right) };
        match op {
            Op::Le => self.le(l, r),
            Op::Lt => self.lt(l, r),
            _ => self.eq(l, r),
        }
    }
}
