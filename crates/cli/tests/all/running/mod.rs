//! Running the program in a folder of its own, and the programs of the corpus.

pub mod suites;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Exit code, standard output and standard error.
pub fn glassbox(args: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (out.status.code(), text(out.stdout), text(out.stderr))
}

/// A folder that nobody else uses, gone at the end of the test.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        Scratch(testkit::golden::scratch(name))
    }

    pub fn file(&self, name: &str, text: &str) -> &Scratch {
        fs::write(self.0.join(name), text).expect("written");
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        glassbox(args, &self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder of the corpus.
pub fn corpus_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)
}

/// The IMPL programs in a folder of the corpus.
pub fn corpus(name: &str) -> Vec<PathBuf> {
    corpus_of(name, "impl")
}

/// The programs with an ending in a folder of the corpus.
pub fn corpus_of(name: &str, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(corpus_folder(name))
        .expect("the corpus is there")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    files
}
