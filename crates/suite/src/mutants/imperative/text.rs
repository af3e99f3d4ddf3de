//! Changes for people to read.
//!
//! Expressions are printed as the program's printer does, with what the author wrote in place of the names of
//! temporaries.

use super::edit::replace;
use imperative::{Expr, FieldId, Instr, InstrKind, Proc, Program, Type, VarKind, print_expr};
use source::Files;

/// Longest text of a whole expression around a change; beyond it only the part is shown.
const LONGEST: usize = 120;
/// How much of a text that is longer still is shown at each end.
const END: usize = 50;

/// Prints the expressions of one procedure.
pub(super) struct Texts<'a> {
    program: &'a Program,
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

/// Does a text need no parentheses as an operand: a name, a call, an allocation?
fn holds_together(text: &str) -> bool {
    let mut open = 0i64;
    text.trim_start_matches("new ").chars().all(|c| {
        open += i64::from(matches!(c, '(' | '[')) - i64::from(matches!(c, ')' | ']'));
        open > 0 || c.is_alphanumeric() || matches!(c, '_' | '.' | ')' | ']')
    })
}

impl<'a> Texts<'a> {
    pub(super) fn new(files: &Files, program: &'a Program, proc: &Proc) -> Texts<'a> {
        let mut named = proc.clone();
        for var in &mut named.vars {
            let text = one_line(files.text(var.span));
            if var.kind == VarKind::Temporary && !text.is_empty() {
                var.name = if holds_together(&text) { text } else { format!("({text})") };
            }
        }
        Texts { program, proc: named }
    }

    pub(super) fn expr(&self, e: &Expr) -> String {
        print_expr(self.program, &self.proc, e)
    }

    /// A field of an object.
    pub(super) fn field(&self, object: &Expr, field: FieldId) -> String {
        short(self.expr(&Expr::field(object.clone(), field, object.span)))
    }

    /// The texts of a change of a part of an expression, with what stands around it unless that is long.
    pub(super) fn change(
        &self,
        whole: &Expr,
        path: &[u8],
        with: &Expr,
        from: String,
        to: String,
    ) -> (String, String) {
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
            _ => String::new(),
        })
    }

    /// A statement as its author wrote it: the smallest one around an instruction.
    pub(super) fn source(&self, files: &Files, instr: &Instr, proc: &Proc) -> String {
        let around =
            |s: &&imperative::Statement| s.span.start <= instr.span.start && instr.span.end <= s.span.end;
        let smallest =
            proc.statements.iter().filter(around).min_by_key(|s| s.span.end.saturating_sub(s.span.start));
        short(one_line(files.text(smallest.map_or(instr.span, |s| s.span))))
    }
}
