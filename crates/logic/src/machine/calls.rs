//! Calls of predicates: which clauses fit, and entering them.
//!
//! A plain run tries the clauses one after the other. A run with a guide (or one that writes down which clauses fit)
//! first looks at all of them: P5's rules(Q, P). Where the inputs decide whether a clause fits, the guide says whether
//! the run goes on as if it did; so the sets of clauses are grown one clause at a time.

use super::cells::Addr;
use super::constraints::Pairs;
use super::guide::{Condition, Decided, Guide};
use super::{Alternative, Choice, Event, Machine, Part, Stop, Work};
use crate::ids::{ClauseId, GoalId, PredId};
use std::sync::Arc;

/// A few clauses.
type Clauses = smallvec::SmallVec<[ClauseId; 8]>;

/// Clauses that fit, whether inputs decided it, and the variables of the only one if it is entered already.
type Fitting = (Clauses, bool, Option<(Addr, Condition)>);

impl<G: Guide> Machine<'_, G> {
    /// Calls a predicate with arguments side by side.
    pub(super) fn call(
        &mut self,
        pred: PredId,
        args: Addr,
        next: u32,
        depth: u32,
        goal: Option<GoalId>,
    ) -> Result<u32, Stop> {
        let program = self.program;
        let Some(known) = program.pred(pred) else { return Err(Stop::Fail) };
        if let Some(why) = &known.unknown {
            return Err(Stop::Unknown(why.clone()));
        }
        if !known.defined {
            return Err(self.unknown_or_undefined(known.name, known.arity as u32));
        }
        if known.dynamic {
            return Err(Stop::Unknown(format!("{} is dynamic", program.indicator(pred))));
        }
        let depth = depth + 1;
        if depth > self.options.depth {
            return Err(Stop::Limit);
        }
        self.deepest = self.deepest.max(depth);
        let mut next = next;
        if self.options.events && self.options.ports {
            self.port(Event::Call(pred));
            let height = self.height();
            self.choose(Alternative::Failing(pred, goal), 0);
            next = self.chain(Work::Exit(pred, height + 1, goal), next);
        }
        if !G::SYMBOLIC && !self.options.matches {
            return self.clauses(pred, None, args, next, depth);
        }
        if !G::SYMBOLIC && self.is_plain(pred) {
            return self.call_plain(pred, args, next, depth);
        }
        let (fitting, decided, entered) = self.fitting(pred, args)?;
        let fitting = self.code.set(pred, &fitting);
        self.event(Event::Matched(Arc::clone(&fitting), decided));
        if let (Some((env, condition)), Some(id)) = (entered, fitting.first()) {
            let height = self.height();
            self.guide.assume(&mut self.cells, &condition);
            self.cells.release(&condition.mark);
            return self.body(*id, env, height, next, depth);
        }
        self.enter(&fitting, 0, args, next, depth)
    }

    /// Whether no clause of a predicate has constraints of its own.
    fn is_plain(&self, pred: PredId) -> bool {
        self.code.is_plain(pred)
    }

    /// The same for a plain run whose heads alone decide: the first clause is looked at last, so that its head need not
    /// be unified a second time.
    fn call_plain(&mut self, pred: PredId, args: Addr, next: u32, depth: u32) -> Result<u32, Stop> {
        let arity = self.program.pred(pred).map_or(0, |p| p.arity);
        let value = (arity > 0).then(|| self.cells.value(args));
        let mut candidates: Clauses = self.code.clauses(pred, &self.cells, value).collect();
        let mut fitting = Clauses::new();
        let first = if candidates.is_empty() { None } else { Some(candidates.remove(0)) };
        for clause in candidates.into_iter().rev() {
            let apart = self.cells.apart.len();
            if let Some((_, condition, _)) = self.fit(clause, args)? {
                fitting.push(clause);
                self.cells.undo_all(&condition.mark);
            }
            self.cells.apart.truncate(apart);
        }
        let (chains, left, apart) = (self.chains.len(), self.left.len(), self.cells.apart.len());
        let entered = match first {
            Some(id) => self.fit(id, args)?.map(|(env, condition, _)| (id, env, condition.mark)),
            None => None,
        };
        if entered.is_none() {
            self.cells.apart.truncate(apart);
        }
        fitting.extend(entered.map(|(id, ..)| id));
        fitting.reverse();
        let fitting = self.code.set(pred, &fitting);
        self.event(Event::Matched(Arc::clone(&fitting), false));
        let Some((id, env, mark)) = entered else { return self.enter(&fitting, 0, args, next, depth) };
        let height = self.height();
        self.cells.release(&mark);
        if fitting.len() > 1 {
            // As if the choice had been made before the head was unified.
            let (cells, trail) = mark.height();
            let alternative = Alternative::Matched { clauses: fitting, next: 1, args, depth };
            let guide = self.guide.height();
            let (frames, path) = (0, 0);
            let after = next;
            self.choices.push(Choice {
                alternative,
                after,
                trail,
                cells,
                chains,
                left,
                apart,
                guide,
                frames,
                path,
            });
            self.cells.set_keep(cells);
        }
        self.body(id, env, height, next, depth)
    }

    /// Unifies the head of a clause and posts the constraints that belong to it. The comparisons are those that only
    /// the guide can decide; `None` if the clause does not fit.
    fn fit(&mut self, clause: ClauseId, args: Addr) -> Result<Option<(Addr, Condition, Pairs)>, Stop> {
        let program = self.program;
        let Some(clause) = program.clause(clause) else { return Ok(None) };
        let before = if G::SYMBOLIC { self.apart_by_inputs() } else { 0 };
        self.cells.clash = None;
        let mark = self.cells.mark();
        let env = self.cells.free(clause.vars.len());
        let code = &self.code;
        let first = |term| code.is_first(term);
        for (i, arg) in program.terms.args(clause.head).iter().enumerate() {
            if !self.cells.unify_term(&program.terms, *arg, args + i as Addr, env, &first) {
                self.cells.undo_all(&mark);
                self.meets_no_integer()?;
                return Ok(None);
            }
        }
        let mut condition = Condition { mark, comparisons: Vec::new() };
        let mut pairs = Pairs::new();
        for goal in &clause.constraints {
            match self.constrain(*goal, env, &mut condition, &mut pairs) {
                Ok(true) => {}
                Ok(false) | Err(Stop::Fail) => {
                    self.cells.undo_all(&mark);
                    return Ok(None);
                }
                Err(Stop::Demand(leaf, wanted)) => {
                    self.cells.undo_all(&mark);
                    return Err(Stop::Demand(leaf, wanted));
                }
                Err(stop) => return Err(stop),
            }
        }
        if !self.cells.apart.is_empty() && !self.still_apart() {
            self.cells.undo_all(&mark);
            return Ok(None);
        }
        if G::SYMBOLIC && self.apart_by_inputs() > before {
            self.cells.undo_all(&mark);
            return Err(Stop::Unknown("dif/2 of inputs that a head decides".to_string()));
        }
        Ok(Some((env, condition, pairs)))
    }

    /// The clauses of a predicate that fit, and whether inputs decided it. Where only the last one looked at fits,
    /// whatever the inputs are, its head stays unified.
    fn fitting(&mut self, pred: PredId, args: Addr) -> Result<Fitting, Stop> {
        let arity = self.program.pred(pred).map_or(0, |p| p.arity);
        let value = (arity > 0).then(|| self.cells.value(args));
        let candidates: smallvec::SmallVec<[ClauseId; 8]> =
            self.code.clauses(pred, &self.cells, value).collect();
        let (mut fitting, mut by_inputs) = (Clauses::new(), false);
        self.guide.entering_call(candidates.len());
        let count = candidates.len();
        for (i, clause) in candidates.into_iter().enumerate() {
            let height = self.guide.height();
            let apart = self.cells.apart.len();
            let fitted = loop {
                match self.fit(clause, args) {
                    Err(Stop::Demand(leaf, wanted)) => self.demand_expression(leaf, wanted)?,
                    fitted => break fitted?,
                }
            };
            let Some((env, condition, pairs)) = fitted else {
                self.guide.backtrack_to(height);
                self.cells.apart.truncate(apart);
                continue;
            };
            let mark = condition.mark;
            let decided = if self.cells.depends_since(&mark) || !condition.comparisons.is_empty() {
                by_inputs = true;
                self.guide.decide(&mut self.cells, &condition)
            } else if i + 1 == count && fitting.is_empty() && pairs.is_empty() {
                fitting.push(clause);
                self.guide.entering_call(0);
                return Ok((fitting, by_inputs, Some((env, condition))));
            } else {
                Decided::Yes
            };
            let apart_too = decided != Decided::Yes || pairs.is_empty() || {
                by_inputs = true;
                // What the clause says so far holds on the branch on which the pairs are looked at.
                self.guide.assume(&mut self.cells, &condition);
                self.pairs_stay_apart(&pairs)?
            };
            self.guide.backtrack_to(height);
            self.cells.apart.truncate(apart);
            match decided {
                Decided::Yes => {
                    if apart_too {
                        fitting.push(clause);
                    }
                    self.cells.undo(&mark);
                }
                Decided::No => self.cells.undo_all(&mark),
                Decided::Stop(halt) => return Err(halt.into()),
            }
        }
        self.guide.entering_call(0);
        Ok((fitting, by_inputs, None))
    }

    /// Enters one of the clauses that fit; the others stay a choice.
    pub(super) fn enter(
        &mut self,
        clauses: &Arc<[ClauseId]>,
        which: u32,
        args: Addr,
        after: u32,
        depth: u32,
    ) -> Result<u32, Stop> {
        let Some(&id) = clauses.get(which as usize) else { return Err(Stop::Fail) };
        let height = self.height();
        if (which as usize) + 1 < clauses.len() {
            self.choose(
                Alternative::Matched { clauses: Arc::clone(clauses), next: which + 1, args, depth },
                after,
            );
        }
        let Some((env, condition, pairs)) = self.fit(id, args)? else {
            // It did fit, and nothing has changed since but what inputs are known to be.
            return Err(Stop::Infeasible);
        };
        self.guide.assume(&mut self.cells, &condition);
        if !self.pairs_stay_apart(&pairs)? {
            return Err(Stop::Infeasible);
        }
        self.cells.release(&condition.mark);
        self.body(id, env, height, after, depth)
    }

    fn body(&mut self, id: ClauseId, env: Addr, height: u32, after: u32, depth: u32) -> Result<u32, Stop> {
        let Some(clause) = self.program.clause(id) else { return Err(Stop::Fail) };
        self.event(Event::Enter(id));
        let part = Part::Text { goal: clause.body, env };
        Ok(self.chain(Work::Do { part, cut: height, depth }, after))
    }

    /// Tries the clauses of a predicate after one, in a plain run.
    pub(super) fn clauses(
        &mut self,
        pred: PredId,
        last: Option<ClauseId>,
        args: Addr,
        after: u32,
        depth: u32,
    ) -> Result<u32, Stop> {
        let arity = self.program.pred(pred).map_or(0, |p| p.arity);
        let value = (arity > 0).then(|| self.cells.value(args));
        let height = self.height();
        let mut last = last;
        loop {
            let mut candidates = self.code.clauses(pred, &self.cells, value);
            if let Some(last) = last {
                candidates = candidates.after(last);
            }
            let Some(id) = candidates.next() else { return Err(Stop::Fail) };
            let more = !candidates.is_empty();
            let apart = self.cells.apart.len();
            if more {
                self.choose(Alternative::Clauses { pred, last: id, args, depth }, after);
            }
            if let Some((env, condition, _)) = self.fit(id, args)? {
                if !condition.comparisons.is_empty() {
                    return Err(Stop::Unknown("a constraint needs a store".to_string()));
                }
                self.cells.release(&condition.mark);
                return self.body(id, env, height, after, depth);
            }
            self.cells.apart.truncate(apart);
            if more {
                self.choices.pop();
            }
            last = Some(id);
        }
    }
}
