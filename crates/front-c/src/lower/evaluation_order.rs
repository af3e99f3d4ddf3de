//! Operands in an order that compilers change.
//!
//! C does not say which operand is first. gcc has the left one first, but where it looks for bad shifts and divisions, those on
//! the right and their operands come before what is on their left:
//!
//! ```text
//! read() | read() << 8        the second byte is read first under sanitizers, and only there
//! ```
//!
//! It makes a difference only where both operands ask the surroundings or change what others see. Functions that do are *noisy*.

use super::procs::Lower;
use super::walk::{self, Visit};
use crate::tree::{BinaryOp, Callee, Expr, ExprKind, FunctionId, Place, PlaceKind, Unit};
use std::collections::BTreeSet;

/// Functions of the C library that only look at something.
const QUIET: &[&str] = &[
    "abs", "labs", "llabs", "strlen", "strcmp", "strncmp", "strchr", "strrchr", "strstr", "memcmp", "memchr",
    "tolower", "toupper",
];

/// The functions that ask the surroundings or change what others see.
pub(super) fn noisy(unit: &Unit) -> BTreeSet<FunctionId> {
    let mut out: BTreeSet<FunctionId> = BTreeSet::new();
    loop {
        let before = out.len();
        for (i, function) in unit.functions.iter().enumerate() {
            let name = function.name.as_str();
            let noisy = match &function.body {
                Some(body) => {
                    let mut look = Look { noisy: &out, found: false };
                    walk::stmt(body, &mut look);
                    look.found
                }
                None => !(QUIET.contains(&name) || name.starts_with("is") && name.len() > 4),
            };
            if noisy {
                out.insert(FunctionId::new(i));
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// Looks for what asks the surroundings or changes what others see.
struct Look<'a> {
    noisy: &'a BTreeSet<FunctionId>,
    found: bool,
}

impl Look<'_> {
    fn changes(&mut self, mut place: &Place) {
        while let PlaceKind::Member(whole, _) = &place.kind {
            place = whole;
        }
        self.found |= !matches!(place.kind, PlaceKind::Local(_));
    }
}

impl Visit for Look<'_> {
    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(place, _)
            | ExprKind::AssignOp { place, .. }
            | ExprKind::AssignPointer { place, .. }
            | ExprKind::IncDec { place, .. } => self.changes(place),
            ExprKind::Call { callee: Callee::Direct(id), .. } => self.found |= self.noisy.contains(id),
            ExprKind::Call { callee: Callee::Indirect(_), .. } => self.found = true,
            _ => {}
        }
    }
}

/// Looks for a shift or a division with something noisy in it.
struct Checked<'a> {
    noisy: &'a BTreeSet<FunctionId>,
    found: bool,
}

impl Visit for Checked<'_> {
    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Binary(op, ..) = &e.kind
            && is_checked(*op)
        {
            self.found |= is_noisy(self.noisy, e);
        }
    }
}

fn is_checked(op: BinaryOp) -> bool {
    op.is_shift() || matches!(op, BinaryOp::Div | BinaryOp::Rem)
}

fn is_noisy(noisy: &BTreeSet<FunctionId>, e: &Expr) -> bool {
    let mut look = Look { noisy, found: false };
    walk::expr(e, &mut look);
    look.found
}

impl Lower<'_, '_> {
    /// Whether what two operands do depends on which one is evaluated first, and compilers do not agree on that.
    pub fn order_differs(&self, op: BinaryOp, a: &Expr, b: &Expr) -> bool {
        if !walk::does_something(a) || !walk::does_something(b) {
            return false;
        }
        let noisy = &self.all_facts.noisy;
        if !is_noisy(noisy, a) || !is_noisy(noisy, b) {
            return false;
        }
        let mut checked = Checked { noisy, found: false };
        walk::expr(b, &mut checked);
        checked.found || matches!(op, BinaryOp::Div | BinaryOp::Rem)
    }
}
