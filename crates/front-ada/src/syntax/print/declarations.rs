//! Declarations, types and aspects as text.

use super::Printer;
use super::expressions::{discrete_range, parenthesised, subtype, text};
use crate::syntax::ast::{
    AccessDef, AccessKind, ArrayDef, Aspect, AspectValue, ComponentItem, Decl, DeclKind, Indexes, Mode, Name,
    ObjectDecl, Parameter, RecordDef, SubprogramSpec, SubtypeIndication, TypeDecl, TypeDef, TypeRef,
};

impl Printer {
    pub(super) fn declarations(&mut self, declarations: &[Decl]) {
        for declaration in declarations {
            self.declaration(declaration);
        }
    }

    pub(super) fn declaration(&mut self, declaration: &Decl) {
        match &declaration.kind {
            DeclKind::Object(object) => self.line(&format!("{};", object_text(object))),
            DeclKind::Number { names, value } => {
                self.line(&format!("{} : constant := {};", list(names), text(value)));
            }
            DeclKind::Type(decl) => self.type_declaration(decl),
            DeclKind::Subtype { name, of, aspects: with } => {
                self.with_aspects(&format!("subtype {} is {}", name.text, subtype_text(of)), with, ";");
            }
            DeclKind::Subprogram(spec) => self.with_aspects(&spec_text(spec), &spec.aspects, ";"),
            DeclKind::Body { spec, declarations, body } => {
                self.with_aspects(&spec_text(spec), &spec.aspects, " is");
                self.indented(|p| p.declarations(declarations));
                self.line("begin");
                self.handled(body);
                self.line(&format!("end {};", spec.name.text()));
            }
            DeclKind::ExpressionFunction { spec, value } => {
                let value = parenthesised(value);
                self.with_aspects(&format!("{} is {value}", spec_text(spec)), &spec.aspects, ";");
            }
            DeclKind::NullProcedure(spec) => {
                self.with_aspects(&format!("{} is null", spec_text(spec)), &spec.aspects, ";");
            }
            DeclKind::Stub(spec) => {
                self.with_aspects(&format!("{} is separate", spec_text(spec)), &spec.aspects, ";");
            }
            DeclKind::Package { name, aspects: with, visible, private } => {
                self.with_aspects(&format!("package {}", name.text()), with, " is");
                self.indented(|p| p.declarations(visible));
                if let Some(private) = private {
                    self.line("private");
                    self.indented(|p| p.declarations(private));
                }
                self.line(&format!("end {};", name.text()));
            }
            DeclKind::PackageBody { name, aspects: with, declarations, init } => {
                self.with_aspects(&format!("package body {}", name.text()), with, " is");
                self.indented(|p| p.declarations(declarations));
                if let Some(init) = init {
                    self.line("begin");
                    self.handled(init);
                }
                self.line(&format!("end {};", name.text()));
            }
            DeclKind::PackageStub(name) => self.line(&format!("package body {} is separate;", name.text)),
            DeclKind::ObjectRenaming { name, ty, of } => {
                let ty = ty.as_ref().map_or(String::new(), |ty| format!(" : {}", type_text(ty)));
                self.line(&format!("{}{ty} renames {};", name.text, text(of)));
            }
            DeclKind::SubprogramRenaming { spec, of } => {
                self.with_aspects(&format!("{} renames {}", spec_text(spec), text(of)), &spec.aspects, ";");
            }
            DeclKind::PackageRenaming { name, of } => {
                self.line(&format!("package {} renames {};", name.text(), text(of)));
            }
            DeclKind::ExceptionRenaming { name, of } => {
                self.line(&format!("{} : exception renames {};", name.text, text(of)));
            }
            DeclKind::Exception(names) => self.line(&format!("{} : exception;", list(names))),
            DeclKind::Use(clause) => self.use_clause(clause),
            DeclKind::Pragma(pragma) => self.pragma(pragma),
            DeclKind::Claim(claim) => self.claim(claim),
            DeclKind::Representation(what) | DeclKind::Unsupported(what) => self.line(&what.text),
        }
    }

    /// Something with its aspects: on one line if that is short, else each aspect on its own.
    fn with_aspects(&mut self, start: &str, with: &[Aspect], end: &str) {
        let line = format!("{start}{}{end}", aspects(with));
        if with.is_empty() || 3 * self.indent + line.len() <= super::WIDTH {
            return self.line(&line);
        }
        self.line(start);
        for (i, one) in with.iter().enumerate() {
            let first = if i == 0 { "  with " } else { "       " };
            let after = if i + 1 < with.len() { "," } else { end };
            self.folded(&format!("{}{after}", aspect(one)), first, "       ");
        }
    }

    fn type_declaration(&mut self, decl: &TypeDecl) {
        let discriminants =
            decl.discriminants.as_ref().map_or(String::new(), |what| format!(" {}", what.text));
        let start = format!("type {}{discriminants}", decl.name.text);
        let definition = match &decl.def {
            TypeDef::Enumeration(literals) => format!("({})", list(literals)),
            TypeDef::Signed(low, high) => format!("range {} .. {}", bound(low), bound(high)),
            TypeDef::Modular(of) => format!("mod {}", text(of)),
            TypeDef::Array(array) => array_text(array),
            TypeDef::Record(record) => return self.record(&start, record, &decl.aspects),
            TypeDef::Access(access) => access_text(access),
            TypeDef::Derived(of) => format!("new {}", subtype_text(of)),
            TypeDef::Incomplete => return self.line(&format!("{start};")),
            TypeDef::Private { limited: false } => "private".to_string(),
            TypeDef::Private { limited: true } => "limited private".to_string(),
            TypeDef::Unsupported(what) => what.text.clone(),
        };
        self.with_aspects(&format!("{start} is {definition}"), &decl.aspects, ";");
    }

    fn record(&mut self, start: &str, record: &RecordDef, aspects: &[Aspect]) {
        let limited = if record.limited { "limited " } else { "" };
        if record.components.is_empty() {
            return self.with_aspects(&format!("{start} is {limited}null record"), aspects, ";");
        }
        self.line(&format!("{start} is {limited}record"));
        self.indented(|p| {
            for item in &record.components {
                match item {
                    ComponentItem::Component(object, _) => p.line(&format!("{};", object_text(object))),
                    ComponentItem::Pragma(pragma) => p.pragma(pragma),
                    ComponentItem::Unsupported(what) => p.line(&what.text),
                }
            }
        });
        self.with_aspects("end record", aspects, ";");
    }
}

fn list(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// A bound of a range: no comparison may stand there without parentheses.
fn bound(e: &crate::syntax::ast::Expr) -> String {
    let mut out = String::new();
    super::expressions::expr(e, crate::syntax::parse::level::ADDING, &mut out);
    out
}

fn subtype_text(of: &SubtypeIndication) -> String {
    let mut out = String::new();
    subtype(of, &mut out);
    out
}

/// An object without its `;`.
pub fn object_text(object: &ObjectDecl) -> String {
    let aliased = if object.aliased { "aliased " } else { "" };
    let constant = if object.constant { "constant " } else { "" };
    let init = object
        .init
        .as_ref()
        .map_or(String::new(), |value| format!(" := {}", super::expressions::value(value)));
    let ty = type_text(&object.ty);
    format!("{} : {aliased}{constant}{ty}{init}{}", list(&object.names), aspects(&object.aspects))
}

fn type_text(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Subtype(of) => subtype_text(of),
        TypeRef::Access(access) => access_text(access),
        TypeRef::Array(array) => array_text(array),
        TypeRef::Unsupported(what) => what.text.clone(),
    }
}

fn access_text(access: &AccessDef) -> String {
    let not_null = if access.not_null { "not null " } else { "" };
    let kind = match access.kind {
        AccessKind::Pool => "",
        AccessKind::All => "all ",
        AccessKind::Constant => "constant ",
    };
    format!("{not_null}access {kind}{}", subtype_text(&access.to))
}

fn array_text(array: &ArrayDef) -> String {
    let indexes: Vec<String> = match &array.indexes {
        Indexes::Constrained(ranges) => ranges
            .iter()
            .map(|range| {
                let mut out = String::new();
                discrete_range(range, &mut out);
                out
            })
            .collect(),
        Indexes::Unconstrained(types) => types.iter().map(|ty| format!("{} range <>", text(ty))).collect(),
    };
    let aliased = if array.aliased { "aliased " } else { "" };
    format!("array ({}) of {aliased}{}", indexes.join(", "), type_text(&array.component))
}

/// A procedure or function with its parameters and result.
fn spec_text(spec: &SubprogramSpec) -> String {
    let word = if spec.result.is_some() { "function" } else { "procedure" };
    let mut out = format!("{word} {}", spec.name.text());
    if !spec.parameters.is_empty() {
        let parameters: Vec<String> = spec.parameters.iter().map(parameter).collect();
        out += &format!(" ({})", parameters.join("; "));
    }
    if let Some(result) = &spec.result {
        out += &format!(" return {}", type_text(result));
    }
    out
}

fn parameter(parameter: &Parameter) -> String {
    let aliased = if parameter.aliased { "aliased " } else { "" };
    let mode = match parameter.mode {
        Mode::Default => "",
        Mode::In => "in ",
        Mode::Out => "out ",
        Mode::InOut => "in out ",
    };
    let default = parameter
        .default
        .as_ref()
        .map_or(String::new(), |value| format!(" := {}", super::expressions::value(value)));
    format!("{} : {aliased}{mode}{}{default}", list(&parameter.names), type_text(&parameter.ty))
}

/// ` with A => …`, with a space before it; nothing without aspects.
fn aspects(aspects: &[Aspect]) -> String {
    if aspects.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = aspects.iter().map(aspect).collect();
    format!(" with {}", parts.join(", "))
}

fn aspect(aspect: &Aspect) -> String {
    let class = if aspect.class { "'Class" } else { "" };
    let name = format!("{}{class}", aspect.name.text);
    match &aspect.value {
        AspectValue::Flag => name,
        AspectValue::Expr(value) => format!("{name} => {}", text(value)),
        AspectValue::Cases(cases) => {
            let cases: Vec<String> = cases
                .iter()
                .map(|case| {
                    let guard = case.guard.as_ref().map_or("others".to_string(), text);
                    format!("{guard} => {}", text(&case.consequence))
                })
                .collect();
            format!("{name} => ({})", cases.join(", "))
        }
    }
}
