//! What a condition says about ground inputs, and how far it is true of what is known of them.
//!
//! A ground input is a term of which a path finds out more and more: its root, its arguments, that it is the same as
//! another one. A condition that was taken to fail, P5's negative constraint, stays in mind: ¬(fact ∧ fact ∧ …). There
//! are more atoms and functors than any program names, so as long as one of its facts is about an input that is not
//! known, some value makes it fail; then nothing has to be asked. Once all its facts are true, either it is
//! violated, or integers decide, and it is a clause for the solver.

use formula::{Term, Terms};
use logic::machine::cells::{Addr, Cell, Cells, DomainId, Functor, Kinds, Mark};
use smallvec::SmallVec;

/// One thing that is said of an input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fact {
    /// It is this constant or number.
    Is(Addr, Cell),
    /// It has this root; its arguments are called so from here on.
    Root(Addr, Functor, Addr),
    /// Both are the same.
    Same(Addr, Addr),
    /// It has one of these kinds.
    Kind(Addr, Kinds),
}

/// How far some facts are true.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    /// One of them is false.
    False,
    /// It depends on inputs that are not known.
    Open,
    /// They are true if these integers are the same.
    If(Vec<(Cell, Cell)>),
}

/// The facts that the cells got since a mark.
pub fn facts_since(cells: &Cells, mark: &Mark) -> Vec<Fact> {
    let mut facts = Vec::new();
    for &(addr, old) in cells.changed_inputs(mark) {
        if let Cell::Number(_) = old {
            // Integers that became the same are guards.
            continue;
        }
        facts.push(match cells.get(addr) {
            Cell::Ref(other) => Fact::Same(addr, other),
            Cell::Struct(functor, first) => Fact::Root(addr, functor, first),
            Cell::Unknown(kinds) => Fact::Kind(addr, kinds),
            // Fewer constructors are left because two inputs are the same, which is a fact of its own.
            Cell::Domain(_) => continue,
            cell => Fact::Is(addr, cell),
        });
    }
    facts
}

/// What stands for the arguments that a fact has named.
pub type Names = SmallVec<[(Addr, Addr); 8]>;

/// What an address of a fact stands for.
pub fn named(names: &[(Addr, Addr)], addr: Addr) -> Addr {
    names.iter().rev().find(|(name, _)| *name == addr).map_or(addr, |(_, actual)| *actual)
}

fn kind_of(cell: Cell) -> Kinds {
    match cell {
        Cell::Atom(atom) => Kinds::of_atom(atom),
        Cell::Struct(..) => Kinds::COMPOUND,
        Cell::Unknown(kinds) => kinds,
        Cell::Float(_) => Kinds::FLOAT,
        Cell::Str(_) => Kinds::STRING,
        Cell::Char(_) => Kinds::CHAR,
        _ => Kinds::INT,
    }
}

/// How far facts are true of what the cells know.
pub fn truth(cells: &Cells, facts: &[Fact]) -> Truth {
    truth_named(cells, facts, &mut Names::new())
}

/// The same, and what stands for the arguments that the facts name: those that they have at other places by now.
pub fn truth_named(cells: &Cells, facts: &[Fact], names: &mut Names) -> Truth {
    let mut guards = Vec::new();
    for fact in facts {
        match *fact {
            Fact::Is(addr, wanted) => {
                let cell = cells.value(named(names, addr));
                match (cell, wanted) {
                    (Cell::Unknown(kinds), _) => {
                        return if kinds.meets(kind_of(wanted)) { Truth::Open } else { Truth::False };
                    }
                    (Cell::Domain(domain), wanted) => {
                        return if may_have(cells, domain, wanted) { Truth::Open } else { Truth::False };
                    }
                    (Cell::Number(_), Cell::Number(_) | Cell::Int(_) | Cell::Big(_))
                    | (Cell::Int(_) | Cell::Big(_), Cell::Number(_)) => guards.push((cell, wanted)),
                    (Cell::Big(_), Cell::Big(_)) => {
                        if cells.int_of(cell) != cells.int_of(wanted) {
                            return Truth::False;
                        }
                    }
                    (a, b) if a == b => {}
                    _ => return Truth::False,
                }
            }
            Fact::Root(addr, functor, first) => match cells.value(named(names, addr)) {
                Cell::Unknown(kinds) => {
                    return if kinds.meets(Kinds::COMPOUND) { Truth::Open } else { Truth::False };
                }
                Cell::Domain(domain) => {
                    let root = Cell::Struct(functor, first);
                    return if may_have(cells, domain, root) { Truth::Open } else { Truth::False };
                }
                Cell::Struct(found, actual) if found == functor => {
                    let (_, count) = cells.name_of(functor);
                    names.extend((0..count).map(|i| (first + i, actual + i)));
                }
                _ => return Truth::False,
            },
            Fact::Kind(addr, kinds) => {
                let known = kind_of(cells.value(named(names, addr)));
                if !known.meets(kinds) {
                    return Truth::False;
                }
                if !known.without(kinds).is_empty() {
                    return Truth::Open;
                }
            }
            Fact::Same(a, b) => match same(cells, named(names, a), named(names, b)) {
                Truth::If(more) => guards.extend(more),
                other => return other,
            },
        }
    }
    Truth::If(guards)
}

/// Whether an input of a declared type may be this constant, or have this root.
fn may_have(cells: &Cells, domain: DomainId, value: Cell) -> bool {
    let (name, count) = match value {
        Cell::Atom(name) => (name, 0),
        Cell::Struct(functor, _) => cells.name_of(functor),
        _ => return false,
    };
    let domains = cells.domains();
    domains.position(domain, name, count as usize).is_some_and(|position| domains.has(domain, position))
}

/// Whether two inputs are the same.
fn same(cells: &Cells, a: Addr, b: Addr) -> Truth {
    let mut guards = Vec::new();
    let mut undecided = false;
    let mut open: SmallVec<[(Addr, Addr); 8]> = SmallVec::new();
    open.push((a, b));
    while let Some((a, b)) = open.pop() {
        let ((a, x), (b, y)) = (cells.end(a), cells.end(b));
        if a == b {
            continue;
        }
        match (x, y) {
            (Cell::Domain(x), Cell::Domain(y)) => {
                let domains = cells.domains();
                if !domains.positions(x).any(|position| domains.has(y, position)) {
                    return Truth::False;
                }
                undecided = true;
            }
            (Cell::Domain(domain), other) | (other, Cell::Domain(domain)) => {
                if !may_have(cells, domain, other) {
                    return Truth::False;
                }
                undecided = true;
            }
            (Cell::Unknown(_), _) | (_, Cell::Unknown(_)) => {
                if !kind_of(x).meets(kind_of(y)) {
                    return Truth::False;
                }
                undecided = true;
            }
            (Cell::Struct(f, i), Cell::Struct(g, j)) if f == g => {
                let (_, count) = cells.name_of(f);
                open.extend((0..count).map(|n| (i + n, j + n)));
            }
            (Cell::Number(n), Cell::Number(m)) if n == m => {}
            (Cell::Number(_), Cell::Number(_) | Cell::Int(_) | Cell::Big(_))
            | (Cell::Int(_) | Cell::Big(_), Cell::Number(_)) => guards.push((x, y)),
            (Cell::Big(_), Cell::Big(_)) if cells.int_of(x) == cells.int_of(y) => {}
            (x, y) if x == y => {}
            _ => return Truth::False,
        }
    }
    if undecided { Truth::Open } else { Truth::If(guards) }
}

/// A number as a term: known, or one of the guide's.
pub fn number(cells: &Cells, formulas: &mut Terms, numbers: &[Term], cell: Cell) -> Term {
    match cell {
        Cell::Number(n) => match numbers.get(n as usize) {
            Some(term) => *term,
            None => formulas.int(0),
        },
        cell => {
            let value = cells.int_of(cell).unwrap_or_else(|| base::Int::from(0));
            formulas.int(value)
        }
    }
}
