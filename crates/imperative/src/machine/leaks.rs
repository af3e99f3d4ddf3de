//! Leaks: memory that was allocated, was not freed, and is no longer reachable.
//!
//! ```text
//! void drop(struct node **list) { *list = (*list)->next; }     the first node is lost
//! ```
//!
//! When a run has returned, its caller has the arguments that it passed, the result, and the globals, which are an argument
//! too. What these do not lead to is lost, if the run allocated it; or if it was there before and the program allocates
//! objects of its kind somewhere, or frees them: then it is assumed to be allocated. A pointer into an object keeps the
//! whole object.

use super::{Heap, Object, ObjectId, Outcome, Run, Touched, Value};
use crate::typing::type_of;
use crate::{ErrorKind, InstrKind, Made, ProcId, Program, Type};
use source::Span;
use std::collections::{BTreeSet, VecDeque};

/// What a run got.
pub(super) struct Given {
    /// The arguments.
    arguments: Vec<Value>,
    /// How many objects there were.
    objects: usize,
}

impl Given {
    /// The input of a run.
    pub fn of(program: &Program, proc: ProcId, env: &[Option<Value>], heap: &Heap) -> Given {
        let params = program.proc(proc).map_or(&[][..], |p| &p.params);
        let arguments = params.iter().filter_map(|v| env.get(v.index()).cloned().flatten()).collect();
        Given { arguments, objects: heap.objects.len() }
    }
}

/// The same run; one that lost something has ended in an error.
pub(super) fn judged(program: &Program, proc: ProcId, given: &Given, run: Run) -> Run {
    if run.outcome != Outcome::Ok {
        return run;
    }
    let Some(span) = lost(program, proc, given, &run) else { return run };
    let kind = ErrorKind::Leak;
    Run {
        outcome: Outcome::Error { kind, message: kind.message().to_string(), span, memory: Touched::Usual },
        ..run
    }
}

/// The place where the first object was asked for that is lost; that of the procedure for one that was there before.
fn lost(program: &Program, proc: ProcId, given: &Given, run: &Run) -> Option<Span> {
    let heap = &run.state.heap;
    let outs = program.proc(proc).into_iter().flat_map(|p| &p.outs).filter_map(|v| run.state.get(*v));
    let kept = reached(program, heap, given.arguments.iter().chain(&run.result).chain(outs));
    let is_lost = |id: &ObjectId| {
        let there = !matches!(heap.get(*id), None | Some(Object::Gone { .. }));
        there && !kept.get(id.index()).copied().unwrap_or(true)
    };
    if let Some((_, span)) = run.made.iter().find(|(id, _)| is_lost(id)) {
        return Some(*span);
    }
    let kinds = kinds(program);
    let parts = heap.parts(program);
    let before = (0..given.objects).filter(|i| !parts.get(*i).copied().unwrap_or(true));
    let mut before = before.filter_map(|i| u32::try_from(i).ok().map(ObjectId));
    let any = before.any(|id| is_lost(&id) && heap.get(id).is_some_and(|o| kinds.contains(&o.ty())));
    any.then(|| program.proc(proc).map(|p| p.span)).flatten()
}

/// For each object, whether some values lead to it; with a part to the whole, and with that to all parts.
pub(super) fn reached<'v>(
    program: &Program,
    heap: &Heap,
    from: impl Iterator<Item = &'v Value>,
) -> Vec<bool> {
    let mut owner: Vec<Option<ObjectId>> = vec![None; heap.objects.len()];
    for (i, object) in heap.objects.iter().enumerate() {
        for part in object.parts(program) {
            if let (Some(place), Ok(i)) = (owner.get_mut(part.index()), u32::try_from(i)) {
                *place = Some(ObjectId(i));
            }
        }
    }
    let mut kept = vec![false; heap.objects.len()];
    let mut waiting: VecDeque<ObjectId> = from.filter_map(Value::as_ref).collect();
    while let Some(id) = waiting.pop_front() {
        if kept.get_mut(id.index()).is_none_or(|kept| std::mem::replace(kept, true)) {
            continue;
        }
        waiting.extend(owner.get(id.index()).copied().flatten());
        waiting.extend(heap.get(id).into_iter().flat_map(|o| o.values()).filter_map(Value::as_ref));
    }
    kept
}

/// The types of references to what the program asks for or frees.
fn kinds(program: &Program) -> BTreeSet<Type> {
    let mut out = BTreeSet::new();
    for proc in &program.procs {
        for instr in proc.blocks.iter().flat_map(|b| &b.instrs) {
            match &instr.kind {
                InstrKind::Make { object, owned: true, .. } => {
                    out.insert(match object {
                        Made::Cell(of) | Made::Long { of, .. } => Type::Ref(*of),
                        Made::Array { element, .. } => Type::Array(Box::new(element.clone())),
                    });
                }
                InstrKind::Free(e) => match type_of(program, proc, e) {
                    Some(Type::Pointer(element)) => {
                        out.insert(Type::Array(element));
                    }
                    ty => out.extend(ty),
                },
                // Nothing else is about memory that has to be freed.
                _ => {}
            }
        }
    }
    out
}
