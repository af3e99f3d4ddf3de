//! `trace`: the symbolic states of paths, step by step.

use base::Stop;
use explore::{Bound, Vectors};
use imperative::Notation;
use suite::{Outcome, Snapshot};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The line, from 1; 0 for the start.
    pub line: usize,
    /// The statement or condition.
    pub text: String,
    /// How the condition came out.
    pub outcome: Option<bool>,
    /// Whether the run ends here, in an error.
    pub error: bool,
    /// The constraints that it adds to C.
    pub constraints: Vec<String>,
    /// The environment after it: n of E*n*.
    pub env: usize,
    /// The heap after it: n of H*n*.
    pub heap: usize,
}

/// What of a program's states is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Arrays, if the program has arrays and no cells; else the heap.
    #[default]
    Suitable,
    /// Environment, heap and constraint: E, H, C.
    Heap,
    /// Value-sets and pictures: State, PC, Picture.
    Arrays,
}

/// What is asked of a trace.
#[derive(Clone, Debug, Default)]
pub struct TraceOptions {
    /// This path alone.
    pub only: Option<String>,
    /// What is shown.
    pub view: View,
    /// Whether decisions read elements without bringing their array to canonical form.
    pub shortcuts: bool,
    /// Goals whose traces are shown, for programs whose predicates have modes.
    pub goals: Vec<String>,
    /// Whether they are shown with the successes and failures of calls.
    pub segments: bool,
}

/// The kind of a step of a path that is shown with value-sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// The start.
    Start,
    /// A statement.
    Statement,
    /// A loop that was taken as a whole.
    Loop,
    /// A decision, with its outcome.
    Decision(bool),
    /// The error that ends the run.
    Error,
    /// The end of a run without one.
    End,
}

/// A step of a path, and the state after it, with value-sets and pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateStep {
    /// The line, from 1; 0 for the start and the end.
    pub line: usize,
    /// The statement or condition.
    pub text: String,
    /// What it is.
    pub kind: StateKind,
    /// The canonical forms that it computed: the variable, what was there, and what it is.
    pub canonical: Vec<(String, String, String)>,
    /// The vectors of a decision.
    pub vectors: Option<Vectors>,
    /// The variables after it.
    pub state: Vec<Bound>,
    /// The path condition after it.
    pub condition: Vec<String>,
    /// The pictures after it.
    pub pictures: Vec<Bound>,
    /// The pictures that nothing refers to any more.
    pub discarded: Vec<String>,
}

/// A path with its steps and a test that follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedPath {
    /// The procedure.
    pub entry: String,
    /// The path, as in suites.
    pub path: String,
    /// Its condition on the input.
    pub condition: String,
    /// How it ends.
    pub outcome: Outcome,
    /// An input that follows it.
    pub input: Snapshot,
    /// Its steps; the first is what is required of the input. None where arrays are shown.
    pub steps: Vec<TraceStep>,
    /// Its steps where arrays are shown.
    pub states: Vec<StateStep>,
}

/// A procedure in superhomogeneous form, with its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledProcedure {
    /// Name and modes.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The traces of a goal: one for each solution and failure, in the order in which they come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedGoal {
    /// The goal.
    pub goal: String,
    /// The traces.
    pub traces: Vec<GoalTrace>,
    /// All labels in the order in which they are reached: the complete trace.
    pub log: Vec<u32>,
    /// What it wrote to standard output.
    pub written: String,
    /// Why this is not all.
    pub note: Option<String>,
}

/// A trace with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalTrace {
    /// The labels.
    pub labels: Vec<u32>,
    /// The labels with successes and failures of calls: the execution segment, `l1`, `lS`, `lF`.
    pub segment: Vec<String>,
    /// The values of the variables; nothing for a failure.
    pub answer: Option<Vec<(String, String)>>,
    /// Whether it ends in an exception.
    pub throws: bool,
}

/// The paths of some procedures.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// The paths, in the order of the search.
    pub paths: Vec<TracedPath>,
    /// Procedures with their labels, for programs whose predicates have modes.
    pub procedures: Vec<LabelledProcedure>,
    /// The traces of goals of such programs.
    pub goals: Vec<TracedGoal>,
    /// Whether people are shown segments.
    pub segments: bool,
    /// The limit that ended the search early.
    pub stopped: Option<Stop>,
    /// Whether there were more paths than were asked for.
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// The default bounds that were in force.
    pub defaults: Vec<String>,
    /// Number of paths that the bounds cut off.
    pub cut: u64,
    /// How the language of the program writes things.
    pub notation: Notation,
}
