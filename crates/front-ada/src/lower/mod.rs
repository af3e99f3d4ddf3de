//! From the typed tree to the imperative program.
//!
//! Every subprogram with a body becomes a procedure. Scalars are variables; arrays and records are objects that only
//! their variable leads to, so assigning one copies its elements. `out` and `in out` scalars go back to the caller when the
//! procedure returns ([`imperative::Proc::outs`]). Every check that Ada makes is in the program: in expressions where
//! its bounds are known, as an instruction where they are computed.
//!
//! ```text
//! procedure Swap (A : in out Vector; I, J : Index)      proc Swap(A, I, J)
//!    T := A (I);                                          T := A[I - 1]
//!    A (I) := A (J);                                      A[I - 1] := A[J - 1]
//! ```

mod aggregates;
mod arithmetic;
mod arrays;
mod calls;
mod captured;
mod checks;
mod claims;
mod comparisons;
mod conditions;
mod contracts;
mod exceptions;
mod loops;
mod places;
mod procs;
mod records;
mod shapes;
mod statements;
mod values;
mod visit;

use crate::notation::{NOTATION, STATE};
use crate::tree::{ObjectId, Program, SubId};
use captured::Captures;
use imperative::{
    Branching, Exception, Facts, Field, FieldId, Ghost, Holder, Proc, ProcId, Program as Ir, Requirement,
    StructId, Type,
};
use shapes::Shapes;
use source::{Diagnostic, Span};
use std::collections::BTreeMap;

/// What in the imperative program stands for what in the tree.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The subprogram of each procedure that has one.
    pub subprograms: Vec<Option<SubId>>,
    /// For each procedure: the objects that its parameters stand for.
    pub parameters: Vec<Vec<Option<ObjectId>>>,
    /// The package variables that are fields of the state, in order.
    pub state: Vec<ObjectId>,
    /// For each subprogram, its variables that live in a cell, in the order of the fields.
    pub frames: Vec<Vec<ObjectId>>,
    /// Whether something else than integers that may be 0 is read from outside. Tests cannot supply such input.
    pub reads_others: bool,
}

/// What all procedures share while they are made.
struct Cx<'a> {
    tree: &'a Program,
    shapes: Shapes<'a>,
    captures: Captures,
    /// The procedure of each subprogram that has a body.
    procs: Vec<Option<ProcId>>,
    /// The cell with the scalar variables of packages.
    state: StructId,
    /// The fields of the cells in which variables live: the struct and the field.
    fields: BTreeMap<ObjectId, (StructId, FieldId)>,
    /// The cells of subprograms whose variables are used inside of them.
    frames: BTreeMap<SubId, StructId>,
    /// Procedures that are not in the source, by what they do.
    hidden: BTreeMap<String, ProcId>,
    /// Those that are made, with their numbers.
    made: Vec<(ProcId, Proc)>,
    /// The number of the next procedure.
    next: usize,
    /// Whether anything catches exceptions.
    handles: bool,
    /// Whether the program asks for the last index of an array where it matters that an empty array may end elsewhere
    /// than at the index before its first.
    asks_for_last: bool,
    /// See [`Layout::reads_others`].
    reads_others: bool,
    diagnostics: Vec<Diagnostic>,
}

/// Procedures that tell whether the last precondition of a subprogram holds, to be added to its program, of which `count`
/// procedures are there; the first of them is asked.
pub fn last_precondition(tree: &Program, span: Span, id: SubId, count: usize) -> Vec<Proc> {
    let mut cx = Cx::new(tree, span);
    cx.next = count + 1;
    let conditions = tree.subprograms.get(id.0 as usize).and_then(|s| s.pre.last()).cloned();
    let name = format!("%assumed {}", count);
    let first = procs::condition(&mut cx, id, name, conditions.as_slice());
    let mut all = vec![(ProcId::new(count), first)];
    all.append(&mut cx.made);
    all.sort_by_key(|(id, _)| *id);
    all.into_iter().map(|(_, proc)| proc).collect()
}

/// The last precondition of a subprogram as a requirement, with the ghosts that it mentions; nothing if it is none.
pub fn last_requirement(tree: &Program, span: Span, id: SubId) -> Option<(Requirement, Vec<Ghost>)> {
    let mut cx = Cx::new(tree, span);
    let condition = tree.subprograms.get(id.0 as usize)?.pre.last()?;
    procs::requirement(&mut cx, id, condition)
}

/// Makes the imperative program.
pub fn lower(tree: &Program, span: Span) -> (Ir, Layout, Vec<Diagnostic>) {
    let mut cx = Cx::new(tree, span);
    let mut layout = Layout { state: cx.captures.state.clone(), ..Layout::default() };
    layout.frames = cx.captures.framed.iter().map(|f| f.iter().copied().collect()).collect();
    let mut subprograms = BTreeMap::new();
    for at in 0..tree.subprograms.len() {
        let sub = SubId(at as u32);
        if let Some(id) = cx.procs[at] {
            let (proc, parameters) = procs::lower(&mut cx, sub);
            subprograms.insert(id, (sub, parameters));
            cx.made.push((id, proc));
        }
    }
    cx.made.sort_by_key(|(id, _)| *id);
    let mut all = Vec::new();
    for (id, proc) in std::mem::take(&mut cx.made) {
        let known = subprograms.remove(&id);
        layout.subprograms.push(known.as_ref().map(|(sub, _)| *sub));
        layout.parameters.push(known.map(|(_, parameters)| parameters).unwrap_or_default());
        all.push(proc);
    }
    layout.reads_others = cx.reads_others;
    names(tree, &mut all, &layout);
    let exceptions = tree.exceptions.iter();
    let exceptions =
        exceptions.map(|e| Exception { name: e.name.clone(), span: e.span.unwrap_or(span) }).collect();
    let facts = Facts { array_bounds: true, entries_are_units: true, fixed_tables: true, ..Facts::default() };
    let mut references = cx.shapes.references();
    for (id, (of, field)) in &cx.fields {
        let object = tree.objects.get(id.0 as usize);
        if let Some(known) = object.and_then(|o| cx.shapes.referred(&o.subtype)) {
            references.push((Holder::Field(*of, *field), known));
        }
    }
    let program = Ir {
        references,
        structs: cx.shapes.structs,
        procs: all,
        main: None,
        exceptions,
        branching: Branching::Atoms,
        facts,
        notation: NOTATION,
        span,
    };
    (program, layout, cx.diagnostics)
}

/// Procedures are called what the author calls them; one whose name others have too gets the names around it, and of
/// overloaded ones the later ones get a number.
fn names(tree: &Program, procs: &mut [Proc], layout: &Layout) {
    let mut taken: Vec<String> = Vec::new();
    let short: Vec<String> = procs.iter().map(|p| p.name.to_lowercase()).collect();
    for (at, proc) in procs.iter_mut().enumerate() {
        let sub = layout.subprograms.get(at).copied().flatten();
        let Some(sub) = sub.and_then(|s| tree.subprograms.get(s.0 as usize)) else { continue };
        let shared = short.iter().filter(|n| **n == short[at]).count() > 1;
        let same_path = |other: &&crate::tree::Subprogram| other.path.eq_ignore_ascii_case(&sub.path);
        let overloaded = tree.subprograms.iter().filter(|s| s.body.is_some()).filter(same_path).count() > 1;
        let name = if shared && !overloaded { sub.path.clone() } else { sub.name.clone() };
        let mut unique = name.clone();
        let mut number = 1;
        while taken.contains(&unique.to_lowercase()) {
            number += 1;
            unique = format!("{name}_{number}");
        }
        taken.push(unique.to_lowercase());
        proc.name = unique;
    }
}

/// See [`Cx::asks_for_last`].
fn asks_for_last(tree: &Program) -> bool {
    let mut walk = visit::Walk { program: tree, seen: Vec::new() };
    for sub in &tree.subprograms {
        if let Some(body) = &sub.body {
            walk.declarations(&body.declarations);
            walk.handled(&body.body);
        }
        sub.pre.iter().chain(&sub.post).chain(&sub.starts).for_each(|e| walk.expr(e));
        sub.defaults.iter().flatten().for_each(|e| walk.expr(e));
    }
    walk.seen.contains(&visit::Seen::Last)
}

impl<'a> Cx<'a> {
    /// The shapes of a program's types and the numbers of its procedures.
    fn new(tree: &'a Program, span: Span) -> Cx<'a> {
        let mut shapes = Shapes::new(&tree.types, span);
        let captures = Captures::of(tree);
        let state = shapes.add(STATE.to_string(), span);
        let mut fields = BTreeMap::new();
        let mut list = Vec::new();
        for (at, id) in captures.state.iter().enumerate() {
            let object = &tree.objects[id.0 as usize];
            let ty = shapes.held(&object.subtype);
            list.push(Field { name: object.name.clone(), ty, hidden: false, span: object.span });
            fields.insert(*id, (state, FieldId::new(at)));
        }
        shapes.set_fields(Some(state), list);
        let mut frames = BTreeMap::new();
        for (at, framed) in captures.framed.iter().enumerate() {
            if framed.is_empty() {
                continue;
            }
            let sub = &tree.subprograms[at];
            let of = shapes.add(format!("{}'s variables", sub.name), sub.span);
            let mut list = Vec::new();
            for (place, id) in framed.iter().enumerate() {
                let object = &tree.objects[id.0 as usize];
                let ty = shapes.held(&object.subtype);
                list.push(Field { name: object.name.clone(), ty, hidden: false, span: object.span });
                fields.insert(*id, (of, FieldId::new(place)));
            }
            shapes.set_fields(Some(of), list);
            frames.insert(SubId(at as u32), of);
        }
        let mut next = 0;
        let procs = tree.subprograms.iter().map(|s| {
            s.body.as_ref()?;
            next += 1;
            Some(ProcId::new(next - 1))
        });
        let procs: Vec<Option<ProcId>> = procs.collect();
        let handles = tree.subprograms.iter().filter_map(|s| s.body.as_ref()).any(exceptions::handles);
        Cx {
            tree,
            shapes,
            captures,
            procs,
            state,
            fields,
            frames,
            hidden: BTreeMap::new(),
            made: Vec::new(),
            next,
            handles,
            asks_for_last: asks_for_last(tree),
            reads_others: false,
            diagnostics: Vec::new(),
        }
    }

    /// The type of a variable for an object.
    fn type_of(&self, object: ObjectId) -> Type {
        self.tree.objects.get(object.0 as usize).map_or(Type::Int, |o| self.shapes.variable(&o.subtype))
    }
}
