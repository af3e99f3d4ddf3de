//! Limits that every engine obeys, and the only place that reads a clock.
//!
//! A [`Budget`] is a cheap handle. Engines call [`Budget::step`] in their inner loops; it counts,
//! and every few hundred steps looks at the clock, the memory probe and the cancel flag.
//!
//! ```
//! use base::{Budget, Stop};
//! let budget = Budget::unlimited().with_steps(2);
//! assert_eq!(budget.step(), Ok(()));
//! assert_eq!(budget.step(), Ok(()));
//! assert_eq!(budget.step(), Err(Stop::Steps));
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why an engine had to stop early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Stop {
    /// The time is used up.
    Time,
    /// The steps are used up.
    Steps,
    /// The memory is used up.
    Memory,
    /// The user asked to stop (Ctrl-C).
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit reached",
            Stop::Steps => "step limit reached",
            Stop::Memory => "memory limit reached",
            Stop::Cancelled => "cancelled",
        })
    }
}

/// A flag that asks every engine holding it to stop, and that tells whether one has noticed a limit.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<Flags>);

#[derive(Default, Debug)]
struct Flags {
    asked: AtomicBool,
    noticed: AtomicBool,
}

impl Cancel {
    /// Asks to stop.
    pub fn cancel(&self) {
        self.0.asked.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// Whether an engine has noticed that it must stop, for any reason. It then returns the results that it has.
    pub fn is_noticed(&self) -> bool {
        self.0.noticed.load(Ordering::Relaxed)
    }
}

/// Counts the steps of all budgets that it is given to, so that work can be compared on any machine.
#[derive(Clone, Default, Debug)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many steps pass between two looks at clock, memory and flag.
const LOOK_EVERY: u64 = 32;

/// What an engine may use up. Clones share the deadline and the flag; each counts its own steps.
#[derive(Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    steps: u64,
    /// Changed only by the owner of this budget; others may read it.
    used: AtomicU64,
    counter: Option<Counter>,
    memory: Option<Arc<MemoryLimit>>,
    cancel: Cancel,
}

/// How long a measurement of memory holds, in nanoseconds. It asks the system, which takes some microseconds; in this
/// time no program allocates more than a few MiB.
const MEMORY_HOLDS: u64 = 1_000_000;

/// A limit of memory, measured now and then for all who share it.
#[derive(Debug)]
struct MemoryLimit {
    bytes: u64,
    probe: fn() -> u64,
    start: Instant,
    /// When to measure next, in nanoseconds since the start.
    next: AtomicU64,
    over: AtomicBool,
}

impl MemoryLimit {
    fn is_over(&self) -> bool {
        let now = self.start.elapsed().as_nanos() as u64;
        if now >= self.next.load(Ordering::Relaxed) {
            self.next.store(now.saturating_add(MEMORY_HOLDS), Ordering::Relaxed);
            self.over.store((self.probe)() > self.bytes, Ordering::Relaxed);
        }
        self.over.load(Ordering::Relaxed)
    }
}

impl Clone for Budget {
    fn clone(&self) -> Budget {
        Budget {
            deadline: self.deadline,
            steps: self.steps,
            used: AtomicU64::new(self.used()),
            counter: self.counter.clone(),
            memory: self.memory.clone(),
            cancel: self.cancel.clone(),
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::unlimited()
    }
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Budget {
        Budget {
            deadline: None,
            steps: u64::MAX,
            used: AtomicU64::new(0),
            counter: None,
            memory: None,
            cancel: Cancel::default(),
        }
    }

    /// At most this long from now (and no longer than before).
    pub fn with_time(mut self, limit: Duration) -> Budget {
        let end = Instant::now().checked_add(limit);
        self.deadline = match (self.deadline, end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self
    }

    /// At most this many steps from now (and no more than are left).
    pub fn with_steps(mut self, limit: u64) -> Budget {
        let end = self.used().saturating_add(limit);
        self.steps = self.steps.min(end);
        self
    }

    /// At most this many bytes, as `probe` measures them.
    pub fn with_memory(mut self, bytes: u64, probe: fn() -> u64) -> Budget {
        let (next, over) = (AtomicU64::new(0), AtomicBool::new(false));
        self.memory = Some(Arc::new(MemoryLimit { bytes, probe, start: Instant::now(), next, over }));
        self
    }

    /// Every step of this budget and of its clones is counted there, too.
    pub fn with_counter(mut self, counter: &Counter) -> Budget {
        self.counter = Some(counter.clone());
        self
    }

    /// Stops when this flag is raised.
    pub fn with_cancel(mut self, cancel: Cancel) -> Budget {
        self.cancel = cancel;
        self
    }

    /// Counts one step; an error when something is used up.
    #[inline]
    pub fn step(&self) -> Result<(), Stop> {
        self.spend(1)
    }

    /// Counts some steps at once, for work that takes as long as they do.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Stop> {
        let before = self.used();
        let used = before.saturating_add(steps);
        self.used.store(used, Ordering::Relaxed);
        if let Some(counter) = &self.counter {
            counter.0.fetch_add(steps, Ordering::Relaxed);
        }
        if used > self.steps {
            return Err(Stop::Steps);
        }
        if before / LOOK_EVERY != used / LOOK_EVERY { self.look() } else { Ok(()) }
    }

    /// Looks at clock, memory and flag now.
    pub fn look(&self) -> Result<(), Stop> {
        let stop = if self.cancel.is_cancelled() {
            Stop::Cancelled
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Stop::Time
        } else if self.memory.as_ref().is_some_and(|limit| limit.is_over()) {
            Stop::Memory
        } else {
            return Ok(());
        };
        self.cancel.0.noticed.store(true, Ordering::Relaxed);
        Err(stop)
    }

    /// The steps counted so far.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// The time that is left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }
}

/// Measures how long something took, for reports.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// The seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_stops_within_a_few_hundred_steps() {
        let cancel = Cancel::default();
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        cancel.cancel();
        assert!(!cancel.is_noticed());
        assert!((0..=LOOK_EVERY).any(|_| budget.step() == Err(Stop::Cancelled)));
        assert!(cancel.is_noticed());
    }

    #[test]
    fn no_time_left_means_stop() {
        let budget = Budget::unlimited().with_time(Duration::ZERO);
        assert_eq!(budget.look(), Err(Stop::Time));
    }

    #[test]
    fn a_counter_hears_of_the_steps_of_all_clones() {
        let counter = Counter::default();
        let budget = Budget::unlimited().with_counter(&counter);
        let part = budget.clone().with_steps(1);
        assert!(budget.step().is_ok() && part.step().is_ok());
        assert_eq!(counter.steps(), 2);
    }

    #[test]
    fn steps_count_from_where_the_budget_stands() {
        let budget = Budget::unlimited();
        assert!(budget.step().is_ok());
        let part = budget.clone().with_steps(1);
        assert!(part.step().is_ok());
        assert_eq!(part.step(), Err(Stop::Steps));
    }
}
