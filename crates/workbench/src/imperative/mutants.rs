//! The mutants of imperative programs, run and compared with the original.
//!
//! If a change makes no difference in any state ([`explore::unchanged`]), the mutant is equivalent. Else inputs are
//! looked for ([`explore::differ`]), with growing bounds where none are given. No input at all that tells the two apart
//! makes the mutant equivalent; none within the bounds leaves it alive.

use super::ImperativeEngine;
use super::bounds::{are_free, fill_in};
use super::found::{conditions, test_of_run};
use super::slips::{Equivalence, Slip};
use crate::mutate::{Answer, Change, Mutants};
use base::Budget;
use criteria::reachable;
use explore::{Bounds, Difference, PerPath, Plan, differ, unchanged};
use imperative::machine::{Limits, Options, Outcome, Run, State, requirements_hold};
use imperative::{ProcId, Program, VarId};
use source::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use suite::mutants::imperative::{Mutant, mutants};
use suite::{Test, Verdict, run_test};

/// How often the bounds are tried where none are given: three, six and twelve iterations.
const TIERS: u32 = 3;

/// A test that passes on the original.
struct Sound {
    test: Test,
    entry: ProcId,
    /// How far a mutant may go on it.
    options: Options,
    /// Variables that have no value when the original ends.
    unset: Vec<VarId>,
}

/// How far a mutant may go where the original takes so many steps.
fn patience(steps: u64) -> Options {
    let limits = Limits::default();
    let steps = steps.saturating_mul(10).saturating_add(1_000).min(limits.steps);
    Options { limits: Limits { steps, ..limits }, ..Options::default() }
}

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
    mutants: Vec<Mutant>,
    /// The mutant that was made last: one runs many tests.
    made: Option<(usize, Program)>,
    sound: Vec<Sound>,
    /// The test of the last comparison.
    pending: Option<Sound>,
    /// The conditions of the original's paths, once they are known.
    conditions: BTreeMap<ProcId, BTreeMap<String, String>>,
    searched: bool,
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
            sound: Vec::new(),
            pending: None,
            conditions: BTreeMap::new(),
            searched: false,
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
    fn compared(&mut self, changed: &Program, entry: ProcId) -> (Difference, Option<Sound>) {
        let mut known = None;
        for tier in 0..self.tiers {
            if self.is_over() {
                break;
            }
            self.searched = true;
            let mut told = None;
            let (files, program) = (self.files, self.program);
            let plan = Plan { bounds: larger(&self.plan.bounds, tier), ..self.plan.clone() };
            let answer = differ(program, changed, entry, &plan, self.budget, &mut |input| {
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
            let options = patience(run.as_ref().map_or(0, |r| r.steps));
            let unset = run.map_or_else(Vec::new, |r| unset(self.program, entry, &r));
            self.sound.push(Sound { test: test.clone(), entry, options, unset });
        }
        verdict
    }

    /// Does a test tell a mutant from the original?
    fn kills(&mut self, mutant: usize, test: usize) -> bool {
        if self.made.as_ref().is_none_or(|(number, _)| *number != mutant) {
            self.made = self.mutants.get(mutant).map(|m| (mutant, m.apply(self.program)));
        }
        let made = self.made.as_ref().zip(self.sound.get(test));
        made.is_some_and(|((_, changed), sound)| is_told_apart(changed, sound))
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
        self.mutants = mutants(self.files, self.program, &procs);
        let line = |m: &Mutant| self.files.place(m.span).map_or(0, |(_, p)| p.line);
        let change = |m: &Mutant| Change {
            line: line(m),
            operator: m.operator,
            from: m.from.clone(),
            to: m.to.clone(),
        };
        self.mutants.iter().map(change).collect()
    }

    fn killers(&mut self, mutant: usize, tests: Range<usize>, all: bool) -> Vec<usize> {
        let most = if all { usize::MAX } else { 1 };
        tests.filter(|test| self.kills(mutant, *test)).take(most).collect()
    }

    fn compare(&mut self, mutant: usize) -> Answer {
        let Some(mutant) = self.mutants.get(mutant).cloned() else { return Answer::Unknown(String::new()) };
        let changed = mutant.apply(self.program);
        if unchanged(self.program, &changed, mutant.proc, self.budget) {
            return Answer::Equivalent;
        }
        let slip = Slip { program: self.program, changed: &changed, proc: mutant.proc };
        let mut verdict = Equivalence::new();
        for entry in slip.seen_from(&self.callers) {
            let (answer, told) = self.compared(&changed, entry);
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

fn is_told_apart(changed: &Program, s: &Sound) -> bool {
    match run_test(changed, s.entry, &s.test, &s.options) {
        (Verdict::Failed(_), _) => true,
        // A test says nothing about variables that were never set.
        (Verdict::Passed, Some(run)) => s.unset.iter().any(|v| run.state.get(*v).is_some()),
        _ => false,
    }
}

/// The variables of a plain program that have no value when a run ends well.
fn unset(program: &Program, entry: ProcId, run: &Run) -> Vec<VarId> {
    let of = program.proc(entry).filter(|_| program.main == Some(entry) && run.outcome == Outcome::Ok);
    of.map_or_else(Vec::new, |p| p.named_vars().filter(|v| run.state.get(*v).is_none()).collect())
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
    let sound = Sound { test, entry, options: patience(run.steps), unset: unset(program, entry, &run) };
    is_told_apart(changed, &sound).then_some(sound)
}
