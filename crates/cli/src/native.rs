//! `--native`: a folder for what is compiled, and how the user's compiler is called.
//!
//! `CC` names the compiler and `GCOV` the gcov that goes with it, as they do for others.

use crate::Exit;
use crate::arguments::CommonArguments;
use crate::output;
use crate::writing::{Mark, write_file};
use source::{Diagnostic, Files};
use std::fs;
use std::path::{Path, PathBuf};
use workbench::{Language, NativeOptions, NativeTrouble};

/// A folder for exclusive use, removed when it is dropped.
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
    NativeOptions {
        compiler: named("CC"),
        gcov: named("GCOV"),
        load: common.reading.options(program),
        program: std::path::absolute(program).unwrap_or_else(|_| program.to_path_buf()),
        folder: folder.0.clone(),
    }
}

/// Writes a file into the folder in which a program is compiled.
pub fn write(options: &NativeOptions, name: &str, text: &str) -> Result<(), Diagnostic> {
    write_file(&options.folder.join(name), text, Mark::None)
}

/// Refuses `--native` where a language has no such thing.
pub fn refuse(language: &'static dyn Language) -> Result<(), Vec<Diagnostic>> {
    if language.options().contains(&"--native") {
        return Ok(());
    }
    let why = format!("`--native` is not an option for {} programs", language.title());
    Err(vec![Diagnostic::error(why)])
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
