//! Which of many goals a run meets, at the cost of what the run showed instead of that of all goals.

use crate::goal::Fact;
use crate::{Goal, Seen};
use std::collections::BTreeMap;

/// What a goal is about, for goals that a single fact meets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Statement,
    Outcome,
    Atom,
    Proc,
    Call,
    Pair,
    Way,
}

/// The goals of some criteria, by the facts that meet them.
pub struct GoalIndex<'g> {
    goals: Vec<&'g Goal>,
    by_fact: BTreeMap<(Kind, u32), Vec<usize>>,
    by_loop: BTreeMap<(u32, u32), Vec<usize>>,
    /// Goals that take more than one look.
    others: Vec<usize>,
}

impl<'g> GoalIndex<'g> {
    /// An index of goals; they are named by their place in the list.
    pub fn new(goals: impl IntoIterator<Item = &'g Goal>) -> GoalIndex<'g> {
        let mut out = GoalIndex {
            goals: goals.into_iter().collect(),
            by_fact: BTreeMap::new(),
            by_loop: BTreeMap::new(),
            others: Vec::new(),
        };
        for (at, goal) in out.goals.iter().enumerate() {
            let fact = match &goal.fact {
                Fact::Statement(n) => (Kind::Statement, *n),
                Fact::Outcome(n) => (Kind::Outcome, *n),
                Fact::Atom(n) => (Kind::Atom, *n),
                Fact::Proc(n) => (Kind::Proc, *n),
                Fact::Call(n) => (Kind::Call, *n),
                Fact::Pair(n) => (Kind::Pair, *n),
                Fact::Way(n) => (Kind::Way, *n),
                Fact::Loop(of, times) => {
                    out.by_loop.entry((*of, *times)).or_default().push(at);
                    continue;
                }
                Fact::Vector(..) | Fact::Mcdc(..) | Fact::Pairs(..) => {
                    out.others.push(at);
                    continue;
                }
            };
            out.by_fact.entry(fact).or_default().push(at);
        }
        out
    }

    /// The goals that a run meets alone, in order.
    pub fn met_by(&self, seen: &Seen) -> Vec<usize> {
        let mut out = Vec::new();
        let lists = [
            (Kind::Statement, &seen.statements),
            (Kind::Outcome, &seen.outcomes),
            (Kind::Atom, &seen.atoms),
            (Kind::Proc, &seen.procs),
            (Kind::Call, &seen.calls),
            (Kind::Pair, &seen.pairs),
            (Kind::Way, &seen.ways),
        ];
        for (kind, list) in lists {
            for n in list {
                out.extend(self.by_fact.get(&(kind, *n)).into_iter().flatten());
            }
        }
        for pair in &seen.loops {
            out.extend(self.by_loop.get(pair).into_iter().flatten());
        }
        out.extend(self.others.iter().filter(|g| self.goals.get(**g).is_some_and(|g| seen.meets(g))));
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The goals that runs may meet together and none of them alone.
    pub fn joint(&self) -> impl Iterator<Item = usize> + '_ {
        let joint = |g: &&usize| self.goals.get(**g).is_some_and(|g| matches!(g.fact, Fact::Mcdc(..)));
        self.others.iter().filter(joint).copied()
    }
}
