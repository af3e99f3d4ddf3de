//! A file of plunit as a suite.
//!
//! Every test of the file becomes a test of the suite. Where solutions and endings cannot say what its options say, it keeps
//! the options themselves, and is judged by them ([`super::judging()`]). What such a test needs and a suite does not have,
//! such as the clauses beside the tests, is said at its place, and the test is not run.

use super::beside::Beside;
use super::expect::{End, Expected, Tested, expected};
use super::judging::LOCAL;
use super::options::{Mode, listed, options};
use super::{is_constraint, sets_occurs_check};
use crate::directives::{file_names, files_of, last_part};
use crate::read::Read;
use crate::text::{Operators, Text, read_text, read_with};
use logic::{Atom, Node, Ops, Term, Terms, Writer};
use source::{Diagnostic, FileId, Files};
use std::collections::BTreeSet;
use std::ops::Range;
use suite::{Fault, GoalTest, Outcome, Payload, Site, Solution, Suite, Test};
use terms::Item;

/// The names of the files that a file of plunit may load, whose operators it is read with.
pub fn companions(files: &Files, file: FileId) -> Vec<String> {
    let Some(source) = files.get(file) else { return Vec::new() };
    let text = read_text(source.text());
    let goal = |item: &Item| match item {
        Item::Directive(read) => text.terms.of::<1>(read.term, Atom::NECK).map(|[goal]| goal),
        _ => None,
    };
    let named = text.items.iter().filter_map(goal).flat_map(|goal| files_of(&text.terms, goal));
    named.flat_map(|name| file_names(&name)).collect()
}

/// Reads a file of plunit: the suite, and what is wrong with the file or cannot be held by a suite. The companions are those
/// of the files that [`companions`] names that are there.
pub fn read(files: &Files, file: FileId, companions: &[FileId]) -> (Suite, Vec<Diagnostic>) {
    let Some(source) = files.get(file) else {
        return (Suite::default(), vec![Diagnostic::error("there is no such file")]);
    };
    let there = || companions.iter().filter_map(|id| files.get(*id));
    let loaded = there().map(|of| Operators::of(last_part(of.name()).to_string(), of.text()));
    let mut text = read_with(source.text(), loaded.collect());
    let standard = crate::operators(&mut text.terms);
    let items = std::mem::take(&mut text.items);
    let mut unit = Unit {
        text,
        standard,
        suite: Suite::default(),
        messages: Vec::new(),
        open: None,
        names: BTreeSet::new(),
        locals: BTreeSet::new(),
        beside: Beside::default(),
        units: 0,
        there: there().map(|of| last_part(of.name()).to_string()).collect(),
    };
    for problem in std::mem::take(&mut unit.text.said.errors) {
        let place = problem.start..problem.end;
        unit.messages.push((place, true, problem.message, problem.label));
    }
    unit.survey(&items);
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
    let unused: Vec<(Term, bool)> = unit.beside.unused().collect();
    for (clause, of_unit) in unused {
        let place = if of_unit { "among" } else { "beside" };
        unit.warn(clause, format!("a clause {place} the tests is left out"), "no test calls it");
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
    /// The names of what is defined beside the tests.
    locals: BTreeSet<Atom>,
    beside: Beside,
    /// How many units have begun.
    units: usize,
    /// The names of the files that are there.
    there: Vec<String>,
}

/// An open unit.
#[derive(Default)]
struct Open {
    occurs_check: bool,
    /// The options of the unit that its tests have too: the names of those with a goal and their goals, and other ones.
    goals: Vec<(String, String)>,
    others: Vec<String>,
}

impl Unit {
    /// Whether the head of a clause is one of those that [`super::emit()`] writes before a program.
    fn is_prelude(&self, head: Term) -> bool {
        let Some((name, args)) = self.text.terms.callable(head) else { return false };
        if let (Atom::COLON, [module, _]) = (name, args) {
            let of = self.text.terms.callable(*module).map(|(name, _)| self.text.terms.name(name));
            return of == Some("constrained_integer");
        }
        let known = [
            ("type", 1),
            ("pred", 1),
            ("domain", 1),
            ("{}", 1),
            ("constrain", 1),
            ("constrain", 3),
            ("constrained_integer", 1),
        ];
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
            ("begin_tests", [_]) => {
                self.units += 1;
                self.open = Some(Open::default());
            }
            ("begin_tests", [_, options]) => {
                self.units += 1;
                self.begin(read, *options);
            }
            ("end_tests", [_]) => self.open = None,
            _ => {
                // The first file that is loaded and no library is the program.
                if let (true, Some(named)) =
                    (self.suite.source.is_empty(), files_of(&self.text.terms, goal).first())
                {
                    self.suite.source = self.source(named);
                }
            }
        }
    }

    /// The file that a directive names: `lists` is `lists.pl`, unless only another one is there.
    fn source(&self, named: &str) -> String {
        let names = file_names(named);
        let is_there = |name: &&String| self.there.iter().any(|there| there == last_part(name));
        names.iter().find(is_there).or(names.first()).cloned().unwrap_or_default()
    }

    /// A unit with options. Its tests get them, with names of their own for the variables.
    fn begin(&mut self, read: &Read, options: Term) {
        let mut open = Open::default();
        let names: Vec<String> = read
            .vars
            .iter()
            .map(|var| {
                var.name.map_or("_".to_string(), |name| format!("Unit_{}", self.text.terms.name(name)))
            })
            .collect();
        for option in listed(&self.text.terms, Some(options)) {
            let writer = Writer::new(&self.text.terms).ops(&self.standard).names(&names);
            match self.text.terms.callable(option) {
                Some((name, [goal]))
                    if ["setup", "cleanup", "condition"].contains(&self.text.terms.name(name)) =>
                {
                    if sets_occurs_check(&self.text.terms, *goal) {
                        open.occurs_check = true;
                    } else {
                        let name = self.text.terms.name(name).to_string();
                        open.goals.push((name, writer.text_within(*goal, 999)));
                    }
                }
                // A unit has no options but these; SWI-Prolog does not run one with others.
                Some((name, [_]))
                    if ["blocked", "sto", "concurrent"].contains(&self.text.terms.name(name)) =>
                {
                    open.others.push(writer.text_within(option, 999));
                }
                _ => open.others.push(format!("unit({})", writer.text_within(option, 999))),
            }
        }
        self.open = Some(open);
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
            (Some(test), Some(_)) => test,
            (None, Some(_)) => return,
            (Some(_), None) => {
                self.warn(head, "a test outside of a unit is left out", "no `begin_tests` before it");
                return;
            }
            (None, None) => return,
        };
        match body {
            Some(body) => self.test(read, name, options, body),
            None => self.warn(head, "a test without a body is left out", "plunit refuses it"),
        }
    }

    /// Looks for the clauses beside the tests.
    fn survey(&mut self, items: &[Item]) {
        let (mut units, mut open) = (0, false);
        for item in items {
            let unit = open.then_some(units);
            match item {
                Item::Clause(read) => {
                    // What we write before a program for the sake of its directives is no part of it.
                    if let Some(name) = self.local(read, unit.is_some()) {
                        self.locals.insert(name);
                        self.beside.add(&self.text.terms, &self.standard, unit, Some(name), read);
                    }
                }
                Item::Directive(read) => {
                    let goal = self.text.terms.of::<1>(read.term, Atom::NECK);
                    let name = goal.and_then(|[goal]| self.text.terms.callable(goal));
                    match name.map(|(name, _)| self.text.terms.name(name)) {
                        Some("begin_tests") => {
                            units += 1;
                            open = true;
                        }
                        Some("end_tests") => open = false,
                        _ if open => self.beside.add(&self.text.terms, &self.standard, unit, None, read),
                        _ => {}
                    }
                }
                Item::Bad(_) => {}
            }
        }
    }

    /// The name of a clause that is no test.
    fn local(&self, read: &Read, in_unit: bool) -> Option<Atom> {
        let terms = &self.text.terms;
        let head = terms.of::<2>(read.term, Atom::NECK).map_or(read.term, |[head, _]| head);
        let (name, args) = terms.callable(head)?;
        let is_test = terms.name(name) == "test" && (args.len() == 1 || args.len() == 2);
        (!is_test && (in_unit || !self.is_prelude(head))).then_some(name)
    }

    /// The first name of a clause beside the tests that a term has anywhere.
    fn called(&self, roots: &[Term]) -> Option<Atom> {
        let mut open = roots.to_vec();
        while let Some(term) = open.pop() {
            if let Some((name, args)) = self.text.terms.callable(term) {
                if self.locals.contains(&name) {
                    return Some(name);
                }
                open.extend(args);
            }
        }
        None
    }

    fn test(&mut self, read: &Read, name: Term, options_of: Option<Term>, body: Term) {
        let names: Vec<String> = read
            .vars
            .iter()
            .map(|var| var.name.map_or("_".to_string(), |name| self.text.terms.name(name).to_string()))
            .collect();
        let terms = &self.text.terms;
        let parts = Parts::of(terms, body);
        let mut list = listed(terms, options_of);
        let count = list.len();
        list.retain(|option| match terms.callable(*option) {
            Some((name, [goal])) if matches!(terms.name(name), "setup" | "cleanup") => {
                !sets_occurs_check(terms, *goal)
            }
            _ => true,
        });
        let unit = self.open.as_ref();
        let occurs_check = list.len() < count || unit.is_some_and(|open| open.occurs_check);
        let said = options(terms, &list);
        let called = self.called(&[&[body][..], &list[..]].concat());
        let plain =
            unit.is_none_or(|open| open.goals.is_empty() && open.others.is_empty()) && called.is_none();
        let vars = terms.variables(body).into_iter().collect();
        let tested = Tested { terms, copied: parts.copied, vars };
        let known = if plain { expected(&said, &tested) } else { None };
        let writer = Writer::new(terms).ops(&self.standard).names(&names);
        let goals = |goals: &[Term]| match goals {
            [] => "true".to_string(),
            [one] => writer.text(*one),
            _ => goals.iter().map(|goal| writer.text_within(*goal, 999)).collect::<Vec<_>>().join(", "),
        };
        let shown = match terms.node(name) {
            // The name itself, without the quotes that it may need.
            Node::Atom(atom) => terms.name(*atom).to_string(),
            _ => writer.text(name),
        };
        let entry = parts.goal.first().and_then(|goal| indicator(terms, *goal)).unwrap_or_default();
        let (outcome, goal) = match known {
            Some(expected) => {
                let (outcome, solutions, complete) =
                    ends(&expected, parts.all, |term| writer.text_within(term, 999), &names);
                let det = outcome == Outcome::Ok && !complete && !expected.nondet;
                let (goal, constraint) = (goals(&parts.goal), goals(&parts.constraint));
                let assertions = Vec::new();
                (outcome, GoalTest { goal, constraint, solutions, complete, occurs_check, det, assertions })
            }
            None => {
                let mut assertions: Vec<String> =
                    list.iter().map(|option| writer.text_within(*option, 999)).collect();
                if let Some(open) = unit {
                    open.join(&mut assertions);
                }
                if let Some(name) = called {
                    let roots = [&[body][..], &list[..]].concat();
                    let needed = self.beside.needed(&self.text.terms, self.units, &roots);
                    let unknown = format!("{LOCAL}({})", logic::quoted(self.text.terms.name(name)));
                    if needed.is_empty() { assertions.push(unknown) } else { assertions.extend(needed) }
                }
                // A test without assertions would be one that says its solutions.
                if assertions.is_empty() {
                    assertions.push("true".to_string());
                }
                let outcome = match said.mode {
                    Some(Mode::Fail) => Outcome::Fail,
                    Some(Mode::Throws(ball)) => thrown(writer.text_within(ball, 999)),
                    Some(Mode::Error(formal)) => {
                        thrown(format!("error({}, _)", writer.text_within(formal, 999)))
                    }
                    _ => Outcome::Ok,
                };
                let complete = !matches!(said.mode, None | Some(Mode::True(_)));
                let (goal, constraint) = (goals(&parts.whole), "true".to_string());
                let solutions = Vec::new();
                let det = !complete && !said.nondet;
                (outcome, GoalTest { goal, constraint, solutions, complete, occurs_check, det, assertions })
            }
        };
        let number = self.suite.tests.len() + 1;
        let name = if shown.is_empty() { format!("t{number}") } else { shown };
        if let Some(called) = called {
            let label = format!("`{}` is defined beside the tests", self.text.terms.name(called));
            self.warn(body, "this test is not run", &label);
        } else if let Some(option) = said.unknown {
            self.warn(option, "this test is not run", "the option is not supported");
        }
        let name = self.unique(name);
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

impl Open {
    /// Adds the options of the unit to those of a test. Plunit obeys both, those of the unit from outside.
    fn join(&self, assertions: &mut Vec<String>) {
        for (name, goal) in &self.goals {
            let start = format!("{name}(");
            let own = assertions.iter_mut().find_map(|text| {
                let goal = text.strip_prefix(&start)?.strip_suffix(')')?.to_string();
                Some((text, goal))
            });
            match own {
                Some((text, own)) if name == "cleanup" => *text = format!("{name}(({own}, {goal}))"),
                Some((text, own)) => *text = format!("{name}(({goal}, {own}))"),
                None => assertions.push(format!("{name}({goal})")),
            }
        }
        assertions.extend(self.others.iter().cloned());
    }
}

/// The outcome of a test that throws.
fn thrown(ball: String) -> Outcome {
    Outcome::Error { fault: Fault::Thrown(ball), site: Site::default() }
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
            (thrown(ball), before, !all)
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
    /// All goals as they stand there, without their module.
    whole: Vec<Term>,
}

impl Parts {
    fn of(terms: &Terms, body: Term) -> Parts {
        let mut goals = terms.parts(body, Atom::COMMA);
        let whole = match terms.of::<2>(body, Atom::COLON) {
            Some([module, inner]) if matches!(terms.node(module), Node::Atom(_)) => {
                terms.parts(inner, Atom::COMMA)
            }
            _ => goals.clone(),
        };
        let (constraint, goal) = (Vec::new(), Vec::new());
        let mut parts = Parts { constraint, goal, copied: None, all: false, whole };
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
