//! Random control flow graphs over a few integers, run from all starts: every state that is reached satisfies what was
//! inferred, and what was inferred is a post-fixpoint.

use crate::sample::{Point, constraint, expr, points};
use base::{Budget, Int, Random};
use domains::fixpoint::{Graph, Settings};
use domains::{Apart, Constraint, Dim, Expr, Intervals, Numeric, Octagons, Polyhedra};
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
enum Step {
    When(Constraint),
    Set(Dim, Expr),
    Any(Dim),
}

#[derive(Debug)]
struct Program {
    dims: usize,
    nodes: usize,
    start: Vec<Constraint>,
    edges: Vec<(usize, usize, Vec<Step>)>,
}

/// Beyond this a state is looked at, but not followed.
const FOLLOWED: i64 = 8;

fn program(r: &mut Random) -> Program {
    let dims = 2 + r.below(2);
    let nodes = 2 + r.below(5);
    let step = |r: &mut Random| match r.below(8) {
        0..3 => {
            let octagonal = !r.one_in(4);
            let c = constraint(r, dims, octagonal);
            Step::When(if r.one_in(5) { c.negated() } else { c })
        }
        3..5 => {
            let x = Dim::new(r.below(dims));
            Step::Set(x, Expr::from(x) + r.between(-2, 2))
        }
        5..7 => {
            let octagonal = r.one_in(2);
            Step::Set(Dim::new(r.below(dims)), expr(r, dims, octagonal))
        }
        _ => Step::Any(Dim::new(r.below(dims))),
    };
    let mut edges: Vec<(usize, usize, Vec<Step>)> = Vec::new();
    for to in 1..nodes {
        // Everything can be come to, through what came before it.
        let from = r.below(to);
        edges.push((from, to, Vec::new()));
    }
    for _ in 0..1 + r.below(4) {
        edges.push((r.below(nodes), r.below(nodes), Vec::new()));
    }
    for edge in &mut edges {
        edge.2 = (0..1 + r.below(2)).map(|_| step(r)).collect();
    }
    let start = (0..dims)
        .map(Dim::new)
        .flat_map(|d| {
            let low = r.between(-2, 2);
            [Constraint::ge(d, low), Constraint::le(d, low + r.between(0, 1))]
        })
        .collect();
    Program { dims, nodes, start, edges }
}

fn run(program: &Program) -> BTreeSet<(usize, Point)> {
    let starts = points(program.dims).into_iter().filter(|p| program.start.iter().all(|c| c.holds_at(p)));
    let mut open: Vec<(usize, Point)> = starts.map(|p| (0, p)).collect();
    let mut reached: BTreeSet<(usize, Point)> = BTreeSet::new();
    while let Some((node, p)) = open.pop() {
        let small = p.iter().all(|x| x.abs() <= Int::from(FOLLOWED));
        if !reached.insert((node, p.clone())) || !small {
            continue;
        }
        for (_, to, steps) in program.edges.iter().filter(|e| e.0 == node) {
            let mut now = vec![p.clone()];
            for step in steps {
                match step {
                    Step::When(c) => now.retain(|p| c.holds_at(p)),
                    Step::Set(x, e) => now.iter_mut().for_each(|p| p[x.index()] = e.value(p)),
                    Step::Any(x) => {
                        now = now
                            .into_iter()
                            .flat_map(|p| {
                                [-3, 0, 2].map(|value| {
                                    let mut q = p.clone();
                                    q[x.index()] = Int::from(value);
                                    q
                                })
                            })
                            .collect();
                    }
                }
            }
            open.extend(now.into_iter().map(|p| (*to, p)));
        }
    }
    reached
}

fn transfer<D: Numeric>(steps: &[Step], v: &D) -> D {
    steps.iter().fold(v.clone(), |v, step| match step {
        Step::When(c) => v.meet_constraint(c),
        Step::Set(x, e) => v.assign(*x, e),
        Step::Any(x) => v.forget(&[*x]),
    })
}

fn analyse<D: Numeric>(
    program: &Program,
    settings: &Settings<Constraint>,
    reached: &BTreeSet<(usize, Point)>,
) {
    let mut graph: Graph<D> = Graph::new();
    let nodes: Vec<_> = (0..program.nodes).map(|_| graph.node()).collect();
    let start = D::from_constraints(program.dims, &program.start);
    graph.start(nodes[0], start.clone());
    for (from, to, steps) in &program.edges {
        graph.edge(nodes[*from], nodes[*to], move |v: &D| transfer(steps, v));
    }
    let fixpoint = graph.solve(settings, &Budget::unlimited().with_steps(100_000)).unwrap();
    for (node, p) in reached {
        let v = fixpoint.at(nodes[*node]);
        assert!(v.is_some_and(|v| v.contains(p)), "node {node}, {p:?}, {program:?}");
    }
    assert!(start.is_bottom() || start.leq(fixpoint.at(nodes[0]).unwrap()));
    for (from, to, steps) in &program.edges {
        let Some(v) = fixpoint.at(nodes[*from]) else { continue };
        let arrives = transfer(steps, v);
        let holds = arrives.is_bottom() || fixpoint.at(nodes[*to]).is_some_and(|to| arrives.leq(to));
        assert!(holds, "{from} to {to} of {program:?}");
    }
}

fn random_programs<D: Numeric>(seed: u64, count: usize) {
    let mut r = Random::new(seed);
    let mut states = 0;
    for round in 0..count {
        let program = program(&mut r);
        let reached = run(&program);
        states += reached.len();
        let thresholds =
            if round % 2 == 0 { Vec::new() } else { vec![constraint(&mut r, program.dims, true)] };
        let settings = Settings { delay: r.below(4), thresholds, descents: r.below(4) };
        analyse::<D>(&program, &settings, &reached);
    }
    assert!(states > 20 * count, "{states}");
}

#[test]
fn intervals_hold_in_every_run() {
    random_programs::<Intervals>(71, 400);
}

#[test]
fn octagons_hold_in_every_run() {
    random_programs::<Octagons>(72, 400);
}

#[test]
fn polyhedra_hold_in_every_run() {
    random_programs::<Polyhedra>(73, 400);
}

#[test]
fn forms_that_are_not_zero() {
    random_programs::<Apart<Octagons>>(74, 200);
}
