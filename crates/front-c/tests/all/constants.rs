//! Constant expressions against the compiler: random expressions over mixed integer types are evaluated here and
//! by a compiled program, which also says what type each has.

use crate::reading;

use base::Random;
use front_c::types::{DataModel, IntName, IntType};
use reading::{have_cc, run_c, unit};
use std::fmt::Write;

fn atom(random: &mut Random) -> String {
    let digits = match random.below(4) {
        0 => random.between(0, 3),
        1 => random.between(0, 300),
        2 => random.between(0, 1 << 33),
        _ => *random.pick(&[2147483647, 2147483648, 4294967295, 4294967296, 32768, 65535]).unwrap_or(&1),
    };
    match random.below(8) {
        0 => format!("{:#x}", digits),
        1 => format!("0{digits:o}"),
        2 => format!("'{}'", *random.pick(&["a", "\\n", "\\xff", "\\0", "\\377", "Z"]).unwrap_or(&"a")),
        3 => (*random.pick(&["RED", "BLUE", "BIG", "NEG"]).unwrap_or(&"RED")).to_string(),
        4 => format!("{digits}{}", random.pick(&["u", "l", "ul", "ll", "ULL", "LU"]).unwrap_or(&"")),
        5 => (*random
            .pick(&["sizeof(int)", "sizeof(struct s)", "_Alignof(long)", "sizeof \"abc\"", "sizeof(char[7])"])
            .unwrap_or(&"1"))
        .to_string(),
        _ => digits.to_string(),
    }
}

fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.one_in(6) {
        return atom(random);
    }
    let sub = |random: &mut Random| expression(random, depth - 1);
    match random.below(10) {
        0 => {
            let op = *random.pick(&["-", "~", "!", "+"]).unwrap_or(&"-");
            format!("({op} {})", sub(random))
        }
        1 | 2 => {
            let to = *random
                .pick(&[
                    "char",
                    "unsigned char",
                    "short",
                    "unsigned short",
                    "int",
                    "unsigned",
                    "long",
                    "unsigned long",
                    "_Bool",
                    "enum colour",
                    "long long",
                ])
                .unwrap_or(&"int");
            format!("(({to}) {})", sub(random))
        }
        3 => {
            let (a, b, c) = (sub(random), sub(random), sub(random));
            format!("({a} ? {b} : {c})")
        }
        4 => {
            let op = *random.pick(&["<<", ">>"]).unwrap_or(&"<<");
            format!("({} {op} {})", sub(random), random.below(31))
        }
        5 => {
            let op = *random.pick(&["/", "%"]).unwrap_or(&"/");
            format!("({} {op} {})", sub(random), 1 + random.below(1000))
        }
        _ => {
            let op = *random
                .pick(&["+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"])
                .unwrap_or(&"+");
            let (a, b) = (sub(random), sub(random));
            format!("({a} {op} {b})")
        }
    }
}

const PROLOGUE: &str = "enum colour { RED, BLUE = 7, BIG = 0x7fffffff }; enum { NEG = -5 };\n\
                        struct s { char c; long l; short h; };\n";

#[test]
fn constants_are_those_of_the_compiler() {
    if !have_cc() {
        return;
    }
    let mut random = Random::new(42);
    let expressions: Vec<String> = (0..400).map(|_| expression(&mut random, 4)).collect();

    // `-fwrapv` is not needed: gcc folds overflow in constants by wrapping.
    let mut program = format!("#include <stdio.h>\n{PROLOGUE}");
    program.push_str(
        "#define T(e) _Generic((e), int: \"int\", unsigned: \"unsigned int\", long: \"long\", \
         unsigned long: \"unsigned long\", long long: \"long long\", \
         unsigned long long: \"unsigned long long\", default: \"?\")\n#define P(e) printf(\"%s %lld\\n\", T(+(e)), (long long) (e))\nint main(void) {\n",
    );
    let mut ours = PROLOGUE.to_string();
    for (index, e) in expressions.iter().enumerate() {
        let _ = writeln!(program, "P({e});");
        // The unary plus promotes, as in the program; the type then is one that has a name.
        let _ = writeln!(ours, "long v{index}(void) {{ return +{e}; }}");
    }
    program.push_str("return 0; }\n");
    let found = run_c("constants", &program);

    let unit = unit(&ours);
    for (index, (e, line)) in expressions.iter().zip(found.lines()).enumerate() {
        let function = &unit.functions[unit.function_named(&format!("v{index}")).expect("there").index()];
        let front_c::tree::StmtKind::Block(stmts) = &function.body.as_ref().expect("a body").kind else {
            panic!("no block")
        };
        let front_c::tree::StmtKind::Return(Some(value)) = &stmts[0].kind else { panic!("no return") };
        // The conversion to `long` around it is the function's.
        let inner = match &value.kind {
            front_c::tree::ExprKind::Convert(inner) if function_converts(value, inner) => inner,
            _ => value,
        };
        let constant = front_c::constant::evaluate(&unit.types, inner);
        let constant = constant.unwrap_or_else(|why| panic!("{e}: {why:?}"));
        let as_long =
            front_c::types::IntType::new(front_c::types::IntName::LongLong, front_c::types::DataModel::Lp64)
                .wrap(&constant.value);
        let ty = unit.types.text(&inner.ty);
        assert_eq!(format!("{ty} {as_long}"), line, "{e}");
    }
    assert_eq!(found.lines().count(), expressions.len());
}

#[test]
fn constants_for_32_bits_are_those_of_the_compiler() {
    if !have_cc() {
        return;
    }
    let mut random = Random::new(4242);
    let expressions: Vec<String> = (0..300).map(|_| expression(&mut random, 3)).collect();
    let mut ours = PROLOGUE.to_string();
    for (index, e) in expressions.iter().enumerate() {
        let _ = writeln!(ours, "enum {{ V{index} = sizeof(+{e}) }}; __typeof(+{e}) v{index} = +{e};");
    }
    let (files, checked) = reading::check(&ours, DataModel::Ilp32);
    let said = source::render_all(&checked.diagnostics, &files, false);
    let unit = checked.unit.unwrap_or_else(|| panic!("{said}"));
    let mut asserts = PROLOGUE.to_string();
    for (e, global) in expressions.iter().zip(&unit.globals) {
        let Some(front_c::tree::Init::Scalar(value)) = &global.init else { panic!("no value") };
        let constant =
            front_c::constant::evaluate(&unit.types, value).unwrap_or_else(|why| panic!("{e}: {why:?}"));
        let wide = IntType::new(IntName::UnsignedLongLong, DataModel::Ilp32).wrap(&constant.value);
        let ty = unit.types.text(&global.ty);
        let _ = writeln!(
            asserts,
            "_Static_assert(_Generic(+{e}, {ty}: 1, default: 0) && (unsigned long long) +{e} == {wide}ull, \"\");"
        );
    }
    let judged = tools::Tool::new("cc")
        .args(["-std=gnu11", "-w", "-m32", "-fsyntax-only", "-x", "c", "-"])
        .stdin(asserts.clone())
        .run()
        .expect("cc runs");
    let said = String::from_utf8_lossy(&judged.stderr);
    assert!(judged.status.success(), "{}", said.lines().take(12).collect::<Vec<_>>().join("\n"));
}

/// Whether a conversion was added by the `return`, rather than written as a cast: it has the same place.
fn function_converts(outer: &front_c::tree::Expr, inner: &front_c::tree::Expr) -> bool {
    outer.span == inner.span
}

#[test]
fn literals_have_the_types_of_the_standard() {
    let cases = [
        ("1", "int"),
        ("2147483648", "long"),
        ("0x80000000", "unsigned int"),
        ("0xffffffffffffffff", "unsigned long"),
        ("1u", "unsigned int"),
        ("1l", "long"),
        ("1ull", "unsigned long long"),
        ("4294967296u", "unsigned long"),
        ("017777777777", "int"),
        ("0b101", "int"),
        ("'a'", "int"),
        ("1 == 1", "int"),
        ("sizeof 1", "unsigned long"),
        ("1.5f", "float"),
        ("1.5", "double"),
        ("1.5L", "long double"),
        ("1 + 1.5f", "float"),
        ("(char) 1 + (short) 2", "int"),
        ("1u + 1l", "long"),
        ("1ul + 1ll", "unsigned long long"),
    ];
    for (text, ty) in cases {
        let unit = unit(&format!("__typeof({text}) x;"));
        assert_eq!(unit.types.text(&unit.globals[0].ty), ty, "{text}");
    }
}
