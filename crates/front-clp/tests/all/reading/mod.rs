//! What the tests share: finding the corpus, golden files, clauses as text.

use front_clp::{Item, Text};
use testkit::golden::texts;
pub use testkit::golden::{golden, root};

/// The programs of a folder with their names, in order.
pub fn programs(folder: &str) -> Vec<(String, String)> {
    texts(&root().join(folder), "pl").into_iter().map(|(name, _, text)| (name, text)).collect()
}

/// A clause in canonical form.
pub fn canonical(text: &Text, item: &Item) -> String {
    match item {
        Item::Bad(problem) => format!("error {}", problem.message),
        Item::Clause(found) | Item::Directive(found) => {
            let names = logic::canonical_names(&text.terms, found.term);
            format!("read {}", logic::Writer::new(&text.terms).names(&names).text(found.term))
        }
    }
}

/// The clauses of a text in canonical form.
pub fn lines(text: &str) -> Vec<String> {
    let read = front_clp::read_text(text);
    read.items.iter().map(|item| canonical(&read, item)).collect()
}
