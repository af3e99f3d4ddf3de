//! Claims as text, for people and golden files.

use super::{CellOrder, Claim, ClaimKind, Formula, FormulaKind, List, Location, Meaning, When, Zone};
use crate::print::Names;
use crate::{Expr, VarId};

impl Names<'_> {
    /// A claim, with the point or the loop that it is about.
    pub(crate) fn claim(&self, claim: &Claim) -> String {
        match &claim.kind {
            ClaimKind::Requires(f) => format!("requires {}", self.formula(f)),
            ClaimKind::Ensures(f) => format!("ensures {}", self.formula(f)),
            ClaimKind::Assert(point, f) => {
                format!("assert at {}:{} {}", point.block, point.index, self.formula(f))
            }
            ClaimKind::Invariant(l, f) => format!("invariant of {l} {}", self.formula(f)),
            ClaimKind::Variant(l, e) => format!("variant of {l} {}", self.expr(e)),
            ClaimKind::Unread { why, .. } => format!("not understood: {why}"),
            ClaimKind::Assigns(l, places) => {
                let of = l.map_or(String::new(), |l| format!(" of {l}"));
                let places: Vec<String> = places.iter().map(|p| self.location(p)).collect();
                format!(
                    "assigns{of} {}",
                    if places.is_empty() { "nothing".into() } else { places.join(", ") }
                )
            }
        }
    }

    fn formula(&self, f: &Formula) -> String {
        let joined = |sign: &str, a: &Formula, b: &Formula| {
            format!("{}{sign}{}", self.formula_part(a), self.formula_part(b))
        };
        match &f.kind {
            FormulaKind::Cond(e) => self.expr(e),
            FormulaKind::Predicate(p) => self.predicate(p),
            FormulaKind::Call { proc, args } => format!("{}({})", self.callee(*proc), self.list(args)),
            FormulaKind::Not(a) => format!("{}({})", self.signs.not, self.formula(a)),
            FormulaKind::And(a, b) => joined(self.signs.and, a, b),
            FormulaKind::Or(a, b) => joined(self.signs.or, a, b),
            FormulaKind::Implies(a, b) => joined(" ==> ", a, b),
            FormulaKind::Iff(a, b) => joined(" <==> ", a, b),
            FormulaKind::Forall(v, a) => format!("forall {}: {}", self.var(*v), self.formula(a)),
            FormulaKind::Exists(v, a) => format!("exists {}: {}", self.var(*v), self.formula(a)),
            FormulaKind::Cells { cells, order, of, body } => {
                let names: Vec<String> = cells.iter().map(|v| self.var(*v)).collect();
                let order = match order {
                    CellOrder::Single => "",
                    CellOrder::Adjacent => " adjacent",
                    CellOrder::Ordered => " ordered",
                };
                let (names, of) = (names.join(", "), self.of_list(of));
                format!("forall {names}{order} in list({of}): {}", self.formula(body))
            }
            FormulaKind::SameLists(a, b) => format!("equal({}, {})", self.of_list(a), self.of_list(b)),
            FormulaKind::SameElements(a, b) => format!("{} == {}", self.multisets(a), self.multisets(b)),
            FormulaKind::Valid(zone, read_only) => {
                format!("{}({})", if *read_only { "valid_read" } else { "valid" }, self.zone(zone))
            }
            FormulaKind::Separated(zones) => {
                let zones: Vec<String> = zones.iter().map(|z| self.zone(z)).collect();
                format!("separated({})", zones.join(", "))
            }
            FormulaKind::At(when, a) => at(*when, &self.formula(a)),
        }
    }

    /// An operand of a joined formula.
    fn formula_part(&self, f: &Formula) -> String {
        let single = match &f.kind {
            FormulaKind::Cond(e) => e.atoms().len() == 1,
            FormulaKind::Predicate(_) | FormulaKind::Call { .. } | FormulaKind::Not(_) => true,
            FormulaKind::SameLists(..) | FormulaKind::Valid(..) | FormulaKind::Separated(_) => true,
            FormulaKind::At(when, _) => *when != When::Here,
            _ => false,
        };
        if single { self.formula(f) } else { format!("({})", self.formula(f)) }
    }

    /// What a ghost stands for.
    pub(crate) fn ghost(&self, v: VarId) -> Option<String> {
        let ghost = self.proc.ghosts.get(v.ghost_index()?)?;
        Some(match &ghost.meaning {
            Meaning::Bound => ghost.var.name.clone(),
            Meaning::Result => "result".to_string(),
            Meaning::At(when, e) => at(*when, &self.expr(e)),
            Meaning::Length(list) => format!("len({})", self.of_list(list)),
            Meaning::Sum(list) => format!("sum({})", self.of_list(list)),
        })
    }

    fn of_list(&self, list: &List) -> String {
        at(list.when, &self.expr(&list.start))
    }

    fn multisets(&self, lists: &[List]) -> String {
        let shown: Vec<String> = lists.iter().map(|l| format!("multiset({})", self.of_list(l))).collect();
        shown.join(" + ")
    }

    fn zone(&self, zone: &Zone) -> String {
        match &zone.range {
            None => self.expr(&zone.base),
            Some((low, high)) => format!("{} + {}", self.tight(&zone.base), self.range(low, high)),
        }
    }

    fn range(&self, low: &Expr, high: &Expr) -> String {
        format!("({} .. {})", self.expr(low), self.expr(high))
    }

    fn location(&self, location: &Location) -> String {
        match location {
            Location::Variable(v) => self.var(*v),
            Location::Field(object, field) => self.access(object, *field),
            Location::Zone(zone) => format!("*({})", self.zone(zone)),
        }
    }
}

/// Something of another state.
fn at(when: When, what: &str) -> String {
    match when {
        When::Here => what.to_string(),
        When::Entry => format!("old({what})"),
        When::LoopEntry => format!("at({what}, loop entry)"),
        When::Iteration => format!("at({what}, iteration)"),
        When::Point(p) => format!("at({what}, {}:{})", p.block, p.index),
    }
}
