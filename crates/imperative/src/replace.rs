//! Expressions and requirements in which something else stands for variables.
//!
//! ```text
//! a[k] < a[k + 1]   with 3 for k   a[3] < a[3 + 1]
//! ```

use crate::{Expr, ExprKind, Predicate, Requirement, RequirementKind, VarId};

impl Expr {
    /// The expression with something else in the place of the variables for which `with` gives it.
    ///
    /// # Errors
    ///
    /// The first error that `with` gives.
    pub fn replaced<E>(&self, with: &dyn Fn(VarId) -> Result<Option<Expr>, E>) -> Result<Expr, E> {
        let of = |e: &Expr| e.replaced(with).map(Box::new);
        let kind = match &self.kind {
            ExprKind::Var(v) => match with(*v)? {
                Some(other) => return Ok(other),
                None => self.kind.clone(),
            },
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Nil => self.kind.clone(),
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
        Ok(Expr::new(kind, self.span))
    }
}

impl Predicate {
    /// The predicate with something else in the place of variables.
    ///
    /// # Errors
    ///
    /// The first error that `with` gives.
    pub fn replaced<E>(&self, with: &dyn Fn(VarId) -> Result<Option<Expr>, E>) -> Result<Predicate, E> {
        Ok(match self {
            Predicate::Acyclic(e) => Predicate::Acyclic(e.replaced(with)?),
            Predicate::Disjoint(a, b) => Predicate::Disjoint(a.replaced(with)?, b.replaced(with)?),
            Predicate::Sorted(e) => Predicate::Sorted(e.replaced(with)?),
            Predicate::Tree(e) => Predicate::Tree(e.replaced(with)?),
        })
    }
}

impl Requirement {
    /// The requirement with something else in the place of variables.
    ///
    /// # Errors
    ///
    /// The first error that `with` gives.
    pub fn replaced<E>(&self, with: &dyn Fn(VarId) -> Result<Option<Expr>, E>) -> Result<Requirement, E> {
        let of = |r: &Requirement| r.replaced(with).map(Box::new);
        let kind = match &self.kind {
            RequirementKind::Cond(e) => RequirementKind::Cond(e.replaced(with)?),
            RequirementKind::Predicate(p) => RequirementKind::Predicate(p.replaced(with)?),
            RequirementKind::Call { proc, args } => {
                let args = args.iter().map(|e| e.replaced(with)).collect::<Result<_, _>>()?;
                RequirementKind::Call { proc: *proc, args }
            }
            RequirementKind::Not(a) => RequirementKind::Not(of(a)?),
            RequirementKind::And(a, b) => RequirementKind::And(of(a)?, of(b)?),
            RequirementKind::Or(a, b) => RequirementKind::Or(of(a)?, of(b)?),
            RequirementKind::Every { var, first, last, body } => RequirementKind::Every {
                var: *var,
                first: first.replaced(with)?,
                last: last.replaced(with)?,
                body: of(body)?,
            },
        };
        Ok(Requirement { kind, span: self.span, origin: self.origin })
    }
}
