//! `verify`: what is proved, what is refuted by a test, and what is unknown.

use base::Stop;
use imperative::Notation;
use suite::Test;

/// What is known of the claims of a program.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// What its procedures have to fulfil, procedure by procedure.
    pub obligations: Vec<CheckedObligation>,
    /// The limit that ended the work.
    pub stopped: Option<Stop>,
    /// How the language writes things.
    pub notation: Notation,
}

/// Something that a procedure has to fulfil.
#[derive(Clone, Debug)]
pub struct CheckedObligation {
    /// The procedure.
    pub entry: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Its kind: `assert`, `entry`, `exit`, `invariant`, or the name of an error.
    pub kind: String,
    /// Whether the author wrote it.
    pub is_claim: bool,
    /// What has to hold, for people.
    pub text: String,
    /// What is known of it.
    pub status: ObligationStatus,
    /// What was taken for granted.
    pub assumed: Vec<String>,
}

/// What is known of an obligation.
#[derive(Clone, Debug)]
pub enum ObligationStatus {
    /// It always holds; by what means that is shown.
    Proved(&'static str),
    /// It does not hold in this test.
    Refuted(Box<Test>),
    /// Why it is not known.
    Unknown(String),
}

impl Verification {
    /// Whether every claim is proved and no error is found.
    pub fn is_fine(&self) -> bool {
        self.obligations.iter().all(|known| match known.status {
            ObligationStatus::Proved(_) => true,
            ObligationStatus::Refuted(_) => false,
            ObligationStatus::Unknown(_) => !known.is_claim,
        })
    }
}
