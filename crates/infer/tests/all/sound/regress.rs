//! Small programs that were judged wrongly once.

use super::case::{Case, Found};
use super::patiently;
use super::random::{read, wanted};

const NODE: &str =
    "void *malloc(unsigned long size);\nvoid free(void *p);\nstruct node { int data; struct node *next; };\n";

/// Cells that lead to other lists as well.
const ITEM: &str = "void *malloc(unsigned long size);\nvoid free(void *p);\nstruct item { int value; struct item *after; };\n\
                    struct node { int data; struct item *item; struct node *next; };\n";

/// Judges the function `f` of a text, whatever is looked for.
fn judged(head: &str, text: &str, ways: &[(usize, bool, u64)]) -> Found {
    let program = read("small.c", &format!("{head}{text}")).unwrap_or_else(|said| panic!("{said}\n{text}"));
    let entry = program.proc_named("f").expect("a function f");
    let mut all = Found::default();
    for (k, octagons, choice) in ways.iter().copied() {
        let case = Case {
            name: text.to_string(),
            program: program.clone(),
            entry,
            wanted: wanted(choice),
            k,
            octagons,
            runs: 40,
            seed: 1,
            steps: 500,
            seconds: None,
        };
        all.add(patiently(case, 600));
    }
    all
}

/// How many simple nodes, which domain, and what is looked for.
const WAYS: [(usize, bool, u64); 4] = [(0, false, 0), (1, true, 2), (2, false, 2), (1, false, 5)];

#[track_caller]
fn right(head: &str, text: &str) {
    right_in(head, text, &WAYS);
}

#[track_caller]
fn right_in(head: &str, text: &str, ways: &[(usize, bool, u64)]) {
    let found = judged(head, text, ways);
    assert!(found.violations.is_empty(), "{}", found.violations.join("\n"));
    assert!(found.runs > 0, "no input fits\n{text}");
}

/// The list of `x->next` is looked at by cutting the first cell off; what was said of `x` before is about all cells.
#[test]
fn lengths_of_a_list_and_of_its_rest() {
    right(
        NODE,
        "/*@ requires len(x) >= 2; */ void f(struct node *x) { //@ assert len(x) <= len(x->next);\n}",
    );
    right(
        NODE,
        "/*@ requires len(x) >= 2; */ void f(struct node *x) { //@ assert len(x) + len(x->next) == len(x);\n}",
    );
    right(
        NODE,
        "/*@ requires len(x) >= 2; */ void f(struct node *x) { //@ assert sum(x) + sum(x->next) == sum(x);\n}",
    );
}

#[test]
fn multisets_of_a_list_and_of_its_rest() {
    right(
        NODE,
        "/*@ requires len(x) >= 2; */ void f(struct node *x)\n\
         { //@ assert multiset(x) + multiset(x->next) == multiset(x);\n}",
    );
}

/// The cells are those of the old list, and their data those of the place.
#[test]
fn data_of_the_cells_of_an_old_list() {
    right(
        NODE,
        "/*@ requires len(x) == 1 && x->data <= 2; */\n\
         void f(struct node *x) { x->data = 7;\n//@ assert forall n in list(\\old(x)): n->data <= 2;\n }",
    );
}

#[test]
fn cells_of_an_old_list_and_of_the_same_list_now() {
    right(
        NODE,
        "/*@ requires len(x) == 2 && x->data <= 2; */\n\
         void f(struct node *x) {\n\
         //@ assert forall a, b adjacent in list(\\old(x)): forall m in list(x): m->data <= 2;\n }",
    );
}

/// What is required may say that two lists differ.
#[test]
fn lists_that_differ_are_required() {
    right(
        NODE,
        "/*@ requires !equal(x, y); ensures x == \\null; */\n\
         void f(struct node *x, struct node *y) { while (x != 0 && y == 0) x = x->next; }",
    );
    right(
        NODE,
        "/*@ requires equal(x, y) ==> x != \\null; ensures x == \\null; */\n\
         void f(struct node *x, struct node *y) { while (x != 0) x = x->next; }",
    );
}

/// What is required may speak of what is not followed.
#[test]
fn other_references_are_required() {
    right(
        ITEM,
        "/*@ requires x != \\null && x->item == \\null; ensures x->data == 0; */\n\
         int f(struct node *x) { while (x->next != 0 && x->data > 0) x = x->next; return 1; }",
    );
}

/// All that cells hold is compared, not their numbers alone.
#[test]
fn equal_lists_have_equal_references() {
    right(
        ITEM,
        "/*@ ensures equal(x, \\old(x)); */\n\
         void f(struct node *x, struct item *y) { if (x != 0) x->item = y; }",
    );
}

/// Shapes are about all that is reached, not along links alone.
#[test]
fn shapes_of_all_that_is_reached() {
    right(
        ITEM,
        "/*@ ensures acyclic(x); */\n\
         void f(struct node *x, struct item *y) { if (x != 0 && y != 0) { y->after = y; x->item = y; } }",
    );
    right(
        ITEM,
        "/*@ ensures \\separated(x, y); */\n\
         void f(struct node *x, struct node *y, struct item *z) { if (x != 0 && y != 0) { x->item = z; y->item = z; } }",
    );
    right(
        ITEM,
        "/*@ ensures disjoint(x, y); */\n\
         void f(struct node *x, struct node *y, struct item *z) { if (x != 0 && y != 0) { x->item = z; y->item = z; } }",
    );
}

/// Numbers that nothing was assigned to.
#[test]
fn numbers_without_a_value_are_read() {
    right(NODE, "int f(struct node *x) { int n; while (x != 0) { n++; x = x->next; } return n; }");
    right(
        NODE,
        "int g(int a) { int b; if (a == 1) b = 2; return b; }\n\
         int f(struct node *x) { int n = g(1); while (x != 0) { n = g(x->data); x = x->next; } return n; }",
    );
    right(NODE, "int f(struct node *x, int a) { int n; if (x == 0) n = 1; if (a < 0) n = 2; return n; }");
}

/// Forms of programs that random ones do not have: cells on the stack, cells that are copied, jumps, small data.
#[test]
fn other_forms_of_programs() {
    let texts = [
        "/*@ ensures len(\\result) == len(\\old(x)); */ struct node *f(struct node *x, int a) {\n\
         struct node d; d.data = 0; d.next = x; struct node *p = &d;\n\
         while (p->next != 0) { if (p->next->data < a) p->next = p->next->next; else p = p->next; }\n\
         return d.next; }",
        "/*@ ensures equal(x, y); */ void f(struct node *x, struct node *y) {\n\
         while (x != 0 && y != 0) { *x = *y; x = x->next; } }",
        "void f(struct node *x, struct node *y) { struct node *p = x;\n\
         while (p != 0 && y != 0) { struct node t = *p; p->data = y->data; y->data = t.data; p = t.next; y = y->next; }\n\
         //@ assert len(x) == len(\\old(x));\n//@ assert p == \\null;\n }",
        "int f(struct node *x) { int n = 0; do { n += x ? x->data : 1; } while (x != 0 && (x = x->next) != 0); \n\
         //@ assert n >= 1;\n return n; }",
        "int f(struct node *x, int a) { switch (a) { case 0: while (x) { x = x->next; a++; } break;\n\
         case 1: if (x) x->data = a; default: a = 7; }\n//@ assert a == 7;\n return a; }",
        "/*@ ensures \\result == \\null; */ struct node *f(struct node *x) { struct node *last = 0;\n\
         while (x) { struct node here; here.data = x->data; here.next = last; last = &here; x = x->next; }\n\
         return last ? x : 0; }",
        "struct node *f(struct node *x) { struct node *p = x; again: if (p != 0) { p = p->next; goto again; }\n\
         //@ assert p == \\null;\n return x; }",
    ];
    let ways = [(0, false, 0), (1, true, 5)];
    for text in texts {
        right_in(NODE, text, &ways);
    }
    let small = "struct node { unsigned char data; struct node *next; };\n";
    right(
        small,
        "/*@ ensures forall n in list(x): n->data <= 7; */ void f(struct node *x) { struct node *p = x;\n\
         while (p) { p->data = p->data + 255; p = p->next; } }",
    );
    right(
        small,
        "unsigned char f(struct node *x) { unsigned char s = 250; struct node *p = x; while (p) { s += p->data; p = p->next; }\n\
         //@ assert s >= 250;\n//@ assert s <= 255;\n return s; }",
    );
}

/// Data that were never written are copied: what they are copied to is not written either.
#[test]
fn data_without_a_value_are_copied() {
    let new = "void *malloc(unsigned long size);\n";
    let head = format!("{new}{NODE}");
    for copy in
        ["x->data = p->data;", "int t = p->data; x->data = t;", "x->data = of(p) + 1;", "int t; x->data = t;"]
    {
        let text = format!(
            "int of(struct node *l) {{ return l->data; }}\n\
             void f(struct node *x) {{ struct node *p = malloc(sizeof *p); if (p == 0 || x == 0) return;\n\
             p->next = 0; {copy}\n while (p != 0) p = p->next; }}"
        );
        right(&head, &text);
    }
}

/// A link that was never written is moved to another place: a run ends where it is looked at, and not before.
#[test]
fn links_without_a_value_are_moved() {
    let head = format!("void *malloc(unsigned long size);\n{NODE}struct node *g;\n");
    for moved in ["g = p->next; if (g != 0) x->data = 2;", "x->next = p->next; if (x->next) x->data = 2;"] {
        let text = format!(
            "void f(struct node *x, int a) {{ struct node *p = malloc(sizeof *p); if (p == 0 || x == 0) return;\n\
             int n = 0; if (a) {{ n = 1; {moved} }}\n//@ assert n == 0;\n x = 0; }}"
        );
        right(&head, &text);
    }
    right(
        &head,
        "void f(struct node *x, int a) { struct node *p = malloc(sizeof *p); if (p == 0 || x == 0) return;\n\
         int n = 0; if (a) { n = 1; x->next = p->next; }\n//@ assert n == 0;\n g = x; }",
    );
}
