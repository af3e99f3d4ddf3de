//! Calls: of functions with a body, and of those of the C library that are known here.
//!
//! ```text
//! x = f(y, 1);       x := call f(y, 1)
//! free(p);           free p
//! abort();           fail abort
//! ```

use super::allocation::stripped;
use super::places::Spot;
use super::procs::Lower;
use super::streams::{Shown, WRITE};
use super::{builtins, library};
use crate::tree::{Callee, Expr, ExprKind, Function, FunctionId, PlaceKind};
use crate::types::{IntType, Type as C};
use base::Int;
use imperative::{DecisionKind, ErrorKind, Expr as Ir, InstrKind, ProcId, TerminatorKind, Type, VarId};
use source::Span;

/// Functions that end the program because something is wrong.
const FAILURES: &[&str] = &[
    "reach_error",
    "__VERIFIER_error",
    "__assert_fail",
    "__assert_rtn",
    "__assert",
    "__assert_func",
    "_assert",
];

/// At most this many elements are copied without a loop.
const MOST_AT_ONCE: usize = 16;

/// How the names of functions begin whose result only the surroundings know.
const ANSWER: &str = "__VERIFIER_nondet_";

/// Whether only the surroundings know the result of a function.
fn is_answer(name: &str) -> bool {
    name.starts_with(ANSWER)
}

/// Whether a function has a meaning here.
pub(super) fn is_known(name: &str) -> bool {
    WRITE.contains(&name)
        || FAILURES.contains(&name)
        || matches!(name, "abort" | "exit" | "_Exit" | "_exit" | "quick_exit")
}

/// Whether a function ends the program because something is wrong.
pub(super) fn is_failure(name: &str) -> bool {
    FAILURES.contains(&name)
}

/// What the arguments behind a format are written as: the letters of its conversions; a blank for one whose characters are
/// counted, and for a width or precision that is an argument.
pub(super) fn conversions(format: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = format.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let mut counted = false;
        for byte in bytes.by_ref() {
            match byte {
                b'%' => break,
                b'*' => out.push(b' '),
                b'.' => counted = true,
                b'-' | b'+' | b' ' | b'#' | b'0'..=b'9' | b'h' | b'l' | b'z' | b'j' | b't' | b'L' => {}
                letter => {
                    out.push(if counted { b' ' } else { letter });
                    break;
                }
            }
        }
    }
    out
}

/// What a call gives: a value if there is one, or what is not supported.
pub(super) type Called = Result<Option<Ir>, String>;

/// The variable that holds the array that a pointer plainly leads into.
fn array_of(pointer: &Ir) -> Option<VarId> {
    use imperative::ExprKind as Kind;
    match &pointer.kind {
        Kind::At(array, _) => match array.kind {
            Kind::Var(var) => Some(var),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the `count` elements behind one pointer and those behind another overlap, but are not the same.
pub(super) fn overlap(to: &Ir, from: &Ir, count: Ir, span: Span) -> Ir {
    use imperative::{BinaryOp as Op, ExprKind as Kind};
    let position = |p: &Ir| Ir::new(Kind::Position(Box::new(p.clone())), span);
    // Their positions are compared first: of two inputs both are the first, and nothing is to be asked.
    let differ = Ir::binary(Op::Ne, position(to), position(from), span);
    let apart = |a: &Ir, b: &Ir| {
        let distance = Ir::binary(Op::Sub, position(a), position(b), span);
        Ir::binary(Op::Lt, distance, count.clone(), span)
    };
    let near = Ir::and(apart(to, from), apart(from, to), span);
    let together = Ir::new(Kind::Together(Box::new(to.clone()), Box::new(from.clone())), span);
    Ir::and(differ, Ir::and(near, together, span), span)
}

/// Whether two pointers lead to one place. Unlike an equation, it does not ask whether an input could lead to a literal: nothing
/// may be written there.
pub(super) fn same(to: &Ir, from: &Ir, span: Span) -> Ir {
    use imperative::{BinaryOp as Op, ExprKind as Kind};
    let position = |p: &Ir| Ir::new(Kind::Position(Box::new(p.clone())), span);
    let together = Ir::new(Kind::Together(Box::new(to.clone()), Box::new(from.clone())), span);
    Ir::and(together, Ir::binary(Op::Eq, position(to), position(from), span), span)
}

impl Lower<'_, '_> {
    /// A call. The result is of the type that is wanted, and goes to a variable if one is given.
    pub fn call(&mut self, e: &Expr, wanted: Option<&Type>, dst: Option<VarId>) -> Option<Ir> {
        let ExprKind::Call { callee, args } = &e.kind else { return None };
        let span = e.span;
        let unit = self.unit;
        let called = match callee {
            Callee::Indirect(through) => self.call_through(through, args, wanted.is_some(), dst, span),
            Callee::Direct(id) => match (unit.function(*id), self.cx.procs.get(id).copied()) {
                (Some(f), _) if f.variadic && f.body.is_some() => self.call_logging(f, args, wanted, span),
                (Some(f), Some(proc)) if std::ptr::eq(unit, self.cx.unit) && f.body.is_some() => {
                    if is_answer(&f.name) && f.from_header {
                        let what = format!("`{}` is taken to give what its body in a header gives", f.name);
                        if !self.b.proc().granted.contains(&what) {
                            self.b.proc().granted.push(what);
                        }
                    }
                    self.call_own(*id, proc, f, args, wanted.is_some(), dst, span)
                }
                (Some(f), _) => self.call_known(f, args, wanted, dst, span),
                (None, _) => Err("this call".to_string()),
            },
        };
        match (called, wanted) {
            (Ok(value @ Some(_)), _) => value,
            (Ok(None), None) => None,
            (Ok(None), Some(ty)) => {
                self.unsupported("the result of this call", span);
                Some(self.any_value(ty, span))
            }
            (Err(what), _) => {
                self.unsupported(what, span);
                wanted.map(|ty| self.any_value(ty, span))
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn call_own(
        &mut self,
        id: FunctionId,
        proc: ProcId,
        f: &Function,
        args: &[Expr],
        wanted: bool,
        dst: Option<VarId>,
        span: Span,
    ) -> Called {
        if f.name == "main" {
            return Err("a call of `main`".to_string());
        }
        let params: Vec<C> =
            f.params.iter().filter_map(|param| f.local(*param)).map(|local| local.ty.clone()).collect();
        let mut given = self.given(&params, args, &format!("`{}`", f.name), span)?;
        if self.cx.touching.contains_key(&id) {
            let globals = self.globals.ok_or_else(|| format!("a call of `{}` from here", f.name))?;
            given.push(Ir::var(globals, span));
        }
        let result = match &f.result {
            C::Void => None,
            ty => self.cx.shapes.value(ty),
        };
        let dst = match result {
            Some(ty) if wanted => Some(dst.unwrap_or_else(|| self.b.temporary(ty, span))),
            _ => None,
        };
        self.b.push(InstrKind::Call { dst, proc, args: given, backs: Vec::new() }, span);
        Ok(dst.map(|v| Ir::var(v, span)))
    }

    /// The arguments of a procedure for parameters of these types.
    pub fn given(&mut self, params: &[C], args: &[Expr], of: &str, span: Span) -> Result<Vec<Ir>, String> {
        if args.len() != params.len() {
            return Err(format!("a call of {of} with another number of arguments"));
        }
        let values = self.values(args);
        let mut given = Vec::new();
        for ((arg, value), param) in args.iter().zip(values).zip(params) {
            // A parameter that the program has nothing for is no parameter of the procedure.
            let Some(ty) = self.cx.shapes.value(param) else { continue };
            if self.cx.shapes.value(&arg.ty) != Some(ty) || !self.may_be(&arg.ty, param) {
                return Err(format!("a call of {of} with arguments of other types"));
            }
            given.push(match &arg.ty {
                C::Record(r) if !matches!(arg.kind, ExprKind::Call { .. }) => {
                    self.fresh_copy(value, *r, span)
                }
                _ => value,
            });
        }
        Ok(given)
    }

    /// A call of a function without a body.
    fn call_known(
        &mut self,
        f: &Function,
        args: &[Expr],
        wanted: Option<&Type>,
        dst: Option<VarId>,
        span: Span,
    ) -> Called {
        let name = f.name.as_str();
        match (name, args) {
            ("abort" | "exit" | "_Exit" | "_exit" | "quick_exit", _) => {
                let values = self.values(args);
                if name != "abort" {
                    // The program that started this one sees the status.
                    let values = values.into_iter().map(|status| self.held_unless_constant(status)).collect();
                    self.b.push(InstrKind::Show { what: "exit".to_string(), values, open: false }, span);
                }
                self.fail(if name == "abort" { ErrorKind::Abort } else { ErrorKind::Exit }, span);
                Ok(None)
            }
            (_, _) if FAILURES.contains(&name) => {
                self.fail(ErrorKind::FailedAssertion, span);
                Ok(wanted.map(|ty| self.any_value(ty, span)))
            }
            ("__VERIFIER_assume", [condition]) => {
                let condition = self.condition(condition);
                self.b.push(InstrKind::Assume(condition), span);
                Ok(None)
            }
            ("__VERIFIER_assert", [condition]) => {
                self.assertion(condition, span);
                Ok(None)
            }
            (_, []) if is_answer(name) => match (wanted, &f.result) {
                (None, _) => Ok(None),
                (Some(ty @ Type::Word(_)), _) => {
                    let dst = dst.unwrap_or_else(|| self.b.temporary(ty.clone(), span));
                    // Texts of ours ask in the name of a function of the library.
                    let ours = !std::ptr::eq(self.unit, self.cx.unit);
                    let what = if ours { name.trim_start_matches(ANSWER) } else { name }.to_string();
                    self.b.push(InstrKind::Ask { dst, what }, span);
                    Ok(Some(Ir::var(dst, span)))
                }
                (_, ty) => Err(format!("`{name}` of the type `{}`", self.unit.types.text(ty))),
            },
            ("malloc" | "calloc" | "alloca" | "__builtin_alloca", _) if wanted.is_none() => {
                self.values(args);
                Ok(None)
            }
            ("free", [pointer]) => self.free(stripped(pointer), span),
            ("memset", [to, value, n]) => self.memset(stripped(to), value, n, f.span, span),
            ("memcpy" | "memmove", [to, from, n]) => {
                self.memcpy(name, stripped(to), stripped(from), n, f.span, span)
            }
            ("memcmp", [a, b, n]) => {
                let args = [stripped(a).clone(), stripped(b).clone(), n.clone()];
                self.characters(name, library::MEMCMP, &args, wanted, dst, f.span, span)
            }
            ("scanf", _) if f.from_system => self.scan(args, dst, span),
            ("getc" | "fgetc", [stream]) if f.from_system && self.is_stdin(stream) => {
                self.cx.asked.insert(name.to_string());
                self.get_char(dst, span)
            }
            ("fgets", [to, n, stream]) if f.from_system && self.is_stdin(stream) => {
                self.cx.asked.insert(name.to_string());
                let args = [to.clone(), n.clone()];
                self.call_library(name, super::scanning::FGETS, "", &args, wanted, dst, f.span, span)
            }
            _ if WRITE.contains(&name) => self.call_writing(name, args, f.span, span),
            _ if name.starts_with(builtins::PREFIX) => self.call_builtin(f, args, wanted, span),
            _ => match library::text(name) {
                Some(text) => {
                    if library::asks(name) {
                        self.cx.asked.insert(name.to_string());
                    }
                    if name == "rand" {
                        // Each call moves on to the next number.
                        self.show(name, Shown::default(), span);
                    }
                    self.call_library(name, text, "", args, wanted, dst, f.span, span)
                }
                None if name == "getchar" && args.is_empty() => self.get_char(dst, span),
                None => {
                    if f.from_system {
                        self.call_needing(name, args, span);
                    }
                    self.call_missing(f, args, wanted, dst, span)
                }
            },
        }
    }

    /// The string literal that an argument is.
    pub fn text_of(&self, arg: Option<&Expr>) -> Option<&[u8]> {
        let ExprKind::Decay(place) = &stripped(arg?).kind else { return None };
        let PlaceKind::String(id) = &place.kind else { return None };
        self.unit.strings.get(id.index()).map(|literal| literal.bytes.as_slice())
    }

    fn free(&mut self, pointer: &Expr, span: Span) -> Called {
        if self.is_null(pointer) {
            return Ok(None);
        }
        match self.cx.shapes.value(&pointer.ty) {
            Some(ty) if ty.is_reference() => {
                let pointer = self.value(pointer);
                self.b.push(InstrKind::Free(pointer), span);
                Ok(None)
            }
            _ => Err(format!("`free` of the type `{}`", self.unit.types.text(&pointer.ty))),
        }
    }

    /// The integer type that a pointer points to, if that is an ordinary one.
    fn plain_pointee(&self, pointer: &Expr) -> Option<IntType> {
        pointer.ty.pointee().filter(|ty| **ty != C::Bool).and_then(|ty| self.unit.types.integer(ty))
    }

    /// Where a struct is that a pointer leads to, if a number of bytes is just its size; where only runs know that number,
    /// those go on for which it is.
    fn whole_struct(&mut self, name: &str, pointer: &Expr, n: &Expr) -> Option<(Spot, C)> {
        let to = pointer.ty.pointee().filter(|to| matches!(to, C::Record(_)))?.clone();
        let size = self.unit.types.size_of(&to).and_then(|s| i64::try_from(s).ok())?;
        let known = self.constant(n);
        if known.as_ref().is_some_and(|n| n.to_i64() != Some(size)) || known.is_none() && self.hoists(n) {
            return None;
        }
        let ty = self.cx.shapes.value(&pointer.ty)?;
        let value = self.value(pointer);
        if known.is_none() {
            let asked = self.value(n);
            let what = format!("`{name}` of other than one `{}`", self.unit.types.text(&to));
            self.only_if_size(asked, Int::from(size), what, pointer.span);
        }
        let value = self.solid(value, &ty, pointer.span);
        let value = self.saved(value);
        Some((if matches!(ty, Type::Ref(_)) { Spot::Object(value) } else { Spot::Target(value) }, to))
    }

    fn memset(&mut self, to: &Expr, value: &Expr, n: &Expr, place: Span, span: Span) -> Called {
        let zero = self.constant(value).is_some_and(|v| v.is_zero());
        if zero && let Some((spot, ty)) = self.whole_struct("memset", to, n) {
            self.clear(&spot, &ty, span);
            return Ok(None);
        }
        let to = first_element(to);
        // A number of which all bytes are the same is that number in any type.
        let even = zero || self.constant(value).is_some_and(|v| v.to_i64() == Some(-1));
        let element = match self.plain_pointee(&to) {
            Some(int) if even || int.bits == 8 => int.name.text(),
            None if zero && to.ty.pointee() == Some(&C::Bool) => "_Bool",
            _ => return Err(format!("`memset` of the type `{}`", self.unit.types.text(&to.ty))),
        };
        let args = [to, value.clone(), n.clone()];
        self.call_library("memset", library::MEMSET, element, &args, None, None, place, span)
    }

    fn memcpy(&mut self, name: &str, to: &Expr, from: &Expr, n: &Expr, place: Span, span: Span) -> Called {
        if to.ty == from.ty
            && let Some((spot, ty)) = self.whole_struct(name, to, n)
            && let Some((source, _)) = self.whole_struct(name, from, n)
        {
            let value = self.load(&source, span);
            self.store_value(&spot, value, &ty, span);
            return Ok(None);
        }
        let (to, from) = (first_element(to), first_element(from));
        let same = self.cx.shapes.value(&to.ty) == self.cx.shapes.value(&from.ty);
        match self.plain_pointee(&to) {
            Some(int) if same => {
                if let Some(elements) = self.few_elements(n, int)
                    && name == "memcpy"
                {
                    self.copy_elements(&to, &from, elements, span);
                    return Ok(None);
                }
                let text = if name == "memcpy" { library::MEMCPY } else { library::MEMMOVE };
                let args = [to, from, n.clone()];
                self.call_library(name, text, int.name.text(), &args, None, None, place, span)
            }
            _ => Err(format!("`{name}` of the type `{}`", self.unit.types.text(&to.ty))),
        }
    }

    /// How many elements a number of bytes is, if it is a constant and they are few.
    fn few_elements(&self, n: &Expr, int: IntType) -> Option<usize> {
        let bytes = usize::try_from(self.constant(n)?.to_i64()?).ok()?;
        let size = usize::try_from(int.bits / 8).ok()?;
        let elements = bytes / size;
        (bytes % size == 0 && (1..=MOST_AT_ONCE).contains(&elements)).then_some(elements)
    }

    /// Copies elements one by one, without a loop that bounds could cut off.
    fn copy_elements(&mut self, to: &Expr, from: &Expr, elements: usize, span: Span) {
        let types = [to, from].map(|e| self.cx.shapes.value(&e.ty).unwrap_or(Type::Int));
        let (to, from) = self.pair(to, from);
        let [to_ty, from_ty] = &types;
        let to = self.solid(to, to_ty, span);
        let from = self.solid(from, from_ty, span);
        // Two different arrays of the function itself do not overlap.
        let apart = matches!((array_of(&to), array_of(&from)), (Some(a), Some(b)) if a != b);
        let (to, from) = (self.saved(to), self.saved(from));
        if !apart {
            let (odd, fine) = (self.b.block(), self.b.block());
            let both = overlap(&to, &from, Ir::int(elements, span), span);
            self.b.branch(DecisionKind::ShortCircuit, both, odd, fine, span);
            self.b.switch_to(odd);
            self.unsupported("`memcpy` of memory that overlaps", span);
            self.b.terminate(TerminatorKind::Goto(fine), span);
            self.b.switch_to(fine);
        }
        for k in 0..elements {
            let at = |p: &Ir| match k {
                0 => p.clone(),
                _ => Ir::moved(p.clone(), Ir::int(k, span), span),
            };
            let value = Ir::target(at(&from), span);
            self.b.push(InstrKind::StoreTarget { pointer: at(&to), value }, span);
        }
    }

    /// `memcmp` or `memchr`, of characters: what the bytes of anything else are is not known.
    #[allow(clippy::too_many_arguments)]
    pub fn characters(
        &mut self,
        name: &str,
        text: &str,
        args: &[Expr],
        wanted: Option<&Type>,
        dst: Option<VarId>,
        place: Span,
        span: Span,
    ) -> Called {
        let Some(first) = args.first() else { return Err(format!("this form of `{name}`")) };
        match self.plain_pointee(first) {
            Some(int) if int.bits == 8 => {
                self.call_library(name, text, int.name.text(), args, wanted, dst, place, span)
            }
            _ => Err(format!("`{name}` of the type `{}`", self.unit.types.text(&first.ty))),
        }
    }

    /// A call of a function whose text is known.
    #[allow(clippy::too_many_arguments)]
    fn call_library(
        &mut self,
        name: &str,
        text: &str,
        element: &str,
        args: &[Expr],
        wanted: Option<&Type>,
        dst: Option<VarId>,
        place: Span,
        span: Span,
    ) -> Called {
        let types: Vec<Option<Type>> = args.iter().map(|a| self.cx.shapes.value(&a.ty)).collect();
        let other = || format!("this form of `{name}`");
        let found = self.cx.library_proc(name, text, element, place).ok_or_else(other)?;
        if !found.params.iter().map(Some).eq(types.iter().map(Option::as_ref)) {
            return Err(other());
        }
        if wanted.is_some() && wanted != found.result.as_ref() {
            return Err(other());
        }
        let args = self.values(args);
        let dst = wanted.map(|ty| dst.unwrap_or_else(|| self.b.temporary(ty.clone(), span)));
        self.b.push(InstrKind::Call { dst, proc: found.proc, args, backs: Vec::new() }, span);
        Ok(dst.map(|v| Ir::var(v, span)))
    }
}

/// A matrix that is handed to a function of the library as the pointer to its first element; anything else as it is.
fn first_element(e: &Expr) -> Expr {
    let mut of = e.ty.pointee();
    while let Some(C::Array(inner, _)) = of {
        of = Some(inner);
    }
    match (&e.kind, of) {
        (ExprKind::Decay(_), Some(of)) if e.ty.pointee() != Some(of) => {
            Expr { kind: ExprKind::Convert(Box::new(e.clone())), ty: of.clone().pointer(), span: e.span }
        }
        _ => e.clone(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn formats_are_read() {
        assert_eq!(super::conversions(b"%d %%s %-5s|%.*s %lu%c"), *b"ds  uc");
    }
}
