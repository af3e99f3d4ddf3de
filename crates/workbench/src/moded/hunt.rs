//! The search for tests of procedures, shallow calls first.
//!
//! Each round derives all sequences of an entry within a call depth ([`guided::typed::derive`]), and the depth grows up to the bound. A
//! round that cuts nothing is the last one. Criteria with finitely many goals end the search once all are met. For the
//! others every sequence is a goal, and the last round has them all.

use super::ModedEngine;
use crate::engine::Progress;
use base::Stop;
use criteria::logic::LogicCriterion;
use criteria::moded::{ModedGoal, is_seen};
use criteria::{Status, Verdict as GoalVerdict};
use guided::typed::{Plan, Sequence, derive, run};
use guided::{Bounds, Ending, Walked};
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::moded::counts::Counts;
use logic::machine::{Machine, Outcome};
use logic::moded::{Determinism, GoalKind, Label, ProcId};
use std::collections::BTreeSet;
use std::rc::Rc;
use suite::{Fault, GoalTest, Payload, Search, Site, Test};

/// Depths of calls that are tried if no depth is given.
const DEPTHS: &[u32] = &[1, 2, 3, 4, 5, 6, 8, 10, 12];
/// From depth 4 on, an entry with this many sequences is not searched deeper if no depth and no limit is given.
const ENOUGH: usize = 10;
/// With this many sequences of an entry, too many to read, the result is that of the depth before.
const MANY: usize = 64;
/// Largest depth of a search for goals if no depth is given.
const DEEPEST: u32 = 24;
/// Calls of the library that may be open beside those of the program.
const LIBRARY: u32 = 2;
/// Steps of a run.
const STEPS: u64 = 200_000;
/// Effort for the goals of an entry, in steps of the machine.
const EFFORT: u64 = 3_000_000;
/// The same for its sequences.
const SEQUENCES: u64 = 10_000_000;

/// What is taken for granted of arithmetic with inputs.
const NO_WRAPPING: &str = "integers do not wrap around";

/// A sequence with its entry, and what it shows.
pub(super) struct Found {
    pub proc: ProcId,
    pub sequence: Sequence,
    pub counts: Counts,
}

/// How far an entry was searched.
struct Looked {
    proc: ProcId,
    found: Vec<Found>,
    last: Option<Walked>,
    /// The depth of the last round that counts.
    depth: u32,
    effort: u64,
    over: bool,
    /// The procedures that it can reach.
    reach: BTreeSet<ProcId>,
}

/// What is known of an entry at the end.
struct Known {
    proc: ProcId,
    reach: BTreeSet<ProcId>,
    /// Why something is not known.
    unknown: Option<String>,
    cut: bool,
    /// Whether runs ended before their last solution.
    limited: bool,
    /// Whether integers were computed of others.
    computed: bool,
}

impl Known {
    /// Whether calls of the procedure with all inputs were run to the last solution.
    fn is_whole(&self) -> bool {
        self.unknown.is_none() && !self.cut && !self.limited && !self.computed
    }
}

/// What a search gives.
#[derive(Default)]
pub(super) struct Hunt {
    pub found: Vec<Found>,
    pub search: Search,
    pub stopped: Option<Stop>,
    pub more: bool,
    pub reasons: Vec<String>,
    pub notes: Vec<String>,
    pub defaults: Vec<String>,
    /// What the bounds are, in words.
    bounds: String,
    entries: Vec<Known>,
    /// Whether something is assumed of the inputs.
    narrowed: bool,
    /// Whether a goal was met that no test shows.
    lost: Option<String>,
    /// The tests that were run as they will be written.
    pub checked: Checked,
}

/// Tests that are run as they will be written while the search goes on: those that pass are there when it is ended early.
#[derive(Default)]
pub(super) struct Checked {
    /// The entries and goals of all tests that were noted.
    known: BTreeSet<(String, String)>,
    passed: BTreeSet<(String, String)>,
    waiting: Vec<Test>,
    /// How many were run at a time; more each time, since every time costs something.
    at_once: usize,
}

/// The first tests that are run at a time, and the most.
const FIRST_AT_ONCE: usize = 20;
const MOST_AT_ONCE: usize = 500;

fn called(test: &Test) -> (String, String) {
    (test.entry.clone(), test.goal().map_or_else(String::new, |goal| goal.goal.clone()))
}

impl Checked {
    /// Notes a test; now and then those that wait are run.
    fn note(&mut self, engine: &ModedEngine<'_>, test: Test) {
        if !self.known.insert(called(&test)) {
            return;
        }
        self.waiting.push(test);
        if self.waiting.len() < self.at_once.max(FIRST_AT_ONCE) {
            return;
        }
        self.at_once = (2 * self.waiting.len()).min(MOST_AT_ONCE);
        let failing: BTreeSet<usize> =
            engine.failing(&self.waiting).into_iter().map(|(number, _)| number).collect();
        for (number, test) in self.waiting.drain(..).enumerate() {
            if !failing.contains(&number) {
                self.passed.insert(called(&test));
                engine.partial.add(|| test);
            }
        }
    }

    /// Whether the test, in the form in which it will be written, has passed.
    pub fn has_passed(&self, test: &Test) -> bool {
        self.passed.contains(&called(test))
    }
}

impl Hunt {
    /// Something was found that no test shows.
    pub fn lose(&mut self, why: String) {
        self.search.complete = false;
        if !self.reasons.contains(&why) {
            self.reasons.push(why.clone());
        }
        self.lost.get_or_insert(why);
    }

    /// No test was made for an entry, and nothing else says so: all its runs are beyond the bounds, or no input is as assumed.
    fn unfound(&mut self, engine: &ModedEngine<'_>, looked: &Looked) {
        let Some(derived) = &looked.last else { return };
        if derived.tired || !derived.reasons.is_empty() || derived.stopped.is_some() {
            return;
        }
        let shown = engine.subject.program.procs.proc(looked.proc).map_or("", |proc| &proc.shown);
        let why = if derived.cut > 0 { "its runs are beyond the bounds" } else { "no input is as assumed" };
        let why = format!("there is no test for {shown}: {why}");
        if !self.reasons.contains(&why) {
            self.reasons.push(why);
        }
    }

    /// What is known of a goal that no sequence meets.
    pub fn unmet(&self, goal: &ModedGoal) -> GoalVerdict {
        if let Some(why) = &self.lost {
            return GoalVerdict::new(Status::Unknown, why.as_str());
        }
        let own = self.entries.iter().find(|entry| entry.proc == goal.proc);
        // A test can call a procedure that is not exported, with inputs that no entry gives it, and a goal behind a call can
        // ask it for more solutions than the call alone does. Only calls with all inputs, to the last solution, show that no
        // run meets a goal.
        if own.is_some_and(Known::is_whole) {
            return GoalVerdict::new(Status::Infeasible, "every run was searched");
        }
        let mut cut = false;
        for entry in self.entries.iter().filter(|entry| entry.reach.contains(&goal.proc)) {
            if let Some(why) = &entry.unknown {
                return GoalVerdict::new(Status::Unknown, why.as_str());
            }
            cut |= entry.cut;
        }
        if cut {
            let why = format!("runs that exceed {} were cut off", self.bounds);
            return GoalVerdict::new(Status::OutOfBounds, why);
        }
        let Some(own) = own else {
            return GoalVerdict::new(
                Status::Unknown,
                "calls of the procedure by itself were not searched (-e)",
            );
        };
        if own.limited {
            let why = match self.narrowed {
                true => "only inputs as assumed were searched",
                false => "only the first solutions were asked for",
            };
            return GoalVerdict::new(Status::Unknown, why);
        }
        let why = format!("every run was searched, assuming that {NO_WRAPPING}");
        GoalVerdict::new(Status::Unknown, why)
    }
}

/// What a search aims at.
pub(super) struct Aim<'g> {
    /// Goals that are not met yet.
    pub goals: &'g [ModedGoal],
    /// Whether sequences themselves are asked for.
    pub open: bool,
}

/// Derives sequences of all entries.
pub(super) fn hunt(engine: &ModedEngine<'_>, aim: &Aim<'_>, tell: &mut dyn FnMut(Progress)) -> Hunt {
    let mut hunt = Hunt::default();
    hunt.search.complete = true;
    hunt.search.assumed.extend(engine.assumed.iter().cloned());
    hunt.narrowed = !engine.assumed.is_empty();
    let rounds = rounds(engine, aim, &mut hunt);
    let effort = if aim.open { SEQUENCES } else { EFFORT };
    let effort = effort.saturating_mul(engine.search.percent()) / 100;
    let mut looked: Vec<Looked> = Vec::new();
    for proc in &engine.searched() {
        let reach = reached(engine, *proc);
        looked.push(Looked {
            proc: *proc,
            found: Vec::new(),
            last: None,
            depth: 0,
            effort,
            over: false,
            reach,
        });
    }
    let mut met: BTreeSet<usize> = BTreeSet::new();
    for (number, depth) in rounds.iter().enumerate() {
        let last_round = number + 1 == rounds.len();
        for place in 0..looked.len() {
            let tests: usize = looked.iter().map(|looked| looked.found.len()).sum();
            let looked = &mut looked[place];
            let others = tests - looked.found.len();
            if looked.over {
                continue;
            }
            if hunt.stopped.is_some() || hunt.more {
                break;
            }
            if !aim.open && is_met(aim, &looked.reach, &met) {
                continue;
            }
            round(engine, aim, looked, others, *depth, last_round, &mut met, &mut hunt, tell);
        }
    }
    if aim.open && engine.search.depth.is_none() {
        hunt.defaults.extend(depths(engine, &looked));
    }
    for looked in looked {
        let done = !aim.open && is_met(aim, &looked.reach, &met);
        if aim.open && looked.found.is_empty() {
            hunt.unfound(engine, &looked);
        }
        finish(engine, looked, done, &mut hunt);
    }
    if !hunt.defaults.is_empty() {
        hunt.defaults = vec![hunt.defaults.join(", ")];
    }
    hunt.search.paths = hunt.found.len() as u64;
    hunt.search.complete &= hunt.stopped.is_none() && !hunt.more;
    if hunt.stopped.is_some() || hunt.more {
        hunt.lost.get_or_insert_with(|| "the search ended before".to_string());
    }
    hunt
}

/// The bounds that held for entries whose runs were cut off.
fn depths(engine: &ModedEngine<'_>, looked: &[Looked]) -> Vec<String> {
    let cut = || looked.iter().filter(|looked| looked.last.as_ref().is_some_and(|last| last.cut > 0));
    let deepest = cut().map(|looked| looked.depth).max();
    let mut said: Vec<String> = deepest.iter().map(|depth| format!("--depth {depth}")).collect();
    for looked in cut().filter(|looked| Some(looked.depth) != deepest) {
        let shown = engine.subject.program.procs.proc(looked.proc).map_or("", |proc| &proc.shown);
        said.push(format!("--depth {} for {shown}", looked.depth));
    }
    said
}

/// Whether all goals that an entry can reach are met.
fn is_met(aim: &Aim<'_>, reach: &BTreeSet<ProcId>, met: &BTreeSet<usize>) -> bool {
    let mut own = aim.goals.iter().enumerate().filter(|(_, goal)| reach.contains(&goal.proc));
    own.all(|(number, _)| met.contains(&number))
}

/// The procedures that a call can reach.
pub(super) fn reached(engine: &ModedEngine<'_>, from: ProcId) -> BTreeSet<ProcId> {
    let procs = &engine.subject.program.procs;
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    let calls = |id: ProcId| {
        let of_it = procs.blocks.iter().filter(move |block| block.of == id);
        of_it.flat_map(|block| &block.goals).filter_map(|goal| match &goal.kind {
            GoalKind::Call(callee, _) | GoalKind::Closure(_, callee, _) => Some(*callee),
            _ => None,
        })
    };
    while let Some(id) = open.pop() {
        for callee in calls(id) {
            if found.insert(callee) {
                open.push(callee);
            }
        }
    }
    found
}

/// The depths of the rounds.
fn rounds(engine: &ModedEngine<'_>, aim: &Aim<'_>, hunt: &mut Hunt) -> Vec<u32> {
    let mut depth = engine.search.depth;
    for criterion in engine.wanted(aim.open) {
        if let LogicCriterion::CallDepth(k) = criterion {
            depth = Some(depth.map_or(*k, |depth| depth.max(*k)));
        }
    }
    if let (None, Some(most)) = (depth, visits(engine).filter(|_| aim.open)) {
        // The first label of each procedure counts as well, so deeper calls reach one of them too often.
        let procs = engine.subject.program.procs.own().count();
        return (1..=(most * procs).min(DEEPEST as usize) as u32).collect();
    }
    let mut said = Vec::new();
    let last = match depth {
        Some(depth) => depth,
        None if aim.open => return DEPTHS.to_vec(),
        None => DEEPEST,
    };
    said.push(format!("--depth {last}"));
    said.extend(backtracks(engine).map(|most| format!("--backtracks {most}")));
    said.extend(engine.search.path_length.map(|most| format!("--path-length {most}")));
    hunt.bounds = said.join(" or ");
    if aim.open && depth.is_some() {
        return vec![last];
    }
    let mut found = Vec::new();
    let mut next = 1;
    while next < last {
        found.push(next);
        next = (next + 1).max(next + next / 4);
    }
    found.push(last);
    found
}

/// How often a run may reach each label, at most.
fn visits(engine: &ModedEngine<'_>) -> Option<usize> {
    let of = |criterion: &LogicCriterion| match criterion {
        LogicCriterion::BlockCount(k) => Some(*k as usize),
        _ => None,
    };
    engine.wanted(true).iter().filter_map(of).max()
}

fn backtracks(engine: &ModedEngine<'_>) -> Option<usize> {
    let mut most = engine.search.backtracks.map(|most| most as usize);
    for criterion in engine.wanted(true) {
        if let LogicCriterion::Backtrack(k) = criterion {
            most = Some(most.map_or(*k as usize, |most| most.max(*k as usize)));
        }
    }
    most
}

/// How many solutions a test of a procedure asks for. A goal without variables has one at most, as a test of it has.
pub(super) fn solutions(engine: &ModedEngine<'_>, proc: ProcId) -> Option<usize> {
    let of = engine.subject.program.procs.proc(proc)?;
    let outputs = of.flows.contains(&logic::moded::Flow::Out);
    let several = matches!(of.determinism, Determinism::Multi | Determinism::Nondet);
    if several && !outputs { Some(1) } else { engine.solutions_asked() }
}

/// What is derived of a procedure within a call depth.
///
/// # Errors
///
/// Why it cannot be given inputs.
pub(super) fn plan(engine: &ModedEngine<'_>, proc: ProcId, depth: u32) -> Result<Plan, String> {
    let inputs = engine.subject.text.inputs(&engine.subject.program, proc)?;
    let names = (0..inputs.args.len())
        .map(|i| i.checked_sub(inputs.hidden).map_or_else(String::new, logic::letter_name))
        .collect();
    // A condition on the inputs counts as a part of the library, and may look at as much of them as the entry does.
    let library_depth = if engine.calls.is_empty() { depth + LIBRARY } else { 2 * (depth + LIBRARY) };
    Ok(Plan {
        proc: engine.started(proc),
        types: Rc::new(inputs.types),
        inputs: inputs.args,
        names,
        bounds: Bounds {
            path_length: engine.search.path_length.map(|most| most as usize),
            backtracks: backtracks(engine),
            advice: engine.search.advice.clone(),
            ..Bounds::new(depth, STEPS)
        },
        library_depth,
        visits: visits(engine),
        solutions: solutions(engine, proc),
    })
}

#[allow(clippy::too_many_arguments)]
fn round(
    engine: &ModedEngine<'_>,
    aim: &Aim<'_>,
    looked: &mut Looked,
    others: usize,
    depth: u32,
    last_round: bool,
    met: &mut BTreeSet<usize>,
    hunt: &mut Hunt,
    tell: &mut dyn FnMut(Progress),
) {
    let program = &engine.subject.program;
    let plan = plan(engine, looked.proc, depth);
    let mut plan = match plan {
        Ok(plan) => plan,
        Err(why) => {
            let shown = program.procs.proc(looked.proc).map_or("", |proc| &proc.shown);
            let why = format!("no tests for {shown}: {why}");
            if !hunt.reasons.contains(&why) {
                hunt.reasons.push(why.clone());
            }
            let (proc, reach) = (looked.proc, looked.reach.clone());
            hunt.entries.push(Known {
                proc,
                reach,
                unknown: Some(why),
                cut: false,
                limited: false,
                computed: false,
            });
            hunt.search.complete = false;
            looked.over = true;
            return;
        }
    };
    plan.bounds.effort = (!aim.open || engine.search.depth.is_none()).then_some(looked.effort);
    let mut counter = Machine::waiting(program, Plain);
    let mut found: Vec<Found> = Vec::new();
    let limit = engine.search.limit;
    let mut more = false;
    let before = others;
    let asked = engine.search.depth.is_some() || limit.is_some();
    let mut many = false;
    let checked = &mut hunt.checked;
    let derived = derive(program, &plan, engine.budget, &mut |mut sequence| {
        if plan.proc != looked.proc {
            // The condition may reach labels as well, even those of the entry: the entry is run by itself.
            if !engine.is_as_assumed(&mut counter, looked.proc, &sequence) {
                return true;
            }
            let inputs = sequence.frozen(&mut counter);
            let bounds = super::judge::bounds();
            let watching = Watching::Sequence;
            let run = run(&mut counter, looked.proc, &inputs, bounds, watching, plan.solutions);
            if run.is_err() {
                return true;
            }
            sequence.labels = counter.sequence().to_vec();
            if found.iter().any(|known| known.sequence.labels == sequence.labels) {
                return true;
            }
        }
        if aim.open && limit.is_some_and(|most| before + found.len() >= most) {
            more = true;
            return false;
        }
        if aim.open && !asked && looked.last.is_some() && found.len() >= MANY {
            many = true;
            return false;
        }
        let counts = if aim.goals.is_empty() {
            Counts::default()
        } else {
            counted(&mut counter, looked.proc, plan.solutions, &sequence)
        };
        let shows: Vec<usize> = aim
            .goals
            .iter()
            .enumerate()
            .filter(|(number, goal)| !met.contains(number) && is_seen(&program.procs, &counts, goal))
            .map(|(number, _)| number)
            .collect();
        if aim.open || !shows.is_empty() {
            met.extend(shows);
            let one = Found { proc: looked.proc, sequence, counts };
            checked.note(engine, test(engine, &one, String::new()));
            found.push(one);
        }
        tell(Progress {
            paths: found.len() as u64,
            tests: before + found.len(),
            goals_left: aim.goals.len() - met.len(),
            queries: 0,
            at: None,
        });
        aim.open || !is_met(aim, &looked.reach, met)
    });
    hunt.stopped = derived.stopped.or(hunt.stopped);
    hunt.more |= more;
    looked.effort = looked.effort.saturating_sub(derived.spent);
    if aim.open && (derived.tired || many) && looked.last.is_some() {
        // The round before has all its sequences, and its depth is the bound.
        looked.over = true;
        looked.effort = 0;
        return;
    }
    if aim.open && hunt.stopped.is_some() {
        // The round before may have found sequences that this one did not.
        let known: BTreeSet<Vec<Label>> = found.iter().map(|one| one.sequence.labels.clone()).collect();
        looked.found.retain(|one| !known.contains(&one.sequence.labels));
        looked.found.extend(found);
    } else if aim.open {
        looked.found = found;
    } else {
        looked.found.extend(found);
    }
    let enough = aim.open && !asked && depth >= 4 && looked.found.len() >= ENOUGH;
    looked.over = derived.cut == 0 || derived.tired || enough || (last_round && aim.open);
    looked.depth = depth;
    looked.last = Some(derived);
}

/// What a run of the inputs counts.
fn counted(
    machine: &mut Machine<'_, Plain>,
    proc: ProcId,
    most: Option<usize>,
    sequence: &Sequence,
) -> Counts {
    machine.forget_counts();
    let frozen = sequence.frozen(machine);
    machine.start(proc, &frozen, super::judge::bounds(), Watching::Counts);
    let mut solutions = 0;
    while machine.next() == Outcome::Solution {
        solutions += 1;
        if most.is_some_and(|most| solutions >= most) {
            break;
        }
    }
    machine.counts()
}

fn finish(engine: &ModedEngine<'_>, looked: Looked, done: bool, hunt: &mut Hunt) {
    let shown = engine.subject.program.procs.proc(looked.proc).map_or("", |proc| &proc.shown).to_string();
    hunt.found.extend(looked.found);
    let Some(derived) = looked.last else { return };
    hunt.search.infeasible += derived.infeasible;
    hunt.search.cut += derived.cut;
    hunt.search.queries += derived.queries;
    if derived.computed && !hunt.search.assumed.iter().any(|known| known == NO_WRAPPING) {
        hunt.search.assumed.push(NO_WRAPPING.to_string());
    }
    if done {
        return;
    }
    let mut reasons = Vec::new();
    if derived.tired {
        reasons.push(format!("the effort for {shown} was used up (--effort)"));
    }
    for (why, span) in &derived.reasons {
        reasons.push(super::judge::with_place(engine.files, why.clone(), *span));
    }
    if derived.cut_in_library > 0 {
        let said = format!("{LIBRARY} more open calls in the library");
        if !hunt.defaults.contains(&said) {
            hunt.defaults.push(said);
        }
    }
    // What is assumed makes calls too, and one of those may have been too deep.
    let unsure = !engine.assumed.is_empty() && derived.cut > 0;
    if unsure {
        reasons.push(format!("runs of {shown} were cut off, maybe within what is assumed (--depth)"));
    }
    let mut unknown = None;
    if unsure || !derived.is_complete() {
        hunt.search.complete = false;
        let stopped = derived.stopped.map(|stop| stop.to_string());
        let why = reasons.first().cloned().or(stopped);
        unknown = Some(why.unwrap_or_else(|| "the search is not complete".to_string()));
    }
    let limited = solutions(engine, looked.proc).is_some() || !engine.assumed.is_empty();
    let (proc, reach, cut) = (looked.proc, looked.reach, derived.cut > 0);
    let computed = derived.computed;
    hunt.entries.push(Known { proc, reach, unknown, cut, limited, computed });
    for why in reasons {
        if !hunt.reasons.contains(&why) {
            hunt.reasons.push(why);
        }
    }
}

/// A sequence as a test.
pub(super) fn test(engine: &ModedEngine<'_>, found: &Found, name: String) -> Test {
    let program = &engine.subject.program;
    let sequence = &found.sequence;
    let hidden = engine.subject.text.inputs(program, found.proc).map_or(0, |inputs| inputs.hidden);
    let (goal, vars) = engine.subject.text.call(found.proc, sequence.texts.get(hidden..).unwrap_or_default());
    let solution = |values: &Vec<String>| vars.iter().cloned().zip(values.iter().cloned()).collect();
    let goal = GoalTest {
        goal,
        solutions: sequence.solutions.iter().map(solution).collect(),
        complete: sequence.complete,
        ..GoalTest::default()
    };
    let outcome = match &sequence.ending {
        Ending::Ok => suite::Outcome::Ok,
        Ending::Fail => suite::Outcome::Fail,
        Ending::Error { ball, span } => {
            let at = span.and_then(|span| engine.files.place(span));
            let site = at.map_or_else(Site::default, |(_, place)| Site::at(place.line, place.column));
            suite::Outcome::Error { fault: Fault::Thrown(ball.clone()), site }
        }
    };
    Test {
        name,
        entry: program.procs.proc(found.proc).map_or_else(String::new, |proc| proc.shown.clone()),
        path: path(&sequence.labels),
        condition: sequence.condition.clone(),
        outcome,
        payload: Payload::Goal(goal),
    }
}

/// A sequence in few words: its labels; S is a solution, F a failure, E an exception.
pub(super) fn path(labels: &[Label]) -> String {
    use logic::machine::moded::{FAILED, SUCCEEDED, THROWN};
    let mut out = String::new();
    for label in labels {
        if !out.is_empty() {
            out.push(' ');
        }
        match *label {
            SUCCEEDED => out.push('S'),
            FAILED => out.push('F'),
            THROWN => out.push('E'),
            label => out.push_str(&label.to_string()),
        }
    }
    out
}
