//! The suites of the programs of a corpus, compared with golden files, run again, and judged as the programs that they are
//! written as.

use super::{corpus_of, glassbox};
use std::fs;
use std::path::{Path, PathBuf};

/// How the programs of a language ask for suites, and what these are written as.
pub struct Kind {
    /// What begins a line that asks for a suite, with the options behind it.
    pub marker: &'static str,
    /// The kind of code, for `--emit`.
    pub emit: &'static str,
    /// How the names of files or folders with tests end.
    pub tests: &'static str,
}

/// Judges a file or folder of tests: what is wrong with it.
pub type Judge<'j> = &'j (dyn Fn(&Path) -> Option<String> + Sync);

/// The programs of a folder of the corpus that ask for suites.
pub fn asking(folder: &str, ending: &str, marker: &str) -> Vec<PathBuf> {
    let asks = |file: &PathBuf| {
        fs::read_to_string(file).is_ok_and(|text| text.lines().any(|line| line.starts_with(marker)))
    };
    corpus_of(folder, ending).into_iter().filter(asks).collect()
}

/// The suite as a user reads it, without how long it took. How many queries were made hangs on that, too, but for a search
/// that goes through all paths.
fn timeless(text: &str, all_paths: bool) -> String {
    let is_time = |line: &str| line.contains(" solver quer") && line.ends_with(" s");
    let line = |line: &str| match line.rsplit_once(", ") {
        Some(_) if is_time(line) && !all_paths => String::new(),
        Some((before, _)) if is_time(line) => format!("{before}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// What one program gives: its golden text, and what is wrong. A copy of it is in the scratch folder.
fn one(file: &Path, scratch: &Path, kind: &Kind, judge: Option<Judge<'_>>) -> (String, Vec<String>) {
    let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
    let stem = file.file_stem().and_then(|n| n.to_str()).expect("a name");
    let text = fs::read_to_string(file).expect("a text");
    let (mut golden, mut wrong) = (String::new(), Vec::new());
    for (n, line) in text.lines().filter_map(|l| l.strip_prefix(kind.marker)).enumerate() {
        let suite = format!("{stem}_{n}.json");
        let tests = format!("{stem}_{n}{}", kind.tests);
        let mut with = |more: &[&str]| {
            let all: Vec<&str> = ["generate", name]
                .into_iter()
                .chain(line.split_whitespace())
                .chain(more.iter().copied())
                .collect();
            let (code, out, errors) = glassbox(&all, scratch);
            if code != Some(0) || out.contains("did not follow") || errors.contains("did not follow") {
                wrong.push(format!("{name}: {line}: {more:?}: exit {code:?}: {out}{errors}"));
            }
            out
        };
        golden.push_str(&format!(
            "== {line}\n{}",
            timeless(&with(&["--conditions"]), line.contains("-c path"))
        ));
        with(&["--format", "json", "-o", &suite]);
        if judge.is_some() {
            with(&["--emit", kind.emit, "-o", &tests]);
        }
        let (code, out, errors) = glassbox(&["run", &suite, "--program", name], scratch);
        if code != Some(0) {
            wrong.push(format!("{name}: {line}: run: {out}{errors}"));
        }
        let problem = judge.and_then(|judge| judge(&scratch.join(&tests)));
        wrong.extend(problem.map(|problem| format!("{name}: {line}: {problem}")));
    }
    (golden, wrong)
}

/// Makes all suites, by two threads, and compares them.
pub fn recorded(files: &[PathBuf], scratch: &Path, kind: &Kind, judge: Option<Judge<'_>>) {
    let work = |part: usize| -> Vec<(PathBuf, String, Vec<String>)> {
        let one = |file: &PathBuf| {
            let (golden, wrong) = one(file, scratch, kind, judge);
            (file.clone(), golden, wrong)
        };
        files.iter().skip(part).step_by(2).map(one).collect()
    };
    let done: Vec<_> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..2).map(|part| scope.spawn(move || work(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("it ends")).collect()
    });
    let (mut wrong, mut differ) = (Vec::new(), Vec::new());
    for (file, now, problems) in done {
        wrong.extend(problems);
        let golden = file.with_extension("tests");
        differ.extend(testkit::golden::golden(&golden, &now));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(differ.is_empty(), "differ from their golden files: {}", differ.join(", "));
}
