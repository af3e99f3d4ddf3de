//! Random C functions over numbers for edits of their text: each is one line a statement, so that the place of a mutant is found by
//! its line and its text, and each shows what it does: by its result, by what it prints, by the status that it exits with, and by
//! variables that keep their values.
//!
//! A driver calls a function with random arguments, each time in a process of its own, and prints what came of it. What a
//! sanitizer ends tells nothing of the original; of a mutant, it tells that it differs.
//!
//! ```
//! let text = testkit::c_edits::functions(3, 4);
//! assert_eq!(text, testkit::c_edits::functions(3, 4));
//! assert!(testkit::c_edits::driver(&text).contains("int main("));
//! ```

use base::Random;
use std::fmt::Write as _;

/// The types of parameters and variables.
const TYPES: &[&str] = &[
    "int",
    "int",
    "int",
    "unsigned",
    "unsigned",
    "unsigned char",
    "signed char",
    "char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
];

const CLASSES: &[&str] = &["isdigit", "isalpha", "isspace", "isupper", "toupper", "tolower"];

struct Writer {
    random: Random,
    out: String,
    vars: Vec<String>,
    /// Variables that loops count with are not assigned to.
    counters: usize,
    room: usize,
}

/// So many functions.
pub fn functions(seed: u64, count: usize) -> String {
    let mut w =
        Writer { random: Random::new(seed), out: String::new(), vars: Vec::new(), counters: 0, room: 0 };
    w.out.push_str("#include <ctype.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
    w.out.push_str(
        "#define LIMIT 4u\n#define SMALL 3\nstatic const int table[4] = { 3, -1, 4, 1 };\nunsigned total;\n",
    );
    w.out.push_str("static const char *const words[3] = { \"if\", \"do\", \"if\" };\n\n");
    for i in 0..count {
        w.function(i);
    }
    w.out
}

impl Writer {
    fn pick(&mut self, of: &[&'static str]) -> &'static str {
        self.random.pick(of).copied().unwrap_or("0")
    }

    fn var(&mut self) -> String {
        let all = self.vars.clone();
        self.random.pick(&all).cloned().unwrap_or_else(|| "total".to_string())
    }

    fn line(&mut self, level: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(level));
    }

    fn function(&mut self, number: usize) {
        self.vars = vec!["total".to_string()];
        let params: Vec<String> = ["a", "b", "c"]
            .into_iter()
            .take(1 + self.random.below(3))
            .map(|name| {
                self.vars.push(name.to_string());
                format!("{} {name}", self.pick(TYPES))
            })
            .collect();
        let result = if self.random.one_in(4) { "void" } else { self.pick(TYPES) };
        let _ = writeln!(self.out, "{result} f{number}({})\n{{", params.join(", "));
        if self.random.one_in(3) {
            let ty = self.pick(TYPES);
            self.line(1, &format!("static {ty} kept = 1;"));
            self.vars.push("kept".to_string());
        }
        let (ty, start) = (self.pick(TYPES), self.pick(&["0", "1", "255", "3u", "'a'"]));
        self.line(1, &format!("{ty} m = {start};"));
        self.vars.push("m".to_string());
        if self.random.one_in(3) {
            self.line(1, "const char *word = words[a & 1];");
            self.vars.push("(word == words[1])".to_string());
        }
        self.room = 2 + self.random.below(5);
        while self.room > 0 {
            self.statement(1);
        }
        if result != "void" {
            let value = self.value(2);
            self.line(1, &format!("return {value};"));
        }
        self.out.push_str("}\n\n");
    }

    fn place(&mut self) -> String {
        let all: Vec<String> = self.vars.iter().filter(|v| !v.starts_with(['(', 'i'])).cloned().collect();
        self.random.pick(&all).cloned().unwrap_or_else(|| "total".to_string())
    }

    fn value(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 5 } else { 11 }) {
            0..=2 => self.var(),
            3 | 4 => self.pick(&["0", "1", "2", "7", "3u", "LIMIT", "SMALL", "'0'", "-1", "10"]).to_string(),
            5 => format!(
                "({} {} {})",
                self.value(depth - 1),
                self.pick(&["+", "-", "*"]),
                self.value(depth - 1)
            ),
            6 => format!(
                "({} {} {})",
                self.value(depth - 1),
                self.pick(&["/", "%"]),
                self.pick(&["2", "3u", "7", "LIMIT"])
            ),
            7 => format!(
                "({} {} {})",
                self.value(depth - 1),
                self.pick(&["&", "|", "^"]),
                self.value(depth - 1)
            ),
            8 => format!(
                "({} ? {} : {})",
                self.condition(depth - 1),
                self.value(depth - 1),
                self.value(depth - 1)
            ),
            9 => format!("table[{} & 3]", self.value(depth - 1)),
            _ => format!("{}((unsigned char)({}))", self.pick(CLASSES), self.value(depth - 1)),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 7 }) {
            0..=3 => {
                let sign = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("{} {sign} {}", self.value(depth.min(1)), self.value(depth.min(1)))
            }
            4 => format!(
                "{} {} {}",
                self.condition(depth - 1),
                self.pick(&["&&", "||"]),
                self.condition(depth - 1)
            ),
            5 => format!("!({})", self.condition(depth - 1)),
            _ => self.value(depth - 1),
        }
    }

    fn statement(&mut self, level: usize) {
        self.room = self.room.saturating_sub(1);
        match self.random.below(if level > 2 { 8 } else { 14 }) {
            0..=2 => {
                let (place, value) = (self.place(), self.value(2));
                self.line(level, &format!("{place} = {value};"));
            }
            3 => {
                let (place, step) = (self.place(), self.pick(&["++", "--", " += 2", " -= 1", " *= 3"]));
                self.line(level, &format!("{place}{step};"));
            }
            4 => {
                let (first, second, value) = (self.place(), self.place(), self.value(1));
                self.line(level, &format!("{first} = {second} = {value};"));
            }
            5 => {
                let value = self.value(1);
                self.line(level, &format!("printf(\"%ld\\n\", (long)({value}));"));
            }
            6 => {
                let text = self.pick(&["a", "b", "c"]);
                self.line(level, &format!("puts(\"{text}\");"));
            }
            7 => {
                let (condition, status) = (self.condition(1), self.pick(&["2", "3", "m & 7"]));
                self.line(level, &format!("if ({condition})"));
                self.line(level + 1, &format!("exit({status});"));
            }
            8..=10 => {
                let condition = self.condition(2);
                self.line(level, &format!("if ({condition}) {{"));
                self.statement(level + 1);
                if self.random.one_in(2) {
                    self.line(level, "} else {");
                    self.statement(level + 1);
                }
                self.line(level, "}");
            }
            11 | 12 => {
                self.counters += 1;
                let (i, sign) = (format!("i{}", self.counters), self.pick(&["<", "<=", "!="]));
                let bound = self.pick(&["3", "LIMIT", "SMALL", "2u"]);
                self.line(level, &format!("for (unsigned {i} = 0; {i} {sign} {bound}; {i}++) {{"));
                self.vars.push(i);
                self.statement(level + 1);
                self.vars.pop();
                self.line(level, "}");
            }
            _ => {
                let value = self.value(1);
                self.line(level, &format!("switch ({value}) {{"));
                for label in ["case 0:", "case SMALL:", "default:"] {
                    self.line(level, label);
                    self.statement(level + 1);
                    if !self.random.one_in(4) {
                        self.line(level + 1, "break;");
                    }
                }
                self.line(level, "}");
            }
        }
    }
}

/// What stands behind the functions of a text: a program that calls each of them, with arguments after `FUNCTION SEED CALLS`.
pub fn driver(text: &str) -> String {
    let mut out = String::from(RUNTIME);
    out.push_str("static void glassbox_call(int function)\n{\n    switch (function) {\n");
    for line in text.lines().filter(|l| l.ends_with(')') && !l.starts_with([' ', '#', '}'])) {
        let Some((head, params)) = line.trim_end_matches(')').split_once('(') else { continue };
        let Some((result, name)) = head.rsplit_once(' ') else { continue };
        let number = name.trim_start_matches('f');
        let args: Vec<String> = params
            .split(", ")
            .filter_map(|p| p.rsplit_once(' '))
            .map(|(ty, _)| format!("({ty})glassbox_number()"))
            .collect();
        // Arguments are made in one order, whatever the compiler likes.
        let _ = writeln!(out, "    case {number}: {{");
        for (i, arg) in args.iter().enumerate() {
            let _ = writeln!(out, "        long p{i} = (long){arg};");
        }
        let list: Vec<String> = (0..args.len()).map(|i| format!("p{i}")).collect();
        let call = format!("{name}({})", list.join(", "));
        if result == "void" {
            let _ = writeln!(out, "        {call};\n        {call};");
        } else {
            let _ = writeln!(
                out,
                "        printf(\"%ld\\n\", (long){call});\n        printf(\"%ld\\n\", (long){call});"
            );
        }
        out.push_str("        break;\n    }\n");
    }
    out.push_str("    }\n    printf(\"total %u\\n\", total);\n}\n\n");
    out.push_str(MAIN);
    out
}

/// Random numbers that programs like.
const RUNTIME: &str = r"
#include <sys/wait.h>
#include <unistd.h>
static unsigned long long glassbox_state;
static unsigned long glassbox_bits(void)
{
    glassbox_state = glassbox_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned long)(glassbox_state >> 33);
}
static long glassbox_number(void)
{
    static const long some[] = { 0, 1, -1, 2, 3, 4, 5, 7, 10, 48, 65, 97, 127, 128, -128, 255, 256, 65535, 2147483647, -2147483647 - 1, 4294967295 };
    switch (glassbox_bits() % 4) {
    case 0: return (long)(glassbox_bits() % 12) - 4;
    case 1: return (long)(glassbox_bits() % 300) - 50;
    default: return some[glassbox_bits() % (sizeof some / sizeof *some)];
    }
}
";

/// Each call in a process: what it prints, how it ends.
const MAIN: &str = r#"int main(int argc, char **argv)
{
    int function = argc > 1 ? atoi(argv[1]) : 0, calls = argc > 3 ? atoi(argv[3]) : 1;
    unsigned long long seed = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
    for (int i = 0; i < calls; i++) {
        int status = 0;
        printf("call %d\n", i);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            alarm(2);
            glassbox_state = seed * 1000003ULL + (unsigned long long)i * 7919ULL;
            glassbox_call(function);
            exit(0);
        }
        waitpid(child, &status, 0);
        if (WIFEXITED(status))
            printf("exit %d\n", WEXITSTATUS(status));
        else
            printf("signal %d\n", WTERMSIG(status));
    }
    return 0;
}
"#;
