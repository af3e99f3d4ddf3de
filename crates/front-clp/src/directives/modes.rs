//! `:- mode p(+, -, ?) is det.` and `:- det(p/1).`: what they declare.
//!
//! Some Prologs have the first one, SWI-Prolog has the second. A declaration of another form, such as one with types,
//! is no declaration of a mode.

use super::{Named, place};
use crate::read::Reader;
use logic::{Atom, Determinism, Mode, Node, Term, Terms};
use std::ops::Range;

/// A mode that a directive declares.
pub(crate) struct Moded {
    pub name: Atom,
    pub arity: usize,
    pub modes: Option<Vec<Mode>>,
    pub determinism: Option<Determinism>,
    pub place: Range<usize>,
}

impl Moded {
    /// What `det(p/1)` declares.
    pub(super) fn det((name, arity, place): Named) -> Moded {
        Moded { name, arity, modes: None, determinism: Some(Determinism::Det), place }
    }
}

/// What `mode Declared` declares, one for each part of a conjunction; `None` if any of them has another form.
pub(super) fn declared(reader: &Reader<'_, '_>, declared: Term) -> Option<Vec<Moded>> {
    let parts = reader.terms.parts(declared, Atom::COMMA);
    parts.into_iter().map(|part| one(reader.terms, part, place(reader, part))).collect()
}

/// `p(+, -)`, `p(+, -) is det`.
fn one(terms: &Terms, term: Term, place: Range<usize>) -> Option<Moded> {
    let is = terms.known("is").and_then(|is| terms.of::<2>(term, is));
    let (head, determinism) = match is {
        Some([head, word]) => (head, Some(Determinism::parse(atom(terms, word)?)?)),
        None => (term, None),
    };
    let (name, args) = terms.callable(head)?;
    let modes: Option<Vec<Mode>> = args.iter().map(|arg| Mode::parse(atom(terms, *arg)?)).collect();
    Some(Moded { name, arity: args.len(), modes: Some(modes?), determinism, place })
}

fn atom(terms: &Terms, term: Term) -> Option<&str> {
    match terms.node(term) {
        Node::Atom(atom) => Some(terms.name(*atom)),
        _ => None,
    }
}
