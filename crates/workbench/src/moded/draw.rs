//! Control flow graphs of procedures: one for each, as figure 4.2 of the thesis draws them.

use super::ModedEngine;
use crate::graph::{FlowEdge, FlowGraph, FlowKind, FlowMark, FlowNode};
use logic::moded::graph::{ArcKind, Node, arcs};
use logic::moded::{Label, ProcId};
use std::collections::BTreeMap;

/// The graphs of the entries.
pub(super) fn graphs(engine: &ModedEngine<'_>) -> Vec<FlowGraph> {
    engine.entries.iter().filter_map(|id| graph(engine, *id)).collect()
}

fn graph(engine: &ModedEngine<'_>, id: ProcId) -> Option<FlowGraph> {
    let procs = &engine.subject.program.procs;
    let name = procs.proc(id)?.shown.clone();
    let arcs = arcs(procs, &[id]);
    let mut nodes: BTreeMap<Node, usize> = BTreeMap::new();
    let mut graph = FlowGraph { name, nodes: Vec::new(), edges: Vec::new() };
    let place = |label: Label| {
        let goal = procs.goal(label)?;
        engine.files.place(goal.at).map(|(_, place)| place.line)
    };
    let mut number = |node: Node, graph: &mut FlowGraph| {
        *nodes.entry(node).or_insert_with(|| {
            let (kind, text, line) = match node {
                Node::Label(label) => {
                    let own = procs.points.get(label as usize).is_some_and(|point| point.proc == id);
                    let of = procs.points.get(label as usize).and_then(|point| procs.proc(point.proc));
                    let text = match of {
                        Some(of) if !own => format!("l{label} of {}", of.shown),
                        _ => format!("l{label}"),
                    };
                    (FlowKind::Block, text, place(label))
                }
                Node::Success => (FlowKind::End, "lS".to_string(), None),
                Node::Failure => (FlowKind::End, "lF".to_string(), None),
            };
            graph.nodes.push(FlowNode { kind, lines: vec![text], line });
            graph.nodes.len() - 1
        })
    };
    for label in procs.labels(id) {
        number(Node::Label(label), &mut graph);
    }
    for arc in arcs {
        let (from, to) = (number(arc.from, &mut graph), number(arc.to, &mut graph));
        let several = matches!(arc.from, Node::Label(label) if is_choice(engine, label));
        let mark = match arc.kind {
            ArcKind::Regular(priority) if several || priority < 0 => Some(FlowMark::Priority(priority)),
            ArcKind::Regular(_) => None,
            ArcKind::ReturnAfterSuccess => Some(FlowMark::ReturnAfterSuccess),
            ArcKind::ReturnAfterFailure => Some(FlowMark::ReturnAfterFailure),
        };
        graph.edges.push(FlowEdge { from, to, outcome: None, mark });
    }
    Some(graph)
}

/// Whether a disjunction stands at a label.
fn is_choice(engine: &ModedEngine<'_>, label: Label) -> bool {
    use logic::moded::GoalKind;
    let goal = engine.subject.program.procs.goal(label);
    goal.is_some_and(|goal| matches!(goal.kind, GoalKind::Disj(_) | GoalKind::Switch(..)))
}
