//! Mutants of imperative programs.
//!
//! ```text
//! y := x + 1      arithmetic: x - 1, x * 1, x / 1, x % 1     constant: x + 2, x + 0     deletion: skip
//! ```
//!
//! [`mutants`] lists them in the order of the text; [`Mutant::apply`] makes one. The changes are made in the
//! program as it was lowered, where a condition that holds a call has become several instructions; a change of its
//! `and` or `or` changes with it the branches that spare the call.
//!
//! Invariants: a mutant of a verified program verifies; no two mutants are the same program, and none is the
//! original. Hidden procedures, requirements and what no run can reach are left alone.

mod changing;
mod converted;
mod copies;
mod edit;
mod effects;
mod expressions;
mod spared;
mod statements;
mod text;
mod written;

pub use changing::Changing;

use super::Operator;
use copies::Copies;
use edit::{Edit, Place};
use effects::Lost;
use expressions::{Walk, levels, opposite};
use imperative::{
    BlockId, DecisionId, DecisionKind, Expr, ExprKind, Instr, InstrKind, MAX_DEPTH, Proc, ProcId, Program,
    TerminatorKind, Type, VarId, VarKind, Word, graph, type_of,
};
use source::{Files, Span};
use std::collections::{BTreeMap, BTreeSet};
use text::Texts;
use written::Written;

/// A small change of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The kind of change.
    pub operator: Operator,
    /// The procedure that is changed.
    pub proc: ProcId,
    /// What is changed.
    pub span: Span,
    /// What stands there.
    pub from: String,
    /// What stands there instead.
    pub to: String,
    /// Whether it is what its text says. If not, it still makes checks that the text takes away: a test that kills it
    /// kills its text, and it is not compared.
    pub exact: bool,
    edits: Vec<Edit>,
}

impl Mutant {
    /// The changed program.
    pub fn apply(&self, program: &Program) -> Program {
        let mut changed = program.clone();
        self.change(&mut changed);
        changed
    }

    /// Makes the change.
    fn change(&self, program: &mut Program) {
        if let Some(proc) = program.procs.get_mut(self.proc.index()) {
            for edit in &self.edits {
                edit.make(proc);
            }
        }
    }

    /// The blocks that differ from those of the original. A run that enters none of them is the same.
    pub fn blocks(&self, original: &Program) -> BTreeSet<BlockId> {
        let Some(proc) = original.proc(self.proc) else { return BTreeSet::new() };
        let of_decision = |id: DecisionId| {
            let decides = move |kind: &TerminatorKind| matches!(kind, TerminatorKind::Branch { decision, .. } if *decision == id);
            let blocks = proc.blocks.iter().enumerate();
            blocks.filter(move |(_, block)| decides(&block.terminator.kind)).map(|(i, _)| BlockId::new(i))
        };
        let of_edit = |edit: &Edit| -> Vec<BlockId> {
            match edit {
                Edit::Instr { block, .. } => vec![*block],
                Edit::Expr { place, .. } => match place {
                    Place::Instr(block, ..) | Place::Return(block) => vec![*block],
                    Place::Condition(decision) => of_decision(*decision).collect(),
                },
            }
        };
        self.edits.iter().flat_map(of_edit).collect()
    }
}

/// All mutants of some procedures of a verified program, in the order of the text.
pub fn mutants(files: &Files, program: &Program, procs: &[ProcId]) -> Vec<Mutant> {
    let mut out = Vec::new();
    let procs: BTreeSet<ProcId> = procs.iter().copied().collect();
    for id in procs {
        if let Some(proc) = program.proc(id).filter(|p| !p.hidden) {
            let texts = Texts::new(files, program, proc);
            let mut finder = Finder {
                files,
                program,
                id,
                proc,
                texts,
                out: Vec::new(),
                seen: BTreeSet::new(),
                gone: BTreeSet::new(),
                copies: Copies::of(proc),
                changed: BTreeSet::new(),
            };
            finder.procedure();
            out.extend(together(finder.out));
        }
    }
    out.sort_by_key(|m| (m.span.start, m.span.end));
    out
}

/// What stands once in the text is changed once, also where it was lowered to several places, as a call is that may lead to several
/// functions.
fn together(all: Vec<Mutant>) -> Vec<Mutant> {
    let mut places: BTreeMap<(Operator, u32, u32, String, String), usize> = BTreeMap::new();
    let mut out: Vec<Mutant> = Vec::new();
    for mutant in all {
        let Span { start, end, .. } = mutant.span;
        let key = (mutant.operator, start, end, mutant.from.clone(), mutant.to.clone());
        match places.get(&key).and_then(|at| out.get_mut(*at)) {
            Some(known) => {
                known.exact &= mutant.exact;
                known.edits.extend(mutant.edits);
            }
            None => {
                places.insert(key, out.len());
                out.push(mutant);
            }
        }
    }
    out
}

/// Collects the mutants of one procedure.
struct Finder<'a> {
    files: &'a Files,
    program: &'a Program,
    id: ProcId,
    proc: &'a Proc,
    texts: Texts<'a>,
    out: Vec<Mutant>,
    /// The changes of expressions that are listed: where, and what stands there instead.
    seen: BTreeSet<(Place, Vec<u8>, String)>,
    /// The places of what is deleted already.
    gone: BTreeSet<(u32, u32)>,
    /// Where expressions stand that were lowered more than once.
    copies: Copies,
    /// The changes of those that are listed.
    changed: BTreeSet<(u32, u32, String, String)>,
}

impl Finder<'_> {
    fn procedure(&mut self) {
        let live = graph::reachable(self.proc);
        for (i, block) in self.proc.blocks.iter().enumerate() {
            if !live.get(i).copied().unwrap_or(false) {
                continue;
            }
            let id = BlockId::new(i);
            for (index, instr) in block.instrs.iter().enumerate() {
                self.instruction(id, index, instr);
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { decision, .. } => self.decision(*decision),
                TerminatorKind::Return(Some(e)) => self.parts(Place::Return(id), e, false),
                TerminatorKind::Return(None)
                | TerminatorKind::Goto(_)
                | TerminatorKind::Fail(_)
                | TerminatorKind::FailAgain(_) => {}
            }
        }
    }

    fn instruction(&mut self, block: BlockId, index: usize, instr: &Instr) {
        // What is only shown is checked by no test, so a change of it alone tells nothing of a suite.
        let plain = !matches!(
            instr.kind,
            InstrKind::Assume(_) | InstrKind::Check { .. } | InstrKind::Fill { .. } | InstrKind::Show { .. }
        );
        if !plain || self.is_made_up(instr) {
            return;
        }
        self.statement(block, index, instr);
        for (slot, e) in instr.kind.operands().into_iter().enumerate() {
            self.parts(Place::Instr(block, index, slot), e, false);
        }
    }

    /// Whether it is an assignment that is not in the source: a first value, or one for a condition that is not
    /// evaluated.
    fn is_made_up(&self, instr: &Instr) -> bool {
        let InstrKind::Assign(v, value) = &instr.kind else { return false };
        let Some(var) = self.proc.var(*v) else { return true };
        let constant = matches!(value.kind, imperative::ExprKind::Bool(_));
        instr.span == var.span && var.kind != VarKind::Temporary || var.kind == VarKind::Temporary && constant
    }

    fn written(&self) -> Written<'_> {
        Written { files: self.files, proc: self.proc }
    }

    fn decision(&mut self, id: DecisionId) {
        let Some(d) = self.proc.decision(id) else { return };
        if !d.kind.is_written() {
            // It follows the decision that it belongs to.
            return;
        }
        let place = Place::Condition(id);
        if !self.program.notation.text.casts && self.walk().is_made_up(&d.cond) {
            // What was made of a contract: only what is written in it is changed.
            self.parts(place, &d.cond, false);
            return;
        }
        if self.is_label(d.cond.span) {
            // What is compared with the value of a `switch` is not written as a condition.
            return;
        }
        self.part(Operator::Negation, place, &d.cond, &[], opposite(&d.cond));
        match d.kind {
            // A loop that is not there, and an assertion that is not there.
            DecisionKind::While => self.delete(place, &d.cond, false),
            DecisionKind::Assert => self.delete(place, &d.cond, true),
            DecisionKind::If | DecisionKind::ShortCircuit | DecisionKind::Answer | DecisionKind::Caught => {}
        }
        self.parts(place, &d.cond, d.kind == DecisionKind::While);
    }

    fn delete(&mut self, place: Place, cond: &Expr, instead: bool) {
        self.part(Operator::Deletion, place, cond, &[], Expr::bool(instead, cond.span));
    }

    /// The changes of an expression and its parts.
    fn parts(&mut self, place: Place, whole: &Expr, in_loop_condition: bool) {
        let mut walk = Walk { in_loop_condition, ..self.walk() };
        walk.walk(whole, &mut Vec::new());
        for (operator, path, with) in walk.found {
            self.part(operator, place, whole, &path, with);
        }
    }

    /// One change of a part of an expression.
    fn part(&mut self, operator: Operator, place: Place, whole: &Expr, path: &[u8], with: Expr) {
        let Some(old) = part_of(whole, path) else { return };
        let mut with = with;
        let mut shown = None;
        let lost = self.lost(old, &with);
        if lost == Lost::Effects {
            return;
        }
        if self.program.notation.text.casts {
            if let ExprKind::Int(number) = &with.kind {
                let Some(constant) = self.constant(place, whole, path, old, number) else { return };
                with = Expr::int(constant.number, with.span);
                shown = Some(constant.text);
            }
            if with.kind == old.kind {
                return;
            }
        }
        let (from, to) = (self.texts.expr(old), self.texts.expr(&with));
        if from == to
            || path.len() + levels(&with) > MAX_DEPTH
            || path.is_empty() && self.is_outside(place, &with)
        {
            return;
        }
        let mut edits = vec![Edit::Expr { place, path: path.to_vec(), with: with.clone() }];
        edits.extend(spared::edits(self.proc, place, old, &with));
        if !self.program.notation.text.casts {
            let Some(others) = self.copies.elsewhere(self.proc, place, old, &with) else { return };
            if !others.is_empty()
                && !self.changed.insert((old.span.start, old.span.end, from.clone(), to.clone()))
            {
                return;
            }
            edits.extend(others);
        }
        let (from, to_text) = self.texts.change(whole, path, &with, shown.as_deref(), from, to.clone());
        if self.seen.insert((place, path.to_vec(), to)) {
            self.push(operator, old.span, from, to_text, edits, lost == Lost::Nothing);
        }
    }

    /// Whether it is a constant outside of the range of its place. Machine words are not checked: a constant may be too
    /// large for them.
    fn is_outside(&self, place: Place, with: &Expr) -> bool {
        let ExprKind::Int(number) = &with.kind else { return false };
        let machine = |word: Word| matches!(word.bits(), Some(1 | 8 | 16 | 32 | 64));
        matches!(self.wanted(place), Some(Type::Word(word)) if !machine(word) && !word.holds(number))
    }

    /// The type of what stands at a place, if that is known from the place.
    fn wanted(&self, place: Place) -> Option<Type> {
        let var = |v: &VarId| self.proc.var(*v).map(|v| v.ty.clone());
        match place {
            Place::Return(_) => self.proc.result.clone(),
            Place::Condition(_) => None,
            Place::Instr(block, index, slot) => {
                let instr = self.proc.block(block).and_then(|b| b.instrs.get(index));
                instr.and_then(|i| match &i.kind {
                    InstrKind::Assign(v, _) => var(v),
                    InstrKind::StoreField { object, field, .. } if slot == 1 => {
                        match type_of(self.program, self.proc, object)? {
                            Type::Ref(s) => self.program.field(s, *field).map(|f| f.ty.clone()),
                            _ => None,
                        }
                    }
                    InstrKind::StoreElement { array, .. } if slot == 2 => {
                        match type_of(self.program, self.proc, array)? {
                            Type::Array(element) => Some(*element),
                            _ => None,
                        }
                    }
                    InstrKind::New { of, .. } => {
                        self.program.struct_of(*of)?.fields.get(slot).map(|f| f.ty.clone())
                    }
                    InstrKind::Call { proc, .. } => {
                        let callee = self.program.proc(*proc)?;
                        callee.var(*callee.params.get(slot)?).map(|v| v.ty.clone())
                    }
                    InstrKind::StoreTarget { pointer, .. } if slot == 1 => {
                        match type_of(self.program, self.proc, pointer)? {
                            Type::Pointer(element) => Some(*element),
                            _ => None,
                        }
                    }
                    InstrKind::Bits { op, word, .. } if slot == 0 || !op.is_shift() => {
                        Some(Type::Word(*word))
                    }
                    // Of others, and of other operands, nothing is known.
                    _ => None,
                })
            }
        }
    }

    fn push(
        &mut self,
        operator: Operator,
        span: Span,
        from: String,
        to: String,
        edits: Vec<Edit>,
        exact: bool,
    ) {
        self.out.push(Mutant { operator, proc: self.id, span, from, to, exact, edits });
    }
}

/// The part that a path leads to.
fn part_of<'e>(whole: &'e Expr, path: &[u8]) -> Option<&'e Expr> {
    path.iter().try_fold(whole, |e, step| e.operands().nth(usize::from(*step)))
}
