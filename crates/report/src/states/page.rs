//! States as a page: one step at a time, with links to the one before and the one after. The page needs no script: the step that
//! the address names is the one that is shown.

use super::drawing::draw;
use super::{condition, heading};
use crate::canvas::escape;
use crate::page::head;
use std::fmt::Write;
use workbench::{StateStep, Traced, TracedPath};

const STYLE: &str = "\
section.step{display:none}section.step:target{display:block}\
body:not(:has(section.step:target)) section.step.first{display:block}\
.two{display:grid;grid-template-columns:minmax(18rem,2fr) 3fr;gap:1rem}@media(max-width:60rem){.two{display:block}}\
.now{background:var(--half)}nav a{margin-right:1rem}";

/// The page of some paths. `name` and `text` are those of the program.
pub fn states_html(traced: &Traced, name: &str, text: &str) -> String {
    let mut out = head("Symbolic states", "symbolic states", name);
    let _ = write!(out, "<style>{STYLE}</style>\n<nav>");
    for (n, p) in traced.paths.iter().enumerate() {
        let _ = write!(out, "<a href=\"#p{n}s0\"><code>{}</code></a>", escape(&p.path));
    }
    out.push_str("</nav>\n");
    for (n, p) in traced.paths.iter().enumerate() {
        for (k, s) in p.states.iter().enumerate() {
            step(p, (n, k), s, text, &mut out);
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn step(p: &TracedPath, (n, k): (usize, usize), s: &StateStep, text: &str, out: &mut String) {
    let first = if (n, k) == (0, 0) { " first" } else { "" };
    let _ = write!(out, "<section class=\"step{first}\" id=\"p{n}s{k}\">\n<nav>");
    if k > 0 {
        let _ = write!(out, "<a href=\"#p{n}s{}\" rel=\"prev\">← before</a>", k - 1);
    }
    if k + 1 < p.states.len() {
        let _ = write!(out, "<a href=\"#p{n}s{}\" rel=\"next\">after →</a>", k + 1);
    }
    let _ = writeln!(
        out,
        "<span class=\"soft\">step {} of {}, path <code>{}</code></span></nav>\n<h2><code>{}</code></h2>",
        k + 1,
        p.states.len(),
        escape(&p.path),
        escape(&heading(s))
    );
    out.push_str("<div class=\"two\"><pre>");
    for (i, line) in text.lines().enumerate() {
        let shown = format!("{:>4}  {}", i + 1, escape(line));
        let _ = if i + 1 == s.line {
            writeln!(out, "<span class=\"now\">{shown}</span>")
        } else {
            writeln!(out, "{shown}")
        };
    }
    out.push_str("</pre><div>\n<dl>");
    for b in &s.state {
        let _ = write!(
            out,
            "<dt><code>{}</code></dt><dd><code>{}</code></dd>",
            escape(&b.name),
            escape(&b.value)
        );
    }
    let _ = write!(out, "<dt>PC</dt><dd><code>{}</code></dd>", escape(&condition(s)));
    for b in &s.pictures {
        let _ = write!(
            out,
            "<dt><code>{}</code></dt><dd><code>{}</code></dd>",
            escape(&b.name),
            escape(&b.value)
        );
    }
    if !s.discarded.is_empty() {
        let _ = write!(out, "<dt>discarded</dt><dd><code>{}</code></dd>", escape(&s.discarded.join(", ")));
    }
    for (name, before, after) in &s.canonical {
        let shown = format!("{name}: {before} = {after}");
        let _ = write!(out, "<dt>canonical</dt><dd><code>{}</code></dd>", escape(&shown));
    }
    if let Some(v) = &s.vectors {
        let shown = format!("[{}] → [{}]", v.values.join(", "), v.value_vector.join(", "));
        let _ = write!(out, "<dt>value vector</dt><dd><code>{}</code></dd>", escape(&shown));
        let shown = format!("[{}] → [{}]", v.constraints.join(", "), v.index_vector.join(", "));
        let _ = write!(out, "<dt>index vector</dt><dd><code>{}</code></dd>", escape(&shown));
    }
    let _ = writeln!(out, "</dl>\n<div class=\"card\">{}</div></div></div>\n</section>", draw(s).svg(false));
}
