//! Calls of `malloc`, `calloc` and `alloca`, as far as the tree tells what they are for.
//!
//! ```text
//! (struct node *)(void *)malloc(sizeof(struct node))       one
//! (int *)malloc(n * sizeof(int))                           n
//! ```

use crate::constant;
use crate::tree::{BinaryOp, Callee, Expr, ExprKind, Unit};
use crate::types::Types;
use base::Int;

/// A call that asks for memory.
pub(super) struct Request<'a> {
    /// For `calloc`, how many.
    pub count: Option<&'a Expr>,
    /// How many bytes; for `calloc`, of each.
    pub size: &'a Expr,
    /// Whether it is memory on the stack, which is always there and not to be freed.
    pub on_stack: bool,
}

/// How many objects are asked for.
pub(super) enum Amount {
    /// One.
    One,
    /// Perhaps more, or none.
    Several,
    /// Another number of bytes than some objects have.
    Odd,
}

/// The request that an expression is, behind its conversions.
pub(super) fn request<'a>(unit: &Unit, e: &'a Expr) -> Option<Request<'a>> {
    let ExprKind::Call { callee: Callee::Direct(id), args } = &stripped(e).kind else { return None };
    let function = unit.function(*id).filter(|f| f.body.is_none())?;
    // A file may declare a function of that name that takes something else.
    if !args.iter().all(|size| size.ty.is_integer()) {
        return None;
    }
    match (function.name.as_str(), args.as_slice()) {
        ("malloc", [size]) => Some(Request { count: None, size, on_stack: false }),
        ("calloc", [count, size]) => Some(Request { count: Some(count), size, on_stack: false }),
        ("alloca" | "__builtin_alloca", [size]) => Some(Request { count: None, size, on_stack: true }),
        _ => None,
    }
}

/// The request that a call of `realloc` makes, behind its conversions.
pub(super) fn resized<'a>(unit: &Unit, e: &'a Expr) -> Option<Request<'a>> {
    let ExprKind::Call { callee: Callee::Direct(id), args } = &stripped(e).kind else { return None };
    let function = unit.function(*id).filter(|f| f.body.is_none())?;
    match (function.name.as_str(), args.as_slice()) {
        ("realloc", [_, size]) if size.ty.is_integer() => {
            Some(Request { count: None, size, on_stack: false })
        }
        _ => None,
    }
}

/// An expression without the conversions around it that stay among pointers.
pub(super) fn stripped(mut e: &Expr) -> &Expr {
    while let ExprKind::Convert(inner) = &e.kind {
        if !matches!(e.ty, crate::types::Type::Pointer(_)) {
            break;
        }
        e = inner;
    }
    e
}

impl<'a> Request<'a> {
    /// How many objects of a size are asked for.
    pub fn amount(&self, types: &Types, size: Option<u64>) -> Amount {
        let Some(size) = size.filter(|s| *s > 0).and_then(|s| i64::try_from(s).ok()).map(Int::from) else {
            return Amount::Odd;
        };
        let value = |e: &Expr| constant::evaluate(types, e).ok().map(|c| c.value);
        match (self.count.map(&value), value(self.size)) {
            (None, Some(bytes)) if bytes == size => Amount::One,
            (Some(Some(n)), Some(bytes)) if n.is_one() && bytes == size => Amount::One,
            (Some(_), Some(bytes)) if bytes == size => Amount::Several,
            (None, Some(bytes)) if size.divides(&bytes) => Amount::Several,
            (None, None) if self.factor(types, &size).is_some() => Amount::Several,
            _ => Amount::Odd,
        }
    }

    /// For `malloc(n * size)`: the `n`.
    pub fn factor(&self, types: &Types, size: &Int) -> Option<&'a Expr> {
        let is_size = |e: &Expr| constant::evaluate(types, e).is_ok_and(|c| c.value == *size);
        match &self.size.kind {
            ExprKind::Binary(BinaryOp::Mul, a, b) if is_size(b) => Some(a),
            ExprKind::Binary(BinaryOp::Mul, a, b) if is_size(a) => Some(b),
            _ => None,
        }
    }
}
