//! The mutants of programs with modes, run and compared with the original.
//!
//! The sequences of the original and of the mutant are derived, and the inputs of each are run on both. Inputs with
//! different results make a test that has the result of the original. No mutant is called equivalent: one input of each
//! sequence is run, and that shows nothing of all the others.

use super::ModedEngine;
use super::hunt::{Found, plan, reached, solutions, test};
use super::judge::{Judge, bounds};
use crate::mutate::{Answer, Change, Mutants};
use guided::Ending;
use guided::typed::{Run, Sequence, derive, run};
use language::CompiledTests;
use logic::Program;
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::moded::counts::Counts;
use logic::machine::{Machine, Options};
use logic::moded::ProcId;
use std::collections::BTreeSet;
use std::ops::Range;
use suite::mutants::moded::{Mutant, mutants};
use suite::{Test, Verdict};

/// Steps of a run of a mutant and of the original that are compared.
const STEPS: u64 = 200_000;
/// Effort of a comparison for each entry, in steps of the machine.
const EFFORT: u64 = 400_000;
/// At most this many inputs on which a mutant and the original differ are looked at.
const TRIES: usize = 8;
/// Bound on open calls if none is given.
const DEPTH: u32 = 4;

/// The mutants of what calls of the entries can reach.
pub(super) struct ModedMutants<'a> {
    engine: &'a ModedEngine<'a>,
    mutants: Vec<Mutant>,
    /// The tests of the suite that pass on the original, each with the number of steps that a mutant may take on it.
    sound: Vec<(Test, u64)>,
    /// The tests that comparisons found: behind those of the suite.
    found: Vec<(Test, u64)>,
    /// Both as procedures beside the original.
    compiled: Option<CompiledTests>,
    compiled_found: Option<CompiledTests>,
    /// The number of steps that a mutant may take on the test that the last comparison found.
    last: u64,
}

/// Inputs with the results of the original.
struct Difference {
    proc: ProcId,
    sequence: Sequence,
    original: Shown,
}

/// The number of steps that a mutant may take where the original took `steps`.
fn patience(steps: u64) -> u64 {
    steps.saturating_mul(10).saturating_add(1_000)
}

impl<'a> ModedMutants<'a> {
    pub fn new(engine: &'a ModedEngine<'a>) -> ModedMutants<'a> {
        ModedMutants {
            engine,
            mutants: Vec::new(),
            sound: Vec::new(),
            found: Vec::new(),
            compiled: None,
            compiled_found: None,
            last: 0,
        }
    }

    /// Runs tests on the original; how many steps each takes comes along.
    fn judge(&self, tests: &[Test]) -> Vec<(Verdict, u64)> {
        let engine = self.engine;
        let compiled = engine.subject.text.compile(tests);
        let mut judge = Judge::new(engine.files, &compiled, engine.running);
        (0..tests.len()).map(|number| judge.within(number, super::judge::STEPS)).collect()
    }

    /// Inputs on which the original is not as a mutant, as a test with how far a mutant may go on it; nothing if its outputs cannot
    /// be written, or it says nothing of what differs.
    fn test(&self, difference: &Difference, mutant: &Mutant) -> Option<(Test, u64)> {
        let original = &difference.original;
        let sequence = Sequence {
            solutions: original.solutions.clone(),
            complete: original.complete,
            ending: original.ending.clone(),
            labels: Vec::new(),
            condition: String::new(),
            ..difference.sequence.clone()
        };
        let found = Found { proc: difference.proc, sequence, counts: Counts::default() };
        // It gets its own name when it is kept.
        let test = test(self.engine, &found, "t".to_string());
        let judged = self.judge(std::slice::from_ref(&test));
        let (_, steps) = judged.first().filter(|(verdict, _)| *verdict == Verdict::Passed)?;
        let tests = [(test, patience(*steps))];
        let killers = killers(self.engine, mutant, &tests, &mut None, 0..1, 1);
        let [test] = tests;
        (!killers.is_empty()).then_some(test)
    }

    /// The procedures that tests of the suite and of a search may reach.
    fn changed(&self) -> BTreeSet<ProcId> {
        let engine = self.engine;
        if engine.named {
            return engine.entries.iter().flat_map(|entry| reached(engine, *entry)).collect();
        }
        engine.subject.program.procs.own().collect()
    }
}

/// A run as text.
struct Shown {
    solutions: Vec<Vec<String>>,
    complete: bool,
    ending: Ending,
}

fn shown(machine: &mut Machine<'_, Plain>, run: &Run) -> Shown {
    Shown { solutions: run.texts(machine), complete: run.complete, ending: run.ending.clone() }
}

/// Whether two runs have the same result. The place where an exception was thrown does not count.
fn are_same(one: &Shown, other: &Shown) -> bool {
    let endings = match (&one.ending, &other.ending) {
        (Ending::Error { ball: one, .. }, Ending::Error { ball: other, .. }) => one == other,
        (one, other) => one == other,
    };
    endings && one.solutions == other.solutions
}

impl Mutants for ModedMutants<'_> {
    fn take(&mut self, tests: &[Test]) -> Vec<Verdict> {
        let judged = self.judge(tests);
        let mut verdicts = Vec::new();
        for (test, (verdict, steps)) in tests.iter().zip(judged) {
            if verdict == Verdict::Passed {
                self.sound.push((test.clone(), patience(steps)));
            }
            verdicts.push(verdict);
        }
        verdicts
    }

    fn list(&mut self) -> Vec<Change> {
        let files = self.engine.files;
        self.mutants = mutants(files, &self.engine.subject.program, &self.changed());
        let change = |mutant: &Mutant| Change {
            line: files.place(mutant.span).map_or(0, |(_, place)| place.line),
            operator: mutant.operator,
            from: mutant.from.clone(),
            to: mutant.to.clone(),
        };
        self.mutants.iter().map(change).collect()
    }

    fn killers(&mut self, mutant: usize, tests: Range<usize>, all: bool) -> Vec<usize> {
        let Some(mutant) = self.mutants.get(mutant).cloned() else { return Vec::new() };
        let most = if all { usize::MAX } else { 1 };
        let of_suite = tests.start..tests.end.min(self.sound.len());
        let mut all = killers(self.engine, &mutant, &self.sound, &mut self.compiled, of_suite, most);
        let known = self.sound.len();
        let found = tests.start.max(known) - known..tests.end.max(known) - known;
        if all.len() < most {
            let by = killers(self.engine, &mutant, &self.found, &mut self.compiled_found, found, most);
            all.extend(by.into_iter().map(|test| test + known));
        }
        all
    }

    fn compare(&mut self, number: usize) -> Answer {
        let Some(mutant) = self.mutants.get(number) else { return Answer::Unknown(String::new()) };
        let engine = self.engine;
        let original: &Program = &engine.subject.program;
        let changed = mutant.apply(original);
        let effort = EFFORT.saturating_mul(engine.search.percent()) / 100;
        let mut whole = true;
        for searched in [original, &changed] {
            for proc in engine.searched() {
                if !reached(engine, proc).iter().any(|of| self.is_of(mutant, *of)) {
                    continue;
                }
                let Ok(mut plan) = plan(engine, proc, engine.search.depth.unwrap_or(DEPTH)) else {
                    whole = false;
                    continue;
                };
                plan.bounds.effort = Some(effort);
                let mut judges = [original, &changed].map(|program| Machine::waiting(program, Plain));
                let mut different: Vec<Difference> = Vec::new();
                let derived = derive(searched, &plan, engine.budget, &mut |sequence| {
                    if !self.engine.is_as_assumed(&mut judges[0], proc, &sequence) {
                        return true;
                    }
                    let [one, other] = judges.each_mut().map(|judge| self.seen(judge, proc, &sequence));
                    let Some(original) = one else { return true };
                    if other.is_none_or(|other| !are_same(&original, &other)) {
                        different.push(Difference { proc, sequence, original });
                    }
                    different.len() < TRIES
                });
                // The smallest inputs make the best test.
                different.sort_by_key(|difference| {
                    difference.sequence.texts.iter().map(String::len).sum::<usize>()
                });
                for difference in different {
                    if let Some((test, steps)) = self.test(&difference, mutant) {
                        self.last = steps;
                        return Answer::Differs(Box::new(test));
                    }
                }
                whole &= derived.is_complete();
            }
        }
        Answer::Unknown(if whole {
            "no input that the search came to within the bounds tells them apart".to_string()
        } else {
            "the search is not complete".to_string()
        })
    }

    fn keep(&mut self, test: &mut Test, _: bool) {
        self.found.push((test.clone(), self.last));
        self.compiled_found = None;
    }

    fn defaults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The first `most` of these tests that kill a mutant. They are compiled once for all mutants.
fn killers(
    engine: &ModedEngine<'_>,
    mutant: &Mutant,
    all: &[(Test, u64)],
    compiled: &mut Option<CompiledTests>,
    tests: Range<usize>,
    most: usize,
) -> Vec<usize> {
    if tests.is_empty() {
        return Vec::new();
    }
    let mut beside = compiled.take().unwrap_or_else(|| {
        let tests: Vec<Test> = all.iter().map(|(test, _)| test.clone()).collect();
        engine.subject.text.compile(&tests)
    });
    let undo = mutant.change(&mut beside.program.procs);
    let mut judge = Judge::new(engine.files, &beside, engine.running);
    let mut kills = |test: &usize| {
        let steps = all.get(*test).map_or(0, |(_, steps)| *steps);
        judge.within(*test, steps).0 != Verdict::Passed
    };
    let killers = tests.filter(&mut kills).take(most).collect();
    undo.undo(&mut beside.program.procs);
    *compiled = Some(beside);
    killers
}

impl ModedMutants<'_> {
    /// What a program makes of the inputs of a sequence.
    fn seen(&self, machine: &mut Machine<'_, Plain>, proc: ProcId, sequence: &Sequence) -> Option<Shown> {
        let inputs = sequence.frozen(machine);
        let options = Options { steps: STEPS, ..bounds() };
        let most = solutions(self.engine, proc);
        let run = run(machine, proc, &inputs, options, Watching::Nothing, most).ok()?;
        Some(shown(machine, &run))
    }

    /// Whether a mutant changes this procedure.
    fn is_of(&self, mutant: &Mutant, proc: ProcId) -> bool {
        let points = &self.engine.subject.program.procs.points;
        points.get(mutant.label() as usize).is_some_and(|point| point.proc == proc)
    }
}
