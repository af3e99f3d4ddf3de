//! Every file in `programs` is a test: GNAT accepts it, we parse it without a message, printing it gives a text
//! that parses to an equal tree, and that text is as it was. `UPDATE=1` rewrites golden files.

use crate::reading::{files_in, folder, golden, parse, right};
use front_ada::syntax::print;
use std::time::Duration;
use tools::Tool;

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

/// Runs GNAT on a file; `None` without it. What it says of a file that it accepts are warnings.
fn gnat(name: &str, mode: &str) -> Option<Result<(), String>> {
    let required = std::env::var_os("GLASSBOX_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    if tools::find("gnatmake").is_none() {
        assert!(!required, "GNAT is not installed");
        return None;
    }
    let here = folder("programs");
    let scratch = std::env::temp_dir().join(format!("front-ada-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("writable");
    let output = Tool::new("gcc")
        .args(["-c", mode, "-gnat2022", "-gnatW8", "-x", "ada"])
        .arg(format!("-I{}", here.display()))
        .arg(here.join(name).to_string_lossy().into_owned())
        .directory(&scratch)
        .time_limit(Duration::from_secs(60))
        .run()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() { Ok(()) } else { Err(said) })
}

#[test]
fn gnat_accepts_the_programs() {
    for (name, _) in files_in("programs") {
        // GNAT wants one unit a file, except where it only looks at the syntax.
        let mode = if name.ends_with(".ada") { "-gnats" } else { "-gnatc" };
        match gnat(&name, mode) {
            None => return,
            Some(result) => assert_eq!(result, Ok(()), "{name}"),
        }
    }
}
