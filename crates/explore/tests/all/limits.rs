//! A search that is asked to stop does so soon, with what it has.

use base::{Budget, Cancel};
use explore::{Bounds, PerPath, Plan, explore};
use source::Files;

/// A list that may be cyclic or shared: reads come from many places.
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

/// Few paths, each with very many shapes of six cells.
const UNLINK: &str = "
struct dn { int v; dn prev; dn next; }
if d.prev /= nil then d.prev.next := d.next;
if d.next /= nil then d.next.prev := d.prev;
if d.prev == d then r := 1 else if d.prev == d.next then r := 2 else r := 3";

/// Questions and paths that may still come once the flag is up.
const FEW: u64 = 64;

fn stops_soon(text: &str, plan: &Plan, after: u64) {
    let mut files = Files::new();
    let file = files.add("test.impl", text);
    let p = front_impl::load(&files, file).program.expect("it loads");
    let cancel = Cancel::default();
    let budget = Budget::unlimited().with_cancel(cancel.clone());
    let (mut heard, mut at) = (0, 0);
    let done = explore(&p, p.main.expect("statements"), plan, &budget, &mut |found| {
        heard += 1;
        if heard == after {
            cancel.cancel();
            at = found.queries;
        }
        true
    });
    assert!(done.stopped.is_some(), "{after}: not stopped");
    assert!(heard >= after && heard <= after + FEW, "{heard} paths, asked to stop after {after}");
    assert!(done.queries <= at + FEW, "{} questions after it was to stop", done.queries - at);
}

#[test]
fn sources_of_many_reads() {
    let plan = Plan::within(Bounds { loops: Some(6), ..Bounds::default() });
    for after in [5, 20, 40, 60] {
        stops_soon(SORT, &plan, after);
    }
}

#[test]
fn very_many_shapes() {
    let plan = Plan { per_path: PerPath::Shapes(6), ..Plan::within(Bounds::default()) };
    for after in [1, 100, 1_000] {
        stops_soon(UNLINK, &plan, after);
    }
}
