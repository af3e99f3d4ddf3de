//! Small programs with all their cases: the goal, its path, and how it ends. Each was once told wrong or not at all.

use base::Budget;
use guided::free::{Plan, search};
use guided::{Bounds, Ending, Mode, Walked};

fn found(text: &str, entry: &str) -> (Vec<String>, Walked) {
    let mut files = source::Files::new();
    let file = files.add("paths.pl", text);
    let program = front_clp::load(&files, file).program.expect("the program is read");
    let (name, modes) = entry.split_once('(').expect("a predicate with modes");
    let modes: Vec<Mode> = modes
        .chars()
        .filter_map(|c| match c {
            '+' => Some(Mode::Ground),
            '-' => Some(Mode::Free),
            '?' => Some(Mode::Any),
            _ => None,
        })
        .collect();
    let plan = Plan {
        pred: program.find(name, modes.len()).expect("the predicate"),
        modes,
        first_solution: false,
        bounds: Bounds::new(10, 10_000),
    };
    let mut lines = Vec::new();
    let search = search(&program, &plan, &Budget::unlimited(), &mut |case| {
        let ending = match &case.ending {
            Ending::Ok => "ok".to_string(),
            Ending::Fail => "fail".to_string(),
            Ending::Error { ball, .. } => ball.clone(),
        };
        lines.push(format!("{} {} {ending}", case.path, case.goal));
        true
    });
    (lines, search)
}

fn check(text: &str, entry: &str, wanted: &[&str]) {
    let (lines, search) = found(text, entry);
    assert_eq!(lines, wanted);
    assert!(search.is_complete(), "{:?}", search.reasons);
}

/// The empty list is no atom, and the only value of its kind.
#[test]
fn the_empty_list_is_no_atom() {
    check("p(X) :- atom(X), X = [].", "p(+)", &["T p(a) fail", "F p(0) fail"]);
    check(
        "p(X) :- X \\= [], atomic(X), \\+ atom(X), \\+ integer(X).",
        "p(+)",
        &[
            "T p([]) fail",
            "F.T.T p(a) fail",
            "F.T.F.T p(0) fail",
            "F.T.F.F p(\"text0\") ok",
            "F.F p(b(a)) fail",
        ],
    );
}

/// What a comparison says must not count on the side where it does not hold.
#[test]
fn the_other_side_of_an_equation() {
    let text = "p(Y, 0) :- Y is Y + 0.\np(g(X, 1), Z) :- X is Z - Z, X = Z.\n";
    let (lines, search) = found(text, "p(-,+)");
    let wanted = [
        "1+2 p(A,0) error(instantiation_error,_)",
        "2.T.F p(A,1) fail",
        "2.F p(A,a) error(type_error(evaluable,/(a,0)),_)",
    ];
    assert_eq!(lines, wanted);
    // For 0.0 both sides of the last equation have the same value and are not the same.
    assert_eq!(search.unknown, 1, "{:?}", search.reasons);
}

/// `dif/2` of a variable that becomes an input later on.
#[test]
fn dif_waits_for_an_input() {
    let text = "p(Y) :- q(Y, Z), dif(Z, a), Z = Y.\nq(_, _).\n";
    check(text, "p(+)", &["T p(a) fail", "F p(b) ok"]);
    let text = "p(Y) :- q(Z), dif(Z, a), Z \\= Y.\nq(_).\n";
    check(text, "p(+)", &["T p(a) ok", "F p(b) fail"]);
}

/// The same with a number that is worked out from an input.
#[test]
fn dif_waits_for_a_number() {
    let text = "p(Z) :- q(Y), dif(Y, 2), Y is Z * 2.\nq(_).\n";
    let (lines, search) = found(text, "p(+)");
    assert!(
        lines.contains(&"T.T p(1) fail".to_string()) && lines.contains(&"T.F p(0) ok".to_string()),
        "{lines:?}"
    );
    assert!(search.is_complete());
}

/// Where a head decides it, the path is not known.
#[test]
fn dif_that_a_head_decides_is_not_known() {
    let (_, search) = found("p(Y) :- q(Z), dif(Z, a), r(Y, Z).\nq(_).\nr(X, X).\n", "p(+)");
    assert!(!search.is_complete());
}

/// Arguments of arithmetic are looked at from right to left, as SWI-Prolog does.
#[test]
fn arithmetic_goes_from_right_to_left() {
    let (lines, _) = found("p(X, Y) :- _ is X + Y.", "p(+,+)");
    assert_eq!(
        lines,
        [
            "T.T p(1,2) ok",
            "T.F p(a,1) error(type_error(evaluable,/(a,0)),_)",
            "F p(a,b) error(type_error(evaluable,/(b,0)),_)"
        ]
    );
}

/// The same two terms at two places become one variable, which keeps the goal off other clauses.
#[test]
fn places_that_differ_alike_are_one_variable() {
    check(
        "p(a, a).\np(b, b).\np(a, b).\n",
        "p(?,?)",
        &[
            "1+2+3 p(A,B) ok",
            "1+2 p(A,A) ok",
            "1+3 p(a,A) ok",
            "1 p(a,a) ok",
            "2+3 p(A,b) ok",
            "2 p(b,b) ok",
            "3 p(a,b) ok",
            "- p(c,d) fail",
        ],
    );
}

/// A call that fits the first two clauses and not the third has to be a variable that is no f(Y), which no goal says.
#[test]
fn paths_that_no_goal_takes() {
    let (lines, search) = found("p([]).\np(a).\np(f(_)).\n", "p(?)");
    assert_eq!(
        lines,
        [
            "1+2+3 p(A) ok",
            "1+3 p(A) ok",
            "1 p([]) ok",
            "2+3 p(A) ok",
            "2 p(a) ok",
            "3 p(f(b)) ok",
            "- p(b) fail"
        ]
    );
    assert_eq!((search.goalless, search.unknown), (1, 0));
}

/// A goal may have the same variable at a place where the clauses clash and at one where they do not: p([A|A]) fits the
/// first two clauses alone. If it is not found, nothing may be said of it.
#[test]
fn one_variable_at_two_places() {
    let text = "p([f(_)|f(b)]).\np([_|a]).\np([f(_)|s(_)]).\n";
    let (lines, search) = found(text, "p(?)");
    assert!(search.unknown > 0 || lines.iter().any(|line| line.starts_with("1+2 ")), "{lines:?}");
}

/// A variable takes another path than an atom where a goal asks for the kind of an argument, though the same clauses
/// are entered.
#[test]
fn a_variable_is_no_atom() {
    check("k(X, 1) :- atom(X).\nk(X, 2) :- compound(X).\n", "k(?,-)", &["ε k(A,B) fail"]);
}

/// Cases that differ in the kinds of inputs alone have conditions that say so.
#[test]
fn kinds_are_part_of_the_condition() {
    let conditions = |text: &str| -> Vec<String> {
        let mut files = source::Files::new();
        let file = files.add("kinds.pl", text);
        let program = front_clp::load(&files, file).program.expect("the program is read");
        let plan = Plan {
            pred: program.find("p", 2).expect("the predicate"),
            modes: vec![Mode::Ground, Mode::Ground],
            first_solution: false,
            bounds: Bounds::new(10, 10_000),
        };
        let mut found = Vec::new();
        search(&program, &plan, &Budget::unlimited(), &mut |case| {
            found.push(case.condition);
            true
        });
        found
    };
    assert_eq!(
        conditions("p(X, Y) :- _ is X + Y."),
        ["A ∈ ℤ ∧ B ∈ ℤ", "A is no number ∧ B ∈ ℤ", "B is no number"]
    );
    assert_eq!(
        conditions("p(X, f(Y)) :- atom(X), integer(Y), Y > 3."),
        [
            "B = f(X1) ∧ A is an atom ∧ X1 > 3",
            "B = f(X1) ∧ A is an atom ∧ X1 ≤ 3",
            "B = f(X1) ∧ A is an atom ∧ X1 ∉ ℤ",
            "B = f(X1) ∧ A is not an atom",
            "∀Y1 B ≠ f(Y1)",
        ]
    );
}
