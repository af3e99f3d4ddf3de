//! What else could stand in place of an expression.
//!
//! ```text
//! i < n       comparison: <= > >= == /=      loop bound, in the condition of a loop: i <= n, i < n - 1
//! a[i + 1]    index: a[i + 2], a[i + 0]      (which the constant 1 gives as well; it is listed once)
//! ```
//!
//! The walk gives a change as the path to a part and the part that stands there instead.

use super::written::Written;
use crate::mutants::Operator;
use base::{Int, Rat};
use imperative::{BinaryOp, Expr, ExprKind, FieldId, Proc, Program, Type, UnaryOp, type_of};

/// A change of an expression: the operator, the path to the part, the new part.
pub(super) type Change = (Operator, Vec<u8>, Expr);

/// Finds the changes of one expression.
pub(super) struct Walk<'a> {
    pub program: &'a Program,
    pub proc: &'a Proc,
    pub written: Written<'a>,
    /// Whether it is the condition of a loop.
    pub in_loop_condition: bool,
    pub found: Vec<Change>,
}

impl Walk<'_> {
    /// All changes at this expression and below. The depth of expressions is bounded, so recursion is safe.
    pub(super) fn walk(&mut self, e: &Expr, path: &mut Vec<u8>) {
        let made_up = self.is_made_up(e);
        if !made_up {
            self.here(e, path);
        }
        for (i, operand) in e.operands().enumerate() {
            if made_up && operand.span == e.span && !is_logical(e) {
                continue;
            }
            path.push(i as u8);
            self.walk(operand, path);
            path.pop();
        }
    }

    /// Whether it is an operation that is not in the source, such as subtracting the first index from another.
    pub(super) fn is_made_up(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Binary(..)) && !self.written.operation(e)
            || !self.program.notation.text.casts && is_logical(e) && !self.written.logical(e)
            || self.written.is_made_up_number(e)
    }

    fn add(&mut self, operator: Operator, path: &[u8], kind: ExprKind, of: &Expr) {
        self.found.push((operator, path.to_vec(), Expr::new(kind, of.span)));
    }

    fn here(&mut self, e: &Expr, path: &mut Vec<u8>) {
        match &e.kind {
            ExprKind::Int(i) => {
                for other in numbers(i) {
                    self.add(Operator::Constant, path, ExprKind::Int(other), e);
                }
            }
            ExprKind::Real(r) => {
                let one = Rat::from(1);
                for other in [r + &one, r - &one, Rat::from(0)] {
                    self.add(Operator::Constant, path, ExprKind::Real(other), e);
                }
            }
            ExprKind::Bool(b) => self.add(Operator::Constant, path, ExprKind::Bool(!b), e),
            ExprKind::Field(object, field) => {
                for other in self.like_field(object, *field) {
                    self.add(Operator::Field, path, ExprKind::Field(object.clone(), other), e);
                }
            }
            ExprKind::Element(_, index) => {
                // Where the front end counts from another index, the author's index is the left operand.
                let index = match &index.kind {
                    ExprKind::Binary(_, written, _)
                        if self.is_made_up(index) && written.span != index.span =>
                    {
                        path.extend([1, 0]);
                        self.shifts(Operator::Index, written, &[1, -1], path);
                        path.truncate(path.len() - 2);
                        return;
                    }
                    _ if index.span == e.span => return,
                    _ => index,
                };
                path.push(1);
                self.shifts(Operator::Index, index, &[1, -1], path);
                path.pop();
            }
            ExprKind::And(a, b) => {
                self.add(Operator::Boolean, path, ExprKind::Or(a.clone(), b.clone()), e);
                self.drops(a, b, path);
            }
            ExprKind::Or(a, b) => {
                self.add(Operator::Boolean, path, ExprKind::And(a.clone(), b.clone()), e);
                self.drops(a, b, path);
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => self.comparison(*op, a, b, e, path),
            ExprKind::Binary(op, a, b) => {
                let whole = type_of(self.program, self.proc, e) == Some(Type::Int);
                let others = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem];
                for other in others {
                    if other != *op && (whole || other != BinaryOp::Rem) {
                        let kind = ExprKind::Binary(other, a.clone(), b.clone());
                        self.add(Operator::Arithmetic, path, kind, e);
                    }
                }
            }
            ExprKind::Move(_, by) if by.span != e.span || self.written.number(by) => {
                path.push(1);
                self.shifts(Operator::Index, by, &[1, -1], path);
                path.pop();
            }
            ExprKind::Nil
            | ExprKind::Var(_)
            | ExprKind::Length(_)
            | ExprKind::First(_)
            | ExprKind::Unary(..)
            | ExprKind::IntToBool(_)
            | ExprKind::BoolToInt(_)
            | ExprKind::Fit(..)
            | ExprKind::Within(..)
            | ExprKind::Sure(..)
            | ExprKind::Wrap(..)
            | ExprKind::Target(_)
            | ExprKind::At(..)
            | ExprKind::Distance(..)
            | ExprKind::Together(..)
            | ExprKind::Move(..)
            | ExprKind::Position(_) => {}
        }
    }

    fn drops(&mut self, a: &Expr, b: &Expr, path: &[u8]) {
        for kept in [a, b] {
            self.found.push((Operator::Boolean, path.to_vec(), kept.clone()));
        }
    }

    fn comparison(&mut self, op: BinaryOp, a: &Expr, b: &Expr, e: &Expr, path: &mut Vec<u8>) {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let left = type_of(self.program, self.proc, a).or_else(|| type_of(self.program, self.proc, b));
        let number = left.as_ref().is_some_and(Type::is_number);
        let swapped = |other| ExprKind::Binary(other, Box::new(a.clone()), Box::new(b.clone()));
        if self.in_loop_condition && number {
            // One more or one less of the bound; `i < n + 1` is `i <= n`, at least for integers.
            let (near, by): (Option<BinaryOp>, &[i64]) =
                match (op, left.as_ref().is_some_and(Type::is_integer)) {
                    (Lt, true) => (Some(Le), &[-1]),
                    (Le, true) => (Some(Lt), &[1]),
                    (Gt, true) => (Some(Ge), &[1]),
                    (Ge, true) => (Some(Gt), &[-1]),
                    _ => (None, &[1, -1]),
                };
            if let Some(near) = near {
                self.add(Operator::LoopBound, path, swapped(near), e);
            }
            path.push(1);
            self.shifts(Operator::LoopBound, b, by, path);
            path.pop();
        }
        let others: &[BinaryOp] = if number { &[Eq, Ne, Lt, Le, Gt, Ge] } else { &[Eq, Ne] };
        for other in others.iter().filter(|o| **o != op) {
            self.add(Operator::Comparison, path, swapped(*other), e);
        }
    }

    /// A number moved up or down. Where it ends in a constant, the constant moves, so that the change is the same
    /// as one of that constant.
    pub(super) fn shifts(&mut self, operator: Operator, e: &Expr, by: &[i64], path: &mut Vec<u8>) {
        if self.written.is_made_up_number(e) {
            return;
        }
        for d in by {
            match &e.kind {
                ExprKind::Int(i) => self.add(operator, path, ExprKind::Int(i + &Int::from(*d)), e),
                ExprKind::Real(r) => self.add(operator, path, ExprKind::Real(r + &Rat::from(*d)), e),
                ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), _, last)
                    if matches!(last.kind, ExprKind::Int(_) | ExprKind::Real(_)) =>
                {
                    let d = if *op == BinaryOp::Add { *d } else { -*d };
                    path.push(1);
                    self.shifts(operator, last, &[d], path);
                    path.pop();
                }
                _ => {
                    let Some(ty) = type_of(self.program, self.proc, e) else { continue };
                    let one = match ty {
                        Type::Real => ExprKind::Real(Rat::from(1)),
                        _ => ExprKind::Int(Int::from(1)),
                    };
                    let op = if *d > 0 { BinaryOp::Add } else { BinaryOp::Sub };
                    let one = Box::new(Expr::new(one, e.span));
                    self.add(operator, path, ExprKind::Binary(op, Box::new(e.clone()), one), e);
                }
            }
        }
    }

    /// The other fields of the same struct and type.
    pub(super) fn like_field(&self, object: &Expr, field: FieldId) -> Vec<FieldId> {
        let Some(Type::Ref(s)) = type_of(self.program, self.proc, object) else { return Vec::new() };
        let Some(of) = self.program.struct_of(s) else { return Vec::new() };
        let Some(this) = of.fields.get(field.index()) else { return Vec::new() };
        let ids = (0..of.fields.len()).map(FieldId::new);
        ids.zip(&of.fields).filter(|(id, f)| *id != field && f.ty == this.ty).map(|(id, _)| id).collect()
    }
}

fn is_logical(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _))
}

/// One up, one down, zero.
fn numbers(i: &Int) -> Vec<Int> {
    let one = Int::from(1);
    vec![i + &one, i - &one, Int::from(0)]
}

/// The opposite of a condition, as a person would write it.
pub(super) fn opposite(e: &Expr) -> Expr {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    match &e.kind {
        ExprKind::Unary(UnaryOp::Not, a) => (**a).clone(),
        ExprKind::Bool(b) => Expr::bool(!b, e.span),
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let op = match op {
                Eq => Ne,
                Ne => Eq,
                Lt => Ge,
                Ge => Lt,
                Gt => Le,
                Le => Gt,
                other => *other,
            };
            Expr::new(ExprKind::Binary(op, a.clone(), b.clone()), e.span)
        }
        _ => Expr::negated(e.clone(), e.span),
    }
}

/// How many levels an expression has.
pub(super) fn levels(e: &Expr) -> usize {
    let (mut deepest, mut waiting) = (0, vec![(e, 1)]);
    while let Some((e, level)) = waiting.pop() {
        deepest = deepest.max(level);
        waiting.extend(e.operands().map(|o| (o, level + 1)));
    }
    deepest
}
