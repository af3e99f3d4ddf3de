//! Cases a second of usual predicates, each with its goal replayed, and how long SWI-Prolog takes for the goals alone:
//! `cargo bench -p guided --bench cases`, or `… --bench cases -- select` for one predicate.

use base::{Budget, Stopwatch};
use guided::free::{Plan, search};
use guided::{Bounds, Mode};
use source::Files;
use std::time::Duration;

const PROGRAM: &str = "
permutation([], []).
permutation(L, [X|P]) :- select(X, L, R), permutation(R, P).
select(X, [X|T], T).
select(X, [H|T], [H|R]) :- select(X, T, R).
append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).
quicksort([], []).
quicksort([H|T], S) :- part(T, H, A, B), quicksort(A, SA), quicksort(B, SB), append(SA, [H|SB], S).
part([], _, [], []).
part([X|Xs], P, [X|A], B) :- X =< P, !, part(Xs, P, A, B).
part([X|Xs], P, A, [X|B]) :- part(Xs, P, A, B).
expr(L, R) :- term(L, M), more(M, R).
more([+|L], R) :- term(L, M), more(M, R).
more(L, L).
term(L, R) :- factor(L, M), times(M, R).
times([*|L], R) :- factor(L, M), times(M, R).
times(L, L).
factor([x|L], L).
factor([n|L], L).
factor(['('|L], R) :- expr(L, [')'|R]).
";

/// Predicates with their modes and depths. The paths of `permutation(+,-)` are the lengths of the list, so there are few.
const ENTRIES: &[(&str, &str, u32)] = &[
    ("permutation", "+-", 8),
    ("permutation", "++", 6),
    ("quicksort", "+-", 7),
    ("select", "++-", 10),
    ("select", "+++", 45),
    ("select", "-+-", 100),
    ("select", "???", 5),
    ("expr", "+-", 6),
];

/// How long SWI-Prolog takes for all solutions of all goals, without reading them: the best of seven rounds, as for us.
fn judge(goals: &[String]) -> Option<f64> {
    let folder = std::env::temp_dir().join(format!("glassbox-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let facts: String = goals.iter().map(|goal| format!("goal(({goal})).\n")).collect();
    let script = format!(
        ":- style_check(-singleton).\n:- style_check(-discontiguous).\n{PROGRAM}\n{facts}\
         :- initialization(main).\n\
         main :- findall(T, (between(1, 7, _), round(T)), Ts), min_list(Ts, Best), print(Best), nl, halt.\n\
         round(T) :- get_time(A), forall(goal(G), catch(forall(G, true), _, true)), get_time(B), T is B - A.\n"
    );
    let file = folder.join("goals.pl");
    std::fs::write(&file, script).ok()?;
    let output = tools::Tool::new("swipl")
        .args(["-q", "-f", "none"])
        .arg(&file)
        .time_limit(Duration::from_secs(60))
        .env("LC_ALL", "C.UTF-8")
        .run()
        .ok()?;
    let _ = std::fs::remove_dir_all(&folder);
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

fn main() {
    let mut files = Files::new();
    let file = files.add("usual.pl", PROGRAM);
    let Some(program) = front_clp::load(&files, file).program else {
        println!("the program of the benchmark does not load");
        return;
    };
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for (name, modes, depth) in ENTRIES {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let modes: Vec<Mode> = modes
            .chars()
            .map(|c| match c {
                '+' => Mode::Ground,
                '-' => Mode::Free,
                _ => Mode::Any,
            })
            .collect();
        let Some(pred) = program.find(name, modes.len()) else { continue };
        let plan = Plan { pred, modes, first_solution: false, bounds: Bounds::new(*depth, 1_000_000) };
        let (mut best, mut goals, mut solutions) = (f64::MAX, Vec::new(), 0);
        for _ in 0..7 {
            goals.clear();
            solutions = 0;
            let watch = Stopwatch::start();
            search(&program, &plan, &Budget::unlimited(), &mut |case| {
                solutions += case.solutions.len();
                let constraint =
                    if case.constraint == "true" { String::new() } else { format!("{}, ", case.constraint) };
                goals.push(format!("{constraint}{}", case.goal));
                true
            });
            best = best.min(watch.seconds());
        }
        let count = goals.len();
        let ratio = judge(&goals).map_or_else(
            || "swipl was not run".to_string(),
            |theirs| {
                format!("swipl runs the goals in {:.1} ms: {:.1} times as fast", theirs * 1e3, best / theirs)
            },
        );
        println!(
            "{name}/{} to depth {depth:3}: {count:6} cases, {solutions:6} solutions, {:8.0} cases a second; {ratio}",
            plan.modes.len(),
            count as f64 / best
        );
    }
}
