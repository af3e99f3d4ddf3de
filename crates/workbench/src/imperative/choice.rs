//! The tests that are needed of those that were caught: for each goal the smallest one that meets it, or as few as meet all.
//!
//! ```text
//! t1 (three cells) meets a and b, t2 (one cell) meets b, t3 (an error) meets a and c
//!
//! the smallest     t1, t2, t3
//! the fewest       t1, t3
//! ```

use super::hunt::{Aim, Candidate, HuntResult, Known, PathKey, Reason, Status, key_of};
use criteria::{Goal, Seen, Target, Witness, is_met, witnesses};
use explore::End;
use imperative::ProcId;
use std::collections::{BTreeMap, BTreeSet};
use suite::needed;

/// Decisions on a path that people can follow.
const READABLE: usize = 6;

/// What an error costs, compared with a decision less.
const ERROR: u32 = 100;

impl HuntResult {
    /// The candidates that are needed beside what is known, fewest first of all, then with fewest errors. If that is
    /// more than is asked for, those that meet most are taken; the result then describes only these tests.
    pub fn choose(
        &mut self,
        aims: &[Aim],
        known: &[Known],
        limit: Option<usize>,
        fewest: bool,
    ) -> Vec<usize> {
        let chosen = self.needed(aims, known, fewest);
        let Some(limit) = limit.filter(|limit| chosen.len() > *limit) else {
            self.more = false;
            return chosen;
        };
        self.more = true;
        let chosen = self.best(&chosen, limit);
        self.forget_others(aims, known, &chosen);
        chosen
    }

    fn needed(&self, aims: &[Aim], known: &[Known], fewest: bool) -> Vec<usize> {
        let first = known.len();
        let seen: Vec<&Seen> =
            known.iter().map(|k| &k.seen).chain(self.candidates.iter().map(|c| &c.seen)).collect();
        let mut cost = vec![0; first];
        // Of two tests that meet the same goals, the one with more decisions shows more, as long as people can follow it.
        let short = |c: &Candidate| (READABLE - c.found.decisions.len().min(READABLE)) as u32;
        let error = |c: &Candidate| if c.found.end == End::Ok { 0 } else { ERROR };
        cost.extend(self.candidates.iter().map(|c| error(c) + short(c)));
        let forced = (0..self.candidates.len()).filter(|i| self.candidates[*i].keep).map(|i| first + i);
        let kept: Vec<usize> = (0..first).chain(forced).collect();
        let goals: Vec<&Goal> = aims.iter().flat_map(|a| &a.goals).collect();
        let mut ways = self.ways(&goals, first, &seen);
        for (goal, ways) in goals.iter().zip(&mut ways) {
            // The best kind of tests that there is: of the procedure itself before others, runs without errors before
            // errors, and errors that compiled programs report before silent ones.
            let rank = |w: &Witness| {
                w.tests()
                    .map(|t| t.checked_sub(first).map_or(0, |i| self.rank(&self.candidates[i], goal)))
                    .into_iter()
                    .max()
            };
            if let Some(best) = ways.iter().map(rank).min() {
                ways.retain(|w| rank(w) == best);
            }
        }
        let chosen = match fewest {
            true => needed(seen.len(), &cost, &kept, &ways),
            false => self.smallest(first, &kept, &ways),
        };
        let mut chosen: Vec<usize> = chosen.into_iter().filter_map(|i| i.checked_sub(first)).collect();
        if known.is_empty() {
            let mut of: BTreeMap<ProcId, Vec<usize>> = BTreeMap::new();
            for (i, c) in self.candidates.iter().enumerate() {
                of.entry(c.entry).or_default().push(i);
            }
            let had: BTreeSet<ProcId> = chosen.iter().map(|i| self.candidates[*i].entry).collect();
            for own in self.own.iter().filter(|entry| !had.contains(entry)).filter_map(|entry| of.get(entry))
            {
                let fine = own.iter().find(|i| self.candidates[**i].found.end == End::Ok);
                let small = own.iter().min_by_key(|i| (self.candidates[**i].size(), **i));
                chosen.extend(if fewest { fine.or(own.first()) } else { small });
            }
            chosen.sort_unstable();
        }
        if chosen.is_empty() && known.is_empty() && !self.candidates.is_empty() {
            let fine = self.candidates.iter().position(|c| c.found.end == End::Ok);
            return vec![fine.unwrap_or(0)];
        }
        chosen
    }

    /// For each goal the smallest tests that meet it. Of tests of one size those that are chosen already, then those that meet most.
    fn smallest(&self, first: usize, kept: &[usize], ways: &[Vec<Witness>]) -> Vec<usize> {
        let size = |t: usize| t.checked_sub(first).map(|i| self.candidates[i].size());
        // The larger one of two counts.
        let of = |w: &Witness| w.tests().into_iter().map(size).max().flatten();
        let mut chosen: BTreeSet<usize> = kept.iter().copied().collect();
        let meets = |t: usize| {
            t.checked_sub(first)
                .map_or(0, |i| self.candidates[i].alone.iter().map(|w| w.count_ones()).sum::<u32>())
        };
        // Goals that only large tests meet leave less to choose, so they come first.
        let mut goals: Vec<&Vec<Witness>> = ways.iter().filter(|ways| !ways.is_empty()).collect();
        goals.sort_by_key(|ways| std::cmp::Reverse(ways.iter().map(of).min()));
        for ways in &goals {
            let missing = |w: &Witness| w.tests().into_iter().filter(|t| !chosen.contains(t)).count();
            let most = |w: &Witness| std::cmp::Reverse(w.tests().into_iter().map(meets).sum::<u32>());
            let best = ways.iter().min_by_key(|w| (of(w), missing(w), most(w), w.tests()));
            chosen.extend(best.into_iter().flat_map(|w| w.tests()));
        }
        // One that was chosen first may have no goal of its own in the end.
        let least: Vec<_> = goals.iter().map(|ways| ways.iter().map(of).min()).collect();
        // Only the goals that a test may help to meet can miss it.
        let mut helps: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (goal, ways) in goals.iter().enumerate() {
            for t in ways.iter().flat_map(|w| w.tests()).filter(|t| chosen.contains(t)) {
                helps.entry(t).or_default().push(goal);
            }
        }
        let kept: BTreeSet<usize> = kept.iter().copied().collect();
        for t in chosen.clone().into_iter().rev().filter(|t| !kept.contains(t)) {
            let others = |w: &Witness| w.tests().iter().all(|other| *other != t && chosen.contains(other));
            let met = |goal: &usize| goals[*goal].iter().any(|w| Some(of(w)) == least[*goal] && others(w));
            if helps.get(&t).is_none_or(|goals| goals.iter().all(met)) {
                chosen.remove(&t);
            }
        }
        chosen.into_iter().collect()
    }

    /// The ways to meet each goal with what is known and with the candidates.
    fn ways(&self, goals: &[&Goal], first: usize, seen: &[&Seen]) -> Vec<Vec<Witness>> {
        let mut out: Vec<Vec<Witness>> = vec![Vec::new(); goals.len()];
        let is_joint = |goal: &Goal| matches!(goal.what, Target::Decides { .. });
        for (goal, ways) in goals.iter().zip(&mut out) {
            match is_joint(goal) {
                true => *ways = witnesses(goal, seen),
                false => ways.extend((0..first).filter(|i| seen[*i].meets(goal)).map(Witness::One)),
            }
        }
        for (i, c) in self.candidates.iter().enumerate() {
            for (place, word) in c.alone.iter().enumerate().filter(|(_, word)| **word != 0) {
                for number in (0..64).filter(|bit| word >> bit & 1 == 1).map(|bit| 64 * place + bit) {
                    if let (Some(goal), Some(ways)) = (goals.get(number), out.get_mut(number))
                        && !is_joint(goal)
                    {
                        ways.push(Witness::One(first + i));
                    }
                }
            }
        }
        out
    }

    /// How far a test is from what one likes to see for a goal: 0 is best.
    fn rank(&self, c: &Candidate, goal: &Goal) -> u32 {
        let foreign = self.own.contains(&goal.proc) && c.entry != goal.proc;
        // Nothing confirms an error that no compiled program notices.
        let error = match c.found.end {
            End::Error(kind, _) if self.prefers_good_ends => 1 + u32::from(kind.is_silent()),
            _ => 0,
        };
        error + 3 * u32::from(foreign) + 6 * u32::from(self.last.contains(&c.entry))
    }

    /// At most `limit` of the chosen ones: each time the one that meets most of what is not met yet, the first of
    /// equals.
    fn best(&self, chosen: &[usize], limit: usize) -> Vec<usize> {
        let mut left = chosen.to_vec();
        let mut met: Vec<u64> = Vec::new();
        let mut out = Vec::new();
        while out.len() < limit {
            let gain = |i: &usize| -> u32 {
                let alone = &self.candidates[*i].alone;
                let known = met.iter().copied().chain(std::iter::repeat(0));
                alone.iter().zip(known).map(|(a, m)| (a & !m).count_ones()).sum()
            };
            let Some(at) = (0..left.len()).max_by_key(|at| (gain(&left[*at]), std::cmp::Reverse(*at))) else {
                break;
            };
            let i = left.remove(at);
            let alone = &self.candidates[i].alone;
            met.resize(alone.len(), 0);
            met.iter_mut().zip(alone).for_each(|(m, a)| *m |= a);
            out.push(i);
        }
        out.sort_unstable();
        out
    }

    /// Goals that only other candidates meet become unknown.
    fn forget_others(&mut self, aims: &[Aim], known: &[Known], chosen: &[usize]) {
        let mut seen: Vec<Seen> = known.iter().map(|k| k.seen.clone()).collect();
        seen.extend(chosen.iter().map(|i| self.candidates[*i].seen.clone()));
        for (aim, status) in aims.iter().zip(&mut self.status) {
            for (goal, status) in aim.goals.iter().zip(status) {
                if *status == Status::Covered && !is_met(goal, &seen) {
                    *status = Status::Unknown(Reason::LeftOut);
                }
            }
        }
        for (aim, (all, already)) in aims.iter().zip(&mut self.paths) {
            if aim.criterion.is_open() {
                let new: BTreeSet<PathKey> = chosen
                    .iter()
                    .map(|i| &self.candidates[*i])
                    .filter(|c| c.seen.is_within(aim.criterion))
                    .map(|c| key_of(c.entry, &c.found, &c.seen))
                    .collect();
                self.paths_left_out =
                    self.paths_left_out.max(all.saturating_sub(*already + new.len() as u64));
            }
        }
    }
}
