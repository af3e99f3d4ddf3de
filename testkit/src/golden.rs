//! Corpus files, and golden files beside them: compared by default, written with `UPDATE=1`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of a folder with an ending: their names without it, their paths and their texts, in order.
///
/// # Panics
/// When the folder cannot be read, or a file is no UTF-8.
pub fn texts(folder: &Path, ending: &str) -> Vec<(String, PathBuf, String)> {
    let mut found: Vec<(String, PathBuf, String)> = std::fs::read_dir(folder)
        .unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()))
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            (name, path, text)
        })
        .collect();
    found.sort();
    found
}

/// Compares with a golden file, or writes it with `UPDATE=1`. Returns what is wrong.
///
/// # Panics
/// When the file cannot be written.
pub fn golden(path: &Path, found: &str) -> Option<String> {
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(path, found).expect("writable");
        return None;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    (expected != found).then(|| format!("== {}: expected\n{expected}== found\n{found}", path.display()))
}

/// A folder that nobody else uses.
///
/// # Panics
/// When it cannot be made.
pub fn scratch(name: &str) -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("glassbox-{name}-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
