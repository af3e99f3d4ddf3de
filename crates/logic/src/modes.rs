//! What a predicate promises about its calls, where a text says so: modes and determinism.
//!
//! ```
//! use logic::{Determinism, Mode};
//! assert_eq!(Mode::parse("+"), Some(Mode::Ground));
//! assert_eq!(Determinism::parse("semidet").map(Determinism::word), Some("semidet"));
//! ```
//!
//! The words are those of Mercury. They are data only: they are not checked here, and a run does not depend on them.

use source::Span;

/// What is known of an argument before the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `+`: it is ground.
    Ground,
    /// `-`: it is a variable of its own.
    Free,
    /// `?`: anything.
    Any,
}

impl Mode {
    /// Reads a mode as Prolog or Mercury writes it.
    pub fn parse(text: &str) -> Option<Mode> {
        match text {
            "+" | "in" | "++" | "ground" => Some(Mode::Ground),
            "-" | "out" | "--" | "free" => Some(Mode::Free),
            "?" | "any" => Some(Mode::Any),
            _ => None,
        }
    }

    /// The sign for it: `+`, `-` or `?`.
    pub fn sign(self) -> &'static str {
        match self {
            Mode::Ground => "+",
            Mode::Free => "-",
            Mode::Any => "?",
        }
    }
}

/// How many solutions a call can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Determinism {
    /// One.
    Det,
    /// None or one.
    Semidet,
    /// One or more.
    Multi,
    /// Any number.
    Nondet,
    /// One or more, of which one is taken.
    CcMulti,
    /// Any number, of which at most one is taken.
    CcNondet,
    /// None.
    Failure,
    /// None: the call never returns, but throws.
    Erroneous,
}

impl Determinism {
    /// All of them.
    pub const ALL: [Determinism; 8] = [
        Determinism::Det,
        Determinism::Semidet,
        Determinism::Multi,
        Determinism::Nondet,
        Determinism::Erroneous,
        Determinism::Failure,
        Determinism::CcMulti,
        Determinism::CcNondet,
    ];

    /// Reads `det`, `semidet` and so on.
    pub fn parse(text: &str) -> Option<Determinism> {
        // An older name that is still read.
        let text = if text == "multidet" { "multi" } else { text };
        Determinism::ALL.into_iter().find(|determinism| determinism.word() == text)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Determinism::Det => "det",
            Determinism::Semidet => "semidet",
            Determinism::Multi => "multi",
            Determinism::Nondet => "nondet",
            Determinism::CcMulti => "cc_multi",
            Determinism::CcNondet => "cc_nondet",
            Determinism::Failure => "failure",
            Determinism::Erroneous => "erroneous",
        }
    }
}

/// One declared mode of a predicate: `:- mode append(+, +, -) is det.`
///
/// A predicate may have several, one for each way to call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeDecl {
    /// The modes of the arguments; `None` if the declaration is about calls of any modes and names none, as
    /// `:- det(p/1)` does.
    pub modes: Option<Vec<Mode>>,
    /// How many solutions such a call has, if that is declared.
    pub determinism: Option<Determinism>,
    /// Where it stands.
    pub span: Span,
}
