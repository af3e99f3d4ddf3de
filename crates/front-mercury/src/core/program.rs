//! The tables of a checked program.

use super::{ConsId, Definition, Determinism, InstDef, Mode, ModuleId, PredId, Ty, TypeId, Types};
use crate::syntax::Section;
use crate::syntax::ast::{PredKind, Purity};
use source::Span;

/// A program: its modules and those of the library that it needs, with all that they declare.
#[derive(Clone, Debug)]
pub struct Program {
    /// The modules, by [`ModuleId`].
    pub modules: Vec<Module>,
    /// The module that the program was made from.
    pub main: ModuleId,
    /// All types that occur.
    pub types: Types,
    /// The declarations of types, by [`TypeId`].
    pub defs: Vec<TypeDef>,
    /// Their constructors, by [`ConsId`].
    pub constructors: Vec<Constructor>,
    /// The declarations of insts, by [`super::InstId`].
    pub insts: Vec<InstDef>,
    /// The predicates and functions, by [`PredId`].
    pub preds: Vec<Pred>,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The parts of its name.
    pub name: Vec<String>,
    /// Whether it belongs to the library.
    pub library: bool,
    /// Where it starts.
    pub at: Span,
}

impl Module {
    /// The name with points between its parts.
    pub fn shown(&self) -> String {
        self.name.join(".")
    }
}

/// The declaration of a type.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// The module that declares it.
    pub module: ModuleId,
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<String>,
    /// What it is.
    pub body: DefBody,
    /// Where its name is declared.
    pub section: Section,
    /// Where its constructors are declared.
    pub body_section: Section,
    /// Where it is declared.
    pub at: Span,
    /// What of it is not supported.
    pub unsupported: Option<&'static str>,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq)]
pub enum DefBody {
    /// A type of the language: `int`, `string`.
    Builtin,
    /// Nothing is said.
    Abstract,
    /// Another name for a type, over its parameters.
    Equal(Ty),
    /// One of these.
    Union(Vec<ConsId>),
    /// Its definition is wrong; a message says why.
    Wrong,
}

/// A constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: TypeId,
    /// The types of its arguments, over the parameters of its type.
    pub args: Vec<Ty>,
    /// The names of its arguments.
    pub fields: Vec<Option<String>>,
    /// Where it is declared.
    pub at: Span,
}

/// A predicate or function.
#[derive(Clone, Debug)]
pub struct Pred {
    /// Which of them.
    pub kind: PredKind,
    /// The module that declares it.
    pub module: ModuleId,
    /// Its name.
    pub name: String,
    /// The number of its arguments, without the result of a function.
    pub arity: usize,
    /// Where it is declared.
    pub section: Section,
    /// Whether it has effects.
    pub purity: Purity,
    /// The names of its type parameters.
    pub params: Vec<String>,
    /// The types of its arguments; the result of a function is the last.
    pub args: Vec<Ty>,
    /// Whether the types were declared; otherwise they were found from its clauses.
    pub declared: bool,
    /// Its modes, each of which becomes a procedure. A function has its default mode if it declares none.
    pub procs: Vec<Proc>,
    /// What it does.
    pub body: Body,
    /// Where it is declared.
    pub at: Span,
}

impl Pred {
    /// Name and arity with the word for its kind: ``predicate `append/3` ``.
    pub fn shown(&self) -> String {
        format!("{} `{}/{}`", self.kind.noun(), self.name, self.arity)
    }
}

/// One declared mode of a predicate or function.
#[derive(Clone, Debug, PartialEq)]
pub struct Proc {
    /// The modes of its arguments; the result of a function is the last.
    pub modes: Vec<Mode>,
    /// How often it succeeds; `None` if that is not said.
    pub determinism: Option<Determinism>,
    /// Where it is declared.
    pub at: Span,
}

/// What a predicate or function does.
#[derive(Clone, Debug)]
pub enum Body {
    /// What its clauses say.
    Defined(Box<Definition>),
    /// Code of the machine, by the name that [`Program::key`] gives.
    Builtin,
    /// It is declared but not defined: calling it is not supported.
    DeclaredOnly,
    /// It uses something that is not supported.
    Unsupported(&'static str, Span),
    /// It is wrong; a message says why.
    Wrong,
}

impl Program {
    /// A module.
    pub fn module(&self, id: ModuleId) -> Option<&Module> {
        self.modules.get(id.index())
    }

    /// The declaration of a type.
    pub fn def(&self, id: TypeId) -> Option<&TypeDef> {
        self.defs.get(id.index())
    }

    /// A constructor.
    pub fn constructor(&self, id: ConsId) -> Option<&Constructor> {
        self.constructors.get(id.index())
    }

    /// A predicate or function.
    pub fn pred(&self, id: PredId) -> Option<&Pred> {
        self.preds.get(id.index())
    }

    /// All predicates and functions of a module, in the order of the text.
    pub fn preds_of(&self, module: ModuleId) -> impl Iterator<Item = (PredId, &Pred)> {
        let all = self.preds.iter().enumerate().map(|(i, pred)| (PredId::new(i), pred));
        all.filter(move |(_, pred)| pred.module == module)
    }

    /// A predicate or function by module, kind, name and arity.
    pub fn find(&self, module: &str, kind: PredKind, name: &str, arity: usize) -> Option<PredId> {
        let fits = |pred: &Pred| {
            pred.kind == kind
                && pred.name == name
                && pred.arity == arity
                && self.module(pred.module).is_some_and(|of| of.shown() == module)
        };
        self.preds.iter().position(fits).map(PredId::new)
    }

    /// The name under which a machine has the code of a builtin: `func int.+/2`, `pred io.write_string/4`. It is stable.
    pub fn key(&self, id: PredId) -> String {
        let Some(pred) = self.pred(id) else { return String::new() };
        let module = self.module(pred.module).map(Module::shown).unwrap_or_default();
        format!("{} {module}.{}/{}", pred.kind.word(), pred.name, pred.arity)
    }

    /// A type as text, with the names of the parameters of its declaration.
    pub fn type_text(&self, ty: Ty, params: &[String]) -> String {
        super::print::type_text(self, ty, params)
    }
}
