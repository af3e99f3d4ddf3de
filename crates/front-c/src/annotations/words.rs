//! Words that start a clause.

use crate::tree::Clause;

/// Words that are understood; those of two words first.
pub(super) const KNOWN: &[&str] = &[
    "loop invariant",
    "loop variant",
    "loop assigns",
    "requires",
    "ensures",
    "assigns",
    "behavior",
    "assumes",
    "invariant",
    "variant",
    "assert",
    "check",
    "predicate",
];

/// Words of the annotation language that are not supported.
pub(super) const OTHER: &[&str] = &[
    "complete behaviors",
    "disjoint behaviors",
    "type invariant",
    "global invariant",
    "loop allocates",
    "loop frees",
    "admit",
    "allocates",
    "assume",
    "axiomatic",
    "breaks",
    "continues",
    "decreases",
    "exits",
    "for",
    "frees",
    "ghost",
    "import",
    "include",
    "inductive",
    "lemma",
    "logic",
    "model",
    "module",
    "returns",
    "slice",
    "terminates",
    "volatile",
];

/// Whether a clause that starts so is understood.
pub(crate) fn is_known(keyword: &str) -> bool {
    KNOWN.contains(&keyword)
}

/// Why a clause is not understood.
pub(crate) fn unknown(clause: &Clause) -> String {
    if OTHER.contains(&clause.keyword.as_str()) {
        return format!("`{}` is not supported", clause.keyword);
    }
    if is_known(&clause.keyword) {
        return "it cannot stand here".to_string();
    }
    let words: Vec<&str> = clause.text.split(|c: char| !c.is_alphanumeric() && c != '_').take(2).collect();
    let first = match words.as_slice() {
        ["loop", second] => format!("loop {second}"),
        [first, ..] => (*first).to_string(),
        [] => String::new(),
    };
    let near = KNOWN.iter().find(|word| !first.is_empty() && is_near(&first, word));
    match near {
        Some(word) => format!("`{first}` starts no clause; did you mean `{word}`?"),
        None if first.is_empty() => "no clause starts so".to_string(),
        None => format!("`{first}` starts no clause"),
    }
}

/// Whether a word becomes another by one or two slips.
fn is_near(found: &str, word: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (found.chars().take(30).collect(), word.chars().collect());
    if a.len().abs_diff(b.len()) > 2 || b.len() < 4 {
        return false;
    }
    // The distance of the beginnings, row by row.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let changed = at(j) + usize::from(x != y);
            let gone = at(j + 1) + 1;
            let added = next.last().copied().unwrap_or(usize::MAX / 2) + 1;
            next.push(changed.min(gone).min(added));
        }
        row = next;
    }
    row.last().is_some_and(|d| *d <= 2)
}
