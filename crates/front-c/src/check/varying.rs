//! Arrays whose length only a run knows.
//!
//! ```text
//! int a[n];         a has as many elements as n says here, whatever becomes of n; a variable without a name keeps that
//! sizeof a          that number times the size of an element
//! ```
//!
//! Only the outermost length may vary. Pointers to such arrays and names for their types are not supported.

use super::declarator::Declared;
use super::specifier::Specified;
use super::{Checker, Entity};
use crate::tree::{BinaryOp, Expr, ExprKind, Local, LocalId, Place, PlaceKind, Stmt, StmtKind};
use crate::types::Type;
use base::Int;
use lang_c::ast;
use lang_c::span::Node;
use source::Span;

impl Checker<'_> {
    /// The length of an array that is declared, if it is all that varies in its type.
    pub(super) fn only_length(
        &mut self,
        declared: &Declared,
        specified: &Specified,
        starts: bool,
    ) -> Option<Expr> {
        let plain = !starts && !specified.is_typedef && !specified.is_static && !specified.is_extern;
        let Type::Array(of, None) = &declared.ty else { return None };
        if !plain || self.types.size_of(of).is_none() || self.is_partly_unknown(of) {
            return None;
        }
        match self.variable_lengths.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// `int a[n];`
    pub(super) fn variable_array(
        &mut self,
        name: &str,
        specified: &Specified,
        declared: Declared,
        length: Expr,
        span: Span,
    ) -> Option<Stmt> {
        let count = self.new_local(Local::nameless(self.types.size_type(), span));
        let start = super::stmt::Start::Nothing;
        match self.local(name, specified, declared, start, true) {
            Some(StmtKind::Declare(local, None)) => {
                if let Some(body) = &mut self.body {
                    body.counts.insert(local, count);
                }
                let kind = StmtKind::DeclareArray { local, length: Box::new(length), count };
                Some(Stmt { kind, span })
            }
            other => other.map(|kind| Stmt { kind, span }),
        }
    }

    /// An array of variable length and the variable that keeps its length, if an expression is the name of one.
    pub(super) fn variable_count(&self, node: &Node<ast::Expression>) -> Option<(LocalId, LocalId)> {
        let ast::Expression::Identifier(name) = &node.node else { return None };
        let Some((Entity::Local(id), _)) = self.lookup(&name.node.name) else { return None };
        Some((*id, *self.body.as_ref()?.counts.get(id)?))
    }

    /// The size of an array of variable length, if an expression is the name of one.
    pub(super) fn variable_size(&mut self, node: &Node<ast::Expression>, span: Span) -> Option<Expr> {
        let (array, count) = self.variable_count(node)?;
        let body = self.body.as_ref()?;
        let Type::Array(of, None) = &body.locals.get(array.index())?.ty else { return None };
        let each = self.types.size_of(of)?;
        let ty = self.types.size_type();
        let place = Place { kind: PlaceKind::Local(count), ty: ty.clone(), span };
        let count = Expr { kind: ExprKind::Load(Box::new(place)), ty: ty.clone(), span };
        let each = self.number(Int::from(i128::from(each)), ty.clone(), span);
        let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(count), Box::new(each));
        Some(Expr { kind, ty, span })
    }
}
