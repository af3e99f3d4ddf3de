//! The search: one run after the other, each on a path of its own.

use crate::finish::{Caseless, Finisher};
use crate::numeric::numeric_arguments;
use crate::pilot::Pilot;
use base::{Budget, Stop};
use logic::machine::cells::{Addr, Cell, Kinds};
use logic::machine::guide::Guide;
use logic::machine::{Event, Machine, Options, Outcome};
use logic::{Mode, PredId, Program, Term, VarId};
use solver::Advice;
use source::Span;
use std::sync::Arc;

/// What is searched, and how far.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The predicate.
    pub pred: PredId,
    /// The modes of its arguments.
    pub modes: Vec<Mode>,
    /// At most so many calls open at once.
    pub depth: u32,
    /// At most so many goals done by a run.
    pub steps: u64,
    /// At most so many decisions on a path.
    pub path_length: Option<usize>,
    /// At most so many backtracks of a run.
    pub backtracks: Option<usize>,
    /// Whether a run ends at its first solution.
    pub first_solution: bool,
    /// At most so much effort, in steps of the machine; a question to the solver counts as some.
    pub effort: Option<u64>,
    /// Who hears the questions to the solver.
    pub advice: Option<Arc<dyn Advice>>,
}

/// How the run of a case ends.
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

/// A goal and the path that it takes.
#[derive(Clone, Debug)]
pub struct Case {
    /// The decisions of the path, written down.
    pub path: String,
    /// The condition of the path in paper notation.
    pub condition: String,
    /// Where all arguments are of mode `?` and no integers decide: calls, with variables Y1, Y2, …, of which no
    /// instance of the case may be one. Together they are the condition.
    pub excluded: Option<Vec<String>>,
    /// Calls that all instances of the case are among, as a pattern: the branch on which its last alternative was
    /// taken, where the whole path goes along with it.
    pub within: Option<String>,
    /// The goal.
    pub goal: String,
    /// Constraints to be posted before the goal; `true` if none are needed.
    pub constraint: String,
    /// How the run ends.
    pub ending: Ending,
    /// The solutions in their order: the values of the goal's variables.
    pub solutions: Vec<Vec<(String, String)>>,
    /// Whether these are all solutions.
    pub complete: bool,
    /// Whether the run needs unification with occurs check.
    pub occurs_check: bool,
    /// What happens in the run.
    pub trace: Vec<Event>,
}

/// What came of a search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Paths with a goal.
    pub paths: u64,
    /// Sides of decisions that no input takes.
    pub infeasible: u64,
    /// Paths that the bounds cut off.
    pub cut: u64,
    /// Paths that came to something unknown, or for which no goal was found.
    pub unknown: u64,
    /// Paths that calls take under constraints alone, such as "no f(Y) for any Y", which Prolog cannot post: no goal
    /// takes them.
    pub goalless: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Why something is unknown, each reason once with its place.
    pub reasons: Vec<(String, Option<Span>)>,
    /// Arguments of mode `?`, one bit each, that were asked for their value: what happens when they are ground is not
    /// shown.
    pub asked: u64,
    /// Paths that only ill typed inputs take; among the infeasible sides.
    pub untyped: u64,
    /// Whether integers stood for other numbers too.
    pub loose: bool,
    /// What ended the search early.
    pub stopped: Option<Stop>,
    /// The effort that was made.
    pub spent: u64,
    /// Was it used up?
    pub tired: bool,
    /// Did the one who heard of the cases end the search?
    pub was_ended: bool,
}

impl Search {
    /// Has every path within the bounds its case? Inputs are integers, atoms and terms; floats, strings, and terms
    /// that arithmetic would evaluate, such as `1 + 2`, are no inputs that are looked for.
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

/// What a question to the solver counts as, in steps.
const QUESTION: u64 = 50;
/// What a run counts as beside its steps: a goal is made of its path and run again.
const RUN: u64 = 40;

/// How a symbolic run ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Run {
    /// The search tree was gone through; the text of what was thrown.
    Over(Option<String>),
    Cut,
    Infeasible,
    Unknown(String, Option<Span>),
}

/// Goes through the paths of a predicate; `hear` is told of each case and says whether to go on.
pub fn search(program: &Program, plan: &Plan, budget: &Budget, hear: &mut dyn FnMut(Case) -> bool) -> Search {
    let mut found = Search::default();
    let Some(pred) = program.pred(plan.pred) else { return found };
    let natural = program.domain == Some(logic::Domain::Nat);
    let mut pilot = Pilot::searching(natural, budget).of(program);
    if let Some(advice) = &plan.advice {
        pilot.set_adviser(advice.adviser());
    }
    let mut machine = Machine::waiting(program, pilot);
    let goal = call(machine.terms_mut(), pred.name, pred.arity);
    let options =
        Options { depth: plan.depth, steps: plan.steps, matches: true, ports: false, ..Options::default() };
    let mut finisher = Finisher::new(program, plan, budget);
    // In a domain of numbers, the arguments that are numbers.
    let numbers = match program.domain {
        Some(logic::Domain::Nat | logic::Domain::Int) => numeric_arguments(program, plan.pred),
        _ => Vec::new(),
    };
    let roots = start(&mut machine, goal, plan, options, &numbers);
    // In a declared domain terms are finite trees; Prolog makes infinite ones where nobody forbids it.
    let mut infinite = false;
    loop {
        if let Err(stop) = budget.look() {
            found.stopped = Some(stop);
            break;
        }
        let asked = QUESTION * machine.guide.tally.queries + machine.guide.tally.work;
        if plan.effort.is_some_and(|most| found.spent + asked > most) {
            found.tired = true;
            break;
        }
        let before = machine.steps();
        let run = run(&mut machine, plan);
        found.spent += RUN + 2 * machine.steps().saturating_sub(before);
        machine.guide.forget_rest();
        found.asked |= machine.has_asked();
        infinite |= program.domain.is_none() && machine.was_cyclic();
        match run {
            Run::Over(ball) => match finisher.finish(&mut machine, &roots, ball.as_deref()) {
                Ok(case) => {
                    found.paths += 1;
                    if !hear(case) {
                        found.was_ended = true;
                        break;
                    }
                }
                Err(Caseless::Goalless) => found.goalless += 1,
                Err(Caseless::Untyped) => found.untyped += 1,
                Err(Caseless::Unknown(why, span)) => found.reason(why, span),
            },
            Run::Cut => found.cut += 1,
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
            // The arguments stand where they stood.
            start(&mut machine, goal, plan, options, &numbers);
        }
    }
    let tally = &machine.guide.tally;
    found.infeasible = tally.infeasible + found.untyped;
    found.queries = tally.queries;
    found.loose = machine.guide.has_loose();
    found.spent += QUESTION * tally.queries + tally.work;
    if tally.crowded {
        let why = "calls with many clauses were followed only where a goal without constraints leads";
        found.reason(why.to_string(), None);
    }
    if infinite {
        let why = "a term that would contain itself: paths are those with the flag occurs_check set";
        found.reason(why.to_string(), None);
    }
    if tally.narrowed || machine.has_narrowed() {
        let why = "only integers are tried as numbers: floats and terms such as `1+2` may go other ways";
        found.reason(why.to_string(), None);
    }
    if tally.kept {
        found.reason(crate::pilot::KEPT.to_string(), None);
    }
    let tally = &machine.guide.tally;
    if tally.undecided > 0 {
        let why = tally.why.clone().unwrap_or_default();
        found.reason(format!("the solver left a condition undecided: {why}"), None);
    }
    found
}

/// The goal p(V0, V1, …).
fn call(terms: &mut logic::Terms, name: logic::Atom, arity: usize) -> Term {
    let args: Vec<Term> = (0..arity).map(|i| terms.var(VarId::new(i))).collect();
    if args.is_empty() { terms.atom(name) } else { terms.compound(name, &args) }
}

/// Where the arguments of a run stand.
pub(crate) struct Roots {
    /// The first argument.
    pub env: Addr,
}

fn start(
    machine: &mut Machine<'_, Pilot<'_>>,
    goal: Term,
    plan: &Plan,
    options: Options,
    numbers: &[bool],
) -> Roots {
    machine.restart(goal, plan.modes.len(), options);
    let env = machine.variables();
    let places = || plan.modes.iter().enumerate().map(move |(i, mode)| (i, *mode, env + i as Addr));
    let free: Vec<Addr> =
        places().filter(|(_, mode, _)| *mode == Mode::Any).map(|(_, _, place)| place).collect();
    machine.guide.begin(&free);
    let mut free_numbers = false;
    for (i, mode, place) in places() {
        let is_number = numbers.get(i) == Some(&true);
        let (cells, guide) = machine.parts();
        match mode {
            Mode::Free => {}
            Mode::Ground => {
                let number = if is_number { guide.fresh(true) } else { None };
                let input = cells.push_input(number.unwrap_or(Cell::Unknown(Kinds::ALL)));
                cells.set_variable(place, Cell::Ref(input));
            }
            Mode::Any => {
                let number = if is_number { guide.fresh(false) } else { None };
                free_numbers |= number.is_some();
                cells.set_variable(place, number.unwrap_or(Cell::Open));
            }
        }
    }
    if free_numbers {
        let (cells, guide) = machine.parts();
        guide.start_with_numbers(cells);
    }
    Roots { env }
}

/// Runs to the end of the search tree, or to the first solution.
fn run(machine: &mut Machine<'_, Pilot<'_>>, plan: &Plan) -> Run {
    loop {
        let outcome = machine.next();
        if plan.path_length.is_some_and(|most| machine.guide.decisions() > most) {
            return Run::Cut;
        }
        if plan.backtracks.is_some_and(|most| backtracks(&machine.trace) > most) {
            return Run::Cut;
        }
        match outcome {
            Outcome::Solution if plan.first_solution => return Run::Over(None),
            Outcome::Solution => {}
            Outcome::Failed => return Run::Over(None),
            Outcome::Error { ball, .. } => return Run::Over(Some(ball)),
            Outcome::Infeasible => return Run::Infeasible,
            Outcome::Limit => return Run::Cut,
            Outcome::Unknown { why, span } => return Run::Unknown(why, span),
        }
    }
}

/// How often a run went back to a choice: the last failure goes nowhere.
fn backtracks(trace: &[Event]) -> usize {
    trace.iter().filter(|event| **event == Event::Backtrack).count().saturating_sub(1)
}
