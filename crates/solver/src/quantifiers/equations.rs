//! Equations between trees, taken apart as far as bound variables reach.
//!
//! `f(Y, a) = f(b, X)` becomes `Y = b ∧ a = X`, and `N = s(Y)` becomes `root(N, s/1) ∧ Y = arg(N)`: at each
//! position either the roots differ or the difference lies deeper (H. Comon, P. Lescanne, *Equational
//! problems and disunification*, 1989). What comes out says the same in every model, whatever its
//! polarity, and every selector that is new stands beside the tester that guards it.

use super::{Kept, outside};
use base::Budget;
use formula::{Op, Root, Term, Terms};
use rustc_hash::FxHashMap;

/// Takes the equations apart that mention one of the variables.
pub fn take_apart(terms: &mut Terms, vars: &[Term], f: Term, budget: &Budget) -> Result<Term, Kept> {
    let mut work =
        Work { terms, vars, mentions: FxHashMap::default(), done: FxHashMap::default(), budget, size: 0 };
    work.normal(f)
}

/// How many atoms one formula may become.
const LARGEST: usize = 50_000;

struct Work<'a> {
    terms: &'a mut Terms,
    vars: &'a [Term],
    mentions: FxHashMap<Term, bool>,
    done: FxHashMap<Term, Term>,
    budget: &'a Budget,
    size: usize,
}

impl Work<'_> {
    fn mentions(&mut self, t: Term) -> bool {
        if let Some(m) = self.mentions.get(&t) {
            return *m;
        }
        let args = self.terms.args(t).to_vec();
        let m = self.vars.contains(&t) || args.into_iter().any(|a| self.mentions(a));
        self.mentions.insert(t, m);
        m
    }

    fn normal(&mut self, t: Term) -> Result<Term, Kept> {
        if !self.mentions(t) || self.vars.contains(&t) {
            return Ok(t);
        }
        if let Some(n) = self.done.get(&t) {
            return Ok(*n);
        }
        self.budget.step()?;
        let (op, sort) = (self.terms.op(t).clone(), self.terms.sort_of(t));
        let old = self.terms.args(t).to_vec();
        let mut args = Vec::with_capacity(old.len());
        for a in old {
            args.push(self.normal(a)?);
        }
        let tree = args.first().is_some_and(|a| self.terms.is_tree_sort(self.terms.sort_of(*a)));
        let new = match op {
            Op::Eq if tree => self.equation(args[0], args[1])?,
            Op::Distinct if tree => {
                let mut pairs = Vec::new();
                for (i, a) in args.iter().enumerate() {
                    for b in &args[i + 1..] {
                        let same = self.equation(*a, *b)?;
                        pairs.push(self.terms.not(same));
                    }
                }
                self.terms.and(&pairs)
            }
            // A question about a choice is a choice of questions.
            _ if tree && Root::asked(self.terms, t).is_some() && *self.terms.op(args[0]) == Op::Ite => {
                let choice = self.terms.args(args[0]).to_vec();
                let yes = self.terms.apply(&op, Some(sort), &choice[1..2]).map_err(Kept::Outside)?;
                let no = self.terms.apply(&op, Some(sort), &choice[2..]).map_err(Kept::Outside)?;
                let (yes, no) = (self.normal(yes)?, self.normal(no)?);
                self.terms.ite(choice[0], yes, no)
            }
            _ => self.terms.apply(&op, Some(sort), &args).map_err(Kept::Outside)?,
        };
        self.done.insert(t, new);
        Ok(new)
    }

    /// a = b.
    fn equation(&mut self, a: Term, b: Term) -> Result<Term, Kept> {
        self.budget.step()?;
        self.size += 1;
        if self.size > LARGEST {
            return outside("an equation between trees has too many parts");
        }
        if !self.terms.is_tree_sort(self.terms.sort_of(a)) || !(self.mentions(a) || self.mentions(b)) {
            return Ok(self.terms.eq(a, b));
        }
        for (x, y) in [(a, b), (b, a)] {
            if *self.terms.op(x) == Op::Ite && self.mentions(x) {
                let choice = self.terms.args(x).to_vec();
                let (yes, no) = (self.equation(choice[1], y)?, self.equation(choice[2], y)?);
                return Ok(self.terms.ite(choice[0], yes, no));
            }
        }
        match (Root::of(self.terms, a), Root::of(self.terms, b)) {
            (Some(x), Some(y)) if x == y => {
                let pairs: Vec<(Term, Term)> =
                    self.terms.args(a).iter().copied().zip(self.terms.args(b).iter().copied()).collect();
                let mut parts = Vec::with_capacity(pairs.len());
                for (x, y) in pairs {
                    parts.push(self.equation(x, y)?);
                }
                Ok(self.terms.and(&parts))
            }
            (Some(_), Some(_)) => Ok(self.terms.fals()),
            (Some(root), None) => self.against(a, root, b),
            (None, Some(root)) => self.against(b, root, a),
            (None, None) if self.vars.contains(&b) => Ok(self.terms.eq(b, a)),
            (None, None) => Ok(self.terms.eq(a, b)),
        }
    }

    /// x = t, where t shows its root and x does not.
    fn against(&mut self, t: Term, root: Root, x: Term) -> Result<Term, Kept> {
        if within(self.terms, t, x) {
            return Ok(self.terms.fals());
        }
        // What a bound variable is equal to is put in later; a part of one is a variable by then.
        if self.mentions(x) || !self.mentions(t) {
            return Ok(self.terms.eq(x, t));
        }
        // A data sort that was not filled in has no selectors.
        if root.parts(self.terms).is_none_or(|p| p.len() != self.terms.args(t).len()) {
            return outside("a data type grows with every instance");
        }
        let mut parts = vec![root.tester(self.terms, x)];
        for (i, a) in self.terms.args(t).to_vec().into_iter().enumerate() {
            let part = root.part(self.terms, i as u32, x);
            parts.push(self.equation(a, part)?);
        }
        Ok(self.terms.and(&parts))
    }
}

/// Whether x occurs in a tree below constructors alone. Then it is not equal to the whole tree.
fn within(terms: &Terms, t: Term, x: Term) -> bool {
    let mut stack = vec![t];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(t) = stack.pop() {
        if Root::of(terms, t).is_some() && seen.insert(t) {
            if terms.args(t).contains(&x) {
                return true;
            }
            stack.extend_from_slice(terms.args(t));
        }
    }
    false
}
