//! How far the goals of each function are met, in a few words behind its name.
//!
//! ```text
//! insert (branch: 6 of 8 covered, 1 infeasible, 1 unknown)
//! ```

use std::collections::BTreeMap;
use workbench::Generated;

/// The goals of a function for one criterion.
#[derive(Default)]
struct Count {
    covered: usize,
    /// The others, by what is known of them.
    missing: BTreeMap<&'static str, usize>,
}

/// What is met in each function, by its name; and the functions in the order of their goals.
#[derive(Default)]
pub(super) struct Units<'g> {
    of: BTreeMap<&'g str, BTreeMap<&'g str, Count>>,
    order: Vec<&'g str>,
}

impl<'g> Units<'g> {
    /// Counts the goals of a suite.
    pub fn new(g: &'g Generated) -> Units<'g> {
        let mut units = Units::default();
        for c in &g.coverage {
            for goal in &c.met {
                units.count(&goal.unit, &c.name).covered += 1;
            }
            for goal in &c.missing {
                *units.count(&goal.unit, &c.name).missing.entry(goal.verdict.status.words()).or_default() +=
                    1;
            }
        }
        units
    }

    fn count(&mut self, unit: &'g str, criterion: &'g str) -> &mut Count {
        if !self.of.contains_key(unit) {
            self.order.push(unit);
        }
        self.of.entry(unit).or_default().entry(criterion).or_default()
    }

    /// A function with what is met in it.
    pub fn heading(&self, unit: &str) -> String {
        let Some(criteria) = self.of.get(unit).filter(|_| !unit.is_empty()) else { return unit.to_string() };
        let one = |(criterion, count): (&&str, &Count)| {
            let all = count.covered + count.missing.values().sum::<usize>();
            let rest: Vec<String> = count.missing.iter().map(|(word, n)| format!(", {n} {word}")).collect();
            format!("{criterion}: {} of {all} covered{}", count.covered, rest.concat())
        };
        let criteria: Vec<String> = criteria.iter().map(one).collect();
        format!("{unit} ({})", criteria.join("; "))
    }

    /// Whether any goal of a function is met.
    pub fn is_met(&self, unit: &str) -> bool {
        self.of.get(unit).is_some_and(|criteria| criteria.values().any(|count| count.covered > 0))
    }

    /// The functions that are none of these, and have goals all the same: tests of others run them.
    pub fn others(&self, entries: &[&str]) -> Vec<&'g str> {
        let other = |unit: &&&str| !unit.is_empty() && !entries.contains(*unit);
        self.order.iter().filter(other).copied().collect()
    }
}
