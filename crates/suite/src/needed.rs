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

/// The most tests for which the answer is the best there is.
pub const EXACT: usize = 30;

/// Nodes of the search after which the best answer so far has to do.
const NODES: u64 = 2_000_000;

/// Chooses among so many tests, given what each costs beside being one more (an error, say), those that are kept in
/// any case, and the ways to meet each goal. Goals that nothing meets are nobody's concern.
pub fn needed(count: usize, cost: &[u32], kept: &[usize], goals: &[Vec<Witness>]) -> Vec<usize> {
    let mut chosen = vec![false; count];
    for k in kept {
        if let Some(c) = chosen.get_mut(*k) {
            *c = true;
        }
    }
    let open: Vec<&Vec<Witness>> = goals.iter().filter(|g| !g.is_empty() && !is_met(&chosen, g)).collect();
    let greedy = greedy(chosen.clone(), cost, &open);
    let free = chosen.iter().filter(|c| !**c).count();
    let best = if free <= EXACT {
        let mut search = Search { cost, open: &open, best: weight(&greedy, cost), chosen: greedy, nodes: 0 };
        search.go(&mut chosen);
        search.chosen
    } else {
        greedy
    };
    (0..count).filter(|t| best[*t]).collect()
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

fn greedy(mut chosen: Vec<bool>, cost: &[u32], goals: &[&Vec<Witness>]) -> Vec<bool> {
    let fixed = chosen.clone();
    loop {
        let open: Vec<&&Vec<Witness>> = goals.iter().filter(|g| !is_met(&chosen, g)).collect();
        let Some(first) = open.first() else { break };
        // What one more test meets at once, or half of it as one of two.
        let gain = |t: usize| {
            let mut gain = 0u64;
            for g in &open {
                let mut best = 0;
                for w in g.iter() {
                    let [a, b] = w.tests();
                    if a == t || b == t {
                        let other = if a == t { b } else { a };
                        let whole = a == b || chosen.get(other).copied().unwrap_or(false);
                        best = best.max(if whole { 2 } else { 1 });
                    }
                }
                gain += best;
            }
            gain
        };
        let candidates = (0..chosen.len()).filter(|t| !chosen[*t]);
        let price = |t: usize| cost.get(t).copied().unwrap_or(0);
        let best = candidates.max_by_key(|t| (gain(*t), std::cmp::Reverse(price(*t)), std::cmp::Reverse(*t)));
        match best {
            Some(t) if gain(t) > 0 => chosen[t] = true,
            // Cannot be, since every open goal has a way; but never loop.
            _ => {
                for t in first.first().map_or([0, 0], |w| w.tests()) {
                    if let Some(c) = chosen.get_mut(t) {
                        *c = true;
                    }
                }
                break;
            }
        }
    }
    for t in (0..chosen.len()).rev() {
        if chosen[t] && !fixed[t] {
            chosen[t] = false;
            if goals.iter().any(|g| !is_met(&chosen, g)) {
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
