//! What is not looked for: inputs that lead into the middle of others. C allows a pointer to a member, to an element or to a
//! global variable wherever one to such a type is asked for, but such calls are rare.
//!
//! ```text
//! int f(struct point *p, int *x)        x may be &p->x
//! ```
//!
//! A pointer to characters may even lead to the bytes of anything. A search takes for granted that none of this is so, and
//! says that it does. It makes a difference only behind the first write: until then, such an input holds what others
//! hold that share nothing.

use crate::assumption::Assumption;
use imperative::{BlockId, Part, ProcId, Program, StructId, Type, graph};
use std::collections::BTreeSet;

/// What the search takes for granted, if it makes a difference to what a procedure may find.
pub(crate) fn assumed(program: &Program, entry: ProcId) -> Option<Assumption> {
    // Without interior pointers, or without writes, it makes no difference.
    if !program.facts.interior_pointers || !writes(program, entry) {
        return None;
    }
    let proc = program.proc(entry)?;
    let mut inputs = Inputs { program, pointers: Vec::new(), members: Vec::new(), seen: BTreeSet::new() };
    for v in proc.inputs() {
        inputs.reach(&proc.vars[v.index()].ty);
    }
    inputs.may_overlap().then_some(Assumption::Apart)
}

/// The blocks that runs of a procedure may reach after something was written, including those that write it.
pub fn after_writes(program: &Program, entry: ProcId) -> BTreeSet<(ProcId, BlockId)> {
    let procs = graph::reachable_procs(program, entry);
    let instrs = |id: ProcId, b: BlockId| {
        program.proc(id).and_then(|p| p.block(b)).map_or(&[][..], |b| &b.instrs).iter().map(|i| &i.kind)
    };
    // Procedures in which something is written, directly or in what they call.
    let writing: BTreeSet<ProcId> = procs.iter().copied().filter(|id| writes(program, *id)).collect();
    let mut waiting: Vec<(ProcId, BlockId)> = Vec::new();
    for id in &procs {
        let Some(proc) = program.proc(*id) else { continue };
        let of = proc.block_ids().filter(|b| {
            instrs(*id, *b).any(|kind| {
                kind.stored().is_some() || kind.callee().is_some_and(|proc| writing.contains(&proc))
            })
        });
        waiting.extend(of.map(|b| (*id, b)));
    }
    let mut out = BTreeSet::new();
    while let Some((id, b)) = waiting.pop() {
        if !out.insert((id, b)) {
            continue;
        }
        let Some(proc) = program.proc(id) else { continue };
        waiting.extend(graph::successors(proc, b).into_iter().map(|to| (id, to)));
        for kind in instrs(id, b) {
            waiting.extend(kind.callee().map(|proc| (proc, BlockId::ENTRY)));
        }
    }
    out
}

fn writes(program: &Program, entry: ProcId) -> bool {
    let procs = imperative::graph::reachable_procs(program, entry);
    let mut instrs =
        procs.iter().filter_map(|id| program.proc(*id)).flat_map(|p| p.blocks.iter().flat_map(|b| &b.instrs));
    instrs.any(|i| i.kind.stored().is_some())
}

struct Inputs<'p> {
    program: &'p Program,
    /// What pointers lead to, one for each place that holds such a pointer.
    pointers: Vec<Type>,
    /// What stands within objects.
    members: Vec<Type>,
    seen: BTreeSet<StructId>,
}

impl Inputs<'_> {
    fn reach(&mut self, ty: &Type) {
        match ty {
            Type::Array(e) | Type::Pointer(e) => {
                self.pointers.push((**e).clone());
                self.reach(e);
            }
            Type::Ref(s) => {
                // The cell of the globals is no object that anything points to.
                self.pointers.push(Type::Part(Box::new(Part::Cell(*s))));
                self.fields(*s);
            }
            Type::Part(part) => match &**part {
                Part::Cell(s) => self.fields(*s),
                Part::Array(e, _) | Part::Open(e, _) => {
                    self.members.push(e.clone());
                    self.reach(e);
                }
            },
            Type::Int | Type::Word(_) | Type::Real | Type::Bool => {}
        }
    }

    fn fields(&mut self, s: StructId) {
        if !self.seen.insert(s) {
            return;
        }
        for field in self.program.struct_of(s).map_or(&[][..], |s| &s.fields) {
            self.members.push(field.ty.clone());
            self.reach(&field.ty);
        }
    }

    /// True if a pointer could lead to a member, or into the array of another pointer.
    fn may_overlap(&self) -> bool {
        // Characters may be the bytes of anything.
        let is_byte = |ty: &Type| matches!(ty, Type::Word(w) if w.bits() == Some(8));
        let same = |a: &Type, b: &Type| match (a, b) {
            (Type::Word(a), Type::Word(b)) => a == b || a.bits().is_some() && a.bits() == b.bits(),
            _ => a == b,
        };
        self.pointers.iter().enumerate().any(|(i, p)| {
            let is_cell = matches!(p, Type::Part(_));
            let others = &self.pointers[i + 1..];
            self.members.iter().any(|m| is_byte(p) || same(p, m))
                || others.iter().any(|other| is_byte(p) || is_byte(other) || !is_cell && same(p, other))
        })
    }
}
