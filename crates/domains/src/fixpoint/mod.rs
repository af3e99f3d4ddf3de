//! Fixpoints over any graph, for any lattice.
//!
//! ```
//! use base::Budget;
//! use domains::fixpoint::{Graph, Settings};
//! use domains::{Constraint, Dim, Expr, Names, Numeric, Octagons};
//! // i := 0; while i < 10 { i := i + 1 }
//! let i = Dim::new(0);
//! let mut graph = Graph::new();
//! let (start, head, exit) = (graph.node(), graph.node(), graph.node());
//! graph.start(start, Octagons::top(1));
//! graph.edge(start, head, move |v: &Octagons| v.assign(i, &Expr::constant(0)));
//! graph.edge(head, head, move |v| v.meet_constraint(&Constraint::lt(i, 10)).assign(i, &(Expr::from(i) + 1)));
//! graph.edge(head, exit, move |v| v.meet_constraint(&Constraint::ge(i, 10)));
//! let fixpoint = graph.solve(&Settings::default(), &Budget::unlimited()).unwrap();
//! let names = Names::new(["i"]);
//! assert_eq!(names.constraints(fixpoint.at(head).unwrap()), ["i >= 0", "i <= 10"]);
//! assert_eq!(names.constraints(fixpoint.at(exit).unwrap()), ["i == 10"]);
//! ```
//!
//! *Up*: nodes are computed in a weak topological order ([`WeakOrder`]), each component again until its head is stable, inner ones first
//! (Bourdoncle's recursive strategy). At heads values are joined a few times ([`Settings::delay`]) and then widened.
//!
//! *Down*: what comes out is above what its edges make of it, a *post-fixpoint*; so are narrowings of it, if transfers are
//! monotone. Where a domain forgets something they may not be, so each descending step is checked edge by edge, and one that does
//! not lead to a post-fixpoint is thrown away.
//!
//! *Limits*: each transfer is a step of the budget. If that ends on the way up there is no result. On the way down the last
//! post-fixpoint is one.

mod iterate;
mod order;

pub use order::WeakOrder;

use crate::Lattice;
use base::{Budget, Stop};

/// A node of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(usize);

impl Node {
    /// Nodes are numbered from zero, in the order in which they were made.
    pub fn index(self) -> usize {
        self.0
    }
}

/// What an edge makes of a value.
type Transfer<'a, L> = Box<dyn Fn(&L) -> L + 'a>;

struct Edge<'a, L> {
    from: usize,
    to: usize,
    transfer: Transfer<'a, L>,
}

/// Nodes, edges with what they make of a value, and values to start from.
pub struct Graph<'a, L> {
    nodes: usize,
    edges: Vec<Edge<'a, L>>,
    starts: Vec<(usize, L)>,
}

/// How to look for a fixpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings<T> {
    /// How often a head is joined before it is widened, each time its component is entered.
    pub delay: usize,
    /// What widenings keep where they can.
    pub thresholds: Vec<T>,
    /// The most descending steps.
    pub descents: usize,
}

impl<T> Default for Settings<T> {
    fn default() -> Settings<T> {
        Settings { delay: 2, thresholds: Vec::new(), descents: 3 }
    }
}

/// A post-fixpoint: a value at each node that is above what the start values and all edges make of the others.
#[derive(Clone, Debug)]
pub struct Fixpoint<L> {
    /// By node; `None` where nothing arrives.
    values: Vec<Option<L>>,
    /// How often a transfer was computed.
    pub transfers: usize,
    /// How many descending steps were taken.
    pub descents: usize,
    /// Why descending ended early, if a limit was the reason.
    pub cut: Option<Stop>,
}

impl<L> Fixpoint<L> {
    /// The value at a node; `None` if nothing arrives there.
    pub fn at(&self, node: Node) -> Option<&L> {
        self.values.get(node.0)?.as_ref()
    }

    /// All values, by node.
    pub fn values(&self) -> &[Option<L>] {
        &self.values
    }
}

impl<L> Default for Graph<'_, L> {
    fn default() -> Self {
        Graph { nodes: 0, edges: Vec::new(), starts: Vec::new() }
    }
}

impl<'a, L: Lattice> Graph<'a, L> {
    /// No nodes.
    pub fn new() -> Graph<'a, L> {
        Graph::default()
    }

    /// A new node.
    pub fn node(&mut self) -> Node {
        self.nodes += 1;
        Node(self.nodes - 1)
    }

    /// An edge. The transfer must be sound, and should be monotone.
    pub fn edge(&mut self, from: Node, to: Node, transfer: impl Fn(&L) -> L + 'a) {
        if from.0 < self.nodes && to.0 < self.nodes {
            self.edges.push(Edge { from: from.0, to: to.0, transfer: Box::new(transfer) });
        }
    }

    /// A value that arrives at a node from outside; several are joined.
    pub fn start(&mut self, node: Node, value: L) {
        if node.0 < self.nodes {
            self.starts.push((node.0, value));
        }
    }

    /// The order in which nodes are computed.
    pub fn order(&self) -> WeakOrder {
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); self.nodes];
        for edge in &self.edges {
            successors[edge.from].push(edge.to);
        }
        let starts: Vec<usize> = self.starts.iter().map(|s| s.0).collect();
        WeakOrder::new(&successors, &starts)
    }

    /// A post-fixpoint, or why there is none.
    pub fn solve(&self, settings: &Settings<L::Threshold>, budget: &Budget) -> Result<Fixpoint<L>, Stop> {
        iterate::Iteration::new(self, settings, budget).run()
    }
}
