//! Looking at the nodes of tree-sitter.
//!
//! Children are fetched through a cursor, all at once: asking for the n-th child takes n steps.

use super::{Parser, Read};
use crate::syntax::ast::{Place, Unsupported};
use tree_sitter::Node;

/// The children of a node, comments left out.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

impl Parser<'_> {
    pub(super) fn place(&self, node: Node<'_>) -> Place {
        Place(self.source.span(node.start_byte(), node.end_byte()))
    }

    /// Sets the window to the tokens of a node.
    pub(super) fn enter(&mut self, node: Node<'_>) {
        self.enter_range(node.start_byte(), node.end_byte());
    }

    /// Sets the window to the tokens from an offset to another.
    pub(super) fn enter_range(&mut self, start: usize, end: usize) {
        self.next = self.tokens.partition_point(|token| (token.start as usize) < start);
        self.end = self.tokens.partition_point(|token| (token.end as usize) <= end);
    }

    /// Reads all tokens of a node.
    pub(super) fn whole<T>(&mut self, node: Node<'_>, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.enter(node);
        let result = read(self)?;
        self.finish("the end")?;
        Ok(result)
    }

    /// A node without a counterpart in our tree.
    pub(super) fn unsupported(&mut self, node: Node<'_>, what: &str) -> Unsupported {
        self.skip_claims_before(node.end_byte());
        let text = self.source.slice(node.start_byte(), node.end_byte()).to_string();
        Unsupported { what: what.to_string(), text, at: self.place(node) }
    }
}
