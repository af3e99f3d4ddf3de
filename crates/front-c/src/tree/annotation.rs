//! Annotations: comments that start with `@`, as text with its place.

use source::Span;

/// A comment `//@ …` or `/*@ … */` that does not belong to a function as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Its clauses.
    pub clauses: Vec<Clause>,
    /// The whole comment.
    pub span: Span,
    /// The offset of the first token behind it, past other comments.
    pub before: Option<u32>,
}

/// One clause, such as `requires n > 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The words it starts with: `requires`, `ensures`, `assert`, `loop invariant` …
    pub keyword: String,
    /// What follows, without the final `;`.
    pub text: String,
    /// The whole clause.
    pub span: Span,
}
