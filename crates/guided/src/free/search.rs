//! The paths of a predicate whose inputs are free or ground terms.

use super::finish::Finisher;
use super::numeric::numeric_arguments;
use super::plan::{Case, Plan};
use crate::pilot::{Pilot, Tally};
use crate::walk::{Start, Walker, WithoutInput, walk};
use crate::walked::Walked;
use base::Budget;
use logic::machine::cells::{Addr, Cell, Kinds};
use logic::machine::guide::Guide;
use logic::machine::{Event, Machine, Options};
use logic::{Mode, Program, Term, VarId};

/// What a query counts as, in steps.
const QUERY: u64 = 50;

/// Goes through the paths of a predicate; `hear` is told of each case and says whether to go on.
pub fn search(program: &Program, plan: &Plan, budget: &Budget, hear: &mut dyn FnMut(Case) -> bool) -> Walked {
    let Some(pred) = program.pred(plan.pred) else { return Walked::default() };
    let natural = program.domain == Some(logic::Domain::Nat);
    let mut pilot = Pilot::searching(natural, budget).of(program);
    if let Some(advice) = &plan.bounds.advice {
        pilot.set_adviser(advice.adviser());
    }
    let mut machine = Machine::waiting(program, pilot);
    let goal = call(machine.terms_mut(), pred.name, pred.arity);
    let (depth, steps) = (plan.bounds.depth, plan.bounds.steps);
    let options = Options { depth, steps, matches: true, ports: false, ..Options::default() };
    // In a domain of numbers, the arguments that are numbers.
    let numbers = match program.domain {
        Some(logic::Domain::Nat | logic::Domain::Int) => numeric_arguments(program, plan.pred),
        _ => Vec::new(),
    };
    let finisher = Finisher::new(program, plan, budget);
    let mut start = Free { program, plan, goal, options, numbers, finisher, env: 0, infinite: false };
    walk(&mut machine, &mut start, &plan.bounds, budget, hear)
}

/// The goal p(V0, V1, …).
fn call(terms: &mut logic::Terms, name: logic::Atom, arity: usize) -> Term {
    let args: Vec<Term> = (0..arity).map(|i| terms.var(VarId::new(i))).collect();
    if args.is_empty() { terms.atom(name) } else { terms.compound(name, &args) }
}

/// Inputs that are ground terms of which nothing is known, or free.
struct Free<'p, 'b, 'c> {
    program: &'p Program,
    plan: &'c Plan,
    goal: Term,
    options: Options,
    /// The arguments that are numbers, where the program has a domain of numbers.
    numbers: Vec<bool>,
    finisher: Finisher<'p, 'b>,
    /// Where the first argument stands.
    env: Addr,
    /// Whether a run made a term that contains itself. In a declared domain terms are finite trees; Prolog makes
    /// infinite ones where nothing forbids it.
    infinite: bool,
}

impl<'p, 'b> Start<'p, 'b> for Free<'p, 'b, '_> {
    type Found = Case;

    fn begin(&mut self, machine: &mut Walker<'p, 'b>) {
        machine.restart(self.goal, self.plan.modes.len(), self.options);
        let env = machine.variables();
        let places = || self.plan.modes.iter().enumerate().map(move |(i, mode)| (i, *mode, env + i as Addr));
        let free: Vec<Addr> =
            places().filter(|(_, mode, _)| *mode == Mode::Any).map(|(_, _, place)| place).collect();
        machine.guide.begin(&free);
        let mut free_numbers = false;
        for (i, mode, place) in places() {
            let is_number = self.numbers.get(i) == Some(&true);
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
        self.env = env;
    }

    fn wanted(&self, _: &Walker<'p, 'b>) -> Option<usize> {
        self.plan.first_solution.then_some(1)
    }

    /// How often a run went back to a choice: the last failure goes nowhere.
    fn backtracks(&self, machine: &Walker<'p, 'b>) -> usize {
        machine.trace.iter().filter(|event| **event == Event::Backtrack).count().saturating_sub(1)
    }

    fn is_beyond(&self, _: &Walker<'p, 'b>) -> bool {
        false
    }

    fn unbounded(&self, _: &Walker<'p, 'b>) -> Option<String> {
        None
    }

    fn effort(&self, tally: &Tally) -> u64 {
        QUERY * tally.queries + tally.work
    }

    fn note(&mut self, machine: &Walker<'p, 'b>, walked: &mut Walked) {
        walked.asked |= machine.has_asked();
        self.infinite |= self.program.domain.is_none() && machine.was_cyclic();
    }

    fn finish(&mut self, machine: &mut Walker<'p, 'b>, ball: Option<&str>) -> Result<Case, WithoutInput> {
        self.finisher.finish(machine, self.env, ball)
    }

    fn close(&self, machine: &Walker<'p, 'b>, walked: &mut Walked) {
        let tally = &machine.guide.tally;
        walked.loose = machine.guide.has_loose();
        if tally.crowded {
            let why = "calls with many clauses were followed only where a goal without constraints leads";
            walked.reason(why.to_string(), None);
        }
        if self.infinite {
            let why = "a term that would contain itself: paths are those with the flag occurs_check set";
            walked.reason(why.to_string(), None);
        }
        if tally.narrowed || machine.has_narrowed() {
            let why = "only integers are tried as numbers: floats and terms such as `1+2` may go other ways";
            walked.reason(why.to_string(), None);
        }
        if tally.kept {
            walked.reason(crate::pilot::KEPT.to_string(), None);
        }
    }
}
