//! In-place insertion sort of an acyclic list: every order of up to n elements in one run, paths a second
//! and time a decision, for n from 3 to 7: `cargo bench -p explore --bench insertion_sort`. The same in C, with the time
//! of a path as a multiple, and insertion sort of an array in C.

use base::{Budget, Stopwatch};
use explore::{Bounds, Plan, explore};
use imperative::{ProcId, Program};
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

const LIST_IN_C: &str = "
struct cell { int head; struct cell *tail; };
//@ requires acyclic(x)
struct cell *sort(struct cell *x)
{
    struct cell *sorted = 0;
    while (x) {
        struct cell *next = x->tail;
        if (!sorted) { x->tail = 0; sorted = x; }
        else if (x->head <= sorted->head) { x->tail = sorted; sorted = x; }
        else {
            struct cell *p = sorted;
            while (p->tail && p->tail->head < x->head)
                p = p->tail;
            x->tail = p->tail;
            p->tail = x;
        }
        x = next;
    }
    return sorted;
}";

const ARRAY_IN_C: &str = "
//@ requires n >= 0 && \\valid(a + (0 .. n - 1))
void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int key = a[i], j = i;
        while (j > 0 && a[j - 1] > key) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = key;
    }
}";

/// Explores with loops of at most n, five times: the paths, the decisions on them, and the best time.
fn measured(program: &Program, entry: ProcId, n: u32) -> (u64, u64, f64) {
    let plan = Plan::within(Bounds { loops: Some(n), ..Bounds::default() });
    let mut best = f64::MAX;
    let (mut paths, mut decisions) = (0u64, 0u64);
    for _ in 0..5 {
        (paths, decisions) = (0, 0);
        let watch = Stopwatch::start();
        let done = explore(program, entry, &plan, &Budget::unlimited(), &mut |f| {
            paths += 1;
            decisions += f.decisions.len() as u64;
            true
        });
        assert!(done.is_complete(), "{:?}", done.reasons);
        best = best.min(watch.seconds());
    }
    (paths, decisions, best)
}

fn in_c(files: &mut Files, name: &str, text: &str) -> Option<Program> {
    let file = files.add(name, text);
    front_c::load_preprocessed(files, file, None, &front_c::Options::default()).program
}

fn main() {
    let mut files = Files::new();
    let file = files.add("sort.impl", PROGRAM);
    let program = front_impl::load(&files, file).program;
    let (list, array) = (in_c(&mut files, "list.c", LIST_IN_C), in_c(&mut files, "array.c", ARRAY_IN_C));
    let (Some(program), Some(list), Some(array)) = (program, list, array) else {
        println!("a program of the benchmark does not load");
        return;
    };
    let Some(main) = program.main else { return };
    for n in 3..=7 {
        let (paths, decisions, best) = measured(&program, main, n);
        println!(
            "up to {n} elements: {paths:5} paths, {:8.0} paths a second, {:5.2} µs for each decision on a path",
            paths as f64 / best,
            best * 1e6 / decisions as f64
        );
        let (paths_in_c, _, best_in_c) = measured(&list, ProcId(0), n);
        let ratio = (best_in_c / paths_in_c as f64) / (best / paths as f64);
        println!(
            "    the same in C: {paths_in_c:5} paths, {:8.0} paths a second, {ratio:.2} times the time of a path",
            paths_in_c as f64 / best_in_c
        );
    }
    for n in 3..=6 {
        let (paths, _, best) = measured(&array, ProcId(0), n);
        println!(
            "an array in C, up to {} elements: {paths:5} paths, {:8.0} paths a second",
            n + 1,
            paths as f64 / best
        );
    }
}
