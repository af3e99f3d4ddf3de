//! Which classes have one value, and where two applications of a function would disagree.
//!
//! Numbers get their value from arithmetic, constructors from their arguments, every other class is
//! a value of its own. If two applications of one function have arguments of equal value but results
//! of different value, or two terms that must differ have one value, then some pair of numbers is
//! equal only by accident of the arithmetic model: their equality is proposed to the search. Nothing
//! is proposed that no constraint asks for.

use super::{Engine, Found};
use crate::egraph::{Kind, Node};
use ::linear::Delta;
use formula::Sort;
use rustc_hash::FxHashMap;

/// The value number of each class, by its representative.
pub(super) struct Ids {
    of: Vec<u32>,
}

impl Ids {
    pub(super) fn get(&self, root: Node) -> u32 {
        self.of[root as usize]
    }
}

const OPEN: u32 = u32::MAX;

impl Engine {
    /// Numbers the values of all classes.
    pub(super) fn value_ids(&self) -> Ids {
        let n = self.graph.len();
        let mut ids = Ids { of: vec![OPEN; n] };
        let mut next = 0u32;
        let mut numbers: FxHashMap<(Sort, Delta), u32> = FxHashMap::default();
        let mut built: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut stack: Vec<(Node, bool)> = Vec::new();
        for start in 0..n as Node {
            let root = self.graph.find(start);
            if ids.of[root as usize] != OPEN {
                continue;
            }
            stack.push((root, false));
            while let Some((root, ready)) = stack.pop() {
                if ids.of[root as usize] != OPEN {
                    continue;
                }
                let sort = self.graph.sort(root);
                let mut fresh = || {
                    next += 1;
                    next - 1
                };
                if sort == Sort::INT || sort == Sort::REAL {
                    let value = self.arith.value_of(self.node_lin(root));
                    ids.of[root as usize] = *numbers.entry((sort, value)).or_insert_with(fresh);
                    continue;
                }
                let Some(c) = self.graph.constructor(root) else {
                    ids.of[root as usize] = fresh();
                    continue;
                };
                if !ready {
                    stack.push((root, true));
                    for a in self.graph.args(c) {
                        stack.push((self.graph.find(*a), false));
                    }
                    continue;
                }
                let mut key = vec![self.graph.sym(c)];
                key.extend(self.graph.args(c).iter().map(|a| ids.of[self.graph.find(*a) as usize]));
                ids.of[root as usize] = *built.entry(key).or_insert_with(fresh);
            }
        }
        ids
    }

    fn id(&self, ids: &Ids, n: Node) -> u32 {
        ids.get(self.graph.find(n))
    }

    /// An equality to try, if something depends on it.
    pub(super) fn propose(&mut self, ids: &Ids) -> Option<Found> {
        let mut seen: FxHashMap<Vec<u32>, Node> = FxHashMap::default();
        let mut clash: Option<(Node, Node)> = None;
        for n in 0..self.graph.len() as Node {
            // Classes of references and the like have one value each: congruence has done its work.
            let numbers_inside = |a: &Node| {
                let sort = self.graph.sort(*a);
                sort == Sort::INT || sort == Sort::REAL || self.graph.constructor(*a).is_some()
            };
            if !self.graph.args(n).iter().any(numbers_inside)
                || self.graph.kind(self.graph.sym(n)) == Kind::Constructor
            {
                continue;
            }
            let mut key = vec![self.graph.sym(n)];
            key.extend(self.graph.args(n).iter().map(|a| self.id(ids, *a)));
            match seen.get(&key) {
                Some(m) if self.id(ids, *m) != self.id(ids, n) => {
                    clash = Some((*m, n));
                    break;
                }
                Some(_) => {}
                None => {
                    seen.insert(key, n);
                }
            }
        }
        let mut pairs: Vec<(Node, Node)> = match clash {
            Some((m, n)) => {
                self.graph.args(m).iter().copied().zip(self.graph.args(n).iter().copied()).collect()
            }
            None => {
                let equal = self.false_equalities().find(|(a, b)| self.id(ids, *a) == self.id(ids, *b));
                vec![equal?]
            }
        };
        // Down to a pair of numbers that are equal by accident.
        while let Some((a, b)) = pairs.pop() {
            if self.graph.same(a, b) {
                continue;
            }
            let sort = self.graph.sort(a);
            if sort == Sort::INT || sort == Sort::REAL {
                let l = self.passing_equality(a, b);
                match self.sat.value(l) {
                    None => return Some(Found::Decide(l)),
                    Some(true) => return Some(Found::Merge(a, b, l)),
                    Some(false) => continue,
                }
            }
            if let (Some(c), Some(d)) = (self.graph.constructor(a), self.graph.constructor(b)) {
                pairs.extend(self.graph.args(c).iter().copied().zip(self.graph.args(d).iter().copied()));
            }
        }
        None
    }
}
