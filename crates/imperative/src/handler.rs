//! Handlers: where a run goes on after an error, instead of ending.
//!
//! ```text
//! begin
//!    X := X / Y;                          b1, whose handler is h0
//! exception
//!    when Constraint_Error => X := 0;     h0 catches division by zero, to b2
//!    when others => raise;                h0 catches the rest, to b3: fail again h0
//! end;
//! ```
//!
//! An error at an instruction or at the end of a block goes to the first catch that matches, from the handler of the block
//! outwards. If there is none, it leaves the activation and is looked up where that was called, and so on; a run in
//! which no handler catches it ends with it. Only errors are caught, not limits and not what is not supported.

use crate::{BlockId, DecisionId, ErrorKind, HandlerId, Proc};
use source::Span;

/// What is done about errors in some blocks ([`crate::Block::handler`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The handler around this one; it comes before this one.
    pub outer: Option<HandlerId>,
    /// What is caught, in the order in which it is looked at.
    pub catches: Vec<Catch>,
    /// Where it stands.
    pub span: Span,
}

/// One kind of errors that a handler catches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catch {
    /// Which errors.
    pub what: Caught,
    /// Where the run goes on, in the same activation.
    pub to: BlockId,
    /// Taken, with the outcome true, whenever this catches something: so the path shows it. It is of the kind
    /// [`crate::DecisionKind::Caught`].
    pub decision: DecisionId,
    /// Where it stands.
    pub span: Span,
}

/// Which errors a catch is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caught {
    /// All of them.
    All,
    /// Those of these kinds.
    Kinds(Vec<ErrorKind>),
}

impl Caught {
    /// Whether it catches errors of this kind.
    pub fn matches(&self, kind: ErrorKind) -> bool {
        match self {
            Caught::All => true,
            Caught::Kinds(kinds) => kinds.contains(&kind),
        }
    }
}

impl Proc {
    /// A handler; `None` if the id is of another procedure.
    pub fn handler(&self, id: HandlerId) -> Option<&Handler> {
        self.handlers.get(id.index())
    }

    /// The handlers around a block, from the innermost outwards.
    pub fn handlers_around(&self, block: BlockId) -> impl Iterator<Item = (HandlerId, &Handler)> {
        let found = |id: HandlerId| Some((id, self.handler(id)?));
        let innermost = self.block(block).and_then(|b| b.handler).and_then(found);
        // An outer one comes before those inside of it (the verifier checks it), so this ends.
        std::iter::successors(innermost, move |(id, h)| h.outer.filter(|outer| outer < id).and_then(found))
    }

    /// What catches an error of this kind in a block, if anything here does.
    pub fn catch_of(&self, block: BlockId, kind: ErrorKind) -> Option<(HandlerId, &Catch)> {
        self.handlers_around(block)
            .find_map(|(id, h)| h.catches.iter().find(|c| c.what.matches(kind)).map(|c| (id, c)))
    }

    /// All that may catch an error in a block, in the order in which it is looked at.
    pub fn catches_around(&self, block: BlockId) -> Vec<&Catch> {
        let mut out = Vec::new();
        for (_, handler) in self.handlers_around(block) {
            for catch in &handler.catches {
                out.push(catch);
                if catch.what == Caught::All {
                    return out;
                }
            }
        }
        out
    }
}
