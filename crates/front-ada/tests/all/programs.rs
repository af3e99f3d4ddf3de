//! Every file in `programs` is a test: GNAT accepts it, we parse it without a message, printing it gives a text
//! that parses to an equal tree, and that text is as it was. `UPDATE=1` rewrites golden files.

use crate::reading::{files_in, folder, gnat, golden, parse, right};
use front_ada::syntax::print;
use language::{Language, LoadOptions};
use source::Files;

#[test]
fn programs_survive_printing() {
    let programs = files_in("programs");
    assert!(programs.len() >= 35, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, text) in &programs {
        let (tree, messages) = parse(name, text);
        assert_eq!(messages, "", "{name}");
        let tree = tree.expect("no message");
        let printed = print(&tree);
        let again = right(name, &printed);
        assert!(tree == again, "{name}:\n{printed}");
        assert_eq!(print(&again), printed, "{name}");
        wrong.extend(golden(&folder("programs").join(format!("{name}.out")), &printed));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn gnat_accepts_the_programs() {
    for (name, _) in files_in("programs") {
        // GNAT wants one unit a file, except where it only looks at the syntax.
        let mode = if name.ends_with(".ada") { "-gnats" } else { "-gnatc" };
        match gnat(&folder("programs").join(&name), mode) {
            None => return,
            Some(result) => assert_eq!(result, Ok(()), "{name}"),
        }
    }
}

/// Whatever is supported or not, a program that GNAT accepts becomes a program here.
#[test]
fn programs_are_lowered() {
    let all = files_in("programs");
    for (name, text) in all.iter().filter(|(name, _)| name.ends_with(".adb")) {
        let mut files = Files::new();
        let file = files.add(name, text);
        let (mut companions, mut waiting) = (Vec::new(), vec![file]);
        while let Some(next) = waiting.pop() {
            for wanted in front_ada::LANGUAGE.companions(&files, next) {
                let known = files.iter().any(|(_, f)| f.name() == wanted);
                if let (false, Some((other, text))) = (known, all.iter().find(|(other, _)| *other == wanted))
                {
                    let id = files.add(other, text);
                    companions.push(id);
                    waiting.push(id);
                }
            }
        }
        let options = LoadOptions { companions, ..LoadOptions::default() };
        // Subunits are not read.
        if let Err(problems) = front_ada::LANGUAGE.load(&files, file, &options)
            && !name.starts_with("outer-")
        {
            panic!("{name}:\n{}", source::render_all(&problems, &files, false));
        }
    }
}
