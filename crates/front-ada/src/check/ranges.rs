//! Ranges, subtype indications and choices.

use super::Checker;
use super::scopes::Entity;
use super::static_values::value;
use crate::syntax::ast;
use crate::tree::{
    Bound, BoundOf, Constraint, Decl, Expr, ExprKind, ObjectId, Range, Ranges, Subtype, TypeId, predefined,
};
use base::Int;
use source::Span;

impl Checker<'_> {
    /// The subtype that a name means.
    pub(super) fn subtype_named(&mut self, mark: &ast::Expr) -> Option<Subtype> {
        if let ast::ExprKind::Attribute { prefix, name, .. } = &mark.kind
            && matches!(name.key.as_str(), "base" | "class")
        {
            let of = self.subtype_named(prefix)?;
            return Some(Subtype::of(of.ty));
        }
        match self.meaning(mark)?.into_iter().next()? {
            Entity::Subtype(subtype) => Some(subtype),
            Entity::Unsupported(what) => Some(self.unsupported_subtype(&what, mark.span())),
            _ => None,
        }
    }

    /// A type that is not supported.
    pub(super) fn unsupported_subtype(&mut self, what: &str, span: Span) -> Subtype {
        let kind = crate::tree::Kind::Unsupported(what.to_string());
        Subtype::of(self.program.types.add(what, kind, span))
    }

    /// The subtype of an indication such as `Integer range 1 .. N`.
    pub(super) fn indication(&mut self, of: &ast::SubtypeIndication) -> Subtype {
        let Some(mut subtype) = self.subtype_named(&of.mark) else {
            self.not_a_type(&of.mark);
            return Subtype::of(predefined::UNKNOWN);
        };
        subtype.not_null |= of.not_null;
        let span = of.at.0;
        match &of.constraint {
            None => {}
            Some(ast::Constraint::Range(range)) => {
                let Some(range) = self.range(range, Some(subtype.ty)) else { return subtype };
                if !self.program.types.is_discrete(subtype.ty) {
                    if self.program.types.unsupported(subtype.ty).is_none() {
                        let name = self.program.types.name(subtype.ty).to_string();
                        self.error(format!("{name} has no ranges"), span, "a discrete type is needed");
                    }
                    return subtype;
                }
                let bounds = self.bounds_of(&range);
                if subtype.constraint != Constraint::None
                    || bounds.0.value().is_none()
                    || bounds.1.value().is_none()
                {
                    let action = Decl::Compatible { range: bounds.clone(), of: subtype.clone(), span };
                    self.actions.push(action);
                }
                subtype.constraint = Constraint::Range(bounds.0, bounds.1);
            }
            Some(ast::Constraint::Index(ranges)) => {
                // A pointer to an array may be restricted too: what it points to has these bounds.
                let array = self.program.types.array(subtype.ty).cloned();
                let Some(array) = array else {
                    if self.program.types.unsupported(subtype.ty).is_some()
                        || self.program.types.designated(subtype.ty).is_some()
                    {
                        return self.unsupported_subtype("a constrained access type", span);
                    }
                    let name = self.program.types.name(subtype.ty).to_string();
                    self.error(format!("{name} is not an array type"), span, "so it has no bounds");
                    return subtype;
                };
                if subtype.is_constrained() {
                    self.error("the bounds of this array type are given already", span, "here again");
                    return subtype;
                }
                if array.indexes.len() != ranges.len() {
                    let (has, given) = (array.indexes.len(), ranges.len());
                    self.error(
                        format!("this array type has {has} indexes, but {given} ranges are given"),
                        span,
                        "not as many as there are indexes",
                    );
                    return subtype;
                }
                let mut bounds = Vec::new();
                for (range, index) in ranges.iter().zip(&array.indexes) {
                    let Some(range) = self.discrete_range(range, Some(index.ty)) else { return subtype };
                    bounds.push(self.bounds_of(&range));
                }
                subtype.constraint = Constraint::Index(bounds);
            }
            Some(ast::Constraint::Unsupported(what)) => {
                return self.unsupported_subtype(&what.what, span);
            }
        }
        subtype
    }

    pub(super) fn not_a_type(&mut self, mark: &ast::Expr) {
        let text = crate::syntax::print_expression(mark);
        if self.meaning(mark).is_some() {
            self.error(format!("`{text}` is not a type"), mark.span(), "a type is needed here");
        } else {
            self.undeclared(&text, mark.span());
        }
    }

    /// The bounds of a range as a subtype keeps them: what is not known is held.
    pub(super) fn bounds_of(&mut self, range: &Range) -> (Bound, Bound) {
        (self.bound_of(&range.first), self.bound_of(&range.last))
    }

    fn bound_of(&mut self, e: &Expr) -> Bound {
        if let Some(value) = value(e) {
            return Bound::Static(value.clone());
        }
        if let ExprKind::Object(id) = e.kind
            && self.object_of(id).is_some_and(|o| o.role == crate::tree::Role::Held)
        {
            return Bound::Held(id);
        }
        Bound::Held(self.hold(e.clone()))
    }

    /// A bound as an expression.
    pub(super) fn of_bound(&self, bound: &Bound, ty: TypeId, span: Span) -> Expr {
        match bound {
            Bound::Static(value) => self.known(value.clone(), ty, span),
            Bound::Held(id) => Expr { kind: ExprKind::Object(*id), ty, span },
        }
    }

    /// The range of a subtype.
    pub(super) fn range_of(&self, subtype: &Subtype, span: Span) -> Option<Range> {
        let (first, last) = self.program.types.bounds(subtype)?;
        let first = Box::new(self.of_bound(&first, subtype.ty, span));
        let last = Box::new(self.of_bound(&last, subtype.ty, span));
        Some(Range { first, last, span })
    }

    /// A range; its bounds have the type that is expected, or both the same.
    pub(super) fn range(&mut self, range: &ast::Range, expected: Option<TypeId>) -> Option<Range> {
        let span = range.at.0;
        match &range.kind {
            ast::RangeKind::Bounds(first, last) => {
                let (first, last) = self.two_of_one_type(first, last, expected);
                if !self.program.types.is_discrete(first.ty) {
                    if self.program.types.unsupported(first.ty).is_none() {
                        self.error("a range needs discrete bounds", span, "these are of another type");
                    }
                    return None;
                }
                Some(Range { first: Box::new(first), last: Box::new(last), span })
            }
            ast::RangeKind::Attribute(e) => self.range_attribute(e, span),
        }
    }

    /// `A'Range`, `A'Range (2)`, `T'Range`.
    fn range_attribute(&mut self, e: &ast::Expr, span: Span) -> Option<Range> {
        let ast::ExprKind::Attribute { prefix, name, args } = &e.kind else {
            self.error("a range is needed here", span, "this is none");
            return None;
        };
        if name.key != "range" {
            self.error("a range is needed here", span, "this is none");
            return None;
        }
        if let Some(subtype) = self.subtype_named(prefix)
            && self.program.types.array(subtype.ty).is_none()
        {
            return self.range_of(&subtype, span);
        }
        let first = self.array_attribute(prefix, BoundOf::First, args, span);
        let last = self.array_attribute(prefix, BoundOf::Last, args, span);
        if self.program.types.unsupported(first.ty).is_some() {
            return None;
        }
        Some(Range { first: Box::new(first), last: Box::new(last), span })
    }

    /// What an index or a loop goes over.
    pub(super) fn discrete_range(
        &mut self,
        range: &ast::DiscreteRange,
        expected: Option<TypeId>,
    ) -> Option<Range> {
        match range {
            ast::DiscreteRange::Range(range) => self.range(range, expected),
            ast::DiscreteRange::Subtype(of) => {
                let subtype = self.indication(of);
                let span = of.at.0;
                if let Some(expected) = expected
                    && !self.program.types.fits(subtype.ty, expected)
                {
                    self.mismatch(subtype.ty, expected, span);
                    return None;
                }
                let range = self.range_of(&subtype, span);
                if range.is_none() && self.program.types.unsupported(subtype.ty).is_none() {
                    self.error("a discrete type is needed here", span, "this is none");
                }
                range
            }
        }
    }

    /// The choices of a `case`, which must be static; `None` for `others`.
    pub(super) fn static_choices(&mut self, choices: &[ast::Choice], ty: TypeId) -> Option<Ranges> {
        let mut ranges = Ranges::new();
        for choice in choices {
            let range = match choice {
                ast::Choice::Others(_) => return None,
                other => self.choice_range(other, ty),
            };
            let Some(range) = range else { continue };
            match (value(&range.first), value(&range.last)) {
                (Some(first), Some(last)) => ranges.push((first.clone(), last.clone())),
                _ => self.error("a choice has to be static", range.span, "its value depends on the run"),
            }
        }
        Some(ranges)
    }

    /// Where choices stand.
    pub(super) fn choices_span(choices: &[ast::Choice], or: Span) -> Span {
        let span = |choice: &ast::Choice| match choice {
            ast::Choice::Expr(e) => e.span(),
            ast::Choice::Range(range) => range.at.0,
            ast::Choice::Subtype(of) => of.at.0,
            ast::Choice::Others(at) => at.0,
        };
        match (choices.first(), choices.last()) {
            (Some(first), Some(last)) => span(first).to(span(last)),
            _ => or,
        }
    }

    /// The values that a choice is for.
    pub(super) fn choice_range(&mut self, choice: &ast::Choice, ty: TypeId) -> Option<Range> {
        match choice {
            ast::Choice::Others(_) => None,
            ast::Choice::Range(range) => self.range(range, Some(ty)),
            ast::Choice::Subtype(of) => {
                let subtype = self.indication(of);
                self.range_of(&subtype, of.at.0)
            }
            ast::Choice::Expr(e) => {
                if let Some(Entity::Subtype(subtype)) = self.meaning(e).and_then(|m| m.into_iter().next()) {
                    if !self.program.types.fits(subtype.ty, ty) {
                        self.mismatch(subtype.ty, ty, e.span());
                    }
                    return self.range_of(&subtype, e.span());
                }
                if let ast::ExprKind::Attribute { name, .. } = &e.kind
                    && name.key == "range"
                {
                    return self.range_attribute(e, e.span());
                }
                let value = self.expr_of(e, ty);
                let span = value.span;
                Some(Range { first: Box::new(value.clone()), last: Box::new(value), span })
            }
        }
    }

    /// How many values static ranges have.
    pub(super) fn count(ranges: &Ranges) -> Int {
        ranges.iter().fold(Int::ZERO, |sum, (first, last)| {
            let count = &(last - first) + &Int::from(1);
            if count.is_negative() { sum } else { &sum + &count }
        })
    }

    /// The parameter of a loop or a quantifier, which is declared in the innermost region.
    pub(super) fn loop_parameter(&mut self, name: &ast::Name, range: Option<&Range>) -> ObjectId {
        let ty = match range.map(|r| if r.first.ty == predefined::UNIVERSAL { r.last.ty } else { r.first.ty })
        {
            None | Some(predefined::UNIVERSAL) => predefined::INTEGER,
            Some(ty) => ty,
        };
        let id = self.object(&name.text, Subtype::of(ty), crate::tree::Role::Loop, name.at.0);
        self.declare(&name.key, Entity::Object(id));
        id
    }
}
