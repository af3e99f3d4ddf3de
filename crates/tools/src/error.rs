//! What can go wrong with another program.

use std::fmt;
use std::time::Duration;

/// Why a program gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolError {
    /// The program is not on the `PATH`, or is no program.
    NotFound {
        /// The name that was looked for.
        program: String,
    },
    /// The program did not answer in time and was ended.
    TimedOut {
        /// The program.
        program: String,
        /// The limit that it passed.
        limit: Duration,
    },
    /// The stop check asked to give up, and the program was ended.
    Stopped {
        /// The program.
        program: String,
    },
    /// The program ended while an answer was awaited.
    Closed {
        /// The program.
        program: String,
        /// The end of what it wrote to its standard error.
        stderr: String,
    },
    /// The operating system refused something.
    Io {
        /// The program.
        program: String,
        /// What the operating system said.
        message: String,
    },
}

impl ToolError {
    pub(crate) fn io(program: &str, error: &std::io::Error) -> ToolError {
        if error.kind() == std::io::ErrorKind::NotFound {
            return ToolError::NotFound { program: program.to_string() };
        }
        ToolError::Io { program: program.to_string(), message: error.to_string() }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::NotFound { program } => write!(f, "the program `{program}` was not found"),
            ToolError::TimedOut { program, limit } => {
                write!(f, "`{program}` did not answer within {} s", limit.as_secs_f64())
            }
            ToolError::Stopped { program } => write!(f, "`{program}` was stopped"),
            ToolError::Closed { program, stderr } if stderr.trim().is_empty() => {
                write!(f, "`{program}` ended without an answer")
            }
            ToolError::Closed { program, stderr } => {
                write!(f, "`{program}` ended without an answer: {}", stderr.trim())
            }
            ToolError::Io { program, message } => write!(f, "`{program}`: {message}"),
        }
    }
}

impl std::error::Error for ToolError {}
