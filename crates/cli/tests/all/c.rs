//! What C programmers ask for at the command line.

use crate::compiling;
use crate::running;

use compiling::{compiled, passes};
use running::Scratch;
use std::process::Command;

/// A file of its own kind of surprises: memory that is not there, unknown numbers, a static variable, a `main`.
const SURROUNDINGS: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct node { int v; struct node *next; };
static int count;
struct node *push(struct node *l, int v)
{
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return l;
    n->v = v;
    n->next = l;
    count = v;
    return n;
}
int tick(void)
{
    static int n = 5;
    n++;
    return n > 5 ? count : -1;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    struct node *l = push(NULL, x);
    if (l && l->v == 42 && count == 42)
        abort();
    if (x > 100)
        exit(0);
    return 0;
}
";

#[test]
fn the_surroundings_answer() {
    let Some(cc) = testkit::require::program("cc", "C programs with memory that is not there") else {
        return;
    };
    let scratch = Scratch::new("c-surroundings");
    scratch.file("s.c", SURROUNDINGS);
    let (code, out, errors) = scratch.run(&["generate", "s.c", "--conditions"]);
    assert_eq!(code, Some(0), "{errors}");
    // Both sides of `n == NULL`, and a failing `malloc` is part of the input.
    assert!(out.contains("malloc fails ("), "{out}");
    assert!(out.contains("= main: __VERIFIER_nondet_int: 42"), "{out}");
    // The second call of `tick` is not looked at, and nobody may think it was.
    assert!(
        out.contains("of calls that use the static variable `n` only the first ones are looked at"),
        "{out}"
    );
    passes(&scratch, &cc, "s.c");
    let (code, _, _) = scratch.run(&["generate", "s.c", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0));
    let (code, out, errors) = scratch.run(&["run", "s.json", "--program", "s.c"]);
    assert_eq!(code, Some(0), "{out}{errors}");
}

#[test]
fn a_result_that_is_gone_and_bits_of_two_values() {
    let Some(cc) = testkit::require::program("cc", "C programs with results that are gone") else { return };
    let scratch = Scratch::new("c-gone");
    let text = "#include <stdlib.h>
struct node { int v; struct node *next; };
static void release(struct node *l) { free(l); }
struct node *drop(struct node *l) { release(l); return l; }
struct pair { int a, b; };
int sum(struct pair p, struct node *l) { return l ? p.a : p.b; }
int bit(int x, int n) { if (x & (1 << n)) return 1; return 0; }
unsigned mix(unsigned a, unsigned b) { if ((a & b) == 7) return a ^ b; return a | b; }
int count(unsigned n) { int c = 0; while (n) { n &= n - 1; c++; } return c; }
int swapped(int a, int b) { a ^= b; b ^= a; a ^= b; if (a == 77 && b == 1234) return 1; return 0; }
int cannot(unsigned a, unsigned b)
{
    if ((a & b) > a) return 1;
    if ((a | b) < b) return 2;
    if ((a ^ b) == 0 && a != b) return 3;
    return 0;
}
int odd(unsigned a, unsigned b) { if (((a & b) & 1) && !(a & 1)) return 1; return 0; }
";
    scratch.file("g.c", text);
    let (code, out, errors) = scratch.run(&["generate", "g.c", "-c", "path"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("invalid shift at line 7"), "{out}");
    // A shift is followed for all distances, and which bits two values share is settled, so nothing is missing.
    for (entry, covered) in [
        ("bit", "2 of 2 covered"),
        ("mix", "2 of 2 covered"),
        ("count", "2 of 2 covered"),
        ("swapped", "4 of 4 covered"),
        ("cannot", "5 of 8 covered, 3 infeasible\n"),
        ("odd", "3 of 4 covered, 1 infeasible\n"),
    ] {
        let (_, out, _) = scratch.run(&["generate", "g.c", "-e", entry]);
        assert!(out.contains("complete within the bounds") && out.contains(covered), "{entry}: {out}");
    }
    let (code, _, errors) = scratch.run(&["generate", "g.c", "--emit", "c", "-o", "g_test.c"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let said = compiled(&cc, &scratch.0.join("g_test.c"));
    assert!(!said.contains("not ok"), "{said}");
}

#[test]
fn strings_that_are_written_have_an_end() {
    if testkit::require::program("cc", "C programs that write strings").is_none() {
        return;
    }
    let scratch = Scratch::new("c-strings");
    let text = "#include <stdio.h>
void say(const char *s) { if (s) printf(\"%d %s\\n\", 1, s); }
void count(const char *s) { printf(\"%.*s\\n\", 0, s); }
";
    scratch.file("s.c", text);
    let (code, out, errors) = scratch.run(&["generate", "s.c", "-e", "say"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("error: out of bounds access"), "{out}");
    let (_, out, _) = scratch.run(&["generate", "s.c", "-e", "count"]);
    assert!(!out.contains("error: "), "{out}");
    let (code, _, errors) =
        scratch.run(&["generate", "s.c", "-c", "path", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, out, errors) = scratch.run(&["run", "s.json", "--program", "s.c", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
}

/// An input that no path looks at once became a part of a global, to make the input small; and what owns a part may be a
/// part itself, which once made paths impossible.
#[test]
fn parts_belong_to_what_they_are_parts_of() {
    if testkit::require::program("cc", "C programs with parts of parts").is_none() {
        return;
    }
    let scratch = Scratch::new("c-parts");
    let text = "unsigned calls;
long marks[3];
struct node { unsigned key; struct node *next; };
struct pair { int a; unsigned short b; struct node *list; };
int f(struct pair *p, struct pair q, long *a, struct node *l)
{
    unsigned char x = p->b;
    if (marks[0] % marks[0] == -calls) {
        if (l) { switch (l->next->next->key) { } }
    }
    return 1;
}
";
    scratch.file("p.c", text);
    let all = [
        "generate",
        "p.c",
        "-c",
        "path",
        "--loops",
        "2",
        "--max-cells",
        "6",
        "--format",
        "json",
        "-o",
        "p.json",
    ];
    assert_eq!(scratch.run(&all).0, Some(0));
    let (code, out, errors) = scratch.run(&["run", "p.json", "--program", "p.c"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let bank = running::corpus_folder("c").join("bank.c");
    let (_, out, _) = scratch.run(&["generate", &bank.display().to_string(), "-e", "transfer"]);
    assert!(out.contains("branch: 12 of 12 covered"), "{out}");
}

/// Variables of the file: two that nothing changes, one that is changed through a pointer, one that somebody else may set.
const VARIABLES: &str = "static int limit = 10;
static int table[3] = { 4, 5 };
static int changed;
int open;
static void set(int *p, int v) { *p = v; }
void change(int v) { set(&changed, v); }
int above(int x)
{
    if (limit != 10 || table[2] != 0 || table[1] != 5)
        return -1;
    return x > limit;
}
int mine(void) { return changed == 7 ? open == 8 : 2; }
";

#[test]
fn what_nothing_changes_stays_as_it_is() {
    let scratch = Scratch::new("c-unchanging");
    scratch.file("v.c", VARIABLES);
    let (code, out, errors) = scratch.run(&["generate", "v.c", "-e", "above"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("branch: 3 of 6 covered, 3 infeasible\n"), "{out}");
    let (code, out, errors) = scratch.run(&["generate", "v.c", "-e", "mine"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("changed = {7}"), "{out}");
    assert!(out.contains("2 of 2 covered"), "{out}");
}

/// A list with a sentinel, and somebody who frees what a pointer leads to.
const SENTINEL: &str = "#include <stdlib.h>
struct link { struct link *next; int key; };
struct ring { int size; struct link head; };
int length(struct ring *r)
{
    int n = 0;
    for (struct link *at = r->head.next; at != &r->head; at = at->next)
        n++;
    return n;
}
void drop(struct ring *r, struct link *l)
{
    if (r->size > 0 && l != r->head.next)
        r->head.next = r->head.next->next;
    free(l);
}
int after(struct link **l, int n)
{
    free(*l);
    l = n > 0 ? &(*l)->next : l;
    return n > 1 ? l != 0 : (*l)->key;
}
";

#[test]
fn inputs_lead_to_members_of_others() {
    let scratch = Scratch::new("c-sentinel");
    scratch.file("r.c", SENTINEL);
    let (code, out, errors) = scratch.run(&["generate", "r.c", "-e", "length"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("2 of 2 covered") && out.contains("complete within the bounds"), "{out}");
    let (code, out, errors) = scratch.run(&["generate", "r.c", "-e", "drop", "-c", "path", "--conditions"]);
    assert_eq!(code, Some(0), "{errors}");
    // The sentinel itself cannot be freed.
    assert!(out.contains("invalid free") && out.contains("r->head == l"), "{out}");
    if testkit::require::program("cc", "C tests with members that inputs lead to").is_none() {
        return;
    }
    // Where a member was can be told after its owner was freed; what it held cannot.
    let (_, out, _) = scratch.run(&["generate", "r.c", "-e", "after", "-c", "path"]);
    assert!(out.contains("use after free at line 21, column 29"), "{out}");
    assert!(!out.contains("use after free at line 20"), "{out}");
    for entry in ["length", "drop", "after"] {
        let (code, ..) =
            scratch.run(&["generate", "r.c", "-e", entry, "-c", "path", "--format", "json", "-o", "r.json"]);
        assert_eq!(code, Some(0));
        let (code, out, errors) = scratch.run(&["run", "r.json", "--program", "r.c", "--native"]);
        assert_eq!(code, Some(0), "{out}{errors}");
        assert!(out.contains(" 0 failed"), "{out}");
    }
}

/// Pointers that leave their array without being read, pointers into different arrays, and a `main` without a `return`.
const STRAYING: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int back(int *a, int n)
{
    int s = 0;
    for (int *p = a + n - 1; p >= a; p--)
        s ^= *p;
    return s;
}
int order(int *a, int *b) { return a < b; }
char *before(char *s)
{
    char *p = s;
    while (*p)
        p++;
    return p - 1;
}
int main(void)
{
    if (__VERIFIER_nondet_int() > 3)
        abort();
}
";

#[test]
fn pointers_may_stray_as_long_as_nothing_is_read() {
    let Some(cc) = testkit::require::program("cc", "C programs with pointers outside of arrays") else {
        return;
    };
    let scratch = Scratch::new("c-straying");
    scratch.file("p.c", STRAYING);
    let back = ["generate", "p.c", "-e", "back", "-c", "path", "--loops", "2", "--conditions"];
    let (code, out, errors) = scratch.run(&back);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("path back:1T1F") && out.contains("complete within the bounds"), "{out}");
    let (_, out, _) = scratch.run(&["generate", "p.c", "-e", "order", "-c", "path", "--conditions"]);
    assert!(out.contains("!unrelated@"), "{out}");
    let (code, ..) =
        scratch.run(&["generate", "p.c", "-c", "path", "--loops", "2", "--format", "json", "-o", "p.json"]);
    assert_eq!(code, Some(0));
    for native in [&["--native"][..], &[]] {
        let args = [&["run", "p.json", "--program", "p.c"], native].concat();
        let (code, out, errors) = scratch.run(&args);
        assert_eq!(code, Some(0), "{out}{errors}");
        assert!(out.contains(" 0 failed"), "{out}");
    }
    passes(&scratch, &cc, "p.c");
}

/// What `generate` says of a program of a few lines.
fn generated(name: &str, text: &str) -> String {
    let scratch = Scratch::new(&format!("c-{name}"));
    scratch.file("p.c", text);
    let (code, out, errors) = scratch.run(&["generate", "p.c"]);
    assert_eq!(code, Some(0), "{errors}");
    out
}

#[test]
fn what_no_test_shows_is_not_called_infeasible() {
    // It is taken, but no run through it ends.
    let out = generated("endless", "int f(int x) { if (x == 42) for (;;) ; return 0; }");
    assert!(out.contains("1 of 2 covered, 1 unknown"), "{out}");
    // The same for one condition of several; what nothing at all takes is still told.
    let text = "int f(int x, int y) { if (x == 42 && !(y != 1)) for (;;) ; if (x == 3 && x == 4) return 1; return 0; }";
    let out = generated("endless-atoms", text);
    assert!(out.contains("6 of 8 covered, 1 infeasible, 1 unknown"), "{out}");
    // Two pointers into one array are not among the inputs that are looked for.
    let text = "int sum(const int *p, const int *end) { int s = 0; while (p < end) s += *p++; return s; }";
    let out = generated("ends", text);
    assert!(out.contains("1 of 2 covered, 1 unknown") && out.contains("not complete"), "{out}");
    // What is not understood may lead anywhere.
    let text = "int f(int n, int x) { switch (n) { case 0: while (x > 9) { x--; case 1: if (x == 5) return 2; } } return x; }";
    let out = generated("into", text);
    assert!(!out.contains("infeasible,") && !out.contains("infeasible\n"), "{out}");
}

#[test]
fn goals_beyond_the_bounds_are_looked_for() {
    // Five functions in a chain, a name of sixteen letters, and a checksum that nobody inverts.
    let text = "static int d(int x) { return x + 1; } static int c(int x) { return d(x); }
static int b(int x) { return c(x); } static int a(int x) { return b(x); }
int top(int x) { if (x > 100) return 0; if (a(x) == 2) return 1; return 2; }";
    assert!(generated("chain", text).contains("4 of 4 covered"));
    let text = "int f(const char *s) { int n = 0; while (s[n]) n++; if (n >= 16) return -1; return 0; }";
    assert!(generated("long", text).contains("4 of 4 covered"));
    let text = "int f(unsigned h, const char *s) { if (!s) return 0; for (; *s; s++) { h ^= (unsigned char) *s; h *= 16777619u; }
if (h % 31 == 3) return 1; return 2; }";
    assert!(generated("hash", text).contains("6 of 6 covered"));
    let text = "int f(long long a, long long b) { if (a > 9999 || a < 0 || b > 9999 || b < 0) return 0; \
if (a * b + a == 123 * 45 + 123) return 1; return 2; }";
    assert!(generated("product", text).contains("10 of 10 covered"));
}

#[test]
fn errors_in_functions_of_the_library_are_where_these_are_called() {
    let text = "#include <string.h>\nint f(const char *a, const char *b)\n{\n    int n = (int) strlen(a);\n    return n + (int) strlen(b);\n}\n";
    let out = generated("places", text);
    assert!(
        out.contains("null pointer dereference\n --> p.c:4:")
            && out.contains("null pointer dereference\n --> p.c:5:"),
        "{out}"
    );
}

#[test]
fn what_is_read_is_answered() {
    let Some(cc) = testkit::require::program("cc", "C programs that read") else { return };
    let scratch = Scratch::new("c-reading");
    let text = "#include <stdio.h>
#include <string.h>
int sum(void) { int n, s = 0; while (scanf(\"%d\", &n) == 1) { if (n < 0) break; s += n & 15; } return s; }
int pair(void)
{
    int a;
    char c;
    unsigned long u = 7;
    int r = scanf(\"%d %c%lu\", &a, &c, &u);
    if (r < 2)
        return -1;
    if (c == '+')
        return (a & 7) + (int) (u % 10);
    return r == 3 && u == 9;
}
int line(void)
{
    char buffer[5];
    if (!fgets(buffer, 5, stdin))
        return -1;
    if (strcmp(buffer, \"go\\n\") == 0)
        return 1;
    return buffer[0] == '\\n';
}
int lines(void) { int c, n = 0; while ((c = getc(stdin)) != EOF) if (c == '\\n') n++; return n; }
int main(void) { int a; if (scanf(\"%i\", &a) != 1) return 1; return a == 7; }
";
    scratch.file("s.c", text);
    let (code, out, errors) = scratch.run(&["generate", "s.c"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(!out.contains("unknown:") && !out.contains(" unknown"), "{out}");
    passes(&scratch, &cc, "s.c");
}

#[test]
fn names_of_headers_and_macros_of_the_program_do_not_hit_the_tests() {
    let Some(cc) = testkit::require::program("cc", "C programs with names of headers") else { return };
    let scratch = Scratch::new("c-names");
    let text = "#define _GNU_SOURCE
#define name \"demo\"
#define printf(...) ((void) 0)
extern void read(int port, char message);
extern void *__VERIFIER_nondet_pointer(void);
struct node { int v; struct node *next; };
struct node *remove(struct node *l) { if (l) { printf(\"%s\", name); return l->next; } return l; }
int link(int a) { if (a > 0) return 1; return 0; }
int level = 1;
int set(int x) { if (x) level = 5; return level; }
int main(void) { if (level == 1 && link(1)) return 0; return 1; }
";
    scratch.file("s.c", text);
    passes(&scratch, &cc, "s.c");
    let (code, _, _) = scratch.run(&["generate", "s.c", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0));
    let (code, out, errors) = scratch.run(&["run", "s.json", "--program", "s.c", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
}

#[test]
fn statics_and_tables_start_as_they_are_written() {
    let Some(cc) = testkit::require::program("cc", "C programs with large static tables") else { return };
    let scratch = Scratch::new("c-statics");
    // A table of some size, one with more values than are told apart, and a string that `main` moves on.
    let text = "static const char *name = \"ab\";
int fib(int n)
{
    static long memo[91];
    if (n < 2 || n > 90)
        return n;
    if (memo[n] == 0)
        memo[n] = fib(n - 1) + fib(n - 2);
    return (int) (memo[n] % 1000);
}
int large(int i)
{
    static int count[2000];
    if (i < 0 || i >= 2000)
        return -1;
    return ++count[i];
}
int main(void)
{
    if (name[0] == 'a')
        name++;
    if (*name != 'b')
        return 1;
    return large(3) + fib(4) == 4;
}
";
    scratch.file("s.c", text);
    let (code, out, errors) = scratch.run(&["generate", "s.c"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("\n  fib_1 ") && out.contains("\n  main_1 "), "{out}");
    assert!(!out.contains("\n  large_1 "), "{out}");
    passes(&scratch, &cc, "s.c");
}

#[test]
fn files_that_were_preprocessed_before_have_tests() {
    let Some(cc) = testkit::require::program("cc", "preprocessed C programs") else { return };
    let scratch = Scratch::new("c-preprocessed");
    let text = "#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
struct node *push(struct node *l, int v)
{
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return l;
    n->v = v;
    n->next = l;
    return n;
}
void drop(struct node *l) { while (l) { struct node *next = l->next; free(l); l = next; } }
int main(void)
{
    struct node *l = push(NULL, __VERIFIER_nondet_int());
    if (l && l->v == 3)
        reach_error();
    assert(l == NULL || l->v != 5);
    printf(\"done\\n\");
    return 0;
}
";
    scratch.file("a.c", text);
    for (name, flags) in [("marked.i", &["-E"][..]), ("unmarked.i", &["-E", "-P"])] {
        let made =
            Command::new(&cc).args(flags).arg("a.c").current_dir(&scratch.0).output().expect("cc runs");
        scratch.file(name, &String::from_utf8_lossy(&made.stdout));
        let (code, out, errors) = scratch.run(&["generate", name, "--format", "json", "-o", "a.json"]);
        assert_eq!(code, Some(0), "{out}{errors}");
        let (code, out, errors) = scratch.run(&["cover", name, "a.json", "--native"]);
        assert_eq!(code, Some(0), "{out}{errors}");
        assert!(out.contains("12 of 12 branches taken"), "{out}");
        assert!(out.contains("12       12 "), "{out}");
        let (code, _, errors) = scratch.run(&["generate", name, "--emit", "c", "-o", "a_test.c"]);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let said = compiled(&cc, &scratch.0.join("a_test.c"));
        assert!(!said.contains("not ok"), "{said}");
    }
    // Declared by hand, and not as the headers have it.
    let text = "typedef unsigned int size_t;
void *malloc(size_t size);
void free(void *);
typedef struct { int quot, rem; } div_t;
int f(div_t *d) { if (d->rem > 3) { int *p = malloc(sizeof(int)); if (p == 0) return 1; free(p); } return 0; }
int fork(void) { return 7; }
int g(int x) { return fork() == x ? 1 : 100 / (x - 8); }
";
    scratch.file("b.c", text);
    let (code, _, errors) = scratch.run(&["generate", "b.c", "--emit", "c", "-o", "b_test.c"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let tests = std::fs::read_to_string(scratch.0.join("b_test.c")).expect("there is a file");
    assert!(!tests.contains("#include <"), "{tests}");
    let (code, out, errors) = scratch.run(&["generate", "b.c", "--format", "json", "-o", "b.json"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let (code, out, errors) = scratch.run(&["run", "b.json", "--program", "b.c", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.contains(" 0 failed"), "{out}");
}

#[test]
fn errors_that_nothing_notices_fail_no_test() {
    if testkit::require::program("cc", "C programs with errors that nothing notices").is_none() {
        return;
    }
    let scratch = Scratch::new("c-unnoticed");
    // Moved from nil, far away, of no size, shifted into the sign, folded by the compiler.
    let text = "#include <stdlib.h>
int *at(int *a, int i) { return a + i; }
int far(const int *a, int i) { if (i == 21 && a[10] == 7) return a[i]; return 0; }
char *mk(unsigned n) { char *p = malloc(n); if (!p) return NULL; p[0] = 1; return p; }
int flag(int x) { if (x & (1 << 31)) return 1; return -128 << 4; }
int left(int x, int by) { return x << by; }
unsigned char narrow(int a) { return (unsigned char) (a + 1); }
int always(int a) { if (a + 1 > a) return 1; return 0; }
inline int index(const int *a, int i) { return a[i]; }
";
    scratch.file("p.c", text);
    let (code, _, errors) =
        scratch.run(&["generate", "p.c", "-c", "path", "--format", "json", "-o", "p.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, out, errors) = scratch.run(&["run", "p.json", "--program", "p.c", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.contains(" 0 failed"), "{out}");
    // What is read at once is noticed.
    let (_, out, _) =
        scratch.run(&["generate", "p.c", "-e", "index", "-c", "path", "-o", "i.json", "--format", "json"]);
    assert_eq!(out, "");
    let (_, out, _) = scratch.run(&["run", "i.json", "--program", "p.c", "--native"]);
    assert!(!out.contains("skipped:"), "{out}");
}

#[test]
fn inputs_that_lead_into_others_are_said_not_to() {
    let text = "struct pt { int x, y; };
int member(struct pt *p, int *x) { *x = 5; p->x = 6; if (*x == 6) return 1; return 0; }";
    let out = generated("member", text);
    assert!(out.contains("1 of 2 covered, 1 unknown"), "{out}");
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("unknown (not met as long as no pointer of the input leads to a member"), "{out}");
    assert!(out.contains("assumed: no pointer of the input leads to a member"), "{out}");
    let out = generated("alone", "int set(int *x) { if (*x) *x = 5; return *x; }");
    assert!(!out.contains("assumed"), "{out}");
}

#[test]
fn tables_stay_what_they_are_whatever_headers_have() {
    let text = "#include <stdlib.h>
static char *names[] = { \"a\", \"bb\" };
int length(unsigned i) { if (i > 1) return -1; return names[i][1] ? 2 : 1; }";
    let out = generated("header-tables", text);
    assert!(out.contains("4 of 4 covered") && !out.contains("error: "), "{out}");
}

#[test]
fn main_gets_as_many_words_as_it_is_told() {
    let text = "int main(int argc, char **argv) { if (argc < 2) return 1; if (argv[1] == 0) return 3; return argv[argc] != 0; }";
    let out = generated("arguments", text);
    assert!(!out.contains("error: ") && out.contains("result = 1"), "{out}");
    assert!(out.contains("3 of 4 covered, 1 infeasible"), "{out}");
}

#[test]
fn every_function_has_a_test_and_exit_is_no_error() {
    let text = "#include <stdlib.h>
unsigned half(unsigned x) { return x >> 1; }
static int more(int a) { return a | 1; }
int f(int x) { if (x == 3) exit(0); return more(x); }";
    let out = generated("plain", text);
    assert!(
        ["\nhalf\n", "\nmore\n", "\nf (branch: 2 of 2 covered)\n"]
            .iter()
            .all(|own| format!("\n{out}").contains(own)),
        "{out}"
    );
    assert!(out.contains("ends by exit at line 4") && !out.contains("error: "), "{out}");
}

#[test]
fn comments_may_be_in_any_encoding() {
    let scratch = Scratch::new("c-encoding");
    std::fs::write(scratch.0.join("p.c"), b"/* M\xfcller */\nint f(int x) { return x > 3 ? 1 : 0; }\n")
        .expect("a file");
    let (code, out, errors) = scratch.run(&["generate", "p.c"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("2 of 2 covered"), "{out}");
    std::fs::write(scratch.0.join("q.c"), b"char *f(void) { return \"\xfc\"; }\n").expect("a file");
    let (code, _, errors) = scratch.run(&["generate", "q.c"]);
    assert!(code != Some(0) && errors.contains("0xfc"), "{errors}");
}
