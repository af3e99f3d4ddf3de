//! Equations between multisets, against concrete ones: for each number how often it is there.

use base::Random;
use infer::Bags;

/// How often each of a few numbers is in each multiset. Differences of multisets are allowed.
type Concrete = Vec<[i64; 3]>;

fn total(state: &Concrete, sum: &[(usize, i64)]) -> [i64; 3] {
    let mut found = [0; 3];
    for (dim, factor) in sum {
        for (place, count) in found.iter_mut().zip(state[*dim]) {
            *place += factor * count;
        }
    }
    found
}

fn random_sum(random: &mut Random, dims: usize) -> Vec<(usize, i64)> {
    (0..1 + random.below(3)).map(|_| (random.below(dims), [1, 1, -1, 2][random.below(4)])).collect()
}

fn holds(states: &[Concrete], sum: &[(usize, i64)]) -> bool {
    states.iter().all(|state| total(state, sum) == [0; 3])
}

/// All equations hold of all states, and what follows from them does.
fn check(random: &mut Random, bags: &Bags, states: &[Concrete], seed: u64) {
    for equation in bags.equations() {
        let sum: Vec<(usize, i64)> =
            equation.iter().map(|(dim, factor)| (*dim, factor.to_i64().expect("a small factor"))).collect();
        assert!(holds(states, &sum), "seed {seed}: {equation:?} does not hold of {states:?}");
        assert!(bags.has(&sum), "seed {seed}: {equation:?} is an equation");
    }
    for _ in 0..5 {
        let sum = random_sum(random, bags.dims());
        assert!(!bags.has(&sum) || holds(states, &sum), "seed {seed}: {sum:?} does not hold of {states:?}");
    }
}

/// The equations that hold of a state, found one by one.
fn of(random: &mut Random, states: &[Concrete], dims: usize) -> Bags {
    let mut bags = Bags::top(dims);
    for _ in 0..40 {
        let sum = random_sum(random, dims);
        if holds(states, &sum) {
            bags = bags.with(&sum);
            assert!(bags.has(&sum));
        }
    }
    bags
}

fn random_state(random: &mut Random, dims: usize) -> Concrete {
    let mut state: Concrete = Vec::new();
    for dim in 0..dims {
        // Many are sums of others.
        let made = match random.below(3) {
            0 if dim > 1 => total(&state, &[(random.below(dim), 1), (random.below(dim), 1)]),
            1 if dim > 0 => state[random.below(dim)],
            _ => [0; 3].map(|_| random.between(0, 2)),
        };
        state.push(made);
    }
    state
}

#[test]
fn equations_hold_after_sound_operations() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut dims = 2 + random.below(5);
        let mut states: Vec<Concrete> = (0..2).map(|_| random_state(&mut random, dims)).collect();
        let parts: Vec<Bags> =
            states.iter().map(|state| of(&mut random, std::slice::from_ref(state), dims)).collect();
        let mut bags = parts[0].join(&parts[1]);
        assert!(parts.iter().all(|part| part.leq(&bags)), "seed {seed}: a join is above");
        check(&mut random, &bags, &states, seed);
        for _ in 0..6 {
            let dim = random.below(dims);
            match random.below(5) {
                0 => {
                    let sum = random_sum(&mut random, dims);
                    states.iter_mut().for_each(|state| state[dim] = total(state, &sum));
                    bags = bags.set(dim, &sum);
                }
                1 => {
                    for state in &mut states {
                        state[dim] = [0; 3].map(|_| random.between(0, 5));
                    }
                    bags = bags.without(&[dim]);
                }
                2 => {
                    // Another order, one less, and one more.
                    let mut from: Vec<Option<usize>> = (0..dims).filter(|at| *at != dim).map(Some).collect();
                    from.insert(random.below(dims), None);
                    let turn = random.below(dims);
                    from.rotate_left(turn);
                    let fresh = [0; 3].map(|_| random.between(0, 5));
                    let moved =
                        |state: &Concrete| from.iter().map(|at| at.map_or(fresh, |at| state[at])).collect();
                    states = states.iter().map(moved).collect();
                    bags = bags.arranged(&from);
                    dims = from.len();
                }
                3 => {
                    let sum = random_sum(&mut random, dims);
                    states.retain(|state| total(state, &sum) == [0; 3]);
                    bags = bags.with(&sum);
                }
                _ => {
                    let more = random_state(&mut random, dims);
                    let other = of(&mut random, std::slice::from_ref(&more), dims);
                    states.push(more);
                    let both = bags.join(&other);
                    assert!(bags.leq(&both) && other.leq(&both), "seed {seed}: a join is above");
                    bags = both;
                }
            }
            check(&mut random, &bags, &states, seed);
        }
    }
}
