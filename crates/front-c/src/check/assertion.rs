//! `assert`, which the preprocessor has made something else of by the time it is seen here.
//!
//! The macro of the C library becomes, in one form or another, a call of a function that ends the program if the
//! condition does not hold. Known are the forms of glibc, musl, macOS and those with `?:` that many others have;
//! and a plain call `assert(e)` in a file that does not include the header.

use super::Checker;
use crate::tree::{Expr, ExprKind};
use lang_c::ast::{self, Expression as E};
use lang_c::span::Node;

/// The functions that report a failed assertion.
const FAILURES: &[&str] =
    &["__assert_fail", "__assert_rtn", "__assert", "__assert_func", "__assert13", "_assert", "_wassert"];

impl Checker<'_> {
    /// The condition, if an expression is an assertion.
    pub(super) fn assertion(&mut self, node: &Node<ast::Expression>) -> Option<Expr> {
        if let E::Call(call) = &node.node
            && called(&node.node) == Some("assert")
            && self.lookup("assert").is_none()
            && let [condition] = call.node.arguments.as_slice()
        {
            self.asserts_without_header = true;
            return Some(self.truth(condition));
        }
        let (condition, negated) = find(node)?;
        let mut value = self.truth(condition);
        let macro_use = self.at(node.span);
        if let Some((start, end)) = argument(self.map.original_text(), macro_use.start as usize) {
            // What the macro made of it may be in many pieces; what the user wrote is one.
            value.span = source::Span { start: start as u32, end: end as u32, ..macro_use };
        }
        if !negated {
            return Some(value);
        }
        let span = value.span;
        Some(match value.kind {
            ExprKind::Not(inner) => *inner,
            _ => Expr { kind: ExprKind::Not(Box::new(value)), ty: self.int(), span },
        })
    }
}

/// The condition, and whether it is what must not hold.
fn find(node: &Node<ast::Expression>) -> Option<(&Node<ast::Expression>, bool)> {
    match &node.node {
        // glibc: `((void) sizeof ((e) ? 1 : 0), ({ if (e) ; else __assert_fail (…); }))`
        E::Comma(parts) => parts.last().and_then(find),
        E::Statement(statement) => {
            let ast::Statement::Compound(items) = &statement.node else { return None };
            let [Node { node: ast::BlockItem::Statement(only), .. }] = items.as_slice() else { return None };
            let ast::Statement::If(branch) = &only.node else { return None };
            let otherwise = branch.node.else_statement.as_ref()?;
            let ast::Statement::Expression(Some(call)) = &otherwise.node else { return None };
            fails(call).then_some((&*branch.node.condition, false))
        }
        // `(e) ? (void) 0 : __assert_fail (…)`, or macOS: `__builtin_expect(!(e), 0) ? __assert_rtn(…) : (void) 0`
        E::Conditional(conditional) => {
            let conditional = &conditional.node;
            if fails(&conditional.else_expression) {
                return Some((&conditional.condition, false));
            }
            fails(&conditional.then_expression).then_some((unexpected(&conditional.condition), true))
        }
        // musl: `((void)((e) || (__assert_fail(…), 0)))`
        E::Cast(cast) => find(&cast.node.expression),
        E::BinaryOperator(binary) if binary.node.operator.node == ast::BinaryOperator::LogicalOr => {
            fails(&binary.node.rhs).then_some((&*binary.node.lhs, false))
        }
        _ => None,
    }
}

/// The range between the parentheses, if a text has `assert(…)` at an offset.
fn argument(text: &str, at: usize) -> Option<(usize, usize)> {
    let rest = text.get(at..)?;
    let open = rest.strip_prefix("assert")?;
    let tokens = crate::scan::tokens(open.get(..open.len().min(10_000)).unwrap_or(open));
    let base = at + "assert".len();
    let mut depth = 0_usize;
    let mut inside: Option<(usize, usize)> = None;
    for token in tokens {
        match token.text(open) {
            "(" => depth += 1,
            ")" => depth = depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => {}
        }
        if depth == 0 {
            return inside;
        }
        if depth > 1 || token.text(open) != "(" {
            let start = inside.map_or(base + token.start, |(start, _)| start);
            inside = Some((start, base + token.end));
        }
    }
    None
}

fn called(expression: &ast::Expression) -> Option<&str> {
    let E::Call(call) = expression else { return None };
    let E::Identifier(name) = &call.node.callee.node else { return None };
    Some(&name.node.name)
}

fn fails(node: &Node<ast::Expression>) -> bool {
    match &node.node {
        E::Comma(parts) => parts.first().is_some_and(fails),
        E::Cast(cast) => fails(&cast.node.expression),
        other => called(other).is_some_and(|name| FAILURES.contains(&name)),
    }
}

/// The condition without the `__builtin_expect` around it.
fn unexpected(node: &Node<ast::Expression>) -> &Node<ast::Expression> {
    if let E::Call(call) = &node.node
        && called(&node.node) == Some("__builtin_expect")
        && let Some(first) = call.node.arguments.first()
    {
        return first;
    }
    node
}
