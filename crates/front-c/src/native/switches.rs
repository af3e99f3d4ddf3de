//! Which `switch` a `case` belongs to.
//!
//! gcov counts the branches of a `switch` where it starts, one for each statement that is jumped to; here each label is a
//! condition of its own, in its own line.
//!
//! ```text
//! 3  switch (x) {      gcov: three branches
//! 4  case 1:           here: `case 1:` is true, `case 1:` is false
//! 5  case 2: return 1;
//! 6  case 3: return 2;
//! 7  }
//! ```

use std::collections::BTreeMap;

/// For the place of each `case` in a text, the line of its `switch`.
pub(super) fn switches(text: &str) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    let bytes = text.as_bytes();
    // The line of the `switch` that each open brace belongs to, if it does.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut pending: Option<usize> = None;
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest[0] {
            b'"' | b'\'' => quoted(rest),
            b'/' if rest.starts_with(b"//") => until(rest, b"\n", 0),
            b'/' if rest.starts_with(b"/*") => until(&rest[2..], b"*/", 2) + 2,
            b'{' => {
                open.push(pending.take());
                1
            }
            b'}' => {
                open.pop();
                1
            }
            first if first == b'_' || first.is_ascii_alphanumeric() => {
                let word = rest.iter().take_while(|b| **b == b'_' || b.is_ascii_alphanumeric()).count();
                match &rest[..word] {
                    b"switch" => pending = Some(line),
                    b"case" => {
                        let innermost = open.iter().rev().find_map(|of| *of);
                        found.extend(innermost.map(|of| (at, of)));
                    }
                    _ => {}
                }
                word
            }
            _ => 1,
        };
        let next = (at + length.max(1)).min(bytes.len());
        line += bytes[at..next].iter().filter(|b| **b == b'\n').count();
        at = next;
    }
    found
}

/// The length of a literal with its quotes.
fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if *byte == rest[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The length up to a sign, and as much of the sign as is said.
fn until(rest: &[u8], sign: &[u8], with: usize) -> usize {
    rest.windows(sign.len()).position(|w| w == sign).map_or(rest.len(), |at| at + with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_case_finds_its_switch() {
        let text = "int f(int x)\n{\n    switch (x) { // case {\n    case 1: if (x) { case 2: return '{'; }\n\
                    /* } */ case '}':\n        switch (x + 1)\n        {\n        case 3:;\n        }\n    case 4:;\n    }\n}\n";
        let lines: Vec<usize> = switches(text).into_values().collect();
        assert_eq!(lines, [3, 3, 3, 6, 3]);
    }

    #[test]
    fn odd_text_does_no_harm() {
        for text in ["case 1:", "}}} case", "switch { case \"", "'\\", "/*", "/"] {
            let _ = switches(text);
        }
    }
}
