//! Functions that compilers know by themselves, without a declaration.
//!
//! ```text
//! int __builtin_popcount(unsigned);        declared where it is first called, and followed like one of the C library
//! __builtin_add_overflow(a, b, &sum)       for integers of any types
//! ```

use super::{Checker, Operand};
use crate::tree::{Callee, Expr, ExprKind, Function, FunctionId, PlaceKind};
use crate::types::{FloatKind, FunctionType, IntName, Type};
use base::Int;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

/// What a function takes and gives.
enum Shape {
    /// Integers, and one or nothing.
    Integers(Vec<IntName>, Option<IntName>),
    /// Two integers of this type, or of any, and where the result goes. What it gives is whether that is another number.
    Overflow(Option<IntName>),
    /// A size, and memory of it.
    Memory,
}

/// The shape of a function that has a meaning here.
fn shape(name: &str, words_are_long: bool) -> Option<Shape> {
    use IntName as I;
    let name = name.strip_prefix("__builtin_")?;
    if matches!(name, "trap" | "abort" | "unreachable") {
        return Some(Shape::Integers(Vec::new(), None));
    }
    let wide = if words_are_long { I::UnsignedLong } else { I::UnsignedLongLong };
    let swapped = match name {
        "bswap16" => Some(I::UnsignedShort),
        "bswap32" => Some(I::UnsignedInt),
        "bswap64" => Some(wide),
        _ => None,
    };
    if let Some(int) = swapped {
        return Some(Shape::Integers(vec![int], Some(int)));
    }
    if name == "alloca" {
        return Some(Shape::Memory);
    }
    if let Some(start) = name.strip_suffix("_overflow") {
        let of = match start {
            "add" | "sub" | "mul" => None,
            "sadd" | "ssub" | "smul" => Some(I::Int),
            "saddl" | "ssubl" | "smull" => Some(I::Long),
            "saddll" | "ssubll" | "smulll" => Some(I::LongLong),
            "uadd" | "usub" | "umul" => Some(I::UnsignedInt),
            "uaddl" | "usubl" | "umull" => Some(I::UnsignedLong),
            "uaddll" | "usubll" | "umulll" => Some(I::UnsignedLongLong),
            _ => return None,
        };
        return Some(Shape::Overflow(of));
    }
    let base = name.trim_end_matches('l');
    if !matches!(base, "popcount" | "parity" | "clz" | "ctz" | "ffs") {
        return None;
    }
    let of = match (name.len() - base.len(), base) {
        (0, "ffs") => I::Int,
        (1, "ffs") => I::Long,
        (2, "ffs") => I::LongLong,
        (0, _) => I::UnsignedInt,
        (1, _) => I::UnsignedLong,
        (2, _) => I::UnsignedLongLong,
        _ => return None,
    };
    Some(Shape::Integers(vec![of], Some(I::Int)))
}

impl Checker<'_> {
    /// A function that needs no declaration; `None` if the name is none of those.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        nodes: &[Node<ast::Expression>],
        span: ParsedSpan,
    ) -> Option<Expr> {
        let at = self.at(span);
        if !name.starts_with("__builtin_") && !name.starts_with("__sync_") && !name.starts_with("__atomic_") {
            return None;
        }
        if let Some(shape) = shape(name, self.types.model.word() == 8)
            && let Some(call) = self.known_builtin(name, shape, nodes, span)
        {
            return Some(call);
        }
        let ty = match name {
            "__builtin_expect" | "__builtin_expect_with_probability" => {
                let value = nodes.first().map(|node| (self.expr_value(node), node.span));
                let (value, place) = value?;
                let long = self.types.int(IntName::Long);
                return Some(self.assigned(value, &long, place, "passed"));
            }
            "__builtin_constant_p" => {
                let value = self.expr_value(nodes.first()?);
                if let Some(known) = self.compilers_see(&value) {
                    return Some(self.number(Int::from(i64::from(known)), self.int(), at));
                }
                self.int()
            }
            "__builtin_va_start" | "__builtin_va_end" | "__builtin_va_copy" => Type::Void,
            "__builtin_unreachable" | "__builtin_trap" | "__builtin_abort" => Type::Void,
            "__builtin_inff" | "__builtin_huge_valf" | "__builtin_nanf" => Type::Float(FloatKind::Float),
            "__builtin_inf" | "__builtin_huge_val" | "__builtin_nan" => Type::Float(FloatKind::Double),
            "__builtin_infl" | "__builtin_huge_vall" | "__builtin_nanl" => Type::Float(FloatKind::LongDouble),
            "__builtin_malloc" | "__builtin_memcpy" | "__builtin_memset" | "__builtin_memmove" => {
                Type::Void.pointer()
            }
            "__builtin_strlen" | "__builtin_object_size" => self.types.size_type(),
            _ => self.int(),
        };
        for node in nodes {
            if let Operand::Value(value) = self.operand(node) {
                drop(value);
            }
        }
        let what = name.strip_prefix("__builtin_").filter(|rest| rest.starts_with("va_")).unwrap_or(name);
        Some(Expr { kind: ExprKind::Unsupported(what.to_string()), ty, span: at })
    }

    /// Whether a compiler that does not optimise sees a constant; `None` if that depends on which one it is.
    fn compilers_see(&self, value: &Expr) -> Option<bool> {
        match &value.kind {
            ExprKind::Int(_) => Some(true),
            ExprKind::Convert(inner) if inner.ty.is_integer() => self.compilers_see(inner),
            ExprKind::Call { callee: Callee::Direct(id), .. } => {
                self.functions.get(id.index()).filter(|f| !f.name.starts_with("__builtin_")).map(|_| false)
            }
            ExprKind::Load(place) => match &place.kind {
                PlaceKind::Local(id) => {
                    let local = self.body.as_ref().and_then(|b| b.locals.get(id.index()))?;
                    (!local.is_const).then_some(false)
                }
                PlaceKind::Global(id) => {
                    let global = self.globals.get(id.index())?;
                    (!global.is_const).then_some(false)
                }
                _ => None,
            },
            _ => crate::constant::evaluate(&self.types, value).ok().map(|_| true),
        }
    }

    /// A call of a function of this shape; `None` if the arguments are others.
    fn known_builtin(
        &mut self,
        name: &str,
        shape: Shape,
        nodes: &[Node<ast::Expression>],
        span: ParsedSpan,
    ) -> Option<Expr> {
        let (params, result) = match shape {
            Shape::Integers(params, result) => {
                let params: Vec<Type> = params.into_iter().map(|int| self.types.int(int)).collect();
                (params, result.map_or(Type::Void, |int| self.types.int(int)))
            }
            Shape::Overflow(Some(int)) => {
                let int = self.types.int(int);
                (vec![int.clone(), int.clone(), int.pointer()], Type::Bool)
            }
            Shape::Overflow(None) => (Vec::new(), Type::Bool),
            Shape::Memory => (vec![self.types.size_type()], Type::Void.pointer()),
        };
        let any = matches!(result, Type::Bool) && params.is_empty();
        if nodes.len() != if any { 3 } else { params.len() } {
            return None;
        }
        let mut args = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            let value = self.expr_value(node);
            args.push(match params.get(i) {
                Some(param) => self.assigned(value, param, node.span, "passed"),
                None => value,
            });
        }
        if any && !is_overflow_of(&args) {
            let what = ExprKind::Unsupported(name.to_string());
            return Some(Expr { kind: what, ty: Type::Bool, span: self.at(span) });
        }
        let id = self.declared_builtin(name, params, &result, span);
        let kind = ExprKind::Call { callee: Callee::Direct(id), args };
        Some(Expr { kind, ty: result, span: self.at(span) })
    }

    /// The function of a name, which is declared here if it was not called before.
    fn declared_builtin(
        &mut self,
        name: &str,
        params: Vec<Type>,
        result: &Type,
        span: ParsedSpan,
    ) -> FunctionId {
        let known = self.functions.iter().position(|f| f.name == name && f.from_system);
        if let Some(known) = known {
            return FunctionId::new(known);
        }
        let id = FunctionId::new(self.functions.len());
        let at = self.at(span);
        self.functions.push(Function {
            result: result.clone(),
            is_noreturn: *result == Type::Void,
            from_header: true,
            from_system: true,
            ..Function::named(name, at, at)
        });
        let ty = FunctionType { result: result.clone(), params, variadic: false, prototyped: true };
        self.function_types.push(Type::Function(Box::new(ty)));
        id
    }
}

/// Whether arguments are two integers and where to put one.
fn is_overflow_of(args: &[Expr]) -> bool {
    let [a, b, to] = args else { return false };
    let plain = |ty: &Type| matches!(ty, Type::Int(_));
    let whole = |ty: &Type| ty.is_integer();
    whole(&a.ty) && whole(&b.ty) && to.ty.pointee().is_some_and(plain)
}
