//! Declarations and their initialisers.
//!
//! ```text
//! int a[3] = { 1 };        a := make zeroed int32[3]; a[0] := 1
//! struct point p;          p := make point
//! ```

use super::places::{Spot, in_field};
use super::procs::{Lower, Slot};
use crate::tree::{Expr, ExprKind, Init, Step};
use crate::types::Type as C;
use imperative::{Expr as Ir, InstrKind, Made, Type};
use source::Span;

impl Lower<'_, '_> {
    /// From here on a variable exists, with the value that it starts with.
    pub fn declare(&mut self, slot: Slot, ty: &C, init: Option<&Init>, span: Span) {
        let zeroed = matches!(init, Some(Init::List(_)));
        let spot = match slot {
            Slot::Nowhere => {
                if init.is_some() {
                    let text = self.unit.types.text(ty);
                    self.unsupported(format!("the type `{text}`"), span);
                }
                return;
            }
            Slot::Plain(var) => {
                match (ty, self.b.proc().var(var).map(|v| v.ty.clone())) {
                    (C::Record(_), Some(Type::Ref(s))) => {
                        if let Some(Init::Scalar(e @ Expr { kind: ExprKind::Call { .. }, .. })) = init {
                            // Nothing else refers to a struct that a call gives.
                            return self.value_into(var, e, span);
                        }
                        self.b.push(
                            InstrKind::Make { dst: var, object: Made::Cell(s), zeroed, owned: false },
                            span,
                        );
                    }
                    (C::Array(_, Some(n)), Some(Type::Array(element))) => {
                        let length = Ir::int(usize::try_from(*n).unwrap_or(usize::MAX), span);
                        self.make_array(var, *element, length, zeroed, span);
                    }
                    _ => {}
                }
                Spot::Var(var)
            }
            Slot::Boxed(var) => {
                if let Some(Type::Array(element)) = self.b.proc().var(var).map(|v| v.ty.clone()) {
                    self.make_array(var, *element, Ir::int(1, span), zeroed, span);
                }
                Spot::Element(Ir::var(var, span), Ir::int(0, span))
            }
        };
        if !zeroed {
            self.never_written(&spot, ty, span);
        }
        self.initialise(&spot, ty, init, span);
    }

    /// What the initialiser of an object says is stored in it; where it is a list, the object is zero so far.
    pub fn initialise(&mut self, spot: &Spot, ty: &C, init: Option<&Init>, span: Span) {
        let spot = &self.seen(spot.clone(), ty);
        match init {
            None => {}
            Some(Init::Scalar(e)) => match (spot, ty) {
                (_, C::Record(_)) => {
                    let value = self.value(e);
                    self.store_value(spot, value, ty, span);
                }
                (Spot::Var(var), _) => self.value_into(*var, e, span),
                _ => {
                    let value = self.value(e);
                    self.store(spot, value, span);
                }
            },
            Some(Init::List(items)) => {
                if let (Spot::Var(_), true) = (spot, ty.is_scalar()) {
                    self.clear(spot, ty, span);
                }
                for item in items {
                    self.init_item(spot, ty, &item.path, &item.value);
                }
            }
        }
    }

    /// The value of a part of a variable, which is zero so far.
    fn init_item(&mut self, spot: &Spot, ty: &C, path: &[Step], e: &Expr) {
        let span = e.span;
        let (mut spot, mut ty) = (spot.clone(), ty);
        for step in path {
            let whole = self.load(&spot, span);
            (spot, ty) = match (step, ty) {
                (Step::Field(at), C::Record(r)) => {
                    let Some(member) = self.unit.types.field(*r, *at) else { return };
                    self.activate(&whole, *r, *at, span);
                    let Some((field, boxed)) = self.cx.shapes.field(*r, *at) else {
                        // Nothing can read it. But what is computed for it may do something.
                        return if self.constant(e).is_none() && self.does_something(e) {
                            self.effect(e)
                        };
                    };
                    (in_field(whole, field, boxed, span), &member.ty)
                }
                (Step::Index(_), C::Array(_, None)) => {
                    return self.unsupported("an initialiser of a flexible array member", span);
                }
                (Step::Index(i), C::Array(of, _)) => {
                    let index = Ir::int(usize::try_from(*i).unwrap_or(usize::MAX), span);
                    (Spot::Element(whole, index), &**of)
                }
                _ => return self.unsupported("this initialiser", span),
            };
        }
        let value = self.value(e);
        let spot = self.seen(spot, ty);
        self.store_value(&spot, value, ty, span);
    }

    /// Whether evaluating an expression changes anything.
    fn does_something(&self, e: &Expr) -> bool {
        struct Effects(bool);
        impl super::walk::Visit for Effects {
            fn expr(&mut self, e: &Expr) {
                self.0 |= matches!(
                    e.kind,
                    ExprKind::Call { .. }
                        | ExprKind::Assign(..)
                        | ExprKind::AssignOp { .. }
                        | ExprKind::AssignPointer { .. }
                        | ExprKind::IncDec { .. }
                        | ExprKind::Statements(..)
                );
            }
        }
        let mut effects = Effects(false);
        super::walk::expr(e, &mut effects);
        effects.0
    }
}
