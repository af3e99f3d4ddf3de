//! Symbolic states of the programs in `corpus/traces`, among them those of the paper on arrays: `NAME.args` has what follows
//! `trace FILE` on the command line, an argument a line; `NAME.out` what comes of it. `UPDATE=1` writes the latter.

use crate::running::{corpus_folder, glassbox};

#[test]
fn states_are_as_recorded() {
    let folder = corpus_folder("traces");
    let mut programs: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|e| e.expect("it can be read").path())
        .filter(|p| p.extension().is_some_and(|e| e != "args" && e != "out"))
        .collect();
    programs.sort();
    assert!(programs.len() >= 7, "{programs:?}");
    let mut differ = Vec::new();
    for program in programs {
        let arguments = std::fs::read_to_string(program.with_extension("args")).expect("arguments");
        let name = program.to_string_lossy().into_owned();
        let mut all = vec!["trace", &name];
        all.extend(arguments.lines());
        let (code, out, errors) = glassbox(&all, &folder);
        assert!(code == Some(0) && !errors.contains("error"), "{name}\n{out}{errors}");
        differ.extend(testkit::golden::golden(&program.with_extension("out"), &out));
    }
    assert!(differ.is_empty(), "differ from their golden files: {}", differ.join(", "));
}
