//! What can be fuzzed: one line a parser.

/// A function that must survive any input.
pub struct Target {
    /// The name on the command line.
    pub name: &'static str,
    /// The folder, in the workspace, whose files are mutated.
    pub corpus: &'static str,
    /// The ending of those files.
    pub ending: &'static str,
    /// Runs one input under a small budget. The word says what came of it and is only counted; an error
    /// is a finding like a panic.
    pub run: fn(&[u8]) -> Result<&'static str, String>,
}

/// All targets.
pub const TARGETS: &[Target] = &[];
