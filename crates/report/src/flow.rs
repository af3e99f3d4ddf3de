//! Control flow graphs drawn as SVG: a row for each breadth-first distance from the entry.
//!
//! Arrows to a lower row bend down; those that go back up, or stay in their row, go round at the right.

use crate::canvas::{Canvas, LINE, Tip, width};
use std::collections::VecDeque;
use workbench::{FlowGraph, FlowKind, FlowNode};

/// Room between rows and between the nodes of a row.
const GAP: f64 = 44.0;

#[derive(Clone, Copy, Default)]
struct Frame {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

fn measure(node: &FlowNode) -> Frame {
    let text = node.lines.iter().map(|l| width(l)).fold(0.0, f64::max);
    let lines = LINE * node.lines.len().max(1) as f64;
    match node.kind {
        // A text of half the height of a diamond may be half as wide as it.
        FlowKind::Decision => Frame { w: text * 1.5 + 50.0, h: lines * 2.4, ..Frame::default() },
        _ => Frame { w: (text + 20.0).max(40.0), h: lines + 6.0, ..Frame::default() },
    }
}

/// For each node the row that it stands in.
fn rows(graph: &FlowGraph) -> Vec<usize> {
    let mut row: Vec<Option<usize>> = vec![None; graph.nodes.len()];
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    for e in &graph.edges {
        if e.from < next.len() && e.to < next.len() {
            next[e.from].push(e.to);
        }
    }
    let mut queue = VecDeque::new();
    for start in 0..graph.nodes.len() {
        if row[start].is_none() {
            row[start] = Some(0);
            queue.push_back(start);
        }
        while let Some(at) = queue.pop_front() {
            let below = row[at].map_or(0, |r| r + 1);
            for to in &next[at] {
                if row[*to].is_none() {
                    row[*to] = Some(below);
                    queue.push_back(*to);
                }
            }
        }
    }
    row.into_iter().map(|r| r.unwrap_or(0)).collect()
}

fn draw(graph: &FlowGraph) -> Canvas {
    let row = rows(graph);
    let mut frames: Vec<Frame> = graph.nodes.iter().map(measure).collect();
    let count = row.iter().max().map_or(0, |r| r + 1);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (i, r) in row.iter().enumerate() {
        members[*r].push(i);
    }
    let wide = |list: &[usize], frames: &[Frame]| {
        list.iter().map(|i| frames[*i].w).sum::<f64>() + GAP * list.len().saturating_sub(1) as f64
    };
    let widest = members.iter().map(|m| wide(m, &frames)).fold(0.0, f64::max);
    let mut y = LINE + 14.0;
    for list in &members {
        let tallest = list.iter().map(|i| frames[*i].h).fold(0.0, f64::max);
        let mut x = (widest - wide(list, &frames)) / 2.0;
        for i in list {
            frames[*i].x = x;
            frames[*i].y = y + (tallest - frames[*i].h) / 2.0;
            x += frames[*i].w + GAP;
        }
        y += tallest + GAP;
    }
    let mut c = Canvas::default();
    c.text(0.0, 0.0, "dim", &graph.name);
    for (node, f) in graph.nodes.iter().zip(&frames) {
        match node.kind {
            FlowKind::Block => c.rect(f.x, f.y, f.w, f.h, "box", 3.0),
            FlowKind::End => c.rect(f.x, f.y, f.w, f.h, "var", f.h / 2.0),
            FlowKind::Decision => c.diamond(f.x, f.y, f.w, f.h, "head"),
        }
        let top = f.y + (f.h - LINE * node.lines.len() as f64) / 2.0;
        for (i, line) in node.lines.iter().enumerate() {
            let x = if node.kind == FlowKind::Block { f.x + 10.0 } else { f.x + (f.w - width(line)) / 2.0 };
            c.text(x, top + LINE * i as f64, "", line);
        }
    }
    let mut lane = widest + 14.0;
    for e in &graph.edges {
        let (Some(from), Some(to)) = (frames.get(e.from), frames.get(e.to)) else { continue };
        let (tx, ty) = (to.x + to.w / 2.0, to.y);
        let below = row[e.to] > row[e.from];
        // A decision lets its true side out a little to the left, its false side to the right.
        let lean = match e.outcome {
            Some(true) => -from.w / 4.0,
            Some(false) => from.w / 4.0,
            None => 0.0,
        };
        let (x, y) = (from.x + from.w / 2.0 + lean, from.y + from.h - lean.abs() * from.h / from.w.max(1.0));
        let label = match (e.outcome, e.mark) {
            (Some(true), _) => "T".to_string(),
            (Some(false), _) => "F".to_string(),
            (None, Some(mark)) => mark.text(),
            (None, None) => String::new(),
        };
        if below {
            let bend = (ty - y).max(20.0) / 2.0;
            let path =
                format!("M{x:.1},{y:.1} C{x:.1},{:.1} {tx:.1},{:.1} {tx:.1},{ty:.1}", y + bend, ty - bend);
            c.arrow(&path, (tx, ty), Tip::Down);
        } else {
            let (low, high) = (from.y + from.h + GAP / 2.5, to.y - GAP / 2.5);
            let path = format!(
                "M{x:.1},{y:.1} C{x:.1},{low:.1} {x:.1},{low:.1} {:.1},{low:.1} L{:.1},{low:.1} Q{lane:.1},{low:.1} {lane:.1},{:.1} L{lane:.1},{:.1} Q{lane:.1},{high:.1} {:.1},{high:.1} L{:.1},{high:.1} Q{tx:.1},{high:.1} {tx:.1},{ty:.1}",
                x + 12.0,
                lane - 10.0,
                low - 10.0,
                high + 10.0,
                lane - 10.0,
                tx + 12.0
            );
            c.arrow(&path, (tx, ty), Tip::Down);
            c.reach(lane, low);
            lane += 12.0;
        }
        if !label.is_empty() {
            let side = if e.outcome == Some(true) { -14.0 } else { 6.0 };
            c.text(x + side, y, "dim", &label);
        }
    }
    c
}

/// Control flow graphs as one SVG file, one below the other.
pub fn flow_svg(graphs: &[FlowGraph]) -> String {
    let mut c = Canvas::default();
    let mut y = 12.0;
    for graph in graphs {
        c.place(&draw(graph), 12.0, y);
        y = c.bottom + 36.0;
    }
    c.svg(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use workbench::FlowEdge;

    #[test]
    fn a_loop_has_its_arrow_back() {
        let node = |kind, text: &str| FlowNode { kind, lines: vec![text.to_string()], line: None };
        let edge = |from, to, outcome| FlowEdge { from, to, outcome, mark: None };
        let graph = FlowGraph {
            name: "main".into(),
            nodes: vec![
                node(FlowKind::Decision, "x < 3"),
                node(FlowKind::Block, "x := x + 1"),
                node(FlowKind::End, "return"),
            ],
            edges: vec![edge(0, 1, Some(true)), edge(0, 2, Some(false)), edge(1, 0, None)],
        };
        assert_eq!(rows(&graph), [0, 1, 1]);
        let svg = flow_svg(&[graph, FlowGraph::default()]);
        assert!(svg.contains("x &lt; 3"), "{svg}");
        assert_eq!(svg.matches("class=\"edge\"").count(), 3);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
