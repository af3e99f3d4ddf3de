//! Types of inputs: what values there are.
//!
//! ```text
//! list(int)    0: int    1: [] ; [0 | 1]
//! ```
//!
//! A type is known by its number; the arguments of its constructors are numbers of types.

use terms::Atom;

/// A type, in [`InputTypes::list`].
pub type TypeNumber = u32;

/// The types of inputs.
#[derive(Clone, Debug, Default)]
pub struct InputTypes {
    /// The types.
    pub list: Vec<InputType>,
}

/// A type of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputType {
    /// Integers of 64 bits.
    Int,
    /// Integers without bounds.
    Integer,
    /// Characters.
    Char,
    /// Strings.
    Str,
    /// Floats.
    Float,
    /// One of these constructors.
    Union(Vec<Variant>),
    /// A type whose values cannot be made here; its name.
    Other(String),
}

/// A constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: Atom,
    /// The types of its arguments.
    pub args: Vec<TypeNumber>,
}

impl InputTypes {
    /// A type.
    pub fn get(&self, number: TypeNumber) -> Option<&InputType> {
        self.list.get(number as usize)
    }

    /// The constructors of a type; none if it has others.
    pub fn variants(&self, number: TypeNumber) -> &[Variant] {
        match self.get(number) {
            Some(InputType::Union(variants)) => variants,
            _ => &[],
        }
    }

    /// The least number of constructors that a value of each type needs; `None` where there is no finite value.
    pub fn least_sizes(&self) -> Vec<Option<usize>> {
        let mut sizes: Vec<Option<usize>> = self
            .list
            .iter()
            .map(|ty| match ty {
                InputType::Union(_) | InputType::Other(_) => None,
                _ => Some(1),
            })
            .collect();
        // A size gets smaller at most as often as there are types.
        for _ in 0..=self.list.len() {
            for (number, ty) in self.list.iter().enumerate() {
                let InputType::Union(variants) = ty else { continue };
                let of = |variant: &Variant| variant_size(variant, &sizes);
                sizes[number] = variants.iter().filter_map(of).min();
            }
        }
        sizes
    }
}

/// The least number of constructors that a value with this one at its root needs.
pub fn variant_size(variant: &Variant, sizes: &[Option<usize>]) -> Option<usize> {
    let parts = variant.args.iter().map(|arg| sizes.get(*arg as usize).copied().flatten());
    parts.sum::<Option<usize>>().map(|sum| sum.saturating_add(1))
}
