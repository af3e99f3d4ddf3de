//! Heaps and formulas as people read them.
//!
//! * [`Picture`]: a state as plain data: where variables and nodes lead, and what holds.
//! * [`names`]: what nodes, their data, lengths and sums are called.
//! * [`said`]: formulas, the shortest first: `sorted(x)` for what takes three universal formulas.

mod names;
mod said;

pub use names::NodeNames;

use crate::Analysis;
use crate::heap::{State, Target};
use crate::unit::What;
use domains::Numeric;

/// A state as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The variables that lead somewhere.
    pub vars: Vec<(String, End)>,
    /// The nodes: their names, whether they have one cell only, and where they end.
    pub nodes: Vec<Node>,
    /// What holds, part by part, as formulas.
    pub formula: Vec<String>,
    /// The same in words, for those parts that words say better.
    pub words: Vec<String>,
}

/// A node of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is called.
    pub name: String,
    /// Whether it has one cell only.
    pub single: bool,
    /// Where the link of its last cell leads.
    pub next: End,
}

/// Where a variable or a link leads, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nowhere.
    Nil,
    /// To a node, by its number.
    Node(usize),
    /// To what was freed.
    Freed,
    /// Unknown.
    Unset,
}

impl From<Target> for End {
    fn from(target: Target) -> End {
        match target {
            Target::Nil => End::Nil,
            Target::Node(node) => End::Node(node),
            Target::Freed => End::Freed,
            Target::Unset => End::Unset,
        }
    }
}

impl<N: Numeric> Analysis<'_, N> {
    /// A state as plain data.
    pub fn picture(&self, state: &State<N>) -> Picture {
        let names = NodeNames::new(&self.unit, &state.shape);
        let mut vars = Vec::new();
        for slot in &self.unit.slots.all {
            if let What::Link(at, _) = slot.what
                && let Some(to) = state.shape.vars.get(at)
                && *to != Target::Unset
            {
                vars.push((slot.name.clone(), End::from(*to)));
            }
        }
        let node = |node: usize| Node {
            name: names.name(node).to_string(),
            single: state.is_single(node),
            next: End::from(state.shape.next[node]),
        };
        let nodes = (0..state.shape.nodes()).map(node).collect();
        let said::Said { formula, words } = self.said(state, &names);
        Picture { vars, nodes, formula, words }
    }

    /// The shape of a state, one line for each variable.
    pub fn drawing(&self, state: &State<N>) -> Vec<String> {
        NodeNames::new(&self.unit, &state.shape).drawing(&self.unit, &state.shape)
    }
}
