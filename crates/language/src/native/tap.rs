//! What compiled tests print: the *Test Anything Protocol*.
//!
//! ```text
//! # does not hold: result == 4
//! not ok 1 - t1
//! ```
//!
//! The program under test may print as well, even without ending its line, so a line counts if it *ends* as the test
//! whose turn it is would end it.

use super::NativeStatus;

/// What is said of the tests of these names, which are run in this order. The list ends where the output does.
///
/// ```text
/// "ok 1 - t1\nnot ok 2 - t2\n"  →  [Passed, Failed("it is not as expected")]
/// ```
pub fn read(output: &str, names: &[String]) -> Vec<NativeStatus> {
    let mut found = Vec::new();
    let mut remarks: Vec<&str> = Vec::new();
    for line in output.lines() {
        let Some(name) = names.get(found.len()) else { break };
        let sign = format!("ok {} - {name}", found.len() + 1);
        let Some(at) = line.rfind(&sign) else {
            remarks.extend(line.strip_prefix("# "));
            continue;
        };
        let after = line.get(at + sign.len()..).unwrap_or("");
        let bad = line.get(..at).is_some_and(|before| before.ends_with("not "));
        let status = match after.strip_prefix(" # SKIP ") {
            Some(why) => NativeStatus::Skipped(why.trim().to_string()),
            None if !after.is_empty() => continue,
            None if bad && remarks.is_empty() => NativeStatus::Failed("it is not as expected".into()),
            None if bad => NativeStatus::Failed(remarks.join("; ")),
            None => NativeStatus::Passed,
        };
        found.push(status);
        remarks.clear();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[&str]) -> Vec<String> {
        of.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_are_read_even_behind_what_the_program_prints() {
        let output = "1..4\nhello ok 1 - t1\n# does not hold: a\n# does not hold: b\nbye not ok 2 - t10\n\
                      ok 3 - t3 # SKIP no luck\n";
        let found = read(output, &names(&["t1", "t10", "t3", "t4"]));
        let failed = NativeStatus::Failed("does not hold: a; does not hold: b".into());
        assert_eq!(found, [NativeStatus::Passed, failed, NativeStatus::Skipped("no luck".into())]);
    }

    #[test]
    fn the_line_of_another_test_does_not_count() {
        assert_eq!(read("ok 1 - t12\nok 2 - t1\n", &names(&["t1"])), []);
    }
}
