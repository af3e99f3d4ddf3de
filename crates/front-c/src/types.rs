//! C types as the tree has them: typedefs resolved, qualifiers dropped, sizes known.
//!
//! ```
//! use front_c::types::{DataModel, IntName, Type};
//! let long = Type::int(IntName::Long, DataModel::Lp64);
//! assert_eq!(long.as_int().map(|i| (i.bits, i.signed)), Some((64, true)));
//! ```

use base::{Int, id};
use source::Span;

/// How wide the types are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `long` and pointers have 64 bits, as on 64-bit Unix systems (laid out as on x86-64).
    #[default]
    Lp64,
    /// `int`, `long` and pointers have 32 bits (laid out as on i386).
    Ilp32,
}

impl DataModel {
    /// The bytes of a pointer and of a `long`.
    pub fn word(self) -> u64 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }

    /// The most bytes that an object has: differences of pointers must fit.
    pub fn most_bytes(self) -> Int {
        imperative::Word::signed(if self == DataModel::Lp64 { 64 } else { 32 }).greatest()
    }
}

id!(
    /// Names a [`Record`] of a unit.
    RecordId
);
id!(
    /// Names an [`Enum`] of a unit.
    EnumId
);

/// The integer types by their names; these are different types even where they have the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntName {
    /// `char`, which is signed here.
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned int`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
}

impl IntName {
    /// The name in C.
    pub fn text(self) -> &'static str {
        match self {
            IntName::Char => "char",
            IntName::SignedChar => "signed char",
            IntName::UnsignedChar => "unsigned char",
            IntName::Short => "short",
            IntName::UnsignedShort => "unsigned short",
            IntName::Int => "int",
            IntName::UnsignedInt => "unsigned int",
            IntName::Long => "long",
            IntName::UnsignedLong => "unsigned long",
            IntName::LongLong => "long long",
            IntName::UnsignedLongLong => "unsigned long long",
        }
    }

    /// Whether the type has negative numbers.
    pub fn signed(self) -> bool {
        use IntName::*;
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong)
    }

    /// The conversion rank: of two types, usual arithmetic goes to the higher one.
    pub fn rank(self) -> u32 {
        use IntName::*;
        match self {
            Char | SignedChar | UnsignedChar => 1,
            Short | UnsignedShort => 2,
            Int | UnsignedInt => 3,
            Long | UnsignedLong => 4,
            LongLong | UnsignedLongLong => 5,
        }
    }

    /// The unsigned type of the same rank.
    #[must_use]
    pub fn unsigned(self) -> IntName {
        match self.rank() {
            1 => IntName::UnsignedChar,
            2 => IntName::UnsignedShort,
            3 => IntName::UnsignedInt,
            4 => IntName::UnsignedLong,
            _ => IntName::UnsignedLongLong,
        }
    }
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntType {
    /// Its name.
    pub name: IntName,
    /// How many bits it has: 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether it has negative numbers.
    pub signed: bool,
}

impl IntType {
    /// The type of a name.
    pub fn new(name: IntName, model: DataModel) -> IntType {
        let bits = match name.rank() {
            1 => 8,
            2 => 16,
            3 => 32,
            4 => model.word() as u32 * 8,
            _ => 64,
        };
        IntType { name, bits, signed: name.signed() }
    }

    /// Its least number.
    pub fn min(&self) -> Int {
        if self.signed { -Int::from(1_i128 << (self.bits - 1)) } else { Int::from(0_i64) }
    }

    /// Its greatest number.
    pub fn max(&self) -> Int {
        Int::from((1_i128 << (self.bits - u32::from(self.signed))) - 1)
    }

    /// Whether a number is one of its values.
    pub fn holds(&self, number: &Int) -> bool {
        self.min() <= *number && *number <= self.max()
    }

    /// The value that is equal modulo two to the number of bits.
    pub fn wrap(&self, number: &Int) -> Int {
        if self.holds(number) {
            return number.clone();
        }
        let modulus = Int::from(1_i128 << self.bits);
        let rest = number.mod_floor(&modulus);
        if rest > self.max() { rest - modulus } else { rest }
    }
}

/// The floating types, which are typed but not computed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `_Float128`
    Float128,
}

/// A C type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// The `void` behind a pointer, by its place, while it is found out what it stands for. No tree has it that is handed out.
    VoidAt(u32),
    /// `_Bool`
    Bool,
    /// An integer type, `char` included.
    Int(IntType),
    /// An enumerated type; see [`Enum::underlying`] for its values.
    Enum(EnumId),
    /// A floating type.
    Float(FloatKind),
    /// A pointer.
    Pointer(Box<Type>),
    /// An array with its length, if that is known.
    Array(Box<Type>, Option<u64>),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(Box<FunctionType>),
    /// What `va_list` is; nothing is known of it.
    VaList,
    /// The type of something that is unsupported or wrong. Nothing is said about what is made of it.
    Unknown,
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The type of the result.
    pub result: Type,
    /// The types of the parameters, arrays and functions as pointers.
    pub params: Vec<Type>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether the parameters are known: `f()` says nothing of them.
    pub prototyped: bool,
}

impl Type {
    /// An integer type by its name.
    pub fn int(name: IntName, model: DataModel) -> Type {
        Type::Int(IntType::new(name, model))
    }

    /// A pointer to this type.
    #[must_use]
    pub fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    /// The integer type that this is, if it is one by itself (not `_Bool`, no enum).
    pub fn as_int(&self) -> Option<IntType> {
        match self {
            Type::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self) -> Option<&Type> {
        match self {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// Whether this is an integer type, `_Bool` and enums included.
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Bool | Type::Int(_) | Type::Enum(_))
    }

    /// Whether this is a number type.
    pub fn is_arithmetic(&self) -> bool {
        self.is_integer() || matches!(self, Type::Float(_))
    }

    /// Whether this is a number or a pointer.
    pub fn is_scalar(&self) -> bool {
        self.is_arithmetic() || matches!(self, Type::Pointer(_))
    }

    /// Whether nothing is known of it.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Type::Unknown)
    }

    /// How many pointers, arrays and functions stand in each other.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Type::Pointer(of) | Type::Array(of, _) => 1 + of.depth(),
            Type::Function(of) => {
                1 + of.params.iter().map(Type::depth).max().unwrap_or(0).max(of.result.depth())
            }
            _ => 0,
        }
    }
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// How the user calls it: `struct node`, or the name of a typedef, or `struct` for one without a name.
    pub spelling: String,
    /// The name after `struct` or `union`.
    pub tag: Option<String>,
    /// Whether its fields share their place.
    pub is_union: bool,
    /// Whether its fields are known.
    pub complete: bool,
    /// The fields, in order. Those without a name are structs and unions whose fields belong to this one.
    pub fields: Vec<Field>,
    /// The bytes of an object.
    pub size: u64,
    /// What the address of an object is a multiple of.
    pub align: u64,
    /// Where it is defined, or first named.
    pub span: Span,
    /// Whether that is in a header.
    pub from_header: bool,
}

/// A field of a struct or union.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; `None` for an anonymous struct or union.
    pub name: Option<String>,
    /// Its type; for a bit-field the type that it was declared with.
    pub ty: Type,
    /// The offset of its first byte; for a bit-field, of the byte with its first bit.
    pub offset: u64,
    /// For a bit-field, its place and width in bits.
    pub bits: Option<BitField>,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
    /// Whether it, or what it is an array of, is `const`.
    pub is_const: bool,
    /// The alignment that was asked for with an attribute.
    pub(crate) asked_align: Option<u64>,
    /// Whether it is packed by an attribute of its own.
    pub(crate) packed: bool,
    /// Where it is declared.
    pub span: Span,
}

/// The place of a bit-field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitField {
    /// The first bit, counted from the start of the record.
    pub first: u64,
    /// How many bits.
    pub width: u32,
}

/// An enumerated type.
#[derive(Clone, Debug)]
pub struct Enum {
    /// How the user calls it: `enum colour`, or the name of a typedef, or `enum` for one without a name.
    pub spelling: String,
    /// The name after `enum`.
    pub tag: Option<String>,
    /// Its constants, in order.
    pub constants: Vec<EnumConstant>,
    /// The type that its objects have in fact: `unsigned int`, unless a constant is negative or too large.
    pub underlying: IntType,
    /// Whether its constants are known.
    pub complete: bool,
    /// Where it is defined, or first named.
    pub span: Span,
    /// Whether that is in a header.
    pub from_header: bool,
}

/// A constant of an enumerated type.
#[derive(Clone, Debug)]
pub struct EnumConstant {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Int,
    /// Where it is.
    pub span: Span,
}

/// The records and enums that types name, with how wide things are.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// How wide the types are.
    pub model: DataModel,
    /// All structs and unions.
    pub records: Vec<Record>,
    /// All enumerated types.
    pub enums: Vec<Enum>,
    /// Whether types stand where the file says `void`, so that what the file declares may be other pointers than the tree has.
    pub has_voids: bool,
}

impl Types {
    /// The record of an id.
    pub fn record(&self, id: RecordId) -> Option<&Record> {
        self.records.get(id.index())
    }

    /// The enum of an id.
    pub fn enumeration(&self, id: EnumId) -> Option<&Enum> {
        self.enums.get(id.index())
    }

    /// The field at a position.
    pub fn field(&self, record: RecordId, field: usize) -> Option<&Field> {
        self.record(record)?.fields.get(field)
    }

    /// An integer type of this data model.
    pub fn int(&self, name: IntName) -> Type {
        Type::int(name, self.model)
    }

    /// The type of `sizeof`.
    pub fn size_type(&self) -> Type {
        match self.model {
            DataModel::Lp64 => self.int(IntName::UnsignedLong),
            DataModel::Ilp32 => self.int(IntName::UnsignedInt),
        }
    }

    /// The type of the difference of two pointers.
    pub fn difference_type(&self) -> Type {
        match self.model {
            DataModel::Lp64 => self.int(IntName::Long),
            DataModel::Ilp32 => self.int(IntName::Int),
        }
    }

    /// The integer type whose values an integer type has: that of an enum, or of one bit for `_Bool` (which is
    /// given as `unsigned char`).
    pub fn integer(&self, ty: &Type) -> Option<IntType> {
        match ty {
            Type::Int(int) => Some(*int),
            Type::Enum(id) => self.enumeration(*id).map(|e| e.underlying),
            Type::Bool => Some(IntType::new(IntName::UnsignedChar, self.model)),
            _ => None,
        }
    }

    /// The type in the notation of C, such as `struct node *` or `int (*)[3]`.
    pub fn text(&self, ty: &Type) -> String {
        self.declaration(ty, "")
    }

    /// The declaration of a name with a type, such as `int (*f)(char)`.
    pub fn declaration(&self, ty: &Type, name: &str) -> String {
        let with = |base: &str| {
            if name.is_empty() {
                base.to_string()
            } else if name.starts_with(['*', '[']) && base.ends_with('*') {
                format!("{base}{name}")
            } else {
                format!("{base} {name}")
            }
        };
        // In `*x[3]` the brackets bind first, so a pointer to an array needs parentheses.
        let grouped = || if name.starts_with('*') { format!("({name})") } else { name.to_string() };
        match ty {
            Type::Void | Type::VoidAt(_) => with("void"),
            Type::Bool => with("_Bool"),
            Type::Int(int) => with(int.name.text()),
            Type::Float(FloatKind::Float) => with("float"),
            Type::Float(FloatKind::Double) => with("double"),
            Type::Float(FloatKind::LongDouble) => with("long double"),
            Type::Float(FloatKind::Float128) => with("_Float128"),
            Type::Enum(id) => with(self.enumeration(*id).map_or("enum", |e| &e.spelling)),
            Type::Record(id) => with(self.record(*id).map_or("struct", |r| &r.spelling)),
            Type::VaList => with("va_list"),
            Type::Unknown => with("?"),
            Type::Pointer(to) => self.declaration(to, &format!("*{name}")),
            Type::Array(of, length) => {
                let length = length.map_or(String::new(), |n| n.to_string());
                self.declaration(of, &format!("{}[{length}]", grouped()))
            }
            Type::Function(of) => {
                let mut params: Vec<String> = of.params.iter().map(|p| self.text(p)).collect();
                if of.variadic {
                    params.push("...".to_string());
                } else if params.is_empty() && of.prototyped {
                    params.push("void".to_string());
                }
                self.declaration(&of.result, &format!("{}({})", grouped(), params.join(", ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_read_as_in_c() {
        let types = Types::default();
        let int = types.int(IntName::Int);
        let text = |ty: &Type, name: &str| types.declaration(ty, name);
        assert_eq!(text(&int.clone().pointer(), "p"), "int *p");
        assert_eq!(text(&Type::Array(Box::new(int.clone().pointer()), Some(3)), "a"), "int *a[3]");
        assert_eq!(text(&Type::Array(Box::new(int.clone()), None).pointer(), "a"), "int (*a)[]");
        let function = FunctionType {
            result: int.clone().pointer(),
            params: vec![int.clone()],
            variadic: true,
            prototyped: true,
        };
        let function = Type::Function(Box::new(function));
        assert_eq!(text(&function, "f"), "int *f(int, ...)");
        assert_eq!(text(&function.pointer(), ""), "int *(*)(int, ...)");
    }

    #[test]
    fn numbers_wrap_into_their_type() {
        let char = IntType::new(IntName::Char, DataModel::Lp64);
        assert_eq!(char.wrap(&Int::from(200_i64)), Int::from(-56_i64));
        assert_eq!(char.wrap(&Int::from(-129_i64)), Int::from(127_i64));
        let long = IntType::new(IntName::UnsignedLong, DataModel::Lp64);
        assert_eq!(long.wrap(&Int::from(-1_i64)).to_string(), "18446744073709551615");
        assert_eq!(IntType::new(IntName::Long, DataModel::Ilp32).bits, 32);
    }
}
