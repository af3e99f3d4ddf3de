//! The shape of a heap: list segments and how they hang together.
//!
//! ```text
//! x ──▶ n0 ──▶ n2 ──▶ nil        n0: the cells from x on, up to where y comes in
//! y ──▶ n1 ──▶ n2
//! ```
//!
//! A node stands for one or more cells in a row. Variables, and the links of other nodes, lead to its first cell only; the others have
//! one link to them and nothing else. A node is *simple* if no variable leads to it and one link does: it could be one with the node
//! before it.

use base::Int;
use imperative::StructId;

/// Where a variable or a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Unknown: it was never written, or is not read any more.
    Unset,
    /// Nowhere.
    Nil,
    /// To a cell that was freed.
    Freed,
    /// To the first cell of a node.
    Node(usize),
}

/// Nodes, links between them, and variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Where each variable leads.
    pub vars: Vec<Target>,
    /// Where the link of the last cell of each node leads.
    pub next: Vec<Target>,
    /// What the cells of each node are.
    pub kind: Vec<StructId>,
    /// The node that holds what the cells of this one held at the entry, one by one.
    pub before: Vec<Option<usize>>,
    /// The values of flags ([`crate::unit::Unit::flags`]), where they were last looked at.
    pub flags: Vec<Option<Int>>,
}

impl Shape {
    /// No nodes.
    pub fn new(vars: usize) -> Shape {
        Shape {
            vars: vec![Target::Unset; vars],
            next: Vec::new(),
            kind: Vec::new(),
            before: Vec::new(),
            flags: Vec::new(),
        }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.next.len()
    }

    /// A new node.
    pub fn add(&mut self, kind: StructId, next: Target) -> usize {
        self.next.push(next);
        self.kind.push(kind);
        self.before.push(None);
        self.nodes() - 1
    }

    /// The nodes from a target on, and how they end.
    pub fn path(&self, from: Target) -> (Vec<usize>, Ending) {
        let mut found = Vec::new();
        let mut at = from;
        loop {
            match at {
                Target::Nil => return (found, Ending::Nil),
                Target::Unset | Target::Freed => return (found, Ending::Broken),
                Target::Node(node) if found.contains(&node) => return (found, Ending::Cycle),
                Target::Node(node) => {
                    found.push(node);
                    at = self.next.get(node).copied().unwrap_or(Target::Unset);
                }
            }
        }
    }

    /// The nodes that some variable leads to, in the order in which they are reached.
    fn reached(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes()];
        for var in &self.vars {
            let mut at = *var;
            while let Target::Node(node) = at
                && !seen[node]
            {
                seen[node] = true;
                order.push(node);
                at = self.next[node];
            }
        }
        order
    }

    /// For each node the one whose link leads to it, if that is the only way in.
    fn only_way(&self) -> Vec<Option<usize>> {
        let mut ways: Vec<Vec<usize>> = vec![Vec::new(); self.nodes()];
        for (from, to) in self.next.iter().enumerate() {
            if let Target::Node(to) = to {
                ways[*to].push(from);
            }
        }
        let pointed = |node: usize| self.vars.contains(&Target::Node(node));
        ways.iter()
            .enumerate()
            .map(|(node, from)| match from.as_slice() {
                [one] if *one != node && !pointed(node) => Some(*one),
                _ => None,
            })
            .collect()
    }

    /// What becomes of the nodes where at most `k` simple ones may stay: each list of nodes becomes one, in this order. Those that
    /// nothing leads to are missing.
    pub(super) fn settled(&self, k: Option<usize>) -> (Vec<Vec<usize>>, Shape) {
        let order = self.reached();
        let mut shape = self.clone();
        for (node, before) in shape.before.iter_mut().enumerate() {
            if !order.contains(&node) {
                *before = None;
            }
        }
        let mut into: Vec<Option<usize>> = vec![None; self.nodes()];
        if let Some(k) = k {
            let alive = |node: &usize| order.contains(node);
            let mut only = self.only_way();
            for (node, way) in only.iter_mut().enumerate() {
                // A link from an unreachable cell does not count, and the node is not reached by it either.
                if way.is_some_and(|from| !alive(&from)) || !alive(&node) {
                    *way = None;
                }
            }
            let first = shape.joinable(&only);
            if first.iter().filter(|way| way.is_some()).count() > k {
                into = shape.unpartnered(&first);
            }
        }
        let mut groups = Vec::new();
        for node in &order {
            if into[*node].is_none() {
                let mut group = vec![*node];
                while let Some(last) = group.last()
                    && let Target::Node(next) = self.next[*last]
                    && into[next] == Some(*last)
                {
                    group.push(next);
                }
                groups.push(group);
            }
        }
        let place = |node: usize| groups.iter().position(|group| group[0] == node);
        let moved = |target: Target| match target {
            Target::Node(node) => place(node).map_or(Target::Unset, Target::Node),
            other => other,
        };
        let new = Shape {
            vars: self.vars.iter().map(|target| moved(*target)).collect(),
            next: groups
                .iter()
                .map(|group| moved(group.last().map_or(Target::Unset, |node| self.next[*node])))
                .collect(),
            kind: groups.iter().map(|group| self.kind[group[0]]).collect(),
            before: groups.iter().map(|group| shape.before[group[0]].and_then(place)).collect(),
            flags: self.flags.clone(),
        };
        (groups, new)
    }

    /// The nodes that may become one with the one before them, with that one. What the entry held of a node and what it holds now
    /// are cut at the same places.
    fn joinable(&self, only: &[Option<usize>]) -> Vec<Option<usize>> {
        let of = |frozen: usize| self.before.iter().position(|before| *before == Some(frozen));
        only.iter()
            .enumerate()
            .map(|(node, way)| {
                let from = (*way)?;
                match (of(node), of(from)) {
                    (None, None) => Some(from),
                    (Some(now), Some(now_from)) => (only[now] == Some(now_from)).then_some(from),
                    _ => None,
                }
            })
            .collect()
    }

    /// Joins nodes; those whose old cells are not in a row as well lose their connection to them.
    fn unpartnered(&mut self, first: &[Option<usize>]) -> Vec<Option<usize>> {
        loop {
            let mut lost = false;
            for (node, way) in first.iter().enumerate() {
                let Some(from) = *way else { continue };
                let fits = match (self.before[node], self.before[from]) {
                    (None, None) => true,
                    (Some(frozen), Some(frozen_from)) => first[frozen] == Some(frozen_from),
                    _ => false,
                };
                if !fits {
                    lost |= self.before[node].is_some() || self.before[from].is_some();
                    self.before[node] = None;
                    self.before[from] = None;
                }
            }
            if !lost {
                return first.to_vec();
            }
        }
    }
}

/// How the nodes from a target on end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// In nil: it is a list.
    Nil,
    /// They come back to one of them.
    Cycle,
    /// In what was freed, or never written.
    Broken,
}
