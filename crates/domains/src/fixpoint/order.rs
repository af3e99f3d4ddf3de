//! Weak topological orders (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993).
//!
//! Nodes come in an order in which every edge leads forward, but for those that lead back to the *head* of a component
//! which encloses their start. Components are nested, and every cycle goes through a head: so widening at heads is enough
//! for iterations to end.
//!
//! Bourdoncle's recursion is written with a list of what is left to do, since a graph may be deeper than the stack:
//! strongly connected components (Tarjan, 1972) in topological order; of each the node that is entered first is the head, and the
//! rest of it is taken apart in the same way without it.
//!
//! ```
//! use domains::fixpoint::WeakOrder;
//! // 0 → 1 → 2 → 1, 2 → 3
//! let order = WeakOrder::new(&[vec![1], vec![2], vec![1, 3], vec![]], &[0]);
//! assert_eq!(order.to_string(), "0 (1 2) 3");
//! ```

use std::fmt;

/// Nodes in a weak topological order; those that cannot be reached are not in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeakOrder {
    nodes: Vec<usize>,
    /// For a head, the place after the last node of its component.
    ends: Vec<Option<usize>>,
}

enum Task {
    /// Nodes to be put in order, and where to start.
    Split { inside: usize, starts: Vec<usize> },
    /// A strongly connected component; its first node is the head.
    Component(Vec<usize>),
    /// The component whose head has this place ends here.
    End(usize),
}

impl WeakOrder {
    /// The order of a graph, given by the successors of each node, from some starts. A successor or start that is no node
    /// is left out.
    pub fn new(successors: &[Vec<usize>], starts: &[usize]) -> WeakOrder {
        let mut order = WeakOrder { nodes: Vec::new(), ends: Vec::new() };
        // Each node belongs to one set of nodes that is still to be put in order; a number tells which.
        let mut set_of = vec![0; successors.len()];
        let mut sets = 1;
        let mut tasks = vec![Task::Split { inside: 0, starts: starts.to_vec() }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::End(head) => order.ends[head] = Some(order.nodes.len()),
                Task::Component(nodes) => {
                    let Some(head) = nodes.first().copied() else { continue };
                    let place = order.nodes.len();
                    order.nodes.push(head);
                    order.ends.push(None);
                    let cyclic = nodes.len() > 1 || successors[head].contains(&head);
                    if !cyclic {
                        continue;
                    }
                    for node in &nodes[1..] {
                        set_of[*node] = sets;
                    }
                    set_of[head] = usize::MAX;
                    tasks.push(Task::End(place));
                    tasks.push(Task::Split { inside: sets, starts: successors[head].clone() });
                    sets += 1;
                }
                Task::Split { inside, starts } => {
                    // They come out last first, which is how a stack wants them.
                    tasks.extend(
                        components(successors, &starts, |n| set_of[n] == inside)
                            .into_iter()
                            .map(Task::Component),
                    );
                }
            }
        }
        order
    }

    /// The nodes in order.
    pub fn nodes(&self) -> &[usize] {
        &self.nodes
    }

    /// If the node at a place is a head, the place after the end of its component.
    pub fn end(&self, place: usize) -> Option<usize> {
        self.ends.get(place).copied().flatten()
    }

    /// The heads of components, in order.
    pub fn heads(&self) -> impl Iterator<Item = usize> + '_ {
        self.nodes.iter().zip(&self.ends).filter(|(_, end)| end.is_some()).map(|(node, _)| *node)
    }
}

impl fmt::Display for WeakOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open: Vec<usize> = Vec::new();
        for (place, node) in self.nodes.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            if let Some(end) = self.ends[place] {
                f.write_str("(")?;
                open.push(end);
            }
            write!(f, "{node}")?;
            while open.last() == Some(&(place + 1)) {
                f.write_str(")")?;
                open.pop();
            }
        }
        Ok(())
    }
}

/// The strongly connected components among the nodes `inside` that can be reached, each after those that it leads to.
/// The first node of each is the one that was reached first.
fn components(
    successors: &[Vec<usize>],
    starts: &[usize],
    inside: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; successors.len()];
    let mut lowest = vec![NEW; successors.len()];
    let mut done = vec![false; successors.len()];
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut count = 0;
    let valid = |n: usize| n < successors.len() && inside(n);
    for start in starts.iter().copied().filter(|n| valid(*n)) {
        if number[start] != NEW {
            continue;
        }
        let mut enter = Some(start);
        // The nodes on the way, and the place of the edge that each of them follows now.
        let mut way: Vec<(usize, usize)> = Vec::new();
        loop {
            if let Some(node) = enter.take() {
                (number[node], lowest[node]) = (count, count);
                count += 1;
                open.push(node);
                way.push((node, 0));
            }
            let Some((node, at)) = way.last_mut() else { break };
            let node = *node;
            if let Some(to) = successors[node].get(*at).copied() {
                if valid(to) && number[to] == NEW {
                    // The edge is looked at again on the way back, when the lowest number of `to` is known.
                    enter = Some(to);
                    continue;
                }
                *at += 1;
                if valid(to) && !done[to] {
                    lowest[node] = lowest[node].min(lowest[to]);
                }
                continue;
            }
            way.pop();
            if lowest[node] == number[node] {
                let mut nodes = Vec::new();
                while let Some(member) = open.pop() {
                    done[member] = true;
                    nodes.push(member);
                    if member == node {
                        break;
                    }
                }
                nodes.reverse();
                found.push(nodes);
            }
        }
    }
    found
}
