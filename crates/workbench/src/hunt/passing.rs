//! What happens on ways that the bounds cut off. It is possible, though no test may show it:
//!
//! ```text
//! if (x == 42 && y == 1) for (;;) ;      no run with y = 1 ends, and still `y == 1` can be true
//! ```
//!
//! This is known of decisions and their atomic conditions, of statements and of calls. How often a loop goes
//! round and which definitions reach a use is said of the runs within the bounds alone.

use criteria::{Goal, Target};
use explore::Passed;
use imperative::{BlockId, Decision, DecisionId, Following, ProcId, Program, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};

/// How the atomic conditions of a decision came out, those that were looked at.
type Evaluation = Vec<Option<bool>>;

/// What ways that were cut off came through.
pub(super) struct Passing<'p> {
    program: &'p Program,
    outcomes: BTreeSet<(ProcId, DecisionId, bool)>,
    evaluations: BTreeMap<(ProcId, DecisionId), BTreeSet<Evaluation>>,
    blocks: BTreeSet<(ProcId, BlockId)>,
}

impl<'p> Passing<'p> {
    pub(super) fn new(program: &'p Program, cut_through: &BTreeSet<Passed>) -> Passing<'p> {
        let mut out = Passing {
            program,
            outcomes: cut_through.iter().map(|p| (p.proc, p.decision, p.outcome)).collect(),
            evaluations: BTreeMap::new(),
            blocks: BTreeSet::new(),
        };
        for passed in cut_through {
            let of = program.proc(passed.proc).and_then(|p| p.decision(passed.decision));
            if let Some(evaluation) = of.and_then(|d| evaluation(d, passed)) {
                out.evaluations.entry((passed.proc, passed.decision)).or_default().insert(evaluation);
            }
        }
        let procs: BTreeSet<ProcId> = cut_through.iter().map(|p| p.proc).collect();
        for id in procs {
            out.walk(id);
        }
        out
    }

    /// Notes the blocks that the outcomes of a procedure lead to.
    fn walk(&mut self, id: ProcId) {
        let Some(proc) = self.program.proc(id) else { return };
        let mut waiting = vec![BlockId::ENTRY];
        while let Some(at) = waiting.pop() {
            if !self.blocks.insert((id, at)) {
                continue;
            }
            match proc.block(at).map(|b| &b.terminator.kind) {
                Some(TerminatorKind::Goto(to)) => waiting.push(*to),
                Some(TerminatorKind::Branch { decision, then, otherwise }) => {
                    let sides = [(true, *then), (false, *otherwise)];
                    let open =
                        sides.into_iter().filter(|(o, _)| self.outcomes.contains(&(id, *decision, *o)));
                    waiting.extend(open.map(|(_, to)| to));
                }
                _ => {}
            }
        }
    }

    /// May a way that was cut off meet this?
    pub(super) fn may_meet(&self, goal: &Goal) -> bool {
        let evaluated = |d: DecisionId, as_asked: &dyn Fn(&Evaluation) -> bool| {
            self.evaluations.get(&(goal.proc, d)).is_some_and(|all| all.iter().any(as_asked))
        };
        let entered = |block: BlockId| self.blocks.contains(&(goal.proc, block));
        match &goal.what {
            Target::Outcome { decision, outcome } => {
                self.outcomes.contains(&(goal.proc, *decision, *outcome))
            }
            Target::Atom { decision, atom, value } => {
                evaluated(*decision, &|e| e.get(*atom) == Some(&Some(*value)))
            }
            Target::Combination { decision, values } => evaluated(*decision, &|e| {
                let both = values.iter().zip(e).filter_map(|(wanted, found)| Some(((*wanted)?, (*found)?)));
                both.into_iter().all(|(wanted, found)| wanted == found)
            }),
            // One side of the pair may be that of a test.
            Target::Decides { decision, atom, .. } => {
                evaluated(*decision, &|e| e.get(*atom).is_some_and(Option::is_some))
            }
            Target::Statement(n) => {
                let of = self.program.proc(goal.proc).and_then(|p| p.statements.get(*n));
                of.is_some_and(|s| entered(s.point.block))
            }
            Target::Call { point, .. } => entered(point.block),
            Target::Invoked => entered(BlockId::ENTRY),
            Target::Iterations { .. }
            | Target::Definition { .. }
            | Target::Use { .. }
            | Target::Way { .. } => false,
        }
    }
}

/// The values of the atoms; none where the search did not ask for them.
fn evaluation(d: &Decision, passed: &Passed) -> Option<Evaluation> {
    let mut out = vec![None; d.atoms.len()];
    if let [only] = &mut out[..] {
        *only = [true, false].into_iter().find(|v| d.cond.follow(&[*v]) == Following::Value(passed.outcome));
        return Some(out);
    }
    let leaves = d.cond.atoms();
    for (i, value) in passed.atoms.iter().enumerate() {
        let Following::Atom(next) = d.cond.follow(&passed.atoms[..i]) else { break };
        let at = leaves.iter().position(|leaf| std::ptr::eq(*leaf, next))?;
        *out.get_mut(at)? = Some(*value);
    }
    (!passed.atoms.is_empty()).then_some(out)
}
