//! Mutated programs: whatever the text is, there is an answer and no panic.

use crate::reading;

use base::Random;
use front_c::types::DataModel;
use front_c::{Options, tree};
use reading::{corpus, deep};
use source::Files;

const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "->",
    ".",
    "=",
    "+=",
    "?",
    ":",
    "0",
    "1",
    "-1",
    "x",
    "struct ",
    "union ",
    "enum ",
    "typedef ",
    "int ",
    "char ",
    "void ",
    "static ",
    "extern ",
    "sizeof ",
    "case 1:",
    "default:",
    "goto l;",
    "l:",
    "return ",
    "\"s\"",
    "'c'",
    "'",
    "\"",
    "/*",
    "*/",
    "//",
    "\n",
    "\\",
    "#",
    "...",
    "1.5",
    "0x",
    "const ",
    "unsigned ",
    "long ",
    "_Bool ",
    "if (1) ",
    "else ",
    "while (0) ",
    "for (;;) ",
    "do ",
    "switch (1) ",
    ": 3;",
    "{0}",
    "[3]",
    "[]",
    "(int)",
    "(struct q *)",
    "99999999999999999999",
    "é",
    "\0",
    "__attribute__((packed)) ",
    "_Alignas(8) ",
    "[1 ... 2] = 3",
    ".a = 1",
    "(void)",
    "/*@ requires x; */",
    "//@ assert y\n",
    "inline ",
    "assert(1);",
    "# 3 \"test.c\"\n",
    "# 1 \"other.h\" 1 3\n",
    "__builtin_offsetof(struct node, next)",
    "_Generic(1, int: 2)",
];

const PROLOGUE: &str = "typedef unsigned long size_t; typedef unsigned int uint32_t; enum { NULL, N = 3 };
enum { CAPACITY = 16, BUCKETS = 31, INT_MAX = 2147483647 };
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); int isalnum(int); int tolower(int); int printf(const char *, ...);
";

fn mutate(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() + 1);
        let length = random.below(12).min(bytes.len() - at);
        match random.below(5) {
            0 => drop(bytes.drain(at..at + length)),
            1 => {
                let piece = random.pick(PIECES).copied().unwrap_or("");
                bytes.splice(at..at, piece.bytes());
            }
            2 => {
                let piece = random.pick(PIECES).copied().unwrap_or("");
                bytes.splice(at..at + length, piece.bytes());
            }
            3 => {
                let from = random.below(bytes.len() + 1);
                let part: Vec<u8> = bytes[from..(from + random.below(80)).min(bytes.len())].to_vec();
                bytes.splice(at..at, part);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.below(128) as u8;
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_programs_do_not_panic() {
    // Directives are taken out, so that no compiler is needed; some of what they give is declared instead.
    let programs: Vec<String> = corpus()
        .into_iter()
        .chain(reading::files_in("corpus/c/dense"))
        .map(|(_, _, text)| {
            let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).collect();
            format!(
                "{PROLOGUE}{}",
                lines.join(
                    "
"
                )
            )
        })
        .collect();
    let trees = deep(move || {
        let mut random = Random::new(2024);
        let mut trees = 0;
        for round in 0..3000 {
            let text = random.pick(&programs).cloned().unwrap_or_default();
            let text = mutate(&mut random, &text);
            let mut files = Files::new();
            let file = files.add("test.c", text.clone());
            let model = if round % 2 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 };
            let options = Options { model, ..Options::default() };
            let preprocessed = front_c::Preprocessed { text, name: "test.c".to_string() };
            let given = if round % 3 == 0 { Some(&preprocessed) } else { None };
            let checked = front_c::load_preprocessed(&files, file, given, &options);
            for problem in &checked.diagnostics {
                assert!(problem.place().is_some(), "{}", problem.message);
                let _ = source::render(problem, &files, false);
            }
            if let Some(unit) = &checked.unit {
                trees += 1;
                let said = || source::render_all(&checked.diagnostics, &files, false);
                assert!(checked.program.is_some() && checked.layout.is_some(), "{}", said());
                let _ = tree::print(unit);
                let flaws = reading::verify::flaws(unit, &files);
                assert!(flaws.is_empty(), "{flaws:?}\n{}", files.get(file).map_or("", |f| f.text()));
            } else {
                assert!(checked.diagnostics.iter().any(source::Diagnostic::is_error));
            }
        }
        trees
    });
    assert!(trees > 20, "only {trees} mutants have trees");
}
