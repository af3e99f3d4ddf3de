//! The bounds that hold where none are given.

use super::hunt::{Aim, binds};
use explore::{Bounds, PerPath, Plan};

/// Iterations of a loop where nothing else is said.
const LOOPS: u32 = 3;
/// Open calls where nothing else is said.
const DEPTH: u32 = 4;

/// Cells of an input where nothing else is said.
pub const CELLS: usize = 6;

/// Puts in the bounds that were not given, and says which. Where one was given, the others bind only what
/// would not end otherwise.
pub(crate) fn fill_in(bounds: &mut Bounds, limited: bool) -> Vec<String> {
    let mut defaults = Vec::new();
    let free = !limited && are_free(bounds);
    if bounds.loops.is_none() {
        bounds.loops = Some(LOOPS);
        defaults.push(format!("--loops {LOOPS}"));
    }
    if bounds.depth.is_none() {
        *(if free { &mut bounds.depth } else { &mut bounds.recursion }) = Some(DEPTH);
        defaults.push(format!("--depth {DEPTH}"));
    }
    if free {
        bounds.max_cells = Some(CELLS);
        defaults.push(format!("--max-cells {CELLS}"));
    }
    defaults
}

/// True if no bound is given.
pub(crate) fn are_free(bounds: &Bounds) -> bool {
    (bounds.loops, bounds.depth, bounds.path_length, bounds.max_cells) == (None, None, None, None)
}

/// The same for a search for goals: where no bound was given, and there are finitely many goals, the search only starts
/// with these bounds, and they are not reported.
pub(crate) fn fill_in_for(plan: &mut Plan, aims: &[Aim], limited: bool) -> Vec<String> {
    let many = plan.per_path != PerPath::One || aims.iter().any(|a| binds(a.criterion));
    if many || !are_free(&plan.bounds) {
        return fill_in(&mut plan.bounds, limited);
    }
    plan.deepen = true;
    plan.bounds.loops = Some(LOOPS);
    plan.bounds.depth = Some(DEPTH);
    Vec::new()
}
