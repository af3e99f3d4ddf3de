//! Selective unification: the examples of the paper, and random problems against trying ground instances.

use base::{Budget, Random};
use formula::{Model, Op, Sort, Term, Terms, Value, evaluate};
use solver::{Atom, Selective, Solver, negative, selective, selective_ground};
use std::collections::BTreeMap;

fn limit() -> Budget {
    Budget::unlimited().with_steps(100_000)
}

struct Paper {
    t: Terms,
}

impl Paper {
    fn new() -> Paper {
        Paper { t: Terms::new() }
    }

    fn tree(&mut self, name: &str, args: &[Term]) -> Term {
        let f = self.t.symbol(name);
        self.t.functor(f, args)
    }

    fn var(&mut self, name: &str) -> Term {
        self.t.var(name, Sort::TREE)
    }

    fn int(&mut self, name: &str) -> Term {
        self.t.var(name, Sort::INT)
    }

    fn shown(&mut self, f: Term) -> String {
        let f = self.t.readable(f);
        self.t.show(f)
    }

    fn negative(&mut self, c: &Atom, h: &[Atom]) -> String {
        let off = negative(&mut self.t, c, h, &limit()).expect("it is covered");
        self.shown(off)
    }
}

fn is_some(s: &Selective) -> bool {
    match s {
        Selective::Some { .. } => true,
        Selective::Empty => false,
        Selective::Unknown(why) => panic!("{why}"),
    }
}

/// p(f(a)). p(f(X)) ← q(X). q(b).
#[test]
fn example_1_has_four_cases() {
    let mut p = Paper::new();
    let (n, x) = (p.var("N"), p.var("X"));
    let (a, b) = (p.tree("a", &[]), p.tree("b", &[]));
    let (fa, fx) = (p.tree("f", &[a]), p.tree("f", &[x]));
    let tru = p.t.tru();
    let call = Atom::new(tru, &[n]);
    let (r1, r2) = (Atom::new(tru, &[fa]), Atom::new(tru, &[fx]));
    assert_eq!(p.negative(&call, &[r1.clone(), r2.clone()]), "N ≠ f(a) ∧ ∀Y N ≠ f(Y)");
    let ask = |p: &mut Paper, with: &[Atom], without: &[Atom]| {
        is_some(&selective_ground(&mut p.t, &call, with, without, &limit()))
    };
    assert!(ask(&mut p, &[], &[r1.clone(), r2.clone()]), "no match: p(a)");
    assert!(ask(&mut p, &[r1.clone(), r2.clone()], &[]), "both: p(f(a))");
    assert!(!ask(&mut p, std::slice::from_ref(&r1), std::slice::from_ref(&r2)), "r1 alone is not feasible");
    // r2 alone, then r3 or not: N = f(Y), N ≠ f(a), and Y matches b or does not.
    let y = p.var("Y");
    let fy = p.tree("f", &[y]);
    let off = negative(&mut p.t, &call, &[r1], &limit()).expect("it is covered");
    let path = [p.t.eq(fy, n), off];
    let path = p.t.and(&path);
    let (goal, r3) = (Atom::new(path, &[y]), Atom::new(tru, &[b]));
    assert!(is_some(&selective(&mut p.t, &goal, std::slice::from_ref(&r3), &[], &limit())), "p(f(b))");
    let Selective::Some { constraint, witnesses } =
        selective(&mut p.t, &goal, &[], std::slice::from_ref(&r3), &limit())
    else {
        panic!("p(f(c)) is feasible");
    };
    let value = evaluate(&p.t, &witnesses[0], y).expect("it has a value");
    assert!(!["a", "b"].contains(&p.t.show_value(&value).as_str()));
    assert_eq!(p.shown(constraint), "f(Y) = N ∧ N ≠ f(a) ∧ Y ≠ b");
}

#[test]
fn examples_3_and_8_read_as_in_the_paper() {
    let mut p = Paper::new();
    let (n, x, y) = (p.var("N"), p.var("X"), p.var("Y"));
    let (a, sy) = (p.tree("a", &[]), p.tree("s", &[y]));
    let (tru, is_a) = (p.t.tru(), p.t.eq(x, a));
    let call = Atom::new(tru, &[n]);
    let (r1, r2) = (Atom::new(is_a, &[x]), Atom::new(tru, &[sy]));
    assert_eq!(p.negative(&call, std::slice::from_ref(&r1)), "N ≠ a");
    assert_eq!(p.negative(&call, std::slice::from_ref(&r2)), "∀Y N ≠ s(Y)");
    assert_eq!(p.negative(&call, &[r1.clone(), r2.clone()]), "N ≠ a ∧ ∀Y N ≠ s(Y)");
    // ⟨true | p(N)⟩ unifies with both rules, and no ground instance of it does.
    let both = [r1, r2];
    assert!(is_some(&selective(&mut p.t, &call, &both, &[], &limit())));
    assert!(!is_some(&selective_ground(&mut p.t, &call, &both, &[], &limit())));
}

/// alts(I, C, {H2}, {H1, H2}) over terms.
#[test]
fn examples_4_and_6_have_their_alternatives() {
    let mut p = Paper::new();
    let (w, n, x, m) = (p.var("W"), p.var("N"), p.var("X"), p.var("M"));
    let (a, sm) = (p.tree("a", &[]), p.tree("s", &[m]));
    let (same, is_a, tru) = (p.t.eq(w, n), p.t.eq(x, a), p.t.tru());
    let c = Atom::new(same, &[n]);
    let (h1, h2) = (Atom::new(is_a, &[x]), Atom::new(tru, &[sm]));
    let cases: [(Vec<Atom>, Vec<Atom>, &str); 4] = [
        (vec![], vec![h1.clone(), h2.clone()], "W ≠ a ∧ ∀Y W ≠ s(Y)"),
        (vec![h1.clone()], vec![h2.clone()], "∀Y W ≠ s(Y)"),
        (vec![h2.clone()], vec![h1.clone()], "W ≠ a"),
        (vec![h1, h2], vec![], "true"),
    ];
    for (with, without, expected) in cases {
        let Selective::Some { constraint, .. } = selective(&mut p.t, &c, &with, &without, &limit()) else {
            panic!("{expected} is feasible");
        };
        // What the initial atom p(W) sees of it.
        let initial = Atom::new(constraint, &[w]);
        let seen = initial.projected(&mut p.t, &limit()).expect("it is covered");
        assert_eq!(p.t.show(seen), expected);
    }
}

/// alts over the naturals.
#[test]
fn examples_5_and_7_have_their_alternatives() {
    let mut p = Paper::new();
    let (w, x, y, z, v) = (p.int("W"), p.int("X"), p.int("Y"), p.int("Z"), p.int("T"));
    let [two, five, eight, ten] = [2, 5, 8, 10].map(|i| p.t.int(i));
    let c = [p.t.eq(w, x), p.t.le(x, ten)];
    let c = Atom::new(p.t.and(&c), &[x]);
    let h1 = Atom::new(p.t.le(y, two), &[y]);
    let h2 = [p.t.le(eight, z), p.t.le(z, ten)];
    let h2 = Atom::new(p.t.and(&h2), &[z]);
    let h3 = Atom::new(p.t.lt(v, five), &[v]);
    assert_eq!(p.negative(&c, std::slice::from_ref(&h3)), "X ≥ 5");
    assert_eq!(p.negative(&c, std::slice::from_ref(&h2)), "X < 8 ∨ X > 10");
    let no = selective(&mut p.t, &c, &[h1.clone(), h2.clone()], std::slice::from_ref(&h3), &limit());
    assert!(matches!(no, Selective::Empty));
    let Selective::Some { constraint, .. } = selective(&mut p.t, &c, &[h1, h3], &[h2], &limit()) else {
        panic!("it is feasible");
    };
    let initial = Atom::new(constraint, &[w]);
    let seen = initial.projected(&mut p.t, &limit()).expect("it is covered");
    assert_eq!(p.t.show(seen), "W < 8");
}

/// Repeated variables, lists of numbers, variables of a rule that its head does not have.
#[test]
fn negative_constraints_of_clp_rules() {
    let mut p = Paper::new();
    let (l, x, r, tru) = (p.var("L"), p.var("X"), p.var("R"), p.t.tru());
    let twice = p.tree("[|]", &[x, r]);
    let twice = p.tree("[|]", &[x, twice]);
    let call = Atom::new(tru, &[l]);
    assert_eq!(p.negative(&call, &[Atom::new(tru, &[twice])]), "∀Y, V L ≠ [Y, Y|V]");
    // first([N|R]) ← N = 2·K, 3 ≤ N.
    let (n, k, two, three) = (p.int("I0"), p.int("K0"), p.t.int(2), p.t.int(3));
    let leaf = p.t.tree_int(n);
    let head = p.tree("[|]", &[leaf, r]);
    let double = p.t.mul(two, k);
    let d = [p.t.eq(n, double), p.t.le(three, n)];
    let d = p.t.and(&d);
    let off = negative(&mut p.t, &call, &[Atom::new(d, &[head])], &limit()).expect("it is covered");
    assert!(!p.t.is_quantified(off));
    let mut s = Solver::new();
    s.assert(off);
    assert!(s.check(&p.t, &limit()).is_sat());
    for (i, fits) in [(2, true), (3, true), (4, false), (5, true), (6, false)] {
        let leaf = p.t.int(i);
        let leaf = p.t.tree_int(leaf);
        let nil = p.tree("[]", &[]);
        let list = p.tree("[|]", &[leaf, nil]);
        let now = p.t.eq(l, list);
        s.push();
        s.assert(now);
        assert_eq!(s.check(&p.t, &limit()).is_sat(), fits, "{i}");
        s.pop();
    }
}

/// One random problem.
struct Problem {
    t: Terms,
    vars: Vec<Term>,
    atom: Atom,
    with: Vec<Atom>,
    without: Vec<Atom>,
}

fn tree(t: &mut Terms, r: &mut Random, vars: &[Term], depth: usize) -> Term {
    if !vars.is_empty() && (depth == 0 || r.one_in(3)) && !r.one_in(4) {
        return vars[r.below(vars.len())];
    }
    let shape = r.below(if depth == 0 { 3 } else { 6 });
    if shape == 2 {
        let i = t.int(r.below(2) as i64);
        return t.tree_int(i);
    }
    let args: Vec<Term> = (0..[0, 0, 0, 1, 2, 2][shape]).map(|_| tree(t, r, vars, depth - 1)).collect();
    let f = t.symbol(["a", "b", "", "s", "f", "f"][shape]);
    t.functor(f, &args)
}

fn problem(seed: u64) -> Problem {
    let mut t = Terms::new();
    let mut r = Random::new(seed);
    let sorts: Vec<Sort> =
        (0..1 + r.below(2)).map(|_| if r.one_in(4) { Sort::INT } else { Sort::TREE }).collect();
    t.symbol("fresh");
    let vars: Vec<Term> = sorts.iter().enumerate().map(|(i, s)| t.var(&format!("N{i}"), *s)).collect();
    let trees: Vec<Term> = vars.iter().copied().filter(|v| t.sort_of(*v) == Sort::TREE).collect();
    let mut args = Vec::new();
    for v in &vars {
        let shown = t.sort_of(*v) == Sort::TREE && r.one_in(3);
        args.push(if shown { tree(&mut t, &mut r, &trees, 1) } else { *v });
    }
    let mut c = Vec::new();
    for _ in 0..r.below(3) {
        let v = vars[r.below(vars.len())];
        c.push(literal(&mut t, &mut r, v, &trees));
    }
    let constraint = t.and(&c);
    let atom = Atom::new(constraint, &args);
    let heads: Vec<Atom> = (0..1 + r.below(4)).map(|_| head(&mut t, &mut r, &sorts)).collect();
    let cut = r.below(heads.len() + 1);
    let without = heads[cut..].to_vec();
    Problem { t, vars, atom, with: heads[..cut].to_vec(), without }
}

fn literal(t: &mut Terms, r: &mut Random, v: Term, trees: &[Term]) -> Term {
    let f = if t.sort_of(v) == Sort::INT {
        let k = t.int(r.between(-2, 4));
        match r.below(3) {
            0 => t.le(v, k),
            1 => t.lt(k, v),
            _ => t.eq(v, k),
        }
    } else if r.one_in(5) {
        let (value, k) = (t.tree_int_value(v), t.int(r.between(-1, 2)));
        let small = t.lt(value, k);
        let is = t.is_tree_int(v);
        return t.and(&[is, small]);
    } else {
        let other = tree(t, r, trees, 1);
        t.eq(v, other)
    };
    if r.one_in(2) { t.not(f) } else { f }
}

/// The head of a rule with its constraint.
fn head(t: &mut Terms, r: &mut Random, sorts: &[Sort]) -> Atom {
    let names: Vec<Term> = ["X", "Y", "Z"].iter().map(|n| t.var(n, Sort::TREE)).collect();
    let i = t.var("I", Sort::INT);
    let args: Vec<Term> = sorts
        .iter()
        .map(|s| match *s {
            Sort::INT if r.one_in(3) => t.int(r.between(-1, 3)),
            Sort::INT => i,
            _ => tree(t, r, &names, 2),
        })
        .collect();
    let used = t.free_vars(&args);
    let mut d = Vec::new();
    for v in used.iter().copied().filter(|_| r.one_in(3)).collect::<Vec<_>>() {
        if v == i && r.one_in(2) {
            // A variable that the head does not have: an even number.
            let k = t.var("K", Sort::INT);
            let two = t.int(2);
            let double = t.mul(two, k);
            d.push(t.eq(i, double));
        } else {
            let trees: Vec<Term> = used.iter().copied().filter(|u| *u != i).collect();
            d.push(literal(t, r, v, &trees));
        }
    }
    Atom::new(t.and(&d), &args)
}

/// Matches a pattern with a value.
fn matches(t: &Terms, pattern: Term, v: &Value, found: &mut BTreeMap<Term, Value>) -> bool {
    match (t.op(pattern), v) {
        (Op::Var(_), _) => found.entry(pattern).or_insert_with(|| v.clone()) == v,
        (Op::Int(i), Value::Int(j)) => i == j,
        (Op::TreeInt, Value::TreeInt(j)) => matches(t, t.args(pattern)[0], &Value::Int(j.clone()), found),
        (Op::Functor(f), Value::Functor(g)) => {
            *f == g.name
                && t.args(pattern).len() == g.args.len()
                && t.args(pattern).iter().zip(&g.args).all(|(p, v)| matches(t, *p, v, found))
        }
        _ => false,
    }
}

fn fits(t: &Terms, h: &Atom, ground: &[Value]) -> bool {
    let mut found = BTreeMap::new();
    if !h.args.iter().zip(ground).all(|(p, v)| matches(t, *p, v, &mut found)) {
        return false;
    }
    let mut m = Model::default();
    for (v, x) in &found {
        m.set(t, *v, x.clone());
    }
    let local: Vec<Term> =
        t.free_vars(&[h.constraint]).into_iter().filter(|v| !found.contains_key(v)).collect();
    let holds = |m: &Model| evaluate(t, m, h.constraint) == Ok(Value::Bool(true));
    match local.as_slice() {
        [] => holds(&m),
        [k] => (-30..=30).any(|i| {
            m.set(t, *k, Value::int(i));
            holds(&m)
        }),
        _ => unreachable!("one at most"),
    }
}

/// The ground atom under a valuation, if its constraint holds.
fn ground(p: &Problem, m: &Model) -> Option<Vec<Value>> {
    (evaluate(&p.t, m, p.atom.constraint) == Ok(Value::Bool(true)))
        .then(|| p.atom.args.iter().map(|a| evaluate(&p.t, m, *a).expect("it is ground")).collect())
}

/// Small trees, and those of the shape of some pattern.
fn universe(p: &Problem) -> Vec<Value> {
    let t = &p.t;
    let leaf = |n: &str| t.known_symbol(n).map(|s| Value::functor(s, Vec::new()));
    let mut out: Vec<Value> = ["a", "b", "fresh"].iter().filter_map(|n| leaf(n)).collect();
    out.extend([0i64, 1, 7].map(|i| Value::TreeInt(i.into())));
    let small = out.clone();
    for u in &small {
        out.extend(t.known_symbol("s").map(|s| Value::functor(s, vec![u.clone()])));
        if let Some(f) = t.known_symbol("f") {
            out.extend(small.iter().skip(2).map(|v| Value::functor(f, vec![u.clone(), v.clone()])));
        }
    }
    let mut shapes = Vec::new();
    for h in p.with.iter().chain(&p.without).chain([&p.atom]) {
        shapes.push(h.constraint);
        shapes.extend_from_slice(&h.args);
    }
    t.visit(&shapes, |pattern| {
        let vars = t.free_vars(&[pattern]);
        if t.sort_of(pattern) != Sort::TREE || vars.is_empty() || vars == [pattern] {
            return;
        }
        // All variables the same, or each another one.
        for shift in 0..2 {
            for start in [0, 1, 2, 5] {
                let mut m = Model::default();
                for (i, v) in vars.iter().enumerate() {
                    if t.sort_of(*v) == Sort::TREE {
                        m.set(t, *v, small[(start + shift * (i + 1)) % small.len()].clone());
                    }
                }
                out.extend(evaluate(t, &m, pattern));
            }
        }
    });
    out.sort();
    out.dedup();
    out
}

/// All ground instances out of small values.
fn instances(p: &Problem) -> Vec<Vec<Value>> {
    let trees = universe(p);
    let ints: Vec<Value> = (-5..=7).map(Value::int).collect();
    let mut out = Vec::new();
    let mut m = Model::default();
    let domain = |v: Term| if p.t.sort_of(v) == Sort::INT { &ints } else { &trees };
    for first in domain(p.vars[0]) {
        m.set(&p.t, p.vars[0], first.clone());
        match p.vars.get(1) {
            None => out.extend(ground(p, &m)),
            Some(v) => {
                for second in domain(*v) {
                    m.set(&p.t, *v, second.clone());
                    out.extend(ground(p, &m));
                }
            }
        }
    }
    out
}

#[test]
fn random_problems_agree_with_trying_ground_instances() {
    let (mut some, mut empty, mut ground_some, mut ground_empty, mut beyond) = (0, 0, 0, 0, 0);
    for seed in 0..10_500 {
        let mut p = problem(seed);
        let (atom, with, without) = (p.atom.clone(), p.with.clone(), p.without.clone());
        let general = selective(&mut p.t, &atom, &with, &without, &limit());
        let one = selective_ground(&mut p.t, &atom, &with, &without, &limit());
        let rest: Vec<Vec<Value>> =
            instances(&p).into_iter().filter(|g| !without.iter().any(|h| fits(&p.t, h, g))).collect();
        let about = |p: &Problem| {
            let show = |a: &Atom| {
                let args: Vec<String> = a.args.iter().map(|t| p.t.show(*t)).collect();
                format!("⟨{} | p({})⟩", p.t.show(a.constraint), args.join(", "))
            };
            let list = |l: &[Atom]| l.iter().map(show).collect::<Vec<_>>().join(" ");
            format!("seed {seed}: {} with {} without {}", show(&atom), list(&with), list(&without))
        };
        // A witness is checked by matching; that there is none, against all small instances.
        match &general {
            Selective::Some { witnesses, .. } => {
                some += 1;
                for (i, m) in witnesses.iter().enumerate() {
                    let g = ground(&p, m).unwrap_or_else(|| panic!("a bad witness, {}", about(&p)));
                    assert!(with.get(i).is_none_or(|h| fits(&p.t, h, &g)), "{}", about(&p));
                    assert!(!without.iter().any(|h| fits(&p.t, h, &g)), "{}", about(&p));
                }
            }
            Selective::Empty => {
                empty += 1;
                let each = with.iter().all(|h| rest.iter().any(|g| fits(&p.t, h, g)));
                assert!(!each || rest.is_empty(), "there is one, {}", about(&p));
            }
            Selective::Unknown(why) => panic!("unknown ({why}), {}", about(&p)),
        }
        let found = rest.iter().any(|g| with.iter().all(|h| fits(&p.t, h, g)));
        match &one {
            Selective::Some { witnesses, .. } => {
                ground_some += 1;
                beyond += usize::from(!found);
                let g = ground(&p, &witnesses[0]).unwrap_or_else(|| panic!("a bad witness, {}", about(&p)));
                assert!(with.iter().all(|h| fits(&p.t, h, &g)), "{}", about(&p));
                assert!(!without.iter().any(|h| fits(&p.t, h, &g)), "{}", about(&p));
            }
            Selective::Empty => {
                ground_empty += 1;
                assert!(!found, "there is a ground one, {}", about(&p));
            }
            Selective::Unknown(why) => panic!("unknown ({why}), {}", about(&p)),
        }
    }
    println!(
        "{some} some, {empty} empty; ground: {ground_some} some ({beyond} beyond small values), {ground_empty} empty"
    );
    assert!(some + empty >= 10_000 && empty > 1_000 && ground_empty > 1_000);
    assert!(10 * beyond < ground_some, "the small values should be enough nearly always");
}
