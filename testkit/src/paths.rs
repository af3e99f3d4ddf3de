//! Trees of path conditions as symbolic execution meets them: the questions that the solver must
//! answer fast.
//!
//! Each tree is recorded once as a walk, depth first: enter a state by one more assertion (and ask),
//! leave it again. Both sides of every decision are asked; what is infeasible is left at once.

use base::Budget;
use formula::{FunId, Sort, Term, Terms};
use solver::{Solver, State, Verdict};

/// One step of a walk.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Assert this and ask.
    Enter(Term),
    /// Take the last assertion back.
    Leave,
}

/// A recorded walk.
pub struct Walk {
    /// Its name.
    pub name: String,
    /// The store.
    pub terms: Terms,
    /// The steps.
    pub steps: Vec<Step>,
    /// The most assertions at a time.
    pub depth: usize,
}

impl Walk {
    /// How many questions it asks.
    pub fn questions(&self) -> usize {
        self.steps.iter().filter(|s| matches!(s, Step::Enter(_))).count()
    }
}

/// Records a walk; programs call [`Recorder::branch`].
struct Recorder {
    terms: Terms,
    solver: Solver,
    steps: Vec<Step>,
    depth: usize,
    limit: usize,
}

impl Recorder {
    fn new(limit: usize) -> Recorder {
        Recorder { terms: Terms::new(), solver: Solver::new(), steps: Vec::new(), depth: 0, limit }
    }

    fn enter(&mut self, s: &State, f: Term) -> Option<State> {
        let next = s.assert(f);
        self.steps.push(Step::Enter(f));
        self.depth = self.depth.max(next.depth() as usize);
        match self.solver.check_state(&self.terms, &next, &Budget::unlimited()) {
            Verdict::Sat(_) if self.steps.len() < self.limit => Some(next),
            _ => {
                self.steps.push(Step::Leave);
                None
            }
        }
    }

    fn leave(&mut self) {
        self.steps.push(Step::Leave);
    }

    fn finish(self, name: String) -> Walk {
        Walk { name, terms: self.terms, steps: self.steps, depth: self.depth }
    }
}

/// Insertion sort of `n` integers.
pub fn insertion_sort(n: usize, limit: usize) -> Walk {
    let mut r = Recorder::new(limit);
    let elements: Vec<Term> = (0..n).map(|i| r.terms.var(&format!("e{i}"), Sort::INT)).collect();
    fn insert(r: &mut Recorder, s: &State, elements: &[Term], sorted: &[Term], next: usize, at: usize) {
        // `at` places to the left of which the key may still go.
        if next == elements.len() {
            return;
        }
        let key = elements[next];
        let place = |r: &mut Recorder, s: &State, at: usize| {
            let mut more = sorted.to_vec();
            more.insert(at, key);
            let n = more.len();
            insert(r, s, elements, &more, next + 1, n);
        };
        if at == 0 {
            return place(r, s, 0);
        }
        let shift = r.terms.lt(key, sorted[at - 1]);
        let stay = r.terms.not(shift);
        if let Some(s) = r.enter(s, shift) {
            insert(r, &s, elements, sorted, next, at - 1);
            r.leave();
        }
        if let Some(s) = r.enter(s, stay) {
            place(r, &s, at);
            r.leave();
        }
    }
    insert(&mut r, &State::new(), &elements, &elements[..1], 1, 1);
    r.finish(format!("insertion sort of {n}"))
}

/// Merging two sorted lists, up to `rounds` rounds.
pub fn merge_lists(rounds: usize, limit: usize) -> Walk {
    let mut r = Recorder::new(limit);
    let cell = r.terms.ref_sort("cons");
    let (head, tail) =
        (r.terms.declare_fun("head", &[cell], Sort::INT), r.terms.declare_fun("tail", &[cell], cell));
    let (x, y) = (r.terms.var("x", cell), r.terms.var("y", cell));
    fn go(r: &mut Recorder, s: &State, f: (FunId, FunId), x: Term, y: Term, rounds: usize) {
        if rounds == 0 {
            return;
        }
        let cell = r.terms.sort_of(x);
        let nil = r.terms.nil(cell);
        for (p, last) in [(x, false), (y, true)] {
            let none = r.terms.eq(p, nil);
            if r.enter(s, none).is_some() {
                r.leave();
            }
            if last {
                break;
            }
        }
        let (nx, ny) = (r.terms.ne(x, nil), r.terms.ne(y, nil));
        let Some(s) = r.enter(s, nx) else { return };
        let Some(s) = r.enter(&s, ny) else { return r.leave() };
        let (hx, hy) = (r.terms.app(f.0, &[x]), r.terms.app(f.0, &[y]));
        let le = r.terms.le(hx, hy);
        let gt = r.terms.not(le);
        for (side, from, other) in [(le, x, y), (gt, y, x)] {
            let Some(s) = r.enter(&s, side) else { continue };
            // The list is sorted: its next element is not smaller.
            let next = r.terms.app(f.1, &[from]);
            let (h, hn) = (r.terms.app(f.0, &[from]), r.terms.app(f.0, &[next]));
            let end = r.terms.eq(next, nil);
            let ordered = r.terms.le(h, hn);
            let sorted = r.terms.or(&[end, ordered]);
            if let Some(s) = r.enter(&s, sorted) {
                go(r, &s, f, next, other, rounds - 1);
                r.leave();
            }
            r.leave();
        }
        r.leave();
        r.leave();
    }
    go(&mut r, &State::new(), (head, tail), x, y, rounds);
    r.finish(format!("merge of lists, {rounds} rounds"))
}

/// Looking up two keys in a binary search tree, up to `levels` levels.
pub fn tree_lookup(levels: usize, limit: usize) -> Walk {
    let mut r = Recorder::new(limit);
    let cell = r.terms.ref_sort("tree");
    let value = r.terms.declare_fun("value", &[cell], Sort::INT);
    let left = r.terms.declare_fun("left", &[cell], cell);
    let right = r.terms.declare_fun("right", &[cell], cell);
    let root = r.terms.var("root", cell);
    let keys: Vec<Term> = ["k", "l"].iter().map(|n| r.terms.var(n, Sort::INT)).collect();
    struct Search {
        f: [FunId; 3],
        root: Term,
        keys: Vec<Term>,
        levels: usize,
    }
    fn go(r: &mut Recorder, s: &State, q: &Search, which: usize, at: Term, level: usize) {
        if which == q.keys.len() || level == 0 {
            return;
        }
        let key = q.keys[which];
        let nil = r.terms.nil(r.terms.sort_of(at));
        let (end, more) = (r.terms.eq(at, nil), r.terms.ne(at, nil));
        if let Some(s) = r.enter(s, end) {
            go(r, &s, q, which + 1, q.root, q.levels);
            r.leave();
        }
        let Some(s) = r.enter(s, more) else { return };
        let v = r.terms.app(q.f[0], &[at]);
        let found = r.terms.eq(key, v);
        if let Some(s) = r.enter(&s, found) {
            go(r, &s, q, which + 1, q.root, q.levels);
            r.leave();
        }
        let other = r.terms.not(found);
        if let Some(s) = r.enter(&s, other) {
            let less = r.terms.lt(key, v);
            let not_less = r.terms.not(less);
            for (side, child) in [(less, q.f[1]), (not_less, q.f[2])] {
                let Some(s) = r.enter(&s, side) else { continue };
                let next = r.terms.app(child, &[at]);
                go(r, &s, q, which, next, level - 1);
                r.leave();
            }
            r.leave();
        }
        r.leave();
    }
    let q = Search { f: [value, left, right], root, keys, levels };
    go(&mut r, &State::new(), &q, 0, root, levels);
    r.finish(format!("tree lookup, {levels} levels"))
}
