//! Functions of the C library that work on strings, as the compiled program has them, with its sanitizer as the judge.

use crate::reading;

use reading::have_cc;
use reading::lowered::{End, lower};
use reading::sanitized::{call_all, run_sanitized};

const PROGRAM: &str = r#"
unsigned long strlen(const char *); unsigned long strspn(const char *, const char *);
unsigned long strcspn(const char *, const char *); char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *); unsigned long strnlen(const char *, unsigned long);
int memcmp(const void *, const void *, unsigned long); void *memchr(const void *, int, unsigned long);
static const char *pick(int n) {
    switch (n) { case 0: return ""; case 1: return "a"; case 2: return "ab"; case 3: return "aab";
    case 4: return "abcab"; case 5: return "b\377a"; default: return 0; } }
int part(int n, int a, int b) { const char *s = pick(n), *p = strstr(s, pick(a)); return p ? (int) (p - s) + b : -1; }
int span(int n, int a, int b) { return (int) strspn(pick(n), pick(a)) + b; }
int other(int n, int a, int b) { return (int) strcspn(pick(n), pick(a)) + b; }
int any(int n, int a, int b) { const char *s = pick(n), *p = strpbrk(s, pick(a)); return p ? (int) (p - s) : 9 + b; }
int length(int n, int a, int b) { return (int) strnlen(pick(n), (unsigned long) a) + b; }
static void fill(char *to, const char *s) { int i = 0; for (; s && s[i]; i++) to[i] = s[i]; for (; i < 8; i++) to[i] = 0; }
int order(int n, int a, int b) { char x[8], y[8]; fill(x, pick(n)); fill(y, pick(a));
    int r = memcmp(n == 6 && b == 0 ? 0 : x, y, (unsigned long) b); return r < 0 ? -1 : r > 0; }
int where(int n, int a, int b) { char s[8]; fill(s, pick(n)); const char *p = memchr(s, "\0ab\377"[a & 3], (unsigned long) b); return p ? (int) (p - s) : -1; }
"#;

const NAMES: &[&str] = &["part", "span", "other", "any", "length", "order", "where"];

#[test]
fn runs_end_as_they_do_natively() {
    if !have_cc() {
        return;
    }
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for n in 0..7 {
        for a in 0..7 {
            tuples.extend((0..7).step_by(2).map(|b| [n, a, b]));
        }
    }
    let names: Vec<String> = NAMES.iter().map(|n| (*n).to_string()).collect();
    let Some(said) = run_sanitized("strings", &call_all(PROGRAM, &names, &tuples)) else { return };
    let lowered = lower(PROGRAM);
    let mut lines = said.lines();
    let mut undetermined = Vec::new();
    for name in NAMES {
        for tuple in &tuples {
            let line = lines.next();
            let found = match lowered.run(name, tuple) {
                End::Ok(Some(value)) => value,
                End::Error(_) => "bad".to_string(),
                End::Other(_) => {
                    undetermined.push(format!("{name}{tuple:?}"));
                    continue;
                }
                End::Ok(None) => panic!("{name}{tuple:?}: no result"),
            };
            assert_eq!(Some(found.as_str()), line, "{name}{tuple:?}");
        }
    }
    // Pointers to nothing, of which nothing is asked.
    assert!(undetermined.iter().all(|t| t.contains(", 0") && t.contains('6')), "{undetermined:?}");
}
