//! Types that tests write down otherwise than the file does.

use super::judging::passes;

/// Pointers to pointers to what is `const`, as parameters, members, globals and results.
#[test]
fn qualifiers_behind_pointers() {
    let text = "struct s { const char **words; const int *const *t; int n; };
static const char **all;
int f(const int **p) { if (p && *p && **p == 3) return 1; return 0; }
int g(const char *const *names, int n) { if (n > 0 && names[n - 1] && names[n - 1][0] == 'x') return 1; return 0; }
int h(int *const *p) { return p && *p && **p == 3; }
int k(const struct s *s) { if (s && s->words && s->words[0] && s->words[0][0] == 'a') return 1; return s && s->t && *s->t && **s->t == 5; }
const int **same(const int **p) { return p; }
const char *const *next(const char *const *p) { if (!p) return 0; return p + 1; }
int v(const volatile int *p) { return p && *p == 3; }
int w(const int *const **p) { return p && *p && **p && ***p == 3; }
int m(const int a[2][3]) { return a && a[1][2] == 4; }
void set(const char **words) { all = words; }
int r(int *restrict *p) { return p && *p && **p == 7; }
";
    let (said, ran) = passes("qualified", text);
    assert!(!said.contains("unknown:"), "{said}");
    assert!(ran.contains("ok "), "{ran}");
}

/// Members that nobody may assign to are set all the same.
#[test]
fn members_that_are_const() {
    let text = "#include <stdlib.h>
struct inner { const short a; short b; };
struct s { const int id; struct s *const next; const char name[3]; struct inner in; const struct inner fixed; int n; };
int drop(struct s *s) { if (!s) return 0; if (s->id == 3 && s->next && s->name[1] == 'x' && s->in.a == 4 && s->fixed.b == 5) return 1; int n = s->n; free(s); return n; }
";
    let (said, _) = passes("members", text);
    assert!(said.contains("; complete within the bounds"), "{said}");
    let text = text.replace("free(s);", "").replace("#include <stdlib.h>", "");
    passes("plainmembers", &text);
}

/// Of a struct that has floating numbers only, there is nothing to compare.
#[test]
fn results_of_which_nothing_is_compared() {
    let text = "struct point { float x, y; };
struct one { double d; struct point at; };
struct point make(int a) { struct point p = { 1.0f, 2.0f }; if (a > 3) p.x = 3; return p; }
struct one whole(void) { struct one w; w.d = 3; w.at = make(2); return w; }
struct point *same(struct point *p) { return p; }
float number(int a) { if (a > 3) return 1; return 0; }
";
    passes("floats", text);
}
