//! Conditions on inputs: `--assume`.
//!
//! ```text
//! --assume 'all_different(A)'        for member(out, in): lists whose elements are different
//! ```
//!
//! The condition is checked like the assertion of a test that calls the entry, so it sees what tests see, and its types are those
//! of the entry. It becomes a procedure of its own. Another one asks for it, and then calls the entry.

use crate::code;
use crate::language::{Text, problem_text};
use crate::suites::Input;
use language::{Assuming, Moded, ModedText};
use logic::letter_name;
use logic::machine::moded::ENTERED;
use logic::moded::{
    Block, BlockId, Body, Determinism, Flow, Goal, GoalKind, NO_LABEL, Proc, ProcId, Procs, Slot,
};
use suite::{GoalTest, Outcome, Payload, Test};

/// See [`ModedText::assuming`].
pub(crate) fn assuming(
    text: &Text,
    program: &logic::Program,
    entries: &[ProcId],
    condition: &str,
) -> Result<Assuming, String> {
    let mut tests = Vec::new();
    let mut hidden = Vec::new();
    for (number, id) in entries.iter().enumerate() {
        let inputs = text.inputs(program, *id)?;
        let letters: Vec<String> = (0..inputs.args.len() - inputs.hidden).map(letter_name).collect();
        let (call, outputs) = text.call(*id, &letters);
        if let Some(name) = outputs.iter().find(|name| letters.contains(name)) {
            return Err(format!("an output is called `{name}` like an input of `--assume`"));
        }
        // Nothing is ever run of this test: it says what the inputs are.
        let mut goals: Vec<String> = letters.iter().map(|name| format!("list.member({name}, [])")).collect();
        goals.push(call);
        let goal = GoalTest {
            goal: goals.join(", "),
            assertions: vec![format!("all_true(({condition}))")],
            ..GoalTest::default()
        };
        tests.push(Test {
            name: format!("assumed{number}"),
            entry: String::new(),
            path: String::new(),
            condition: String::new(),
            outcome: Outcome::Ok,
            payload: Payload::Goal(goal),
        });
        hidden.push(inputs.hidden);
    }
    let (compiled, wrong, files) = text.compiled(&tests);
    if let Some(why) = wrong.into_iter().flatten().next() {
        return Err(why);
    }
    let mut made = code::lower_own(&compiled.program, &compiled.procedures, |of| text.is_own(of));
    let mut found = Vec::new();
    let mut calls = Vec::new();
    let mut conditions = Vec::new();
    for ((id, test), hidden) in entries.iter().zip(&compiled.tests).zip(hidden) {
        let test = test.as_ref().map_err(|problems| problem_text(problems, &files))?;
        let wanted = program.procs.proc(*id).map(|proc| (&proc.shown, proc.at));
        let same = |known: &ProcId| made.procs.proc(*known).map(|proc| (&proc.shown, proc.at)) == wanted;
        let entry = made.procs.own().find(same).ok_or("an entry is not there")?;
        let check = test.assertions.iter().find_map(|assertion| Some((assertion.check?, &assertion.inputs)));
        let Some((check, inputs)) = check else { return Err("the condition says nothing".to_string()) };
        let mut args = Vec::new();
        for input in inputs {
            let name = match input {
                Input::Var(number) => test.vars.get(*number).map(|var| var.name.clone()),
                Input::Cardinality => None,
            };
            let place =
                name.and_then(|name| (0..inputs_of(&made.procs, entry)).position(|i| letter_name(i) == name));
            let Some(place) = place else {
                return Err("the condition may name the inputs `A`, `B`, … only".to_string());
            };
            args.push(place + hidden);
        }
        found.push(entry);
        let (call, condition) = wrapped(&mut made.procs, entry, check, &args, hidden)?;
        calls.push(call);
        conditions.push(condition);
    }
    let core = Some((compiled.program, compiled.procedures));
    let mut text = text.clone();
    text.core = core;
    Ok(Assuming { subject: Moded { program: made, text: Box::new(text) }, entries: found, calls, conditions })
}

fn inputs_of(procs: &Procs, id: ProcId) -> usize {
    procs.proc(id).map_or(0, |proc| proc.flows.iter().filter(|flow| **flow == Flow::In).count())
}

/// A procedure that asks for the condition once and then calls the entry, and one that asks for the condition alone.
fn wrapped(
    procs: &mut Procs,
    entry: ProcId,
    check: ProcId,
    inputs: &[usize],
    hidden: usize,
) -> Result<(ProcId, ProcId), String> {
    let of = procs.proc(entry).cloned().ok_or("an entry is not there")?;
    let slots: Vec<Slot> =
        (0..of.flows.len()).filter(|i| of.flows[*i] == Flow::In).map(|i| i as Slot).collect();
    // Types that the condition has to know come first; those of the entry are all the same.
    let types = inputs_of(procs, check).saturating_sub(inputs.len());
    if types > hidden {
        return Err("the condition needs a type that is not known".to_string());
    }
    let places = (0..types).chain(inputs.iter().copied());
    let args: Vec<Slot> = places.filter_map(|place| slots.get(place).copied()).collect();
    let id = ProcId::new(procs.list.len());
    let goal = |kind: GoalKind| Goal { label: NO_LABEL, kind, at: of.at };
    let condition = BlockId::new(procs.blocks.len());
    procs.blocks.push(Block { of: id, goals: vec![goal(GoalKind::Call(check, args))], end: NO_LABEL });
    let all = (0..of.flows.len() as Slot).collect();
    // The label says where the condition ends, whose labels are not those of the entry.
    let call = Goal { label: ENTERED, ..goal(GoalKind::Call(entry, all)) };
    let goals = vec![goal(GoalKind::Commit(condition)), call];
    let body = BlockId::new(procs.blocks.len());
    procs.blocks.push(Block { of: id, goals, end: NO_LABEL });
    let determinism = if of.commits() { Determinism::Semidet } else { Determinism::Nondet };
    let vars = of.vars.iter().take(of.flows.len()).cloned().collect();
    let alone = BlockId::new(procs.blocks.len());
    let only = ProcId::new(id.index() + 1);
    let goals = vec![goal(GoalKind::Commit(condition))];
    procs.blocks.push(Block { of: only, goals, end: NO_LABEL });
    let given = |flow: &Flow| if *flow == Flow::In { Flow::In } else { Flow::Unused };
    let asks = Proc {
        body: Body::Block(alone),
        determinism: Determinism::Semidet,
        own: false,
        flows: of.flows.iter().map(given).collect(),
        presets: Vec::new(),
        ..of.clone()
    };
    procs.list.push(Proc {
        body: Body::Block(body),
        determinism,
        own: false,
        vars,
        presets: Vec::new(),
        ..of
    });
    procs.list.push(asks);
    Ok((id, only))
}
