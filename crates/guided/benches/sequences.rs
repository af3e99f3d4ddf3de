//! How many sequences are derived in a second: bubblesort (figure 5.1 of the thesis), and the procedures of table 5.3 together.

#[path = "../tests/all/typed/program.rs"]
#[allow(dead_code)]
mod program;

use std::time::Instant;

fn main() {
    let bubblesort = program::load_file("mercury/thesis/figure_5_1.m");
    let id = bubblesort.proc("bubblesort(in, out)");
    let plan = bubblesort.plan(id, 9);
    let mut best = f64::INFINITY;
    let mut count = 0;
    for _ in 0..3 {
        let start = Instant::now();
        count = bubblesort.derive(&plan).0.len();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("bubblesort, depth 9: {count} sequences in {best:.3} s, {:.0} a second", count as f64 / best);
    let table: &[(&str, u32, Option<usize>)] = &[
        ("partition(in, in, out, out)", 6, None),
        ("app(in, in, out)", 6, None),
        ("app(out, out, in)", 6, Some(10)),
        ("doubleapp(in, in, in, out)", 3, None),
        ("doubleapp(out, out, out, in)", 6, Some(8)),
        ("mem(in, in)", 5, None),
        ("mem(out, in)", 5, Some(5)),
        ("applast(in, in, out)", 3, None),
        ("match(in, in)", 3, None),
        ("matchappend(in, in)", 4, None),
        ("maxlength(in, out, out)", 5, None),
        ("revacctype(in, in, out)", 4, None),
        ("transpose(in, out)", 2, None),
    ];
    let loaded = program::load_file("mercury/thesis/table_5_3.m");
    let plans: Vec<_> = table
        .iter()
        .map(|(name, depth, solutions)| {
            let mut plan = loaded.plan(loaded.proc(name), *depth);
            plan.solutions = *solutions;
            plan
        })
        .collect();
    let start = Instant::now();
    let count: usize = plans.iter().map(|plan| loaded.derive(plan).0.len()).sum();
    println!("table 5.3: {count} sequences in {:.4} s", start.elapsed().as_secs_f64());
}
