//! What C means, shown on small programs: conversions, initialisers, scopes, statements.

use crate::reading;

use front_c::tree::print;
use front_c::types::DataModel;
use reading::{check, have_cc, unit};

/// The lines that the body of `f` is printed as.
fn body(text: &str) -> Vec<String> {
    let shown = print(&unit(text));
    let lines: Vec<&str> = shown.lines().collect();
    let start = lines.iter().position(|l| l.contains(" f(") || l.contains("*f(")).expect("an f");
    lines[start + 1..].iter().take_while(|l| l.starts_with(' ')).map(|l| l.trim_start().to_string()).collect()
}

#[test]
fn conversions_are_written_out() {
    assert_eq!(body("int f(char c, short s) { return c + s; }"), ["return ((int)c + (int)s)"]);
    assert_eq!(body("long f(int i, unsigned u) { return i * u; }"), ["return (long)((unsigned int)i * u)"]);
    assert_eq!(body("int f(long l, unsigned u) { return l < u; }"), ["return (l < (long)u)"]);
    assert_eq!(body("int f(long l, char c) { return c << l; }"), ["return ((int)c << l)"]);
    assert_eq!(body("_Bool f(int *p) { return p; }"), ["return (_Bool)p"]);
    assert_eq!(body("void f(char c) { c += 1; c++; }"), ["c +=(int) 1", "c++"]);
    assert_eq!(body("void f(char *p, long n) { p += n; p -= 1; }"), ["p @+= n", "p @-= 1"]);
    assert_eq!(body("long f(int *p, int *q) { return p - q; }"), ["return (p @-@ q)"]);
    assert_eq!(body("int f(float x) { return x; }"), ["return (int)x"]);
    assert_eq!(body("int *f(int a[3], int i) { return &a[i]; }"), ["return (a @+ i)"]);
    assert_eq!(body("int f(int i, int a[3]) { return i[a]; }"), ["return (*(a @+ i))"]);
    assert_eq!(body("void *f(int x) { return x ? (void *) 0 : &f; }"), ["return (void *)(x ? null : &f)"]);
    assert_eq!(body("int *f(int *p) { return 1 ? 0 : p; }"), ["return (1 ? null : p)"]);
    assert_eq!(
        body("struct s { unsigned b : 3; }; int f(struct s s) { return s.b - 1; }"),
        ["return ((int)s.b - 1)"]
    );
    assert_eq!(
        body("enum e { A }; int f(enum e e) { return e < -1; }"),
        ["return ((unsigned int)e < (unsigned int)-1)"]
    );
    assert_eq!(body("void g(); void f(char c, float x) { g(c, x); }"), ["g((int)c, (double)x)"]);
    assert_eq!(body("void f(int (*p)(int)) { p(1); (*p)(2); (**p)(3); }"), ["(*p)(1)", "(*p)(2)", "(*p)(3)"]);
    assert_eq!(body("int g(int); int f(void) { return (&g)(1) + (*g)(2); }"), ["return (g(1) + g(2))"]);
    assert_eq!(
        body("struct s { int a[2]; }; struct s g(void); int f(void) { return g().a[1]; }"),
        ["return (*(&[g()].a[0] @+ 1))"]
    );
}

#[test]
fn initialisers_find_their_parts() {
    assert_eq!(
        body("void f(void) { int a[] = { 1, 2, [5] = 6, 7 }; }"),
        ["int a[7] = { [0] = 1, [1] = 2, [5] = 6, [6] = 7 }"]
    );
    assert_eq!(
        body("void f(void) { int a[2][2] = { 1, 2, 3, 4 }; }"),
        ["int a[2][2] = { [0][0] = 1, [0][1] = 2, [1][0] = 3, [1][1] = 4 }"]
    );
    assert_eq!(
        body("void f(void) { char s[] = \"hi\", t[2] = \"hi\"; }"),
        ["char s[3] = { [0] = 104, [1] = 105, [2] = 0 }", "char t[2] = { [0] = 104, [1] = 105 }"]
    );
    let point = "struct p { int x, y; }; struct l { struct p a, b; int n; };\n";
    assert_eq!(
        body(&format!("{point}void f(struct p q) {{ struct l l = {{ q, 1, 2, 3 }}; }}")),
        ["struct l l = { .0 = q, .1.0 = 1, .1.1 = 2, .2 = 3 }"]
    );
    assert_eq!(
        body(&format!("{point}void f(void) {{ struct l l = {{ .b.y = 1, 2, .a = {{ 3 }} }}; }}")),
        ["struct l l = { .1.1 = 1, .2 = 2, .0.0 = 3 }"]
    );
    assert_eq!(
        body(&format!("{point}void f(void) {{ struct p p[] = {{ [1].x = 1, 2, {{ 3, 4 }} }}; }}")),
        ["struct p p[3] = { [1].0 = 1, [1].1 = 2, [2].0 = 3, [2].1 = 4 }"]
    );
    assert_eq!(
        body("union u { int i; char c; }; void f(void) { union u u = { 1 }, v = { .c = 2 }; }"),
        ["union u u = { .0 = 1 }", "union u v = { .1 = (char)2 }"]
    );
    assert_eq!(
        body("void f(void) { int a[4] = { [1 ... 2] = 7 }; int x = { 3 }; }"),
        ["int a[4] = { [1] = 7, [2] = 7 }", "int x = 3"]
    );
    assert_eq!(
        body("struct s { int a; struct { int b, c; }; }; void f(void) { struct s s = { .c = 1 }; }"),
        ["struct s s = { .1.1 = 1 }"]
    );
    assert_eq!(
        body("int f(void) { return ((int[]) { 1, 2 })[1]; }"),
        ["return (*(&[$0 := { [0] = 1, [1] = 2 }][0] @+ 1))"]
    );
    assert_eq!(
        body("void f(void) { struct { char s[3]; int x; } v = { \"ab\", 1 }, w = {}; }"),
        ["struct v = { .0[0] = 97, .0[1] = 98, .0[2] = 0, .1 = 1 }", "struct w = {  }"]
    );
}

#[test]
fn names_follow_scopes() {
    let text =
        "int x; int f(void) { int x = 1; { int x = 2; x++; } for (int x = 0; x < 1; x++) ; return x; }";
    assert_eq!(
        body(text),
        [
            "int x = 1",
            "block",
            "int x.2 = 2",
            "x.2++",
            "for",
            "int x.3 = 0",
            "; (x.3 < 1) ; (x.3++)",
            "empty",
            "return x"
        ]
    );
    let unit = unit("int f(void) { static int n; { static int n = 2; n++; } return n; }");
    let names: Vec<&str> = unit.globals.iter().map(|g| g.name.as_str()).collect();
    assert_eq!(names, ["f.n", "f.n.2"]);
    assert_eq!(unit.globals[1].written.as_deref(), Some("n"));
    assert_eq!(body("typedef int T; int f(void) { T T = 1; return T; }"), ["int T = 1", "return T"]);
    assert_eq!(body("int f(void) { extern int e; return e; }"), ["return e"]);
}

#[test]
fn declarations_are_merged() {
    let unit =
        unit("extern int a[]; int a[4]; int f(); int f(int x) { return x; } int n; int n = 3; extern int e;");
    assert_eq!(unit.globals.len(), 3);
    assert_eq!(unit.types.text(&unit.globals[0].ty), "int [4]");
    assert!(unit.globals[1].init.is_some() && !unit.globals[1].is_extern && unit.globals[2].is_extern);
    assert_eq!(unit.functions.len(), 1);
    assert!(unit.functions[0].prototyped);
}

#[test]
fn parameters_remember_how_they_were_declared() {
    let unit =
        unit("int f(int n, int a[static 3], int m[][4], int g(int)) { return a[0] + m[1][2] + g(n); }");
    let function = &unit.functions[0];
    let shown: Vec<(String, Option<&str>)> = function
        .params
        .iter()
        .filter_map(|id| function.local(*id))
        .map(|l| (unit.types.declaration(&l.ty, &l.name), l.declared.as_deref()))
        .collect();
    assert_eq!(shown[0], ("int n".to_string(), None));
    assert_eq!(shown[1], ("int *a".to_string(), Some("int a[static 3]")));
    assert_eq!(shown[2], ("int (*m)[4]".to_string(), Some("int m[][4]")));
    assert_eq!(shown[3], ("int (*g)(int)".to_string(), Some("int g(int)")));
}

#[test]
fn sizes_of_parameters_are_read() {
    let unit = unit(
        "enum { N = 3 }; typedef int four[4]; int k, q;\n\
        int f(int n, int a[5], int b[const static 3][4], int c[], int d[N], four e, int g[static n], int *h[(n + 1) * 2],\n\
        int (*i)[5], int j[k], struct s { int x[7]; } *l, struct { int x[6]; } o[2], int p[q], int q, int r[n ? 1 : 2],\n\
        int (s)[n - 010], int (t[6])) { return n; }",
    );
    let function = &unit.functions[0];
    let locals = function.params.iter().filter_map(|id| function.local(*id));
    let shown: Vec<String> = locals
        .filter_map(|l| Some((l, l.elements.as_ref()?)))
        .map(|(l, e)| format!("{} {}{}", l.name, e.count, if e.there { " there" } else { "" }))
        .collect();
    assert_eq!(shown, ["a 5", "b 3 there", "d 3", "e 4", "g n there", "h (n + 1) * 2", "o 2", "t 6"]);
}

#[test]
fn qualifiers_and_attributes_are_kept_where_they_matter() {
    let unit = unit(
        "struct s { volatile int a; int *volatile b; volatile int *c; volatile char d[2]; };\n\
        _Noreturn void f(void); void g(void) __attribute__((noreturn)); __attribute__((noreturn)) void h(void);\n\
        const int k = 1; volatile int v; int *const p; const int *q; typedef const int C; C c = 2;",
    );
    let volatile: Vec<bool> = unit.types.records[0].fields.iter().map(|f| f.is_volatile).collect();
    assert_eq!(volatile, [true, true, false, true]);
    assert!(unit.functions.iter().all(|f| f.is_noreturn));
    let shown: Vec<(bool, bool)> = unit.globals.iter().map(|g| (g.is_const, g.is_volatile)).collect();
    assert_eq!(shown, [(true, false), (false, true), (true, false), (false, false), (true, false)]);
}

#[test]
fn statements_have_their_shape() {
    assert_eq!(
        body("int f(int x) { switch (x) { case 1 ... 3: return 1; default: ; } goto l; l: return 0; }"),
        ["switch x", "case 1 ... 3:", "return 1", "default:", "empty", "goto l", "l:", "return 0"]
    );
    assert_eq!(body("void f(int x) { assert(x > 0); }"), ["assert (x > 0)"]);
    assert_eq!(body("void g(void); void f(void) { return g(); }"), ["block", "g()", "return"]);
    assert_eq!(
        body("int f(unsigned char c) { switch (c) { case 'a': return 1; } return sizeof c; }"),
        ["switch (int)c", "case 97:", "return 1", "return (int)1"]
    );
}

#[test]
fn data_models_differ() {
    let text = "unsigned long f(long l) { return sizeof(void *) + l; }";
    let shown = |model| print(&check(text, model).1.unit.expect("right"));
    assert!(shown(DataModel::Lp64).contains("return (8 + (unsigned long)l)"));
    assert!(
        shown(DataModel::Ilp32).contains("return (unsigned long)((unsigned long)4 + (unsigned long)l)")
            || shown(DataModel::Ilp32).contains("(unsigned long)4 + (unsigned long)l"),
        "{}",
        shown(DataModel::Ilp32)
    );
}

#[test]
fn macros_and_folders_can_be_given() {
    if !have_cc() {
        return;
    }
    let mut files = source::Files::new();
    let file = files.add("a.c", "#include <shapes.h>\nint n = COUNT;\nint k = RECTANGLE;\n");
    let mut options = front_c::Options::default();
    options.preprocessor.defines.push("COUNT=3".to_string());
    options.preprocessor.include_dirs.push(reading::root().join("corpus/c"));
    let checked = front_c::check(&files, file, std::path::Path::new("a.c"), &options);
    let said = source::render_all(&checked.diagnostics, &files, false);
    let unit = checked.unit.unwrap_or_else(|| panic!("{said}"));
    assert_eq!(print(&unit), "int n = 3\nint k = 1\n");
    let area = &unit.functions[unit.function_named("area").expect("there").index()];
    assert!(area.from_header);
    assert_eq!(files.text(area.span), "#include <shapes.h>");
}

#[test]
fn odd_texts_are_read() {
    assert_eq!(body("\u{feff}int f(void)\r\n{\r\n\treturn 1; // one\r\n}\r\n"), ["return 1"]);
    assert_eq!(body("int\x0cf(void)\x0b{ return 1; }"), ["return 1"]);
    assert_eq!(unit("").functions.len(), 0);
    assert_eq!(unit(" /* nothing */ // at all").functions.len(), 0);
    if have_cc() {
        assert_eq!(body("#define ONE 1\r\nint f(void)\r\n{\r\n\treturn ONE;\r\n}\r\n"), ["return 1"]);
        assert_eq!(body("\u{feff}#define ONE 1\nint f(void) { return ONE; }\n"), ["return 1"]);
        assert_eq!(body("int f(void) { return __LINE__; }"), ["return 1"]);
    }
}

#[test]
fn headers_are_taken() {
    if !have_cc() {
        return;
    }
    let headers = "stdio stdlib string stdbool stdint limits assert stddef ctype errno math stdarg inttypes time \
                   signal setjmp locale float iso646 wchar unistd sys/types sys/stat fcntl pthread";
    for header in headers.split_whitespace() {
        let (files, checked) = check(&format!("#include <{header}.h>\nint x;\n"), DataModel::Lp64);
        let said = source::render_all(&checked.diagnostics, &files, false);
        assert!(checked.unit.is_some(), "{header}: {said}");
    }
    let all: String = headers.split_whitespace().map(|h| format!("#include <{h}.h>\n")).collect();
    let unit = unit(&format!("{all}void f(int x) {{ assert(x && \"positive\"); errno = 0; }}\n"));
    let shown = print(&unit);
    assert!(shown.contains("assert (x && &\"positive\"[0])"), "{shown}");
    assert!(unit.functions.iter().filter(|f| f.name != "f").all(|f| f.from_header));
    for (name, returns) in [("exit", false), ("abort", false), ("__assert_fail", false), ("malloc", true)] {
        let function = &unit.functions[unit.function_named(name).expect("declared").index()];
        assert_eq!(function.is_noreturn, !returns, "{name}");
    }
}

#[test]
fn large_and_deep_inputs_are_answered() {
    let many: String =
        (0..20_000).map(|n| format!("int v{n} = {n};\nint f{n}(int x) {{ return x + v{n}; }}\n")).collect();
    assert_eq!(unit(&many).functions.len(), 20_000);
    let chain: String = (0..400).map(|n| format!("if (x == {n}) return {n}; else ")).collect();
    unit(&format!("int f(int x) {{ {chain} return 0; }}"));
    let sum = "x + ".repeat(1000);
    unit(&format!("int f(int x) {{ return {sum} x; }}"));
    let cases: String = (0..600).map(|n| format!("case {n}: ")).collect();
    unit(&format!("int f(int x) {{ switch (x) {{ {cases} return 1; }} return 0; }}"));
    unit(&format!("int f(int x) {{ return {}x{}; }}", "(".repeat(190), ")".repeat(190)));
    unit(&format!("int f(int x) {{ {}{} return 0; }}", "{".repeat(190), "}".repeat(190)));
    let n = 100_000;
    for text in [
        format!("int f(int x) {{ return {}x{}; }}", "(".repeat(n), ")".repeat(n)),
        format!("int f(int x) {{ return {}x; }}", "!".repeat(n)),
        format!("int f(int x) {{ return {}x; }}", "x + ".repeat(n)),
        format!("int {}x;", "*".repeat(n)),
        format!("int x{};", "[1]".repeat(n)),
        "{".repeat(n),
        "int f(void) { if (1) ".repeat(n),
        format!("int f(void) {{ {} ; }}", "if (1) ; else ".repeat(n)),
        format!("int f(void) {{ {} ; }}", "case 1: ".repeat(n)),
    ] {
        let found = reading::messages(&text);
        assert!(found[0].contains("nested too deeply"), "{}: {found:?}", &text[..40]);
    }
    let mut typedefs = String::from("typedef int T0;\n");
    for n in 0..5000 {
        typedefs.push_str(&format!("typedef T{n} *T{};\n", n + 1));
    }
    assert!(reading::messages(&typedefs)[0].contains("nested too deeply"));
}
