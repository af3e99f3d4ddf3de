//! The types of expressions in a verified program.

use crate::{Expr, ExprKind, Proc, Program, Type, UnaryOp};

/// The type of an expression; `None` for nil, which has many. What is computed of words is an integer until it is made
/// to fit again.
pub fn type_of(program: &Program, proc: &Proc, e: &Expr) -> Option<Type> {
    let of = |e: &Expr| type_of(program, proc, e);
    let exact = |ty: Type| if ty.is_integer() { Type::Int } else { ty };
    Some(match &e.kind {
        ExprKind::Nil => return None,
        ExprKind::Int(_)
        | ExprKind::Length(_)
        | ExprKind::First(_)
        | ExprKind::BoolToInt(_)
        | ExprKind::Distance(..)
        | ExprKind::Position(_) => Type::Int,
        ExprKind::Real(_) => Type::Real,
        ExprKind::Bool(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::IntToBool(_)
        | ExprKind::Together(..) => Type::Bool,
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Whole | UnaryOp::Both, _) => Type::Bool,
        ExprKind::Unary(UnaryOp::Neg, a) => exact(of(a)?),
        ExprKind::Fit(_, word)
        | ExprKind::Within(_, word)
        | ExprKind::Sure(_, word)
        | ExprKind::Wrap(_, word) => Type::Word(*word),
        ExprKind::Binary(op, ..) if op.is_comparison() => Type::Bool,
        ExprKind::Binary(_, a, _) => exact(of(a)?),
        ExprKind::Var(v) => proc.var(*v)?.ty.clone(),
        ExprKind::Field(object, field) => match of(object)? {
            Type::Ref(s) => program.field(s, *field)?.ty.read(),
            _ => return None,
        },
        ExprKind::Element(array, _) => match of(array)? {
            Type::Array(element) => element.read(),
            _ => return None,
        },
        ExprKind::Target(pointer) => match of(pointer)? {
            Type::Pointer(element) => element.read(),
            _ => return None,
        },
        ExprKind::At(array, _) => match of(array)? {
            Type::Array(element) => Type::Pointer(element),
            _ => return None,
        },
        ExprKind::Move(pointer, _) => of(pointer)?,
    })
}
