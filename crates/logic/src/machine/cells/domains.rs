//! What is known of inputs of declared types: which constructors they may still have (section 5.4 of the thesis).
//!
//! ```text
//! X : list(int)    domain(X, {[], [|]})    X is not [|]    domain(X, {[]}), so X = []
//! ```
//!
//! Sets of constructors are numbered, so that a cell can name one.

use super::{Addr, Cell, Cells, INPUT, Kinds};
use crate::moded::types::{InputType, InputTypes, TypeNumber};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use terms::Atom;

/// A set of constructors of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DomainId(pub u32);

/// A type, and for each of its constructors one bit.
type Set = (TypeNumber, SmallVec<[u64; 1]>);

/// The sets that were met. They are only ever added.
#[derive(Clone, Debug, Default)]
pub struct Domains {
    types: Rc<InputTypes>,
    sets: Vec<Set>,
    ids: FxHashMap<Set, u32>,
}

impl Domains {
    /// No set of constructors of these types yet.
    pub fn new(types: Rc<InputTypes>) -> Domains {
        Domains { types, ..Domains::default() }
    }

    /// The types.
    pub fn types(&self) -> &Rc<InputTypes> {
        &self.types
    }

    fn id(&mut self, set: Set) -> DomainId {
        let next = self.sets.len() as u32;
        let id = *self.ids.entry(set.clone()).or_insert(next);
        if id == next {
            self.sets.push(set);
        }
        DomainId(id)
    }

    /// The type that a domain is of.
    pub fn type_of(&self, domain: DomainId) -> TypeNumber {
        self.sets.get(domain.0 as usize).map_or(0, |(ty, _)| *ty)
    }

    /// The constructors of a domain, by their position in the type.
    pub fn positions(&self, domain: DomainId) -> impl Iterator<Item = usize> + '_ {
        let words = self.sets.get(domain.0 as usize).map_or(&[][..], |(_, words)| words);
        words.iter().enumerate().flat_map(|(i, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| i * 64 + bit)
        })
    }

    /// Whether a constructor is in a domain.
    pub fn has(&self, domain: DomainId, position: usize) -> bool {
        let words = self.sets.get(domain.0 as usize).map_or(&[][..], |(_, words)| words);
        words.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
    }

    /// The position of a constructor in the type of a domain.
    pub fn position(&self, domain: DomainId, name: Atom, count: usize) -> Option<usize> {
        let variants = self.types.variants(self.type_of(domain));
        variants.iter().position(|variant| variant.name == name && variant.args.len() == count)
    }

    /// The only constructor, if there is one only.
    pub fn only(&self, domain: DomainId) -> Option<usize> {
        let mut all = self.positions(domain);
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    fn full(&mut self, ty: TypeNumber) -> DomainId {
        let count = self.types.variants(ty).len();
        let mut words: SmallVec<[u64; 1]> = smallvec::smallvec![u64::MAX; count / 64];
        if !count.is_multiple_of(64) {
            words.push((1 << (count % 64)) - 1);
        }
        self.id((ty, words))
    }

    fn without(&mut self, domain: DomainId, position: usize) -> Option<DomainId> {
        let (ty, mut words) = self.sets.get(domain.0 as usize)?.clone();
        *words.get_mut(position / 64)? &= !(1 << (position % 64));
        words.iter().any(|word| *word != 0).then(|| self.id((ty, words)))
    }

    fn both(&mut self, a: DomainId, b: DomainId) -> Option<DomainId> {
        let (ty, mut words) = self.sets.get(a.0 as usize)?.clone();
        let (other, more) = self.sets.get(b.0 as usize)?;
        if ty != *other {
            return None;
        }
        for (word, more) in words.iter_mut().zip(more) {
            *word &= more;
        }
        words.iter().any(|word| *word != 0).then(|| self.id((ty, words)))
    }
}

impl Cells {
    /// The types of inputs from here on.
    pub fn set_types(&mut self, types: Rc<InputTypes>) {
        self.domains = Rc::new(Domains::new(types));
    }

    /// The domains of inputs.
    pub fn domains(&self) -> &Domains {
        &self.domains
    }

    fn domains_mut(&mut self) -> &mut Domains {
        Rc::make_mut(&mut self.domains)
    }

    /// What is known of an input of a type at first.
    pub fn unknown_of(&mut self, ty: TypeNumber) -> Cell {
        match self.domains.types.get(ty) {
            Some(InputType::Union(_)) => Cell::Domain(self.domains_mut().full(ty)),
            Some(InputType::Int | InputType::Integer) => Cell::Unknown(Kinds::INT),
            Some(InputType::Char) => Cell::Unknown(Kinds::CHAR),
            Some(InputType::Str) => Cell::Unknown(Kinds::STRING),
            Some(InputType::Float) => Cell::Unknown(Kinds::FLOAT),
            Some(InputType::Other(_)) | None => Cell::Unknown(Kinds::NONE),
        }
    }

    /// Gives an input the constructor at a position of its type. Where its arguments start.
    pub fn open_input(&mut self, leaf: Addr, domain: DomainId, position: usize) -> Addr {
        let types = Rc::clone(self.domains.types());
        let ty = self.domains.type_of(domain);
        let made = self.inputs.len() as Addr | INPUT;
        let Some(variant) = types.variants(ty).get(position) else { return made };
        if variant.args.is_empty() {
            self.set_input(leaf, Cell::Atom(variant.name));
            return made;
        }
        for arg in &variant.args {
            let cell = self.unknown_of(*arg);
            self.inputs.push(cell);
        }
        let functor = self.functor(variant.name, variant.args.len());
        self.set_input(leaf, Cell::Struct(functor, made));
        made
    }

    /// An input does not have the constructor at a position of its type. False if there is no other.
    pub fn exclude(&mut self, leaf: Addr, domain: DomainId, position: usize) -> bool {
        match self.domains_mut().without(domain, position) {
            Some(rest) => {
                self.set_input(leaf, Cell::Domain(rest));
                true
            }
            None => false,
        }
    }

    /// Makes two inputs of one type the same; false if they have no constructor in common.
    pub(super) fn same_domain(&mut self, left: (Addr, DomainId), right: (Addr, DomainId)) -> bool {
        let Some(both) = self.domains_mut().both(left.1, right.1) else { return false };
        let (old, young) = if left.0 < right.0 { (left, right) } else { (right, left) };
        if old.1 != both {
            self.set_input(old.0, Cell::Domain(both));
        }
        self.set_input(young.0, Cell::Ref(old.0));
        true
    }

    /// An input of a declared type has to be this. The arguments that are to be the same then.
    pub(super) fn learn_domain(
        &mut self,
        leaf: Addr,
        domain: DomainId,
        value: Cell,
        open: &mut SmallVec<[(Addr, Addr); 16]>,
    ) -> bool {
        let (name, count, first) = match value {
            Cell::Atom(name) => (name, 0, 0),
            Cell::Struct(functor, first) => {
                let (name, count) = self.name_of(functor);
                (name, count, first)
            }
            _ => return false,
        };
        let Some(position) = self.domains.position(domain, name, count as usize) else { return false };
        if !self.domains.has(domain, position) {
            return false;
        }
        let made = self.open_input(leaf, domain, position);
        open.extend((0..count).rev().map(|i| (first + i, made + i)));
        true
    }
}
