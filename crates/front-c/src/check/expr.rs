//! Expressions: which kind each is, constants, `sizeof` and its like.

use super::voids::has_key;
use super::{Checker, Operand};
use crate::literal::{self, Flaw};
use crate::lower::walk;
use crate::tree::{Expr, ExprKind, Global, GlobalId, Local, Place, PlaceKind};
use crate::types::{FloatKind, Type};
use base::Int;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

impl Checker<'_> {
    /// An expression, not yet read.
    pub(super) fn operand(&mut self, node: &Node<ast::Expression>) -> Operand {
        use ast::Expression as E;
        let span = self.at(node.span);
        let value = match &node.node {
            E::Identifier(name) => return self.name(name),
            E::Constant(constant) => self.literal(constant),
            E::StringLiteral(pieces) => match literal::string(&pieces.node) {
                Ok(bytes) => return Operand::Place(self.string(bytes, span)),
                Err(flaw) => self.flawed(flaw, node.span),
            },
            E::GenericSelection(generic) => return self.generic(&generic.node, node.span),
            E::Member(member) => return self.member(&member.node, node.span),
            E::Call(call) => self.call(&call.node, node.span),
            E::CompoundLiteral(literal) => return self.compound_literal(&literal.node, node.span),
            E::SizeOfTy(name) => {
                let ty = self.type_name(&name.node.0);
                self.size(&ty, node.span)
            }
            E::SizeOfVal(of) if let Some(size) = self.variable_size(&of.node.0, span) => size,
            E::SizeOfVal(of) => {
                let ty = self.type_of(&of.node.0);
                self.size(&ty, node.span)
            }
            E::AlignOf(of) => {
                let preferred = !self.text(node.span).starts_with("_Alignof");
                let ty = self.type_name(&of.node.0);
                self.take_variable_length();
                let align =
                    if preferred { self.types.preferred_align_of(&ty) } else { self.types.align_of(&ty) };
                self.known_size(align, &ty, node.span)
            }
            E::UnaryOperator(unary) => return self.unary(&unary.node, node.span),
            E::Cast(cast) => self.cast(&cast.node, node.span),
            E::BinaryOperator(binary) => return self.binary(&binary.node, node.span),
            E::Conditional(conditional) => self.conditional(&conditional.node, node.span),
            E::Comma(parts) => self.comma(parts, node.span),
            E::OffsetOf(of) => self.offset_of(&of.node, node.span),
            E::VaArg(_) => self.unsupported("va_arg", span),
            E::Statement(statement) => self.statement_expression(statement, node.span),
        };
        Operand::Value(value)
    }

    /// The value of an expression.
    pub(super) fn expr_value(&mut self, node: &Node<ast::Expression>) -> Expr {
        let operand = self.operand(node);
        self.value(operand)
    }

    /// A truth value: any scalar.
    pub(super) fn truth(&mut self, node: &Node<ast::Expression>) -> Expr {
        let value = self.expr_value(node);
        self.checked_truth(value, node.span)
    }

    pub(super) fn checked_truth(&mut self, value: Expr, span: ParsedSpan) -> Expr {
        if value.ty.is_unknown() {
            return self.convert(value, &self.int());
        }
        if !value.ty.is_scalar() {
            let text = self.text_of(&value.ty);
            self.error(span, format!("a value of type `{text}` is neither true nor false"), "");
            return self.convert(self.wrong(value.span), &self.int());
        }
        value
    }

    /// The type of an expression that is not evaluated: arrays and functions stay what they are.
    pub(super) fn type_of(&mut self, node: &Node<ast::Expression>) -> Type {
        let locals = |checker: &Self| checker.body.as_ref().map_or(0, |b| b.locals.len());
        let before = locals(self);
        let ty = match self.operand(node) {
            Operand::Value(value) => value.ty,
            Operand::Place(place) => place.ty,
            Operand::Function(id, _) => self.function_types.get(id.index()).cloned().unwrap_or(Type::Unknown),
        };
        // Variables that are declared in it are never there.
        if let Some(body) = &mut self.body {
            body.locals.truncate(before);
        }
        ty
    }

    fn literal(&mut self, node: &Node<ast::Constant>) -> Expr {
        let span = self.at(node.span);
        match &node.node {
            ast::Constant::Integer(integer) => {
                if integer.suffix.imaginary {
                    return self.unsupported("complex number", span);
                }
                match literal::integer(integer, self.types.model) {
                    Some((value, ty)) => self.number(value, Type::Int(ty), span),
                    None => {
                        self.error(node.span, "this number is too large for every type", "");
                        self.wrong(span)
                    }
                }
            }
            ast::Constant::Float(float) => {
                let kind = match float.suffix.format {
                    ast::FloatFormat::Float => FloatKind::Float,
                    ast::FloatFormat::Double => FloatKind::Double,
                    ast::FloatFormat::LongDouble => FloatKind::LongDouble,
                    ast::FloatFormat::TS18661Format(_) => {
                        return self.unsupported("floating constant with a special suffix", span);
                    }
                };
                if float.suffix.imaginary {
                    return self.unsupported("complex number", span);
                }
                let text = self.text(node.span).to_string();
                Expr { kind: ExprKind::Float(text), ty: Type::Float(kind), span }
            }
            ast::Constant::Character(text) => match literal::character(text) {
                Ok(value) => self.number(Int::from(value), self.int(), span),
                Err(flaw) => self.flawed(flaw, node.span),
            },
        }
    }

    pub(super) fn flawed(&mut self, flaw: Flaw, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        match flaw {
            Flaw::Wide(what) => self.unsupported(what, at),
            Flaw::Empty => {
                self.error(span, "this character constant is empty", "");
                self.wrong(at)
            }
            Flaw::Escape(name) => {
                self.error(span, format!("there is no escape `\\{name}`"), "");
                self.wrong(at)
            }
        }
    }

    fn size(&mut self, ty: &Type, span: ParsedSpan) -> Expr {
        let varies = self.take_variable_length();
        if varies || matches!(ty, Type::Array(_, None)) && self.body.is_some() && !ty.is_unknown() {
            return self.convert(
                self.unsupported("size of an array of unknown length", self.at(span)),
                &self.types.size_type(),
            );
        }
        self.known_size(self.types.size_of(ty), ty, span)
    }

    fn known_size(&mut self, size: Option<u64>, ty: &Type, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        let unknown = self.is_partly_unknown(ty);
        match size.filter(|_| !unknown) {
            Some(size) => self.number(Int::from(i128::from(size)), self.types.size_type(), at),
            None if unknown => {
                self.convert(self.unsupported("size of an unsupported type", at), &self.types.size_type())
            }
            None => {
                let text = self.text_of(ty);
                self.error(span, format!("the type `{text}` is not complete, so it has no size"), "");
                self.wrong(at)
            }
        }
    }

    /// Whether there is something in a type of which nothing is known here, such as its size.
    pub(super) fn is_partly_unknown(&self, ty: &Type) -> bool {
        match ty {
            Type::Unknown => true,
            Type::Array(of, _) => self.is_partly_unknown(of),
            Type::Record(id) => {
                let fields = self.types.record(*id).map_or(&[][..], |record| record.fields.as_slice());
                fields.iter().any(|field| self.is_partly_unknown(&field.ty))
            }
            _ => false,
        }
    }

    fn cast(&mut self, cast: &ast::CastExpression, span: ParsedSpan) -> Expr {
        let to = self.type_name(&cast.type_name);
        self.take_variable_length();
        let value = self.expr_value(&cast.expression);
        let at = self.at(span);
        let mut value = value;
        if to == Type::Void {
            value.span = at;
            return self.convert(value, &to);
        }
        let from = &value.ty;
        if from.is_unknown() || to.is_unknown() {
            value.span = at;
            return self.convert(value, &to);
        }
        let fine = match (from, &to) {
            (Type::Record(a), Type::Record(b)) => a == b,
            (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)) => false,
            (Type::VaList, _) | (_, Type::VaList) => true,
            _ => from.is_scalar() && to.is_scalar(),
        };
        if !fine {
            if let Type::Record(id) = to
                && self.types.record(id).is_some_and(|r| r.is_union)
            {
                return self.convert(self.unsupported("cast to a union", at), &to);
            }
            let (from, to) = (self.text_of(from), self.text_of(&to));
            self.error(span, format!("a value of type `{from}` cannot be converted to `{to}`"), "");
            return self.wrong(at);
        }
        let mut value = self.convert(value, &to);
        value.span = at;
        value
    }

    fn conditional(&mut self, node: &ast::ConditionalExpression, span: ParsedSpan) -> Expr {
        self.one_of(&node.condition, &node.then_expression, &node.else_expression, span)
    }

    /// `a ?: b`, which evaluates `a` once: the same as `a ? a : b` where that does nothing.
    pub(super) fn elvis(&mut self, node: &ast::BinaryOperatorExpression, span: ParsedSpan) -> Expr {
        let value = self.one_of(&node.lhs, &node.lhs, &node.rhs, span);
        match &value.kind {
            ExprKind::Conditional(_, then, _) if walk::does_something(then) => {
                let what = "`a ?: b` where `a` does something";
                Expr { ty: value.ty.clone(), ..self.unsupported(what, value.span) }
            }
            _ => value,
        }
    }

    fn one_of(
        &mut self,
        condition: &Node<ast::Expression>,
        then: &Node<ast::Expression>,
        otherwise: &Node<ast::Expression>,
        span: ParsedSpan,
    ) -> Expr {
        let condition = self.truth(condition);
        let then = self.expr_value(then);
        let otherwise = self.expr_value(otherwise);
        let at = self.at(span);
        let (then, otherwise) = match (&then.ty, &otherwise.ty) {
            (Type::Unknown, ty) | (ty, Type::Unknown) => {
                let ty = ty.clone();
                (self.convert(then, &ty), self.convert(otherwise, &ty))
            }
            (a, b) if a.is_arithmetic() && b.is_arithmetic() => self.arithmetic(then, otherwise),
            (Type::Void, _) | (_, Type::Void) => {
                (self.convert(then, &Type::Void), self.convert(otherwise, &Type::Void))
            }
            (Type::Pointer(_), _) | (_, Type::Pointer(_))
                if then.ty.is_scalar() && otherwise.ty.is_scalar() =>
            {
                self.same_pointer(then, otherwise)
            }
            (a, b) if a == b => (then, otherwise),
            (a, b) => {
                let (a, b) = (self.text_of(a), self.text_of(b));
                self.error(span, format!("the two values have the types `{a}` and `{b}`"), "");
                return self.wrong(at);
            }
        };
        let ty = then.ty.clone();
        if ty.is_unknown() {
            return self.unsupported("a conditional over unsupported values", at);
        }
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr { kind, ty, span: at }
    }

    /// Two pointers, or a pointer and a null constant, in one type.
    pub(super) fn same_pointer(&self, a: Expr, b: Expr) -> (Expr, Expr) {
        let void = |e: &Expr| matches!(e.ty.pointee(), Some(Type::Void | Type::VoidAt(_)));
        let ty = match (&a.ty, &b.ty) {
            (Type::Pointer(_), Type::Pointer(_)) => {
                let null = |e: &Expr| matches!(e.kind, ExprKind::Null) && void(e);
                if null(&a) {
                    b.ty.clone()
                } else if null(&b) || a.ty == b.ty || !void(&b) {
                    a.ty.clone()
                } else {
                    b.ty.clone()
                }
            }
            (Type::Pointer(_), _) => a.ty.clone(),
            _ => b.ty.clone(),
        };
        (self.convert(a, &ty), self.convert(b, &ty))
    }

    fn comma(&mut self, parts: &[Node<ast::Expression>], span: ParsedSpan) -> Expr {
        let values: Vec<Expr> = parts.iter().map(|part| self.expr_value(part)).collect();
        let ty = values.last().map_or(Type::Unknown, |v| v.ty.clone());
        let at = self.at(span);
        if let (Type::Unknown, Some(ExprKind::Unsupported(what))) = (&ty, values.last().map(|v| &v.kind)) {
            return self.unsupported(what.clone(), at);
        }
        Expr { kind: ExprKind::Comma(values), ty, span: at }
    }

    fn generic(&mut self, node: &ast::GenericSelection, span: ParsedSpan) -> Operand {
        let ty = self.expr_value(&node.expression).ty;
        let mut chosen = Vec::new();
        let mut default = None;
        for association in &node.associations {
            match &association.node {
                ast::GenericAssociation::Type(pair) => {
                    let choice = self.type_name(&pair.node.type_name);
                    if self.is_same_type(&choice, &ty) {
                        chosen.push(&pair.node.expression);
                    }
                }
                ast::GenericAssociation::Default(e) => default = Some(e),
            }
        }
        // Types here have no qualifiers, so two that differ in those only look the same.
        match (chosen.as_slice(), default) {
            _ if ty.is_unknown() => Operand::Value(self.unsupported("_Generic", self.at(span))),
            ([one], _) => self.operand(one),
            ([], Some(default)) => self.operand(default),
            ([], None) => {
                let text = self.text_of(&ty);
                self.error(span, format!("no choice of this `_Generic` is for the type `{text}`"), "");
                Operand::Value(self.wrong(self.at(span)))
            }
            _ => Operand::Value(self.unsupported("_Generic", self.at(span))),
        }
    }

    /// Whether two types are the same, where that decides what is compiled: then `void` has to stay what it is.
    fn is_same_type(&self, a: &Type, b: &Type) -> bool {
        match &self.voids {
            Some(voids) if has_key(a) || has_key(b) => {
                voids.borrow_mut().hopeless = true;
                self.text_of(a) == self.text_of(b)
            }
            _ => a == b,
        }
    }

    fn compound_literal(&mut self, node: &ast::CompoundLiteral, span: ParsedSpan) -> Operand {
        let ty = self.type_name(&node.type_name);
        let at = self.at(span);
        if self.take_variable_length() || ty.is_unknown() {
            return Operand::Value(self.unsupported("compound literal of an unsupported type", at));
        }
        let (init, ty) = self.initializer_list(&ty, &node.initializer_list, span);
        if self.body.is_some() {
            let id = self.new_local(Local::nameless(ty.clone(), at));
            return Operand::Place(Place { kind: PlaceKind::Literal(id, Box::new(init)), ty, span: at });
        }
        let id = GlobalId::new(self.globals.len());
        self.literals += 1;
        self.globals.push(Global {
            name: format!("literal.{}", self.literals),
            written: None,
            owner: None,
            ty: ty.clone(),
            init: Some(init),
            is_static: true,
            is_extern: false,
            is_const: false,
            is_volatile: false,
            is_thread_local: false,
            span: at,
            from_header: self.in_header(span),
            from_system: self.map.in_system_header(span.start),
        });
        Operand::Place(Place { kind: PlaceKind::Global(id), ty, span: at })
    }
}
