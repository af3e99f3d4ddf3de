//! A file of plunit as a suite.
//!
//! What a suite cannot hold is said at its place: a test with options such as `forall(…)` is left out, a check such as
//! `X > 1` is left out while its goal stays. Where a variable has no expected value, a solution does not mention it.

use super::expect::{End, Expected, expected};
use super::{is_constraint, sets_occurs_check};
use crate::read::Read;
use crate::text::{Text, read_text};
use logic::{Atom, Node, Ops, Term, Terms, Writer};
use source::{Diagnostic, FileId, Files};
use std::collections::BTreeSet;
use std::ops::Range;
use suite::{Fault, GoalTest, Outcome, Payload, Solution, Suite, Test};
use terms::Item;

/// Reads a file of plunit: the suite, and what is wrong with the file or cannot be held by a suite.
pub fn read(files: &Files, file: FileId) -> (Suite, Vec<Diagnostic>) {
    let Some(source) = files.get(file) else {
        return (Suite::default(), vec![Diagnostic::error("there is no such file")]);
    };
    let mut text = read_text(source.text());
    let standard = crate::operators(&mut text.terms);
    let items = std::mem::take(&mut text.items);
    let mut unit = Unit {
        text,
        standard,
        suite: Suite::default(),
        messages: Vec::new(),
        open: None,
        names: BTreeSet::new(),
    };
    for problem in std::mem::take(&mut unit.text.said.errors) {
        let place = problem.start..problem.end;
        unit.messages.push((place, true, problem.message, problem.label));
    }
    for item in &items {
        match item {
            Item::Bad(problem) => {
                let place = problem.start..problem.end;
                unit.messages.push((place, true, problem.message.clone(), problem.label.clone()));
            }
            Item::Directive(read) => unit.directive(read),
            Item::Clause(read) => unit.clause(read),
        }
    }
    if let Some(test) = unit.suite.tests.first() {
        unit.suite.entry = test.entry.clone();
    }
    unit.messages.sort_by_key(|(place, ..)| place.start);
    let messages = unit.messages.into_iter().map(|(place, error, message, label)| {
        let message = if error { Diagnostic::error(message) } else { Diagnostic::warning(message) };
        message.primary(files.span(file, place.start, place.end), label)
    });
    (unit.suite, messages.collect())
}

/// The state of reading.
struct Unit {
    text: Text,
    standard: Ops,
    suite: Suite,
    /// Place, whether it is an error, message and label.
    messages: Vec<(Range<usize>, bool, String, String)>,
    open: Option<Open>,
    /// The names of the tests so far.
    names: BTreeSet<String>,
}

/// An open unit.
struct Open {
    /// Whether its tests can be taken.
    taken: bool,
    occurs_check: bool,
}

impl Unit {
    /// Whether the head of a clause is one of those that [`super::emit()`] writes before a program.
    fn is_prelude(&self, head: Term) -> bool {
        let Some((name, args)) = self.text.terms.callable(head) else { return false };
        let known = [("type", 1), ("pred", 1), ("domain", 1), ("{}", 1), ("constrain", 1), ("constrain", 3)];
        known.contains(&(self.text.terms.name(name), args.len()))
    }

    fn warn(&mut self, term: Term, message: impl Into<String>, label: &str) {
        self.messages.push((self.text.place(term), false, message.into(), label.to_string()));
    }

    fn directive(&mut self, read: &Read) {
        let Some([goal]) = self.text.terms.of::<1>(read.term, Atom::NECK) else { return };
        let Some((name, args)) = self.text.terms.callable(goal) else { return };
        let (name, args) = (self.text.terms.name(name).to_string(), args.to_vec());
        match (name.as_str(), args.as_slice()) {
            ("begin_tests", [_]) => self.open = Some(Open { taken: true, occurs_check: false }),
            ("begin_tests", [_, options]) => self.begin(*options),
            ("end_tests", [_]) => self.open = None,
            ("ensure_loaded" | "consult" | "load_files", [what, ..]) | ("use_module", [what, ..]) => {
                self.program(*what);
            }
            ("[|]", [what, _]) => self.program(*what),
            _ => {}
        }
    }

    /// A unit with options; only those that concern infinite terms have a meaning in a suite.
    fn begin(&mut self, options: Term) {
        let mut open = Open { taken: true, occurs_check: false };
        for option in self.text.terms.elements(options).0 {
            let goal = self.text.terms.callable(option).and_then(|(name, args)| match args {
                [goal] if matches!(self.text.terms.name(name), "setup" | "cleanup") => Some(*goal),
                _ => None,
            });
            if goal.is_some_and(|goal| sets_occurs_check(&self.text.terms, goal)) {
                open.occurs_check = true;
            } else if open.taken {
                open.taken = false;
                self.warn(option, "the tests of this unit are left out", "a suite cannot say this");
            }
        }
        self.open = Some(open);
    }

    /// The first file that is loaded and no library is the program.
    fn program(&mut self, what: Term) {
        if let (true, Node::Atom(name) | Node::Str(name)) =
            (self.suite.source.is_empty(), self.text.terms.node(what))
        {
            self.suite.source = self.text.terms.name(*name).to_string();
        }
    }

    fn clause(&mut self, read: &Read) {
        let terms = &self.text.terms;
        let (head, body) = match terms.of::<2>(read.term, Atom::NECK) {
            Some([head, body]) => (head, Some(body)),
            None => (read.term, None),
        };
        let test = terms.callable(head).and_then(|(name, args)| match args {
            [name_of] | [name_of, _] if terms.name(name) == "test" => Some((*name_of, args.get(1).copied())),
            _ => None,
        });
        let (name, options) = match (test, &self.open) {
            (Some(test), Some(open)) if open.taken => test,
            (_, Some(open)) if !open.taken => return,
            (_, Some(_)) => {
                self.warn(head, "a clause among the tests is left out", "goals that call it have no meaning");
                return;
            }
            (Some(_), None) => {
                self.warn(head, "a test outside of a unit is left out", "no `begin_tests` before it");
                return;
            }
            // What we write before a program for the sake of its directives is no part of it.
            (None, None) if self.is_prelude(head) => return,
            (None, None) => {
                self.warn(head, "a clause beside the tests is left out", "no part of the program");
                return;
            }
        };
        self.test(read, name, options, body);
    }

    fn test(&mut self, read: &Read, name: Term, options: Option<Term>, body: Option<Term>) {
        let names: Vec<String> = read
            .vars
            .iter()
            .map(|var| var.name.map_or("_".to_string(), |name| self.text.terms.name(name).to_string()))
            .collect();
        let parts = Parts::of(&self.text.terms, body);
        let expected = expected(&self.text.terms, options, parts.copied);
        if let Some(option) = expected.left_out {
            self.warn(option, "this test is left out", "a suite cannot say this");
            return;
        }
        for check in &expected.unchecked {
            self.warn(*check, "this check is left out", "a suite holds values only; the goal is kept");
        }
        let writer = Writer::new(&self.text.terms).ops(&self.standard).names(&names);
        let goals = |goals: &[Term]| match goals {
            [] => "true".to_string(),
            [one] => writer.text(*one),
            _ => goals.iter().map(|goal| writer.text_within(*goal, 999)).collect::<Vec<_>>().join(", "),
        };
        let (goal, constraint) = (goals(&parts.goal), goals(&parts.constraint));
        let shown = match self.text.terms.node(name) {
            // The name itself, without the quotes that it may need.
            Node::Atom(atom) => self.text.terms.name(*atom).to_string(),
            _ => writer.text(name),
        };
        let (outcome, solutions, complete) =
            ends(&expected, parts.all, |term| writer.text_within(term, 999), &names);
        let entry =
            parts.goal.first().and_then(|goal| indicator(&self.text.terms, *goal)).unwrap_or_default();
        let number = self.suite.tests.len() + 1;
        let name = if shown.is_empty() { format!("t{number}") } else { shown };
        let name = self.unique(name);
        let det = outcome == Outcome::Ok && !complete && !expected.nondet;
        let of_unit = self.open.as_ref().is_some_and(|open| open.occurs_check);
        let occurs_check = expected.occurs_check || of_unit;
        let goal =
            GoalTest { goal, constraint, solutions, complete, occurs_check, det, assertions: Vec::new() };
        self.suite.tests.push(Test { name, entry, outcome, ..Test::new(Payload::Goal(goal)) });
    }

    /// A name that no test has yet: in plunit two tests may have the same.
    fn unique(&mut self, name: String) -> String {
        let other = (2..).map(|n| format!("{name}_{n}"));
        let unique = [name.clone()].into_iter().chain(other).find(|other| !self.names.contains(other));
        let unique = unique.unwrap_or(name);
        self.names.insert(unique.clone());
        unique
    }
}

/// The outcome, the solutions and whether they are all.
fn ends(
    expected: &Expected,
    all: bool,
    text: impl Fn(Term) -> String,
    names: &[String],
) -> (Outcome, Vec<Solution>, bool) {
    match &expected.ending {
        End::Fail => (Outcome::Fail, Vec::new(), true),
        End::Throws(ball, is_error) => {
            let ball = text(*ball);
            let ball = if *is_error { format!("error({ball}, _)") } else { ball };
            // That all solutions are asked for says that some come first; how many is not known.
            let before = if all { vec![Vec::new()] } else { Vec::new() };
            (Outcome::Error { fault: Fault::Thrown(ball), line: 0, column: 0 }, before, !all)
        }
        End::Ok => {
            let solution = |values: &Vec<(logic::VarId, Term)>| -> Solution {
                let name = |var: &logic::VarId| names.get(var.index()).cloned().unwrap_or_default();
                let named = values.iter().map(|(var, value)| (name(var), text(*value)));
                named.filter(|(name, _)| name != "_" && !name.is_empty()).collect()
            };
            match &expected.solutions {
                Some(list) => (Outcome::Ok, list.iter().map(solution).collect(), expected.complete),
                // It succeeds, and that is all that is known.
                None => (Outcome::Ok, vec![Vec::new()], false),
            }
        }
    }
}

/// The parts of a body.
struct Parts {
    constraint: Vec<Term>,
    goal: Vec<Term>,
    /// Variables that are copied without their constraints, and the copy.
    copied: Option<(Term, Term)>,
    /// Whether it stood in `forall(…, true)`.
    all: bool,
}

impl Parts {
    fn of(terms: &Terms, body: Option<Term>) -> Parts {
        let mut parts = Parts { constraint: Vec::new(), goal: Vec::new(), copied: None, all: false };
        let Some(body) = body else { return parts };
        let mut goals = terms.parts(body, Atom::COMMA);
        if let [.., last] = goals.as_slice()
            && goals.len() > 1
            && let Some((name, [from, to, _])) = terms.callable(*last)
            && terms.name(name) == "copy_term"
        {
            parts.copied = Some((*from, *to));
            goals.pop();
        }
        // The module of the program, in which what it does not export is called.
        if let [one] = goals.as_slice()
            && let Some([module, inner]) = terms.of::<2>(*one, Atom::COLON)
            && matches!(terms.node(module), Node::Atom(_))
        {
            goals = terms.parts(inner, Atom::COMMA);
        }
        let count = goals.iter().take_while(|goal| is_constraint(terms, **goal)).count();
        // Constraints alone are what is tested.
        if count < goals.len() {
            parts.constraint = goals.drain(..count).collect();
        }
        if let [one] = goals.as_slice()
            && let Some((name, [inner, action])) = terms.callable(*one)
            && terms.name(name) == "forall"
            && terms.is_atom(*action, Atom::TRUE)
        {
            parts.all = true;
            goals = terms.parts(*inner, Atom::COMMA);
        }
        parts.goal = goals;
        parts
    }
}

/// The predicate that a goal calls, as `name/arity`.
fn indicator(terms: &Terms, goal: Term) -> Option<String> {
    let (name, args) = terms.callable(goal)?;
    Some(format!("{}/{}", logic::quoted(terms.name(name)), args.len()))
}
