//! Statement expressions and `__auto_type`, as the compiled program has them.

use crate::reading;

use front_c::tree::print;
use reading::lowered::lower;
use reading::sanitized::agrees;
use reading::{messages, unit};

const PROGRAM: &str = "
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define MIN(a, b) ({ __auto_type _a = (a); __auto_type _b = (b); _a < _b ? _a : _b; })
#define SWAP(a, b) do { typeof(a) _t = a; a = b; b = _t; } while (0)
struct pair { int x, y; };
static int calls;
static int count(int n) { calls++; return n; }
int nested(int a, int b, int c) { return MAX(MAX(a, b), MIN(b, MAX(c, 2))); }
int once(int a, int b, int c) { calls = 0; int m = MAX(count(a), count(b)); return m * 100 + calls * 10 + (c > 0); }
int guarded(int a, int b, int c) { int n = 0;
    if (a > 0 && ({ n++; b > 1; })) n += 10;
    if (a > 1 || ({ n += 100; c > 1; })) n += 1000;
    while (({ int t = n; n += 7; t < 50; }) && n % 3) n++;
    return n; }
int chosen(int a, int b, int c) { return a > b ? ({ int t = c; t * 2; }) : ({ c++; c + b; }); }
int leaves(int a, int b, int c) { int s = 0;
    for (int i = 0; i < 4; i++) { s += ({ if (i == a) continue; if (i == b) break; if (i == c) return -s; i; }); }
    return s + 100; }
int loops(int a, int b, int c) { return ({ int s = 0; for (int i = 0; i < a; i++) { if (i == b) continue; s += c; } s; }) + a; }
int member(int a, int b, int c) { struct pair p = ({ struct pair t = { a, b }; t.x += c; t; }); 
    return ({ p; }).x * 10 + ({ struct pair q = p; q.y++; q; }).y + p.y; }
int values(int a, int b, int c) { int t = a; return ({ t = b; t; }) + ({ int u = c; SWAP(u, b); u; }) * 10; }
int array(int a, int b, int c) { int x[3] = { a, b, c }; __auto_type p = x; const __auto_type n = ({ p + 1; }); return *n - p[2]; }
int switches(int a, int b, int c) { switch (({ a & 3; })) { case 0: return ({ int r; switch (b) { int k; case 1: k = c; r = k; break; default: r = 5; } r; });
    case 1: ({ if (c) break; }); return 7; default: return ({ c; }); } return 9; }
int forward(int a, int b, int c) { int s = 0; s += ({ if (a > 1) goto out; b; }); s += c; out: return s; }
int wide(int a, int b, int c) { __auto_type l = (long long) a << 33; __auto_type s = (short) b; return (int) (l >> 32) + (int) sizeof(s) + (int) sizeof(({ l; })) + c; }
int nothing(int a, int b, int c) { ({ a++; ; }); (void) ({ b; }); ({ }); return a + b + c; }
";

const NAMES: &[&str] = &[
    "nested", "once", "guarded", "chosen", "leaves", "loops", "member", "values", "array", "switches",
    "forward", "wide", "nothing",
];

#[test]
fn runs_end_as_they_do_natively() {
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for a in -1..5 {
        for b in -1..4 {
            tuples.extend((-1..4).map(|c| [a, b, c]));
        }
    }
    assert_eq!(lower(PROGRAM).unsupported(), Vec::new());
    agrees(PROGRAM, "braced", NAMES, &tuples);
}

#[test]
fn what_is_not_evaluated_declares_nothing() {
    let shown =
        print(&unit("int f(int a) { __typeof__(({ int t = a; t; })) b = 1; int t = 2; return b + t; }"));
    assert!(shown.contains("  int b = 1\n  int t = 2\n"), "{shown}");
}

#[test]
fn odd_ones_are_marked() {
    let said = |text: &str| {
        let found = lower(text).unsupported();
        found.into_iter().map(|(_, what)| what).collect::<Vec<_>>()
    };
    assert_eq!(
        said("int f(int a) { return ({ l: a++; if (a < 3) goto l; a; }); }"),
        ["f: a label in a statement expression"]
    );
    assert_eq!(
        said(
            "int f(int a) { int s = ({ int t = 0; while (t < a) t++; t; }); if (s > 3) goto end; s++; end: return s; }"
        ),
        ["f: a loop in a statement expression of a function with labels"]
    );
    assert_eq!(
        said("int f(int a) { for (;;) { while (({ if (a > 3) break; a < 2; })) a++; return a; } return 0; }"),
        ["f: a jump out of the head of a loop or switch"]
    );
    assert_eq!(
        said(
            "int f(int a) { for (;;) { while (({ switch (a) { case 1: continue; } 1; })) a++; } return 0; }"
        ),
        ["f: a jump out of the head of a loop or switch"]
    );
    assert_eq!(
        said("struct s { unsigned b : 3; }; int f(struct s *p) { return ({ p->b; }) > -1; }"),
        ["f: a bit-field as the value of a statement expression"]
    );
    assert_eq!(
        said("int f(int a) { if (a) goto in; return ({ int t = a; in: t; }); }"),
        ["f: `goto` into a statement expression", "f: a label in a statement expression"]
    );
}

#[test]
fn mistakes_are_said() {
    assert_eq!(messages("int x = ({ 1; });\n"), ["1:9 error: a statement expression outside of a function"]);
    assert_eq!(
        messages("int f(int a) { switch (a) { default: ({ case 1: a++; }); } return a; }\n"),
        ["1:46 error: `case` outside of a switch"]
    );
    assert_eq!(messages("int f(int a) { return 1 + ({ a++; ; }); }\n").len(), 1);
}
