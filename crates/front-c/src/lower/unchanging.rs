//! Variables that only their file can name and that nothing in it changes: they keep what they start as.
//!
//! ```text
//! static int limit = 10;     never assigned, and its address goes nowhere: the constant 10
//! static int table[3];       read as table[i] only: zeros
//! static int count;          count++ somewhere: part of the state
//! ```
//!
//! An array is named by the address of its first element. Where that is only moved and read through at once, as in
//! `table[i]`, it goes nowhere; so the places where it does are counted, and all where it is named. A pointer that walks over
//! a table changes nothing if nothing of the types in the table is ever written through a pointer.
//!
//! What never changes is made anew by every function that uses it. That shows where one function gives away a pointer into
//! it and another compares that with its own: such a table stays part of the state, `const` or not.
//!
//! ```text
//! for (k = words; *k; k++) …                         the pointer stays here: words never changes
//! p = find(x); return p - table;                     part of the state, since `find` gives a pointer away
//! ```

use super::walk::{self, Visit};
use crate::tree::{Callee, Expr, ExprKind, Function, GlobalId, Place, PlaceKind, Stmt, StmtKind, Unit};
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of globals that may never change.
#[derive(Clone, Debug, Default)]
pub(super) struct Unchanging {
    /// Those that never change, even without `const`.
    pub fixed: BTreeSet<GlobalId>,
    /// Those that must be one object for all functions.
    pub shared: BTreeSet<GlobalId>,
}

/// The globals that never change, and those that must be one object for all functions.
pub(super) fn unchanging(unit: &Unit) -> Unchanging {
    let mut uses = Uses::new(unit);
    // Headers of the system have functions, too, for which the same holds as for those that they only declare.
    for function in unit.functions.iter().filter(|f| !f.from_system) {
        let Some(body) = &function.body else { continue };
        if has_unsupported(body) {
            uses.hidden = true;
        }
        uses.start();
        walk::stmt(body, &mut uses);
        uses.end(function);
    }
    for init in unit.globals.iter().filter_map(|g| g.init.as_ref()) {
        uses.start();
        walk::init(init, &mut uses);
        uses.end_outside();
    }
    let all = || unit.globals.iter().enumerate().map(|(i, g)| (GlobalId::new(i), g));
    let used = |id: &GlobalId| uses.of.get(id).cloned().unwrap_or_default();
    let shared: BTreeSet<GlobalId> =
        all().map(|(id, _)| id).filter(|id| used(id).leaves && uses.compares(&used(id).types)).collect();
    // What is not understood may change anything.
    if uses.hidden {
        return Unchanging { fixed: BTreeSet::new(), shared };
    }
    let fixed = all().filter(|(id, g)| {
        let known = used(id);
        let only_read = known.addresses == known.indexed || !uses.writes(&known.types);
        g.is_static
            && !g.is_extern
            && !g.is_volatile
            && !g.is_thread_local
            && !known.changed
            && only_read
            && !shared.contains(id)
    });
    Unchanging { fixed: fixed.map(|(id, _)| id).collect(), shared }
}

/// How a global is used.
#[derive(Clone, Default)]
struct Use {
    changed: bool,
    /// How often the address of it or a part of it is taken, and how often that is read through at once.
    addresses: usize,
    indexed: usize,
    /// What those addresses point to.
    types: Vec<Type>,
    /// Whether one of those addresses may leave its function.
    leaves: bool,
}

/// The uses of all globals.
struct Uses<'a> {
    unit: &'a Unit,
    of: BTreeMap<GlobalId, Use>,
    hidden: bool,
    /// What is changed through pointers, or by others that get one.
    written: Vec<Type>,
    /// What pointers that are compared with each other point to.
    compared: Vec<Type>,
    /// In the present function: what pointers that it hands on point to, and how the globals were used before.
    given: Vec<Type>,
    before: BTreeMap<GlobalId, Use>,
}

impl<'a> Uses<'a> {
    fn new(unit: &'a Unit) -> Uses<'a> {
        Uses {
            unit,
            of: BTreeMap::new(),
            hidden: false,
            written: Vec::new(),
            compared: Vec::new(),
            given: Vec::new(),
            before: BTreeMap::new(),
        }
    }

    fn start(&mut self) {
        self.given.clear();
        self.before = self.of.clone();
    }

    /// The end of a function: what it named may have left it.
    fn end(&mut self, function: &Function) {
        note(&mut self.given, function.result.pointee());
        let given = std::mem::take(&mut self.given);
        self.leave(|used| used.types.iter().any(|t| given.contains(t)));
    }

    /// The end of an initialiser: any function can read it.
    fn end_outside(&mut self) {
        self.leave(|_| true);
    }

    fn leave(&mut self, leaves: impl Fn(&Use) -> bool) {
        for (id, used) in &mut self.of {
            let (addresses, indexed) = self.before.get(id).map_or((0, 0), |u| (u.addresses, u.indexed));
            if used.addresses - addresses > used.indexed - indexed && leaves(used) {
                used.leaves = true;
            }
        }
    }

    fn root(&mut self, place: &Place) -> Option<&mut Use> {
        root(place).map(|id| self.of.entry(id).or_default())
    }

    /// A place is changed.
    fn change(&mut self, place: &Place) {
        if let Some(used) = self.root(place) {
            used.changed = true;
            return;
        }
        let mut at = place;
        loop {
            note(&mut self.written, Some(&at.ty));
            match &at.kind {
                PlaceKind::Member(whole, _) => at = whole,
                _ => break,
            }
        }
    }

    /// Whether anything of some types, or inside of them, is changed through a pointer.
    fn writes(&self, types: &[Type]) -> bool {
        types.iter().any(|t| self.parts(t, 0).iter().any(|part| self.written.contains(part)))
    }

    /// Whether pointers to some types, or to what is inside of them, are compared.
    fn compares(&self, types: &[Type]) -> bool {
        types.iter().any(|t| self.parts(t, 0).iter().any(|part| self.compared.contains(part)))
    }

    /// A type and all that is inside of it.
    fn parts(&self, ty: &Type, depth: usize) -> Vec<Type> {
        let mut out = vec![ty.clone()];
        match ty {
            Type::Array(of, _) => out.extend(self.parts(of, depth + 1)),
            // Records are not inside of themselves.
            Type::Record(r) if depth < 50 => {
                for field in self.unit.types.record(*r).map_or(&[][..], |r| &r.fields) {
                    out.extend(self.parts(&field.ty, depth + 1));
                }
            }
            _ => {}
        }
        out
    }

    fn address(&mut self, place: &Place, pointer: &Type) {
        if let Some(used) = self.root(place) {
            used.addresses += 1;
            note(&mut used.types, pointer.pointee());
        }
    }
}

/// Adds a type to a list, once.
fn note(list: &mut Vec<Type>, ty: Option<&Type>) {
    if let Some(ty) = ty
        && !list.contains(ty)
    {
        list.push(ty.clone());
    }
}

impl Visit for Uses<'_> {
    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(place, value) => {
                if !matches!(place.kind, PlaceKind::Local(_)) {
                    note(&mut self.given, value.ty.pointee());
                }
                self.change(place);
            }
            ExprKind::AssignOp { place, .. }
            | ExprKind::AssignPointer { place, .. }
            | ExprKind::IncDec { place, .. } => self.change(place),
            ExprKind::Address(place) | ExprKind::Decay(place) => {
                // Code that has the address of a pointer may hand the pointer on.
                note(&mut self.given, place.ty.pointee());
                self.address(place, &e.ty);
            }
            ExprKind::Call { callee, args } => {
                for arg in args {
                    note(&mut self.given, arg.ty.pointee());
                }
                let known = match callee {
                    Callee::Direct(id) => self.unit.function(*id),
                    Callee::Indirect(_) => None,
                };
                for (i, arg) in args.iter().enumerate() {
                    let param = known.and_then(|f| f.params.get(i).and_then(|p| f.local(*p)));
                    let keeps = known.is_some_and(|f| f.body.is_some() && !f.from_system)
                        || param.is_some_and(|p| p.to_const);
                    if !keeps {
                        note(&mut self.written, arg.ty.pointee());
                    }
                }
            }
            ExprKind::Convert(inner)
                if inner.ty != e.ty && !matches!(inner.kind, ExprKind::Null) && e.ty.pointee().is_some() =>
            {
                // Seen as something else, it may be changed as that.
                note(&mut self.written, inner.ty.pointee());
                note(&mut self.given, inner.ty.pointee());
            }
            ExprKind::Compare(_, a, b) if !is_null(a) && !is_null(b) => {
                note(&mut self.compared, a.ty.pointee());
            }
            ExprKind::PointerDiff(a, _) => note(&mut self.compared, a.ty.pointee()),
            ExprKind::Unsupported(_) => self.hidden = true,
            ExprKind::Statements(list, _) => self.hidden |= list.iter().any(has_unsupported),
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

fn is_null(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Null => true,
        ExprKind::Convert(inner) => is_null(inner),
        _ => false,
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
