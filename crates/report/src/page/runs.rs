//! Which test runs which lines, as data for the script of a page.
//!
//! Lines are counted among those that can be run, so that blank lines between them do not matter. Sets of lines are written
//! once, however many tests have them:
//!
//! ```text
//! {"sets":["0-3","0,2"],"of":[0,0,1]}
//! ```
//!
//! The first two tests run the first four lines, the third one the first and the third. It is digits and commas, so nothing
//! of a program gets into it.

use super::limits::{RUN_BYTES, Rest};
use std::collections::BTreeMap;
use std::fmt::Write;
use workbench::Line;

/// Lines that can be run, and who runs them.
pub(super) struct Runs {
    /// The number of each line that can be run, with how many tests run it.
    pub lines: BTreeMap<usize, usize>,
    /// For each test the set of its lines, if there was room for it.
    pub of: Vec<Option<usize>>,
    /// How many lines each set has.
    pub sizes: Vec<usize>,
    sets: Vec<String>,
}

impl Runs {
    /// Of `tests` tests, over the first `shown` lines of the text.
    pub fn new(lines: &[Line], tests: usize, shown: usize) -> Runs {
        let mut by_line: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for l in lines.iter().filter(|l| l.line > 0 && l.line <= shown) {
            by_line.entry(l.line).or_default().extend(&l.tests);
        }
        let mut of_test: Vec<Vec<u32>> = vec![Vec::new(); tests];
        for (number, by) in (0_u32..).zip(by_line.values_mut()) {
            by.sort_unstable();
            by.dedup();
            for test in by {
                if let Some(own) = of_test.get_mut(*test as usize) {
                    own.push(number);
                }
            }
        }
        let mut out = Runs { lines: BTreeMap::new(), of: Vec::new(), sizes: Vec::new(), sets: Vec::new() };
        out.lines = by_line.into_iter().map(|(line, by)| (line, by.len())).collect();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut rest = Rest::of(RUN_BYTES);
        for own in &of_test {
            let set = ranges(own);
            let at = match known.get(&set) {
                Some(at) => Some(*at),
                None if rest.take(set.len() + 3) => {
                    known.insert(set.clone(), out.sets.len());
                    out.sets.push(set);
                    out.sizes.push(own.len());
                    Some(out.sets.len() - 1)
                }
                None => None,
            };
            out.of.push(at);
        }
        out
    }

    /// How many lines a test runs, if that is on the page.
    pub fn size(&self, test: usize) -> Option<usize> {
        self.sizes.get((*self.of.get(test)?)?).copied()
    }

    /// The data; of tests that are not on the page nothing is said.
    pub fn json(&self, is_there: &dyn Fn(usize) -> bool) -> String {
        let sets: Vec<String> = self.sets.iter().map(|set| format!("\"{set}\"")).collect();
        let of = |(test, set): (usize, &Option<usize>)| match set {
            Some(set) if is_there(test) => set.to_string(),
            _ => "-1".to_string(),
        };
        let mut of: Vec<String> = self.of.iter().enumerate().map(of).collect();
        of.truncate((0..of.len()).rev().find(|test| is_there(*test)).map_or(0, |last| last + 1));
        format!("{{\"sets\":[{}],\"of\":[{}]}}", sets.join(","), of.join(","))
    }
}

/// Numbers in their order, as `0-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let mut out = String::new();
    let mut rest = numbers.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        while let Some(next) = rest.next_if(|next| *next == last + 1) {
            last = next;
        }
        let comma = if out.is_empty() { "" } else { "," };
        let _ = match first == last {
            true => write!(out, "{comma}{first}"),
            false => write!(out, "{comma}{first}-{last}"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: usize, tests: &[u32]) -> Line {
        let mut files = source::Files::new();
        let file = files.add("p", "x");
        Line {
            span: files.span(file, 0, 1),
            line,
            count: 0,
            outcomes: None,
            partial: false,
            unit: String::new(),
            tests: tests.to_vec(),
        }
    }

    #[test]
    fn sets_are_written_once() {
        let lines = [line(2, &[0, 1]), line(2, &[2]), line(5, &[0, 1]), line(9, &[0, 1, 2]), line(40, &[0])];
        let runs = Runs::new(&lines, 4, 20);
        assert_eq!(runs.json(&|_| true), r#"{"sets":["0-2","0,2",""],"of":[0,0,1,2]}"#);
        assert_eq!(runs.json(&|test| test == 1), r#"{"sets":["0-2","0,2",""],"of":[-1,0]}"#);
        assert_eq!((runs.lines[&2], runs.size(2), runs.size(9)), (3, Some(2), None));
        assert_eq!(ranges(&[1, 2, 4, 8, 9, 10]), "1-2,4,8-10");
    }
}
