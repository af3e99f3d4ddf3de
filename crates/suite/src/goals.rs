//! Runs a test of a logic program against the current program.
//!
//! Goals, solutions and what is thrown are text in a test. A [`Runner`] reads them in the language of the program, and
//! has a machine with a store for constraints.

mod assertions;

pub use assertions::{Finding, Judging};

use crate::{GoalTest, Outcome, Solution, Test, Verdict};
use assertions::by_assertions;
use logic::machine::Event;
use logic::{Node, Program, Term, Terms, VarId, Variable, Writer, canonical_names, compare as compare_terms};
use source::Span;
use std::collections::BTreeMap;

/// How far the run of a test may go.
pub const STEPS: u64 = 20_000_000;
/// More solutions than a test lists.
const MOST: usize = 100_000;

/// A goal as it was read: its term in the program's table, and its variables in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Query {
    /// The goal.
    pub term: Term,
    /// Its variables.
    pub vars: Vec<Variable>,
}

/// What a run of a goal shows.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Everything that happened.
    pub trace: Vec<Event>,
    /// How it ended.
    pub ended: Ended,
    /// The values of the variables that were asked for, as one term for each solution.
    pub solutions: Vec<String>,
    /// How many steps it took.
    pub steps: u64,
}

/// How a run of a goal ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// There are no more solutions, or no more were asked for.
    Over,
    /// Something was thrown, here.
    Error(String, Option<Span>),
    /// Nothing is known, and why.
    Unknown(String),
}

/// A goal for a machine to run.
pub struct Asked<'a> {
    /// The goal.
    pub goal: Term,
    /// How many variables it has.
    pub vars: usize,
    /// Those whose values make a solution, in order.
    pub order: &'a [VarId],
    /// The most solutions.
    pub most: usize,
    /// The most steps.
    pub steps: u64,
}

/// Reads and runs goals.
pub trait Runner {
    /// Reads a term, which ends with a full stop, into the program's table.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn read(&self, program: &mut Program, text: &str) -> Result<Query, String>;

    /// The part of an error term that a test can expect, of one whose context is the system's own.
    fn formal(&self, program: &Program, ball: Term) -> Option<Term>;

    /// The goal that judges a test by its [`GoalTest::assertions`].
    ///
    /// # Errors
    ///
    /// Why the test cannot be run.
    fn judging(&self, program: &mut Program, test: &GoalTest) -> Result<Judging, String> {
        let _ = (program, test);
        Err("assertions have no meaning in this language".to_string())
    }

    /// Runs a goal.
    fn run(&self, program: &Program, asked: &Asked<'_>) -> Seen;
}

/// Runs a test and compares what is seen with what was expected. The program is the same afterwards.
pub fn run_goal_test(
    runner: &dyn Runner,
    program: &mut Program,
    test: &Test,
    steps: u64,
) -> (Verdict, Option<Seen>) {
    let kept = Kept::of(program);
    let result = judged(runner, program, test, steps);
    kept.restore(program);
    match result {
        Ok((verdict, seen)) => (verdict, Some(seen)),
        Err(why) => (Verdict::Invalid(why), None),
    }
}

/// How much there was of a program before a goal was read.
struct Kept {
    terms: usize,
    clauses: usize,
}

impl Kept {
    fn of(program: &Program) -> Kept {
        Kept { terms: program.terms.len(), clauses: program.clauses.len() }
    }

    /// Forgets the terms that were read since. Where predicates of the library came with the goal, they stay, and so do
    /// the terms that their clauses are made of.
    fn restore(&self, program: &mut Program) {
        if program.clauses.len() == self.clauses {
            program.terms.truncate(self.terms);
        }
    }
}

fn judged(
    runner: &dyn Runner,
    program: &mut Program,
    test: &Test,
    steps: u64,
) -> Result<(Verdict, Seen), String> {
    let goal = test.goal().ok_or("it is a test of an imperative program")?;
    if !goal.assertions.is_empty() {
        return by_assertions(runner, program, goal, steps);
    }
    let read = runner.read(program, &query(goal)).map_err(|why| format!("its goal: {why}"))?;
    let names = named(program, &read);
    let mut order: Vec<VarId> = Vec::new();
    for (name, _) in goal.solutions.first().into_iter().flatten() {
        let found = names.iter().find(|(n, _)| n == name);
        order.push(found.ok_or_else(|| format!("its goal has no variable `{name}`"))?.1);
    }
    let expected: Vec<String> =
        goal.solutions.iter().map(|s| canonical(runner, program, s)).collect::<Result<_, _>>()?;
    let ball = test.outcome.fault();
    let most = if goal.complete || ball.is_some() { MOST } else { goal.solutions.len().max(1) };
    let asked = Asked { goal: read.term, vars: read.vars.len(), order: &order, most, steps };
    let seen = runner.run(program, &asked);
    let same_ball = match (ball, &seen.ended) {
        (Some(ball), Ended::Error(caught, _)) => fits(runner, program, ball.message(), caught)?,
        _ => false,
    };
    let verdict = compare(&test.outcome, goal, &expected, &seen, most, same_ball);
    Ok((verdict, seen))
}

fn compare(
    outcome: &Outcome,
    test: &GoalTest,
    expected: &[String],
    seen: &Seen,
    most: usize,
    same_ball: bool,
) -> Verdict {
    let failed = |why: String| Verdict::Failed(why);
    match (outcome.fault().map(crate::Fault::message), &seen.ended) {
        (_, Ended::Unknown(why)) => return Verdict::Invalid(format!("its run is unknown: {why}")),
        (Some(ball), Ended::Error(found, _)) if !same_ball => {
            return failed(format!("it should throw {ball}, and throws {found}"));
        }
        (Some(_), Ended::Error(..)) | (None, Ended::Over) => {}
        (Some(ball), Ended::Over) => return failed(format!("it should throw {ball}, and does not")),
        (None, Ended::Error(found, _)) => return failed(format!("it throws {found}")),
    }
    match (outcome, seen.solutions.len()) {
        (Outcome::Fail, 1..) => return failed("it should fail, and succeeds".to_string()),
        (Outcome::Ok, 0) => return failed("it should succeed, and fails".to_string()),
        _ => {}
    }
    if !test.complete && outcome.fault().is_some() && !test.solutions.is_empty() {
        // That there are some, and not how many, is known.
        if seen.solutions.is_empty() {
            return failed("it should have solutions before it throws, and has none".to_string());
        }
        return Verdict::Passed;
    }
    if test.complete
        && !(test.solutions.is_empty() && *outcome == Outcome::Ok)
        && expected.len() != seen.solutions.len()
    {
        let (wanted, got) = (expected.len(), seen.solutions.len());
        if let (Some(fault), 0) = (outcome.fault(), wanted) {
            let ball = fault.message();
            return failed(format!("it should throw {ball}, and succeeds first: nothing was thrown"));
        }
        let more = if got >= most { " or more" } else { "" };
        return failed(format!("it should have {wanted} solutions, and has {got}{more}"));
    }
    for (i, (wanted, got)) in expected.iter().zip(&seen.solutions).enumerate() {
        if wanted != got {
            return failed(format!("solution {} should be {wanted}, and is {got}", i + 1));
        }
    }
    Verdict::Passed
}

/// The variables of a goal that have names.
fn named(program: &Program, read: &Query) -> Vec<(String, VarId)> {
    let all = read.vars.iter().enumerate();
    all.filter_map(|(i, v)| Some((program.terms.name(v.name?).to_string(), VarId::new(i)))).collect()
}

/// Whether what was thrown is an instance of what is expected. Of `error(What, Where)` only `What` counts where nothing
/// is expected of the context.
fn fits(runner: &dyn Runner, program: &mut Program, expected: &str, caught: &str) -> Result<bool, String> {
    let mut read = |text: &str| {
        let read = runner.read(program, &format!("{text} ."));
        read.map(|read| read.term).map_err(|why| format!("what it throws: {why}"))
    };
    let (expected, caught) = (read(expected)?, read(caught)?);
    let (expected, caught) = match runner.formal(program, expected) {
        None => (expected, caught),
        Some(formal) => match program.terms.callable(caught) {
            Some((name, [caught, _])) if program.terms.name(name) == "error" => (formal, *caught),
            _ => return Ok(false),
        },
    };
    Ok(subsumes(&program.terms, expected, caught))
}

/// Whether a substitution for the variables of a term makes it the other one.
fn subsumes(terms: &Terms, general: Term, special: Term) -> bool {
    let mut values: BTreeMap<VarId, Term> = BTreeMap::new();
    let mut open = vec![(general, special)];
    while let Some((general, special)) = open.pop() {
        match (terms.node(general), terms.node(special)) {
            (Node::Var(var), _) => {
                let value = *values.entry(*var).or_insert(special);
                if compare_terms(terms, value, special).is_ne() {
                    return false;
                }
            }
            (Node::Compound(a, _), Node::Compound(b, _)) => {
                let (general, special) = (terms.args(general), terms.args(special));
                if a != b || general.len() != special.len() {
                    return false;
                }
                open.extend(general.iter().copied().zip(special.iter().copied()));
            }
            (_, Node::Var(_)) => return false,
            _ if compare_terms(terms, general, special).is_eq() => {}
            _ => return false,
        }
    }
    true
}

/// The solutions of a test's goal in the program, with the values of its variables, and how the run ends; nothing if
/// that is not known.
pub fn answers(
    runner: &dyn Runner,
    program: &mut Program,
    test: &GoalTest,
) -> Option<(Vec<Solution>, Ended)> {
    let kept = Kept::of(program);
    let found = answered(runner, program, test);
    kept.restore(program);
    found
}

fn answered(runner: &dyn Runner, program: &mut Program, test: &GoalTest) -> Option<(Vec<Solution>, Ended)> {
    let read = runner.read(program, &query(test)).ok()?;
    let named = named(program, &read);
    let order: Vec<VarId> = named.iter().map(|(_, var)| *var).collect();
    let asked = Asked { goal: read.term, vars: read.vars.len(), order: &order, most: MOST, steps: STEPS };
    let seen = runner.run(program, &asked);
    if matches!(seen.ended, Ended::Unknown(_)) {
        return None;
    }
    let mut solutions = Vec::new();
    for text in &seen.solutions {
        let read = runner.read(program, &format!("{text} .")).ok()?;
        let names: Vec<String> = canonical_names(&program.terms, read.term);
        let names: Vec<String> = names.iter().map(|name| format!("_{name}")).collect();
        let values = program.terms.args(read.term).to_vec();
        let writer = Writer::new(&program.terms).names(&names);
        let solution = named.iter().zip(values).map(|((name, _), value)| (name.clone(), writer.text(value)));
        solutions.push(solution.collect());
    }
    Some((solutions, seen.ended))
}

/// The whole search tree of a test's goal, whatever it asks for; nothing if that is not known.
pub fn whole_run(runner: &dyn Runner, program: &mut Program, test: &GoalTest, steps: u64) -> Option<Seen> {
    let kept = Kept::of(program);
    let read = runner.read(program, &query(test)).ok();
    let seen = read.map(|read| {
        let asked = Asked { goal: read.term, vars: read.vars.len(), order: &[], most: MOST, steps };
        runner.run(program, &asked)
    });
    kept.restore(program);
    seen.filter(|seen| !matches!(seen.ended, Ended::Unknown(_)))
}

/// The constraint and the goal of a test, with a full stop.
fn query(test: &GoalTest) -> String {
    match test.constraint.as_str() {
        "true" | "" => format!("{} .", test.goal),
        constraint => format!("{constraint}, {} .", test.goal),
    }
}

/// The values of a solution as one canonical text.
fn canonical(runner: &dyn Runner, program: &mut Program, solution: &Solution) -> Result<String, String> {
    // A value may be a term such as `a,b`.
    let values: Vec<String> = solution.iter().map(|(_, value)| format!("({value})")).collect();
    let text = if values.is_empty() { "v.".to_string() } else { format!("v({}).", values.join(",")) };
    let read = runner.read(program, &text).map_err(|why| format!("a solution: {why}"))?;
    let names = canonical_names(&program.terms, read.term);
    Ok(Writer::new(&program.terms).names(&names).text(read.term))
}
