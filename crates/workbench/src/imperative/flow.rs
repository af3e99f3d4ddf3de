//! `graph --of cfg`: the control flow graph of a procedure as boxes, diamonds and arrows.

use crate::graph::{FlowEdge, FlowGraph, FlowKind, FlowNode};
use imperative::{
    Block, BlockId, Caught, DecisionKind, Expr, ExprKind, Instr, InstrKind, Proc, ProcId, Program,
    TerminatorKind, Type, VarId, VarKind, print_expr, print_instr,
};
use source::{Files, Span};

/// The control flow graph of a procedure. A block becomes a box with its instructions, then a diamond or an
/// end where it does not simply go on; what would be empty is left out if something else follows.
pub(crate) fn flow_graph(files: &Files, program: &Program, proc: ProcId) -> FlowGraph {
    let Some(of) = program.proc(proc) else { return FlowGraph::default() };
    let line = |span: Span| files.place(span).map(|(_, place)| place.line);
    let mut graph = FlowGraph { name: of.name.clone(), ..FlowGraph::default() };
    let reachable = imperative::graph::reachable(of);
    // Where each block begins and ends among the nodes.
    let mut first = vec![0usize; of.blocks.len()];
    let mut last = vec![0usize; of.blocks.len()];
    for (i, block) in of.blocks.iter().enumerate() {
        if !reachable.get(i).copied().unwrap_or(false) {
            continue;
        }
        first[i] = graph.nodes.len();
        let mut lines: Vec<String> =
            block.instrs.iter().map(|instr| written(files, program, of, instr)).collect();
        // One piece of text may have become several instructions.
        lines.dedup();
        let end = end_node(files, program, of, block);
        if !lines.is_empty() || end.is_none() {
            let line = block.instrs.first().and_then(|instr| line(instr.span));
            graph.nodes.push(FlowNode { kind: FlowKind::Block, lines, line });
        }
        if let Some((kind, text)) = end {
            let line = line(block.terminator.span);
            graph.nodes.push(FlowNode { kind, lines: vec![text], line });
            let at = graph.nodes.len() - 1;
            if at > first[i] {
                graph.edges.push(FlowEdge { from: first[i], to: at, outcome: None, mark: None });
            }
        }
        last[i] = graph.nodes.len() - 1;
    }
    caught_edges(program, of, &mut graph, (&first, &last), &|i| reachable.get(i).copied().unwrap_or(false));
    for (i, block) in of.blocks.iter().enumerate() {
        if !reachable.get(i).copied().unwrap_or(false) {
            continue;
        }
        let mut edge = |to: BlockId, outcome: Option<bool>| {
            if let Some(to) = first.get(to.index()) {
                graph.edges.push(FlowEdge { from: last[i], to: *to, outcome, mark: None });
            }
        };
        match &block.terminator.kind {
            TerminatorKind::Goto(to) => edge(*to, None),
            TerminatorKind::Branch { then, otherwise, .. } => {
                edge(*then, Some(true));
                edge(*otherwise, Some(false));
            }
            TerminatorKind::Return(_) | TerminatorKind::Fail(_) | TerminatorKind::FailAgain(_) => {}
        }
    }
    graph
}

/// Where errors are caught: a box for each catch, with an arrow from each block whose errors it may get.
fn caught_edges(
    program: &Program,
    proc: &Proc,
    graph: &mut FlowGraph,
    (first, last): (&[usize], &[usize]),
    reachable: &dyn Fn(usize) -> bool,
) {
    for catch in proc.handlers.iter().flat_map(|h| &h.catches) {
        let from: Vec<usize> = proc
            .block_ids()
            .filter(|b| reachable(b.index()) && proc.catches_around(*b).contains(&catch))
            .filter_map(|b| last.get(b.index()).copied())
            .collect();
        let Some(to) = first.get(catch.to.index()).filter(|_| !from.is_empty()) else { continue };
        let text = match &catch.what {
            Caught::All => "any error".to_string(),
            Caught::Kinds(kinds) => {
                let mut names: Vec<String> = kinds.iter().map(|kind| program.error_name(*kind)).collect();
                names.dedup();
                names.join(", ")
            }
        };
        let at = graph.nodes.len();
        graph.nodes.push(FlowNode {
            kind: FlowKind::Block,
            lines: vec![format!("caught: {text}")],
            line: None,
        });
        graph.edges.extend(from.into_iter().map(|from| FlowEdge { from, to: at, outcome: None, mark: None }));
        graph.edges.push(FlowEdge { from: at, to: *to, outcome: None, mark: None });
    }
}

/// What the author wrote, where the front end made something up for it; else the instruction.
fn written(files: &Files, program: &Program, proc: &Proc, instr: &Instr) -> String {
    let made_up = match &instr.kind {
        InstrKind::Make { .. }
        | InstrKind::Fill { .. }
        | InstrKind::Ask { .. }
        | InstrKind::Bits { .. }
        | InstrKind::Show { .. } => true,
        InstrKind::Assign(dst, _) => is_temporary(proc, *dst),
        InstrKind::Call { dst, backs, .. } => {
            dst.iter().chain(backs.iter().map(|(_, to)| to)).any(|v| is_temporary(proc, *v))
        }
        // The others are as the author wrote them.
        _ => false,
    };
    if made_up || instr.kind.operands().into_iter().any(|e| names_temporary(proc, e)) {
        return source_text(files, instr.span);
    }
    instr_text(program, proc, instr)
}

fn is_temporary(proc: &Proc, v: VarId) -> bool {
    proc.var(v).is_some_and(|v| v.kind == VarKind::Temporary)
}

fn names_temporary(proc: &Proc, e: &Expr) -> bool {
    e.vars().into_iter().any(|v| is_temporary(proc, v))
}

/// The text of a place, on one line.
fn source_text(files: &Files, span: Span) -> String {
    files.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn end_node(files: &Files, program: &Program, proc: &Proc, block: &Block) -> Option<(FlowKind, String)> {
    let shown = |e: &Expr, span: Span| match names_temporary(proc, e) {
        true => source_text(files, span),
        false => print_expr(program, proc, e),
    };
    Some(match &block.terminator.kind {
        TerminatorKind::Goto(_) => return None,
        TerminatorKind::Branch { decision, .. } => {
            let text = proc.decision(*decision).map_or_else(String::new, |d| {
                let word = match d.kind {
                    DecisionKind::If
                    | DecisionKind::ShortCircuit
                    | DecisionKind::Answer
                    | DecisionKind::Caught => "",
                    DecisionKind::While => "while ",
                    DecisionKind::Assert => "assert ",
                };
                format!("{word}{}", shown(&d.cond, d.span))
            });
            (FlowKind::Decision, text)
        }
        TerminatorKind::Return(None) => (FlowKind::End, "return".to_string()),
        TerminatorKind::Return(Some(e)) => (FlowKind::End, format!("return {}", shown(e, e.span))),
        TerminatorKind::FailAgain(_) => (FlowKind::End, "error: the one that was caught".to_string()),
        TerminatorKind::Fail(kind) => (FlowKind::End, format!("error: {}", program.error_name(*kind))),
    })
}

fn instr_text(program: &Program, proc: &Proc, instr: &Instr) -> String {
    let assign = program.notation.text.assign;
    let expr = |e: &Expr| print_expr(program, proc, e);
    let list = |args: &[Expr]| args.iter().map(expr).collect::<Vec<_>>().join(", ");
    let var = |v: &VarId| proc.var(*v).map_or_else(|| v.to_string(), |v| v.name.clone());
    // A place that is written looks as it does where it is read.
    let place = |kind: ExprKind| expr(&Expr { kind, span: instr.span });
    match &instr.kind {
        InstrKind::Skip => program.notation.text.skip.to_string(),
        InstrKind::Assign(v, e) => format!("{}{assign}{}", var(v), expr(e)),
        InstrKind::StoreField { object, field, value } => {
            let target = place(ExprKind::Field(Box::new(object.clone()), *field));
            format!("{target}{assign}{}", expr(value))
        }
        InstrKind::StoreElement { array, index, value } => {
            let target = place(ExprKind::Element(Box::new(array.clone()), Box::new(index.clone())));
            format!("{target}{assign}{}", expr(value))
        }
        InstrKind::New { dst, of, args } => {
            format!("{}{assign}new {}({})", var(dst), program.type_name(&Type::Ref(*of)), list(args))
        }
        InstrKind::NewArray { dst, element, length } => {
            format!("{}{assign}new {}[{}]", var(dst), program.type_name(element), expr(length))
        }
        InstrKind::StoreTarget { .. }
        | InstrKind::Make { .. }
        | InstrKind::Free(_)
        | InstrKind::Bits { .. }
        | InstrKind::Show { .. }
        | InstrKind::Ask { .. } => print_instr(program, proc, &instr.kind),
        InstrKind::Call { dst, proc, args, .. } => {
            let callee = program.proc(*proc).map_or_else(|| proc.to_string(), |p| p.name.clone());
            let dst = dst.as_ref().map_or_else(String::new, |v| format!("{}{assign}", var(v)));
            format!("{dst}{callee}({})", list(args))
        }
        InstrKind::Assume(e) => format!("assume {}", expr(e)),
        InstrKind::Check { .. } | InstrKind::Fill { .. } => print_instr(program, proc, &instr.kind),
        InstrKind::Unsupported(name) => format!("unsupported: {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_a_diamond_with_a_way_back() {
        let mut files = source::Files::new();
        let file = files.add("p.impl", "while x /= nil { x.head := 0; x := x.tail }; y := 1");
        let program = front_impl::load(&files, file).program.expect("it is well typed");
        let graph = flow_graph(&files, &program, program.main.expect("a main program"));
        let diamond = graph.nodes.iter().position(|n| n.kind == FlowKind::Decision).expect("a decision");
        assert_eq!(graph.nodes[diamond].lines, ["while x /= nil"]);
        let ways: Vec<Option<bool>> =
            graph.edges.iter().filter(|e| e.from == diamond).map(|e| e.outcome).collect();
        assert_eq!(ways, [Some(true), Some(false)]);
        assert!(graph.nodes.iter().any(|n| n.lines == ["x.head := 0", "x := x.tail"]), "{graph:?}");
        let body = graph.edges.iter().find(|e| e.from == diamond && e.outcome == Some(true)).map(|e| e.to);
        assert!(graph.edges.iter().any(|e| Some(e.from) == body && e.to == diamond), "{graph:?}");
    }
}
