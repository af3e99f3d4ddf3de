//! The tests of a suite, ready to be written as C.

use super::compiler::{GUARD, GUARD_FILE};
use super::ready::{Ready, emit_ready, needs_a_start};
use crate::language::Text;
use imperative::Program;
use language::native::rounds::{Placed, Prepared, Written};
use language::native::{NativeOptions, NativeTrouble, WriteFile, expected};
use suite::Suite;

/// Makes the tests of a suite ready.
pub(super) fn prepare<'t>(text: &Text, program: &Program, suite: &'t Suite) -> Prepared<Ready<'t>> {
    let mut out = Prepared { ready: Vec::new(), wrong: Vec::new() };
    for (place, test) in suite.tests.iter().enumerate() {
        let known = suite.tests.get(..place).unwrap_or(&[]).iter().any(|t| t.name == test.name);
        let made = match known {
            true => Err(format!("there is another test with the name `{}`", test.name)),
            false => expected(program, test),
        };
        match made {
            Ok((entry, input, wanted)) => {
                // Suites may be written by hand, with names that C does not allow.
                let plain = test.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                let name = if plain { test.name.clone() } else { format!("number_{}", place + 1) };
                let ready = Ready { test, name: name.clone(), entry, input, expected: wanted };
                out.ready.push(Placed { place, name, ready });
            }
            Err(why) => out.wrong.push((place, why)),
        }
    }
    // In the order in which they are written.
    out.ready.sort_by_key(|placed| !needs_a_start(text, placed.ready.entry));
    out
}

/// Writes a file of tests, and the guard beside it.
pub(super) fn write(
    text: &Text,
    program: &Program,
    tests: &[Placed<Ready<'_>>],
    options: &NativeOptions,
    round: usize,
    write: &mut WriteFile<'_>,
) -> Result<Written, NativeTrouble> {
    let ready: Vec<&Ready<'_>> = tests.iter().map(|t| &t.ready).collect();
    let path = options.program.to_str().ok_or_else(|| {
        format!("{}: the tests cannot include a file whose name is no UTF-8", options.program.display())
    })?;
    let emitted = emit_ready(text, program, &ready, path)?;
    let stem = format!("tests{round}");
    write(&format!("{stem}.c"), &emitted.text).map_err(NativeTrouble::Problem)?;
    write(GUARD_FILE, GUARD).map_err(NativeTrouble::Problem)?;
    let out = |name: &String| emitted.left_out.iter().any(|(left, _)| left == name);
    let names = tests.iter().map(|t| t.name.clone()).filter(|name| !out(name)).collect();
    let reason = |(name, why): (String, String)| (name, format!("it cannot be written in C: {why}"));
    Ok(Written { stem, names, left_out: emitted.left_out.into_iter().map(reason).collect() })
}
