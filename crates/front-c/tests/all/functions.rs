//! Pointers to functions, and to `void`, as the compiled program has them, with its sanitizer as the judge.

use crate::reading;

use reading::lowered::lower;
use reading::sanitized::agrees;

const PROGRAM: &str = "
typedef int (*op)(int, int);
struct light { void (*next)(struct light *); int ticks; };
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const ops[])(int, int) = { add, &sub, 0, mul };
static op pick(int n) { return n == 0 ? add : n == 1 ? &sub : n == 2 ? 0 : *mul; }
int table(int n, int a, int b) { if (n < 0 || n > 3) return -1; return ops[n](a, b); }
int picked(int n, int a, int b) { return pick(n)(a, b); }
int guarded(int n, int a, int b) { op f = pick(n); return f ? (*f)(a, b) : (f == 0) + !f; }
int compared(int n, int a, int b) { op f = pick(n), g = pick(a); return (f == g) + 2 * (f != add) + (b ? f == ops[2] : 0); }
static void green(struct light *l);
static void red(struct light *l) { if (++l->ticks % 3 == 0) l->next = green; }
static void green(struct light *l) { if (++l->ticks % 5 == 0) l->next = red; }
int lights(int n, int a, int b) {
    struct light l = { red, a & 7 }; struct light m;
    for (int i = 0; i < (n & 15); i++) l.next(&l);
    m = l; if (b & 1) m.next = 0;
    return m.ticks * 10 + (l.next == green) + (m.next == green); }
static int twice(int f(int, int), int x, int y) { return f(f(x, y), y); }
int nested(int n, int a, int b) { return twice(n & 1 ? add : sub, a & 255, b & 255) + twice(mul, a & 15, b & 15); }
int list(int n, int a, int b) { op all[3] = { [1] = sub }; op *p = all; p[0] = add; return p[n & 3](a, b); }
static int sum;
static void count(int x) { sum += x; }
static void each(const int *a, int n, void (*f)(int)) { for (int i = 0; i < n; i++) f(a[i]); }
int effects(int n, int a, int b) { int x[3] = { n & 7, a & 7, b & 7 }; sum = 0; each(x, 3, count); return sum; }
static int cmp(const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
static void order(void **a, int n, int (*c)(const void *, const void *)) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && c(a[k - 1], a[k]) > 0; k--) { void *t = a[k]; a[k] = a[k - 1]; a[k - 1] = t; } }
int sorted(int n, int a, int b) {
    int x = n & 63, y = a & 63, z = b & 63; void *all[3] = { &x, &y, &z };
    order(all, 3, cmp); return *(int *) all[0] + 100 * *(int *) all[1] + 10000 * *(int *) all[2]; }
struct pair { void *left; const void *right; };
int paired(int n, int a, int b) { long x = n, y = a; struct pair p = { &x, &y }, q = p;
    *(long *) q.left += b; q.right = b & 1 ? 0 : q.right; return (int) (x & 255) + (q.right ? *(const long *) q.right & 15 : 7); }
";

const NAMES: &[&str] =
    &["table", "picked", "guarded", "compared", "lights", "nested", "list", "effects", "sorted", "paired"];

#[test]
fn runs_end_as_they_do_natively() {
    let mut tuples: Vec<[i64; 3]> = Vec::new();
    for n in [-1, 0, 1, 2, 3, 4, 14] {
        for (a, b) in [(0, 0), (1, 2), (2, 1), (7, 3), (-5, 6), (2_147_483_647, 1), (3, -2_147_483_648)] {
            tuples.push([n, a, b]);
        }
    }
    assert_eq!(lower(PROGRAM).unsupported(), Vec::new());
    agrees(PROGRAM, "functions", NAMES, &tuples);
}

#[test]
fn what_is_not_defined_here_has_no_number() {
    let text =
        "int puts(const char *); int f(int n) { int (*p)(const char *) = n ? puts : 0; return p == 0; }";
    let said: Vec<String> = lower(text).unsupported().into_iter().map(|(_, what)| what).collect();
    assert_eq!(said, ["f: the address of `puts`, which is not defined here"]);
    let text =
        "int f(int n) { return n; } long g(int n) { long (*p)(int) = (long (*)(int)) f; return p(n); }";
    let said: Vec<String> = lower(text).unsupported().into_iter().map(|(_, what)| what).collect();
    assert_eq!(said, ["g: the conversion of `int (*)(int)` to `long (*)(int)`"]);
}

#[test]
fn a_type_without_functions_is_said() {
    let lowered = lower("int f(long (*p)(short), int x) { return p && x ? 1 : 2; }");
    let granted: Vec<&String> = lowered.program.procs.iter().flat_map(|p| &p.granted).collect();
    assert_eq!(
        granted,
        ["no function of the file has the type `long (short)`, so pointers to such are null"]
    );
}

#[test]
fn what_is_presumed_of_functions_and_of_volatile_is_said() {
    let presumed = |text: &str| -> Vec<(String, bool)> {
        let lowered = lower(text);
        let all = lowered.program.procs.iter();
        all.flat_map(|p| p.presumed.iter().map(|it| (format!("{}: {}", p.name, it.what), it.of_memory)))
            .collect()
    };
    let functions = "pointers of the input to functions of type `int (int)` lead to those of the file";
    assert_eq!(
        presumed("int up(int n) { return n + 1; } int f(int (*p)(int), int x) { return p(x); }"),
        [(format!("f: {functions}"), false)]
    );
    assert_eq!(
        presumed(
            "struct s { int (*p)(int); }; int up(int n) { return n + 1; } int f(struct s *s) { return s->p(1); }"
        ),
        [(format!("f: {functions}"), true)]
    );
    // What a table holds, the file says itself.
    let table = "int up(int n) { return n + 1; } static int (*const all[2])(int) = {up, up};
        int f(unsigned i) { return all[i % 2](3); }";
    assert_eq!(presumed(table), []);
    let volatile = "nothing but the program itself changes what is `volatile`";
    let text = "volatile int ready; int f(void) { return ready; } int g(int *p) { return *p; }
        int h(volatile int *p) { return *p; }";
    assert_eq!(presumed(text), [(format!("f: {volatile}"), true), (format!("h: {volatile}"), true)]);
}

#[test]
fn functions_of_other_files_answer_or_are_not_supported() {
    let text = "int sensor(int); void beep(void); int look(const char *); int fill(char *); int getpid(void);
        static int gone(int);
        int f(int n) { beep(); return sensor(n) > n; }
        int g(char *s) { return look(\"x\") + fill(s) + getpid() + gone(1); }";
    let lowered = lower(text);
    let said: Vec<String> = lowered.unsupported().into_iter().map(|(_, what)| what).collect();
    let not = |name: &str| format!("g: a call of `{name}`, which is not defined here");
    assert_eq!(said, [not("fill"), not("getpid"), not("gone")]);
    let names = |ids: &[front_c::tree::FunctionId]| -> Vec<String> {
        ids.iter().map(|id| lowered.unit.functions[id.index()].name.clone()).collect()
    };
    let missing = &lowered.layout.missing;
    assert_eq!(
        (names(&missing.questions), names(&missing.others)),
        (vec!["sensor".to_string(), "beep".to_string(), "look".to_string()], vec!["fill".to_string()],)
    );
    // Numbers alone cannot be changed by others.
    let lowered = lower("int sensor(int); int f(int n) { return sensor(n) > n; }");
    assert!(lowered.program.procs.iter().all(|p| p.granted.is_empty()));
    let lowered = lower("int sensor(void); int f(int *p) { *p = 1; return sensor() + *p; }");
    let granted: Vec<&String> = lowered.program.procs.iter().flat_map(|p| &p.granted).collect();
    assert_eq!(granted, ["`sensor` is taken to change nothing that this file sees"]);
}
