//! The thread that does the work, and the one that watches it.
//!
//! Work runs on a thread with a large stack, because some walks recurse over what users write. The main
//! thread prints what comes and keeps the time: engines look at their budget often enough, but should one
//! not come back in time after all, the run ends without it.

use crate::limits::Limits;
use base::{Stop, Stopwatch};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Stack of the working thread. It is reserved, not used, until something needs it.
const STACK: usize = 512 << 20;
/// What is tried where so much address space cannot be had.
const SMALLER_STACK: usize = 64 << 20;
/// How long an engine may take to notice that it should stop.
const GRACE: Duration = Duration::from_secs(2);
/// How long an engine that has noticed the limit may take to return its results, if they are kept nowhere else: at least this long,
/// or as long as it has worked. Building very many results takes time.
const RETURN: Duration = Duration::from_secs(20);
/// The same if the tests found so far are kept in a [`workbench::PartialSuite`]. With writing, a run ends within two seconds of its limit.
const SHORT: Duration = Duration::from_millis(1400);
/// How many events may wait. Work that is faster than the writing of results waits.
const AHEAD: usize = 1000;
/// How often the watching thread looks up.
const BEAT: Duration = Duration::from_millis(50);

/// How work ended.
pub enum Worked<T> {
    /// With a result.
    Done(T),
    /// It did not come back in time after this limit was reached.
    Lost(Stop),
    /// It broke: a bug of ours. What it said has been printed by the runtime.
    Broken,
}

/// Runs `work` on its own thread and receives every event that it sends. `kept`: its results are stored elsewhere as
/// well.
pub fn run<T: Send + 'static, E: Send + 'static>(
    limits: &Limits,
    kept: bool,
    work: impl Fn(&mut dyn FnMut(E)) -> T + Send + Sync + 'static,
    mut hear: impl FnMut(E),
) -> Worked<T> {
    enum Message<T, E> {
        Event(E),
        Result(T),
    }
    let watch = Stopwatch::start();
    let work = Arc::new(work);
    let (send, receive) = mpsc::sync_channel::<Message<T, E>>(AHEAD);
    let start = |stack: usize| {
        let (work, send) = (Arc::clone(&work), send.clone());
        thread::Builder::new().stack_size(stack).spawn(move || {
            // The watching thread may have given up; then a failure to send is ignored.
            let result = work(&mut |event| drop(send.send(Message::Event(event))));
            let _ = send.send(Message::Result(result));
        })
    };
    if start(STACK).or_else(|_| start(SMALLER_STACK)).is_err() {
        return Worked::Broken;
    }
    drop(send);
    let mut late: Option<(Stop, Duration)> = None;
    loop {
        match receive.recv_timeout(BEAT) {
            Ok(Message::Event(event)) => hear(event),
            Ok(Message::Result(result)) => return Worked::Done(result),
            Err(RecvTimeoutError::Disconnected) => return Worked::Broken,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = watch.elapsed();
        if late.is_none() {
            if limits.cancel.is_cancelled() {
                late = Some((Stop::Cancelled, now));
            } else if limits.time().is_some_and(|time| now >= time) {
                late = Some((Stop::Time, now));
            }
        }
        if let Some((stop, since)) = late {
            let grace = match (kept, limits.cancel.is_noticed()) {
                (true, _) => SHORT,
                (false, true) => RETURN.max(since),
                (false, false) => GRACE,
            };
            if now.saturating_sub(since) > grace {
                return Worked::Lost(stop);
            }
        }
    }
}
