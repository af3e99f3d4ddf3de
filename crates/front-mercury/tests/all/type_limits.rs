//! Programs of any size: no overflow of the stack, and a time that does not explode.

use crate::checking::checked;
use base::Stopwatch;

const HEAD: &str = ":- module m.\n:- interface.\n:- import_module int, list, maybe, bool, string.\n";

/// Checks a text that must be right.
fn right(text: &str) {
    let (checked, messages) = checked("m.m", text, &[]);
    assert!(!checked.has_errors(), "{}", messages.chars().take(3000).collect::<String>());
}

#[test]
fn long_lists_and_conjunctions() {
    let elements: Vec<String> = (0..100_000).map(|i| i.to_string()).collect();
    right(&format!("{HEAD}:- func f = list(int).\n:- implementation.\nf = [{}].\n", elements.join(", ")));
    let goals: Vec<String> = (0..100_000).map(|i| format!("X{} = X{} + 1", i + 1, i)).collect();
    let text =
        format!("{HEAD}:- pred p(int::in) is det.\n:- implementation.\np(X0) :- {}.\n", goals.join(",\n"));
    right(&text);
    let facts: String = (0..20_000).map(|i| format!("p({i}, \"{i}\").\n")).collect();
    right(&format!("{HEAD}:- pred p(int::out, string::out) is multi.\n:- implementation.\n{facts}"));
}

#[test]
fn names_with_several_meanings_in_long_lists() {
    let elements: Vec<&str> = (0..20_000).map(|i| if i % 3 == 0 { "no" } else { "yes(1)" }).collect();
    let list = elements.join(", ");
    right(&format!("{HEAD}:- func f = list(maybe(int)).\n:- implementation.\nf = [{list}].\n"));
    // Nothing is known before the end.
    let goals: Vec<String> = (0..20_000).map(|i| format!("X{} = X{}", i + 1, i)).collect();
    let text = format!(
        "{HEAD}:- func f = bool.\n:- implementation.\nf = X20000 :- X0 = no, {}.\n",
        goals.join(", ")
    );
    right(&text);
}

#[test]
fn types_that_grow() {
    // Each variable is a list of the one before: the type is as deep as the clause is long.
    let goals: Vec<String> = (0..3_000).map(|i| format!("X{} = [X{}]", i + 1, i)).collect();
    right(&format!("{HEAD}:- pred p(int::in) is det.\n:- implementation.\np(X0) :- {}.\n", goals.join(", ")));
    // Each is a pair of the one before twice: as a tree the type would have 2^200 leaves.
    let goals: Vec<String> = (0..200).map(|i| format!("X{} = {{X{}, X{}}}", i + 1, i, i)).collect();
    right(&format!("{HEAD}:- pred p(int::in) is det.\n:- implementation.\np(X0) :- {}.\n", goals.join(", ")));
    let wrong = format!(
        "{HEAD}:- pred p(int::in) is semidet.\n:- implementation.\np(X0) :- {}, X200 = \"a\".\n",
        goals.join(", ")
    );
    let (_, messages) = checked("m.m", &wrong, &[]);
    assert!(messages.contains("X200") && messages.len() < 5_000, "{messages}");
    let chain: String =
        (0..2_000).map(|i| format!(":- type t{i} == {{t{}, t{}}}.\n", i + 1, i + 1)).collect();
    right(&format!(
        "{HEAD}{chain}:- type t2000 == int.\n:- pred p(t0::in) is det.\n:- implementation.\np(_).\n"
    ));
}

#[test]
fn deep_nesting() {
    for (open, inner, close) in [
        ("not (", "true", ")"),
        ("( if true then ", "true", " else fail )"),
        ("some [Y] (", "true", ")"),
        ("call((pred) is semidet :- ", "true", ")"),
        ("(true ; (true, ", "true", "))"),
    ] {
        let text = |depth: usize| {
            let body = format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
            format!("{HEAD}:- pred p is semidet.\n:- implementation.\np :- {body}.\n")
        };
        // The deepest that is read must go through all that follows.
        let fits = |depth: usize| crate::samples::tree("m.m", &text(depth)).1.is_empty();
        let (mut deepest, mut too_deep) = (1, front_mercury::syntax::MAX_NESTING + 1);
        while deepest + 1 < too_deep {
            let middle = (deepest + too_deep) / 2;
            if fits(middle) { deepest = middle } else { too_deep = middle }
        }
        assert!(deepest >= 100, "{open}: {deepest}");
        let (checked, messages) = checked("m.m", &text(deepest), &[]);
        assert!(!messages.contains("error"), "{open}: {}", messages.chars().take(2000).collect::<String>());
        let _ = front_mercury::core::print(&checked.program);
    }
    let sum = vec!["X"; 300].join(" + ");
    right(&format!("{HEAD}:- func f(int) = int.\n:- implementation.\nf(X) = {sum}.\n"));
    let nested = format!("{}1{}", "yes(".repeat(120), ")".repeat(120));
    right(&format!(
        "{HEAD}:- func f = maybe(T).\n:- implementation.\nf = no :- X = {nested}, g(X).\n:- pred g(T::in) is det.\ng(_).\n"
    ));
}

#[test]
fn a_program_of_two_thousand_lines_takes_no_time() {
    let sample = crate::samples::programs("programs");
    let machine = &sample.iter().find(|(name, _)| name == "stack_machine").expect("there").1;
    // Copies of a program in modules of their own, each within one file.
    let copies = 6;
    let mut text = String::from(":- module big.\n:- interface.\n:- implementation.\n");
    for copy in 0..copies {
        let body = machine.replace(":- module stack_machine.", &format!(":- module copy{copy}."));
        text.push_str(&format!("{body}\n:- end_module copy{copy}.\n"));
    }
    assert!(text.lines().count() >= 2_000);
    right(&text);
    let watch = Stopwatch::start();
    right(&text);
    let seconds = watch.seconds();
    assert!(seconds < 1.0, "{seconds}");
}
