//! Statements and claims as text.

use super::Printer;
use super::declarations::object_text;
use super::expressions::{choices, iteration, text};
use crate::syntax::ast::{Claim, ExprKind, Handled, Name, Scheme, Stmt, StmtKind};

impl Printer {
    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    pub(super) fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Null => self.line("null;"),
            StmtKind::Assign(target, value) => self.line(&format!("{} := {};", text(target), text(value))),
            StmtKind::Call(call) => self.line(&format!("{};", text(call))),
            StmtKind::If { branches, otherwise } => {
                for (i, (condition, body)) in branches.iter().enumerate() {
                    self.line(&format!("{} {} then", if i == 0 { "if" } else { "elsif" }, text(condition)));
                    self.indented(|p| p.statements(body));
                }
                if let Some(body) = otherwise {
                    self.line("else");
                    self.indented(|p| p.statements(body));
                }
                self.line("end if;");
            }
            StmtKind::Case(value, alternatives) => {
                self.line(&format!("case {} is", text(value)));
                self.indented(|p| {
                    for alternative in alternatives {
                        let mut line = "when ".to_string();
                        choices(&alternative.choices, &mut line);
                        p.line(&(line + " =>"));
                        p.indented(|p| p.statements(&alternative.body));
                    }
                });
                self.line("end case;");
            }
            StmtKind::Loop { label, scheme, body } => {
                let before = label_text(label.as_ref());
                let mut line = before;
                match scheme {
                    Scheme::Forever => {}
                    Scheme::While(condition) => line += &format!("while {} ", text(condition)),
                    Scheme::For(over) => {
                        line.push_str("for ");
                        iteration(over, &mut line);
                        line.push(' ');
                    }
                    Scheme::Unsupported(what) => line += &format!("{} ", what.text),
                }
                self.line(&(line + "loop"));
                self.indented(|p| p.statements(body));
                self.line(&format!("end loop{};", end_name(label.as_ref())));
            }
            StmtKind::Exit { label, when } => {
                let mut line = "exit".to_string();
                if let Some(label) = label {
                    line += &format!(" {}", label.text);
                }
                if let Some(when) = when {
                    line += &format!(" when {}", text(when));
                }
                self.line(&(line + ";"));
            }
            StmtKind::Block { label, declarations, body } => {
                let mut before = label_text(label.as_ref());
                if let Some(declarations) = declarations {
                    self.line(&(std::mem::take(&mut before) + "declare"));
                    self.indented(|p| p.declarations(declarations));
                }
                self.line(&(before + "begin"));
                self.handled(body);
                self.line(&format!("end{};", end_name(label.as_ref())));
            }
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(value)) => self.line(&format!("return {};", text(value))),
            StmtKind::ExtendedReturn(object, body) => {
                let line = format!("return {}", object_text(object));
                match body {
                    None => self.line(&(line + ";")),
                    Some(body) => {
                        self.line(&(line + " do"));
                        self.handled(body);
                        self.line("end return;");
                    }
                }
            }
            StmtKind::Raise { exception, message } => {
                let mut line = "raise".to_string();
                if let Some(exception) = exception {
                    line += &format!(" {}", text(exception));
                }
                if let Some(message) = message {
                    line += &format!(" with {}", text(message));
                }
                self.line(&(line + ";"));
            }
            StmtKind::Pragma(pragma) => self.pragma(pragma),
            StmtKind::Claim(claim) => self.claim(claim),
            StmtKind::Unsupported(what) => self.line(&what.text),
        }
    }

    /// The statements between `begin` and `end`.
    pub(super) fn handled(&mut self, handled: &Handled) {
        self.indented(|p| p.statements(&handled.body));
        if handled.handlers.is_empty() {
            return;
        }
        self.line("exception");
        self.indented(|p| {
            for handler in &handled.handlers {
                let mut line = "when ".to_string();
                if let Some(name) = &handler.occurrence {
                    line += &format!("{} : ", name.text);
                }
                choices(&handler.choices, &mut line);
                p.line(&(line + " =>"));
                p.indented(|p| p.statements(&handler.body));
            }
        });
    }

    pub(super) fn claim(&mut self, claim: &Claim) {
        let formula = text(&claim.formula);
        // Some expressions bring their parentheses along.
        let own = formula.starts_with('(')
            && matches!(
                claim.formula.kind,
                ExprKind::If { .. } | ExprKind::Case(..) | ExprKind::Quantified { .. }
            );
        let formula = if own { formula } else { format!("({formula})") };
        // A claim goes on in the next comment while a parenthesis is open.
        self.folded(&format!("{} {formula}", claim.kind.word()), "--: ", "--:   ");
    }
}

fn label_text(label: Option<&Name>) -> String {
    label.map_or(String::new(), |label| format!("{} : ", label.text))
}

fn end_name(label: Option<&Name>) -> String {
    label.map_or(String::new(), |label| format!(" {}", label.text))
}
