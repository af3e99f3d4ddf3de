//! What a search did not follow, and why. Some input may meet a goal that lies on or behind it, even if no test shows
//! that, so such a goal must not be called infeasible.

use crate::path::{Path, Taken};
use crate::plan::Passed;
use imperative::{BlockId, ProcId};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Why a state was not followed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A bound cut it off: which, as on the command line.
    Bound(String),
    /// The effort was used up before its turn came.
    Effort,
    /// It does not terminate: no run on this path ends.
    Endless,
    /// Nothing is known of it.
    Unknown {
        /// Why.
        reason: String,
        /// The procedure that it was in.
        proc: ProcId,
        /// Where.
        span: Span,
    },
}

/// What was not followed for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Where it was: the blocks that the open calls were in. Whatever can be reached from there may be met.
    pub blocks: BTreeSet<(ProcId, BlockId)>,
    /// The outcomes of decisions on the path to it.
    pub through: BTreeSet<Passed>,
}

/// All that was not followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Losses {
    list: Vec<(Why, Lost)>,
    numbers: BTreeMap<Why, usize>,
}

impl Losses {
    /// A state is not followed; `at` is where the innermost call would have continued, if that is not where it is.
    pub(crate) fn add(&mut self, path: &Path, why: Why, at: Option<BlockId>) {
        let ahead = why != Why::Endless;
        let number = self.number(why);
        let lost = &mut self.list[number].1;
        if path.checking.is_some() {
            // The program itself has not begun.
            lost.blocks.extend(path.frames.first().map(|first| (first.proc, first.block)));
            return;
        }
        if ahead {
            let mut frames = path.frames.iter().rev();
            lost.blocks
                .extend(frames.next().map(|innermost| (innermost.proc, at.unwrap_or(innermost.block))));
            lost.blocks.extend(frames.map(|f| (f.proc, f.block)));
        }
        self.note(path, number);
    }

    /// A path that has ended has no input: nothing lies ahead of it.
    pub(crate) fn add_end(&mut self, path: &Path, why: Why) {
        let number = self.number(why);
        self.note(path, number);
    }

    fn number(&mut self, why: Why) -> usize {
        let next = self.list.len();
        let number = *self.numbers.entry(why.clone()).or_insert(next);
        if number == next {
            self.list.push((why, Lost::default()));
        }
        number
    }

    /// Notes what a path came through.
    fn note(&mut self, path: &Path, number: usize) {
        let lost = &mut self.list[number].1;
        // Choices are shared between states: what lies before one that was noted for this reason is noted too.
        let mark = number as u32 + 1;
        let mut next: Option<&Taken> = path.taken.as_deref();
        while let Some(taken) = next {
            if taken.lost.replace(mark) == mark {
                break;
            }
            lost.through.extend(taken.passed());
            next = taken.before.as_deref();
        }
    }

    pub(crate) fn into_map(self) -> BTreeMap<Why, Lost> {
        self.list.into_iter().collect()
    }
}
