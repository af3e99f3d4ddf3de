//! `trace`: the symbolic states of paths, step by step, in the paper's notation; and the tree of all paths.

use super::bounds::fill_in;
use super::found::{outcome_of, path_name, test, with_lines};
use crate::graph::{FlowEdge, FlowGraph, FlowKind, FlowNode};
use crate::trace::{StateKind, StateStep, TraceOptions, TraceStep, Traced, TracedPath, View};
use base::Budget;
use explore::{End, Found, Plan, StepKind, WhyUnexplored, derive, explore};
use imperative::machine::Event;
use imperative::{DecisionId, DecisionKind, ProcId, Program, Type};
use source::{Files, Span};
use std::collections::BTreeMap;
use suite::{Fault, Outcome, Payload};

/// What `trace` and `graph --of paths` look at.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathOptions {
    /// The search.
    pub plan: Plan,
    /// At most this many paths.
    pub limit: Option<usize>,
}

/// Traces the paths of some procedures; of one path alone, if it is named.
pub(crate) fn trace(
    files: &Files,
    program: &Program,
    entries: &[ProcId],
    options: &PathOptions,
    asked: &TraceOptions,
    budget: &Budget,
) -> Traced {
    let mut plan = options.plan.clone();
    let only = asked.only.as_deref();
    let mut out = Traced {
        defaults: fill_in(&mut plan.bounds, options.limit.is_some()),
        notation: program.notation,
        ..Traced::default()
    };
    for entry in entries {
        let (mut more, room) = (false, options.limit.map(|n| n.saturating_sub(out.paths.len())));
        let mut new: Vec<TracedPath> = Vec::new();
        plan.pictures = match asked.view {
            View::Suitable => has_only_arrays(program, *entry),
            View::Heap => false,
            View::Arrays => true,
        };
        plan.shortcuts = asked.shortcuts;
        let done = explore(program, *entry, &plan, budget, &mut |found| {
            let path = path_name(files, program, *entry, &found);
            if only.is_some_and(|name| name != path) {
                return true;
            }
            if room.is_some_and(|n| new.len() >= n) {
                more = true;
                return false;
            }
            new.push(traced(files, program, *entry, &found, path));
            only.is_none()
        });
        out.paths.extend(new);
        out.more |= more;
        out.stopped = out.stopped.or(done.stopped);
        out.cut += done.cut;
        out.reasons.extend(with_lines(files, program, done.reasons));
        if out.more || out.stopped.is_some() {
            break;
        }
    }
    out
}

fn traced(files: &Files, program: &Program, entry: ProcId, found: &Found, path: String) -> TracedPath {
    let decisions: Vec<(ProcId, DecisionId, bool)> = found
        .run
        .trace
        .iter()
        .filter_map(|e| match e {
            Event::Decision { proc, decision, outcome, .. } => Some((*proc, *decision, *outcome)),
            _ => None,
        })
        .collect();
    let steps = match found.states.is_empty() {
        true => derive(program, entry, &decisions, &found.caught, &found.end),
        false => Vec::new(),
    };
    let steps = steps
        .into_iter()
        .map(|s| {
            let start = s.kind == StepKind::Start;
            let text = if start { String::new() } else { one_line(files.text(s.span)) };
            TraceStep {
                line: if start { 0 } else { files.place(s.span).map_or(0, |(_, p)| p.line) },
                text,
                outcome: if let StepKind::Decision(o) = s.kind { Some(o) } else { None },
                error: s.kind == StepKind::Error,
                constraints: s.constraints,
                env: s.env,
                heap: s.heap,
            }
        })
        .collect();
    let test = test(files, program, entry, found.clone(), String::new());
    let input = match test.payload {
        Payload::State(state) => state.input,
        Payload::Goal(_) => Default::default(),
    };
    let states = states(files, found);
    let (condition, outcome) = (test.condition, test.outcome);
    TracedPath { entry: test.entry, path, condition, outcome, input, steps, states }
}

/// True if a program has arrays, and no cells whose shape would have to be shown.
fn has_only_arrays(program: &Program, entry: ProcId) -> bool {
    let reached = imperative::graph::reachable_procs(program, entry);
    let mut vars = reached.iter().filter_map(|id| program.proc(*id)).flat_map(|p| &p.vars);
    let holds_numbers = |ty: &Type| matches!(ty, Type::Array(of) | Type::Pointer(of) if matches!(**of, Type::Int | Type::Word(_) | Type::Bool | Type::Real));
    let plain =
        |ty: &Type| matches!(ty, Type::Int | Type::Word(_) | Type::Bool | Type::Real) || holds_numbers(ty);
    vars.clone().any(|v| holds_numbers(&v.ty)) && vars.all(|v| plain(&v.ty))
}

/// The states of a path, with value-sets.
fn states(files: &Files, found: &Found) -> Vec<StateStep> {
    let line = |span: Span| files.place(span).map_or(0, |(_, p)| p.line);
    let mut out: Vec<StateStep> = Vec::new();
    for s in &found.states {
        let start = matches!(s.kind, StepKind::Start | StepKind::End);
        out.push(StateStep {
            line: if start { 0 } else { line(s.span) },
            text: if start { String::new() } else { one_line(files.text(s.span)) },
            kind: match s.kind {
                StepKind::Start => StateKind::Start,
                StepKind::Statement => StateKind::Statement,
                StepKind::Loop => StateKind::Loop,
                StepKind::Decision(outcome) => StateKind::Decision(outcome),
                StepKind::Error => StateKind::Error,
                StepKind::End => StateKind::End,
            },
            canonical: s.canonical.clone(),
            vectors: s.vectors.clone(),
            state: s.state.clone(),
            condition: s.condition.clone(),
            pictures: s.pictures.clone(),
            discarded: s.discarded.clone(),
        });
    }
    if let (End::Error(_, span), Some(last)) = (&found.end, out.last()) {
        let error = StateStep {
            line: line(*span),
            text: one_line(files.text(*span)),
            kind: StateKind::Error,
            canonical: Vec::new(),
            vectors: None,
            discarded: Vec::new(),
            ..last.clone()
        };
        out.push(error);
    }
    out
}

/// Text without its line breaks and the blanks around them.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tree of all paths of a procedure, with the branches that were not explored, and whether a limit ended it.
pub(crate) fn path_tree(
    files: &Files,
    program: &Program,
    entry: ProcId,
    options: &PathOptions,
    budget: &Budget,
) -> (FlowGraph, Option<String>) {
    let mut plan = Plan { sides: true, ..options.plan.clone() };
    fill_in(&mut plan.bounds, options.limit.is_some());
    let mut ends: Vec<(Way, Vec<String>, Option<usize>)> = Vec::new();
    let mut more = false;
    let done = explore(program, entry, &plan, budget, &mut |found| {
        if options.limit.is_some_and(|n| ends.len() >= n) {
            more = true;
            return false;
        }
        let (mut lines, line) = match outcome_of(files, program, &found) {
            Outcome::Ok | Outcome::Fail => (vec!["ok".to_string()], None),
            Outcome::Error { fault, site } => {
                let message = match fault {
                    Fault::Kind(kind) => program.error_name(kind),
                    Fault::Thrown(text) => text,
                };
                (vec![message, site.line_text()], Some(site.line))
            }
        };
        lines.insert(0, path_name(files, program, entry, &found));
        ends.push((found.decisions, lines, line));
        true
    });
    for side in &done.unexplored {
        let text = match side.kind {
            WhyUnexplored::Infeasible => "infeasible",
            WhyUnexplored::Cut => "cut by the bounds",
        };
        ends.push((side.decisions.clone(), vec![text.to_string()], None));
    }
    // What is true stands left of what is false, and errors before the path that goes on.
    ends.sort_by(|(a, ..), (b, ..)| a.iter().map(|d| !d.2).cmp(b.iter().map(|d| !d.2)));
    let name = program.proc(entry).map_or_else(String::new, |p| p.name.clone());
    let mut tree = Tree { files, program, graph: FlowGraph::default(), next: BTreeMap::new() };
    let line = program.proc(entry).and_then(|p| tree.line(p.span));
    tree.graph.nodes.push(FlowNode { kind: FlowKind::Block, lines: vec![name.clone()], line });
    tree.graph.name = name;
    for (way, lines, line) in ends {
        tree.leaf(&way, lines, line);
    }
    let limit = done.stopped.map(|s| s.to_string());
    (tree.graph, limit.or_else(|| more.then(|| "there are more paths than --limit allows".to_string())))
}

/// Decisions with their outcomes.
type Way = Vec<(ProcId, DecisionId, bool)>;

/// A node, and the outcome that leads on from it.
type Place = (usize, Option<bool>);

struct Tree<'a> {
    files: &'a Files,
    program: &'a Program,
    graph: FlowGraph,
    /// The decision that stands at a place.
    next: BTreeMap<Place, usize>,
}

impl Tree<'_> {
    fn line(&self, span: Span) -> Option<usize> {
        self.files.place(span).map(|(_, place)| place.line)
    }

    fn node(&mut self, (from, outcome): Place, node: FlowNode) -> usize {
        let to = self.graph.nodes.len();
        self.graph.nodes.push(node);
        self.graph.edges.push(FlowEdge { from, to, outcome, mark: None });
        to
    }

    fn leaf(&mut self, way: &[(ProcId, DecisionId, bool)], lines: Vec<String>, line: Option<usize>) {
        let mut at: Place = (0, None);
        for (proc, decision, outcome) in way {
            let node = match self.next.get(&at) {
                Some(n) => *n,
                None => {
                    let text = self.decision_text(*proc, *decision);
                    let decided = self.program.proc(*proc).and_then(|p| p.decision(*decision));
                    let line = decided.and_then(|d| self.line(d.span));
                    let n = self.node(at, FlowNode { kind: FlowKind::Decision, lines: vec![text], line });
                    self.next.insert(at, n);
                    n
                }
            };
            at = (node, Some(*outcome));
        }
        self.node(at, FlowNode { kind: FlowKind::End, lines, line });
    }

    fn decision_text(&self, proc: ProcId, decision: DecisionId) -> String {
        let Some(d) = self.program.proc(proc).and_then(|p| p.decision(decision)) else {
            return String::new();
        };
        let line = self.files.place(d.span).map_or(0, |(_, p)| p.line);
        let word = match d.kind {
            DecisionKind::While => "while ",
            DecisionKind::Assert => "assert ",
            DecisionKind::Caught => "caught ",
            _ => "",
        };
        format!("{line}: {word}{}", one_line(self.files.text(d.span)))
    }
}
