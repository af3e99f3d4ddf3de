//! Statements.
//!
//! ```text
//! if (x > 0) return 1;      branch if [x > 0] then b1 else b2;  b1: return 1
//! ```

use super::allocation::stripped;
use super::procs::{Lower, Slot};
use crate::tree::{Expr, ExprKind, Init, LocalId, PlaceKind, Stmt, StmtKind};
use crate::types::Type as C;
use imperative::{BlockId, DecisionKind, ErrorKind, InstrKind, TerminatorKind};
use source::Span;

impl Lower<'_, '_> {
    /// A statement.
    pub fn statement(&mut self, s: &Stmt) {
        let span = s.span;
        // What follows a `return` has a block of its own that nothing leads to.
        self.open();
        self.annotations_before(s);
        match &s.kind {
            StmtKind::Block(list) => {
                let visible = self.said.visible.len();
                self.statements(list);
                self.annotations_at_end(s);
                self.said.visible.truncate(visible);
            }
            StmtKind::Empty => {}
            StmtKind::Expr(e) => {
                self.b.statement(span);
                self.expression_statement(e, span);
            }
            StmtKind::Declare(id, init) => {
                if init.is_some() {
                    self.b.statement(span);
                }
                self.said.visible.push(*id);
                self.declaration(*id, init.as_ref(), span);
            }
            StmtKind::DeclareArray { local, length, count } => {
                self.b.statement(span);
                self.said.visible.push(*local);
                self.declare_array(*local, length, *count, span);
            }
            StmtKind::If { condition, then, otherwise, head } => {
                self.b.statement(*head);
                let cond = self.condition(condition);
                let (yes, no) = (self.b.block(), self.b.block());
                self.b.branch(DecisionKind::If, cond, yes, no, condition.span);
                self.branches(yes, then, no, otherwise.as_deref(), span.after());
            }
            StmtKind::While { condition, body, head } => self.while_loop(condition, body, *head, span),
            StmtKind::DoWhile { body, condition, head } => self.do_loop(condition, body, *head, span),
            StmtKind::For { init, condition, step, body, head } => {
                self.for_loop(init, condition.as_ref(), step.as_ref(), body, *head, span);
            }
            StmtKind::Switch { value, body, head } => self.switch(value, body, *head, span),
            StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) => {
                self.enter_case(span);
                self.statement(stmt);
            }
            StmtKind::Break => {
                self.b.statement(span);
                self.jump(self.jumps.breaks.last().copied(), span);
            }
            StmtKind::Continue => {
                self.b.statement(span);
                self.jump(self.jumps.continues.last().copied(), span);
            }
            StmtKind::Goto(label) => {
                self.b.statement(span);
                self.goto(*label, span);
            }
            StmtKind::Label(label, stmt) => {
                self.place_label(*label, span);
                self.note_label(*label);
                self.statement(stmt);
            }
            StmtKind::Return(value) => {
                self.b.statement(span);
                self.return_statement(value.as_ref(), span);
            }
            StmtKind::Assert(condition) => {
                self.b.statement(span);
                self.assertion(condition, span);
            }
            StmtKind::Unsupported(what) => {
                self.b.statement(span);
                self.unsupported(what.clone(), span);
            }
        }
    }

    /// The declaration of a variable.
    pub fn declaration(&mut self, id: LocalId, init: Option<&Init>, span: Span) {
        let slot = self.slots.get(id.index()).copied().unwrap_or(Slot::Nowhere);
        if let Some(local) = self.function.local(id) {
            self.declare(slot, &local.ty, init, span);
        }
    }

    /// Objects whose declaration a jump may pass exist all the same. So those of switches, and all where there are
    /// labels, are made on entry, too.
    pub fn passed_declarations(&mut self, s: &Stmt, in_reach: bool) {
        match &s.kind {
            StmtKind::Declare(id, _) if in_reach => {
                let needs_object = match (self.slots.get(id.index()), self.function.local(*id)) {
                    (Some(Slot::Boxed(_)), _) => true,
                    (Some(Slot::Plain(_)), Some(l)) => matches!(l.ty, C::Record(_) | C::Array(..)),
                    _ => false,
                };
                if needs_object {
                    self.declaration(*id, None, s.span);
                }
            }
            StmtKind::Block(list) => list.iter().for_each(|s| self.passed_declarations(s, in_reach)),
            StmtKind::If { then, otherwise, .. } => {
                self.passed_declarations(then, in_reach);
                if let Some(s) = otherwise {
                    self.passed_declarations(s, in_reach);
                }
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
                self.passed_declarations(body, in_reach);
            }
            StmtKind::Switch { body, .. } => self.passed_declarations(body, true),
            StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) | StmtKind::Label(_, stmt) => {
                self.passed_declarations(stmt, in_reach);
            }
            _ => {}
        }
    }

    /// The statements of `({ … })`.
    pub fn statements_in_expression(&mut self, list: &[Stmt], span: Span) {
        if !self.function.labels.is_empty() && list.iter().any(super::loops::has_loop) {
            // Labels count the loops of statements only.
            self.unsupported("a loop in a statement expression of a function with labels", span);
            return;
        }
        // Nothing jumps into it, but a switch of its own may pass declarations.
        list.iter().for_each(|s| self.passed_declarations(s, false));
        list.iter().for_each(|s| self.statement(s));
        self.open();
    }

    fn expression_statement(&mut self, e: &Expr, span: Span) {
        let before = self.b.point();
        // The compiler may have put a conversion to `void` around it.
        match &e.kind {
            ExprKind::Convert(inner) if e.ty == C::Void => self.effect(inner),
            _ => self.effect(e),
        }
        if self.b.point() == before {
            self.b.push(InstrKind::Skip, span);
        }
    }

    /// The two sides of an `if`, and how they come together again, if they do.
    fn branches(&mut self, yes: BlockId, then: &Stmt, no: BlockId, otherwise: Option<&Stmt>, span: Span) {
        self.b.switch_to(yes);
        self.statement(then);
        let Some(otherwise) = otherwise else {
            // A missing side is the way past the `if`.
            self.b.terminate(TerminatorKind::Goto(no), span);
            self.b.switch_to(no);
            return;
        };
        let (then_end, then_closed) = (self.b.current(), self.b.is_closed());
        self.b.switch_to(no);
        self.statement(otherwise);
        if then_closed && self.b.is_closed() {
            return;
        }
        let after = self.b.block();
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(then_end);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) {
        let kind = match (value, self.result.clone()) {
            (Some(e), Some(_)) => {
                if leads_into_own(e) {
                    // Compilers give null instead, or a place that others use by then.
                    self.unsupported("a pointer to a variable that is gone", span);
                }
                let mut value = self.value(e);
                if let C::Record(r) = &e.ty
                    && !self.is_own(e)
                {
                    value = self.fresh_copy(value, *r, span);
                }
                TerminatorKind::Return(Some(value))
            }
            (Some(e), None) => {
                if e.ty == C::Void {
                    self.effect(e);
                } else {
                    self.value(e);
                }
                TerminatorKind::Return(None)
            }
            // A `return` without a value, where the function has a result.
            (None, Some(_)) => TerminatorKind::Fail(ErrorKind::MissingResult),
            (None, None) => TerminatorKind::Return(None),
        };
        self.b.terminate(kind, span);
    }

    /// Whether nothing else refers to a struct once the function has returned.
    fn is_own(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call { .. } => true,
            ExprKind::Load(place) => match &place.kind {
                PlaceKind::Local(id) => matches!(self.slots.get(id.index()), Some(Slot::Plain(_))),
                _ => false,
            },
            _ => false,
        }
    }

    /// `assert(condition)`
    pub fn assertion(&mut self, condition: &Expr, span: Span) {
        let cond = self.condition(condition);
        let (good, bad) = (self.b.block(), self.b.block());
        self.b.branch(DecisionKind::Assert, cond, good, bad, condition.span);
        self.b.switch_to(bad);
        self.b.terminate(TerminatorKind::Fail(ErrorKind::FailedAssertion), span);
        self.b.switch_to(good);
    }

    /// Goes on elsewhere.
    pub fn jump(&mut self, to: Option<BlockId>, span: Span) {
        match to {
            Some(to) => self.b.terminate(TerminatorKind::Goto(to), span),
            // The checker lets no such statement pass.
            None => self.unsupported("this jump", span),
        }
    }
}

/// Whether a pointer plainly leads to a variable of the function itself.
fn leads_into_own(e: &Expr) -> bool {
    let e = stripped(e);
    match &e.kind {
        ExprKind::Address(place) | ExprKind::Decay(place) => {
            let mut place = place;
            loop {
                match &place.kind {
                    PlaceKind::Local(_) | PlaceKind::Literal(..) => return true,
                    PlaceKind::Member(whole, _) => place = whole,
                    PlaceKind::Deref(pointer) => return is_part_of(pointer),
                    _ => return false,
                }
            }
        }
        ExprKind::PointerAdd(..) | ExprKind::PointerSub(..) => is_part_of(e),
        ExprKind::Conditional(_, a, b) => leads_into_own(a) || leads_into_own(b),
        _ => false,
    }
}

/// Whether a pointer leads to an element of an array that is a variable: `a`, `a + i`.
fn is_part_of(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Decay(_) => leads_into_own(pointer),
        ExprKind::PointerAdd(p, _) | ExprKind::PointerSub(p, _) => is_part_of(p),
        _ => false,
    }
}
