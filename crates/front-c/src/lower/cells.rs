//! A file in which the cells of lists stay cells, for analyses that follow lists.
//!
//! The address of a link, or a pointer that is moved, anywhere in a file makes all pointers to such structs positions in arrays
//! ([`super::facts`]), and then no list of the file is a list any more. Here such an expression is not supported where
//! it stands: only runs that reach it are undetermined.
//!
//! ```text
//! struct node **at = &head; … at = &(*at)->next;      not supported: the address of a member of `struct node`
//! while (p) p = p->next;                              still goes from cell to cell
//! ```

use super::change::{self, Change};
use crate::constant;
use crate::tree::{CompareOp, Expr, ExprKind, PlaceKind, Unit};
use crate::types::{RecordId, Type, Types};
use std::collections::BTreeSet;

/// Puts the expressions that would make positions of cells out of use.
pub(crate) fn keep(unit: &mut Unit) {
    let lists = lists(unit);
    if lists.is_empty() {
        return;
    }
    let types = unit.types.clone();
    let mut all = Keep { types: &types, lists };
    for function in &mut unit.functions {
        function.body.iter_mut().for_each(|body| change::stmt(body, &mut all));
    }
}

/// The structs that point to their own kind, and that lie in no array and in no other struct.
fn lists(unit: &Unit) -> BTreeSet<RecordId> {
    let mut found: BTreeSet<RecordId> = BTreeSet::new();
    let mut inside: BTreeSet<RecordId> = BTreeSet::new();
    for (at, record) in unit.types.records.iter().enumerate() {
        let id = RecordId::new(at);
        for member in &record.fields {
            if matches!(member.ty.pointee(), Some(Type::Record(r)) if *r == id) {
                found.insert(id);
            }
            if let Type::Record(r) = &member.ty {
                inside.insert(*r);
            }
            note_elements(&member.ty, &mut inside);
        }
    }
    unit.globals.iter().for_each(|global| note_elements(&global.ty, &mut inside));
    let locals = unit.functions.iter().flat_map(|f| &f.locals);
    locals.for_each(|local| note_elements(&local.ty, &mut inside));
    found.retain(|id| !inside.contains(id) && !super::unions::is_union(&unit.types, *id));
    found
}

/// The structs that are elements of arrays.
fn note_elements(ty: &Type, found: &mut BTreeSet<RecordId>) {
    match ty {
        Type::Array(of, _) => {
            if let Type::Record(r) = &**of {
                found.insert(*r);
            }
            note_elements(of, found);
        }
        Type::Pointer(of) => note_elements(of, found),
        _ => {}
    }
}

struct Keep<'a> {
    types: &'a Types,
    lists: BTreeSet<RecordId>,
}

impl Keep<'_> {
    /// The name of the list struct, if this is one.
    fn list(&self, ty: &Type) -> Option<String> {
        match ty {
            Type::Record(r) if self.lists.contains(r) => Some(self.types.text(ty)),
            _ => None,
        }
    }

    fn cell(&self, pointer: &Type) -> Option<String> {
        self.list(pointer.pointee()?)
    }
}

impl Change for Keep<'_> {
    fn expr(&mut self, e: &mut Expr) {
        let moved = |name: String| format!("moving a pointer to `{name}`, a cell of a list");
        let why = match &e.kind {
            ExprKind::Address(place) => match &place.kind {
                PlaceKind::Member(whole, _) => self
                    .list(&whole.ty)
                    .map(|name| format!("the address of a member of `{name}`, a cell of a list")),
                _ => None,
            },
            ExprKind::PointerAdd(p, by) | ExprKind::PointerSub(p, by) => {
                let stays = constant::evaluate(self.types, by).is_ok_and(|c| c.value.is_zero());
                self.cell(&p.ty).filter(|_| !stays).map(moved)
            }
            ExprKind::PointerDiff(p, _) => self.cell(&p.ty).map(moved),
            ExprKind::Compare(op, p, _) if !matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                self.cell(&p.ty).map(moved)
            }
            ExprKind::AssignPointer { place, .. } | ExprKind::IncDec { place, .. } => {
                self.cell(&place.ty).map(moved)
            }
            _ => None,
        };
        if let Some(why) = why {
            e.kind = ExprKind::Unsupported(why);
        }
    }
}
