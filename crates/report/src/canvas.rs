//! What SVG pictures are made of: text, boxes, arrows, and the colours for light and dark.
//!
//! Widths of texts are estimated, since fonts cannot be measured here: the pictures ask for a monospaced
//! one, whose characters are 0.6 of its size wide, and leave some room.

use std::fmt::Write;

/// The size of the letters.
pub(crate) const FONT: f64 = 13.0;
/// The height of a line with its box.
pub(crate) const LINE: f64 = 22.0;
/// Longest text that is shown whole.
const LONGEST: usize = 60;

/// The style sheet of all pictures, for light and dark.
pub(crate) const STYLE: &str = "\
.gb{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;--ink:#1f2328;--dim:#6b7280;--box:#fff;\
--head:#e8eef7;--var:#fdf3d8;--line:#8a94a3;--edge:#2563a8;--bad:#b42318;--other:#ffe08a;--otherline:#a8690a;\
--new:#cdeed4;--newline:#2f7d3b}\
@media(prefers-color-scheme:dark){.gb{--ink:#e6e6e6;--dim:#9aa3af;--box:#1e2228;--head:#2b3646;--var:#3b3420;\
--line:#5d6673;--edge:#7db4f0;--bad:#ff8a7a;--other:#5f4708;--otherline:#e3b341;--new:#1d4427;--newline:#6fbf7f}}\
.gb text{fill:var(--ink)}.gb .dim{fill:var(--dim)}.gb .bad{fill:var(--bad)}\
.gb .box{fill:var(--box);stroke:var(--line)}.gb .head{fill:var(--head);stroke:var(--line)}\
.gb .var{fill:var(--var);stroke:var(--line)}.gb .rule{stroke:var(--line)}\
.gb .fresh{stroke:var(--newline);stroke-width:1.6}.gb .head.fresh{fill:var(--new)}\
.gb .changed{fill:var(--other);stroke:var(--otherline);stroke-width:1.6}\
.gb .error{fill:none;stroke:var(--bad);stroke-width:1.5}\
.gb .edge{fill:none;stroke:var(--edge);stroke-width:1.3}.gb .tip{fill:var(--edge)}";

/// Text as it may stand in XML and HTML, in an attribute too.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            // XML has no way to write these.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_string();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// How wide a text will be, about.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().count().min(LONGEST) as f64 * FONT * 0.62
}

/// Which way the tip of an arrow points.
#[derive(Clone, Copy)]
pub(crate) enum Tip {
    Right,
    Left,
    Up,
    Down,
}

/// A picture that grows with what is drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    body: String,
    /// How far it reaches to the right.
    pub right: f64,
    /// How far it reaches down.
    pub bottom: f64,
}

impl Canvas {
    /// Makes sure that a place is within the picture.
    pub fn reach(&mut self, x: f64, y: f64) {
        self.right = self.right.max(x);
        self.bottom = self.bottom.max(y);
    }

    /// Text that starts at `x`, in a line whose top is at `y`. What is too long is cut, and shown whole when
    /// one points at it.
    pub fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let short = shortened(text);
        let base = y + LINE * 0.68;
        let _ = write!(self.body, "<text x=\"{x:.1}\" y=\"{base:.1}\" class=\"{class}\">{}", escape(&short));
        if short != text {
            let _ = write!(self.body, "<title>{}</title>", escape(text));
        }
        self.body.push_str("</text>\n");
        self.reach(x + width(&short), y + LINE);
    }

    /// A box.
    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, class: &str, round: f64) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{round:.1}\" class=\"{class}\"/>"
        );
        self.reach(x + w, y + h);
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let ((a, b), (c, d)) = (from, to);
        let _ = writeln!(
            self.body,
            "<line x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\" class=\"rule\"/>"
        );
        self.reach(a.max(c), b.max(d));
    }

    /// The mark for nil: a stroke through the box.
    pub fn nil(&mut self, x: f64, y: f64, w: f64) {
        let _ = writeln!(
            self.body,
            "<g><title>nil</title><line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" class=\"rule\"/></g>",
            x + w * 0.5 - 6.0,
            y + LINE - 5.0,
            x + w * 0.5 + 6.0,
            y + 5.0
        );
    }

    /// The dot at which an arrow starts.
    pub fn dot(&mut self, x: f64, y: f64) {
        let _ = writeln!(self.body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" class=\"tip\"/>");
    }

    /// A diamond around a place.
    pub fn diamond(&mut self, x: f64, y: f64, w: f64, h: f64, class: &str) {
        let (cx, cy) = (x + w / 2.0, y + h / 2.0);
        let _ = writeln!(
            self.body,
            "<polygon points=\"{cx:.1},{y:.1} {:.1},{cy:.1} {cx:.1},{:.1} {x:.1},{cy:.1}\" class=\"{class}\"/>",
            x + w,
            y + h
        );
        self.reach(x + w, y + h);
    }

    /// An arrow along a path (in SVG's words) that ends at `to`.
    pub fn arrow(&mut self, path: &str, to: (f64, f64), tip: Tip) {
        let (x, y) = to;
        let (a, b) = match tip {
            Tip::Right => ((x - 8.0, y - 4.0), (x - 8.0, y + 4.0)),
            Tip::Left => ((x + 8.0, y - 4.0), (x + 8.0, y + 4.0)),
            Tip::Up => ((x - 4.0, y + 8.0), (x + 4.0, y + 8.0)),
            Tip::Down => ((x - 4.0, y - 8.0), (x + 4.0, y - 8.0)),
        };
        let _ = writeln!(self.body, "<path d=\"{path}\" class=\"edge\"/>");
        let _ = writeln!(
            self.body,
            "<polygon points=\"{:.1},{:.1} {x:.1},{y:.1} {:.1},{:.1}\" class=\"tip\"/>",
            a.0, a.1, b.0, b.1
        );
    }

    /// Puts another picture into this one.
    pub fn place(&mut self, other: &Canvas, x: f64, y: f64) {
        let _ = write!(self.body, "<g transform=\"translate({x:.1} {y:.1})\">\n{}</g>\n", other.body);
        self.reach(x + other.right, y + other.bottom);
    }

    /// The picture as an SVG element; with its style if it stands alone.
    pub fn svg(&self, alone: bool) -> String {
        let (w, h) = ((self.right + 12.0).ceil(), (self.bottom + 12.0).ceil());
        let style = if alone { format!("<style>{STYLE}</style>\n") } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gb\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n{style}{}</svg>\n",
            self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_cut() {
        assert_eq!(escape("a<b & \"c\"'\u{0}"), "a&lt;b &amp; &quot;c&quot;&#39;\u{fffd}");
        let mut c = Canvas::default();
        c.text(0.0, 0.0, "", &"7".repeat(500));
        let svg = c.svg(true);
        assert!(svg.contains(&format!("{}…<title>", "7".repeat(LONGEST - 1))), "{svg}");
        assert!(c.right < 600.0);
    }
}
