//! Every program in `corpus/impl` is a test: it loads without a message, survives printing, and does what its
//! `run:` lines say, also as a test program of the form `Setup; P; Check`. `corpus/impl/bad` holds programs with
//! mistakes and the messages that they get. `UPDATE=1` rewrites golden files.

use crate::reading;

use front_impl::emit::{Case, Expected, emit};
use imperative::machine::{Options, Outcome, State, Value, difference_of_values, requirements_hold, run};
use reading::{cases, entry, equations, files_in, golden, input, load, parse_value, place, root};
use source::Files;

/// The outcome of a run as the corpus writes it.
fn outcome_text(outcome: &Outcome, files: &Files) -> String {
    match outcome {
        Outcome::Ok => "ok".to_string(),
        Outcome::Error { message, span, .. } => {
            let place = files.place(*span).expect("a place").1;
            format!("error {message} {}:{}", place.line, place.column)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn programs_do_what_their_comments_say() {
    let programs = files_in("corpus/impl", "impl");
    assert!(programs.len() >= 25, "the corpus has shrunk");
    for (name, text) in &programs {
        let loaded = load(text);
        let program = &loaded.program;
        let entry = entry(text, program);
        let proc = &program.procs[entry.index()];
        let cases = cases(text);
        assert!(text.starts_with("// ") && !cases.is_empty(), "{name}: a comment and a run");
        for case in cases {
            let title = format!("{name}: {}", case.input);
            let start = input(program, entry, &case.input);
            imperative::machine::check_state(program, entry, &start)
                .unwrap_or_else(|why| panic!("{title}: {why}"));
            let options = Options::default();
            assert_eq!(requirements_hold(program, entry, &start, &options), Ok(true), "{title}");
            let done = run(program, entry, start.clone(), &options);
            let expected = if case.expected.starts_with("error ") {
                assert_eq!(outcome_text(&done.outcome, &loaded.files), case.expected, "{title}");
                let Outcome::Error { kind, .. } = done.outcome else { unreachable!() };
                Expected::Error(kind)
            } else {
                assert_eq!(done.outcome, Outcome::Ok, "{title}");
                for (left, right) in equations(&case.expected) {
                    let (found, ty) = place(program, proc, &done.state, done.result.as_ref(), left);
                    let mut wanted = State::new(program, entry);
                    let value = parse_value(program, &mut wanted.heap, &ty, right);
                    let pair = vec![(left.to_string(), &value, &found)];
                    let differ = difference_of_values(program, pair, &wanted.heap, &done.state.heap);
                    assert_eq!(differ, None, "{title}");
                }
                Expected::Ok { state: done.state.clone(), result: done.result.clone() }
            };
            check_emitted(&title, &loaded, &Case { entry, input: start, expected });
        }
    }
}

fn check_emitted(title: &str, loaded: &reading::Loaded, case: &Case) {
    let emitted = emit(&loaded.tree, &loaded.program, case);
    let again = load(&emitted.text);
    let main = again.program.main.expect("a main program");
    let proc = &again.program.procs[main.index()];
    assert_eq!(proc.inputs().count(), 0, "{title}: a test has no inputs\n{}", emitted.text);
    let done = run(&again.program, main, State::new(&again.program, main), &Options::default());
    match emitted.error {
        Some(kind) => {
            assert!(
                matches!(done.outcome, Outcome::Error { kind: found, .. } if found == kind),
                "{title}: {:?}\n{}",
                done.outcome,
                emitted.text
            );
        }
        None => {
            assert_eq!(done.outcome, Outcome::Ok, "{title}\n{}", emitted.text);
            let accept = proc.var_named(&emitted.accept).expect("it exists");
            assert_eq!(done.state.get(accept), Some(&Value::int(1)), "{title}\n{}", emitted.text);
        }
    }
}

#[test]
fn printing_and_parsing_give_the_same_tree() {
    for (name, text) in files_in("corpus/impl", "impl") {
        let first = load(&text);
        let printed = front_impl::print(&first.tree);
        let second = load(&printed);
        assert!(first.tree == second.tree, "{name}:\n{printed}");
        assert_eq!(front_impl::print(&second.tree), printed, "{name}");
        assert_eq!(imperative::print(&first.program), imperative::print(&second.program), "{name}");
    }
}

/// Programs whose lowering is looked at.
const SHOWN: &[&str] = &[
    "sever",
    "short-circuit",
    "euclid",
    "lists-of-lists",
    "invariant",
    "array-fill",
    "queue",
    "division",
    "claims",
];

#[test]
fn lowered_programs_are_as_they_were() {
    let mut wrong = Vec::new();
    for (name, text) in files_in("corpus/impl", "impl") {
        if SHOWN.contains(&name.as_str()) {
            let found = imperative::print(&load(&text).program);
            wrong.extend(golden(&root().join(format!("corpus/impl/{name}.ir")), &found));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn mistakes_get_their_messages() {
    let mut wrong = Vec::new();
    let programs = files_in("corpus/impl/bad", "impl");
    assert!(programs.len() >= 25, "the corpus has shrunk");
    for (name, text) in programs {
        let mut files = Files::new();
        let file = files.add(format!("{name}.impl"), text);
        let loaded = front_impl::load(&files, file);
        assert!(loaded.program.is_none(), "{name} has no mistake");
        assert!(loaded.diagnostics.iter().any(source::Diagnostic::is_error), "{name}");
        let found = source::render_all(&loaded.diagnostics, &files, false);
        wrong.extend(golden(&root().join(format!("corpus/impl/bad/{name}.out")), &found));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}
