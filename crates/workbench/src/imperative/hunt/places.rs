//! Where goals lie: the targets that a search for them goes to.

use criteria::{Definition, Goal, Target as What, Use, What as Defined};
use explore::{Held, Pair, Target};
use imperative::{BlockId, DecisionId, Following, Point, ProcId, Program, TerminatorKind};

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
        What::Use { what, at, used, outcome, .. } | What::Way { what, at, used, outcome, .. } => match used {
            Use::At(user, point) => {
                if let Some(pair) = pair(program, proc, (what, *at), (*user, *point), *outcome) {
                    return Some(Target::Pair(pair));
                }
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

/// A definition and a use of a variable, where the one lies in another block than the other or behind it.
fn pair(
    program: &Program,
    proc: ProcId,
    (what, at): (&Defined, Definition),
    (user, point): (ProcId, Point),
    outcome: Option<bool>,
) -> Option<Pair> {
    let Defined::Var(var) = what else { return None };
    let from = match at {
        Definition::Entry if point.block == BlockId::ENTRY => return None,
        Definition::Entry => None,
        Definition::At(made) if made.block == point.block && made.index < point.index => return None,
        Definition::At(made) => Some(made.block),
    };
    let end = program.proc(user)?.block(point.block).map(|b| &b.terminator.kind);
    let side = match (end, outcome) {
        (Some(TerminatorKind::Branch { decision, .. }), Some(outcome)) => Some((*decision, outcome)),
        _ => None,
    };
    (user == proc).then_some(Pair { definition: Held { proc, var: *var, from }, to: point.block, side })
}

fn defined(at: Definition) -> BlockId {
    match at {
        Definition::Entry => BlockId::ENTRY,
        Definition::At(point) => point.block,
    }
}
