//! Constant expressions, evaluated exactly on the typed tree: every conversion is there already, so each step only
//! has to respect the type that it has.

use crate::tree::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::types::{FloatKind, Type, Types};
use base::Int;

/// Why an expression has no constant value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotConstant {
    /// It depends on something that is only known when the program runs.
    Depends,
    /// It divides by zero.
    DivisionByZero,
    /// It shifts by a negative number or by more bits than there are.
    ShiftOutOfRange,
}

/// The value of a constant expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The value, in the range of the expression's type.
    pub value: Int,
    /// Whether a signed operation left the range of its type; the value is then what is left modulo two to the
    /// number of bits, as compilers have it.
    pub overflow: bool,
}

/// The value of an integer expression, if it is constant.
pub fn evaluate(types: &Types, expr: &Expr) -> Result<Constant, NotConstant> {
    let mut overflow = false;
    let value = Evaluator { types, overflow: &mut overflow }.value(expr)?;
    Ok(Constant { value, overflow })
}

struct Evaluator<'a> {
    types: &'a Types,
    overflow: &'a mut bool,
}

impl Evaluator<'_> {
    fn value(&mut self, expr: &Expr) -> Result<Int, NotConstant> {
        let truth = |b: bool| Int::from(i64::from(b));
        match &expr.kind {
            ExprKind::Int(value) => Ok(value.clone()),
            ExprKind::Null => Ok(truth(false)),
            ExprKind::Neg(e) => {
                let value = -self.value(e)?;
                self.fit(&expr.ty, value)
            }
            ExprKind::BitNot(e) => {
                let value = -self.value(e)? - Int::from(1_i64);
                self.fit(&expr.ty, value)
            }
            ExprKind::Not(e) => Ok(truth(self.value(e)?.is_zero())),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let value = self.binary(*op, &a, &b, &expr.ty)?;
                self.fit(&expr.ty, value)
            }
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Ok(truth(match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Lt => a < b,
                    CompareOp::Le => a <= b,
                    CompareOp::Gt => a > b,
                    CompareOp::Ge => a >= b,
                }))
            }
            ExprKind::And(a, b) => {
                if self.value(a)?.is_zero() {
                    return Ok(truth(false));
                }
                Ok(truth(!self.value(b)?.is_zero()))
            }
            ExprKind::Or(a, b) => {
                if !self.value(a)?.is_zero() {
                    return Ok(truth(true));
                }
                Ok(truth(!self.value(b)?.is_zero()))
            }
            ExprKind::Conditional(c, a, b) => {
                if self.value(c)?.is_zero() {
                    self.value(b)
                } else {
                    self.value(a)
                }
            }
            ExprKind::Convert(e) => self.convert(e, &expr.ty),
            _ => Err(NotConstant::Depends),
        }
    }

    fn convert(&mut self, e: &Expr, to: &Type) -> Result<Int, NotConstant> {
        if let (ExprKind::Float(text), true) = (&e.kind, to.is_integer()) {
            return self.whole_part(text, to);
        }
        let value = self.value(e)?;
        if *to == Type::Bool {
            return Ok(Int::from(i64::from(!value.is_zero())));
        }
        match self.types.integer(to) {
            Some(int) => Ok(int.wrap(&value)),
            None if matches!(to, Type::Pointer(_)) && value.is_zero() => Ok(value),
            None => Err(NotConstant::Depends),
        }
    }

    /// `(int) 2.5`: the only floating constants that integer constants may have.
    fn whole_part(&mut self, text: &str, to: &Type) -> Result<Int, NotConstant> {
        let number = text.trim_end_matches(['f', 'F', 'l', 'L']).parse::<f64>();
        let number = number.ok().filter(|n| n.abs() < 1e15).ok_or(NotConstant::Depends)?;
        if *to == Type::Bool {
            return Ok(Int::from(i64::from(number != 0.0)));
        }
        let whole = Int::from(number.trunc() as i64);
        let int = self.types.integer(to).ok_or(NotConstant::Depends)?;
        if int.holds(&whole) { Ok(whole) } else { Err(NotConstant::Depends) }
    }

    /// Brings a result into the range of its type.
    fn fit(&mut self, ty: &Type, value: Int) -> Result<Int, NotConstant> {
        let int = self.types.integer(ty).ok_or(NotConstant::Depends)?;
        if int.signed && !int.holds(&value) {
            *self.overflow = true;
        }
        Ok(int.wrap(&value))
    }

    fn binary(&mut self, op: BinaryOp, a: &Int, b: &Int, ty: &Type) -> Result<Int, NotConstant> {
        let int = self.types.integer(ty).ok_or(NotConstant::Depends)?;
        Ok(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a.div_rem_trunc(b).ok_or(NotConstant::DivisionByZero)?.0,
            BinaryOp::Rem => a.div_rem_trunc(b).ok_or(NotConstant::DivisionByZero)?.1,
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                // All values fit in 65 bits, and two's complement has the bits of the type.
                let (a, b) = (wide(a).ok_or(NotConstant::Depends)?, wide(b).ok_or(NotConstant::Depends)?);
                Int::from(match op {
                    BinaryOp::BitAnd => a & b,
                    BinaryOp::BitOr => a | b,
                    _ => a ^ b,
                })
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let by = b.to_i64().and_then(|b| u32::try_from(b).ok()).filter(|by| *by < int.bits);
                let by = by.ok_or(NotConstant::ShiftOutOfRange)?;
                let factor = Int::from(1_i128 << by);
                if op == BinaryOp::Shl {
                    // gcc shifts the bits of signed numbers too, and says nothing in most cases.
                    return Ok(int.wrap(&(a * &factor)));
                }
                a.div_floor(&factor)
            }
        })
    }
}

fn wide(number: &Int) -> Option<i128> {
    if let Some(small) = number.to_i64() {
        return Some(i128::from(small));
    }
    number.to_string().parse().ok()
}

/// The types that may stand in a floating computation, from narrow to wide.
pub(crate) fn wider(a: FloatKind, b: FloatKind) -> FloatKind {
    a.max(b)
}
