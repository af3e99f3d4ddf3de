//! Switches: disjunctions whose arms take the same variable apart.
//!
//! ```text
//! ( X => [], Z := Y ; W := X, W => [E | Es], … )      a switch on X, with the arms [] and [|]
//! ```
//!
//! An arm is looked at from its start as far as there are unifications: assignments give other names to a variable, and a
//! disjunction inside allows all functors of its arms (section 4.4.2 of the thesis and the Mercury reference manual).
//!
//! Arms may take the same variable apart each with variables of its own. The part of a variable is a *path*, whatever it is
//! called: in `( X => [_ | T], T => [] ; X => [_ | U], U => [_ | _] )` both `T` and `U` are the second part of `X`.

use crate::core::{Literal, VarId};
use crate::procedures::{Functor, Goal, GoalKind};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Something by which functors are compared and sorted.
pub(super) type Key = (u8, u32, String);

/// The key of a functor.
pub(super) fn key(functor: &Functor) -> Key {
    match functor {
        Functor::Cons(id) => (0, id.0, String::new()),
        Functor::Tuple(size) => (1, *size as u32, String::new()),
        Functor::Literal(Literal::Str(text)) => (2, 0, text.clone()),
        Functor::Literal(Literal::Char(c)) => (3, u32::from(*c), String::new()),
        Functor::Literal(Literal::Int(_, value)) => (4, 0, value.to_string()),
        Functor::Literal(Literal::Float(value)) => (5, 0, format!("{value:?}")),
    }
}

/// Parts of variables. They have numbers behind those of the variables.
#[derive(Default)]
pub(super) struct Paths {
    known: BTreeMap<(VarId, Key, usize), VarId>,
    /// A variable for each path: it has its type.
    pub like: Vec<VarId>,
}

impl Paths {
    /// The path of an argument; `vars` is the number of variables.
    pub fn part(&mut self, of: VarId, functor: &Functor, number: usize, arg: VarId, vars: usize) -> VarId {
        let next = VarId::new(vars + self.like.len());
        let like = &mut self.like;
        *self.known.entry((of, key(functor), number)).or_insert_with(|| {
            like.push(arg);
            next
        })
    }
}

/// The functors of one variable in each arm.
#[derive(Clone, Debug)]
pub(super) struct Cases {
    pub var: VarId,
    pub arms: Vec<Vec<Functor>>,
    /// Whether no functor is in two arms.
    pub disjoint: bool,
}

/// The start of an arm.
#[derive(Default)]
struct Start {
    names: BTreeMap<VarId, VarId>,
    /// Variables that are bound here.
    own: BTreeSet<VarId>,
    found: BTreeMap<VarId, Vec<Functor>>,
    order: Vec<VarId>,
}

/// The variables on which a disjunction may switch, in the order of its first arm.
pub(super) fn cases(
    arms: &[&mut Goal],
    names: &BTreeMap<VarId, VarId>,
    paths: &mut Paths,
    vars: usize,
) -> Vec<Cases> {
    let mut starts = Vec::new();
    for arm in arms {
        let mut start = Start::default();
        start.scan(arm, &mut Outer { names, paths, vars });
        starts.push(start);
    }
    let Some(first) = starts.first() else { return Vec::new() };
    let mut found = Vec::new();
    for var in &first.order {
        let sets: Option<Vec<Vec<Functor>>> =
            starts.iter().map(|start| start.found.get(var).cloned()).collect();
        let Some(sets) = sets else { continue };
        let mut seen = BTreeSet::new();
        let disjoint = sets.iter().flatten().all(|functor| seen.insert(key(functor)));
        found.push(Cases { var: *var, arms: sets, disjoint });
    }
    found
}

/// What is known around the arms.
struct Outer<'a> {
    names: &'a BTreeMap<VarId, VarId>,
    paths: &'a mut Paths,
    vars: usize,
}

impl Start {
    fn root(&self, var: VarId, outer: &Outer) -> VarId {
        match self.names.get(&var) {
            Some(root) => *root,
            None => outer.names.get(&var).copied().unwrap_or(var),
        }
    }

    /// Whether the goals behind are of interest.
    fn scan(&mut self, goal: &Goal, outer: &mut Outer) -> bool {
        match &goal.kind {
            GoalKind::Conj(goals) => goals.iter().all(|part| self.scan(part, outer)),
            GoalKind::Commit(inner) | GoalKind::Noted(_, inner) => self.scan(inner, outer),
            GoalKind::Assign(x, y) => {
                let root = self.root(*y, outer);
                if self.own.contains(&root) {
                    self.own.insert(*x);
                }
                self.names.insert(*x, root);
                true
            }
            GoalKind::Test(..) => true,
            GoalKind::Construct(x, _) => {
                self.own.insert(*x);
                true
            }
            GoalKind::Deconstruct { var, functor, args, .. } => {
                let root = self.root(*var, outer);
                if !self.own.contains(&root)
                    && let Entry::Vacant(entry) = self.found.entry(root)
                {
                    entry.insert(vec![functor.clone()]);
                    self.order.push(root);
                }
                for (number, arg) in args.iter().enumerate() {
                    let part = outer.paths.part(root, functor, number, *arg, outer.vars);
                    self.names.insert(*arg, part);
                }
                true
            }
            GoalKind::Disj { arms, .. } if !arms.is_empty() => {
                let mut parts = Vec::new();
                for arm in arms {
                    let mut part =
                        Start { names: self.names.clone(), own: self.own.clone(), ..Start::default() };
                    part.scan(arm, outer);
                    parts.push(part);
                }
                let order = parts.first().map(|part| part.order.clone()).unwrap_or_default();
                for var in order {
                    let sets: Option<Vec<&Vec<Functor>>> =
                        parts.iter().map(|part| part.found.get(&var)).collect();
                    let Some(sets) = sets else { continue };
                    let mut seen = BTreeSet::new();
                    let all = sets.into_iter().flatten().filter(|functor| seen.insert(key(functor)));
                    let all: Vec<Functor> = all.cloned().collect();
                    if let Entry::Vacant(entry) = self.found.entry(var) {
                        entry.insert(all);
                        self.order.push(var);
                    }
                }
                false
            }
            _ => false,
        }
    }
}
