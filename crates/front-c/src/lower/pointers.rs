//! Pointers: moving them, converting them, and the memory that they are asked for.
//!
//! ```text
//! p - q                                  distance(p, q)
//! (int *) malloc(n * sizeof(int))        $1 := ask malloc fails; if not $1 { $2 := make int32[n]; $3 := at($2, 0) } else nil
//! (struct node *) malloc(sizeof *n)      $1 := ask malloc fails; if not $1 { $2 := make node } else nil
//! ```

use super::allocation::{self, Amount, Request};
use super::functions;
use super::library;
use super::places::Spot;
use super::procs::Lower;
use crate::tree::{Callee, Expr, ExprKind, Place};
use crate::types::Type as C;
use base::Int;
use imperative::{
    BinaryOp as IrOp, DecisionKind, Expr as Ir, ExprKind as IrKind, InstrKind, Made, TerminatorKind, Type,
    UnaryOp, VarId,
};
use source::Span;

impl Lower<'_, '_> {
    /// A pointer moved by a number of elements.
    pub fn moved(&mut self, pointer: &Expr, by: &Expr, back: bool, span: Span) -> Ir {
        let (from, by) = self.pair(pointer, by);
        let by = self.steps(by);
        let by = if back { negated(by, span) } else { by };
        if matches!(&by.kind, IrKind::Int(n) if n.is_zero()) {
            return from;
        }
        let ty = self.cx.shapes.value(&pointer.ty);
        match (ty, from.kind) {
            (Some(Type::Pointer(_)), IrKind::At(array, start)) if matches!(&start.kind, IrKind::Int(n) if n.is_zero()) => {
                Ir::at(*array, by, span)
            }
            (Some(ty @ Type::Pointer(_)), kind) => {
                let from = self.solid(Ir::new(kind, from.span), &ty, span);
                Ir::moved(from, by, span)
            }
            (ty, _) => {
                self.unsupported(format!("a step of the type `{}`", self.unit.types.text(&pointer.ty)), span);
                self.any_value(&ty.unwrap_or(Type::Int), span)
            }
        }
    }

    /// A number of elements that a pointer is moved by. Addresses wrap around as sizes do, so a difference may as well
    /// be negative: `p[n - 1]` is one before `p` where `n` is 0.
    fn steps(&self, by: Ir) -> Ir {
        let types = &self.unit.types;
        let width = types.integer(&types.size_type()).map(|t| t.bits);
        match by.kind {
            IrKind::Wrap(inner, word)
                if !word.is_signed()
                    && word.bits().map(u32::from) == width
                    && matches!(inner.kind, IrKind::Binary(IrOp::Sub, ..)) =>
            {
                *inner
            }
            kind => Ir::new(kind, by.span),
        }
    }

    /// How many elements lie between two pointers.
    pub fn distance(&mut self, a: &Expr, b: &Expr, ty: &C, span: Span) -> Ir {
        let pointers = (self.cx.shapes.value(&a.ty), self.cx.shapes.value(&b.ty));
        let (Some(left_ty @ Type::Pointer(_)), Some(right_ty @ Type::Pointer(_))) = pointers else {
            self.unsupported("the distance of these pointers", span);
            return Ir::int(0, span);
        };
        let (left, right) = self.pair(a, b);
        let left = self.solid(left, &left_ty, span);
        let right = self.solid(right, &right_ty, span);
        let distance = Ir::new(IrKind::Distance(Box::new(left), Box::new(right)), span);
        Ir::wrap(distance, self.word(ty), span)
    }

    /// `pointer += index`
    pub fn assign_pointer(&mut self, place: &Place, back: bool, index: &Expr, ty: &Type, span: Span) -> Ir {
        if !matches!(ty, Type::Pointer(_)) {
            self.unsupported(format!("a step of the type `{}`", self.unit.types.text(&place.ty)), span);
            return self.any_value(ty, span);
        }
        if self.races_union(place, index) {
            self.unsupported("a change of a member of a union by a value with effects", span);
            return self.any_value(ty, span);
        }
        let Some(mut spot) = self.place(place) else { return self.any_value(ty, span) };
        if self.hoists(index) {
            spot = self.steady(spot);
        }
        let by = self.value(index);
        let by = self.steps(by);
        let by = if back { negated(by, span) } else { by };
        let old = self.load(&spot, span);
        self.store(&spot, Ir::moved(old, by, span), span);
        self.load(&spot, span)
    }

    /// The value of `inner` converted to the type of `e`, which is `ty` here.
    pub fn convert(&mut self, inner: &Expr, e: &Expr, ty: &Type, span: Span) -> Ir {
        if e.ty.is_integer() {
            if inner.ty.is_integer() {
                let value = self.value(inner);
                let value = self.number_as(value, &inner.ty, &e.ty, span);
                return self.as_kept(value);
            }
            if e.ty == C::Bool && self.cx.shapes.value(&inner.ty).is_some() {
                let truth = self.condition(inner);
                return Ir::new(IrKind::BoolToInt(Box::new(truth)), span);
            }
        } else if let Some(to) = e.ty.pointee() {
            if let Some(request) = allocation::request(self.unit, inner) {
                return self.allocate(&request, &to.clone(), ty, span);
            }
            let source = allocation::stripped(inner);
            if let ExprKind::Conditional(c, a, b) = &source.kind
                && self.cx.shapes.value(&source.ty).is_none()
            {
                // `n ? malloc(n) : NULL`: each side is converted.
                let side = |of: &Expr| {
                    let kind = ExprKind::Convert(Box::new(of.clone()));
                    Expr { kind, ty: e.ty.clone(), span: of.span }
                };
                let result = self.b.temporary(ty.clone(), span);
                self.conditional(c, &side(a), &side(b), Some(result));
                return Ir::var(result, span);
            }
            if let Some(found) = self.found_or_moved(source, &to.clone(), ty, span) {
                return found;
            }
            if self.is_null(source) {
                return functions::nil(ty, span);
            }
            if self.cx.shapes.value(&source.ty).as_ref() == Some(ty) && self.may_be(&source.ty, &e.ty) {
                return self.value(source);
            }
            if let Some(first) = self.first_place(source, ty, span) {
                return first;
            }
        } else if inner.ty == e.ty {
            return self.value(inner);
        }
        let types = &self.unit.types;
        let what = format!("the conversion of `{}` to `{}`", types.text(&inner.ty), types.text(&e.ty));
        self.unsupported(what, span);
        self.any_value(ty, span)
    }

    /// Whether a pointer of a type can stand for one of another, if the program has one type for both.
    pub fn may_be(&self, from: &C, to: &C) -> bool {
        self.cx.facts.signs.allow(&self.unit.types, from, to)
    }

    /// `(int *) m` of a matrix `m`: the pointer to its first element.
    fn first_place(&mut self, source: &Expr, ty: &Type, span: Span) -> Option<Ir> {
        let (ExprKind::Decay(matrix), Type::Pointer(element)) = (&source.kind, ty) else { return None };
        let mut rows = 0;
        let mut of = source.ty.pointee()?;
        while let C::Array(inner, Some(1..)) = of {
            (rows, of) = (rows + 1, inner);
        }
        if rows == 0 || self.cx.shapes.kept(of).as_ref() != Some(&**element) {
            return None;
        }
        let spot = self.place(matrix)?;
        let mut array = self.load(&spot, span);
        for _ in 0..rows {
            array = Ir::element(array, Ir::int(0, span), span);
        }
        Some(Ir::at(array, Ir::int(0, span), span))
    }

    /// What `memchr`, `realloc` or one that fills memory gives, if an expression is a call of it that is converted to a type.
    fn found_or_moved(&mut self, e: &Expr, to: &C, ty: &Type, span: Span) -> Option<Ir> {
        let ExprKind::Call { callee: Callee::Direct(id), args } = &e.kind else { return None };
        let f = self.unit.function(*id).filter(|f| f.body.is_none())?;
        let called = match (f.name.as_str(), args.as_slice()) {
            ("memchr", [s, c, n]) => {
                let args = [allocation::stripped(s).clone(), c.clone(), n.clone()];
                self.characters("memchr", library::MEMCHR, &args, Some(ty), None, f.span, span)
            }
            ("realloc", [old, size]) if size.ty.is_integer() => {
                self.reallocate(allocation::stripped(old), size, to, ty, f.span, span).map(Some)
            }
            ("memcpy" | "memmove" | "memset", [filled, ..]) => {
                let filled = allocation::stripped(filled);
                let same = self.cx.shapes.value(&filled.ty).as_ref() == Some(ty);
                // It is lowered twice, so it must do nothing.
                if !same || self.hoists(filled) {
                    return None;
                }
                let value = self.value(filled);
                let value = self.held(value);
                self.call(e, None, None);
                Ok(Some(value))
            }
            _ => return None,
        };
        match called {
            Ok(found) => found,
            Err(what) => {
                self.unsupported(what, span);
                Some(self.any_value(ty, span))
            }
        }
    }

    /// A variable gets nil if there is no memory, which only the surroundings know; otherwise `make` gives it a value.
    pub fn if_there_is_memory(
        &mut self,
        dst: VarId,
        request: &Request<'_>,
        span: Span,
        make: impl FnOnce(&mut Self),
    ) {
        if request.on_stack {
            return make(self);
        }
        self.cx.allocates = true;
        let fails = self.b.temporary(Type::Bool, span);
        let name = if request.count.is_some() { "calloc" } else { "malloc" };
        self.b.push(InstrKind::Ask { dst: fails, what: format!("{name} fails") }, span);
        let (there, none, after) = (self.b.block(), self.b.block(), self.b.block());
        let fine = Ir::negated(Ir::var(fails, span), span);
        self.b.branch(DecisionKind::Answer, fine, there, none, span);
        self.b.switch_to(there);
        make(self);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(none);
        self.b.assign(dst, Ir::nil(span), span);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
    }

    /// Whether an expression is a null pointer constant.
    pub fn is_null(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Null) || self.constant(e).is_some_and(|n| n.is_zero())
    }

    /// Memory for one struct, with the reference to it in a variable; false if that is not what is asked for.
    pub fn allocate_into(&mut self, var: VarId, inner: &Expr, e: &Expr) -> bool {
        let (Some(request), Some(C::Record(r))) = (allocation::request(self.unit, inner), e.ty.pointee())
        else {
            return false;
        };
        let types = &self.unit.types;
        let Amount::One = request.amount(types, types.size_of(&C::Record(*r))) else { return false };
        let Some(s) = self.cx.shapes.record(*r) else { return false };
        let zeroed = request.count.is_some();
        self.if_there_is_memory(var, &request, e.span, |lower| {
            let owned = !request.on_stack;
            lower.b.push(InstrKind::Make { dst: var, object: Made::Cell(s), zeroed, owned }, e.span);
            if !zeroed {
                lower.never_written(&Spot::Var(var), &C::Record(*r), e.span);
            }
        });
        true
    }

    /// Memory for objects of a type. The pointer to the first has the type `ty`.
    pub fn allocate(&mut self, request: &Request<'_>, of: &C, ty: &Type, span: Span) -> Ir {
        let size = self.unit.types.size_of(of);
        let amount = request.amount(&self.unit.types, size);
        let (zeroed, owned) = (request.count.is_some(), !request.on_stack);
        if let Type::Ref(s) = ty {
            if let Amount::One = amount {
                let cell = self.b.temporary(ty.clone(), span);
                self.if_there_is_memory(cell, request, span, |lower| {
                    lower.b.push(InstrKind::Make { dst: cell, object: Made::Cell(*s), zeroed, owned }, span);
                    if !zeroed {
                        lower.never_written(&Spot::Var(cell), of, span);
                    }
                });
                return Ir::var(cell, span);
            }
            if let Some(cell) = self.allocate_long(request, of, *s, span) {
                return cell;
            }
            if let Some(cell) = self.allocate_perhaps(request, of, *s, span) {
                return cell;
            }
            let text = self.unit.types.text(of);
            self.unsupported(format!("memory for other than one `{text}`"), span);
            return self.any_value(ty, span);
        }
        let (Type::Pointer(element), Some(size)) = (ty, size.filter(|s| *s > 0)) else {
            self.unsupported("this allocation", span);
            return self.any_value(ty, span);
        };
        let size = Int::from(i64::try_from(size).unwrap_or(i64::MAX));
        // No object takes more than half of all addresses.
        let most = self.unit.types.model.most_bytes().div_floor(&size);
        let length = match (request.count, request.factor(&self.unit.types, &size)) {
            (Some(count), _) if self.constant(request.size).is_some_and(|s| s == size) => self.value(count),
            (Some(count), _) => {
                let (count, each) = self.pair(count, request.size);
                let bytes = Ir::binary(IrOp::Mul, count, each, span);
                Ir::binary(IrOp::Div, bytes, Ir::int(size, span), span)
            }
            (None, Some(count)) => self.value(count),
            (None, None) => {
                let bytes = self.value(request.size);
                match &bytes.kind {
                    IrKind::Int(n) => Ir::int(n.div_floor(&size), span),
                    _ if size.is_one() => bytes,
                    _ => Ir::binary(IrOp::Div, bytes, Ir::int(size, span), span),
                }
            }
        };
        let length = self.saved(length);
        let pointer = self.b.temporary(ty.clone(), span);
        let array = self.b.temporary(Type::Array(element.clone()), span);
        self.if_there_is_memory(pointer, request, span, |lower| {
            if request.on_stack {
                lower.only_if_there_is_room(&length, of, span);
            } else if !matches!(length.kind, IrKind::Int(_)) {
                let there = Ir::binary(IrOp::Le, length.clone(), Ir::int(most, span), span);
                lower.b.push(InstrKind::Assume(there), span);
            }
            let count = match &length.kind {
                IrKind::Int(n) => n.to_i64().and_then(|n| u64::try_from(n).ok()),
                _ => None,
            };
            let object = Made::Array { element: (**element).clone(), length, first: None };
            lower.b.push(InstrKind::Make { dst: array, object, zeroed, owned }, span);
            if !zeroed {
                let all = C::Array(Box::new(of.clone()), count);
                lower.never_written(&Spot::Var(array), &all, span);
            }
            lower.b.assign(pointer, Ir::at(Ir::var(array, span), Ir::int(0, span), span), span);
        });
        Ir::var(pointer, span)
    }
}

fn negated(e: Ir, span: Span) -> Ir {
    match &e.kind {
        IrKind::Int(n) => Ir::int(-n, span),
        _ => Ir::unary(UnaryOp::Neg, e, span),
    }
}
