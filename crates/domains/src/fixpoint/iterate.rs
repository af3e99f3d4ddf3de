//! The way up and the way down.

use super::{Fixpoint, Graph, Settings, WeakOrder};
use crate::Lattice;
use base::{Budget, Stop};

pub(super) struct Iteration<'g, 'a, L: Lattice> {
    graph: &'g Graph<'a, L>,
    settings: &'g Settings<L::Threshold>,
    budget: &'g Budget,
    order: WeakOrder,
    /// The edges into each node.
    into: Vec<Vec<usize>>,
    values: Vec<Option<L>>,
    transfers: usize,
}

/// A component that is being computed.
struct Component {
    head: usize,
    end: usize,
    rounds: usize,
}

impl<'g, 'a, L: Lattice> Iteration<'g, 'a, L> {
    pub fn new(
        graph: &'g Graph<'a, L>,
        settings: &'g Settings<L::Threshold>,
        budget: &'g Budget,
    ) -> Iteration<'g, 'a, L> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes];
        for (i, edge) in graph.edges.iter().enumerate() {
            into[edge.to].push(i);
        }
        let values = vec![None; graph.nodes];
        Iteration { order: graph.order(), graph, settings, budget, into, values, transfers: 0 }
    }

    pub fn run(mut self) -> Result<Fixpoint<L>, Stop> {
        self.ascend()?;
        let mut descents = 0;
        let mut cut = None;
        while descents < self.settings.descents {
            let before = self.values.clone();
            match self.descend() {
                Ok(true) => descents += 1,
                Ok(false) => {
                    self.values = before;
                    break;
                }
                Err(stop) => {
                    self.values = before;
                    cut = Some(stop);
                    break;
                }
            }
        }
        Ok(Fixpoint { values: self.values, transfers: self.transfers, descents, cut })
    }

    /// What arrives at a node now; `None` if nothing does.
    fn arriving(&mut self, node: usize) -> Result<Option<L>, Stop> {
        let starts = self.graph.starts.iter().filter(|(at, _)| *at == node).map(|(_, value)| value.clone());
        let mut sum: Option<L> = starts.reduce(|a, b| a.join(&b)).filter(|v| !v.is_bottom());
        for edge in self.into[node].iter().map(|i| &self.graph.edges[*i]) {
            let Some(value) = &self.values[edge.from] else { continue };
            self.budget.step()?;
            self.transfers += 1;
            let arrives = (edge.transfer)(value);
            if !arrives.is_bottom() {
                sum = Some(match sum {
                    Some(sum) => sum.join(&arrives),
                    None => arrives,
                });
            }
        }
        Ok(sum)
    }

    /// Visits the nodes in order; from the end of a component back to its head, until nothing new reaches the head.
    fn ascend(&mut self) -> Result<(), Stop> {
        let mut open: Vec<Component> = Vec::new();
        let mut place = 0;
        loop {
            if let Some(component) = open.last_mut()
                && component.end == place
            {
                component.rounds += 1;
                let (head, rounds) = (component.head, component.rounds);
                if self.grow(head, rounds)? {
                    place = head + 1;
                } else {
                    open.pop();
                }
                continue;
            }
            let Some(node) = self.order.nodes().get(place).copied() else { return Ok(()) };
            match self.order.end(place) {
                // Come to from outside: a component may have been computed before, in another round of the one around it.
                Some(end) => {
                    self.grow(place, 0)?;
                    open.push(Component { head: place, end, rounds: 0 });
                }
                None => {
                    let value = self.arriving(node)?;
                    self.values[node] = value;
                }
            }
            place += 1;
        }
    }

    /// Lets a head grow by what arrives; `false` if it has that already.
    fn grow(&mut self, place: usize, rounds: usize) -> Result<bool, Stop> {
        let node = self.order.nodes()[place];
        let Some(arrives) = self.arriving(node)? else { return Ok(false) };
        let grown = match &self.values[node] {
            None => arrives,
            Some(old) if arrives.leq(old) => return Ok(false),
            Some(old) if rounds <= self.settings.delay => old.join(&arrives),
            Some(old) => old.widen(&old.join(&arrives), &self.settings.thresholds),
        };
        self.values[node] = Some(grown);
        Ok(true)
    }

    /// One step down; whether it made something smaller and is still a post-fixpoint.
    fn descend(&mut self) -> Result<bool, Stop> {
        let mut smaller = false;
        for place in 0..self.order.nodes().len() {
            let node = self.order.nodes()[place];
            let Some(old) = self.values[node].clone() else { continue };
            let now = match self.arriving(node)? {
                None => None,
                Some(arrives) => Some(old.narrow(&arrives)).filter(|v| !v.is_bottom()),
            };
            smaller |= now.as_ref().is_none_or(|now| !old.leq(now));
            self.values[node] = now;
        }
        if !smaller {
            return Ok(false);
        }
        for node in 0..self.values.len() {
            let arrives = self.arriving(node)?;
            let holds = match (&arrives, &self.values[node]) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(arrives), Some(value)) => arrives.leq(value),
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
