//! What is worked out about a program before it runs: which built-in a goal calls, which clauses a first argument
//! leaves, which occurrences of variables in heads are the first.

use super::cells::{Cell, Cells};
use super::table::{Builtin, builtin};
use crate::ids::{ClauseId, PredId};
use crate::program::{GoalKind, Program};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use terms::{Atom, Node, Term, Terms};

/// What the first argument of a head looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Atom(Atom),
    Int(i64),
    Struct(Atom, u32),
    /// Other constants.
    Other,
}

/// The clauses of a predicate by the first argument of their heads.
struct Index {
    all: Vec<ClauseId>,
    by_key: FxHashMap<Key, Vec<ClauseId>>,
    /// Those whose first argument is a variable.
    open: Vec<ClauseId>,
    /// Whether no clause has constraints of its own.
    plain: bool,
    /// Sets of clauses that were written down; a few come again and again.
    sets: Vec<Arc<[ClauseId]>>,
}

/// No more sets of clauses of one predicate are remembered.
const SETS: usize = 16;

/// A program made ready to run.
pub struct Code {
    first: Vec<bool>,
    index: Vec<Index>,
    builtins: Vec<Option<Builtin>>,
    by_name: FxHashMap<(Atom, u32), Builtin>,
}

fn key(terms: &Terms, term: Term) -> Option<Key> {
    Some(match terms.node(term) {
        Node::Var(_) => return None,
        Node::Atom(atom) => Key::Atom(*atom),
        Node::Int(value) => value.to_i64().map_or(Key::Other, Key::Int),
        Node::Compound(name, _) => Key::Struct(*name, terms.args(term).len() as u32),
        Node::Float(_) | Node::Str(_) => Key::Other,
    })
}

impl Code {
    /// Makes a program ready.
    pub fn new(program: &Program) -> Code {
        let terms = &program.terms;
        let mut first = vec![false; terms.len()];
        for clause in &program.clauses {
            let mut seen = vec![false; clause.vars.len()];
            // In the order in which a head is gone through.
            let mut open = vec![clause.head];
            while let Some(term) = open.pop() {
                match terms.node(term) {
                    Node::Var(var) => {
                        if let (Some(seen), Some(first)) =
                            (seen.get_mut(var.index()), first.get_mut(term.index()))
                        {
                            *first = !*seen;
                            *seen = true;
                        }
                    }
                    _ => open.extend(terms.args(term).iter().rev()),
                }
            }
        }
        let index = program.preds.iter().map(|pred| Index::new(program, &pred.clauses)).collect();
        let builtins = program.goals.iter().map(|goal| match goal.kind {
            GoalKind::Builtin { atom } => {
                let (name, args) = terms.callable(atom)?;
                builtin(terms.name(name), args.len() as u32)
            }
            _ => None,
        });
        let builtins = builtins.collect();
        Code { first, index, builtins, by_name: FxHashMap::default() }
    }

    /// Whether this occurrence of a variable is the first in its clause.
    pub fn is_first(&self, term: Term) -> bool {
        self.first.get(term.index()).copied().unwrap_or(false)
    }

    /// The built-in that a goal of the text calls.
    pub(super) fn builtin_of(&self, goal: usize) -> Option<Builtin> {
        self.builtins.get(goal).copied().flatten()
    }

    /// The built-in of a name, remembered.
    pub(super) fn builtin_named(&mut self, terms: &Terms, name: Atom, count: u32) -> Option<Builtin> {
        if let Some(known) = self.by_name.get(&(name, count)) {
            return Some(*known);
        }
        let found = builtin(terms.name(name), count)?;
        self.by_name.insert((name, count), found);
        Some(found)
    }

    /// Whether no clause of a predicate has constraints of its own.
    pub(super) fn is_plain(&self, pred: PredId) -> bool {
        self.index.get(pred.index()).is_some_and(|index| index.plain)
    }

    /// A set of clauses of a predicate, the same one for the same clauses.
    pub(super) fn set(&mut self, pred: PredId, clauses: &[ClauseId]) -> Arc<[ClauseId]> {
        let Some(index) = self.index.get_mut(pred.index()) else { return Arc::from(clauses) };
        if let Some(known) = index.sets.iter().find(|set| ***set == *clauses) {
            return Arc::clone(known);
        }
        let set: Arc<[ClauseId]> = Arc::from(clauses);
        if index.sets.len() < SETS {
            index.sets.push(Arc::clone(&set));
        }
        set
    }

    /// The clauses whose first argument may fit a value, in their order. Clauses with a variable there are always among
    /// them.
    pub(super) fn clauses(&self, pred: PredId, cells: &Cells, value: Option<Cell>) -> Candidates<'_> {
        let Some(index) = self.index.get(pred.index()) else { return Candidates::default() };
        let key = match value {
            Some(Cell::Atom(atom)) => Key::Atom(atom),
            Some(Cell::Int(value)) => Key::Int(value),
            Some(Cell::Struct(functor, _)) => {
                let (name, count) = cells.name_of(functor);
                Key::Struct(name, count)
            }
            Some(Cell::Float(_) | Cell::Str(_) | Cell::Big(_)) => Key::Other,
            _ => return Candidates { one: &index.all, other: &[] },
        };
        let one = index.by_key.get(&key).map_or(&[][..], Vec::as_slice);
        Candidates { one, other: &index.open }
    }
}

impl Index {
    fn new(program: &Program, clauses: &[ClauseId]) -> Index {
        let plain = clauses.iter().all(|id| program.clause(*id).is_none_or(|c| c.constraints.is_empty()));
        let mut index = Index {
            all: clauses.to_vec(),
            by_key: FxHashMap::default(),
            open: Vec::new(),
            plain,
            sets: Vec::new(),
        };
        for id in clauses {
            let Some(clause) = program.clause(*id) else { continue };
            let key = program.terms.args(clause.head).first().and_then(|arg| key(&program.terms, *arg));
            match key {
                Some(key) => index.by_key.entry(key).or_default().push(*id),
                None => index.open.push(*id),
            }
        }
        index
    }
}

/// Two rows of clauses in the order of the text, to be gone through as one.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidates<'a> {
    one: &'a [ClauseId],
    other: &'a [ClauseId],
}

impl Iterator for Candidates<'_> {
    type Item = ClauseId;

    fn next(&mut self) -> Option<ClauseId> {
        let from_one = match (self.one.first(), self.other.first()) {
            (Some(a), Some(b)) => a < b,
            (first, _) => first.is_some(),
        };
        let row = if from_one { &mut self.one } else { &mut self.other };
        let (first, rest) = row.split_first()?;
        *row = rest;
        Some(*first)
    }
}

impl Candidates<'_> {
    /// Those after a clause.
    pub(super) fn after(mut self, last: ClauseId) -> Self {
        self.one = &self.one[self.one.partition_point(|id| *id <= last)..];
        self.other = &self.other[self.other.partition_point(|id| *id <= last)..];
        self
    }

    /// Whether there is no candidate.
    pub(super) fn is_empty(&self) -> bool {
        self.one.is_empty() && self.other.is_empty()
    }
}
