//! Operators: the predefined ones, and those that programs define.

use super::Checker;
use super::scopes::Entity;
use crate::syntax::ast::{self, BinaryOp as Op};
use crate::tree::{Binary, Expr, ExprKind, Kind, Subtype, TypeId, Unary, predefined};
use source::Span;

impl Checker<'_> {
    /// Two expressions of one type.
    pub(super) fn two_of_one_type(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        expected: Option<TypeId>,
    ) -> (Expr, Expr) {
        if let Some(ty) = expected {
            return (self.expr_of(left, ty), self.expr_of(right, ty));
        }
        // The side that says of itself what it is tells the other.
        let first = self.attempt(|c| c.expr(left, None)).filter(|e| self.says_its_type(e));
        match first {
            Some(l) => {
                let l = if self.silent == 0 { self.expr(left, None) } else { l };
                let r = self.expr(right, Some(&Subtype::of(l.ty)));
                let r = self.typed(r, l.ty);
                (l, r)
            }
            None => {
                let r = self.attempt(|c| c.expr(right, None)).filter(|e| self.says_its_type(e));
                match r {
                    Some(r) => {
                        let l = self.expr(left, Some(&Subtype::of(r.ty)));
                        let l = self.typed(l, r.ty);
                        let r = if self.silent == 0 { self.expr(right, Some(&Subtype::of(l.ty))) } else { r };
                        (l, r)
                    }
                    None => {
                        let l = self.expr(left, None);
                        let expected = Subtype::of(l.ty);
                        let r = self.expr(right, Some(&expected).filter(|s| s.ty != predefined::UNIVERSAL));
                        (l, r)
                    }
                }
            }
        }
    }

    fn says_its_type(&self, e: &Expr) -> bool {
        e.ty != predefined::UNIVERSAL && e.ty != predefined::UNKNOWN
    }

    /// The subprograms that define an operator.
    fn own_operators(&self, symbol: &str) -> Vec<Entity> {
        self.look_up(&format!("\"{symbol}\""))
    }

    fn own_operator(
        &mut self,
        symbol: &str,
        operands: &[&ast::Expr],
        expected: Option<&Subtype>,
        span: Span,
    ) -> Option<Expr> {
        if std::mem::take(&mut self.predefined_only) {
            return None;
        }
        let own = self.own_operators(symbol);
        if own.is_empty() {
            return None;
        }
        let args: Vec<ast::Argument> =
            operands.iter().map(|e| ast::Argument { name: None, value: (*e).clone() }).collect();
        self.attempt(|c| c.call_of(&own, symbol, &args, expected, span))
    }

    /// `Standard."+" (A, B)`, or `"+" (A, B)` where the program does not define it: the predefined operator.
    pub(super) fn called_operator(
        &mut self,
        prefix: &ast::Expr,
        args: &[ast::Argument],
        expected: Option<&Subtype>,
        span: Span,
    ) -> Option<Expr> {
        let name = match &prefix.kind {
            ast::ExprKind::Name(name) | ast::ExprKind::Selected(_, name) => &name.key,
            _ => return None,
        };
        match (operator_named(name), args) {
            (Some(op), [left, right]) => {
                self.predefined_only = true;
                let value = self.binary(op, &left.value, &right.value, expected, span);
                self.predefined_only = false;
                Some(value)
            }
            (Some(Op::Subtract), [operand]) => {
                self.predefined_only = true;
                let value = self.unary(ast::UnaryOp::Minus, &operand.value, expected, span);
                self.predefined_only = false;
                Some(value)
            }
            _ => None,
        }
    }

    pub(super) fn unary(
        &mut self,
        op: ast::UnaryOp,
        operand: &ast::Expr,
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let (symbol, kind) = match op {
            ast::UnaryOp::Plus => ("+", None),
            ast::UnaryOp::Minus => ("-", Some(Unary::Minus)),
            ast::UnaryOp::Abs => ("abs", Some(Unary::Abs)),
            ast::UnaryOp::Not => ("not", Some(Unary::Not)),
        };
        if let Some(call) = self.own_operator(symbol, &[operand], expected, span) {
            return call;
        }
        let value = self.expr(operand, expected);
        // `-1` is a value of every modular type: that the operator of the type gives for 1.
        let modular = Self::wanted(expected).filter(|ty| {
            value.ty == predefined::UNIVERSAL && matches!(self.program.types.kind(*ty), Kind::Modular(_))
        });
        let value = match modular {
            Some(ty) => self.typed(value, ty),
            None => value,
        };
        let types = &self.program.types;
        let fine = match (op, types.kind(value.ty)) {
            (_, Kind::Unsupported(_)) => return value,
            (ast::UnaryOp::Not, Kind::Modular(_)) => true,
            (ast::UnaryOp::Not, Kind::Array(a)) => types.is_boolean(a.component.ty),
            (ast::UnaryOp::Not, _) => types.is_boolean(value.ty),
            _ => types.is_integer(value.ty),
        };
        if !fine {
            let name = types.name(value.ty).to_string();
            self.error(format!("`{symbol}` is not defined for {name}"), span, "here");
            return self.nothing(span);
        }
        let ty = value.ty;
        match kind {
            Some(op) => Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span },
            None => value,
        }
    }

    pub(super) fn binary(
        &mut self,
        op: Op,
        left: &ast::Expr,
        right: &ast::Expr,
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let symbol = symbol_of(op);
        if !matches!(op, Op::AndThen | Op::OrElse | Op::Implies)
            && let Some(call) = self.own_operator(symbol, &[left, right], expected, span)
        {
            return call;
        }
        if op == Op::NotEqual
            && let Some(equal) = self.own_operator("=", &[left, right], expected, span)
        {
            let kind = ExprKind::Unary(Unary::Differs, Box::new(equal));
            return Expr { kind, ty: predefined::BOOLEAN, span };
        }
        match op {
            Op::AndThen | Op::OrElse | Op::Implies => {
                let (l, r) = (Box::new(self.condition(left)), Box::new(self.condition(right)));
                let kind = match op {
                    Op::AndThen => ExprKind::AndThen(l, r),
                    Op::OrElse => ExprKind::OrElse(l, r),
                    _ => {
                        let not = ExprKind::Unary(Unary::Not, l);
                        let not = Expr { kind: not, ty: predefined::BOOLEAN, span: left.span() };
                        ExprKind::OrElse(Box::new(not), r)
                    }
                };
                Expr { kind, ty: predefined::BOOLEAN, span }
            }
            Op::Concatenate => self.concatenation(left, right, expected, span),
            Op::Power => {
                let base = self.expr(left, expected);
                let exponent = self.expr_of(right, predefined::INTEGER);
                let types = &self.program.types;
                if types.unsupported(base.ty).is_some() {
                    return base;
                }
                if !types.is_integer(base.ty) {
                    self.undefined(op, base.ty, span);
                    return self.nothing(span);
                }
                let ty = base.ty;
                Expr { kind: ExprKind::Binary(Binary::Power, Box::new(base), Box::new(exponent)), ty, span }
            }
            _ => self.plain_binary(op, left, right, expected, span),
        }
    }

    fn undefined(&mut self, op: Op, ty: TypeId, span: Span) {
        let name = self.program.types.name(ty).to_string();
        let message = format!("`{}` is not defined for {name}", symbol_of(op));
        self.error(message, span, "operands of this type have no such operator");
    }

    fn plain_binary(
        &mut self,
        op: Op,
        left: &ast::Expr,
        right: &ast::Expr,
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let comparison = matches!(
            op,
            Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual
        );
        let wanted = if comparison { None } else { Self::wanted(expected) };
        let wanted = wanted.filter(|ty| self.program.types.unsupported(*ty).is_none());
        // An operand may be of no type where the result is: `2 * 3`.
        let (l, r) = match wanted {
            Some(ty) if self.program.types.is_discrete(ty) && ty != predefined::UNIVERSAL => {
                match self.attempt(|c| c.two_of_one_type(left, right, Some(ty))) {
                    Some(_) => self.two_of_one_type(left, right, Some(ty)),
                    None => self.two_of_one_type(left, right, None),
                }
            }
            _ => self.two_of_one_type(left, right, None),
        };
        for e in [&l, &r] {
            if let Some(what) = self.program.types.unsupported(e.ty) {
                let ty = if comparison { predefined::BOOLEAN } else { e.ty };
                return match &e.kind {
                    ExprKind::Unsupported(_) => Expr { ty, span, ..e.clone() },
                    _ => self.unsupported(what.to_string(), ty, span),
                };
            }
        }
        if !self.program.types.fits(r.ty, l.ty) {
            let (a, b) =
                (self.program.types.name(l.ty).to_string(), self.program.types.name(r.ty).to_string());
            self.error(
                format!("the operands of `{}` have different types: {a} and {b}", symbol_of(op)),
                span,
                "both have to be of one type",
            );
            return self.nothing(span);
        }
        let operand = if l.ty == predefined::UNIVERSAL { r.ty } else { l.ty };
        let (l, r) = (self.typed(l, operand), self.typed(r, operand));
        let types = &self.program.types;
        let discrete = types.is_discrete(operand);
        let integer = types.is_integer(operand);
        let booleans = types.array(operand).is_some_and(|a| types.is_boolean(a.component.ty));
        let logical =
            types.is_boolean(operand) || matches!(types.kind(operand), Kind::Modular(_)) || booleans;
        let ordered = discrete
            || types
                .array(operand)
                .is_some_and(|a| a.indexes.len() == 1 && types.is_discrete(a.component.ty));
        let (kind, fine) = match op {
            Op::Add => (Binary::Add, integer),
            Op::Subtract => (Binary::Sub, integer),
            Op::Multiply => (Binary::Mul, integer),
            Op::Divide => (Binary::Div, integer),
            Op::Mod => (Binary::Mod, integer),
            Op::Rem => (Binary::Rem, integer),
            Op::Equal => (Binary::Equal, true),
            Op::NotEqual => (Binary::NotEqual, true),
            Op::Less => (Binary::Less, ordered),
            Op::LessEqual => (Binary::LessEqual, ordered),
            Op::Greater => (Binary::Greater, ordered),
            Op::GreaterEqual => (Binary::GreaterEqual, ordered),
            Op::And => (Binary::And, logical),
            Op::Or => (Binary::Or, logical),
            Op::Xor => (Binary::Xor, logical),
            Op::AndThen | Op::OrElse | Op::Implies | Op::Concatenate | Op::Power => (Binary::And, false),
        };
        if !fine {
            self.undefined(op, operand, span);
            return self.nothing(span);
        }
        let ty = if comparison { predefined::BOOLEAN } else { operand };
        Expr { kind: ExprKind::Binary(kind, Box::new(l), Box::new(r)), ty, span }
    }

    /// `A & B`, where each side is an array or an element.
    fn concatenation(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let wanted = Self::wanted(expected).filter(|ty| self.program.types.array(*ty).is_some());
        let of_type = |c: &mut Self, ty: TypeId| -> Option<(Expr, Expr)> {
            let component = c.program.types.array(ty)?.component.ty;
            let side = |c: &mut Self, e: &ast::Expr| {
                let array = c.attempt(|c| c.expr_of(e, ty));
                array.or_else(|| c.attempt(|c| c.expr_of(e, component)))
            };
            Some((side(c, left)?, side(c, right)?))
        };
        let candidates: Vec<TypeId> = match wanted {
            Some(ty) => vec![ty],
            None => {
                let mut found = Vec::new();
                for e in [left, right] {
                    let side = self.attempt(|c| c.expr(e, None));
                    found.extend(side.map(|e| e.ty).filter(|ty| self.program.types.array(*ty).is_some()));
                }
                found.push(predefined::STRING);
                found
            }
        };
        for ty in candidates {
            if let Some((l, r)) = of_type(self, ty) {
                let kind = ExprKind::Binary(Binary::Concatenate, Box::new(l), Box::new(r));
                return Expr { kind, ty, span };
            }
        }
        // What is wrong is said of the operands, if something is.
        let before = self.errors;
        for e in [left, right] {
            let side = self.expr(e, wanted.map(Subtype::of).as_ref());
            if let Some(what) = self.program.types.unsupported(side.ty) {
                let what = what.to_string();
                return self.unsupported(what, wanted.unwrap_or(predefined::UNKNOWN), span);
            }
        }
        if self.errors == before {
            self.error("`&` joins arrays of one type and their elements", span, "these do not fit together");
        }
        self.nothing(span)
    }
}

/// The operator that a name such as `"+"` stands for.
fn operator_named(name: &str) -> Option<Op> {
    const ALL: [Op; 17] = [
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Equal,
        Op::NotEqual,
        Op::Less,
        Op::LessEqual,
        Op::Greater,
        Op::GreaterEqual,
        Op::Add,
        Op::Subtract,
        Op::Concatenate,
        Op::Multiply,
        Op::Divide,
        Op::Mod,
        Op::Rem,
        Op::Power,
    ];
    let symbol = name.strip_prefix('"')?.strip_suffix('"')?;
    ALL.into_iter().find(|op| symbol_of(*op) == symbol)
}

/// How an operator is written.
fn symbol_of(op: Op) -> &'static str {
    match op {
        Op::Implies => "implies",
        Op::And => "and",
        Op::AndThen => "and then",
        Op::Or => "or",
        Op::OrElse => "or else",
        Op::Xor => "xor",
        Op::Equal => "=",
        Op::NotEqual => "/=",
        Op::Less => "<",
        Op::LessEqual => "<=",
        Op::Greater => ">",
        Op::GreaterEqual => ">=",
        Op::Add => "+",
        Op::Subtract => "-",
        Op::Concatenate => "&",
        Op::Multiply => "*",
        Op::Divide => "/",
        Op::Mod => "mod",
        Op::Rem => "rem",
        Op::Power => "**",
    }
}
