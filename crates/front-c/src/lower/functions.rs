//! Pointers to functions: numbers. The functions of the file that have a type are 1, 2, … in order of their definition, null
//! is 0, and nothing else is ever looked at.
//!
//! ```text
//! p = add; … p(1, 2)      p := 1; … if p = 0 fail nil; if p = 1 then $1 := call add(1, 2) else …
//! ```
//!
//! Each type of functions has a word of a width that nothing else has, so that no two of them are ever confused. An input
//! that is greater than the number of functions is no input: parameters are bounded on entry, all else where it is read.

use super::facts::GlobalKind;
use super::procs::Lower;
use super::shapes::Shapes;
use crate::tree::{Expr, ExprKind, FunctionId, Place, PlaceKind, Unit};
use crate::types::{FunctionType, Type as C};
use imperative::{
    BinaryOp, DecisionKind, ErrorKind, Expr as Ir, InstrKind, Presumption, Requirement, RequirementKind,
    TerminatorKind, Type, VarId, Word,
};
use source::Span;

/// Widths that integers of C have.
const TAKEN: [u8; 4] = [8, 16, 32, 64];

/// A type of functions as it is looked up: `f()` with a body has no parameters.
pub(super) fn plain(ty: &FunctionType) -> FunctionType {
    FunctionType { prototyped: true, ..ty.clone() }
}

/// The type of functions that a pointer points to.
pub(super) fn pointed(ty: &C) -> Option<&FunctionType> {
    match ty.pointee() {
        Some(C::Function(f)) => Some(f),
        _ => None,
    }
}

/// The type of a function.
fn type_of(unit: &Unit, id: FunctionId) -> Option<FunctionType> {
    let f = unit.function(id)?;
    let params = f.params.iter().map(|p| f.local(*p).map(|l| l.ty.clone())).collect::<Option<Vec<_>>>()?;
    Some(FunctionType { result: f.result.clone(), params, variadic: f.variadic, prototyped: true })
}

/// The functions that pointers may point to, by their type.
#[derive(Default)]
pub(super) struct Targets {
    pub all: Vec<(FunctionType, Vec<FunctionId>)>,
}

impl Targets {
    /// The functions of the file, and those of headers whose address is taken.
    pub fn of(unit: &Unit, taken: &dyn Fn(FunctionId) -> bool) -> Targets {
        let mut ids: Vec<FunctionId> = (0..unit.functions.len()).map(FunctionId::new).collect();
        ids.retain(|id| {
            let there = |f: &crate::tree::Function| {
                f.body.is_some() && !f.is_copy && f.name != "main" && (!f.from_header || taken(*id))
            };
            unit.function(*id).is_some_and(there)
        });
        ids.sort_by_key(|id| unit.function(*id).map(|f| (f.from_header, f.extent.start)));
        let mut targets = Targets::default();
        for id in ids {
            let Some(ty) = type_of(unit, id) else { continue };
            match targets.all.iter_mut().find(|(known, _)| *known == ty) {
                Some((_, list)) => list.push(id),
                None => targets.all.push((ty, vec![id])),
            }
        }
        targets
    }

    /// The functions of a type, in order.
    pub fn of_type(&self, ty: &FunctionType) -> &[FunctionId] {
        let ty = plain(ty);
        self.all.iter().find(|(known, _)| *known == ty).map_or(&[], |(_, list)| list)
    }
}

impl Shapes<'_> {
    /// The word of the pointers to functions of a type; `None` if there are too many types.
    pub fn function_word(&mut self, ty: &FunctionType) -> Option<Word> {
        let ty = plain(ty);
        if let Some((_, word)) = self.function_words.iter().find(|(known, _)| *known == ty) {
            return Some(*word);
        }
        let count = self.facts.targets.of_type(&ty).len() as u64;
        let used = |bits: u8| self.function_words.iter().any(|(_, word)| word.bits() == Some(bits));
        // There is a number left for all functions that are not of the file.
        let bits = (2..64).find(|bits| !TAKEN.contains(bits) && !used(*bits) && (count + 1) >> bits == 0)?;
        let word = Word::unsigned(bits);
        self.function_words.push((ty, word));
        Some(word)
    }
}

impl Lower<'_, '_> {
    /// The number of a function.
    pub fn function_number(&self, id: FunctionId) -> Option<usize> {
        let list = self.all_facts.targets.of_type(&type_of(self.unit, id)?);
        list.iter().position(|known| *known == id).map(|at| at + 1)
    }

    /// The address of a function.
    pub fn function_address(&mut self, id: FunctionId, span: Span) -> Ir {
        match self.function_number(id) {
            Some(number) => Ir::int(number, span),
            None => {
                let name = self.unit.function(id).map_or("", |f| f.name.as_str());
                let what = if name == "main" { "" } else { ", which is not defined here" };
                self.unsupported(format!("the address of `{name}`{what}"), span);
                Ir::int(0, span)
            }
        }
    }

    /// Whether a value of this type, read from a place, must be bounded first.
    pub fn is_bounded_read(&self, place: &Place) -> bool {
        pointed(&place.ty).is_some() && !matches!(place.kind, PlaceKind::Local(_))
    }

    /// That a pointer to functions is one of those that there are; `read` says from where it was read.
    fn in_bounds(&mut self, value: Ir, ty: &FunctionType, read: Option<&Place>, span: Span) -> Ir {
        let count = self.all_facts.targets.of_type(ty).len();
        // The file says itself what stands in its tables.
        if count > 0 && !read.is_some_and(|place| self.is_in_table(place)) {
            let text = self.unit.types.text(&C::Function(Box::new(ty.clone())));
            let what =
                format!("pointers of the input to functions of type `{text}` lead to those of the file");
            let presumed = Presumption { what, of_memory: read.is_some() };
            if !self.b.proc().presumed.contains(&presumed) {
                self.b.proc().presumed.push(presumed);
            }
        }
        if count == 0 {
            let text = self.unit.types.text(&C::Function(Box::new(ty.clone())));
            let what = format!("no function of the file has the type `{text}`, so pointers to such are null");
            if !self.b.proc().granted.contains(&what) {
                self.b.proc().granted.push(what);
            }
        }
        Ir::binary(BinaryOp::Le, value, Ir::int(count, span), span)
    }

    /// Whether a place is a part of a table of the file that nothing changes.
    fn is_in_table(&self, place: &Place) -> bool {
        let mut place = place;
        loop {
            place = match &place.kind {
                PlaceKind::Global(id) => {
                    return self.all_facts.global_kind(self.unit, *id) == GlobalKind::Fixed;
                }
                PlaceKind::Member(of, _) => of,
                PlaceKind::Deref(at) => {
                    let array = match &at.kind {
                        ExprKind::PointerAdd(array, _) => array,
                        _ => at,
                    };
                    let ExprKind::Decay(of) = &array.kind else { return false };
                    of
                }
                _ => return false,
            };
        }
    }

    /// A pointer to functions that was read from a place.
    pub fn bounded(&mut self, value: Ir, place: &Place, ty: &C, span: Span) -> Ir {
        let Some(ty) = pointed(ty) else { return value };
        let value = self.held(value);
        let bound = self.in_bounds(value.clone(), ty, Some(place), span);
        self.b.push(InstrKind::Assume(bound), span);
        value
    }

    /// What is required of a parameter that is a pointer to functions.
    pub fn bounded_param(&mut self, var: VarId, ty: &C, span: Span) {
        let Some(ty) = pointed(ty) else { return };
        let bound = self.in_bounds(Ir::var(var, span), ty, None, span);
        self.b.proc().requires.push(Requirement::new(RequirementKind::Cond(bound), span));
    }

    /// A call through a pointer.
    pub fn call_through(
        &mut self,
        callee: &Expr,
        args: &[Expr],
        wanted: bool,
        dst: Option<VarId>,
        span: Span,
    ) -> super::calls::Called {
        let Some(ty) = pointed(&callee.ty).cloned() else {
            return Err("a call through a pointer".to_string());
        };
        if self.cx.shapes.function_word(&ty).is_none() || !std::ptr::eq(self.unit, self.cx.unit) {
            return Err("a call through a pointer".to_string());
        }
        let number = self.value(callee);
        let number = self.saved(number);
        let given = self.given(&ty.params, args, "a function", span)?;
        let given: Vec<Ir> = given.into_iter().map(|value| self.saved(value)).collect();
        let result = match &ty.result {
            C::Void => None,
            ty => self.cx.shapes.value(ty),
        };
        let dst = match result {
            Some(ty) if wanted => Some(dst.unwrap_or_else(|| self.b.temporary(ty, span))),
            _ => None,
        };
        let is = |n: usize| Ir::binary(BinaryOp::Eq, number.clone(), Ir::int(n, span), span);
        let (null, there, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.branch(DecisionKind::ShortCircuit, is(0), null, there, span);
        self.b.switch_to(null);
        self.b.terminate(TerminatorKind::Fail(ErrorKind::NilDereference), span);
        self.b.switch_to(there);
        let targets = self.all_facts.targets.of_type(&ty).to_vec();
        for (at, id) in targets.into_iter().enumerate() {
            let (yes, no) = (self.b.block(), self.b.block());
            self.b.branch(DecisionKind::ShortCircuit, is(at + 1), yes, no, span);
            self.b.switch_to(yes);
            self.call_target(id, given.clone(), dst, span);
            self.b.terminate(TerminatorKind::Goto(after), span);
            self.b.switch_to(no);
        }
        // There are no others.
        self.b.push(InstrKind::Assume(Ir::bool(false, span)), span);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
        Ok(dst.map(|v| Ir::var(v, span)))
    }

    fn call_target(&mut self, id: FunctionId, mut given: Vec<Ir>, dst: Option<VarId>, span: Span) {
        let name = self.unit.function(id).map_or("", |f| f.name.as_str());
        let Some(proc) =
            self.cx.procs.get(&id).copied().filter(|_| !self.unit.function(id).is_some_and(|f| f.variadic))
        else {
            return self.unsupported(format!("a call of `{name}`"), span);
        };
        if self.cx.touching.contains_key(&id) {
            let Some(globals) = self.globals else {
                return self.unsupported(format!("a call of `{name}` from here"), span);
            };
            given.push(Ir::var(globals, span));
        }
        self.b.push(InstrKind::Call { dst, proc, args: given, backs: Vec::new() }, span);
    }
}

/// The null pointer of a type.
pub(super) fn nil(ty: &Type, span: Span) -> Ir {
    match ty {
        Type::Word(_) => Ir::int(0, span),
        _ => Ir::nil(span),
    }
}
