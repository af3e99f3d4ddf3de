//! The mutants of imperative programs, run and compared with the original.
//!
//! If a change makes no difference in any state ([`equal::unchanged`]), the mutant is equivalent. Else inputs are
//! looked for ([`explore::differ`]), with growing bounds where none are given. No input at all that tells the two apart
//! makes the mutant equivalent; none within the bounds leaves it alive.

use super::ImperativeEngine;
use super::bounds::{are_free, fill_in};
use super::found::{conditions, test_of_run};
use super::slips::{Equivalence, Slip};
use super::sound::{Changed, Sound};
use crate::mutate::{Answer, Change, Mutants};
use base::Budget;
use criteria::reachable;
use equal::unchanged;
use explore::{Bounds, Difference, PerPath, Plan, differ};
use imperative::machine::{Options, State, requirements_hold};
use imperative::{ProcId, Program};
use source::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use suite::mutants::imperative::{Changing, Mutant, mutants};
use suite::{Test, Verdict, input_of, run_test};

/// How often the bounds are tried where none are given: three, six and twelve iterations.
const TIERS: u32 = 3;

/// What all comparisons together may take, in steps of about a microsecond, and what one of them may take at least and at most.
const ALL_EFFORT: u64 = 3_000_000;
const LEAST_EFFORT: u64 = 10_000;
const MOST_EFFORT: u64 = 300_000;
/// What a step of the solver within a comparison costs, in steps.
const SOLVING: u64 = 8;
/// Steps of the machine for runs of mutants on tests, all together. They take some seconds.
const RUNS: u64 = 250_000_000;
const CHECKS: &str = "not compared: checks of what is taken away are still made";
const TOO_LONG: &str = "not run: the runs of mutants take too many steps";

/// The mutants of what a suite tests, or of what was asked for.
pub(crate) struct ImperativeMutants<'a> {
    files: &'a Files,
    program: &'a Program,
    budget: &'a Budget,
    plan: Plan,
    /// How often the bounds are tried, larger each time.
    tiers: u32,
    defaults: Vec<String>,
    /// Whose mutants are made: what was asked for, or what the suite tests.
    entries: Vec<ProcId>,
    /// From where inputs may tell a mutant from the original: what was asked for, or whatever can be called.
    callers: Vec<ProcId>,
    /// The procedures that tests of the suite call.
    tested: BTreeSet<ProcId>,
    mutants: Vec<Changed>,
    /// The mutant that was made last: one runs many tests.
    made: Option<usize>,
    changing: Changing<'a>,
    sound: Vec<Sound>,
    /// The test of the last comparison.
    pending: Option<Sound>,
    /// The conditions of the original's paths, once they are known.
    conditions: BTreeMap<ProcId, BTreeMap<String, String>>,
    searched: bool,
    /// What one comparison may take.
    effort: u64,
    /// Steps of the machine that are left for runs of mutants, and the mutants that were not run for want of them.
    runs: u64,
    not_run: BTreeSet<usize>,
}

impl<'a> ImperativeMutants<'a> {
    pub(crate) fn new(engine: &'a ImperativeEngine<'a>, limited: bool) -> ImperativeMutants<'a> {
        let mut plan = Plan { per_path: PerPath::One, ..engine.plan() };
        let tiers = if are_free(&plan.bounds) && !limited { TIERS } else { 1 };
        let defaults = fill_in(&mut plan.bounds, limited);
        ImperativeMutants {
            files: engine.files,
            program: &engine.subject.program,
            budget: engine.budget,
            plan,
            tiers,
            defaults,
            entries: if engine.named { engine.entries.clone() } else { Vec::new() },
            callers: engine.entries.clone(),
            tested: BTreeSet::new(),
            mutants: Vec::new(),
            made: None,
            changing: Changing::new(&engine.subject.program),
            sound: Vec::new(),
            pending: None,
            conditions: BTreeMap::new(),
            searched: false,
            effort: MOST_EFFORT,
            runs: RUNS,
            not_run: BTreeSet::new(),
        }
    }

    fn is_over(&self) -> bool {
        self.budget.look().is_err()
    }

    fn entry_of(&self, test: &Test) -> Result<ProcId, String> {
        let found = language::entries(self.program, Some(&test.entry))?;
        found.first().copied().ok_or_else(|| "there is nothing to run".to_string())
    }

    /// Looks for an input of an entry that tells a mutant from the original, with growing bounds.
    fn compared(
        &mut self,
        changed: &Program,
        entry: ProcId,
        effort: &mut u64,
    ) -> (Difference, Option<Sound>) {
        let mut known = None;
        for tier in 0..self.tiers {
            if self.is_over() || *effort == 0 {
                break;
            }
            self.searched = true;
            let mut told = None;
            let (files, program) = (self.files, self.program);
            let plan = Plan { bounds: larger(&self.plan.bounds, tier), ..self.plan.clone() };
            let answer = differ(program, changed, entry, &plan, self.budget, effort, &mut |input| {
                told = compare(files, program, changed, entry, input);
                told.is_some()
            });
            match answer {
                Difference::None { everywhere: false } => {
                    let within = plan.bounds.to_string();
                    known = Some(format!("no input within {within} tells them apart; a larger one may"));
                }
                Difference::Unknown(_) if known.is_some() => break,
                _ => return (answer, told),
            }
        }
        (Difference::Unknown(known.unwrap_or_default()), None)
    }

    /// Runs a test on the original, and keeps it if it passes.
    fn take_one(&mut self, test: &Test) -> Verdict {
        let entry = match self.entry_of(test) {
            Ok(entry) => entry,
            Err(why) => return Verdict::Invalid(why),
        };
        let (verdict, run) = run_test(self.program, entry, test, &Options::default());
        if !matches!(verdict, Verdict::Invalid(_)) {
            self.tested.insert(entry);
        }
        if verdict == Verdict::Passed {
            let input = input_of(self.program, entry, test);
            if let (Some(run), Ok(input)) = (run, input) {
                self.sound.push(Sound::new(self.program, entry, test.clone(), &input, &run));
            }
        }
        verdict
    }

    /// True if a test tells a mutant from the original.
    fn kills(&mut self, mutant: usize, test: usize) -> bool {
        let (Some(changed), Some(sound)) = (self.mutants.get(mutant), self.sound.get(test)) else {
            return false;
        };
        if !changed.is_met_by(sound) {
            return false;
        }
        if self.made != Some(mutant) {
            self.changing.become_mutant(&changed.mutant);
            self.made = Some(mutant);
        }
        if self.is_over() {
            return false;
        }
        if self.runs == 0 {
            self.not_run.insert(mutant);
            return false;
        }
        let (kills, steps) = sound.kills(self.changing.program());
        self.runs = self.runs.saturating_sub(steps.saturating_add(sound.costs()));
        kills
    }
}

impl Mutants for ImperativeMutants<'_> {
    fn take(&mut self, tests: &[Test]) -> Vec<Verdict> {
        tests.iter().map(|test| self.take_one(test)).collect()
    }

    fn list(&mut self) -> Vec<Change> {
        if self.entries.is_empty() {
            self.entries = self.tested.iter().copied().collect();
        }
        if self.entries.is_empty() {
            self.entries = language::entries(self.program, None).unwrap_or_default();
        }
        self.entries.sort();
        self.entries.dedup();
        // What is tested comes first: a test of it is what one would write.
        let others: Vec<ProcId> =
            self.callers.iter().copied().filter(|e| !self.entries.contains(e)).collect();
        self.callers = self.entries.iter().copied().chain(others).collect();
        let procs: Vec<ProcId> = self.entries.iter().flat_map(|e| reachable(self.program, *e)).collect();
        let all = mutants(self.files, self.program, &procs);
        self.mutants = all.into_iter().map(|mutant| Changed::new(self.program, mutant)).collect();
        let line = |m: &Mutant| self.files.place(m.span).map_or(0, |(_, p)| p.line);
        let change = |m: &Mutant| Change {
            line: line(m),
            operator: m.operator,
            from: m.from.clone(),
            to: m.to.clone(),
        };
        self.mutants.iter().map(|changed| change(&changed.mutant)).collect()
    }

    fn killers(&mut self, mutant: usize, tests: Range<usize>, all: bool) -> Vec<usize> {
        let most = if all { usize::MAX } else { 1 };
        tests.filter(|test| self.kills(mutant, *test)).take(most).collect()
    }

    fn expect(&mut self, comparisons: usize) {
        self.effort = (ALL_EFFORT / comparisons.max(1) as u64).clamp(LEAST_EFFORT, MOST_EFFORT);
    }

    fn compare(&mut self, mutant: usize) -> Answer {
        if self.not_run.contains(&mutant) {
            return Answer::Unknown(TOO_LONG.to_string());
        }
        let Some(mutant) = self.mutants.get(mutant).map(|known| known.mutant.clone()) else {
            return Answer::Unknown(String::new());
        };
        if !mutant.exact {
            return Answer::Unknown(CHECKS.to_string());
        }
        let changed = mutant.apply(self.program);
        let own = self.budget.clone().with_steps(self.effort / SOLVING);
        if unchanged(self.program, &changed, mutant.proc, &own) {
            return Answer::Equivalent;
        }
        let mut effort = self.effort;
        let slip = Slip { program: self.program, changed: &changed, proc: mutant.proc };
        let mut verdict = Equivalence::new();
        for entry in slip.seen_from(&self.callers) {
            let (answer, told) = self.compared(&changed, entry, &mut effort);
            if let (Difference::Input(_), Some(sound)) = (&answer, told) {
                let test = Box::new(sound.test.clone());
                self.pending = Some(sound);
                return Answer::Differs(test);
            }
            if self.is_over() {
                return Answer::Unknown(String::new());
            }
            verdict.add(&slip, entry, answer);
            if verdict.is_final(&slip, entry) {
                break;
            }
        }
        verdict.answer()
    }

    fn keep(&mut self, test: &mut Test, for_suite: bool) {
        let Some(mut sound) = self.pending.take() else { return };
        if for_suite {
            let known = self.conditions.entry(sound.entry).or_insert_with(|| {
                conditions(self.files, self.program, sound.entry, &self.plan, self.budget)
            });
            test.condition = known.get(&test.path).cloned().unwrap_or_default();
        }
        sound.test = test.clone();
        self.sound.push(sound);
    }

    fn defaults(&self) -> Vec<String> {
        // Where the bounds grow, each mutant that lives says how far.
        if self.searched && self.tiers == 1 { self.defaults.clone() } else { Vec::new() }
    }
}

/// The bounds of a later attempt.
fn larger(bounds: &Bounds, tier: u32) -> Bounds {
    Bounds {
        loops: bounds.loops.map(|n| n << tier),
        depth: bounds.depth.map(|n| n + 2 * tier),
        max_cells: bounds.max_cells.map(|n| n << tier),
        ..bounds.clone()
    }
}

/// The test that an input gives, if it is an input of the original and tells a mutant from it.
fn compare(
    files: &Files,
    program: &Program,
    changed: &Program,
    entry: ProcId,
    input: &State,
) -> Option<Sound> {
    // What the mutant requires of its inputs may be something else.
    if !matches!(requirements_hold(program, entry, input, &Options::default()), Ok(true)) {
        return None;
    }
    let (test, run) = test_of_run(files, program, entry, input)?;
    let sound = Sound::new(program, entry, test, input, &run);
    sound.kills(changed).0.then_some(sound)
}
