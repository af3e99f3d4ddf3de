//! Programs whose indices are data, with arrays of 8 elements: `cargo bench -p explore --bench indices`.
//!
//! Three ways to read `a[i]` where `i` is unknown: value-sets over the log of writes, as the engine does it; a fork for each
//! element; one nested if-then-else for each read, and one for each element at a write. The two peers are run by hand on the
//! same solver, with the checks of indices, but without inputs and their replay, so they are better off.
//! Then SORT_1 of the paper for all orders of up to 6 elements.

use base::{Budget, Stopwatch};
use explore::{Bounds, Plan, explore};
use formula::{Sort, Term, Terms};
use imperative::{ProcId, Program};
use language::{Language, LoadOptions, Model};
use solver::{Solver, State, Verdict};
use source::Files;

// As in the program `glassbox`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const N: i64 = 8;
/// Questions after which a fork for each element is given up.
const MOST: u64 = 200_000;

const HISTOGRAM: &str = "
requires b /= nil and b.length == 8 and (forall k in 0 .. 7: 0 <= b[k] and b[k] < 8);
h := new int[8];
i := 0;
while i < 8 { h[b[i]] := h[b[i]] + 1; i := i + 1 };
if h[0] > 3 then { r := 1 } else { r := 0 }";

const SCATTER: &str = "
requires p /= nil and p.length == 8 and (forall k in 0 .. 7: 0 <= p[k] and p[k] < 8);
requires b /= nil and b.length == 8 and 0 <= q and q < 8;
c := new int[8];
i := 0;
while i < 8 { c[p[i]] := b[i]; i := i + 1 };
if c[q] > 5 then { r := 1 } else { r := 0 }";

const SWAP: &str = "
requires a /= nil and a.length == 8 and 0 <= i and i < 8 and 0 <= j and j < 8;
t := a[i];
a[i] := a[j];
a[j] := t;
if a[i] < a[j] then { r := 1 } else { r := 0 }";

const LOOKUP: &str = "
requires t /= nil and t.length == 8 and p /= nil and p.length == 8;
requires 0 <= q and q < 8 and (forall k in 0 .. 7: 0 <= p[k] and p[k] < 8);
x := t[p[q]];
y := t[p[p[q]]];
if x > y then { r := 1 } else { r := 0 }";

const SORT_1: &str = "
type INTEGER_ARRAY is array (INTEGER range <>) of INTEGER;
procedure SORT_1(N: in POSITIVE; B: in INTEGER_ARRAY; C: out INTEGER_ARRAY) is
  X, J: INTEGER;
  A: INTEGER_ARRAY(0..N);
begin
  for I in 1..N loop
    A(I):=B(I);
  end loop;
  for I in 2..N loop
    X:=A(I);
    A(0):=X;
    J:=I - 1;
    while X < A(J) loop
      A(J + 1):=A(J);
      J:=J - 1;
    end loop;
    A(J + 1):=X;
  end loop;
  for I in 1..N loop
    C(I):=A(I);
  end loop;
end SORT_1;";

/// How a peer reads and writes elements.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Conditional,
    Forking,
}

/// A program that a peer runs by hand: arrays of terms, and a solver.
struct Peer {
    terms: Terms,
    solver: Solver,
    way: Way,
    questions: u64,
}

impl Peer {
    fn new(way: Way) -> Peer {
        Peer { terms: Terms::new(), solver: Solver::new(), way, questions: 0 }
    }

    fn is_possible(&mut self, state: &State) -> bool {
        self.questions += 1;
        matches!(self.solver.check_state(&self.terms, state, &Budget::unlimited()), Verdict::Sat(_))
    }

    fn array(&mut self, name: &str) -> Vec<Term> {
        (0..N).map(|k| self.terms.var(&format!("{name}{k}"), Sort::INT)).collect()
    }

    /// The states in which an index is each of the numbers it can be; one with the index as it is where nothing forks.
    fn at(&mut self, state: &State, index: Term) -> Vec<(State, Term)> {
        // Whoever reads at an index asks whether it is one of the array.
        let (zero, n) = (self.terms.int(0), self.terms.int(N));
        let (below, above) = (self.terms.lt(index, zero), self.terms.le(n, index));
        let outside = self.terms.or(&[below, above]);
        if self.terms.as_bool(outside) != Some(false) {
            self.is_possible(&state.assert(outside));
        }
        if self.way == Way::Conditional {
            return vec![(state.clone(), index)];
        }
        let mut out = Vec::new();
        for k in 0..N {
            let number = self.terms.int(k);
            let same = self.terms.eq(index, number);
            let next = state.assert(same);
            if self.questions < MOST && self.is_possible(&next) {
                out.push((next, number));
            }
        }
        out
    }

    fn read(&mut self, array: &[Term], index: Term) -> Term {
        let mut value = array[0];
        for (k, element) in array.iter().enumerate().skip(1) {
            let number = self.terms.int(k as i64);
            let here = self.terms.eq(index, number);
            value = self.terms.ite(here, *element, value);
        }
        value
    }

    fn write(&mut self, array: &[Term], index: Term, value: Term) -> Vec<Term> {
        let mut out = Vec::new();
        for (k, element) in array.iter().enumerate() {
            let number = self.terms.int(k as i64);
            let here = self.terms.eq(index, number);
            out.push(self.terms.ite(here, value, *element));
        }
        out
    }

    fn within(&mut self, mut state: State, indices: &[Term]) -> State {
        for i in indices {
            let (zero, n) = (self.terms.int(0), self.terms.int(N));
            let (low, high) = (self.terms.le(zero, *i), self.terms.lt(*i, n));
            state = state.assert(low).assert(high);
        }
        state
    }

    fn decide(&mut self, state: &State, condition: Term) {
        let not = self.terms.not(condition);
        for side in [condition, not] {
            self.is_possible(&state.assert(side));
        }
    }

    fn histogram(&mut self, state: State, b: &[Term], h: &[Term]) {
        let Some((first, rest)) = b.split_first() else {
            let three = self.terms.int(3);
            let many = self.terms.lt(three, h[0]);
            return self.decide(&state, many);
        };
        for (state, index) in self.at(&state, *first) {
            let old = self.read(h, index);
            let one = self.terms.int(1);
            let new = self.terms.add(&[old, one]);
            let h = self.write(h, index, new);
            self.histogram(state, rest, &h);
        }
    }

    fn scatter(&mut self, state: State, p: &[Term], b: &[Term], c: &[Term]) {
        let (Some((first, rest)), Some((value, values))) = (p.split_first(), b.split_first()) else {
            let (five, q) = (self.terms.int(5), self.terms.var("q", Sort::INT));
            for (state, q) in self.at(&state, q) {
                let value = self.read(c, q);
                let many = self.terms.lt(five, value);
                self.decide(&state, many);
            }
            return;
        };
        for (state, index) in self.at(&state, *first) {
            let c = self.write(c, index, *value);
            self.scatter(state, rest, values, &c);
        }
    }

    fn swap(&mut self, state: State) {
        let a = self.array("a");
        let (i, j) = (self.terms.var("i", Sort::INT), self.terms.var("j", Sort::INT));
        let state = self.within(state, &[i, j]);
        for (state, i) in self.at(&state, i) {
            for (state, j) in self.at(&state, j) {
                let (x, y) = (self.read(&a, i), self.read(&a, j));
                let once = self.write(&a, i, y);
                let twice = self.write(&once, j, x);
                let (x, y) = (self.read(&twice, i), self.read(&twice, j));
                let less = self.terms.lt(x, y);
                self.decide(&state, less);
            }
        }
    }

    fn lookup(&mut self, state: State) {
        let (t, p) = (self.array("t"), self.array("p"));
        let q = self.terms.var("q", Sort::INT);
        let state = self.within(state, &p);
        let state = self.within(state, &[q]);
        for (state, q) in self.at(&state, q) {
            let once = self.read(&p, q);
            for (state, once) in self.at(&state, once) {
                let again = self.read(&p, once);
                for (state, again) in self.at(&state, again) {
                    let (x, y) = (self.read(&t, once), self.read(&t, again));
                    let more = self.terms.lt(y, x);
                    self.decide(&state, more);
                }
            }
        }
    }

    /// Runs one of the programs: how many questions it took, and how long.
    fn run(way: Way, name: &str) -> (u64, f64) {
        let (mut best, mut questions) = (f64::MAX, 0);
        for _ in 0..if way == Way::Forking { 1 } else { 5 } {
            let mut peer = Peer::new(way);
            let watch = Stopwatch::start();
            let zeros: Vec<Term> = (0..N).map(|_| peer.terms.int(0)).collect();
            match name {
                "histogram" => {
                    let b = peer.array("b");
                    let state = peer.within(State::new(), &b);
                    peer.histogram(state, &b, &zeros);
                }
                "scatter" => {
                    let (p, b) = (peer.array("p"), peer.array("b"));
                    let q = peer.terms.var("q", Sort::INT);
                    let state = peer.within(State::new(), &p);
                    let state = peer.within(state, &[q]);
                    peer.scatter(state, &p, &b, &zeros);
                }
                "swap" => peer.swap(State::new()),
                _ => peer.lookup(State::new()),
            }
            best = best.min(watch.seconds());
            questions = peer.questions;
        }
        (questions, best)
    }
}

/// The engine: paths, questions, and the best time.
fn engine(program: &Program, entry: ProcId, loops: u32) -> (u64, u64, f64) {
    let plan = Plan::within(Bounds { loops: Some(loops), ..Bounds::default() });
    let (mut best, mut paths, mut questions) = (f64::MAX, 0, 0);
    for _ in 0..5 {
        let watch = Stopwatch::start();
        let done = explore(program, entry, &plan, &Budget::unlimited(), &mut |_| true);
        best = best.min(watch.seconds());
        assert_eq!(done.unknown, 0, "{:?}", done.reasons);
        (paths, questions) = (done.paths, done.queries);
    }
    (paths, questions, best)
}

fn main() {
    let mut files = Files::new();
    for (name, text) in [("histogram", HISTOGRAM), ("scatter", SCATTER), ("swap", SWAP), ("lookup", LOOKUP)] {
        let file = files.add(format!("{name}.impl"), text);
        let loaded = front_impl::load(&files, file);
        let (Some(program), true) = (loaded.program, loaded.diagnostics.is_empty()) else {
            println!("{}", source::render_all(&loaded.diagnostics, &files, false));
            continue;
        };
        let Some(main) = program.main else { continue };
        let (paths, questions, time) = engine(&program, main, 8);
        let (forked, forking) = Peer::run(Way::Forking, name);
        let (asked, conditional) = Peer::run(Way::Conditional, name);
        let more = if forked >= MOST { "more than " } else { "" };
        println!(
            "{name:10} {paths} paths, {questions} questions, {:.3} ms; forking: {more}{forked} questions ({more}{:.0} times), \
             {more}{:.1} ms; if-then-else: {asked} questions, {:.3} ms ({:.2} times the time)",
            time * 1e3,
            forked as f64 / questions as f64,
            forking * 1e3,
            conditional * 1e3,
            conditional / time
        );
    }
    let file = files.add("sort_1.ada", SORT_1);
    let Ok(loaded) = front_ada::LANGUAGE.load(&files, file, &LoadOptions::default()) else { return };
    let Model::Imperative(loaded) = loaded.model else { return };
    let entry = ProcId(0);
    for n in 3..=6 {
        let mut program = loaded.program.clone();
        let text = format!("N <= {n} and B'First = 1 and B'Last = N and C'First = 1 and C'Last = N");
        let assumed = files.add("--assume", text.as_str());
        let Ok(requirement) = loaded.text.formula(&files, assumed, &mut program, entry) else { return };
        program.procs[entry.index()].requires.push(requirement);
        let (paths, questions, time) = engine(&program, entry, n);
        println!(
            "SORT_1, N <= {n}: {paths} paths, {questions} questions, {:.0} paths a second",
            paths as f64 / time
        );
    }
}
