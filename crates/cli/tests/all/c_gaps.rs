//! What C has besides the plain parts of the language: tests are made, compiled without a warning, and pass.

use crate::compiling;
use crate::running;

use compiling::runs_natively;
use running::Scratch;

/// Makes tests of a file for a criterion, and has them run by the compiler: what was made, and what was said.
fn native(name: &str, text: &str, criterion: &str) -> Option<(String, String)> {
    testkit::require::program("cc", name)?;
    let scratch = Scratch::new(&format!("c-gaps-{name}"));
    scratch.file("g.c", text);
    let (code, out, errors) = scratch.run(&["generate", "g.c", "-c", criterion]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let said = runs_natively(&scratch, "g.c", criterion);
    let (code, _, errors) =
        scratch.run(&["generate", "g.c", "-c", criterion, "--emit", "c", "-o", "g_test.c"]);
    assert_eq!(code, Some(0), "{errors}");
    let built = std::process::Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-c", "-o"])
        .arg(scratch.0.join("g.o"))
        .arg(scratch.0.join("g_test.c"))
        .output()
        .expect("cc runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Some((out, said))
}

/// All goals are met, and all tests pass.
fn all_pass(name: &str, text: &str) -> Option<String> {
    let (out, said) = native(name, text, "branch")?;
    let counts = out.lines().find(|line| line.contains("; branch: ")).unwrap_or_default();
    let numbers: Vec<&str> = counts.split_whitespace().filter(|w| w.parse::<usize>().is_ok()).collect();
    assert!(matches!(numbers[..], [_, met, all] if met == all), "{out}");
    assert!(!out.contains("undetermined") && !out.contains("unsupported"), "{out}");
    assert!(said.contains(" 0 failed") && !said.contains("failed:"), "{said}");
    Some(out)
}

#[test]
fn statements_in_expressions() {
    let text = "#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
struct node { int key; struct node *next; };
static int count;
int largest(const struct node *l)
{
    int m = 0;
    for (; l; l = l->next)
        m = MAX(m, l->key);
    return m;
}
int once(int a, int b)
{
    if (a > 5 && ({ count++; b > 3; }))
        return 1;
    if (({ __auto_type t = a; t += b; t == 77; }))
        return 2;
    return ({ int r = count; if (r == 4) return 3; r > 1000; }) ? 4 : 5;
}
int found(struct node *l, int key)
{
    int n = 0;
    while (l) {
        n += ({ if (l->key == key) break; 1; });
        l = l->next;
    }
    return n;
}
";
    all_pass("statements", text);
}

#[test]
fn arrays_whose_length_only_a_run_knows() {
    let text = "#include <alloca.h>
#include <string.h>
int last(int n, int v)
{
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = v + i;
    if (a[n - 1] == 42)
        return (int) (sizeof a / sizeof a[0]);
    return 0;
}
int mirrored(const char *s)
{
    if (!s)
        return -1;
    unsigned long n = strlen(s);
    char t[n + 1];
    for (unsigned long i = 0; i < n; i++)
        t[i] = s[n - 1 - i];
    t[n] = 0;
    return n > 1 && strcmp(s, t) == 0;
}
int asked(int n)
{
    if (n < 1 || n > 3)
        return -1;
    int *p = alloca(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i * i;
    return p[n - 1] == 4 ? 1 : 0;
}
";
    let Some((out, said)) = native("varying", text, "path") else { return };
    assert!(said.contains(" 0 failed"), "{said}");
    // A length that is not positive is an error that sanitizers notice.
    assert!(out.contains("negative array length at line 5"), "{out}");
    assert!(!said.contains("negative array length"), "{said}");
    assert!(out.contains("more than 65536 bytes on the stack"), "{out}");
    let asked = &text[text.find("int asked").unwrap_or(0)..];
    all_pass("alloca", &format!("#include <alloca.h>\n{asked}"));
}

#[test]
fn jumps_into_loops_and_blocks() {
    let text = "int duff(const char *from, int n)
{
    int s = 0;
    if (!from || n < 1 || n > 4)
        return -1;
    switch (n % 3) {
    case 0:
        do {
            s += *from++;
            /* fall through */
    case 1:
            s += *from++;
        } while ((n -= 2) > 0);
    }
    return s == 100 ? 1 : 0;
}
int retried(int n, int tries)
{
    if (tries > 3)
        return -2;
    if (n > 10) {
    again:
        n -= 10;
    }
    if (n > 5 && tries-- > 0)
        goto again;
    if (n == 3)
        return 1;
    return 0;
}
int walked(const int *a, int n)
{
    int i = 0, s = 0;
    while (i < n) {
        if (a[i] == 7)
            return s;
    next:
        s++;
        i++;
    }
    if (s == 2) {
        n = 4;
        goto next;
    }
    return -1;
}
";
    all_pass("jumps", text);
}

#[test]
fn more_of_the_library() {
    let text = "#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
int first(int x)
{
    int n = ffs(x);
    if (n == 5)
        return 1;
    return n == 0;
}
int odd(unsigned char x)
{
    return __builtin_parity(x) ? 1 : 0;
}
int kind(int c)
{
    if (c < -1 || c > 255)
        return -1;
    if (ispunct(c))
        return 1;
    if (isgraph(c))
        return 2;
    return 3;
}
long number(char c)
{
    char s[3] = { '-', c, 0 };
    return atol(s) == -4 ? 1 : 0;
}
";
    all_pass("library", text);
}

#[test]
fn conditionals_without_a_middle() {
    let text = "int cond(int a)
{
    int b = 0;
    if (a > 100)
        b = 2;
    else if (a < -100)
        b = 3;
    return b == 3 ? b : a ?: 9;
}
const char *named(const char *s) { return s ? : \"none\"; }
int both(int a, int b) { if ((a & b) ?: a > 5) return 1; return 0; }
";
    all_pass("elvis", text);
    // What binds less than `||` stays open, and so does what would be done twice; but only where it stands.
    let scratch = Scratch::new("c-gaps-elvis-open");
    scratch.file("o.c", "int f(int *a, int b) { if (b > 3) return 1; return (*a)++ ?: 2; }\n");
    let (code, out, errors) = scratch.run(&["generate", "o.c"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("`a ?: b` where `a` does something is not supported"), "{out}");
    assert!(out.contains("not complete") && out.contains("  f_1  "), "{out}");
}

/// Functions that write any number of arguments do nothing that anybody sees, but for how they end.
#[test]
fn functions_that_only_write() {
    if testkit::require::program("cc", "functions that only write").is_none() {
        return;
    }
    let scratch = Scratch::new("c-logging");
    let text = "\
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static int level;
static void note(int at, const char *format, ...)
{
    va_list all;
    if (at > level)
        return;
    va_start(all, format);
    vfprintf(stderr, format, all);
    va_end(all);
}
static void die(const char *format, ...)
{
    va_list all;
    va_start(all, format);
    vfprintf(stderr, format, all);
    va_end(all);
    exit(1);
}
static int count(int n, ...) { return n; }
int f(int a, const int *p)
{
    if (a < 0) { note(1, \"a = %d\\n\", a); return -1; }
    if (!p) die(\"no %s\", \"pointer\");
    return *p == a;
}
int g(const char *name) { if (!name) return 0; die(\"who is %s?\", name); return 1; }
int h(const char *name) { note(2, \"%s\", name); return 1; }
int i(int n) { return count(n, 1, 2); }
";
    scratch.file("l.c", text);
    let (_, out, _) = scratch.run(&["generate", "l.c", "-e", "f", "-c", "branch"]);
    assert!(out.contains("branch: 4 of 4 covered") && out.contains("ends by exit"), "{out}");
    // The string is read, so it must have an end.
    let (_, out, _) = scratch.run(&["generate", "l.c", "-e", "g", "-c", "path"]);
    assert!(out.contains("error: out of bounds access") && out.contains("ends by exit"), "{out}");
    // Whether a string is written, or what is done with the arguments, is not known.
    for (name, callee) in [("h", "note"), ("i", "count")] {
        let (_, out, _) = scratch.run(&["generate", "l.c", "-e", name, "-c", "path"]);
        assert!(out.contains(&format!("unknown: a call of `{callee}`, which takes any number")), "{out}");
    }
    runs_natively(&scratch, "l.c", "path");
}
