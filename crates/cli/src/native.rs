//! `--native`: a folder for what is compiled, and how the user's compiler is called.
//!
//! `CC` names the compiler and `GCOV` the gcov that goes with it, as they do for others.

use crate::Exit;
use crate::arguments::{CommonArguments, Format, RunArguments};
use crate::limits::Limits;
use crate::output::{self, Results};
use report::Reading;
use source::{Diagnostic, Files};
use std::fs;
use std::path::{Path, PathBuf};
use workbench::{LoadedProgram, NativeOptions, NativeRan, NativeStatus, NativeTrouble, run_native};

/// A folder that nobody else uses, gone when it is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes one.
    pub fn new() -> Result<Folder, Diagnostic> {
        let temporary = std::env::temp_dir();
        let mut problem = None;
        // A folder of an earlier run with the same number may have been left behind.
        for n in 0..100 {
            let folder = temporary.join(format!("glassbox-native-{}-{n}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(Folder(folder)),
                Err(error) => problem = Some(error),
            }
        }
        let why = problem.map_or_else(String::new, |error| error.to_string());
        Err(Diagnostic::error(format!("cannot make a folder in {}: {why}", temporary.display())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed lies where systems clean up.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How a program is compiled in a folder.
pub fn options(common: &CommonArguments, program: &Path, folder: &Folder) -> NativeOptions {
    let named = |variable: &str| std::env::var(variable).unwrap_or_default();
    let c = common.c.options(program).c;
    NativeOptions {
        compiler: named("CC"),
        gcov: named("GCOV"),
        include_dirs: c.preprocessor.include_dirs,
        defines: c.preprocessor.defines,
        model: c.model,
        program: std::path::absolute(program).unwrap_or_else(|_| program.to_path_buf()),
        folder: folder.0.clone(),
    }
}

/// Writes a file into the folder in which a program is compiled.
pub fn write(options: &NativeOptions, name: &str, text: &str) -> Result<(), Diagnostic> {
    output::write_file(&options.folder.join(name), text)
}

/// Says that only C is compiled.
pub fn refused() -> Vec<Diagnostic> {
    vec![Diagnostic::error("`--native` is for C programs")]
}

/// Says why there is no result.
pub fn explain(trouble: NativeTrouble, files: &Files) -> Exit {
    match trouble {
        NativeTrouble::Problem(problem) => {
            output::show(&problem, files);
            Exit::Input
        }
        NativeTrouble::DoesNotCompile(said) => {
            output::say(said.trim_end());
            output::show(&Diagnostic::error("the tests do not compile; the compiler says why above"), files);
            Exit::Input
        }
        NativeTrouble::Stopped(stop) => {
            output::show(&Diagnostic::error(format!("{stop}, and the tests have not ended")), files);
            Exit::Limit
        }
    }
}

/// `run --native`.
pub fn run(
    arguments: &RunArguments,
    program: &Path,
    loaded: &LoadedProgram,
    reading: Reading,
    files: &Files,
) -> Result<Exit, Vec<Diagnostic>> {
    let one = |p: Diagnostic| vec![p];
    let folder = Folder::new().map_err(one)?;
    let options = options(&arguments.common, program, &folder);
    let budget = Limits::new(&arguments.common).budget();
    let mut write = |name: &str, text: &str| write(&options, name, text);
    let ran = match run_native(loaded, &reading.suite, &options, &budget, &mut write) {
        Ok(ran) => ran,
        Err(trouble) => return Ok(explain(trouble, files)),
    };
    if !ran.sanitized {
        let text =
            "the compiler has no sanitizers here, so tests of errors that only they notice are skipped";
        output::show(&Diagnostic::warning(text), files);
    }
    let mut tests = ran.tests;
    tests.extend(reading.broken.into_iter().map(|(name, why)| {
        let status = NativeStatus::Failed(format!("it does not fit the program: {why}"));
        NativeRan { name, status }
    }));
    let mut results = Results::new(arguments.common.output.clone());
    results.text(&match arguments.common.format {
        Format::Json => report::native_run_json(&tests),
        Format::Human => report::native_run_text(&tests),
    });
    results.finish().map_err(one)?;
    let failed = tests.iter().any(|t| matches!(t.status, NativeStatus::Failed(_)));
    Ok(if failed { Exit::Wrong } else { Exit::Fine })
}
