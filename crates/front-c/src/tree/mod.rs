//! The typed tree: a C file in which every name is resolved, every expression has its type and every conversion
//! is written out.
//!
//! ```text
//! char c; … c = c + 1;
//! assign c (char)((int)load c + 1)
//! ```
//!
//! What is a value and what is a place is kept apart: an [`Expr`] has a value, a [`Place`] is where an object is.
//! Reading an object is a [`ExprKind::Load`]; arrays become pointers by [`ExprKind::Decay`]. What the front end
//! does not support is an `Unsupported` node with its name, so that one odd function does not spoil the others.
//!
//! Invariants of a tree without errors:
//! * Both operands of [`ExprKind::Binary`] have the type of the result, except for shifts, whose right operand has
//!   a promoted type of its own. Operands of [`ExprKind::Compare`] have one type.
//! * The type of an argument is that of its parameter, the value of an assignment has the type of the place.
//! * Truth values (of `if`, `!`, `&&` and so on) are scalars of any type; zero and null are false.
//! * All spans lie in the file that was checked.

mod annotation;
mod expr;
mod print;
mod stmt;

pub use annotation::{Annotation, Clause};
pub use expr::{BinaryOp, Callee, CompareOp, Expr, ExprKind, Init, InitItem, Place, PlaceKind, Step};
pub use print::print;
pub use stmt::{Stmt, StmtKind};

use crate::types::{Type, Types};
use base::id;
use source::Span;

id!(
    /// Names a [`Function`] of a unit.
    FunctionId
);
id!(
    /// Names a [`Global`] of a unit.
    GlobalId
);
id!(
    /// Names a [`Local`] of a function.
    LocalId
);
id!(
    /// Names a string literal of a unit.
    StringId
);
id!(
    /// Names a [`Label`] of a function.
    LabelId
);

/// A whole file.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Structs, unions and enums.
    pub types: Types,
    /// Variables outside of functions, and those inside that are `static`.
    pub globals: Vec<Global>,
    /// All functions, also those that are only declared.
    pub functions: Vec<Function>,
    /// The string literals.
    pub strings: Vec<StringLiteral>,
    /// Annotations that do not belong to a function as a whole, by place.
    pub annotations: Vec<Annotation>,
    /// What the file has of headers.
    pub headers: Headers,
    /// Whether it calls `assert` and declares nothing of that name.
    pub asserts_without_header: bool,
}

/// What a file has of headers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Headers {
    /// It includes some.
    #[default]
    Included,
    /// It has none.
    Absent,
    /// It includes none, and has its own copies of what they declare.
    Copied,
}

/// The bytes of a string literal, with the zero at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where it is used first.
    pub span: Span,
}

/// A variable that lives as long as the program.
#[derive(Clone, Debug)]
pub struct Global {
    /// A name that no other global has: that of the user, or `function.name` for a `static` of a function.
    pub name: String,
    /// The name that the user gave it; `None` for a compound literal.
    pub written: Option<String>,
    /// The function that it is declared in, for a `static` of a function.
    pub owner: Option<FunctionId>,
    /// Its type.
    pub ty: Type,
    /// What it starts as; zero if nothing is said and it is not `extern`.
    pub init: Option<Init>,
    /// Whether only this file can name it.
    pub is_static: bool,
    /// Whether it is only declared here, and defined elsewhere.
    pub is_extern: bool,
    /// Whether it is `const`.
    pub is_const: bool,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
    /// Whether each thread has one of its own.
    pub is_thread_local: bool,
    /// The name at its declaration.
    pub span: Span,
    /// Whether that is in a header.
    pub from_header: bool,
    /// Whether its first declaration is in a header of the system.
    pub from_system: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Whether it is a copy of another one, in which `void *` stands for something else; the copy is not in the source.
    pub is_copy: bool,
    /// The function that it calls several times, and nothing else; such a function is not in the source either.
    pub repeats: Option<Repeats>,
    /// The type of the result.
    pub result: Type,
    /// Its parameters; for functions without a body, only as far as they have been declared.
    pub params: Vec<LocalId>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether its parameters are known: `f()` says nothing of them.
    pub prototyped: bool,
    /// Parameters and variables of all blocks.
    pub locals: Vec<Local>,
    /// The labels of `goto`.
    pub labels: Vec<Label>,
    /// The body, a [`StmtKind::Block`]; `None` if it is only declared.
    pub body: Option<Stmt>,
    /// Whether only this file can name it.
    pub is_static: bool,
    /// Whether it is `inline`.
    pub is_inline: bool,
    /// Whether it is said not to return.
    pub is_noreturn: bool,
    /// The name at its definition, or at its first declaration.
    pub span: Span,
    /// All of its definition or declaration.
    pub extent: Span,
    /// Whether that is in a header.
    pub from_header: bool,
    /// Whether its first declaration is in a header of the system.
    pub from_system: bool,
    /// Whether it is called without a declaration.
    pub is_implicit: bool,
    /// The clauses of the annotation before it.
    pub annotations: Vec<Clause>,
}

/// How a function calls another one several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// What is called.
    pub of: FunctionId,
    /// How often, with arguments of their own for each call, in order. `None`: with the same arguments, as often as the last
    /// parameter says, and at least once.
    pub calls: Option<usize>,
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name; empty for a compound literal and for a parameter without a name.
    pub name: String,
    /// Its type; arrays and functions as parameters are pointers.
    pub ty: Type,
    /// For a parameter that was declared as an array or function: how, such as `int a[static 3]`.
    pub declared: Option<String>,
    /// For a parameter that is a pointer: whether it says that what it points to is not changed.
    pub to_const: bool,
    /// For a parameter that was declared as an array with a size: how many elements that asks for.
    pub elements: Option<Elements>,
    /// Whether it is a parameter.
    pub is_param: bool,
    /// Whether it is `const`.
    pub is_const: bool,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
    /// Where its name is declared.
    pub span: Span,
}

/// The elements that the declaration of a parameter asks for: at least 3 for `int a[3]`, `n` for `int a[n]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// How many: a number, or an expression of parameters that are declared before.
    pub count: String,
    /// Whether they must be there, as for `int a[static 3]`; otherwise the pointer may be null.
    pub there: bool,
}

/// A label of `goto`.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Where it stands; where it is first used, if it stands nowhere (which is an error).
    pub span: Span,
    /// Whether it stands somewhere.
    pub(crate) defined: bool,
}

impl Local {
    /// A variable that is not in the source, or that has no name there.
    pub(crate) fn nameless(ty: Type, span: Span) -> Local {
        Local {
            name: String::new(),
            ty,
            declared: None,
            to_const: false,
            elements: None,
            is_param: false,
            is_const: false,
            is_volatile: false,
            span,
        }
    }
}

impl Function {
    /// A function of which only the name is known yet.
    pub(crate) fn named(name: &str, span: Span, extent: Span) -> Function {
        Function {
            name: name.to_string(),
            is_copy: false,
            repeats: None,
            result: Type::Void,
            params: Vec::new(),
            variadic: false,
            prototyped: true,
            locals: Vec::new(),
            labels: Vec::new(),
            body: None,
            is_static: false,
            is_inline: false,
            is_noreturn: false,
            span,
            extent,
            from_header: false,
            from_system: false,
            is_implicit: false,
            annotations: Vec::new(),
        }
    }

    /// The variable of an id.
    pub fn local(&self, id: LocalId) -> Option<&Local> {
        self.locals.get(id.index())
    }
}

impl Unit {
    /// The function of an id.
    pub fn function(&self, id: FunctionId) -> Option<&Function> {
        self.functions.get(id.index())
    }

    /// The global of an id.
    pub fn global(&self, id: GlobalId) -> Option<&Global> {
        self.globals.get(id.index())
    }

    /// The function of a name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(FunctionId::new)
    }
}
