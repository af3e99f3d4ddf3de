//! Whatever the input is, the program answers it or says what is wrong and where; it does not crash, and
//! it does not run past its limits.

use std::io::Write;
use std::process::{Command, Stdio};

/// Exit code, standard output and standard error for a script on standard input.
fn solve(script: &[u8], options: &[&str]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["solve", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let bytes = script.to_vec();
    let writer = std::thread::spawn(move || drop(pipe.write_all(&bytes)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("written");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn answers(script: &str, expected: &str) {
    let (code, out, err) = solve(script.as_bytes(), &[]);
    let start: String = script.chars().take(80).collect();
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), expected, ""), "{start}");
}

#[test]
fn nesting_of_ten_thousand_levels() {
    let n = 10_000;
    let nested =
        |open: &str, middle: &str, close: &str| format!("{}{middle}{}", open.repeat(n), close.repeat(n));
    let declare = "(declare-const x Int)(declare-const p Bool)(declare-fun f (Int) Int)";
    for (formula, verdict) in [
        (nested("(not ", "p", ")"), "sat\n"),
        (nested("(and p ", "(not p)", ")"), "unsat\n"),
        (nested("(or p ", "(not p)", ")"), "sat\n"),
        (nested("(=> p ", "p", ")"), "sat\n"),
        (nested("(let ((x (+ x 1))) ", &format!("(< x {})", n), ")"), "sat\n"),
        (format!("(= x {})", nested("(+ 1 ", "x", ")")), "unsat\n"),
        (format!("(= x {})", nested("(- ", "x", ")")), "sat\n"),
        (format!("(= x {})", nested("(ite p 1 ", "x", ")")), "sat\n"),
        (nested("(xor p ", "p", ")"), "sat\n"),
    ] {
        answers(&format!("{declare}(assert {formula})(check-sat)"), verdict);
    }
    // Deep function applications and terms must be answered or stopped by the budget, not crash.
    let deep = format!("{declare}(assert (= x {}))(check-sat)", nested("(f ", "x", ")"));
    let (code, out, err) = solve(deep.as_bytes(), &["--timeout", "20"]);
    assert!(matches!(code, Some(0 | 3)), "{code:?} {out} {err}");
}

#[test]
fn a_hundred_thousand_parentheses() {
    let (code, _, err) = solve("(".repeat(100_000).as_bytes(), &[]);
    assert_eq!(code, Some(2));
    assert!(err.contains("100000 parentheses are open") && err.len() < 2000, "{err}");
    let (code, _, err) = solve(")".repeat(100_000).as_bytes(), &[]);
    assert_eq!(code, Some(2));
    assert!(err.contains("a parenthesis is closed that was not opened") && err.len() < 2000);
    let list = format!("{}{}", "(".repeat(100_000), ")".repeat(100_000));
    let (code, _, err) = solve(format!("(assert {list})").as_bytes(), &[]);
    assert_eq!(code, Some(2));
    assert!(err.len() < 2000, "{err}");
}

#[test]
fn integers_of_ten_thousand_digits() {
    let big = "7".repeat(10_000);
    let script = format!(
        "(declare-const x Int)(assert (= x {big}))(check-sat)(get-value (x))(assert (< x 1))(check-sat)"
    );
    answers(&script, &format!("sat\n((x {big}))\nunsat\n"));
    let script = format!(
        "(declare-const x Int)(declare-const y Int)(assert (= (* {big} x) (+ (* {big} y) 1)))(check-sat)"
    );
    answers(&script, "unsat\n");
    let fraction = format!("0.{big}");
    let script = format!("(declare-const r Real)(assert (< 0 r {fraction}))(check-sat)");
    answers(&script, "sat\n");
}

#[test]
fn definitions_that_double_each_time() {
    // Written out, this formula has 2^200 parts.
    let mut script = String::from("(declare-const x Int)(define-fun d0 () Int x)");
    for level in 1..=200 {
        let before = level - 1;
        script.push_str(&format!(
            "(define-fun d{level} () Int (ite (> d{before} {level}) d{before} (- d{before})))"
        ));
    }
    script.push_str("(assert (> d200 0))(check-sat)");
    let (code, out, err) = solve(script.as_bytes(), &["--timeout", "5"]);
    assert!(matches!(code, Some(0 | 3)), "{code:?} {out} {err}");
    assert!(out == "sat\n" || out == "unknown\n", "{out}");
}

#[test]
fn sorts_that_double_each_time() {
    let mut script = String::from("(define-sort S0 () Int)");
    for level in 1..=60 {
        let before = level - 1;
        script.push_str(&format!("(define-sort S{level} () (Array S{before} S{before}))\n"));
    }
    let (code, _, err) = solve(script.as_bytes(), &[]);
    assert_eq!(code, Some(2));
    assert!(err.contains("this sort is too large"), "{err}");
    let deep = format!("(declare-const x {}Int{})", "(Array Int ".repeat(10_000), ")".repeat(10_000));
    let (code, _, err) = solve(deep.as_bytes(), &[]);
    assert_eq!(code, Some(2));
    assert!(err.contains("nested too deeply"), "{err}");
}

#[test]
fn malformed_commands_have_their_place() {
    for (script, place, message) in [
        ("x", "1:1", "expected a command"),
        ("()", "1:1", "expected a command"),
        ("(1 2)", "1:1", "expected a command"),
        ("(assert)", "1:1", "this `assert` is not written as it must be"),
        ("(assert true false)", "1:1", "this `assert` is not written as it must be"),
        ("(assert ())", "1:9", "expected a term"),
        ("(assert (true))", "1:9", "a function is applied to nothing"),
        ("(assert 1)", "1:9", "an assertion must be a Bool"),
        ("(assert :key)", "1:9", "expected a term"),
        ("(assert \"text\")", "1:9", "strings are not supported"),
        ("(assert (_ bv3 8))", "1:9", "this indexed constant is not supported"),
        ("(assert ((_ extract 1 0) true))", "1:10", "expected a function"),
        ("(assert (let true true))", "1:9", "this `let` is not written as it must be"),
        ("(assert (let ((x 1) (x 2)) true))", "1:9", "`x` is bound twice in one place"),
        ("(assert (forall () true))", "1:9", "this `forall` is not written as it must be"),
        ("(assert (not))", "1:9", "a function is applied to nothing"),
        ("(assert (not true true))", "1:19", "`not` takes 1 argument, but got 2"),
        ("(assert (and 1 true))", "1:14", "`and` needs a term of sort Bool"),
        ("(assert (select 1 2))", "1:17", "`select` needs an array"),
        ("(assert (= 1))", "1:10", "`=` takes at least 2 arguments, but got 1"),
        ("(declare-const and Bool)", "1:16", "`and` is built in"),
        ("(declare-const x (_ BitVec 8))", "1:18", "indexed sorts are not supported"),
        ("(declare-const x (Array Int))", "1:19", "`Array` takes 2 sorts, but got 1"),
        ("(declare-sort Int 0)", "1:15", "the sort `Int` is built in"),
        ("(declare-datatype T ())", "1:21", "a data type needs constructors"),
        ("(declare-datatype T ((c (f))))", "1:25", "expected a field"),
        ("(declare-datatypes ((T 0)) ())", "1:20", "each data type needs its name and its constructors"),
        (
            "(declare-datatypes (T) ((a b)))",
            "1:21",
            "expected the name of a data type with its number of parameters",
        ),
        ("(declare-datatype T ((c) (c)))", "1:27", "`c` is declared twice"),
        ("(push -1)", "1:7", "expected a small number"),
        ("(push 99999999)", "1:1", "more than 1000000 levels would be open"),
        ("(push 99999999999999999999)", "1:7", "expected a small number"),
        ("(define-fun f ((x Int) (x Int)) Int x)", "1:13", "`x` is bound twice in one place"),
        ("(define-fun f (x) Int x)", "1:16", "expected a parameter"),
        ("(define-fun-rec f ((x Int)) Int x)", "1:2", "the command `define-fun-rec` is not supported"),
        ("(get-value ())", "1:1", "this `get-value` is not written as it must be"),
        ("(echo hello)", "1:1", "this `echo` is not written as it must be"),
        ("(set-logic 3)", "1:1", "this `set-logic` is not written as it must be"),
    ] {
        let (code, out, err) = solve(script.as_bytes(), &[]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{script}\n{err}");
        let expected = format!("error: {message}\n --> standard input:{place}\n");
        assert!(err.starts_with(&expected), "{script}\nexpected {expected}found {err}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let (code, _, err) = solve(b"(echo \"a\")\n(assert \xff)", &[]);
    assert_eq!(code, Some(2));
    let place = "error: the file is not UTF-8 text\n --> standard input:2:9\n";
    assert!(err.starts_with(place) && err.contains("the byte 0xff stands here"), "{err}");

    let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["solve", "no-such-file.smt2"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot read no-such-file.smt2: "));
}

#[test]
fn wrong_calls_exit_with_two() {
    for arguments in [
        &[][..],
        &["solve"],
        &["solve", "x", "--timeout", "0"],
        &["frobnicate"],
        &["solve", "x", "--solver", "y"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args(arguments)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_timeout_answers_unknown_and_exits_with_three() {
    // Pigeons that do not fit into their holes: more than a blink for anyone.
    let mut script = String::new();
    let (pigeons, holes) = (14, 13);
    for p in 0..pigeons {
        for h in 0..holes {
            script.push_str(&format!("(declare-const p{p}-{h} Bool)"));
        }
        let any: Vec<String> = (0..holes).map(|h| format!("p{p}-{h}")).collect();
        script.push_str(&format!("(assert (or {}))\n", any.join(" ")));
    }
    for h in 0..holes {
        for p in 0..pigeons {
            for q in 0..p {
                script.push_str(&format!("(assert (not (and p{p}-{h} p{q}-{h})))\n"));
            }
        }
    }
    script.push_str("(echo \"before\")(check-sat)(echo \"after\")");
    let (code, out, err) = solve(script.as_bytes(), &["--timeout", "0.3"]);
    assert_eq!(code, Some(3), "{out} {err}");
    assert!(out.starts_with("before\nunknown\n"), "{out}");
    assert_eq!(err, "warning: time limit reached\n");
}
