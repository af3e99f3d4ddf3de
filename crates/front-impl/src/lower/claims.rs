//! Claims: conditions with quantifiers, predicates about shapes and calls of the user's procedures.
//!
//! A condition without calls is one expression. A predicate, a quantifier, or a call that stands alone, becomes a
//! formula of its own under `and`, `or` and `not`. Where calls stand inside of a larger expression (`height(t) < 4`), the
//! whole atom becomes a hidden procedure with a boolean result, since formulas hold no instructions.

use super::{Contract, Lower};
use crate::ast::{Expr, ExprKind, Quantified, Stmt, StmtKind};
use crate::check::{Checker, Resolved, Scope};
use imperative::claims::{Meaning, When};
use imperative::{
    BinaryOp, ClaimKind, Expr as Ir, Formula, FormulaKind, Ghost, Predicate, Proc, ProcId, Requirement,
    TerminatorKind, Type, VarId, VarKind,
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
) -> Lowered<(Requirement, Vec<Ghost>, Vec<Proc>)> {
    let mut lower = Lower::new(checker, resolved, scope, "formula", formula.span(), procs);
    lower.vars = vars;
    let read = lower.formula(formula)?;
    let requirement = read.requirement(&lower.b.proc().ghosts).map_err(|why| {
        Box::new(Diagnostic::error("this formula cannot be assumed").primary(formula.span(), why))
    })?;
    Ok((requirement, lower.b.proc().ghosts.clone(), lower.hidden))
}

impl Lower<'_> {
    /// What is said of the whole procedure.
    pub(super) fn contract(&mut self, contract: &Contract<'_>) {
        for e in contract.requires {
            let Some(formula) = self.reported(e) else { continue };
            match formula.requirement(&self.b.proc().ghosts) {
                Ok(requirement) => self.b.proc().requires.push(requirement),
                Err(why) => self.problems.push(unused(e.span(), why)),
            }
            self.b.claim(ClaimKind::Requires(formula), e.span());
        }
        for e in contract.ensures {
            if let Some(formula) = self.reported(e) {
                self.b.claim(ClaimKind::Ensures(formula), e.span());
            }
        }
    }

    /// What is said of a loop, at the start of its body.
    pub(super) fn loop_claim(&mut self, s: &Stmt, e: &Expr) {
        // The parser lets these stand in loops only.
        let Some(of) = self.loops.last().copied() else { return };
        match &s.kind {
            StmtKind::Variant(_) if self.hoists(e) => self.problems.push(
                Diagnostic::error("a call in a variant")
                    .primary(e.span(), "a variant is made of variables, fields and elements"),
            ),
            StmtKind::Variant(_) => {
                let value = self.value(e);
                self.b.claim(ClaimKind::Variant(of, value), s.at.0);
            }
            _ => {
                if let Some(formula) = self.reported(e) {
                    self.b.claim(ClaimKind::Invariant(of, formula), s.at.0);
                }
            }
        }
    }

    /// An assertion that no run looks at, because it speaks of all values of a range.
    pub(super) fn claimed_assertion(&mut self, e: &Expr) {
        let point = self.b.point();
        if let Some(formula) = self.reported(e) {
            self.problems
                .push(unused(e.span(), "quantifiers in assertions are not supported in runs".to_string()));
            self.b.claim(ClaimKind::Assert(point, formula), e.span());
        }
    }

    fn reported(&mut self, e: &Expr) -> Option<Formula> {
        self.formula(e).map_err(|problem| self.problems.push(*problem)).ok()
    }

    /// The value of an expression at the start.
    pub(super) fn old(&mut self, e: &Expr, span: Span) -> Ir {
        let value = self.value(e);
        let meaning = Meaning::At(When::Entry, value);
        Ir::var(self.b.ghost("old", self.type_of(e), meaning, span), span)
    }

    pub(super) fn claimed_result(&mut self, span: Span) -> Ir {
        // Only procedures with a result may speak of it.
        let ty = self.result.clone().unwrap_or(Type::Int);
        Ir::var(self.b.ghost("result", ty, Meaning::Result, span), span)
    }

    fn quantified(&mut self, q: &Quantified, span: Span) -> Lowered<FormulaKind> {
        for end in [&q.low, &q.high] {
            if self.hoists(end) {
                return Err(Box::new(
                    Diagnostic::error("a call in a range")
                        .primary(end.span(), "a range is made of variables, fields and elements"),
                ));
            }
        }
        let (low, high) = (self.value(&q.low), self.value(&q.high));
        let (name, at) = (&q.name.text, q.name.at.0);
        let k = self.b.ghost(name.clone(), Type::Int, Meaning::Bound, at);
        let compare = |a: Ir, b: Ir| Ir::binary(BinaryOp::Le, a, b, span);
        let within = Ir::and(compare(low, Ir::var(k, at)), compare(Ir::var(k, at), high), span);
        let within = Formula::cond(within, span);
        self.bound.push((name.clone(), k));
        let body = self.formula(&q.body);
        self.bound.pop();
        Ok(if q.all {
            FormulaKind::Forall(k, Box::new(within.implies(body?, span)))
        } else {
            FormulaKind::Exists(k, Box::new(within.and(body?, span)))
        })
    }

    fn formula(&mut self, e: &Expr) -> Lowered<Formula> {
        let span = e.span();
        if !self.hoists(e) {
            return Ok(Formula::cond(self.condition(e), span));
        }
        let kind = match &e.kind {
            ExprKind::Quantified(q) => self.quantified(q, span)?,
            ExprKind::Not(a) => return Ok(self.formula(a)?.negated(span)),
            ExprKind::And(a, b) => {
                let left = self.formula(a)?;
                return Ok(left.and(self.formula(b)?, span));
            }
            ExprKind::Or(a, b) => {
                let left = self.formula(a)?;
                return Ok(left.or(self.formula(b)?, span));
            }
            ExprKind::Call(name, args) if args.iter().all(|a| !self.hoists(a)) => {
                match self.checker.proc_named(&name.text) {
                    Some(at) => {
                        let args = args.iter().map(|a| self.value(a)).collect();
                        FormulaKind::Call { proc: ProcId::new(at), args }
                    }
                    None => FormulaKind::Predicate(self.predicate(&name.text, args, span)?),
                }
            }
            _ => self.hidden_procedure(e)?,
        };
        Ok(Formula::new(kind, span))
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

    /// That a made-up procedure with the condition as its result gives true.
    fn hidden_procedure(&mut self, e: &Expr) -> Lowered<FormulaKind> {
        if let Some((span, what)) = self.claim_inside(e) {
            let problem = match what {
                "a predicate" | "a quantifier" => {
                    Diagnostic::error(format!("{what} inside of an expression"))
                        .primary(span, "stands here as a value")
                        .help("join predicates and quantifiers with `and`, `or` and `not` only")
                }
                _ => Diagnostic::error(format!("{what} beside a call"))
                    .primary(span, "not supported here")
                    .help("where a claim computes with a call, it can speak of variables only"),
            };
            return Err(Box::new(problem));
        }
        let name = format!("requirement {}", self.hidden.len() + 1);
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
        let proc = ProcId::new(self.procs + self.hidden.len());
        self.hidden.push(inner.b.finish());
        Ok(FormulaKind::Call { proc, args })
    }

    /// Something inside of an expression that only formulas can say.
    fn claim_inside(&self, e: &Expr) -> Option<(Span, &'static str)> {
        let what = match &e.kind {
            ExprKind::Call(name, _) if self.checker.proc_named(&name.text).is_none() => "a predicate",
            ExprKind::Quantified(_) => "a quantifier",
            ExprKind::Var(name) if self.bound.iter().any(|(bound, _)| bound == name) => "a bound name",
            ExprKind::Old(_) => "`old`",
            ExprKind::Result => "`result`",
            _ => return e.operands().into_iter().find_map(|o| self.claim_inside(o)),
        };
        Some((e.span(), what))
    }
}

/// A claim that is kept, but that nothing looks at.
fn unused(span: Span, why: String) -> Diagnostic {
    Diagnostic::warning("this claim is not used").primary(span, why)
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
