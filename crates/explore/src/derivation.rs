//! A path as the paper derives it: ⟨E, H, C⟩ step by step.
//!
//! Environments and heaps are constraint variables; each step adds primitive constraints by the rules of
//! Figures 4 and 5 of *Constraint-based test generation for pointer-based data structures*: membership
//! of a mapping, update of a mapping, equality, inequality. `x := x.tail` in ⟨E0, H0, C0⟩ gives
//!
//! ```text
//! (x ↦ V) ∈ E0 ∧ V = ptr(R) ∧ (R ↦ cons(Vh, Vt)) ∈ H0 ∧ E1 = E0 ⊎ {x ↦ Vt}
//! ```
//!
//! The walk follows the decisions of a run and asks no solver: whoever hands it a run knows that the path
//! is feasible. What the paper does not have is written in its spirit: an error is the constraint under
//! which it comes (`Vt = nil`), arrays map an index to an element, a call starts an environment of its own,
//! and where `and` or `or` leaves it open why a condition came out as it did, the ways are a disjunction.

use crate::path::End;
use imperative::{
    BinaryOp, BlockId, DecisionId, DecisionKind, ErrorKind, Expr, ExprKind, InstrKind, Made, Proc, ProcId,
    Program, StructId, TerminatorKind, Type, UnaryOp, VarId, VarKind, print_requirement, type_of,
};
use source::Span;
use std::collections::BTreeMap;

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// What is required of the input.
    Start,
    /// A statement.
    Statement,
    /// A decision, with its outcome.
    Decision(bool),
    /// The error that ends the run.
    Error,
}

/// One step of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivationStep {
    /// What it is.
    pub kind: StepKind,
    /// The procedure.
    pub proc: ProcId,
    /// The statement or condition.
    pub span: Span,
    /// The constraints that it adds to C.
    pub constraints: Vec<String>,
    /// The environment after it: n of E*n*.
    pub env: usize,
    /// The heap after it: n of H*n*.
    pub heap: usize,
}

/// Steps after which a derivation is given up; a run that is followed ends long before.
const MOST: usize = 100_000;

/// Derives the path of a run from its decisions (those that spare a call included) and its end.
pub fn derive(
    program: &Program,
    proc: ProcId,
    decisions: &[(ProcId, DecisionId, bool)],
    end: &End,
) -> Vec<DerivationStep> {
    let Some(of) = program.proc(proc) else { return Vec::new() };
    let mut d = Derivation {
        program,
        decisions,
        error: match end {
            End::Error(kind, span) => Some((*kind, *span)),
            End::Ok => None,
        },
        frames: vec![Activation::new(proc, of, 0, None)],
        envs: 0,
        heaps: 0,
        values: 0,
        cells: 0,
        asked: 0,
        new: Vec::new(),
        steps: Vec::new(),
    };
    let required = of.requires.iter().map(|r| print_requirement(program, of, r)).collect();
    d.new = required;
    d.step(StepKind::Start, of.span);
    let mut count = 0;
    while count < MOST && d.advance().is_some() {
        count += 1;
    }
    d.steps
}

/// One activation of a procedure.
struct Activation<'p> {
    id: ProcId,
    proc: &'p Proc,
    block: BlockId,
    index: usize,
    env: usize,
    /// What temporaries stand for.
    temporaries: BTreeMap<VarId, String>,
    dst: Option<VarId>,
}

impl<'p> Activation<'p> {
    fn new(id: ProcId, proc: &'p Proc, env: usize, dst: Option<VarId>) -> Activation<'p> {
        Activation { id, proc, block: BlockId::ENTRY, index: 0, env, temporaries: BTreeMap::new(), dst }
    }
}

struct Derivation<'p> {
    program: &'p Program,
    /// The decisions to come.
    decisions: &'p [(ProcId, DecisionId, bool)],
    error: Option<(ErrorKind, Span)>,
    frames: Vec<Activation<'p>>,
    envs: usize,
    heaps: usize,
    values: usize,
    cells: usize,
    /// How often the surroundings were asked.
    asked: usize,
    /// Constraints of the step that is being made.
    new: Vec<String>,
    steps: Vec<DerivationStep>,
}

/// Stands for the error that ends the run, on the way out of an evaluation.
struct Erred;

/// A name with its number; the first has none, as in the paper.
fn numbered(name: &str, n: usize) -> String {
    if n == 1 { name.to_string() } else { format!("{name}{n}") }
}

impl<'p> Derivation<'p> {
    fn top(&mut self) -> Option<&mut Activation<'p>> {
        self.frames.last_mut()
    }

    fn env(&self) -> usize {
        self.frames.last().map_or(0, |f| f.env)
    }

    fn step(&mut self, kind: StepKind, span: Span) {
        let constraints = std::mem::take(&mut self.new);
        let proc = self.frames.last().map_or(ProcId::new(0), |f| f.id);
        self.steps.push(DerivationStep { kind, proc, span, constraints, env: self.env(), heap: self.heaps });
    }

    fn say(&mut self, constraint: String) {
        self.new.push(constraint);
    }

    /// One instruction or end of a block; nothing when the run is over.
    fn advance(&mut self) -> Option<()> {
        let frame = self.frames.last()?;
        let (proc, index) = (frame.proc, frame.index);
        let block = proc.block(frame.block)?;
        match block.instrs.get(index) {
            Some(instr) => match self.instruction(&instr.kind, instr.span) {
                Ok(next) => next,
                Err(Erred) => {
                    self.step(StepKind::Error, self.error.map_or(instr.span, |(_, span)| span));
                    None
                }
            },
            None => match self.terminator(proc, &block.terminator.kind, block.terminator.span) {
                Ok(next) => next,
                Err(Erred) => {
                    self.step(StepKind::Error, self.error.map_or(block.terminator.span, |(_, span)| span));
                    None
                }
            },
        }
    }

    fn terminator(
        &mut self,
        proc: &'p Proc,
        kind: &'p TerminatorKind,
        span: Span,
    ) -> Result<Option<()>, Erred> {
        match kind {
            TerminatorKind::Goto(to) => Ok(self.go(*to)),
            TerminatorKind::Branch { decision, then, otherwise } => {
                let Some(d) = proc.decision(*decision) else { return Ok(None) };
                if self.decisions.is_empty() {
                    // The condition itself errs.
                    self.constrain(&d.cond, true)?;
                    return Ok(None);
                }
                let outcome = self.decisions[0].2;
                self.constrain(&d.cond, outcome)?;
                self.decisions = &self.decisions[1..];
                if d.kind != DecisionKind::ShortCircuit {
                    self.step(StepKind::Decision(outcome), d.span);
                }
                Ok(self.go(if outcome { *then } else { *otherwise }))
            }
            TerminatorKind::Return(value) => {
                let value = match value {
                    Some(e) => Some(self.value(e)?),
                    None => None,
                };
                let Some(done) = self.frames.pop() else { return Ok(None) };
                if self.frames.is_empty() {
                    self.frames.push(done);
                    if let Some(v) = value {
                        self.say(format!("result = {v}"));
                        self.step(StepKind::Statement, span);
                    }
                    return Ok(None);
                }
                if let (Some(dst), Some(v)) = (done.dst, value) {
                    self.assign(dst, v);
                }
                self.step(StepKind::Statement, span);
                Ok(Some(()))
            }
            TerminatorKind::Fail(_) => Err(Erred),
        }
    }

    fn go(&mut self, to: BlockId) -> Option<()> {
        let frame = self.top()?;
        frame.block = to;
        frame.index = 0;
        Some(())
    }

    fn instruction(&mut self, kind: &'p InstrKind, span: Span) -> Result<Option<()>, Erred> {
        match kind {
            InstrKind::Skip => self.step(StepKind::Statement, span),
            InstrKind::Assign(v, e) => {
                let value = self.value(e)?;
                self.assign_step(*v, value, span);
            }
            InstrKind::StoreField { object, field, value } => {
                let value = self.value(value)?;
                let target = self.value(object)?;
                let of = self.struct_of(object);
                let (cell, mut fields) = self.cell(&target, of, span)?;
                if let Some(place) = fields.get_mut(field.index()) {
                    *place = value;
                }
                let text = format!("{{{cell} ↦ {}({})}}", self.struct_name(of), fields.join(", "));
                self.update_heap(&text);
                self.step(StepKind::Statement, span);
            }
            InstrKind::StoreElement { array, index, value } => {
                let value = self.value(value)?;
                let array = self.value(array)?;
                let index = self.value(index)?;
                let cell = self.array(&array, span)?;
                self.in_range(&cell, &index, span)?;
                self.update_heap(&format!("{{({cell}, {index}) ↦ {value}}}"));
                self.step(StepKind::Statement, span);
            }
            InstrKind::New { dst, of, args } => {
                let mut fields = Vec::with_capacity(args.len());
                for a in args {
                    fields.push(self.value(a)?);
                }
                let cell = self.fresh_cell();
                let text = format!("{{{cell} ↦ {}({})}}", self.struct_name(Some(*of)), fields.join(", "));
                self.update_heap(&text);
                self.assign_step(*dst, format!("ptr({cell})"), span);
            }
            InstrKind::NewArray { dst, element, length } => {
                let n = self.value(length)?;
                if self.errs(ErrorKind::NegativeArrayLength, span) {
                    self.say(format!("{n} < 0"));
                    return Err(Erred);
                }
                let cell = self.fresh_cell();
                let zero = match element {
                    Type::Int | Type::Word(_) | Type::Real => "0",
                    Type::Bool => "false",
                    _ => "nil",
                };
                self.say(format!("{n} ≥ 0"));
                self.update_heap(&format!("{{{cell} ↦ array({n}, {zero})}}"));
                self.assign_step(*dst, format!("ptr({cell})"), span);
            }
            InstrKind::StoreTarget { pointer, value } => {
                let value = self.value(value)?;
                let pointer = self.value(pointer)?;
                let cell = self.array(&pointer, span)?;
                self.update_heap(&format!("{{*{cell} ↦ {value}}}"));
                self.step(StepKind::Statement, span);
            }
            InstrKind::Make { dst, object, zeroed, .. } => {
                let cell = self.fresh_cell();
                let what = match object {
                    Made::Cell(s) => self.struct_name(Some(*s)),
                    Made::Long { of, length } => {
                        let n = self.value(length)?;
                        format!("{}({n})", self.struct_name(Some(*of)))
                    }
                    Made::Array { length, .. } => {
                        let n = self.value(length)?;
                        format!("array({n})")
                    }
                };
                let how = if *zeroed { "zeros" } else { "?" };
                self.update_heap(&format!("{{{cell} ↦ {what} of {how}}}"));
                self.assign_step(*dst, format!("ptr({cell})"), span);
            }
            InstrKind::Free(e) => {
                let value = self.value(e)?;
                if self.errs(ErrorKind::BadFree, span) {
                    self.say(format!("{value} cannot be freed"));
                    return Err(Erred);
                }
                self.update_heap(&format!("{{{value} ↦ freed}}"));
                self.step(StepKind::Statement, span);
            }
            InstrKind::Call { dst, proc, args } => return self.call(*dst, *proc, args, span),
            InstrKind::Bits { dst, op, left, right, .. } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                for kind in [ErrorKind::BadShift, ErrorKind::Overflow] {
                    if self.errs(kind, span) {
                        self.say(format!("{left} {} {right} errs", op.text()));
                        return Err(Erred);
                    }
                }
                self.assign_step(*dst, format!("({left} {} {right})", op.text()), span);
            }
            InstrKind::Ask { dst, what } => {
                self.asked += 1;
                let answer = format!("{what} ({})", self.asked);
                self.assign_step(*dst, answer, span);
            }
            InstrKind::Assume(e) => {
                self.constrain(e, true)?;
                self.step(StepKind::Statement, span);
            }
            InstrKind::Unsupported(_) => return Ok(None),
        }
        if let Some(frame) = self.top() {
            frame.index += 1;
        }
        Ok(Some(()))
    }

    fn call(
        &mut self,
        dst: Option<VarId>,
        id: ProcId,
        args: &'p [Expr],
        span: Span,
    ) -> Result<Option<()>, Erred> {
        let Some(of) = self.program.proc(id) else { return Ok(None) };
        let mut bound = Vec::new();
        for (a, p) in args.iter().zip(&of.params) {
            let value = self.value(a)?;
            bound.push(format!("{} ↦ {value}", of.vars[p.index()].name));
        }
        self.envs += 1;
        self.say(format!("E{} = {{{}}}", self.envs, bound.join(", ")));
        if let Some(frame) = self.top() {
            frame.index += 1;
        }
        self.frames.push(Activation::new(id, of, self.envs, dst));
        self.step(StepKind::Statement, span);
        Ok(Some(()))
    }

    /// Assigns, and ends the step unless the variable is one that nobody wrote.
    fn assign_step(&mut self, v: VarId, value: String, span: Span) {
        if !self.assign(v, value) {
            self.step(StepKind::Statement, span);
        }
    }

    /// Assigns; true if the variable is a temporary, which stands for its value.
    fn assign(&mut self, v: VarId, value: String) -> bool {
        let Some(frame) = self.frames.last_mut() else { return true };
        let Some(var) = frame.proc.var(v) else { return true };
        if var.kind == VarKind::Temporary {
            frame.temporaries.insert(v, value);
            return true;
        }
        self.envs += 1;
        let text = format!("E{} = E{} ⊎ {{{} ↦ {value}}}", self.envs, frame.env, var.name);
        frame.env = self.envs;
        self.say(text);
        false
    }

    fn update_heap(&mut self, what: &str) {
        let text = format!("H{} = H{} ⊎ {what}", self.heaps + 1, self.heaps);
        self.heaps += 1;
        self.say(text);
    }

    fn fresh_cell(&mut self) -> String {
        self.cells += 1;
        numbered("R", self.cells)
    }

    /// Is this where the run ends?
    fn errs(&self, kind: ErrorKind, span: Span) -> bool {
        self.decisions.is_empty() && self.error == Some((kind, span))
    }

    fn struct_name(&self, of: Option<StructId>) -> String {
        of.and_then(|s| self.program.struct_of(s)).map_or_else(|| "cons".into(), |s| s.name.clone())
    }

    /// The cell that a reference leads to, with names for its fields.
    fn cell(
        &mut self,
        reference: &str,
        of: Option<StructId>,
        span: Span,
    ) -> Result<(String, Vec<String>), Erred> {
        if self.errs(ErrorKind::NilDereference, span) {
            self.say(format!("{reference} = nil"));
            return Err(Erred);
        }
        self.cells += 1;
        let n = self.cells;
        let cell = numbered("R", n);
        let marks = of.and_then(|s| self.program.struct_of(s)).map_or_else(Vec::new, |s| {
            let names: Vec<&str> = s.fields.iter().map(|f| f.name.as_str()).collect();
            names.iter().map(|name| shortest(name, &names)).collect::<Vec<String>>()
        });
        let fields: Vec<String> = marks.iter().map(|m| numbered(&format!("V{m}"), n)).collect();
        self.say(format!("{reference} = ptr({cell})"));
        self.say(format!("({cell} ↦ {}({})) ∈ H{}", self.struct_name(of), fields.join(", "), self.heaps));
        Ok((cell, fields))
    }

    fn array(&mut self, reference: &str, span: Span) -> Result<String, Erred> {
        if self.errs(ErrorKind::NilDereference, span) {
            self.say(format!("{reference} = nil"));
            return Err(Erred);
        }
        let cell = self.fresh_cell();
        self.say(format!("{reference} = ptr({cell})"));
        Ok(cell)
    }

    fn in_range(&mut self, cell: &str, index: &str, span: Span) -> Result<(), Erred> {
        let length = format!("length({cell})");
        if self.errs(ErrorKind::IndexOutOfRange, span) {
            self.say(format!("({index} < 0 ∨ {index} ≥ {length})"));
            return Err(Erred);
        }
        self.say(format!("0 ≤ {index} < {length}"));
        Ok(())
    }

    /// The struct that an expression refers to.
    fn struct_of(&self, e: &Expr) -> Option<StructId> {
        match type_of(self.program, self.frames.last()?.proc, e)? {
            Type::Ref(s) => Some(s),
            _ => None,
        }
    }

    /// The value of an expression, with the constraints under which it is that.
    fn value(&mut self, e: &Expr) -> Result<String, Erred> {
        Ok(match &e.kind {
            ExprKind::Int(i) => i.to_string(),
            ExprKind::Real(r) => r.to_string(),
            ExprKind::Bool(b) => b.to_string(),
            ExprKind::Nil => "nil".into(),
            ExprKind::Var(v) => {
                let Some(frame) = self.frames.last() else { return Err(Erred) };
                if let Some(value) = frame.temporaries.get(v) {
                    return Ok(value.clone());
                }
                let name = frame.proc.var(*v).map_or_else(String::new, |v| v.name.clone());
                let env = frame.env;
                if self.errs(ErrorKind::Uninitialised, e.span) {
                    self.say(format!("{name} ∉ E{env}"));
                    return Err(Erred);
                }
                self.values += 1;
                let value = numbered("V", self.values);
                self.say(format!("({name} ↦ {value}) ∈ E{env}"));
                value
            }
            ExprKind::Field(object, field) => {
                let reference = self.value(object)?;
                let of = self.struct_of(object);
                let (_, fields) = self.cell(&reference, of, e.span)?;
                fields.get(field.index()).cloned().unwrap_or_default()
            }
            ExprKind::Element(array, index) => {
                let array = self.value(array)?;
                let index = self.value(index)?;
                let cell = self.array(&array, e.span)?;
                self.in_range(&cell, &index, e.span)?;
                self.values += 1;
                let value = numbered("V", self.values);
                self.say(format!("(({cell}, {index}) ↦ {value}) ∈ H{}", self.heaps));
                value
            }
            ExprKind::Length(array) => {
                let array = self.value(array)?;
                let cell = self.array(&array, e.span)?;
                format!("length({cell})")
            }
            ExprKind::Position(pointer) => {
                let pointer = self.value(pointer)?;
                let cell = self.array(&pointer, e.span)?;
                format!("position({cell})")
            }
            ExprKind::Target(pointer) => {
                let pointer = self.value(pointer)?;
                let cell = self.array(&pointer, e.span)?;
                if self.errs(ErrorKind::IndexOutOfRange, e.span) {
                    self.say(format!("{pointer} is outside of its array"));
                    return Err(Erred);
                }
                self.values += 1;
                let value = numbered("V", self.values);
                self.say(format!("(*{cell} ↦ {value}) ∈ H{}", self.heaps));
                value
            }
            ExprKind::At(a, b) | ExprKind::Move(a, b) | ExprKind::Distance(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let sign = if let ExprKind::Distance(..) = e.kind { "⊖" } else { "⊕" };
                if self.errs(ErrorKind::IndexOutOfRange, e.span) {
                    self.say(format!("{a} {sign} {b} is outside of its array"));
                    return Err(Erred);
                }
                format!("({a} {sign} {b})")
            }
            ExprKind::Unary(UnaryOp::Neg, a) => format!("-{}", self.value(a)?),
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                    if self.errs(ErrorKind::DivisionByZero, e.span) {
                        self.say(format!("{b} = 0"));
                        return Err(Erred);
                    }
                    self.say(format!("{b} ≠ 0"));
                }
                format!("({a} {} {b})", op.symbol())
            }
            ExprKind::BoolToInt(a) => self.value(a)?,
            ExprKind::Fit(a, word) => {
                let a = self.value(a)?;
                if self.errs(ErrorKind::Overflow, e.span) {
                    self.say(format!("{a} ∉ {word}"));
                    return Err(Erred);
                }
                a
            }
            ExprKind::Wrap(a, word) => format!("{word}({})", self.value(a)?),
            // A comparison used as a value is no choice: its value is its formula.
            _ => format!("[{}]", self.formula(e, true)?),
        })
    }

    /// Says that a condition comes out as it does.
    fn constrain(&mut self, e: &Expr, outcome: bool) -> Result<(), Erred> {
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.constrain(a, !outcome),
            ExprKind::And(a, b) if outcome => {
                self.constrain(a, true)?;
                self.constrain(b, true)
            }
            ExprKind::Or(a, b) if !outcome => {
                self.constrain(a, false)?;
                self.constrain(b, false)
            }
            _ => {
                let f = self.formula(e, outcome)?;
                self.say(f);
                Ok(())
            }
        }
    }

    /// The formula that says how a condition comes out; constraints about values are said on the way.
    fn formula(&mut self, e: &Expr, outcome: bool) -> Result<String, Erred> {
        Ok(match &e.kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.formula(a, !outcome)?,
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let or = matches!(e.kind, ExprKind::Or(..));
                if self.decisions.is_empty() && self.error.is_some_and(|(_, s)| within(s, b.span)) {
                    // The right side is looked at and errs.
                    self.constrain(a, !or)?;
                    return self.formula(b, outcome);
                }
                if outcome != or {
                    let (a, b) = (self.formula(a, outcome)?, self.formula(b, outcome)?);
                    return Ok(format!("({a} ∧ {b})"));
                }
                // Either the left side settles it, or it leaves it to the right one.
                let first = self.formula(a, outcome)?;
                let said = self.new.len();
                let second = self.formula(b, outcome)?;
                let mut right = self.new.split_off(said);
                right.push(second);
                format!("({first} ∨ {})", joined(&right))
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let sign = match (op, outcome) {
                    (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => "=",
                    (BinaryOp::Eq, false) | (BinaryOp::Ne, true) => "≠",
                    (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => "<",
                    (BinaryOp::Le, true) | (BinaryOp::Gt, false) => "≤",
                    (BinaryOp::Gt, true) | (BinaryOp::Le, false) => ">",
                    _ => "≥",
                };
                format!("{a} {sign} {b}")
            }
            ExprKind::IntToBool(a) => {
                let a = self.value(a)?;
                format!("{a} {} 0", if outcome { "≠" } else { "=" })
            }
            ExprKind::Bool(b) => (*b == outcome).to_string(),
            _ => {
                let v = self.value(e)?;
                format!("{v} = {outcome}")
            }
        })
    }
}

fn joined(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("({})", parts.join(" ∧ ")),
    }
}

fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && inner.start >= outer.start && inner.end <= outer.end
}

/// The shortest beginning of a name that tells it from the others: `h` for head beside tail.
fn shortest(name: &str, all: &[&str]) -> String {
    let letters: Vec<char> = name.chars().collect();
    for n in 1..=letters.len() {
        let start: String = letters[..n].iter().collect();
        if all.iter().filter(|other| other.starts_with(&start)).count() == 1 {
            return start;
        }
    }
    name.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_get_the_shortest_name_that_tells_them_apart() {
        let all = ["prev", "prio", "next"];
        assert_eq!(all.map(|n| shortest(n, &all)), ["pre", "pri", "n"]);
        let nested = ["a", "ab"];
        assert_eq!(nested.map(|n| shortest(n, &nested)), ["a", "ab"]);
    }
}
