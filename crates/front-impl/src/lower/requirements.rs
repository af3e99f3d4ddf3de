//! Requirements: conditions about inputs, with predicates about shapes and calls of the user's procedures.
//!
//! A condition without calls is one expression. A predicate, or a call that stands alone, becomes a requirement
//! of its own under `and`, `or` and `not`. Where calls stand inside of a larger expression (`height(t) < 4`), the
//! whole atom becomes a hidden procedure with a boolean result, since requirements hold no instructions.

use super::Lower;
use crate::ast::{Expr, ExprKind};
use crate::check::{Checker, Resolved, Scope};
use imperative::{
    Expr as Ir, Predicate, Proc, ProcId, Requirement, RequirementKind, TerminatorKind, Type, VarId, VarKind,
};
use source::{Diagnostic, Span};

type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Lowers a formula over variables that exist already.
///
/// `vars` are those of the checker's scope. Hidden procedures are numbered after `procs` existing ones.
pub(crate) fn lower_formula(
    checker: &Checker,
    resolved: &Resolved,
    scope: &Scope,
    vars: Vec<VarId>,
    formula: &Expr,
    procs: usize,
) -> Lowered<(Requirement, Vec<Proc>)> {
    let mut lower = Lower::new(checker, resolved, scope, "formula", formula.span(), procs);
    lower.vars = vars;
    let mut hidden = Vec::new();
    let requirement = lower.requirement(formula, &mut hidden)?;
    Ok((requirement, hidden))
}

impl Lower<'_> {
    pub(super) fn requirement(&mut self, e: &Expr, hidden: &mut Vec<Proc>) -> Lowered<Requirement> {
        let span = e.span();
        if !self.hoists(e) {
            return Ok(Requirement { kind: RequirementKind::Cond(self.condition(e)), span });
        }
        let kind = match &e.kind {
            ExprKind::Not(a) => RequirementKind::Not(Box::new(self.requirement(a, hidden)?)),
            ExprKind::And(a, b) => {
                let left = self.requirement(a, hidden)?;
                RequirementKind::And(Box::new(left), Box::new(self.requirement(b, hidden)?))
            }
            ExprKind::Or(a, b) => {
                let left = self.requirement(a, hidden)?;
                RequirementKind::Or(Box::new(left), Box::new(self.requirement(b, hidden)?))
            }
            ExprKind::Call(name, args) if args.iter().all(|a| !self.hoists(a)) => {
                match self.checker.proc_named(&name.text) {
                    Some(at) => {
                        let args = args.iter().map(|a| self.value(a)).collect();
                        RequirementKind::Call { proc: ProcId::new(at), args }
                    }
                    None => RequirementKind::Predicate(self.predicate(&name.text, args, span)?),
                }
            }
            _ => self.hidden(e, hidden)?,
        };
        Ok(Requirement { kind, span })
    }

    fn predicate(&mut self, name: &str, args: &[Expr], span: Span) -> Lowered<Predicate> {
        if name == "sorted" {
            self.check_sorted(args)?;
        }
        let mut values = args.iter().map(|a| self.value(a)).collect::<Vec<Ir>>().into_iter();
        // The checker has counted the arguments.
        let mut next = || values.next().unwrap_or_else(|| Ir::nil(span));
        Ok(match name {
            "disjoint" => {
                let a = next();
                Predicate::Disjoint(a, next())
            }
            "sorted" => Predicate::Sorted(next()),
            "tree" => Predicate::Tree(next()),
            _ => Predicate::Acyclic(next()),
        })
    }

    fn check_sorted(&self, args: &[Expr]) -> Lowered<()> {
        let Some(arg) = args.first() else { return Ok(()) };
        let missing = match self.type_of(arg) {
            Type::Array(element) if element.is_number() => return Ok(()),
            Type::Array(_) => "its elements are no numbers",
            Type::Ref(s) => match self.resolved.structs.get(s.index()) {
                Some(of) if of.key().is_none() => "its cells hold no number",
                Some(of) if of.link(s).is_none() => "its cells have not exactly one link",
                _ => return Ok(()),
            },
            _ => "it is no reference",
        };
        Err(Box::new(
            Diagnostic::error("this cannot be sorted")
                .primary(arg.span(), missing)
                .help("`sorted` is for lists with one link and a number, and for arrays of numbers"),
        ))
    }

    /// The requirement that a made-up procedure with the condition as its result gives true.
    fn hidden(&mut self, e: &Expr, hidden: &mut Vec<Proc>) -> Lowered<RequirementKind> {
        if let Some(span) = self.predicate_inside(e) {
            return Err(Box::new(
                Diagnostic::error("a predicate inside of an expression")
                    .primary(span, "stands here as a value")
                    .help("join predicates with `and`, `or` and `not` only"),
            ));
        }
        let name = format!("requirement {}", hidden.len() + 1);
        let mut inner = Lower::new(self.checker, self.resolved, self.scope, &name, e.span(), self.procs);
        inner.result = Some(Type::Bool);
        inner.b.proc().result = Some(Type::Bool);
        inner.b.proc().hidden = true;
        let mut args = Vec::new();
        // Every variable that is mentioned becomes a parameter; the others get a number that is never used.
        inner.vars = vec![VarId(u32::MAX); self.scope.vars.len()];
        for v in mentioned(e, self.scope) {
            let info = &self.scope.vars[v];
            let ty = self.resolved.ty(self.checker, info.node).unwrap_or(Type::Int);
            inner.vars[v] = inner.b.var(info.name.clone(), ty, VarKind::Param, info.span);
            args.push(Ir::var(self.vars[v], e.span()));
        }
        let value = inner.condition(e);
        inner.b.terminate(TerminatorKind::Return(Some(value)), e.span());
        let proc = ProcId::new(self.procs + hidden.len());
        hidden.push(inner.b.finish());
        Ok(RequirementKind::Call { proc, args })
    }

    fn predicate_inside(&self, e: &Expr) -> Option<Span> {
        if let ExprKind::Call(name, _) = &e.kind
            && self.checker.proc_named(&name.text).is_none()
        {
            return Some(e.span());
        }
        e.operands().into_iter().find_map(|o| self.predicate_inside(o))
    }
}

/// The variables that an expression mentions, each once, in order.
fn mentioned(e: &Expr, scope: &Scope) -> Vec<usize> {
    let mut found = Vec::new();
    let mut waiting = vec![e];
    while let Some(e) = waiting.pop() {
        if let ExprKind::Var(name) = &e.kind
            && let Some(v) = scope.get(name)
            && !found.contains(&v)
        {
            found.push(v);
        }
        waiting.extend(e.operands().into_iter().rev());
    }
    found
}
