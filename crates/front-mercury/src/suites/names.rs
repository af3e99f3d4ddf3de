//! Names and goals as they stand in files of tests.

use crate::syntax::MERCURY;
use terms::read::Reader;
use terms::{Terms, Writer};

/// The name of a test or a module as an atom, in quotes where it needs them.
pub(super) fn atom(name: &str) -> String {
    let mut terms = Terms::new();
    let ops = MERCURY.ops(&mut terms);
    let atom = terms.intern(name);
    let term = terms.atom(atom);
    Writer::new(&terms).dialect(&MERCURY).ops(&ops).text_within(term, 0)
}

/// A name that needs no quotes, or a string.
pub(super) fn name_or_string(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { atom(name) } else { string(name) }
}

/// A string in its quotes.
pub(super) fn string(text: &str) -> String {
    let mut terms = Terms::new();
    let term = terms.string(text);
    Writer::new(&terms).dialect(&MERCURY).text(term)
}

/// The file of a module of the program's own, as suites name it.
pub(super) fn module_of(source: &str) -> &str {
    let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
    file.strip_suffix(".m").unwrap_or(file)
}

/// A text as an element of a list or as an argument: in brackets if it would not be one by itself.
pub(super) fn element(text: &str) -> String {
    if !is_list(text) && is_list(&format!("({text})")) { format!("({text})") } else { text.to_string() }
}

/// Whether a text is one or more elements of a list.
fn is_list(text: &str) -> bool {
    let text = format!("[{text}].");
    let mut terms = Terms::new();
    let ops = MERCURY.ops(&mut terms);
    let mut reader = Reader::new(&MERCURY, &text, &mut terms, ops);
    let one = matches!(reader.next(), Some(Ok(_)));
    one && reader.next().is_none()
}
