//! The free inputs of a run as one branch sees them: P5's constraint atom, read as a pattern.
//!
//! A goal p(N) with N free fits a clause on one branch if some instance does, so what the branches find out about N
//! need not be true at once. Each is a pattern, N = s(Y), that some instance of the case must match; what was taken to
//! fail is a pattern that no instance may match. There are more atoms than any program names, so an instance of one
//! pattern can keep off another unless the other is more general: that is matching, not solving. Where a pattern
//! has integers, matching leaves equations for the solver.

use crate::facts::named;
use formula::Term;
use logic::machine::cells::{Addr, Cell, Cells, Functor};
use smallvec::SmallVec;

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// A variable.
    Var(u32),
    /// A ground input.
    Input(Addr),
    /// A constant.
    Is(Cell),
    /// An integer.
    Number(Term),
    /// A compound term, with its first argument.
    Root(Functor, u32),
}

/// The free inputs as patterns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pattern {
    /// All parts; the inputs come first.
    pub parts: Vec<Part>,
    /// How many inputs there are.
    pub roots: u32,
    /// How many variables.
    pub vars: u32,
}

impl Pattern {
    /// What a branch knows of some inputs.
    pub fn read(cells: &Cells, roots: &[Addr], numbers: &[Term]) -> Pattern {
        let mut pattern =
            Pattern { parts: vec![Part::Var(0); roots.len()], roots: roots.len() as u32, vars: 0 };
        let mut seen: Vec<Addr> = Vec::new();
        let mut open: Vec<(Addr, usize)> = roots.iter().copied().zip(0..).collect();
        open.reverse();
        while let Some((addr, place)) = open.pop() {
            let (addr, cell) = cells.end(addr);
            pattern.parts[place] = match cell {
                Cell::Free | Cell::Open => {
                    let found = seen.iter().position(|known| *known == addr);
                    let number = found.unwrap_or_else(|| {
                        seen.push(addr);
                        seen.len() - 1
                    });
                    Part::Var(number as u32)
                }
                Cell::Unknown(_) => Part::Input(addr),
                Cell::Number(n) => match numbers.get(n as usize) {
                    Some(term) => Part::Number(*term),
                    None => Part::Is(cell),
                },
                Cell::Struct(functor, first) => {
                    let (_, count) = cells.name_of(functor);
                    let start = pattern.parts.len();
                    pattern.parts.resize(start + count as usize, Part::Var(0));
                    open.extend((0..count).rev().map(|i| (first + i, start + i as usize)));
                    Part::Root(functor, start as u32)
                }
                constant => Part::Is(constant),
            };
        }
        pattern.vars = seen.len() as u32;
        pattern
    }

    /// Whether nothing is known: all roots are different variables.
    pub fn is_open(&self) -> bool {
        self.vars == self.roots && self.parts.len() == self.roots as usize
    }

    fn part(&self, place: u32) -> Part {
        self.parts.get(place as usize).copied().unwrap_or(Part::Var(0))
    }

    /// Whether every instance matches another pattern: `None` if not, else the integers that have to be the same
    /// for it, first of this and then of the other pattern.
    pub fn below(&self, other: &Pattern, known: Known<'_>) -> Option<Vec<Equation>> {
        let cells = known.cells;
        let mut bound: SmallVec<[Option<Side>; 16]> = SmallVec::from_elem(None, other.vars as usize);
        let mut equations = Vec::new();
        let mut open: SmallVec<[(Side, u32); 16]> =
            (0..self.roots.min(other.roots)).map(|i| (Side::Place(i), i)).collect();
        while let Some((mine, theirs)) = open.pop() {
            let theirs = other.part(theirs);
            if let Part::Var(var) = theirs {
                match bound.get_mut(var as usize) {
                    Some(Some(before)) => {
                        let before = *before;
                        self.equal(before, mine, known, &mut equations)?;
                    }
                    Some(slot) => *slot = Some(mine),
                    None => return None,
                }
                continue;
            }
            let mine = self.look(mine, known);
            match (mine, theirs) {
                (View::Is(a), Part::Is(b)) => {
                    if a != b && (cells.int_of(a).is_none() || cells.int_of(a) != cells.int_of(b)) {
                        return None;
                    }
                }
                (View::Is(a @ (Cell::Int(_) | Cell::Big(_))), Part::Number(b)) => {
                    equations.push(Equation { mine: Part::Is(a), to: Part::Number(b), others: true });
                }
                (View::Number(a), Part::Is(b @ (Cell::Int(_) | Cell::Big(_)))) => {
                    equations.push(Equation { mine: Part::Number(a), to: Part::Is(b), others: true });
                }
                (View::Number(a), Part::Number(b)) => {
                    equations.push(Equation { mine: Part::Number(a), to: Part::Number(b), others: true });
                }
                (View::Root(f, args), Part::Root(g, first)) if f == g => {
                    let (_, count) = cells.name_of(f);
                    open.extend((0..count).map(|i| (args.at(i), first + i)));
                }
                (View::Input(a), Part::Input(b)) if a == cells.end(named(known.names, b)).0 => {}
                (mine, Part::Input(b)) => {
                    // What the other pattern takes from a ground input may be known by now.
                    let input = self.look(Side::Input(named(known.names, b)), known);
                    self.same_view(mine, input, known, &mut equations)?;
                }
                _ => return None,
            }
        }
        Some(equations)
    }

    /// Whether two parts of this pattern are surely the same.
    fn equal(&self, a: Side, b: Side, known: Known<'_>, equations: &mut Vec<Equation>) -> Option<()> {
        if a == b {
            return Some(());
        }
        self.same_view(self.look(a, known), self.look(b, known), known, equations)
    }

    fn same_view(&self, a: View, b: View, known: Known<'_>, equations: &mut Vec<Equation>) -> Option<()> {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            match (a, b) {
                (View::Var(a), View::Var(b)) if a == b => {}
                (View::Input(a), View::Input(b)) if a == b => {}
                (View::Is(a), View::Is(b)) if a == b => {}
                (View::Number(a), View::Number(b)) if a == b => {}
                (View::Root(f, x), View::Root(g, y)) if f == g => {
                    let (_, count) = known.cells.name_of(f);
                    open.extend((0..count).map(|i| (self.look(x.at(i), known), self.look(y.at(i), known))));
                }
                (View::Number(a), View::Number(b)) => {
                    equations.push(Equation { mine: Part::Number(a), to: Part::Number(b), others: false });
                }
                (View::Number(a), View::Is(b @ (Cell::Int(_) | Cell::Big(_))))
                | (View::Is(b @ (Cell::Int(_) | Cell::Big(_))), View::Number(a)) => {
                    equations.push(Equation { mine: Part::Number(a), to: Part::Is(b), others: false });
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn look(&self, side: Side, known: Known<'_>) -> View {
        match side {
            Side::Place(place) => match self.part(place) {
                Part::Var(var) => View::Var(var),
                Part::Is(cell) => View::Is(cell),
                Part::Number(term) => View::Number(term),
                Part::Root(functor, first) => View::Root(functor, Side::Place(first)),
                Part::Input(addr) => self.look(Side::Input(addr), known),
            },
            Side::Input(addr) => match known.cells.end(addr) {
                (addr, Cell::Unknown(_)) => View::Input(addr),
                (_, Cell::Struct(functor, first)) => View::Root(functor, Side::Input(first)),
                (_, Cell::Number(n)) if (n as usize) < known.numbers.len() => {
                    View::Number(known.numbers[n as usize])
                }
                (_, cell) => View::Is(cell),
            },
        }
    }
}

/// What is known of ground inputs and numbers.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The cells.
    pub cells: &'a Cells,
    /// The terms of the guide's numbers.
    pub numbers: &'a [Term],
    /// What stands for the ground inputs that the facts beside the other pattern have named.
    pub names: &'a [(Addr, Addr)],
}

/// Integers that have to be the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equation {
    /// A part of the pattern that is below.
    pub mine: Part,
    /// What it is the same as.
    pub to: Part,
    /// Whether that is part of the other pattern.
    pub others: bool,
}

/// A place in a pattern or an input.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Place(u32),
    Input(Addr),
}

impl Side {
    fn at(self, i: u32) -> Side {
        match self {
            Side::Place(place) => Side::Place(place + i),
            Side::Input(addr) => Side::Input(addr + i),
        }
    }
}

/// What stands there.
#[derive(Clone, Copy, Debug, PartialEq)]
enum View {
    Var(u32),
    Input(Addr),
    Is(Cell),
    Number(Term),
    Root(Functor, Side),
}
