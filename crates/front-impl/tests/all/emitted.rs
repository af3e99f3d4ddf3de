//! Tests as programs: what the check must notice, and what it must not mind.

use crate::reading;

use front_impl::emit::{Case, Emitted, Expected, emit};
use imperative::machine::{Options, Outcome, Run, State, Value, run};
use imperative::{ErrorKind, StructId};
use reading::{Loaded, input, load};

fn run_main(loaded: &Loaded, start: State) -> Run {
    run(&loaded.program, loaded.program.main.expect("a main program"), start, &Options::default())
}

/// The test that a program passes on an input.
fn test_of(text: &str, start: &str) -> (Loaded, Case) {
    let loaded = load(text);
    let main = loaded.program.main.expect("a main program");
    let start = input(&loaded.program, main, start);
    let done = run_main(&loaded, start.clone());
    let expected = match done.outcome {
        Outcome::Ok => Expected::Ok { state: done.state, result: done.result },
        Outcome::Error { kind, .. } => Expected::Error(kind),
        other => panic!("{other:?}"),
    };
    (loaded, Case { entry: main, input: start, expected })
}

fn accepts(emitted: &Emitted) -> bool {
    let loaded = load(&emitted.text);
    let main = loaded.program.main.expect("a main program");
    let done = run_main(&loaded, State::new(&loaded.program, main));
    match (done.outcome, emitted.error) {
        (Outcome::Ok, None) => {
            let proc = &loaded.program.procs[main.index()];
            let accept = proc.var_named(&emitted.accept).expect("it exists");
            done.state.get(accept) == Some(&Value::int(1))
        }
        (Outcome::Error { kind, .. }, Some(wanted)) => kind == wanted,
        _ => false,
    }
}

/// Whether another program passes the test of the first.
fn passes(original: &str, start: &str, changed: &str) -> bool {
    let (loaded, case) = test_of(original, start);
    assert!(accepts(&emit(&loaded.tree, &loaded.program, &case)), "{original}");
    let other = load(changed);
    accepts(&emit(&other.tree, &loaded.program, &case))
}

#[test]
fn the_refactored_program_of_example_4_passes() {
    let original = "x := nil";
    let refactored = "if (x == nil) { foundnil := 1; x := nil } else { foundnil := 0; x := nil }";
    // A variable that is not looked at, as in the paper, where `x` is an input all the same.
    let original = format!("y := x; {original}; y := nil");
    assert!(passes(&original, "x = [7]", &format!("y := nil; {refactored}")));
}

#[test]
fn different_numbers_references_and_shapes_are_noticed() {
    let list = "x := new cons(1, new cons(2, y)); z := x.tail";
    assert!(passes(list, "y = [3]", "z := new cons(2, y); x := new cons(1, z)"));
    assert!(passes(list, "y = [3]", "garbage := new cons(9, nil); z := new cons(2, y); x := new cons(1, z)"));
    for wrong in [
        "x := new cons(1, new cons(2, y)); z := new cons(2, y)",
        "x := new cons(1, new cons(3, y)); z := x.tail",
        "x := new cons(1, new cons(2, nil)); z := x.tail",
        "x := new cons(1, new cons(2, new cons(3, nil))); z := x.tail",
        "x := new cons(1, new cons(2, y)); z := x",
        "x := new cons(1, nil); x.tail := x; z := x.tail",
        "x := nil; z := nil; y := y.tail",
        "y.head := 4; x := new cons(1, new cons(2, y)); z := x.tail",
    ] {
        assert!(!passes(list, "y = [3]", wrong), "{wrong}");
    }
}

#[test]
fn two_cells_that_look_alike_are_not_one() {
    let one = "n := n; x := new cons(1, nil); y := x";
    let two = "n := n; x := new cons(1, nil); y := new cons(1, nil)";
    assert!(passes(two, "n = 0", two));
    assert!(!passes(two, "n = 0", one));
    assert!(!passes(one, "n = 0", two));
}

#[test]
fn arrays_are_compared_by_length_and_element() {
    let original = "b := new int[2]; b[0] := a[1]";
    assert!(passes(original, "a = [4, 5]", "b := new int[2]; b[0] := 5"));
    assert!(!passes(original, "a = [4, 5]", "b := new int[3]; b[0] := 5"));
    assert!(!passes(original, "a = [4, 5]", "b := new int[2]; b[0] := 4"));
    assert!(!passes(original, "a = [4, 5]", "b := a"));
}

#[test]
fn a_variable_that_is_no_longer_written_is_noticed() {
    let original = "if c then n := 0 else m := nil";
    assert!(!passes(original, "c = 1", "if c then skip else m := nil"));
    assert!(!passes(original, "c = 0", "if c then n := 0 else skip"));
}

#[test]
fn expected_errors_must_happen() {
    let original = "n := x.head";
    let (loaded, case) = test_of(original, "x = nil");
    let emitted = emit(&loaded.tree, &loaded.program, &case);
    assert_eq!(emitted.error, Some(ErrorKind::NilDereference));
    assert!(accepts(&emitted));
    assert!(!passes(original, "x = nil", "if x == nil then n := 0 else n := x.head"));
}

#[test]
fn cycles_and_names_that_are_taken() {
    let text = "accept := x.head; cell1 := x.tail.head; result := 0";
    let loaded = load(text);
    let main = loaded.program.main.expect("a main program");
    let mut start = State::new(&loaded.program, main);
    let cell = start.heap.cell(StructId(0), vec![Value::int(7), Value::Nil]);
    start.heap.set_field(cell, imperative::FieldId(1), Value::Ref(cell));
    let x = loaded.program.procs[0].var_named("x").expect("it exists");
    start.set(x, Value::Ref(cell));
    let done = run_main(&loaded, start.clone());
    let expected = Expected::Ok { state: done.state, result: None };
    let emitted = emit(&loaded.tree, &loaded.program, &Case { entry: main, input: start, expected });
    assert_eq!(emitted.accept, "accept_2");
    assert!(accepts(&emitted), "{}", emitted.text);
}

#[test]
fn a_long_list_makes_no_deep_program() {
    let values: Vec<String> = (0..300).map(|i| i.to_string()).collect();
    let start = format!("x = [{}]", values.join(", "));
    let (loaded, case) = test_of("y := x.tail", &start);
    assert!(accepts(&emit(&loaded.tree, &loaded.program, &case)));
}

#[test]
fn numbers_of_all_kinds() {
    let text = "b := n > 3; c := true; r := r / 3; s := r * 3 + 0.25; big := n * n * n; neg := -n";
    let (loaded, case) = test_of(text, "n = 99999999999; r = -1.5");
    let emitted = emit(&loaded.tree, &loaded.program, &case);
    assert!(accepts(&emitted), "{}", emitted.text);
    let (loaded, case) = test_of("r := r / 7.0", "r = 1.0");
    assert!(accepts(&emit(&loaded.tree, &loaded.program, &case)));
}
