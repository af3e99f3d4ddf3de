//! Conversions: what C does without being asked, written out.

use super::{Checker, Operand};
use crate::tree::{Expr, ExprKind, Place, PlaceKind};
use crate::types::{FloatKind, IntName, Type};
use base::Int;
use lang_c::ast::Expression;
use lang_c::span::{Node, Span as ParsedSpan};

impl Checker<'_> {
    /// The value of an operand: objects are read, arrays and functions become pointers.
    pub(super) fn value(&mut self, operand: Operand) -> Expr {
        match operand {
            Operand::Value(value) => value,
            Operand::Function(id, span) => {
                let ty = self.function_types.get(id.index()).cloned().unwrap_or(Type::Unknown);
                Expr { kind: ExprKind::FunctionAddress(id), ty: ty.pointer(), span }
            }
            Operand::Place(place) => self.load(place),
        }
    }

    pub(super) fn load(&mut self, place: Place) -> Expr {
        let span = place.span;
        match (&place.ty, place.kind) {
            (Type::Unknown, _) => self.unsupported("a value of an unsupported type", span),
            (Type::Array(of, _), kind) => {
                let ty = Type::Pointer(of.clone());
                let place = Place { kind, ty: place.ty, span };
                Expr { kind: ExprKind::Decay(Box::new(place)), ty, span }
            }
            (Type::Function(_), PlaceKind::Deref(pointer)) => *pointer,
            // Reading a nameless place that holds the value of a struct gives that value.
            (_, PlaceKind::Value(value)) => *value,
            (_, kind) => {
                let ty = place.ty.clone();
                let place = Place { kind, ty: place.ty, span };
                Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
            }
        }
    }

    /// The value converted to a type, without a check that C allows it.
    pub(super) fn convert(&self, value: Expr, to: &Type) -> Expr {
        self.meet(&value.ty, to);
        if value.ty == *to {
            return value;
        }
        let span = value.span;
        if value.ty.is_unknown() {
            // What is unsupported stays so, with the type that its surroundings expect.
            return Expr { kind: value.kind, ty: to.clone(), span };
        }
        if to.is_unknown() {
            return self.unsupported("a conversion to an unsupported type", span);
        }
        if matches!(to, Type::Pointer(_)) && self.is_null(&value) {
            return Expr { kind: ExprKind::Null, ty: to.clone(), span };
        }
        Expr { kind: ExprKind::Convert(Box::new(value)), ty: to.clone(), span }
    }

    /// Whether this is a null pointer constant: the integer constant 0, also as a `void *`.
    pub(super) fn is_null(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Null => true,
            ExprKind::Int(value) => value.is_zero(),
            _ if value.ty.is_integer() => matches!(
                crate::constant::evaluate(&self.types, value),
                Ok(constant) if constant.value.is_zero()
            ),
            _ => false,
        }
    }

    /// Integer promotion; other types stay.
    pub(super) fn promote(&self, value: Expr) -> Expr {
        let Some(int) = self.types.integer(&value.ty) else { return value };
        let plain = self.types.integer(&self.int()).map_or(32, |i| i.bits);
        if let Some(width) = self.bit_width(&value) {
            // A bit-field whose values all fit in `int` becomes one.
            let fits = width < plain || (width == plain && int.signed);
            let to = if fits { IntName::Int } else { IntName::UnsignedInt };
            if width <= plain {
                return self.convert(value, &self.types.int(to));
            }
        }
        let to = match &value.ty {
            Type::Bool => IntName::Int,
            _ if int.name.rank() < IntName::Int.rank() => IntName::Int,
            Type::Enum(_) => int.name,
            _ => return value,
        };
        self.convert(value, &self.types.int(to))
    }

    /// The width of the bit-field that a value comes from.
    pub(super) fn bit_width(&self, value: &Expr) -> Option<u32> {
        let place = match &value.kind {
            ExprKind::Load(place)
            | ExprKind::Assign(place, _)
            | ExprKind::AssignOp { place, .. }
            | ExprKind::IncDec { place, .. } => place,
            _ => return None,
        };
        let PlaceKind::Member(record, field) = &place.kind else { return None };
        let Type::Record(id) = record.ty else { return None };
        self.types.field(id, *field)?.bits.map(|b| b.width)
    }

    /// The usual arithmetic conversions: both values in one type.
    pub(super) fn arithmetic(&self, a: Expr, b: Expr) -> (Expr, Expr) {
        if let Some(kind) = common_float(&a.ty, &b.ty) {
            let ty = Type::Float(kind);
            return (self.convert(a, &ty), self.convert(b, &ty));
        }
        let (a, b) = (self.promote(a), self.promote(b));
        let (Some(left), Some(right)) = (a.ty.as_int(), b.ty.as_int()) else { return (a, b) };
        let (l, r) = (left.name.rank(), right.name.rank());
        let name = if left.signed == right.signed {
            if l >= r { left.name } else { right.name }
        } else {
            let (signed, unsigned) = if left.signed { (left, right) } else { (right, left) };
            if unsigned.name.rank() >= signed.name.rank() {
                unsigned.name
            } else if signed.bits > unsigned.bits {
                signed.name
            } else {
                signed.name.unsigned()
            }
        };
        let ty = self.types.int(name);
        (self.convert(a, &ty), self.convert(b, &ty))
    }

    /// The value converted as by an assignment to a place of a type, with an error where C has none.
    pub(super) fn assigned(&mut self, value: Expr, to: &Type, span: ParsedSpan, verb: &str) -> Expr {
        let from = &value.ty;
        if from.is_unknown() || to.is_unknown() || from == to {
            return self.convert(value, to);
        }
        let fine = match (from, to) {
            (Type::Void, _) => {
                self.error(span, "this has no value", "its type is `void`");
                return self.convert(self.wrong(value.span), to);
            }
            (Type::Record(_), _) | (_, Type::Record(_)) => false,
            (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)) => false,
            (Type::VaList, Type::VaList) => true,
            // An array as a parameter of type `va_list` is a pointer on some systems.
            (Type::VaList, _) | (_, Type::VaList) => true,
            (_, Type::Array(..) | Type::Function(_) | Type::Void) => false,
            _ => true,
        };
        if !fine {
            let (from, to) = (self.text_of(from), self.text_of(to));
            self.error(span, format!("a value of type `{from}` cannot be {verb} as `{to}`"), "");
            let wrong = self.wrong(value.span);
            return wrong;
        }
        self.convert(value, to)
    }

    /// The promotions of an argument for which there is no parameter.
    pub(super) fn default_promoted(&self, value: Expr) -> Expr {
        match value.ty {
            Type::Float(FloatKind::Float) => self.convert(value, &Type::Float(FloatKind::Double)),
            _ => self.promote(value),
        }
    }

    /// The value of a constant expression; an error if it is none.
    pub(super) fn constant(&mut self, value: &Expr, span: ParsedSpan) -> Option<Int> {
        use crate::constant::NotConstant as N;
        if value.ty.is_unknown() {
            return None;
        }
        if !value.ty.is_integer() {
            let text = self.text_of(&value.ty);
            self.error(span, format!("this must be an integer constant, but has the type `{text}`"), "");
            return None;
        }
        match crate::constant::evaluate(&self.types, value) {
            Ok(constant) => {
                if constant.overflow {
                    self.warn(span, "this constant expression overflows its type", "");
                }
                Some(constant.value)
            }
            Err(why) => {
                let message = match why {
                    N::Depends => "this is not constant",
                    N::DivisionByZero => "this constant expression divides by zero",
                    N::ShiftOutOfRange => "this constant expression shifts by too many bits",
                };
                self.error(span, message, "");
                None
            }
        }
    }

    /// A constant that must not be negative, for attributes; `None` without a message if it is something else.
    pub(super) fn constant_u64(&mut self, node: &Node<Expression>) -> Option<u64> {
        let value = self.expr_value(node);
        let constant = crate::constant::evaluate(&self.types, &value).ok()?;
        constant.value.to_i64().and_then(|n| u64::try_from(n).ok()).filter(|n| *n <= 1 << 28)
    }

    /// Whether two declarations can be of the same thing.
    pub(super) fn compatible(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::VoidAt(_), Type::Void | Type::VoidAt(_)) | (Type::Void, Type::VoidAt(_)) => {
                self.meet(a, b);
                true
            }
            (Type::Pointer(a), Type::Pointer(b)) => self.compatible(a, b),
            (Type::Array(a, n), Type::Array(b, m)) => {
                self.compatible(a, b) && (n.is_none() || m.is_none() || n == m)
            }
            (Type::Enum(id), Type::Int(int)) | (Type::Int(int), Type::Enum(id)) => {
                self.types.enumeration(*id).is_none_or(|e| e.underlying == *int)
            }
            (Type::Function(a), Type::Function(b)) => {
                self.compatible(&a.result, &b.result)
                    && (!a.prototyped
                        || !b.prototyped
                        || (a.variadic == b.variadic
                            && a.params.len() == b.params.len()
                            && a.params.iter().zip(&b.params).all(|(a, b)| self.compatible(a, b))))
            }
            _ => a == b,
        }
    }
}

/// The floating type that an operation on two types has, if one of them is floating.
fn common_float(a: &Type, b: &Type) -> Option<FloatKind> {
    match (a, b) {
        (Type::Float(a), Type::Float(b)) => Some(crate::constant::wider(*a, *b)),
        (Type::Float(kind), _) | (_, Type::Float(kind)) => Some(*kind),
        _ => None,
    }
}
