//! What strangers ran into: names, texts, words of `main`, long loops.

use crate::compiling;
use crate::running;

use compiling::{passes, runs_natively};
use running::Scratch;

/// Generates and gives what is printed.
fn generated(scratch: &Scratch, file: &str, text: &str) -> String {
    scratch.file(file, text);
    let (code, out, errors) = scratch.run(&["generate", file]);
    assert_eq!(code, Some(0), "{errors}");
    out
}

/// Makes tests and runs them natively; none fails or is skipped.
fn passes_natively(scratch: &Scratch, file: &str, criterion: &str) {
    let said = runs_natively(scratch, file, criterion);
    assert!(said.contains(" 0 skipped"), "{said}");
}

/// Names that tests use themselves may be those of the file.
#[test]
fn names_of_tests_are_none_of_the_file() {
    let Some(cc) = testkit::require::program("cc", "names that tests use themselves") else { return };
    let scratch = Scratch::new("c-names");
    let files = [
        (
            "g.c",
            "int result = 3, a1;\nint f(int *p) { if (*p > 0) result = *p; a1 += result; return a1 == 4; }\n",
        ),
        (
            "m.c",
            "#define a1 (7)\n#define result 5\n#define answers 6\nint f(int *p) { if (*p > a1) return result; return answers; }\n",
        ),
        ("t.c", "typedef int test_t1;\ntest_t1 f(test_t1 x) { if (x == 4) return 1; return x; }\n"),
        (
            "e.c",
            "#include <stdlib.h>\nenum { n1, answers };\nint *f(int x) { int *p = malloc(sizeof *p); if (p) *p = x + answers; return p; }\n",
        ),
    ];
    for (name, text) in files {
        scratch.file(name, text);
        passes(&scratch, &cc, name);
    }
}

/// What a helper asserts is told of everybody who violates it, the program itself first.
#[test]
fn errors_are_told_for_each_entry() {
    let scratch = Scratch::new("c-errors");
    let text = "extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        check(x != 124);
    return 0;
}
";
    let out = generated(&scratch, "e.c", text);
    assert!(
        out.contains("error: abort\n")
            && out.contains(":3:26\n")
            && out.contains("= main: __VERIFIER_nondet_int: 124"),
        "{out}"
    );
}

/// A loop that asks nothing of the input comes to its end, and what lies behind one that is too long is unknown.
#[test]
fn long_loops_come_to_their_end() {
    let scratch = Scratch::new("c-long");
    let text = |n: u32| {
        format!(
            "extern int __VERIFIER_nondet_int(void);
int a[{n}], b[{n}];
int main(void)
{{
    int i, n = __VERIFIER_nondet_int();
    for (i = 0; i < {n}; i++)
        a[i] = i;
    for (i = 0; i < {n}; i++)
        b[i] = a[i];
    if (b[{n} / 2] != {n} / 2)
        return 2;
    if (n == 5)
        return 1;
    return 0;
}}
"
        )
    };
    let out = generated(&scratch, "l.c", &text(20_000));
    assert!(out.contains("branch: 7 of 8 covered, 1 infeasible"), "{out}");
    assert!(out.contains("complete within the bounds"), "{out}");
    let out = generated(&scratch, "m.c", &text(300_000));
    assert!(out.contains("unknown: a loop of more than 200000 iterations"), "{out}");
    assert!(out.contains("not complete") && !out.contains("infeasible within"), "{out}");
    // What goes on for ever is not waited for.
    let out = generated(&scratch, "f.c", "int f(int x) { if (x == 3) { while (1) { } } return x > 4; }\n");
    assert!(out.contains("1 cut by the bounds") && !out.contains("unknown:"), "{out}");
}

/// The words that `main` gets are strings, and `valid_string` says so of others.
#[test]
fn words_end() {
    let scratch = Scratch::new("c-words");
    let text = "#include <stdio.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == 'x')
            puts(argv[i]);
    return 0;
}
";
    let out = generated(&scratch, "w.c", text);
    assert!(!out.contains("error: ") && out.contains("4 of 4 covered"), "{out}");
    let text =
        "//@ requires valid_string(s)\nint f(const char *s) { while (*s == ' ') s++; return *s == 'x'; }\n";
    let out = generated(&scratch, "s.c", text);
    assert!(!out.contains("error: ") && out.contains("2 of 2 covered"), "{out}");
}

/// Null pointers that are written, formats that nobody knows, handles that are only declared.
#[test]
fn what_is_written_and_what_is_only_declared() {
    if testkit::require::program("cc", "texts that are written").is_none() {
        return;
    }
    let scratch = Scratch::new("c-written");
    let text = "#include <stdio.h>
int show(const char *s, int n)
{
    if (n > 3) { printf(\"%s\\n\", s); return 1; }
    if (n < -3) { puts(s); return 2; }
    printf(\"%s: %d\\n\", s, n);
    return 0;
}
";
    let out = generated(&scratch, "w.c", text);
    assert!(
        out.contains("null pointer dereference\n --> w.c:4:")
            && out.contains("null pointer dereference\n --> w.c:5:"),
        "{out}"
    );
    assert!(!out.contains("null pointer dereference\n --> w.c:6:"), "{out}");
    passes_natively(&scratch, "w.c", "path");
    let out =
        generated(&scratch, "f.c", "#include <stdio.h>\nint show(const char *s) { printf(s); return 1; }\n");
    assert!(out.contains("unknown: a format of `printf` that is no text"), "{out}");
    scratch.file(
        "o.c",
        "struct db;\nint size(const struct db *d, int n) { if (!d) return -1; return n > 3 ? n : 3; }\n",
    );
    passes_natively(&scratch, "o.c", "branch");
    let out = generated(&scratch, "t.c", "__thread int m;\nint f(void) { return m > 2 ? m : 0; }\n");
    assert!(out.contains("2 of 2 covered"), "{out}");
}

/// That an array would have to be longer than anybody builds is said.
#[test]
fn a_bound_on_arrays_is_said() {
    let scratch = Scratch::new("c-far");
    let text = "int far(const signed char *v, int i)
{
    if (i < 300000000)
        return 0;
    return v[i] > 3;
}
";
    let out = generated(&scratch, "f.c", text);
    assert!(out.contains("assumed: no array of the input has more than 100000 elements"), "{out}");
}

/// An input may lead into the middle of another: nobody looks for that, and nobody calls it infeasible.
#[test]
fn one_input_may_lead_into_another() {
    let scratch = Scratch::new("c-middle");
    let out = generated(
        &scratch,
        "m.c",
        "int f(char *p, char *q) { if (p && q && p == q + 1) return 1; return 0; }\n",
    );
    assert!(out.contains("5 of 6 covered, 1 unknown") && out.contains("not complete"), "{out}");
    // Nor is their order, also where they are known to differ.
    let text = "\
void move(char *to, const char *from, unsigned n) {
    if (to == from) return;
    if (to < from) while (n--) *to++ = *from++;
    else { to += n; from += n; while (n--) *--to = *--from; }
}
";
    let out = generated(&scratch, "o.c", text);
    assert!(!out.contains("infeasible within") && out.contains("not complete"), "{out}");
}

/// What is written through a pointer that never got a value is an error, and no way that is lost.
#[test]
fn writes_through_what_was_never_set() {
    let scratch = Scratch::new("c-unset");
    let text = "\
struct node { struct node *next; int v; };
int f(int x) { int y = 0, *p; if (x) p = &y; *p = 1; return y; }
int g(int x) { struct node *p, q; if (x) p = &q; p->v = 1; return x; }
int h(int x) { int y[2], *p; if (x) p = y; p[1] = 2; return x; }
int i(int x) { int y[3], at; if (x) at = 1; y[at] = 2; return x; }
int j(int x) { int y = 0, *p; if (x) p = &y; *p += x; return y; }
";
    let out = generated(&scratch, "u.c", text);
    assert!(out.contains("branch: 10 of 10 covered"), "{out}");
    for line in 2..=6 {
        assert!(out.contains(&format!("error: uninitialised variable at line {line}")), "{line}: {out}");
    }
}

/// The numbers that stand for "yes" are those of the C library. (That of `isdigit` hangs on how it is compiled.)
#[test]
fn kinds_of_characters() {
    if testkit::require::program("cc", "kinds of characters").is_none() {
        return;
    }
    let scratch = Scratch::new("c-kinds");
    let all =
        ["alnum", "alpha", "blank", "cntrl", "graph", "lower", "print", "punct", "space", "upper", "xdigit"];
    let functions: String = all
        .iter()
        .map(|kind| {
            format!("int f_{kind}(unsigned char c) {{ int r = is{kind}(c); if (r) return r; return -1; }}\n")
        })
        .collect();
    let out = generated(&scratch, "k.c", &format!("#include <ctype.h>\n{functions}"));
    assert!(out.contains("branch: 22 of 22 covered"), "{out}");
    passes_natively(&scratch, "k.c", "branch");
}

/// Arguments that do something are asked in the order of the compiler.
#[test]
fn arguments_that_do_something() {
    if testkit::require::program("cc", "the order of arguments").is_none() {
        return;
    }
    let scratch = Scratch::new("c-arguments");
    let text = "\
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int count;
static int next(void) { return ++count; }
static int sub(int a, int b) { if (a - 7 == b) return 1; return 0; }
int f(void) { return sub(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()); }
int g(int x) { count = x & 7; int r = sub(next() * 8, next()); printf(\"%d %d\\n\", next(), count); return r; }
";
    scratch.file("o.c", text);
    passes_natively(&scratch, "o.c", "path");
}

/// A product that does not fit is found without a hint, and one that fits whatever its factors are is no error.
#[test]
fn products_that_do_not_fit() {
    let scratch = Scratch::new("c-products");
    let out = generated(&scratch, "p.c", "int f(int a, int b) { return a * b > 5; }\n");
    assert!(out.contains("error: signed integer overflow\n") && out.contains("; complete"), "{out}");
    let out = generated(&scratch, "q.c", "int f(short a, short b) { if (a * b > 5) return 1; return 0; }\n");
    assert!(out.contains("2 of 2 covered") && !out.contains("overflow"), "{out}");
    // The condition of a run of which not all is known does not say more than is known.
    scratch.file("r.c", "long f(long a, long b) { if (a * b > 5) return 1; return 0; }\n");
    let (_, out, _) = scratch.run(&["generate", "r.c", "--conditions"]);
    assert!(out.contains("condition ") && !out.contains("condition true"), "{out}");
}

/// What was never written is not printed either.
#[test]
fn printing_what_was_never_set() {
    let scratch = Scratch::new("c-printed");
    let text = "#include <stdio.h>\nint f(int x) { int n; if (x) n = 2; printf(\"%d\", n); return 1; }\n";
    let out = generated(&scratch, "p.c", text);
    assert!(out.contains("error: uninitialised variable at line 2"), "{out}");
}

/// What a program prints does not run into what its tests say.
#[test]
fn lines_of_tests_start_where_lines_start() {
    let Some(cc) = testkit::require::program("cc", "lines of tests") else { return };
    let scratch = Scratch::new("c-prompt");
    let text = "\
#include <stdio.h>
#define main real_main
int main(void) { printf(\"How many? \"); return 0; }
int f(int x) { printf(\"%d\", x); if (x > 3) return 1; return 0; }
";
    scratch.file("p.c", text);
    let said = passes(&scratch, &cc, "p.c");
    assert!(said.lines().filter(|line| line.starts_with("ok ")).count() >= 2, "{said}");
}

/// Goals that lie a few rounds behind the bounds, also as sides of conditions.
#[test]
fn goals_a_few_rounds_behind_the_bounds() {
    let scratch = Scratch::new("c-rounds");
    let text = "\
int f(int a, int b, int c, int d, int e, int g) {
    int v[6] = { a, b, c, d, e, g };
    for (int i = 0; i < 6; i++) if (v[i] < 0 || v[i] > 9) return -1;
    if (a + b == c + 9 && d == 4 && e == 5 && g == 6) return 2;
    return 1;
}
";
    let out = generated(&scratch, "r.c", text);
    assert!(out.contains("branch: 14 of 14 covered"), "{out}");
}

/// Where sanitizers change the order in which values are asked for, nothing is said of the value.
#[test]
fn operands_in_the_order_of_the_compiler() {
    if testkit::require::program("cc", "the order of operands").is_none() {
        return;
    }
    let scratch = Scratch::new("c-operands");
    let text = "\
extern int __VERIFIER_nondet_int(void);
static int read(void) { return __VERIFIER_nondet_int() & 255; }
static int half(int x) { return x / 2; }
int f(void) { int v = read() | read() << 8; if (v == 0x1234) return 1; return 0; }
int g(int x) { if (half(x) + (half(x + 2) << 1) == 11) return 1; return 0; }
int h(void) { if ((read() << 8 | read()) == 0x1234) return 1; return 0; }
";
    scratch.file("o.c", text);
    passes_natively(&scratch, "o.c", "branch");
    let out = generated(&scratch, "o.c", text);
    assert!(out.contains("branch: 4 of 6 covered, 2 unknown"), "{out}");
}

/// `memcpy` of memory that overlaps is nothing to rely on.
#[test]
fn copies_of_memory_that_overlaps() {
    if testkit::require::program("cc", "copies of memory that overlaps").is_none() {
        return;
    }
    let scratch = Scratch::new("c-overlap");
    let text = "\
#include <string.h>
void few(char b[8]) { memcpy(b + 1, b, 3); }
void many(char *b, unsigned n) { if (n > 0) memcpy(b + 1, b, n); }
void apart(char b[8]) { memcpy(b + 4, b, 4); }
void moved(char b[8]) { memmove(b + 1, b, 3); }
";
    scratch.file("o.c", text);
    runs_natively(&scratch, "o.c", "path");
    let (_, out, _) = scratch.run(&["generate", "o.c", "-e", "apart", "-c", "path"]);
    assert!(out.contains("2 of 2 covered") && out.contains("; complete"), "{out}");
    let (_, out, _) = scratch.run(&["generate", "o.c", "-e", "few", "-c", "path"]);
    assert!(out.contains("unknown: `memcpy` of memory that overlaps"), "{out}");
}

/// The address of a variable that is gone is no result.
#[test]
fn addresses_of_what_is_gone() {
    let scratch = Scratch::new("c-gone");
    let text = "\
struct pair { int a[2]; int b; };
char *f(int n) { char buffer[8]; buffer[0] = (char) n; return buffer; }
int *g(int n) { return &n; }
int *h(int n) { struct pair p = { { n, 2 }, 3 }; return n > 0 ? &p.a[1] : &p.b; }
int *i(int *p) { static int kept[2]; if (p) return p + 1; return &kept[1]; }
";
    for (name, open) in [("f", true), ("g", true), ("h", true), ("i", false)] {
        scratch.file("g.c", text);
        let (_, out, _) = scratch.run(&["generate", "g.c", "-e", name, "-c", "path"]);
        assert_eq!(out.contains("unknown: a pointer to a variable that is gone"), open, "{name}: {out}");
    }
}

/// Numbers among characters: where they may lie, tests put them; where nobody knows, nothing is said.
#[test]
fn numbers_among_characters() {
    let Some(cc) = testkit::require::program("cc", "numbers among characters") else { return };
    let scratch = Scratch::new("c-among");
    let text = "\
int f(const char *p) { const int *q = (const int *) p; if (q[1] == 77) return 1; return 0; }
int g(short s) { unsigned char *b = (unsigned char *) &s; if (b[0] == 1 && b[1] == 2) return 1; return 0; }
";
    scratch.file("a.c", text);
    passes_natively(&scratch, "a.c", "branch");
    passes(&scratch, &cc, "a.c");
    // A row of five characters starts anywhere, and so does a member.
    let text = "\
struct odd { char c; char data[8]; };
int f(struct odd *o) { if (*(int *) o->data == 77) return 1; return 0; }
int g(char m[3][5]) { if (*(int *) m[1] == 77) return 1; return 0; }
";
    let out = generated(&scratch, "b.c", text);
    assert!(out.contains("0 of 4 covered, 4 unknown"), "{out}");
    let text = "\
struct even { int n; char data[8]; };
int f(struct even *o) { if (*(int *) o->data == 77) return 1; return 0; }
int g(struct even *o) { if (*(long *) o->data == 77) return 1; return 0; }
";
    scratch.file("c.c", text);
    passes_natively(&scratch, "c.c", "branch");
    let out = generated(&scratch, "c.c", text);
    assert!(out.contains("2 of 4 covered, 2 unknown"), "{out}");
}

/// What lies far behind a small array, no sanitizer watches: such a test is left out where nothing notices it.
#[test]
fn far_behind_a_small_array() {
    if testkit::require::program("cc", "places far behind small arrays").is_none() {
        return;
    }
    let scratch = Scratch::new("c-far");
    let text = "\
int f(int *p, int n) { if (n != 8) return 0; if (p[3] == 5) p[n] = 1; return 1; }
int g(char *p) { if (p[3]) p[16] = 1; return 1; }
int h(short *p) { if (p[0]) p[8] = 1; return 1; }
";
    scratch.file("f.c", text);
    runs_natively(&scratch, "f.c", "path");
}
