//! Arrays of variable length and `alloca`, as the compiled program has them.

use crate::reading;

use imperative::{ErrorKind, InstrKind};
use reading::lowered::{End, lower};
use reading::sanitized::agrees;

const PROGRAM: &str = "
#include <alloca.h>
#include <string.h>
struct pair { int x, y; };
static int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int filled(int n, int b, int c) { int a[n]; for (int i = 0; i < n; i++) a[i] = b + i; n += 3; return sum(a, n - 3) + c; }
int sized(int n, int b, int c) { long a[n + 2]; short s[b & 3]; n = 0; return (int) (sizeof a + sizeof(s) * 10 + sizeof a[0] + sizeof a / sizeof *a) + c + n; }
int once(int n, int b, int c) { int k = n; char a[k++]; a[0] = (char) b; return (int) sizeof(a) * 100 + k * 10 + a[0] + c; }
int rounds(int n, int b, int c) { int s = 0; for (int i = 1; i <= n; i++) { int a[i]; a[i - 1] = b * i; s += a[i - 1] + (int) sizeof a; } return s + c; }
int text(int n, int b, int c) { const char *s = n > 2 ? \"hello\" : \"\"; char t[strlen(s) + 1]; strcpy(t, s); return t[0] + (int) sizeof t + b + c; }
int pairs(int n, int b, int c) { struct pair a[n]; struct pair *p = a; p->x = b; a[n - 1].y = c; (p + n - 1)->x = 4; return a[0].x + a[n - 1].y; }
int rows(int n, int b, int c) { int m[n][3]; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) m[i][j] = i * b + j; return m[n - 1][2] + (int) sizeof m + c; }
int pointers(int n, int b, int c) { int *p[n]; for (int i = 0; i < n; i++) p[i] = i & 1 ? &b : &c; *p[n - 1] = 9; return b * 10 + c; }
int wide(int n, int b, int c) { unsigned long k = (unsigned long) (n & 3); int a[k]; a[0] = b; return a[0] + c; }
int twice(int n, int b, int c) { int x[n], y[b]; x[0] = 1; y[0] = 2; return x[0] + y[0] + c; }
int asked(int n, int b, int c) { int *a = alloca((n & 7) * sizeof(int) + 4); a[0] = b; for (int i = 1; i <= (n & 7); i++) a[i] = a[i - 1] + c; return sum(a, 1 + (n & 7)); }
int one(int n, int b, int c) { struct pair *p = __builtin_alloca(sizeof *p); char *t = alloca(8); t[7] = (char) n; p->x = b; p->y = t[7]; return p->x * 10 + p->y + c; }
int inside(int n, int b, int c) { return ({ int a[n]; a[n - 1] = b; a[n - 1]; }) + c; }
";

const NAMES: &[&str] = &[
    "filled", "sized", "once", "rounds", "text", "pairs", "rows", "pointers", "wide", "twice", "asked",
    "one", "inside",
];

#[test]
fn runs_end_as_they_do_natively() {
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for n in -2..5 {
        for b in -1..4 {
            tuples.extend((-1..2).map(|c| [n, b, c]));
        }
    }
    let lowered = lower(PROGRAM);
    let unsupported = lowered.unsupported();
    assert!(
        unsupported.iter().all(|(_, what)| what.ends_with("more than 65536 bytes on the stack")),
        "{unsupported:?}"
    );
    agrees(PROGRAM, "varying", NAMES, &tuples);
}

#[test]
fn a_length_must_be_positive_and_there_must_be_room() {
    let lowered = lower("int f(int n) { int a[n]; a[0] = 1; return a[0]; }");
    for (n, end) in [(1, End::Ok(Some("1".to_string()))), (16384, End::Ok(Some("1".to_string())))] {
        assert_eq!(lowered.run("f", &[n]), end, "{n}");
    }
    for n in [0, -1, i64::from(i32::MIN)] {
        assert_eq!(lowered.run("f", &[n]), End::Error(ErrorKind::NegativeArrayLength), "{n}");
    }
    assert!(matches!(lowered.run("f", &[16385]), End::Other(_)));
}

#[test]
fn memory_on_the_stack_is_always_there_and_nobody_owns_it() {
    let lowered =
        lower("#include <alloca.h>\nint f(int n) { char *p = alloca(4); p[3] = (char) n; return p[3]; }");
    assert!(!lowered.layout.allocates);
    let instrs = || lowered.program.procs.iter().flat_map(|p| p.blocks.iter()).flat_map(|b| b.instrs.iter());
    assert!(instrs().any(|i| matches!(i.kind, InstrKind::Make { owned: false, .. })));
    assert!(!instrs().any(|i| matches!(i.kind, InstrKind::Ask { .. } | InstrKind::Make { owned: true, .. })));
}

#[test]
fn others_are_not_supported() {
    let text = "int two(int n) { int a[n][n]; a[0][0] = 1; return a[0][0]; }
        int inner(int n) { int a[3][n]; a[0][0] = 1; return a[0][0]; }
        int behind(int n) { int a[n]; int (*p)[n] = &a; (*p)[0] = 1; return a[0]; }
        int named(int n) { typedef int row[n]; row a; a[0] = 1; return a[0]; }
        int alike(int n) { int a[n]; __typeof__(a) b; b[0] = 1; return b[0]; }
        unsigned long cast(int n) { return sizeof(int[n]); }
        int g(int n) { return n; }";
    let lowered = lower(text);
    for name in ["two", "inner", "behind", "named", "alike", "cast"] {
        assert!(matches!(lowered.run(name, &[2]), End::Other(_)), "{name}: {:?}", lowered.run(name, &[2]));
    }
    assert_eq!(lowered.run("g", &[2]), End::Ok(Some("2".to_string())));
}
