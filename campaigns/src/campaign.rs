//! `cargo xtask campaign WHAT`: runs too long for every test run, with fixed seeds.
//!
//! `c [--programs N] [--seed N]`: N random C files from a seed on; their generated tests, compiled with sanitizers, must
//! pass. A file that is judged otherwise is kept, and its seed printed.
//!
//! `c-corpus [--files A.c,B.c]`: what C programmers get for the programs of the corpus: see [`crate::c_corpus`].
//!
//! `c-emit [--files A.c,B.c] [--criterion NAME]`: files of tests of the corpus as gcc and clang see them: see [`crate::c_emit`].
//!
//! `c-verdicts [--programs N] [--seed N]`: N random C functions from the file of a seed on, and the written ones: no native
//! run may meet a goal that is called infeasible.
//!
//! `guided`: random logic programs, each case judged by swipl, and the paths of all small goals.
//!
//! `edited [--programs N] [--inputs N] [--seed N]`: N mutants of random C functions, IMPL programs and Ada packages that are called
//! equivalent, from the file of a seed on: edited in the text as they are shown, compiled with sanitizers (C) or read again, and run
//! on N inputs beside the original, they never differ.
//!
//! `explore`: the paths of random programs against all heaps of up to four cells.
//!
//! `engines [--problems N]`: the questions that searches over the corpus ask, each judged by z3.
//!
//! `limits [--files LIST]`: runs that are ended early write what they found, within two seconds: see [`crate::limits`].
//!
//! `lists [--programs N] [--seed N]`: what is inferred of N random list programs from a seed on, of N mutants of `corpus/lists`, and
//! of the corpus: states of concrete runs lie in it, and no claim that was shown fails.
//!
//! `logic-verdicts [--programs N] [--seed N]`: N random logic programs from a seed on, and the written ones: SWI-Prolog
//! passes every emitted test and enters no clause that is called infeasible.
//!
//! `mercury-verdicts [--programs N] [--seed N]`: N random Mercury programs from a seed on, and the corpus: calls with all small
//! inputs meet no goal that is called infeasible, and halves of suites are completed.
//!
//! `suites [--files A.c,B.impl] [--criterion NAME]`: what default suites are worth beside smallest ones: see [`crate::suites`].
//!
//! `solver [--problems N] [--seed N] [--kind KIND] [--patience MS]`: N random problems judged by z3, which gets MS
//! milliseconds for each, and N by enumeration (`Finite`). A disagreement is made small and printed as a script, ready
//! to become a corpus file.

use crate::arguments::Arguments;
use testkit::against::{ask_us, compare_patiently, patience};
use testkit::brute::small_model;
use testkit::problems::{Kind, OUTSIDE, problem};

/// The kinds with quantifiers.
const QUANTIFIED: [Kind; 4] =
    [Kind::Presburger, Kind::QuantifiedData, Kind::QuantifiedReals, Kind::QuantifiedArrays];

/// Steps that one question may take.
const STEPS: u64 = 300_000;

/// Runs a campaign.
pub fn run(args: &[String]) -> Result<(), String> {
    let args = Arguments::parse(
        args,
        &["problems", "programs", "seed", "kind", "patience", "files", "criterion", "inputs"],
    )?;
    let problems = args.number("problems")?.unwrap_or(20_000);
    let seed = args.number("seed")?.unwrap_or(42_000_000);
    match args.words.first().map(String::as_str) {
        Some("solver") => solver(problems, seed, args.text("kind"), args.number("patience")?),
        Some("engines") => crate::engines::run(args.number("problems")?.unwrap_or(40_000)),
        Some("explore") => ignored_tests("explore"),
        Some("guided" | "concolic") => {
            random_programs("guided", "random_programs", problems.min(4_000), None)
        }
        Some("c") => {
            let count = args.number("programs")?.unwrap_or(1_000);
            random_programs("workbench", "c_random", count, args.number("seed")?)
        }
        Some("c-verdicts") => {
            let count = args.number("programs")?.unwrap_or(600);
            random_programs("workbench", "c_verdicts", count, args.number("seed")?)
        }
        Some("edited") => {
            let count = args.number("programs")?.unwrap_or(400);
            let inputs = args.number("inputs")?.unwrap_or(2_000);
            let seed = args.number("seed")?;
            random_programs_with("workbench", "edited", count, seed, &[("GLASSBOX_INPUTS", inputs)])
        }
        Some("lists") => {
            let count = args.number("programs")?.unwrap_or(500);
            let seed = args.number("seed")?;
            random_programs("infer", "sound", count, seed)?;
            random_programs("verify", "projects", count, seed)
        }
        Some("logic-verdicts") => {
            let count = args.number("programs")?.unwrap_or(450);
            random_programs("workbench", "logic_verdicts", count, args.number("seed")?)
        }
        Some("mercury-verdicts") => {
            let count = args.number("programs")?.unwrap_or(200);
            random_programs("workbench", "mercury_verdicts", count, args.number("seed")?)
        }
        Some("c-corpus") => crate::c_corpus::run(args.text("files")),
        Some("limits") => crate::limits::run(args.text("files")),
        Some("suites") => crate::suites::run(args.text("files"), args.text("criterion")),
        Some("c-emit") => crate::c_emit::run(args.text("files"), args.text("criterion")),
        _ => {
            let all = "c, c-corpus, c-emit, c-verdicts, edited, engines, explore, guided, limits, lists, logic-verdicts, \
                       mercury-verdicts, solver, suites";
            Err(format!("name a campaign: {all}"))
        }
    }
}

/// Runs those tests of a crate that take too long for every test run.
fn ignored_tests(package: &str) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["test", "-p", package, "--", "--ignored", "--nocapture"];
    let status = std::process::Command::new(cargo).args(args).status().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("a long test of {package} failed")) }
}

/// Runs a test of random programs in larger numbers.
fn random_programs(package: &str, test: &str, count: u64, seed: Option<u64>) -> Result<(), String> {
    random_programs_with(package, test, count, seed, &[])
}

/// The same, with more settings.
fn random_programs_with(
    package: &str,
    test: &str,
    count: u64,
    seed: Option<u64>,
    settings: &[(&str, u64)],
) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["test", "-p", package, "--test", "all", test, "--", "--nocapture"];
    let mut command = std::process::Command::new(cargo);
    // A campaign whose judge is missing has shown nothing.
    command.args(args).env("GLASSBOX_PROGRAMS", count.to_string()).env("GLASSBOX_REQUIRE_TOOLS", "1");
    if let Some(seed) = seed {
        command.env("GLASSBOX_SEED", seed.to_string());
    }
    command.envs(settings.iter().map(|(name, value)| (name.to_string(), value.to_string())));
    let status = command.status().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err("a random program is judged otherwise".to_string()) }
}

fn solver(problems: u64, seed: u64, only: Option<&str>, wait: Option<u64>) -> Result<(), String> {
    if tools::find("z3").is_none() {
        return Err("z3 is not installed".into());
    }
    let each = problems.div_ceil(OUTSIDE.len() as u64);
    let mut wrong = Vec::new();
    for kind in OUTSIDE.into_iter().chain(QUANTIFIED) {
        if only.is_some_and(|name| name != format!("{kind:?}")) {
            continue;
        }
        match compare_patiently(kind, seed, each, STEPS, wait.unwrap_or_else(|| patience(kind))) {
            Ok(t) => {
                let known = (t.sat + t.unsat).max(1);
                let percent = 100.0 * t.unknown as f64 / known as f64;
                println!("against z3, {kind:?}: {t}; unknown {percent:.3} %");
            }
            Err(d) => {
                println!("{}\n{}", d.what, d.script);
                wrong.push(d.what);
            }
        }
    }
    if only.is_none_or(|name| name == "Finite") {
        enumeration(problems, seed, &mut wrong);
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} disagreements", wrong.len())) }
}

fn enumeration(problems: u64, seed: u64, wrong: &mut Vec<String>) {
    let (mut sat, mut unsat, mut unknown, mut undecided) = (0u64, 0u64, 0u64, 0u64);
    for s in seed..seed + problems {
        let p = problem(Kind::Finite, s);
        let (model, complete) = small_model(&p, 100_000);
        if model.is_none() && !complete {
            undecided += 1;
            continue;
        }
        let v = ask_us(&p, STEPS);
        sat += u64::from(v.is_sat());
        unsat += u64::from(v.is_unsat());
        unknown += u64::from(!v.is_sat() && !v.is_unsat());
        if (v.is_sat() && model.is_none()) || (v.is_unsat() && model.is_some()) {
            wrong.push(format!("finite problem {s} is decided wrongly"));
        }
    }
    println!(
        "against enumeration: {sat} sat, {unsat} unsat, {unknown} unknown ({undecided} too large to enumerate)"
    );
}
