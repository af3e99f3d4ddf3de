//! `trace`: the symbolic states of paths, step by step.

use base::Stop;
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
    /// Does the run end here, in an error?
    pub error: bool,
    /// The constraints that it adds to C.
    pub constraints: Vec<String>,
    /// The environment after it: n of E*n*.
    pub env: usize,
    /// The heap after it: n of H*n*.
    pub heap: usize,
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
    /// Its steps; the first is what is required of the input.
    pub steps: Vec<TraceStep>,
}

/// The paths of some procedures.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// The paths, in the order of the search.
    pub paths: Vec<TracedPath>,
    /// The limit that ended the search early.
    pub stopped: Option<Stop>,
    /// Were there more paths than were asked for?
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// The bounds that were not given and held all the same.
    pub defaults: Vec<String>,
    /// Ways on that the bounds cut off.
    pub cut: u64,
    /// How the language of the program writes things.
    pub notation: Notation,
}
