//! The limits of a run: time, memory, Ctrl-C.

use crate::arguments::CommonArguments;
use base::{Budget, Cancel};
use std::time::Duration;

/// Longest time limit that is told apart from none: about thirty years.
const LONGEST: f64 = 1e9;

/// The limits that the arguments set; Ctrl-C raises the flag.
#[derive(Clone)]
pub struct Limits {
    time: Option<Duration>,
    memory: Option<u64>,
    /// Raised by Ctrl-C.
    pub cancel: Cancel,
}

impl Limits {
    /// Reads the arguments and listens to Ctrl-C.
    pub fn new(arguments: &CommonArguments) -> Limits {
        let cancel = Cancel::default();
        let flag = cancel.clone();
        // Without a handler Ctrl-C simply ends the program, so an error here costs only manners.
        let _ = ctrlc::set_handler(move || {
            if flag.is_cancelled() {
                // Asked twice: do not wait for anything.
                std::process::exit(crate::Exit::Limit as i32);
            }
            flag.cancel();
        });
        Limits {
            time: arguments.timeout.map(|seconds| Duration::from_secs_f64(seconds.min(LONGEST))),
            memory: arguments.memory.map(|mebibytes| mebibytes.saturating_mul(1 << 20)),
            cancel,
        }
    }

    /// The time that the whole run may take.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// A budget that starts now.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().with_cancel(self.cancel.clone());
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        if let Some(memory) = self.memory {
            // What was found needs some room while it is written down.
            budget = budget.with_memory(memory / 100 * 85, memory_in_use);
        }
        budget
    }
}

/// The memory of this process; 0 where the system does not tell.
fn memory_in_use() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}
