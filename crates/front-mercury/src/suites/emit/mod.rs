//! A suite as a Mercury program that runs it (section 3.2.2 of the thesis).
//!
//! ```text
//! :- pred solve_1(list.list(int)::out) is det.
//! solve_1(L) :-
//!     reverse([1, 2], L).
//!
//! :- pred check_1_1(list.list(int)::in) is semidet.
//! check_1_1(L) :-
//!     L = [2, 1].
//!
//! testcase_1(Result) :-
//!     solve_1(L),
//!     ( if not check_1_1(L) then
//!         Result = condition_failed("true(L = [2, 1])")
//!     else
//!         Result = succeeded
//!     ).
//! ```
//!
//! All types are known, so no value has to be wrapped into a universal type. Answers are asked for one after the other and kept
//! in their order, which `solutions.solutions` would not do.
//!
//! The program is a module of its own and sees only what the tested module exports. Tests that need more are left out, and a
//! comment says so.

mod cases;
mod prelude;
mod visible;

use super::names::{atom, string};
use super::{Compiled, CompiledTest};
use cases::Case;
use std::collections::BTreeSet;
use suite::Suite;
use visible::Needs;

/// A program that runs a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The name of its module.
    pub module: String,
    /// Its text.
    pub text: String,
    /// The tests that it does not have, and why.
    pub left_out: Vec<(String, String)>,
}

/// Writes the program that runs the tests of a suite. `compiled` has them in the same order; `module` is the module that they
/// test.
pub fn emit(compiled: &Compiled, suite: &Suite, module: &str) -> Emitted {
    let name = format!("test_{}", module.replace('.', "_"));
    let mut left_out = Vec::new();
    let mut tests: Vec<(&CompiledTest, Needs)> = Vec::new();
    for (index, found) in compiled.tests.iter().enumerate() {
        let shown = suite.tests.get(index).map_or_else(String::new, |test| test.name.clone());
        match found {
            Err(problems) => {
                let why = problems.first().map_or("", |problem| problem.message.as_str());
                left_out.push((shown, format!("it is wrong: {why}")));
            }
            Ok(test) => match Needs::of(compiled, test) {
                Ok(needs) => tests.push((test, needs)),
                Err(why) => left_out.push((shown, why)),
            },
        }
    }
    let mut imports: BTreeSet<String> = prelude::IMPORTS.iter().map(|name| name.to_string()).collect();
    imports.insert(module.to_string());
    imports.extend(tests.iter().flat_map(|(_, needs)| needs.modules.iter().cloned()));
    // The interface imports it.
    imports.remove("io");
    let unclear = visible::unclear(&compiled.program, &imports);
    let cases: Vec<Case> = tests
        .iter()
        .enumerate()
        .map(|(index, (test, needs))| Case::new(compiled, test, needs, &unclear, index + 1))
        .collect();
    let mut text = format!("% Tests of the module `{module}`. It prints a line for each test.\n");
    if !left_out.is_empty() {
        text.push_str("%\n% These tests are left out:\n");
        for (test, why) in &left_out {
            text.push_str(&format!("%   {}: {}\n", line(test), line(why)));
        }
    }
    let quoted: Vec<String> = imports.iter().map(|name| module_name(name)).collect();
    let own = atom(&name);
    text.push_str(&format!(
        ":- module {own}.\n:- interface.\n:- import_module io.\n\n:- pred main(io::di, io::uo) is {}.\n\n\
         :- implementation.\n:- import_module {}.\n\n",
        if cases.is_empty() { "det" } else { "cc_multi" },
        quoted.join(", ")
    ));
    text.push_str(&main(&cases));
    for case in &cases {
        text.push('\n');
        text.push_str(&case.text());
    }
    text.push('\n');
    text.push_str(prelude::RESULTS);
    if cases.iter().any(Case::asks_for_all) {
        text.push_str(prelude::ALL);
    }
    if cases.iter().any(Case::asks_for_some) {
        text.push_str(prelude::SOME);
    }
    if cases.iter().any(|case| case.throws) {
        text.push_str(prelude::THROWN);
    }
    Emitted { module: name, text, left_out }
}

/// The main predicate: each test is run where what it throws is caught.
fn main(cases: &[Case]) -> String {
    let mut text = "main(!IO) :-\n    Wrong0 = 0,\n".to_string();
    for (before, case) in cases.iter().enumerate() {
        let number = before + 1;
        let call = match case.test.io {
            true => format!("exception.try_io(testcase_{number}, Outcome{number}, !IO)"),
            false => format!("exception.try(testcase_{number}, Outcome{number})"),
        };
        let judge = if case.throws { "judged_thrown" } else { "judged" };
        let name = string(&case.test.name);
        text.push_str(&format!(
            "    {call},\n    report_test({name}, {judge}(Outcome{number}), Wrong{before}, Wrong{number}, !IO),\n"
        ));
    }
    let count = cases.len();
    text.push_str(&format!("    report_all({count}, Wrong{count}, !IO).\n"));
    text
}

/// The name of a module, whose parts have dots between them.
fn module_name(name: &str) -> String {
    name.split('.').map(atom).collect::<Vec<_>>().join(".")
}

/// A text on one line, for a comment.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
