//! Programs that declare a domain of constraints: arguments that are no numbers, calls that no rule matches, and inputs that
//! have to be different.

use base::Budget;
use guided::free::{Case, Plan, search};
use guided::{Bounds, Mode, Walked};

fn cases(text: &str, name: &str, modes: &[Mode]) -> (Vec<Case>, Walked) {
    let mut files = source::Files::new();
    let file = files.add("domain.pl", text);
    let program = front_clp::load(&files, file).program.expect("the program is read");
    let plan = Plan {
        pred: program.find(name, modes.len()).expect("the predicate"),
        modes: modes.to_vec(),
        first_solution: false,
        bounds: Bounds::new(4, 2_000),
    };
    let mut found = Vec::new();
    let search = search(&program, &plan, &Budget::unlimited(), &mut |case| {
        found.push(case);
        found.len() < 50
    });
    (found, search)
}

fn goals(found: &[Case]) -> Vec<String> {
    found.iter().map(|case| format!("{} {}", case.path, case.goal)).collect()
}

const EXAMPLE_5: &str = ":- domain(nat).\np(W) :- { W =< 10 }, q(W).\nq(Y) :- { Y =< 2 }.\n\
                         q(Z) :- { 8 =< Z, Z =< 10 }.\nq(T) :- { T < 5 }.\n";

/// ⟨W > 10 | p(W)⟩ of the example: no rule matches.
#[test]
fn the_call_that_no_rule_matches() {
    for (text, name) in [
        (EXAMPLE_5, "p"),
        (EXAMPLE_5, "q"),
        (":- domain(nat).\np(W) :- { W =< 2 }.\n", "p"),
        (":- domain(int).\np(W) :- { W =< 2, W >= -2 }.\n", "p"),
        (":- domain(nat).\np(W) :- { W < 3 }.\np(5).\n", "p"),
    ] {
        for mode in [Mode::Ground, Mode::Any] {
            let (found, search) = cases(text, name, &[mode]);
            let shown = goals(&found);
            // With free inputs it may be that no goal is found for the path, which is said.
            let all = found.iter().any(|case| case.path == "-") && search.is_complete();
            let said = mode == Mode::Any && !search.is_complete();
            assert!(all || said, "{text}{mode:?}: {shown:?} {:?}", search.reasons);
            if text.contains("nat") {
                assert!(!shown.iter().any(|goal| goal.contains("(-")), "{shown:?}");
            }
        }
    }
}

#[test]
fn arguments_that_are_no_numbers() {
    let text = ":- domain(nat).\nlen([], 0).\nlen([_|T], N) :- { N = M + 1 }, len(T, M).\n";
    for modes in [[Mode::Ground, Mode::Free], [Mode::Ground, Mode::Ground], [Mode::Any, Mode::Any]] {
        let (found, _) = cases(text, "len", &modes);
        let shown = goals(&found);
        for wanted in ["len([],", "len(["] {
            assert!(shown.iter().any(|goal| goal.contains(wanted)), "{modes:?}: {shown:?}");
        }
        let solved = found.iter().filter(|case| !case.solutions.is_empty()).count();
        assert!(solved >= 2, "{modes:?}: {shown:?}");
    }
    let text =
        ":- domain(int).\np(a, X) :- { X > 1 }.\np(f(Y), X) :- { X =< Y }.\nq(X) :- r(X).\nr(b).\nr(1).\n";
    let (found, search) = cases(text, "p", &[Mode::Ground, Mode::Ground]);
    let shown = goals(&found);
    assert!(shown.iter().any(|goal| goal.contains("p(a,")), "{shown:?}");
    // What stands in a term is no number of the domain: where it is compared, nothing is known.
    assert!(shown.iter().any(|goal| goal.contains("p(f(")) || !search.is_complete(), "{shown:?}");
    let (found, search) = cases(text, "q", &[Mode::Ground]);
    let shown = goals(&found);
    assert!(
        ["q(b)", "q(1)"].iter().all(|wanted| shown.iter().any(|goal| goal.contains(wanted))),
        "{shown:?}"
    );
    assert!(search.is_complete());
}

#[test]
fn inputs_that_have_to_be_different() {
    let text = ":- domain(term).\np(X, Y) :- { X \\= Y }.\np(X, X).\n\
                q(X) :- { X \\= a }, r(X).\nr(f(Y)) :- { Y \\= b }.\nr(c).\ns(X, Y) :- t(X), { X \\= Y }.\nt(_).\n";
    let ground = [Mode::Ground, Mode::Ground];
    let (found, search) = cases(text, "p", &ground);
    assert_eq!(found.len(), 2, "{:?}", goals(&found));
    assert!(search.is_complete(), "{:?}", search.reasons);
    let (found, search) = cases(text, "q", &[Mode::Ground]);
    let shown = goals(&found);
    for wanted in ["q(a)", "q(c)", "q(f(b))"] {
        assert!(shown.iter().any(|goal| goal.contains(wanted)), "{shown:?}");
    }
    assert_eq!(found.len(), 5, "{shown:?}");
    assert!(search.is_complete(), "{:?}", search.reasons);
    let (found, _) = cases(text, "s", &ground);
    assert_eq!(found.len(), 2, "{:?}", goals(&found));
    // With free inputs the constraint waits, and what is asked for is known.
    let (found, search) = cases(text, "p", &[Mode::Any, Mode::Any]);
    assert!(!found.is_empty(), "{:?}", search.reasons);
    assert_ne!(search.asked, 0);
}

/// In the domain of terms, `=` and `\\=` are about terms even where numbers occur.
#[test]
fn numbers_are_terms_among_terms() {
    let text = ":- domain(term).\np(X) :- { X \\= a }, q(X).\nq(1).\nr(X) :- { X = 1+1 }.\ns(X) :- { X \\= 2 }, t(X).\nt(1+1).\n\
                t(2).\n";
    for (name, wanted) in [("p", "p(1)"), ("r", "r(1+1)"), ("s", "s(1+1)")] {
        let (found, search) = cases(text, name, &[Mode::Ground]);
        let solved: Vec<&Case> = found.iter().filter(|case| !case.solutions.is_empty()).collect();
        assert!(solved.iter().any(|case| case.goal == wanted), "{name}: {:?}", goals(&found));
        assert!(found.iter().all(|case| !case.goal.contains("s(2)") || case.solutions.is_empty()));
        assert!(search.is_complete(), "{:?}", search.reasons);
    }
}
