//! Expressions: a pure value, after the instructions that its effects need.
//!
//! ```text
//! x = y = f(z) + 1;      $1 := call f(z); y := fit($1 + 1, int32); x := y
//! ```

use super::facts::GlobalKind;
use super::functions;
use super::procs::Lower;
use super::unions::is_in_union;
use super::walk::does_something;
use super::words;
use crate::constant;
use crate::tree::{Expr, ExprKind, PlaceKind};
use crate::types::Type as C;
use base::Int;
use imperative::{
    DecisionKind, Expr as Ir, ExprKind as IrKind, InstrKind, TerminatorKind, Type, VarId, Word,
};
use source::Span;

/// The deepest value that is not kept in a temporary. What is called clean is never as deep.
const MOST_DEPTH: usize = 400;

/// How deeply an expression is nested.
fn depth(e: &Ir) -> usize {
    1 + e.operands().map(depth).max().unwrap_or(0)
}

impl Lower<'_, '_> {
    /// The value of an expression if it is always the same, and an integer.
    pub fn constant(&self, e: &Expr) -> Option<Int> {
        if !e.ty.is_integer() {
            return None;
        }
        match &e.kind {
            ExprKind::Int(value) => Some(value.clone()),
            ExprKind::Load(place) => match &place.kind {
                PlaceKind::Global(id) => match self.all_facts.global_kind(self.unit, *id) {
                    GlobalKind::Constant(value) => Some(value),
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Convert(inner) if inner.ty.is_integer() => {
                let value = self.constant(inner)?;
                if e.ty == C::Bool {
                    return Some(Int::from(i64::from(!value.is_zero())));
                }
                Some(self.cx.shapes.word(&e.ty)?.wrap(&value))
            }
            _ => constant::evaluate(&self.unit.types, e).ok().filter(|c| !c.overflow).map(|c| c.value),
        }
    }

    /// The word of an integer expression. Only such are asked for.
    pub fn word(&self, ty: &C) -> Word {
        self.cx.shapes.word(ty).unwrap_or(Word::signed(32))
    }

    /// The value of an expression: a number, a pointer, or the reference to a struct.
    pub fn value(&mut self, e: &Expr) -> Ir {
        let value = self.value_of_any_depth(e);
        self.shallow(value)
    }

    /// A value whose tree is not too deep: one that is too deep is kept in a temporary.
    pub fn shallow(&mut self, value: Ir) -> Ir {
        if depth(&value) > MOST_DEPTH { self.saved(value) } else { value }
    }

    fn value_of_any_depth(&mut self, e: &Expr) -> Ir {
        let span = e.span;
        if let Some(value) = self.constant(e) {
            return Ir::int(value, span);
        }
        let Some(ty) = self.cx.shapes.value(&e.ty) else {
            // The expression around it has no type either; it is only evaluated.
            self.untyped(e);
            return Ir::int(0, span);
        };
        match &e.kind {
            ExprKind::Int(value) => Ir::int(value.clone(), span),
            ExprKind::Null => functions::nil(&ty, span),
            ExprKind::Load(place) => match self.place(place) {
                Some(spot) if self.is_bounded_read(place) => {
                    let value = self.load(&spot, span);
                    self.bounded(value, place, &e.ty, span)
                }
                Some(spot) if is_in_union(&self.unit.types, place) => {
                    let value = self.load(&spot, span);
                    self.held(value)
                }
                Some(spot) => self.load(&spot, span),
                None => self.any_value(&ty, span),
            },
            ExprKind::Address(place) | ExprKind::Decay(place) if is_in_union(&self.unit.types, place) => {
                self.address_in_union(&ty, span)
            }
            ExprKind::Address(place) => match self.place(place) {
                Some(spot) => self.address(spot, &place.ty, span),
                None => self.any_value(&ty, span),
            },
            ExprKind::Decay(place) => match self.place(place) {
                Some(spot) => {
                    let array = self.load(&spot, span);
                    self.at_start(array, &ty, span)
                }
                None => self.any_value(&ty, span),
            },
            ExprKind::Neg(a) => words::negative(self.value(a), self.word(&e.ty), span),
            ExprKind::BitNot(a) => words::complement(self.value(a), self.word(&e.ty), span),
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Compare(..) => {
                if self.joins(e) {
                    return self.decided(e, ty);
                }
                let truth = self.condition(e);
                Ir::new(IrKind::BoolToInt(Box::new(truth)), span)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, &e.ty, span),
            ExprKind::PointerAdd(p, by) => self.moved(p, by, false, span),
            ExprKind::PointerSub(p, by) => self.moved(p, by, true, span),
            ExprKind::PointerDiff(a, b) => self.distance(a, b, &e.ty, span),
            ExprKind::Conditional(c, a, b) => {
                let result = self.b.temporary(ty, span);
                self.conditional(c, a, b, Some(result));
                Ir::var(result, span)
            }
            ExprKind::Comma(parts) => match parts.split_last() {
                Some((last, others)) => {
                    others.iter().for_each(|part| self.effect(part));
                    self.value(last)
                }
                None => self.any_value(&ty, span),
            },
            ExprKind::Statements(list, value) => {
                self.statements_in_expression(list, span);
                match value {
                    Some(value) => {
                        let value = self.value(value);
                        // What stands elsewhere in the whole expression may change a variable that this is.
                        self.held(value)
                    }
                    None => self.any_value(&ty, span),
                }
            }
            ExprKind::Convert(inner) => self.convert(inner, e, &ty, span),
            ExprKind::Assign(place, value) => self.assign(place, value, &ty, span),
            ExprKind::AssignOp { place, op, value, compute } => {
                self.assign_op(place, *op, value, compute, &ty, span)
            }
            ExprKind::AssignPointer { place, back, index } => {
                self.assign_pointer(place, *back, index, &ty, span)
            }
            ExprKind::IncDec { place, increment, prefix } => {
                self.inc_dec(place, *increment, *prefix, &ty, span)
            }
            ExprKind::Call { .. } => self.call(e, Some(&ty), None).unwrap_or_else(|| Ir::int(0, span)),
            ExprKind::FunctionAddress(id) => self.function_address(*id, span),
            ExprKind::Float(_) => {
                self.unsupported("floating numbers", span);
                self.any_value(&ty, span)
            }
            ExprKind::Unsupported(what) => {
                self.unsupported(what.clone(), span);
                self.any_value(&ty, span)
            }
        }
    }

    /// An expression of a type that the program does not have: `void`, floating numbers, …
    fn untyped(&mut self, e: &Expr) {
        if e.ty == C::Void {
            return self.effect(e);
        }
        let what = match &e.kind {
            ExprKind::Unsupported(what) => what.clone(),
            ExprKind::FunctionAddress(_) => "the address of a function".to_string(),
            _ => format!("the type `{}`", self.unit.types.text(&e.ty)),
        };
        self.unsupported(what, e.span);
    }

    /// An expression whose value is not used.
    pub fn effect(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Convert(inner) if e.ty == C::Void => self.effect(inner),
            ExprKind::Comma(parts) => parts.iter().for_each(|part| self.effect(part)),
            ExprKind::Statements(list, value) => {
                self.statements_in_expression(list, e.span);
                value.iter().for_each(|value| self.effect(value));
            }
            ExprKind::Conditional(c, a, b) => self.conditional(c, a, b, None),
            ExprKind::Call { .. } => {
                self.call(e, None, None);
            }
            ExprKind::IncDec { place, increment, .. } => {
                // The old value is not used, so it need not be kept.
                match self.cx.shapes.value(&e.ty) {
                    Some(ty) => drop(self.inc_dec(place, *increment, true, &ty, e.span)),
                    None => self.untyped(e),
                }
            }
            ExprKind::Unsupported(what) => self.unsupported(what.clone(), e.span),
            _ if e.ty == C::Void => self.unsupported("this expression", e.span),
            // `(void) x` tells the compiler that x is not forgotten.
            ExprKind::Load(place) if matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)) => {
                self.b.push(InstrKind::Skip, e.span);
            }
            _ => {
                let value = self.value(e);
                if value.can_err() && !self.is_read_back(e) {
                    self.held(value);
                }
            }
        }
    }

    /// Whether the value of an expression is that of a place that was just written.
    fn is_read_back(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::AssignPointer { .. })
    }

    /// Puts the value of an expression in a variable; calls do so without a detour.
    pub fn value_into(&mut self, var: VarId, e: &Expr, span: Span) {
        let wanted = self.b.proc().var(var).map(|v| v.ty.clone());
        if let (ExprKind::Call { .. }, Some(ty)) = (&e.kind, wanted.clone())
            && self.cx.shapes.value(&e.ty) == Some(ty.clone())
        {
            match self.call(e, Some(&ty), Some(var)) {
                Some(Ir { kind: IrKind::Var(found), .. }) if found == var => {}
                Some(value) => self.b.assign(var, value, span),
                None => {}
            }
            return;
        }
        if let (ExprKind::Convert(inner), Some(Type::Ref(_))) = (&e.kind, &wanted)
            && self.cx.shapes.value(&e.ty) == wanted
            && self.allocate_into(var, inner, e)
        {
            return;
        }
        let value = self.value(e);
        self.b.assign(var, value, span);
    }

    /// `c ? a : b`, with the value in a variable if it is wanted.
    pub fn conditional(&mut self, c: &Expr, a: &Expr, b: &Expr, result: Option<VarId>) {
        let cond = self.condition(c);
        let (yes, no) = (self.b.block(), self.b.block());
        self.b.branch(DecisionKind::If, cond, yes, no, c.span);
        let after = self.b.block();
        for (block, side) in [(yes, a), (no, b)] {
            self.b.switch_to(block);
            match result {
                Some(var) => self.value_into(var, side, side.span),
                None => self.effect(side),
            }
            self.b.terminate(TerminatorKind::Goto(after), side.span.after());
        }
        self.b.switch_to(after);
    }

    /// The value of `a && b`: what compilers branch for is a decision here, too.
    fn decided(&mut self, e: &Expr, ty: Type) -> Ir {
        let result = self.b.temporary(ty, e.span);
        let cond = self.condition(e);
        let (yes, no, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.branch(DecisionKind::If, cond, yes, no, e.span);
        for (block, value) in [(yes, 1), (no, 0)] {
            self.b.switch_to(block);
            self.b.assign(result, Ir::int(value, e.span), e.span);
            self.b.terminate(TerminatorKind::Goto(after), e.span);
        }
        self.b.switch_to(after);
        Ir::var(result, e.span)
    }

    /// Two values, from left to right.
    pub fn pair(&mut self, a: &Expr, b: &Expr) -> (Ir, Ir) {
        let mut left = self.value(a);
        if self.hoists(b) {
            left = self.saved(left);
        }
        (left, self.value(b))
    }

    /// The values of arguments. C does not say which one is evaluated first. Where one of them does something, the last
    /// one is, as in compilers that put arguments on a stack. Otherwise the order only decides which of two errors is
    /// met.
    pub fn values(&mut self, args: &[Expr]) -> Vec<Ir> {
        if args.len() > 1 && args.iter().any(does_something) {
            let mut values: Vec<Ir> = Vec::new();
            for arg in args.iter().rev() {
                let value = self.value(arg);
                values.push(self.saved(value));
            }
            values.reverse();
            return values;
        }
        let last = args.iter().rposition(|a| self.hoists(a)).unwrap_or(0);
        let mut values = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(arg);
            values.push(if i < last { self.saved(value) } else { value });
        }
        values
    }

    /// The pointer to the first element of an array, as a pointer of a type.
    fn at_start(&mut self, array: Ir, ty: &Type, span: Span) -> Ir {
        let pointer = Ir::at(array, Ir::int(0, span), span);
        if self.ir_type(&pointer).as_ref() == Some(ty) {
            return pointer;
        }
        self.unsupported("a pointer to this array", span);
        self.any_value(ty, span)
    }
}
