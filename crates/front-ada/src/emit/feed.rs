//! What the tests of subprograms that read with `Get` are given: a file with the numbers, and zeros after them.
//!
//! ```text
//! GB_Feed ((4, -1));
//! ```

use super::Case;
use super::file::Writer;
use imperative::{InstrKind, ProcId, graph};

/// What the main procedure needs besides, where such tests are.
pub(super) const HELPERS: &str = include_str!("feed.txt");

impl Writer<'_> {
    /// Whether a subprogram, or one that it calls, reads.
    pub(super) fn reads(&self, entry: ProcId) -> bool {
        let procs = graph::reachable_procs(self.program, entry);
        let blocks = procs.into_iter().filter_map(|id| self.program.proc(id)).flat_map(|p| &p.blocks);
        blocks.flat_map(|b| &b.instrs).any(|i| matches!(i.kind, InstrKind::Ask { .. }))
    }

    /// The statement that gives a test what it reads.
    pub(super) fn feed(&self, case: &Case<'_>) -> Result<Option<String>, String> {
        if !self.reads(case.entry) {
            return Ok(None);
        }
        if self.layout.reads_others {
            return Err("it reads something else than integers".to_string());
        }
        let numbers: Vec<String> =
            case.input.answers.iter().enumerate().map(|(at, n)| format!("{} => {n}", at + 1)).collect();
        let list = if numbers.is_empty() { "1 .. 0 => 0".to_string() } else { numbers.join(", ") };
        Ok(Some(format!("GB_Feed (({list}));")))
    }
}
