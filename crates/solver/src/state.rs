//! States and the solver's interface.

use crate::engine::{Answer, Counters, Engine};
use crate::verdict::{Unknown, Verdict};
use base::Budget;
use formula::{Model, Term, Terms, holds};
use std::sync::Arc;
use std::sync::OnceLock;

/// A chain of assertions. Cloning and extending cost nothing; all states share their prefixes, and
/// an answer once found stays with its state.
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

    /// The answer, if it was found already.
    pub fn known(&self) -> Option<&Verdict> {
        self.0.as_ref().and_then(|f| f.verdict.get())
    }

    fn is(&self, other: &Arc<Frame>) -> bool {
        self.0.as_ref().is_some_and(|f| Arc::ptr_eq(f, other))
    }

    fn confirm(&self, terms: &Terms, model: &Model) -> bool {
        let mut at = self;
        while let Some(f) = &at.0 {
            if !holds(terms, model, f.assertion) {
                return false;
            }
            at = &f.parent;
        }
        true
    }
}

impl Drop for Frame {
    /// Long chains are taken apart one by one, so that dropping them needs no deep recursion.
    fn drop(&mut self) {
        let mut next = self.parent.0.take();
        while let Some(f) = next {
            match Arc::try_unwrap(f) {
                Ok(mut frame) => next = frame.parent.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// How many questions were answered, and how.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Questions asked.
    pub queries: u64,
    /// Answered by the model of an earlier state.
    pub reused: u64,
    /// The engine's own counters.
    pub engine: Counters,
}

/// The solver: an engine that moves from state to state, and a stack of assertions of its own.
pub struct Solver {
    engine: Engine,
    /// The states whose assertions the engine has, each in a scope of its own.
    path: Vec<Arc<Frame>>,
    state: State,
    scopes: Vec<State>,
    queries: u64,
    reused: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver with nothing asserted. It serves one store of terms.
    pub fn new() -> Solver {
        Solver {
            engine: Engine::new(),
            path: Vec::new(),
            state: State::new(),
            scopes: Vec::new(),
            queries: 0,
            reused: 0,
        }
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

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { queries: self.queries, reused: self.reused, engine: self.engine.counters }
    }

    /// Answers for the stack of assertions.
    pub fn check(&mut self, terms: &Terms, budget: &Budget) -> Verdict {
        let s = self.state.clone();
        self.check_state(terms, &s, budget)
    }

    /// Answers for a state.
    pub fn check_state(&mut self, terms: &Terms, state: &State, budget: &Budget) -> Verdict {
        self.queries += 1;
        let Some(frame) = &state.0 else { return Verdict::Sat(Arc::new(Model::default())) };
        if let Some(v) = frame.verdict.get() {
            return v.clone();
        }
        let verdict = match Solver::known_from_before(terms, state) {
            Some(v) => {
                self.reused += 1;
                v
            }
            None => self.solve(terms, state, budget),
        };
        if !matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            // Another thread may have been first; its answer is as good.
            let _ = frame.verdict.set(verdict.clone());
        }
        verdict
    }

    /// The nearest earlier state with an answer often has the answer.
    fn known_from_before(terms: &Terms, state: &State) -> Option<Verdict> {
        let mut at = state;
        let mut new = Vec::new();
        while let Some(f) = &at.0 {
            match f.verdict.get() {
                Some(Verdict::Unsat(core)) => return Some(Verdict::Unsat(core.clone())),
                Some(Verdict::Sat(m)) => {
                    let all = new.iter().all(|t| holds(terms, m, *t));
                    return all.then(|| Verdict::Sat(m.clone()));
                }
                _ => {}
            }
            if terms.as_bool(f.assertion) == Some(false) {
                return Some(Verdict::Unsat(Arc::from([f.assertion])));
            }
            new.push(f.assertion);
            at = &f.parent;
        }
        None
    }

    fn solve(&mut self, terms: &Terms, state: &State, budget: &Budget) -> Verdict {
        if let Err(s) = self.go_to(terms, state, budget) {
            return Verdict::Unknown(Unknown::Stopped(s));
        }
        match self.engine.check(terms, budget) {
            Answer::Sat(m) => {
                if state.confirm(terms, &m) {
                    Verdict::Sat(Arc::new(m))
                } else {
                    Verdict::incomplete("a model was found that evaluation did not confirm")
                }
            }
            Answer::Unsat(core) => Verdict::Unsat(core.into()),
            Answer::Unknown(u) => Verdict::Unknown(u),
        }
    }

    /// Moves the engine to a state: back to the common prefix, then forward.
    fn go_to(&mut self, terms: &Terms, state: &State, budget: &Budget) -> Result<(), base::Stop> {
        let mut ahead: Vec<Arc<Frame>> = Vec::new();
        let mut at = state.clone();
        while let Some(f) = &at.0 {
            if f.depth as usize <= self.path.len() && at.is(&self.path[f.depth as usize - 1]) {
                break;
            }
            ahead.push(f.clone());
            let parent = f.parent.clone();
            at = parent;
        }
        while self.path.len() > at.depth() as usize {
            self.path.pop();
            self.engine.pop();
        }
        while let Some(f) = ahead.pop() {
            self.engine.push(budget)?;
            if let Err(stop) = self.engine.assert(terms, f.assertion, budget) {
                self.engine.pop();
                return Err(stop);
            }
            self.path.push(f);
        }
        Ok(())
    }
}
