//! The answers to the machine: the branch of each decision that is taken now.

use super::{Pilot, STRIDE, Stop, Turn, numbers};
use crate::facts::number;
use base::Int;
use formula::{Sort, Value};
use logic::machine::cells::{Cell, Cells};
use logic::machine::guide::{Condition, Decided, Guide, Halt, Operation, Standing};
use solver::Verdict;

/// Why it is not known whether constraints fail.
pub(crate) const KEPT: &str = "constraints that cannot hold, which library(clpfd) may keep";

impl Guide for Pilot<'_> {
    const SYMBOLIC: bool = true;

    fn entering_call(&mut self, clauses: usize) {
        self.clauses = clauses;
    }

    fn should_checkpoint(&mut self, steps: u64, weight: usize) -> bool {
        // Where the run only repeats earlier decisions, there is no new state to return to.
        if self.at < self.turns.len() {
            return false;
        }
        let Some(stops) = &mut self.stops else { return false };
        let (at, last) = stops.last().map_or((0, 0), |stop| (stop.at, stop.steps));
        // Long runs keep fewer states, so that copying them takes a part of the time of the run and little memory.
        let stride = STRIDE.max(weight as u64 / 16).max(steps / 64);
        if self.at == at || steps < last + stride {
            return false;
        }
        stops.push(Stop { at: self.at, next: self.next, branch: self.branch.clone(), steps });
        true
    }

    fn decide(&mut self, cells: &mut Cells, condition: &Condition) -> Decided {
        let i = self.at;
        self.at += 1;
        let changed = match self.turns.get(i) {
            Some(turn) if !turn.changed => return if turn.yes { Decided::Yes } else { Decided::No },
            known => known.is_some(),
        };
        if let Err(stop) = self.budget.look() {
            return Decided::Stop(Halt::Unknown(stop.to_string()));
        }
        let saying = self.saying(cells, condition);
        let lost = self.loses_variables(cells, condition);
        if changed {
            // This branch was found to be feasible when the first one was taken.
            let negative = self.negative(cells, &saying);
            if !saying.facts.is_empty() || !self.is_ground(&saying) {
                self.negatives.push(negative);
            }
            self.turns[i].changed = false;
            let (_, opposite) = self.related(cells, condition);
            self.relations.extend(opposite);
            return Decided::No;
        }
        let (negatives, positives) = (self.negatives.len(), self.positives.len());
        let undecided = self.tally.undecided;
        let (yes, no) = if self.is_ground(&saying) {
            let yes = self.ground_yes(cells, &saying).filter(|state| self.all_live(cells, None, state));
            self.unsettle(i as u32);
            // The other branch must not see what the condition says.
            cells.look_back(&condition.mark);
            let no = self.ground_no(cells, &saying).filter(|state| self.all_live(cells, None, state));
            cells.look_again(&condition.mark);
            let no = no.map(|state| (state, None));
            if yes.is_some() {
                // Finds the negative constraints that are settled on the branch that is taken.
                self.unsettle(i as u32);
                let start = self.start.clone();
                self.keep_off(cells, start);
            }
            (yes, no)
        } else {
            let negative = self.negative(cells, &saying);
            cells.look_back(&condition.mark);
            let no = self.free_no(cells, &saying, negative).map(|(state, n)| (state, Some(n)));
            cells.look_again(&condition.mark);
            let yes = self.free_yes(cells, &saying);
            if let Some((_, positive)) = &yes {
                self.positives.push(positive.clone());
            }
            (yes.map(|(state, _)| state), no)
        };
        let refused =
            if yes.is_none() { Some(self.before()) } else { no.as_ref().map(|(state, _)| state.clone()) };
        if let Some(state) = refused
            && self.speaks_of_locals(&saying, lost)
            && self.tally.undecided == undecided
        {
            let mut posted = self.branch.clone();
            posted.push(saying.formula);
            if lost || !self.surely_fails(&posted, &state) {
                if yes.is_none() {
                    self.at -= 1;
                    return Decided::Stop(Halt::Unknown(KEPT.to_string()));
                }
                self.tally.kept = true;
            }
        }
        self.tally.infeasible += u64::from(yes.is_none()) + u64::from(no.is_none());
        let numbers = self.numbers.len();
        let relations = self.relations.len();
        let (related, opposite) = self.related(cells, condition);
        if yes.is_none() {
            self.ruled_out(&related, &related);
        }
        if no.is_none() {
            self.ruled_out(opposite.as_slice(), &related);
        }
        if yes.is_some() {
            self.relations.extend(related);
        } else {
            self.relations.extend(opposite);
        }
        let mut turn = Turn {
            yes: true,
            other: None,
            changed: false,
            state: self.start.clone(),
            negatives,
            positives,
            numbers,
            relations,
        };
        match (yes, no) {
            (Some(state), no) => {
                turn.state = state;
                turn.other = no.map(|(state, _)| state);
                self.turns.push(turn);
                Decided::Yes
            }
            (None, Some((state, negative))) => {
                self.positives.truncate(positives);
                turn.yes = false;
                turn.state = state;
                if !saying.facts.is_empty() || !self.is_ground(&saying) {
                    let negative = negative.unwrap_or_else(|| self.negative(cells, &saying));
                    // Backtracking reaches the same condition again and again.
                    if !self.negatives.iter().any(|known| known.says_the_same(&negative)) {
                        self.negatives.push(negative);
                    }
                }
                self.turns.push(turn);
                Decided::No
            }
            (None, None) => {
                self.at -= 1;
                Decided::Stop(if self.tally.undecided > undecided {
                    Halt::Unknown("the solver could not decide a condition".to_string())
                } else {
                    Halt::Infeasible
                })
            }
        }
    }

    fn assume(&mut self, cells: &mut Cells, condition: &Condition) {
        let guards = cells.guards_since(&condition.mark).is_empty();
        if guards && condition.comparisons.is_empty() {
            return;
        }
        let formula = self.formula(cells, condition);
        if self.formulas.as_bool(formula) != Some(true) {
            self.branch.push(formula);
        }
    }

    fn number(&mut self, cells: &Cells, operation: Operation, a: Cell, b: Cell) -> Option<Cell> {
        self.tally.computed = true;
        let place = self.next;
        self.next += 1;
        if place < self.numbers.len() {
            return Some(Cell::Number(place as u32));
        }
        let lossy = self.is_lossy(a) || self.is_lossy(b);
        let (a, b) = self.both(cells, a, b);
        let term = numbers::result(&mut self.formulas, operation, a, b);
        let lost = self.loses_operands(operation, (a, b), term);
        // A place is used again after backtracking.
        if lost || lossy {
            self.lossy.insert(place);
        } else {
            self.lossy.remove(&place);
        }
        self.numbers.push(term);
        let cases = matches!(
            operation,
            Operation::Floor | Operation::Modulo | Operation::Least | Operation::Greatest | Operation::Sign
        );
        let plain = self.formulas.as_number(term).is_some() || term == a || term == b;
        if cases && !plain && !self.operations.iter().any(|(known, ..)| *known == term) {
            self.operations.push((term, operation, a, b));
        }
        Some(Cell::Number(place as u32))
    }

    fn fresh(&mut self, input: bool) -> Option<Cell> {
        let place = self.next;
        self.next += 1;
        if place >= self.numbers.len() {
            let var = self.formulas.fresh_var(if input { "n" } else { "v" }, Sort::INT);
            if !input {
                self.locals.push(var);
            }
            self.numbers.push(var);
            self.lossy.remove(&place);
        }
        Some(Cell::Number(place as u32))
    }

    fn loosen(&mut self, number: Cell) {
        if let Cell::Number(n) = number
            && let Some(term) = self.numbers.get(n as usize)
        {
            let vars = self.formulas.free_vars(&[*term]);
            self.loose.extend(vars.into_iter().filter(|v| !self.loose.contains(v)).collect::<Vec<_>>());
        }
    }

    fn only_value(&mut self, cells: &Cells, cell: Cell) -> Option<Int> {
        let x = number(cells, &mut self.formulas, &self.numbers, cell);
        let mut state = self.state();
        for formula in self.branch.clone() {
            state = state.assert(formula);
        }
        let Verdict::Sat(model) = self.check(&state) else { return None };
        let Ok(Value::Int(value)) = formula::evaluate(&self.formulas, &model, x) else { return None };
        let constant = self.formulas.int(value.clone());
        let other = self.formulas.ne(x, constant);
        match self.check(&state.assert(other)) {
            Verdict::Unsat(_) => Some(value),
            _ => None,
        }
    }

    fn next_value(&mut self, cells: &Cells, cell: Cell, above: Option<&Int>) -> Result<Option<Int>, Halt> {
        let x = number(cells, &mut self.formulas, &self.numbers, cell);
        let mut state = self.state();
        for formula in self.branch.clone() {
            state = state.assert(formula);
        }
        if let Some(above) = above {
            let above = self.formulas.int(above.clone());
            let larger = self.formulas.gt(x, above);
            state = state.assert(larger);
        }
        let unknown = || Halt::Unknown("the solver could not label a variable".to_string());
        let mut best: Option<Int> = None;
        // From any value down to the smallest one, by halves where a lower bound is known.
        for _ in 0..10_000 {
            let verdict = self.check(&state);
            match verdict {
                Verdict::Sat(model) => {
                    let value = formula::evaluate(&self.formulas, &model, x);
                    let Ok(Value::Int(value)) = value else { return Err(unknown()) };
                    let bound = self.formulas.int(value.clone());
                    let smaller = self.formulas.lt(x, bound);
                    state = state.assert(smaller);
                    best = Some(value);
                }
                Verdict::Unsat(_) => return Ok(best),
                Verdict::Unknown(_) => return Err(unknown()),
            }
        }
        Err(unknown())
    }

    fn has_constraints(&self) -> bool {
        self.propagates && !self.locals.is_empty()
    }

    fn standing(&mut self, cells: &Cells, cell: Cell) -> Standing {
        self.stands(cells, cell)
    }

    fn is_of_constraints(&mut self, cells: &Cells, cell: Cell) -> bool {
        let term = number(cells, &mut self.formulas, &self.numbers, cell);
        self.propagates && !self.locals_of(term).is_empty()
    }

    fn has_finite_domain(&mut self, cells: &Cells, cell: Cell) -> Option<bool> {
        self.is_finite(cells, cell)
    }

    fn labelling(&mut self, cells: &Cells, numbers: &[Cell]) -> Result<(), Halt> {
        self.can_label(cells, numbers)
    }

    fn height(&self) -> usize {
        self.branch.len()
    }

    fn backtrack_to(&mut self, height: usize) {
        self.branch.truncate(height);
    }
}
