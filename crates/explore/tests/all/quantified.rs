//! Requirements for every number of a range, against all small inputs: an input that satisfies them takes a path that was found,
//! and the inputs that were found satisfy them.

use crate::brute::{search, way, ways};
use imperative::machine::{Object, Options, State, Value, requirements_hold, run};
use imperative::{Program, Type};
use source::Files;

const FORMULAS: [&str; 12] = [
    "forall k in 0 .. a.length - 2: a[k] < a[k + 1]",
    "forall k in 0 .. a.length - 2: a[k] >= a[k + 1]",
    "forall k in 0 .. a.length - 1: a[k] > 0 or k == n",
    "forall k in 1 .. n: a[k] == k",
    "forall i in 0 .. a.length - 1: (forall j in 0 .. a.length - 1: i == j or a[i] /= a[j])",
    "forall i in 0 .. a.length - 1: (forall j in i + 1 .. a.length - 1: a[i] <= a[j])",
    "exists k in 0 .. a.length - 1: a[k] == n",
    "not (forall k in 0 .. a.length - 1: a[k] == 0)",
    "forall k in n .. a.length - 1: a[k] == a[n]",
    "forall k in 0 .. a.length - 1: a[a.length - 1 - k] == a[k]",
    "(forall k in 0 .. a.length - 1: a[k] >= 0) and (exists k in 0 .. a.length - 1: a[k] == 0)",
    "forall k in 0 .. 2: a[k] > k - 2",
];

const BODIES: [&str; 5] = [
    "i := 0; while i < a.length { if a[i] > 0 then { r := 1 } else { r := 2 }; i := i + 1 }",
    "if a.length > 1 then { if a[0] < a[1] then { r := 1 } else { r := 2 } } else { r := 3 }",
    "if 0 <= n and n < a.length then { if a[n] == n then { r := 1 } else { r := 2 } } else { r := 3 }",
    "if a.length == 3 then { if a[2] <= a[0] then { a[1] := 5; if a[1] > a[0] then { r := 1 } else { r := 4 } } else { r := 2 } } else { r := 3 }",
    "r := a[n]; if r > 0 then { r := 0 } else { r := 7 }",
];

fn states(program: &Program) -> Vec<State> {
    let main = program.main.expect("a main program");
    let of = &program.procs[main.index()];
    let mut lists: Vec<Vec<i64>> = vec![Vec::new()];
    let mut all = lists.clone();
    for _ in 0..3 {
        lists = lists.iter().flat_map(|l| (-1..3).map(|v| [l.clone(), vec![v]].concat())).collect();
        all.extend(lists.clone());
    }
    let mut out = Vec::new();
    for list in &all {
        for n in -1..4_i64 {
            let mut state = State::new(program, main);
            for v in of.inputs() {
                let value = match of.var(v).expect("a variable").ty {
                    Type::Int => Value::Int(n.into()),
                    _ => {
                        let values = list.iter().map(|v| Value::Int((*v).into())).collect();
                        Value::Ref(state.heap.add(Object::Array { element: Type::Int, values, first: 0 }))
                    }
                };
                state.set(v, value);
            }
            out.push(state);
        }
    }
    out
}

#[test]
fn small_inputs_that_satisfy_a_quantifier_take_paths_that_are_found() {
    let (mut runs, mut paths, mut open) = (0, 0, Vec::new());
    for formula in FORMULAS {
        for body in BODIES {
            let text = format!("requires a /= nil and a.length <= 3;\nrequires {formula};\n{body}");
            let mut files = Files::new();
            let file = files.add("t.impl", text.as_str());
            let loaded = front_impl::load(&files, file);
            let program = loaded.program.unwrap_or_else(|| panic!("{text}: {:?}", loaded.diagnostics));
            let main = program.main.expect("a main program");
            let (found, done) = search(&program, main, 3);
            let known = ways(&found);
            paths += found.len();
            for f in &found {
                let fits = requirements_hold(&program, main, &f.input, &Options::default());
                assert_eq!(fits, Ok(true), "{text}: {:?}", f.input);
            }
            if done.unknown > 0 {
                open.push(format!("{formula} | {body}: {:?}", done.reasons));
            }
            for state in states(&program) {
                if requirements_hold(&program, main, &state, &Options::default()) != Ok(true) {
                    continue;
                }
                runs += 1;
                let taken = way(&program, &run(&program, main, state.clone(), &Options::default()));
                let taken = taken.expect("it ends");
                // What stays unknown is said.
                assert!(known.contains(&taken) || done.unknown > 0, "{text}: {state:?} takes {taken:?}");
            }
        }
    }
    println!(
        "{runs} runs, {paths} paths, {} searches with something unknown\n{}",
        open.len(),
        open.join("\n")
    );
    assert!(runs > 1_000 && open.len() < 12, "{runs} runs, {} searches with something unknown", open.len());
}
