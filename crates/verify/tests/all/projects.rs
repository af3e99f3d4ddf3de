//! Random programs of several functions, judged by runs: no claim that is proved fails in any run, wherever the run starts.
//!
//! Runs start with `main`, with each function, and with those that call a function again and again. What a run begins with is as
//! supposed: lists that end and share no cells, static variables as they are before the first call.
//!
//! `GLASSBOX_PROGRAMS` and `GLASSBOX_SEED` make a campaign of it: see `cargo xtask campaign lists`.

use base::Budget;
use imperative::machine::{Judge, Limits, Options, Outcome, Truth, required, requirements_hold, run_watched};
use imperative::{ErrorKind, ProcId, Program};
use infer::Calls;
use source::{Files, Span};
use std::path::Path;
use testkit::list_projects::list_project;
use verify::{Inputs, Kind, PassedLists, Settings, Status, verify};

/// What came of all programs.
#[derive(Default)]
struct Tally {
    programs: usize,
    unread: usize,
    proved: usize,
    refuted: usize,
    unknown: usize,
    runs: usize,
    violations: Vec<String>,
}

fn read(text: &str) -> Option<Program> {
    let text = text.to_string();
    let read = move || {
        let mut files = Files::new();
        let file = files.add("random.c", text);
        let options = front_c::Options { lists: true, ..front_c::Options::default() };
        front_c::load(&files, file, Path::new("random.c"), &options).program
    };
    // Reading C takes more stack than a test has.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(read).ok()?;
    thread.join().ok()?
}

/// Something that was proved of a procedure.
struct Proved {
    of: ProcId,
    kind: Kind,
    span: Span,
}

fn judge(seed: u64, runs: usize, tally: &mut Tally) {
    let text = list_project(seed);
    let Some(program) = read(&text) else {
        tally.unread += 1;
        return;
    };
    tally.programs += 1;
    let settings = Settings { tries: 200, seed, ..Settings::default() };
    let calls = Calls::new(&program);
    let mut proved = Vec::new();
    for id in program.proc_ids() {
        if program.proc(id).is_none_or(|proc| proc.hidden) {
            continue;
        }
        let budget = Budget::unlimited().with_steps(4_000);
        let Some(found) = verify(&program, &calls, id, &settings, &[], &budget) else { continue };
        for known in found.obligations {
            match known.status {
                Status::Proved(_) => {
                    tally.proved += usize::from(matches!(known.kind, Kind::Claim(..)));
                    proved.push(Proved { of: id, kind: known.kind, span: known.span });
                }
                Status::Refuted(_) => tally.refuted += 1,
                Status::Unknown(_) => tally.unknown += 1,
            }
        }
    }
    let limits = Limits { steps: 3_000, ..Limits::default() };
    let options = Options { limits: limits.clone(), ..Options::default() };
    for start in program.proc_ids() {
        let Some(mut inputs) = Inputs::new(&program, start, seed) else { continue };
        let tries = if inputs.is_single() { 1 } else { runs };
        for _ in 0..tries {
            let input = inputs.next_input();
            if required(&program, start, &input, &limits) != Truth::Holds
                || requirements_hold(&program, start, &input, &options) != Ok(true)
            {
                continue;
            }
            tally.runs += 1;
            let mut judge = Judge::with_limits(&program, limits.clone());
            let run = run_watched(&program, start, input.clone(), &limits, &mut judge);
            let repeats = program.proc(start).and_then(|proc| proc.repeats);
            if let Some(of) = repeats {
                // Calls that nobody wrote may pass what was changed by the ones before.
                let mut passed = PassedLists::new(&program, of);
                run_watched(&program, start, input.clone(), &limits, &mut passed);
                if !passed.kept {
                    continue;
                }
            }
            for known in &proved {
                if fails(&program, start, known, &run.outcome, &judge) {
                    tally.violations.push(format!(
                        "program {seed}: {:?} of {} is proved and fails in a run of {} on {}\n{text}",
                        known.kind,
                        program.proc(known.of).map_or("?", |proc| &proc.name),
                        program.proc(start).map_or("?", |proc| &proc.name),
                        input.show(&program, start)
                    ));
                    return;
                }
            }
        }
    }
}

fn fails(program: &Program, start: ProcId, known: &Proved, outcome: &Outcome, judge: &Judge<'_>) -> bool {
    match known.kind {
        // What a caller has to make sure of is its own affair.
        Kind::Claim(of, claim, _) if of == known.of => {
            let called_as_required = program.proc(of).is_some_and(|proc| {
                let asked = |at: &usize| matches!(proc.claims[*at].kind, imperative::ClaimKind::Requires(_));
                let mut asked = (0..proc.claims.len()).filter(asked);
                asked.all(|at| judge.judgement(of, at).is_none_or(|j| j.failed + j.unknown == 0))
            });
            called_as_required && judge.judgement(of, claim).is_some_and(|judged| judged.failed > 0)
        }
        Kind::Claim(of, claim, _) if start == known.of => {
            judge.judgement(of, claim).is_some_and(|judged| judged.failed > 0)
        }
        Kind::Safe(error, _) => match outcome {
            Outcome::Error { kind, span, .. } => {
                *kind == error
                    && error != ErrorKind::Leak
                    && (start == known.of || known.span.start <= span.start && span.end <= known.span.end)
            }
            _ => false,
        },
        _ => false,
    }
}

#[test]
fn runs_of_random_projects_break_nothing_that_is_proved() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let long = number("GLASSBOX_PROGRAMS");
    let (count, first) = (long.unwrap_or(15), number("GLASSBOX_SEED").unwrap_or(1));
    let mut tally = Tally::default();
    for seed in first..first + count {
        judge(seed, if long.is_some() { 60 } else { 15 }, &mut tally);
    }
    println!(
        "random projects: {} programs ({} not read), {} claims proved, {} obligations refuted, {} unknown, {} runs, {} \
         violations",
        tally.programs,
        tally.unread,
        tally.proved,
        tally.refuted,
        tally.unknown,
        tally.runs,
        tally.violations.len()
    );
    assert!(tally.violations.is_empty(), "{}", tally.violations.join("\n"));
    assert!(tally.proved > 0 && tally.runs > 0 && tally.unread * 10 < tally.programs);
}
