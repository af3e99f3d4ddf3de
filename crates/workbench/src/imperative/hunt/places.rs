//! Where goals lie: the targets that a search for them goes to.

use criteria::{Definition, Goal, Target as What, Use};
use explore::Target;
use imperative::{BlockId, DecisionId, Following, ProcId, Program, TerminatorKind};

/// The block that a decision ends, if some block does.
pub(super) fn block_of(program: &Program, proc: ProcId, decision: DecisionId) -> Option<BlockId> {
    let of = program.proc(proc)?;
    of.block_ids().find(|b| {
        let end = of.block(*b).map(|b| &b.terminator.kind);
        matches!(end, Some(TerminatorKind::Branch { decision: d, .. }) if *d == decision)
    })
}

/// Where a search for a goal has to go.
pub(super) fn target(program: &Program, goal: &Goal) -> Option<Target> {
    let proc = goal.proc;
    let decided = |decision: DecisionId| block_of(program, proc, decision).map(|b| Target::Block(proc, b));
    match &goal.what {
        What::Statement(n) => {
            let of = program.proc(proc)?.statements.get(*n)?;
            Some(Target::Block(proc, of.point.block))
        }
        What::Outcome { decision, outcome } => Some(Target::Side(proc, *decision, *outcome)),
        What::Atom { decision, atom, value } => {
            let of = program.proc(proc)?.decision(*decision)?;
            if of.atoms.len() > 1 {
                return Some(Target::Atom(proc, *decision, *atom, *value));
            }
            match of.cond.follow(&[*value]) {
                Following::Value(outcome) => Some(Target::Side(proc, *decision, outcome)),
                Following::Atom(_) => decided(*decision),
            }
        }
        What::Combination { decision, .. } | What::Decides { decision, .. } => decided(*decision),
        What::Iterations { of, .. } => {
            let header = program.proc(proc)?.loops.get(of.index())?.header;
            Some(Target::Block(proc, header))
        }
        What::Invoked => Some(Target::Block(proc, BlockId::ENTRY)),
        What::Call { point, .. } => Some(Target::Block(proc, point.block)),
        What::Definition { at, .. } => Some(Target::Block(proc, defined(*at))),
        What::Use { at, used, outcome, .. } | What::Way { at, used, outcome, .. } => match used {
            Use::At(user, point) => {
                let end = program.proc(*user)?.block(point.block).map(|b| &b.terminator.kind);
                match (end, outcome) {
                    (Some(TerminatorKind::Branch { decision, .. }), Some(outcome)) => {
                        Some(Target::Side(*user, *decision, *outcome))
                    }
                    _ => Some(Target::Block(*user, point.block)),
                }
            }
            Use::End => Some(Target::Block(proc, defined(*at))),
        },
    }
}

fn defined(at: Definition) -> BlockId {
    match at {
        Definition::Entry => BlockId::ENTRY,
        Definition::At(point) => point.block,
    }
}
