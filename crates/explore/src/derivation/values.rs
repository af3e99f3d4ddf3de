//! Values and conditions of a path, with the constraints under which they are that.

use super::{Derivation, Erred, numbered};
use imperative::{BinaryOp, ErrorKind, Expr, ExprKind, StructId, Type, UnaryOp, type_of};
use source::Span;

impl Derivation<'_> {
    /// The struct that an expression refers to.
    pub(super) fn struct_of(&self, e: &Expr) -> Option<StructId> {
        match type_of(self.program, self.frames.last()?.proc, e)? {
            Type::Ref(s) => Some(s),
            _ => None,
        }
    }

    /// The value of an expression, with the constraints under which it is that.
    pub(super) fn value(&mut self, e: &Expr) -> Result<String, Erred> {
        Ok(match &e.kind {
            ExprKind::Int(i) => i.to_string(),
            ExprKind::Real(r) => r.to_string(),
            ExprKind::Bool(b) => b.to_string(),
            ExprKind::Nil => "nil".into(),
            ExprKind::Var(v) => {
                let Some(frame) = self.frames.last() else { return Err(Erred) };
                if !frame.temporaries.contains_key(v) && self.errs(ErrorKind::Uninitialised, e.span) {
                    let name = frame.proc.var(*v).map_or_else(String::new, |v| v.name.clone());
                    let env = frame.env;
                    self.say(format!("{name} ∉ E{env}"));
                    return Err(Erred);
                }
                self.variable(*v)
            }
            ExprKind::Field(object, field) => {
                let reference = self.value(object)?;
                let of = self.struct_of(object);
                let (_, fields) = self.cell(&reference, of, e.span)?;
                fields.get(field.index()).cloned().unwrap_or_default()
            }
            ExprKind::Element(array, index) => {
                let array = self.value(array)?;
                let index = self.value(index)?;
                let cell = self.array(&array, e.span)?;
                self.in_range(&cell, &index, e.span)?;
                self.values += 1;
                let value = numbered("V", self.values);
                self.say(format!("(({cell}, {index}) ↦ {value}) ∈ H{}", self.heaps));
                value
            }
            ExprKind::Length(array) => {
                let array = self.value(array)?;
                let cell = self.array(&array, e.span)?;
                format!("length({cell})")
            }
            ExprKind::First(array) => {
                let array = self.value(array)?;
                let cell = self.array(&array, e.span)?;
                format!("first({cell})")
            }
            ExprKind::Position(pointer) => {
                let pointer = self.value(pointer)?;
                let cell = self.array(&pointer, e.span)?;
                format!("position({cell})")
            }
            ExprKind::Target(pointer) => {
                let pointer = self.value(pointer)?;
                let cell = self.array(&pointer, e.span)?;
                if self.errs(ErrorKind::IndexOutOfRange, e.span) {
                    self.say(format!("{pointer} is outside of its array"));
                    return Err(Erred);
                }
                self.values += 1;
                let value = numbered("V", self.values);
                self.say(format!("(*{cell} ↦ {value}) ∈ H{}", self.heaps));
                value
            }
            ExprKind::At(a, b) | ExprKind::Move(a, b) | ExprKind::Distance(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let sign = if let ExprKind::Distance(..) = e.kind { "⊖" } else { "⊕" };
                if self.errs(ErrorKind::IndexOutOfRange, e.span) {
                    self.say(format!("{a} {sign} {b} is outside of its array"));
                    return Err(Erred);
                }
                format!("({a} {sign} {b})")
            }
            ExprKind::Unary(UnaryOp::Neg, a) => format!("-{}", self.value(a)?),
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                if op.divides() {
                    if self.errs(ErrorKind::DivisionByZero, e.span) {
                        self.say(format!("{b} = 0"));
                        return Err(Erred);
                    }
                    self.say(format!("{b} ≠ 0"));
                }
                format!("({a} {} {b})", op.symbol())
            }
            ExprKind::BoolToInt(a) => self.value(a)?,
            ExprKind::Fit(a, word) => {
                let a = self.value(a)?;
                if self.errs(ErrorKind::Overflow, e.span) {
                    self.say(format!("{a} ∉ {word}"));
                    return Err(Erred);
                }
                a
            }
            ExprKind::Sure(a, _) => self.value(a)?,
            ExprKind::Within(a, word) => {
                let a = self.value(a)?;
                if self.errs(ErrorKind::OutOfRange, e.span) {
                    self.say(format!("{a} ∉ {word}"));
                    return Err(Erred);
                }
                a
            }
            ExprKind::Wrap(a, word) => format!("{word}({})", self.value(a)?),
            // A comparison used as a value is no choice: its value is its formula.
            _ => format!("[{}]", self.formula(e, true)?),
        })
    }

    /// Says that a condition comes out as it does.
    pub(super) fn constrain(&mut self, e: &Expr, outcome: bool) -> Result<(), Erred> {
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.constrain(a, !outcome),
            ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a) => self.constrain(a, outcome),
            ExprKind::And(a, b) if outcome => {
                self.constrain(a, true)?;
                self.constrain(b, true)
            }
            ExprKind::Or(a, b) if !outcome => {
                self.constrain(a, false)?;
                self.constrain(b, false)
            }
            _ => {
                let f = self.formula(e, outcome)?;
                self.say(f);
                Ok(())
            }
        }
    }

    /// The formula that says how a condition comes out; constraints about values are said on the way.
    fn formula(&mut self, e: &Expr, outcome: bool) -> Result<String, Erred> {
        Ok(match &e.kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.formula(a, !outcome)?,
            ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a) => self.formula(a, outcome)?,
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let or = matches!(e.kind, ExprKind::Or(..));
                if self.is_next_error() && self.error().is_some_and(|(_, s)| within(s, b.span)) {
                    // The right side is looked at and errs.
                    self.constrain(a, !or)?;
                    return self.formula(b, outcome);
                }
                if outcome != or {
                    let (a, b) = (self.formula(a, outcome)?, self.formula(b, outcome)?);
                    return Ok(format!("({a} ∧ {b})"));
                }
                // Either the left side settles it, or it leaves it to the right one.
                let first = self.formula(a, outcome)?;
                let said = self.new.len();
                let second = self.formula(b, outcome)?;
                let mut right = self.new.split_off(said);
                right.push(second);
                format!("({first} ∨ {})", joined(&right))
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let sign = match (op, outcome) {
                    (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => "=",
                    (BinaryOp::Eq, false) | (BinaryOp::Ne, true) => "≠",
                    (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => "<",
                    (BinaryOp::Le, true) | (BinaryOp::Gt, false) => "≤",
                    (BinaryOp::Gt, true) | (BinaryOp::Le, false) => ">",
                    _ => "≥",
                };
                format!("{a} {sign} {b}")
            }
            ExprKind::IntToBool(a) => {
                let a = self.value(a)?;
                format!("{a} {} 0", if outcome { "≠" } else { "=" })
            }
            ExprKind::Bool(b) => (*b == outcome).to_string(),
            _ => {
                let v = self.value(e)?;
                format!("{v} = {outcome}")
            }
        })
    }
}

fn joined(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("({})", parts.join(" ∧ ")),
    }
}

fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && inner.start >= outer.start && inner.end <= outer.end
}
