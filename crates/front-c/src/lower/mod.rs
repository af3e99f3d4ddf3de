//! From the typed tree to the imperative program.
//!
//! Objects of C become objects of the program:
//! * Numbers are integers with a word; every operation says where it must fit or wraps around (`words`).
//! * A struct is a cell. A pointer to one is a reference, unless somewhere in the file such pointers are moved or
//!   such structs lie in arrays or in each other: then it is a position in an array of parts (`facts`).
//! * A union is a struct that knows which of its members it holds (`unions`).
//! * A pointer to functions is a number (`functions`).
//! * A pointer to anything else is a position in an array; a variable whose address is taken is an array of
//!   length 1.
//! * Numbers that pointers see with a sign and without are kept with one (`signs`).
//! * Numbers that are seen as bytes are arrays of bytes (`bytes`), and put together where they are read (`byte_access`).
//! * Globals are fields of one hidden cell that is passed around; what is `const` is made where it is used.
//! * Of what `strcmp` and `isalpha` give, runs know what C says of it (`loose`).
//! * `malloc` makes an object of the type that its result is converted to, or nothing if the surroundings say so.
//!
//! Effects inside of expressions become instructions before them, from left to right (arguments: from right to left). What
//! cannot be lowered is an `Unsupported` instruction at its place, so that only runs that get there are undetermined.
//!
//! ```text
//! int f(int *p) { return *p++ + 1; }      $1 := p; p := move(p, 1); return fit(target($1) + 1, int32)
//! ```

mod allocation;
mod builtins;
mod byte_access;
mod bytes;
mod calls;
pub(crate) mod cells;
mod change;
mod claims;
mod clean;
mod conditions;
mod copies;
mod evaluation_order;
mod facts;
mod flexible_arrays;
mod flow;
mod functions;
mod info;
mod init;
mod library;
mod logging;
mod loops;
mod loose;
mod missing;
mod moving;
mod operators;
mod own_null;
mod places;
mod pointers;
mod procs;
pub(crate) mod repeats;
mod retyped;
mod scanning;
mod shapes;
mod signs;
mod sized;
mod stack;
mod start;
mod streams;
mod switches;
mod unchanging;
mod unions;
mod values;
pub(crate) mod walk;
mod words;

pub use info::{FieldInfo, Form, Layout, ParamInfo, ProcInfo, StructInfo};
pub use loose::Loose;
pub use missing::Missing;
pub(crate) use missing::{is_missing, is_of_library};
pub use own_null::OwnNull;
pub(crate) use streams::is_stream;

use crate::tree::{FunctionId, GlobalId, Unit};
use facts::{Facts, GlobalKind};
use imperative::{
    BinaryOp, Branching, Expr, Origin, Proc, ProcId, Program, Requirement, RequirementKind, StructId,
};
use library::Library;
use shapes::Shapes;
use source::{Diagnostic, Files, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What the lowering of all functions shares.
struct Context<'a> {
    files: &'a Files,
    unit: &'a Unit,
    facts: &'a Facts,
    shapes: Shapes<'a>,
    /// The procedures of the functions that are lowered.
    procs: BTreeMap<FunctionId, ProcId>,
    /// The functions that get the globals, with those that they or what they call use.
    touching: BTreeMap<FunctionId, BTreeSet<GlobalId>>,
    globals: Option<StructId>,
    /// The fields of globals, and whether they are kept in arrays of length 1.
    global_fields: BTreeMap<GlobalId, (imperative::FieldId, bool)>,
    library: Library,
    /// Whether some function asks for memory.
    allocates: bool,
    /// Whether some function reads numbers from characters.
    gathers: bool,
    /// The functions of the C library instead of which tests must answer.
    asked: BTreeSet<String>,
    /// The macros of the file, for annotations.
    macros: BTreeMap<String, Vec<String>>,
    /// The predicates of the author.
    predicates: BTreeMap<String, claims::PredicateText>,
    /// What the user should know.
    problems: Vec<Diagnostic>,
}

/// Lowers all functions of a file.
pub(crate) fn lower(unit: &Unit, files: &Files, span: Span) -> (Program, Layout, Vec<Diagnostic>) {
    let changed = bytes::in_bytes(unit);
    let unit = changed.as_ref().unwrap_or(unit);
    let facts = Facts::of(unit);
    let wanted = facts::wanted(unit, &facts);
    let procs = wanted.iter().enumerate().map(|(i, f)| (*f, ProcId::new(i))).collect();
    let (predicates, problems) = claims::predicates(unit);
    let mut context = Context {
        files,
        unit,
        facts: &facts,
        shapes: Shapes::new(&unit.types, &facts),
        procs,
        touching: facts::touch_state(unit, &facts),
        globals: None,
        global_fields: BTreeMap::new(),
        library: Library::new(wanted.len(), unit.types.model),
        allocates: false,
        gathers: false,
        asked: BTreeSet::new(),
        macros: claims::macros(files.text(span)),
        predicates,
        problems,
    };
    context.annotations_outside();
    context.add_globals(&wanted, span);
    let mut list: Vec<Proc> = Vec::new();
    let mut infos = Vec::new();
    let volatile = facts::volatile_places(files, span);
    for id in &wanted {
        let Some(function) = unit.function(*id) else { continue };
        let (mut proc, info) = procs::lower(&mut context, *id, function);
        proc.presumed.extend(facts::unsteady(unit, &facts, files, span, &volatile, *id));
        list.push(proc);
        infos.push(info);
    }
    context.library_procs(&mut list, &mut infos);
    for (proc, loose) in context.loosen(&mut list) {
        if let Some(info) = infos.get_mut(proc.index()) {
            info.loose = Some(loose);
        }
    }
    context.library_procs(&mut list, &mut infos);
    for (proc, info) in list.iter_mut().zip(&infos) {
        // The globals are there in every call.
        if let Some(globals) = info.globals {
            let span = proc.span;
            let there = Expr::binary(BinaryOp::Ne, Expr::var(globals, span), Expr::nil(span), span);
            let (kind, origin) = (RequirementKind::Cond(there), Origin::Always);
            proc.requires.insert(0, Requirement { kind, span, origin });
        }
    }
    let layout = Layout {
        structs: context.shapes.infos,
        procs: infos,
        globals: context.globals,
        allocates: context.allocates,
        gathers: context.gathers,
        targets: facts.targets.all.clone(),
        asked: context.asked,
        features: facts::features(files, span),
        undefined: facts::undefined(files, span),
        missing: missing::of(unit, &facts, &wanted),
        names_fit: facts::names_fit(unit, files, span),
        taken: facts::taken(files, span),
        own_null: own_null::of(unit, files.text(span)),
    };
    let mut procs = list;
    for proc in &mut procs {
        let is_test = proc.params.is_empty() && proc.name.to_lowercase().starts_with("test");
        proc.driver = proc.name == "main" || is_test;
    }
    let program = Program {
        structs: context.shapes.structs,
        procs,
        references: Vec::new(),
        exceptions: Vec::new(),
        main: None,
        branching: Branching::Atoms,
        facts: imperative::Facts {
            interior_pointers: true,
            errors_may_hide: true,
            fixed_tables: true,
            entries_are_units: true,
            array_bounds: false,
        },
        notation: crate::notation::NOTATION,
        span,
    };
    (program, layout, context.problems)
}

impl Context<'_> {
    /// The struct of the globals, if some function uses one.
    fn add_globals(&mut self, wanted: &[FunctionId], span: Span) {
        let used: BTreeSet<GlobalId> = wanted
            .iter()
            .filter_map(|id| self.facts.function(*id))
            .flat_map(|f| f.globals.iter().copied())
            .filter(|g| self.facts.global_kind(self.unit, *g) == GlobalKind::State)
            .collect();
        if !wanted.iter().any(|f| self.touching.contains_key(f)) {
            return;
        }
        let of = self.shapes.add("globals".to_string(), span, None);
        self.globals = Some(of);
        for id in used {
            let Some(global) = self.unit.global(id) else { continue };
            let boxed = self.facts.boxed_globals.contains(&id);
            let ty = if boxed { self.shapes.kept(&global.ty) } else { self.shapes.element(&global.ty) };
            let Some(ty) = ty else { continue };
            let info = FieldInfo { member: None, global: Some(id), ty: global.ty.clone(), boxed };
            let field = self.shapes.add_field(of, global.name.clone(), ty, info, global.span);
            self.global_fields.insert(id, (field, boxed));
        }
    }
}
