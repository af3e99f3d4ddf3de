//! Functions that write to streams, and what happens where a stream is null.
//!
//! What is written is shown to the world and to no test. So is what decides what the world sees or answers later:
//! `fflush`, `srand`. A stream is a struct of the C library of which nothing is known but whether it is there.
//!
//! ```text
//! fprintf(out, "%d", x);       if out = nil: fail nil dereference
//! fgetc(in)                    the same; what a stream that is there gives is not supported
//! ```

use super::allocation::stripped;
use super::calls::{self, Called};
use super::library;
use super::procs::Lower;
use crate::tree::{Expr, ExprKind, PlaceKind, Unit};
use crate::types::{RecordId, Type as C, Types};
use imperative::{BinaryOp, DecisionKind, ErrorKind, Expr as Ir, InstrKind, TerminatorKind};
use source::Span;

/// Functions that only write somewhere.
pub(super) const WRITE: &[&str] =
    &["printf", "fprintf", "puts", "putchar", "putc", "fputc", "fputs", "perror", "fflush", "srand"];

/// Functions that need a stream whatever else they are given, besides those of [`WRITE`].
const NEEDY: &[&str] = &[
    "clearerr", "fclose", "feof", "ferror", "fgetc", "fileno", "fscanf", "fseek", "ftell", "getc", "rewind",
    "vfprintf",
];

/// What C libraries call the struct of a stream.
const STREAMS: &[&str] = &["_IO_FILE", "__sFILE", "__FILE"];

/// Whether a record is that of streams.
pub(crate) fn is_stream(types: &Types, record: RecordId) -> bool {
    let tag = types.record(record).and_then(|r| r.tag.as_deref());
    tag.is_some_and(|tag| STREAMS.contains(&tag))
}

/// What is shown by a call: its arguments, texts of the file as they are, and the values of the others.
#[derive(Default)]
pub(super) struct Shown {
    texts: Vec<String>,
    values: Vec<Ir>,
}

/// What a null pointer does where a string is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    /// It is an error.
    Errs,
    /// It is written in words.
    Written,
}

/// Whether a format is a text of the file, or one of several.
fn is_text(e: &Expr) -> bool {
    match &stripped(e).kind {
        ExprKind::Decay(place) => matches!(place.kind, PlaceKind::String(_) | PlaceKind::Global(_)),
        ExprKind::Conditional(_, a, b) => is_text(a) && is_text(b),
        _ => false,
    }
}

/// The argument that says how others are written.
fn format_of(name: &str) -> Option<usize> {
    match name {
        "printf" => Some(0),
        "fprintf" => Some(1),
        _ => None,
    }
}

/// The argument that a function writes to, if there must be one.
fn stream_of(name: &str) -> Option<usize> {
    match name {
        "fprintf" => Some(0),
        "putc" | "fputc" | "fputs" => Some(1),
        _ => None,
    }
}

/// Whether an argument is a stream that may be null. Those of the C library are not.
pub(super) fn may_be_null(unit: &Unit, arg: &Expr) -> bool {
    let of_system = match &arg.kind {
        ExprKind::Load(place) => match &place.kind {
            PlaceKind::Global(id) => unit.global(*id).is_some_and(|g| g.from_system),
            _ => false,
        },
        _ => false,
    };
    !of_system && matches!(arg.ty.pointee(), Some(C::Record(record)) if is_stream(&unit.types, *record))
}

impl Lower<'_, '_> {
    /// A call of a function that only writes.
    pub fn call_writing(&mut self, name: &str, args: &[Expr], place: Span, span: Span) -> Called {
        if let Some(at) = format_of(name)
            && !args.get(at).is_some_and(is_text)
        {
            return Err(format!("a format of `{name}` that is no text"));
        }
        let mut stream = None;
        let mut shown = Shown::default();
        for (i, arg) in args.iter().enumerate().rev() {
            let arg = stripped(arg);
            let value = match self.writes_a_string(name, args, i) {
                Some(null) => self.written_string(arg, null, place),
                None if Some(i) == stream_of(name) && self.is_input_stream(arg) => {
                    let value = self.value(arg);
                    let value = self.held(value);
                    stream = Some(value.clone());
                    Some(value)
                }
                None => self.written(arg),
            };
            self.note_shown(&mut shown, arg, value);
        }
        if let Some(stream) = stream {
            let nothing = args.iter().any(|arg| self.text_of(Some(arg)).is_some_and(|text| text == b"\0"));
            self.needs_stream(name, stream, nothing, span);
        }
        self.show(name, shown, span);
        Ok(None)
    }

    /// Notes what an argument of something that is shown is: a text of the file, or a value.
    pub fn note_shown(&mut self, shown: &mut Shown, arg: &Expr, value: Option<Ir>) {
        shown.texts.push(match (self.text_of(Some(arg)), &arg.kind) {
            (Some(text), _) => {
                format!("{:?}", String::from_utf8_lossy(text.strip_suffix(b"\0").unwrap_or(text)))
            }
            (None, ExprKind::Load(place)) if value.is_none() => match &place.kind {
                PlaceKind::Global(id) => self.unit.global(*id).map_or_else(String::new, |g| g.name.clone()),
                _ => "_".to_string(),
            },
            (None, _) => "_".to_string(),
        });
        shown.values.extend(value);
    }

    /// The world sees something. The arguments were noted from the last to the first.
    pub fn show(&mut self, name: &str, mut shown: Shown, span: Span) {
        shown.texts.reverse();
        let what = format!("{name}({})", shown.texts.join(", "));
        self.b.push(InstrKind::Show { what, values: shown.values, open: false }, span);
    }

    /// Ends runs that give a null pointer to a function of the C library which needs a stream, and which is not known otherwise.
    pub fn call_needing(&mut self, name: &str, args: &[Expr], span: Span) {
        let Some(at) = args.iter().position(|arg| self.is_input_stream(stripped(arg))) else { return };
        if !NEEDY.contains(&name) {
            return;
        }
        // What the others do comes before.
        if let Some(stream) = self.values(args).into_iter().nth(at) {
            let stream = self.saved(stream);
            self.needs_stream(name, stream, false, span);
        }
    }

    /// Whether an argument is a stream that may be null, and that the program knows of.
    fn is_input_stream(&mut self, arg: &Expr) -> bool {
        may_be_null(self.unit, arg) && self.cx.shapes.value(&arg.ty).is_some()
    }

    /// Goes on only if a stream is there. Compilers leave out calls that write nothing, so a null stream is not
    /// supported there.
    fn needs_stream(&mut self, name: &str, stream: Ir, nothing: bool, span: Span) {
        let (missing, there) = (self.b.block(), self.b.block());
        let given = Ir::binary(BinaryOp::Ne, stream, Ir::nil(span), span);
        self.b.branch(DecisionKind::ShortCircuit, given, there, missing, span);
        self.b.switch_to(missing);
        if nothing {
            self.unsupported(
                format!("a null pointer as the stream of `{name}`, which writes nothing,"),
                span,
            );
            self.b.terminate(TerminatorKind::Goto(there), span);
        } else {
            self.b.terminate(TerminatorKind::Fail(ErrorKind::NilDereference), span);
        }
        self.b.switch_to(there);
    }

    /// Whether a function writes the characters that an argument points to, up to the first zero, and if so, whether there
    /// must be some: `printf` writes a null pointer in words, but compilers make other calls of the simplest ones.
    fn writes_a_string(&self, name: &str, args: &[Expr], at: usize) -> Option<Null> {
        let Some(format) = format_of(name) else {
            return (matches!(name, "puts" | "fputs") && at == 0).then_some(Null::Errs);
        };
        let text = self.text_of(args.get(format)).filter(|_| at > format)?;
        let is_string = calls::conversions(text).get(at - format - 1) == Some(&b's');
        let simple: &[&[u8]] = if name == "printf" { &[b"%s\n\0"] } else { &[b"%s\0"] };
        is_string.then_some(if simple.contains(&text) { Null::Errs } else { Null::Written })
    }

    /// An argument that is written as the letter of a conversion says.
    pub fn written_as(&mut self, arg: &Expr, letter: Option<u8>, place: Span) -> Option<Ir> {
        match letter {
            Some(b's') => self.written_string(stripped(arg), Null::Written, place),
            _ => self.written(stripped(arg)),
        }
    }

    /// A string that is written: it is read up to its end.
    fn written_string(&mut self, arg: &Expr, null: Null, place: Span) -> Option<Ir> {
        let is_text =
            matches!(&arg.kind, ExprKind::Decay(place) if matches!(place.kind, PlaceKind::String(_)));
        let (true, Some(ty), Some(text)) = (!is_text, self.cx.shapes.value(&arg.ty), library::text("strlen"))
        else {
            return self.written(arg);
        };
        let known = self.cx.library_proc("strlen", text, "", place);
        let Some(known) = known.filter(|k| k.params == [ty]) else { return self.written(arg) };
        let span = arg.span;
        let value = self.value(arg);
        let value = self.saved(value);
        if null == Null::Errs {
            self.b.push(
                InstrKind::Call { dst: None, proc: known.proc, args: vec![value.clone()], backs: Vec::new() },
                span,
            );
            return Some(value);
        }
        let (look, after) = (self.b.block(), self.b.block());
        let there = Ir::binary(BinaryOp::Ne, value.clone(), Ir::nil(span), span);
        self.b.branch(DecisionKind::ShortCircuit, there, look, after, span);
        self.b.switch_to(look);
        self.b.push(
            InstrKind::Call { dst: None, proc: known.proc, args: vec![value.clone()], backs: Vec::new() },
            span,
        );
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
        Some(value)
    }

    /// An argument of a function that writes it somewhere; its value, unless it is a text or a variable of the C library.
    fn written(&mut self, arg: &Expr) -> Option<Ir> {
        let known = match &arg.kind {
            ExprKind::Decay(place) => matches!(place.kind, PlaceKind::String(_)),
            // Where it is written to.
            ExprKind::Load(place) => matches!(place.kind, PlaceKind::Global(_)) && !arg.ty.is_integer(),
            _ => false,
        };
        if known {
            return None;
        }
        let value = self.value(arg);
        // An uninitialised value must not be written to a stream either.
        let is_constant = matches!(value.kind, imperative::ExprKind::Int(_));
        Some(if is_constant { value } else { self.held(value) })
    }
}
