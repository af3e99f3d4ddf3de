//! Whether the calls of a run keep what is supposed of inputs: lists that end in nil and share no cells.
//!
//! Results do not cover a call that does not, unless the program itself makes it.

use imperative::machine::{At, Heap, ObjectId, Value, Watch};
use imperative::{BlockId, ProcId, Program, Type, VarId};
use std::collections::BTreeSet;

/// Looks at the inputs of the calls of a procedure.
pub struct PassedLists<'p> {
    program: &'p Program,
    proc: ProcId,
    /// Its inputs that are lists.
    lists: Vec<VarId>,
    /// Whether a call has just begun.
    begins: bool,
    /// Whether all calls so far have kept it.
    pub kept: bool,
}

impl<'p> PassedLists<'p> {
    /// Of a procedure.
    pub fn new(program: &'p Program, proc: ProcId) -> PassedLists<'p> {
        let lists = program.proc(proc).map_or_else(Vec::new, |of| {
            let is_list = |var: &VarId| {
                of.var(*var).is_some_and(|var| match var.ty {
                    Type::Ref(id) => program.struct_of(id).is_some_and(|s| s.link(id).is_some()),
                    _ => false,
                })
            };
            of.inputs().filter(is_list).collect()
        });
        PassedLists { program, proc, lists, begins: false, kept: true }
    }

    /// The cells of a list; `None` if it does not end in nil.
    fn cells(&self, first: &Value, heap: &Heap) -> Option<BTreeSet<ObjectId>> {
        let mut met = BTreeSet::new();
        let mut at = first;
        loop {
            match at {
                Value::Nil => return Some(met),
                Value::Ref(object) if met.insert(*object) => {
                    let Type::Ref(of) = heap.get(*object)?.ty() else { return None };
                    at = heap.field(*object, self.program.struct_of(of)?.link(of)?)?;
                }
                _ => return None,
            }
        }
    }

    fn keeps(&self, env: &[Option<Value>], heap: &Heap) -> bool {
        let mut met = BTreeSet::new();
        self.lists.iter().all(|list| {
            let value = env.get(list.index()).and_then(Option::as_ref);
            let cells = value.and_then(|value| self.cells(value, heap));
            cells.is_some_and(|cells| cells.into_iter().all(|cell| met.insert(cell)))
        })
    }
}

impl Watch for PassedLists<'_> {
    const STATES: bool = true;

    fn enters(&mut self, proc: ProcId, _: Option<At>) {
        self.begins = proc == self.proc;
    }

    fn state(&mut self, at: At, env: &[Option<Value>], heap: &Heap) {
        if std::mem::take(&mut self.begins) && at.proc == self.proc && at.point.block == BlockId::ENTRY {
            self.kept &= self.keeps(env, heap);
        }
    }
}
