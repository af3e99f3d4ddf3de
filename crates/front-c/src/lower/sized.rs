//! Memory for one struct, where only a run knows how much is asked for: a function of the file asks for it.
//!
//! ```text
//! struct a *p = malloc(n);       $1 := ask malloc fails; if not $1 { if n != 8 unsupported; $2 := make a } else nil
//! ```

use super::allocation::Request;
use super::places::Spot;
use super::procs::Lower;
use crate::types::Type as C;
use base::Int;
use imperative::{
    BinaryOp as IrOp, DecisionKind, Expr as Ir, InstrKind, Made, StructId, TerminatorKind, Type,
};
use source::Span;

impl Lower<'_, '_> {
    /// Memory for one struct, if its size is that of the struct; `None` if it is plain that it is not.
    pub fn allocate_perhaps(&mut self, request: &Request<'_>, of: &C, s: StructId, span: Span) -> Option<Ir> {
        let known =
            |lower: &Self, e: Option<&crate::tree::Expr>| e.is_none_or(|e| lower.constant(e).is_some());
        if known(self, request.count) && known(self, Some(request.size)) {
            return None;
        }
        let size = self.unit.types.size_of(of).and_then(|size| i64::try_from(size).ok())?;
        let asked = match request.count {
            Some(count) => {
                let (count, each) = self.pair(count, request.size);
                Ir::binary(IrOp::Mul, count, each, span)
            }
            None => self.value(request.size),
        };
        let asked = self.saved(asked);
        let cell = self.b.temporary(Type::Ref(s), span);
        let zeroed = request.count.is_some();
        let what = format!("memory for other than one `{}`", self.unit.types.text(of));
        self.if_there_is_memory(cell, request, span, |lower| {
            lower.only_if_size(asked, Int::from(size), what, span);
            let owned = !request.on_stack;
            lower.b.push(InstrKind::Make { dst: cell, object: Made::Cell(s), zeroed, owned }, span);
            if !zeroed {
                lower.never_written(&Spot::Var(cell), of, span);
            }
        });
        Some(Ir::var(cell, span))
    }

    /// Goes on only if a number of bytes is the size of a struct; anything else is not supported.
    pub fn only_if_size(&mut self, asked: Ir, size: Int, what: String, span: Span) {
        let (odd, fine) = (self.b.block(), self.b.block());
        let fits = Ir::binary(IrOp::Eq, asked, Ir::int(size, span), span);
        self.b.branch(DecisionKind::ShortCircuit, fits, fine, odd, span);
        self.b.switch_to(odd);
        self.unsupported(what, span);
        self.b.terminate(TerminatorKind::Goto(fine), span);
        self.b.switch_to(fine);
    }
}
