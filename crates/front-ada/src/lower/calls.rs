//! Calls: arguments, what goes back, and views of arrays.

use super::arrays::View;
use super::places::Spot;
use super::procs::Lower;
use crate::tree::{Call, Constraint, Expr, ExprKind, Kind, Mode, Role, Subtype};
use imperative::{BinaryOp, ErrorKind, Expr as Ir, InstrKind, VarId};
use source::Span;

/// What is done when a call has returned.
enum Back {
    /// A scalar that came back goes to its place.
    Store(Box<(Spot, Subtype, Expr)>, VarId),
    /// The components of a copy go back to the record that it was made of.
    Record(Box<(Ir, Ir)>, crate::tree::TypeId),
    /// The elements of a copy go back to where they were taken from.
    Copy(Box<(View, View)>, crate::tree::TypeId),
}

impl Lower<'_, '_> {
    /// A call, whose result goes to a variable.
    pub fn call(&mut self, call: &Call, dst: Option<VarId>, span: Span) {
        let tree = self.cx.tree;
        let Some(sub) = tree.subprograms.get(call.to.0 as usize) else { return };
        let Some(proc) = self.cx.procs.get(call.to.0 as usize).copied().flatten() else {
            self.unsupported(format!("a call of {}, whose body is not there,", sub.name), span);
            return;
        };
        if let Some(what) = &sub.unsupported {
            self.unsupported(what.clone(), span);
            return;
        }
        let (mut args, mut backs, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (id, e)) in sub.parameters.iter().zip(&call.args).enumerate() {
            let Some(object) = self.object(*id) else { continue };
            let Role::Parameter(mode) = object.role else { continue };
            let subtype = &object.subtype;
            if self.types().is_composite(subtype.ty) {
                args.push(self.composite_argument(e, subtype, mode, &mut after, span));
                continue;
            }
            if mode == Mode::In {
                let value = self.checked(e, subtype);
                let later = call.args[at + 1..].iter().any(|e| self.hoists(e));
                let kind = self.cx.shapes.variable(subtype);
                args.push(if later { self.kept(value, kind) } else { value });
                continue;
            }
            let spot = self.spot(e, true);
            if mode == Mode::InOut {
                let value = self.at_spot(&spot, e.span);
                let value = self.in_subtype(value, e, subtype, e.span);
                let kind = self.cx.shapes.variable(subtype);
                args.push(self.kept(value, kind));
            }
            let back = self.b.temporary(self.cx.shapes.variable(subtype), span);
            // The variables of a procedure are its parameters first, in their order.
            backs.push((VarId::new(at), back));
            after.push(Back::Store(Box::new((spot, subtype.clone(), e.clone())), back));
        }
        let Some(around) = self.surroundings(call.to, span) else {
            self.unsupported(format!("a call of {} from here", sub.name), span);
            return;
        };
        args.extend(around);
        self.check_precondition(call.to, &args);
        self.b.push(InstrKind::Call { dst, proc, args, backs }, span);
        for back in after {
            match back {
                Back::Store(place, value) => {
                    let (spot, from, target) = *place;
                    self.store_back(spot, value, &from, &target, span);
                }
                Back::Record(records, ty) => self.copy_record(&records.0, &records.1, ty, span),
                Back::Copy(views, ty) => self.copy(&views.0, &views.1, ty, span),
            }
        }
    }

    /// A scalar that comes back has to be in the subtype of where it goes.
    fn store_back(&mut self, spot: Spot, value: VarId, from: &Subtype, target: &Expr, span: Span) {
        let to = self.subtype_of(target);
        let same = to.ty == from.ty && to.constraint == from.constraint;
        let value = Ir::var(value, span);
        let value = match (same, self.types().bounds(&to)) {
            (false, Some((first, last))) if to.ty != crate::tree::predefined::BOOLEAN => {
                let wide = self.types().static_bounds(&to).zip(self.types().static_bounds(from));
                let fits = wide.is_some_and(|((a, b), (c, d))| a <= c && d <= b);
                if fits { value } else { self.in_range(value, &first, &last, span) }
            }
            _ => value,
        };
        let value = if self.types().is_discrete(to.ty) && to.ty != crate::tree::predefined::BOOLEAN {
            self.sure(value, &to)
        } else {
            value
        };
        self.store(spot, value, span);
    }

    /// An array or a record goes to a procedure by reference. A part of an array, or one whose bounds are not those
    /// that the procedure sees, goes as a copy that is copied back.
    fn composite_argument(
        &mut self,
        e: &Expr,
        subtype: &Subtype,
        mode: Mode,
        after: &mut Vec<Back>,
        span: Span,
    ) -> Ir {
        let copied = self.cx.shapes.is_copied(subtype);
        if copied.is_none() && mode != Mode::In {
            self.unsupported("passing a record whose size is not known", span);
        }
        let copied = copied == Some(true);
        if !matches!(self.types().kind(subtype.ty), Kind::Array(_)) {
            let reference = self.reference(e);
            let kind = self.cx.shapes.variable(subtype);
            let reference = self.kept(reference, kind);
            if let ExprKind::Deref(_) = e.kind {
                self.must_be_there(&reference, e.span);
            }
            if copied && self.is_name(e) {
                let copy = self.made(&Subtype::of(subtype.ty), false, span);
                self.copy_record(&copy, &reference, subtype.ty, span);
                if mode != Mode::In {
                    after.push(Back::Record(Box::new((reference, copy.clone())), subtype.ty));
                }
                return copy;
            }
            return reference;
        }
        if !copied && self.is_name(e) && self.knows_its_bounds(e) {
            let reference = self.reference(e);
            let kind = self.cx.shapes.variable(subtype);
            let reference = self.kept(reference, kind);
            if let ExprKind::Deref(_) = e.kind {
                self.must_be_there(&reference, e.span);
            }
            if !subtype.is_constrained() {
                self.name_keeps_its_bounds(e, span);
                return reference;
            }
            self.lengths_agree(&reference, e, subtype, e.span);
            if self.same_first(e, subtype) {
                return reference;
            }
        }
        if mode == Mode::In && !self.is_name(e) && !matches!(e.kind, ExprKind::Slice(..)) {
            return self.fresh(e, subtype);
        }
        let view = self.view(e);
        let view = self.kept_view(view, e);
        let copy = self.copied(view.clone(), e.ty, subtype, false, span);
        if mode != Mode::In {
            if self.cx.handles && !copied {
                self.unsupported("passing a part of an array where exceptions are handled", span);
            }
            let from = View { array: copy.clone(), from: Ir::int(0, span), ..view.clone() };
            after.push(Back::Copy(Box::new((view, from)), e.ty));
        }
        copy
    }

    fn must_be_there(&mut self, reference: &Ir, span: Span) {
        let cond = Ir::binary(BinaryOp::Ne, reference.clone(), Ir::nil(span), span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::NilDereference }, span);
    }

    /// Whether the object of an array knows its first index. Parts of other objects do not.
    fn knows_its_bounds(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Object(_) | ExprKind::Deref(_) => true,
            ExprKind::Convert(of, _) | ExprKind::Qualified(of, _) => self.knows_its_bounds(of),
            _ => false,
        }
    }

    /// Whether the first index of an array is surely that of a subtype.
    fn same_first(&self, e: &Expr, subtype: &Subtype) -> bool {
        let of = self.subtype_of(e);
        match (&of.constraint, &subtype.constraint) {
            (Constraint::Index(a), Constraint::Index(b)) => a.iter().zip(b).all(|((a, _), (b, _))| a == b),
            _ => false,
        }
    }
}
