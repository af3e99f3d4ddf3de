//! Flexible array members, as the compiled program has them.

use crate::reading;

use imperative::ErrorKind;
use reading::lowered::{End, lower};
use reading::sanitized::agrees;

const PROGRAM: &str = "
typedef unsigned long size;
void *malloc(size); void *calloc(size, size); void free(void *); void *memcpy(void *, const void *, size); size strlen(const char *);
struct text { int length; char data[]; };
struct row { short n; long cells[]; };
struct padded { long n; char tag; char key[]; };
struct pairs { int n; struct pair { int a, b; } all[]; };
static struct text *made(int n, int a) { struct text *t = malloc(sizeof(struct text) + (size) n + 1); if (!t) return 0;
    t->length = n; for (int i = 0; i < n; i++) t->data[i] = (char) (a + i); t->data[n] = 0; return t; }
int texts(int n, int a, int b) { struct text *t = made(n & 7, (a & 63) + 1); if (!t) return -1;
    int r = (int) strlen(t->data) * 100 + t->data[(n & 7) / 2] + b % 10; free(t); return r; }
int rows(int n, int a, int b) { int m = n & 7; struct row *t = calloc(1, sizeof *t + (size) m * sizeof(long)); if (!t) return -1;
    t->n = (short) m; for (int i = 0; i < m; i += 2) t->cells[i] = a + i * (b & 3);
    long s = 0; for (int i = 0; i < t->n; i++) s = s * 3 + t->cells[i]; free(t); return (int) s; }
int copied(int n, int a, int b) { struct text *t = made(3, (a & 31) + 65); if (!t) return -1; struct text *u = malloc(sizeof *u + 4); if (!u) return -1;
    u->length = t->length; memcpy(u->data, t->data, 4); char *p = u->data; p += n & 1; int r = *p + u->data[2] * 2 + b % 5; free(t); free(u); return r; }
int padding(int n, int a, int b) { struct padded *p = malloc(sizeof *p + 1); if (!p) return -1; p->tag = 1;
    for (int i = 0; i < 8; i++) p->key[i] = (char) (i * (n & 3)); p->n = a; int r = p->key[7] + p->key[b & 7] + (int) sizeof(struct padded) + p->tag; free(p); return r; }
int tail(int n, int a, int b) { struct padded p; p.tag = 5; p.key[6] = (char) n; return p.key[6] + p.tag + a % 7 + b % 7; }
int places(int n, int a, int b) { int m = (n & 3) + 1; struct pairs *p = malloc(__builtin_offsetof(struct pairs, all) + sizeof(struct pair) * (size) m); if (!p) return -1;
    p->n = m; for (struct pair *q = p->all; q < p->all + m; q++) { q->a = a & 15; q->b = (int) (q - p->all); }
    int s = b & 7; for (int i = 0; i < p->n; i++) s = s * 2 + p->all[i].a - p->all[i].b; free(p); return s; }
";

#[test]
fn runs_end_as_they_do_natively() {
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for n in 0..8 {
        tuples.extend([(0, 1), (7, 3), (-5, 6), (90, -1)].map(|(a, b)| [n, a, b]));
    }
    let names = ["texts", "rows", "copied", "padding", "tail", "places"];
    // None of them errs, so that agreeing on an error is not enough.
    let lowered = lower(PROGRAM);
    for (name, tuple) in names.iter().flat_map(|name| tuples.iter().map(move |tuple| (name, tuple))) {
        let end = lowered.run(name, tuple);
        assert!(matches!(end, End::Ok(Some(_))), "{name}{tuple:?}: {end:?}");
    }
    agrees(PROGRAM, "tails", &names, &tuples);
}

#[test]
fn elements_end_where_the_memory_does() {
    let lowered = lower(
        "void *malloc(unsigned long); struct text { int length; char data[]; }; struct row { int n; long cells[]; };
        int write(int n, int at) { struct text *t = malloc(sizeof *t + (unsigned long) n); if (!t) return -1; t->data[at] = 1; return 0; }
        int odd(int n, int at) { struct row *t = malloc(sizeof *t + (unsigned long) n); if (!t) return -1; t->cells[at] = 1; return 0; }
        int bare(void) { struct text *t = malloc(sizeof *t); if (!t) return -1; t->length = 1; return t->data[0]; }
        int unwritten(void) { struct text *t = malloc(sizeof *t + 2); return t ? t->data[1] : 0; }",
    );
    let fine = End::Ok(Some("0".to_string()));
    assert_eq!(lowered.run("write", &[3, 2]), fine);
    assert_eq!(lowered.run("write", &[3, 3]), End::Error(ErrorKind::IndexOutOfRange));
    assert_eq!(lowered.run("write", &[3, -1]), End::Error(ErrorKind::IndexOutOfRange));
    assert!(matches!(lowered.run("write", &[-1, 0]), End::Other(why) if why.contains("goes round")));
    // Only whole elements are there.
    assert_eq!(lowered.run("odd", &[15, 0]), fine);
    assert_eq!(lowered.run("odd", &[15, 1]), End::Error(ErrorKind::IndexOutOfRange));
    assert_eq!(lowered.run("bare", &[]), End::Error(ErrorKind::IndexOutOfRange));
    assert_eq!(lowered.run("unwritten", &[]), End::Error(ErrorKind::Uninitialised));
}

#[test]
fn other_uses_are_not_supported() {
    let names = |text: &str, what: &str| {
        let said: Vec<String> = lower(text).unsupported().into_iter().map(|(_, what)| what).collect();
        assert!(said.iter().any(|s| s.contains(what)), "{text}: {said:?}");
    };
    let text = "struct text { int length; char data[]; };";
    names(
        &format!("{text} void f(struct text *a, struct text *b) {{ *a = *b; }}"),
        "a copy of a struct with a flexible",
    );
    names(
        &format!("{text} struct text g = {{ 1, {{ 2 }} }}; int f(void) {{ return g.data[0]; }}"),
        "the type",
    );
    names(
        &format!(
            "{text} static const struct text g = {{ 1, {{ 2 }} }}; int f(int i) {{ return g.data[i]; }}"
        ),
        "flexible array member",
    );
    names(
        &format!(
            "{text} void *malloc(unsigned long); struct text *f(int n) {{ return malloc(n * sizeof(struct text)); }}"
        ),
        "memory",
    );
    names(&format!("{text} int f(struct text *p) {{ return p[1].length; }}"), "text");
    names("struct s { int a; double b[]; }; int f(struct s *p) { return p->b[0] > 0; }", "`double`");
}
