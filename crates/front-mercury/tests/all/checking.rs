//! The programs of the corpus have no wrong names and types. What some of them become is beside them; `UPDATE=1` rewrites
//! golden files.

use crate::samples::{folder, golden, programs};
use front_mercury::check::{Checked, check};
use front_mercury::core::{Body, Definition, Goal, GoalKind, Rhs, VarId, print};
use source::{Diagnostic, Files};
use std::collections::BTreeSet;

/// Checks a text with the other modules that are there. Returns all messages as text.
pub fn checked(name: &str, text: &str, others: &[(String, String)]) -> (Checked, String) {
    let mut files = Files::new();
    let main = files.add(name, text);
    let mut find = |module: &front_mercury::syntax::ast::ModuleName| {
        let file = others.iter().find(|(name, _)| *name == module.shown())?;
        Some((format!("{}.m", file.0), file.1.clone()))
    };
    let checked = check(&mut files, main, &mut find);
    for problem in &checked.diagnostics {
        assert!(problem.place().is_some(), "{name}: a message without a place");
    }
    for pred in &checked.program.preds {
        if let Body::Defined(definition) = &pred.body {
            sound(definition, &pred.shown());
        }
    }
    let shown = source::render_all(&checked.diagnostics, &files, false);
    (checked, shown)
}

/// What holds for every definition: ids belong to their tables, heads are distinct, goals are numbered in order, and non-local
/// variables are what an obvious count says.
fn sound(definition: &Definition, name: &str) {
    let distinct: BTreeSet<VarId> = definition.head.iter().copied().collect();
    assert_eq!(distinct.len(), definition.head.len(), "{name}");
    let names: BTreeSet<&str> = definition.vars.iter().map(|var| var.name.as_str()).collect();
    assert_eq!(names.len(), definition.vars.len(), "{name}: {:?}", definition.vars);
    let mut next = 0;
    walk(&definition.goal, definition, &mut next, name);
}

fn walk(goal: &Goal, definition: &Definition, next: &mut u32, name: &str) {
    assert_eq!(goal.number, *next, "{name}");
    *next += 1;
    let inside: BTreeSet<VarId> = occurrences(goal);
    assert!(inside.iter().all(|var| var.index() < definition.vars.len()), "{name}");
    assert!(goal.nonlocals.iter().all(|var| inside.contains(var)), "{name}");
    for part in parts(goal) {
        walk(part, definition, next, name);
    }
}

pub fn parts(goal: &Goal) -> Vec<&Goal> {
    match &goal.kind {
        GoalKind::Conj(goals) | GoalKind::Disj(goals) => goals.iter().collect(),
        GoalKind::Not(inner) | GoalKind::Some(_, inner) | GoalKind::Note(_, inner) => vec![inner],
        GoalKind::If(_, a, b, c) => vec![a, b, c],
        GoalKind::Unify(_, Rhs::Lambda(lambda)) => vec![&lambda.body],
        _ => Vec::new(),
    }
}

fn occurrences(goal: &Goal) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut open = vec![goal];
    while let Some(goal) = open.pop() {
        open.extend(parts(goal));
        match &goal.kind {
            GoalKind::Unify(var, rhs) => {
                found.insert(*var);
                match rhs {
                    Rhs::Var(var) => found.extend([*var]),
                    Rhs::Cons(_, args) | Rhs::Tuple(args) | Rhs::Closure(_, args) => found.extend(args),
                    Rhs::Lambda(lambda) => found.extend(&lambda.params),
                    Rhs::Literal(_) => {}
                }
            }
            GoalKind::Call(_, args) => found.extend(args),
            GoalKind::CallClosure(_, closure, args) => found.extend(args.iter().chain([closure])),
            GoalKind::Note(front_mercury::core::Note::RequireSwitch(_, var), _) => found.extend([*var]),
            _ => {}
        }
    }
    found
}

/// Programs whose core is compared.
const GOLDEN: &[&str] = &[
    "closures",
    "derive",
    "hanoi",
    "inventory",
    "literals",
    "primes",
    "quantifiers",
    "queens",
    "undeclared",
    "zebra",
];

#[test]
fn programs_are_right() {
    let samples = programs("programs");
    assert!(samples.len() >= 24, "the corpus has shrunk");
    assert!(samples.iter().filter(|(_, text)| text.lines().count() > 200).count() >= 2);
    let mut wrong = Vec::new();
    for (name, text) in samples {
        let (checked, messages) = checked(&format!("{name}.m"), &text, &[]);
        if checked.has_errors() {
            wrong.push(messages);
            continue;
        }
        let unsupported = checked.unsupported();
        assert_eq!(unsupported.is_empty(), name != "classes", "{name}");
        if GOLDEN.contains(&name.as_str()) {
            wrong.extend(golden(&folder("programs"), &name, "core", &print(&checked.program)));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn programs_of_several_modules_are_right() {
    let mut wrong = Vec::new();
    for name in ["shop", "cycle", "nested", "parts"] {
        let all = programs(&format!("programs/{name}"));
        let main = all.iter().find(|(file, _)| file == name).expect("the main module");
        let (checked, messages) = checked(&format!("{name}.m"), &main.1, &all);
        if checked.has_errors() {
            wrong.push(messages);
        }
        wrong.extend(golden(&folder(&format!("programs/{name}")), name, "core", &print(&checked.program)));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

/// Samples of the syntax that use names which nobody declares or imports.
const UNRESOLVED: &[&str] = &[
    "grammar",
    "higher_order",
    "insts",
    "library",
    "listings",
    "literals",
    "modules",
    "state",
    "unsupported",
];

#[test]
fn samples_of_the_syntax_are_right() {
    let mut wrong = Vec::new();
    for (name, text) in programs("syntax") {
        let (checked, messages) = checked(&format!("{name}.m"), &text, &[]);
        let unresolved = UNRESOLVED.contains(&name.as_str());
        if checked.has_errors() != unresolved {
            wrong.push(format!("{name}:\n{messages}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_supported_is_named() {
    let text = programs("programs").into_iter().find(|(name, _)| name == "classes").expect("there").1;
    let (checked, _) = checked("classes.m", &text, &[]);
    let found: Vec<(String, &str)> = checked
        .unsupported()
        .into_iter()
        .map(|(id, what, _)| (checked.program.pred(id).expect("there").name.clone(), what))
        .collect();
    let expected = [("shown", "a class constraint"), ("uses_method", "a method of a type class")];
    assert_eq!(found, expected.map(|(name, what)| (name.to_string(), what)));
}

#[test]
fn messages_are_no_errors_of_the_library() {
    let (checked, _) =
        checked("m.m", ":- module m.\n:- interface.\n:- import_module io, map, string.\n", &[]);
    assert!(checked.diagnostics.iter().all(|problem| !Diagnostic::is_error(problem)));
}

#[test]
fn what_a_module_imports_stays_with_it() {
    let module =
        |name: &str, rest: &str| (name.to_string(), format!(":- module {name}.\n:- interface.\n{rest}"));
    let others = [
        module(
            "b",
            ":- import_module c.\n:- func of_b = t.\n:- implementation.\nof_b = made.\n:- func hidden = int.\nhidden = 1.\n",
        ),
        module("c", ":- type t ---> made.\n:- func of_c = t.\n:- implementation.\nof_c = made.\n"),
    ];
    let text = |body: &str| {
        format!(
            ":- module a.\n:- interface.\n:- import_module b.\n:- pred p is semidet.\n:- implementation.\np :- {body}.\n"
        )
    };
    let messages = |body: &str| checked("a.m", &text(body), &others).1;
    assert_eq!(messages("of_b = of_b"), "");
    assert!(messages("of_b = of_c").contains("`:- import_module c.`"), "{}", messages("of_b = of_c"));
    assert!(
        messages("of_b = made").contains("no constant, function or predicate `made`"),
        "{}",
        messages("of_b = made")
    );
    assert!(messages("hidden = 1").contains("no constant, function or predicate `hidden`"));
    assert!(messages("b.of_b = of_b").is_empty() && messages("c.of_c = of_b").contains("c.of_c"));
}

#[test]
fn builtins_have_stable_names() {
    let (checked, _) = checked("m.m", ":- module m.\n:- interface.\n:- import_module int, io.\n", &[]);
    let program = &checked.program;
    let key = |module: &str, kind, name: &str, arity| {
        program.find(module, kind, name, arity).map(|id| program.key(id))
    };
    use front_mercury::syntax::ast::PredKind;
    assert_eq!(key("int", PredKind::Func, "+", 2).as_deref(), Some("func int.+/2"));
    assert_eq!(key("io", PredKind::Pred, "write_string", 4).as_deref(), Some("pred io.write_string/4"));
    let plus = program.find("int", PredKind::Func, "+", 2).and_then(|id| program.pred(id)).expect("there");
    assert!(matches!(plus.body, Body::Builtin) && plus.procs.len() == 3);
}

#[test]
fn variables_of_negated_contexts_are_their_own() {
    let text = ":- module m.\n:- interface.\n:- import_module list.\n:- pred p(list(int)::in, pred(int)::out(pred(in) is semidet)) is det.\n\
                :- implementation.\np(Xs, P) :- ( if not list.member(Y, Xs) then true else Y = 1, list.member(Y, Xs) -> true ; true ),\n\
                P = (pred(Y::in) is semidet :- list.member(Y, Xs)).\n";
    let (checked, messages) = checked("m.m", text, &[]);
    assert!(!checked.has_errors(), "{messages}");
    let pred = checked.program.preds.iter().find(|pred| pred.name == "p").expect("there");
    let Body::Defined(definition) = &pred.body else { panic!("not defined") };
    let named: Vec<&str> = definition
        .vars
        .iter()
        .filter(|v| v.source.as_deref() == Some("Y"))
        .map(|v| v.name.as_str())
        .collect();
    // One for the condition, one for `else`, one for the lambda.
    assert_eq!(named.len(), 3, "{named:?}");
    let mut open = vec![&definition.goal];
    while let Some(goal) = open.pop() {
        open.extend(parts(goal));
        if let GoalKind::Unify(_, Rhs::Lambda(lambda)) = &goal.kind {
            assert_eq!(lambda.captured, [definition.head[0]]);
        }
    }
}
