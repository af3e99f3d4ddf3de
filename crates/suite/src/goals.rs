//! Running the test of a logic program against a program as it is now.
//!
//! Goals, solutions and what is thrown are text in a test. Whoever runs it knows how to read them in the language of the
//! program, and has a machine with a store for constraints: a [`Runner`].

use crate::{GoalTest, Outcome, Solution, Test, Verdict};
use logic::machine::Event;
use logic::{Program, Term, VarId, Variable, Writer, canonical_names};
use source::Span;

/// How far the run of a test may go.
pub const STEPS: u64 = 20_000_000;
/// More solutions than anybody wrote down.
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

/// What is asked of a machine.
pub struct Asked<'a> {
    /// The goal.
    pub goal: Term,
    /// How many variables it has.
    pub vars: usize,
    /// Those whose values make a solution, in order.
    pub order: &'a [VarId],
    /// At most so many solutions.
    pub most: usize,
    /// At most so many steps.
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
    let kept = program.terms.len();
    let result = judged(runner, program, test, steps);
    program.terms.truncate(kept);
    match result {
        Ok((verdict, seen)) => (verdict, Some(seen)),
        Err(why) => (Verdict::Invalid(why), None),
    }
}

fn judged(
    runner: &dyn Runner,
    program: &mut Program,
    test: &Test,
    steps: u64,
) -> Result<(Verdict, Seen), String> {
    let goal = test.goal().ok_or("it is a test of an imperative program")?;
    let read = runner.read(program, &query(goal)).map_err(|why| format!("its goal: {why}"))?;
    let names = named(program, &read);
    let mut order: Vec<VarId> = Vec::new();
    for (name, _) in goal.solutions.first().into_iter().flatten() {
        let found = names.iter().find(|(n, _)| n == name);
        order.push(found.ok_or_else(|| format!("its goal has no variable `{name}`"))?.1);
    }
    let expected: Vec<String> =
        goal.solutions.iter().map(|s| canonical(runner, program, s)).collect::<Result<_, _>>()?;
    let ball = test.outcome.fault().map(|fault| formal(runner, program, fault.message())).transpose()?;
    let most = if goal.complete || ball.is_some() { MOST } else { goal.solutions.len().max(1) };
    let asked = Asked { goal: read.term, vars: read.vars.len(), order: &order, most, steps };
    let seen = runner.run(program, &asked);
    let caught = match &seen.ended {
        Ended::Error(ball, _) => Some(formal(runner, program, ball)?),
        Ended::Over | Ended::Unknown(_) => None,
    };
    let verdict = compare(&test.outcome, goal, &expected, &seen, most, ball == caught);
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

/// What is thrown in one notation, without the context of an error: of `error(What, Where)` only `What` counts.
fn formal(runner: &dyn Runner, program: &mut Program, ball: &str) -> Result<String, String> {
    let read = runner.read(program, &format!("{ball} .")).map_err(|why| format!("what it throws: {why}"))?;
    let (term, is_error) = match runner.formal(program, read.term) {
        Some(formal) => (formal, true),
        None => (read.term, false),
    };
    let names = canonical_names(&program.terms, term);
    let text = Writer::new(&program.terms).names(&names).text(term);
    Ok(if is_error { format!("error({text})") } else { text })
}

/// The solutions of a test's goal in the program, with the values of its variables, and how the run ends; nothing if
/// that is not known.
pub fn answers(
    runner: &dyn Runner,
    program: &mut Program,
    test: &GoalTest,
) -> Option<(Vec<Solution>, Ended)> {
    let kept = program.terms.len();
    let found = answered(runner, program, test);
    program.terms.truncate(kept);
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
    let kept = program.terms.len();
    let read = runner.read(program, &query(test)).ok();
    let seen = read.map(|read| {
        let asked = Asked { goal: read.term, vars: read.vars.len(), order: &[], most: MOST, steps };
        runner.run(program, &asked)
    });
    program.terms.truncate(kept);
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
