//! `realloc`: memory that holds what the old one held, as far as both reach, and the old one is freed; or null, and the old
//! one stays.
//!
//! ```text
//! q = realloc(p, n * sizeof *q);     $1 := p; q := malloc as usual; if q != nil and $1 != nil { call keep(q, $1); free $1 }
//! ```
//!
//! What is kept is copied by a procedure for each type of elements, so that its loop is not a branch of the source.

use super::Context;
use super::allocation::Request;
use super::procs::Lower;
use super::shapes::Shapes;
use crate::tree::Expr;
use crate::types::Type as C;
use imperative::{
    BinaryOp, Builder, DecisionKind, Expr as Ir, FieldId, InstrKind, Part, Proc, StructId, TerminatorKind,
    Type, VarKind,
};
use source::Span;

/// The most numbers and pointers that one element may have.
const MOST_VALUES: usize = 256;

impl Lower<'_, '_> {
    /// A call of `realloc` whose result is a pointer to `to`, which is `ty` here.
    pub fn reallocate(
        &mut self,
        old: &Expr,
        size: &Expr,
        to: &C,
        ty: &Type,
        place: Span,
        span: Span,
    ) -> Result<Ir, String> {
        self.cx.asked.insert("realloc".to_string());
        let request = Request { count: None, size, on_stack: false };
        if self.is_null(old) {
            return Ok(self.allocate(&request, to, ty, span));
        }
        let of_type =
            |types: &crate::types::Types| format!("`realloc` of the type `{}`", types.text(&old.ty));
        let same = self.cx.shapes.value(&old.ty).as_ref() == Some(ty);
        let keep = if same { self.cx.keeping(ty, place) } else { None };
        let keep = keep.ok_or_else(|| of_type(&self.unit.types))?;
        let before = self.value(old);
        let before = self.held(before);
        let fresh = self.allocate(&request, to, ty, span);
        let there = |p: &Ir| Ir::binary(BinaryOp::Ne, p.clone(), Ir::nil(span), span);
        let (moves, after) = (self.b.block(), self.b.block());
        let both = Ir::and(there(&fresh), there(&before), span);
        self.b.branch(DecisionKind::ShortCircuit, both, moves, after, span);
        self.b.switch_to(moves);
        let args = vec![fresh.clone(), before.clone()];
        self.b.push(InstrKind::Call { dst: None, proc: keep, args, backs: Vec::new() }, span);
        self.b.push(InstrKind::Free(before), span);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
        Ok(fresh)
    }
}

impl Context<'_> {
    /// The procedure that copies what is behind one pointer of a type to what is behind another, as far as both reach.
    fn keeping(&mut self, pointer: &Type, place: Span) -> Option<imperative::ProcId> {
        let name = format!("realloc {}", type_name(&self.shapes, pointer));
        self.library_made(name, |cx| keeping(&cx.shapes, pointer, place))
    }
}

/// A name for a type of elements that no other has.
fn type_name(shapes: &Shapes<'_>, ty: &Type) -> String {
    let of = |s: &StructId| shapes.structs.get(s.index()).map_or("", |s| s.name.as_str());
    match ty {
        Type::Word(word) => format!("{word}"),
        Type::Int => "int".to_string(),
        Type::Real => "real".to_string(),
        Type::Bool => "bool".to_string(),
        Type::Ref(s) => of(s).to_string(),
        Type::Array(e) => format!("{}[]", type_name(shapes, e)),
        Type::Pointer(e) => format!("{}*", type_name(shapes, e)),
        Type::Part(part) => match &**part {
            Part::Cell(s) => format!("part {}", of(s)),
            Part::Array(e, n) => format!("part {}[{n}]", type_name(shapes, e)),
            Part::Open(e, n) => format!("part {}[{n} ..]", type_name(shapes, e)),
        },
    }
}

fn keeping(shapes: &Shapes<'_>, pointer: &Type, span: Span) -> Option<Proc> {
    let mut b = Builder::new("", span);
    let to = b.var("to", pointer.clone(), VarKind::Param, span);
    let from = b.var("from", pointer.clone(), VarKind::Param, span);
    let (to, from) = (Ir::var(to, span), Ir::var(from, span));
    match pointer {
        Type::Pointer(element) => {
            some_size(&mut b, &to, span);
            elements(shapes, &mut b, element, to, from, span)?;
        }
        Type::Ref(s) => {
            let mut left = MOST_VALUES;
            let whole = Type::Part(Box::new(Part::Cell(*s)));
            copy(shapes, &mut b, &whole, to.clone(), from.clone(), &mut left, span)?;
            // The elements of the flexible array member of the struct.
            let of = shapes.structs.get(s.index())?;
            if let Some((field, _)) = of.open_part()
                && let Some(Type::Array(element)) = of.fields.get(field.index()).map(|f| f.ty.read())
            {
                let start = |cell: Ir| Ir::at(Ir::field(cell, field, span), Ir::int(0, span), span);
                elements(shapes, &mut b, &element, start(to), start(from), span)?;
            }
        }
        _ => return None,
    }
    b.terminate(TerminatorKind::Return(None), span);
    Some(b.finish())
}

/// Goes on only if an array has elements.
fn some_size(b: &mut Builder, to: &Ir, span: Span) {
    // Some libraries free memory that is resized to no bytes, others do not.
    let (odd, fine) = (b.block(), b.block());
    let none = Ir::binary(BinaryOp::Eq, Ir::length(to.clone(), span), Ir::int(0, span), span);
    b.branch(DecisionKind::ShortCircuit, none, odd, fine, span);
    b.switch_to(odd);
    b.push(InstrKind::Unsupported("`realloc` to no size".to_string()), span);
    b.terminate(TerminatorKind::Return(None), span);
    b.switch_to(fine);
}

/// Copies the elements behind a pointer, as far as those behind the other go.
fn elements(
    shapes: &Shapes<'_>,
    b: &mut Builder,
    element: &Type,
    to: Ir,
    from: Ir,
    span: Span,
) -> Option<()> {
    let at = b.var("at", Type::Int, VarKind::Local, span);
    b.assign(at, Ir::int(0, span), span);
    let id = b.open_loop(span);
    let reached = |p: &Ir| Ir::binary(BinaryOp::Lt, Ir::var(at, span), Ir::length(p.clone(), span), span);
    let (inside, after) = (b.block(), b.block_outside(id));
    let both = Ir::and(reached(&from), reached(&to), span);
    let decision = b.branch(DecisionKind::While, both, inside, after, span);
    b.loop_decision(id, decision);
    let header = b.header(id);
    b.switch_to(inside);
    let here = |p: &Ir| Ir::moved(p.clone(), Ir::var(at, span), span);
    let value = Ir::target(here(&from), span);
    match element {
        Type::Part(_) => {
            let mut left = MOST_VALUES;
            copy(shapes, b, element, Ir::target(here(&to), span), value, &mut left, span)?;
        }
        _ => b.push(InstrKind::StoreTarget { pointer: here(&to), value }, span),
    }
    b.assign(at, Ir::binary(BinaryOp::Add, Ir::var(at, span), Ir::int(1, span), span), span);
    b.terminate(TerminatorKind::Goto(header), span);
    b.close_loop(id);
    b.switch_to(after);
    Some(())
}

/// Copies all numbers and pointers of a part, without those of an open array; nothing if they are too many.
fn copy(
    shapes: &Shapes<'_>,
    b: &mut Builder,
    ty: &Type,
    to: Ir,
    from: Ir,
    left: &mut usize,
    span: Span,
) -> Option<()> {
    let Type::Part(part) = ty else { return None };
    match &**part {
        Part::Cell(s) => {
            for (i, field) in shapes.structs.get(s.index())?.fields.iter().enumerate() {
                let id = FieldId::new(i);
                let value = Ir::field(from.clone(), id, span);
                if let Type::Part(_) = field.ty {
                    copy(shapes, b, &field.ty, Ir::field(to.clone(), id, span), value, left, span)?;
                } else {
                    *left = left.checked_sub(1)?;
                    b.push(InstrKind::StoreField { object: to.clone(), field: id, value }, span);
                }
            }
        }
        // Its elements are copied by a loop of their own.
        Part::Open(..) => {}
        Part::Array(element, n) => {
            for i in 0..usize::try_from(*n).ok()? {
                let index = Ir::int(i, span);
                let value = Ir::element(from.clone(), index.clone(), span);
                if let Type::Part(_) = element {
                    copy(shapes, b, element, Ir::element(to.clone(), index, span), value, left, span)?;
                } else {
                    *left = left.checked_sub(1)?;
                    b.push(InstrKind::StoreElement { array: to.clone(), index, value }, span);
                }
            }
        }
    }
    Some(())
}
