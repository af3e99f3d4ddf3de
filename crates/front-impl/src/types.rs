//! Types under construction: unification of terms that may be recursive.
//!
//! A node is unknown (perhaps with a [`Class`] that narrows it), or a type. `cons` cells are structural: every
//! mention of a `.head` makes a cell type with unknown parts, and unification makes them one, so `x := x.tail`
//! gives the recursive type of a list. At the end, cell types that can be the same are made the same
//! ([`Types::merge_cells`]): two lists of integers are of one type, and may share cells, even if the program
//! never brings them together.
//!
//! Union-find with an undo log instead of path compression, because merging is by trial. Every node remembers
//! the place that made it what it is, for messages with both places.

use source::Span;

/// A type under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(pub u32);

/// What an unknown type may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Anything.
    Any,
    /// An integer or a real.
    Number,
    /// An integer or a boolean: what a condition is, and what a comparison gives.
    Truth,
    /// A cell or an array: what nil is.
    Reference,
}

/// What is known of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing but its class.
    Unknown(Class),
    /// Integers.
    Int,
    /// Reals.
    Real,
    /// Booleans.
    Bool,
    /// A declared struct, by its position.
    Struct(u32),
    /// A `cons` cell with the types of its head and tail.
    Cell(Node, Node),
    /// An array with the type of its elements.
    Array(Node),
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Link(Node),
    Root { shape: Shape, origin: Span, rank: u32 },
}

/// Two types that cannot be one, and the places that made them what they are.
#[derive(Clone, Debug)]
pub struct Clash {
    /// The first.
    pub left: Node,
    /// Its place.
    pub left_origin: Span,
    /// The second.
    pub right: Node,
    /// Its place.
    pub right_origin: Span,
}

/// All types of a program.
pub struct Types {
    entries: Vec<Entry>,
    /// What was overwritten since the trial began, if there is one.
    log: Option<Vec<(u32, Entry)>>,
    /// Every cell type that was made, in order.
    cells: Vec<Node>,
    nowhere: Span,
}

/// More kinds of cells than any program of a person has; beyond it, merging would get slow.
const MOST_KINDS: usize = 64;

impl Types {
    /// No types yet. The span is that of the whole text.
    pub fn new(nowhere: Span) -> Types {
        Types { entries: Vec::new(), log: None, cells: Vec::new(), nowhere }
    }

    /// A new type.
    pub fn node(&mut self, shape: Shape, origin: Span) -> Node {
        let node = Node(self.entries.len() as u32);
        self.entries.push(Entry::Root { shape, origin, rank: 0 });
        if let Shape::Cell(..) = shape {
            self.cells.push(node);
        }
        node
    }

    /// A type that nothing is known of.
    pub fn unknown(&mut self, class: Class, origin: Span) -> Node {
        self.node(Shape::Unknown(class), origin)
    }

    /// A cell with unknown parts.
    pub fn cell(&mut self, origin: Span) -> Node {
        let head = self.unknown(Class::Any, origin);
        let tail = self.unknown(Class::Any, origin);
        self.node(Shape::Cell(head, tail), origin)
    }

    /// The node that stands for all that were made one with this one.
    pub fn root(&self, node: Node) -> Node {
        let mut at = node;
        while let Some(Entry::Link(to)) = self.entries.get(at.0 as usize) {
            at = *to;
        }
        at
    }

    fn get(&self, node: Node) -> (Shape, Span, u32) {
        match self.entries.get(self.root(node).0 as usize) {
            Some(Entry::Root { shape, origin, rank }) => (*shape, *origin, *rank),
            // Nodes are made by `node` only, and a root is no link.
            _ => (Shape::Unknown(Class::Any), self.nowhere, 0),
        }
    }

    /// What is known of a type.
    pub fn shape(&self, node: Node) -> Shape {
        self.get(node).0
    }

    /// The place that made a type what it is.
    pub fn origin(&self, node: Node) -> Span {
        self.get(node).1
    }

    fn write(&mut self, node: Node, entry: Entry) {
        if let Some(old) = self.entries.get_mut(node.0 as usize) {
            if let Some(log) = &mut self.log {
                log.push((node.0, *old));
            }
            *old = entry;
        }
    }

    /// Makes two types one.
    ///
    /// # Errors
    ///
    /// The parts that differ.
    pub fn unify(&mut self, a: Node, b: Node) -> Result<(), Clash> {
        let mut waiting = vec![(a, b)];
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            let ((left, left_origin, left_rank), (right, right_origin, right_rank)) =
                (self.get(a), self.get(b));
            let (shape, origin) = match (left, right) {
                (Shape::Unknown(x), Shape::Unknown(y)) => match meet(x, y) {
                    Some(shape) => (shape, if shape == right { right_origin } else { left_origin }),
                    None => return Err(Clash { left: a, left_origin, right: b, right_origin }),
                },
                (Shape::Unknown(class), known) if admits(class, known) => (known, right_origin),
                (known, Shape::Unknown(class)) if admits(class, known) => (known, left_origin),
                (Shape::Cell(h1, t1), Shape::Cell(h2, t2)) => {
                    waiting.push((t1, t2));
                    waiting.push((h1, h2));
                    (left, left_origin)
                }
                (Shape::Array(x), Shape::Array(y)) => {
                    waiting.push((x, y));
                    (left, left_origin)
                }
                (x, y) if x == y => (left, left_origin),
                _ => return Err(Clash { left: a, left_origin, right: b, right_origin }),
            };
            let (winner, loser) = if left_rank >= right_rank { (a, b) } else { (b, a) };
            let rank = left_rank.max(right_rank) + u32::from(left_rank == right_rank);
            self.write(loser, Entry::Link(winner));
            self.write(winner, Entry::Root { shape, origin, rank });
        }
        Ok(())
    }

    /// Makes two types one if that is possible; changes nothing if not.
    pub fn try_unify(&mut self, a: Node, b: Node) -> bool {
        self.trial(a, b, true)
    }

    /// Whether two types could be made one; changes nothing.
    pub fn can_unify(&mut self, a: Node, b: Node) -> bool {
        self.trial(a, b, false)
    }

    fn trial(&mut self, a: Node, b: Node, keep: bool) -> bool {
        let outer = self.log.replace(Vec::new());
        let ok = self.unify(a, b).is_ok();
        let log = std::mem::replace(&mut self.log, outer).unwrap_or_default();
        if !(ok && keep) {
            for (at, entry) in log.into_iter().rev() {
                if let Some(place) = self.entries.get_mut(at as usize) {
                    *place = entry;
                }
            }
        } else if let Some(outer) = &mut self.log {
            outer.extend(log);
        }
        ok
    }

    /// Makes cell types the same wherever that is possible, the earlier ones first.
    ///
    /// All references have one type in the papers; several kinds of cells are only told apart where one kind
    /// would be wrong, as in a list of lists of integers.
    ///
    /// # Errors
    ///
    /// The place of a cell that is of one kind too many.
    pub fn merge_cells(&mut self) -> Result<(), Span> {
        let mut kinds: Vec<Node> = Vec::new();
        for node in std::mem::take(&mut self.cells) {
            let node = self.root(node);
            if kinds.iter().any(|k| self.root(*k) == node) {
                continue;
            }
            if kinds.len() >= MOST_KINDS {
                return Err(self.origin(node));
            }
            if !kinds.clone().into_iter().any(|kind| self.try_unify(kind, node)) {
                kinds.push(node);
            }
        }
        self.cells = kinds;
        Ok(())
    }

    /// Whether some type is only known to be a reference.
    pub fn has_open_reference(&self) -> bool {
        let open = Shape::Unknown(Class::Reference);
        self.entries.iter().any(|e| matches!(e, Entry::Root { shape, .. } if *shape == open))
    }

    /// The kinds of cells, after merging.
    pub fn kinds(&self) -> Vec<Node> {
        self.cells.clone()
    }
}

/// What is both.
fn meet(a: Class, b: Class) -> Option<Shape> {
    use Class::*;
    Some(match (a, b) {
        (Any, c) | (c, Any) => Shape::Unknown(c),
        (a, b) if a == b => Shape::Unknown(a),
        (Number, Truth) | (Truth, Number) => Shape::Int,
        _ => return None,
    })
}

fn admits(class: Class, shape: Shape) -> bool {
    match class {
        Class::Any => true,
        Class::Number => matches!(shape, Shape::Int | Shape::Real),
        Class::Truth => matches!(shape, Shape::Int | Shape::Bool),
        Class::Reference => matches!(shape, Shape::Struct(_) | Shape::Cell(..) | Shape::Array(_)),
    }
}
