//! Conditions: boolean trees whose atoms stay what they are in the text.
//!
//! A condition without calls on the right of an `and` or `or` is one pure expression. Otherwise every atom is
//! kept in a temporary, and a branch of kind `ShortCircuit` stands before each right operand:
//!
//! ```text
//! if x /= nil and f(x) then …        $1 := x /= nil
//!                                    branch short-circuit [$1] then b1 else b2
//!                                b1: $2 := call f(x); goto b3
//!                                b2: $2 := false;     goto b3
//!                                b3: branch if [$1 and $2] then … else …
//! ```
//!
//! So the decision still has its two atoms, and the second counts as not evaluated when the first is false.

use super::Lower;
use crate::ast::{Expr, ExprKind};
use imperative::{Expr as Ir, ExprKind as IrKind, Type, VarId, VarKind};

impl Lower<'_> {
    /// A condition as a boolean expression.
    pub(super) fn condition(&mut self, e: &Expr) -> Ir {
        if self.must_spill(e) {
            let mut temporaries = Vec::new();
            self.spilled(e, &mut temporaries)
        } else {
            self.plain(e)
        }
    }

    /// Whether some right operand of the `and`s and `or`s of a condition holds a call or an allocation.
    fn must_spill(&self, e: &Expr) -> bool {
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            match &e.kind {
                ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                    if self.hoists(b) {
                        return true;
                    }
                    waiting.push(a);
                }
                ExprKind::Not(a) => waiting.push(a),
                _ => {}
            }
        }
        false
    }

    fn plain(&mut self, e: &Expr) -> Ir {
        let span = e.span();
        match &e.kind {
            ExprKind::And(a, b) => {
                let left = self.plain(a);
                Ir::and(left, self.plain(b), span)
            }
            ExprKind::Or(a, b) => {
                let left = self.plain(a);
                Ir::or(left, self.plain(b), span)
            }
            ExprKind::Not(a) => Ir::negated(self.plain(a), span),
            _ => self.atom(e),
        }
    }

    /// An atomic condition. A comparison is one as it stands; a number is true if it is not zero.
    fn atom(&mut self, e: &Expr) -> Ir {
        if let ExprKind::Binary(op, a, b) = &e.kind
            && op.is_comparison()
        {
            let (left, right) = self.pair(a, b);
            return Ir::binary(*op, left, right, e.span());
        }
        let value = self.value(e);
        match self.type_of(e) {
            Type::Int => Ir::new(IrKind::IntToBool(Box::new(value)), e.span()),
            _ => value,
        }
    }

    /// A condition over temporaries; those that are made are added to the list.
    fn spilled(&mut self, e: &Expr, temporaries: &mut Vec<VarId>) -> Ir {
        let span = e.span();
        let (a, b, is_and) = match &e.kind {
            ExprKind::And(a, b) => (a, b, true),
            ExprKind::Or(a, b) => (a, b, false),
            ExprKind::Not(a) => return Ir::negated(self.spilled(a, temporaries), span),
            _ => {
                let value = self.atom(e);
                if let IrKind::Var(v) = value.kind
                    && self.b.proc().var(v).is_some_and(|var| var.kind == VarKind::Temporary)
                {
                    // The result of a call has its temporary already.
                    temporaries.push(v);
                    return value;
                }
                let temporary = self.b.temporary(Type::Bool, span);
                temporaries.push(temporary);
                self.b.assign(temporary, value, span);
                return Ir::var(temporary, span);
            }
        };
        let left = self.spilled(a, temporaries);
        let open = self.b.open_right(&left, is_and, a.span());
        let mut skipped = Vec::new();
        let right = self.spilled(b, &mut skipped);
        self.b.close_right(open, &skipped, b.span());
        temporaries.extend(skipped);
        if is_and { Ir::and(left, right, span) } else { Ir::or(left, right, span) }
    }
}
