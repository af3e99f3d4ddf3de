//! Text that is copied line by line from the user's files, with where each line comes from.

use std::fmt::Write;

/// A file in the making.
#[derive(Default)]
pub(super) struct Sheet {
    pub text: String,
    /// Line in the user's file to line here, for each file.
    lines: Vec<(usize, usize, usize)>,
}

impl Sheet {
    /// The line that is written now, from 1 on.
    pub fn line(&self) -> usize {
        self.text.matches('\n').count() + 1
    }

    /// A line of text.
    pub fn push(&mut self, indent: usize, text: &str) {
        if text.is_empty() {
            self.text.push('\n');
            return;
        }
        let mut column = 3 * indent;
        let _ = write!(self.text, "{:column$}", "");
        for piece in pieces(text) {
            if column > 3 * indent && column + piece.len() > WIDTH {
                column = 3 * indent + 2;
                // What was pushed before ends with a blank, which is not needed at the end of a line.
                let end = self.text.trim_end_matches(' ').len();
                self.text.truncate(end);
                let _ = write!(self.text, "\n{:column$}", "");
            }
            self.text.push_str(piece);
            column += piece.len();
        }
        self.text.push('\n');
    }

    /// Copies a part of a file that starts at a line there.
    pub fn copy(&mut self, file: usize, from: usize, text: &str) {
        let here = self.line();
        for (at, _) in text.split('\n').enumerate() {
            self.lines.push((file, from + at, here + at));
        }
        self.text.push_str(text);
    }

    /// The lines of a file with where they are here.
    pub fn of_file(&self, file: usize) -> Vec<(usize, usize)> {
        self.lines.iter().filter(|(f, ..)| *f == file).map(|(_, from, to)| (*from, *to)).collect()
    }

    /// Where a line of a file was copied to.
    pub fn copied(&self, file: usize, line: usize) -> Option<usize> {
        self.lines.iter().find(|(f, from, _)| *f == file && *from == line).map(|(_, _, to)| *to)
    }
}

/// How long a line may be before it is broken.
const WIDTH: usize = 100;

/// A line cut where it can be broken: behind the commas that stand in no text.
fn pieces(text: &str) -> Vec<&str> {
    if text.len() <= WIDTH || text.starts_with("--") {
        return vec![text];
    }
    let (mut pieces, mut start, mut quoted) = (Vec::new(), 0, false);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        // A quote as a character, '"', begins no text.
        let character = at > 0 && bytes[at - 1] == b'\'' && bytes.get(at + 1) == Some(&b'\'');
        if *byte == b'"' && !character {
            quoted = !quoted;
        }
        if !quoted && *byte == b' ' && at > 0 && bytes[at - 1] == b',' {
            pieces.push(&text[start..=at]);
            start = at + 1;
        }
    }
    pieces.push(&text[start..]);
    pieces
}
