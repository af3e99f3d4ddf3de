//! Which analyses are made of a procedure, and in which order.
//!
//! 1. All claims at once, with little effort: most procedures need no more.
//! 2. Each claim that is still open by itself. What is looked for depends on the claims ([`crate::Choice`]), and looking for much can
//!    take so long that nothing is found: so no claim is lost because another one stands beside it.
//! 3. Each by cases of what it supposes ([`Supposed`]).
//! 4. All claims at once again, with all effort, if little was not enough: what one claim looks for may help another.

use crate::auto::MOST_EFFORT;
use crate::claims::Verdict;
use crate::suppose::Supposed;
use crate::{Analysis, Choice, Invariants, Known, Question};
use base::{Budget, Stop};
use domains::Numeric;
use imperative::{ClaimKind, ProcId, Program};

/// The most simple nodes that are tried if nothing is said.
const LARGEST_K: usize = 3;

/// The most work that is done for more nodes than none: about a third of a second.
const MOST_MORE: u64 = 40_000;

/// The most work that is done for several claims at first: about a second.
const MOST_TOGETHER: u64 = 100_000;

/// The most work that is done in vain for claims alone, before the others get no more than [`MOST_TOGETHER`] each.
const MOST_IN_VAIN: u64 = MOST_EFFORT;

/// The best that analyses find; `None` if there is no such procedure.
pub(crate) fn attempts<N: Numeric>(
    program: &Program,
    entry: ProcId,
    question: &Question,
    budget: &Budget,
) -> Result<Option<Invariants>, Stop> {
    let several = program.proc(entry).map_or(0, |proc| {
        proc.claims.iter().filter(|claim| !matches!(claim.kind, ClaimKind::Requires(_))).count()
    }) > 1;
    let effort = several.then_some(MOST_TOGETHER);
    let Some(mut best) = with_few_nodes::<N>(program, entry, question, effort, budget)? else {
        return Ok(None);
    };
    let cut = !best.lost.is_empty();
    let (mut vain, mut hopeful) = (0, false);
    if several {
        for (of, claim) in best.open() {
            let alone = with_claim_alone(program, entry, of, claim);
            let most = (vain > MOST_IN_VAIN).then_some(MOST_TOGETHER);
            // What fewer claims showed is shown; where there is no time for more, that is all.
            let Ok(Some(found)) = with_few_nodes::<N>(&alone, entry, question, most, budget) else { break };
            vain += if found.open().is_empty() { 0 } else { found.effort };
            hopeful |= found.lost.is_empty() && !found.open().is_empty();
            best.learn(found);
        }
    }
    for (of, claim) in best.open() {
        if of == entry && best.lost.is_empty() && by_cases::<N>(program, entry, claim, question, budget) {
            best.show(claim);
        }
    }
    // What was too much for a claim alone is too much for all.
    if hopeful
        && cut
        && !best.open().is_empty()
        && let Ok(Some(found)) = with_few_nodes::<N>(program, entry, question, None, budget)
    {
        best.learn(found);
    }
    Ok(Some(best))
}

/// A program that makes no claims but one, and what the procedure requires.
fn with_claim_alone(program: &Program, entry: ProcId, of: ProcId, claim: usize) -> Program {
    let mut alone = program.clone();
    for (id, proc) in program.proc_ids().zip(&mut alone.procs) {
        for (at, known) in proc.claims.iter_mut().enumerate() {
            let asked = id == entry && matches!(known.kind, ClaimKind::Requires(_));
            if !asked && (id, at) != (of, claim) {
                // Its place stays, so that the others keep their numbers.
                known.kind = ClaimKind::Unread { why: String::new(), of_inputs: false };
            }
        }
    }
    alone
}

/// Whether a claim is shown if its assumptions about the inputs are required.
fn by_cases<N: Numeric>(
    program: &Program,
    entry: ProcId,
    claim: usize,
    question: &Question,
    budget: &Budget,
) -> bool {
    let Some(supposed) = Supposed::new(program, entry, claim) else { return false };
    // What could not be shown in time is not shown.
    let shown = |program: &Program| {
        let found = with_few_nodes::<N>(program, entry, question, None, budget).ok().flatten();
        found.is_some_and(|found| {
            let mut own = found.claims.iter().filter(|known| known.proc == entry);
            found.lost.is_empty() && own.all(|known| !matches!(known.verdict, Verdict::Open(_)))
        })
    };
    supposed.unchanged.iter().all(shown) && supposed.programs.iter().all(shown)
}

/// The invariants with as few simple nodes as show all claims.
fn with_few_nodes<N: Numeric>(
    program: &Program,
    entry: ProcId,
    question: &Question,
    most: Option<u64>,
    budget: &Budget,
) -> Result<Option<Invariants>, Stop> {
    let claims = program.proc(entry).is_some_and(|proc| !proc.claims.is_empty());
    let tries = match question.k {
        Some(k) => k..=k,
        None if claims => 0..=LARGEST_K,
        None => 0..=0,
    };
    let mut best: Option<Invariants> = None;
    let mut effort = None;
    for k in tries {
        let mut choice = Choice::new(program, entry, question.words, k);
        choice.effort = most.unwrap_or(choice.effort).min(choice.effort);
        // More nodes are worth some times the work that none was.
        choice.effort =
            effort.map_or(choice.effort, |known: u64| (known * 2).min(MOST_MORE).min(choice.effort));
        let found = match Analysis::<N>::new(program, entry, &choice, budget) {
            Ok(Some(analysis)) => {
                effort.get_or_insert(analysis.effort);
                analysis.invariants()
            }
            Ok(None) => return Ok(None),
            // What fewer nodes showed is shown.
            Err(_) if best.is_some() => break,
            Err(stop) => return Err(stop),
        };
        let best = match &mut best {
            None => best.insert(found),
            Some(known) => {
                known.learn(found);
                known
            }
        };
        // More nodes do not help where nothing is known at all.
        if best.open().is_empty() || !best.lost.is_empty() {
            break;
        }
    }
    Ok(best)
}

impl Invariants {
    /// The claims that are not shown.
    fn open(&self) -> Vec<(ProcId, usize)> {
        let open = self.claims.iter().filter(|known| matches!(known.verdict, Verdict::Open(_)));
        let mut found: Vec<(ProcId, usize)> = open.map(|known| (known.proc, known.claim)).collect();
        found.sort();
        found.dedup();
        found
    }

    fn show(&mut self, claim: usize) {
        for known in self.claims.iter_mut().filter(|k| k.proc == self.proc && k.claim == claim) {
            known.verdict = Verdict::Holds;
        }
    }

    /// Takes what another analysis shows. Both are right, so a claim that one of them shows is shown.
    fn learn(&mut self, other: Invariants) {
        let mut better = !self.lost.is_empty() && other.lost.is_empty();
        let of = |all: &[Known], proc: ProcId, claim: usize| -> Vec<Known> {
            all.iter().filter(|known| known.proc == proc && known.claim == claim).cloned().collect()
        };
        for (proc, claim) in self.open() {
            // A claim of what is called is made at each call, in the same order.
            let found = of(&other.claims, proc, claim);
            let own = self.claims.iter_mut().filter(|known| known.proc == proc && known.claim == claim);
            for (known, new) in own.zip(found) {
                if matches!(known.verdict, Verdict::Open(_)) && !matches!(new.verdict, Verdict::Open(_)) {
                    known.verdict = new.verdict;
                    better = true;
                }
            }
        }
        // Where nothing is known from some place on, nothing that comes later is said.
        if better && (other.lost.is_empty() || !self.lost.is_empty()) {
            let claims = std::mem::take(&mut self.claims);
            *self = Invariants { claims, ..other };
        }
    }
}
