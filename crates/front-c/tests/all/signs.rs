//! Numbers that pointers see with a sign and without, as the compiled program has them, with its sanitizer as the judge.

use crate::reading;

use reading::lowered::lower;
use reading::sanitized::agrees;

/// What of a text is not supported.
fn unsupported(text: &str) -> Vec<String> {
    lower(text).unsupported().into_iter().map(|(_, what)| what).collect()
}

const BYTES: &str = r#"
typedef unsigned char byte; typedef unsigned long size;
size strlen(const char *); void *memcpy(void *, const void *, size); void *memmove(void *, const void *, size);
void *memset(void *, int, size); int memcmp(const void *, const void *, size); void *memchr(const void *, int, size);
void *malloc(size); void *realloc(void *, size); void free(void *); char *strcpy(char *, const char *);
struct pack { byte kind; byte data[3]; char name[3]; byte *more; unsigned low : 3; };
union both { byte b[2]; signed char c[2]; byte one; };
static const byte table[4] = { 0, 127, 128, 255 };
static const char marks[2] = "a";
static byte changing[3];
static byte alone;
static const byte *start(void) { return (const byte *) marks; }
static int sum(const void *data, int n) { const byte *p = data; int s = 0; while (n-- > 0) s += *p++; return s; }
static int less(const char *s) { return *(const byte *) s; }
static int through(const byte *p, int (*f)(const byte *)) { return f(p); }
static int first(const byte *p) { return p[0]; }

int cast(int a, int b, int c) { char s[3] = { (char) a, (char) b, (char) c }; const byte *p = (const byte *) s;
    return p[0] + 1000 * p[1] + (p[2] > 127) * 1000000 + first((byte *) s + 1); }
int back(int a, int b, int c) { byte s[3] = { (byte) a, (byte) b, (byte) c }; signed char *p = (signed char *) s;
    *p += 3; p[1]--; p[2] = (signed char) -c; return s[0] * 65536 + s[1] * 256 + s[2]; }
int steps(int a, int b, int c) { byte s[2] = { (byte) a, (byte) b }; char *p = (char *) s; byte *q = (byte *) p;
    int old = q[0]++ + --q[1]; *q++ |= 128; *q <<= 1; *q ^= (byte) c; q[-1] -= 3; s[0] >>= 1;
    return old * 65536 + s[0] * 256 + s[1]; }
int text(int a, int b, int c) { const byte letters[] = "a\377z"; return sum("ab\377", 3) + sum(letters, 2 + (c & 1)) * (a & 1) + less("\200") * (b & 1); }
int variable(int a, int b, int c) { byte x = (byte) a, y = 200; char *p = (char *) &x; signed char *q = (signed char *) &y;
    if (*p < 0) *q = (signed char) b; *p = (char) (*p + c); return x * 256 + y; }
static int taken(byte x, byte y) { char *p = (char *) &x; *p = (char) (*p ^ 3); return x - *p + y; }
int parameter(int a, int b, int c) { return taken((byte) a, (byte) b) * 3 + c % 7; }
int member(int a, int b, int c) { struct pack p = { (byte) a, { (byte) b, 255, [2] = 7 }, "\377a", 0, 5 }; struct pack q;
    signed char *k = (signed char *) &p.kind; if (*k < 0) *k = (signed char) c; q = p; q.data[1]--;
    return p.kind + (q.kind == p.kind) * 1000 + q.data[0] * 1000000 + (q.data[1] == 254) * 3 + sum(q.name, 2) + q.low; }
static struct pack changed(struct pack p) { ((char *) p.data)[0] -= 1; p.kind++; return p; }
int by_value(int a, int b, int c) { struct pack p = { 0 }; p.data[0] = (byte) a; p.kind = (byte) b;
    struct pack q = changed(p); return q.data[0] * 65536 + q.kind * 256 + (byte) (p.data[0] + c); }
int rows(int a, int b, int c) { byte m[2][2] = { { (byte) a, 200 }, { (byte) b } }; const char *p = (const char *) m[1];
    byte (*r)[2] = m; return (p[0] < 0) + sum(m[0], 2) * 10 + r[a & 1][b & 1] * 10000 + c % 5; }
int tables(int a, int b, int c) { const char *p = (const char *) table; int at = a & 3;
    return table[at] + (p[at] < 0) * 1000 + ((const byte *) marks == start()) * 10000 + changing[b & 1] * 100000 + c % 3; }
int state(int a, int b, int c) { char *p = (char *) changing; p[0] = (char) a; p[1] = (char) b; p[2] = (char) c; changing[2]++;
    int r = changing[0] * 65536 + changing[1] * 256 + changing[2]; changing[0] = 0; changing[1] = 0; changing[2] = 0; return r; }
int global(int a, int b, int c) { signed char *p = (signed char *) &alone; *p = (signed char) a; alone += (byte) b; 
    int r = alone * 10 + (*p < 0) + c % 7; alone = 0; return r; }
int unions(int a, int b, int c) { union both u; if (c & 1) { u.b[0] = (byte) a; u.b[1] = (byte) b; return u.b[0] * 256 + u.b[1]; }
    u.c[0] = (signed char) a; u.c[1] = 3; union both v = u; v.c[0]--; u.one = (byte) b; return v.c[0] * 256 + u.one; }
int library(int a, int b, int c) { byte x[4] = { (byte) a, (byte) b, 1, 0 }; char y[4]; char *p;
    memcpy(y, x, 4); memset(x + 1, c, 2); int r = memcmp(x, y, 4); memmove(x, y + 1, 2); p = memchr(y, b & 255, 4);
    return (r > 0) - (r < 0) + 10 * (int) strlen((char *) x + 2) + 100 * x[0] + 100000 * (p ? (int) (p - y) : 9) + 1000000 * (x[2] == (byte) c); }
int memory(int a, int b, int c) { byte *p = malloc(2); if (!p) return -1; p[0] = (byte) a; p[1] = (byte) b;
    char *q = realloc(p, 3); if (!q) { free(p); return -1; } q[2] = (char) c; p = (byte *) q;
    int r = p[0] * 65536 + p[1] * 256 + p[2]; free(q); return r; }
struct tail { int n; byte data[]; };
int flexible(int a, int b, int c) { struct tail *t = malloc(sizeof *t + 2); if (!t) return -1; t->data[0] = (byte) a;
    char *p = (char *) t->data; p[1] = (char) b; int r = t->data[1] * 256 + t->data[0] + (p[0] < 0) + c % 9; free(t); return r; }
int halves(int a, int b, int c) { struct pack p, q; p.data[0] = (byte) a; q = p; byte x[2], y[2]; x[1] = (byte) b; memcpy(y, x, 2);
    char z[2]; memmove(z, y, 2); return q.data[0] * 256 + (byte) z[1] + c % 3; }
int literal(int a, int b, int c) { const char *p = (const char *) (byte[]) { (byte) a, 200, (byte) b }; byte s[] = "\377\1";
    byte one = *&(byte) { (byte) c }; return (p[0] < 0) + (p[1] == -56) * 10 + (byte) p[2] * 100 + s[0] * 100000 + one; }
int pointers(int a, int b, int c) { byte x[3] = { (byte) c, 2, 3 }; char *p = (char *) x + (a & 1), *q = (char *) &x[2 - (b & 1)];
    return (p < q) + 10 * (int) (q - p) + 100 * ((byte *) p == x) + 1000 * (byte) *p + through((byte *) q, first); }
int chosen(int a, int b, int c) { char s[2] = { (char) a, 1 }; byte t[2] = { (byte) b, 2 };
    const byte *p = c & 1 ? (const byte *) s : t; const char *q = (c & 2 ? (const char *) p : s); return p[0] * 1000 + (q[0] < 0) + p[c & 1]; }
int swapped(int a, int b, int c) { char x = (char) a; byte y = (byte) b, t; byte *p = (byte *) &x, *q = &y; t = *p; *p = *q; *q = t; return x * 1000 + y + c % 4; }
int assigned(int a, int b, int c) { byte s[2]; char *p = (char *) s; int r = (s[0] = (byte) a) + (s[1] = s[0]) * 256; p[0] = (char) b; return r + (s[0] += (byte) c); }
"#;

const NAMES: &[&str] = &[
    "cast",
    "back",
    "steps",
    "text",
    "variable",
    "parameter",
    "member",
    "by_value",
    "rows",
    "tables",
    "state",
    "global",
    "unions",
    "library",
    "memory",
    "flexible",
    "halves",
    "literal",
    "pointers",
    "chosen",
    "swapped",
    "assigned",
];

fn tuples() -> Vec<[i64; 3]> {
    let numbers = [0, 1, 2, 127, 128, 200, 255, -1];
    let mut out = Vec::new();
    for a in numbers {
        for b in numbers {
            out.extend([0, 3, 128, 254].map(|c| [a, b, c]));
        }
    }
    out
}

#[test]
fn bytes_are_what_they_are_natively() {
    let said = unsupported(BYTES);
    assert!(
        said.iter().all(|what| what.starts_with("unions: ") && what.contains("holds another")),
        "{said:?}"
    );
    agrees(BYTES, "bytes", NAMES, &tuples());
}

#[test]
fn so_are_wider_numbers() {
    let program = "typedef unsigned u; typedef unsigned short us; typedef unsigned long ul;
        static long total(const void *p) { const long *l = p; return l[0] / 2 + l[1]; }
        int ints(int a, int b, int c) { u x[2] = { (u) a, (u) b }; int *p = (int *) x; if (p[0] < 0) p[1] = c; x[0]++; 
            return (x[0] > 100) * 100 + (p[0] > 100) * 10 + (x[1] == (u) c); }
        int shorts(int a, int b, int c) { short x[2] = { (short) a, (short) b }; us *p = (us *) x; p[0] += (us) c; return p[0] - x[0] + p[1]; }
        int longs(int a, int b, int c) { ul x[2] = { (ul) a, (ul) b }; return (int) (total(x) % 1000) + (x[0] > 1000) + c % 3; }
        enum color { RED, GREEN, BLUE };
        int colors(int a, int b, int c) { enum color e = (enum color) (a & 1); u *p = (u *) &e; int *q = (int *) &e; *p += (u) (b & 1); *q += c & 1; return (int) e; }";
    assert_eq!(unsupported(program), Vec::<String>::new());
    agrees(program, "wider", &["ints", "shorts", "longs", "colors"], &tuples());
}

#[test]
fn a_file_without_such_pointers_stays_as_it_is() {
    let shown = |text: &str| imperative::print(&lower(text).program);
    let at_once = shown("int f(char *s, unsigned char *u) { return *(unsigned char *) s++ + u[1]; }");
    assert!(at_once.contains("uint8") && at_once.contains("u: *uint8"), "{at_once}");
    let both = shown("int f(char *s, unsigned char *u) { u = (unsigned char *) s; return u[1]; }");
    assert!(both.contains("u: *int8"), "{both}");
}

#[test]
fn what_pointers_point_to_is_seen_otherwise_but_not_pointers() {
    let inner = "int g(unsigned char *u) { char *c = (char *) u; return *c; }";
    let said = unsupported(&format!(
        "{inner} int f(char **p) {{ unsigned char **q = (unsigned char **) p; return **q; }}"
    ));
    assert!(said[0].contains("the conversion of `char **` to `unsigned char **`"), "{said:?}");
    let calls = "typedef int (*f1)(char *); int h(unsigned char *u, f1 f) { return f((char *) u); }
        int k(unsigned char *u) { return h(u, (f1) g); }";
    assert!(!unsupported(&format!("{inner} {calls}")).is_empty());
    // Bytes of wider numbers are no numbers of their own, and truth values are none.
    assert!(
        !unsupported("int f(int *p) { unsigned char *c = (unsigned char *) p; return c[1]; }").is_empty()
    );
    assert!(
        !unsupported("int f(_Bool *p) { unsigned char *c = (unsigned char *) p; return c[1]; }").is_empty()
    );
    assert!(!unsupported("int f(void *p, int n) { return n ? *(int *) p : *(char *) p; }").is_empty());
    assert!(
        !unsupported("int f(void *p, int n) { return n ? **(char **) p : **(unsigned char **) p; }")
            .is_empty()
    );
}

#[test]
fn void_stands_for_both() {
    let both = "int f(void *p, int n) { return n ? *(char *) p : *(unsigned char *) p; }";
    assert_eq!(unsupported(both), Vec::<String>::new());
    let shown = front_c::tree::print(&reading::unit(both));
    assert!(shown.contains("int f(unsigned char *p"), "{shown}");
    let shown = front_c::tree::print(&reading::unit(
        "int f(void *p, signed char *s, char *c) { p = s; p = c; return p == c; }",
    ));
    assert!(shown.contains("int f(char *p"), "{shown}");
}

#[test]
fn clauses_see_what_the_types_say() {
    let text = "/*@ requires \\valid(u) && u[0] > 200 && *u < m->k[1]; */
        int f(unsigned char *u, struct m { unsigned char k[2]; unsigned char plain; } *m) { char *c = (char *) u; return *c + m->plain; }";
    let lowered = lower(text);
    let proc = &lowered.program.procs[0];
    let said: Vec<String> =
        proc.requires.iter().map(|r| imperative::print_requirement(&lowered.program, proc, r)).collect();
    let said = said.join("; ");
    assert!(said.matches("uint8").count() == 3, "{said}");
}
