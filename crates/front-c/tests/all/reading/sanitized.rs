//! Compiled programs that end where the language leaves open what happens.

use super::have_cc;
use super::lowered::{End, lower};
use std::fmt::Write;
use tools::Tool;

/// Every call of these functions ends here as it does natively. Nothing happens where there is no compiler.
pub fn agrees(program: &str, label: &str, names: &[&str], tuples: &[[i64; 3]]) {
    if !have_cc() {
        return;
    }
    let called: Vec<String> = names.iter().map(|n| (*n).to_string()).collect();
    let Some(said) = run_sanitized(label, &call_all(program, &called, tuples)) else { return };
    let lowered = lower(program);
    let mut lines = said.lines();
    for name in names {
        for tuple in tuples {
            let found = match lowered.run(name, tuple) {
                End::Ok(Some(value)) => value,
                End::Error(_) => "bad".to_string(),
                other => panic!("{name}{tuple:?}: {other:?}"),
            };
            assert_eq!(Some(found.as_str()), lines.next(), "{name}{tuple:?}");
        }
    }
}

/// Builds the program; `None` if the compiler has no sanitizer.
pub fn run_sanitized(name: &str, text: &str) -> Option<String> {
    let folder = testkit::golden::scratch(name);
    std::fs::create_dir_all(&folder).expect("writable");
    let program = folder.join("a.out");
    let built = Tool::new("cc")
        .args([
            "-std=gnu11",
            "-w",
            "-fsanitize=undefined",
            "-fsanitize-undefined-trap-on-error",
            "-x",
            "c",
            "-",
            "-o",
        ])
        .arg(&program)
        .stdin(text.as_bytes().to_vec())
        .run()
        .expect("cc runs");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() || said.contains("sanitize"), "{said}");
    let output = built.status.success().then(|| Tool::new(program.to_string_lossy()).run().expect("it runs"));
    std::fs::remove_dir_all(&folder).expect("ours");
    output.map(|o| String::from_utf8(o.stdout).expect("UTF-8"))
}

/// A program that calls each function with each tuple, and prints a line for each: the result, or `bad`.
pub fn call_all(functions: &str, names: &[String], tuples: &[[i64; 3]]) -> String {
    let mut text = functions.to_string();
    text.push_str(
        "\n#include <stdio.h>\n#include <unistd.h>\n#include <sys/wait.h>\n\
         #define RUN(e) do { fflush(stdout); if (fork() == 0) { long long v = (long long) (e); \
         printf(\"%lld\\n\", v); fflush(stdout); _exit(0); } int s; wait(&s); if (s) printf(\"bad\\n\"); } while (0)\n",
    );
    // Each function has a function of its own to be called from, or the compiler takes long.
    for name in names {
        let _ = writeln!(text, "static void call_{name}(void) {{");
        for [a, b, c] in tuples {
            let _ = writeln!(text, "RUN({name}({a}, {b}, {c}));");
        }
        text.push_str("}\n");
    }
    text.push_str("int main(void) {\n");
    for name in names {
        let _ = writeln!(text, "call_{name}();");
    }
    text.push_str("return 0; }\n");
    text
}
