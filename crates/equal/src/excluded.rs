//! Showing that nothing takes a side of a decision, from any state at all.
//!
//! ```text
//! while (p) { v = p->v; if (v == 3 && v == 4) … }      p and its cells may be anything, and still v ≠ 4 where v = 3
//! ```
//!
//! A loop on the path makes everything unknown that it writes, and a call makes all memory unknown. An error ends the
//! run, so the rest of a path may rely on it that none occurred before.

use super::state::{Anything, At, GiveUp};
use base::Budget;
use explore::Target;
use imperative::{
    BlockId, DecisionId, Expr, Following, InstrKind, LoopId, Proc, Program, TerminatorKind, graph,
};

/// Blocks that are walked through for one target.
const BLOCKS: u32 = 3_000;

/// True if it is shown that no run takes a target. False says nothing.
pub fn excluded(program: &Program, target: Target, budget: &Budget) -> bool {
    let target = target.place();
    let (Target::Side(proc, ..) | Target::Atom(proc, ..) | Target::Block(proc, _)) = target else {
        return false;
    };
    // What is taken for granted is not shown.
    let Some(of) = program.proc(proc).filter(|p| p.granted.is_empty()) else { return false };
    // Where errors are caught, a path continues after an error.
    if !of.handlers.is_empty() {
        return false;
    }
    let Some(goal) = Goal::new(of, target) else { return false };
    let innermost = of.block(goal.block).and_then(|b| b.in_loop);
    let header = innermost.filter(|l| is_entered_at_head(of, *l));
    let header = header.and_then(|l| of.loops.get(l.index())).map(|l| l.header);
    header.into_iter().chain([BlockId::ENTRY]).any(|start| {
        let mut walk = Walk::new(program, of, goal, budget);
        walk.from(start) == Some(true)
    })
}

/// True if every run enters a loop by its head. A jump may lead into the middle.
fn is_entered_at_head(proc: &Proc, l: LoopId) -> bool {
    let Some(header) = proc.loops.get(l.index()).map(|l| l.header) else { return false };
    proc.block_ids().filter(|b| !proc.block_is_in(*b, l)).all(|outside| {
        graph::successors(proc, outside).into_iter().all(|to| to == header || !proc.block_is_in(to, l))
    })
}

/// What must not be reached.
#[derive(Clone, Copy)]
struct Goal {
    block: BlockId,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    /// The block itself.
    Block,
    /// A side of the decision at its end.
    Side(bool),
    /// A value of an atomic condition there.
    Atom(usize, bool),
}

impl Goal {
    fn new(proc: &Proc, target: Target) -> Option<Goal> {
        let deciding = |decision: DecisionId| {
            let mut blocks = proc.block_ids().filter(|b| {
                let end = proc.block(*b).map(|b| &b.terminator.kind);
                matches!(end, Some(TerminatorKind::Branch { decision: d, .. }) if *d == decision)
            });
            // A decision that stands in two places is not looked at.
            blocks.next().filter(|_| blocks.next().is_none())
        };
        Some(match target {
            Target::Block(_, block) => Goal { block, what: What::Block },
            Target::Side(_, d, outcome) => Goal { block: deciding(d)?, what: What::Side(outcome) },
            Target::Atom(_, d, atom, value) => Goal { block: deciding(d)?, what: What::Atom(atom, value) },
            Target::Pair(_) => return None,
        })
    }
}

struct Walk<'p> {
    any: Anything<'p>,
    goal: Goal,
    left: u32,
    /// Blocks from which the goal can be reached.
    useful: Vec<bool>,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program, proc: &'p Proc, goal: Goal, budget: &'p Budget) -> Walk<'p> {
        let useful = graph::distances_to(proc, &[goal.block]).into_iter().map(|d| d.is_some()).collect();
        Walk { any: Anything::new(program, proc, budget), goal, left: BLOCKS, useful }
    }

    /// True if the goal cannot be reached from a block, with any state there; `None` if that is unknown.
    fn from(&mut self, start: BlockId) -> Option<bool> {
        let mut at = self.any.state();
        *at.passed.get_mut(start.index())? = true;
        let mut waiting = vec![(at, start)];
        while let Some((at, block)) = waiting.pop() {
            self.left = self.left.checked_sub(1)?;
            let next = self.block(at, block).ok()??;
            for (mut at, to) in next {
                if !self.useful.get(to.index()).copied().unwrap_or(false) {
                    continue;
                }
                if at.passed[to.index()] {
                    // A block that is reached again was examined from any state, if it is the head of a loop.
                    if self.any.proc.loop_at(to).is_none() && to != start {
                        return None;
                    }
                    continue;
                }
                at.passed[to.index()] = true;
                if let Some(l) = self.any.proc.loop_at(to) {
                    self.forget(&mut at, l);
                }
                waiting.push((at, to));
            }
        }
        Some(true)
    }

    /// Everything that a loop writes may have any value.
    fn forget(&mut self, at: &mut At, l: LoopId) {
        for b in self.any.proc.block_ids().filter(|b| self.any.proc.block_is_in(*b, l)) {
            for instr in self.any.proc.block(b).map_or(&[][..], |b| &b.instrs) {
                match &instr.kind {
                    InstrKind::Unsupported(_) => at.env.fill(None),
                    // `assigned` lists what the others write.
                    kind => {
                        for v in kind.assigned() {
                            at.env[v.index()] = None;
                        }
                    }
                }
            }
        }
        at.memory = self.any.new_memory();
    }

    /// Walks through a block and returns where it continues; nothing if the goal may be reached.
    #[allow(clippy::type_complexity)]
    fn block(&mut self, mut at: At, b: BlockId) -> Result<Option<Vec<(At, BlockId)>>, GiveUp> {
        let proc = self.any.proc;
        let block = proc.block(b).ok_or(GiveUp)?;
        let here = b == self.goal.block;
        if here && let What::Block = self.goal.what {
            return Ok(self.any.impossible(&at).then(Vec::new));
        }
        for (i, instr) in block.instrs.iter().enumerate() {
            self.any.instruction(&mut at, &instr.kind, (b, i))?;
        }
        Ok(Some(match &block.terminator.kind {
            TerminatorKind::Goto(to) => vec![(at, *to)],
            TerminatorKind::Return(_) | TerminatorKind::Fail(_) | TerminatorKind::FailAgain(_) => Vec::new(),
            TerminatorKind::Branch { decision, then, otherwise } => {
                let d = proc.decision(*decision).ok_or(GiveUp)?;
                if here && let What::Atom(atom, value) = self.goal.what {
                    let leaves = d.cond.atoms();
                    let leaf = *leaves.get(atom).ok_or(GiveUp)?;
                    let out = self.no_atom(&at, &d.cond, leaf, value, &mut Vec::new())?;
                    return Ok(out.then(Vec::new));
                }
                let value = self.any.condition(&mut at, &d.cond)?;
                let negated = self.any.terms.not(value);
                let sides = [(true, value, *then), (false, negated, *otherwise)];
                let wanted = |outcome: bool| here && matches!(self.goal.what, What::Side(w) if w == outcome);
                let leads = |to: BlockId| self.useful.get(to.index()).copied().unwrap_or(false);
                // Where only one branch leads to the goal, the walk does not fork, and the query can wait.
                let forks = sides.iter().all(|(_, _, to)| leads(*to));
                let mut out = Vec::new();
                for (outcome, f, to) in sides {
                    let goal = wanted(outcome);
                    if self.any.terms.as_bool(f) == Some(false) || !goal && !leads(to) {
                        continue;
                    }
                    let mut side = at.clone();
                    side.condition = side.condition.assert(f);
                    if (goal || forks) && self.any.impossible(&side) {
                        continue;
                    }
                    if goal {
                        return Ok(None);
                    }
                    out.push((side, to));
                }
                out
            }
        }))
    }

    /// True if an atomic condition cannot have a value, given the values of those before it.
    fn no_atom(
        &mut self,
        at: &At,
        cond: &Expr,
        leaf: &Expr,
        value: bool,
        known: &mut Vec<bool>,
    ) -> Result<bool, GiveUp> {
        let next = match cond.follow(known) {
            Following::Value(_) => return Ok(true),
            Following::Atom(next) => next,
        };
        let mut at = at.clone();
        let holds = self.any.condition(&mut at, next)?;
        for outcome in [true, false] {
            let f = if outcome { holds } else { self.any.terms.not(holds) };
            let mut side = at.clone();
            side.condition = side.condition.assert(f);
            if self.any.terms.as_bool(f) == Some(false) || self.any.impossible(&side) {
                continue;
            }
            if std::ptr::eq(next, leaf) {
                if outcome == value {
                    return Ok(false);
                }
                continue;
            }
            known.push(outcome);
            let none = self.no_atom(&side, cond, leaf, value, known)?;
            known.pop();
            if !none {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
