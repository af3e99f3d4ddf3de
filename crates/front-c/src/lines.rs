//! From places in preprocessed text back to places in the file that the user wrote.
//!
//! The preprocessor says with `# LINE "FILE" FLAGS` where the lines after it come from. Columns it keeps only
//! where nothing was expanded; so a line is compared with the line it came from, token by token ([`crate::uses`]). Where that
//! does not tell, what is the same at the start and at the end of both keeps its columns, and what differs stands for the whole
//! difference.
//!
//! ```text
//! x = N + y;      as written                 x = 3 + y;      after preprocessing
//!     ^ what differs                             ^ so this is the `N`
//! ```

use crate::uses::{Segment, segments};
use source::{FileId, Files, SourceFile, Span};

/// Where the lines of a preprocessed text come from.
pub struct LineMap<'a> {
    file: FileId,
    original: Option<&'a SourceFile>,
    text: &'a str,
    /// Where the lines of `text` start; empty where nothing is to be told about them.
    starts: Vec<usize>,
    /// Whether the text is the file itself.
    as_written: bool,
    origins: Vec<Origin>,
    /// Where all of a text is said to be that the user did not write.
    fixed: Option<Span>,
}

/// Where one line comes from.
#[derive(Clone, Debug)]
struct Origin {
    /// The line of the user's file; for what comes from a header, the line that includes it.
    line: usize,
    /// The header and the line in it.
    header: Option<(usize, usize)>,
    /// Whether it is text of the system: from one of its headers, or from one of its macros.
    system: bool,
    /// Where it is in its line, if that line came in several pieces.
    piece: Option<Piece>,
    /// What its parts were as written; nothing if all of it is as written.
    segments: Vec<Segment>,
}

/// A piece of a line: the preprocessor breaks lines up where macros of the system are used.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The columns, as written, that it stands for.
    start: usize,
    end: usize,
    /// For text that is there as written: how many blanks stand before it after preprocessing.
    exact: Option<usize>,
}

impl<'a> LineMap<'a> {
    /// For a text that is the file as it was written. It may have been preprocessed before, and then its markers still
    /// tell what came from headers.
    pub fn identity(files: &'a Files, file: FileId) -> LineMap<'a> {
        let original = files.get(file);
        let text = original.map_or("", SourceFile::text);
        let (mut starts, mut origins) = (Vec::new(), Vec::new());
        let mut from = Marker { line: 0, file: "", system: false };
        let mut start = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if let Some(marker) = Marker::read(line) {
                from = marker;
            }
            starts.push(start);
            start += line.len();
            let (line, header) = (number + 1, from.is_of_header().then_some((0, 0)));
            origins.push(Origin { line, header, system: from.system, piece: None, segments: Vec::new() });
        }
        LineMap { file, original, text, starts, as_written: true, origins, fixed: None }
    }

    /// For a text that the user did not write: all of it stands at one place.
    pub fn fixed(span: Span, text: &'a str) -> LineMap<'a> {
        LineMap {
            file: span.file,
            original: None,
            text,
            starts: Vec::new(),
            as_written: true,
            origins: Vec::new(),
            fixed: Some(span),
        }
    }

    /// For what the preprocessor made of the file, which it knew as `name`.
    pub fn preprocessed(files: &'a Files, file: FileId, name: &str, text: &'a str) -> LineMap<'a> {
        let mut starts = Vec::new();
        let mut origins: Vec<Origin> = Vec::new();
        let mut headers: Vec<&str> = Vec::new();
        let mut line = 1;
        // Before the first marker the text is that of the file.
        let mut header: Option<usize> = None;
        let mut header_line = 0;
        let mut system = false;
        let mut start = 0;
        for piece in text.split_inclusive('\n') {
            starts.push(start);
            origins.push(Origin {
                line,
                header: header.map(|h| (h, header_line)),
                system,
                piece: None,
                segments: Vec::new(),
            });
            start += piece.len();
            if let Some(marker) = Marker::read(piece) {
                let of_file = marker.file == name;
                system = marker.system;
                header = if of_file {
                    line = marker.line.max(1);
                    if let Some(last) = origins.last_mut() {
                        // The marker itself belongs to the line that it announces.
                        *last = Origin { line, header: None, system, piece: None, segments: Vec::new() };
                    }
                    None
                } else {
                    header_line = marker.line;
                    let known = headers.iter().position(|h| *h == marker.file);
                    Some(known.unwrap_or_else(|| {
                        headers.push(marker.file);
                        headers.len() - 1
                    }))
                };
            } else if header.is_some() {
                header_line += 1;
            } else {
                line += 1;
            }
        }
        if starts.is_empty() {
            starts.push(0);
            origins.push(Origin { line: 1, header: None, system: false, piece: None, segments: Vec::new() });
        }
        let original = files.get(file);
        let mut map = LineMap { file, original, text, starts, as_written: false, origins, fixed: None };
        map.find_pieces();
        map
    }

    /// Lines that came in pieces: where the pieces are.
    fn find_pieces(&mut self) {
        let Some(original) = self.original else { return };
        for index in 0..self.origins.len() {
            let line = self.processed_line(index);
            if let Some(origin) = self.origins.get_mut(index).filter(|o| o.header.is_none()) {
                let written = original.line_text(origin.line);
                if written.trim_end() != line && Marker::read(line).is_none() {
                    origin.segments = segments(written, line).unwrap_or_else(|| at_both_ends(written, line));
                }
            }
        }
        let mut from = 0;
        while let Some(first) = self.origins.get(from) {
            let line = first.line;
            let same = |o: &Origin| o.line == line && o.header.is_none();
            let count = self.origins.get(from..).unwrap_or(&[]).iter().take_while(|o| same(o)).count();
            let pieces = (from..from + count).filter(|index| {
                let text = self.processed_line(*index).trim_start();
                !text.is_empty() && !text.starts_with('#')
            });
            if pieces.count() > 1 {
                self.align(original.line_text(line), from, from + count);
            }
            from += count.max(1);
        }
    }

    /// Goes through the pieces `from..to` of one line. Text that is there as written says where it is; what stands
    /// between two such pieces stands for what was written between them.
    fn align(&mut self, written: &str, from: usize, to: usize) {
        let mut cursor = 0;
        let mut waiting: Vec<usize> = Vec::new();
        let end = written.trim_end().len();
        for index in from..to {
            let line = self.processed_line(index);
            let text = line.trim();
            if text.is_empty() || line.starts_with('#') {
                continue;
            }
            let indent = line.len() - line.trim_start().len();
            let system = self.origins.get(index).is_some_and(|o| o.system);
            let ahead = find_words(written, text, cursor).filter(|_| !system);
            let found = ahead.or_else(|| find_words(written, text, 0).filter(|_| !system));
            let piece = match found {
                Some(at) => Piece { start: at, end: at + text.len(), exact: Some(indent) },
                None => {
                    let rest = written.get(cursor..).unwrap_or("");
                    let start = (cursor + rest.len() - rest.trim_start().len()).min(end);
                    waiting.push(index);
                    Piece { start, end, exact: None }
                }
            };
            if let Some(at) = ahead {
                let until = written.get(..at).unwrap_or("").trim_end().len();
                for index in waiting.drain(..) {
                    if let Some(piece) = self.origins.get_mut(index).and_then(|o| o.piece.as_mut()) {
                        piece.end = until.max(piece.start);
                    }
                }
                cursor = at + text.len();
            }
            if let Some(origin) = self.origins.get_mut(index) {
                origin.piece = Some(piece);
            }
        }
        self.join(written, from, to);
    }

    /// Where a piece of the file's own text is not found as it is, as it holds macros of the file, all pieces `from..to` of the
    /// line are read together, and those that are not found get their columns from that.
    fn join(&mut self, written: &str, from: usize, to: usize) {
        let is_lost = |o: &Origin| o.piece.is_some_and(|piece| piece.exact.is_none());
        let all = self.origins.get(from..to).unwrap_or(&[]);
        if !all.iter().any(|o| is_lost(o) && !o.system) {
            return;
        }
        let (mut joined, mut places) = (String::new(), Vec::new());
        for index in from..to {
            if self.origins.get(index).is_some_and(|o| o.piece.is_some()) {
                let line = self.processed_line(index);
                places.push((index, joined.len()..joined.len() + line.len()));
                joined.push_str(line);
                joined.push(' ');
            }
        }
        let Some(all) = segments(written, &joined) else { return };
        for (index, place) in places {
            let Some(origin) = self.origins.get_mut(index).filter(|o| is_lost(o)) else { continue };
            let here = all.iter().filter(|s| s.line.start < place.end && place.start < s.line.end);
            let within = |at: usize| at.clamp(place.start, place.end) - place.start;
            let own = here.map(|s| Segment { line: within(s.line.start)..within(s.line.end), ..s.clone() });
            origin.segments = own.collect();
            origin.piece = None;
        }
    }

    fn processed_line(&self, index: usize) -> &'a str {
        let start = self.starts.get(index).copied().unwrap_or(0);
        let end = self.starts.get(index + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or("").trim_end()
    }

    /// The span of the user's file for a range of the preprocessed text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        if let Some(span) = self.fixed {
            return span;
        }
        let (start, end) = if self.as_written {
            (start, end)
        } else {
            let first = self.place(start, false);
            let last = if end > start { self.place(end - 1, true) } else { first };
            (first, last)
        };
        let limit = self.original.map_or(0, |o| o.text().len());
        let narrow = |offset: usize| u32::try_from(offset.min(limit)).unwrap_or(u32::MAX);
        Span { file: self.file, start: narrow(start), end: narrow(end.max(start)) }
    }

    /// The text of the user's file.
    pub fn original_text(&self) -> &'a str {
        self.original.map_or("", SourceFile::text)
    }

    /// Whether the byte comes from a header.
    pub fn in_header(&self, offset: usize) -> bool {
        self.origin(offset).is_some_and(|(_, origin)| origin.header.is_some())
    }

    /// Whether the byte comes from a header of the system, which is not the user's to put right.
    pub fn in_system_header(&self, offset: usize) -> bool {
        self.origin(offset).is_some_and(|(_, origin)| origin.header.is_some() && origin.system)
    }

    fn origin(&self, offset: usize) -> Option<(usize, &Origin)> {
        let index = self.starts.partition_point(|start| *start <= offset).checked_sub(1)?;
        Some((index, self.origins.get(index)?))
    }

    /// The offset in the user's file; `after` asks for the place after the byte.
    fn place(&self, offset: usize, after: bool) -> usize {
        let Some((index, origin)) = self.origin(offset) else { return 0 };
        let Some(original) = self.original else { return 0 };
        let base = original.line_start(origin.line);
        let written = original.line_text(origin.line);
        if origin.header.is_some() {
            return base + if after { written.len() } else { 0 };
        }
        let column = offset.saturating_sub(self.starts.get(index).copied().unwrap_or(0));
        if let Some(piece) = origin.piece {
            let column = match piece.exact {
                Some(indent) => piece.start + column.saturating_sub(indent) + usize::from(after),
                None if after => piece.end,
                None => piece.start,
            };
            return base + column.min(written.len());
        }
        base + column_in(written, &origin.segments, column, after)
    }
}

/// What a line as written shares with the same line after preprocessing at the start and at the end, without cutting
/// words, and what differs between.
fn at_both_ends(written: &str, line: &str) -> Vec<Segment> {
    let (w, l) = (written.as_bytes(), line.as_bytes());
    let word = |bytes: &[u8], i: usize| bytes.get(i).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let mut prefix = w.iter().zip(l).take_while(|(a, b)| a == b).count();
    while prefix > 0 && word(w, prefix - 1) && (word(w, prefix) || word(l, prefix)) {
        prefix -= 1;
    }
    let room = w.len().min(l.len()) - prefix;
    let mut suffix = w.iter().rev().zip(l.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    while suffix > 0
        && word(w, w.len() - suffix)
        && (word(w, (w.len() - suffix).wrapping_sub(1)) || word(l, (l.len() - suffix).wrapping_sub(1)))
    {
        suffix -= 1;
    }
    let (w_end, l_end) = (w.len() - suffix, l.len() - suffix);
    let blank = written.get(prefix..w_end).map_or(0, |rest| rest.len() - rest.trim_start().len());
    let used = written.get(..w_end).map_or(w_end, |text| text.trim_end().len()).max(prefix);
    vec![
        Segment { written: 0..prefix, line: 0..prefix, same: true },
        Segment { written: (prefix + blank).min(used)..used, line: prefix..l_end, same: false },
        Segment { written: w_end..w.len(), line: l_end..l.len(), same: true },
    ]
}

/// The column in the line as written for a column of the same line after preprocessing; `after` asks for the place after it.
fn column_in(written: &str, segments: &[Segment], column: usize, after: bool) -> usize {
    let mut before = 0;
    for s in segments {
        if column < s.line.start {
            // Blanks: nothing asks for their columns.
            return if after { before } else { s.written.start };
        }
        if column < s.line.end {
            return match (s.same, after) {
                (true, _) => s.written.start + (column - s.line.start) + usize::from(after),
                (false, true) => s.written.end,
                (false, false) => s.written.start,
            };
        }
        before = s.written.end;
    }
    if segments.is_empty() { (column + usize::from(after)).min(written.len()) } else { written.len() }
}

/// Where a text stands in a line from a column on, not in the middle of words.
fn find_words(written: &str, text: &str, from: usize) -> Option<usize> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let word = |i: usize| written.as_bytes().get(i).is_some_and(|b| is_word(*b));
    let (first, last) = (text.bytes().next().is_some_and(is_word), text.bytes().last().is_some_and(is_word));
    let rest = written.get(from..)?;
    rest.match_indices(text)
        .map(|(at, _)| from + at)
        .find(|at| !(first && word(at.wrapping_sub(1)) || last && word(at + text.len())))
}

/// Whether a line is one by which a preprocessor says where the next ones come from.
pub(crate) fn is_marker(line: &str) -> bool {
    Marker::read(line).is_some()
}

/// A text that was preprocessed before, with empty lines for its markers, so that compilers count its own lines; `None` for
/// other texts.
///
/// ```
/// assert_eq!(front_c::without_markers("# 9 \"a.c\"\nint x;\n").as_deref(), Some("\nint x;\n"));
/// assert_eq!(front_c::without_markers("#define x\n"), None);
/// ```
pub fn without_markers(text: &str) -> Option<String> {
    if crate::needs_preprocessing(text) || !text.lines().any(is_marker) {
        return None;
    }
    let lines = text.split_inclusive('\n').map(|line| if is_marker(line) { "\n" } else { line });
    Some(lines.collect())
}

/// A line such as `# 12 "list.h" 1 3`.
struct Marker<'a> {
    line: usize,
    file: &'a str,
    system: bool,
}

impl<'a> Marker<'a> {
    /// In a file that was preprocessed before: whether the text does not belong to the program itself. Programs that
    /// were merged have several files.
    fn is_of_header(&self) -> bool {
        let made_up = self.file == "<built-in>" || self.file.starts_with("<command");
        self.system || self.file.ends_with(".h") || made_up
    }

    fn read(text: &'a str) -> Option<Marker<'a>> {
        let rest = text.strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let line = rest.get(..digits)?.parse().ok()?;
        let rest = rest.get(digits..)?.trim_start().strip_prefix('"')?;
        let end = rest.rfind('"')?;
        let flags = rest.get(end + 1..).unwrap_or("");
        let file = rest.get(..end)?;
        let system = flags.split_whitespace().any(|f| f == "3") || file.starts_with("/usr/");
        Some(Marker { line, file, system })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_say_where_lines_come_from() {
        let mut files = Files::new();
        let file = files.add("a.c", "#include \"b.h\"\nint x = N;\nint y;\n");
        let text = "# 0 \"a.c\"\n# 1 \"b.h\" 1\nint z;\n# 2 \"a.c\" 2\nint x = 33;\nint y;\n";
        let map = LineMap::preprocessed(&files, file, "a.c", text);
        let shown = |what: &str| {
            let at = text.find(what).unwrap();
            let span = map.span(at, at + what.len());
            (files.place(span).unwrap().1.line, files.text(span).to_string(), map.in_header(at))
        };
        assert_eq!(shown("int z;"), (1, "#include \"b.h\"".into(), true));
        assert_eq!(shown("33"), (2, "N".into(), false));
        assert_eq!(shown("x = 33;"), (2, "x = N;".into(), false));
        assert_eq!(shown("y"), (3, "y".into(), false));
    }

    #[test]
    fn markers_of_a_file_that_was_preprocessed_before_tell_its_headers() {
        let mut files = Files::new();
        let text =
            "# 1 \"/usr/include/x.h\" 1 3 4\nint z;\n#line 7 \"b.h\"\nint y;\n# 2 \"<stdin>\" 2\nint x;\n";
        let file = files.add("a.i", text);
        let map = LineMap::identity(&files, file);
        let shown = |what: &str| {
            let at = text.find(what).unwrap();
            let span = map.span(at, at + what.len());
            (files.place(span).unwrap().1.line, map.in_header(at), map.in_system_header(at))
        };
        assert_eq!(shown("int z;"), (2, true, true));
        assert_eq!(shown("int y;"), (4, true, false));
        assert_eq!(shown("int x;"), (6, false, false));
    }

    #[test]
    fn pieces_of_a_line_are_found_in_it() {
        let mut files = Files::new();
        let file = files.add("a.c", "  assert(x > 0);");
        let text = "# 1 \"a.c\"\n  \n# 1 \"a.c\" 3 4\n ((void) sizeof ((\n# 1 \"a.c\"\n x > 0\n# 1 \"a.c\" 3 4\n ) ? 1 : 0))\n# 1 \"a.c\"\n   ;\n";
        let map = LineMap::preprocessed(&files, file, "a.c", text);
        let shown = |from: &str, to: &str| {
            let (start, end) = (text.find(from).unwrap(), text.rfind(to).unwrap() + to.len());
            files.text(map.span(start, end)).to_string()
        };
        assert_eq!(shown("x > 0", "x > 0"), "x > 0");
        assert_eq!(shown("((void)", "0))"), "assert(x > 0)");
        assert_eq!(shown("((void)", ";"), "assert(x > 0);");
    }

    #[test]
    fn pieces_with_macros_of_the_file_are_found() {
        let mut files = Files::new();
        let file = files.add("a.c", "bool f(int *p) { unsigned n = *p % CAP; return true && *p > CAP; }");
        let text = "# 1 \"a.c\" 3 4\n_Bool\n# 1 \"a.c\"\n    f(int *p) { unsigned n = *p % 16; return\n# 1 \"a.c\" 3 4\n         1\n# 1 \"a.c\"\n          && *p > 16; }\n";
        let map = LineMap::preprocessed(&files, file, "a.c", text);
        let shown = |what: &str| {
            let at = text.find(what).unwrap();
            files.text(map.span(at, at + what.len())).to_string()
        };
        assert_eq!(shown("_Bool"), "bool");
        assert_eq!(shown("*p % 16"), "*p % CAP");
        assert_eq!(shown("*p > 16"), "*p > CAP");
    }

    #[test]
    fn columns_follow_what_is_the_same() {
        let column = |w: &str, l: &str, at, after| column_in(w, &at_both_ends(w, l), at, after);
        assert_eq!(column("", "abc", 2, true), 0);
        assert_eq!(column("abc", "", 7, true), 3);
        assert_eq!(column("f(N, x);", "f(3, x);", 5, false), 5);
        assert_eq!(column("f(NN, x);", "f(3, x);", 5, false), 6);
        assert_eq!(column("f(x);", "f(x);", 2, true), 3);
    }

    #[test]
    fn several_macros_in_a_line_are_told_apart() {
        let mut files = Files::new();
        let file = files.add("a.c", "int f(int a[R]) { return a[0] > R && a[1] < MAX(a[2], R); }");
        let text =
            "# 1 \"a.c\"\nint f(int a[3]) { return a[0] > 3 && a[1] < ((a[2]) > (3) ? (a[2]) : (3)); }\n";
        let map = LineMap::preprocessed(&files, file, "a.c", text);
        let shown = |what: &str| {
            let at = text.find(what).unwrap();
            files.text(map.span(at, at + what.len())).to_string()
        };
        assert_eq!(shown("a[0] > 3"), "a[0] > R");
        assert_eq!(shown("a[1] < ((a[2]) > (3) ? (a[2]) : (3))"), "a[1] < MAX(a[2], R)");
        assert_eq!(shown("(a[2]) > (3)"), "MAX(a[2], R)");
    }
}
