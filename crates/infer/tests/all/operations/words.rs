//! Cuts, equations, formulas that are taken for granted, and all patterns.

use crate::words::{Concrete, random_state, value};
use base::Random;
use domains::{Constraint, Expr, Lattice, Numeric, Octagons, Polyhedra};
use infer::words::{Make, Pattern, Words};

fn all_patterns() -> Vec<Pattern> {
    vec![
        Pattern::all(),
        Pattern::ordered(),
        Pattern::adjacent(),
        Pattern::triples(),
        Pattern::equal(),
        Pattern::cross(),
        Pattern::first(),
        Pattern::first_two(),
        Pattern::last(),
        Pattern::last_two(),
        Pattern::single(),
        Pattern::only(),
    ]
}

/// Some of them; those that operations ask for are there often.
fn some_patterns(random: &mut Random) -> Vec<Pattern> {
    let mut found: Vec<Pattern> = all_patterns().into_iter().filter(|_| random.one_in(3)).collect();
    for pattern in [Pattern::all(), Pattern::equal(), Pattern::single()] {
        if random.one_in(2) && !found.contains(&pattern) {
            found.push(pattern);
        }
    }
    found
}

fn same(words: usize) -> Vec<Make> {
    (0..words).map(Make::Same).collect()
}

/// All ways to cut words, each at the position that a choice gives it.
fn cut<N: Numeric>(
    value: &Words<N>,
    states: &[Concrete],
    words: &[usize],
    together: bool,
) -> (Words<N>, Vec<Concrete>) {
    let mut make = same(value.layout().words);
    for (group, word) in words.iter().enumerate() {
        make[*word] = Make::Front(*word);
        make.push(Make::Back(*word, if together { 0 } else { group }));
    }
    let mut found = Vec::new();
    for state in states {
        let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
        for word in words {
            let positions = 1..state.words[*word].len();
            rows = rows
                .iter()
                .flat_map(|row| positions.clone().map(|at| [row.as_slice(), &[at]].concat()))
                .collect();
        }
        rows.retain(|row| !together || row.iter().all(|at| *at == row[0]));
        for row in rows {
            let mut state = state.clone();
            for (word, at) in words.iter().zip(row) {
                let back = state.words[*word].split_off(at);
                state.words.push(back);
            }
            found.push(state);
        }
    }
    (value.rebuild(&make), found)
}

/// What is taken for granted of a word: data are at least a number, or rise from one cell to another, or to the next one.
fn taken<N: Numeric>(
    random: &mut Random,
    value: &Words<N>,
    states: Vec<Concrete>,
    word: usize,
    field: usize,
) -> (Words<N>, Vec<Concrete>) {
    let layout = value.layout();
    let (first, second) = (layout.data(0, field), layout.data(1, field));
    let keep = |holds: &dyn Fn(&[i64]) -> bool| -> Vec<Concrete> {
        let data = |state: &Concrete| state.words[word].iter().map(|cell| cell[field]).collect::<Vec<i64>>();
        states.iter().filter(|state| holds(&data(state))).cloned().collect()
    };
    match random.below(3) {
        0 => {
            let least = random.between(-2, 1);
            let said = [Constraint::ge(first, least)];
            (value.taken(&Pattern::all(), word, &said), keep(&|data| data.iter().all(|n| *n >= least)))
        }
        1 => {
            let said = [Constraint::le(first, Expr::from(second) + Expr::constant(1))];
            let falls = |data: &[i64], i: usize| data[i + 1..].iter().any(|later| data[i] > *later + 1);
            let holds = move |data: &[i64]| (0..data.len()).all(|i| !falls(data, i));
            (value.taken(&Pattern::ordered(), word, &said), keep(&holds))
        }
        _ => {
            let said = [Constraint::le(first, Expr::from(second))];
            let holds = |data: &[i64]| data.windows(2).all(|pair| pair[0] <= pair[1]);
            (value.taken(&Pattern::adjacent(), word, &said), keep(&holds))
        }
    }
}

fn step<N: Numeric>(
    random: &mut Random,
    value: Words<N>,
    states: Vec<Concrete>,
) -> (Words<N>, Vec<Concrete>) {
    let layout = value.layout();
    let words = layout.words;
    let word = random.below(words);
    let other = (word + 1 + random.below(words.max(2) - 1)) % words;
    let field = random.below(layout.fields);
    match random.below(11) {
        0 if words < 4 => cut(&value, &states, &[word], true),
        1 | 2 if words > 1 && words < 4 => {
            let together = random.one_in(2);
            cut(&value, &states, &[word, other], together)
        }
        3 => {
            let kept = states.into_iter().filter(|state| state.words[word].len() == 1).collect();
            (value.single(word), kept)
        }
        4 if words > 1 => {
            let kept = states.into_iter().filter(|state| state.words[word] == state.words[other]).collect();
            (value.equated(word, other), kept)
        }
        5 | 6 => taken(random, &value, states, word, field),
        7 => {
            let mut changed = states;
            for state in &mut changed {
                state.words[word][0][field] = random.between(-9, 9);
            }
            (value.forget_head(word, field), changed)
        }
        8 if words < 4 => {
            let mut make = same(words);
            make.push(Make::Fresh);
            let mut changed = states;
            for state in &mut changed {
                state.words.extend(random_state(random, 0, layout.fields, 1).words);
            }
            (value.rebuild(&make).lengthened(words), changed)
        }
        9 if words > 1 => {
            let mut make = same(words);
            make[word] = Make::Concat(vec![word, other]);
            make.remove(other);
            let mut changed = states;
            for state in &mut changed {
                let rest = state.words[other].clone();
                state.words[word].extend(rest);
                state.words.remove(other);
            }
            (value.rebuild(&make), changed)
        }
        10 if words < 4 => {
            let mut make = same(words);
            make[word] = Make::Head(word);
            make.push(Make::Tail(word));
            let mut changed: Vec<Concrete> =
                states.into_iter().filter(|state| state.words[word].len() > 1).collect();
            for state in &mut changed {
                let tail = state.words[word].split_off(1);
                state.words.push(tail);
            }
            (value.rebuild(&make), changed)
        }
        _ => (value, states),
    }
}

/// A few states, often with the same words twice.
fn first_states(random: &mut Random, fields: usize, words: usize) -> Vec<Concrete> {
    (0..3)
        .map(|_| {
            let mut state = random_state(random, 1, fields, words);
            if words > 1 && random.one_in(2) {
                state.words[1] = state.words[0].clone();
            }
            if random.one_in(2) {
                state.words.iter_mut().for_each(|word| word.sort());
            }
            state
        })
        .collect()
}

fn sound<N: Numeric>(seeds: std::ops::Range<u64>) {
    let (mut kept, mut facts) = (0, 0);
    for seed in seeds {
        let mut random = Random::new(seed);
        let fields = if random.one_in(4) { 2 } else { 1 };
        let words = 1 + random.below(2);
        let patterns = some_patterns(&mut random);
        let mut states = first_states(&mut random, fields, words);
        let values: Vec<Words<N>> = states.iter().map(|state| value(state, fields, &patterns)).collect();
        let mut joined = values[0].clone();
        for value in &values[1..] {
            let wider = joined.join(value);
            joined = if random.one_in(3) { joined.widen(&wider, &[]) } else { wider };
        }
        let before = joined.clone();
        for _ in 0..5 {
            (joined, states) = step(&mut random, joined, states);
            // What runs come to is kept small.
            while states.len() > 12 {
                let at = random.below(states.len());
                states.swap_remove(at);
            }
            for state in &states {
                let names: Vec<&str> = patterns.iter().map(|pattern| pattern.name).collect();
                assert!(state.is_in(&joined), "seed {seed}, {names:?}: {state:?} is lost");
                kept += 1;
            }
            if joined.layout() == before.layout() {
                let both = before.join(&joined);
                assert!(states.iter().all(|state| state.is_in(&both)), "seed {seed}: lost by a join");
            }
        }
        facts += joined.facts().count();
    }
    println!("{kept} states, {facts} formulas");
    assert!(kept > 0 && facts > 0);
}

/// How many seeds: more in a campaign.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let count = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|text| text.parse().ok());
    let first = std::env::var("GLASSBOX_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    first..first + count.unwrap_or(usual)
}

#[test]
fn polyhedra_keep_all_states_in_sound_operations() {
    sound::<Polyhedra>(seeds(25));
}

#[test]
fn octagons_keep_all_states_in_sound_operations() {
    sound::<Octagons>(seeds(25));
}
