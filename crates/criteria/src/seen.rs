//! What a run showed.

use crate::goal::Fact;
use crate::{Criterion, Goal, GoalIndex, Mcdc, Step};
use imperative::ErrorKind;
use source::Span;
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// What one run showed, as far as the criteria of the meter ask for it. The numbers are those of the program
/// ([`crate::plan`]), so measurements of different programs cannot be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub(crate) statements: Vec<u32>,
    /// Twice the decision, plus one if it was true.
    pub(crate) outcomes: Vec<u32>,
    /// Twice the atom, plus one if it was true.
    pub(crate) atoms: Vec<u32>,
    pub(crate) evaluations: Vec<Evaluation>,
    /// Loops with the number of times that an entry executed them.
    pub(crate) loops: Vec<(u32, u32)>,
    pub(crate) procs: Vec<u32>,
    pub(crate) calls: Vec<u32>,
    pub(crate) pairs: Vec<u32>,
    pub(crate) ways: Vec<u32>,
    pub(crate) path: Vec<Step>,
    pub(crate) caught: Vec<(ErrorKind, Span)>,
    pub(crate) most: u32,
}

/// One way in which the condition of a decision was evaluated; sets of atoms as bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Evaluation {
    pub decision: u32,
    pub value: Box<[u64]>,
    pub evaluated: Box<[u64]>,
    pub outcome: bool,
    /// The atoms that decide the outcome.
    pub decides: Box<[u64]>,
}

fn bit(words: &[u64], at: usize) -> bool {
    words.get(at / 64).is_some_and(|w| w >> (at % 64) & 1 == 1)
}

impl Evaluation {
    pub(crate) fn get(&self, atom: usize) -> Option<bool> {
        bit(&self.evaluated, atom).then(|| bit(&self.value, atom))
    }

    /// Whether two evaluations show that an atom decides the outcome by itself.
    fn shows(&self, other: &Evaluation, atom: usize, kind: Mcdc) -> bool {
        self.outcome != other.outcome
            && bit(&self.decides, atom)
            && bit(&other.decides, atom)
            && bit(&self.value, atom) != bit(&other.value, atom)
            && (kind == Mcdc::Masking || self.agrees_but_for(other, atom))
    }

    fn agrees_but_for(&self, other: &Evaluation, atom: usize) -> bool {
        let values = self.value.iter().zip(&other.value);
        let evaluated = self.evaluated.iter().zip(&other.evaluated);
        values.zip(evaluated).enumerate().all(|(word, ((a, b), (ea, eb)))| {
            let own = if atom / 64 == word { 1u64 << (atom % 64) } else { 0 };
            (a ^ b) & ea & eb & !own == 0
        })
    }
}

impl Seen {
    /// The path of the run, if a criterion about paths was measured.
    pub fn path(&self) -> &[Step] {
        &self.path
    }

    /// The errors that were caught in the run, and where people see them, if a criterion about paths was measured.
    pub fn caught(&self) -> &[(ErrorKind, Span)] {
        &self.caught
    }

    /// How often the run executed the basic block that it executed most often, counted over the whole run; zero
    /// if no criterion about paths was measured.
    pub fn most_blocks(&self) -> u32 {
        self.most
    }

    /// Whether the path of the run is a goal of an open criterion; false for the others.
    pub fn is_within(&self, criterion: Criterion) -> bool {
        match criterion {
            Criterion::Path => true,
            Criterion::BlockCount(k) => self.most <= k,
            _ => false,
        }
    }

    /// Takes another run into account as well: goals that the two meet together, this meets after it. The path
    /// stays as it was.
    pub fn merge(&mut self, other: &Seen) {
        merge(&mut self.statements, &other.statements);
        merge(&mut self.outcomes, &other.outcomes);
        merge(&mut self.atoms, &other.atoms);
        merge(&mut self.evaluations, &other.evaluations);
        merge(&mut self.loops, &other.loops);
        merge(&mut self.procs, &other.procs);
        merge(&mut self.calls, &other.calls);
        merge(&mut self.pairs, &other.pairs);
        merge(&mut self.ways, &other.ways);
    }

    /// Whether a condition was evaluated here in a way that the others do not have.
    pub fn adds_evaluation(&self, others: &Seen) -> bool {
        self.evaluations.iter().any(|e| others.evaluations.binary_search(e).is_err())
    }

    fn evaluations_of(&self, decision: u32) -> &[Evaluation] {
        let from = self.evaluations.partition_point(|e| e.decision < decision);
        let to = self.evaluations.partition_point(|e| e.decision <= decision);
        self.evaluations.get(from..to).unwrap_or(&[])
    }

    /// Whether this run alone meets a goal.
    pub fn meets(&self, goal: &Goal) -> bool {
        let has = |list: &[u32], n: u32| list.binary_search(&n).is_ok();
        match &goal.fact {
            Fact::Statement(n) => has(&self.statements, *n),
            Fact::Outcome(n) => has(&self.outcomes, *n),
            Fact::Atom(n) => has(&self.atoms, *n),
            Fact::Vector(decision, vector) => self.evaluations_of(*decision).iter().any(|e| {
                // An atom that the evaluation did not look at, or that the goal does not, may be anything.
                vector.iter().enumerate().all(|(i, wanted)| match (wanted, e.get(i)) {
                    (Some(wanted), Some(found)) => *wanted == found,
                    _ => true,
                })
            }),
            Fact::Loop(of, times) => self.loops.binary_search(&(*of, *times)).is_ok(),
            Fact::Proc(n) => has(&self.procs, *n),
            Fact::Call(n) => has(&self.calls, *n),
            Fact::Pairs(from, to) => {
                let at = self.pairs.partition_point(|p| p < from);
                self.pairs.get(at).is_some_and(|p| p < to)
            }
            Fact::Pair(n) => has(&self.pairs, *n),
            Fact::Way(n) => has(&self.ways, *n),
            Fact::Mcdc(..) => shown_by(self, self, goal),
        }
    }
}

/// Adds what is new to a sorted list.
fn merge<T: Ord + Clone>(into: &mut Vec<T>, from: &[T]) {
    let new: Vec<T> = from.iter().filter(|x| into.binary_search(x).is_err()).cloned().collect();
    if !new.is_empty() {
        into.extend(new);
        into.sort();
    }
}

/// Whether an evaluation of the one and an evaluation of the other make a pair that a goal of MC/DC asks for.
fn shown_by(a: &Seen, b: &Seen, goal: &Goal) -> bool {
    let Fact::Mcdc(decision, atom, kind) = goal.fact else { return false };
    let others = b.evaluations_of(decision);
    a.evaluations_of(decision).iter().any(|e| others.iter().any(|o| e.shows(o, atom, kind)))
}

/// Which tests of a suite meet a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Witness {
    /// The run of this number does.
    One(usize),
    /// These two do together, and neither does alone.
    Two(usize, usize),
}

impl Witness {
    /// The numbers of the runs; twice the same for a single one.
    pub fn tests(&self) -> [usize; 2] {
        match self {
            Witness::One(a) => [*a, *a],
            Witness::Two(a, b) => [*a, *b],
        }
    }
}

/// If more runs than this may be part of a pair, not all pairs are listed: there are too many to choose among.
const MANY: usize = 100;

/// Then at most `ALIKE` runs are taken of those that show the same of a condition, and at most `MOST_PAIRS` pairs.
const ALIKE: usize = 4;
const MOST_PAIRS: usize = 5_000;

/// The witnesses of a goal among some runs: single ones first, then pairs, each in order. Of many runs that show the same of
/// a condition only the first make pairs.
pub fn witnesses<S: Borrow<Seen>>(goal: &Goal, seen: &[S]) -> Vec<Witness> {
    let alone: Vec<bool> = seen.iter().map(|s| s.borrow().meets(goal)).collect();
    let mut found: Vec<Witness> =
        alone.iter().enumerate().filter(|(_, a)| **a).map(|(i, _)| Witness::One(i)).collect();
    if let Fact::Mcdc(decision, atom, kind) = goal.fact {
        let deciding = |seen: &Seen| seen.evaluations_of(decision).iter().any(|e| bit(&e.decides, atom));
        let runs = seen.iter().map(Borrow::borrow).enumerate().zip(&alone);
        let mut rest: Vec<(usize, &Seen)> =
            runs.filter(|((_, s), alone)| !**alone && deciding(s)).map(|(run, _)| run).collect();
        if rest.len() > MANY {
            rest = of_each_kind(&rest, decision, atom, kind);
        }
        let mut pairs = 0;
        for (at, (i, a)) in rest.iter().enumerate() {
            for (j, b) in rest.iter().skip(at + 1) {
                if pairs < MOST_PAIRS && shown_by(a, b, goal) {
                    pairs += 1;
                    found.push(Witness::Two(*i, *j));
                }
            }
        }
    }
    found
}

/// The first runs of each kind: those of one kind make a pair with the same other runs.
fn of_each_kind<'s>(
    runs: &[(usize, &'s Seen)],
    decision: u32,
    atom: usize,
    kind: Mcdc,
) -> Vec<(usize, &'s Seen)> {
    let mut count: BTreeMap<(usize, Vec<&Evaluation>), usize> = BTreeMap::new();
    let mut out = Vec::new();
    for (i, seen) in runs {
        let deciding = seen.evaluations_of(decision).iter().filter(|e| bit(&e.decides, atom));
        // For masking it only counts which values and outcomes there are.
        let mut sides = 0;
        let own: Vec<&Evaluation> = match kind {
            Mcdc::UniqueCause => deciding.collect(),
            Mcdc::Masking => {
                for e in deciding {
                    sides |= 1usize << (2 * usize::from(e.outcome) + usize::from(bit(&e.value, atom)));
                }
                Vec::new()
            }
        };
        let known = count.entry((sides, own)).or_insert(0usize);
        if *known < ALIKE {
            *known += 1;
            out.push((*i, *seen));
        }
    }
    out
}

/// The witnesses of each of many goals, as [`witnesses`] finds them.
pub fn all_witnesses<S: Borrow<Seen>>(goals: &[Goal], seen: &[S]) -> Vec<Vec<Witness>> {
    let index = GoalIndex::new(goals);
    let mut out = vec![Vec::new(); goals.len()];
    for (run, seen) in seen.iter().enumerate() {
        for goal in index.met_by(seen.borrow()) {
            if let Some(ways) = out.get_mut(goal) {
                ways.push(Witness::One(run));
            }
        }
    }
    for goal in index.joint() {
        if let (Some(ways), Some(goal)) = (out.get_mut(goal), goals.get(goal)) {
            *ways = witnesses(goal, seen);
        }
    }
    out
}

/// Whether some runs together meet a goal.
pub fn is_met<S: Borrow<Seen>>(goal: &Goal, seen: &[S]) -> bool {
    match goal.fact {
        Fact::Mcdc(decision, atom, kind) => {
            let mut all: Vec<&Evaluation> =
                seen.iter().flat_map(|s| s.borrow().evaluations_of(decision)).collect();
            all.sort();
            all.dedup();
            all.iter().any(|a| all.iter().any(|b| a.shows(b, atom, kind)))
        }
        _ => seen.iter().any(|s| s.borrow().meets(goal)),
    }
}
