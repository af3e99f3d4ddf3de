//! Habits that get fewer: how often each may still occur stands in `xtask/ratchet.txt`, and the numbers only fall.
//!
//! ```text
//! comments with "nobody" 12
//! functions over 100 lines 31
//! ```
//!
//! More than the number is an error. Fewer is an error too, so that the number is lowered in the same change; `UPDATE=1` does
//! that. Counted are the sources of the crates, without their tests.

use super::words::{code_only, identifiers};
use std::collections::BTreeMap;
use std::path::Path;

const FILE: &str = "xtask/ratchet.txt";
/// Words that comments do without, each with its spellings.
const PHRASES: &[(&str, &[&str])] = &[
    ("nobody", &["nobody", "Nobody"]),
    ("anybody", &["anybody", "Anybody"]),
    ("whoever", &["whoever", "Whoever"]),
    ("so many", &["so many", "So many"]),
    ("comes to", &["comes to", "come to", "coming to"]),
    ("way on", &["way on"]),
];
/// Names of types that say too little.
const TYPES: &[&str] = &["Kind", "Known", "Found", "Shape", "Place", "State"];
const LONG: usize = 100;
const PARAMETERS: usize = 6;

/// What is wrong with the counts; the numbers of the file become those that were found where that is asked for.
pub fn check(root: &Path, sources: &[(String, String)], update: bool) -> Result<Vec<String>, String> {
    let mut found = Counts::new();
    for (name, text) in sources {
        if name.starts_with("crates/") && name.contains("/src/") {
            let tests = text.find("#[cfg(test)]").unwrap_or(text.len());
            count(&text[..tests], &mut found);
        }
    }
    let file = root.join(FILE);
    let allowed = std::fs::read_to_string(&file).map_err(|e| format!("{FILE}: {e}"))?;
    let allowed = read(&allowed)?;
    let problems = compare(&allowed, &found);
    let more = found.iter().any(|(what, n)| allowed.get(what).is_some_and(|most| n > most));
    if update && !more {
        let text: String = found.iter().map(|(what, n)| format!("{what} {n}\n")).collect();
        std::fs::write(&file, text).map_err(|e| format!("{FILE}: {e}"))?;
        return Ok(Vec::new());
    }
    Ok(problems)
}

type Counts = BTreeMap<String, usize>;

fn read(text: &str) -> Result<Counts, String> {
    let line = |line: &str| {
        let (what, number) =
            line.rsplit_once(' ').ok_or_else(|| format!("{FILE}: `{line}` has no number"))?;
        let number = number.parse().map_err(|_| format!("{FILE}: `{number}` is no number"))?;
        Ok((what.to_string(), number))
    };
    text.lines().map(line).collect()
}

fn compare(allowed: &Counts, found: &Counts) -> Vec<String> {
    let mut problems = Vec::new();
    for (what, n) in found {
        match allowed.get(what) {
            Some(most) if n > most => problems.push(format!("{what}: {n}, and at most {most} are allowed")),
            Some(most) if n < most => {
                problems.push(format!("{what}: only {n} are left of {most}; UPDATE=1 lowers the number"));
            }
            Some(_) => {}
            None => problems.push(format!("{FILE} says nothing of {what}; UPDATE=1 adds it")),
        }
    }
    problems
}

/// Adds what is found in a source.
fn count(text: &str, found: &mut Counts) {
    let mut add = |what: String, n: usize| *found.entry(what).or_default() += n;
    let mut function: Option<(usize, usize)> = None;
    for (nr, line) in text.lines().enumerate() {
        let comment = line.split_once("//").map_or("", |(_, comment)| comment);
        for (phrase, spellings) in PHRASES {
            let times = spellings.iter().map(|s| comment.matches(s).count()).sum();
            add(format!("comments with \"{phrase}\""), times);
        }
        let asks = comment.trim_end().ends_with('?') || comment.contains("? ");
        add("comments that ask".to_string(), usize::from(asks));
        let code = code_only(line);
        let words: Vec<&str> = identifiers(&code).collect();
        for ty in TYPES {
            let declared =
                words.windows(2).any(|w| ["struct", "enum", "type"].contains(&w[0]) && w[1] == *ty);
            add(format!("types called {ty}"), usize::from(declared));
        }
        let is_head = words.contains(&"fn") && !code.trim_start().starts_with("type ");
        add("functions called one".to_string(), usize::from(words.windows(2).any(|w| w == ["fn", "one"])));
        let depth = line.len() - line.trim_start().len();
        if is_head && function.is_none_or(|(known, _)| depth <= known) {
            function = Some((depth, nr));
        }
        if let Some((known, from)) = function.filter(|(known, _)| depth == *known && line.trim() == "}") {
            let _ = known;
            add(format!("functions over {LONG} lines"), usize::from(nr - from + 1 > LONG));
            function = None;
        }
    }
    add(format!("functions with over {PARAMETERS} parameters"), many_parameters(text));
}

/// How many functions of a source have too many parameters.
fn many_parameters(text: &str) -> usize {
    let code: String = text.lines().map(|line| code_only(line) + "\n").collect();
    let starts = code.match_indices("fn ").filter(|(at, _)| code[..*at].ends_with([' ', '\n']) || *at == 0);
    let mut many = 0;
    for (at, _) in starts {
        let Some(open) = code[at..].find('(').map(|n| at + n) else { continue };
        let (mut depth, mut angle, mut commas, mut trailing) = (0usize, 0i32, 0, true);
        for (i, c) in code[open..].char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                '<' => angle += 1,
                '>' if !code[..open + i].ends_with('-') => angle -= 1,
                ',' if depth == 1 && angle == 0 => {
                    commas += 1;
                    trailing = true;
                    continue;
                }
                c if c.is_whitespace() => continue,
                _ => {}
            }
            trailing = false;
        }
        many += usize::from(commas + usize::from(!trailing) > PARAMETERS);
    }
    many
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Counts {
        let mut found = Counts::new();
        count(text, &mut found);
        found.retain(|_, n| *n > 0);
        found
    }

    #[test]
    fn each_habit_is_counted() {
        let text = "/// Is it so that nobody comes to it?\nenum Kind { A }\nfn one() {}\n";
        let expected = [
            ("comments that ask", 1),
            ("comments with \"comes to\"", 1),
            ("comments with \"nobody\"", 1),
            ("functions called one", 1),
            ("types called Kind", 1),
        ];
        let expected: Counts = expected.into_iter().map(|(what, n)| (what.to_string(), n)).collect();
        assert_eq!(counts(text), expected);
        assert_eq!(
            counts("fn f(a: u8, b: Map<u8, u8>, c: u8, d: u8, e: u8, f: (u8, u8),\n) {}\n"),
            Counts::new()
        );
        assert_eq!(counts("fn f(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}\n").len(), 1);
        let long = format!("fn f() {{\n{}}}\n", "    x();\n".repeat(99));
        assert_eq!(counts(&long).len(), 1);
        assert_eq!(counts(&long.replacen("    x();\n", "", 2)), Counts::new());
    }

    #[test]
    fn numbers_only_fall() {
        let one = |n: usize| Counts::from([("x y".to_string(), n)]);
        assert_eq!(read("x y 3\n"), Ok(one(3)));
        assert!(compare(&one(3), &one(3)).is_empty());
        assert_eq!((compare(&one(3), &one(4)).len(), compare(&one(3), &one(2)).len()), (1, 1));
        assert!(read("x y\n").is_err());
    }
}
