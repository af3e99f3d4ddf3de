//! What is said of Prolog programs, judged by SWI-Prolog: it passes every emitted test, and enters no clause that is
//! called infeasible.
//!
//! Programs are written (`judged/*.pl`, with their entries in a comment) and random, with directives, predicates that
//! the system or nobody defines, floats and strings; modes are mixed. `GLASSBOX_PROGRAMS` says how many random ones are
//! tried; `cargo xtask campaign logic-verdicts` tries 450.

use crate::asking::Asked;
use base::{Budget, Random};
use criteria::logic::{LogicCriterion, Sight, logic_goals, sights};
use logic::PredId;
use logic::machine::{Machine, Options, Outcome};
use source::Files;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use testkit::logic_programs::whole_program;
use workbench::{Generated, Placing, SearchOptions, Session, Status, Verdict};

/// What was tried.
#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    entries: usize,
    tests: usize,
    covered: u64,
    infeasible: usize,
    unknown: usize,
    complete: usize,
    goals: usize,
}

/// A program with the entries to be tried: `p(+,?)`.
struct Judged {
    name: String,
    text: String,
    entries: Vec<String>,
}

const CONSTANTS: &[&str] = &[
    "a", "b", "zz", "[]", "0", "1", "2", "3", "4", "-1", "0.5", "1.5", "2.0", "2.5", "\"ab\"", "\"c\"",
    "f(a)", "f(b)", "s(a)", "g(a,b)", "g(a,a)", "[a]", "[b,a]", "[1,2]", "[2]", "1+2", "f(1)", "[a|b]",
    "s(s(a))",
];
const OPEN: &[&str] = &["_", "f(_)", "[_|_]", "[_]", "g(_,_)", "s(_)"];

/// Goals for a row of modes; the same variable may stand in two places.
fn goals(random: &mut Random, name: &str, modes: &[char]) -> Vec<String> {
    let pool = |mode: char| -> Vec<&str> {
        match mode {
            '-' => vec!["_"],
            '+' => CONSTANTS.to_vec(),
            _ => CONSTANTS.iter().chain(OPEN).copied().collect(),
        }
    };
    let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
    for mode in modes {
        let choices = pool(*mode);
        rows = rows.iter().flat_map(|row| choices.iter().map(|c| [row.clone(), vec![*c]].concat())).collect();
        // All small ones up to here, some of the longer ones.
        while rows.len() > 1_500 {
            let at = random.below(rows.len());
            rows.swap_remove(at);
        }
    }
    let call = |row: &Vec<&str>| {
        if row.is_empty() { format!("{name}.") } else { format!("{name}({}).", row.join(",")) }
    };
    let mut goals: Vec<String> = rows.iter().map(call).collect();
    if modes.iter().filter(|m| **m == '?').count() > 1 {
        let row: Vec<&str> = modes.iter().map(|m| if *m == '?' { "V" } else { "a" }).collect();
        goals.push(call(&row));
    }
    goals
}

fn judge(judged: &Judged, random: &mut Random, tally: &mut Tally) {
    tally.programs += 1;
    let mut files = Files::new();
    let file = files.add("program.pl", judged.text.clone());
    let mut written: Vec<(String, String)> = Vec::new();
    let mut claims: Vec<(String, Vec<usize>)> = Vec::new();
    let mut all_goals = Vec::new();
    for (number, entry) in judged.entries.iter().enumerate() {
        let budget = Budget::unlimited().with_time(Duration::from_secs(4));
        let longer = Budget::unlimited().with_time(Duration::from_secs(20));
        let mut is_there = false;
        for criterion in ["sequence", "clause", "arc"] {
            let open = criterion == "sequence";
            let search = SearchOptions {
                criteria: vec![criterion.into()],
                limit: open.then_some(20),
                effort: 4,
                ..SearchOptions::default()
            };
            let asked = Asked::new(&front_clp::LANGUAGE, &files, file, search);
            let Ok(session) = asked.try_open(Some(entry), &budget) else {
                let why = asked.try_open(None, &budget).err();
                assert!(why.is_none(), "{}: {}\nis not read: {why:?}", judged.name, judged.text);
                break;
            };
            is_there = true;
            let made = session.generate(&mut |_| {});
            tally.tests += made.suite.tests.len();
            tally.covered += made.suite.criteria.iter().map(|c| c.covered).sum::<u64>();
            tally.complete +=
                usize::from(open && made.suite.exploration.as_ref().is_some_and(|e| e.complete));
            for ran in session.run(&made.suite) {
                assert_eq!(ran.verdict, Verdict::Passed, "{}\n{entry}: {}", judged.text, ran.name);
            }
            if !made.suite.tests.is_empty() {
                let placing = Placing { kind: "plunit".into(), program: "program.pl".into() };
                // Units of one name would replace each other.
                let mut suite = made.suite.clone();
                suite.source = format!("unit_{number}_{criterion}");
                let text = session.emit(&suite, &placing).expect("it can be written").together();
                written.push((format!("t_{number}_{criterion}.pl"), text));
            }
            if criterion == "clause" {
                let session = asked.open(Some(entry), &longer);
                claims.push((entry.clone(), infeasible(&session, &made, tally)));
            }
        }
        tally.entries += usize::from(is_there);
        if !is_there {
            continue;
        }
        if let Some((name, rest)) = entry.split_once('(') {
            let modes: Vec<char> = rest.chars().filter(|c| "+-?".contains(*c)).collect();
            all_goals.push((entry.clone(), goals(random, name, &modes)));
        }
    }
    passes(judged, &written);
    for (entry, goals) in all_goals {
        let lines: Vec<usize> =
            claims.iter().filter(|(e, _)| *e == entry).flat_map(|(_, lines)| lines.iter().copied()).collect();
        if lines.is_empty() {
            continue;
        }
        tally.goals += goals.len();
        let entered = testkit::prolog::lines_entered(&judged.text, &goals);
        let wrong: Vec<&usize> = lines.iter().filter(|line| entered.contains(line)).collect();
        assert!(wrong.is_empty(), "{}\n{entry}: clauses of lines {wrong:?} are entered", judged.text);
    }
}

/// SWI-Prolog passes all files of tests.
fn passes(judged: &Judged, written: &[(String, String)]) {
    if written.is_empty() {
        return;
    }
    let load: String = written.iter().map(|(name, _)| format!(":- consult('{name}').\n")).collect();
    let mut files = vec![("all.pl", load.as_str()), ("program.pl", judged.text.as_str())];
    files.extend(written.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let (passed, said) = testkit::prolog::run_tests(&files);
    let tests: String = written.iter().map(|(_, text)| text.as_str()).collect();
    assert!(passed, "{}: {}\n{said}\n{tests}", judged.name, judged.text);
}

/// The lines of the clauses that are called infeasible.
fn infeasible(session: &Session<'_>, made: &Generated, tally: &mut Tally) -> Vec<usize> {
    let covered = session.cover(&made.suite);
    let missing = || covered.criteria.iter().flat_map(|c| &c.missing);
    tally.unknown += missing().filter(|m| m.verdict.status != Status::Infeasible).count();
    let lines: Vec<usize> =
        missing().filter(|m| m.verdict.status == Status::Infeasible).map(|m| m.line).collect();
    tally.infeasible += lines.len();
    lines
}

fn random_modes(random: &mut Random, name: &str, arity: usize) -> String {
    let modes: Vec<&str> = (0..arity).map(|_| ["+", "+", "?", "-"][random.below(4)]).collect();
    format!("{name}({})", modes.join(","))
}

#[test]
fn swipl_agrees_with_what_is_said_of_random_programs() {
    if testkit::require::program("swipl", "verdicts of logic programs judged by swipl").is_none() {
        return;
    }
    let count = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let first = std::env::var("GLASSBOX_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(7_000);
    let mut tally = Tally::default();
    for seed in first..first + count {
        let mut random = Random::new(seed);
        let made = whole_program(&mut random, "r");
        let entries =
            made.preds.iter().map(|(name, arity)| random_modes(&mut random, name, *arity)).collect();
        let judged = Judged { name: format!("seed {seed}"), text: made.text, entries };
        judge(&judged, &mut random, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.infeasible > 0 && tally.complete > 0, "{tally:?}");
}

#[test]
fn swipl_agrees_with_what_is_said_of_written_programs() {
    if testkit::require::program("swipl", "verdicts of written logic programs judged by swipl").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judged");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "pl"))
        .collect();
    paths.sort();
    let mut tally = Tally::default();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let entries = text.lines().filter_map(|line| line.strip_prefix("%! "));
        let entries = entries.flat_map(|line| line.split_whitespace().map(str::to_string)).collect();
        let judged = Judged { name: path.display().to_string(), text: text.clone(), entries };
        judge(&judged, &mut Random::new(1), &mut tally);
    }
    println!("{tally:?}");
}

/// What a goal of a program shows, as far as its run goes within some steps.
fn shown(program: &mut logic::Program, goal: &str) -> BTreeSet<Sight> {
    let kept = program.terms.len();
    let Ok(read) = front_clp::read_query(program, goal) else { return BTreeSet::new() };
    // As `cover` measures: a predicate is redone where another clause fits.
    let options = Options { steps: 5_000, occurs_check: true, matches: true, ..Options::default() };
    let mut machine = Machine::new(program, read.term, read.vars.len(), options);
    let mut solutions = 0;
    while machine.next() == Outcome::Solution && solutions < 20 {
        solutions += 1;
    }
    let sights = sights(&machine.trace);
    drop(machine);
    program.terms.truncate(kept);
    sights
}

/// With all predicates as entries at once, no small goal meets a goal of a criterion that is called infeasible.
#[test]
fn small_goals_meet_nothing_that_is_called_infeasible() {
    let (claims, tried) = judge_small_goals(90_000, false);
    println!("{claims} goals called infeasible, {tried} small goals");
    assert!(claims > 50, "{claims}");
}

/// The same, of calls in declared modes: `:- mode p(+, -).`
#[test]
fn small_goals_of_declared_modes_meet_nothing_that_is_called_infeasible() {
    let (claims, tried) = judge_small_goals(95_000, true);
    println!("{claims} goals called infeasible, {tried} small goals");
    assert!(claims > 50, "{claims}");
}

/// How many goals of random programs are called infeasible, and how many small goals meet none of them.
fn judge_small_goals(first: u64, declared: bool) -> (usize, usize) {
    let count = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let (mut claims, mut tried) = (0, 0);
    for seed in first..first + count {
        let mut random = Random::new(seed);
        let mut made = whole_program(&mut random, "r");
        let mut modes: Vec<Vec<char>> = Vec::new();
        for (name, arity) in &made.preds {
            let row: Vec<char> =
                (0..*arity).map(|_| if declared { ['+', '-', '?'][random.below(3)] } else { '?' }).collect();
            if declared && *arity > 0 {
                let shown: Vec<String> = row.iter().map(char::to_string).collect();
                made.text = format!(":- mode {name}({}).\n{}", shown.join(", "), made.text);
            }
            modes.push(row);
        }
        let mut files = Files::new();
        let file = files.add("program.pl", made.text.clone());
        let mut program = front_clp::load(&files, file).program.expect("it is read");
        let own = |id: &PredId| program.pred(*id).is_some_and(|p| !p.library && !p.clauses.is_empty());
        let preds: Vec<PredId> = (0..program.preds.len()).map(PredId::new).filter(own).collect();
        let criteria =
            [LogicCriterion::Clause, LogicCriterion::Atom, LogicCriterion::Arc, LogicCriterion::Port];
        let search = SearchOptions {
            criteria: criteria.iter().map(|c| c.name()).collect(),
            effort: 4,
            ..SearchOptions::default()
        };
        let budget = Budget::unlimited().with_time(Duration::from_secs(20));
        let session = Asked::new(&front_clp::LANGUAGE, &files, file, search).open(None, &budget);
        let said = session.generate(&mut |_| {});
        let mut infeasible: Vec<(Sight, String)> = Vec::new();
        for (criterion, coverage) in criteria.iter().zip(&said.coverage) {
            let goals = logic_goals(&program, *criterion, &preds);
            assert_eq!(goals.len() as u64, coverage.goals, "{}", made.text);
            let missing = coverage.missing.iter().filter(|m| m.verdict.status == Status::Infeasible);
            infeasible.extend(missing.map(|m| (goals[m.number.expect("a number")].sight, m.what.clone())));
        }
        claims += infeasible.len();
        if infeasible.is_empty() {
            continue;
        }
        for ((name, _), modes) in made.preds.iter().zip(&modes) {
            let mut small = goals(&mut random, name, modes);
            while small.len() > 150 {
                let at = random.below(small.len());
                small.swap_remove(at);
            }
            for goal in small {
                tried += 1;
                let seen = shown(&mut program, &goal);
                let wrong = infeasible.iter().find(|(sight, _)| seen.contains(sight));
                assert!(wrong.is_none(), "seed {seed}\n{}\n{goal} meets {wrong:?}", made.text);
            }
        }
    }
    (claims, tried)
}
