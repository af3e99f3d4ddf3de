//! All that Glassbox knows of Prolog and CLP text, in the dialect of SWI-Prolog 9.
//!
//! * [`load`]: from text to a [`logic::Program`] and messages. Nothing panics, whatever the text is.
//! * [`plunit`]: suites as unit tests of SWI-Prolog, and back.
//! * [`read_text`]: clause by clause, before predicates and goals are made of them.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("small.pl", ":- domain(int).\np(X) :- { X =< 2 }, q(X).\nq(3).\n");
//! let loaded = front_clp::load(&files, file);
//! let program = loaded.program.unwrap();
//! assert_eq!(program.clauses[0].constraints.len(), 1);
//! assert!(logic::listing(&program).contains("p(X) :-\n    { X =< 2 }, % of the rule\n    q(X).\n"));
//! ```
//!
//! The steps: the reader of the crate [`terms`], with the dialect [`SWI_PROLOG`] and the operators as they are at that
//! place → directives and grammar rules → lowering into predicates and goals, with what is used of the library. A text
//! with mistakes in several clauses gets several messages.

mod dcg;
mod dialect;
mod directives;
mod goals;
mod language;
mod library;
mod lower;
pub mod plunit;
mod suggest;
mod text;

pub use dialect::{SWI_PROLOG, operators, reader};
pub use language::LANGUAGE;
pub use terms::{Item, lexer, read};
pub use text::{Text, read_query, read_text};

use lexer::Problem;
use source::{Diagnostic, FileId, Files, Severity};

/// The result of loading a text.
pub struct Loaded {
    /// The program, if there are no errors.
    pub program: Option<logic::Program>,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and lowers a file.
pub fn load(files: &Files, file: FileId) -> Loaded {
    let Some(source) = files.get(file) else {
        return Loaded { program: None, diagnostics: vec![Diagnostic::error("there is no such file")] };
    };
    let text = read_text(source.text());
    let bad: Vec<Problem> = text
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Bad(problem) => Some(problem.clone()),
            _ => None,
        })
        .collect();
    let lowered = lower::lower(files, file, text);
    let errors = bad.into_iter().chain(lowered.errors).map(|problem| (Severity::Error, problem));
    let warnings = lowered.warnings.into_iter().map(|problem| (Severity::Warning, problem));
    let mut problems: Vec<(Severity, Problem)> = errors.chain(warnings).collect();
    problems.sort_by_key(|(severity, problem)| (problem.start, *severity));
    let failed = problems.iter().any(|(severity, _)| *severity == Severity::Error);
    let diagnostics = problems
        .into_iter()
        .map(|(severity, problem)| {
            let span = files.span(file, problem.start, problem.end);
            let message = Diagnostic::new(severity, problem.message).primary(span, problem.label);
            match problem.help {
                Some(help) => message.help(help),
                None => message,
            }
        })
        .collect();
    Loaded { program: (!failed).then_some(lowered.program), diagnostics }
}
