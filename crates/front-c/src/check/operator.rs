//! Operators with one and two operands.

use super::{Checker, Operand};
use crate::tree::{BinaryOp, CompareOp, Expr, ExprKind, Place, PlaceKind};
use crate::types::Type;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

impl Checker<'_> {
    /// An operator with one operand.
    pub(super) fn unary(&mut self, node: &ast::UnaryOperatorExpression, span: ParsedSpan) -> Operand {
        use ast::UnaryOperator as U;
        let at = self.at(span);
        let value = match &node.operator.node {
            U::Address => {
                let operand = self.operand(&node.operand);
                self.address(operand, span)
            }
            U::Indirection => {
                if let Some(place) = self.errno(&node.operand, span) {
                    return place;
                }
                let pointer = self.expr_value(&node.operand);
                return self.target(pointer, span);
            }
            U::PreIncrement => self.step(&node.operand, true, true, span),
            U::PreDecrement => self.step(&node.operand, false, true, span),
            U::PostIncrement => self.step(&node.operand, true, false, span),
            U::PostDecrement => self.step(&node.operand, false, false, span),
            U::Negate => {
                let value = self.truth(&node.operand);
                Expr { kind: ExprKind::Not(Box::new(value)), ty: self.int(), span: at }
            }
            operator @ (U::Plus | U::Minus | U::Complement) => {
                let value = self.expr_value(&node.operand);
                if value.ty.is_unknown() {
                    return Operand::Value(value);
                }
                let bits = *operator == U::Complement;
                let fine = if bits { value.ty.is_integer() } else { value.ty.is_arithmetic() };
                if !fine {
                    let text = self.text_of(&value.ty);
                    let name = match operator {
                        U::Plus => "+",
                        U::Minus => "-",
                        _ => "~",
                    };
                    self.error(span, format!("`{name}` has no meaning for the type `{text}`"), "");
                    return Operand::Value(self.wrong(at));
                }
                let value = self.promote(value);
                let ty = value.ty.clone();
                match operator {
                    U::Plus => Expr { span: at, ..value },
                    U::Minus => Expr { kind: ExprKind::Neg(Box::new(value)), ty, span: at },
                    _ => Expr { kind: ExprKind::BitNot(Box::new(value)), ty, span: at },
                }
            }
        };
        Operand::Value(value)
    }

    fn step(
        &mut self,
        node: &Node<ast::Expression>,
        increment: bool,
        prefix: bool,
        span: ParsedSpan,
    ) -> Expr {
        let place = match self.changed(node) {
            Ok(place) => place,
            Err(value) => return value,
        };
        if !place.ty.is_scalar() {
            let text = self.text_of(&place.ty);
            self.error(span, format!("a value of type `{text}` cannot be counted up or down"), "");
            return self.wrong(self.at(span));
        }
        let ty = place.ty.clone();
        self.refuse_void(&ty);
        let kind = ExprKind::IncDec { place: Box::new(place), increment, prefix };
        Expr { kind, ty, span: self.at(span) }
    }

    /// The place that an operand names, to be changed; otherwise the value of the whole expression.
    fn changed(&mut self, node: &Node<ast::Expression>) -> Result<Place, Expr> {
        let at = self.at(node.span);
        let place = match self.operand(node) {
            Operand::Place(place) if !matches!(place.ty, Type::Function(_)) => place,
            Operand::Value(value) if value.ty.is_unknown() => return Err(value),
            Operand::Value(_) | Operand::Function(..) | Operand::Place(_) => {
                self.error(node.span, "only what has a place can be changed", "this is a value");
                return Err(self.wrong(at));
            }
        };
        if place.ty.is_unknown() {
            return Err(self.unsupported("a change of an unsupported value", at));
        }
        if matches!(place.ty, Type::Array(..)) {
            self.error(node.span, "an array cannot be changed as a whole", "");
            return Err(self.wrong(at));
        }
        if rooted_in_value(&place) {
            self.error(node.span, "only what has a place can be changed", "this is a part of a value");
            return Err(self.wrong(at));
        }
        let constant = match &place.kind {
            PlaceKind::Local(id) => {
                self.body.as_ref().and_then(|b| b.locals.get(id.index())).is_some_and(|l| l.is_const)
            }
            PlaceKind::Global(id) => self.globals.get(id.index()).is_some_and(|g| g.is_const),
            _ => false,
        };
        if constant {
            let text = self.text(node.span).to_string();
            self.error(node.span, format!("`{text}` is `const`"), "it cannot be changed");
            return Err(self.wrong(at));
        }
        Ok(place)
    }

    /// An operator with two operands.
    pub(super) fn binary(&mut self, node: &ast::BinaryOperatorExpression, span: ParsedSpan) -> Operand {
        use ast::BinaryOperator as B;
        let operator = &node.operator.node;
        if *operator == B::Assign {
            return Operand::Value(self.assign(&node.lhs, &node.rhs, span));
        }
        if let Some(op) = assigning(operator) {
            return Operand::Value(self.assign_op(op, &node.lhs, &node.rhs, span));
        }
        let at = self.at(span);
        if self.parsed.elvises.binary_search(&node.operator.span.start).is_ok() {
            return Operand::Value(self.elvis(node, span));
        }
        if matches!(operator, B::LogicalAnd | B::LogicalOr) {
            let a = Box::new(self.truth(&node.lhs));
            let b = Box::new(self.truth(&node.rhs));
            let kind = if *operator == B::LogicalAnd { ExprKind::And(a, b) } else { ExprKind::Or(a, b) };
            return Operand::Value(Expr { kind, ty: self.int(), span: at });
        }
        let a = self.expr_value(&node.lhs);
        let b = self.expr_value(&node.rhs);
        if *operator == B::Index {
            return self.index(a, b, span);
        }
        if let Some(op) = comparing(operator) {
            return Operand::Value(self.compare(op, a, b, span));
        }
        match plain(operator) {
            Some(op) => Operand::Value(self.compute(op, a, b, span)),
            None => Operand::Value(self.unsupported("an operator", at)),
        }
    }

    fn compare(&mut self, op: CompareOp, a: Expr, b: Expr, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        if a.ty.is_unknown() || b.ty.is_unknown() {
            return self.convert(self.unsupported_from(&a, &b, at), &self.int());
        }
        let (a, b) = if a.ty.is_arithmetic() && b.ty.is_arithmetic() {
            self.arithmetic(a, b)
        } else if a.ty.is_scalar() && b.ty.is_scalar() {
            self.same_pointer(a, b)
        } else {
            return self.mismatch(op.text(), &a, &b, span);
        };
        Expr { kind: ExprKind::Compare(op, Box::new(a), Box::new(b)), ty: self.int(), span: at }
    }

    /// Arithmetic, with pointers too.
    fn compute(&mut self, op: BinaryOp, a: Expr, b: Expr, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        if a.ty.is_unknown() || b.ty.is_unknown() {
            return self.unsupported_from(&a, &b, at);
        }
        match (op, &a.ty, &b.ty) {
            (BinaryOp::Add, Type::Pointer(_), i) if i.is_integer() => {
                return self.pointer_add(a, b, false, span);
            }
            (BinaryOp::Add, i, Type::Pointer(_)) if i.is_integer() => {
                return self.pointer_add(b, a, false, span);
            }
            (BinaryOp::Sub, Type::Pointer(_), i) if i.is_integer() => {
                return self.pointer_add(a, b, true, span);
            }
            (BinaryOp::Sub, Type::Pointer(_), Type::Pointer(_)) => {
                self.refuse_void(&a.ty);
                self.refuse_void(&b.ty);
                let b = self.convert(b, &a.ty);
                let kind = ExprKind::PointerDiff(Box::new(a), Box::new(b));
                return Expr { kind, ty: self.types.difference_type(), span: at };
            }
            _ => {}
        }
        if !self.operands_fit(op, &a.ty, &b.ty) {
            return self.mismatch(op.text(), &a, &b, span);
        }
        let (a, b) = if op.is_shift() { (self.promote(a), self.promote(b)) } else { self.arithmetic(a, b) };
        let ty = a.ty.clone();
        Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span: at }
    }

    fn operands_fit(&self, op: BinaryOp, a: &Type, b: &Type) -> bool {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                a.is_arithmetic() && b.is_arithmetic()
            }
            _ => a.is_integer() && b.is_integer(),
        }
    }

    fn mismatch(&mut self, op: &str, a: &Expr, b: &Expr, span: ParsedSpan) -> Expr {
        let (left, right) = (self.text_of(&a.ty), self.text_of(&b.ty));
        self.error(span, format!("`{op}` has no meaning for the types `{left}` and `{right}`"), "");
        self.wrong(self.at(span))
    }

    fn assign(&mut self, lhs: &Node<ast::Expression>, rhs: &Node<ast::Expression>, span: ParsedSpan) -> Expr {
        let place = self.changed(lhs);
        let value = self.expr_value(rhs);
        let place = match place {
            Ok(place) => place,
            Err(value) => return value,
        };
        let ty = place.ty.clone();
        let value = self.assigned(value, &ty, rhs.span, "assigned");
        Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span: self.at(span) }
    }

    fn assign_op(
        &mut self,
        op: BinaryOp,
        lhs: &Node<ast::Expression>,
        rhs: &Node<ast::Expression>,
        span: ParsedSpan,
    ) -> Expr {
        let at = self.at(span);
        let place = self.changed(lhs);
        let value = self.expr_value(rhs);
        let place = match place {
            Ok(place) => place,
            Err(value) => return value,
        };
        let ty = place.ty.clone();
        if value.ty.is_unknown() {
            return self.unsupported_from(&value, &value, at);
        }
        if ty.pointee().is_some() && matches!(op, BinaryOp::Add | BinaryOp::Sub) && value.ty.is_integer() {
            self.refuse_void(&ty);
            let index = Box::new(self.promote(value));
            let back = op == BinaryOp::Sub;
            let kind = ExprKind::AssignPointer { place: Box::new(place), back, index };
            return Expr { kind, ty, span: at };
        }
        if !self.operands_fit(op, &ty, &value.ty) {
            let read = self.wrong(at);
            return self.mismatch(&format!("{}=", op.text()), &Expr { ty, ..read }, &value, span);
        }
        // The conversions are those of `place op value`; the place itself is evaluated once only.
        let read = self.load(place.clone());
        let (read, value) = if op.is_shift() {
            (self.promote(read), self.promote(value))
        } else {
            self.arithmetic(read, value)
        };
        let compute = read.ty;
        let kind = ExprKind::AssignOp { place: Box::new(place), op, value: Box::new(value), compute };
        Expr { kind, ty, span: at }
    }
}

/// Whether a place is a part of a value that has no place.
fn rooted_in_value(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Value(_) => true,
        PlaceKind::Member(of, _) => rooted_in_value(of),
        _ => false,
    }
}

fn assigning(operator: &ast::BinaryOperator) -> Option<BinaryOp> {
    use ast::BinaryOperator as B;
    Some(match operator {
        B::AssignMultiply => BinaryOp::Mul,
        B::AssignDivide => BinaryOp::Div,
        B::AssignModulo => BinaryOp::Rem,
        B::AssignPlus => BinaryOp::Add,
        B::AssignMinus => BinaryOp::Sub,
        B::AssignShiftLeft => BinaryOp::Shl,
        B::AssignShiftRight => BinaryOp::Shr,
        B::AssignBitwiseAnd => BinaryOp::BitAnd,
        B::AssignBitwiseXor => BinaryOp::BitXor,
        B::AssignBitwiseOr => BinaryOp::BitOr,
        _ => return None,
    })
}

fn comparing(operator: &ast::BinaryOperator) -> Option<CompareOp> {
    use ast::BinaryOperator as B;
    Some(match operator {
        B::Less => CompareOp::Lt,
        B::Greater => CompareOp::Gt,
        B::LessOrEqual => CompareOp::Le,
        B::GreaterOrEqual => CompareOp::Ge,
        B::Equals => CompareOp::Eq,
        B::NotEquals => CompareOp::Ne,
        _ => return None,
    })
}

fn plain(operator: &ast::BinaryOperator) -> Option<BinaryOp> {
    use ast::BinaryOperator as B;
    Some(match operator {
        B::Multiply => BinaryOp::Mul,
        B::Divide => BinaryOp::Div,
        B::Modulo => BinaryOp::Rem,
        B::Plus => BinaryOp::Add,
        B::Minus => BinaryOp::Sub,
        B::ShiftLeft => BinaryOp::Shl,
        B::ShiftRight => BinaryOp::Shr,
        B::BitwiseAnd => BinaryOp::BitAnd,
        B::BitwiseXor => BinaryOp::BitXor,
        B::BitwiseOr => BinaryOp::BitOr,
        _ => return None,
    })
}
