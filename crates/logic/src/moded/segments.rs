//! Traces as execution segments: definitions 4.3 and 4.4 of the thesis.
//!
//! A trace has the labels that were reached. A segment also has the success of each call that was left, and at its end
//! the failure of all calls in which nothing is left to try:
//!
//! ```text
//! trace    ⟨l1, l2, l5, l1, l2, l3, l4, l7, l6, l7⟩         ⟨l1, l2, l5, l1, l2, l5, l1⟩
//! segment  ⟨l1, l2, l5, l1, l2, l3, l4, l7, S, l6, l7, S⟩   ⟨l1, l2, l5, l1, l2, l5, l1, F, F, F⟩
//! ```
//!
//! Figures 4.4 to 4.7 of the thesis drop the success of a call on return; the definitions and examples 4.2 and 4.5 keep it.

use super::graph::Node;
use super::{Block, Body, GoalKind, Label, Procs};

/// A call that has not been left.
struct Frame {
    /// How many choices were open when it started.
    choices: usize,
}

/// A conjunction that is left for good.
struct Scope {
    frames: usize,
    choices: usize,
    /// Where its failure leads to.
    otherwise: Option<Label>,
    /// Its last label.
    end: Label,
    kind: Kind,
}

/// What comes after the success of such a conjunction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A failure.
    Negation,
    /// The `then` part; choices stay.
    Condition,
    /// What comes next; choices are forgotten.
    Commit,
}

/// The segment of a trace, which ends in a failure or not.
pub fn segment(procs: &Procs, labels: &[Label], fails: bool) -> Vec<Node> {
    let mut walk = Walk { procs, nodes: Vec::new(), frames: Vec::new(), scopes: Vec::new(), choices: 0 };
    for (number, label) in labels.iter().enumerate() {
        walk.step(*label, labels.get(number + 1).copied());
    }
    if fails {
        walk.fail();
    }
    walk.nodes
}

struct Walk<'p> {
    procs: &'p Procs,
    nodes: Vec<Node>,
    frames: Vec<Frame>,
    scopes: Vec<Scope>,
    /// Choices of which other arms are left.
    choices: usize,
}

impl Walk<'_> {
    fn first(&self, block: super::BlockId) -> Label {
        self.procs.block(block).map_or(0, Block::first)
    }

    /// Whether a label is the first one of a procedure.
    fn starts_procedure(&self, label: Label) -> bool {
        let point = self.procs.points.get(label as usize);
        point.and_then(|point| self.procs.body(point.proc)).is_some_and(|body| body.first() == label)
    }

    fn step(&mut self, label: Label, next: Option<Label>) {
        let procs = self.procs;
        if self.frames.is_empty() {
            self.frames.push(Frame { choices: self.choices });
        }
        self.nodes.push(Node::Label(label));
        let Some(point) = procs.points.get(label as usize) else { return };
        let Some(block) = procs.block(point.block) else { return };
        let Some(goal) = block.goals.get(point.goal as usize) else {
            self.end(label, next);
            return;
        };
        let scope = |walk: &Self, end: super::BlockId, otherwise: Option<Label>, kind: Kind| Scope {
            frames: walk.frames.len(),
            choices: walk.choices,
            otherwise,
            end: procs.block(end).map_or(0, |block| block.end),
            kind,
        };
        match &goal.kind {
            GoalKind::Call(callee, _)
                if procs.proc(*callee).is_some_and(|p| p.own && matches!(p.body, Body::Block(_))) =>
            {
                self.frames.push(Frame { choices: self.choices });
            }
            GoalKind::CallClosure { .. } if next.is_some_and(|next| self.starts_procedure(next)) => {
                self.frames.push(Frame { choices: self.choices });
            }
            GoalKind::Disj(_) | GoalKind::Switch(..) => {
                let arms = Procs::parts(goal);
                let entered = arms.iter().position(|arm| Some(self.first(*arm)) == next);
                if entered.is_some_and(|arm| arm + 1 < arms.len()) {
                    self.choices += 1;
                }
            }
            GoalKind::Not(inner) => {
                let otherwise = Some(block.after(point.goal as usize));
                self.scopes.push(scope(self, *inner, otherwise, Kind::Negation));
            }
            GoalKind::If(condition, _, otherwise) => {
                let otherwise = Some(self.first(*otherwise));
                self.scopes.push(scope(self, *condition, otherwise, Kind::Condition));
            }
            GoalKind::Commit(inner) => self.scopes.push(scope(self, *inner, None, Kind::Commit)),
            _ if next.is_some() && next != Some(block.after(point.goal as usize)) => self.go_on(next),
            // What has several solutions and no labels may have another one.
            kind if next.is_some() && procs.has_several_solutions(kind) => self.choices += 1,
            _ => {}
        }
    }

    /// The last label of a conjunction.
    fn end(&mut self, label: Label, next: Option<Label>) {
        if self.scopes.last().is_some_and(|scope| scope.end == label && scope.frames == self.frames.len()) {
            if let Some(scope) = self.scopes.pop() {
                if scope.kind != Kind::Condition {
                    self.choices = scope.choices;
                }
                if scope.kind == Kind::Negation {
                    self.go_on(next);
                }
            }
            return;
        }
        let of = self.procs.points.get(label as usize).map(|point| point.proc);
        let body = of.and_then(|of| self.procs.body(of));
        if body.is_some_and(|body| body.end == label) {
            self.nodes.push(Node::Success);
            if let Some(frame) = self.frames.pop()
                && of.and_then(|of| self.procs.proc(of)).is_some_and(super::Proc::commits)
            {
                self.choices = frame.choices;
            }
        }
    }

    /// Something failed, and the trace goes on behind a negation or in an `else` part. The calls in between fail.
    fn go_on(&mut self, next: Option<Label>) {
        let Some(at) =
            self.scopes.iter().rposition(|scope| scope.otherwise.is_some() && scope.otherwise == next)
        else {
            return;
        };
        let Some(scope) = self.scopes.drain(at..).next() else { return };
        while self.frames.len() > scope.frames {
            self.frames.pop();
            self.nodes.push(Node::Failure);
        }
        self.choices = scope.choices;
    }

    /// The trace ends in a failure: of its last goal, and of the calls in which nothing is left to try.
    fn fail(&mut self) {
        self.nodes.push(Node::Failure);
        while self.frames.len() > 1 {
            let Some(frame) = self.frames.pop() else { return };
            if self.choices > frame.choices {
                return;
            }
            self.nodes.push(Node::Failure);
        }
    }
}
