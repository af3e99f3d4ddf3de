//! The user's compiler, and the programs that it makes.
//!
//! ```text
//! cc -std=gnu11 -w -g -O0 … -c FOLDER/tests0.c -o FOLDER/tests0.o
//! cc … FOLDER/tests0.o FOLDER/guard.c -o FOLDER/tests0
//! ```
//!
//! Arguments stand in the order in which users know them; folders of headers are taken from where Glassbox was called.

use base::{Budget, Stop};
use language::WordSizes;
use language::native::rounds::{Heard, Written};
use language::native::{NativeOptions, NativeStatus, NativeTrouble};
use language::native::{gcov, tap};
use std::time::Duration;
use tools::{Output, Tool, ToolError};

/// How long a compiler may take.
const COMPILING: Duration = Duration::from_secs(120);
/// How long the tests may take: more than the guard gives them, which then says in which test the time ran out.
const TESTING: Duration = Duration::from_secs(60);
/// How a program ends whose time is up, and a child that should have ended in an error.
const TIME_IS_UP: i32 = 113;

/// Stops a test that does not end. The limit of processor time holds for children as well.
pub(super) const GUARD: &str = r"#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void time_is_up(int signal)
{
    (void)signal;
    _exit(113);
}

__attribute__((constructor)) static void guard(void)
{
    struct rlimit limit = { 5, 10 };
    signal(SIGXCPU, time_is_up);
    signal(SIGALRM, time_is_up);
    setrlimit(RLIMIT_CPU, &limit);
    alarm(30);
}
";

/// The name of the file with [`GUARD`].
pub(super) const GUARD_FILE: &str = "guard.c";

/// For what the tests are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Build {
    /// To notice every error.
    Sanitized,
    /// As the compiler does it.
    Plain,
    /// To count lines and branches.
    Counting,
}

impl Build {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Build::Sanitized => &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
            Build::Plain => &[],
            Build::Counting => &["--coverage"],
        }
    }
}

/// A compiler with what it is told each time.
pub(super) struct Compiler<'a> {
    options: &'a NativeOptions,
    budget: &'a Budget,
    /// Whether the program shifts constants in a way that only a sanitizer reports.
    pub shifts_constants: bool,
}

impl<'a> Compiler<'a> {
    pub fn new(options: &'a NativeOptions, budget: &'a Budget) -> Compiler<'a> {
        Compiler { options, budget, shifts_constants: false }
    }

    fn words(&self) -> Vec<&str> {
        let words: Vec<&str> = self.options.compiler.split_whitespace().collect();
        if words.is_empty() { vec!["cc"] } else { words }
    }

    /// Starts a program within the limits of the run.
    fn start(&self, tool: Tool, limit: Duration) -> Result<Result<Output, ToolError>, NativeTrouble> {
        self.budget.look().map_err(NativeTrouble::Stopped)?;
        let left = self.budget.time_left();
        let ran = tool.time_limit(left.map_or(limit, |left| left.min(limit))).run();
        match (&ran, left) {
            (Err(ToolError::TimedOut { .. }), Some(left)) if left < limit => {
                Err(NativeTrouble::Stopped(Stop::Time))
            }
            _ => Ok(ran),
        }
    }

    fn cc(&self, build: Build) -> Tool {
        let words = self.words();
        let mut tool = Tool::new(words[0]).args(&words[1..]).args(["-std=gnu11", "-w", "-g", "-O0"]);
        // As in preprocessing, so that both see the same text.
        tool = tool.arg("-D__NO_CTYPE");
        if self.options.load.sizes == WordSizes::Ilp32 {
            tool = tool.arg("-m32");
        }
        for folder in &self.options.load.include {
            tool = tool.arg("-I").arg(folder);
        }
        for define in &self.options.load.define {
            tool = tool.arg(format!("-D{define}"));
        }
        let tool = tool.args(build.flags());
        let spared = build == Build::Sanitized && self.shifts_constants;
        if spared { tool.arg("-fno-sanitize=shift-base") } else { tool }
    }

    /// Compiles a file of tests of the folder.
    pub fn build(&mut self, stem: &str, build: Build) -> Result<(), NativeTrouble> {
        let at = |name: &str| self.options.folder.join(name);
        let (source, object) = (at(&format!("{stem}.c")), at(&format!("{stem}.o")));
        // In two steps, so that the compiler names what it counts after the object and not after the program.
        let compile = self.cc(build).arg("-c").arg(source).arg("-o").arg(&object);
        let link = self.cc(build).arg(object).arg(at(GUARD_FILE)).arg("-o").arg(at(stem)).arg("-lm");
        for step in [compile, link] {
            let output = self.start(step, COMPILING)?.map_err(|error| error.to_string())?;
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(NativeTrouble::DoesNotCompile(said));
            }
        }
        Ok(())
    }

    /// The same, without sanitizers if that is what the compiler minds.
    pub fn build_with_fallback(&mut self, stem: &str, build: &mut Build) -> Result<(), NativeTrouble> {
        match self.build(stem, *build) {
            Err(NativeTrouble::DoesNotCompile(_)) if *build == Build::Sanitized => {
                self.build(stem, Build::Plain)?;
                *build = Build::Plain;
                Ok(())
            }
            other => other,
        }
    }

    /// Runs compiled tests: what came of each, up to the one that brought the program down.
    pub fn run_tests(&self, written: &Written) -> Result<Heard, NativeTrouble> {
        let program = self.options.folder.join(&written.stem).display().to_string();
        let tool = Tool::new(program).env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0");
        let output = match self.start(tool, TESTING)? {
            Ok(output) => output,
            // Nothing is known of the output then; the first test stands for all.
            Err(ToolError::TimedOut { limit, .. }) => {
                let why = format!("the tests did not end within {} s", limit.as_secs());
                return Ok(Heard {
                    statuses: vec![NativeStatus::Failed(why)],
                    complete: false,
                    out_of_time: true,
                });
            }
            Err(error) => return Err(error.to_string().into()),
        };
        let mut statuses = tap::read(&String::from_utf8_lossy(&output.stdout), &written.names);
        let complete = statuses.len() == written.names.len();
        if !complete {
            let said = String::from_utf8_lossy(&output.stderr);
            let why = match (output.status.code, complaint(&said)) {
                (_, Some(line)) => line.to_string(),
                (Some(TIME_IS_UP), None) => "it does not end".to_string(),
                (Some(code), None) => format!("it ended the program with {code}"),
                (None, None) => "it ended the program by a signal".to_string(),
            };
            statuses.push(NativeStatus::Failed(why));
        }
        Ok(Heard { statuses, complete, out_of_time: output.status.code == Some(TIME_IS_UP) })
    }

    /// What gcov has to say of compiled tests that were run.
    pub fn gcov(&self, stem: &str) -> Result<String, NativeTrouble> {
        let named = self.gcov_name();
        let words: Vec<&str> = named.split_whitespace().collect();
        let (first, rest) = words.split_first().ok_or_else(|| "there is no gcov".to_string())?;
        let data = self.options.folder.join(format!("{stem}.gcda"));
        let tool = Tool::new(*first).args(rest).args(gcov::ARGUMENTS).arg(data);
        // It leaves files where it is started.
        let output = self.start(tool.directory(&self.options.folder), COMPILING)?;
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(gcov::complaint(&named, &output.stderr).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The gcov that goes with the compiler: `gcov-13` with `gcc-13`.
    fn gcov_name(&self) -> String {
        if !self.options.gcov.trim().is_empty() {
            return self.options.gcov.clone();
        }
        let compiler =
            self.words().last().map_or("", |word| word.rsplit('/').next().unwrap_or(word)).to_string();
        match compiler.rsplit_once("gcc-") {
            Some((target, version)) if version.chars().all(|c| c.is_ascii_digit() || c == '.') => {
                format!("{target}gcov-{version}")
            }
            _ => "gcov".to_string(),
        }
    }
}

/// The line in which a sanitizer says what is wrong.
fn complaint(said: &str) -> Option<&str> {
    said.lines().find_map(|line| {
        let at = line.find("runtime error: ").or_else(|| line.find("AddressSanitizer: "))?;
        line.get(at..)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gcov_goes_with_the_compiler() {
        let budget = Budget::unlimited();
        let of = |compiler: &str| {
            let options = NativeOptions { compiler: compiler.into(), ..NativeOptions::default() };
            Compiler::new(&options, &budget).gcov_name()
        };
        assert_eq!(of(""), "gcov");
        assert_eq!(of("gcc"), "gcov");
        assert_eq!(of("/usr/bin/gcc-13"), "gcov-13");
        assert_eq!(of("ccache x86_64-linux-gnu-gcc-12"), "x86_64-linux-gnu-gcov-12");
    }

    #[test]
    fn sanitizers_are_heard() {
        let said = "a.c:3:5: runtime error: signed integer overflow\nmore\n";
        assert_eq!(complaint(said), Some("runtime error: signed integer overflow"));
        assert_eq!(
            complaint("==7==ERROR: AddressSanitizer: SEGV on x\n"),
            Some("AddressSanitizer: SEGV on x")
        );
        assert_eq!(complaint("nothing"), None);
    }
}
