//! What a part of the text does besides giving a value.
//!
//! ```text
//! n->prev = n->next = NULL     without the outer store: n->next = NULL; the inner one is made all the same
//! f(x) + 1                     nothing that takes the call with it stands in its place
//! ```
//!
//! Such a part was lowered to instructions of its own, which a change of the expression does not remove. The shown text
//! of a mutant must be what was run, so a change is no mutant if its text takes away something that the mutant still
//! does, or its text keeps that part. Outside of C an error is an effect as well: `A /= 0 or 9 / A > B` of Ada, without
//! the right operand, no longer divides.

use super::Finder;
use super::edit::Edit;
use imperative::{BinaryOp, BlockId, DecisionKind, Expr, ExprKind, Instr, InstrKind, VarKind};
use source::Span;

fn is_within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether evaluating an expression may be an error.
fn may_err(e: &Expr) -> bool {
    let here = match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Nil
        | ExprKind::Var(_)
        | ExprKind::Unary(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::IntToBool(_)
        | ExprKind::BoolToInt(_)
        | ExprKind::Wrap(..) => false,
        ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod),
        _ => true,
    };
    here || e.operands().any(may_err)
}

/// What a change takes away in the text, but not in the lowered program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    Nothing,
    /// Checks that can only end the run: a test that kills the mutant passes them.
    Checks,
    /// Something that others see.
    Effects,
}

impl Finder<'_> {
    /// Whether an instruction can end the run with an error, in languages where that is no undefined behaviour.
    fn checks(&self, kind: &InstrKind) -> bool {
        let errors_count = !self.program.notation.text.casts;
        errors_count
            && match kind {
                InstrKind::Check { .. } | InstrKind::Unsupported(_) => true,
                // Others err only where an operand does.
                kind => kind.operands().into_iter().any(may_err),
            }
    }

    /// Whether an instruction does more than compute something.
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

    /// Whether a part of the text needs checks of its own.
    fn checks_in(&self, part: Span) -> bool {
        let mut all = self.proc.blocks.iter().flat_map(|b| &b.instrs);
        all.any(|i| is_within(i.span, part) && self.checks(&i.kind))
    }

    /// What the text of a change takes away that the mutated program still does.
    pub(super) fn lost(&self, old: &Expr, with: &Expr) -> Lost {
        if self.loses_effects(old, with) {
            Lost::Effects
        } else if self.loses_checks(old, with) {
            Lost::Checks
        } else {
            Lost::Nothing
        }
    }

    /// Whether it takes away a check that is an instruction of its own.
    fn loses_checks(&self, old: &Expr, with: &Expr) -> bool {
        if self.program.notation.text.casts || *with == *old {
            return false;
        }
        if old.operands().all(|operand| with.operands().any(|kept| kept == operand))
            && with.operands().next().is_some()
        {
            return false;
        }
        match &old.kind {
            ExprKind::And(left, right) | ExprKind::Or(left, right) if **left == *with => {
                !self.is_spared(left) && self.checks_in(right.span)
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) if **right == *with => {
                self.checks_in(left.span)
            }
            _ => self.checks_in(old.span),
        }
    }

    fn loses_effects(&self, old: &Expr, with: &Expr) -> bool {
        let constant =
            matches!(with.kind, ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Nil | ExprKind::Bool(_));
        let kept = match &old.kind {
            // The right operand is not looked at any more, where it was looked at only if the left one did not decide.
            ExprKind::And(left, right) | ExprKind::Or(left, right) if **left == *with => {
                return !self.is_spared(left) && self.effects_in(right.span).next().is_some();
            }
            _ if constant => None,
            _ if old.operands().any(|operand| operand == with) => Some(with.span),
            _ => return false,
        };
        self.effects_in(old.span).any(|i| kept.is_none_or(|kept| !is_within(i.span, kept)))
    }

    /// Whether the right operand of an `and` or `or` is evaluated only where this left one does not decide.
    fn is_spared(&self, left: &Expr) -> bool {
        let short = |d: &imperative::Decision| d.kind == DecisionKind::ShortCircuit && d.cond == *left;
        self.program.notation.text.casts || self.proc.decisions.iter().any(short)
    }

    /// Whether the statement of an instruction has checks besides those of the instruction.
    pub(super) fn has_other_checks(&self, instr: &Instr) -> bool {
        let whole = self.statement_of(instr);
        let mut all = self.proc.blocks.iter().flat_map(|b| &b.instrs);
        all.any(|i| is_within(i.span, whole) && i.span != instr.span && self.checks(&i.kind))
    }

    /// The text of the statement that an instruction belongs to.
    fn statement_of(&self, instr: &Instr) -> Span {
        let around = self.proc.statements.iter().filter(|s| is_within(instr.span, s.span));
        let smallest = around.min_by_key(|s| s.span.end.saturating_sub(s.span.start));
        smallest.map_or(instr.span, |s| s.span)
    }

    /// The edits that leave out the statement of an instruction with all that is done for it; none where it has branches, or where
    /// what it gives is used elsewhere.
    pub(super) fn whole_statement(&self, instr: &Instr) -> Option<Vec<Edit>> {
        let whole = self.statement_of(instr);
        let mut edits = Vec::new();
        let mut at = None;
        for (i, block) in self.proc.blocks.iter().enumerate() {
            for (index, other) in block.instrs.iter().enumerate() {
                if !is_within(other.span, whole) || other.kind == InstrKind::Skip {
                    continue;
                }
                let block = BlockId::new(i);
                if at.is_some_and(|known| known != block) {
                    return None;
                }
                at = Some(block);
                edits.push(Edit::Instr { block, index, with: InstrKind::Skip });
            }
        }
        Some(edits)
    }

    /// Whether the statement of an instruction has effects besides those of the instruction.
    pub(super) fn has_other_effects(&self, instr: &Instr) -> bool {
        let whole = self.statement_of(instr);
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
            // No other has a value that stands behind `:=`.
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

    /// Whether it is a label of a `switch`, where no condition is written.
    pub(super) fn is_label(&self, span: Span) -> bool {
        let text = self.files.text(span).trim_start();
        let rest = text
            .strip_prefix("case")
            .map(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        self.program.notation.text.casts && rest == Some(true)
    }
}
