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
