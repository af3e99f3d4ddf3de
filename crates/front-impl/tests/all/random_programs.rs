//! Random programs: they load, verify, print and parse to the same, run without trouble, agree with a second
//! interpreter that walks the tree, and make tests that accept their own program.

use crate::reading;

use base::Random;
use front_impl::emit::{Case, Expected, emit};
use front_impl::random::{Shape, program};
use front_impl::reference::{self, End};
use imperative::machine::{Event, Limits, Options, Outcome, State, Value, run};
use imperative::{DecisionKind, ProcId, Program, Type};
use reading::{Loaded, load};

const PROGRAMS: u64 = 3000;

fn options() -> Options {
    let limits = Limits { steps: 3_000, depth: 60, ..Limits::default() };
    Options { limits, points: true, dataflow: true, leaks: false }
}

/// A random state for the inputs of a procedure: a few objects of each kind, wired at random.
fn random_input(program: &Program, entry: ProcId, r: &mut Random) -> State {
    let mut state = State::new(program, entry);
    let count = r.below(5);
    for _ in 0..count {
        for (i, s) in program.structs.iter().enumerate() {
            let zeros = s.fields.iter().map(|f| imperative::machine::default_value(&f.ty)).collect();
            state.heap.cell(imperative::StructId::new(i), zeros);
        }
        let length = r.below(4);
        state.heap.array(Type::Int, vec![Value::int(0); length]);
    }
    let types: Vec<Type> = state.heap.objects.iter().map(|o| o.ty()).collect();
    let value = |ty: &Type, r: &mut Random| -> Value {
        match ty {
            Type::Int => Value::int(r.between(-2, 5)),
            Type::Bool => Value::Bool(r.one_in(2)),
            Type::Real => Value::Real(base::Rat::from(r.between(-2, 5))),
            _ => {
                let fit: Vec<usize> = (0..types.len()).filter(|i| types[*i] == *ty).collect();
                match r.pick(&fit) {
                    Some(i) if !r.one_in(4) => Value::Ref(imperative::machine::ObjectId(*i as u32)),
                    _ => Value::Nil,
                }
            }
        }
    };
    for (at, ty) in types.iter().enumerate() {
        let fields: Vec<Type> = match ty {
            Type::Ref(s) => program.structs[s.index()].fields.iter().map(|f| f.ty.clone()).collect(),
            Type::Array(e) => vec![(**e).clone(); state.heap.objects[at].values().len()],
            _ => Vec::new(),
        };
        let values: Vec<Value> = fields.iter().map(|ty| value(ty, r)).collect();
        state.heap.objects[at].set_values(values);
    }
    let proc = &program.procs[entry.index()];
    for v in proc.inputs().collect::<Vec<_>>() {
        let ty = proc.vars[v.index()].ty.clone();
        let value = value(&ty, r);
        state.set(v, value);
    }
    state
}

fn each(f: impl Fn(u64, &str, &Loaded)) {
    for seed in 0..PROGRAMS {
        let shape = if seed % 2 == 0 { Shape::FULL } else { Shape::SMALL };
        let text = program(seed, shape);
        f(seed, &text, &load(&text));
    }
}

#[test]
fn printing_and_parsing_give_the_same_tree() {
    each(|seed, text, loaded| {
        let printed = front_impl::print(&loaded.tree);
        let again = load(&printed);
        assert!(loaded.tree == again.tree, "{seed}\n{text}\n{printed}");
        assert_eq!(imperative::print(&loaded.program), imperative::print(&again.program), "{seed}");
    });
}

#[test]
fn the_machine_agrees_with_the_tree_walker() {
    let (ended, erred, stopped) = (std::cell::Cell::new(0), std::cell::Cell::new(0), std::cell::Cell::new(0));
    each(|seed, text, loaded| {
        let program = &loaded.program;
        let main = program.main.expect("a main program");
        let proc = &program.procs[main.index()];
        let mut r = Random::new(seed ^ 99);
        for _ in 0..4 {
            let input = random_input(program, main, &mut r);
            imperative::machine::check_state(program, main, &input).expect("a good state");
            let _ = imperative::machine::requirements_hold(program, main, &input, &options());
            let done = run(program, main, input.clone(), &options());
            let other = reference::run(&loaded.tree, program, main, &input, 3_000);
            let title =
                || format!("{seed}: {}\n{text}{}", input.show(program, main), imperative::print(program));
            match (&done.outcome, &other.end) {
                (Outcome::Ok, End::Ok) => ended.set(ended.get() + 1),
                (Outcome::Error { kind, span, .. }, End::Error(other_kind, other_span)) => {
                    assert_eq!((kind, span), (other_kind, other_span), "{}", title());
                    erred.set(erred.get() + 1);
                }
                // They count steps differently.
                (Outcome::Limit { .. }, _) | (_, End::Stopped) => {
                    stopped.set(stopped.get() + 1);
                    continue;
                }
                (a, b) => panic!("{a:?} and {b:?}: {}", title()),
            }
            let path: Vec<(source::Span, bool)> = done
                .trace
                .iter()
                .filter_map(|event| match event {
                    Event::Decision { proc, decision, outcome, .. } => {
                        let d = program.proc(*proc)?.decision(*decision)?;
                        (d.kind != DecisionKind::ShortCircuit).then_some((d.span, *outcome))
                    }
                    _ => None,
                })
                .collect();
            assert_eq!(path, other.path, "{}", title());
            assert_eq!(reference::objects(program, &done.state), other.heap, "{}", title());
            for v in proc.named_vars() {
                let found = done.state.get(v).map(reference::value_of);
                let name = &proc.vars[v.index()].name;
                assert_eq!(found.as_ref(), other.env.get(name), "{name} in {}", title());
            }
        }
    });
    let (ended, erred, stopped) = (ended.get(), erred.get(), stopped.get());
    assert!(
        ended > 2000 && erred > 2000 && stopped < ended,
        "{ended} ended, {erred} erred, {stopped} stopped"
    );
}

#[test]
fn tests_accept_their_own_program() {
    each(|seed, text, loaded| {
        let program = &loaded.program;
        let main = program.main.expect("a main program");
        let mut r = Random::new(seed ^ 7);
        let input = random_input(program, main, &mut r);
        let done = run(program, main, input.clone(), &options());
        let expected = match &done.outcome {
            Outcome::Ok => Expected::Ok { state: done.state.clone(), result: None },
            Outcome::Error { kind, .. } => Expected::Error(*kind),
            _ => return,
        };
        let emitted = emit(&loaded.tree, program, &Case { entry: main, input, expected });
        let again = load(&emitted.text);
        let main = again.program.main.expect("a main program");
        let proc = &again.program.procs[main.index()];
        assert_eq!(proc.inputs().count(), 0, "{seed}\n{}", emitted.text);
        let done = run(&again.program, main, State::new(&again.program, main), &Options::default());
        match (&done.outcome, emitted.error) {
            (Outcome::Error { kind, .. }, Some(wanted)) => assert_eq!(*kind, wanted, "{seed}\n{text}"),
            (Outcome::Ok, None) => {
                let accept = proc.var_named(&emitted.accept).expect("it exists");
                assert_eq!(done.state.get(accept), Some(&Value::int(1)), "{seed}\n{}", emitted.text);
            }
            (found, _) => panic!("{seed}: {found:?}\n{}", emitted.text),
        }
    });
}
