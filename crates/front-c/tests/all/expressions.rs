//! Random integer expressions as functions of three numbers: where the program here has a value, the compiled one
//! has the same; where it errs, the sanitizer of the compiler says so too.

use crate::reading;

use reading::have_cc;
use reading::lowered::{End, lower};
use reading::sanitized::{call_all, run_sanitized};
use std::fmt::Write;

const COUNT: usize = 300;
const TUPLES: &[[i64; 3]] = &[
    [0, 0, 0],
    [1, 2, 3],
    [-1, 5, 200],
    [100, -100, 70000],
    [2_147_483_647, 1, -1],
    [-2_147_483_648, -1, 65535],
    [123_456_789, -987_654_321, 255],
];
const TYPES: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "_Bool",
    "int",
    "int",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn expr(&mut self, depth: usize) -> Text {
        if depth == 0 || self.below(8) == 0 {
            let consts = ["0", "1", "7", "255", "(-3)", "1000", "65536u", "5L", "2147483647", "0x80u"];
            return Text::atom(match self.below(5) {
                0 => self.pick(&consts),
                n => ["a", "b", "c", "a"][n - 1],
            });
        }
        let a = self.expr(depth - 1);
        match self.below(20) {
            0..=4 => a.with(self.pick(&["+", "-", "*"]), &self.expr(depth - 1)),
            5 => a.with("/", &self.expr(depth - 1)),
            6 => a.with("%", &Text::atom(self.pick(&["3", "10", "256", "7u", "100L"]))),
            7 => a.with(self.pick(&["&", "|", "^"]), &self.expr(depth - 1)),
            8 => {
                let mask = self.pick(&["1", "0xff", "0xf0", "-8", "0x5555u", "0x7fffffff", "~0xfL", "12"]);
                a.with(self.pick(&["&", "|", "^"]), &Text::atom(mask))
            }
            9 => a.with(">>", &Text::atom(self.pick(&["0", "1", "3", "7", "(b & 7)", "(c & 15)"]))),
            10 => a.after("(unsigned) ").with("<<", &Text::atom(self.pick(&["0", "1", "4", "15"]))),
            11 => a.after("-"),
            12 => a.after("~"),
            13 => a.after("!"),
            14..=15 => a.after(&format!("({}) ", self.pick(TYPES))),
            16 => a.with(self.pick(&["<", "<=", ">", ">=", "==", "!="]), &self.expr(depth - 1)),
            17 => a.short("&&", &self.expr(depth - 1)),
            18 => a.short("||", &self.expr(depth - 1)),
            _ => a.short("?", &self.expr(depth - 1)).short(":", &self.expr(depth - 1)),
        }
    }
}

/// An expression, and the same in steps: the compiler takes expressions apart before it puts checks in, so that
/// some errors would be missed.
struct Text {
    plain: String,
    steps: String,
}

impl Text {
    fn atom(text: &str) -> Text {
        Text { plain: text.to_string(), steps: text.to_string() }
    }

    fn with(&self, op: &str, other: &Text) -> Text {
        let plain = format!("({} {op} {})", self.plain, other.plain);
        let (a, b) = (&self.steps, &other.steps);
        let steps = format!("({{ __auto_type x = {a}; __auto_type y = {b}; x {op} y; }})");
        Text { plain, steps }
    }

    fn after(&self, op: &str) -> Text {
        let steps = format!("({{ __auto_type x = {}; {op}x; }})", self.steps);
        Text { plain: format!("({op}{})", self.plain), steps }
    }

    fn short(&self, op: &str, other: &Text) -> Text {
        let joined = |a: &str, b: &str| match op {
            "?" => format!("({a} ? {b}"),
            ":" => format!("{a} : {b})"),
            _ => format!("({a} {op} {b})"),
        };
        Text { plain: joined(&self.plain, &other.plain), steps: joined(&self.steps, &other.steps) }
    }
}

#[test]
fn expressions_agree_with_the_compiler() {
    if !have_cc() {
        return;
    }
    let mut random = Random(2024);
    let (mut functions, mut compiled) = (String::new(), String::new());
    let mut texts = Vec::new();
    for i in 0..COUNT {
        let [a, b, c, result] = [(); 4].map(|()| random.pick(TYPES));
        let expr = random.expr(4);
        let function = |body: &str| format!("{result} f{i}({a} a, {b} b, {c} c) {{ return {body}; }}\n");
        compiled.push_str(&function(&expr.steps));
        functions.push_str(&function(&expr.plain));
        texts.push(function(&expr.plain));
    }
    let names: Vec<String> = (0..COUNT).map(|i| format!("f{i}")).collect();
    let Some(printed) = run_sanitized("expressions", &call_all(&compiled, &names, TUPLES)) else { return };
    let mut lines = printed.lines();
    let lowered = lower(&functions);
    let (mut wrong, mut fine, mut errors) = (String::new(), 0, 0);
    for (i, text) in texts.iter().enumerate() {
        for tuple in TUPLES {
            let compiled = lines.next().unwrap_or("nothing");
            let agrees = match lowered.run(&format!("f{i}"), tuple) {
                End::Ok(Some(value)) => {
                    fine += 1;
                    // Unsigned numbers of 64 bits are printed with a sign.
                    let printed = value.parse::<i128>().map(|v| (v as i64).to_string());
                    printed.as_deref() == Ok(compiled)
                }
                End::Error(_) => {
                    errors += 1;
                    compiled == "bad"
                }
                _ => false,
            };
            if !agrees {
                let found = lowered.run(&format!("f{i}"), tuple);
                let _ = writeln!(wrong, "{text}  {tuple:?}: {found:?}, but compiled {compiled}");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(fine > COUNT && errors > 50, "{fine} values and {errors} errors");
}
