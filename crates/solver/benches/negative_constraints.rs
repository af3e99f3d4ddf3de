//! Mean time to decide the negative constraints of CLP programs, stacked along the paths of their derivations, ours and z3's
//! (one incremental process over a pipe), measured in one run: `cargo bench -p solver --bench negative_constraints`.
//!
//! At each goal every subset of the rules is asked for: the complement of the patterns of the other rules, then each
//! rule of the subset, then the rest of the derivation. z3 has no untyped trees and gets the same formulas over one data type
//! with the symbols of the program and one constructor that has infinitely many values.

use base::{Budget, Stopwatch};
use formula::{Constructor, Sort, Term, Terms};
use solver::{Atom, Solver, State, Verdict, negative};
use std::time::Duration;
use testkit::paths::{Step, Walk};
use tools::Tool;

/// A pattern: a variable of the rule, or a symbol with arguments.
enum Pattern {
    Var(usize),
    Tree(&'static str, Vec<Pattern>),
}
use Pattern::{Tree, Var};

struct Rule {
    head: (&'static str, Vec<Pattern>),
    body: Vec<(&'static str, Vec<Pattern>)>,
}

const SYMBOLS: [(&str, usize); 8] =
    [("nil", 0), ("cons", 2), ("zero", 0), ("s", 1), ("a", 0), ("b", 0), ("f", 1), ("c", 0)];

fn constant(name: &'static str) -> Pattern {
    Tree(name, Vec::new())
}

fn cons(head: Pattern, tail: Pattern) -> Pattern {
    Tree("cons", vec![head, tail])
}

fn succ(n: Pattern) -> Pattern {
    Tree("s", vec![n])
}

fn rule(head: (&'static str, Vec<Pattern>), body: Vec<(&'static str, Vec<Pattern>)>) -> Rule {
    Rule { head, body }
}

fn programs() -> Vec<(&'static str, usize, usize, Vec<Rule>)> {
    let append = vec![
        rule(("append", vec![constant("nil"), Var(0), Var(0)]), vec![]),
        rule(
            ("append", vec![cons(Var(0), Var(1)), Var(2), cons(Var(0), Var(3))]),
            vec![("append", vec![Var(1), Var(2), Var(3)])],
        ),
    ];
    let member = vec![
        rule(("member", vec![Var(0), cons(Var(0), Var(1))]), vec![]),
        rule(("member", vec![Var(0), cons(Var(2), Var(1))]), vec![("member", vec![Var(0), Var(1)])]),
    ];
    let example_1 = vec![
        rule(("p", vec![Tree("f", vec![constant("a")])]), vec![]),
        rule(("p", vec![Tree("f", vec![Var(0)])]), vec![("q", vec![Var(0)])]),
        rule(("q", vec![constant("b")]), vec![]),
    ];
    let example_3 = vec![
        rule(("p", vec![constant("a")]), vec![]),
        rule(("p", vec![succ(Var(0))]), vec![("q", vec![Var(0)])]),
        rule(("q", vec![constant("a")]), vec![]),
    ];
    let nat = vec![
        rule(("nat", vec![constant("zero")]), vec![]),
        rule(("nat", vec![succ(Var(0))]), vec![("nat", vec![Var(0)])]),
    ];
    let plus = vec![
        rule(("plus", vec![constant("zero"), Var(0), Var(0)]), vec![("nat", vec![Var(0)])]),
        rule(
            ("plus", vec![succ(Var(0)), Var(1), succ(Var(2))]),
            vec![("plus", vec![Var(0), Var(1), Var(2)])],
        ),
        rule(("nat", vec![constant("zero")]), vec![]),
        rule(("nat", vec![succ(Var(0))]), vec![("nat", vec![Var(0)])]),
    ];
    vec![
        ("append/3", 3, 6, append),
        ("member/2", 2, 5, member),
        ("Example 1", 1, 3, example_1),
        ("Examples 3 and 8", 1, 3, example_3),
        ("nat/1", 1, 8, nat),
        ("plus/3", 3, 5, plus),
    ]
}

/// Terms of untyped trees, or of one data type.
struct Language {
    terms: Terms,
    sort: Sort,
    budget: Budget,
    seconds: f64,
    made: usize,
    steps: Vec<Step>,
}

impl Language {
    fn new(typed: bool) -> Language {
        let mut terms = Terms::new();
        let mut sort = Sort::TREE;
        if typed {
            let id = terms.declare_data("T", 0);
            sort = terms.data_sort(id, &[]);
            let mut all: Vec<Constructor> = SYMBOLS
                .iter()
                .map(|(name, n)| Constructor {
                    name: terms.symbol(name),
                    fields: (0..*n).map(|i| (terms.symbol(&format!("{name}{i}")), sort)).collect(),
                })
                .collect();
            let (name, number) = (terms.symbol("other"), terms.symbol("number"));
            all.push(Constructor { name, fields: vec![(number, Sort::INT)] });
            terms.define_data(vec![(id, all)]).expect("it is well founded");
        }
        let budget = Budget::unlimited();
        Language { terms, sort, budget, seconds: 0.0, made: 0, steps: Vec::new() }
    }

    fn tree(&mut self, p: &Pattern, vars: &mut Vec<Option<Term>>) -> Term {
        match p {
            Var(i) => {
                if vars.len() <= *i {
                    vars.resize(*i + 1, None);
                }
                *vars[*i].get_or_insert_with(|| self.terms.fresh_var("V", self.sort))
            }
            Tree(name, args) => {
                let args: Vec<Term> = args.iter().map(|a| self.tree(a, vars)).collect();
                match SYMBOLS.iter().position(|(n, _)| n == name) {
                    Some(c) if self.sort != Sort::TREE => self.terms.con(self.sort, c as u32, &args),
                    _ => {
                        let f = self.terms.symbol(name);
                        self.terms.functor(f, &args)
                    }
                }
            }
        }
    }

    /// One question; is it satisfiable?
    fn enter(&mut self, solver: &mut Solver, state: &State, f: Term) -> (State, bool) {
        self.steps.push(Step::Enter(f));
        let next = state.assert(f);
        let sat = matches!(solver.check_state(&self.terms, &next, &self.budget), Verdict::Sat(_));
        (next, sat)
    }

    fn derive(
        &mut self,
        solver: &mut Solver,
        rules: &[Rule],
        state: &State,
        goals: &[(&'static str, Vec<Term>)],
        fuel: usize,
    ) {
        let Some(((name, args), rest)) = goals.split_first() else { return };
        if fuel == 0 || self.steps.len() > 4_000 {
            return;
        }
        let call = Atom::new(self.terms.tru(), args);
        let mut heads = Vec::new();
        for r in rules.iter().filter(|r| r.head.0 == *name) {
            let mut vars = Vec::new();
            let head: Vec<Term> = r.head.1.iter().map(|p| self.tree(p, &mut vars)).collect();
            let body: Vec<(&'static str, Vec<Term>)> = r
                .body
                .iter()
                .map(|(n, args)| (*n, args.iter().map(|p| self.tree(p, &mut vars)).collect()))
                .collect();
            heads.push((Atom::new(self.terms.tru(), &head), body));
        }
        for subset in 0..1usize << heads.len() {
            let off: Vec<Atom> = heads
                .iter()
                .enumerate()
                .filter(|(i, _)| subset >> i & 1 == 0)
                .map(|(_, h)| h.0.clone())
                .collect();
            let watch = Stopwatch::start();
            let gamma = negative(&mut self.terms, &call, &off, &self.budget).expect("patterns are covered");
            self.seconds += watch.seconds();
            self.made += 1;
            let (kept_off, sat) = self.enter(solver, state, gamma);
            for (_, (head, body)) in heads.iter().enumerate().filter(|(i, _)| sat && subset >> i & 1 == 1) {
                let pairs: Vec<Term> =
                    args.iter().zip(&head.args).map(|(s, t)| self.terms.eq(*s, *t)).collect();
                let same = self.terms.and(&pairs);
                let (next, sat) = self.enter(solver, &kept_off, same);
                if sat {
                    let goals = [body.clone(), rest.to_vec()].concat();
                    self.derive(solver, rules, &next, &goals, fuel - 1);
                }
                self.steps.push(Step::Leave);
            }
            self.steps.push(Step::Leave);
        }
    }
}

fn walk(name: &'static str, arity: usize, fuel: usize, rules: &[Rule], typed: bool) -> (Walk, f64, f64) {
    let mut l = Language::new(typed);
    let args: Vec<Term> = (0..arity).map(|i| l.terms.var(&format!("N{i}"), l.sort)).collect();
    let goals = vec![(rules[0].head.0, args)];
    l.derive(&mut Solver::new(), rules, &State::new(), &goals, fuel);
    let made = l.seconds / l.made.max(1) as f64;
    (Walk { name: name.into(), terms: l.terms, steps: l.steps, depth: 2 * fuel }, made, l.seconds)
}

/// Mean time of a question, and how many are satisfiable.
fn ours(w: &Walk) -> (f64, usize) {
    let (mut best, mut sat) = (f64::MAX, 0);
    for _ in 0..5 {
        let mut solver = Solver::new();
        let mut states = vec![State::new()];
        sat = 0;
        let watch = Stopwatch::start();
        for s in &w.steps {
            match s {
                Step::Enter(f) => {
                    let next = states[states.len() - 1].assert(*f);
                    if let Verdict::Sat(m) = solver.check_state(&w.terms, &next, &Budget::unlimited()) {
                        sat += 1;
                        std::hint::black_box(&m);
                    }
                    states.push(next);
                }
                Step::Leave => {
                    states.pop();
                }
            }
        }
        best = best.min(watch.seconds());
    }
    (best / w.questions() as f64, sat)
}

fn z3(w: &Walk) -> Option<(f64, usize)> {
    let limit = Duration::from_secs(20);
    let mut z3 = Tool::new("z3").arg("-in").talk().ok()?;
    let all: Vec<Term> =
        w.steps.iter().filter_map(|s| if let Step::Enter(f) = s { Some(*f) } else { None }).collect();
    let script = smtlib::script(&w.terms, &all);
    let declarations: String = script
        .lines()
        .filter(|l| !l.starts_with("(assert") && !l.starts_with("(check-sat"))
        .fold(String::new(), |a, l| a + l + "\n");
    z3.write(&declarations);
    let texts: Vec<String> = all.iter().map(|f| smtlib::term_text(&w.terms, *f)).collect();
    let (mut sat, mut next) = (0, 0);
    let watch = Stopwatch::start();
    for s in &w.steps {
        match s {
            Step::Enter(_) => {
                z3.write(&format!("(push)\n(assert {})\n(check-sat)\n", texts[next]));
                next += 1;
                if z3.read_line(limit).ok()?.trim() == "sat" {
                    sat += 1;
                    z3.write("(get-model)\n");
                    std::hint::black_box(z3.read_expression(limit).ok()?);
                }
            }
            Step::Leave => z3.write("(pop)\n"),
        }
    }
    Some((watch.seconds() / w.questions() as f64, sat))
}

fn main() {
    println!("mean time of assert + check + model; the complement of the patterns is made before");
    let (mut total, mut complements, mut questions, mut theirs_total) = (0.0, 0.0, 0, Some(0.0));
    for (name, arity, fuel, rules) in programs() {
        let (w, made, making) = walk(name, arity, fuel, &rules, false);
        let (mine, sat) = ours(&w);
        total += mine * w.questions() as f64;
        questions += w.questions();
        complements += making;
        print!(
            "{name:18} {:5} questions, {sat:5} sat  {:7.2} µs (complement {:6.2} µs)",
            w.questions(),
            mine * 1e6,
            made * 1e6
        );
        let (typed, ..) = walk(name, arity, fuel, &rules, true);
        match z3(&typed) {
            Some((theirs, judged)) => {
                assert_eq!(sat, judged, "{name}: as many satisfiable");
                theirs_total = theirs_total.map(|t| t + theirs * w.questions() as f64);
                println!("  z3 {:8.2} µs  ratio {:6.1}", theirs * 1e6, theirs / mine);
            }
            None => {
                theirs_total = None;
                println!("  (z3 is not installed)");
            }
        }
    }
    print!("average            {questions:5} questions  {:7.2} µs", total / questions as f64 * 1e6);
    match theirs_total {
        Some(t) => println!("  z3 {:8.2} µs  ratio {:6.1}", t / questions as f64 * 1e6, t / total),
        None => println!(),
    }
    println!(
        "with the making of the complements (once, not the best of five)  {:7.2} µs",
        (total + complements) / questions as f64 * 1e6
    );
}
