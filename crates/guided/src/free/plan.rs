//! What is searched, and what is found.

use crate::walked::{Bounds, Ending};
use logic::machine::Event;
use logic::{Mode, PredId};

/// What is searched, and how far.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The predicate.
    pub pred: PredId,
    /// The modes of its arguments.
    pub modes: Vec<Mode>,
    /// Whether a run ends at its first solution.
    pub first_solution: bool,
    /// How far.
    pub bounds: Bounds,
}

/// A goal and the path that it takes.
#[derive(Clone, Debug)]
pub struct Case {
    /// The decisions of the path, written down.
    pub path: String,
    /// The condition of the path in paper notation.
    pub condition: String,
    /// Where all arguments are of mode `?` and no integers decide: calls, with variables Y1, Y2, …, of which no
    /// instance of the case may be one. Together they are the condition.
    pub excluded: Option<Vec<String>>,
    /// Calls that all instances of the case are among, as a pattern: the branch on which its last alternative was
    /// taken, where the whole path goes along with it.
    pub within: Option<String>,
    /// The goal.
    pub goal: String,
    /// Constraints to be posted before the goal; `true` if none are needed.
    pub constraint: String,
    /// How the run ends.
    pub ending: Ending,
    /// The solutions in their order: the values of the goal's variables.
    pub solutions: Vec<Vec<(String, String)>>,
    /// Whether these are all solutions.
    pub complete: bool,
    /// Whether the run needs unification with occurs check.
    pub occurs_check: bool,
    /// What happens in the run.
    pub trace: Vec<Event>,
}
