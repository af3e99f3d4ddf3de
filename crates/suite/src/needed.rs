//! The tests that are needed: as few as meet every goal that all of them meet.
//!
//! A goal may be met by one test, or by two together (MC/DC asks for pairs). Up to [`EXACT`] tests the
//! answer is the best there is, by branch and bound on the goal with the fewest ways to meet it; beyond, each
//! step takes the test that meets most of what is open, and what turns out needless is dropped.
//!
//! ```
//! use criteria::Witness;
//! use suite::needed;
//! // The second test alone meets both goals.
//! let goals = [vec![Witness::One(0), Witness::One(1)], vec![Witness::One(1)]];
//! assert_eq!(needed(2, &[0, 0], &[], &goals), [1]);
//! ```

use criteria::Witness;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most tests for which the answer is the best there is.
pub const EXACT: usize = 30;

/// Nodes of the search after which the best answer so far has to do.
const NODES: u64 = 2_000_000;

/// Chooses among `count` tests, given what each costs besides being one more (an error, say), those that are kept in
/// any case, and the ways to meet each goal. Goals that nothing meets are ignored.
pub fn needed(count: usize, cost: &[u32], kept: &[usize], goals: &[Vec<Witness>]) -> Vec<usize> {
    let mut chosen = vec![false; count];
    // A goal that can be met in one way alone leaves no choice.
    let forced = goals.iter().filter_map(|g| if let [only] = &g[..] { Some(only.tests()) } else { None });
    for t in kept.iter().copied().chain(forced.flatten()) {
        if let Some(c) = chosen.get_mut(t) {
            *c = true;
        }
    }
    let mut open: Vec<&Vec<Witness>> =
        goals.iter().filter(|g| !g.is_empty() && !is_met(&chosen, g)).collect();
    open.sort();
    open.dedup();
    for part in parts(count, &chosen, &open) {
        let greedy = greedy(chosen.clone(), cost, &part);
        let mut free: Vec<usize> = part.iter().flat_map(|g| g.iter().flat_map(|w| w.tests())).collect();
        free.sort_unstable();
        free.dedup();
        chosen = if free.iter().filter(|t| !chosen[**t]).count() <= EXACT {
            let best = weight(&greedy, cost);
            let mut search = Search { cost, open: &part, best, chosen: greedy, nodes: 0 };
            search.go(&mut chosen);
            search.chosen
        } else {
            greedy
        };
    }
    (0..count).filter(|t| chosen[*t]).collect()
}

/// The goals in parts that have nothing to do with each other: no test that is still to be chosen meets goals of two.
fn parts<'g>(count: usize, chosen: &[bool], goals: &[&'g Vec<Witness>]) -> Vec<Vec<&'g Vec<Witness>>> {
    fn root(of: &mut [usize], mut t: usize) -> usize {
        while of[t] != t {
            of[t] = of[of[t]];
            t = of[t];
        }
        t
    }
    let mut of: Vec<usize> = (0..count).collect();
    let free = |g: &Vec<Witness>| -> Vec<usize> {
        g.iter().flat_map(|w| w.tests()).filter(|t| !chosen.get(*t).copied().unwrap_or(true)).collect()
    };
    for g in goals {
        let tests = free(g);
        for pair in tests.windows(2) {
            let (a, b) = (root(&mut of, pair[0]), root(&mut of, pair[1]));
            of[a.max(b)] = a.min(b);
        }
    }
    let mut out: BTreeMap<usize, Vec<&Vec<Witness>>> = BTreeMap::new();
    for g in goals {
        if let Some(t) = free(g).first() {
            out.entry(root(&mut of, *t)).or_default().push(g);
        }
    }
    out.into_values().collect()
}

/// How many tests, then what they cost besides.
fn weight(chosen: &[bool], cost: &[u32]) -> (usize, u64) {
    let count = chosen.iter().filter(|c| **c).count();
    let extra = chosen.iter().zip(cost).filter(|(c, _)| **c).map(|(_, x)| u64::from(*x)).sum();
    (count, extra)
}

fn is_met(chosen: &[bool], goal: &[Witness]) -> bool {
    goal.iter().any(|w| w.tests().iter().all(|t| chosen.get(*t).copied().unwrap_or(false)))
}

/// Takes the test that meets most of what is open, again and again, and drops what turns out needless.
fn greedy(mut chosen: Vec<bool>, cost: &[u32], goals: &[&Vec<Witness>]) -> Vec<bool> {
    let fixed = chosen.clone();
    // For each test, the goals that it can help to meet.
    let mut helps: Vec<Vec<usize>> = vec![Vec::new(); chosen.len()];
    for (i, g) in goals.iter().enumerate() {
        for t in g.iter().flat_map(|w| w.tests()) {
            if let Some(list) = helps.get_mut(t)
                && list.last() != Some(&i)
            {
                list.push(i);
            }
        }
    }
    let mut open: Vec<bool> = goals.iter().map(|g| !is_met(&chosen, g)).collect();
    // What one more test meets at once, or half of it as one of two.
    let gain = |t: usize, chosen: &[bool], open: &[bool]| -> u64 {
        let of_goal = |g: &usize| {
            let ways = goals[*g].iter().map(|w| w.tests()).filter(|[a, b]| *a == t || *b == t);
            let worth = ways.map(|[a, b]| {
                let other = if a == t { b } else { a };
                if a == b || chosen.get(other).copied().unwrap_or(false) { 2 } else { 1 }
            });
            worth.max().unwrap_or(0)
        };
        helps[t].iter().filter(|g| open[**g]).map(of_goal).sum()
    };
    let mut gains: Vec<u64> = (0..chosen.len()).map(|t| gain(t, &chosen, &open)).collect();
    let price = |t: usize| cost.get(t).copied().unwrap_or(0);
    while open.contains(&true) {
        let candidates = (0..chosen.len()).filter(|t| !chosen[*t] && gains[*t] > 0);
        let best = candidates.max_by_key(|t| (gains[*t], Reverse(price(*t)), Reverse(*t)));
        // Every open goal has a way, so there is one; but never loop.
        let Some(t) = best else { break };
        chosen[t] = true;
        let mut touched: Vec<usize> = Vec::new();
        for g in helps[t].iter().filter(|g| open[**g]).copied().collect::<Vec<_>>() {
            open[g] = !is_met(&chosen, goals[g]);
            touched.extend(goals[g].iter().flat_map(|w| w.tests()));
        }
        touched.sort_unstable();
        touched.dedup();
        for other in touched {
            gains[other] = gain(other, &chosen, &open);
        }
    }
    for t in (0..chosen.len()).rev() {
        if chosen[t] && !fixed[t] {
            chosen[t] = false;
            if helps[t].iter().any(|g| !is_met(&chosen, goals[*g])) {
                chosen[t] = true;
            }
        }
    }
    chosen
}

struct Search<'a> {
    cost: &'a [u32],
    open: &'a [&'a Vec<Witness>],
    best: (usize, u64),
    chosen: Vec<bool>,
    nodes: u64,
}

impl Search<'_> {
    fn go(&mut self, chosen: &mut Vec<bool>) {
        self.nodes += 1;
        if self.nodes > NODES {
            return;
        }
        let now = weight(chosen, self.cost);
        // The open goal with the fewest ways: it must be met somehow.
        let open = self.open.iter().filter(|g| !is_met(chosen, g)).min_by_key(|g| g.len());
        let Some(goal) = open else {
            if now < self.best {
                self.best = now;
                self.chosen = chosen.clone();
            }
            return;
        };
        // At least one more test is needed.
        if now.0 + 1 > self.best.0 {
            return;
        }
        let mut ways: Vec<Witness> = goal.to_vec();
        ways.sort_by_key(|w| {
            let [a, b] = w.tests();
            let new = usize::from(!chosen[a]) + usize::from(a != b && !chosen[b]);
            let met = |t: usize| self.open.iter().filter(|g| g.contains(&Witness::One(t))).count();
            (new, std::cmp::Reverse(met(a) + met(b)), a, b)
        });
        for w in ways {
            let added: Vec<usize> = w.tests().into_iter().filter(|t| !chosen[*t]).collect();
            added.iter().for_each(|t| chosen[*t] = true);
            self.go(chosen);
            added.iter().for_each(|t| chosen[*t] = false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;

    /// The best answer by trying all sets.
    fn best(tests: usize, cost: &[u32], kept: &[usize], goals: &[Vec<Witness>]) -> (usize, u64) {
        (0u32..1 << tests)
            .map(|set| (0..tests).map(|t| set >> t & 1 == 1).collect::<Vec<bool>>())
            .filter(|set| kept.iter().all(|k| set[*k]))
            .filter(|set| goals.iter().all(|g| g.is_empty() || is_met(set, g)))
            .map(|set| weight(&set, cost))
            .min()
            .unwrap_or((0, 0))
    }

    #[test]
    fn few_tests_are_as_few_as_can_be() {
        let mut random = Random::new(7);
        for round in 0..600 {
            let tests = 1 + random.below(9);
            let cost: Vec<u32> = (0..tests).map(|_| random.below(2) as u32).collect();
            let kept: Vec<usize> = (0..tests).filter(|_| random.below(8) == 0).collect();
            let goals: Vec<Vec<Witness>> = (0..random.below(8))
                .map(|_| {
                    (0..random.below(5))
                        .map(|_| match random.below(3) {
                            0 if tests > 1 => {
                                let a = random.below(tests);
                                Witness::Two(a, (a + 1 + random.below(tests - 1)) % tests)
                            }
                            _ => Witness::One(random.below(tests)),
                        })
                        .collect()
                })
                .collect();
            let chosen = needed(tests, &cost, &kept, &goals);
            let set: Vec<bool> = (0..tests).map(|t| chosen.contains(&t)).collect();
            assert!(goals.iter().all(|g| g.is_empty() || is_met(&set, g)), "round {round}");
            assert_eq!(weight(&set, &cost), best(tests, &cost, &kept, &goals), "round {round}: {goals:?}");
        }
    }

    #[test]
    fn many_tests_lose_what_is_needless() {
        // 100 tests that each meet one goal, and one that meets all.
        let goals: Vec<Vec<Witness>> = (0..100).map(|g| vec![Witness::One(g), Witness::One(100)]).collect();
        assert_eq!(needed(101, &[0; 101], &[], &goals), [100]);
    }
}
