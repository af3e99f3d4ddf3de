//! Exceptions: raising and handling.
//!
//! The checks of Ada are errors of the imperative program, each of its own kind; a handler for `Constraint_Error`
//! catches all kinds that are one. What is no exception in Ada, such as reading a variable that has no value, is never
//! caught.

use super::procs::Lower;
use crate::tree::{Body, ExceptionId, Handled, Stmt, StmtKind, exceptions};
use imperative::{Caught, ErrorKind, ExceptionId as IrException, HandlerId, TerminatorKind};
use source::Span;

/// The handlers around a place.
pub(super) struct Handling {
    /// The handlers whose statements these are, innermost last.
    pub open: Vec<HandlerId>,
    /// The handler that is around the statements.
    around: Option<HandlerId>,
    /// Whether declarations count as statements of the author.
    pub counts: bool,
}

impl Default for Handling {
    fn default() -> Handling {
        Handling { open: Vec::new(), around: None, counts: true }
    }
}

/// Whether a body catches anything.
pub(super) fn handles(body: &Body) -> bool {
    fn any(of: &Handled) -> bool {
        !of.handlers.is_empty() || of.body.iter().any(in_statement)
    }
    fn in_list(list: &[Stmt]) -> bool {
        list.iter().any(in_statement)
    }
    fn in_statement(s: &Stmt) -> bool {
        match &s.kind {
            StmtKind::If(branches, otherwise) => {
                branches.iter().any(|(_, body)| in_list(body)) || in_list(otherwise)
            }
            StmtKind::Case(_, list, others) => {
                list.iter().any(|(_, body)| in_list(body)) || others.as_deref().is_some_and(in_list)
            }
            StmtKind::Loop(_, _, body) => in_list(body),
            StmtKind::Block(_, handled) => any(handled),
            StmtKind::ExtendedReturn(_, _, body) => body.as_ref().is_some_and(any),
            _ => false,
        }
    }
    any(&body.body)
}

/// The kind of error that raising an exception is.
pub(super) fn raised(id: ExceptionId) -> ErrorKind {
    ErrorKind::Raised(IrException(id.0))
}

/// The kinds of errors that are an exception.
fn kinds(id: ExceptionId) -> Vec<ErrorKind> {
    let mut kinds = match id {
        exceptions::CONSTRAINT_ERROR => vec![
            ErrorKind::NilDereference,
            ErrorKind::DivisionByZero,
            ErrorKind::IndexOutOfRange,
            ErrorKind::OutOfRange,
            ErrorKind::Overflow,
            ErrorKind::LengthMismatch,
            ErrorKind::NegativeArrayLength,
        ],
        exceptions::PROGRAM_ERROR => vec![ErrorKind::MissingResult],
        exceptions::ASSERTION_ERROR => vec![ErrorKind::FailedAssertion],
        _ => Vec::new(),
    };
    kinds.push(raised(id));
    kinds
}

impl Lower<'_, '_> {
    /// `raise E`
    pub fn raise(&mut self, id: ExceptionId, span: Span) {
        self.b.terminate(TerminatorKind::Fail(raised(id)), span);
        // What comes after it in the text is not reached.
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    /// `raise` in a handler
    pub fn raise_again(&mut self, span: Span) {
        if let Some(handler) = self.handling.open.last().copied() {
            self.b.terminate(TerminatorKind::FailAgain(handler), span);
            let rest = self.b.block();
            self.b.switch_to(rest);
        }
    }

    /// Statements with their handlers.
    pub fn handled(&mut self, of: &Handled) {
        if of.handlers.is_empty() {
            self.statements(&of.body);
            return;
        }
        let span = of.handlers.first().map_or(of.body[0].span, |h| h.span);
        let outer = self.handling.around;
        let handler = self.b.add_handler(outer, span);
        self.handling.around = Some(handler);
        let before = self.b.protect(Some(handler));
        let inside = self.b.block();
        self.b.terminate(TerminatorKind::Goto(inside), span);
        self.b.switch_to(inside);
        self.statements(&of.body);
        self.b.protect(before);
        self.handling.around = outer;
        let after = self.b.block();
        self.b.terminate(TerminatorKind::Goto(after), span);
        let count = self.cx.tree.exceptions.len() as u32;
        for h in &of.handlers {
            let mut caught: Vec<ErrorKind> = h.exceptions.iter().flat_map(|id| kinds(*id)).collect();
            if h.others {
                caught.extend((0..count).flat_map(|id| kinds(ExceptionId(id))));
            }
            caught.sort();
            caught.dedup();
            let block = self.b.block();
            self.b.add_catch(handler, Caught::Kinds(caught), block, h.span);
            self.b.switch_to(block);
            self.handling.open.push(handler);
            self.statements(&h.body);
            self.handling.open.pop();
            self.b.terminate(TerminatorKind::Goto(after), h.span.after());
        }
        self.b.switch_to(after);
    }
}
