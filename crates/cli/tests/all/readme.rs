//! The README and the documents: every command that they show is run, and prints what they show.
//!
//! ```text
//! ```console                    ```sh
//! $ glassbox run s.json         glassbox run s.json     # a comment
//! 3 passed, 0 failed            glassbox run t.json     # exit code 1
//! ```                           ```
//! ```
//!
//! They are run in a folder with the files of `examples`, one after the other. A line `…` stands for any lines, a time for
//! any time. `UPDATE=1` writes what is printed into the blocks that have no such line.

use crate::running::Scratch;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that are not everywhere.
const OUTSIDE: [(&str, &str); 4] =
    [("swipl", "swipl"), ("gnatmake", "gnatmake"), ("z3", "z3"), ("stacks.json --native", "gnatmake")];
/// What is not for a folder of examples.
const NOT_HERE: [&str; 3] = ["cargo ", "sudo ", "./target"];

/// A command of a document with what stands below it.
struct Shown {
    /// The first line of what it prints, and the line behind the last.
    from: usize,
    to: usize,
    command: String,
    /// Whether what it prints is shown.
    prints: bool,
    fails: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of a document, in their order.
fn commands(text: &str) -> Vec<Shown> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out: Vec<Shown> = Vec::new();
    let mut block: Option<&str> = None;
    let mut i = 0;
    while let Some(line) = lines.get(i) {
        i += 1;
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind) };
            continue;
        }
        let command = match block {
            Some("console") => line.strip_prefix("$ "),
            Some("sh") if !line.trim().is_empty() && !line.starts_with('#') => Some(*line),
            _ => None,
        };
        let Some(first) = command else {
            if let (Some("console"), Some(last)) = (block, out.last_mut()) {
                last.to = i;
            }
            continue;
        };
        let mut command = first.to_string();
        while command.ends_with('\\') {
            command.pop();
            command.push_str(lines.get(i).copied().unwrap_or_default());
            i += 1;
        }
        let fails = command.contains("# exit code 1");
        let prints = block == Some("console");
        out.push(Shown { from: i, to: i, command, prints, fails });
    }
    out.retain(|shown| !NOT_HERE.iter().any(|not| shown.command.starts_with(not)));
    out
}

/// Times are different each time.
fn without_times(line: &str) -> String {
    let words = line.split(' ').collect::<Vec<_>>();
    let is_time = |i: usize| {
        let number = words[i].parse::<f64>().is_ok() && words[i].contains('.');
        number && words.get(i + 1).is_some_and(|unit| matches!(unit.trim_end_matches([',', ';']), "s" | "ms"))
    };
    (0..words.len()).map(|i| if is_time(i) { "0" } else { words[i] }).collect::<Vec<_>>().join(" ")
}

/// Do lines look like what is shown, in which `…` stands for any lines?
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|n| fits(rest, &printed[n..])),
        Some((line, rest)) => {
            let same = printed
                .first()
                .is_some_and(|p| without_times(p).trim_end() == without_times(line).trim_end());
            same && fits(rest, &printed[1..])
        }
    }
}

/// What a command prints, and whether it ends well.
fn run(command: &str, folder: &Path) -> (String, bool) {
    let glassbox = Path::new(env!("CARGO_BIN_EXE_glassbox")).parent().expect("it lies in a folder");
    let path = format!("{}:{}", glassbox.display(), std::env::var("PATH").unwrap_or_default());
    let out = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("there is a shell");
    (String::from_utf8(out.stdout).expect("it writes UTF-8"), out.status.success())
}

/// A folder with the examples.
fn examples(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    for file in fs::read_dir(root().join("examples")).expect("there are examples").flatten() {
        fs::copy(file.path(), scratch.0.join(file.file_name())).expect("copied");
    }
    let corpus = root().join("corpus").canonicalize().expect("there is a corpus");
    std::os::unix::fs::symlink(corpus, scratch.0.join("corpus")).expect("linked");
    scratch
}

/// Runs the commands of a document. What is wrong is gathered.
fn check(file: &Path, wrong: &mut Vec<String>) -> usize {
    let name = file.file_stem().and_then(|n| n.to_str()).expect("it has a name").to_string();
    let text = fs::read_to_string(file).expect("it is text");
    let lines: Vec<&str> = text.lines().collect();
    let scratch = examples(&format!("readme-{name}"));
    let mut new: Vec<String> = Vec::new();
    let (mut written, mut ran) = (0, 0);
    for shown in commands(&text) {
        let outside = OUTSIDE.iter().find(|(word, _)| shown.command.contains(word));
        if let Some((_, tool)) = outside
            && testkit::require::program(tool, &shown.command).is_none()
        {
            continue;
        }
        ran += 1;
        let (printed, fine) = run(&shown.command, &scratch.0);
        let told = &lines[shown.from..shown.to];
        let printed: Vec<&str> = printed.lines().collect();
        new.extend(lines[written..shown.from].iter().map(|line| line.to_string()));
        let update = shown.prints && !told.contains(&"…");
        // A blank line before the next command is none of its own.
        let blank = told.last().is_some_and(|line| line.is_empty()) && lines.get(shown.to).is_some();
        let told_bare = if blank { &told[..told.len() - 1] } else { told };
        if update {
            new.extend(printed.iter().map(|line| line.trim_end().to_string()));
            new.extend(blank.then(String::new));
        } else {
            new.extend(told.iter().map(|line| line.to_string()));
        }
        written = shown.to;
        if shown.prints && !fits(told_bare, &printed) {
            wrong.push(format!("{name}: $ {}\n{}", shown.command, printed.join("\n")));
        } else if !shown.prints && fine == shown.fails {
            wrong.push(format!("{name}: {}\n{}", shown.command, printed.join("\n")));
        }
    }
    new.extend(lines[written..].iter().map(|line| line.to_string()));
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        fs::write(file, new.join("\n") + "\n").expect("written");
    }
    ran
}

/// All documents.
#[test]
fn every_command_does_what_is_shown() {
    let mut wrong = Vec::new();
    let mut documents: Vec<PathBuf> = fs::read_dir(root().join("docs"))
        .expect("there are documents")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    documents.sort();
    documents.push(root().join("README.md"));
    let ran: usize = documents.iter().map(|file| check(file, &mut wrong)).sum();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(ran > 40, "only {ran} commands were run");
}
