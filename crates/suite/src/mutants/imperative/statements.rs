//! Changes of whole statements: done away with, another field, nil.
//!
//! ```text
//! x.tail := y      deletion: skip      nil: x.tail := nil      field: x.other := y
//! ```

use super::edit::Edit;
use super::expressions::Walk;
use super::{Finder, Place};
use crate::mutants::Operator;
use imperative::{BlockId, Expr, ExprKind, Instr, InstrKind, Type, VarId, VarKind};

impl Finder<'_> {
    /// The changes of an instruction as a whole.
    pub(super) fn statement(&mut self, block: BlockId, index: usize, instr: &Instr) {
        let with = |kind: InstrKind| vec![Edit::Instr { block, index, with: kind }];
        if !self.written().store(&instr.kind, instr.span) {
            return;
        }
        if self.can_go(&instr.kind) && self.gone.insert((instr.span.start, instr.span.end)) {
            let all = self.same_place(instr);
            let nothing = self.program.notation.text.skip;
            let from = self.texts.source(self.files, instr, self.proc);
            if !self.has_other_effects(instr) {
                // Its checks go with it, unless it has branches.
                let whole = self.has_other_checks(instr).then(|| self.whole_statement(instr));
                let exact = !matches!(whole, Some(None));
                let edits = whole.flatten().unwrap_or(all);
                self.push(Operator::Deletion, instr.span, from, nothing.into(), edits, exact);
            } else if !self.program.notation.text.casts {
                if let Some(all) = self.whole_statement(instr) {
                    self.push(Operator::Deletion, instr.span, from, nothing.into(), all, true);
                }
            } else if let Some((from, to)) = self.without(instr) {
                self.push(Operator::Deletion, instr.span, from, to, all, true);
            }
        }
        match &instr.kind {
            InstrKind::New { dst, .. } | InstrKind::NewArray { dst, .. } => {
                let from = self.texts.allocation(instr);
                let edits = with(InstrKind::Assign(*dst, Expr::nil(instr.span)));
                let nil = self.program.notation.text.null;
                self.push(Operator::Nil, instr.span, from, nil.into(), edits, true);
            }
            InstrKind::StoreField { object, field, value } => {
                let walk = self.walk();
                for other in walk.like_field(object, *field) {
                    let (from, to) = (self.texts.field(object, *field), self.texts.field(object, other));
                    let (object, value) = (object.clone(), value.clone());
                    let edits = with(InstrKind::StoreField { object, field: other, value });
                    self.push(Operator::Field, instr.span, from, to, edits, true);
                }
                self.nil(Place::Instr(block, index, 1), value);
            }
            InstrKind::StoreElement { index: at, value, .. } => {
                // A store has an index as a read has one.
                self.index(Place::Instr(block, index, 1), at);
                self.nil(Place::Instr(block, index, 2), value);
            }
            InstrKind::Assign(v, value) if self.is_named(*v) => {
                self.nil(Place::Instr(block, index, 0), value);
            }
            InstrKind::StoreTarget { value, .. } => self.nil(Place::Instr(block, index, 1), value),
            InstrKind::Assign(..)
            | InstrKind::Make { .. }
            | InstrKind::Free(_)
            | InstrKind::Skip
            | InstrKind::Call { .. }
            | InstrKind::Ask { .. }
            | InstrKind::Bits { .. }
            | InstrKind::Assume(_)
            | InstrKind::Check { .. }
            | InstrKind::Fill { .. }
            | InstrKind::Show { .. }
            | InstrKind::Unsupported(_) => {}
        }
    }

    /// Leaving out all that is made of a statement, as of the copy of an array.
    fn same_place(&self, instr: &Instr) -> Vec<Edit> {
        let mut all = Vec::new();
        for (i, block) in self.proc.blocks.iter().enumerate() {
            for (index, other) in block.instrs.iter().enumerate() {
                // Memory is made where that succeeds, and what else is assigned where it fails.
                let makes = matches!(
                    (&other.kind, &instr.kind),
                    (InstrKind::Make { dst, .. }, InstrKind::Assign(v, _)) if dst == v
                );
                // What the world sees of a call goes with it.
                let shows = matches!(other.kind, InstrKind::Show { .. });
                if other.span == instr.span && (makes || shows || self.can_go(&other.kind)) {
                    all.push(Edit::Instr { block: BlockId::new(i), index, with: InstrKind::Skip });
                }
            }
        }
        all
    }

    pub(super) fn walk(&self) -> Walk<'_> {
        let written = self.written();
        Walk { program: self.program, proc: self.proc, written, in_loop_condition: false, found: Vec::new() }
    }

    fn is_named(&self, v: VarId) -> bool {
        self.proc.var(v).is_some_and(|v| v.kind != VarKind::Temporary)
    }

    /// Whether the instruction can be left out. Its result must not be needed by the statement that it is part of.
    fn can_go(&self, kind: &InstrKind) -> bool {
        match kind {
            InstrKind::Assign(v, _) | InstrKind::New { dst: v, .. } | InstrKind::NewArray { dst: v, .. } => {
                self.is_named(*v)
            }
            InstrKind::StoreField { .. }
            | InstrKind::StoreElement { .. }
            | InstrKind::StoreTarget { .. }
            | InstrKind::Free(_) => true,
            InstrKind::Call { dst, backs, .. } => {
                dst.is_none() && backs.iter().all(|(_, to)| self.is_named(*to))
            }
            InstrKind::Skip
            | InstrKind::Make { .. }
            | InstrKind::Ask { .. }
            | InstrKind::Bits { .. }
            | InstrKind::Assume(_)
            | InstrKind::Check { .. }
            | InstrKind::Fill { .. }
            | InstrKind::Show { .. }
            | InstrKind::Unsupported(_) => false,
        }
    }

    /// Nil for a reference.
    fn nil(&mut self, place: Place, value: &Expr) {
        let ty = imperative::type_of(self.program, self.proc, value);
        if ty.as_ref().is_some_and(Type::is_reference) && value.kind != ExprKind::Nil {
            self.part(Operator::Nil, place, value, &[], Expr::nil(value.span));
        }
    }

    /// The index of a store, one up and one down.
    fn index(&mut self, place: Place, at: &Expr) {
        let mut walk = self.walk();
        walk.shifts(Operator::Index, at, &[1, -1], &mut Vec::new());
        for (operator, path, with) in walk.found {
            self.part(operator, place, at, &path, with);
        }
    }
}
