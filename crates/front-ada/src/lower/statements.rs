//! Statements.

use super::procs::Lower;
use crate::tree::{Choices, Decl, Expr, ExprKind, Handled, Kind, ObjectId, Stmt, StmtKind};
use base::Int;
use imperative::{DecisionKind, ErrorKind, Expr as Ir, InstrKind, TerminatorKind, Type};
use source::Span;

impl Lower<'_, '_> {
    pub fn statements(&mut self, list: &[Stmt]) {
        for s in list {
            self.statement(s);
        }
    }

    pub fn statement(&mut self, s: &Stmt) {
        let span = s.span;
        match &s.kind {
            StmtKind::Null => {
                self.b.statement(span);
                self.b.push(InstrKind::Skip, span);
            }
            StmtKind::Assign(target, e) => {
                self.b.statement(span);
                self.assignment(target, e, span);
            }
            StmtKind::Call(call) => {
                self.b.statement(span);
                self.call(call, None, span);
            }
            StmtKind::If(branches, otherwise) => self.if_statement(branches, otherwise, span),
            StmtKind::Case(e, list, others) => self.case(e, list, others.as_deref(), span),
            StmtKind::Loop(number, scheme, body) => self.loop_statement(*number, scheme, body, span),
            StmtKind::Exit(of, when) => {
                self.b.statement(span);
                self.exit(*of, when.as_ref(), span);
            }
            StmtKind::Block(declarations, body) => {
                self.declarations(declarations);
                self.handled(body);
            }
            StmtKind::Return(e) => self.return_statement(e.as_ref(), span),
            StmtKind::ExtendedReturn(id, declarations, body) => {
                self.extended_return(*id, declarations, body.as_ref(), span);
            }
            StmtKind::Raise(Some(exception)) => {
                self.b.statement(span);
                self.raise(*exception, span);
            }
            StmtKind::Raise(None) => {
                self.b.statement(span);
                self.raise_again(span);
            }
            StmtKind::Claim(e) => {
                let at = self.b.point();
                self.assertion_claim(e, at);
            }
            StmtKind::Variant(number, list) => {
                self.b.statement(span);
                self.variant(*number, list, span);
            }
            StmtKind::Assert(e) | StmtKind::Presume(e) => {
                self.b.statement(span);
                if let StmtKind::Presume(_) = s.kind {
                    self.b.proc().assumptions.push(e.span);
                } else {
                    let at = self.b.point();
                    self.assertion_claim(e, at);
                }
                let cond = self.condition(e);
                let (holds, fails) = (self.b.block(), self.b.block());
                self.b.branch(DecisionKind::Assert, cond, holds, fails, e.span);
                self.b.switch_to(fails);
                self.b.terminate(TerminatorKind::Fail(ErrorKind::FailedAssertion), span);
                self.b.switch_to(holds);
            }
            StmtKind::Assume(e) => {
                let cond = self.condition(e);
                self.b.push(InstrKind::Assume(cond), span);
            }
            StmtKind::Get(e) => {
                self.b.statement(span);
                self.get(e, span);
            }
            StmtKind::Free(pointer, _) => {
                self.b.statement(span);
                let kind = self.cx.shapes.variable(&self.subtype_of(pointer));
                let spot = self.spot(pointer, true);
                let value = self.at_spot(&spot, span);
                let value = self.kept(value, kind);
                self.b.push(InstrKind::Free(value), span);
                self.store(spot, Ir::nil(span), span);
            }
            StmtKind::Evaluate(list) => {
                self.b.statement(span);
                // A text of the program is always the same; what other arrays hold is not looked at.
                let mut open = false;
                let mut values = Vec::new();
                for e in list {
                    if self.types().is_composite(e.ty) {
                        if self.hoists(e) {
                            self.reference(e);
                        }
                        open |= !matches!(e.kind, ExprKind::Text(_));
                        continue;
                    }
                    let kind = self.plain_type(e);
                    let value = self.value(e);
                    values.push(self.kept(value, kind));
                }
                // What is shown at two places of the text is not known to be the same.
                let what = format!("output at {}", span.start);
                self.b.push(InstrKind::Show { what, values, open }, span);
            }
            StmtKind::Unsupported(what) => {
                self.b.statement(span);
                self.unsupported(what.clone(), span);
            }
        }
    }

    fn if_statement(&mut self, branches: &[(Expr, Vec<Stmt>)], otherwise: &[Stmt], span: Span) {
        let after = self.b.block();
        for (condition, body) in branches {
            self.b.statement(condition.span);
            let cond = self.condition(condition);
            let (then, next) = (self.b.block(), self.b.block());
            self.b.branch(DecisionKind::If, cond, then, next, condition.span);
            self.b.switch_to(then);
            self.statements(body);
            self.b.terminate(TerminatorKind::Goto(after), span.after());
            self.b.switch_to(next);
        }
        self.statements(otherwise);
        self.b.terminate(TerminatorKind::Goto(after), span.after());
        self.b.switch_to(after);
    }

    fn case(&mut self, e: &Expr, list: &[(Choices, Vec<Stmt>)], others: Option<&[Stmt]>, span: Span) {
        self.b.statement(e.span);
        let selector = self.value(e);
        let selector = self.as_integer(selector, e.ty);
        let selector = self.kept(selector, Type::Int);
        let after = self.b.block();
        let last = list.len().saturating_sub(1);
        for (at, ((ranges, place), body)) in list.iter().enumerate() {
            // The last alternative is for all that is left.
            if at == last && others.is_none() {
                self.statements(body);
                break;
            }
            let cond = self.in_ranges(&selector, ranges, *place);
            let (then, next) = (self.b.block(), self.b.block());
            self.b.branch(DecisionKind::If, cond, then, next, *place);
            self.b.switch_to(then);
            self.statements(body);
            self.b.terminate(TerminatorKind::Goto(after), span.after());
            self.b.switch_to(next);
        }
        if let Some(others) = others {
            self.statements(others);
        }
        self.b.terminate(TerminatorKind::Goto(after), span.after());
        self.b.switch_to(after);
    }

    fn return_statement(&mut self, e: Option<&Expr>, span: Span) {
        self.b.statement(span);
        let value = match (e, self.result.clone()) {
            (Some(e), Some(result)) if self.types().is_composite(result.ty) => Some(self.fresh(e, &result)),
            (Some(e), Some(result)) => Some(self.decided(e, &result)),
            _ => None,
        };
        let value = self.check_post(value, span);
        self.copy_out(span);
        self.b.terminate(TerminatorKind::Return(value), span);
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    fn extended_return(&mut self, id: ObjectId, declarations: &[Decl], body: Option<&Handled>, span: Span) {
        self.b.statement(span);
        self.declarations(declarations);
        if let Some(body) = body {
            self.handled(body);
        }
        let Some(object) = self.object(id) else { return };
        let subtype = object.subtype.clone();
        let e = Expr { kind: crate::tree::ExprKind::Object(id), ty: subtype.ty, span };
        let value = if self.types().is_composite(subtype.ty) {
            // The object itself is the result.
            if self.result.as_ref().is_some_and(|r| self.types().array(r.ty).is_some() && !r.is_constrained())
            {
                self.name_keeps_its_bounds(&e, span);
            }
            self.reference(&e)
        } else {
            let result = self.result.clone().unwrap_or(subtype);
            self.checked(&e, &result)
        };
        let value = self.check_post(Some(value), span);
        self.b.terminate(TerminatorKind::Return(value), span);
        let rest = self.b.block();
        self.b.switch_to(rest);
    }

    /// A value that comes from outside.
    fn get(&mut self, e: &Expr, span: Span) {
        let subtype = self.subtype_of(e);
        let spot = self.spot(e, true);
        let kind = self.cx.shapes.variable(&subtype);
        let integers = matches!(self.types().kind(subtype.ty), Kind::Signed(_) | Kind::Modular(_));
        let zero = matches!(&kind, Type::Word(word) if word.holds(&Int::ZERO));
        self.cx.reads_others |= !integers || !zero;
        let answer = self.b.temporary(kind, span);
        self.b.push(InstrKind::Ask { dst: answer, what: "Get".to_string() }, span);
        self.store(spot, Ir::var(answer, span), span);
    }
}
