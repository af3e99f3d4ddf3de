//! Grammar rules and state variables, written out.
//!
//! A judge that shares no code with the expansion runs random clauses before and after it along the same branches: each
//! call must see the same values, and the clause must end with the same ones.

use crate::samples::right;
use base::Random;
use front_mercury::syntax::ast::*;
use front_mercury::syntax::{expand, print_clause};
use std::collections::BTreeMap;

fn clause(text: &str) -> Clause {
    let tree = right("clause.m", text);
    let ItemKind::Clause(clause) = &tree.items[0].kind else { panic!("{text}") };
    (**clause).clone()
}

/// A clause as it is expanded, with short names.
fn expanded(text: &str) -> String {
    let found = expand(&clause(text)).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    print_clause(&found).replace("STATE_VARIABLE_", "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_examples_of_the_manual() {
    for (text, found) in [
        (
            "main(!IO) :- a(!IO), X = b(100), c(X, !IO), d(!IO).",
            "main(IO_0, IO_3) :- a(IO_0, IO_1), X = b(100), c(X, IO_1, IO_2), d(IO_2, IO_3).",
        ),
        ("fold(_, [], !A, !B).", "fold(_, [], A_0, A_0, B_0, B_0)."),
        (
            "fold(P, [X | Xs], !A, !B) :- P(X, !A, !B), fold(P, Xs, !A, !B).",
            "fold(P, [X | Xs], A_0, A_2, B_0, B_2) :- P(X, A_0, A_1, B_0, B_1), fold(P, Xs, A_1, A_2, B_1, B_2).",
        ),
        (
            "while(P, F, !A) :- ( if P(!.A) then F(!A), while(P, F, !A) else true ).",
            "while(P, F, A_0, A_3) :- ( if P(A_0) then F(A_0, A_1), while(P, F, A_1, A_3) else A_3 = A_0 ).",
        ),
    ] {
        assert_eq!(expanded(text), found);
    }
}

#[test]
fn grammar_goals_as_the_manual_has_them() {
    for (goal, found) in [
        ("q(X)", "q(X, DCG_0, DCG_1)"),
        ("Q", "Q(DCG_0, DCG_1)"),
        ("call(Q, X)", "Q(X, DCG_0, DCG_1)"),
        ("m.q", "m.q(DCG_0, DCG_1)"),
        ("q, r", "q(DCG_0, DCG_2), r(DCG_2, DCG_1)"),
        ("( q ; r )", "( q(DCG_0, DCG_1) ; r(DCG_0, DCG_1) )"),
        ("{ g }", "g, DCG_1 = DCG_0"),
        ("[a, b]", "DCG_0 = [a, b | DCG_1]"),
        ("[]", "DCG_1 = DCG_0"),
        ("not q", "not q(DCG_0, DCG_2), DCG_1 = DCG_0"),
        ("( if q then r else s )", "( if q(DCG_0, DCG_2) then r(DCG_2, DCG_1) else s(DCG_0, DCG_1) )"),
        ("=(X)", "X = DCG_0, DCG_1 = DCG_0"),
        (":=(X)", "DCG_1 = X"),
        ("X =^ f ^ g", "X = DCG_0 ^ f ^ g, DCG_1 = DCG_0"),
        ("^ f := X", "DCG_1 = DCG_0 ^ f := X"),
        ("some [X] q(X)", "some [X] (q(X, DCG_0, DCG_1))"),
        ("all [X] q(X)", "all [X] (q(X, DCG_0, DCG_1))"),
    ] {
        assert_eq!(expanded(&format!("p --> {goal}.")), format!("p(DCG_0, DCG_1) :- {found}."));
    }
}

#[test]
fn new_names_are_new() {
    assert_eq!(expanded("p(DCG_1) --> q."), "p(DCG_1, DCG__0, DCG__1) :- q(DCG__0, DCG__1).");
    let text = "p(STATE_VARIABLE_X_0, !X) :- q(!X).";
    let found = print_clause(&expand(&clause(text)).expect("right"));
    assert!(found.starts_with("p(STATE_VARIABLE_X_0, STATE_VARIABLE__X_0, STATE_VARIABLE__X_1)"), "{found}");
}

#[test]
fn places_stay() {
    let text = "p(!X) :-\n    q(1, !X),\n    r(!.X).\n";
    let expanded = expand(&clause(text)).expect("right");
    let Some(Goal { kind: GoalKind::Conj(parts), .. }) = &expanded.body else { panic!() };
    assert_eq!(parts[1].at.0.start as usize, text.find("r(").expect("there"));
}

// The judge.

/// Makes random bodies over the state variables `X`, `Y` and, within quantifiers, `Z`.
struct Grower {
    random: Random,
    count: usize,
}

impl Grower {
    fn goal(&mut self, depth: usize, known: &[&str]) -> String {
        self.count += 1;
        let (n, kinds) = (self.count, if depth == 0 { 4 } else { 14 });
        let pick = |random: &mut Random| known[random.below(known.len())].to_string();
        let d = depth.saturating_sub(1);
        match self.random.below(kinds) {
            0 => "true".to_string(),
            1 => format!("see({n}, !.{})", pick(&mut self.random)),
            2 | 3 => format!("step({n}, !{})", pick(&mut self.random)),
            4 | 5 => format!("{}, {}", self.goal(d, known), self.goal(d, known)),
            6 | 7 => {
                format!("( {} ; {} ; {} )", self.goal(d, known), self.goal(d, known), self.goal(d, known))
            }
            8 | 9 => {
                let condition = self.goal(d, known);
                format!("( if {condition} then {} else {} )", self.goal(d, known), self.goal(d, known))
            }
            10 => format!("not ( {} )", self.goal(d, known)),
            11 => {
                let more: Vec<&str> = known.iter().copied().chain(["Z"]).collect();
                format!("some [!Z] ( start({n}, !:Z), {} )", self.goal(d, &more))
            }
            12 => {
                let more: Vec<&str> = known.iter().copied().chain(["Z"]).collect();
                let then = self.goal(d, &more);
                let condition = format!("some [!Z] ( start({n}, !:Z), {} )", self.goal(d, &more));
                format!("( if {condition} then {then} else {} )", self.goal(d, known))
            }
            _ => {
                let name = pick(&mut self.random);
                format!("( step({n}, !{name}) => ( {} ) )", self.goal(d, known))
            }
        }
    }
}

/// The values of variables, or of state variables with a `!` before their names.
type Values = BTreeMap<String, String>;

/// Runs a body along the branches that a seed chooses.
struct Run {
    choices: Random,
    log: Vec<String>,
}

impl Run {
    fn value(values: &Values, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Var(name) => values.get(name).cloned(),
            ExprKind::State(_, name) => values.get(&format!("!{name}")).cloned(),
            _ => None,
        }
    }

    fn set(values: &mut Values, expr: &Expr, value: String) {
        let name = match &expr.kind {
            ExprKind::Var(name) => name.clone(),
            ExprKind::State(_, name) => format!("!{name}"),
            _ => panic!("{expr:?}"),
        };
        values.insert(name, value);
    }

    fn goal(&mut self, goal: &Goal, values: &mut Values) {
        match &goal.kind {
            GoalKind::True => {}
            GoalKind::Conj(parts) => parts.iter().for_each(|part| self.goal(part, values)),
            GoalKind::Disj(parts) => {
                let chosen = self.choices.below(parts.len());
                self.goal(&parts[chosen], values);
            }
            GoalKind::If(condition, then, otherwise) => {
                if self.choices.one_in(2) {
                    // What is quantified there is known in the `then` part.
                    let (vars, inner) = match &condition.kind {
                        GoalKind::Some(vars, inner) => (&vars[..], &**inner),
                        _ => (&[][..], &**condition),
                    };
                    let hidden = hide(vars, values);
                    self.goal(inner, values);
                    self.goal(then, values);
                    show(hidden, values);
                } else {
                    self.goal(otherwise, values);
                }
            }
            GoalKind::Not(inner) => self.goal(inner, &mut values.clone()),
            GoalKind::Implies(left, right) => {
                let mut within = values.clone();
                self.goal(left, &mut within);
                self.goal(right, &mut within);
            }
            GoalKind::Some(vars, inner) => {
                let hidden = hide(vars, values);
                self.goal(inner, values);
                show(hidden, values);
            }
            GoalKind::Unify(_, left, right) => {
                let value = Run::value(values, right).unwrap_or_else(|| panic!("{right:?} has no value"));
                Run::set(values, left, value);
            }
            GoalKind::Call(name, args) => self.call(&name.text, args, values),
            other => panic!("{other:?}"),
        }
    }

    fn call(&mut self, name: &str, args: &[Expr], values: &mut Values) {
        let ExprKind::Int(number) = &args[0].kind else { panic!() };
        let before =
            if name == "start" { String::new() } else { Run::value(values, &args[1]).expect("a value") };
        self.log.push(format!("{name} {} {before}", number.text));
        let after = format!("{before}.{}", number.text);
        match name {
            "see" => {}
            // `start(N, Z)`, `step(N, !X)` or `step(N, X0, X)`: the last argument gets a value.
            _ => Run::set(values, args.last().expect("not empty"), after),
        }
    }
}

/// Forgets what quantified names stood for, and remembers it.
fn hide(vars: &[Quantified], values: &mut Values) -> Vec<(String, Option<String>)> {
    let name = |var: &Quantified| if var.state { format!("!{}", var.name) } else { var.name.clone() };
    vars.iter().map(|var| (name(var), values.remove(&name(var)))).collect()
}

fn show(hidden: Vec<(String, Option<String>)>, values: &mut Values) {
    for (name, value) in hidden {
        match value {
            Some(value) => values.insert(name, value),
            None => values.remove(&name),
        };
    }
}

#[test]
fn random_clauses_do_the_same_before_and_after() {
    for seed in 0..2000 {
        let mut grower = Grower { random: Random::new(seed), count: 0 };
        let body = grower.goal(2 + (seed as usize) % 4, &["X", "Y"]);
        let text = format!("p(!X, !Y) :- {body}.\n");
        let plain = clause(&text);
        let expanded = expand(&plain).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        let printed = print_clause(&expanded);
        assert!(!printed.contains('!'), "{printed}");
        let (Some(before), Some(after)) = (&plain.body, &expanded.body) else { panic!("{text}") };
        for path in 0..8 {
            let mut first = Run { choices: Random::new(path), log: Vec::new() };
            let mut values: Values = [("!X", "x"), ("!Y", "y")].map(|(n, v)| (n.into(), v.into())).into();
            first.goal(before, &mut values);
            let ends = [values["!X"].clone(), values["!Y"].clone()];

            let mut second = Run { choices: Random::new(path), log: Vec::new() };
            let params: Vec<&Expr> = expanded.head.params.iter().map(|param| &param.expr).collect();
            let mut values = Values::new();
            Run::set(&mut values, params[0], "x".to_string());
            Run::set(&mut values, params[2], "y".to_string());
            second.goal(after, &mut values);
            let found = [params[1], params[3]].map(|param| Run::value(&values, param).expect("a value"));
            assert_eq!((first.log, ends), (second.log, found), "seed {seed}, path {path}:\n{text}{printed}");
        }
    }
}
