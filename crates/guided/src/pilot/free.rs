//! Decisions where there are free inputs: each branch that was taken must keep an instance.

use super::{Negative, Pilot, Positive, Saying};
use crate::facts::{Names, Truth, number, truth_named};
use crate::pattern::{Equation, Known, Part, Pattern};
use formula::{Model, Sort, Term};
use logic::machine::cells::{Cell, Cells};
use solver::{State, Verdict};
use std::sync::Arc;

impl Pilot<'_> {
    /// Whether some instance of a branch keeps off all that was taken to fail, and off one more.
    pub(super) fn lives(
        &mut self,
        cells: &Cells,
        positive: &Positive,
        more: Option<&Negative>,
        base: &State,
    ) -> Option<bool> {
        let mut clauses = Vec::new();
        let count = self.negatives.len();
        self.tally.work += 1 + count as u64 / 4;
        for i in 0..count + usize::from(more.is_some()) {
            let negative = match (i < count, more) {
                (true, _) => &self.negatives[i],
                (false, Some(more)) => more,
                (false, None) => continue,
            };
            let mut names = Names::new();
            let guards = match truth_named(cells, &negative.facts, &mut names) {
                Truth::False | Truth::Open => continue,
                Truth::If(guards) => guards,
            };
            self.tally.work += 1 + positive.pattern.parts.len() as u64 / 8;
            let known = Known { cells, numbers: &self.numbers, names: &names };
            let Some(equations) = positive.pattern.below(&negative.pattern, known) else { continue };
            let formula = negative.formula;
            let no_ints = self.formulas.as_bool(formula) == Some(true);
            if equations.is_empty() && guards.is_empty() && no_ints {
                return Some(false);
            }
            match self.clause(cells, &equations, &guards, formula) {
                Some(clause) => clauses.push(clause),
                None => return None,
            }
        }
        let plain = clauses.is_empty() && self.formulas.as_bool(positive.formula) == Some(true);
        if plain {
            return Some(true);
        }
        let mut state = base.assert(positive.formula);
        state = self.in_domain(state, positive.formula);
        for clause in clauses {
            state = state.assert(clause);
            state = self.in_domain(state, clause);
        }
        self.feasible(&state)
    }

    /// A model for all branches of free inputs at once, and one for each.
    pub fn models(&mut self, cells: &Cells) -> (Option<Arc<Model>>, Vec<Option<Arc<Model>>>) {
        let numberless = |this: &Self| {
            this.positives.iter().all(|p| this.formulas.as_bool(p.formula) == Some(true))
                && this
                    .positives
                    .iter()
                    .all(|p| !p.pattern.parts.iter().any(|p| matches!(p, Part::Number(_))))
        };
        if self.numbers.is_empty() && numberless(self) {
            let none = Arc::new(Model::default());
            return (Some(none.clone()), vec![Some(none); self.positives.len()]);
        }
        let mut together = self.state();
        let mut each = Vec::new();
        for i in 0..self.positives.len() {
            let positive = self.positives[i].clone();
            let mut state = self.state().assert(positive.formula);
            state = self.in_domain(state, positive.formula);
            together = together.assert(positive.formula);
            together = self.in_domain(together, positive.formula);
            for j in 0..self.negatives.len() {
                let negative = self.negatives[j].clone();
                let mut names = Names::new();
                let Truth::If(guards) = truth_named(cells, &negative.facts, &mut names) else { continue };
                let known = Known { cells, numbers: &self.numbers, names: &names };
                let Some(equations) = positive.pattern.below(&negative.pattern, known) else { continue };
                if let Some(clause) = self.clause(cells, &equations, &guards, negative.formula) {
                    state = state.assert(clause);
                    together = together.assert(clause);
                }
            }
            each.push(match self.check(&state) {
                Verdict::Sat(model) => Some(model),
                _ => None,
            });
        }
        let together = match self.check(&together) {
            Verdict::Sat(model) => Some(model),
            _ => None,
        };
        (together, each)
    }

    /// ¬∃ (equations ∧ formula'), where the formula's local variables are apart from those of the branch. Ground inputs
    /// have one value on all branches, so theirs are the same.
    pub(super) fn clause(
        &mut self,
        cells: &Cells,
        equations: &[Equation],
        guards: &[(Cell, Cell)],
        formula: Term,
    ) -> Option<Term> {
        let term = |this: &mut Self, part: Part| match part {
            Part::Number(term) => term,
            Part::Is(cell) => number(cells, &mut this.formulas, &this.numbers, cell),
            _ => this.formulas.int(0),
        };
        let mut theirs = vec![formula];
        for e in equations {
            if let (Part::Number(t), true) = (e.to, e.others) {
                theirs.push(t);
            }
        }
        let mut vars = self.formulas.free_vars(&theirs);
        vars.retain(|v| self.locals.contains(v));
        let map: Vec<(Term, Term)> =
            vars.iter().map(|v| (*v, self.formulas.fresh_var("u", Sort::INT))).collect();
        let mut parts = vec![self.formulas.substitute(formula, &map)];
        for e in equations {
            let a = term(self, e.mine);
            let mut b = term(self, e.to);
            if e.others {
                b = self.formulas.substitute(b, &map);
            }
            parts.push(self.formulas.eq(a, b));
        }
        for (a, b) in guards {
            let (a, b) = self.both(cells, *a, *b);
            parts.push(self.formulas.eq(a, b));
        }
        let all = self.formulas.and(&parts);
        let fresh: Vec<Term> = map.into_iter().map(|(_, v)| v).collect();
        self.never(all, &fresh)
    }

    pub(super) fn free_yes(&mut self, cells: &Cells, saying: &Saying) -> Option<(State, Positive)> {
        let pattern = Pattern::read(cells, &self.roots, &self.numbers);
        let positive = Positive { pattern, formula: saying.local.unwrap_or(saying.formula) };
        if self.formulas.as_bool(positive.formula) == Some(false) {
            return None;
        }
        let base = self.before();
        if self.lives(cells, &positive, None, &base) != Some(true) {
            return None;
        }
        if !saying.facts.is_empty() && !self.all_live(cells, None, &base) {
            return None;
        }
        self.has_goal(cells, Some(&positive), None).then_some((base, positive))
    }

    /// Whether a goal without constraints may take all these branches and none of what must fail. `false` is no proof.
    fn has_goal(&mut self, cells: &Cells, positive: Option<&Positive>, negative: Option<&Negative>) -> bool {
        if self.clauses < super::CROWD {
            return true;
        }
        let patterns: Vec<&Pattern> = self.positives.iter().chain(positive).map(|p| &p.pattern).collect();
        let avoided: Vec<&Pattern> = self.negatives.iter().chain(negative).map(|n| &n.pattern).collect();
        let found = crate::instances::keeps_off(&patterns, &avoided, cells);
        self.tally.crowded |= !found;
        found
    }

    pub(super) fn free_no(
        &mut self,
        cells: &Cells,
        saying: &Saying,
        negative: Negative,
    ) -> Option<(State, Negative)> {
        if !saying.facts.is_empty() {
            // A ground input that is not known can be a term that the program does not mention.
            return Some((self.before(), negative));
        }
        let base = self.before();
        if !self.all_live(cells, Some(&negative), &base) || !self.has_goal(cells, None, Some(&negative)) {
            return None;
        }
        Some((base, negative))
    }

    /// Whether every branch has an instance.
    pub(super) fn all_live(&mut self, cells: &Cells, more: Option<&Negative>, base: &State) -> bool {
        (0..self.positives.len()).all(|i| {
            let positive = self.positives[i].clone();
            self.lives(cells, &positive, more, base) == Some(true)
        })
    }

    pub(super) fn negative(&mut self, cells: &Cells, saying: &Saying) -> Negative {
        let pattern = if self.roots.is_empty() {
            Pattern::default()
        } else {
            Pattern::read(cells, &self.roots, &self.numbers)
        };
        Negative {
            facts: saying.facts.clone(),
            first_new: saying.first_new,
            pattern,
            formula: saying.local.unwrap_or(saying.formula),
            branches: self.positives.len(),
            settled: None,
        }
    }
}
