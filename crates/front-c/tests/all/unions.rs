//! Unions as the compiled program has them: what is determined here is the same there.

use crate::reading;

use imperative::ErrorKind;
use reading::have_cc;
use reading::lowered::{End, lower};
use reading::sanitized::{call_all, run_sanitized};

const PROGRAM: &str = "
void *malloc(unsigned long); void *memset(void *, int, unsigned long); void free(void *);
enum kind { CIRCLE, RECT, NAME };
struct shape { enum kind kind; union { struct { int radius; } circle; struct { int w, h; } rect; char name[4]; } as; int id; };
union v { long n; int i; const char *t; int a[2]; union { short s; unsigned char c; }; };
static int area(const struct shape *s) {
    switch (s->kind) {
    case CIRCLE: return 3 * s->as.circle.radius;
    case RECT: return s->as.rect.w - s->as.rect.h;
    case NAME: return s->as.name[1] + s->as.name[3];
    }
    return 0; }
int local(int n, int a, int b) {
    struct shape s; s.id = a;
    if (n & 1) { s.kind = CIRCLE; s.as.circle.radius = a & 255; }
    else if (n & 2) { s.kind = RECT; s.as.rect.h = b & 255; s.as.rect.w = a & 15; }
    else { s.kind = NAME; s.as.name[3] = b; s.as.name[1] = a; s.as.name[1]++; }
    return area(&s); }
int heap(int n, int a, int b) {
    struct shape *s = malloc(sizeof *s); int r;
    if (!s) return 0;
    s->kind = n & 1 ? RECT : CIRCLE;
    if (s->kind == RECT) { s->as.rect.w = a & 63; s->as.rect.h = b & 63; } else s->as.circle.radius = n & 7;
    r = area(s); free(s); return r; }
int copied(int n, int a, int b) {
    union v x, y = { .i = a }, z[2] = { { 7 }, { .t = \"ab\" } };
    if (n & 1) x.i = b; else x = y;
    y = x; z[n & 1] = y;
    return n & 1 ? y.i == z[1].i : x.i + (z[1].t[1] == 'b'); }
static union v made(int n, int a) { union v v; if (n > 2) v.n = a; else if (n > 0) v.i = a; else v.a[1] = a; return v; }
int given(int n, int a, int b) { union v v = made(n, a); return n > 2 ? v.n > b : n > 0 ? v.i > b : v.a[1] < b; }
int zeroed(int n, int a, int b) {
    struct shape s = { RECT, { .rect = { .h = a & 15 } }, 4 }; union v v = { 0 };
    int r = s.as.rect.w + s.as.rect.h + (int) v.n;
    memset(&s, 0, sizeof s); return r + s.as.circle.radius + s.id + (n == b); }
int again(int n, int a, int b) { union v v; v.n = 3; v.i = a & 1023; v.i += n & 3; v.i++; v.s = b; v.s -= 1; return v.s; }
int nested(int n, int a, int b) { union v v; v.c = n; if (a > 0) v.s = a; else v.c = v.c + b; return a > 0 ? v.s : v.c; }
int odd(int n, int a, int b) { union v v; v.i = a; if (n > 1) v.n = b; return v.i; }
int inner(int n, int a, int b) { struct shape s; s.as.rect.w = a; if (n > 1) s.as.circle.radius = b; return n > 1 ? 0 : s.as.rect.w; }
static union v kept; static struct shape shapes[2];
int global(int n, int a, int b) { shapes[1].as.circle.radius = a & 7; if (n > 0) kept.i = b; else kept.t = 0;
    return n > 0 ? kept.i / 2 : !kept.t + shapes[n & 1].as.circle.radius; }
";

const NAMES: &[&str] =
    &["local", "heap", "copied", "given", "zeroed", "again", "nested", "odd", "inner", "global"];

#[test]
fn what_is_determined_is_as_it_is_natively() {
    if !have_cc() {
        return;
    }
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for n in [-1, 0, 1, 2, 3, 4] {
        for (a, b) in [(0, 0), (1, 2), (2, 1), (7, 3), (-5, 6), (300, 1), (3, -2_147_483_648)] {
            tuples.push([n, a, b]);
        }
    }
    let names: Vec<String> = NAMES.iter().map(|n| (*n).to_string()).collect();
    let Some(said) = run_sanitized("unions", &call_all(PROGRAM, &names, &tuples)) else { return };
    let lowered = lower(PROGRAM);
    let mut lines = said.lines();
    let (mut determined, mut open) = (0, Vec::new());
    for name in NAMES {
        for tuple in &tuples {
            let line = lines.next();
            match lowered.run(name, tuple) {
                End::Ok(Some(value)) => {
                    assert_eq!(Some(value.as_str()), line, "{name}{tuple:?}");
                    determined += 1;
                }
                End::Error(ErrorKind::Uninitialised) => panic!("{name}{tuple:?}: everything is written"),
                End::Error(_) => assert_eq!(Some("bad"), line, "{name}{tuple:?}"),
                _ => open.push(*name),
            }
        }
    }
    // Only these read or change what is not held.
    open.retain(|name| !["odd", "inner"].contains(name));
    assert_eq!((determined > 370, open), (true, Vec::new()), "{determined}");
}

#[test]
fn what_was_never_written_errs() {
    let lowered = lower(
        "union v { long n; int i; struct { int x, y; } s; };
         int f(int a) { union v v; if (a) v.i = 3; return v.i; }
         int g(int a) { union v v; if (a) v.s.y = 2; v.s.x = 1; return v.s.y; }",
    );
    for name in ["f", "g"] {
        assert_eq!(lowered.run(name, &[0]), End::Error(ErrorKind::Uninitialised), "{name}");
        assert!(matches!(lowered.run(name, &[1]), End::Ok(_)), "{name}");
    }
}

#[test]
fn bit_fields_may_be_copied_unwritten() {
    let lowered = lower(
        "union v { struct { unsigned a : 3, b : 5; } f; int i; }; struct s { unsigned a : 3, b : 5; };
         int f(int a) { union v v; v.f.a = a; return v.f.a; }
         int g(int a) { struct s s, t; s.b = a; t = s; return t.b; }",
    );
    for name in ["f", "g"] {
        assert_eq!(lowered.run(name, &[5]), End::Ok(Some("5".to_string())), "{name}");
    }
}

#[test]
fn what_bytes_mean_is_not_known() {
    let open = |text: &str| {
        let lowered = lower(&format!(
            "union v {{ long n; int i; unsigned char b[8]; struct {{ int x, y; }} s; }};{text}"
        ));
        matches!(lowered.run("f", &[1]), End::Other(_))
    };
    assert!(open("int f(int a) { union v v; v.n = a; return v.i; }"));
    assert!(open("int f(int a) { union v v = { a }; return v.b[0]; }"));
    assert!(open("int f(int a) { union v v; v.i = a; v.s.x = 2; return v.s.x; }"));
    assert!(open("int f(int a) { union v v; v.i = a; int *p = &v.i; return *p; }"));
    assert!(open("int f(int a) { union v v; v.b[0] = a; unsigned char *p = v.b; return *p; }"));
    assert!(open(
        "int g(union v *v) { v->n = 2; return 1; } int f(int a) { union v v; v.i = a; v.i += g(&v); return v.i; }"
    ));
    assert!(!open("int f(int a) { union v v; v.n = 3; v.i = a; return v.i; }"));
}
