//! Types that have to be known at run time.
//!
//! A value of type `univ` carries the type of what is in it, and so does what is thrown. A predicate that makes one of its
//! argument of a type parameter has to be told what that parameter stands for: it gets an argument more, before the
//! others, with the name of the type. A caller of such a predicate must know it too, and so on.
//!
//! ```text
//! :- pred throw(T::in) is erroneous.        throw(TypeOfT, X)
//! ```
//!
//! A name is a constant. A type that is put together at run time, such as `list(T)` for a `T` that the caller does not
//! know, has the name `?`: what depends on it is unknown.

use crate::core::{Head, Program, Ty, TypeNode};
use crate::procedures::{Body, Goal, GoalKind, ProcId, Procedures, Value};
use std::collections::BTreeSet;

/// The name of a type that is not known.
pub(crate) const UNKNOWN: &str = "?";

/// What a type parameter of a called procedure stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// A type.
    Name(String),
    /// A parameter of the caller.
    Param(u32),
}

/// The type parameters that procedures have to know.
pub(super) struct TypeInfos {
    needed: Vec<BTreeSet<u32>>,
}

/// A call in a body: the procedure, with the types of the arguments that it is given, and those that it still expects.
struct Call {
    caller: usize,
    callee: ProcId,
    types: Vec<Ty>,
}

impl TypeInfos {
    pub fn new(program: &Program, procedures: &Procedures) -> TypeInfos {
        let mut infos = TypeInfos { needed: vec![BTreeSet::new(); procedures.list.len()] };
        let mut calls = Vec::new();
        for (index, procedure) in procedures.list.iter().enumerate() {
            match &procedure.body {
                Body::Goal(goal) => gather(program, procedures, index, goal, &mut calls),
                Body::Builtin if wants_type(&program.key(procedure.pred)) => {
                    infos.needed[index].insert(0);
                }
                _ => {}
            }
        }
        loop {
            let mut grown = false;
            for call in &calls {
                for known in infos.known(program, procedures, call.caller, call.callee, &call.types) {
                    if let Known::Param(param) = known {
                        grown |= infos.needed[call.caller].insert(param);
                    }
                }
            }
            if !grown {
                return infos;
            }
        }
    }

    /// The parameters that a procedure has to know, in their order.
    pub fn needed(&self, id: ProcId) -> Vec<u32> {
        self.needed.get(id.index()).map(|params| params.iter().copied().collect()).unwrap_or_default()
    }

    /// What the parameters that a callee has to know stand for, given the types of its arguments.
    fn known(
        &self,
        program: &Program,
        procedures: &Procedures,
        caller: usize,
        callee: ProcId,
        types: &[Ty],
    ) -> Vec<Known> {
        let needed = self.needed(callee);
        if needed.is_empty() {
            return Vec::new();
        }
        let (Some(from), Some(to)) = (procedures.list.get(caller), procedures.get(callee)) else {
            return Vec::new();
        };
        if to.lambda && from.pred == to.pred {
            return needed.into_iter().map(Known::Param).collect();
        }
        let formal = program.pred(to.pred).map_or(&[][..], |pred| &pred.args);
        let stands = |param: u32| {
            let mut open: Vec<(Ty, Ty)> = formal.iter().copied().zip(types.iter().copied()).collect();
            while let Some((formal, actual)) = open.pop() {
                match (program.types.node(formal), program.types.node(actual)) {
                    (TypeNode::Param(found), _) if *found == param => return Some(actual),
                    (TypeNode::App(_, formal), TypeNode::App(_, actual)) => {
                        open.extend(formal.iter().copied().zip(actual.iter().copied()));
                    }
                    _ => {}
                }
            }
            None
        };
        let known = |param: u32| match stands(param) {
            None => Known::Name(UNKNOWN.to_string()),
            Some(ty) => match program.types.node(ty) {
                TypeNode::Param(param) => Known::Param(*param),
                TypeNode::App(..) => Known::Name(name(program, ty)),
            },
        };
        needed.into_iter().map(known).collect()
    }

    /// What the types stand for that a call hands on.
    pub fn of_call(
        &self,
        program: &Program,
        procedures: &Procedures,
        caller: ProcId,
        callee: ProcId,
        types: &[Ty],
    ) -> Vec<Known> {
        self.known(program, procedures, caller.index(), callee, types)
    }
}

/// Builtins that are told the type of their argument.
fn wants_type(key: &str) -> bool {
    matches!(key, "func univ.univ/1" | "pred exception.throw/1")
}

fn gather(program: &Program, procedures: &Procedures, caller: usize, goal: &Goal, calls: &mut Vec<Call>) {
    let Some(of) = procedures.list.get(caller) else { return };
    let mut open = vec![goal];
    let type_of = |var: &crate::core::VarId| of.vars.get(var.index()).map(|var| var.ty);
    while let Some(goal) = open.pop() {
        match &goal.kind {
            GoalKind::Conj(goals) => open.extend(goals),
            GoalKind::Disj { arms, .. } => open.extend(arms),
            GoalKind::Not(inner) | GoalKind::Commit(inner) | GoalKind::Noted(_, inner) => open.push(inner),
            GoalKind::If(cond, then, otherwise) => open.extend([&**cond, &**then, &**otherwise]),
            GoalKind::Call(callee, args) => {
                let types = args.iter().filter_map(type_of).collect();
                calls.push(Call { caller, callee: *callee, types });
            }
            GoalKind::Construct(var, Value::Closure(callee, args)) => {
                let types = closure_types(program, args.iter().filter_map(type_of), type_of(var));
                calls.push(Call { caller, callee: *callee, types });
            }
            _ => {}
        }
    }
}

/// The types of all arguments of a closure: those that it has, and those that its own type says.
pub(super) fn closure_types(program: &Program, given: impl Iterator<Item = Ty>, own: Option<Ty>) -> Vec<Ty> {
    let rest = match own.map(|ty| program.types.node(ty)) {
        Some(TypeNode::App(Head::Pred | Head::Func, args)) => args.clone(),
        _ => Vec::new(),
    };
    given.chain(rest).collect()
}

/// The name of a type; `?` stands for parameters in it.
pub(super) fn name(program: &Program, ty: Ty) -> String {
    // Types that are nested deeper than any program's are not told apart.
    fn write(program: &Program, ty: Ty, depth: usize, out: &mut String) {
        let TypeNode::App(head, args) = program.types.node(ty) else {
            out.push_str(UNKNOWN);
            return;
        };
        match head {
            Head::Named(id) => {
                let def = program.def(*id);
                let module = def.and_then(|def| program.module(def.module)).map(|module| module.shown());
                out.push_str(&module.unwrap_or_default());
                out.push('.');
                out.push_str(def.map_or("", |def| &def.name));
            }
            Head::Tuple => out.push_str("{}"),
            Head::Pred => out.push_str("pred"),
            Head::Func => out.push_str("func"),
        }
        if depth == 0 {
            out.push_str(UNKNOWN);
            return;
        }
        if !args.is_empty() {
            out.push('(');
            for (i, arg) in args.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                write(program, *arg, depth - 1, out);
            }
            out.push(')');
        }
    }
    let mut out = String::new();
    write(program, ty, 50, &mut out);
    out
}
