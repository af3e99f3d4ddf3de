//! Mercury programs of `corpus/mercury`: the lines `%! ARGUMENTS` of a program say what is run on it, `{}` is its file.
//! `NAME.out` has what comes of all of them. `UPDATE=1` writes it.

use crate::running::{corpus_folder, glassbox};
use std::path::Path;

/// The words of a command line, in which quotes keep spaces together.
fn words(line: &str, file: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    for c in line.trim().chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => found.push(String::new()),
            c => found.last_mut().expect("a word").push(c),
        }
    }
    found.into_iter().filter(|word| !word.is_empty()).map(|word| word.replace("{}", file)).collect()
}

fn commands(folder: &Path, least: usize) {
    let mut programs: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|e| e.expect("it can be read").path())
        .filter(|p| p.extension().is_some_and(|e| e == "m"))
        .collect();
    programs.sort();
    let (mut differ, mut count) = (Vec::new(), 0);
    for program in programs {
        let text = String::from_utf8_lossy(&std::fs::read(&program).expect("it can be read")).into_owned();
        let name = program.file_name().expect("a name").to_string_lossy().into_owned();
        let mut said = String::new();
        for line in text.lines().filter_map(|line| line.strip_prefix("%! ")) {
            let arguments = words(line, &name);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let (code, out, errors) = glassbox(&arguments, folder);
            assert!(code.is_some_and(|code| code <= 3), "{name}: {line}\n{out}{errors}");
            assert!(!errors.contains("panicked"), "{name}: {line}\n{errors}");
            said.push_str(&format!("$ glassbox {line}\n{out}{errors}exit code {}\n\n", code.unwrap_or(-1)));
        }
        if !said.is_empty() {
            count += 1;
            differ.extend(testkit::golden::golden(&program.with_extension("out"), &said));
        }
    }
    assert!(count >= least, "only {count} programs in {}", folder.display());
    assert!(differ.is_empty(), "differ from their golden files: {}", differ.join(", "));
}

#[test]
fn examples_of_the_thesis() {
    commands(&corpus_folder("mercury/thesis"), 6);
}

#[test]
fn what_is_wrong_is_said() {
    commands(&corpus_folder("mercury/bad_input"), 6);
}

#[test]
fn programs_as_people_write_them() {
    commands(&corpus_folder("mercury/users"), 30);
}
