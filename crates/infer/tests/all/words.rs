//! Words against sets of concrete ones: what is known of a set holds of all that is in it, after any operations.

use base::{Int, Random};
use domains::{Constraint, Expr, Lattice, Numeric, Octagons, Polyhedra};
use infer::words::{Layout, Make, Pattern, Words};

/// Numbers and words, by cells and fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Concrete {
    pub nums: Vec<i64>,
    pub words: Vec<Vec<Vec<i64>>>,
}

impl Concrete {
    pub fn is_in<N: Numeric>(&self, words: &Words<N>) -> bool {
        let int = |n: &i64| Int::from(*n);
        let nums: Vec<Int> = self.nums.iter().map(int).collect();
        let cells: Vec<Vec<Vec<Int>>> = self
            .words
            .iter()
            .map(|word| word.iter().map(|cell| cell.iter().map(int).collect()).collect())
            .collect();
        words.contains(&nums, &cells)
    }
}

fn patterns() -> Vec<Pattern> {
    vec![
        Pattern::all(),
        Pattern::ordered(),
        Pattern::adjacent(),
        Pattern::equal(),
        Pattern::cross(),
        Pattern::last(),
    ]
}

/// The value of one concrete state, made cell by cell.
pub fn value<N: Numeric>(state: &Concrete, fields: usize, patterns: &[Pattern]) -> Words<N> {
    let layout = Layout { nums: state.nums.len(), fields, sums: fields == 1, words: 0 };
    let mut made = Words::top(layout, patterns.to_vec());
    for (number, value) in state.nums.iter().enumerate() {
        made = made.assign(layout.num(number), &Expr::constant(*value));
    }
    for word in &state.words {
        let before = made.layout().words;
        let mut make: Vec<Make> = (0..before).map(Make::Same).collect();
        make.extend(word.iter().map(|_| Make::Fresh));
        made = made.rebuild(&make);
        for (place, cell) in word.iter().enumerate() {
            for (field, data) in cell.iter().enumerate() {
                made = made.set_head(before + place, field, &Expr::constant(*data));
            }
        }
        let mut make: Vec<Make> = (0..before).map(Make::Same).collect();
        make.push(Make::Concat((before..before + word.len()).collect()));
        made = made.rebuild(&make);
    }
    made
}

pub fn random_state(random: &mut Random, nums: usize, fields: usize, words: usize) -> Concrete {
    let mut data = |low: i64, count: usize| low + random.below(count) as i64;
    let nums = (0..nums).map(|_| data(-2, 6)).collect();
    let lens: Vec<usize> = (0..words).map(|_| data(1, 4) as usize).collect();
    let words = lens
        .iter()
        .map(|len| (0..*len).map(|_| (0..fields).map(|_| data(-2, 6)).collect()).collect())
        .collect();
    Concrete { nums, words }
}

/// An operation on both.
fn step<N: Numeric>(
    random: &mut Random,
    value: Words<N>,
    states: Vec<Concrete>,
) -> (Words<N>, Vec<Concrete>) {
    let layout = value.layout();
    let words = layout.words;
    let same = || (0..words).map(Make::Same).collect::<Vec<Make>>();
    let word = if words == 0 { 0 } else { random.below(words) };
    let field = random.below(layout.fields);
    match random.below(8) {
        // split
        0 | 1 if words > 0 && words < 4 => {
            let mut make = same();
            make[word] = Make::Head(word);
            make.push(Make::Tail(word));
            let kept = states.into_iter().filter(|state| state.words[word].len() > 1);
            let split = kept.map(|mut state| {
                let tail = state.words[word].split_off(1);
                state.words.push(tail);
                state
            });
            let states = split.collect();
            (value.rebuild(&make), states)
        }
        // concat
        2 | 3 if words > 1 => {
            let other = (word + 1 + random.below(words - 1)) % words;
            let mut make = same();
            make[word] = Make::Concat(vec![word, other]);
            make.remove(other);
            let states = states
                .into_iter()
                .map(|mut state| {
                    let rest = state.words[other].clone();
                    state.words[word].extend(rest);
                    state.words.remove(other);
                    state
                })
                .collect();
            (value.rebuild(&make), states)
        }
        // a new head
        4 if words > 0 => {
            let num = random.below(layout.nums);
            let add = random.below(3) as i64 - 1;
            let expr = Expr::from(layout.num(num)) + Expr::constant(add);
            let states = states
                .into_iter()
                .map(|mut state| {
                    state.words[word][0][field] = state.nums[num] + add;
                    state
                })
                .collect();
            (value.set_head(word, field, &expr), states)
        }
        // a number from a head
        5 if words > 0 => {
            let num = random.below(layout.nums);
            let states = states
                .into_iter()
                .map(|mut state| {
                    state.nums[num] = state.words[word][0][field];
                    state
                })
                .collect();
            (value.assign(layout.num(num), &Expr::from(layout.head(word, field))), states)
        }
        // a test of a head
        6 if words > 0 => {
            let bound = random.below(4) as i64 - 1;
            let states = states.into_iter().filter(|state| state.words[word][0][field] >= bound).collect();
            (value.meet(&Constraint::ge(layout.head(word, field), bound)), states)
        }
        // one word less, in another order
        _ if words > 2 => {
            let mut make = same();
            make.remove(word);
            make.reverse();
            let states = states
                .into_iter()
                .map(|mut state| {
                    state.words.remove(word);
                    state.words.reverse();
                    state
                })
                .collect();
            (value.rebuild(&make), states)
        }
        _ => (value, states),
    }
}

fn sound<N: Numeric>(seeds: u64) {
    let (mut kept, mut facts) = (0, 0);
    for seed in 0..seeds {
        let mut random = Random::new(11_000 + seed);
        let fields = 1 + random.below(2);
        let words = 1 + random.below(2);
        let patterns = patterns();
        let mut states: Vec<Concrete> = (0..3).map(|_| random_state(&mut random, 2, fields, words)).collect();
        let values: Vec<Words<N>> = states.iter().map(|state| value(state, fields, &patterns)).collect();
        let mut joined = values[0].clone();
        for (number, value) in values.iter().enumerate() {
            assert!(states[number].is_in(value), "seed {seed}: {:?}", states[number]);
            let wider = joined.join(value);
            assert!(joined.leq(&wider) && value.leq(&wider), "seed {seed}: a join is above");
            if random.below(3) == 0 {
                let widened = joined.widen(&wider, &[]);
                assert!(wider.leq(&widened), "seed {seed}: widening is above");
                joined = widened;
            } else {
                joined = wider;
            }
        }
        for _ in 0..5 {
            (joined, states) = step(&mut random, joined, states);
            for state in &states {
                assert!(state.is_in(&joined), "seed {seed}: {state:?} is lost");
                kept += 1;
            }
        }
        facts += joined.facts().count();
    }
    println!("{kept} states, {facts} formulas");
    assert!(kept > 0 && facts > 0);
}

#[test]
fn polyhedra_over_words_keep_all_states() {
    sound::<Polyhedra>(15);
}

#[test]
fn octagons_over_words_keep_all_states() {
    sound::<Octagons>(15);
}

/// The error of the paper's rule for split: a formula about two positions says nothing of a word that has only one.
#[test]
fn two_positions_say_nothing_of_one() {
    let layout = Layout { nums: 0, fields: 1, sums: true, words: 1 };
    let pair =
        |a: i64, b: i64, c: i64| Concrete { nums: vec![], words: vec![vec![vec![a], vec![b], vec![c]]] };
    let patterns = vec![Pattern::ordered()];
    let long = value::<Polyhedra>(&pair(0, 5, 6), 1, &patterns).join(&value(&pair(0, 7, 8), 1, &patterns));
    let short = Concrete { nums: vec![], words: vec![vec![vec![0], vec![0]]] };
    let both = long.join(&value(&short, 1, &patterns));
    assert!(both.has(0, &[0], &Constraint::ge(layout.data(0, 0), 5)));
    let split = both.rebuild(&[Make::Head(0), Make::Tail(0)]);
    let after = Concrete { nums: vec![], words: vec![vec![vec![0]], vec![vec![0]]] };
    assert!(after.is_in(&split));
}

/// A word of 0, 1, 2, …: what holds of positions is shifted by split and concat.
#[test]
fn positions_are_shifted() {
    let patterns = vec![Pattern::all()];
    let row = |len: i64| Concrete { nums: vec![], words: vec![(0..len).map(|i| vec![i]).collect()] };
    let words = value::<Polyhedra>(&row(3), 1, &patterns).join(&value(&row(5), 1, &patterns));
    let layout = words.layout();
    let same = Constraint::eq(layout.position(0), layout.data(0, 0));
    assert!(words.has(0, &[0], &same));
    let split = words.rebuild(&[Make::Head(0), Make::Tail(0)]);
    let layout = split.layout();
    let shifted = Constraint::eq(Expr::from(layout.position(0)) + Expr::constant(1), layout.data(0, 0));
    assert!(split.has(0, &[1], &shifted));
    let again = split.rebuild(&[Make::Concat(vec![0, 1])]);
    assert!(again.has(0, &[0], &Constraint::eq(again.layout().position(0), again.layout().data(0, 0))));
}

/// A copy of a word, cell by cell: equal positions have equal data (formula H of the paper).
#[test]
fn copies_are_equal() {
    let layout = Layout { nums: 0, fields: 1, sums: true, words: 0 };
    let cells = Words::<Polyhedra>::top(layout, vec![Pattern::equal()]).rebuild(&[Make::Fresh, Make::Fresh]);
    let layout = cells.layout();
    let mut copies = cells.meet(&Constraint::eq(layout.head(0, 0), layout.head(1, 0)));
    let equal = Constraint::eq(layout.data(0, 0), layout.data(1, 0));
    loop {
        // One more cell at the end of each, with the same data.
        let longer = copies.rebuild(&[Make::Same(0), Make::Same(1), Make::Fresh, Make::Fresh]);
        let layout = longer.layout();
        let longer = longer.meet(&Constraint::eq(layout.head(2, 0), layout.head(3, 0)));
        let longer = longer.rebuild(&[Make::Concat(vec![0, 2]), Make::Concat(vec![1, 3])]);
        assert!(longer.has(0, &[0, 1], &equal));
        let wider = copies.widen(&copies.join(&longer), &[]);
        if wider.leq(&copies) {
            break;
        }
        copies = wider;
    }
    assert!(copies.has(0, &[0, 1], &equal));
    assert!(copies.base().entails(&Constraint::eq(layout.len(0), layout.len(1))));
    assert!(!copies.base().entails(&Constraint::le(layout.len(0), 100)));
}
