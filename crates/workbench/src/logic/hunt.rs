//! The search over the entries of a logic program, shallow runs first.
//!
//! ```text
//! entry p(+,?)     goals that it can come to: clause 1, clause 2, clause 3
//!   depth 1        a run meets clause 1; two runs are cut
//!   depth 2        a run meets clause 2
//!   depth 3        a run meets clause 3: every goal is met, so the search ends
//! ```
//!
//! Each round goes through all paths within a depth ([`concolic::search`]), and the depth grows up to the bound. A round
//! that cuts nothing is the last one. Criteria with finitely many goals end the search once all that the entry can
//! come to are met, and their effort is counted in steps, never in seconds. For the other criteria every path is a goal;
//! the last round has them all, and the earlier ones are what is left if the time ends before.
//!
//! Where an argument may be anything and a goal asks for its value, the search is made a second time with that argument
//! ground: with a variable most such goals only throw.

use super::entries::LogicEntry;
use super::generate::{LogicOptions, place};
use crate::coverage::MissingStatus;
use base::{Budget, Stop};
use concolic::{Case, Mode, Plan};
use criteria::logic::{LogicCriterion, Sight, logic_goals, sights};
use logic::Program;
use logic::machine::Event;
use source::Files;
use std::collections::BTreeSet;
use suite::Search;

/// Open calls where nothing else is said.
const DEPTH: u32 = 4;
/// Backtracks where nothing else is said.
const BACKTRACKS: usize = 3;
/// Goals that a run may do.
const STEPS: u64 = 100_000;
/// Effort for the goals of an entry, in steps of the machine: a step takes a microsecond or two.
const EFFORT: u64 = 8_000_000;
/// So many cases are kept to choose tests from, beside those that show something for the first time.
const CHOICE: usize = 1_000;

/// A case with the entry that it is of.
pub(super) struct Found {
    pub entry: String,
    pub case: Case,
    pub sights: BTreeSet<Sight>,
}

/// How far an entry was searched.
struct Looked {
    /// The goals that it can come to.
    reach: BTreeSet<Sight>,
    /// Why it is not known whether others could be met; `None` if every path within the bounds was seen.
    unknown: Option<String>,
    /// The bounds that cut paths off.
    cut: bool,
}

/// What a search over entries gives.
#[derive(Default)]
pub(super) struct Hunted {
    pub found: Vec<Found>,
    pub search: Search,
    pub limit: Option<Stop>,
    pub more: bool,
    pub reasons: Vec<String>,
    pub notes: Vec<String>,
    pub defaults: Vec<String>,
    looked: Vec<Looked>,
    bounds: String,
}

impl Hunted {
    /// What is known of a goal that no run has met, and why.
    pub fn unmet(&self, sight: &Sight) -> (MissingStatus, String) {
        let mut cut = false;
        for looked in self.looked.iter().filter(|l| l.reach.contains(sight)) {
            if let Some(why) = &looked.unknown {
                return (MissingStatus::Unknown, why.clone());
            }
            cut |= looked.cut;
        }
        if cut {
            return (MissingStatus::OutOfBounds, format!("runs that exceed {} were cut off", self.bounds));
        }
        (MissingStatus::Infeasible, String::new())
    }
}

/// What the search of one entry is for.
struct Aim {
    /// The goals of criteria with finitely many of them; `None` if every path is one.
    wanted: Option<BTreeSet<Sight>>,
    /// At most so many paths, where every path is a goal.
    most: Option<usize>,
    /// The entry's name, and whether paths say it.
    name: String,
    several: bool,
}

/// Searches the paths of all entries.
pub(super) fn hunt(
    files: &Files,
    program: &Program,
    entries: &[LogicEntry],
    options: &LogicOptions,
    criteria: &[LogicCriterion],
    budget: &Budget,
    tell: &mut dyn FnMut(u64),
) -> Hunted {
    let mut hunted = Hunted::default();
    let bounds = bounds(options, criteria, &mut hunted);
    hunted.search.complete = true;
    let open = criteria.iter().any(|c| c.is_open());
    for entry in entries {
        let all = criteria.iter().flat_map(|c| logic_goals(program, *c, &[entry.pred]));
        let reach: BTreeSet<Sight> = all.map(|g| g.sight).collect();
        let aim = Aim {
            wanted: (!open).then(|| reach.clone()),
            most: options.limit.filter(|_| open),
            name: program.indicator(entry.pred),
            several: entries.len() > 1,
        };
        let mut looked = Looked { reach, unknown: None, cut: false };
        let mut work = Work { files, program, options, budget, bounds: &bounds, hunted: &mut hunted, tell };
        work.entry(entry, &aim, &mut looked);
        hunted.looked.push(looked);
        if hunted.limit.is_some() || hunted.more {
            hunted.search.complete = false;
            break;
        }
    }
    // What was not looked at is not known.
    for entry in entries.iter().skip(hunted.looked.len()) {
        let all = criteria.iter().flat_map(|c| logic_goals(program, *c, &[entry.pred]));
        let unknown = Some("the search ended before".to_string());
        hunted.looked.push(Looked { reach: all.map(|g| g.sight).collect(), unknown, cut: false });
    }
    hunted.search.paths = hunted.found.len() as u64;
    hunted
}

/// How far runs are followed.
struct Bounds {
    depth: u32,
    backtracks: Option<usize>,
}

fn bounds(options: &LogicOptions, criteria: &[LogicCriterion], hunted: &mut Hunted) -> Bounds {
    let (mut depth, mut backtracks) = (options.depth, options.backtracks);
    for criterion in criteria {
        match criterion {
            LogicCriterion::CallDepth(k) => depth = Some(depth.map_or(*k, |d| d.max(*k))),
            LogicCriterion::Backtrack(k) => {
                let k = *k as usize;
                backtracks = Some(backtracks.map_or(k, |b| b.max(k)));
            }
            _ => {}
        }
    }
    let nothing = depth.is_none() && backtracks.is_none() && options.path_length.is_none();
    if depth.is_none() {
        hunted.defaults.push(format!("--depth {DEPTH}"));
    }
    if nothing && options.limit.is_none() {
        backtracks = Some(BACKTRACKS);
        hunted.defaults.push(format!("--backtracks {BACKTRACKS}"));
    }
    let depth = depth.unwrap_or(DEPTH);
    let mut said = vec![format!("--depth {depth}")];
    said.extend(backtracks.map(|b| format!("--backtracks {b}")));
    said.extend(options.path_length.map(|p| format!("--path-length {p}")));
    hunted.bounds = said.join(" or ");
    Bounds { depth, backtracks }
}

/// The depths of the rounds: the last one is the bound.
fn rounds(depth: u32) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let mut next = 1;
    while next < depth {
        found.push(next);
        next = (next + 1).max(next + next / 4);
    }
    found.push(depth);
    found
}

/// The work on an entry.
struct Work<'w> {
    files: &'w Files,
    program: &'w Program,
    options: &'w LogicOptions,
    budget: &'w Budget,
    bounds: &'w Bounds,
    hunted: &'w mut Hunted,
    tell: &'w mut dyn FnMut(u64),
}

impl Work<'_> {
    fn entry(&mut self, entry: &LogicEntry, aim: &Aim, looked: &mut Looked) {
        let from = self.hunted.found.len();
        let mut modes = entry.modes.clone();
        let mut effort = EFFORT.saturating_mul(self.options.effort.unwrap_or(100)) / 100;
        for again in [false, true] {
            let before: BTreeSet<Vec<u32>> =
                self.hunted.found.get(from..).unwrap_or(&[]).iter().map(|f| key(&f.case)).collect();
            let mut last = None;
            let mut known: Vec<Found> = Vec::new();
            for depth in rounds(self.bounds.depth) {
                let plan = self.plan(entry, &modes, depth, aim, effort);
                let (round, result) = self.round(&plan, aim, again, &before, &known);
                effort = effort.saturating_sub(result.spent);
                let early = result.stopped.is_some() || result.tired || result.was_ended;
                let ends = early || result.cut == 0;
                known = if aim.wanted.is_some() || early { joined(known, round) } else { round };
                last = Some(result);
                if ends {
                    break;
                }
            }
            self.hunted.found.append(&mut known);
            let Some(result) = last else { return };
            let met = self.is_met(aim);
            self.note(&result, aim, met, looked);
            if result.stopped.is_some() || self.hunted.more || met || again || result.asked == 0 {
                break;
            }
            for (i, mode) in modes.iter_mut().enumerate() {
                if *mode == Mode::Any && (i >= 64 || result.asked >> i & 1 == 1) {
                    *mode = Mode::Ground;
                }
            }
            // Goals with some variables inside of terms are part of neither of the two searches.
            self.hunted.search.complete = false;
            let why = format!(
                "arguments of {} are asked for their value: they were tried as variables and as ground terms, \
                 not as terms with variables inside; modes such as `+` and `-` say what is meant",
                aim.name
            );
            looked.unknown.get_or_insert_with(|| why.clone());
            self.hunted.reasons.push(why);
        }
        if self.is_met(aim) {
            return;
        }
        if self.hunted.found.len() == from && looked.cut && looked.unknown.is_none() {
            let why = format!("every run of {} exceeds {}", aim.name, self.hunted.bounds);
            self.hunted.notes.push(why);
        }
    }

    fn plan(&self, entry: &LogicEntry, modes: &[Mode], depth: u32, aim: &Aim, effort: u64) -> Plan {
        Plan {
            pred: entry.pred,
            modes: modes.to_vec(),
            depth,
            steps: STEPS,
            path_length: self.options.path_length,
            backtracks: self.bounds.backtracks,
            first_solution: self.options.first_solution,
            effort: aim.wanted.is_some().then_some(effort),
            advice: self.options.advice.clone(),
        }
    }

    /// Are all goals met that the entry can come to?
    fn is_met(&self, aim: &Aim) -> bool {
        let Some(wanted) = &aim.wanted else { return false };
        wanted.iter().all(|s| self.hunted.found.iter().any(|f| f.sights.contains(s)))
    }

    /// One search within a depth: what it found that was not known before.
    fn round(
        &mut self,
        plan: &Plan,
        aim: &Aim,
        again: bool,
        before: &BTreeSet<Vec<u32>>,
        known: &[Found],
    ) -> (Vec<Found>, concolic::Search) {
        let mut left: BTreeSet<Sight> = aim.wanted.clone().unwrap_or_default();
        for found in self.hunted.found.iter().chain(known) {
            left.retain(|s| !found.sights.contains(s));
        }
        let mut found: Vec<Found> = Vec::new();
        let (tell, others) = (&mut *self.tell, self.hunted.found.len());
        let (mut more, mut count) = (false, others as u64);
        let earlier = &self.hunted.found;
        let result = concolic::search(self.program, plan, self.budget, &mut |case| {
            if again && before.contains(&key(&case)) {
                return true;
            }
            if aim.most.is_some_and(|most| others + found.len() >= most) {
                more = true;
                return false;
            }
            count += 1;
            if count % 64 == 0 {
                tell(count);
            }
            let sights = sights(&case.trace);
            if aim.wanted.is_some() {
                let new = sights.iter().any(|s| left.contains(s));
                if !new && found.len() >= CHOICE {
                    return true;
                }
                left.retain(|s| !sights.contains(s));
            }
            let mut case = case;
            if aim.several {
                case.path = format!("{}:{}", aim.name, case.path);
            }
            // Two searches may write different runs in the same way.
            while again && (found.iter().chain(earlier)).any(|f: &Found| f.case.path == case.path) {
                case.path.push('\'');
            }
            found.push(Found { entry: aim.name.clone(), case, sights });
            aim.wanted.is_none() || !left.is_empty()
        });
        self.hunted.more |= more;
        (found, result)
    }

    /// What a search showed of an entry.
    fn note(&mut self, result: &concolic::Search, aim: &Aim, met: bool, looked: &mut Looked) {
        let (hunted, name) = (&mut *self.hunted, &aim.name);
        hunted.search.infeasible += result.infeasible;
        hunted.search.cut += result.cut;
        hunted.search.queries += result.queries;
        hunted.limit = result.stopped.or(hunted.limit);
        if met && hunted.limit.is_none() {
            // Nothing is left to be asked for.
            return;
        }
        looked.cut |= result.cut > 0;
        let mut reasons = Vec::new();
        if result.tired {
            reasons.push(format!("the effort for {name} was used up (--effort)"));
        }
        if result.goalless > 0 {
            let (n, ways) = (result.goalless, if result.goalless == 1 { "path" } else { "paths" });
            reasons.push(format!(
                "{n} {ways} of {name} have no test: they are taken only under constraints such as ∀Y A ≠ f(Y), \
                 which no goal states"
            ));
        }
        for (why, span) in &result.reasons {
            let at = place(self.files, *span);
            reasons.push(at.map_or(why.clone(), |place| format!("{why} at {place}")));
        }
        let whole = result.is_complete() && result.goalless == 0 && !result.tired && !hunted.more;
        if !whole {
            hunted.search.complete = false;
            let stopped = result.stopped.map(|stop| stop.to_string());
            let why = reasons.first().cloned().or(stopped);
            looked.unknown.get_or_insert_with(|| why.unwrap_or_else(|| "the search is not complete".into()));
        }
        for why in reasons {
            if !hunted.reasons.contains(&why) {
                hunted.reasons.push(why);
            }
        }
    }
}

/// The cases of a round together with those of the round before, each once.
fn joined(mut known: Vec<Found>, round: Vec<Found>) -> Vec<Found> {
    let keys: BTreeSet<Vec<u32>> = known.iter().map(|f| key(&f.case)).collect();
    known.extend(round.into_iter().filter(|f| !keys.contains(&key(&f.case))));
    known
}

/// What tells runs apart: the clauses that fit and that are entered, in their order, and each step back.
pub(super) fn key(case: &Case) -> Vec<u32> {
    let ball = match &case.ending {
        concolic::Ending::Error { ball, .. } => Some(ball.as_str()),
        concolic::Ending::Ok | concolic::Ending::Fail => None,
    };
    key_of(&case.trace, ball)
}

/// The same for any run, with what it throws.
pub(super) fn key_of(trace: &[Event], ball: Option<&str>) -> Vec<u32> {
    let mut key = Vec::new();
    if let Some(ball) = ball {
        key.push(if ball.starts_with("error(instantiation_error") { 7 } else { 6 });
    }
    for event in trace {
        match event {
            Event::Matched(clauses, _) => {
                key.push(1);
                key.push(clauses.len() as u32);
                key.extend(clauses.iter().map(|c| c.0));
            }
            Event::Enter(clause) => key.extend([2, clause.0]),
            Event::Success(goal) => key.extend([3, goal.0]),
            Event::Failure(goal) => key.extend([4, goal.0]),
            Event::Backtrack => key.push(5),
            _ => {}
        }
    }
    key
}
