//! Comments that start with `@`, cut into clauses.
//!
//! ```text
//! /*@ requires n > 0;
//!   @ ensures result >= n;
//!   @*/
//! int f(int n) { …
//! ```
//!
//! A clause ends with `;` outside of brackets, or where a new one starts with a known word on a new line, or
//! with the comment. An `@` at the start of a line only decorates and is dropped. The formulas are text.

pub(crate) mod words;

use crate::scan::{TokenKind, first_token, tokens};
use crate::tree::{Annotation, Clause};
use source::{FileId, Files, SourceFile};
use words::{KNOWN, OTHER};

/// A comment with the offset after it, and whether only blanks, comments and annotations stand between it and the
/// next annotation.
pub(crate) fn collect(files: &Files, file: FileId) -> Vec<Annotation> {
    let text = files.get(file).map_or("", SourceFile::text);
    let mut found: Vec<Annotation> = Vec::new();
    for token in tokens(text).iter().filter(|t| t.kind == TokenKind::Comment) {
        let comment = token.text(text);
        let is_line = comment.starts_with("//");
        let Some(inner) = comment.get(2..).and_then(|c| c.strip_prefix('@')) else { continue };
        let inner = if is_line { inner } else { inner.strip_suffix("*/").unwrap_or(inner) };
        if is_mark_of_another(inner) {
            continue;
        }
        let start = token.start + 3;
        let clauses = cut(inner)
            .into_iter()
            .map(|(from, to)| clause(files, file, text, start + from, start + to))
            .collect();
        let before = text.get(token.end..).and_then(first_token);
        let before = before.and_then(|at| u32::try_from(token.end + at).ok());
        found.push(Annotation { clauses, span: files.span(file, token.start, token.end), before });
    }
    found
}

/// Whether the comment is a mark of another program, such as `//@{` or `/*@null@*/`.
fn is_mark_of_another(inner: &str) -> bool {
    let word = inner.strip_suffix('@').unwrap_or(inner);
    let marks = word.len() < inner.len() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    marks || matches!(inner.trim(), "" | "{" | "}")
}

/// The ranges of the clauses.
fn cut(inner: &str) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let mut start: Option<usize> = None;
    let mut end = 0;
    let mut depth = 0_usize;
    let mut line_starts = true;
    // Quantifiers whose `;` is still to come: it ends no clause.
    let mut binders = 0_usize;
    let mut in_comment = false;
    for (at, c) in inner.char_indices() {
        if c == '\n' {
            (line_starts, in_comment) = (true, false);
            continue;
        }
        // A comment within the annotation.
        in_comment |= inner.get(at..).is_some_and(|rest| rest.starts_with("//"));
        if in_comment {
            continue;
        }
        if c.is_whitespace() || (c == '@' && line_starts) || (c == '@' && start.is_none()) {
            continue;
        }
        let rest = inner.get(at..).unwrap_or("");
        if line_starts && depth == 0 && starts_with_keyword(rest).is_some() {
            ranges.extend(start.take().map(|start| (start, end)));
        }
        line_starts = false;
        // The `@` before the end of the comment.
        if c == '@' && rest.get(1..).is_some_and(|r| r.trim().is_empty()) {
            continue;
        }
        if rest.starts_with("\\forall") || rest.starts_with("\\exists") {
            binders += 1;
        }
        let names_behavior =
            start.and_then(|start| inner.get(start..at)).is_some_and(|c| c.starts_with("behavior "));
        match c {
            ';' if binders > 0 => binders -= 1,
            ';' | ':' if depth == 0 && (c == ';' || names_behavior) => {
                ranges.extend(start.take().map(|start| (start, end)));
                continue;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        start.get_or_insert(at);
        end = at + c.len_utf8();
    }
    ranges.extend(start.map(|start| (start, end)));
    ranges
}

fn starts_with_keyword(text: &str) -> Option<&'static str> {
    KNOWN.iter().chain(OTHER).copied().find(|keyword| {
        text.strip_prefix(keyword)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

fn clause(files: &Files, file: FileId, text: &str, start: usize, end: usize) -> Clause {
    let whole = text.get(start..end).unwrap_or("");
    let keyword = starts_with_keyword(whole).unwrap_or("");
    let rest = whole.get(keyword.len()..).unwrap_or("");
    // Lines after the first may start with an `@` that only decorates.
    let lines: Vec<&str> = rest
        .lines()
        .enumerate()
        .map(|(i, line)| (i, line.split("//").next().unwrap_or("")))
        .map(|(i, line)| if i == 0 { line.trim() } else { line.trim().trim_start_matches('@').trim() })
        .filter(|line| !line.is_empty())
        .collect();
    let keyword = keyword.to_string();
    Clause { keyword, text: lines.join(" "), span: files.span(file, start, end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_cut() {
        let text = "/*@ requires n > 0;\n  @ ensures result\n  @   >= n;\n  @*/\nint f;\n//@ assert x;\n//@ loop invariant i >= 0\n// @ no\n/*@ invariant (a;\n b)\n assigns x */";
        let mut files = Files::new();
        let file = files.add("a.c", text);
        let found = collect(&files, file);
        let shown: Vec<Vec<String>> = found
            .iter()
            .map(|a| a.clauses.iter().map(|c| format!("{}|{}", c.keyword, c.text)).collect())
            .collect();
        assert_eq!(
            shown,
            [
                vec!["requires|n > 0", "ensures|result >= n"],
                vec!["assert|x"],
                vec!["loop invariant|i >= 0"],
                vec!["invariant|(a; b)", "assigns|x"]
            ]
        );
        assert_eq!(files.text(found[0].clauses[0].span), "requires n > 0");
    }
}
