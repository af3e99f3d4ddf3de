//! Data types and trees: no value contains itself, and a root that matters is one of its type's
//! constructors.

use super::{Axiom, Engine};
use crate::egraph::{About, Kind, Node};
use crate::lit::Lit;
use formula::{Sort, Terms};

impl Engine {
    /// A cycle through constructors, explained.
    pub(super) fn cycle(&self) -> Option<Vec<Lit>> {
        let n = self.graph.len();
        // 0 unseen, 1 on the path, 2 finished.
        let mut state = vec![0u8; n];
        for start in 0..n as Node {
            if self.graph.find(start) != start || state[start as usize] != 0 {
                continue;
            }
            if self.graph.constructor(start).is_none_or(|c| self.graph.args(c).is_empty()) {
                continue;
            }
            // Path of (class, its constructor node, next argument).
            let mut path: Vec<(Node, Node, usize)> = Vec::new();
            let mut enter = Some(start);
            loop {
                if let Some(class) = enter.take()
                    && let Some(c) = self.graph.constructor(class)
                {
                    state[class as usize] = 1;
                    path.push((class, c, 0));
                }
                let Some((class, c, i)) = path.last_mut() else { break };
                if *i >= self.graph.args(*c).len() {
                    state[*class as usize] = 2;
                    path.pop();
                    continue;
                }
                let arg = self.graph.args(*c)[*i];
                *i += 1;
                let next = self.graph.find(arg);
                match state[next as usize] {
                    0 if self.graph.constructor(next).is_some() => enter = Some(next),
                    1 => {
                        let mut lits = Vec::new();
                        let from = path.iter().position(|p| p.0 == next).unwrap_or(0);
                        for k in from..path.len() {
                            let (_, c, i) = path[k];
                            let arg = self.graph.args(c)[i - 1];
                            let target = path.get(k + 1).map_or(path[from].1, |p| p.1);
                            self.graph.explain(arg, target, &mut lits);
                        }
                        return Some(lits);
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// Classes whose constructor must be settled: a selector or a root test looks at it, or the sort
    /// has only finitely many values.
    pub(super) fn constructor_splits(&self, terms: &Terms) -> Vec<Axiom> {
        let mut out = Vec::new();
        for n in 0..self.graph.len() as Node {
            if self.graph.find(n) != n || self.graph.constructor(n).is_some() {
                continue;
            }
            let sort = self.graph.sort(n);
            let selectors =
                self.graph.parents(n).iter().filter_map(|p| match self.graph.kind(self.graph.sym(*p)) {
                    Kind::Selector(con, _) => Some((con, self.graph.args(*p)[0])),
                    _ => None,
                });
            if sort == Sort::TREE {
                for (con, arg) in selectors {
                    let tested =
                        self.graph.atoms_of(n).any(|(a, _)| matches!(a, About::Root(_, s) if *s == con));
                    if !tested {
                        out.push(Axiom::RootTest(arg, con));
                    }
                }
                continue;
            }
            if terms.constructor_count(sort) == 0 {
                continue;
            }
            let looked_at =
                selectors.count() > 0 || self.graph.atoms_of(n).any(|(a, _)| matches!(a, About::Root(..)));
            if looked_at || terms.is_finite(sort) {
                out.push(Axiom::Exhaustive(n));
            }
        }
        out
    }
}
