//! What a solver may answer.

use base::Stop;
use formula::{Model, Term};
use std::fmt;
use std::sync::Arc;

/// The answer to a question. `Unknown` is always allowed; a wrong answer never is.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Satisfiable, with a model that the evaluator of `formula` has confirmed.
    Sat(Arc<Model>),
    /// Unsatisfiable, because of these assertions alone.
    Unsat(Arc<[Term]>),
    /// Undecided.
    Unknown(Unknown),
}

/// Why a question stayed undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A limit was reached.
    Stopped(Stop),
    /// The question lies outside what is decided; the words say how.
    Incomplete(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Stopped(s) => write!(f, "{s}"),
            Unknown::Incomplete(why) => f.write_str(why),
        }
    }
}

impl Verdict {
    /// Undecided for this reason.
    pub fn incomplete(why: impl Into<String>) -> Verdict {
        Verdict::Unknown(Unknown::Incomplete(why.into()))
    }

    /// Whether it is certainly satisfiable.
    pub fn is_sat(&self) -> bool {
        matches!(self, Verdict::Sat(_))
    }

    /// Whether it is certainly unsatisfiable.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Verdict::Unsat(_))
    }

    /// The model, if satisfiable.
    pub fn model(&self) -> Option<&Arc<Model>> {
        if let Verdict::Sat(m) = self { Some(m) } else { None }
    }
}
