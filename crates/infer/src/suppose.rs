//! Claims of the form "if the inputs are so, then …": the analysis is done once more for such inputs.
//!
//! ```text
//! ensures \old(sorted(head)) ==> C        shown if C is shown with: requires sorted(head)
//! ensures sorted(list) ==> C              the same, where list is unchanged at the end: equal(list, \old(list)) is shown first
//! ```
//!
//! A claim is split into clauses `H ==> C`. Of each, the part of `H` about the entry is required ([`Entry`]); parts
//! that cannot be stated about the entry are left out. The clause itself is what is to be shown, so it does not matter
//! how much of `H` is required: for inputs that do not satisfy it the clause holds.

use imperative::claims::{Ghost, List, Meaning, When};
use imperative::{
    Claim, ClaimKind, Expr, ExprKind, Formula, FormulaKind, Predicate, Proc, ProcId, Program, VarId,
};
use std::cell::RefCell;

/// A clause of a claim, with what is required for it.
struct Clause {
    /// What is to be shown.
    formula: Formula,
    /// What holds of the entry, if it speaks of the entry at all.
    supposed: Option<Formula>,
}

/// The clauses of a claim as programs, each with one claim besides what is required; and the lists that must be unchanged.
pub(crate) struct Supposed {
    /// For each clause the program.
    pub programs: Vec<Program>,
    /// The program that claims that the lists are unchanged, if there must be some.
    pub unchanged: Option<Program>,
}

impl Supposed {
    /// Takes a claim apart; `None` where nothing of it speaks of the entry.
    pub fn new(program: &Program, entry: ProcId, claim: usize) -> Option<Supposed> {
        let proc = program.proc(entry)?;
        let claim = proc.claims.get(claim)?;
        let formula = claim.kind.formula()?;
        let mut reader = Entry { proc, ghosts: RefCell::new(proc.ghosts.clone()), lists: RefCell::default() };
        let clauses: Vec<Clause> = clauses(formula)
            .into_iter()
            .map(|(hypotheses, conclusion)| reader.clause(&hypotheses, conclusion))
            .collect();
        if clauses.iter().all(|clause| clause.supposed.is_none()) {
            return None;
        }
        // Elsewhere than at the end nothing is compared with the entry.
        let lists = std::mem::take(&mut reader.lists).into_inner();
        let at_exit = matches!(claim.kind, ClaimKind::Ensures(_));
        if !lists.is_empty() && !at_exit {
            return None;
        }
        let ghosts = reader.ghosts.into_inner();
        let with = |claims: Vec<Claim>| with_claims(program, entry, &ghosts, claims);
        let unchanged = (!lists.is_empty()).then(|| {
            let same = |list: &(List, List)| {
                let kind = FormulaKind::SameLists(list.0.clone(), list.1.clone());
                Claim { kind: ClaimKind::Ensures(Formula::new(kind, formula.span)), span: claim.span }
            };
            with(lists.iter().map(same).collect())
        });
        let programs = clauses.into_iter().map(|clause| {
            let required = clause.supposed.map(ClaimKind::Requires);
            let shown = claim.kind.with_formula(clause.formula);
            let claims = required.into_iter().chain([shown]);
            with(claims.map(|kind| Claim { kind, span: claim.span }).collect())
        });
        Some(Supposed { programs: programs.collect(), unchanged })
    }
}

/// A program whose procedure has these claims and what it requires.
fn with_claims(program: &Program, entry: ProcId, ghosts: &[Ghost], claims: Vec<Claim>) -> Program {
    let mut program = program.clone();
    if let Some(proc) = program.procs.get_mut(entry.index()) {
        proc.claims.retain(|claim| matches!(claim.kind, ClaimKind::Requires(_)));
        proc.claims.extend(claims);
        proc.ghosts = ghosts.to_vec();
    }
    program
}

/// The clauses of a formula: what is supposed, and what follows.
fn clauses(formula: &Formula) -> Vec<(Vec<Formula>, &Formula)> {
    let given = |hypothesis: &Formula, conclusion| {
        let mut all = clauses(conclusion);
        all.iter_mut().for_each(|(hypotheses, _)| hypotheses.push(hypothesis.clone()));
        all
    };
    match &formula.kind {
        FormulaKind::And(a, b) => clauses(a).into_iter().chain(clauses(b)).collect(),
        FormulaKind::Implies(a, b) => given(a, b),
        FormulaKind::Or(a, b) => given(&a.clone().negated(formula.span), b),
        FormulaKind::Iff(a, b) => given(a, b).into_iter().chain(given(b, a)).collect(),
        _ => vec![(Vec::new(), formula)],
    }
}

/// Says of the entry what a formula says of the state where it stands.
struct Entry<'p> {
    proc: &'p Proc,
    ghosts: RefCell<Vec<Ghost>>,
    /// The lists that are spoken of as they are where the formula stands, and what they were at the entry.
    lists: RefCell<Vec<(List, List)>>,
}

impl Entry<'_> {
    fn clause(&mut self, hypotheses: &[Formula], conclusion: &Formula) -> Clause {
        let span = conclusion.span;
        let mut supposed: Option<Formula> = None;
        let mut formula = conclusion.clone();
        for hypothesis in hypotheses {
            formula = hypothesis.clone().implies(formula, span);
            for part in conjuncts(hypothesis) {
                let known = self.lists.borrow().len();
                match self.formula(part) {
                    Some(part) => {
                        supposed = Some(match supposed {
                            Some(all) => all.and(part, span),
                            None => part,
                        });
                    }
                    None => self.lists.borrow_mut().truncate(known),
                }
            }
        }
        Clause { formula, supposed }
    }

    fn formula(&self, formula: &Formula) -> Option<Formula> {
        use FormulaKind as Kind;
        let inner = |formula: &Formula| self.formula(formula).map(Box::new);
        let kind = match &formula.kind {
            Kind::At(When::Entry, inner) => return Some((**inner).clone()),
            Kind::Cond(e) => Kind::Cond(self.expr(e)?),
            Kind::Not(a) => Kind::Not(inner(a)?),
            Kind::And(a, b) => Kind::And(inner(a)?, inner(b)?),
            Kind::Or(a, b) => Kind::Or(inner(a)?, inner(b)?),
            Kind::Implies(a, b) => Kind::Implies(inner(a)?, inner(b)?),
            Kind::Iff(a, b) => Kind::Iff(inner(a)?, inner(b)?),
            Kind::SameLists(a, b) => Kind::SameLists(self.list(a)?, self.list(b)?),
            Kind::Cells { cells, order, of, body } => {
                let body = match of.when {
                    // The cells are those of the entry, so their data must be as well.
                    When::Entry => self.old_body(body, cells)?,
                    _ => self.own_body(body, cells)?,
                };
                Kind::Cells { cells: cells.clone(), order: *order, of: self.list(of)?, body: Box::new(body) }
            }
            Kind::Predicate(Predicate::Sorted(start)) => {
                let list = self.list(&List { start: start.clone(), when: When::Here })?;
                Kind::Predicate(Predicate::Sorted(list.start))
            }
            _ => return None,
        };
        Some(Formula::new(kind, formula.span))
    }

    /// A formula about cells of a list at the entry. Data of the cells are spoken of as they were.
    fn old_body(&self, body: &Formula, cells: &[VarId]) -> Option<Formula> {
        let reads = |e: &Expr| e.vars().iter().any(|var| cells.contains(var));
        self.body(body, true, &|e| {
            // What the cells hold now is not what they held.
            if reads(e) { None } else { self.expr(e) }
        })
    }

    /// A formula about cells of a list that is unchanged. Data of the cells are spoken of as they are.
    fn own_body(&self, body: &Formula, cells: &[VarId]) -> Option<Formula> {
        let old = |var: &VarId| match self.meaning(*var) {
            Some(Meaning::At(_, e)) => e.vars().iter().any(|var| cells.contains(var)),
            _ => false,
        };
        self.body(body, false, &|e| if e.vars().iter().any(old) { None } else { self.value(e, cells) })
    }

    fn body(&self, body: &Formula, old: bool, cond: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Formula> {
        use FormulaKind as Kind;
        let inner = |formula: &Formula| self.body(formula, old, cond).map(Box::new);
        let kind = match &body.kind {
            Kind::At(When::Entry, inner) if old => return Some((**inner).clone()),
            Kind::Cond(e) => Kind::Cond(cond(e)?),
            Kind::Not(a) => Kind::Not(inner(a)?),
            Kind::And(a, b) => Kind::And(inner(a)?, inner(b)?),
            Kind::Or(a, b) => Kind::Or(inner(a)?, inner(b)?),
            Kind::Implies(a, b) => Kind::Implies(inner(a)?, inner(b)?),
            _ => return None,
        };
        Some(Formula::new(kind, body.span))
    }

    fn meaning(&self, var: VarId) -> Option<&Meaning> {
        Some(&self.proc.ghosts.get(var.ghost_index()?)?.meaning)
    }

    /// The list at the entry. If it is spoken of as it is now, it must be unchanged.
    fn list(&self, list: &List) -> Option<List> {
        match list.when {
            When::Entry => Some(List { start: list.start.clone(), when: When::Here }),
            When::Here => {
                let start = self.expr(&list.start)?;
                // Only what an input leads to is compared with the entry.
                let ExprKind::Var(_) = start.kind else { return None };
                let old = List { start: start.clone(), when: When::Entry };
                let mut lists = self.lists.borrow_mut();
                if !lists.iter().any(|(_, known)| known.start.kind == old.start.kind) {
                    lists.push((list.clone(), old));
                }
                Some(List { start, when: When::Here })
            }
            _ => None,
        }
    }

    fn expr(&self, e: &Expr) -> Option<Expr> {
        self.value(e, &[])
    }

    /// The value at the entry; `None` where it may be another one. Fields may be read of these cells only.
    fn value(&self, e: &Expr, cells: &[VarId]) -> Option<Expr> {
        let replace = |var: VarId| -> Result<Option<Expr>, ()> {
            if cells.contains(&var) {
                return Ok(None);
            }
            match self.meaning(var).ok_or(())? {
                Meaning::At(When::Entry, e) => Ok(Some(e.clone())),
                Meaning::Length(list) => self.ghost(var, Meaning::Length(self.list(list).ok_or(())?)),
                Meaning::Sum(list) => self.ghost(var, Meaning::Sum(self.list(list).ok_or(())?)),
                Meaning::Bound | Meaning::Result | Meaning::At(..) => Err(()),
            }
        };
        let plain = reads_only(e, cells);
        plain.then(|| e.replaced(&replace).ok()).flatten()
    }

    /// A new ghost like another one, with another meaning.
    fn ghost(&self, like: VarId, meaning: Meaning) -> Result<Option<Expr>, ()> {
        let var = like.ghost_index().and_then(|at| self.proc.ghosts.get(at)).ok_or(())?.var.clone();
        let span = var.span;
        let mut ghosts = self.ghosts.borrow_mut();
        ghosts.push(Ghost { var, meaning });
        Ok(Some(Expr::var(VarId::ghost(ghosts.len() - 1), span)))
    }
}

/// Whether an expression reads memory only in the fields of these cells.
fn reads_only(e: &Expr, cells: &[VarId]) -> bool {
    use ExprKind as Kind;
    match &e.kind {
        Kind::Field(object, _) => matches!(object.kind, Kind::Var(var) if cells.contains(&var)),
        Kind::Element(..)
        | Kind::Length(_)
        | Kind::First(_)
        | Kind::Target(_)
        | Kind::At(..)
        | Kind::Move(..)
        | Kind::Distance(..)
        | Kind::Position(_)
        | Kind::Together(..) => false,
        _ => e.operands().all(|e| reads_only(e, cells)),
    }
}

/// The formulas of a conjunction.
fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match &formula.kind {
        FormulaKind::And(a, b) => conjuncts(a).into_iter().chain(conjuncts(b)).collect(),
        _ => vec![formula],
    }
}
