//! What is not looked for: inputs that lead into the middle of others. C allows a pointer to a member, to an element or to a
//! global variable wherever one to such a type is asked for, and hardly anybody calls a function like that.
//!
//! ```text
//! int f(struct point *p, int *x)        x may be &p->x
//! ```
//!
//! A search takes for granted that this is not so, and says that it does.

use imperative::{Branching, InstrKind, Part, ProcId, Program, StructId, Type};
use std::collections::BTreeSet;

/// What the search takes for granted, if it makes a difference to what a procedure may find.
pub(crate) fn assumed(program: &Program, entry: ProcId) -> Option<String> {
    // Elsewhere nothing leads into the middle of anything.
    if program.branching != Branching::Atoms || !writes(program, entry) {
        return None;
    }
    let proc = program.proc(entry)?;
    let mut inputs = Inputs { program, pointers: Vec::new(), members: Vec::new(), seen: BTreeSet::new() };
    for v in proc.inputs() {
        inputs.reach(&proc.vars[v.index()].ty);
    }
    inputs.may_overlap().then(|| {
        "no pointer of the input leads to a member, an element or a variable within another input".to_string()
    })
}

fn writes(program: &Program, entry: ProcId) -> bool {
    let procs = imperative::graph::reachable_procs(program, entry);
    let mut instrs =
        procs.iter().filter_map(|id| program.proc(*id)).flat_map(|p| p.blocks.iter().flat_map(|b| &b.instrs));
    instrs.any(|i| {
        matches!(
            i.kind,
            InstrKind::StoreField { .. } | InstrKind::StoreElement { .. } | InstrKind::StoreTarget { .. }
        )
    })
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

    /// Could a pointer lead to a member, or into the array of another pointer?
    fn may_overlap(&self) -> bool {
        let same = |a: &Type, b: &Type| match (a, b) {
            (Type::Word(a), Type::Word(b)) => a.bits == b.bits,
            _ => a == b,
        };
        self.pointers.iter().enumerate().any(|(i, p)| {
            let is_cell = matches!(p, Type::Part(_));
            self.members.iter().any(|m| same(p, m))
                || !is_cell && self.pointers.iter().skip(i + 1).any(|other| same(p, other))
        })
    }
}
