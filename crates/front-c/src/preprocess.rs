//! Preprocessing, which the user's own compiler does: `cc -E`.
//!
//! The text goes through the standard input, so that what is checked is what the caller has and not what the
//! disk has; a first line names the file, and headers are looked for beside it.

use crate::types::DataModel;
use source::{Diagnostic, FileId, Files, SourceFile};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tools::{StopCheck, Tool, ToolError};

/// How to preprocess.
#[derive(Clone, Default)]
pub struct Preprocessor {
    /// The compiler; `cc` if empty.
    pub compiler: String,
    /// Folders for headers, as with `-I`.
    pub include_dirs: Vec<PathBuf>,
    /// Macros, as with `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Asked several times a second while the compiler runs: `true` ends it.
    pub stop: Option<StopCheck>,
}

impl Preprocessor {
    /// What the preprocessor makes of a file, with its line markers. The path is where the file lives; it names
    /// the file in the markers, as [`Preprocessor::name`] says.
    pub fn run(
        &self,
        files: &Files,
        file: FileId,
        path: &Path,
        model: DataModel,
    ) -> Result<String, Vec<Diagnostic>> {
        let text = files.get(file).map_or("", SourceFile::text);
        // The compiler takes a mark of the byte order at the start only, where the line marker is now.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let compiler = if self.compiler.is_empty() { "cc" } else { &self.compiler };
        let name = Preprocessor::name(path);
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut tool = Tool::new(compiler).args(["-E", "-std=gnu11", "-x", "c"]);
        // Without this, `isalpha` and its like are macros that look into tables of the C library.
        tool = tool.arg("-D__NO_CTYPE");
        if model == DataModel::Ilp32 {
            tool = tool.arg("-m32");
        }
        tool = tool.arg("-iquote").arg(folder);
        for folder in &self.include_dirs {
            tool = tool.arg("-I").arg(folder);
        }
        for define in &self.defines {
            tool = tool.arg(format!("-D{define}"));
        }
        if let Some(stop) = &self.stop {
            tool = tool.stop_when(stop.clone());
        }
        // Messages are read back, so they must be in the words that are looked for.
        tool = tool.arg("-").env("LC_ALL", "C").time_limit(Duration::from_secs(60));
        let start = files.span(file, 0, 0);
        let output = match tool.stdin(format!("# 1 \"{name}\"\n{text}")).run() {
            Ok(output) => output,
            Err(ToolError::NotFound { program }) => {
                let problem = Diagnostic::error(format!(
                    "this file has preprocessing directives or macros, but the compiler `{program}` was not found"
                ))
                .primary(first_directive(files, file), "this needs a preprocessor")
                .help("install a C compiler, or preprocess the file by other means");
                return Err(vec![problem]);
            }
            Err(error) => {
                let problem = Diagnostic::error(format!("the file could not be preprocessed: {error}"));
                return Err(vec![problem.primary(start, "")]);
            }
        };
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let mut problems: Vec<Diagnostic> =
            said.lines().filter_map(|line| passed_on(files, file, &name, line)).collect();
        if model == DataModel::Ilp32 && said.contains("No such file") {
            let help = "the headers of the C library for 32 bits may not be installed";
            problems = problems.into_iter().map(|problem| problem.help(help)).collect();
        }
        if problems.is_empty() {
            let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason was given");
            problems.push(Diagnostic::error(format!("`{compiler} -E` failed: {first}")).primary(start, ""));
        }
        Err(problems)
    }

    /// The name under which line markers speak of the file at a path.
    pub fn name(path: &Path) -> String {
        path.to_string_lossy().replace('\\', "/").replace(['"', '\n'], "_")
    }
}

/// The first directive of a file, for messages.
fn first_directive(files: &Files, file: FileId) -> source::Span {
    let text = files.get(file).map_or("", SourceFile::text);
    let tokens = crate::scan::tokens(text);
    let found = tokens.iter().find(|t| t.kind == crate::scan::TokenKind::Directive);
    found.map_or(files.span(file, 0, 0), |t| files.span(file, t.start, t.end))
}

/// A line of the compiler such as `list.c:3:10: fatal error: x.h: No such file or directory`.
fn passed_on(files: &Files, file: FileId, name: &str, line: &str) -> Option<Diagnostic> {
    let (place, message) = ["fatal error: ", "error: "]
        .iter()
        .find_map(|word| line.split_once(word))
        .map(|(place, message)| (place.trim_end_matches([' ', ':']), message.trim()))?;
    let problem = |span| Diagnostic::error(message.to_string()).primary(span, "says the C preprocessor");
    let Some(numbers) = place.strip_prefix(name).and_then(|rest| rest.strip_prefix(':')) else {
        let note = format!("the place is {place}");
        return Some(problem(files.span(file, 0, 0)).note(note));
    };
    let mut numbers = numbers.split(':').map(|n| n.trim().parse::<usize>().unwrap_or(1));
    let line = numbers.next().unwrap_or(1);
    let column = numbers.next().unwrap_or(1);
    let original = files.get(file)?;
    let start = original.line_start(line);
    let length = original.line_text(line).len();
    Some(problem(files.span(file, start + column.saturating_sub(1).min(length), start + length)))
}
