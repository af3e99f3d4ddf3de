//! Functions whose `void *` stands for something else in each call.
//!
//! ```text
//! void *xmalloc(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
//! struct a *a = xmalloc(sizeof *a);          the `void` of this call is `struct a`,
//! int *v = xmalloc(n * sizeof *v);           that of this one is `int`
//! ```
//!
//! Each call of a function has keys of its own for those in the function's type. When the whole file is known, a key of the
//! function is *open* if it is the same only as keys of that function, and meets no type. Other keys are the same as
//! those of the calls. What the open ones stand for is asked of all calls: if they agree, that is what the function is for;
//! if not, there is a copy of the function for each answer, and the function as it was written is for `char`.

use super::voids::{Meanings, Voids, differ_in_sign, keys_of};
use crate::tree::FunctionId;
use crate::types::{DataModel, IntName, Type};
use std::collections::BTreeMap;

/// If there are more copies than this, there are none.
const MOST_COPIES: usize = 200;

/// What is known of calls while a file is looked at for the first time.
#[derive(Clone, Default)]
pub(super) struct Calls {
    /// By the place of the callee.
    list: BTreeMap<u32, Call>,
    /// The functions that keys belong to.
    owners: BTreeMap<u32, FunctionId>,
    /// The functions of which there can be copies, with their names.
    able: BTreeMap<FunctionId, String>,
    /// How many keys of calls there are.
    fresh: u32,
}

#[derive(Clone)]
struct Call {
    caller: FunctionId,
    callee: FunctionId,
    /// The type of the function.
    ty: Type,
    /// The keys of the function, each with that of the call.
    keys: Vec<(u32, u32)>,
}

/// A function for one meaning of its `void *`.
pub(super) struct Copied {
    /// The function, as long as the file is looked at for the first time.
    id: FunctionId,
    /// Its name.
    pub of: String,
    /// Its type.
    pub ty: Type,
    /// What the keys of the function stand for.
    pub meanings: Meanings,
    /// What its open classes stand for.
    known: Meanings,
}

impl Copied {
    /// What the function is for.
    pub fn known(&self) -> impl Iterator<Item = &Type> {
        self.known.values()
    }
}

/// The result: what the keys stand for, and the copies of functions.
#[derive(Default)]
pub(super) struct Plan {
    /// What each key stands for in functions as they were written.
    pub meanings: Meanings,
    pub copies: Vec<Copied>,
    /// The copies that are called: by the place of the callee, and the copy that it is in, if it is in one.
    pub targets: BTreeMap<(u32, Option<usize>), usize>,
}

impl Voids {
    /// A call: the type of the function with keys of the call in it.
    pub fn call(
        &mut self,
        place: u32,
        caller: FunctionId,
        callee: FunctionId,
        ty: &Type,
        first: u32,
    ) -> Option<Type> {
        if !self.calls.list.contains_key(&place) {
            let mut keys: Vec<(u32, u32)> = Vec::new();
            for key in keys_of(ty) {
                if keys.iter().any(|(known, _)| *known == key) {
                    continue;
                }
                let fresh = first.checked_add(self.calls.fresh)?;
                self.calls.fresh += 1;
                self.calls.owners.insert(fresh, caller);
                self.add(fresh);
                keys.push((key, fresh));
            }
            self.calls.list.insert(place, Call { caller, callee, ty: ty.clone(), keys });
        }
        let keys = &self.calls.list.get(&place)?.keys;
        let known = keys.iter().map(|(key, fresh)| (*key, Type::VoidAt(*fresh))).collect();
        renamed(ty, &known)
    }

    /// Keys belong to a function, unless they belong to another one already.
    pub fn belong(&mut self, keys: impl IntoIterator<Item = u32>, to: FunctionId) {
        for key in keys {
            self.calls.owners.entry(key).or_insert(to);
        }
    }

    /// There can be copies of a function.
    pub fn can_be_copied(&mut self, function: FunctionId, name: &str) {
        self.calls.able.insert(function, name.to_string());
    }

    /// What everything stands for; with copies of functions, or with one meaning for each key.
    pub fn plan(&self, copies: bool, model: DataModel) -> Plan {
        if self.hopeless {
            return Plan::default();
        }
        let mut voids = self.clone();
        let found = if copies { voids.copies(&self.calls, model) } else { None };
        let mut plan = found.unwrap_or_else(|| {
            voids = self.clone();
            self.calls.list.values().for_each(|call| voids.agree(call));
            Plan::default()
        });
        plan.meanings = voids.meanings(voids.keys(), &Meanings::new(), model);
        plan
    }

    /// The keys of a call are those of the function.
    fn agree(&mut self, call: &Call) {
        for (key, fresh) in &call.keys {
            self.unite(*key, *fresh);
        }
    }

    /// The copies that are needed, and who calls them; `None` if they are too many.
    fn copies(&mut self, calls: &Calls, model: DataModel) -> Option<Plan> {
        loop {
            self.settle(calls);
            let asked = self.asked(calls)?;
            let mut united = false;
            for (function, known) in &asked {
                if agree(known) {
                    for call in calls.list.values().filter(|call| call.callee == *function) {
                        united |= self.apart(call);
                        self.agree(call);
                    }
                }
            }
            if !united {
                break;
            }
        }
        let char = Type::int(IntName::Char, model);
        let open = self.open(calls);
        let mut plan = Plan::default();
        // First all functions as they were written, then each copy.
        let mut next: Option<usize> = None;
        loop {
            let (function, known) = match next {
                None => (None, Meanings::new()),
                Some(at) => match plan.copies.get(at) {
                    Some(copy) => (Some(copy.id), copy.known.clone()),
                    None => return Some(plan),
                },
            };
            for (place, call) in &calls.list {
                if function.is_some_and(|f| f != call.caller) {
                    continue;
                }
                let wanted = self.wanted(call, &open, &known, &char)?;
                if wanted.values().all(|ty| *ty == char) {
                    continue;
                }
                let found = plan.copies.iter().position(|c| c.id == call.callee && c.known == wanted);
                let at = found.unwrap_or(plan.copies.len());
                if found.is_none() {
                    if at >= MOST_COPIES {
                        return None;
                    }
                    let keys = calls.owners.iter().filter(|(_, f)| **f == call.callee).map(|(key, _)| *key);
                    let meanings = self.meanings(keys, &wanted, model);
                    let of = calls.able.get(&call.callee)?.clone();
                    let ty = self.resolved(&call.ty, &wanted, &char)?;
                    plan.copies.push(Copied { id: call.callee, of, ty, meanings, known: wanted });
                }
                plan.targets.insert((*place, next), at);
            }
            next = Some(next.map_or(0, |at| at + 1));
        }
    }

    /// The classes that are open, each with the function that it belongs to.
    fn open(&self, calls: &Calls) -> BTreeMap<u32, FunctionId> {
        let mut owners: BTreeMap<u32, Option<FunctionId>> = BTreeMap::new();
        for key in self.keys() {
            let owner = calls.owners.get(&key).copied();
            let of = owners.entry(self.last(key)).or_insert(owner);
            if *of != owner {
                *of = None;
            }
        }
        // What another class is made of belongs to that, too.
        let lasts: Vec<u32> = owners.keys().copied().collect();
        for last in lasts {
            let owner = owners.get(&last).copied().flatten();
            for key in self.bound(last).flatten().map_or_else(Vec::new, keys_of) {
                let inner = self.last(key);
                if owners.get(&inner).copied().flatten() != owner {
                    owners.insert(inner, None);
                }
            }
        }
        let is_open = |(last, owner): (u32, Option<FunctionId>)| {
            let owner = owner.filter(|f| calls.able.contains_key(f))?;
            self.bound(last).is_none().then_some((last, owner))
        };
        owners.into_iter().filter_map(is_open).collect()
    }

    /// What is not open is the same for all calls; what is one in the function is one in each call.
    fn settle(&mut self, calls: &Calls) {
        loop {
            let open = self.open(calls);
            let mut changed = false;
            for call in calls.list.values() {
                let mut seen: BTreeMap<u32, u32> = BTreeMap::new();
                for (key, fresh) in &call.keys {
                    let last = self.last(*key);
                    if open.get(&last) != Some(&call.callee) {
                        changed |= self.unite(*key, *fresh);
                    } else if let Some(other) = seen.insert(last, *fresh) {
                        changed |= self.unite(other, *fresh);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Whether a call has keys that are not yet those of the function.
    fn apart(&self, call: &Call) -> bool {
        call.keys.iter().any(|(key, fresh)| self.last(*key) != self.last(*fresh))
    }

    /// What the open classes of a called function stand for in a call, if the classes of the caller stand for something;
    /// `None` if that has no end.
    fn wanted(
        &self,
        call: &Call,
        open: &BTreeMap<u32, FunctionId>,
        known: &Meanings,
        otherwise: &Type,
    ) -> Option<Meanings> {
        let mut wanted = Meanings::new();
        for (key, fresh) in &call.keys {
            let last = self.last(*key);
            if open.get(&last) == Some(&call.callee) {
                let ty = self.resolved(&Type::VoidAt(*fresh), known, otherwise)?;
                // Where two types meet in the caller, nothing is known either.
                wanted.insert(last, if ty == Type::Void { otherwise.clone() } else { ty });
            }
        }
        Some(wanted)
    }

    /// What all calls want of each function that is called, as far as it is known; `None` if that is too much.
    fn asked(&self, calls: &Calls) -> Option<BTreeMap<FunctionId, Vec<Meanings>>> {
        let open = self.open(calls);
        let mut asked: BTreeMap<FunctionId, Vec<Meanings>> = BTreeMap::new();
        let mut waiting: Vec<(FunctionId, Meanings)> =
            calls.list.values().map(|c| (c.caller, Meanings::new())).collect();
        waiting.dedup();
        let mut count = 0;
        while let Some((caller, known)) = waiting.pop() {
            for call in calls.list.values().filter(|call| call.caller == caller) {
                let mut wanted = self.wanted(call, &open, &known, &Type::Unknown)?;
                wanted.retain(|_, ty| is_known(ty));
                let list = asked.entry(call.callee).or_default();
                if !list.contains(&wanted) {
                    list.push(wanted.clone());
                    count += 1;
                    waiting.push((call.callee, wanted));
                }
            }
            if count > MOST_COPIES {
                return None;
            }
        }
        Some(asked)
    }
}

/// Whether all calls of a function want the same of it.
fn agree(asked: &[Meanings]) -> bool {
    let mut all: BTreeMap<u32, &Type> = BTreeMap::new();
    asked.iter().flatten().all(|(key, ty)| {
        let first = all.entry(*key).or_insert(ty);
        *first == ty || differ_in_sign(first, ty)
    })
}

/// Whether a type is known to the end.
fn is_known(ty: &Type) -> bool {
    match ty {
        Type::Unknown => false,
        Type::Pointer(of) | Type::Array(of, _) => is_known(of),
        Type::Function(f) => is_known(&f.result) && f.params.iter().all(is_known),
        _ => true,
    }
}

/// A type with other keys.
fn renamed(ty: &Type, names: &BTreeMap<u32, Type>) -> Option<Type> {
    // Nothing is bound here, so each key is only looked up.
    Voids::default().resolved(ty, names, &Type::Void)
}
