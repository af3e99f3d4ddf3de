use base::*;
use solver::*;
use testkit::problems::*;
fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(500);
    let only = std::env::args().nth(2);
    for k in [
        Kind::Finite,
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
        if let Some(o) = &only {
            if format!("{k:?}") != *o {
                continue;
            }
        }
        let (mut s, mut u, mut q) = (0, 0, 0);
        let w = Stopwatch::start();
        let mut worst = (0.0, 0);
        let mut whys = std::collections::BTreeMap::new();
        for seed in 0..n {
            let p = problem(k, 1_000_000 + seed);
            let w = Stopwatch::start();
            let mut so = Solver::new();
            for f in &p.assertions {
                so.assert(*f);
            }
            match so.check(
                &p.terms,
                &Budget::unlimited()
                    .with_steps(std::env::var("STEPS").ok().and_then(|s| s.parse().ok()).unwrap_or(400_000)),
            ) {
                Verdict::Sat(_) => s += 1,
                Verdict::Unsat(_) => u += 1,
                Verdict::Unknown(why) => {
                    q += 1;
                    whys.entry(why.to_string()).or_insert_with(Vec::new).push(seed);
                }
            }
            let t = w.seconds();
            if t > worst.0 {
                worst = (t, seed);
            }
            if t > 0.25 {
                println!("slow {k:?} {seed} {t:.2} {:?}", so.statistics());
            }
        }
        println!(
            "{k:?}: sat {s} unsat {u} unknown {q} total {:.2}s worst {:?} {:?}",
            w.seconds(),
            worst,
            whys.iter().map(|(a, b)| (a, b.len(), &b[..b.len().min(5)])).collect::<Vec<_>>()
        );
    }
}
