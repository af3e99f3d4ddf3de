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
        language::Model::Logic(_) => panic!("no imperative program"),
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
const LOOPS: [(&str, bool); 14] = [
    ("for I in A'Range loop A (I) := 0; end loop;", true),
    ("for I in A'Range loop A (I) := A (I) / 2; end loop;", true),
    ("for I in A'Range loop A (I) := I mod 3; end loop; A (A'First) := A (A'Last);", true),
    ("for I in reverse A'Range loop A (I) := K; end loop;", true),
    ("for I in A'First .. A'Last - 1 loop A (I + 1) := 5; end loop;", true),
    ("for I in A'Range loop B (B'First + (I - A'First)) := A (I); end loop;", false),
    ("for I in 1 .. K loop A (I) := 7; end loop;", false),
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
