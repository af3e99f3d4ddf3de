//! Weak topological orders of random graphs have the two properties that define them.

use base::Random;
use domains::fixpoint::WeakOrder;

/// Every edge leads forward, or back to the head of a component that has its start in it.
fn check(successors: &[Vec<usize>], starts: &[usize]) {
    let order = WeakOrder::new(successors, starts);
    let mut place = vec![None; successors.len()];
    for (at, node) in order.nodes().iter().enumerate() {
        assert_eq!(place[*node], None, "twice: {order}");
        place[*node] = Some(at);
    }
    let mut reached: Vec<usize> = starts.to_vec();
    let mut seen = vec![false; successors.len()];
    while let Some(node) = reached.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            reached.extend(&successors[node]);
        }
    }
    for (node, seen) in seen.iter().enumerate() {
        assert_eq!(place[node].is_some(), *seen, "{order}");
    }
    for (from, to) in successors.iter().enumerate().flat_map(|(f, s)| s.iter().map(move |t| (f, *t))) {
        let (Some(from), Some(to)) = (place[from], place[to]) else { continue };
        assert!(from < to || order.end(to).is_some_and(|end| from < end), "{order}: {from} to {to}");
    }
    // Components are nested.
    let mut open: Vec<usize> = Vec::new();
    for at in 0..order.nodes().len() {
        open.retain(|end| *end > at);
        if let Some(end) = order.end(at) {
            assert!(open.iter().all(|outer| end <= *outer), "{order}");
            open.push(end);
        }
    }
}

#[test]
fn random_graphs() {
    let mut r = Random::new(51);
    for _ in 0..3000 {
        let n = 1 + r.below(9);
        let successors: Vec<Vec<usize>> =
            (0..n).map(|_| (0..r.below(4)).map(|_| r.below(n)).collect()).collect();
        let starts: Vec<usize> = (0..1 + r.below(2)).map(|_| r.below(n)).collect();
        check(&successors, &starts);
    }
}

#[test]
fn the_example_of_the_paper() {
    // Bourdoncle's figure: 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8, 4 → 7, 6 → 5, 7 → 3, with nodes from 0 here.
    let successors = [vec![1], vec![2, 7], vec![3], vec![4, 6], vec![5], vec![4, 6], vec![2, 7], vec![]]
        .map(|s: Vec<usize>| s);
    let order = WeakOrder::new(&successors, &[0]);
    assert_eq!(order.to_string(), "0 1 (2 3 (4 5) 6) 7");
    assert_eq!(order.heads().collect::<Vec<_>>(), [2, 4]);
}

#[test]
fn deep_graphs_do_not_overflow_the_stack() {
    // A long chain, and loops nested as deep as they can be.
    let n = 50_000;
    let chain: Vec<Vec<usize>> = (0..n).map(|i| if i + 1 < n { vec![i + 1] } else { vec![0] }).collect();
    check(&chain, &[0]);
    let n = 300;
    let nested: Vec<Vec<usize>> =
        (0..n).map(|i| if i + 1 < n { vec![i + 1, i] } else { (0..n).collect() }).collect();
    check(&nested, &[0]);
}
