//! Names of nodes and of what is known of them.
//!
//! A node is called by the variable that leads to its first cell, and by where it ends: `head..x` are the cells from `head` up to
//! that of `x`, and `x` those from `x` to the end of its list.

use crate::heap::{Shape, State, Target};
use crate::unit::{Unit, What};
use domains::Numeric;

/// The names of the nodes of a shape.
#[derive(Clone, Debug)]
pub struct NodeNames {
    /// Where each node begins.
    starts: Vec<String>,
    names: Vec<String>,
}

impl NodeNames {
    /// The names of the nodes of a shape.
    pub fn new(unit: &Unit<'_>, shape: &Shape) -> NodeNames {
        let mut starts: Vec<Option<String>> = vec![None; shape.nodes()];
        for slot in &unit.slots.all {
            if let What::Link(at, _) = slot.what
                && let Some(Target::Node(node)) = shape.vars.get(at)
            {
                starts[*node].get_or_insert_with(|| slot.name.clone());
            }
        }
        // Those that no variable leads to are called by their distance from one.
        for _ in 0..shape.nodes() {
            for (from, to) in shape.next.iter().enumerate() {
                if let (Target::Node(to), Some(name)) = (to, starts[from].clone()) {
                    starts[*to].get_or_insert_with(|| format!("{name}'"));
                }
            }
        }
        let starts: Vec<String> =
            starts.into_iter().map(|name| name.unwrap_or_else(|| "?".to_string())).collect();
        let name = |node: usize| match shape.next[node] {
            Target::Node(next) => format!("{}..{}", starts[node], starts[next]),
            _ => starts[node].clone(),
        };
        NodeNames { names: (0..shape.nodes()).map(name).collect(), starts }
    }

    /// The name of a node.
    pub fn name(&self, node: usize) -> &str {
        self.names.get(node).map_or("?", String::as_str)
    }

    /// The name of where a node begins.
    pub fn start(&self, node: usize) -> &str {
        self.starts.get(node).map_or("?", String::as_str)
    }

    /// The name of a field.
    pub fn field_name<N: Numeric>(
        &self,
        unit: &Unit<'_>,
        state: &State<N>,
        node: usize,
        field: usize,
    ) -> String {
        NodeNames::field(unit, state, node, field).unwrap_or_default()
    }

    fn field<N: Numeric>(unit: &Unit<'_>, state: &State<N>, node: usize, field: usize) -> Option<String> {
        let cell = unit.slots.cell(*state.shape.kind.get(node)?)?;
        Some(cell.data.get(field)?.name.clone())
    }

    /// The data of an element.
    pub fn element<N: Numeric>(
        &self,
        unit: &Unit<'_>,
        state: &State<N>,
        node: usize,
        field: usize,
        position: &str,
    ) -> String {
        let name = NodeNames::field(unit, state, node, field).unwrap_or_default();
        format!("{}[{position}].{name}", self.name(node))
    }

    /// The names of the dimensions of a state.
    pub fn dims<N: Numeric>(&self, unit: &Unit<'_>, state: &State<N>) -> Vec<String> {
        let layout = state.words.layout();
        let mut names = vec![String::new(); layout.dims()];
        for slot in &unit.slots.all {
            if let What::Number(dim, _) | What::Truth(dim) = slot.what {
                names[dim].clone_from(&slot.name);
            }
        }
        for node in 0..layout.words {
            names[layout.len(node).index()] = format!("len({})", self.name(node));
            for field in 0..layout.fields {
                let called = NodeNames::field(unit, state, node, field).unwrap_or_default();
                names[layout.head(node, field).index()] = format!("{}.{called}", self.start(node));
                if let Some(sum) = layout.sum(node, field) {
                    names[sum.index()] = match layout.fields {
                        1 => format!("sum({})", self.name(node)),
                        _ => format!("sum({}.{called})", self.name(node)),
                    };
                }
            }
        }
        names
    }

    /// The names of the multisets of a state.
    pub fn bags<N: Numeric>(&self, unit: &Unit<'_>, state: &State<N>) -> Vec<String> {
        let layout = state.words.layout();
        let mut names = vec![String::new(); state.bags.as_ref().map_or(0, crate::Bags::dims)];
        for slot in &unit.slots.all {
            if let What::Number(dim, _) | What::Truth(dim) = slot.what {
                names[dim] = format!("{{{}}}", slot.name);
            }
        }
        for field in 0..layout.fields {
            for (at, list) in unit.entry_values.lists.iter().enumerate() {
                let kind = unit.slot(0, list.var).and_then(|slot| match unit.slots.all[slot].what {
                    What::Link(_, kind) => unit.slots.cell(kind),
                    _ => None,
                });
                let data = kind.filter(|cell| cell.data.len() > 1).and_then(|cell| cell.data.get(field));
                let of = data.map_or(String::new(), |data| format!(".{}", data.name));
                names[state.entry_bag(at, field)] = format!("multiset(\\old({}){of})", list.name);
            }
            for node in 0..layout.words {
                let called = NodeNames::field(unit, state, node, field).unwrap_or_default();
                let several = unit.slots.cell(state.shape.kind[node]).is_some_and(|cell| cell.data.len() > 1);
                let of = if several { format!(".{called}") } else { String::new() };
                names[state.node_bag(node, field)] = format!("multiset({}{of})", self.name(node));
                names[state.head_bag(node, field)] = format!("{{{}.{called}}}", self.start(node));
            }
        }
        names
    }

    /// One line for each variable and each node.
    pub fn drawing(&self, unit: &Unit<'_>, shape: &Shape) -> Vec<String> {
        let mut lines = Vec::new();
        let target = |target: Target| match target {
            Target::Nil => "nil".to_string(),
            Target::Freed => "freed".to_string(),
            Target::Unset => "?".to_string(),
            Target::Node(node) => format!("[{}]", self.name(node)),
        };
        for slot in &unit.slots.all {
            if let What::Link(at, _) = slot.what
                && let Some(to) = shape.vars.get(at)
                && *to != Target::Unset
            {
                let (path, _) = shape.path(*to);
                let mut way: Vec<String> =
                    path.iter().map(|node| format!("[{}]", self.name(*node))).collect();
                let end = path.last().map_or(*to, |last| shape.next[*last]);
                way.push(target(end));
                lines.push(format!("{} -> {}", slot.name, way.join(" -> ")));
            }
        }
        lines
    }
}
