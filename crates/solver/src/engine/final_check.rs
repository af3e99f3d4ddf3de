//! What remains to be checked when every literal has a value, and the axioms that come of it.

use super::encode::FINITE;
use super::{Axiom, Engine, Fact, Found, SymKey};
use crate::arith::Lin;
use crate::egraph::{About, Kind, Node};
use crate::lit::Lit;
use crate::verdict::Unknown;
use ::linear::Delta;
use base::{Budget, Int, Rat, Stop};
use formula::{Op, Sort, SortKind, Terms};

/// How hard the check has tried so far.
#[derive(Default)]
pub(super) struct Effort {
    branches: u32,
    products: u32,
}

/// After this many branches the omega test takes over.
const BRANCHES: u32 = 20;
/// Where the omega test does not apply, branching goes on to here.
const MANY_BRANCHES: u32 = 600;
/// Steps of one omega test.
const OMEGA_STEPS: u64 = 30_000;
/// Rounds of bounding products.
const PRODUCTS: u32 = 60;

impl Engine {
    pub(super) fn final_check(&mut self, terms: &Terms, budget: &Budget, effort: &mut Effort) -> Found {
        if let Some(found) = self.check_integers(budget, effort) {
            return found;
        }
        let axioms = self.check_differences();
        if !axioms.is_empty() {
            return Found::Axioms(axioms);
        }
        if let Some(conflict) = self.cycle() {
            return Found::Conflict(conflict);
        }
        let axioms = self.constructor_splits(terms);
        if !axioms.is_empty() {
            return Found::Axioms(axioms);
        }
        let ids = self.value_ids();
        if let Some(found) = self.propose(&ids) {
            return found;
        }
        let axioms = self.array_axioms(terms);
        if !axioms.is_empty() {
            return Found::Axioms(axioms);
        }
        if let Some(found) = self.check_products(effort) {
            return found;
        }
        if let Some(why) = self.incomplete.first() {
            return Found::Unknown(Unknown::Incomplete(why.clone()));
        }
        self.build_model(terms, &ids)
    }

    fn check_integers(&mut self, budget: &Budget, effort: &mut Effort) -> Option<Found> {
        let v = self.arith.fractional()?;
        if let Some(c) = self.arith.gcd_conflict() {
            return Some(Found::Conflict(c));
        }
        effort.branches += 1;
        if effort.branches > BRANCHES {
            self.counters.omega += 1;
            let part = budget.clone().with_steps(OMEGA_STEPS);
            match self.arith.omega(&part) {
                Ok(None) => return None,
                Ok(Some(c)) => {
                    effort.branches = 0;
                    return Some(Found::Conflict(c));
                }
                Err(Some(Stop::Steps)) | Err(None) => {
                    if let Err(s) = budget.look() {
                        return Some(Found::Unknown(Unknown::Stopped(s)));
                    }
                    if effort.branches > MANY_BRANCHES {
                        let why = "the search for integers did not end".to_string();
                        return Some(Found::Unknown(Unknown::Incomplete(why)));
                    }
                }
                Err(Some(s)) => return Some(Found::Unknown(Unknown::Stopped(s))),
            }
        }
        // The largest integer that is not above the value, which may lie just below an integer.
        let x = self.arith.value(v);
        let just_below = x.rat.is_integer() && x.eps.is_negative();
        let k = if just_below { x.rat.floor() - Int::ONE } else { x.rat.floor() };
        Some(Found::Axioms(vec![Axiom::Branch(v, k)]))
    }

    fn check_differences(&self) -> Vec<Axiom> {
        let mut out = Vec::new();
        for (v, k, l) in self.arith.different() {
            let x = self.arith.value(*v);
            if x.eps.is_zero() && x.rat == *k {
                out.push(Axiom::Differ(*v, k.clone(), !*l));
            }
        }
        out
    }

    fn check_products(&mut self, effort: &mut Effort) -> Option<Found> {
        let axioms = self.product_axioms();
        if axioms.is_empty() {
            return None;
        }
        effort.products += 1;
        if effort.products > PRODUCTS {
            let why = "a product of variables was not decided".to_string();
            return Some(Found::Unknown(Unknown::Incomplete(why)));
        }
        Some(Found::Axioms(axioms))
    }

    /// Adds an axiom; nothing is decided now.
    pub(super) fn add_axiom(&mut self, terms: &Terms, a: Axiom) {
        match a {
            Axiom::Branch(v, k) => {
                // Making the atom is enough: it will be decided, and its negation is v ≥ k + 1.
                let l = self.bound_literal(v, Delta::new(Rat::from(&k)));
                // Towards zero first.
                self.sat.set_phase(l.var(), !k.is_negative());
            }
            Axiom::Differ(v, k, equal) => {
                let (below, above) = if self.arith.is_int(v) {
                    let less = &k - &Rat::ONE;
                    (self.bound_literal(v, Delta::new(less)), !self.bound_literal(v, Delta::new(k.clone())))
                } else {
                    let less = Delta { rat: k.clone(), eps: Rat::MINUS_ONE };
                    (self.bound_literal(v, less), !self.bound_literal(v, Delta::new(k.clone())))
                };
                // Upwards first: 1, 2, 3 read better than −1, −2, −3.
                self.sat.set_phase(below.var(), false);
                self.sat.set_phase(above.var(), false);
                self.axiom_clause(vec![equal, below, above]);
            }
            Axiom::Read(store, j) => {
                if self.remember(Fact::Read(store, j)) {
                    let (a, i) = (self.graph.args(store)[0], self.graph.args(store)[1]);
                    let element = self.graph.sort(self.graph.args(store)[2]);
                    let same = self.any_equality(i, j);
                    let x = self.read(a, j, element);
                    let y = self.read(store, j, element);
                    let equal = self.any_equality(x, y);
                    self.axiom_clause(vec![same, equal]);
                }
            }
            Axiom::Extension(a, b) => {
                if self.remember(Fact::Extension(a, b))
                    && let SortKind::Array(index, element) = terms.sort_kind(self.graph.sort(a))
                {
                    self.skolems += 1;
                    let sym = self.symbol(SymKey::Skolem(self.skolems), Kind::Function);
                    let k = self.add_node(sym, *index, &[]);
                    let (x, y) = (self.read(a, k, *element), self.read(b, k, *element));
                    let (arrays, elements) = (self.node_equality(a, b), self.any_equality(x, y));
                    self.axiom_clause(vec![arrays, !elements]);
                }
            }
            Axiom::Constant(array, j) => {
                if self.remember(Fact::Constant(array, j)) {
                    let v = self.graph.args(array)[0];
                    let x = self.read(array, j, self.graph.sort(v));
                    let l = self.any_equality(x, v);
                    self.axiom(l);
                }
            }
            Axiom::Default(n) => {
                if self.remember(Fact::Default(n))
                    && let SortKind::Array(_, element) = terms.sort_kind(self.graph.sort(n))
                {
                    let sym = self.symbol(SymKey::Default(self.graph.sort(n)), Kind::Function);
                    let own = self.add_node(sym, *element, &[n]);
                    let first = self.graph.args(n)[0];
                    let other = match self.op(n) {
                        Some(Op::Store) => self.add_node(sym, *element, &[first]),
                        _ => first,
                    };
                    let l = self.any_equality(own, other);
                    self.axiom(l);
                }
            }
            Axiom::Complete(n) => {
                if self.remember(Fact::Complete(n))
                    && let SortKind::Array(index, element) = *terms.sort_kind(self.graph.sort(n))
                    && let Some(all) = terms.all_values(index, FINITE)
                {
                    for v in &all {
                        if let Some(i) = self.value_node(v) {
                            self.read(n, i, element);
                        }
                    }
                }
            }
            Axiom::Exhaustive(n) => {
                if self.remember(Fact::Exhaustive(n)) {
                    let sort = self.graph.sort(n);
                    let order = terms.constructors_by_height(sort);
                    let lits: Vec<Lit> =
                        order.iter().map(|c| self.root_test(terms, n, &Op::Con(*c), sort)).collect();
                    for (i, l) in lits.iter().enumerate() {
                        self.sat.set_phase(l.var(), i == 0);
                    }
                    self.axiom_clause(lits);
                }
            }
            Axiom::RootTest(n, con) => match self.sym_keys[con as usize].clone() {
                SymKey::Op(Op::IsFunctor(f, arity), _) => {
                    self.functor_test(n, f, arity);
                }
                SymKey::Op(op, sort) => {
                    self.root_test(terms, n, &op, sort);
                }
                _ => {}
            },
            Axiom::Product(i, x, y) => self.bound_product(i, x, y),
            Axiom::ArrayEq(a, b) => {
                let l = self.node_equality(a, b);
                self.sat.set_phase(l.var(), true);
            }
        }
    }

    /// The node of an array at an index.
    fn read(&mut self, array: Node, index: Node, element: Sort) -> Node {
        let sym = self.symbol(SymKey::Op(Op::Select, self.graph.sort(array)), Kind::Function);
        self.add_node(sym, element, &[array, index])
    }

    /// The operation of a node's symbol.
    pub(super) fn op(&self, n: Node) -> Option<&Op> {
        match &self.sym_keys[self.graph.sym(n) as usize] {
            SymKey::Op(op, _) => Some(op),
            _ => None,
        }
    }

    /// The pairs of nodes that some literal says are different.
    pub(super) fn false_equalities(&self) -> impl Iterator<Item = (Node, Node)> + '_ {
        self.atoms.iter().enumerate().filter_map(|(v, a)| match a {
            super::Atom::Nodes(About::Equal(a, b), _)
                if self.sat.value(Lit::new(v as u32, true)) == Some(false) =>
            {
                Some((*a, *b))
            }
            _ => None,
        })
    }

    /// The sum of a numeric node.
    pub(super) fn node_lin(&self, n: Node) -> &Lin {
        const ZERO: &Lin = &Lin { terms: Vec::new(), constant: None };
        self.lins.get(n as usize).and_then(|l| l.as_ref()).unwrap_or(ZERO)
    }
}
