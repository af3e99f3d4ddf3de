//! Looking for a program the way a shell does, without a shell.

use std::path::{Path, PathBuf};

/// The file that would be started for this name: the name itself if it is a path, else the first
/// executable file of that name on the `PATH`.
///
/// Empty entries of the `PATH`, which mean the current folder to some shells, are passed over: what is
/// started must not depend on where Glassbox was called.
///
/// ```
/// assert!(tools::find("no-such-program-anywhere").is_none());
/// ```
pub fn find(program: &str) -> Option<PathBuf> {
    find_in(program, &std::env::var_os("PATH")?)
}

fn find_in(program: &str, path: &std::ffi::OsStr) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    let given = Path::new(program);
    if given.components().count() > 1 || given.is_absolute() {
        return executable(given).then(|| given.to_path_buf());
    }
    std::env::split_paths(path)
        .filter(|folder| !folder.as_os_str().is_empty())
        .flat_map(|folder| names(program).into_iter().map(move |name| folder.join(name)))
        .find(|file| executable(file))
}

#[cfg(unix)]
fn names(program: &str) -> Vec<String> {
    vec![program.to_string()]
}

#[cfg(not(unix))]
fn names(program: &str) -> Vec<String> {
    vec![format!("{program}.exe"), program.to_string()]
}

#[cfg(unix)]
fn executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|data| data.is_file())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn finds_what_a_shell_finds() {
        let sh = find_in("sh", OsStr::new("/nowhere:/bin:/usr/bin")).expect("every Unix has sh");
        assert!(sh.ends_with("sh"));
        assert_eq!(find_in(&sh.display().to_string(), OsStr::new("")), Some(sh));
    }

    #[test]
    fn folders_plain_files_and_empty_names_are_no_programs() {
        assert_eq!(find_in("", OsStr::new("/bin")), None);
        assert_eq!(find_in("bin", OsStr::new("/usr")), None, "a folder");
        assert_eq!(find_in("/etc/passwd", OsStr::new("")), None, "not executable");
        assert_eq!(find_in("Cargo.toml", OsStr::new(":")), None, "not from the current folder");
    }
}
