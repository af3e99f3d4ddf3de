//! What the inference of list invariants costs: `cargo bench -p infer`.
//!
//! First the programs of the paper for which it gives times (CINV, on the machine of its authors), with the part of those times
//! that is used here; then the growth in `k` and in the number of pointer variables; and all programs of `corpus/lists`, the
//! slowest first. Each row has the time with polyhedra and the ratio to octagons, measured in the same run. Reading the file
//! is not counted. Words after `--` choose among `paper`, `growth` and `corpus`; `--alone` leaves the octagons out.

use base::{Budget, Stopwatch};
use domains::{Numeric, Octagons, Polyhedra};
use imperative::{ProcId, Program};
use infer::{Analysis, Choice};
use language::{Language, LoadOptions, Model};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Programs of the paper, with its times in seconds.
const PAPER: [(&str, f64); 3] = [("max", 0.02), ("fibonacci", 0.42), ("insertion_sort", 0.99)];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    if chosen("paper") {
        paper();
    }
    if chosen("growth") {
        growth();
    }
    if chosen("corpus") {
        corpus();
    }
}

fn paper() {
    println!("{:<16} {:>10} {:>14} {:>10}", "program", "seconds", "of the paper", "octagons");
    for (name, seconds) in PAPER {
        let Some(program) = listed(name) else { continue };
        let time = both(&program, 0);
        println!("{name:<16} {:>10.4} {:>13.1}% {:>9.2}x", time.0, 100.0 * time.0 / seconds, time.1 / time.0);
    }
}

fn growth() {
    println!("\n{:<30} {:>10} {:>10}", "k", "seconds", "octagons");
    for name in ["max", "reverse", "insert_sorted"] {
        let Some(program) = listed(name) else { continue };
        for k in 0..=3 {
            let time = both(&program, k);
            println!("{:<30} {:>10.4} {:>9.2}x", format!("{name}, k = {k}"), time.0, time.1 / time.0);
        }
    }
    println!("\n{:<30} {:>10} {:>10}", "pointer variables", "seconds", "octagons");
    for count in 1..=6 {
        let Some(program) = read("pointers.c", &pointers(count)) else { continue };
        let time = both(&program, 0);
        println!("{count:<30} {:>10.4} {:>9.2}x", time.0, time.1 / time.0);
    }
}

fn corpus() {
    let mut rows: Vec<(f64, f64, String)> = Vec::new();
    for (name, _, text) in testkit::golden::texts(&testkit::golden::root().join("corpus/lists"), "c") {
        let Some(program) = read(&name, &text) else { continue };
        let time = both(&program, 0);
        rows.push((time.0, time.1, name));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("\n{:<30} {:>10} {:>10}", "program", "seconds", "octagons");
    for (seconds, octagons, name) in rows {
        println!("{name:<30} {seconds:>10.4} {:>9.2}x", octagons / seconds);
    }
}

/// One pointer after the other stops somewhere in a list.
fn pointers(count: usize) -> String {
    let mut text = String::from("struct node { int data; struct node *next; };\n");
    text.push_str("void walk(struct node *p0, int value) {\n");
    for i in 1..=count {
        text.push_str(&format!("    struct node *p{i} = p{};\n", i - 1));
        text.push_str(&format!("    while (p{i} && p{i}->data < value) p{i} = p{i}->next;\n"));
    }
    let used: Vec<String> = (0..=count).map(|i| format!("p{i} == 0")).collect();
    text.push_str(&format!("    if ({}) value = 0;\n}}\n", used.join(" || ")));
    text
}

fn listed(name: &str) -> Option<Program> {
    let path = testkit::golden::root().join(format!("corpus/lists/{name}.c"));
    read(name, &std::fs::read_to_string(path).ok()?)
}

fn read(name: &str, text: &str) -> Option<Program> {
    let mut files = source::Files::new();
    let file = files.add(name, text.to_owned());
    match front_c::LANGUAGE.load(&files, file, &LoadOptions::default()).ok()?.model {
        Model::Imperative(loaded) => Some(loaded.program),
        _ => None,
    }
}

/// The times with polyhedra and with octagons.
fn both(program: &Program, k: usize) -> (f64, f64) {
    let alone = std::env::args().any(|word| word == "--alone");
    let octagons = if alone { f64::NAN } else { best(|| all::<Octagons>(program, k)) };
    (best(|| all::<Polyhedra>(program, k)), octagons)
}

/// Analyses all procedures, and says whether all of it was done.
fn all<N: Numeric>(program: &Program, k: usize) -> bool {
    let one = |entry: ProcId| {
        let choice = Choice::new(program, entry, None, k);
        let analysis = Analysis::<N>::new(program, entry, &choice, &Budget::unlimited());
        analysis.is_ok_and(|analysis| analysis.is_some_and(|analysis| !analysis.shown().is_empty()))
    };
    program.proc_ids().all(one)
}

/// The shortest time of some runs, in seconds.
fn best<T>(mut run: impl FnMut() -> T) -> f64 {
    let mut best = f64::MAX;
    let all = Stopwatch::start();
    for _ in 0..50 {
        let watch = Stopwatch::start();
        let result = run();
        best = best.min(watch.seconds());
        drop(result);
        if all.seconds() > 1.0 {
            break;
        }
    }
    best
}
