//! Mutants of random IMPL and Ada programs that are called equivalent, against their text: each is edited as it is shown, read again,
//! and run beside the original on random inputs by the concrete machine, which knows nothing of how mutants are made or compared.
//!
//! `GLASSBOX_PROGRAMS` says how many mutants of each language are tried, `GLASSBOX_INPUTS` on how many inputs of each procedure,
//! `GLASSBOX_SEED` with which program to start; `cargo xtask campaign edited` tries more. Some that are killed are run too: a
//! judge that never tells anything apart judges nothing.

use crate::asking::Asked;
use crate::editing::{edited, setting};
use base::Budget;
use imperative::machine::{Limits, Options, Outcome, State, requirements_hold, run};
use imperative::{ErrorKind, ProcId, Program};
use language::{LoadOptions, Model};
use source::Files;
use suite::{Snapshot, output_of, restore, snapshot};
use testkit::chosen_inputs::Chooser;
use workbench::{Fate, Language, MutateOptions, SearchOptions};

/// Mutants of each language in every test run, inputs of each procedure, and the first program.
const FEW: u64 = 12;
const INPUTS: u64 = 100;
const SEED: u64 = 1;
/// Programs at most.
const PROGRAMS: u64 = 3_000;
/// For this many mutants that are called equivalent, one killed mutant is run.
const CONTROL: u64 = 4;
/// Steps of a run of the original; the mutant gets ten times as many.
const STEPS: u64 = 3_000;

fn loaded(language: &'static dyn Language, name: &str, text: &str) -> Option<Program> {
    let mut files = Files::new();
    let file = files.add(name, text);
    match language.load(&files, file, &LoadOptions::default()).ok()?.model {
        Model::Imperative(model) => Some(model.program),
        Model::Logic(_) | Model::Moded(_) => None,
    }
}

/// What a run does; nothing where it does not come to an end that a program of the language has.
#[derive(Debug, PartialEq)]
enum Does {
    Ends(Box<Snapshot>),
    Errs(ErrorKind),
}

fn does(p: &Program, entry: ProcId, input: &State, steps: u64) -> Option<Does> {
    let limits = Limits { steps, ..Limits::default() };
    let r = run(p, entry, input.clone(), &Options { limits, ..Options::default() });
    match &r.outcome {
        Outcome::Ok => Some(Does::Ends(Box::new(output_of(p, entry, input, &r.state, r.result.as_ref())))),
        Outcome::Error { kind, .. } => Some(Does::Errs(*kind)),
        _ => None,
    }
}

/// The variables that a caller sees, with their types.
fn face(p: &Program, entry: ProcId) -> Vec<(String, String)> {
    let Some(of) = p.proc(entry) else { return Vec::new() };
    let vars =
        if p.main == Some(entry) { of.named_vars().collect() } else { of.inputs().collect::<Vec<_>>() };
    vars.into_iter().filter_map(|v| of.var(v)).map(|v| (v.name.clone(), format!("{:?}", v.ty))).collect()
}

/// An input on which two programs differ. Nothing where a procedure of one is not there in the other, or looks different.
fn told_apart(p: &Program, q: &Program, inputs: u64, seed: u64) -> Option<Option<String>> {
    for entry in p.proc_ids() {
        let of = p.proc(entry)?;
        if of.hidden || !of.no_start.is_empty() {
            continue;
        }
        let other = q.proc_ids().find(|other| q.proc(*other).is_some_and(|o| o.name == of.name))?;
        if face(p, entry) != face(q, other) {
            return None;
        }
        let vars: Vec<_> = of.inputs().collect();
        let mut chooser = Chooser::new(p, entry, seed);
        for _ in 0..inputs {
            let Some(input) = chooser.choose() else { continue };
            if requirements_hold(p, entry, &input, &Options::default()) != Ok(true) {
                continue;
            }
            let Some(before) = does(p, entry, &input, STEPS) else { continue };
            let start = snapshot(p, entry, &input, &vars, None);
            let Ok((again, _)) = restore(q, other, &start) else { return None };
            if does(q, other, &again, 10 * STEPS + 1_000).as_ref() != Some(&before) {
                return Some(Some(format!("{}: {}", of.name, input.show(p, entry))));
            }
        }
    }
    Some(None)
}

fn campaign(language: &'static dyn Language, ending: &str, made: &dyn Fn(u64) -> String) {
    let (wanted, inputs) = (setting("GLASSBOX_PROGRAMS", FEW), setting("GLASSBOX_INPUTS", INPUTS));
    let first = setting("GLASSBOX_SEED", SEED);
    let (mut tried, mut controls, mut told, mut not_edited, mut programs) = (0, 0, 0, 0, 0);
    let mut wrong = Vec::new();
    for seed in first..first + PROGRAMS {
        if tried >= wanted {
            break;
        }
        programs += 1;
        let text = made(seed);
        let name = format!("p{seed}.{ending}");
        let Some(p) = loaded(language, &name, &text) else { panic!("{name} is refused:\n{text}") };
        let mut files = Files::new();
        let file = files.add(&name, text.clone());
        let search = SearchOptions { effort: 2, loops: Some(2), depth: Some(2), ..SearchOptions::default() };
        let budget = Budget::unlimited();
        let session = Asked::new(language, &files, file, search).open(None, &budget);
        let suite = session.generate(&mut |_| {}).suite;
        let judged = session.mutate(&suite, &MutateOptions { kill: false }, &mut |_| {});
        for mutant in &judged.mutants {
            let equivalent = mutant.fate == Fate::Equivalent;
            let control = matches!(mutant.fate, Fate::Killed { .. }) && controls * CONTROL < tried;
            if tried >= wanted || !(equivalent || control) {
                continue;
            }
            let q = edited(&text, mutant).and_then(|text| loaded(language, &name, &text));
            let Some(difference) = q.and_then(|q| told_apart(&p, &q, inputs, seed)) else {
                not_edited += u64::from(equivalent);
                continue;
            };
            if equivalent {
                tried += 1;
                wrong.extend(difference.map(|input| {
                    format!(
                        "{name}, line {}: {} becomes {}: differs in {input}\n{text}",
                        mutant.line, mutant.from, mutant.to
                    )
                }));
            } else {
                controls += 1;
                told += u64::from(difference.is_some());
            }
        }
    }
    println!(
        "{ending}: {programs} programs, {tried} called equivalent, {not_edited} not edited; {told} of {controls} killed ones differ"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried == wanted && told * 2 > controls, "{tried} tried, {told} of {controls} told apart");
}

#[test]
fn mutants_of_impl_that_are_called_equivalent_do_the_same() {
    campaign(&front_impl::LANGUAGE, "impl", &|seed| {
        use front_impl::random::{Shape, program};
        program(seed, if seed.is_multiple_of(2) { Shape::SMALL } else { Shape::FULL })
    });
}

#[test]
fn mutants_of_ada_that_are_called_equivalent_do_the_same() {
    campaign(&front_ada::LANGUAGE, "adb", &|seed| {
        use testkit::ada_programs::{package, package_of_fixed_vectors, package_of_pointers};
        let package = match seed % 3 {
            0 => package_of_pointers(seed),
            1 => package(seed),
            _ => package_of_fixed_vectors(seed),
        };
        format!("{}\n{}", package.spec, package.body)
    });
}
