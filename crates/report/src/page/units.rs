//! The sections of a page: each function or predicate with its tests and its goals, in the order of the text.
//!
//! A test belongs to its entry, a goal to what its line stands in. An entry with modes, `append(+,+,-)`, and the predicate
//! `append/3` are one section.
//!
//! ```text
//! append/3    tests append_1, append_2    goals at lines 1 and 2
//! ```

use std::collections::BTreeMap;
use workbench::{CoveredGoal, Generated, Line, Missing};

/// A goal of a criterion.
pub(super) enum Goal<'g> {
    Met(&'g CoveredGoal),
    Missing(&'g Missing),
}

/// A section.
pub(super) struct Unit<'g> {
    pub name: String,
    /// Its first line; 0 if that is not known.
    pub line: usize,
    /// Places of its tests in the suite.
    pub tests: Vec<usize>,
    /// Its goals with their criteria.
    pub goals: Vec<(&'g str, Goal<'g>)>,
}

/// The sections of a suite.
pub(super) fn units<'g>(g: &'g Generated, lines: &[Line]) -> Vec<Unit<'g>> {
    let mut made = Sections::default();
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    for l in lines {
        let at = made.section(&l.unit, l.line);
        places.entry(l.line).or_insert(at);
    }
    for (place, test) in g.suite.tests.iter().enumerate() {
        let at = made.section(&test.entry, 0);
        made.list[at].tests.push(place);
    }
    for c in &g.coverage {
        let met = c.met.iter().map(|m| (m.line, Goal::Met(m)));
        for (line, goal) in c.missing.iter().map(|m| (m.line, Goal::Missing(m))).chain(met) {
            // What the lines do not know stands behind the last that they know.
            let known = places.range(..=line).next_back().map(|(_, at)| *at);
            let at = match known {
                Some(at) if line > 0 => at,
                _ => made.section("", 0),
            };
            made.list[at].goals.push((&c.name, goal));
        }
    }
    let mut list = made.list;
    list.retain(|unit| !unit.tests.is_empty() || !unit.goals.is_empty());
    list
}

#[derive(Default)]
struct Sections<'g> {
    list: Vec<Unit<'g>>,
    known: BTreeMap<String, usize>,
}

impl Sections<'_> {
    /// The section of a name, made if it is not there.
    fn section(&mut self, name: &str, line: usize) -> usize {
        let at = *self.known.entry(indicator(name)).or_insert(self.list.len());
        if at == self.list.len() {
            let name = name.to_string();
            self.list.push(Unit { name, line, tests: Vec::new(), goals: Vec::new() });
        }
        at
    }
}

/// `append/3` for `append(+,+,-)`; other names as they are.
fn indicator(name: &str) -> String {
    let (Some(open), true) = (name.find('('), name.ends_with(')')) else { return name.to_string() };
    let mut depth = 0_usize;
    let mut arguments = 1_usize;
    for c in name[open..].chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => arguments += 1,
            _ => {}
        }
    }
    format!("{}/{arguments}", &name[..open])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_the_same_predicate() {
        assert_eq!(indicator("append(+, list(a,b), -)"), "append/3");
        assert_eq!(indicator("insert"), "insert");
        assert_eq!(indicator("\"/\""), "\"/\"");
    }
}
