//! States and the solver's interface.

use crate::verdict::Verdict;
use base::Budget;
use formula::{Term, Terms};
use std::sync::Arc;
use std::sync::OnceLock;

/// A chain of assertions. Cloning and extending cost nothing; all states share their prefixes.
#[derive(Clone, Default)]
pub struct State(Option<Arc<Frame>>);

struct Frame {
    parent: State,
    assertion: Term,
    depth: u32,
    verdict: OnceLock<Verdict>,
}

impl State {
    /// No assertion.
    pub fn new() -> State {
        State(None)
    }

    /// This state and one more assertion.
    pub fn assert(&self, f: Term) -> State {
        let depth = self.depth() + 1;
        State(Some(Arc::new(Frame { parent: self.clone(), assertion: f, depth, verdict: OnceLock::new() })))
    }

    /// How many assertions there are.
    pub fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |f| f.depth)
    }

    /// The assertions, oldest first.
    pub fn assertions(&self) -> Vec<Term> {
        let mut out = Vec::with_capacity(self.depth() as usize);
        let mut at = self;
        while let Some(f) = &at.0 {
            out.push(f.assertion);
            at = &f.parent;
        }
        out.reverse();
        out
    }

    /// The state before the last assertion.
    pub fn parent(&self) -> Option<&State> {
        self.0.as_ref().map(|f| &f.parent)
    }
}

/// The solver: an engine that moves from state to state, and a stack of assertions of its own.
#[derive(Default)]
pub struct Solver {
    state: State,
    scopes: Vec<State>,
}

impl Solver {
    /// A solver with nothing asserted.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Asserts a formula in the current scope.
    pub fn assert(&mut self, f: Term) {
        self.state = self.state.assert(f);
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.state.clone());
    }

    /// Closes the innermost scope with all that was asserted in it; false if there is none.
    pub fn pop(&mut self) -> bool {
        match self.scopes.pop() {
            Some(s) => {
                self.state = s;
                true
            }
            None => false,
        }
    }

    /// The stack's assertions as a state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Answers for the stack of assertions.
    pub fn check(&mut self, terms: &Terms, budget: &Budget) -> Verdict {
        let s = self.state.clone();
        self.check_state(terms, &s, budget)
    }

    /// Answers for a state.
    pub fn check_state(&mut self, _terms: &Terms, state: &State, _budget: &Budget) -> Verdict {
        match &state.0 {
            Some(f) if f.verdict.get().is_some() => Verdict::incomplete("not built yet"),
            _ => Verdict::incomplete("not built yet"),
        }
    }
}
