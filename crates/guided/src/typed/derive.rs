//! The sequences of a procedure whose inputs have declared types.

use super::condition::condition;
use super::finish::Finisher;
use super::plan::{Plan, Sequence, backtracks, visits};
use crate::pilot::{Pilot, Tally};
use crate::walk::{Start, Walker, WithoutInput, walk};
use crate::walked::Walked;
use base::Budget;
use logic::Program;
use logic::machine::cells::Addr;
use logic::machine::moded::SUCCEEDED;
use logic::machine::{Machine, Options};
use logic::moded::Label;
use rustc_hash::FxHashSet;

/// What a query counts as, in steps of the machine.
const QUERY: u64 = 5;
/// What a step of the solver counts as.
const SOLVER_STEP: u64 = 20;
/// How many comparisons of differences count as a step.
const DIFFERENCES: u64 = 4;

/// Derives the sequences of a procedure; `hear` is told of each and says whether to go on.
pub fn derive(
    program: &Program,
    plan: &Plan,
    budget: &Budget,
    hear: &mut dyn FnMut(Sequence) -> bool,
) -> Walked {
    let mut pilot = Pilot::searching(false, budget);
    pilot.answer_differences();
    if let Some(advice) = &plan.bounds.advice {
        pilot.set_adviser(advice.adviser());
    }
    let mut machine = Machine::waiting(program, pilot);
    let options = Options {
        depth: plan.bounds.depth,
        library_depth: plan.library_depth,
        steps: plan.bounds.steps,
        events: false,
        ports: false,
        ..Options::default()
    };
    let finisher = Finisher::new(program, plan, options);
    let mut start = Typed { plan, options, finisher, roots: Vec::new(), seen: FxHashSet::default() };
    walk(&mut machine, &mut start, &plan.bounds, budget, hear)
}

/// Inputs of declared types.
struct Typed<'p, 'c> {
    plan: &'c Plan,
    options: Options,
    finisher: Finisher<'p>,
    /// Where the inputs stand.
    roots: Vec<Addr>,
    /// The sequences so far.
    seen: FxHashSet<Vec<Label>>,
}

impl<'p, 'b> Start<'p, 'b> for Typed<'p, '_> {
    type Found = Sequence;

    fn begin(&mut self, machine: &mut Walker<'p, 'b>) {
        self.roots = machine.start_unknown(self.plan.proc, &self.plan.types, &self.plan.inputs, self.options);
        machine.guide.begin(&[]);
    }

    fn wanted(&self, machine: &Walker<'p, 'b>) -> Option<usize> {
        let found = || machine.sequence().iter().filter(|label| **label == SUCCEEDED).count();
        self.plan.solutions.map(|most| most.saturating_sub(found()))
    }

    fn backtracks(&self, machine: &Walker<'p, 'b>) -> usize {
        backtracks(machine.sequence())
    }

    fn is_beyond(&self, machine: &Walker<'p, 'b>) -> bool {
        self.plan.visits.is_some_and(|most| visits(machine.sequence()) > most)
    }

    fn unbounded(&self, machine: &Walker<'p, 'b>) -> Option<String> {
        let most = self.plan.bounds.steps;
        (machine.steps() > most).then(|| format!("a run did not end within {most} steps"))
    }

    fn effort(&self, tally: &Tally) -> u64 {
        QUERY * tally.queries
            + SOLVER_STEP * tally.solver_steps
            + tally.differences / DIFFERENCES
            + tally.work
    }

    fn note(&mut self, _: &Walker<'p, 'b>, _: &mut Walked) {}

    fn finish(&mut self, machine: &mut Walker<'p, 'b>, ball: Option<&str>) -> Result<Sequence, WithoutInput> {
        if ball.is_none() && self.seen.contains(machine.sequence()) {
            return Err(WithoutInput::Repeated);
        }
        let ready = self.finisher.finish(machine, &self.roots, ball)?;
        let labels = machine.sequence().to_vec();
        if !self.seen.insert(labels.clone()) {
            return Err(WithoutInput::Repeated);
        }
        let condition = condition(machine, self.plan, &self.roots);
        Ok(ready.sequence(labels, condition))
    }

    fn close(&self, _: &Walker<'p, 'b>, _: &mut Walked) {}
}
