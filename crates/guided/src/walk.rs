//! The walk through all paths within some bounds: one run after the other, depth first, each on a path of its own.
//!
//! The machine of [`logic`] runs with inputs that are not known, and the [`Pilot`] takes one branch of each decision. At the end of
//! a run the [`Start`] makes an input of what is known, the pilot turns to the next branch, and the machine goes back to the last
//! checkpoint on the way there, or begins again. What inputs are, and what is made of a path, is all that a start decides.
//!
//! ```text
//! p(V):  clause 1 fits   -> a goal for this path      turn
//!        clause 1 fails  -> a goal for that path      no branch is left
//! ```

use crate::pilot::{Pilot, Tally};
use crate::walked::{Bounds, Walked};
use base::Budget;
use logic::machine::{Machine, Outcome};
use source::Span;

/// The machine of a walk.
pub(crate) type Walker<'p, 'b> = Machine<'p, Pilot<'b>>;

/// What inputs are before a run, and what is made of a path after it.
pub(crate) trait Start<'p, 'b> {
    /// What is made of a path: its input, and what the run on it showed.
    type Found;

    /// Puts unknown inputs into the machine, ready for a run.
    fn begin(&mut self, machine: &mut Walker<'p, 'b>);

    /// How many more solutions a run is to find, from the state that it goes on from; all of them where nothing is said.
    fn wanted(&self, machine: &Walker<'p, 'b>) -> Option<usize>;

    /// How many backtracks the run has so far.
    fn backtracks(&self, machine: &Walker<'p, 'b>) -> usize;

    /// Whether a bound is passed that only this kind of start has.
    fn is_beyond(&self, machine: &Walker<'p, 'b>) -> bool;

    /// Why something is unknown after the machine reached its limit; none if the limit is a bound of the user.
    fn unbounded(&self, machine: &Walker<'p, 'b>) -> Option<String>;

    /// What queries and guidance have cost, in steps of the machine.
    fn effort(&self, tally: &Tally) -> u64;

    /// Notes what a run showed, however it ended.
    fn note(&mut self, machine: &Walker<'p, 'b>, walked: &mut Walked);

    /// Makes something of the path that a run has taken.
    fn finish(
        &mut self,
        machine: &mut Walker<'p, 'b>,
        ball: Option<&str>,
    ) -> Result<Self::Found, WithoutInput>;

    /// Adds what is unknown about the walk as a whole.
    fn close(&self, machine: &Walker<'p, 'b>, walked: &mut Walked);
}

/// Why a path has no input.
pub(crate) enum WithoutInput {
    /// No input takes it.
    Infeasible,
    /// Only ill-typed inputs take it.
    Untyped,
    /// Only calls under constraints that Prolog cannot post take it.
    Goalless,
    /// It differs from a path before inside of a library only.
    Repeated,
    /// It is not known whether an input takes it.
    Unknown(String, Option<Span>),
}

/// How a run with unknown inputs ended.
enum Run {
    /// The search tree was gone through, or as much of it as is asked for; the text of what was thrown.
    Over(Option<String>),
    Cut,
    Infeasible,
    Unknown(String, Option<Span>),
}

/// What a run counts as beside its steps: an input is made of its path and run.
const RUN: u64 = 40;

/// Goes through the paths; `hear` gets what was found on each and says whether to go on.
pub(crate) fn walk<'p, 'b, S: Start<'p, 'b>>(
    machine: &mut Walker<'p, 'b>,
    start: &mut S,
    bounds: &Bounds,
    budget: &Budget,
    hear: &mut dyn FnMut(S::Found) -> bool,
) -> Walked {
    let mut walked = Walked::default();
    start.begin(machine);
    loop {
        if let Err(stop) = budget.look() {
            walked.stopped = Some(stop);
            break;
        }
        let asked = start.effort(&machine.guide.tally);
        if bounds.effort.is_some_and(|most| walked.spent + asked > most) {
            walked.tired = true;
            break;
        }
        let before = machine.steps();
        let run = run(machine, start, bounds);
        walked.spent += RUN + 2 * machine.steps().saturating_sub(before);
        machine.guide.forget_rest();
        start.note(machine, &mut walked);
        match run {
            Run::Over(ball) => match start.finish(machine, ball.as_deref()) {
                Ok(found) => {
                    walked.paths += 1;
                    if !hear(found) {
                        walked.was_ended = true;
                        break;
                    }
                }
                Err(WithoutInput::Infeasible) => walked.infeasible += 1,
                Err(WithoutInput::Untyped) => {
                    walked.untyped += 1;
                    walked.infeasible += 1;
                }
                Err(WithoutInput::Goalless) => walked.goalless += 1,
                Err(WithoutInput::Repeated) => walked.repeated += 1,
                Err(WithoutInput::Unknown(why, span)) => walked.reason(why, span),
            },
            Run::Cut => {
                walked.cut += 1;
                walked.cut_in_library += u64::from(machine.is_cut_in_library());
            }
            Run::Infeasible => {}
            Run::Unknown(why, span) => {
                if let Err(stop) = budget.look() {
                    walked.stopped = Some(stop);
                    break;
                }
                walked.reason(why, span);
            }
        }
        if !machine.guide.turn() {
            break;
        }
        let kept = machine.guide.last_stop();
        if !machine.go_back(kept) {
            start.begin(machine);
        }
    }
    start.close(machine, &mut walked);
    let tally = &machine.guide.tally;
    walked.infeasible += tally.infeasible;
    walked.queries = tally.queries;
    walked.computed = tally.computed;
    walked.spent += start.effort(tally);
    if tally.undecided > 0 {
        let why = tally.why.clone().unwrap_or_default();
        walked.reason(format!("the solver left a condition undecided: {why}"), None);
    }
    walked
}

/// Runs to the end of the search tree, or as far as solutions are asked for.
fn run<'p, 'b, S: Start<'p, 'b>>(machine: &mut Walker<'p, 'b>, start: &S, bounds: &Bounds) -> Run {
    let mut wanted = start.wanted(machine);
    loop {
        let outcome = machine.next();
        let is_long = bounds.path_length.is_some_and(|most| machine.guide.decisions() > most);
        if is_long
            || bounds.backtracks.is_some_and(|most| start.backtracks(machine) > most)
            || start.is_beyond(machine)
        {
            return Run::Cut;
        }
        match outcome {
            Outcome::Solution => {
                wanted = wanted.map(|more| more.saturating_sub(1));
                if wanted == Some(0) {
                    return Run::Over(None);
                }
            }
            Outcome::Failed => return Run::Over(None),
            Outcome::Error { ball, .. } => return Run::Over(Some(ball)),
            Outcome::Infeasible => return Run::Infeasible,
            Outcome::Limit => match start.unbounded(machine) {
                Some(why) => return Run::Unknown(why, None),
                None => return Run::Cut,
            },
            Outcome::Unknown { why, span } => return Run::Unknown(why, span),
        }
    }
}
