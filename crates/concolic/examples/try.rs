//! Shows the cases of a predicate of a file.

use concolic::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (name, modes) = args[2].split_once('(').unwrap();
    let modes: Vec<Mode> = modes
        .chars()
        .filter_map(|c| match c {
            '+' => Some(Mode::Ground),
            '-' => Some(Mode::Free),
            '?' => Some(Mode::Any),
            _ => None,
        })
        .collect();
    let depth: u32 = args[3].parse().unwrap();
    let first = args.get(4).is_some_and(|a| a == "first");
    let quiet = args.iter().any(|a| a == "quiet");
    let mut files = source::Files::new();
    let file = files.add("a.pl", text.as_str());
    let loaded = front_clp::load(&files, file);
    let program = loaded.program.unwrap();
    let plan = Plan {
        pred: program.find(name, modes.len()).unwrap(),
        modes,
        depth,
        steps: 100_000,
        path_length: None,
        backtracks: None,
        first_solution: first,
    };
    let budget = base::Budget::unlimited();
    let t = std::time::Instant::now();
    let mut n = 0;
    let found = search(&program, &plan, &budget, &mut |case| {
        n += 1;
        if !quiet {
            println!(
                "{:<20} {:<30} {}  [{}]  {:?} {:?}",
                case.path,
                case.goal,
                case.constraint,
                case.condition,
                case.ending,
                case.solutions
                    .iter()
                    .map(|s| s.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(","))
                    .collect::<Vec<_>>()
            );
        }
        true
    });
    let s = t.elapsed().as_secs_f64();
    println!(
        "{n} cases in {s:.4}s = {:.0}/s; cut {} infeasible {} unknown {} queries {} {:?}",
        n as f64 / s,
        found.cut,
        found.infeasible,
        found.unknown,
        found.queries,
        found.reasons
    );
}
