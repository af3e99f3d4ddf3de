//! The machine does what SWI-Prolog does: the goals in the `%?-` lines of the corpus have the same solutions in the same
//! order, fail, or throw the same errors. What the machine says it does not know is counted.

use crate::answers;
use crate::reading;

use answers::{answers, load};
use logic::machine::{Machine, Options, Outcome};
use reading::programs;

const BOUND: usize = 20;

#[test]
fn goals_of_the_corpus() {
    let judge = testkit::require::program("swipl", "goals of the corpus solved by swipl").is_some();
    let (mut known, mut unknown, mut wrong) = (0, Vec::new(), Vec::new());
    for (name, text) in programs("corpus/clp") {
        let goals: Vec<String> =
            text.lines().filter_map(|l| l.strip_prefix("%?- ")).map(str::to_string).collect();
        if goals.is_empty() {
            continue;
        }
        let mut program = load(&text);
        let theirs = if judge { testkit::prolog::solve_all(&text, &goals, BOUND) } else { Vec::new() };
        for (i, goal) in goals.iter().enumerate() {
            match answers(&mut program, goal, BOUND) {
                None => unknown.push(format!("{name}: {goal}")),
                Some(ours) => {
                    known += 1;
                    if judge && theirs[i] != ours {
                        wrong.push(format!(
                            "{name}: {goal}\n  here:  {}\n  swipl: {}",
                            ours.join(" | "),
                            theirs[i].join(" | ")
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {known} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(known >= 90 && unknown.len() <= 12, "{known} known, not known:\n{}", unknown.join("\n"));
}

/// A catch whose goal was left catches nothing more, until the goal is tried again.
const CATCHES: &[&str] = &[
    "catch(member(X,[1,2,3]),_,X=caught), X > 1, throw(out)",
    "catch((catch(member(X,[1,2]),_,X=inner), throw(out)),B,true)",
    "catch((catch((X=1;throw(in)),in,X=inner), X==inner, throw(out)),B,true)",
    "catch((catch((X=1;throw(in)),in,X=inner), X==1, throw(in)),B,true)",
    "catch((catch((X=1;throw(in)),in,X=inner), fail ; throw(other)),B,true)",
    "catch((catch((catch((X=1;X=2),_,X=a);X=3),_,X=b), X > 1, throw(c)),B,true)",
    "catch((catch((member(X,[1,2]),catch((Y=1;Y=2),_,Y=a)),_,X=b), X+Y > 3, throw(c)),B,true)",
    "findall(X,catch(member(X,[1,2]),_,true),L), catch((member(Y,L), Y > 1, throw(Y)),B,true)",
    "catch((catch((X=1;X=2),E,(X=E)), once(catch((Y=1;Y=2),E2,(Y=E2))), throw(c)),B,true)",
    "catch(member(X,[1,2]),_,true), throw(f(Y,Y,_))",
];

/// Lists and domains of constraints with wrong parts.
const CONSTRAINTS: &[&str] = &[
    "all_distinct(_)",
    "all_distinct([1|_])",
    "all_distinct([a])",
    "all_distinct([1,a])",
    "all_distinct(a)",
    "all_distinct([_,1+1])",
    "all_different([1|_])",
    "[a] ins 1..3",
    "_ ins 1..3",
    "[1|_] ins 1..3",
    "a ins 1..2",
    "[_] ins a",
    "[] ins a",
    "[] ins 1..2",
    "a in 1..2",
    "label([a])",
    "label([_])",
    "label(_)",
    "label(a)",
    "2^3 #= _",
];

#[test]
fn goals_have_the_answers_of_swipl() {
    if testkit::require::program("swipl", "goals with errors solved by swipl").is_none() {
        return;
    }
    let clpfd = ":- use_module(library(clpfd)).\np.";
    for (text, goals) in [("p.", CATCHES), (clpfd, CONSTRAINTS)] {
        let goals: Vec<String> = goals.iter().map(|goal| format!("{goal}.")).collect();
        let theirs = testkit::prolog::solve_all(text, &goals, BOUND);
        for (goal, theirs) in goals.iter().zip(&theirs) {
            let ours = answers(&mut load(text), goal, BOUND);
            assert!(ours.is_none() || ours.as_ref() == Some(theirs), "{goal}\n{ours:?}\n{theirs:?}");
        }
    }
}

#[test]
fn random_goals_that_throw_and_catch() {
    if testkit::require::program("swipl", "random goals with catch/3 solved by swipl").is_none() {
        return;
    }
    let mut random = base::Random::new(23);
    let goals: Vec<String> =
        (0..1500).map(|i| format!("{}.", testkit::catch_goals::goal(&mut random, 2 + i % 3))).collect();
    let theirs = testkit::prolog::solve_all("p.", &goals, BOUND);
    let mut wrong = Vec::new();
    for (goal, theirs) in goals.iter().zip(&theirs) {
        let mut program = load("p.");
        if let Some(ours) = answers(&mut program, goal, BOUND)
            && ours != *theirs
        {
            wrong.push(format!("{goal}\n  here:  {}\n  swipl: {}", ours.join(" | "), theirs.join(" | ")));
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

/// The outcome of going on once.
fn first(text: &str, goal: &str, options: Options) -> (Outcome, Vec<logic::machine::Event>) {
    let mut program = load(text);
    let read = front_clp::read_query(&mut program, goal).expect("a goal");
    let mut machine = Machine::new(&program, read.term, read.vars.len(), options);
    let outcome = machine.next();
    (outcome, machine.trace)
}

#[test]
fn infinite_terms_fail_or_are_unknown() {
    assert_eq!(first("a.", "X = f(X).", Options::default()).0, Outcome::Failed);
    assert_eq!(first("p(X, f(X)).", "p(A, A).", Options::default()).0, Outcome::Failed);
    assert_eq!(first("p(f(X), X).", "p(A, A).", Options::default()).0, Outcome::Failed);
    let without = Options { occurs_check: false, ..Options::default() };
    assert!(matches!(first("a.", "X = f(X).", without).0, Outcome::Unknown { .. }));
    assert!(matches!(first("p(f(X), X).", "p(A, A).", without).0, Outcome::Unknown { .. }));
}

#[test]
fn runs_without_end_are_stopped() {
    for (text, goal) in [
        ("p :- p.", "p."),
        ("p :- p, q.\nq.", "p."),
        ("p(X) :- p(f(X)).", "p(a)."),
        ("p :- q ; p.\nq :- fail.", "p."),
        ("p :- \\+ p.", "p."),
        ("p :- catch(p, _, true).", "p."),
        ("p :- findall(X, p(X), _).\np(X) :- p, X = 1.", "p."),
        ("p.", "between(1, inf, X), X < 0."),
        ("p(X) :- X1 is X * X, p(X1).", "p(3)."),
    ] {
        let outcome = first(text, goal, Options { steps: 2_000, ..Options::default() }).0;
        assert!(matches!(outcome, Outcome::Limit | Outcome::Unknown { .. }), "{text}: {outcome:?}");
    }
}

#[test]
fn what_is_not_known_is_said_with_its_place() {
    let domain = first(":- domain(int).\np :- { X < 1 }.", "p.", Options::default()).0;
    assert!(matches!(domain, Outcome::Unknown { .. }), "{domain:?}");
    for goal in ["p(1).", "p(2).", "p(3)."] {
        let text =
            ":- use_module(library(clpfd)).\np(1) :- X #> 1.\np(2) :- assertz(a).\np(3) :- empty_assoc(_).";
        let outcome = first(text, goal, Options::default()).0;
        assert!(matches!(outcome, Outcome::Unknown { span: Some(_), .. }), "{goal} {outcome:?}");
    }
    let other = first(":- use_module(other).\np :- q.", "p.", Options::default()).0;
    assert!(matches!(other, Outcome::Unknown { .. }), "another file may define it");
}

#[test]
fn the_trace_tells_the_clauses() {
    use logic::ClauseId;
    use logic::PredId;
    use logic::machine::Event::{Backtrack, Call, Enter, Exit, Fail, Failure, Goal, Success};
    let (outcome, trace) = first("p(a).\np(f(X)) :- q(X).\np(f(_)).\nq(b).", "p(f(c)).", Options::default());
    assert_eq!(outcome, Outcome::Solution);
    let (p, q) = (PredId(0), PredId(1));
    let wanted = [Call(p), Enter(ClauseId(1)), Call(q), Backtrack, Fail(q), Enter(ClauseId(2)), Exit(p)];
    let calls: Vec<_> =
        trace.into_iter().filter(|e| !matches!(e, Goal(_) | Success(_) | Failure(_))).collect();
    assert_eq!(calls, wanted);
}
