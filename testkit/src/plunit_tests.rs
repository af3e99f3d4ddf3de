//! Random files of plunit, as text: tests of a small program with all kinds of options.
//!
//! ```
//! let text = testkit::plunit_tests::file(&mut base::Random::new(1), 5);
//! assert!(text.contains(":- begin_tests(random"));
//! ```

use base::Random;

/// The program that the tests are about.
pub const PROGRAM: &str = "\
num(3).\nnum(1).\nnum(2).\nnum(1).\n\
sign(X, neg) :- X < 0, !.\nsign(0, zero) :- !.\nsign(_, pos).\n\
odd(X) :- ( X mod 2 =:= 1 -> true ; throw(odd(X)) ).\n\
pair(X, Y) :- num(X), num(Y), X < Y.\n\
open(f(_, Y, Y)).\nopen(g(_)).\n\
bad(X) :- throw(bad(X, X)).\nbad(_).\n\
late(1).\nlate(2) :- throw(late).\n";

fn pick<'t>(random: &mut Random, from: &[&'t str]) -> &'t str {
    from[random.below(from.len())]
}

/// A goal with the variables `X` and `Y`.
fn goal(random: &mut Random) -> String {
    let value = pick(random, &["0", "1", "2", "-1", "a", "_", "3"]);
    match random.below(10) {
        0 | 1 => "num(X)".to_string(),
        2 => format!("sign({value}, X)"),
        3 => format!("Y = {value}, odd(Y)"),
        4 => "pair(X, Y)".to_string(),
        5 => "open(X)".to_string(),
        6 => format!("Y = {value}, bad(Y)"),
        7 => "late(X)".to_string(),
        8 => format!("X = {value}, Y = X"),
        _ => format!("num(X), X > {}", random.below(4)),
    }
}

fn list(random: &mut Random) -> String {
    pick(
        random,
        &["[3,1,2,1]", "[1,1,2,3]", "[1,2,3]", "[3,2]", "[2]", "[]", "[1,2]", "[f(_,A,A),g(_)]", "[_]"],
    )
    .to_string()
}

/// What a test must do.
fn mode(random: &mut Random) -> String {
    let value =
        pick(random, &["0", "1", "2", "3", "pos", "neg", "zero", "a", "_", "f(_,_,_)", "f(_,A,A)", "Y"]);
    match random.below(14) {
        0 => "true".to_string(),
        1 | 2 => format!("true(X {} {value})", pick(random, &["==", "=@=", "=", "\\==", "\\="])),
        3 => format!("X {} {value}", pick(random, &["==", "=@=", "="])),
        4 => format!("true(X {} {})", pick(random, &[">", "<", "=:=", "=<"]), random.below(4)),
        5 => format!("X =:= {}", random.below(4)),
        6 => format!("true([X,Y] {} [{value},{}])", pick(random, &["==", "=@="]), random.below(3)),
        7 => "fail".to_string(),
        8 | 9 => format!(
            "throws({})",
            pick(random, &["odd(_)", "odd(2)", "bad(_,_)", "bad(A,A)", "bad(1,_)", "late", "_", "odd(X)"])
        ),
        10 => format!(
            "error({})",
            pick(random, &["type_error(_,_)", "instantiation_error", "_", "type_error(evaluable,a/0)"])
        ),
        11 => format!("all(X {} {})", pick(random, &["==", "=@=", "=:="]), list(random)),
        12 => format!("set(X == {})", list(random)),
        _ => format!("all(x == {})", pick(random, &["[x,x,x,x]", "[x]", "[]"])),
    }
}

/// A goal that prepares a test, or says whether it is run.
fn before(random: &mut Random) -> &'static str {
    pick(random, &["true", "Z = 1", "X = 1", "num(_)", "Y = 2", "fail"])
}

fn options(random: &mut Random) -> String {
    let mut options = vec![mode(random)];
    match random.below(12) {
        0 => options.push(format!("setup({})", before(random))),
        1 => options.push(format!("cleanup({})", before(random))),
        2 => options.push(format!("condition({})", before(random))),
        3 => options
            .push(format!("forall({})", pick(random, &["num(Y)", "member(X, [1, 2])", "fail", "true"]))),
        4 => options.push("blocked(later)".to_string()),
        5 => options.push("fixme(later)".to_string()),
        6 => options.push("nondet".to_string()),
        7 => {
            options.push(format!("setup({})", before(random)));
            options.push(format!("cleanup({})", before(random)));
        }
        _ => {}
    }
    match options.as_slice() {
        [one] if random.below(2) == 0 => one.clone(),
        _ => format!("[{}]", options.join(", ")),
    }
}

/// A file with units of so many tests `t0`, `t1`, …
pub fn file(random: &mut Random, count: usize) -> String {
    let mut text = String::from(":- use_module(library(plunit)).\n:- ensure_loaded('program.pl').\n");
    for number in 0..count {
        let unit = match random.below(8) {
            0 => format!(", [setup({})]", pick(random, &["true", "num(_)"])),
            1 => format!(", [condition({})]", pick(random, &["true", "num(1)"])),
            2 => ", [cleanup(true), setup(true)]".to_string(),
            _ => String::new(),
        };
        let (options, goal) = (options(random), goal(random));
        text.push_str(&format!(
            ":- begin_tests(random{number}{unit}).\ntest(t{number}, {options}) :- {goal}.\n:- end_tests(random{number}).\n"
        ));
    }
    text
}
