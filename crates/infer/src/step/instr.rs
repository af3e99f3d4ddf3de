//! Instructions.

use super::eval::Part;
use super::{Log, Steps, Value};
use crate::heap::{Lost, Made as Owner, Mark, State, Target};
use crate::unit::What;
use domains::{Expr, Interval, Numeric};
use imperative::{ErrorKind, Expr as Code, FieldId, Instr, InstrKind, Made, StructId, VarId};
use source::Span;

impl<'p> Steps<'_, 'p> {
    pub(super) fn instr<N: Numeric>(
        &self,
        instr: &Instr,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let span = instr.span;
        let slot = |var: VarId| self.unit.slot(frame, var).unwrap_or(0);
        match &instr.kind {
            // What the values of something shown may err in is said where they are computed.
            InstrKind::Skip | InstrKind::Show { .. } => vec![state],
            InstrKind::Assign(var, value) => {
                let (values, _) = self.eval_kept(value, frame, state, log);
                let store = |(state, value)| self.store(slot(*var), &value, state, span, log);
                values.into_iter().map(store).collect()
            }
            InstrKind::StoreField { object, field, value } => {
                self.store_field(object, *field, value, frame, state, span, log)
            }
            InstrKind::New { dst, of, args } => self.new_cell(slot(*dst), *of, args, frame, state, span, log),
            InstrKind::Make { dst, object: Made::Cell(of), zeroed, owned } => {
                // What is not owned must not be freed; that is not checked here.
                if !owned {
                    log.unseen(span);
                }
                vec![self.make_cell(slot(*dst), *of, *zeroed, *owned, state)]
            }
            InstrKind::Free(e) => self.free(e, frame, state, span, log),
            InstrKind::Ask { dst, .. } => {
                let within = match self.unit.slots.all[slot(*dst)].what {
                    What::Truth(_) => Interval::between(0, 1),
                    What::Number(_, Some(word)) => super::eval::range_of(word),
                    _ => Interval::ALL,
                };
                vec![self.store(slot(*dst), &Value::Some(within), state, span, log)]
            }
            InstrKind::Bits { dst, word, .. } => {
                log.unseen(span);
                let value = Value::Some(super::eval::range_of(*word));
                vec![self.store(slot(*dst), &value, state, span, log)]
            }
            InstrKind::Assume(cond) => self.choose(cond, true, frame, state, log),
            InstrKind::Check { cond, kind } => {
                if !self.choose(cond, false, frame, state.clone(), &mut Log::default()).is_empty() {
                    log.alarm(*kind, span, false);
                }
                self.choose(cond, true, frame, state, log)
            }
            // Arrays and other objects are not followed; no list is changed by what is stored there, and what is read from
            // there is anything.
            InstrKind::StoreElement { array: a, index: b, value: c } => {
                log.unseen(span);
                self.looked_at(&[a, b, c], frame, state, log)
            }
            InstrKind::Fill { array: a, from: b, count: c, .. } => {
                log.unseen(span);
                self.looked_at(&[a, b, c], frame, state, log)
            }
            InstrKind::StoreTarget { pointer, value } => {
                log.unseen(span);
                self.looked_at(&[pointer, value], frame, state, log)
            }
            InstrKind::NewArray { dst, .. } | InstrKind::Make { dst, .. } => {
                log.unseen(span);
                vec![self.unset(slot(*dst), state)]
            }
            InstrKind::Unsupported(why) => {
                log.lose(Lost { why: why.clone(), span });
                Vec::new()
            }
            InstrKind::Call { .. } => {
                log.lose(Lost { why: "a call is not followed".to_string(), span });
                Vec::new()
            }
        }
    }

    /// The values of an expression that is stored, and whether it may have none. The states then record that some
    /// number has no value: what is computed from it later has none either.
    pub(super) fn eval_kept<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> (Vec<(State<N>, Value)>, bool) {
        self.noted(log, state, |state, log| self.eval(e, frame, state, log))
    }

    /// The same of what goes into a cell: it may come from a field that holds nothing.
    fn eval_moved<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> (Vec<(State<N>, Value)>, bool) {
        self.noted(log, state, |state, log| self.field(e, frame, state, true, log))
    }

    fn noted<N: Numeric>(
        &self,
        log: &mut Log,
        state: State<N>,
        eval: impl FnOnce(State<N>, &mut Log) -> Vec<(State<N>, Value)>,
    ) -> (Vec<(State<N>, Value)>, bool) {
        let mut own = Log::default();
        let mut values = eval(state, &mut own);
        let vague = own.alarms().any(|alarm| alarm.kind == ErrorKind::Uninitialised);
        values.iter_mut().for_each(|(state, _)| state.vague |= vague);
        log.extend(&own);
        (values, vague)
    }

    /// Operands are evaluated, since that may err.
    pub(super) fn looked_at<N: Numeric>(
        &self,
        all: &[&Code],
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut states = vec![state];
        for e in all {
            states = states
                .into_iter()
                .flat_map(|state| self.eval(e, frame, state, log))
                .map(|(state, value)| escaped(state, &value))
                .collect();
        }
        states
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of the instruction, the state and the log")]
    fn store_field<N: Numeric>(
        &self,
        object: &Code,
        field: FieldId,
        value: &Code,
        frame: usize,
        state: State<N>,
        span: Span,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut found = Vec::new();
        if let Some(slot) = self.record_field(object, field, frame) {
            log.unseen(span);
            let (values, _) = self.eval_moved(value, frame, state, log);
            return values
                .into_iter()
                .map(|(state, value)| self.store(slot, &value, state, span, log))
                .collect();
        }
        let (values, vague) = self.eval_moved(value, frame, state, log);
        for (state, value) in values {
            for (state, object) in self.eval(object, frame, state, log) {
                let target = match object {
                    Value::Link(target) => target,
                    // Another kind of object: its fields are not followed.
                    _ => {
                        log.unseen(span);
                        found.push(escaped(state, &value));
                        continue;
                    }
                };
                let Some(node) = self.node(target, span, log) else { continue };
                match self.part(state.shape.kind[node], field) {
                    Some(Part::Link) => {
                        let Value::Link(to) = value else {
                            self.lose_reference(span, log);
                            continue;
                        };
                        for mut state in state.unfolded(node) {
                            state.shape.next[node] = to;
                            found.push(state);
                        }
                    }
                    Some(Part::Data(at)) => {
                        let constant = matches!(&value, Value::Number(expr) if expr.is_constant());
                        let written = !vague && (constant || !state.vague);
                        let mut stored = match &value {
                            Value::Number(expr) => state.set_head(node, at, Some(expr)),
                            Value::Some(within) => {
                                let head = state.words.layout().head(node, at);
                                let mut state = state.set_head(node, at, None);
                                if let Some(low) = &within.low {
                                    state = state.meet(&domains::Constraint::ge(head, low.clone()));
                                }
                                if let Some(high) = &within.high {
                                    state = state.meet(&domains::Constraint::le(head, high.clone()));
                                }
                                state
                            }
                            _ => state.set_head(node, at, None),
                        };
                        stored.marks[node].written &= written;
                        found.push(stored);
                    }
                    None => found.push(escaped(state, &value)),
                }
            }
        }
        found
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of the instruction, the state and the log")]
    fn new_cell<N: Numeric>(
        &self,
        slot: usize,
        of: StructId,
        args: &[Code],
        frame: usize,
        state: State<N>,
        span: Span,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let Some(cell) = self.unit.slots.cell(of) else {
            let states = self.looked_at(&args.iter().collect::<Vec<_>>(), frame, state, log);
            return states.into_iter().map(|state| self.unset(slot, state)).collect();
        };
        let mut rows: Vec<(State<N>, Vec<Value>)> = vec![(state, Vec::new())];
        for arg in args {
            rows = rows
                .into_iter()
                .flat_map(|(state, values)| {
                    let (next, _) = self.eval_moved(arg, frame, state, log);
                    next.into_iter().map(move |(state, value)| {
                        (state, values.iter().cloned().chain(std::iter::once(value)).collect())
                    })
                })
                .collect();
        }
        let mut found = Vec::new();
        for (state, values) in rows {
            let next = match values.get(cell.link.index()) {
                Some(Value::Link(target)) => *target,
                _ => {
                    self.lose_reference(span, log);
                    continue;
                }
            };
            let mark = Mark { made: Owner::No, written: !state.vague };
            let (mut state, node) = state.with_cell(of, next, mark);
            for (at, data) in cell.data.iter().enumerate() {
                let expr = match values.get(data.field.index()) {
                    Some(Value::Number(expr)) => Some(expr),
                    _ => None,
                };
                state = state.set_head(node, at, expr);
            }
            found.push(self.store(slot, &Value::Link(Target::Node(node)), state, span, log));
        }
        found
    }

    fn make_cell<N: Numeric>(
        &self,
        slot: usize,
        of: StructId,
        zeroed: bool,
        owned: bool,
        state: State<N>,
    ) -> State<N> {
        let Some(cell) = self.unit.slots.cell(of) else { return self.unset(slot, state) };
        let next = if zeroed { Target::Nil } else { Target::Unset };
        let mark = Mark { made: if owned { Owner::Yes } else { Owner::No }, written: zeroed };
        let (mut state, node) = state.with_cell(of, next, mark);
        if zeroed {
            for at in 0..cell.data.len() {
                state = state.set_head(node, at, Some(&Expr::constant(0)));
            }
        }
        if let What::Link(at, _) = self.unit.slots.all[slot].what {
            state.shape.vars[at] = Target::Node(node);
        }
        state
    }

    fn free<N: Numeric>(
        &self,
        e: &Code,
        frame: usize,
        state: State<N>,
        span: Span,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut found = Vec::new();
        for (state, value) in self.eval(e, frame, state, log) {
            match value {
                Value::Link(Target::Nil) => found.push(state),
                Value::Link(Target::Node(node)) => {
                    found.extend(state.unfolded(node).iter().map(|state| state.freed(node)));
                }
                Value::Link(Target::Freed) => log.alarm(ErrorKind::BadFree, span, true),
                Value::Link(Target::Unset) => log.alarm(ErrorKind::Uninitialised, span, true),
                _ => {
                    log.unseen(span);
                    found.push(state);
                }
            }
        }
        found
    }
}

/// A reference escapes to where it is not followed: other code may free what it leads to.
fn escaped<N: Numeric>(mut state: State<N>, value: &Value) -> State<N> {
    if let Value::Link(target) = value {
        for node in state.shape.path(*target).0 {
            state.marks[node].made = Owner::Some;
        }
    }
    state
}
