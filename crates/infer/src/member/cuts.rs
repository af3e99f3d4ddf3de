//! All ways to put cells into the nodes of a shape.

use super::cells::{Cells, Id, Leads};
use crate::heap::{Shape, State, Target};
use std::collections::BTreeSet;

/// The search: where nodes start, and the cells that they have got.
struct Search<'s, 'a> {
    cells: &'s Cells<'a>,
    shape: &'s Shape,
    starts: Vec<Option<Id>>,
    nodes: Vec<Vec<Id>>,
    taken: BTreeSet<Id>,
}

/// Finds cells for all nodes that pass a test. `left` is how many may be tested.
///
/// # Errors
///
/// What does not fit, whatever the cells are.
pub fn find<N>(
    cells: &Cells<'_>,
    state: &State<N>,
    left: &mut usize,
    test: &mut dyn FnMut(&[Vec<Id>]) -> bool,
) -> Result<bool, String> {
    let shape = &state.shape;
    let count = shape.nodes();
    let mut search = Search {
        cells,
        shape,
        starts: vec![None; count],
        nodes: vec![Vec::new(); count],
        taken: BTreeSet::new(),
    };
    for (var, target) in shape.vars.iter().enumerate() {
        // A variable of a call that is over has any value.
        let Some(Some(leads)) = cells.vars.get(var) else { continue };
        if !search.starts_at(*target, *leads) {
            return Err(format!("reference {var} leads to {leads:?}, not to {target:?}"));
        }
    }
    Ok(search.go(left, test))
}

impl Search<'_, '_> {
    /// A reference leads where the shape says; the node that it leads to starts there.
    fn starts_at(&mut self, target: Target, leads: Leads) -> bool {
        match (target, leads) {
            (Target::Unset, _) | (Target::Nil, Leads::Nil) | (Target::Freed, Leads::Freed) => true,
            (Target::Node(node), Leads::To(id)) => {
                let taken =
                    self.starts.iter().enumerate().any(|(other, start)| other != node && *start == Some(id));
                match self.starts.get_mut(node) {
                    Some(Some(start)) => *start == id,
                    Some(start) if !taken => {
                        *start = Some(id);
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Gives cells to the nodes that have none, one node after the other.
    fn go(&mut self, left: &mut usize, test: &mut dyn FnMut(&[Vec<Id>]) -> bool) -> bool {
        if *left == 0 {
            return false;
        }
        let open =
            (0..self.nodes.len()).find(|node| self.nodes[*node].is_empty() && self.starts[*node].is_some());
        let Some(node) = open else {
            // A node that nothing leads to has no meaning; there is none in a settled shape.
            *left -= 1;
            return self.nodes.iter().all(|cells| !cells.is_empty())
                && self.only_ways_in()
                && test(&self.nodes);
        };
        let mut at = self.starts[node];
        let mut mine: Vec<Id> = Vec::new();
        let mut found = false;
        while let Some(id) = at {
            let inner_start = !mine.is_empty() && self.starts.contains(&Some(id));
            let Some(cell) = self.cells.get(id).filter(|cell| cell.kind == self.shape.kind[node]) else {
                break;
            };
            if inner_start || self.taken.contains(&id) {
                break;
            }
            mine.push(id);
            self.taken.insert(id);
            // The node ends here, or has more cells.
            let before = self.starts.clone();
            if self.starts_at(self.shape.next[node], cell.next) {
                self.nodes[node].clone_from(&mine);
                found = self.go(left, test);
                self.nodes[node].clear();
            }
            self.starts = before;
            if found {
                break;
            }
            at = match cell.next {
                Leads::To(next) => Some(next),
                _ => None,
            };
        }
        for id in mine {
            self.taken.remove(&id);
        }
        found
    }

    /// Whether cells other than the first of a node are reached by the link of the previous cell only.
    fn only_ways_in(&self) -> bool {
        let inner: BTreeSet<Id> = self.nodes.iter().flat_map(|cells| cells.iter().skip(1)).copied().collect();
        let starts = self.starts.iter().flatten().all(|start| !inner.contains(start));
        // A link that is not known may lead anywhere.
        starts
            && self.nodes.iter().zip(&self.shape.next).all(|(cells, next)| {
                let last = cells.last().and_then(|last| self.cells.get(*last)).map(|cell| cell.next);
                match last {
                    Some(Leads::To(id)) => *next == Target::Unset || !inner.contains(&id),
                    _ => true,
                }
            })
    }
}
