//! Which definitions reach which uses, and by which ways.

use super::probe::Probe;
use super::record::Mark;
use super::tables::PREDICATE;
use crate::flow::NONE;
use imperative::machine::ObjectId;

/// Where the definition of a value is kept.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    Var(usize),
    Heap(usize),
}

impl<const ATOMS: bool, const FLOW: bool, const WAYS: bool> Probe<'_, ATOMS, FLOW, WAYS> {
    /// The uses at a point begin.
    #[inline]
    pub(super) fn at(&mut self, index: u32) {
        let at = (self.record.now.points + index) as usize;
        let (from, to) = self.tables.use_at.get(at).copied().unwrap_or((0, 0));
        self.record.cursor = from as usize;
        self.record.end = to as usize;
    }

    /// Where the first pairs of the definitions at the current point begin.
    #[inline]
    pub(super) fn bases(&self, index: u32) -> Option<usize> {
        let at = *self.tables.def_at.get((self.record.now.points + index) as usize)?;
        (at != NONE).then_some(at as usize)
    }

    pub(super) fn base(&self, at: Option<usize>, plus: usize) -> u32 {
        at.and_then(|at| self.tables.bases.get(at + plus)).copied().unwrap_or(NONE)
    }

    pub(super) fn mark(&self) -> Mark {
        let now = &self.record.now;
        Mark { activation: now.number, at: now.way.length, before: now.way.before }
    }

    #[inline]
    pub(super) fn write(&mut self, object: ObjectId, offset: usize, base: u32) {
        let Some((slots, _)) = self.record.objects.get(object.index()).copied() else { return };
        let at = slots + offset;
        let mark = if WAYS { self.mark() } else { Mark::default() };
        let r = &mut self.record;
        if let Some(slot) = r.slots.get_mut(at) {
            if *slot == NONE && at < r.new_slots {
                r.written.push(at);
            }
            *slot = base;
        }
        if WAYS && let Some(place) = r.slot_marks.get_mut(at) {
            *place = mark;
        }
    }

    /// A value of this kind is used here.
    #[inline]
    pub(super) fn use_of(&mut self, kind: u32, slot: Slot) {
        let base = match slot {
            Slot::Var(at) => self.record.vars.get(at),
            Slot::Heap(at) => self.record.slots.get(at),
        };
        let Some(base) = base.copied().filter(|base| *base != NONE) else { return };
        // Uses come in the order of the list, though not all of them do. So it is nearly always the next one.
        let (from, end) = (self.record.cursor, self.record.end);
        let rest = self.tables.uses.get(from..end).unwrap_or(&[]);
        let Some(passed) = rest.iter().position(|u| u.kind == kind) else { return };
        let Some(here) = rest.get(passed) else { return };
        self.record.cursor = from + passed + 1;
        self.reach(base, here.column, slot);
    }

    /// A definition reaches the use with this column.
    #[inline]
    pub(super) fn reach(&mut self, base: u32, column: u32, slot: Slot) {
        let pair = base + (column & !PREDICATE);
        if column & PREDICATE != 0 {
            // Whether something is new here depends on the data, so asking would cost more than doing it again.
            if WAYS
                && let Some(mark) = self.origin(slot)
                && self.unseen(pair)
            {
                self.keep_print(pair, mark);
            }
            let r = &mut self.record;
            if let Some(place) = r.pending.get_mut(r.waiting) {
                *place = pair;
                r.waiting += 1;
            }
        } else {
            self.record.pairs.set(pair);
            if WAYS
                && let Some(mark) = self.origin(slot)
                && self.unseen(pair)
            {
                self.find_way(pair, mark);
            }
        }
    }

    // These are apart so that the way through the common case is short.

    #[inline(never)]
    fn keep_print(&mut self, pair: u32, mark: Mark) {
        if let Some(print) = self.print(mark) {
            self.record.pending_ways.push((pair, print));
        }
    }

    #[inline(never)]
    fn find_way(&mut self, pair: u32, mark: Mark) {
        if let Some(print) = self.print(mark) {
            self.way(pair, print, pair);
        }
    }

    /// Whether a use has ways that are not seen yet; of a condition, those of both outcomes.
    pub(super) fn unseen(&self, pair: u32) -> bool {
        self.record.unseen.get(pair as usize).is_some_and(|n| *n > 0)
    }

    /// Where a value was defined, if a cycle-free way of this activation leads from there to here.
    #[inline]
    fn origin(&self, slot: Slot) -> Option<Mark> {
        let mark = match slot {
            Slot::Var(at) => self.record.var_marks.get(at)?,
            Slot::Heap(at) => self.record.slot_marks.get(at)?,
        };
        let now = &self.record.now;
        let is_cycle_free = mark.at >= now.way.simple_from || mark.at == now.way.cycle_from;
        (is_cycle_free && mark.activation == now.number).then_some(*mark)
    }

    /// The fingerprint of the way from a definition to here.
    fn print(&self, mark: Mark) -> Option<u64> {
        let way = &self.record.now.way;
        // Where the count of blocks has come to its end, nothing is known of ways any more.
        let blocks = way.length.checked_add(1)?.wrapping_sub(mark.at);
        let power = self.tables.powers.get(blocks as usize)?;
        Some(way.print.wrapping_sub(mark.before.wrapping_mul(*power)))
    }

    #[inline]
    pub(super) fn way(&mut self, pair: u32, print: u64, counter: u32) {
        let at = pair as usize;
        let range = match (self.tables.way_at.get(at), self.tables.way_at.get(at + 1)) {
            (Some(from), Some(to)) => self.tables.ways.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[],
        };
        let found = match range {
            [] => return,
            [only] => (only.0 == print).then_some(only.1),
            _ => range.binary_search_by_key(&print, |w| w.0).ok().and_then(|i| range.get(i)).map(|w| w.1),
        };
        if let Some(number) = found
            && !self.record.ways.get(number)
        {
            self.record.ways.set(number);
            if let Some(unseen) = self.record.unseen.get_mut(counter as usize) {
                *unseen = unseen.saturating_sub(1);
            }
        }
    }

    /// The condition whose uses are pending came out.
    pub(super) fn decided_uses(&mut self, outcome: bool) {
        let r = &mut self.record;
        for pair in r.pending.iter().take(r.waiting) {
            r.pairs.set(pair + u32::from(outcome));
        }
        if WAYS {
            while let Some((pair, print)) = self.record.pending_ways.pop() {
                self.way(pair + u32::from(outcome), print, pair);
            }
        }
    }
}
