//! Cases of random programs: SWI-Prolog says the same of each goal, and no path of a small goal is missing.
//!
//! `GLASSBOX_PROGRAMS` says how many programs are tried; `cargo xtask campaign guided` tries 4,000.

use super::programs;

use base::{Budget, Random};
use guided::free::{Case, search};
use guided::{Ending, Mode};
use logic::machine::guide::Plain;
use logic::machine::{Event, Machine, Options, Outcome};
use logic::{Program, Term, VarId};
use programs::{Family, all_modes, load, plan, program, terms_up_to};
use std::collections::BTreeSet;

fn how_many(few: usize) -> usize {
    std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// A goal for the judge that succeeds if a case is as it says.
fn claim(case: &Case) -> String {
    let names: Vec<&str> =
        case.solutions.first().map_or(Vec::new(), |s| s.iter().map(|(n, _)| n.as_str()).collect());
    let row = |values: Vec<&str>| {
        if values.is_empty() { "v".to_string() } else { format!("v({})", values.join(",")) }
    };
    let (template, goal) = (row(names), format!("( {}, {} )", case.constraint, case.goal));
    match &case.ending {
        Ending::Error { ball, .. } => format!(
            "\\+ \\+ ( Wanted = {ball}, catch(( findall(x, {goal}, _), fail ), Thrown, true), \
             copy_term(Thrown, Ball, _), \
             ( Ball = error(F1,_) -> Wanted = error(F2,_), F1 =@= F2 ; Ball =@= Wanted ) )."
        ),
        _ => {
            let checks: String = case
                .solutions
                .iter()
                .enumerate()
                .map(|(i, solution)| {
                    let values = solution.iter().map(|(_, value)| value.as_str()).collect();
                    format!(", S{i} =@= {}", row(values))
                })
                .collect();
            let list: Vec<String> = (0..case.solutions.len()).map(|i| format!("S{i}")).collect();
            format!(
                "\\+ \\+ ( findall({template}, {goal}, Found), copy_term(Found, List, _), List = [{}]{checks} ).",
                list.join(",")
            )
        }
    }
}

/// What was tried.
#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    searches: usize,
    unknown: usize,
    cases: usize,
    goals: usize,
    skipped: usize,
    goalless: u64,
    reasons: Vec<(String, usize)>,
}

impl Tally {
    fn reason(&mut self, why: &str) {
        match self.reasons.iter_mut().find(|(known, _)| known == why) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((why.to_string(), 1)),
        }
    }
}

fn family(n: usize) -> Family {
    [Family::Terms, Family::Guards, Family::Numbers, Family::Guards][n % 4]
}

#[test]
fn cases_are_what_swipl_says() {
    if testkit::require::program("swipl", "cases of random programs judged by swipl").is_none() {
        return;
    }
    let tally = judge_cases(how_many(1000), 1_000, &family);
    assert!(tally.unknown * 5 <= tally.searches, "{tally:?}");
}

/// The same under constraints of `library(clpfd)`, where much is unknown.
#[test]
fn cases_under_constraints_are_what_swipl_says() {
    if testkit::require::program("swipl", "cases under constraints judged by swipl").is_none() {
        return;
    }
    let first = std::env::var("GLASSBOX_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(50_000);
    let tally = judge_cases(how_many(80), first, &|_| Family::Constraints);
    assert!(tally.cases > tally.programs, "{tally:?}");
}

fn judge_cases(count: usize, first: u64, family: &dyn Fn(usize) -> Family) -> Tally {
    let mut tally = Tally::default();
    for batch in 0..count.div_ceil(40) {
        let mut text = String::new();
        // Without and with the occurs check.
        let mut goals: [Vec<(String, String)>; 2] = Default::default();
        for n in batch * 40..(batch * 40 + 40).min(count) {
            let mut random = Random::new(first + n as u64);
            let made = program(&mut random, &format!("r{n}"), family(n), random_recursion(n));
            let loaded = load(&made.text);
            text.push_str(&made.text);
            tally.programs += 1;
            for (name, arity) in &made.preds {
                for modes in all_modes(*arity) {
                    let plan = plan(&loaded, name, &modes, 5);
                    let mut found = 0;
                    let search = search(&loaded, &plan, &Budget::unlimited(), &mut |case| {
                        let shown = format!("{}{name} {modes:?}: {case:?}", made.text);
                        goals[usize::from(case.occurs_check)].push((claim(&case), shown));
                        found += 1;
                        found < 60
                    });
                    tally.searches += 1;
                    tally.goalless += search.goalless;
                    tally.unknown += usize::from(search.unknown > 0);
                    for (why, _) in &search.reasons {
                        tally.reason(why);
                    }
                    tally.cases += found;
                }
            }
        }
        for (i, goals) in goals.iter().enumerate() {
            let flag = format!(
                ":- style_check(-singleton).\n:- style_check(-no_effect).\n:- set_prolog_flag(occurs_check, {}).\n",
                i == 1
            );
            let claims: Vec<String> = goals.iter().map(|(claim, _)| claim.clone()).collect();
            let answers = testkit::prolog::solve_all(&format!("{flag}{text}"), &claims, 2);
            for (answer, (claim, shown)) in answers.iter().zip(goals) {
                assert!(
                    answer.first().is_some_and(|line| line.starts_with("yes")),
                    "{shown}\n{claim}\n{answer:?}"
                );
            }
        }
    }
    println!("{tally:?}");
    tally
}

fn random_recursion(n: usize) -> bool {
    n % 4 == 3
}

/// What counts of a trace.
fn path(trace: &[Event]) -> String {
    let mut path = String::new();
    for event in trace {
        let event = match event {
            Event::Test(..) => continue,
            Event::Matched(clauses, _) => Event::Matched(clauses.clone(), false),
            event => event.clone(),
        };
        path.push_str(&format!("{event:?} "));
    }
    path
}

/// The path of a goal, unless it has none within the bounds.
fn path_of(machine: &mut Machine<'_, Plain>, goal: Term, vars: usize, options: Options) -> Option<String> {
    machine.restart(goal, vars, options);
    loop {
        match machine.next() {
            Outcome::Solution => {}
            Outcome::Failed | Outcome::Error { .. } => return Some(path(&machine.trace)),
            _ => return None,
        }
    }
}

/// Arguments for a row of modes, variables of their own for those that are free.
fn goals(machine: &mut Machine<'_, Plain>, name: &str, modes: &[Mode], family: Family) -> Vec<Term> {
    let terms = machine.terms_mut();
    let name = terms.intern(name);
    let size = if modes.iter().filter(|m| **m != Mode::Free).count() > 1 { 2 } else { 3 };
    let ground = terms_up_to(terms, size, family, 0..0);
    let any = terms_up_to(terms, size, family, 0..3);
    let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
    for (i, mode) in modes.iter().enumerate() {
        let own = [terms.var(VarId::new(10 + i))];
        let choices: &[Term] = match mode {
            Mode::Ground => &ground,
            Mode::Any => &any,
            Mode::Free => &own,
        };
        rows = rows
            .iter()
            .flat_map(|row| choices.iter().map(move |choice| row.iter().copied().chain([*choice]).collect()))
            .collect();
    }
    rows.iter().map(|row| terms.compound(name, row)).collect()
}

/// Paths of small goals that the search did not find.
fn missing(program: &Program, name: &str, modes: &[Mode], family: Family, tally: &mut Tally) -> Vec<String> {
    let plan = plan(program, name, modes, 20);
    let mut paths = BTreeSet::new();
    let mut found = 0;
    let search = search(program, &plan, &Budget::unlimited(), &mut |case| {
        paths.insert(path(&case.trace));
        found += 1;
        found < 20_000
    });
    tally.searches += 1;
    tally.goalless += search.goalless;
    tally.cases += found;
    if search.unknown > 0 {
        tally.unknown += 1;
        for (why, _) in &search.reasons {
            tally.reason(why);
        }
        return Vec::new();
    }
    if search.asked != 0 || search.cut > 0 || found == 20_000 {
        // What is asked for its value is taken to be a variable.
        tally.skipped += 1;
        return Vec::new();
    }
    let mut machine = Machine::waiting(program, Plain);
    let all = goals(&mut machine, name, modes, family);
    let options = Options { depth: 20, steps: 2_000, matches: true, ..Options::default() };
    let mut lost = Vec::new();
    for goal in all {
        tally.goals += 1;
        let Some(path) = path_of(&mut machine, goal, 13, options) else { continue };
        if !paths.contains(&path) {
            lost.push(logic::Writer::new(machine.terms()).text(goal));
        }
    }
    lost
}

#[test]
fn no_path_of_a_small_goal_is_missing() {
    let mut tally = Tally::default();
    for n in 0..how_many(300) {
        let mut random = Random::new(50_000 + n as u64);
        let made = program(&mut random, "", family(n), false);
        let loaded = load(&made.text);
        tally.programs += 1;
        for (name, arity) in &made.preds {
            for modes in all_modes(*arity) {
                let lost = missing(&loaded, name, &modes, family(n), &mut tally);
                assert!(
                    lost.is_empty(),
                    "{n}\n{}{name} {modes:?}: {:?}",
                    made.text,
                    &lost[..lost.len().min(5)]
                );
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.unknown * 5 <= tally.searches, "{tally:?}");
}
