//! `realloc` and pointers that go far, as the compiled program has them.

use crate::reading;

use reading::lowered::{End, lower};
use reading::sanitized::agrees;

const PROGRAM: &str = "
void *malloc(unsigned long); void *realloc(void *, unsigned long); void free(void *);
int grows(int n, int a, int b) { int *p = 0, s = 0;
    for (int i = 0; i < n; i++) { int *q = realloc(p, (unsigned long) (i + 1) * sizeof *q); if (!q) return -1; p = q; p[i] = a + i * b; }
    for (int i = 0; i < n; i++) s = s * 3 + p[i];
    free(p); return s; }
int shrinks(int n, int a, int b) { char *p = malloc(8); if (!p) return -1;
    for (int i = 0; i < 8; i++) p[i] = (char) (a + i);
    p = realloc(p, (unsigned long) (n & 7) + 1); if (!p) return -1;
    int r = p[n & 7] + b; p = (char *) realloc(p, 16); if (!p) return -1; p[15] = 1; r += p[0] + p[15]; free(p); return r; }
int start(int n, int a, int b) { short *p = realloc((void *) 0, 2 * sizeof(short)); if (!p) return -1;
    p[0] = (short) n; p[1] = (short) a; int r = p[0] * p[1] + b; free(p); return r; }
struct item { int key; short pair[2]; struct item *next; };
int structs(int n, int a, int b) { struct item *p = 0, first = { 1, { 2, 3 }, 0 }; int s = 0;
    for (int i = 0; i < n; i++) { struct item *q = realloc(p, (i + 1) * sizeof *p); if (!q) return -1; p = q;
        p[i].key = a + i; p[i].pair[0] = (short) b; p[i].pair[1] = (short) i; p[i].next = &first; }
    for (int i = 0; i < n; i++) s = s * 3 + p[i].key + p[i].pair[0] * p[i].pair[1] + p[i].next->pair[1];
    free(p); return s; }
int pointers(int n, int a, int b) { int **p = 0, s = 0;
    for (int i = 0; i < n; i++) { int **q = realloc(p, (i + 1) * sizeof *p); if (!q) return -1; p = q;
        p[i] = malloc(sizeof **p); if (!p[i]) return -1; *p[i] = a * i + b; }
    for (int i = 0; i < n; i++) { s = s * 3 + *p[i]; free(p[i]); }
    free(p); return s; }
struct text { int length; char data[]; };
int stretches(int n, int a, int b) { struct text *t = malloc(sizeof *t + 1); if (!t) return -1; t->length = 0; t->data[0] = 0;
    for (int i = 0; i < n; i++) { struct text *q = realloc(t, sizeof *t + (unsigned long) i + 2); if (!q) return -1; t = q;
        t->data[i] = (char) (a + i); t->data[i + 1] = (char) b; t->length++; }
    int s = t->length; for (int i = 0; i <= t->length; i++) s = s * 3 + t->data[i]; free(t); return s; }
struct lone { int a; struct { long b, c[2]; } in; };
int alone(int n, int a, int b) { struct lone *p = malloc(sizeof *p); if (!p) return -1; p->a = n; p->in.c[1] = a;
    p = realloc(p, sizeof(struct lone)); if (!p) return -1; p->in.b = b; int r = (int) (p->a + p->in.c[1] * 2 + p->in.b); free(p); return r; }
int goes_round(int n, int a, int b) { int x[4] = { a, b, 7, 9 }, *p = x + 2; unsigned long i = (unsigned long) n;
    return p[i % 3 - 2] + *(p + (i % 2 - 1)); }
";

#[test]
fn runs_end_as_they_do_natively() {
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for n in 0..6 {
        tuples.extend([(0, 1), (7, 3), (-5, 6), (90, -1)].map(|(a, b)| [n, a, b]));
    }
    agrees(
        PROGRAM,
        "moving",
        &["grows", "shrinks", "start", "structs", "pointers", "stretches", "alone", "goes_round"],
        &tuples,
    );
}

#[test]
fn other_uses_are_not_supported_or_err() {
    let text = "void *realloc(void *, unsigned long); struct s { int a; };
        struct s *one(struct s *p) { return realloc(p, sizeof *p); }
        int far(unsigned long i) { int x[2] = { 1, 2 }, *p = x; return p[i]; }
        struct s *f(struct s *p) { return realloc(p, 2 * sizeof *p); }
        int *h(struct s *p) { return realloc(p, sizeof *p); }
        int g(int n) { int x[2] = { n, n }, *p = realloc(x + 1, 4); return p ? p[0] : 0; }";
    let lowered = lower(text);
    let said: Vec<String> = lowered.unsupported().into_iter().map(|(_, what)| what).collect();
    assert_eq!(said, ["h: `realloc` of the type `struct s *`"]);
    assert!(matches!(lowered.run("far", &[-1]), End::Error(imperative::ErrorKind::IndexOutOfRange)));
    // In bounds once more, if the address has gone round.
    assert!(matches!(lowered.run("far", &[i64::MIN]), End::Other(what) if what.contains("farther away")));
    assert!(matches!(lowered.run("g", &[1]), End::Error(imperative::ErrorKind::BadFree)));
}
