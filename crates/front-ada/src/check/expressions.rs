//! Expressions, each for the subtype that its place expects.

use super::Checker;
use super::scopes::{Entity, Region};
use crate::syntax::ast::{self, ExprKind as Ast};
use crate::tree::{Decl, Expr, ExprKind, Quantified, Range, Scheme, Subtype, TypeId, predefined};
use source::Span;

/// Deepest nesting of checks; the parser bounds the text far below it, attempts could double it.
const MOST_DEPTH: usize = 2_000;

impl Checker<'_> {
    /// An expression of a type.
    pub(super) fn expr_of(&mut self, e: &ast::Expr, ty: TypeId) -> Expr {
        self.expr_in(e, &Subtype::of(ty))
    }

    /// An expression whose value goes to a place of this subtype. That the value is in the subtype is checked where it
    /// gets there.
    pub(super) fn expr_in(&mut self, e: &ast::Expr, subtype: &Subtype) -> Expr {
        let found = self.expr(e, Some(subtype));
        let found = self.typed(found, subtype.ty);
        if found.ty == predefined::UNKNOWN {
            // What is not supported has the type that its place expects.
            return Expr { ty: subtype.ty, ..found };
        }
        if !self.program.types.fits(found.ty, subtype.ty) {
            let types = &self.program.types;
            if let Some(what) = types.unsupported(found.ty).or(types.unsupported(subtype.ty)) {
                // Whether it fits is not known; it goes on as what its place expects.
                return self.unsupported(what.to_string(), subtype.ty, found.span);
            }
            self.mismatch(found.ty, subtype.ty, found.span);
        }
        found
    }

    /// A condition.
    pub(super) fn condition(&mut self, e: &ast::Expr) -> Expr {
        let before = std::mem::take(&mut self.actions);
        let checked = self.expr_of(e, predefined::BOOLEAN);
        holding(std::mem::replace(&mut self.actions, before), checked)
    }

    /// An expression; what is expected helps to choose among several meanings.
    pub(super) fn expr(&mut self, e: &ast::Expr, expected: Option<&Subtype>) -> Expr {
        self.depth += 1;
        let before = std::mem::take(&mut self.actions);
        let checked = if self.depth > MOST_DEPTH {
            self.error("this expression is nested too deeply", e.span(), "here");
            self.nothing(e.span())
        } else {
            self.any_expr(e, expected)
        };
        let held = std::mem::replace(&mut self.actions, before);
        self.depth -= 1;
        let checked = self.folded(checked);
        if is_name(&checked) {
            // It may be assigned to; what is around it keeps the values.
            self.actions.extend(held);
            return checked;
        }
        holding(held, checked)
    }

    /// What an expression keeps is kept before: it is evaluated once, in a declaration.
    pub(super) fn released(&mut self, e: Expr) -> Expr {
        match e.kind {
            ExprKind::Holding(held, inner) => {
                self.actions.extend(held);
                *inner
            }
            _ => e,
        }
    }

    fn any_expr(&mut self, e: &ast::Expr, expected: Option<&Subtype>) -> Expr {
        let span = e.span();
        match &e.kind {
            Ast::Integer { value, .. } => self.known(value.clone(), predefined::UNIVERSAL, span),
            Ast::Real(_) => self.unsupported("a floating-point number", predefined::FLOAT, span),
            Ast::Str(text) => self.text(text, expected, span),
            Ast::Null => match Self::wanted(expected) {
                Some(ty) if self.program.types.designated(ty).is_none() => {
                    if self.program.types.unsupported(ty).is_none() {
                        let name = self.program.types.name(ty).to_string();
                        self.error(format!("{name} has no null"), span, "only access types have it");
                    }
                    self.nothing(span)
                }
                wanted => Expr { kind: ExprKind::Null, ty: wanted.unwrap_or(predefined::UNKNOWN), span },
            },
            Ast::Character(_) | Ast::Name(_) | Ast::Selected(..) => {
                let found = self.meaning(e);
                match (found, &e.kind) {
                    (Some(found), _) => {
                        let text = crate::syntax::print_expression(e);
                        self.entity_value(found, &text, expected, span)
                    }
                    (None, Ast::Selected(prefix, name)) => {
                        let package = self.meaning(prefix).and_then(|m| m.into_iter().next());
                        if let Some(Entity::Package(package)) = package {
                            let path = self.packages.get(package.0).map_or("", |p| &p.path).to_string();
                            self.error(
                                format!("`{}` is not declared in {path}", name.text),
                                name.at.0,
                                "nothing of this name is visible there",
                            );
                            return self.nothing(span);
                        }
                        self.component(prefix, name, span)
                    }
                    (None, _) => {
                        self.undeclared(&crate::syntax::print_expression(e), span);
                        self.nothing(span)
                    }
                }
            }
            Ast::Target => match self.target.clone() {
                Some(target) => Expr { span, ..target },
                None => {
                    self.error("`@` stands for the target of an assignment", span, "there is none here");
                    self.nothing(span)
                }
            },
            Ast::Deref(pointer) => self.dereference(pointer, span),
            Ast::Apply(prefix, args) => self.applied(prefix, args, expected, span),
            Ast::Slice(array, range) => self.slice(array, range, span),
            Ast::Attribute { prefix, name, args } => self.attribute(prefix, name, args, expected, span),
            Ast::Qualified(mark, inner) => {
                let Some(subtype) = self.subtype_named(mark) else {
                    self.not_a_type(mark);
                    return self.nothing(span);
                };
                let inner = self.expr_in(inner, &subtype);
                let ty = subtype.ty;
                Expr { kind: ExprKind::Qualified(Box::new(inner), subtype), ty, span }
            }
            Ast::Aggregate(aggregate) => self.aggregate(aggregate, expected, span),
            Ast::Unary(op, operand) => self.unary(*op, operand, expected, span),
            Ast::Binary(op, left, right) => self.binary(*op, left, right, expected, span),
            Ast::Membership { value, negated, choices } => self.membership(value, *negated, choices, span),
            Ast::If { branches, otherwise } => {
                let mut list = Vec::new();
                let mut ty = Self::wanted(expected);
                for (condition, value) in branches {
                    let condition = self.condition(condition);
                    let value = self.branch(value, expected, ty);
                    ty = ty.or(Some(value.ty).filter(|ty| *ty != predefined::UNIVERSAL));
                    list.push((condition, value));
                }
                let otherwise = match otherwise {
                    Some(e) => self.branch(e, expected, ty),
                    None => self.known(1, predefined::BOOLEAN, span),
                };
                let ty = ty.unwrap_or(otherwise.ty);
                for (_, value) in &mut list {
                    let found = std::mem::replace(value, Expr { kind: ExprKind::Null, ty, span });
                    *value = self.typed(found, ty);
                }
                let otherwise = self.typed(otherwise, ty);
                Expr { kind: ExprKind::If(list, Box::new(otherwise)), ty, span }
            }
            Ast::Case(value, branches) => self.case_expression(value, branches, expected, span),
            Ast::Quantified { all, over, body } => self.quantified(*all, over, body, span),
            Ast::New(of, value) => self.allocator(of, value.as_deref(), expected, span),
            Ast::Raise(exception, _) => match self.exception(exception) {
                Some(exception) => {
                    let ty = Self::wanted(expected).unwrap_or(predefined::UNKNOWN);
                    Expr { kind: ExprKind::Raise(exception), ty, span }
                }
                None => self.nothing(span),
            },
            Ast::Declare(..) => self.unsupported(
                "a declare expression",
                Self::wanted(expected).unwrap_or(predefined::UNKNOWN),
                span,
            ),
            Ast::Unsupported(what) => self.unsupported(
                what.what.clone(),
                Self::wanted(expected).unwrap_or(predefined::UNKNOWN),
                span,
            ),
        }
    }

    fn branch(&mut self, e: &ast::Expr, expected: Option<&Subtype>, ty: Option<TypeId>) -> Expr {
        match (expected, ty) {
            (Some(expected), _) => self.expr_in(e, expected),
            (None, Some(ty)) => self.expr_of(e, ty),
            (None, None) => self.expr(e, None),
        }
    }

    fn text(&mut self, text: &str, expected: Option<&Subtype>, span: Span) -> Expr {
        let ty = match Self::wanted(expected) {
            Some(ty) if self.program.types.is_string(ty) => ty,
            _ => predefined::STRING,
        };
        let component = self.program.types.array(ty).map_or(predefined::CHARACTER, |a| a.component.ty);
        let mut codes = Vec::new();
        for c in text.chars() {
            if component == predefined::CHARACTER {
                if (c as u32) > 255 {
                    return self.unsupported("a character beyond Latin-1", ty, span);
                }
                codes.push((c as i64).into());
                continue;
            }
            let key = format!("'{c}'");
            let literal = self.look_up(&key).into_iter().find_map(|e| match e {
                Entity::Literal(of, at) if of == component => Some(at),
                _ => None,
            });
            match literal {
                Some(at) => codes.push((at as i64).into()),
                None => {
                    let name = self.program.types.name(component).to_string();
                    self.error(format!("'{c}' is not a literal of {name}"), span, "in this text");
                }
            }
        }
        Expr { kind: ExprKind::Text(codes), ty, span }
    }

    fn case_expression(
        &mut self,
        value: &ast::Expr,
        branches: &[ast::CaseBranch],
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let value = self.expr(value, None);
        let mut list = Vec::new();
        let mut others = None;
        let mut ty = Self::wanted(expected);
        for branch in branches {
            let ranges = self.static_choices(&branch.choices, value.ty);
            let result = self.branch(&branch.value, expected, ty);
            ty = ty.or(Some(result.ty).filter(|ty| *ty != predefined::UNIVERSAL));
            match ranges {
                Some(ranges) => {
                    let place = Self::choices_span(&branch.choices, branch.value.span());
                    list.push(((ranges, place), result));
                }
                None => others = Some(Box::new(result)),
            }
        }
        let ty = ty.unwrap_or(predefined::UNIVERSAL);
        Expr { kind: ExprKind::Case(Box::new(value), list, others), ty, span }
    }

    fn quantified(&mut self, all: bool, over: &ast::Iteration, body: &ast::Expr, span: Span) -> Expr {
        self.regions.push(Region::default());
        let number = self.new_loop();
        let checked = match &over.domain {
            ast::Domain::Unbounded => {
                let parameter = self.loop_parameter(&over.name, None);
                let body = self.condition(body);
                ExprKind::Quantified(Box::new(Quantified { all, parameter, range: None, body, number }))
            }
            ast::Domain::In(range) => match self.discrete_range(range, None) {
                Some(range) => {
                    let parameter = self.loop_parameter(&over.name, Some(&range));
                    let body = self.condition(body);
                    let range = Some(range);
                    ExprKind::Quantified(Box::new(Quantified { all, parameter, range, body, number }))
                }
                None => ExprKind::Unsupported("a quantifier over something that is not supported".into()),
            },
            ast::Domain::Of(array) => match self.elements(&over.name, array) {
                Some(Scheme::Elements { parameter, array, .. }) => {
                    let body = self.condition(body);
                    let range = self.positions(&array);
                    let range = Some(range);
                    ExprKind::Quantified(Box::new(Quantified { all, parameter, range, body, number }))
                }
                _ => ExprKind::Unsupported("a quantifier over something that is no array".into()),
            },
        };
        self.regions.pop();
        Expr { kind: checked, ty: predefined::BOOLEAN, span }
    }

    /// The positions of an array, from 0.
    fn positions(&self, array: &Expr) -> Range {
        let span = array.span;
        let length = ExprKind::Bound(crate::tree::BoundOf::Size, Box::new(array.clone()), 0);
        let length = Expr { kind: length, ty: predefined::INTEGER, span };
        let one = self.known(1, predefined::INTEGER, span);
        let last = ExprKind::Binary(crate::tree::Binary::Sub, Box::new(length), Box::new(one));
        let last = Expr { kind: last, ty: predefined::INTEGER, span };
        Range { first: Box::new(self.known(0, predefined::INTEGER, span)), last: Box::new(last), span }
    }

    fn membership(&mut self, value: &ast::Expr, negated: bool, choices: &[ast::Choice], span: Span) -> Expr {
        let mut value = self.expr(value, None);
        let mut ranges = Vec::new();
        if value.ty == predefined::UNIVERSAL {
            value = self.typed(value, predefined::INTEGER);
        }
        if !self.program.types.is_discrete(value.ty) {
            return self.unsupported("a membership test of this type", predefined::BOOLEAN, span);
        }
        for choice in choices {
            match self.choice_range(choice, value.ty) {
                Some(range) => ranges.push(range),
                None => return self.unsupported("this membership test", predefined::BOOLEAN, span),
            }
        }
        let test = Expr { kind: ExprKind::In(Box::new(value), ranges), ty: predefined::BOOLEAN, span };
        if !negated {
            return test;
        }
        let kind = ExprKind::Unary(crate::tree::Unary::Not, Box::new(test));
        Expr { kind, ty: predefined::BOOLEAN, span }
    }

    fn allocator(
        &mut self,
        of: &ast::SubtypeIndication,
        value: Option<&ast::Expr>,
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let mut subtype = self.indication(of);
        let value = value.map(|e| self.expr_in(e, &subtype));
        let types = &self.program.types;
        let wanted = Self::wanted(expected);
        let to = wanted.and_then(|ty| types.designated(ty)).cloned();
        let Some((ty, to)) = wanted.zip(to) else {
            if wanted.is_some_and(|ty| types.unsupported(ty).is_none()) {
                self.error("`new` gives a pointer", span, "no pointer is expected here");
            }
            return self.nothing(span);
        };
        if !types.fits(subtype.ty, to.ty) && types.unsupported(to.ty).is_none() {
            self.mismatch(subtype.ty, to.ty, of.at.0);
        }
        if !subtype.is_constrained() && to.is_constrained() {
            subtype.constraint = to.constraint;
        }
        Expr { kind: ExprKind::New(Box::new(subtype), value.map(Box::new)), ty, span }
    }
}

/// An expression with what it keeps each time that it is evaluated.
fn holding(held: Vec<Decl>, e: Expr) -> Expr {
    if held.is_empty() {
        return e;
    }
    let (ty, span) = (e.ty, e.span);
    Expr { kind: ExprKind::Holding(held, Box::new(e)), ty, span }
}

fn is_name(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Object(_)
            | ExprKind::Component(..)
            | ExprKind::Element(..)
            | ExprKind::At(..)
            | ExprKind::Slice(..)
            | ExprKind::Deref(_)
            | ExprKind::Unsupported(_)
    )
}
