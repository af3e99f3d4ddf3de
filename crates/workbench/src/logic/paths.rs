//! The paths of a predicate as a tree, for drawing.

use super::entries::LogicEntry;
use super::generate::LogicOptions;
use super::hunt::hunt;
use base::Budget;
use concolic::Ending;
use criteria::logic::LogicCriterion;
use logic::Program;
use source::Files;
use std::collections::BTreeMap;

/// A node of the tree: what was decided so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The label of the decision that leads here.
    pub label: String,
    /// Where the path ends here: its goal and how it ends.
    pub end: Option<(String, String)>,
    /// What may come next.
    pub next: Vec<Derivation>,
}

/// The paths of an entry, joined at their common beginnings.
pub fn derivations(
    files: &Files,
    program: &Program,
    entry: &LogicEntry,
    options: &LogicOptions,
    budget: &Budget,
) -> Derivation {
    let entries = [entry.clone()];
    let hunted = hunt(files, program, &entries, options, &[LogicCriterion::Sequence], budget, &mut |_| {});
    let root = Derivation { label: program.indicator(entry.pred), ..Derivation::default() };
    let mut tree = vec![root];
    // Children by their label, beside the nodes.
    let mut children: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new()];
    let mut order: Vec<Vec<usize>> = vec![Vec::new()];
    for found in &hunted.found {
        let mut at = 0;
        for label in found.case.path.split('.') {
            at = match children[at].get(label) {
                Some(next) => *next,
                None => {
                    let next = tree.len();
                    tree.push(Derivation { label: label.to_string(), ..Derivation::default() });
                    children.push(BTreeMap::new());
                    order.push(Vec::new());
                    children[at].insert(label.to_string(), next);
                    order[at].push(next);
                    next
                }
            };
        }
        let ending = match &found.case.ending {
            Ending::Ok if found.case.solutions.len() == 1 => "1 solution".to_string(),
            Ending::Ok => format!("{} solutions", found.case.solutions.len()),
            Ending::Fail => "fails".to_string(),
            Ending::Error { ball, .. } => format!("throws {ball}"),
        };
        tree[at].end = Some((found.case.goal.clone(), ending));
    }
    // Children have larger numbers, so they are whole before their parent takes them.
    for at in (0..tree.len()).rev() {
        let below: Vec<Derivation> = order[at].iter().map(|i| std::mem::take(&mut tree[*i])).collect();
        tree[at].next = below;
    }
    tree.swap_remove(0)
}
