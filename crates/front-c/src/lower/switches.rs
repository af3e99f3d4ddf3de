//! `switch`: a chain of decisions in the order of the text, and a body that is entered at the cases.
//!
//! ```text
//! switch (x) { case 1: a; case 2: b; }
//! branch if [x == 1] then b1 else …;  … branch if [x == 2] then b2 else b3;  b1: a; goto b2;  b2: b; goto b3
//! ```
//!
//! A case may stand in a loop of the body (Duff's device): the decision leads into the middle of that loop, as a `goto` may.

use super::procs::Lower;
use crate::tree::{Expr, Stmt, StmtKind};
use base::Int;
use imperative::{BinaryOp as IrOp, BlockId, DecisionKind, Expr as Ir, TerminatorKind};
use source::Span;

/// A switch whose body is being lowered.
pub(super) struct Switch {
    /// The blocks of the cases, in the order of the text.
    cases: Vec<BlockId>,
    next: usize,
}

/// A case or default of a switch.
struct Found<'a> {
    /// The value and the last value of a range; `None` for `default`.
    values: Option<(&'a Int, Option<&'a Int>)>,
    span: Span,
}

impl Lower<'_, '_> {
    /// `switch (value) body`
    pub fn switch(&mut self, value: &Expr, body: &Stmt, head: Span, span: Span) {
        self.b.statement(head);
        let value = self.value(value);
        let value = self.saved(value);
        let mut found = Vec::new();
        self.cases(body, &mut found);
        let blocks: Vec<BlockId> = found.iter().map(|_| self.b.block()).collect();
        let after = self.b.block();
        let mut default = None;
        for (case, block) in found.iter().zip(&blocks) {
            let Some((first, last)) = case.values else {
                default = Some((case.span, *block));
                continue;
            };
            let cond = self.in_case(&value, first, last, case.span);
            let (yes, no) = (self.b.block(), self.b.block());
            self.b.branch(DecisionKind::If, cond, yes, no, case.span);
            self.b.switch_to(yes);
            self.b.terminate(TerminatorKind::Goto(*block), case.span);
            self.b.switch_to(no);
        }
        match default {
            Some((at, block)) => self.b.terminate(TerminatorKind::Goto(block), at),
            None => self.b.terminate(TerminatorKind::Goto(after), span),
        }
        self.jumps.switches.push(Switch { cases: blocks, next: 0 });
        self.jumps.breaks.push(after);
        self.statement(body);
        self.b.terminate(TerminatorKind::Goto(after), span.after());
        self.jumps.breaks.pop();
        self.jumps.switches.pop();
        self.b.switch_to(after);
    }

    fn in_case(&self, value: &Ir, first: &Int, last: Option<&Int>, span: Span) -> Ir {
        let compare = |op, n: &Int| Ir::binary(op, value.clone(), Ir::int(n.clone(), span), span);
        match last {
            Some(last) => Ir::and(compare(IrOp::Ge, first), compare(IrOp::Le, last), span),
            None => compare(IrOp::Eq, first),
        }
    }

    /// The body has reached a case.
    pub fn enter_case(&mut self, span: Span) {
        let Some(switch) = self.jumps.switches.last_mut() else { return };
        let block = switch.cases.get(switch.next).copied();
        switch.next += 1;
        if let Some(block) = block {
            self.b.terminate(TerminatorKind::Goto(block), span);
            // It may stand in a loop of the body.
            self.b.adopt(block);
            self.b.switch_to(block);
        }
    }

    /// The cases of a switch, in the order of the text.
    fn cases<'s>(&self, s: &'s Stmt, found: &mut Vec<Found<'s>>) {
        match &s.kind {
            StmtKind::Block(list) => list.iter().for_each(|s| self.cases(s, found)),
            StmtKind::If { then, otherwise, .. } => {
                self.cases(then, found);
                if let Some(s) = otherwise {
                    self.cases(s, found);
                }
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
                self.cases(body, found);
            }
            StmtKind::Case { value, last, stmt } => {
                let values = Some((value, last.as_ref()));
                found.push(Found { values, span: self.head(s.span, stmt.span) });
                self.cases(stmt, found);
            }
            StmtKind::Default(stmt) => {
                found.push(Found { values: None, span: self.head(s.span, stmt.span) });
                self.cases(stmt, found);
            }
            StmtKind::Label(_, stmt) => self.cases(stmt, found),
            _ => {}
        }
    }

    /// `case 1:`, without the statement after it.
    fn head(&self, whole: Span, inner: Span) -> Span {
        if inner.start <= whole.start {
            return whole;
        }
        let head = Span { end: inner.start, ..whole };
        let text = self.cx.files.text(head).trim_end();
        Span { end: whole.start + text.len() as u32, ..whole }
    }
}
