//! `mutate` for logic programs: which small slips in a program a suite notices.
//!
//! Slips that people make in Prolog: a clause or a goal is missing, two clauses or goals are the wrong way round, a
//! comparison is turned or off by one, an atom or a number is another one, a cut is missing. A mutant is killed if a test
//! comes out differently. One that no test kills is searched for a goal that tells it from the program: the paths of
//! the mutant are run on both.

use super::entries::LogicEntry;
use super::generate::{LogicOptions, preds};
use super::hunt::hunt;
use super::run::{Ended, answers, judge};
use base::{Budget, Int, Stop};
use criteria::logic::{LogicCriterion, reachable};
use logic::{Atom, ClauseId, GoalId, GoalKind, Node, Program, Term};
use source::{Files, Span};
use suite::{GoalSuite, GoalTest, Verdict};

/// Steps of a run on a mutant.
const STEPS: u64 = 1_000_000;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalMutant {
    /// The line of the change.
    pub line: usize,
    /// What was changed, in words.
    pub what: String,
    /// The tests that kill it.
    pub killed_by: Vec<String>,
    /// A goal that would kill it, if one is known.
    pub goal: Option<String>,
    /// Why no such goal is known.
    pub reason: String,
}

/// What `mutate` gives.
#[derive(Clone, Debug, Default)]
pub struct MutatedGoals {
    /// The mutants, in the order of the text.
    pub mutants: Vec<GoalMutant>,
    /// Tests that do not pass on the program as it is; they kill nothing.
    pub failing: Vec<(String, String)>,
    /// The suite with tests that kill more, if they were asked for.
    pub suite: GoalSuite,
    /// How many were added.
    pub added: usize,
    /// What ended the work early.
    pub stopped: Option<Stop>,
}

impl MutatedGoals {
    /// How many were killed, and how many are alive. None is known to be equivalent: one goal of each path is run, and
    /// that shows nothing of all the others.
    pub fn counts(&self) -> (usize, usize) {
        let killed = self.mutants.iter().filter(|m| !m.killed_by.is_empty()).count();
        (killed, self.mutants.len() - killed)
    }

    /// The part that is killed; 1 where there is nothing to kill.
    pub fn score(&self) -> f64 {
        let (killed, alive) = self.counts();
        if killed + alive == 0 { 1.0 } else { killed as f64 / (killed + alive) as f64 }
    }
}

/// A change of a program.
struct Slip {
    span: Span,
    what: String,
    program: Program,
}

/// Judges a suite by mutants.
#[allow(clippy::too_many_arguments)]
pub fn mutate_logic(
    files: &Files,
    program: &Program,
    suite: &GoalSuite,
    entries: &[LogicEntry],
    options: &LogicOptions,
    kill: bool,
    budget: &Budget,
    tell: &mut dyn FnMut(u64),
) -> MutatedGoals {
    let mut out = MutatedGoals { suite: suite.clone(), ..MutatedGoals::default() };
    let mut original = program.clone();
    let mut tests: Vec<GoalTest> = Vec::new();
    for test in &suite.tests {
        match judge(&mut original, test, STEPS, budget).0 {
            Verdict::Passed => tests.push(test.clone()),
            Verdict::Failed(why) | Verdict::Invalid(why) => out.failing.push((test.name.clone(), why)),
        }
    }
    // Mutants that are alive, by number: tests that are added for others may kill them too.
    let mut alive: Vec<(usize, Program)> = Vec::new();
    for slip in slips(program, entries) {
        if let Err(stop) = budget.look() {
            out.stopped = Some(stop);
            break;
        }
        let line = files.place(slip.span).map_or(0, |(_, p)| p.line);
        let mut mutant = slip.program;
        let mut judged =
            GoalMutant { line, what: slip.what, killed_by: Vec::new(), goal: None, reason: String::new() };
        for test in &tests {
            if judge(&mut mutant, test, STEPS, budget).0 != Verdict::Passed {
                judged.killed_by.push(test.name.clone());
                break;
            }
        }
        if judged.killed_by.is_empty() {
            let made = tell_apart(files, &mut original, &mut mutant, entries, options, budget, &mut judged);
            if let (true, Some(mut test)) = (kill, made) {
                let free = |n: &usize| out.suite.tests.iter().all(|t| t.name != format!("kill{n}"));
                let number = (out.added + 1..).find(free).unwrap_or(out.added + 1);
                test.name = format!("kill{number}");
                out.added += 1;
                judged.killed_by.push(test.name.clone());
                out.suite.tests.push(test.clone());
                tests.push(test);
            }
        }
        if kill && judged.killed_by.is_empty() {
            alive.push((out.mutants.len(), mutant));
        }
        out.mutants.push(judged);
        tell(out.mutants.len() as u64);
    }
    let first = tests.len().saturating_sub(out.added);
    for (number, mut mutant) in alive {
        let killer =
            tests.iter().skip(first).find(|t| judge(&mut mutant, t, STEPS, budget).0 != Verdict::Passed);
        if let (Some(test), Some(judged)) = (killer, out.mutants.get_mut(number)) {
            judged.killed_by.push(test.name.clone());
            judged.reason.clear();
        }
    }
    out
}

/// Looks for a goal that tells a mutant from the program: the paths of both, run on the other. The test says what the
/// program does; it passes there, and the mutant fails it.
fn tell_apart(
    files: &Files,
    original: &mut Program,
    mutant: &mut Program,
    entries: &[LogicEntry],
    options: &LogicOptions,
    budget: &Budget,
    judged: &mut GoalMutant,
) -> Option<GoalTest> {
    let criteria = [LogicCriterion::Sequence];
    let mut whole = true;
    for of_mutant in [true, false] {
        let searched = if of_mutant { mutant.clone() } else { original.clone() };
        let hunted = hunt(files, &searched, entries, options, &criteria, budget, &mut |_| {});
        whole &= hunted.search.complete;
        for (i, found) in hunted.found.iter().enumerate() {
            let test = super::generate::test(files, found, i + 1);
            let other = if of_mutant { &mut *original } else { &mut *mutant };
            let Verdict::Failed(_) = judge(other, &test, STEPS, budget).0 else { continue };
            let made = if of_mutant { as_seen(original, &test, budget) } else { Some(test) };
            let Some(made) = made else { continue };
            let passes = judge(original, &made, STEPS, budget).0 == Verdict::Passed;
            if passes && judge(mutant, &made, STEPS, budget).0 != Verdict::Passed {
                judged.goal = Some(made.goal.clone());
                return Some(made);
            }
        }
    }
    judged.reason = if whole {
        "no goal that the search came to within the bounds tells them apart".to_string()
    } else {
        "the search is not complete".to_string()
    };
    None
}

/// The test with what the program makes of its goal.
fn as_seen(program: &mut Program, test: &GoalTest, budget: &Budget) -> Option<GoalTest> {
    let (solutions, ended) = answers(program, test, budget)?;
    let ending = match ended {
        Ended::Over if solutions.is_empty() => suite::Ending::Fail,
        Ended::Over => suite::Ending::Ok,
        Ended::Error(ball, _) => suite::Ending::Error { ball, line: 0, column: 0 },
        Ended::Unknown(_) => return None,
    };
    Some(GoalTest { ending, solutions, complete: true, ..test.clone() })
}

/// All small changes of what calls of the entries can come to.
fn slips(program: &Program, entries: &[LogicEntry]) -> Vec<Slip> {
    let mut found = Vec::new();
    let reached = reachable(program, &preds(entries));
    let own: Vec<ClauseId> = reached
        .iter()
        .filter_map(|id| program.pred(*id))
        .filter(|pred| !pred.library)
        .flat_map(|pred| pred.clauses.iter().copied())
        .collect();
    let name = |id: ClauseId| program.clause(id).map(|c| program.indicator(c.pred)).unwrap_or_default();
    for &id in &own {
        let Some(clause) = program.clause(id) else { continue };
        let mut without = program.clone();
        if let Some(pred) = without.preds.get_mut(clause.pred.index()) {
            pred.clauses.retain(|c| *c != id);
        }
        found.push(Slip {
            span: clause.head_span,
            what: format!("a clause of {} is missing", name(id)),
            program: without,
        });
        let mut changed = program.clone();
        let at = program.pred(clause.pred).and_then(|p| p.clauses.iter().position(|c| *c == id));
        if let (Some(at), Some(pred)) = (at, changed.preds.get_mut(clause.pred.index()))
            && at + 1 < pred.clauses.len()
        {
            pred.clauses.swap(at, at + 1);
            let what = format!("two clauses of {} are the wrong way round", name(id));
            found.push(Slip { span: clause.head_span, what, program: renumbered(changed) });
        }
        body_slips(program, clause.body, &mut found);
        term_slips(program, clause.head, clause.head_span, &mut found);
    }
    found.sort_by_key(|slip| slip.span.start);
    found
}

/// A program whose clauses of a predicate stand in another order: their numbers follow it, since machines go by them.
fn renumbered(mut program: Program) -> Program {
    for i in 0..program.preds.len() {
        let order = program.preds[i].clauses.clone();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if order == sorted {
            continue;
        }
        let moved: Vec<logic::Clause> =
            order.iter().filter_map(|id| program.clauses.get(id.index()).cloned()).collect();
        for (id, clause) in sorted.iter().zip(moved) {
            if let Some(place) = program.clauses.get_mut(id.index()) {
                *place = clause;
            }
        }
        program.preds[i].clauses = sorted;
    }
    program
}

fn body_slips(program: &Program, body: GoalId, found: &mut Vec<Slip>) {
    let mut open = vec![body];
    while let Some(id) = open.pop() {
        let Some(goal) = program.goal(id) else { continue };
        let mut with = |what: String, kind: GoalKind| {
            let mut changed = program.clone();
            if let Some(goal) = changed.goals.get_mut(id.index()) {
                goal.kind = kind;
            }
            found.push(Slip { span: goal.span, what, program: changed });
        };
        match &goal.kind {
            GoalKind::Conj(parts) => {
                for i in 0..parts.len() {
                    let mut fewer = parts.clone();
                    fewer.remove(i);
                    let cut = matches!(program.goal(parts[i]).map(|g| &g.kind), Some(GoalKind::Cut));
                    let what = if cut { "a cut is missing" } else { "a goal is missing" };
                    with(what.to_string(), GoalKind::Conj(fewer));
                }
                open.extend(parts.iter().rev());
            }
            GoalKind::Disj(parts) => {
                if parts.len() > 1 {
                    for i in 0..parts.len() {
                        let mut fewer = parts.clone();
                        fewer.remove(i);
                        with("an alternative is missing".to_string(), GoalKind::Disj(fewer));
                    }
                }
                open.extend(parts.iter().rev());
            }
            GoalKind::If { cond, then, otherwise } => {
                if let Some(otherwise) = otherwise {
                    let kind = GoalKind::If { cond: *cond, then: *otherwise, otherwise: Some(*then) };
                    with("then and else are the wrong way round".to_string(), kind);
                    open.push(*otherwise);
                }
                open.extend([then, cond]);
            }
            GoalKind::SoftIf { cond, then, otherwise } => {
                open.extend(otherwise.iter());
                open.extend([then, cond]);
            }
            GoalKind::Not(inner) => {
                with("a negation is missing".to_string(), GoalKind::Opaque(*inner));
                open.push(*inner);
            }
            GoalKind::Once(inner) | GoalKind::Ignore(inner) | GoalKind::Opaque(inner) => open.push(*inner),
            GoalKind::Forall(a, b) => open.extend([b, a]),
            GoalKind::Findall { goal, .. } => open.push(*goal),
            GoalKind::Catch { goal, recovery, .. } => open.extend([recovery, goal]),
            GoalKind::Builtin { atom } => {
                comparisons(program, id, *atom, goal.span, found);
                term_slips(program, *atom, goal.span, found);
            }
            GoalKind::Call { atom, .. } => term_slips(program, *atom, goal.span, found),
            _ => {}
        }
    }
}

/// Other comparisons in the place of one.
fn comparisons(program: &Program, id: GoalId, atom: Term, span: Span, found: &mut Vec<Slip>) {
    let Some((name, [left, right])) = program
        .terms
        .callable(atom)
        .map(|(n, a)| (n, a.to_vec()))
        .and_then(|(n, a)| <[Term; 2]>::try_from(a).ok().map(|a| (n, a)))
    else {
        return;
    };
    let others: &[&str] = match program.terms.name(name) {
        "<" => &["=<", ">="],
        ">" => &[">=", "=<"],
        "=<" => &["<", ">"],
        ">=" => &[">", "<"],
        "=:=" => &["=\\="],
        "=\\=" => &["=:="],
        "==" => &["\\=="],
        "\\==" => &["=="],
        "@<" => &["@>"],
        "@>" => &["@<"],
        _ => return,
    };
    for other in others {
        let mut changed = program.clone();
        let sign = changed.terms.intern(other);
        let atom = changed.terms.compound(sign, &[left, right]);
        if let Some(goal) = changed.goals.get_mut(id.index()) {
            goal.kind = GoalKind::Builtin { atom };
        }
        let what = format!("{} becomes {other}", program.terms.name(name));
        found.push(Slip { span, what, program: changed });
    }
}

/// Constants and operators of a term that are others.
fn term_slips(program: &Program, term: Term, span: Span, found: &mut Vec<Slip>) {
    let mut open = vec![term];
    let mut number = 0;
    while let Some(at) = open.pop() {
        let replacement: Option<(Node, String)> = match program.terms.node(at) {
            Node::Int(value) => {
                let more = value + &Int::from(1);
                Some((Node::Int(more.clone()), format!("{value} becomes {more}")))
            }
            Node::Atom(Atom::NIL) if at != term => None,
            Node::Compound(name, args) => {
                open.extend(program.terms.args(at).iter().rev());
                let other = match (program.terms.name(*name), program.terms.args(at).len()) {
                    ("+", 2) => Some("-"),
                    ("-", 2) => Some("+"),
                    ("*", 2) => Some("+"),
                    _ => None,
                };
                other.filter(|_| at != term).and_then(|other| {
                    let known = program.terms.known(other)?;
                    let what = format!("{} becomes {other}", program.terms.name(*name));
                    Some((Node::Compound(known, *args), what))
                })
            }
            _ => None,
        };
        if let Some((node, what)) = replacement {
            let mut changed = program.clone();
            changed.terms.replace(at, node);
            number += 1;
            found.push(Slip { span, what, program: changed });
        }
        if number > 50 {
            return;
        }
    }
}
