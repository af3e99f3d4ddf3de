//! Table 5.3 of the thesis: each count is that of running all small inputs.

use super::program::load_file;
use base::Int;
use guided::typed::Value;
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::{Machine, Options, Outcome};
use logic::moded::types::{InputType, InputTypes, TypeNumber};
use logic::moded::{Label, ProcId};
use std::collections::BTreeSet;

/// All values of a type with at most so many constructors and integers.
fn values(types: &InputTypes, ty: TypeNumber, size: usize, ints: i64) -> Vec<(Value, usize)> {
    match types.get(ty) {
        Some(InputType::Union(variants)) => {
            let mut found = Vec::new();
            for variant in variants {
                let Some(left) = size.checked_sub(1) else { continue };
                let mut rows: Vec<(Vec<Value>, usize)> = vec![(Vec::new(), 0)];
                for arg in &variant.args {
                    let mut longer = Vec::new();
                    for (row, used) in &rows {
                        for (value, more) in values(types, *arg, left - used, ints) {
                            longer.push(([row.clone(), vec![value]].concat(), used + more));
                        }
                    }
                    rows = longer;
                }
                let made = |(row, used)| (Value::Make(variant.name, row), used + 1);
                found.extend(rows.into_iter().map(made));
            }
            found
        }
        // An integer takes no room, so that lists can be long.
        _ => (0..ints).map(|value: i64| (Value::Int(Int::from(value)), 0)).collect(),
    }
}

/// The sequence of a run with at most so many solutions; nothing if more calls are open at once.
fn run(
    machine: &mut Machine<'_, Plain>,
    proc: ProcId,
    inputs: &[Value],
    depth: u32,
    solutions: Option<usize>,
) -> Option<Vec<Label>> {
    let frozen: Vec<_> = inputs.iter().map(|input| input.frozen(machine)).collect();
    machine.start(proc, &frozen, Options { depth, ..Options::default() }, Watching::Sequence);
    let mut found = 0;
    loop {
        match machine.next() {
            Outcome::Solution => found += 1,
            Outcome::Failed => return Some(machine.sequence().to_vec()),
            Outcome::Limit => return None,
            other => panic!("{other:?}"),
        }
        if solutions.is_some_and(|most| found >= most) {
            return Some(machine.sequence().to_vec());
        }
    }
}

/// The procedure, its call depth and solutions in the table, how many sequences there are, how large inputs are, and how many
/// integers there are.
type Row = (&'static str, u32, Option<usize>, usize, usize, i64);

#[test]
fn procedures_of_table_5_3() {
    let table: &[Row] = &[
        ("partition(in, in, out, out)", 6, None, 63, 6, 2),
        ("app(in, in, out)", 6, None, 6, 6, 1),
        ("app(out, out, in)", 6, Some(10), 6, 6, 2),
        ("doubleapp(in, in, in, out)", 3, None, 3, 3, 1),
        ("doubleapp(out, out, out, in)", 6, Some(8), 4, 6, 2),
        ("mem(in, in)", 5, None, 10, 7, 2),
        ("mem(out, in)", 5, Some(5), 6, 7, 2),
        ("applast(in, in, out)", 3, None, 1, 4, 2),
        ("match(in, in)", 3, None, 5, 5, 2),
        ("matchappend(in, in)", 4, None, 20, 5, 2),
        ("maxlength(in, out, out)", 5, None, 15, 6, 4),
        ("revacctype(in, in, out)", 4, None, 5, 5, 2),
        ("transpose(in, out)", 2, None, 1, 6, 1),
    ];
    let loaded = load_file("mercury/thesis/table_5_3.m");
    for (name, depth, solutions, count, size, ints) in table {
        let id = loaded.proc(name);
        let mut plan = loaded.plan(id, *depth);
        plan.solutions = *solutions;
        let (found, derived) = loaded.derive(&plan);
        assert!(derived.is_complete(), "{name}: {:?}", derived.reasons);
        assert_eq!(found.len(), *count, "{name}");
        let derived: BTreeSet<Vec<Label>> = found.into_iter().map(|sequence| sequence.labels).collect();
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for ty in &plan.inputs {
            let all = values(&plan.types, *ty, *size, *ints);
            let longer = |row: &Vec<Value>| {
                all.iter().map(|(value, _)| [row.clone(), vec![value.clone()]].concat()).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        let mut machine = Machine::waiting(&loaded.program, Plain);
        let mut seen: BTreeSet<Vec<Label>> = BTreeSet::new();
        for row in &rows {
            seen.extend(run(&mut machine, id, row, *depth, *solutions));
        }
        assert_eq!(derived, seen, "{name}: {} inputs", rows.len());
    }
}
