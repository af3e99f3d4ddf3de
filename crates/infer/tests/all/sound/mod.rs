//! What was found against concrete runs: each state of a run lies in the set that was found where it is, no claim that was shown
//! fails, no error happens without an alarm, and no run comes where none was said to come.
//!
//! `GLASSBOX_PROGRAMS` and `GLASSBOX_SEED` make a campaign of it: see `cargo xtask campaign lists`.

mod case;
mod corpus;
mod inputs;
mod random;
mod regress;

use case::{Case, Found};
use std::sync::mpsc;
use std::time::Duration;

/// The stack that reading C needs.
const STACK: usize = 64 << 20;

/// Runs a case on a thread of its own. One that takes too long is left alone and counted.
fn patiently(case: Case, seconds: u64) -> Found {
    let (send, receive) = mpsc::channel();
    let name = case.name.clone();
    let run = move || {
        // Nobody listens any more if it took too long.
        let _ = send.send(case.judged());
    };
    let started = std::thread::Builder::new().stack_size(STACK).spawn(run);
    if started.is_err() {
        return Found { skipped: 1, ..Found::default() };
    }
    match receive.recv_timeout(Duration::from_secs(seconds)) {
        Ok(found) => found,
        Err(mpsc::RecvTimeoutError::Timeout) => Found { skipped: 1, ..Found::default() },
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            Found { violations: vec![format!("{name}: it panicked")], ..Found::default() }
        }
    }
}

/// How many cases a campaign has, and from which seed on; `None` in an ordinary run.
fn campaign() -> Option<(u64, u64)> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    Some((number("GLASSBOX_PROGRAMS")?, number("GLASSBOX_SEED").unwrap_or(1)))
}
