//! From the parser's tree to the typed tree: names, types, conversions.
//!
//! The order of the file is kept, as C demands: a name is known from its declaration on. What is wrong becomes a
//! message, and what is wrong or unsupported gets the type [`Type::Unknown`], about which nothing more is said.

mod access;
mod assertion;
mod braced;
mod builtins;
mod call;
mod convert;
mod copies;
mod declarator;
mod expr;
mod external;
mod implicit;
mod init;
mod instances;
mod operator;
mod record;
mod specifier;
mod stmt;
mod varying;
mod voids;

use crate::lines::LineMap;
use crate::parse::Parsed;
use crate::tree::{
    Annotation, Expr, ExprKind, Function, FunctionId, Global, GlobalId, Headers, Label, LabelId, Local,
    LocalId, Place, PlaceKind, StringId, StringLiteral, Unit,
};
use crate::types::{DataModel, EnumId, IntName, RecordId, Type, Types};
use base::Int;
use instances::Plan;
use lang_c::span::Span as ParsedSpan;
use source::{Diagnostic, Span};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use voids::Voids;

/// Nothing more is said after this many errors.
const MOST_ERRORS: usize = 100;
/// Pointers, arrays and functions may nest this deep.
const DEEPEST_TYPE: usize = 300;

/// What a name stands for.
#[derive(Clone, Debug)]
enum Entity {
    Local(LocalId),
    Global(GlobalId),
    Function(FunctionId),
    Constant(Int, Type),
    Typedef {
        ty: Type,
        is_const: bool,
        is_volatile: bool,
    },
    /// A parameter inside of a declaration of parameters.
    Param(Type),
}

/// What a name after `struct`, `union` or `enum` stands for.
#[derive(Clone, Copy, Debug)]
enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Default)]
struct Scope {
    names: HashMap<String, (Entity, Span)>,
    tags: HashMap<String, Tag>,
}

/// What an expression is before it is used: a place, a function, or a value.
enum Operand {
    Value(Expr),
    Place(Place),
    Function(FunctionId, Span),
}

/// What is known of the function whose body is being checked.
struct Body {
    function: FunctionId,
    name: String,
    result: Type,
    locals: Vec<Local>,
    labels: Vec<Label>,
    label_ids: HashMap<String, LabelId>,
    /// For each switch around the current place: its type, and the cases so far.
    switches: Vec<Switch>,
    /// How many loops are around the current place, and how many loops and switches.
    loops: usize,
    breakable: usize,
    /// If the current place is in the head of a loop or switch, how many are around that: compilers do not agree
    /// on what is left by a `break` there.
    head: Option<(usize, usize)>,
    /// For each array of variable length, the variable that keeps how many elements it has.
    counts: HashMap<LocalId, LocalId>,
    /// How many `static` variables there are.
    statics: usize,
}

struct Switch {
    ty: Type,
    cases: HashMap<(Int, Int), Span>,
    default: Option<Span>,
}

pub(crate) struct Checker<'a> {
    map: &'a LineMap<'a>,
    parsed: &'a Parsed,
    types: Types,
    globals: Vec<Global>,
    functions: Vec<Function>,
    function_types: Vec<Type>,
    strings: Vec<StringLiteral>,
    string_ids: HashMap<Vec<u8>, StringId>,
    scopes: Vec<Scope>,
    body: Option<Body>,
    /// Undeclared names of this function that were reported.
    reported: HashSet<String>,
    /// An initialiser that was looked at to see whether it has the type of a struct, and has not.
    held: Option<Expr>,
    /// How many lists of parameters are around the current place.
    in_params: usize,
    /// Whether `assert` was called where nothing of that name is declared.
    asserts_without_header: bool,
    /// What `__auto_type` stands for in the current declaration.
    auto: Option<Type>,
    /// Whether an array of variable length was declared since this was last asked, and the lengths that vary.
    saw_variable_length: bool,
    variable_lengths: Vec<Expr>,
    literals: usize,
    /// What is known of `void` behind pointers, while that is found out.
    voids: Option<RefCell<Voids>>,
    /// What `void` stands for behind pointers.
    plan: &'a Plan,
    /// The copy of a function that is being checked.
    copy: Option<usize>,
    /// The copies of functions that are known.
    copies: BTreeMap<usize, FunctionId>,
    /// Whether `void` stays what it is in the current declaration.
    plain_void: bool,
    /// Whether a pointer to `void` was declared.
    saw_void: bool,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

/// Checks a parsed file. If it has pointers to `void`, it is checked again when it is known what that stands for.
pub(crate) fn check(
    parsed: &Parsed,
    map: &LineMap<'_>,
    model: DataModel,
    annotations: Vec<Annotation>,
) -> (Unit, Vec<Diagnostic>) {
    let nothing = Plan::default();
    let mut first = Checker::new(parsed, map, model, &nothing);
    first.voids = Some(RefCell::default());
    first.run();
    let voids = first.voids.take().map_or_else(Voids::default, RefCell::into_inner);
    if !first.saw_void || first.errors > 0 {
        return first.attach(annotations);
    }
    // If the check fails with copies of functions, it may succeed without them.
    let plans = [voids.plan(true, model), voids.plan(false, model)];
    let again = |plan| {
        let mut checker = Checker::new(parsed, map, model, plan);
        checker.run();
        checker
    };
    let tried = plans.iter().map(again).find(|checker| checker.errors == 0);
    let mut second = tried.unwrap_or_else(|| again(&nothing));
    // The diagnostics are those of the file as it was written.
    second.diagnostics = first.diagnostics;
    second.attach(annotations)
}

impl<'a> Checker<'a> {
    fn new(parsed: &'a Parsed, map: &'a LineMap<'a>, model: DataModel, plan: &'a Plan) -> Checker<'a> {
        let has_voids = !plan.meanings.is_empty();
        Checker {
            map,
            parsed,
            types: Types { model, has_voids, ..Types::default() },
            globals: Vec::new(),
            functions: Vec::new(),
            function_types: Vec::new(),
            strings: Vec::new(),
            string_ids: HashMap::new(),
            scopes: vec![Scope::default()],
            body: None,
            reported: HashSet::new(),
            held: None,
            in_params: 0,
            asserts_without_header: false,
            auto: None,
            saw_variable_length: false,
            variable_lengths: Vec::new(),
            literals: 0,
            voids: None,
            plan,
            copy: None,
            copies: BTreeMap::new(),
            plain_void: false,
            saw_void: false,
            diagnostics: Vec::new(),
            errors: 0,
        }
    }

    fn run(&mut self) {
        self.predefine();
        self.unit(&self.parsed.unit);
    }
}

impl Checker<'_> {
    /// Names that compilers know without a declaration.
    fn predefine(&mut self) {
        let start = self.map.span(0, 0);
        let typedef = |ty: Type| Entity::Typedef { ty, is_const: false, is_volatile: false };
        for (name, ty) in [
            ("__builtin_va_list", Type::VaList),
            ("__int128", Type::Unknown),
            ("__int128_t", Type::Unknown),
            ("__uint128_t", Type::Unknown),
        ] {
            self.define(name, typedef(ty), start);
        }
    }

    /// The place in the user's file. The parser takes blanks after some things for a part of them.
    fn at(&self, span: ParsedSpan) -> Span {
        self.map.span(span.start, span.start + self.text(span).len())
    }

    fn in_header(&self, span: ParsedSpan) -> bool {
        self.map.in_header(span.start)
    }

    /// The text that a node of the parser's tree covers.
    fn text(&self, span: ParsedSpan) -> &str {
        self.parsed.text.get(span.start..span.end).unwrap_or("").trim_end()
    }

    /// Reports an error, unless it is in a header of the system.
    fn error(&mut self, span: ParsedSpan, message: impl Into<String>, label: &str) {
        if self.map.in_system_header(span.start) {
            return;
        }
        let place = self.at(span);
        let mut problem = Diagnostic::error(message).primary(place, label);
        if self.in_header(span) {
            problem = problem.note("the place is in a header that this line includes");
        }
        self.report(problem);
    }

    /// Reports an error that another place explains.
    fn error_with(&mut self, span: ParsedSpan, message: String, label: &str, other: Span, why: &str) {
        if self.map.in_system_header(span.start) {
            return;
        }
        let problem = Diagnostic::error(message).primary(self.at(span), label).secondary(other, why);
        self.report(problem);
    }

    fn warn(&mut self, span: ParsedSpan, message: impl Into<String>, label: &str) {
        if !self.map.in_header(span.start) && self.diagnostics.len() < MOST_ERRORS {
            let problem = Diagnostic::warning(message).primary(self.at(span), label);
            self.diagnostics.push(problem);
        }
    }

    fn report(&mut self, problem: Diagnostic) {
        self.errors += 1;
        if self.errors <= MOST_ERRORS {
            self.diagnostics.push(problem);
        }
    }

    fn lookup(&self, name: &str) -> Option<&(Entity, Span)> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    fn lookup_here(&self, name: &str) -> Option<&(Entity, Span)> {
        self.scopes.last().and_then(|scope| scope.names.get(name))
    }

    fn define(&mut self, name: &str, entity: Entity, span: Span) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_string(), (entity, span));
        }
    }

    fn enter(&mut self) {
        self.scopes.push(Scope::default());
    }

    fn leave(&mut self) {
        // The scope of the file stays.
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    fn int(&self) -> Type {
        self.types.int(IntName::Int)
    }

    /// An integer constant.
    fn number(&self, value: Int, ty: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Int(value), ty, span }
    }

    /// Something that is not supported.
    fn unsupported(&self, what: impl Into<String>, span: Span) -> Expr {
        Expr { kind: ExprKind::Unsupported(what.into()), ty: Type::Unknown, span }
    }

    /// The value of something that was reported as wrong.
    fn wrong(&self, span: Span) -> Expr {
        self.unsupported("an error", span)
    }

    /// A string literal; the same bytes are one literal.
    fn string(&mut self, bytes: Vec<u8>, span: Span) -> Place {
        let length = bytes.len() as u64;
        let id = match self.string_ids.get(&bytes) {
            Some(id) => *id,
            None => {
                let id = StringId::new(self.strings.len());
                self.strings.push(StringLiteral { bytes: bytes.clone(), span });
                self.string_ids.insert(bytes, id);
                id
            }
        };
        let ty = Type::Array(Box::new(self.types.int(IntName::Char)), Some(length));
        Place { kind: PlaceKind::String(id), ty, span }
    }

    /// A new variable of the current function.
    fn new_local(&mut self, local: Local) -> LocalId {
        let Some(body) = &mut self.body else { return LocalId(0) };
        let id = LocalId::new(body.locals.len());
        body.locals.push(local);
        id
    }

    /// Two types meet in a conversion.
    fn meet(&self, a: &Type, b: &Type) {
        if let Some(voids) = &self.voids {
            voids.borrow_mut().meet(a, b);
        }
    }

    /// A pointer is used as only one to `void` is.
    fn refuse_void(&self, pointer: &Type) {
        if let Some(voids) = &self.voids {
            voids.borrow_mut().refuse(pointer);
        }
    }

    fn text_of(&self, ty: &Type) -> String {
        self.types.text(ty)
    }

    /// The unit, with annotations given to the functions that they stand before.
    fn attach(mut self, annotations: Vec<Annotation>) -> (Unit, Vec<Diagnostic>) {
        let mut loose = Vec::new();
        for annotation in annotations {
            let after = annotation.before;
            let declared = after.and_then(|after| self.declared_at(after));
            let owner = self.functions.iter_mut().find(|function| {
                let defined =
                    Some(function.extent.start) == after || declared.as_ref() == Some(&function.name);
                function.body.is_some() && !function.from_header && defined
            });
            match owner {
                Some(function) => function.annotations.extend(annotation.clauses),
                None => loose.push(annotation),
            }
        }
        let unit = Unit {
            types: self.types,
            globals: self.globals,
            functions: self.functions,
            strings: self.strings,
            annotations: loose,
            headers: Headers::default(),
            asserts_without_header: self.asserts_without_header,
        };
        (unit, self.diagnostics)
    }

    /// The function that is declared, but not defined, at a place of the user's file: `int f(int n);`
    fn declared_at(&self, offset: u32) -> Option<String> {
        let text = self.map.original_text().get(offset as usize..)?;
        let end =
            text.find([';', '{', '=']).filter(|end| text.get(*end..).is_some_and(|t| t.starts_with(';')))?;
        let (before, _) = text.get(..end)?.split_once('(')?;
        let name = before.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        Some(name.to_string()).filter(|name| !name.is_empty())
    }
}
