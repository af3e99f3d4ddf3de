//! Macros in annotations: compilers do not look into comments, so what `#define` says is put in here.
//!
//! ```text
//! #define MAX 100          0 <= n <= MAX  means  0 <= n <= 100
//! ```
//!
//! Only macros without parameters that the file itself defines once, by the words and signs of a formula.

use super::tokens::tokens;
use crate::scan::{TokenKind, tokens as scanned};
use std::collections::{BTreeMap, BTreeSet};

/// The macros of a text.
pub(in crate::lower) fn macros(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    let mut several = BTreeSet::new();
    for token in scanned(text).iter().filter(|t| t.kind == TokenKind::Directive) {
        let line = token.text(text).replace("\\\n", " ");
        let Some(rest) = line.trim_start_matches('#').trim_start().strip_prefix("define ") else { continue };
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, body) = rest.split_at(end);
        if body.starts_with('(') {
            continue;
        }
        let body = body.split("/*").next().unwrap_or("").split("//").next().unwrap_or("");
        if let Ok(body) = tokens(body)
            && !body.is_empty()
            && found.insert(name.to_string(), body).is_some()
        {
            several.insert(name.to_string());
        }
    }
    found.retain(|name, _| !several.contains(name));
    found
}
