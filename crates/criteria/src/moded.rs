//! Criteria for procedures whose modes are known: *atom*, *arc* and *procedure* (definitions 4.13 to 4.15 of F. Degrave's
//! thesis).
//!
//! * *atom*: each label before an atom is reached.
//! * *arc*: each regular arc of the control flow graph is followed. The definition prints the labels of an arc in the wrong
//!   order; an arc (l, l') is followed where l' comes right after l.
//! * *procedure*: the first label of each procedure is reached, so each mode of a predicate is called.
//!
//! Goals come from the graph alone; what a run shows is worked out from how often it reached labels, and how often goals
//! succeeded and failed.

use crate::logic::LogicCriterion;
use logic::machine::moded::counts::Counts;
use logic::moded::graph::{Arc, ArcKind, Node, arcs};
use logic::moded::{Body, GoalKind, Label, ProcId, Procs};
use source::Span;

/// Something that a run may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModedSight {
    /// A label is reached.
    Reached(Label),
    /// A regular arc is followed.
    Followed(Label, Node),
}

/// What a goal of a criterion says of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saying {
    /// The atom is executed.
    Executed,
    /// The goal succeeds.
    Succeeds,
    /// It fails.
    Fails,
    /// The procedure that it calls is entered.
    Enters,
    /// This arm, numbered from 1, is tried; the second number counts the arms.
    Arm(usize, usize),
    /// The negated goal, the condition or the goal to commit to is tried.
    Inside,
    /// The conjunction is done.
    Done,
    /// The procedure is called.
    Called,
}

/// Something that is asked of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModedGoal {
    /// What must be seen.
    pub sight: ModedSight,
    /// The procedure.
    pub proc: ProcId,
    /// What it says.
    pub saying: Saying,
    /// Where it stands.
    pub at: Span,
    /// Whether it stands inside of a negation that is written as one goal, such as the equality of `X \\= Y`.
    pub denied: bool,
}

impl ModedGoal {
    /// What is to be seen, in words; `text` is what stands there in the program, `proc` the name and modes of the procedure.
    pub fn what(&self, proc: &str, text: &str) -> String {
        let goal = if self.denied { format!("what `{text}` denies") } else { format!("`{text}`") };
        match self.saying {
            Saying::Executed => format!("{proc}: {goal} is executed"),
            Saying::Succeeds => format!("{proc}: {goal} succeeds"),
            Saying::Fails => format!("{proc}: {goal} fails"),
            Saying::Enters => format!("{proc}: `{text}` is called"),
            Saying::Arm(number, count) => format!("{proc}: arm {number} of {count} is tried"),
            Saying::Inside => format!("{proc}: `{text}` is tried"),
            Saying::Done => format!("{proc}: `{text}` is left with success"),
            Saying::Called => format!("{proc} is called"),
        }
    }
}

/// Whether a goal is an atom: a unification or a call.
pub fn is_atom(kind: &GoalKind) -> bool {
    !matches!(
        kind,
        GoalKind::Disj(_) | GoalKind::Switch(..) | GoalKind::Not(_) | GoalKind::If(..) | GoalKind::Commit(_)
    )
}

/// The goals of a criterion for procedures.
///
/// # Errors
///
/// That the criterion is for other programs.
pub fn moded_goals(
    procs: &Procs,
    criterion: LogicCriterion,
    of: &[ProcId],
) -> Result<Vec<ModedGoal>, String> {
    match criterion {
        LogicCriterion::Atom => Ok(of.iter().flat_map(|id| atoms(procs, *id)).collect()),
        LogicCriterion::Arc => {
            let regular = |arc: &Arc| matches!(arc.kind, ArcKind::Regular(_));
            Ok(arcs(procs, of).into_iter().filter(regular).filter_map(|arc| arc_goal(procs, arc)).collect())
        }
        LogicCriterion::Procedure => Ok(of.iter().filter_map(|id| procedure_goal(procs, *id)).collect()),
        other => Err(format!(
            "the criterion `{}` is not supported for programs with modes yet; there are: atom, arc, procedure",
            other.name()
        )),
    }
}

fn atoms(procs: &Procs, proc: ProcId) -> Vec<ModedGoal> {
    let mut found = Vec::new();
    for label in procs.labels(proc) {
        if let Some(goal) = procs.goal(label).filter(|goal| is_atom(&goal.kind)) {
            let sight = ModedSight::Reached(label);
            found.push(ModedGoal {
                sight,
                proc,
                saying: Saying::Executed,
                at: goal.at,
                denied: is_denied(procs, label, goal.at),
            });
        }
    }
    found
}

fn procedure_goal(procs: &Procs, proc: ProcId) -> Option<ModedGoal> {
    let first = procs.body(proc)?.first();
    let at = procs.proc(proc)?.at;
    Some(ModedGoal { sight: ModedSight::Reached(first), proc, saying: Saying::Called, at, denied: false })
}

fn arc_goal(procs: &Procs, arc: Arc) -> Option<ModedGoal> {
    let Node::Label(from) = arc.from else { return None };
    let point = procs.points.get(from as usize)?;
    let block = procs.block(point.block)?;
    let sight = ModedSight::Followed(from, arc.to);
    let proc = point.proc;
    let Some(goal) = block.goals.get(point.goal as usize) else {
        let at = block.goals.first().zip(block.goals.last()).map_or(procs.proc(proc)?.at, |(first, last)| {
            Span { end: last.at.end.max(first.at.end), ..first.at }
        });
        return Some(ModedGoal { sight, proc, saying: Saying::Done, at, denied: false });
    };
    let saying = match &goal.kind {
        GoalKind::Disj(_) | GoalKind::Switch(..) => {
            let arms = Procs::parts(goal);
            let first = |id| procs.block(id).map(logic::moded::Block::first);
            let entered = arms.iter().position(|arm| first(*arm).map(Node::Label) == Some(arc.to));
            entered.map_or(Saying::Fails, |number| Saying::Arm(number + 1, arms.len()))
        }
        GoalKind::Not(_) | GoalKind::If(..) | GoalKind::Commit(_) => Saying::Inside,
        GoalKind::Call(callee, _) if enters(procs, *callee) => Saying::Enters,
        _ if arc.to == Node::Label(block.after(point.goal as usize)) => Saying::Succeeds,
        _ => Saying::Fails,
    };
    Some(ModedGoal { sight, proc, saying, at: goal.at, denied: is_denied(procs, from, goal.at) })
}

/// Whether a goal stands in a negation that has the same place in the text.
fn is_denied(procs: &Procs, label: Label, at: Span) -> bool {
    let Some(point) = procs.points.get(label as usize) else { return false };
    let own = procs.blocks.iter().filter(|block| block.of == point.proc);
    own.flat_map(|block| &block.goals)
        .any(|goal| matches!(goal.kind, GoalKind::Not(inner) if inner == point.block && goal.at == at))
}

fn enters(procs: &Procs, callee: ProcId) -> bool {
    procs.proc(callee).is_some_and(|proc| proc.own && matches!(proc.body, Body::Block(_)))
}

/// Whether a run with these counts shows a goal.
pub fn is_seen(procs: &Procs, counts: &Counts, goal: &ModedGoal) -> bool {
    let count = |row: &[u64], label: Label| row.get(label as usize).copied().unwrap_or(0) > 0;
    match goal.sight {
        ModedSight::Reached(label) => counts.of(label) > 0,
        ModedSight::Followed(from, to) => match goal.saying {
            Saying::Succeeds => count(&counts.succeeded, from),
            Saying::Fails if procs.goal(from).is_some_and(|goal| is_atom(&goal.kind)) => {
                count(&counts.failed, from)
            }
            Saying::Arm(..) | Saying::Inside => match to {
                Node::Label(to) => counts.of(to) > 0,
                Node::Success | Node::Failure => counts.of(from) > 0,
            },
            _ => counts.of(from) > 0,
        },
    }
}
