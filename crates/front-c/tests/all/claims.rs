//! Annotations: the claims that they become, and what is said of those that are not understood.

use crate::reading;

use front_c::Options;
use imperative::{ClaimKind, print_claim};
use reading::{deep, golden, root};
use source::Files;
use std::fmt::Write;

/// The claims of a text, function by function, and the warnings with their lines.
fn claims(text: &str) -> (String, Vec<String>) {
    let text = text.to_string();
    deep(move || {
        let mut files = Files::new();
        let file = files.add("test.c", text);
        let loaded = front_c::load_preprocessed(&files, file, None, &Options::default());
        let said = |d: &source::Diagnostic| {
            let label = d.labels.first().expect("a place");
            let line = files.place(label.span).expect("a place").1.line;
            format!("{line}: {}: {}", d.message, label.text)
        };
        let warnings = loaded.diagnostics.iter().map(said).collect();
        let program = loaded.program.expect("a program");
        imperative::verify(&program).unwrap_or_else(|flaws| panic!("{flaws:?}"));
        let mut shown = String::new();
        for proc in program.procs.iter().filter(|p| !p.claims.is_empty()) {
            let _ = writeln!(shown, "{}", proc.name);
            for claim in &proc.claims {
                let line = files.place(claim.span).expect("a place").1.line;
                let _ = writeln!(shown, "  {line}: {}", print_claim(&program, proc, claim));
            }
        }
        (shown, warnings)
    })
}

#[test]
fn claims_of_all_kinds_are_read() {
    let text = std::fs::read_to_string(root().join("corpus/c/claims.c")).expect("it is there");
    let (shown, warnings) = claims(
        &text
            .replace("#include <stddef.h>", "#define NULL 0")
            .replace("NULL", "0")
            .replace("v < LARGEST", "v < 20"),
    );
    assert_eq!(warnings, [""; 0]);
    let wrong = golden(&root().join("corpus/c/claims.claims"), &shown);
    assert!(wrong.is_none(), "{}\n(UPDATE=1 takes what was found)", wrong.unwrap_or_default());
}

#[test]
fn what_is_not_understood_is_a_warning_with_its_place() {
    let (shown, warnings) = claims(
        "//@ require n > 0;
int f(int n) {
  //@ loop invariant n > 0;
  n++;
  //@ ensures n > 0;
  while (n < 3) n++;
  //@ assert m > 0;
  //@ assert n > 0
  return n; //@ assert n;
}
//@ ghost int g;
//@ ensures \\result == n;
int g(int n);
//@ requires h(n);
int x;
int g(int n) { return n; }
/*@ requires n > 0;
    decreases n;
    behavior one: assumes m == 1; ensures \\result == 1;
*/
int h(int n) { return n; }
/*@ predicate p(integer k) = q(k);
    predicate q(integer k) = p(k); */
/*@ loop variant p(1);
    ensures p(n); */
int i(int n) { /*@unused@*/ int k = 0; /*@{*/ /*@}*/ return n + k; }
//@ ensures \\result == \\at(n, L) && \\result == \\old(\\result);
int j(int n) { return n; }
",
    );
    assert_eq!(
        warnings,
        [
            "1: this clause is not used: `require` starts no clause; did you mean `requires`?",
            "3: this clause is not used: it stands before no loop",
            "5: this clause is not used: it stands before no function",
            "7: this clause is not used: `m` is not known here",
            "11: this clause is not used: `ghost` is not supported",
            "14: this clause is not used: it stands before no function of the file",
            "18: this clause is not used: `decreases` is not supported",
            "19: this clause is not used: `m` is not known here",
            "24: this clause is not used: it is not about a function",
            "25: this clause is not used: in the predicate `p`: this is nested too deeply",
            "27: this clause is not used: there is no label `L` before this",
        ]
    );
    assert_eq!(
        shown,
        "f\n  1: not understood: `require` starts no clause; did you mean `requires`?\n  \
         3: not understood: it stands before no loop\n  5: not understood: it stands before no function\n  \
         7: not understood: `m` is not known here\n  8: assert at b3:0 n > 0\n  9: assert at b4:0 n\n\
         g\n  11: not understood: `ghost` is not supported\n  12: ensures result == old(n)\n\
         h\n  17: requires n > 0\n  18: not understood: `decreases` is not supported\n  \
         19: not understood: `m` is not known here\n\
         i\n  24: not understood: it is not about a function\n  \
         25: not understood: in the predicate `p`: this is nested too deeply\n\
         j\n  27: not understood: there is no label `L` before this\n"
    );
}

#[test]
fn claims_change_neither_the_program_nor_its_requirements() {
    let plain = "int f(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } return s; }";
    let claimed = "/*@ ensures \\result == s0; ensures \\result >= n; assigns \\nothing; */
int f(int *a, int n) { int s = 0; /*@ loop invariant 0 <= i && s >= i; loop variant n - i; */
for (int i = 0; i < n; i++) { s += a[i]; /*@ assert s > 0; */ } /*@ assert s > n; */ return s; }";
    let load = |text: &'static str| {
        deep(move || {
            let mut files = Files::new();
            let file = files.add("test.c", text);
            front_c::load_preprocessed(&files, file, None, &Options::default()).program.expect("a program")
        })
    };
    let (plain, mut claimed) = (load(plain), load(claimed));
    let kinds: Vec<bool> =
        claimed.procs[0].claims.iter().map(|c| matches!(c.kind, ClaimKind::Assert(..))).collect();
    // One of the postconditions is not understood.
    assert_eq!(kinds, [false, false, false, false, false, true, true]);
    claimed.procs[0].claims.clear();
    assert_eq!(imperative::print(&plain), imperative::print(&claimed));
}
