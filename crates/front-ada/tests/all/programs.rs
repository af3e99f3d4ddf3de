//! Every file in `programs` is a test: GNAT accepts it, we parse it without a message, printing it gives a text
//! that parses to an equal tree, and that text is as it was. `UPDATE=1` rewrites golden files.

use crate::reading::{files_in, folder, gnat, golden, parse, right};
use front_ada::syntax::print;

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
