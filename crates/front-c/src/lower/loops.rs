//! Loops and jumps.
//!
//! A `goto` may leave loops, and go forward into one. Where it goes back to a label of a list of statements that it stands in,
//! the list from the label to the last such `goto` is an endless loop that ends by what stands in it. Where the label
//! stands deeper in a statement of that list, the loop starts with that statement, and a variable tells each round where to go:
//!
//! ```text
//! do s while (c);                  b1: s; goto b2;  b2: branch while [c] then b1 else b3
//! l: s; if (c) goto l; t;          for (;;) { s; if (c) continue; break; } t;
//! if (d) { l: s; } if (c) goto l;  $1 := 0; for (;;) { if ($1 == 1) goto l; if (d) { l: s; } if (c) { $1 := 1; continue; } break; }
//! ```
//!
//! What is declared between the start of that statement and the label would be there anew without a value, which nothing here says;
//! such jumps are not supported.

use super::procs::Lower;
use super::switches::Switch;
use crate::tree::{Expr, LabelId, Stmt, StmtKind};
use imperative::{BinaryOp, BlockId, DecisionKind, Expr as Ir, LoopId, TerminatorKind, Type, VarId, Word};
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
    /// The loops that labels start.
    rounds: BTreeMap<LabelId, LoopId>,
    /// For labels that stand deeper in the first statement of a loop: the loop, and the variable and the number that tell it so.
    deep: BTreeMap<LabelId, (LoopId, VarId, usize)>,
}

/// At most this many labels of a list start loops, since these are nested in each other.
const MOST_ROUNDS: usize = 32;

/// For each statement of a list that has a label to which a later one goes back: the last one of the loop.
pub(super) fn round_ends(list: &[Stmt]) -> Vec<Option<usize>> {
    let mut last: BTreeMap<LabelId, usize> = BTreeMap::new();
    let mut ends = vec![None; list.len()];
    for (at, s) in list.iter().enumerate() {
        gotos(s, &mut |label| {
            last.insert(label, at);
        });
    }
    let mut count = 0;
    for (at, s) in list.iter().enumerate() {
        let direct =
            labels_of(s).0.iter().filter_map(|l| last.get(l).copied()).filter(|end| *end >= at).max();
        let reached = |(label, chained): &(LabelId, bool)| {
            last.get(label).copied().filter(|end| *end > at || *chained && *end == at)
        };
        let deep = deep_labels(s).iter().filter_map(reached).max();
        let end = direct.max(deep);
        count += usize::from(end.is_some());
        if count <= MOST_ROUNDS
            && let Some(place) = ends.get_mut(at)
        {
            *place = end;
        }
    }
    // A loop that starts in another one ends there, too.
    for at in (0..list.len()).rev() {
        let Some(mut end) = ends.get(at).copied().flatten() else { continue };
        let mut next = at + 1;
        while next <= end {
            end = end.max(ends.get(next).copied().flatten().unwrap_or(end));
            next += 1;
        }
        if let Some(place) = ends.get_mut(at) {
            *place = Some(end);
        }
    }
    ends
}

/// The labels right before a statement, and the statement.
fn labels_of(mut s: &Stmt) -> (Vec<LabelId>, &Stmt) {
    let mut labels = Vec::new();
    while let StmtKind::Label(label, inner) = &s.kind {
        labels.push(*label);
        s = inner;
    }
    (labels, s)
}

/// The labels inside of a statement, but for those right before it, and whether only cases stand before them. Only those to which
/// nothing has to be passed that is declared.
fn deep_labels(s: &Stmt) -> Vec<(LabelId, bool)> {
    fn look(s: &Stmt, chained: bool, found: &mut Vec<(LabelId, bool)>) {
        match &s.kind {
            StmtKind::Block(list) => {
                let declares =
                    |s: &&Stmt| matches!(s.kind, StmtKind::Declare(..) | StmtKind::DeclareArray { .. });
                list.iter().take_while(|s| !declares(s)).for_each(|s| look(s, false, found));
            }
            StmtKind::If { then, otherwise, .. } => {
                look(then, false, found);
                otherwise.iter().for_each(|s| look(s, false, found));
            }
            StmtKind::For { init, .. } if init.iter().any(|s| !matches!(s.kind, StmtKind::Expr(_))) => {}
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. } => look(body, false, found),
            StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) => look(stmt, chained, found),
            StmtKind::Label(label, stmt) => {
                found.push((*label, chained));
                look(stmt, chained, found);
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    look(labels_of(s).1, true, &mut found);
    found
}

/// Whether there is a loop among the statements of a statement.
pub(super) fn has_loop(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => true,
        StmtKind::Block(list) => list.iter().any(has_loop),
        StmtKind::If { then, otherwise, .. } => has_loop(then) || otherwise.as_deref().is_some_and(has_loop),
        StmtKind::Switch { body, .. } => has_loop(body),
        StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) | StmtKind::Label(_, stmt) => has_loop(stmt),
        _ => false,
    }
}

/// All `goto`s in a statement.
fn gotos(s: &Stmt, found: &mut dyn FnMut(LabelId)) {
    match &s.kind {
        StmtKind::Goto(label) => found(*label),
        StmtKind::Block(list) => list.iter().for_each(|s| gotos(s, found)),
        StmtKind::If { then, otherwise, .. } => {
            gotos(then, found);
            if let Some(s) = otherwise {
                gotos(s, found);
            }
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. } => gotos(body, found),
        StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) | StmtKind::Label(_, stmt) => {
            gotos(stmt, found)
        }
        _ => {}
    }
}

impl Lower<'_, '_> {
    /// Finds out which loops are around which label, before loops are made.
    pub fn find_labels(&mut self, body: &Stmt) {
        if !self.function.labels.is_empty() {
            let mut count = 0;
            labels(body, &mut Vec::new(), &mut count, &mut self.jumps.around);
        }
    }

    /// Statements, one after the other.
    pub fn statements(&mut self, list: &[Stmt]) {
        if self.function.labels.is_empty() {
            list.iter().for_each(|s| self.statement(s));
        } else {
            self.part(list, &round_ends(list), 0, list.len());
        }
    }

    /// A part of a list, with the ends of the loops in it.
    fn part(&mut self, list: &[Stmt], ends: &[Option<usize>], mut at: usize, to: usize) {
        while at < to
            && let Some(s) = list.get(at)
        {
            let Some(end) = ends.get(at).copied().flatten() else {
                self.statement(s);
                at += 1;
                continue;
            };
            self.open();
            let (labels, first) = labels_of(s);
            for label in &labels {
                self.place_label(*label, s.span);
            }
            let inner = self.deep_targets(list, at, end);
            let way = (!inner.is_empty()).then(|| {
                let way = self.b.temporary(Type::Word(Word::signed(32)), s.span);
                self.b.assign(way, Ir::int(0, s.span), s.span);
                way
            });
            let id = self.b.open_loop(s.span);
            self.jumps.rounds.extend(labels.iter().map(|label| (*label, id)));
            let inside = self.b.block();
            let after = self.b.block_outside(id);
            let always = Ir::bool(true, s.span);
            let decision = self.b.branch(DecisionKind::While, always, inside, after, s.span);
            self.b.loop_decision(id, decision);
            self.b.switch_to(inside);
            self.jumps.loops.push(id);
            if let Some(way) = way {
                self.ways(id, way, &inner, s.span);
            }
            // Claims about a label mean the last time that a run reached it, so its place is in the loop.
            labels.iter().for_each(|label| self.note_label(*label));
            self.statement(first);
            self.part(list, ends, at + 1, end + 1);
            self.jumps.loops.pop();
            self.b.terminate(TerminatorKind::Goto(after), s.span.after());
            self.b.close_loop(id);
            self.b.switch_to(after);
            at = end + 1;
        }
    }

    /// The labels inside of a statement of a list to which a later one up to another goes back.
    fn deep_targets(&self, list: &[Stmt], at: usize, end: usize) -> Vec<LabelId> {
        let mut last = BTreeMap::new();
        for (i, s) in list.iter().enumerate().take(end + 1).skip(at) {
            gotos(s, &mut |label| {
                last.insert(label, i);
            });
        }
        let labels = list.get(at).map(deep_labels).unwrap_or_default();
        let reached =
            |(label, chained): &(LabelId, bool)| last.get(label).is_some_and(|i| *i > at || *chained);
        labels.into_iter().filter(reached).map(|(label, _)| label).collect()
    }

    /// At the start of each round: where a jump back to a label inside wants to go, it goes.
    fn ways(&mut self, id: LoopId, way: VarId, labels: &[LabelId], span: Span) {
        for (i, label) in labels.iter().enumerate() {
            let number = i + 1;
            self.jumps.deep.insert(*label, (id, way, number));
            let block = match self.jumps.blocks.get(label) {
                Some(block) => *block,
                None => {
                    let block = self.b.block();
                    self.jumps.blocks.insert(*label, block);
                    block
                }
            };
            let (there, other) = (self.b.block(), self.b.block());
            let is_it = Ir::binary(BinaryOp::Eq, Ir::var(way, span), Ir::int(number, span), span);
            self.b.branch(DecisionKind::ShortCircuit, is_it, there, other, span);
            self.b.switch_to(there);
            self.b.assign(way, Ir::int(0, span), span);
            self.b.terminate(TerminatorKind::Goto(block), span);
            self.b.switch_to(other);
        }
    }

    /// `while (condition) body`
    pub fn while_loop(&mut self, condition: &Expr, body: &Stmt, head: Span, span: Span) {
        let id = self.b.open_loop(span);
        self.loop_claims(id);
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
        let visible = self.said.visible.len();
        for s in init {
            match &s.kind {
                // These are parts of the head.
                StmtKind::Expr(e) => self.effect(e),
                StmtKind::Declare(local, init) => {
                    self.said.visible.push(*local);
                    self.declaration(*local, init.as_ref(), s.span);
                }
                _ => self.statement(s),
            }
        }
        let id = self.b.open_loop(span);
        self.loop_claims(id);
        self.conditional_loop(id, condition, step, body, head);
        self.said.visible.truncate(visible);
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
        self.loop_claims(id);
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
            let round = self.jumps.rounds.get(&label).copied();
            if let Some(id) = round.filter(|id| self.jumps.loops.contains(id)) {
                return self.b.terminate(TerminatorKind::Goto(self.b.header(id)), span);
            }
            let deep = self.jumps.deep.get(&label).copied();
            if let Some((id, way, number)) = deep.filter(|(id, ..)| self.jumps.loops.contains(id)) {
                self.b.assign(way, Ir::int(number, span), span);
                return self.b.terminate(TerminatorKind::Goto(self.b.header(id)), span);
            }
            return self.unsupported("`goto` to an earlier place", span);
        }
        let Some(around) = self.jumps.around.get(&label).cloned() else {
            return self.unsupported("`goto` into a statement expression", span);
        };
        let here: Vec<usize> = self.jumps.loops.iter().map(|l| l.index()).collect();
        let block = match self.jumps.blocks.get(&label) {
            Some(block) => *block,
            None => {
                // Where it goes into a loop that is to come, that will have it.
                let common = here.iter().zip(&around).take_while(|(a, b)| a == b).count();
                let left = self.jumps.loops.get(common).copied();
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
            self.b.adopt(block);
            self.b.switch_to(block);
        }
    }
}

/// The loops around each label, numbered in the order in which they are opened.
fn labels(s: &Stmt, open: &mut Vec<usize>, count: &mut usize, found: &mut BTreeMap<LabelId, Vec<usize>>) {
    match &s.kind {
        StmtKind::Block(list) => {
            let ends = round_ends(list);
            // The last statements of the loops of jumps that are open.
            let mut closing: Vec<usize> = Vec::new();
            for (at, (s, end)) in list.iter().zip(ends).enumerate() {
                match end {
                    Some(end) => {
                        let (before, first) = labels_of(s);
                        found.extend(before.into_iter().map(|label| (label, open.clone())));
                        open.push(*count);
                        *count += 1;
                        closing.push(end);
                        labels(first, open, count, found);
                    }
                    None => labels(s, open, count, found),
                }
                while closing.last() == Some(&at) {
                    closing.pop();
                    open.pop();
                }
            }
        }
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
