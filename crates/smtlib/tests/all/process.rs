//! Another solver behind the same interface: answers, models, levels, limits. Needs z3, and is skipped
//! without it unless `GLASSBOX_REQUIRE_TOOLS=1`.

use base::{Budget, Stop};
use formula::{Constructor, Sort, Term, Terms, evaluate, holds};
use smtlib::{Answer, Backend, CrossCheck, Embedded, Failure, ProcessSolver, script};
use solver::Unknown;
use std::time::Duration;

/// z3, if there is one.
fn z3() -> Option<ProcessSolver> {
    if tools::find("z3").is_some() {
        return Some(ProcessSolver::z3());
    }
    let required = std::env::var_os("GLASSBOX_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    assert!(!required, "z3 is not installed");
    None
}

/// Checks with z3; a `sat` must bring a model that holds.
fn word(solver: &mut ProcessSolver, terms: &Terms, formulas: &[Term]) -> &'static str {
    let answer = solver.check(terms, &Budget::unlimited()).expect("z3 answers");
    if let Answer::Sat(model) = &answer {
        let model = model.as_ref().expect("a model that was confirmed");
        assert!(formulas.iter().all(|formula| holds(terms, model, *formula)));
    }
    answer.word()
}

#[test]
fn levels_and_models_over_one_process() {
    let Some(mut solver) = z3() else { return };
    let mut t = Terms::new();
    let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
    let (less, more) = (t.lt(x, y), t.lt(y, x));
    let five = t.int(5);
    let is_five = t.eq(y, five);
    solver.assert(less);
    assert_eq!(word(&mut solver, &t, &[less]), "sat");
    for _ in 0..3 {
        solver.push();
        solver.assert(more);
        assert_eq!(word(&mut solver, &t, &[]), "unsat");
        solver.pop();
        solver.push();
        solver.assert(is_five);
        assert_eq!(word(&mut solver, &t, &[less, is_five]), "sat");
        solver.pop();
    }
    // A level that was opened and closed between two checks, and one pop too many.
    solver.push();
    solver.assert(more);
    solver.pop();
    solver.pop();
    assert_eq!(word(&mut solver, &t, &[less]), "sat");
    solver.reset();
    solver.assert(more);
    assert_eq!(word(&mut solver, &t, &[more]), "sat");
}

#[test]
fn every_kind_of_value_comes_back() {
    let Some(mut solver) = z3() else { return };
    let mut t = Terms::new();
    let list = t.declare_data("List", 1);
    let param = t.sort(formula::SortKind::Param(0));
    let of_param = t.data_sort(list, &[param]);
    let (nil, cons, head, tail) = (t.symbol("nil"), t.symbol("cons"), t.symbol("head"), t.symbol("tail"));
    let constructors = vec![
        Constructor { name: nil, fields: vec![] },
        Constructor { name: cons, fields: vec![(head, param), (tail, of_param)] },
    ];
    t.define_data(vec![(list, constructors)]).unwrap();
    let reals = t.data_sort(list, &[Sort::REAL]);
    let person = t.named_sort("a person");
    let cell = t.ref_sort("node");
    let heap_sort = t.array_sort(cell, Sort::INT);

    let (l, r) = (t.var("l", reals), t.var("r", Sort::REAL));
    let (ann, bob) = (t.var("ann", person), t.var("bob", person));
    let (p, q, heap) = (t.var("p", cell), t.var("q", cell), t.var("heap", heap_sort));
    let f = t.declare_fun("f", &[Sort::INT, person], Sort::INT);
    let (tree, leaf) = (t.var("tree", Sort::TREE), t.symbol("leaf"));

    let mut formulas = Vec::new();
    let third = t.real(base::Rat::parse("-1/3").unwrap());
    formulas.push(t.eq(r, third));
    let empty = t.con(reals, 0, &[]);
    let one = t.con(reals, 1, &[r, empty]);
    formulas.push(t.eq(l, one));
    // A selector on the other constructor is some function of its argument.
    let strange = t.sel(1, 0, empty);
    formulas.push(t.eq(strange, r));
    formulas.push(t.ne(ann, bob));
    let three = t.int(3);
    let (fa, fb) = (t.app(f, &[three, ann]), t.app(f, &[three, bob]));
    formulas.push(t.lt(fa, fb));
    let (null, new) = (t.nil(cell), t.new_cell(cell, 1));
    formulas.push(t.distinct(&[p, q, null, new]));
    let stored = t.store(heap, p, three);
    let read = t.select(stored, q);
    let minus = t.int(-7);
    formulas.push(t.eq(read, minus));
    let zero = t.int(0);
    let div_zero = t.div(fa, zero);
    formulas.push(t.eq(div_zero, fb));
    let leaf_term = t.functor(leaf, &[]);
    let branch = t.functor(leaf, &[leaf_term, leaf_term]);
    formulas.push(t.eq(tree, branch));
    let flag = t.var("=>", Sort::BOOL);
    formulas.push(flag);
    for formula in &formulas {
        solver.assert(*formula);
    }
    assert_eq!(word(&mut solver, &t, &formulas), "sat");
    let Ok(Answer::Sat(Some(model))) = solver.check(&t, &Budget::unlimited()) else { panic!() };
    assert_eq!(evaluate(&t, &model, r).unwrap().as_rat(), base::Rat::parse("-1/3"));

    // A root symbol that the tree type did not have makes the process start again.
    let other = t.symbol("other");
    let other_term = t.functor(other, &[]);
    let different = t.ne(tree, other_term);
    solver.assert(different);
    formulas.push(different);
    assert_eq!(word(&mut solver, &t, &formulas), "sat");
}

#[test]
fn clashing_names_are_kept_apart() {
    let Some(mut solver) = z3() else { return };
    let mut t = Terms::new();
    let mut formulas = Vec::new();
    let (a, b) = (t.var("x", Sort::INT), t.var("x", Sort::BOOL));
    let zero = t.int(0);
    let positive = t.lt(zero, a);
    formulas.push(t.eq(positive, b));
    for name in ["select", "and", "let", "List", "a b", "1", "", "|", "\\", "$1", "x!2", "ä"] {
        let var = t.var(name, Sort::INT);
        let f = t.declare_fun(name, &[Sort::INT], Sort::INT);
        let applied = t.app(f, &[var]);
        formulas.push(t.lt(var, applied));
    }
    for formula in &formulas {
        solver.assert(*formula);
    }
    assert_eq!(word(&mut solver, &t, &formulas), "sat");
}

#[test]
fn large_shared_terms_are_written_with_sharing() {
    let Some(mut solver) = z3() else { return };
    let mut t = Terms::new();
    let p = t.var("p", Sort::BOOL);
    let x = t.var("x", Sort::INT);
    let mut term = x;
    for level in 0..200 {
        let number = t.int(level);
        let low = t.lt(term, number);
        let negative = t.neg(term);
        term = t.ite(low, negative, term);
    }
    let zero = t.int(0);
    let formula = t.le(zero, term);
    let both = t.and(&[formula, p]);
    let text = script(&t, &[both]);
    assert!(text.len() < 20_000, "{} bytes", text.len());
    solver.assert(both);
    assert_eq!(solver.check(&t, &Budget::unlimited()).unwrap().word(), "sat");
}

#[test]
fn time_limits_end_the_process_and_the_next_check_starts_another() {
    let Some(mut solver) = z3() else { return };
    let mut t = Terms::new();
    let vars: Vec<Term> = (0..4).map(|n| t.var(&format!("v{n}"), Sort::INT)).collect();
    // A sum of cubes that is hard to find: no answer within the limit.
    let cube = |t: &mut Terms, v: Term| {
        let square = t.mul(v, v);
        t.mul(square, v)
    };
    let cubes: Vec<Term> = vars[..3].iter().map(|v| cube(&mut t, *v)).collect();
    let sum = t.add(&cubes);
    let n = t.int(114);
    let hard = t.eq(sum, n);
    solver.push();
    solver.assert(hard);
    let budget = Budget::unlimited().with_time(Duration::from_millis(200));
    let answer = solver.check(&t, &budget).unwrap();
    assert!(matches!(answer, Answer::Unknown(Unknown::Stopped(Stop::Time))), "{answer:?}");
    solver.pop();
    let easy = t.lt(vars[0], vars[1]);
    solver.assert(easy);
    assert_eq!(word(&mut solver, &t, &[easy]), "sat");
}

#[test]
fn a_contradiction_between_solvers_is_reported_with_its_question() {
    /// A solver that is always wrong.
    struct Liar(Embedded);
    impl Backend for Liar {
        fn assert(&mut self, formula: Term) {
            self.0.assert(formula);
        }
        fn push(&mut self) {}
        fn pop(&mut self) {}
        fn reset(&mut self) {}
        fn check(&mut self, _: &Terms, _: &Budget) -> Result<Answer, Failure> {
            Ok(Answer::Unsat(Vec::new()))
        }
    }
    let mut t = Terms::new();
    let p = t.var("p", Sort::BOOL);
    let mut both = CrossCheck::new(Embedded::new(), Liar(Embedded::new()), "liar");
    both.assert(p);
    let Err(Failure::Disagreement(which)) = both.check(&t, &Budget::unlimited()) else { panic!() };
    assert_eq!((which.embedded.as_str(), which.other.as_str()), ("sat", "unsat"));
    assert_eq!(which.script, "(set-logic ALL)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n");
}

#[test]
fn a_program_that_is_no_solver_is_an_error() {
    let t = Terms::new();
    let mut missing = ProcessSolver::new("no-such-program-anywhere", &[]);
    assert!(matches!(missing.check(&t, &Budget::unlimited()), Err(Failure::Tool(_))));
    let mut talker = ProcessSolver::new("echo", &["hello"]);
    assert!(matches!(talker.check(&t, &Budget::unlimited()), Err(Failure::Protocol { .. })));
    let mut silent = ProcessSolver::new("true", &[]);
    assert!(matches!(silent.check(&t, &Budget::unlimited()), Err(Failure::Tool(_))));
}
