//! Conditions: boolean trees whose atoms stay what they are in the text.
//!
//! A condition whose right operands need no statements is one pure expression. Otherwise every atom is kept in a
//! temporary, and a branch of kind `ShortCircuit` stands before each right operand of `and then` and `or else`:
//!
//! ```text
//! if P /= null and then F (P) …    $1 := P /= nil
//!                                  branch short-circuit [$1] then b1 else b2
//!                              b1: $2 := F(P); goto b3
//!                              b2: $2 := false; goto b3
//!                              b3: branch if [$1 and $2] …
//! ```
//!
//! `and` and `or` evaluate both operands ([`imperative::UnaryOp::Both`]); where the right one may err or needs statements, both are kept
//! first.

use super::procs::Lower;
use crate::tree::{Binary, Expr, ExprKind, Unary, predefined};
use imperative::{DecisionKind, Expr as Ir, TerminatorKind, Type, VarId};
use source::Span;

impl Lower<'_, '_> {
    /// A condition.
    pub fn condition(&mut self, e: &Expr) -> Ir {
        if self.must_spill(e) { self.spilled(e, &mut Vec::new()) } else { self.plain(e) }
    }

    fn must_spill(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::AndThen(a, b) | ExprKind::OrElse(a, b) => self.hoists(b) || self.must_spill(a),
            ExprKind::Binary(Binary::And | Binary::Or, a, _) if a.ty == predefined::BOOLEAN => self.hoists(e),
            ExprKind::Unary(Unary::Not, a) => self.must_spill(a),
            _ => false,
        }
    }

    fn plain(&mut self, e: &Expr) -> Ir {
        let span = e.span;
        match &e.kind {
            ExprKind::AndThen(a, b) => Ir::and(self.plain(a), self.plain(b), span),
            ExprKind::OrElse(a, b) => Ir::or(self.plain(a), self.plain(b), span),
            ExprKind::Binary(Binary::And, a, b) if a.ty == predefined::BOOLEAN => {
                Ir::both(Ir::and(self.plain(a), self.plain(b), span))
            }
            ExprKind::Binary(Binary::Or, a, b) if a.ty == predefined::BOOLEAN => {
                Ir::both(Ir::or(self.plain(a), self.plain(b), span))
            }
            ExprKind::Unary(Unary::Not, a) if a.ty == predefined::BOOLEAN => Ir::negated(self.plain(a), span),
            _ => self.value(e),
        }
    }

    /// `and` and `or` of truth values.
    pub fn condition_of(&mut self, op: Binary, a: &Expr, b: &Expr, span: Span) -> Ir {
        let whole = ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
        self.condition(&Expr { kind: whole, ty: predefined::BOOLEAN, span })
    }

    /// The value of an expression that goes to a place of a subtype. Where conditions are joined in it, they are
    /// decided, as compilers do it: each of them is a coverage goal.
    pub fn decided(&mut self, e: &Expr, subtype: &crate::tree::Subtype) -> Ir {
        let mut inner = e;
        while let ExprKind::Unary(Unary::Not, a) = &inner.kind {
            inner = a;
        }
        if e.ty != predefined::BOOLEAN || !matches!(inner.kind, ExprKind::AndThen(..) | ExprKind::OrElse(..))
        {
            return self.checked(e, subtype);
        }
        let span = e.span;
        let cond = self.condition(e);
        let dst = self.b.temporary(Type::Bool, span);
        let (yes, no, after) = (self.b.block(), self.b.block(), self.b.block());
        let kind = self.written(DecisionKind::If);
        self.b.branch(kind, cond, yes, no, span);
        for (block, value) in [(yes, true), (no, false)] {
            self.b.switch_to(block);
            self.b.assign(dst, Ir::bool(value, span), span);
            self.b.terminate(TerminatorKind::Goto(after), span);
        }
        self.b.switch_to(after);
        Ir::var(dst, span)
    }

    fn keep_atom(&mut self, value: Ir, temporaries: &mut Vec<VarId>) -> Ir {
        let span = value.span;
        let temporary = self.b.temporary(Type::Bool, span);
        temporaries.push(temporary);
        self.b.assign(temporary, value, span);
        Ir::var(temporary, span)
    }

    /// A condition over temporaries; those that are made are added to the list.
    fn spilled(&mut self, e: &Expr, temporaries: &mut Vec<VarId>) -> Ir {
        let span = e.span;
        let (a, b, is_and) = match &e.kind {
            ExprKind::AndThen(a, b) => (a, b, true),
            ExprKind::OrElse(a, b) => (a, b, false),
            ExprKind::Unary(Unary::Not, a) if a.ty == predefined::BOOLEAN => {
                return Ir::negated(self.spilled(a, temporaries), span);
            }
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) if a.ty == predefined::BOOLEAN => {
                let left = self.spilled(a, temporaries);
                let right = self.spilled(b, temporaries);
                return Ir::both(if *op == Binary::And {
                    Ir::and(left, right, span)
                } else {
                    Ir::or(left, right, span)
                });
            }
            _ => {
                let value = self.value(e);
                return self.keep_atom(value, temporaries);
            }
        };
        let left = self.spilled(a, temporaries);
        let open = self.b.open_right(&left, is_and, a.span);
        let mut skipped = Vec::new();
        let right = self.spilled(b, &mut skipped);
        self.b.close_right(open, &skipped, b.span);
        temporaries.extend(skipped);
        if is_and { Ir::and(left, right, span) } else { Ir::or(left, right, span) }
    }
}
