//! `generate` for logic programs: a suite that meets criteria within bounds.
//!
//! The paths of each entry are searched ([`concolic::search`]); each is a test. For `sequence` and its like every
//! path is kept; for the others, the first tests that show something new. Where an argument may be anything and a
//! goal asks for its value, the search is made a second time with that argument ground: with a variable most such
//! goals only throw.

use super::entries::LogicEntry;
use base::{Budget, Stop, Stopwatch};
use concolic::{Case, Mode, Plan};
use criteria::logic::{LogicCriterion, LogicGoal, Sight, logic_goals, sights};
use logic::machine::Event;
use logic::{PredId, Program};
use solver::Advice;
use source::{Files, Span};
use std::collections::BTreeSet;
use std::sync::Arc;
use suite::{Ending, GoalSuite, GoalTest, Search, Tally};

/// Open calls where nothing else is said.
const DEPTH: u32 = 4;
/// Backtracks where nothing else is said.
const BACKTRACKS: usize = 3;
/// Goals that a run may do.
const STEPS: u64 = 100_000;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct LogicOptions {
    /// The criteria; `sequence` if there is none.
    pub criteria: Vec<LogicCriterion>,
    /// At most so many open calls.
    pub depth: Option<u32>,
    /// At most so many backtracks of a run.
    pub backtracks: Option<usize>,
    /// At most so many decisions on a path.
    pub path_length: Option<usize>,
    /// At most so many tests.
    pub limit: Option<usize>,
    /// Whether a run ends at its first solution.
    pub first_solution: bool,
    /// Who hears the questions to the solver.
    pub advice: Option<Arc<dyn Advice>>,
}

/// What `generate` and `complete` give.
#[derive(Clone, Debug, Default)]
pub struct GeneratedGoals {
    /// The suite.
    pub suite: GoalSuite,
    /// The limit that ended the search early.
    pub limit: Option<Stop>,
    /// Were there more tests than were asked for?
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// The bounds that were not given and held all the same.
    pub defaults: Vec<String>,
}

/// A case with the entry that it is of.
pub(super) struct Found {
    pub entry: String,
    pub case: Case,
    pub sights: BTreeSet<Sight>,
}

/// What a search over entries gives.
#[derive(Default)]
pub(super) struct Hunted {
    pub found: Vec<Found>,
    pub search: Search,
    pub limit: Option<Stop>,
    pub more: bool,
    pub reasons: Vec<String>,
    pub defaults: Vec<String>,
}

/// Generates a suite for some predicates of a program.
pub fn generate_logic(
    files: &Files,
    program: &Program,
    source: &str,
    entries: &[LogicEntry],
    options: &LogicOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(u64),
) -> GeneratedGoals {
    let criteria = wanted(&options.criteria);
    let watch = Stopwatch::start();
    let hunted = hunt(files, program, entries, options, &criteria, budget, tell);
    let chosen = choose(program, &hunted.found, &criteria, entries, &BTreeSet::new());
    let mut suite = GoalSuite {
        source: source.to_string(),
        entry: entries.first().map_or_else(String::new, |e| program.indicator(e.pred)),
        criteria: tallies(program, &hunted, &criteria, entries),
        ..GoalSuite::default()
    };
    let mut hunted = hunted;
    hunted.search.seconds = watch.seconds();
    suite.exploration = Some(hunted.search.clone());
    for (n, i) in chosen.iter().enumerate() {
        suite.tests.push(test(files, &hunted.found[*i], n + 1));
    }
    GeneratedGoals {
        suite,
        limit: hunted.limit,
        more: hunted.more,
        reasons: hunted.reasons,
        defaults: hunted.defaults,
    }
}

/// The predicates of entries.
pub(super) fn preds(entries: &[LogicEntry]) -> Vec<PredId> {
    entries.iter().map(|e| e.pred).collect()
}

/// The criteria that hold where none is named.
pub(super) fn wanted(criteria: &[LogicCriterion]) -> Vec<LogicCriterion> {
    if criteria.is_empty() { vec![LogicCriterion::Sequence] } else { criteria.to_vec() }
}

/// Searches the paths of all entries.
pub(super) fn hunt(
    files: &Files,
    program: &Program,
    entries: &[LogicEntry],
    options: &LogicOptions,
    criteria: &[LogicCriterion],
    budget: &Budget,
    tell: &mut dyn FnMut(u64),
) -> Hunted {
    let mut hunted = Hunted::default();
    let (mut depth, mut backtracks) = (options.depth, options.backtracks);
    for criterion in criteria {
        match criterion {
            LogicCriterion::CallDepth(k) => depth = Some(depth.map_or(*k, |d| d.max(*k))),
            LogicCriterion::Backtrack(k) => {
                let k = *k as usize;
                backtracks = Some(backtracks.map_or(k, |b| b.max(k)));
            }
            _ => {}
        }
    }
    let nothing = depth.is_none() && backtracks.is_none() && options.path_length.is_none();
    if depth.is_none() {
        depth = Some(DEPTH);
        hunted.defaults.push(format!("--depth {DEPTH}"));
    }
    if nothing && options.limit.is_none() {
        backtracks = Some(BACKTRACKS);
        hunted.defaults.push(format!("--backtracks {BACKTRACKS}"));
    }
    hunted.search.complete = true;
    let several = entries.len() > 1;
    let few = options.limit.filter(|_| criteria.iter().all(|c| c.is_open()));
    for entry in entries {
        let name = program.indicator(entry.pred);
        let mut modes = entry.modes.clone();
        let from = hunted.found.len();
        for again in [false, true] {
            let plan = Plan {
                pred: entry.pred,
                modes: modes.clone(),
                depth: depth.unwrap_or(DEPTH),
                steps: STEPS,
                path_length: options.path_length,
                backtracks,
                first_solution: options.first_solution,
                advice: options.advice.clone(),
            };
            let known: BTreeSet<Vec<u32>> = if again {
                hunted.found.get(from..).unwrap_or(&[]).iter().map(|f| key(&f.case)).collect()
            } else {
                BTreeSet::new()
            };
            let mut more = false;
            let (found, mut count) = (&mut hunted.found, 0);
            let result = concolic::search(program, &plan, budget, &mut |case| {
                if again && known.contains(&key(&case)) {
                    return true;
                }
                if few.is_some_and(|most| found.len() >= most) {
                    more = true;
                    return false;
                }
                let sights = sights(&case.trace);
                let mut case = case;
                if several {
                    case.path = format!("{name}:{}", case.path);
                }
                if again {
                    // Two searches may write different runs in the same way.
                    while found.iter().any(|f: &Found| f.case.path == case.path) {
                        case.path.push('\'');
                    }
                }
                found.push(Found { entry: name.clone(), case, sights });
                count += 1;
                if count % 64 == 0 {
                    tell(found.len() as u64);
                }
                true
            });
            hunted.more |= more;
            hunted.search.infeasible += result.infeasible;
            hunted.search.cut += result.cut;
            hunted.search.queries += result.queries;
            hunted.search.complete &= result.is_complete() && result.goalless == 0 && !more;
            if result.goalless > 0 {
                let (n, ways) = (result.goalless, if result.goalless == 1 { "path" } else { "paths" });
                let why = format!(
                    "{n} {ways} of {name} have no test: they are taken only under constraints such as ∀Y A ≠ f(Y), \
                     which no goal states"
                );
                hunted.reasons.push(why);
            }
            for (why, span) in result.reasons {
                let text = place(files, span).map_or(why.clone(), |place| format!("{why} at {place}"));
                if !hunted.reasons.contains(&text) {
                    hunted.reasons.push(text);
                }
            }
            if result.stopped.is_some() {
                hunted.limit = result.stopped;
                break;
            }
            if again || result.asked == 0 || more {
                break;
            }
            for (i, mode) in modes.iter_mut().enumerate() {
                if *mode == Mode::Any && (i >= 64 || result.asked >> i & 1 == 1) {
                    *mode = Mode::Ground;
                }
            }
            // Goals with some variables inside of terms are part of neither of the two searches.
            hunted.search.complete = false;
            let why = format!(
                "arguments of {name} are asked for their value: they were tried as variables and as ground \
                 terms, not as terms with variables inside; modes such as `+` and `-` say what is meant"
            );
            hunted.reasons.push(why);
        }
        if hunted.limit.is_some() || hunted.more {
            hunted.search.complete = false;
            break;
        }
    }
    hunted.search.paths = hunted.found.len() as u64;
    hunted
}

/// What tells runs apart: the clauses that fit and that are entered, in their order, and each step back.
fn key(case: &Case) -> Vec<u32> {
    let mut key = Vec::new();
    if let concolic::Ending::Error { ball, .. } = &case.ending {
        key.push(if ball.starts_with("error(instantiation_error") { 7 } else { 6 });
    }
    for event in &case.trace {
        match event {
            Event::Matched(clauses, _) => {
                key.push(1);
                key.push(clauses.len() as u32);
                key.extend(clauses.iter().map(|c| c.0));
            }
            Event::Enter(clause) => key.extend([2, clause.0]),
            Event::Success(goal) => key.extend([3, goal.0]),
            Event::Failure(goal) => key.extend([4, goal.0]),
            Event::Backtrack => key.push(5),
            _ => {}
        }
    }
    key
}

fn place(files: &Files, span: Option<Span>) -> Option<String> {
    let (_, place) = files.place(span?)?;
    Some(format!("line {}, column {}", place.line, place.column))
}

/// The tests that are kept: all of them for open criteria, else those that show something new.
pub(super) fn choose(
    program: &Program,
    found: &[Found],
    criteria: &[LogicCriterion],
    entries: &[LogicEntry],
    known: &BTreeSet<Sight>,
) -> Vec<usize> {
    if criteria.iter().any(|c| c.is_open()) {
        return (0..found.len()).collect();
    }
    let goals: Vec<LogicGoal> =
        criteria.iter().flat_map(|c| logic_goals(program, *c, &preds(entries))).collect();
    let wanted: BTreeSet<Sight> = goals.iter().map(|g| g.sight).filter(|s| !known.contains(s)).collect();
    let mut left = wanted;
    let mut chosen = Vec::new();
    // The test that shows most, again and again; among equals one that ends well, and then the first.
    while !left.is_empty() {
        let best = (0..found.len())
            .map(|i| (found[i].sights.intersection(&left).count(), i))
            .filter(|(count, _)| *count > 0)
            .max_by_key(|(count, i)| {
                let fine = !matches!(found[*i].case.ending, concolic::Ending::Error { .. });
                (*count, fine, std::cmp::Reverse(*i))
            });
        let Some((_, i)) = best else { break };
        left.retain(|sight| !found[i].sights.contains(sight));
        chosen.push(i);
    }
    chosen.sort_unstable();
    chosen
}

/// How far each criterion is met by everything that was found.
pub(super) fn tallies(
    program: &Program,
    hunted: &Hunted,
    criteria: &[LogicCriterion],
    entries: &[LogicEntry],
) -> Vec<Tally> {
    let all: BTreeSet<Sight> = hunted.found.iter().flat_map(|f| f.sights.iter().copied()).collect();
    let whole = hunted.search.complete && hunted.search.cut == 0;
    criteria
        .iter()
        .map(|criterion| {
            let name = criterion.name();
            if criterion.is_open() {
                let covered = hunted.found.len() as u64;
                let unknown = u64::from(!hunted.search.complete);
                return Tally { name, goals: covered + unknown, covered, unknown, ..Tally::default() };
            }
            let goals = logic_goals(program, *criterion, &preds(entries));
            let covered = goals.iter().filter(|g| all.contains(&g.sight)).count() as u64;
            let rest = goals.len() as u64 - covered;
            let (infeasible, unknown) = if whole { (rest, 0) } else { (0, rest) };
            Tally { name, goals: goals.len() as u64, covered, infeasible, unknown, ..Tally::default() }
        })
        .collect()
}

/// A case as a test.
pub(super) fn test(files: &Files, found: &Found, number: usize) -> GoalTest {
    let case = &found.case;
    let ending = match &case.ending {
        concolic::Ending::Ok => Ending::Ok,
        concolic::Ending::Fail => Ending::Fail,
        concolic::Ending::Error { ball, span } => {
            let at = span.and_then(|s| files.place(s));
            let (line, column) = at.map_or((0, 0), |(_, p)| (p.line, p.column));
            Ending::Error { ball: ball.clone(), line, column }
        }
    };
    GoalTest {
        name: format!("t{number}"),
        entry: found.entry.clone(),
        path: case.path.clone(),
        condition: case.condition.clone(),
        goal: case.goal.clone(),
        constraint: case.constraint.clone(),
        ending,
        solutions: case.solutions.clone(),
        complete: case.complete,
        occurs_check: case.occurs_check,
    }
}
