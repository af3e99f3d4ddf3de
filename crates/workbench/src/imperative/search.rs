//! Looking for tests: the whole suite for `generate`, what is missing for `complete`.
//!
//! Paths are searched until every goal is settled, and each input is replayed ([`super::hunt`]). The suite has as few
//! of the tests as meet all goals that were met; for `path` every path is a goal. Errors that were found on the way are
//! reported beside it, since they are what people look for.

use super::ImperativeEngine;
use super::bounds::{CELLS, fill_in_for};
use super::cover::{Measured, measure};
use super::coverage::of_catch;
use super::found::{test, with_lines};
use super::hunt::{Aim, Candidate, Fineness, Flow, Hunt, HuntResult, Status, aims};
use crate::engine::{Names, Progress, SearchEvent, SearchResult};
use crate::options;
use criteria::{Criterion, Meter, Seen};
use explore::{Bounds, PerPath, Plan};
use imperative::ProcId;
use std::cell::RefCell;
use std::collections::BTreeMap;
use suite::{Search, Suite, Tally, Test};

/// At most this many tests get numbers with values that tell more. In larger suites tests are not read one by one.
const SHARPENED: usize = 500;

/// Tests with `--per-path shapes` where nothing else is said.
const SHAPES: usize = 10_000;

impl ImperativeEngine<'_> {
    /// The search as it was asked for.
    pub(super) fn plan(&self) -> Plan {
        let search = &self.search;
        let cells = search.max_cells.unwrap_or(CELLS);
        Plan {
            bounds: Bounds {
                loops: search.loops,
                depth: search.depth,
                recursion: None,
                path_length: search.path_length,
                max_cells: search.max_cells,
                minimal: search.minimal,
            },
            per_path: match search.per_path {
                options::PerPath::One => PerPath::One,
                options::PerPath::Different(count) => PerPath::Different { count, cells },
                options::PerPath::Shapes => PerPath::Shapes(cells),
            },
            strategy: search.strategy,
            jobs: search.jobs.max(1),
            leaks: search.leaks,
            advice: search.advice.clone(),
            ..Plan::default()
        }
    }

    /// Looks for tests that a suite lacks; for all that are asked for, if there is none.
    pub(super) fn look(&self, known: Option<&Suite>, tell: &mut dyn FnMut(Progress)) -> SearchResult {
        match known {
            None => self.whole(tell, None),
            Some(suite) => self.more(suite, tell),
        }
    }

    /// Looks for all that is asked for. Where the goals are paths, all of which are wanted, tests are told as they come once there are
    /// too many to look at each.
    pub(super) fn all(&self, tell: &mut dyn FnMut(SearchEvent)) -> SearchResult {
        let only_paths = self.criteria.as_slice() == [Criterion::Path];
        let flows =
            only_paths && self.search.per_path == options::PerPath::One && self.search.limit.is_none();
        if !flows {
            return self.whole(&mut |progress| tell(SearchEvent::Progress(progress)), None);
        }
        let tell = RefCell::new(tell);
        let mut names = Names::beside(None);
        let mut take = |c: Candidate| {
            let name = names.next(self.name_of(c.entry));
            let made = test(self.files, &self.subject.program, c.entry, c.found, name);
            self.partial.tests_are_told();
            tell.borrow_mut()(SearchEvent::Test(Box::new(made)));
        };
        // Fewer are looked at once more in the end.
        let flow = Flow { after: SHARPENED, take: &mut take };
        self.whole(&mut |progress| tell.borrow_mut()(SearchEvent::Progress(progress)), Some(flow))
    }

    fn whole(&self, tell: &mut dyn FnMut(Progress), flow: Option<Flow<'_>>) -> SearchResult {
        let program = &self.subject.program;
        let aims = aims(program, &self.entries, &self.criteria);
        let mut plan = self.plan();
        let mut limit = self.search.limit;
        let mut defaults = fill_in_for(&mut plan, &aims, limit.is_some());
        if matches!(plan.per_path, PerPath::Shapes(_)) && limit.is_none() {
            // A few cells with two references each have too many shapes to list all.
            limit = Some(SHAPES);
            defaults.push(format!("--limit {SHAPES}"));
        }
        let effort = self.search.percent();
        let (entries, budget) = (&self.entries, self.budget);
        let fewest = self.search.fewest;
        let (fineness, found) = (Fineness::default(), &self.found());
        let hunt = Hunt {
            program,
            entries,
            aims: &aims,
            plan: &plan,
            effort,
            limit,
            fewest,
            budget,
            fineness,
            found,
        };
        let mut caught = hunt.go(&[], tell, flow);
        let mut chosen = caught.choose(&aims, &[], limit, fewest);
        self.sharpen(&mut caught, &aims, &chosen);
        if self.wants_more_tests(&caught, &chosen) {
            chosen.extend(self.noticing(&mut caught, &aims, &chosen));
            // Other tests would have been added.
            caught.exploration.stopped = caught.exploration.stopped.or(self.budget.look().err());
        }
        let chosen = self.in_order(&caught, chosen);
        let names = self.names(None, &caught, &chosen);
        let new = names.iter().cloned();
        let seen: Vec<_> = new.zip(chosen.iter().map(|i| &caught.candidates[*i].seen)).collect();
        let coverage = of_catch(self.files, program, &aims, &caught, &seen);
        let search = Some(search(&caught));
        let tests = self.tests(&mut caught, &chosen, names);
        SearchResult { tests, coverage, search, defaults, ..self.hunted(&aims, caught) }
    }

    fn more(&self, suite: &Suite, tell: &mut dyn FnMut(Progress)) -> SearchResult {
        let program = &self.subject.program;
        let measured = measure(program, suite, &self.criteria, &self.entries);
        let aims = aims(program, &measured.entries, &self.criteria);
        let (mut caught, defaults) = self.missing(&measured, &aims, tell);
        let chosen = caught.choose(&aims, &measured.known, self.search.limit, self.search.fewest);
        let chosen = self.in_order(&caught, chosen);
        self.sharpen(&mut caught, &aims, &chosen);
        let new = self.names(Some(suite), &caught, &chosen);
        // A test that does not fit the program shows nothing.
        let nothing = Seen::default();
        let mut known_and_new: Vec<&Seen> = vec![&nothing; suite.tests.len()];
        for (known, place) in measured.known.iter().zip(&measured.tests) {
            known_and_new[*place] = &known.seen;
        }
        known_and_new.extend(chosen.iter().map(|i| &caught.candidates[*i].seen));
        let names = suite.tests.iter().map(|t| &t.name).chain(&new).cloned();
        let seen: Vec<(String, &Seen)> = names.zip(known_and_new).collect();
        let coverage = of_catch(self.files, program, &aims, &caught, &seen);
        let search = (caught.exploration.queries > 0).then(|| search(&caught));
        let tests = self.tests(&mut caught, &chosen, new);
        let invalid = measured.invalid;
        SearchResult { tests, coverage, search, defaults, invalid, ..self.hunted(&aims, caught) }
    }

    /// Searches for what a suite lacks, if it lacks anything.
    pub(super) fn missing(
        &self,
        measured: &Measured,
        aims: &[Aim],
        tell: &mut dyn FnMut(Progress),
    ) -> (HuntResult, Vec<String>) {
        let mut plan = Plan { per_path: PerPath::One, ..self.plan() };
        let limit = self.search.limit;
        let defaults = fill_in_for(&mut plan, aims, limit.is_some());
        let (program, effort, budget) = (&self.subject.program, self.search.percent(), self.budget);
        let fewest = self.search.fewest;
        let (entries, fineness, found) = (&measured.entries, Fineness::default(), &self.found());
        let hunt =
            Hunt { program, entries, aims, plan: &plan, effort, limit, fewest, budget, fineness, found };
        let caught = hunt.go(&measured.known, tell, None);
        let searched = caught.exploration.queries > 0;
        (caught, if searched { defaults } else { Vec::new() })
    }

    /// Adds tests that meet something new to the partial suite.
    fn found(&self) -> impl Fn(&Candidate) + Sync {
        let (files, program, partial) = (self.files, &self.subject.program, &self.partial);
        move |c| partial.add(|| test(files, program, c.entry, c.found.clone(), String::new()))
    }

    /// Tests by their entries, the smallest of each first. Where all paths are wanted, they stay in the order of the search.
    fn in_order(&self, caught: &HuntResult, mut chosen: Vec<usize>) -> Vec<usize> {
        let places: BTreeMap<ProcId, usize> =
            self.entries.iter().enumerate().map(|(place, entry)| (*entry, place)).collect();
        let place = |entry: ProcId| places.get(&entry).copied();
        let key = |i: &usize| {
            let test = &caught.candidates[*i];
            (place(test.entry), (!test.keep).then(|| test.size()), *i)
        };
        chosen.sort_by_cached_key(key);
        chosen
    }

    /// Names of new tests.
    fn names(&self, suite: Option<&Suite>, caught: &HuntResult, chosen: &[usize]) -> Vec<String> {
        let mut names = Names::beside(suite);
        chosen.iter().map(|i| names.next(self.name_of(caught.candidates[*i].entry))).collect()
    }

    fn name_of(&self, entry: ProcId) -> &str {
        self.subject.program.proc(entry).map_or("", |proc| proc.name.as_str())
    }

    /// Gives numbers values that tell more, unless other values were asked for.
    fn sharpen(&self, caught: &mut HuntResult, aims: &[Aim], chosen: &[usize]) {
        if chosen.len() <= SHARPENED {
            self.sharpen_by(caught, chosen, &mut self.meter(aims));
        }
    }

    /// What measures the criteria of some aims.
    pub(super) fn meter(&self, aims: &[Aim]) -> Meter<'_> {
        let criteria: Vec<_> = aims.iter().map(|aim| aim.criterion).collect();
        Meter::new(&self.subject.program, &criteria)
    }

    /// The same with a meter that is there already.
    pub(super) fn sharpen_by<'s>(&'s self, caught: &mut HuntResult, chosen: &[usize], meter: &mut Meter<'s>) {
        let search = &self.search;
        if !search.minimal && search.per_path == options::PerPath::One {
            caught.sharpen(chosen, &self.subject.program, meter, search.leaks, self.budget);
        }
    }

    /// True if the suite may have tests that no goal needs. It may not where their number or their choice was given.
    fn wants_more_tests(&self, caught: &HuntResult, chosen: &[usize]) -> bool {
        let search = &self.search;
        let every = chosen.iter().any(|i| caught.candidates[*i].keep);
        !every && !search.fewest && !search.minimal && search.limit.is_none() && chosen.len() <= SHARPENED
    }

    /// The tests of some candidates. None is left: there may be many, and none is needed twice.
    fn tests(&self, caught: &mut HuntResult, chosen: &[usize], names: Vec<String>) -> Vec<Test> {
        let mut all: Vec<Option<Candidate>> = caught.candidates.drain(..).map(Some).collect();
        let made = chosen.iter().zip(names).filter_map(|(i, name)| {
            let c = all.get_mut(*i)?.take()?;
            Some(test(self.files, &self.subject.program, c.entry, c.found, name))
        });
        made.collect()
    }

    /// What is to be told of a catch, whatever was chosen from it.
    fn hunted(&self, aims: &[Aim], caught: HuntResult) -> SearchResult {
        let tallies = tallies(aims, &caught);
        let error = |(entry, found)| test(self.files, &self.subject.program, entry, found, String::new());
        SearchResult {
            tallies,
            errors: caught.errors.into_iter().map(error).collect(),
            stopped: caught.exploration.stopped,
            more: caught.more,
            reasons: with_lines(self.files, &self.subject.program, caught.exploration.reasons),
            ..SearchResult::default()
        }
    }
}

/// What the search did.
fn search(caught: &HuntResult) -> Search {
    let e = &caught.exploration;
    Search {
        paths: e.paths,
        infeasible: e.infeasible,
        cut: e.cut,
        complete: e.is_complete() && !caught.more && caught.whole,
        queries: e.queries,
        steps: e.steps,
        seconds: 0.0,
        assumed: e.assumed.iter().map(ToString::to_string).collect(),
    }
}

/// How far each criterion is met, once the tests that were caught are in the suite.
fn tallies(aims: &[Aim], caught: &HuntResult) -> Vec<Tally> {
    aims.iter()
        .enumerate()
        .map(|(i, aim)| {
            let name = aim.criterion.name();
            if aim.criterion.is_open() {
                let (paths, left_out) = (caught.paths[i].0, caught.paths_left_out);
                let unknown = caught.exploration.unknown + left_out;
                let covered = paths.saturating_sub(left_out);
                return Tally { name, goals: covered + unknown, covered, unknown, ..Tally::default() };
            }
            let count = |f: fn(&Status) -> bool| caught.status[i].iter().filter(|s| f(s)).count() as u64;
            Tally {
                name,
                goals: aim.goals.len() as u64,
                covered: count(|s| *s == Status::Covered),
                infeasible: count(|s| matches!(s, Status::Infeasible(_))),
                unknown: count(|s| matches!(s, Status::Unknown(_))),
                out_of_bounds: count(|s| matches!(s, Status::OutOfBounds(_))),
            }
        })
        .collect()
}
