//! Runs a file natively, and says which outcomes of its conditions were seen.

use super::decisions::{Condition, mark};
use super::driver::driver;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tools::Tool;

/// What calls functions.
const RUNTIME: &str = include_str!("runtime.c");

/// What stands before a file that tells what it sees.
const PRELUDE: &str = "#define SEEN(id, ...) glassbox_seen(id, !!(__VA_ARGS__))\n\
    int glassbox_seen(int id, int outcome);\nint glassbox_choice(int below);\nint glassbox_length(void);\n\
    long long glassbox_number(void);\nlong long glassbox_element(int how, int i, long long first, long long second);\n\
    char *glassbox_text(void);\nvoid *glassbox_inside(void *object, unsigned long size);\nvoid *glassbox_memory(unsigned long size);\n";

/// Sanitizers that end a run; those of undefined behaviour by a signal, which costs less than a process.
const SANITIZERS: [&str; 4] = [
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fsanitize-undefined-trap-on-error",
    "-fno-omit-frame-pointer",
];

/// Calls functions natively, in a folder of its own.
pub struct Native {
    folder: PathBuf,
    /// Inputs for each function.
    pub inputs: u64,
    /// Conditions that all runs of a function may come to.
    pub steps: u64,
}

/// What was seen of a file.
#[derive(Clone, Debug, Default)]
pub struct Sighting {
    conditions: Vec<Condition>,
    met: BTreeSet<(usize, bool)>,
    /// Functions that nobody could call by themselves.
    pub not_called: Vec<String>,
    /// How many inputs each function got.
    pub calls: Vec<String>,
}

impl Sighting {
    /// Whether a condition came out like this in some run; none if nobody looked.
    pub fn met(&self, line: usize, column: usize, text: &str, outcome: bool) -> Option<bool> {
        let find = |column: usize, text: &str| {
            self.conditions.iter().position(|c| (c.line, c.column, c.text.as_str()) == (line, column, text))
        };
        if let Some(id) = find(column, text) {
            return Some(self.met.contains(&(id, outcome)));
        }
        // A `!` is part of a condition or not, depending on what stands around.
        let negated = match text.strip_prefix('!') {
            Some(inner) => find(column + 1, inner),
            None => find(column.checked_sub(1)?, &format!("!{text}")),
        };
        Some(self.met.contains(&(negated?, !outcome)))
    }

    /// How many outcomes were seen.
    pub fn outcomes(&self) -> usize {
        self.met.len()
    }
}

fn run(tool: Tool, limit: u64) -> Result<String, String> {
    let ran = tool.time_limit(Duration::from_secs(limit)).run().map_err(|e| e.to_string())?;
    if ran.status.success() {
        return Ok(String::from_utf8_lossy(&ran.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    let lines: Vec<&str> = said.lines().filter(|l| l.contains("error")).take(4).collect();
    Err(format!("{:?}: {}", ran.status, lines.join("\n    ")))
}

impl Native {
    /// A judge that works in a folder; an error if the compiler or its sanitizers are not there.
    pub fn new(folder: &Path, inputs: u64, steps: u64) -> Result<Native, String> {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
        let native = Native { folder: folder.to_path_buf(), inputs, steps };
        let text = folder.join("runtime.c");
        std::fs::write(&text, RUNTIME).map_err(|e| e.to_string())?;
        let tool = Tool::new("cc").args(["-std=gnu11", "-O2", "-c", "-o"]);
        run(tool.arg(folder.join("runtime.o")).arg(text), 120)?;
        native.look(
            "sanitizers",
            "int f(int v) {\n    if (v > 3) {\n        return 1;\n    }\n    return 0;\n}\n",
            1,
        )?;
        Ok(native)
    }

    /// Calls the functions of a file. Its files stay if that fails.
    pub fn look(&self, name: &str, text: &str, seed: u64) -> Result<Sighting, String> {
        let marked = mark(text);
        let (driver, not_called) = driver(text);
        let source = self.folder.join(format!("{name}_seen.c"));
        let program = self.folder.join(format!("{name}_seen.exe"));
        std::fs::write(&source, format!("{PRELUDE}{}{driver}", marked.text)).map_err(|e| e.to_string())?;
        let tool =
            Tool::new("cc").args(["-std=gnu11", "-w", "-O1", "-fno-builtin"]).args(SANITIZERS).arg("-o");
        run(tool.arg(&program).arg(&source).arg(self.folder.join("runtime.o")), 120)?;
        let tool = Tool::new(program.to_string_lossy())
            .args([self.inputs.to_string(), seed.to_string(), self.steps.to_string()])
            .env(
                "ASAN_OPTIONS",
                "detect_leaks=0:symbolize=0:malloc_context_size=0:detect_stack_use_after_return=1",
            );
        let said = run(tool, 600)?;
        let mut out = Sighting { conditions: marked.conditions, not_called, ..Sighting::default() };
        for line in said.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["met", id, outcome] => {
                    out.met.extend(id.parse().ok().map(|id: usize| (id, *outcome == "1")));
                }
                ["function", ..] => out.calls.push(line.to_string()),
                _ => {}
            }
        }
        if !said.contains("\ndone, ") && !said.starts_with("done, ") {
            return Err("the runs did not come to an end".into());
        }
        for file in [source, program] {
            let _ = std::fs::remove_file(file);
        }
        Ok(out)
    }
}
