//! Trees as text.
//!
//! Parsing the text gives back an equal tree. Operators get only the parentheses that they need; everything else
//! stands where the style of the language reference has it, with three columns a level.

mod declarations;
mod expressions;
mod statements;

use super::ast::{Compilation, ContextItem, Decl, Expr, Pragma, Stmt, UnitKind, UseClause, UseKind};
use super::tokens::scan_formula;
use std::fmt::Write;

/// How long a line may be before it is broken.
const WIDTH: usize = 100;

/// A whole file.
pub fn print(compilation: &Compilation) -> String {
    let mut out = Printer::default();
    for (i, unit) in compilation.units.iter().enumerate() {
        if i > 0 {
            out.text.push('\n');
        }
        for item in &unit.context {
            out.context(item);
        }
        if unit.private {
            out.text.push_str("private\n");
        }
        match &unit.kind {
            UnitKind::Declaration(decl) => out.declaration(decl),
            UnitKind::Subunit { parent, body } => {
                out.line(&format!("separate ({})", parent.text()));
                out.declaration(body);
            }
            UnitKind::Statements(statements) => out.statements(statements),
        }
    }
    for pragma in &compilation.trailing {
        out.pragma(pragma);
    }
    out.text
}

/// A declaration with its `;` and line end.
pub fn print_declaration(decl: &Decl) -> String {
    let mut out = Printer::default();
    out.declaration(decl);
    out.text
}

/// A declaration on one line.
fn declaration_on_a_line(decl: &Decl) -> String {
    let mut out = Printer { wide: true, ..Printer::default() };
    out.declaration(decl);
    out.text
}

/// A statement with its `;` and line end.
pub fn print_statement(statement: &Stmt) -> String {
    let mut out = Printer::default();
    out.statement(statement);
    out.text
}

/// An expression.
pub fn print_expression(expr: &Expr) -> String {
    expressions::text(expr)
}

/// Text in the making.
#[derive(Default)]
struct Printer {
    text: String,
    indent: usize,
    /// Whether long lines stay as they are.
    wide: bool,
}

impl Printer {
    /// Writes a line, or several if it is long: compilers take 255 columns and no more.
    fn line(&mut self, line: &str) {
        self.folded(line, "", "");
    }

    /// Writes a line with something before it. Lines are broken between tokens, where there is a space already.
    fn folded(&mut self, line: &str, first: &str, others: &str) {
        let width = 3 * self.indent;
        let _ = write!(self.text, "{:width$}{first}", "");
        // What is not supported keeps the lines that it has.
        if self.wide || width + line.len() <= WIDTH || line.contains('\n') {
            let _ = writeln!(self.text, "{line}");
            return;
        }
        let mut start = 0;
        for token in scan_formula(line, 0, line.len()).tokens {
            let (from, to) = (token.start as usize, token.end as usize);
            let before = line.get(start..from).unwrap_or("");
            if width + to - start > WIDTH && before.ends_with(' ') {
                let _ = write!(self.text, "{}\n{:width$}  {others}", before.trim_end(), "");
                start = from;
            }
        }
        let _ = writeln!(self.text, "{}", line.get(start..).unwrap_or(""));
    }

    fn indented(&mut self, part: impl FnOnce(&mut Self)) {
        self.indent += 1;
        part(self);
        self.indent -= 1;
    }

    fn context(&mut self, item: &ContextItem) {
        match item {
            ContextItem::With { limited, private, units, .. } => {
                let limited = if *limited { "limited " } else { "" };
                let private = if *private { "private " } else { "" };
                let units: Vec<String> = units.iter().map(super::ast::Path::text).collect();
                self.line(&format!("{limited}{private}with {};", units.join(", ")));
            }
            ContextItem::Use(clause) => self.use_clause(clause),
            ContextItem::Pragma(pragma) => self.pragma(pragma),
            ContextItem::Claim(claim) => self.claim(claim),
        }
    }

    fn use_clause(&mut self, clause: &UseClause) {
        let kind = match clause.kind {
            UseKind::Package => "",
            UseKind::Type => "type ",
            UseKind::AllType => "all type ",
        };
        let names: Vec<String> = clause.names.iter().map(expressions::text).collect();
        self.line(&format!("use {kind}{};", names.join(", ")));
    }

    fn pragma(&mut self, pragma: &Pragma) {
        let mut line = format!("pragma {}", pragma.name.text);
        if !pragma.args.is_empty() {
            line.push(' ');
            expressions::arguments(&pragma.args, &mut line);
        }
        line.push(';');
        self.line(&line);
    }
}
