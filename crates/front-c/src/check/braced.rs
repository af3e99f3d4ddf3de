//! Statement expressions, and variables that have the type of what they start as.
//!
//! ```text
//! ({ int t = a; t > 3 ? t : 0; })      statements, then the value of the last one
//! __auto_type x = e;                   a variable of the type of e
//! ```
//!
//! Nothing jumps into a statement expression: compilers refuse that. One that has labels is not supported.

use super::{Checker, specifier::Specified};
use crate::tree::{Expr, ExprKind, Stmt, StmtKind};
use crate::types::Type;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

impl Checker<'_> {
    /// `({ … })`
    pub(super) fn statement_expression(&mut self, node: &Node<ast::Statement>, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        let labels = |checker: &Self| {
            checker.body.as_ref().map_or(0, |b| b.labels.iter().filter(|label| label.defined).count())
        };
        let (ast::Statement::Compound(items), true) = (&node.node, self.body.is_some()) else {
            self.error(span, "a statement expression outside of a function", "");
            return self.wrong(at);
        };
        let before = labels(self);
        // The cases of a switch around it must not stand in it.
        let switches = self.body.as_mut().map(|b| std::mem::take(&mut b.switches));
        self.enter();
        let (list, value) = self.statements_with_value(items);
        self.leave();
        if let (Some(body), Some(switches)) = (&mut self.body, switches) {
            body.switches = switches;
        }
        if labels(self) > before {
            return self.typed_unsupported("a label in a statement expression", value.as_ref(), at);
        }
        match value {
            None => Expr { kind: ExprKind::Statements(list, None), ty: Type::Void, span: at },
            Some(Expr { kind: ExprKind::Unsupported(what), ty: Type::Unknown, .. }) => {
                self.unsupported(what, at)
            }
            // Compilers do not agree on what type that has.
            Some(value) if self.bit_width(&value).is_some() => {
                self.typed_unsupported("a bit-field as the value of a statement expression", Some(&value), at)
            }
            Some(value) => {
                let ty = value.ty.clone();
                Expr { kind: ExprKind::Statements(list, Some(Box::new(value))), ty, span: at }
            }
        }
    }

    fn typed_unsupported(&self, what: &str, value: Option<&Expr>, at: source::Span) -> Expr {
        let unsupported = self.unsupported(what, at);
        Expr { ty: value.map_or(Type::Void, |v| v.ty.clone()), ..unsupported }
    }

    /// The statements of a block, and the value of the last one if it is an expression with one.
    fn statements_with_value(&mut self, items: &[Node<ast::BlockItem>]) -> (Vec<Stmt>, Option<Expr>) {
        if let Some((last, others)) = items.split_last()
            && let ast::BlockItem::Statement(statement) = &last.node
            && let Some((names, e)) = labelled(&statement.node)
        {
            let mut list = self.block_items(others);
            let span = self.at(statement.span);
            for name in names {
                let at = self.at(name.span);
                self.label(&name.node.name, at, true, name.span);
            }
            if let Some(condition) = self.assertion(e) {
                list.push(Stmt { kind: StmtKind::Assert(condition), span });
                return (list, None);
            }
            let value = self.expr_value(e);
            if value.ty == Type::Void {
                list.push(Stmt { kind: StmtKind::Expr(value), span });
                return (list, None);
            }
            return (list, Some(value));
        }
        (self.block_items(items), None)
    }

    /// Whether specifiers say `__auto_type`, for which the parser has read `int`.
    pub(super) fn says_auto(&self, nodes: &[Node<ast::DeclarationSpecifier>]) -> bool {
        nodes.iter().any(|n| self.parsed.auto_types.binary_search(&n.span.start).is_ok())
    }

    /// `__auto_type x = e;`: what such a declaration says, and the value that the variable starts as.
    pub(super) fn auto_declaration(
        &mut self,
        node: &ast::Declaration,
        whole: ParsedSpan,
    ) -> (Specified, Option<Expr>) {
        let value = match node.declarators.as_slice() {
            [only] => match only.node.initializer.as_ref().map(|init| &init.node) {
                Some(ast::Initializer::Expression(e)) => Some(self.expr_value(e)),
                _ => None,
            },
            _ => None,
        };
        let value = value.filter(|v| v.ty != Type::Void);
        let outer = std::mem::replace(&mut self.auto, value.as_ref().map(|v| v.ty.clone()));
        let specified = self.specifiers(&node.specifiers, whole, false);
        self.auto = outer;
        (specified, value)
    }
}

/// The labels before an expression that is a statement, and the expression.
fn labelled(mut statement: &ast::Statement) -> Option<(Vec<&Node<ast::Identifier>>, &Node<ast::Expression>)> {
    let mut names = Vec::new();
    loop {
        statement = match statement {
            ast::Statement::Expression(e) => return e.as_deref().map(|e| (names, e)),
            ast::Statement::Labeled(labeled) => match &labeled.node.label.node {
                ast::Label::Identifier(name) => {
                    names.push(name);
                    &labeled.node.statement.node
                }
                _ => return None,
            },
            _ => return None,
        };
    }
}
