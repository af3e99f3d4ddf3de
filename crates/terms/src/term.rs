//! Terms, kept in one table.
//!
//! A [`Term`] is a position in the table; [`Terms::node`] says what stands there. Terms are not shared: each place of
//! the text that has a term has a number of its own, so that a front end can keep the places beside the table.

use crate::atom::{Atom, Atoms};
use base::Int;

/// A term of a [`Terms`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Term {
    /// The position in the table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable, counted within its clause in the order in which variables first occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

impl VarId {
    /// The position among the variables of its clause.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable at a position. A clause with more than four thousand million variables does not fit in memory,
    /// so nothing is lost.
    #[inline]
    pub fn new(index: usize) -> VarId {
        VarId(index as u32)
    }
}

/// A finite floating point number; two are equal if they have the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Float(u64);

impl Float {
    /// A number that is neither infinite nor undefined.
    #[inline]
    pub fn new(value: f64) -> Option<Float> {
        value.is_finite().then(|| Float(value.to_bits()))
    }

    /// Any number, the infinite and undefined ones too.
    #[inline]
    pub fn any(value: f64) -> Float {
        Float(value.to_bits())
    }

    /// The value.
    #[inline]
    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// What stands at a place of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A variable of the clause that the term belongs to.
    Var(VarId),
    /// An integer.
    Int(Int),
    /// A floating point number.
    Float(Float),
    /// An atom, the empty list among them.
    Atom(Atom),
    /// A string object; its text is interned like that of an atom.
    Str(Atom),
    /// A name with arguments, perhaps none: `f()` is not `f`.
    Compound(Atom, Args),
}

/// Where the arguments of a compound term stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Args {
    start: u32,
    count: u32,
}

/// A table of terms with their atoms.
#[derive(Clone, Debug)]
pub struct Terms {
    atoms: Atoms,
    nodes: Vec<Node>,
    args: Vec<Term>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// An empty table.
    pub fn new() -> Terms {
        Terms { atoms: Atoms::new(), nodes: Vec::new(), args: Vec::new() }
    }

    /// The atom of a text, new or known. The text `[]` gives the atom `'[]'`; the empty list is [`Atom::NIL`].
    pub fn intern(&mut self, text: &str) -> Atom {
        self.atoms.intern(text)
    }

    /// The atom of a text, if there is one.
    pub fn known(&self, text: &str) -> Option<Atom> {
        self.atoms.get(text)
    }

    /// The text of an atom.
    #[inline]
    pub fn name(&self, atom: Atom) -> &str {
        self.atoms.name(atom)
    }

    /// How many terms there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The terms at a range of positions, in their order.
    pub fn between(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = Term> {
        (range.start..range.end.min(self.len())).map(|at| Term(at as u32))
    }

    /// Forgets the terms from a position on. The caller has to know that nothing refers to them.
    pub fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
        let end = self.nodes.iter().rev().find_map(|node| match node {
            Node::Compound(_, args) => Some((args.start + args.count) as usize),
            _ => None,
        });
        self.args.truncate(end.unwrap_or(0));
    }

    fn push(&mut self, node: Node) -> Term {
        self.nodes.push(node);
        // A table of four thousand million terms does not fit in memory.
        Term((self.nodes.len() - 1) as u32)
    }

    /// A new term: a variable.
    pub fn var(&mut self, var: VarId) -> Term {
        self.push(Node::Var(var))
    }

    /// A new term: an integer.
    pub fn int(&mut self, value: Int) -> Term {
        self.push(Node::Int(value))
    }

    /// A new term: a floating point number.
    pub fn float(&mut self, value: Float) -> Term {
        self.push(Node::Float(value))
    }

    /// A new term: an atom.
    pub fn atom(&mut self, atom: Atom) -> Term {
        self.push(Node::Atom(atom))
    }

    /// A new term: a string.
    pub fn string(&mut self, text: &str) -> Term {
        let text = self.intern(text);
        self.push(Node::Str(text))
    }

    /// A new term: a name with arguments, which are terms of this table.
    pub fn compound(&mut self, name: Atom, args: &[Term]) -> Term {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        self.push(Node::Compound(name, Args { start, count: args.len() as u32 }))
    }

    /// New terms: a list of elements with a last tail.
    pub fn list(&mut self, elements: &[Term], tail: Term) -> Term {
        elements.iter().rev().fold(tail, |tail, &head| self.compound(Atom::CONS, &[head, tail]))
    }

    /// What a term is. A term of another table may give anything, but never a panic.
    #[inline]
    pub fn node(&self, term: Term) -> &Node {
        const NOTHING: &Node = &Node::Atom(Atom::NIL);
        self.nodes.get(term.index()).unwrap_or(NOTHING)
    }

    /// What stands at a position of the table.
    #[inline]
    pub fn node_at(&self, position: usize) -> Option<&Node> {
        self.nodes.get(position)
    }

    /// Puts something else at the place of a term.
    pub fn replace(&mut self, term: Term, node: Node) {
        if let Some(place) = self.nodes.get_mut(term.index()) {
            *place = node;
        }
    }

    /// The arguments of a compound term; none for other terms.
    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        match self.node(term) {
            Node::Compound(_, args) => {
                self.args.get(args.start as usize..(args.start + args.count) as usize).unwrap_or(&[])
            }
            _ => &[],
        }
    }

    /// Name and arguments of an atom or a compound term.
    #[inline]
    pub fn callable(&self, term: Term) -> Option<(Atom, &[Term])> {
        match self.node(term) {
            Node::Atom(name) => Some((*name, &[])),
            Node::Compound(name, _) => Some((*name, self.args(term))),
            _ => None,
        }
    }

    /// The arguments, if the term is compound with this name and arity.
    #[inline]
    pub fn of<const N: usize>(&self, term: Term, name: Atom) -> Option<[Term; N]> {
        match self.node(term) {
            Node::Compound(found, _) if *found == name => self.args(term).try_into().ok(),
            _ => None,
        }
    }

    /// Whether the term is this atom.
    #[inline]
    pub fn is_atom(&self, term: Term, atom: Atom) -> bool {
        *self.node(term) == Node::Atom(atom)
    }

    /// The parts of a term under a right-associative operator: `a, b, c` under the comma. Any term has one part at
    /// least.
    pub fn parts(&self, term: Term, operator: Atom) -> Vec<Term> {
        let mut parts = Vec::new();
        let mut rest = term;
        while let Some([first, more]) = self.of::<2>(rest, operator) {
            parts.push(first);
            rest = more;
        }
        parts.push(rest);
        parts
    }

    /// The elements of a list and what stands in the place of its end.
    pub fn elements(&self, term: Term) -> (Vec<Term>, Term) {
        let mut elements = Vec::new();
        let mut rest = term;
        while let Some([head, tail]) = self.of::<2>(rest, Atom::CONS) {
            elements.push(head);
            rest = tail;
        }
        (elements, rest)
    }

    /// The variables of a term, each as often as it occurs, from left to right.
    pub fn variables(&self, term: Term) -> Vec<VarId> {
        let mut found = Vec::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.node(term) {
                Node::Var(var) => found.push(*var),
                _ => open.extend(self.args(term).iter().rev()),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_their_elements() {
        let mut terms = Terms::new();
        let elements: Vec<Term> = (0..3).map(|i| terms.int(i.into())).collect();
        let nil = terms.atom(Atom::NIL);
        let list = terms.list(&elements, nil);
        assert_eq!(terms.elements(list), (elements, nil));
    }

    #[test]
    fn truncation_takes_the_arguments_too() {
        let mut terms = Terms::new();
        let a = terms.atom(Atom::TRUE);
        let kept = terms.compound(Atom::CALL, &[a]);
        let len = terms.len();
        terms.compound(Atom::CALL, &[a, a, a]);
        terms.truncate(len);
        assert_eq!(terms.args(kept), &[a]);
        let next = terms.compound(Atom::CALL, &[kept]);
        assert_eq!((terms.args(kept), terms.args(next)), (&[a][..], &[kept][..]));
    }
}
