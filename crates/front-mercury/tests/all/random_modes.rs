//! Random programs that are well moded by construction: answers, their order and their traces are those of figure 2.4.
//!
//! See [`testkit::mercury_programs`].

use crate::checking::checked;
use crate::figure_2_4::{Ground, Semantics};
use base::Random;
use front_mercury::procedures::{Procedures, analyse};
use logic::machine::guide::Plain;
use logic::machine::moded::{End, Watching};
use logic::machine::{Machine, Options, Outcome};
use logic::moded::graph::{Arc, ArcKind, Node, arcs};
use logic::moded::segments::segment;
use logic::moded::{BlockId, GoalKind, Label, Procs};
use std::collections::{BTreeMap, BTreeSet};
use testkit::mercury_programs::{Generator, HEAD};

/// Runs procedures without inputs in every way and compares.
fn compare(
    text: &str,
    program: &front_mercury::core::Program,
    procedures: &Procedures,
    goals: &[String],
) -> [usize; 3] {
    let code = front_mercury::code::lower(program, procedures);
    let own: Vec<logic::moded::ProcId> = code.procs.own().collect();
    let arcs: BTreeSet<Arc> = arcs(&code.procs, &own).into_iter().collect();
    let (mut done, mut traces, mut outcomes) = (0, 0, 0);
    for name in goals {
        let ids = (0..code.procs.list.len()).map(logic::moded::ProcId::new);
        let id = ids.into_iter().find(|id| code.procs.proc(*id).is_some_and(|p| p.own && p.name == *name));
        let id = id.expect("a procedure");
        let mut semantics = Semantics::new(program, procedures);
        let Ok(expected) = semantics.call(id, &[], 200_000) else { continue };
        let shown = |values: &[Ground]| {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            values.join(" ")
        };
        let expected: Vec<(Vec<u32>, Option<String>)> =
            expected.into_iter().map(|(trace, values)| (trace, values.as_deref().map(shown))).collect();
        let answers: Vec<String> = expected.iter().filter_map(|(_, answer)| answer.clone()).collect();
        for watching in [Watching::Nothing, Watching::Counts, Watching::Traces] {
            let mut machine = Machine::waiting(&code, Plain);
            let options = Options { steps: 10_000_000, ..Options::default() };
            machine.start(id, &[], options, watching);
            let mut found = Vec::new();
            let mut outcome = machine.next();
            while outcome == Outcome::Solution {
                let values = machine.outputs(id);
                let values: Vec<String> = values.iter().map(|value| machine.shown(value)).collect();
                found.push(values.join(" "));
                outcome = machine.next();
            }
            assert_eq!(outcome, Outcome::Failed, "{watching:?} of {name}\n{text}");
            assert_eq!(found, answers, "{watching:?}: answers of {name}\n{text}");
            if watching == Watching::Traces {
                let found = machine.traces().to_vec();
                let mut of_machine = Vec::new();
                for trace in found {
                    let answer = match trace.end {
                        End::Solution(values) => {
                            let values: Vec<String> = values.iter().map(|v| machine.shown(v)).collect();
                            Some(values.join(" "))
                        }
                        End::Fail | End::Exception => None,
                    };
                    of_machine.push((trace.labels, answer));
                }
                assert_eq!(of_machine, expected, "traces of {name}\n{text}");
                for (labels, answer) in &of_machine {
                    follows_the_graph(&code, &arcs, labels, answer.is_none());
                }
                traces += of_machine.len();
                outcomes += counts_agree(&code, id, text, &mut machine);
            }
        }
        done += 1;
    }
    [done, traces, outcomes]
}

/// What fails in this block leads to: the label at which execution goes on, or the failure of the procedure.
struct Exits<'c> {
    procs: &'c logic::moded::Procs,
    /// The goal in which a block stands.
    around: BTreeMap<BlockId, Label>,
}

impl<'c> Exits<'c> {
    fn new(procs: &'c logic::moded::Procs) -> Exits<'c> {
        let labels = 1..procs.points.len() as Label;
        let goals = labels.filter_map(|label| procs.goal(label));
        let around = goals.flat_map(|goal| Procs::parts(goal).into_iter().map(|part| (part, goal.label)));
        Exits { procs, around: around.collect() }
    }

    /// Where the failure of a goal can lead to. The first place is where it leads to if nothing else is open; the others are for
    /// conditions that held before.
    fn of(&self, label: Label) -> Vec<Node> {
        let mut found = Vec::new();
        let mut block = self.procs.points[label as usize].block;
        loop {
            let Some(outer) = self.around.get(&block) else {
                found.push(Node::Failure);
                return found;
            };
            let goal = self.procs.goal(*outer).expect("a goal");
            let parts = Procs::parts(goal);
            match &goal.kind {
                GoalKind::Disj(_) | GoalKind::Switch(..) if parts.last() != Some(&block) => {
                    found.push(Node::Failure);
                    return found;
                }
                GoalKind::Not(_) => {
                    found.push(Node::Label(self.after(*outer)));
                    return found;
                }
                GoalKind::If(condition, _, otherwise) if *condition == block => {
                    found.push(Node::Label(self.procs.block(*otherwise).expect("a block").first()));
                }
                _ => {}
            }
            block = self.procs.points[*outer as usize].block;
        }
    }

    fn after(&self, label: Label) -> Label {
        let point = &self.procs.points[label as usize];
        self.procs.block(point.block).expect("a block").after(point.goal as usize)
    }

    /// The negation that a label is the last one of.
    fn negation(&self, label: Label) -> Option<Label> {
        let point = &self.procs.points[label as usize];
        let outer = *self.around.get(&point.block)?;
        let is_end = self.procs.block(point.block)?.end == label;
        let negates = matches!(self.procs.goal(outer)?.kind, GoalKind::Not(_));
        (is_end && negates).then_some(outer)
    }
}

/// Definition 4.3: each step of a segment is along a regular arc, and what comes after the end of a call is where that call
/// is to go on. Figure 4.1 has no arc for what fails in a negation or condition in which a choice is open (the segment
/// ends there), nor for a condition that fails after it held (its `else` part is not for it).
fn follows_the_graph(code: &logic::Program, arcs: &BTreeSet<Arc>, labels: &[u32], fails: bool) {
    let nodes = segment(&code.procs, labels, fails);
    let exits = Exits::new(&code.procs);
    let has = |from: Label, to: Node, fits: &dyn Fn(ArcKind) -> bool| {
        arcs.iter().any(|arc| arc.from == Node::Label(from) && arc.to == to && fits(arc.kind))
    };
    let regular = |kind: ArcKind| matches!(kind, ArcKind::Regular(_));
    let ends = |number: usize| nodes[number..].iter().all(|node| *node == Node::Failure);
    // A goal failed, and the segment goes on here.
    let failed = |label: Label, to: Node, number: usize| {
        let exits = exits.of(label);
        exits.contains(&to) && (exits[0] == to || exits.len() > 1) || to == Node::Failure && ends(number)
    };
    let mut calls: Vec<Label> = Vec::new();
    for (number, pair) in nodes.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let fine = match from {
            Node::Label(label) => match code.procs.goal(label).map(|goal| &goal.kind) {
                Some(GoalKind::Call(callee, _)) if code.procs.body(*callee).is_some_and(|b| b.end != 0) => {
                    calls.push(label);
                    has(label, to, &regular)
                }
                Some(GoalKind::CallClosure { .. }) if to != Node::Failure && !has(label, to, &regular) => {
                    calls.push(label);
                    let first = |id| code.procs.body(id).map(|body| Node::Label(body.first()));
                    code.procs.own().any(|id| first(id) == Some(to))
                }
                _ if has(label, to, &regular) => true,
                Some(_) => has(label, exits.of(label)[0], &regular) && failed(label, to, number + 1),
                None => exits.negation(label).is_some_and(|negation| failed(negation, to, number + 1)),
            },
            Node::Success => calls.pop().is_some_and(|call| {
                let closure = matches!(
                    code.procs.goal(call).map(|goal| &goal.kind),
                    Some(GoalKind::CallClosure { .. })
                );
                let after = |kind| if closure { regular(kind) } else { kind == ArcKind::ReturnAfterSuccess };
                has(call, to, &after) && to == Node::Label(exits.after(call))
            }),
            Node::Failure => calls.pop().is_some_and(|call| failed(call, to, number + 1)),
        };
        assert!(fine, "no arc from {from:?} to {to:?} in {nodes:?}");
    }
    assert_eq!(nodes.last(), Some(if fails { &Node::Failure } else { &Node::Success }), "{nodes:?}");
    assert!(fails || calls.is_empty(), "a call is not left: {nodes:?}");
}

/// A measured run counts what the traces show: which labels are reached, and which atoms succeed and fail. The arms of switches
/// that were not tried count too, so labels inside of switches may have more.
fn counts_agree(
    code: &logic::Program,
    id: logic::moded::ProcId,
    text: &str,
    traced: &mut Machine<'_, Plain>,
) -> usize {
    let mut machine = Machine::waiting(code, Plain);
    machine.start(id, &[], Options { steps: 10_000_000, ..Options::default() }, Watching::Counts);
    while machine.next() == Outcome::Solution {}
    let counts = machine.counts();
    let exits = Exits::new(&code.procs);
    let all = counts.reached.len();
    let (mut logged, mut reached) = (vec![false; all], vec![false; all]);
    let (mut succeeded, mut failed, mut may_fail) = (vec![false; all], vec![false; all], vec![false; all]);
    for label in traced.log() {
        logged[*label as usize] = true;
    }
    for trace in traced.traces() {
        for (number, label) in trace.labels.iter().enumerate() {
            let index = *label as usize;
            reached[index] = true;
            match trace.labels.get(number + 1) {
                _ if code.procs.goal(*label).is_none() => {}
                Some(next) if *next == exits.after(*label) => succeeded[index] = true,
                Some(next) if starts(code, *next) => {}
                _ => failed[index] = true,
            }
        }
        // Calls are matched with their returns.
        let fails = matches!(trace.end, End::Fail);
        let nodes = segment(&code.procs, &trace.labels, fails);
        let mut calls = Vec::new();
        for (number, pair) in nodes.windows(2).enumerate() {
            match (pair[0], pair[1]) {
                (Node::Label(label), Node::Label(next)) if starts(code, next) => {
                    calls.push((label as usize, number));
                }
                (Node::Success, _) => succeeded[calls.pop().expect("a call").0] = true,
                (Node::Failure, _) => {
                    let (call, start) = calls.pop().expect("a call");
                    // A measured run does not try the other arms of a switch, so a call with a switch in it need not fail.
                    let tried = nodes[start..number].iter().any(|node| is_switch(code, *node));
                    *(if tried { &mut may_fail[call] } else { &mut failed[call] }) = true;
                }
                _ => {}
            }
        }
    }
    let mut compared = 0;
    for label in 1..all {
        assert!(!reached[label] || logged[label], "l{label} is not logged\n{text}");
        assert!(!reached[label] || counts.reached[label] > 0, "l{label} is lost\n{text}");
        let Some(goal) = code.procs.goal(label as Label) else { continue };
        let own = |id: &logic::moded::ProcId| code.procs.proc(*id).is_some_and(|proc| proc.own);
        // Only atoms have outcomes; those of calls of the program's own procedures are no arcs.
        if !Procs::parts(goal).is_empty() || matches!(&goal.kind, GoalKind::Call(id, _) if own(id)) {
            continue;
        }
        let (yes, no) = (counts.succeeded[label] > 0, counts.failed[label] > 0);
        assert!(yes || !succeeded[label], "success of l{label} is lost\n{text}");
        assert!(no || !failed[label], "failure of l{label} is lost\n{text}");
        if !in_switch(&exits, label as Label) {
            let failed = failed[label] || may_fail[label] && no;
            assert_eq!((yes, no), (succeeded[label], failed), "outcomes of l{label}\n{text}");
            compared += usize::from(reached[label]);
        }
    }
    compared
}

fn is_switch(code: &logic::Program, node: Node) -> bool {
    let Node::Label(label) = node else { return false };
    matches!(code.procs.goal(label).map(|goal| &goal.kind), Some(GoalKind::Switch(..)))
}

/// Whether a label is the first one of a procedure.
fn starts(code: &logic::Program, label: Label) -> bool {
    let proc = code.procs.points[label as usize].proc;
    code.procs.body(proc).is_some_and(|body| body.first() == label)
}

/// Whether a label stands in an arm of a switch.
fn in_switch(exits: &Exits<'_>, label: Label) -> bool {
    let mut block = exits.procs.points[label as usize].block;
    while let Some(outer) = exits.around.get(&block) {
        if matches!(exits.procs.goal(*outer).map(|goal| &goal.kind), Some(GoalKind::Switch(..))) {
            return true;
        }
        block = exits.procs.points[*outer as usize].block;
    }
    false
}

#[test]
fn machines_agree_with_figure_2_4() {
    let wanted: usize = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let (mut programs, mut goals, mut traces, mut outcomes) = (0, 0, 0, 0);
    while programs < wanted {
        // Several programs share a module, since most of the time goes into checking the library.
        let mut text = String::from(HEAD);
        let mut names = Vec::new();
        for _ in 0..20 {
            programs += 1;
            let prefix = format!("q{programs}_");
            let random = Random::new(programs as u64);
            let mut generator = Generator::new(random, prefix);
            generator.backwards = true;
            let (made, asked) = generator.program();
            text.push_str(&made);
            names.extend((0..asked).map(|goal| format!("{}go{goal}", generator.prefix)));
        }
        let (checked, problems) = checked("r.m", &text, &[]);
        assert!(!checked.has_errors(), "{problems}\n{text}");
        let program = &checked.program;
        let analysed = analyse(program);
        let wrong = analysed.diagnostics.iter().filter(|d| d.is_error());
        let wrong: Vec<&str> = wrong.map(|d| d.message.as_str()).collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{text}");
        let [done, found, compared] = compare(&text, program, &analysed.procedures, &names);
        goals += done;
        traces += found;
        outcomes += compared;
    }
    println!("{programs} programs, {goals} goals, {traces} traces, outcomes of {outcomes} atoms");
    assert!(goals * 10 > programs * 2 * 9, "too many goals take too long: {goals} of {}", programs * 2);
    // A tenth of the goals are committed choices, which have one solution.
    assert!(traces * 2 > goals * 5, "the programs are too simple: {traces} traces of {goals} goals");
}
