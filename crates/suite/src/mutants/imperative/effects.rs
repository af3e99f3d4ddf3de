//! What a part of the text does besides giving a value.
//!
//! ```text
//! n->prev = n->next = NULL     without the outer store: n->next = NULL; the inner one is made all the same
//! f(x) + 1                     nothing that takes the call with it stands in its place
//! ```
//!
//! Such a part was lowered to instructions of its own, which a change of the expression leaves alone. What is shown of a mutant
//! is what was judged, so a change whose text would take something away that is still done is no mutant, or is shown with it.

use super::Finder;
use imperative::{Expr, ExprKind, Instr, InstrKind, VarKind};
use source::Span;

fn is_within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

impl Finder<'_> {
    /// Does an instruction do more than compute something?
    fn is_effect(&self, kind: &InstrKind) -> bool {
        match kind {
            InstrKind::Assign(v, _) => self.proc.var(*v).is_some_and(|v| v.kind != VarKind::Temporary),
            InstrKind::StoreField { .. }
            | InstrKind::StoreElement { .. }
            | InstrKind::StoreTarget { .. }
            | InstrKind::Fill { .. }
            | InstrKind::New { .. }
            | InstrKind::NewArray { .. }
            | InstrKind::Make { owned: true, .. }
            | InstrKind::Free(_)
            | InstrKind::Call { .. }
            | InstrKind::Ask { .. }
            | InstrKind::Show { .. } => true,
            InstrKind::Skip
            | InstrKind::Make { .. }
            | InstrKind::Bits { .. }
            | InstrKind::Assume(_)
            | InstrKind::Check { .. }
            | InstrKind::Unsupported(_) => false,
        }
    }

    /// The instructions that do something, where a part of the text says so.
    fn effects_in(&self, part: Span) -> impl Iterator<Item = &Instr> {
        let all = self.proc.blocks.iter().flat_map(|b| &b.instrs);
        all.filter(move |i| is_within(i.span, part) && self.is_effect(&i.kind))
    }

    /// Would the text of a change take something away that is still done?
    pub(super) fn loses_effects(&self, old: &Expr, with: &Expr) -> bool {
        let constant =
            matches!(with.kind, ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Nil | ExprKind::Bool(_));
        let kept = match &old.kind {
            // The right operand is not looked at any more.
            ExprKind::And(left, _) | ExprKind::Or(left, _) if **left == *with => return false,
            _ if constant => None,
            _ if old.operands().any(|operand| operand == with) => Some(with.span),
            _ => return false,
        };
        self.effects_in(old.span).any(|i| kept.is_none_or(|kept| !is_within(i.span, kept)))
    }

    /// Does the statement of an instruction do more than what goes with it?
    pub(super) fn has_other_effects(&self, instr: &Instr) -> bool {
        if !self.program.notation.text.casts {
            return false;
        }
        let around = self.proc.statements.iter().filter(|s| is_within(instr.span, s.span));
        let smallest = around.min_by_key(|s| s.span.end.saturating_sub(s.span.start));
        let whole = smallest.map_or(instr.span, |s| s.span);
        self.effects_in(whole).any(|i| i.span != instr.span)
    }

    /// The text of an assignment, and that of its value, which stays; of a step such as `i++` the variable.
    pub(super) fn without(&self, instr: &Instr) -> Option<(String, String)> {
        let text = |span| self.files.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let own = text(instr.span);
        if own.ends_with(';') {
            // A declaration, of which the value alone is none.
            return None;
        }
        let bare = own.trim_start_matches("++").trim_start_matches("--");
        let bare = bare.trim_end_matches("++").trim_end_matches("--").trim().to_string();
        if bare != own && !bare.is_empty() && !self.effects_in(instr.span).any(|i| i.span != instr.span) {
            return Some((own, bare));
        }
        let value = match &instr.kind {
            InstrKind::Assign(_, value)
            | InstrKind::StoreField { value, .. }
            | InstrKind::StoreElement { value, .. }
            | InstrKind::StoreTarget { value, .. } => value,
            _ => return None,
        };
        let lost = |i: &Instr| i.span != instr.span && !is_within(i.span, value.span);
        if value.span == instr.span
            || !is_within(value.span, instr.span)
            || self.effects_in(instr.span).any(lost)
        {
            return None;
        }
        let (from, to) = (own, text(value.span));
        (from != to && !to.is_empty()).then_some((from, to))
    }

    /// Is it a label of a `switch`, where no condition is written?
    pub(super) fn is_label(&self, span: Span) -> bool {
        let text = self.files.text(span).trim_start();
        let rest = text
            .strip_prefix("case")
            .map(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        self.program.notation.text.casts && rest == Some(true)
    }
}
