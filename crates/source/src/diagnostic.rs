//! Messages as data: what is wrong, where, and what to do about it.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input can be used, but perhaps does not mean what its author thinks.
    Warning,
    /// Good to know.
    Note,
}

impl Severity {
    /// The word that a message starts with.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A marked place with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is said there; may be empty.
    pub text: String,
    /// Whether this is the place of the problem, rather than one that explains it.
    pub primary: bool,
}

/// One message about the input.
///
/// The first primary label is the place that the message is reported for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
    /// The places that are shown.
    pub labels: Vec<Label>,
    /// Background, one sentence each.
    pub notes: Vec<String>,
    /// What the reader can do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message of the given severity, without any place yet.
    pub fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, message: message.into(), labels: Vec::new(), notes: Vec::new(), help: None }
    }

    /// An error.
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message)
    }

    /// A warning.
    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message)
    }

    /// Marks the place of the problem.
    #[must_use]
    pub fn primary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: true });
        self
    }

    /// Marks a place that explains the problem.
    #[must_use]
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds a sentence of background.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Says what the reader can do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// The place that the message is reported for: the first primary label, else the first label.
    pub fn place(&self) -> Option<Span> {
        self.labels.iter().find(|l| l.primary).or(self.labels.first()).map(|l| l.span)
    }

    /// Whether the input cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
