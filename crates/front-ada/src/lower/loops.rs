//! Loops and quantified expressions.

use super::procs::Lower;
use crate::tree::{
    Binary, BoundOf, Expr, ExprKind, LoopId as Number, ObjectId, Quantified, Range, Scheme, Stmt, StmtKind,
    predefined,
};
use imperative::{
    BinaryOp, BlockId, DecisionKind, ErrorKind, Expr as Ir, InstrKind, LoopId, TerminatorKind, Type, VarId,
};
use source::Span;
use std::collections::BTreeMap;

/// Where the loops around a place leave to.
#[derive(Default)]
pub(super) struct Loops {
    exits: BTreeMap<Number, BlockId>,
    /// For each variant: whether an iteration has reached it, and the values that it had then.
    variants: BTreeMap<Number, (VarId, Vec<VarId>)>,
}

impl Lower<'_, '_> {
    /// A loop.
    pub fn loop_statement(&mut self, number: Number, scheme: &Scheme, body: &[Stmt], span: Span) {
        self.open_variants(body);
        match scheme {
            Scheme::Forever => {
                let id = self.b.open_loop(span);
                let cond = Ir::bool(true, span);
                // The source has no condition.
                self.rounds(id, number, (DecisionKind::ShortCircuit, cond), span, body, |_| {});
            }
            Scheme::While(e) => {
                let id = self.b.open_loop(span);
                self.b.statement(e.span);
                let cond = self.condition(e);
                self.rounds(id, number, (DecisionKind::While, cond), e.span, body, |_| {});
            }
            Scheme::For { parameter, range, reverse } => {
                self.b.statement(range.span);
                let (first, last) = self.kept_range(range);
                self.counting(number, *parameter, first, last, *reverse, range.span, body);
            }
            Scheme::Elements { parameter, array, reverse } => {
                self.b.statement(array.span);
                let at = array.span;
                let length = ExprKind::Bound(BoundOf::Size, array.clone(), 0);
                let length = self.value(&Expr { kind: length, ty: predefined::UNIVERSAL, span: at });
                let last = Ir::binary(BinaryOp::Sub, length, Ir::int(1, at), at);
                let last = self.kept(last, Type::Int);
                self.counting(number, *parameter, Ir::int(0, at), last, *reverse, at, body);
            }
        }
    }

    /// Before a loop: no iteration has reached its variants yet.
    fn open_variants(&mut self, body: &[Stmt]) {
        for s in body {
            match &s.kind {
                StmtKind::Variant(number, list) => {
                    let met = self.b.temporary(Type::Bool, s.span);
                    self.b.assign(met, Ir::bool(false, s.span), s.span);
                    let values = list.iter().map(|_| self.b.temporary(Type::Int, s.span)).collect();
                    self.loops.variants.insert(*number, (met, values));
                }
                StmtKind::Block(_, inner) => self.open_variants(&inner.body),
                _ => {}
            }
        }
    }

    /// `pragma Loop_Variant (Decreases => A, Increases => B)`: since the round before, A has become smaller, or it is the same and
    /// B has become greater.
    pub fn variant(&mut self, number: Number, list: &[(bool, Expr)], span: Span) {
        let Some((met, before)) = self.loops.variants.get(&number).cloned() else {
            return self.unsupported("this pragma outside of a loop", span);
        };
        let mut now = Vec::new();
        for (_, e) in list {
            let value = self.value(e);
            let value = self.as_integer(value, e.ty);
            now.push(self.kept(value, Type::Int));
        }
        let mut progress = Ir::bool(false, span);
        for (((up, _), new), old) in list.iter().zip(&now).zip(&before).rev() {
            let old = Ir::var(*old, span);
            let op = if *up { BinaryOp::Gt } else { BinaryOp::Lt };
            let same = Ir::binary(BinaryOp::Eq, new.clone(), old.clone(), span);
            let later = Ir::and(same, progress, span);
            progress = Ir::or(Ir::binary(op, new.clone(), old, span), later, span);
        }
        let (again, after) = (self.b.block(), self.b.block());
        self.b.branch(DecisionKind::ShortCircuit, Ir::var(met, span), again, after, span);
        self.b.switch_to(again);
        self.b.push(InstrKind::Check { cond: progress, kind: ErrorKind::FailedAssertion }, span);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
        for (old, new) in before.into_iter().zip(now) {
            self.b.assign(old, new, span);
        }
        self.b.assign(met, Ir::bool(true, span), span);
    }

    fn kept_range(&mut self, range: &Range) -> (Ir, Ir) {
        let bounds = self.values(&[&range.first, &range.last]);
        let [first, last] = super::values::pair(bounds, range.span);
        let first = self.as_integer(first, range.first.ty);
        let last = self.as_integer(last, range.last.ty);
        (self.kept(first, Type::Int), self.kept(last, Type::Int))
    }

    /// The variable of a loop; its values are integers of any size, since it goes one beyond the range.
    fn counter(&mut self, parameter: ObjectId, span: Span) -> VarId {
        let Some(object) = self.object(parameter) else { return self.b.temporary(Type::Int, span) };
        let truth = object.subtype.ty == predefined::BOOLEAN;
        let counter = if truth || object.name.starts_with('%') {
            self.b.temporary(Type::Int, span)
        } else {
            let mut name = object.name.clone();
            let mut number = 1;
            while self.b.var_named(&name).is_some() {
                number += 1;
                name = format!("{}.{number}", object.name);
            }
            self.b.var(name, Type::Int, imperative::VarKind::Local, object.span)
        };
        if truth {
            let value = imperative::ExprKind::IntToBool(Box::new(Ir::var(counter, span)));
            self.computed.insert(parameter, Ir::new(value, span));
        } else {
            self.homes.insert(parameter, super::procs::Home::Var(counter));
        }
        counter
    }

    #[allow(clippy::too_many_arguments)]
    fn counting(
        &mut self,
        number: Number,
        parameter: ObjectId,
        first: Ir,
        last: Ir,
        reverse: bool,
        span: Span,
        body: &[Stmt],
    ) {
        let counter = self.counter(parameter, span);
        let (start, end) = if reverse { (last, first) } else { (first, last) };
        self.b.assign(counter, start, span);
        let id = self.b.open_loop(span);
        let op = if reverse { BinaryOp::Ge } else { BinaryOp::Le };
        let cond = Ir::binary(op, Ir::var(counter, span), end, span);
        let step = if reverse { BinaryOp::Sub } else { BinaryOp::Add };
        self.rounds(id, number, (DecisionKind::While, cond), span, body, |lower| {
            let next = Ir::binary(step, Ir::var(counter, span), Ir::int(1, span), span);
            lower.b.assign(counter, next, span);
        });
    }

    /// The rest of a loop whose header computed the condition.
    fn rounds(
        &mut self,
        id: LoopId,
        number: Number,
        (kind, cond): (DecisionKind, Ir),
        span: Span,
        body: &[Stmt],
        step: impl FnOnce(&mut Self),
    ) {
        let inside = self.b.block();
        let after = self.b.block_outside(id);
        let decision = self.b.branch(kind, cond, inside, after, span);
        self.b.loop_decision(id, decision);
        self.loops.exits.insert(number, after);
        self.b.switch_to(inside);
        self.statements(body);
        step(self);
        let header = self.b.header(id);
        self.b.terminate(TerminatorKind::Goto(header), span.after());
        self.b.close_loop(id);
        self.b.switch_to(after);
    }

    /// `exit when C`
    pub fn exit(&mut self, of: Number, when: Option<&Expr>, span: Span) {
        let Some(after) = self.loops.exits.get(&of).copied() else { return };
        match when {
            None => {
                self.b.terminate(TerminatorKind::Goto(after), span);
                let rest = self.b.block();
                self.b.switch_to(rest);
            }
            Some(e) => {
                let cond = self.condition(e);
                let stays = self.b.block();
                self.b.branch(DecisionKind::If, cond, after, stays, e.span);
                self.b.switch_to(stays);
            }
        }
    }

    /// `(for all I in R => C)`: a loop that ends with the first value that decides.
    pub fn quantified(&mut self, q: &Quantified, span: Span) -> Ir {
        let found = q.range.clone().or_else(|| quantified_range(q, span));
        let Some(range) = &found else {
            self.unsupported("a quantifier without a first and a last value", span);
            return self.kept_nothing(Type::Bool, span);
        };
        let dst = self.b.temporary(Type::Bool, span);
        let (first, last) = self.kept_range(range);
        let counter = self.counter(q.parameter, span);
        self.b.assign(dst, Ir::bool(q.all, span), span);
        self.b.assign(counter, first, span);
        let id = self.b.open_loop(span);
        let inside = self.b.block();
        let after = self.b.block_outside(id);
        let cond = Ir::binary(BinaryOp::Le, Ir::var(counter, span), last, span);
        let kind = self.written(DecisionKind::While);
        let decision = self.b.branch(kind, cond, inside, after, range.span);
        self.b.loop_decision(id, decision);
        self.b.switch_to(inside);
        let holds = self.condition(&q.body);
        let (next, decided) = (self.b.block(), self.b.block_outside(id));
        let (then, otherwise) = if q.all { (next, decided) } else { (decided, next) };
        let kind = self.written(DecisionKind::If);
        self.b.branch(kind, holds, then, otherwise, q.body.span);
        self.b.switch_to(decided);
        self.b.assign(dst, Ir::bool(!q.all, span), span);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(next);
        let step = Ir::binary(BinaryOp::Add, Ir::var(counter, span), Ir::int(1, span), span);
        self.b.assign(counter, step, span);
        let header = self.b.header(id);
        self.b.terminate(TerminatorKind::Goto(header), span);
        self.b.close_loop(id);
        self.b.switch_to(after);
        Ir::var(dst, span)
    }
}

/// The values that a quantifier without a range is about, if its condition says so: those between `L` and `H` in
/// `FORALL I (L <= I and I <= H implies …)` and `EXISTS I (L <= I and I <= H and …)`. For all others it is decided.
fn quantified_range(q: &Quantified, span: Span) -> Option<Range> {
    let mut parts = Vec::new();
    match (&q.body.kind, q.all) {
        (ExprKind::OrElse(not, _), true) => match &not.kind {
            ExprKind::Unary(crate::tree::Unary::Not, condition) => conjuncts(condition, &mut parts),
            _ => return None,
        },
        (_, true) => return None,
        (_, false) => conjuncts(&q.body, &mut parts),
    }
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Object(id) if id == q.parameter);
    let (mut first, mut last) = (None, None);
    for part in parts {
        let ExprKind::Binary(op, a, b) = &part.kind else { continue };
        let (op, other) = match (is_it(a), is_it(b)) {
            (true, false) => (*op, b),
            // Read from the other side.
            (false, true) => match op {
                Binary::Less => (Binary::Greater, a),
                Binary::LessEqual => (Binary::GreaterEqual, a),
                Binary::Greater => (Binary::Less, a),
                Binary::GreaterEqual => (Binary::LessEqual, a),
                other => (*other, a),
            },
            _ => continue,
        };
        let moved = |by: Binary| {
            let one = Expr { kind: ExprKind::Discrete(1.into()), ty: other.ty, span };
            let kind = ExprKind::Binary(by, other.clone(), Box::new(one));
            // As a number of any size: one more than the greatest integer is no integer.
            Expr { kind, ty: predefined::UNIVERSAL, span }
        };
        match op {
            Binary::GreaterEqual => first = first.or(Some((**other).clone())),
            Binary::Greater => first = first.or(Some(moved(Binary::Add))),
            Binary::LessEqual => last = last.or(Some((**other).clone())),
            Binary::Less => last = last.or(Some(moved(Binary::Sub))),
            _ => {}
        }
    }
    Some(Range { first: Box::new(first?), last: Box::new(last?), span })
}

/// The conditions that are joined by `and`.
fn conjuncts<'e>(e: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::AndThen(a, b) | ExprKind::Binary(Binary::And, a, b) => {
            conjuncts(a, parts);
            conjuncts(b, parts);
        }
        _ => parts.push(e),
    }
}
