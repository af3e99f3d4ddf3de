//! From a path to inputs: what is known of them, the smallest values for the rest, and a run that must take the path.
//!
//! What is not known of an input at the end of a path may be anything of its type, but for what was taken to fail:
//! ¬(X = Y) for two inputs that were compared. So the smallest values are tried first. If the run takes another path,
//! the inputs in such conditions are given other values, one after the other. A type with few values may have none that
//! fits; then no input takes the path.

use super::plan::{Plan, Sequence};
use super::run::run;
use super::values::{Maker, Value, basic_value};
use crate::facts::{Fact, Truth, truth};
use crate::pilot::Pilot;
use crate::walk::WithoutInput;
use crate::walked::Ending;
use base::Int;
use formula::Model;
use logic::Program;
use logic::machine::cells::{Addr, Cell, Frozen, Kinds};
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::{Machine, Options};
use logic::moded::Label;
use logic::moded::types::InputType;
use rustc_hash::FxHashMap;
use solver::Verdict;
use std::sync::Arc;

/// At most this many values are tried for the inputs of a path.
const TRIES: usize = 2_000;

/// Makes inputs.
pub(crate) struct Finisher<'p> {
    plan: Plan,
    judge: Machine<'p, Plain>,
    options: Options,
}

/// Inputs with what their run showed.
pub(crate) struct Ready {
    inputs: Vec<Value>,
    texts: Vec<String>,
    solutions: Vec<Vec<String>>,
    complete: bool,
    ending: Ending,
    depth: u32,
}

impl Ready {
    pub fn sequence(self, labels: Vec<Label>, condition: String) -> Sequence {
        Sequence {
            labels,
            condition,
            inputs: self.inputs,
            texts: self.texts,
            solutions: self.solutions,
            complete: self.complete,
            ending: self.ending,
            depth: self.depth,
        }
    }
}

/// A choice of values for inputs.
struct Choice {
    leaves: Vec<Addr>,
    /// For each input some values, and whether these are all.
    candidates: Vec<(Vec<Value>, bool)>,
    tries: usize,
    /// Whether integers took part in ruling out values.
    numbers: bool,
    /// Whether some values kept off all that was taken to fail, and the run still took another path.
    tried: bool,
}

/// The values of inputs that are not known.
type Chosen = FxHashMap<Addr, Value>;

impl<'p> Finisher<'p> {
    pub fn new(program: &'p Program, plan: &Plan, options: Options) -> Finisher<'p> {
        let options = Options { depth: u32::MAX, library_depth: u32::MAX, ..options };
        Finisher { plan: plan.clone(), judge: Machine::waiting(program, Plain), options }
    }

    /// Inputs for the path that a run has taken.
    pub fn finish(
        &mut self,
        machine: &mut Machine<'p, Pilot<'_>>,
        roots: &[Addr],
        ball: Option<&str>,
    ) -> Result<Ready, WithoutInput> {
        let (cells, guide) = machine.parts();
        let state = guide.last_state(cells);
        let order = seen_numbers(machine, roots);
        let model = if state.assertions().is_empty() {
            Arc::new(Model::default())
        } else if let Some(model) = machine.guide.least_model(&state, &order) {
            Arc::new(model)
        } else {
            match machine.guide.check(&state) {
                Verdict::Sat(model) => model,
                Verdict::Unsat(_) => return Err(WithoutInput::Infeasible),
                Verdict::Unknown(why) => return Err(WithoutInput::Unknown(why.to_string(), None)),
            }
        };
        let mut chosen = Chosen::default();
        let first = self.attempt(machine, roots, &model, &chosen, ball)?;
        if let Some(ready) = first {
            return Ok(ready);
        }
        // Inputs that something must not be equal to.
        let leaves = spoken_of(machine);
        let candidates = self.candidates(machine, &leaves);
        let mut choice = Choice { leaves, candidates, tries: 0, numbers: false, tried: false };
        if let Some(ready) = self.choose(machine, roots, &model, &mut choice, &mut chosen, 0, ball)? {
            return Ok(ready);
        }
        // Only where terms alone decide and all values were tried, no input takes the path.
        let all = choice.candidates.iter().all(|(_, all)| *all) && !choice.leaves.is_empty();
        if all && !choice.numbers && !choice.tried {
            return Err(WithoutInput::Infeasible);
        }
        Err(WithoutInput::Unknown("no inputs were found that take a path".to_string(), None))
    }

    /// Values for one input after the other, as long as what must fail can still fail.
    #[allow(clippy::too_many_arguments)]
    fn choose(
        &mut self,
        machine: &mut Machine<'p, Pilot<'_>>,
        roots: &[Addr],
        model: &Model,
        choice: &mut Choice,
        chosen: &mut Chosen,
        place: usize,
        ball: Option<&str>,
    ) -> Result<Option<Ready>, WithoutInput> {
        let Some(leaf) = choice.leaves.get(place).copied() else {
            choice.tried = true;
            return self.attempt(machine, roots, model, chosen, ball);
        };
        let count = choice.candidates.get(place).map_or(0, |(values, _)| values.len());
        for number in 0..count {
            choice.tries += 1;
            if choice.tries > TRIES {
                return Err(WithoutInput::Unknown("no inputs were found that take a path".to_string(), None));
            }
            let Some(value) = choice.candidates.get(place).and_then(|(values, _)| values.get(number)) else {
                break;
            };
            chosen.insert(leaf, value.clone());
            if self.keeps_off(machine, model, chosen, &mut choice.numbers)
                && let Some(ready) = self.choose(machine, roots, model, choice, chosen, place + 1, ball)?
            {
                return Ok(Some(ready));
            }
        }
        chosen.remove(&leaf);
        Ok(None)
    }

    /// Values for inputs, the smallest first, and whether these are all there are.
    fn candidates(&self, machine: &Machine<'p, Pilot<'_>>, leaves: &[Addr]) -> Vec<(Vec<Value>, bool)> {
        let maker = Maker::new(&self.plan.types);
        let most = leaves.len() + machine.guide.negatives.len() + 2;
        let cells = machine.cells();
        leaves
            .iter()
            .map(|leaf| match cells.get(*leaf) {
                Cell::Domain(domain) => {
                    let positions: Vec<usize> = cells.domains().positions(domain).collect();
                    maker.some_of(cells.domains().type_of(domain), &positions, most)
                }
                Cell::Unknown(kinds) => {
                    let basic = basic_type(kinds);
                    ((1..=most).filter_map(|number| basic_value(&basic, number)).collect(), false)
                }
                _ => (Vec::new(), false),
            })
            .collect()
    }

    /// Whether everything that was taken to fail fails with these values, as far as terms decide.
    /// `numbers` tells whether integers took part in it.
    fn keeps_off(
        &self,
        machine: &mut Machine<'p, Pilot<'_>>,
        model: &Model,
        chosen: &Chosen,
        numbers: &mut bool,
    ) -> bool {
        let (cells, terms, guide) = machine.all_parts();
        let mark = cells.mark();
        let mut fits = true;
        let mut order: Vec<(&Addr, &Value)> = chosen.iter().collect();
        order.sort_by_key(|(leaf, _)| **leaf);
        for (leaf, value) in order {
            let cell = value.put(cells, terms);
            let place = cells.push(cell);
            fits = fits && cells.unify(*leaf, place);
        }
        if fits {
            for negative in &guide.negatives {
                let holds = match truth(cells, &negative.facts) {
                    Truth::False | Truth::Open => false,
                    Truth::If(guards) => {
                        *numbers |= !guards.is_empty() || guide.formulas.as_bool(negative.formula).is_none();
                        let formula = formula::holds(&guide.formulas, model, negative.formula);
                        let mut equal = formula;
                        for (a, b) in guards {
                            equal = equal && worth(cells, guide, model, a) == worth(cells, guide, model, b);
                        }
                        equal
                    }
                };
                if holds {
                    fits = false;
                    break;
                }
            }
        }
        cells.undo_all(&mark);
        fits
    }

    /// Runs the inputs that these values make; nothing if the run takes another path.
    fn attempt(
        &mut self,
        machine: &Machine<'p, Pilot<'_>>,
        roots: &[Addr],
        model: &Model,
        chosen: &Chosen,
        ball: Option<&str>,
    ) -> Result<Option<Ready>, WithoutInput> {
        let maker = Maker::new(&self.plan.types);
        let mut inputs = Vec::with_capacity(roots.len());
        for root in roots {
            match value(machine, &maker, *root, model, chosen) {
                Some(value) => inputs.push(value),
                None => return Err(WithoutInput::Unknown("a type has no finite value".to_string(), None)),
            }
        }
        let frozen: Vec<Frozen> = inputs.iter().map(|input| input.frozen(&mut self.judge)).collect();
        let most = self.plan.solutions;
        let run = run(&mut self.judge, self.plan.proc, &frozen, self.options, Watching::Sequence, most)
            .map_err(|(why, span)| WithoutInput::Unknown(why, span))?;
        let ending = run.ending.clone();
        let thrown = matches!(ending, Ending::Error { .. });
        if self.judge.sequence() != machine.sequence() || thrown != ball.is_some() {
            return Ok(None);
        }
        let depth = machine.deepest();
        let texts = frozen.iter().map(|value| self.judge.shown(value)).collect();
        let solutions = run.texts(&mut self.judge);
        let complete = run.complete;
        Ok(Some(Ready { inputs, texts, solutions, complete, ending, depth }))
    }
}

/// The integers that are seen in the inputs, in their order.
fn seen_numbers(machine: &Machine<'_, Pilot<'_>>, roots: &[Addr]) -> Vec<formula::Term> {
    let cells = machine.cells();
    let mut found = Vec::new();
    let mut open: Vec<Addr> = roots.iter().rev().copied().collect();
    while let Some(addr) = open.pop() {
        match cells.value(addr) {
            Cell::Number(number) => found.extend(machine.guide.numbers().get(number as usize)),
            Cell::Struct(functor, first) => {
                let (_, count) = cells.name_of(functor);
                open.extend((0..count).rev().map(|i| first + i));
            }
            _ => {}
        }
    }
    found
}

/// The inputs that things which were taken to fail speak of, and of which nothing is known.
fn spoken_of(machine: &Machine<'_, Pilot<'_>>) -> Vec<Addr> {
    let cells = machine.cells();
    let mut found = Vec::new();
    for negative in &machine.guide.negatives {
        if truth(cells, &negative.facts) != Truth::Open {
            continue;
        }
        for fact in &negative.facts {
            let places: &[Addr] = match fact {
                Fact::Is(a, _) | Fact::Root(a, ..) | Fact::Kind(a, _) => &[*a],
                Fact::Same(a, b) => &[*a, *b],
            };
            for place in places {
                let (end, cell) = cells.end(*place);
                if matches!(cell, Cell::Domain(_) | Cell::Unknown(_)) && !found.contains(&end) {
                    found.push(end);
                }
            }
        }
    }
    found
}

fn worth(cells: &logic::machine::cells::Cells, guide: &Pilot<'_>, model: &Model, cell: Cell) -> Option<Int> {
    match cell {
        Cell::Number(number) => {
            let term = guide.numbers().get(number as usize)?;
            match formula::evaluate(&guide.formulas, model, *term) {
                Ok(formula::Value::Int(value)) => Some(value),
                _ => None,
            }
        }
        cell => cells.int_of(cell),
    }
}

pub(crate) fn basic_type(kinds: Kinds) -> InputType {
    if kinds.meets(Kinds::INT) {
        InputType::Int
    } else if kinds.meets(Kinds::CHAR) {
        InputType::Char
    } else if kinds.meets(Kinds::FLOAT) {
        InputType::Float
    } else {
        InputType::Str
    }
}

/// The value of an input.
fn value(
    machine: &Machine<'_, Pilot<'_>>,
    maker: &Maker<'_>,
    addr: Addr,
    model: &Model,
    chosen: &Chosen,
) -> Option<Value> {
    let cells = machine.cells();
    let (end, cell) = cells.end(addr);
    Some(match cell {
        Cell::Atom(name) => Value::Make(name, Vec::new()),
        Cell::Str(text) => Value::Str(machine.terms().name(text).to_string()),
        Cell::Char(char) => Value::Char(char),
        Cell::Float(value) => Value::Float(value.value()),
        Cell::Int(_) | Cell::Big(_) => Value::Int(cells.int_of(cell)?),
        Cell::Number(_) => {
            Value::Int(worth(cells, &machine.guide, model, cell).unwrap_or_else(|| Int::from(0)))
        }
        Cell::Struct(functor, first) => {
            let (name, count) = cells.name_of(functor);
            let parts = (0..count).map(|i| value(machine, maker, first + i, model, chosen));
            Value::Make(name, parts.collect::<Option<Vec<Value>>>()?)
        }
        Cell::Domain(domain) => match chosen.get(&end) {
            Some(value) => value.clone(),
            None => maker.least_of(cells.domains().type_of(domain), cells.domains().positions(domain))?,
        },
        Cell::Unknown(kinds) => match chosen.get(&end) {
            Some(value) => value.clone(),
            None => basic_value(&basic_type(kinds), 1)?,
        },
        Cell::Free | Cell::Open | Cell::Ref(_) | Cell::Slot(_) | Cell::Closure(..) => return None,
    })
}
