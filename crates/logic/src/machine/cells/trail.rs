//! Marks, and going back to them: what was bound since, what became known of inputs since.

use super::{Addr, Cell, Cells, INPUT, Mark};

impl Cells {
    /// A state to go back to.
    pub fn mark(&mut self) -> Mark {
        let mark = Mark {
            trail: self.trail.len(),
            heap: self.heap.len(),
            keep: self.keep,
            log: self.log.len(),
            inputs: self.inputs.len(),
            guards: self.guards.len(),
            opened: self.opened,
        };
        self.keep = self.heap.len() as Addr;
        mark
    }

    /// Everything younger than now is on the trail when it changes.
    pub(crate) fn keep_all(&mut self) {
        self.keep = self.heap.len() as Addr;
    }

    /// Undoes what was done to the heap since a mark. What was found out about inputs stays.
    pub fn undo(&mut self, mark: &Mark) {
        self.undo_to(mark.trail, mark.heap);
        self.guards.truncate(mark.guards);
        self.opened = mark.opened;
        self.keep = mark.keep;
    }

    /// Keeps what was done since a mark. The cells that are younger than the mark may be changed without a trail again
    /// only as far as they could be before.
    pub fn release(&mut self, mark: &Mark) {
        self.keep = mark.keep;
        self.guards.truncate(mark.guards);
    }

    /// Undoes everything since a mark.
    pub fn undo_all(&mut self, mark: &Mark) {
        self.undo(mark);
        while self.log.len() > mark.log {
            if let Some((addr, old)) = self.log.pop()
                && let Some(cell) = self.inputs.get_mut((addr & !INPUT) as usize)
            {
                *cell = old;
            }
        }
        self.inputs.truncate(mark.inputs);
    }

    pub(crate) fn undo_to(&mut self, trail: usize, heap: usize) {
        while self.trail.len() > trail {
            if let Some((addr, old)) = self.trail.pop()
                && let Some(cell) = self.heap.get_mut(addr as usize)
            {
                *cell = old;
            }
        }
        self.heap.truncate(heap);
    }

    pub(crate) fn trail_len(&self) -> usize {
        self.trail.len()
    }

    /// Whether a variable got a value since the trail had this length. Numbers of the guide that were made the same are
    /// on the trail too.
    pub(crate) fn bound_since(&self, trail: usize) -> bool {
        let since = self.trail.get(trail..).unwrap_or(&[]);
        since.iter().any(|(_, old)| matches!(old, Cell::Free | Cell::Open))
    }

    pub(crate) fn set_keep(&mut self, keep: usize) {
        self.keep = keep as Addr;
    }

    // ---- what happened since a mark

    /// The inputs that were changed since a mark, in order, with what they were before.
    pub fn changed_inputs(&self, mark: &Mark) -> &[(Addr, Cell)] {
        self.log.get(mark.log..).unwrap_or(&[])
    }

    /// The first input that is younger than a mark.
    pub fn first_new_input(&self, mark: &Mark) -> Addr {
        mark.inputs as Addr | INPUT
    }

    /// Integers that were taken for the same since a mark.
    pub fn guards_since(&self, mark: &Mark) -> &[(Cell, Cell)] {
        self.guards.get(mark.guards..).unwrap_or(&[])
    }

    /// Shows the inputs as they were before a mark, until [`Cells::look_again`].
    pub fn look_back(&mut self, mark: &Mark) {
        let from = mark.log.min(self.log.len());
        for (addr, old) in self.log[from..].iter_mut().rev() {
            if let Some(cell) = self.inputs.get_mut((*addr & !INPUT) as usize) {
                std::mem::swap(cell, old);
            }
        }
    }

    /// Shows the inputs as they are.
    pub fn look_again(&mut self, mark: &Mark) {
        let from = mark.log.min(self.log.len());
        for (addr, new) in &mut self.log[from..] {
            if let Some(cell) = self.inputs.get_mut((*addr & !INPUT) as usize) {
                std::mem::swap(cell, new);
            }
        }
    }

    /// Whether a free input got a value since a mark.
    pub fn opened_since(&self, mark: &Mark) -> bool {
        self.opened > mark.opened
    }

    /// Whether anything that only inputs decide happened since a mark.
    pub fn depends_since(&self, mark: &Mark) -> bool {
        self.log.len() > mark.log || self.guards.len() > mark.guards || self.opened > mark.opened
    }

    pub(crate) fn clear_guards(&mut self) {
        self.guards.clear();
    }

    // ---- binding
}
