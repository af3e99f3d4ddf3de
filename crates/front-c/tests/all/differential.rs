//! Programs whose functions give the same results here and when compiled.

use crate::reading;

use reading::lowered::{End, lower};
use reading::{have_cc, run_c};
use std::fmt::Write;

/// A text with functions of numbers, and the numbers to call each of them with.
struct Group {
    name: &'static str,
    text: &'static str,
    calls: &'static [(&'static str, &'static [&'static [i64]])],
}

const SMALL: &[&[i64]] = &[&[0], &[1], &[2], &[3], &[5], &[7], &[10]];
const ANY: &[&[i64]] =
    &[&[0], &[1], &[-1], &[7], &[-8], &[100], &[255], &[-256], &[65535], &[123_456_789], &[-987_654_321]];
const PAIRS: &[&[i64]] =
    &[&[0, 1], &[1, 2], &[5, 3], &[-7, 2], &[7, -2], &[-7, -2], &[100, 7], &[65535, 255], &[-1, 1]];

const ARITHMETIC: Group = Group {
    name: "arithmetic",
    text: "
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long u64;
int add8(int a, int b) { signed char x = a, y = b; x += y; return x; }
int mul16(int a, int b) { short x = a; unsigned short y = b; return (short) (x * (y & 0xff)); }
unsigned sub32(u32 a, u32 b) { return a - b; }
int wrap64(int a, int b) { u64 x = a; x *= 0x9e3779b97f4a7c15UL; x -= b; return (int) (x >> 33); }
int mixed(int a, u32 b) { return a < b; }
int signs(int a, int b) { return (a / b) * 1000 + a % b; }
unsigned udiv(u32 a, u32 b) { return a / b * 7 + a % b; }
int chars(int a, int b) { char c = a; u8 u = b; return c + u; }
int narrow(int a, int b) { return (u8) a + (signed char) b + (u16) (a - b) + (short) (a * 3L); }
int bools(int a, int b) { _Bool x = a, y = b & 2; x = x + y; return x + 2 * y + !a; }
int increments(int a, int b) { u8 c = a; short s = b; c++; --s; int r = c++ + s--; return r * 100 + c + s; }
int negative(int a, int b) { u32 x = -a; unsigned char y = ~b; return (int) (x % 1000) + y + ~a; }
long longs(int a, int b) { long x = a; return x * b * 100000 + (a > b); }
enum colour { RED, GREEN = 5, BLUE };
int enums(int a, int b) { enum colour c = a > b ? BLUE : GREEN; c++; return c * 10 + RED; }
int comma(int a, int b) { int c = (a++, b += a, (a % 100) * b); return c + (a, b); }
int compare(int a, int b) { return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b); }
int compound(int a, int b) { int c = a; c -= b; c *= 3; c /= 2; c %= 7; char d = c; d += 100 > c; d -= 1; return d; }
",
    calls: &[
        ("add8", PAIRS), ("mul16", PAIRS), ("sub32", PAIRS), ("wrap64", PAIRS), ("mixed", PAIRS),
        ("signs", PAIRS), ("udiv", PAIRS), ("chars", PAIRS), ("narrow", PAIRS), ("bools", PAIRS),
        ("increments", PAIRS), ("negative", PAIRS), ("longs", PAIRS), ("enums", PAIRS), ("comma", PAIRS),
        ("compare", PAIRS), ("compound", PAIRS),
    ],
};

const BITS: Group = Group {
    name: "bits",
    text: "
typedef unsigned u32; typedef unsigned long u64;
int and1(int x) { return x & 1; }
int and2(int x) { return x & 0xf0f0; }
int and3(int x) { return x & -16; }
int and4(int x) { return 0x5a5a5a5a & x; }
int or1(int x) { return x | 0x0ff0; }
int or2(int x) { return x | -256; }
int xor1(int x) { return x ^ 0x33cc; }
int xor2(int x) { return x ^ -1; }
unsigned uand(u32 x) { return x & ~7u; }
unsigned uor(u32 x) { return x | 0x80000001u; }
unsigned uxor(u32 x) { return x ^ 0xffffffffu; }
int shr(int x) { return x >> 3; }
unsigned ushr(u32 x) { return x >> 5; }
unsigned ushl(u32 x) { return x << 7; }
int shl(int x) { return (x & 0xff) << 4; }
int assigned(int x) { u32 u = x; u &= 0xffff; u |= 0x10000; u ^= 3; u <<= 1; u >>= 2; return u; }
int parity(int x) { u32 u = x; u ^= 5; int n = 0; while (u) { n += u & 1; u >>= 1; } return n; }
int chars(int x) { unsigned char c = x; c = c << 1 | 1; return (c & 0x81) == 0x81 ? ~c : c >> 1; }
unsigned chained(u32 x) { return ((x & 0x55555555) + ((x >> 1) & 0x55555555)) & 0x0f0f0f0f; }
int condition(int x) { return (x & 4) && !(x & 8) || (x ^ 3) == 1; }
int sixty(int x) { u64 u = (u64) x; return (int) ((u >> 32) & 0xff) + (int) (u & 0xff); }
enum { A = 1 << 0, B = 1 << 1, C = A | B };
int flags(int x) { int f = 0; if (x > 0) f |= A; if (x % 2) f |= B; return f == C ? f & ~A : f; }
",
    calls: &[
        ("and1", ANY),
        ("and2", ANY),
        ("and3", ANY),
        ("and4", ANY),
        ("or1", ANY),
        ("or2", ANY),
        ("xor1", ANY),
        ("xor2", ANY),
        ("uand", ANY),
        ("uor", ANY),
        ("uxor", ANY),
        ("shr", ANY),
        ("ushr", ANY),
        ("ushl", ANY),
        ("shl", ANY),
        ("assigned", ANY),
        ("parity", ANY),
        ("chars", ANY),
        ("chained", ANY),
        ("condition", ANY),
        ("sixty", ANY),
        ("flags", ANY),
    ],
};

const FLOW: Group = Group {
    name: "flow",
    text: "
int fall(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 10; break; case 3: r = 7; default: r += 100; case 5: r += 1000; } return r; }
int ranges(int x) { switch (x) { case 0 ... 2: return 1; case 3: { case 4: return 2; } case 5 ... 9: break; default: return 9; } return 3; }
int nested(int x) { int r = 0; for (int i = 0; i < 5; i++) { switch (i) { case 1: continue; case 3: if (x > 2) goto out; break; default: r += i; } r += 10; } out: return r + x; }
int empty_switch(int x) { switch (x) { } switch (x) { default: x++; } return x; }
int while_loop(int x) { int s = 0; while (x > 0) { s += x; x -= 2; if (s > 20) break; } return s; }
int do_loop(int x) { int n = 0; do { n++; if (n == 2) continue; x /= 2; } while (x > 0 && n < 10); return n * 100 + x; }
int for_loop(int x) { int s = 0, i, j; for (i = 0, j = x; i < j; i++, j--) s += i * j; for (;;) { if (s++ > x) break; } return s; }
int forward(int x) { if (x > 3) goto big; x += 100; goto done; big: x *= 2; done: return x; }
int fact(int x) { return x <= 1 ? 1 : x * fact(x - 1); }
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
static int odd(int n); static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int parity(int n) { return even(n) * 10 + odd(n); }
static int calls; static int tick(int r) { calls++; return r; }
int short_circuit(int x) { calls = 0; int r = tick(x > 2) && tick(x > 5) || tick(x == 1); return r * 100 + calls; }
int short_if(int x) { calls = 0; if (!(tick(x) && !tick(x - 3)) || tick(0)) return calls; return 100 + calls; }
int cond(int x) { int a = x > 3 ? x > 5 ? 1 : 2 : x == 1 ? 3 : 4; return a + (x ? x-- : x++) * 10 + x; }
int effects(int x) { int a[4] = { 0 }, i = 0; a[i++] = x; a[i++] += i; a[i] = a[0]++ + --a[1]; return a[0] * 1000 + a[1] * 100 + a[2] + i; }
int chained(int x) { int a, b, c; a = b = c = x + 1; a += b -= c *= 2; return a * 100 + b * 10 + c; }
int args3(int a, int b, int c) { return a * 100 + b * 10 + c; }
int args(int x) { return args3(tick(x), x + 1, tick(x + 2)); }
int never(int x) { int e = x; if ((x < 9) && (0 && (e++ > 5))) return 1; return e + (1 || e++) * 100; }
int passed(int x) { switch (x) { int a[2]; case 1: a[0] = 4; a[1] = 5; return a[0] + a[1]; default: a[1] = 3; return a[1]; } }
int passed_label(int x) { if (x > 2) goto in; return 1; { int y; int *p; in: p = &y; *p = x; return y; } }
int dead(int x) { if (x) return 1; else return 2; x++; return x; }
int shadow(int x) { int y = x; { int y = 3; { int y = 4; x += y; } x += y; } return x + y; }
int void_calls(int x) { (void) x; ; calls = x; tick(1); return calls; }
int main(void) { calls = 3; }
",
    calls: &[
        ("fall", SMALL), ("ranges", SMALL), ("nested", SMALL), ("empty_switch", SMALL), ("while_loop", SMALL),
        ("do_loop", SMALL), ("for_loop", SMALL), ("forward", SMALL), ("fact", SMALL), ("fib", SMALL),
        ("parity", SMALL), ("short_circuit", SMALL), ("short_if", SMALL), ("cond", SMALL), ("effects", SMALL),
        ("chained", SMALL), ("args", SMALL), ("never", SMALL),
        ("passed", SMALL), ("passed_label", SMALL), ("dead", SMALL), ("shadow", SMALL), ("void_calls", SMALL),
    ],
};

const LISTS: Group = Group {
    name: "lists",
    text: "
#include <stdlib.h>
typedef struct node { int key; struct node *next; } node;
static node *cons(int key, node *next) { node *n = malloc(sizeof(node)); if (!n) exit(1); n->key = key; n->next = next; return n; }
static node *upto(int n) { node *l = NULL; while (n > 0) l = cons(n--, l); return l; }
static void release(node *l) { while (l != NULL) { node *next = l->next; free(l); l = next; } }
int sum(int n) { node *l = upto(n); int s = 0; for (node *p = l; p; p = p->next) s += p->key; release(l); return s; }
static node *reverse(node *l) { node *r = 0; while (l) { node *t = l->next; l->next = r; r = l; l = t; } return r; }
int reversed(int n) { node *l = reverse(upto(n)); int s = 0; while (l) { s = s * 3 + l->key; l = l->next; } return s; }
static int length(const node *l) { return l ? 1 + length(l->next) : 0; }
int len(int n) { return length(upto(n)); }
struct tree { struct tree *left, *right; int key; };
static struct tree *insert(struct tree *t, int key) {
    if (!t) { t = calloc(1, sizeof *t); t->key = key; return t; }
    if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key);
    return t;
}
static int height(struct tree *t) { if (!t) return 0; int l = height(t->left), r = height(t->right); return 1 + (l > r ? l : r); }
int trees(int n) { struct tree *t = NULL; for (int i = 0; i < n; i++) t = insert(t, i * 7 % 11); return height(t) * 100 + (t ? t->key : -1); }
struct pair { int a, b; };
static int total(struct pair *p) { return p->a + p->b; }
int local(int n) { struct pair p, q = { n, 2 }; p.a = n; p.b = 3; return total(&p) * 10 + total(&q); }
int swap(int n) { struct pair p = { n, n + 1 }, q; q = p; q.a = p.b; p = q; return p.a * 10 + p.b; }
static struct pair make(int a, int b) { struct pair p = { .b = b, .a = a }; return p; }
static int take(struct pair p) { p.a *= 2; return p.a + p.b; }
int values(int n) { struct pair p = make(n, 4); int r = take(p) + take(make(1, n)); return r * 10 + p.a + make(7, 8).b; }
struct result { int ok, value; };
static struct result half(int n) { struct result r; if (n % 2) { r.ok = 0; return r; } r.ok = 1; r.value = n / 2; return r; }
int partly(int n) { struct result r = half(n), s; s.ok = n; struct result t = s; r = half(n + 1); return r.ok + t.ok * 2; }
int literal(int n) { struct pair p = (struct pair) { n, 5 }; return total(&p) + total(&(struct pair) { 1, n }); }
",
    calls: &[
        ("sum", SMALL), ("reversed", SMALL), ("len", SMALL), ("trees", SMALL), ("local", SMALL), ("swap", SMALL),
        ("values", SMALL), ("partly", SMALL), ("literal", SMALL),
    ],
};

const POINTERS: Group = Group {
    name: "pointers",
    text: "
#include <stdlib.h>
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int swapped(int n) { int x = n, y = 2 * n + 1; swap(&x, &y); return x * 100 + y; }
static void sort(int *a, int n) { for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) if (a[i] > a[j]) swap(a + i, &a[j]); }
int sorted(int n) { int a[6] = { 5, n, 3, 2 * n, 1 }; sort(a, 6); int r = 0; for (int *p = a; p < a + 6; p++) r = r * 7 + *p; return r; }
int walk(int n) { int a[10], *p = a, *end = &a[10]; while (p != end) *p++ = n++; p -= 3; return *p + p[1] + *(p - 2) + (int) (end - p); }
int heap(int n) { int *a = malloc((n + 1) * sizeof(int)); for (int i = 0; i <= n; i++) a[i] = i * i; int r = a[n] + *a; free(a); return r; }
int zeroed(int n) { long *a = calloc(n + 1, sizeof *a); a[n] += n; long r = a[0] + a[n]; free(a); return r; }
int matrix(int n) { int m[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * n + j; int (*row)[4] = m + 1; return (*row)[2] + row[1][3] + m[0][n % 4] + *m[2]; }
static int sum2(int m[2][2]) { return m[0][0] + m[0][1] * 2 + m[1][0] * 3 + m[1][1] * 4; }
int initialised(int n) { int m[2][2] = { { n }, { 1, n } }, k[] = { 1, [4] = n, 6 }; return sum2(m) * 100 + (int) (sizeof k / sizeof *k) + k[4] + k[5]; }
typedef struct node { struct node *next; int key; } node;
static void push(node **list, int key) { node *n = malloc(sizeof *n); n->key = key; n->next = *list; *list = n; }
static void append(node **list, int key) { while (*list) list = &(*list)->next; push(list, key); }
static void remove_if(node **list, int key) { for (node **p = list; *p;) if ((*p)->key == key) { node *gone = *p; *p = gone->next; free(gone); } else p = &(*p)->next; }
int doubles(int n) { node *l = NULL; for (int i = 0; i < n; i++) append(&l, i % 3); push(&l, 9); remove_if(&l, 1); int r = 0; for (; l; l = l->next) r = r * 3 + l->key; return r; }
static void set(int *p, int **q) { *q = p; **q += 5; }
int twice(int n) { int x = n, *p = 0; set(&x, &p); *p *= 2; return x; }
int params(int n) { int *p = &n; *p += 3; return n; }
int triple(int n) { int x = n, *p = &x, **pp = &p, ***ppp = &pp; ***ppp = 4; return x + **pp; }
int back(int n) { int a[5] = { 1, 2, 3, 4, 5 }; int *p = a + 4; int r = 0; do r = r * 10 + *p; while (p-- != a + 1); return r + n; }
int seen(int n) { char c[3] = { (char) n, -1, 5 }; unsigned char *p = (unsigned char *) c; const char *q = c; return *(unsigned char *) q + *(const unsigned char *) (q + 1) + (p == 0); }
int arrays_of_pointers(int n) { int a = 1, b = 2, *t[3] = { &a, &b }; *t[n % 2] += 10; return a * 100 + b + (t[2] == NULL); }
int null_tests(int n) { int x, *p = n > 2 ? &x : NULL; if (!p) return 1; if (p && p == &x && p != NULL) return 2; return 3; }
",
    calls: &[
        ("swapped", SMALL), ("sorted", SMALL), ("walk", SMALL), ("heap", SMALL), ("zeroed", SMALL), ("matrix", SMALL),
        ("initialised", SMALL), ("doubles", SMALL), ("twice", SMALL), ("params", SMALL), ("triple", SMALL),
        ("back", SMALL), ("arrays_of_pointers", SMALL), ("null_tests", SMALL),
    ],
};

const NESTED: Group = Group {
    name: "nested",
    text: "
#include <stdlib.h>
#include <string.h>
struct point { int x, y; };
struct box { struct point low, high; int marks[3]; struct { short s; int t; } in; struct { int anon; }; };
static void move(struct point *p, int by) { p->x += by; p->y -= by; }
int boxes(int n) { struct box b = { { 1, 2 }, { 3, n }, { 7, 8 }, { n, 4 }, { 5 } }; move(&b.low, n); b.marks[2] = b.low.x; b.in.s += 2; struct box c = b; c.high = b.low; c.marks[0]++; b.anon = c.anon * 2; return c.high.x * 1000 + c.marks[0] + b.marks[0] + c.marks[2] + c.in.s + b.anon; }
struct item { int key; struct item *next; };
int pool(int n) { struct item pool[4]; struct item *p = pool, *list = 0; for (; p < pool + 4; p++) { p->key = n++; p->next = list; list = p; } int r = 0; for (p = list; p; p = p->next) r = r * 5 + p->key; return r + (int) (list - pool); }
int rows(int n) { struct point *a = malloc(3 * sizeof *a); for (int i = 0; i < 3; i++) { a[i].x = i; (a + i)->y = n; } struct point last = a[2]; a[0] = last; int r = a[0].x * 100 + a->y + a[1].x; free(a); return r; }
struct table { struct point cells[2][2]; int used; };
int table(int n) { struct table t = { .used = n }; t.cells[1][0].x = n; t.cells[0][1] = t.cells[1][0]; struct table u; u = t; u.cells[0][1].x++; struct point *p = &u.cells[0][0]; return p[1].x * 10 + t.cells[0][1].x + u.used; }
struct wrap { struct point p; };
static struct wrap wrap(struct point p) { struct wrap w = { p }; w.p.x++; return w; }
int wraps(int n) { struct point p = { n, 2 }; struct wrap w = wrap(p); return wrap(w.p).p.x * 10 + p.x + w.p.y; }
int boxed(int n) { struct box b; memset(&b, 0, sizeof b); int *p = &b.in.t; *p = n; b.in.t++; short *s = &b.in.s; ++*s; return b.in.t * 10 + b.in.s + b.marks[1]; }
int cleared(int n) { struct point p = { n, n }; memset(&p, 0, sizeof(struct point)); p.x += 2; struct point q; memcpy(&q, &p, sizeof q); return q.x * 10 + q.y; }
",
    calls: &[
        ("boxes", SMALL), ("pool", SMALL), ("rows", SMALL), ("table", SMALL), ("wraps", SMALL), ("boxed", SMALL),
        ("cleared", SMALL),
    ],
};

const STRINGS: Group = Group {
    name: "strings",
    text: "
#include <string.h>
#include <ctype.h>
#include <stdlib.h>
static const char *const names[] = { \"zero\", \"one\", \"two\" };
static const int squares[5] = { 0, 1, 4, 9, 16 };
static const struct { int a; const char *b; } entries[] = { { 1, \"x\" }, { 2, \"yz\" } };
const int limit = 6;
int lengths(int n) { return (int) strlen(names[n % 3]) + squares[n % 5] + limit; }
int tables(int n) { return entries[n % 2].a * 10 + (int) strlen(entries[n % 2].b); }
int compare(int n) { char a[8] = \"abc\"; a[n % 3] = 'x'; int c = strcmp(a, \"abx\"); return (c > 0) - (c < 0) + (strcmp(\"a\", \"a\") == 0) * 5; }
int copies(int n) { char b[20]; strcpy(b, \"ab\"); strcat(b, \"cd\"); b[n % 4] = '!'; char *p = strchr(b, '!'); return (int) (p - b) * 10 + (int) strlen(b) + (strchr(b, 'z') == NULL); }
int bounded(int n) { char b[6] = \"?????\"; strncpy(b, \"xy\", n % 5); return b[0] + b[1] * 2 + b[2] * 3 + (strncmp(b, \"xz\", 1) == 0); }
int classes(int n) { int r = 0; for (const char *p = \"aZ3 _\\n\"; *p; p++) { r = r * 2 + !!isalpha((unsigned char) *p); r += !!isdigit(*p) + !!isspace(*p) * 3; r += toupper(*p) - tolower(*p); } return r + n; }
int numbers(int n) { char b[4] = { '-', '4', (char) ('0' + n % 10), 0 }; return atoi(b) + abs(-n) + (int) labs(n); }
int bytes(int n) { int a[4], b[4]; for (int i = 0; i < 4; i++) a[i] = i + n; memcpy(b, a, sizeof a); memset(a, 0, sizeof a); memmove(b + 1, b, 2 * sizeof(int)); return a[2] + b[0] * 100 + b[1] * 10 + b[2] + b[3]; }
static int hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char) *s++; return h % 1000; }
int hashes(int n) { char b[3] = \"k\"; b[1] = 'a' + n % 26; return hash(b) + hash(\"\"); }
int reverse(int n) { char s[] = \"hello\"; for (char *a = s, *b = s + 4; a < b; a++, b--) { char t = *a; *a = *b; *b = t; } return s[n % 5]; }
",
    calls: &[
        ("lengths", SMALL), ("tables", SMALL), ("compare", SMALL), ("copies", SMALL), ("bounded", SMALL),
        ("classes", SMALL), ("numbers", SMALL), ("bytes", SMALL), ("hashes", SMALL), ("reverse", SMALL),
    ],
};

const GLOBALS: Group = Group {
    name: "globals",
    text: "
struct point { int x, y; };
int counter; static unsigned char small; int table[4]; struct point origin, grid[2]; int *cursor; static struct point *best;
static void bump(int by) { counter += by; small += 100; }
int scalars(int n) { counter = n; small = n; bump(2); bump(3); return counter * 1000 + small; }
int arrays(int n) { for (int i = 0; i < 4; i++) table[i] = n * i; cursor = table + 1; *cursor += 5; cursor++; return *cursor * 10 + table[1]; }
int structs(int n) { origin.x = n; origin.y = 1; grid[1] = origin; best = &grid[0]; best[1].x++; best->x = 3; struct point p = grid[1]; return p.x * 10 + grid[0].x + origin.x; }
int addresses(int n) { int *p = &counter; *p = n; counter++; return *p; }
int statics(int n) { static int calls; static int seen[2]; calls = n; seen[1] = calls++; return calls + seen[1]; }
static int depth(int n) { if (n == 0) return counter; counter++; return depth(n - 1); }
int recursion(int n) { counter = 0; return depth(n); }
int untouched(int n) { return n + 1; }
",
    calls: &[
        ("scalars", SMALL), ("arrays", SMALL), ("structs", SMALL), ("addresses", SMALL), ("statics", SMALL),
        ("recursion", SMALL), ("untouched", SMALL),
    ],
};

fn check(group: &Group) {
    if !have_cc() {
        return;
    }
    // The program has a `main` of its own.
    let text = group.text.replace("int main(void) { calls = 3; }", "");
    let mut program = format!("{text}\n#include <stdio.h>\nint main(void) {{\n");
    for (function, tuples) in group.calls {
        for args in *tuples {
            let list: Vec<String> = args.iter().map(i64::to_string).collect();
            let _ = writeln!(program, "printf(\"%lld\\n\", (long long) {function}({}));", list.join(", "));
        }
    }
    program.push_str("return 0; }\n");
    let printed = run_c(group.name, &program);
    let mut expected = printed.lines();
    let lowered = lower(group.text);
    let mut wrong = String::new();
    for (function, tuples) in group.calls {
        for args in *tuples {
            let expected = End::Ok(expected.next().map(str::to_string));
            let found = lowered.run(function, args);
            if found != expected {
                let _ = writeln!(wrong, "{function}{args:?}: {found:?}, but compiled {expected:?}");
            }
        }
    }
    let place = |span| lowered.files.place(span).expect("a place").1.line;
    let odd: Vec<_> = lowered.unsupported().into_iter().map(|(s, what)| (place(s), what)).collect();
    assert!(wrong.is_empty(), "{wrong}{odd:?}");
}

#[test]
fn arithmetic() {
    check(&ARITHMETIC);
}

#[test]
fn bit_operations() {
    check(&BITS);
}

#[test]
fn control_flow() {
    check(&FLOW);
}

#[test]
fn lists_and_structs() {
    check(&LISTS);
}

#[test]
fn pointers_and_arrays() {
    check(&POINTERS);
}

#[test]
fn objects_in_objects() {
    check(&NESTED);
}

#[test]
fn strings_and_the_library() {
    check(&STRINGS);
}

#[test]
fn globals() {
    check(&GLOBALS);
}
