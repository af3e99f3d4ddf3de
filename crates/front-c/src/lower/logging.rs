//! Functions of the file that take any number of arguments, do nothing but write them somewhere, and perhaps end the program.
//!
//! ```text
//! static void die(const char *format, ...)
//! { va_list all; va_start(all, format); vfprintf(stderr, format, all); va_end(all); exit(1); }
//! … die("no %s", name);                the string `name` is read; fail exit
//! ```
//!
//! They are not called: what they write is not observed. Of a format that is no text of the file, or whose conversions
//! are others than the arguments, nothing is known; nor of a string where only a run knows whether it is written.

use super::allocation::stripped;
use super::bytes::is_byte;
use super::calls::{self, Called};
use super::procs::Lower;
use super::streams::{Shown, may_be_null};
use super::walk::does_something;
use crate::tree::{Callee, Expr, ExprKind, Function, Init, Stmt, StmtKind, Unit};
use crate::types::Type as C;
use imperative::{ErrorKind, Type};
use source::Span;

/// What does nothing but write.
const WRITERS: &[&str] =
    &["vprintf", "vfprintf", "printf", "fprintf", "puts", "fputs", "putchar", "putc", "fputc", "fflush"];

/// What is known of the body of such a function.
#[derive(Clone, Copy, Default)]
struct Body {
    /// How it ends the program, if it does.
    end: Option<ErrorKind>,
    /// Whether something is written only under a condition.
    sometimes: bool,
}

impl Lower<'_, '_> {
    /// A call of a function of the file that takes any number of arguments.
    pub fn call_logging(&mut self, f: &Function, args: &[Expr], wanted: Option<&Type>, span: Span) -> Called {
        let refused = || format!("a call of `{}`, which takes any number of arguments", f.name);
        let mut body = Body::default();
        let known = wanted.is_none() && f.body.as_ref().is_some_and(|s| only_writes(self.unit, s, &mut body));
        let (Some((format, fixed)), true) =
            (f.params.len().checked_sub(1).map(|at| (at, f.params.len())), known)
        else {
            return Err(refused());
        };
        let Some(text) = self.text_of(args.get(format)) else { return Err(refused()) };
        let conversions = calls::conversions(text);
        if conversions.contains(&b'n') || conversions.len() + fixed != args.len() {
            return Err(refused());
        }
        let conversion = |at: usize| at.checked_sub(fixed).and_then(|at| conversions.get(at)).copied();
        for (at, arg) in args.iter().enumerate() {
            let arg = stripped(arg);
            let characters = arg.ty.pointee().is_some_and(|of| is_byte(&self.unit.types, of));
            let read = match conversion(at) {
                Some(b's') => body.sometimes,
                Some(b'p') => false,
                _ => true,
            };
            if characters && read && self.text_of(Some(arg)).is_none() {
                return Err(refused());
            }
        }
        let mut shown = Shown::default();
        for (at, arg) in args.iter().enumerate().rev() {
            let value = self.written_as(arg, conversion(at), f.span);
            self.note_shown(&mut shown, stripped(arg), value);
        }
        self.show(&f.name, shown, span);
        if let Some(kind) = body.end {
            self.fail(kind, span);
        }
        Ok(None)
    }
}

/// Whether a statement only writes; what else is known of it is noted.
fn only_writes(unit: &Unit, s: &Stmt, body: &mut Body) -> bool {
    if body.end.is_some() {
        // Statements after the end of the program are never executed.
        return true;
    }
    match &s.kind {
        StmtKind::Empty | StmtKind::Declare(_, None) | StmtKind::Return(None) => true,
        StmtKind::Declare(_, Some(Init::Scalar(e))) => !does_something(e),
        StmtKind::Block(list) => list.iter().all(|s| only_writes(unit, s, body)),
        StmtKind::If { condition, then, otherwise, .. } => {
            let mut inner = Body { sometimes: true, ..Body::default() };
            let fine = !does_something(condition)
                && only_writes(unit, then, &mut inner)
                && otherwise.as_ref().is_none_or(|s| only_writes(unit, s, &mut inner));
            body.sometimes = true;
            fine && inner.end.is_none()
        }
        StmtKind::Expr(e) => writes(unit, e, body),
        StmtKind::Unsupported(what) => what.starts_with("va_"),
        _ => false,
    }
}

fn writes(unit: &Unit, e: &Expr, body: &mut Body) -> bool {
    match &e.kind {
        ExprKind::Unsupported(what) => what.starts_with("va_"),
        ExprKind::Convert(inner) if e.ty == C::Void => writes(unit, inner, body),
        ExprKind::Call { callee: Callee::Direct(id), args } => {
            let Some(f) = unit.function(*id).filter(|f| f.body.is_none()) else { return false };
            let plain = args.iter().all(|arg| !does_something(arg));
            match f.name.as_str() {
                // After a return under some condition it is not known whether the end is reached.
                "exit" | "_Exit" | "_exit" | "abort" if !body.sometimes => {
                    body.end = Some(if f.name == "abort" { ErrorKind::Abort } else { ErrorKind::Exit });
                    plain
                }
                // A stream that may be null is an error, or not, as the run has it.
                name => {
                    plain && WRITERS.contains(&name) && !args.iter().any(|a| may_be_null(unit, stripped(a)))
                }
            }
        }
        _ => false,
    }
}
