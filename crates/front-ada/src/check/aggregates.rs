//! Aggregates: arrays and records of their parts.

use super::Checker;
use super::scopes::Region;
use super::static_values::value;
use crate::syntax::ast::{self, Association};
use crate::tree::{
    AggregateBounds, ArrayAggregate, ArrayPart, Bound, Constraint, Expr, ExprKind, Kind, Ranges, Subtype,
    predefined,
};
use base::Int;
use source::Span;

/// An aggregate with several dimensions is expanded up to this many elements.
const MOST_ELEMENTS: usize = 4_096;

impl Checker<'_> {
    pub(super) fn aggregate(
        &mut self,
        aggregate: &ast::Aggregate,
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        // One value in parentheses is that value, which the parser knows; here parts are meant.
        let Some(subtype) = expected.filter(|s| s.ty != predefined::UNKNOWN) else {
            self.error("nothing here tells of which type this aggregate is", span, "write Type'(…)");
            return self.nothing(span);
        };
        let ty = subtype.ty;
        match self.program.types.kind(ty) {
            Kind::Array(of) if of.indexes.len() > 1 => self.grid(aggregate, subtype, span),
            Kind::Array(_) => self.array_aggregate(aggregate, subtype, span),
            Kind::Record(_) => self.record_aggregate(aggregate, subtype, span),
            Kind::Unsupported(what) => {
                let what = what.clone();
                self.unsupported(what, ty, span)
            }
            _ => {
                let name = self.program.types.name(ty).to_string();
                self.error(
                    format!("{name} has no aggregates"),
                    span,
                    "it is neither an array nor a record type",
                );
                self.nothing(span)
            }
        }
    }

    fn record_aggregate(&mut self, aggregate: &ast::Aggregate, subtype: &Subtype, span: Span) -> Expr {
        let ty = subtype.ty;
        let components = self.program.types.record(ty).map(<[_]>::to_vec).unwrap_or_default();
        let mut values: Vec<Option<Option<Expr>>> = vec![None; components.len()];
        if let ast::AggregateBase::Delta(_) = aggregate.base {
            return self.unsupported("a delta aggregate", ty, span);
        }
        let mut next = 0;
        for item in &aggregate.items {
            match item {
                Association::Positional(e) => {
                    let Some(component) = components.get(next) else {
                        self.error("the record has no more components", e.span(), "this one is too many");
                        continue;
                    };
                    values[next] = Some(Some(self.expr_in(e, &component.subtype)));
                    next += 1;
                }
                Association::Named { choices, value } => {
                    for choice in choices {
                        let places: Vec<usize> = match choice {
                            ast::Choice::Others(_) => {
                                (0..components.len()).filter(|i| values[*i].is_none()).collect()
                            }
                            ast::Choice::Expr(ast::Expr { kind: ast::ExprKind::Name(name), .. }) => {
                                match components.iter().position(|c| c.key == name.key) {
                                    Some(at) => vec![at],
                                    None => {
                                        let of = self.program.types.name(ty).to_string();
                                        let message = format!("{of} has no component `{}`", name.text);
                                        self.error(message, name.at.0, "not a component of this record");
                                        continue;
                                    }
                                }
                            }
                            _ => {
                                self.error("a component is named here", span, "this is not a name");
                                continue;
                            }
                        };
                        for at in places {
                            let checked = value.as_ref().map(|e| self.expr_in(e, &components[at].subtype));
                            values[at] = Some(checked);
                        }
                    }
                }
                Association::Iterated(..) => {
                    self.error("a record has no indexes", span, "`for` is for arrays");
                }
            }
        }
        let missing = components.iter().zip(&values).find(|(_, v)| v.is_none());
        if let Some((component, _)) = missing {
            let message = format!("the aggregate gives no value for `{}`", component.name);
            self.error(message, span, "a component is missing");
        }
        let values = values.into_iter().map(Option::flatten).collect();
        Expr { kind: ExprKind::Record(values), ty, span }
    }

    fn array_aggregate(&mut self, aggregate: &ast::Aggregate, subtype: &Subtype, span: Span) -> Expr {
        let ty = subtype.ty;
        let Some(of) = self.program.types.array(ty).cloned() else { return self.nothing(span) };
        if let ast::AggregateBase::Delta(_) = aggregate.base {
            return self.unsupported("a delta aggregate", ty, span);
        }
        let (index, component) = (&of.indexes[0], &of.component);
        let mut parts = Vec::new();
        let mut others = None;
        for item in &aggregate.items {
            match item {
                Association::Positional(e) => parts.push(ArrayPart::Next(self.expr_in(e, component))),
                Association::Named { choices, value: e }
                    if matches!(choices[..], [ast::Choice::Others(_)]) =>
                {
                    others = Some(e.as_ref().map(|e| self.expr_in(e, component)));
                }
                Association::Named { choices, value: e } => {
                    let mut ranges = Ranges::new();
                    let mut dynamic = Vec::new();
                    for choice in choices {
                        let Some(range) = self.choice_range(choice, index.ty) else { continue };
                        match (value(&range.first), value(&range.last)) {
                            (Some(a), Some(b)) => ranges.push((a.clone(), b.clone())),
                            _ => dynamic.push(range),
                        }
                    }
                    let checked = e.as_ref().map(|e| self.expr_in(e, component));
                    if !ranges.is_empty() {
                        parts.push(ArrayPart::At(ranges, checked.clone()));
                    }
                    parts.extend(dynamic.into_iter().map(|r| ArrayPart::Range(None, r, checked.clone())));
                }
                Association::Iterated(over, e) => {
                    let ast::Domain::In(range) = &over.domain else {
                        return self.unsupported("an aggregate over the elements of an array", ty, span);
                    };
                    let Some(range) = self.discrete_range(range, Some(index.ty)) else {
                        return self.nothing(span);
                    };
                    self.regions.push(Region::default());
                    let parameter = self.loop_parameter(&over.name, Some(&range));
                    let value = self.expr_in(e, component);
                    self.regions.pop();
                    parts.push(ArrayPart::Range(Some(parameter), range, Some(value)));
                }
            }
        }
        let positional = parts.iter().any(|p| matches!(p, ArrayPart::Next(_)));
        if positional && parts.iter().any(|p| !matches!(p, ArrayPart::Next(_))) {
            self.error("positional and named parts are mixed", span, "an array aggregate has one kind only");
            return self.nothing(span);
        }
        let bounds = match &subtype.constraint {
            Constraint::Index(bounds) => AggregateBounds::Expected(bounds.clone()),
            _ if others.is_some() => AggregateBounds::Target,
            _ if positional || parts.is_empty() => {
                let first = self.program.types.bounds(index).map(|(first, _)| first);
                match first {
                    Some(Bound::Static(first)) => AggregateBounds::Positions(first),
                    _ => return self.unsupported("an aggregate whose first index is not static", ty, span),
                }
            }
            _ => match static_bounds(&parts) {
                Some((first, last)) => {
                    AggregateBounds::Expected(vec![(Bound::Static(first), Bound::Static(last))])
                }
                None if parts.len() == 1 => AggregateBounds::Choice,
                None => {
                    return self.unsupported(
                        "an aggregate with several choices that are not static",
                        ty,
                        span,
                    );
                }
            },
        };
        let aggregate = ArrayAggregate { bounds, parts, others };
        Expr { kind: ExprKind::Array(Box::new(aggregate)), ty, span }
    }

    /// An aggregate with several dimensions: all its elements, row by row.
    fn grid(&mut self, aggregate: &ast::Aggregate, subtype: &Subtype, span: Span) -> Expr {
        let ty = subtype.ty;
        let Some(of) = self.program.types.array(ty).cloned() else { return self.nothing(span) };
        let bounds = match &subtype.constraint {
            Constraint::Index(bounds) => bounds.clone(),
            _ => {
                return self.unsupported(
                    "an aggregate of an unconstrained array with several indexes",
                    ty,
                    span,
                );
            }
        };
        let mut sides = Vec::new();
        for (first, last) in &bounds {
            match (first.value(), last.value()) {
                (Some(first), Some(last)) => sides.push((first.clone(), last.clone())),
                _ => {
                    return self.unsupported(
                        "an aggregate with several dimensions and bounds of the run",
                        ty,
                        span,
                    );
                }
            }
        }
        let mut parts = Vec::new();
        if !self.rows(aggregate, &sides, &of.indexes, &of.component, &mut parts, span) {
            return self.unsupported("this aggregate with several dimensions", ty, span);
        }
        let parts = parts.into_iter().map(ArrayPart::Next).collect();
        let aggregate = ArrayAggregate { bounds: AggregateBounds::Expected(bounds), parts, others: None };
        Expr { kind: ExprKind::Array(Box::new(aggregate)), ty, span }
    }

    fn rows(
        &mut self,
        aggregate: &ast::Aggregate,
        sides: &[(Int, Int)],
        indexes: &[Subtype],
        component: &Subtype,
        out: &mut Vec<Expr>,
        span: Span,
    ) -> bool {
        let (Some(((first, last), inner)), Some(index)) = (sides.split_first(), indexes.first()) else {
            return false;
        };
        let count =
            (&(last - first) + &Int::from(1)).to_i64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        if count > MOST_ELEMENTS {
            return false;
        }
        let mut chosen: Vec<Option<&ast::Expr>> = vec![None; count];
        let mut next = 0;
        for item in &aggregate.items {
            match item {
                Association::Positional(e) => {
                    if let Some(place) = chosen.get_mut(next) {
                        *place = Some(e);
                    }
                    next += 1;
                }
                Association::Named { choices, value: Some(e) } => {
                    match self.static_choices(choices, index.ty) {
                        None => {
                            chosen.iter_mut().filter(|c| c.is_none()).for_each(|place| *place = Some(e));
                        }
                        Some(ranges) => {
                            for (at, place) in chosen.iter_mut().enumerate() {
                                let here = first + &Int::from(at as i64);
                                if ranges.iter().any(|(a, b)| *a <= here && here <= *b) {
                                    *place = Some(e);
                                }
                            }
                        }
                    }
                }
                Association::Named { value: None, .. } | Association::Iterated(..) => return false,
            }
        }
        if next > count || chosen.iter().any(Option::is_none) {
            self.error("the aggregate has not as many parts as the array", span, "here");
            return true;
        }
        for e in chosen.into_iter().flatten() {
            if out.len() >= MOST_ELEMENTS {
                return false;
            }
            if inner.is_empty() {
                out.push(self.expr_in(e, component));
                continue;
            }
            let ast::ExprKind::Aggregate(row) = &e.kind else { return false };
            if !self.rows(row, inner, &indexes[1..], component, out, e.span()) {
                return false;
            }
        }
        true
    }
}

/// The bounds that static choices give.
fn static_bounds(parts: &[ArrayPart]) -> Option<(Int, Int)> {
    let mut all: Ranges = Ranges::new();
    for part in parts {
        match part {
            ArrayPart::At(ranges, _) => all.extend(ranges.iter().cloned()),
            ArrayPart::Range(_, range, _) => {
                all.push((value(&range.first)?.clone(), value(&range.last)?.clone()));
            }
            ArrayPart::Next(_) => return None,
        }
    }
    let first = all.iter().map(|(a, _)| a).min()?.clone();
    let last = all.iter().map(|(_, b)| b).max()?.clone();
    Some((first, last))
}
