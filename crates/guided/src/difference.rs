//! Differences of integers: x ≥ y + c, x ≠ y + c. Most conditions of logic programs over integers are such, and then the
//! solver need not be asked.
//!
//! ```text
//! a > b, b ≥ c     a ≥ b + 1, b ≥ c     least values: c = 0, b = 0, a = 1
//! ```
//!
//! The least values from 0 on are longest paths in the graph of differences (Bellman and Ford); with a positive cycle
//! there are none. If two values must not be equal and are, one of them is made larger; both choices are tried if
//! needed. Of all values that are found the smallest are taken: by their sum, then by the last of them.

use formula::{Model, Op, Term, Terms, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A comparison. A missing term is zero.
#[derive(Clone, Copy, Debug)]
enum Atom {
    /// large ≥ small + by
    AtLeast { large: Option<Term>, small: Option<Term>, by: i64 },
    /// left ≠ right + by
    Unequal { left: Option<Term>, right: Option<Term>, by: i64 },
    /// It cannot be.
    Never,
}

type Atoms = SmallVec<[Atom; 2]>;

/// At most this many ways to make values different are tried.
const SPLITS: usize = 200;

/// More values are not looked at.
const MOST: usize = 60;

/// Constants beyond this are left to the solver.
const LARGE: i64 = 1 << 40;

/// Decides conjunctions of differences. Consecutive queries of a search have a common prefix, so the graph of the last
/// one is kept with its values after each formula.
#[derive(Default)]
pub struct Differences {
    /// What formulas say; nothing if they are not such.
    known: FxHashMap<Term, Option<Atoms>>,
    graph: Graph,
    levels: Vec<Level>,
}

/// The graph after a formula.
struct Level {
    formula: Term,
    vars: usize,
    edges: usize,
    unequal: usize,
    /// The least values, without regard to what must be different; nothing if there are none.
    values: Option<Values>,
}

type Values = SmallVec<[i64; 16]>;

/// The result of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// These values.
    Values(Vec<(Term, i64)>),
    /// There are none.
    Nothing,
    /// It is not known.
    Unknown,
}

/// A graph of differences: vertex 0 is zero.
#[derive(Default)]
struct Graph {
    vars: SmallVec<[Option<Term>; 16]>,
    edges: Vec<(u16, u16, i64)>,
    unequal: Vec<(u16, u16, i64)>,
}

impl Differences {
    /// Looks for integers for which all formulas hold.
    pub fn solve(&mut self, formulas: &Terms, all: &[Term]) -> Found {
        if !self.go_to(formulas, all) {
            return Found::Unknown;
        }
        let Some(values) = self.values() else { return Found::Nothing };
        let mut splits = 0;
        match self.graph.different(values, &[], &mut splits) {
            Ok(Some(values)) => Found::Values(self.graph.named(&values)),
            Ok(None) => Found::Nothing,
            Err(()) => Found::Unknown,
        }
    }

    /// The smallest integers from 0 on for which all formulas hold, as a model; nothing if that is not known. `order` are the
    /// integers that count, each as often as it does, in the order in which they are seen.
    pub fn least(&mut self, formulas: &Terms, all: &[Term], order: &[Term]) -> Option<Model> {
        if !self.go_to(formulas, all) {
            return None;
        }
        let values = self.values()?;
        let graph = &self.graph;
        let mut splits = 0;
        let mut best: Option<(Vec<i64>, Values)> = None;
        let places: Vec<Option<usize>> =
            order.iter().map(|term| graph.vars.iter().position(|var| *var == Some(*term))).collect();
        graph.each(values, &[], &mut splits, &mut |values| {
            let seen =
                |place: &Option<usize>| place.and_then(|place| values.get(place).copied()).unwrap_or(0);
            let mut key: Vec<i64> = places.iter().rev().map(seen).collect();
            key.insert(0, key.iter().map(|value| value.abs()).sum());
            if best.as_ref().is_none_or(|(known, _)| key < *known) {
                best = Some((key, SmallVec::from_slice(values)));
            }
        })?;
        let (_, values) = best?;
        let mut model = Model::default();
        for (var, value) in graph.named(&values) {
            model.set(formulas, var, Value::Int(value.into()));
        }
        Some(model)
    }

    /// The least values after the last formula.
    fn values(&self) -> Option<Values> {
        match self.levels.last() {
            Some(level) => level.values.clone(),
            None => Some(smallvec::smallvec![0; self.graph.vars.len()]),
        }
    }

    /// Makes the graph of some formulas; false if one of them is no difference.
    fn go_to(&mut self, formulas: &Terms, all: &[Term]) -> bool {
        let same =
            self.levels.iter().zip(all).take_while(|(level, formula)| level.formula == **formula).count();
        self.levels.truncate(same);
        let (vars, edges, unequal) =
            self.levels.last().map_or((1, 0, 0), |level| (level.vars, level.edges, level.unequal));
        self.graph.vars.truncate(vars);
        self.graph.edges.truncate(edges);
        self.graph.unequal.truncate(unequal);
        if self.graph.vars.is_empty() {
            self.graph.vars.push(None);
        }
        all.iter().skip(same).all(|formula| self.add(formulas, *formula))
    }

    fn add(&mut self, formulas: &Terms, formula: Term) -> bool {
        let mut values = self.values();
        let atoms = self.known.entry(formula).or_insert_with(|| {
            let mut atoms = Atoms::new();
            read(formulas, formula, true, &mut atoms).then_some(atoms)
        });
        let Some(atoms) = atoms else { return false };
        let graph = &mut self.graph;
        let before = graph.edges.len();
        for atom in atoms.iter() {
            match *atom {
                Atom::AtLeast { large, small, by } => {
                    let (Some(from), Some(to)) = (graph.vertex(small), graph.vertex(large)) else {
                        return false;
                    };
                    graph.edges.push((from, to, by));
                }
                Atom::Unequal { left, right, by } => {
                    let (Some(from), Some(to)) = (graph.vertex(right), graph.vertex(left)) else {
                        return false;
                    };
                    graph.unequal.push((from, to, by));
                }
                Atom::Never => values = None,
            }
        }
        if let Some(known) = &mut values {
            known.resize(graph.vars.len(), 0);
        }
        if graph.edges.len() > before {
            values = values.and_then(|values| graph.closed(values, &[]));
        }
        self.levels.push(Level {
            formula,
            vars: graph.vars.len(),
            edges: graph.edges.len(),
            unequal: graph.unequal.len(),
            values,
        });
        true
    }
}

impl Graph {
    fn vertex(&mut self, term: Option<Term>) -> Option<u16> {
        if let Some(place) = self.vars.iter().position(|var| *var == term) {
            return Some(place as u16);
        }
        if self.vars.len() >= MOST {
            return None;
        }
        self.vars.push(term);
        Some(self.vars.len() as u16 - 1)
    }

    /// Values with their names, zero being 0.
    fn named(&self, values: &[i64]) -> Vec<(Term, i64)> {
        let zero = values.first().copied().unwrap_or(0);
        self.vars.iter().zip(values).filter_map(|(var, value)| Some(((*var)?, value - zero))).collect()
    }

    /// The least values of the graph with more edges, from values on that are not too large; nothing if there are none. Zero
    /// may be raised: only differences count.
    fn closed(&self, mut values: Values, more: &[(u16, u16, i64)]) -> Option<Values> {
        for _ in 0..=self.vars.len() {
            let mut changed = false;
            for (from, to, by) in self.edges.iter().chain(more) {
                let (from, to) = (*from as usize, *to as usize);
                let wanted = values[from] + by;
                if values[to] < wanted {
                    values[to] = wanted;
                    changed = true;
                }
            }
            if !changed {
                return Some(values);
            }
        }
        None
    }

    fn clash(&self, values: &[i64]) -> Option<(u16, u16, i64)> {
        let equal = |(from, to, by): &&(u16, u16, i64)| values[*to as usize] == values[*from as usize] + by;
        self.unequal.iter().find(equal).copied()
    }

    /// Values that are different where they must be.
    fn different(
        &self,
        values: Values,
        more: &[(u16, u16, i64)],
        splits: &mut usize,
    ) -> Result<Option<Values>, ()> {
        let Some((from, to, by)) = self.clash(&values) else { return Ok(Some(values)) };
        *splits += 1;
        if *splits > SPLITS {
            return Err(());
        }
        for edge in [(from, to, by + 1), (to, from, 1 - by)] {
            let mut edges: SmallVec<[(u16, u16, i64); 16]> = SmallVec::from_slice(more);
            edges.push(edge);
            if let Some(values) = self.closed(values.clone(), &edges)
                && let Some(found) = self.different(values, &edges, splits)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Passes all values that splitting leads to, from zero on, to `show`; nothing if there are too many splits.
    fn each(
        &self,
        values: Values,
        more: &[(u16, u16, i64)],
        splits: &mut usize,
        show: &mut dyn FnMut(&[i64]),
    ) -> Option<()> {
        let Some((from, to, by)) = self.clash(&values) else {
            let zero = values.first().copied().unwrap_or(0);
            let shifted: Values = values.iter().map(|value| value - zero).collect();
            show(&shifted);
            return Some(());
        };
        *splits += 1;
        if *splits > SPLITS {
            return None;
        }
        for edge in [(from, to, by + 1), (to, from, 1 - by)] {
            let mut edges: SmallVec<[(u16, u16, i64); 16]> = SmallVec::from_slice(more);
            edges.push(edge);
            if let Some(values) = self.closed(values.clone(), &edges) {
                self.each(values, &edges, splits, show)?;
            }
        }
        Some(())
    }
}

/// What a formula says, if it is a conjunction of differences.
fn read(formulas: &Terms, formula: Term, holds: bool, atoms: &mut Atoms) -> bool {
    if let Some(known) = formulas.as_bool(formula) {
        if known != holds {
            atoms.push(Atom::Never);
        }
        return true;
    }
    let args = formulas.args(formula);
    match (formulas.op(formula), args) {
        (Op::Not, [inner]) => read(formulas, *inner, !holds, atoms),
        (Op::And, parts) if holds => parts.iter().all(|part| read(formulas, *part, true, atoms)),
        (Op::Or, parts) if !holds => parts.iter().all(|part| read(formulas, *part, false, atoms)),
        (Op::Le, [a, b]) => difference(formulas, *a, *b).is_some_and(|(a, b, by)| {
            // a ≤ b + by, or a > b + by.
            atoms.push(if holds {
                Atom::AtLeast { large: b, small: a, by: -by }
            } else {
                Atom::AtLeast { large: a, small: b, by: by + 1 }
            });
            true
        }),
        (Op::Lt, [a, b]) => difference(formulas, *a, *b).is_some_and(|(a, b, by)| {
            atoms.push(if holds {
                Atom::AtLeast { large: b, small: a, by: 1 - by }
            } else {
                Atom::AtLeast { large: a, small: b, by }
            });
            true
        }),
        (Op::Eq, [a, b]) if formulas.sort_of(*a) == formula::Sort::INT => difference(formulas, *a, *b)
            .is_some_and(|(a, b, by)| {
                if holds {
                    atoms.push(Atom::AtLeast { large: a, small: b, by });
                    atoms.push(Atom::AtLeast { large: b, small: a, by: -by });
                } else {
                    atoms.push(Atom::Unequal { left: a, right: b, by });
                }
                true
            }),
        _ => false,
    }
}

/// a - b as x - y - c: the two variables, and the constant with its sign turned.
fn difference(formulas: &Terms, a: Term, b: Term) -> Option<(Option<Term>, Option<Term>, i64)> {
    let one = base::Rat::from(&base::Int::from(1));
    let minus = -&one;
    let form = formulas.linear_form(&[(a, one.clone()), (b, minus.clone())]);
    let constant = form.offset();
    if !constant.is_integer() {
        return None;
    }
    let constant = constant.numerator().to_i64().filter(|value| value.abs() < LARGE)?;
    let plain = |term: &Term| matches!(formulas.op(*term), Op::Var(_));
    let (x, y) = match form.monomials.as_slice() {
        [(x, k)] if *k == one && plain(x) => (Some(*x), None),
        [(y, k)] if *k == minus && plain(y) => (None, Some(*y)),
        [(x, k), (y, l)] if *k == one && *l == minus && plain(x) && plain(y) => (Some(*x), Some(*y)),
        [(y, l), (x, k)] if *k == one && *l == minus && plain(x) && plain(y) => (Some(*x), Some(*y)),
        _ => return None,
    };
    Some((x, y, -constant))
}
