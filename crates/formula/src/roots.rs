//! What may stand at the root of a tree, typed or untyped, seen in one way.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

/// The root of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Root {
    /// A constructor of a data sort.
    Con(Sort, u32),
    /// A symbol of an untyped tree, with its arity.
    Functor(base::Symbol, u32),
    /// An integer leaf of an untyped tree.
    Integer,
}

impl Root {
    /// The root of a term that shows it.
    pub fn of(terms: &Terms, t: Term) -> Option<Root> {
        match terms.op(t) {
            Op::Con(c) => Some(Root::Con(terms.sort_of(t), *c)),
            Op::Functor(f) => Some(Root::Functor(*f, terms.args(t).len() as u32)),
            Op::TreeInt => Some(Root::Integer),
            _ => None,
        }
    }

    /// The root that a term asks about: as a tester (true), or as a selector of one of its parts (false).
    pub fn asked(terms: &Terms, t: Term) -> Option<(Root, bool)> {
        let sort = |t: Term| terms.sort_of(terms.args(t)[0]);
        Some(match terms.op(t) {
            Op::Is(c) => (Root::Con(sort(t), *c), true),
            Op::IsFunctor(f, n) => (Root::Functor(*f, *n), true),
            Op::IsTreeInt => (Root::Integer, true),
            Op::Sel(c, _) => (Root::Con(sort(t), *c), false),
            Op::FunctorArg(f, n, _) => (Root::Functor(*f, *n), false),
            Op::TreeIntValue => (Root::Integer, false),
            _ => return None,
        })
    }

    /// The sorts of the parts below it; `None` if its data sort was not filled in.
    pub fn parts(self, terms: &Terms) -> Option<Vec<Sort>> {
        match self {
            Root::Con(s, c) => {
                let (decl, _) = terms.data_of(s)?;
                let known = terms.field_sorts(s, c);
                let declared = decl.constructors.get(c as usize)?.fields.len();
                (known.len() == declared).then(|| known.to_vec())
            }
            Root::Functor(_, n) => Some(vec![Sort::TREE; n as usize]),
            Root::Integer => Some(vec![Sort::INT]),
        }
    }

    /// Whether there are certainly infinitely many values with this root.
    pub fn is_infinite(self, terms: &Terms) -> bool {
        match self {
            Root::Con(s, c) => terms.field_sorts(s, c).iter().any(|f| terms.is_infinite(*f)),
            Root::Functor(_, n) => n > 0,
            Root::Integer => true,
        }
    }

    /// A formula that says that this is the root of a term.
    pub fn tester(self, terms: &mut Terms, t: Term) -> Term {
        match self {
            Root::Con(_, c) => terms.is(c, t),
            Root::Functor(f, n) => terms.is_functor(f, n, t),
            Root::Integer => terms.is_tree_int(t),
        }
    }

    /// A part of a term, counted from 0.
    pub fn part(self, terms: &mut Terms, i: u32, t: Term) -> Term {
        match self {
            Root::Con(_, c) => terms.sel(c, i, t),
            Root::Functor(f, n) => terms.functor_arg(f, n, i, t),
            Root::Integer => terms.tree_int_value(t),
        }
    }

    /// The tree with this root and these parts.
    pub fn build(self, terms: &mut Terms, parts: &[Term]) -> Term {
        match self {
            Root::Con(s, c) => terms.con(s, c, parts),
            Root::Functor(f, _) => terms.functor(f, parts),
            Root::Integer => match parts {
                [i] => terms.tree_int(*i),
                _ => {
                    let zero = terms.int(0);
                    terms.tree_int(zero)
                }
            },
        }
    }
}

impl Terms {
    /// Whether it is a sort of trees, typed or untyped.
    pub fn is_tree_sort(&self, s: Sort) -> bool {
        s == Sort::TREE || self.data_of(s).is_some()
    }
}
