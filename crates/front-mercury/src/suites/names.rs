//! Names and goals as they stand in files of tests.

use crate::syntax::MERCURY;
use terms::read::Reader;
use terms::{Atom, Terms, Writer};

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

/// A text as elements of a list, or as one argument: in brackets if it would be something else without them. The parts of a
/// conjunction become elements.
pub(super) fn element(text: &str) -> String {
    let other = match read(text) {
        Some(parts) => read(&format!("[{text}]")) != Some(parts),
        None => false,
    };
    if other { format!("({text})") } else { text.to_string() }
}

/// How many parts a conjunction or a list has. `None` if it cannot be read.
fn read(text: &str) -> Option<usize> {
    let text = format!("{text} .");
    let mut terms = Terms::new();
    let ops = MERCURY.ops(&mut terms);
    let mut reader = Reader::new(&MERCURY, &text, &mut terms, ops);
    let term = reader.next()?.ok()?.term;
    if reader.next().is_some() {
        return None;
    }
    let (elements, rest) = terms.elements(term);
    let list = !elements.is_empty() || terms.callable(rest).is_some_and(|(name, _)| terms.name(name) == "[]");
    Some(if list { elements.len() } else { terms.parts(term, Atom::COMMA).len() })
}
