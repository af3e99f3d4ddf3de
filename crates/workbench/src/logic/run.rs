//! `run` for logic programs: a suite against the program as it is now.

use crate::run::Ran;
use base::Budget;
use concolic::Pilot;
use logic::machine::guide::{Guide, Plain};
use logic::machine::{Event, Machine, Options, Outcome};
use logic::{Program, Term, VarId, Writer, canonical_names};
use source::Span;
use std::collections::BTreeSet;
use suite::{Ending, GoalSuite, GoalTest, Solution, Verdict};

/// How far the run of a test may go.
const STEPS: u64 = 20_000_000;
/// More solutions than anybody wrote down.
const MOST: usize = 100_000;

/// What a run of a goal showed.
pub(super) struct Seen {
    pub trace: Vec<Event>,
    pub ending: Ended,
    pub solutions: Vec<Vec<String>>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ended {
    /// There are no more solutions, or no more were asked for.
    Over,
    Error(String, Option<Span>),
    Unknown(String),
}

/// Runs every test of a suite; what is wrong with one does not keep the others from running.
pub fn run_goals(program: &Program, suite: &GoalSuite, budget: &Budget) -> Vec<Ran> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut program = program.clone();
    let mut ran = Vec::new();
    for test in &suite.tests {
        let verdict = if names.insert(&test.name) {
            judge(&mut program, test, STEPS, budget).0
        } else {
            Verdict::Invalid(format!("there is another test with the name `{}`", test.name))
        };
        ran.push(Ran { name: test.name.clone(), verdict });
    }
    ran
}

/// Runs a test and compares what is seen with what was expected.
pub(super) fn judge(
    program: &mut Program,
    test: &GoalTest,
    steps: u64,
    budget: &Budget,
) -> (Verdict, Option<Seen>) {
    let kept = program.terms.len();
    let result = judged(program, test, steps, budget);
    program.terms.truncate(kept);
    match result {
        Ok((verdict, seen)) => (verdict, Some(seen)),
        Err(why) => (Verdict::Invalid(why), None),
    }
}

fn judged(
    program: &mut Program,
    test: &GoalTest,
    steps: u64,
    budget: &Budget,
) -> Result<(Verdict, Seen), String> {
    let read =
        front_clp::read_query(program, &query(test)).map_err(|p| format!("its goal: {}", p.message))?;
    let names: Vec<(String, VarId)> = read
        .vars
        .iter()
        .enumerate()
        .filter_map(|(i, v)| Some((program.terms.name(v.name?).to_string(), VarId::new(i))))
        .collect();
    let mut order: Vec<VarId> = Vec::new();
    let asked: Vec<String> = match test.solutions.first() {
        Some(solution) => solution.iter().map(|(name, _)| name.clone()).collect(),
        None => Vec::new(),
    };
    for name in &asked {
        let found = names.iter().find(|(n, _)| n == name);
        order.push(found.ok_or_else(|| format!("its goal has no variable `{name}`"))?.1);
    }
    let expected: Vec<String> =
        test.solutions.iter().map(|s| canonical(program, s)).collect::<Result<_, _>>()?;
    let ball = match &test.ending {
        Ending::Error { ball, .. } => Some(formal(program, ball)?),
        Ending::Ok | Ending::Fail => None,
    };
    let throws = matches!(test.ending, Ending::Error { .. });
    let most = if test.complete || throws { MOST } else { test.solutions.len().max(1) };
    let seen = see(program, read.term, read.vars.len(), &order, most, steps, budget);
    let caught = match &seen.ending {
        Ended::Error(ball, _) => Some(formal(program, ball)?),
        Ended::Over | Ended::Unknown(_) => None,
    };
    let verdict = compare(test, &expected, &seen, most, ball == caught);
    Ok((verdict, seen))
}

fn compare(test: &GoalTest, expected: &[String], seen: &Seen, most: usize, same_ball: bool) -> Verdict {
    let failed = |why: String| Verdict::Failed(why);
    match (&test.ending, &seen.ending) {
        (_, Ended::Unknown(why)) => return Verdict::Invalid(format!("its run is unknown: {why}")),
        (Ending::Error { ball, .. }, Ended::Error(found, _)) if !same_ball => {
            return failed(format!("it should throw {ball}, and throws {found}"));
        }
        (Ending::Error { .. }, Ended::Error(..)) | (Ending::Ok | Ending::Fail, Ended::Over) => {}
        (Ending::Error { ball, .. }, Ended::Over) => {
            return failed(format!("it should throw {ball}, and does not"));
        }
        (_, Ended::Error(found, _)) => return failed(format!("it throws {found}")),
    }
    let found: Vec<&String> = seen.solutions.iter().flatten().collect();
    match (&test.ending, seen.solutions.len()) {
        (Ending::Fail, 1..) => return failed("it should fail, and succeeds".to_string()),
        (Ending::Ok, 0) => return failed("it should succeed, and fails".to_string()),
        _ => {}
    }
    if !test.complete && matches!(test.ending, Ending::Error { .. }) && !test.solutions.is_empty() {
        // That there are some, and not how many, is known.
        if seen.solutions.is_empty() {
            return failed("it should have solutions before it throws, and has none".to_string());
        }
        return Verdict::Passed;
    }
    if test.complete
        && !(test.solutions.is_empty() && test.ending == Ending::Ok)
        && expected.len() != seen.solutions.len()
    {
        let (wanted, got) = (expected.len(), seen.solutions.len());
        let more = if got >= most { " or more" } else { "" };
        return failed(format!("it should have {wanted} solutions, and has {got}{more}"));
    }
    for (i, (wanted, got)) in expected.iter().zip(&found).enumerate() {
        if wanted != *got {
            return failed(format!("solution {} should be {wanted}, and is {got}", i + 1));
        }
    }
    Verdict::Passed
}

/// What is thrown in one notation, without the context of an error: of `error(What, Where)` only `What` counts.
fn formal(program: &mut Program, ball: &str) -> Result<String, String> {
    let text = format!("{ball} .");
    let read = front_clp::read_query(program, &text).map_err(|p| format!("what it throws: {}", p.message))?;
    let (term, is_error) = match front_clp::plunit::formal(&program.terms, read.term) {
        Some(formal) => (formal, true),
        None => (read.term, false),
    };
    let names = canonical_names(&program.terms, term);
    let text = Writer::new(&program.terms).names(&names).text(term);
    Ok(if is_error { format!("error({text})") } else { text })
}

/// The solutions of a test's goal in the program, with the values of its variables, and how the run ends; nothing if
/// that is not known.
pub(super) fn answers(
    program: &mut Program,
    test: &GoalTest,
    budget: &Budget,
) -> Option<(Vec<Solution>, Ended)> {
    let kept = program.terms.len();
    let found = answered(program, test, budget);
    program.terms.truncate(kept);
    found
}

fn answered(program: &mut Program, test: &GoalTest, budget: &Budget) -> Option<(Vec<Solution>, Ended)> {
    let read = front_clp::read_query(program, &query(test)).ok()?;
    let named: Vec<(String, VarId)> = read
        .vars
        .iter()
        .enumerate()
        .filter_map(|(i, v)| Some((program.terms.name(v.name?).to_string(), VarId::new(i))))
        .collect();
    let order: Vec<VarId> = named.iter().map(|(_, var)| *var).collect();
    let seen = see(program, read.term, read.vars.len(), &order, MOST, STEPS, budget);
    if matches!(seen.ending, Ended::Unknown(_)) {
        return None;
    }
    let mut solutions = Vec::new();
    for text in seen.solutions.iter().flatten() {
        let read = front_clp::read_query(program, &format!("{text} .")).ok()?;
        let names: Vec<String> = canonical_names(&program.terms, read.term);
        let names: Vec<String> = names.iter().map(|name| format!("_{name}")).collect();
        let values = program.terms.args(read.term).to_vec();
        let writer = Writer::new(&program.terms).names(&names);
        let solution = named.iter().zip(values).map(|((name, _), value)| (name.clone(), writer.text(value)));
        solutions.push(solution.collect());
    }
    Some((solutions, seen.ending))
}

/// The whole search tree of a test's goal, whatever it asks for; nothing if that is not known.
pub(super) fn whole_run(program: &mut Program, test: &GoalTest, budget: &Budget) -> Option<Seen> {
    let kept = program.terms.len();
    let read = front_clp::read_query(program, &query(test)).ok();
    let seen = read.map(|read| see(program, read.term, read.vars.len(), &[], MOST, STEPS, budget));
    program.terms.truncate(kept);
    seen.filter(|seen| !matches!(seen.ending, Ended::Unknown(_)))
}

/// The constraint and the goal of a test, with a full stop.
fn query(test: &GoalTest) -> String {
    match test.constraint.as_str() {
        "true" | "" => format!("{} .", test.goal),
        constraint => format!("{constraint}, {} .", test.goal),
    }
}

/// The values of a solution as one canonical text.
fn canonical(program: &mut Program, solution: &Solution) -> Result<String, String> {
    // A value may be a term such as `a,b`.
    let values: Vec<String> = solution.iter().map(|(_, value)| format!("({value})")).collect();
    let text = if values.is_empty() { "v.".to_string() } else { format!("v({}).", values.join(",")) };
    let read = front_clp::read_query(program, &text).map_err(|p| format!("a solution: {}", p.message))?;
    let names = canonical_names(&program.terms, read.term);
    Ok(Writer::new(&program.terms).names(&names).text(read.term))
}

/// Runs a goal of a program.
pub(super) fn see(
    program: &Program,
    goal: Term,
    vars: usize,
    order: &[VarId],
    most: usize,
    steps: u64,
    budget: &Budget,
) -> Seen {
    let options = Options { steps, matches: true, occurs_check: true, ..Options::default() };
    let constrained = program.goals.iter().any(|goal| {
        use logic::{GoalKind, Theory};
        matches!(goal.kind, GoalKind::Constraint { theory: Theory::Integer | Theory::Domain, .. })
    });
    if constrained {
        let natural = program.domain == Some(logic::Domain::Nat);
        let mut pilot = Pilot::new(natural, budget);
        pilot.reset();
        go(Machine::guided(program, goal, vars, options, pilot), order, most)
    } else {
        go(Machine::guided(program, goal, vars, options, Plain), order, most)
    }
}

fn go<G: Guide>(mut machine: Machine<'_, G>, order: &[VarId], most: usize) -> Seen {
    let mut solutions = Vec::new();
    let ending = loop {
        match machine.next() {
            Outcome::Solution => {
                let (answer, _) = machine.answer();
                let name = machine.terms_mut().intern("v");
                let args: Vec<Term> = order
                    .iter()
                    .filter_map(|v| machine.terms().args(answer).get(v.index()).copied())
                    .collect();
                let terms = machine.terms_mut();
                let term = if args.is_empty() { terms.atom(name) } else { terms.compound(name, &args) };
                let names = canonical_names(terms, term);
                solutions.push(vec![Writer::new(terms).names(&names).text(term)]);
                if solutions.len() >= most {
                    break Ended::Over;
                }
            }
            Outcome::Failed => break Ended::Over,
            Outcome::Error { ball, span } => break Ended::Error(ball, span),
            Outcome::Unknown { why, .. } => break Ended::Unknown(why),
            Outcome::Infeasible => break Ended::Unknown("its constraints".to_string()),
            Outcome::Limit => break Ended::Unknown("it does not end in time".to_string()),
        }
    };
    Seen { trace: std::mem::take(&mut machine.trace), ending, solutions }
}
