//! Files that results go to.
//!
//! An input is never written to. A file that is there already is replaced only if Glassbox wrote all that is in it, or with
//! `--force`: what is written ends with a [`Mark`], a remark in the language of the file with a hash of the rest. A file is written
//! beside its place and gets its name when it is whole.

use crate::arguments::CommonArguments;
use crate::languages::CODE_MARKS;
use crate::output::no_stdout;
use source::Diagnostic;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use workbench::Emitted;

/// What a command may write to.
#[derive(Clone, Debug)]
pub struct Outputs {
    inputs: Vec<PathBuf>,
    force: bool,
    /// What is written besides a page.
    named: Vec<PathBuf>,
}

impl Outputs {
    /// Of a command that reads these files. What it is going to write is looked at before anything is searched.
    pub fn new(
        common: &CommonArguments,
        inputs: &[&Path],
        named: &[Option<&Path>],
    ) -> Result<Outputs, Vec<Diagnostic>> {
        let mut outputs = Outputs::beside(inputs, common.force);
        let mut problems = Vec::new();
        for file in named.iter().copied().flatten().chain(common.output.as_deref()) {
            problems.extend(outputs.may_write(file).err());
            problems.extend(outputs.is_new(file).err());
            outputs.named.push(place(file));
        }
        if problems.is_empty() { Ok(outputs) } else { Err(problems) }
    }

    /// Files whose names are made while the command works.
    pub fn beside(inputs: &[&Path], force: bool) -> Outputs {
        let inputs = inputs.iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
        Outputs { inputs, force, named: Vec::new() }
    }

    /// Checks that a file is named only once. Of two results in one file, one would be lost.
    fn is_new(&self, file: &Path) -> Result<(), Diagnostic> {
        if !self.named.contains(&place(file)) || file.exists() && !file.is_file() && !file.is_dir() {
            return Ok(());
        }
        let text = format!("{} is named for two outputs", file.display());
        Err(Diagnostic::error(text).help("name another file for one of them"))
    }

    /// Checks that this file may be written.
    pub fn may_write(&self, file: &Path) -> Result<(), Diagnostic> {
        let there = fs::canonicalize(file).ok();
        if there.as_ref().is_some_and(|there| self.inputs.contains(there)) {
            let text = format!("{} is read by this command, so it is not written to", file.display());
            return Err(Diagnostic::error(text).help("name another file"));
        }
        // A folder gets files; pipes and devices have no content that could be lost.
        let Some(there) = there.filter(|there| there.is_file()) else { return can_make(file) };
        if !self.force && !is_ours(&there) {
            let text = format!("{} exists, and Glassbox did not write what is in it", file.display());
            return Err(Diagnostic::error(text).help("`--force` replaces it"));
        }
        can_make(&there)
    }

    /// The place of a page, if one was asked for: `index.html` in the folder that `--html` names, or the file itself where its name
    /// ends in `.html`. The folder is made.
    pub fn page(&self, named: Option<&Path>) -> Result<Option<PageFile>, Vec<Diagnostic>> {
        let Some(named) = named else { return Ok(None) };
        let ending = named.extension().map(|e| e.to_string_lossy().to_lowercase());
        let is_file = matches!(ending.as_deref(), Some("html" | "htm")) && !named.is_dir();
        let file = if is_file { named.to_path_buf() } else { named.join("index.html") };
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder)
                .map_err(|problem| vec![problem.help("`--html` names the folder of the page")])?;
        }
        if file.is_dir() {
            return Err(vec![cannot_write(&file, &io::ErrorKind::IsADirectory.into())]);
        }
        self.may_write(&file).and_then(|()| self.is_new(&file)).map_err(|problem| vec![problem])?;
        Ok(Some(PageFile(file)))
    }

    /// Writes a suite as code: into the file that is named, or several files into that folder.
    pub fn write_code(&self, emitted: &Emitted, to: Option<&Path>) -> Result<(), Diagnostic> {
        match to {
            Some(folder) if emitted.folder => {
                make_folder(folder)?;
                let place =
                    |file: &workbench::EmittedFile| folder.join(format!("{}.{}", file.name, file.ending));
                // All or none: a folder with half of the tests is no suite.
                for file in &emitted.files {
                    self.may_write(&place(file))?;
                }
                for file in &emitted.files {
                    write_file(&place(file), &file.text, Mark::of(file.ending))?;
                }
                Ok(())
            }
            _ => {
                let mark = emitted.files.first().map_or(Mark::None, |file| Mark::of(file.ending));
                let mut results = Results::new(to, mark);
                results.text(&emitted.together());
                results.finish()
            }
        }
    }
}

/// A file by its folder and name, however it is called.
fn place(file: &Path) -> PathBuf {
    let there = fs::canonicalize(file).ok();
    let beside = || Some(fs::canonicalize(folder_of(file)).ok()?.join(file.file_name()?));
    there.or_else(beside).unwrap_or_else(|| file.to_path_buf())
}

/// Checks that a file can be made at this place, by trying it, so that this is known before the work starts.
fn can_make(file: &Path) -> Result<(), Diagnostic> {
    if file.exists() && !file.is_file() || !folder_of(file).is_dir() {
        return Ok(());
    }
    let beside = beside(file);
    let made = fs::File::create(&beside).and_then(|_| fs::remove_file(&beside));
    made.map_err(|error| cannot_write(file, &error))
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Where a file is written before it gets its name.
fn beside(file: &Path) -> PathBuf {
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    file.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// How a file says that Glassbox wrote it: the remark at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// What this begins ends with the line.
    Line(&'static str),
    /// Between these two.
    Between(&'static str, &'static str),
    /// A field of a JSON object, the last one.
    Field,
    /// The format has no remarks.
    None,
}

/// What stands before the hash.
const WORDS: &str = "written by glassbox, hash ";

/// What a JSON object ends with, and where the field comes before it.
const OBJECT_END: &str = "\n}\n";

/// The mark of code in a language.
fn code_mark(ending: &str) -> Option<Mark> {
    let known = CODE_MARKS.iter().find(|(endings, _)| endings.contains(&ending));
    known.map(|(_, mark)| *mark)
}

impl Mark {
    /// That of files with an ending.
    pub fn of(ending: &str) -> Mark {
        if let Some(mark) = code_mark(ending) {
            return mark;
        }
        match ending {
            "dot" => Mark::Line("// "),
            "tests" => Mark::Line("% "),
            "xml" | "svg" | "html" => Mark::Between("<!-- ", " -->"),
            "info" | "tap" | "yml" => Mark::Line("# "),
            "smt2" => Mark::Line("; "),
            "json" => Mark::Field,
            _ => Mark::None,
        }
    }

    /// That of what a command writes: JSON, a drawing, or a text for people, which has no remarks.
    pub fn of_results(json: bool, ending: Option<&str>) -> Mark {
        match ending {
            _ if json => Mark::Field,
            Some(drawn @ ("svg" | "dot")) => Mark::of(drawn),
            _ => Mark::None,
        }
    }

    /// The mark with a hash of what comes before it, and what comes after it.
    fn text(self, hash: u64) -> (String, &'static str) {
        match self {
            Mark::Line(start) => (format!("{start}{WORDS}{hash:016x}\n"), ""),
            Mark::Between(start, end) => (format!("{start}{WORDS}{hash:016x}{end}\n"), ""),
            Mark::Field => (format!(",\n  \"mark\": \"{WORDS}{hash:016x}\""), OBJECT_END),
            Mark::None => (String::new(), ""),
        }
    }
}

/// Whether Glassbox wrote all that is in a file. An empty file holds nothing that could be lost.
fn is_ours(file: &Path) -> bool {
    let Ok(bytes) = fs::read(file) else { return false };
    if bytes.is_empty() {
        return true;
    }
    // The mark is at the end: the hash stands behind its words there.
    let tail = &bytes[bytes.len().saturating_sub(200)..];
    let Some(at) = tail.windows(WORDS.len()).rposition(|part| part == WORDS.as_bytes()) else { return false };
    let digits = tail.get(at + WORDS.len()..at + WORDS.len() + 16).map(String::from_utf8_lossy);
    let Some(said) = digits.and_then(|digits| u64::from_str_radix(&digits, 16).ok()) else { return false };
    let others = ["dot", "tests", "xml", "tap", "smt2", "json"].map(Mark::of);
    CODE_MARKS.iter().map(|(_, mark)| *mark).chain(others).any(|mark| {
        let (mark, after) = mark.text(said);
        let rest = bytes.strip_suffix(after.as_bytes()).and_then(|b| b.strip_suffix(mark.as_bytes()));
        rest.is_some_and(|rest| {
            let mut hash = Hash::default();
            hash.add(rest);
            hash.0 == said
        })
    })
}

/// A hash of what was written: FNV-1a with 64 bits. It tells edits apart, not forgeries.
#[derive(Clone, Copy, Debug)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Results, for standard output or a file.
pub struct Results {
    to: Box<dyn Write>,
    file: Option<Place>,
}

/// A file that is being written.
struct Place {
    file: PathBuf,
    /// Where it is until it is whole; none for what is no ordinary file.
    beside: Option<PathBuf>,
    mark: Mark,
    hash: Hash,
    /// The end of what was given, which may be the end of a JSON object.
    held: String,
    /// What went wrong.
    state: io::Result<()>,
}

impl Results {
    /// Results for this file, or for standard output.
    pub fn new(file: Option<&Path>, mark: Mark) -> Results {
        let Some(named) = file else {
            return Results { to: Box::new(BufWriter::new(io::stdout())), file: None };
        };
        // A link stays one.
        let file = fs::canonicalize(named).unwrap_or_else(|_| named.to_path_buf());
        let ordinary = !file.exists() || file.is_file();
        let beside = ordinary.then(|| beside(&file));
        let opened = match &beside {
            Some(beside) => fs::File::create(beside),
            None => fs::OpenOptions::new().write(true).open(&file),
        };
        let (to, state): (Box<dyn Write>, io::Result<()>) = match opened {
            Ok(opened) => (Box::new(BufWriter::new(opened)), Ok(())),
            Err(error) => (Box::new(io::sink()), Err(error)),
        };
        let mark = if ordinary { mark } else { Mark::None };
        let place = Place { file, beside, mark, hash: Hash::default(), held: String::new(), state };
        Results { to, file: Some(place) }
    }

    /// Adds a line.
    pub fn line(&mut self, line: &str) {
        self.text(line);
        self.text("\n");
        // A reader that waits for an answer gets it at once.
        let done = self.to.flush();
        self.note(done);
    }

    /// Adds text as it is.
    pub fn text(&mut self, text: &str) {
        match &mut self.file {
            Some(place) if place.mark == Mark::Field => {
                place.held.push_str(text);
                let mut keep = place.held.len().saturating_sub(OBJECT_END.len());
                while !place.held.is_char_boundary(keep) {
                    keep -= 1;
                }
                let ready: String = place.held.drain(..keep).collect();
                self.put(&ready);
            }
            _ => self.put(text),
        }
    }

    fn put(&mut self, text: &str) {
        if let Some(place) = &mut self.file {
            place.hash.add(text.as_bytes());
        }
        let done = self.to.write_all(text.as_bytes());
        self.note(done);
    }

    /// Everything is written.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        if let Some(place) = &mut self.file {
            let held = std::mem::take(&mut place.held);
            match place.mark {
                Mark::Field if held != OBJECT_END => self.put(&held),
                mark => {
                    let (text, after) = mark.text(place.hash.0);
                    self.put(&text);
                    self.put(after);
                }
            }
        }
        let done = self.to.flush();
        self.note(done);
        let Some(mut place) = self.file.take() else { return Ok(()) };
        // The file is closed before it gets its name.
        self.to = Box::new(io::sink());
        let named = |beside: &PathBuf| fs::rename(beside, &place.file);
        let state = std::mem::replace(&mut place.state, Ok(()));
        match (&state, &place.beside) {
            (Ok(()), Some(beside)) => named(beside),
            (Err(_), Some(beside)) => {
                // What is there is half of it at best.
                let _ = fs::remove_file(beside);
                state
            }
            _ => state,
        }
        .map_err(|error| cannot_write(&place.file, &error))
    }

    fn note(&mut self, done: io::Result<()>) {
        match (&mut self.file, done) {
            (_, Ok(())) => {}
            (Some(place), Err(error)) => {
                if place.state.is_ok() {
                    place.state = Err(error);
                }
            }
            (None, Err(error)) => no_stdout(&error),
        }
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        // It was never finished.
        if let Some(beside) = self.file.as_ref().and_then(|place| place.beside.as_ref()) {
            let _ = fs::remove_file(beside);
        }
    }
}

/// Writes a file whose folder exists.
pub fn write_file(file: &Path, text: &str, mark: Mark) -> Result<(), Diagnostic> {
    let mut results = Results::new(Some(file), mark);
    results.text(text);
    results.finish()
}

fn cannot_write(file: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(format!("cannot write {}: {error}", file.display()))
}

/// Makes a folder and all above it.
pub fn make_folder(folder: &Path) -> Result<(), Diagnostic> {
    fs::create_dir_all(folder)
        .map_err(|error| Diagnostic::error(format!("cannot make the folder {}: {error}", folder.display())))
}

/// The file of a page.
pub struct PageFile(PathBuf);

impl PageFile {
    /// Writes the page.
    pub fn write(&self, page: &str) -> Result<(), Diagnostic> {
        write_file(&self.0, page, Mark::of("html"))
    }
}
