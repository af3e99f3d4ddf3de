//! Numbers in memory that are seen with a sign and without.
//!
//! Where a file converts pointers to numbers into pointers to numbers of the same width with another sign, all numbers of
//! that width that pointers can lead to are kept with a sign. A number that is read without a sign wraps around, and so
//! does one that is written. Then such a conversion does nothing at all.
//!
//! ```text
//! int f(const char *s) { const unsigned char *p = (const unsigned char *) s; return *p > 127; }
//! p := s; return wrap(target(p), uint8) > 127
//! ```
//!
//! Variables and members whose address is not taken are kept as they are declared. So is everything in a file without such
//! conversions; a conversion through which something is read at once, as in `*(unsigned char *) p`, needs nothing of this.

use super::allocation::stripped;
use super::walk::{self, Visit};
use crate::tree::{Callee, Expr, ExprKind, Place, PlaceKind, Unit};
use crate::types::{IntName, IntType, Type as C, Types};
use imperative::Word;
use std::collections::BTreeSet;

/// Functions of the C library that take two pointers to elements of any type.
pub(super) const PAIRS: &[&str] = &["memcpy", "memmove", "memcmp"];

/// Functions of the C library that give a pointer to what the first argument points to.
const HANDED_BACK: &[&str] = &["memchr", "realloc"];

/// How wide the numbers are that are seen with a sign and without.
#[derive(Clone, Debug, Default)]
pub(super) struct Signs {
    widths: BTreeSet<u32>,
}

impl Signs {
    /// What the conversions of a file ask for.
    pub fn of(unit: &Unit) -> Signs {
        let mut look = Look { unit, signs: Signs::default(), read_at_once: false };
        unit.globals.iter().filter_map(|g| g.init.as_ref()).for_each(|start| walk::init(start, &mut look));
        unit.functions.iter().filter_map(|f| f.body.as_ref()).for_each(|body| walk::stmt(body, &mut look));
        look.signs
    }

    /// Whether all is kept as it is declared.
    pub fn is_empty(&self) -> bool {
        self.widths.is_empty()
    }

    /// Whether numbers of a width are kept with a sign.
    pub fn has(&self, bits: u8) -> bool {
        self.widths.contains(&u32::from(bits))
    }

    /// How memory keeps numbers of a type that have no sign, if otherwise than they are declared.
    pub fn kept(&self, types: &Types, ty: &C) -> Option<Word> {
        if self.is_empty() || *ty == C::Bool {
            return None;
        }
        let int = types.integer(ty).filter(|int| !int.signed && self.widths.contains(&int.bits))?;
        u8::try_from(int.bits).ok().map(Word::signed)
    }

    /// Whether a pointer of a type can stand for one of another where the program has one type for both: what it points to
    /// may be seen with another sign, but not what that points to, which compilers take for something else.
    pub fn allow(&self, types: &Types, from: &C, to: &C) -> bool {
        self.is_empty() || allow(types, from, to, 0)
    }

    /// A type with all numbers as memory keeps them.
    pub fn retyped(&self, types: &Types, ty: &mut C) {
        match ty {
            C::Int(int) if self.widths.contains(&int.bits) => {
                *int = IntType::new(with_sign(int.name), types.model);
            }
            C::Pointer(of) | C::Array(of, _) => self.retyped(types, of),
            C::Function(f) => {
                self.retyped(types, &mut f.result);
                f.params.iter_mut().for_each(|param| self.retyped(types, param));
            }
            _ => {}
        }
    }
}

fn allow(types: &Types, from: &C, to: &C, pointers: usize) -> bool {
    match (from, to) {
        (C::Pointer(from), C::Pointer(to)) => allow(types, from, to, pointers + 1),
        (C::Array(from, _), C::Array(to, _)) => allow(types, from, to, pointers),
        _ => match (types.integer(from), types.integer(to)) {
            (Some(a), Some(b)) if a.signed != b.signed => pointers == 1 && a.name.rank() == b.name.rank(),
            _ => true,
        },
    }
}

/// The type of the same rank that has a sign, the same for all characters.
fn with_sign(name: IntName) -> IntName {
    match name.rank() {
        1 => IntName::Char,
        2 => IntName::Short,
        3 => IntName::Int,
        4 => IntName::Long,
        _ => IntName::LongLong,
    }
}

struct Look<'a> {
    unit: &'a Unit,
    signs: Signs,
    /// Whether what comes next is a pointer that is read through at once.
    read_at_once: bool,
}

impl Look<'_> {
    /// A pointer of one type becomes one of another.
    fn meet(&mut self, from: &C, to: &C) {
        let types = &self.unit.types;
        let number = |ty: &C| -> Option<IntType> {
            let mut of = ty.pointee()?;
            while let C::Array(inner, _) = of {
                of = inner;
            }
            types.integer(of).filter(|_| *of != C::Bool)
        };
        if let (Some(from), Some(to)) = (number(from), number(to))
            && from.signed != to.signed
            && from.name.rank() == to.name.rank()
        {
            self.signs.widths.insert(from.bits);
        }
    }

    /// The name and the arguments of a call of a function without a body.
    fn library<'e>(&self, e: &'e Expr) -> Option<(&str, &'e [Expr])> {
        let ExprKind::Call { callee: Callee::Direct(id), args } = &e.kind else { return None };
        let f = self.unit.function(*id).filter(|f| f.body.is_none())?;
        Some((f.name.as_str(), args))
    }
}

impl Visit for Look<'_> {
    fn expr(&mut self, e: &Expr) {
        let read_at_once = std::mem::take(&mut self.read_at_once);
        match &e.kind {
            ExprKind::Convert(_) if !matches!(e.ty, C::Pointer(_)) => {}
            ExprKind::Convert(inner) if read_at_once && inner.ty.pointee().is_some_and(C::is_integer) => {}
            ExprKind::Convert(inner) => {
                let mut source = stripped(inner);
                if let Some((name, [first, ..])) = self.library(source)
                    && HANDED_BACK.contains(&name)
                {
                    source = stripped(first);
                }
                let from = source.ty.clone();
                self.meet(&from, &e.ty);
            }
            ExprKind::Call { .. } => {
                if let Some((name, [a, b, ..])) = self.library(e)
                    && PAIRS.contains(&name)
                {
                    self.meet(&stripped(a).ty, &stripped(b).ty);
                }
            }
            _ => {}
        }
    }

    fn place(&mut self, p: &Place) {
        self.read_at_once = matches!(p.kind, PlaceKind::Deref(_));
    }
}
