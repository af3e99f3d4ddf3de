//! One step of a run, and going back to the last choice.

use super::cells::Addr;
use super::guide::Guide;
use super::{Alternative, Chain, Choice, Event, Machine, Part, Stop, Work};

impl<G: Guide> Machine<'_, G> {
    pub(super) fn chain(&mut self, work: Work, next: u32) -> u32 {
        self.chains.push(Chain { work, next });
        (self.chains.len() - 1) as u32
    }

    pub(super) fn height(&self) -> u32 {
        self.choices.len() as u32
    }

    pub(super) fn choose(&mut self, alternative: Alternative, after: u32) {
        self.choices.push(Choice {
            alternative,
            after,
            trail: self.cells.trail_len(),
            cells: self.cells.heap_len(),
            chains: self.chains.len(),
            left: self.left.len(),
            apart: self.cells.apart.len(),
            guide: self.guide.height(),
            frames: self.moded.frames.len() as u32,
            path: self.moded.path_length(),
        });
        self.cells.keep_all();
    }

    /// Cells younger than the last choice need no trail.
    pub(super) fn cut_to(&mut self, height: u32) {
        self.choices.truncate(height as usize);
    }

    /// Brings back the state of the last choice, which stays where it is.
    pub(super) fn restore(&mut self) {
        let Some(choice) = self.choices.last() else { return };
        let (chains, left, apart, guide) = (choice.chains, choice.left, choice.apart, choice.guide);
        self.moded.frames.truncate(choice.frames as usize);
        self.cells.undo_to(choice.trail, choice.cells);
        self.cells.set_keep(choice.cells);
        self.cells.clear_guards();
        self.chains.truncate(chains);
        self.cells.apart.truncate(apart);
        self.guide.backtrack_to(guide);
        if self.left.len() > left {
            for again in self.left.split_off(left) {
                for choice in &mut self.choices {
                    if let Alternative::Catch { number, active, .. } = &mut choice.alternative
                        && *number == again
                    {
                        *active = true;
                    }
                }
            }
        }
    }

    /// Goes on with the last choice; `None` if there is none.
    pub(super) fn backtrack(&mut self) -> Result<Option<u32>, Stop> {
        self.event(Event::Backtrack);
        loop {
            self.restore();
            let Some(choice) = self.choices.pop() else {
                self.moded.fails();
                return Ok(None);
            };
            let after = choice.after;
            let went = match choice.alternative {
                Alternative::Do(work) | Alternative::Else { work, .. } => Ok(self.chain(work, after)),
                Alternative::Clauses { pred, last, args, depth } => {
                    self.clauses(pred, Some(last), args, after, depth)
                }
                Alternative::Matched { clauses, next, args, depth } => {
                    self.enter(&clauses, next, args, after, depth)
                }
                Alternative::Between { var, next, last } => self.between(var, next, last, after),
                Alternative::Length { end, count, known, next } => {
                    self.longer(end, count, known, next, after)
                }
                Alternative::Arg { number, first, count, next, value } => {
                    self.args(number, first, count, next, value, after)
                }
                Alternative::Label { var, rest, last } => self.label(var, rest, Some(last), after),
                Alternative::Concat { text, next, left, right } => self.split(text, next, left, right, after),
                Alternative::Findall { list, found } => {
                    let elements: Vec<Addr> = found.iter().map(|term| self.cells.thaw(term)).collect();
                    let nil = self.cells.atom(crate::Atom::NIL);
                    let found = self.cells.list(&elements, nil);
                    self.equal(list, found).map(|()| after)
                }
                Alternative::Failing(pred, goal) => {
                    self.port(Event::Fail(pred));
                    if let Some(goal) = goal {
                        self.port(Event::Failure(goal));
                    }
                    continue;
                }
                Alternative::Back(pred) => {
                    self.port(Event::Redo(pred));
                    continue;
                }
                Alternative::Arms(arms) => self.next_arm(arms, choice.path, after),
                // The last trace of what failed goes on.
                Alternative::Otherwise(work) => Ok(self.chain(work, after)),
                Alternative::Exhausted(label) => {
                    self.moded.exhaust(label);
                    continue;
                }
                Alternative::Solutions { list, found } => {
                    self.all_found(list, &found);
                    Ok(after)
                }
                Alternative::Fold { result, so_far } => {
                    self.all_folded(result, &so_far);
                    Ok(after)
                }
                Alternative::Try { results, result, world } => {
                    self.caught(results, result, world, None);
                    Ok(after)
                }
                Alternative::Catch { .. } | Alternative::Nothing => continue,
            };
            match went {
                Ok(at) => return Ok(Some(at)),
                Err(Stop::Fail) => {}
                Err(Stop::Throw(ball)) => {
                    self.pending = Some(ball);
                    return Ok(Some(self.chain(Work::Raise, 0)));
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Does what comes next.
    pub(super) fn step(&mut self, at: u32) -> Result<u32, Stop> {
        let Some(Chain { work, next }) = self.chains.get(at as usize).copied() else {
            return Err(Stop::Fail);
        };
        match work {
            Work::Do { part: Part::Text { goal, env }, cut, depth } => self.goal(goal, env, cut, depth, next),
            Work::Do { part: Part::Term(goal), cut, depth } => {
                // A goal is looked at as a whole before any of it is done.
                if !self.is_body(goal) {
                    return Err(Stop::Throw(self.type_error("callable", goal)));
                }
                self.term(goal, cut, depth, next)
            }
            Work::Rest { goal, from, env, cut, depth } => self.conjunct(goal, from, env, cut, depth, next),
            Work::CutTo(height) => {
                self.cut_to(height);
                Ok(next)
            }
            Work::Drop(number) => {
                for choice in self.choices.iter_mut().rev() {
                    if matches!(&choice.alternative, Alternative::Else { number: n, .. } if *n == number) {
                        choice.alternative = Alternative::Nothing;
                        break;
                    }
                }
                Ok(next)
            }
            Work::True => Ok(next),
            Work::Fail => Err(Stop::Fail),
            Work::Not(part, depth) => self.not(part, depth, next),
            Work::Collect { height, template } => {
                self.settle_copied(template)?;
                let term = self.cells.freeze(template);
                if let Some(Choice { alternative: Alternative::Findall { found, .. }, .. }) =
                    self.choices.get_mut(height as usize)
                {
                    found.push(term);
                }
                Err(Stop::Fail)
            }
            Work::Leave(number) => {
                self.leave(number);
                Ok(next)
            }
            Work::Exit(pred, height, goal) => {
                self.port(Event::Exit(pred));
                if let Some(goal) = goal {
                    self.port(Event::Success(goal));
                }
                if self.height() > height {
                    self.choose(Alternative::Back(pred), 0);
                }
                Ok(next)
            }
            Work::Label(list) => self.label_list(list, next),
            Work::Block { block, goal, env, depth } => self.block(at, block, goal, env, depth, next),
            Work::Returned(height) => {
                self.returned(height);
                Ok(next)
            }
            Work::Holds(height) => {
                self.holds(height);
                Ok(next)
            }
            Work::Start(proc) => self.started(proc, next),
            Work::Found { height, at } => Err(self.found(height, at)),
            Work::Fold { height, at, depth, more } => self.fold(height, at, depth, more, next),
            Work::Folded { height, at, more } => self.folded(height, at, more).map(|()| next),
            Work::Tried { height, at, results, result } => {
                self.tried(height, at, results, result);
                Ok(next)
            }
            Work::Raise => match self.pending.take() {
                Some(ball) => Err(Stop::Throw(ball)),
                None => Err(Stop::Fail),
            },
        }
    }

    pub(super) fn leave(&mut self, wanted: u32) {
        let top = self.choices.len();
        for (i, choice) in self.choices.iter_mut().enumerate() {
            if let Alternative::Catch { number, active, .. } = &mut choice.alternative
                && *number == wanted
            {
                *active = false;
                if i + 1 == top {
                    self.choices.pop();
                } else {
                    self.left.push(wanted);
                }
                return;
            }
        }
    }
}
