//! Declarations, types and aspects.

use super::{
    Claim, DiscreteRange, Expr, Handled, Name, Path, Place, Pragma, SubtypeIndication, Unsupported, UseClause,
};

/// A declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Decl {
    /// What it declares.
    pub kind: DeclKind,
    /// Where it stands, up to and including its `;`.
    pub at: Place,
}

/// The declarations.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclKind {
    /// `X, Y : constant Integer := 1;`
    Object(ObjectDecl),
    /// `Limit : constant := 100;`
    Number {
        /// The names.
        names: Vec<Name>,
        /// Their value.
        value: Expr,
    },
    /// `type T is …;`
    Type(TypeDecl),
    /// `subtype Small is Integer range 1 .. 10;`
    Subtype {
        /// Its name.
        name: Name,
        /// What it is.
        of: SubtypeIndication,
        /// Its aspects.
        aspects: Vec<Aspect>,
    },
    /// `procedure P (X : Integer);`
    Subprogram(SubprogramSpec),
    /// `procedure P (X : Integer) is … begin … end P;`
    Body {
        /// Name, parameters, result and aspects.
        spec: SubprogramSpec,
        /// Its declarations.
        declarations: Vec<Decl>,
        /// Its statements.
        body: Handled,
    },
    /// `function F (X : Integer) return Integer is (X + 1);`
    ExpressionFunction {
        /// Name, parameters, result and aspects.
        spec: SubprogramSpec,
        /// The result.
        value: Expr,
    },
    /// `procedure P is null;`
    NullProcedure(SubprogramSpec),
    /// `procedure P is separate;`
    Stub(SubprogramSpec),
    /// `package P is … private … end P;`
    Package {
        /// Its name.
        name: Path,
        /// Its aspects.
        aspects: Vec<Aspect>,
        /// What others see.
        visible: Vec<Decl>,
        /// What they do not.
        private: Option<Vec<Decl>>,
    },
    /// `package body P is … begin … end P;`
    PackageBody {
        /// Its name.
        name: Path,
        /// Its aspects.
        aspects: Vec<Aspect>,
        /// Its declarations.
        declarations: Vec<Decl>,
        /// What is done once, before it is used.
        init: Option<Handled>,
    },
    /// `package body P is separate;`
    PackageStub(Name),
    /// `X : T renames Y;`
    ObjectRenaming {
        /// The new name.
        name: Name,
        /// The type, where one is given.
        ty: Option<TypeRef>,
        /// What it stands for.
        of: Expr,
    },
    /// `function F (X : T) return T renames G;`
    SubprogramRenaming {
        /// The new name with its parameters.
        spec: SubprogramSpec,
        /// What it stands for.
        of: Expr,
    },
    /// `package P renames Q;`
    PackageRenaming {
        /// The new name.
        name: Path,
        /// What it stands for.
        of: Expr,
    },
    /// `E : exception renames F;`
    ExceptionRenaming {
        /// The new name.
        name: Name,
        /// What it stands for.
        of: Expr,
    },
    /// `Full, Empty : exception;`
    Exception(Vec<Name>),
    /// `use P;`
    Use(UseClause),
    /// `pragma Inline (F);`
    Pragma(Pragma),
    /// `--: entry (N >= 1)`
    Claim(Claim),
    /// `for T'Size use 8;`: how values are stored says nothing about what they are.
    Representation(Unsupported),
    /// Something else.
    Unsupported(Unsupported),
}

/// Objects of one declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectDecl {
    /// The names.
    pub names: Vec<Name>,
    /// Whether pointers to them are possible.
    pub aliased: bool,
    /// Whether they never change.
    pub constant: bool,
    /// Their type.
    pub ty: TypeRef,
    /// Their first value.
    pub init: Option<Expr>,
    /// Their aspects.
    pub aspects: Vec<Aspect>,
}

/// The type of an object, a component, a parameter or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeRef {
    /// A subtype by its name.
    Subtype(SubtypeIndication),
    /// `access T`
    Access(Box<AccessDef>),
    /// `array (1 .. 3) of Integer`
    Array(Box<ArrayDef>),
    /// Something else.
    Unsupported(Unsupported),
}

/// A type with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDecl {
    /// Its name.
    pub name: Name,
    /// Its discriminants, which are not supported.
    pub discriminants: Option<Unsupported>,
    /// What it is.
    pub def: TypeDef,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
}

/// The types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeDef {
    /// `(Red, Green, 'x')`
    Enumeration(Vec<Name>),
    /// `range 1 .. 10`
    Signed(Expr, Expr),
    /// `mod 256`
    Modular(Expr),
    /// `array (1 .. 10) of Integer`
    Array(ArrayDef),
    /// `record … end record`
    Record(RecordDef),
    /// `access T`
    Access(AccessDef),
    /// `new T range 1 .. 10`
    Derived(SubtypeIndication),
    /// Declared later: `type T;`
    Incomplete,
    /// `private`, `limited private`
    Private {
        /// Whether it cannot be copied.
        limited: bool,
    },
    /// Something else.
    Unsupported(Unsupported),
}

/// An array type.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDef {
    /// Its dimensions.
    pub indexes: Indexes,
    /// Whether pointers to its components are possible.
    pub aliased: bool,
    /// What it holds.
    pub component: TypeRef,
}

/// The dimensions of an array type.
#[derive(Clone, Debug, PartialEq)]
pub enum Indexes {
    /// `(1 .. 10, Colour)`
    Constrained(Vec<DiscreteRange>),
    /// `(Positive range <>)`: the types of the indexes.
    Unconstrained(Vec<Expr>),
}

/// A record type.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordDef {
    /// Whether it cannot be copied.
    pub limited: bool,
    /// Its components; none for `null record`.
    pub components: Vec<ComponentItem>,
}

/// A part of a record type.
#[derive(Clone, Debug, PartialEq)]
pub enum ComponentItem {
    /// `X, Y : Integer := 0;`
    Component(Box<ObjectDecl>, Place),
    /// `pragma …;`
    Pragma(Pragma),
    /// A variant part, …
    Unsupported(Unsupported),
}

/// A pointer type.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessDef {
    /// Whether it is never null.
    pub not_null: bool,
    /// What it may point to.
    pub kind: AccessKind,
    /// What it points to.
    pub to: SubtypeIndication,
    /// Where it stands.
    pub at: Place,
}

/// What a pointer may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// What `new` makes.
    Pool,
    /// `access all T`: variables, too.
    All,
    /// `access constant T`: what may not be changed.
    Constant,
}

/// A procedure or function without its body.
#[derive(Clone, Debug, PartialEq)]
pub struct SubprogramSpec {
    /// Its name; an operator such as `"+"` keeps its quotes.
    pub name: Path,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The type of its result, if it is a function.
    pub result: Option<TypeRef>,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// Where it stands, without the aspects.
    pub at: Place,
}

/// Parameters of one declaration: `X, Y : in out Integer`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The names.
    pub names: Vec<Name>,
    /// Whether pointers to them are possible.
    pub aliased: bool,
    /// Which way they go.
    pub mode: Mode,
    /// Their type.
    pub ty: TypeRef,
    /// The value that is taken if the call gives none.
    pub default: Option<Expr>,
    /// Where they stand.
    pub at: Place,
}

/// Which way a parameter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// No mode is written, which means `in`.
    Default,
    /// `in`
    In,
    /// `out`
    Out,
    /// `in out`
    InOut,
}

/// `Pre => X > 0`, `Post'Class => …`, `Inline`
#[derive(Clone, Debug, PartialEq)]
pub struct Aspect {
    /// Its name.
    pub name: Name,
    /// Whether `'Class` follows the name.
    pub class: bool,
    /// Its value.
    pub value: AspectValue,
    /// Where it stands.
    pub at: Place,
}

/// The value of an aspect.
#[derive(Clone, Debug, PartialEq)]
pub enum AspectValue {
    /// None is written.
    Flag,
    /// `=> X > 0`
    Expr(Expr),
    /// `=> (X > 0 => Y = 1, others => Y = 0)`
    Cases(Vec<ContractCase>),
}

/// A case of the aspect `Contract_Cases`.
#[derive(Clone, Debug, PartialEq)]
pub struct ContractCase {
    /// When it applies; `None` is `others`.
    pub guard: Option<Expr>,
    /// What holds then at the end.
    pub consequence: Expr,
}
