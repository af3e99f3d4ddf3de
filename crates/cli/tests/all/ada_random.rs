//! Random Ada packages: every test that is generated for one is compiled by GNAT with all checks on and passes, so
//! outputs, exceptions and lines are those of the compiled program.
//!
//! `GLASSBOX_PROGRAMS=N` takes N packages instead of a few; each has five to eight subprograms.

use crate::running::Scratch;
use testkit::ada_programs::{package, package_of_pointers};

/// Packages that are tried where nobody asks for more.
const USUAL: u64 = 6;

/// What GNAT says otherwise of one package, and how many tests it judged.
fn differences(number: u64, scratch: &Scratch) -> (usize, Vec<String>) {
    let package = if number.is_multiple_of(3) { package_of_pointers(number) } else { package(number) };
    let (spec, body) = (format!("{}.ads", package.name), format!("{}.adb", package.name));
    scratch.file(&spec, &package.spec).file(&body, &package.body);
    let suite = format!("{}.json", package.name);
    let args =
        ["generate", &body, "-c", "path", "--loops", "2", "--limit", "60", "--format", "json", "-o", &suite];
    let (code, out, errors) = scratch.run(&args);
    // 3: a limit was reached.
    if !matches!(code, Some(0 | 3)) || errors.contains("did not follow") {
        return (0, vec![format!("{body}: {code:?}: {out}{errors}")]);
    }
    let (_, out, errors) = scratch.run(&["run", &suite, "--native"]);
    let counts = out.lines().last().unwrap_or("");
    let count = |word: &str| {
        let part = counts.split(", ").find_map(|part| part.strip_suffix(word));
        part.and_then(|n| n.trim().parse::<usize>().ok())
    };
    match (count("passed"), count("failed")) {
        (Some(passed), Some(0)) => (passed, Vec::new()),
        (passed, _) => (passed.unwrap_or(0), vec![format!("{body}: {out}{errors}")]),
    }
}

#[test]
fn gnat_agrees_on_random_packages() {
    if testkit::require::program("gnatmake", "tests of random Ada programs run").is_none() {
        return;
    }
    let count = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL);
    let scratch = Scratch::new("ada-random");
    let (judged, wrong) = std::thread::scope(|scope| {
        let scratch = &scratch;
        let part = |part: u64| {
            let (mut judged, mut wrong) = (0, Vec::new());
            for number in (1..=count).filter(|n| n % 2 == part) {
                let (tests, problems) = differences(number, scratch);
                judged += tests;
                wrong.extend(problems);
            }
            (judged, wrong)
        };
        let parts: Vec<_> = (0..2).map(|p| scope.spawn(move || part(p))).collect();
        let done: Vec<(usize, Vec<String>)> = parts.into_iter().map(|p| p.join().expect("it ends")).collect();
        let judged: usize = done.iter().map(|(n, _)| n).sum();
        (judged, done.into_iter().flat_map(|(_, wrong)| wrong).collect::<Vec<_>>())
    });
    println!("{count} packages, {judged} tests");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(judged as u64 >= 20 * count, "{judged} tests of {count} packages");
}
