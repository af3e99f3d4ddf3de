//! The paths of a predicate as a tree, for drawing: each node is a decision, named by the clauses that fit or by the
//! outcome of a test; the last one has the goal and how it ends.

use super::LogicEngine;
use super::hunt::{Paths, hunt_entries};
use crate::graph::{FlowEdge, FlowGraph, FlowKind, FlowNode};
use criteria::logic::LogicCriterion;
use guided::Ending;
use std::collections::BTreeMap;

/// The trees of all entries, and the limit that ended the work.
pub(super) fn trees(engine: &LogicEngine<'_>) -> (Vec<FlowGraph>, Option<String>) {
    let (mut graphs, mut limit) = (Vec::new(), None);
    for entry in &engine.entries {
        let (program, criteria) = (&engine.subject.program, [LogicCriterion::Sequence]);
        let paths = hunt_entries(engine, program, std::slice::from_ref(entry), &criteria, &mut |_| {});
        graphs.push(tree(program.indicator(entry.pred), &paths));
        let more = || paths.more.then(|| "there are more paths than --limit allows".to_string());
        limit = limit.or_else(|| paths.limit.map(|stop| stop.to_string())).or_else(more);
    }
    (graphs, limit)
}

/// The paths of an entry, joined at their common beginnings.
fn tree(name: String, paths: &Paths) -> FlowGraph {
    let root = FlowNode { kind: FlowKind::Block, lines: vec![name.clone()], line: None };
    let mut nodes = vec![root];
    // Children by their label, and in their order.
    let mut children: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new()];
    let mut order: Vec<Vec<usize>> = vec![Vec::new()];
    for found in &paths.found {
        let mut at = 0;
        for label in found.case.path.split('.') {
            at = match children[at].get(label) {
                Some(next) => *next,
                None => {
                    let next = nodes.len();
                    nodes.push(FlowNode {
                        kind: FlowKind::Block,
                        lines: vec![label.to_string()],
                        line: None,
                    });
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
        nodes[at].kind = FlowKind::End;
        nodes[at].lines.push(format!("?- {}.", found.case.goal));
        nodes[at].lines.push(ending);
    }
    // Nodes are numbered as one goes through the tree.
    let mut graph = FlowGraph { name, nodes: Vec::new(), edges: Vec::new() };
    let mut open: Vec<(usize, Option<usize>)> = vec![(0, None)];
    while let Some((at, from)) = open.pop() {
        let number = graph.nodes.len();
        graph.nodes.push(nodes[at].clone());
        graph.edges.extend(from.map(|from| FlowEdge { from, to: number, outcome: None, mark: None }));
        open.extend(order[at].iter().rev().map(|next| (*next, Some(number))));
    }
    graph
}
