//! The types of values.

use crate::{StructId, Word};

/// The type of a value.
///
/// Integers are the mathematical ones; a language whose integers have a width says so with `Word`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// Integers of any size.
    Int,
    /// Integers that some bits can hold. They are integers wherever one is read.
    Word(Word),
    /// Exact real numbers (in fact rationals: no operation leaves them).
    Real,
    /// True and false.
    Bool,
    /// Nil, or a reference to a cell of this struct.
    Ref(StructId),
    /// Nil, or a reference to an array of such elements. Arrays live on the heap: assigning one makes a second
    /// name for the same array.
    Array(Box<Type>),
    /// Nil, or a position in an array of such elements, from its first to the one after its last.
    Pointer(Box<Type>),
    /// Of a field or an element: a cell or an array that is part of the object itself, as a struct within a struct is.
    /// Reading it gives the reference to the part, which is never nil; it cannot be replaced, and nothing else holds it
    /// as its part.
    Part(Box<Part>),
}

/// What an object can have as a part of itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A cell of a struct.
    Cell(StructId),
    /// An array with this number of elements.
    Array(Type, u64),
    /// An array with at least this number of elements; how many is decided when the object is made.
    Open(Type, u64),
}

impl Part {
    /// The type of a reference to it.
    pub fn reference(&self) -> Type {
        match self {
            Part::Cell(s) => Type::Ref(*s),
            Part::Array(element, _) | Part::Open(element, _) => Type::Array(Box::new(element.clone())),
        }
    }
}

impl Type {
    /// Whether nil belongs to it.
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Ref(_) | Type::Array(_) | Type::Pointer(_))
    }

    /// The type of what a field or element of this type is read as.
    pub fn read(&self) -> Type {
        match self {
            Type::Part(part) => part.reference(),
            other => other.clone(),
        }
    }

    /// Whether it can be added and compared by order.
    pub fn is_number(&self) -> bool {
        matches!(self, Type::Int | Type::Word(_) | Type::Real)
    }

    /// Whether its values are integers.
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Int | Type::Word(_))
    }
}
