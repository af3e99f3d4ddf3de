//! Variables with constraints: what other goals make of them.
//!
//! `library(clpfd)` keeps a variable until propagation leaves it one value. Goals that look at it before find a
//! variable; the guide may know whether it has a value ([`Standing`]); if it does not, this stays unknown.

use super::cells::{Addr, Cell};
use super::guide::{Guide, Standing};
use super::table::Builtin as B;
use super::{Machine, Stop, Work};

impl<G: Guide> Machine<'_, G> {
    fn standing(&mut self, cell: Cell) -> Standing {
        match cell {
            Cell::Number(_) if G::SYMBOLIC && self.guide.has_constraints() => {
                self.guide.standing(&self.cells, cell)
            }
            _ => Standing::Bound,
        }
    }

    /// Checks that an integer that arithmetic needs is no variable with constraints.
    pub(super) fn bound_number(&mut self, cell: Cell) -> Result<(), Stop> {
        match self.standing(cell) {
            Standing::Bound => Ok(()),
            Standing::Variable => Err(Stop::Throw(self.instantiation())),
            Standing::Unsure => Err(unsure()),
        }
    }

    /// Checks that terms have no variables with constraints.
    pub(super) fn all_bound(&mut self, terms: &[Addr], what: &str) -> Result<(), Stop> {
        if !G::SYMBOLIC || !self.guide.has_constraints() {
            return Ok(());
        }
        for term in terms {
            for number in self.cells.numbers(*term) {
                let cell = self.cells.get(number);
                if self.standing(cell) != Standing::Bound {
                    return Err(Stop::Unknown(format!("{what} of a variable with constraints")));
                }
            }
        }
        Ok(())
    }

    /// Checks that a term that is copied has no variables with constraints. A variable whose value only constraints
    /// determine gets this value for good: the copy outlives the constraints.
    pub(super) fn settle_copied(&mut self, term: Addr) -> Result<(), Stop> {
        self.all_bound(&[term], "a copy")?;
        if !G::SYMBOLIC || !self.guide.has_constraints() {
            return Ok(());
        }
        for number in self.cells.numbers(term) {
            let cell = self.cells.get(number);
            if !self.guide.is_of_constraints(&self.cells, cell) {
                continue;
            }
            let Some(value) = self.guide.only_value(&self.cells, cell) else {
                return Err(Stop::Unknown("a copy of a value that depends on inputs".to_string()));
            };
            let value = self.cells.int_cell(&value);
            self.cells.settle_number(number, value);
        }
        Ok(())
    }

    /// The same for a term that is thrown; variables with constraints stay variables if the program has no `catch/3`.
    pub(super) fn settle_thrown(&mut self, ball: Addr) -> Result<(), Stop> {
        if !G::SYMBOLIC || !self.guide.has_constraints() {
            return Ok(());
        }
        let numbers = self.cells.numbers(ball);
        let caught = self.program.terms.known("catch").is_some();
        let mut variables = false;
        for number in numbers {
            let cell = self.cells.get(number);
            variables |= self.standing(cell) == Standing::Variable;
        }
        if variables && !caught {
            return Ok(());
        }
        self.settle_copied(ball)
    }

    /// To be called when unification has failed. The result is unknown if a variable with constraints met a term that
    /// is no integer: that is an error in `library(clpfd)`, unless something else does not fit either.
    pub(super) fn meets_no_integer(&mut self) -> Result<(), Stop> {
        let Some(cell) = self.cells.clash.take() else { return Ok(()) };
        match self.standing(cell) {
            Standing::Bound => Ok(()),
            _ => Err(Stop::Unknown("a variable with constraints and what is no integer".to_string())),
        }
    }

    /// The reason why the values of an answer are not known, if they are not.
    pub fn unsure_answer(&mut self) -> Option<String> {
        if !G::SYMBOLIC || !self.guide.has_constraints() {
            return None;
        }
        for arg in self.env..self.env + self.vars as Addr {
            for number in self.cells.numbers(arg) {
                let cell = self.cells.get(number);
                if self.standing(cell) == Standing::Unsure {
                    return Some(UNSURE.to_string());
                }
            }
        }
        None
    }

    /// What a built-in does that looks at variables with constraints: nothing where it finds none.
    pub(super) fn about_constrained(&mut self, builtin: B, a: Addr) -> Result<Option<bool>, Stop> {
        let (b, c) = (a + 1, a + 2);
        match builtin {
            B::Var
            | B::Nonvar
            | B::Atom
            | B::Integer
            | B::Number
            | B::Float
            | B::String
            | B::Compound
            | B::Atomic
            | B::Callable => match self.standing(self.cells.value(a)) {
                Standing::Bound => Ok(None),
                Standing::Variable => Ok(Some(builtin == B::Var)),
                Standing::Unsure => Err(unsure()),
            },
            B::Ground => {
                let mut ground = None;
                for number in self.cells.numbers(a) {
                    match self.standing(self.cells.get(number)) {
                        Standing::Bound => {}
                        Standing::Variable => ground = Some(false),
                        Standing::Unsure => return Err(unsure()),
                    }
                }
                Ok(ground)
            }
            B::Identical => self.same_variables(a, b),
            B::NotIdentical => Ok(self.same_variables(a, b)?.map(|same| !same)),
            // These ask for the values that they need, or put the question to the guide.
            B::Fail
            | B::Is
            | B::NumEqual
            | B::NumUnequal
            | B::NumLess
            | B::NumGreater
            | B::NumLessEqual
            | B::NumGreaterEqual
            | B::NotUnify
            | B::UnifyOccurs
            | B::Dif
            | B::Label
            | B::Labeling
            | B::AllDifferent
            | B::IsList
            | B::Output
            | B::Tab => Ok(None),
            B::Length | B::Univ | B::Functor | B::Arg => {
                let count = if matches!(builtin, B::Length | B::Univ) { 2 } else { 3 };
                let mut looked: Vec<Addr> = (a..a + count).collect();
                if builtin == B::Univ {
                    looked.extend(self.cells.elements(b).0.first());
                }
                if builtin == B::Arg {
                    looked.retain(|arg| *arg != c);
                }
                for arg in looked {
                    if self.standing(self.cells.value(arg)) != Standing::Bound {
                        return Err(Stop::Unknown("a variable with constraints in a built-in".to_string()));
                    }
                }
                Ok(None)
            }
            B::CopyTerm | B::Throw => self.settle_copied(a).map(|()| None),
            _ => {
                let looked: Vec<Addr> = (a..a + builtin.looks_at()).collect();
                self.all_bound(&looked, "a built-in").map(|()| None)
            }
        }
    }

    /// `==` where variables with constraints occur. Two of them may have become one, since `#=` does that.
    fn same_variables(&mut self, a: Addr, b: Addr) -> Result<Option<bool>, Stop> {
        let mut open = 0;
        for side in [a, b] {
            for number in self.cells.numbers(side) {
                open += usize::from(self.standing(self.cells.get(number)) != Standing::Bound);
            }
        }
        if open == 0 {
            return Ok(None);
        }
        let mark = self.cells.mark();
        let trail = self.cells.trail_len();
        let same = self.cells.unify(a, b);
        let changed = self.cells.trail_len() > trail || self.cells.depends_since(&mark);
        self.cells.undo_all(&mark);
        if !same || !changed {
            return Ok(Some(same));
        }
        let sides = [self.cells.value(a), self.cells.value(b)].map(|cell| self.standing(cell));
        match sides {
            [Standing::Variable, Standing::Bound] | [Standing::Bound, Standing::Variable] => Ok(Some(false)),
            _ => Err(Stop::Unknown("==/2 of variables with constraints".to_string())),
        }
    }

    /// `label/1`: all variables need bounds before the first one gets a value.
    pub(super) fn start_labelling(&mut self, list: Addr, next: u32) -> Result<u32, Stop> {
        let mut numbers = Vec::new();
        for element in self.constrained_list(list)? {
            let cell = self.cells.value(element);
            match cell {
                Cell::Int(_) | Cell::Big(_) => {}
                Cell::Number(_) => {
                    self.cells.tighten(cell, self.steps);
                    if self.standing(cell) == Standing::Bound && self.guide.has_constraints() {
                        continue;
                    }
                    match self.guide.has_finite_domain(&self.cells, cell) {
                        Some(true) => numbers.push(cell),
                        Some(false) => return Err(Stop::Throw(self.instantiation())),
                        None => {
                            let why = "whether the domain of a variable is finite".to_string();
                            return Err(Stop::Unknown(why));
                        }
                    }
                }
                Cell::Free | Cell::Open => return Err(Stop::Throw(self.instantiation())),
                Cell::Unknown(_) => return Err(Stop::Unknown("label/1 of an input".to_string())),
                _ => return Err(Stop::Throw(self.type_error("integer", element))),
            }
        }
        self.guide.labelling(&self.cells, &numbers).map_err(Stop::from)?;
        Ok(self.chain(Work::Label(list), next))
    }

    /// Whether a number that is to be labelled has a value already.
    pub(super) fn is_labelled(&mut self, cell: Cell) -> bool {
        G::SYMBOLIC && self.guide.has_constraints() && self.standing(cell) == Standing::Bound
    }
}

const UNSURE: &str = "whether library(clpfd) has found the only value of a variable";

fn unsure() -> Stop {
    Stop::Unknown(UNSURE.to_string())
}
