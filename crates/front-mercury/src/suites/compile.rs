//! Tests as procedures, together with the program that they test.
//!
//! The text of each test becomes a file of its own, so that messages show it. Its goal and its assertions are one clause, which
//! is checked beside the program ([`crate::check`]); then it is split ([`super::split`]). A test that is wrong has messages in
//! the place of procedures, and the others stay.

use super::split::{self, Bound};
use super::write::item;
use super::{AssertionKind, Count, SEEN, TestText};
use crate::check::Find;
use crate::check::beside::{Extra, Found, check_beside};
use crate::core::{self, Definition, Determinism, GoalKind, Inst, PredId, Program, Ty, VarId};
use crate::procedures::determinism::is_world;
use crate::procedures::{Body, Flow, ProcId, Procedures, analyse};
use crate::syntax::ast::{
    Clause, Expr, ExprKind, Goal, Head, Name, Parameter, Place, Scope, StateUse, Type, TypeKind, UnifyKind,
};
use crate::syntax::{Statement, TestItem, parse_suite};
use source::{Diagnostic, FileId, Files, Span};
use std::collections::BTreeMap;

/// A program with its tests.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program, with predicates for the tests behind those that it declares.
    pub program: Program,
    /// Its procedures and those of the tests.
    pub procedures: Procedures,
    /// What is wrong or strange in the program itself, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The tests in their order, or what is wrong with them.
    pub tests: Vec<Result<CompiledTest, Vec<Diagnostic>>>,
}

/// A test that can run.
#[derive(Clone, Debug)]
pub struct CompiledTest {
    /// Its name.
    pub name: String,
    /// Its goal. The arguments are [`CompiledTest::vars`], all bound by it. With `io`, the state of the world stands before
    /// them, and the one after the goal behind them.
    pub solve: ProcId,
    /// The variables that the goal binds, by their first occurrence, but for names that start with `_`.
    pub vars: Vec<TestVar>,
    /// Whether the goal reads or writes. Then it has one answer.
    pub io: bool,
    /// How many answers are asked for; all if it is not said.
    pub limit: Option<usize>,
    /// What is claimed.
    pub assertions: Vec<Assertion>,
    /// The test as it is written.
    pub(super) item: TestItem,
    /// The predicates of goal and assertions.
    pub(super) preds: Vec<PredId>,
}

/// A variable of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestVar {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
}

/// A claim about the answers of a goal.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// What is claimed.
    pub kind: AssertionKind,
    /// Its text.
    pub text: String,
    /// The goal of the claim, if it has one. It takes [`Assertion::inputs`] and binds nothing.
    pub check: Option<ProcId>,
    /// What the goal takes, in order.
    pub inputs: Vec<Input>,
}

/// What an assertion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A variable of the test, by its position.
    Var(usize),
    /// The number of answers.
    Cardinality,
}

/// Checks a program and its tests, and orders their goals. `find` is as for [`crate::check::check`].
pub fn compile<'a>(
    files: &'a mut Files,
    main: FileId,
    find: &'a mut Find<'a>,
    tests: &[TestText],
) -> Compiled {
    let mut read: Vec<(FileId, Result<TestItem, Vec<Diagnostic>>)> = Vec::new();
    for test in tests {
        let file = files.add(format!("test {}", test.name), item(test));
        read.push((file, one_item(files, file, test)));
    }
    let right = || read.iter().filter_map(|(_, item)| item.as_ref().ok());
    let extras: Vec<Extra> = right().map(extra).collect();
    let (checked, found) = check_beside(files, main, find, &extras, SEEN);
    let mut program = checked.program;
    let mut found = found.into_iter();
    let mut made: Vec<(FileId, Result<Made, Vec<Diagnostic>>)> = Vec::new();
    for (file, item) in read {
        let test = item.and_then(|item| match found.next() {
            Some(found) => make(&mut program, item, found),
            None => Err(Vec::new()),
        });
        made.push((file, test));
    }
    let analysed = analyse(&program);
    let procedures = analysed.procedures;
    // Messages belong to the test whose text they show, the others to the program.
    let mut said: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    let files: Vec<FileId> = made.iter().map(|(file, _)| *file).collect();
    for message in checked.diagnostics.into_iter().chain(analysed.diagnostics) {
        match message.place().map(|place| place.file).filter(|file| files.contains(file)) {
            Some(file) => said.entry(file).or_default().push(message),
            None => diagnostics.push(message),
        }
    }
    diagnostics.sort_by_key(Diagnostic::place);
    let tests = made
        .into_iter()
        .map(|(file, test)| {
            let mut errors = said.remove(&file).unwrap_or_default();
            errors.retain(Diagnostic::is_error);
            if let Ok(made) = &test
                && let Some(problem) = undone(&procedures, made)
            {
                // The same is said of the predicate that the test became.
                errors.retain(|error| error.place() != Some(made.item.at));
                errors.push(problem);
            }
            let problems = match test {
                Ok(made) if errors.is_empty() => return finish(&procedures, made),
                Ok(_) => errors,
                Err(own) => own.into_iter().chain(errors).collect(),
            };
            let missing = "this test cannot be checked: something that it needs is wrong or missing";
            let missing = || vec![Diagnostic::error(missing).primary(whole(file), "the test")];
            Err(if problems.is_empty() { missing() } else { problems })
        })
        .collect();
    Compiled { program, procedures, diagnostics, tests }
}

fn whole(file: FileId) -> Span {
    Span { file, start: 0, end: 4 }
}

/// The test in a file that has been made of its texts.
fn one_item(files: &Files, file: FileId, test: &TestText) -> Result<TestItem, Vec<Diagnostic>> {
    let mut parsed = parse_suite(files, file);
    parsed.diagnostics.retain(Diagnostic::is_error);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    match (parsed.tests.pop(), parsed.tests.is_empty() && parsed.imports.is_empty()) {
        (Some(item), true) if item.name == test.name => Ok(item),
        _ => {
            let message = "the goal or an assertion of this test ends too early";
            Err(vec![Diagnostic::error(message).primary(whole(file), "this should be one test")])
        }
    }
}

/// The clause of a test: its goal and what its assertions say are the parts.
fn extra(item: &TestItem) -> Extra {
    let at = Place(item.at);
    let part =
        |goal: Goal| Goal { at: goal.at, kind: crate::syntax::ast::GoalKind::Scope(quiet(), Box::new(goal)) };
    let goal = Goal { kind: crate::syntax::ast::GoalKind::Conj(item.goals.clone()), at };
    let mut parts = vec![part(goal)];
    let mut shared = Vec::new();
    for assertion in &item.assertions {
        let at = Place(assertion.at);
        match &assertion.statement {
            Statement::Nothing => {}
            Statement::Goal(goal) => parts.push(part(goal.clone())),
            Statement::Var(name) => {
                shared.push((name.clone(), at.0));
                let int = Name { module: Vec::new(), text: "int".to_string(), at };
                let of = Type { kind: TypeKind::Named(int, Vec::new()), at };
                parts.push(part(typed(name, of, at)));
            }
            Statement::Type(name, of) => parts.push(part(typed(name, of.clone(), at))),
        }
    }
    let io = Expr { kind: ExprKind::State(StateUse::Both, "IO".to_string()), at };
    let params = item.io.then_some(Parameter { expr: io, mode: None }).into_iter().collect();
    let name = format!("test {}", item.name);
    let head_name = Name { module: Vec::new(), text: name.clone(), at };
    let head = Head { name: head_name, params, result: None, at };
    let body = Some(Goal { kind: crate::syntax::ast::GoalKind::Conj(parts), at });
    let clause = Clause { head, body, grammar: false, at };
    Extra { name, imports: item.imports.clone(), clause, shared }
}

fn quiet() -> Scope {
    Scope::DisableWarnings(Vec::new())
}

/// `X = (X with_type T)`: it says the type and nothing else.
fn typed(name: &str, of: Type, at: Place) -> Goal {
    let var = || Expr { kind: ExprKind::Var(name.to_string()), at };
    let right = Expr { kind: ExprKind::Typed(Box::new(var()), of), at };
    Goal { kind: crate::syntax::ast::GoalKind::Unify(UnifyKind::Equal, var(), right), at }
}

/// A test whose predicates are in the program, but not analysed yet.
struct Made {
    item: TestItem,
    solve: PredId,
    vars: Vec<TestVar>,
    io: bool,
    /// The predicate of each assertion, and what it takes.
    checks: Vec<(Option<PredId>, Vec<Input>)>,
}

/// Splits the clause of a test.
fn make(program: &mut Program, item: TestItem, found: Found) -> Result<Made, Vec<Diagnostic>> {
    let (solve, whole) = match found {
        Found::Right(pred, definition) => (pred, *definition),
        Found::Unsupported(what, at) => return Err(vec![unsupported(what, at, item.at)]),
        Found::Wrong => return Err(Vec::new()),
    };
    let mut parts = split::parts(whole.goal.clone()).into_iter();
    let Some(goal) = parts.next() else { return Err(Vec::new()) };
    let bound = split::bound(program, &goal);
    let (before, after) = world(program, &item, &whole, &goal)?;
    let io = before.is_some() || after.is_some();
    let vars = outputs(program, &whole, &bound);
    let head: Vec<VarId> = before.into_iter().chain(vars.iter().copied()).chain(after).collect();
    let mut flows = vec![Flow::In; usize::from(before.is_some())];
    flows.resize(head.len(), Flow::Out);
    let in_goal = split::variables(&goal);
    let mut problems = Vec::new();
    // What is known of the assertions before their goals are looked at: the names for the number of answers.
    let mut claims = Vec::new();
    let mut cardinalities = Vec::new();
    for assertion in &item.assertions {
        let part = match assertion.statement {
            Statement::Nothing => None,
            _ => parts.next(),
        };
        let var = part.as_ref().and_then(|part| match &part.kind {
            GoalKind::Unify(var, _) => Some(*var),
            _ => None,
        });
        match (&assertion.statement, var) {
            (Statement::Var(name), Some(var)) if in_goal.contains(&var) => {
                let message =
                    format!("`{name}` is a variable of the goal and cannot name the number of answers");
                let found =
                    Diagnostic::error(message).primary(assertion.at, "a number or a new name is needed");
                problems.push(found);
            }
            (Statement::Var(_), Some(var)) => cardinalities.push(var),
            (Statement::Type(name, _), Some(var)) if !in_goal.contains(&var) => {
                let message = format!("`{name}` is no variable of the goal");
                problems.push(Diagnostic::error(message).primary(assertion.at, "its type is of no use"));
            }
            _ => {}
        }
        claims.push(part.filter(|_| matches!(assertion.statement, Statement::Goal(_))));
    }
    let kept = program.preds.len();
    let mut checks = Vec::new();
    for (number, (part, assertion)) in claims.into_iter().zip(&item.assertions).enumerate() {
        let Some(part) = part else {
            checks.push((None, Vec::new()));
            continue;
        };
        let (mut inputs, mut head) = (Vec::new(), Vec::new());
        for var in split::variables(&part) {
            if let Some(position) = vars.iter().position(|known| *known == var) {
                inputs.push(Input::Var(position));
            } else if cardinalities.contains(&var) {
                inputs.push(Input::Cardinality);
            } else {
                if in_goal.contains(&var) {
                    problems.push(not_bound(&whole, var, assertion.at));
                }
                continue;
            }
            head.push(var);
        }
        let name = format!("assertion {} of test {}", number + 1, item.name);
        let check = split::beside(program, solve, name);
        if let Some(pred) = check.and_then(|check| program.preds.get_mut(check.index())) {
            pred.at = assertion.at;
            let flows = vec![Flow::In; head.len()];
            split::define(pred, split::definition(&whole, &head, part), &flows);
        }
        checks.push((check, inputs));
    }
    if !problems.is_empty() {
        // What is wrong already is not analysed.
        program.preds.truncate(kept);
        return Err(problems);
    }
    if let Some(pred) = program.preds.get_mut(solve.index()) {
        split::define(pred, split::definition(&whole, &head, goal), &flows);
    }
    let var = |id: &VarId| {
        let var = whole.vars.get(id.index())?;
        Some(TestVar { name: var.source.clone().unwrap_or_default(), ty: var.ty })
    };
    let vars = vars.iter().filter_map(var).collect();
    Ok(Made { item, solve, vars, io, checks })
}

fn not_bound(whole: &Definition, var: VarId, at: Span) -> Diagnostic {
    let name = whole.vars.get(var.index()).and_then(|var| var.source.clone()).unwrap_or_default();
    let message = format!("the goal of this test does not bind `{name}`");
    let found = Diagnostic::error(message).primary(at, "it is needed here");
    if name.starts_with('_') {
        return found.help("values of variables whose names start with `_` are not kept");
    }
    found
}

fn unsupported(what: &str, at: Span, test: Span) -> Diagnostic {
    let at = if at.file == test.file { at } else { test };
    Diagnostic::error(format!("this test uses {what}, which is not supported")).primary(at, "not supported")
}

/// The variables of a test, by their first occurrence.
fn outputs(program: &Program, whole: &Definition, bound: &Bound) -> Vec<VarId> {
    let kept = |id: &VarId| {
        let var = whole.vars.get(id.index());
        var.is_some_and(|var| {
            let named = var.source.as_ref().is_some_and(|name| !name.starts_with('_'));
            named && !is_world(program, var.ty)
        })
    };
    let mut found: Vec<VarId> = bound.vars.iter().copied().filter(kept).collect();
    found.sort_by_key(|id| (whole.vars.get(id.index()).map(|var| var.at.start), *id));
    found
}

/// The states of the world before and after the goal, if it has them: those of `!IO`, or variables of that type of which one
/// is only taken and one only given.
fn world(
    program: &Program,
    item: &TestItem,
    whole: &Definition,
    goal: &core::Goal,
) -> Result<(Option<VarId>, Option<VarId>), Vec<Diagnostic>> {
    let of_world = |id: &VarId| whole.vars.get(id.index()).is_some_and(|var| is_world(program, var.ty));
    if item.io {
        return match whole.head[..] {
            [before, after] if of_world(&before) => Ok((Some(before), Some(after))),
            _ => {
                let message = "`!IO` is not the state of the world in this test";
                let found = Diagnostic::error(message).primary(item.at, "its type is another one");
                Err(vec![found.help("choose another name for the state variable")])
            }
        };
    }
    let (mut taken, mut given) = (Vec::new(), Vec::new());
    let mut open = vec![goal];
    while let Some(goal) = open.pop() {
        match &goal.kind {
            GoalKind::Conj(goals) | GoalKind::Disj(goals) => open.extend(goals),
            GoalKind::Not(inner) | GoalKind::Some(_, inner) | GoalKind::Note(_, inner) => open.push(inner),
            GoalKind::If(_, condition, then, otherwise) => open.extend([&**condition, then, otherwise]),
            GoalKind::Call(pred, args) => {
                let modes = program.pred(*pred).and_then(|pred| pred.procs.first());
                let modes = modes.map(|proc| proc.modes.as_slice()).unwrap_or_default();
                for (var, mode) in args.iter().zip(modes).filter(|(var, _)| of_world(var)) {
                    let list = if mode.from == Inst::Free { &mut given } else { &mut taken };
                    list.push(*var);
                }
            }
            _ => {}
        }
    }
    let before = taken.iter().copied().filter(|var| !given.contains(var)).min();
    let after = given.iter().copied().filter(|var| !taken.contains(var)).min();
    if before.is_some() != after.is_some() {
        let message = "the state of the world does not go through the goal of this test";
        let found = Diagnostic::error(message).primary(item.at, "it goes in or comes out, but not both");
        return Err(vec![found.help("write `!IO`")]);
    }
    Ok((before, after))
}

/// What a test reads or writes cannot be undone, so it has exactly one answer.
fn undone(procedures: &Procedures, made: &Made) -> Option<Diagnostic> {
    let id = procedures.of_pred.get(made.solve.index()).and_then(|all| all.first())?;
    let found = procedures.get(*id).filter(|found| made.io && matches!(found.body, Body::Goal(_)))?;
    let word = found.determinism.word();
    let why = match found.determinism {
        Determinism::Det | Determinism::CcMulti | Determinism::Erroneous => return None,
        Determinism::Multi | Determinism::Nondet => "can have several answers",
        _ => "can fail",
    };
    let message = format!("the goal of this test uses the state of the world and {why}");
    let found = Diagnostic::error(message).primary(made.item.at, format!("it is {word}"));
    Some(found.help("what it does cannot be undone: it must be `det`, `cc_multi` or `erroneous`"))
}

/// The test with its procedures.
fn finish(procedures: &Procedures, made: Made) -> Result<CompiledTest, Vec<Diagnostic>> {
    let Made { item, solve, vars, io, checks } = made;
    let at = item.at;
    let preds = [solve].into_iter().chain(checks.iter().filter_map(|(check, _)| *check)).collect();
    let find = |pred: PredId| {
        let id = procedures.of_pred.get(pred.index()).and_then(|all| all.first()).copied();
        let id = id.ok_or_else(Vec::new)?;
        match procedures.get(id).map(|found| &found.body) {
            Some(Body::Unsupported(what, place)) => Err(vec![unsupported(what, *place, at)]),
            _ => Ok(id),
        }
    };
    let mut assertions = Vec::new();
    for (assertion, (check, inputs)) in item.assertions.iter().zip(checks) {
        let check = check.map(find).transpose()?;
        assertions.push(Assertion { kind: assertion.kind, text: assertion.text.clone(), check, inputs });
    }
    let (name, limit) = (item.name.clone(), item.limit);
    Ok(CompiledTest { name, solve: find(solve)?, vars, io, limit, assertions, item, preds })
}

impl CompiledTest {
    /// Whether the goal must have an answer: that is so unless an assertion says otherwise.
    pub fn must_succeed(&self) -> bool {
        !self.assertions.iter().any(|assertion| {
            matches!(
                assertion.kind,
                AssertionKind::Failure
                    | AssertionKind::Exception
                    | AssertionKind::Cardinality(Count::Exactly(0))
            )
        })
    }
}
