//! What the `void` of each `void *` stands for, if all of the file agrees on it.
//!
//! Each place where a pointer to `void` is declared has a key, the offset of its `*`. The first check of a file notes which of
//! them meet in conversions, and which types they meet:
//!
//! ```text
//! struct cell { void *data; };               key 1
//! void put(struct cell *c, void *p) { c->data = p; }         key 2; 1 and 2 are the same
//! … put(&c, &item) …                         both are `struct item`
//! ```
//!
//! The second check has these types in the place of `void`. Where two types meet, `void` stays, which is not supported;
//! only of two numbers that differ in their sign, such as `char` and `unsigned char`, the one without a sign stands for both.
//! What meets no type is only passed on, and `char` is as good as any.

use super::instances::Calls;
use crate::types::{DataModel, FunctionType, IntName, IntType, Type};
use std::collections::BTreeMap;

/// Types that are nested deeper than this are treated as infinite.
const DEEPEST: usize = 40;

/// Functions of the C library that take or give pointers to anything; what they meet says nothing.
const LIBRARY: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "alloca",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "qsort",
    "bsearch",
    "fread",
    "fwrite",
];

/// Whether a name is that of a function for which any pointer is fine.
pub(super) fn takes_anything(name: &str) -> bool {
    LIBRARY.contains(&name)
}

/// Whether the result of a function of the library points to what its first argument points to.
pub(super) fn gives_its_argument(name: &str) -> bool {
    matches!(name, "realloc" | "memcpy" | "memmove" | "memset")
}

/// What each key stands for.
pub(super) type Meanings = BTreeMap<u32, Type>;

/// What is known of the keys so far.
#[derive(Clone, Default)]
pub(super) struct Voids {
    /// A key that is the same; for the last one of each class, itself.
    same: BTreeMap<u32, u32>,
    /// How many keys the class of a last one has, if more than one.
    sizes: BTreeMap<u32, usize>,
    /// What the last one of a class stands for; `None` if types have met that differ.
    bound: BTreeMap<u32, Option<Type>>,
    /// Whether the file asks for types in ways in which the answer would change.
    pub hopeless: bool,
    /// The calls of functions that have keys in their types.
    pub calls: Calls,
}

impl Voids {
    /// A key that occurs.
    pub fn add(&mut self, key: u32) {
        self.same.entry(key).or_insert(key);
    }

    /// The keys in a part of the text.
    pub fn keys_in(&self, from: u32, to: u32) -> Vec<u32> {
        self.same.range(from..to).map(|(key, _)| *key).collect()
    }

    /// All keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = u32> + '_ {
        self.same.keys().copied()
    }

    /// What the last key of a class stands for; `None` if nothing is known of it, `Some(None)` if types differ.
    pub(super) fn bound(&self, last: u32) -> Option<Option<&Type>> {
        self.bound.get(&last).map(Option::as_ref)
    }

    /// The key that stands for all that are the same.
    pub(super) fn last(&self, mut key: u32) -> u32 {
        while let Some(next) = self.same.get(&key).filter(|next| **next != key) {
            key = *next;
        }
        key
    }

    /// Two types meet in a conversion. Differences other than in a `void` are ignored.
    pub fn meet(&mut self, a: &Type, b: &Type) {
        match (a, b) {
            (Type::VoidAt(a), Type::VoidAt(b)) => drop(self.unite(*a, *b)),
            (Type::VoidAt(key), ty) | (ty, Type::VoidAt(key)) => self.bind(*key, ty),
            (Type::Pointer(a), Type::Pointer(b)) | (Type::Array(a, _), Type::Array(b, _)) => self.meet(a, b),
            (Type::Function(a), Type::Function(b)) => self.meet_functions(a, b),
            _ => {}
        }
    }

    fn meet_functions(&mut self, a: &FunctionType, b: &FunctionType) {
        self.meet(&a.result, &b.result);
        for (a, b) in a.params.iter().zip(&b.params) {
            self.meet(a, b);
        }
    }

    /// Nothing can stand in the place of the `void` that a pointer points to.
    pub fn refuse(&mut self, pointer: &Type) {
        if let Some(Type::VoidAt(key)) = pointer.pointee() {
            let last = self.last(*key);
            self.bound.insert(last, None);
        }
    }

    /// Makes two keys the same; false if they are already.
    pub(super) fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.last(a), self.last(b));
        if a == b {
            return false;
        }
        // The smaller class goes to the larger one, so that the way to the last one stays short.
        let size = |key: &u32| self.sizes.get(key).copied().unwrap_or(1);
        let (a, b) = if size(&a) > size(&b) { (b, a) } else { (a, b) };
        let sum = size(&a) + size(&b);
        self.sizes.insert(b, sum);
        self.same.insert(a, b);
        match self.bound.remove(&a) {
            Some(Some(ty)) => self.bind(b, &ty),
            Some(None) => {
                self.bound.insert(b, None);
            }
            None => {}
        }
        true
    }

    fn bind(&mut self, key: u32, ty: &Type) {
        let key = self.last(key);
        match (ty, self.bound.get(&key).cloned()) {
            // What the library takes can be anything.
            (Type::Void | Type::Unknown, _) | (_, Some(None)) => {}
            (Type::Function(_) | Type::VaList, _) => {
                self.bound.insert(key, None);
            }
            (ty, None) => {
                self.bound.insert(key, Some(ty.clone()));
            }
            (ty, Some(Some(known))) => {
                if alike(&known, ty) {
                    self.meet(&known, ty);
                } else if differ_in_sign(&known, ty) {
                    // Each type can stand for the other. The choice must not depend on which one is met first.
                    let is_known = |name: IntName| known.as_int().is_some_and(|int| int.name == name);
                    let unsigned = ty.as_int().is_some_and(|int| !int.signed);
                    if unsigned || is_known(IntName::SignedChar) {
                        self.bound.insert(key, Some(ty.clone()));
                    }
                } else if let Some(byte) = bytes_of(&known, ty) {
                    self.bound.insert(key, Some(byte));
                } else {
                    self.bound.insert(key, None);
                }
            }
        }
    }

    /// What some keys stand for, where more is known of some classes. Those are left out whose `void` stays.
    pub fn meanings(&self, keys: impl Iterator<Item = u32>, known: &Meanings, model: DataModel) -> Meanings {
        let char = Type::int(IntName::Char, model);
        let meaning = |key: u32| self.resolved(&Type::VoidAt(key), known, &char);
        keys.filter_map(|key| Some((key, meaning(key).filter(|ty| *ty != Type::Void)?))).collect()
    }

    /// A type with what its keys stand for, and another type for those of which nothing is known; `None` if that has no end.
    pub(super) fn resolved(&self, ty: &Type, known: &Meanings, otherwise: &Type) -> Option<Type> {
        self.resolved_at(ty, known, otherwise, 0)
    }

    fn resolved_at(&self, ty: &Type, known: &Meanings, otherwise: &Type, depth: usize) -> Option<Type> {
        if depth > DEEPEST {
            return None;
        }
        let inner = |ty: &Type| self.resolved_at(ty, known, otherwise, depth + 1);
        Some(match ty {
            Type::VoidAt(key) => {
                let last = self.last(*key);
                match self.bound.get(&last) {
                    Some(Some(ty)) => inner(ty)?,
                    Some(None) => Type::Void,
                    None => known.get(&last).unwrap_or(otherwise).clone(),
                }
            }
            Type::Pointer(to) => inner(to)?.pointer(),
            Type::Array(of, n) => Type::Array(Box::new(inner(of)?), *n),
            Type::Function(f) => Type::Function(Box::new(FunctionType {
                result: inner(&f.result)?,
                params: f.params.iter().map(inner).collect::<Option<_>>()?,
                ..**f
            })),
            other => other.clone(),
        })
    }
}

/// Whether two types are the same but for what `void` stands for.
pub(super) fn alike(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::VoidAt(_) | Type::Void, _) | (_, Type::VoidAt(_) | Type::Void) => true,
        (Type::Pointer(a), Type::Pointer(b)) => alike(a, b),
        (Type::Array(a, n), Type::Array(b, m)) => n == m && alike(a, b),
        (Type::Function(a), Type::Function(b)) => {
            a.variadic == b.variadic
                && a.params.len() == b.params.len()
                && alike(&a.result, &b.result)
                && a.params.iter().zip(&b.params).all(|(a, b)| alike(a, b))
        }
        _ => a == b,
    }
}

/// Whether two types are numbers of one rank, such as `char` and `unsigned char`.
pub(super) fn differ_in_sign(a: &Type, b: &Type) -> bool {
    matches!((a.as_int(), b.as_int()), (Some(a), Some(b)) if a.name.rank() == b.name.rank())
}

/// What stands for two numbers of different width: their bytes.
fn bytes_of(a: &Type, b: &Type) -> Option<Type> {
    let (a, b) = (a.as_int()?, b.as_int()?);
    [a, b].iter().all(|int| int.bits > 1 && int.bits <= 64).then(|| {
        let of = [a, b].into_iter().find(|int| int.bits == 8);
        Type::Int(of.unwrap_or(IntType::new(IntName::Char, DataModel::Lp64)))
    })
}

/// Whether a type has a key somewhere.
pub(super) fn has_key(ty: &Type) -> bool {
    !keys_of(ty).is_empty()
}

/// The keys in a type, in order.
pub(super) fn keys_of(ty: &Type) -> Vec<u32> {
    let mut keys = Vec::new();
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        match ty {
            Type::VoidAt(key) => keys.push(*key),
            Type::Pointer(of) | Type::Array(of, _) => waiting.push(of),
            Type::Function(f) => waiting.extend(f.params.iter().rev().chain([&f.result])),
            _ => {}
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int() -> Type {
        Type::int(IntName::Int, DataModel::Lp64)
    }

    #[test]
    fn what_meets_is_the_same() {
        let mut voids = Voids::default();
        (1..=5).for_each(|key| voids.add(key));
        voids.meet(&Type::VoidAt(1).pointer(), &Type::VoidAt(2).pointer());
        voids.meet(&int().pointer(), &Type::VoidAt(2).pointer());
        voids.meet(&Type::VoidAt(3), &int());
        voids.meet(&Type::VoidAt(3), &int().pointer());
        voids.meet(&Type::VoidAt(5), &Type::VoidAt(5).pointer());
        let meanings = voids.meanings(1..=5, &Meanings::new(), DataModel::Lp64);
        assert_eq!(meanings.get(&1), Some(&int()));
        assert_eq!(meanings.get(&3), None, "two types");
        assert_eq!(meanings.get(&4), Some(&Type::int(IntName::Char, DataModel::Lp64)), "none");
        assert_eq!(meanings.get(&5), None, "itself");
    }
}
