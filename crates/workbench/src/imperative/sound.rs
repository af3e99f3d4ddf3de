//! Tests that pass on the original, and what they say of mutants.

use imperative::machine::{At, Limits, Options, Outcome, Run, State, Watch, run_watched};
use imperative::{BlockId, ProcId, Program, VarId};
use std::collections::BTreeSet;
use suite::mutants::imperative::Mutant;
use suite::{Test, Verdict, run_test};

/// What it costs to set a run up, and for each value in it, in steps of one.
const RUN_COSTS: u64 = 1_000;
const VALUE_COSTS: u64 = 30;

/// A test that passes on the original.
pub(crate) struct Sound {
    pub test: Test,
    pub entry: ProcId,
    /// How far a mutant may go on it.
    options: Options,
    /// Variables that have no value when the original ends.
    unset: Vec<VarId>,
    /// The blocks that the original reaches.
    blocks: BTreeSet<(ProcId, BlockId)>,
    /// How many values are read and compared for each run.
    values: u64,
}

impl Sound {
    /// A test, with the run of the original on its input.
    pub fn new(program: &Program, entry: ProcId, test: Test, input: &State, run: &Run) -> Sound {
        let options = patience(run.steps);
        let mut blocks = Blocks::default();
        run_watched(program, entry, input.clone(), &options.limits, &mut blocks);
        let unset = unset(program, entry, run);
        let vars = program.proc(entry).map_or(0, |p| p.vars.len());
        let values = (vars + input.heap.objects.len() + run.state.heap.objects.len()) as u64;
        Sound { test, entry, options, unset, blocks: blocks.seen, values }
    }

    /// The most steps that a mutant may take.
    pub fn most_steps(&self) -> u64 {
        self.options.limits.steps
    }

    /// What it takes to set a run up and to compare its end, in steps of one.
    pub fn costs(&self) -> u64 {
        RUN_COSTS.saturating_add(VALUE_COSTS.saturating_mul(self.values))
    }

    /// True if a run of it reaches what a mutant changes.
    pub fn comes_to(&self, proc: ProcId, blocks: &BTreeSet<BlockId>) -> bool {
        blocks.iter().any(|block| self.blocks.contains(&(proc, *block)))
    }

    /// Whether it tells a mutant from the original, and about how many steps that took.
    pub fn kills(&self, changed: &Program) -> (bool, u64) {
        match run_test(changed, self.entry, &self.test, &self.options) {
            (Verdict::Failed(_), run) => (true, run.map_or(self.most_steps() / 5, |run| run.steps)),
            // A test says nothing about variables that were never set.
            (Verdict::Passed, Some(run)) => {
                (self.unset.iter().any(|v| run.state.get(*v).is_some()), run.steps)
            }
            (_, run) => (false, run.map_or(self.most_steps() / 5, |run| run.steps)),
        }
    }
}

/// The mutants of some procedures with the blocks that they change.
pub(crate) struct Changed {
    pub mutant: Mutant,
    pub blocks: BTreeSet<BlockId>,
}

impl Changed {
    pub fn new(program: &Program, mutant: Mutant) -> Changed {
        let blocks = mutant.blocks(program);
        Changed { mutant, blocks }
    }

    /// True if a test reaches what it changes.
    pub fn is_met_by(&self, sound: &Sound) -> bool {
        sound.comes_to(self.mutant.proc, &self.blocks)
    }
}

/// How far a mutant may go where the original takes `steps` steps.
fn patience(steps: u64) -> Options {
    let limits = Limits::default();
    let steps = steps.saturating_mul(10).saturating_add(1_000).min(limits.steps);
    Options { limits: Limits { steps, ..limits }, ..Options::default() }
}

/// The variables of a plain program that have no value when a run ends well.
fn unset(program: &Program, entry: ProcId, run: &Run) -> Vec<VarId> {
    let of = program.proc(entry).filter(|_| program.main == Some(entry) && run.outcome == Outcome::Ok);
    of.map_or_else(Vec::new, |p| p.named_vars().filter(|v| run.state.get(*v).is_none()).collect())
}

/// The blocks that a run reaches.
#[derive(Default)]
struct Blocks {
    seen: BTreeSet<(ProcId, BlockId)>,
    last: Option<(ProcId, BlockId)>,
}

impl Watch for Blocks {
    fn point(&mut self, at: At) {
        let here = (at.proc, at.point.block);
        if self.last != Some(here) {
            self.last = Some(here);
            self.seen.insert(here);
        }
    }
}
