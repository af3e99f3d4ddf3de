//! A file with one type for all numbers of a width that it sees with a sign and without.
//!
//! It is not what the file means, since numbers would be read with a sign that have none. But who asks what pointers may
//! lead to must not tell those types apart:
//!
//! ```text
//! static const char t[3]; … return (const unsigned char *) t; …      return (const char *) t
//! ```

use super::signs::Signs;
use crate::tree::{Callee, Expr, ExprKind, Init, Place, PlaceKind, Stmt, StmtKind, Unit};
use crate::types::Types;

/// The file with types as memory keeps them.
pub(super) fn retyped(unit: &Unit, signs: &Signs) -> Unit {
    let mut out = unit.clone();
    let all = Retype { types: &unit.types, signs };
    for field in out.types.records.iter_mut().flat_map(|r| r.fields.iter_mut()) {
        signs.retyped(all.types, &mut field.ty);
    }
    for global in &mut out.globals {
        signs.retyped(all.types, &mut global.ty);
        global.init.iter_mut().for_each(|start| all.init(start));
    }
    for function in &mut out.functions {
        signs.retyped(all.types, &mut function.result);
        function.locals.iter_mut().for_each(|local| signs.retyped(all.types, &mut local.ty));
        function.body.iter_mut().for_each(|body| all.stmt(body));
    }
    out
}

struct Retype<'a> {
    types: &'a Types,
    signs: &'a Signs,
}

impl Retype<'_> {
    fn stmt(&self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::Empty
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Unsupported(_)
            | StmtKind::Return(None)
            | StmtKind::Declare(_, None) => {}
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) | StmtKind::Assert(e) => self.expr(e),
            StmtKind::Declare(_, Some(start)) => self.init(start),
            StmtKind::DeclareArray { length, .. } => self.expr(length),
            StmtKind::Block(list) => list.iter_mut().for_each(|s| self.stmt(s)),
            StmtKind::If { condition, then, otherwise, .. } => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter_mut().for_each(|s| self.stmt(s));
            }
            StmtKind::While { condition: e, body, .. }
            | StmtKind::DoWhile { condition: e, body, .. }
            | StmtKind::Switch { value: e, body, .. } => {
                self.expr(e);
                self.stmt(body);
            }
            StmtKind::For { init, condition, step, body, .. } => {
                init.iter_mut().for_each(|s| self.stmt(s));
                condition.iter_mut().chain(step).for_each(|e| self.expr(e));
                self.stmt(body);
            }
            StmtKind::Case { stmt: s, .. } | StmtKind::Default(s) | StmtKind::Label(_, s) => self.stmt(s),
        }
    }

    fn init(&self, start: &mut Init) {
        match start {
            Init::Scalar(e) => self.expr(e),
            Init::List(items) => items.iter_mut().for_each(|item| self.expr(&mut item.value)),
        }
    }

    fn expr(&self, e: &mut Expr) {
        self.signs.retyped(self.types, &mut e.ty);
        match &mut e.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::FunctionAddress(_)
            | ExprKind::Unsupported(_) => {}
            ExprKind::Load(p) | ExprKind::Address(p) | ExprKind::Decay(p) => self.place(p),
            ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::Convert(a) => self.expr(a),
            ExprKind::Binary(_, a, b)
            | ExprKind::PointerAdd(a, b)
            | ExprKind::PointerSub(a, b)
            | ExprKind::PointerDiff(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Comma(parts) => parts.iter_mut().for_each(|e| self.expr(e)),
            ExprKind::Statements(list, value) => {
                list.iter_mut().for_each(|s| self.stmt(s));
                value.iter_mut().for_each(|e| self.expr(e));
            }
            ExprKind::Assign(p, e)
            | ExprKind::AssignOp { place: p, value: e, .. }
            | ExprKind::AssignPointer { place: p, index: e, .. } => {
                self.place(p);
                self.expr(e);
            }
            ExprKind::IncDec { place: p, .. } => self.place(p),
            ExprKind::Call { callee, args } => {
                if let Callee::Indirect(e) = callee {
                    self.expr(e);
                }
                args.iter_mut().for_each(|e| self.expr(e));
            }
        }
    }

    fn place(&self, p: &mut Place) {
        self.signs.retyped(self.types, &mut p.ty);
        match &mut p.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
            PlaceKind::Deref(e) | PlaceKind::Value(e) => self.expr(e),
            PlaceKind::Member(p, _) => self.place(p),
            PlaceKind::Literal(_, start) => self.init(start),
        }
    }
}
