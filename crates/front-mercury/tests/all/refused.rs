//! Programs that the language does not allow, by the rules of the reference manual for types, modes, determinism and modules.
//! A comment `%<` marks the line of the fault.

use crate::checking::checked;
use front_mercury::procedures::analyse;
use source::{Diagnostic, Files};

const HEAD: &str = ":- module m.\n:- interface.\n:- implementation.\n\
    :- import_module int, list, string, bool, char, io, solutions, maybe, pair.\n";

/// The lines of messages. What is declared tighter than found, or not defined, is a warning here and an error of the language:
/// programs without such a part can still be tested.
fn lines(text: &str) -> (Vec<usize>, String) {
    let (checked, shown) = checked("m.m", text, &[]);
    let mut all: Vec<Diagnostic> = checked.diagnostics;
    if !all.iter().any(Diagnostic::is_error) {
        all.extend(analyse(&checked.program).diagnostics);
    }
    let mut files = Files::new();
    files.add("m.m", text);
    let lenient = [" is declared ", " has no clauses", " has no definition"];
    let counts =
        |found: &&Diagnostic| found.is_error() || lenient.iter().any(|text| found.message.contains(text));
    let line =
        |found: &Diagnostic| text.get(..found.place()?.start as usize).map(|t| t.matches('\n').count() + 1);
    let lines = all.iter().filter(counts).filter_map(line).collect();
    let said: Vec<String> = all.iter().map(|found| found.message.clone()).collect();
    (lines, format!("{shown}{}", said.join("\n")))
}

#[test]
fn wrong_programs_are_refused_at_the_line_of_the_fault() {
    let mut programs = Vec::new();
    for part in include_str!("refused.txt").split("=== ").skip(1) {
        let (name, body) = part.split_once('\n').expect("a name and a text");
        let text = if body.starts_with(":- module") { body.to_string() } else { format!("{HEAD}{body}") };
        programs.push((name.to_string(), text));
    }
    let (mut refused, mut in_place, mut open) = (0, 0, Vec::new());
    for (name, text) in &programs {
        let fault = text.lines().position(|line| line.ends_with("%<")).expect("a mark") + 1;
        let (found, said) = lines(text);
        refused += usize::from(!found.is_empty());
        in_place += usize::from(found.contains(&fault));
        if !found.contains(&fault) {
            open.push(format!("{name}: line {fault}, found {found:?}\n{said}"));
        }
    }
    let count = programs.len();
    println!("{refused} of {count} refused, {in_place} at the line\n{}", open.join("\n\n"));
    assert!(count >= 100, "{count} programs");
    assert!(refused * 100 >= count * 95, "{refused} of {count} refused\n{}", open.join("\n\n"));
    assert!(in_place * 100 >= count * 90, "{in_place} of {count} at the line\n{}", open.join("\n\n"));
}
