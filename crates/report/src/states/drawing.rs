//! States as drawings: variables at the left, pictures at the right, and an arrow from each to the pictures that its value
//! refers to. One row for each step, as in the paper's figures.

use super::heading;
use crate::canvas::{Canvas, LINE, Tip, width};
use crate::dot::quoted;
use std::fmt::Write;
use workbench::{StateStep, TracedPath};

/// Room between the two columns, and between boxes.
const GAP: f64 = 90.0;
const ROOM: f64 = 8.0;

/// One state.
pub(crate) fn draw(s: &StateStep) -> Canvas {
    let mut canvas = Canvas::default();
    let text = |name: &str, value: &str| format!("{name}: {value}");
    let left: Vec<String> = s.state.iter().map(|b| text(&b.name, &b.value)).collect();
    let right: Vec<String> = s.pictures.iter().map(|b| text(&b.name, &b.value)).collect();
    let wide = |list: &[String]| list.iter().map(|t| width(t)).fold(40.0, f64::max) + 20.0;
    let (w, x) = (wide(&left), wide(&left) + GAP);
    let high = LINE + ROOM;
    for (row, shown) in left.iter().enumerate() {
        let y = row as f64 * (high + ROOM);
        canvas.rect(0.0, y, w, high, "box", 6.0);
        canvas.text(10.0, y + ROOM / 2.0, "name", shown);
    }
    let place = |name: &str| s.pictures.iter().position(|p| p.name == name);
    let picture_width = wide(&right);
    for (row, shown) in right.iter().enumerate() {
        let y = row as f64 * (high + ROOM);
        canvas.rect(x, y, picture_width, high, "box", 0.0);
        canvas.text(x + 10.0, y + ROOM / 2.0, "name", shown);
    }
    for (row, bound) in s.state.iter().enumerate() {
        let from = row as f64 * (high + ROOM) + high / 2.0;
        for to in bound.refers.iter().filter_map(|name| place(name)) {
            let y = to as f64 * (high + ROOM) + high / 2.0;
            let path =
                format!("M{w:.1} {from:.1} C{:.1} {from:.1} {:.1} {y:.1} {x:.1} {y:.1}", w + 40.0, x - 40.0);
            canvas.arrow(&path, (x, y), Tip::Right);
        }
    }
    // Pictures refer to earlier ones: these arrows go round at the right.
    let edge = x + picture_width;
    for (row, bound) in s.pictures.iter().enumerate() {
        let from = row as f64 * (high + ROOM) + high / 2.0 - 3.0;
        for (n, to) in bound.refers.iter().filter_map(|name| place(name)).enumerate() {
            let y = to as f64 * (high + ROOM) + high / 2.0 + 3.0;
            let out = edge + 24.0 + 10.0 * n as f64;
            let path = format!("M{edge:.1} {from:.1} C{out:.1} {from:.1} {out:.1} {y:.1} {edge:.1} {y:.1}");
            canvas.arrow(&path, (edge, y), Tip::Left);
            canvas.reach(out, y);
        }
    }
    canvas
}

fn chosen(p: &TracedPath, at: Option<usize>) -> impl Iterator<Item = (usize, &StateStep)> {
    // The state at a line is the one before its step.
    p.states.iter().enumerate().filter_map(move |(n, s)| match at {
        None => Some((n, s)),
        Some(line) if s.line == line => p.states.get(n.checked_sub(1)?).map(|before| (n, before)),
        Some(_) => None,
    })
}

/// The states of all paths as one SVG, one below the other.
pub fn states_svg(paths: &[TracedPath], at: Option<usize>) -> String {
    let mut canvas = Canvas::default();
    let mut y = 0.0;
    for p in paths {
        canvas.text(0.0, y, "title", &format!("path {}", p.path));
        y += LINE + ROOM;
        for (n, s) in chosen(p, at) {
            let title = match at {
                Some(line) => format!("at line {line}"),
                None => heading(&p.states[n]),
            };
            canvas.text(10.0, y, "soft", &title);
            y += LINE;
            canvas.text(10.0, y, "soft", &format!("PC: {}", super::condition(s)));
            y += LINE + ROOM;
            let state = draw(s);
            canvas.place(&state, 20.0, y);
            y += state.bottom + 3.0 * ROOM;
        }
        y += LINE;
    }
    canvas.svg(true)
}

/// The same as DOT: a cluster for each state.
pub fn states_dot(paths: &[TracedPath], at: Option<usize>) -> String {
    let mut out =
        String::from("digraph states {\n  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n");
    for (number, p) in paths.iter().enumerate() {
        for (n, s) in chosen(p, at) {
            let title = match at {
                Some(line) => format!("path {}, at line {line}", p.path),
                None => format!("path {}, {}", p.path, heading(&p.states[n])),
            };
            let _ = writeln!(out, "  subgraph cluster_{number}_{n} {{\n    label=\"{}\";", quoted(&title));
            let id = |name: &str| format!("s{number}_{n}_{}", quoted(name));
            for (list, style) in [(&s.state, ", style=rounded"), (&s.pictures, "")] {
                for b in list {
                    let label = quoted(&format!("{}: {}", b.name, b.value));
                    let _ = writeln!(out, "    \"{}\" [label=\"{label}\"{style}];", id(&b.name));
                }
            }
            for b in s.state.iter().chain(&s.pictures) {
                for to in &b.refers {
                    let _ = writeln!(out, "    \"{}\" -> \"{}\";", id(&b.name), id(to));
                }
            }
            out.push_str("  }\n");
        }
    }
    out.push_str("}\n");
    out
}
