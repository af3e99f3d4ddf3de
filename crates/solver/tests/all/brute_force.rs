//! The solver against enumeration: no outside program, fixed seeds.

use base::Budget;
use solver::{Solver, Verdict};
use testkit::brute::small_model;
use testkit::problems::{Kind, Problem, problem};
use testkit::shrink::shrink;

/// Enough for everything but products, of which some would use up any budget.
fn answer_within(p: &Problem, steps: u64) -> Verdict {
    let mut s = Solver::new();
    for f in &p.assertions {
        s.assert(*f);
    }
    s.check(&p.terms, &Budget::unlimited().with_steps(steps))
}

fn answer(p: &Problem) -> Verdict {
    answer_within(p, 100_000)
}

fn describe(p: &Problem) -> String {
    p.assertions.iter().map(|f| p.terms.show(*f)).collect::<Vec<_>>().join("\n")
}

/// Problems that enumeration decides completely.
#[test]
fn finite_problems_are_decided_as_enumeration_does() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..12_000 {
        let p = problem(Kind::Finite, seed);
        let (model, complete) = small_model(&p, 50_000);
        if model.is_none() && !complete {
            continue;
        }
        match answer(&p) {
            Verdict::Sat(_) => {
                assert!(model.is_some(), "seed {seed}: sat, but enumeration finds none\n{}", describe(&p));
                sat += 1;
            }
            Verdict::Unsat(_) => {
                assert!(model.is_none(), "seed {seed}: unsat, but there is a model\n{}", describe(&p));
                unsat += 1;
            }
            Verdict::Unknown(why) => panic!("seed {seed}: unknown ({why})\n{}", describe(&p)),
        }
    }
    println!("finite: {sat} sat, {unsat} unsat");
    assert!(sat > 1_000 && unsat > 2_000, "{sat} sat, {unsat} unsat");
}

/// Problems over infinite sorts: whatever has a small model must not be called unsatisfiable.
#[test]
fn small_models_are_never_denied() {
    let mut lines = Vec::new();
    for kind in [
        Kind::Integers,
        Kind::Reals,
        Kind::Functions,
        Kind::Data,
        Kind::Arrays,
        Kind::Mixed,
        Kind::Trees,
        Kind::References,
        Kind::Products,
    ] {
        let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
        for seed in 0..900 {
            let p = problem(kind, 1_000_000 + seed);
            let steps = if kind == Kind::Products { 4_000 } else { 100_000 };
            match answer_within(&p, steps) {
                Verdict::Sat(_) => sat += 1,
                Verdict::Unsat(core) => {
                    unsat += 1;
                    if let (Some(_), _) = small_model(&p, 1_500) {
                        let mut p = p;
                        shrink(&mut p, &mut |p| answer(p).is_unsat() && small_model(p, 1_500).0.is_some());
                        panic!("{kind:?} seed {seed}: unsat, but there is a model\n{}", describe(&p));
                    }
                    assert!(core.iter().all(|f| p.assertions.contains(f)));
                }
                Verdict::Unknown(why) => {
                    unknown += 1;
                    if std::env::var_os("SHOW_UNKNOWN").is_some() {
                        println!("{kind:?} {seed}: {why}\n{}\n", describe(&p));
                    }
                }
            }
        }
        // Products of variables may stay open; of the rest, constant arrays over an uninterpreted sort.
        let allowed = match kind {
            Kind::Products => 90,
            Kind::Mixed => 9,
            _ => 0,
        };
        assert!(unknown <= allowed, "{kind:?}: {unknown} unknown");
        lines.push(format!("{kind:?}: {sat} sat, {unsat} unsat, {unknown} unknown"));
    }
    for l in lines {
        println!("{l}");
    }
}
