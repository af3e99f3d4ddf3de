//! The symbolic state of one path: ⟨environment, heap, constraint⟩ with where it stands.

use crate::album::Album;
use crate::plan::Passed;
use crate::quantified::Heeded;
use crate::targets::Target;
use formula::Term;
use imperative::{BlockId, DecisionId, ErrorKind, HandlerId, LoopId, Proc, ProcId, VarId};
use solver::State;
use source::Span;
use std::cell::Cell;
use std::rc::Rc;
use symbolic::memory::Memory;

/// Iterations of a loop in which nothing is asked of the input, that are not counted.
pub const FREE_ROUNDS: u32 = 200_000;

/// What becomes of one more iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The path takes it.
    Goes,
    /// The bound cuts it off.
    Cut,
    /// Too many iterations that do not count towards the bound.
    TooManyUncounted,
}

/// The iterations of a loop. An iteration that the input does not decide, and that puts no condition on it, does not
/// count towards the bound: `for (i = 0; i < 100; i++) table[i] = 0;` runs to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rounds {
    /// Those that count for the bound.
    pub counted: u32,
    /// Those that were begun without being counted.
    free: u32,
    /// The number of conditions on the input when the current iteration began, if it is not counted yet.
    said: Option<u32>,
}

impl Rounds {
    /// One more iteration begins. `asked`: the input decided that.
    pub fn next(&mut self, asked: bool, said: u32, most: Option<u32>) -> Round {
        let within = |is: bool| if is { Round::Goes } else { Round::Cut };
        if self.said.take().is_some_and(|before| before != said) {
            self.counted += 1;
        }
        if asked {
            self.counted += 1;
            within(most.is_none_or(|k| self.counted <= k))
        } else if self.free == FREE_ROUNDS {
            Round::TooManyUncounted
        } else {
            self.free += 1;
            self.said = Some(said);
            within(most.is_none_or(|k| self.counted < k))
        }
    }
}

/// One activation of a procedure.
#[derive(Clone)]
pub struct Frame {
    /// The procedure.
    pub proc: ProcId,
    /// The block it is in.
    pub block: BlockId,
    /// The next instruction.
    pub index: usize,
    /// The values of its variables.
    pub env: Vec<Option<Term>>,
    /// For each loop: what happened since it was last entered.
    pub loops: Vec<Rounds>,
    /// Where the caller wants the result.
    pub dst: Option<VarId>,
    /// What else goes back: a variable here, and the caller's that gets its value.
    pub backs: Rc<[(VarId, VarId)]>,
    /// The last error that each handler caught, for those that caught one, and where people see it.
    pub caught: Vec<(HandlerId, (ErrorKind, Span))>,
}

impl Frame {
    /// An activation that starts with these values, and gives nothing back.
    pub fn new(proc: ProcId, of: &Proc, env: Vec<Option<Term>>) -> Frame {
        let loops = vec![Rounds::default(); of.loops.len()];
        Frame {
            proc,
            block: BlockId::ENTRY,
            index: 0,
            env,
            loops,
            dst: None,
            backs: Rc::new([]),
            caught: Vec::new(),
        }
    }
}

/// A choice that was made at a decision.
pub struct Taken {
    /// The procedure.
    pub proc: ProcId,
    /// The decision; none for a fork of the search.
    pub decision: Option<DecisionId>,
    /// How it came out.
    pub outcome: bool,
    /// How its atomic conditions came out, as in [`Passed`].
    pub atoms: Vec<bool>,
    /// Whether it is part of the path that people see.
    pub counts: bool,
    /// What was taken before.
    pub before: Option<Rc<Taken>>,
    /// The last reason for which a state behind it was not followed, as a number ([`crate::lost`]).
    pub lost: Cell<u32>,
}

impl Taken {
    /// What came out of the decision, if it was one.
    pub fn passed(&self) -> Option<Passed> {
        let (proc, decision, outcome) = (self.proc, self.decision?, self.outcome);
        Some(Passed { proc, decision, outcome, atoms: self.atoms.clone() })
    }
}

/// A target that a path has reached, which no test has confirmed yet.
pub struct Hit {
    /// The target.
    pub target: Target,
    /// Those before.
    pub before: Option<Rc<Hit>>,
}

/// A symbolic state. Cloning it forks the path.
#[derive(Clone)]
pub struct Path {
    /// The activations, innermost last.
    pub frames: Vec<Frame>,
    /// The heap.
    pub memory: Memory,
    /// The path condition.
    pub condition: State,
    /// The choices so far, newest first.
    pub taken: Option<Rc<Taken>>,
    /// How many decisions count for the path.
    pub length: u32,
    /// Number of conditions on the input so far.
    pub input_conditions: u32,
    /// Instructions executed, for loops that decide nothing.
    pub steps: u64,
    /// Blocks that were left since something was last done or asked.
    pub idle: usize,
    /// The invariant of the input that is being run, with the heap before it.
    pub checking: Option<(usize, Memory)>,
    /// What the first of two programs did, while the second is run on the same input.
    pub first: Option<Rc<FirstRun>>,
    /// How often the surroundings were asked.
    pub asked: usize,
    /// What the world saw so far, where two programs are compared.
    pub shown: Rc<Vec<Shown>>,
    /// Inputs that have one value on this path, where examples are asked for.
    pub examples: Rc<Vec<(Term, Term)>>,
    /// How the atomic conditions of the decision that is being taken came out, where these fork.
    pub atoms: Vec<bool>,
    /// How far the bounds had to grow for it, in a search that deepens.
    pub tier: u8,
    /// Iterations of all loops so far.
    pub rounds: u32,
    /// The open targets that it has reached.
    pub hits: Option<Rc<Hit>>,
    /// The definitions that it has passed and that still hold, in the numbers of [`crate::pairs::Pairs`].
    pub held: Rc<[u32]>,
    /// The errors that were caught so far, and where people see them.
    pub caught: Rc<Vec<(ErrorKind, Span)>>,
    /// The elements of the input that it has looked at, where something is required of all.
    pub heeded: Rc<Heeded>,
    /// Which of its decisions stand for loops that were taken as a whole.
    pub summaries: Rc<[u32]>,
    /// The loop that it has just entered from outside.
    pub entering: Option<LoopId>,
    /// Its states, if they are to be kept.
    pub album: Option<Box<Album>>,
}

/// What one of two programs did.
pub struct FirstRun {
    /// How it ended.
    pub end: End,
    /// Its variables.
    pub env: Vec<Option<Term>>,
    /// Its result.
    pub result: Option<Term>,
    /// Its heap.
    pub memory: Memory,
    /// What the world saw of it.
    pub shown: Rc<Vec<Shown>>,
}

/// Something that the world sees: what, its values, and whether there is more that is not known.
pub type Shown = (String, Vec<Term>, bool);

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The procedure returned.
    Ok,
    /// An error.
    Error(ErrorKind, Span),
}

impl Path {
    /// True if its states are kept. Those of a check of its input are not.
    pub fn keeps_album(&self) -> bool {
        self.album.is_some() && self.checking.is_none()
    }

    fn back(&self) -> impl Iterator<Item = &Taken> {
        std::iter::successors(self.taken.as_deref(), |t| t.before.as_deref())
    }

    /// The decisions in the order they were taken.
    pub fn decisions(&self) -> Vec<(ProcId, DecisionId, bool)> {
        let mut out = Vec::with_capacity(self.length as usize);
        let counting = self.back().filter(|t| t.counts);
        out.extend(counting.filter_map(|t| Some((t.proc, t.decision?, t.outcome))));
        out.reverse();
        out
    }

    /// The targets that it has reached, the last one first.
    pub fn hits(&self) -> impl Iterator<Item = Target> {
        std::iter::successors(self.hits.as_deref(), |h| h.before.as_deref()).map(|h| h.target)
    }

    /// All choices that lead here, the last one first.
    pub fn choices(&self) -> Vec<bool> {
        self.back().map(|t| t.outcome).collect()
    }

    /// Records a choice.
    pub fn take(&mut self, proc: ProcId, decision: Option<DecisionId>, outcome: bool, counts: bool) {
        let before = self.taken.take();
        // A fork belongs to a decision that is still being taken.
        let atoms = if decision.is_some() { std::mem::take(&mut self.atoms) } else { Vec::new() };
        self.taken =
            Some(Rc::new(Taken { proc, decision, outcome, atoms, counts, before, lost: Cell::new(0) }));
        self.length += u32::from(counts);
    }
}

impl Drop for Hit {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(h) = next {
            match Rc::try_unwrap(h) {
                Ok(mut inner) => next = inner.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl Drop for Taken {
    /// Long paths are taken apart one by one, so that dropping them needs no deep recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(t) = next {
            match Rc::try_unwrap(t) {
                Ok(mut inner) => next = inner.before.take(),
                Err(_) => break,
            }
        }
    }
}
