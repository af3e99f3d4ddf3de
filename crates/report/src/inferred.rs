//! Invariants: the heaps at each loop and exit with what holds of them, as text, JSON, DOT, SVG and a page.

use crate::canvas::{Canvas, escape};
use crate::dot::snapshot_dot;
use crate::page::head;
use crate::svg::draw;
use serde_json::{Value, json};
use std::fmt::Write;
use workbench::{Datum, End, HeapObject, Inferred, InferredPoint, InferredProc, Picture, Snapshot};

/// What a loop or an exit is called.
fn place(point: &InferredPoint) -> &'static str {
    if point.is_loop { "loop" } else { "exit" }
}

/// Where something leads, for people.
fn end(picture: &Picture, end: End) -> String {
    match end {
        End::Nil => "nil".to_string(),
        End::Freed => "freed".to_string(),
        End::Unset => "?".to_string(),
        End::Node(node) => node_text(picture, node),
    }
}

fn node_text(picture: &Picture, node: usize) -> String {
    match picture.nodes.get(node) {
        Some(node) if node.single => format!("({})", node.name),
        Some(node) => format!("[{}]", node.name),
        None => "?".to_string(),
    }
}

/// The shape of a heap in one line for each list: `x, y -> [x..z] -> (z) -> nil`.
fn shape(picture: &Picture) -> Vec<String> {
    let mut lines: Vec<(End, Vec<&str>)> = Vec::new();
    for (name, to) in &picture.vars {
        match lines.iter_mut().find(|(known, _)| known == to) {
            Some((_, names)) => names.push(name),
            None => lines.push((*to, vec![name])),
        }
    }
    let way = |from: End| {
        let mut seen = Vec::new();
        let mut at = from;
        let mut parts = Vec::new();
        loop {
            parts.push(end(picture, at));
            let End::Node(node) = at else { break };
            if seen.contains(&node) {
                break;
            }
            seen.push(node);
            at = picture.nodes.get(node).map_or(End::Unset, |node| node.next);
        }
        parts.join(" -> ")
    };
    lines.into_iter().map(|(to, names)| format!("{} -> {}", names.join(", "), way(to))).collect()
}

/// Invariants for people.
pub fn inferred_text(inferred: &Inferred) -> String {
    let mut out = String::new();
    for proc in &inferred.procs {
        proc_text(proc, &mut out);
    }
    out
}

fn proc_text(proc: &InferredProc, out: &mut String) {
    let _ = writeln!(out, "{}", proc.name);
    for (line, why) in &proc.lost {
        let _ = writeln!(out, "  not followed from line {line} on: {why}");
    }
    for point in &proc.points {
        let _ = writeln!(out, "  line {}, {}", point.line, place(point));
        if let Some((line, why)) = &point.lost {
            let _ = writeln!(out, "    anything (line {line}: {why})");
            continue;
        }
        if point.heaps.is_empty() {
            let _ = writeln!(out, "    no run comes here");
        }
        for (number, picture) in point.heaps.iter().enumerate() {
            if number > 0 {
                let _ = writeln!(out, "    or");
            }
            for line in shape(picture) {
                let _ = writeln!(out, "      {line}");
            }
            for line in &picture.words {
                let _ = writeln!(out, "        {line}");
            }
            formula_text(&picture.formula, out);
        }
    }
    if let Some(line) = proc.unseen {
        let _ = writeln!(out, "  errors of what is done in line {line} are not looked for");
    } else if proc.errors.is_empty() && proc.lost.is_empty() {
        let _ = writeln!(out, "  no run ends in an error, leaks aside");
    }
    for error in &proc.errors {
        let _ = writeln!(
            out,
            "  line {}, column {}: a run may end here: {}",
            error.line, error.column, error.message
        );
    }
    for what in &proc.assumed {
        let _ = writeln!(out, "  assumed: {what}");
    }
    let _ = writeln!(out, "  cells kept apart that only a link leads to (--k): {}", proc.k);
    out.push('\n');
}

/// No line of a formula is longer, unless one fact is.
const WIDTH: usize = 100;

/// A conjunction, in as many lines as it takes.
fn formula_text(facts: &[String], out: &mut String) {
    const MARGIN: &str = "        ";
    let mut line = String::new();
    for fact in facts {
        if !line.is_empty() && MARGIN.len() + line.chars().count() + fact.chars().count() + 7 > WIDTH {
            let _ = writeln!(out, "{MARGIN}{line} &&");
            line.clear();
        }
        if !line.is_empty() {
            line.push_str(" && ");
        }
        line.push_str(fact);
    }
    let _ = writeln!(out, "{MARGIN}{}", if line.is_empty() { "true" } else { &line });
}

/// Invariants for scripts.
pub fn inferred_json(inferred: &Inferred) -> String {
    let mut points = Vec::new();
    let mut errors = Vec::new();
    let mut lost = Vec::new();
    for proc in &inferred.procs {
        for point in &proc.points {
            let heaps: Vec<Value> = point.heaps.iter().map(heap_json).collect();
            let mut value = json!({
                "entry": proc.name, "line": point.line, "kind": place(point), "heaps": heaps,
                "reached": point.lost.is_some() || !point.heaps.is_empty(),
            });
            if let Some((line, why)) = &point.lost {
                value["unknown"] = json!({ "line": line, "why": why });
            }
            points.push(value);
        }
        for error in &proc.errors {
            errors.push(json!({
                "entry": proc.name, "line": error.line, "column": error.column, "message": error.message,
            }));
        }
        for (line, why) in &proc.lost {
            lost.push(json!({ "entry": proc.name, "line": line, "why": why }));
        }
    }
    let procs: Vec<Value> = inferred
        .procs
        .iter()
        .map(|proc| json!({ "entry": proc.name, "k": proc.k, "assumed": proc.assumed }))
        .collect();
    let all = json!({ "points": points, "errors": errors, "not_followed": lost, "procedures": procs });
    format!("{all:#}\n")
}

fn heap_json(picture: &Picture) -> Value {
    let to = |to: End| match to {
        End::Nil => Value::Null,
        End::Node(node) => json!({ "node": node }),
        End::Freed => json!("freed"),
        End::Unset => json!("unknown"),
    };
    let nodes: Vec<Value> = picture
        .nodes
        .iter()
        .map(|node| json!({ "name": node.name, "cells": if node.single { "1" } else { "1.." }, "next": to(node.next) }))
        .collect();
    let vars: serde_json::Map<String, Value> =
        picture.vars.iter().map(|(name, target)| (name.clone(), to(*target))).collect();
    let formula = picture.formula.join(" && ");
    json!({
        "graph": { "vars": vars, "nodes": nodes },
        "formula": if formula.is_empty() { "true".to_string() } else { formula },
        "parts": picture.formula,
        "words": picture.words,
    })
}

/// A heap as what pictures of heaps are made of.
fn snapshot(picture: &Picture) -> Snapshot {
    let datum = |to: End| match to {
        End::Nil => Datum::Nil,
        End::Node(node) => {
            Datum::Ref(picture.nodes.get(node).map_or_else(String::new, |node| node.name.clone()))
        }
        End::Freed | End::Unset => Datum::Nothing,
    };
    let cell = |node: &workbench::Node| {
        let ty = if node.single { "one cell" } else { "cells" }.to_string();
        (node.name.clone(), HeapObject::Cell { ty, fields: vec![("next".to_string(), datum(node.next))] })
    };
    Snapshot {
        env: picture.vars.iter().map(|(name, to)| (name.clone(), datum(*to))).collect(),
        heap: picture.nodes.iter().map(cell).collect(),
        ..Snapshot::default()
    }
}

fn title(proc: &InferredProc, point: &InferredPoint) -> String {
    format!("{}, line {}, {}", proc.name, point.line, place(point))
}

/// Invariants as DOT, one graph a heap.
pub fn inferred_dot(inferred: &Inferred) -> String {
    let mut out = String::new();
    for proc in &inferred.procs {
        for point in &proc.points {
            for picture in &point.heaps {
                let formula = picture.formula.join("\n");
                out.push_str(&snapshot_dot(
                    &format!("{}\n{formula}", title(proc, point)),
                    &snapshot(picture),
                ));
            }
        }
    }
    out
}

fn drawn(picture: &Picture) -> Canvas {
    let mut canvas = draw(&snapshot(picture));
    let mut y = canvas.bottom + 10.0;
    for line in picture.words.iter().chain(&picture.formula) {
        canvas.text(0.0, y, "", line);
        y += crate::canvas::LINE;
    }
    canvas
}

/// Invariants as one SVG file.
pub fn inferred_svg(inferred: &Inferred) -> String {
    let mut canvas = Canvas::default();
    let mut y = 0.0;
    for proc in &inferred.procs {
        for point in &proc.points {
            canvas.text(12.0, y + 6.0, "dim", &title(proc, point));
            y += 30.0;
            for picture in &point.heaps {
                canvas.place(&drawn(picture), 12.0, y + 6.0);
                y = canvas.bottom + 24.0;
            }
        }
    }
    canvas.svg(true)
}

/// Invariants as one page: the source, and the heaps at each loop and exit.
pub fn inferred_html(inferred: &Inferred, name: &str, text: &str) -> String {
    let mut out = head("Invariants", "invariants", name);
    for proc in &inferred.procs {
        let _ = writeln!(out, "<h2><code>{}</code></h2>", escape(&proc.name));
        for what in &proc.assumed {
            let _ = writeln!(out, "<p class=\"soft\">assumed: {}</p>", escape(what));
        }
        for (line, why) in &proc.lost {
            let _ = writeln!(out, "<p class=\"wrong\">not followed from line {line} on: {}</p>", escape(why));
        }
        for error in &proc.errors {
            let (line, message) = (error.line, escape(&error.message));
            let _ = writeln!(out, "<p class=\"wrong\">line {line}: a run may end here: {message}</p>");
        }
        for point in &proc.points {
            let _ = writeln!(out, "<h3>line {}, {}</h3>", point.line, place(point));
            if let Some(line) = text.lines().nth(point.line.saturating_sub(1)) {
                let _ = writeln!(out, "<pre>{}</pre>", escape(line));
            }
            if point.heaps.is_empty() && point.lost.is_none() {
                out.push_str("<p class=\"soft\">no run comes here</p>\n");
            }
            for picture in &point.heaps {
                let _ = writeln!(out, "<div class=\"card\">{}", draw(&snapshot(picture)).svg(false));
                for line in &picture.words {
                    let _ = writeln!(out, "<p>{}</p>", escape(line));
                }
                let parts: Vec<String> = picture.formula.iter().map(|part| escape(part)).collect();
                let _ = writeln!(out, "<pre>{}</pre></div>", parts.join("\n"));
            }
        }
    }
    let _ = write!(out, "<h2>Source</h2>\n<pre>");
    for (at, line) in text.lines().enumerate() {
        let _ = writeln!(out, "{:>4}  {}", at + 1, escape(line));
    }
    out.push_str("</pre>\n</body>\n</html>\n");
    out
}
