//! Showing that a change of a procedure makes no difference, from any state at all.
//!
//! Both programs start at the head of a loop, or at the entry, in one state of which nothing is known. They go on until
//! both are at the head of a loop again or have ended. If they are at the same place then, with the same values in all
//! variables that matter, the same memory and the same risks of an error, then they do the same from there on as well:
//! a bisimulation, with the heads of loops as its points (Floyd 1967).
//!
//! ```text
//! while x /= nil { t := x.head * 1; y := t; x := x.tail }       t := x.head / 1 makes no difference
//! p := new cons(n, nil); p := nil                                nor does the first statement
//! ```
//!
//! A risk that the known conditions exclude is not counted. What a run does after an error is made up, in the same way
//! for both programs, so the first error that occurs is the same.

use super::live::{live, unset};
use super::state::{Anything, At, EffectKind, GiveUp};
use base::Budget;
use formula::Term;
use imperative::{BlockId, Proc, ProcId, Program, TerminatorKind, graph};

/// Blocks that are walked through for one change.
const BLOCKS: u32 = 600;

/// True if it is shown that a procedure of two programs does the same in all states. They have the same structs and the
/// same procedures but for expressions and instructions. False says nothing.
pub fn unchanged(original: &Program, changed: &Program, proc: ProcId, budget: &Budget) -> bool {
    let (Some(a), Some(b)) = (original.proc(proc), changed.proc(proc)) else { return false };
    // What is taken for granted is not shown.
    let sure = a.granted.is_empty() && a.presumed.is_empty();
    // A handler that catches an error can observe what was done before it.
    if [original, changed].into_iter().any(|program| graph::may_be_caught(program, proc)) {
        return false;
    }
    if !sure || a.vars != b.vars || a.outs != b.outs || a.blocks.len() != b.blocks.len() {
        return false;
    }
    let blocks: Vec<bool> = a.block_ids().map(|id| is_changed(a, b, id)).collect();
    let live: Vec<Vec<bool>> = live(original, a)
        .into_iter()
        .zip(live(changed, b))
        .map(|(x, y)| x.into_iter().zip(y).map(|(x, y)| x || y).collect())
        .collect();
    let unset = unset(a);
    let heads = a.block_ids().filter(|id| *id != BlockId::ENTRY && a.loop_at(*id).is_some());
    [BlockId::ENTRY].into_iter().chain(heads).all(|start| {
        let any = Anything::new(original, a, budget);
        let main = original.main == Some(proc);
        let mut pair = Pair { any, a, b, main, changed: &blocks, live: &live, left: BLOCKS };
        matches!(pair.from(start, &unset), Ok(true))
    })
}

fn is_changed(a: &Proc, b: &Proc, id: BlockId) -> bool {
    let (Some(x), Some(y)) = (a.block(id), b.block(id)) else { return true };
    let instrs =
        x.instrs.len() != y.instrs.len() || x.instrs.iter().zip(&y.instrs).any(|(i, j)| i.kind != j.kind);
    let condition = match (&x.terminator.kind, &y.terminator.kind) {
        (TerminatorKind::Branch { decision: d, .. }, TerminatorKind::Branch { decision: e, .. }) => {
            a.decision(*d).map(|d| &d.cond) != b.decision(*e).map(|e| &e.cond)
        }
        _ => false,
    };
    instrs || condition || x.terminator.kind != y.terminator.kind
}

/// Where a run goes on.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Block(BlockId),
    Return(Option<Term>),
    /// The block ends the run with an error.
    Fail(BlockId),
}

struct Pair<'p> {
    any: Anything<'p>,
    a: &'p Proc,
    b: &'p Proc,
    /// Whether the procedure is the program itself.
    main: bool,
    changed: &'p [bool],
    live: &'p [Vec<bool>],
    left: u32,
}

impl Pair<'_> {
    /// True if both do the same from a block on, up to the heads of loops.
    fn from(&mut self, start: BlockId, unset: &[Vec<bool>]) -> Result<bool, GiveUp> {
        let mut at = self.any.state();
        at.risks = Some(Vec::new());
        at.unset.clone_from(unset.get(start.index()).ok_or(GiveUp)?);
        for (place, var) in self.a.vars.iter().enumerate() {
            at.env[place] = Some(self.any.any(&mut at, &var.ty));
        }
        let mut waiting = vec![(at, start)];
        while let Some((mut at, block)) = waiting.pop() {
            self.enter(&mut at, block)?;
            if self.changed.get(block.index()).copied().unwrap_or(true) {
                let before = at.memory;
                if !self.both(at.clone(), at, block, before)? {
                    return Ok(false);
                }
                continue;
            }
            for (at, next) in self.block(at, self.a, block)? {
                if let Next::Block(to) = next
                    && !self.is_head(to)
                {
                    waiting.push((at, to));
                }
            }
        }
        Ok(true)
    }

    fn is_head(&self, b: BlockId) -> bool {
        b == BlockId::ENTRY || self.a.loop_at(b).is_some()
    }

    /// Enters a block, at most once on a path: a cycle without a loop head is not supported.
    fn enter(&mut self, at: &mut At, b: BlockId) -> Result<(), GiveUp> {
        self.left = self.left.checked_sub(1).ok_or(GiveUp)?;
        match at.passed.get_mut(b.index()) {
            Some(passed) if !*passed => *passed = true,
            _ => return Err(GiveUp),
        }
        Ok(())
    }

    /// Walks through a block and returns where it continues.
    fn block(&mut self, mut at: At, proc: &Proc, b: BlockId) -> Result<Vec<(At, Next)>, GiveUp> {
        let block = proc.block(b).ok_or(GiveUp)?;
        for (i, instr) in block.instrs.iter().enumerate() {
            self.any.instruction(&mut at, &instr.kind, (b, i))?;
        }
        Ok(match &block.terminator.kind {
            TerminatorKind::Goto(to) => vec![(at, Next::Block(*to))],
            TerminatorKind::FailAgain(_) => return Err(GiveUp),
            TerminatorKind::Fail(_) => vec![(at, Next::Fail(b))],
            TerminatorKind::Return(value) => {
                let value = match value {
                    Some(e) => Some(self.any.value(&mut at, e)?),
                    None => None,
                };
                vec![(at, Next::Return(value))]
            }
            TerminatorKind::Branch { decision, then, otherwise } => {
                let d = proc.decision(*decision).ok_or(GiveUp)?;
                let holds = self.any.condition(&mut at, &d.cond)?;
                let not = self.any.terms.not(holds);
                let mut out = Vec::new();
                for (f, to) in [(holds, *then), (not, *otherwise)] {
                    let mut side = at.clone();
                    side.condition = side.condition.assert(f);
                    if self.any.terms.as_bool(f) != Some(false) && !self.any.impossible(&side) {
                        out.push((side, Next::Block(to)));
                    }
                }
                out
            }
        })
    }

    /// True if both do the same from this block on, the first from one state and the second from another. `before` is
    /// the memory that both had before they parted.
    fn both(&mut self, a: At, b: At, block: BlockId, before: u32) -> Result<bool, GiveUp> {
        for (a, to) in self.block(a, self.a, block)? {
            // The second is run under the condition of the first.
            let b = At { condition: a.condition.clone(), ..b.clone() };
            for (b, other) in self.block(b, self.b, block)? {
                let mut a = At { condition: b.condition.clone(), ..a.clone() };
                let fine = match (to, other) {
                    (Next::Block(x), Next::Block(y)) if x == y => {
                        if self.same(&a, &b, &self.live[x.index()].clone(), before) {
                            true
                        } else if self.is_head(x) {
                            false
                        } else {
                            let mut b = b;
                            self.enter(&mut a, x)?;
                            b.passed.clone_from(&a.passed);
                            self.both(a, b, x, before)?
                        }
                    }
                    (Next::Block(_), _) | (_, Next::Block(_)) => self.apart((a, to), (b, other), before)?,
                    _ => self.same_end((&a, to), (&b, other), before),
                };
                if !fine {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Both took different branches: true if they agree again at the next loop head, or at the end.
    fn apart(&mut self, a: (At, Next), b: (At, Next), before: u32) -> Result<bool, GiveUp> {
        for (a, to) in self.run_to_end(a, self.a)? {
            let b = (At { condition: a.condition.clone(), ..b.0.clone() }, b.1);
            for (b, other) in self.run_to_end(b, self.b)? {
                let a = At { condition: b.condition.clone(), ..a.clone() };
                let fine = match (to, other) {
                    (Next::Block(x), Next::Block(y)) => {
                        x == y && self.same(&a, &b, &self.live[x.index()].clone(), before)
                    }
                    _ => self.same_end((&a, to), (&b, other), before),
                };
                if !fine {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Runs one of them to the next head of a loop, or to its end.
    fn run_to_end(&mut self, from: (At, Next), proc: &Proc) -> Result<Vec<(At, Next)>, GiveUp> {
        let (mut waiting, mut out) = (vec![from], Vec::new());
        while let Some((mut at, next)) = waiting.pop() {
            match next {
                Next::Block(b) if !self.is_head(b) => {
                    self.enter(&mut at, b)?;
                    waiting.extend(self.block(at, proc, b)?);
                }
                _ => out.push((at, next)),
            }
        }
        Ok(out)
    }

    fn same_end(&mut self, (a, x): (&At, Next), (b, y): (&At, Next), before: u32) -> bool {
        let mut seen = vec![false; self.a.vars.len()];
        for v in &self.a.outs {
            if let Some(seen) = seen.get_mut(v.index()) {
                *seen = true;
            }
        }
        if self.main {
            for v in self.a.named_vars() {
                seen[v.index()] = true;
            }
        }
        match (x, y) {
            (Next::Return(None), Next::Return(None)) => self.same(a, b, &seen, before),
            (Next::Return(Some(x)), Next::Return(Some(y))) => {
                // What is returned leads to objects, as variables do.
                let with = |at: &At, value: Term| {
                    let mut at = at.clone();
                    at.env.push(Some(value));
                    at.unset.push(false);
                    at
                };
                seen.push(true);
                self.same(&with(a, x), &with(b, y), &seen, before)
            }
            // Of what was done before the error, only what the world saw counts.
            (Next::Fail(x), Next::Fail(y)) => {
                let seen = |at: &At| at.memory == before || !self.any.shows(at.memory, before);
                x == y && a.risks == b.risks && (a.memory == b.memory || seen(a) && seen(b))
            }
            _ => false,
        }
    }

    /// True if two states are the same, as far as they can be observed.
    fn same(&mut self, a: &At, b: &At, live: &[bool], before: u32) -> bool {
        if a.risks != b.risks {
            return false;
        }
        for (i, _) in live.iter().enumerate().filter(|(_, live)| **live) {
            let (Some(Some(x)), Some(Some(y))) = (a.env.get(i), b.env.get(i)) else { return false };
            let (x, y) = (*x, *y);
            if a.unset.get(i) != b.unset.get(i) || self.any.terms.sort_of(x) != self.any.terms.sort_of(y) {
                return false;
            }
            let equal = self.any.terms.eq(x, y);
            if x != y && !self.any.holds(a, equal) {
                return false;
            }
        }
        a.memory == b.memory
            || self.used(a, live, before).is_some_and(|x| Some(x) == self.used(b, live, before))
    }

    /// What was done to the memory, without objects that nothing leads to.
    fn used(&self, at: &At, live: &[bool], before: u32) -> Option<Vec<(EffectKind, Vec<Term>)>> {
        // Memory that is lost may be an error, where it has to be freed.
        if self.any.is_delicate() {
            return None;
        }
        let mut done = Vec::new();
        let mut memory = at.memory;
        while memory != before {
            let (earlier, effect) = self.any.history.get(memory as usize - 1)?.as_ref()?;
            done.push((self.any.made(memory), effect.kind, effect.of.clone()));
            memory = *earlier;
        }
        let roots: Vec<Term> =
            at.env.iter().zip(live).filter(|(_, live)| **live).filter_map(|(value, _)| *value).collect();
        while let Some(lost) = done.iter().position(|(made, kind, _)| {
            let Some(made) = made.filter(|_| matches!(kind, EffectKind::New(_))) else { return false };
            let elsewhere = done.iter().flat_map(|(_, _, of)| of).chain(&roots);
            !elsewhere.into_iter().any(|t| self.any.mentions(*t, made))
        }) {
            done.remove(lost);
        }
        Some(done.into_iter().map(|(_, kind, of)| (kind, of)).collect())
    }
}
