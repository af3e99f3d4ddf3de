//! Declared modes and determinism become part of a predicate.

use crate::answers::load;
use logic::{Determinism, Mode, ModeDecl, Program};
use source::Files;

fn modes<'p>(program: &'p Program, name: &str, arity: usize) -> &'p [ModeDecl] {
    let id = program.find(name, arity).unwrap_or_else(|| panic!("there is no {name}/{arity}"));
    &program.preds[id.index()].modes
}

fn messages(text: &str) -> Vec<String> {
    let mut files = Files::new();
    let file = files.add("test.pl", text);
    front_clp::load(&files, file).diagnostics.into_iter().map(|d| d.message).collect()
}

const TEXT: &str = "\
:- mode append(+, +, -) is det.
:- mode append(-, -, +) is multi.
:- mode go, len(in, ?) is semidet.
append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).
go.
len([], 0).
";

#[test]
fn modes_are_kept() {
    let program = load(TEXT);
    let [first, second] = modes(&program, "append", 3) else { panic!("two modes") };
    assert_eq!(first.modes, Some(vec![Mode::Ground, Mode::Ground, Mode::Free]));
    assert_eq!(first.determinism, Some(Determinism::Det));
    assert_eq!(second.modes, Some(vec![Mode::Free, Mode::Free, Mode::Ground]));
    assert_eq!(second.determinism, Some(Determinism::Multi));
    assert_eq!(&TEXT[first.span.start as usize..first.span.end as usize], "append(+, +, -) is det");
    let [go] = modes(&program, "go", 0) else { panic!("one mode") };
    assert_eq!((&go.modes, go.determinism), (&Some(Vec::new()), None));
    let [len] = modes(&program, "len", 2) else { panic!("one mode") };
    assert_eq!(
        (&len.modes, len.determinism),
        (&Some(vec![Mode::Ground, Mode::Any]), Some(Determinism::Semidet))
    );
    assert!(messages(TEXT).is_empty(), "{:?}", messages(TEXT));
}

#[test]
fn the_listing_shows_them_and_reads_back() {
    let listing = logic::listing(&load(TEXT));
    for line in [
        ":- mode append(+, +, -) is det.\n:- mode append(-, -, +) is multi.\nappend([], Ys, Ys).",
        ":- mode go.\ngo.",
        ":- mode len(+, ?) is semidet.\nlen([], 0).",
    ] {
        assert!(listing.contains(line), "{listing}");
    }
    assert_eq!(logic::listing(&load(&listing)), listing);
}

#[test]
fn determinism_without_modes() {
    let text = ":- det(p/1).\n:- det([q/2, r//0]).\np(1).\nq(1, 2).\nr --> [].\n";
    let program = load(text);
    for (name, arity) in [("p", 1), ("q", 2), ("r", 2)] {
        let [one] = modes(&program, name, arity) else { panic!("one mode of {name}") };
        assert_eq!((&one.modes, one.determinism), (&None, Some(Determinism::Det)));
        assert!(program.preds[program.find(name, arity).unwrap().index()].unknown.is_some());
    }
    assert!(logic::listing(&program).contains(":- det(p/1).\np(1)."));
    assert_eq!(messages(text), ["the directive `det` is not supported"; 2]);
}

#[test]
fn other_directives_of_that_name_stay_what_they_were() {
    for (text, message) in [
        (":- mode(1, p(+int, -int)).\np(1).\n", "the directive `mode/2` is left out"),
        (":- mode(p(+int)).\np(1).\n", "the directive `mode/1` is left out"),
        (":- mode p(+) is often.\np(1).\n", "the directive `mode/1` is left out"),
        (":- mode = fast.\np(1).\n", "the directive `=/2` is left out"),
        (":- op(200, fy, mode).\n:- mode p is det.\np(1).\n", "the directive `is/2` is left out"),
    ] {
        assert_eq!(messages(text), [message], "{text}");
        assert!(load(text).preds.iter().all(|pred| pred.modes.is_empty()), "{text}");
    }
}

#[test]
fn a_text_with_a_predicate_of_that_name_calls_it() {
    // What is declared is also called, and that changes the program.
    let own = ":- mode p(+).\nmode(X) :- assertz(seen(X)).\np(1) :- q.\n";
    assert!(load(own).incomplete.is_some());
    assert!(load(":- mode p(+).\nother(X) :- assertz(seen(X)).\np(1) :- q.\n").incomplete.is_none());
}
