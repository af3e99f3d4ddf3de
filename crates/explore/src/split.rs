//! Finer forks, for goals that a path alone does not settle: which atomic conditions made a decision come
//! out as it did, and which write a read reads.
//!
//! A fork is followed by a second try at the same instruction or decision, which then finds one more
//! question settled. So nothing else of the search knows about it:
//!
//! ```text
//! if a or b …      fork on a;  where a is false, fork on b;  then the decision is settled
//! y := x.head      after z.head := 1: fork on x = z;  then the read has one source
//! ```

use crate::explorer::{Explorer, Sink};
use crate::frontier::Split;
use crate::path::Path;
use crate::targets::Target;
use formula::Term;
use imperative::{DecisionId, Expr, Following, ProcId, Type};
use solver::Verdict;
use symbolic::evaluate::{Open, OpenKind, Trouble};

/// Questions about sources that are asked at once; more would cost more than they save.
const GUARDS: usize = 64;

impl Explorer<'_> {
    /// True if this decision forks at its atoms.
    pub(crate) fn splits_atoms(&self, proc: ProcId, decision: DecisionId) -> bool {
        self.plan.splits.atoms.contains(&(proc, decision))
    }

    /// The outcome of a decision whose atoms fork, with the path on which nothing goes wrong. Where a fork
    /// is needed first, the sides wait, and there is none.
    pub(crate) fn by_atoms(
        &mut self,
        mut path: Path,
        (decision, cond): (DecisionId, &Expr),
        each: &mut Sink<'_>,
    ) -> Option<(Path, Term)> {
        loop {
            let atom = match cond.follow(&path.atoms) {
                Following::Value(v) => {
                    let v = self.world.terms.boolean(v);
                    return Some((path, v));
                }
                Following::Atom(e) => e,
            };
            let (value, troubles, undecided) = self.evaluate_settled(&mut path, atom, &Type::Bool);
            // Before any error, since what was read up to there counts too.
            if self.must_split(&path, &undecided) {
                path = self.one_source(path, &undecided)?;
                continue;
            }
            path = self.pass(path, troubles, each)?;
            let number = cond.atoms().iter().position(|leaf| std::ptr::eq(*leaf, atom)).unwrap_or(0);
            path = self.fork(path, Split { formula: value, atom: Some((decision, number)) })?;
        }
    }

    /// True if reads fork and it is open what was read.
    pub(crate) fn must_split(&self, path: &Path, undecided: &[Open]) -> bool {
        self.plan.splits.sources && path.checking.is_none() && !undecided.is_empty()
    }

    /// Evaluates; where it is open what is read, asks the solver whether both answers are feasible. If only one is, it
    /// is settled, since terms that carry such open questions along grow with every read.
    pub(crate) fn evaluate_settled(
        &mut self,
        path: &mut Path,
        e: &Expr,
        ty: &Type,
    ) -> (Term, Vec<Trouble>, Vec<Open>) {
        let mut first = self.evaluate(path, e, ty);
        if self.exemplify_products(path, first.0) {
            first = self.evaluate(path, e, ty);
        }
        // A path that is made again must be settled in the same way, or its terms grow all the same.
        if !first.2.iter().any(|o| o.kind == OpenKind::WhichWriteIsRead) || self.plan.splits.sources {
            return first;
        }
        let mut any = false;
        for Open { guard, .. } in first.2.iter().filter(|o| o.kind == OpenKind::WhichWriteIsRead).take(GUARDS)
        {
            if let Err(stop) = self.budget.look() {
                self.result.stopped = Some(stop);
                self.going = false;
                return first;
            }
            let negated = self.world.terms.not(*guard);
            let sides = [(true, *guard), (false, negated)];
            let excluded = sides.into_iter().find(|(_, f)| {
                let side = path.condition.assert(*f);
                matches!(self.ask(&side), Verdict::Unsat(_))
            });
            if let Some((side, _)) = excluded {
                path.memory.settle(*guard, !side);
                any = true;
            }
        }
        if any { self.evaluate(path, e, ty) } else { first }
    }

    /// Settles one question about what was read, for a second try.
    pub(crate) fn one_source(&mut self, path: Path, undecided: &[Open]) -> Option<Path> {
        match undecided.first() {
            Some(Open { guard, .. }) => {
                let guard = *guard;
                self.fork(path, Split { formula: guard, atom: None })
            }
            None => Some(path),
        }
    }

    /// Forks on a formula that is no decision. One side that is possible goes on at once; of two, both wait.
    pub(crate) fn fork(&mut self, path: Path, split: Split) -> Option<Path> {
        if self.steering.is_some() {
            return self.choose_split(path, split);
        }
        let again = match &mut self.script {
            Some(choices) => Some(choices.pop()?),
            None => None,
        };
        let mut sides = Vec::with_capacity(2);
        for outcome in [true, false] {
            if again.is_none_or(|side| side == outcome) {
                sides.extend(self.take_split(&path, split, outcome));
            }
        }
        if sides.len() > 1 {
            self.work.extend(sides.into_iter().rev());
            return None;
        }
        sides.pop()
    }

    /// A path on which a formula that is no decision holds, or does not, if that is possible.
    pub(crate) fn take_split(&mut self, path: &Path, split: Split, outcome: bool) -> Option<Path> {
        let f = if outcome { split.formula } else { self.world.terms.not(split.formula) };
        let proc = path.frames.last()?.proc;
        let unknown = self.result.unknown;
        let Some(mut p) = self.assume(path.clone(), f) else {
            if self.result.unknown > unknown {
                self.lose_unknown(path, None);
            }
            return None;
        };
        p.take(proc, None, outcome, false);
        p.input_conditions += 1;
        match split.atom {
            Some((decision, atom)) => {
                p.atoms.push(outcome);
                self.comes_to(&mut p, Target::Atom(proc, decision, atom, outcome));
            }
            None => p.memory.settle(split.formula, outcome),
        }
        Some(p)
    }
}
