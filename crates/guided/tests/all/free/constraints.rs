//! Constraints of `library(clpfd)`: what propagation decides, and what is not known.

use base::Budget;
use guided::free::{Case, Plan, search};
use guided::{Bounds, Ending, Mode, Walked};

fn cases(body: &str, modes: &[Mode]) -> (Vec<Case>, Walked) {
    let head = match modes.len() {
        0 => "p".to_string(),
        count => format!("p({})", ["X", "Y", "Z"][..count].join(",")),
    };
    let text = format!(":- use_module(library(clpfd)).\n{head} :- {body}.\n");
    let mut files = source::Files::new();
    let file = files.add("constraints.pl", text);
    let program = front_clp::load(&files, file).program.expect("the program is read");
    let plan = Plan {
        pred: program.find("p", modes.len()).expect("the predicate"),
        modes: modes.to_vec(),
        first_solution: false,
        bounds: Bounds::new(60, 2_000),
    };
    let mut found = Vec::new();
    let search = search(&program, &plan, &Budget::unlimited(), &mut |case| {
        found.push(case);
        found.len() < 50
    });
    (found, search)
}

fn ending(body: &str) -> Option<Ending> {
    let (found, search) = cases(body, &[]);
    assert_eq!(found.len() == 1, search.is_complete(), "{body}: {:?}", search.reasons);
    found.into_iter().next().map(|case| case.ending)
}

/// What SWI-Prolog says, by its own words.
fn of_swipl(bodies: &[&str]) -> Vec<String> {
    let goals: Vec<String> = bodies.iter().map(|body| format!("\\+ \\+ ( {body} ).")).collect();
    let text = ":- use_module(library(clpfd)).\n:- style_check(-singleton).\n";
    let said = testkit::prolog::solve_all(text, &goals, 2);
    said.into_iter().map(|lines| lines.join(" ")).collect()
}

/// Where propagation decides, it is followed; where it need not, nothing is said.
#[test]
fn what_propagation_decides() {
    let fails = [
        "X in 0..1, Y in 0..1, X #< Y, Y #\\= 1",
        "X #= 3, Y #= X + 1, Y #> 4",
        "X in 0..3, Y in 0..3, X + Y #= 7",
        "X in 0..3, X #\\= 0, X #\\= 1, X #> 1, X #< 2",
        "2*X #= 7",
        "X in 0..5, Y in 0..5, X #= Y + 6",
        "X in 0..3, Y in 5..9, Z in 3..4, X #> Z, Y #> Z, X + 0 #< 4, X #\\= 3",
        "X in 0..3, atom(X)",
        "X in 0..3, X == 1",
        "X in 0..3, X = 7",
        "X in 0..3, ground(X)",
        "X in 2..2, var(X)",
        "X in 0..1, X #\\= 1, 0 \\== X",
        "X in 0..3, Y #= X // 2, X = 3, Y = 2",
    ];
    let holds = [
        "X in 0..3, var(X)",
        "X in 0..3, X \\== 1",
        "X #= 2^3, X == 8",
        "0 #= W, 0 == W",
        "W in 0..3, W #< 1, 0 == W",
        "X in 0..2, label([X]), X #> 1",
        "X #= Y^2, Y = 3, X == 9",
        "Y = 1+1, X #= Y, X == 2",
        "X #= Y^0, X == 1",
        "X in 0..3, Y in 0..3, X #< Y, label([X,Y]), X == 2",
    ];
    let not_known = [
        "X in 0..1, Y in 0..1, Z in 0..1, X #\\= Y, X #\\= Z, Y #\\= Z",
        "X in 0..1, Y in 0..1, Z in 0..1, all_different([X,Y,Z])",
        "X in 0..4, Y in 0..4, X #< Y, X #\\= 3, Y #\\= 1, X + Y #= 2*Z, Z*Z #= 7, X #\\= Y",
        "X*Y #\\= X*Y",
        "X in 0..1, 2*X #\\= X, X = f(_)",
        "X #= 2^Y, Y = -1",
        "X in 0..3, copy_term(X, Y), Y = 7",
        "X in 0..3, all_different([X,X])",
        "X in 0..3, Y in 0..3, X #= Y, X == Y",
    ];
    for body in fails {
        assert_eq!(ending(body), Some(Ending::Fail), "{body}");
    }
    for body in holds {
        assert_eq!(ending(body), Some(Ending::Ok), "{body}");
    }
    for body in not_known {
        assert_eq!(ending(body), None, "{body}");
    }
    if testkit::require::program("swipl", "constraints judged by swipl").is_none() {
        return;
    }
    for (bodies, wanted) in [(&fails[..], "no"), (&holds[..], "yes")] {
        for (body, said) in bodies.iter().zip(of_swipl(bodies)) {
            assert!(said.starts_with(wanted), "{body}: {said}");
        }
    }
}

/// Arithmetic, labelling and wrong terms throw what SWI-Prolog throws.
#[test]
fn errors_under_constraints() {
    let bodies = [
        "X in 0..3, Y is X + 1",
        "X in 0..3, X < 2",
        "X #> 3, label([X])",
        "X in 0..3, Y #> 1, label([X,Y])",
        "label([1|_])",
        "label([a])",
        "Y = 1+1, Y in 0..3",
        "[5,a] ins 0..3",
        "X in 0..a",
        "X in sup..inf",
        "sum([1,a], #=, 3)",
        "sum([1|_], #=, 3)",
        "sum([1,2], 1, 3)",
        "sum([1,2], foo, 3)",
        "sum([1+1], #=, 3)",
        "all_distinct([1,1|_])",
        "all_different([1,1,a])",
        "X #= f(1)",
        "X #= 1.5",
    ];
    let mut found = Vec::new();
    for body in bodies {
        let Some(Ending::Error { ball, .. }) = ending(body) else { panic!("{body} throws nothing") };
        found.push(ball);
    }
    if testkit::require::program("swipl", "errors of constraints judged by swipl").is_none() {
        return;
    }
    let goals: Vec<String> = bodies
        .iter()
        .zip(&found)
        .map(|(body, ball)| {
            format!(
                "\\+ \\+ ( Wanted = {ball}, catch(( {body}, fail ), Thrown, true), \
                 Thrown = error(F1,_), Wanted = error(F2,_), F1 =@= F2 )."
            )
        })
        .collect();
    let text = ":- use_module(library(clpfd)).\n:- style_check(-singleton).\n";
    for ((body, ball), said) in bodies.iter().zip(&found).zip(testkit::prolog::solve_all(text, &goals, 2)) {
        assert!(said.first().is_some_and(|line| line.starts_with("yes")), "{body}: {ball}, {said:?}");
    }
}

/// Inputs: one constraint at a time is surely seen to fail; a term such as `1+1` goes the way of its value.
#[test]
fn inputs_under_constraints() {
    use Mode::{Free, Ground};
    for (body, modes) in [
        ("X #> 2, X #< 5", &[Ground][..]),
        ("Y #= X + 1, Y #> 3", &[Ground, Free]),
        ("Z in 0..3, Z #> X", &[Ground]),
        ("X #> Y", &[Ground, Ground]),
    ] {
        let (found, search) = cases(body, modes);
        assert!(search.is_complete(), "{body}: {:?}", search.reasons);
        assert!(found.iter().any(|c| c.ending == Ending::Ok), "{body}");
        assert!(found.iter().any(|c| c.ending == Ending::Fail), "{body}");
    }
    // An input that is the sum of two numbers is taken by the first goal, not by the second.
    for body in ["X #> 1, integer(X)", "X #> 1, X in 0..3", "X #> 1, X = 2", "X #> 1, X == 2"] {
        let (_, search) = cases(body, &[Ground]);
        assert!(!search.is_complete(), "{body}");
    }
    let three = "[A,B,C] ins 0..X, A #\\= B, A #\\= C, B #\\= C, X #< 2";
    assert!(!cases(three, &[Ground]).1.is_complete());
}

/// The order of two variables goes by their age, which is not known.
#[test]
fn the_order_of_variables_is_not_known() {
    for body in
        ["msort([X,Y],L)", "X @< Y", "sort([f(X),f(Y)],L)", "setof(X-Z,member(X,[Y,Z]),L)", "compare(O,X,Y)"]
    {
        assert_eq!(ending(body), None, "{body}");
    }
    for body in ["msort([X,1,a],L)", "X @< f(X)", "sort([f(X),f(X)],[_])", "setof(X,member(X,[b,a]),[a,b])"] {
        assert_eq!(ending(body), Some(Ending::Ok), "{body}");
    }
}
