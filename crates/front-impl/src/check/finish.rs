//! The end of type inference: fields that several structs have, kinds of cells, defaults.

use super::{Checker, Pending};
use crate::ast::{Name, Place};
use crate::types::{Class, Node, Shape};
use imperative::{Field, Struct, StructId, Type};
use source::{Diagnostic, Span};

/// The types after inference.
pub(crate) struct Resolved {
    /// All structs: the declared ones, then one for each kind of `cons` cells.
    pub structs: Vec<Struct>,
    /// The roots of the kinds of cells, in order.
    kinds: Vec<Node>,
    declared: usize,
}

impl Checker {
    /// Settles what is still open. After this every type is known or gets its default.
    pub(super) fn finish(&mut self) {
        self.settle_fields();
        self.merge();
        if self.types.kinds().is_empty() && self.structs.is_empty() && self.types.has_open_reference() {
            // A program that knows references only as nil: they lead to lists of integers.
            let nowhere = self.types.origin(Node(0));
            self.types.cell(nowhere);
            self.merge();
        }
        for kind in self.types.kinds() {
            let Shape::Cell(head, tail) = self.types.shape(kind) else { continue };
            let origin = self.types.origin(kind);
            match self.types.shape(head) {
                Shape::Unknown(Class::Reference) => {
                    self.types.try_unify(head, kind);
                }
                Shape::Unknown(_) => {
                    let int = self.types.node(Shape::Int, origin);
                    self.types.try_unify(head, int);
                }
                _ => {}
            }
            if let Shape::Unknown(Class::Any | Class::Reference) = self.types.shape(tail) {
                self.types.try_unify(tail, kind);
            }
        }
        // Defaults can make two kinds the same that were not before.
        self.merge();
        self.settle_truth();
    }

    /// The same for a formula over a program whose types are all known.
    pub fn finish_formula(&mut self) {
        self.settle_fields();
        self.settle_truth();
    }

    fn merge(&mut self) {
        if let Err(span) = self.types.merge_cells() {
            let problem = Diagnostic::error("the program has too many kinds of `cons` cells");
            self.report(problem.primary(span, "one too many").help("declare structs for them"));
        }
    }

    /// Looks at fields again whose owner was not known when they were met.
    fn settle_fields(&mut self) {
        loop {
            let waiting = std::mem::take(&mut self.pending);
            let before = waiting.len();
            let (ready, open): (Vec<Pending>, Vec<Pending>) = waiting.into_iter().partition(|p| {
                !matches!(self.types.shape(p.base), Shape::Unknown(Class::Any | Class::Reference))
            });
            for p in ready {
                self.settle_field(&p);
            }
            self.pending = open;
            if self.pending.is_empty() {
                return;
            }
            if self.pending.len() == before {
                self.choose_owner();
            }
        }
    }

    fn settle_field(&mut self, p: &Pending) {
        let name = Name { text: p.field.clone(), at: Place(p.span) };
        let found = self.field(p.base, &name, p.span);
        self.expect(p.result, found, p.span, "a field has the type that its struct declares");
    }

    /// Takes the first struct that has all fields that are asked of the first open type.
    fn choose_owner(&mut self) {
        let Some(first) = self.pending.first() else { return };
        let (base, span) = (self.types.root(first.base), first.span);
        let asked: Vec<(String, Node)> = self
            .pending
            .iter()
            .take(1000)
            .filter(|p| self.types.root(p.base) == base)
            .map(|p| (p.field.clone(), p.result))
            .collect();
        let mut owners: Vec<Shape> = asked.first().map(|(f, _)| self.owners(f)).unwrap_or_default();
        let all = owners.clone();
        for (field, result) in &asked {
            let these = self.owners(field);
            owners.retain(|o| these.contains(o) && self.field_could_be(*o, field, *result));
        }
        let chosen = owners.first().or(all.first()).copied();
        if owners.len() > 1 {
            let mut problem = Diagnostic::warning("several structs have these fields; the first is taken")
                .primary(span, "of what?");
            if let Some(Shape::Struct(s)) = chosen {
                problem = problem.secondary(self.structs[s as usize].span, "taken");
            }
            self.report(problem.help("pass it to a procedure that declares its type, or rename a field"));
        }
        let Some(chosen) = chosen else {
            self.pending.remove(0);
            return;
        };
        let wanted = self.fresh(chosen, span);
        self.expect(base, wanted, span, "only some kinds of things have this field");
    }

    /// Whether a field of a declared struct could have a type; of other things, nothing is known yet.
    fn field_could_be(&mut self, owner: Shape, field: &str, ty: Node) -> bool {
        let Shape::Struct(s) = owner else { return true };
        let found = self.structs.get(s as usize).and_then(|s| s.fields.iter().find(|(n, ..)| n == field));
        match found.map(|(_, node, _)| *node) {
            Some(node) => self.types.can_unify(node, ty),
            None => false,
        }
    }

    /// A truth value made of booleans is one, if nothing else is known.
    fn settle_truth(&mut self) {
        let soft = std::mem::take(&mut self.soft);
        // What is made of what goes at most as deep as expressions are nested, but through variables in any
        // order; a few rounds settle what people write, and the default is right in any case.
        for _ in 0..8 {
            let mut changed = false;
            for (operands, result) in &soft {
                let open = matches!(self.types.shape(*result), Shape::Unknown(_));
                let boolean = operands.iter().find(|o| self.types.shape(**o) == Shape::Bool);
                if let (true, Some(boolean)) = (open, boolean) {
                    changed |= self.types.try_unify(*result, *boolean);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// All structs, with the types of their fields.
    pub fn resolve(&mut self) -> Resolved {
        let kinds: Vec<Node> = self.types.kinds().iter().map(|k| self.types.root(*k)).collect();
        let mut resolved = Resolved { structs: Vec::new(), kinds, declared: self.structs.len() };
        let mut structs = Vec::new();
        let mut circular: Vec<(String, Span)> = Vec::new();
        for s in &self.structs {
            let fields = s.fields.iter().map(|(name, node, span)| {
                let ty = resolved.ty(self, *node);
                if ty.is_none() {
                    circular.push((name.clone(), *span));
                }
                Field { name: name.clone(), ty: ty.unwrap_or(Type::Int), hidden: false, span: *span }
            });
            structs.push(Struct { name: s.name.clone(), fields: fields.collect(), span: s.span });
        }
        for kind in &resolved.kinds {
            let Shape::Cell(head, tail) = self.types.shape(*kind) else { continue };
            let span = self.types.origin(*kind);
            let fields = [("head", head), ("tail", tail)].map(|(name, node)| {
                let ty = resolved.ty(self, node);
                if ty.is_none() {
                    circular.push((name.to_string(), span));
                }
                Field { name: name.to_string(), ty: ty.unwrap_or(Type::Int), hidden: false, span }
            });
            structs.push(Struct { name: "cons".to_string(), fields: fields.into(), span });
        }
        resolved.structs = structs;
        let vars = self.scopes.iter().flat_map(|s| &s.vars).map(|v| (v.name.clone(), v.node, v.span));
        for (name, node, span) in vars.collect::<Vec<_>>() {
            if resolved.ty(self, node).is_none() {
                circular.push((name, span));
            }
        }
        for (name, span) in circular {
            let problem = Diagnostic::error(format!("`{name}` would be an array that holds itself"));
            self.report(problem.primary(span, "no type fits").help("put a struct between the arrays"));
        }
        resolved
    }
}

impl Resolved {
    /// The type of a node, with defaults; `None` for an array that holds itself.
    pub fn ty(&self, checker: &Checker, node: Node) -> Option<Type> {
        let mut node = node;
        let mut arrays = 0;
        let innermost = loop {
            match checker.types.shape(node) {
                Shape::Array(element) => {
                    arrays += 1;
                    // Longer than any chain of arrays that a person, or the parser, makes.
                    if arrays > 1000 {
                        return None;
                    }
                    node = element;
                }
                Shape::Int | Shape::Unknown(Class::Any | Class::Number | Class::Truth) => break Type::Int,
                Shape::Real => break Type::Real,
                Shape::Bool => break Type::Bool,
                Shape::Struct(s) => break Type::Ref(StructId(s)),
                Shape::Cell(..) => {
                    let root = checker.types.root(node);
                    let kind = self.kinds.iter().position(|k| *k == root).unwrap_or(0);
                    break Type::Ref(StructId::new(self.declared + kind));
                }
                Shape::Unknown(Class::Reference) => {
                    // The first kind of cells, or else the first declared struct.
                    let first = if self.kinds.is_empty() { 0 } else { self.declared };
                    break Type::Ref(StructId::new(first));
                }
            }
        };
        Some((0..arrays).fold(innermost, |ty, _| Type::Array(Box::new(ty))))
    }

    /// The type of an expression, by its number.
    pub fn of_expr(&self, checker: &Checker, number: u32) -> Type {
        let node = checker.exprs.get(number as usize).copied();
        node.and_then(|n| self.ty(checker, n)).unwrap_or(Type::Int)
    }
}
