//! What is said of Prolog programs where it is easy to say too much: mixed modes, predicates that only SWI-Prolog has,
//! directives, floats, and searches that would go on for ever.

use crate::running;

use running::Scratch;

/// What `generate` prints for a program, with these further arguments.
fn generated(name: &str, text: &str, args: &[&str]) -> String {
    let scratch = Scratch::new(&format!("clp-verdicts-{name}"));
    scratch.file("p.pl", text);
    let mut all = vec!["generate", "p.pl", "--conditions"];
    all.extend(args);
    let (code, out, errors) = scratch.run(&all);
    assert!(matches!(code, Some(0 | 3)), "{code:?} {out}{errors}");
    out
}

fn goals(out: &str) -> Vec<&str> {
    out.lines()
        .filter_map(|line| line.split_once("  ?- ").map(|(_, goal)| goal.trim_end_matches('.')))
        .collect()
}

/// The tests of a program pass in SWI-Prolog.
fn pass_in_swipl(name: &str, text: &str, args: &[&str]) {
    if testkit::require::program("swipl", "tests judged by swipl").is_none() {
        return;
    }
    let scratch = Scratch::new(&format!("clp-swipl-{name}"));
    scratch.file("p.pl", text);
    let mut all = vec!["generate", "p.pl", "--emit", "plunit", "-o", "t.pl"];
    all.extend(args);
    let (code, out, errors) = scratch.run(&all);
    assert_eq!(code, Some(0), "{out}{errors}");
    let tests = scratch.read("t.pl");
    let (passed, said) = testkit::prolog::run_tests(&[("t.pl", &tests), ("p.pl", text)]);
    assert!(passed, "{tests}\n{said}");
    let (code, out, errors) = scratch.run(&["run", "t.pl"]);
    assert_eq!(code, Some(0), "{tests}\n{out}{errors}");
}

#[test]
fn a_ground_input_has_one_value_on_all_branches() {
    let text = "p(X,Y) :- X > 2, \\+ Y = X, q(Y).\nq(3) :- r.\nr.\n";
    let out = generated("one-value", text, &["-e", "p(+,?)", "-c", "clause"]);
    assert!(out.contains("clause: 3 of 3 covered"), "{out}");
    let text = "p(X,Y) :- X > 2, Y = X.\np(X,3) :- X =< 3.\n";
    let out = generated("two-clauses", text, &["-e", "p(+,?)"]);
    assert!(goals(&out).contains(&"p(4,3)"), "{out}");
    pass_in_swipl("two-clauses", text, &["-e", "p(+,?)"]);
}

#[test]
fn conditions_are_in_the_words_of_the_call() {
    let text = "p([X|_],Y) :- ( X = Y -> fail ; q(Y) ).\nq([]).\n";
    let out = generated("branch", text, &["-e", "p(+,?)"]);
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("?- p([a|b],[]). yes path 1.F.2, ⟨A = [X1|X2] ∧ B ≠ X1⟩"), "{out}");
    let out = generated("mem", "mem(X,[X|_]).\nmem(X,[_|T]) :- mem(X,T).\n", &["-e", "mem(+,+)"]);
    assert!(out.contains("⟨B = [X1,A|X2] ∧ X1 ≠ A ∧ ∀Y1,Y2 X2 ≠ [Y1|Y2]⟩"), "{out}");
    assert!(!out.contains("X5") && !out.contains('!'), "{out}");
    let out = generated("mod", "p(X,Y) :- Z is max(X, Y mod 3), Z > 1.\n", &["-e", "p(+,+)"]);
    assert!(out.contains("max(A,(B mod 3)) > 1"), "{out}");
    assert!(!out.contains("ite(") && !out.contains('!'), "{out}");
}

#[test]
fn what_only_the_system_defines_is_unknown_by_name() {
    for (goal, name) in [
        ("ord_union([a],[b],_)", "ord_union/3"),
        ("subsumes_term(f(_),X)", "subsumes_term/2"),
        ("time(true)", "time/1"),
        ("assertion(X == a)", "assertion/1"),
        ("downcase_atom(X,_)", "downcase_atom/2"),
    ] {
        let text = format!("p(X) :- {goal}, q.\np(_).\nq.\n");
        let out = generated("system", &text, &["-e", "p(+)", "-c", "clause"]);
        assert!(out.contains(&format!("unknown: {name} is not supported at line 1")), "{out}");
        assert!(!out.contains("existence_error") && !out.contains("infeasible,"), "{out}");
    }
    let out = generated("nobody", "p(X) :- nobody(X).\n", &["-e", "p(+)"]);
    assert!(out.contains("existence_error(procedure,/(nobody,1))"), "{out}");
    pass_in_swipl("nobody", "p(X) :- nobody(X).\n", &["-e", "p(+)"]);
}

#[test]
fn directives_are_followed_or_what_they_touch_is_unknown() {
    let text = ":- if(current_prolog_flag(bounded, false)).\np(1).\n:- else.\np(2).\n:- endif.\np(3).\n";
    let out = generated("if", text, &["-e", "p(-)"]);
    assert!(out.contains("A = 1; A = 3"), "{out}");
    pass_in_swipl("if", text, &["-e", "p(-)"]);
    for text in [
        ":- if(current_prolog_flag(verbose, silent)).\np(1).\n:- else.\np(2).\n:- endif.\n",
        ":- table p/1.\np(1).\np(X) :- p(X).\n",
        ":- set_prolog_flag(occurs_check, true).\np(X) :- X = f(X).\np(_).\n",
        ":- include(other).\np(1).\n",
        "term_expansion(p(1), p(2)).\np(1).\n",
        "user:goal_expansion(q, true).\np(X) :- q, X = 1.\n",
        ":- assertz(q(1)).\np(X) :- q(X).\n",
        ":- consult(other).\np(X) :- q(X).\n",
        "start :- assertz(q(1)).\n:- start.\np(X) :- q(X).\n",
        ":- set_prolog_flag(unknown, fail).\np(X) :- q(X).\n",
    ] {
        let out = generated("changed", text, &["-e", "p(-)"]);
        assert!(out.starts_with("0 tests"), "{text}{out}");
        assert!(out.contains("unknown: ") && out.contains("not complete"), "{text}{out}");
    }
    // Without a declared domain, braces are a name like any other.
    pass_in_swipl("braces", "p(X) :- {X > 1}.\n", &["-e", "p(+)"]);
}

#[test]
fn constraints_of_a_body_run_after_the_head() {
    let text = ":- use_module(library(clpfd)).\nr(1).\nr(X) :- a #< X.\ns(X) :- X in a.\n";
    let out = generated("late", text, &["-e", "r(+)"]);
    assert!(out.contains("yes; then throws"), "{out}");
    pass_in_swipl("late", text, &["-e", "r(+)"]);
    pass_in_swipl("in", text, &["-e", "s(-)"]);
    pass_in_swipl("in", text, &["-e", "s(+)"]);
}

#[test]
fn floats_strings_and_terms_with_a_value_are_not_ruled_out() {
    let text = "p(X) :- float(X), q.\np(X) :- string(X), r.\nq.\nr.\n";
    let out = generated("float", text, &["-e", "p(+)", "-c", "clause"]);
    assert!(out.contains("clause: 4 of 4 covered"), "{out}");
    pass_in_swipl("float", text, &["-e", "p(+)"]);
    let text = "p(X) :- X = [_|_], Y is X + 1, Y > 0, q.\nq.\n";
    let out = generated("evaluable", text, &["-e", "p(+)", "-c", "clause"]);
    assert!(out.contains("1 of 2 covered, 1 unknown"), "{out}");
    let text = "p(X) :- X > 2, X < 3, q.\nq.\n";
    let out = generated("between", text, &["-e", "p(+)", "-c", "clause"]);
    assert!(out.contains("1 of 2 covered, 1 unknown") && out.contains("only integers are tried"), "{out}");
    // For any two numbers one of these holds.
    let text = "max(X,Y,X) :- X >= Y.\nmax(X,Y,Y) :- X < Y.\n";
    let out = generated("max", text, &["-e", "max(+,+,-)"]);
    assert!(out.contains("complete within the bounds"), "{out}");
}

#[test]
fn files_of_tests_are_read_back() {
    let text = "p(X) :- X > 2.\n";
    pass_in_swipl("evaluable-error", text, &["-e", "p(+)"]);
    let s = Scratch::new("clp-read-back");
    s.file("p.pl", "p(1).\np(2).\nq(X) :- X > 1.\n");
    s.file(
        "t.pl",
        ":- ensure_loaded('p.pl').\n:- begin_tests(p).\ntest(t1, [true]) :- q(2).\n:- end_tests(p).\n",
    );
    let (code, out, errors) =
        s.run(&["complete", "p.pl", "t.pl", "-e", "q(+)", "-c", "sequence", "-o", "more.pl"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let more = s.read("more.pl");
    assert!(more.contains("test(t1, [true]) :-\n    q(2).\n"), "{more}");
    assert_eq!(more.matches("q(2)").count(), 1, "{more}");
    // A path that throws for a variable is not the one that throws for an atom.
    let (_, out, _) = s.run(&["generate", "p.pl", "-e", "q(?)", "-c", "sequence", "--format", "json"]);
    let mut suite: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let tests = suite["tests"].as_array_mut().expect("tests");
    let all = tests.len();
    tests.retain(|t| t["input"]["goal"] != "q(A)");
    assert_eq!(tests.len() + 1, all);
    s.file("less.json", &suite.to_string());
    let (_, out, _) =
        s.run(&["cover", "p.pl", "less.json", "-e", "q(?)", "-c", "sequence", "--format", "json"]);
    let covered: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(covered["criteria"][0]["covered"], all as u64 - 1, "{out}");
}

#[test]
fn a_mutant_is_killed_by_a_test_that_is_written() {
    let s = Scratch::new("clp-kill");
    s.file("p.pl", "size([], 0).\nsize([_|T], N) :- size(T, M), N is M + 1.\nbig(L) :- size(L, N), N > 1.\n");
    // A suite without tests.
    let (_, out, _) = s.run(&["generate", "p.pl", "-e", "big(+)", "--format", "json"]);
    let mut suite: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    suite["tests"] = serde_json::json!([]);
    s.file("none.json", &suite.to_string());
    let score = |suite: &str, more: &[&str]| -> (serde_json::Value, f64) {
        let mut all = vec!["mutate", "p.pl", suite, "-e", "big(+)", "--format", "json"];
        all.extend(more);
        let (_, out, errors) = s.run(&all);
        let report: serde_json::Value =
            serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{errors}"));
        let score = report["score"].as_f64().unwrap_or_else(|| panic!("{out}"));
        (report, score)
    };
    let (_, before) = score("none.json", &[]);
    let (first, killed) = score("none.json", &["--kill", "-o", "more.json"]);
    let (second, again) = score("more.json", &[]);
    assert!(before < killed, "{before} {killed}");
    assert_eq!(killed, again, "{first}\n{second}");
    let (_, _) = score("none.json", &["--kill", "-o", "more.pl"]);
    let (code, out, errors) = s.run(&["run", "more.pl"]);
    assert_eq!(code, Some(0), "{out}{errors}");
}

#[test]
fn a_search_ends_when_every_goal_is_met() {
    let text = "g(empty,T,T).\ng(char(X),[X|T],T).\ng(or(X,_),H,T) :- g(X,H,T).\ng(or(_,Y),H,T) :- g(Y,H,T).\n\
                g(cat(X,Y),H,T) :- g(X,H,T1), g(Y,T1,T).\ng(star(_),T,T).\n\
                g(star(X),H,T) :- g(X,H,T1), g(star(X),T1,T).\n";
    let scratch = Scratch::new("clp-ends");
    scratch.file("g.pl", text);
    let run = |args: &[&str]| {
        let (code, out, errors) = scratch.run(args);
        assert_eq!(code, Some(0), "{out}{errors}");
        let suite: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        suite
    };
    let suite = run(&["generate", "g.pl", "-e", "g(+,+,-)", "-c", "clause", "--format", "json"]);
    assert_eq!(suite["criteria"][0]["covered"], 7, "{suite}");
    assert!(suite["exploration"]["paths"].as_u64().is_some_and(|n| n < 200), "{suite}");
    let nrev = "nrev([],[]).\nnrev([X|Xs],Ys) :- nrev(Xs,Zs), app(Zs,[X],Ys).\napp([],Ys,Ys).\n\
                app([X|Xs],Ys,[X|Zs]) :- app(Xs,Ys,Zs).\n";
    scratch.file("g.pl", nrev);
    let suite =
        run(&["generate", "g.pl", "-e", "nrev/2", "-c", "clause", "--depth", "8", "--format", "json"]);
    assert_eq!(suite["criteria"][0]["covered"], 4, "{suite}");
    let d = "d(X,X,1) :- !.\nd(C,_,0) :- atomic(C).\nd(-U,X,-A) :- d(U,X,A).\nd(U+V,X,A+B) :- d(U,X,A), d(V,X,B).\n\
             d(U-V,X,A-B) :- d(U,X,A), d(V,X,B).\nd(C*U,X,C*A) :- atomic(C), C \\= X, d(U,X,A), !.\n\
             d(U*V,X,B*U+A*V) :- d(U,X,A), d(V,X,B).\nd(U/V,X,A) :- d(U*V^(-1),X,A).\n\
             d(U^C,X,C*U^(C-1)*W) :- atomic(C), C \\= X, d(U,X,W).\nd(log(U),X,A*U^(-1)) :- d(U,X,A).\n";
    scratch.file("g.pl", d);
    let suite =
        run(&["generate", "g.pl", "-e", "d(+,+,-)", "-c", "clause", "--depth", "4", "--format", "json"]);
    assert_eq!(suite["criteria"][0]["covered"], 10, "{suite}");
}

#[test]
fn bounds_and_limits_are_kept_and_said() {
    let text = "p(X) :- q(X), q(X).\nq(a) :- r.\nq(b).\nr.\n";
    let out = generated("limit", text, &["-e", "p(?)", "-c", "arc", "--limit", "1"]);
    assert_eq!(goals(&out).len(), 1, "{out}");
    let out = generated("deep", "p(X) :- p(f(X)).\n", &["-e", "p(+)"]);
    assert!(out.contains("0 tests") && !out.contains("complete within"), "{out}");
    assert!(out.contains("every run of p/1 exceeds --depth 4"), "{out}");
    let out = generated("clause", "p(0) :- q.\np(N) :- p(N).\nq :- q.\n", &["-e", "p(+)", "-c", "arc"]);
    assert!(out.contains("out of bounds"), "{out}");
}

#[test]
fn what_is_not_there_for_prolog_is_refused() {
    let s = Scratch::new("clp-refused");
    s.file("p.pl", "p(1).\n");
    let (code, _, errors) = s.run(&["generate", "p.pl", "-c", "branch"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("`arc` is what comes nearest"), "{errors}");
    s.run(&["generate", "p.pl", "--format", "json", "-o", "s.json"]);
    let (code, _, errors) = s.run(&["graph", "s.json", "--of", "heap"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("no heap to draw"), "{errors}");
}

#[test]
fn what_is_called_may_be_anything() {
    for body in ["X, t", "once(X), t", "ignore(X), t", "\\+ X, t", "( X -> t ; u )", "findall(Y, X, [Y]), t"]
    {
        let text = format!("p(X) :- {body}.\nt.\nu.\n");
        let out = generated("called", &text, &["-e", "p(?)", "-c", "clause"]);
        assert!(!out.contains("infeasible,") && !out.contains("complete within"), "{text}{out}");
    }
}

#[test]
fn errors_that_are_caught_may_be_others_for_other_numbers() {
    let text = "p(X) :- catch(_ is X mod 2, error(type_error(integer,_),_), t).\nt.\n";
    let out = generated("caught", text, &["-e", "p(+)", "-c", "clause"]);
    assert!(out.contains("1 of 2 covered, 1 unknown"), "{out}");
    // Nothing is known of the context of an error.
    let text = "k(X,Y) :- catch(Y is X+1, error(T,C), Y = err(T,C)).\n";
    let out = generated("context", text, &["-e", "k(+,-)"]);
    assert!(out.contains("unknown: the context of an error in an answer"), "{out}");
    pass_in_swipl("context", text, &["-e", "k(+,-)"]);
    let text =
        "k(X,Y) :- catch(Y is X+1, E, ( E = error(T,_), Y = err(T) )).\nw(X) :- throw(error(bad(X), w/1)).\n";
    pass_in_swipl("no-context", text, &["-e", "k(+,-)"]);
    pass_in_swipl("own-context", text, &["-e", "w(+)"]);
}

#[test]
fn solutions_may_come_before_an_error() {
    pass_in_swipl("before", "p(1).\np(2).\np(X) :- X > 2.\n", &["-e", "p(?)"]);
    pass_in_swipl("max", "mx(L,M) :- max_list(L,M).\nmn(L,M) :- min_list(L,M).\n", &["-e", "mx(+,-)"]);
    // `e` is a number to arithmetic, so it is no atom that stands for any other.
    let text = "k(a). k(b). k(c). k(d).\nq(X) :- X > 3.\nq(X) :- k(X).\n";
    let out = generated("letters", text, &["-e", "q(+)"]);
    assert!(out.contains("?- q(f)."), "{out}");
}

#[test]
fn what_was_not_found_is_part_of_what_is_measured() {
    let s = Scratch::new("clp-measured");
    s.file("p.pl", "p(X) :- X > 2, X < 3, q.\np(X) :- arg(X, f(a,b), b).\nq.\n");
    let (_, out, _) = s.run(&["generate", "p.pl", "-e", "p(+)", "--format", "json", "-o", "s.json"]);
    assert_eq!(out, "");
    let (_, out, _) = s.run(&["cover", "p.pl", "s.json", "-e", "p(+)", "-c", "sequence", "--format", "json"]);
    let covered: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let missing = covered["criteria"][0]["missing"].as_array().expect("a list");
    assert!(missing.iter().any(|m| m["status"] == "unknown"), "{out}");
    // Two paths that one goal takes have one test.
    let out = generated("arg", "p(X) :- arg(X, f(a,b), b).\n", &["-e", "p(?)"]);
    let mut all = goals(&out);
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count, "{out}");
    pass_in_swipl("min", "mn(L,M) :- min_list(L,M).\n", &["-e", "mn(+,-)"]);
}
