//! Single clauses and declarations: what they mean, and where their parts stand.

use crate::samples::{right, tree};
use front_mercury::syntax::ast::*;
use front_mercury::syntax::{print_expression, print_goal, print_item};
use source::Files;

/// The body of `p :- goal.`
fn goal(text: &str) -> Goal {
    let tree = right("goal.m", &format!("p :- {text}.\n"));
    let ItemKind::Clause(clause) = &tree.items[0].kind else { panic!("{text}") };
    clause.body.clone().expect("a body")
}

/// The right side of `p :- X = expression.`
fn expr(text: &str) -> Expr {
    let GoalKind::Unify(UnifyKind::Equal, _, right) = goal(&format!("X = {text}")).kind else {
        panic!("{text}")
    };
    right
}

#[test]
fn notations_that_mean_the_same() {
    for (one, other) in [
        ("\\+ q", "not q"),
        ("( a -> b ; c )", "( if a then b else c )"),
        ("( a -> b ; c -> d ; e )", "( if a then b else ( if c then d else e ) )"),
        ("P(X)", "call(P, X)"),
        ("P", "call(P)"),
        ("false", "fail"),
        ("(a, b), c", "a, (b, c)"),
        ("( (a ; b) ; c )", "( a ; (b ; c) )"),
        ("X = Y `max` Z", "X = max(Y, Z)"),
        ("X = Y `m.f` Z", "X = m.f(Y, Z)"),
        ("X = Y `F` Z", "X = F(Y, Z)"),
        ("X = [1, 2]", "X = [1 | [2 | []]]"),
        ("X = '[|]'(1, [])", "X = [1]"),
        ("X = Y : int", "X = Y `with_type` int"),
        ("X = +(1, 2)", "X = 1 + 2"),
        ("disable_warning [x] q", "disable_warnings [x] q"),
        ("X = A ++ B - C", "X = A ++ (B - C)"),
    ] {
        assert_eq!(goal(one), goal(other), "{one}");
    }
}

#[test]
fn notations_that_do_not_mean_the_same() {
    for (one, other) in [
        ("X = -1", "X = -(1)"),
        ("X = 10", "X = 10u"),
        ("X = Y ^ f ^ g", "X = (Y ^ f) ^ g"),
        ("( a ; b -> c ; d )", "( (a ; b) -> c ; d )"),
        ("not a, b", "not (a, b)"),
        ("some [X] a, b", "some [X] (a, b)"),
        ("a => b => c", "(a => b) => c"),
        ("X = \"a\"", "X = a"),
    ] {
        assert_ne!(goal(one), goal(other), "{one}");
    }
}

#[test]
fn conditions_bind_as_they_should() {
    assert_eq!(
        print_goal(&goal("( a ; b -> c ; d )")),
        "(\n    a\n;\n    ( if b then\n        c\n    else\n        d\n    )\n)"
    );
}

#[test]
fn integers_keep_their_size_and_their_spelling() {
    for (text, value, size) in [
        ("12", 12, IntSize::Int),
        ("- 7", -7, IntSize::Int),
        ("- /* seven */ 7i8", -7, IntSize::I8),
        ("0xFFu8", 255, IntSize::U8),
        ("0x_7F_i16", 127, IntSize::I16),
        ("0b11u64", 3, IntSize::U64),
        ("1_000_u32", 1000, IntSize::U32),
        ("0'i", 105, IntSize::Int),
        ("5i", 5, IntSize::Int),
        ("5u", 5, IntSize::Uint),
    ] {
        let ExprKind::Int(found) = expr(text).kind else { panic!("{text}") };
        assert_eq!((found.value, found.size), (base::Int::from(value), size), "{text}");
        assert!(!found.text.contains(' '), "{text}");
    }
    let ExprKind::Float(text, value) = expr("6.5e-1").kind else { panic!() };
    assert_eq!((text.as_str(), value), ("6.5e-1", 0.65));
}

#[test]
fn declarations_are_taken_apart() {
    let tree = right(
        "d.m",
        ":- semipure pred m.p(list(T)::in(non_empty), (func(T) = int)::in, {T, int}::out) is cc_nondet.\n",
    );
    let ItemKind::Pred(decl) = &tree.items[0].kind else { panic!() };
    assert_eq!((decl.kind, decl.purity), (PredKind::Pred, Purity::Semipure));
    assert_eq!((decl.name.shown().as_str(), decl.args.len()), ("m.p", 3));
    assert_eq!(decl.determinism, Some(Determinism::CcNondet));
    let ModeKind::Named(name, insts) = &decl.args[0].mode.as_ref().expect("a mode").kind else { panic!() };
    assert_eq!((name.text.as_str(), insts.len()), ("in", 1));
    assert!(matches!(decl.args[1].of.kind, TypeKind::HigherOrder(_)));
    assert!(matches!(decl.args[2].of.kind, TypeKind::Tuple(_)));
}

#[test]
fn lambdas_are_taken_apart() {
    let ExprKind::Lambda(lambda) = expr("(pred(X::in, !.S::di, !:S::uo) is det :- q(X, !S))").kind else {
        panic!()
    };
    assert_eq!((lambda.kind, lambda.params.len(), lambda.grammar.is_some()), (PredKind::Pred, 3, false));
    let ExprKind::Lambda(lambda) = expr("(pred(X::in, in, out) is det --> [X])").kind else { panic!() };
    assert_eq!((lambda.params.len(), lambda.grammar.is_some()), (1, true));
    let ExprKind::Lambda(lambda) = expr("(func(X) = X + 1)").kind else { panic!() };
    assert_eq!((lambda.kind, lambda.body.is_some(), lambda.determinism), (PredKind::Func, false, None));
    let ExprKind::Lambda(lambda) = expr("(impure pred(X::in) is det :- q(X))").kind else { panic!() };
    assert_eq!(lambda.purity, Purity::Impure);
}

#[test]
fn nodes_know_their_places() {
    let text = ":- pred p(list(int)::in, int::out) is det.\np([X | _], Y) :-\n    Y = X ^ size(1) + 2,\n    not q(Y).\n";
    let mut files = Files::new();
    let file = files.add("p.m", text);
    let parsed = front_mercury::syntax::parse(&files, file);
    let at = |place: Place| files.text(place.0);
    let ItemKind::Pred(decl) = &parsed.tree.items[0].kind else { panic!() };
    assert_eq!(at(decl.args[0].of.at), "list(int)");
    assert_eq!(decl.args[1].mode.as_ref().map(|mode| at(mode.at)), Some("out"));
    assert_eq!(at(parsed.tree.items[0].at), ":- pred p(list(int)::in, int::out) is det");
    let ItemKind::Clause(clause) = &parsed.tree.items[1].kind else { panic!() };
    assert_eq!(at(clause.head.at), "p([X | _], Y)");
    assert_eq!(at(clause.head.params[0].expr.at), "[X | _]");
    let Some(Goal { kind: GoalKind::Conj(goals), .. }) = &clause.body else { panic!() };
    assert_eq!(at(goals[0].at), "Y = X ^ size(1) + 2");
    let GoalKind::Unify(_, _, sum) = &goals[0].kind else { panic!() };
    let ExprKind::Apply(_, args) = &sum.kind else { panic!() };
    assert_eq!(at(args[0].at), "X ^ size(1)");
    assert_eq!(at(goals[1].at), "not q(Y)");
}

#[test]
fn unsupported_goals_have_their_names() {
    for (text, what) in [
        ("trace [io(!IO)] q(!IO)", "a trace goal"),
        ("promise_equivalent_solution_sets [X] q(X)", "a promise of equivalent sets of solutions"),
        ("arbitrary [X] q(X)", "an arbitrary solution"),
        ("try [] q then r", "a try goal"),
        ("( try [] q then r else s catch X -> t(X) catch_any Y -> u(Y) )", "a try goal"),
        ("event q(X)", "an event goal"),
        ("( q & r & s )", "a parallel conjunction"),
        ("atomic [outer(!S), inner(!T)] q(!T)", "an atomic goal"),
    ] {
        let GoalKind::Unsupported(found) = goal(text).kind else { panic!("{text}: {:?}", goal(text)) };
        assert_eq!(found.what, what, "{text}");
    }
}

#[test]
fn operators_get_the_brackets_that_they_need() {
    for text in [
        "A - (B - C) - D",
        "A ++ B ++ C",
        "(A ++ B) ++ C",
        "(A ++ B) - C",
        "A ++ B - C - D",
        "-X * Y",
        "-(1) + -1",
        "A * (B + C)",
        "(A ^ f) ^ g",
        "A ^ f ^ g(X, Y)",
        "A ^ f := B ^ g := C",
        "F(X)(Y)",
        "(A ^ f)(X)",
        "{A, (B, C), D}",
        "[(A :- B), C | D]",
        "m.'+'(X, Y)",
        "[(+), (mod), (some)]",
        "(X @ f(_)) : t",
        "p((a, b), (c ; d))",
        "[$line, $(=), $((=), x)]",
        "A ^ ( if B = C then D else E )",
        "A ^ ( B = C -> D ; E )",
    ] {
        if text.contains(":-") {
            continue;
        }
        let (found, problems, _) = tree("e.m", &format!("p :- X = {text}.\n"));
        if problems.iter().any(|problem| problem.is_error()) {
            // Updates do not nest without brackets.
            assert_eq!(text, "A ^ f := B ^ g := C");
            continue;
        }
        let ItemKind::Clause(clause) = &found.items[0].kind else { panic!() };
        let body = clause.body.as_ref().expect("a body");
        let GoalKind::Unify(_, _, right) = &body.kind else { panic!("{text}") };
        let again = expr(&print_expression(right));
        assert_eq!(&again, right, "{text}");
    }
    assert_eq!(print_expression(&expr("A - (B - C) - D")), "A - (B - C) - D");
    assert_eq!(print_expression(&expr("(A ++ B) ++ C ++ (D)")), "(A ++ B) ++ C ++ D");
    assert_eq!(
        print_item(&right("t.m", ":- type t(T)--->a;b(T).").items[0]),
        ":- type t(T)\n    --->    a\n    ;       b(T).\n"
    );
}
