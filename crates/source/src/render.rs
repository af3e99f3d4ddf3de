//! How a diagnostic looks to a person.
//!
//! ```text
//! error: `+` needs numbers
//!  --> sum.smt2:3:17
//!   |
//! 3 | (assert (= (+ x true) 2))
//!   |                 ^^^^ this is a Bool
//!   |             - needs numbers
//!   |
//!   = help: …
//! ```
//!
//! Every label gets a row of marks of its own under its line: `^` for the place of the problem, `-` for
//! places that explain it. A span over several lines is marked on its first and on its last line. Tabs
//! and control characters are replaced before anything is counted, and a line that is too long for a
//! screen is cut on both sides of its first mark, so a megabyte on one line gives a short message.

use crate::files::{FileId, Files, SourceFile};
use crate::{Diagnostic, Label, Severity};

/// No line is wider than that, but where a single word or a path is.
const SCREEN: usize = 100;
/// Widest piece of a source line that is shown.
const WINDOW: usize = 90;
/// How much of the line is kept before the first mark when it must be cut.
const LEAD: usize = 40;
/// Longest message, label or remark, in characters.
const LONGEST_MESSAGE: usize = 1000;
/// A tab is shown as this many blanks.
const TAB: usize = 4;

/// The diagnostic as text that ends in a newline; with `colour`, as for a terminal.
pub fn render(diagnostic: &Diagnostic, files: &Files, colour: bool) -> String {
    let mut page = Page { out: String::new(), paint: Paint { on: colour }, gutter: 0 };
    page.diagnostic(diagnostic, files);
    page.out
}

/// Several diagnostics, with an empty line between two.
pub fn render_all<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    files: &Files,
    colour: bool,
) -> String {
    diagnostics.into_iter().map(|d| render(d, files, colour)).collect::<Vec<_>>().join("\n")
}

/// A piece of a label that lies on one line.
struct Mark<'a> {
    line: usize,
    /// Byte offsets in the line's text.
    start: usize,
    end: usize,
    text: &'a str,
    primary: bool,
}

/// Escape sequences, or nothing when colours are off.
struct Paint {
    on: bool,
}

impl Paint {
    fn wrap(&self, code: &str, text: &str) -> String {
        if self.on && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    fn severity(&self, severity: Severity, text: &str) -> String {
        let code = match severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Note => "1;36",
        };
        self.wrap(code, text)
    }

    fn frame(&self, text: &str) -> String {
        self.wrap("1;34", text)
    }

    fn bold(&self, text: &str) -> String {
        self.wrap("1", text)
    }
}

struct Page {
    out: String,
    paint: Paint,
    /// Width of the widest line number.
    gutter: usize,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end_matches(' '));
        self.out.push('\n');
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, files: &Files) {
        let head = self.paint.severity(diagnostic.severity, diagnostic.severity.word());
        let start = diagnostic.severity.word().len() + 2;
        for (i, text) in lines_of(&plain(&diagnostic.message), SCREEN - start).iter().enumerate() {
            match i {
                0 => self.line(&format!("{head}{}", self.paint.bold(&format!(": {text}")))),
                _ => self.line(&format!("{}{}", " ".repeat(start), self.paint.bold(text))),
            }
        }

        let shown = files_in_order(diagnostic, files);
        let last_line = shown.iter().flat_map(|(file, labels)| {
            labels.iter().map(|l| file.line(file.clamp((l.span.end as usize).max(l.span.start as usize))))
        });
        self.gutter = last_line.max().map_or(0, |line| line.to_string().len());

        for (nr, (file, labels)) in shown.iter().enumerate() {
            self.excerpt(file, labels, diagnostic.severity, nr == 0);
        }
        if !shown.is_empty() && (!diagnostic.notes.is_empty() || diagnostic.help.is_some()) {
            self.bar();
        }
        for note in &diagnostic.notes {
            self.remark("note", note);
        }
        if let Some(help) = &diagnostic.help {
            self.remark("help", help);
        }
    }

    fn excerpt(&mut self, file: &SourceFile, labels: &[&Label], severity: Severity, first: bool) {
        // `files_in_order` lists a file only with a label in it.
        let Some(main) = labels.iter().find(|l| l.primary).or(labels.first()) else { return };
        let place = file.line_column(main.span.start as usize);
        let arrow = self.paint.frame(if first { "-->" } else { ":::" });
        let pad = " ".repeat(self.gutter);
        let name = plain(file.name());
        self.line(&format!("{pad}{arrow} {name}:{}:{}", place.line, place.column));
        self.bar();

        let mut marks: Vec<Mark> = labels.iter().flat_map(|label| marks_of(file, label)).collect();
        // The problem itself comes directly under its line, explanations below it.
        marks.sort_by_key(|m| (m.line, !m.primary, m.start));
        let mut rest = marks.as_slice();
        let mut previous: Option<usize> = None;
        while let Some(mark) = rest.first() {
            let line = mark.line;
            let count = rest.iter().take_while(|m| m.line == line).count();
            let (here, later) = rest.split_at(count);
            rest = later;
            match previous {
                Some(before) if line == before + 2 => {
                    self.source_line(before + 1, &Shown::whole(file, before + 1))
                }
                Some(before) if line > before + 2 => {
                    let dots = self.paint.frame("...");
                    self.line(&dots);
                }
                _ => {}
            }
            previous = Some(line);
            let shown = Shown::around(file, line, here);
            self.source_line(line, &shown);
            for mark in here {
                self.marks(mark, &shown, severity);
            }
        }
    }

    fn source_line(&mut self, line: usize, shown: &Shown) {
        let number = self.paint.frame(&format!("{line:>width$} |", width = self.gutter));
        self.line(&format!("{number} {}", shown.text));
    }

    fn marks(&mut self, mark: &Mark, shown: &Shown, severity: Severity) {
        let start = shown.cell(mark.start);
        let width = shown.cell(mark.end).saturating_sub(start).max(1);
        let carets = if mark.primary { "^" } else { "-" }.repeat(width);
        let text = plain(mark.text);
        let beside = self.gutter + 3 + start + width + 1 + text.chars().count() <= SCREEN;
        let said = if text.is_empty() || !beside { carets } else { format!("{carets} {text}") };
        self.below(start, &said, mark.primary, severity);
        if !beside {
            // There is more room further left.
            let start = start.min(LEAD);
            for line in lines_of(&text, SCREEN - self.gutter - 3 - start) {
                self.below(start, &line, mark.primary, severity);
            }
        }
    }

    /// A line of marks or of what is said of them.
    fn below(&mut self, start: usize, said: &str, primary: bool, severity: Severity) {
        let painted = if primary { self.paint.severity(severity, said) } else { self.paint.frame(said) };
        let bar = self.paint.frame(&format!("{} |", " ".repeat(self.gutter)));
        self.line(&format!("{bar} {}{painted}", " ".repeat(start)));
    }

    fn bar(&mut self) {
        let bar = self.paint.frame(&format!("{} |", " ".repeat(self.gutter)));
        self.line(&bar);
    }

    fn remark(&mut self, kind: &str, text: &str) {
        let lead = if self.gutter == 0 { String::new() } else { " ".repeat(self.gutter + 1) };
        let sign = self.paint.frame("=");
        let head = self.paint.bold(kind);
        // Further lines stand under the first word.
        let indent = lead.len() + 2 + kind.len() + 2;
        let body = lines_of(&plain(text), SCREEN - indent).join(&format!("\n{}", " ".repeat(indent)));
        self.line(&format!("{lead}{sign} {head}: {body}"));
    }
}

/// A text in lines of a width, cut between words.
fn lines_of(text: &str, room: usize) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.split('\n') {
        let mut now = String::new();
        let mut count = 0;
        for word in line.split(' ') {
            let long = word.chars().count();
            if count > 0 && count + 1 + long > room {
                out.push(std::mem::take(&mut now));
                count = 0;
            }
            if count > 0 {
                now.push(' ');
            }
            // Blanks at the start of a line stay: a word of no length is one.
            count += long + 1;
            now.push_str(word);
        }
        out.push(now);
    }
    out
}

/// The files that have labels, that of the first primary label first, each with its labels.
fn files_in_order<'a>(diagnostic: &'a Diagnostic, files: &'a Files) -> Vec<(&'a SourceFile, Vec<&'a Label>)> {
    let mut ids: Vec<FileId> = Vec::new();
    let main = diagnostic.place().map(|span| span.file);
    for id in main.into_iter().chain(diagnostic.labels.iter().map(|l| l.span.file)) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids.into_iter()
        .filter_map(|id| {
            let labels = diagnostic.labels.iter().filter(|l| l.span.file == id).collect();
            files.get(id).map(|file| (file, labels))
        })
        .collect()
}

/// One mark for a label on one line, two for a label over several lines.
fn marks_of<'a>(file: &SourceFile, label: &'a Label) -> Vec<Mark<'a>> {
    let start = file.clamp(label.span.start as usize);
    let end = file.clamp(label.span.end as usize).max(start);
    // The end is exclusive: a span that ends with a newline does not reach into the next line.
    let last_byte = if end > start { end - 1 } else { end };
    let (first, last) = (file.line(start), file.line(last_byte));
    let column =
        |line: usize, offset: usize| (offset - file.line_start(line)).min(file.line_text(line).len());
    let text = label.text.as_str();
    let primary = label.primary;
    if first == last {
        return vec![Mark {
            line: first,
            start: column(first, start),
            end: column(first, end),
            text,
            primary,
        }];
    }
    let closing = file.line_text(last);
    let indent = closing.len() - closing.trim_start().len();
    let end = column(last, end);
    vec![
        Mark {
            line: first,
            start: column(first, start),
            end: file.line_text(first).len(),
            text: "",
            primary,
        },
        Mark { line: last, start: indent.min(end), end, text, primary },
    ]
}

/// A source line as it is shown: cleaned, perhaps cut, with the cell at which each byte ends up.
struct Shown {
    text: String,
    /// Byte offset in the source line and cell on the screen, for every shown character and the end.
    cells: Vec<(usize, usize)>,
}

impl Shown {
    fn whole(file: &SourceFile, line: usize) -> Shown {
        Shown::around(file, line, &[])
    }

    fn around(file: &SourceFile, line: usize, marks: &[Mark]) -> Shown {
        let text = file.line_text(line);
        let focus = marks.first().map_or(0, |m| m.start);
        // Count in cells from the left; a long line is entered `LEAD` cells before its first mark.
        let long = text.len() > WINDOW && text.chars().map(width).sum::<usize>() > WINDOW;
        let skip = if long {
            let mut before: usize = 0;
            let mut from = focus;
            for (offset, c) in text[..focus].char_indices().rev() {
                before += width(c);
                if before > LEAD {
                    break;
                }
                from = offset;
            }
            from
        } else {
            0
        };
        let mut shown = Shown { text: String::new(), cells: Vec::new() };
        let mut cell = 0;
        if skip > 0 {
            shown.text.push('…');
            cell = 1;
        }
        let mut end = text.len();
        for (offset, c) in text[skip..].char_indices() {
            if long && cell + width(c) > WINDOW {
                end = skip + offset;
                break;
            }
            shown.cells.push((skip + offset, cell));
            cell += width(c);
            match c {
                '\t' => shown.text.push_str(&" ".repeat(TAB)),
                c => shown.text.push(visible(c)),
            }
        }
        shown.cells.push((end, cell));
        if end < text.len() {
            shown.text.push('…');
        }
        shown
    }

    /// The cell of a byte of the line; the nearest shown one for a byte that was cut away.
    fn cell(&self, offset: usize) -> usize {
        let after = self.cells.partition_point(|(byte, _)| *byte < offset);
        self.cells.get(after).or(self.cells.last()).map_or(0, |(_, cell)| *cell)
    }
}

/// How many cells of a terminal a character takes.
fn width(c: char) -> usize {
    match c {
        '\t' => TAB,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// A character that is safe to send to a terminal: control characters must not reach it.
fn visible(c: char) -> char {
    if c.is_control() { '\u{fffd}' } else { c }
}

/// A message without control characters but for line ends, cut at a maximum length.
fn plain(text: &str) -> String {
    let clean = text.chars().map(|c| if c == '\n' { c } else { visible(c) });
    // Names out of the input may be of any length.
    let mut shown: String = clean.take(LONGEST_MESSAGE).collect();
    if text.chars().nth(LONGEST_MESSAGE).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    fn shown(text: &str, build: impl FnOnce(&Files, FileId) -> Diagnostic) -> String {
        let mut files = Files::new();
        let file = files.add("in.txt", text);
        render(&build(&files, file), &files, false)
    }

    #[test]
    fn one_label_with_help() {
        let text = shown("a\nlet x = true + 1;\n", |files, f| {
            Diagnostic::error("not a number")
                .primary(files.span(f, 10, 14), "this is a Bool")
                .note("a note")
                .help("one\ntwo")
        });
        let expected = "\
error: not a number
 --> in.txt:2:9
  |
2 | let x = true + 1;
  |         ^^^^ this is a Bool
  |
  = note: a note
  = help: one
          two
";
        assert_eq!(text, expected);
    }

    #[test]
    fn several_labels_far_apart_and_on_one_line() {
        let text = shown("x\n2\n3\n4\n5\n6\n7\n8\n9\nuse x y\n", |files, f| {
            Diagnostic::warning("declared twice")
                .secondary(files.span(f, 0, 1), "first here")
                .secondary(files.span(f, 24, 25), "and this")
                .primary(files.span(f, 22, 23), "")
        });
        let expected = "\
warning: declared twice
  --> in.txt:10:5
   |
 1 | x
   | - first here
...
10 | use x y
   |     ^
   |       - and this
";
        assert_eq!(text, expected);
    }

    #[test]
    fn tabs_and_wide_characters_keep_marks_in_place() {
        let text = shown("\t漢x = 1", |files, f| Diagnostic::error("m").primary(files.span(f, 4, 5), ""));
        assert_eq!(text, "error: m\n --> in.txt:1:3\n  |\n1 |     漢x = 1\n  |       ^\n");
    }

    #[test]
    fn a_span_over_lines_is_marked_at_both_ends() {
        let text = shown("if (a\n  b\n  c) d", |files, f| {
            Diagnostic::error("m").primary(files.span(f, 3, 14), "this")
        });
        let expected = "\
error: m
 --> in.txt:1:4
  |
1 | if (a
  |    ^^
2 |   b
3 |   c) d
  |   ^^ this
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_span_that_takes_its_newline_stays_on_its_line() {
        let text = shown("ab\ncd", |files, f| Diagnostic::error("m").primary(files.span(f, 0, 3), "x"));
        assert_eq!(text, "error: m\n --> in.txt:1:1\n  |\n1 | ab\n  | ^^ x\n");
    }

    #[test]
    fn the_end_of_the_file_can_be_marked() {
        let at_end =
            |text: &str| shown(text, |files, f| Diagnostic::error("m").primary(files.span(f, 99, 99), "end"));
        assert_eq!(at_end("(a"), "error: m\n --> in.txt:1:3\n  |\n1 | (a\n  |   ^ end\n");
        assert_eq!(at_end("(a\n"), "error: m\n --> in.txt:2:1\n  |\n2 |\n  | ^ end\n");
        assert_eq!(at_end(""), "error: m\n --> in.txt:1:1\n  |\n1 |\n  | ^ end\n");
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let long = format!("{}HERE{}", "a".repeat(5000), "b".repeat(5000));
        let text = shown(&long, |files, f| Diagnostic::error("m").primary(files.span(f, 5000, 5004), "it"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], " --> in.txt:1:5001");
        assert!(lines[3].starts_with("1 | …aaa") && lines[3].ends_with("b…"));
        assert!(lines[3].chars().count() < WINDOW + 10);
        let column = lines[3].chars().position(|c| c == 'H').unwrap();
        assert_eq!(lines[4].chars().position(|c| c == '^').unwrap(), column);
        assert!(lines[4].ends_with("^^^^ it"));
        // A mark over everything is cut with its line.
        let text = shown(&long, |files, f| Diagnostic::error("m").primary(files.span(f, 0, 10_004), "all"));
        assert!(text.lines().all(|l| l.chars().count() < WINDOW + 20));
    }

    #[test]
    fn colours_and_control_characters() {
        let mut files = Files::new();
        let file = files.add("in.txt", "a\x1b[2Jb");
        let d = Diagnostic::error("bad \x07 thing").primary(files.span(file, 0, 1), "x");
        let coloured = render(&d, &files, true);
        assert!(coloured.contains("\x1b[1;31merror\x1b[0m"));
        assert!(coloured.contains("\x1b[1;31m^ x\x1b[0m"));
        assert!(!render(&d, &files, false).contains(|c: char| c.is_control() && c != '\n'));
    }

    #[test]
    fn labels_in_two_files_and_messages_without_a_place() {
        let mut files = Files::new();
        let a = files.add("a.txt", "one");
        let b = files.add("b.txt", "two");
        let d = Diagnostic::error("m").secondary(files.span(a, 0, 3), "A").primary(files.span(b, 0, 3), "B");
        let expected = "\
error: m
 --> b.txt:1:1
  |
1 | two
  | ^^^ B
 ::: a.txt:1:1
  |
1 | one
  | --- A
";
        assert_eq!(render(&d, &files, false), expected);
        let bare = Diagnostic::error("no place").help("none");
        assert_eq!(render(&bare, &files, false), "error: no place\n= help: none\n");
        assert_eq!(render_all([&bare, &bare], &files, false).matches("\n\n").count(), 1);
    }

    #[test]
    fn no_offset_makes_it_panic() {
        let text = "é\t\r\nx漢\n\u{301}\0";
        for start in 0..text.len() + 2 {
            for end in 0..text.len() + 2 {
                let out = shown(text, |files, f| {
                    let mut span = files.span(f, start, end);
                    span.end = end as u32; // a span made by hand may run backwards
                    Diagnostic::error("m").primary(span, "l").secondary(span, "")
                });
                assert!(out.ends_with('\n'));
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_a_screen() {
        let source = format!("let x = {};\n", "value + ".repeat(30));
        let long = "a reason of many words ".repeat(12);
        let text = shown(&source, |files, file| {
            let at = files.get(file).map(|f| f.text().len() as u32 - 20).unwrap_or(0);
            Diagnostic::error(long.clone())
                .primary(Span { file, start: at, end: at + 5 }, long.clone())
                .secondary(Span { file, start: 4, end: 5 }, "short")
                .note(long.clone())
                .help(long.clone())
        });
        assert!(text.lines().all(|line| line.chars().count() <= SCREEN), "{text}");
        assert!(text.matches("a reason of many").count() > 30, "{text}");
    }
}
