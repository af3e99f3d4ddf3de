//! What `library(clpfd)` is sure to find out, and what it may leave open.
//!
//! The solver decides whether constraints can hold together; `library(clpfd)` propagates, and where propagation sees no
//! contradiction the run goes on. Constraints that can hold never fail. Those that cannot are surely seen to fail where
//!
//! * all their variables have values, or get them one after the other: `X #= N + 1` with N known;
//! * each of them speaks of one variable that has no value: its domain is exact;
//! * the variables without values hang together like a tree of two at a time: values of one that have no partner are
//!   removed, which is enough in a tree;
//! * bounds alone lead to an empty domain.
//!
//! Everything else is unknown. The same holds for the question whether a variable has a value: it surely has none where
//! two values are possible.

use super::Pilot;
use crate::facts::number;
use base::{Int, Rat};
use formula::{Model, Op, Term, Value};
use logic::machine::cells::{Cell, Cells};
use logic::machine::guide::{Comparison, Condition, Halt, Operation, Standing};
use solver::State;
use std::collections::{BTreeMap, BTreeSet};

/// How often bounds are gone through; longer chains are left open.
const ROUNDS: usize = 60;

/// More constraints than that are not looked at.
const MOST: usize = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// The sum is zero.
    Equal,
    /// It is not.
    Unequal,
    /// It is at most zero.
    AtMost,
}

/// A constraint as a sum that is compared with zero.
#[derive(Clone, Debug)]
struct Literal {
    formula: Term,
    sign: Sign,
    /// Variables, and terms of ground inputs, with their factors.
    sum: Vec<(Term, Int)>,
    constant: Int,
    /// The variables of constraints in it.
    locals: Vec<Term>,
    /// Whether it is no such sum, or a sum that has products or quotients in it.
    hard: bool,
}

/// Bounds of a value.
type Interval = (Option<Int>, Option<Int>);

/// A row of constraints that have variables without values in common.
struct Component<'l> {
    literals: Vec<&'l Literal>,
    /// Whether propagation is sure to see if they can hold.
    exact: bool,
}

impl Pilot<'_> {
    /// The constraints of a conjunction.
    fn literals(&self, formulas: &[Term]) -> Option<Vec<Literal>> {
        let mut found: Vec<Literal> = Vec::new();
        let mut open: Vec<Term> = formulas.iter().rev().copied().collect();
        while let Some(formula) = open.pop() {
            if *self.formulas.op(formula) == Op::And {
                open.extend(self.formulas.args(formula).iter().rev());
                continue;
            }
            if self.formulas.as_bool(formula) == Some(true) || found.iter().any(|l| l.formula == formula) {
                continue;
            }
            if found.len() >= MOST {
                return None;
            }
            found.push(self.literal(formula));
        }
        Some(found)
    }

    fn literal(&self, formula: Term) -> Literal {
        let terms = &self.formulas;
        let locals = self.locals_of(formula);
        let hard = Literal {
            formula,
            sign: Sign::Equal,
            sum: Vec::new(),
            constant: Int::from(0),
            locals: locals.clone(),
            hard: true,
        };
        let (inner, holds) = match terms.op(formula) {
            Op::Not => match terms.args(formula).first() {
                Some(inner) => (*inner, false),
                None => return hard,
            },
            _ => (formula, true),
        };
        let &[a, b] = terms.args(inner) else { return hard };
        let (sign, left, right, more) = match (terms.op(inner), holds) {
            (Op::Eq, _) if terms.sort_of(a) != formula::Sort::INT => return hard,
            (Op::Eq, true) => (Sign::Equal, a, b, 0),
            (Op::Eq, false) => (Sign::Unequal, a, b, 0),
            (Op::Le, true) => (Sign::AtMost, a, b, 0),
            (Op::Lt, true) => (Sign::AtMost, a, b, 1),
            (Op::Le, false) => (Sign::AtMost, b, a, 1),
            (Op::Lt, false) => (Sign::AtMost, b, a, 0),
            _ => return hard,
        };
        let (one, minus) = (Rat::from(1), Rat::from(-1));
        let form = terms.linear_form(&[(left, one), (right, minus)]);
        let Some(constant) = form.offset().to_int() else { return hard };
        let mut sum = Vec::new();
        let mut is_hard = false;
        for (term, factor) in form.monomials {
            let Some(factor) = factor.to_int() else { return hard };
            is_hard |= terms.var_number(term).is_none() && !self.locals_of(term).is_empty();
            sum.push((term, factor));
        }
        let constant = &constant + &Int::from(more);
        Literal { formula, sign, sum, constant, locals, hard: is_hard }
    }

    /// Whether the comparison of a condition lost variables that propagation may still wait for. `X*Y #\= X*Y` is kept.
    pub(super) fn loses_variables(&mut self, cells: &Cells, condition: &Condition) -> bool {
        if !self.propagates || self.locals.is_empty() {
            return false;
        }
        let mut lost = false;
        for (comparison, a, b, holds) in &condition.comparisons {
            lost |= self.is_lossy(*a) || self.is_lossy(*b);
            let (a, b) = self.both(cells, *a, *b);
            let made = self.compared(*comparison, a, b, *holds);
            let (of_a, of_b) = (self.locals_of(a), self.locals_of(b));
            // `2*X #\= X` is kept until X has a value: it is no `X #\= 0`.
            if !*holds && *comparison == Comparison::Equal && of_a.iter().any(|var| of_b.contains(var)) {
                lost = true;
                continue;
            }
            let after = self.locals_of(made);
            if of_a.iter().chain(&of_b).all(|var| after.contains(var)) {
                continue;
            }
            let minus = Rat::from(-1);
            let one = Rat::from(1);
            let plain = [a, b].iter().all(|side| {
                let form = self.formulas.linear_form(&[(*side, one.clone())]);
                form.monomials.iter().all(|(term, _)| self.formulas.var_number(*term).is_some())
            });
            let whole = self.formulas.linear_form(&[(a, one), (b, minus)]);
            let equation = !*holds && *comparison == Comparison::Equal;
            lost |= !plain || equation && !whole.monomials.is_empty();
        }
        self.simplified |= lost;
        lost
    }

    /// Whether a number has lost variables of the constraints that it is computed from.
    pub(super) fn is_lossy(&self, cell: Cell) -> bool {
        matches!(cell, Cell::Number(n) if self.lossy.contains(&(n as usize)))
    }

    /// Notes if a computed number loses variables of the constraints that it is computed from, and says so. `X mod 1` is zero for
    /// the solver alone.
    pub(super) fn loses_operands(&mut self, operation: Operation, (a, b): (Term, Term), made: Term) -> bool {
        if self.locals.is_empty() || !self.propagates {
            return false;
        }
        let mut before = self.locals_of(a);
        before.extend(self.locals_of(b));
        if before.is_empty() {
            return false;
        }
        let after = self.locals_of(made);
        let linear = |t: Term| {
            let form = self.formulas.linear_form(&[(t, Rat::from(1))]);
            form.monomials.iter().all(|(term, _)| self.formulas.var_number(*term).is_some())
        };
        let keeps = match operation {
            // A variable that occurs twice becomes one part of a sum for the solver alone.
            Operation::Add | Operation::Subtract => {
                let (of_a, of_b) = (self.locals_of(a), self.locals_of(b));
                !of_a.iter().any(|var| of_b.contains(var)) && before.iter().all(|var| after.contains(var))
            }
            Operation::Multiply => {
                let constant = |t: Term| self.formulas.as_number(t).is_some();
                (constant(a) || constant(b)) && linear(a) && linear(b) || !linear(made)
            }
            _ => !linear(made),
        };
        self.simplified |= !keeps;
        !keeps
    }

    /// The variables that surely have a value, given that some have.
    fn determined(&self, literals: &[Literal], known: BTreeSet<Term>) -> BTreeSet<Term> {
        let mut found = known;
        if self.simplified {
            return found;
        }
        loop {
            let before = found.len();
            for literal in literals.iter().filter(|l| l.sign == Sign::Equal && !l.sum.is_empty()) {
                let mut open = literal.locals.iter().filter(|var| !found.contains(var));
                let (Some(var), None) = (open.next().copied(), open.next()) else { continue };
                let inside = literal
                    .sum
                    .iter()
                    .any(|(term, _)| *term != var && self.formulas.free_vars(&[*term]).contains(&var));
                if !inside {
                    found.insert(var);
                }
            }
            let (bounds, _) = self.bounds(literals);
            for (term, bounds) in &bounds {
                if let (Some(low), Some(high)) = bounds
                    && low == high
                    && self.locals.contains(term)
                {
                    found.insert(*term);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The bounds that follow from constraints one by one, and whether they contradict each other.
    fn bounds(&self, literals: &[Literal]) -> (BTreeMap<Term, Interval>, bool) {
        let mut bounds: BTreeMap<Term, Interval> = BTreeMap::new();
        for _ in 0..ROUNDS {
            let mut changed = false;
            for literal in literals {
                let refuted = match (literal.hard, literal.sign) {
                    (true, _) => self.is_false(literal, &bounds),
                    (false, Sign::Unequal) => remove_value(literal, &mut bounds, &mut changed),
                    (false, Sign::AtMost) => narrow(literal, &Int::from(1), &mut bounds, &mut changed),
                    (false, Sign::Equal) => {
                        narrow(literal, &Int::from(1), &mut bounds, &mut changed)
                            || narrow(literal, &Int::from(-1), &mut bounds, &mut changed)
                    }
                };
                if refuted {
                    return (bounds, true);
                }
            }
            if !changed {
                break;
            }
        }
        (bounds, false)
    }

    /// Whether all variables of a constraint are known and it does not hold.
    fn is_false(&self, literal: &Literal, bounds: &BTreeMap<Term, Interval>) -> bool {
        let mut model = Model::default();
        for var in self.formulas.free_vars(&[literal.formula]) {
            match bounds.get(&var) {
                Some((Some(low), Some(high))) if low == high => {
                    model.set(&self.formulas, var, Value::Int(low.clone()));
                }
                _ => return false,
            }
        }
        formula::evaluate(&self.formulas, &model, literal.formula) == Ok(Value::Bool(false))
    }

    /// The constraints in rows that have nothing to do with each other.
    fn components<'l>(&self, literals: &'l [Literal], known: &BTreeSet<Term>) -> Vec<Component<'l>> {
        let open = |literal: &Literal| -> Vec<Term> {
            literal.locals.iter().copied().filter(|var| !known.contains(var)).collect()
        };
        // With free inputs any two of them may be the same variable in a call.
        let mut rows: Vec<(BTreeSet<Term>, Vec<&Literal>)> = Vec::new();
        for literal in literals {
            let mut vars: BTreeSet<Term> = open(literal).into_iter().collect();
            if vars.is_empty() {
                continue;
            }
            let mut with = vec![literal];
            let joined = !self.roots.is_empty();
            let (near, far): (Vec<_>, Vec<_>) = rows
                .into_iter()
                .partition(|(others, _)| joined || others.iter().any(|var| vars.contains(var)));
            for (others, more) in near {
                vars.extend(others);
                with.extend(more);
            }
            rows = far;
            rows.push((vars, with));
        }
        let mut found = Vec::new();
        for (vars, literals) in rows {
            let several: Vec<&&Literal> = literals.iter().filter(|l| open(l).len() > 1).collect();
            let is_tree = match several.as_slice() {
                [] => true,
                [one] => self.is_exact_alone(one, &open(one), literals.as_slice(), &open),
                _ => {
                    self.roots.is_empty()
                        && several.len() + 1 == vars.len()
                        && several.iter().all(|l| open(l).len() == 2 && is_exact_arc(l, &open(l)))
                }
            };
            let exact = is_tree && !self.simplified && literals.iter().all(|l| !l.hard || open(l).is_empty());
            found.push(Component { literals, exact });
        }
        found
    }

    /// Whether the domains of its variables decide the only constraint of several variables.
    fn is_exact_alone(
        &self,
        literal: &Literal,
        vars: &[Term],
        all: &[&Literal],
        open: &dyn Fn(&Literal) -> Vec<Term>,
    ) -> bool {
        match literal.sign {
            Sign::AtMost | Sign::Unequal => true,
            Sign::Equal if vars.len() == 2 => is_exact_arc(literal, vars),
            // Two of them may be one variable in a call.
            Sign::Equal if !self.roots.is_empty() => false,
            // Sums fill what lies between their bounds if nothing is taken out of the domains.
            Sign::Equal => {
                let whole = all
                    .iter()
                    .all(|l| l.sign == Sign::AtMost || l.formula == literal.formula || open(l).is_empty());
                whole && is_exact_arc(literal, vars)
            }
        }
    }

    /// Whether propagation is sure to make these infeasible constraints fail. `state` is what is known of the inputs.
    pub(super) fn surely_fails(&mut self, posted: &[Term], state: &State) -> bool {
        if !self.propagates {
            return true;
        }
        if self.simplified {
            return false;
        }
        let Some(literals) = self.literals(posted) else { return false };
        if literals.iter().all(|l| l.locals.is_empty()) {
            return true;
        }
        let known = self.determined(&literals, BTreeSet::new());
        let components = self.components(&literals, &known);
        if components.iter().all(|c| c.exact) {
            return true;
        }
        let mut sure: Vec<Term> = Vec::new();
        let unknown = |l: &Literal| l.locals.iter().filter(|var| !known.contains(var)).count();
        sure.extend(literals.iter().filter(|l| unknown(l) == 0).map(|l| l.formula));
        for component in &components {
            let counts = |l: &&&Literal| component.exact || !l.hard && unknown(l) == 1;
            sure.extend(component.literals.iter().filter(counts).map(|l| l.formula));
        }
        let (_, refuted) = self.bounds(&self.with_facts(&literals, state));
        if refuted {
            return true;
        }
        let all = self.formulas.and(&sure);
        let vars = self.locals_of(all);
        let all = self.renamed(all, &vars);
        self.feasible(&state.assert(all)) == Some(false)
    }

    /// Constraints with what is known of the inputs.
    fn with_facts(&self, literals: &[Literal], state: &State) -> Vec<Literal> {
        let mut all = literals.to_vec();
        let facts = self.literals(&state.assertions()).unwrap_or_default();
        all.extend(facts.into_iter().filter(|fact| fact.locals.is_empty()));
        all
    }

    /// Whether a number is an integer or a variable, or that this is not known.
    pub(super) fn stands(&mut self, cells: &Cells, cell: Cell) -> Standing {
        if !self.propagates {
            return Standing::Bound;
        }
        let term = number(cells, &mut self.formulas, &self.numbers, cell);
        let own = self.locals_of(term);
        if own.is_empty() {
            return Standing::Bound;
        }
        let branch = self.branch.clone();
        let Some(literals) = self.literals(&branch) else { return Standing::Unsure };
        let known = self.determined(&literals, BTreeSet::new());
        if own.iter().all(|var| known.contains(var)) {
            return Standing::Bound;
        }
        if self.roots.is_empty() && own == [term] && self.has_two_values(term) {
            return Standing::Variable;
        }
        Standing::Unsure
    }

    /// Whether constraints leave a variable at least two values, whatever the inputs are.
    fn has_two_values(&mut self, var: Term) -> bool {
        let branch = self.branch.clone();
        let whole = self.formulas.and(&branch);
        let mut vars = self.locals_of(whole);
        if !vars.contains(&var) {
            vars.push(var);
        }
        let mut copies = Vec::new();
        let mut all = Vec::new();
        for name in ["p", "q"] {
            let map: Vec<(Term, Term)> =
                vars.iter().map(|v| (*v, self.formulas.fresh_var(name, formula::Sort::INT))).collect();
            all.push(self.formulas.substitute(whole, &map));
            all.push(self.formulas.substitute(var, &map));
            copies.extend(map.into_iter().map(|(_, copy)| copy));
        }
        let &[one, x, two, y] = all.as_slice() else { return false };
        let apart = self.formulas.ne(x, y);
        let two_values = self.formulas.and(&[one, two, apart]);
        let state = self.state();
        let inputs = self.formulas.free_vars(&[two_values]).into_iter().any(|v| !copies.contains(&v));
        if !inputs {
            return self.feasible(&state.assert(two_values)) == Some(true);
        }
        let undecided = (self.tally.undecided, self.tally.why.clone());
        let never = self.never(two_values, &copies);
        // That it is not known here makes no search incomplete.
        (self.tally.undecided, self.tally.why) = undecided;
        never.is_some_and(|never| self.feasible(&state.assert(never)) == Some(false))
    }

    /// Whether a variable surely has a finite domain (`true`) or surely has none; `None` if that is not known.
    pub(super) fn is_finite(&mut self, cells: &Cells, cell: Cell) -> Option<bool> {
        if !self.propagates {
            return Some(true);
        }
        let term = number(cells, &mut self.formulas, &self.numbers, cell);
        let branch = self.branch.clone();
        let literals = self.literals(&branch)?;
        let known = self.determined(&literals, BTreeSet::new());
        // Which variables have a lower and an upper bound.
        let mut bounded: BTreeSet<(Term, bool)> = BTreeSet::new();
        let has = |bounded: &BTreeSet<(Term, bool)>, term: Term, above: bool| {
            !self.locals.contains(&term) || known.contains(&term) || bounded.contains(&(term, above))
        };
        loop {
            let before = bounded.len();
            for literal in literals.iter().filter(|l| !l.hard && l.sign != Sign::Unequal) {
                for turned in [false, true] {
                    if turned && literal.sign == Sign::AtMost {
                        continue;
                    }
                    for (term, factor) in &literal.sum {
                        let others = literal.sum.iter().filter(|(other, _)| other != term);
                        if others.clone().all(|(other, f)| has(&bounded, *other, f.is_negative() != turned)) {
                            bounded.insert((*term, factor.is_positive() != turned));
                        }
                    }
                }
            }
            if bounded.len() == before {
                break;
            }
        }
        if has(&bounded, term, false) && has(&bounded, term, true) {
            return Some(true);
        }
        let components = self.components(&literals, &known);
        let of = components.iter().find(|c| c.literals.iter().any(|l| l.locals.contains(&term)));
        of.is_none_or(|c| c.exact).then_some(false)
    }

    /// Checks that the order of the values that labelling gives these numbers is known. Values that are skipped because
    /// the solver says that they are infeasible have to fail once all these numbers have values.
    pub(super) fn can_label(&mut self, cells: &Cells, numbers: &[Cell]) -> Result<(), Halt> {
        if !self.propagates {
            return Ok(());
        }
        let unknown = |why: &str| Err(Halt::Unknown(why.to_string()));
        let mut seeds = BTreeSet::new();
        for cell in numbers {
            let term = number(cells, &mut self.formulas, &self.numbers, *cell);
            seeds.extend(self.locals_of(term));
        }
        let branch = self.branch.clone();
        let Some(literals) = self.literals(&branch) else {
            return unknown("labelling under many constraints");
        };
        let labelled = seeds.clone();
        let known = self.determined(&literals, seeds);
        if !self.components(&literals, &known).iter().all(|c| c.exact) || self.simplified {
            return unknown("labelling some variables of constraints that have others");
        }
        let of_inputs = |l: &Literal| {
            l.locals.iter().any(|var| labelled.contains(var))
                && self.formulas.free_vars(&[l.formula]).iter().any(|var| !self.locals.contains(var))
        };
        if literals.iter().any(of_inputs) {
            return unknown("labelling variables whose values depend on inputs");
        }
        Ok(())
    }
}

/// Whether propagation of a constraint of two variables removes all values without a partner. Inequalities look at
/// bounds alone.
fn is_exact_arc(literal: &Literal, vars: &[Term]) -> bool {
    let unit = |factor: &Int| factor.is_one() || (-factor).is_one();
    match literal.sign {
        Sign::AtMost | Sign::Unequal => true,
        Sign::Equal => literal.sum.iter().all(|(term, factor)| !vars.contains(term) || unit(factor)),
    }
}

/// The sum of a literal, `turn` times, is at most zero: tightens bounds; true if one becomes empty.
fn narrow(literal: &Literal, turn: &Int, bounds: &mut BTreeMap<Term, Interval>, changed: &mut bool) -> bool {
    // The least value of each part.
    let least: Vec<Option<Int>> = literal
        .sum
        .iter()
        .map(|(term, factor)| {
            let factor = factor * turn;
            let (low, high) = bounds.get(term).cloned().unwrap_or_default();
            if factor.is_positive() {
                low.map(|low| &low * &factor)
            } else {
                high.map(|high| &high * &factor)
            }
        })
        .collect();
    let constant = &literal.constant * turn;
    if literal.sum.is_empty() {
        return constant.is_positive();
    }
    for (i, (term, factor)) in literal.sum.iter().enumerate() {
        let mut rest = constant.clone();
        let mut known = true;
        for (j, part) in least.iter().enumerate() {
            match part {
                _ if i == j => {}
                Some(part) => rest = &rest + part,
                None => known = false,
            }
        }
        if !known {
            continue;
        }
        let factor = factor * turn;
        let most = -rest;
        let (low, high) = bounds.entry(*term).or_default();
        if factor.is_positive() {
            let limit = most.div_floor(&factor);
            if high.as_ref().is_none_or(|high| limit < *high) {
                *high = Some(limit);
                *changed = true;
            }
        } else {
            // factor · x ≤ most, and the factor is negative.
            let limit = (-most).div_ceil(&-factor);
            if low.as_ref().is_none_or(|low| limit > *low) {
                *low = Some(limit);
                *changed = true;
            }
        }
        if let (Some(low), Some(high)) = (low, high)
            && *low > *high
        {
            return true;
        }
    }
    false
}

/// The sum of a literal is not zero: takes a value off the end of a domain; true if none is left.
fn remove_value(literal: &Literal, bounds: &mut BTreeMap<Term, Interval>, changed: &mut bool) -> bool {
    let mut rest = literal.constant.clone();
    let mut open: Option<(Term, &Int)> = None;
    for (term, factor) in &literal.sum {
        match bounds.get(term) {
            Some((Some(low), Some(high))) if low == high => rest = &rest + &(low * factor),
            _ if open.is_some() => return false,
            _ => open = Some((*term, factor)),
        }
    }
    let Some((term, factor)) = open else { return rest.is_zero() };
    if !factor.divides(&rest) {
        return false;
    }
    let value = (-rest).div_floor(factor);
    let one = Int::from(1);
    let (low, high) = bounds.entry(term).or_default();
    if low.as_ref() == Some(&value) {
        *low = Some(&value + &one);
        *changed = true;
    } else if high.as_ref() == Some(&value) {
        *high = Some(&value - &one);
        *changed = true;
    }
    matches!((low, high), (Some(low), Some(high)) if *low > *high)
}
