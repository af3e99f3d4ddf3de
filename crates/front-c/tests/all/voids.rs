//! A pointer to `void` is one to what the file has it stand for, if that is one thing.

use crate::reading;

use front_c::tree::print;
use reading::lowered::lower;
use reading::{messages, unit};

/// The tree has a text in it.
fn has(text: &str, wanted: &str) {
    let shown = print(&unit(text));
    assert!(shown.contains(wanted), "{wanted} is not in\n{shown}");
}

/// What of a text is not supported.
fn unsupported(text: &str) -> Vec<String> {
    lower(text).unsupported().into_iter().map(|(_, what)| what).collect()
}

#[test]
fn it_is_what_it_is_converted_to() {
    has("int f(const void *p) { return *(const int *) p; }", "int f(int *p)");
    has("struct s { void *data; }; long g(struct s *s) { long *l = s->data; return *l; }", "long *data");
    has(
        "typedef void *any; int f(any p, any q) { short *s = p; return s == q; }",
        "int f(short *p, short *q)",
    );
    has("void *id(void *p) { return p; } int f(int *p) { return *(int *) id(p); }", "int *id(int *p)");
    has("void swap(void **a, void **b); void f(char **a) { swap((void **) a, (void **) a); }", "char **");
    has("typedef void X; int f(X *p) { return *(char *) p; }", "int f(char *p)");
    has(
        "int f(void *p); int g(unsigned *u) { return f(u); } int f(void *q) { return q != 0; }",
        "int f(unsigned int *q)",
    );
    has("int f(int *p) { return (p ? p : (void *) 0) == 0 ? 1 : *(p ? (void *) 0 : p); }", "int f(int *p)");
}

#[test]
fn through_types_of_functions() {
    let text = "int cmp(const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
        int least(void **a, int n, int (*less)(const void *, const void *)) { return less(a[0], a[n]); }
        int f(void **a) { return least(a, 1, cmp); }";
    has(text, "int least(int **a, int n, int (*less)(int *, int *))");
}

#[test]
fn what_nothing_is_known_of_is_passed_on() {
    has("void *f(void *p) { return p; }", "char *f(char *p)");
    assert_eq!(unsupported("void *f(void *p, int n) { return n ? p : 0; }"), Vec::<String>::new());
}

#[test]
fn two_things_are_not_one() {
    let two = "struct a { int x; }; struct b { int y; };
        int f(void *p, int n) { return n ? ((struct a *) p)->x : ((struct b *) p)->y; }";
    let said = unsupported(two);
    assert!(said[0].contains("the conversion of `void *` to `struct a *`"), "{said:?}");
    // A step is one byte.
    assert!(!unsupported("int f(void *p) { p++; return *(int *) p; }").is_empty());
    assert!(!unsupported("int f(void *p) { return *(int *) (p + 4); }").is_empty());
    assert!(!unsupported("int f(void *p, int *q) { p += 4; return p == q; }").is_empty());
    assert!(!unsupported("long f(void *p, void *q) { return p - q + *(int *) p + *(int *) q; }").is_empty());
    // Which choice is taken depends on what it says.
    has("int f(void *p) { return _Generic(p, void *: 1, int *: 2) + *(int *) p; }", "return (1 + ");
    // Pointers to functions are no pointers to objects.
    assert!(!unsupported("int g(void); int f(void *p) { int (*q)(void) = p; return q == g; }").is_empty());
    has("int f(void *p) { void *q = &q; return p == q; }", "int f(void *p)");
}

#[test]
fn the_library_takes_anything() {
    let text = "void *malloc(unsigned long); void free(void *); void *memset(void *, int, unsigned long);
        int f(void) { int *p = malloc(4); char *q = malloc(3); int r = 0;
            if (p && q) { memset(p, 0, 4); memset(q, 0, 3); r = *p + *q; } free(p); free(q); return r; }";
    assert_eq!(unsupported(text), Vec::<String>::new());
}

#[test]
fn what_is_wrong_is_said_once() {
    assert_eq!(messages("int f(void *p) { return *p + *(int *) p; }").len(), 1);
    assert_eq!(messages("int f(void *p) { return *(int *) p + x; }").len(), 1);
    let warned = "int f(void *p) { switch (*(int *) p) { case 2147483647 + 1: return 1; } return 0; }";
    assert_eq!(messages(warned).len(), 1, "{:?}", messages(warned));
}
