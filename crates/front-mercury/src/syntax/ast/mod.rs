//! The program as it is written.
//!
//! Two trees are equal if they say the same, wherever they stand: a [`Place`] equals every other. So parsing what was
//! printed gives back a tree that is equal to the first.
//!
//! Brackets are not kept, and of two notations for one thing one node is made: `\+ G` and `not G`, `( C -> T ; E )` and
//! `if C then T else E`, `P(X)` and `call(P, X)`.

mod declarations;
mod expressions;
mod goals;

pub use declarations::{
    Alternative, Argument, Constructor, Field, HigherOrder, Inst, InstDecl, InstKind, Mode, ModeDecl,
    ModeDef, ModeKind, PredDecl, PredKind, Purity, Type, TypeBody, TypeDecl, TypeKind,
};
pub use expressions::{Access, Expr, ExprKind, IntLiteral, IntSize, Lambda, StateUse};
pub use goals::{Clause, Goal, GoalKind, Head, Parameter, Quantified, Scope, UnifyKind};
pub use logic::Determinism;

use source::Span;

/// Where a node stands. All places are equal.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// A name, perhaps with the module that it is taken from: `list.append`.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The parts of the module's name; none if the name stands alone.
    pub module: Vec<String>,
    /// The name itself.
    pub text: String,
    /// Where it stands, with its arguments where it has some.
    pub at: Place,
}

impl Name {
    /// The name with points between its parts, for messages.
    pub fn shown(&self) -> String {
        let parts = self.module.iter().chain([&self.text]);
        parts.map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

/// The name of a module: `a.b`; never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleName {
    /// Its parts from left to right.
    pub parts: Vec<String>,
    /// Where it stands.
    pub at: Place,
}

impl ModuleName {
    /// The name with points between its parts.
    pub fn shown(&self) -> String {
        self.parts.join(".")
    }
}

/// Something that is Mercury but has no node of its own here.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// What it is, as in "a trace goal".
    pub what: &'static str,
    /// The term that it is, as text.
    pub text: String,
    /// Where it stands.
    pub at: Place,
}

/// A whole file: its items in the order of the text. Two are equal if their items are.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The items.
    pub items: Vec<Item>,
    /// How many items were left out because they are wrong.
    pub lost: usize,
    /// The whole text.
    pub at: Place,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.items == other.items
    }
}

/// What stands between two full stops.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it stands, without its full stop.
    pub at: Place,
}

/// The items.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `:- module a.b.`
    Module(ModuleName),
    /// `:- end_module a.b.`
    EndModule(ModuleName),
    /// `:- interface.`
    Interface,
    /// `:- implementation.`
    Implementation,
    /// `:- import_module list, int.` and its like.
    Import(ImportKind, Vec<ModuleName>),
    /// `:- type …`
    Type(TypeDecl),
    /// `:- inst …`
    Inst(InstDecl),
    /// `:- mode name == …`
    ModeDef(ModeDef),
    /// `:- pred …` and `:- func …`
    Pred(PredDecl),
    /// `:- mode p(in, out) is det.`
    Mode(ModeDecl),
    /// A fact, a rule or a grammar rule.
    Clause(Box<Clause>),
    /// `:- pragma …`
    Pragma(Pragma),
    /// `:- promise Goal.` and its like.
    Promise(PromiseKind, Goal),
    /// A declaration that has no node of its own.
    Unsupported(Unsupported),
}

/// What becomes of the modules that a declaration names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportKind {
    /// `import_module`: names can be used as they are.
    Import,
    /// `use_module`: names need their module.
    Use,
    /// `include_module`: submodules that stand in files of their own.
    Include,
}

impl ImportKind {
    /// The word that declares it.
    pub fn word(self) -> &'static str {
        match self {
            ImportKind::Import => "import_module",
            ImportKind::Use => "use_module",
            ImportKind::Include => "include_module",
        }
    }
}

/// `:- pragma inline(p/2).`
#[derive(Clone, Debug, PartialEq)]
pub struct Pragma {
    /// Its name: `inline`.
    pub name: String,
    /// The whole term, as text: `inline(p/2)`.
    pub text: String,
    /// What `glassbox_builtin` names: predicates and functions with their arities.
    pub subjects: Vec<(PredKind, String, usize)>,
    /// Where it stands.
    pub at: Place,
}

/// What is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromiseKind {
    /// The goal is true.
    True,
    /// At most one of the alternatives holds.
    Exclusive,
    /// At least one of the alternatives holds.
    Exhaustive,
    /// Exactly one of the alternatives holds.
    ExclusiveExhaustive,
}

impl PromiseKind {
    /// All of them.
    pub const ALL: [PromiseKind; 4] = [
        PromiseKind::True,
        PromiseKind::Exclusive,
        PromiseKind::Exhaustive,
        PromiseKind::ExclusiveExhaustive,
    ];

    /// The word that declares it.
    pub fn word(self) -> &'static str {
        match self {
            PromiseKind::True => "promise",
            PromiseKind::Exclusive => "promise_exclusive",
            PromiseKind::Exhaustive => "promise_exhaustive",
            PromiseKind::ExclusiveExhaustive => "promise_exclusive_exhaustive",
        }
    }
}
