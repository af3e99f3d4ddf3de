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
    "counter",
    "exception",
    "float",
    "int",
    "integer",
    "io",
    "list",
    "map",
    "math",
    "maybe",
    "multi_map",
    "pair",
    "pqueue",
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

/// The module that declares a predicate or function of this name, for messages. Of several it is the first.
pub fn declaring(name: &str) -> Option<&'static str> {
    let declares = |line: &str| {
        let rest = line.strip_prefix(":- pred ").or(line.strip_prefix(":- func "));
        let starts =
            |rest: &str| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(['(', ' ', '.', '=']));
        // An operator stands between its arguments.
        rest.is_some_and(|rest| starts(rest) || rest.split(' ').nth(1) == Some(name))
    };
    // `+` is rather meant for integers than for floats.
    let (first, others): (Vec<_>, Vec<_>) = MODULES.iter().partition(|(module, _)| *module == "int");
    let interface = |text: &'static str| text.split(":- implementation.").next().unwrap_or(text);
    let mut all = first.into_iter().chain(others);
    let found = all.find(|(_, text)| interface(text).lines().any(declares));
    found.map(|found| found.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        assert_eq!(declaring("+"), Some("int"));
        assert_eq!(declaring("throw"), Some("exception"));
        assert_eq!(declaring("mod"), Some("int"));
        assert_eq!(declaring("no_such_name"), None);
    }

    #[test]
    fn modules_are_in_order() {
        assert!(MODULES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(MODULES.iter().all(|(name, text)| text.contains(&format!(":- module {name}.\n"))));
    }
}
