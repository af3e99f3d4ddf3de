//! Tests that notice what the others let pass.
//!
//! A suite may meet all goals and not notice that a statement is missing:
//!
//! ```text
//! while (l) { t = l->next; l->next = r; r = l; l = t; }     reversing one cell shows nothing; two cells show it
//! ```
//!
//! After goals are met, the tests are run on mutants of what they execute ([`suite::mutants`]). For those that no test
//! kills, the other paths that the search reached are looked at, the smallest inputs first, and a path whose test kills
//! some is taken. Nothing is searched or solved for that: it costs runs of the concrete machine alone.

use super::ImperativeEngine;
use super::found::test;
use super::hunt::{Aim, Candidate, HuntResult, Size, variants};
use super::sound::{Changed, Sound};
use criteria::reachable;
use explore::{End, Found};
use imperative::ProcId;
use imperative::machine::Limits;
use std::collections::{BTreeMap, BTreeSet};
use suite::mutants::imperative::{Changing, mutants};

/// Steps of the machine for runs of mutants: as many as take about as long as the search took, at least `LEAST`, and at
/// most what takes about a second.
const LEAST: u64 = 8_000_000;
const STEPS: u64 = 40_000_000;
/// Steps of the machine that take as long as one of a search.
const OF_SEARCH: u64 = 40;
/// Steps of a run that is worth while.
const RUN: u64 = 20_000;
/// What it costs to make a mutant, for each block of its procedure.
const BLOCK_COSTS: u64 = 30;
/// Paths of an entry whose variants are tried.
const VARIED: usize = 12;

impl ImperativeEngine<'_> {
    /// Adds tests that kill mutants which the chosen ones do not kill. They are put behind the other candidates.
    pub(super) fn noticing(&self, caught: &mut HuntResult, aims: &[Aim], chosen: &[usize]) -> Vec<usize> {
        let program = &self.subject.program;
        let left = caught.exploration.steps.saturating_mul(OF_SEARCH).clamp(LEAST, STEPS);
        let mut work = Noticing { engine: self, changing: Changing::new(program), left };
        let sounds: Vec<Sound> =
            chosen.iter().filter_map(|i| self.sound(caught.candidates.get(*i)?)).collect();
        let mut alive = work.alive(&sounds);
        let mut meter = self.meter(aims);
        let mut added = Vec::new();
        for (entry, mut open) in std::mem::take(&mut alive) {
            if work.left == 0 || self.budget.look().is_err() {
                break;
            }
            for (rank, found) in self.small_paths(caught, entry).into_iter().enumerate() {
                if open.is_empty() || self.budget.look().is_err() {
                    break;
                }
                // Values that differ show what is computed; those that are equal or near show where it decides.
                let near = (rank < VARIED).then(|| variants(program, entry, &found));
                let near = near.into_iter().flatten().map(|found| (found, false));
                let ways = [(found.clone(), true), (found.clone(), false)].into_iter().chain(near);
                for (found, sharp) in ways {
                    if open.is_empty() {
                        break;
                    }
                    let at = caught.candidates.len();
                    let seen = meter.run(entry, found.input.clone(), &Limits::default()).1;
                    caught.candidates.push(Candidate { entry, found, seen, keep: false, alone: Vec::new() });
                    if sharp {
                        self.sharpen_by(caught, &[at], &mut meter);
                    }
                    let sound = caught.candidates.last().and_then(|test| self.sound(test));
                    let before = open.len();
                    if let Some(sound) = sound {
                        open.retain(|changed| !work.kills(&sound, changed));
                    }
                    if open.len() < before {
                        added.push(at);
                    } else {
                        caught.candidates.pop();
                    }
                }
            }
        }
        added
    }

    /// A candidate as a test that mutants run.
    fn sound(&self, candidate: &Candidate) -> Option<Sound> {
        let found = &candidate.found;
        if found.run.steps > RUN {
            return None;
        }
        let program = &self.subject.program;
        let made = test(self.files, program, candidate.entry, found.clone(), String::new());
        Some(Sound::new(program, candidate.entry, made, &found.input, &found.run))
    }

    /// Paths of a procedure that end well, those with the smallest inputs first.
    fn small_paths(&self, caught: &mut HuntResult, entry: ProcId) -> Vec<Found> {
        let known = caught.candidates.iter().filter(|c| c.entry == entry).map(|c| c.found.clone());
        let mut all: Vec<Found> = known.filter(|found| found.end == End::Ok).collect();
        all.extend(caught.spare.remove(&entry).unwrap_or_default());
        all.sort_by_key(Size::of);
        all
    }
}

struct Noticing<'e, 'a> {
    engine: &'e ImperativeEngine<'a>,
    changing: Changing<'e>,
    /// Steps that are left for runs of mutants.
    left: u64,
}

impl Noticing<'_, '_> {
    /// The mutants that are executed and live, each with the entry whose tests reach it first.
    fn alive(&mut self, sounds: &[Sound]) -> BTreeMap<ProcId, Vec<Changed>> {
        let program = &self.engine.subject.program;
        let entries: BTreeSet<ProcId> = sounds.iter().map(|sound| sound.entry).collect();
        let procs: BTreeSet<ProcId> = entries.iter().flat_map(|entry| reachable(program, *entry)).collect();
        let procs: Vec<ProcId> = procs.into_iter().collect();
        let mut alive: BTreeMap<ProcId, Vec<Changed>> = BTreeMap::new();
        for mutant in mutants(self.engine.files, program, &procs) {
            if self.left == 0 || self.engine.budget.look().is_err() {
                break;
            }
            let changed = Changed::new(program, mutant);
            let meeting: Vec<&Sound> = sounds.iter().filter(|sound| changed.is_met_by(sound)).collect();
            // The procedure itself is the simplest to ask.
            let own = meeting.iter().find(|sound| sound.entry == changed.mutant.proc);
            let Some(entry) = own.or(meeting.first()).map(|sound| sound.entry) else { continue };
            if !meeting.iter().any(|sound| self.kills(sound, &changed)) && self.left > 0 {
                alive.entry(entry).or_default().push(changed);
            }
        }
        alive
    }

    fn kills(&mut self, sound: &Sound, changed: &Changed) -> bool {
        if self.left == 0 || !changed.is_met_by(sound) {
            return false;
        }
        let (kills, steps) = sound.kills(self.changing.become_mutant(&changed.mutant));
        let blocks = self.engine.subject.program.proc(changed.mutant.proc).map_or(0, |p| p.blocks.len());
        let made = BLOCK_COSTS.saturating_mul(blocks as u64);
        self.left = self.left.saturating_sub(steps.saturating_add(sound.costs()).saturating_add(made));
        kills
    }
}
