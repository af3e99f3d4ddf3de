//! What polyhedra and octagons cost: `cargo bench -p domains --bench polyhedra`.
//!
//! For 4 to 16 dimensions: *conversion* of constraints to generators from nothing, *join* of two polyhedra whose constraints and
//! generators are known, a *step* of a loop (test, assignment, join, comparison), and the *widening*. All constraints of the first
//! rows relate all dimensions, so nothing can be taken apart; *lists* are as list programs have them. Then the analysis of loops in
//! loops as a whole. The best of many runs counts. Words after `--` choose among `tied`, `lists`, `octagons` and `loops`.

use base::{Budget, Random, Stopwatch};
use domains::fixpoint::{Graph, Settings};
use domains::{Constraint, Dim, Expr, Numeric, Octagons, Polyhedra, thresholds};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A polyhedron around a point, cut by constraints of which each relates a dimension with the next ones.
fn tied(r: &mut Random, dims: usize, count: usize) -> Vec<Constraint> {
    (0..count)
        .map(|i| {
            let mut e = Expr::constant(r.between(5, 30))
                + Expr::term(if r.one_in(2) { 1 } else { -1 }, Dim::new(i % dims));
            for k in 1..3 {
                e = e + Expr::term(r.between(-2, 2), Dim::new((i + k) % dims));
            }
            Constraint::ge(e, 0)
        })
        .collect()
}

/// Lengths and counters of a list program: `0 ≤ i ≤ n`, parts of lists that add up, bounds by constants.
fn lists(dims: usize, shift: i64) -> Vec<Constraint> {
    let d = Dim::new;
    let mut all = vec![Constraint::ge(d(0), 1)];
    for i in 1..dims {
        match i % 4 {
            1 => {
                all.extend([Constraint::ge(d(i), shift), Constraint::le(d(i), Expr::from(d(i - 1)) + shift)])
            }
            2 => all.extend([
                Constraint::ge(d(i), 1),
                Constraint::le(Expr::from(d(i)) + d(i - 1), Expr::from(d(0)) + 10 + shift),
            ]),
            3 => all.push(Constraint::eq(d(i), Expr::from(d(i - 1)) + d(i - 2) + shift)),
            _ => all.extend([Constraint::ge(d(i), -shift), Constraint::le(d(i), 5 + shift)]),
        }
    }
    all
}

/// The shortest time of some runs, in microseconds.
fn best<T>(mut f: impl FnMut() -> T) -> f64 {
    let mut best = f64::MAX;
    let all = Stopwatch::start();
    for run in 0..200 {
        let watch = Stopwatch::start();
        let result = f();
        best = best.min(watch.seconds());
        drop(result);
        if run > 2 && all.seconds() > 1.0 {
            break;
        }
    }
    best * 1e6
}

fn row<D: Numeric>(name: &str, a: &[Constraint], b: &[Constraint], dims: usize) {
    let made = |list: &[Constraint]| {
        let v = D::from_constraints(dims, list);
        assert!(!v.is_bottom());
        v
    };
    let (x, y) = (made(a), made(b));
    let joined = x.join(&y);
    let conversion = best(|| made(a));
    let join = best(|| x.join(&y));
    let (i, n) = (Dim::new(1), Dim::new(0));
    let step = best(|| {
        let next = x.meet_constraint(&Constraint::lt(i, n)).assign(i, &(Expr::from(i) + 1));
        let next = x.join(&next);
        next.leq(&x)
    });
    let widening = best(|| x.widen(&joined, &[]).is_bottom());
    let leq = best(|| x.leq(&joined));
    println!(
        "| {name} | {dims} | {} / {} | {conversion:.1} | {join:.1} | {step:.1} | {widening:.1} | {leq:.2} |",
        x.constraints().len(),
        joined.constraints().len()
    );
}

/// Loops in loops, `for i0 in 0..n { for i1 in 0..i0 { … count := count + 1 } }`, analysed as a whole.
fn nested<D: Numeric>(name: &str, depth: usize) {
    let (n, count) = (Dim::new(0), Dim::new(1));
    let index = |level: usize| Dim::new(level + 2);
    let dims = depth + 2;
    let bound = |level: usize| if level == 0 { n } else { index(level - 1) };
    let mut graph: Graph<D> = Graph::new();
    let start = graph.node();
    let heads: Vec<_> = (0..depth).map(|_| graph.node()).collect();
    graph.start(start, D::from_constraints(dims, &[Constraint::ge(n, 0), Constraint::eq(count, 0)]));
    graph.edge(start, heads[0], move |v| v.assign(index(0), &Expr::constant(0)));
    for level in 0..depth {
        let inside = Constraint::lt(index(level), bound(level));
        let outside = inside.negated();
        let step = move |v: &D, level: usize| v.assign(index(level), &(Expr::from(index(level)) + 1));
        if level + 1 < depth {
            let enter = move |v: &D| v.meet_constraint(&inside).assign(index(level + 1), &Expr::constant(0));
            graph.edge(heads[level], heads[level + 1], enter);
        } else {
            let body =
                move |v: &D| step(&v.meet_constraint(&inside).assign(count, &(Expr::from(count) + 1)), level);
            graph.edge(heads[level], heads[level], body);
        }
        if level > 0 {
            graph
                .edge(heads[level], heads[level - 1], move |v| step(&v.meet_constraint(&outside), level - 1));
        }
    }
    let conditions: Vec<Constraint> =
        (0..depth).map(|level| Constraint::lt(index(level), bound(level))).collect();
    let settings = Settings { thresholds: thresholds(dims, &conditions), ..Settings::default() };
    let solve = || graph.solve(&settings, &Budget::unlimited());
    let Ok(fixpoint) = solve() else { return };
    let time = best(solve);
    let found = fixpoint.at(heads[depth - 1]).map_or(0, |v| v.constraints().len());
    println!("| {name} | {depth} | {dims} | {} | {time:.0} | {found} |", fixpoint.transfers);
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wanted = |name: &str| chosen.is_empty() || chosen.iter().any(|c| c == name);
    println!("microseconds; constraints of an operand / of the join");
    println!();
    println!("| | dims | constraints | conversion | join | step | widening | leq |");
    println!("|---|---|---|---|---|---|---|---|");
    for dims in [4, 6, 8, 10].into_iter().filter(|_| wanted("tied")) {
        let mut r = Random::new(dims as u64);
        let (a, b) = (tied(&mut r, dims, dims + 4), tied(&mut r, dims, dims + 4));
        row::<Polyhedra>("polyhedra, tied", &a, &b, dims);
    }
    for dims in [4, 6, 8, 10, 12, 16].into_iter().filter(|_| wanted("lists")) {
        row::<Polyhedra>("polyhedra, lists", &lists(dims, 0), &lists(dims, 1), dims);
    }
    for dims in [4, 6, 8, 10, 12, 16].into_iter().filter(|_| wanted("octagons")) {
        row::<Octagons>("octagons, lists", &lists(dims, 0), &lists(dims, 1), dims);
    }
    println!();
    println!("| loops in loops | depth | dims | transfers | microseconds | constraints |");
    println!("|---|---|---|---|---|---|");
    for depth in (1..6).filter(|_| wanted("loops")) {
        nested::<Octagons>("octagons", depth);
        nested::<Polyhedra>("polyhedra", depth);
    }
}
