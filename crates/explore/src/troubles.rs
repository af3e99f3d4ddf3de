//! What may go wrong on a path: each error is a path of its own, and the path on which nothing does goes on.
//!
//! A search for goals shows each error once. The same error on other paths waits until nothing better is left to do: it
//! leads to no goal, and all that came before it lies on the path that goes on as well. This holds for uncaught errors;
//! the others are in [`crate::handlers`].

use crate::explorer::{Explorer, Sink};
use crate::frontier::Next;
use crate::path::{End, Path};
use crate::steering::MOST_ERRORS;
use formula::Term;
use imperative::ErrorKind;
use solver::Verdict;
use symbolic::evaluate::Trouble;

/// How often the steps for a question are halved, at most, where such questions were too hard before.
const MOST_HASTE: u32 = 5;

const UNSPECIFIED: &str = "whether the end of one object is the start of another is not specified";

/// What became of the question whether something goes wrong.
enum Wrong {
    /// It can.
    Shown,
    /// It cannot.
    Excluded,
    /// It is unknown.
    Unknown,
    /// It was not asked.
    Waits,
}

impl Explorer<'_> {
    /// Splits off what may go wrong; the path on which nothing does goes on.
    pub(crate) fn pass(
        &mut self,
        mut path: Path,
        troubles: Vec<Trouble>,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        self.bound_what_was_read(&mut path);
        self.note_overlooked(&path);
        let mut path = self.leave_unspecified(path)?;
        let mut passed: Vec<Term> = Vec::new();
        for t in troubles {
            // The same thing may be looked at twice in one expression.
            if passed.contains(&t.guard) {
                continue;
            }
            passed.push(t.guard);
            if let Some(by) = self.catching(&path, t.kind) {
                path = self.pass_caught(path, t, by, each)?;
                continue;
            }
            let fine = self.world.terms.not(t.guard);
            if self.script.is_some() {
                path = self.assume(path, fine)?;
                continue;
            }
            let certain = self.world.terms.as_bool(t.guard) == Some(true);
            let known = (t.kind, self.reported_span(&path, t.span));
            let asks = certain || self.steering.as_mut().is_none_or(|s| s.asks(known));
            let wrong = if asks { self.goes_wrong(&path, t, each) } else { Wrong::Waits };
            match wrong {
                Wrong::Shown => path.input_conditions += 1,
                // The condition that a value fits is not needed where it always fits.
                Wrong::Excluded
                    if self.going && matches!(t.kind, ErrorKind::Overflow | ErrorKind::OutOfRange) =>
                {
                    continue;
                }
                _ => {}
            }
            let unknown = self.result.unknown;
            match self.assume(path.clone(), fine) {
                Some(p) => {
                    if let Wrong::Waits = wrong {
                        self.wait_for_error(path, t);
                    }
                    path = p;
                }
                None => {
                    if self.result.unknown > unknown {
                        self.lose_unknown(&path, None);
                    }
                    if let Wrong::Waits = wrong {
                        // Nothing else can happen here, so what came before has no other end.
                        self.goes_wrong(&path, t, each);
                    }
                    return None;
                }
            }
        }
        Some(path)
    }

    /// Where inputs that are not built would go on, goals may lie behind that no test shows.
    pub(crate) fn note_overlooked(&mut self, path: &Path) {
        for (when, what) in self.world.take_overlooked() {
            if self.script.is_some() {
                continue;
            }
            let condition = path.condition.assert(when);
            if matches!(self.ask(&condition), Verdict::Unsat(_)) {
                continue;
            }
            self.unknown(what.to_string());
            self.lose_unknown(path, None);
        }
    }

    /// Runs on which the language does not say what a comparison gives are not followed.
    fn leave_unspecified(&mut self, mut path: Path) -> Option<Path> {
        for when in self.world.take_unspecified() {
            let condition = path.condition.assert(when);
            if matches!(self.ask(&condition), Verdict::Unsat(_)) {
                continue;
            }
            self.unknown(UNSPECIFIED.to_string());
            self.lose_unknown(&path, None);
            let specified = self.world.terms.not(when);
            path = self.assume(path, specified)?;
        }
        Some(path)
    }

    /// Shows that something goes wrong, if it can.
    fn goes_wrong(&mut self, path: &Path, t: Trouble, each: &mut Sink<'_>) -> Wrong {
        let unknown = self.result.unknown;
        self.haste = self.hard.get(&t.span).copied().unwrap_or(0);
        let gone_wrong = self.assume(path.clone(), t.guard);
        self.haste = 0;
        if self.result.unknown > unknown {
            let times = self.hard.entry(t.span).or_default();
            *times = (*times + 1).min(MOST_HASTE);
        }
        match gone_wrong {
            Some(p) => {
                self.finish(p, End::Error(t.kind, t.span), each);
                Wrong::Shown
            }
            None => {
                self.result.infeasible += u64::from(self.world.terms.as_bool(t.guard).is_none());
                if self.result.unknown > unknown { Wrong::Unknown } else { Wrong::Excluded }
            }
        }
    }

    /// An error that is known from elsewhere is looked at when nothing better is left to do.
    fn wait_for_error(&mut self, path: Path, t: Trouble) {
        let full = self.steering.as_mut().is_none_or(|s| {
            s.errors_waiting += 1;
            s.errors_waiting > MOST_ERRORS
        });
        if full {
            // Nothing but this error lies there, and it is known or was looked for often.
            self.result.given_up = true;
        } else {
            self.wait(path, Next::Error(t));
        }
    }

    /// An error that had to wait.
    pub(crate) fn late_error(&mut self, path: &Path, t: Trouble, each: &mut Sink<'_>) {
        if let Some(s) = &mut self.steering {
            s.errors_waiting = s.errors_waiting.saturating_sub(1);
        }
        self.goes_wrong(path, t, each);
    }
}
