//! How many sequences there are within a call depth: the errata of the thesis.

use super::program::load;

pub const MEMBER: &str = "
:- pred mem(T, list(T)).
:- mode mem(in, in) is semidet.
:- mode mem(out, in) is nondet.
mem(X, Y) :- Y = [E | Es], ( X = E ; mem(X, Es) ).
";

pub const APPEND: &str = "
:- pred app(list(T), list(T), list(T)).
:- mode app(in, in, out) is det.
:- mode app(out, out, in) is multi.
app([], Y, Y).
app([H | T], Y, [H | Z]) :- app(T, Y, Z).
";

pub const BUBBLESORT: &str = "
:- pred bubblesort(list(int)::in, list(int)::out) is det.
bubblesort(List, Sorted) :- bsort(List, [], Sorted).
:- pred bsort(list(int)::in, list(int)::in, list(int)::out) is det.
bsort([], Acc, Acc).
bsort([H | T], Acc, Sorted) :- bubble(H, T, NT, Max), bsort(NT, [Max | Acc], Sorted).
:- pred bubble(int::in, list(int)::in, list(int)::out, int::out) is det.
bubble(X, [], [], X).
bubble(X, [Y | T], [Y | NT], Max) :- X > Y, bubble(X, T, NT, Max).
bubble(X, [Y | T], [X | NT], Max) :- X =< Y, bubble(Y, T, NT, Max).
";

fn counts(text: &str, proc: &str, depths: std::ops::RangeInclusive<u32>) -> Vec<usize> {
    let loaded = load(text);
    let id = loaded.proc(proc);
    depths
        .map(|depth| {
            let (found, derived) = loaded.derive(&loaded.plan(id, depth));
            assert_eq!(derived.unknown, 0, "{:?}", derived.reasons);
            for sequence in &found {
                println!("{} {:?} {:?}", sequence.condition, sequence.texts, sequence.solutions);
            }
            found.len()
        })
        .collect()
}

#[test]
fn append_has_as_many_as_its_depth() {
    assert_eq!(counts(APPEND, "app(in, in, out)", 1..=6), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn member_has_two_for_each_depth_or_one() {
    assert_eq!(counts(MEMBER, "mem(in, in)", 1..=5), [2, 4, 6, 8, 10]);
    assert_eq!(counts(MEMBER, "mem(out, in)", 1..=5), [1, 2, 3, 4, 5]);
}

#[test]
fn bubblesort_has_one_for_each_order() {
    assert_eq!(counts(BUBBLESORT, "bubblesort", 2..=6), [1, 2, 4, 10, 34]);
}
