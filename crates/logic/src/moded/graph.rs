//! The control flow graph of procedures: chapter 4 of the thesis, definition 4.1 and figure 4.1.
//!
//! ```text
//! l1 Y => [E | Es] l2 ( l3 X := E l4 ; l5 member(X, Es) l6 ) l7
//!
//! l1 → l2   l1 → F   l2 →¹ l3   l2 →⁰ l5   l3 → l4   l4 → l7   l5 → l1   l5 →ʳˢ l6   l5 →ʳᶠ F   l6 → l7   l7 → S
//! ```
//!
//! Nodes are labels, success and failure. An arc into an arm of a disjunction has as its priority the position of the
//! arm, counted from the last one. What is negated is left for good: the arc into it has a negative even priority n, the arcs
//! out of it have n - 1. Beside the figure:
//!
//! * an if-then-else enters its condition as a negation does, and failure of the condition leads to the `else` part in the same
//!   way; success leads to the `then` part, and the condition may have further solutions; a commit is left for good;
//! * goals that cannot fail have no arc to failure, and those that cannot succeed none to success, nor has what stands
//!   behind them any;
//! * calls of a library and of closures have arcs as a test has: what happens inside is no part of the graph.

use super::{Block, BlockId, Body, Determinism, GoalKind, Label, ProcId, Procs, can_fail};

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A label.
    Label(Label),
    /// The success of a procedure.
    Success,
    /// The failure of a derivation.
    Failure,
}

/// What an arc stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArcKind {
    /// A step, with its priority.
    Regular(i32),
    /// Where a call goes on when it has succeeded.
    ReturnAfterSuccess,
    /// Where a call goes on when it has failed.
    ReturnAfterFailure,
}

/// An arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// From this node.
    pub from: Node,
    /// To this one.
    pub to: Node,
    /// What it stands for.
    pub kind: ArcKind,
}

/// The arcs of procedures, in the order of the text.
pub fn arcs(procs: &Procs, of: &[ProcId]) -> Vec<Arc> {
    let mut graph = Graph { procs, arcs: Vec::new(), next: 0 };
    for id in of {
        if let Some(Body::Block(body)) = procs.proc(*id).map(|proc| &proc.body) {
            graph.block(*body, Node::Success, Node::Failure);
        }
    }
    graph.arcs
}

/// Whether a goal can succeed.
fn can_succeed(determinism: Determinism) -> bool {
    !matches!(determinism, Determinism::Failure | Determinism::Erroneous)
}

/// Whether a goal can fail, perhaps after some solutions.
fn ends_in_failure(determinism: Determinism) -> bool {
    determinism == Determinism::Multi || can_fail(determinism)
}

struct Graph<'p> {
    procs: &'p Procs,
    arcs: Vec<Arc>,
    /// The last priority of a negation.
    next: i32,
}

impl Graph<'_> {
    fn arc(&mut self, from: Label, to: Node, kind: ArcKind) {
        self.arcs.push(Arc { from: Node::Label(from), to, kind });
    }

    fn regular(&mut self, from: Label, to: Node, priority: i32) {
        self.arc(from, to, ArcKind::Regular(priority));
    }

    fn first(&self, block: BlockId) -> Node {
        Node::Label(self.procs.block(block).map_or(0, Block::first))
    }

    /// Figure 4.1, with the local success and failure points.
    fn block(&mut self, id: BlockId, success: Node, failure: Node) {
        let procs = self.procs;
        let Some(block) = procs.block(id) else { return };
        for (number, goal) in block.goals.iter().enumerate() {
            let after = Node::Label(block.after(number));
            self.goal(goal.label, &goal.kind, after, failure);
            // Nothing comes behind what throws or fails for sure.
            if !self.may_succeed(&goal.kind) {
                return;
            }
        }
        self.regular(block.end, success, 0);
    }

    fn goal(&mut self, label: Label, kind: &GoalKind, success: Node, failure: Node) {
        match kind {
            GoalKind::Test(..) => self.outcomes(label, success, failure, true, true),
            GoalKind::Deconstruct { can_fail, .. } => {
                self.outcomes(label, success, failure, true, *can_fail);
            }
            GoalKind::Assign(..) | GoalKind::Construct(..) | GoalKind::Closure(..) => {
                self.regular(label, success, 0);
            }
            GoalKind::Call(callee, _) => self.call(label, *callee, success, failure),
            GoalKind::CallClosure { determinism, .. } => {
                self.outcomes(
                    label,
                    success,
                    failure,
                    can_succeed(*determinism),
                    ends_in_failure(*determinism),
                );
            }
            GoalKind::Disj(_) | GoalKind::Switch(..) => self.arms(label, kind, success, failure),
            GoalKind::Not(inner) => self.isolated(label, *inner, failure, success, true),
            GoalKind::If(condition, then, otherwise) => {
                let (yes, no) = (self.first(*then), self.first(*otherwise));
                self.isolated(label, *condition, yes, no, false);
                self.block(*then, success, failure);
                self.block(*otherwise, success, failure);
            }
            GoalKind::Commit(inner) => self.isolated(label, *inner, success, failure, true),
        }
    }

    /// Whether a goal can succeed, by its determinism.
    fn may_succeed(&self, kind: &GoalKind) -> bool {
        match kind {
            GoalKind::Call(callee, _) => {
                self.procs.proc(*callee).is_none_or(|proc| can_succeed(proc.determinism))
            }
            GoalKind::CallClosure { determinism, .. } => can_succeed(*determinism),
            GoalKind::Disj(arms) => !arms.is_empty(),
            _ => true,
        }
    }

    fn outcomes(&mut self, label: Label, success: Node, failure: Node, succeeds: bool, fails: bool) {
        if succeeds {
            self.regular(label, success, 0);
        }
        if fails {
            self.regular(label, failure, 0);
        }
    }

    fn call(&mut self, label: Label, callee: ProcId, success: Node, failure: Node) {
        let Some(proc) = self.procs.proc(callee) else { return };
        let (succeeds, fails) = (can_succeed(proc.determinism), ends_in_failure(proc.determinism));
        match proc.body {
            Body::Block(body) if proc.own => {
                let first = self.first(body);
                self.regular(label, first, 0);
                if succeeds {
                    self.arc(label, success, ArcKind::ReturnAfterSuccess);
                }
                if fails {
                    self.arc(label, failure, ArcKind::ReturnAfterFailure);
                }
            }
            _ => self.outcomes(label, success, failure, succeeds, fails),
        }
    }

    fn arms(&mut self, label: Label, kind: &GoalKind, success: Node, failure: Node) {
        let arms: Vec<BlockId> = match kind {
            GoalKind::Disj(arms) => arms.clone(),
            GoalKind::Switch(_, arms) => arms.iter().map(|(arm, _)| *arm).collect(),
            _ => Vec::new(),
        };
        if arms.is_empty() {
            self.regular(label, failure, 0);
        }
        for (number, arm) in arms.iter().enumerate() {
            let behind = arms.len() - 1 - number;
            let first = self.first(*arm);
            self.regular(label, first, i32::try_from(behind).unwrap_or(i32::MAX));
        }
        for (number, arm) in arms.iter().enumerate() {
            // A disjunction fails when its last arm does.
            let failure = if number + 1 == arms.len() { failure } else { Node::Failure };
            self.block(*arm, success, failure);
        }
    }

    /// A conjunction that is left for good, or only by its failure: the function Io of the thesis.
    fn isolated(&mut self, label: Label, inner: BlockId, success: Node, failure: Node, for_good: bool) {
        self.next -= 2;
        let entry = self.next;
        let first = self.first(inner);
        self.regular(label, first, entry);
        let start = self.arcs.len();
        // Stand-ins tell the exits from failures inside.
        self.block(inner, YES, NO);
        for arc in self.arcs.iter_mut().skip(start) {
            let exit = match arc.to {
                YES => success,
                NO => failure,
                _ => continue,
            };
            let leaves = for_good || arc.to == NO;
            arc.to = exit;
            if let ArcKind::Regular(priority) = &mut arc.kind
                && leaves
            {
                *priority = entry - 1;
            }
        }
    }
}

/// Placeholders for the exits of an inner conjunction until the real ones replace them. No program has enough labels
/// to reach these numbers.
const YES: Node = Node::Label(Label::MAX);
const NO: Node = Node::Label(Label::MAX - 1);
