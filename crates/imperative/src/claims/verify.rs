//! Whether the claims of a procedure are well formed.

use super::{Claim, ClaimKind, Formula, FormulaKind, List, Location, Meaning, When, Zone};
use crate::verify::Check;
use crate::{MAX_DEPTH, Type, VarId, type_of};
use source::Span;

/// Checks all claims and ghosts. The expressions may mention ghosts; those of blocks may not.
pub(crate) fn verify(check: &mut Check<'_>) {
    let proc = check.proc;
    check.ghosts = true;
    for (i, ghost) in proc.ghosts.iter().enumerate() {
        let span = ghost.var.span;
        // So that what ghosts stand for can be followed to its end.
        let earlier = |e: &crate::Expr| e.vars().iter().all(|v| v.ghost_index().is_none_or(|at| at < i));
        let fits = match &ghost.meaning {
            Meaning::Bound => true,
            Meaning::Result => proc.result.as_ref() == Some(&ghost.var.ty),
            Meaning::At(_, e) => {
                check.expect(e, &ghost.var.ty);
                earlier(e)
            }
            Meaning::Length(list) | Meaning::Sum(list) => {
                check.is_list(list, span);
                earlier(&list.start) && ghost.var.ty == Type::Int
            }
        };
        if !fits {
            check.flaw("a ghost that stands for nothing", span);
        }
    }
    for claim in &proc.claims {
        check.claim(claim);
    }
    check.ghosts = false;
}

impl Check<'_> {
    fn claim(&mut self, claim: &Claim) {
        if let Some(f) = claim.kind.formula() {
            self.formula(f, 0);
        }
        let proc = self.proc;
        let no_loop = |l: crate::LoopId| l.index() >= proc.loops.len();
        let lost = match &claim.kind {
            ClaimKind::Requires(_) | ClaimKind::Ensures(_) | ClaimKind::Unread { .. } => false,
            ClaimKind::Assert(point, _) => proc.block(point.block).is_none(),
            ClaimKind::Invariant(l, _) => no_loop(*l),
            ClaimKind::Variant(l, e) => {
                self.expect(e, &Type::Int);
                no_loop(*l)
            }
            ClaimKind::Assigns(l, places) => {
                places.iter().for_each(|p| self.location(p, claim.span));
                l.is_some_and(no_loop)
            }
        };
        if lost {
            self.flaw("a claim about a place that does not exist", claim.span);
        }
    }

    fn formula(&mut self, f: &Formula, depth: usize) {
        if depth > MAX_DEPTH {
            return self.flaw("a formula is nested too deeply", f.span);
        }
        match &f.kind {
            FormulaKind::Cond(e) => self.expect(e, &Type::Bool),
            FormulaKind::Predicate(p) => self.predicate(p, f.span),
            FormulaKind::Call { proc, args } => self.truth_call(*proc, args, f.span),
            FormulaKind::Forall(v, _) | FormulaKind::Exists(v, _) => self.bound(*v, f.span),
            FormulaKind::Cells { cells, of, .. } => {
                cells.iter().for_each(|v| self.bound(*v, f.span));
                self.is_list(of, f.span);
            }
            FormulaKind::SameLists(a, b) => [a, b].into_iter().for_each(|l| self.is_list(l, f.span)),
            FormulaKind::SameElements(a, b) => a.iter().chain(b).for_each(|l| self.is_list(l, f.span)),
            FormulaKind::Valid(zone, _) => self.zone(zone, f.span),
            FormulaKind::Separated(zones) => {
                zones.iter().for_each(|z| self.zone(z, f.span));
                let mut types = zones.iter().map(|z| type_of(self.program, self.proc, &z.base));
                let first = types.next().flatten();
                if types.any(|ty| ty != first) {
                    self.flaw("memory of different types", f.span);
                }
            }
            FormulaKind::At(When::Point(p), _) if self.proc.block(p.block).is_none() => {
                self.flaw(format!("{} does not exist", p.block), f.span);
            }
            FormulaKind::At(..)
            | FormulaKind::Not(_)
            | FormulaKind::And(..)
            | FormulaKind::Or(..)
            | FormulaKind::Implies(..)
            | FormulaKind::Iff(..) => {}
        }
        f.operands().for_each(|f| self.formula(f, depth + 1));
    }

    /// Quantifiers bind ghosts of their own.
    pub fn bound(&mut self, v: VarId, span: Span) {
        let ghost = v.ghost_index().and_then(|at| self.proc.ghosts.get(at));
        if ghost.is_none_or(|g| g.meaning != Meaning::Bound) {
            self.flaw(format!("{v} cannot be bound"), span);
        }
    }

    fn is_list(&mut self, list: &List, span: Span) {
        let linked = match type_of(self.program, self.proc, &list.start) {
            Some(Type::Ref(s)) => self.program.struct_of(s).is_some_and(|of| of.link(s).is_some()),
            found => found.is_none(),
        };
        if !linked {
            self.flaw("a list whose cells have not exactly one link", span);
        }
    }

    fn zone(&mut self, zone: &Zone, span: Span) {
        let ty = type_of(self.program, self.proc, &zone.base);
        let fits = match &zone.range {
            None => ty.is_some_and(|ty| ty.is_reference()),
            Some((low, high)) => {
                self.expect(low, &Type::Int);
                self.expect(high, &Type::Int);
                matches!(ty, Some(Type::Pointer(_) | Type::Array(_)))
            }
        };
        if !fits {
            self.flaw("memory that no pointer leads to", span);
        }
    }

    fn location(&mut self, location: &Location, span: Span) {
        let exists = match location {
            Location::Variable(v) => self.proc.var(*v).is_some(),
            Location::Field(object, field) => match type_of(self.program, self.proc, object) {
                Some(Type::Ref(s)) => self.program.field(s, *field).is_some(),
                _ => false,
            },
            Location::Zone(zone) => {
                self.zone(zone, span);
                true
            }
        };
        if !exists {
            self.flaw("nothing is there that could be assigned to", span);
        }
    }
}
