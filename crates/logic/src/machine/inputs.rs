//! Conditions on the inputs of a run: what the machine asks its guide.

use super::cells::{Addr, Cell, Kinds, Mark};
use super::guide::{Condition, Decided, Guide};
use super::{Event, Machine, Stop};

/// What it takes to make two terms the same.
enum Same {
    /// Nothing.
    Always,
    /// It cannot be done.
    Never,
    /// Ground inputs decide.
    Inputs,
    /// Free inputs decide.
    FreeInputs,
    /// Variables of the run have to get values.
    Variables,
}

impl<G: Guide> Machine<'_, G> {
    /// Makes two terms the same where the run stands; the guide is asked where inputs decide.
    pub(crate) fn equal(&mut self, left: Addr, right: Addr) -> Result<(), Stop> {
        if !G::SYMBOLIC && self.cells.apart.is_empty() {
            return if self.cells.unify(left, right) { Ok(()) } else { Err(Stop::Fail) };
        }
        self.cells.clash = None;
        let mark = self.cells.mark();
        if !self.cells.unify(left, right) {
            self.cells.undo_all(&mark);
            self.meets_no_integer()?;
            return Err(Stop::Fail);
        }
        if !self.still_apart() {
            self.cells.undo_all(&mark);
            return Err(Stop::Fail);
        }
        if !self.settle(Condition { mark, comparisons: Vec::new() })? {
            return Err(Stop::Fail);
        }
        self.decide_apart()
    }

    /// Pairs that must stay different and that ground inputs decide by now: the guide is asked.
    pub(crate) fn decide_apart(&mut self) -> Result<(), Stop> {
        if !G::SYMBOLIC {
            return Ok(());
        }
        for i in 0..self.cells.apart.len() {
            let (a, b) = self.cells.apart[i];
            self.all_bound(&[a, b], "dif/2")?;
            let mark = self.cells.mark();
            match self.try_same(a, b, &mark) {
                Same::Inputs => {
                    if self.settle(Condition { mark, comparisons: Vec::new() })? {
                        return Err(Stop::Fail);
                    }
                }
                Same::FreeInputs => {
                    self.cells.undo_all(&mark);
                    return Err(Stop::Unknown("dif/2 of inputs that are not known".to_string()));
                }
                Same::Always | Same::Never | Same::Variables => self.cells.undo_all(&mark),
            }
        }
        Ok(())
    }

    /// Makes two terms the same and tells what that took.
    fn try_same(&mut self, a: Addr, b: Addr, mark: &Mark) -> Same {
        let trail = self.cells.trail_len();
        if !self.cells.unify(a, b) {
            return Same::Never;
        }
        if self.cells.opened_since(mark) {
            Same::FreeInputs
        } else if self.cells.bound_since(trail) {
            Same::Variables
        } else if self.cells.depends_since(mark) {
            Same::Inputs
        } else {
            Same::Always
        }
    }

    /// How many of the pairs that must stay different depend on inputs alone.
    pub(crate) fn apart_by_inputs(&mut self) -> usize {
        let mut count = 0;
        for i in 0..self.cells.apart.len() {
            let (a, b) = self.cells.apart[i];
            let mark = self.cells.mark();
            let same = self.try_same(a, b, &mark);
            self.cells.undo_all(&mark);
            count += usize::from(matches!(same, Same::Inputs | Same::FreeInputs));
        }
        count
    }

    /// Asks the guide about a condition that is in the cells; if it is not to hold, undoes it.
    pub(crate) fn settle(&mut self, condition: Condition) -> Result<bool, Stop> {
        let mark = condition.mark;
        if !self.cells.depends_since(&mark) && condition.comparisons.is_empty() {
            // What is new stays; the trail has to know of it as before.
            self.cells.release(&mark);
            return Ok(true);
        }
        let held = match self.guide.decide(&mut self.cells, &condition) {
            Decided::Yes => true,
            Decided::No => false,
            Decided::Stop(halt) => return Err(halt.into()),
        };
        self.event(Event::Test(self.at, held));
        if held {
            self.guide.assume(&mut self.cells, &condition);
            self.cells.release(&mark);
        } else {
            self.cells.undo_all(&mark);
        }
        Ok(held)
    }

    /// Whether all pairs that must stay different still can. Pairs that inputs decide are left to the guide.
    pub(crate) fn still_apart(&mut self) -> bool {
        for i in 0..self.cells.apart.len() {
            let (a, b) = self.cells.apart[i];
            let mark = self.cells.mark();
            let trail = self.cells.trail_len();
            let same = self.cells.unify(a, b);
            let bound = self.cells.trail_len() > trail || self.cells.depends_since(&mark);
            self.cells.undo_all(&mark);
            if same && !bound {
                return false;
            }
        }
        true
    }

    /// Notes that a goal wanted to know more of the free inputs than unification tells.
    pub(crate) fn ask_open_inputs(&mut self) {
        if !G::SYMBOLIC {
            return;
        }
        for root in 0..(self.vars as Addr).min(64) {
            let open = |var: &Addr| self.cells.get(*var) == Cell::Open;
            if self.cells.variables(self.env + root).iter().any(open) {
                self.asked |= 1 << root;
            }
        }
    }

    /// Pairs of trees that a clause keeps apart, with the clause's head in the cells: false if one of them is the same, which
    /// the guide decides where that depends on inputs.
    pub(crate) fn pairs_stay_apart(&mut self, pairs: &[(Addr, Addr)]) -> Result<bool, Stop> {
        for (left, right) in pairs {
            self.all_bound(&[*left, *right], "dif/2")?;
            let mark = self.cells.mark();
            let trail = self.cells.trail_len();
            let same = self.cells.unify(*left, *right);
            let bound = self.cells.bound_since(trail);
            if !same {
                self.cells.undo_all(&mark);
                continue;
            }
            if self.cells.depends_since(&mark) && !self.cells.opened_since(&mark) {
                match self.guide.decide(&mut self.cells, &Condition { mark, comparisons: Vec::new() }) {
                    Decided::Yes => self.cells.undo(&mark),
                    Decided::No => {
                        self.cells.undo_all(&mark);
                        continue;
                    }
                    Decided::Stop(halt) => return Err(halt.into()),
                }
                if !bound {
                    return Ok(false);
                }
                self.cells.apart.push((*left, *right));
                continue;
            }
            self.cells.undo_all(&mark);
            if !self.keep_apart(*left, *right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Decides whether an unknown input has one of these kinds.
    pub(crate) fn is_kind(&mut self, leaf: Addr, kinds: Kinds) -> Result<bool, Stop> {
        let (leaf, cell) = self.cells.end(leaf);
        let Cell::Unknown(known) = cell else { return Ok(false) };
        let (inside, outside) = (known.and(kinds), known.without(kinds));
        if inside.is_empty() || outside.is_empty() {
            return Ok(!inside.is_empty());
        }
        // The empty list is the only kind with a single value, which may be ruled out already; so it is asked for itself.
        let turned = outside == Kinds::NIL;
        let (asked, rest) = if turned { (outside, inside) } else { (inside, outside) };
        let mark = self.cells.mark();
        self.cells.set_input(leaf, asked.cell());
        let held = self.settle(Condition { mark, comparisons: Vec::new() })?;
        if !held {
            self.cells.set_input(leaf, rest.cell());
        }
        if turned && let Some(Event::Test(_, shown)) = self.trace.last_mut() {
            *shown = !held;
        }
        Ok(held != turned)
    }
}
