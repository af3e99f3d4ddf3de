//! The guide of a symbolic run: it takes one branch of each decision, and knows which other branches are unexplored.
//!
//! A run meets conditions on its inputs one after the other: a clause matches, a comparison holds. The decisions on
//! them make up a path. [`Pilot`] goes through the paths depth first: a run is repeated with the same decisions, up to
//! the last one that can also be taken otherwise, from the last state before it that was kept ([`Pilot::should_checkpoint`]).
//! Results stay known: assertions, facts and patterns are kept for the part of the path that is the same.
//!
//! *Ground inputs* have one value on all branches. Terms need no solver (see [`crate::facts`]); comparisons of integers
//! are asserted. *Free inputs* are patterns (see [`crate::pattern`]): each branch that was taken must have an instance
//! that keeps off everything that was not.

mod free;
mod ground;
mod guide;
mod numbers;
mod order;
mod propagation;

use crate::difference::{Differences, Found};
use crate::facts::{Fact, facts_since, number};
use crate::pattern::{Part, Pattern};
use base::Budget;
use formula::{Sort, Term, Terms};
pub(crate) use guide::KEPT;
use logic::machine::cells::{Addr, Cell, Cells};
use logic::machine::guide::{Comparison, Condition, Operation};
use logic::{Domain, Program};
use order::Related;
use solver::{Adviser, Solver, State, Verdict, eliminate};
use std::collections::BTreeSet;

/// How many steps of the solver a query may take: about a second.
const QUESTION_STEPS: u64 = 200_000;

/// A query that takes no more steps than these is a usual one.
const USUAL_STEPS: u64 = 5_000;

/// An elimination that makes no more terms than these is a usual one.
const USUAL_TERMS: u64 = 50;

/// What a step of the solver, or a term that is made, takes, in steps of the machine.
const SOLVER_STEP: u64 = 3;

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
    /// How many branches the path had when it was made.
    pub(crate) branches: usize,
    /// The decision at which it was settled for good.
    settled: Option<u32>,
}

impl Negative {
    fn says_the_same(&self, other: &Negative) -> bool {
        self.first_new == other.first_new
            && self.formula == other.formula
            && self.facts == other.facts
            && self.pattern == other.pattern
    }
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
    /// The other branch, if it is feasible and unexplored.
    other: Option<State>,
    /// The other branch is taken now, and what follows from it is not recorded yet.
    changed: bool,
    state: State,
    negatives: usize,
    positives: usize,
    numbers: usize,
    relations: usize,
}

/// What a run knew where its state was kept.
#[derive(Clone)]
struct Stop {
    /// How many decisions it had taken.
    at: usize,
    next: usize,
    branch: Vec<Term>,
    steps: u64,
}

/// Number of steps between two kept states; keeping states more often would cost more than it saves.
const STRIDE: u64 = 12;

/// What the search has done.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Queries to the solver.
    pub queries: u64,
    /// The work of checking what was taken to fail, and of hard queries, in steps of the machine.
    pub work: u64,
    /// Steps of the solver.
    pub solver_steps: u64,
    /// Assertions that were looked at in queries that needed no solver.
    pub differences: u64,
    /// Branches of decisions that no input takes.
    pub infeasible: u64,
    /// Branches of decisions that the solver could not decide.
    pub undecided: u64,
    /// Why, the first time.
    pub why: Option<String>,
    /// Whether integers were computed of others.
    pub computed: bool,
    /// Whether branches were left out that perhaps only calls with constraints take.
    pub crowded: bool,
    /// Whether branches were left out that integers cannot take, and other numbers perhaps can.
    pub narrowed: bool,
    /// Whether branches were left out whose constraints cannot hold, and that propagation perhaps takes.
    pub kept: bool,
}

/// From this number of clauses on, a branch of a call is only taken if a goal without constraints may take it: a table
/// of n facts has 2ⁿ subsets that constraints can tell apart.
const CROWD: usize = 5;

/// The guide.
pub struct Pilot<'b> {
    /// The terms of formulas.
    pub formulas: Terms,
    solver: Solver,
    differences: Differences,
    /// Whether queries about differences alone are answered without the solver.
    quick: bool,
    budget: &'b Budget,
    /// The numbers that cells name.
    numbers: Vec<Term>,
    next: usize,
    /// Variables that are no inputs.
    locals: Vec<Term>,
    /// What was computed with cases, and of what: for printing.
    operations: Vec<(Term, Operation, Term, Term)>,
    /// Integers that stand for any number.
    loose: Vec<Term>,
    /// The comparisons of the path, as far as they hold for any numbers.
    relations: Vec<Related>,
    natural: bool,
    /// Whether constraints are those of a system that propagates, and need not fail where they cannot hold.
    propagates: bool,
    /// Whether a formula has lost variables of constraints.
    simplified: bool,
    /// Computed numbers, by their places, that have lost variables of constraints: `abs(X - X)` is zero for the solver alone.
    lossy: BTreeSet<usize>,
    turns: Vec<Turn>,
    at: usize,
    /// Where the run can be taken back to; `None` if it is not to be.
    stops: Option<Vec<Stop>>,
    start: State,
    /// What was taken to fail on this path.
    pub negatives: Vec<Negative>,
    /// The branches of this path, where there are free inputs.
    pub positives: Vec<Positive>,
    branch: Vec<Term>,
    roots: Vec<Addr>,
    /// How many clauses may match the call that is being decided.
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
            differences: Differences::default(),
            quick: false,
            budget,
            numbers: Vec::new(),
            next: 0,
            locals: Vec::new(),
            operations: Vec::new(),
            loose: Vec::new(),
            relations: Vec::new(),
            natural,
            propagates: false,
            simplified: false,
            lossy: BTreeSet::new(),
            turns: Vec::new(),
            at: 0,
            stops: None,
            start: State::new(),
            negatives: Vec::new(),
            positives: Vec::new(),
            branch: Vec::new(),
            roots: Vec::new(),
            clauses: 0,
            tally: Tally::default(),
        }
    }

    /// The same for a search, which takes runs back to states that they were in.
    pub fn searching(natural: bool, budget: &'b Budget) -> Pilot<'b> {
        Pilot { stops: Some(Vec::new()), ..Pilot::new(natural, budget) }
    }

    /// Answers queries about differences of integers without the solver. The values that the solver finds for the rest
    /// are different then; [`Pilot::least_model`] gives small ones.
    pub fn answer_differences(&mut self) {
        self.quick = true;
    }

    /// A guide of runs whose constraints are those of `library(clpfd)`, if the program declares no domain of numbers: they
    /// are propagated, not decided.
    #[must_use]
    pub fn of(mut self, program: &Program) -> Pilot<'b> {
        self.propagates = !matches!(program.domain, Some(Domain::Nat | Domain::Int));
        self
    }

    /// Sets the adviser, which receives the queries to the solver.
    pub fn set_adviser(&mut self, adviser: Box<dyn Adviser>) {
        // The adviser has to receive all queries.
        self.quick = false;
        self.solver.set_adviser(adviser);
    }

    /// Forgets all decisions.
    pub fn reset(&mut self) {
        self.turns.clear();
        self.negatives.clear();
        self.positives.clear();
        self.numbers.clear();
        self.locals.clear();
        self.relations.clear();
        self.begin(&[]);
    }

    /// A run starts whose free inputs stand here.
    pub fn begin(&mut self, roots: &[Addr]) {
        self.at = 0;
        self.next = 0;
        self.branch.clear();
        if let Some(stops) = &mut self.stops {
            stops.clear();
        }
        self.roots = roots.to_vec();
        if self.positives.is_empty() && !roots.is_empty() {
            let parts = (0..roots.len() as u32).map(Part::Var).collect();
            let pattern = Pattern { parts, roots: roots.len() as u32, vars: roots.len() as u32 };
            self.positives.push(Positive { pattern, formula: self.formulas.tru() });
        }
    }

    /// Goes to the next path; false if there is none.
    pub fn turn(&mut self) -> bool {
        // Decisions that the last run did not reach belong to no path.
        while let Some(last) = self.turns.last_mut() {
            self.negatives.truncate(last.negatives);
            self.positives.truncate(last.positives);
            self.numbers.truncate(last.numbers);
            self.relations.truncate(last.relations);
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

    /// Goes back to the last state that was kept before the decision that was changed; how many are kept up to it.
    pub fn last_stop(&mut self) -> usize {
        let decisions = self.turns.len();
        let Some(stops) = &mut self.stops else { return 0 };
        while stops.last().is_some_and(|stop| stop.at >= decisions) {
            stops.pop();
        }
        if let Some(stop) = stops.last() {
            self.at = stop.at;
            self.next = stop.next;
            self.branch.clone_from(&stop.branch);
        }
        stops.len()
    }

    /// Negative constraints that were settled at this decision or later are no longer settled.
    fn unsettle(&mut self, level: u32) {
        for negative in &mut self.negatives {
            if negative.settled.is_some_and(|s| s >= level) {
                negative.settled = None;
            }
        }
    }

    /// Whether a condition is about variables of constraints.
    fn speaks_of_locals(&self, saying: &Saying, lost: bool) -> bool {
        self.propagates && (lost || !self.locals_of(saying.formula).is_empty())
    }

    /// Whether a condition is about ground inputs alone.
    fn is_ground(&self, saying: &Saying) -> bool {
        let plain = !saying.opened && saying.facts.is_empty();
        self.roots.is_empty() || (plain && self.locals_of(saying.formula).is_empty())
    }

    /// Forgets decisions that the run did not reach again.
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

    /// Whether everything that was taken to fail can still fail.
    pub(crate) fn stays_off(&mut self, cells: &Cells) -> bool {
        let state = self.state();
        self.at += 1;
        let kept = self.keep_off(cells, state);
        self.at -= 1;
        self.unsettle(self.at as u32);
        match kept {
            Some((state, true)) => self.feasible(&state) == Some(true),
            Some((_, false)) => true,
            None => false,
        }
    }

    /// The terms of the numbers.
    pub fn numbers(&self) -> &[Term] {
        &self.numbers
    }

    /// Results that are cases of others in formulas, with what they were computed from.
    pub fn operations(&self) -> &[(Term, Operation, Term, Term)] {
        &self.operations
    }

    /// Whether integers stood for other numbers too.
    pub fn has_loose(&self) -> bool {
        !self.loose.is_empty()
    }

    /// How many decisions the path has.
    pub fn decisions(&self) -> usize {
        self.at
    }

    /// The smallest values of the integers of a state, where they need no solver; `order` are the integers that count.
    pub fn least_model(&mut self, state: &State, order: &[Term]) -> Option<formula::Model> {
        self.differences.least(&self.formulas, &state.assertions(), order)
    }

    /// Asks the solver.
    pub fn check(&mut self, state: &State) -> Verdict {
        self.tally.queries += 1;
        let budget = self.budget.clone().with_steps(QUESTION_STEPS);
        let before = budget.used();
        let verdict = self.solver.check_state(&self.formulas, state, &budget);
        // A usual query has a fixed price; the further steps of a hard one are added.
        let steps = budget.used().saturating_sub(before);
        self.tally.solver_steps += steps;
        self.tally.work += SOLVER_STEP * steps.saturating_sub(USUAL_STEPS);
        verdict
    }

    fn feasible(&mut self, state: &State) -> Option<bool> {
        if self.quick {
            self.tally.differences += u64::from(state.depth());
            match self.differences.solve(&self.formulas, &state.assertions()) {
                Found::Values(_) => {
                    self.tally.queries += 1;
                    return Some(true);
                }
                Found::Nothing => {
                    self.tally.queries += 1;
                    return Some(false);
                }
                Found::Unknown => {}
            }
        }
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
            // Variables that are no inputs are there if they have a value in the domain. That an input is in it holds whether
            // the condition does or not: see [`Pilot::in_domain`].
            let vars = self.formulas.free_vars(&parts);
            for var in vars.into_iter().filter(|var| self.locals.contains(var)) {
                let zero = self.formulas.int(0);
                parts.push(self.formulas.ge(var, zero));
            }
        }
        self.formulas.and(&parts)
    }

    /// A state in which also the inputs that a formula speaks of are in the domain.
    fn in_domain(&mut self, mut state: State, formula: Term) -> State {
        if !self.natural {
            return state;
        }
        for var in self.formulas.free_vars(&[formula]) {
            if self.numbers.contains(&var) && !self.locals.contains(&var) {
                let zero = self.formulas.int(0);
                let natural = self.formulas.ge(var, zero);
                state = state.assert(natural);
            }
        }
        state
    }

    /// In a domain of numbers the free inputs of a run are numbers from the start.
    pub fn start_with_numbers(&mut self, cells: &Cells) {
        if !self.turns.is_empty() || self.positives.len() != 1 {
            return;
        }
        let pattern = Pattern::read(cells, &self.roots, &self.numbers);
        let mut parts = Vec::new();
        for part in &pattern.parts {
            if let (Part::Number(term), true) = (part, self.natural) {
                let zero = self.formulas.int(0);
                parts.push(self.formulas.ge(*term, zero));
            }
        }
        let formula = self.formulas.and(&parts);
        self.positives = vec![Positive { pattern, formula }];
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
        let (budget, before) = (self.budget.clone().with_steps(QUESTION_STEPS), self.formulas.len());
        let plain = eliminate(&mut self.formulas, exists, &budget);
        // An elimination that makes many terms takes long, so these terms are added.
        let made = self.formulas.len().saturating_sub(before) as u64;
        self.tally.work += SOLVER_STEP * made.saturating_sub(USUAL_TERMS);
        match plain {
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
}
