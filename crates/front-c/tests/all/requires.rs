//! `requires` clauses: what they become, and what is said of those that are not read.

use crate::reading;

use front_c::Options;
use imperative::machine::{self, Object, State, Value};
use imperative::{Type, Word};
use reading::deep;
use reading::lowered::lower;
use source::Files;
use std::fmt::Write;

/// The requirements of the only function of a text, or the warnings.
fn read(clause: &str) -> Result<Vec<String>, Vec<String>> {
    let text = format!("{BEFORE}/*@ requires {clause}; */\n{FUNCTION}\n");
    deep(move || {
        let mut files = Files::new();
        let file = files.add("test.c", text);
        let loaded = front_c::load_preprocessed(&files, file, None, &Options::default());
        let labels = |d: &source::Diagnostic| d.labels.first().map_or(String::new(), |l| l.text.clone());
        let said: Vec<String> = loaded.diagnostics.iter().map(labels).collect();
        if !said.is_empty() {
            return Err(said);
        }
        let program = loaded.program.expect("a program");
        let proc = program.procs.iter().find(|p| !p.requires.is_empty()).expect("one has requirements");
        Ok(proc.requires.iter().map(|r| imperative::print_requirement(&program, proc, r)).collect())
    })
}

const BEFORE: &str = "struct node { struct node *next; int key; }; enum { N = 3 };
static int good(struct node *l) { return l != 0; }\n";
const FUNCTION: &str =
    "int f(int *a, int n, struct node *l, struct node **p) { return good(l) ? n : *p == l; }";

#[test]
fn clauses_become_requirements() {
    let one = |clause: &str| match read(clause) {
        Ok(found) => found.join("; "),
        Err(said) => format!("not read: {}", said.join("; ")),
    };
    let mut wrong = String::new();
    for (clause, expected) in [
        ("n > 0", "n > 0"),
        ("0 <= n < N", "0 <= n && n < 3"),
        ("n > 0 && l != \\null", "n > 0 && l != NULL"),
        ("!(n == 1) || n + 2 * n <= INT_MAX", "!(n == 1) || (n + (2 * n)) <= 2147483647"),
        ("(n + 1) * 2 > 4", "((n + 1) * 2) > 4"),
        ("l == 0 ==> n == 0", "!(l == NULL) || n == 0"),
        ("\\valid(l)", "l != NULL"),
        ("acyclic(l) && sorted(l)", "acyclic(l) && sorted(l)"),
        ("good(l)", "good(l)"),
        ("l->next->key >= -5", "l->next->key >= (-5)"),
        ("*p == l", "*p == l"),
        ("n", "n"),
        ("\\forall integer i; 0 <= i < n ==> i > l->key", "forall i in 0 .. n - 1: i > l->key"),
        (
            "\\exists integer i; 0 <= i < n && i > l->key",
            "!(forall i in 0 .. n - 1: !((0 <= i && i < n) && i > l->key))",
        ),
    ] {
        let found = one(clause);
        if found != expected {
            let _ = writeln!(wrong, "{clause}: {found}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn clauses_that_are_not_read_are_told() {
    let why = |clause: &str| read(clause).expect_err(clause).join("; ");
    assert_eq!(why("m > 0"), "`m` is not known here");
    assert_eq!(why("n >"), "something is missing at the end");
    assert_eq!(why("\\forall integer i; n > i"), "the formula does not say from where to where `i` goes");
    assert_eq!(why("l->prev == l"), "there is no member `prev`");
    assert_eq!(why("l < n"), "these cannot be compared");
    assert_eq!(why("n # 3"), "`#` is not understood here");
    assert_eq!(why("sorted(a)"), "only lists can be sorted");
    assert_eq!(why(&format!("{}n{}", "(".repeat(3000), ")".repeat(3000))), "this is nested too deeply");
}

#[test]
fn arrays_are_long_enough_or_not() {
    let lowered = lower(
        "/*@ requires \\valid(a + (0 .. n - 1)) && a[0] >= 0; */\nint f(int *a, int n) { return a[n - 1]; }",
    );
    let program = &lowered.program;
    let id = program.proc_named("f").expect("there");
    let proc = program.proc(id).expect("there");
    let holds = |length: usize, n: i64, first: i64| {
        let mut state = State::new(program, id);
        let mut values = vec![Value::int(0); length];
        values[0] = Value::int(first);
        let array = state.heap.add(Object::Array { element: Type::Word(Word::signed(32)), values, first: 0 });
        state.set(proc.params[0], Value::Pointer(array, 0));
        state.set(proc.params[1], Value::int(n));
        machine::requirements_hold(program, id, &state, &machine::Options::default())
    };
    assert_eq!(holds(3, 3, 0), Ok(true));
    assert_eq!(holds(3, 4, 0), Ok(false));
    assert_eq!(holds(3, 0, 0), Ok(true));
    assert_eq!(holds(3, 3, -1), Ok(false));
}

/// Zones of one array or of two, against the elements that they name.
#[test]
fn separated_zones_have_no_element_in_common() {
    let lowered = lower(
        "/*@ requires \\separated(p + (a .. b), q + (c .. d)); */\n\
         int f(int *p, int *q, int a, int b, int c, int d) { return *p + *q + a + b + c + d; }",
    );
    let program = &lowered.program;
    let id = program.proc_named("f").expect("there");
    let proc = program.proc(id).expect("there");
    assert_eq!(proc.requires.len(), 1);
    let mut held = [0, 0];
    for case in 0..2 * 4 * 4 * 3 * 3 * 3 * 3_i64 {
        let mut rest = case;
        let mut next = |count: i64| {
            let digit = rest % count;
            rest /= count;
            digit
        };
        let (same, at_p, at_q) = (next(2) == 0, next(4), next(4));
        let bounds = [next(3) - 1, next(3) - 1, next(3) - 1, next(3) - 1];
        let mut state = State::new(program, id);
        let mut array = || {
            let values = vec![Value::int(0); 6];
            state.heap.add(Object::Array { element: Type::Word(Word::signed(32)), values, first: 0 })
        };
        let first = array();
        let second = if same { first } else { array() };
        state.set(proc.params[0], Value::Pointer(first, at_p));
        state.set(proc.params[1], Value::Pointer(second, at_q));
        for (param, bound) in proc.params[2..].iter().zip(bounds) {
            state.set(*param, Value::int(bound));
        }
        let of_p: Vec<i64> = (bounds[0]..=bounds[1]).map(|i| at_p + i).collect();
        let apart = !same || (bounds[2]..=bounds[3]).all(|i| !of_p.contains(&(at_q + i)));
        let holds = machine::requirements_hold(program, id, &state, &machine::Options::default());
        assert_eq!(holds, Ok(apart), "{same} {at_p} {at_q} {bounds:?}");
        held[usize::from(apart)] += 1;
    }
    assert!(held[0] > 100 && held[1] > 100, "{held:?}");
}
