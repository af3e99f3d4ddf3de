//! An expression that is evaluated elsewhere than where it is written.
//!
//! The default of a parameter is evaluated where a call leaves it out, and what is wrong with it is reported there:
//!
//! ```text
//! procedure P (N : Positive := Next);
//! P;                                     -- Constraint_Error is raised in this line where Next is 0
//! ```

use super::{ArrayAggregate, ArrayPart, Call, Choices, Decl, Expr, ExprKind, Quantified, Range};
use source::Span;

impl Expr {
    /// The same expression with all its parts at one place.
    pub fn placed(&self, span: Span) -> Expr {
        Expr { kind: kind(&self.kind, span), ty: self.ty, span }
    }
}

fn boxed(e: &Expr, span: Span) -> Box<Expr> {
    Box::new(e.placed(span))
}

fn list(of: &[Expr], span: Span) -> Vec<Expr> {
    of.iter().map(|e| e.placed(span)).collect()
}

fn range(of: &Range, span: Span) -> Range {
    Range { first: boxed(&of.first, span), last: boxed(&of.last, span), span }
}

fn choices(of: &Choices, span: Span) -> Choices {
    (of.0.clone(), span)
}

fn kind(of: &ExprKind, span: Span) -> ExprKind {
    use ExprKind as K;
    match of {
        K::Discrete(_)
        | K::Null
        | K::Object(_)
        | K::Text(_)
        | K::Raise(_)
        | K::Result
        | K::Unsupported(_) => of.clone(),
        K::Component(e, at) => K::Component(boxed(e, span), *at),
        K::Element(e, indexes) => K::Element(boxed(e, span), list(indexes, span)),
        K::At(e, at) => K::At(boxed(e, span), boxed(at, span)),
        K::Slice(e, over) => K::Slice(boxed(e, span), range(over, span)),
        K::Deref(e) => K::Deref(boxed(e, span)),
        K::Call(call) => K::Call(Call { to: call.to, args: list(&call.args, span) }),
        K::Unary(op, e) => K::Unary(*op, boxed(e, span)),
        K::Binary(op, a, b) => K::Binary(*op, boxed(a, span), boxed(b, span)),
        K::AndThen(a, b) => K::AndThen(boxed(a, span), boxed(b, span)),
        K::OrElse(a, b) => K::OrElse(boxed(a, span), boxed(b, span)),
        K::Convert(e, subtype) => K::Convert(boxed(e, span), subtype.clone()),
        K::Qualified(e, subtype) => K::Qualified(boxed(e, span), subtype.clone()),
        K::In(e, ranges) => K::In(boxed(e, span), ranges.iter().map(|r| range(r, span)).collect()),
        K::If(branches, otherwise) => {
            let branches = branches.iter().map(|(c, e)| (c.placed(span), e.placed(span))).collect();
            K::If(branches, boxed(otherwise, span))
        }
        K::Case(e, branches, others) => {
            let branches = branches.iter().map(|(c, e)| (choices(c, span), e.placed(span))).collect();
            K::Case(boxed(e, span), branches, others.as_ref().map(|e| boxed(e, span)))
        }
        K::Quantified(q) => K::Quantified(Box::new(Quantified {
            all: q.all,
            parameter: q.parameter,
            range: q.range.as_ref().map(|r| range(r, span)),
            body: q.body.placed(span),
            number: q.number,
        })),
        K::Array(a) => K::Array(Box::new(ArrayAggregate {
            bounds: a.bounds.clone(),
            parts: a.parts.iter().map(|p| part(p, span)).collect(),
            others: a.others.as_ref().map(|e| optional(e, span)),
        })),
        K::Record(values) => K::Record(values.iter().map(|e| optional(e, span)).collect()),
        K::Bound(what, e, dimension) => K::Bound(*what, boxed(e, span), *dimension),
        K::New(subtype, e) => K::New(subtype.clone(), e.as_ref().map(|e| boxed(e, span))),
        K::Old(e) => K::Old(boxed(e, span)),
        K::Holding(held, e) => {
            K::Holding(held.iter().map(|d| declaration(d, span)).collect(), boxed(e, span))
        }
    }
}

fn optional(e: &Option<Expr>, span: Span) -> Option<Expr> {
    e.as_ref().map(|e| e.placed(span))
}

fn part(of: &ArrayPart, span: Span) -> ArrayPart {
    match of {
        ArrayPart::Next(e) => ArrayPart::Next(e.placed(span)),
        ArrayPart::At(ranges, e) => ArrayPart::At(ranges.clone(), optional(e, span)),
        ArrayPart::Range(name, over, e) => ArrayPart::Range(*name, range(over, span), optional(e, span)),
    }
}

fn declaration(of: &Decl, span: Span) -> Decl {
    match of {
        Decl::Object(id, e) => Decl::Object(*id, optional(e, span)),
        Decl::Hold(id, e) => Decl::Hold(*id, e.placed(span)),
        Decl::Renamed(e) => Decl::Renamed(e.placed(span)),
        Decl::Compatible { range, of, .. } => Decl::Compatible { range: range.clone(), of: of.clone(), span },
        Decl::Statement(statement) => Decl::Statement(statement.clone()),
        Decl::Unsupported(what, _) => Decl::Unsupported(what.clone(), span),
    }
}
