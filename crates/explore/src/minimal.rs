//! The smallest input of a path, proved: fewest cells and arrays, then the least sum of absolute values.
//!
//! Names of cells are variables with a blank in their name, which no program has. The references that the path condition mentions are all that can be a cell of the input; so with
//! names for k cells, 'every reference is nil or one of these' asks for an input with at most k. The
//! first k that has an answer is the least. The sum is then minimised by branch and bound; where reals are among the numbers, by
//! narrowing down its least value. Where there is none (`x > 0`), a whole number that is near has to do.

use crate::explorer::Explorer;
use formula::{Model, Sort, Term, Value, evaluate};
use imperative::FieldId;
use solver::{Minimum, RealMinimum, State, Verdict};
use std::sync::Arc;

/// More cells than this are not tried one by one.
const MOST_CELLS: usize = 64;

/// Sorted arrays with more elements than this are minimised by those that the path looks at alone.
const MOST_ELEMENTS: i64 = 64;

impl Explorer<'_> {
    /// A smallest model of a condition; what stays undecided is answered by any model.
    pub(crate) fn smallest(&mut self, condition: &State) -> Verdict {
        let any = self.ask(condition);
        if !any.is_sat() {
            return any;
        }
        let (references, mut numbers) = self.mentioned(condition);
        let mut best = any;
        let mut bounded = condition.clone();
        let mut names = Vec::new();
        for cells in 0..MOST_CELLS {
            (bounded, names) = self.with_cells(condition, &references, cells);
            match self.ask(&bounded) {
                Verdict::Sat(m) => {
                    best = Verdict::Sat(m);
                    break;
                }
                Verdict::Unsat(_) => {}
                Verdict::Unknown(_) => return best,
            }
        }
        for name in names {
            numbers.extend(self.numbers_in(name));
        }
        let absolute: Vec<Term> = numbers.into_iter().map(|t| self.world.terms.abs(t)).collect();
        if absolute.is_empty() {
            return best;
        }
        self.with_least_sum(&bounded, &absolute).map_or(best, Verdict::Sat)
    }

    /// A model of a condition in which the sum of some numbers, none of them negative, is as small as can be.
    fn with_least_sum(&mut self, condition: &State, numbers: &[Term]) -> Option<Arc<Model>> {
        let terms = &mut self.world.terms;
        if numbers.iter().all(|t| terms.sort_of(*t) == Sort::INT) {
            let sum = terms.add(numbers);
            return match self.solver.minimise(terms, condition, sum, self.budget) {
                Minimum::Least(_, m) | Minimum::Unbounded(_, m) => Some(m),
                Minimum::Unknown(_, found) => found.map(|(_, m)| m),
                Minimum::Unsat(_) => None,
            };
        }
        let real = |t: &Term| if terms.sort_of(*t) == Sort::INT { terms.to_real(*t) } else { *t };
        let numbers: Vec<Term> = numbers.iter().map(real).collect();
        let sum = terms.add(&numbers);
        match self.solver.minimise_real(terms, condition, sum, self.budget) {
            RealMinimum::Least(_, m) | RealMinimum::Near(_, m) => Some(m),
            RealMinimum::Unsat(_) | RealMinimum::Unknown(_) => None,
        }
    }

    /// A condition, and that the elements of sorted arrays of the input are in order, all of them: those that nothing mentions
    /// count for the sum as well. The arrays are as long as in a model. Nothing where there are none, or too many elements.
    pub(crate) fn with_all_elements(&mut self, condition: &State, model: &Model) -> Option<State> {
        let mut all = condition.clone();
        let mut any = false;
        for i in 0..self.sorted_arrays.len() {
            let root = self.sorted_arrays[i].root();
            let (length, at, _) = self.world.array(self.world.terms.sort_of(root))?;
            let length = self.world.terms.app(length, &[root]);
            let count = evaluate(&self.world.terms, model, length).ok()?.as_rat()?.to_int()?.to_i64()?;
            let nil = self.world.terms.nil(self.world.terms.sort_of(root));
            let is_nil = self.world.terms.eq(root, nil);
            if evaluate(&self.world.terms, model, is_nil) != Ok(Value::Bool(false)) || count < 1 {
                continue;
            }
            if count > MOST_ELEMENTS {
                return None;
            }
            any = true;
            let terms = &mut self.world.terms;
            let number = terms.int(count);
            let as_long = terms.eq(length, number);
            all = all.assert(as_long);
            let elements: Vec<Term> = (0..count)
                .map(|k| {
                    let k = terms.int(k);
                    terms.app(at, &[root, k])
                })
                .collect();
            for pair in elements.windows(2) {
                let in_order = terms.le(pair[0], pair[1]);
                all = all.assert(in_order);
            }
        }
        any.then_some(all)
    }

    /// The condition, and that at most `cells` cells are enough for all that it mentions.
    pub(crate) fn at_most(&mut self, condition: &State, cells: usize) -> State {
        let (references, _) = self.mentioned(condition);
        self.with_cells(condition, &references, cells).0
    }

    /// The input references that a condition mentions, and the numbers that are no fields.
    fn mentioned(&self, condition: &State) -> (Vec<Term>, Vec<Term>) {
        let (mut references, mut numbers) = (Vec::new(), Vec::new());
        let mut roots = condition.assertions();
        roots.extend(self.inputs.iter().map(|(_, t)| *t));
        let world = &self.world;
        world.terms.visit(&roots, |t| {
            if !world.is_input(t) {
                return;
            }
            match world.terms.sort_of(t) {
                // A field may be met under two names of its cell; it is counted by its cell.
                Sort::INT | Sort::REAL if world.terms.args(t).len() != 1 => numbers.push(t),
                Sort::INT | Sort::REAL | Sort::BOOL => {}
                // Parts come with what they are part of.
                _ if world.part(t).is_some() => {}
                _ => references.push(t),
            }
        });
        (references, numbers)
    }

    /// The numbers of a cell, or the length of an array.
    fn numbers_in(&mut self, cell: Term) -> Vec<Term> {
        let sort = self.world.terms.sort_of(cell);
        if let Some((length, _, _)) = self.world.array(sort) {
            return vec![self.world.terms.app(length, &[cell])];
        }
        let Some(s) = self.world.struct_of(sort) else { return Vec::new() };
        let fields = self.program.struct_of(s).map_or(0, |d| d.fields.len());
        (0..fields)
            .map(|i| self.world.field(s, FieldId::new(i)))
            .filter(|f| matches!(self.world.terms.fun(*f).result, Sort::INT | Sort::REAL))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|f| self.world.terms.app(f, &[cell]))
            .collect()
    }

    /// Every reference is nil or one of `cells` cells of its sort; the names of the cells.
    fn with_cells(&mut self, condition: &State, references: &[Term], cells: usize) -> (State, Vec<Term>) {
        let mut state = condition.clone();
        // Cells are shared out between sorts by the solver: a cell name counts once, whatever its sort.
        let mut used: Vec<Vec<Term>> = Vec::new();
        let sorts: Vec<Sort> = {
            let mut sorts: Vec<Sort> = references.iter().map(|r| self.world.terms.sort_of(*r)).collect();
            sorts.sort();
            sorts.dedup();
            sorts
        };
        for sort in &sorts {
            let names: Vec<Term> =
                (0..cells).map(|i| self.world.terms.var(&format!("cell {i}"), *sort)).collect();
            used.push(names);
        }
        for r in references {
            let sort = self.world.terms.sort_of(*r);
            let nil = self.world.terms.nil(sort);
            let mut options = vec![self.world.terms.eq(*r, nil)];
            let place = sorts.iter().position(|s| *s == sort).unwrap_or(0);
            for name in &used[place] {
                options.push(self.world.terms.eq(*r, *name));
            }
            let one = self.world.terms.or(&options);
            state = state.assert(one);
        }
        if sorts.len() > 1 {
            // At most `cells` of all names may be taken: number the cells of each sort from its own
            // start, and let the starts and ends be ordered.
            state = self.share_out(state, references, &sorts, &used, cells);
        }
        (state, used.into_iter().flatten().collect())
    }

    /// With several sorts of cells: counts c₁ + c₂ + … ≤ cells, and a name is used only below its count.
    fn share_out(
        &mut self,
        mut state: State,
        references: &[Term],
        sorts: &[Sort],
        names: &[Vec<Term>],
        cells: usize,
    ) -> State {
        let counts: Vec<Term> = (0..sorts.len())
            .map(|i| self.world.terms.var(&format!("cells of sort {i}"), Sort::INT))
            .collect();
        let zero = self.world.terms.int(0);
        for c in &counts {
            let fine = self.world.terms.le(zero, *c);
            state = state.assert(fine);
        }
        let sum = self.world.terms.add(&counts);
        let most = self.world.terms.int(cells as i64);
        let fine = self.world.terms.le(sum, most);
        state = state.assert(fine);
        for r in references {
            let sort = self.world.terms.sort_of(*r);
            let Some(place) = sorts.iter().position(|s| *s == sort) else { continue };
            for (i, name) in names[place].iter().enumerate() {
                let taken = self.world.terms.eq(*r, *name);
                let number = self.world.terms.int(i as i64);
                let below = self.world.terms.lt(number, counts[place]);
                let fine = self.world.terms.implies(taken, below);
                state = state.assert(fine);
            }
        }
        state
    }
}
