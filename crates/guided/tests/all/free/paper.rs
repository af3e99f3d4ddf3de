//! The examples of F. Mesnard, É. Payet, G. Vidal, *Concolic testing in CLP* (2020). Conditions are compared by the
//! solver, not by their text.

use base::Budget;
use formula::{Sort, Term, Terms};
use guided::free::{Case, Plan, alternatives, search};
use guided::{Bounds, Ending, Mode};
use solver::{Atom, Solver, State, Verdict, eliminate, negative};

const EXAMPLE_1: &str = "p(f(a)).\np(f(X)) :- q(X).\nq(b).\n";
const EXAMPLE_3: &str = "p(X) :- { X = a }.\np(s(Y)) :- q(Y).\nq(W) :- { W = a }.\n";

fn load(text: &str) -> logic::Program {
    let mut files = source::Files::new();
    let file = files.add("paper.pl", format!(":- domain(term).\n{text}"));
    front_clp::load(&files, file).program.expect("the example is read")
}

/// The cases of p/1.
fn cases(text: &str, mode: Mode, first_solution: bool) -> Vec<Case> {
    let program = load(text);
    let plan = Plan {
        pred: program.find("p", 1).expect("p/1"),
        modes: vec![mode],
        first_solution,
        bounds: Bounds::new(10, 1_000),
    };
    let mut cases = Vec::new();
    let found = search(&program, &plan, &Budget::unlimited(), &mut |case| {
        cases.push(case);
        true
    });
    assert!(found.is_complete(), "{:?}", found.reasons);
    assert_eq!(found.cut, 0);
    cases
}

/// A tree of a text like `s(Y1)`.
fn tree(t: &mut Terms, terms: &logic::Terms, term: logic::Term) -> Term {
    match terms.node(term) {
        logic::Node::Var(var) => t.var(&format!("Y{}", var.index() + 1), Sort::TREE),
        _ => {
            let (name, args) = terms.callable(term).expect("atoms and terms only");
            let args: Vec<Term> = args.iter().map(|arg| tree(t, terms, *arg)).collect();
            let name = t.symbol(terms.name(name));
            t.functor(name, &args)
        }
    }
}

/// The condition of a case over the tree A.
fn condition(t: &mut Terms, text: &str, case: &Case) -> Term {
    let mut program = load(text);
    let call = t.var("A", Sort::TREE);
    let call = Atom::new(t.tru(), &[call]);
    let mut excluded = Vec::new();
    for goal in case.excluded.as_ref().expect("patterns alone decide") {
        let read = front_clp::read_query(&mut program, &format!("{goal}.")).expect("a call");
        let arg = program.terms.args(read.term)[0];
        let arg = tree(t, &program.terms, arg);
        excluded.push(Atom::new(t.tru(), &[arg]));
    }
    let off = negative(t, &call, &excluded, &Budget::unlimited()).expect("trees have complements");
    let Some(within) = &case.within else { return off };
    let read = front_clp::read_query(&mut program, &format!("{within}.")).expect("a call");
    let arg = program.terms.args(read.term)[0];
    let arg = tree(t, &program.terms, arg);
    let inside = [Atom::new(t.tru(), &[arg])];
    let outside = negative(t, &call, &inside, &Budget::unlimited()).expect("trees have complements");
    let inside = t.not(outside);
    t.and(&[off, inside])
}

fn same(t: &mut Terms, a: Term, b: Term) -> bool {
    let budget = Budget::unlimited();
    let a = eliminate(t, a, &budget).expect("without quantifiers");
    let b = eliminate(t, b, &budget).expect("without quantifiers");
    let (not_a, not_b) = (t.not(a), t.not(b));
    [(a, not_b), (b, not_a)].into_iter().all(|(one, other)| {
        let both = t.and(&[one, other]);
        let state = State::new().assert(both);
        matches!(Solver::new().check_state(t, &state, &budget), Verdict::Unsat(_))
    })
}

/// What the printed conditions are about.
struct Trees {
    t: Terms,
    a: Term,
    y: Term,
}

impl Trees {
    fn new() -> Trees {
        let mut t = Terms::new();
        let (a, y) = (t.var("A", Sort::TREE), t.var("Y", Sort::TREE));
        Trees { t, a, y }
    }

    fn tree(&mut self, name: &str, args: &[Term]) -> Term {
        let name = self.t.symbol(name);
        self.t.functor(name, args)
    }

    /// A ≠ tree.
    fn is_not(&mut self, tree: Term) -> Term {
        let same = self.t.eq(self.a, tree);
        self.t.not(same)
    }

    /// ∀Y A ≠ name(Y).
    fn is_no(&mut self, name: &str) -> Term {
        let tree = self.tree(name, &[self.y]);
        let differs = self.is_not(tree);
        self.t.forall(&[self.y], differs)
    }
}

fn paths(cases: &[Case]) -> Vec<(&str, &str)> {
    cases.iter().map(|case| (case.path.as_str(), case.goal.as_str())).collect()
}

/// Paths with their conditions, in any order.
fn check(text: &str, cases: &[Case], mut trees: Trees, wanted: &[(&str, Term)]) {
    assert_eq!(cases.len(), wanted.len(), "{:?}", paths(cases));
    for (path, formula) in wanted {
        let case =
            cases.iter().find(|case| case.path == *path).unwrap_or_else(|| panic!("{path} is missing"));
        let found = condition(&mut trees.t, text, case);
        assert!(same(&mut trees.t, found, *formula), "{path}: {}", case.condition);
    }
}

#[test]
fn example_1_first_solution() {
    let found = cases(EXAMPLE_1, Mode::Any, true);
    let mut w = Trees::new();
    let (a, b) = (w.tree("a", &[]), w.tree("b", &[]));
    let (fa, fb) = (w.tree("f", &[a]), w.tree("f", &[b]));
    let (not_fa, not_fb, no_f) = (w.is_not(fa), w.is_not(fb), w.is_no("f"));
    let is_f = w.t.not(no_f);
    let wanted =
        [("-", no_f), ("1+2", w.t.tru()), ("2.3", not_fa), ("2.-", w.t.and(&[is_f, not_fa, not_fb]))];
    check(EXAMPLE_1, &found, w, &wanted);
    assert!(found.iter().any(|case| case.path == "2.-" && case.ending == Ending::Fail));
    // With ground goals they are the same four.
    assert_eq!(
        paths(&cases(EXAMPLE_1, Mode::Ground, true)),
        [("1+2", "p(f(a))"), ("2.3", "p(f(b))"), ("2.-", "p(f(c))"), ("-", "p(c)")]
    );
}

#[test]
fn example_1_all_solutions() {
    let found = cases(EXAMPLE_1, Mode::Any, false);
    assert!(paths(&found).contains(&("2.-", "p(f(c))")), "{:?}", paths(&found));
    let mut w = Trees::new();
    let (a, b) = (w.tree("a", &[]), w.tree("b", &[]));
    let (fa, fb) = (w.tree("f", &[a]), w.tree("f", &[b]));
    let (not_fa, not_fb, no_f) = (w.is_not(fa), w.is_not(fb), w.is_no("f"));
    let is_f = w.t.not(no_f);
    let neither = w.t.and(&[is_f, not_fa, not_fb]);
    let other_f = w.t.and(&[is_f, not_fb]);
    let wanted = [("1+2.3", w.t.tru()), ("1+2.-", other_f), ("2.3", not_fa), ("2.-", neither), ("-", no_f)];
    check(EXAMPLE_1, &found, w, &wanted);
}

#[test]
fn examples_3_and_8() {
    let found = cases(EXAMPLE_3, Mode::Any, false);
    let mut w = Trees::new();
    let a = w.tree("a", &[]);
    let sa = w.tree("s", &[a]);
    let (not_a, not_sa, no_s) = (w.is_not(a), w.is_not(sa), w.is_no("s"));
    // s(Y) = N with Y ≠ a: the branch of the last alternative belongs to the case.
    let y_is_a = w.t.eq(w.y, a);
    let other = w.t.not(y_is_a);
    let sy = w.tree("s", &[w.y]);
    let is_sy = w.t.eq(w.a, sy);
    let both = w.t.and(&[is_sy, other]);
    let fails_in_q = w.t.exists(&[w.y], both);
    let wanted = [
        ("1", no_s),
        ("1+2.3", w.t.tru()),
        ("2.3", not_a),
        ("-", w.t.and(&[not_a, no_s])),
        ("2.-", fails_in_q),
        ("1+2.-", not_sa),
    ];
    // The paper starts from N = a, which follows the same path as all N that are no s(Y) and fit r1.
    let printed = w.t.eq(w.a, a);
    let together = w.t.and(&[printed, no_s]);
    assert!(same(&mut w.t, together, printed));
    check(EXAMPLE_3, &found, w, &wanted);
    let ground = cases(EXAMPLE_3, Mode::Ground, false);
    assert_eq!(paths(&ground), [("1", "p(a)"), ("2.3", "p(s(a))"), ("2.-", "p(s(b))"), ("-", "p(b)")]);
}

/// The alternatives as formulas about W alone.
fn alts(
    t: &mut Terms,
    current: &Atom,
    concrete: &[usize],
    rules: &[Atom],
    w: Term,
) -> Vec<(Vec<usize>, Term)> {
    let budget = Budget::unlimited();
    let mut found = alternatives(t, current, concrete, rules, &budget).expect("decided");
    found.sort();
    for (_, formula) in &mut found {
        let others: Vec<Term> = t.free_vars(&[*formula]).into_iter().filter(|v| *v != w).collect();
        *formula = t.exists(&others, *formula);
    }
    found
}

#[test]
fn examples_4_and_6() {
    let mut t = Terms::new();
    let [w, n, x, m] = ["W", "N", "X", "M"].map(|name| t.var(name, Sort::TREE));
    let (a, s) = (t.symbol("a"), t.symbol("s"));
    let (a, sm) = (t.functor(a, &[]), t.functor(s, &[m]));
    let (wn, xa) = (t.eq(w, n), t.eq(x, a));
    let current = Atom::new(wn, &[n]);
    let rules = [Atom::new(xa, &[x]), Atom::new(t.tru(), &[sm])];
    let found = alts(&mut t, &current, &[1], &rules, w);
    let is_a = t.eq(w, a);
    let not_a = t.not(is_a);
    let is_s = t.eq(w, sm);
    let not_s = t.not(is_s);
    let no_s = t.forall(&[m], not_s);
    let neither = t.and(&[not_a, no_s]);
    let wanted = [(vec![], neither), (vec![0], no_s), (vec![0, 1], t.tru())];
    assert_eq!(found.len(), wanted.len());
    for ((rules, formula), (which, printed)) in found.into_iter().zip(wanted) {
        assert_eq!(rules, which);
        assert!(same(&mut t, formula, printed), "{which:?}");
    }
}

#[test]
fn examples_5_and_7() {
    let mut t = Terms::new();
    let [w, x, y, z, u] = ["W", "X", "Y", "Z", "T"].map(|name| t.var(name, Sort::INT));
    let [zero, two, five, eight, ten] = [0, 2, 5, 8, 10].map(|n| t.int(n));
    // The domain is that of the naturals.
    let natural = |t: &mut Terms, var: Term, parts: &[Term]| {
        let mut parts = parts.to_vec();
        parts.push(t.ge(var, zero));
        t.and(&parts)
    };
    let (wx, le) = (t.eq(w, x), t.le(x, ten));
    let c = natural(&mut t, x, &[wx, le]);
    let current = Atom::new(c, &[x]);
    let (low, from, to, less) = (t.le(y, two), t.le(eight, z), t.le(z, ten), t.lt(u, five));
    let rules = [
        Atom::new(natural(&mut t, y, &[low]), &[y]),
        Atom::new(natural(&mut t, z, &[from, to]), &[z]),
        Atom::new(natural(&mut t, u, &[less]), &[u]),
    ];
    let found = alts(&mut t, &current, &[0], &rules, w);
    assert!(!found.iter().any(|(which, _)| *which == [0, 1]), "no number up to 10 from 5 on is at most 2");
    let (_, formula) = *found.iter().find(|(which, _)| *which == [0, 2]).expect("{H1, H3} is feasible");
    let below = t.lt(w, eight);
    let printed = natural(&mut t, w, &[below]);
    assert!(same(&mut t, formula, printed));
}
