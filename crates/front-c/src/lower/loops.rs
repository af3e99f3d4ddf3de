//! Loops and jumps.
//!
//! A `goto` may leave loops, but not enter one, and not go back: a loop that is made of jumps has no decision that
//! could be bounded.
//!
//! ```text
//! do s while (c);      b1: s; goto b2;  b2: branch while [c] then b1 else b3
//! ```

use super::procs::Lower;
use super::switches::Switch;
use crate::tree::{Expr, LabelId, Stmt, StmtKind};
use imperative::{BlockId, DecisionKind, Expr as Ir, LoopId, TerminatorKind};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Where jumps go.
#[derive(Default)]
pub(super) struct Jumps {
    /// Where `break` goes, from the outside in.
    pub breaks: Vec<BlockId>,
    /// Where `continue` goes.
    pub continues: Vec<BlockId>,
    /// The switches around this place.
    pub switches: Vec<Switch>,
    /// The loops around this place.
    pub loops: Vec<LoopId>,
    /// The loops around each label, by the number that they will have.
    around: BTreeMap<LabelId, Vec<usize>>,
    blocks: BTreeMap<LabelId, BlockId>,
    passed: BTreeSet<LabelId>,
}

impl Lower<'_, '_> {
    /// Finds out which loops are around which label, before loops are made.
    pub fn find_labels(&mut self, body: &Stmt) {
        if !self.function.labels.is_empty() {
            let mut count = 0;
            labels(body, &mut Vec::new(), &mut count, &mut self.jumps.around);
        }
    }

    /// `while (condition) body`
    pub fn while_loop(&mut self, condition: &Expr, body: &Stmt, head: Span, span: Span) {
        let id = self.b.open_loop(span);
        self.b.statement(head);
        self.conditional_loop(id, Some(condition), None, body, head);
    }

    /// `for (init; condition; step) body`
    pub fn for_loop(
        &mut self,
        init: &[Stmt],
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Stmt,
        head: Span,
        span: Span,
    ) {
        self.b.statement(head);
        for s in init {
            match &s.kind {
                // These are parts of the head.
                StmtKind::Expr(e) => self.effect(e),
                StmtKind::Declare(local, init) => self.declaration(*local, init.as_ref(), s.span),
                _ => self.statement(s),
            }
        }
        let id = self.b.open_loop(span);
        self.conditional_loop(id, condition, step, body, head);
    }

    fn conditional_loop(
        &mut self,
        id: LoopId,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Stmt,
        head: Span,
    ) {
        let (cond, at) = match condition {
            Some(e) => (self.condition(e), e.span),
            None => (Ir::bool(true, head), head),
        };
        let inside = self.b.block();
        let after = self.b.block_outside(id);
        let decision = self.b.branch(DecisionKind::While, cond, inside, after, at);
        self.b.loop_decision(id, decision);
        let header = self.b.header(id);
        let next = if step.is_some() { self.b.block() } else { header };
        self.b.switch_to(inside);
        self.round(id, body, after, next);
        self.b.terminate(TerminatorKind::Goto(next), body.span.after());
        if let Some(step) = step {
            self.b.switch_to(next);
            self.effect(step);
            self.b.terminate(TerminatorKind::Goto(header), step.span.after());
        }
        self.b.close_loop(id);
        self.b.switch_to(after);
    }

    /// `do body while (condition);`
    pub fn do_loop(&mut self, condition: &Expr, body: &Stmt, head: Span, span: Span) {
        let id = self.b.open_loop(span);
        let header = self.b.header(id);
        let test = self.b.block();
        let after = self.b.block_outside(id);
        self.round(id, body, after, test);
        self.b.terminate(TerminatorKind::Goto(test), head);
        self.b.switch_to(test);
        self.b.statement(head);
        let cond = self.condition(condition);
        let decision = self.b.branch(DecisionKind::While, cond, header, after, condition.span);
        self.b.loop_decision(id, decision);
        self.b.close_loop(id);
        self.b.switch_to(after);
    }

    fn round(&mut self, id: LoopId, body: &Stmt, after: BlockId, next: BlockId) {
        self.jumps.breaks.push(after);
        self.jumps.continues.push(next);
        self.jumps.loops.push(id);
        self.statement(body);
        self.jumps.loops.pop();
        self.jumps.continues.pop();
        self.jumps.breaks.pop();
    }

    /// `goto label;`
    pub fn goto(&mut self, label: LabelId, span: Span) {
        if self.jumps.passed.contains(&label) {
            return self.unsupported("`goto` to an earlier place", span);
        }
        let around = self.jumps.around.get(&label).cloned().unwrap_or_default();
        let here: Vec<usize> = self.jumps.loops.iter().map(|l| l.index()).collect();
        if !here.starts_with(&around) {
            return self.unsupported("`goto` into a loop", span);
        }
        let block = match self.jumps.blocks.get(&label) {
            Some(block) => *block,
            None => {
                let left = self.jumps.loops.get(around.len()).copied();
                let block = match left {
                    Some(left) => self.b.block_outside(left),
                    None => self.b.block(),
                };
                self.jumps.blocks.insert(label, block);
                block
            }
        };
        self.b.terminate(TerminatorKind::Goto(block), span);
    }

    /// `label:`
    pub fn place_label(&mut self, label: LabelId, span: Span) {
        self.jumps.passed.insert(label);
        if let Some(block) = self.jumps.blocks.get(&label).copied() {
            self.b.terminate(TerminatorKind::Goto(block), span);
            self.b.switch_to(block);
        }
    }
}

/// The loops around each label, numbered in the order in which they are opened.
fn labels(s: &Stmt, open: &mut Vec<usize>, count: &mut usize, found: &mut BTreeMap<LabelId, Vec<usize>>) {
    match &s.kind {
        StmtKind::Block(list) => list.iter().for_each(|s| labels(s, open, count, found)),
        StmtKind::If { then, otherwise, .. } => {
            labels(then, open, count, found);
            if let Some(s) = otherwise {
                labels(s, open, count, found);
            }
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
            open.push(*count);
            *count += 1;
            labels(body, open, count, found);
            open.pop();
        }
        StmtKind::Switch { body, .. } => labels(body, open, count, found),
        StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) => labels(stmt, open, count, found),
        StmtKind::Label(label, stmt) => {
            found.insert(*label, open.clone());
            labels(stmt, open, count, found);
        }
        _ => {}
    }
}
