//! Ranges, choices, subtypes, and the types of objects and parameters.

use super::names::as_range;
use super::{Parser, Read};
use crate::syntax::ast::{
    AccessDef, AccessKind, ArrayDef, Choice, Constraint, DiscreteRange, Expr, ExprKind, Indexes, Mode,
    Parameter, Place, Range, RangeKind, SubtypeIndication, TypeRef,
};
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// `1 .. N`, `A'Range`
    pub(super) fn range(&mut self) -> Read<Range> {
        let start = self.here();
        let low = self.simple()?;
        if self.is("..") {
            return self.upper_bound(low, start);
        }
        as_range(low).map_err(|_| self.unexpected("`..`"))
    }

    fn upper_bound(&mut self, low: Expr, start: Span) -> Read<Range> {
        self.expect("..")?;
        let high = self.simple()?;
        let at = self.since(start);
        Ok(Range { kind: RangeKind::Bounds(Box::new(low), Box::new(high)), at })
    }

    /// `1 .. N`, `A'Range`, `Colour`, `Integer range 1 .. N`
    pub(super) fn discrete_range(&mut self) -> Read<DiscreteRange> {
        let start = self.here();
        let first = self.simple()?;
        self.rest_of_range(first, start)
    }

    /// What follows the first expression of a discrete range.
    pub(super) fn rest_of_range(&mut self, first: Expr, start: Span) -> Read<DiscreteRange> {
        if self.is("..") {
            return Ok(DiscreteRange::Range(self.upper_bound(first, start)?));
        }
        let mark = match as_range(first) {
            Ok(range) => return Ok(DiscreteRange::Range(range)),
            Err(mark) => mark,
        };
        Ok(DiscreteRange::Subtype(self.restricted(mark, start)?))
    }

    fn restricted(&mut self, mark: Expr, start: Span) -> Read<SubtypeIndication> {
        if !is_name(&mark) {
            return Err(self.unexpected("`..`"));
        }
        let constraint = if self.eat("range") { Some(Constraint::Range(self.range()?)) } else { None };
        Ok(SubtypeIndication { not_null: false, mark, constraint, at: self.since(start) })
    }

    /// `1 | 3 .. 5 | others`; after `in`, only what has no logical operators outside of parentheses.
    pub(super) fn choices(&mut self, whole: bool) -> Read<Vec<Choice>> {
        let mut choices = Vec::new();
        loop {
            choices.push(self.choice(whole)?);
            if !self.eat("|") {
                return Ok(choices);
            }
        }
    }

    fn choice(&mut self, whole: bool) -> Read<Choice> {
        let start = self.here();
        if self.eat("others") {
            return Ok(Choice::Others(Place(start)));
        }
        let first = if whole { self.expression()? } else { self.simple()? };
        if self.is("..") {
            return Ok(Choice::Range(self.upper_bound(first, start)?));
        }
        if self.is("range") {
            return Ok(Choice::Subtype(self.restricted(first, start)?));
        }
        Ok(match as_range(first) {
            Ok(range) => Choice::Range(range),
            Err(value) => Choice::Expr(value),
        })
    }

    /// `not null T`, `Integer range 1 .. 10`, `String (1 .. 5)`
    pub(super) fn subtype_indication(&mut self) -> Read<SubtypeIndication> {
        let start = self.here();
        let not_null = self.not_null();
        let mark = self.subtype_mark()?;
        let constraint = self.constraint()?;
        Ok(SubtypeIndication { not_null, mark, constraint, at: self.since(start) })
    }

    fn not_null(&mut self) -> bool {
        let found = self.is("not") && self.is_at(1, "null");
        if found {
            self.next += 2;
        }
        found
    }

    pub(super) fn constraint(&mut self) -> Read<Option<Constraint>> {
        let first = self.next;
        if self.eat("range") {
            return Ok(Some(Constraint::Range(self.range()?)));
        }
        for word in ["digits", "delta"] {
            if self.eat(word) {
                self.simple()?;
                if self.eat("range") {
                    self.range()?;
                }
                let what = if word == "digits" { "a digits constraint" } else { "a delta constraint" };
                return Ok(Some(Constraint::Unsupported(self.unsupported_since(first, what))));
            }
        }
        let opened = self.here();
        if !self.eat("(") {
            return Ok(None);
        }
        let ranges = self.deeper(Parser::index_ranges)?;
        if let Some(ranges) = ranges {
            self.closing(opened)?;
            return Ok(Some(Constraint::Index(ranges)));
        }
        self.skip_to_closing();
        self.closing(opened)?;
        Ok(Some(Constraint::Unsupported(self.unsupported_since(first, "a discriminant constraint"))))
    }

    /// Ranges between commas; `None` if there is something else, which can only be for discriminants.
    fn index_ranges(&mut self) -> Read<Option<Vec<DiscreteRange>>> {
        let mut ranges = Vec::new();
        loop {
            let start = self.here();
            if self.starts_conditional() || self.is_at(1, "=>") || self.is_at(1, "|") {
                return Ok(None);
            }
            let first = self.expression()?;
            if !self.is("..") && !is_name(&first) {
                return Ok(None);
            }
            ranges.push(self.rest_of_range(first, start)?);
            if !self.eat(",") {
                return Ok(Some(ranges));
            }
        }
    }

    /// The type of an object, a component or a result.
    pub(super) fn object_type(&mut self) -> Read<TypeRef> {
        if self.is("array") {
            return Ok(TypeRef::Array(Box::new(self.array()?)));
        }
        if self.is("access") || (self.is("not") && self.is_at(2, "access")) {
            return self.anonymous_access();
        }
        Ok(TypeRef::Subtype(self.subtype_indication()?))
    }

    /// The type of a parameter or a result: without a constraint.
    pub(super) fn profile_type(&mut self) -> Read<TypeRef> {
        let ty = self.object_type()?;
        if let TypeRef::Subtype(SubtypeIndication { constraint: Some(_), at, .. }) = &ty {
            return Err(Box::new(
                Diagnostic::error("a constraint where only the name of a type may stand")
                    .primary(at.0, "has a constraint")
                    .help("declare a subtype for it; before the value of an expression function stands `is`"),
            ));
        }
        Ok(ty)
    }

    fn anonymous_access(&mut self) -> Read<TypeRef> {
        let (start, first) = (self.here(), self.next);
        let not_null = self.not_null();
        self.expect("access")?;
        let subprogram = ["protected", "procedure", "function"].iter().any(|word| self.is(word));
        if subprogram {
            self.subprogram_access()?;
            return Ok(TypeRef::Unsupported(self.unsupported_since(first, "access to a subprogram")));
        }
        let kind = if self.eat("constant") { AccessKind::Constant } else { AccessKind::Pool };
        let place = self.here();
        let mark = self.subtype_mark()?;
        let to = SubtypeIndication { not_null: false, mark, constraint: None, at: self.since(place) };
        Ok(TypeRef::Access(Box::new(AccessDef { not_null, kind, to, at: self.since(start) })))
    }

    fn subprogram_access(&mut self) -> Read<()> {
        self.eat("protected");
        let function = self.eat("function");
        if !function {
            self.expect("procedure")?;
        }
        self.parameters()?;
        if function {
            self.expect("return")?;
            self.deeper(Parser::profile_type)?;
        }
        Ok(())
    }

    /// `array (1 .. 10) of Integer`
    pub(super) fn array(&mut self) -> Read<ArrayDef> {
        self.deeper(|p| {
            p.expect("array")?;
            let opened = p.here();
            p.expect("(")?;
            let mut ranges = Vec::new();
            let mut types = Vec::new();
            loop {
                let start = p.here();
                let first = p.simple()?;
                if p.is("range") && p.is_at(1, "<>") {
                    p.next += 2;
                    types.push(first);
                } else {
                    ranges.push(p.rest_of_range(first, start)?);
                }
                if !p.eat(",") {
                    break;
                }
            }
            p.closing(opened)?;
            p.expect("of")?;
            let indexes = match (types.is_empty(), ranges.is_empty()) {
                (true, _) => Indexes::Constrained(ranges),
                (false, true) => Indexes::Unconstrained(types),
                (false, false) => return Err(p.unexpected("all dimensions with `<>`, or none")),
            };
            let aliased = p.eat("aliased");
            Ok(ArrayDef { indexes, aliased, component: p.object_type()? })
        })
    }

    /// `(X, Y : in out Integer; Z : Integer := 1)`; none without parentheses.
    pub(super) fn parameters(&mut self) -> Read<Vec<Parameter>> {
        let opened = self.here();
        let mut found = Vec::new();
        if !self.eat("(") {
            return Ok(found);
        }
        loop {
            found.push(self.deeper(Parser::parameter)?);
            if !self.eat(";") {
                self.closing(opened)?;
                return Ok(found);
            }
        }
    }

    fn parameter(&mut self) -> Read<Parameter> {
        let start = self.here();
        let names = self.identifiers("the name of a parameter")?;
        self.expect(":")?;
        let aliased = self.eat("aliased");
        let (goes_in, goes_out) = (self.eat("in"), self.eat("out"));
        let mode = match (goes_in, goes_out) {
            (false, false) => Mode::Default,
            (true, false) => Mode::In,
            (false, true) => Mode::Out,
            (true, true) => Mode::InOut,
        };
        let ty = self.profile_type()?;
        let default = if self.eat(":=") { Some(self.condition()?) } else { None };
        // What aspects a parameter has is of no use to us.
        self.aspects()?;
        Ok(Parameter { names, aliased, mode, ty, default, at: self.since(start) })
    }
}

/// Whether an expression may name a subtype.
fn is_name(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Name(_)
            | ExprKind::Selected(..)
            | ExprKind::Attribute { .. }
            | ExprKind::Apply(..)
            | ExprKind::Deref(_)
    )
}
