//! The types of expressions in a verified program.

use imperative::{Expr, ExprKind, Proc, Program, Type, UnaryOp};

/// The type of an expression; `None` for nil, which has many.
pub(super) fn type_of(program: &Program, proc: &Proc, e: &Expr) -> Option<Type> {
    let of = |e: &Expr| type_of(program, proc, e);
    Some(match &e.kind {
        ExprKind::Nil => return None,
        ExprKind::Int(_) | ExprKind::Length(_) | ExprKind::BoolToInt(_) => Type::Int,
        ExprKind::Real(_) => Type::Real,
        ExprKind::Bool(_) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::IntToBool(_) => Type::Bool,
        ExprKind::Unary(UnaryOp::Not, _) => Type::Bool,
        ExprKind::Unary(UnaryOp::Neg, a) => exact(of(a)?),
        ExprKind::Fit(_, word) | ExprKind::Wrap(_, word) => Type::Word(*word),
        ExprKind::Binary(op, ..) if op.is_comparison() => Type::Bool,
        ExprKind::Binary(_, a, _) => exact(of(a)?),
        ExprKind::Var(v) => proc.var(*v)?.ty.clone(),
        ExprKind::Field(object, field) => match of(object)? {
            Type::Ref(s) => program.field(s, *field)?.ty.clone(),
            _ => return None,
        },
        ExprKind::Element(array, _) => match of(array)? {
            Type::Array(element) => *element,
            _ => return None,
        },
    })
}

/// The type of what is computed from such values.
fn exact(ty: Type) -> Type {
    if ty.is_integer() { Type::Int } else { ty }
}
