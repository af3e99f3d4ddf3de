//! Facts about all indices of arrays: against models that are tried one by one, and against z3.

use base::Budget;
use formula::{Term, Terms, Value};
use solver::{Solver, Verdict};
use testkit::array_facts::{holds_in_range, is_bounded, problem, small_model};

fn ask(terms: &Terms, assertions: &[Term]) -> Verdict {
    let mut s = Solver::new();
    assertions.iter().for_each(|f| s.assert(*f));
    s.check(terms, &Budget::unlimited().with_steps(100_000))
}

/// Every model is gone through, index by index; and what has a small model is never called unsatisfiable.
#[test]
fn bounded_facts_against_small_arrays() {
    let (mut sat, mut unsat, mut unknown, mut judged, mut small) = (0, 0, 0, 0, 0);
    for seed in (51_000_000..51_001_200).filter(|s| is_bounded(*s)) {
        let mut p = problem(seed);
        let verdict = ask(&p.terms, &p.assertions);
        match &verdict {
            Verdict::Sat(m) => {
                sat += 1;
                // Beyond its bounds an index says nothing. The bounds are numbers of the model and small constants.
                let far = m.assigned(&p.terms).filter_map(|(_, v)| v.as_int().and_then(|i| i.to_i64()));
                let far = far.map(i64::abs).max().unwrap_or(0).max(6) + 2;
                let all = p.assertions.clone();
                if far <= 19 {
                    judged += 1;
                    for f in all {
                        let holds = holds_in_range(&mut p.terms, m, f, (-far, far));
                        assert_eq!(holds, Some(true), "{seed}: {}", p.terms.show(f));
                    }
                }
                for (v, value) in m.assigned(&p.terms) {
                    assert!(!matches!(value, Value::Array(a) if a.entries.len() > 500), "{seed}: {v:?}");
                }
            }
            Verdict::Unsat(_) => unsat += 1,
            Verdict::Unknown(why) => {
                unknown += 1;
                if std::env::var_os("SHOW_UNKNOWN").is_some() {
                    let all: Vec<String> = p.assertions.iter().map(|f| p.terms.show(*f)).collect();
                    println!("{seed}: {why}\n  {}", all.join("\n  "));
                }
            }
        }
        if let Some(m) = small_model(&mut p, seed, 150) {
            small += 1;
            assert!(!verdict.is_unsat(), "{seed} has the model {m:?}");
        }
    }
    println!(
        "{sat} sat ({judged} of them gone through), {unsat} unsat, {unknown} unknown; {small} have a small model"
    );
    assert!(judged > 150 && unsat > 100 && small > 30, "{judged} {unsat} {small}");
    assert!(unknown * 100 <= 3 * (sat + unsat), "{unknown} unknown");
}

#[test]
fn z3_agrees() {
    if testkit::require::program("z3", "facts about arrays").is_none() {
        return;
    }
    match testkit::against::compare(testkit::problems::Kind::QuantifiedArrays, 41_000_000, 150, 100_000) {
        Ok(tally) => {
            println!("{tally}");
            assert!(tally.unknown * 100 <= 3 * (tally.sat + tally.unsat), "{tally}");
        }
        Err(d) => panic!("{}\n{}", d.what, d.script),
    }
}
