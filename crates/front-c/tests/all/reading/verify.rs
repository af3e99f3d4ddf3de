//! The invariants of trees, gone through node by node.

use front_c::tree::{Callee, Expr, ExprKind, Init, Place, PlaceKind, Step, Stmt, StmtKind, Unit};
use front_c::types::{IntName, Type};
use source::Files;

/// Goes through a tree; what is wrong with it, with its place.
pub fn flaws(unit: &Unit, files: &Files) -> Vec<String> {
    let mut verifier = Verifier { unit, files, flaws: Vec::new(), function: None };
    for global in &unit.globals {
        if let Some(init) = &global.init {
            verifier.init(init, &global.ty);
        }
    }
    for (index, function) in unit.functions.iter().enumerate() {
        verifier.function = Some(index);
        if let Some(body) = &function.body {
            verifier.stmt(body);
        }
    }
    verifier.flaws
}

struct Verifier<'a> {
    unit: &'a Unit,
    files: &'a Files,
    flaws: Vec<String>,
    function: Option<usize>,
}

impl Verifier<'_> {
    fn must(&mut self, holds: bool, what: &str, span: source::Span) {
        if !holds {
            self.flaws.push(format!("{what}: {}", self.files.text(span)));
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Assert(e) => self.truth(e),
            StmtKind::Declare(id, init) => {
                let local = self.function.and_then(|f| self.unit.functions[f].local(*id));
                self.must(local.is_some(), "a local", stmt.span);
                if let (Some(local), Some(init)) = (local, init) {
                    self.init(init, &local.ty);
                }
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|s| self.stmt(s)),
            StmtKind::If { condition, then, otherwise, .. } => {
                self.truth(condition);
                self.stmt(then);
                otherwise.iter().for_each(|s| self.stmt(s));
            }
            StmtKind::While { condition, body, .. } | StmtKind::DoWhile { condition, body, .. } => {
                self.truth(condition);
                self.stmt(body);
            }
            StmtKind::For { init, condition, step, body, .. } => {
                init.iter().for_each(|s| self.stmt(s));
                condition.iter().for_each(|e| self.truth(e));
                step.iter().for_each(|e| self.expr(e));
                self.stmt(body);
            }
            StmtKind::Switch { value, body, .. } => {
                self.expr(value);
                self.must(value.ty.as_int().is_some() || is_odd(value), "a promoted switch", value.span);
                self.stmt(body);
            }
            StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) | StmtKind::Label(_, stmt) => {
                self.stmt(stmt)
            }
            StmtKind::Return(Some(e)) => {
                self.expr(e);
                let result = self.function.map(|f| self.unit.functions[f].result.clone());
                self.must(result.as_ref() == Some(&e.ty), "the type of the result", e.span);
            }
            _ => {}
        }
    }

    fn truth(&mut self, e: &Expr) {
        self.expr(e);
        self.must(e.ty.is_scalar(), "a truth value", e.span);
    }

    fn expr(&mut self, e: &Expr) {
        let int = self.unit.types.int(IntName::Int);
        self.must(!e.ty.is_unknown() || is_odd(e), "a known type", e.span);
        match &e.kind {
            ExprKind::Int(value) => {
                let fits = self.unit.types.integer(&e.ty).is_some_and(|int| int.holds(value));
                self.must(fits, "a constant of its type", e.span);
            }
            ExprKind::Float(_) => self.must(matches!(e.ty, Type::Float(_)), "a float", e.span),
            ExprKind::Null => self.must(e.ty.pointee().is_some(), "a pointer", e.span),
            ExprKind::Load(place) => {
                self.place(place);
                self.must(
                    place.ty == e.ty && !matches!(e.ty, Type::Array(..) | Type::Function(_)),
                    "a load",
                    e.span,
                );
            }
            ExprKind::Address(place) => {
                self.place(place);
                self.must(e.ty.pointee() == Some(&place.ty), "an address", e.span);
            }
            ExprKind::Decay(place) => {
                self.place(place);
                let of = match &place.ty {
                    Type::Array(of, _) => Some(&**of),
                    _ => None,
                };
                self.must(of.is_some() && e.ty.pointee() == of, "a decay", e.span);
            }
            ExprKind::FunctionAddress(id) => {
                self.must(self.unit.function(*id).is_some(), "a function", e.span);
            }
            ExprKind::Neg(a) | ExprKind::BitNot(a) => {
                self.expr(a);
                self.must(a.ty == e.ty && e.ty.is_arithmetic(), "one type", e.span);
            }
            ExprKind::Not(a) => {
                self.truth(a);
                self.must(e.ty == int, "an int", e.span);
            }
            ExprKind::Binary(op, a, b) => {
                self.expr(a);
                self.expr(b);
                let fits = a.ty == e.ty && (op.is_shift() || b.ty == e.ty);
                self.must(fits && !matches!(e.ty, Type::Enum(_) | Type::Bool), "promoted operands", e.span);
            }
            ExprKind::PointerAdd(a, b) | ExprKind::PointerSub(a, b) => {
                self.expr(a);
                self.expr(b);
                let fits = a.ty == e.ty && a.ty.pointee().is_some() && b.ty.as_int().is_some();
                self.must(fits, "a pointer and a number", e.span);
            }
            ExprKind::PointerDiff(a, b) => {
                self.expr(a);
                self.expr(b);
                self.must(a.ty == b.ty && a.ty.pointee().is_some(), "two pointers", e.span);
            }
            ExprKind::Compare(_, a, b) => {
                self.expr(a);
                self.expr(b);
                self.must(a.ty == b.ty && a.ty.is_scalar() && e.ty == int, "a comparison", e.span);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.truth(a);
                self.truth(b);
                self.must(e.ty == int, "an int", e.span);
            }
            ExprKind::Conditional(c, a, b) => {
                self.truth(c);
                self.expr(a);
                self.expr(b);
                self.must(a.ty == e.ty && b.ty == e.ty, "one type of both values", e.span);
            }
            ExprKind::Comma(parts) => {
                parts.iter().for_each(|p| self.expr(p));
                self.must(parts.last().is_some_and(|p| p.ty == e.ty), "the type of the last", e.span);
            }
            ExprKind::Statements(list, value) => {
                list.iter().for_each(|s| self.stmt(s));
                value.iter().for_each(|v| self.expr(v));
                let ty = value.as_ref().map_or(&Type::Void, |v| &v.ty);
                self.must(*ty == e.ty, "the type of the value of a block", e.span);
            }
            ExprKind::Convert(a) => {
                self.expr(a);
                self.must(a.ty != e.ty, "a conversion that converts", e.span);
            }
            ExprKind::Assign(place, value) => {
                self.place(place);
                self.expr(value);
                self.must(place.ty == e.ty && value.ty == e.ty, "an assignment of one type", e.span);
            }
            ExprKind::AssignOp { place, op, value, compute } => {
                self.place(place);
                self.expr(value);
                self.must(
                    place.ty == e.ty && (op.is_shift() || value.ty == *compute),
                    "an operation",
                    e.span,
                );
            }
            ExprKind::AssignPointer { place, index, .. } => {
                self.place(place);
                self.expr(index);
                self.must(place.ty.pointee().is_some() && index.ty.as_int().is_some(), "a pointer", e.span);
            }
            ExprKind::IncDec { place, .. } => {
                self.place(place);
                self.must(place.ty == e.ty && e.ty.is_scalar(), "something to count", e.span);
            }
            ExprKind::Call { callee, args } => {
                args.iter().for_each(|a| self.expr(a));
                let params: Option<Vec<Type>> =
                    match callee {
                        Callee::Direct(id) => self.unit.function(*id).filter(|f| f.prototyped).map(|f| {
                            f.params.iter().filter_map(|p| f.local(*p)).map(|l| l.ty.clone()).collect()
                        }),
                        Callee::Indirect(e) => {
                            self.expr(e);
                            match e.ty.pointee() {
                                Some(Type::Function(f)) => f.prototyped.then(|| f.params.clone()),
                                _ => None,
                            }
                        }
                    };
                for (arg, param) in args.iter().zip(params.unwrap_or_default()) {
                    self.must(arg.ty == param || arg.ty.is_unknown(), "the type of a parameter", arg.span);
                }
            }
            ExprKind::Unsupported(_) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(id) => {
                let local = self.function.and_then(|f| self.unit.functions[f].local(*id));
                // In its own initialiser, an array has no length yet.
                let fits = |ty: &Type| {
                    *ty == place.ty || ty.is_unknown() || matches!(place.ty, Type::Array(_, None))
                };
                self.must(local.is_some_and(|l| fits(&l.ty)), "a local", place.span);
            }
            PlaceKind::Global(id) => {
                self.must(self.unit.global(*id).is_some(), "a global", place.span);
            }
            PlaceKind::String(id) => {
                let bytes = self.unit.strings.get(id.index()).map(|s| s.bytes.len() as u64);
                let fits = matches!(&place.ty, Type::Array(_, length) if *length == bytes);
                self.must(fits, "a string of its length", place.span);
            }
            PlaceKind::Deref(e) => {
                self.expr(e);
                self.must(e.ty.pointee() == Some(&place.ty), "a target", place.span);
            }
            PlaceKind::Member(of, field) => {
                self.place(of);
                let ty = match of.ty {
                    Type::Record(id) => self.unit.types.field(id, *field).map(|f| f.ty.clone()),
                    _ => None,
                };
                self.must(ty.as_ref() == Some(&place.ty), "a member", place.span);
            }
            PlaceKind::Literal(_, init) => self.init(init, &place.ty),
            PlaceKind::Value(e) => {
                self.expr(e);
                self.must(e.ty == place.ty, "a value", place.span);
            }
        }
    }

    fn init(&mut self, init: &Init, ty: &Type) {
        match init {
            Init::Scalar(e) => {
                self.expr(e);
                self.must(e.ty == *ty || is_odd(e), "the type of a variable", e.span);
            }
            Init::List(items) => {
                for item in items {
                    self.expr(&item.value);
                    let mut at = Some(ty.clone());
                    for step in &item.path {
                        at = match (at, step) {
                            (Some(Type::Record(id)), Step::Field(n)) => {
                                self.unit.types.field(id, *n).map(|f| f.ty.clone())
                            }
                            (Some(Type::Array(of, length)), Step::Index(n)) => {
                                length.is_none_or(|l| *n < l).then_some(*of)
                            }
                            _ => None,
                        };
                    }
                    let fits = at.as_ref() == Some(&item.value.ty) || is_odd(&item.value);
                    self.must(fits, "the type of a part", item.value.span);
                }
            }
        }
    }
}

fn is_odd(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Unsupported(_))
}
