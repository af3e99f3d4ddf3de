//! Heaps drawn as SVG, without any program installed.
//!
//! Variables stand at the left. Each cell stands in the column of its breadth-first distance from them, in the
//! row of the box from which it was reached first, or below what already stands there. So a list reads as a row
//! and a tree grows to the right and down. Arrows to the next column are drawn straight across; those to cells
//! that stand further left (sharing, cycles) go round below their target, those within a column stay at its right.

use crate::canvas::{Canvas, LINE, Tip, width};
use crate::picture::{Kind, Node, Picture, Show, picture, picture_after};
use crate::text::fault_text;
use workbench::{Notation, Outcome, Snapshot, StateTest, Test};

/// Room between columns; arrows live there.
const GAP: f64 = 56.0;
/// Room between boxes in a column.
const BELOW: f64 = 28.0;
/// Room around text in a box.
const PAD: f64 = 8.0;
/// The least width of what holds a value.
const VALUE: f64 = 28.0;

/// A box with its place and its measures.
#[derive(Clone, Default)]
struct Frame {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
    /// Width of the names in a cell or a variable.
    names: f64,
    /// Height of the title.
    head: f64,
    /// Left edges of the elements of an array, and the right edge of the last.
    columns: Vec<f64>,
}

fn text_of(show: &Show) -> &str {
    match show {
        Show::Text(text) => text,
        Show::Nil | Show::To(_) => "",
    }
}

fn measure(node: &Node) -> Frame {
    let value = |show: &Show| (width(text_of(show)) + 2.0 * PAD).max(VALUE);
    let head = if node.title.is_empty() { 0.0 } else { LINE };
    let title = if node.title.is_empty() { 0.0 } else { width(&node.title) + 2.0 * PAD };
    if node.kind == Kind::Array {
        // The numbers of the elements stand above them.
        let mut columns = vec![0.0];
        let mut at = 0.0;
        for (name, show) in &node.slots {
            at += value(show).max(width(name) + PAD);
            columns.push(at);
        }
        let w = at.max(title).max(VALUE);
        return Frame { w, h: head + 2.0 * LINE, head, columns, ..Frame::default() };
    }
    let names = node.slots.iter().map(|(n, _)| width(n)).fold(0.0, f64::max) + 2.0 * PAD;
    let values = node.slots.iter().map(|(_, s)| value(s)).fold(VALUE, f64::max);
    let w = (names + values).max(title);
    Frame { w, h: head + LINE * node.slots.len().max(1) as f64, names, head, ..Frame::default() }
}

/// Gives every box its place.
fn layout(p: &Picture) -> Vec<Frame> {
    let mut frames: Vec<Frame> = p.nodes.iter().map(measure).collect();
    let levels = p.nodes.iter().map(|n| n.level).max().map_or(0, |l| l + 1);
    let mut widest = vec![0.0f64; levels];
    for (node, frame) in p.nodes.iter().zip(&frames) {
        widest[node.level] = widest[node.level].max(frame.w);
    }
    let mut left = vec![0.0f64; levels];
    for i in 1..levels {
        left[i] = left[i - 1] + widest[i - 1] + if widest[i - 1] > 0.0 { GAP } else { 0.0 };
    }
    let mut free = vec![0.0f64; levels];
    for root in &p.roots {
        // A variable stands beside what it leads to, where it is the first to do so.
        let level = p.nodes[*root].level;
        let beside = p.nodes[*root].children.first().and_then(|_| free.get(level + 1)).copied();
        let mut waiting = vec![(*root, beside.unwrap_or(0.0))];
        while let Some((at, wish)) = waiting.pop() {
            let node = &p.nodes[at];
            let y = wish.max(free[node.level]);
            let frame = &mut frames[at];
            frame.y = y;
            // Variables end where their cells begin.
            frame.x = left[node.level] + if node.level == 0 { widest[0] - frame.w } else { 0.0 };
            // Nothing passes between variables.
            free[node.level] = y + frame.h + if node.level == 0 { BELOW / 2.0 } else { BELOW };
            waiting.extend(node.children.iter().rev().map(|c| (*c, y)));
        }
    }
    frames
}

fn draw_node(c: &mut Canvas, node: &Node, f: &Frame) {
    let class = if node.kind == Kind::Variable { "var" } else { "box" };
    let round = if node.kind == Kind::Variable { 8.0 } else { 3.0 };
    let fresh = if node.fresh { " fresh" } else { "" };
    let class = format!("{class}{fresh}");
    let is_changed = |slot: usize| node.changed.get(slot) == Some(&true);
    if node.kind == Kind::Array {
        c.rect(f.x, f.y + f.head + LINE, f.w, LINE, &class, round);
        if f.head > 0.0 {
            c.text(f.x + PAD, f.y, "dim", &node.title);
        }
        for (i, (name, show)) in node.slots.iter().enumerate() {
            let (from, to) = (f.x + f.columns[i], f.x + f.columns[i + 1]);
            let y = f.y + f.head;
            if is_changed(i) {
                c.rect(from, y + LINE, to - from, LINE, "changed", 0.0);
            }
            c.text((from + to - width(name)) / 2.0, y, "dim", name);
            c.text((from + to - width(text_of(show))) / 2.0, y + LINE, "", text_of(show));
            if *show == Show::Nil {
                c.nil(from, y + LINE, to - from);
            }
            if i > 0 {
                c.line((from, y + LINE), (from, y + 2.0 * LINE));
            }
        }
        return;
    }
    c.rect(f.x, f.y, f.w, f.h, &class, round);
    if f.head > 0.0 {
        c.rect(f.x, f.y, f.w, f.head, &format!("head{fresh}"), round);
        c.text(f.x + PAD, f.y, "dim", &node.title);
    }
    for (i, (name, show)) in node.slots.iter().enumerate() {
        let y = f.y + f.head + LINE * i as f64;
        if is_changed(i) {
            c.rect(f.x + f.names, y, f.w - f.names, LINE, "changed", 0.0);
        }
        c.text(f.x + PAD, y, "", name);
        c.text(f.x + f.names + PAD, y, "", text_of(show));
        c.line((f.x + f.names, y), (f.x + f.names, y + LINE));
        if i > 0 {
            c.line((f.x, y), (f.x + f.w, y));
        }
        if *show == Show::Nil {
            c.nil(f.x + f.names, y, f.w - f.names);
        }
    }
}

/// Where the arrow of a slot starts.
fn port(node: &Node, f: &Frame, slot: usize) -> (f64, f64) {
    if node.kind == Kind::Array {
        return (f.x + (f.columns[slot] + f.columns[slot + 1]) / 2.0, f.y + f.head + LINE * 1.5);
    }
    (f.x + (f.names + f.w) / 2.0, f.y + f.head + LINE * (slot as f64 + 0.5))
}

pub(crate) fn draw(s: &Snapshot) -> Canvas {
    draw_boxes(&picture(s))
}

fn draw_boxes(p: &Picture) -> Canvas {
    let frames = layout(p);
    let mut c = Canvas::default();
    if p.nodes.is_empty() {
        c.text(0.0, 0.0, "dim", "(nothing)");
    }
    for (node, frame) in p.nodes.iter().zip(&frames) {
        draw_node(&mut c, node, frame);
    }
    let mut rounds = 0usize;
    for (node, from) in p.nodes.iter().zip(&frames) {
        for (slot, (_, show)) in node.slots.iter().enumerate() {
            let Show::To(target) = show else { continue };
            let (to, (x, y)) = (&frames[*target], port(node, from, slot));
            c.dot(x, y);
            // Into the side of the title, or of the elements.
            let down = if p.nodes[*target].kind == Kind::Array { to.head + LINE * 1.5 } else { LINE / 2.0 };
            // Arrows that go round do so each a little further out than the last.
            let spread = (rounds % 4) as f64 * 5.0;
            if p.nodes[*target].level > node.level {
                let (tx, ty) = (to.x, to.y + down);
                let exit = (from.x + from.w).max(x);
                let bend = (tx - exit).max(20.0) / 2.0;
                let path = format!(
                    "M{x:.1},{y:.1} L{exit:.1},{y:.1} C{:.1},{y:.1} {:.1},{ty:.1} {tx:.1},{ty:.1}",
                    exit + bend,
                    tx - bend
                );
                c.arrow(&path, (tx, ty), Tip::Right);
            } else if p.nodes[*target].level == node.level && !std::ptr::eq(from, to) {
                rounds += 1;
                let (tx, ty) = (to.x + to.w, to.y + down);
                let exit = from.x + from.w;
                let out = exit.max(tx) + 34.0 + spread;
                let path = format!(
                    "M{x:.1},{y:.1} L{exit:.1},{y:.1} C{out:.1},{y:.1} {out:.1},{ty:.1} {tx:.1},{ty:.1}"
                );
                c.arrow(&path, (tx, ty), Tip::Left);
                c.reach(out, 0.0);
            } else {
                rounds += 1;
                let (tx, ty) = (to.x + to.w / 2.0 - spread, to.y + to.h);
                // Between the target and what stands below it, unless the source is in the way.
                let low =
                    if from.y < ty + BELOW && from.y + from.h > to.y { ty.max(from.y + from.h) } else { ty };
                let low = low + 8.0 + spread;
                let out = from.x + from.w + 14.0 + spread;
                let path = format!(
                    "M{x:.1},{y:.1} C{out:.1},{y:.1} {out:.1},{y:.1} {out:.1},{:.1} C{out:.1},{low:.1} {out:.1},{low:.1} {:.1},{low:.1} L{:.1},{low:.1} Q{tx:.1},{low:.1} {tx:.1},{ty:.1}",
                    (y + low) / 2.0,
                    out - 14.0,
                    tx + 12.0
                );
                c.arrow(&path, (tx, ty), Tip::Up);
                c.reach(out, low);
            }
        }
    }
    c
}

/// The two halves of a picture of a test: the heap before, and the heap after or the error. What changed is marked if both
/// use the same names: in a suite they do not.
pub(crate) fn draw_halves(test: &Test, notation: &Notation, compares: bool) -> [Canvas; 2] {
    let none = StateTest::default();
    let state = test.state().unwrap_or(&none);
    let after = match &test.outcome {
        Outcome::Ok | Outcome::Fail => match compares {
            true => draw_boxes(&picture_after(&state.input, &state.output)),
            false => draw(&state.output),
        },
        Outcome::Error { fault, site } => {
            let message = fault_text(fault, notation);
            let mut e = Canvas::default();
            let place = site.to_string();
            let wide = width(message).max(width(&place)) + 24.0;
            e.rect(0.0, 0.0, wide, 2.0 * LINE + 8.0, "error", 6.0);
            e.text(12.0, 4.0, "bad", message);
            e.text(12.0, 4.0 + LINE, "dim", &place);
            e
        }
    };
    [("before", draw(&state.input)), ("after", after)].map(|(word, drawn)| {
        let mut half = Canvas::default();
        half.text(12.0, 6.0, "dim", word);
        half.place(&drawn, 12.0, 34.0);
        half
    })
}

/// A test as a picture: before and after side by side, or before and the error.
pub(crate) fn draw_test(test: &Test, notation: &Notation) -> Canvas {
    let mut c = Canvas::default();
    let [before, after] = draw_halves(test, notation, false);
    c.place(&before, 0.0, 0.0);
    let middle = c.right.max(90.0) + 28.0;
    c.place(&after, middle + 12.0, 0.0);
    c.line((middle, 8.0), (middle, c.bottom));
    c
}

/// A heap as an SVG file.
pub fn snapshot_svg(s: &Snapshot) -> String {
    let mut c = Canvas::default();
    c.place(&draw(s), 12.0, 12.0);
    c.svg(true)
}

/// A test as an SVG file: the heap before, and beside it the heap after or the error.
pub fn test_svg(test: &Test, notation: &Notation) -> String {
    draw_test(test, notation).svg(true)
}

/// Tests as one SVG file, one below the other, under their names.
pub fn tests_svg(tests: &[Test], notation: &Notation) -> String {
    let mut c = Canvas::default();
    let mut y = 0.0;
    for test in tests {
        c.text(12.0, y + 6.0, "", &format!("{}  {}  path {}", test.name, test.entry, test.path));
        c.place(&draw_test(test, notation), 0.0, y + 26.0);
        y = c.bottom + 24.0;
    }
    c.svg(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::example;
    use workbench::{Fault, Payload, Site};

    #[test]
    fn a_list_is_a_row_and_boxes_do_not_overlap() {
        let p = picture(&example());
        let f = layout(&p);
        // The variable, its first cell and the second one.
        assert_eq!((f[0].y, f[3].y), (f[3].y, f[4].y));
        assert!(f[0].x + f[0].w < f[3].x && f[3].x + f[3].w < f[4].x);
        for (i, a) in f.iter().enumerate() {
            for b in &f[..i] {
                let apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
                assert!(apart, "{} {} and {} {}", a.x, a.y, b.x, b.y);
            }
        }
    }

    #[test]
    fn pictures_have_an_arrow_for_each_reference() {
        let svg = snapshot_svg(&example());
        assert_eq!(svg.matches("class=\"edge\"").count(), 4);
        assert_eq!(svg.matches("<title>nil</title>").count(), 2);
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn an_error_is_shown_in_place_of_the_heap_after() {
        let test = Test {
            name: "t1".into(),
            outcome: Outcome::Error {
                fault: Fault::Thrown("nil <dereference>".into()),
                site: Site::at(4, 7),
            },
            ..Test::new(Payload::State(StateTest { input: Snapshot::default(), ..StateTest::default() }))
        };
        let svg = test_svg(&test, &Notation::PLAIN);
        assert!(svg.contains("nil &lt;dereference&gt;") && svg.contains("line 4, column 7"), "{svg}");
        assert!(tests_svg(&[test.clone(), test], &Notation::PLAIN).matches(">after<").count() == 2);
    }
}
