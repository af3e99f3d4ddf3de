//! Trees as text.
//!
//! ```text
//! p(X) :- ( X = 1 -> q ; r, s ).
//!
//! p(X) :-
//!     ( if X = 1 then
//!         q
//!     else
//!         r,
//!         s
//!     ).
//! ```
//!
//! Parsing the text gives back an equal tree. Goals stand on lines of their own, as the coding standard of Mercury has
//! them, with four columns a level; operators get only the brackets that they need.

mod declarations;
mod expressions;
mod goals;
mod words;

use super::ast::{Clause, Expr, Goal, Head, Item, ItemKind, ModuleName, Parameter, Tree};

/// A whole file.
pub fn print(tree: &Tree) -> String {
    let mut out = Printer::default();
    for (i, item) in tree.items.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|before| tree.items.get(before));
        if before.is_some_and(|before| apart(&before.kind, &item.kind)) {
            out.text.push('\n');
        }
        out.item(item);
    }
    out.text
}

/// An item with its full stop and line end.
pub fn print_item(item: &Item) -> String {
    let mut out = Printer::default();
    out.item(item);
    out.text
}

/// A clause with its full stop and line end.
pub fn print_clause(clause: &Clause) -> String {
    let mut out = Printer::default();
    out.clause(clause);
    out.text
}

/// A goal.
pub fn print_goal(goal: &Goal) -> String {
    let mut out = Printer::default();
    out.body(goal);
    out.text
}

/// An expression.
pub fn print_expression(expr: &Expr) -> String {
    let mut out = Printer::default();
    out.expr(expr, words::ANYTHING);
    out.text
}

/// Whether an empty line stands between two items.
fn apart(before: &ItemKind, after: &ItemKind) -> bool {
    !matches!(
        (before, after),
        (ItemKind::Clause(_), ItemKind::Clause(_))
            | (ItemKind::Import(..), ItemKind::Import(..))
            | (ItemKind::Pragma(_), ItemKind::Pragma(_))
            | (ItemKind::Module(_), ItemKind::Interface | ItemKind::Implementation)
            | (ItemKind::Pred(_) | ItemKind::Mode(_), ItemKind::Mode(_))
    )
}

#[derive(Default)]
struct Printer {
    text: String,
    level: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        // Two names of signs would become one.
        if self.text.ends_with(words::is_sign) && text.starts_with(words::is_sign) {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    /// Starts a new line.
    fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.level {
            self.text.push_str("    ");
        }
    }

    /// The full stop and the line end.
    fn stop(&mut self) {
        let last = self.text.chars().next_back().unwrap_or(' ');
        self.put(if words::is_sign(last) { " .\n" } else { ".\n" });
    }

    /// Things with something between them.
    fn joined<T>(&mut self, things: &[T], between: &str, mut print: impl FnMut(&mut Self, &T)) {
        for (i, thing) in things.iter().enumerate() {
            if i > 0 {
                self.put(between);
            }
            print(self, thing);
        }
    }

    /// Things in brackets; nothing if there are none.
    fn bracketed<T>(&mut self, things: &[T], print: impl FnMut(&mut Self, &T)) {
        if !things.is_empty() {
            self.put("(");
            self.joined(things, ", ", print);
            self.put(")");
        }
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Clause(clause) => return self.clause(clause),
            ItemKind::Module(name) => self.module("module", std::slice::from_ref(name)),
            ItemKind::EndModule(name) => self.module("end_module", std::slice::from_ref(name)),
            ItemKind::Interface => self.put(":- interface"),
            ItemKind::Implementation => self.put(":- implementation"),
            ItemKind::Import(kind, names) => self.module(kind.word(), names),
            ItemKind::Type(decl) => self.type_decl(decl),
            ItemKind::Inst(decl) => self.inst_decl(decl),
            ItemKind::ModeDef(def) => self.mode_def(def),
            ItemKind::Pred(decl) => self.pred_decl(decl),
            ItemKind::Mode(decl) => self.mode_decl(decl),
            ItemKind::Pragma(pragma) => {
                self.put(":- pragma ");
                let brackets = words::is_operator(&pragma.name);
                self.put(&if brackets { format!("({})", pragma.text) } else { pragma.text.clone() });
            }
            ItemKind::Promise(kind, goal) => {
                self.put(&format!(":- {} ", kind.word()));
                self.block(goal);
            }
            ItemKind::Unsupported(unsupported) => self.put(&format!(":- {}", unsupported.text)),
        }
        self.stop();
    }

    fn module(&mut self, word: &str, names: &[ModuleName]) {
        self.put(&format!(":- {word} "));
        self.joined(names, ", ", |out, name| {
            let parts: Vec<String> = name.parts.iter().map(|part| words::before_dot(part)).collect();
            out.put(&parts.join("."));
        });
    }

    fn clause(&mut self, clause: &Clause) {
        self.head(&clause.head);
        if let Some(body) = &clause.body {
            self.put(if clause.grammar { " -->" } else { " :-" });
            self.level += 1;
            self.line();
            self.body(body);
            self.level -= 1;
        }
        self.stop();
    }

    fn head(&mut self, head: &Head) {
        match &head.params[..] {
            [] => self.operand_name(&head.name),
            [left, right] if left.mode.is_none() && right.mode.is_none() => {
                let max = if head.result.is_some() { words::SIDE } else { words::ARGUMENT };
                self.applied(&head.name, &left.expr, &right.expr, max);
            }
            params => {
                self.name(&head.name);
                self.bracketed(params, Printer::parameter);
            }
        }
        if let Some(result) = &head.result {
            self.put(" = ");
            self.result(result);
        }
    }

    fn parameter(&mut self, param: &Parameter) {
        self.expr(&param.expr, words::ARGUMENT);
        if let Some(mode) = &param.mode {
            self.put("::");
            self.mode(mode);
        }
    }

    /// The result of a function, behind its `=`.
    fn result(&mut self, result: &Parameter) {
        if result.mode.is_some() {
            self.put("(");
            self.parameter(result);
            self.put(")");
        } else {
            self.expr(&result.expr, words::SIDE);
        }
    }
}
