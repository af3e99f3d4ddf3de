//! Trying values: inputs that are known get other numbers, and run.
//!
//! The solver inverts no checksum, and of products it knows little; but runs are cheap. The numbers of inputs that were
//! found are changed to constants of the program, to their neighbours, to each other, or to anything, and an input whose run
//! meets an open goal is a test like any other. Which values are tried depends on nothing but the program.
//!
//! ```text
//! if (crc(b) == 7) …        b = 0, 7, 8, 255, 1: there it is
//! ```

use super::Hunt;
use super::Progress;
use super::entry::Looked;
use super::numbers::{Slot, get, set, slots};
use super::state::State;
use base::{Budget, Int, Random};
use criteria::Goal;
use explore::tried;
use imperative::machine::{Limits, Options, State as Input, empty_input, requirements_hold};
use imperative::{Expr, ExprKind, InstrKind, ProcId, Program, TerminatorKind, Type, Word};

/// Steps of all runs for one entry together, and of one run.
const STEPS: u64 = 20_000_000;
const STEPS_OF_ONE: u64 = 10_000;
/// Steps of the first runs, which show how long one takes.
const STEPS_OF_FIRST: u64 = 1_000_000;
const FIRST: u64 = 2;
/// Runs for one entry.
const RUNS: u64 = 40_000;
/// Numbers of an input that are changed at once.
const MOST_CHANGES: usize = 8;
/// Inputs to start from.
const SEEDS: usize = 40;

/// Stands in the place of a condition where values were tried.
pub(super) const CONDITION: &str = "(these values were tried)";

impl Hunt<'_> {
    /// Tries values for goals that are open, or that only failing runs meet.
    pub(super) fn try_values(
        &self,
        looked: &Looked,
        budget: &Budget,
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) {
        let (entry, procs) = (looked.entry, &looked.procs);
        // Goals in other entries are tried from those entries.
        let mine = |g: &Goal| g.proc == entry || procs.contains(&g.proc) && !self.entries.contains(&g.proc);
        let open = |at: &State<'_, '_>| at.open(&mine, false).len();
        let wanting = |at: &State<'_, '_>| open(at) + at.goals_met_only_by_failures(&mine);
        if looked.initial_state_is_unknown(self.program) || wanting(at) == 0 {
            return;
        }
        let mut seeds = at.inputs_of(entry, SEEDS);
        if seeds.is_empty() {
            let Some(input) = nothing(self.program, entry) else { return };
            let limits = Limits { steps: STEPS_OF_FIRST, ..Limits::default() };
            self.try_one(entry, input.clone(), &limits, at, tell);
            seeds.push(input);
        }
        let pool = constants(self.program, procs);
        let answers = answers_may_change(self.program, procs);
        let mut random = Random::new(1);
        let mut steps = 0;
        let mut longest = STEPS_OF_ONE;
        for run in 0..RUNS {
            // That a run ends well is worth less.
            let part = if open(at) == 0 { 5 } else { 1 };
            if run > RUNS / part || steps > STEPS / part || seeds.is_empty() || budget.look().is_err() {
                return;
            }
            let from = random.below(seeds.len());
            let Some(mut input) = seeds.get(from).cloned() else { return };
            let slots = slots(self.program, entry, &input, &|ty| is_free(ty).map(Some), answers);
            if slots.is_empty() {
                seeds.swap_remove(from);
                continue;
            }
            // Now and then all of a small input.
            let changes =
                if random.below(4) == 0 { slots.len().min(MOST_CHANGES) } else { 1 + random.below(3) };
            for _ in 0..changes {
                let Some(slot) = random.pick(&slots).copied() else { break };
                let other = random.pick(&slots).copied();
                let value = value(&mut random, slot, other, &input, &pool);
                set(&mut input, slot, value);
            }
            steps += 100;
            let patient = run < FIRST && self.program.facts.fixed_tables;
            let most = if patient { STEPS_OF_FIRST } else { longest };
            let limits = Limits { steps: most, ..Limits::default() };
            let (worked, is_new) = self.try_one(entry, input.clone(), &limits, at, tell);
            steps += worked;
            if worked < most {
                longest = longest.max(2 * worked);
            }
            if is_new {
                seeds.push(input);
            }
            if at.more || wanting(at) == 0 {
                return;
            }
        }
    }
}

impl Hunt<'_> {
    /// Tries one input: the steps that its run took, and whether it is worth keeping.
    fn try_one(
        &self,
        entry: ProcId,
        input: Input,
        limits: &Limits,
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) -> (u64, bool) {
        if !matches!(requirements_hold(self.program, entry, &input, &Options::default()), Ok(true)) {
            return (0, false);
        }
        let (worked, news) = at.meets_more(entry, &input, limits);
        if !news {
            return (worked, false);
        }
        let Some(mut found) = tried(self.program, entry, input, limits.steps, self.plan.leaks) else {
            return (worked, false);
        };
        found.condition = CONDITION.to_string();
        at.consider(entry, found, tell);
        (worked, true)
    }
}

/// An input of zeros and nil, where nothing better was found.
pub(super) fn nothing(program: &Program, entry: ProcId) -> Option<Input> {
    empty_input(program, entry)
}

/// The constants of some procedures, with their neighbours, and some that programs like.
fn constants(program: &Program, procs: &[ProcId]) -> Vec<Int> {
    fn of(e: &Expr, out: &mut Vec<Int>) {
        if let ExprKind::Int(n) = &e.kind {
            out.push(n.clone());
        }
        e.operands().for_each(|e| of(e, out));
    }
    let mut found: Vec<Int> = [0_i64, 1, 10, 32, 48, 65, 97, 127, 255].map(Int::from).to_vec();
    for proc in procs.iter().filter_map(|id| program.proc(*id)) {
        for block in &proc.blocks {
            let in_instrs = block.instrs.iter().flat_map(|i| i.kind.operands());
            in_instrs.for_each(|e| of(e, &mut found));
            if let TerminatorKind::Return(Some(e)) = &block.terminator.kind {
                of(e, &mut found);
            }
        }
        proc.decisions.iter().for_each(|d| of(&d.cond, &mut found));
    }
    let one = Int::from(1_i64);
    let near: Vec<Int> = found.iter().flat_map(|n| [n - &one, n + &one]).collect();
    found.extend(near);
    found.sort();
    found.dedup();
    found
}

/// True if the answers of the surroundings may be any numbers. They may not where a number stands for a truth value.
fn answers_may_change(program: &Program, procs: &[ProcId]) -> bool {
    let free = |ty: &Type| matches!(ty, Type::Bool) || is_free(ty).is_some();
    let mut asked = procs.iter().filter_map(|id| program.proc(*id)).flat_map(|p| {
        let instrs = p.blocks.iter().flat_map(|b| &b.instrs);
        instrs.filter_map(move |i| match &i.kind {
            InstrKind::Ask { dst, .. } => p.var(*dst).map(|v| &v.ty),
            // Only answers are looked at.
            _ => None,
        })
    });
    asked.next().is_some_and(free) && asked.all(free)
}

/// The words whose values are all values: not so what stands for a function or for the member of a union.
pub(super) fn is_free(ty: &Type) -> Option<Word> {
    match ty {
        // Those of a range that no bits have, and those of a machine; without half of them, where negative ones are ruled out.
        Type::Word(word) if word.bits().is_none_or(|bits| matches!(bits, 8 | 16 | 31 | 32 | 63 | 64)) => {
            Some(*word)
        }
        _ => None,
    }
}

/// A value to try.
fn value(random: &mut Random, slot: Slot, other: Option<Slot>, input: &Input, pool: &[Int]) -> Int {
    let small = |random: &mut Random| Int::from(random.between(-2, 12));
    match random.below(8) {
        0..=3 => match random.pick(pool) {
            Some(n) => n.clone(),
            None => small(random),
        },
        4 => small(random),
        5 => {
            let near = Int::from(random.between(-1, 1));
            get(input, slot).map_or(near.clone(), |n| &n + &near)
        }
        6 => other.and_then(|o| get(input, o)).unwrap_or_else(|| small(random)),
        _ => Int::from(random.bits() as i64),
    }
}
