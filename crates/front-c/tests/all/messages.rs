//! Mistakes and what is said about them, with line and column.

use crate::reading;

use reading::{have_cc, messages, unit};

fn says(text: &str, expected: &[&str]) {
    assert_eq!(messages(text), expected, "{text}");
}

#[test]
fn syntax() {
    says("int f(void) { return 0 }", &["1:23 error: expected `;` before `}`"]);
    says("int f(int x) {\n  return x + ;\n}", &["2:14 error: expected an expression before `;`"]);
    says("int f(void) { foo x; }", &["1:15 error: expected `;` after `foo`, or `foo` to be a type"]);
    says("int x = 08;", &["1:9 error: `08` is no number of C"]);
    says("int x;\n/* open", &["2:1 error: this comment has no end"]);
    says("int f(void) {\n  if (1) {\n}\n", &["3:2 error: expected a statement before the end of the file"]);
    says("int a[3;", &["1:8 error: expected `]` before `;`"]);
    says("struct s { int x }; ", &["1:17 error: expected `;` before `}`"]);
    says("}", &["1:1 error: expected a type or a declaration before `}`"]);
    says(
        "int f(a, b)\nint a, b;\n{ return a; }",
        &["1:5 error: old-style definition of `f` is not supported"],
    );
    says("char *s = \"abc;\n", &["1:11 error: this literal has no end"]);
}

#[test]
fn names() {
    says("int f(void) {\n  x = 1; x = 2;\n  return 0;\n}", &["2:3 error: `x` is not declared"]);
    says("void f(void) { g(1); g(2); }", &["1:16 error: the function `g` is not declared"]);
    says("int x; float x;", &["1:14 error: conflicting types for `x`"]);
    says("int f(int a) { int a; return 0; }", &["1:20 error: redeclaration of `a`"]);
    says("int f(void) { return 1; } int f(void) { return 2; }", &["1:31 error: redefinition of `f`"]);
    says("int f(int); int f(char *p);", &["1:17 error: conflicting types for `f`"]);
    says("struct s { int a; }; struct s { int b; };", &["1:29 error: redefinition of `struct s`"]);
    says("enum { A, B, A };", &["1:14 error: redeclaration of `A`"]);
    says("void f(void) { goto end; }", &["1:21 error: there is no label `end` in this function"]);
    says("int x = 1; int x = 2;", &["1:16 error: redefinition of `x`"]);
    says("int f(int a, int a);", &["1:18 error: redeclaration of `a`"]);
}

#[test]
fn members_and_calls() {
    let s = "struct s { int a; struct s *n; };\n";
    says(&format!("{s}int f(struct s *p) {{ return p->b; }}"), &["2:32 error: `struct s` has no member `b`"]);
    says(
        &format!("{s}int f(struct s *p) {{ return p.a; }}"),
        &["2:31 error: `struct s *` has no member `a`"],
    );
    says(
        &format!("{s}int f(struct s p) {{ return p->a; }}"),
        &["2:29 error: `->` needs a pointer, but this has the type `struct s`"],
    );
    says(
        "struct t; int f(struct t *p) { return p->a; }",
        &["1:42 error: the fields of `struct t` are not known here"],
    );
    says(
        "int g(int a, int b); int f(void) { return g(1); }",
        &["1:43 error: too few arguments: 1 where 2 are expected"],
    );
    says("int f(int x) { return x(1); }", &["1:23 error: a value of type `int` cannot be called"]);
    says(
        "int g(const char *s, ...); int f(void) { return g(); }",
        &["1:49 error: too few arguments: 0 where at least 1 are expected"],
    );
}

#[test]
fn types() {
    let s = "struct a { int x; }; struct b { int x; };\n";
    says(
        &format!("{s}void f(struct a a, struct b b) {{ a = b; }}"),
        &["2:38 error: a value of type `struct b` cannot be assigned as `struct a`"],
    );
    says(
        "void f(int *p, int *q) { p + q; }",
        &["1:26 error: `+` has no meaning for the types `int *` and `int *`"],
    );
    says("void f(double d) { d % 2; }", &["1:20 error: `%` has no meaning for the types `double` and `int`"]);
    says("void f(void) { 1 = 2; }", &["1:16 error: only what has a place can be changed"]);
    says("void f(const int c) { c = 2; }", &["1:23 error: `c` is `const`"]);
    says("void f(int x) { *x = 1; }", &["1:17 error: a value of type `int` does not point to anything"]);
    says("void f(void) { break; }", &["1:16 error: `break` outside of a loop or switch"]);
    says("void f(void) { continue; }", &["1:16 error: `continue` outside of a loop"]);
    says("void f(int x) { case 1: x = 1; }", &["1:22 error: `case` outside of a switch"]);
    says("void f(int x) { switch (x) { case 1: case 1: ; } }", &["1:43 error: there are two cases for 1"]);
    says("void f(int x) { switch (x) { case x: ; } }", &["1:35 error: this is not constant"]);
    says("int a[-1];", &["1:7 error: the length of this array is negative"]);
    says("int n; int a[n];", &["1:14 error: the length of an array outside of a function must be constant"]);
    says(
        "struct s { struct s inner; };",
        &["1:21 error: the type of this field, `struct s`, is not complete"],
    );
    says("void v; ", &["1:6 error: the variable `v` cannot have the type `void`"]);
    says("void g(void); int f(void) { return g(); }", &["1:36 error: this has no value"]);
    says(
        "struct s; struct s x(void); int n = sizeof(struct s);",
        &["1:37 error: the type `struct s` is not complete, so it has no size"],
    );
    says("_Static_assert(sizeof(int) == 8, \"no\");", &["1:1 error: static assertion failed: no"]);
    says("int a[2] = { [5] = 1 };", &["1:15 error: the index 5 is outside of the array"]);
    says("struct { int x; } s = { .y = 1 };", &["1:26 error: `struct` has no member `y`"]);
    says("enum { A = 1 / 0 };", &["1:12 error: this constant expression divides by zero"]);
    says(
        "int f(void) { int x; static int *p = &x; return *p; }",
        &["1:39 error: the first value of this variable must be constant"],
    );
    says("int g(void); int x = g();", &["1:22 error: the first value of this variable must be constant"]);
    says("int f(void) { return &3; }", &["1:22 error: only what has a place has an address"]);
}

#[test]
fn warnings_leave_a_tree() {
    says("enum { A = 2147483647 + 1 };", &["1:12 warning: this constant expression overflows its type"]);
    says("int a[1] = { 1, 2 };", &["1:17 warning: this value is for nothing: all parts have one"]);
    unit("int a[1] = { 1, 2 };");
}

#[test]
fn preprocessing() {
    if !have_cc() {
        return;
    }
    says("int x;\n#include \"nowhere.h\"\n", &["2:10 error: nowhere.h: No such file or directory"]);
    says("#if 1\nint x;\n", &["1:1 error: unterminated #if"]);
    says(
        "#include <stdio.h>\n#define M(x) ((x) + y)\n\nint f(int a) {\n  return 1 + M(a);\n}\n",
        &["5:14 error: `y` is not declared"],
    );
    says("#define N 3\nint a[N];\nint f(void) { return a[N] + b; }\n", &["3:29 error: `b` is not declared"]);
    says("int f(int x) { return x \\\n + 1 }\n", &["2:5 error: expected `;` before `}`"]);
}

#[test]
fn a_missing_compiler_is_named() {
    let mut files = source::Files::new();
    let file = files.add("a.c", "int x;\n#define N 1\n");
    let mut options = front_c::Options::default();
    options.preprocessor.compiler = "no-such-compiler".to_string();
    let checked = front_c::check(&files, file, std::path::Path::new("a.c"), &options);
    assert!(checked.unit.is_none());
    let said = &checked.diagnostics[0];
    assert_eq!(files.text(said.place().expect("a place")), "#define N 1");
    assert!(said.message.contains("`no-such-compiler` was not found"), "{}", said.message);
}

#[test]
fn a_struct_within_itself_has_an_end() {
    for field in
        ["struct s x;", "struct s x[2];", "struct s x[];", "int y; struct s x[];", "struct s x[2][3];"]
    {
        let text = format!(
            "struct s {{ {field} int y; }};\nstruct s v = {{ 1, 2 }};\nint f(struct s *s) {{ return s->x.y; }}\n"
        );
        let said = reading::messages(&text);
        assert!(said.iter().any(|m| m.contains("is not complete")), "{field}: {said:?}");
        let text = text.replace("int y; };", "};");
        let said = reading::messages(&text);
        assert!(said.iter().any(|m| m.contains("is not complete")), "{field}: {said:?}");
    }
}

#[test]
fn rows_of_signs_end() {
    let text = format!("int f(int *j) {{ return j{}->x; }}\n", "-".repeat(290));
    let said = reading::messages(&text);
    assert!(said[0].contains("nested too deeply"), "{said:?}");
    // A few of them are fine.
    assert_eq!(
        reading::messages("int f(int a, int b) { return a - - b + - - - a; }\n"),
        Vec::<String>::new()
    );
}
