//! The states that `trace` shows: of every value-set exactly one pair holds, and on the input of a path those of its end give what
//! the concrete machine has there.
//!
//! The programs are random packages of Ada ([`testkit::ada_programs`]; `GLASSBOX_PROGRAMS` says how many, `GLASSBOX_SEED`
//! with which to start) and written ones about loops that are taken as a whole.

use base::{Budget, Random};
use explore::{Bounds, Exploration, Found, Plan, explore};
use imperative::machine::{Object, Options, Outcome, State, Value, run};
use imperative::{ProcId, Program, Type};
use source::Files;
use workbench::{Language, LoadOptions};

/// Random packages in every test run.
const FEW: u64 = 10;
/// Paths of a procedure that are looked at.
const PATHS: usize = 25;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

fn load(language: &'static dyn Language, texts: &[(&str, &str)]) -> Program {
    let mut files = Files::new();
    let all: Vec<_> = texts.iter().map(|(name, text)| files.add(*name, *text)).collect();
    let options = LoadOptions { companions: all[1..].to_vec(), ..LoadOptions::default() };
    let loaded = language.load(&files, all[0], &options);
    let loaded = loaded.unwrap_or_else(|problems| panic!("{}", source::render_all(&problems, &files, false)));
    match loaded.model {
        language::Model::Imperative(i) => i.program,
        language::Model::Logic(_) | language::Model::Moded(_) => panic!("no imperative program"),
    }
}

fn states_of(program: &Program, proc: ProcId, paths: usize) -> (Vec<Found>, Exploration) {
    let bounds = Bounds { loops: Some(2), recursion: Some(2), max_cells: Some(6), ..Bounds::default() };
    let plan = Plan { pictures: true, judge: true, ..Plan::within(bounds) };
    let mut found = Vec::new();
    let done = explore(program, proc, &plan, &Budget::unlimited(), &mut |f| {
        found.push(f);
        found.len() < paths
    });
    (found, done)
}

#[test]
fn of_each_value_set_exactly_one_pair_holds_and_the_last_ones_are_those_of_the_run() {
    let (count, seed) = (setting("GLASSBOX_PROGRAMS").unwrap_or(FEW), setting("GLASSBOX_SEED").unwrap_or(1));
    let (mut judged, mut paths, mut wrong) = (0, 0, Vec::new());
    for number in seed..seed + count {
        let package = testkit::ada_programs::package(number);
        let names = [format!("{}.adb", package.name), format!("{}.ads", package.name)];
        let program = load(&front_ada::LANGUAGE, &[(&names[0], &package.body), (&names[1], &package.spec)]);
        for (at, proc) in program.procs.iter().enumerate().filter(|(_, p)| !p.hidden) {
            let (found, done) = states_of(&program, ProcId::new(at), PATHS);
            judged += done.judged;
            paths += found.len();
            wrong.extend(done.flaws.iter().map(|flaw| format!("{}.{}: {flaw}", package.name, proc.name)));
        }
    }
    println!("{count} packages, {paths} paths, {judged} judgements");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged > 100 * count, "only {judged} judgements");
}

/// Loops that are taken as a whole, and some that only look so; with whether they are.
const LOOPS: [(&str, bool); 17] = [
    ("for I in A'Range loop A (I) := 0; end loop;", true),
    ("for I in A'Range loop A (I) := A (I) / 2; end loop;", true),
    ("for I in A'Range loop A (I) := I mod 3; end loop; A (A'First) := A (A'Last);", true),
    ("for I in reverse A'Range loop A (I) := K; end loop;", true),
    ("for I in A'First .. A'Last - 1 loop A (I + 1) := 5; end loop;", true),
    ("for I in A'Range loop B (B'First + (I - A'First)) := A (I); end loop;", false),
    ("for I in 1 .. K loop A (I) := 7; end loop;", false),
    // Filling is no loop; it is one picture all the same.
    ("A (A'Range) := (others => 4);", false),
    ("A (A'First + 1 .. A'Last) := A (A'First .. A'Last - 1);", false),
    ("A (A'First .. A'Last - 1) := A (A'First + 1 .. A'Last); A (A'First) := K;", false),
    ("for I in A'First .. A'Last - 1 loop A (I + 1) := A (I); end loop;", false),
    ("for I in A'First .. A'Last - 1 loop A (I) := A (I + 1); end loop;", false),
    ("for I in A'Range loop A (A'First) := A (I); end loop;", false),
    ("for I in A'Range loop A (I) := 10 / A (I); end loop;", false),
    ("for I in A'Range loop K := K + 1; A (I) := 0; end loop;", false),
    ("for I in A'Range loop if A (I) > K then A (I) := K; end if; end loop;", false),
    ("for I in A'Range loop A (I) := A (A'Last - (I - A'First)); end loop;", false),
];

#[test]
fn loops_are_taken_as_a_whole_only_where_iterations_are_independent() {
    for (text, whole) in LOOPS {
        let text = format!("{text}\nif A'Length > 1 and then A (A'First + 1) > 1 then K := 2; end if;\n");
        let program = load(&front_ada::LANGUAGE, &[("fragment.ada", &text)]);
        let entry = program.procs.iter().position(|p| !p.hidden).map(ProcId::new).expect("a procedure");
        let (found, done) = states_of(&program, entry, 200);
        assert!(done.flaws.is_empty(), "{text}: {:?}", done.flaws);
        let taken = |f: &Found| f.states.iter().any(|s| s.kind == explore::StepKind::Loop);
        assert_eq!(found.iter().any(taken), whole, "{text}");
        assert_eq!(done.unknown, 0, "{text}: {:?}", done.reasons);
        // Whatever goes wrong in a run, some path shows.
        let mut random = Random::new(7);
        for _ in 0..400 {
            let Some(input) = some_input(&program, entry, &mut random) else { continue };
            let done = run(&program, entry, input.clone(), &Options::default());
            if let Outcome::Error { kind, span, .. } = done.outcome {
                let shown = |f: &Found| f.end == explore::End::Error(kind, span);
                assert!(found.iter().any(shown), "{text}: {kind:?} with {input:?}");
            }
        }
    }
}

/// An input with arrays of up to two elements.
fn some_input(program: &Program, proc: ProcId, random: &mut Random) -> Option<State> {
    let of = program.proc(proc)?;
    let mut state = State::new(program, proc);
    for v in of.inputs() {
        let value = match &of.var(v)?.ty {
            Type::Int | Type::Word(_) => Value::Int((random.below(6) as i64 - 2).into()),
            Type::Bool => Value::Bool(random.below(2) == 1),
            Type::Array(element) => {
                let (first, length) = (random.below(4) as i64 - 1, random.below(3));
                let values = (0..length).map(|_| Value::Int((random.below(5) as i64 - 2).into())).collect();
                let array = Object::Array { element: (**element).clone(), values, first };
                Value::Ref(state.heap.add(array))
            }
            _ => return None,
        };
        state.set(v, value);
    }
    let fits = imperative::machine::check_state(program, proc, &state).is_ok();
    fits.then_some(state)
}

/// `X` is `G` if `K` is 0, else `D`; `Y` is the other one. Both have the values `G` and `D`.
const TWO_VALUES: &str = "V (0) := D;\nV (1) := D;\nV (K) := G;\nX := V (0);\nY := V (1);\n";
const ASSUMED: &str = "V'First = 0 and V'Last = 1 and K in 0 .. 1 and A'First = 0 and A'Last = 5 and G in 0 .. 5 and D in 0 .. 5 \
                       and G /= D";

/// The paths of statements after [`TWO_VALUES`], with what was wrong with their value-sets; and what a run leaves in a
/// variable for `K`, `G = 2`, `D = 3` and `A = (10, 11, …)`.
fn two_values(statements: &str) -> (Vec<Found>, impl Fn(i64, &str) -> Vec<i64>) {
    let text = format!("{TWO_VALUES}{statements}");
    let mut files = Files::new();
    let file = files.add("fragment.ada", text.as_str());
    let assumed = files.add("--assume", ASSUMED);
    let loaded = front_ada::LANGUAGE.load(&files, file, &LoadOptions::default());
    let Ok(language::Loaded { model: language::Model::Imperative(loaded), .. }) = loaded else {
        panic!("it does not load: {text}")
    };
    let mut program = loaded.program.clone();
    let entry = program.procs.iter().position(|p| !p.hidden).map(ProcId::new).expect("a procedure");
    let requirement = loaded.text.formula(&files, assumed, &mut program, entry);
    program.procs[entry.index()].requires.push(requirement.unwrap_or_else(|d| panic!("{d:?}")));
    let (found, done) = states_of(&program, entry, 100);
    assert!(done.flaws.is_empty() && done.unknown == 0, "{text}: {:?} {:?}", done.flaws, done.reasons);
    let left = move |k: i64, name: &str| {
        let of = program.proc(entry).expect("a procedure");
        let mut state = State::new(&program, entry);
        for v in of.inputs() {
            let var = of.var(v).expect("a variable");
            let number = |n: i64| Value::Int(n.into());
            let value = match (&var.ty, var.name.as_str()) {
                (Type::Array(element), name) => {
                    let values =
                        if name == "A" { (10..16).map(number).collect() } else { vec![number(0); 2] };
                    Value::Ref(state.heap.add(Object::Array {
                        element: (**element).clone(),
                        values,
                        first: 0,
                    }))
                }
                (_, "K") => number(k),
                (_, "G") => number(2),
                (_, "D") => number(3),
                _ => number(0),
            };
            state.set(v, value);
        }
        let done = run(&program, entry, state, &Options::default());
        assert_eq!(done.outcome, Outcome::Ok);
        let v = of.vars.iter().position(|v| v.name == name).map(imperative::VarId::new).expect("a variable");
        let int = |v: &Value| match v {
            Value::Int(n) => n.to_i64().expect("small"),
            other => panic!("{other:?}"),
        };
        match done.state.get(v) {
            Some(Value::Ref(object)) => match done.state.heap.get(*object) {
                Some(Object::Array { values, .. }) => values.iter().map(int).collect(),
                other => panic!("{other:?}"),
            },
            Some(value) => vec![int(value)],
            None => Vec::new(),
        }
    };
    (found, left)
}

/// What the end of the only path binds a variable to.
fn last(found: &[Found], name: &str) -> String {
    assert_eq!(found.len(), 1, "{:?}", found.iter().map(|f| &f.condition).collect::<Vec<_>>());
    let state = &found[0].states.last().expect("a state").state;
    state.iter().find(|b| b.name == name).map(|b| b.value.clone()).expect("the variable")
}

#[test]
fn assigning_to_an_element_at_one_of_several_indices_leaves_the_others() {
    let (found, left) = two_values("A (X) := 1;\n");
    // As the paper prints it, an element has the old value if it is at none of the indices, else the new one.
    let printed = |i: i64| if i == 2 || i == 3 { 1 } else { 10 + i };
    for (k, index) in [(0, 2), (1, 3)] {
        let really: Vec<i64> = (0..6).map(|i| if i == index { 1 } else { 10 + i }).collect();
        assert_eq!(left(k, "A"), really);
        assert_ne!(left(k, "A"), (0..6).map(printed).collect::<Vec<_>>());
    }
    assert_eq!(
        last(&found, "A"),
        "{⟨1, (I = γ ∧ κ = 0) ∨ (I = δ ∧ κ ≠ 0)⟩, ⟨α.I, (κ = 0 ∧ I ≠ γ) ∨ (κ ≠ 0 ∧ I ≠ δ)⟩}"
    );
}

#[test]
fn reading_an_element_puts_each_index_into_each_value() {
    let (found, left) = two_values("Z := A (X);\n");
    // As the paper prints it, there is one pair for the value α.I, whichever index it is read at.
    assert_eq!((left(0, "Z"), left(1, "Z")), (vec![12], vec![13]));
    assert_eq!(last(&found, "Z"), "{⟨α.γ, κ = 0⟩, ⟨α.δ, κ ≠ 0⟩}");
}

#[test]
fn value_sets_with_the_same_values_under_other_constraints_are_not_equal() {
    let (found, left) = two_values("A (X) := 1;\nZ := A (Y);\n");
    // As the paper prints it, X and Y have the same values, so A (Y) is what was assigned to A (X).
    for (k, other) in [(0, 13), (1, 12)] {
        assert_eq!(left(k, "Z"), [other]);
        assert_ne!(left(k, "Z"), [1]);
    }
    assert_eq!(last(&found, "Z"), "{⟨α.γ, κ = 1⟩, ⟨α.δ, κ ≠ 1⟩}");
}

#[test]
fn a_disjunction_may_hold_though_none_of_its_parts_is_implied() {
    // As the paper prints it, neither `G >= 0 and K = 0` nor `D >= 0 and K /= 0` is implied, so both sides would be taken.
    let (found, left) = two_values("A (0) := 0;\nif X >= 0 then Z := 1; else Z := 2; end if;\n");
    assert_eq!((left(0, "Z"), left(1, "Z")), (vec![1], vec![1]));
    assert_eq!(last(&found, "Z"), "{⟨1, true⟩}");
    let step = found[0].states.iter().find_map(|s| s.vectors.as_ref()).expect("a decision");
    assert_eq!(step.index_vector, ["κ = 0", "κ ≠ 0"]);
}
