//! Graphs for scripts: nodes and edges, as DOT has them.
//!
//! ```text
//! {"graphs": [{"name": "f", "nodes": [{"id": "n0", "kind": "decision", "label": "x > 3", "line": 1}, …],
//!              "edges": [{"from": "n0", "to": "n1", "label": "T"}, …]}]}
//! ```
//!
//! Of a heap, the nodes are the variables, cells and arrays before (`b0`, …) and after (`a0`, …) a test, with their slots.

use crate::picture::{Kind, Picture, Show, picture};
use crate::text::fault_text;
use serde_json::{Value, json};
use workbench::{FlowGraph, FlowKind, Notation, Outcome, StateTest, Test};

/// All graphs as one text.
fn text(graphs: Vec<Value>) -> String {
    let mut out = format!("{:#}", json!({ "graphs": graphs }));
    out.push('\n');
    out
}

/// Control flow graphs, or trees of paths.
pub fn flow_json(graphs: &[FlowGraph]) -> String {
    let one = |graph: &FlowGraph| {
        let node = |(i, node): (usize, &workbench::FlowNode)| {
            let kind = match node.kind {
                FlowKind::Block => "block",
                FlowKind::Decision => "decision",
                FlowKind::End => "end",
            };
            json!({ "id": format!("n{i}"), "kind": kind, "label": node.lines.join("\n"), "line": node.line })
        };
        let edge = |e: &workbench::FlowEdge| {
            let outcome = e.outcome.map(|yes| if yes { "T" } else { "F" }.to_string());
            let label = outcome.or_else(|| e.mark.map(workbench::FlowMark::text));
            json!({ "from": format!("n{}", e.from), "to": format!("n{}", e.to), "label": label })
        };
        let nodes: Vec<Value> = graph.nodes.iter().enumerate().map(node).collect();
        let edges: Vec<Value> = graph.edges.iter().map(edge).collect();
        json!({ "name": graph.name, "nodes": nodes, "edges": edges })
    };
    text(graphs.iter().map(one).collect())
}

/// The heaps of tests, before and after.
pub fn tests_graph_json(tests: &[Test], notation: &Notation) -> String {
    let one = |test: &Test| {
        let none = StateTest::default();
        let state = test.state().unwrap_or(&none);
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        heap(&picture(&state.input), "before", &mut nodes, &mut edges);
        match &test.outcome {
            Outcome::Ok | Outcome::Fail => heap(&picture(&state.output), "after", &mut nodes, &mut edges),
            Outcome::Error { fault, site } => nodes.push(json!({
                "id": "a0", "part": "after", "kind": "error", "label": fault_text(fault, notation), "line": site.line, "slots": [],
            })),
        }
        json!({ "name": test.name, "entry": test.entry, "nodes": nodes, "edges": edges })
    };
    text(tests.iter().map(one).collect())
}

fn heap(p: &Picture, part: &str, nodes: &mut Vec<Value>, edges: &mut Vec<Value>) {
    let id = |i: usize| format!("{}{i}", part.get(..1).unwrap_or(part));
    for (i, node) in p.nodes.iter().enumerate() {
        let kind = match node.kind {
            Kind::Variable => "variable",
            Kind::Cell => "cell",
            Kind::Array => "array",
        };
        let mut slots = Vec::new();
        for (name, show) in &node.slots {
            match show {
                Show::Text(text) => slots.push(json!({ "name": name, "value": text })),
                Show::Nil => slots.push(json!({ "name": name, "value": null })),
                Show::To(to) => {
                    slots.push(json!({ "name": name, "to": id(*to) }));
                    edges.push(json!({ "from": id(i), "to": id(*to), "label": name }));
                }
            }
        }
        let label = match (&node.kind, node.slots.first()) {
            (Kind::Variable, Some((name, _))) => name,
            _ => &node.title,
        };
        nodes.push(json!({
            "id": id(i), "part": part, "kind": kind, "label": label, "line": null, "slots": slots,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::example;
    use workbench::{Fault, Payload, Site};

    #[test]
    fn a_heap_has_nodes_and_edges() {
        let test = Test {
            name: "t\"1".into(),
            outcome: Outcome::Error { fault: Fault::Thrown("nil dereference".into()), site: Site::at(4, 2) },
            ..Test::new(Payload::State(StateTest { input: example(), ..StateTest::default() }))
        };
        let found: Value = serde_json::from_str(&tests_graph_json(&[test], &Notation::PLAIN)).expect("JSON");
        let graph = &found["graphs"][0];
        assert_eq!(graph["name"], "t\"1");
        let nodes = graph["nodes"].as_array().expect("nodes");
        assert!(
            nodes.iter().any(|n| n["id"] == "b3" && n["kind"] == "cell" && n["slots"][0]["name"] == "head")
        );
        assert!(nodes.iter().any(|n| n["kind"] == "error" && n["line"] == 4), "{found}");
        let edges = graph["edges"].as_array().expect("edges");
        assert!(
            edges.iter().any(|e| e["from"] == "b4" && e["to"] == "b4" && e["label"] == "tail"),
            "{found}"
        );
    }
}
