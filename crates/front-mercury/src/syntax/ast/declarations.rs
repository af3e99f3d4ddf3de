//! Types, insts, modes, and the declarations of predicates and functions.

use super::{Determinism, Name, Place, Unsupported};

/// Predicate or function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PredKind {
    /// A predicate.
    Pred,
    /// A function.
    Func,
}

impl PredKind {
    /// The word that declares it.
    pub fn word(self) -> &'static str {
        match self {
            PredKind::Pred => "pred",
            PredKind::Func => "func",
        }
    }

    /// The word for messages.
    pub fn noun(self) -> &'static str {
        match self {
            PredKind::Pred => "predicate",
            PredKind::Func => "function",
        }
    }
}

/// Whether something has effects that its arguments do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, PartialOrd, Ord)]
pub enum Purity {
    /// It has none and sees none.
    #[default]
    Pure,
    /// It sees effects of others.
    Semipure,
    /// It has effects.
    Impure,
}

impl Purity {
    /// The word before a declaration or a goal; none for what is pure.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Purity::Pure => None,
            Purity::Semipure => Some("semipure"),
            Purity::Impure => Some("impure"),
        }
    }
}

/// A type, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub at: Place,
}

/// The types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `T`
    Var(String),
    /// `int`, `list(T)`, `map.map(K, V)`
    Named(Name, Vec<Type>),
    /// `{int, string}`
    Tuple(Vec<Type>),
    /// `pred(int, T)`, `func(T) = int`, `(pred(int::in, int::out) is det)`
    HigherOrder(Box<HigherOrder<Argument>>),
}

/// What predicates and functions have as values: their types, their insts.
#[derive(Clone, Debug, PartialEq)]
pub struct HigherOrder<A> {
    /// Whether calls have effects.
    pub purity: Purity,
    /// Predicate or function.
    pub kind: PredKind,
    /// The arguments.
    pub args: Vec<A>,
    /// The result of a function.
    pub result: Option<A>,
    /// How often calls succeed, where it is said.
    pub determinism: Option<Determinism>,
}

/// An argument in a declaration: a type, perhaps with a mode: `int` or `int::in`.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Its type.
    pub of: Type,
    /// Its mode, where types and modes are declared together.
    pub mode: Option<Mode>,
}

/// `:- type t(T) ---> a ; b(T).`
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDecl {
    /// Its name.
    pub name: Name,
    /// Its parameters: names of type variables.
    pub params: Vec<String>,
    /// What it is made of.
    pub body: TypeBody,
    /// What the declaration has beside this and is not supported: `where`, existential types, `solver`. Its text is that
    /// of the whole declaration.
    pub unsupported: Option<Unsupported>,
}

/// What a type is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeBody {
    /// Nothing is said.
    Abstract,
    /// `== type`
    Equal(Type),
    /// `---> a ; b(T)`
    Union(Vec<Constructor>),
}

/// One alternative of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Constructor {
    /// Its name; `[|]` for `[T | list(T)]`.
    pub name: Name,
    /// Its arguments.
    pub fields: Vec<Field>,
    /// Where it stands.
    pub at: Place,
}

/// An argument of a constructor: `name :: type` or only the type.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: Option<Name>,
    /// Its type.
    pub of: Type,
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    /// What it is.
    pub kind: InstKind,
    /// Where it stands.
    pub at: Place,
}

/// The insts.
#[derive(Clone, Debug, PartialEq)]
pub enum InstKind {
    /// `I`
    Var(String),
    /// `ground`, `free`, `list_skel(I)`
    Named(Name, Vec<Inst>),
    /// `bound(a ; b(ground))`, `unique(…)`: the word and the alternatives.
    Bound(String, Vec<Alternative>),
    /// `(pred(in, out) is det)`
    HigherOrder(Box<HigherOrder<Mode>>),
    /// `I =< ground`: a variable for an inst that says at least as much.
    AtMost(String, Box<Inst>),
}

/// A constructor with what is known of its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The constructor.
    pub name: Name,
    /// What is known of its arguments.
    pub args: Vec<Inst>,
    /// Where it stands.
    pub at: Place,
}

/// How what is known of a value changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// What it is.
    pub kind: ModeKind,
    /// Where it stands.
    pub at: Place,
}

/// The modes.
#[derive(Clone, Debug, PartialEq)]
pub enum ModeKind {
    /// `in`, `out(list_skel)`
    Named(Name, Vec<Inst>),
    /// `free >> ground`
    Change(Inst, Inst),
}

/// `:- inst name(I) == …` or `:- inst name(I) for type/1 ---> …`
#[derive(Clone, Debug, PartialEq)]
pub struct InstDecl {
    /// Its name.
    pub name: Name,
    /// Its parameters: names of inst variables.
    pub params: Vec<String>,
    /// The type that it is for, with its arity.
    pub of: Option<(Name, usize)>,
    /// What it is; `None` if it is abstract.
    pub inst: Option<Inst>,
}

/// `:- mode name(I) == …`
#[derive(Clone, Debug, PartialEq)]
pub struct ModeDef {
    /// Its name.
    pub name: Name,
    /// Its parameters: names of inst variables.
    pub params: Vec<String>,
    /// What it is.
    pub mode: Mode,
}

/// `:- pred p(int::in, int::out) is det.` or `:- func f(int) = int.`
#[derive(Clone, Debug, PartialEq)]
pub struct PredDecl {
    /// Predicate or function.
    pub kind: PredKind,
    /// Whether it has effects.
    pub purity: Purity,
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub args: Vec<Argument>,
    /// The result of a function.
    pub result: Option<Argument>,
    /// How often it succeeds, where it is said.
    pub determinism: Option<Determinism>,
    /// What the declaration has beside this and is not supported: class constraints, existential types, `with_type`. Its
    /// text is that of the whole declaration.
    pub unsupported: Option<Unsupported>,
    /// Where it stands.
    pub at: Place,
}

/// `:- mode p(in, out) is det.`
#[derive(Clone, Debug, PartialEq)]
pub struct ModeDecl {
    /// Function if it has a result.
    pub kind: PredKind,
    /// The name of the predicate or function.
    pub name: Name,
    /// The modes of its arguments.
    pub args: Vec<Mode>,
    /// The mode of its result.
    pub result: Option<Mode>,
    /// How often it succeeds, where it is said.
    pub determinism: Option<Determinism>,
    /// What the declaration has beside this and is not supported: `with_inst`. Its text is that of the whole declaration.
    pub unsupported: Option<Unsupported>,
    /// Where it stands.
    pub at: Place,
}
