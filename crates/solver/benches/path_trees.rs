//! Mean time of assert, check and model on trees of path conditions, ours and z3's (one incremental
//! process over a pipe), measured in one run: `cargo bench -p solver --bench path_trees`.

use base::{Budget, Stopwatch};
use formula::{Op, SortKind};
use solver::{Solver, State, Verdict};
use std::time::Duration;
use testkit::paths::{Step, Walk, insertion_sort, merge_lists, tree_lookup};
use tools::Tool;

fn ours(w: &Walk) -> (f64, usize) {
    let mut best = f64::MAX;
    let mut sat = 0;
    for _ in 0..3 {
        let mut solver = Solver::new();
        let mut states = vec![State::new()];
        sat = 0;
        let watch = Stopwatch::start();
        for s in &w.steps {
            match s {
                Step::Enter(f) => {
                    let next = states[states.len() - 1].assert(*f);
                    if let Verdict::Sat(m) = solver.check_state(&w.terms, &next, &Budget::unlimited()) {
                        sat += 1;
                        std::hint::black_box(&m);
                    }
                    states.push(next);
                }
                Step::Leave => {
                    states.pop();
                }
            }
        }
        best = best.min(watch.seconds());
    }
    (best / w.questions() as f64, sat)
}

fn z3(w: &Walk) -> Option<(f64, usize)> {
    let limit = Duration::from_secs(20);
    let mut z3 = Tool::new("z3").arg("-in").talk().ok()?;
    let mut all = Vec::new();
    for s in &w.steps {
        if let Step::Enter(f) = s {
            all.push(*f);
        }
    }
    let script = smtlib::script(&w.terms, &all);
    let declarations: String = script
        .lines()
        .filter(|l| !l.starts_with("(assert") && !l.starts_with("(check-sat"))
        .fold(String::new(), |a, l| a + l + "\n");
    z3.write(&declarations);
    let texts: Vec<String> = all.iter().map(|f| smtlib::term_text(&w.terms, *f)).collect();
    let mut sat = 0;
    let mut next = 0;
    let watch = Stopwatch::start();
    for s in &w.steps {
        match s {
            Step::Enter(_) => {
                z3.write(&format!("(push)\n(assert {})\n(check-sat)\n", texts[next]));
                next += 1;
                if z3.read_line(limit).ok()?.trim() == "sat" {
                    sat += 1;
                    z3.write("(get-model)\n");
                    std::hint::black_box(z3.read_expression(limit).ok()?);
                }
            }
            Step::Leave => z3.write("(pop)\n"),
        }
    }
    Some((watch.seconds() / w.questions() as f64, sat))
}

fn line(w: &Walk) {
    let (mine, sat) = ours(w);
    let refs = w
        .terms
        .vars()
        .iter()
        .filter(|v| matches!(w.terms.sort_kind(w.terms.sort_of(**v)), SortKind::Ref(_)))
        .count();
    let _ = (refs, Op::True);
    print!("{:32} {:6} questions {:3} atoms deep  {:8.2} µs", w.name, w.questions(), w.depth, mine * 1e6);
    match z3(w) {
        Some((theirs, judged)) => {
            assert_eq!(sat, judged, "{}: as many satisfiable", w.name);
            println!("  z3 {:8.2} µs  ratio {:6.1}", theirs * 1e6, theirs / mine);
        }
        None => println!("  (z3 is not installed)"),
    }
}

fn main() {
    println!("mean time of assert + check + model");
    for w in [insertion_sort(6, usize::MAX), merge_lists(6, usize::MAX), tree_lookup(4, usize::MAX)] {
        line(&w);
    }
    println!("growth with the number of atoms (first 2,000 steps)");
    for n in [2, 4, 6, 9, 12, 15] {
        line(&merge_lists(n, 2_000));
    }
    for n in [4, 6, 8, 10, 11] {
        line(&insertion_sort(n, 2_000));
    }
    for n in [2, 4, 8, 12, 16] {
        line(&tree_lookup(n, 2_000));
    }
}
