//! Random integer expressions as functions of three numbers: where the program here has a value, the compiled one
//! has the same; where it errs, the sanitizer of the compiler says so too.

mod reading;

use reading::have_cc;
use reading::lowered::{End, lower};
use std::fmt::Write;
use tools::Tool;

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
    "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
    "_Bool", "int", "int",
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

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(8) == 0 {
            return match self.below(5) {
                0 => self.pick(&["0", "1", "7", "255", "-3", "1000", "65536u", "5L", "2147483647", "0x80u"]).to_string(),
                n => ["a", "b", "c", "a"][n - 1].to_string(),
            };
        }
        let inner = |r: &mut Random| r.expr(depth - 1);
        match self.below(20) {
            0..=4 => format!("({} {} {})", inner(self), self.pick(&["+", "-", "*"]), inner(self)),
            5 => format!("({} / {})", inner(self), inner(self)),
            6 => format!("({} % {})", inner(self), self.pick(&["3", "10", "256", "7u", "100L"])),
            7..=8 => {
                let mask = self.pick(&["1", "0xff", "0xf0", "-8", "0x5555u", "0x7fffffff", "~0xfL", "12"]);
                format!("({} {} {mask})", inner(self), self.pick(&["&", "|", "^"]))
            }
            9 => format!("({} >> {})", inner(self), self.pick(&["0", "1", "3", "7"])),
            10 => format!("((unsigned) {} << {})", inner(self), self.pick(&["0", "1", "4", "15"])),
            11 => format!("(-{})", inner(self)),
            12 => format!("(~{})", inner(self)),
            13 => format!("(!{})", inner(self)),
            14..=15 => format!("(({}) {})", self.pick(TYPES), inner(self)),
            16 => format!("({} {} {})", inner(self), self.pick(&["<", "<=", ">", ">=", "==", "!="]), inner(self)),
            17 => format!("({} && {})", inner(self), inner(self)),
            18 => format!("({} || {})", inner(self), inner(self)),
            _ => format!("({} ? {} : {})", inner(self), inner(self), inner(self)),
        }
    }
}

/// Builds the program; `None` if the compiler has no sanitizer.
fn run_sanitized(text: &str) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("front-c-expressions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("writable");
    let program = folder.join("a.out");
    let built = Tool::new("cc")
        .args(["-std=gnu11", "-w", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-x", "c", "-", "-o"])
        .arg(&program)
        .stdin(text.as_bytes().to_vec())
        .run()
        .expect("cc runs");
    let output = built.status.success().then(|| Tool::new(program.to_string_lossy()).run().expect("it runs"));
    std::fs::remove_dir_all(&folder).expect("ours");
    output.map(|o| String::from_utf8(o.stdout).expect("UTF-8"))
}

#[test]
fn expressions_agree_with_the_compiler() {
    if !have_cc() {
        return;
    }
    let mut random = Random(2024);
    let mut functions = String::new();
    let mut texts = Vec::new();
    for i in 0..COUNT {
        let [a, b, c, result] = [(); 4].map(|()| random.pick(TYPES));
        let text = format!("{result} f{i}({a} a, {b} b, {c} c) {{ return {}; }}", random.expr(4));
        let _ = writeln!(functions, "{text}");
        texts.push(text);
    }
    let mut main = String::from(
        "#include <stdio.h>\n#include <unistd.h>\n#include <sys/wait.h>\n\
         #define RUN(e) do { fflush(stdout); if (fork() == 0) { long long v = (long long) (e); \
         printf(\"%lld\\n\", v); fflush(stdout); _exit(0); } int s; wait(&s); if (s) printf(\"bad\\n\"); } while (0)\n",
    );
    // Each function has a function of its own to be called from, or the compiler takes long.
    for i in 0..COUNT {
        let _ = writeln!(main, "static void g{i}(void) {{");
        for [a, b, c] in TUPLES {
            let _ = writeln!(main, "RUN(f{i}({a}, {b}, {c}));");
        }
        main.push_str("}\n");
    }
    main.push_str("int main(void) {\n");
    (0..COUNT).for_each(|i| {
        let _ = writeln!(main, "g{i}();");
    });
    main.push_str("return 0; }\n");
    let Some(printed) = run_sanitized(&format!("{functions}\n{main}")) else { return };
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
                let _ = writeln!(wrong, "{text}\n  {tuple:?}: {found:?}, but compiled {compiled}");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(fine > COUNT && errors > 50, "{fine} values and {errors} errors");
}
