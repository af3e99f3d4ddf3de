//! Attributes: `A'First`, `Colour'Succ (X)`, `X'Old`.

use super::Checker;
use crate::syntax::ast;
use crate::tree::{
    Binary, Bound, BoundOf, Constraint, Expr, ExprKind, Kind, Subtype, TypeId, Unary, predefined,
};
use source::Span;

impl Checker<'_> {
    pub(super) fn attribute(
        &mut self,
        prefix: &ast::Expr,
        name: &ast::Name,
        args: &[ast::Argument],
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let of_type = self.subtype_named(prefix);
        let is_array = of_type.as_ref().is_some_and(|s| self.program.types.array(s.ty).is_some());
        let bound = match name.key.as_str() {
            "first" => Some(BoundOf::First),
            "last" => Some(BoundOf::Last),
            "length" => Some(BoundOf::Length),
            _ => None,
        };
        if let Some(bound) = bound
            && (of_type.is_none() || is_array)
        {
            return self.array_attribute(prefix, bound, args, span);
        }
        match of_type {
            Some(subtype) => self.type_attribute(&subtype, name, args, expected, span),
            None => self.object_attribute(prefix, name, span),
        }
    }

    fn object_attribute(&mut self, prefix: &ast::Expr, name: &ast::Name, span: Span) -> Expr {
        match name.key.as_str() {
            "old" => {
                let value = self.expr(prefix, None);
                let ty = value.ty;
                Expr { kind: ExprKind::Old(Box::new(value)), ty, span }
            }
            "result" => {
                let result = self.inside.and_then(|s| self.program.subprograms.get(s.0 as usize));
                match result.and_then(|s| s.result.as_ref()) {
                    Some(subtype) => Expr { kind: ExprKind::Result, ty: subtype.ty, span },
                    None => {
                        self.error("only functions have a result", span, "there is none here");
                        self.nothing(span)
                    }
                }
            }
            "image" | "img" => self.unsupported("the attribute Image", predefined::STRING, span),
            "range" => {
                self.error("a range is not a value", span, "a value is needed here");
                self.nothing(span)
            }
            _ => self.unsupported(format!("the attribute {}", name.text), predefined::UNKNOWN, span),
        }
    }

    /// `A'First (2)`, also of an array subtype with bounds.
    pub(super) fn array_attribute(
        &mut self,
        prefix: &ast::Expr,
        what: BoundOf,
        args: &[ast::Argument],
        span: Span,
    ) -> Expr {
        let dimension = match args {
            [] => 0,
            [arg] => {
                let number = self.expr_of(&arg.value, predefined::INTEGER);
                let known = super::static_values::value(&number).and_then(base::Int::to_i64);
                match known.and_then(|n| usize::try_from(n - 1).ok()) {
                    Some(at) => at,
                    None => {
                        self.error("the number of a dimension is static, from 1 on", number.span, "here");
                        return self.nothing(span);
                    }
                }
            }
            _ => {
                self.error("this attribute has one argument at most", span, "here");
                return self.nothing(span);
            }
        };
        let (subtype, array) = match self.subtype_named(prefix) {
            Some(subtype) => (subtype, None),
            None => {
                let array = self.expr(prefix, None);
                let array = self.followed(array);
                if let ExprKind::Unsupported(_) = array.kind {
                    return Expr { ty: predefined::UNKNOWN, span, ..array };
                }
                (self.subtype_of(&array), Some(array))
            }
        };
        let index = match self.program.types.kind(subtype.ty) {
            Kind::Array(of) => of.indexes.get(dimension).map(|s| s.ty),
            Kind::Unsupported(what) => {
                let what = what.clone();
                return self.unsupported(what, predefined::UNKNOWN, span);
            }
            _ => {
                let name = self.program.types.name(subtype.ty).to_string();
                self.error(format!("{name} is not an array type"), span, "it has no bounds");
                return self.nothing(span);
            }
        };
        let Some(index) = index else {
            self.error("the array has no such dimension", span, "here");
            return self.nothing(span);
        };
        let ty = if what == BoundOf::Length { predefined::UNIVERSAL } else { index };
        // A pointer on the way is looked at, whatever is known of the bounds.
        let follows = array.as_ref().is_some_and(Expr::follows_pointers);
        if let Constraint::Index(bounds) = &subtype.constraint
            && let Some((first, last)) = bounds.get(dimension).filter(|_| !follows)
        {
            match (what, first, last) {
                (BoundOf::First, ..) => return self.of_bound(first, ty, span),
                (BoundOf::Last, ..) => return self.of_bound(last, ty, span),
                (BoundOf::Length, Bound::Static(first), Bound::Static(last)) => {
                    let count = &(last - first) + &base::Int::from(1);
                    let count = if count.is_negative() { base::Int::ZERO } else { count };
                    return self.known(count, ty, span);
                }
                _ => {}
            }
        }
        match array {
            Some(array) => Expr { kind: ExprKind::Bound(what, Box::new(array), dimension), ty, span },
            None => {
                let name = self.program.types.name(subtype.ty).to_string();
                self.error(format!("{name} has no bounds of its own"), span, "it is not constrained");
                self.nothing(span)
            }
        }
    }

    fn type_attribute(
        &mut self,
        subtype: &Subtype,
        name: &ast::Name,
        args: &[ast::Argument],
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let ty = subtype.ty;
        let types = &self.program.types;
        if let Some(what) = types.unsupported(ty) {
            return self.unsupported(what.to_string(), ty, span);
        }
        if name.key == "image" {
            return self.unsupported("the attribute Image", predefined::STRING, span);
        }
        if !types.is_discrete(ty) {
            return self.unsupported(format!("the attribute {}", name.text), predefined::UNKNOWN, span);
        }
        match name.key.as_str() {
            "first" | "last" => {
                let Some((first, last)) = types.bounds(subtype) else { return self.nothing(span) };
                let bound = if name.key == "first" { first } else { last };
                self.of_bound(&bound, ty, span)
            }
            "succ" | "pred" => {
                let Some(value) = self.argument(args, ty, span) else { return self.nothing(span) };
                let op = if name.key == "succ" { Unary::Succ } else { Unary::Pred };
                Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span }
            }
            "pos" | "enum_rep" => {
                let Some(value) = self.argument(args, ty, span) else { return self.nothing(span) };
                match super::static_values::value(&value) {
                    Some(known) => self.known(known.clone(), predefined::UNIVERSAL, span),
                    None => {
                        let to = Subtype::of(Self::integer_or_universal(self, expected));
                        let ty = to.ty;
                        Expr { kind: ExprKind::Convert(Box::new(value), to), ty, span }
                    }
                }
            }
            "val" | "enum_val" => {
                let Some(argument) = args.first() else { return self.nothing(span) };
                let value = self.expr(&argument.value, None);
                if !self.program.types.is_integer(value.ty) {
                    if self.program.types.unsupported(value.ty).is_none() {
                        self.mismatch(value.ty, predefined::INTEGER, value.span);
                    }
                    return self.nothing(span);
                }
                let (first, last) =
                    self.program.types.range(ty).unwrap_or((base::Int::ZERO, base::Int::ZERO));
                match super::static_values::value(&value) {
                    Some(known) if first <= *known && *known <= last => self.known(known.clone(), ty, span),
                    _ => Expr { kind: ExprKind::Convert(Box::new(value), Subtype::of(ty)), ty, span },
                }
            }
            "min" | "max" => {
                let [left, right] = args else {
                    self.error("this attribute has two arguments", span, "here");
                    return self.nothing(span);
                };
                let (l, r) = (self.expr_of(&left.value, ty), self.expr_of(&right.value, ty));
                let op = if name.key == "min" { Binary::Min } else { Binary::Max };
                let e = Expr { kind: ExprKind::Binary(op, Box::new(l), Box::new(r)), ty, span };
                self.folded(e)
            }
            "mod" => {
                let Some(argument) = args.first() else { return self.nothing(span) };
                let value = self.expr(&argument.value, None);
                let Kind::Modular(modulus) = self.program.types.kind(ty).clone() else {
                    self.error("only modular types have this attribute", span, "here");
                    return self.nothing(span);
                };
                let from = value.ty;
                let by = self.known(modulus, from, span);
                let rest = ExprKind::Binary(Binary::Mod, Box::new(value), Box::new(by));
                let rest = self.folded(Expr { kind: rest, ty: from, span });
                match super::static_values::value(&rest) {
                    Some(known) => self.known(known.clone(), ty, span),
                    None => Expr { kind: ExprKind::Convert(Box::new(rest), Subtype::of(ty)), ty, span },
                }
            }
            "modulus" => match self.program.types.kind(ty) {
                Kind::Modular(modulus) => self.known(modulus.clone(), predefined::UNIVERSAL, span),
                _ => {
                    self.error("only modular types have a modulus", span, "here");
                    self.nothing(span)
                }
            },
            "range" => {
                self.error("a range is not a value", span, "a value is needed here");
                self.nothing(span)
            }
            _ => self.unsupported(format!("the attribute {}", name.text), predefined::UNKNOWN, span),
        }
    }

    /// Positions are integers of the type that is expected.
    fn integer_or_universal(c: &Self, expected: Option<&Subtype>) -> TypeId {
        match Self::wanted(expected) {
            Some(ty) if c.program.types.is_integer(ty) => ty,
            _ => predefined::UNIVERSAL,
        }
    }

    fn argument(&mut self, args: &[ast::Argument], ty: TypeId, span: Span) -> Option<Expr> {
        match args {
            [arg] => Some(self.expr_of(&arg.value, ty)),
            _ => {
                self.error("this attribute has one argument", span, "here");
                None
            }
        }
    }
}
