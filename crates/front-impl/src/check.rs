//! Names and types: what the variables, fields and procedures of a program are.
//!
//! Types of plain programs are inferred by unification ([`crate::types`]); those of structs and procedures are
//! declared. Where two types meet that cannot be one, the message shows both places.
//!
//! What nothing decides gets a default at the end: a `tail` is a cell of the same kind, a reference leads to
//! the first kind of cell, a comparison used as a value is an integer (1 or 0, as in the papers), unless booleans
//! are at work; everything else is an integer.
//!
//! What the language does not settle is settled so:
//! * Variables of a procedure are its parameters and what it assigns to; it sees no others.
//! * A number without a point may also be a real; integers and reals do not mix otherwise.
//! * An integer or a boolean may be a condition.

mod expressions;
mod finish;

pub(crate) use finish::Resolved;

use crate::ast::{Expr, ExprKind, Name, ProcDecl, Program, Stmt, StmtKind, TypeExpr};
use crate::types::{Clash, Class, Node, Shape, Types};
use source::{Diagnostic, Span};
use std::collections::HashMap;

/// After this many errors, further ones are not looked for.
const MOST_ERRORS: usize = 30;

/// A variable of a procedure or of the main program.
pub(crate) struct VarInfo {
    pub name: String,
    pub node: Node,
    pub span: Span,
    pub param: bool,
}

/// The variables of one procedure, in the order of first mention.
#[derive(Default)]
pub(crate) struct Scope {
    pub vars: Vec<VarInfo>,
    by_name: HashMap<String, u32>,
    /// Whether any name is a variable, as in the main program.
    open: bool,
}

impl Scope {
    pub fn get(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).map(|i| *i as usize)
    }

    pub fn add(&mut self, name: &str, node: Node, span: Span, param: bool) -> usize {
        let at = self.vars.len();
        self.vars.push(VarInfo { name: name.to_string(), node, span, param });
        self.by_name.insert(name.to_string(), at as u32);
        at
    }
}

pub(crate) struct StructInfo {
    pub name: String,
    pub fields: Vec<(String, Node, Span)>,
    pub span: Span,
}

pub(crate) struct ProcInfo {
    pub name: String,
    pub params: Vec<(String, Node, Span)>,
    pub result: Option<Node>,
    pub span: Span,
}

/// Whether a claim is read, in which predicates are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saying {
    /// No claim.
    Nothing,
    /// One about the inputs.
    Requirement,
    /// One about a later state.
    Claim,
}

/// A field of something whose type is not known yet, and that several structs have.
struct Pending {
    base: Node,
    field: String,
    result: Node,
    span: Span,
}

/// Everything that is known of the names and types of a program.
pub(crate) struct Checker {
    pub types: Types,
    pub structs: Vec<StructInfo>,
    struct_names: HashMap<String, u32>,
    pub procs: Vec<ProcInfo>,
    proc_names: HashMap<String, u32>,
    /// The type of each expression, by its number.
    pub exprs: Vec<Node>,
    /// Whether an expression needs instructions before it (a call, an allocation), by its number.
    pub hoists: Vec<bool>,
    /// The variables of each procedure; those of the main program come last.
    pub scopes: Vec<Scope>,
    pending: Vec<Pending>,
    /// A truth value made of others: it is a boolean if one of them is and nothing else is known.
    soft: Vec<(Vec<Node>, Node)>,
    pub diagnostics: Vec<Diagnostic>,
    errors: usize,
    /// The result of the procedure at hand; `None` outside of procedures with a result.
    result: Option<(Node, Span)>,
    in_main: bool,
    /// What is being said.
    saying: Saying,
    /// The names that quantifiers bind here.
    bound: Vec<(String, Node)>,
}

impl Checker {
    /// Empty, with room for `expressions` expressions.
    pub fn new(expressions: u32, nowhere: Span) -> Checker {
        let mut types = Types::new(nowhere);
        let nothing = types.unknown(Class::Any, nowhere);
        Checker {
            types,
            structs: Vec::new(),
            struct_names: HashMap::new(),
            procs: Vec::new(),
            proc_names: HashMap::new(),
            exprs: vec![nothing; expressions as usize],
            hoists: vec![false; expressions as usize],
            scopes: Vec::new(),
            pending: Vec::new(),
            soft: Vec::new(),
            diagnostics: Vec::new(),
            errors: 0,
            result: None,
            in_main: true,
            saying: Saying::Nothing,
            bound: Vec::new(),
        }
    }

    /// Checks a whole program.
    pub fn program(program: &Program) -> Checker {
        let mut c = Checker::new(program.expressions.0, program.at.0);
        c.declare(program);
        for (i, p) in program.procs.iter().enumerate() {
            c.procedure(i, p);
        }
        c.scopes.push(Scope { open: true, ..Scope::default() });
        c.in_main = true;
        c.result = None;
        c.requirements(&program.requires);
        c.statements(&program.body);
        c.claims(&program.ensures, &program.body);
        c.finish();
        c
    }

    pub fn failed(&self) -> bool {
        self.errors > 0
    }

    fn full(&self) -> bool {
        self.errors >= MOST_ERRORS
    }

    pub fn report(&mut self, problem: Diagnostic) {
        if problem.is_error() {
            if self.full() {
                return;
            }
            self.errors += 1;
        }
        self.diagnostics.push(problem);
        if self.full() {
            let note = format!("after {MOST_ERRORS} errors, no more are looked for");
            self.diagnostics.push(Diagnostic::new(source::Severity::Note, note));
        }
    }

    // Declarations.

    /// Makes a struct known; its fields come later.
    pub fn add_struct(&mut self, name: &str, span: Span) -> u32 {
        let at = self.structs.len() as u32;
        self.struct_names.entry(name.to_string()).or_insert(at);
        self.structs.push(StructInfo { name: name.to_string(), fields: Vec::new(), span });
        at
    }

    /// Makes a procedure known.
    pub fn add_proc(&mut self, info: ProcInfo) {
        self.proc_names.entry(info.name.clone()).or_insert(self.procs.len() as u32);
        self.procs.push(info);
    }

    pub fn proc_named(&self, name: &str) -> Option<usize> {
        self.proc_names.get(name).map(|i| *i as usize)
    }

    fn declare(&mut self, program: &Program) {
        for s in &program.structs {
            if let Some(first) = self.struct_names.get(&s.name.text) {
                let first = self.structs[*first as usize].span;
                self.twice("struct", &s.name, first);
            }
            if ["int", "bool", "real"].contains(&s.name.text.as_str()) {
                let message = format!("`{}` is a type of the language", s.name.text);
                self.report(Diagnostic::error(message).primary(s.name.at.0, "cannot be a struct"));
            }
            self.add_struct(&s.name.text, s.name.at.0);
        }
        for (i, s) in program.structs.iter().enumerate() {
            let mut fields: Vec<(String, Node, Span)> = Vec::new();
            for (name, ty) in &s.fields {
                if let Some((_, _, first)) = fields.iter().find(|(other, ..)| *other == name.text) {
                    self.twice("field", name, *first);
                }
                let node = self.declared(ty);
                fields.push((name.text.clone(), node, name.at.0));
            }
            self.structs[i].fields = fields;
        }
        for p in &program.procs {
            if let Some(first) = self.proc_named(&p.name.text) {
                let first = self.procs[first].span;
                self.twice("procedure", &p.name, first);
            }
            let mut params: Vec<(String, Node, Span)> = Vec::new();
            for (name, ty) in &p.params {
                if let Some((_, _, first)) = params.iter().find(|(other, ..)| *other == name.text) {
                    self.twice("parameter", name, *first);
                }
                let node = match ty {
                    Some(ty) => self.declared(ty),
                    None => self.types.unknown(Class::Any, name.at.0),
                };
                params.push((name.text.clone(), node, name.at.0));
            }
            let result = p.result.as_ref().map(|ty| self.declared(ty));
            self.add_proc(ProcInfo { name: p.name.text.clone(), params, result, span: p.name.at.0 });
        }
        if let (Some(main), false) = (self.proc_named("main"), program.body.is_empty()) {
            let span = self.procs[main].span;
            self.report(
                Diagnostic::error("a procedure `main` beside statements outside of procedures")
                    .primary(span, "those statements are called `main`")
                    .help("give the procedure another name, or move the statements into it"),
            );
        }
    }

    fn twice(&mut self, what: &str, name: &Name, first: Span) {
        let message = format!("there are two {what}s `{}`", name.text);
        let problem =
            Diagnostic::error(message).primary(name.at.0, "the second").secondary(first, "the first");
        self.report(problem.help("give one of them another name"));
    }

    /// The type that is written.
    fn declared(&mut self, ty: &TypeExpr) -> Node {
        let span = ty.name.at.0;
        let mut node = match ty.name.text.as_str() {
            "int" => self.types.node(Shape::Int, span),
            "real" => self.types.node(Shape::Real, span),
            "bool" => self.types.node(Shape::Bool, span),
            name => match self.struct_names.get(name) {
                Some(s) => self.types.node(Shape::Struct(*s), span),
                None if name == "cons" => self.types.cell(span),
                None => {
                    let problem =
                        Diagnostic::error(format!("there is no type `{name}`")).primary(span, "unknown");
                    let known = ["int", "bool", "real", "cons"].map(str::to_string);
                    let known = known.into_iter().chain(self.structs.iter().map(|s| s.name.clone()));
                    let help = nearest(name, known).unwrap_or_else(|| {
                        format!("declare it: `struct {name} {{ int value; {name} next; }}`")
                    });
                    self.report(problem.help(help));
                    self.types.unknown(Class::Any, span)
                }
            },
        };
        for _ in 0..ty.arrays {
            node = self.types.node(Shape::Array(node), span);
        }
        node
    }

    // Procedures and statements.

    fn procedure(&mut self, at: usize, p: &ProcDecl) {
        let mut scope = Scope::default();
        for (name, node, span) in &self.procs[at].params {
            scope.add(name, *node, *span, true);
        }
        self.scopes.push(scope);
        self.in_main = false;
        self.result = self.procs[at].result.map(|node| (node, p.name.at.0));
        // Requirements speak of parameters only, so they come before the other variables are known.
        self.requirements(&p.requires);
        self.collect_assigned(&p.body);
        self.statements(&p.body);
        self.claims(&p.ensures, &p.body);
    }

    /// The variables that a procedure assigns to are its own.
    fn collect_assigned(&mut self, statements: &[Stmt]) {
        for s in statements {
            match &s.kind {
                StmtKind::Assign(Expr { kind: ExprKind::Var(name), at, .. }, _)
                    if self.scope().get(name).is_none() =>
                {
                    let node = self.types.unknown(Class::Any, at.0);
                    self.scope_mut().add(name, node, at.0, false);
                }
                StmtKind::If(_, a, b) => {
                    self.collect_assigned(a);
                    self.collect_assigned(b);
                }
                StmtKind::While(_, a) | StmtKind::Block(a) => self.collect_assigned(a),
                _ => {}
            }
        }
    }

    fn scope(&self) -> &Scope {
        // A scope is pushed before anything is checked in it.
        &self.scopes[self.scopes.len() - 1]
    }

    fn scope_mut(&mut self) -> &mut Scope {
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// Checks conditions in which predicates are allowed.
    pub fn requirements(&mut self, requires: &[Expr]) {
        self.saying = Saying::Requirement;
        for r in requires {
            self.condition(r);
        }
        self.saying = Saying::Nothing;
    }

    /// Checks what is claimed of later states. All variables are known by then: a claim adds none.
    fn claims(&mut self, ensures: &[Expr], body: &[Stmt]) {
        let open = std::mem::replace(&mut self.scope_mut().open, false);
        self.saying = Saying::Claim;
        for e in ensures {
            self.condition(e);
        }
        self.claims_inside(body);
        self.saying = Saying::Nothing;
        self.scope_mut().open = open;
    }

    fn claims_inside(&mut self, statements: &[Stmt]) {
        for s in statements {
            match &s.kind {
                StmtKind::Invariant(e) => self.condition(e),
                StmtKind::Assert(e) if e.is_quantified() => self.condition(e),
                StmtKind::Variant(e) => self.integer(e, "a variant is an integer"),
                StmtKind::If(_, a, b) => {
                    self.claims_inside(a);
                    self.claims_inside(b);
                }
                StmtKind::While(_, a) | StmtKind::Block(a) => self.claims_inside(a),
                _ => {}
            }
        }
    }

    fn condition(&mut self, e: &Expr) {
        let node = self.infer(e);
        let wanted = self.types.unknown(Class::Truth, e.span());
        self.expect(node, wanted, e.span(), "a condition is an integer or a boolean");
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for s in statements {
            if self.full() {
                return;
            }
            self.statement(s);
        }
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            // Claims come last, when all variables are known.
            StmtKind::Skip | StmtKind::Invariant(_) | StmtKind::Variant(_) => {}
            StmtKind::Assert(condition) if condition.is_quantified() => {}
            StmtKind::Assign(target, value) => {
                let value_node = self.infer(value);
                let target_node = self.infer(target);
                self.expect(value_node, target_node, value.span(), "both sides of `:=` have one type");
            }
            StmtKind::If(condition, then, otherwise) => {
                self.condition(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StmtKind::While(condition, body) => {
                self.condition(condition);
                self.statements(body);
            }
            StmtKind::Assert(condition) => self.condition(condition),
            StmtKind::Return(value) => self.return_statement(value.as_ref(), s.at.0),
            StmtKind::Call(call) => {
                self.call(call, false);
            }
            StmtKind::Block(statements) => self.statements(statements),
        }
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) {
        let node = value.map(|e| (self.infer(e), e.span()));
        if self.in_main {
            let problem =
                Diagnostic::error("`return` outside of a procedure").primary(span, "returns to nobody");
            return self.report(problem.help("put what follows in an `if`; outputs are the variables"));
        }
        match (node, self.result) {
            (Some((node, span)), Some((wanted, _))) => {
                self.expect(node, wanted, span, "the result has the type that the procedure declares");
            }
            (None, None) => {}
            (Some((_, at)), None) => {
                let problem =
                    Diagnostic::error("this procedure declares no result").primary(at, "goes nowhere");
                self.report(problem.help("declare it behind the parameters: `proc p(…): int`"));
            }
            (None, Some((_, name))) => {
                let problem = Diagnostic::error("`return` without a result").primary(span, "needs a value");
                self.report(problem.secondary(name, "this procedure declares a result"));
            }
        }
    }

    // Messages.

    /// Makes two types one, or says why not.
    fn expect(&mut self, found: Node, wanted: Node, span: Span, rule: &str) -> bool {
        match self.types.unify(found, wanted) {
            Ok(()) => true,
            Err(clash) => {
                self.clash(found, wanted, &clash, span, rule);
                false
            }
        }
    }

    fn clash(&mut self, found: Node, wanted: Node, clash: &Clash, span: Span, rule: &str) {
        let (found_name, wanted_name) = (self.type_text(found), self.type_text(wanted));
        let (left, right) = (self.type_text(clash.left), self.type_text(clash.right));
        let direct = self.types.root(found) == clash.left && self.types.root(wanted) == clash.right;
        let problem = if direct {
            let problem = Diagnostic::error(format!("expected {wanted_name}, found {found_name}"))
                .primary(span, format!("this is {found_name}"));
            let problem = match clash.left_origin {
                origin if origin == span => problem,
                origin => problem.secondary(origin, format!("{found_name} because of this")),
            };
            match clash.right_origin {
                origin if origin == span => problem,
                origin => problem.secondary(origin, format!("{wanted_name} because of this")),
            }
        } else {
            Diagnostic::error(format!("the same field of one kind of cells is used as {left} and as {right}"))
                .primary(span, "here two kinds of cells have to be one")
                .secondary(clash.left_origin, format!("{left} because of this"))
                .secondary(clash.right_origin, format!("{right} because of this"))
        };
        self.report(problem.note(rule));
    }

    /// What a type is called in a message.
    pub fn type_text(&self, node: Node) -> String {
        match self.types.shape(node) {
            Shape::Unknown(Class::Any) => "anything".to_string(),
            Shape::Unknown(Class::Number) => "a number".to_string(),
            Shape::Unknown(Class::Truth) => "a condition (int or bool)".to_string(),
            Shape::Unknown(Class::Reference) => "a reference".to_string(),
            _ => format!("`{}`", self.type_name(node, 0)),
        }
    }

    fn type_name(&self, node: Node, depth: usize) -> String {
        match self.types.shape(node) {
            Shape::Int => "int".to_string(),
            Shape::Real => "real".to_string(),
            Shape::Bool => "bool".to_string(),
            Shape::Struct(s) => self.structs.get(s as usize).map_or("?", |s| s.name.as_str()).to_string(),
            Shape::Cell(..) => "cons".to_string(),
            Shape::Array(element) if depth < 8 => format!("{}[]", self.type_name(element, depth + 1)),
            Shape::Array(_) => "…[]".to_string(),
            Shape::Unknown(_) => "?".to_string(),
        }
    }
}

/// A help line with the known name that is nearest to an unknown one, if one is near.
fn nearest(name: &str, known: impl IntoIterator<Item = String>) -> Option<String> {
    let best = known
        .into_iter()
        .take(2000)
        .map(|k| (distance(name, &k), k))
        .filter(|(d, k)| *d <= 2 && *d < k.chars().count())
        .min()?;
    Some(format!("did you mean `{}`?", best.1))
}

/// How many letters must be changed, added or dropped; at most three are counted.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 2 || a.len() > 60 {
        return 3;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = if x == y { corner } else { 1 + corner.min(row[j]).min(row[j + 1]) };
            corner = row[j + 1];
            row[j + 1] = cost;
        }
    }
    row[b.len()].min(3)
}
