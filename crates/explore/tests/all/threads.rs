//! What comes out of a search does not depend on how many threads work on it.

use base::Budget;
use explore::{Bounds, Exploration, PerPath, Plan, explore};
use imperative::Program;
use source::Files;

const SORT: &str = "
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

/// Requirements in the user's own words, and a call in a condition: one path is come to in several ways.
const INVARIANT: &str = "
proc small(x: cons, n: int): bool {
  if x == nil then return true;
  if n <= 0 then return false;
  if x.head < 0 or x.head > 9 then return false;
  return small(x.tail, n - 1)
}
proc odd(n: int): bool { return n % 2 == 1 }
requires small(x, 4);
while x /= nil {
  if odd(x.head) and x.head > 3 or odd(x.head + 1) then a := a + 1 else b := b + 1;
  x := x.tail
}";

fn load(text: &str) -> Program {
    let mut files = Files::new();
    let file = files.add("test.impl", text);
    let loaded = front_impl::load(&files, file);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// All that comes out, up to `limit` paths.
fn heard(p: &Program, plan: &Plan, limit: usize) -> (Vec<String>, Exploration) {
    let mut out = Vec::new();
    let done = explore(p, p.main.expect("statements"), plan, &Budget::unlimited(), &mut |f| {
        out.push(format!("{:?} {:?} {} {:?} {:?}", f.decisions, f.end, f.condition, f.input, f.run));
        out.len() < limit
    });
    (out, done)
}

fn same_for_all(text: &str, plan: &Plan, limit: usize) -> (usize, u64) {
    let p = load(text);
    let (one, done) = heard(&p, plan, limit);
    for jobs in [2, 5] {
        let (other, also) = heard(&p, &Plan { jobs, ..plan.clone() }, limit);
        assert!(one == other, "{jobs} threads find something else");
        assert_eq!(format!("{done:?}"), format!("{also:?}"), "{jobs} threads");
    }
    (one.len(), done.queries)
}

#[test]
fn all_paths_come_in_the_same_order() {
    let plan = Plan::within(Bounds { loops: Some(7), ..Bounds::default() });
    let (paths, queries) = same_for_all(&format!("requires acyclic(x);{SORT}"), &plan, usize::MAX);
    assert_eq!(paths, 5_914);
    assert!(queries > 2_000, "{queries} questions are too few to be shared out");
    same_for_all(SORT, &Plan::within(Bounds { loops: Some(5), ..Bounds::default() }), usize::MAX);
}

#[test]
fn a_search_that_is_stopped_stops_at_the_same_place() {
    let plan = Plan::within(Bounds { loops: Some(6), ..Bounds::default() });
    for limit in [1, 100, 500, 873, 874] {
        let (paths, _) = same_for_all(&format!("requires acyclic(x);{SORT}"), &plan, limit);
        assert_eq!(paths, limit);
    }
}

#[test]
fn a_path_that_is_come_to_in_several_ways_comes_once() {
    let plan = Plan::within(Bounds { loops: Some(4), depth: Some(8), ..Bounds::default() });
    let (paths, _) = same_for_all(INVARIANT, &plan, usize::MAX);
    let plan = Plan { per_path: PerPath::Shapes(4), ..plan };
    let (shapes, _) = same_for_all(INVARIANT, &plan, usize::MAX);
    assert!(paths > 20 && shapes >= paths, "{paths} paths, {shapes} shapes");
}

/// The smallest input of a path that is come to in several ways is the smallest of all ways.
#[test]
fn the_smallest_of_all_ways_is_taken() {
    let p = load(
        "proc pos(n: int): bool { return n > 0 }
         proc big(n: int): bool { return n > 10 }
         if pos(n) and big(m) or pos(m) then r := 1 else r := 0",
    );
    let plan = Plan::within(Bounds { minimal: true, ..Bounds::default() });
    let mut inputs = Vec::new();
    explore(&p, p.main.expect("statements"), &plan, &Budget::unlimited(), &mut |f| {
        inputs.push(f.input.env.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        true
    });
    inputs.sort();
    assert_eq!(inputs, ["0 0", "0 1"]);
    let p = load(
        "proc ok(x: cons): bool { while x /= nil { if x.head < 0 then return false; x := x.tail } return true }
         requires acyclic(x) and ok(x);
         if x == nil then r := 0 else r := 1",
    );
    let bounds = Bounds { loops: Some(3), ..Bounds::default() };
    let plan = Plan { per_path: PerPath::Shapes(3), ..Plan::within(bounds) };
    let mut cells = Vec::new();
    explore(&p, p.main.expect("statements"), &plan, &Budget::unlimited(), &mut |f| {
        cells.push(f.input.heap.objects.len());
        true
    });
    cells.sort();
    assert_eq!(cells, [0, 1, 2, 3]);
}
