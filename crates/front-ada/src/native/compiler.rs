//! GNAT, and the programs that it makes.

use base::{Budget, Stop};
use language::native::rounds::{Heard, Written};
use language::native::{NativeOptions, NativeStatus, NativeTrouble, gcov, tap};
use std::time::Duration;
use tools::{Output, Tool, ToolError};

/// How long a compiler may take.
const COMPILING: Duration = Duration::from_secs(180);
/// How long the tests may take.
const TESTING: Duration = Duration::from_secs(30);

/// For what the tests are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Build {
    /// With all checks.
    Checked,
    /// With all checks, to count lines.
    Counting,
    /// Without checks, to count branches: those of checks are not the author's.
    Unchecked,
}

/// A compiler with what it is told each time.
pub(super) struct Compiler<'a> {
    options: &'a NativeOptions,
    budget: &'a Budget,
}

impl<'a> Compiler<'a> {
    pub fn new(options: &'a NativeOptions, budget: &'a Budget) -> Compiler<'a> {
        Compiler { options, budget }
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

    /// Compiles the main procedure of the folder that has a name.
    pub fn build(&self, stem: &str, build: Build) -> Result<(), NativeTrouble> {
        let words: Vec<&str> = self.options.compiler.split_whitespace().collect();
        let words = if words.is_empty() { vec!["gnatmake"] } else { words };
        let mut tool = Tool::new(words[0]).args(&words[1..]).args(["-q", "-f", "-g", "-gnat2022", "-gnatws"]);
        tool = match build {
            Build::Checked | Build::Counting => tool.args(["-gnato", "-gnata"]),
            Build::Unchecked => tool.arg("-gnatp"),
        };
        if let Some(folder) = self.options.program.parent() {
            tool = tool.arg(format!("-I{}", folder.display()));
        }
        for folder in &self.options.load.include {
            tool = tool.arg(format!("-I{}", folder.display()));
        }
        tool = tool.arg(format!("{stem}.adb"));
        if build != Build::Checked {
            tool = tool.args(["-cargs", "--coverage", "-largs", "--coverage"]);
        }
        let output = self.start(tool.directory(&self.options.folder), COMPILING)?;
        let output = output.map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(());
        }
        Err(NativeTrouble::DoesNotCompile(String::from_utf8_lossy(&output.stderr).into_owned()))
    }

    /// Runs compiled tests: what came of each, up to the one that brought the program down.
    pub fn run_tests(&self, written: &Written) -> Result<Heard, NativeTrouble> {
        let program = self.options.folder.join(&written.stem).display().to_string();
        let output = match self.start(Tool::new(program).directory(&self.options.folder), TESTING)? {
            Ok(output) => output,
            // Nothing is known of the output then; the first test stands for all.
            Err(ToolError::TimedOut { limit, .. }) => {
                let why = format!("the tests did not end within {} s", limit.as_secs());
                let statuses = vec![NativeStatus::Failed(why)];
                return Ok(Heard { statuses, complete: false, out_of_time: true });
            }
            Err(error) => return Err(error.to_string().into()),
        };
        let mut statuses = tap::read(&String::from_utf8_lossy(&output.stdout), &written.names);
        let complete = statuses.len() == written.names.len();
        if !complete {
            let said = String::from_utf8_lossy(&output.stderr);
            let why = match (said.lines().find(|l| !l.trim().is_empty()), output.status.code) {
                (Some(line), _) => line.trim().to_string(),
                (None, Some(code)) => format!("it ended the program with {code}"),
                (None, None) => "it ended the program by a signal".to_string(),
            };
            statuses.push(NativeStatus::Failed(why));
        }
        Ok(Heard { statuses, complete, out_of_time: false })
    }

    /// What gcov has to say of a unit of tests that were run.
    pub fn gcov(&self, stem: &str) -> Result<String, NativeTrouble> {
        let named = if self.options.gcov.trim().is_empty() { "gcov" } else { self.options.gcov.trim() };
        let words: Vec<&str> = named.split_whitespace().collect();
        let (first, rest) = words.split_first().ok_or_else(|| "there is no gcov".to_string())?;
        let data = self.options.folder.join(format!("{stem}.gcda"));
        let tool = Tool::new(*first).args(rest).args(gcov::ARGUMENTS).arg(data);
        let output = self.start(tool.directory(&self.options.folder), COMPILING)?;
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(gcov::complaint(named, &output.stderr).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}
