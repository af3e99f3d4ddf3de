//! What gcov counted beside what was measured here, line by line.
//!
//! Both agree on a line if gcov has a branch there that was never taken exactly if an outcome of a condition is not
//! covered here. Where they do not, the reason is told if it is known.
//!
//! ```text
//! line 9: gcov: 1 of 2 branches not taken; here: every outcome is covered (only by tests that are not run natively)
//! ```

use super::switches::switches;
use language::native::Disagreement;
use language::native::gcov::Counts;
use std::collections::{BTreeMap, BTreeSet};
use suite::Line;

/// What was measured here, and what has to be known of it.
pub(super) struct Here<'a> {
    /// The text of the program.
    pub text: &'a str,
    /// What the whole suite covers.
    pub all: &'a [Line],
    /// What the tests cover that were run natively.
    pub run: &'a [Line],
    /// The lines in which a test that was run natively ends in an error.
    pub errors: BTreeSet<usize>,
}

/// What is known of a line here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known {
    /// Outcomes of conditions, and how many of them no test has.
    outcomes: usize,
    missing: usize,
    /// Whether there is something to execute, and whether a test executes it.
    statements: bool,
    executed: bool,
    /// The labels of a `switch` that starts there.
    labels: usize,
}

fn by_line(lines: &[Line], cases: &BTreeMap<usize, usize>) -> BTreeMap<usize, Known> {
    let mut found: BTreeMap<usize, Known> = BTreeMap::new();
    for line in lines {
        let Some((yes, no)) = line.outcomes else {
            let known = found.entry(line.line).or_default();
            known.statements = true;
            known.executed |= line.count > 0;
            continue;
        };
        let switch = cases.get(&(line.span.start as usize));
        let known = found.entry(switch.copied().unwrap_or(line.line)).or_default();
        known.labels += usize::from(switch.is_some());
        known.outcomes += 2;
        known.missing += usize::from(yes == 0) + usize::from(no == 0);
    }
    found
}

/// The lines of which gcov says otherwise.
pub(super) fn compare(counts: &Counts, here: &Here<'_>) -> Vec<Disagreement> {
    let cases = switches(here.text);
    let (all, run) = (by_line(here.all, &cases), by_line(here.run, &cases));
    let counted = &counts.lines;
    let numbers: BTreeSet<usize> = counted.keys().chain(all.keys()).copied().collect();
    let mut found = Vec::new();
    for line in numbers {
        let nothing = Known::default();
        let known = all.get(&line).unwrap_or(&nothing);
        let known_run = run.get(&line).unwrap_or(&nothing);
        let reason = |why: Option<&str>| {
            // gcov counts some branches only, and computes the others from the flow into and out of blocks.
            let error = "a test ends by a signal in this function, so gcov cannot tell what was taken";
            let ends = here.errors.iter().any(|end| counts.are_together(*end, line));
            why.or(ends.then_some(error)).map(str::to_string)
        };
        let skipped = "only tests that are not run natively do";
        let Some(gcov) = counted.get(&line) else {
            if known.missing > 0 {
                let what = format!("gcov: nothing; here: {}", outcomes(known));
                let why = Some("no code was compiled for this line");
                found.push(Disagreement { line, what, reason: reason(why) });
            }
            continue;
        };
        let untaken = gcov.untaken();
        if (untaken > 0) != (known.missing > 0) {
            let branches = match gcov.branches.len() {
                0 => "no branches".to_string(),
                n if untaken == 0 => format!("all {n} branches taken"),
                n => format!("{untaken} of {n} branches not taken"),
            };
            let why = if untaken > 0 && known_run.missing > 0 {
                Some(skipped)
            } else if untaken > 0 && known.outcomes == 0 {
                Some(
                    "no condition stands here that the criterion knows: a macro, or one that the compiler adds",
                )
            } else if gcov.branches.is_empty() {
                Some("the compiler needs no branch here")
            } else if untaken == 0 && known.labels + 1 > gcov.branches.len() && known.labels > 0 {
                Some("gcov counts labels of one statement as one branch")
            } else if untaken == 0 && known.outcomes > gcov.branches.len() {
                Some("the compiler needs fewer branches here, as for `while (0)`")
            } else {
                None
            };
            let what = format!("gcov: {branches}; here: {}", outcomes(known));
            found.push(Disagreement { line, what, reason: reason(why) });
        } else if known.statements && known.executed != (gcov.count > 0) {
            let word = |yes: bool| if yes { "executed" } else { "not executed" };
            let why = if known.executed && !known_run.executed {
                Some(skipped)
            } else if !known.executed && has_twin(here.text, counts, line) {
                Some("the compiler makes one of this and an equal statement of the function")
            } else {
                None
            };
            let what = format!("gcov: {}; here: {}", word(gcov.count > 0), word(known.executed));
            found.push(Disagreement { line, what, reason: reason(why) });
        }
    }
    found
}

/// Whether the function has another line with the same text.
fn has_twin(text: &str, counts: &Counts, line: usize) -> bool {
    let Some(wanted) = text.lines().nth(line.saturating_sub(1)).map(str::trim) else { return false };
    let mut others = text.lines().zip(1..).filter(|(_, n)| *n != line && counts.are_together(*n, line));
    others.any(|(other, _)| other.trim() == wanted)
}

fn outcomes(known: &Known) -> String {
    match (known.outcomes, known.missing) {
        (0, _) => "no conditions".to_string(),
        (_, 0) => "every outcome covered".to_string(),
        (all, missing) => format!("{missing} of {all} outcomes not covered"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::native::gcov::Counted;
    use source::Files;

    const TEXT: &str =
        "int f(int x)\n{\nif (x > 0)\nreturn 1;\nswitch (x) {\ncase 0: case 1:\nreturn 1;\n}\nreturn 2;\n}\n";

    /// A line of the text with how often each outcome of the condition there was seen, or how often it was executed.
    fn line(part: &str, count: u64, outcomes: Option<(u64, u64)>) -> Line {
        let mut files = Files::new();
        let file = files.add("f.c", TEXT);
        let start = TEXT.find(part).expect("it is in the text");
        let line = TEXT[..start].lines().count() + usize::from(TEXT[..start].ends_with('\n'));
        let span = files.span(file, start, start + part.len());
        Line { span, line, count, outcomes, partial: false, unit: String::new(), tests: Vec::new() }
    }

    fn counts(lines: &[(usize, u64, &[u64])]) -> Counts {
        let of = |(n, count, branches): &(usize, u64, &[u64])| {
            (*n, Counted { count: *count, branches: branches.to_vec() })
        };
        Counts { lines: lines.iter().map(of).collect(), functions: vec![(1, 10)] }
    }

    fn reasons(
        counted: &Counts,
        all: &[Line],
        run: &[Line],
        errors: &[usize],
    ) -> Vec<(usize, Option<String>)> {
        let here = Here { text: TEXT, all, run, errors: errors.iter().copied().collect() };
        compare(counted, &here).into_iter().map(|d| (d.line, d.reason)).collect()
    }

    #[test]
    fn agreement_is_silent_and_what_is_unknown_has_no_reason() {
        let both = [line("x > 0", 0, Some((1, 1)))];
        let one = [line("x > 0", 0, Some((1, 0)))];
        let (all, half) = (counts(&[(3, 2, &[1, 1])]), counts(&[(3, 2, &[2, 0])]));
        assert_eq!(reasons(&all, &both, &both, &[]), []);
        assert_eq!(reasons(&half, &one, &one, &[]), []);
        assert_eq!(reasons(&half, &both, &both, &[]), [(3, None)]);
        assert_eq!(reasons(&all, &one, &one, &[]), [(3, None)]);
    }

    #[test]
    fn what_is_not_run_and_what_ends_by_a_signal_are_reasons() {
        let both = [line("x > 0", 0, Some((1, 1)))];
        let one = [line("x > 0", 0, Some((1, 0)))];
        let half = counts(&[(3, 2, &[2, 0])]);
        let told = |found: Vec<(usize, Option<String>)>| found[0].1.clone().unwrap_or_default();
        assert!(told(reasons(&half, &both, &one, &[])).contains("not run natively"));
        assert!(told(reasons(&half, &both, &both, &[9])).contains("by a signal"));
        assert_eq!(reasons(&half, &both, &both, &[11]), [(3, None)], "of another function");
    }

    #[test]
    fn labels_belong_to_their_switch() {
        let seen = [line("case 0", 0, Some((1, 1))), line("case 1", 0, Some((1, 1)))];
        let lack = [line("case 0", 0, Some((1, 1))), line("case 1", 0, Some((0, 1)))];
        let all = counts(&[(5, 2, &[1, 1])]);
        assert_eq!(reasons(&all, &seen, &seen, &[]), []);
        let found = reasons(&all, &lack, &lack, &[]);
        assert!(
            found[0].0 == 5 && found[0].1.as_ref().is_some_and(|why| why.contains("labels")),
            "{found:?}"
        );
    }

    #[test]
    fn equal_statements_may_become_one() {
        let unseen = [line("return 1", 0, None)];
        let found = reasons(&counts(&[(4, 1, &[])]), &unseen, &unseen, &[]);
        assert!(found[0].1.as_ref().is_some_and(|why| why.contains("equal statement")), "{found:?}");
    }
}
