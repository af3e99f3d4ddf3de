//! Files of tests as suites, and the tests of suites as text.

use super::names::{element, module_of};
use super::{AssertionKind, Count, SEEN};
use crate::library;
use crate::syntax::ast::{Expr, ExprKind, Goal, GoalKind, StateUse};
use crate::syntax::{TestItem, parse_suite_as_text};
use source::{Diagnostic, FileId, Files};
use suite::{Fault, GoalTest, Outcome, Payload, Site, Solution, Suite, Test};

/// What a test says, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestText {
    /// Its name.
    pub name: String,
    /// Its goals, with commas between them.
    pub goal: String,
    /// Its assertions: `true(L = [2, 1])`.
    pub assertions: Vec<String>,
    /// The modules that it needs beside those that the program imports.
    pub imports: Vec<String>,
}

/// Reads a file of tests: the suite, and what is wrong with the file. Tests that are wrong are left out.
///
/// The program is the first module that is imported and that the library does not have. What else is imported stands with each
/// test, as `import_module(M)`.
pub fn read(files: &Files, file: FileId) -> (Suite, Vec<Diagnostic>) {
    let parsed = parse_suite_as_text(files, file);
    let mut suite = Suite { language: "mercury".to_string(), ..Suite::default() };
    let mut imports = Vec::new();
    for module in parsed.imports {
        let shown = module.shown();
        if library::source(&shown).is_none() && suite.source.is_empty() {
            suite.source = format!("{shown}.m");
        } else if !SEEN.contains(&shown.as_str()) && shown != module_of(&suite.source) {
            let import = format!("import_module({shown})");
            if !imports.contains(&import) {
                imports.push(import);
            }
        }
    }
    suite.tests = parsed.tests.iter().map(|item| test(item, &imports)).collect();
    suite.entry = suite.tests.first().map(|test| test.entry.clone()).unwrap_or_default();
    (suite, parsed.diagnostics)
}

fn test(item: &TestItem, imports: &[String]) -> Test {
    let has = |kind: AssertionKind| item.assertions.iter().any(|assertion| assertion.kind == kind);
    let outcome = if has(AssertionKind::Exception) {
        Outcome::Error { fault: Fault::Thrown(String::new()), site: Site::default() }
    } else if has(AssertionKind::Failure) || has(AssertionKind::Cardinality(Count::Exactly(0))) {
        Outcome::Fail
    } else {
        Outcome::Ok
    };
    let mut assertions = imports.to_vec();
    let own = item.imports.iter().map(|module| format!("import_module({})", module.shown()));
    assertions.extend(own.filter(|own| !imports.contains(own)));
    assertions.extend(item.assertions.iter().map(|assertion| assertion.text.clone()));
    // A test without assertions says that its goal succeeds.
    if item.assertions.is_empty() {
        assertions.push("success".to_string());
    }
    let goal = if item.texts.is_empty() { "true".to_string() } else { item.texts.join(", ") };
    let goal = GoalTest { goal, complete: outcome != Outcome::Ok, assertions, ..GoalTest::default() };
    let entry = item.goals.iter().find_map(entry).unwrap_or_default();
    Test { name: item.name.clone(), entry, outcome, ..Test::new(Payload::Goal(goal)) }
}

/// The predicate or function that a goal is about, as `name/arity`.
fn entry(goal: &Goal) -> Option<String> {
    let count = |arg: &Expr| match arg.kind {
        ExprKind::State(StateUse::Both, _) => 2,
        _ => 1,
    };
    let (name, args) = match &goal.kind {
        GoalKind::Call(name, args) => (name, args),
        GoalKind::Unify(_, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Apply(name, args), _) | (_, ExprKind::Apply(name, args)) => (name, args),
            _ => return None,
        },
        GoalKind::Conj(goals) => return goals.iter().find_map(entry),
        _ => return None,
    };
    Some(format!("{}/{}", name.text, args.iter().map(count).sum::<usize>()))
}

/// What a test of a suite says. Solutions and outcomes become assertions where a test has none.
///
/// # Errors
///
/// That it is a test of an imperative program.
pub fn texts(test: &Test) -> Result<TestText, String> {
    let goal = test.goal().ok_or("it is a test of an imperative program")?;
    let import = |text: &String| {
        let name = text.strip_prefix("import_module(")?.strip_suffix(')')?;
        Some(name.to_string())
    };
    let imports: Vec<String> = goal.assertions.iter().filter_map(import).collect();
    let mut assertions: Vec<String> =
        goal.assertions.iter().filter(|text| import(text).is_none()).cloned().collect();
    if assertions.is_empty() {
        assertions = claimed(&test.outcome, goal);
    }
    Ok(TestText { name: test.name.clone(), goal: goal.goal.clone(), assertions, imports })
}

/// The assertions for an outcome with its solutions.
fn claimed(outcome: &Outcome, goal: &GoalTest) -> Vec<String> {
    match outcome {
        Outcome::Fail => return vec!["failure".to_string()],
        Outcome::Error { .. } => return vec!["exception".to_string()],
        // Nothing is known of the answers.
        Outcome::Ok if goal.solutions.is_empty() => return vec!["success".to_string()],
        Outcome::Ok => {}
    }
    let count = goal.solutions.len();
    let mut found = Vec::new();
    if !goal.complete {
        found.push(format!("limit({count})"));
    }
    found.push(format!("solutions_cardinality({count})"));
    for (number, solution) in goal.solutions.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
        found.push(format!("true({}, {})", number + 1, equations(solution)));
    }
    found
}

/// `X = 1`, or `(X = 1, Y = 2)`.
fn equations(solution: &Solution) -> String {
    let all: Vec<String> =
        solution.iter().map(|(name, value)| element(&format!("{name} = {value}"))).collect();
    if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
}
