//! From numeric terms to sums, and from comparisons to bounds.

use super::{Atom, Engine, Made, Product, SymKey};
use crate::arith::{AVar, Lin};
use crate::egraph::{Kind, Node};
use crate::lit::Lit;
use ::linear::Delta;
use base::{Int, Rat};
use formula::{Op, Sort, Term, Terms};

impl Engine {
    /// A numeric term as a sum of variables.
    pub(super) fn lin(&mut self, terms: &Terms, t: Term) -> Lin {
        let form = terms.linear_form(&[(t, Rat::ONE)]);
        let mut sum = Lin::number(form.offset());
        for (m, k) in &form.monomials {
            let part = self.monomial(terms, *m);
            sum = sum.plus(&part, k);
        }
        sum
    }

    fn monomial(&mut self, terms: &Terms, t: Term) -> Lin {
        if *terms.op(t) == Op::Mod {
            // x mod k = x − k · (x div k) for a constant k.
            let (x, k) = (terms.args(t)[0], terms.args(t)[1]);
            if let Some(k) = terms.as_number(k).filter(|k| !k.is_zero()) {
                let q = self.quotient(terms, x, &k);
                return self.lin(terms, x).plus(&Lin::var(q), &-&k);
            }
        }
        Lin::var(self.avar(terms, t))
    }

    /// The variable of a numeric term that is no sum.
    pub(super) fn avar(&mut self, terms: &Terms, t: Term) -> AVar {
        if let Some(v) = self.avars.get(&t) {
            return *v;
        }
        let v = self.new_avar(terms, t);
        if self.avars.insert(t, v).is_none() {
            self.made.push(Made::AVar(t));
        }
        v
    }

    fn new_avar(&mut self, terms: &Terms, t: Term) -> AVar {
        let int = terms.sort_of(t) == Sort::INT;
        let args = terms.args(t);
        match terms.op(t) {
            Op::Var(_) => self.arith.add_var(int),
            Op::Ite => {
                let v = self.arith.add_var(int);
                let c = self.literal(terms, args[0]);
                for (arm, guard) in [(args[1], !c), (args[2], c)] {
                    let x = self.lin(terms, arm);
                    let e = self.lin_equality(&Lin::var(v).plus(&x, &Rat::MINUS_ONE));
                    self.axiom_clause(vec![guard, e]);
                }
                v
            }
            Op::Mul => {
                let (x, y) = (self.lin(terms, args[0]), self.lin(terms, args[1]));
                self.product(x, y, int)
            }
            Op::Div | Op::Mod => {
                let (x, y) = (args[0], args[1]);
                match terms.as_number(y) {
                    Some(k) if !k.is_zero() && *terms.op(t) == Op::Div => self.quotient(terms, x, &k),
                    Some(k) if !k.is_zero() => {
                        // Met as a term of its own (under a function): a variable for the sum.
                        let sum = self.monomial(terms, t);
                        let v = self.arith.add_var(true);
                        let l = self.lin_equality(&Lin::var(v).plus(&sum, &Rat::MINUS_ONE));
                        self.axiom(l);
                        v
                    }
                    _ => self.open_division(terms, t),
                }
            }
            Op::RealDiv => {
                let v = self.arith.add_var(false);
                let (x, y) = (self.lin(terms, args[0]), self.lin(terms, args[1]));
                let zero = self.lin_equality(&y);
                let by_zero = self.partial(terms, t, args[0]);
                let p = self.product(y, Lin::var(v), false);
                let exact = self.lin_equality(&Lin::var(p).plus(&x, &Rat::MINUS_ONE));
                let other = self.lin_equality(&Lin::var(v).plus(&Lin::var(by_zero), &Rat::MINUS_ONE));
                self.axiom_clause(vec![zero, exact]);
                self.axiom_clause(vec![!zero, other]);
                v
            }
            Op::ToInt => {
                // v ≤ x < v + 1
                let v = self.arith.add_var(true);
                let x = self.lin(terms, args[0]);
                let gap = x.plus(&Lin::var(v), &Rat::MINUS_ONE);
                let low = self.nonnegative(&gap, false);
                let high = self.nonnegative(&Lin::number(Rat::ONE).plus(&gap, &Rat::MINUS_ONE), true);
                self.axiom(low);
                self.axiom(high);
                v
            }
            _ => {
                let n = self.node(terms, t);
                match self.lins.get(n as usize).and_then(|l| l.as_ref()).map(|l| l.terms.as_slice()) {
                    Some([(v, _)]) => *v,
                    _ => self.arith.add_var(int),
                }
            }
        }
    }

    /// A variable for x div k, with k·q ≤ x ≤ k·q + |k| − 1.
    fn quotient(&mut self, terms: &Terms, x: Term, k: &Rat) -> AVar {
        if let Some(q) = self.quotients.get(&(x, k.clone())) {
            return *q;
        }
        let q = self.arith.add_var(true);
        self.quotients.insert((x, k.clone()), q);
        self.made.push(Made::Quotient(x, k.clone()));
        let rest = self.lin(terms, x).plus(&Lin::var(q), &-k);
        let low = self.nonnegative(&rest, false);
        let top = Lin::number(&k.abs() - &Rat::ONE).plus(&rest, &Rat::MINUS_ONE);
        let high = self.nonnegative(&top, false);
        self.axiom(low);
        self.axiom(high);
        q
    }

    /// x div y or x mod y for a y that is no constant (or zero): y ≠ 0 → x = y·q + r, 0 ≤ r < |y|.
    fn open_division(&mut self, terms: &Terms, t: Term) -> AVar {
        let (x, y) = (terms.args(t)[0], terms.args(t)[1]);
        let (lx, ly) = (self.lin(terms, x), self.lin(terms, y));
        let (q, r) = (self.arith.add_var(true), self.arith.add_var(true));
        let zero = self.lin_equality(&ly);
        let p = self.product(ly.clone(), Lin::var(q), true);
        let sum = Lin::var(p).plus(&Lin::var(r), &Rat::ONE).plus(&lx, &Rat::MINUS_ONE);
        let exact = self.lin_equality(&sum);
        let low = self.nonnegative(&Lin::var(r), false);
        // r < |y|: r < y or r < −y
        let below = self.nonnegative(&ly.plus(&Lin::var(r), &Rat::MINUS_ONE), true);
        let minus = Lin::default().plus(&ly, &Rat::MINUS_ONE);
        let above = self.nonnegative(&minus.plus(&Lin::var(r), &Rat::MINUS_ONE), true);
        self.axiom_clause(vec![zero, exact]);
        self.axiom_clause(vec![zero, low]);
        self.axiom_clause(vec![zero, below, above]);
        let by_zero = self.partial(terms, t, x);
        let own = if *terms.op(t) == Op::Div { q } else { r };
        let other = self.lin_equality(&Lin::var(own).plus(&Lin::var(by_zero), &Rat::MINUS_ONE));
        self.axiom_clause(vec![!zero, other]);
        own
    }

    /// The value that an operation has where its meaning does not fix it: a function of `x`.
    fn partial(&mut self, terms: &Terms, t: Term, x: Term) -> AVar {
        let sort = terms.sort_of(t);
        let nx = self.node(terms, x);
        let sym = self.symbol(SymKey::Op(terms.op(t).clone(), sort), Kind::Function);
        let n = self.add_node(sym, sort, &[nx]);
        match self.lins.get(n as usize).and_then(|l| l.as_ref()).map(|l| l.terms.as_slice()) {
            Some([(v, _)]) => *v,
            _ => self.arith.add_var(sort == Sort::INT),
        }
    }

    /// A variable for a product.
    fn product(&mut self, left: Lin, right: Lin, int: bool) -> AVar {
        let same = |p: &Product| (p.left == left && p.right == right) || (p.left == right && p.right == left);
        if let Some(p) = self.products.iter().find(|p| same(p)) {
            return p.result;
        }
        let result = self.arith.add_var(int);
        for (a, b) in [(&left, &right), (&right, &left)] {
            if a.terms.is_empty() {
                let l = self.lin_equality(&Lin::var(result).plus(b, &-a.offset()));
                self.axiom(l);
                return result;
            }
        }
        self.products.push(Product { result, left, right });
        self.made.push(Made::Product);
        result
    }

    /// The literal of a < b or a ≤ b.
    pub(super) fn comparison(&mut self, terms: &Terms, a: Term, b: Term, strict: bool) -> Lit {
        let (x, y) = (self.lin(terms, a), self.lin(terms, b));
        self.nonnegative(&y.plus(&x, &Rat::MINUS_ONE), strict)
    }

    /// Splits a sum into a factor, a sum in normal form and a constant: lin = factor · sum + constant.
    fn normal(lin: &Lin) -> (Rat, Vec<(AVar, Rat)>, Rat) {
        if let [(v, k)] = lin.terms.as_slice() {
            return (k.clone(), vec![(*v, Rat::ONE)], lin.offset());
        }
        let unit = lin.terms.iter().all(|(_, k)| k.is_one() || *k == Rat::MINUS_ONE);
        let mut factor = if unit {
            Rat::ONE
        } else {
            let mut den = Int::ONE;
            for (_, k) in &lin.terms {
                den = den.lcm(&k.denominator());
            }
            let scale = Rat::from(&den);
            let mut g = Int::ZERO;
            for (_, k) in &lin.terms {
                g = g.gcd(&(k * &scale).numerator());
            }
            Rat::new(g, den)
        };
        if lin.terms[0].1.is_negative() {
            factor = -&factor;
        }
        let inverse = factor.recip();
        let sum = lin.terms.iter().map(|(v, k)| (*v, k * &inverse)).collect();
        (factor, sum, lin.offset())
    }

    /// The literal of `lin ≥ 0`, or `lin > 0`.
    pub(super) fn nonnegative(&mut self, lin: &Lin, strict: bool) -> Lit {
        if lin.terms.is_empty() {
            let s = lin.offset().signum();
            return if s > 0 || (s == 0 && !strict) { Lit::TRUE } else { Lit::FALSE };
        }
        let (factor, sum, constant) = Engine::normal(lin);
        let v = self.arith.slack(&sum);
        // factor · v + constant ≥ 0
        let limit = (-&constant).div(&factor);
        let upper = factor.is_negative();
        if self.arith.is_int(v) {
            // v ≤ ⌊limit⌋ (strictly: ⌈limit⌉ − 1), or v ≥ ⌈limit⌉ (strictly: ⌊limit⌋ + 1).
            return if upper {
                let k = if strict { limit.ceil() - Int::ONE } else { limit.floor() };
                self.bound_literal(v, Delta::new(Rat::from(k)))
            } else {
                let k = if strict { limit.floor() } else { limit.ceil() - Int::ONE };
                !self.bound_literal(v, Delta::new(Rat::from(k)))
            };
        }
        let below = Delta { rat: limit.clone(), eps: Rat::MINUS_ONE };
        let at = Delta::new(limit);
        match (upper, strict) {
            (true, false) => self.bound_literal(v, at),
            (true, true) => self.bound_literal(v, below),
            (false, false) => !self.bound_literal(v, below),
            (false, true) => !self.bound_literal(v, at),
        }
    }

    /// The literal of `v ≤ k`.
    pub(super) fn bound_literal(&mut self, v: AVar, k: Delta) -> Lit {
        if let Some(l) = self.bounds.get(&(v, k.clone())) {
            return *l;
        }
        let l = self.new_atom(Atom::Bound(v, k.clone()), true);
        self.arith.watch_bound(v, k.clone(), l);
        self.bounds.insert((v, k.clone()), l);
        self.made.push(Made::Bound(v, k));
        l
    }

    /// The literal of `lin = 0`, to be decided if nothing implies it.
    pub(super) fn lin_equality(&mut self, lin: &Lin) -> Lit {
        let (l, _) = self.value_literal(lin);
        self.sat.activate(l.var());
        l
    }

    /// The literal of `lin = 0`, and whether it is new.
    fn value_literal(&mut self, lin: &Lin) -> (Lit, bool) {
        if lin.terms.is_empty() {
            return (if lin.offset().is_zero() { Lit::TRUE } else { Lit::FALSE }, false);
        }
        let (factor, sum, constant) = Engine::normal(lin);
        let v = self.arith.slack(&sum);
        let k = (-&constant).div(&factor);
        if self.arith.is_int(v) && !k.is_integer() {
            return (Lit::FALSE, false);
        }
        if let Some(l) = self.values.get(&(v, k.clone())) {
            return (*l, false);
        }
        let l = self.new_atom(Atom::Value(v, k.clone(), Vec::new()), false);
        self.arith.watch_equal(v, k.clone(), l);
        self.values.insert((v, k.clone()), l);
        self.made.push(Made::Value(v, k));
        (l, true)
    }

    /// The literal that two numeric nodes are equal; it merges them when it becomes true.
    pub(super) fn numeric_equality(&mut self, a: Node, b: Node) -> Lit {
        let l = self.passing_equality(a, b);
        self.sat.activate(l.var());
        l
    }

    /// The same, but if it is new it will not be decided: it only carries a merge to arithmetic, or
    /// is proposed when something depends on it.
    pub(super) fn passing_equality(&mut self, a: Node, b: Node) -> Lit {
        let difference = self.node_lin(a).plus(self.node_lin(b), &Rat::MINUS_ONE);
        let (l, new) = self.value_literal(&difference);
        if new {
            self.sat.set_passive(l.var());
        }
        self.pair(l, a, b);
        l
    }

    /// Lets the nodes follow an equality literal.
    pub(super) fn pair(&mut self, l: Lit, a: Node, b: Node) {
        if let Atom::Value(_, _, pairs) = &mut self.atoms[l.var() as usize]
            && !pairs.contains(&(a, b))
        {
            pairs.push((a, b));
            self.made.push(Made::Pair(l.var()));
            // A literal that is already true was passed to the theories without this pair.
            if self.sat.value(l) == Some(true) {
                self.graph.merge(a, b, l);
            }
        }
    }
}
