//! Types of expressions.

use super::{Checker, Pending, Saying, nearest};
use crate::ast::{Expr, ExprKind, Name};
use crate::types::{Class, Node, Shape};
use imperative::BinaryOp;
use source::{Diagnostic, Span};

impl Checker {
    /// The type of an expression; it is also kept under the expression's number.
    pub(super) fn infer(&mut self, e: &Expr) -> Node {
        let node = self.infer_here(e);
        self.keep(e, node);
        node
    }

    fn keep(&mut self, e: &Expr, node: Node) {
        let at = e.number.0 as usize;
        if let Some(place) = self.exprs.get_mut(at) {
            *place = node;
        }
        let here = match &e.kind {
            ExprKind::New(..) | ExprKind::NewArray(..) | ExprKind::Call(..) | ExprKind::Quantified(_) => true,
            // A plain nil that is dereferenced goes by way of a temporary.
            ExprKind::Field(object, _) | ExprKind::Element(object, _) => object.kind == ExprKind::Nil,
            _ => false,
        };
        let hoists = here
            || e.operands().iter().any(|o| self.hoists.get(o.number.0 as usize).copied().unwrap_or(false));
        if let Some(place) = self.hoists.get_mut(at) {
            *place = hoists;
        }
    }

    fn infer_here(&mut self, e: &Expr) -> Node {
        let span = e.span();
        match &e.kind {
            ExprKind::Var(name) => self.variable(name, span),
            ExprKind::Int(_) => self.types.unknown(Class::Number, span),
            ExprKind::Real(_) => self.types.node(Shape::Real, span),
            ExprKind::Bool(_) => self.types.node(Shape::Bool, span),
            ExprKind::Nil => self.types.unknown(Class::Reference, span),
            ExprKind::New(name, args) => self.allocation(name, args, span),
            ExprKind::NewArray(ty, length) => {
                let element = self.declared(ty);
                self.integer(length, "the length of an array is an integer");
                self.types.node(Shape::Array(element), span)
            }
            ExprKind::Field(object, name) => {
                let base = self.infer(object);
                self.field(base, name, object.span())
            }
            ExprKind::Element(array, index) => {
                let base = self.infer(array);
                self.integer(index, "an index is an integer");
                let element = self.types.unknown(Class::Any, span);
                let wanted = self.types.node(Shape::Array(element), span);
                self.expect(base, wanted, array.span(), "only arrays have elements");
                element
            }
            ExprKind::Call(..) => self.call(e, true),
            ExprKind::Neg(a) => {
                let node = self.infer(a);
                self.number(node, a.span(), span);
                node
            }
            ExprKind::Not(a) => self.truth_of(&[a], span, "not"),
            ExprKind::And(a, b) => self.truth_of(&[a, b], span, "and"),
            ExprKind::Or(a, b) => self.truth_of(&[a, b], span, "or"),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Old(a) => self.infer(a),
            ExprKind::Result => match self.result {
                Some((node, _)) => node,
                None => self.types.unknown(Class::Any, span),
            },
            ExprKind::Quantified(q) => {
                for end in [&q.low, &q.high] {
                    self.integer(end, "a range is one of integers");
                }
                let number = self.types.node(Shape::Int, q.name.at.0);
                self.bound.push((q.name.text.clone(), number));
                self.condition(&q.body);
                self.bound.pop();
                self.types.node(Shape::Bool, span)
            }
        }
    }

    fn variable(&mut self, name: &str, span: Span) -> Node {
        if let Some((_, node)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return *node;
        }
        if let Some(at) = self.scope().get(name) {
            return self.scope().vars[at].node;
        }
        let node = self.types.unknown(Class::Any, span);
        if !self.scope().open {
            let known: Vec<String> = self.scope().vars.iter().map(|v| v.name.clone()).collect();
            let problem = Diagnostic::error(format!("there is no variable `{name}` here"));
            let problem = match self.saying {
                Saying::Requirement => problem.primary(span, "not among the inputs"),
                Saying::Claim => problem.primary(span, "not a variable of the program"),
                Saying::Nothing => problem.primary(span, "neither a parameter nor assigned to"),
            };
            let help = nearest(name, known.iter().cloned()).unwrap_or_else(|| {
                if known.is_empty() {
                    "procedures see their parameters and what they assign to, nothing else".to_string()
                } else {
                    let shown: Vec<String> = known.iter().take(12).map(|k| format!("`{k}`")).collect();
                    format!("there are {}", shown.join(", "))
                }
            });
            self.report(problem.help(help));
        }
        // Known from here on, so that it is reported once.
        self.scope_mut().add(name, node, span, false);
        node
    }

    fn allocation(&mut self, name: &Name, args: &[Expr], span: Span) -> Node {
        let nodes: Vec<(Node, Span)> = args.iter().map(|a| (self.infer(a), a.span())).collect();
        let (made, fields) = match self.struct_names.get(&name.text) {
            Some(s) => {
                let s = *s;
                let fields =
                    self.structs[s as usize].fields.iter().map(|(n, t, _)| (n.clone(), *t)).collect();
                (self.types.node(Shape::Struct(s), span), fields)
            }
            None if name.text == "cons" => {
                let made = self.types.cell(span);
                let Shape::Cell(head, tail) = self.types.shape(made) else { return made };
                (made, vec![("head".to_string(), head), ("tail".to_string(), tail)])
            }
            None => {
                let problem = Diagnostic::error(format!("there is no struct `{}`", name.text));
                let problem = problem.primary(name.at.0, "unknown");
                let known: Vec<String> =
                    self.structs.iter().map(|s| s.name.clone()).chain(["cons".to_string()]).collect();
                let help = nearest(&name.text, known)
                    .unwrap_or_else(|| format!("declare it: `struct {} {{ … }}`", name.text));
                self.report(problem.help(help));
                return self.types.unknown(Class::Reference, span);
            }
        };
        if fields.len() != nodes.len() {
            let message =
                format!("`{}` has {}, not {}", name.text, count(fields.len(), "field"), nodes.len());
            let names: Vec<&str> = fields.iter().map(|(n, _)| n.as_str()).collect();
            let problem = Diagnostic::error(message).primary(span, format!("{} given", nodes.len()));
            self.report(problem.help(format!("its fields are {}", names.join(", "))));
        }
        for ((_, wanted), (node, span)) in fields.iter().zip(nodes) {
            self.expect(node, *wanted, span, "a field of a new cell gets a value of its type");
        }
        made
    }

    /// The type of a field of something.
    pub(super) fn field(&mut self, base: Node, name: &Name, base_span: Span) -> Node {
        let (field, span) = (name.text.as_str(), name.at.0);
        match self.types.shape(base) {
            Shape::Unknown(Class::Any | Class::Reference) => self.field_of_unknown(base, name, base_span),
            Shape::Cell(head, _) if field == "head" => head,
            Shape::Cell(_, tail) if field == "tail" => tail,
            Shape::Array(_) if field == "length" => self.types.node(Shape::Int, span),
            Shape::Struct(s) => {
                let info = &self.structs[s as usize];
                if let Some((_, node, _)) = info.fields.iter().find(|(n, ..)| n == field) {
                    return *node;
                }
                let known: Vec<String> = info.fields.iter().map(|(n, ..)| n.clone()).collect();
                self.no_field(base, name, &known)
            }
            Shape::Cell(..) => self.no_field(base, name, &["head".to_string(), "tail".to_string()]),
            Shape::Array(_) => self.no_field(base, name, &["length".to_string()]),
            Shape::Int | Shape::Real | Shape::Bool | Shape::Unknown(_) => {
                let text = self.type_text(base);
                let origin = self.types.origin(base);
                let problem = Diagnostic::error(format!("{text} has no fields"))
                    .primary(base_span, format!("this is {text}"));
                let problem = match origin {
                    origin if origin == base_span => problem,
                    origin => problem.secondary(origin, format!("{text} because of this")),
                };
                self.report(problem);
                self.types.unknown(Class::Any, span)
            }
        }
    }

    fn no_field(&mut self, base: Node, name: &Name, known: &[String]) -> Node {
        let text = self.type_text(base);
        let problem = Diagnostic::error(format!("{text} has no field `{}`", name.text))
            .primary(name.at.0, "unknown field");
        let help = nearest(&name.text, known.iter().cloned()).unwrap_or_else(|| match known {
            [] => "it has none".to_string(),
            _ => format!("its fields are {}", known.join(", ")),
        });
        self.report(problem.help(help));
        self.types.unknown(Class::Any, name.at.0)
    }

    /// The types that have a field of this name.
    pub(super) fn owners(&self, field: &str) -> Vec<Shape> {
        let has = |s: &super::StructInfo| s.fields.iter().any(|(n, ..)| n == field);
        let mut owners: Vec<Shape> =
            (0u32..).zip(&self.structs).filter(|(_, s)| has(s)).map(|(i, _)| Shape::Struct(i)).collect();
        let builtin = !self.struct_names.contains_key("cons");
        if builtin && (field == "head" || field == "tail") {
            // Parts that are never looked at: this shape only says which kind it is.
            owners.push(Shape::Cell(Node(0), Node(0)));
        }
        if field == "length" {
            owners.push(Shape::Array(Node(0)));
        }
        owners
    }

    /// A fresh type of the kind that `owners` names.
    pub(super) fn fresh(&mut self, owner: Shape, span: Span) -> Node {
        match owner {
            Shape::Cell(..) => self.types.cell(span),
            Shape::Array(_) => {
                let element = self.types.unknown(Class::Any, span);
                self.types.node(Shape::Array(element), span)
            }
            other => self.types.node(other, span),
        }
    }

    fn field_of_unknown(&mut self, base: Node, name: &Name, base_span: Span) -> Node {
        let span = name.at.0;
        let owners = self.owners(&name.text);
        match owners.as_slice() {
            [] => {
                let problem = Diagnostic::error(format!("no struct has a field `{}`", name.text))
                    .primary(span, "unknown field");
                let known = self.structs.iter().flat_map(|s| &s.fields).map(|(n, ..)| n.clone());
                let known: Vec<String> =
                    known.chain(["head", "tail", "length"].map(str::to_string)).collect();
                let help = nearest(&name.text, known)
                    .unwrap_or_else(|| "cells made by `new cons` have `head` and `tail`".to_string());
                self.report(problem.help(help));
                self.types.unknown(Class::Any, span)
            }
            [owner] => {
                let wanted = self.fresh(*owner, base_span.to(span));
                self.expect(base, wanted, base_span, "only one kind of things has this field");
                self.field(wanted, name, base_span)
            }
            _ => {
                let result = self.types.unknown(Class::Any, span);
                self.pending.push(Pending { base, field: name.text.clone(), result, span });
                result
            }
        }
    }

    /// The type of a call's result. Where no result is needed, one that is there is dropped.
    pub(super) fn call(&mut self, e: &Expr, needed: bool) -> Node {
        let nothing = self.types.unknown(Class::Any, e.span());
        let ExprKind::Call(name, args) = &e.kind else { return nothing };
        let nodes: Vec<(Node, Span)> = args.iter().map(|a| (self.infer(a), a.span())).collect();
        self.keep(e, nothing);
        let span = name.at.0;
        let Some(at) = self.proc_named(&name.text) else {
            return self.predicate(e, name, &nodes);
        };
        let wanted: Vec<Node> = self.procs[at].params.iter().map(|(_, node, _)| *node).collect();
        if wanted.len() != nodes.len() {
            let message =
                format!("`{}` has {}, not {}", name.text, count(wanted.len(), "parameter"), nodes.len());
            let declared = self.procs[at].span;
            let problem = Diagnostic::error(message)
                .primary(e.span(), format!("{} given", nodes.len()))
                .secondary(declared, "declared here");
            self.report(problem);
        }
        for (wanted, (node, span)) in wanted.iter().zip(nodes) {
            self.expect(node, *wanted, span, "an argument has the type of its parameter");
        }
        match self.procs[at].result {
            Some(node) => {
                self.keep(e, node);
                node
            }
            None if needed => {
                let declared = self.procs[at].span;
                let problem = Diagnostic::error(format!("`{}` has no result", name.text))
                    .primary(span, "used as a value")
                    .secondary(declared, "declared here");
                self.report(problem.help("declare one behind the parameters: `proc p(…): int`"));
                nothing
            }
            None => nothing,
        }
    }

    fn predicate(&mut self, e: &Expr, name: &Name, args: &[(Node, Span)]) -> Node {
        let wanted = match name.text.as_str() {
            "acyclic" | "sorted" | "tree" => 1,
            "disjoint" => 2,
            _ => {
                let problem = Diagnostic::error(format!("there is no procedure `{}`", name.text))
                    .primary(name.at.0, "unknown");
                let known: Vec<String> = self.procs.iter().map(|p| p.name.clone()).collect();
                let help = nearest(&name.text, known)
                    .unwrap_or_else(|| format!("declare it: `proc {}(…) {{ … }}`", name.text));
                self.report(problem.help(help));
                return self.types.unknown(Class::Any, e.span());
            }
        };
        let node = self.types.node(Shape::Bool, e.span());
        if self.saying == Saying::Nothing {
            let problem = Diagnostic::error(format!("`{}` outside of a requirement", name.text))
                .primary(name.at.0, "only requirements can say this");
            self.report(
                problem.help("write `requires` before the first statement, or check it by a procedure"),
            );
            return node;
        }
        if args.len() != wanted {
            let message = format!("`{}` speaks of {}, not {}", name.text, count(wanted, "thing"), args.len());
            self.report(Diagnostic::error(message).primary(e.span(), format!("{} given", args.len())));
        }
        for (arg, span) in args {
            let reference = self.types.unknown(Class::Reference, e.span());
            self.expect(*arg, reference, *span, "shapes are properties of what references lead to");
        }
        node
    }

    pub(super) fn integer(&mut self, e: &Expr, rule: &str) {
        let node = self.infer(e);
        let wanted = self.types.node(Shape::Int, e.span());
        self.expect(node, wanted, e.span(), rule);
    }

    fn number(&mut self, node: Node, span: Span, operator: Span) -> bool {
        let wanted = self.types.unknown(Class::Number, operator);
        self.expect(node, wanted, span, "arithmetic and order are for numbers")
    }

    fn truth_of(&mut self, operands: &[&Expr], span: Span, word: &str) -> Node {
        let rule = format!("operands of `{word}` are integers or booleans");
        let mut nodes = Vec::new();
        for e in operands {
            let node = self.infer(e);
            let wanted = self.types.unknown(Class::Truth, span);
            self.expect(node, wanted, e.span(), &rule);
            nodes.push(node);
        }
        let result = self.types.unknown(Class::Truth, span);
        self.soft.push((nodes, result));
        result
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Node {
        let (left, right) = (self.infer(a), self.infer(b));
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                self.expect(right, left, b.span(), "only values of one type can be compared");
            }
            BinaryOp::Rem => {
                for (node, e) in [(left, a), (right, b)] {
                    let wanted = self.types.node(Shape::Int, span);
                    self.expect(node, wanted, e.span(), "`%` is for integers");
                }
                return left;
            }
            _ => {
                // One message is enough.
                if self.number(left, a.span(), span) && self.number(right, b.span(), span) {
                    self.expect(right, left, b.span(), "both operands have one type");
                }
            }
        }
        if op.is_comparison() { self.types.unknown(Class::Truth, span) } else { left }
    }
}

/// `1 field`, `2 fields`.
fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
