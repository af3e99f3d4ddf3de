//! Examples 5.1 and 5.2 of the thesis: the conditions of sequences of `member`.

use super::program::load;

const MEMBER: &str = "
:- pred mem(int, list(int)).
:- mode mem(in, in) is semidet.
:- mode mem(out, in) is nondet.
mem(X, Y) :- Y = [E | Es], ( X = E ; mem(X, Es) ).
";

fn conditions(shown: &str, depth: u32) -> Vec<(String, Vec<Vec<String>>)> {
    let loaded = load(MEMBER);
    let (found, derived) = loaded.derive(&loaded.plan(loaded.proc(shown), depth));
    assert!(derived.is_complete());
    found.into_iter().map(|sequence| (sequence.condition, sequence.solutions)).collect()
}

/// `y = [e, x | es'] ∧ x ≠ e`, which is the condition with `x = e'` put in.
#[test]
fn example_5_1() {
    let found = conditions("mem(in, in)", 2);
    let wanted = "B = [E1, E2 | T1] ∧ A ≠ E1 ∧ A = E2";
    assert!(found.iter().any(|(condition, _)| condition == wanted), "{found:?}");
}

/// `y = [e1, e'2]`, with the outputs e1 and e'2: the printed condition says es'3 ≠ [], the text right below it says that
/// es'3 = [], which is what a third segment that fails needs.
#[test]
fn example_5_2() {
    let found = conditions("mem(out, in)", 3);
    let of = found.iter().find(|(condition, _)| condition == "A = [E1, E2]");
    let (_, solutions) = of.unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(solutions.len(), 2);
}
