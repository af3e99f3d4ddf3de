//! Types that are not all known, and unification of them.
//!
//! The classical algorithm with a union of what is equal (Huet): applications that were unified become one node, so that types
//! which share parts cost no more than their parts, and circles do no harm. That no type contains itself is asked once at
//! the end ([`Store::circle`]). All changes are on a trail and can be taken back.

use crate::core::{Head, Ty, TypeNode, Types};
use std::collections::{BTreeMap, BTreeSet};

/// A type that may not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct T(pub u32);

/// What is known of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// Nothing; perhaps a name to show it by.
    Free,
    /// It is another one.
    Link(T),
    /// A type parameter of the predicate that is checked: it equals itself only.
    Rigid(u32),
    /// An applied constructor; its arguments are a slice of all arguments: the first position and the number.
    App(Head, u32, u32),
}

#[derive(Default)]
pub(crate) struct Store {
    slots: Vec<Slot>,
    args: Vec<T>,
    /// Slots that were changed, with what they were.
    trail: Vec<(T, Slot)>,
    /// Where each type got known: a number that the checker understands.
    reasons: BTreeMap<T, u32>,
    /// The reason for changes now.
    pub reason: u32,
    /// Names for types that are not known, from the declarations that they come from.
    hints: BTreeMap<T, String>,
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    trail: usize,
    slots: usize,
    args: usize,
}

impl Store {
    fn push(&mut self, slot: Slot) -> T {
        self.slots.push(slot);
        T((self.slots.len() - 1) as u32)
    }

    pub(crate) fn fresh(&mut self) -> T {
        self.push(Slot::Free)
    }

    pub(crate) fn named(&mut self, name: &str) -> T {
        let found = self.push(Slot::Free);
        self.hints.insert(found, name.to_string());
        found
    }

    pub(crate) fn hint(&self, of: T) -> Option<&str> {
        self.hints.get(&of).map(String::as_str)
    }

    pub(crate) fn rigid(&mut self, param: u32) -> T {
        self.push(Slot::Rigid(param))
    }

    pub(crate) fn app(&mut self, head: Head, args: &[T]) -> T {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        self.push(Slot::App(head, start, args.len() as u32))
    }

    /// The node that a type stands for, and what is known of it.
    pub(crate) fn look(&self, of: T) -> (T, Slot) {
        let mut at = of;
        loop {
            match self.slots.get(at.0 as usize).copied() {
                Some(Slot::Link(next)) => at = next,
                Some(slot) => return (at, slot),
                None => return (at, Slot::Free),
            }
        }
    }

    pub(crate) fn args(&self, start: u32, count: u32) -> &[T] {
        self.args.get(start as usize..(start + count) as usize).unwrap_or(&[])
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), slots: self.slots.len(), args: self.args.len() }
    }

    /// Takes all changes back.
    pub(crate) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            if let Some((of, slot)) = self.trail.pop()
                && let Some(place) = self.slots.get_mut(of.0 as usize)
            {
                *place = slot;
            }
        }
        self.slots.truncate(mark.slots);
        self.args.truncate(mark.args);
        self.hints.split_off(&T(mark.slots as u32));
    }

    /// The types known before a mark that were not known then and are now.
    pub(crate) fn bound_since(&self, mark: Mark) -> Vec<T> {
        let since = self.trail.get(mark.trail..).unwrap_or(&[]);
        let free =
            since.iter().filter(|(of, slot)| (of.0 as usize) < mark.slots && matches!(slot, Slot::Free));
        free.map(|(of, _)| *of).collect()
    }

    fn set(&mut self, of: T, to: T) {
        if let Some(place) = self.slots.get_mut(of.0 as usize) {
            self.trail.push((of, *place));
            if matches!(place, Slot::Free) {
                self.reasons.insert(of, self.reason);
            }
            *place = Slot::Link(to);
        }
    }

    /// The reason why a type is what it is.
    pub(crate) fn reason_of(&self, of: T) -> Option<u32> {
        let mut at = of;
        let mut found = None;
        while let Some(Slot::Link(next)) = self.slots.get(at.0 as usize) {
            found = self.reasons.get(&at).copied().or(found);
            at = *next;
        }
        found
    }

    /// Makes two types equal. If they cannot be, what was changed stays; the caller takes it back.
    pub(crate) fn unify(&mut self, left: T, right: T) -> bool {
        let mut open = vec![(left, right)];
        while let Some((left, right)) = open.pop() {
            let ((left, one), (right, other)) = (self.look(left), self.look(right));
            if left == right {
                continue;
            }
            match (one, other) {
                // The newer one is forgotten: undoing removes new ones.
                (Slot::Free, Slot::Free) => {
                    let (new, old) = if left > right { (left, right) } else { (right, left) };
                    self.set(new, old);
                }
                (Slot::Free, _) => self.set(left, right),
                (_, Slot::Free) => self.set(right, left),
                (Slot::Rigid(a), Slot::Rigid(b)) if a == b => {}
                (Slot::App(head, a, n), Slot::App(other, b, m)) if head == other && n == m => {
                    self.set(left, right);
                    let pairs = self.args(a, n).iter().copied().zip(self.args(b, m).iter().copied());
                    let pairs: Vec<(T, T)> = pairs.collect();
                    open.extend(pairs.into_iter().rev());
                }
                _ => return false,
            }
        }
        true
    }

    /// A declared type, with these types for its parameters.
    pub(crate) fn instantiate(&mut self, types: &Types, of: Ty, params: &[T]) -> T {
        let mut done: BTreeMap<Ty, T> = BTreeMap::new();
        let mut open = vec![of];
        while let Some(next) = open.last().copied() {
            if done.contains_key(&next) {
                open.pop();
                continue;
            }
            let found = match types.node(next) {
                TypeNode::Param(param) => match params.get(*param as usize) {
                    Some(param) => *param,
                    None => self.fresh(),
                },
                TypeNode::App(head, parts) => {
                    let before = open.len();
                    open.extend(parts.iter().copied().filter(|part| !done.contains_key(part)));
                    if open.len() > before {
                        continue;
                    }
                    let parts: Vec<T> = parts.iter().filter_map(|part| done.get(part).copied()).collect();
                    self.app(*head, &parts)
                }
            };
            done.insert(next, found);
            open.pop();
        }
        match done.get(&of) {
            Some(found) => *found,
            None => self.fresh(),
        }
    }

    /// A type of these that contains itself.
    pub(crate) fn circle(&self, of: impl Iterator<Item = T>) -> Option<T> {
        // A node is open while its arguments are looked at.
        let mut state: BTreeMap<T, bool> = BTreeMap::new();
        for start in of {
            let mut stack = vec![(start, false)];
            while let Some((next, leave)) = stack.pop() {
                let (node, slot) = self.look(next);
                if leave {
                    state.insert(node, true);
                    continue;
                }
                match state.get(&node) {
                    Some(true) => continue,
                    Some(false) => return Some(start),
                    None => {}
                }
                if let Slot::App(_, at, count) = slot {
                    state.insert(node, false);
                    stack.push((node, true));
                    stack.extend(self.args(at, count).iter().map(|arg| (*arg, false)));
                }
            }
        }
        None
    }

    /// The type as one of the program. What is not known becomes what `unknown` says.
    pub(crate) fn resolve(
        &self,
        types: &mut Types,
        of: T,
        done: &mut BTreeMap<T, Ty>,
        unknown: &mut dyn FnMut(&mut Types, T) -> Ty,
    ) -> Ty {
        let mut open = vec![of];
        // What waits for its arguments; one that is its own argument is not known.
        let mut waiting: BTreeSet<T> = BTreeSet::new();
        while let Some(next) = open.last().copied() {
            let (node, slot) = self.look(next);
            if done.contains_key(&node) {
                open.pop();
                continue;
            }
            let found = match slot {
                Slot::Free | Slot::Link(_) => unknown(types, node),
                Slot::Rigid(param) => types.add(TypeNode::Param(param)),
                Slot::App(head, at, count) => {
                    let args = self.args(at, count);
                    let before = open.len();
                    for arg in args {
                        let (arg, _) = self.look(*arg);
                        if done.contains_key(&arg) {
                            continue;
                        }
                        if arg == node || waiting.contains(&arg) {
                            let circle = unknown(types, arg);
                            done.insert(arg, circle);
                        } else {
                            open.push(arg);
                        }
                    }
                    if open.len() > before {
                        waiting.insert(node);
                        continue;
                    }
                    waiting.remove(&node);
                    let known = args.iter().filter_map(|arg| done.get(&self.look(*arg).0).copied()).collect();
                    types.add(TypeNode::App(head, known))
                }
            };
            done.insert(node, found);
            open.pop();
        }
        match done.get(&self.look(of).0) {
            Some(found) => *found,
            None => unknown(types, of),
        }
    }
}
