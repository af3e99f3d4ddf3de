//! Single changes of a procedure, as data.
//!
//! ```text
//! x := a[i] + 1      place: b0, instruction 0, expression 0
//!                    path [0, 1] leads to i: first operand of the sum, second operand of the element
//! ```

use imperative::{Atom, BlockId, DecisionId, Expr, ExprKind, InstrKind, Proc, TerminatorKind};

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// An expression of an instruction, in the order of [`expressions`].
    Instr(BlockId, usize, usize),
    /// The condition of a decision.
    Condition(DecisionId),
    /// What a block returns.
    Return(BlockId),
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// Another expression below a place. The path leads to it: the number of the operand at each step.
    Expr {
        /// The place.
        place: Place,
        /// The path from the whole expression to the part.
        path: Vec<u8>,
        /// What stands there instead.
        with: Expr,
    },
    /// Another instruction.
    Instr {
        /// The block.
        block: BlockId,
        /// The position in it.
        index: usize,
        /// What stands there instead.
        with: InstrKind,
    },
}

/// Puts another expression where a path leads. A path that leads nowhere changes nothing.
pub(super) fn replace(whole: &mut Expr, path: &[u8], with: Expr) {
    let mut at = whole;
    for step in path {
        let next = match (&mut at.kind, step) {
            (
                ExprKind::Field(a, _)
                | ExprKind::Length(a)
                | ExprKind::First(a)
                | ExprKind::Target(a)
                | ExprKind::Position(a)
                | ExprKind::At(a, _)
                | ExprKind::Move(a, _)
                | ExprKind::Distance(a, _)
                | ExprKind::Together(a, _)
                | ExprKind::Unary(_, a)
                | ExprKind::IntToBool(a)
                | ExprKind::Fit(a, _)
                | ExprKind::Within(a, _)
                | ExprKind::Sure(a, _)
                | ExprKind::Wrap(a, _)
                | ExprKind::BoolToInt(a)
                | ExprKind::Element(a, _)
                | ExprKind::Binary(_, a, _)
                | ExprKind::And(a, _)
                | ExprKind::Or(a, _),
                0,
            ) => a,
            (
                ExprKind::Element(_, b)
                | ExprKind::At(_, b)
                | ExprKind::Move(_, b)
                | ExprKind::Distance(_, b)
                | ExprKind::Together(_, b)
                | ExprKind::Binary(_, _, b)
                | ExprKind::And(_, b)
                | ExprKind::Or(_, b),
                1,
            ) => b,
            _ => return,
        };
        at = next;
    }
    *at = with;
}

impl Edit {
    /// Makes the change. The atoms of a decision follow its condition, as the verifier demands.
    pub(super) fn make(&self, proc: &mut Proc) {
        match self {
            Edit::Instr { block, index, with } => {
                let block = proc.blocks.get_mut(block.index());
                if let Some(instr) = block.and_then(|b| b.instrs.get_mut(*index)) {
                    instr.kind = with.clone();
                }
            }
            Edit::Expr { place, path, with } => match place {
                Place::Instr(block, index, slot) => {
                    let block = proc.blocks.get_mut(block.index());
                    if let Some(instr) = block.and_then(|b| b.instrs.get_mut(*index))
                        && let Some(e) = instr.kind.operands_mut().into_iter().nth(*slot)
                    {
                        replace(e, path, with.clone());
                    }
                }
                Place::Return(block) => {
                    let block = proc.blocks.get_mut(block.index());
                    if let Some(TerminatorKind::Return(Some(e))) = block.map(|b| &mut b.terminator.kind) {
                        replace(e, path, with.clone());
                    }
                }
                Place::Condition(decision) => {
                    if let Some(d) = proc.decisions.get_mut(decision.index()) {
                        replace(&mut d.cond, path, with.clone());
                        d.atoms = d.cond.atoms().into_iter().map(|e| Atom { span: e.span }).collect();
                    }
                }
            },
        }
    }
}
