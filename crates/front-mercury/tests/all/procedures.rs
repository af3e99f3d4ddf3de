//! Procedures: the library and the programs of the corpus have neither wrong modes nor wrong determinisms, what they become is
//! beside some of them, and an obvious verifier finds every variable bound once before it is used.

use crate::checking::checked;
use crate::samples::{folder, golden, programs};
use front_mercury::core::{Program, VarId};
use front_mercury::library::MODULES;
use front_mercury::procedures::{
    Analysed, Body, Flow, Goal, GoalKind, Procedure, Procedures, Value, analyse, print,
};
use source::Files;
use std::collections::BTreeSet;

/// Checks and analyses a text. Returns the messages of the analysis as text.
pub fn analysed(name: &str, text: &str, others: &[(String, String)]) -> (Program, Analysed, String) {
    let mut files = Files::new();
    let main = files.add(name, text);
    let mut find = |module: &front_mercury::syntax::ast::ModuleName| {
        let file = others.iter().find(|(name, _)| *name == module.shown())?;
        Some((format!("{}.m", file.0), file.1.clone()))
    };
    let checked = front_mercury::check::check(&mut files, main, &mut find);
    let wrong = source::render_all(&checked.diagnostics, &files, false);
    assert!(!checked.has_errors(), "{name}:\n{wrong}");
    let analysed = analyse(&checked.program);
    for problem in &analysed.diagnostics {
        assert!(problem.place().is_some(), "{name}: a message without a place");
    }
    verify(&checked.program, &analysed.procedures);
    let shown = source::render_all(&analysed.diagnostics, &files, false);
    (checked.program, analysed, shown)
}

/// Every variable is bound once on each path, before it is used; outputs are bound where a procedure succeeds.
fn verify(program: &Program, procedures: &Procedures) {
    for procedure in &procedures.list {
        let Body::Goal(goal) = &procedure.body else { continue };
        let name = program.pred(procedure.pred).map(|pred| pred.shown()).unwrap_or_default();
        let inputs = procedure.head.iter().filter(|(_, flow)| *flow == Flow::In).map(|(var, _)| *var);
        let mut verifier =
            Verifier { procedures, procedure, name: &name, bound: inputs.collect(), trail: Vec::new() };
        let succeeds = verifier.goal(goal);
        for (var, flow) in &procedure.head {
            let bound = verifier.bound.contains(var);
            match flow {
                Flow::In => assert!(bound),
                Flow::Out => assert!(bound || !succeeds, "{name}: {}", verifier.shown(*var)),
                Flow::Unused => {}
            }
        }
    }
}

struct Verifier<'a> {
    procedures: &'a Procedures,
    procedure: &'a Procedure,
    name: &'a str,
    bound: BTreeSet<VarId>,
    trail: Vec<VarId>,
}

impl Verifier<'_> {
    fn shown(&self, var: VarId) -> &str {
        &self.procedure.vars[var.index()].name
    }

    fn needs(&self, var: VarId) {
        assert!(self.bound.contains(&var), "{}: {} is not bound", self.name, self.shown(var));
    }

    fn binds(&mut self, var: VarId) {
        assert!(self.bound.insert(var), "{}: {} is bound again", self.name, self.shown(var));
        self.trail.push(var);
    }

    fn back(&mut self, mark: usize) -> BTreeSet<VarId> {
        let new: BTreeSet<VarId> = self.trail.split_off(mark).into_iter().collect();
        for var in &new {
            self.bound.remove(var);
        }
        new
    }

    fn join(&mut self, branches: Vec<(BTreeSet<VarId>, bool)>) -> bool {
        let mut possible = branches.into_iter().filter(|(_, succeeds)| *succeeds).map(|(new, _)| new);
        let Some(first) = possible.next() else { return false };
        let common = possible.fold(first, |common, new| common.intersection(&new).copied().collect());
        for var in common {
            self.binds(var);
        }
        true
    }

    /// Whether it can succeed.
    fn goal(&mut self, goal: &Goal) -> bool {
        let mark = self.trail.len();
        match &goal.kind {
            GoalKind::Conj(goals) => {
                let mut succeeds = true;
                for part in goals {
                    succeeds &= self.goal(part);
                }
                succeeds
            }
            GoalKind::Disj { arms, .. } => {
                let mut branches = Vec::new();
                for arm in arms {
                    let succeeds = self.goal(arm);
                    branches.push((self.back(mark), succeeds));
                }
                self.join(branches)
            }
            GoalKind::Not(inner) => {
                self.goal(inner);
                self.back(mark);
                true
            }
            GoalKind::If(condition, then, otherwise) => {
                let succeeds = self.goal(condition) & self.goal(then);
                let yes = (self.back(mark), succeeds);
                let succeeds = self.goal(otherwise);
                let no = (self.back(mark), succeeds);
                self.join(vec![yes, no])
            }
            GoalKind::Commit(inner) | GoalKind::Noted(_, inner) => self.goal(inner),
            GoalKind::Test(x, y) => {
                self.needs(*x);
                self.needs(*y);
                true
            }
            GoalKind::Assign(x, y) => {
                self.needs(*y);
                self.binds(*x);
                true
            }
            GoalKind::Construct(x, Value::Term(_, args) | Value::Closure(_, args)) => {
                args.iter().for_each(|arg| self.needs(*arg));
                self.binds(*x);
                true
            }
            GoalKind::Deconstruct { var, args, .. } => {
                self.needs(*var);
                args.iter().for_each(|arg| self.binds(*arg));
                true
            }
            GoalKind::Call(id, args) => {
                let called = self.procedures.get(*id).expect("a procedure");
                assert_eq!(called.modes.len(), args.len(), "{}", self.name);
                let flows: Vec<Flow> = called.modes.iter().map(|mode| mode.flow).collect();
                self.call(args.iter().copied().zip(flows));
                use front_mercury::core::Determinism::{Erroneous, Failure};
                !matches!(called.declared, Some(Erroneous | Failure))
            }
            GoalKind::CallClosure { closure, args, det } => {
                self.needs(*closure);
                self.call(args.iter().copied());
                det.solutions != front_mercury::procedures::determinism::Solutions::None
            }
        }
    }

    fn call(&mut self, args: impl Iterator<Item = (VarId, Flow)>) {
        let (outputs, others): (Vec<_>, Vec<_>) = args.partition(|(_, flow)| *flow == Flow::Out);
        for (var, flow) in others {
            if flow == Flow::In {
                self.needs(var);
            }
        }
        outputs.into_iter().for_each(|(var, _)| self.binds(var));
    }
}

#[test]
fn the_library_is_right() {
    let imports: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
    let text = format!(":- module main.\n:- interface.\n:- import_module {}.\n", imports.join(", "));
    let (_, analysed, shown) = analysed("main.m", &text, &[]);
    assert!(shown.is_empty(), "{shown}");
    let bodies = analysed.procedures.list.iter().filter(|found| matches!(found.body, Body::Goal(_)));
    assert!(bodies.count() >= 900);
}

/// Programs whose procedures are compared.
const GOLDEN: &[&str] =
    &["closures", "derive", "either", "hanoi", "primes", "queens", "search_tree", "undeclared", "zebra"];

#[test]
fn programs_are_right() {
    let mut wrong = Vec::new();
    for (name, text) in programs("programs") {
        let (program, analysed, shown) = analysed(&format!("{name}.m"), &text, &[]);
        if !shown.is_empty() {
            wrong.push(shown);
        }
        if GOLDEN.contains(&name.as_str()) {
            let text = print(&program, &analysed.procedures);
            wrong.extend(golden(&folder("programs"), &name, "procedures", &text));
        }
    }
    for name in ["shop", "cycle", "nested", "parts"] {
        let all = programs(&format!("programs/{name}"));
        let main = all.iter().find(|(file, _)| file == name).expect("the main module");
        let (_, _, shown) = analysed(&format!("{name}.m"), &main.1, &all);
        if !shown.is_empty() {
            wrong.push(shown);
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

/// The figures 2.2 and 2.3 of the thesis.
#[test]
fn the_figures_of_the_thesis() {
    let text = ":- module figures.\n:- interface.\n:- import_module list.\n\
        :- pred append(list(T), list(T), list(T)).\n:- mode append(in, in, out) is det.\n\
        :- pred member(T, list(T)).\n:- mode member(in, in) is semidet.\n:- mode member(out, in) is nondet.\n\
        :- implementation.\n\
        append(X, Y, Z) :- ( X = [], Z = Y ; X = [E | Es], Z = [E | W], append(Es, Y, W) ).\n\
        member(X, Y) :- Y = [E | Es], ( X = E ; member(X, Es) ).\n";
    let (program, analysed, shown) = analysed("figures.m", text, &[]);
    assert_eq!(shown, "");
    let expected = "\
:- mode append(in, in, out) is det.
append(X, Y, Z) :-
    (   % switch on X
        X => [],
        Z := Y
    ;
        X => [E | Es],
        append(Es, Y, W),
        Z <= [E | W]
    ).

:- mode member(in, in) is semidet.
member(X, Y) :-
    Y => [E | Es],
    (
        X == E
    ;
        member(X, Es)
    ).

:- mode member(out, in) is nondet.
member(X, Y) :-
    Y => [E | Es],
    (
        X := E
    ;
        member(X, Es)
    ).
";
    assert_eq!(print(&program, &analysed.procedures), expected);
}

#[test]
fn wrong_modes_get_their_messages() {
    let samples = programs("bad_modes");
    assert!(samples.len() >= 15, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, text) in samples {
        let (_, analysed, messages) = analysed(&format!("{name}.m"), &text, &[]);
        assert_eq!(messages.matches("error:").count(), 1, "{name}: one mistake, one message\n{messages}");
        assert!(analysed.diagnostics.iter().any(source::Diagnostic::is_error), "{name}");
        wrong.extend(golden(&folder("bad_modes"), &name, "out", &messages));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn wrong_determinisms_get_their_messages() {
    let samples = programs("bad_determinism");
    assert!(samples.len() >= 10, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, text) in samples {
        let (_, analysed, messages) = analysed(&format!("{name}.m"), &text, &[]);
        assert_eq!(analysed.diagnostics.len(), 1, "{name}: one mistake, one message\n{messages}");
        wrong.extend(golden(&folder("bad_determinism"), &name, "out", &messages));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn what_is_wrong_elsewhere_stays_there() {
    let text = ":- module m.\n:- interface.\n:- import_module int.\n:- func f(int) = int.\n:- func g(int) = int.\n\
        :- implementation.\nf(X) = X + \"a\".\ng(X) = f(X).\n";
    let (found, _) = checked("m.m", text, &[]);
    assert!(found.has_errors());
    assert!(analyse(&found.program).diagnostics.is_empty());
}

/// Long conjunctions, forwards and backwards, take linear time.
#[test]
fn long_conjunctions() {
    const COUNT: usize = 100_000;
    for backwards in [false, true] {
        let mut goals: Vec<String> = (1..COUNT).map(|i| format!("X{i} = X{}", i - 1)).collect();
        goals.push("X0 = A".to_string());
        goals.push(format!("B = X{}", COUNT - 1));
        if backwards {
            goals.reverse();
        }
        let text = format!(
            ":- module m.\n:- interface.\n:- pred p(int::in, int::out) is det.\n:- implementation.\np(A, B) :- {}.\n",
            goals.join(",\n")
        );
        let (_, _, shown) = analysed("m.m", &text, &[]);
        assert_eq!(shown, "");
    }
}
