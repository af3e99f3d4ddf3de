//! The clauses beside the tests of a file of plunit.
//!
//! ```text
//! :- begin_tests(u).
//! test(t) :- helper(3).
//! helper(X) :- odd(X).
//! :- end_tests(u).
//! ```
//!
//! A suite says nothing about them, so a test that calls them is not run. The test keeps them among its assertions, as
//! `local((helper(X) :- odd(X)))`, so that they are written again with it.

use super::judging::LOCAL;
use logic::{Atom, Ops, Term, Terms, Writer};
use std::collections::{BTreeMap, BTreeSet};
use terms::read::Read;

/// A clause beside the tests, or a directive among them.
struct Clause {
    /// The number of the unit that it stands in, if it stands in one.
    unit: Option<usize>,
    /// The name of its predicate; a directive has none.
    name: Option<Atom>,
    term: Term,
    text: String,
}

/// All clauses beside the tests of a file.
#[derive(Default)]
pub(super) struct Beside {
    clauses: Vec<Clause>,
    /// Those that a test calls.
    used: BTreeSet<usize>,
}

impl Beside {
    /// Adds a clause of a predicate, or a directive.
    pub fn add(&mut self, terms: &Terms, ops: &Ops, unit: Option<usize>, name: Option<Atom>, read: &Read) {
        // An atom alone is the name of a predicate of which nothing is known.
        let fact = if terms.args(read.term).is_empty() { " :- true" } else { "" };
        let names = names(terms, read);
        let writer = Writer::new(terms).ops(ops).names(&names);
        let text = match fact {
            "" => format!("{LOCAL}({})", writer.text_within(read.term, 999)),
            fact => format!("{LOCAL}(({}{fact}))", writer.text_within(read.term, 1199)),
        };
        self.clauses.push(Clause { unit, name, term: read.term, text });
    }

    /// The assertions of a test that calls this, in a unit: the clauses that it needs, and then the directives of the unit.
    pub fn needed(&mut self, terms: &Terms, unit: usize, roots: &[Term]) -> Vec<String> {
        let mut called = BTreeSet::new();
        names_in(terms, roots, &mut called);
        let visible = |clause: &Clause| clause.unit.is_none_or(|of| of == unit);
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        loop {
            let before = taken.len();
            for (number, clause) in self.clauses.iter().enumerate() {
                let is_called = clause.name.is_some_and(|name| called.contains(&name));
                if is_called && visible(clause) && taken.insert(number) {
                    names_in(terms, &[clause.term], &mut called);
                }
            }
            if taken.len() == before {
                break;
            }
        }
        if taken.is_empty() {
            return Vec::new();
        }
        self.used.extend(&taken);
        let directives = self.clauses.iter().filter(|clause| clause.name.is_none() && visible(clause));
        let clauses = taken.iter().filter_map(|number| self.clauses.get(*number));
        clauses.chain(directives).map(|clause| clause.text.clone()).collect()
    }

    /// The clauses that no test calls, and whether they stand in a unit.
    pub fn unused(&self) -> impl Iterator<Item = (Term, bool)> + '_ {
        let all = self.clauses.iter().enumerate();
        let unused = all.filter(|(number, clause)| clause.name.is_some() && !self.used.contains(number));
        unused.map(|(_, clause)| (clause.term, clause.unit.is_some()))
    }
}

/// The names of all atoms and terms in some terms.
fn names_in(terms: &Terms, roots: &[Term], found: &mut BTreeSet<Atom>) {
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        if let Some((name, args)) = terms.callable(term) {
            found.insert(name);
            open.extend(args);
        }
    }
}

/// Names for the variables of a clause. What a grammar rule adds has none, and occurs several times.
fn names(terms: &Terms, read: &Read) -> Vec<String> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut open = vec![read.term];
    while let Some(term) = open.pop() {
        if let logic::Node::Var(var) = terms.node(term) {
            *counts.entry(var.index()).or_default() += 1;
        }
        open.extend(terms.args(term));
    }
    let taken: BTreeSet<&str> =
        read.vars.iter().filter_map(|var| var.name).map(|name| terms.name(name)).collect();
    let fresh = |number: usize| {
        let mut name = format!("S{number}");
        while taken.contains(name.as_str()) {
            name.push('_');
        }
        name
    };
    let uses = read.vars.iter().map(|var| var.name).enumerate();
    uses.map(|(number, name)| match name {
        Some(name) => terms.name(name).to_string(),
        None if counts.get(&number).is_some_and(|count| *count > 1) => fresh(number),
        None => "_".to_string(),
    })
    .collect()
}

/// What a term of [`LOCAL`] says is called: the name of the predicate of a clause, or a name alone.
pub(super) fn predicate(terms: &Terms, clause: Term) -> Option<(Atom, usize)> {
    let head = terms.of::<2>(clause, Atom::NECK).map_or(clause, |[head, _]| head);
    let (name, args) = terms.callable(head)?;
    (name != Atom::NECK).then_some((name, args.len()))
}
