//! `mutate`: which small slips in a program a suite notices.
//!
//! Every mutant ([`suite::mutants`]) runs every test that passes on the original. A mutant that no test kills is
//! compared with the original. If the change makes no difference in any state ([`explore::unchanged`]), the mutant is
//! equivalent. Else inputs are looked for ([`explore::differ`]): one that tells the two apart is a test that the suite
//! lacks, and is tried on all other living mutants as well. No such input at all makes the mutant equivalent; none
//! within the bounds leaves it alive. The score is that of DeMillo, Lipton and Sayward (1978): killed / (all − equivalent).
//!
//! ```text
//! y := x + 1   with the test x = 0:   x - 1 killed   x * 1 killed   x + 0 killed
//! y := x * 1   with the test x = 0:   x / 1 equivalent   x % 1 alive: x = 1 would kill it
//! ```
//!
//! A mutant may run for ever, so its steps are bounded by those of the original run; one that does not end within
//! them is killed.

use crate::bounds::{are_free, fill_in};
use crate::found::{conditions, test_of_run};
use crate::load::{LoadedProgram, entries};
use crate::slips::{Equivalence, Slip};
use base::{Budget, Stop};
use criteria::reachable;
use explore::{Bounds, Difference, PerPath, Plan, differ, unchanged};
use imperative::machine::{Limits, Options, Outcome, Run, State, requirements_hold};
use imperative::{ProcId, Program, VarId};
use source::Files;
use std::collections::{BTreeMap, BTreeSet};
use suite::mutants::{Mutant, Operator, mutants};
use suite::{Suite, Test, Verdict, run_test};

/// How often the bounds are tried where none are given: three, six and twelve iterations.
const TIERS: u32 = 3;

/// What is asked of `mutate`.
#[derive(Clone, Debug, Default)]
pub struct MutateOptions {
    /// The search for inputs that tell mutants from the original.
    pub plan: Plan,
    /// At most so many new tests.
    pub limit: Option<usize>,
    /// Are tests to be added that kill the living mutants?
    pub kill: bool,
}

/// How far `mutate` has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mutating {
    /// All mutants.
    pub mutants: usize,
    /// Those that are settled or given up.
    pub done: usize,
    /// Tests that were found.
    pub tests: usize,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// These tests tell it from the original.
    Killed {
        /// Their names.
        by: Vec<String>,
    },
    /// No test does.
    Alive {
        /// A test that would, if one is known.
        test: Option<Box<Test>>,
        /// Why it is not known to be equivalent, if no such test is known.
        why: String,
    },
    /// It is shown that no input tells it from the original.
    Equivalent,
}

/// A mutant with what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The line of the change.
    pub line: usize,
    /// The kind of change.
    pub operator: Operator,
    /// What stands there.
    pub from: String,
    /// What stands there instead.
    pub to: String,
    /// What became of it.
    pub fate: Fate,
}

/// What `mutate` gives.
#[derive(Clone, Debug)]
pub struct Mutated {
    /// The mutants, in the order of the text.
    pub mutants: Vec<Judged>,
    /// Tests that do not pass on the original, and why; they kill nothing.
    pub failing: Vec<(String, String)>,
    /// Tests that do not fit the program, and why; they kill nothing.
    pub invalid: Vec<(String, String)>,
    /// The suite, with the tests that were added at its end.
    pub suite: Suite,
    /// How many were added.
    pub added: usize,
    /// Were there more tests than were asked for?
    pub more: bool,
    /// The limit that ended the work early.
    pub stopped: Option<Stop>,
    /// The bounds that were not given and held all the same.
    pub defaults: Vec<String>,
}

impl Mutated {
    fn count(&self, wanted: impl Fn(&Fate) -> bool) -> usize {
        self.mutants.iter().filter(|m| wanted(&m.fate)).count()
    }

    /// Mutants that a test kills.
    pub fn killed(&self) -> usize {
        self.count(|f| matches!(f, Fate::Killed { .. }))
    }

    /// Mutants that no test kills and that are not known to be equivalent.
    pub fn alive(&self) -> usize {
        self.count(|f| matches!(f, Fate::Alive { .. }))
    }

    /// Mutants that no input tells from the original.
    pub fn equivalent(&self) -> usize {
        self.count(|f| matches!(f, Fate::Equivalent))
    }

    /// The part of the mutants that are not equivalent that is killed; 1 where there is nothing to kill.
    pub fn score(&self) -> f64 {
        let all = self.mutants.len() - self.equivalent();
        if all == 0 { 1.0 } else { self.killed() as f64 / all as f64 }
    }
}

/// A test that passes on the original.
struct Sound {
    test: Test,
    entry: ProcId,
    /// How far a mutant may go on it.
    options: Options,
    /// Variables that have no value when the original ends.
    unset: Vec<VarId>,
}

/// Judges the mutants of what a suite tests, or of these procedures; see [`MutateOptions::kill`].
pub fn mutate(
    files: &Files,
    loaded: &LoadedProgram,
    suite: &Suite,
    asked: &[ProcId],
    options: &MutateOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(Mutating),
) -> Mutated {
    let program = &loaded.program;
    let mut plan = Plan { per_path: PerPath::One, ..options.plan.clone() };
    let limited = options.kill && options.limit.is_some();
    let tiers = if are_free(&plan.bounds) && !limited { TIERS } else { 1 };
    let defaults = fill_in(&mut plan.bounds, limited);
    let mut work = Work {
        files,
        program,
        options,
        plan,
        tiers,
        budget,
        entries: Vec::new(),
        sound: Vec::new(),
        found: Vec::new(),
        conditions: BTreeMap::new(),
        searched: false,
        out: Mutated {
            mutants: Vec::new(),
            failing: Vec::new(),
            invalid: Vec::new(),
            suite: suite.clone(),
            added: 0,
            more: false,
            stopped: None,
            defaults: Vec::new(),
        },
    };
    work.take(suite, asked);
    work.judge(tell);
    // Where the bounds grow, each mutant that lives says how far.
    if work.searched && tiers == 1 {
        work.out.defaults = defaults;
    }
    work.out
}

struct Work<'a> {
    files: &'a Files,
    program: &'a Program,
    options: &'a MutateOptions,
    plan: Plan,
    /// How often the bounds are tried, larger each time.
    tiers: u32,
    budget: &'a Budget,
    entries: Vec<ProcId>,
    sound: Vec<Sound>,
    /// Tests that tell some mutant from the original, beyond those of the suite.
    found: Vec<Sound>,
    /// The conditions of the original's paths, once they are known.
    conditions: BTreeMap<ProcId, BTreeMap<String, String>>,
    searched: bool,
    out: Mutated,
}

/// How far a mutant may go where the original takes so many steps.
fn patience(steps: u64) -> Options {
    let limits = Limits::default();
    let steps = steps.saturating_mul(10).saturating_add(1_000).min(limits.steps);
    Options { limits: Limits { steps, ..limits }, ..Options::default() }
}

impl Work<'_> {
    /// Sorts the tests: which pass, which fail, which do not fit.
    fn take(&mut self, suite: &Suite, asked: &[ProcId]) {
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let mut tested = BTreeSet::new();
        for test in &suite.tests {
            let named = entries(self.program, Some(&test.entry));
            let why = match named.map(|found| found.first().copied()) {
                _ if !names.insert(&test.name) => {
                    format!("there is another test with the name `{}`", test.name)
                }
                Err(why) => why,
                Ok(None) => "there is nothing to run".to_string(),
                Ok(Some(entry)) => match run_test(self.program, entry, test, &Options::default()) {
                    (Verdict::Passed, run) => {
                        tested.insert(entry);
                        let options = patience(run.as_ref().map_or(0, |r| r.steps));
                        let unset = run.map_or_else(Vec::new, |r| unset(self.program, entry, &r));
                        self.sound.push(Sound { test: test.clone(), entry, options, unset });
                        continue;
                    }
                    (Verdict::Failed(why), _) => {
                        tested.insert(entry);
                        self.out.failing.push((test.name.clone(), why));
                        continue;
                    }
                    (Verdict::Invalid(why), _) => why,
                },
            };
            self.out.invalid.push((test.name.clone(), why));
        }
        self.entries = match (asked.is_empty(), tested.is_empty()) {
            (false, _) => asked.to_vec(),
            (true, false) => tested.into_iter().collect(),
            (true, true) => entries(self.program, None).unwrap_or_default(),
        };
        self.entries.sort();
        self.entries.dedup();
    }

    fn judge(&mut self, tell: &mut dyn FnMut(Mutating)) {
        let procs: Vec<ProcId> = self.entries.iter().flat_map(|e| reachable(self.program, *e)).collect();
        let all = mutants(self.files, self.program, &procs);
        // The tests first, for all mutants, since that is cheap; then the questions.
        let mut fates: Vec<Option<Fate>> = all.iter().map(|m| self.tested(m)).collect();
        let mut done = fates.iter().flatten().count();
        for i in 0..all.len() {
            tell(Mutating { mutants: all.len(), done, tests: self.found.len() });
            let Some(mutant) = all.get(i).filter(|_| fates.get(i).is_some_and(Option::is_none)) else {
                continue;
            };
            let before = self.found.len();
            let fate = self.asked(mutant);
            if let Some(place) = fates.get_mut(i) {
                *place = Some(fate);
                done += 1;
            }
            for test in before..self.found.len() {
                // A new test may kill others as well, even some that nothing was found for.
                for (other, fate) in all.iter().zip(&mut fates) {
                    let open = matches!(fate, None | Some(Fate::Alive { test: None, .. }));
                    if open && self.kills(other, test) {
                        done += usize::from(fate.is_none());
                        *fate = Some(self.fate_by(test));
                    }
                }
            }
        }
        let line = |m: &Mutant| self.files.place(m.span).map_or(0, |(_, p)| p.line);
        self.out.mutants = all
            .iter()
            .zip(fates)
            .map(|(m, fate)| Judged {
                line: line(m),
                operator: m.operator,
                from: m.from.clone(),
                to: m.to.clone(),
                fate: fate.unwrap_or(Fate::Alive { test: None, why: String::new() }),
            })
            .collect();
        if self.options.kill {
            self.out.added = self.found.len();
            self.out.suite.tests.extend(self.found.iter().map(|s| s.test.clone()));
        }
    }

    /// Is it time to stop?
    fn is_over(&mut self) -> bool {
        if self.out.stopped.is_none() {
            self.out.stopped = self.budget.look().err();
        }
        self.out.stopped.is_some()
    }

    /// The tests of the suite that kill a mutant, if there are any.
    fn tested(&mut self, mutant: &Mutant) -> Option<Fate> {
        if self.is_over() {
            return None;
        }
        let changed = mutant.apply(self.program);
        let by: Vec<String> =
            self.sound.iter().filter(|s| is_told_apart(&changed, s)).map(|s| s.test.name.clone()).collect();
        (!by.is_empty()).then_some(Fate::Killed { by })
    }

    fn kills(&self, mutant: &Mutant, test: usize) -> bool {
        self.found.get(test).is_some_and(|s| is_told_apart(&mutant.apply(self.program), s))
    }

    /// What a test that was found means for a mutant.
    fn fate_by(&self, test: usize) -> Fate {
        match self.found.get(test) {
            Some(s) if self.options.kill => Fate::Killed { by: vec![s.test.name.clone()] },
            known => Fate::Alive { test: known.map(|s| Box::new(s.test.clone())), why: String::new() },
        }
    }

    /// Asks whether a mutant that no test kills differs from the original at all.
    fn asked(&mut self, mutant: &Mutant) -> Fate {
        let changed = mutant.apply(self.program);
        if unchanged(self.program, &changed, mutant.proc, self.budget) {
            return Fate::Equivalent;
        }
        let slip = Slip { program: self.program, changed: &changed, proc: mutant.proc };
        let mut verdict = Equivalence::new();
        for entry in slip.seen_from(&self.entries) {
            let (answer, told) = self.compared(&changed, entry);
            if let (Difference::Input(_), Some(sound)) = (&answer, told) {
                return self.keep(sound);
            }
            if self.is_over() {
                return Fate::Alive { test: None, why: "the work was stopped".into() };
            }
            verdict.add(&slip, entry, answer);
            if verdict.is_final(&slip, entry) {
                break;
            }
        }
        verdict.fate()
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

    /// Keeps a test that was found, unless there are enough.
    fn keep(&mut self, mut sound: Sound) -> Fate {
        if self.options.kill && self.options.limit.is_some_and(|n| self.found.len() >= n) {
            self.out.more = true;
            return Fate::Alive { test: Some(Box::new(sound.test)), why: String::new() };
        }
        let mut number = self.out.suite.tests.len() + self.found.len();
        let taken = |name: &str| {
            let given = self.out.suite.tests.iter().map(|t| &t.name);
            given.chain(self.found.iter().map(|s| &s.test.name)).any(|n| n == name)
        };
        // A name that no test has.
        while taken(&sound.test.name) || sound.test.name.is_empty() {
            number += 1;
            sound.test.name = format!("t{number}");
        }
        if self.options.kill {
            let known = self.conditions.entry(sound.entry).or_insert_with(|| {
                conditions(self.files, self.program, sound.entry, &self.plan, self.budget)
            });
            sound.test.condition = known.get(&sound.test.path).cloned().unwrap_or_default();
        }
        self.found.push(sound);
        self.fate_by(self.found.len() - 1)
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
