//! The library does what that of SWI-Prolog does: the same solutions in the same order, or the same errors.

use crate::answers;
use crate::library_goals;

use answers::{answers, bounded, load};
use library_goals::{GOALS, PROGRAM};

/// More than any goal of the table has, but for those without end.
const BOUND: usize = 12;

#[test]
fn goals_have_the_answers_of_swipl() {
    let judge = testkit::require::program("swipl", "goals with library predicates solved by swipl").is_some();
    let goals: Vec<String> = GOALS.iter().map(|goal| format!("{goal}.")).collect();
    let theirs = if judge { testkit::prolog::solve_all(PROGRAM, &goals, BOUND) } else { Vec::new() };
    let (mut unknown, mut wrong) = (Vec::new(), Vec::new());
    for (i, goal) in goals.iter().enumerate() {
        // A program of its own, so that a goal has only what it asks for.
        let mut program = load(PROGRAM);
        match answers(&mut program, goal, BOUND) {
            None => unknown.push(goal.as_str()),
            Some(ours) if judge && theirs[i] != ours => {
                let (ours, theirs) = (ours.join(" | "), theirs[i].join(" | "));
                wrong.push(format!("{goal}\n  here:  {ours}\n  swipl: {theirs}"));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ\n{}", wrong.len(), goals.len(), wrong.join("\n"));
    assert!(unknown.len() <= 3, "not known:\n{}", unknown.join("\n"));
}

/// Solves each goal with our library and with that of SWI-Prolog, both in SWI-Prolog, and compares the first solutions,
/// the errors, and after which solutions a choice is left.
const COMPARE: &str = r#"
:- style_check(-singleton).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(pairs)).
:- use_module(library(aggregate)).
:- use_module(library(solution_sequences)).
:- consult(program).
:- use_module(ours, []).
run_tests :- findall(G, ( goal(G), \+ same(G) ), []).
same(G) :-
    solved(user, G, Theirs), solved(ours, G, Ours),
    (   Theirs =@= Ours -> true ; print(G), nl, print(Theirs), nl, print(Ours), nl, fail ).
solved(M, G0, Result) :-
    copy_term(G0, G),
    catch(findall(G-Left, limit(8, ( call_cleanup(M:G, Done = true), ( Done == true -> Left = no ; Left = yes ) )), Result),
          Error, ( strip(Error, E), Result = E )).
% Undefined predicates are named with their module.
strip(error(existence_error(procedure, _), _), undefined) :- !.
strip(error(E, _), E) :- !.
strip(E, E).
"#;

#[test]
fn choices_are_left_where_swipl_leaves_them() {
    if testkit::require::program("swipl", "the library run by swipl").is_none() {
        return;
    }
    // What SWI-Prolog does not let a module define is left as it is there, with a message.
    let ours = format!(":- module(ours, []).\n{}", include_str!("../../src/library/library.pl"));
    let goals: String = GOALS.iter().map(|goal| format!("goal(({goal})).\n")).collect();
    let script = format!("{COMPARE}\n{goals}");
    let files = [("compare.pl", script.as_str()), ("ours.pl", ours.as_str()), ("program.pl", PROGRAM)];
    let (same, said) = testkit::prolog::run_tests(&files);
    assert!(same, "{said}");
}

/// Predicates to be tried with arguments of any kind. Those that compute are not among them: what arithmetic says of
/// lists is not their concern.
const RANDOM: &[(&str, usize)] = &[
    ("append", 2),
    ("append", 3),
    ("member", 2),
    ("memberchk", 2),
    ("reverse", 2),
    ("nth0", 3),
    ("nth1", 3),
    ("nth0", 4),
    ("nth1", 4),
    ("last", 2),
    ("select", 3),
    ("select", 4),
    ("selectchk", 3),
    ("subtract", 3),
    ("intersection", 3),
    ("union", 3),
    ("subset", 2),
    ("delete", 3),
    ("permutation", 2),
    ("max_member", 2),
    ("min_member", 2),
    ("numlist", 3),
    ("list_to_set", 2),
    ("list_to_ord_set", 2),
    ("flatten", 2),
    ("prefix", 2),
    ("same_length", 2),
    ("proper_length", 2),
    ("pairs_keys_values", 3),
    ("pairs_keys", 2),
    ("pairs_values", 2),
];

/// A random argument; few kinds, so that they often have to do with each other. Variables have one name each.
fn argument(random: &mut base::Random, depth: usize, vars: &mut usize) -> String {
    let mut pick = |n: usize| random.below(n);
    match (pick(8), depth) {
        (0, _) => {
            *vars += 1;
            format!("X{vars}")
        }
        (1, _) => ["foo", "1", "0", "-1", "2.5", "\"s\""][pick(6)].to_string(),
        (2, _) | (_, 0) => ["a", "b", "1", "2", "a-1", "b-2"][pick(6)].to_string(),
        (3, _) => "[]".to_string(),
        (kind, _) => {
            let count = pick(3) + 1;
            let elements: Vec<String> = (0..count).map(|_| argument(random, depth - 1, vars)).collect();
            let end = if kind == 4 { "|c" } else { "" };
            format!("[{}{end}]", elements.join(", "))
        }
    }
}

#[test]
fn random_goals_have_the_answers_of_swipl() {
    if testkit::require::program("swipl", "random goals with library predicates solved by swipl").is_none() {
        return;
    }
    let mut random = base::Random::new(4);
    let mut goals = Vec::new();
    for _ in 0..100 {
        for (name, arity) in RANDOM {
            let mut vars = 0;
            let args: Vec<String> = (0..*arity).map(|_| argument(&mut random, 2, &mut vars)).collect();
            goals.push(format!("{name}({}).", args.join(", ")));
        }
    }
    let mut known = 0;
    let mut wrong = Vec::new();
    let mut program = load("p.\n");
    // Few at a time, so that one without end is found.
    for part in goals.chunks(200) {
        let ours: Vec<_> = part.iter().map(|goal| bounded(&mut program, goal, BOUND)).collect();
        let asked: Vec<String> =
            part.iter().zip(&ours).filter(|(_, o)| o.is_some()).map(|(goal, _)| goal.clone()).collect();
        let theirs = testkit::prolog::solve_all("p.\n", &asked, BOUND);
        for ((goal, ours), theirs) in asked.iter().zip(ours.into_iter().flatten()).zip(theirs) {
            known += 1;
            if ours != theirs {
                let (ours, theirs) = (ours.join(" | "), theirs.join(" | "));
                wrong.push(format!("{goal}\n  here:  {ours}\n  swipl: {theirs}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {known} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(known * 10 >= goals.len() * 9, "only {known} of {} are known", goals.len());
}

#[test]
fn a_text_comes_before_the_library() {
    let mut program = load("last([X|_], X).\nends(L, X) :- last(L, X), reverse(L, [Y|_]), p(Y).\np(_).\n");
    let last = program.find("last", 2).expect("it is defined");
    assert!(!program.is_library(last));
    assert_eq!(answers(&mut program, "ends([1,2], X).", BOUND), Some(vec!["yes 1".into(), "no".into()]));
    // What the library itself needs is not what the text has under such a name.
    let mut program = load("append(a, b, c).\nmember(a, b).\np(L) :- append([[1],[2]], L).\n");
    assert_eq!(answers(&mut program, "p(L).", BOUND), Some(vec!["yes [1,2]".into(), "no".into()]));
    assert_eq!(answers(&mut program, "subtract([1,2], [2], L).", BOUND).map(|l| l.len()), Some(2));
}

#[test]
fn only_what_is_named_is_added() {
    let program = load("p(X) :- q(X).\nq(1).\n");
    assert_eq!(program.preds.len(), 2);
    let program = load("p(X, Y) :- maplist(last, X, Y).\n");
    assert!(program.find("last", 2).is_some_and(|id| program.is_library(id)));
    assert!(program.find("maplist", 3).is_some_and(|id| program.is_library(id)));
    assert!(program.find("append", 3).is_none() && program.find("maplist", 2).is_none());
    assert_eq!(logic::listing(&program), "% p/2: 1 clause\np(X, Y) :-\n    maplist(last, X, Y).\n");
    // Sums are constraints only where the library of constraints is used.
    let program = load("p(X) :- sum([1], X, 2).\n");
    assert!(!program.find("sum", 3).is_some_and(|id| program.is_library(id)));
}

#[test]
fn what_a_goal_names_is_added_to_the_program() {
    let mut program = load("p(1).\n");
    let before = program.clauses.len();
    assert_eq!(answers(&mut program, "p(X).", BOUND).map(|l| l.len()), Some(2));
    assert_eq!(program.clauses.len(), before);
    assert_eq!(answers(&mut program, "append([1], [2], L).", BOUND).map(|l| l.len()), Some(2));
    let after = program.clauses.len();
    assert!(after > before);
    assert_eq!(answers(&mut program, "append(X, [2], [1,2]).", BOUND).map(|l| l.len()), Some(2));
    assert_eq!(program.clauses.len(), after, "once is enough");
    assert!((before..after).all(|i| program.is_library_clause(logic::ClauseId::new(i))));
    let mut empty = load("");
    assert_eq!(answers(&mut empty, "last([1,2], X).", BOUND), Some(vec!["yes 2".into(), "no".into()]));
}

#[test]
fn other_files_may_define_it() {
    let program = load(":- use_module(other).\np(X) :- last([1], X).\n");
    assert!(!program.find("last", 2).is_some_and(|id| program.is_library(id)));
}
