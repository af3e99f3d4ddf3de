//! Values of expressions.

use super::{Log, Steps, Value};
use crate::heap::{Lost, State, Target};
use crate::unit::What;
use base::Int;
use domains::{Constraint, Dim, Expr, Interval, Numeric};
use imperative::{BinaryOp as Op, ErrorKind, Expr as Code, ExprKind, FieldId, StructId, Type, UnaryOp, Word};
use source::Span;

impl<'p> Steps<'_, 'p> {
    /// The values that an expression of a copy can have, each with the states where it does. Nodes keep their numbers.
    pub fn eval<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        let any = |state| vec![(state, Value::Some(Interval::ALL))];
        match &e.kind {
            ExprKind::Int(n) => vec![(state, Value::Number(Expr::constant(n.clone())))],
            ExprKind::Bool(b) => vec![(state, Value::Number(Expr::constant(i64::from(*b))))],
            ExprKind::Nil => vec![(state, Value::Link(Target::Nil))],
            ExprKind::Var(var) if var.ghost_index().is_some() => self.ghost(e, *var, frame, state, log),
            ExprKind::Var(var) => match self.unit.slot(frame, *var) {
                None => self.unknown(e, frame, state, log),
                Some(slot) => match self.read(slot, &state) {
                    Some(value) => vec![(state, value)],
                    None => {
                        log.alarm(ErrorKind::Uninitialised, e.span, true);
                        Vec::new()
                    }
                },
            },
            ExprKind::Field(..) => self.field(e, frame, state, false, log),
            ExprKind::Unary(UnaryOp::Neg, a) => self.map(a, frame, state, log, |value| match value {
                Value::Number(expr) => Value::Number(-expr),
                Value::Some(within) => Value::Some(within.times(&Int::from(-1))),
                other => other,
            }),
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Whole | UnaryOp::Both, _)
            | ExprKind::And(..)
            | ExprKind::Or(..) => self.truth(e, frame, state, log),
            ExprKind::Binary(op, ..) if op.is_comparison() => self.truth(e, frame, state, log),
            ExprKind::Binary(op, a, b) => self.arithmetic(*op, a, b, frame, state, e.span, log),
            ExprKind::BoolToInt(a) | ExprKind::IntToBool(a) if matches!(a.kind, ExprKind::Bool(_)) => {
                self.eval(a, frame, state, log)
            }
            ExprKind::BoolToInt(a) => self.truth(a, frame, state, log),
            ExprKind::IntToBool(_) => self.truth(e, frame, state, log),
            ExprKind::Fit(a, word) => self.checked(a, *word, ErrorKind::Overflow, frame, state, e.span, log),
            ExprKind::Within(a, word) => {
                self.checked(a, *word, ErrorKind::OutOfRange, frame, state, e.span, log)
            }
            ExprKind::Sure(a, _) => self.eval(a, frame, state, log),
            ExprKind::Wrap(a, word) => self
                .eval(a, frame, state, log)
                .into_iter()
                .map(|(state, value)| {
                    let range = range_of(*word);
                    let value =
                        if self.range(&value, &state).within(&range) { value } else { Value::Some(range) };
                    (state, value)
                })
                .collect(),
            ExprKind::Length(a) => {
                log.unseen(e.span);
                let states = self.looked_at(&[a], frame, state, log);
                let length = Value::Some(Interval { low: Some(Int::from(0)), high: None });
                states.into_iter().map(|state| (state, length.clone())).collect()
            }
            ExprKind::First(_) | ExprKind::Distance(..) | ExprKind::Position(_) => {
                log.unseen(e.span);
                any(state)
            }
            ExprKind::Together(..) => vec![(state, Value::Some(Interval::between(0, 1)))],
            ExprKind::Element(..) | ExprKind::Target(_) | ExprKind::At(..) | ExprKind::Move(..) => {
                let operands: Vec<&Code> = e.operands().collect();
                let states = self.looked_at(&operands, frame, state, log);
                states.into_iter().flat_map(|state| self.unknown(e, frame, state, log)).collect()
            }
            ExprKind::Real(_) => self.unknown(e, frame, state, log),
        }
    }

    fn map<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        log: &mut Log,
        change: impl Fn(Value) -> Value,
    ) -> Vec<(State<N>, Value)> {
        self.eval(e, frame, state, log).into_iter().map(|(state, value)| (state, change(value))).collect()
    }

    /// A truth value as a number: the states where it holds, and those where it does not.
    fn truth<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        let mut found = Vec::new();
        for holds in [true, false] {
            let value = Value::Number(Expr::constant(i64::from(holds)));
            for state in self.choose(e, holds, frame, state.clone(), log) {
                found.push((state, value.clone()));
            }
        }
        found
    }

    /// Something that is not followed. Where it is a reference to cells that are, everything is lost: it may lead anywhere.
    pub(crate) fn unknown<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        if !matches!(e.kind, ExprKind::Var(_) | ExprKind::Real(_)) {
            log.unseen(e.span);
        }
        let ty = self.unit.proc(frame).and_then(|proc| imperative::type_of(self.unit.program, proc, e));
        match ty {
            Some(Type::Ref(of)) if self.unit.slots.cell(of).is_some() => {
                self.lose_reference(e.span, log);
                Vec::new()
            }
            Some(Type::Word(word)) => vec![(state, Value::Some(range_of(word)))],
            Some(Type::Int) => vec![(state, Value::Some(Interval::ALL))],
            Some(Type::Bool) => vec![(state, Value::Some(Interval::between(0, 1)))],
            _ => vec![(state, Value::Other)],
        }
    }

    /// What a field holds. Where it is only `moved` from one cell to another, it may hold nothing.
    pub(super) fn field<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        moved: bool,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        let ExprKind::Field(object, field) = &e.kind else { return self.eval(e, frame, state, log) };
        let (span, field) = (e.span, *field);
        if let Some(slot) = self.record_field(object, field, frame) {
            // Whether there is a record at all is not known.
            log.unseen(e.span);
            return match self.read(slot, &state) {
                Some(value) => vec![(state, value)],
                // What it led to at the entry is not followed.
                None => self.unknown(e, frame, state, log),
            };
        }
        let mut found = Vec::new();
        for (state, value) in self.eval(object, frame, state, log) {
            let Value::Link(target) = value else {
                found.extend(self.unknown(e, frame, state, log));
                continue;
            };
            let Some(node) = self.node(target, span, log) else { continue };
            let Some(part) = self.part(state.shape.kind[node], field) else {
                found.extend(self.unknown(e, frame, state, log));
                continue;
            };
            match part {
                Part::Link => {
                    for state in state.unfolded(node) {
                        match state.shape.next[node] {
                            Target::Unset if !moved => log.alarm(ErrorKind::Uninitialised, span, true),
                            next => found.push((state, Value::Link(next))),
                        }
                    }
                }
                Part::Data(at) => {
                    if !state.marks[node].written {
                        log.alarm(ErrorKind::Uninitialised, span, false);
                    }
                    let head = state.words.layout().head(node, at);
                    found.push((state, Value::Number(Expr::from(head))));
                }
            }
        }
        found
    }

    /// The slot of a field of a record, which a variable leads to. In a claim that may be what it was at the entry: there is
    /// one record, so it is the same.
    pub(super) fn record_field(&self, object: &Code, field: FieldId, frame: usize) -> Option<usize> {
        let ExprKind::Var(var) = object.kind else { return None };
        let meaning =
            var.ghost_index().and_then(|at| self.unit.proc(frame)?.ghosts.get(at)).map(|g| &g.meaning);
        match meaning {
            Some(imperative::claims::Meaning::At(_, inner)) => self.unit.record_slot(inner, field, frame),
            Some(_) => None,
            None => self.unit.record_slot(object, field, frame),
        }
    }

    /// The node that a reference leads to; an error otherwise.
    pub(super) fn node(&self, target: Target, span: Span, log: &mut Log) -> Option<usize> {
        let error = match target {
            Target::Node(node) => return Some(node),
            Target::Nil => ErrorKind::NilDereference,
            Target::Unset => ErrorKind::Uninitialised,
            Target::Freed => ErrorKind::UseAfterFree,
        };
        log.alarm(error, span, true);
        None
    }

    /// What a field of a cell is, if it can be followed.
    pub(crate) fn part(&self, kind: StructId, field: FieldId) -> Option<Part> {
        let cell = self.unit.slots.cell(kind)?;
        if cell.link == field {
            return Some(Part::Link);
        }
        cell.data.iter().position(|data| data.field == field).map(Part::Data)
    }

    #[expect(clippy::too_many_arguments, reason = "both operands with their place, the state and the log")]
    fn arithmetic<N: Numeric>(
        &self,
        op: Op,
        a: &Code,
        b: &Code,
        frame: usize,
        state: State<N>,
        span: Span,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        let mut found = Vec::new();
        let ready = self.ready(a, b, frame, state, log);
        for (state, left) in
            ready.into_iter().flat_map(|state| self.eval(a, frame, state, log)).collect::<Vec<_>>()
        {
            for (state, right) in self.eval(b, frame, state, log) {
                let value = match (op, &left, &right) {
                    (Op::Div | Op::Rem | Op::Mod, _, Value::Other | Value::Link(_)) => {
                        log.alarm(ErrorKind::DivisionByZero, span, false);
                        Value::Some(Interval::ALL)
                    }
                    (_, Value::Other | Value::Link(_), _) | (_, _, Value::Other | Value::Link(_)) => {
                        Value::Some(Interval::ALL)
                    }
                    (Op::Add, Value::Number(x), Value::Number(y)) => Value::Number(x.clone() + y.clone()),
                    (Op::Sub, Value::Number(x), Value::Number(y)) => Value::Number(x.clone() - y.clone()),
                    (Op::Add, ..) => Value::Some(self.range(&left, &state).plus(&self.range(&right, &state))),
                    (Op::Sub, ..) => {
                        let minus = self.range(&right, &state).times(&Int::from(-1));
                        Value::Some(self.range(&left, &state).plus(&minus))
                    }
                    (Op::Mul, ..) => self.product(&left, &right, &state),
                    (Op::Div | Op::Rem | Op::Mod, ..) => {
                        let divisor = self.range(&right, &state);
                        if divisor.contains(&Int::from(0)) {
                            log.alarm(ErrorKind::DivisionByZero, span, divisor.single().is_some());
                            if divisor.single().is_some() {
                                continue;
                            }
                        }
                        divided(op, &self.range(&left, &state), &divisor)
                    }
                    _ => Value::Some(Interval::ALL),
                };
                found.push((state, value));
            }
        }
        found
    }

    fn product<N: Numeric>(&self, left: &Value, right: &Value, state: &State<N>) -> Value {
        for (one, other) in [(left, right), (right, left)] {
            if let Some(factor) = self.range(one, state).single() {
                return match other {
                    Value::Number(expr) => Value::Number(expr.clone() * factor.clone()),
                    other => Value::Some(self.range(other, state).times(factor)),
                };
            }
        }
        Value::Some(Interval::ALL)
    }

    #[expect(clippy::too_many_arguments, reason = "the operand with its place, the state and the log")]
    fn checked<N: Numeric>(
        &self,
        a: &Code,
        word: Word,
        kind: ErrorKind,
        frame: usize,
        state: State<N>,
        span: Span,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        let mut found = Vec::new();
        let allowed = range_of(word);
        for (mut state, value) in self.eval(a, frame, state, log) {
            let mut range = self.range(&value, &state);
            if !range.within(&allowed) {
                range = range.meet(&self.range_among(&value, &state)).unwrap_or(range);
            }
            if range.within(&allowed) {
                found.push((state, value));
                continue;
            }
            let inside = range.meet(&allowed);
            log.alarm(kind, span, inside.is_none());
            let Some(inside) = inside else { continue };
            let value = match value {
                Value::Number(expr) => {
                    // Values that a program has ruled out say something of it; the sizes of machine words would only be noise.
                    if kind == ErrorKind::OutOfRange {
                        state = state.meet(&Constraint::ge(expr.clone(), word.least()));
                        state = state.meet(&Constraint::le(expr.clone(), word.greatest()));
                    }
                    Value::Number(expr)
                }
                _ => Value::Some(inside),
            };
            found.push((state, value));
        }
        found
    }

    /// The bounds of a number; what its type allows is known too.
    pub(super) fn range<N: Numeric>(&self, value: &Value, state: &State<N>) -> Interval {
        match value {
            Value::Number(expr) => {
                let mut known = state.words.base().clone();
                for (dim, _) in expr.terms() {
                    if let Some(word) = self.word(*dim, state) {
                        known = known
                            .meet_constraint(&Constraint::ge(*dim, word.least()))
                            .meet_constraint(&Constraint::le(*dim, word.greatest()));
                    }
                }
                known.bounds(expr).unwrap_or(Interval::ALL)
            }
            Value::Some(within) => within.clone(),
            Value::Link(_) | Value::Other => Interval::ALL,
        }
    }

    /// The bounds of a number, where the types of all numbers are looked at: `i + 1` cannot wrap around where `i < n`.
    fn range_among<N: Numeric>(&self, value: &Value, state: &State<N>) -> Interval {
        let Value::Number(expr) = value else { return Interval::ALL };
        let bounds = self.unit.slots.all.iter().filter_map(|slot| match slot.what {
            What::Number(at, Some(word)) => Some((Dim::new(at), word)),
            _ => None,
        });
        let bounds = bounds.flat_map(|(dim, word)| {
            [Constraint::ge(dim, word.least()), Constraint::le(dim, word.greatest())]
        });
        let bounds: Vec<Constraint> = bounds.collect();
        state.words.base().meet_constraints(&bounds).bounds(expr).unwrap_or(Interval::ALL)
    }

    /// The word that a number or the data of a first cell is of.
    fn word<N: Numeric>(&self, dim: Dim, state: &State<N>) -> Option<Word> {
        let layout = state.words.layout();
        if dim.index() < layout.nums {
            return self.unit.slots.all.iter().find_map(|slot| match slot.what {
                What::Number(at, word) if at == dim.index() => word,
                _ => None,
            });
        }
        (0..layout.words).find_map(|node| {
            let data = &self.unit.slots.cell(state.shape.kind[node])?.data;
            let field = (0..layout.fields).find(|field| layout.head(node, *field) == dim)?;
            data.get(field)?.word
        })
    }

    /// Nothing is known where a reference is used that is not followed.
    pub(super) fn lose_reference(&self, span: Span, log: &mut Log) {
        let why = "what this reference leads to is not followed: only cells are that have one link, of which nobody takes the address, \
                   and that variables lead to"
            .to_string();
        log.lose(Lost { why, span });
    }
}

/// What a field of a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The link.
    Link,
    /// Data.
    Data(usize),
}

/// The values of a word.
pub(super) fn range_of(word: Word) -> Interval {
    Interval { low: Some(word.least()), high: Some(word.greatest()) }
}

/// The bounds of a quotient or a remainder.
fn divided(op: Op, dividend: &Interval, divisor: &Interval) -> Value {
    let Some(by) = divisor.single().filter(|by| by.is_positive()) else { return Value::Some(Interval::ALL) };
    let least = by - &Int::from(1);
    let positive = dividend.low.as_ref().is_some_and(|low| !low.is_negative());
    Value::Some(match op {
        Op::Div => {
            let cut = |n: &Int| n.div_rem_trunc(by).map(|(quotient, _)| quotient);
            Interval { low: dividend.low.as_ref().and_then(cut), high: dividend.high.as_ref().and_then(cut) }
        }
        Op::Rem if !positive => Interval { low: Some(-&least), high: Some(least) },
        Op::Mod | Op::Rem => Interval { low: Some(Int::from(0)), high: Some(least) },
        _ => Interval::ALL,
    })
}
