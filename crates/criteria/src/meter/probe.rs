//! The watch.

use super::dataflow::Slot;
use super::loops::CLOSED;
use super::record::{Activation, Mark, Record, Way};
use super::tables::{DECIDES, HEADER, Tables};
use crate::flow::NONE;
use crate::flow::ways::{BASE, letter};
use imperative::machine::{At, Atoms, Heap, Limit, Object, ObjectId, Outcome, Place, Watch};
use imperative::{BlockId, DecisionId, ProcId, Program};

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
            way.length = way.length.saturating_add(1);
            way.before = way.print;
            way.print = way.print.wrapping_mul(BASE).wrapping_add(letter(block));
            way.cycle_from = 0;
            if let Some(place) = r.positions.get_mut(r.now.blocks + block.index()) {
                if *place >= way.simple_from {
                    way.simple_from = place.saturating_add(1);
                    way.cycle_from = *place;
                }
                *place = way.length;
            }
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
            let r = &mut self.record;
            for object in &heap.objects {
                r.objects.push((r.slots.len(), self.tables.kind_of(Some(object))));
                r.slots.resize(r.slots.len() + object.values().len(), NONE);
            }
            r.new_slots = r.slots.len();
            if WAYS {
                r.slot_marks.resize(r.slots.len(), Mark::default());
            }
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
            vars: r.vars.len(),
            loops: r.iterations.len(),
            blocks: r.positions.len(),
            way: Way { simple_from: 1, ..Way::default() },
            number: r.activations,
        };
        let of = self.program.proc(proc);
        if FLOW {
            let start = self.tables.entries.get(proc.index()).map_or(&[][..], |s| s);
            r.vars.extend_from_slice(start);
            if WAYS {
                r.positions.resize(r.positions.len() + of.map_or(0, |p| p.blocks.len()), 0);
                // All that is defined at the entry is defined in the first block.
                let mark = Mark { activation: r.activations, at: 1, before: 0 };
                r.var_marks.resize(r.vars.len(), mark);
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
                    if let Some(base) = self.record.vars.get(slot).copied().filter(|base| *base != NONE) {
                        self.reach(base, here.column, Slot::Var(slot));
                    }
                }
            }
            let r = &mut self.record;
            let old = r.written.iter().filter_map(|at| r.slots.get(*at));
            for base in old.chain(r.slots.iter().skip(r.new_slots)) {
                if *base != NONE {
                    // The end is the first column of everything on the heap.
                    r.pairs.set(*base);
                }
            }
        }
        let r = &mut self.record;
        r.vars.truncate(r.now.vars);
        r.var_marks.truncate(r.now.vars);
        r.iterations.truncate(r.now.loops);
        r.positions.truncate(r.now.blocks);
        if let Some(caller) = r.below.pop() {
            r.now = caller;
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
            self.record.waiting = 0;
        }
    }

    #[inline]
    fn defined(&mut self, place: Place, at: At) {
        let bases = self.bases(at.point.index);
        match place {
            Place::Var { var, .. } => {
                let (base, mark) = (self.base(bases, 0), if WAYS { self.mark() } else { Mark::default() });
                let r = &mut self.record;
                let slot = r.now.vars + var.index();
                if let Some(place) = r.vars.get_mut(slot) {
                    *place = base;
                }
                if WAYS && let Some(place) = r.var_marks.get_mut(slot) {
                    *place = mark;
                }
            }
            Place::Field(object, field) => self.write(object, field.index(), self.base(bases, 1)),
            Place::Element(object, index) => self.write(object, index as usize, self.base(bases, 1)),
        }
    }

    fn made(&mut self, heap: &Heap, object: ObjectId, values: usize, at: At) {
        let bases = self.bases(at.point.index);
        let of = heap.get(object);
        let is_array = matches!(of, Some(Object::Array { .. }));
        let kind = self.tables.kind_of(of);
        let from = self.record.slots.len();
        self.record.objects.push((from, kind));
        if is_array {
            let base = self.base(bases, 1);
            self.record.slots.resize(from + values, base);
        } else {
            for field in 0..values {
                let base = self.base(bases, 1 + field);
                self.record.slots.push(base);
            }
        }
        if WAYS {
            let mark = self.mark();
            self.record.slot_marks.resize(from + values, mark);
        }
    }

    // Not inlined: evaluation is faster if it stays small.
    #[inline(never)]
    fn used(&mut self, place: Place, _: At) {
        let r = &self.record;
        let (object, offset, plus) = match place {
            Place::Var { var, .. } => {
                return self.use_of(r.now.first.var + var.0, Slot::Var(r.now.vars + var.index()));
            }
            Place::Field(object, field) => (object, field.index(), field.0),
            Place::Element(object, index) => (object, index as usize, 0),
        };
        if let Some((slots, kind)) = r.objects.get(object.index()).copied() {
            self.use_of(kind.wrapping_add(plus), Slot::Heap(slots + offset));
        }
    }

    fn ends(&mut self, outcome: &Outcome, open: &mut dyn Iterator<Item = At>) {
        self.record.open.extend(open);
        self.record.stopped_before = matches!(outcome, Outcome::Limit { limit: Limit::Steps, .. });
        // An error ends the loops that are open. A limit leaves open how often they would be executed.
        if let (Outcome::Error { .. }, true) = (outcome, self.tables.wants.loops > 0) {
            loop {
                self.close_all();
                self.record.iterations.truncate(self.record.now.loops);
                let Some(caller) = self.record.below.pop() else { break };
                self.record.now = caller;
            }
        }
    }
}
