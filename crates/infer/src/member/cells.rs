//! The cells of a moment: those of its heap, and copies of those that inputs led to at the entry.

use super::Moment;
use crate::unit::{Unit, What};
use base::Int;
use imperative::machine::{Heap, Object, ObjectId, Value};
use imperative::{Instr, InstrKind, StructId};
use std::collections::BTreeMap;

/// A cell: one of the heap, or the frozen copy of one, as it was at the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Id {
    /// A cell of the heap.
    Now(ObjectId),
    /// What it held at the entry.
    Frozen(ObjectId),
}

/// Where a variable or a link leads in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// It has no value.
    Nowhere,
    /// To nil.
    Nil,
    /// To something that was freed.
    Freed,
    /// To a cell.
    To(Id),
}

/// A cell with what it holds.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its struct.
    pub kind: StructId,
    /// Where its link leads.
    pub next: Leads,
    /// Its data; `None` where nothing was written.
    pub data: Vec<Option<Int>>,
}

/// All cells of a moment.
pub struct Cells<'a> {
    all: BTreeMap<Id, Cell>,
    /// Where each reference of a shape leads; `None` for those of other copies, which are not read here.
    pub vars: Vec<Option<Leads>>,
    /// How many objects there were at the entry.
    pub given: usize,
    /// Whether the program makes cells that need not be freed.
    pub unowned: bool,
    heap: &'a Heap,
}

impl<'a> Cells<'a> {
    /// The cells of a moment, and where the references of a unit lead.
    pub fn new(unit: &Unit<'_>, moment: &Moment<'a>) -> Cells<'a> {
        let given = moment.entry.heap.objects.len();
        let makes = |instr: &Instr| {
            matches!(instr.kind, InstrKind::New { .. } | InstrKind::Make { owned: false, .. })
        };
        let blocks = unit.program.procs.iter().flat_map(|proc| &proc.blocks);
        let unowned = blocks.flat_map(|block| &block.instrs).any(makes);
        let vars = vec![None; unit.slots.links];
        let mut cells = Cells { all: BTreeMap::new(), vars, given, unowned, heap: moment.heap };
        cells.take(unit, moment.heap, Id::Now, |value| leads(moment.heap, value));
        if unit.entry_values.lists.iter().any(|list| list.frozen.is_some()) {
            cells.take(unit, &moment.entry.heap, Id::Frozen, |value| frozen(&moment.entry.heap, value));
        }
        for (slot, known) in unit.slots.all.iter().enumerate() {
            let What::Link(at, _) = known.what else { continue };
            cells.vars[at] = cells.var(unit, slot, moment);
        }
        cells
    }

    /// A cell.
    pub fn get(&self, id: Id) -> Option<&Cell> {
        self.all.get(&id)
    }

    fn take(
        &mut self,
        unit: &Unit<'_>,
        heap: &Heap,
        id: impl Fn(ObjectId) -> Id,
        next: impl Fn(&Value) -> Leads,
    ) {
        for (at, object) in heap.objects.iter().enumerate() {
            let Object::Cell { of, fields } = object else { continue };
            let Some(cell) = unit.slots.cell(*of) else { continue };
            let next = fields.get(cell.link.index()).map_or(Leads::Nowhere, &next);
            let value = |field: &crate::unit::CellField| fields.get(field.field.index())?.as_int().cloned();
            let data = cell.data.iter().map(value).collect();
            let place = u32::try_from(at).map_or(ObjectId(u32::MAX), ObjectId);
            self.all.insert(id(place), Cell { kind: *of, next, data });
        }
    }

    fn var(&self, unit: &Unit<'_>, slot: usize, moment: &Moment<'_>) -> Option<Leads> {
        let now = |value: Option<&Value>| value.map_or(Leads::Nowhere, |value| leads(self.heap, value));
        let entry = &unit.entry_values;
        if let Some((frame, var)) = unit.slots.all.get(slot)?.var {
            return (frame == 0).then(|| now(moment.env.get(var.index()).and_then(Option::as_ref)));
        }
        if unit.result_slot() == Some(slot) {
            return Some(now(moment.result));
        }
        if unit.records.iter().any(|record| record.slot == slot) {
            return Some(now(moment.record(unit, slot)));
        }
        if let Some(old) = entry.olds.iter().find(|old| old.kept == Some(slot)) {
            return Some(now(moment.entry.get(old.var)));
        }
        let list = entry.lists.iter().find(|list| list.frozen == Some(slot))?;
        Some(moment.entry.get(list.var).map_or(Leads::Nowhere, |value| frozen(&moment.entry.heap, value)))
    }
}

fn leads(heap: &Heap, value: &Value) -> Leads {
    match value {
        Value::Nil => Leads::Nil,
        Value::Ref(o) => match heap.get(*o) {
            Some(Object::Gone { .. }) | None => Leads::Freed,
            Some(_) => Leads::To(Id::Now(*o)),
        },
        _ => Leads::Nowhere,
    }
}

fn frozen(heap: &Heap, value: &Value) -> Leads {
    match leads(heap, value) {
        Leads::To(Id::Now(o)) => Leads::To(Id::Frozen(o)),
        other => other,
    }
}
