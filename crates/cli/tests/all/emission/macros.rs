//! Macros of the file, of the command line and of the compiler.

use super::judging::{judged, passes};
use crate::running::Scratch;

/// What the file says of `NULL` does not trouble its tests, nor they it.
#[test]
fn files_with_a_null_of_their_own() {
    let body = "struct n { struct n *next; int v; };
int f(struct n *p, int *q) { if (p == NULL) return 1; if (!q) return 3; if (p->next == NULL) return 2; return p->v == 5; }
";
    let heads = [
        ("zero", "#define NULL 0\n"),
        ("typed", "#define NULL ((struct n *)0)\n"),
        ("before", "#define NULL 0\n#include <stdlib.h>\n"),
        ("after", "#include <stdlib.h>\n#undef NULL\n#define NULL (void *)0\n"),
        ("guarded", "#include <stdio.h>\n#ifndef NULL\n#define NULL 0\n#endif\n"),
        ("limits", "#include <limits.h>\n#define NULL 0\n"),
        ("constant", "enum { NULL, ONE };\n"),
        ("same", "#include <stdlib.h>\n#define NULL ((void *)0)\n"),
    ];
    for (name, head) in heads {
        let (said, _) = passes(&format!("null-{name}"), &format!("{head}{body}"));
        assert!(said.contains("; complete within the bounds"), "{name}: {said}");
    }
}

/// Where memory is asked for, too.
#[test]
fn a_null_of_ones_own_and_memory() {
    let text = "#define NULL 0
#include <stdlib.h>
struct n { struct n *next; int v; };
struct n *push(struct n *p, int v) { struct n *q = malloc(sizeof *q); if (q == NULL) return p; q->next = p; q->v = v; return q; }
void drop(struct n *p) { while (p != NULL) { struct n *q = p->next; free(p); p = q; } }
";
    passes("null-memory", text);
}

/// Macros of the command line and of the compiler hold also where the file has no directives.
#[test]
fn macros_without_directives() {
    let scratch = Scratch::new("emission-macros");
    scratch.file("p.c", "int f(int a[N]) { if (a && a[N - 1] == __INT_MAX__) return N; return 0; }\n");
    let (said, _) = judged(&scratch, "p.c", &["-DN=4"]);
    assert!(said.contains("2147483647") && said.contains("result = 4"), "{said}");
    scratch.run(&["generate", "p.c", "-D", "N=4", "--format", "json", "-o", "p.json"]);
    let (code, said, errors) = scratch.run(&["run", "p.json", "-D", "N=4", "--native"]);
    assert_eq!(code, Some(0), "{said}{errors}");
    let (code, _, errors) = scratch.run(&["generate", "p.c"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("`N` is not declared") && errors.contains("p.c:1:13"), "{errors}");
    // What it is in the data model that was asked for.
    scratch.file("l.c", "int g(long x) { if (x == __LONG_MAX__) return 1; return 0; }\n");
    let (_, said, _) = scratch.run(&["generate", "l.c", "--data-model", "ILP32"]);
    assert!(said.contains("x = 2147483647"), "{said}");
}

/// Macros of the file do not change what tests do.
#[test]
fn macros_for_what_tests_call() {
    let text = "#include <stdio.h>
#include <stdlib.h>
#define printf(...) ((void) 0)
#define calloc(n, size) ((void *) 0)
#define abort() ((void) 0)
struct node { struct node *next; int v; };
int other(int *);
int f(struct node *n) { if (!n) { printf(\"none\"); return 0; } int v = n->v; free(n); return v == 4; }
int g(int *p) { if (p && *p == 3) return other(p); return 0; }
";
    let (_, ran) = passes("macros-of-tests", text);
    assert!(ran.contains("1.."), "{ran}");
}
