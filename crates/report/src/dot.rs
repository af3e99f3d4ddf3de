//! Graphs as DOT text, for Graphviz.
//!
//! Cells are records with a port a field, arrays are records that lie down, variables are plain text with an
//! arrow, nil is a slash. Before and after of a test are two clusters of one graph. The control flow graph
//! has boxes and diamonds.

use crate::picture::{Kind, Picture, Show, picture};
use crate::text::fault_text;
use std::fmt::Write;
use workbench::{FlowGraph, FlowKind, Notation, Outcome, Snapshot, StateTest, Test};

/// Text within double quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Text within a field of a record, where more characters have a meaning.
fn field(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' | '{' | '}' | '|' | '<' | '>' | ' ' => out.extend(['\\', c]),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The nodes and edges of a heap; the prefix keeps those of two heaps apart.
fn heap(p: &Picture, prefix: &str, out: &mut String) {
    for (i, node) in p.nodes.iter().enumerate() {
        let slot = |(at, (name, show)): (usize, &(String, Show))| {
            let value = match show {
                Show::Text(text) => field(text),
                Show::Nil => "/".to_string(),
                Show::To(_) => "•".to_string(),
            };
            format!("{{{}|<p{at}> {value}}}", field(name))
        };
        let slots: Vec<String> = node.slots.iter().enumerate().map(slot).collect();
        let label = match node.kind {
            Kind::Variable => slots.join("|"),
            _ if slots.is_empty() => format!("<t> {}\\ (empty)", field(&node.title)),
            _ => format!("<t> {}|{}", field(&node.title), slots.join("|")),
        };
        // With the ranks from left to right, fields of a record stand one below the other.
        let style = if node.kind == Kind::Variable { ", style=rounded" } else { "" };
        let _ = writeln!(out, "    {prefix}{i} [label=\"{label}\"{style}];");
    }
    for (i, node) in p.nodes.iter().enumerate() {
        for (at, (_, show)) in node.slots.iter().enumerate() {
            if let Show::To(to) = show {
                let _ = writeln!(out, "    {prefix}{i}:p{at}:e -> {prefix}{to}:t;");
            }
        }
    }
}

const HEAD: &str = "  rankdir=LR;\n  node [shape=record, fontname=monospace];\n";

/// A heap as DOT.
pub fn snapshot_dot(name: &str, s: &Snapshot) -> String {
    let mut out = format!("digraph \"{}\" {{\n{HEAD}", quoted(name));
    heap(&picture(s), "n", &mut out);
    out.push_str("}\n");
    out
}

/// A test as DOT: the heap before, and beside it the heap after or the error.
pub fn test_dot(test: &Test, notation: &Notation) -> String {
    let none = StateTest::default();
    let state = test.state().unwrap_or(&none);
    let mut out = format!("digraph \"{}\" {{\n{HEAD}", quoted(&test.name));
    out.push_str("  subgraph cluster_before {\n    label=\"before\";\n");
    heap(&picture(&state.input), "b", &mut out);
    out.push_str("  }\n  subgraph cluster_after {\n    label=\"after\";\n");
    match &test.outcome {
        Outcome::Ok | Outcome::Fail => heap(&picture(&state.output), "a", &mut out),
        Outcome::Error { fault, site } => {
            let message = fault_text(fault, notation);
            let text = quoted(&format!("{message}\n{site}"));
            let _ = writeln!(out, "    a0 [shape=octagon, label=\"{text}\"];");
        }
    }
    out.push_str("  }\n}\n");
    out
}

/// Control flow graphs as DOT, a cluster each.
pub fn flow_dot(graphs: &[FlowGraph]) -> String {
    let mut out = String::from("digraph cfg {\n  node [fontname=monospace];\n");
    for (g, graph) in graphs.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{g} {{\n    label=\"{}\";", quoted(&graph.name));
        for (i, node) in graph.nodes.iter().enumerate() {
            let shape = match node.kind {
                FlowKind::Block => "box",
                FlowKind::Decision => "diamond",
                FlowKind::End => "oval",
            };
            // `\l` ends a line that starts at the left.
            let lines: Vec<String> = node.lines.iter().map(|l| quoted(l)).collect();
            let text = match node.kind {
                FlowKind::Block => lines.join("\\l") + "\\l",
                _ => lines.join("\\n"),
            };
            let _ = writeln!(out, "    g{g}n{i} [shape={shape}, label=\"{text}\"];");
        }
        for e in &graph.edges {
            let label = match (e.outcome, e.mark) {
                (Some(true), _) => " [label=\"T\"]".to_string(),
                (Some(false), _) => " [label=\"F\"]".to_string(),
                (None, Some(mark)) if mark.is_return() => {
                    format!(" [label=\"{}\", style=dashed]", mark.text())
                }
                (None, Some(mark)) => format!(" [label=\"{}\"]", mark.text()),
                (None, None) => String::new(),
            };
            let _ = writeln!(out, "    g{g}n{} -> g{g}n{}{label};", e.from, e.to);
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::example;
    use workbench::{Fault, Payload, Site};

    #[test]
    fn a_heap_has_records_and_arrows() {
        let dot = snapshot_dot("a \"name\"", &example());
        assert!(dot.starts_with("digraph \"a \\\"name\\\"\" {\n"), "{dot}");
        assert!(dot.contains("n3 [label=\"<t> a1:\\ cons|{head|<p0> 1}|{tail|<p1> •}\"];"), "{dot}");
        assert!(dot.contains("n4:p1:e -> n4:t;"), "{dot}");
        assert!(dot.contains("n2 [label=\"{n|<p0> /}\", style=rounded];"), "{dot}");
        assert!(dot.ends_with("}\n"));
    }

    #[test]
    fn an_error_stands_in_place_of_the_heap_after() {
        let test = Test {
            name: "t1".into(),
            outcome: Outcome::Error { fault: Fault::Thrown("nil \"x\"".into()), site: Site::at(1, 2) },
            ..Test::new(Payload::State(StateTest { input: example(), ..StateTest::default() }))
        };
        let dot = test_dot(&test, &Notation::PLAIN);
        assert!(dot.contains("a0 [shape=octagon, label=\"nil \\\"x\\\"\\nline 1, column 2\"];"), "{dot}");
    }

    #[test]
    fn characters_with_a_meaning_are_escaped() {
        assert_eq!(field("a|b{c}<d>\\"), "a\\|b\\{c\\}\\<d\\>\\\\");
        assert_eq!(quoted("a\nb\u{1}"), "a\\nb\u{fffd}");
    }
}
