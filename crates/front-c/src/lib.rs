//! All that Glassbox knows of C: from text to a typed tree, and from there to an imperative program.
//!
//! * [`load`]: a file with everything it needs, down to the program. [`load_preprocessed`]: without another program.
//! * [`check`]: a file with everything it needs, preprocessing included.
//! * [`check_preprocessed`]: the same without another program, for text that is preprocessed or needs it not.
//! * [`tree`]: the result. Every name is resolved, every expression typed, every conversion written out.
//! * [`types`]: C types for two data models, with sizes and offsets as gcc has them.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("next.c", "struct node { struct node *next; char c; };\n\
//!     int f(struct node *n) { n->next = 0; return n->c + 1; }\n");
//! let checked = front_c::check_preprocessed(&files, file, None, &front_c::Options::default());
//! let text = front_c::tree::print(&checked.unit.unwrap());
//! assert!(text.contains("return ((int)(*n).c + 1)"), "{text}");
//! ```
//!
//! Nothing panics, whatever the text is. The parser and the checker recurse as deep as the text nests, which is
//! bounded for a stack of 64 MiB: call this on a thread that has one.

mod annotations;
mod check;
pub mod constant;
pub mod emit;
mod headers;
mod language;
mod layout;
mod lines;
mod literal;
pub mod lower;
mod native;
mod notation;
mod parse;
mod preprocess;
mod scan;
mod tails;
pub mod tree;
pub mod types;
mod uses;

pub use language::LANGUAGE;
pub use lines::{LineMap, without_markers};
pub use preprocess::Preprocessor;
pub use scan::{names_macros, needs_preprocessing, readable};

use source::{Diagnostic, FileId, Files, SourceFile, Span};
use std::path::Path;

/// The stack that a thread needs which checks any text.
pub const STACK: usize = 64 << 20;

/// How a file is checked.
#[derive(Clone, Default)]
pub struct Options {
    /// How wide the types are.
    pub model: types::DataModel,
    /// How the file is preprocessed, if it needs that.
    pub preprocessor: Preprocessor,
    /// Whether cells of lists stay cells: what would make positions of them is not supported where it stands.
    pub lists: bool,
}

/// What came of a file.
pub struct Checked {
    /// The tree, if there are no errors.
    pub unit: Option<tree::Unit>,
    /// Errors and warnings, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// What the preprocessor made of a file.
pub struct Preprocessed {
    /// The text, with line markers.
    pub text: String,
    /// The name under which the line markers speak of the file.
    pub name: String,
}

/// Preprocesses a file if it needs that: `None` if not.
pub fn preprocess(
    files: &Files,
    file: FileId,
    path: &Path,
    options: &Options,
) -> Result<Option<Preprocessed>, Vec<Diagnostic>> {
    let text = files.get(file).map_or("", SourceFile::text);
    if !needs_preprocessing(text) && !names_macros(text, &options.preprocessor.defines) {
        return Ok(None);
    }
    let text = options.preprocessor.run(files, file, path, options.model)?;
    Ok(Some(Preprocessed { text, name: Preprocessor::name(path) }))
}

/// Preprocesses and checks a file that lives at a path; headers are looked for beside it.
pub fn check(files: &Files, file: FileId, path: &Path, options: &Options) -> Checked {
    match preprocess(files, file, path, options) {
        Ok(preprocessed) => check_preprocessed(files, file, preprocessed.as_ref(), options),
        Err(diagnostics) => Checked { unit: None, diagnostics },
    }
}

/// Checks a file, without starting another program: either as it is, or as the preprocessor has made it.
pub fn check_preprocessed(
    files: &Files,
    file: FileId,
    preprocessed: Option<&Preprocessed>,
    options: &Options,
) -> Checked {
    let map = match preprocessed {
        Some(text) => LineMap::preprocessed(files, file, &text.name, &text.text),
        None => LineMap::identity(files, file),
    };
    let original = files.get(file).map_or("", SourceFile::text);
    let text = preprocessed.map_or(original, |p| &p.text);
    let parsed = match parse::parse(text, &map) {
        Ok(parsed) => parsed,
        Err(problem) => return Checked { unit: None, diagnostics: vec![*problem] },
    };
    let annotations = annotations::collect(files, file);
    let (mut unit, diagnostics) = check::check(&parsed, &map, options.model, annotations);
    unit.headers = headers::headers(original);
    headers::give_back(&mut unit);
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    Checked { unit: (!failed).then_some(unit), diagnostics }
}

/// What came of a file that was loaded.
pub struct Loaded {
    /// The tree, if there are no errors.
    pub unit: Option<tree::Unit>,
    /// The program, if there are no errors. It is verified.
    pub program: Option<imperative::Program>,
    /// What in the program stands for what in the tree.
    pub layout: Option<lower::Layout>,
    /// Errors and warnings, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Preprocesses, checks and lowers a file that lives at a path; headers are looked for beside it.
pub fn load(files: &Files, file: FileId, path: &Path, options: &Options) -> Loaded {
    lowered(files, file, check(files, file, path, options), options)
}

/// Checks and lowers a file, without starting another program: either as it is, or as the preprocessor has made it.
pub fn load_preprocessed(
    files: &Files,
    file: FileId,
    preprocessed: Option<&Preprocessed>,
    options: &Options,
) -> Loaded {
    lowered(files, file, check_preprocessed(files, file, preprocessed, options), options)
}

fn lowered(files: &Files, file: FileId, checked: Checked, options: &Options) -> Loaded {
    let Checked { unit: Some(mut unit), mut diagnostics } = checked else {
        return Loaded { unit: None, program: None, layout: None, diagnostics: checked.diagnostics };
    };
    lower::repeats::add(&mut unit);
    if options.lists {
        lower::cells::keep(&mut unit);
    }
    let span: Span = files.span(file, 0, files.get(file).map_or(0, |f| f.text().len()));
    let (program, layout, mut problems) = lower::lower(&unit, files, span);
    problems.sort_by_key(|d| d.labels.first().map(|l| l.span.start));
    diagnostics.extend(problems);
    if let Err(flaws) = imperative::verify(&program) {
        // A bug in this crate. It is reported with a place instead of giving a wrong answer.
        for flaw in flaws.iter().take(5) {
            let message = format!("this program could not be translated: {flaw}");
            diagnostics.push(Diagnostic::error(message).primary(flaw.span, "at this place"));
        }
        return Loaded { unit: Some(unit), program: None, layout: None, diagnostics };
    }
    Loaded { unit: Some(unit), program: Some(program), layout: Some(layout), diagnostics }
}

/// Checks a text of ours, all of which stands at one place of the user's file.
pub(crate) fn check_inner(text: &str, span: Span, model: types::DataModel) -> Option<tree::Unit> {
    let map = LineMap::fixed(span, text);
    let parsed = parse::parse(text, &map).ok()?;
    let (unit, diagnostics) = check::check(&parsed, &map, model, Vec::new());
    (!diagnostics.iter().any(Diagnostic::is_error)).then_some(unit)
}
