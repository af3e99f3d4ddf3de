//! Talking to a program: write a question, wait for its answer.

use crate::run::{BEAT, Leash};
use crate::{Balance, StopCheck, Tool, ToolError};
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A line longer than this is handed on in pieces, so that a program gone mad cannot fill the memory.
const LONGEST_LINE: u64 = 16 << 20;
/// Lines that wait unread before the program is made to wait.
const LINES_AHEAD: usize = 1024;
/// How much of the end of the standard error is remembered.
const LAST_WORDS: usize = 4096;

/// A running program with which text is exchanged.
///
/// Writing never blocks: a thread feeds the program. Reading waits for the limit given with each
/// question. After a timeout the answer may still arrive, so a session that timed out is not to be used
/// any more; [`Session::is_open`] says so. Dropping the session ends the program.
///
/// ```
/// use std::time::Duration;
/// use tools::{Tool, ToolError};
///
/// let Ok(mut cat) = Tool::new("cat").talk() else { return };
/// cat.write("(hello\n  world)\n");
/// let answer = cat.read_expression(Duration::from_secs(10));
/// assert_eq!(answer, Ok("(hello\n  world)".to_string()));
/// ```
pub struct Session {
    program: String,
    stop: Option<StopCheck>,
    questions: Sender<Vec<u8>>,
    lines: Receiver<String>,
    last_words: Arc<Mutex<Vec<u8>>>,
    open: bool,
    _leash: Leash,
}

impl Session {
    pub(crate) fn start(tool: Tool) -> Result<Session, ToolError> {
        let mut leash =
            Leash { child: tool.command()?.spawn().map_err(|e| ToolError::io(&tool.program, &e))? };
        let (questions, to_write) = mpsc::channel::<Vec<u8>>();
        let (say, lines) = mpsc::sync_channel(LINES_AHEAD);
        let last_words = Arc::new(Mutex::new(Vec::new()));
        if let Some(mut pipe) = leash.child.stdin.take() {
            thread::spawn(move || {
                // Ends when the session is dropped or the program no longer reads.
                while let Ok(bytes) = to_write.recv() {
                    if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(pipe) = leash.child.stdout.take() {
            thread::spawn(move || hand_on_lines(pipe, &say));
        }
        if let Some(pipe) = leash.child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || remember_end(pipe, &last_words));
        }
        Ok(Session {
            program: tool.program,
            stop: tool.stop,
            questions,
            lines,
            last_words,
            open: true,
            _leash: leash,
        })
    }

    /// Sends text to the program. That the program has ended shows when its answer is read.
    pub fn write(&mut self, text: &str) {
        if self.questions.send(text.as_bytes().to_vec()).is_err() {
            self.open = false;
        }
    }

    /// Whether the session can still be used: no wait has failed so far.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Waits for one line, returned without its line end.
    pub fn read_line(&mut self, limit: Duration) -> Result<String, ToolError> {
        let mut left = limit;
        self.next_line(&mut left, limit, &|| false)
    }

    /// Waits for one whole s-expression (see [`Balance`]), returned without blank lines before it.
    pub fn read_expression(&mut self, limit: Duration) -> Result<String, ToolError> {
        self.read_expression_unless(limit, &|| false)
    }

    /// Like [`Session::read_expression`], but gives up when `stop`, asked several times a second, says so.
    pub fn read_expression_unless(
        &mut self,
        limit: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<String, ToolError> {
        let mut left = limit;
        let mut balance = Balance::new();
        let mut answer = String::new();
        loop {
            let line = self.next_line(&mut left, limit, stop)?;
            let complete = balance.feed(&line);
            if !answer.is_empty() || !line.trim().is_empty() {
                if !answer.is_empty() {
                    answer.push('\n');
                }
                answer.push_str(&line);
            }
            if complete {
                return Ok(answer);
            }
        }
    }

    /// One line; takes the time that the wait may have cost from `left`.
    fn next_line(
        &mut self,
        left: &mut Duration,
        limit: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<String, ToolError> {
        let program = self.program.clone();
        loop {
            let slice = BEAT.min(*left);
            match self.lines.recv_timeout(slice) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => *left = left.saturating_sub(slice),
                Err(RecvTimeoutError::Disconnected) => {
                    self.open = false;
                    let stderr = self.last_words();
                    return Err(ToolError::Closed { program, stderr });
                }
            }
            if stop() || self.stop.as_ref().is_some_and(|stop| stop()) {
                self.open = false;
                return Err(ToolError::Stopped { program });
            }
            if left.is_zero() {
                self.open = false;
                return Err(ToolError::TimedOut { program, limit });
            }
        }
    }

    fn last_words(&self) -> String {
        // A poisoned lock only means that the thread behind it ended; the bytes are still good.
        let bytes = self.last_words.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn hand_on_lines(pipe: impl Read, say: &SyncSender<String>) {
    let mut reader = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        match (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        if say.send(text.to_string()).is_err() {
            return;
        }
    }
}

fn remember_end(mut pipe: impl Read, last_words: &Mutex<Vec<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(count) = pipe.read(&mut piece) {
        if count == 0 {
            return;
        }
        let mut kept = last_words.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.extend_from_slice(&piece[..count]);
        let excess = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..excess);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    fn sh(script: &str) -> Session {
        Tool::new("sh").args(["-c", script]).talk().expect("sh starts")
    }

    #[test]
    fn questions_and_answers_alternate() {
        let mut session = sh("while read x; do echo; echo \"($x\"; echo ' end)'; done");
        for word in ["one", "two"] {
            session.write(&format!("{word}\n"));
            assert_eq!(session.read_expression(SOON).unwrap(), format!("({word}\n end)"));
        }
        session.write("three\n");
        assert_eq!(session.read_line(SOON).unwrap(), "");
        assert!(session.is_open());
    }

    #[test]
    fn silence_times_out() {
        let mut session = sh("echo '(open'; exec sleep 60");
        let limit = Duration::from_millis(60);
        let error = session.read_expression(limit).unwrap_err();
        assert_eq!(error, ToolError::TimedOut { program: "sh".into(), limit });
        assert!(!session.is_open());
    }

    #[test]
    fn the_end_of_the_program_is_told_with_its_last_words() {
        let mut session = sh("echo 'no licence' >&2; sleep 0.1; exit 1");
        let error = session.read_line(SOON).unwrap_err();
        assert_eq!(error.to_string(), "`sh` ended without an answer: no licence");
    }

    #[test]
    fn a_program_that_does_not_read_cannot_block_us() {
        let mut session = sh("exec sleep 60");
        for _ in 0..64 {
            session.write(&"x".repeat(1 << 16));
        }
        assert!(session.read_line(Duration::from_millis(20)).is_err());
    }

    #[test]
    fn the_stop_check_ends_the_wait() {
        let mut session =
            Tool::new("sleep").arg("60").stop_when(Arc::new(|| true)).talk().expect("sleep starts");
        assert_eq!(session.read_line(SOON).unwrap_err(), ToolError::Stopped { program: "sleep".into() });
        let mut session = sh("exec sleep 60");
        let error = session.read_expression_unless(SOON, &|| true).unwrap_err();
        assert_eq!(error, ToolError::Stopped { program: "sh".into() });
    }

    #[test]
    fn an_endless_talker_does_not_fill_the_memory() {
        let mut session = sh("while :; do echo chatter; done");
        for _ in 0..5000 {
            assert_eq!(session.read_line(SOON).unwrap(), "chatter");
        }
    }
}
