//! Goals that take a path: ground where a ground goal does, else with as few variables as can be.
//!
//! What is known of ground inputs is a term with holes; the holes get constants that the program does not name, so
//! that they are the same as nothing else. The branches of free inputs are patterns: where all of them have a common
//! instance, that is the goal; where not, the places at which they differ stay variables (their least general
//! generalisation, G. Plotkin 1970).

use crate::pattern::{Part, Pattern};
use base::Int;
use formula::{Model, Terms as Formulas, Value, evaluate};
use logic::machine::cells::{Addr, Cell, Cells, Kinds};
use logic::{Atom, Float, Term, Terms};

/// Constants that a program does not name.
pub(crate) struct Fresh {
    atoms: Vec<String>,
    ints: Vec<Int>,
    next: usize,
    next_int: i64,
    holes: Vec<(Addr, Term)>,
}

impl Fresh {
    /// Those that these terms do not have.
    pub fn new(terms: &Terms) -> Fresh {
        let letters = "abcdefghijklmnopqrstuvwxyz";
        let mut names: Vec<String> = letters.chars().map(String::from).collect();
        for round in 1..40 {
            names.extend(letters.chars().map(|c| format!("{c}{round}")));
        }
        // `e` is a number to arithmetic.
        let atoms = names.into_iter().filter(|name| name != "e" && terms.known(name).is_none()).collect();
        Fresh { atoms, ints: Vec::new(), next: 0, next_int: 0, holes: Vec::new() }
    }

    /// Integers that must not be used.
    pub fn avoid(&mut self, ints: Vec<Int>) {
        self.ints = ints;
    }

    /// Starts over for another goal.
    pub fn again(&mut self) {
        self.next = 0;
        self.next_int = 0;
        self.holes.clear();
    }

    /// How many constants were used.
    pub fn place(&self) -> (usize, i64) {
        (self.next, self.next_int)
    }

    /// Goes back to an earlier place.
    pub fn back_to(&mut self, place: (usize, i64)) {
        (self.next, self.next_int) = place;
        self.holes.clear();
    }

    /// The constant for a hole, the same for the same hole.
    pub fn hole(&mut self, terms: &mut Terms, addr: Addr) -> Term {
        if let Some((_, term)) = self.holes.iter().find(|(a, _)| *a == addr) {
            return *term;
        }
        let term = self.atom(terms);
        self.holes.push((addr, term));
        term
    }

    fn atom(&mut self, terms: &mut Terms) -> Term {
        let atom = match self.atoms.get(self.next) {
            Some(name) => terms.intern(name),
            None => terms.intern(&format!("other_{}", self.next)),
        };
        self.next += 1;
        terms.atom(atom)
    }

    /// A value of one of these kinds.
    pub fn value(&mut self, terms: &mut Terms, kinds: Kinds) -> Term {
        if kinds.meets(Kinds::ATOM) {
            return self.atom(terms);
        }
        if kinds.meets(Kinds::INT) {
            loop {
                let value = Int::from(self.next_int);
                self.next_int += 1;
                if !self.ints.contains(&value) {
                    return terms.int(value);
                }
            }
        }
        if !kinds.meets(Kinds::COMPOUND) && kinds.meets(Kinds::STRING) {
            let name = format!("text{}", self.next);
            self.next += 1;
            return terms.string(&name);
        }
        if !kinds.meets(Kinds::COMPOUND) {
            // Multiples of a quarter are exact as floats.
            self.next += 1;
            return match Float::new(self.next as f64 + 0.25) {
                Some(value) => terms.float(value),
                None => terms.atom(Atom::NIL),
            };
        }
        let inner = self.atom(terms);
        let name = self.atoms.get(self.next).cloned().unwrap_or_else(|| format!("other_{}", self.next));
        self.next += 1;
        let name = terms.intern(&name);
        terms.compound(name, &[inner])
    }
}

/// Copies a term of some cells into a table, with other things in the place of what is not known. Strings are no
/// inputs; where one stands for something else, `hole` knows it. The names of atoms are those of another table, or of
/// the same one.
pub(crate) fn copy(
    cells: &Cells,
    names: Option<&Terms>,
    addr: Addr,
    terms: &mut Terms,
    hole: &mut dyn FnMut(&mut Terms, Addr, Cell) -> Option<Term>,
) -> Term {
    let mut done: Vec<Term> = Vec::with_capacity(32);
    let mut open = Vec::with_capacity(32);
    open.push((addr, false));
    while let Some((addr, ready)) = open.pop() {
        let (addr, cell) = cells.end(addr);
        let term = match cell {
            Cell::Atom(atom) => {
                let atom = same_atom(names, atom, terms);
                terms.atom(atom)
            }
            Cell::Str(atom) => match hole(terms, addr, cell) {
                Some(term) => term,
                None => {
                    let text = names.unwrap_or(terms).name(atom).to_string();
                    terms.string(&text)
                }
            },
            Cell::Int(_) | Cell::Big(_) => terms.int(cells.int_of(cell).unwrap_or_else(|| Int::from(0))),
            Cell::Float(value) => terms.float(value),
            Cell::Struct(functor, first) => {
                let (name, count) = cells.name_of(functor);
                if !ready {
                    open.push((addr, true));
                    for arg in (first..first + count).rev() {
                        open.push((arg, false));
                    }
                    continue;
                }
                let start = done.len().saturating_sub(count as usize);
                let name = same_atom(names, name, terms);
                let term = terms.compound(name, &done[start..]);
                done.truncate(start);
                term
            }
            _ => hole(terms, addr, cell).unwrap_or_else(|| terms.atom(Atom::NIL)),
        };
        done.push(term);
    }
    done.pop().unwrap_or_else(|| terms.atom(Atom::NIL))
}

/// The atom of one table in another.
fn same_atom(names: Option<&Terms>, atom: Atom, terms: &mut Terms) -> Atom {
    match names {
        // Tables that grew from one have the same atoms up to there.
        Some(names) if atom != Atom::NIL && names.name(atom) != terms.name(atom) => {
            terms.intern(names.name(atom))
        }
        _ => atom,
    }
}

/// The integer that a model gives to a term.
pub(crate) fn value_of(formulas: &Formulas, model: &Model, term: formula::Term) -> Option<Int> {
    match evaluate(formulas, model, term) {
        Ok(Value::Int(value)) => Some(value),
        _ => None,
    }
}

/// The common instance of some patterns, or their least general generalisation where they have none.
pub(crate) struct Merged {
    /// Cells of its own.
    pub cells: Cells,
    /// The inputs.
    pub roots: Vec<Addr>,
    /// Variables that stand for places at which patterns differ.
    pub kept: Vec<Addr>,
}

/// Whether two patterns have a common instance; where that is not known they are taken to have one.
pub(crate) fn meet(a: &Pattern, b: &Pattern, source: &Cells) -> bool {
    let mut cells = source.empty_copy();
    let (Some(x), Some(y)) = (load(&mut cells, a, source, &|_| None), load(&mut cells, b, source, &|_| None))
    else {
        return true;
    };
    (0..a.roots.min(b.roots)).all(|root| cells.unify(x + root, y + root))
}

/// Whether a merged goal of some patterns has no common instance with others.
pub(crate) fn keeps_off(patterns: &[&Pattern], avoided: &[&Pattern], source: &Cells) -> bool {
    let count = patterns.first().map_or(0, |p| p.roots as usize);
    let order: Vec<usize> = (0..count).collect();
    let mut made: Vec<&Pattern> = patterns.to_vec();
    made.sort_by_key(|p| std::cmp::Reverse(p.parts.len()));
    let marks = |_: usize, _: formula::Term| Some(Int::from(0));
    let Some(mut merged) = merge(&made, &order, source, &marks, &mut |_, _| None) else { return true };
    // What is free in the goal becomes a constant that occurs nowhere else, except at places where patterns differ.
    let roots = merged.roots.clone();
    for root in &roots {
        for var in merged.cells.variables(*root) {
            if !merged.kept.contains(&var) {
                let input = merged.cells.push_input(Cell::Unknown(Kinds::ATOM));
                merged.cells.set_variable(var, Cell::Ref(input));
            }
        }
    }
    avoided.iter().all(|pattern| {
        let mark = merged.cells.mark();
        let start = place(&mut merged.cells, pattern, 0, source, &marks, &mut |_, _| None);
        let meets = start.is_none_or(|start| {
            (0..count).all(|i| merged.cells.unify(roots[i], start + i as Addr))
                && !merged.cells.depends_since(&mark)
        });
        merged.cells.undo_all(&mark);
        !meets
    })
}

/// Puts a pattern into cells; `None` if it has something that has no value.
fn place(
    cells: &mut Cells,
    pattern: &Pattern,
    which: usize,
    source: &Cells,
    number: &dyn Fn(usize, formula::Term) -> Option<Int>,
    input: &mut dyn FnMut(&mut Cells, Addr) -> Option<Cell>,
) -> Option<Addr> {
    let vars = cells.free(pattern.vars as usize);
    let start = cells.free(pattern.parts.len());
    for (place, part) in pattern.parts.iter().enumerate() {
        let cell = match *part {
            Part::Var(var) => Cell::Ref(vars + var),
            Part::Is(cell) => match source.int_of(cell) {
                Some(value) => cells.int_cell(&value),
                None => cell,
            },
            Part::Number(term) => {
                let value = number(which, term)?;
                cells.int_cell(&value)
            }
            Part::Root(functor, first) => Cell::Struct(functor, start + first),
            Part::Input(addr) => {
                // What is known of a ground input, with marks in the place of what is not.
                let made = cells.free(1);
                let mut open = vec![(addr, made)];
                while let Some((addr, to)) = open.pop() {
                    let (addr, cell) = source.end(addr);
                    let cell = match cell {
                        Cell::Struct(functor, first) => {
                            let (_, count) = source.name_of(functor);
                            let args = cells.free(count as usize);
                            open.extend((0..count).map(|i| (first + i, args + i)));
                            Cell::Struct(functor, args)
                        }
                        Cell::Unknown(_) | Cell::Number(_) => input(cells, addr)?,
                        cell => match source.int_of(cell) {
                            Some(value) => cells.int_cell(&value),
                            None => cell,
                        },
                    };
                    cells.set_variable(to, cell);
                }
                Cell::Ref(made)
            }
        };
        cells.set_variable(start + place as Addr, cell);
    }
    Some(start)
}

/// Merges patterns: the inputs are made the same in this order, as far as they can be. The values of integers are
/// given.
pub(crate) fn merge(
    patterns: &[&Pattern],
    order: &[usize],
    source: &Cells,
    number: &dyn Fn(usize, formula::Term) -> Option<Int>,
    input: &mut dyn FnMut(&mut Cells, Addr) -> Option<Cell>,
) -> Option<Merged> {
    let mut cells = source.empty_copy();
    let count = patterns.first().map_or(0, |p| p.roots);
    let mut starts: Vec<Addr> = Vec::new();
    for (i, pattern) in patterns.iter().enumerate() {
        starts.push(place(&mut cells, pattern, i, source, number, input)?);
    }
    let (first, rest) = starts.split_first()?;
    for root in order {
        for other in rest {
            agree(&mut cells, first + *root as Addr, other + *root as Addr);
        }
    }
    let mut kept: Vec<Addr> = Vec::new();
    let mut merged = *first;
    for other in rest {
        merged = generalise(&mut cells, merged, *other, count, true, &mut kept);
    }
    Some(Merged { roots: (merged..merged + count).collect(), cells, kept })
}

/// Puts the inputs of a pattern side by side.
fn load(
    cells: &mut Cells,
    pattern: &Pattern,
    source: &Cells,
    number: &dyn Fn(formula::Term) -> Option<Int>,
) -> Option<Addr> {
    place(cells, pattern, 0, source, &|_, term| number(term), &mut |_, _| None)
}

/// Whether no goal at all unifies with each of some patterns and with none of others; `false` if that is not known.
///
/// Let no variable stand twice in a pattern. The most specific goals that unify with all of the first kind are the
/// generalisations of one instance of each. Where these patterns clash such a goal has a variable; where they do not,
/// it has what they have in common or a variable; where none of them says anything, it may have a fresh constant, which
/// occurs in no pattern. So a pattern of the second kind that unifies with their common instance, with such constants
/// in it, meets no other symbol in any of these goals. It could still fail because two of its terms meet the same
/// variable; not so if it has variables everywhere but along one line from its root down.
pub(crate) fn none_takes(all: &[&Pattern], none: &[&Pattern], source: &Cells) -> bool {
    let linear = |pattern: &Pattern| {
        let vars = pattern.parts.iter().filter(|part| matches!(part, Part::Var(_))).count();
        vars == pattern.vars as usize
            && pattern.parts.iter().all(|part| matches!(part, Part::Var(_) | Part::Is(_) | Part::Root(..)))
    };
    if !all.iter().all(|pattern| linear(pattern)) {
        return false;
    }
    let mut cells = source.empty_copy();
    let mut starts = Vec::new();
    for pattern in all {
        let Some(start) = load(&mut cells, pattern, source, &|_| None) else { return false };
        starts.push(start);
    }
    let Some((first, rest)) = starts.split_first() else { return false };
    let count = all.first().map_or(0, |pattern| pattern.roots);
    for other in rest {
        for root in 0..count {
            agree(&mut cells, first + root, other + root);
        }
    }
    let mut kept = Vec::new();
    let mut merged = *first;
    for other in rest {
        merged = generalise(&mut cells, merged, *other, count, false, &mut kept);
    }
    // Where no variable stands twice, one constant that no pattern has does for all places.
    let named = |n: i64| none.iter().any(|pattern| pattern.parts.contains(&Part::Is(Cell::Int(n))));
    let Some(nobody) = (0..i64::MAX).find(|n| !named(*n)) else { return false };
    let used: Vec<Addr> = (merged..merged + count).flat_map(|root| cells.variables(root)).collect();
    for var in &used {
        if !kept.contains(var) {
            cells.set_variable(*var, Cell::Int(nobody));
        }
    }
    none.iter().filter(|pattern| linear(pattern) && is_line(pattern, source)).any(|pattern| {
        let mark = cells.mark();
        let Some(start) = load(&mut cells, pattern, source, &|_| None) else { return false };
        let same = (0..count).all(|root| cells.unify(merged + root, start + root));
        cells.undo_all(&mark);
        same
    })
}

/// Whether the parts of a pattern that are no variables lie on one line from its root down.
fn is_line(pattern: &Pattern, source: &Cells) -> bool {
    let mut row = 0..pattern.roots;
    loop {
        let mut found = row.filter_map(|place| {
            let part = pattern.parts.get(place as usize)?;
            (!matches!(part, Part::Var(_))).then_some(*part)
        });
        let (one, another) = (found.next(), found.next());
        row = match (one, another) {
            (_, Some(_)) => return false,
            (Some(Part::Root(functor, first)), None) => first..first + source.name_of(functor).1,
            _ => return true,
        };
    }
}

/// Makes two terms the same wherever they can be.
fn agree(cells: &mut Cells, a: Addr, b: Addr) {
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        let mark = cells.mark();
        if cells.unify(a, b) {
            cells.release(&mark);
            continue;
        }
        cells.undo_all(&mark);
        if let (Cell::Struct(f, x), Cell::Struct(g, y)) = (cells.value(a), cells.value(b))
            && f == g
        {
            let (_, count) = cells.name_of(f);
            open.extend((0..count).rev().map(|i| (x + i, y + i)));
        }
    }
}

/// The least general generalisation of two rows of terms; without `share`, with a variable of its own at each place.
fn generalise(cells: &mut Cells, a: Addr, b: Addr, count: u32, share: bool, kept: &mut Vec<Addr>) -> Addr {
    let row = cells.free(count as usize);
    let mut pairs: Vec<((Addr, Addr), Addr)> = Vec::new();
    let mut open: Vec<(Addr, Addr, Addr)> = (0..count).rev().map(|n| (a + n, b + n, row + n)).collect();
    while let Some((a, b, place)) = open.pop() {
        let ((a, x), (b, y)) = (cells.end(a), cells.end(b));
        let cell = match (x, y) {
            _ if a == b => Cell::Ref(a),
            (Cell::Struct(f, i), Cell::Struct(g, j)) if f == g => {
                let (_, count) = cells.name_of(f);
                let first = cells.free(count as usize);
                open.extend((0..count).rev().map(|n| (i + n, j + n, first + n)));
                Cell::Struct(f, first)
            }
            (x, y) if x == y && !matches!(x, Cell::Free | Cell::Open) => x,
            _ => {
                // The same two terms at two places are the same variable.
                let alike = |c: Addr, d: Addr| identical(cells, c, a) && identical(cells, d, b);
                let known = pairs.iter().find(|((c, d), _)| share && alike(*c, *d));
                let var = match known {
                    Some((_, var)) => *var,
                    None => {
                        let var = cells.free(1);
                        pairs.push(((a, b), var));
                        kept.push(var);
                        var
                    }
                };
                Cell::Ref(var)
            }
        };
        cells.set_variable(place, cell);
    }
    row
}

/// Whether two terms are the same as they are.
fn identical(cells: &Cells, a: Addr, b: Addr) -> bool {
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        let ((a, x), (b, y)) = (cells.end(a), cells.end(b));
        match (x, y) {
            _ if a == b => {}
            (Cell::Struct(f, i), Cell::Struct(g, j)) if f == g => {
                let (_, count) = cells.name_of(f);
                open.extend((0..count).map(|n| (i + n, j + n)));
            }
            (Cell::Big(_), Cell::Big(_)) if cells.int_of(x) == cells.int_of(y) => {}
            (x, y) if x == y && !matches!(x, Cell::Free | Cell::Open) => {}
            _ => return false,
        }
    }
    true
}
