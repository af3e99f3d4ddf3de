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
            return Some(self.truth(condition));
        }
        let (condition, negated) = find(node)?;
        let value = self.truth(condition);
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
