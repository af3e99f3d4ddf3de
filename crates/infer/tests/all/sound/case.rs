//! One program, one choice of what to look for, and runs that judge what is found.

use super::inputs::input;
use base::{Budget, Random};
use domains::{Apart, Numeric, Octagons, Polyhedra};
use imperative::machine::{
    At, Heap, Judge, Limits, Options, Outcome, State, Truth, Value, Watch, required, requirements_hold,
    run_watched,
};
use imperative::{BlockId, ErrorKind, ProcId, Program, print_claim};
use infer::claims::Verdict;
use infer::member::Moment;
use infer::unit::SpotKind;
use infer::{Analysis, Choice, Domain, Question, Wanted};
use std::collections::BTreeMap;
use std::time::Duration;

/// What is run.
pub struct Case {
    pub name: String,
    pub program: Program,
    pub entry: ProcId,
    pub wanted: Option<Wanted>,
    pub k: usize,
    pub octagons: bool,
    pub runs: u64,
    pub seed: u64,
    /// The most transfers.
    pub steps: u64,
    /// The most seconds; a time makes runs differ, so it is for campaigns.
    pub seconds: Option<u64>,
}

/// What came of it.
#[derive(Default)]
pub struct Found {
    pub programs: u64,
    pub skipped: u64,
    /// Those of which nothing is known somewhere.
    pub lost: u64,
    pub runs: u64,
    pub states: u64,
    pub claims: u64,
    pub shown: u64,
    pub errors: u64,
    pub violations: Vec<String>,
}

impl Found {
    pub fn add(&mut self, other: Found) {
        self.programs += other.programs;
        self.skipped += other.skipped;
        self.lost += other.lost;
        self.runs += other.runs;
        self.states += other.states;
        self.claims += other.claims;
        self.shown += other.shown;
        self.errors += other.errors;
        self.violations.extend(other.violations);
    }

    pub fn say(&self, what: &str) {
        println!(
            "{what}: {} analyses ({} lost somewhere, {} skipped), {} runs, {} states checked, {} of {} claims proved, {} runs \
             with errors, {} violations",
            self.programs,
            self.lost,
            self.skipped,
            self.runs,
            self.states,
            self.shown,
            self.claims,
            self.errors,
            self.violations.len()
        );
    }
}

/// A state of a run, at a node of the graph.
type Visit = (usize, Vec<Option<Value>>, Heap, Option<Value>);

/// Keeps the states of the first activation at nodes of the graph.
struct Visits {
    depth: usize,
    heads: BTreeMap<BlockId, usize>,
    exits: BTreeMap<BlockId, usize>,
    seen: Vec<Visit>,
}

/// The most states of one run that are kept.
const MOST_STATES: usize = 60;

impl Watch for Visits {
    const STATES: bool = true;

    fn enters(&mut self, _: ProcId, _: Option<At>) {
        self.depth += 1;
    }

    fn returns(&mut self, _: At) {
        self.depth -= 1;
    }

    fn unwinds(&mut self, _: At) {
        self.depth -= 1;
    }

    fn state(&mut self, at: At, env: &[Option<Value>], heap: &Heap) {
        if self.depth == 1
            && at.point.index == 0
            && self.seen.len() < MOST_STATES
            && let Some(spot) = self.heads.get(&at.point.block)
        {
            self.seen.push((*spot, env.to_vec(), heap.clone(), None));
        }
    }

    fn gives(&mut self, at: At, env: &[Option<Value>], heap: &Heap, result: Option<&Value>) {
        if self.depth == 1
            && let Some(spot) = self.exits.get(&at.point.block)
        {
            self.seen.push((*spot, env.to_vec(), heap.clone(), result.cloned()));
        }
    }
}

impl Case {
    pub fn judged(&self) -> Found {
        match (self.octagons, self.seed % 2) {
            (true, _) => self.judged_in::<Octagons>(),
            (false, 0) => self.judged_in::<Apart<Polyhedra>>(),
            (false, _) => self.judged_in::<Polyhedra>(),
        }
    }

    fn judged_in<N: Numeric>(&self) -> Found {
        let mut found = Found::default();
        let mut budget = Budget::unlimited().with_steps(self.steps);
        if let Some(seconds) = self.seconds {
            budget = budget.with_time(Duration::from_secs(seconds));
        }
        let choice = Choice::new(&self.program, self.entry, self.wanted, self.k);
        let analysis = match Analysis::<N>::new(&self.program, self.entry, &choice, &budget) {
            Ok(Some(analysis)) => analysis,
            Ok(None) | Err(_) => return Found { skipped: 1, ..found },
        };
        found.programs = 1;
        let lost = analysis.heaps.iter().flatten().any(|heaps| heaps.why_lost().is_some());
        found.lost = u64::from(lost);
        let mut heads = BTreeMap::new();
        let mut exits = BTreeMap::new();
        for (at, spot) in analysis.unit.spots.iter().enumerate().filter(|(_, spot)| spot.frame == 0) {
            match spot.kind {
                SpotKind::Head(_) => drop(heads.insert(spot.block, at)),
                SpotKind::Exit => drop(exits.insert(spot.block, at)),
                _ => {}
            }
        }
        let mut judge = Judge::new(&self.program);
        let mut random = Random::new(self.seed);
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let options = Options { limits: limits.clone(), ..Options::default() };
        for _ in 0..self.runs * 10 {
            if found.runs >= self.runs {
                break;
            }
            let state = input(&mut random, &self.program, self.entry);
            if required(&self.program, self.entry, &state, &limits) != Truth::Holds
                || requirements_hold(&self.program, self.entry, &state, &options) != Ok(true)
            {
                continue;
            }
            found.runs += 1;
            run_watched(&self.program, self.entry, state.clone(), &limits, &mut judge);
            let mut visits =
                Visits { depth: 0, heads: heads.clone(), exits: exits.clone(), seen: Vec::new() };
            let run = run_watched(&self.program, self.entry, state.clone(), &limits, &mut visits);
            self.states(&analysis, &state, &visits.seen, &mut found);
            if let Outcome::Error { kind, span, .. } = run.outcome
                // Arrays are not followed, so nothing is said of what lies outside of them.
                && !matches!(kind, ErrorKind::Leak | ErrorKind::IndexOutOfRange)
            {
                found.errors += 1;
                if !lost && !analysis.alarms.iter().any(|alarm| alarm.kind == kind && alarm.span == span) {
                    let of_kind = analysis.alarms.iter().filter(|alarm| alarm.kind == kind);
                    let other = of_kind.map(|alarm| alarm.span).collect::<Vec<_>>();
                    let what = format!("{kind:?} at {span:?} without an alarm, but at {other:?}");
                    self.violation(&mut found, &state, &what);
                }
            }
            if found.violations.len() > 2 {
                return found;
            }
        }
        let shown = analysis.shown().into_iter().filter(|shown| shown.frame == 0);
        self.claims(shown.map(|shown| (shown.claim, shown.verdict)), &judge, &mut found);
        // The same as a user sees it, where claims about inputs are shown in runs of their own.
        let domain = if self.octagons { Domain::Octagons } else { Domain::Polyhedra };
        let question = Question { domain, words: self.wanted, k: Some(self.k) };
        if let Ok(Some(known)) = infer::infer(&self.program, self.entry, &question, &budget) {
            let own = known.claims.into_iter().filter(|known| known.proc == self.entry);
            self.claims(own.map(|known| (known.claim, known.verdict)), &judge, &mut found);
        }
        found
    }

    fn violation(&self, found: &mut Found, input: &State, what: &str) {
        let how = if self.octagons { "octagons" } else { "polyhedra" };
        found.violations.push(format!(
            "{} (k = {}, {how}, {:?}): on {}: {what}",
            self.name,
            self.k,
            self.wanted,
            input.show(&self.program, self.entry)
        ));
    }

    fn states<N: Numeric>(
        &self,
        analysis: &Analysis<'_, N>,
        entry: &State,
        seen: &[Visit],
        found: &mut Found,
    ) {
        for (spot, env, heap, result) in seen {
            let moment = Moment { env, heap, result: result.as_ref(), entry };
            found.states += 1;
            if let Err(why) = analysis.judge(*spot, &moment) {
                let now = State { env: env.clone(), heap: heap.clone(), answers: Vec::new() };
                let place = analysis.unit.spots[*spot];
                let what = format!(
                    "at {:?} {:?} (result {result:?}) {} is not among the heaps:\n  {}",
                    place.kind,
                    place.span,
                    now.show(&self.program, self.entry),
                    why.join("\n  ")
                );
                self.violation(found, entry, &what);
                return;
            }
        }
    }

    /// What was shown never failed, and where no run was said to come none came.
    fn claims(&self, shown: impl Iterator<Item = (usize, Verdict)>, judge: &Judge<'_>, found: &mut Found) {
        let Some(proc) = self.program.proc(self.entry) else { return };
        for (at, verdict) in shown {
            found.claims += 1;
            let Some(judged) = judge.judgement(self.entry, at) else { continue };
            found.shown += u64::from(verdict == Verdict::Holds);
            let wrong = match verdict {
                Verdict::Holds => judged.failed > 0,
                Verdict::Vacuous => judged.held + judged.failed + judged.unknown > 0,
                Verdict::Open(_) => false,
            };
            if wrong {
                let claim = print_claim(&self.program, proc, &proc.claims[at]);
                let how = if self.octagons { "octagons" } else { "polyhedra" };
                found.violations.push(format!(
                    "{} (k = {}, {how}, {:?}): claim {claim} is {:?}, but {judged:?}",
                    self.name, self.k, self.wanted, verdict
                ));
            }
        }
    }
}
