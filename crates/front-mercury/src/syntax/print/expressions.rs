//! Expressions and lambdas.

use super::Printer;
use super::words::{ARGUMENT, SIDE, atom, before_dot, behind_dot, infix, is_operator, quoted};
use crate::syntax::ast::{Access, Expr, ExprKind, Lambda, Name};
use terms::Op;

impl Printer {
    /// A name before its arguments.
    pub(super) fn name(&mut self, name: &Name) {
        for part in &name.module {
            self.put(&before_dot(part));
            self.put(".");
        }
        let qualified = !name.module.is_empty();
        self.put(&if qualified { behind_dot(&name.text) } else { atom(&name.text) });
    }

    /// A name without arguments: an operator stands in brackets.
    pub(super) fn operand_name(&mut self, name: &Name) {
        if !is_operator(&name.text) {
            return self.name(name);
        }
        for part in &name.module {
            self.put(&before_dot(part));
            self.put(".");
        }
        self.put(&format!("({})", atom(&name.text)));
    }

    /// An operator with its two operands.
    fn between(
        &mut self,
        max: u16,
        priority: u16,
        operator: &str,
        left: impl FnOnce(&mut Self),
        right: impl FnOnce(&mut Self),
    ) {
        self.within(max, priority, |out| {
            left(out);
            out.put(if operator == "," { "" } else { " " });
            out.put(operator);
            out.put(" ");
            right(out);
        });
    }

    /// Something of a priority, in brackets if that is too loose.
    pub(super) fn within(&mut self, max: u16, priority: u16, inner: impl FnOnce(&mut Self)) {
        let brackets = priority > max;
        if brackets {
            self.put("(");
        }
        inner(self);
        if brackets {
            self.put(")");
        }
    }

    pub(super) fn args(&mut self, args: &[Expr]) {
        self.bracketed(args, |out, arg| out.expr(arg, ARGUMENT));
    }

    /// An expression where operators up to a priority need no brackets.
    pub(super) fn expr(&mut self, expr: &Expr, max: u16) {
        match &expr.kind {
            ExprKind::Var(name) => self.put(name),
            ExprKind::State(used, name) => {
                self.put(used.sign());
                self.put(name);
            }
            ExprKind::Int(literal) => self.put(&literal.text),
            ExprKind::Float(text, _) => self.put(text),
            ExprKind::Str(text) => self.put(&quoted('"', text)),
            ExprKind::Implied(name) => self.put(&format!("${name}")),
            ExprKind::Apply(name, args) => self.apply(name, args, max),
            ExprKind::Call(function, args) => {
                match &function.kind {
                    ExprKind::Var(name) => self.put(name),
                    _ => {
                        self.put("(");
                        self.expr(function, ARGUMENT);
                        self.put(")");
                    }
                }
                self.args(args);
            }
            ExprKind::List(elements, rest) => self.list(elements, rest.as_deref()),
            ExprKind::Tuple(elements) => {
                self.put("{");
                self.joined(elements, ", ", |out, element| out.expr(element, ARGUMENT));
                self.put("}");
            }
            ExprKind::If(..) => self.conditional(expr),
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Field(base, path) => self.within(max, 99, |out| out.selection(base, path)),
            ExprKind::Update(base, path, value) => {
                self.between(max, 650, ":=", |out| out.selection(base, path), |out| out.expr(value, 649));
            }
            ExprKind::Both(left, right) => {
                self.between(max, 90, "@", |out| out.expr(left, 89), |out| out.expr(right, 89));
            }
            ExprKind::Typed(inner, of) => {
                self.between(max, 120, ":", |out| out.expr(inner, 120), |out| out.type_of(of));
            }
        }
    }

    pub(super) fn apply(&mut self, name: &Name, args: &[Expr], max: u16) {
        match (args, name.module.is_empty()) {
            ([], _) => return self.operand_name(name),
            ([left, right], _) => return self.applied(name, left, right, max),
            ([inner], true) if name.text == "-" && matches!(inner.kind, ExprKind::Var(_)) => {
                return self.within(max, 200, |out| {
                    out.put("-");
                    out.expr(inner, 0);
                });
            }
            _ => {}
        }
        self.name(name);
        self.args(args);
    }

    /// A name with two arguments, between them if it is an operator.
    pub(super) fn applied(&mut self, name: &Name, left: &Expr, right: &Expr, max: u16) {
        let Some(op) = infix(&name.text).filter(|_| name.module.is_empty()) else {
            self.name(name);
            self.put("(");
            self.expr(left, ARGUMENT);
            self.put(", ");
            self.expr(right, ARGUMENT);
            return self.put(")");
        };
        let text = if name.text == "," { ",".to_string() } else { atom(&name.text) };
        let first = left_priority(left, op);
        self.between(max, op.priority, &text, |out| out.expr(left, first), |out| out.expr(right, op.right));
    }

    fn list(&mut self, elements: &[Expr], rest: Option<&Expr>) {
        self.put("[");
        self.joined(elements, ", ", |out, element| out.expr(element, ARGUMENT));
        if let Some(rest) = rest {
            self.put(" | ");
            self.expr(rest, ARGUMENT);
        }
        self.put("]");
    }

    fn conditional(&mut self, expr: &Expr) {
        self.put("(");
        let mut rest = expr;
        while let ExprKind::If(condition, then, otherwise) = &rest.kind {
            self.put("if ");
            self.side(condition, 1149);
            self.put(" then ");
            self.expr(then, ARGUMENT);
            self.put(" else ");
            rest = otherwise;
        }
        self.expr(rest, ARGUMENT);
        self.put(")");
    }

    fn selection(&mut self, base: &Expr, path: &[Access]) {
        self.expr(base, 98);
        self.put(" ^ ");
        self.path(path);
    }

    pub(super) fn path(&mut self, path: &[Access]) {
        self.joined(path, " ^ ", |out, access| out.functional(&access.field, &access.args));
    }

    fn functional(&mut self, name: &Name, args: &[Expr]) {
        if args.is_empty() {
            self.operand_name(name);
        } else {
            self.name(name);
            self.args(args);
        }
    }

    fn lambda(&mut self, lambda: &Lambda) {
        self.put("(");
        if let Some(word) = lambda.purity.word() {
            self.put(word);
            self.put(" ");
        }
        let word = lambda.kind.word();
        if lambda.params.is_empty() && lambda.grammar.is_none() {
            self.put(&format!("({word})"));
        } else {
            self.put(word);
            self.put("(");
            self.joined(&lambda.params, ", ", Printer::parameter);
            if let Some((first, second)) = &lambda.grammar {
                self.put(if lambda.params.is_empty() { "" } else { ", " });
                self.mode(first);
                self.put(", ");
                self.mode(second);
            }
            self.put(")");
        }
        if let Some(result) = &lambda.result {
            self.put(" = ");
            match result.mode {
                Some(_) => self.result(result),
                None => self.expr(&result.expr, SIDE),
            }
        }
        if let Some(determinism) = lambda.determinism {
            self.put(&format!(" is {}", determinism.word()));
        }
        if let Some(body) = &lambda.body {
            self.put(if lambda.grammar.is_some() { " -->" } else { " :-" });
            self.indented(body);
        }
        self.put(")");
    }
}

/// The largest priority of a left operand: one that would take what follows gets brackets, as in `(A ++ B) - C`.
fn left_priority(left: &Expr, op: Op) -> u16 {
    let takes = |inner: Op| inner.priority == op.left && inner.right >= op.priority;
    match &left.kind {
        ExprKind::Apply(name, args) if args.len() == 2 && infix(&name.text).is_some_and(takes) => {
            op.left.saturating_sub(1)
        }
        _ => op.left,
    }
}
