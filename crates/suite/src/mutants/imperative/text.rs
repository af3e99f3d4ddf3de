//! Changes for people to read.
//!
//! Expressions are printed as the program's printer does, with what the author wrote in place of the names of
//! temporaries.

use super::edit::replace;
use imperative::{
    BinaryOp, Expr, ExprKind, FieldId, Instr, InstrKind, Proc, Program, Type, UnaryOp, VarKind, print_expr,
};
use source::{Files, Span};

/// Longest text of a whole expression around a change; beyond it only the part is shown.
const LONGEST: usize = 120;
/// How much of a text that is longer still is shown at each end.
const END: usize = 50;

/// Prints the expressions of one procedure.
pub(super) struct Texts<'a> {
    program: &'a Program,
    files: &'a Files,
    /// The procedure, with readable names for its temporaries.
    proc: Proc,
}

/// Text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of bearable length.
fn short(text: String) -> String {
    let count = text.chars().count();
    if count <= LONGEST {
        return text;
    }
    let start: String = text.chars().take(END).collect();
    let end: String = text.chars().skip(count.saturating_sub(END)).collect();
    format!("{start}…{end}")
}

/// Whether a text needs no parentheses as an operand: a name, a call, an allocation.
fn holds_together(text: &str) -> bool {
    let mut open = 0i64;
    text.trim_start_matches("new ").chars().all(|c| {
        open += i64::from(matches!(c, '(' | '[')) - i64::from(matches!(c, ')' | ']'));
        open > 0 || c.is_alphanumeric() || matches!(c, '_' | '.' | ')' | ']')
    })
}

impl<'a> Texts<'a> {
    pub(super) fn new(files: &'a Files, program: &'a Program, proc: &Proc) -> Texts<'a> {
        let mut named = proc.clone();
        for var in &mut named.vars {
            let text = one_line(files.text(var.span));
            if var.kind == VarKind::Temporary && !text.is_empty() {
                var.name = if holds_together(&text) { text } else { format!("({text})") };
            }
        }
        Texts { program, files, proc: named }
    }

    pub(super) fn expr(&self, e: &Expr) -> String {
        print_expr(self.program, &self.proc, e)
    }

    /// A field of an object.
    pub(super) fn field(&self, object: &Expr, field: FieldId) -> String {
        short(self.expr(&Expr::field(object.clone(), field, object.span)))
    }

    /// The texts of a change of a part of an expression, with what stands around it unless that is long. `shown` is how a
    /// constant is written, if that is not as the program has it.
    pub(super) fn change(
        &self,
        whole: &Expr,
        path: &[u8],
        with: &Expr,
        shown: Option<&str>,
        from: String,
        to: String,
    ) -> (String, String) {
        if let Some(texts) = self.written_change(whole, path, with, shown) {
            return texts;
        }
        if path.is_empty() {
            return (short(from), short(to));
        }
        let around = self.expr(whole);
        if around.len() > LONGEST {
            return (short(from), short(to));
        }
        let mut changed = whole.clone();
        replace(&mut changed, path, with.clone());
        (around, short(self.expr(&changed)))
    }

    /// The same as the author wrote it, where the language has implicit conversions.
    fn written_change(
        &self,
        whole: &Expr,
        path: &[u8],
        with: &Expr,
        shown: Option<&str>,
    ) -> Option<(String, String)> {
        let old = super::part_of(whole, path).filter(|_| self.program.notation.text.casts)?;
        let new = match shown {
            Some(text) => text.to_string(),
            None => self.changed_text(old, with)?,
        };
        let inside = whole.span.file == old.span.file
            && whole.span.start <= old.span.start
            && old.span.end <= whole.span.end;
        let around = if inside { whole.span } else { old.span };
        let from = one_line(self.files.text(around));
        let around = if from.len() > LONGEST { old.span } else { around };
        let piece = |start, end| self.files.text(Span { start, end, ..around });
        let to = format!("{}{new}{}", piece(around.start, old.span.start), piece(old.span.end, around.end));
        let from = one_line(self.files.text(around));
        let to = one_line(&to);
        (from != to && !from.is_empty()).then(|| (short(from), short(to)))
    }

    /// What stands in the text instead of a part.
    fn changed_text(&self, old: &Expr, with: &Expr) -> Option<String> {
        let text = |e: &Expr| self.files.text(e.span);
        match (&old.kind, &with.kind) {
            (_, ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Nil) => Some(self.expr(with)),
            (_, ExprKind::Bool(b)) => Some(i64::from(*b).to_string()),
            _ if old.operands().any(|operand| operand == with) => Some(text(with).to_string()),
            (_, ExprKind::Unary(UnaryOp::Not, a)) if **a == *old => Some(format!("!({})", text(old))),
            // One more or one less of it.
            (_, ExprKind::Binary(op, a, one)) if **a == *old && matches!(one.kind, ExprKind::Int(_)) => {
                Some(format!("{} {} {}", text(old), op.symbol(), self.expr(one)))
            }
            _ => {
                let mut operands = old.operands().zip(with.operands());
                let ((a, new_a), (b, new_b)) = (operands.next()?, operands.next()?);
                let between = Span { start: a.span.end, end: b.span.start, ..old.span };
                let (was, is) = (self.sign(old)?, self.sign(with)?);
                let gap = self.files.text(between);
                if a != new_a || b != new_b || b.span.start <= a.span.end || !gap.contains(&was) {
                    return None;
                }
                let piece = |start, end| self.files.text(Span { start, end, ..old.span });
                let gap = gap.replacen(&was, &is, 1);
                let (left, right) = (piece(old.span.start, a.span.end), piece(b.span.start, old.span.end));
                Some(format!("{left}{gap}{right}"))
            }
        }
    }

    /// The operator of an operation.
    fn sign(&self, e: &Expr) -> Option<String> {
        let signs = &self.program.notation.text;
        Some(match &e.kind {
            ExprKind::And(..) => signs.and.trim().to_string(),
            ExprKind::Or(..) => signs.or.trim().to_string(),
            ExprKind::Binary(BinaryOp::Eq, ..) => signs.equal.trim().to_string(),
            ExprKind::Binary(BinaryOp::Ne, ..) => signs.unequal.trim().to_string(),
            ExprKind::Binary(op, ..) => op.symbol().to_string(),
            _ => return None,
        })
    }

    /// An allocation.
    pub(super) fn allocation(&self, instr: &Instr) -> String {
        short(match &instr.kind {
            InstrKind::New { of, args, .. } => {
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                format!("new {}({})", self.program.type_name(&Type::Ref(*of)), args.join(", "))
            }
            InstrKind::NewArray { element, length, .. } => {
                format!("new {}[{}]", self.program.type_name(element), self.expr(length))
            }
            // Called for allocations only.
            _ => String::new(),
        })
    }

    /// A statement as its author wrote it: the smallest one around an instruction.
    pub(super) fn source(&self, files: &Files, instr: &Instr, proc: &Proc) -> String {
        let around =
            |s: &&imperative::Statement| s.span.start <= instr.span.start && instr.span.end <= s.span.end;
        let smallest =
            proc.statements.iter().filter(around).min_by_key(|s| s.span.end.saturating_sub(s.span.start));
        let whole = one_line(files.text(smallest.map_or(instr.span, |s| s.span)));
        let own = one_line(files.text(instr.span));
        // One of several in the head of a loop is named alone.
        short(if whole.starts_with("for") && !own.is_empty() { own } else { whole })
    }
}
