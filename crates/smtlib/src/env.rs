//! What names mean at a point of a script.
//!
//! Declarations belong to the assertion level on which they were made and go away with it. A name means
//! one thing at a time: declaring it again, even on an inner level, is an error, as it is in z3.

use formula::{DataId, FunId, Sort, Term};
use source::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a function symbol or constant means.
#[derive(Clone, Debug)]
pub(crate) enum Global {
    /// A declared constant, a defined one, or a named term.
    Const(Term),
    /// A declared function.
    Fun(FunId),
    /// A defined function.
    Macro(Rc<Macro>),
    Constructor(DataId, u32),
    Selector(DataId, u32, u32),
    Tester(DataId, u32),
}

/// A defined function: its body over variables that occur nowhere else.
#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) params: Vec<Term>,
    pub(crate) body: Term,
}

/// What a sort symbol means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortDef {
    /// An uninterpreted sort with this many parameters.
    Named(u32),
    /// An abbreviation: a sort with [`formula::SortKind::Param`]s in it.
    Alias(u32, Sort),
    /// A data type with this many parameters.
    Data(DataId, u32),
}

/// A thing that a model gives a value to.
#[derive(Clone, Debug)]
pub(crate) enum Declared {
    Const(String, Term),
    Fun(String, FunId),
}

/// The names of a script and their levels.
#[derive(Debug, Default)]
pub(crate) struct Env {
    globals: BTreeMap<String, (Global, Span)>,
    sorts: BTreeMap<String, (SortDef, Span)>,
    pub(crate) declared: Vec<Declared>,
    /// Names in order of their declaration, to be taken back by `pop`.
    order: Vec<Added>,
    levels: Vec<(usize, usize)>,
}

#[derive(Debug)]
enum Added {
    Global(String),
    Sort(String),
}

impl Env {
    pub(crate) fn global(&self, name: &str) -> Option<&Global> {
        self.globals.get(name).map(|(global, _)| global)
    }

    pub(crate) fn sort(&self, name: &str) -> Option<SortDef> {
        self.sorts.get(name).map(|(sort, _)| *sort)
    }

    /// Where a function or constant of this name was declared.
    pub(crate) fn place(&self, name: &str) -> Option<Span> {
        self.globals.get(name).map(|(_, span)| *span)
    }

    /// Where a sort of this name was declared.
    pub(crate) fn sort_place(&self, name: &str) -> Option<Span> {
        self.sorts.get(name).map(|(_, span)| *span)
    }

    /// Adds a function or constant; the caller has made sure that the name is free.
    pub(crate) fn add(&mut self, name: &str, global: Global, place: Span) {
        self.order.push(Added::Global(name.to_string()));
        self.globals.insert(name.to_string(), (global, place));
    }

    /// Adds a sort; the caller has made sure that the name is free.
    pub(crate) fn add_sort(&mut self, name: &str, sort: SortDef, place: Span) {
        self.order.push(Added::Sort(name.to_string()));
        self.sorts.insert(name.to_string(), (sort, place));
    }

    pub(crate) fn push(&mut self) {
        self.levels.push((self.order.len(), self.declared.len()));
    }

    /// Leaves the innermost level; nothing happens on the outermost.
    pub(crate) fn pop(&mut self) {
        let Some((order, declared)) = self.levels.pop() else { return };
        self.declared.truncate(declared);
        for added in self.order.drain(order..) {
            match added {
                Added::Global(name) => drop(self.globals.remove(&name)),
                Added::Sort(name) => drop(self.sorts.remove(&name)),
            }
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The known function symbol or constant whose name is nearest to one that is not known.
    pub(crate) fn nearest(&self, name: &str, also: &[&str]) -> Option<String> {
        nearest(name, self.globals.keys().map(String::as_str).chain(also.iter().copied()))
    }

    /// The known sort whose name is nearest to one that is not known.
    pub(crate) fn nearest_sort(&self, name: &str) -> Option<String> {
        let known = || self.sorts.keys().map(String::as_str).chain(["Bool", "Int", "Real", "Array"]);
        // `Integer` and `Boolean` are not near by their letters, but by what they mean.
        let longer = || known().find(|sort| sort.len() > 2 && name.starts_with(sort)).map(str::to_string);
        nearest(name, known()).or_else(longer)
    }
}

/// The candidate with the fewest changes to the name, if few are enough.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    // Long names cost time to compare and are rarely typed by hand.
    let (longest, changes) = (32, 1 + name.len() / 5);
    if name.len() > longest {
        return None;
    }
    candidates
        .filter(|c| c.len() <= longest && c.len().abs_diff(name.len()) <= changes)
        .map(|c| (distance(name, c), c))
        .filter(|(d, c)| *d <= changes && *d < c.len())
        .min()
        .map(|(_, c)| c.to_string())
}

/// How many characters must be changed, added or removed (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_names_are_near() {
        assert_eq!(nearest("selct", ["select", "store"].into_iter()), Some("select".into()));
        assert_eq!(nearest("x", ["y", "zz"].into_iter()), None);
        assert_eq!(nearest("count", ["total"].into_iter()), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
