//! Procedures of strange programs: deep, wide, hard to order, or wrong already. Nothing panics or hangs.

use crate::checking::checked;
use crate::procedures::analysed;
use crate::samples::programs;
use front_mercury::procedures::{Body, GoalKind, analyse, print};

fn program(declarations: &str, clauses: &str) -> String {
    format!(
        ":- module m.\n:- interface.\n:- import_module int, list.\n{declarations}\n:- implementation.\n{clauses}\n"
    )
}

#[test]
fn deep_goals() {
    const DEPTH: usize = 380;
    let open = "( if X > 1 then ".repeat(DEPTH);
    let close = " else Y = 0 )".repeat(DEPTH);
    let text = program(":- pred p(int::in, int::out) is det.", &format!("p(X, Y) :- {open} Y = 1 {close}."));
    assert_eq!(analysed("m.m", &text, &[]).2, "");
    let open = "( Y = 0 ; ".repeat(DEPTH);
    let close = " )".repeat(DEPTH);
    let text =
        program(":- pred p(int::in, int::out) is multi.", &format!("p(X, Y) :- {open} Y = X {close}."));
    assert_eq!(analysed("m.m", &text, &[]).2, "");
}

/// Each level has to try the next one twice.
#[test]
fn goals_that_are_hard_to_order() {
    const DEPTH: usize = 60;
    let mut goal = format!("Y = {}", (0..DEPTH).map(|i| format!("A{i}")).collect::<Vec<_>>().join(" + "));
    for i in (0..DEPTH).rev() {
        goal = format!("( X = 1, {goal}, A{i} = X ; X = 2, Y = 0, A{i} = 3 )");
    }
    let text = program(":- pred p(int::in, int::out) is semidet.", &format!("p(X, Y) :- {goal}."));
    // Whatever the answer is, it comes soon.
    analysed("m.m", &text, &[]);
}

#[test]
fn many_arms() {
    const COUNT: usize = 2_000;
    let names: Vec<String> = (0..COUNT).map(|i| format!("c{i}")).collect();
    let clauses: Vec<String> = (0..COUNT).map(|i| format!("code(c{i}) = {i}.")).collect();
    let declarations = format!(":- type t ---> {}.\n:- func code(t) = int.", names.join(" ; "));
    assert_eq!(analysed("m.m", &program(&declarations, &clauses.join("\n")), &[]).2, "");
}

#[test]
fn programs_that_are_wrong_already() {
    for folder in ["bad_types", "syntax", "syntax/bad"] {
        for (name, text) in programs(folder) {
            let (found, _) = checked(&format!("{name}.m"), &text, &[]);
            let analysed = analyse(&found.program);
            print(&found.program, &analysed.procedures);
        }
    }
}

#[test]
fn an_output_that_is_bound_is_tested() {
    let text = program(
        ":- pred p(list(int)::in) is semidet.\n:- pred q(int::in, {int, int}::in) is semidet.",
        "p(Xs) :- list.length(Xs, 3).\nq(X, {X, Y}) :- Y > 1.",
    );
    let (program, analysed, shown) = analysed("m.m", &text, &[]);
    assert_eq!(shown, "");
    let text = print(&program, &analysed.procedures);
    assert!(text.contains("list.length(Xs, New_1),\n    V_1 == New_1"), "{text}");
    assert!(text.contains("HeadVar_2 => {New_1, Y},\n    X == New_1"), "{text}");
}

#[test]
fn arms_with_several_functors_and_other_names() {
    let text = program(
        ":- type t ---> a ; b ; c ; d(int).\n:- func code(t) = int.",
        "code(X) = N :- Y = X, ( ( Y = a ; Y = b ), N = 1 ; Z = Y, Z = c, N = 2 ; Y = d(N) ).",
    );
    let (program, analysed, shown) = analysed("m.m", &text, &[]);
    assert_eq!(shown, "");
    let found = analysed
        .procedures
        .list
        .iter()
        .find(|found| program.pred(found.pred).is_some_and(|pred| pred.name == "code"));
    let Some(Body::Goal(goal)) = found.map(|found| &found.body) else { panic!("no goal") };
    let GoalKind::Conj(goals) = &goal.kind else { panic!("no conjunction") };
    let switch = goals.iter().find_map(|goal| match &goal.kind {
        GoalKind::Disj { switch, .. } => switch.as_ref(),
        _ => None,
    });
    let switch = switch.expect("a switch");
    assert!(switch.complete);
    assert_eq!(switch.arms.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1]);
}

#[test]
fn what_cannot_succeed_binds_everything() {
    let text = program(
        ":- import_module require.\n:- func head(list(T)) = T.\n:- pred never(int::out) is failure.",
        "head([]) = _ :- error(\"empty\").\nhead([X | _]) = X.\nnever(_) :- fail.",
    );
    assert_eq!(analysed("m.m", &text, &[]).2, "");
}

/// A committed choice is right behind what can fail, and wrong before it.
#[test]
fn committed_choices() {
    let text = |goals: &str| {
        program(
            ":- pred p(int::in, int::out) is cc_nondet.",
            &format!(
                ":- pred q(int::in, int::out) is cc_multi.\nq(X, X).\nq(X, X + 1).\np(X, Y) :- {goals}."
            ),
        )
    };
    assert_eq!(analysed("m.m", &text("X > 1, q(X, Y)"), &[]).2, "");
    assert_eq!(analysed("m.m", &text("not (q(X, Z), Z > 1), q(X, Y)"), &[]).2.matches("error").count(), 1);
    assert_eq!(analysed("m.m", &text("q(X, Y), Y > 1"), &[]).2.matches("error").count(), 1);
    assert_eq!(analysed("m.m", &text("X > 1, q(X, Z), q(Z, Y)"), &[]).2, "");
}

/// A closure of a predicate with several modes has the one that its use needs.
#[test]
fn closures_of_predicates_with_several_modes() {
    let text = program(
        ":- import_module solutions.\n:- pred p(list(int)::in, list(int)::out, list(int)::out) is det.",
        ":- pred el(list(int), int).\n:- mode el(in, in) is semidet.\n:- mode el(in, out) is nondet.\n\
         el(Xs, X) :- list.member(X, Xs).\n\
         p(Xs, Ys, Zs) :- list.filter(el(Xs), Xs, Ys), solutions(el(Xs), Zs).",
    );
    let (program, analysed, shown) = analysed("m.m", &text, &[]);
    assert_eq!(shown, "");
    let text = print(&program, &analysed.procedures);
    assert!(text.contains("closure el#0(Xs)") && text.contains("closure el#1(Xs)"), "{text}");
}
