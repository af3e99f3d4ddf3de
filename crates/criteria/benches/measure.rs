//! What measuring costs: the time of a measured run, as a multiple of the plain run of the same program, for each
//! criterion by itself and for all at once: `cargo bench -p criteria --bench measure`.
//!
//! Words after `--` choose programs and criteria, as in `-- list all-uses`.
//!
//! Plain and measured runs take turns, and the best of each counts, so that a busy machine harms all alike.

use base::Stopwatch;
use criteria::{Criterion, Mcdc, Meter};
use imperative::machine::{Limits, State, Unwatched, Value, run_watched};
use imperative::{Program, StructId, Type};
use source::Files;

const GCD: &str = "
n := 1;
while n < 60 {
  x := n * 7; y := 91;
  while x > 0 and y > 0 { if x > y then x := x - y else y := y - x };
  sum := sum + x + y;
  n := n + 1
}";

const LIST: &str = "
sorted := nil;
while x /= nil {
  next := x.tail;
  if sorted == nil then { x.tail := nil; sorted := x }
  else if x.head <= sorted.head then { x.tail := sorted; sorted := x }
  else {
    p := sorted;
    while p.tail /= nil and p.tail.head < x.head { p := p.tail };
    x.tail := p.tail;
    p.tail := x
  };
  x := next
}";

const ARRAY: &str = "
i := 0;
while i < a.length {
  j := 0;
  while j + 1 < a.length - i {
    if a[j] > a[j + 1] then { t := a[j]; a[j] := a[j + 1]; a[j + 1] := t };
    j := j + 1
  };
  i := i + 1
}";

const CALLS: &str = "
proc fib(n: int): int { if n < 2 then return n; return fib(n - 1) + fib(n - 2) }
proc length(x: cons): int { if x == nil then return 0; return 1 + length(x.tail) }
f := fib(15); l := length(x)";

const CELLS: &str = "
while n > 0 { x := new cons(n, x); n := n - 1 };
y := nil;
while x /= nil { if x.head % 2 == 0 then y := new cons(x.head, y); x := x.tail };
while y /= nil { s := s + y.head; y := y.tail }";

const CONDITIONS: &str = "
while i < 2000 {
  if (i % 2 == 0 and i % 3 == 0) or (i % 5 == 0 and not i % 7 == 0) or i % 11 == 0 then hits := hits + 1
  else if i % 13 == 0 or i % 17 == 0 then hits := hits - 1;
  i := i + 1
}";

/// An input with a list, an array and numbers for whatever asks for them.
fn input(program: &Program) -> Option<State> {
    let main = program.main?;
    let mut state = State::new(program, main);
    let proc = program.proc(main)?;
    for v in proc.inputs() {
        let value = match &proc.var(v)?.ty {
            Type::Ref(of) => list(&mut state, *of),
            Type::Array(_) => {
                let values = (0..60).map(|i| Value::int(i * 37 % 60)).collect();
                Value::Ref(state.heap.array(Type::Int, values))
            }
            Type::Int if proc.var(v)?.name == "n" => Value::int(500),
            _ => Value::int(0),
        };
        state.set(v, value);
    }
    Some(state)
}

fn list(state: &mut State, of: StructId) -> Value {
    let mut list = Value::Nil;
    for i in 0..80 {
        list = Value::Ref(state.heap.cell(of, vec![Value::int(i * 37 % 80), list]));
    }
    list
}

fn main() {
    let mut kinds: Vec<(String, Vec<Criterion>)> =
        Criterion::ALL.iter().map(|c| (c.name(), vec![*c])).collect();
    kinds.push(("mcdc=unique-cause".into(), vec![Criterion::Mcdc(Mcdc::UniqueCause)]));
    kinds.push(("all at once".into(), Criterion::ALL.to_vec()));
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let choose = |name: &str| chosen.iter().any(|c| c == name);
    if kinds.iter().any(|(name, _)| choose(name)) {
        kinds.retain(|(name, _)| choose(name));
    }
    let mut programs = vec![
        ("gcd", GCD),
        ("list", LIST),
        ("array", ARRAY),
        ("calls", CALLS),
        ("cells", CELLS),
        ("conditions", CONDITIONS),
    ];
    if programs.iter().any(|(name, _)| choose(name)) {
        programs.retain(|(name, _)| choose(name));
    }
    let mut table: Vec<Vec<f64>> = vec![Vec::new(); kinds.len()];
    let limits = Limits::default();
    for (name, text) in &programs {
        let mut files = Files::new();
        let file = files.add(*name, *text);
        let Some(program) = front_impl::load(&files, file).program else {
            println!("the program {name} does not load");
            return;
        };
        let (Some(main), Some(input)) = (program.main, input(&program)) else { return };
        let mut meters: Vec<Meter> = kinds.iter().map(|(_, c)| Meter::new(&program, c)).collect();
        let mut plain = f64::MAX;
        let mut best = vec![f64::MAX; kinds.len()];
        let mut steps = 0;
        for _ in 0..500 {
            for (meter, best) in meters.iter_mut().zip(&mut best) {
                let start = input.clone();
                let watch = Stopwatch::start();
                let done = run_watched(&program, main, start, &limits, &mut Unwatched);
                plain = plain.min(watch.seconds());
                steps = done.steps;
                let start = input.clone();
                let watch = Stopwatch::start();
                let (done, _) = meter.run(main, start, &limits);
                *best = best.min(watch.seconds());
                assert_eq!(done.steps, steps);
            }
        }
        println!("{name}: {steps} steps, {:.1} ns a step", plain * 1e9 / steps as f64);
        for (row, best) in table.iter_mut().zip(best) {
            row.push(best / plain);
        }
    }
    println!();
    let names: Vec<&str> = programs.iter().map(|(name, _)| *name).collect();
    println!("| criterion | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len()));
    for ((name, _), row) in kinds.iter().zip(&table) {
        let row: Vec<String> = row.iter().map(|r| format!("{r:.2}")).collect();
        println!("| {name} | {} |", row.join(" | "));
    }
}
