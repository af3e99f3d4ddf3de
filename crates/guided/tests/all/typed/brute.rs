//! Random programs: the sequences that are derived within a call depth are those that running all small inputs shows.
//!
//! Every derived sequence is run again with its inputs, which is soundness. For completeness all well typed inputs up to a size
//! are run: a sequence that they show within the depth and that was not derived is lost.

use super::program::Loaded;
use base::{Int, Random};
use front_mercury::procedures::analyse;
use guided::typed::Value;
use logic::machine::guide::Plain;
use logic::machine::moded::{End, FAILED, SUCCEEDED, Watching};
use logic::machine::{Machine, Options, Outcome};
use logic::moded::graph::Node;
use logic::moded::segments::segment;
use logic::moded::{Label, ProcId};
use std::collections::BTreeSet;
use testkit::mercury_programs::{Generator, HEAD, Type};

/// All values of a type up to a size.
fn values(ty: Type, tree: &[logic::Atom; 3]) -> Vec<Value> {
    let int = |value: i64| Value::Int(Int::from(value));
    match ty {
        Type::Int => (-1..=4).map(int).collect(),
        Type::List => {
            let mut rows: Vec<Vec<i64>> = vec![Vec::new()];
            let mut all = rows.clone();
            for _ in 0..3 {
                let longer = |row: &Vec<i64>| {
                    [0, 1, 3].into_iter().map(|first| [vec![first], row.clone()].concat()).collect::<Vec<_>>()
                };
                rows = rows.iter().flat_map(longer).collect();
                all.extend(rows.clone());
            }
            let nil = Value::Make(logic::Atom::NIL, Vec::new());
            let list = |row: Vec<i64>| {
                row.into_iter()
                    .rev()
                    .fold(nil.clone(), |tail, head| Value::Make(logic::Atom::CONS, vec![int(head), tail]))
            };
            all.into_iter().map(list).collect()
        }
        Type::Tree => {
            let [leaf, value, node] = *tree;
            let mut small = vec![Value::Make(leaf, Vec::new())];
            small.extend([0, 1, 3].map(|number| Value::Make(value, vec![int(number)])));
            let mut all = small.clone();
            for left in &small {
                for right in &small {
                    all.push(Value::Make(node, vec![left.clone(), right.clone()]));
                }
            }
            let pair = Value::Make(node, vec![small[0].clone(), small[1].clone()]);
            all.push(Value::Make(node, vec![pair.clone(), small[0].clone()]));
            all.push(Value::Make(node, vec![small[2].clone(), pair]));
            all
        }
    }
}

/// The flat sequence of a run, with its call depth by definition 4.11. Nothing if it takes too long.
fn run(
    machine: &mut Machine<'_, Plain>,
    code: &logic::Program,
    proc: ProcId,
    inputs: &[Value],
) -> Option<(Vec<Label>, u32)> {
    let frozen: Vec<_> = inputs.iter().map(|input| input.frozen(machine)).collect();
    let options = Options { steps: 20_000, ..Options::default() };
    machine.start(proc, &frozen, options, Watching::Traces);
    let mut outcome = machine.next();
    while outcome == Outcome::Solution {
        outcome = machine.next();
    }
    if outcome != Outcome::Failed {
        return None;
    }
    let mut depth = 0;
    for trace in machine.traces() {
        let mut open = 0_i64;
        for node in segment(&code.procs, &trace.labels, matches!(trace.end, End::Fail)) {
            match node {
                Node::Label(label) => {
                    let proc = code.procs.points[label as usize].proc;
                    open += i64::from(code.procs.body(proc).is_some_and(|body| body.first() == label));
                }
                Node::Success | Node::Failure => open -= 1,
            }
            depth = depth.max(open);
        }
    }
    let frozen: Vec<_> = inputs.iter().map(|input| input.frozen(machine)).collect();
    machine.start(proc, &frozen, options, Watching::Sequence);
    while machine.next() == Outcome::Solution {}
    Some((machine.sequence().to_vec(), depth as u32))
}

#[test]
fn sequences_are_those_of_all_small_inputs() {
    let wanted: usize = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let (mut programs, mut procedures, mut sequences, mut runs, mut incomplete) = (0, 0, 0, 0, 0);
    while programs < wanted {
        let mut text = String::from(HEAD);
        let mut asked = Vec::new();
        for _ in 0..10 {
            programs += 1;
            let mut generator =
                Generator::new(Random::new(50_000 + programs as u64), format!("q{programs}_"));
            let (made, _) = generator.program();
            text.push_str(&made);
            for (number, pred) in generator.preds.iter().enumerate().rev().take(2) {
                asked.push((format!("q{programs}_p{number}"), pred.clone()));
            }
        }
        let mut files = source::Files::new();
        let main = files.add("r.m", text.as_str());
        let checked = front_mercury::check::check(&mut files, main, &mut |_| None);
        let analysed = analyse(&checked.program);
        let program = front_mercury::code::lower(&checked.program, &analysed.procedures);
        let loaded = Loaded { core: checked.program, procedures: analysed.procedures, program };
        let mut terms = loaded.program.terms.clone();
        let tree = ["leaf", "value", "node"].map(|name| terms.intern(name));
        for (name, pred) in asked {
            // A predicate that nobody calls in a mode has none.
            let own = loaded.program.procs.own();
            let of = |id: &ProcId| {
                let lambda = loaded.procedures.get(*id).is_some_and(|procedure| procedure.lambda);
                !lambda && loaded.program.procs.proc(*id).is_some_and(|proc| proc.name == name)
            };
            let Some(id) = own.into_iter().find(of) else { continue };
            let mut plan = loaded.plan(id, 3);
            plan.bounds.steps = 20_000;
            plan.bounds.effort = Some(400_000);
            let (found, derived) = loaded.derive(&plan);
            procedures += 1;
            sequences += found.len();
            let known: BTreeSet<&[Label]> = found.iter().map(|s| s.labels.as_slice()).collect();
            assert_eq!(known.len(), found.len(), "{name} has a sequence twice\n{text}");
            let mut machine = Machine::waiting(&loaded.program, Plain);
            for sequence in &found {
                let (labels, depth) =
                    run(&mut machine, &loaded.program, id, &sequence.inputs).expect("a run that ends");
                assert_eq!(labels, sequence.labels, "{name} of {:?}\n{text}", sequence.texts);
                assert!(depth <= 3, "{name} of {:?} has depth {depth}\n{text}", sequence.texts);
            }
            if !derived.is_complete() {
                incomplete += 1;
                continue;
            }
            let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
            for ty in &pred.inputs {
                let all = values(*ty, &tree);
                rows = rows
                    .iter()
                    .flat_map(|row| all.iter().map(|value| [row.clone(), vec![value.clone()]].concat()))
                    .collect();
            }
            for row in rows {
                let Some((labels, depth)) = run(&mut machine, &loaded.program, id, &row) else { continue };
                runs += 1;
                if depth <= 3 && !known.contains(labels.as_slice()) {
                    let shown: Vec<String> = labels
                        .iter()
                        .map(|label| match *label {
                            SUCCEEDED => "S".to_string(),
                            FAILED => "F".to_string(),
                            label => label.to_string(),
                        })
                        .collect();
                    let clauses: Vec<&str> = text.lines().filter(|line| line.contains(&name)).collect();
                    panic!(
                        "{name} of {row:?} was not derived: {} (cut {}, infeasible {})\n{}",
                        shown.join(" "),
                        derived.cut,
                        derived.infeasible,
                        clauses.join("\n")
                    );
                }
            }
        }
    }
    println!(
        "{programs} programs, {procedures} procedures, {sequences} sequences, {runs} runs of small inputs, \
         {incomplete} not complete"
    );
    assert!(incomplete * 5 < procedures, "too many are not complete: {incomplete} of {procedures}");
}
