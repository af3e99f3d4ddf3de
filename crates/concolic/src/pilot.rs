//! The guide of a symbolic run: it takes one side of each decision, and knows which other sides are left.
//!
//! A run meets conditions on its inputs one after the other: does this clause fit, does this comparison hold? The
//! answers make up a path. [`Pilot`] goes through the paths depth first: a run is repeated from its start with the
//! answers that it had, up to the last one that can also be answered otherwise. A run is short and cheap; what costs is
//! asking the solver, and what was asked stays known: assertions, facts and patterns are kept for the part of the path
//! that is the same.
//!
//! *Ground inputs* have one value on all branches. Terms need no solver (see [`crate::facts`]); comparisons of integers
//! are asserted. *Free inputs* are patterns (see [`crate::pattern`]): each branch that was taken must have an instance
//! that keeps off everything that was not.

use crate::facts::{Fact, Truth, facts_since, number, truth};
use crate::pattern::{Equation, Known, Part, Pattern};
use base::{Budget, Int};
use formula::{Model, Sort, Term, Terms, Value};
use logic::machine::cells::{Addr, Cell, Cells};
use logic::machine::guide::{Comparison, Condition, Decided, Guide, Halt, Operation};
use solver::{Solver, State, Verdict, eliminate};
use std::sync::Arc;

/// A condition that was taken to fail.
#[derive(Clone, Debug)]
pub struct Negative {
    /// What it says of ground inputs.
    pub facts: Vec<Fact>,
    /// The first name that the facts give to arguments.
    pub first_new: Addr,
    /// What it says of free inputs; nothing if there are none.
    pub pattern: Pattern,
    /// What it says of integers, together with what its branch says of those that are no inputs.
    pub formula: Term,
    /// The decision at which it was settled for good.
    settled: Option<u32>,
}

/// A branch that was taken, where there are free inputs.
#[derive(Clone, Debug)]
pub struct Positive {
    /// What it makes of the free inputs.
    pub pattern: Pattern,
    /// What it says of integers.
    pub formula: Term,
}

/// A decision of the path.
#[derive(Clone)]
struct Turn {
    yes: bool,
    /// The other side, if it is feasible and was not taken yet.
    other: Option<State>,
    /// The side was changed, and what it brings is not written down yet.
    changed: bool,
    state: State,
    negatives: usize,
    positives: usize,
    numbers: usize,
}

/// What the search has done.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Questions to the solver.
    pub queries: u64,
    /// Sides of decisions that no input takes.
    pub infeasible: u64,
    /// Sides of decisions that the solver could not decide.
    pub undecided: u64,
    /// Why, the first time.
    pub why: Option<String>,
    /// Whether ways were left out that only constraints could take.
    pub crowded: bool,
}

/// From so many clauses on, a call is only followed where a goal without constraints may lead: a table of n facts has
/// 2ⁿ subsets that constraints can tell apart.
const CROWD: usize = 8;

/// The guide.
pub struct Pilot<'b> {
    /// The terms of formulas.
    pub formulas: Terms,
    solver: Solver,
    budget: &'b Budget,
    /// The numbers that cells name.
    numbers: Vec<Term>,
    next: usize,
    /// Variables that are no inputs.
    locals: Vec<Term>,
    natural: bool,
    turns: Vec<Turn>,
    at: usize,
    start: State,
    /// What was taken to fail on this path.
    pub negatives: Vec<Negative>,
    /// The branches of this path, where there are free inputs.
    pub positives: Vec<Positive>,
    branch: Vec<Term>,
    roots: Vec<Addr>,
    /// How many clauses the call has that is decided.
    clauses: usize,
    /// What was done.
    pub tally: Tally,
}

/// Everything that a condition says.
struct Saying {
    /// Whether a free input gets a value.
    opened: bool,
    facts: Vec<Fact>,
    first_new: Addr,
    /// Comparisons that are to hold.
    formula: Term,
    /// The same with what the branch says of local integers; `None` if there are none.
    local: Option<Term>,
}

impl<'b> Pilot<'b> {
    /// A guide at the start of its search.
    pub fn new(natural: bool, budget: &'b Budget) -> Pilot<'b> {
        Pilot {
            formulas: Terms::new(),
            solver: Solver::new(),
            budget,
            numbers: Vec::new(),
            next: 0,
            locals: Vec::new(),
            natural,
            turns: Vec::new(),
            at: 0,
            start: State::new(),
            negatives: Vec::new(),
            positives: Vec::new(),
            branch: Vec::new(),
            roots: Vec::new(),
            clauses: 0,
            tally: Tally::default(),
        }
    }

    /// Forgets all decisions.
    pub fn reset(&mut self) {
        self.turns.clear();
        self.negatives.clear();
        self.positives.clear();
        self.numbers.clear();
        self.locals.clear();
        self.begin(&[]);
    }

    /// A run starts whose free inputs stand here.
    pub fn begin(&mut self, roots: &[Addr]) {
        self.at = 0;
        self.next = 0;
        self.branch.clear();
        self.roots = roots.to_vec();
        if self.positives.is_empty() && !roots.is_empty() {
            let parts = (0..roots.len() as u32).map(Part::Var).collect();
            let pattern = Pattern { parts, roots: roots.len() as u32, vars: roots.len() as u32 };
            self.positives.push(Positive { pattern, formula: self.formulas.tru() });
        }
    }

    /// Goes to the next path; false if there is none.
    pub fn turn(&mut self) -> bool {
        // Decisions that the last run did not come to belong to no path.
        while let Some(last) = self.turns.last_mut() {
            self.negatives.truncate(last.negatives);
            self.positives.truncate(last.positives);
            self.numbers.truncate(last.numbers);
            if let Some(other) = last.other.take() {
                last.yes = !last.yes;
                last.changed = true;
                last.state = other;
                self.unsettle(self.turns.len() as u32 - 1);
                return true;
            }
            self.turns.pop();
        }
        false
    }

    /// What was settled at a decision or later is so no more.
    fn unsettle(&mut self, level: u32) {
        for negative in &mut self.negatives {
            if negative.settled.is_some_and(|s| s >= level) {
                negative.settled = None;
            }
        }
    }

    /// Whether a condition is about ground inputs alone.
    fn is_ground(&self, saying: &Saying) -> bool {
        let plain = !saying.opened && saying.facts.is_empty();
        self.roots.is_empty() || (plain && self.locals_of(saying.formula).is_empty())
    }

    /// Forgets decisions that the run did not come to again.
    pub fn forget_rest(&mut self) {
        self.turns.truncate(self.at);
    }

    /// What is asserted of integers on this path.
    pub fn state(&self) -> State {
        self.turns.get(self.at.wrapping_sub(1)).map_or_else(|| self.start.clone(), |t| t.state.clone())
    }

    /// The same at the end of a run, with what was learnt since the last decision.
    pub fn last_state(&mut self, cells: &Cells) -> State {
        let state = self.state();
        if !self.roots.is_empty() {
            return state;
        }
        self.at += 1;
        let kept = self.keep_off(cells, state.clone());
        self.at -= 1;
        self.unsettle(self.at as u32);
        kept.map_or(state, |(state, _)| state)
    }

    /// The terms of the numbers.
    pub fn numbers(&self) -> &[Term] {
        &self.numbers
    }

    /// How many decisions the path has.
    pub fn decisions(&self) -> usize {
        self.at
    }

    /// Asks the solver.
    pub fn check(&mut self, state: &State) -> Verdict {
        self.tally.queries += 1;
        self.solver.check_state(&self.formulas, state, self.budget)
    }

    fn feasible(&mut self, state: &State) -> Option<bool> {
        match self.check(state) {
            Verdict::Sat(_) => Some(true),
            Verdict::Unsat(_) => Some(false),
            Verdict::Unknown(why) => {
                self.tally.undecided += 1;
                self.tally.why.get_or_insert_with(|| why.to_string());
                None
            }
        }
    }

    fn compared(&mut self, comparison: Comparison, a: Term, b: Term, holds: bool) -> Term {
        let formula = match comparison {
            Comparison::Equal => self.formulas.eq(a, b),
            Comparison::Less => self.formulas.lt(a, b),
            Comparison::LessEqual => self.formulas.le(a, b),
        };
        if holds { formula } else { self.formulas.not(formula) }
    }

    /// The comparisons of a condition as one formula.
    fn formula(&mut self, cells: &Cells, condition: &Condition) -> Term {
        let mut parts = Vec::new();
        for (a, b) in cells.guards_since(&condition.mark).to_vec() {
            let (a, b) = self.both(cells, a, b);
            parts.push(self.formulas.eq(a, b));
        }
        for (comparison, a, b, holds) in &condition.comparisons {
            let (a, b) = self.both(cells, *a, *b);
            parts.push(self.compared(*comparison, a, b, *holds));
        }
        if self.natural {
            let vars = self.formulas.free_vars(&parts);
            for var in vars {
                let zero = self.formulas.int(0);
                parts.push(self.formulas.ge(var, zero));
            }
        }
        self.formulas.and(&parts)
    }

    fn both(&mut self, cells: &Cells, a: Cell, b: Cell) -> (Term, Term) {
        let a = number(cells, &mut self.formulas, &self.numbers, a);
        let b = number(cells, &mut self.formulas, &self.numbers, b);
        (a, b)
    }

    fn locals_of(&self, formula: Term) -> Vec<Term> {
        if self.locals.is_empty() {
            return Vec::new();
        }
        self.formulas.free_vars(&[formula]).into_iter().filter(|v| self.locals.contains(v)).collect()
    }

    fn saying(&mut self, cells: &Cells, condition: &Condition) -> Saying {
        let facts = facts_since(cells, &condition.mark);
        let first_new = cells.first_new_input(&condition.mark);
        let formula = self.formula(cells, condition);
        let local = if !self.roots.is_empty() {
            // The branch is part of what is said.
            let mut parts = self.branch.clone();
            parts.push(formula);
            Some(self.formulas.and(&parts))
        } else if self.locals.is_empty() {
            None
        } else {
            let with_locals: Vec<Term> =
                self.branch.iter().copied().filter(|f| !self.locals_of(*f).is_empty()).collect();
            let own = !self.locals_of(formula).is_empty();
            (own).then(|| {
                let mut parts = with_locals;
                parts.push(formula);
                self.formulas.and(&parts)
            })
        };
        Saying { opened: cells.opened_since(&condition.mark), facts, first_new, formula, local }
    }

    /// The opposite of ∃ locals: the formula.
    fn never(&mut self, formula: Term, vars: &[Term]) -> Option<Term> {
        let exists = if vars.is_empty() { formula } else { self.formulas.exists(vars, formula) };
        match eliminate(&mut self.formulas, exists, self.budget) {
            Ok(plain) => Some(self.formulas.not(plain)),
            Err(_) => {
                self.tally.undecided += 1;
                self.tally.why.get_or_insert_with(|| "a constraint that cannot be negated".to_string());
                None
            }
        }
    }

    /// The formula with other variables in the place of these.
    fn renamed(&mut self, formula: Term, vars: &[Term]) -> Term {
        let map: Vec<(Term, Term)> =
            vars.iter().map(|v| (*v, self.formulas.fresh_var("v", Sort::INT))).collect();
        self.formulas.substitute(formula, &map)
    }

    /// Checks what was taken to fail against what is known now. `None` if one of them holds; else the state with the
    /// clauses that only integers decide from now on.
    fn keep_off(&mut self, cells: &Cells, mut state: State) -> Option<(State, bool)> {
        let level = self.at as u32 - 1;
        let mut asked = false;
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
                            asked = true;
                        }
                    }
                    self.negatives[i].settled = Some(level);
                }
            }
        }
        Some((state, asked))
    }

    // ---- ground inputs alone

    fn ground_yes(&mut self, cells: &Cells, saying: &Saying) -> Option<State> {
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
                ask = true;
            }
        }
        if ask && self.feasible(&state) != Some(true) {
            return None;
        }
        Some(state)
    }

    fn ground_no(&mut self, cells: &Cells, saying: &Saying) -> Option<State> {
        if !saying.facts.is_empty() {
            // An input that is not known can be something that nobody names.
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
                (self.feasible(&state) == Some(true)).then_some(state)
            }
        }
    }

    fn before(&self) -> State {
        match self.at.checked_sub(2).and_then(|i| self.turns.get(i)) {
            Some(turn) => turn.state.clone(),
            None => self.start.clone(),
        }
    }

    // ---- free inputs

    /// Whether some instance of a branch keeps off all that was taken to fail, and off one more.
    fn lives(
        &mut self,
        cells: &Cells,
        positive: &Positive,
        more: Option<&Negative>,
        base: &State,
    ) -> Option<bool> {
        let mut clauses = Vec::new();
        let count = self.negatives.len();
        for i in 0..count + usize::from(more.is_some()) {
            let negative = match (i < count, more) {
                (true, _) => &self.negatives[i],
                (false, Some(more)) => more,
                (false, None) => continue,
            };
            let guards = match truth(cells, &negative.facts) {
                Truth::False | Truth::Open => continue,
                Truth::If(guards) => guards,
            };
            let known = Known { cells, numbers: &self.numbers };
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
        for clause in clauses {
            state = state.assert(clause);
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
            together = together.assert(positive.formula);
            for j in 0..self.negatives.len() {
                let negative = self.negatives[j].clone();
                let Truth::If(guards) = truth(cells, &negative.facts) else { continue };
                let known = Known { cells, numbers: &self.numbers };
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

    /// ¬∃ (equations ∧ formula'), where the formula's variables are apart from those of the branch.
    fn clause(
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
        let vars = self.formulas.free_vars(&theirs);
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

    /// Whether a goal without constraints may take all these branches and none of what must fail. `false` is no proof.
    fn has_goal(&mut self, cells: &Cells, positive: Option<&Positive>, negative: Option<&Negative>) -> bool {
        if self.clauses < CROWD {
            return true;
        }
        let patterns: Vec<&Pattern> = self.positives.iter().chain(positive).map(|p| &p.pattern).collect();
        let avoided: Vec<&Pattern> = self.negatives.iter().chain(negative).map(|n| &n.pattern).collect();
        let found = crate::goals::keeps_off(&patterns, &avoided, cells);
        self.tally.crowded |= !found;
        found
    }

    fn free_yes(&mut self, cells: &Cells, saying: &Saying) -> Option<(State, Positive)> {
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

    fn free_no(&mut self, cells: &Cells, saying: &Saying) -> Option<(State, Negative)> {
        let negative = self.negative(cells, saying);
        if !saying.facts.is_empty() {
            // A ground input that is not known can be something that nobody names.
            return Some((self.before(), negative));
        }
        let base = self.before();
        if !self.all_live(cells, Some(&negative), &base) || !self.has_goal(cells, None, Some(&negative)) {
            return None;
        }
        Some((base, negative))
    }

    /// Whether every branch has an instance.
    fn all_live(&mut self, cells: &Cells, more: Option<&Negative>, base: &State) -> bool {
        (0..self.positives.len()).all(|i| {
            let positive = self.positives[i].clone();
            self.lives(cells, &positive, more, base) == Some(true)
        })
    }

    fn negative(&mut self, cells: &Cells, saying: &Saying) -> Negative {
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
            settled: None,
        }
    }
}

impl Guide for Pilot<'_> {
    const SYMBOLIC: bool = true;

    fn crowd(&mut self, clauses: usize) {
        self.clauses = clauses;
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
        if changed {
            // The other side was found to be feasible when the first one was taken.
            let negative = self.negative(cells, &saying);
            if !saying.facts.is_empty() || !self.is_ground(&saying) {
                self.negatives.push(negative);
            }
            self.turns[i].changed = false;
            return Decided::No;
        }
        let (negatives, positives) = (self.negatives.len(), self.positives.len());
        let undecided = self.tally.undecided;
        let (yes, no) = if self.is_ground(&saying) {
            let yes = self.ground_yes(cells, &saying).filter(|state| self.all_live(cells, None, state));
            self.unsettle(i as u32);
            let no = self.ground_no(cells, &saying).filter(|state| self.all_live(cells, None, state));
            let no = no.map(|state| (state, None));
            if yes.is_some() {
                // Those that are settled on the side that is taken.
                self.unsettle(i as u32);
                let start = self.start.clone();
                self.keep_off(cells, start);
            }
            (yes, no)
        } else {
            let no = self.free_no(cells, &saying).map(|(state, n)| (state, Some(n)));
            let yes = self.free_yes(cells, &saying);
            if let Some((_, positive)) = &yes {
                self.positives.push(positive.clone());
            }
            (yes.map(|(state, _)| state), no)
        };
        self.tally.infeasible += u64::from(yes.is_none()) + u64::from(no.is_none());
        let numbers = self.numbers.len();
        let mut turn = Turn {
            yes: true,
            other: None,
            changed: false,
            state: self.start.clone(),
            negatives,
            positives,
            numbers,
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
                    self.negatives.push(negative);
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
        let place = self.next;
        self.next += 1;
        if place < self.numbers.len() {
            return Some(Cell::Number(place as u32));
        }
        let (a, b) = self.both(cells, a, b);
        let t = &mut self.formulas;
        let zero = t.int(0);
        let term = match operation {
            Operation::Add => t.add(&[a, b]),
            Operation::Subtract => t.sub(a, b),
            Operation::Multiply => t.mul(a, b),
            Operation::Quotient => t.div_trunc(a, b),
            Operation::Remainder => t.rem_trunc(a, b),
            // Towards minus infinity; the formula's own quotient leaves a remainder that is not negative.
            Operation::Floor | Operation::Modulo => {
                let (q, r) = (t.div(a, b), t.modulo(a, b));
                let (down, clean) = (t.lt(b, zero), t.eq(r, zero));
                let unclean = t.not(clean);
                let both = t.and(&[down, unclean]);
                if operation == Operation::Modulo {
                    let lower = t.add(&[r, b]);
                    t.ite(both, lower, r)
                } else {
                    let one = t.int(1);
                    let lower = t.sub(q, one);
                    t.ite(both, lower, q)
                }
            }
            Operation::Least => {
                let less = t.le(a, b);
                t.ite(less, a, b)
            }
            Operation::Greatest => {
                let less = t.le(a, b);
                t.ite(less, b, a)
            }
            Operation::Absolute => t.abs(a),
            Operation::Sign => {
                let (one, minus) = (t.int(1), t.int(-1));
                let (negative, none) = (t.lt(a, zero), t.eq(a, zero));
                let rest = t.ite(none, zero, one);
                t.ite(negative, minus, rest)
            }
        };
        self.numbers.push(term);
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
        }
        Some(Cell::Number(place as u32))
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

    fn height(&self) -> usize {
        self.branch.len()
    }

    fn fall(&mut self, height: usize) {
        self.branch.truncate(height);
    }
}
