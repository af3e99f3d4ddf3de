//! Disjunctions, and going back to what was left open.

use super::Watching;
use super::code::Op;
use super::run::{Start, Went};
use crate::machine::cells::Cell;
use crate::machine::guide::Guide;
use crate::machine::{Alternative, Choice, Machine, Stop};
use crate::moded::Results;

/// Arms of a disjunction that are still to be tried, from one on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arms {
    pub block: u32,
    pub goal: u32,
    pub arm: u32,
    pub env: u32,
    pub depth: u32,
}

impl<G: Guide> Machine<'_, G> {
    /// Enters an arm of a disjunction; those after it stay a choice.
    pub(super) fn arms(
        &mut self,
        block: u32,
        goal: u32,
        arm: u32,
        env: u32,
        depth: u32,
        next: u32,
    ) -> Result<Went, Stop> {
        let code = std::rc::Rc::clone(&self.moded.code);
        let op = code.blocks.get(block as usize).and_then(|block| block.ops.get(goal as usize));
        let arms = match op {
            Some(Op::Disj(arms) | Op::Switch(_, _, arms)) => arms,
            _ => return Err(Stop::Fail),
        };
        let Some(entered) = arms.get(arm as usize) else { return Err(Stop::Fail) };
        if (arm as usize) + 1 < arms.len() {
            self.choose(Alternative::Arms(Arms { block, goal, arm: arm + 1, env, depth }), next);
        }
        Ok(Went::Enter(Start { block: *entered, goal: 0, env, depth, next }))
    }

    /// Goes back to arms that were left open.
    pub(in crate::machine) fn next_arm(&mut self, arms: Arms, path: usize, after: u32) -> Result<u32, Stop> {
        let of = self.moded.code.blocks.get(arms.block as usize);
        let labelled = of.is_some_and(|of| of.labelled);
        self.moded.go_back(path, labelled);
        match self.arms(arms.block, arms.goal, arms.arm, arms.env, arms.depth, after)? {
            Went::Enter(Start { block, goal, env, depth, next }) => {
                Ok(self.chain(crate::machine::Work::Block { block, goal, env, depth }, next))
            }
            Went::On | Went::Next(_) => Ok(after),
        }
    }

    /// A condition holds.
    pub(in crate::machine) fn holds(&mut self, height: u32) {
        if self.height() == height + 1 {
            self.cut_to(height);
        } else if let Some(choice) = self.choices.get_mut(height as usize) {
            choice.alternative = Alternative::Nothing;
        }
    }

    /// A goal with several solutions has succeeded. If it has no choices left, it will not be tried again.
    pub(in crate::machine) fn returned(&mut self, height: u32) {
        let is_over = |choice: &Choice| matches!(choice.alternative, Alternative::Nothing);
        while self.height() > height + 1 && self.choices.last().is_some_and(is_over) {
            self.choices.pop();
        }
        if self.height() == height + 1 {
            self.choices.pop();
        }
    }

    /// A closure has another solution.
    pub(in crate::machine) fn found(&mut self, height: u32, at: u32) -> Stop {
        let value = self.moded.frames.get(at as usize).copied().unwrap_or(Cell::Free);
        let addr = self.cells.push(value);
        let frozen = self.cells.freeze(addr);
        if let Some(Choice { alternative: Alternative::Solutions { found, .. }, .. }) =
            self.choices.get_mut(height as usize)
        {
            found.push(frozen);
        }
        self.moded.answered = true;
        Stop::Fail
    }

    /// A closure has no further solution.
    pub(in crate::machine) fn all_found(
        &mut self,
        list: Option<u32>,
        found: &[crate::machine::cells::Frozen],
    ) {
        self.moded.answered = false;
        let mut values = Vec::with_capacity(found.len());
        for term in found {
            let addr = self.cells.thaw(term);
            values.push(self.cells.value(addr));
        }
        let made = crate::moded::list(&mut self.cells, &values);
        if let Some(at) = list {
            self.fill_at(at, made);
        }
    }

    /// A closure whose solutions are folded has another one: the closure that folds is called with it.
    pub(in crate::machine) fn fold(
        &mut self,
        height: u32,
        at: u32,
        depth: u32,
        more: Option<crate::Atom>,
        next: u32,
    ) -> Result<u32, Stop> {
        let code = std::rc::Rc::clone(&self.moded.code);
        let (solution, closure) = (self.slot(at, 0), self.slot(at, 3));
        let so_far = match self.choices.get(height as usize).map(|choice| &choice.alternative) {
            Some(Alternative::Fold { so_far, .. }) => so_far.clone(),
            _ => return Err(Stop::Unknown("a fold that is not there".to_string())),
        };
        let so_far = self.cells.thaw(&so_far);
        let so_far = self.part(so_far);
        let done = self.chain(crate::machine::Work::Folded { height, at, more }, next);
        let mut given: smallvec::SmallVec<[Cell; 4]> = smallvec::smallvec![solution];
        given.extend(more.map(|_| Cell::Slot(at + 1)));
        given.extend([so_far, Cell::Slot(at + 2)]);
        let went = match self.moded.watching {
            Watching::Nothing => self.call_closure::<false>(&code, closure, &given, at, depth, done)?,
            Watching::Counts | Watching::Traces | Watching::Sequence => {
                self.call_closure::<true>(&code, closure, &given, at, depth, done)?
            }
        };
        Ok(match went {
            Went::Enter(Start { block, goal, env, depth, next }) => {
                self.chain(crate::machine::Work::Block { block, goal, env, depth }, next)
            }
            Went::Next(next) => next,
            Went::On => done,
        })
    }

    /// The closure that folds is done: the next solution is asked for, or what is accumulated is the result.
    pub(in crate::machine) fn folded(
        &mut self,
        height: u32,
        at: u32,
        more: Option<crate::Atom>,
    ) -> Result<(), Stop> {
        let (goes_on, new) = (self.slot(at, 1), self.slot(at, 2));
        let goes_on = match (goes_on, more) {
            (_, None) => true,
            (Cell::Ref(_), Some(more)) if G::SYMBOLIC => self.is_constant(goes_on, Cell::Atom(more))?,
            (known, Some(more)) => known == Cell::Atom(more),
        };
        let Some(Choice { alternative: Alternative::Fold { result, .. }, .. }) =
            self.choices.get(height as usize)
        else {
            return Err(Stop::Unknown("a fold that is not there".to_string()));
        };
        let result = *result;
        if !goes_on {
            self.cut_to(height);
            if let Some(place) = result {
                self.fill_at(place, new);
            }
            return Ok(());
        }
        let addr = self.cells.push(new);
        let frozen = self.cells.freeze(addr);
        if let Some(Choice { alternative: Alternative::Fold { so_far, .. }, .. }) =
            self.choices.get_mut(height as usize)
        {
            *so_far = frozen;
        }
        self.moded.answered = true;
        Err(Stop::Fail)
    }

    /// All solutions of a closure are folded.
    pub(in crate::machine) fn all_folded(
        &mut self,
        result: Option<u32>,
        so_far: &crate::machine::cells::Frozen,
    ) {
        self.moded.answered = false;
        let addr = self.cells.thaw(so_far);
        let value = self.part(addr);
        if let Some(place) = result {
            self.fill_at(place, value);
        }
    }

    /// A closure that was tried has a solution.
    pub(in crate::machine) fn tried(&mut self, height: u32, at: u32, results: Results, result: Option<u32>) {
        self.cut_to(height);
        let value = self.moded.frames.get(at as usize).copied().unwrap_or(Cell::Free);
        let made = crate::moded::compound(&mut self.cells, results.succeeded, &[value]);
        if let Some(at) = result {
            self.fill_at(at, made);
        }
    }

    /// A closure that was tried fails, or throws this.
    pub(in crate::machine) fn caught(
        &mut self,
        results: Results,
        result: Option<u32>,
        world: Option<u32>,
        ball: Option<Cell>,
    ) {
        let made = match ball {
            Some(ball) => crate::moded::compound(&mut self.cells, results.exception, &[ball]),
            None => Cell::Atom(results.failed),
        };
        if let Some(at) = result {
            self.fill_at(at, made);
        }
        if let Some(at) = world {
            self.fill_at(at, Cell::Int(0));
        }
    }
}
