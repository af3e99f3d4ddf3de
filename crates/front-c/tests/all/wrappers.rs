//! Functions of a file whose `void *` stands for something else in each call.

use crate::reading;

use front_c::tree::print;
use reading::lowered::lower;
use reading::unit;

/// What the texts below have in common.
const COMMON: &str = "void *malloc(unsigned long); void *realloc(void *, unsigned long); void free(void *);
    void *memcpy(void *, const void *, unsigned long); void abort(void);
    struct a { int x; }; struct b { long y; struct b *next; };
    ";

/// The tree has these texts in it, and none of those.
fn has(text: &str, wanted: &[&str], unwanted: &[&str]) {
    let shown = print(&unit(&format!("{COMMON}{text}")));
    for text in wanted {
        assert!(shown.contains(text), "{text} is not in\n{shown}");
    }
    for text in unwanted {
        assert!(!shown.contains(text), "{text} is in\n{shown}");
    }
}

/// What of a text is not supported.
fn unsupported(text: &str) -> Vec<String> {
    lower(&format!("{COMMON}{text}")).unsupported().into_iter().map(|(_, what)| what).collect()
}

const XMALLOC: &str = "void *xmalloc(unsigned long n) { void *p = malloc(n); if (!p) abort(); return p; }
    ";

#[test]
fn there_is_a_copy_for_each_type() {
    let text =
        "int f(void) { struct a *a = xmalloc(sizeof *a); struct b *b = (struct b *) xmalloc(sizeof *b);
        char *s = xmalloc(3); return a && b && s; }";
    let copies = ["struct a *xmalloc of struct a(", "struct b *xmalloc of struct b(", "char *xmalloc("];
    has(&format!("{XMALLOC}{text}"), &copies, &["xmalloc of char"]);
    // It may be declared before, and defined after.
    has(&format!("void *xmalloc(unsigned long); {text} {XMALLOC}"), &copies, &[]);
    assert_eq!(unsupported(&format!("{XMALLOC}{text}")), Vec::<String>::new());
}

#[test]
fn one_type_needs_no_copy() {
    let text = "int f(void) { struct a *a = xmalloc(sizeof *a); xmalloc(4); return a->x; }";
    has(&format!("{XMALLOC}{text}"), &["struct a *xmalloc("], &[" of struct"]);
    // What is asked for is known to runs only.
    assert_eq!(unsupported(&format!("{XMALLOC}{text}")), ["xmalloc: memory for other than one `struct a`"]);
    has(&format!("{XMALLOC} int f(void) {{ return xmalloc(1) == 0; }}"), &["char *xmalloc("], &[" of "]);
    // Those that differ in their sign are one.
    let text = "int f(void) { char *a = xmalloc(1); unsigned char *b = xmalloc(1); return a && b; }";
    has(&format!("{XMALLOC}{text}"), &["unsigned char *xmalloc("], &[" of "]);
}

#[test]
fn wrappers_around_wrappers() {
    let text = "static void *outer(int n) { return n > 0 ? xmalloc(n) : 0; }
        struct a *f(void) { return outer(sizeof(struct a)); } struct b *g(void) { return outer(sizeof(struct b)); }";
    let copies = ["struct a *outer of struct a(", "struct b *xmalloc of struct b("];
    has(&format!("{XMALLOC}{text}"), &copies, &[]);
    has("void *twice(void *p, int n) { return n ? twice(p, n - 1) : p; }
        int f(struct a *a, struct b *b) { return ((struct a *) twice(a, 2))->x + ((struct b *) twice(b, 1))->y; }",
        &["struct a *twice of struct a(struct a *p, int n)", "twice of struct b(p, (n - 1))"],
        &[]);
}

#[test]
fn what_is_freed_and_what_grows() {
    let text = "void xfree(void *p) { if (p) free(p); }
        void *grown(void *p, unsigned long n) { void *q = realloc(p, n); if (!q) abort(); return q; }
        void f(struct a *a, int **v, char *s) { xfree(a); *v = grown(*v, 8); xfree(*v); s = grown(0, 2); xfree(s); }";
    let copies =
        ["void xfree of struct a(struct a *p)", "void xfree of int(int *p)", "int *grown of int(int *p,"];
    has(text, &copies, &[]);
    assert_eq!(unsupported(text), Vec::<String>::new());
    let text = "void *copied(const void *p, unsigned long n) { void *q = malloc(n); return q ? memcpy(q, p, n) : q; }
        void f(struct a *a, int *v) { struct a *b = copied(a, sizeof *a); int *w = copied(v, 4); }";
    has(
        text,
        &["int *copied of int, int(int *p,", "struct a *copied of struct a, struct a(struct a *p,"],
        &[],
    );
    assert_eq!(unsupported(text), Vec::<String>::new());
    let text = "void *some(int n) { return n ? malloc(n) : 0; }
        int *f(int n) { return some(n); } struct a *g(int n) { return some(n); } char *h(void) { return some(1); }";
    assert_eq!(unsupported(text), Vec::<String>::new());
}

#[test]
fn what_must_be_there_once_is_not_copied() {
    let text = "void *counted(unsigned long n) { static int calls; calls++; return malloc(n); }
        int f(void) { struct a *a = counted(4); struct b *b = counted(16); return a && b; }";
    has(text, &["void *counted("], &[" of "]);
    // What is kept elsewhere is one thing.
    let text = "void *last; void *kept(unsigned long n) { last = malloc(n); return last; }
        int f(void) { struct a *a = kept(4); struct b *b = kept(16); return a && b; }";
    has(text, &["void *kept("], &[" of "]);
    // New types inside of it are others in each copy.
    let text = "void *odd(unsigned long n) { struct { int i; } s; s.i = 1; return malloc(n + s.i); }
        int f(void) { struct a *a = odd(4); struct b *b = odd(16); return a && b; }";
    has(text, &["void *odd("], &[" of "]);
    // One whose types grow without end.
    let text = "void *deep(void *p, int n) { void *q = &p; return n ? deep(q, n - 1) : p; }
        int f(struct a *a, struct b *b) { return deep(a, 1) && deep(b, 2); }";
    has(text, &["deep("], &[" of "]);
}

#[test]
fn its_address_is_that_of_the_function_as_it_was_written() {
    let text = "void *(*hook)(unsigned long) = xmalloc;
        int f(void) { struct a *a = xmalloc(4); struct b *b = xmalloc(16); return a && b && hook(1); }";
    has(&format!("{XMALLOC}{text}"), &["void *xmalloc("], &[" of "]);
}
