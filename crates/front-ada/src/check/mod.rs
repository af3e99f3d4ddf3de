//! From the syntax tree to the typed one: names, types, overloading, static values.
//!
//! One pass over the text in its order, as Ada's rules of visibility want it. An expression is checked for the type
//! that its place expects ([`expressions`]); where several subprograms have one name, each is tried in silence
//! ([`Checker::attempt`]) and the one that fits is taken.
//!
//! What is wrong is a diagnostic with its place. What is right but not supported becomes a node that says so.

mod aggregates;
mod attributes;
mod calls;
mod declarations;
mod expressions;
mod fragments;
mod names;
mod operators;
mod pragmas;
mod ranges;
mod scopes;
mod standard;
mod statements;
mod static_values;
mod subprograms;
mod type_definitions;

use crate::syntax::ast;
use crate::tree::{
    Decl, Expr, ExprKind, LoopId, Object, ObjectId, Program, Role, SubId, Subtype, TypeId, predefined,
};
use scopes::{Package, Region};
use source::{Diagnostic, Span};

/// What came of checking.
pub struct Checked {
    /// The program, as far as it is right.
    pub program: Program,
    /// Errors and warnings, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// At most this many errors are reported.
const MOST_ERRORS: usize = 20;

struct Checker<'a> {
    program: Program,
    regions: Vec<Region>,
    packages: Vec<Package>,
    diagnostics: Vec<Diagnostic>,
    /// Errors so far, those of attempts too.
    errors: usize,
    /// How many attempts are open: what they find wrong is not said.
    silent: usize,
    /// The subprogram whose text this is.
    inside: Option<SubId>,
    /// Whether what is declared now can be seen from outside of its package.
    public: bool,
    /// The loops around this place, with their names.
    loops: Vec<(Option<String>, LoopId)>,
    loop_count: u32,
    /// What the declarations of the present region do.
    actions: Vec<Decl>,
    /// Contracts that are looked at at the end of the declarations: how many regions were open, of what, and whether runs check
    /// them.
    contracts: Vec<(usize, SubId, Vec<ast::Aspect>, bool)>,
    /// What pragmas say of claims, the last one last.
    policies: Vec<pragmas::Policy>,
    /// What makes undetermined what is declared here, with the number of regions that were open.
    undetermined: Vec<(usize, String)>,
    /// How many handlers are around this place.
    handling: usize,
    /// Units in use clauses of which not everything is known, in words.
    unread: Vec<String>,
    /// The objects of the extended returns around this place, with the subprograms that return them.
    returning: Vec<(Option<SubId>, crate::tree::ObjectId)>,
    /// The target of the assignment that is checked, for `@`.
    target: Option<Expr>,
    /// Nesting of attempts and expressions, which must not get out of hand.
    depth: usize,
    /// What the context clauses of specifications make visible, which their bodies see too.
    contexts: Vec<(String, scopes::Names, Vec<scopes::PackageId>)>,
    /// Only the predefined operators are meant, as in `Standard."+"`.
    predefined_only: bool,
    /// A formula that is assumed of the inputs of a subprogram.
    assumed: Option<(SubId, &'a ast::Expr)>,
    /// The units of the compilation.
    units: &'a [&'a ast::Compilation],
}

/// Checks a program, which is in one or several files; what others depend on comes first.
pub fn check(units: &[&ast::Compilation]) -> Checked {
    check_assuming(units, None)
}

/// The same, with a formula that is assumed of the inputs of a subprogram: it is one more precondition, the last one.
pub fn check_assuming(units: &[&ast::Compilation], assumed: Option<(SubId, &ast::Expr)>) -> Checked {
    let mut checker = Checker {
        program: Program::default(),
        regions: Vec::new(),
        packages: Vec::new(),
        diagnostics: Vec::new(),
        errors: 0,
        silent: 0,
        inside: None,
        public: true,
        loops: Vec::new(),
        loop_count: 0,
        actions: Vec::new(),
        contracts: Vec::new(),
        policies: Vec::new(),
        undetermined: Vec::new(),
        handling: 0,
        unread: Vec::new(),
        returning: Vec::new(),
        target: None,
        contexts: Vec::new(),
        predefined_only: false,
        assumed,
        depth: 0,
        units,
    };
    checker.standard();
    checker.compilation();
    Checked { program: checker.program, diagnostics: checker.diagnostics }
}

impl Checker<'_> {
    /// Notes an error, unless it is one of an attempt.
    fn error(&mut self, message: impl Into<String>, span: Span, label: &str) {
        self.errors += 1;
        if self.silent == 0 && self.diagnostics.len() < MOST_ERRORS {
            self.diagnostics.push(Diagnostic::error(message).primary(span, label));
        }
    }

    fn warning(&mut self, message: impl Into<String>, span: Span, label: &str) {
        if self.silent == 0 {
            self.diagnostics.push(Diagnostic::warning(message).primary(span, label));
        }
    }

    /// What something gives if nothing is wrong with it; else nothing has happened.
    fn attempt<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (before, actions) = (self.errors, self.actions.len());
        self.silent += 1;
        let value = what(self);
        self.silent -= 1;
        let fine = self.errors == before;
        self.errors = before;
        if fine {
            return Some(value);
        }
        self.actions.truncate(actions);
        None
    }

    /// A new object.
    fn object(&mut self, name: &str, subtype: Subtype, role: Role, span: Span) -> ObjectId {
        let package = self.regions.iter().rev().find_map(|r| r.package);
        let package = package.and_then(|p| self.packages.get(p.0)).map_or(String::new(), |p| p.path.clone());
        let name = name.to_string();
        let object = Object { name, subtype, role, owner: self.inside, package, value: None, span };
        self.program.objects.push(object);
        ObjectId((self.program.objects.len() - 1) as u32)
    }

    fn object_of(&self, id: ObjectId) -> Option<&Object> {
        self.program.objects.get(id.0 as usize)
    }

    /// Keeps the value of an expression for later, as a constant that is not in the source.
    fn hold(&mut self, value: Expr) -> ObjectId {
        let (ty, span) = (value.ty, value.span);
        let name = format!("%{}", self.program.objects.len());
        let id = self.object(&name, Subtype::of(ty), Role::Held, span);
        self.actions.push(Decl::Hold(id, value));
        id
    }

    fn new_loop(&mut self) -> LoopId {
        self.loop_count += 1;
        LoopId(self.loop_count - 1)
    }

    /// Something of which nothing is known, after an error.
    fn nothing(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Unsupported("something that is wrong".into()), ty: predefined::UNKNOWN, span }
    }

    /// Something that is not supported, of a type as far as it is known.
    fn unsupported(&self, what: impl Into<String>, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Unsupported(what.into()), ty, span }
    }

    /// An error: something has another type than its place wants.
    fn mismatch(&mut self, found: TypeId, expected: TypeId, span: Span) {
        let types = &self.program.types;
        let (found, expected) = (types.name(found).to_string(), types.name(expected).to_string());
        let message = format!("expected a value of type {expected}, found one of type {found}");
        self.error(message, span, &format!("this is of type {found}"));
    }
}
