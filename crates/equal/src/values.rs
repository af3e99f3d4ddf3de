//! The values of expressions in a state of which nothing is known.
//!
//! ```text
//! p /= nil and p.v > 3        any1 ≠ nil ∧ any2 > 3, which risks nil where any1 ≠ nil holds
//! ```

use super::state::{Anything, At, GiveUp, Kind, Place, RiskKind};
use formula::{Sort, Term};
use imperative::{BinaryOp, Expr, ExprKind, Type, UnaryOp, VarId, Word, type_of};
use solver::State;

impl Anything<'_> {
    /// The value of a variable, which may be any if nothing is known of it.
    pub(crate) fn variable(&mut self, at: &mut At, v: VarId) -> Result<Term, GiveUp> {
        if at.unset.get(v.index()).copied().unwrap_or(false) {
            self.rely(at, RiskKind::Unset(v), Vec::new(), None);
        }
        if let Some(known) = at.env.get(v.index()).copied().flatten() {
            return Ok(known);
        }
        let var = self.proc.var(v).ok_or(GiveUp)?;
        let value = self.any(at, &var.ty.clone());
        at.env[v.index()] = Some(value);
        Ok(value)
    }

    /// Any value of a type.
    pub(crate) fn any(&mut self, at: &mut At, ty: &Type) -> Term {
        let sort = self.sort(ty);
        let value = self.terms.fresh_var("any", sort);
        let fact = match ty {
            Type::Word(word) => self.fits(value, *word),
            Type::Part(_) => self.terms.ne(value, self.nil),
            _ => return value,
        };
        at.condition = at.condition.assert(fact);
        value
    }

    fn sort(&self, ty: &Type) -> Sort {
        match ty {
            Type::Int | Type::Word(_) => Sort::INT,
            Type::Real => Sort::REAL,
            Type::Bool => Sort::BOOL,
            Type::Ref(_) | Type::Array(_) | Type::Pointer(_) | Type::Part(_) => self.object,
        }
    }

    pub(crate) fn fits(&mut self, t: Term, word: Word) -> Term {
        let (least, greatest) = (self.terms.int(word.least()), self.terms.int(word.greatest()));
        let (above, below) = (self.terms.le(least, t), self.terms.le(t, greatest));
        self.terms.and(&[above, below])
    }

    /// What a place holds: the same whenever it is read, until something is written.
    pub(crate) fn read(&mut self, at: &mut At, place: Place, ty: &Type) -> Term {
        let sort = self.sort(ty);
        // What depends on no memory is computed, not read.
        if self.unsteady && place.memory != 0 {
            return self.any(at, ty);
        }
        if let Some(known) = self.reads.get(&place)
            && self.terms.sort_of(*known) == sort
        {
            let known = *known;
            // The fact may have been noted only on another path.
            if let Type::Word(word) = ty {
                let fact = self.fits(known, *word);
                at.condition = at.condition.assert(fact);
            }
            return known;
        }
        let value = self.any(at, ty);
        self.reads.insert(place, value);
        value
    }

    /// A reference that something is read or written through: nil would have ended the run.
    pub(crate) fn there(&mut self, at: &mut At, e: &Expr) -> Result<Term, GiveUp> {
        let object = self.value(at, e)?;
        if self.terms.sort_of(object) != self.object {
            return Err(GiveUp);
        }
        let there = self.terms.ne(object, self.nil);
        self.rely(at, RiskKind::Nil, vec![object], Some(there));
        Ok(object)
    }

    pub(crate) fn number(&mut self, at: &mut At, e: &Expr) -> Result<Term, GiveUp> {
        let value = self.value(at, e)?;
        if matches!(self.terms.sort_of(value), Sort::INT | Sort::REAL) { Ok(value) } else { Err(GiveUp) }
    }

    pub(crate) fn condition(&mut self, at: &mut At, e: &Expr) -> Result<Term, GiveUp> {
        let value = self.value(at, e)?;
        if self.terms.sort_of(value) == Sort::BOOL { Ok(value) } else { Err(GiveUp) }
    }

    /// A value that goes to a variable of this type.
    pub(crate) fn value_as(&mut self, at: &mut At, e: &Expr, ty: &Type) -> Result<Term, GiveUp> {
        let value = self.value(at, e)?;
        if self.terms.sort_of(value) == self.sort(ty) { Ok(value) } else { Ok(self.any(at, ty)) }
    }

    /// The value of an expression, given that nothing goes wrong.
    pub(crate) fn value(&mut self, at: &mut At, e: &Expr) -> Result<Term, GiveUp> {
        let ty = |w: &Anything<'_>| type_of(w.program, w.proc, e).ok_or(GiveUp);
        Ok(match &e.kind {
            ExprKind::Int(i) => self.terms.int(i.clone()),
            ExprKind::Real(r) => self.terms.real(r.clone()),
            ExprKind::Bool(b) => self.terms.boolean(*b),
            ExprKind::Nil => self.nil,
            ExprKind::Var(v) => self.variable(at, *v)?,
            ExprKind::Field(object, field) => {
                let of = vec![self.there(at, object)?];
                let ty = ty(self)?;
                let owner = type_of(self.program, self.proc, object);
                let Some(Type::Ref(s)) = owner else { return Err(GiveUp) };
                self.rely_on_use(at, &of);
                self.read(at, Place { memory: at.memory, kind: Kind::Field(s, *field), of }, &ty)
            }
            ExprKind::Element(array, index) => {
                let of = vec![self.there(at, array)?, self.number(at, index)?];
                self.within(at, of[0], of[1]);
                let ty = ty(self)?;
                self.read(at, Place { memory: at.memory, kind: Kind::Element, of }, &ty)
            }
            ExprKind::Target(pointer) => {
                let of = vec![self.there(at, pointer)?];
                self.rely(at, RiskKind::Use, of.clone(), None);
                let ty = ty(self)?;
                self.read(at, Place { memory: at.memory, kind: Kind::Target, of }, &ty)
            }
            ExprKind::Length(array) => {
                let of = vec![self.there(at, array)?];
                self.read(at, Place { memory: at.memory, kind: Kind::Length, of }, &Type::Int)
            }
            ExprKind::First(array) => {
                let of = vec![self.there(at, array)?];
                self.read(at, Place { memory: at.memory, kind: Kind::First, of }, &Type::Int)
            }
            ExprKind::At(a, i) | ExprKind::Move(a, i) => {
                let kind = if let ExprKind::At(..) = e.kind { Kind::At } else { Kind::Move };
                let object = self.value(at, a)?;
                let of = vec![object, self.number(at, i)?];
                let ty = ty(self)?;
                self.rely(at, RiskKind::Pointer(0), of.clone(), None);
                self.read(at, Place { memory: 0, kind, of }, &ty)
            }
            ExprKind::Distance(a, b) => {
                let of = vec![self.value(at, a)?, self.value(at, b)?];
                self.rely(at, RiskKind::Pointer(1), of.clone(), None);
                self.read(at, Place { memory: 0, kind: Kind::Distance, of }, &Type::Int)
            }
            ExprKind::Position(a) => {
                let of = vec![self.there(at, a)?];
                self.read(at, Place { memory: 0, kind: Kind::Position, of }, &Type::Int)
            }
            ExprKind::Together(a, b) => {
                let of = vec![self.value(at, a)?, self.value(at, b)?];
                self.rely(at, RiskKind::Pointer(2), of.clone(), None);
                self.read(at, Place { memory: 0, kind: Kind::Together, of }, &Type::Bool)
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let a = self.number(at, a)?;
                self.terms.neg(a)
            }
            ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a) => self.condition(at, a)?,
            ExprKind::Unary(UnaryOp::Not, a) => {
                let a = self.condition(at, a)?;
                self.terms.not(a)
            }
            ExprKind::Binary(op, a, b) => self.binary(at, *op, a, b)?,
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let or = matches!(e.kind, ExprKind::Or(..));
                let a = self.condition(at, a)?;
                // What the right operand relies on holds only where it is evaluated.
                let before = at.condition.clone();
                let sure = at.risks.as_ref().map_or(0, Vec::len);
                let b = self.condition(at, b)?;
                let looked_at = if or { self.terms.not(a) } else { a };
                for risk in at.risks.iter_mut().flatten().skip(sure) {
                    risk.guards.push(looked_at);
                }
                let facts = since(&before, &at.condition);
                at.condition = before;
                for fact in facts {
                    let skipped = if or { a } else { self.terms.not(a) };
                    let fact = self.terms.or(&[skipped, fact]);
                    at.condition = at.condition.assert(fact);
                }
                if or { self.terms.or(&[a, b]) } else { self.terms.and(&[a, b]) }
            }
            ExprKind::IntToBool(a) => {
                let (a, zero) = (self.number(at, a)?, self.terms.int(0));
                self.terms.ne(a, zero)
            }
            ExprKind::BoolToInt(a) => {
                let a = self.condition(at, a)?;
                let (one, zero) = (self.terms.int(1), self.terms.int(0));
                self.terms.ite(a, one, zero)
            }
            ExprKind::Fit(a, word) => {
                let a = self.number(at, a)?;
                let fact = self.fits(a, *word);
                self.rely(at, RiskKind::Fit(*word), vec![a], Some(fact));
                a
            }
            ExprKind::Sure(a, _) => self.number(at, a)?,
            ExprKind::Within(a, word) => {
                let a = self.number(at, a)?;
                let fact = self.fits(a, *word);
                self.rely(at, RiskKind::Within(*word), vec![a], Some(fact));
                a
            }
            ExprKind::Wrap(_, word) if word.is_empty() => return Err(GiveUp),
            ExprKind::Wrap(a, word) => {
                let a = self.number(at, a)?;
                let t = &mut self.terms;
                let (count, least) = (t.int(word.count()), t.int(word.least()));
                let shifted = t.sub(a, least);
                let rest = t.modulo(shifted, count);
                t.add(&[rest, least])
            }
        })
    }

    fn binary(&mut self, at: &mut At, op: BinaryOp, a: &Expr, b: &Expr) -> Result<Term, GiveUp> {
        let (x, y) = (self.value(at, a)?, self.value(at, b)?);
        let sort = self.terms.sort_of(x);
        if sort != self.terms.sort_of(y) {
            return Err(GiveUp);
        }
        if sort == self.object && !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            // Which of two pointers comes first.
            let (x, y, swapped) = match op {
                BinaryOp::Lt => (x, y, false),
                BinaryOp::Gt => (y, x, false),
                BinaryOp::Ge => (x, y, true),
                BinaryOp::Le => (y, x, true),
                _ => return Err(GiveUp),
            };
            self.rely(at, RiskKind::Pointer(3), vec![x, y], None);
            let place = Place { memory: 0, kind: Kind::Below, of: vec![x, y] };
            let below = self.read(at, place, &Type::Bool);
            return Ok(if swapped { self.terms.not(below) } else { below });
        }
        if !op.is_comparison() && !matches!(sort, Sort::INT | Sort::REAL) {
            return Err(GiveUp);
        }
        let t = &mut self.terms;
        Ok(match op {
            BinaryOp::Add => t.add(&[x, y]),
            BinaryOp::Sub => t.sub(x, y),
            BinaryOp::Mul => t.mul(x, y),
            BinaryOp::Lt => t.lt(x, y),
            BinaryOp::Le => t.le(x, y),
            BinaryOp::Gt => t.gt(x, y),
            BinaryOp::Ge => t.ge(x, y),
            BinaryOp::Eq => t.eq(x, y),
            BinaryOp::Ne => t.ne(x, y),
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod => {
                let zero = if sort == Sort::REAL { t.real(0) } else { t.int(0) };
                let fine = t.ne(y, zero);
                self.rely(at, RiskKind::Zero, vec![y], Some(fine));
                let t = &mut self.terms;
                match (op, sort) {
                    (BinaryOp::Div, Sort::REAL) => t.real_div(x, y),
                    (BinaryOp::Div, _) => t.div_trunc(x, y),
                    (BinaryOp::Mod, _) => t.mod_floor(x, y),
                    _ => t.rem_trunc(x, y),
                }
            }
        })
    }
}

/// What was asserted since a state.
fn since(before: &State, now: &State) -> Vec<Term> {
    now.assertions().split_off(before.depth() as usize)
}
