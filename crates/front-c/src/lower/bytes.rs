//! Numbers that are seen as bytes, and bytes that are seen as numbers.
//!
//! A file in which pointers to characters and pointers to wider numbers become each other is changed so that all that is
//! left of this are reads and writes through a converted pointer, `*(int *) bytes`, which `byte_access` lowers:
//!
//! ```text
//! int x = 5; send((char *) &x);            char x'[4]; *(int *) x' = 5; send(x');
//! const int *p = bytes; return p[1];       const char *p' = bytes; return *(int *) (p' + 4);
//! ```
//!
//! * A variable whose address becomes a pointer to characters, and nothing else, is an array of characters.
//! * A variable that only ever gets pointers that were pointers to characters is one.
//! * Steps go inside of conversions, and conversions of conversions disappear.

use super::allocation::stripped;
use super::change::{self, Change};
use super::signs::PAIRS;
use super::walk::{self, Visit};
use crate::tree::{
    BinaryOp, Callee, Expr, ExprKind, Function, Init, Local, LocalId, Place, PlaceKind, Step, Stmt, StmtKind,
    Unit,
};
use crate::types::{IntName, Type as C, Types};
use base::Int;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a type is that of characters.
pub(super) fn is_byte(types: &Types, ty: &C) -> bool {
    *ty != C::Bool && types.integer(ty).is_some_and(|int| int.bits == 8)
}

/// Whether a type is that of numbers of several bytes; how many.
pub(super) fn width(types: &Types, ty: &C) -> Option<u64> {
    let int = types.integer(ty).filter(|_| *ty != C::Bool)?;
    matches!(int.bits, 16 | 32 | 64).then(|| u64::from(int.bits / 8))
}

fn to_bytes(types: &Types, ty: &C) -> bool {
    ty.pointee().is_some_and(|of| is_byte(types, of))
}

fn to_numbers(types: &Types, ty: &C) -> Option<u64> {
    width(types, ty.pointee()?)
}

/// The file in which numbers that it accesses as bytes are kept as bytes; `None` if there are none.
pub(super) fn in_bytes(unit: &Unit) -> Option<Unit> {
    let mut any = Any { unit, found: false };
    unit.functions.iter().filter_map(|f| f.body.as_ref()).for_each(|body| walk::stmt(body, &mut any));
    if !any.found {
        return None;
    }
    let mut out = unit.clone();
    for function in &mut out.functions {
        let kept = Kept::of(unit, function);
        kept.apply(&unit.types, function);
    }
    Some(out)
}

/// What the addresses of the first characters of all arrays of characters are multiples of, at most 8: variables start at such an
/// address where sanitizers keep them apart, but members and rows lie where they lie.
pub(super) fn alignment(unit: &Unit) -> u64 {
    let types = &unit.types;
    let members = types.records.iter().enumerate().filter(|(_, record)| !record.from_header);
    let members = members.flat_map(|(id, record)| {
        record.fields.iter().enumerate().map(move |(at, field)| match &field.ty {
            C::Array(of, _) if is_byte(types, of) => {
                let offset = types.offset_of(crate::types::RecordId::new(id), at).unwrap_or(1);
                largest(offset).min(largest(record.align))
            }
            ty => of_rows(types, ty),
        })
    });
    let globals = unit.globals.iter().map(|global| of_rows(types, &global.ty));
    let locals = unit.functions.iter().filter(|f| f.body.is_some()).flat_map(|f| &f.locals);
    let locals = locals.map(|local| of_rows(types, &local.ty));
    members.chain(globals).chain(locals).min().unwrap_or(MOST)
}

/// The widest numbers.
const MOST: u64 = 8;

/// The largest power of two that divides a number, at most 8.
fn largest(n: u64) -> u64 {
    (1 << n.trailing_zeros().min(3)).min(MOST)
}

/// The same for the rows of a matrix of characters, and what pointers to such rows lead to.
fn of_rows(types: &Types, ty: &C) -> u64 {
    match ty {
        C::Pointer(of) => match &**of {
            C::Array(inner, _) if is_byte(types, inner) => largest(types.size_of(of).unwrap_or(1)),
            of => of_rows(types, of),
        },
        C::Array(of, _) => match &**of {
            C::Array(inner, _) if is_byte(types, inner) => largest(types.size_of(of).unwrap_or(1)),
            of => of_rows(types, of),
        },
        _ => MOST,
    }
}

/// Looks for pointers to characters that become pointers to wider numbers, or the other way round.
struct Any<'a> {
    unit: &'a Unit,
    found: bool,
}

impl Visit for Any<'_> {
    fn expr(&mut self, e: &Expr) {
        let types = &self.unit.types;
        let meet = |a: &C, b: &C| to_bytes(types, a) && to_numbers(types, b).is_some();
        match &e.kind {
            ExprKind::Convert(inner) => {
                let inner = stripped(inner);
                self.found |= meet(&e.ty, &inner.ty) || meet(&inner.ty, &e.ty);
            }
            ExprKind::Call { .. } => {
                if let Some([a, b]) = pair(self.unit, e) {
                    let (a, b) = (stripped(a), stripped(b));
                    self.found |= meet(&a.ty, &b.ty) || meet(&b.ty, &a.ty);
                }
            }
            _ => {}
        }
    }
}

/// The two pointers of a function of the library that takes pointers to bytes.
fn pair<'e>(unit: &Unit, e: &'e Expr) -> Option<[&'e Expr; 2]> {
    let ExprKind::Call { callee: Callee::Direct(id), args } = &e.kind else { return None };
    unit.function(*id).filter(|f| f.body.is_none() && PAIRS.contains(&f.name.as_str()))?;
    match args.as_slice() {
        [a, b, _] => Some([a, b]),
        _ => None,
    }
}

/// The variable that a pointer leads into: `&x`, `a`, `&a[i]`.
fn root(e: &Expr) -> Option<LocalId> {
    let local = |p: &Place| match &p.kind {
        PlaceKind::Local(id) => Some(*id),
        _ => None,
    };
    match &e.kind {
        ExprKind::Decay(p) => local(p),
        ExprKind::Address(p) => match &p.kind {
            PlaceKind::Deref(pointer) => match super::places::indexed_array(pointer) {
                Some((array, _)) => local(array),
                None => None,
            },
            _ => local(p),
        },
        ExprKind::PointerAdd(p, _) | ExprKind::PointerSub(p, _) => match &p.kind {
            ExprKind::Decay(p) => local(p),
            _ => None,
        },
        _ => None,
    }
}

/// The variables of a function that are kept otherwise than they are declared.
#[derive(Default)]
struct Kept {
    /// Numbers, or arrays of them, that are arrays of bytes.
    numbers: BTreeSet<LocalId>,
    /// Pointers to numbers that are pointers to bytes.
    pointers: BTreeSet<LocalId>,
}

impl Kept {
    fn of(unit: &Unit, function: &Function) -> Kept {
        let Some(body) = &function.body else { return Kept::default() };
        let mut look = Look::new(unit);
        walk::stmt(body, &mut look);
        look.declared(body);
        let can_be_kept = |id: &LocalId| {
            function.local(*id).is_some_and(|local| match &local.ty {
                C::Array(of, Some(_)) => width(&unit.types, of).is_some(),
                ty => width(&unit.types, ty).is_some(),
            })
        };
        let all_fine = |id: &LocalId| look.uses.get(id) == look.fine.get(id);
        let numbers = look.wanted.iter().copied().filter(|id| can_be_kept(id) && all_fine(id)).collect();
        Kept { numbers, pointers: look.pointers(function) }
    }

    fn apply(&self, types: &Types, function: &mut Function) {
        let Some(mut body) = function.body.take() else { return };
        let mut first = Vec::new();
        let mut homes: BTreeMap<LocalId, LocalId> = BTreeMap::new();
        for id in &self.numbers {
            let Some(local) = function.locals.get_mut(id.index()) else { continue };
            let bytes = types.size_of(&local.ty);
            let array = C::Array(Box::new(types.int(IntName::Char)), bytes);
            let (span, ty) = (local.span, local.ty.clone());
            if !local.is_param {
                local.ty = array;
                homes.insert(*id, *id);
                continue;
            }
            let home = LocalId::new(function.locals.len());
            function.locals.push(Local::nameless(array, span));
            homes.insert(*id, home);
            first.push(Stmt { kind: StmtKind::Declare(home, None), span });
            let given = Place { kind: PlaceKind::Local(*id), ty: ty.clone(), span };
            let given = Expr { kind: ExprKind::Load(Box::new(given)), ty: ty.clone(), span };
            first.push(assignment(types, home, &ty, 0, given, span));
        }
        for id in &self.pointers {
            if let Some(local) = function.locals.get_mut(id.index()) {
                local.ty = types.int(IntName::Char).pointer();
            }
        }
        change::stmt(&mut body, &mut Rewrite { types, homes, pointers: &self.pointers });
        if !first.is_empty() {
            let span = body.span;
            first.push(body);
            body = Stmt { kind: StmtKind::Block(first), span };
        }
        function.body = Some(body);
    }
}

/// What a function does with its variables.
struct Look<'a> {
    unit: &'a Unit,
    /// The variables whose address becomes one of bytes.
    wanted: BTreeSet<LocalId>,
    /// How often the address of each is used, and how often in a way that is fine for bytes.
    uses: BTreeMap<LocalId, usize>,
    fine: BTreeMap<LocalId, usize>,
    /// What each pointer gets.
    given: BTreeMap<LocalId, Vec<Given>>,
}

/// What a variable gets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    /// A pointer that was one to bytes.
    Bytes,
    /// Null.
    Null,
    /// What another variable holds.
    Same(LocalId),
    /// Something else.
    Other,
}

impl<'a> Look<'a> {
    fn new(unit: &'a Unit) -> Look<'a> {
        let (uses, fine, given) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Look { unit, wanted: BTreeSet::new(), uses, fine, given }
    }

    /// The variables that can hold pointers to bytes instead.
    fn pointers(&self, function: &Function) -> BTreeSet<LocalId> {
        let able = |id: &LocalId| {
            let local = function.local(*id).filter(|local| !local.is_param);
            let numbers = local.is_some_and(|local| to_numbers(&self.unit.types, &local.ty).is_some());
            numbers && !self.uses.contains_key(id)
        };
        let mut out: BTreeSet<LocalId> = self.given.keys().copied().filter(able).collect();
        loop {
            let before = out.len();
            let fits = |given: &Given| match given {
                Given::Bytes | Given::Null => true,
                Given::Same(id) => out.contains(id),
                Given::Other => false,
            };
            let rest = out.iter().copied().filter(|id| self.given.get(id).into_iter().flatten().all(fits));
            let rest: BTreeSet<LocalId> = rest.collect();
            out = rest;
            if out.len() == before {
                break;
            }
        }
        // What never gets any may stay what it is.
        let mut real: BTreeSet<LocalId> = BTreeSet::new();
        loop {
            let before = real.len();
            let holds = |id: &LocalId| {
                self.given.get(id).into_iter().flatten().any(|given| match given {
                    Given::Bytes => true,
                    Given::Same(id) => real.contains(id),
                    _ => false,
                })
            };
            let more: Vec<LocalId> = out.iter().copied().filter(holds).collect();
            real.extend(more);
            if real.len() == before {
                return real;
            }
        }
    }

    fn gets(&mut self, id: LocalId, value: &Expr) {
        let given = self.what(value);
        self.given.entry(id).or_default().push(given);
    }

    fn what(&self, value: &Expr) -> Given {
        match &value.kind {
            ExprKind::Null => Given::Null,
            ExprKind::Convert(inner) => {
                let types = &self.unit.types;
                match inner.ty.pointee() {
                    Some(_) if to_bytes(types, &inner.ty) => Given::Bytes,
                    Some(of) if *of == C::Void || to_numbers(types, &inner.ty).is_some() => self.what(inner),
                    Some(_) => Given::Other,
                    None if matches!(&inner.kind, ExprKind::Int(n) if n.is_zero()) => Given::Null,
                    None => Given::Other,
                }
            }
            ExprKind::Load(p) => match &p.kind {
                PlaceKind::Local(id) => Given::Same(*id),
                _ => Given::Other,
            },
            ExprKind::PointerAdd(p, _) | ExprKind::PointerSub(p, _) => self.what(p),
            _ => Given::Other,
        }
    }

    /// What declarations give.
    fn declared(&mut self, body: &Stmt) {
        let mut waiting = vec![body];
        while let Some(s) = waiting.pop() {
            match &s.kind {
                StmtKind::Declare(id, Some(Init::Scalar(e))) => self.gets(*id, e),
                StmtKind::Block(list) => waiting.extend(list),
                StmtKind::If { then, otherwise, .. } => {
                    waiting.push(then);
                    waiting.extend(otherwise.as_deref());
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::Switch { body, .. }
                | StmtKind::Case { stmt: body, .. }
                | StmtKind::Default(body)
                | StmtKind::Label(_, body) => waiting.push(body),
                StmtKind::For { init, body, .. } => {
                    waiting.extend(init);
                    waiting.push(body);
                }
                _ => {}
            }
        }
    }

    fn fine(&mut self, pointer: &Expr, wanted: bool) {
        if let Some(id) = root(pointer) {
            *self.fine.entry(id).or_default() += 1;
            if wanted {
                self.wanted.insert(id);
            }
        }
    }
}

impl Visit for Look<'_> {
    fn expr(&mut self, e: &Expr) {
        let types = &self.unit.types;
        match &e.kind {
            ExprKind::Convert(inner) if !matches!(inner.kind, ExprKind::Convert(_)) => {
                let to_void = e.ty.pointee() == Some(&C::Void);
                if to_bytes(types, &e.ty) && to_numbers(types, &inner.ty).is_some() {
                    self.fine(inner, true);
                } else if to_void {
                    self.fine(inner, false);
                }
            }
            ExprKind::Address(_) | ExprKind::Decay(_) => {
                if let Some(id) = root(e) {
                    *self.uses.entry(id).or_default() += 1;
                }
            }
            ExprKind::Call { .. } => {
                if let Some([a, b]) = pair(self.unit, e) {
                    let (a, b) = (stripped(a), stripped(b));
                    for (a, b) in [(a, b), (b, a)] {
                        if to_bytes(types, &a.ty)
                            && to_numbers(types, &b.ty).is_some()
                            && let Some(id) = root(b)
                        {
                            self.wanted.insert(id);
                        }
                    }
                }
            }
            ExprKind::Assign(p, value) => {
                if let PlaceKind::Local(id) = &p.kind {
                    self.gets(*id, value);
                }
            }
            ExprKind::Statements(list, _) => list.iter().for_each(|s| self.declared(s)),
            _ => {}
        }
    }

    fn place(&mut self, p: &Place) {
        // `a[i]` uses the array, and so does `&a[i]`, which is looked at by itself.
        if let PlaceKind::Deref(pointer) = &p.kind
            && let Some((array, _)) = super::places::indexed_array(pointer)
            && let PlaceKind::Local(id) = &array.kind
        {
            *self.fine.entry(*id).or_default() += 1;
        }
    }
}

struct Rewrite<'a> {
    types: &'a Types,
    /// The arrays of bytes that numbers are kept in.
    homes: BTreeMap<LocalId, LocalId>,
    pointers: &'a BTreeSet<LocalId>,
}

impl Rewrite<'_> {
    /// The pointer to bytes that was converted to a pointer to numbers, and how wide those are.
    fn inside(&self, e: &Expr) -> Option<(Expr, u64)> {
        let ExprKind::Convert(inner) = &e.kind else { return None };
        let width = to_numbers(self.types, &e.ty)?;
        to_bytes(self.types, &inner.ty).then(|| ((**inner).clone(), width))
    }

    fn is_pointer(&self, p: &Place) -> bool {
        matches!(&p.kind, PlaceKind::Local(id) if self.pointers.contains(id))
    }

    fn bytes(&self) -> C {
        self.types.int(IntName::Char).pointer()
    }

    /// A number of elements as a number of bytes.
    fn scaled(&self, by: &Expr, width: u64) -> Expr {
        let span = by.span;
        let int = self.types.integer(&by.ty);
        let wide =
            int.is_some_and(|int| int.bits >= 64 || u64::from(int.bits) >= 8 * self.types.model.word());
        let ty = if wide { by.ty.clone() } else { self.types.difference_type() };
        let by = Expr { kind: ExprKind::Convert(Box::new(by.clone())), ty: ty.clone(), span };
        let size = Expr { kind: ExprKind::Int(number(width)), ty: ty.clone(), span };
        Expr { kind: ExprKind::Binary(BinaryOp::Mul, Box::new(by), Box::new(size)), ty, span }
    }

    /// A pointer to numbers as the one to bytes that it is; `None` if it is none.
    fn given(&self, value: &Expr) -> Option<Expr> {
        let span = value.span;
        if let Some((inner, _)) = self.inside(value) {
            return Some(converted(inner, self.bytes()));
        }
        let null = match &value.kind {
            ExprKind::Null => true,
            ExprKind::Convert(inner) => {
                matches!(&stripped(inner).kind, ExprKind::Null)
                    || matches!(&inner.kind, ExprKind::Int(n) if n.is_zero())
            }
            _ => false,
        };
        null.then(|| Expr { kind: ExprKind::Null, ty: self.bytes(), span })
    }

    fn changed(&self, e: &Expr) -> Option<Expr> {
        let span = e.span;
        let back = |kind: ExprKind, of: C, ty: &C| {
            let inner = Expr { kind, ty: of, span };
            Expr { kind: ExprKind::Convert(Box::new(inner)), ty: ty.clone(), span }
        };
        match &e.kind {
            // `&*p` is `p`.
            ExprKind::Address(p) => match &p.kind {
                PlaceKind::Deref(pointer) if self.inside(pointer).is_some() => Some((**pointer).clone()),
                _ => None,
            },
            ExprKind::Decay(p) => {
                let PlaceKind::Local(id) = &p.kind else { return None };
                let home = self.homes.get(id)?;
                Some(converted(home_of(self.types, *home, &p.ty, span), e.ty.clone()))
            }
            ExprKind::Load(p) if self.is_pointer(p) => {
                Some(back(ExprKind::Load(bytes_place(p, self.bytes())), self.bytes(), &e.ty))
            }
            ExprKind::Assign(p, value) if self.is_pointer(p) => {
                let value = self.given(value)?;
                let kind = ExprKind::Assign(bytes_place(p, self.bytes()), Box::new(value));
                Some(back(kind, self.bytes(), &e.ty))
            }
            ExprKind::AssignPointer { place, back: down, index } if self.is_pointer(place) => {
                let index = Box::new(self.scaled(index, to_numbers(self.types, &e.ty)?));
                let place = bytes_place(place, self.bytes());
                Some(back(ExprKind::AssignPointer { place, back: *down, index }, self.bytes(), &e.ty))
            }
            ExprKind::IncDec { place, increment, prefix } if self.is_pointer(place) => {
                let width = to_numbers(self.types, &e.ty)?;
                let step = || {
                    let ty = self.types.difference_type();
                    Box::new(Expr { kind: ExprKind::Int(number(width)), ty, span })
                };
                let place = bytes_place(place, self.bytes());
                let mut kind = ExprKind::AssignPointer { place, back: !increment, index: step() };
                if !prefix {
                    let moved = Box::new(Expr { kind, ty: self.bytes(), span });
                    // What it was before.
                    kind = match increment {
                        true => ExprKind::PointerSub(moved, step()),
                        false => ExprKind::PointerAdd(moved, step()),
                    };
                }
                Some(back(kind, self.bytes(), &e.ty))
            }
            ExprKind::PointerAdd(p, by) | ExprKind::PointerSub(p, by) => {
                let (inner, width) = self.inside(p)?;
                let of = inner.ty.clone();
                let (inner, by) = (Box::new(inner), Box::new(self.scaled(by, width)));
                let kind = match &e.kind {
                    ExprKind::PointerAdd(..) => ExprKind::PointerAdd(inner, by),
                    _ => ExprKind::PointerSub(inner, by),
                };
                Some(back(kind, of, &e.ty))
            }
            ExprKind::PointerDiff(a, b) => {
                let ((a, width), (b, _)) = (self.inside(a)?, self.inside(b)?);
                let b = converted(b, a.ty.clone());
                let kind = ExprKind::PointerDiff(Box::new(a), Box::new(b));
                let bytes = Expr { kind, ty: e.ty.clone(), span };
                let size = Expr { kind: ExprKind::Int(number(width)), ty: e.ty.clone(), span };
                let kind = ExprKind::Binary(BinaryOp::Div, Box::new(bytes), Box::new(size));
                Some(Expr { kind, ty: e.ty.clone(), span })
            }
            ExprKind::Compare(op, a, b) => {
                let ((a, _), (b, _)) = (self.inside(a)?, self.inside(b)?);
                let b = converted(b, a.ty.clone());
                let kind = ExprKind::Compare(*op, Box::new(a), Box::new(b));
                Some(Expr { kind, ty: e.ty.clone(), span })
            }
            ExprKind::Convert(inner) => {
                let (bytes, _) = self.inside(inner)?;
                e.ty.pointee()
                    .filter(|_| to_numbers(self.types, &e.ty).is_some() || to_bytes(self.types, &e.ty))?;
                Some(converted(bytes, e.ty.clone()))
            }
            _ => None,
        }
    }
}

impl Change for Rewrite<'_> {
    fn expr(&mut self, e: &mut Expr) {
        if let Some(changed) = self.changed(e) {
            *e = changed;
        }
    }

    fn place(&mut self, p: &mut Place) {
        if let PlaceKind::Local(id) = &p.kind
            && width(self.types, &p.ty).is_some()
            && let Some(home) = self.homes.get(id)
        {
            *p = part(self.types, *home, &p.ty, 0, p.span);
        }
    }

    fn stmt(&mut self, s: &mut Stmt) {
        let span = s.span;
        match &mut s.kind {
            StmtKind::Declare(id, Some(start)) if self.pointers.contains(id) => {
                if let Init::Scalar(value) = start
                    && let Some(bytes) = self.given(value)
                {
                    *value = bytes;
                }
            }
            StmtKind::Declare(id, start) if self.homes.contains_key(id) => {
                let mut list = Vec::new();
                match start.take() {
                    None => list.push(Stmt { kind: StmtKind::Declare(*id, None), span }),
                    Some(Init::Scalar(value)) => {
                        list.push(Stmt { kind: StmtKind::Declare(*id, None), span });
                        let ty = value.ty.clone();
                        list.push(assignment(self.types, *id, &ty, 0, value, span));
                    }
                    Some(Init::List(items)) => {
                        let zeros = Some(Init::List(Vec::new()));
                        list.push(Stmt { kind: StmtKind::Declare(*id, zeros), span });
                        for item in items {
                            let at = match item.path.as_slice() {
                                [] => 0,
                                [Step::Index(at)] => *at,
                                _ => continue,
                            };
                            let ty = item.value.ty.clone();
                            list.push(assignment(self.types, *id, &ty, at, item.value, span));
                        }
                    }
                }
                s.kind = StmtKind::Block(list);
            }
            _ => {}
        }
    }
}

fn number(n: u64) -> Int {
    Int::from(i64::try_from(n).unwrap_or(i64::MAX))
}

fn bytes_place(p: &Place, ty: C) -> Box<Place> {
    Box::new(Place { kind: p.kind.clone(), ty, span: p.span })
}

/// A pointer as one of another type.
fn converted(e: Expr, ty: C) -> Expr {
    if e.ty == ty {
        return e;
    }
    let span = e.span;
    Expr { kind: ExprKind::Convert(Box::new(e)), ty, span }
}

/// The pointer to the first byte of a home of numbers of a type.
fn home_of(types: &Types, home: LocalId, numbers: &C, span: Span) -> Expr {
    let byte = types.int(IntName::Char);
    let ty = C::Array(Box::new(byte.clone()), types.size_of(numbers));
    let array = Place { kind: PlaceKind::Local(home), ty, span };
    Expr { kind: ExprKind::Decay(Box::new(array)), ty: byte.pointer(), span }
}

/// A number in its home, by its position there.
fn part(types: &Types, home: LocalId, ty: &C, at: u64, span: Span) -> Place {
    let mut bytes = home_of(types, home, ty, span);
    if at > 0 {
        let by = number(at.saturating_mul(width(types, ty).unwrap_or(1)));
        let by = Expr { kind: ExprKind::Int(by), ty: types.difference_type(), span };
        let to = bytes.ty.clone();
        bytes = Expr { kind: ExprKind::PointerAdd(Box::new(bytes), Box::new(by)), ty: to, span };
    }
    let pointer = converted(bytes, ty.clone().pointer());
    Place { kind: PlaceKind::Deref(Box::new(pointer)), ty: ty.clone(), span }
}

/// A number in its home gets a value.
fn assignment(types: &Types, home: LocalId, ty: &C, at: u64, value: Expr, span: Span) -> Stmt {
    let place = Box::new(part(types, home, ty, at, span));
    let kind = ExprKind::Assign(place, Box::new(value));
    Stmt { kind: StmtKind::Expr(Expr { kind, ty: ty.clone(), span }), span }
}
