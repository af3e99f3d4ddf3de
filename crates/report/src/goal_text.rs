//! Suites, mutants and paths of logic programs for people, and mutants for scripts.

use serde_json::json;
use std::fmt::Write;
use workbench::{
    Derivation, Ending, FlowEdge, FlowGraph, FlowKind, FlowNode, GeneratedGoals, GoalTest, MutatedGoals,
};

/// How a test ends, in one line.
fn ending(test: &GoalTest) -> String {
    let solution = |s: &Vec<(String, String)>| -> String {
        if s.is_empty() {
            return "yes".to_string();
        }
        let parts: Vec<String> = s.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        parts.join(", ")
    };
    let solutions: Vec<String> = test.solutions.iter().map(solution).collect();
    let listed = match solutions.as_slice() {
        [] => String::new(),
        many if many.iter().all(|s| s == "yes") && many.len() > 1 => format!("yes, {} times", many.len()),
        many => many.join("; "),
    };
    match &test.ending {
        Ending::Ok if test.complete => listed,
        Ending::Ok => format!("{listed} first"),
        Ending::Fail => "no".to_string(),
        Ending::Error { ball, line, .. } => {
            let place = if *line > 0 { format!(" at line {line}") } else { String::new() };
            let before = if listed.is_empty() { String::new() } else { format!("{listed}; then ") };
            format!("{before}throws {ball}{place}")
        }
    }
}

/// What `generate` found, for people.
pub fn goals_text(generated: &GeneratedGoals) -> String {
    let suite = &generated.suite;
    let mut out = String::new();
    for test in &suite.tests {
        let posted = if test.constraint == "true" { String::new() } else { format!("{}, ", test.constraint) };
        let _ = writeln!(out, "{}: ?- {posted}{}.", test.name, test.goal);
        let _ = writeln!(out, "    {}", ending(test));
        let _ = writeln!(out, "    path {}, ⟨{}⟩", test.path, test.condition);
    }
    let count = suite.tests.len();
    let _ = write!(out, "\n{count} test{}", if count == 1 { "" } else { "s" });
    for c in &suite.criteria {
        let _ = write!(out, "; {}: {} of {} covered", c.name, c.covered, c.goals);
        if c.infeasible > 0 {
            let _ = write!(out, ", {} infeasible", c.infeasible);
        }
        if c.out_of_bounds > 0 {
            let _ = write!(out, ", {} out of bounds", c.out_of_bounds);
        }
        if c.unknown > c.out_of_bounds {
            let _ = write!(out, ", {} unknown", c.unknown - c.out_of_bounds);
        }
    }
    out.push('\n');
    if let Some(e) = &suite.exploration {
        let _ = writeln!(
            out,
            "{} paths, {} infeasible sides, {} cut by the bounds, {} questions, {:.3} s{}",
            e.paths,
            e.infeasible,
            e.cut,
            e.queries,
            e.seconds,
            match (e.complete, suite.tests.is_empty()) {
                (true, false) => "; complete within the bounds",
                (true, true) => "; no run within the bounds",
                (false, _) => "; not complete",
            }
        );
    }
    for assumed in suite.exploration.iter().flat_map(|e| &e.assumed) {
        let _ = writeln!(out, "assumed: {assumed}");
    }
    if !generated.defaults.is_empty() {
        let _ = writeln!(out, "bounds by default: {}", generated.defaults.join(" "));
    }
    for note in &generated.notes {
        let _ = writeln!(out, "{note}");
    }
    for reason in &generated.reasons {
        let _ = writeln!(out, "unknown: {reason}");
    }
    out
}

/// What became of the mutants, for people.
pub fn goal_mutants_text(m: &MutatedGoals) -> String {
    let mut out = String::new();
    for mutant in m.mutants.iter().filter(|m| m.killed_by.is_empty()) {
        let fate = match &mutant.goal {
            Some(goal) => format!("alive; ?- {goal}. would kill it"),
            None => format!("alive; {}", mutant.reason),
        };
        let _ = writeln!(out, "line {}: {}: {fate}", mutant.line, mutant.what);
    }
    for (name, why) in &m.failing {
        let _ = writeln!(out, "{name}: does not pass on the program as it is: {why}");
    }
    let (killed, alive) = m.counts();
    let _ = writeln!(
        out,
        "{} mutants: {killed} killed, {alive} alive, 0 equivalent; score {:.1} %",
        m.mutants.len(),
        100.0 * m.score()
    );
    if m.added > 0 {
        let _ = writeln!(out, "{} tests added", m.added);
    }
    out
}

/// What became of the mutants, for scripts.
pub fn goal_mutants_json(m: &MutatedGoals) -> String {
    let (killed, alive) = m.counts();
    let list: Vec<serde_json::Value> = m
        .mutants
        .iter()
        .map(|x| {
            let status = if x.killed_by.is_empty() { "alive" } else { "killed" };
            let mut o = json!({
                "line": x.line, "what": x.what, "status": status, "by": x.killed_by, "goal": x.goal,
            });
            if !x.reason.is_empty() {
                o["reason"] = json!(x.reason);
            }
            o
        })
        .collect();
    let object = json!({
        "mutants": m.mutants.len(), "killed": killed, "alive": alive, "equivalent": 0,
        "score": (m.score() * 10_000.0).round() / 10_000.0, "list": list,
        "failing": m.failing.iter().map(|(n, w)| json!({ "name": n, "why": w })).collect::<Vec<_>>(),
    });
    format!("{object:#}\n")
}

/// The paths of a predicate as a graph: each node is a decision, named by the clauses that fit or by the outcome of a
/// test; the last one has the goal.
pub fn derivation_graph(root: &Derivation) -> FlowGraph {
    let mut graph = FlowGraph { name: root.label.clone(), nodes: Vec::new(), edges: Vec::new() };
    let mut open: Vec<(&Derivation, Option<usize>)> = vec![(root, None)];
    while let Some((at, from)) = open.pop() {
        let number = graph.nodes.len();
        let mut lines = vec![at.label.clone()];
        if let Some((goal, ending)) = &at.end {
            lines.push(format!("?- {goal}."));
            lines.push(ending.clone());
        }
        let kind = if at.end.is_some() { FlowKind::End } else { FlowKind::Block };
        graph.nodes.push(FlowNode { kind, lines, line: None });
        if let Some(from) = from {
            graph.edges.push(FlowEdge { from, to: number, outcome: None });
        }
        open.extend(at.next.iter().rev().map(|next| (next, Some(number))));
    }
    graph
}
