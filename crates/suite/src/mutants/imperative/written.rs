//! What the author of a program wrote, and what was made of it.
//!
//! ```text
//! i = i + 1;                 all of it is written
//! i++;                       so is the 1, in a way
//! *(long *) bytes            eight bytes, with a factor and a sum for each, that nobody wrote
//! name = "no such account";  sixteen stores of numbers that nobody wrote
//! ```
//!
//! A mutant is a slip that a person could make, so only what is written is changed. What was made of something has the place of that
//! in the text: an operation has the place of its operand, a constant that of no number.

use imperative::{Expr, ExprKind, InstrKind, Proc, UnaryOp};
use source::{Files, Span};

/// The text of a program, as far as it says what was written.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub files: &'a Files,
    pub proc: &'a Proc,
}

impl Written<'_> {
    fn text(&self, span: Span) -> &str {
        self.files.text(span).trim()
    }

    /// Whether it is a step up or down, or an assignment with an operator: `i++`, `s += x`.
    fn is_step(&self, span: Span) -> bool {
        let text = self.text(span);
        let steps = ["++", "--", "+=", "-=", "*=", "/=", "%="];
        steps.iter().any(|step| text.contains(step))
    }

    /// Whether an operation is written. If not, one of its operands has the same place in the text.
    pub fn operation(&self, e: &Expr) -> bool {
        !e.operands().any(|operand| operand.span == e.span) || self.is_step(e.span)
    }

    /// Whether a logical operation is written, if only as `X in 1 .. 5` or `1 | 2`. What stands before an arrow is a
    /// guard, and what is made of several guards of a contract is not.
    pub fn logical(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let between = Span { start: a.span.end, end: b.span.start.max(a.span.end), ..e.span };
                !self.text(between).contains("=>")
            }
            ExprKind::Unary(UnaryOp::Not, a) => self.logical(a),
            _ => true,
        }
    }

    /// Whether a number is written: as a literal, or by a name for it.
    pub fn number(&self, e: &Expr) -> bool {
        let text = self.text(e.span);
        let bare = text.trim_start_matches(['(', '-', '+', ' ']).trim_end_matches([')', ' ']);
        let starts = |start: fn(char) -> bool| bare.starts_with(start);
        let is_literal = starts(|c| c.is_ascii_digit() || c == '\'')
            && !bare.contains(|c: char| c.is_whitespace() || "*/+<>&|".contains(c));
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
        let is_name = starts(|c| c.is_alphabetic() || c == '_')
            && bare.chars().all(is_word)
            && !self.proc.vars.iter().any(|v| v.name == bare);
        // A number without a known text counts as written.
        text.is_empty() || is_literal || is_name || self.is_step(e.span)
    }

    /// Whether an expression is a number that is not in the source.
    pub fn is_made_up_number(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Int(_) | ExprKind::Real(_)) && !self.number(e)
    }

    /// Whether the author wrote a store into an object, so that it is not a part of copying or filling it.
    pub fn store(&self, kind: &InstrKind, span: Span) -> bool {
        match kind {
            InstrKind::StoreField { value, .. }
            | InstrKind::StoreElement { value, .. }
            | InstrKind::StoreTarget { value, .. } => value.span != span || self.is_step(span),
            // Called for stores only.
            _ => true,
        }
    }
}
