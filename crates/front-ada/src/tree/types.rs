//! Types and subtypes.
//!
//! A type is a [`TypeDef`] in the table [`Types`]; what programs name are [`Subtype`]s: a type and a constraint.
//!
//! ```text
//! subtype Small is Integer range 1 .. 10;            Subtype { ty: Integer, constraint: Range (1, 10) }
//! type Vector is array (1 .. N) of Integer;          Subtype { ty: Vector,  constraint: Index [(1, N)] }
//! ```
//!
//! Values of enumerations are their positions, so all discrete values are integers.

use super::{Expr, ObjectId};
use base::{Int, id};
use imperative::Word;
use source::Span;

id!(
    /// A type, by its place in [`Types`].
    TypeId
);

/// A type.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// Its name; of a type without one, how it was written.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
    /// Where it is declared; `None` for the predefined ones.
    pub span: Option<Span>,
    /// Whether its definition is hidden from other units.
    pub private: bool,
}

/// What the values of a type are.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Literals, by position.
    Enumeration(Vec<String>),
    /// Integers; predefined operations check for this range.
    Signed(Word),
    /// Integers from 0 on that wrap around.
    Modular(Int),
    /// The integers of literals and of attributes such as `'Length`.
    Universal,
    /// Arrays.
    Array(ArrayType),
    /// Records.
    Record(Vec<Component>),
    /// Pointers.
    Access(Box<Subtype>),
    /// Declared, and not completed yet.
    Incomplete,
    /// Not supported; what it is.
    Unsupported(String),
}

/// An array type. The bounds are part of the subtype.
#[derive(Clone, Debug)]
pub struct ArrayType {
    /// The subtypes of the indexes.
    pub indexes: Vec<Subtype>,
    /// What it holds.
    pub component: Subtype,
    /// The bounds that the definition itself gives: all arrays of the type have these, but slices of them.
    pub given: Option<Vec<(Bound, Bound)>>,
}

impl ArrayType {
    /// Between which indexes the only dimension of an array of the type lies.
    pub fn index_bounds(&self, types: &Types) -> Option<(Bound, Bound)> {
        match self.given.as_deref() {
            Some([bounds]) => Some(bounds.clone()),
            Some(_) => None,
            None => types.bounds(self.indexes.first()?),
        }
    }
}

/// A component of a record.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its name as it was written.
    pub name: String,
    /// Its name as it is compared.
    pub key: String,
    /// Its subtype.
    pub subtype: Subtype,
    /// The value that it has if none is given.
    pub default: Option<Expr>,
    /// Where it is declared.
    pub span: Span,
}

/// A type with a constraint.
#[derive(Clone, Debug)]
pub struct Subtype {
    /// The type.
    pub ty: TypeId,
    /// What its values are restricted to.
    pub constraint: Constraint,
    /// Of an access type: never null.
    pub not_null: bool,
}

/// What the values of a subtype are restricted to.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// To nothing.
    None,
    /// To a range of discrete values.
    Range(Bound, Bound),
    /// To arrays with these bounds.
    Index(Vec<(Bound, Bound)>),
}

/// A bound of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// Known.
    Static(Int),
    /// The value that a constant has, which the declaration made.
    Held(ObjectId),
}

impl Bound {
    /// Its value, if it is known.
    pub fn value(&self) -> Option<&Int> {
        match self {
            Bound::Static(value) => Some(value),
            Bound::Held(_) => None,
        }
    }
}

/// The types that every program has, by their places.
pub mod predefined {
    use super::TypeId;

    /// `Boolean`
    pub const BOOLEAN: TypeId = TypeId(0);
    /// `Integer`
    pub const INTEGER: TypeId = TypeId(1);
    /// `Character`
    pub const CHARACTER: TypeId = TypeId(2);
    /// `String`
    pub const STRING: TypeId = TypeId(3);
    /// The type of integer literals.
    pub const UNIVERSAL: TypeId = TypeId(4);
    /// Real types, which are not supported.
    pub const FLOAT: TypeId = TypeId(5);
    /// `Long_Integer`
    pub const LONG: TypeId = TypeId(6);
    /// `Short_Integer`
    pub const SHORT: TypeId = TypeId(7);
    /// `Short_Short_Integer`
    pub const TINY: TypeId = TypeId(8);
    /// `Long_Long_Integer`
    pub const LONG_LONG: TypeId = TypeId(9);
    /// The arrays of the array paper, `INTEGER_ARRAY`.
    pub const INTEGER_ARRAY: TypeId = TypeId(10);
    /// What is not known because of an error or something that is not supported. It fits every other.
    pub const UNKNOWN: TypeId = TypeId(11);
}

use predefined::{BOOLEAN, CHARACTER, INTEGER, UNIVERSAL, UNKNOWN};

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    list: Vec<TypeDef>,
}

impl Default for Types {
    fn default() -> Types {
        Types::new()
    }
}

/// The smallest machine word with a sign that has all values of a range.
pub fn machine_word(first: &Int, last: &Int) -> Option<Word> {
    [8, 16, 32, 64].into_iter().map(Word::signed).find(|word| word.holds(first) && word.holds(last))
}

impl Types {
    /// The predefined types.
    pub fn new() -> Types {
        let signed = |bits: u8| Kind::Signed(Word::signed(bits));
        let of = |ty: TypeId| Subtype { ty, constraint: Constraint::None, not_null: false };
        let array = |index: Subtype, of: Subtype| {
            Kind::Array(ArrayType { indexes: vec![index], component: of, given: None })
        };
        let positive = Types::ranged(INTEGER, 1.into(), Word::signed(32).greatest());
        let literals = |names: &[&str]| names.iter().map(|n| (*n).to_string()).collect();
        let characters = (0_u8..=255).map(|c| format!("'{}'", char::from(c))).collect();
        let list = [
            ("Boolean", Kind::Enumeration(literals(&["False", "True"]))),
            ("Integer", signed(32)),
            ("Character", Kind::Enumeration(characters)),
            ("String", array(positive, of(CHARACTER))),
            ("an integer", Kind::Universal),
            ("Float", Kind::Unsupported("a floating-point type".to_string())),
            ("Long_Integer", signed(64)),
            ("Short_Integer", signed(16)),
            ("Short_Short_Integer", signed(8)),
            ("Long_Long_Integer", signed(64)),
            ("Integer_Array", array(of(INTEGER), of(INTEGER))),
            ("something unknown", Kind::Unsupported("something of an unknown type".to_string())),
        ];
        let list = list.into_iter().map(|(name, kind)| TypeDef {
            name: name.to_string(),
            kind,
            span: None,
            private: false,
        });
        Types { list: list.collect() }
    }

    /// A subtype of a discrete type.
    pub fn ranged(ty: TypeId, first: Int, last: Int) -> Subtype {
        let constraint = Constraint::Range(Bound::Static(first), Bound::Static(last));
        Subtype { ty, constraint, not_null: false }
    }

    /// A new type.
    pub fn add(&mut self, name: impl Into<String>, kind: Kind, span: Span) -> TypeId {
        self.list.push(TypeDef { name: name.into(), kind, span: Some(span), private: false });
        TypeId((self.list.len() - 1) as u32)
    }

    /// A type.
    pub fn get(&self, ty: TypeId) -> &TypeDef {
        // Ids are made by this table alone, so each is in it.
        self.list.get(ty.0 as usize).unwrap_or(&self.list[UNKNOWN.0 as usize])
    }

    /// What the values of a type are.
    pub fn kind(&self, ty: TypeId) -> &Kind {
        &self.get(ty).kind
    }

    /// Says what a type is that was declared before.
    pub fn complete(&mut self, ty: TypeId, kind: Kind) {
        if let Some(def) = self.list.get_mut(ty.0 as usize) {
            def.kind = kind;
        }
    }

    /// Says that others do not see what a type is.
    pub fn hide(&mut self, ty: TypeId) {
        if let Some(def) = self.list.get_mut(ty.0 as usize) {
            def.private = true;
        }
    }

    /// Whether all of a type is visible outside of its package.
    pub fn is_open(&self, ty: TypeId) -> bool {
        let def = self.get(ty);
        let inner = match &def.kind {
            Kind::Array(array) => self.is_open(array.component.ty),
            Kind::Record(components) => {
                components.iter().all(|c| c.subtype.ty == ty || self.is_open_part(c.subtype.ty))
            }
            Kind::Access(to) => !self.get(to.ty).private,
            _ => true,
        };
        inner && !def.private
    }

    /// The same for a component, which may lead back to its record.
    fn is_open_part(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            Kind::Access(to) => !self.get(ty).private && !self.get(to.ty).private,
            _ => self.is_open(ty),
        }
    }

    /// The name of a type, for messages.
    pub fn name(&self, ty: TypeId) -> &str {
        &self.get(ty).name
    }

    /// All types.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.list.len() as u32).map(TypeId)
    }

    /// Whether the values are discrete.
    pub fn is_discrete(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), Kind::Enumeration(_) | Kind::Signed(_) | Kind::Modular(_) | Kind::Universal)
    }

    /// Whether the values are integers.
    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), Kind::Signed(_) | Kind::Modular(_) | Kind::Universal)
    }

    /// Whether the values are arrays or records.
    pub fn is_composite(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), Kind::Array(_) | Kind::Record(_))
    }

    /// What it is, if it is unknown or not supported.
    pub fn unsupported(&self, ty: TypeId) -> Option<&str> {
        match self.kind(ty) {
            Kind::Unsupported(what) => Some(what),
            _ => None,
        }
    }

    /// The array type, if it is one.
    pub fn array(&self, ty: TypeId) -> Option<&ArrayType> {
        match self.kind(ty) {
            Kind::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The components, if it is a record type.
    pub fn record(&self, ty: TypeId) -> Option<&[Component]> {
        match self.kind(ty) {
            Kind::Record(components) => Some(components),
            _ => None,
        }
    }

    /// What is pointed to, if it is an access type.
    pub fn designated(&self, ty: TypeId) -> Option<&Subtype> {
        match self.kind(ty) {
            Kind::Access(to) => Some(to),
            _ => None,
        }
    }

    /// Whether it is an array of characters with one index.
    pub fn is_string(&self, ty: TypeId) -> bool {
        self.array(ty).is_some_and(|a| a.indexes.len() == 1 && self.is_character(a.component.ty))
    }

    /// Whether an enumeration has character literals.
    pub fn is_character(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            Kind::Enumeration(literals) => literals.iter().any(|l| l.starts_with('\'')),
            _ => false,
        }
    }

    /// The first and the last value of a discrete type without constraint.
    pub fn range(&self, ty: TypeId) -> Option<(Int, Int)> {
        match self.kind(ty) {
            Kind::Enumeration(literals) => Some((0.into(), Int::from(literals.len() as i64 - 1))),
            Kind::Signed(word) => Some((word.least(), word.greatest())),
            Kind::Modular(modulus) => Some((0.into(), modulus - &Int::from(1))),
            Kind::Universal => Some((Word::signed(64).least(), Word::signed(64).greatest())),
            _ => None,
        }
    }

    /// The bounds of a discrete subtype; static ones where there is no constraint.
    pub fn bounds(&self, subtype: &Subtype) -> Option<(Bound, Bound)> {
        if let Constraint::Range(first, last) = &subtype.constraint {
            return Some((first.clone(), last.clone()));
        }
        self.range(subtype.ty).map(|(first, last)| (Bound::Static(first), Bound::Static(last)))
    }

    /// The same, if both are known.
    pub fn static_bounds(&self, subtype: &Subtype) -> Option<(Int, Int)> {
        let (first, last) = self.bounds(subtype)?;
        Some((first.value()?.clone(), last.value()?.clone()))
    }

    /// Whether values of one type fit where another is expected.
    pub fn fits(&self, found: TypeId, expected: TypeId) -> bool {
        found == expected
            || found == UNKNOWN
            || expected == UNKNOWN
            || found == UNIVERSAL && self.is_integer(expected)
            || expected == UNIVERSAL && self.is_integer(found)
            || self.same_target(found, expected)
    }

    /// Whether both are pointers to one type, and at least one of them has no name of its own.
    fn same_target(&self, a: TypeId, b: TypeId) -> bool {
        let unnamed = |ty: TypeId| self.name(ty).starts_with("access ");
        match (self.designated(a), self.designated(b)) {
            (Some(x), Some(y)) => x.ty == y.ty && (unnamed(a) || unnamed(b)),
            _ => false,
        }
    }

    /// How many elements an array subtype has, if that is known.
    pub fn static_length(&self, subtype: &Subtype) -> Option<u64> {
        let Constraint::Index(bounds) = &subtype.constraint else { return None };
        let mut length: u64 = 1;
        for (first, last) in bounds {
            let count = &(last.value()? - first.value()?) + &Int::from(1);
            let count = if count.is_negative() { 0 } else { u64::try_from(count.to_i64()?).ok()? };
            length = length.checked_mul(count)?;
        }
        Some(length)
    }

    /// Whether it is `Boolean`, or unknown.
    pub fn is_boolean(&self, ty: TypeId) -> bool {
        ty == BOOLEAN || ty == UNKNOWN
    }
}

impl Subtype {
    /// A type without constraint.
    pub fn of(ty: TypeId) -> Subtype {
        Subtype { ty, constraint: Constraint::None, not_null: false }
    }

    /// Whether it has bounds of its own, for an array.
    pub fn is_constrained(&self) -> bool {
        matches!(self.constraint, Constraint::Index(_))
    }
}
