//! Sharp values: numbers from which a wrong program would compute something else.
//!
//! ```text
//! sum of 0, 0, 0     is 0, also if the addition is forgotten
//! sum of 3, 5, 9     is 17, and nothing else comes to that
//! ```
//!
//! A path leaves many numbers open, and a model makes them small and equal. Here they get values that differ, and are neither 0 nor 1, as
//! long as a run takes the very path and shows the very same of all criteria: all numbers at once in rising or falling order, then
//! in the order that they have, then one by one. Which values are tried depends on nothing but the input.

use super::numbers::{Slot, get, set, slots};
use super::trying::is_free;
use super::{Candidate, HuntResult};
use base::{Budget, Int};
use criteria::Meter;
use explore::{End, Found, tried};
use imperative::machine::{Event, Limits, Options, Outcome, State as Input, requirements_hold, run};
use imperative::{Program, Type, Word};

/// The values that numbers get, in order.
pub(super) const VALUES: [i64; 12] = [3, 5, 9, 12, 14, 17, 20, 23, 25, 28, 31, 34];
/// Numbers of an input that are looked at, runs for one input, and the steps of a run for which that is worth while.
pub(super) const NUMBERS: usize = 12;
const RUNS: usize = 80;
pub(super) const STEPS: u64 = 20_000;

/// What a run must have in common with the one whose place it takes.
#[derive(PartialEq, Eq)]
struct Way {
    decisions: Vec<Event>,
    seen: criteria::Seen,
}

/// One test that gets sharper.
struct Sharpening<'m, 'p> {
    program: &'p Program,
    meter: &'m mut Meter<'p>,
    test: &'m Candidate,
    way: Way,
    limits: Limits,
    runs: usize,
    best: Input,
}

impl HuntResult {
    /// Gives the numbers of these candidates values that tell more.
    pub fn sharpen<'p>(
        &mut self,
        chosen: &[usize],
        program: &'p Program,
        meter: &mut Meter<'p>,
        leaks: bool,
        budget: &Budget,
    ) {
        for i in chosen {
            // What is found already is worth more than better numbers.
            if budget.look().is_err() {
                return;
            }
            let Some(test) = self.candidates.get_mut(*i) else { continue };
            let steps = test.found.run.steps;
            if test.found.end != End::Ok || steps > STEPS {
                continue;
            }
            let Some(input) = sharper(program, meter, test) else { continue };
            let Some(found) = tried(program, test.entry, input, 2 * steps + 1_000, leaks) else { continue };
            if found.end == test.found.end {
                let condition = std::mem::take(&mut test.found.condition);
                let (origin, queries) = (test.found.origin, test.found.queries);
                test.found = Found { origin, condition, queries, ..found };
                test.found.run.trace.clear();
            }
        }
    }
}

/// The sharper input, if there is one.
fn sharper<'p>(program: &'p Program, meter: &mut Meter<'p>, test: &Candidate) -> Option<Input> {
    let limits = Limits { steps: 2 * test.found.run.steps + 1_000, ..Limits::default() };
    let input = &test.found.input;
    let all = slots(program, test.entry, input, &number, false);
    let all: Vec<Slot> = all.into_iter().take(NUMBERS).collect();
    if all.is_empty() {
        return None;
    }
    let way = way_of(program, meter, test, input, &limits)?;
    let mut at = Sharpening { program, meter, test, way, limits, runs: 0, best: input.clone() };
    let count = all.len();
    let rising: Vec<Int> = all.iter().enumerate().map(|(i, slot)| value(*slot, i)).collect();
    let falling: Vec<Int> = all.iter().enumerate().map(|(i, slot)| value(*slot, count - 1 - i)).collect();
    if !at.take_all(&all, &rising) && !at.take_all(&all, &falling) {
        let kept = in_order(&all, input);
        at.take_all(&all, &kept);
    }
    at.take_each(&all);
    (at.best != *input).then_some(at.best)
}

/// Values in the order that the numbers have; equal ones stay equal.
fn in_order(all: &[Slot], input: &Input) -> Vec<Int> {
    let values: Vec<Int> = all.iter().map(|slot| get(input, *slot).unwrap_or(Int::from(0))).collect();
    let mut sorted = values.clone();
    sorted.sort();
    sorted.dedup();
    let rank = |n: &Int| sorted.iter().position(|known| known == n).unwrap_or(0);
    all.iter().zip(&values).map(|(slot, n)| value(*slot, rank(n))).collect()
}

impl Sharpening<'_, '_> {
    /// Takes an input if its run takes the same path and shows the same.
    fn take(&mut self, input: Input) -> bool {
        self.runs += 1;
        let obeys = || {
            matches!(requirements_hold(self.program, self.test.entry, &input, &Options::default()), Ok(true))
        };
        if self.runs > RUNS || !obeys() {
            return false;
        }
        let way = way_of(self.program, self.meter, self.test, &input, &self.limits);
        if way.is_none_or(|way| way != self.way) {
            return false;
        }
        self.best = input;
        true
    }

    fn take_all(&mut self, all: &[Slot], values: &[Int]) -> bool {
        let mut input = self.best.clone();
        all.iter().zip(values).for_each(|(slot, value)| set(&mut input, *slot, value.clone()));
        self.take(input)
    }

    /// Gives each number that is 0 or 1, or that another one is as well, a value of its own.
    fn take_each(&mut self, all: &[Slot]) {
        for slot in all {
            let Some(now) = get(&self.best, *slot) else { continue };
            let others: Vec<Int> = all
                .iter()
                .filter(|other| *other != slot)
                .filter_map(|other| get(&self.best, *other))
                .collect();
            let dull = now == Int::from(0) || now == Int::from(1) || slot.is_byte() && now < Int::from(33);
            if !dull && !others.contains(&now) {
                continue;
            }
            for value in (0..VALUES.len()).map(|turn| value(*slot, turn)) {
                if others.contains(&value) {
                    continue;
                }
                let mut input = self.best.clone();
                set(&mut input, *slot, value);
                if self.take(input) {
                    break;
                }
            }
        }
    }
}

/// The path of a run that ends well, with what the run shows.
fn way_of<'p>(
    program: &'p Program,
    meter: &mut Meter<'p>,
    test: &Candidate,
    input: &Input,
    limits: &Limits,
) -> Option<Way> {
    let options = Options { limits: limits.clone(), ..Options::default() };
    let run = run(program, test.entry, input.clone(), &options);
    if run.outcome != Outcome::Ok {
        return None;
    }
    let (_, seen) = meter.run(test.entry, input.clone(), limits);
    let decides = |event: &Event| matches!(event, Event::Decision { .. } | Event::Caught { .. });
    Some(Way { decisions: run.trace.into_iter().filter(decides).collect(), seen })
}

/// The types of numbers that may be any: integers without bounds, and machine words.
pub(super) fn number(ty: &Type) -> Option<Option<Word>> {
    match ty {
        Type::Int => Some(None),
        ty => is_free(ty).map(Some),
    }
}

/// The value that a number gets in its turn. Bytes are characters more often than not: `a`, `b`, `c`.
pub(super) fn value(slot: Slot, turn: usize) -> Int {
    let turn = turn.min(VALUES.len() - 1);
    if slot.is_byte() { Int::from(i64::from(b'a') + turn as i64) } else { Int::from(VALUES[turn]) }
}
