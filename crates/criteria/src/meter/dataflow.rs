//! Which definitions reach which uses, and by which ways.

use super::probe::Probe;
use super::record::{Marked, block_number};
use super::tables::PREDICATE;
use crate::flow::NONE;
use imperative::VarId;
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

    /// A definition that is made here.
    #[inline]
    pub(super) fn marked(&self, base: u32) -> Marked {
        let way = &self.record.now.way;
        Marked { base, place: way.now, before: way.before }
    }

    /// A variable of the current activation has this definition.
    #[inline]
    pub(super) fn define(&mut self, var: VarId, base: u32) {
        let marked = self.marked(base);
        let r = &mut self.record;
        let slot = r.now.vars + var.index();
        if WAYS {
            if let Some(place) = r.marked_vars.get_mut(slot) {
                *place = marked;
            }
        } else if let Some(place) = r.vars.get_mut(slot) {
            *place = base;
        }
    }

    #[inline]
    pub(super) fn write(&mut self, object: ObjectId, offset: usize, base: u32) {
        let Some((slots, _)) = self.record.objects.get(object.index()).copied() else { return };
        let at = slots + offset;
        let marked = self.marked(base);
        let r = &mut self.record;
        let before = if WAYS {
            r.marked_slots.get_mut(at).map(|slot| std::mem::replace(slot, marked).base)
        } else {
            r.slots.get_mut(at).map(|slot| std::mem::replace(slot, base))
        };
        if before == Some(NONE) && at < r.new_slots {
            r.written.push(at);
        }
    }

    /// How many values on the heap are known.
    pub(super) fn slot_count(&self) -> usize {
        if WAYS { self.record.marked_slots.len() } else { self.record.slots.len() }
    }

    /// Where the pairs of the definition begin that a value on the heap has.
    pub(super) fn slot_base(&self, at: usize) -> Option<u32> {
        let r = &self.record;
        if WAYS { r.marked_slots.get(at).map(|m| m.base) } else { r.slots.get(at).copied() }
    }

    /// Adds `count` values on the heap that have this definition.
    pub(super) fn add_slots(&mut self, count: usize, base: u32) {
        let (to, marked) = (self.slot_count() + count, self.marked(base));
        if WAYS {
            self.record.marked_slots.resize(to, marked);
        } else {
            self.record.slots.resize(to, base);
        }
    }

    /// Where the pairs of a value's definition begin, and its place; the latter only where ways are asked for.
    #[inline]
    fn definition(&self, slot: Slot) -> Option<(u32, u64)> {
        let r = &self.record;
        let (base, place) = if WAYS {
            let marked = self.marked_at(slot)?;
            (marked.base, marked.place)
        } else {
            match slot {
                Slot::Var(at) => (*r.vars.get(at)?, 0),
                Slot::Heap(at) => (*r.slots.get(at)?, 0),
            }
        };
        (base != NONE).then_some((base, place))
    }

    #[inline]
    fn marked_at(&self, slot: Slot) -> Option<&Marked> {
        match slot {
            Slot::Var(at) => self.record.marked_vars.get(at),
            Slot::Heap(at) => self.record.marked_slots.get(at),
        }
    }

    // Not inlined: evaluation is faster if it stays small.
    #[inline(never)]
    pub(super) fn variable_used(&mut self, var: VarId) {
        let now = &self.record.now;
        self.use_of(now.first.var + var.0, Slot::Var(now.vars + var.index()));
    }

    /// A value of an object is used: which one, and which of the kinds that the object's values have.
    #[inline(never)]
    pub(super) fn slot_used(&mut self, object: ObjectId, at: u32, kind: u32) {
        if let Some((slots, first)) = self.record.objects.get(object.index()).copied() {
            self.use_of(first.wrapping_add(kind), Slot::Heap(slots + at as usize));
        }
    }

    /// A value of this kind is used here.
    #[inline(always)]
    fn use_of(&mut self, kind: u32, slot: Slot) {
        let Some((base, place)) = self.definition(slot) else { return };
        // Uses come in the order of the list, though not all of them do. So it is nearly always the next one.
        let (from, end) = (self.record.cursor, self.record.end);
        let rest = self.tables.uses.get(from..end).unwrap_or(&[]);
        let Some(passed) = rest.iter().position(|u| u.kind == kind) else { return };
        let Some(here) = rest.get(passed) else { return };
        self.record.cursor = from + passed + 1;
        self.reach(base, place, here.column, slot);
    }

    /// The definition of a variable reaches the use with this column.
    pub(super) fn variable_reaches(&mut self, slot: Slot, column: u32) {
        if let Some((base, place)) = self.definition(slot) {
            self.reach(base, place, column, slot);
        }
    }

    /// A definition reaches the use with this column.
    #[inline(always)]
    fn reach(&mut self, base: u32, place: u64, column: u32, slot: Slot) {
        let pair = base + (column & !PREDICATE);
        if WAYS && self.is_cycle_free(place) && self.unseen(pair) {
            self.look_at_way(pair, column & PREDICATE != 0, slot);
        }
        if column & PREDICATE != 0 {
            // Whether something is new here depends on the data, so asking would cost more than doing it again.
            let r = &mut self.record;
            if let Some(place) = r.pending.get_mut(r.waiting) {
                *place = pair;
                r.waiting += 1;
            }
        } else {
            self.record.pairs.set(pair);
        }
    }

    /// Whether a cycle-free way of this activation leads from a place to here.
    #[inline]
    fn is_cycle_free(&self, place: u64) -> bool {
        let way = &self.record.now.way;
        (way.simple_from <= place && place <= way.now) || place == way.cycle_from
    }

    /// Whether a use has ways that are not seen yet; of a condition, those of both outcomes.
    #[inline]
    pub(super) fn unseen(&self, pair: u32) -> bool {
        self.record.unseen.get(pair as usize).is_some_and(|n| *n > 0)
    }

    /// Not all ways to a use are seen yet. This is apart so that the way through the common case is short.
    #[inline(never)]
    fn look_at_way(&mut self, pair: u32, in_condition: bool, slot: Slot) {
        let Some(from) = self.marked_at(slot) else { return };
        let way = &self.record.now.way;
        // When the counter of blocks is at its maximum, ways are no longer known.
        let Some(next) = block_number(way.now).checked_add(1) else { return };
        let blocks = next.wrapping_sub(block_number(from.place));
        let Some(power) = self.tables.powers.get(blocks as usize) else { return };
        let print = way.print.wrapping_sub(from.before.wrapping_mul(*power));
        if in_condition {
            self.record.pending_ways.push((pair, print));
        } else {
            self.way(pair, print, pair);
        }
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
