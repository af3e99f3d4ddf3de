//! Aliasing is left to the solver: it multiplies neither paths nor questions.

use base::Budget;
use explore::{Bounds, End, Exploration, Found, Plan, explore};
use source::Files;

fn all(text: &str) -> (Vec<Found>, Exploration) {
    let mut files = Files::new();
    let file = files.add("test.impl", text);
    let program = front_impl::load(&files, file).program.unwrap_or_else(|| panic!("{text}"));
    let main = program.main.expect("statements");
    let plan = Plan::within(Bounds { loops: Some(3), ..Bounds::default() });
    let mut found = Vec::new();
    let e = explore(&program, main, &plan, &Budget::unlimited(), &mut |f| {
        found.push(f);
        true
    });
    (found, e)
}

/// Pointers that the program never compares: one good path, one error each, a linear number of questions.
#[test]
fn pointers_that_nothing_compares_cost_linearly() {
    let questions = |n: usize| {
        let reads: Vec<String> = (0..n).map(|i| format!("x{i}.head")).collect();
        let writes: Vec<String> = (0..n).map(|i| format!("x{i}.tail := nil")).collect();
        let (found, e) = all(&format!("s := {};\n{}", reads.join(" + "), writes.join(";\n")));
        assert_eq!(found.iter().filter(|f| f.end == End::Ok).count(), 1);
        assert_eq!(found.len(), n + 1);
        assert!(e.is_complete());
        e.queries
    };
    let (five, ten, twenty) = (questions(5), questions(10), questions(20));
    assert!(ten <= 2 * five + 4 && twenty <= 2 * ten + 4, "{five} {ten} {twenty} questions");
}

/// A write through one pointer is seen through the other exactly where they are the same.
#[test]
fn a_write_is_seen_where_pointers_meet() {
    let (found, e) = all("x.head := 1; y.head := 2; if x.head == 2 then z := 1 else z := 0");
    assert!(e.is_complete());
    let good: Vec<&Found> = found.iter().filter(|f| f.end == End::Ok).collect();
    assert_eq!(good.len(), 2, "the same cell, or two cells: nothing else");
    let cells: Vec<usize> = good.iter().map(|f| f.input.heap.objects.len()).collect();
    assert!(cells.contains(&1) && cells.contains(&2), "{cells:?}");
}

/// Cyclic inputs come by themselves, and are excluded where that is asked for.
#[test]
fn cycles_come_by_themselves() {
    let program = "if x /= nil then if x.tail == x then z := 1";
    let (found, _) = all(program);
    assert_eq!(found.len(), 3);
    let (found, e) = all(&format!("requires acyclic(x);\n{program}"));
    assert_eq!(found.len(), 2);
    assert!(e.is_complete());
}

/// A program that never ends is cut by its bound, and that is said.
#[test]
fn endless_programs_are_cut() {
    let (found, e) = all("while true { x := 1 }");
    assert!(found.is_empty());
    assert_eq!(e.cut, 1);
}
