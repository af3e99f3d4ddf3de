//! Adequacy criteria for logic programs: what is asked of a suite, and what a run shows.
//!
//! A run of a goal is a whole search tree, written down by the machine as events. The criteria are those that
//! F. Degrave's thesis (chapter 4) adapts to logic programs, and the ports of the box model (L. Byrd 1980):
//!
//! * *sequence*: every run within the bounds. *call-depth=K*, *backtrack=K*: every run that has at most K open calls,
//!   or at most K backtracks.
//! * *clause*: the body of every clause is entered. *procedure*: every predicate is called. *atom*: every goal of a
//!   body is reached. *arc*: every goal of a body succeeds, and fails.
//! * *port*: every predicate is called, exited, failed and redone.
//!
//! Clauses of the library have no goals, nor has anything that calls of the entries cannot reach.
//!
//! ```
//! use criteria::logic::LogicCriterion;
//! assert_eq!(LogicCriterion::parse("backtrack=2"), Ok(LogicCriterion::Backtrack(2)));
//! assert!(LogicCriterion::parse("loop-count").is_err());
//! ```

use logic::machine::Event;
use logic::{Atom, ClauseId, GoalId, GoalKind, PredId, Program, Term};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What is asked of a suite for a logic program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicCriterion {
    /// Every run.
    Sequence,
    /// Every run with at most this many open calls.
    CallDepth(u32),
    /// Every run with at most this many backtracks.
    Backtrack(u32),
    /// Every run that reaches each label at most this many times, in all its segments together.
    BlockCount(u32),
    /// Every clause is entered.
    Clause,
    /// Every predicate is called.
    Procedure,
    /// Every goal of a body is reached.
    Atom,
    /// Every goal of a body succeeds and fails.
    Arc,
    /// Every predicate is called, exited, failed and redone.
    Port,
}

/// The criteria for logic programs, as a sentence lists them.
pub const NAMES: &str =
    "sequence, call-depth (=K), backtrack (=K), block-count (=K), clause, procedure, atom, arc, port";

/// The default of K.
const DEPTH: u32 = 4;
const BACKTRACKS: u32 = 3;
const VISITS: u32 = 2;

impl LogicCriterion {
    /// Reads a criterion.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    pub fn parse(text: &str) -> Result<LogicCriterion, String> {
        let (name, parameter) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let number = |default: u32| match parameter {
            None => Ok(default),
            Some(value) => {
                value.parse::<u32>().map_err(|_| format!("`{value}` in `{text}` should be a number"))
            }
        };
        let found = match name {
            "call-depth" => return Ok(LogicCriterion::CallDepth(number(DEPTH)?)),
            "backtrack" => return Ok(LogicCriterion::Backtrack(number(BACKTRACKS)?)),
            "block-count" => return Ok(LogicCriterion::BlockCount(number(VISITS)?)),
            "sequence" => LogicCriterion::Sequence,
            "clause" => LogicCriterion::Clause,
            "procedure" => LogicCriterion::Procedure,
            "atom" => LogicCriterion::Atom,
            "arc" => LogicCriterion::Arc,
            "port" => LogicCriterion::Port,
            _ => {
                // Names from imperative programs, and what comes nearest.
                let near = match name {
                    "path" => "sequence",
                    "statement" | "block" => "clause",
                    "function" => "procedure",
                    "call" => "atom",
                    "branch" | "decision" | "condition" => "arc",
                    _ => "",
                };
                if !near.is_empty() {
                    return Err(format!(
                        "`{name}` is no criterion for logic programs; `{near}` is what comes nearest"
                    ));
                }
                return Err(format!("there is no criterion `{text}` for logic programs; there are: {NAMES}"));
            }
        };
        if parameter.is_some() {
            return Err(format!("the criterion `{name}` takes no number"));
        }
        Ok(found)
    }

    /// Its name, with its number.
    pub fn name(self) -> String {
        match self {
            LogicCriterion::Sequence => "sequence".to_string(),
            LogicCriterion::CallDepth(k) => format!("call-depth={k}"),
            LogicCriterion::Backtrack(k) => format!("backtrack={k}"),
            LogicCriterion::BlockCount(k) => format!("block-count={k}"),
            LogicCriterion::Clause => "clause".to_string(),
            LogicCriterion::Procedure => "procedure".to_string(),
            LogicCriterion::Atom => "atom".to_string(),
            LogicCriterion::Arc => "arc".to_string(),
            LogicCriterion::Port => "port".to_string(),
        }
    }

    /// Whether its goals are the runs themselves.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            LogicCriterion::Sequence
                | LogicCriterion::CallDepth(_)
                | LogicCriterion::Backtrack(_)
                | LogicCriterion::BlockCount(_)
        )
    }
}

/// Something that a run may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// The clause is entered.
    Entered(ClauseId),
    /// The predicate is called.
    Called(PredId),
    /// It is left with success.
    Exited(PredId),
    /// It is left with failure.
    Failed(PredId),
    /// It is asked for another solution.
    Redone(PredId),
    /// The goal is reached.
    Reached(GoalId),
    /// It succeeds.
    Succeeded(GoalId),
    /// It fails.
    Missed(GoalId),
}

/// A goal of a criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogicGoal {
    /// What is to be seen.
    pub sight: Sight,
    /// In words.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// What a run shows.
pub fn sights(trace: &[Event]) -> BTreeSet<Sight> {
    let seen = trace.iter().filter_map(|event| {
        Some(match event {
            Event::Call(pred) => Sight::Called(*pred),
            Event::Enter(clause) => Sight::Entered(*clause),
            Event::Exit(pred) => Sight::Exited(*pred),
            Event::Redo(pred) => Sight::Redone(*pred),
            Event::Fail(pred) => Sight::Failed(*pred),
            Event::Goal(goal) => Sight::Reached(*goal),
            Event::Success(goal) => Sight::Succeeded(*goal),
            Event::Failure(goal) => Sight::Missed(*goal),
            Event::Matched(..) | Event::Test(..) | Event::Backtrack => return None,
        })
    });
    seen.collect()
}

/// The goals of a body that are no control constructs, in the order of the text.
pub fn atoms(program: &Program, clause: ClauseId) -> Vec<GoalId> {
    let mut found = Vec::new();
    let Some(clause) = program.clause(clause) else { return found };
    let mut open = vec![clause.body];
    while let Some(id) = open.pop() {
        let Some(goal) = program.goal(id) else { continue };
        match &goal.kind {
            GoalKind::Conj(parts) | GoalKind::Disj(parts) => open.extend(parts.iter().rev()),
            GoalKind::If { cond, then, otherwise } | GoalKind::SoftIf { cond, then, otherwise } => {
                open.extend(otherwise.iter());
                open.extend([then, cond]);
            }
            GoalKind::Not(inner)
            | GoalKind::Once(inner)
            | GoalKind::Ignore(inner)
            | GoalKind::Opaque(inner) => open.push(*inner),
            GoalKind::Forall(a, b) => open.extend([b, a]),
            GoalKind::Findall { goal, .. } => open.push(*goal),
            GoalKind::Catch { goal, recovery, .. } => open.extend([recovery, goal]),
            GoalKind::Constraint { .. } | GoalKind::Call { .. } | GoalKind::Builtin { .. } => found.push(id),
            GoalKind::Cut | GoalKind::Meta { .. } | GoalKind::Unsupported { .. } => {}
        }
    }
    found
}

/// The predicates that calls of some others may reach. Every predicate whose name occurs in a body, alone or inside of
/// a term, may be called: closures are made of such terms.
pub fn reachable(program: &Program, entries: &[PredId]) -> BTreeSet<PredId> {
    let mut by_name: BTreeMap<Atom, Vec<PredId>> = BTreeMap::new();
    for id in (0..program.preds.len()).map(PredId::new) {
        if let Some(pred) = program.pred(id) {
            by_name.entry(pred.name).or_default().push(id);
        }
    }
    let mut found: BTreeSet<PredId> = entries.iter().copied().collect();
    let mut open: Vec<PredId> = entries.to_vec();
    while let Some(id) = open.pop() {
        let Some(pred) = program.pred(id) else { continue };
        let mut terms: Vec<Term> = Vec::new();
        for clause in pred.clauses.iter().filter_map(|c| program.clause(*c)) {
            terms.push(clause.head);
            let mut goals = vec![clause.body];
            while let Some(goal) = goals.pop().and_then(|id| program.goal(id)) {
                goals.extend(inside(&goal.kind));
                terms.extend(mentioned(&goal.kind));
            }
        }
        while let Some(term) = terms.pop() {
            let Some((name, args)) = program.terms.callable(term) else { continue };
            terms.extend_from_slice(args);
            for next in by_name.get(&name).into_iter().flatten() {
                if found.insert(*next) {
                    open.push(*next);
                }
            }
        }
    }
    found
}

/// The goals inside of a control construct.
fn inside(kind: &GoalKind) -> Vec<GoalId> {
    match kind {
        GoalKind::Conj(parts) | GoalKind::Disj(parts) => parts.clone(),
        GoalKind::If { cond, then, otherwise } | GoalKind::SoftIf { cond, then, otherwise } => {
            [*cond, *then].into_iter().chain(*otherwise).collect()
        }
        GoalKind::Not(inner) | GoalKind::Once(inner) | GoalKind::Ignore(inner) | GoalKind::Opaque(inner) => {
            vec![*inner]
        }
        GoalKind::Forall(a, b) => vec![*a, *b],
        GoalKind::Findall { goal, .. } => vec![*goal],
        GoalKind::Catch { goal, recovery, .. } => vec![*goal, *recovery],
        _ => Vec::new(),
    }
}

/// The terms of a goal.
fn mentioned(kind: &GoalKind) -> Vec<Term> {
    match kind {
        GoalKind::Call { atom, .. } | GoalKind::Builtin { atom } => vec![*atom],
        GoalKind::Constraint { left, right, .. } => vec![*left, *right],
        GoalKind::Meta { closure, extra } => [*closure].into_iter().chain(extra.iter().copied()).collect(),
        GoalKind::Findall { template, list, .. } => vec![*template, *list],
        GoalKind::Catch { catcher, .. } => vec![*catcher],
        GoalKind::Unsupported { term, .. } => vec![*term],
        _ => Vec::new(),
    }
}

/// The goals of a criterion for what calls of the entries may reach; an open criterion has none.
pub fn logic_goals(program: &Program, criterion: LogicCriterion, entries: &[PredId]) -> Vec<LogicGoal> {
    let mut found = Vec::new();
    let reached = reachable(program, entries);
    let own = (0..program.preds.len()).map(PredId::new).filter(|id| {
        reached.contains(id)
            && program.pred(*id).is_some_and(|pred| pred.defined && !pred.library && !pred.clauses.is_empty())
    });
    for id in own {
        let Some(pred) = program.pred(id) else { continue };
        let name = program.indicator(id);
        let mut add = |sight, what: String, span| found.push(LogicGoal { sight, what, span });
        match criterion {
            LogicCriterion::Procedure => add(Sight::Called(id), format!("{name} is called"), pred.span),
            LogicCriterion::Port => {
                add(Sight::Called(id), format!("{name} is called"), pred.span);
                add(Sight::Exited(id), format!("{name} exits"), pred.span);
                add(Sight::Failed(id), format!("{name} fails"), pred.span);
                add(Sight::Redone(id), format!("{name} is redone"), pred.span);
            }
            LogicCriterion::Clause => {
                for (i, clause) in pred.clauses.iter().enumerate() {
                    let span = program.clause(*clause).map_or(pred.span, |c| c.head_span);
                    add(Sight::Entered(*clause), format!("clause {} of {name} is entered", i + 1), span);
                }
            }
            LogicCriterion::Atom | LogicCriterion::Arc => {
                for goal in pred.clauses.iter().flat_map(|clause| atoms(program, *clause)) {
                    let span = program.goal(goal).map_or(pred.span, |g| g.span);
                    if criterion == LogicCriterion::Atom {
                        add(Sight::Reached(goal), format!("a goal of {name} is reached"), span);
                    } else {
                        add(Sight::Succeeded(goal), format!("a goal of {name} succeeds"), span);
                        add(Sight::Missed(goal), format!("a goal of {name} fails"), span);
                    }
                }
            }
            LogicCriterion::Sequence
            | LogicCriterion::CallDepth(_)
            | LogicCriterion::Backtrack(_)
            | LogicCriterion::BlockCount(_) => {}
        }
    }
    found
}
