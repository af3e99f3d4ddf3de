//! What is not supported is a node with its name and place, and the rest of the file is as it should be.

use crate::reading;

use front_c::tree::print;
use reading::unit;

/// The function `f` is unsupported in the way that is named, and `g` is not.
fn names(text: &str, what: &str) {
    let text = format!("{text}\nint g(int x) {{ return x; }}\n");
    let shown = print(&unit(&text));
    assert!(shown.contains(&format!("unsupported: {what}")), "{text}\n{shown}");
    assert!(shown.contains("int g(int x)\n  return x\n"), "{shown}");
}

#[test]
fn odd_functions_are_marked() {
    names("int f(__builtin_va_list a) { return __builtin_va_arg(a, int); }", "va_arg");
    names("void f(int n) { int a[n][n]; a[0][0] = 1; }", "array of variable length");
    names("void f(void) { __asm__(\"nop\"); }", "inline assembly");
    names("void f(void) { asm volatile (\"\" ::: \"memory\"); }", "inline assembly");
    names("void f(int x) { __asm__ __volatile__ (\"nop\" : \"=r\" (x) : \"0\" (x)); }", "inline assembly");
    // The parser sees `x || 1`, and what follows would bind less.
    names("int f(int x) { return x ?: x || 1; }", "conditional without a middle operand");
    names("int f(int x) { return x++ ?: 1; }", "`a ?: b` where `a` does something");
    names("int f(int x) { void *p = &&end; goto *p; end: return x; }", "address of a label");
    names("void f(void) { __int128 x = 1; }", "the type of `x`");
    names(
        "int f(long a) { return (int) ((unsigned __int128) a >> 64); }",
        "a conversion to an unsupported type",
    );
    names("__int128_t f(unsigned __int128 a) { return a + 1; }", "");
    names(
        "__float128 f(__float128 a) { return a + 1; }\nint h(void) { return L'ab'; }",
        "wide character constant",
    );
    names("void f(void) { __label__ a; a: ; }", "local label");
    names("void *f(void) { return L\"wide\"; }", "wide string literal");
    names("int f(void) { return L'ab'; }", "wide character constant");
    names("double f(void) { return 1.5i; }", "complex number");
    names("void f(void) { _Complex double z; z = 1; }", "the type of `z`");
    names("int f(char *p) { return _Generic(p, char *: 1, const char *: 2); }", "_Generic");
    names("int f(void) { return __builtin_types_compatible_p(int, long); }", "__builtin_types_compatible_p");
}

#[test]
fn the_place_is_that_of_the_construct() {
    let text = "int f(int x) {\n  int y = 1;\n  return y + (x ?: y || 1);\n}\n";
    let mut files = source::Files::new();
    let file = files.add("a.c", text);
    let checked = front_c::check_preprocessed(&files, file, None, &front_c::Options::default());
    let unit = checked.unit.expect("a tree");
    let body = unit.functions[0].body.as_ref().expect("a body");
    let front_c::tree::StmtKind::Block(stmts) = &body.kind else { panic!("no block") };
    assert_eq!(files.place(stmts[0].span).expect("a file").1.line, 3);
}

#[test]
fn types_of_128_bits_are_read_where_they_are_not_used() {
    let text = "typedef __float128 wide; typedef unsigned __int128 u128; extern __int128_t x;\n\
        typedef struct { long long a __attribute__((aligned(8))); __float128 b; } most;\n\
        u128 twice(u128 a); struct s { u128 a; }; int f(int x) { return x; }\n\
        unsigned long high(unsigned long a, unsigned long b) { return (u128) a * b >> 64; }\n\
        int h(void) { return (int) sizeof(most); } int k(void) { return (int) sizeof(struct s); }\n";
    let shown = print(&unit(text));
    assert!(shown.contains("int f(int x)\n  return x\n"), "{shown}");
    assert!(shown.contains("return (int)32\n"), "{shown}");
    assert_eq!(shown.matches("<unsupported").count(), 2, "{shown}");
}

#[test]
fn outside_of_functions_it_is_an_error() {
    let said = reading::messages("asm(\"nop\");\n");
    assert_eq!(said, ["1:1 error: inline assembly is not supported outside of functions"]);
}
