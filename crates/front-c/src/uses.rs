//! Where macros were used in a line, told from the line as written and the line after preprocessing.
//!
//! Both are read as tokens. A name as written, with or without arguments, may stand for any tokens after preprocessing; everything
//! else stands for itself. Of all ways to read the lines like that the one with the fewest uses is taken. Nothing that begins
//! with its own name is one: `f(ROWS)` is a call.
//!
//! ```text
//! for (i = 0; i < ROWS; i++) if (a[i] > MAX(x, y))        as written
//! for (i = 0; i < 3; i++) if (a[i] > ((x) > (y) ? (x) : (y)))      after preprocessing: ROWS is 3, MAX(x, y) is the rest
//! ```

use std::ops::Range;

/// A part of a line: the columns as written, and those after preprocessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// As written.
    pub written: Range<usize>,
    /// After preprocessing.
    pub line: Range<usize>,
    /// Whether both are the same text. If not, it is the use of a macro.
    pub same: bool,
}

/// Lines with more pairs of tokens are not looked at: it would take too long.
const MOST_PAIRS: usize = 200_000;

/// What a use costs, and each token that comes of it.
const USE: u32 = 1000;
const TOKEN: u32 = 1;

/// The tokens of a line and the uses of macros in it, in order; `None` if it cannot be read like that.
pub fn segments(written: &str, line: &str) -> Option<Vec<Segment>> {
    let (w, l) = (tokens(written), tokens(line));
    let width = l.len() + 1;
    if (w.len() + 1).checked_mul(width)? > MOST_PAIRS {
        return None;
    }
    let text = |of: &str, t: &Range<usize>| of.get(t.clone()).unwrap_or("").to_string();
    let (words, said): (Vec<String>, Vec<String>) =
        (w.iter().map(|t| text(written, t)).collect(), l.iter().map(|t| text(line, t)).collect());
    // The least cost from a pair of places on: where both go on, and inside of what a use stands for that ends before a token.
    let mut cost = vec![u32::MAX; (w.len() + 1) * width];
    let mut inside = cost.clone();
    let at = |i: usize, j: usize| i * width + j;
    let plus = |cost: u32, more: u32| cost.saturating_add(more);
    for i in (0..=w.len()).rev() {
        for j in (0..=l.len()).rev() {
            let mut least = if i == w.len() && j == l.len() { 0 } else { u32::MAX };
            if i < w.len() && j < l.len() && words[i] == said[j] {
                least = least.min(cost[at(i + 1, j + 1)]);
            } else {
                for end in ends(&words, i) {
                    least = least.min(plus(inside[at(end, j)], USE));
                }
            }
            cost[at(i, j)] = least;
            let more = if j < l.len() { plus(inside[at(i, j + 1)], TOKEN) } else { u32::MAX };
            inside[at(i, j)] = least.min(more);
        }
    }
    if cost[0] == u32::MAX {
        return None;
    }
    let mut out = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < w.len() || j < l.len() {
        let here = cost[at(i, j)];
        if i < w.len() && j < l.len() && words[i] == said[j] {
            out.push(Segment { written: w[i].clone(), line: l[j].clone(), same: true });
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let end = ends(&words, i).into_iter().find(|end| plus(inside[at(*end, j)], USE) == here)?;
        let mut until = j;
        while inside[at(end, until)] != cost[at(end, until)] {
            until += 1;
        }
        let start = l.get(j).map_or(line.len(), |t| t.start);
        let after = if until > j { l[until - 1].end } else { start };
        out.push(Segment { written: w[i].start..w[end - 1].end, line: start..after, same: false });
        (i, j) = (end, until);
    }
    Some(out)
}

/// Where the use of a macro that starts with a token may end: after its name, or after its arguments.
fn ends(words: &[String], at: usize) -> Vec<usize> {
    let Some(first) = words.get(at).and_then(|w| w.bytes().next()) else { return Vec::new() };
    if !first.is_ascii_alphabetic() && first != b'_' {
        return Vec::new();
    }
    let mut out = vec![at + 1];
    let mut open = 0;
    for (i, word) in words.iter().enumerate().skip(at + 1) {
        match word.as_str() {
            "(" => open += 1,
            ")" => open -= 1,
            _ => {}
        }
        if open <= 0 {
            if i > at + 1 {
                out.push(i + 1);
            }
            break;
        }
    }
    out
}

/// The tokens of a line: words, texts in quotes, and single signs; not blanks and comments.
fn tokens(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        let rest = bytes.get(at..).unwrap_or(&[]);
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if rest.starts_with(b"//") {
            break;
        }
        if rest.starts_with(b"/*") {
            let end = rest.windows(2).skip(2).position(|w| w == b"*/");
            at = end.map_or(bytes.len(), |n| at + n + 4);
            continue;
        }
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
        if is_word(byte) {
            at += rest.iter().take_while(|b| is_word(b)).count();
        } else if *byte == b'"' || *byte == b'\'' {
            at += 1;
            while let Some(b) = bytes.get(at) {
                at += if *b == b'\\' { 2 } else { 1 };
                if b == byte {
                    break;
                }
            }
            at = at.min(bytes.len());
        } else {
            at += 1;
        }
        out.push(start..at);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::segments;

    fn shown(written: &str, line: &str) -> Option<Vec<(String, String)>> {
        let uses = segments(written, line)?.into_iter().filter(|s| !s.same);
        Some(uses.map(|s| (written[s.written].to_string(), line[s.line].to_string())).collect())
    }

    #[test]
    fn uses_are_found() {
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(shown("x = y;", "x = y;"), Some(vec![]));
        assert_eq!(
            shown(
                "int f(int a[R], int b[R]) { if (a[i] < R) }",
                "int f(int a[3], int b[3]) { if (a[i] < 3) }"
            ),
            Some(vec![pair("R", "3"); 3])
        );
        assert_eq!(
            shown("if (m > R && x < MAX(y, R)) z;", "if (m > 3 && x < ((y) > (3) ? (y) : (3))) z;"),
            Some(vec![pair("R", "3"), pair("MAX(y, R)", "((y) > (3) ? (y) : (3))")])
        );
        // Nothing comes of some macros, and of comments.
        assert_eq!(shown("INLINE int /* so */ x;", " int x;"), Some(vec![pair("INLINE", "")]));
        assert_eq!(shown("f(\"a\\\"b\", 'c');", "f(\"a\\\"b\", 'c');"), Some(vec![]));
        assert_eq!(shown("return 1 + M(a);", "return 1 + ((a) + y);"), Some(vec![pair("M(a)", "((a) + y)")]));
        assert_eq!(shown("f(R, R, R)", "f(3, 3, 3)"), Some(vec![pair("R", "3"); 3]));
        assert_eq!(shown("x + 1", "x + 2"), None);
        assert_eq!(shown("", "x"), None);
        assert_eq!(shown("N(", "3("), Some(vec![pair("N", "3")]));
    }
}
