//! The conditions of a C file, found in its text, and a copy of the file that tells how they come out.
//!
//! This knows nothing of the front end that it judges, and of C only what it takes: comments, literals, brackets, and
//! the words that a condition follows. `if`, `while`, `for` and `switch` may stand anywhere; a condition before `?` stands
//! in brackets. What `&&`, `||` and `!` join is taken apart, as far as brackets allow. Other conditions (`return a && b;`)
//! are left alone, and nobody judges them.
//!
//! ```
//! let file = testkit::c_verdicts::conditions("int f(int v) {\n    if (v > 3) {\n        return 1;\n    }\n    return 0;\n}\n");
//! assert_eq!((file[0].line, file[0].column, file[0].text.as_str()), (2, 9, "v > 3"));
//! ```

use std::ops::Range;

/// An atomic condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// As it is written; `case 3:` for a label.
    pub text: String,
}

/// A text with comments, literals and directives made blank, of the same length.
pub(super) fn masked(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let blank = |out: &mut Vec<u8>, range: Range<usize>| {
        for b in &mut out[range] {
            if *b != b'\n' {
                *b = b' ';
            }
        }
    };
    let find = |from: usize, what: &str| text[from..].find(what).map_or(text.len(), |n| from + n);
    let (mut i, mut line_start) = (0, true);
    while i < bytes.len() {
        match bytes[i] {
            b'#' if line_start => {
                let end = find(i, "\n");
                blank(&mut out, i..end);
                i = end;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                let end = find(i, "\n");
                blank(&mut out, i..end);
                i = end;
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                let end = (find(i + 2, "*/") + 2).min(text.len());
                blank(&mut out, i..end);
                i = end;
            }
            quote @ (b'"' | b'\'') => {
                let mut end = i + 1;
                while end < bytes.len() && bytes[end] != quote {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let end = (end + 1).min(bytes.len());
                // A literal is something, though nobody looks into it.
                out[i..end].fill(b'_');
                i = end;
            }
            b => {
                line_start = b == b'\n' || line_start && b.is_ascii_whitespace();
                i += 1;
                continue;
            }
        }
        line_start = false;
    }
    out
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The position behind the bracket that closes the one at `open`.
fn closed(mask: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, b) in mask.iter().enumerate().skip(open) {
        match b {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Parts of a range between separators outside of brackets.
fn split(mask: &[u8], range: Range<usize>, separator: &[u8]) -> Vec<Range<usize>> {
    let (mut parts, mut from, mut depth, mut i) = (Vec::new(), range.start, 0i32, range.start);
    while i < range.end {
        match mask[i] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ if depth == 0 && mask[i..range.end].starts_with(separator) => {
                parts.push(from..i);
                i += separator.len();
                from = i;
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    parts.push(from..range.end);
    parts
}

fn trim(mask: &[u8], range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start, range.end);
    while start < end && mask[start].is_ascii_whitespace() {
        start += 1;
    }
    while start < end && mask[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    start..end
}

/// The atomic conditions of a condition.
fn atoms(mask: &[u8], range: Range<usize>, out: &mut Vec<Range<usize>>) {
    let range = trim(mask, range);
    for separator in [b"||", b"&&"] {
        let parts = split(mask, range.clone(), separator);
        if parts.len() > 1 {
            parts.into_iter().for_each(|part| atoms(mask, part, out));
            return;
        }
    }
    let inner = trim(mask, range.start + usize::from(mask.get(range.start) == Some(&b'!'))..range.end);
    if mask.get(inner.start) == Some(&b'(') && closed(mask, inner.start) == Some(inner.end) {
        let mut inside = Vec::new();
        atoms(mask, inner.start + 1..inner.end - 1, &mut inside);
        if inside.len() > 1 {
            out.append(&mut inside);
        } else {
            out.push(inner);
        }
    } else if !range.is_empty() {
        out.push(range);
    }
}

/// A file with its conditions.
pub(super) struct Marked {
    pub conditions: Vec<Condition>,
    /// The file, telling `glassbox_seen` what it sees.
    pub text: String,
}

/// Finds the conditions of a file.
pub(super) fn mark(text: &str) -> Marked {
    let mask = masked(text);
    let mut conditions: Vec<Condition> = Vec::new();
    let mut insertions: Vec<(usize, String)> = Vec::new();
    let place = |at: usize| {
        let line_start = text[..at].rfind('\n').map_or(0, |n| n + 1);
        (text[..at].matches('\n').count() + 1, at - line_start + 1)
    };
    let note = |conditions: &mut Vec<Condition>, at: usize, text: &str| {
        let (line, column) = place(at);
        conditions.push(Condition { line, column, text: text.to_string() });
        conditions.len() - 1
    };
    let mut i = 0;
    while i < mask.len() {
        let starts = i == 0 || !is_word(mask[i - 1]);
        let word = if starts && is_word(mask[i]) {
            let end = (i..mask.len()).find(|j| !is_word(mask[*j])).unwrap_or(mask.len());
            &mask[i..end]
        } else {
            &[]
        };
        let open = (i + word.len()..mask.len()).find(|j| !mask[*j].is_ascii_whitespace());
        let open = open.filter(|j| mask[*j] == b'(');
        let mut wanted = None;
        match (word, open) {
            (b"if" | b"while", Some(open)) => wanted = closed(&mask, open).map(|end| open + 1..end - 1),
            (b"for", Some(open)) => {
                let parts = closed(&mask, open).map(|end| split(&mask, open + 1..end - 1, b";"));
                wanted = parts.and_then(|p| p.get(1).cloned());
            }
            (b"switch", Some(open)) => {
                if let Some(end) = closed(&mask, open) {
                    let labels: Vec<(usize, String)> = labels(text, &mask, end);
                    insertions.push((open + 1, "({ __auto_type switched_ = (".into()));
                    let tests: Vec<String> = labels
                        .iter()
                        .map(|(at, value)| {
                            let id = note(&mut conditions, *at, &format!("case {value}:"));
                            format!("SEEN({id}, switched_ == ({value}))")
                        })
                        .collect();
                    let tests = if tests.is_empty() { "0".into() } else { tests.join(" || ") };
                    insertions.push((end - 1, format!("); (void) ({tests}); switched_; }})")));
                }
            }
            _ if mask[i] == b'?' => {
                let before = trim(&mask, 0..i);
                if before.end > 0 && mask[before.end - 1] == b')' {
                    let open = (0..before.end)
                        .rev()
                        .find(|j| mask[*j] == b'(' && closed(&mask, *j) == Some(before.end));
                    wanted = open.filter(|j| *j == 0 || !is_word(mask[*j - 1])).map(|j| j..before.end);
                }
            }
            _ => {}
        }
        if let Some(range) = wanted {
            let mut found = Vec::new();
            atoms(&mask, range, &mut found);
            for atom in found {
                let id = note(&mut conditions, atom.start, &text[atom.clone()]);
                insertions.push((atom.start, format!("SEEN({id}, ")));
                insertions.push((atom.end, ")".into()));
            }
        }
        i += word.len().max(1);
    }
    insertions.sort_by_key(|(at, _)| *at);
    let (mut marked, mut from) = (String::new(), 0);
    for (at, what) in insertions {
        marked.push_str(&text[from..at]);
        marked.push_str(&what);
        from = at;
    }
    marked.push_str(&text[from..]);
    Marked { conditions, text: marked }
}

/// The labels of a `switch` whose body starts behind `from`, those of inner ones aside: where, and their values.
fn labels(text: &str, mask: &[u8], from: usize) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let Some(open) = (from..mask.len()).find(|j| mask[*j] == b'{') else { return out };
    let Some(end) = closed(mask, open) else { return out };
    let mut i = open + 1;
    while i < end {
        let word_end = (i..end).find(|j| !is_word(mask[*j])).unwrap_or(end);
        match &mask[i..word_end] {
            b"switch" => {
                let body = (i..end).find(|j| mask[*j] == b'{').and_then(|open| closed(mask, open));
                i = body.unwrap_or(end);
                continue;
            }
            b"case" => {
                let colon = (word_end..end).find(|j| mask[*j] == b':').unwrap_or(end);
                out.push((i, text[word_end..colon].trim().to_string()));
                i = colon;
            }
            _ => {}
        }
        i = word_end.max(i + 1);
    }
    out
}
