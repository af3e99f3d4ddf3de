//! Names in tests that the file under test has no use for.
//!
//! A file may have a global `result` or `a1`, a macro `answers`, a type `test_t1`: tests then call their own things otherwise.
//!
//! ```text
//! int result; int f(int x) …       int result_1 = f(3); gb_check(result_1 == 4, …); gb_check(result == 3, …);
//! ```

use crate::tree::Unit;
use std::collections::BTreeSet;

/// What tests call their own things.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// The result of the call.
    pub result: String,
    /// What surroundings answer.
    pub answers: String,
    /// What the names of objects of the input start with.
    pub object: String,
    /// The same for objects that the call made.
    pub made: String,
    /// What the names of the functions start with.
    pub test: String,
}

impl Names {
    /// Names that are none of the file's.
    pub fn of(unit: &Unit, taken: &BTreeSet<String>) -> Names {
        let functions = unit.functions.iter().map(|f| f.name.as_str());
        let globals = unit.globals.iter().filter_map(|g| g.written.as_deref());
        let constants = unit.types.enums.iter().flat_map(|e| &e.constants).map(|c| c.name.as_str());
        let all: BTreeSet<&str> =
            functions.chain(globals).chain(constants).chain(taken.iter().map(String::as_str)).collect();
        let is_name = |name: &str| !all.contains(name);
        // A number follows, or what a test is called.
        let is_start =
            |start: &str| !all.iter().any(|word| word.starts_with(start) && is_longer(word, start));
        Names {
            result: free("result", "", &is_name),
            answers: free("answers", "", &is_name),
            object: free("a", "_", &is_start),
            made: free("n", "_", &is_start),
            test: free("test_", "_", &is_start),
        }
    }
}

/// Whether a word that starts with `start` goes on with a number, or with `t` and a number, as the names of tests do.
fn is_longer(word: &str, start: &str) -> bool {
    let rest = word.get(start.len()..).unwrap_or_default();
    let number = rest.strip_prefix('t').unwrap_or(rest);
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// A name, with a number and an end if it has to be.
fn free(name: &str, end: &str, fits: &dyn Fn(&str) -> bool) -> String {
    let plain = name.trim_end_matches('_');
    let numbered = (1_u32..).map(|n| format!("{plain}_{n}{end}"));
    std::iter::once(name.to_string()).chain(numbered).find(|tried| fits(tried)).unwrap_or_default()
}
