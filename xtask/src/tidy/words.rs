//! What the sources must not contain.
//!
//! The search is by plain words over lines with their comments and string literals taken out. A file's
//! unit tests are taken to start at its first `#[cfg(test)]` (or `#[cfg(all(test, …))]`) and to end with
//! the file, which is where they stand in this project.

use super::{arms, languages};
use std::path::{Path, PathBuf};

/// Longest source file, in lines.
const LONGEST_FILE: usize = 700;
/// Names that say nothing about what a module holds.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "imp", "misc", "common"];

/// A thing that only some places may do.
struct Rule {
    words: &'static [&'static str],
    /// Folders in which the words are allowed.
    allowed: &'static [&'static str],
    /// Whether tests and benchmarks may do it too.
    tests: bool,
    why: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        words: &["Instant::now", "SystemTime"],
        allowed: &["crates/base", "testkit"],
        tests: true,
        why: "only `base` reads a clock",
    },
    Rule {
        words: &["process::Command", "process::{Command", "Command::new"],
        allowed: &["crates/tools", "campaigns", "xtask", "testkit"],
        tests: true,
        why: "only `tools` starts programs",
    },
    Rule {
        words: &["println!", "eprintln!", "print!", "eprint!", "std::fs", "File::open", "File::create"],
        allowed: &["crates/cli", "campaigns", "xtask", "testkit"],
        tests: true,
        why: "only `cli` prints and touches files",
    },
    Rule { words: &["unsafe"], allowed: &[], tests: false, why: "nothing here is unsafe" },
    Rule {
        words: &["todo!", "unimplemented!", "dbg!"],
        allowed: &[],
        tests: false,
        why: "finish it, or make it an error value",
    },
];

/// The sources of the workspace with their names, in order.
pub fn sources(root: &Path) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for folder in ["campaigns", "crates", "testkit", "xtask"] {
        rust_files(&root.join(folder), &mut files)?;
    }
    files.sort();
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok((file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/"), text))
    };
    files.into_iter().map(read).collect()
}

/// What is wrong in them.
pub fn check(sources: &[(String, String)]) -> Vec<String> {
    sources.iter().flat_map(|(name, text)| check_file(name, text)).collect()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            // A build folder inside of a crate is not ours to judge.
            if path.file_name().is_none_or(|name| name != "target") {
                rust_files(&path, files)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn check_file(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST_FILE {
        problems.push(format!("{name}: {lines} lines; at most {LONGEST_FILE}, so that it can be read"));
    }
    let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".rs");
    let folder = name.rsplit('/').nth(1).unwrap_or("");
    let module = if stem == "mod" { folder } else { stem };
    if EMPTY_NAMES.contains(&module) {
        problems.push(format!("{name}: `{module}` does not say what is inside"));
    }
    let crate_root = name.ends_with("src/lib.rs") || name.ends_with("src/main.rs");
    if crate_root && !text.starts_with("//!") {
        problems.push(format!("{name}: a crate starts with a comment (`//!`) that says what it is"));
    }

    if name.starts_with("crates/") && name.contains("/src/") {
        let why = "name the other instructions, or say above the arm why they do not matter";
        problems.extend(arms::check(text).into_iter().map(|line| format!("{name}:{line}: {why}")));
    }
    let for_tests = ["/tests/", "/benches/", "/examples/"].iter().any(|part| name.contains(part));
    let mut in_tests = for_tests;
    for (nr, line) in text.lines().enumerate() {
        in_tests |=
            line.trim_start().starts_with("#[cfg(test)]") || line.trim_start().starts_with("#[cfg(all(test");
        let code = code_only(line);
        for module in EMPTY_NAMES {
            if contains_word(&code, &format!("mod {module}")) {
                problems.push(format!("{name}:{}: `{module}` does not say what is inside", nr + 1));
            }
        }
        if let (false, Some(why)) = (in_tests, languages::check_line(name, line)) {
            problems.push(format!("{name}:{}: {why}", nr + 1));
        }
        for rule in RULES {
            let allowed = rule.allowed.iter().any(|place| name.starts_with(&format!("{place}/")))
                || (rule.tests && in_tests);
            let found = rule.words.iter().find(|word| contains_word(&code, word));
            if let (false, Some(word)) = (allowed, found) {
                problems.push(format!("{name}:{}: `{word}`: {}", nr + 1, rule.why));
            }
        }
    }
    problems
}

/// Whether the word occurs with no letter, digit or `_` directly before or after it.
fn contains_word(code: &str, word: &str) -> bool {
    let part_of_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word).any(|(at, found)| {
        !part_of_name(code[..at].chars().next_back())
            && !part_of_name(code[at + found.len()..].chars().next())
    })
}

/// The line without comments and without the insides of string literals.
///
/// Literals over several lines are not followed; their text rarely looks like code, and a false alarm
/// is easy to see.
pub(super) fn code_only(line: &str) -> String {
    let mut code = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => break,
            '"' => {
                code.push('"');
                while let Some(inside) = chars.next() {
                    match inside {
                        '\\' => drop(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                code.push('"');
            }
            c => code.push(c),
        }
    }
    code
}

/// The names in a line of code.
pub(super) fn identifiers(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The string literals of a line that start and end in it, without their quotes.
pub(super) fn literals(line: &str) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => break,
            '"' => {
                let mut text = String::new();
                while let Some(inside) = chars.next() {
                    match inside {
                        '\\' => text.extend(['\\', chars.next().unwrap_or(' ')]),
                        '"' => {
                            found.push(std::mem::take(&mut text));
                            break;
                        }
                        inside => text.push(inside),
                    }
                }
            }
            _ => {}
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_only_in_code() {
        let source = "//! Says what.\nfn f() { g(\"unsafe println!\") } // std::fs\n";
        assert_eq!(check_file("crates/solver/src/lib.rs", source), Vec::<String>::new());
        assert!(contains_word("print!(1)", "print!"));
        assert!(!contains_word("blueprint!(1)", "print!"));
        assert!(!contains_word("unsafe_code", "unsafe"));
    }

    #[test]
    fn each_rule_bites_where_it_should() {
        let found = |name: &str, line: &str| check_file(name, line).len();
        assert_eq!(found("crates/solver/src/a.rs", "let t = Instant::now();"), 1);
        assert_eq!(found("crates/base/src/a.rs", "let t = Instant::now();"), 0);
        assert_eq!(found("crates/smtlib/src/a.rs", "use std::process::Command;"), 1);
        assert_eq!(found("crates/tools/src/a.rs", "use std::process::Command;"), 0);
        assert_eq!(found("crates/report/src/a.rs", "println!();"), 1);
        assert_eq!(found("crates/report/tests/a.rs", "println!();"), 0);
        assert_eq!(found("crates/report/src/a.rs", "#[cfg(test)]\nmod tests { println!() }"), 0);
        assert_eq!(found("crates/cli/src/a.rs", "println!(); std::fs::read(x)"), 0);
        assert_eq!(found("crates/cli/tests/a.rs", "unsafe { x }"), 1);
        assert_eq!(found("crates/base/src/a.rs", "#[cfg(test)]\nmod tests { todo!() }"), 1);
        assert_eq!(found("crates/base/src/utils.rs", "//! x"), 1);
        assert_eq!(found("crates/base/src/helpers/mod.rs", "//! x"), 1);
        assert_eq!(found("crates/base/src/lib.rs", "//! x\nmod imp;"), 1);
        assert_eq!(found("crates/base/src/lib.rs", "mod x;"), 1);
        assert_eq!(found("crates/base/src/a.rs", &"\n".repeat(701)), 1);
    }
}
