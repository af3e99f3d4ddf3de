//! Loops that are made of jumps, as the compiled program has them.

use crate::reading;

use reading::lowered::lower;
use reading::sanitized::agrees;

const PROGRAM: &str = "
int simple(int n, int a, int b) { int s = 0; again: s += a; if (--n > 0) goto again; return s + b; }
int crossed(int n, int a, int b) { int s = 0;
    one: s++; if (s > 40) goto out;
    two: s += 2; if (n-- > 0 && a-- > 0) goto one;
    s += 100; if (b-- > 0) goto two;
    out: return s; }
int inward(int n, int a, int b) { int s = 0; if (a > 2) goto middle;
    for (int i = 0; i < 2; i++) s += i;
    middle: s += 10; if (n-- > 0) { if (b == 1) goto end; goto middle; } s++;
    end: return s; }
int nested(int n, int a, int b) { int s = 0;
    outer: for (int i = 0; i < 3; i++) {
        int k = 0;
        inner: k++; s += k;
        if (k < a) goto inner;
        if (n-- > 0) goto outer;
        if (b == i) break;
        if (b == k) continue;
        s += 1000; }
    return s; }
int states(int n, int a, int b) { int s = 0;
    next: switch (n) { case 0: s += 1; n = a; if (a-- > 0) goto next; break;
        case 1: s += 10; n = 0; goto next; default: s += 100; if (b-- <= 0) goto done; n = 1; goto next; }
    s += 5;
    done: return s; }
int objects(int n, int a, int b) { int s = 0, *last = 0;
    top:; int x[2] = { n, a }; last = &x[b & 1]; *last += 1; s += x[0] * 3 + x[1];
    if (n-- > 0) goto top; return s; }
int into(int n, int a, int b) { int s = 0; if (n == 1) goto wait;
    while (a-- > 0) { s += 10; if (b == 2) break; wait: s++; if (s > 60) return -1; }
    return s; }
int process(int pc, int a, int b) { int s = 0; if (pc == 0) goto first; if (pc == 1) goto second; return -1;
    first: while (1) { s++; if (a > 2) { pc = 1; return s; } second: s += 10; a++; for (int i = 0; i < b; i++) s += i; } }
int doubled(int n, int a, int b) { l: m: a += 2; if (n-- > 0) { if (b++ & 1) goto l; goto m; } return a + b; }
";

/// Cases in loops, and jumps back into blocks and loops.
const INWARD: &str = "
int duff(int n, int a, int b) { int s = 0; n = (n & 7) + 1;
    switch (n % 4) { case 0: do { s += a; case 3: s += b; case 2: s += 1; case 1: s += 100; } while ((n -= 4) > 0); }
    return s; }
int cases(int n, int a, int b) { int s = 0;
    switch (n) { for (; a > 0; a--) { case 0: s += 1; if (b > 1) { case 1: s += 10; break; } case 2: s += 100; }
        s += 1000; break; default: while (b-- > 0) { s += 2; case 3: s += 3; if (s > 5) continue; s++; } }
    return s; }
int block(int n, int a, int b) { int s = 0;
    if (n > 1) { s += 1; inside: s += 10; n--; } else { s += 100; other: s += 1000; }
    if (a-- > 0) goto inside; if (b-- > 0) goto other; return s + n; }
int middle(int n, int a, int b) { int s = 0, i;
    for (i = 0; i < n; i++) { s += 1; again: s += 10; if (s > 300) return -s; }
    if (a-- > 0) goto again; s += b; if (b-- > 2) goto again; return s; }
int labelled(int n, int a, int b) { switch (n) { case 1: again: n++; a += 10; case 2: if (n < 5) goto again; default: b += a; } return n * 100 + b; }
int top(int n, int a, int b) { switch (n) { top: case 1: n++; a--; if (n < 5 && a > 0) goto top; b++; } return n * 10 + b; }
int alone(int n, int a, int b) { switch (n) { case 2: again: { a++; if (a < 4) goto again; } break; default: b = 7; } return a * 10 + b; }
int deeper(int n, int a, int b) { int s = 0;
    while (n-- > 0) { if (a > 1) { while (b > 0) { s += 1; in: b--; s += 10; } } s += 100; }
    if (s < 300 && a-- > 0) goto in; return s; }
int both(int n, int a, int b) { int s = 0;
    start: s += 1; if (n > 0) { s += 10; here: s += 100; n--; } if (a-- > 0) goto here; if (b-- > 0) goto start; return s; }
int machine(int n, int a, int b) { int s = 0;
    for (;;) { switch (n) { case 0: s++; step: n = a; a--; continue; case 1: s += 10; if (b-- > 0) goto step; break; case 2: s += 100; goto step; default: return s; }
        if (s > 40) break; n = 3; }
    return -s; }
";

const INWARD_NAMES: &[&str] =
    &["duff", "cases", "block", "middle", "labelled", "top", "alone", "deeper", "both", "machine"];

const NAMES: &[&str] =
    &["simple", "crossed", "inward", "nested", "states", "objects", "doubled", "into", "process"];

fn tuples() -> Vec<[i64; 3]> {
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for n in -1..5 {
        for a in 0..5 {
            tuples.extend((-1..4).map(|b| [n, a, b]));
        }
    }
    tuples
}

#[test]
fn runs_end_as_they_do_natively() {
    assert_eq!(lower(PROGRAM).unsupported(), Vec::new());
    agrees(PROGRAM, "jumps", NAMES, &tuples());
}

#[test]
fn jumps_go_into_blocks_and_loops() {
    assert_eq!(lower(INWARD).unsupported(), Vec::new());
    agrees(INWARD, "jumps-inward", INWARD_NAMES, &tuples());
}

#[test]
fn other_jumps_back_are_not_supported() {
    let text = "int f(int n) { if (n) { int k = n; inside: n--; } if (n > 3) goto inside; return n; }
        int h(int n) { for (int i = 0; i < n; i++) { again: n--; } if (n > 3) goto again; return n; }
        int k(int n) { if (n > 5) top: { n--; if (n > 2) goto top; } return n; }";
    let mut said: Vec<String> = lower(text).unsupported().into_iter().map(|(_, what)| what).collect();
    said.sort();
    let expected =
        ["f: `goto` to an earlier place", "h: `goto` to an earlier place", "k: `goto` to an earlier place"];
    assert_eq!(said, expected);
}
