//! From the checked tree to the imperative program.
//!
//! Calls and allocations become instructions before the statement that they stand in, from left to right;
//! what was evaluated before such an instruction and could come out differently after it is kept in a
//! temporary. In the right operand of an `and` or `or` they are only executed when they must be: see
//! [`conditions`].

mod claims;
mod conditions;

use crate::ast::{Expr, ExprKind, Program as Tree, Stmt, StmtKind};
use crate::check::{Checker, Resolved, Scope};
use crate::flow::{Flow, flow};
use base::Rat;
use imperative::machine::{Value, default_value};
use imperative::{
    BlockId, Branching, Builder, DecisionKind, ErrorKind, Expr as Ir, ExprKind as IrKind, FieldId, InstrKind,
    LoopId, Proc, ProcId, Program, TerminatorKind, Type, UnaryOp, VarId, VarKind,
};
use source::{Diagnostic, Span};

pub(crate) use claims::lower_formula;

/// Lowers a program that has passed the checks.
pub(crate) fn lower(tree: &Tree, checker: &mut Checker) -> Option<Program> {
    let resolved = checker.resolve();
    if checker.failed() {
        return None;
    }
    let mut problems = Vec::new();
    let mut procs = Vec::new();
    let mut hidden = Vec::new();
    let with_main = !tree.body.is_empty()
        || tree.procs.is_empty()
        || !tree.requires.is_empty()
        || !tree.ensures.is_empty();
    let count = tree.procs.len() + usize::from(with_main);
    for (i, p) in tree.procs.iter().enumerate() {
        let mut lower = Lower::new(checker, &resolved, &checker.scopes[i], &p.name.text, p.at.0, count);
        lower.result = checker.procs[i].result.and_then(|node| resolved.ty(checker, node));
        lower.b.proc().result = lower.result.clone();
        let contract = Contract { requires: &p.requires, ensures: &p.ensures };
        procs.push(lower.procedure(contract, &p.body, p.name.at.0, &mut hidden, &mut problems));
    }
    let mut main = None;
    if with_main {
        let scope = &checker.scopes[tree.procs.len()];
        let mut lower = Lower::new(checker, &resolved, scope, "main", tree.at.0, count);
        lower.is_main = true;
        main = Some(ProcId::new(procs.len()));
        let contract = Contract { requires: &tree.requires, ensures: &tree.ensures };
        procs.push(lower.procedure(contract, &tree.body, tree.at.0, &mut hidden, &mut problems));
    } else if let Some(at) = procs.iter().position(|p| p.name == "main") {
        main = Some(ProcId::new(at));
    }
    procs.extend(hidden);
    for problem in problems {
        checker.report(problem);
    }
    if checker.failed() {
        return None;
    }
    Some(Program {
        structs: resolved.structs,
        procs,
        references: Vec::new(),
        exceptions: Vec::new(),
        main,
        branching: Branching::Decisions,
        facts: imperative::Facts::default(),
        notation: imperative::Notation::PLAIN,
        span: tree.at.0,
    })
}

/// What is said of a whole procedure.
struct Contract<'a> {
    requires: &'a [Expr],
    ensures: &'a [Expr],
}

/// The lowering of one procedure.
struct Lower<'a> {
    checker: &'a Checker,
    resolved: &'a Resolved,
    scope: &'a Scope,
    b: Builder,
    /// The variables of the scope.
    vars: Vec<VarId>,
    result: Option<Type>,
    is_main: bool,
    /// How many procedures the program has, without the hidden ones.
    procs: usize,
    /// The hidden procedures so far, of all procedures.
    hidden: Vec<Proc>,
    /// What is wrong with claims.
    problems: Vec<Diagnostic>,
    /// The loops around this place.
    loops: Vec<LoopId>,
    /// The names that quantifiers bind here.
    bound: Vec<(String, VarId)>,
}

impl<'a> Lower<'a> {
    fn new(
        checker: &'a Checker,
        resolved: &'a Resolved,
        scope: &'a Scope,
        name: &str,
        span: Span,
        procs: usize,
    ) -> Lower<'a> {
        let b = Builder::new(name, span);
        Lower {
            checker,
            resolved,
            scope,
            b,
            vars: Vec::new(),
            result: None,
            is_main: false,
            procs,
            hidden: Vec::new(),
            problems: Vec::new(),
            loops: Vec::new(),
            bound: Vec::new(),
        }
    }

    fn procedure(
        mut self,
        contract: Contract<'_>,
        body: &[Stmt],
        place: Span,
        hidden: &mut Vec<Proc>,
        problems: &mut Vec<Diagnostic>,
    ) -> Proc {
        let flow = flow(self.scope, contract.requires, body);
        self.variables(&flow, problems);
        self.hidden = std::mem::take(hidden);
        self.contract(&contract);
        self.statements(body);
        *hidden = std::mem::take(&mut self.hidden);
        problems.append(&mut self.problems);
        if let Some(result) = self.result.clone() {
            if flow.falls_through {
                let ty = self.resolved_name(&result);
                let problem = Diagnostic::warning("this procedure can end without its result")
                    .primary(place, format!("declares a result of type `{ty}`"));
                problems.push(problem.help("end every way through it with `return`"));
            }
            self.b.terminate(TerminatorKind::Fail(ErrorKind::MissingResult), place);
        }
        self.b.finish()
    }

    fn resolved_name(&self, ty: &Type) -> String {
        match ty {
            Type::Int | Type::Word(_) => "int".to_string(),
            Type::Real => "real".to_string(),
            Type::Bool => "bool".to_string(),
            Type::Ref(s) => self.resolved.structs.get(s.index()).map_or("?", |s| s.name.as_str()).to_string(),
            Type::Array(element) | Type::Pointer(element) => format!("{}[]", self.resolved_name(element)),
            Type::Part(part) => self.resolved_name(&part.reference()),
        }
    }

    fn variables(&mut self, flow: &Flow, problems: &mut Vec<Diagnostic>) {
        for (i, info) in self.scope.vars.iter().enumerate() {
            let first = flow.read_first.get(i).copied().flatten();
            let kind = match first {
                _ if info.param => VarKind::Param,
                Some(_) if self.is_main => VarKind::Input,
                _ => VarKind::Local,
            };
            let ty = self.resolved.ty(self.checker, info.node).unwrap_or(Type::Int);
            if let (VarKind::Local, Some(span)) = (kind, first) {
                let start = default_value(&ty);
                let problem =
                    Diagnostic::warning(format!("`{}` may be read before it is written", info.name))
                        .primary(span, format!("{start} if nothing was written"));
                problems.push(problem.help("assign to it first"));
            }
            let var = self.b.var(info.name.clone(), ty.clone(), kind, info.span);
            self.vars.push(var);
            if kind == VarKind::Local && first.is_some() {
                let start = constant(&default_value(&ty), info.span);
                self.b.assign(var, start, info.span);
            }
        }
    }

    // Statements.

    fn statements(&mut self, statements: &[Stmt]) {
        for s in statements {
            self.statement(s);
        }
    }

    fn statement(&mut self, s: &Stmt) {
        let span = s.at.0;
        if self.b.is_closed() {
            // What follows a `return` has a block of its own that nothing leads to.
            let dead = self.b.block();
            self.b.switch_to(dead);
        }
        match &s.kind {
            StmtKind::Block(statements) => return self.statements(statements),
            // The condition of a loop starts a block of its own.
            StmtKind::While(condition, body) => return self.while_statement(condition, body, span),
            StmtKind::Invariant(e) | StmtKind::Variant(e) => return self.loop_claim(s, e),
            StmtKind::Assert(e) if e.is_quantified() => return self.claimed_assertion(e),
            _ => self.b.statement(span),
        }
        match &s.kind {
            StmtKind::Skip
            | StmtKind::Block(_)
            | StmtKind::While(..)
            | StmtKind::Invariant(_)
            | StmtKind::Variant(_) => self.b.push(InstrKind::Skip, span),
            StmtKind::Assign(target, value) => self.assignment(target, value, span),
            StmtKind::If(condition, then, otherwise) => {
                let cond = self.condition(condition);
                let (yes, no) = (self.b.block(), self.b.block());
                self.b.branch(DecisionKind::If, cond, yes, no, condition.span());
                self.branches(yes, then, no, otherwise, span.after());
            }
            StmtKind::Assert(condition) => {
                let cond = self.condition(condition);
                let (good, bad) = (self.b.block(), self.b.block());
                self.b.branch(DecisionKind::Assert, cond, good, bad, condition.span());
                self.b.switch_to(bad);
                self.b.terminate(TerminatorKind::Fail(ErrorKind::FailedAssertion), span);
                self.b.switch_to(good);
            }
            StmtKind::Return(value) => {
                let value = value.as_ref().map(|e| self.value(e));
                self.b.terminate(TerminatorKind::Return(value), span);
            }
            StmtKind::Call(call) => {
                if let ExprKind::Call(name, args) = &call.kind
                    && let Some(at) = self.checker.proc_named(&name.text)
                {
                    let args = self.values(args);
                    self.b.push(
                        InstrKind::Call { dst: None, proc: ProcId::new(at), args, backs: Vec::new() },
                        span,
                    );
                }
            }
        }
    }

    /// The two branches of an `if`, and where they join, if they do.
    fn branches(&mut self, yes: BlockId, then: &[Stmt], no: BlockId, otherwise: &[Stmt], span: Span) {
        self.b.switch_to(yes);
        self.statements(then);
        let (then_end, then_closed) = (self.b.current(), self.b.is_closed());
        self.b.switch_to(no);
        if otherwise.is_empty() {
            // A missing branch goes past the `if`.
            self.b.switch_to(then_end);
            self.b.terminate(TerminatorKind::Goto(no), span);
            self.b.switch_to(no);
            return;
        }
        self.statements(otherwise);
        if then_closed && self.b.is_closed() {
            return;
        }
        let after = self.b.block();
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(then_end);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
    }

    fn while_statement(&mut self, condition: &Expr, body: &[Stmt], span: Span) {
        let id = self.b.open_loop(span);
        self.b.statement(span);
        let cond = self.condition(condition);
        let inside = self.b.block();
        let after = self.b.block_outside(id);
        let decision = self.b.branch(DecisionKind::While, cond, inside, after, condition.span());
        self.b.loop_decision(id, decision);
        self.b.switch_to(inside);
        self.loops.push(id);
        self.statements(body);
        self.loops.pop();
        let header = self.b.header(id);
        self.b.terminate(TerminatorKind::Goto(header), span.after());
        self.b.close_loop(id);
        self.b.switch_to(after);
    }

    fn assignment(&mut self, target: &Expr, value: &Expr, span: Span) {
        match &target.kind {
            ExprKind::Var(name) => {
                let var = self.variable(name);
                self.assign_to(var, value, span);
            }
            ExprKind::Field(object, name) => {
                let mut value = self.value(value);
                if self.hoists(object) {
                    value = self.saved(value);
                }
                let object_ty = self.type_of(object);
                let object = self.value(object);
                let field = self.field_id(&object_ty, &name.text);
                self.b.push(InstrKind::StoreField { object, field, value }, span);
            }
            ExprKind::Element(array, index) => {
                let mut value = self.value(value);
                if self.hoists(array) || self.hoists(index) {
                    value = self.saved(value);
                }
                let mut array = self.value(array);
                if self.hoists(index) {
                    array = self.saved(array);
                }
                let index = self.value(index);
                self.b.push(InstrKind::StoreElement { array, index, value }, span);
            }
            // The parser lets nothing else be assigned to.
            _ => self.b.push(InstrKind::Unsupported("this assignment".to_string()), span),
        }
    }

    /// An assignment to a variable. Calls and allocations put their result there without a detour.
    fn assign_to(&mut self, var: VarId, value: &Expr, span: Span) {
        match &value.kind {
            ExprKind::New(..) | ExprKind::NewArray(..) | ExprKind::Call(..) => self.hoist(value, var),
            _ => {
                let value = self.value(value);
                self.b.assign(var, value, span);
            }
        }
    }

    // Expressions.

    fn type_of(&self, e: &Expr) -> Type {
        self.resolved.of_expr(self.checker, e.number.0)
    }

    fn hoists(&self, e: &Expr) -> bool {
        self.checker.hoists.get(e.number.0 as usize).copied().unwrap_or(false)
    }

    fn variable(&self, name: &str) -> VarId {
        if let Some((_, bound)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return *bound;
        }
        // Every name was given a variable when it was checked.
        self.scope.get(name).and_then(|i| self.vars.get(i)).copied().unwrap_or(VarId(0))
    }

    fn field_id(&self, of: &Type, name: &str) -> FieldId {
        let found = match of {
            Type::Ref(s) => self.resolved.structs.get(s.index()).and_then(|s| s.field_named(name)),
            _ => None,
        };
        // Fields were checked, so one is found.
        found.unwrap_or(FieldId(0))
    }

    /// Keeps a value in a temporary, unless nothing that comes later can change it.
    fn saved(&mut self, e: Ir) -> Ir {
        match &e.kind {
            IrKind::Int(_) | IrKind::Real(_) | IrKind::Bool(_) | IrKind::Nil | IrKind::Var(_) => e,
            _ => {
                let Some(ty) = self.ir_type(&e) else { return e };
                let span = e.span;
                let temporary = self.b.temporary(ty, span);
                self.b.assign(temporary, e, span);
                Ir::var(temporary, span)
            }
        }
    }

    /// The type of a lowered expression that is no constant.
    fn ir_type(&mut self, e: &Ir) -> Option<Type> {
        Some(match &e.kind {
            IrKind::Int(_) | IrKind::Length(_) | IrKind::BoolToInt(_) => Type::Int,
            IrKind::Real(_) => Type::Real,
            IrKind::Bool(_) | IrKind::And(..) | IrKind::Or(..) | IrKind::IntToBool(_) => Type::Bool,
            IrKind::Unary(UnaryOp::Not | UnaryOp::Whole | UnaryOp::Both, _) => Type::Bool,
            IrKind::Unary(UnaryOp::Neg, a) => self.ir_type(a)?,
            IrKind::Binary(op, ..) if op.is_comparison() => Type::Bool,
            IrKind::Binary(_, a, _) => self.ir_type(a)?,
            IrKind::Var(v) => self.b.proc().var(*v)?.ty.clone(),
            IrKind::Field(object, field) => match self.ir_type(object)? {
                Type::Ref(s) => self.resolved.structs.get(s.index())?.fields.get(field.index())?.ty.clone(),
                _ => return None,
            },
            IrKind::Element(array, _) => match self.ir_type(array)? {
                Type::Array(element) => *element,
                _ => return None,
            },
            IrKind::Fit(_, word)
            | IrKind::Within(_, word)
            | IrKind::Sure(_, word)
            | IrKind::Wrap(_, word) => Type::Word(*word),
            // IMPL has no pointers into arrays, and all arrays start at 0.
            IrKind::Nil
            | IrKind::First(_)
            | IrKind::Target(_)
            | IrKind::At(..)
            | IrKind::Move(..)
            | IrKind::Distance(..)
            | IrKind::Together(..)
            | IrKind::Position(_) => return None,
        })
    }

    /// Several values, from left to right.
    fn values(&mut self, args: &[Expr]) -> Vec<Ir> {
        let mut values: Vec<Ir> = Vec::new();
        let last = args.iter().rposition(|a| self.hoists(a)).unwrap_or(0);
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(arg);
            let value = if i < last { self.saved(value) } else { value };
            values.push(value);
        }
        values
    }

    /// Something whose field, element or length is taken. A plain nil has no type of its own, so it gets one by
    /// way of a temporary.
    fn dereferenced(&mut self, e: &Expr) -> Ir {
        let value = self.value(e);
        if value.kind != IrKind::Nil {
            return value;
        }
        let temporary = self.b.temporary(self.type_of(e), value.span);
        self.b.assign(temporary, value, e.span());
        Ir::var(temporary, e.span())
    }

    fn pair(&mut self, a: &Expr, b: &Expr) -> (Ir, Ir) {
        let mut left = self.value(a);
        if self.hoists(b) {
            left = self.saved(left);
        }
        (left, self.value(b))
    }

    /// The value of an expression, of the type that the checker found.
    fn value(&mut self, e: &Expr) -> Ir {
        let span = e.span();
        match &e.kind {
            ExprKind::Var(name) => Ir::var(self.variable(name), span),
            ExprKind::Int(i) => match self.type_of(e) {
                Type::Real => Ir::new(IrKind::Real(Rat::from(i)), span),
                _ => Ir::new(IrKind::Int(i.clone()), span),
            },
            ExprKind::Real(r) => Ir::new(IrKind::Real(r.clone()), span),
            ExprKind::Bool(b) => Ir::bool(*b, span),
            ExprKind::Nil => Ir::nil(span),
            ExprKind::New(..) | ExprKind::NewArray(..) | ExprKind::Call(..) => {
                let ty = self.type_of(e);
                let temporary = self.b.temporary(ty, span);
                self.hoist(e, temporary);
                Ir::var(temporary, span)
            }
            ExprKind::Field(object, name) => {
                let ty = self.type_of(object);
                let object = self.dereferenced(object);
                match ty {
                    Type::Array(_) => Ir::length(object, span),
                    _ => Ir::field(object, self.field_id(&ty, &name.text), span),
                }
            }
            ExprKind::Element(array, index) => {
                let mut left = self.dereferenced(array);
                if self.hoists(index) {
                    left = self.saved(left);
                }
                Ir::element(left, self.value(index), span)
            }
            ExprKind::Neg(a) => Ir::unary(UnaryOp::Neg, self.value(a), span),
            ExprKind::Binary(op, a, b) => {
                let (left, right) = self.pair(a, b);
                let result = Ir::binary(*op, left, right, span);
                if op.is_comparison() { self.truth_as(result, e) } else { result }
            }
            ExprKind::Old(a) => self.old(a, span),
            ExprKind::Result => self.claimed_result(span),
            // A quantifier inside of an expression was reported.
            ExprKind::Quantified(_) => Ir::bool(true, span),
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => {
                let result = self.condition(e);
                self.truth_as(result, e)
            }
        }
    }

    /// A boolean as the checker wants it: as it is, or as 1 and 0.
    fn truth_as(&self, value: Ir, e: &Expr) -> Ir {
        match self.type_of(e) {
            Type::Int => {
                let span = value.span;
                Ir::new(IrKind::BoolToInt(Box::new(value)), span)
            }
            _ => value,
        }
    }

    /// Executes a call or an allocation, with the result in a variable.
    fn hoist(&mut self, e: &Expr, dst: VarId) {
        let span = e.span();
        match &e.kind {
            ExprKind::New(_, args) => {
                let args = self.values(args);
                let kind = match self.type_of(e) {
                    Type::Ref(of) => InstrKind::New { dst, of, args },
                    _ => InstrKind::Unsupported("this allocation".to_string()),
                };
                self.b.push(kind, span);
            }
            ExprKind::NewArray(_, length) => {
                let length = self.value(length);
                let kind = match self.type_of(e) {
                    Type::Array(element) => InstrKind::NewArray { dst, element: *element, length },
                    _ => InstrKind::Unsupported("this allocation".to_string()),
                };
                self.b.push(kind, span);
            }
            ExprKind::Call(name, args) => {
                let args = self.values(args);
                let kind = match self.checker.proc_named(&name.text) {
                    Some(at) => {
                        InstrKind::Call { dst: Some(dst), proc: ProcId::new(at), args, backs: Vec::new() }
                    }
                    None => InstrKind::Unsupported(format!("`{}`", name.text)),
                };
                self.b.push(kind, span);
            }
            _ => {
                let value = self.value(e);
                self.b.assign(dst, value, span);
            }
        }
    }
}

/// A value as an expression. References to objects have no form in the text and become nil.
fn constant(value: &Value, span: Span) -> Ir {
    Ir::new(
        match value {
            Value::Int(i) => IrKind::Int(i.clone()),
            Value::Real(r) => IrKind::Real(r.clone()),
            Value::Bool(b) => IrKind::Bool(*b),
            Value::Nil | Value::Ref(_) | Value::Pointer(..) | Value::Nothing => IrKind::Nil,
        },
        span,
    )
}
