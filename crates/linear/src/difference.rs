//! Difference constraints `x − y ≤ c` as a weighted graph.
//!
//! A potential that satisfies all edges is kept at all times; a new edge repairs it by raising
//! vertices in order of their need, and reports the negative cycle when the repair comes back to
//! where it began (Cotton and Maler, "Fast and flexible difference constraint propagation", 2006).
//! Taking edges back needs no work on the potential: fewer constraints, same solution.
//!
//! ```
//! use linear::Difference;
//! let mut g = Difference::default();
//! let (x, y) = (g.add_vertex(), g.add_vertex());
//! assert!(g.add_edge(x, y, -1, 7).is_ok()); // x − y ≤ −1
//! assert_eq!(g.add_edge(y, x, 0, 8), Err(vec![8, 7]));
//! ```

use crate::Reason;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The vertex that the edge pushes up: `from − to ≤ c` says `to ≥ from − c`.
    to: u32,
    weight: i64,
    reason: Reason,
}

/// A set of difference constraints with a solution. All weights must stay within ±2^40, which the
/// caller checks: sums of them then cannot overflow for any graph that fits in memory.
#[derive(Clone, Default, Debug)]
pub struct Difference {
    out: Vec<Vec<Edge>>,
    value: Vec<i64>,
    trail: Vec<u32>,
    // Scratch space of one repair.
    need: Vec<i64>,
    via: Vec<(u32, Reason)>,
    settled: Vec<bool>,
    touched: Vec<u32>,
    heap: BinaryHeap<(i64, Reverse<u32>)>,
    old: Vec<(u32, i64)>,
}

impl Difference {
    /// A new vertex with value 0.
    pub fn add_vertex(&mut self) -> u32 {
        self.out.push(Vec::new());
        self.value.push(0);
        self.need.push(0);
        self.via.push((0, 0));
        self.settled.push(false);
        self.value.len() as u32 - 1
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.value.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.value.is_empty()
    }

    /// Removes the newest vertices; their edges must have been taken back.
    pub fn truncate(&mut self, n: usize) {
        self.out.truncate(n);
        self.value.truncate(n);
        self.need.truncate(n);
        self.via.truncate(n);
        self.settled.truncate(n);
    }

    /// The value of a vertex in the current solution.
    pub fn value(&self, v: u32) -> i64 {
        self.value[v as usize]
    }

    /// A mark to return to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all edges since a mark.
    pub fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(v) = self.trail.pop() {
                self.out[v as usize].pop();
            }
        }
    }

    /// Adds `x − y ≤ c`. On a contradiction nothing is added and the reasons of the edges of a
    /// negative cycle are returned, the new one first.
    pub fn add_edge(&mut self, x: u32, y: u32, c: i64, reason: Reason) -> Result<(), Vec<Reason>> {
        // y ≥ x − c: the edge leads from x to y.
        let gap = self.value[x as usize] - c - self.value[y as usize];
        if x == y && c < 0 {
            return Err(vec![reason]);
        }
        if gap > 0 && !self.repair(x, y, gap, reason) {
            let mut core = vec![reason];
            let mut at = x;
            while at != y {
                let (from, r) = self.via[at as usize];
                core.push(r);
                at = from;
            }
            self.forget();
            return Err(core);
        }
        self.forget();
        self.out[x as usize].push(Edge { to: y, weight: c, reason });
        self.trail.push(x);
        Ok(())
    }

    /// Raises `start` by `gap` and whatever must follow; false when `goal` itself would have to be
    /// raised, with `via` then leading from `goal` back to `start` and the values as before.
    fn repair(&mut self, goal: u32, start: u32, gap: i64, reason: Reason) -> bool {
        self.need[start as usize] = gap;
        self.via[start as usize] = (goal, reason);
        self.touched.push(start);
        self.heap.push((gap, Reverse(start)));
        while let Some((need, Reverse(v))) = self.heap.pop() {
            if self.settled[v as usize] || need < self.need[v as usize] {
                continue;
            }
            self.settled[v as usize] = true;
            self.old.push((v, self.value[v as usize]));
            self.value[v as usize] += need;
            for i in 0..self.out[v as usize].len() {
                let e = self.out[v as usize][i];
                let need = self.value[v as usize] - e.weight - self.value[e.to as usize];
                if need > 0 && !self.settled[e.to as usize] && need > self.need[e.to as usize] {
                    self.need[e.to as usize] = need;
                    self.via[e.to as usize] = (v, e.reason);
                    self.touched.push(e.to);
                    if e.to == goal {
                        for (v, old) in self.old.drain(..) {
                            self.value[v as usize] = old;
                        }
                        return false;
                    }
                    self.heap.push((need, Reverse(e.to)));
                }
            }
        }
        true
    }

    fn forget(&mut self) {
        self.heap.clear();
        self.old.clear();
        for v in self.touched.drain(..) {
            self.need[v as usize] = 0;
            self.settled[v as usize] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;

    /// Against Bellman and Ford from scratch, with edges taken back in between.
    #[test]
    fn agrees_with_bellman_ford() {
        let mut r = Random::new(3);
        for _ in 0..2_000 {
            let n = 2 + r.below(6) as u32;
            let mut g = Difference::default();
            for _ in 0..n {
                g.add_vertex();
            }
            let mut edges: Vec<(u32, u32, i64)> = Vec::new();
            for _ in 0..30 {
                if r.one_in(5) && !edges.is_empty() {
                    let keep = r.below(edges.len());
                    edges.truncate(keep);
                    g.undo_to(keep);
                    continue;
                }
                let e = (r.below(n as usize) as u32, r.below(n as usize) as u32, r.between(-3, 4));
                let mut all = edges.clone();
                all.push(e);
                let consistent = feasible(n, &all);
                match g.add_edge(e.0, e.1, e.2, edges.len() as u32) {
                    Ok(()) => {
                        assert!(consistent);
                        edges.push(e);
                        for (x, y, c) in &edges {
                            assert!(g.value(*x) - g.value(*y) <= *c);
                        }
                    }
                    Err(core) => {
                        assert!(!consistent);
                        let part: Vec<_> = core.iter().map(|i| all[*i as usize]).collect();
                        assert!(!feasible(n, &part));
                    }
                }
            }
        }
    }

    fn feasible(n: u32, edges: &[(u32, u32, i64)]) -> bool {
        let mut d = vec![0i64; n as usize];
        for _ in 0..=n {
            let mut changed = false;
            for (x, y, c) in edges {
                if d[*x as usize] > d[*y as usize] + c {
                    d[*x as usize] = d[*y as usize] + c;
                    changed = true;
                }
            }
            if !changed {
                return true;
            }
        }
        false
    }
}
