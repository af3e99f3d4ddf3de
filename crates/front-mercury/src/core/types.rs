//! Types, each kept once.
//!
//! A type is a parameter of the declaration that it stands in, or something applied to types. Two types are equal if their ids
//! are, so large types cost no more than small ones. Names of equivalence types do not occur: they are written out.
//!
//! ```
//! use front_mercury::core::{Head, TypeId, TypeNode, Types};
//! let mut types = Types::default();
//! let element = types.add(TypeNode::Param(0));
//! let one = types.add(TypeNode::App(Head::Tuple, vec![element, element]));
//! let two = types.add(TypeNode::App(Head::Tuple, vec![element, element]));
//! assert_eq!(one, two);
//! ```

use super::{Ty, TypeId};
use std::collections::BTreeMap;

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TypeNode {
    /// A type parameter of the declaration around it, counted from 0.
    Param(u32),
    /// Something with its arguments. The result of a function is the last one.
    App(Head, Vec<Ty>),
}

/// What stands before the arguments of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Head {
    /// A declared type.
    Named(TypeId),
    /// `{…}`
    Tuple,
    /// `pred(…)`
    Pred,
    /// `func(…) = …`
    Func,
}

/// A table of types.
#[derive(Clone, Debug, Default)]
pub struct Types {
    nodes: Vec<TypeNode>,
    known: BTreeMap<TypeNode, Ty>,
}

impl Types {
    /// The id of a type.
    pub fn add(&mut self, node: TypeNode) -> Ty {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let id = Ty::new(self.nodes.len());
        self.nodes.push(node.clone());
        self.known.insert(node, id);
        id
    }

    /// The type without arguments of a declaration.
    pub fn constant(&mut self, of: TypeId) -> Ty {
        self.add(TypeNode::App(Head::Named(of), Vec::new()))
    }

    /// What a type is. An id of another table is the empty tuple.
    pub fn node(&self, id: Ty) -> &TypeNode {
        static EMPTY: TypeNode = TypeNode::App(Head::Tuple, Vec::new());
        self.nodes.get(id.index()).unwrap_or(&EMPTY)
    }

    /// The type with others for its parameters.
    pub fn substitute(&mut self, of: Ty, args: &[Ty]) -> Ty {
        let mut done: BTreeMap<Ty, Ty> = BTreeMap::new();
        let mut open = vec![of];
        // A type comes off the stack once its arguments are done: types may be nested deeply.
        while let Some(next) = open.last().copied() {
            if done.contains_key(&next) {
                open.pop();
                continue;
            }
            let found = match self.node(next) {
                TypeNode::Param(param) => args.get(*param as usize).copied().unwrap_or(next),
                TypeNode::App(head, parts) => {
                    let missing: Vec<Ty> =
                        parts.iter().copied().filter(|part| !done.contains_key(part)).collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let parts = parts.iter().map(|part| done.get(part).copied().unwrap_or(*part)).collect();
                    let node = TypeNode::App(*head, parts);
                    self.add(node)
                }
            };
            done.insert(next, found);
            open.pop();
        }
        done.get(&of).copied().unwrap_or(of)
    }
}
