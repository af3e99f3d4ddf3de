//! Variables that only their file can name and that nothing in it changes: they keep what they start as.
//!
//! ```text
//! static int limit = 10;     never assigned, and its address goes nowhere: the constant 10
//! static int table[3];       read as table[i] only: zeros
//! static int count;          count++ somewhere: part of the state
//! ```
//!
//! An array is named by the address of its first element. Where that is only moved and read through at once, as in
//! `table[i]`, it goes nowhere; so the places where it does are counted, and all where it is named.

use super::walk::{self, Visit};
use crate::tree::{Expr, ExprKind, GlobalId, Place, PlaceKind, Stmt, StmtKind, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// The globals that never change, though nobody says `const`.
pub(super) fn unchanging(unit: &Unit) -> BTreeSet<GlobalId> {
    let mut uses = Uses::default();
    for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
        if has_unsupported(body) {
            uses.hidden = true;
        }
        walk::stmt(body, &mut uses);
    }
    for init in unit.globals.iter().filter_map(|g| g.init.as_ref()) {
        walk::init(init, &mut uses);
    }
    // What is not understood may change anything.
    if uses.hidden {
        return BTreeSet::new();
    }
    let all = unit.globals.iter().enumerate().map(|(i, g)| (GlobalId::next(i), g));
    let fixed = all.filter(|(id, g)| {
        let known = uses.of.get(id).copied().unwrap_or_default();
        g.is_static && !g.is_extern && !g.is_volatile && !g.is_thread_local && known.is_only_read()
    });
    fixed.map(|(id, _)| id).collect()
}

/// How a global is used.
#[derive(Clone, Copy, Default)]
struct Use {
    changed: bool,
    /// How often the address of it or a part of it is taken, and how often that is read through at once.
    addresses: usize,
    indexed: usize,
}

impl Use {
    fn is_only_read(self) -> bool {
        !self.changed && self.addresses == self.indexed
    }
}

#[derive(Default)]
struct Uses {
    of: BTreeMap<GlobalId, Use>,
    hidden: bool,
}

impl Uses {
    fn root(&mut self, place: &Place) -> Option<&mut Use> {
        root(place).map(|id| self.of.entry(id).or_default())
    }
}

impl Visit for Uses {
    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(place, _)
            | ExprKind::AssignOp { place, .. }
            | ExprKind::AssignPointer { place, .. }
            | ExprKind::IncDec { place, .. } => {
                if let Some(used) = self.root(place) {
                    used.changed = true;
                }
            }
            ExprKind::Address(place) | ExprKind::Decay(place) => {
                if let Some(used) = self.root(place) {
                    used.addresses += 1;
                }
            }
            ExprKind::Unsupported(_) => self.hidden = true,
            _ => {}
        }
    }

    fn place(&mut self, p: &Place) {
        if let PlaceKind::Deref(e) = &p.kind
            && let Some(inner) = indexed(e)
            && let Some(used) = self.root(inner)
        {
            used.indexed += 1;
        }
    }
}

/// The array that a pointer points into, if it is moved from its first element just here.
fn indexed(pointer: &Expr) -> Option<&Place> {
    match &pointer.kind {
        ExprKind::PointerAdd(p, _) => indexed(p),
        ExprKind::Decay(place) => Some(place),
        _ => None,
    }
}

/// The global that a place is in.
fn root(place: &Place) -> Option<GlobalId> {
    match &place.kind {
        PlaceKind::Global(id) => Some(*id),
        PlaceKind::Member(whole, _) => root(whole),
        PlaceKind::Deref(e) => root(indexed(e)?),
        PlaceKind::Local(_) | PlaceKind::String(_) | PlaceKind::Literal(..) | PlaceKind::Value(_) => None,
    }
}

fn has_unsupported(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Unsupported(_) => true,
        StmtKind::Block(list) => list.iter().any(has_unsupported),
        StmtKind::If { then, otherwise, .. } => {
            has_unsupported(then) || otherwise.as_deref().is_some_and(has_unsupported)
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Switch { body, .. } => {
            has_unsupported(body)
        }
        StmtKind::For { init, body, .. } => init.iter().any(has_unsupported) || has_unsupported(body),
        StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) | StmtKind::Label(_, stmt) => {
            has_unsupported(stmt)
        }
        _ => false,
    }
}
