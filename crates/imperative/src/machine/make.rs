//! New objects, and objects that are freed.

use super::eval::{array_of, default_value};
use super::outcome::{Halt, Limit};
use super::run::{Frame, Machine};
use super::watch::Watch;
use super::{Object, ObjectId, Value};
use crate::{ErrorKind, Expr, Part, Type, VarId};
use base::Int;
use source::Span;
use std::ops::Range;

/// Values of a new array that take as long as an instruction.
const VALUES_A_STEP: u64 = 16;

impl<'p, W: Watch> Machine<'p, '_, W> {
    /// The index of the first element of an array that is to be made.
    pub(super) fn first(&mut self, frame: &Frame<'p>, first: &Expr, span: Span) -> Result<i64, Halt> {
        match self.value(frame, first)? {
            Value::Int(i) => i
                .to_i64()
                .ok_or_else(|| Halt::undetermined("an array that starts at too large an index", span)),
            _ => Err(Halt::undetermined("a value of the wrong type", span)),
        }
    }

    pub(super) fn length(&self, length: &Value, span: Span) -> Result<usize, Halt> {
        let Value::Int(length) = length else {
            return Err(Halt::undetermined("a value of the wrong type", span));
        };
        if length.is_negative() {
            return Err(Halt::error(ErrorKind::NegativeArrayLength, span));
        }
        let too_large = || Halt::limit(Limit::Memory, span);
        length.to_i64().and_then(|n| usize::try_from(n).ok()).ok_or_else(too_large)
    }

    /// Where [`crate::InstrKind::Fill`] stores: the array and the positions.
    pub(super) fn filled(
        &mut self,
        frame: &Frame<'p>,
        array: &Expr,
        from: &Expr,
        count: &Expr,
        span: Span,
    ) -> Result<(ObjectId, Range<usize>), Halt> {
        let array = self.value(frame, array)?;
        let (from, count) = (self.value(frame, from)?, self.value(frame, count)?);
        let (Value::Int(from), Value::Int(count)) = (&from, &count) else {
            return Err(Halt::undetermined("a value of the wrong type", span));
        };
        let length = array_of(&self.heap, &array, span)?.len();
        let Some(object) = array.as_ref() else {
            return Err(Halt::undetermined("a value of the wrong type", span));
        };
        if !count.is_positive() {
            return Ok((object, 0..0));
        }
        let position = |n: &Int| n.to_i64().and_then(|n| usize::try_from(n).ok());
        let (first, end) = (position(from), position(&(from + count)));
        match first.zip(end).filter(|(_, end)| *end <= length) {
            Some((first, end)) => Ok((object, first..end)),
            None => Err(Halt::error(ErrorKind::IndexOutOfRange, span)),
        }
    }

    /// The values that [`crate::InstrKind::Fill`] stores; each takes a step.
    pub(super) fn fillings(
        &mut self,
        frame: &mut Frame<'p>,
        count: usize,
        index: VarId,
        value: &Expr,
        span: Span,
    ) -> Result<Vec<Value>, Halt> {
        let mut values = Vec::new();
        for i in 0..count {
            if self.steps >= self.limits.steps {
                return Err(Halt::limit(Limit::Steps, span));
            }
            self.steps += 1;
            self.watch.repeats(frame.at());
            self.set(frame, index, Value::Int(Int::from(i)));
            values.push(self.moved(frame, value)?);
        }
        Ok(values)
    }

    /// Makes an object with all its parts; the length is that of an array, or of an open array that is a part of a cell.
    /// A verified program has no struct that is part of itself.
    pub(super) fn make(
        &mut self,
        frame: &Frame<'p>,
        ty: &Type,
        length: usize,
        zeroed: bool,
        span: Span,
    ) -> Result<ObjectId, Halt> {
        let mut plain = Vec::new();
        let types: Vec<Type> = match ty {
            Type::Ref(s) => match self.program.struct_of(*s) {
                Some(of) => of.fields.iter().map(|f| f.ty.clone()).collect(),
                None => return Err(Halt::undetermined("there is no such struct", span)),
            },
            Type::Array(element) => {
                self.grow(length, span)?;
                // What is long takes its time.
                self.steps = self.steps.saturating_add(length as u64 / VALUES_A_STEP);
                match &**element {
                    Type::Part(_) => vec![(**element).clone(); length],
                    ty => {
                        self.grow(length, span)?;
                        plain = vec![if zeroed { default_value(ty) } else { Value::Nothing }; length];
                        Vec::new()
                    }
                }
            }
            _ => return Err(Halt::undetermined("a value of the wrong type", span)),
        };
        self.grow(types.len(), span)?;
        let mut values = plain;
        values.reserve_exact(types.len());
        for ty in types {
            values.push(match &ty {
                Type::Part(part) => {
                    let length = match &**part {
                        Part::Cell(_) => 0,
                        Part::Array(_, n) => {
                            usize::try_from(*n).map_err(|_| Halt::limit(Limit::Memory, span))?
                        }
                        Part::Open(_, least) => {
                            let least = usize::try_from(*least);
                            least.map_err(|_| Halt::limit(Limit::Memory, span))?.max(length)
                        }
                    };
                    Value::Ref(self.make(frame, &part.reference(), length, zeroed, span)?)
                }
                ty if zeroed => default_value(ty),
                _ => Value::Nothing,
            });
        }
        let count = values.len();
        let object = match ty {
            Type::Ref(s) => Object::Cell { of: *s, fields: values },
            Type::Array(element) => Object::Array { element: (**element).clone(), values, first: 0 },
            _ => return Err(Halt::undetermined("a value of the wrong type", span)),
        };
        let o = self.heap.add(object);
        if W::DATAFLOW {
            self.watch.made(&self.heap, o, count, frame.at());
        }
        Ok(o)
    }

    /// Frees what a reference leads to, or a pointer to the first element of an array.
    pub(super) fn free(&mut self, value: &Value, span: Span) -> Result<(), Halt> {
        let bad = || Halt::error(ErrorKind::BadFree, span);
        let whole = match value {
            Value::Nil => return Ok(()),
            Value::Ref(o) | Value::Pointer(o, 0) => *o,
            _ => return Err(bad()),
        };
        if self.heap.parts(self.program).get(whole.index()).copied().unwrap_or(false) {
            return Err(bad());
        }
        let mut waiting = vec![whole];
        while let Some(o) = waiting.pop() {
            let Some(object) = self.heap.objects.get_mut(o.index()) else { return Err(bad()) };
            if let Object::Gone { .. } = object {
                return Err(bad());
            }
            waiting.extend(object.parts(self.program));
            *object = object.gone(self.program);
        }
        Ok(())
    }

    pub(super) fn new_array(
        &mut self,
        frame: &Frame<'p>,
        element: &Type,
        length: &Value,
        span: Span,
    ) -> Result<Value, Halt> {
        let length = self.length(length, span)?;
        self.grow(length, span)?;
        let o = self.heap.array(element.clone(), vec![default_value(element); length]);
        if W::DATAFLOW {
            self.watch.made(&self.heap, o, length, frame.at());
        }
        Ok(Value::Ref(o))
    }
}
