//! Mercury programs that are checked and run: nothing may panic, messages have places, and runs that jump to the arms of
//! switches answer as those that try them.

use front_mercury::{check, code, procedures};
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::{Machine, Options, Outcome};
use logic::moded::{Flow, ProcId};
use source::{Diagnostic, Files};

/// Steps and cells of one run.
const STEPS: u64 = 20_000;
const CELLS: usize = 400_000;
/// No more answers are compared.
const ANSWERS: usize = 20;

/// Checks a program, and runs its procedures without inputs.
pub fn run(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let mut files = Files::new();
    let main = files.add("fuzz.m", text);
    let checked = check::check(&mut files, main, &mut |_| None);
    let analysed = procedures::analyse(&checked.program);
    for problem in checked.diagnostics.iter().chain(&analysed.diagnostics).take(200) {
        if problem.place().and_then(|span| files.place(span)).is_none() {
            return Err(format!("a message without a place: {}", problem.message));
        }
        let _ = source::render(problem, &files, false);
    }
    if checked.diagnostics.iter().chain(&analysed.diagnostics).any(Diagnostic::is_error) {
        return Ok("refused");
    }
    let program = code::lower(&checked.program, &analysed.procedures);
    let mut ran = false;
    for id in program.procs.own() {
        let Some(proc) = program.procs.proc(id) else { continue };
        if proc.flows.contains(&Flow::In) {
            continue;
        }
        ran = true;
        let plain = answers(&program, id, Watching::Nothing);
        for watching in [Watching::Counts, Watching::Traces] {
            let other = answers(&program, id, watching);
            // A run that writes down more may reach its bounds earlier.
            if plain.1 != Outcome::Limit && other.1 != Outcome::Limit && plain != other {
                return Err(format!("{}: {plain:?}, but {watching:?}: {other:?}", proc.shown));
            }
        }
    }
    Ok(if ran { "ran" } else { "loaded" })
}

fn answers(program: &logic::Program, id: ProcId, watching: Watching) -> (Vec<String>, Outcome) {
    let mut machine = Machine::waiting(program, Plain);
    let options = Options { steps: STEPS, cells: CELLS, ..Options::default() };
    machine.start(id, &[], options, watching);
    let mut found = Vec::new();
    loop {
        let outcome = machine.next();
        if outcome != Outcome::Solution || found.len() >= ANSWERS {
            return (found, outcome);
        }
        let values = machine.outputs(id);
        let values: Vec<String> = values.iter().map(|value| machine.shown(value)).collect();
        found.push(values.join(" "));
    }
}
