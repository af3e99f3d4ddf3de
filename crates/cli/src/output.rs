//! Messages, and files that are read.

use crate::Exit;
use crate::languages::languages;
use source::{Diagnostic, Files, render};
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Component, Path, PathBuf};

/// The ending of a file for a drawing, in lower case.
///
/// # Errors
///
/// That pictures are not written in this way.
pub fn ending(file: Option<&Path>) -> Result<Option<String>, Diagnostic> {
    let ending = file.and_then(Path::extension).map(|e| e.to_string_lossy().to_lowercase());
    match ending {
        Some(e) if ["png", "jpg", "jpeg", "gif", "pdf", "bmp"].contains(&e.as_str()) => {
            let problem = Diagnostic::error(format!("drawings are not written as .{e}"));
            Err(problem.help("name a file that ends in .svg or .dot"))
        }
        other => Ok(other),
    }
}

/// How wide lines may be: as the terminal that results are for, or as people like it.
pub fn width(file: Option<&Path>) -> usize {
    const USUAL: usize = 100;
    const LEAST: usize = 20;
    let wide = |(terminal_size::Width(width), _)| usize::from(width).max(LEAST);
    let terminal =
        (file.is_none() && io::stdout().is_terminal()).then(terminal_size::terminal_size).flatten();
    terminal.map_or(USUAL, wide)
}

/// Standard output does not take what is written.
pub fn no_stdout(error: &io::Error) {
    // There is no use in going on. If the reader has closed the pipe, as in `glassbox … | head -1`, that is no error.
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(Exit::Fine as i32);
    }
    show(&Diagnostic::error(format!("cannot write to standard output: {error}")), &Files::new());
    std::process::exit(Exit::Input as i32);
}

/// Says something on standard error.
pub fn say(text: &str) {
    // If standard error is closed, there is no place left to complain.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Shows a message on standard error, in colour on a terminal.
pub fn show(problem: &Diagnostic, files: &Files) {
    let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    // If standard error is closed, there is no place left to complain.
    let _ = io::stderr().write_all(render(problem, files, colour).as_bytes());
}

/// The exit code of a command; what was wrong with its input is shown.
pub fn exit_of(answer: Result<Exit, Vec<Diagnostic>>, files: &Files) -> Exit {
    answer.unwrap_or_else(|problems| {
        problems.iter().for_each(|p| show(p, files));
        Exit::Input
    })
}

/// Reads a text; `-` stands for standard input. A text that is not UTF-8 is added up to the first wrong
/// byte, so that the message can show the place.
pub fn read_text(file: &Path, files: &mut Files) -> Result<source::FileId, Diagnostic> {
    let stdin = file == Path::new("-");
    let name = if stdin { "standard input".to_string() } else { file.display().to_string() };
    let bytes = if stdin {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let mut bytes = bytes.map_err(|error| Diagnostic::error(format!("cannot read {name}: {error}")))?;
    // A mark of the byte order is no part of the text, so no column counts it.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(.."\u{feff}".len());
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(files.add(name, text)),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            if let Some(text) = languages().of_file(&name).and_then(|language| language.decode(&bytes)) {
                return Ok(files.add(name, text));
            }
            let wrong = bytes.get(good).copied().unwrap_or(0);
            let id = files.add(name, String::from_utf8_lossy(&bytes[..good]));
            Err(Diagnostic::error("the file is not UTF-8 text")
                .primary(files.span(id, good, good), format!("the byte 0x{wrong:02x} stands here")))
        }
    }
}

/// The path of the program as a file of tests has to name it: seen from the folder of that file, or from here if the tests go
/// to standard output. Such a path holds also where both are moved or copied together.
pub fn beside(program: &Path, output: Option<&Path>) -> Result<String, Diagnostic> {
    let folder = output.map_or(Path::new(""), |file| file.parent().unwrap_or(Path::new("")));
    let path = relative(program, folder).unwrap_or_else(|| program.to_path_buf());
    let refused = || {
        Diagnostic::error(format!("{}: tests cannot name a file whose name is no UTF-8", program.display()))
    };
    path.to_str().map(str::to_string).ok_or_else(refused)
}

/// The way from a folder to a file. Links in either are followed first: `..` goes up from where they lead.
fn relative(file: &Path, folder: &Path) -> Option<PathBuf> {
    let here = |folder: &Path| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        // A folder that is not there cannot be written to either, which is said then.
        fs::canonicalize(folder).or_else(|_| std::path::absolute(folder)).ok()
    };
    let (from, to) = (here(folder)?, here(file.parent()?)?);
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        // On another drive: there is no way.
        return std::path::absolute(file).ok();
    }
    let mut path: PathBuf = from.iter().skip(shared).map(|_| Component::ParentDir).collect();
    path.extend(to.iter().skip(shared));
    path.push(file.file_name()?);
    Some(path)
}

/// The name of a file for formats in which a name ends with its line.
pub fn line_name(file: &Path) -> Result<String, Diagnostic> {
    let name = file.display().to_string();
    match name.chars().find(|c| c.is_control()) {
        Some(c) => {
            Err(Diagnostic::error(format!("no LCOV file can name this one: {c:?} stands in {name:?}")))
        }
        None => Ok(name),
    }
}
