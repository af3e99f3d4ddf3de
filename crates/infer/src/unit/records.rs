//! Records: objects that are no cells of lists, of which there is one of their kind.
//!
//! ```text
//! struct parts { struct node *low, *high; };
//! void partition(struct node *head, struct parts *out)      out->low and out->high are like variables
//! ```
//!
//! If one input alone leads to an object of a struct, no object leads to one, and none is made, then all references to that struct lead
//! to one object, or nowhere. Its fields are slots. The variables that a front end puts into an object (the globals of C)
//! are such fields as well.

use super::{Step, Unit};
use imperative::{Expr, ExprKind, FieldId, InstrKind, Made, Part, StructId, Type, VarId};

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordField {
    /// The input that leads to the record.
    pub var: VarId,
    /// What the record is.
    pub of: StructId,
    /// The field.
    pub field: FieldId,
    /// The slot that holds what it holds.
    pub slot: usize,
}

impl Unit<'_> {
    /// Finds the records, and makes slots for their fields.
    pub(super) fn find_records(&mut self) {
        let Some(proc) = self.proc(0) else { return };
        for (at, of) in self.program.structs.iter().enumerate() {
            let id = StructId::new(at);
            if self.slots.cell(id).is_some() || self.is_held(id) || self.is_made(id) {
                continue;
            }
            let leads = |var: &VarId| proc.var(*var).is_some_and(|var| var.ty == Type::Ref(id));
            let inputs: Vec<VarId> = proc.inputs().filter(leads).collect();
            let [var] = inputs.as_slice() else { continue };
            let name = proc.var(*var).map_or("", |var| var.name.as_str()).to_string();
            for (place, field) in of.fields.iter().enumerate() {
                let followed = match field.ty {
                    Type::Int | Type::Word(_) | Type::Bool => true,
                    Type::Ref(to) => self.slots.cell(to).is_some(),
                    _ => false,
                };
                if followed {
                    let slot = self.slots.add(&format!("{name}->{}", field.name), None, &field.ty);
                    let field = FieldId::new(place);
                    self.records.push(RecordField { var: *var, of: id, field, slot });
                }
            }
        }
    }

    /// Whether some object leads to objects of a struct, or holds them.
    fn is_held(&self, id: StructId) -> bool {
        let mut fields = self.program.structs.iter().flat_map(|of| &of.fields);
        fields.any(|field| speaks_of(&field.ty, id))
            // A pointer into an array of them is a reference of another kind.
            || self.frames.iter().filter_map(|frame| self.program.proc(frame.proc)).any(|proc| {
                proc.vars.iter().any(|var| var.ty != Type::Ref(id) && speaks_of(&var.ty, id))
            })
    }

    fn is_made(&self, id: StructId) -> bool {
        self.edges.iter().flat_map(|edge| &edge.steps).any(|step| match step {
            Step::Do { instr, .. } => match &instr.kind {
                InstrKind::New { of, .. }
                | InstrKind::Make { object: Made::Cell(of) | Made::Long { of, .. }, .. } => *of == id,
                // No other makes a cell of its own.
                _ => false,
            },
            _ => false,
        })
    }

    /// The slot of a field, if the object is a record.
    pub fn record_slot(&self, object: &Expr, field: FieldId, frame: usize) -> Option<usize> {
        if self.records.is_empty() || !matches!(object.kind, ExprKind::Var(_)) {
            return None;
        }
        let Type::Ref(of) = imperative::type_of(self.program, self.proc(frame)?, object)? else {
            return None;
        };
        let known = self.records.iter().find(|known| known.of == of && known.field == field)?;
        Some(known.slot)
    }
}

/// Whether a struct is part of a type.
fn speaks_of(ty: &Type, id: StructId) -> bool {
    match ty {
        Type::Ref(of) => *of == id,
        Type::Array(inner) | Type::Pointer(inner) => speaks_of(inner, id),
        Type::Part(part) => match &**part {
            Part::Cell(of) => *of == id,
            Part::Array(inner, _) | Part::Open(inner, _) => speaks_of(inner, id),
        },
        Type::Int | Type::Word(_) | Type::Real | Type::Bool => false,
    }
}
