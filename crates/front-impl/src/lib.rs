//! All that Glassbox knows of IMPL, the language of the paper on tests for pointer structures, with what makes
//! it usable: structs, procedures, arrays, reals, booleans, `requires` and `assert`.
//!
//! * [`load`]: from text to an [`imperative::Program`] and messages. Nothing panics, whatever the text is.
//! * [`parse_formula`]: a formula of the command line, over the inputs of a procedure.
//! * [`print`]: a parsed program as text again.
//! * [`emit`]: a test as a program of the form `Setup; P; Check`; such programs are read back as tests.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("sever.impl", "while (x.tail.head /= x.head) { x := x.tail }; x.tail := nil");
//! let loaded = front_impl::load(&files, file);
//! let program = loaded.program.unwrap();
//! let text = imperative::print(&program);
//! assert!(text.starts_with("struct cons { head: int, tail: cons }\n\nproc main\n  input x: cons\n"));
//! ```
//!
//! The way through: [`lexer`] → [`parse`] → [`ast`] → names and types ([`types`] unifies) → inputs (what may be
//! read before it is written) → lowering.

pub mod ast;
mod check;
pub mod emit;
mod flow;
mod formula;
mod language;
pub mod lexer;
mod lower;
pub mod parse;
mod print;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod reference;
pub mod types;
mod written;

pub use formula::parse_formula;
pub use language::LANGUAGE;
pub use print::{expr_text, print, print_declarations, print_statements, real_text};

use source::{Diagnostic, FileId, Files};

/// What came of a text.
pub struct Loaded {
    /// The tree, if the text could be parsed.
    pub tree: Option<ast::Program>,
    /// The program, if there are no errors. It is verified.
    pub program: Option<imperative::Program>,
    /// Errors and warnings, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses, checks and lowers a file.
pub fn load(files: &Files, file: FileId) -> Loaded {
    let tree = match parse::parse(files, file) {
        Ok(tree) => tree,
        Err(problem) => return Loaded { tree: None, program: None, diagnostics: vec![*problem] },
    };
    let mut checker = check::Checker::program(&tree);
    let program = if checker.failed() { None } else { lower::lower(&tree, &mut checker) };
    let mut diagnostics = std::mem::take(&mut checker.diagnostics);
    let program = program.and_then(|program| match imperative::verify(&program) {
        Ok(()) => Some(program),
        Err(flaws) => {
            // A mistake of this crate. The user gets a message with a place instead of a wrong answer.
            for flaw in flaws.iter().take(5) {
                let message = format!("this program could not be translated: {flaw}");
                diagnostics.push(Diagnostic::error(message).primary(flaw.span, "at this place"));
            }
            None
        }
    });
    Loaded { tree: Some(tree), program, diagnostics }
}
