use base::*;
use solver::*;
use testkit::problems::*;
use testkit::shrink::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let k = [
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
    ]
    .into_iter()
    .find(|k| format!("{k:?}") == a[1])
    .unwrap();
    let mut p = problem(k, 1_000_000 + a[2].parse::<u64>().unwrap());
    let steps: u64 = a.get(3).map_or(20000, |s| s.parse().unwrap());
    let ans = |p: &Problem| {
        let mut so = Solver::new();
        for f in &p.assertions {
            so.assert(*f);
        }
        so.check(&p.terms, &Budget::unlimited().with_steps(steps))
    };
    if let Verdict::Unknown(w) = ans(&p) {
        shrink(&mut p, &mut |p| matches!(ans(p), Verdict::Unknown(v) if v==w));
    }
    for f in &p.assertions {
        println!("{}", p.terms.show(*f));
    }
    let mut so = Solver::new();
    for f in &p.assertions {
        so.assert(*f);
    }
    let w = Stopwatch::start();
    let v = so.check(&p.terms, &Budget::unlimited().with_steps(steps));
    println!("{v:?} {:?} {:.4}s", so.statistics(), w.seconds());
}
