//! A slice of the solver campaign: 5,000 random problems, judged by z3 when it is installed.

use testkit::against::compare;
use testkit::problems::{Kind, OUTSIDE};

#[test]
fn agrees_with_z3_on_random_problems() {
    if testkit::require::program("z3", "5,000 random problems judged by z3").is_none() {
        return;
    }
    let mut failures = Vec::new();
    for kind in OUTSIDE {
        let count = if kind == Kind::Integers { 1_250 } else { 750 };
        match compare(kind, 7_000_000, count, 200_000) {
            Ok(t) => {
                println!("{kind:?}: {t}");
                let known = t.sat + t.unsat;
                assert!(3 * t.unsat >= known, "{kind:?}: a third should be unsatisfiable: {t}");
                let linear = matches!(kind, Kind::Integers | Kind::Reals);
                let allowed = if linear { known / 1_000 } else { known / 100 };
                assert!(t.unknown <= allowed, "{kind:?}: too many unknown: {t}");
            }
            Err(d) => failures.push(format!("{}\n{}", d.what, d.script)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
