//! Functions that the file declares and does not define.

use super::judging::passes;

/// Whatever they are called, and whether their parameters are told or not.
#[test]
fn functions_without_parameters_or_with_odd_names() {
    let text = "int __nondet();
extern int my_ask();
unsigned __get_it(void);
_Bool _flag(int, const char *);
void __log();
int f(int x) { int y = __nondet(); __log(); if (y > x) return 1; return 0; }
int g(int x) { if (my_ask(x, 'c', 2L) == 3) return 1; if (__get_it() == 4000000000u) return 5; return 0; }
int h(void) { while (_flag(3, \"on\")) if (__nondet() == 9) return 1; return 0; }
";
    let (said, ran) = passes("undefined", text);
    assert!(!said.contains("unknown:"), "{said}");
    assert!(!ran.contains("SKIP"), "{ran}");
}

/// What is given by a pointer may be changed, so nothing is said; but it links.
#[test]
fn functions_that_may_change_what_they_are_given() {
    let text = "int __fill();
int f(int x) { int a[2] = { x, 0 }; if (x == 3) return 1; __fill(a); return a[0]; }
";
    let (said, _) = passes("fill", text);
    assert!(said.contains("unknown: a call of `__fill`, which is not defined here"), "{said}");
}
