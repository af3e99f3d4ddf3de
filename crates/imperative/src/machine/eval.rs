//! Evaluation of expressions.

use super::run::{Halt, Limit, Limits};
use super::{Heap, Object, Place, Value};
use crate::{BinaryOp, ErrorKind, Expr, ExprKind, FieldId, Type, UnaryOp};
use base::{Int, Rat};
use source::Span;

/// What an expression is evaluated in, and what is noted on the way.
pub(super) struct Eval<'a> {
    pub env: &'a [Option<Value>],
    pub heap: &'a Heap,
    pub limits: &'a Limits,
    /// The number of the activation, for the places of variables.
    pub frame: u32,
    /// What was read, if anyone wants to know.
    pub uses: Option<&'a mut Vec<Place>>,
}

/// Zero, false or nil: what the elements of a new array are.
pub fn default_value(ty: &Type) -> Value {
    match ty {
        Type::Int => Value::Int(Int::ZERO),
        Type::Real => Value::Real(Rat::from(0)),
        Type::Bool => Value::Bool(false),
        Type::Ref(_) | Type::Array(_) => Value::Nil,
    }
}

pub(super) fn error(kind: ErrorKind, span: Span) -> Halt {
    Halt::Error(kind, span)
}

fn broken(span: Span) -> Halt {
    Halt::Undetermined("a value of the wrong type".to_string(), span)
}

impl Eval<'_> {
    fn note(&mut self, place: Place) {
        if let Some(uses) = &mut self.uses {
            uses.push(place);
        }
    }

    pub fn value(&mut self, e: &Expr) -> Result<Value, Halt> {
        Ok(match &e.kind {
            ExprKind::Int(i) => Value::Int(i.clone()),
            ExprKind::Real(r) => Value::Real(r.clone()),
            ExprKind::Bool(b) => Value::Bool(*b),
            ExprKind::Nil => Value::Nil,
            ExprKind::Var(v) => {
                self.note(Place::Var { frame: self.frame, var: *v });
                match self.env.get(v.index()) {
                    Some(Some(value)) => value.clone(),
                    _ => return Err(error(ErrorKind::Uninitialised, e.span)),
                }
            }
            ExprKind::Field(object, field) => {
                let object = self.value(object)?;
                self.field(&object, *field, e.span)?
            }
            ExprKind::Element(array, index) => {
                let array = self.value(array)?;
                let index = self.value(index)?;
                let (object, at) = self.element_place(&array, &index, e.span)?;
                self.note(Place::Element(object, at as u32));
                let found = self.heap.get(object).and_then(|o| o.values().get(at));
                found.cloned().ok_or_else(|| broken(e.span))?
            }
            ExprKind::Length(array) => {
                let array = self.value(array)?;
                Value::Int(Int::from(self.array(&array, e.span)?.len()))
            }
            ExprKind::Unary(UnaryOp::Neg, a) => match self.value(a)? {
                Value::Int(i) => Value::Int(-i),
                Value::Real(r) => Value::Real(-r),
                _ => return Err(broken(e.span)),
            },
            ExprKind::Unary(UnaryOp::Not, a) => Value::Bool(!self.truth(a)?),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.binary(*op, &a, &b, e.span)?
            }
            ExprKind::And(a, b) => Value::Bool(self.truth(a)? && self.truth(b)?),
            ExprKind::Or(a, b) => Value::Bool(self.truth(a)? || self.truth(b)?),
            ExprKind::IntToBool(a) => match self.value(a)? {
                Value::Int(i) => Value::Bool(!i.is_zero()),
                _ => return Err(broken(e.span)),
            },
            ExprKind::BoolToInt(a) => Value::int(i64::from(self.truth(a)?)),
        })
    }

    /// The value of a boolean expression.
    pub fn truth(&mut self, e: &Expr) -> Result<bool, Halt> {
        match self.value(e)? {
            Value::Bool(b) => Ok(b),
            _ => Err(broken(e.span)),
        }
    }

    /// The value of a condition, with those of its atoms in order (`None`: not evaluated).
    pub fn decide(&mut self, e: &Expr, atoms: &mut Vec<Option<bool>>) -> Result<bool, Halt> {
        match &e.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let stops_at = matches!(e.kind, ExprKind::Or(..));
                if self.decide(a, atoms)? == stops_at {
                    atoms.resize(atoms.len() + b.atoms().len(), None);
                    return Ok(stops_at);
                }
                self.decide(b, atoms)
            }
            ExprKind::Unary(UnaryOp::Not, a) => Ok(!self.decide(a, atoms)?),
            _ => {
                let value = self.truth(e)?;
                atoms.push(Some(value));
                Ok(value)
            }
        }
    }

    fn field(&mut self, object: &Value, field: FieldId, span: Span) -> Result<Value, Halt> {
        match object {
            Value::Nil => Err(error(ErrorKind::NilDereference, span)),
            Value::Ref(o) => {
                self.note(Place::Field(*o, field));
                self.heap.field(*o, field).cloned().ok_or_else(|| broken(span))
            }
            _ => Err(broken(span)),
        }
    }

    fn array(&self, array: &Value, span: Span) -> Result<&[Value], Halt> {
        match array {
            Value::Nil => Err(error(ErrorKind::NilDereference, span)),
            Value::Ref(o) => match self.heap.get(*o) {
                Some(Object::Array { values, .. }) => Ok(values),
                _ => Err(broken(span)),
            },
            _ => Err(broken(span)),
        }
    }

    /// The array and the position of an element; errs outside of the array.
    pub fn element_place(
        &self,
        array: &Value,
        index: &Value,
        span: Span,
    ) -> Result<(super::ObjectId, usize), Halt> {
        let length = self.array(array, span)?.len();
        let (Value::Ref(object), Value::Int(index)) = (array, index) else { return Err(broken(span)) };
        match index.to_i64().and_then(|i| usize::try_from(i).ok()) {
            Some(at) if at < length => Ok((*object, at)),
            _ => Err(error(ErrorKind::IndexOutOfRange, span)),
        }
    }

    fn binary(&self, op: BinaryOp, a: &Value, b: &Value, span: Span) -> Result<Value, Halt> {
        use BinaryOp::*;
        match op {
            Eq => return Ok(Value::Bool(a == b)),
            Ne => return Ok(Value::Bool(a != b)),
            _ => {}
        }
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => self.integers(op, a, b, span),
            (Value::Real(a), Value::Real(b)) => self.reals(op, a, b, span),
            _ => Err(broken(span)),
        }
    }

    fn integers(&self, op: BinaryOp, a: &Int, b: &Int, span: Span) -> Result<Value, Halt> {
        use BinaryOp::*;
        let value = match op {
            Add => a + b,
            Sub => a - b,
            Mul => {
                // Before the product is made, since it could be too large to make.
                self.check_size(a.bits() + b.bits(), span)?;
                a * b
            }
            Div | Rem => {
                let zero = || error(ErrorKind::DivisionByZero, span);
                let (quotient, rest) = a.div_rem_trunc(b).ok_or_else(zero)?;
                if op == Div { quotient } else { rest }
            }
            Lt => return Ok(Value::Bool(a < b)),
            Le => return Ok(Value::Bool(a <= b)),
            Gt => return Ok(Value::Bool(a > b)),
            Ge => return Ok(Value::Bool(a >= b)),
            Eq | Ne => return Err(broken(span)),
        };
        if value.to_i64().is_none() {
            self.check_size(value.bits(), span)?;
        }
        Ok(Value::Int(value))
    }

    fn reals(&self, op: BinaryOp, a: &Rat, b: &Rat, span: Span) -> Result<Value, Halt> {
        use BinaryOp::*;
        let value = match op {
            Add => a + b,
            Sub => a - b,
            Mul => a * b,
            Div if b.is_zero() => return Err(error(ErrorKind::DivisionByZero, span)),
            Div => a.div(b),
            Lt => return Ok(Value::Bool(a < b)),
            Le => return Ok(Value::Bool(a <= b)),
            Gt => return Ok(Value::Bool(a > b)),
            Ge => return Ok(Value::Bool(a >= b)),
            Rem | Eq | Ne => return Err(broken(span)),
        };
        self.check_size(value.numerator().bits().max(value.denominator().bits()), span)?;
        Ok(Value::Real(value))
    }

    fn check_size(&self, bits: usize, span: Span) -> Result<(), Halt> {
        if bits > self.limits.bits { Err(Halt::Limit(Limit::Numbers, span)) } else { Ok(()) }
    }
}
