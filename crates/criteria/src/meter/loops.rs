//! How often loops are executed.

use super::probe::Probe;
use imperative::{BlockId, LoopId, ProcId, TerminatorKind};

/// A loop that is not being executed.
pub(super) const CLOSED: u32 = u32::MAX;

impl<const ATOMS: bool, const FLOW: bool, const WAYS: bool> Probe<'_, ATOMS, FLOW, WAYS> {
    /// What going from one block to another means for loops; only where it means something.
    pub(super) fn loops(&mut self, from: BlockId, to: BlockId) {
        let Some(proc) = self.program.proc(ProcId(self.record.now.proc)) else { return };
        let (first, base) = (self.record.now.first, self.record.now.loops);
        let mut inner = proc.block(from).and_then(|b| b.in_loop);
        while let Some(l) = inner {
            if !proc.block_is_in(to, l) {
                self.close(base + l.index(), first.loops + l.0);
            }
            inner = proc.loops.get(l.index()).and_then(|l| l.parent);
        }
        if let Some(b) = proc.block(from)
            && let TerminatorKind::Branch { decision, .. } = b.terminator.kind
        {
            for (l, of) in proc.loops.iter().enumerate() {
                if of.decision == decision
                    && proc.block_is_in(to, LoopId::new(l))
                    && let Some(count) = self.record.iterations.get_mut(base + l)
                    && *count != CLOSED
                {
                    *count = count.saturating_add(1).min(CLOSED - 1);
                }
            }
        }
        if let Some(l) = proc.loop_at(to)
            && !proc.block_is_in(from, l)
            && let Some(count) = self.record.iterations.get_mut(base + l.index())
        {
            *count = 0;
        }
    }

    /// An execution of a loop is over.
    fn close(&mut self, at: usize, number: u32) {
        let most = self.tables.wants.loops;
        if let Some(count) = self.record.iterations.get_mut(at) {
            let times = std::mem::replace(count, CLOSED);
            if times < most {
                self.record.loop_counts.set(number * most + times);
            }
        }
    }

    pub(super) fn close_all(&mut self) {
        let (base, first) = (self.record.now.loops, self.record.now.first);
        for l in 0..self.record.iterations.len().saturating_sub(base) {
            self.close(base + l, first.loops + l as u32);
        }
    }
}
