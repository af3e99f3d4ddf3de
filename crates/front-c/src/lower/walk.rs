//! Going through all expressions and places of a tree, in the order of the text.
//!
//! ```text
//! a[i] = f(x);      place a[i], expr i, expr f(x), expr x, …
//! ```

use crate::tree::{Callee, Expr, ExprKind, Init, Place, PlaceKind, Stmt, StmtKind};

/// A visitor that is shown each expression and place.
pub(crate) trait Visit {
    /// An expression, before what it consists of.
    fn expr(&mut self, _: &Expr) {}
    /// A place, before what it consists of.
    fn place(&mut self, _: &Place) {}
}

/// All of a statement.
pub(crate) fn stmt(s: &Stmt, v: &mut impl Visit) {
    match &s.kind {
        StmtKind::Empty
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Goto(_)
        | StmtKind::Unsupported(_)
        | StmtKind::Return(None)
        | StmtKind::Declare(_, None) => {}
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) | StmtKind::Assert(e) => expr(e, v),
        StmtKind::Declare(_, Some(start)) => init(start, v),
        StmtKind::DeclareArray { length, .. } => expr(length, v),
        StmtKind::Block(list) => list.iter().for_each(|s| stmt(s, v)),
        StmtKind::If { condition, then, otherwise, .. } => {
            expr(condition, v);
            stmt(then, v);
            if let Some(s) = otherwise {
                stmt(s, v);
            }
        }
        StmtKind::While { condition, body, .. } => {
            expr(condition, v);
            stmt(body, v);
        }
        StmtKind::DoWhile { body, condition, .. } => {
            stmt(body, v);
            expr(condition, v);
        }
        StmtKind::For { init, condition, step, body, .. } => {
            init.iter().for_each(|s| stmt(s, v));
            condition.iter().for_each(|e| expr(e, v));
            stmt(body, v);
            step.iter().for_each(|e| expr(e, v));
        }
        StmtKind::Switch { value, body, .. } => {
            expr(value, v);
            stmt(body, v);
        }
        StmtKind::Case { stmt: s, .. } | StmtKind::Default(s) | StmtKind::Label(_, s) => stmt(s, v),
    }
}

/// All of an initialiser.
pub(super) fn init(start: &Init, v: &mut impl Visit) {
    match start {
        Init::Scalar(e) => expr(e, v),
        Init::List(items) => items.iter().for_each(|item| expr(&item.value, v)),
    }
}

/// All of an expression.
pub(super) fn expr(e: &Expr, v: &mut impl Visit) {
    v.expr(e);
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Null
        | ExprKind::FunctionAddress(_)
        | ExprKind::Unsupported(_) => {}
        ExprKind::Load(p) | ExprKind::Address(p) | ExprKind::Decay(p) => place(p, v),
        ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::Convert(a) => expr(a, v),
        ExprKind::Binary(_, a, b)
        | ExprKind::PointerAdd(a, b)
        | ExprKind::PointerSub(a, b)
        | ExprKind::PointerDiff(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b) => {
            expr(a, v);
            expr(b, v);
        }
        ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, v)),
        ExprKind::Comma(parts) => parts.iter().for_each(|e| expr(e, v)),
        ExprKind::Statements(list, value) => {
            list.iter().for_each(|s| stmt(s, v));
            value.iter().for_each(|e| expr(e, v));
        }
        ExprKind::Assign(p, e) => {
            place(p, v);
            expr(e, v);
        }
        ExprKind::AssignOp { place: p, value, .. } => {
            place(p, v);
            expr(value, v);
        }
        ExprKind::AssignPointer { place: p, index, .. } => {
            place(p, v);
            expr(index, v);
        }
        ExprKind::IncDec { place: p, .. } => place(p, v),
        ExprKind::Call { callee, args } => {
            if let Callee::Indirect(e) = callee {
                expr(e, v);
            }
            args.iter().for_each(|e| expr(e, v));
        }
    }
}

/// All of a place.
pub(super) fn place(p: &Place, v: &mut impl Visit) {
    v.place(p);
    match &p.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
        PlaceKind::Deref(e) | PlaceKind::Value(e) => expr(e, v),
        PlaceKind::Member(p, _) => place(p, v),
        PlaceKind::Literal(_, start) => init(start, v),
    }
}

/// Whether an expression does anything besides having a value.
pub(crate) fn does_something(e: &Expr) -> bool {
    struct Look(bool);
    impl Visit for Look {
        fn expr(&mut self, e: &Expr) {
            self.0 |= matches!(
                e.kind,
                ExprKind::Assign(..)
                    | ExprKind::AssignOp { .. }
                    | ExprKind::AssignPointer { .. }
                    | ExprKind::IncDec { .. }
                    | ExprKind::Call { .. }
                    | ExprKind::Statements(..)
            );
        }
    }
    let mut look = Look(false);
    expr(e, &mut look);
    look.0
}
