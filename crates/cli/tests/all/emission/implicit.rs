//! Functions that nobody has declared.

use super::judging::{judged, passes};
use crate::running::Scratch;

/// What compilers warn of in the file itself.
const WARNED: &[&str] = &[
    "-Wno-unknown-warning-option",
    "-Wno-implicit-function-declaration",
    "-Wno-builtin-declaration-mismatch",
];

/// Functions of the C library are those that compilers know; the user is told, and the tests are as good as the file.
#[test]
fn functions_of_the_library() {
    let scratch = Scratch::new("emission-implicit");
    let text = "struct node { struct node *next; int v; };
struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); if (!n) return l; n->next = l; n->v = v; return n; }
void drop(struct node *n) { free(n); }
int two(const char *s) { if (strlen(s) == 2) { printf(\"%s\\n\", s); return 1; } return abs(-3); }
int last(int x) { if (x == 3) exit(2); return x; }
int number(char c) { char s[2] = { c, 0 }; return atoi(s) == 4; }
int fill(int n) { char b[4]; memset(b, n, sizeof b); return isdigit((unsigned char) b[2]) ? 1 : 0; }
int later(int x) { return twice(x) == 8; }
int twice(int x) { return x < 100 && x > -100 ? 2 * x : 0; }
";
    scratch.file("p.c", text);
    // The file itself is warned of, so the tests are.
    let (said, _) = judged(&scratch, "p.c", WARNED);
    assert!(!said.contains("unknown:"), "{said}");
    let (code, _, errors) = scratch.run(&["generate", "p.c"]);
    assert_eq!(code, Some(0), "{errors}");
    for (name, ty) in [
        ("malloc", "void *(unsigned long)"),
        ("free", "void (void *)"),
        ("strlen", "unsigned long (char *)"),
        ("printf", "int (char *, ...)"),
        ("abs", "int (int)"),
        ("exit", "void (int)"),
        ("atoi", "int ()"),
        ("twice", "int ()"),
    ] {
        assert!(
            errors.contains(&format!("warning: the function `{name}` is not declared\n")),
            "{name}: {errors}"
        );
        assert!(errors.contains(&format!("it is taken for `{ty}`")), "{name}: {errors}");
    }
    assert!(errors.contains("help: `#include <stdlib.h>` declares it"), "{errors}");
    scratch.run(&["generate", "p.c", "-c", "path", "--format", "json", "-o", "p.json"]);
    let (code, said, errors) = scratch.run(&["run", "p.json", "--native"]);
    assert_eq!(code, Some(0), "{said}{errors}");
}

/// What the result is that compilers make an `int` of is not known.
#[test]
fn results_of_other_types() {
    let scratch = Scratch::new("emission-implicit-int");
    scratch.file(
        "p.c",
        "int f(const char *s) { return atol(s) == 4; }\nint g(int x) { if (tiem(x)) return 1; return 0; }\n",
    );
    let (code, _, errors) = scratch.run(&["generate", "p.c"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("error: the function `tiem` is not declared"), "{errors}");
    scratch.file("p.c", "int f(const char *s) { return atol(s) == 4; }\n");
    let (_, said, _) = scratch.run(&["generate", "p.c", "-c", "path"]);
    assert!(said.contains("unknown: this form of `atol`"), "{said}");
}

/// The file may define such a function further down.
#[test]
fn functions_that_are_defined_after_all() {
    let scratch = Scratch::new("emission-implicit-own");
    let text = "int f(int x) { if (abs(x) == 7) return 1; return 0; }
int abs(int x) { return x == 2 ? 7 : 0; }
";
    scratch.file("p.c", text);
    let (said, _) = judged(&scratch, "p.c", WARNED);
    assert!(said.contains("x = 2") && !said.contains("overflow"), "{said}");
}

#[test]
fn of_what_the_library_gives_only_what_the_language_says_is_expected() {
    let text = "#include <string.h>\n#include <ctype.h>\nstruct entry { const char *name; };\n\
        static int compare(const struct entry *a, const struct entry *b) { return strcmp(a->name, b->name); }\n\
        int descending(const struct entry *a, const struct entry *b) { int c = compare(a, b); return -c; }\n\
        int prefix(const char *a) { return strncmp(a, \"ab\", 2); }\n\
        int bytes(const unsigned char *a) { return a[0] ? memcmp(a, \"\\1\\2\", 2) : -1; }\n\
        int letter(int c) { return isalpha(c); }\n\
        int kind(int c) { if (!isspace(c)) return isupper(c); return 3; }\n";
    let (said, printed) = passes("loose", text);
    assert!(!said.contains("use of `strcmp`") && !said.contains("use of `memcmp`"), "{said}");
    assert!(!printed.contains("not ok"), "{printed}");
    assert!(printed.contains("ok 1 "), "{printed}");
}

#[test]
fn what_asks_the_library_for_more_is_undetermined() {
    let text = "#include <string.h>\n#include <ctype.h>\n\
        int next(const char *a) { return strcmp(a, \"k\") + 1; }\n\
        int one(const char *a) { if (strcmp(a, \"x\") == 1) return 1; return 0; }\n\
        int alike(int a, int b) { if (isalpha(a) == isalpha(b)) return 1; return 0; }\n\
        int narrow(const char *a) { signed char c = (signed char) strcmp(a, \"m\"); return c < 0; }\n\
        int reused(const char *a) { int c = strcmp(a, \"z\"); if (c > 0) return 1; c = 40; return c + 2; }\n";
    let (said, printed) = passes("loose-uses", text);
    for name in ["strcmp", "isalpha"] {
        assert!(said.contains(&format!("this use of `{name}` is not supported")), "{said}");
    }
    assert!(!printed.contains("not ok"), "{printed}");
    // A variable that holds something else afterwards is as good as any.
    assert!(said.contains("result = 42"), "{said}");
}
