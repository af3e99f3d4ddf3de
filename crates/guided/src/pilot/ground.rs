//! Decisions about ground inputs alone: facts about terms, and what the solver says of integers.

use super::{Pilot, Saying};
use crate::facts::{Truth, truth};
use logic::machine::cells::Cells;
use solver::State;

impl Pilot<'_> {
    /// Checks what was taken to fail against what is known now. `None` if one of them holds; else the state with the
    /// clauses that only integers decide from now on.
    pub(super) fn keep_off(&mut self, cells: &Cells, mut state: State) -> Option<(State, bool)> {
        let level = self.at as u32 - 1;
        let mut asked = false;
        self.tally.work += 1 + self.negatives.len() as u64 / 8;
        for i in 0..self.negatives.len() {
            // Those that speak of free inputs as well are looked at branch by branch.
            if self.negatives[i].settled.is_some_and(|s| s <= level) || !self.roots.is_empty() {
                continue;
            }
            match truth(cells, &self.negatives[i].facts) {
                Truth::False => self.negatives[i].settled = Some(level),
                Truth::Open => {}
                Truth::If(guards) => {
                    let mut parts = vec![self.negatives[i].formula];
                    for (a, b) in guards {
                        let (a, b) = self.both(cells, a, b);
                        parts.push(self.formulas.eq(a, b));
                    }
                    let all = self.formulas.and(&parts);
                    let clause = self.formulas.not(all);
                    match self.formulas.as_bool(clause) {
                        Some(false) => return None,
                        Some(true) => {}
                        None => {
                            state = state.assert(clause);
                            state = self.in_domain(state, clause);
                            asked = true;
                        }
                    }
                    self.negatives[i].settled = Some(level);
                }
            }
        }
        Some((state, asked))
    }

    pub(super) fn ground_yes(&mut self, cells: &Cells, saying: &Saying) -> Option<State> {
        let before = self.before();
        let (mut state, mut ask) = self.keep_off(cells, before)?;
        let formula = match saying.local {
            Some(local) => {
                let vars = self.locals_of(local);
                self.renamed(local, &vars)
            }
            None => saying.formula,
        };
        match self.formulas.as_bool(formula) {
            Some(true) => {}
            Some(false) => return None,
            None => {
                state = state.assert(formula);
                state = self.in_domain(state, saying.formula);
                ask = true;
            }
        }
        if ask && self.feasible(&state) != Some(true) {
            return None;
        }
        Some(state)
    }

    pub(super) fn ground_no(&mut self, cells: &Cells, saying: &Saying) -> Option<State> {
        if !saying.facts.is_empty() {
            // An input that is not known can be a term that the program does not mention.
            return Some(self.before());
        }
        let before = self.before();
        let (before, asked) = self.keep_off(cells, before)?;
        let opposite = match saying.local {
            Some(local) => {
                let vars = self.locals_of(local);
                self.never(local, &vars)?
            }
            None => self.formulas.not(saying.formula),
        };
        match self.formulas.as_bool(opposite) {
            Some(true) if !asked => Some(before),
            Some(false) => None,
            _ => {
                let state = before.assert(opposite);
                let state = self.in_domain(state, saying.formula);
                (self.feasible(&state) == Some(true)).then_some(state)
            }
        }
    }

    pub(super) fn before(&self) -> State {
        match self.at.checked_sub(2).and_then(|i| self.turns.get(i)) {
            Some(turn) => turn.state.clone(),
            None => self.start.clone(),
        }
    }
}
