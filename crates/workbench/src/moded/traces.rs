//! Procedures in superhomogeneous form with their labels, and the traces of goals (figure 2.4 of the thesis).

use super::ModedEngine;
use super::judge::{bounds, with_place};
use crate::trace::{GoalTrace, LabelledProcedure, TraceOptions, Traced, TracedGoal};
use logic::machine::guide::Plain;
use logic::machine::moded::{End, Watching};
use logic::machine::{Machine, Options, Outcome};
use logic::moded::graph::Node;
use logic::moded::segments::segment;
use suite::{GoalTest, Payload, Test};

/// Steps of a run: longer traces are not useful.
const STEPS: u64 = 1_000_000;
/// No more solutions of a goal are looked for.
const MOST: usize = 100;

/// The procedures that are asked about; the traces of goals if there are any.
pub(super) fn trace(engine: &ModedEngine<'_>, options: &TraceOptions) -> Result<Traced, String> {
    if options.only.is_some() {
        return Err("`--path` is for imperative programs".to_string());
    }
    let mut traced = Traced { segments: options.segments, ..Traced::default() };
    for id in &engine.entries {
        let Some(proc) = engine.subject.program.procs.proc(*id) else { continue };
        let text = engine.subject.text.labelled(*id);
        traced.procedures.push(LabelledProcedure { name: proc.shown.clone(), text });
    }
    for goal in &options.goals {
        traced.goals.push(traces_of(engine, goal)?);
    }
    Ok(traced)
}

fn traces_of(engine: &ModedEngine<'_>, goal: &str) -> Result<TracedGoal, String> {
    let payload = Payload::Goal(GoalTest { goal: goal.to_string(), ..GoalTest::default() });
    let test = Test { name: "goal".to_string(), ..Test::new(payload) };
    let compiled = engine.subject.text.compile(std::slice::from_ref(&test));
    let compiled_test = match compiled.tests.first() {
        Some(Ok(test)) => test,
        Some(Err(why)) => return Err(format!("`{goal}`: {why}")),
        None => return Err(format!("`{goal}` is not a goal")),
    };
    let mut machine = Machine::waiting(&compiled.program, Plain);
    let world = machine.number(0);
    let inputs = if compiled_test.world { vec![world] } else { Vec::new() };
    let options = Options { steps: STEPS, ..bounds() };
    machine.start(compiled_test.solve, &inputs, options, Watching::Traces);
    let mut solutions = 0;
    let mut note = None;
    loop {
        match machine.next() {
            Outcome::Solution => {
                solutions += 1;
                if solutions >= MOST {
                    note = Some(format!("there may be more than {MOST} solutions"));
                    break;
                }
            }
            Outcome::Failed => break,
            Outcome::Error { ball, .. } => {
                note = Some(format!("it throws {ball}"));
                break;
            }
            Outcome::Unknown { why, span } => {
                let why = with_place(engine.files, why, span);
                note = Some(format!("not known from here on: {why}"));
                break;
            }
            Outcome::Limit | Outcome::Infeasible => {
                note = Some("bound reached: it goes on".to_string());
                break;
            }
        }
    }
    let found = machine.traces().to_vec();
    let log = machine.log().to_vec();
    let mut traces = Vec::with_capacity(found.len());
    for trace in found {
        let fails = matches!(trace.end, End::Fail);
        let nodes = segment(&compiled.program.procs, &trace.labels, fails);
        let node = |node: &Node| match node {
            Node::Label(label) => format!("l{label}"),
            Node::Success => "lS".to_string(),
            Node::Failure => "lF".to_string(),
        };
        let throws = matches!(trace.end, End::Exception);
        let answer = match trace.end {
            End::Solution(values) => {
                let mut pairs = Vec::new();
                for (name, value) in compiled_test.vars.iter().zip(&values) {
                    pairs.push((name.clone(), machine.shown(value)));
                }
                Some(pairs)
            }
            End::Fail | End::Exception => None,
        };
        let segment = nodes.iter().map(node).collect();
        traces.push(GoalTrace { labels: trace.labels, segment, answer, throws });
    }
    let written = std::mem::take(&mut machine.world().written[0]);
    Ok(TracedGoal { goal: goal.to_string(), traces, log, written, note })
}
