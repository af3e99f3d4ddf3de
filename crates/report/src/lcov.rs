//! Coverage in the formats that other tools read: LCOV and Cobertura. Counts are numbers of tests.

use crate::canvas::escape;
use std::collections::BTreeMap;
use std::fmt::Write;
use workbench::Line;

/// What is known of one line of text.
#[derive(Default)]
struct OfLine {
    count: u64,
    /// For each decision on it: tests in which it is true, and in which it is false.
    decisions: Vec<(u64, u64)>,
}

fn by_line(lines: &[Line]) -> BTreeMap<usize, OfLine> {
    let mut out: BTreeMap<usize, OfLine> = BTreeMap::new();
    for l in lines.iter().filter(|l| l.line > 0) {
        let of = out.entry(l.line).or_default();
        match l.outcomes {
            Some(outcomes) => of.decisions.push(outcomes),
            None => of.count = of.count.max(l.count),
        }
    }
    out
}

/// An LCOV record of one file.
pub fn lcov(source: &str, lines: &[Line]) -> String {
    let lines = by_line(lines);
    let mut out = format!("TN:\nSF:{source}\n");
    let (mut found, mut hit) = (0, 0);
    for (line, of) in &lines {
        for (i, (yes, no)) in of.decisions.iter().enumerate() {
            // A decision that was not reached has no outcome to count.
            let reached = yes + no > 0;
            for (branch, n) in [yes, no].into_iter().enumerate() {
                let count = if reached { n.to_string() } else { "-".to_string() };
                let _ = writeln!(out, "BRDA:{line},{i},{branch},{count}");
                found += 1;
                hit += usize::from(*n > 0);
            }
        }
    }
    let _ = writeln!(out, "BRF:{found}\nBRH:{hit}");
    for (line, of) in &lines {
        let _ = writeln!(out, "DA:{line},{}", of.count);
    }
    let hit = lines.values().filter(|l| l.count > 0).count();
    let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
    out
}

fn rate(hit: usize, found: usize) -> String {
    if found == 0 { "1".into() } else { format!("{:.4}", hit as f64 / found as f64) }
}

/// A Cobertura report of one file.
pub fn cobertura(source: &str, lines: &[Line]) -> String {
    let lines = by_line(lines);
    let hit = lines.values().filter(|l| l.count > 0).count();
    let outcomes: Vec<u64> = lines.values().flat_map(|l| &l.decisions).flat_map(|(y, n)| [*y, *n]).collect();
    let taken = outcomes.iter().filter(|n| **n > 0).count();
    let rates =
        format!("line-rate=\"{}\" branch-rate=\"{}\"", rate(hit, lines.len()), rate(taken, outcomes.len()));
    let name = escape(source);
    let mut out = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n\
         <coverage {rates} lines-covered=\"{hit}\" lines-valid=\"{}\" branches-covered=\"{taken}\" \
         branches-valid=\"{}\" complexity=\"0\" version=\"1\" timestamp=\"0\">\n  <sources><source>.</source></sources>\n  \
         <packages>\n    <package name=\"\" {rates} complexity=\"0\">\n      <classes>\n        \
         <class name=\"{name}\" filename=\"{name}\" {rates} complexity=\"0\">\n          <methods/>\n          <lines>\n",
        lines.len(),
        outcomes.len()
    );
    for (line, of) in &lines {
        let found = 2 * of.decisions.len();
        let taken =
            of.decisions.iter().map(|(y, n)| usize::from(*y > 0) + usize::from(*n > 0)).sum::<usize>();
        let branch = match (100 * taken).checked_div(found) {
            None => "branch=\"false\"".to_string(),
            Some(percent) => {
                format!("branch=\"true\" condition-coverage=\"{percent}% ({taken}/{found})\"")
            }
        };
        let _ = writeln!(out, "            <line number=\"{line}\" hits=\"{}\" {branch}/>", of.count);
    }
    out.push_str(
        "          </lines>\n        </class>\n      </classes>\n    </package>\n  </packages>\n</coverage>\n",
    );
    out
}
