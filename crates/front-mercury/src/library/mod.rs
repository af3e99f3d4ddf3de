//! The standard library, as Mercury source of our own.
//!
//! A module of the library declares what the module of that name in the Mercury distribution (release 22.01) declares, as far as
//! programs of some hundred lines use it, and defines it in plain Mercury. What cannot be defined in Mercury is named in a pragma:
//!
//! ```text
//! :- pragma glassbox_builtin([func((+)/2), pred((<)/2)]).
//! ```
//!
//! A machine maps such a name, with its module and its arity, to code of its own. A declaration that has neither clauses nor
//! this pragma is known to the checker only: calling it is not supported.
//!
//! ```
//! let text = front_mercury::library::source("pair").unwrap();
//! assert!(text.contains(":- module pair."));
//! assert!(front_mercury::library::source("no_such_module").is_none());
//! ```

/// The pragma that names what a machine must bring.
pub const BUILTIN_PRAGMA: &str = "glassbox_builtin";

macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!($name, ".m")))),*]
    };
}

/// All modules with their texts, by name.
pub const MODULES: &[(&str, &str)] = modules![
    "array",
    "assoc_list",
    "bag",
    "bool",
    "builtin",
    "char",
    "cord",
    "exception",
    "float",
    "int",
    "io",
    "list",
    "map",
    "math",
    "maybe",
    "multi_map",
    "pair",
    "queue",
    "require",
    "set",
    "solutions",
    "stack",
    "std_util",
    "string",
    "uint",
    "unit",
    "univ",
];

/// The text of a module.
pub fn source(name: &str) -> Option<&'static str> {
    let found = MODULES.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    MODULES.get(found).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_in_order() {
        assert!(MODULES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(MODULES.iter().all(|(name, text)| text.contains(&format!(":- module {name}.\n"))));
    }
}
