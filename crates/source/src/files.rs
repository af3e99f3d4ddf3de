//! Source files and places in them.
//!
//! A [`SourceFile`] keeps its text with the offsets at which its lines start, so that a byte offset
//! turns into a line and a column by binary search. [`Files`] owns all files of a run and hands out
//! [`FileId`]s, which makes a [`Span`] a small `Copy` value.

/// Names one file of a [`Files`] collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// The position of the file in its collection, in the order in which files were added.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in one file: from `start` up to, not including, `end`.
///
/// An empty span marks a place between two characters, such as the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file that the range lies in.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte; never less than `start` in a span made by this crate.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; the file is that of `self`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span at the end of this one: where something that is missing should have stood.
    #[must_use]
    pub fn after(self) -> Span {
        Span { file: self.file, start: self.end, end: self.end }
    }
}

/// A place as people count it: both numbers start at 1, the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// One file: the name to show, the text, and where its lines start.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl SourceFile {
    /// Takes a text under the name by which messages will call it.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1));
        SourceFile { name: name.into(), text, line_starts }
    }

    /// The name, as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are. A text that ends in a newline has an empty last line.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The line (from 1) that holds the byte at `offset`.
    pub fn line(&self, offset: usize) -> usize {
        // The first start is 0, so at least one start is not after `offset`.
        self.line_starts.partition_point(|start| *start <= offset)
    }

    /// Line and column of the byte at `offset`.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = self.clamp(offset);
        let line = self.line(offset);
        let start = self.line_start(line);
        LineColumn { line, column: self.text[start..offset].chars().count() + 1 }
    }

    /// The offset at which a line (from 1) starts; the length of the text for a line past the last.
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len())
    }

    /// The text of a line (from 1) without its line end; empty for a line that does not exist.
    pub fn line_text(&self, line: usize) -> &str {
        let start = self.line_start(line);
        let end = self.line_starts.get(line).copied().unwrap_or(self.text.len());
        let text = self.text[start..end.max(start)].trim_end_matches('\n');
        text.strip_suffix('\r').unwrap_or(text)
    }

    /// The nearest offset, not after `offset`, that lies in the text and between two characters.
    pub fn clamp(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        // Offset 0 is a boundary of every text, so this ends.
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// The text from `start` up to `end`; both are moved to where characters begin.
    pub fn slice(&self, start: usize, end: usize) -> &str {
        let start = self.clamp(start);
        &self.text[start..self.clamp(end).max(start)]
    }
}

/// All files of a run.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: Vec<SourceFile>,
}

impl Files {
    /// An empty collection.
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file and returns the id by which spans refer to it.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile::new(name, text));
        // More than four thousand million files do not fit in memory, so the cast loses nothing.
        FileId((self.files.len() - 1) as u32)
    }

    /// The file of an id; `None` if the id comes from another collection.
    pub fn get(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.index())
    }

    /// All files in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, file)| (FileId(i as u32), file))
    }

    /// A span of a file, from two byte offsets; offsets too large for a span stop at the largest one.
    pub fn span(&self, file: FileId, start: usize, end: usize) -> Span {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { file, start: narrow(start), end: narrow(end.max(start)) }
    }

    /// The text that a span covers; empty if its file is unknown.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).map_or("", |file| file.slice(span.start as usize, span.end as usize))
    }

    /// Where a span starts: the name of its file, line and column; `None` if its file is unknown.
    pub fn place(&self, span: Span) -> Option<(&str, LineColumn)> {
        let file = self.get(span.file)?;
        Some((file.name(), file.line_column(span.start as usize)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let file = SourceFile::new("f", "ab\nçé x\r\n\nlast");
        assert_eq!(file.line_count(), 4);
        assert_eq!(file.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(file.line_column(2), LineColumn { line: 1, column: 3 });
        assert_eq!(file.line_column(3), LineColumn { line: 2, column: 1 });
        // `ç` and `é` take two bytes each.
        assert_eq!(file.line_column(8), LineColumn { line: 2, column: 4 });
        assert_eq!(file.line_column(6), LineColumn { line: 2, column: 2 }, "inside of é");
        assert_eq!(file.line_text(2), "çé x");
        assert_eq!(file.line_text(3), "");
        assert_eq!(file.line_text(4), "last");
        assert_eq!(file.line_text(5), "");
        assert_eq!(file.line_text(0), "");
    }

    #[test]
    fn offsets_outside_of_the_text_stop_at_its_end() {
        let file = SourceFile::new("f", "ab\n");
        assert_eq!(file.line_column(3), LineColumn { line: 2, column: 1 });
        assert_eq!(file.line_column(99), LineColumn { line: 2, column: 1 });
        assert_eq!(file.slice(1, 99), "b\n");
        assert_eq!(file.slice(5, 2), "");
        assert_eq!(SourceFile::new("e", "").line_column(7), LineColumn { line: 1, column: 1 });
    }

    #[test]
    fn every_offset_round_trips_through_its_line_start() {
        let text = "one\ntwo ✓ three\n\n\tfour\r\nfive";
        let file = SourceFile::new("f", text);
        for (offset, _) in text.char_indices() {
            let place = file.line_column(offset);
            let start = file.line_start(place.line);
            let back: usize = text[start..].chars().take(place.column - 1).map(char::len_utf8).sum();
            assert_eq!(start + back, offset);
        }
    }

    #[test]
    fn spans_join_and_name_their_place() {
        let mut files = Files::new();
        let a = files.add("a", "x = 1\ny = 2");
        let b = files.add("b", "");
        let span = files.span(a, 6, 7).to(files.span(a, 2, 3));
        assert_eq!((span.start, span.end), (2, 7));
        assert_eq!(files.text(span), "= 1\ny");
        assert_eq!(files.place(span.after()).unwrap(), ("a", LineColumn { line: 2, column: 2 }));
        assert_eq!(files.span(a, 0, 1).to(files.span(b, 0, 0)), files.span(a, 0, 1));
        assert_eq!(files.iter().map(|(_, f)| f.name()).collect::<Vec<_>>(), ["a", "b"]);
        assert!(Files::new().place(span).is_none());
    }
}
