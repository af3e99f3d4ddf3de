//! How files of tests name the program.

use super::judging::compiled;
use crate::running::{Scratch, glassbox};
use std::fs;

const TEXT: &str = "#include \"size.h\"\nint f(int x) { if (x == SIZE) return 1; return 0; }\n";

fn folders(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    for folder in ["src/deep", "tests/c"] {
        fs::create_dir_all(scratch.0.join(folder)).expect("a folder");
    }
    scratch.file("src/deep/p.c", TEXT).file("src/deep/size.h", "#define SIZE 4\n");
    scratch
}

/// The path leads from the file of tests to the program, wherever both are.
#[test]
fn paths_are_seen_from_the_tests() {
    let scratch = folders("emission-paths");
    let cases = [
        ("src/deep/p.c", "tests/c/t.c", "../../src/deep/p.c"),
        ("src/deep/p.c", "t.c", "src/deep/p.c"),
        ("src/deep/p.c", "src/deep/t.c", "p.c"),
        ("src/deep/p.c", "src/t.c", "deep/p.c"),
        ("./src/../src/deep/p.c", "./tests/../tests/t.c", "../src/deep/p.c"),
    ];
    for (program, tests, path) in cases {
        let (code, _, errors) = scratch.run(&["generate", program, "--emit", "c", "-o", tests]);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let text = scratch.read(tests);
        assert!(text.contains(&format!("#include \"{path}\"\n")), "{path}: {text}");
        compiled(&scratch, tests, &[]);
    }
    // By its absolute name, too, and from another folder to standard output.
    let program = scratch.0.join("src/deep/p.c").display().to_string();
    let (_, text, _) = scratch.run(&["generate", &program, "--emit", "c"]);
    assert!(text.contains("#include \"src/deep/p.c\"\n"), "{text}");
    let (_, text, _) = glassbox(&["generate", "../src/deep/p.c", "--emit", "c"], &scratch.0.join("tests"));
    assert!(text.contains("#include \"../src/deep/p.c\"\n"), "{text}");
}

/// `..` goes up from where a link leads.
#[cfg(unix)]
#[test]
fn paths_through_links() {
    let scratch = folders("emission-links");
    std::os::unix::fs::symlink(scratch.0.join("tests/c"), scratch.0.join("link")).expect("a link");
    let (code, _, errors) = scratch.run(&["generate", "src/deep/p.c", "--emit", "c", "-o", "link/t.c"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    compiled(&scratch, "link/t.c", &[]);
}

/// A name cannot say anything in the file of tests but itself.
#[cfg(unix)]
#[test]
fn names_are_no_program_text() {
    let scratch = Scratch::new("emission-odd");
    let text = "int f(int x) { if (x == 3) return 1; return 0; }\n";
    // What C can name is named as it is.
    for name in ["a\\nb.c", "a b's*.c", "a;$(touch gone).c", "-o.c", "ä.c", "a*_b.c"] {
        scratch.file(name, text);
        let file = format!("./{name}");
        let (code, _, errors) = scratch.run(&["generate", &file, "--emit", "c", "-o", "t.c"]);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{name}");
        compiled(&scratch, "t.c", &[]);
        scratch.run(&["generate", &file, "--format", "json", "-o", "s.json"]);
        let (code, said, errors) = scratch.run(&["run", "s.json", "--program", &file, "--native"]);
        assert_eq!(code, Some(0), "{name}: {said}{errors}");
    }
    let crafted = "x\"\n#pragma GCC error \"here\"\n__attribute__((constructor)) void g(void) { exit(0); }\n#include \".c";
    for name in ["a\"b.c", "a\nb.c", "a\rb.c", "a\x1b[2Jb.c", crafted] {
        let file = format!("./{name}");
        scratch.file(name, text);
        let (code, out, errors) = scratch.run(&["generate", &file, "--emit", "c"]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{name:?}: {errors}");
        let errors = errors.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(errors.contains("give the file another name"), "{name:?}: {errors}");
        // All else can be done with it.
        let (code, _, errors) = scratch.run(&["generate", &file, "--format", "json", "-o", "s.json"]);
        assert_eq!(code, Some(0), "{name:?}: {errors}");
        for command in
            [&["run", "s.json", "--program", &file, "--native"][..], &["cover", &file, "s.json", "--native"]]
        {
            let (code, _, errors) = scratch.run(command);
            assert_eq!(code, Some(2), "{name:?}: {errors}");
            let errors = errors.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(errors.contains("give the file another name"), "{name:?}: {errors}");
        }
    }
    // A record of LCOV ends with its line.
    let (code, _, errors) = scratch.run(&["cover", "./a\nb.c", "s.json", "--lcov", "l.info"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("no LCOV file can name this one"), "{errors}");
}
