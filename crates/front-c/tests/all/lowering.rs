//! Every program in `corpus/c` is lowered, and what is not supported in it is known; errors of programs are found
//! where they are. `UPDATE=1` rewrites the golden file.

use crate::reading;

use imperative::ErrorKind;
use reading::lowered::{End, lower, lower_at};
use reading::{corpus, files_in, golden, have_cc, root};
use std::fmt::Write;

#[test]
fn the_corpus_is_lowered() {
    if !have_cc() {
        return;
    }
    let mut shown = String::new();
    for (name, path, text) in corpus().into_iter().chain(files_in("corpus/c/dense")) {
        let lowered = match lower_at(&path, &text) {
            Ok(lowered) => lowered,
            Err(said) => panic!("{name}: {said}"),
        };
        let count = lowered.layout.procs.iter().filter(|p| p.function.is_some()).count();
        let _ = writeln!(shown, "{name}: {count} functions");
        for (span, what) in lowered.unsupported() {
            let line = lowered.files.place(span).expect("a place").1.line;
            let _ = writeln!(shown, "  {line}: {what}");
        }
    }
    let wrong = golden(&root().join("corpus/c/unsupported.txt"), &shown);
    assert!(wrong.is_none(), "{}\n(UPDATE=1 takes what was found)", wrong.unwrap_or_default());
}

const ERRORS: &str = "
struct node { struct node *next; int key; };
struct item { int a, b; };
void *malloc(unsigned long); void free(void *); void abort(void); void exit(int);
int strcmp(const char *, const char *);
int null(int x) { struct node *p = 0; return p->key; }
int null_int(int x) { int *p = 0; return *p; }
int null_store(int x) { struct node *p = x ? 0 : (struct node *) 0; p->key = 1; return 0; }
int null_index(int x) { int *p = 0; return p[2]; }
int bounds(int x) { int a[3] = { 1, 2, 3 }; return a[x]; }
int bounds_store(int x) { int a[3]; a[x] = 1; return a[x]; }
int bounds_pointer(int x) { int a[3] = { 0 }; int *p = a; p += x; return *p; }
int bounds_malloc(int x) { int *p = malloc(x * sizeof(int)); p[x] = 1; return 0; }
int freed(int x) { struct node *p = malloc(sizeof *p); p->key = x; free(p); return p->key; }
int freed_array(int x) { int *p = malloc(12); p[0] = x; free(p); return p[0]; }
int freed_twice(int x) { struct node *p = malloc(sizeof *p); free(p); free(p); return x; }
int freed_inside(int x) { int *p = malloc(12); free(p + x); return x; }
int overflow(int x) { return x + 1; }
int overflow_product(int x) { return x * x; }
int overflow_negative(int x) { return -x; }
int overflow_division(int x) { return x / -1; }
int overflow_shift(int x) { return x << 3; }
int overflow_shift_assigned(int x) { signed char c = x; c <<= 1; return c; }
int overflow_step(int x) { x++; return x; }
int zero(int x) { return 7 / x; }
int zero_rest(int x) { return 7 % x; }
int unset(int x) { int y; return x + y; }
int unset_member(int x) { struct item i; i.a = x; return i.b; }
int unset_element(int x) { int a[4]; a[0] = 1; return a[x]; }
int unset_malloc(int x) { struct node *p = malloc(sizeof *p); return p->key; }
int unset_boxed(int x) { int y; int *p = &y; return *p; }
int assertion(int x) { assert(x > 0 && x < 10); return x; }
int aborts(int x) { if (x) abort(); return 1; }
int exits(int x) { if (x) exit(3); return 1; }
int no_result(int x) { if (x) return 1; }
int use_no_result(int x) { return no_result(x); }
int not_a_string(int x) { char a[2] = { 'x', 'y' }; return strcmp(a, \"xyz\"); }
";

#[test]
fn errors_of_programs_are_found() {
    use ErrorKind::*;
    let lowered = lower(ERRORS);
    let error = |name: &str, x: i64, kind| assert_eq!(lowered.run(name, &[x]), End::Error(kind), "{name}");
    let fine = |name: &str, x: i64, result: &str| {
        assert_eq!(lowered.run(name, &[x]), End::Ok(Some(result.to_string())), "{name}");
    };
    error("null", 0, NilDereference);
    error("null_int", 0, NilDereference);
    error("null_store", 0, NilDereference);
    error("null_index", 0, NilDereference);
    fine("bounds", 2, "3");
    error("bounds", 3, IndexOutOfRange);
    error("bounds", -1, IndexOutOfRange);
    error("bounds_store", 3, IndexOutOfRange);
    error("bounds_pointer", 3, IndexOutOfRange);
    error("bounds_pointer", 4, IndexOutOfRange);
    error("bounds_pointer", -1, IndexOutOfRange);
    error("bounds_malloc", 2, IndexOutOfRange);
    error("freed", 0, UseAfterFree);
    error("freed_array", 0, UseAfterFree);
    error("freed_twice", 0, BadFree);
    fine("freed_inside", 0, "0");
    error("freed_inside", 1, BadFree);
    error("overflow", i64::from(i32::MAX), Overflow);
    fine("overflow", i64::from(i32::MAX) - 1, "2147483647");
    error("overflow_product", 46341, Overflow);
    error("overflow_negative", i64::from(i32::MIN), Overflow);
    error("overflow_division", i64::from(i32::MIN), Overflow);
    error("overflow_shift", -1, Overflow);
    fine("overflow_shift", 5, "40");
    error("overflow_shift_assigned", -2, Overflow);
    fine("overflow_shift_assigned", 100, "-56");
    error("overflow_step", i64::from(i32::MAX), Overflow);
    error("zero", 0, DivisionByZero);
    error("zero_rest", 0, DivisionByZero);
    error("unset", 0, Uninitialised);
    error("unset_member", 0, Uninitialised);
    error("unset_element", 1, Uninitialised);
    fine("unset_element", 0, "1");
    error("unset_malloc", 0, Uninitialised);
    error("unset_boxed", 0, Uninitialised);
    fine("assertion", 3, "3");
    error("assertion", 0, FailedAssertion);
    error("assertion", 10, FailedAssertion);
    fine("aborts", 0, "1");
    error("aborts", 1, Abort);
    error("exits", 1, Exit);
    error("no_result", 0, MissingResult);
    error("use_no_result", 0, MissingResult);
    error("not_a_string", 0, IndexOutOfRange);
}

#[test]
fn long_expressions_are_lowered() {
    let sum = vec!["x"; 1200].join(" + ");
    let both = vec!["x"; 1200].join(" && ");
    let calls = vec!["f(x)"; 600].join(" || ");
    let next = vec!["next"; 1200].join("->");
    let compared = vec!["x"; 600].join(" >= ");
    let lowered = lower(&format!(
        "struct node {{ struct node *next; }};
        int f(int x) {{ return x > 9; }}
        int sum(int x) {{ return {sum}; }}
        int both(int x) {{ return {both}; }}
        int compared(int x) {{ return {compared}; }}
        int calls(int x) {{ return {calls}; }}
        int next(int x) {{ struct node n; n.next = &n; return n.{next} == &n; }}
        int not(int x) {{ return {}x; }}
        int minus(int x) {{ return {}x; }}",
        "!".repeat(901),
        "- ".repeat(900)
    ));
    let gives = |name: &str, result: &str| {
        assert_eq!(lowered.run(name, &[3]), End::Ok(Some(result.to_string())), "{name}");
    };
    gives("sum", "3600");
    gives("both", "1");
    // 3 >= 3 is 1, 1 >= 3 is 0, and so it stays.
    gives("compared", "0");
    gives("calls", "0");
    gives("next", "1");
    gives("not", "0");
    gives("minus", "3");
}

#[test]
fn what_became_of_what_is_told() {
    let lowered = lower(
        "struct item { int key; double d; int *at; }; static int count; int *last;
        int f(struct item *p, struct item by_value, double d, int *a) {
            struct item two[2]; two[0] = by_value; last = &two[1].key; p++; count++; return a[0]; }",
    );
    let layout = &lowered.layout;
    let f = &layout.procs[0];
    let forms: Vec<_> = f.params.iter().map(|p| p.form).collect();
    use front_c::lower::Form;
    assert_eq!(forms, [Some(Form::Pointer), Some(Form::Copy), None, Some(Form::Pointer)]);
    assert!(f.globals.is_some() && !layout.allocates);
    let globals = &layout.structs[layout.globals.expect("there are some").index()];
    let names = globals.fields.iter().map(|g| &lowered.unit.globals[g.global.expect("one").index()].name);
    assert_eq!(names.collect::<Vec<_>>(), ["count", "last"]);
    let item = layout.structs.iter().find(|s| s.record.is_some()).expect("the struct");
    let members: Vec<_> = item.fields.iter().map(|m| (m.member, m.boxed)).collect();
    assert_eq!(members, [(Some(0), true), (Some(2), false)]);
}

#[test]
fn a_member_without_elements_is_not_supported_where_it_is_used() {
    let lowered = lower(
        "struct s { int a; int c[0]; };\nint f(struct s *s) { return s->a; }\nint g(struct s *s) { return s->c[0]; }\n",
    );
    let said: Vec<String> = lowered.unsupported().into_iter().map(|(_, what)| what).collect();
    assert_eq!(said, ["g: the member `c` of type `int [0]`"]);
}
