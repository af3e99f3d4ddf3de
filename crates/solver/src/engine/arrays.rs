//! Arrays and maps: read over write, extensionality and constant arrays, each axiom added when the
//! search has an assignment that it would change (Stump, Barrett, Dill and Levitt, LICS 2001; the
//! default of an array after de Moura and Bjørner, FMCAD 2009).

use super::{Axiom, Engine, Fact, SymKey};
use crate::egraph::Node;
use formula::{Op, SortKind, Terms};

impl Engine {
    pub(super) fn array_axioms(&self, terms: &Terms) -> Vec<Axiom> {
        let (mut stores, mut reads, mut constants) = (Vec::new(), Vec::new(), Vec::new());
        for n in 0..self.graph.len() as Node {
            match self.op(n) {
                Some(Op::Store) => stores.push(n),
                Some(Op::Select) => reads.push(n),
                Some(Op::ConstArray) => constants.push(n),
                _ => {}
            }
        }
        let mut out = Vec::new();
        let mut taken = rustc_hash::FxHashSet::default();
        if stores.is_empty() && reads.is_empty() && constants.is_empty() && self.node_eqs.is_empty() {
            // No array is looked into and none is compared.
            return out;
        }
        for (a, b) in self.false_equalities() {
            let array = matches!(terms.sort_kind(self.graph.sort(a)), SortKind::Array(..));
            if array && !self.done.contains(&Fact::Extension(a, b)) {
                out.push(Axiom::Extension(a, b));
            }
        }
        for n in 0..self.graph.len() as Node {
            if self.graph.find(n) == n
                && let SortKind::Array(i, _) = terms.sort_kind(self.graph.sort(n))
                && terms.is_finite(*i)
                && !self.graph.members(n).any(|m| self.done.contains(&Fact::Complete(m)))
            {
                out.push(Axiom::Complete(n));
            }
        }
        for s in &stores {
            let (a, i) = (self.graph.args(*s)[0], self.graph.args(*s)[1]);
            for r in &reads {
                let (b, j) = (self.graph.args(*r)[0], self.graph.args(*r)[1]);
                if taken.contains(&(*s, self.graph.find(j))) {
                    continue;
                }
                if !(self.graph.same(b, *s) || self.graph.same(b, a)) || self.graph.same(i, j) {
                    continue;
                }
                // An axiom for an equal index says the same here and now.
                if self.reads_agree(a, *s, j)
                    || self.graph.members(j).any(|m| self.done.contains(&Fact::Read(*s, m)))
                {
                    continue;
                }
                out.push(Axiom::Read(*s, j));
                taken.insert((*s, self.graph.find(j)));
            }
        }
        for k in &constants {
            let value = self.graph.args(*k)[0];
            for r in &reads {
                let (b, j) = (self.graph.args(*r)[0], self.graph.args(*r)[1]);
                if self.graph.same(b, *k)
                    && !self.graph.same(*r, value)
                    && !self.graph.members(j).any(|m| self.done.contains(&Fact::Constant(*k, m)))
                {
                    out.push(Axiom::Constant(*k, j));
                }
            }
        }
        if !constants.is_empty() {
            for n in stores.iter().chain(&constants) {
                let infinite = match terms.sort_kind(self.graph.sort(*n)) {
                    SortKind::Array(i, _) => terms.is_infinite(*i),
                    _ => false,
                };
                if infinite && !self.done.contains(&Fact::Default(*n)) {
                    out.push(Axiom::Default(*n));
                }
            }
        }
        out
    }

    /// Whether two arrays have nodes at an index, in one class.
    fn reads_agree(&self, a: Node, b: Node, index: Node) -> bool {
        let Some(sym) = self.symbols.get(&SymKey::Op(Op::Select, self.graph.sort(a))) else { return false };
        match (self.graph.lookup(*sym, &[a, index]), self.graph.lookup(*sym, &[b, index])) {
            (Some(x), Some(y)) => self.graph.same(x, y),
            _ => false,
        }
    }
}
