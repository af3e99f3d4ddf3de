//! The names of all predicates that SWI-Prolog 9 defines or loads on demand.
//!
//! A program may call them without defining them. What a call of one that Glassbox has no meaning for does is unknown;
//! only what SWI-Prolog does not have either is undefined. `swi_prolog.txt` beside this file has a line a name: the
//! name, a tab, and the numbers of arguments.

use logic::Names;
use std::sync::{Arc, OnceLock};

const TEXT: &str = include_str!("swi_prolog.txt");

/// The table.
pub(crate) fn names() -> Arc<Names> {
    static READ: OnceLock<Arc<Names>> = OnceLock::new();
    Arc::clone(READ.get_or_init(|| Arc::new(read(TEXT))))
}

fn read(text: &str) -> Names {
    let mut names = Names::default();
    for line in text.lines() {
        let Some((name, counts)) = line.split_once('\t') else { continue };
        for count in counts.split(' ').filter_map(|n| n.parse().ok()) {
            names.add(name, count);
        }
    }
    names
}
