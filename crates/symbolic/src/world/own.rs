//! Inputs that are objects of their own, and where arrays start.

use super::{Read, World};
use base::Int;
use formula::{FunId, Op, Sort, Term};
use imperative::{ArrayBounds, Holder, Referred, Type, Word};

/// An input that is an object of its own.
#[derive(Clone, Copy)]
pub struct OwnInput {
    /// What stands for it.
    pub term: Term,
    /// Of an array, how many elements it has, if that is known.
    pub length: Option<u64>,
    /// The index of its first element, if that is known.
    pub first: Option<i64>,
    /// The values that its indexes have.
    pub indexes: Option<Word>,
    /// The values that the last index has even if there are no elements.
    pub last: Option<Word>,
}

impl World {
    /// The function that gives arrays of a sort their first index, where that may be any.
    pub fn first_map(&self, sort: Sort) -> Option<FunId> {
        self.arrays.iter().find(|a| a.sort == sort).and_then(|a| a.first)
    }

    /// The same, for arrays with such elements.
    pub fn first_map_of(&self, element: &Type) -> Option<FunId> {
        self.arrays.iter().find(|a| a.element == *element).and_then(|a| a.first)
    }

    /// An input is an object of its own.
    pub fn add_own(&mut self, own: OwnInput) {
        self.own.push(own);
    }

    /// The inputs that are objects of their own.
    pub fn own(&self) -> &[OwnInput] {
        &self.own
    }

    /// True if a leaf is an input that is an object of its own.
    pub fn is_own(&self, leaf: Term) -> bool {
        self.own.iter().any(|own| own.term == leaf)
    }

    /// The length of an input array of its own, if it is known.
    pub fn own_length(&self, leaf: Term) -> Option<u64> {
        self.own.iter().find(|own| own.term == leaf)?.length
    }

    /// What a model must respect of the inputs that are objects of their own.
    pub fn own_facts(&mut self) -> Vec<Term> {
        let all = self.own.clone();
        let mut facts = Vec::new();
        for (i, own) in all.iter().enumerate() {
            let sort = self.terms.sort_of(own.term);
            let nil = self.terms.nil(sort);
            facts.push(self.terms.ne(own.term, nil));
            for other in all.iter().take(i) {
                if self.terms.sort_of(other.term) == sort {
                    facts.push(self.terms.ne(own.term, other.term));
                }
            }
            facts.extend(self.bounds_facts(own));
        }
        facts
    }

    /// What is known of a reference that an object of the input holds.
    pub fn referred(&self, term: Term) -> Option<Referred> {
        let Op::App(map) = self.terms.op(term) else { return None };
        let holds = |holder: &Holder| match holder {
            Holder::Field(of, field) => {
                self.fields.get(of.index()).and_then(|fields| fields.get(field.index())) == Some(map)
            }
            Holder::Element(ty) => self.arrays.iter().any(|a| a.element == *ty && a.at == *map),
        };
        self.references.iter().find(|(holder, _)| holds(holder)).map(|(_, known)| known.clone())
    }

    /// What is known of a reference of the input, as facts.
    pub fn facts_of(&mut self, term: Term, known: &Referred) -> Vec<Term> {
        let nil = self.terms.nil(self.terms.sort_of(term));
        let mut facts = Vec::new();
        if known.never_nil {
            facts.push(self.terms.ne(term, nil));
        }
        if let Some(ArrayBounds { length, first, indexes, last, .. }) = known.array {
            let bounds = self.bounds_facts(&OwnInput { term, length, first, indexes, last });
            let (nowhere, there) = (self.terms.eq(term, nil), self.terms.and(&bounds));
            facts.push(self.terms.or(&[nowhere, there]));
        }
        facts
    }

    /// That two references of the input do not lead to one object, unless they lead nowhere.
    pub fn lead_apart(&mut self, a: Term, b: Term) -> Term {
        let nil = self.terms.nil(self.terms.sort_of(a));
        let (nowhere, unlike) = (self.terms.eq(a, nil), self.terms.ne(a, b));
        self.terms.or(&[nowhere, unlike])
    }

    /// The length of an array, and where it starts and ends.
    fn bounds_facts(&mut self, own: &OwnInput) -> Vec<Term> {
        let sort = self.terms.sort_of(own.term);
        let mut facts = Vec::new();
        if let Some((length, ..)) = self.array(sort) {
            let length = self.terms.app(length, &[own.term]);
            facts.push(match own.length {
                Some(n) => {
                    let n = self.terms.int(i128::from(n));
                    self.terms.eq(length, n)
                }
                None => {
                    let zero = self.terms.int(0);
                    self.terms.le(zero, length)
                }
            });
        }
        if let (Some(n), Some(map)) = (own.first, self.first_map(sort)) {
            let (first, n) = (self.terms.app(map, &[own.term]), self.terms.int(n));
            facts.push(self.terms.eq(first, n));
        } else if let (Some(word), Some(map)) = (own.indexes, self.first_map(sort))
            && let Some((length, ..)) = self.array(sort)
        {
            let t = &mut self.terms;
            let (first, length) = (t.app(map, &[own.term]), t.app(length, &[own.term]));
            let (least, greatest, one) = (t.int(word.least()), t.int(word.greatest()), t.int(1));
            let end = t.add(&[first, length]);
            let above = t.add(&[greatest, one]);
            facts.extend([t.le(least, first), t.le(first, greatest), t.le(end, above)]);
            if let Some(word) = own.last {
                let least = t.int(&word.least() + &Int::from(1));
                facts.push(t.le(least, end));
            }
        }
        facts
    }

    /// That a reference of the input leads to no input that is an object of its own, unless it is that input.
    pub fn leads_to_no_own(&mut self, leaf: Term) -> Vec<Term> {
        let sort = self.terms.sort_of(leaf);
        if self.is_own(leaf) {
            return Vec::new();
        }
        let same_sort = |own: &OwnInput| self.terms.sort_of(own.term) == sort;
        let others: Vec<Term> = self.own.iter().filter(|own| same_sort(own)).map(|own| own.term).collect();
        others.into_iter().map(|own| self.terms.ne(leaf, own)).collect()
    }

    /// The first index of an array of the initial heap. Parts start at 0.
    pub fn first(&mut self, array: Term) -> Term {
        if let Some(n) = self.own.iter().find(|own| own.term == array).and_then(|own| own.first) {
            return self.terms.int(n);
        }
        match self.first_map(self.terms.sort_of(array)).filter(|_| self.part(array).is_none()) {
            Some(map) => {
                let first = self.terms.app(map, &[array]);
                // The first index fits a machine word.
                self.read.push(Read::Word(first, Word::signed(64)));
                first
            }
            None => self.terms.int(0),
        }
    }
}
