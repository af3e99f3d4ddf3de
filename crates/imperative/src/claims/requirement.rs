//! Formulas about inputs as requirements, which a search can obey.
//!
//! ```text
//! a ==> \old(b)             (not a) or b: at the entry, the old value is the value
//! \valid(p + (0 .. n - 1))  n - 1 < 0 or (p /= nil and n - 1 < p.length)
//! \forall integer k; …      not a requirement: nothing looks at all values
//! ```

use super::{Formula, FormulaKind, Meaning, When, Zone};
use crate::{BinaryOp as Op, Expr, ExprKind, Ghost, Predicate, Requirement, RequirementKind, Type};
use source::Span;

impl Formula {
    /// The requirement that says the same of the inputs. `ghosts` are those of the procedure.
    ///
    /// # Errors
    ///
    /// What a requirement cannot say.
    pub fn requirement(&self, ghosts: &[Ghost]) -> Result<Requirement, String> {
        let span = self.span;
        let of = |f: &Formula| f.requirement(ghosts).map(Box::new);
        let make = |kind| Requirement { kind, span };
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
            FormulaKind::Forall(..) | FormulaKind::Exists(..) => {
                return Err("quantifiers in requirements are not supported".to_string());
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

/// An expression with its ghosts replaced by what they stand for when a run starts.
fn at_entry(e: &Expr, ghosts: &[Ghost]) -> Result<Expr, String> {
    let of = |e: &Expr| at_entry(e, ghosts).map(Box::new);
    let kind = match &e.kind {
        ExprKind::Var(v) => match v.ghost_index().map(|at| ghosts.get(at)) {
            None => e.kind.clone(),
            Some(Some(Ghost { meaning: Meaning::At(When::Here | When::Entry, e), .. })) => {
                return at_entry(e, ghosts);
            }
            Some(Some(Ghost { meaning: Meaning::Length(_) | Meaning::Sum(_), .. })) => {
                return Err("`len` and `sum` are not supported in requirements".to_string());
            }
            Some(_) => return Err("this has no value when a run starts".to_string()),
        },
        ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Nil => e.kind.clone(),
        ExprKind::Field(a, field) => ExprKind::Field(of(a)?, *field),
        ExprKind::Element(a, b) => ExprKind::Element(of(a)?, of(b)?),
        ExprKind::Length(a) => ExprKind::Length(of(a)?),
        ExprKind::First(a) => ExprKind::First(of(a)?),
        ExprKind::Target(a) => ExprKind::Target(of(a)?),
        ExprKind::At(a, b) => ExprKind::At(of(a)?, of(b)?),
        ExprKind::Move(a, b) => ExprKind::Move(of(a)?, of(b)?),
        ExprKind::Distance(a, b) => ExprKind::Distance(of(a)?, of(b)?),
        ExprKind::Position(a) => ExprKind::Position(of(a)?),
        ExprKind::Together(a, b) => ExprKind::Together(of(a)?, of(b)?),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, of(a)?),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, of(a)?, of(b)?),
        ExprKind::And(a, b) => ExprKind::And(of(a)?, of(b)?),
        ExprKind::Or(a, b) => ExprKind::Or(of(a)?, of(b)?),
        ExprKind::IntToBool(a) => ExprKind::IntToBool(of(a)?),
        ExprKind::BoolToInt(a) => ExprKind::BoolToInt(of(a)?),
        ExprKind::Fit(a, word) => ExprKind::Fit(of(a)?, *word),
        ExprKind::Within(a, word) => ExprKind::Within(of(a)?, *word),
        ExprKind::Sure(a, word) => ExprKind::Sure(of(a)?, *word),
        ExprKind::Wrap(a, word) => ExprKind::Wrap(of(a)?, *word),
    };
    Ok(Expr::new(kind, e.span))
}

fn predicate(p: &Predicate, ghosts: &[Ghost]) -> Result<Predicate, String> {
    Ok(match p {
        Predicate::Acyclic(e) => Predicate::Acyclic(at_entry(e, ghosts)?),
        Predicate::Disjoint(a, b) => Predicate::Disjoint(at_entry(a, ghosts)?, at_entry(b, ghosts)?),
        Predicate::Sorted(e) => Predicate::Sorted(at_entry(e, ghosts)?),
        Predicate::Tree(e) => Predicate::Tree(at_entry(e, ghosts)?),
    })
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
