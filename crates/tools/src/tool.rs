//! A program with its arguments, before it is started.

use crate::{Output, Session, ToolError, find, run};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Asked several times a second while a program runs: `true` ends it.
pub type StopCheck = Arc<dyn Fn() -> bool + Send + Sync>;

/// A program to start: name, arguments, input and limits.
///
/// The time limit is one minute unless said otherwise, and at most 64 MiB of output are kept.
#[derive(Clone)]
pub struct Tool {
    pub(crate) program: String,
    args: Vec<OsString>,
    directory: Option<PathBuf>,
    environment: Vec<(OsString, OsString)>,
    pub(crate) stdin: Vec<u8>,
    pub(crate) time_limit: Duration,
    pub(crate) output_limit: usize,
    pub(crate) stop: Option<StopCheck>,
}

impl Tool {
    /// A program by its name on the `PATH`, or by its path.
    pub fn new(program: impl Into<String>) -> Tool {
        Tool {
            program: program.into(),
            args: Vec::new(),
            directory: None,
            environment: Vec::new(),
            stdin: Vec::new(),
            time_limit: Duration::from_secs(60),
            output_limit: 64 << 20,
            stop: None,
        }
    }

    /// Adds one argument; it reaches the program as it is, whatever characters it has.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Tool {
        self.args.push(arg.as_ref().to_os_string());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Tool {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_os_string()));
        self
    }

    /// The folder that the program starts in.
    #[must_use]
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Tool {
        self.directory = Some(directory.into());
        self
    }

    /// Sets an environment variable for the program.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Tool {
        self.environment.push((name.as_ref().to_os_string(), value.as_ref().to_os_string()));
        self
    }

    /// What the program reads on its standard input (for [`Tool::run`]).
    #[must_use]
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Tool {
        self.stdin = bytes.into();
        self
    }

    /// How long the program may run (for [`Tool::run`]).
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Tool {
        self.time_limit = limit;
        self
    }

    /// How many bytes of each output are kept; what comes after them is read and forgotten.
    #[must_use]
    pub fn output_limit(mut self, bytes: usize) -> Tool {
        self.output_limit = bytes;
        self
    }

    /// A question asked several times a second while the program is waited for; `true` ends it.
    #[must_use]
    pub fn stop_when(mut self, stop: StopCheck) -> Tool {
        self.stop = Some(stop);
        self
    }

    /// Runs the program to its end. That it reports failure by its exit status is no error here.
    pub fn run(self) -> Result<Output, ToolError> {
        run::run(self)
    }

    /// Starts the program and keeps talking to it.
    pub fn talk(self) -> Result<Session, ToolError> {
        Session::start(self)
    }

    pub(crate) fn command(&self) -> Result<Command, ToolError> {
        let file =
            find(&self.program).ok_or_else(|| ToolError::NotFound { program: self.program.clone() })?;
        let mut command = Command::new(file);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        Ok(command)
    }
}
