//! Macros of the file, of the command line and of the compiler.

use crate::judging::passes;

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
