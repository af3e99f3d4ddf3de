//! Changing a tree in place: every part is shown after the parts that it consists of.
//!
//! ```text
//! a[i] = f(x);      place a, expr &a[0], expr i, …, place a[i], …, expr f(x), the assignment, the statement
//! ```

use crate::tree::{Callee, Expr, ExprKind, Init, Place, PlaceKind, Stmt, StmtKind};

/// A visitor that changes a tree.
pub(super) trait Change {
    /// An expression, after what it consists of.
    fn expr(&mut self, _: &mut Expr) {}
    /// A place, after what it consists of.
    fn place(&mut self, _: &mut Place) {}
    /// A statement, after what it consists of.
    fn stmt(&mut self, _: &mut Stmt) {}
}

/// All of a statement.
pub(super) fn stmt(s: &mut Stmt, v: &mut impl Change) {
    match &mut s.kind {
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
        StmtKind::Block(list) => list.iter_mut().for_each(|s| stmt(s, v)),
        StmtKind::If { condition, then, otherwise, .. } => {
            expr(condition, v);
            stmt(then, v);
            otherwise.iter_mut().for_each(|s| stmt(s, v));
        }
        StmtKind::While { condition: e, body, .. }
        | StmtKind::DoWhile { condition: e, body, .. }
        | StmtKind::Switch { value: e, body, .. } => {
            expr(e, v);
            stmt(body, v);
        }
        StmtKind::For { init, condition, step, body, .. } => {
            init.iter_mut().for_each(|s| stmt(s, v));
            condition.iter_mut().chain(step).for_each(|e| expr(e, v));
            stmt(body, v);
        }
        StmtKind::Case { stmt: s, .. } | StmtKind::Default(s) | StmtKind::Label(_, s) => stmt(s, v),
    }
    v.stmt(s);
}

/// All of an initialiser.
pub(super) fn init(start: &mut Init, v: &mut impl Change) {
    match start {
        Init::Scalar(e) => expr(e, v),
        Init::List(items) => items.iter_mut().for_each(|item| expr(&mut item.value, v)),
    }
}

/// All of an expression.
pub(super) fn expr(e: &mut Expr, v: &mut impl Change) {
    match &mut e.kind {
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
        | ExprKind::Or(a, b) => [a, b].into_iter().for_each(|e| expr(e, v)),
        ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, v)),
        ExprKind::Comma(parts) => parts.iter_mut().for_each(|e| expr(e, v)),
        ExprKind::Statements(list, value) => {
            list.iter_mut().for_each(|s| stmt(s, v));
            value.iter_mut().for_each(|e| expr(e, v));
        }
        ExprKind::Assign(p, e)
        | ExprKind::AssignOp { place: p, value: e, .. }
        | ExprKind::AssignPointer { place: p, index: e, .. } => {
            place(p, v);
            expr(e, v);
        }
        ExprKind::IncDec { place: p, .. } => place(p, v),
        ExprKind::Call { callee, args } => {
            if let Callee::Indirect(e) = callee {
                expr(e, v);
            }
            args.iter_mut().for_each(|e| expr(e, v));
        }
    }
    v.expr(e);
}

/// All of a place.
pub(super) fn place(p: &mut Place, v: &mut impl Change) {
    match &mut p.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
        PlaceKind::Deref(e) | PlaceKind::Value(e) => expr(e, v),
        PlaceKind::Member(p, _) => place(p, v),
        PlaceKind::Literal(_, start) => init(start, v),
    }
    v.place(p);
}
