//! Memory on the stack whose size only a run knows.
//!
//! ```text
//! int a[n];                        fail negative array length if n <= 0; a := make int32[n]
//! (char *) alloca(n + 1)           $1 := make int8[n + 1]; at($1, 0)
//! ```
//!
//! The size of the stack is not specified. A size that certainly fits is supported; a run that asks for more is
//! undetermined.

use super::places::Spot;
use super::procs::{Lower, Slot};
use crate::tree::{Expr, LocalId};
use crate::types::Type as C;
use base::Int;
use imperative::{BinaryOp as IrOp, DecisionKind, ErrorKind, Expr as Ir, TerminatorKind, Type};
use source::Span;

/// The stack certainly has room for this many bytes.
const MOST_BYTES: i64 = 1 << 16;

impl Lower<'_, '_> {
    /// `int a[n];`
    pub fn declare_array(&mut self, local: LocalId, length: &Expr, count: LocalId, span: Span) {
        let slot = |lower: &Self, id: LocalId| lower.slots.get(id.index()).copied();
        let known = self.function.local(local);
        let of = match known.map(|l| &l.ty) {
            Some(C::Array(of, None)) => (**of).clone(),
            _ => return self.unsupported("this array of variable length", span),
        };
        let (Some(Slot::Plain(array)), Some(Slot::Plain(count))) = (slot(self, local), slot(self, count))
        else {
            let text = self.unit.types.text(&of);
            return self.unsupported(format!("this array of variable length of the type `{text}`"), span);
        };
        let Some(Type::Array(element)) = self.b.proc().var(array).map(|v| v.ty.clone()) else { return };
        let from = length.ty.clone();
        let length = self.value(length);
        let length = self.saved(length);
        let (fine, odd) = (self.b.block(), self.b.block());
        let some = Ir::binary(IrOp::Gt, length.clone(), Ir::int(0, span), span);
        self.b.branch(DecisionKind::ShortCircuit, some, fine, odd, span);
        self.b.switch_to(odd);
        self.b.terminate(TerminatorKind::Fail(ErrorKind::NegativeArrayLength), span);
        self.b.switch_to(fine);
        self.only_if_there_is_room(&length, &of, span);
        let number = self.number_as(length, &from, &self.unit.types.size_type(), span);
        self.b.assign(count, number, span);
        // Its own variable: what the length was computed from may change.
        self.make_array(array, *element, Ir::var(count, span), false, span);
        self.never_written(&Spot::Var(array), &C::Array(Box::new(of), None), span);
    }

    /// Goes on only if `count` elements have room on the stack.
    pub fn only_if_there_is_room(&mut self, count: &Ir, of: &C, span: Span) {
        let size = self.unit.types.size_of(of).and_then(|size| i64::try_from(size).ok()).unwrap_or(i64::MAX);
        let most = Int::from(MOST_BYTES).div_floor(&Int::from(size.max(1)));
        let (odd, fine) = (self.b.block(), self.b.block());
        let fits = Ir::binary(IrOp::Le, count.clone(), Ir::int(most, span), span);
        self.b.branch(DecisionKind::ShortCircuit, fits, fine, odd, span);
        self.b.switch_to(odd);
        self.unsupported(format!("more than {MOST_BYTES} bytes on the stack"), span);
        self.b.terminate(TerminatorKind::Goto(fine), span);
        self.b.switch_to(fine);
    }
}
