//! Linear views of numeric terms: `2x − 3·f(y) + 1` as monomials and a constant.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use base::Rat;
use std::collections::BTreeMap;

/// A sum of rational multiples of terms that are not sums themselves, plus a constant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinearForm {
    /// Terms with their coefficients, none zero, ordered by term.
    pub monomials: Vec<(Term, Rat)>,
    /// The constant.
    pub constant: Option<Rat>,
}

impl LinearForm {
    /// The constant part.
    pub fn offset(&self) -> Rat {
        self.constant.clone().unwrap_or(Rat::ZERO)
    }
}

/// Terms up to this size are walked as trees, larger ones with each shared part once.
const SMALL: u32 = 200;

impl Terms {
    /// Arguments have smaller numbers than the terms that use them, so taking the largest first
    /// meets every part when its whole coefficient is known.
    fn shared_linear_form(&self, parts: &[(Term, Rat)]) -> LinearForm {
        let mut open: BTreeMap<Term, Rat> = BTreeMap::new();
        let add = |open: &mut BTreeMap<Term, Rat>, t: Term, k: Rat| {
            let sum = open.entry(t).or_insert(Rat::ZERO);
            *sum = &*sum + &k;
        };
        for (t, k) in parts {
            add(&mut open, *t, k.clone());
        }
        let mut constant = Rat::ZERO;
        let mut monomials = Vec::new();
        while let Some((t, k)) = open.pop_last() {
            if k.is_zero() {
                continue;
            }
            let args = self.args(t);
            match self.op(t) {
                Op::Int(i) => constant = &constant + &(&k * &Rat::from(i)),
                Op::Real(r) => constant = &constant + &(&k * r),
                Op::Add => args.iter().for_each(|a| add(&mut open, *a, k.clone())),
                Op::ToReal => add(&mut open, args[0], k),
                Op::Mul => match self.as_number(args[0]) {
                    Some(c) => add(&mut open, args[1], &k * &c),
                    None => monomials.push((t, k)),
                },
                _ => monomials.push((t, k)),
            }
        }
        monomials.reverse();
        LinearForm { monomials, constant: (!constant.is_zero()).then_some(constant) }
    }

    /// The linear form of a numeric term, `scale` times; products of non-constants, divisions and
    /// so on stand as monomials of their own.
    pub fn linear_form(&self, parts: &[(Term, Rat)]) -> LinearForm {
        if parts.iter().any(|(t, _)| self.size(*t) > SMALL) {
            return self.shared_linear_form(parts);
        }
        let mut work: Vec<(Term, Rat)> = parts.to_vec();
        let mut constant = Rat::ZERO;
        let mut monomials: Vec<(Term, Rat)> = Vec::new();
        while let Some((t, k)) = work.pop() {
            match self.op(t) {
                Op::Int(i) => constant = &constant + &(&k * &Rat::from(i)),
                Op::Real(r) => constant = &constant + &(&k * r),
                Op::Add => work.extend(self.args(t).iter().map(|a| (*a, k.clone()))),
                Op::Mul => {
                    let (a, b) = (self.args(t)[0], self.args(t)[1]);
                    match self.as_number(a) {
                        Some(c) => work.push((b, &k * &c)),
                        None => monomials.push((t, k)),
                    }
                }
                // An integer seen as a real: the same number.
                Op::ToReal if self.sort_of(self.args(t)[0]) == Sort::INT => work.push((self.args(t)[0], k)),
                _ => monomials.push((t, k)),
            }
        }
        if monomials.len() > 1 {
            monomials.sort_by_key(|(t, _)| *t);
            let mut out: Vec<(Term, Rat)> = Vec::with_capacity(monomials.len());
            for (t, k) in monomials {
                match out.last_mut() {
                    Some((last, sum)) if *last == t => *sum = &*sum + &k,
                    _ => out.push((t, k)),
                }
            }
            monomials = out;
        }
        monomials.retain(|(_, k)| !k.is_zero());
        LinearForm { monomials, constant: (!constant.is_zero()).then_some(constant) }
    }
}
