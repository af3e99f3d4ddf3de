//! No crate knows which languages there are, but each front end its own and the list in `cli`.
//!
//! Outside of these, no source names a front end, none has a string that is the name or the file ending of a language,
//! and nothing asks of which of the two kinds a program is by a name such as `is_logic` or `generate_logic`: what differs
//! between the kinds stands behind one interface. Comments and longer texts, as help for users, may name languages.

use super::words::{code_only, identifiers, literals};

/// The one list of languages.
const LIST: &str = "crates/cli/src/languages.rs";
/// Names, file endings and kinds of tests as code.
const NAMES: &[&str] = &[
    "impl", "c", "i", "ada", "adb", "ads", "clp", "prolog", "pl", "plt", "plunit", "mercury", "m", "testcomp",
];
/// Endings of names that tell the kinds of programs apart.
const TWINS: &[&str] = &["_logic", "_imperative"];

/// What is wrong in a line of a source that is no test.
pub fn check_line(name: &str, line: &str) -> Option<String> {
    let code = code_only(line);
    if let Some(twin) = identifiers(&code).find(|word| TWINS.iter().any(|end| word.ends_with(end))) {
        return Some(format!("`{twin}`: both kinds of programs go one way"));
    }
    let front_end = name.starts_with("crates/front-");
    if front_end || name == LIST || !name.starts_with("crates/") {
        return None;
    }
    if let Some(front) = identifiers(&code).find(|word| word.starts_with("front_")) {
        return Some(format!("`{front}`: only the list in {LIST} names front ends"));
    }
    let named = literals(line).find(|text| NAMES.contains(&text.as_str()))?;
    Some(format!("\"{named}\": only its front end names a language"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_planted_is_found() {
        let found = |name: &str, line: &str| check_line(name, line).is_some();
        for line in [
            "if is_logic(file) {",
            "pub fn generate_logic() {}",
            "let x = front_c::load();",
            "match ending { \"pl\" => 1, _ => 2 }",
            "if language == \"c\" {",
        ] {
            assert!(found("crates/workbench/src/a.rs", line), "{line}");
            assert!(!found("crates/workbench/src/a.rs", &format!("// {line}")), "{line}");
        }
        assert!(found("crates/front-c/src/a.rs", "fn is_logic() {}"));
        assert!(!found("crates/front-c/src/a.rs", "\"c\""));
        assert!(!found(LIST, "vec![&front_c::LANGUAGE]"));
        assert!(!found("crates/cli/src/a.rs", "\"write the suite as `c`\", logic::x, \"\\\"c\""));
    }
}
