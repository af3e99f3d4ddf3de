//! Which variables matter where, and which surely have a value.
//!
//! ```text
//! t := a; y := t + 1; return y        before `y := t + 1`, t matters; a and y do not
//! ```

use imperative::{BlockId, Expr, ExprKind, Proc, Program, TerminatorKind, VarId, graph};

/// For each block, the variables whose value at its start can be read later, or is looked at when the run ends.
pub(crate) fn live(program: &Program, proc: &Proc) -> Vec<Vec<bool>> {
    let mut at_start = vec![vec![false; proc.vars.len()]; proc.blocks.len()];
    // After a plain program all variables can be read, after a procedure only its result and its `outs`.
    let mut at_end = vec![false; proc.vars.len()];
    proc.outs.iter().for_each(|v| mark(&mut at_end, *v, true));
    if program.main.and_then(|m| program.proc(m)).is_some_and(|m| std::ptr::eq(m, proc)) {
        for v in proc.named_vars() {
            mark(&mut at_end, v, true);
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for b in proc.block_ids().collect::<Vec<_>>().into_iter().rev() {
            let now = before(proc, b, &at_start, &at_end);
            if at_start[b.index()] != now {
                at_start[b.index()] = now;
                changed = true;
            }
        }
    }
    at_start
}

fn before(proc: &Proc, b: BlockId, at_start: &[Vec<bool>], at_end: &[bool]) -> Vec<bool> {
    let mut live = vec![false; proc.vars.len()];
    let Some(block) = proc.block(b) else { return live };
    match &block.terminator.kind {
        TerminatorKind::Return(value) => {
            live = at_end.to_vec();
            value.iter().for_each(|e| reads(e, &mut live));
        }
        TerminatorKind::Fail(_) | TerminatorKind::FailAgain(_) => {}
        TerminatorKind::Goto(_) | TerminatorKind::Branch { .. } => {
            for to in graph::successors(proc, b) {
                for (here, there) in live.iter_mut().zip(&at_start[to.index()]) {
                    *here |= there;
                }
            }
            if let TerminatorKind::Branch { decision, .. } = &block.terminator.kind
                && let Some(d) = proc.decision(*decision)
            {
                reads(&d.cond, &mut live);
            }
        }
    }
    for instr in block.instrs.iter().rev() {
        for v in instr.kind.assigned() {
            mark(&mut live, v, false);
        }
        instr.kind.operands().into_iter().for_each(|e| reads(e, &mut live));
    }
    live
}

fn mark(of: &mut [bool], v: VarId, as_what: bool) {
    if let Some(place) = of.get_mut(v.index()) {
        *place = as_what;
    }
}

/// Marks the variables of an expression.
fn reads(e: &Expr, of: &mut [bool]) {
    if let ExprKind::Var(v) = &e.kind {
        mark(of, *v, true);
    }
    e.operands().for_each(|part| reads(part, of));
}

/// For each block, the variables that may have no value at its start.
pub(crate) fn unset(proc: &Proc) -> Vec<Vec<bool>> {
    let mut at_start: Vec<Option<Vec<bool>>> = vec![None; proc.blocks.len()];
    let mut at_entry = vec![true; proc.vars.len()];
    proc.inputs().for_each(|v| mark(&mut at_entry, v, false));
    let mut waiting = vec![(BlockId::ENTRY, at_entry)];
    while let Some((b, coming)) = waiting.pop() {
        let Some(known) = at_start.get_mut(b.index()) else { continue };
        let joined = match known {
            None => coming,
            Some(known) => known.iter().zip(&coming).map(|(a, b)| *a || *b).collect(),
        };
        if known.as_ref() == Some(&joined) {
            continue;
        }
        *known = Some(joined.clone());
        let mut after = joined;
        for instr in proc.block(b).map_or(&[][..], |b| &b.instrs) {
            // The result of a call may be no value.
            for v in instr.kind.assigned() {
                mark(&mut after, v, instr.kind.result() != Some(v));
            }
        }
        waiting.extend(graph::successors(proc, b).into_iter().map(|to| (to, after.clone())));
    }
    at_start.into_iter().map(|known| known.unwrap_or_else(|| vec![true; proc.vars.len()])).collect()
}
