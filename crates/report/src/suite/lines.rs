//! JSON on lines of its own down to some depth; what lies deeper stands on one line.
//!
//! ```text
//! "heap": {
//!   "a1": { "type": "cons", "fields": { "head": 3, "tail": { "ref": "a2" } } },
//! ```
//!
//! A suite may have very many tests, so values are written as they are walked over, without a tree of them in between.

use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// The depth from which on things stay on a line.
const DEEPEST: usize = 3;

/// A value as text. Every line after the first one begins with `indent` spaces.
pub(crate) fn lines(value: &impl Serialize, indent: usize) -> String {
    let mut out = Vec::with_capacity(1024);
    let mut to = serde_json::Serializer::with_formatter(&mut out, Lines { indent, depth: 0, filled: false });
    // Writing to memory does not fail, and all that is written is text.
    let _ = value.serialize(&mut to);
    String::from_utf8(out).unwrap_or_default()
}

struct Lines {
    indent: usize,
    depth: usize,
    /// Whether the open list or object has something in it.
    filled: bool,
}

impl Lines {
    fn begin<W: ?Sized + Write>(&mut self, to: &mut W, sign: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        to.write_all(sign)
    }

    fn next<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        if !first {
            to.write_all(b",")?;
        }
        self.gap(to)
    }

    fn gap<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        if self.depth > DEEPEST {
            return to.write_all(b" ");
        }
        to.write_all(b"\n")?;
        const SPACES: &[u8] = &[b' '; 64];
        let mut left = self.indent + 2 * self.depth;
        while left > 0 {
            let some = left.min(SPACES.len());
            to.write_all(&SPACES[..some])?;
            left -= some;
        }
        Ok(())
    }

    fn end<W: ?Sized + Write>(&mut self, to: &mut W, sign: &[u8]) -> io::Result<()> {
        let inline = self.depth > DEEPEST;
        self.depth = self.depth.saturating_sub(1);
        if self.filled && inline {
            to.write_all(b" ")?;
        } else if self.filled {
            self.gap(to)?;
        }
        self.filled = true;
        to.write_all(sign)
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.begin(to, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.end(to, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.next(to, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.begin(to, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.end(to, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.next(to, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        to.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::lines;
    use serde_json::{Value, json};

    #[test]
    fn what_lies_deep_stays_on_a_line() {
        let value = json!({ "a": [], "b": { "c": { "d": { "e": [1, {}] } }, "f": null } });
        let text = lines(&value, 2);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        let expected = "{\n    \"a\": [],\n    \"b\": {\n      \"c\": {\n        \"d\": { \"e\": [ 1, {} ] }\n      \
                        },\n      \"f\": null\n    }\n  }";
        assert_eq!(text, expected);
    }
}
