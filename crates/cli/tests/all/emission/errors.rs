//! Errors, and who notices them.

use super::judging::passes;

/// No sanitizer watches what the C library computes; what the compiler makes of `abs` is watched.
#[test]
fn numbers_that_the_library_makes() {
    let text = "#include <stdlib.h>
int f(char c) { char s[] = \"99999999990\"; s[10] = c; return atoi(s) == 7; }
long g(char c) { char s[] = \"-999999999999999999990\"; s[20] = c; return atol(s) == 7; }
int h(int x) { return abs(x) > 3; }
";
    let (said, ran) = passes("library", text);
    for line in 2..=4 {
        assert!(
            said.contains(&format!("error: signed integer overflow\n --> p.c:{line}:")),
            "{line}: {said}"
        );
    }
    assert!(ran.contains("# SKIP nothing notices it"), "{ran}");
}

/// What only clang's sanitizers mind is no error in a test that ends well.
#[test]
fn what_only_clang_minds() {
    let text = "#include <stddef.h>
int around(const int x[4], size_t n) { const int *middle = x + 2; if (n > 2) return 0; return middle[n - 1] == 5; }
int corner(unsigned char n, int cells[n * 2]) { if (!cells || !n) return -1; return cells[n * 2 - 1] == 3; }
";
    passes("clang-minds", text);
}
