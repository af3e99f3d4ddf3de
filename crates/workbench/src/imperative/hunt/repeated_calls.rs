//! Calls one after another: what procedures do that keep something from one call to the next.
//!
//! A front end says how such calls are made ([`imperative::Proc::repeats`]). Those with inputs of their own for each call are
//! searched like any entry; those that are counted are run with inputs of single calls, more and more often.
//!
//! ```text
//! int ticket(void) { static int last = 100; if (last >= 999) last = 100; return ++last; }
//!
//! ticket$times(times = 1000)     takes the branch that no first call takes
//! ```

use super::entry::{Looked, Seeking};
use super::state::State;
use super::trying::{CONDITION, nothing};
use super::{Hunt, Progress};
use base::Budget;
use explore::{Effort, tried};
use imperative::machine::{Limits, State as Input, Value};
use imperative::{ProcId, Type};

/// Effort for one way of calling: where goals are open, and where only errors could be found.
const OPEN: Effort = Effort { seeking: 2_000_000, stalled: 800_000, settling: 100_000 };
const CLOSED: Effort = Effort { seeking: 0, stalled: 0, settling: 150_000 };

/// How often to call.
const COUNTS: [i64; 12] = [4, 6, 9, 17, 33, 65, 101, 129, 257, 501, 1001, 2001];

/// Steps of one run, and inputs to start from.
const STEPS: u64 = 200_000;
const SEEDS: usize = 12;

impl Hunt<'_> {
    /// Looks for goals and errors of later calls.
    pub(super) fn call_again(
        &self,
        looked: &mut Looked,
        budget: &Budget,
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) {
        let entry = looked.entry;
        let ways = self.program.proc_ids().filter(|id| {
            self.program.proc(*id).is_some_and(|p| p.repeats == Some(entry) && p.no_start.is_empty())
        });
        for way in ways {
            if looked.stopped.is_some() || at.more {
                break;
            }
            match self.count_of(way) {
                Some(_) => self.call_often(looked, way, budget, at, tell),
                None => self.call_each(looked, way, budget, at, tell),
            }
        }
    }

    /// The parameter for the number of calls, where all calls have the same arguments: a single call does not have it.
    fn count_of(&self, way: ProcId) -> Option<imperative::VarId> {
        let (way, of) = (self.program.proc(way)?, self.program.proc(self.program.proc(way)?.repeats?)?);
        let extra = way.inputs().filter(|v| way.var(*v).is_some_and(|v| of.var_named(&v.name).is_none()));
        (way.loops.len() == 1).then(|| extra.last()).flatten()
    }

    fn call_each(
        &self,
        looked: &mut Looked,
        way: ProcId,
        budget: &Budget,
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) {
        let procs = looked.procs.clone();
        let wanted = |goal: &criteria::Goal| procs.contains(&goal.proc);
        let effort = if at.left_in(&procs) > 0 { OPEN } else { CLOSED };
        let plan = self.seeking(self.splits(at, 1), effort);
        self.seek(
            &Seeking { entry: way, plan, budget, wanted: &wanted, require_successful_run: false },
            at,
            looked,
            tell,
        );
    }

    fn call_often(
        &self,
        one: &Looked,
        way: ProcId,
        budget: &Budget,
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) {
        let Some(count) = self.count_of(way) else { return };
        let mut seeds = at.inputs_of(one.entry, SEEDS);
        if seeds.is_empty() {
            seeds.extend(nothing(self.program, one.entry));
        }
        for seed in &seeds {
            let Some(input) = self.same_input(one.entry, way, seed) else { return };
            let called = |times: i64| {
                let mut input = input.clone();
                input.set(count, Value::Int(times.into()));
                input
            };
            let limits = Limits { steps: STEPS, ..Limits::default() };
            let mut less = 1;
            for times in COUNTS {
                if at.left_in(&one.procs) == 0 || at.more || budget.look().is_err() {
                    return;
                }
                if at.meets_more(way, &called(times), &limits).1 {
                    // The smallest number says what it is about.
                    let mut enough = times;
                    while enough - less > 1 {
                        let middle = less + (enough - less) / 2;
                        if at.meets_more(way, &called(middle), &limits).1 {
                            enough = middle;
                        } else {
                            less = middle;
                        }
                    }
                    if let Some(mut found) = tried(self.program, way, called(enough), STEPS, self.plan.leaks)
                    {
                        found.condition = CONDITION.to_string();
                        at.consider(way, found, tell);
                    }
                }
                less = times;
            }
        }
    }

    /// What one call starts with, for many.
    fn same_input(&self, entry: ProcId, way: ProcId, seed: &Input) -> Option<Input> {
        let (from, to) = (self.program.proc(entry)?, self.program.proc(way)?);
        let mut input = Input { env: Input::new(self.program, way).env, ..seed.clone() };
        for v in to.inputs() {
            let var = to.var(v)?;
            let known = from.var_named(&var.name).and_then(|v| seed.get(v));
            match (known, &var.ty) {
                (Some(value), _) => input.set(v, value.clone()),
                (None, Type::Word(word)) => input.set(v, Value::Int(word.nearest(&1.into()))),
                _ => return None,
            }
        }
        Some(input)
    }
}
