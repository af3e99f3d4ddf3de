//! Loops whose invariants are in the literature.

use base::{Budget, Stop};
use domains::fixpoint::{Graph, Node, Settings};
use domains::{Constraint, Dim, Expr, Lattice, Names, Numeric, Octagons, Polyhedra, thresholds};

fn add<D: Numeric>(x: Dim, k: i64) -> impl Fn(&D) -> D {
    move |v: &D| v.assign(x, &(Expr::from(x) + k))
}

fn set<D: Numeric>(x: Dim, to: impl Into<Expr>) -> impl Fn(&D) -> D {
    let to = to.into();
    move |v: &D| v.assign(x, &to)
}

fn when<D: Numeric>(c: Constraint) -> impl Fn(&D) -> D {
    move |v: &D| v.meet_constraint(&c)
}

fn skip<D: Numeric>() -> impl Fn(&D) -> D {
    |v: &D| v.clone()
}

/// i := 0; while i < n { i := i + 1 } for n ≥ 0.
fn counting<D: Numeric>() -> (Vec<String>, Vec<String>) {
    let (i, n) = (Dim::new(0), Dim::new(1));
    let mut g: Graph<D> = Graph::new();
    let [start, head, body, exit] = [(); 4].map(|()| g.node());
    g.start(start, D::from_constraints(2, &[Constraint::ge(n, 0)]));
    g.edge(start, head, set(i, 0));
    g.edge(head, body, when(Constraint::lt(i, n)));
    g.edge(body, head, add(i, 1));
    g.edge(head, exit, when(Constraint::ge(i, n)));
    let fixpoint = g.solve(&Settings::default(), &Budget::unlimited()).unwrap();
    let names = Names::new(["i", "n"]);
    (names.constraints(fixpoint.at(head).unwrap()), names.constraints(fixpoint.at(exit).unwrap()))
}

#[test]
fn a_counting_loop() {
    let expected = (vec!["i >= 0".to_string(), "i <= n".into()], vec!["i == n".to_string(), "n >= 0".into()]);
    assert_eq!(counting::<Polyhedra>(), expected);
    let (head, exit) = counting::<Octagons>();
    assert_eq!(head, ["i >= 0", "i <= n"]);
    assert_eq!(exit, ["i == n", "i >= 0"].map(String::from).to_vec().as_slice());
}

/// The example of Cousot and Halbwachs (1978): i := 2; j := 0; while … { if … { i := i + 4 } else { j := j + 1; i := i + 2 } }
#[test]
fn two_counters() {
    let (i, j) = (Dim::new(0), Dim::new(1));
    let mut g: Graph<Polyhedra> = Graph::new();
    let [start, head, left, right] = [(); 4].map(|()| g.node());
    g.start(start, Polyhedra::top(2));
    g.edge(start, head, move |v| v.assign(i, &Expr::constant(2)).assign(j, &Expr::constant(0)));
    g.edge(head, left, skip());
    g.edge(head, right, skip());
    g.edge(left, head, add(i, 4));
    g.edge(right, head, move |v| v.assign(j, &(Expr::from(j) + 1)).assign(i, &(Expr::from(i) + 2)));
    let fixpoint = g.solve(&Settings::default(), &Budget::unlimited()).unwrap();
    let names = Names::new(["i", "j"]);
    assert_eq!(names.constraints(fixpoint.at(head).unwrap()), ["i >= 2*j + 2", "j >= 0"]);
}

/// for i in 0..n { for j in 0..i { k := k + 1 } }
#[test]
fn nested_loops() {
    let [i, j, n, k] = [0, 1, 2, 3].map(Dim::new);
    let mut g: Graph<Polyhedra> = Graph::new();
    let [start, outer, inner, after, exit] = [(); 5].map(|()| g.node());
    g.start(start, Polyhedra::from_constraints(4, &[Constraint::ge(n, 0)]));
    g.edge(start, outer, move |v| v.assign(i, &Expr::constant(0)).assign(k, &Expr::constant(0)));
    g.edge(outer, inner, move |v| v.meet_constraint(&Constraint::lt(i, n)).assign(j, &Expr::constant(0)));
    let step = move |v: &Polyhedra| {
        let v = v.meet_constraint(&Constraint::lt(j, i));
        v.assign(j, &(Expr::from(j) + 1)).assign(k, &(Expr::from(k) + 1))
    };
    g.edge(inner, inner, step);
    g.edge(inner, after, when(Constraint::ge(j, i)));
    g.edge(after, outer, add(i, 1));
    g.edge(outer, exit, when(Constraint::ge(i, n)));
    assert_eq!(g.order().to_string(), "0 (1 (2) 3) 4");
    // The standard widening by itself loses i ≥ 0 at the outer head: three points imply it, and the fourth does not.
    let thresholds = thresholds(4, &[Constraint::lt(i, n), Constraint::lt(j, i)]);
    let settings = Settings { thresholds, ..Settings::default() };
    let fixpoint = g.solve(&settings, &Budget::unlimited()).unwrap();
    let at = |node: Node| fixpoint.at(node).unwrap();
    for c in [Constraint::ge(j, 0), Constraint::le(j, i), Constraint::lt(i, n), Constraint::ge(k, j)] {
        assert!(at(inner).entails(&c), "{c} in {:?}", at(inner).constraints());
    }
    assert!(at(exit).entails(&Constraint::eq(i, n)) && at(exit).entails(&Constraint::ge(k, 0)));
    assert!(at(after).entails(&Constraint::eq(i, j)));
}

/// i := 0; while i ≠ 100 { i := i + 1 }: only a threshold finds the bound.
#[test]
fn thresholds_find_what_widening_loses() {
    let i = Dim::new(0);
    let solve = |thresholds: Vec<Constraint>| {
        let mut g: Graph<Octagons> = Graph::new();
        let [start, head, exit] = [(); 3].map(|()| g.node());
        g.start(start, Octagons::top(1));
        g.edge(start, head, set(i, 0));
        g.edge(head, head, move |v| {
            v.meet_constraint(&Constraint::ne(i, 100)).assign(i, &(Expr::from(i) + 1))
        });
        g.edge(head, exit, when(Constraint::eq(i, 100)));
        let fixpoint =
            g.solve(&Settings { thresholds, ..Settings::default() }, &Budget::unlimited()).unwrap();
        fixpoint.at(head).unwrap().constraints()
    };
    assert_eq!(solve(Vec::new()), [Constraint::ge(i, 0)]);
    assert_eq!(solve(vec![Constraint::le(i, 100)]), [Constraint::ge(i, 0), Constraint::le(i, 100)]);
}

/// x := 0; y := n; while x < y { x := x + 1; y := y − 1 }: the sum stays.
#[test]
fn two_ends_meet() {
    let [x, y, n] = [0, 1, 2].map(Dim::new);
    let mut g: Graph<Polyhedra> = Graph::new();
    let [start, head, exit] = [(); 3].map(|()| g.node());
    g.start(start, Polyhedra::from_constraints(3, &[Constraint::ge(n, 0)]));
    g.edge(start, head, move |v| v.assign(x, &Expr::constant(0)).assign(y, &Expr::from(n)));
    g.edge(head, head, move |v| {
        let v = v.meet_constraint(&Constraint::lt(x, y));
        v.assign(x, &(Expr::from(x) + 1)).assign(y, &(Expr::from(y) - 1))
    });
    g.edge(head, exit, when(Constraint::ge(x, y)));
    let fixpoint = g.solve(&Settings::default(), &Budget::unlimited()).unwrap();
    assert!(fixpoint.at(head).unwrap().entails(&Constraint::eq(Expr::from(x) + y, n)));
    let exit = fixpoint.at(exit).unwrap();
    assert!(exit.entails(&Constraint::le(Expr::from(x), Expr::from(y) + 1)));
    assert!(exit.entails(&Constraint::ge(x, 0)));
}

/// A loop with two entries, which no head dominates.
#[test]
fn an_irreducible_loop() {
    let x = Dim::new(0);
    let mut g: Graph<Polyhedra> = Graph::new();
    let [start, a, b] = [(); 3].map(|()| g.node());
    g.start(start, Polyhedra::from_constraints(1, &[Constraint::eq(x, 0)]));
    g.edge(start, a, skip());
    g.edge(start, b, add(x, 5));
    g.edge(a, b, when(Constraint::lt(x, 50)));
    g.edge(b, a, add(x, 1));
    let fixpoint = g.solve(&Settings::default(), &Budget::unlimited()).unwrap();
    assert_eq!(fixpoint.at(a).unwrap().constraints(), [Constraint::ge(x, 0), Constraint::le(x, 50)]);
    assert_eq!(fixpoint.at(b).unwrap().constraints(), [Constraint::ge(x, 0), Constraint::le(x, 49)]);
}

/// A budget that ends on the way up gives no result; one that ends on the way down gives the one before.
#[test]
fn budgets() {
    let i = Dim::new(0);
    let mut g: Graph<Octagons> = Graph::new();
    let [start, head, exit] = [(); 3].map(|()| g.node());
    g.start(start, Octagons::top(1));
    g.edge(start, head, set(i, 0));
    g.edge(head, head, move |v| v.meet_constraint(&Constraint::lt(i, 100)).assign(i, &(Expr::from(i) + 1)));
    g.edge(head, exit, when(Constraint::ge(i, 100)));
    let all = g.solve(&Settings::default(), &Budget::unlimited()).unwrap();
    assert_eq!(all.at(exit).unwrap().constraints(), [Constraint::eq(i, 100)]);
    let mut cut = 0;
    for steps in 0..all.transfers as u64 + 1 {
        match g.solve(&Settings::default(), &Budget::unlimited().with_steps(steps)) {
            Err(stop) => {
                assert_eq!(stop, Stop::Steps);
                assert_eq!(cut, 0, "more steps give no less");
            }
            Ok(fixpoint) => {
                cut += usize::from(fixpoint.cut.is_some());
                assert!(all.at(head).unwrap().leq(fixpoint.at(head).unwrap()));
            }
        }
    }
    assert!(cut > 0);
}

/// The engine asks for a lattice, not for numbers: sets of facts that may hold.
#[test]
fn any_lattice_will_do() {
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct May(std::collections::BTreeSet<u32>);
    impl Lattice for May {
        type Threshold = ();
        fn is_bottom(&self) -> bool {
            self.0.is_empty()
        }
        fn leq(&self, other: &May) -> bool {
            self.0.is_subset(&other.0)
        }
        fn join(&self, other: &May) -> May {
            May(self.0.union(&other.0).copied().collect())
        }
        fn widen(&self, next: &May, _: &[()]) -> May {
            self.join(next)
        }
        fn narrow(&self, next: &May) -> May {
            May(self.0.intersection(&next.0).copied().collect())
        }
    }
    let mut g: Graph<May> = Graph::new();
    let [a, b, nowhere] = [(); 3].map(|()| g.node());
    g.start(a, May([0].into()));
    g.edge(a, b, |v| May(v.0.iter().map(|x| (x + 3) % 12).collect()));
    g.edge(b, a, May::clone);
    g.edge(nowhere, a, |_| May([1].into()));
    let fixpoint = g.solve(&Settings::default(), &Budget::unlimited()).unwrap();
    assert_eq!(fixpoint.at(a), Some(&May([0, 3, 6, 9].into())));
    assert_eq!(fixpoint.at(nowhere), None);
}
