//! What is known of a goal: the one answer that every engine gives.
//!
//! ```
//! use criteria::{Status, Verdict};
//! let verdict = Verdict::new(Status::OutOfBounds, "--loops 3 cuts off what may lead to it");
//! assert_eq!(verdict.status.name(), "out_of_bounds");
//! assert!(verdict.assumed.is_empty());
//! ```

/// What is known of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A test of the suite meets it.
    Covered,
    /// There is an input that meets it, and the suite lacks it.
    Uncovered,
    /// No input ever meets it.
    Infeasible,
    /// A bound cut off what might lead to it.
    OutOfBounds,
    /// Neither a test nor a proof was found.
    Unknown,
}

impl Status {
    /// Its name for scripts.
    pub fn name(self) -> &'static str {
        match self {
            Status::Covered => "covered",
            Status::Uncovered => "uncovered",
            Status::Infeasible => "infeasible",
            Status::OutOfBounds => "out_of_bounds",
            Status::Unknown => "unknown",
        }
    }

    /// The words for it in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Status::Uncovered => "not covered",
            Status::OutOfBounds => "out of bounds",
            other => other.name(),
        }
    }
}

/// What is known of a goal, why, and what was taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is known.
    pub status: Status,
    /// Why, in words; empty where nothing more is to be said.
    pub why: String,
    /// What was taken for granted of the input. Nothing is called infeasible that would be so only under an assumption.
    pub assumed: Vec<String>,
}

impl Verdict {
    /// A verdict that takes nothing for granted.
    pub fn new(status: Status, why: impl Into<String>) -> Verdict {
        Verdict { status, why: why.into(), assumed: Vec::new() }
    }

    /// That an input is known which the suite lacks.
    pub fn uncovered() -> Verdict {
        Verdict::new(Status::Uncovered, "")
    }
}
