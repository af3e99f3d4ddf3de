//! Evaluation of expressions.

use super::outcome::{Halt, Limit, Limits, Touched};
use super::watch::{At, Atoms, Unwatched, Watch};
use super::{Heap, Object, ObjectId, Place, Value, rows};
use crate::{BinaryOp, BlockId, ErrorKind, Expr, ExprKind, FieldId, Point, ProcId, Type, UnaryOp, Word};
use base::{Int, Rat};
use source::Span;
use std::borrow::Cow;

/// What an expression is evaluated in, and the watch that is told what it reads.
pub(super) struct Eval<'a, W> {
    pub env: &'a [Option<Value>],
    /// The values of ghosts, which only claims mention.
    pub ghosts: &'a [Option<Value>],
    pub heap: &'a Heap,
    pub limits: &'a Limits,
    /// The number of the activation, for the places of variables.
    pub frame: u32,
    /// Where the expression stands.
    pub at: At,
    pub watch: &'a mut W,
}

/// Zero, false or nil: what the elements of a new array are. Where zero is not among the values, the one nearest to it.
pub fn default_value(ty: &Type) -> Value {
    match ty {
        Type::Int => Value::Int(Int::ZERO),
        Type::Word(word) => Value::Int(word.nearest(&Int::ZERO)),
        Type::Real => Value::Real(Rat::from(0)),
        Type::Bool => Value::Bool(false),
        Type::Ref(_) | Type::Array(_) | Type::Pointer(_) => Value::Nil,
        // Parts are made together with their object.
        Type::Part(_) => Value::Nothing,
    }
}

/// The elements of an array.
#[inline]
pub(super) fn array_of<'h>(heap: &'h Heap, array: &Value, span: Span) -> Result<&'h [Value], Halt> {
    match array {
        Value::Nil => Err(Halt::error(ErrorKind::NilDereference, span)),
        Value::Ref(o) => match heap.get(*o) {
            Some(Object::Array { values, .. }) => Ok(values),
            // The parts of a freed object still have addresses.
            Some(Object::Gone { ty: Type::Array(element), left }) if matches!(**element, Type::Part(_)) => {
                Ok(left)
            }
            Some(Object::Gone { .. }) => Err(Halt::error(ErrorKind::UseAfterFree, span)),
            _ => Err(broken(span)),
        },
        _ => Err(broken(span)),
    }
}

/// The array and the position of an element; errs outside of the array.
#[inline]
pub(super) fn element_place(
    heap: &Heap,
    array: &Value,
    index: &Value,
    span: Span,
) -> Result<(ObjectId, usize), Halt> {
    let length = array_of(heap, array, span)?.len();
    let (Value::Ref(object), Value::Int(index)) = (array, index) else { return Err(broken(span)) };
    match index.to_i64().and_then(|i| usize::try_from(i).ok()) {
        Some(at) if at < length => Ok((*object, at)),
        _ => Err(Halt::error(ErrorKind::IndexOutOfRange, span)),
    }
}

/// The array and the position that a pointer stands for; errs on nil and outside of the array.
pub(super) fn target_place(heap: &Heap, pointer: &Value, span: Span) -> Result<(ObjectId, usize), Halt> {
    match pointer {
        Value::Nil => Err(Halt::error(ErrorKind::NilDereference, span)),
        Value::Pointer(o, i) => {
            let length = array_of(heap, &Value::Ref(*o), span)?.len();
            match usize::try_from(*i) {
                Ok(at) if at < length => Ok((*o, at)),
                _ => rows::arrived(heap, *o, *i).ok_or_else(|| Halt::left(*o, *i, length, span)),
            }
        }
        _ => Err(broken(span)),
    }
}

/// Positions farther away are undetermined: where elements are large, the address may have wrapped around.
const FARTHEST: u64 = 1 << 40;

/// The pointer to a position of an array, which may lie outside of it as long as nothing is read there; the array may
/// even have been freed. Addresses wrap around: 2⁶⁴ - 1 elements after a pointer is one element before it.
fn pointer_to(object: ObjectId, index: &Int, span: Span) -> Result<Value, Halt> {
    match Word::signed(64).wrap(index).to_i64() {
        Some(at) if at.unsigned_abs() <= FARTHEST => Ok(Value::Pointer(object, at)),
        _ => Err(Halt::undetermined("a pointer farther away than memory reaches", span)),
    }
}

/// A comparison; `None` where there is no order.
#[inline]
fn compare(heap: &Heap, op: BinaryOp, a: &Value, b: &Value) -> Option<bool> {
    let order = match (a, b) {
        (Value::Pointer(a, i), Value::Pointer(b, j)) => match rows::positions(heap, (*a, *i), (*b, *j)) {
            Some((i, j)) => i.cmp(&j),
            None => return unequal(op),
        },
        (Value::Nil, Value::Nil) => std::cmp::Ordering::Equal,
        (Value::Int(a), Value::Int(b)) => match (a.to_i64(), b.to_i64()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => a.cmp(b),
        },
        _ if op == BinaryOp::Eq => return Some(a == b),
        _ if op == BinaryOp::Ne => return Some(a != b),
        (Value::Real(a), Value::Real(b)) => a.cmp(b),
        _ => return None,
    };
    match op {
        BinaryOp::Eq => Some(order.is_eq()),
        BinaryOp::Ne => Some(order.is_ne()),
        BinaryOp::Lt => Some(order.is_lt()),
        BinaryOp::Le => Some(order.is_le()),
        BinaryOp::Gt => Some(order.is_gt()),
        BinaryOp::Ge => Some(order.is_ge()),
        _ => None,
    }
}

/// A comparison of what has no order and is not equal.
fn unequal(op: BinaryOp) -> Option<bool> {
    match op {
        BinaryOp::Eq => Some(false),
        BinaryOp::Ne => Some(true),
        _ => None,
    }
}

/// How many atoms a condition has.
fn atoms_in(e: &Expr) -> usize {
    match &e.kind {
        ExprKind::And(a, b) | ExprKind::Or(a, b) => atoms_in(a) + atoms_in(b),
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Both, a) => atoms_in(a),
        _ => 1,
    }
}

/// Why an object has no such field.
pub(super) fn gone_or_broken(heap: &Heap, object: ObjectId, span: Span) -> Halt {
    match heap.get(object) {
        Some(Object::Gone { .. }) => Halt::error(ErrorKind::UseAfterFree, span),
        _ => broken(span),
    }
}

fn broken(span: Span) -> Halt {
    Halt::undetermined("a value of the wrong type", span)
}

// All watches without data flow share these functions, compiled once, so that inlining makes none of them slower or
// faster by accident.

pub(super) fn plain_value(
    env: &[Option<Value>],
    heap: &Heap,
    limits: &Limits,
    e: &Expr,
) -> Result<Value, Halt> {
    plain(env, heap, limits, &mut Unwatched).value(e)
}

pub(super) fn plain_moved(
    env: &[Option<Value>],
    heap: &Heap,
    limits: &Limits,
    e: &Expr,
) -> Result<Value, Halt> {
    plain(env, heap, limits, &mut Unwatched).moved(e)
}

pub(super) fn plain_truth(
    env: &[Option<Value>],
    heap: &Heap,
    limits: &Limits,
    e: &Expr,
) -> Result<bool, Halt> {
    plain(env, heap, limits, &mut Unwatched).truth(e)
}

pub(super) fn plain_decide(
    env: &[Option<Value>],
    heap: &Heap,
    limits: &Limits,
    e: &Expr,
    atoms: &mut Atoms,
) -> Result<bool, Halt> {
    plain(env, heap, limits, &mut Unwatched).decide(e, atoms)
}

/// An evaluation without a watch, so its position does not matter.
pub(super) fn plain<'a>(
    env: &'a [Option<Value>],
    heap: &'a Heap,
    limits: &'a Limits,
    watch: &'a mut Unwatched,
) -> Eval<'a, Unwatched> {
    let at = At { proc: ProcId(0), point: Point { block: BlockId::ENTRY, index: 0 } };
    Eval { env, ghosts: &[], heap, limits, frame: 0, at, watch }
}

impl<'a, W: Watch> Eval<'a, W> {
    #[inline]
    fn note(&mut self, place: Place) {
        if W::DATAFLOW {
            self.watch.used(place, self.at);
        }
    }

    pub fn value(&mut self, e: &Expr) -> Result<Value, Halt> {
        self.operand(e).map(Cow::into_owned)
    }

    /// A value to look at. What a variable or an object holds is not copied.
    fn operand(&mut self, e: &Expr) -> Result<Cow<'a, Value>, Halt> {
        Ok(Cow::Owned(match &e.kind {
            ExprKind::Var(v) => {
                self.note(Place::Var { frame: self.frame, var: *v });
                return match self.env.get(v.index()) {
                    Some(Some(value)) => Ok(Cow::Borrowed(value)),
                    _ => match v.ghost_index().and_then(|at| self.ghosts.get(at)) {
                        Some(Some(value)) => Ok(Cow::Borrowed(value)),
                        _ => Err(Halt::error(ErrorKind::Uninitialised, e.span)),
                    },
                };
            }
            ExprKind::Field(object, field) => {
                let object = self.operand(object)?;
                return Ok(Cow::Borrowed(self.field(&object, *field, e.span)?));
            }
            ExprKind::Element(array, index) => {
                let array = self.operand(array)?;
                let index = self.operand(index)?;
                let (object, at) = element_place(self.heap, &array, &index, e.span)?;
                return self.held(object, at, e.span).map(Cow::Borrowed);
            }
            ExprKind::Target(pointer) => {
                let pointer = self.operand(pointer).map_err(Halt::followed)?;
                let (object, at) = target_place(self.heap, &pointer, e.span)?;
                return self.held(object, at, e.span).map(Cow::Borrowed);
            }
            ExprKind::At(array, index) => {
                let array = self.operand(array)?;
                let index = self.operand(index)?;
                match (&*array, &*index) {
                    (Value::Ref(o), Value::Int(i)) => pointer_to(*o, i, e.span)?,
                    (Value::Nil, Value::Int(i)) if i.is_zero() => Value::Nil,
                    (Value::Nil, Value::Int(_)) => {
                        let kind = ErrorKind::NilDereference;
                        return Err(Halt::touched(kind, Touched::Nothing, e.span));
                    }
                    _ => return Err(broken(e.span)),
                }
            }
            ExprKind::Move(pointer, by) => {
                let pointer = self.operand(pointer)?;
                let by = self.operand(by)?;
                match (&*pointer, &*by) {
                    (Value::Pointer(o, i), Value::Int(by)) => pointer_to(*o, &(&Int::from(*i) + by), e.span)?,
                    (Value::Nil, Value::Int(by)) if by.is_zero() => Value::Nil,
                    (Value::Nil, Value::Int(_)) => {
                        let kind = ErrorKind::NilDereference;
                        return Err(Halt::touched(kind, Touched::Nothing, e.span));
                    }
                    _ => return Err(broken(e.span)),
                }
            }
            ExprKind::Distance(a, b) => match (&*self.operand(a)?, &*self.operand(b)?) {
                (Value::Pointer(o, i), Value::Pointer(p, j)) => {
                    match rows::positions(self.heap, (*o, *i), (*p, *j)) {
                        Some((i, j)) => Value::Int(&Int::from(i) - &Int::from(j)),
                        None => return Err(Halt::error(ErrorKind::UnrelatedPointers, e.span)),
                    }
                }
                (Value::Nil, Value::Nil) => Value::int(0),
                _ => return Err(Halt::error(ErrorKind::UnrelatedPointers, e.span)),
            },
            ExprKind::Position(pointer) => match &*self.operand(pointer)? {
                Value::Pointer(_, at) => Value::Int(Int::from(*at)),
                Value::Nil => {
                    return Err(Halt::touched(ErrorKind::NilDereference, Touched::Nothing, e.span));
                }
                _ => return Err(broken(e.span)),
            },
            ExprKind::Int(i) => Value::Int(i.clone()),
            ExprKind::Real(r) => Value::Real(r.clone()),
            ExprKind::Nil => Value::Nil,
            ExprKind::Length(array) => {
                let array = self.operand(array)?;
                match &*array {
                    Value::Pointer(o, at) => {
                        let length = array_of(self.heap, &Value::Ref(*o), e.span)?.len();
                        Value::Int(&Int::from(length) - &Int::from(*at))
                    }
                    array => Value::Int(Int::from(array_of(self.heap, array, e.span)?.len())),
                }
            }
            ExprKind::First(array) => {
                let array = self.operand(array)?;
                array_of(self.heap, &array, e.span)?;
                match Value::as_ref(&array).and_then(|o| self.heap.get(o)) {
                    Some(Object::Array { first, .. }) => Value::Int(Int::from(*first)),
                    // A freed object, even if `array_of` still knows its parts.
                    Some(Object::Gone { .. }) => return Err(Halt::error(ErrorKind::UseAfterFree, e.span)),
                    _ => return Err(broken(e.span)),
                }
            }
            ExprKind::Unary(UnaryOp::Neg, a) => match &*self.operand(a)? {
                Value::Int(i) => Value::Int(-i),
                Value::Real(r) => Value::Real(-r),
                _ => return Err(broken(e.span)),
            },
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                match (&*a, &*b) {
                    (Value::Int(a), Value::Int(b)) => Value::Int(self.integers(*op, a, b, e.span)?),
                    (Value::Real(a), Value::Real(b)) => Value::Real(self.reals(*op, a, b, e.span)?),
                    _ => return Err(broken(e.span)),
                }
            }
            ExprKind::BoolToInt(a) => Value::int(i64::from(self.truth(a)?)),
            ExprKind::Fit(a, word) => match &*self.operand(a)? {
                Value::Int(i) if word.holds(i) => Value::Int(i.clone()),
                Value::Int(_) => return Err(Halt::error(ErrorKind::Overflow, e.span)),
                _ => return Err(broken(e.span)),
            },
            ExprKind::Within(a, word) => match &*self.operand(a)? {
                Value::Int(i) if word.holds(i) => Value::Int(i.clone()),
                Value::Int(_) => return Err(Halt::error(ErrorKind::OutOfRange, e.span)),
                _ => return Err(broken(e.span)),
            },
            ExprKind::Sure(a, word) => match &*self.operand(a)? {
                Value::Int(i) if word.holds(i) => Value::Int(i.clone()),
                _ => return Err(broken(e.span)),
            },
            ExprKind::Wrap(a, word) => match &*self.operand(a)? {
                Value::Int(i) => Value::Int(word.wrap(i)),
                _ => return Err(broken(e.span)),
            },
            ExprKind::Bool(_)
            | ExprKind::Together(..)
            | ExprKind::Unary(UnaryOp::Not | UnaryOp::Whole | UnaryOp::Both, _)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::IntToBool(_) => Value::Bool(self.truth(e)?),
        }))
    }

    /// A value that is only moved from one place to another: nothing may be moved too, as when a struct is copied of
    /// which not everything was written.
    pub fn moved(&mut self, e: &Expr) -> Result<Value, Halt> {
        let found = match &e.kind {
            ExprKind::Field(object, field) => match &*self.operand(object)? {
                Value::Ref(o) => {
                    self.note(Place::Field(*o, *field));
                    self.heap.field(*o, *field)
                }
                _ => None,
            },
            ExprKind::Element(array, index) => {
                let array = self.operand(array)?;
                let index = self.operand(index)?;
                let (object, at) = element_place(self.heap, &array, &index, e.span)?;
                self.note(Place::Element(object, at as u32));
                self.heap.get(object).and_then(|o| o.values().get(at))
            }
            ExprKind::Target(pointer) => {
                let pointer = self.operand(pointer).map_err(Halt::followed)?;
                let (object, at) = target_place(self.heap, &pointer, e.span)?;
                self.note(Place::Element(object, at as u32));
                self.heap.get(object).and_then(|o| o.values().get(at))
            }
            _ => None,
        };
        match found {
            Some(value) => Ok(value.clone()),
            // Whatever is wrong is said by the usual way.
            None => self.value(e),
        }
    }

    /// An element of an array.
    fn held(&mut self, object: ObjectId, at: usize, span: Span) -> Result<&'a Value, Halt> {
        self.note(Place::Element(object, at as u32));
        let values = match self.heap.get(object) {
            Some(Object::Gone { left, .. }) => left,
            Some(there) => there.values(),
            None => &[],
        };
        match values.get(at) {
            Some(Value::Nothing) => Err(Halt::error(ErrorKind::Uninitialised, span)),
            Some(value) => Ok(value),
            None => Err(broken(span)),
        }
    }

    /// The value of a boolean expression.
    pub fn truth(&mut self, e: &Expr) -> Result<bool, Halt> {
        match &e.kind {
            ExprKind::Bool(b) => Ok(*b),
            ExprKind::Unary(UnaryOp::Not, a) => Ok(!self.truth(a)?),
            ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a) => self.truth(a),
            ExprKind::And(a, b) => Ok(self.truth(a)? && self.truth(b)?),
            ExprKind::Or(a, b) => Ok(self.truth(a)? || self.truth(b)?),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                if let (Value::Pointer(x, i), Value::Pointer(y, j)) = (&*a, &*b)
                    && rows::ends_meet(self.heap, (*x, *i), (*y, *j))
                {
                    let why = "whether the end of one object is the start of another is not specified";
                    return Err(Halt::undetermined(why, e.span));
                }
                compare(self.heap, *op, &a, &b).ok_or_else(|| match (&*a, &*b) {
                    // Only pointers into one array have an order.
                    (Value::Pointer(..) | Value::Nil, Value::Pointer(..) | Value::Nil) => {
                        Halt::error(ErrorKind::UnrelatedPointers, e.span)
                    }
                    _ => broken(e.span),
                })
            }
            ExprKind::Together(a, b) => match (&*self.operand(a)?, &*self.operand(b)?) {
                (Value::Pointer(o, i), Value::Pointer(p, j)) => {
                    Ok(rows::positions(self.heap, (*o, *i), (*p, *j)).is_some())
                }
                (Value::Pointer(..) | Value::Nil, Value::Pointer(..) | Value::Nil) => Ok(false),
                _ => Err(broken(e.span)),
            },
            ExprKind::IntToBool(a) => match &*self.operand(a)? {
                Value::Int(i) => Ok(!i.is_zero()),
                _ => Err(broken(e.span)),
            },
            ExprKind::Var(_) | ExprKind::Field(..) | ExprKind::Element(..) | ExprKind::Target(_) => {
                match &*self.operand(e)? {
                    Value::Bool(b) => Ok(*b),
                    _ => Err(broken(e.span)),
                }
            }
            // Numbers and references, which have no truth value; but what they err on comes first.
            _ => {
                self.value(e)?;
                Err(broken(e.span))
            }
        }
    }

    /// The value of a condition, with those of its atoms in order.
    pub fn decide(&mut self, e: &Expr, atoms: &mut Atoms) -> Result<bool, Halt> {
        match &e.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let stops_at = matches!(e.kind, ExprKind::Or(..));
                if self.decide(a, atoms)? == stops_at {
                    atoms.skip(atoms_in(b));
                    return Ok(stops_at);
                }
                self.decide(b, atoms)
            }
            ExprKind::Unary(UnaryOp::Both, joined) => match &joined.kind {
                ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                    let (left, right) = (self.decide(a, atoms)?, self.decide(b, atoms)?);
                    Ok(if matches!(joined.kind, ExprKind::And(..)) { left && right } else { left || right })
                }
                _ => self.decide(joined, atoms),
            },
            ExprKind::Unary(UnaryOp::Not, a) => Ok(!self.decide(a, atoms)?),
            _ => {
                let value = self.truth(e)?;
                atoms.push(value);
                Ok(value)
            }
        }
    }

    #[inline]
    fn field(&mut self, object: &Value, field: FieldId, span: Span) -> Result<&'a Value, Halt> {
        match object {
            Value::Nil => Err(Halt::error(ErrorKind::NilDereference, span)),
            Value::Ref(o) => {
                self.note(Place::Field(*o, field));
                match self.heap.field(*o, field) {
                    Some(Value::Nothing) => Err(Halt::error(ErrorKind::Uninitialised, span)),
                    Some(value) => Ok(value),
                    None => Err(gone_or_broken(self.heap, *o, span)),
                }
            }
            _ => Err(broken(span)),
        }
    }

    #[inline]
    fn integers(&self, op: BinaryOp, a: &Int, b: &Int, span: Span) -> Result<Int, Halt> {
        use BinaryOp::*;
        // Nearly all numbers are small.
        if let (Some(a), Some(b)) = (a.to_i64(), b.to_i64()) {
            let small = match op {
                Add => a.checked_add(b),
                Sub => a.checked_sub(b),
                _ => None,
            };
            if let Some(small) = small {
                return Ok(Int::from(small));
            }
        }
        let value = match op {
            Add => a + b,
            Sub => a - b,
            Mul => {
                // Before the product is made, since it could be too large to make.
                self.check_size(a.bits() + b.bits(), span)?;
                a * b
            }
            Div | Rem => {
                let zero = || Halt::error(ErrorKind::DivisionByZero, span);
                let (quotient, rest) = a.div_rem_trunc(b).ok_or_else(zero)?;
                if op == Div { quotient } else { rest }
            }
            Mod => {
                let zero = || Halt::error(ErrorKind::DivisionByZero, span);
                a.div_mod_floor(b).ok_or_else(zero)?.1
            }
            Eq | Ne | Lt | Le | Gt | Ge => return Err(broken(span)),
        };
        if value.to_i64().is_none() {
            self.check_size(value.bits(), span)?;
        }
        Ok(value)
    }

    fn reals(&self, op: BinaryOp, a: &Rat, b: &Rat, span: Span) -> Result<Rat, Halt> {
        use BinaryOp::*;
        let value = match op {
            Add => a + b,
            Sub => a - b,
            Mul => a * b,
            Div if b.is_zero() => return Err(Halt::error(ErrorKind::DivisionByZero, span)),
            Div => a.div(b),
            Rem | Mod | Eq | Ne | Lt | Le | Gt | Ge => return Err(broken(span)),
        };
        self.check_size(value.numerator().bits().max(value.denominator().bits()), span)?;
        Ok(value)
    }

    #[inline]
    fn check_size(&self, bits: usize, span: Span) -> Result<(), Halt> {
        if bits > self.limits.bits { Err(Halt::limit(Limit::Numbers, span)) } else { Ok(()) }
    }
}
