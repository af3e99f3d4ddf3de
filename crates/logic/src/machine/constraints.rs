//! Constraints: `=`, `dif/2`, those of `library(clpfd)` and of `{ }`.
//!
//! Equations of trees are unification. Comparisons of integers whose sides are known are worked out here; the others
//! go into a [`Condition`] for the guide, which keeps them. A variable that a comparison speaks of becomes an integer
//! that only the guide knows.

use super::cells::{Addr, Cell, Kinds};
use super::guide::{Comparison, Condition, Guide, Operation};
use super::{Alternative, Machine, Stop, Wanted, Work};
use crate::ids::GoalId;
use crate::program::{GoalKind, Relation, Theory};
use base::Int;
use terms::Atom;

/// Trees that are to be different.
pub(super) type Pairs = smallvec::SmallVec<[(Addr, Addr); 2]>;

impl<G: Guide> Machine<'_, G> {
    /// Posts a constraint of the text: false if it cannot hold. Trees that are to be different, where that depends on inputs,
    /// are written to `pairs`.
    pub(super) fn constrain(
        &mut self,
        id: GoalId,
        env: Addr,
        condition: &mut Condition,
        pairs: &mut Pairs,
    ) -> Result<bool, Stop> {
        let program = self.program;
        let Some(goal) = program.goal(id) else { return Ok(true) };
        if goal.span.start < goal.span.end {
            self.span = Some(goal.span);
        }
        match &goal.kind {
            GoalKind::Constraint { theory, relation, left, right } => {
                let (theory, relation) = (*theory, *relation);
                let terms = &program.terms;
                let (left, right) = (self.cells.load(terms, *left, env), self.cells.load(terms, *right, env));
                let of_trees = theory == Theory::Tree || self.is_of_trees(theory, relation, left, right);
                if G::SYMBOLIC && of_trees && relation == Relation::Unequal {
                    pairs.push((left, right));
                    return Ok(true);
                }
                self.constraint(theory, relation, left, right, condition)
            }
            _ => Err(Stop::Unknown("this constraint".to_string())),
        }
    }

    /// Posts a constraint between two terms.
    pub(super) fn constraint(
        &mut self,
        theory: Theory,
        relation: Relation,
        left: Addr,
        right: Addr,
        condition: &mut Condition,
    ) -> Result<bool, Stop> {
        if theory == Theory::Tree || self.is_of_trees(theory, relation, left, right) {
            return match relation {
                Relation::Equal => Ok(self.cells.unify(left, right)),
                Relation::Unequal => self.keep_apart(left, right),
                _ => Err(Stop::Unknown("an order of trees".to_string())),
            };
        }
        match relation {
            Relation::In => self.within(left, right, condition),
            Relation::AllIn => {
                let elements = self.constrained_list(left)?;
                // All of them have to be integers or variables before any is looked at.
                for element in &elements {
                    self.wants_integer(*element)?;
                }
                if elements.is_empty() {
                    // The domain has to be valid even for an empty list.
                    let any = self.cells.push(Cell::Int(0));
                    self.within(any, right, condition)?;
                }
                for element in elements {
                    if !self.within(element, right, condition)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            // `A #< B` is done as `B #> A`, which shows in what is looked at first.
            Relation::Less | Relation::LessEqual => {
                let b = self.expression(right, condition)?;
                let a = self.expression(left, condition)?;
                self.compared(relation, a, b, condition)
            }
            _ => {
                let (a, b) = (self.expression(left, condition)?, self.expression(right, condition)?);
                self.compared(relation, a, b, condition)
            }
        }
    }

    /// Whether a constraint of `{ }` is about trees. In the domain of terms, `1+1` and `2` are different trees.
    pub(super) fn is_of_trees(&self, theory: Theory, relation: Relation, left: Addr, right: Addr) -> bool {
        theory == Theory::Domain
            && self.program.domain.is_none_or(|d| d == crate::Domain::Term)
            && (matches!(relation, Relation::Equal | Relation::Unequal)
                || !self.is_numeric(left) && !self.is_numeric(right))
    }

    /// The error about a term that is no expression of integers.
    fn no_expression(&mut self, culprit: Addr) -> Stop {
        let what = self.terms.intern("clpfd_expression");
        let what = self.cells.atom(what);
        Stop::Throw(self.error("domain_error", &[what, culprit]))
    }

    /// Whether a term of `{ }` is about numbers: it has a number or an operation in it.
    fn is_numeric(&self, addr: Addr) -> bool {
        match self.cells.value(addr) {
            Cell::Int(_) | Cell::Big(_) | Cell::Number(_) => true,
            Cell::Struct(functor, _) => {
                let (name, count) = self.cells.name_of(functor);
                matches!((self.terms.name(name), count), ("+" | "-" | "*", 2) | ("-", 1))
            }
            _ => false,
        }
    }

    /// Two terms must stay different.
    pub(super) fn keep_apart(&mut self, left: Addr, right: Addr) -> Result<bool, Stop> {
        let mark = self.cells.mark();
        let trail = self.cells.trail_len();
        let same = self.cells.unify(left, right);
        let depends = self.cells.depends_since(&mark);
        let opened = self.cells.opened_since(&mark);
        let bound = self.cells.trail_len() > trail;
        self.cells.undo_all(&mark);
        if !same {
            return Ok(true);
        }
        if opened {
            // With free inputs the constraint waits; with values in their place it would be decided.
            self.ask_open_inputs();
        } else if depends {
            return Err(Stop::Unknown("dif/2 of inputs that are not known".to_string()));
        }
        if bound {
            self.cells.apart.push((left, right));
        }
        Ok(bound)
    }

    fn compared(
        &mut self,
        relation: Relation,
        a: Cell,
        b: Cell,
        condition: &mut Condition,
    ) -> Result<bool, Stop> {
        let (comparison, a, b, holds) = match relation {
            Relation::Equal => (Comparison::Equal, a, b, true),
            Relation::Unequal => (Comparison::Equal, a, b, false),
            Relation::Less => (Comparison::Less, a, b, true),
            Relation::LessEqual => (Comparison::LessEqual, a, b, true),
            Relation::Greater => (Comparison::Less, b, a, true),
            Relation::GreaterEqual => (Comparison::LessEqual, b, a, true),
            Relation::In | Relation::AllIn => return Err(Stop::Unknown("this constraint".to_string())),
        };
        if let (Some(x), Some(y)) = (self.cells.int_of(a), self.cells.int_of(b)) {
            let found = match comparison {
                Comparison::Equal => x == y,
                Comparison::Less => x < y,
                Comparison::LessEqual => x <= y,
            };
            return Ok(found == holds);
        }
        if a != b {
            condition.comparisons.push((comparison, a, b, holds));
            return Ok(true);
        }
        Ok((comparison != Comparison::Less) == holds)
    }

    /// `X in 1..5`.
    fn within(&mut self, left: Addr, domain: Addr, condition: &mut Condition) -> Result<bool, Stop> {
        self.wants_integer(left)?;
        let value = self.expression(left, condition)?;
        let (low, high) = match self.cells.value(domain) {
            Cell::Struct(functor, first) => match self.cells.name_of(functor) {
                (name, 2) if self.terms.name(name) == ".." => {
                    (self.cells.value(first), self.cells.value(first + 1))
                }
                _ => return Err(Stop::Unknown("a domain of several parts".to_string())),
            },
            cell @ (Cell::Int(_) | Cell::Big(_)) => (cell, cell),
            Cell::Free | Cell::Open => return Err(Stop::Throw(self.instantiation())),
            Cell::Unknown(_) | Cell::Number(_) => {
                return Err(Stop::Unknown("a domain that is an input".to_string()));
            }
            _ => return Err(Stop::Throw(self.domain_error("clpfd_domain", domain))),
        };
        if [low, high].iter().any(|bound| matches!(bound, Cell::Free | Cell::Open)) {
            return Err(Stop::Throw(self.instantiation()));
        }
        let ends = [(low, "inf"), (high, "sup")];
        let is_end = |this: &Self, (bound, name): (Cell, &str)| match bound {
            Cell::Atom(atom) => this.terms.name(atom) == name,
            bound => matches!(bound, Cell::Int(_) | Cell::Big(_) | Cell::Unknown(_) | Cell::Number(_)),
        };
        if !ends.iter().all(|end| is_end(self, *end)) {
            return Err(Stop::Throw(self.domain_error("clpfd_domain", domain)));
        }
        for (bound, relation) in [(low, Relation::GreaterEqual), (high, Relation::LessEqual)] {
            match bound {
                Cell::Int(_) | Cell::Big(_) => {
                    if !self.compared(relation, value, bound, condition)? {
                        return Ok(false);
                    }
                }
                Cell::Atom(name) if matches!(self.terms.name(name), "inf" | "sup") => {}
                Cell::Unknown(_) | Cell::Number(_) => {
                    return Err(Stop::Unknown("a domain that is an input".to_string()));
                }
                _ => return Err(Stop::Throw(self.domain_error("clpfd_domain", domain))),
            }
        }
        Ok(true)
    }

    /// A place of a constraint takes integers and variables alone.
    fn wants_integer(&mut self, addr: Addr) -> Result<(), Stop> {
        let (addr, cell) = self.cells.end(addr);
        match cell {
            Cell::Int(_) | Cell::Big(_) | Cell::Free | Cell::Open => Ok(()),
            Cell::Number(_) => {
                self.cells.tighten(cell, self.steps);
                Ok(())
            }
            Cell::Unknown(_) => Err(Stop::Demand(addr, Wanted::Integer)),
            _ => Err(Stop::Throw(self.type_error("integer", addr))),
        }
    }

    /// A power of integers as `library(clpfd)` has it: no power with a negative exponent but those of 1 and -1.
    fn power_of(&mut self, base: Cell, exponent: Cell) -> Result<Cell, Stop> {
        let unknown = || Stop::Unknown("this power in a constraint".to_string());
        let Some(count) = self.cells.int_of(exponent) else { return Err(unknown()) };
        let known = self.cells.int_of(base);
        if count.is_negative() {
            let Some(base) = known else { return Err(unknown()) };
            let one = Int::from(1);
            return match base.to_i64() {
                Some(1) => Ok(Cell::Int(1)),
                Some(-1) => Ok(Cell::Int(if count.mod_floor(&Int::from(2)) == one { -1 } else { 1 })),
                Some(0) => Err(unknown()),
                _ => Err(Stop::Fail),
            };
        }
        let count = count.to_i64().filter(|count| *count <= 64).ok_or_else(unknown)?;
        if known.is_none() && count > 6 || known.is_some_and(|base| base.bits() > 512) {
            return Err(unknown());
        }
        let mut value = Cell::Int(1);
        for _ in 0..count {
            value =
                if value == Cell::Int(1) { base } else { self.operation(Operation::Multiply, value, base)? };
        }
        Ok(value)
    }

    /// The integer that a term of a constraint stands for; its variables become integers.
    fn expression(&mut self, addr: Addr, condition: &mut Condition) -> Result<Cell, Stop> {
        enum Task {
            Term(Addr),
            Apply(Operation),
            Power,
        }
        let mut open = vec![Task::Term(addr)];
        let mut done: Vec<Cell> = Vec::new();
        while let Some(task) = open.pop() {
            match task {
                Task::Term(addr) => {
                    let (addr, cell) = self.cells.end(addr);
                    match cell {
                        Cell::Int(_) | Cell::Big(_) | Cell::Number(_) => done.push(cell),
                        // Whether it is an integer at all is to be settled before.
                        Cell::Unknown(_) => return Err(Stop::Demand(addr, Wanted::Expression)),
                        Cell::Free | Cell::Open => {
                            let number = self.guide.fresh(false);
                            let Some(number) = number else {
                                return Err(Stop::Unknown("a constraint needs a store".to_string()));
                            };
                            let place = self.cells.push(number);
                            if !self.cells.unify(addr, place) {
                                return Err(Stop::Fail);
                            }
                            done.push(number);
                        }
                        Cell::Struct(functor, first) => {
                            let (name, count) = self.cells.name_of(functor);
                            let operation = match (self.terms.name(name), count) {
                                ("+", 2) => Operation::Add,
                                ("-", 2) => Operation::Subtract,
                                ("*", 2) => Operation::Multiply,
                                ("//", 2) => Operation::Quotient,
                                ("rem", 2) => Operation::Remainder,
                                ("div", 2) => Operation::Floor,
                                ("mod", 2) => Operation::Modulo,
                                ("min", 2) => Operation::Least,
                                ("max", 2) => Operation::Greatest,
                                ("-", 1) => Operation::Subtract,
                                ("abs", 1) => Operation::Absolute,
                                ("^", 2) => {
                                    open.push(Task::Power);
                                    open.extend([Task::Term(first + 1), Task::Term(first)]);
                                    continue;
                                }
                                ("?" | "#" | "msb", 1) => {
                                    let name = self.terms.name(name);
                                    return Err(Stop::Unknown(format!("`{name}` in a constraint")));
                                }
                                _ => return Err(self.no_expression(addr)),
                            };
                            open.push(Task::Apply(operation));
                            if count == 1 && operation == Operation::Subtract {
                                open.push(Task::Term(first));
                                let zero = self.cells.push(Cell::Int(0));
                                open.push(Task::Term(zero));
                            } else {
                                open.extend((0..2.min(count)).rev().map(|i| Task::Term(first + i)));
                                if count == 1 {
                                    open.push(Task::Term(first));
                                }
                            }
                        }
                        _ => return Err(self.no_expression(addr)),
                    }
                }
                Task::Power => {
                    let (b, a) = (done.pop().unwrap_or(Cell::Int(0)), done.pop().unwrap_or(Cell::Int(0)));
                    done.push(self.power_of(a, b)?);
                }
                Task::Apply(operation) => {
                    let (b, a) = (done.pop().unwrap_or(Cell::Int(0)), done.pop().unwrap_or(Cell::Int(0)));
                    let divides = matches!(
                        operation,
                        Operation::Quotient | Operation::Remainder | Operation::Floor | Operation::Modulo
                    );
                    if divides && !self.compared(Relation::Unequal, b, Cell::Int(0), condition)? {
                        // As in clpfd, no value is the quotient by zero.
                        return Err(Stop::Fail);
                    }
                    done.push(self.operation(operation, a, b)?);
                }
            }
        }
        Ok(done.pop().unwrap_or(Cell::Int(0)))
    }

    /// A constraint in the place of a goal.
    pub(super) fn constraint_goal(
        &mut self,
        theory: Theory,
        relation: Relation,
        left: Addr,
        right: Addr,
        next: u32,
    ) -> Result<u32, Stop> {
        if theory == Theory::Tree && relation == Relation::Equal {
            return self.equal(left, right).map(|()| next);
        }
        let of_trees = theory == Theory::Tree || self.is_of_trees(theory, relation, left, right);
        if of_trees && relation == Relation::Unequal {
            return self.different(left, right, next);
        }
        let mark = self.cells.mark();
        let mut condition = Condition { mark, comparisons: Vec::new() };
        let posted = match self.constraint(theory, relation, left, right, &mut condition) {
            Err(Stop::Fail) => false,
            Err(Stop::Demand(leaf, wanted)) => {
                self.cells.undo_all(&mark);
                self.demand_expression(leaf, wanted)?;
                return self.constraint_goal(theory, relation, left, right, next);
            }
            posted => posted?,
        };
        if !posted || !self.still_apart() {
            self.cells.undo_all(&mark);
            return Err(Stop::Fail);
        }
        if !self.settle(condition)? {
            return Err(Stop::Fail);
        }
        self.decide_apart().map(|()| next)
    }

    /// `dif/2` as a goal: where inputs decide, the guide is asked whether the terms are the same.
    pub(super) fn different(&mut self, left: Addr, right: Addr, next: u32) -> Result<u32, Stop> {
        if G::SYMBOLIC {
            self.all_bound(&[left, right], "dif/2")?;
            let mark = self.cells.mark();
            let same = self.cells.unify(left, right);
            let depends = self.cells.depends_since(&mark);
            let opened = self.cells.opened_since(&mark);
            if !same {
                self.cells.undo_all(&mark);
                return Ok(next);
            }
            if depends && !opened && self.cells.is_ground(left) && self.cells.is_ground(right) {
                let held = self.settle(Condition { mark, comparisons: Vec::new() })?;
                return if held { Err(Stop::Fail) } else { Ok(next) };
            }
            self.cells.undo_all(&mark);
        }
        if self.keep_apart(left, right)? { Ok(next) } else { Err(Stop::Fail) }
    }

    /// The elements of a list of variables and integers.
    pub(super) fn constrained_list(&mut self, list: Addr) -> Result<Vec<Addr>, Stop> {
        let (elements, end) = self.cells.elements(list);
        match self.cells.value(end) {
            Cell::Atom(Atom::NIL) => Ok(elements),
            Cell::Free | Cell::Open => Err(Stop::Throw(self.instantiation())),
            Cell::Unknown(_) => Err(Stop::Unknown("a list of constraints that is an input".to_string())),
            _ => Err(Stop::Throw(self.type_error("list", list))),
        }
    }

    /// `all_different/1`.
    pub(super) fn all_different(&mut self, list: Addr, next: u32) -> Result<u32, Stop> {
        let elements = self.constrained_list(list)?;
        for (i, element) in elements.iter().enumerate() {
            match self.wants_integer(*element) {
                Err(Stop::Demand(leaf, wanted)) => {
                    self.demand_expression(leaf, wanted)?;
                    return self.all_different(list, next);
                }
                other => other?,
            }
            // A variable that occurs twice is kept until it has a value.
            let (at, cell) = self.cells.end(*element);
            let again = elements.iter().skip(i + 1).any(|other| {
                let (other, same) = self.cells.end(*other);
                other == at || matches!(cell, Cell::Number(_)) && cell == same
            });
            if again && self.cells.int_of(cell).is_none() {
                return Err(Stop::Unknown("all_different/1 of a variable that occurs twice".to_string()));
            }
        }
        let mark = self.cells.mark();
        let mut condition = Condition { mark, comparisons: Vec::new() };
        for (i, a) in elements.iter().enumerate() {
            for b in elements.iter().skip(i + 1) {
                if !self.constraint(Theory::Integer, Relation::Unequal, *a, *b, &mut condition)? {
                    self.cells.undo_all(&mark);
                    return Err(Stop::Fail);
                }
            }
        }
        if !self.settle(condition)? {
            return Err(Stop::Fail);
        }
        self.decide_apart().map(|()| next)
    }

    /// `label/1`.
    pub(super) fn label_list(&mut self, list: Addr, next: u32) -> Result<u32, Stop> {
        match self.cells.value(list) {
            Cell::Atom(Atom::NIL) => Ok(next),
            Cell::Struct(functor, first) if self.cells.name_of(functor) == (Atom::CONS, 2) => {
                match self.cells.value(first) {
                    Cell::Int(_) | Cell::Big(_) => Ok(self.chain(Work::Label(first + 1), next)),
                    cell @ Cell::Number(_) if self.is_labelled(cell) => {
                        Ok(self.chain(Work::Label(first + 1), next))
                    }
                    Cell::Number(_) => self.label(first, first + 1, None, next),
                    Cell::Free | Cell::Open => Err(Stop::Throw(self.instantiation())),
                    Cell::Unknown(_) => Err(Stop::Unknown("label/1 of an input".to_string())),
                    _ => Err(Stop::Throw(self.type_error("integer", first))),
                }
            }
            _ => Err(Stop::Throw(self.type_error("list", list))),
        }
    }

    /// Gives a variable its next value, and then the rest of the list theirs.
    pub(super) fn label(&mut self, var: Addr, rest: Addr, last: Option<Int>, next: u32) -> Result<u32, Stop> {
        let cell = self.cells.value(var);
        let found = self.guide.next_value(&self.cells, cell, last.as_ref()).map_err(Stop::from)?;
        let Some(value) = found else { return Err(Stop::Fail) };
        self.choose(Alternative::Label { var, rest, last: value.clone() }, next);
        let mark = self.cells.mark();
        let cell = self.cells.int_cell(&value);
        let place = self.cells.push(cell);
        if !self.cells.unify(var, place) || !self.still_apart() {
            return Err(Stop::Fail);
        }
        let condition = Condition { mark, comparisons: Vec::new() };
        self.guide.assume(&mut self.cells, &condition);
        self.cells.release(&mark);
        self.decide_apart()?;
        Ok(self.chain(Work::Label(rest), next))
    }

    /// An unknown input has to be an integer of a constraint, or an expression.
    pub(super) fn demand_expression(&mut self, leaf: Addr, wanted: Wanted) -> Result<(), Stop> {
        let before = match self.cells.value(leaf) {
            Cell::Unknown(kinds) => kinds,
            _ => Kinds::INT,
        };
        if !self.is_kind(leaf, Kinds::INT)? {
            return Err(match wanted {
                Wanted::Expression => self.no_expression(leaf),
                Wanted::Integer => Stop::Throw(self.type_error("integer", leaf)),
            });
        }
        let number = self.demand(leaf)?;
        if wanted == Wanted::Expression && before.meets(Kinds::COMPOUND) {
            // An expression such as `1+1` takes the path of its value; one such as `1+a` throws another error, which
            // the program may catch.
            self.cells.narrowed |= self.program.terms.known("catch").is_some();
            self.cells.stand_for_expressions(number);
        }
        Ok(())
    }

    /// What an unknown input is when arithmetic asks for a number.
    pub(super) fn demand(&mut self, leaf: Addr) -> Result<Cell, Stop> {
        let (_, cell) = self.cells.end(leaf);
        let Cell::Unknown(before) = cell else { return Ok(cell) };
        if !before.meets(Kinds::INT) {
            // What is no number may still be worth one: `pi`, `1+2`, "a"; such inputs are not looked for.
            self.cells.narrowed = true;
            if !before.meets(Kinds::ATOM.or(Kinds::COMPOUND).or(Kinds::NIL)) {
                return Err(Stop::Unknown("a float or string that is an input, as a number".to_string()));
            }
        }
        if !self.is_kind(leaf, Kinds::NUMBER)? {
            // An atom or a term whose name is no function of arithmetic.
            let unknown = self.cells.push_input(Cell::Unknown(Kinds::COMPOUND));
            return Err(Stop::Throw(self.type_error("evaluable", unknown)));
        }
        if !before.meets(Kinds::INT) {
            return Err(Stop::Unknown("a float that is an input, as a number".to_string()));
        }
        let Some(number) = self.guide.fresh(true) else {
            return Err(Stop::Unknown("a number that is not known".to_string()));
        };
        let (leaf, _) = self.cells.end(leaf);
        self.cells.set_input(leaf, number);
        if before != Kinds::INT {
            // Other numbers, and what arithmetic evaluates, may throw something else, which the program may catch.
            self.cells.narrowed |= self.program.terms.known("catch").is_some();
            self.cells.loosen(number, self.steps);
            self.guide.loosen(number);
        }
        Ok(number)
    }
}
