//! Functions and variables that the file uses and that others define.
//!
//! What a function gives that gives an integer, only the surroundings know: it is an answer, as that of
//! `__VERIFIER_nondet_int` is. It takes integers, and pointers to what it says not to change. All others are not supported
//! where they are called.
//!
//! ```text
//! int sensor(int); … x = sensor(2);                  x := ask sensor
//! void note(const char *); … note("on");             nothing
//! void fill(int *); … fill(a);                       not supported: whoever reads `a` then would read what nobody knows
//! ```

use super::calls::{self, Called};
use super::facts::{Facts, GlobalKind};
use super::library;
use super::procs::Lower;
use super::streams::Shown;
use crate::tree::{Expr, Function, FunctionId, GlobalId, LocalId, Unit};
use crate::types::Type as C;
use imperative::{BinaryOp, Expr as Ir, ExprKind as IrKind, InstrKind, Type, VarId};
use source::Span;
use std::collections::BTreeSet;

/// Functions of systems that a file may declare by hand. Not all that they could give is ever given, and tests need some.
const SYSTEM: &[&str] = &[
    "alarm", "alloca", "clock", "close", "dup", "dup2", "fork", "free", "freopen", "getegid", "geteuid",
    "getgid", "getpgrp", "getpid", "getppid", "getuid", "isatty", "kill", "longjmp", "lseek", "malloc",
    "calloc", "nice", "pause", "raise", "rand", "random", "realloc", "scanf", "setjmp", "signal", "sleep",
    "sprintf", "snprintf", "srandom", "sysconf", "time", "umask", "usleep", "wait", "waitpid", "getchar",
    "getc", "fgetc", "fgets", "memcpy", "memmove", "memset", "memcmp", "memchr", "qsort", "bsearch",
];

/// How the names of functions begin that compilers and C libraries have for themselves, and that a file may call or declare: in a
/// file that was preprocessed before, nothing else tells them from its own.
const RESERVED: &[&str] = &[
    "VERIFIER_",
    "asan",
    "assert",
    "atomic_",
    "bswap",
    "builtin_",
    "ctype",
    "cxa",
    "errno",
    "error",
    "fdelt",
    "fgets",
    "finite",
    "fpclass",
    "fprintf",
    "gcov",
    "h_errno",
    "inline",
    "isinf",
    "isnan",
    "isoc",
    "istype",
    "libc",
    "maskrune",
    "mem",
    "overflow",
    "printf",
    "sig",
    "snprintf",
    "sprintf",
    "srget",
    "stack_chk",
    "str",
    "swbuf",
    "sync_",
    "tolower",
    "toupper",
    "uflow",
    "ubsan",
    "underflow",
    "va_",
    "vfprintf",
    "xstat",
];

/// Whether a name is one that only compilers and C libraries have.
fn is_reserved(name: &str) -> bool {
    name.strip_prefix("__").is_some_and(|rest| RESERVED.iter().any(|start| rest.starts_with(start)))
}

/// Whether a function is one that others define, and not a C library.
pub(crate) fn is_missing(f: &Function) -> bool {
    let name = f.name.as_str();
    f.body.is_none()
        && !f.is_static
        && !f.from_system
        && !is_reserved(name)
        && !is_of_library(name)
        && !calls::is_failure(name)
}

/// Whether a name is that of a function of the C library that is known here.
pub(crate) fn is_of_library(name: &str) -> bool {
    SYSTEM.contains(&name)
        || calls::is_known(name) && !calls::is_failure(name)
        || library::text(name).is_some()
}

/// Whether a call of a function is a question to the surroundings.
fn is_question(f: &Function) -> bool {
    let only_read = |id: &LocalId| f.local(*id).is_some_and(|l| l.ty.is_integer() || l.to_const);
    is_missing(f)
        && (f.result == C::Void || f.result.is_integer())
        && !f.variadic
        && !f.is_noreturn
        && f.params.iter().all(only_read)
}

/// What a file that is to be linked alone must define besides.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    /// Functions whose result is an answer.
    pub questions: Vec<FunctionId>,
    /// Functions that no test gets to.
    pub others: Vec<FunctionId>,
    /// Variables.
    pub globals: Vec<GlobalId>,
}

/// What the functions that are lowered use and do not define.
pub(super) fn of(unit: &Unit, facts: &Facts, wanted: &[FunctionId]) -> Missing {
    let mut missing = Missing::default();
    let used = || wanted.iter().filter_map(|id| facts.function(*id));
    let calls: BTreeSet<FunctionId> = used().flat_map(|f| f.calls.iter().chain(&f.named)).copied().collect();
    for id in calls {
        match unit.function(id) {
            Some(f) if is_question(f) => missing.questions.push(id),
            Some(f) if is_missing(f) => missing.others.push(id),
            _ => {}
        }
    }
    let globals: BTreeSet<GlobalId> = used().flat_map(|f| f.globals.iter()).copied().collect();
    let is_undefined = |id: &GlobalId| {
        unit.global(*id).is_some_and(|g| {
            g.is_extern && !g.from_system && !g.is_thread_local && unit.types.size_of(&g.ty).is_some()
        })
    };
    missing.globals = globals.into_iter().filter(is_undefined).collect();
    missing
}

impl Lower<'_, '_> {
    /// A call of a function that others define.
    pub fn call_missing(
        &mut self,
        f: &Function,
        args: &[Expr],
        wanted: Option<&Type>,
        dst: Option<VarId>,
        span: Span,
    ) -> Called {
        // Texts of ours call what is not there where they cannot go on.
        if !std::ptr::eq(self.unit, self.cx.unit) {
            if let ("overlap", [to, from, n]) = (f.name.as_str(), args) {
                let (to, from) = self.pair(to, from);
                let n = self.value(n);
                let both = super::calls::overlap(&to, &from, n, span);
                return Ok(Some(Ir::new(IrKind::BoolToInt(Box::new(both)), span)));
            }
            if let ("same", [to, from]) = (f.name.as_str(), args) {
                let (to, from) = self.pair(to, from);
                let both = super::calls::same(&to, &from, span);
                return Ok(Some(Ir::new(IrKind::BoolToInt(Box::new(both)), span)));
            }
            // Functions that files may have, too, have a name of their own here.
            let name = self.function.name.trim_end_matches('_');
            return Err(format!("this use of `{name}`"));
        }
        // What is declared without its parameters may be given anything; of pointers nothing is known then.
        let given = match f.prototyped {
            true => args.len() == f.params.len(),
            false => args.iter().all(|arg| arg.ty.is_integer()),
        };
        if !is_question(f) || !given {
            return Err(format!("a call of `{}`, which is not defined here", f.name));
        }
        let mut shown = Vec::new();
        for value in self.values(args) {
            shown.push(if value.can_err() { self.held(value) } else { value });
        }
        // What others define may do anything outside of this file.
        self.b.push(InstrKind::Show { what: f.name.clone(), values: shown, open: false }, span);
        if self.may_notice() {
            let what = format!("`{}` is taken to change nothing that this file sees", f.name);
            if !self.b.proc().granted.contains(&what) {
                self.b.proc().granted.push(what);
            }
        }
        let ty = match (&f.result, wanted) {
            (C::Void, _) => return Ok(None),
            (_, Some(ty)) => ty.clone(),
            // Answers are given in order, so each call takes one, even if its result is unused.
            (ty, None) => self.cx.shapes.value(ty).ok_or("the result of this call")?,
        };
        let dst = dst.unwrap_or_else(|| self.b.temporary(ty, span));
        self.b.push(InstrKind::Ask { dst, what: f.name.clone() }, span);
        Ok(Some(Ir::var(dst, span)))
    }

    /// Whether a function of another file could change something that the functions of this file look at.
    fn may_notice(&self) -> bool {
        let unit = self.cx.unit;
        let state = |id| self.cx.facts.global_kind(unit, id) == GlobalKind::State;
        let pointers = |f: &Function| {
            let by_value = |ty: &C| ty.is_integer() || matches!(ty, C::Float(_));
            f.body.is_some() && f.params.iter().any(|p| f.local(*p).is_none_or(|l| !by_value(&l.ty)))
        };
        (0..unit.globals.len()).map(GlobalId::new).any(state) || unit.functions.iter().any(pointers)
    }

    /// A character of the input, or -1 at its end.
    pub fn get_char(&mut self, dst: Option<VarId>, span: Span) -> Called {
        let word = imperative::Word::signed(32);
        let dst = dst.unwrap_or_else(|| self.b.temporary(Type::Word(word), span));
        self.cx.asked.insert("getchar".to_string());
        // A character is read only once, so the read itself counts, even if the character is unused.
        self.show("getchar", Shown::default(), span);
        self.b.push(InstrKind::Ask { dst, what: "getchar".to_string() }, span);
        let bound = |op, n: i64| Ir::binary(op, Ir::var(dst, span), Ir::int(n, span), span);
        self.b.push(InstrKind::Assume(bound(BinaryOp::Ge, -1)), span);
        self.b.push(InstrKind::Assume(bound(BinaryOp::Le, 255)), span);
        Ok(Some(Ir::var(dst, span)))
    }
}
