//! One line on the terminal that says how a long run gets on.
//!
//! ```text
//! insert · 3 goals left · 12 tests · 12,345 paths · 21,000 queries/s · 4 s
//! ```

use base::Stopwatch;
use std::io::{self, IsTerminal, Write};
use workbench::{Mutating, Progress};

/// Seconds before the line appears: short runs need none.
const PATIENCE: f64 = 0.5;
/// Seconds between two looks of the line.
const BEAT: f64 = 0.1;

/// Says when progress is to be reported: work advances faster than a reader can follow.
pub struct Beat {
    watch: Stopwatch,
    last: Option<f64>,
}

impl Beat {
    /// Nothing was told yet.
    pub fn new() -> Beat {
        Beat { watch: Stopwatch::start(), last: None }
    }

    /// Whether it is time to report again.
    pub fn is_due(&mut self) -> bool {
        let now = self.watch.seconds();
        let due = self.last.is_none_or(|then| now - then > BEAT / 2.0);
        if due {
            self.last = Some(now);
        }
        due
    }
}

/// The line, on standard error; nothing where that is no terminal.
pub struct Bar {
    watch: Stopwatch,
    terminal: bool,
    drawn: Option<f64>,
}

impl Bar {
    /// A line that has not been drawn.
    pub fn new() -> Bar {
        Bar { watch: Stopwatch::start(), terminal: io::stderr().is_terminal(), drawn: None }
    }

    /// Hears how far things are.
    pub fn hear(&mut self, progress: Progress) {
        self.draw(|now| line(progress, now));
    }

    /// Hears how many mutants are settled.
    pub fn hear_of_mutants(&mut self, progress: Mutating) {
        self.draw(|_| mutants_line(progress));
    }

    fn draw(&mut self, line: impl FnOnce(f64) -> String) {
        let now = self.watch.seconds();
        if !self.terminal || now < PATIENCE || self.drawn.is_some_and(|then| now - then < BEAT) {
            return;
        }
        self.drawn = Some(now);
        // If standard error is closed, the line is not needed.
        let room =
            terminal_size::terminal_size_of(io::stderr()).map_or(79, |(width, _)| usize::from(width.0));
        let shown: String = line(now).chars().take(room.saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{shown}");
        let _ = io::stderr().flush();
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(p: Progress, seconds: f64) -> String {
    let rate = (p.queries as f64 / seconds) as u64;
    // The line must not become two.
    let at = p.at.map_or_else(String::new, |at| format!("{} · ", at.chars().take(24).collect::<String>()));
    format!(
        "{at}{} goals left · {} tests · {} paths · {} queries/s · {seconds:.0} s",
        grouped(p.goals_left as u64),
        grouped(p.tests as u64),
        grouped(p.paths),
        grouped(rate)
    )
}

fn mutants_line(p: Mutating) -> String {
    format!(
        "{} of {} mutants · {} tests found",
        grouped(p.done as u64),
        grouped(p.mutants as u64),
        grouped(p.tests as u64)
    )
}

/// A number as people read it: 12,345.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(d);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_reads_well() {
        let p = Progress { paths: 1_234_567, tests: 12, goals_left: 0, queries: 500, at: Some("f".into()) };
        let expected = "f · 0 goals left · 12 tests · 1,234,567 paths · 1,000 queries/s · 0 s";
        assert_eq!(line(p, 0.5), expected);
    }
}
