//! Formulas about inputs as requirements, which a search can obey.
//!
//! ```text
//! a ==> \old(b)             (not a) or b: at the entry, the old value is the value
//! \valid(p + (0 .. n - 1))  n - 1 < 0 or (p /= nil and n - 1 < p.length)
//! \forall integer k; 0 <= k < n ==> a[k] > 0      every k in 0 .. n - 1: not (0 <= k and k < n) or a[k] > 0
//! ```

use super::range::{self, Range};
use super::{Formula, FormulaKind, Meaning, When, Zone};
use crate::{
    BinaryOp as Op, Expr, ExprKind, Ghost, Predicate, Proc, Requirement, RequirementKind, Type, VarId,
};
use source::Span;
use std::convert::Infallible;

impl Formula {
    /// The requirement that says the same of the inputs. `ghosts` are those of the procedure.
    ///
    /// # Errors
    ///
    /// What a requirement cannot say.
    pub fn requirement(&self, ghosts: &[Ghost]) -> Result<Requirement, String> {
        let span = self.span;
        let of = |f: &Formula| f.requirement(ghosts).map(Box::new);
        let make = |kind| Requirement::new(kind, span);
        let kind = match &self.kind {
            FormulaKind::Cond(e) => RequirementKind::Cond(at_entry(e, ghosts)?),
            FormulaKind::Predicate(p) => RequirementKind::Predicate(predicate(p, ghosts)?),
            FormulaKind::Call { proc, args } => {
                let args = args.iter().map(|a| at_entry(a, ghosts)).collect::<Result<_, _>>()?;
                RequirementKind::Call { proc: *proc, args }
            }
            FormulaKind::Not(a) => RequirementKind::Not(of(a)?),
            FormulaKind::And(a, b) => RequirementKind::And(of(a)?, of(b)?),
            FormulaKind::Or(a, b) => RequirementKind::Or(of(a)?, of(b)?),
            FormulaKind::Implies(a, b) => {
                RequirementKind::Or(Box::new(make(RequirementKind::Not(of(a)?))), of(b)?)
            }
            FormulaKind::Iff(a, b) => {
                let both = make(RequirementKind::And(of(a)?, of(b)?));
                let not = |f| Ok::<_, String>(Box::new(make(RequirementKind::Not(of(f)?))));
                let neither = make(RequirementKind::And(not(a)?, not(b)?));
                RequirementKind::Or(Box::new(both), Box::new(neither))
            }
            FormulaKind::At(When::Here | When::Entry, inner) => return inner.requirement(ghosts),
            FormulaKind::Valid(zone, _) => RequirementKind::Cond(valid(zone, ghosts)?),
            FormulaKind::Forall(number, body) => return every(*number, body, ghosts, span),
            FormulaKind::Exists(number, body) => {
                // For some: not for all not.
                let none = Formula::new(FormulaKind::Not(body.clone()), body.span);
                RequirementKind::Not(Box::new(every(*number, &none, ghosts, span)?))
            }
            FormulaKind::Cells { .. } | FormulaKind::SameLists(..) | FormulaKind::SameElements(..) => {
                return Err(
                    "statements about the cells of lists are not supported in requirements".to_string()
                );
            }
            FormulaKind::Separated(zones) => RequirementKind::Cond(separated(zones, ghosts, span)?),
            FormulaKind::At(..) => return Err("there is no such state when a run starts".to_string()),
        };
        Ok(make(kind))
    }
}

impl Requirement {
    /// The requirement, moved to a procedure from another one with these ghosts. Both have the same inputs.
    pub fn moved_to(self, proc: &mut Proc, ghosts: &[Ghost]) -> Requirement {
        let mut numbers = Vec::new();
        bound_in(&self, &mut numbers);
        let from = proc.ghosts.len();
        proc.ghosts.extend(numbers.iter().filter_map(|v| ghosts.get(v.ghost_index()?)).cloned());
        let new = |v: VarId| Some(VarId::ghost(from + numbers.iter().position(|n| *n == v)?));
        let Ok(mut moved) = self.replaced::<Infallible>(&|v| Ok(new(v).map(|n| Expr::var(n, self.span))));
        rename(&mut moved, &new);
        moved
    }
}

/// The numbers that quantifiers bind in a requirement.
fn bound_in(r: &Requirement, out: &mut Vec<VarId>) {
    match &r.kind {
        RequirementKind::Cond(_) | RequirementKind::Predicate(_) | RequirementKind::Call { .. } => {}
        RequirementKind::Not(a) => bound_in(a, out),
        RequirementKind::And(a, b) | RequirementKind::Or(a, b) => {
            bound_in(a, out);
            bound_in(b, out);
        }
        RequirementKind::Every { var, body, .. } => {
            if !out.contains(var) {
                out.push(*var);
            }
            bound_in(body, out);
        }
    }
}

/// Quantifiers bind other numbers.
fn rename(r: &mut Requirement, new: &dyn Fn(VarId) -> Option<VarId>) {
    match &mut r.kind {
        RequirementKind::Cond(_) | RequirementKind::Predicate(_) | RequirementKind::Call { .. } => {}
        RequirementKind::Not(a) => rename(a, new),
        RequirementKind::And(a, b) | RequirementKind::Or(a, b) => {
            rename(a, new);
            rename(b, new);
        }
        RequirementKind::Every { var, body, .. } => {
            *var = new(*var).unwrap_or(*var);
            rename(body, new);
        }
    }
}

/// An expression with its ghosts replaced by what they stand for when a run starts.
fn at_entry(e: &Expr, ghosts: &[Ghost]) -> Result<Expr, String> {
    e.replaced(&|v| ghost_at_entry(v, ghosts))
}

fn predicate(p: &Predicate, ghosts: &[Ghost]) -> Result<Predicate, String> {
    p.replaced(&|v| ghost_at_entry(v, ghosts))
}

/// What a ghost stands for when a run starts. One that a quantifier binds stands for itself.
fn ghost_at_entry(v: VarId, ghosts: &[Ghost]) -> Result<Option<Expr>, String> {
    match v.ghost_index().map(|at| ghosts.get(at)) {
        None | Some(Some(Ghost { meaning: Meaning::Bound, .. })) => Ok(None),
        Some(Some(Ghost { meaning: Meaning::At(When::Here | When::Entry, e), .. })) => {
            at_entry(e, ghosts).map(Some)
        }
        Some(Some(Ghost { meaning: Meaning::Length(_) | Meaning::Sum(_), .. })) => {
            Err("`len` and `sum` are not supported in requirements".to_string())
        }
        Some(_) => Err("this has no value when a run starts".to_string()),
    }
}

/// A formula for all numbers, as a requirement for every number of a range.
fn every(number: VarId, body: &Formula, ghosts: &[Ghost], span: Span) -> Result<Requirement, String> {
    let (numbers, inner) = range::chain(number, body);
    let of = |v: &VarId| v.ghost_index().and_then(|at| ghosts.get(at));
    if numbers.iter().any(|v| of(v).is_none_or(|g| !g.var.ty.is_integer())) {
        return Err("quantifiers over anything but numbers are not supported in requirements".to_string());
    }
    let premise = range::premise(inner);
    // What the ranges say need not be said again.
    let ranges: Vec<Option<Range>> = (0..numbers.len()).map(|at| range::of(&numbers, at, &premise)).collect();
    let says = |at: usize| ranges.iter().flatten().any(|r| r.says.contains(&at));
    let mut out = match &inner.kind {
        FormulaKind::Implies(a, b) if range::is_conjunction(a) => {
            let left = range::premise(&a.clone().negated(span)).len();
            if (0..left).all(says) { b.requirement(ghosts)? } else { inner.requirement(ghosts)? }
        }
        _ => inner.requirement(ghosts)?,
    };
    for (var, range) in numbers.iter().zip(ranges).rev() {
        let Some(range) = range else {
            let name = of(var).map_or("", |g| &g.var.name);
            return Err(format!("the formula does not say from where to where `{name}` goes"));
        };
        let (first, last) = (at_entry(&range.first, ghosts)?, at_entry(&range.last, ghosts)?);
        let kind = RequirementKind::Every { var: *var, first, last, body: Box::new(out) };
        out = Requirement::new(kind, span);
    }
    Ok(out)
}

/// The condition that memory is there: what errs does not hold, so reading is enough where the position is a constant.
fn valid(zone: &Zone, ghosts: &[Ghost]) -> Result<Expr, String> {
    let base = at_entry(&zone.base, ghosts)?;
    let span = base.span;
    let there = Expr::binary(Op::Ne, base.clone(), Expr::nil(span), span);
    let Some((low, high)) = &zone.range else { return Ok(there) };
    let (low, high) = (at_entry(low, ghosts)?, at_entry(high, ghosts)?);
    let reaches = |to: Expr| {
        let read = Expr::target(Expr::moved(base.clone(), to, span), span);
        Expr::binary(Op::Eq, read.clone(), read, span)
    };
    let last = match high.kind {
        ExprKind::Int(_) => reaches(high.clone()),
        _ => Expr::binary(Op::Lt, high.clone(), Expr::length(base.clone(), span), span),
    };
    let mut all = Expr::and(there, last, span);
    if !matches!(&low.kind, ExprKind::Int(n) if n.is_zero()) {
        all = Expr::and(all, reaches(low.clone()), span);
    }
    if matches!(high.kind, ExprKind::Int(_)) && matches!(low.kind, ExprKind::Int(_)) {
        return Ok(all);
    }
    Ok(Expr::or(Expr::binary(Op::Lt, high, low, span), all, span))
}

/// The condition that no two zones have memory in common.
fn separated(zones: &[Zone], ghosts: &[Ghost], span: Span) -> Result<Expr, String> {
    let mut all: Option<Expr> = None;
    for (i, a) in zones.iter().enumerate() {
        for b in zones.iter().skip(i + 1) {
            let apart = apart(a, b, ghosts, span)?;
            all = Some(match all {
                Some(before) => Expr::and(before, apart, span),
                None => apart,
            });
        }
    }
    Ok(all.unwrap_or_else(|| Expr::bool(true, span)))
}

/// Two cells are the same or apart; of one array, the positions decide.
fn apart(a: &Zone, b: &Zone, ghosts: &[Ghost], span: Span) -> Result<Expr, String> {
    let (p, q) = (at_entry(&a.base, ghosts)?, at_entry(&b.base, ghosts)?);
    let (Some(first), Some(second)) = (&a.range, &b.range) else {
        let is_nil = Expr::binary(Op::Eq, p.clone(), Expr::nil(span), span);
        return Ok(Expr::or(is_nil, Expr::binary(Op::Ne, p, q, span), span));
    };
    let end = |base: &Expr, offset: &Expr| {
        let position = Expr::new(ExprKind::Position(Box::new(base.clone())), span);
        Ok::<_, String>(Expr::binary(Op::Add, position, at_entry(offset, ghosts)?, span))
    };
    let before = |a, b| Expr::binary(Op::Lt, a, b, span);
    let empty = |range: &(Expr, Expr)| {
        Ok::<_, String>(before(at_entry(&range.1, ghosts)?, at_entry(&range.0, ghosts)?))
    };
    let together = Expr::new(ExprKind::Together(Box::new(p.clone()), Box::new(q.clone())), span);
    let mut apart = Expr::negated(together, span);
    for way in [
        before(end(&p, &first.1)?, end(&q, &second.0)?),
        before(end(&q, &second.1)?, end(&p, &first.0)?),
        empty(first)?,
        empty(second)?,
    ] {
        apart = Expr::or(apart, way, span);
    }
    Ok(apart)
}

impl Zone {
    /// The memory that a pointer of a type leads to, from one element to another.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn new(base: Expr, ty: Option<&Type>, low: Expr, high: Expr) -> Result<Zone, String> {
        let is_zero = |e: &Expr| matches!(&e.kind, ExprKind::Int(n) if n.is_zero());
        match ty {
            Some(Type::Ref(_)) if is_zero(&low) && is_zero(&high) => Ok(Zone { base, range: None }),
            Some(Type::Ref(_)) => Err("this pointer leads to a single object".to_string()),
            Some(Type::Pointer(_) | Type::Array(_)) => Ok(Zone { base, range: Some((low, high)) }),
            _ => Err("this is no pointer that can be looked at".to_string()),
        }
    }
}
