//! States and the solver's interface.

use crate::adviser::Adviser;
use crate::canonical::{Cache, Found, adopt, canonical, parts};
use crate::engine::{Answer, Counters, Engine};
use crate::quantifiers::{Kept, confirms, eliminate, instances};
use crate::verdict::{Unknown, Verdict};
use base::{Budget, Stop};
use formula::{Model, Term, Terms, all_hold, holds};
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

    /// The model of the nearest earlier state that has one.
    fn nearest_model(&self) -> Option<Arc<Model>> {
        let mut at = self;
        while let Some(f) = &at.0 {
            if let Some(Verdict::Sat(m)) = f.verdict.get() {
                return Some(m.clone());
            }
            at = &f.parent;
        }
        None
    }

    /// Whether the model satisfies every assertion.
    fn confirm(&self, terms: &Terms, model: &Model) -> bool {
        let mut at = self;
        let chain = std::iter::from_fn(|| {
            let f = at.0.as_ref()?;
            at = &f.parent;
            Some(f.assertion)
        });
        all_hold(terms, model, chain)
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

/// Steps after which a question counts as hard.
const EASY: u64 = 1_000;

/// How many questions were answered, and how.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Questions asked.
    pub queries: u64,
    /// Answered by the model of an earlier state.
    pub reused: u64,
    /// Answered by the cache.
    pub cached: u64,
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
    cache: Arc<Cache>,
    queries: u64,
    reused: u64,
    cached: u64,
    adviser: Option<Box<dyn Adviser>>,
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
            cache: Arc::default(),
            queries: 0,
            reused: 0,
            cached: 0,
            adviser: None,
        }
    }

    /// From now on, this adviser gets each query that earlier answers do not settle.
    pub fn set_adviser(&mut self, adviser: Box<dyn Adviser>) {
        self.adviser = Some(adviser);
    }

    /// The same, sharing answers with other solvers; see [`Cache`].
    pub fn with_cache(cache: Arc<Cache>) -> Solver {
        Solver { cache, ..Solver::new() }
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
        Statistics {
            queries: self.queries,
            reused: self.reused,
            cached: self.cached,
            engine: self.engine.counters,
        }
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
            None => match self.adviser.take() {
                None => self.solve(terms, state, budget),
                Some(mut adviser) => {
                    let own = &mut || self.solve(terms, state, budget);
                    let verdict = adviser.answer(terms, &state.assertions(), budget, own);
                    self.adviser = Some(adviser);
                    verdict
                }
            },
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
        // What is easy is answered here, from where the engine stands. What is not is worth being
        // taken apart and remembered.
        let first = budget.clone().with_steps(EASY);
        let answer = match self.engine.check(terms, &first) {
            Answer::Unknown(Unknown::Stopped(Stop::Steps)) => {
                return self.solve_apart(terms, state, budget);
            }
            answer => answer,
        };
        match answer {
            Answer::Sat(m) => {
                if state.confirm(terms, &m) {
                    Verdict::Sat(Arc::new(m))
                } else {
                    Verdict::incomplete("a model was found that evaluation did not confirm")
                }
            }
            Answer::Unsat(core) => Verdict::Unsat(core.into()),
            Answer::Unknown(u @ Unknown::Incomplete(_)) => {
                let assertions = state.assertions();
                if assertions.iter().any(|f| terms.is_quantified(*f)) {
                    return self.solve_quantified(terms, &assertions, budget);
                }
                Verdict::Unknown(u)
            }
            Answer::Unknown(u) => Verdict::Unknown(u),
        }
    }

    /// Answers for assertions with quantifiers: these are eliminated, in a store of its own.
    fn solve_quantified(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Verdict {
        let mut own = terms.clone();
        let mut engine = Engine::new();
        let mut plain = Vec::with_capacity(assertions.len());
        for f in assertions {
            match eliminate(&mut own, *f, budget) {
                Ok(g) => plain.push(g),
                Err(Kept::Outside(_)) => return self.solve_by_instances(&mut own, assertions, budget),
                Err(Kept::Stopped(s)) => return Verdict::Unknown(Unknown::Stopped(s)),
            }
        }
        for g in &plain {
            if let Err(s) = engine.push(budget).and_then(|()| engine.assert(&own, *g, budget)) {
                return Verdict::Unknown(Unknown::Stopped(s));
            }
        }
        let answer = engine.check(&own, budget);
        self.engine.counters.add(&engine.counters);
        match answer {
            Answer::Sat(m) => {
                let fine = assertions.iter().all(|f| {
                    if own.is_quantified(*f) {
                        confirms(&mut own, &m, *f, budget)
                    } else {
                        holds(&own, &m, *f)
                    }
                });
                if fine {
                    Verdict::Sat(Arc::new(m))
                } else {
                    Verdict::incomplete("a model was found that evaluation did not confirm")
                }
            }
            Answer::Unsat(core) => {
                // An eliminated assertion stands for the one that it came from.
                let places = plain.iter().zip(assertions).filter(|(g, _)| core.contains(g));
                let core: Arc<[Term]> = places.map(|(_, f)| *f).collect();
                Verdict::Unsat(if core.is_empty() { assertions.into() } else { core })
            }
            Answer::Unknown(u) => Verdict::Unknown(u),
        }
    }

    /// Answers for assertions whose quantifiers cannot be eliminated.
    fn solve_by_instances(&mut self, own: &mut Terms, assertions: &[Term], budget: &Budget) -> Verdict {
        match instances::solve(own, assertions, budget, &mut self.engine.counters) {
            Ok(instances::Found::Sat(m)) => Verdict::Sat(Arc::new(m)),
            Ok(instances::Found::Unsat) => Verdict::Unsat(assertions.into()),
            Ok(instances::Found::Unknown(u)) => Verdict::Unknown(u),
            Err(Kept::Outside(why)) => Verdict::incomplete(&why),
            Err(Kept::Stopped(s)) => Verdict::Unknown(Unknown::Stopped(s)),
        }
    }

    /// Solves the independent parts of a state one by one, each in canonical form. Parts that the
    /// nearest earlier model satisfies keep it.
    fn solve_apart(&mut self, terms: &Terms, state: &State, budget: &Budget) -> Verdict {
        let assertions = state.assertions();
        let before = state.nearest_model();
        let mut model = Model::default();
        let mut unknown = None;
        for part in parts(terms, &assertions) {
            let formulas: Vec<Term> = part.iter().map(|i| assertions[*i]).collect();
            if let Some(m) = before.as_ref().filter(|m| all_hold(terms, m, formulas.iter().copied())) {
                adopt(terms, &mut model, m, &formulas);
                continue;
            }
            match self.solve_part(terms, &formulas, budget) {
                Verdict::Sat(m) => adopt(terms, &mut model, &m, &formulas),
                Verdict::Unsat(core) => return Verdict::Unsat(core),
                Verdict::Unknown(u) => unknown = Some(u),
            }
        }
        if let Some(u) = unknown {
            return Verdict::Unknown(u);
        }
        if state.confirm(terms, &model) {
            Verdict::Sat(Arc::new(model))
        } else {
            Verdict::incomplete("a model was found that evaluation did not confirm")
        }
    }

    fn solve_part(&mut self, terms: &Terms, formulas: &[Term], budget: &Budget) -> Verdict {
        let question = canonical(terms, formulas);
        if let Some(found) = self.cache.get(&question.key) {
            self.cached += 1;
            return question.translate(terms, formulas, &found);
        }
        let mut engine = Engine::new();
        for f in &question.assertions {
            if let Err(s) = engine.push(budget).and_then(|()| engine.assert(&question.terms, *f, budget)) {
                return Verdict::Unknown(Unknown::Stopped(s));
            }
        }
        let answer = engine.check(&question.terms, budget);
        self.engine.counters.add(&engine.counters);
        let found = match answer {
            Answer::Sat(m) => Found::Sat(Arc::new(m)),
            Answer::Unsat(core) => {
                let places = core.iter().filter_map(|f| question.assertions.iter().position(|g| g == f));
                Found::Unsat(places.collect())
            }
            Answer::Unknown(u) => return Verdict::Unknown(u),
        };
        let verdict = question.translate(terms, formulas, &found);
        self.cache.put(question.key, found);
        verdict
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
