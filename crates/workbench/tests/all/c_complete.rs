//! Searches of random C functions that call themselves complete, and that no bound cut: inputs that nobody chose must
//! follow one of the paths that were found.
//!
//! The numbers of the inputs that were found are changed at random, and the answers of the surroundings; the shapes of
//! their heaps stay. Each run is made by the machine, which knows nothing of the search.

use crate::asking::Asked;
use base::{Budget, Int, Random};
use criteria::path_of;
use imperative::machine::{Object, Options, Outcome, State, Value, run};
use imperative::{ErrorKind, ProcId, Program, Type, Word};
use source::{Files, Span};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;
use suite::restore;
use workbench::SearchOptions;

/// Programs, and inputs for each test that was found.
const PROGRAMS: u64 = 60;
const INPUTS: usize = 12;

type Way = (Vec<criteria::Step>, Option<(ErrorKind, Span)>);

/// The path of a run; nothing for one that tells nothing.
fn way(program: &Program, entry: ProcId, input: State) -> Option<Way> {
    let ran = run(program, entry, input, &Options::default());
    let end = match ran.outcome {
        Outcome::Ok => None,
        Outcome::Error { kind, span, .. } => Some((kind, span)),
        _ => return None,
    };
    Some((path_of(program, &ran.trace), end))
}

fn number(random: &mut Random, word: Word) -> Value {
    let some =
        [0, 1, -1, 2, 3, 4, 7, 10, 64, 100, 127, -128, 255, 1000, 65_535, 2_147_483_647, -2_147_483_648];
    let n = random.pick(&some).copied().unwrap_or(0) + random.below(3) as i64 - 1;
    Value::Int(word.wrap(&Int::from(n)))
}

/// The same heap with other numbers.
fn changed(program: &Program, entry: ProcId, input: &State, random: &mut Random) -> State {
    let mut out = input.clone();
    let vars: &[imperative::Var] = program.proc(entry).map_or(&[], |p| &p.vars);
    for (value, var) in out.env.iter_mut().zip(vars) {
        if let (Some(Value::Int(_)), Type::Word(word)) = (&value, &var.ty)
            && random.below(2) == 0
        {
            *value = Some(number(random, *word));
        }
    }
    for object in &mut out.heap.objects {
        let types: Vec<Type> = match object {
            Object::Cell { of, .. } => program
                .struct_of(*of)
                .map_or_else(Vec::new, |s| s.fields.iter().map(|f| f.ty.clone()).collect()),
            Object::Array { element, values, .. } => vec![element.clone(); values.len()],
            Object::Gone { .. } => Vec::new(),
        };
        for (value, ty) in object.values_mut().iter_mut().zip(types) {
            if let (Value::Int(_), Type::Word(word)) = (&value, ty)
                && random.below(2) == 0
            {
                *value = number(random, word);
            }
        }
    }
    if random.below(2) == 0 {
        out.answers = (0..random.below(4)).map(|_| Int::from(random.below(2) as i64)).collect();
    }
    out
}

#[test]
fn no_input_leaves_the_paths_of_a_complete_search() {
    if testkit::require::program("cc", "random C functions searched as a whole").is_none() {
        return;
    }
    let programs = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let (mut whole, mut inputs, mut searched) = (0, 0, 0);
    for seed in 500_000..500_000 + programs {
        let text = testkit::c_programs::program(seed);
        let mut files = Files::new();
        let file = files.add(format!("p{seed}.c"), text.clone());
        let path = PathBuf::from(format!("p{seed}.c"));
        let loaded = front_c::load(&files, file, &path, &front_c::Options::default());
        let program = &loaded.program.expect("a program");
        let search = SearchOptions {
            criteria: vec!["path".into()],
            loops: Some(6),
            depth: Some(6),
            ..SearchOptions::default()
        };
        let asked = Asked { path, ..Asked::new(&front_c::LANGUAGE, &files, file, search) };
        for entry in language::entries(program, None).expect("functions") {
            searched += 1;
            let name = program.proc(entry).map_or("", |p| p.name.as_str());
            let budget = Budget::unlimited().with_time(Duration::from_millis(320));
            let made = asked.open(Some(name), &budget).generate(&mut |_| {});
            let search = made.suite.exploration.as_ref().expect("a search");
            if !search.complete || search.cut > 0 {
                continue;
            }
            whole += 1;
            let found: Vec<State> = made
                .suite
                .tests
                .iter()
                .map(|t| restore(program, entry, t.input().expect("a heap")).expect("an input").0)
                .collect();
            let ways: BTreeSet<Way> =
                found.iter().filter_map(|input| way(program, entry, input.clone())).collect();
            let mut random = Random::new(seed);
            for input in &found {
                for _ in 0..INPUTS {
                    let other = changed(program, entry, input, &mut random);
                    let requires =
                        imperative::machine::requirements_hold(program, entry, &other, &Options::default());
                    if requires == Ok(false) {
                        continue;
                    }
                    if let Some(way) = way(program, entry, other.clone()) {
                        inputs += 1;
                        assert!(
                            ways.contains(&way),
                            "seed {seed}, {name}: an input that leads elsewhere: {}, answers {:?}: {way:?}\n{text}",
                            other.show(program, entry),
                            other.answers,
                        );
                    }
                }
            }
        }
    }
    println!("{searched} functions, {whole} of them searched as a whole, {inputs} inputs");
    assert!(whole > 20, "{whole}");
}
