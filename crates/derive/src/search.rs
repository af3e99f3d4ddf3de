//! The walk through the sequences of a procedure.

use crate::condition::condition;
use crate::finish::{Finisher, Nothing};
use crate::values::Value;
use base::{Budget, Stop};
use concolic::{Pilot, Tally};
use logic::Program;
use logic::machine::cells::{Addr, Frozen};
use logic::machine::guide::Guide;
use logic::machine::moded::{ENTERED, FAILED, THROWN};
use logic::machine::{Machine, Options, Outcome};
use logic::moded::types::{InputTypes, TypeNumber};
use logic::moded::{Label, ProcId};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::Advice;
use source::Span;
use std::rc::Rc;
use std::sync::Arc;

/// What is derived, and how far.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The procedure.
    pub proc: ProcId,
    /// The types of its inputs.
    pub types: Rc<InputTypes>,
    /// For each input its type.
    pub inputs: Vec<TypeNumber>,
    /// The names of the inputs, for conditions. An empty name is not spoken of.
    pub names: Vec<String>,
    /// At most so many calls of the program's procedures open at once, the first included.
    pub depth: u32,
    /// At most so many calls of a library open at once.
    pub library_depth: u32,
    /// At most so many steps of a run.
    pub steps: u64,
    /// At most so many backtracks: segments after the first.
    pub backtracks: Option<usize>,
    /// At most so many times each label is reached.
    pub visits: Option<usize>,
    /// At most so many decisions on a path.
    pub path_length: Option<usize>,
    /// At most so many solutions are asked for.
    pub solutions: Option<usize>,
    /// At most so much effort, in steps of the machine; a question to the solver counts as some.
    pub effort: Option<u64>,
    /// Who hears the questions to the solver.
    pub advice: Option<Arc<dyn Advice>>,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has solutions.
    Ok,
    /// It has none.
    Fail,
    /// It throws.
    Error {
        /// What, as text.
        ball: String,
        /// Where.
        span: Option<Span>,
    },
}

/// A sequence, with inputs that take it.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Labels, solutions and failures in their order.
    pub labels: Vec<Label>,
    /// The sequence condition in paper notation.
    pub condition: String,
    /// The inputs.
    pub inputs: Vec<Value>,
    /// The same as text.
    pub texts: Vec<String>,
    /// The solutions in their order: the texts of the outputs.
    pub solutions: Vec<Vec<String>>,
    /// Whether these are all.
    pub complete: bool,
    /// How the run ends.
    pub ending: Ending,
    /// The deepest nesting of calls.
    pub depth: u32,
}

impl Sequence {
    /// The inputs for a machine of the same program.
    pub fn frozen<G: Guide>(&self, machine: &mut Machine<'_, G>) -> Vec<Frozen> {
        self.inputs.iter().map(|input| input.frozen(machine)).collect()
    }

    /// How many backtracks it has: segments after the first.
    pub fn backtracks(&self) -> usize {
        backtracks(&self.labels)
    }
}

/// What came of a walk.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// Sequences with inputs.
    pub sequences: u64,
    /// Sides of decisions, and whole paths, that no input takes.
    pub infeasible: u64,
    /// Paths that the bounds cut off.
    pub cut: u64,
    /// How many of them because of the bound on open calls of a library.
    pub cut_in_library: u64,
    /// Paths that came to something unknown, or for which no inputs were found.
    pub unknown: u64,
    /// Paths that differ from others inside of a library only.
    pub repeated: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Why something is unknown, each reason once with its place.
    pub reasons: Vec<(String, Option<Span>)>,
    /// Whether integers were computed of others. They are taken not to wrap around.
    pub computed: bool,
    /// What ended the walk early.
    pub stopped: Option<Stop>,
    /// The effort that was made.
    pub spent: u64,
    /// Was it used up?
    pub tired: bool,
    /// Did the one who heard of the sequences end the walk?
    pub was_ended: bool,
}

impl Derived {
    /// Has every sequence within the bounds its inputs?
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.unknown == 0 && !self.tired && !self.was_ended
    }

    fn reason(&mut self, why: String, span: Option<Span>) {
        self.unknown += 1;
        let reason = (why, span);
        if self.reasons.len() < 20 && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

/// What a question counts as, in steps of the machine.
const QUESTION: u64 = 5;
/// What a step of the solver counts as.
const SOLVER_STEP: u64 = 20;
/// What a run counts as beside its steps.
const RUN: u64 = 40;

/// What questions have cost.
fn effort(tally: &Tally) -> u64 {
    QUESTION * tally.queries + SOLVER_STEP * tally.solver_steps + tally.differences / 4 + tally.work
}

/// How a symbolic run ended.
enum Run {
    Over(Option<String>),
    Cut,
    Infeasible,
    Unknown(String, Option<Span>),
}

/// Derives the sequences of a procedure; `hear` is told of each and says whether to go on.
pub fn derive(
    program: &Program,
    plan: &Plan,
    budget: &Budget,
    hear: &mut dyn FnMut(Sequence) -> bool,
) -> Derived {
    let mut found = Derived::default();
    let mut pilot = Pilot::searching(false, budget);
    pilot.answer_differences();
    if let Some(advice) = &plan.advice {
        pilot.set_adviser(advice.adviser());
    }
    let mut machine = Machine::waiting(program, pilot);
    let options = Options {
        depth: plan.depth,
        library_depth: plan.library_depth,
        steps: plan.steps,
        events: false,
        ports: false,
        ..Options::default()
    };
    let mut finisher = Finisher::new(program, plan, options);
    let mut seen: FxHashSet<Vec<Label>> = FxHashSet::default();
    let mut roots = start(&mut machine, plan, options);
    loop {
        if let Err(stop) = budget.look() {
            found.stopped = Some(stop);
            break;
        }
        let asked = effort(&machine.guide.tally);
        if plan.effort.is_some_and(|most| found.spent + asked > most) {
            found.tired = true;
            break;
        }
        let before = machine.steps();
        let run = run(&mut machine, plan);
        found.spent += RUN + 2 * machine.steps().saturating_sub(before);
        machine.guide.forget_rest();
        match run {
            Run::Over(ball) if seen.contains(machine.sequence()) && ball.is_none() => found.repeated += 1,
            Run::Over(ball) => match finisher.finish(&mut machine, &roots, ball.as_deref()) {
                Ok(ready) => {
                    let labels = machine.sequence().to_vec();
                    if seen.insert(labels.clone()) {
                        found.sequences += 1;
                        let condition = condition(&mut machine, plan, &roots);
                        if !hear(ready.sequence(labels, condition)) {
                            found.was_ended = true;
                            break;
                        }
                    } else {
                        found.repeated += 1;
                    }
                }
                Err(Nothing::Infeasible) => found.infeasible += 1,
                Err(Nothing::Unknown(why, span)) => found.reason(why, span),
            },
            Run::Cut => {
                found.cut += 1;
                found.cut_in_library += u64::from(machine.is_cut_in_library());
            }
            Run::Infeasible => {}
            Run::Unknown(why, span) => {
                if let Err(stop) = budget.look() {
                    found.stopped = Some(stop);
                    break;
                }
                found.reason(why, span);
            }
        }
        if !machine.guide.turn() {
            break;
        }
        let kept = machine.guide.last_stop();
        if !machine.go_back(kept) {
            roots = start(&mut machine, plan, options);
        }
    }
    let tally = &machine.guide.tally;
    found.infeasible += tally.infeasible;
    found.queries = tally.queries;
    found.computed = tally.computed;
    found.spent += effort(tally);
    if tally.undecided > 0 {
        let why = tally.why.clone().unwrap_or_default();
        found.reason(format!("the solver left a condition undecided: {why}"), None);
    }
    found
}

fn start(machine: &mut Machine<'_, Pilot<'_>>, plan: &Plan, options: Options) -> Vec<Addr> {
    let roots = machine.start_unknown(plan.proc, &plan.types, &plan.inputs, options);
    machine.guide.begin(&[]);
    roots
}

/// Runs to the end of the derivation, or as far as solutions are asked for.
fn run(machine: &mut Machine<'_, Pilot<'_>>, plan: &Plan) -> Run {
    let mut solutions = 0;
    // What was found before the state that the run goes on from.
    solutions +=
        machine.sequence().iter().filter(|label| **label == logic::machine::moded::SUCCEEDED).count();
    loop {
        let outcome = machine.next();
        if plan.path_length.is_some_and(|most| machine.guide.decisions() > most) {
            return Run::Cut;
        }
        if plan.backtracks.is_some_and(|most| backtracks(machine.sequence()) > most) {
            return Run::Cut;
        }
        if plan.visits.is_some_and(|most| visits(machine.sequence()) > most) {
            return Run::Cut;
        }
        match outcome {
            Outcome::Solution => {
                solutions += 1;
                if plan.solutions.is_some_and(|most| solutions >= most) {
                    return Run::Over(None);
                }
            }
            Outcome::Failed => return Run::Over(None),
            Outcome::Error { ball, .. } => return Run::Over(Some(ball)),
            Outcome::Infeasible => return Run::Infeasible,
            Outcome::Limit if machine.steps() > plan.steps => {
                let why = format!("a run did not end within {} steps", plan.steps);
                return Run::Unknown(why, None);
            }
            Outcome::Limit => return Run::Cut,
            Outcome::Unknown { why, span } => return Run::Unknown(why, span),
        }
    }
}

/// How often the label is reached that is reached most often.
fn visits(labels: &[Label]) -> usize {
    let mut counts: FxHashMap<Label, usize> = FxHashMap::default();
    let mut most = 0;
    for label in own(labels).iter().filter(|label| **label < THROWN) {
        let count = counts.entry(*label).or_default();
        *count += 1;
        most = most.max(*count);
    }
    most
}

/// How many segments a sequence has after the first.
fn backtracks(labels: &[Label]) -> usize {
    own(labels).iter().filter(|label| **label >= FAILED - 1).count().saturating_sub(1)
}

/// A sequence without what was asked of the inputs before.
fn own(labels: &[Label]) -> &[Label] {
    let start = labels.iter().rposition(|label| *label == ENTERED).map_or(0, |at| at + 1);
    labels.get(start..).unwrap_or_default()
}
