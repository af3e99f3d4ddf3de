//! Every criterion over the corpus: what is generated covers all that is feasible and holds nothing needless,
//! and what is taken away comes back.

use base::Budget;
use source::Files;
use std::path::{Path, PathBuf};
use workbench::{
    Bounds, CoverOptions, Criterion, GenerateOptions, Language, LoadedProgram, Mcdc, MissingStatus, Plan,
    complete, cover, entries, generate, load_program,
};

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/impl");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "impl"))
        .collect();
    files.sort();
    files
}

fn load(path: &Path) -> (Files, LoadedProgram) {
    let mut files = Files::new();
    let text = std::fs::read_to_string(path).expect("it can be read");
    let file = files.add(path.display().to_string(), text);
    let loaded = load_program(&files, file, Language::Impl).expect("it is well typed");
    (files, loaded)
}

fn plan() -> Plan {
    Plan::within(Bounds { loops: Some(2), depth: Some(3), ..Bounds::default() })
}

#[test]
fn suites_cover_what_is_feasible_and_are_completed() {
    let mut criteria = Criterion::ALL.to_vec();
    criteria.push(Criterion::Mcdc(Mcdc::UniqueCause));
    let (mut goals, mut infeasible, mut unknown) = (0, 0, 0);
    for path in corpus() {
        let (files, loaded) = load(&path);
        let all = entries(&loaded.program, None).expect("there is something to test");
        for c in &criteria {
            let title = format!("{} -c {}", path.display(), c.name());
            let budget = Budget::unlimited();
            let options = GenerateOptions { criteria: vec![*c], plan: plan(), limit: None, effort: 0 };
            let made = generate(
                &files,
                &loaded.program,
                Language::Impl,
                "p.impl",
                &all,
                &options,
                &budget,
                &mut |_| {},
            );
            let measure = CoverOptions { criteria: vec![*c], plan: plan(), limit: None, effort: 0 };
            let covered = cover(&files, &loaded, &made.suite, &all, &measure, &budget);
            let tally = &made.suite.criteria[0];
            let found = &covered.criteria[0];
            let lacking: Vec<_> =
                found.missing.iter().filter(|m| m.status == MissingStatus::Uncovered).collect();
            assert!(lacking.is_empty(), "{title}: {lacking:?}");
            assert_eq!((tally.goals, tally.covered), (found.goals, found.covered), "{title}");
            assert_eq!(tally.infeasible, found.infeasible, "{title}");
            if tally.covered > 0 {
                assert!(covered.redundant.is_empty(), "{title}: {:?} are needless", covered.redundant);
            }
            goals += tally.goals;
            infeasible += tally.infeasible;
            unknown += tally.unknown;
            // Every third test is lost.
            let mut less = made.suite.clone();
            let mut n = 0;
            less.tests.retain(|_| {
                n += 1;
                n % 3 != 0
            });
            let (more, invalid) = complete(&files, &loaded, &less, &all, &measure, &budget, &mut |_| {});
            assert!(invalid.is_empty(), "{title}: {invalid:?}");
            assert_eq!(more.suite.tests[..less.tests.len()], less.tests[..], "{title}: tests changed");
            let again = cover(&files, &loaded, &more.suite, &all, &measure, &budget);
            assert_eq!(again.criteria[0].covered, found.covered, "{title}");
        }
    }
    println!("{goals} goals, {infeasible} infeasible, {unknown} unknown");
    assert!(goals > 4_000);
}
