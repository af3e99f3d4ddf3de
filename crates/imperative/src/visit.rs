//! What instructions read, write and call: the one place that visits all kinds of instructions for such queries.
//!
//! ```text
//! p.next := q            operands p, q; writes memory; stores q
//! x, y := f(a)           operand a; assigns x and y; calls f
//! fill t[0 + i] := i     assigns i, which has no value afterwards; writes memory; stores i
//! ```
//!
//! Every match here names each instruction, so a new one is noticed.

use crate::{Expr, InstrKind, Made, ProcId, VarId};

impl InstrKind {
    /// The expressions of an instruction, in the order of the text.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            InstrKind::Skip | InstrKind::Ask { .. } | InstrKind::Unsupported(_) => Vec::new(),
            InstrKind::Assign(_, e)
            | InstrKind::Assume(e)
            | InstrKind::Check { cond: e, .. }
            | InstrKind::NewArray { length: e, .. } => vec![e],
            InstrKind::StoreField { object, value, .. } => vec![object, value],
            InstrKind::StoreElement { array, index, value } => vec![array, index, value],
            InstrKind::Fill { array, from, count, value, .. } => vec![array, from, count, value],
            InstrKind::StoreTarget { pointer, value } => vec![pointer, value],
            InstrKind::Bits { left, right, .. } => vec![left, right],
            InstrKind::Make { object: Made::Array { length, first, .. }, .. } => {
                std::iter::once(length).chain(first).collect()
            }
            InstrKind::Make { object: Made::Long { length: e, .. }, .. } | InstrKind::Free(e) => vec![e],
            InstrKind::Make { object: Made::Cell(_), .. } => Vec::new(),
            InstrKind::New { args, .. }
            | InstrKind::Call { args, .. }
            | InstrKind::Show { values: args, .. } => args.iter().collect(),
        }
    }

    /// The same expressions, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            InstrKind::Skip | InstrKind::Ask { .. } | InstrKind::Unsupported(_) => Vec::new(),
            InstrKind::Assign(_, e)
            | InstrKind::Assume(e)
            | InstrKind::Check { cond: e, .. }
            | InstrKind::NewArray { length: e, .. } => vec![e],
            InstrKind::StoreField { object, value, .. } => vec![object, value],
            InstrKind::StoreElement { array, index, value } => vec![array, index, value],
            InstrKind::Fill { array, from, count, value, .. } => vec![array, from, count, value],
            InstrKind::StoreTarget { pointer, value } => vec![pointer, value],
            InstrKind::Bits { left, right, .. } => vec![left, right],
            InstrKind::Make { object: Made::Array { length, first, .. }, .. } => {
                std::iter::once(length).chain(first).collect()
            }
            InstrKind::Make { object: Made::Long { length: e, .. }, .. } | InstrKind::Free(e) => vec![e],
            InstrKind::Make { object: Made::Cell(_), .. } => Vec::new(),
            InstrKind::New { args, .. }
            | InstrKind::Call { args, .. }
            | InstrKind::Show { values: args, .. } => args.iter_mut().collect(),
        }
    }

    /// The variable that has a value after the instruction because of it: the result.
    pub fn result(&self) -> Option<VarId> {
        match self {
            InstrKind::Assign(dst, _)
            | InstrKind::New { dst, .. }
            | InstrKind::NewArray { dst, .. }
            | InstrKind::Make { dst, .. }
            | InstrKind::Ask { dst, .. }
            | InstrKind::Bits { dst, .. } => Some(*dst),
            InstrKind::Call { dst, .. } => *dst,
            InstrKind::Skip
            | InstrKind::StoreField { .. }
            | InstrKind::StoreElement { .. }
            | InstrKind::StoreTarget { .. }
            | InstrKind::Fill { .. }
            | InstrKind::Free(_)
            | InstrKind::Assume(_)
            | InstrKind::Check { .. }
            | InstrKind::Show { .. }
            | InstrKind::Unsupported(_) => None,
        }
    }

    /// The variables that the instruction changes: the result, what a call gives back, and the number of an element that is
    /// filled.
    pub fn assigned(&self) -> impl Iterator<Item = VarId> {
        let (back, index) = match self {
            InstrKind::Call { backs, .. } => (backs.as_slice(), None),
            InstrKind::Fill { index, .. } => (&[][..], Some(*index)),
            InstrKind::Assign(..)
            | InstrKind::New { .. }
            | InstrKind::NewArray { .. }
            | InstrKind::Make { .. }
            | InstrKind::Ask { .. }
            | InstrKind::Bits { .. }
            | InstrKind::Skip
            | InstrKind::StoreField { .. }
            | InstrKind::StoreElement { .. }
            | InstrKind::StoreTarget { .. }
            | InstrKind::Free(_)
            | InstrKind::Assume(_)
            | InstrKind::Check { .. }
            | InstrKind::Show { .. }
            | InstrKind::Unsupported(_) => (&[][..], None),
        };
        self.result().into_iter().chain(index).chain(back.iter().map(|(_, to)| *to))
    }

    /// What is stored in an object that was there before. New objects and calls are not looked at.
    pub fn stored(&self) -> Option<&Expr> {
        match self {
            InstrKind::StoreField { value, .. }
            | InstrKind::StoreElement { value, .. }
            | InstrKind::StoreTarget { value, .. }
            | InstrKind::Fill { value, .. } => Some(value),
            InstrKind::Assign(..)
            | InstrKind::New { .. }
            | InstrKind::NewArray { .. }
            | InstrKind::Make { .. }
            | InstrKind::Ask { .. }
            | InstrKind::Bits { .. }
            | InstrKind::Call { .. }
            | InstrKind::Skip
            | InstrKind::Free(_)
            | InstrKind::Assume(_)
            | InstrKind::Check { .. }
            | InstrKind::Show { .. }
            | InstrKind::Unsupported(_) => None,
        }
    }

    /// What is called.
    pub fn callee(&self) -> Option<ProcId> {
        match self {
            InstrKind::Call { proc, .. } => Some(*proc),
            InstrKind::Assign(..)
            | InstrKind::New { .. }
            | InstrKind::NewArray { .. }
            | InstrKind::Make { .. }
            | InstrKind::Ask { .. }
            | InstrKind::Bits { .. }
            | InstrKind::Skip
            | InstrKind::StoreField { .. }
            | InstrKind::StoreElement { .. }
            | InstrKind::StoreTarget { .. }
            | InstrKind::Fill { .. }
            | InstrKind::Free(_)
            | InstrKind::Assume(_)
            | InstrKind::Check { .. }
            | InstrKind::Show { .. }
            | InstrKind::Unsupported(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExprKind, FieldId};
    use source::{Files, Span};

    fn var(n: u32) -> Expr {
        let file = Files::new().add("x", "");
        Expr::new(ExprKind::Var(VarId(n)), Span { file, start: 0, end: 0 })
    }

    #[test]
    fn what_is_read_can_be_changed_in_the_same_order() {
        let mut kinds = [
            InstrKind::StoreField { object: var(1), field: FieldId(0), value: var(2) },
            InstrKind::Call {
                dst: Some(VarId(0)),
                proc: ProcId(7),
                args: vec![var(1), var(2), var(3)],
                backs: vec![(VarId(4), VarId(5))],
            },
            InstrKind::Fill { array: var(1), from: var(2), count: var(3), index: VarId(4), value: var(5) },
            InstrKind::Skip,
        ];
        for kind in &mut kinds {
            let read: Vec<Expr> = kind.operands().into_iter().cloned().collect();
            let changed: Vec<Expr> = kind.operands_mut().into_iter().map(|e| e.clone()).collect();
            assert_eq!(read, changed);
        }
        let assigned = |kind: &InstrKind| kind.assigned().collect::<Vec<_>>();
        assert_eq!(assigned(&kinds[1]), [VarId(0), VarId(5)]);
        assert_eq!((assigned(&kinds[2]), kinds[2].result()), (vec![VarId(4)], None));
        assert_eq!((kinds[0].stored(), kinds[2].stored()), (Some(&var(2)), Some(&var(5))));
        assert_eq!((kinds[1].callee(), kinds[0].callee()), (Some(ProcId(7)), None));
    }
}
