//! In-place insertion sort of an acyclic list: every order of up to n elements in one run, paths a second
//! and time a decision, for n from 3 to 7: `cargo bench -p explore --bench insertion_sort`.

use base::{Budget, Stopwatch};
use explore::{Bounds, Plan, explore};
use source::Files;

const PROGRAM: &str = "
requires acyclic(x);
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

fn main() {
    let mut files = Files::new();
    let file = files.add("sort.impl", PROGRAM);
    let Some(program) = front_impl::load(&files, file).program else {
        println!("the program of the benchmark does not load");
        return;
    };
    let Some(main) = program.main else { return };
    for n in 3..=7 {
        let plan = Plan::within(Bounds { loops: Some(n), ..Bounds::default() });
        let mut best = f64::MAX;
        let (mut paths, mut decisions) = (0u64, 0u64);
        for _ in 0..5 {
            (paths, decisions) = (0, 0);
            let watch = Stopwatch::start();
            let done = explore(&program, main, &plan, &Budget::unlimited(), &mut |f| {
                paths += 1;
                decisions += f.decisions.len() as u64;
                true
            });
            assert!(done.is_complete());
            best = best.min(watch.seconds());
        }
        println!(
            "up to {n} elements: {paths:5} paths, {:8.0} paths a second, {:5.2} µs for each decision on a path",
            paths as f64 / best,
            best * 1e6 / decisions as f64
        );
    }
}
