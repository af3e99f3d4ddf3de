//! What is said of single C functions: what other inputs could meet is not called infeasible, and what other runs could show is
//! not called equivalent.

use crate::asking::Asked;
use base::Budget;
use source::Files;
use std::path::PathBuf;
use workbench::{Fate, Judged, MutateOptions, SearchOptions, Status};

/// A file in memory.
struct File {
    files: Files,
    file: source::FileId,
    search: SearchOptions,
}

impl File {
    fn new(text: &str, search: SearchOptions) -> File {
        let mut files = Files::new();
        let file = files.add("p.c", text);
        File { files, file, search }
    }

    fn asked(&self) -> Asked<'_> {
        let path = PathBuf::from("p.c");
        Asked { path, ..Asked::new(&front_c::LANGUAGE, &self.files, self.file, self.search.clone()) }
    }
}

fn there_is_a_compiler() -> bool {
    testkit::require::program("cc", "what is said of C functions").is_some()
}

/// The goals of a criterion that are called infeasible.
fn infeasible(text: &str) -> Vec<String> {
    let criteria = vec!["branch".into()];
    let file = File::new(text, SearchOptions { criteria, ..SearchOptions::default() });
    let budget = Budget::unlimited();
    let made = file.asked().open(None, &budget).generate(&mut |_| {});
    let missing = made.coverage[0].missing.iter();
    missing.filter(|g| g.verdict.status == Status::Infeasible).map(|g| g.what.clone()).collect()
}

/// Does a search for all paths call itself complete?
fn is_complete(text: &str) -> bool {
    let criteria = vec!["path".into()];
    let file = File::new(text, SearchOptions { criteria, loops: Some(3), ..SearchOptions::default() });
    let budget = Budget::unlimited();
    let made = file.asked().open(None, &budget).generate(&mut |_| {});
    made.suite.exploration.is_some_and(|search| search.complete)
}

/// The mutants of a file, judged by the tests of its branches.
fn mutants(text: &str) -> Vec<Judged> {
    let file = File::new(text, SearchOptions::default());
    let budget = Budget::unlimited();
    let asked = file.asked();
    let session = asked.open(None, &budget);
    let suite = session.generate(&mut |_| {}).suite;
    session.mutate(&suite, &MutateOptions { kill: false }, &mut |_| {}).mutants
}

fn shown(one: &Judged) -> String {
    format!("{} → {}", one.from, one.to)
}

/// The mutants that are called equivalent.
fn equivalent(text: &str) -> Vec<String> {
    mutants(text).iter().filter(|m| m.fate == Fate::Equivalent).map(shown).collect()
}

#[test]
fn inputs_may_point_into_an_array() {
    if !there_is_a_compiler() {
        return;
    }
    let files = [
        // A string with its length before it.
        "int f(char *s) { if (s[-1] > 3) return 1; return 0; }",
        "int g(int *e) { int x = *--e; if (x == 7) return 1; return 0; }",
        "struct h { int len; int cap; }; int k(struct h *p) { struct h *q = p - 1; if (q->len > q->cap) return 1; return 0; }",
        "void put(int *p) { p[-2] = 5; } int m(int *p) { put(p); if (p[-2] == 5) return 1; return 0; }",
    ];
    for text in files {
        assert_eq!(infeasible(text), [""; 0], "{text}");
        assert!(!is_complete(text), "{text}");
    }
    // Within an array of its own, or a member, nothing lies before.
    let text =
        "int f(int i) { int a[3] = {1, 2, 3}; int *p = a; if (i < 0 && p[i] > 3) return 1; return 0; }";
    assert!(is_complete(text));
    let text = "int f(int *p, unsigned i) { if (i > 4) return 2; return p[i] > 3; }";
    assert!(is_complete(text));
}

#[test]
fn inputs_may_point_to_what_the_file_has() {
    if !there_is_a_compiler() {
        return;
    }
    let files = [
        "static const char NONE[] = \"none\"; int f(const char *s) { if (s == NONE) return 1; return 0; }",
        "static const char *const kw[] = {\"if\", \"do\"}; int f(const char *s) { if (s == kw[1]) return 1; return 0; }",
        "int f(const char *s) { if (s == \"x\") return 1; return 0; }",
        "static const char *none(void) { return \"none\"; } \
         int f(int x) { const char *s = x ? none() : \"a\"; if (s == none()) return 1; return 0; }",
        "struct node { struct node *next; int v; }; static struct node const END = {0, 0}; \
         int f(const struct node *p) { if (p == &END) return 1; return 0; }",
    ];
    for text in files {
        assert_eq!(infeasible(text), [""; 0], "{text}");
        assert!(!is_complete(text), "{text}");
    }
    // Nothing can be written to a literal, so copying one is no question.
    let text =
        "#include <string.h>\nint f(char *to) { strcpy(to, \"ab\"); if (to[0] != 'a') return 1; return 0; }";
    assert!(!infeasible(text).is_empty() || is_complete(text));
}

#[test]
fn output_and_exit_status_are_part_of_what_a_program_does() {
    if !there_is_a_compiler() {
        return;
    }
    let files = [
        "#include <stdio.h>\nvoid f(int x) { if (x > 3) puts(\"a\"); else puts(\"b\"); }",
        "#include <stdlib.h>\nvoid f(int x) { if (x > 3) exit(2); else exit(3); }",
        "#include <stdlib.h>\nvoid f(int x) { exit(x > 3); }",
        "#include <stdio.h>\nvoid f(int x) { x = x + 1; printf(\"%d\\n\", x); }",
        "#include <stdio.h>\nstatic void say(int y) { printf(\"%d\\n\", y); } void f(int x) { say(x < 5); }",
        "void note(int); void f(int x) { if (x == 1) note(1); else note(2); }",
        "#include <stdio.h>\n#include <stdlib.h>\nstatic void die(const char *s) { fprintf(stderr, \"%s\\n\", s); exit(1); } \
         void f(int x) { if (x > 3) die(\"large\"); else die(\"small\"); }",
    ];
    for text in files {
        assert_eq!(equivalent(text), [""; 0], "{text}");
    }
    // What makes no difference to what is shown is equivalent all the same.
    let text = "#include <stdio.h>\nvoid f(unsigned x) { if (x > 0) puts(\"a\"); else puts(\"b\"); }";
    assert!(equivalent(text).contains(&"x > 0 → x != 0".to_string()), "{:?}", equivalent(text));
}

#[test]
fn constants_are_converted_as_c_does() {
    if !there_is_a_compiler() {
        return;
    }
    let fate = |text: &str, wanted: &str| {
        let all = mutants(text);
        let found = all.iter().find(|m| shown(m) == wanted).map(|m| m.fate.clone());
        found.unwrap_or_else(|| panic!("no {wanted}: {:?}", all.iter().map(shown).collect::<Vec<_>>()))
    };
    // The number is what C stores: both are the largest one, which no `unsigned` exceeds.
    let text = "unsigned f(unsigned a) { unsigned m = 0; if (a > m) m = a; return m; }";
    assert!(matches!(fate(text, "0 → -1"), Fate::Killed { .. } | Fate::Alive { .. }));
    let text = "int f(unsigned a) { if (a < 0u) return 1; return 0; }";
    assert!(matches!(
        fate(text, "a < 0u → a < -1u"),
        Fate::Killed { .. } | Fate::Alive { test: Some(_), .. }
    ));
    let text = "int f(unsigned char b) { unsigned char m = 255; return m > b; }";
    assert!(matches!(fate(text, "255 → 256"), Fate::Killed { .. } | Fate::Alive { test: Some(_), .. }));
    // As a comparison of signed numbers it would be another one.
    let text = "int f(int i) { if (i > 3u) return 1; return 0; }";
    fate(text, "i > 3u → i > 4u");
    // No mutant has a constant of another type.
    let all = mutants("int f(int i) { if (i == 2147483647) return 1; return 0; }");
    assert!(
        all.iter().all(|m| !m.to.contains("2147483648")),
        "{:?}",
        all.iter().map(shown).collect::<Vec<_>>()
    );
}

#[test]
fn what_is_shown_of_a_mutant_is_what_was_judged() {
    if !there_is_a_compiler() {
        return;
    }
    let all = |text: &str| mutants(text).iter().map(shown).collect::<Vec<_>>();
    let text = "struct n { struct n *next, *prev; }; void f(struct n *n) { if (n) n->prev = n->next = 0; }";
    let found = all(text);
    assert!(found.contains(&"n->prev = n->next = 0 → n->next = 0".to_string()), "{found:?}");
    assert!(found.contains(&"n->next = 0 → 0".to_string()), "{found:?}");
    assert!(!found.iter().any(|m| m.starts_with("n->prev = n->next = 0 → n->prev = 0")), "{found:?}");
    let text = "enum { GO, STOP }; int f(int x) { switch (x) { case GO: return 1; case STOP: return 2; } return 0; }";
    let found = all(text);
    assert!(found.iter().all(|m| !m.contains("case")), "{found:?}");
    let text = "int g(int); int f(int x) { int y; y = g(x) + x; return y && x; }";
    let found = all(text);
    assert!(found.contains(&"y = g(x) + x → g(x) + x".to_string()), "{found:?}");
}

/// Whether the end of one object is the start of another is not specified: no test expects an answer.
#[test]
fn the_end_of_an_object_is_not_compared_with_another() {
    let text = "int adj(int *a, int *b) { if (a && b && a + 1 == b) return 1; return 0; }\n";
    let mut files = Files::new();
    let file = files.add("adj.c", text);
    let search = SearchOptions::default();
    let budget = Budget::unlimited();
    let made = Asked::new(&front_c::LANGUAGE, &files, file, search).open(None, &budget).generate(&mut |_| {});
    assert!(!made.suite.exploration.as_ref().is_some_and(|e| e.complete));
    for test in &made.suite.tests {
        let input = test.input().expect("an input");
        let arrays = input.env.iter().filter_map(|(name, datum)| match datum {
            workbench::Datum::Array(elements, _) => Some((name.as_str(), elements.len())),
            _ => None,
        });
        let sizes: Vec<(&str, usize)> = arrays.collect();
        assert!(sizes.len() < 2 || sizes[0].1 != 1, "a + 1 is the end of a: {input:?}");
    }
}
