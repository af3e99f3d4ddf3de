//! Comparing arrays and records by value, and the procedures that are not in the source.

use super::Cx;
use super::arrays::View;
use super::procs::Lower;
use crate::tree::{Binary, Component, Expr, Kind, Subtype, TypeId};
use imperative::{
    BinaryOp, Builder, DecisionKind, Expr as Ir, FieldId, InstrKind, ProcId, TerminatorKind, Type, VarId,
    VarKind, Word,
};
use source::Span;

/// Arrays with at most this many elements are compared in one expression.
const SHORT: u64 = 4;

impl Lower<'_, '_> {
    /// Whether two arrays or records are equal.
    pub fn same(&mut self, a: &Expr, b: &Expr, span: Span) -> Ir {
        match self.types().kind(a.ty) {
            Kind::Record(_) => {
                let kind = self.cx.shapes.variable(&Subtype::of(a.ty));
                let left = self.reference(a);
                let left = self.kept(left, kind.clone());
                let right = self.reference(b);
                let right = self.kept(right, kind);
                let same = self.same_records(&left, &right, a.ty, span);
                self.kept(same, Type::Bool)
            }
            _ => {
                let left = self.view(a);
                let left = self.kept_view(left, a);
                let right = self.view(b);
                let right = self.kept_view(right, b);
                let same = self.same_arrays(&left, &right, a.ty, span);
                self.kept(same, Type::Bool)
            }
        }
    }

    fn same_records(&mut self, a: &Ir, b: &Ir, ty: TypeId, span: Span) -> Ir {
        let components: Vec<Component> = self.types().record(ty).map(<[_]>::to_vec).unwrap_or_default();
        let mut all: Option<Ir> = None;
        for (at, component) in components.iter().enumerate() {
            let field = FieldId::new(at);
            let (x, y) = (Ir::field(a.clone(), field, span), Ir::field(b.clone(), field, span));
            let same = self.same_parts(&x, &y, &component.subtype, span);
            all = Some(match all {
                Some(before) => Ir::and(before, same, span),
                None => same,
            });
        }
        all.unwrap_or(Ir::bool(true, span))
    }

    fn same_parts(&mut self, x: &Ir, y: &Ir, subtype: &Subtype, span: Span) -> Ir {
        match self.types().kind(subtype.ty) {
            Kind::Record(_) => self.same_records(x, y, subtype.ty, span),
            Kind::Array(_) => {
                let count = self.types().static_length(subtype).unwrap_or(0);
                let view = |array: &Ir| View {
                    array: array.clone(),
                    from: Ir::int(0, span),
                    count: Ir::int(count as i64, span),
                    first: Ir::int(0, span),
                    last: None,
                };
                let same = self.same_arrays(&view(x), &view(y), subtype.ty, span);
                self.kept(same, Type::Bool)
            }
            _ => Ir::binary(BinaryOp::Eq, x.clone(), y.clone(), span),
        }
    }

    fn same_arrays(&mut self, a: &View, b: &View, ty: TypeId, span: Span) -> Ir {
        let Some(component) = self.types().array(ty).map(|t| t.component.clone()) else {
            return Ir::bool(false, span);
        };
        let count = |view: &View| match &view.count.kind {
            imperative::ExprKind::Int(n) => n.to_i64().and_then(|n| u64::try_from(n).ok()),
            _ => None,
        };
        let composite = self.types().is_composite(component.ty);
        match (count(a), count(b)) {
            (Some(m), Some(n)) if m != n => return Ir::bool(false, span),
            (Some(n), Some(_)) if n <= SHORT || composite && n <= 64 => {
                let mut all: Option<Ir> = None;
                for i in 0..n {
                    let at = |view: &View| {
                        let i = Ir::int(i as i64, span);
                        let index = match &view.from.kind {
                            imperative::ExprKind::Int(n) if n.is_zero() => i,
                            _ => Ir::binary(BinaryOp::Add, view.from.clone(), i, span),
                        };
                        Ir::element(view.array.clone(), index, span)
                    };
                    let (x, y) = (at(a), at(b));
                    let same = self.same_parts(&x, &y, &component, span);
                    all = Some(match all {
                        Some(before) => Ir::and(before, same, span),
                        None => same,
                    });
                }
                return all.unwrap_or(Ir::bool(true, span));
            }
            _ => {}
        }
        if composite {
            self.unsupported("a comparison of arrays of records whose number is not static", span);
            return self.kept_nothing(Type::Bool, span);
        }
        let element = self.cx.shapes.held(&component);
        let proc = self.cx.equal(&element, span);
        let dst = self.b.temporary(Type::Bool, span);
        let args = vec![
            a.array.clone(),
            a.from.clone(),
            a.count.clone(),
            b.array.clone(),
            b.from.clone(),
            b.count.clone(),
        ];
        self.b.push(InstrKind::Call { dst: Some(dst), proc, args, backs: Vec::new() }, span);
        Ir::var(dst, span)
    }

    /// `<` and its like, of arrays of discrete values: the order of a dictionary.
    pub fn ordered(&mut self, op: Binary, a: &Expr, b: &Expr, span: Span) -> Ir {
        let left = self.view(a);
        let left = self.kept_view(left, a);
        let right = self.view(b);
        let right = self.kept_view(right, b);
        let Some(component) = self.types().array(a.ty).map(|t| t.component.clone()) else {
            return Ir::bool(false, span);
        };
        let element = self.cx.shapes.held(&component);
        let proc = self.cx.less(&element, span);
        // a > b is b < a, and a <= b is not b < a.
        let (x, y, negated) = match op {
            Binary::Less => (left, right, false),
            Binary::Greater => (right, left, false),
            Binary::LessEqual => (right, left, true),
            _ => (left, right, true),
        };
        let dst = self.b.temporary(Type::Bool, span);
        let args = vec![x.array, x.from, x.count, y.array, y.from, y.count];
        self.b.push(InstrKind::Call { dst: Some(dst), proc, args, backs: Vec::new() }, span);
        let less = Ir::var(dst, span);
        if negated { Ir::negated(less, span) } else { less }
    }
}

/// Procedures that are not in the source are made once for each type of element.
impl Cx<'_> {
    fn hidden(&mut self, key: String, make: impl FnOnce(&mut Builder), span: Span) -> ProcId {
        if let Some(id) = self.hidden.get(&key) {
            return *id;
        }
        let id = ProcId::new(self.next);
        self.next += 1;
        self.hidden.insert(key.clone(), id);
        let mut b = Builder::new(key, span);
        b.proc().hidden = true;
        make(&mut b);
        self.made.push((id, b.finish()));
        id
    }

    /// Whether two stretches of arrays have the same elements.
    fn equal(&mut self, element: &Type, span: Span) -> ProcId {
        let of = element.clone();
        let make = |b: &mut Builder| {
            let two = Two::parameters(b, &of, span);
            let (differ, start) = (b.block(), b.block());
            let cond = Ir::binary(BinaryOp::Eq, two.first.count(span), two.second.count(span), span);
            b.branch(DecisionKind::ShortCircuit, cond, start, differ, span);
            b.switch_to(differ);
            b.terminate(TerminatorKind::Return(Some(Ir::bool(false, span))), span);
            b.switch_to(start);
            counted(
                b,
                span,
                |k| Ir::binary(BinaryOp::Lt, k, two.first.count(span), span),
                |b, k| {
                    let next = b.block();
                    let same =
                        Ir::binary(BinaryOp::Eq, two.first.at(&k, span), two.second.at(&k, span), span);
                    b.branch(DecisionKind::ShortCircuit, same, next, differ, span);
                    b.switch_to(next);
                },
            );
            b.terminate(TerminatorKind::Return(Some(Ir::bool(true, span))), span);
        };
        self.hidden(format!("%equal {element:?}"), make, span)
    }

    /// Whether the first of two stretches of arrays comes first in the order of a dictionary.
    fn less(&mut self, element: &Type, span: Span) -> ProcId {
        let of = element.clone();
        let truth = *element == Type::Bool;
        let make = |b: &mut Builder| {
            let two = Two::parameters(b, &of, span);
            let number = |e: Ir| {
                if truth { Ir::new(imperative::ExprKind::BoolToInt(Box::new(e)), span) } else { e }
            };
            let both = |k: Ir| {
                let first = Ir::binary(BinaryOp::Lt, k.clone(), two.first.count(span), span);
                Ir::and(first, Ir::binary(BinaryOp::Lt, k, two.second.count(span), span), span)
            };
            counted(b, span, both, |b, k| {
                let (x, y) = (number(two.first.at(&k, span)), number(two.second.at(&k, span)));
                let (differ, next) = (b.block(), b.block());
                let same = Ir::binary(BinaryOp::Eq, x.clone(), y.clone(), span);
                b.branch(DecisionKind::ShortCircuit, same, next, differ, span);
                b.switch_to(differ);
                let less = Ir::binary(BinaryOp::Lt, x, y, span);
                b.terminate(TerminatorKind::Return(Some(less)), span);
                b.switch_to(next);
            });
            let shorter = Ir::binary(BinaryOp::Lt, two.first.count(span), two.second.count(span), span);
            b.terminate(TerminatorKind::Return(Some(shorter)), span);
        };
        self.hidden(format!("%less {element:?}"), make, span)
    }

    /// `base ** exponent`, by products that have to fit or wrap around.
    pub fn power(&mut self, word: Word, wraps: bool, span: Span) -> ProcId {
        let make = |b: &mut Builder| {
            b.proc().result = Some(Type::Int);
            let base = b.var("base", Type::Int, VarKind::Param, span);
            let exponent = b.var("exponent", Type::Int, VarKind::Param, span);
            let product = b.var("product", Type::Int, VarKind::Local, span);
            b.assign(product, Ir::int(1, span), span);
            let more = |k: Ir| Ir::binary(BinaryOp::Lt, k, Ir::var(exponent, span), span);
            counted(b, span, more, |b, _| {
                let next = Ir::binary(BinaryOp::Mul, Ir::var(product, span), Ir::var(base, span), span);
                let next = if wraps { Ir::wrap(next, word, span) } else { Ir::fit(next, word, span) };
                b.assign(product, next, span);
            });
            b.terminate(TerminatorKind::Return(Some(Ir::var(product, span))), span);
        };
        self.hidden(format!("%power {word} {wraps}"), make, span)
    }
}

/// Some elements of an array, as three parameters.
#[derive(Clone, Copy)]
struct Stretch {
    array: VarId,
    from: VarId,
    count: VarId,
}

impl Stretch {
    fn parameters(b: &mut Builder, names: [&str; 3], element: &Type, span: Span) -> Stretch {
        let array = Type::Array(Box::new(element.clone()));
        let mut parameter = |name: &str, ty: Type| b.var(name, ty, VarKind::Param, span);
        let [array_name, from, count] = names;
        Stretch {
            array: parameter(array_name, array),
            from: parameter(from, Type::Int),
            count: parameter(count, Type::Int),
        }
    }

    fn count(self, span: Span) -> Ir {
        Ir::var(self.count, span)
    }

    fn at(self, k: &Ir, span: Span) -> Ir {
        let index = Ir::binary(BinaryOp::Add, Ir::var(self.from, span), k.clone(), span);
        Ir::element(Ir::var(self.array, span), index, span)
    }
}

/// The parameters of a procedure that compares.
struct Two {
    first: Stretch,
    second: Stretch,
}

impl Two {
    fn parameters(b: &mut Builder, element: &Type, span: Span) -> Two {
        b.proc().result = Some(Type::Bool);
        let first = Stretch::parameters(b, ["a", "i", "m"], element, span);
        Two { first, second: Stretch::parameters(b, ["b", "j", "n"], element, span) }
    }
}

/// A loop over 0, 1, 2, … as long as a condition on the number holds; it goes on where the body ends.
fn counted(b: &mut Builder, span: Span, more: impl FnOnce(Ir) -> Ir, body: impl FnOnce(&mut Builder, Ir)) {
    let k = b.var("k", Type::Int, VarKind::Local, span);
    b.assign(k, Ir::int(0, span), span);
    let id = b.open_loop(span);
    let (inside, after) = (b.block(), b.block_outside(id));
    let decision = b.branch(DecisionKind::ShortCircuit, more(Ir::var(k, span)), inside, after, span);
    b.loop_decision(id, decision);
    b.switch_to(inside);
    body(b, Ir::var(k, span));
    b.assign(k, Ir::binary(BinaryOp::Add, Ir::var(k, span), Ir::int(1, span), span), span);
    let header = b.header(id);
    b.terminate(TerminatorKind::Goto(header), span);
    b.close_loop(id);
    b.switch_to(after);
}
