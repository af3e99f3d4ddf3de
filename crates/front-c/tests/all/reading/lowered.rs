//! Lowering a text and running its functions on numbers.

use super::deep;
use front_c::lower::Layout;
use front_c::{Options, tree::Unit};
use imperative::machine::{self, Heap, Object, Outcome, State, Value, default_value};
use imperative::{Block, ErrorKind, InstrKind, Part, Program, Type};
use source::{Files, Span};
use std::path::Path;

/// A file that was lowered.
pub struct Lowered {
    pub files: Files,
    pub unit: Unit,
    pub program: Program,
    pub layout: Layout,
}

/// Lowers a text that must be right.
pub fn lower(text: &str) -> Lowered {
    lower_at(Path::new("test.c"), text).unwrap_or_else(|said| panic!("{said}\n{text}"))
}

/// Lowers a text that is at a path.
pub fn lower_at(path: &Path, text: &str) -> Result<Lowered, String> {
    let (path, text) = (path.to_path_buf(), text.to_string());
    deep(move || {
        let mut files = Files::new();
        let file = files.add(path.to_string_lossy(), text);
        let loaded = front_c::load(&files, file, &path, &Options::default());
        let said = source::render_all(&loaded.diagnostics, &files, false);
        match (loaded.unit, loaded.program, loaded.layout) {
            (Some(unit), Some(program), Some(layout)) => Ok(Lowered { files, unit, program, layout }),
            _ => Err(said),
        }
    })
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With this result, if there is one.
    Ok(Option<String>),
    /// In an error.
    Error(ErrorKind),
    /// Otherwise.
    Other(String),
}

impl Lowered {
    /// Runs a function on numbers. Globals start as zeros.
    pub fn run(&self, function: &str, args: &[i64]) -> End {
        let id = self.program.proc_named(function).unwrap_or_else(|| panic!("no {function}"));
        let proc = self.program.proc(id).expect("there");
        let mut state = State::new(&self.program, id);
        for (i, param) in proc.params.iter().enumerate() {
            let value = match (args.get(i), &proc.var(*param).expect("there").ty) {
                // A conversion to `_Bool` tells zero from others.
                (Some(n), Type::Word(word)) if word.bits() == Some(1) => Value::int(i64::from(*n != 0)),
                (Some(n), Type::Word(word)) => Value::Int(word.wrap(&(*n).into())),
                (None, Type::Ref(s)) => made(&self.program, &mut state.heap, &Type::Ref(*s), 0),
                (_, ty) => default_value(ty),
            };
            state.set(*param, value);
        }
        let run = machine::run(&self.program, id, state, &machine::Options::default());
        match run.outcome {
            Outcome::Ok => End::Ok(run.result.map(|v| v.to_string())),
            Outcome::Error { kind, .. } => End::Error(kind),
            other => End::Other(format!("{other:?}")),
        }
    }

    /// What is not supported, with the lines.
    pub fn unsupported(&self) -> Vec<(Span, String)> {
        let mut found = Vec::new();
        for proc in self.program.procs.iter().filter(|p| !p.hidden) {
            for instr in proc.blocks.iter().flat_map(|b: &Block| b.instrs.iter()) {
                if let InstrKind::Unsupported(what) = &instr.kind {
                    found.push((instr.span, format!("{}: {what}", proc.name)));
                }
            }
        }
        found
    }
}

/// An object of zeros with all its parts.
fn made(program: &Program, heap: &mut Heap, ty: &Type, length: u64) -> Value {
    let types: Vec<Type> = match ty {
        Type::Ref(s) => program.structs[s.index()].fields.iter().map(|f| f.ty.clone()).collect(),
        Type::Array(element) => vec![(**element).clone(); length as usize],
        _ => Vec::new(),
    };
    let values = types
        .iter()
        .map(|ty| match ty {
            Type::Part(part) => {
                let length = if let Part::Array(_, n) | Part::Open(_, n) = &**part { *n } else { 0 };
                made(program, heap, &part.reference(), length)
            }
            other => default_value(other),
        })
        .collect();
    Value::Ref(match ty {
        Type::Array(element) => heap.add(Object::Array { element: (**element).clone(), values, first: 0 }),
        Type::Ref(s) => heap.cell(*s, values),
        _ => panic!("no object"),
    })
}
