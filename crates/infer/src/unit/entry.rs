//! What is remembered of the entry.

use super::{Unit, What};
use imperative::{Proc, Type, VarId};

/// What is remembered of the inputs of a unit.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// For each input the slot that still has its value at the end.
    pub olds: Vec<Old>,
    /// The lists that inputs lead to.
    pub lists: Vec<EntryList>,
}

/// An input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Old {
    /// The variable.
    pub var: VarId,
    /// Its slot.
    pub slot: usize,
    /// The slot that keeps its value: the same if nothing ever writes it; none if it is not needed.
    pub kept: Option<usize>,
}

/// A list of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryList {
    /// The input.
    pub var: VarId,
    /// Its name.
    pub name: String,
    /// The slot of its length, which is 0 for nil.
    pub length: usize,
    /// The slots of the sums of its data, if sums are kept.
    pub sums: Vec<usize>,
    /// The slot of a reference to a copy of the list that nothing ever changes, if that is kept.
    pub frozen: Option<usize>,
}

/// What is to be remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remember {
    /// The values of these inputs.
    pub values: Vec<VarId>,
    /// The sums of lists.
    pub sums: bool,
    /// The lists themselves.
    pub lists: bool,
}

impl Unit<'_> {
    /// Adds slots for what is remembered of the entry.
    pub fn remember(&mut self, what: &Remember) {
        let Some(proc) = self.proc(0) else { return };
        let mut entry = Entry::default();
        for var in proc.inputs() {
            let Some(slot) = self.slot(0, var) else { continue };
            let Some(declared) = proc.var(var) else { continue };
            let kept = if !is_written(proc, var) {
                Some(slot)
            } else if what.values.contains(&var) {
                // What it led to may change: `\old(l)` is the list as it was, `l@entry` the cell that `l` led to.
                let name = match self.slots.all[slot].what {
                    What::Link(..) => format!("{}@entry", declared.name),
                    _ => format!("\\old({})", declared.name),
                };
                Some(self.slots.add(&name, None, &declared.ty))
            } else {
                None
            };
            entry.olds.push(Old { var, slot, kept });
            let What::Link(_, of) = self.slots.all[slot].what else { continue };
            let name = declared.name.clone();
            let length = self.slots.add(&format!("len(\\old({name}))"), None, &Type::Int);
            let fields: Vec<String> = self
                .slots
                .cell(of)
                .map_or_else(Vec::new, |cell| cell.data.iter().map(|f| f.name.clone()).collect());
            let of_field = |field: &String| match fields.len() {
                1 => format!("sum(\\old({name}))"),
                _ => format!("sum(\\old({name}).{field})"),
            };
            let sums = match what.sums {
                true => {
                    fields.iter().map(|field| self.slots.add(&of_field(field), None, &Type::Int)).collect()
                }
                false => Vec::new(),
            };
            let ty = declared.ty.clone();
            let frozen = what.lists.then(|| self.slots.add(&format!("\\old({name})"), None, &ty));
            entry.lists.push(EntryList { var, name, length, sums, frozen });
        }
        self.entry_values = entry;
    }
}

/// Whether any instruction writes a variable.
fn is_written(proc: &Proc, var: VarId) -> bool {
    proc.blocks.iter().flat_map(|block| &block.instrs).any(|instr| instr.kind.assigned().any(|to| to == var))
}
