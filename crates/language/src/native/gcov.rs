//! What gcov counted, out of the JSON that it writes since GCC 9.
//!
//! ```text
//! {"files": [{"file": "/a/list.c", "lines": [{"line_number": 7, "count": 3, "branches": [{"count": 1}, {"count": 2}]}]}]}
//! ```

use super::Missed;
use serde_json::Value;
use std::collections::BTreeMap;

/// What gcov has to say of what was counted: its arguments besides those that the user gave, and the file with the counts.
pub const ARGUMENTS: [&str; 3] = ["--json-format", "--stdout", "--branch-probabilities"];

/// What is wrong with a gcov that ended in an error.
pub fn complaint(gcov: &str, errors: &[u8]) -> String {
    let said = String::from_utf8_lossy(errors);
    let first = said.lines().next().unwrap_or("no reason was given");
    format!("`{gcov}` does not work here, which must be that of GCC 9 or later: {first}")
}

/// A line of the program as gcov has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How often it was executed.
    pub count: u64,
    /// How often each branch that starts there was taken.
    pub branches: Vec<u64>,
}

impl Counted {
    /// Branches that were never taken.
    pub fn untaken(&self) -> usize {
        self.branches.iter().filter(|count| **count == 0).count()
    }
}

/// What gcov knows of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The lines with code, by number.
    pub lines: BTreeMap<usize, Counted>,
    /// The first and the last line of each function.
    pub functions: Vec<(usize, usize)>,
}

impl Counts {
    /// Whether both lines are in one function.
    pub fn are_together(&self, one: usize, other: usize) -> bool {
        self.functions
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&one) && (*first..=*last).contains(&other))
    }
}

/// The lines with branches that were never taken. `compilers` says on which lines the author decides nothing.
pub fn missed(lines: &BTreeMap<usize, Counted>, compilers: impl Fn(usize) -> bool) -> Vec<Missed> {
    let missed = lines.iter().filter(|(_, counted)| counted.untaken() > 0);
    missed
        .map(|(line, counted)| Missed {
            line: *line,
            branches: counted.branches.len(),
            taken: counted.branches.len() - counted.untaken(),
            compilers: compilers(*line),
        })
        .collect()
}

/// What is known of one file; nothing if nothing of the file was compiled.
///
/// # Errors
///
/// That this is not what gcov writes.
pub fn read(text: &str, file: &str) -> Result<Counts, String> {
    let mut counts = Counts::default();
    // One document a line: gcov may have been told of several files.
    for document in text.lines().filter(|line| !line.trim().is_empty()) {
        let document: Value =
            serde_json::from_str(document).map_err(|e| format!("gcov writes something else: {e}"))?;
        let files = document["files"].as_array().ok_or("gcov writes of no files")?;
        let file = plain(file);
        for found in files.iter().filter(|found| found["file"].as_str().is_some_and(|f| plain(f) == file)) {
            for function in found["functions"].as_array().into_iter().flatten() {
                let (first, last) = (count(&function["start_line"]), count(&function["end_line"]));
                counts.functions.push((first as usize, last as usize));
            }
            for line in found["lines"].as_array().into_iter().flatten() {
                let Some(number) = line["line_number"].as_u64() else { continue };
                let at = counts.lines.entry(number as usize).or_default();
                at.count += count(&line["count"]);
                // That a call may end in an exception is nothing that the author wrote.
                let written = |b: &&Value| b["throw"].as_bool() != Some(true);
                let branches = line["branches"].as_array().into_iter().flatten();
                at.branches.extend(branches.filter(written).map(|b| count(&b["count"])));
            }
        }
    }
    Ok(counts)
}

/// A path without `.`, and without `..` as far as something stands before it: gcov writes it so, too.
fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match (part, parts.last()) {
            (".", _) => {}
            ("", Some(_)) => {}
            ("..", Some(before)) if !matches!(*before, "" | "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// A count; after a run that ended early gcov may report a negative number, which counts as zero.
fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_by_way_of_another_folder_is_the_same() {
        assert_eq!(plain("/a/x/../b/./c.c"), "/a/b/c.c");
        assert_eq!(plain("../c.c"), "../c.c");
        assert_eq!(plain("a//c.c"), "a/c.c");
    }

    #[test]
    fn lines_of_the_file_are_read_and_others_are_not() {
        let text = r#"{"files": [
            {"file": "t.c", "lines": [{"line_number": 1, "count": 1, "branches": []}]},
            {"file": "/a.c", "functions": [{"start_line": 5, "end_line": 9}],
             "lines": [{"line_number": 7, "count": 3,
                        "branches": [{"count": 0}, {"count": 2}, {"count": 0, "throw": true}]}]}]}"#
            .replace('\n', "");
        let counts = read(&text, "/a.c").expect("it is as gcov writes");
        assert!(counts.are_together(5, 7) && !counts.are_together(7, 10));
        let lines = counts.lines;
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[&7], Counted { count: 3, branches: vec![0, 2] });
        assert_eq!(lines[&7].untaken(), 1);
        assert!(read("no json", "/a.c").is_err());
    }
}
