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
//! The walk follows the decisions of a run and asks no solver: a run shows that its path is feasible. What the paper
//! does not have is written in its style: an error is the constraint under which it occurs (`Vt = nil`), arrays map an
//! index to an element, a call starts an environment of its own, and where `and` or `or` leaves it open why a condition
//! has its value, the possible reasons form a disjunction.

mod values;

use crate::path::End;
use imperative::{
    BlockId, DecisionId, DecisionKind, ErrorKind, Expr, InstrKind, Made, Proc, ProcId, Program, StructId,
    TerminatorKind, Type, VarId, VarKind, print_requirement,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// What is required of the input.
    Start,
    /// A statement.
    Statement,
    /// A loop that was taken as a whole.
    Loop,
    /// A decision, with its outcome.
    Decision(bool),
    /// The error that ends the run.
    Error,
    /// The end of a run without one.
    End,
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

/// Derives the path of a run from its decisions (those that spare a call included), the errors that were caught, and its end.
pub fn derive(
    program: &Program,
    proc: ProcId,
    decisions: &[(ProcId, DecisionId, bool)],
    caught: &[(ErrorKind, Span)],
    end: &End,
) -> Vec<DerivationStep> {
    let Some(of) = program.proc(proc) else { return Vec::new() };
    let mut d = Derivation {
        program,
        decisions,
        caught,
        end: match end {
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
    /// The further variables that go back to the caller.
    backs: &'p [(VarId, VarId)],
    /// The variables that have a value.
    known: BTreeSet<VarId>,
}

impl<'p> Activation<'p> {
    fn new(id: ProcId, proc: &'p Proc, env: usize, dst: Option<VarId>) -> Activation<'p> {
        let temporaries = BTreeMap::new();
        let known = proc.inputs().collect();
        Activation { id, proc, block: BlockId::ENTRY, index: 0, env, temporaries, dst, backs: &[], known }
    }
}

struct Derivation<'p> {
    program: &'p Program,
    /// The decisions to come.
    decisions: &'p [(ProcId, DecisionId, bool)],
    /// The errors to come that are caught, and the one in which the run ends.
    caught: &'p [(ErrorKind, Span)],
    end: Option<(ErrorKind, Span)>,
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
                Err(Erred) => self.after_error(instr.span),
            },
            None => match self.terminator(proc, &block.terminator.kind, block.terminator.span) {
                Ok(next) => next,
                Err(Erred) => self.after_error(block.terminator.span),
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
                if self.is_next_error() {
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
                let backs = self.frames.last().map_or(&[][..], |f| f.backs);
                let mut given = Vec::new();
                for (from, to) in backs {
                    let known = self.frames.last().is_some_and(|f| f.known.contains(from));
                    given.push((*to, if known { Some(self.variable(*from)) } else { None }));
                }
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
                for (to, value) in given {
                    match value {
                        Some(value) => {
                            self.assign(to, value);
                        }
                        None => self.empty(to),
                    }
                }
                self.step(StepKind::Statement, span);
                Ok(Some(()))
            }
            TerminatorKind::Fail(_) | TerminatorKind::FailAgain(_) => Err(Erred),
        }
    }

    /// True if the next event is an error, caught or not.
    fn is_next_error(&self) -> bool {
        match self.decisions.first() {
            None => true,
            Some((proc, decision, _)) => {
                let of = self.program.proc(*proc).and_then(|p| p.decision(*decision));
                of.is_some_and(|d| d.kind == DecisionKind::Caught)
            }
        }
    }

    /// The next error, if it comes before any decision.
    fn error(&self) -> Option<(ErrorKind, Span)> {
        if self.decisions.is_empty() { self.end } else { self.caught.first().copied() }
    }

    /// An error has happened: the run ends, or goes on where it was caught.
    fn after_error(&mut self, here: Span) -> Option<()> {
        let span = self.error().map_or(here, |(_, span)| span);
        self.step(StepKind::Error, span);
        let (proc, decision, _) = *self.decisions.first()?;
        self.decisions = &self.decisions[1..];
        self.caught = self.caught.get(1..).unwrap_or(&[]);
        let leads = |f: &Activation<'_>| {
            let catches = f.proc.catches_around(f.block);
            let found = catches.into_iter().find(|c| c.decision == decision).map(|c| c.to);
            found.filter(|_| f.id == proc)
        };
        let (at, to) = self.frames.iter().enumerate().rev().find_map(|(at, f)| Some((at, leads(f)?)))?;
        self.frames.truncate(at + 1);
        self.go(to)
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
            InstrKind::Show { values, .. } => {
                for value in values {
                    self.value(value)?;
                }
                self.step(StepKind::Statement, span);
            }
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
            InstrKind::Fill { array, from, count, index, value } => {
                let (array, from, count) = (self.value(array)?, self.value(from)?, self.value(count)?);
                let cell = self.array(&array, span)?;
                if self.errs(ErrorKind::IndexOutOfRange, span) {
                    self.say(format!("{count} > 0 ∧ ({from} < 0 ∨ {from} + {count} > length({cell}))"));
                    return Err(Erred);
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.temporaries.insert(*index, "k".to_string());
                }
                let value = self.value(value)?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.temporaries.remove(index);
                }
                self.update_heap(&format!("{{({cell}, {from} + k) ↦ {value} | 0 ≤ k < {count}}}"));
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
                    Made::Array { length, first, .. } => {
                        let n = self.value(length)?;
                        let from = first.as_ref().map(|e| self.value(e)).transpose()?;
                        from.map_or_else(|| format!("array({n})"), |from| format!("array({n} from {from})"))
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
            InstrKind::Call { dst, proc, args, backs } => return self.call((*dst, backs), *proc, args, span),
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
            InstrKind::Check { cond, kind } => {
                if self.errs(*kind, span) {
                    self.constrain(cond, false)?;
                    return Err(Erred);
                }
                self.constrain(cond, true)?;
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
        (dst, backs): (Option<VarId>, &'p [(VarId, VarId)]),
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
        self.frames.push(Activation { backs, ..Activation::new(id, of, self.envs, dst) });
        self.step(StepKind::Statement, span);
        Ok(Some(()))
    }

    /// Assigns, and ends the step unless the variable is a temporary.
    fn assign_step(&mut self, v: VarId, value: String, span: Span) {
        if !self.assign(v, value) {
            self.step(StepKind::Statement, span);
        }
    }

    /// Assigns; true if the variable is a temporary, which stands for its value.
    fn assign(&mut self, v: VarId, value: String) -> bool {
        let Some(frame) = self.frames.last_mut() else { return true };
        let Some(var) = frame.proc.var(v) else { return true };
        frame.known.insert(v);
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

    /// A variable has no value any more.
    fn empty(&mut self, v: VarId) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(var) = frame.proc.var(v) else { return };
        frame.known.remove(&v);
        frame.temporaries.remove(&v);
        if var.kind != VarKind::Temporary {
            self.envs += 1;
            let text = format!("E{} = E{} ∖ {{{}}}", self.envs, frame.env, var.name);
            frame.env = self.envs;
            self.say(text);
        }
    }

    /// The value of a variable that has one.
    fn variable(&mut self, v: VarId) -> String {
        let Some(frame) = self.frames.last() else { return String::new() };
        if let Some(value) = frame.temporaries.get(&v) {
            return value.clone();
        }
        let name = frame.proc.var(v).map_or_else(String::new, |v| v.name.clone());
        let env = frame.env;
        self.values += 1;
        let value = numbered("V", self.values);
        self.say(format!("({name} ↦ {value}) ∈ E{env}"));
        value
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

    /// True if this error is the next event of the run.
    fn errs(&self, kind: ErrorKind, span: Span) -> bool {
        self.is_next_error() && self.error() == Some((kind, span))
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
