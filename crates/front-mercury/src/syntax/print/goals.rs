//! Goals, on lines of their own where they have parts.

use super::Printer;
use super::words::{ARGUMENT, infix};
use crate::syntax::ast::{Goal, GoalKind, Quantified, Scope};

impl Printer {
    /// A goal where a conjunction needs no brackets.
    pub(super) fn body(&mut self, goal: &Goal) {
        let GoalKind::Conj(parts) = &goal.kind else { return self.goal(goal, ARGUMENT) };
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.put(",");
                self.line();
            }
            self.goal(part, ARGUMENT);
        }
    }

    /// A body behind a word: on the same line if it is short, else on lines of its own, a level deeper. Then the line ends
    /// where what encloses it goes on.
    pub(super) fn indented(&mut self, goal: &Goal) {
        if is_atomic(goal) {
            self.put(" ");
            self.goal(goal, ARGUMENT);
        } else {
            self.level += 1;
            self.line();
            self.body(goal);
            self.level -= 1;
            self.line();
        }
    }

    /// A goal in brackets of its own.
    pub(super) fn block(&mut self, goal: &Goal) {
        match &goal.kind {
            GoalKind::Disj(_)
            | GoalKind::If(..)
            | GoalKind::Implies(..)
            | GoalKind::ImpliedBy(..)
            | GoalKind::Equivalent(..)
            | GoalKind::Unsupported(_) => self.goal(goal, ARGUMENT),
            _ if is_atomic(goal) => {
                self.put("(");
                self.goal(goal, ARGUMENT);
                self.put(")");
            }
            _ => {
                self.put("(");
                self.indented(goal);
                self.put(")");
            }
        }
    }

    /// A goal as an operand: in brackets unless it is a single one that binds tightly enough.
    pub(super) fn side(&mut self, goal: &Goal, max: u16) {
        let loose = max >= ARGUMENT && !matches!(goal.kind, GoalKind::Conj(_));
        if loose || is_atomic(goal) { self.goal(goal, max) } else { self.block(goal) }
    }

    pub(super) fn goal(&mut self, goal: &Goal, max: u16) {
        match &goal.kind {
            GoalKind::True => self.put("true"),
            GoalKind::Fail => self.put("fail"),
            GoalKind::Conj(_) => self.block(goal),
            GoalKind::Disj(parts) => self.disjunction(parts),
            GoalKind::If(..) => self.conditional_goal(goal),
            GoalKind::Not(inner) => {
                self.put("not ");
                self.side(inner, 900);
            }
            GoalKind::Some(vars, inner) => self.quantified("some", vars, inner),
            GoalKind::All(vars, inner) => self.quantified("all", vars, inner),
            GoalKind::Implies(left, right) => self.implication(left, "=>", right),
            GoalKind::ImpliedBy(left, right) => self.implication(left, "<=", right),
            GoalKind::Equivalent(left, right) => self.implication(left, "<=>", right),
            GoalKind::Unify(kind, left, right) => {
                let priority = infix(kind.operator()).map_or(700, |op| op.priority);
                let side = priority.saturating_sub(1);
                self.within(max, priority, |out| {
                    out.expr(left, side);
                    out.put(&format!(" {} ", kind.operator()));
                    out.expr(right, side);
                });
            }
            GoalKind::Call(name, args) => self.apply(name, args, max),
            GoalKind::CallClosure(closure, args) => {
                if let (crate::syntax::ast::ExprKind::Var(name), false) = (&closure.kind, args.is_empty()) {
                    self.put(name);
                    return self.args(args);
                }
                self.put("call(");
                self.expr(closure, ARGUMENT);
                for arg in args {
                    self.put(", ");
                    self.expr(arg, ARGUMENT);
                }
                self.put(")");
            }
            GoalKind::Effect(purity, inner) => {
                self.put(purity.word().unwrap_or(""));
                self.put(" ");
                self.side(inner, 800);
            }
            GoalKind::Scope(scope, inner) => self.scope(scope, inner),
            GoalKind::Assign(name, path, value) => self.within(max, 650, |out| {
                out.put(&format!("!{name} ^ "));
                out.path(path);
                out.put(" := ");
                out.expr(value, 649);
            }),
            GoalKind::Unsupported(unsupported) => self.put(&format!("({})", unsupported.text)),
            GoalKind::Braces(inner) => {
                self.put("{");
                self.indented(inner);
                self.put(if is_atomic(inner) { " }" } else { "}" });
            }
            GoalKind::Terminals(elements) => {
                self.put("[");
                self.joined(elements, ", ", |out, element| out.expr(element, ARGUMENT));
                self.put("]");
            }
            GoalKind::Rest(expr) => {
                self.put("=(");
                self.expr(expr, ARGUMENT);
                self.put(")");
            }
            GoalKind::SetRest(expr) => {
                self.put(":=(");
                self.expr(expr, ARGUMENT);
                self.put(")");
            }
            GoalKind::GetField(expr, path) => self.within(max, 650, |out| {
                out.expr(expr, 649);
                out.put(" =^ ");
                out.path(path);
            }),
            GoalKind::SetField(path, value) => self.within(max, 650, |out| {
                out.put("^ ");
                out.path(path);
                out.put(" := ");
                out.expr(value, 649);
            }),
        }
    }

    fn implication(&mut self, left: &Goal, operator: &str, right: &Goal) {
        self.put("( ");
        self.side(left, 919);
        self.put(&format!(" {operator} "));
        self.side(right, 919);
        self.put(" )");
    }

    fn disjunction(&mut self, parts: &[Goal]) {
        self.put("(");
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.put(";");
            }
            self.level += 1;
            self.line();
            self.body(part);
            self.level -= 1;
            self.line();
        }
        self.put(")");
    }

    fn conditional_goal(&mut self, goal: &Goal) {
        self.put("( ");
        let mut rest = goal;
        while let GoalKind::If(condition, then, otherwise) = &rest.kind {
            self.put("if");
            self.indented(condition);
            self.put(if is_atomic(condition) { " then" } else { "then" });
            self.level += 1;
            self.line();
            self.body(then);
            self.level -= 1;
            self.line();
            self.put("else ");
            rest = otherwise;
        }
        self.text.truncate(self.text.trim_end().len());
        self.level += 1;
        self.line();
        self.body(rest);
        self.level -= 1;
        self.line();
        self.put(")");
    }

    fn quantified(&mut self, word: &str, vars: &[Quantified], inner: &Goal) {
        self.put(word);
        self.put(" [");
        self.joined(vars, ", ", |out, var| {
            out.put(if var.state { "!" } else { "" });
            out.put(&var.name);
        });
        self.put("] ");
        self.block(inner);
    }

    fn scope(&mut self, scope: &Scope, inner: &Goal) {
        match scope {
            Scope::DisableWarnings(names) => {
                self.put("disable_warnings [");
                self.joined(names, ", ", |out, name| out.put(&super::words::atom(name)));
                self.put("] ");
                self.block(inner);
            }
            Scope::Require(word) => {
                self.put(word);
                self.put(" ");
                self.block(inner);
            }
            Scope::Promise(word, vars) => {
                self.put(word);
                self.put(" ");
                self.put(vars);
                self.put(if vars.is_empty() { "" } else { " " });
                self.block(inner);
            }
            Scope::RequireSwitch(word, var) => {
                self.put(&format!("{word} ["));
                self.expr(var, ARGUMENT);
                self.put("] ");
                self.block(inner);
            }
        }
    }
}

/// Whether a goal has no goals in it, so that it stands on one line.
fn is_atomic(goal: &Goal) -> bool {
    matches!(
        &goal.kind,
        GoalKind::True
            | GoalKind::Fail
            | GoalKind::Unify(..)
            | GoalKind::Call(..)
            | GoalKind::CallClosure(..)
            | GoalKind::Assign(..)
            | GoalKind::Terminals(_)
            | GoalKind::Rest(_)
            | GoalKind::SetRest(_)
            | GoalKind::GetField(..)
            | GoalKind::SetField(..)
    )
}
