//! The watch.

use super::dataflow::Slot;
use super::loops::CLOSED;
use super::record::{Activation, Marked, Record, Way, block_number, place};
use super::tables::{DECIDES, HEADER, Tables};
use crate::flow::NONE;
use crate::flow::ways::{BASE, letter};
use imperative::machine::{At, Atoms, Heap, Limit, Object, ObjectId, Outcome, Place, Watch};
use imperative::{BlockId, DecisionId, ErrorKind, ProcId, Program};
use source::Span;

/// No place on any way.
const NOWHERE: u64 = u64::MAX;

pub(super) struct Probe<'m, const ATOMS: bool, const FLOW: bool, const WAYS: bool> {
    pub program: &'m Program,
    pub tables: &'m Tables,
    /// Here and not behind a reference, since it is what the watch works on.
    pub record: Record,
}

impl<const ATOMS: bool, const FLOW: bool, const WAYS: bool> Probe<'_, ATOMS, FLOW, WAYS> {
    #[inline]
    fn block(&mut self, block: BlockId) {
        let r = &mut self.record;
        let number = r.now.first.block.saturating_add(block.0);
        if let Some(count) = r.counts.get_mut(number as usize) {
            *count = count.saturating_add(1);
        }
        if FLOW {
            r.now.points = self.tables.plan.points(number);
        }
        if WAYS {
            let way = &mut r.now.way;
            if block_number(way.now) < u32::MAX {
                way.now += 1;
            }
            way.before = way.print;
            way.print = way.print.wrapping_mul(BASE).wrapping_add(letter(block));
            way.cycle_from = NOWHERE;
            if let Some(last) = r.positions.get_mut(r.now.blocks + block.index()) {
                if *last >= way.simple_from {
                    way.simple_from = *last + 1;
                    way.cycle_from = *last;
                }
                *last = way.now;
            }
        }
    }

    /// The current activation is over.
    fn pop(&mut self) {
        let r = &mut self.record;
        r.vars.truncate(r.now.vars);
        r.marked_vars.truncate(r.now.vars);
        r.iterations.truncate(r.now.loops);
        r.positions.truncate(r.now.blocks);
        if let Some(caller) = r.below.pop() {
            r.now = caller;
        }
    }

    fn evaluation(&mut self, decision: u32, atoms: &Atoms) {
        let Some(d) = self.tables.decisions.get(decision as usize) else { return };
        if d.dense != NONE {
            let at = atoms.value << d.atoms | atoms.evaluated;
            self.record.dense.set(d.dense + at as u32);
            return;
        }
        let r = &mut self.record;
        if atoms.more.is_empty() {
            let key = (decision, atoms.value, atoms.evaluated);
            if r.last != key {
                r.last = key;
                r.sparse.insert(key);
            }
            return;
        }
        let words = 1 + atoms.more.len().div_ceil(64);
        let (mut value, mut evaluated) = (vec![0u64; words], vec![0u64; words]);
        for (i, atom) in atoms.iter().enumerate() {
            if let (Some(v), Some(e)) = (value.get_mut(i / 64), evaluated.get_mut(i / 64)) {
                *v |= u64::from(atom == Some(true)) << (i % 64);
                *e |= u64::from(atom.is_some()) << (i % 64);
            }
        }
        r.large.insert((decision, value.into(), evaluated.into()));
    }
}

impl<const ATOMS: bool, const FLOW: bool, const WAYS: bool> Watch for Probe<'_, ATOMS, FLOW, WAYS> {
    const ATOMS: bool = ATOMS;
    const DATAFLOW: bool = FLOW;

    fn starts(&mut self, heap: &Heap) {
        self.record.clear(self.tables);
        if FLOW {
            for object in &heap.objects {
                self.record.objects.push((self.slot_count(), self.tables.kind_of(Some(object))));
                self.add_slots(object.values().len(), NONE);
            }
            self.record.new_slots = self.slot_count();
        }
    }

    fn enters(&mut self, proc: ProcId, from: Option<At>) {
        let r = &mut self.record;
        r.procs.set(proc.0);
        if let Some(from) = from {
            r.calls.set(self.tables.plan.point(from.proc, from.point));
            r.below.push(r.now);
        }
        r.activations = r.activations.wrapping_add(1);
        r.now = Activation {
            proc: proc.0,
            first: self.tables.plan.first(proc),
            points: 0,
            vars: if WAYS { r.marked_vars.len() } else { r.vars.len() },
            loops: r.iterations.len(),
            blocks: r.positions.len(),
            way: Way { now: place(r.activations, 0), simple_from: place(r.activations, 1), ..Way::default() },
        };
        let of = self.program.proc(proc);
        if FLOW {
            let start = self.tables.entries.get(proc.index()).map_or(&[][..], |s| s);
            if WAYS {
                r.positions.resize(r.positions.len() + of.map_or(0, |p| p.blocks.len()), 0);
                // All that is defined at the entry is defined in the first block.
                let place = place(r.activations, 1);
                r.marked_vars.extend(start.iter().map(|base| Marked { base: *base, place, before: 0 }));
            } else {
                r.vars.extend_from_slice(start);
            }
        }
        if self.tables.wants.loops > 0
            && let Some(of) = of
        {
            r.iterations.resize(r.iterations.len() + of.loops.len(), CLOSED);
            if let Some(l) = of.loop_at(BlockId::ENTRY)
                && let Some(count) = r.iterations.get_mut(r.now.loops + l.index())
            {
                *count = 0;
            }
        }
        self.block(BlockId::ENTRY);
    }

    fn leaves(&mut self, seen: &[bool]) {
        self.record.seen.clear();
        self.record.seen.extend_from_slice(seen);
    }

    fn returns(&mut self, at: At) {
        if self.tables.wants.loops > 0 {
            self.close_all();
        }
        if FLOW && self.record.below.is_empty() {
            // What the world sees at the end.
            self.at(at.point.index);
            for i in self.record.cursor..self.record.end {
                if self.tables.is_output.get(i) == Some(&true)
                    && let Some(here) = self.tables.uses.get(i)
                {
                    let var = here.kind.wrapping_sub(self.record.now.first.var) as usize;
                    let slot = self.record.now.vars + var;
                    self.variable_reaches(Slot::Var(slot), here.column);
                }
            }
            let written = std::mem::take(&mut self.record.written);
            for at in written.iter().copied().chain(self.record.new_slots..self.slot_count()) {
                if let Some(base) = self.slot_base(at).filter(|base| *base != NONE)
                    && self.record.is_seen(at)
                {
                    // The end is the first column of everything on the heap.
                    self.record.pairs.set(base);
                }
            }
            self.record.written = written;
        }
        self.pop();
    }

    fn unwinds(&mut self, at: At) {
        if self.tables.wants.loops > 0 {
            self.close_all();
        }
        self.record.leave(&self.tables.plan, at);
        self.pop();
    }

    fn caught(&mut self, at: At, kind: ErrorKind, span: Span) {
        self.record.leave(&self.tables.plan, at);
        if self.tables.wants.path {
            self.record.caught.push((kind, span));
        }
    }

    fn jumps(&mut self, from: BlockId, to: BlockId) {
        if self.tables.wants.loops > 0 {
            let first = self.record.now.first.block;
            let get = |block: BlockId| self.tables.loops.get(first.saturating_add(block.0) as usize);
            if let (Some(a), Some(b)) = (get(from), get(to))
                && (a.of != b.of || a.role & DECIDES != 0 || b.role & HEADER != 0)
            {
                self.loops(from, to);
            }
        }
        self.block(to);
    }

    #[inline]
    fn point(&mut self, at: At) {
        if FLOW {
            self.at(at.point.index);
        }
    }

    fn repeats(&mut self, at: At) {
        if FLOW {
            self.at(at.point.index);
        }
    }

    fn decided(&mut self, _: At, decision: DecisionId, outcome: Option<bool>, atoms: &Atoms) {
        let number = self.record.now.first.decision + decision.0;
        if let Some(outcome) = outcome {
            let step = number * 2 + u32::from(outcome);
            self.record.outcomes.set(step);
            if self.tables.wants.path
                && self.tables.decisions.get(number as usize).is_some_and(|d| d.is_in_path)
            {
                self.record.path.push(step);
            }
        }
        if ATOMS {
            let r = &mut self.record;
            if let (Some(t), Some(f)) = (r.trues.get_mut(number as usize), r.falses.get_mut(number as usize))
            {
                *t |= atoms.value;
                *f |= atoms.evaluated & !atoms.value;
            }
            if !atoms.more.is_empty() {
                let first = self.tables.plan.atoms(number).0 + 64;
                for (i, atom) in atoms.more.iter().enumerate() {
                    if let Some(value) = atom {
                        r.more.set((first + i as u32) * 2 + u32::from(*value));
                    }
                }
            }
            if self.tables.wants.vectors && outcome.is_some() {
                self.evaluation(number, atoms);
            }
        }
        if FLOW {
            if let Some(outcome) = outcome {
                self.decided_uses(outcome);
            }
            // A run may go on after a condition that erred.
            self.record.waiting = 0;
            self.record.pending_ways.clear();
        }
    }

    #[inline]
    fn defined(&mut self, place: Place, at: At) {
        let bases = self.bases(at.point.index);
        match place {
            Place::Var { var, .. } => self.define(var, self.base(bases, 0)),
            Place::Field(object, field) => self.write(object, field.index(), self.base(bases, 1)),
            Place::Element(object, index) => self.write(object, index as usize, self.base(bases, 1)),
        }
    }

    fn gave_back(&mut self, place: Place, number: usize, at: At) {
        if let Place::Var { var, .. } = place {
            // The result is the first of what a call defines.
            self.define(var, self.base(self.bases(at.point.index), 1 + number));
        }
    }

    fn emptied(&mut self, place: Place, _: At) {
        if let Place::Var { var, .. } = place {
            self.define(var, NONE);
        }
    }

    fn made(&mut self, heap: &Heap, object: ObjectId, values: usize, at: At) {
        let bases = self.bases(at.point.index);
        let of = heap.get(object);
        let is_array = matches!(of, Some(Object::Array { .. }));
        let kind = self.tables.kind_of(of);
        self.record.objects.push((self.slot_count(), kind));
        if is_array {
            self.add_slots(values, self.base(bases, 1));
        } else {
            for field in 0..values {
                self.add_slots(1, self.base(bases, 1 + field));
            }
        }
    }

    // The caller knows which kind of place it is, so inlining leaves only one of the cases there.
    #[inline(always)]
    fn used(&mut self, place: Place, _: At) {
        match place {
            Place::Var { var, .. } => self.variable_used(var),
            Place::Field(object, field) => self.slot_used(object, field.0, field.0),
            Place::Element(object, index) => self.slot_used(object, index, 0),
        }
    }

    fn ends(&mut self, outcome: &Outcome, open: &mut dyn Iterator<Item = At>) {
        self.record.open.extend(open);
        self.record.stopped_before = matches!(outcome, Outcome::Limit { limit: Limit::Steps, .. });
        // A program that ends itself has left its loops. A program that ends in another error has not completed their
        // iterations, and after a limit it is unknown how often they would be executed.
        let left = matches!(outcome, Outcome::Error { kind: ErrorKind::Exit, .. });
        if left && self.tables.wants.loops > 0 {
            loop {
                self.close_all();
                self.record.iterations.truncate(self.record.now.loops);
                let Some(caller) = self.record.below.pop() else { break };
                self.record.now = caller;
            }
        }
    }
}
