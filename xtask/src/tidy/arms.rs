//! Matches on instructions name every instruction, so that a new one is noticed wherever something is said of all.
//!
//! ```text
//! match kind {
//!     InstrKind::Assign(v, _) => Some(v),
//!     _ => None,                              wrong, unless a comment above the arm says why the others do not matter
//! }
//! ```

/// The type whose variants have to be named.
const TYPE: &str = "InstrKind::";

/// The lines with an arm for all other instructions and no reason above it.
pub fn check(text: &str) -> Vec<usize> {
    let code = blanked(text);
    let bytes = code.as_bytes();
    let mut out = Vec::new();
    for (at, _) in code.match_indices("match ") {
        let is_word = at == 0 || !bytes[at - 1].is_ascii_alphanumeric() && bytes[at - 1] != b'_';
        let Some(open) = is_word.then(|| body(bytes, at)).flatten() else { continue };
        let arms = arms(&code, open + 1);
        if !arms.iter().any(|(_, pattern)| pattern.contains(TYPE)) {
            continue;
        }
        for (start, pattern) in arms {
            let lead = pattern.len() - pattern.trim_start().len();
            let name = pattern.trim();
            let takes_all = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            let line = text[..start + lead].matches('\n').count();
            if takes_all && !name.is_empty() && !has_reason(text, line) {
                out.push(line + 1);
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Is there a comment in the line above, or behind the arm?
fn has_reason(text: &str, line: usize) -> bool {
    let at = |n: usize| text.lines().nth(n).unwrap_or_default();
    line > 0 && at(line - 1).trim_start().starts_with("//") || at(line).contains("//")
}

/// The text with blanks for comments, strings and characters; what stands at a place stays there.
fn blanked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut blank = |from: usize, to: usize| {
        for b in out.iter_mut().take(to).skip(from).filter(|b| **b != b'\n') {
            *b = b' ';
        }
    };
    let mut i = 0;
    while i < bytes.len() {
        let end = match bytes[i] {
            b'/' if bytes[i..].starts_with(b"//") => text[i..].find('\n').map_or(bytes.len(), |n| i + n),
            b'"' => {
                let mut j = i + 1;
                while j < bytes.len() && bytes[j] != b'"' {
                    j += if bytes[j] == b'\\' { 2 } else { 1 };
                }
                j + 1
            }
            b'r' if bytes[i..].starts_with(b"r#\"") => {
                text[i..].find("\"#").map_or(bytes.len(), |n| i + n + 2)
            }
            // A lifetime has no second quote.
            b'\'' if bytes.get(i + 1) == Some(&b'\\') => {
                i + 2 + text[i + 3..].find('\'').map_or(0, |n| n + 2)
            }
            b'\'' if bytes.get(i + 2) == Some(&b'\'') => i + 3,
            _ => {
                i += 1;
                continue;
            }
        };
        blank(i, end.min(bytes.len()));
        i = end;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Where the arms of a match begin.
fn body(code: &[u8], from: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, b) in code.iter().enumerate().skip(from) {
        match b {
            b'{' if depth == 0 => return Some(i),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return None,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The patterns of the arms, each with the place where it begins.
fn arms(code: &str, from: usize) -> Vec<(usize, &str)> {
    let bytes = code.as_bytes();
    let mut out = Vec::new();
    let (mut i, mut start, mut depth, mut in_pattern) = (from, from, 0usize, true);
    while i < bytes.len() {
        match bytes[i] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                // A block ends its arm, unless something is done with it.
                let rest = code[i + 1..].trim_start();
                if depth == 0 && bytes[i] == b'}' && !in_pattern && !rest.starts_with(['.', '?', ',']) {
                    (start, in_pattern) = (i + 1, true);
                }
            }
            b',' if depth == 0 && !in_pattern => (start, in_pattern) = (i + 1, true),
            b'=' if depth == 0 && in_pattern && bytes.get(i + 1) == Some(&b'>') => {
                out.push((start, &code[start..i]));
                in_pattern = false;
            }
            _ => {}
        }
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arm_for_all_others_needs_a_reason() {
        let text = "fn f(kind: &InstrKind) -> u32 {
    match kind {
        InstrKind::Skip => { 1 }
        InstrKind::Assign(_, e) => match e.kind {
            ExprKind::Nil => '{'.len(),
            _ => 3,
        },
        _ => \"}\".len(),
    }
}
fn g(kind: &InstrKind) -> u32 {
    match kind {
        InstrKind::Skip => 1,
        // Nothing else is empty.
        _ => 2,
    }
}
fn h(kind: &InstrKind) -> bool {
    match (kind, 'x') {
        (InstrKind::Free(_), _) if true => true,
        other => false,
    }
}
";
        assert_eq!(check(text), [8, 21]);
    }
}
