//! Every criterion over the corpus: what is generated covers all that is feasible and holds nothing needless,
//! and what is taken away comes back.

use crate::asking::Asked;
use base::Budget;
use criteria::{Criterion, Mcdc};
use source::Files;
use std::path::{Path, PathBuf};
use workbench::{SearchOptions, Status};

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

#[test]
fn suites_cover_what_is_feasible_and_are_completed() {
    let mut criteria = Criterion::ALL.to_vec();
    criteria.push(Criterion::Mcdc(Mcdc::UniqueCause));
    let (mut goals, mut infeasible, mut unknown) = (0, 0, 0);
    for path in corpus() {
        let mut files = Files::new();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let file = files.add("p.impl", text);
        for c in &criteria {
            let title = format!("{} -c {}", path.display(), c.name());
            let budget = Budget::unlimited();
            let search = SearchOptions {
                criteria: vec![c.name()],
                loops: Some(2),
                depth: Some(3),
                fewest: true,
                ..SearchOptions::default()
            };
            let small = SearchOptions { fewest: false, ..search.clone() };
            let session = Asked::new(&front_impl::LANGUAGE, &files, file, search);
            let session = session.open(None, &budget);
            let made = session.generate(&mut |_| {});
            let covered = session.cover(&made.suite);
            let tally = &made.suite.criteria[0];
            // Small tests meet the same goals, and no fewer tests do.
            let small = Asked::new(&front_impl::LANGUAGE, &files, file, small);
            let small = small.open(None, &budget).generate(&mut |_| {});
            assert_eq!(small.suite.criteria[0].covered, tally.covered, "{title}");
            assert!(small.suite.tests.len() >= made.suite.tests.len(), "{title}");
            let found = &covered.criteria[0];
            let lacking: Vec<_> =
                found.missing.iter().filter(|m| m.verdict.status == Status::Uncovered).collect();
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
            let more = session.complete(&less, &mut |_| {});
            assert!(more.invalid.is_empty(), "{title}: {:?}", more.invalid);
            assert_eq!(more.suite.tests[..less.tests.len()], less.tests[..], "{title}: tests changed");
            let again = session.cover(&more.suite);
            assert_eq!(again.criteria[0].covered, found.covered, "{title}");
        }
    }
    println!("{goals} goals, {infeasible} infeasible, {unknown} unknown");
    assert!(goals > 4_000);
}
