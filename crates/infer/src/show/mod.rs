//! Heaps and formulas as people read them.

mod names;

pub use names::NodeNames;

use crate::Analysis;
use crate::heap::State;
use domains::{Constraint, Names, Numeric};

impl<N: Numeric> Analysis<'_, N> {
    /// The formula of a state, one line for each part of it.
    pub fn formula(&self, state: &State<N>) -> Vec<String> {
        let layout = state.words.layout();
        let nodes = NodeNames::new(&self.unit, &state.shape);
        let mut names = nodes.dims(&self.unit, state);
        let mut lines = Vec::new();
        let base = Names::new(names.clone());
        let trivial = |constraint: &Constraint| {
            (0..layout.words).any(|word| *constraint == Constraint::ge(layout.len(word), 1))
        };
        for constraint in state.words.base().constraints().iter().filter(|c| !trivial(c)) {
            lines.push(base.constraint(constraint));
        }
        for ((pattern, words), fact) in state.words.facts() {
            let Some(pattern) = state.words.patterns().get(*pattern) else { continue };
            names.truncate(layout.dims());
            for (at, slot) in pattern.at.iter().enumerate() {
                let y = format!("y{}", at + 1);
                let word = words.get(*slot).copied().unwrap_or(0);
                names.push(y.clone());
                names.extend(
                    (0..layout.fields).map(|field| nodes.element(&self.unit, state, word, field, &y)),
                );
            }
            let names = Names::new(names.clone());
            let of: Vec<&str> = words.iter().map(|word| nodes.name(*word)).collect();
            let said: Vec<String> = fact.iter().map(|constraint| names.constraint(constraint)).collect();
            lines.push(format!("{} of {}: {}", pattern.name, of.join(", "), said.join(" && ")));
        }
        if let Some(bags) = &state.bags {
            let names = nodes.bags(&self.unit, state);
            for equation in bags.equations() {
                let side = |negative: bool| {
                    let terms: Vec<String> = equation
                        .iter()
                        .filter(|(_, factor)| factor.is_negative() == negative)
                        .map(|(dim, factor)| {
                            let name = names.get(*dim).map_or("?", String::as_str);
                            if factor.abs().is_one() {
                                name.to_string()
                            } else {
                                format!("{} * {name}", factor.abs())
                            }
                        })
                        .collect();
                    if terms.is_empty() { "{}".to_string() } else { terms.join(" + ") }
                };
                lines.push(format!("{} == {}", side(false), side(true)));
            }
        }
        lines
    }

    /// The shape of a state, one line for each variable and node.
    pub fn drawing(&self, state: &State<N>) -> Vec<String> {
        NodeNames::new(&self.unit, &state.shape).drawing(&self.unit, &state.shape)
    }
}
