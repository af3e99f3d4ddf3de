//! Errors that are caught: the path continues at the handler.
//!
//! Whether a caught error occurs is a choice like that between the branches of a decision: both are followed, and both
//! are recorded among the choices that lead to a state. An uncaught error ends the path instead.

use crate::explorer::{Explorer, Sink};
use crate::frontier::Next;
use crate::lost::Why;
use crate::path::{End, Path};
use imperative::{BlockId, DecisionId, ErrorKind, HandlerId, TerminatorKind};
use source::Span;
use std::rc::Rc;
use symbolic::evaluate::Trouble;

/// What catches an error on a path.
#[derive(Clone, Copy)]
pub(crate) struct Catching {
    /// The activation, by its place among those that are open.
    frame: usize,
    handler: HandlerId,
    decision: DecisionId,
    to: BlockId,
}

impl Explorer<'_> {
    /// What catches an error of this kind that happens on a path now.
    pub(crate) fn catching(&self, path: &Path, kind: ErrorKind) -> Option<Catching> {
        // While invariants of the input are run, the program itself has not begun.
        let first = usize::from(path.checking.is_some());
        path.frames.iter().enumerate().skip(first).rev().find_map(|(frame, f)| {
            let (handler, catch) = self.program.proc(f.proc)?.catch_of(f.block, kind)?;
            Some(Catching { frame, handler, decision: catch.decision, to: catch.to })
        })
    }

    /// The path on which an error was caught; it goes on where the catch leads.
    fn caught(&mut self, mut path: Path, error: (ErrorKind, Span), by: Catching) -> Option<Path> {
        path.frames.truncate(by.frame + 1);
        let frame = path.frames.last_mut()?;
        match frame.caught.iter_mut().find(|(of, _)| *of == by.handler) {
            Some((_, last)) => *last = error,
            None => frame.caught.push((by.handler, error)),
        }
        let proc = frame.proc;
        let counts = path.checking.is_none();
        // The decision whose condition erred, if it was one, is not taken.
        path.atoms.clear();
        path.take(proc, Some(by.decision), true, counts);
        if counts {
            Rc::make_mut(&mut path.caught).push(error);
            self.taken.insert((proc, by.decision, true));
        }
        self.go(path, by.to)
    }

    /// The same, unless the path is as long as it may be.
    fn caught_within_bounds(
        &mut self,
        path: Path,
        error: (ErrorKind, Span),
        by: Catching,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let bound = self.plan.bounds.path_length.filter(|n| path.checking.is_none() && path.length >= *n);
        let path = self.caught(path, error, by)?;
        if let Some(n) = bound {
            self.cut(&path, Why::Bound(format!("--path-length {n}")), each);
            return None;
        }
        Some(path)
    }

    /// Splits off that something goes wrong and is caught; the path on which it does not, if that is possible.
    pub(crate) fn pass_caught(
        &mut self,
        mut path: Path,
        t: Trouble,
        by: Catching,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let error = (t.kind, self.reported_span(&path, t.span));
        let fine = self.world.terms.not(t.guard);
        let proc = path.frames.last()?.proc;
        if let Some(choices) = &mut self.script {
            if choices.pop()? {
                let wrong = self.assume(path, t.guard)?;
                self.jumped = self.caught(wrong, error, by);
                return None;
            }
            path.take(proc, None, false, false);
            return self.assume(path, fine);
        }
        let open = self.world.terms.as_bool(t.guard).is_none();
        let unknown = self.result.unknown;
        match self.assume(path.clone(), t.guard) {
            Some(mut wrong) => {
                wrong.input_conditions += u32::from(open);
                path.input_conditions += u32::from(open);
                if let Some(wrong) = self.caught_within_bounds(wrong, error, by, each) {
                    self.wait(wrong, Next::Go);
                }
            }
            None => {
                self.result.infeasible += u64::from(open);
                if self.result.unknown > unknown
                    && let Some(gone) = self.caught(path.clone(), error, by)
                {
                    self.lose_unknown(&gone, None);
                }
            }
        }
        path.take(proc, None, false, false);
        let unknown = self.result.unknown;
        let before = path.clone();
        let out = self.assume(path, fine);
        if out.is_none() && self.result.unknown > unknown {
            self.lose_unknown(&before, None);
        }
        out
    }

    /// The end of a block is an error: the path continues where it is caught, or has ended.
    pub(crate) fn fail(
        &mut self,
        path: Path,
        end: &TerminatorKind,
        span: Span,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let (kind, span) = match end {
            TerminatorKind::FailAgain(handler) => {
                let last = path.frames.last()?.caught.iter().find(|(of, _)| of == handler);
                let Some((_, error)) = last else {
                    self.unknown("no error was caught that could happen again".to_string());
                    self.lose_unknown(&path, None);
                    return None;
                };
                *error
            }
            TerminatorKind::Fail(kind) => (*kind, self.reported_span(&path, span)),
            _ => return Some(path),
        };
        let Some(by) = self.catching(&path, kind) else {
            self.finish_seen(path, End::Error(kind, span), None, each);
            return None;
        };
        if let Some(choices) = &mut self.script {
            choices.pop()?;
        }
        self.caught_within_bounds(path, (kind, span), by, each)
    }
}
