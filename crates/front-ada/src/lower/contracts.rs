//! Pre- and postconditions.
//!
//! A precondition is a procedure of its own with the parameters of the subprogram. Runs that start with the subprogram are
//! those in which it holds; a call from elsewhere errs where it does not. A postcondition is checked before each return;
//! what it says of the start is kept there.
//!
//! ```text
//! function Root (N : Natural) return Natural          proc %pre(N): return …
//!   with Pre => …, Post => Root'Result ** 2 <= N;      proc Root(N) requires %pre(N): … $1 := …; check $1 ** 2 <= N; return $1
//! ```

use super::Cx;
use super::procs::Lower;
use crate::tree::{Decl, Expr, ExprKind, SubId};
use imperative::{
    DecisionKind, ErrorKind, Expr as Ir, InstrKind, ProcId, Requirement, RequirementKind, TerminatorKind,
    Type, VarId, VarKind,
};
use source::Span;

impl Cx<'_> {
    /// The procedure that tells whether the preconditions of a subprogram hold, if it has some.
    pub fn precondition(&mut self, id: SubId) -> Option<ProcId> {
        let sub = self.tree.subprograms.get(id.0 as usize)?;
        if sub.pre.is_empty() {
            return None;
        }
        let key = format!("%pre {} {}", id.0, sub.path);
        if let Some(known) = self.hidden.get(&key) {
            return Some(*known);
        }
        let proc = ProcId::new(self.next);
        self.next += 1;
        self.hidden.insert(key.clone(), proc);
        let made = super::procs::condition(self, id, key, &sub.pre);
        self.made.push((proc, made));
        Some(proc)
    }
}

impl Lower<'_, '_> {
    /// What runs that start here are required to fulfil. A plain condition is said as such, so that people can read it.
    pub fn requirements(&mut self, conditions: &[Expr]) {
        let mut calls = false;
        for e in conditions {
            if self.hoists(e) || self.mentions_state(e) {
                match self.requirement(e) {
                    Some(requirement) => self.b.proc().requires.push(requirement),
                    None => calls = true,
                }
                continue;
            }
            let cond = self.value(e);
            let span = e.span;
            self.b.proc().requires.push(Requirement::new(RequirementKind::Cond(cond), span));
        }
        if !calls {
            return;
        }
        let span = conditions.first().map_or(self.b.proc().span, |e| e.span);
        if let Some(proc) = self.cx.precondition(self.sub) {
            let params = self.b.proc().params.clone();
            let args = params.into_iter().map(|v| Ir::var(v, span)).collect();
            let kind = RequirementKind::Call { proc, args };
            self.b.proc().requires.push(Requirement::new(kind, span));
        }
    }

    /// A call errs unless the preconditions hold.
    pub fn check_precondition(&mut self, to: SubId, args: &[Ir]) {
        let tree = self.cx.tree;
        let Some(sub) = tree.subprograms.get(to.0 as usize) else { return };
        let Some(span) = sub.pre.first().map(|e| e.span) else { return };
        let Some(proc) = self.cx.precondition(to) else { return };
        let holds = self.b.temporary(Type::Bool, span);
        let args = args.to_vec();
        self.b.push(InstrKind::Call { dst: Some(holds), proc, args, backs: Vec::new() }, span);
        let cond = Ir::var(holds, span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::FailedAssertion }, span);
    }

    /// What the subprogram checks itself where it starts.
    pub fn check_start(&mut self, conditions: &[Expr]) {
        self.in_contract = true;
        for e in conditions {
            let cond = self.condition(e);
            self.b.push(InstrKind::Check { cond, kind: ErrorKind::FailedAssertion }, e.span);
        }
        self.in_contract = false;
    }

    /// Keeps what postconditions say of the start.
    pub fn keep_old(&mut self, posts: &[Expr]) {
        let mut found = Vec::new();
        posts.iter().for_each(|e| old(e, &mut found));
        for (span, e) in found {
            let value = if self.types().is_composite(e.ty) {
                let subtype = self.subtype_of(&e);
                self.fresh(&e, &subtype)
            } else {
                self.value(&e)
            };
            let ty = self.plain_type(&e);
            let var = self.b.temporary(ty, span);
            self.set(var, value, span);
            self.old.push((span, var));
        }
    }

    /// The value that an expression of a postcondition had at the start.
    pub fn old_value(&self, span: Span) -> Option<VarId> {
        self.old.iter().find(|(at, _)| *at == span).map(|(_, var)| *var)
    }

    /// Checks the postconditions where the subprogram returns; the result as it is returned then.
    pub fn check_post(&mut self, result: Option<Ir>, span: Span) -> Option<Ir> {
        let tree = self.cx.tree;
        let sub = tree.subprograms.get(self.sub.0 as usize)?;
        if sub.post.is_empty() {
            return result;
        }
        // What goes wrong in the result itself is an error of the body, which its handlers may catch.
        let result = result.map(|value| {
            let ty = sub.result.as_ref().map_or(Type::Int, |r| self.cx.shapes.variable(r));
            let var = self.b.var(self.free_result(), ty, VarKind::Temporary, span);
            self.set(var, value, span);
            self.returned = Some(var);
            Ir::var(var, span)
        });
        // No handler of the body catches what is wrong here.
        let before = self.b.protect(None);
        let outside = self.b.block();
        self.b.terminate(TerminatorKind::Goto(outside), span);
        self.b.switch_to(outside);
        self.in_contract = true;
        for e in &sub.post {
            let cond = self.condition(e);
            if before.is_some() {
                // GNAT up to 12 lets the handlers of the body catch this failure; the language and later compilers do not.
                let (holds, fails) = (self.b.block(), self.b.block());
                self.b.branch(DecisionKind::ShortCircuit, cond, holds, fails, e.span);
                self.b.switch_to(fails);
                self.unsupported("a postcondition that fails where the body has handlers", e.span);
                self.b.terminate(TerminatorKind::Fail(ErrorKind::FailedAssertion), e.span);
                self.b.switch_to(holds);
            } else {
                self.b.push(InstrKind::Check { cond, kind: ErrorKind::FailedAssertion }, e.span);
            }
        }
        self.in_contract = false;
        self.b.protect(before);
        result
    }

    fn free_result(&self) -> String {
        let mut number = 1;
        while self.b.var_named(&format!("$result{number}")).is_some() {
            number += 1;
        }
        format!("$result{number}")
    }
}

/// The expressions under `'Old`, with the places of the attributes.
pub(super) fn old(e: &Expr, found: &mut Vec<(Span, Expr)>) {
    match &e.kind {
        ExprKind::Old(inner) => found.push((e.span, (**inner).clone())),
        ExprKind::Component(a, _)
        | ExprKind::Deref(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a, _)
        | ExprKind::Qualified(a, _)
        | ExprKind::Bound(_, a, _) => old(a, found),
        ExprKind::Element(a, list) => {
            old(a, found);
            list.iter().for_each(|e| old(e, found));
        }
        ExprKind::Binary(_, a, b) | ExprKind::AndThen(a, b) | ExprKind::OrElse(a, b) | ExprKind::At(a, b) => {
            old(a, found);
            old(b, found);
        }
        ExprKind::Slice(a, range) => {
            old(a, found);
            old(&range.first, found);
            old(&range.last, found);
        }
        ExprKind::In(a, ranges) => {
            old(a, found);
            for range in ranges {
                old(&range.first, found);
                old(&range.last, found);
            }
        }
        ExprKind::If(branches, otherwise) => {
            for (condition, value) in branches {
                old(condition, found);
                old(value, found);
            }
            old(otherwise, found);
        }
        ExprKind::Case(a, list, others) => {
            old(a, found);
            list.iter().for_each(|(_, e)| old(e, found));
            others.iter().for_each(|e| old(e, found));
        }
        ExprKind::Quantified(q) => {
            if let Some(range) = &q.range {
                old(&range.first, found);
                old(&range.last, found);
            }
            old(&q.body, found);
        }
        ExprKind::Call(call) => call.args.iter().for_each(|e| old(e, found)),
        ExprKind::Holding(declarations, e) => {
            for declaration in declarations {
                if let Decl::Hold(_, e) | Decl::Renamed(e) | Decl::Object(_, Some(e)) = declaration {
                    old(e, found);
                }
            }
            old(e, found);
        }
        _ => {}
    }
}
