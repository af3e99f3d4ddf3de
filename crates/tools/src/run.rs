//! Running a program from start to end.
//!
//! Three threads serve the three pipes, because a program may fill one while we wait on another; a
//! fourth is the alarm. All of them report to one channel, and the waiting happens there only.

use crate::{Tool, ToolError};
use std::io::{Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How often the stop check is asked and a program with closed pipes is looked after.
pub(crate) const BEAT: Duration = Duration::from_millis(20);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// The exit code; `None` if a signal ended the program.
    pub code: Option<i32>,
}

impl Status {
    /// Whether the exit code is zero.
    pub fn success(self) -> bool {
        self.code == Some(0)
    }
}

impl From<ExitStatus> for Status {
    fn from(status: ExitStatus) -> Status {
        Status { code: status.code() }
    }
}

/// What a program left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// How it ended.
    pub status: Status,
    /// What it wrote to its standard output, up to the output limit.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error, up to the output limit.
    pub stderr: Vec<u8>,
}

enum Event {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    TimeUp,
}

/// Ends the program when dropped, so that no way out of [`run`] leaves one behind.
pub(crate) struct Leash {
    pub(crate) child: Child,
}

impl Drop for Leash {
    fn drop(&mut self) {
        // Both fail only if the program has ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn run(tool: Tool) -> Result<Output, ToolError> {
    let program = tool.program.clone();
    let io = |error: std::io::Error| ToolError::io(&program, &error);
    let mut leash = Leash { child: tool.command()?.spawn().map_err(io)? };
    let (events, inbox) = mpsc::channel();

    if let Some(mut pipe) = leash.child.stdin.take() {
        let bytes = tool.stdin;
        // A program need not read its input; that it closes the pipe early is its own business.
        thread::spawn(move || drop(pipe.write_all(&bytes)));
    }
    if let Some(pipe) = leash.child.stdout.take() {
        collect(pipe, tool.output_limit, events.clone(), Event::Stdout);
    }
    if let Some(pipe) = leash.child.stderr.take() {
        collect(pipe, tool.output_limit, events.clone(), Event::Stderr);
    }
    let _alarm = alarm(tool.time_limit, events);

    let (mut stdout, mut stderr, mut status) = (None, None, None);
    loop {
        if status.is_none() {
            status = leash.child.try_wait().map_err(io)?;
        }
        if let (Some(status), true, true) = (status, stdout.is_some(), stderr.is_some()) {
            return Ok(Output {
                status: status.into(),
                stdout: stdout.unwrap_or_default(),
                stderr: stderr.unwrap_or_default(),
            });
        }
        if tool.stop.as_ref().is_some_and(|stop| stop()) {
            return Err(ToolError::Stopped { program });
        }
        // A program whose pipes are closed is about to end: look again soon.
        let beat = if stdout.is_some() && stderr.is_some() { Duration::from_millis(1) } else { BEAT };
        // The alarm lives as long as the wait, so the channel cannot be closed.
        match inbox.recv_timeout(beat).ok() {
            Some(Event::Stdout(bytes)) => stdout = Some(bytes),
            Some(Event::Stderr(bytes)) => stderr = Some(bytes),
            Some(Event::TimeUp) => return Err(ToolError::TimedOut { program, limit: tool.time_limit }),
            None => {}
        }
    }
}

fn collect(
    mut pipe: impl Read + Send + 'static,
    limit: usize,
    events: Sender<Event>,
    wrap: fn(Vec<u8>) -> Event,
) {
    thread::spawn(move || {
        let mut kept = Vec::new();
        // An error on the pipe ends the output like its end does.
        let _ = (&mut pipe).take(limit as u64).read_to_end(&mut kept);
        // Keep the pipe empty, so that the program can end.
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        let _ = events.send(wrap(kept));
    });
}

/// Sends `TimeUp` after `limit`, unless the returned value is dropped before.
fn alarm(limit: Duration, events: Sender<Event>) -> Sender<()> {
    let (keep, dropped) = mpsc::channel::<()>();
    thread::spawn(move || {
        if dropped.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            let _ = events.send(Event::TimeUp);
        }
    });
    keep
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn input_reaches_the_program_and_output_comes_back() {
        let output = Tool::new("sh")
            .args(["-c", "cat; echo oops >&2; exit 3"])
            .stdin("in put\n")
            .run()
            .expect("sh runs");
        assert_eq!(output.status, Status { code: Some(3) });
        assert!(!output.status.success());
        assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"in put\n"[..], &b"oops\n"[..]));
    }

    #[test]
    fn arguments_pass_no_shell() {
        let output = Tool::new("printf").args(["%s|", "$HOME `x`", "a b"]).run().expect("printf runs");
        assert_eq!(output.stdout, b"$HOME `x`|a b|");
    }

    #[test]
    fn folder_and_environment_are_set() {
        let tool = Tool::new("sh").args(["-c", "pwd; echo $COLOUR"]).directory("/").env("COLOUR", "red");
        assert_eq!(tool.run().expect("sh runs").stdout, b"/\nred\n");
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let limit = Duration::from_millis(50);
        let error = Tool::new("sleep").arg("60").time_limit(limit).run().unwrap_err();
        assert_eq!(error, ToolError::TimedOut { program: "sleep".into(), limit });
        // Closing the pipes does not escape the limit.
        let quiet = Tool::new("sh").args(["-c", "exec sleep 60 >&- 2>&-"]).time_limit(limit);
        assert!(matches!(quiet.run(), Err(ToolError::TimedOut { .. })));
    }

    #[test]
    fn the_stop_check_ends_it() {
        let tool = Tool::new("sleep").arg("60").stop_when(Arc::new(|| true));
        assert_eq!(tool.run().unwrap_err(), ToolError::Stopped { program: "sleep".into() });
    }

    #[test]
    fn much_input_and_much_output_do_not_block_each_other() {
        let big = vec![b'x'; 1 << 20];
        let output = Tool::new("cat").stdin(big.clone()).run().expect("cat runs");
        assert_eq!(output.stdout, big);
        let output = Tool::new("cat").stdin(big).output_limit(10).run().expect("cat runs");
        assert_eq!(output.stdout, b"xxxxxxxxxx");
        let deaf = Tool::new("true").stdin(vec![b'x'; 1 << 20]).run().expect("true runs");
        assert!(deaf.status.success());
    }

    #[test]
    fn a_missing_program_is_said_to_be_missing() {
        let error = Tool::new("no-such-program-anywhere").run().unwrap_err();
        assert_eq!(error, ToolError::NotFound { program: "no-such-program-anywhere".into() });
        assert_eq!(error.to_string(), "the program `no-such-program-anywhere` was not found");
    }
}
