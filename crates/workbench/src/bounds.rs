//! The bounds that hold where none are given.

use explore::Bounds;

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
    let free = !limited
        && (bounds.loops, bounds.depth, bounds.path_length, bounds.max_cells) == (None, None, None, None);
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
