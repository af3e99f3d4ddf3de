//! One test: its goal, the goals of its assertions, and the predicate that has its result.

use super::super::names::string;
use super::super::{Assertion, AssertionKind, Compiled, CompiledTest, Count, Input};
use super::visible::{Needs, type_text};
use crate::core::{Body, Determinism, Pred, PredId};
use crate::syntax::ast::Goal;
use crate::syntax::{MERCURY, Statement, print_goal};
use std::collections::BTreeSet;
use terms::lexer::{Kind, Lexer};

/// A test of the program that is written.
pub(super) struct Case<'a> {
    compiled: &'a Compiled,
    pub test: &'a CompiledTest,
    /// Names that need their module here, with it.
    qualified: Vec<(String, String)>,
    /// How often the goal succeeds.
    determinism: Determinism,
    number: usize,
    /// Whether it must throw something.
    pub throws: bool,
}

/// How the answers are known where assertions are judged.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    /// There is one, and its variables are known.
    One,
    /// They are in a list.
    List,
}

impl<'a> Case<'a> {
    pub(super) fn new(
        compiled: &'a Compiled,
        test: &'a CompiledTest,
        needs: &Needs,
        unclear: &BTreeSet<String>,
        number: usize,
    ) -> Case<'a> {
        let own = |name: &str| {
            ["testcase_", "solve_", "check_", "answers_"].iter().any(|start| name.starts_with(start))
                || unclear.contains(name)
        };
        let names = needs.names.iter().filter(|(name, _)| own(name) && is_plain(name));
        // A name that the test uses with two meanings is left to its types.
        let one = names.filter(|(_, modules)| modules.len() == 1);
        let qualified = one.filter_map(|(name, modules)| Some((name.clone(), modules.first()?.clone())));
        let found = compiled.procedures.get(test.solve);
        Case {
            compiled,
            test,
            qualified: qualified.collect(),
            determinism: found.map_or(Determinism::Nondet, |found| found.determinism),
            number,
            throws: test.assertions.iter().any(|assertion| assertion.kind == AssertionKind::Exception),
        }
    }

    fn is_multi(&self) -> bool {
        matches!(self.determinism, Determinism::Multi | Determinism::Nondet)
    }

    pub(super) fn asks_for_all(&self) -> bool {
        self.is_multi() && self.test.limit.is_none()
    }

    pub(super) fn asks_for_some(&self) -> bool {
        self.is_multi() && self.test.limit.is_some()
    }

    /// All predicates of the test.
    pub(super) fn text(&self) -> String {
        let name = self.test.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut text = format!("% {name}\n");
        let goals: Vec<String> = self.test.item.goals.iter().map(|goal| self.goal_text(goal)).collect();
        let body = if goals.is_empty() { "true".to_string() } else { goals.join(",\n    ") };
        let mut preds = self.test.preds.iter();
        if let Some(solve) = preds.next() {
            text.push_str(&self.pred(*solve, &format!("solve_{}", self.number), &body, self.determinism));
        }
        for (index, assertion) in self.test.assertions.iter().enumerate() {
            let item = self.test.item.assertions.get(index);
            let (Some(check), Some(Statement::Goal(goal))) =
                (assertion.check, item.map(|item| &item.statement))
            else {
                continue;
            };
            let Some(pred) = preds.next() else { continue };
            let found = self.compiled.procedures.get(check);
            let determinism = found.map_or(Determinism::Semidet, |found| found.determinism);
            text.push_str(&self.pred(*pred, &self.check_name(index), &self.goal_text(goal), determinism));
        }
        text.push_str(&self.testcase());
        text
    }

    fn check_name(&self, index: usize) -> String {
        format!("check_{}_{}", self.number, index + 1)
    }

    /// A goal, with modules before the names that need them.
    fn goal_text(&self, goal: &Goal) -> String {
        let text = print_goal(goal).replace('\n', "\n    ");
        if self.qualified.is_empty() {
            return text;
        }
        let mut lexer = Lexer::new(&MERCURY, &text);
        let (mut out, mut copied, mut dot) = (String::new(), 0, false);
        while let Ok(token) = lexer.next() {
            match &token.kind {
                Kind::Eof => break,
                Kind::Name { text: name, quoted: false } if !dot => {
                    if let Some((_, module)) = self.qualified.iter().find(|(known, _)| known == name) {
                        out.push_str(text.get(copied..token.start).unwrap_or(""));
                        out.push_str(&format!("{module}."));
                        copied = token.start;
                    }
                }
                _ => {}
            }
            dot = matches!(&token.kind, Kind::Name { text, .. } if text == "." || text == "^");
        }
        out.push_str(text.get(copied..).unwrap_or(""));
        out
    }

    /// A predicate with its types and modes.
    fn pred(&self, id: PredId, name: &str, body: &str, determinism: Determinism) -> String {
        let program = &self.compiled.program;
        let Some(pred) = program.pred(id) else { return String::new() };
        let procs = pred.procs.first().map(|proc| proc.modes.as_slice()).unwrap_or_default();
        let (mut types, mut head) = (Vec::new(), names(pred));
        for (ty, mode) in pred.args.iter().zip(procs) {
            let word = if *mode == crate::check::names::taken() { "in" } else { "out" };
            types.push(format!("{}::{word}", type_text(program, *ty).unwrap_or_default()));
        }
        // The state of the world stands first and last in the procedure, and at the end here.
        if self.test.io && self.test.preds.first() == Some(&id) && types.len() >= 2 {
            types.remove(0);
            types.pop();
            types.extend(["io::di".to_string(), "io::uo".to_string()]);
            let before = head.remove(0);
            let after = head.pop().unwrap_or_default();
            match before.is_empty() {
                true => head.push("!IO".to_string()),
                false => head.extend([before, after]),
            }
        }
        let word = determinism.word();
        let types = bracketed(&types);
        let head = bracketed(&head);
        format!(":- pred {name}{types} is {word}.\n\n{name}{head} :-\n    {body}.\n\n")
    }

    /// Whether one answer is enough, so that no list is made.
    fn known(&self) -> Known {
        let simple = |assertion: &Assertion| match assertion.kind {
            AssertionKind::Nth(number) => number == 1,
            AssertionKind::Failure => false,
            _ => true,
        };
        let one = self.test.must_succeed() && self.test.assertions.iter().all(simple);
        let stops =
            matches!(self.determinism, Determinism::Det | Determinism::CcMulti | Determinism::Erroneous);
        // What must throw and cannot fail needs no list either.
        let thrown = self.throws && stops && self.test.assertions.iter().all(simple);
        if !self.is_multi() && (one || thrown) { Known::One } else { Known::List }
    }

    fn testcase(&self) -> String {
        let number = self.number;
        let known = self.known();
        let (result, solutions, count) = (self.fresh("Result"), self.fresh("Solutions"), self.fresh("Count"));
        let mut conditions: Vec<(String, String)> = Vec::new();
        let mut counted = false;
        if known == Known::List && self.test.must_succeed() {
            conditions.push((format!("{solutions} = []"), "failed(\"failure\")".to_string()));
        }
        for (index, assertion) in self.test.assertions.iter().enumerate() {
            let claim = format!("condition_failed({})", string(&assertion.text));
            counted |= assertion.inputs.contains(&Input::Cardinality);
            let condition = match assertion.kind {
                AssertionKind::Failure => {
                    conditions.push((format!("{solutions} = [_ | _]"), "failed(\"success\")".to_string()));
                    continue;
                }
                AssertionKind::Cardinality(Count::Exactly(expected)) => {
                    counted = true;
                    format!("{count} \\= {expected}")
                }
                AssertionKind::Success if known == Known::List && !self.test.must_succeed() => {
                    format!("{solutions} = []")
                }
                _ if assertion.check.is_none() => continue,
                kind => {
                    let args = self.arguments(assertion, &count);
                    let check = format!("{}{args}", self.check_name(index));
                    let answer = self.answer(|at| assertion.inputs.contains(&Input::Var(at)));
                    match (known, kind) {
                        (Known::One, _) => format!("not {check}"),
                        (_, AssertionKind::Nth(at)) => {
                            format!("not ( list.index1({solutions}, {at}, {answer}), {check} )")
                        }
                        (_, AssertionKind::SomeTrue) => {
                            format!("not ( list.member({answer}, {solutions}), {check} )")
                        }
                        (_, AssertionKind::AllTrue) => {
                            format!("list.member({answer}, {solutions}), not {check}")
                        }
                        _ => format!("not ( {solutions} = [{answer} | _], {check} )"),
                    }
                }
            };
            conditions.push((condition, claim));
        }
        // Answers are computed even if no condition looks at them: the goal may throw something.
        let looked_at = counted || conditions.iter().any(|(condition, _)| condition.contains(&solutions));
        let solutions = if looked_at { solutions } else { format!("_{solutions}") };
        let takes = |at: usize| self.test.assertions.iter().any(|one| one.inputs.contains(&Input::Var(at)));
        let mut goals = Vec::new();
        let mut condition = None;
        let io = if self.test.io { ", !IO" } else { "" };
        match known {
            Known::List => goals.push(format!("answers_{number}({solutions}{io})")),
            Known::One if self.can_fail() => condition = Some(self.call(takes)),
            Known::One => goals.push(self.call(takes)),
        }
        if counted {
            goals.push(match known {
                Known::List => format!("list.length({solutions}, {count})"),
                Known::One => format!("{count} = 1"),
            });
        }
        goals.push(match condition {
            Some(call) => {
                let inner = chain(&conditions, &result).replace('\n', "\n    ");
                format!(
                    "( if {call} then\n        {inner}\n    else\n        {result} = failed(\"failure\")\n    )"
                )
            }
            None => chain(&conditions, &result),
        });
        let word = self.word();
        let types = if self.test.io { ", io::di, io::uo" } else { "" };
        let answers = if known == Known::List { self.answers() } else { String::new() };
        format!(
            "{answers}:- pred testcase_{number}(test_result::out{types}) is {word}.\n\n\
             testcase_{number}({result}{io}) :-\n    {}.\n",
            goals.join(",\n    ")
        )
    }

    fn can_fail(&self) -> bool {
        matches!(self.determinism, Determinism::Semidet | Determinism::Failure | Determinism::CcNondet)
    }

    /// The determinism of what asks for the answers.
    fn word(&self) -> &'static str {
        let first = matches!(self.determinism, Determinism::CcMulti | Determinism::CcNondet);
        if self.is_multi() || first { "cc_multi" } else { "det" }
    }

    /// The predicate that has the list of all answers.
    fn answers(&self) -> String {
        let (number, word, list) = (self.number, self.word(), self.fresh("Solutions"));
        let (call, answer) = (self.call(|_| true), self.answer(|_| true));
        let closure = format!("(pred({answer}::out) is nondet :- {call})");
        let body = match self.test.limit {
            None if self.is_multi() => format!("in_order({closure}, {list})"),
            Some(limit) if self.is_multi() => format!("first_in_order({limit}, {closure}, {list})"),
            _ if self.can_fail() => {
                format!("( if {call} then\n        {list} = [{answer}]\n    else\n        {list} = []\n    )")
            }
            _ => format!("{call},\n    {list} = [{answer}]"),
        };
        let program = &self.compiled.program;
        let types = self.test.vars.iter().map(|var| type_text(program, var.ty).unwrap_or_default());
        let types: Vec<String> = types.collect();
        let of = match &types[..] {
            [one] => one.clone(),
            types => format!("{{{}}}", types.join(", ")),
        };
        let (io, io_types) = if self.test.io { (", !IO", ", io::di, io::uo") } else { ("", "") };
        format!(
            ":- pred answers_{number}(list.list({of})::out{io_types}) is {word}.\n\n\
             answers_{number}({list}{io}) :-\n    {body}.\n\n"
        )
    }

    /// A name that no variable of the test has.
    fn fresh(&self, name: &str) -> String {
        let mut name = name.to_string();
        while self.test.vars.iter().any(|var| var.name == name) {
            name.push_str("Of");
        }
        name
    }

    /// The goal with its variables; those that are not used have no name.
    fn call(&self, used: impl Fn(usize) -> bool) -> String {
        let mut args = self.variables(used);
        if self.test.io {
            args.push("!IO".to_string());
        }
        format!("solve_{}{}", self.number, bracketed(&args))
    }

    fn variables(&self, used: impl Fn(usize) -> bool) -> Vec<String> {
        let name = |(at, var): (usize, &super::super::TestVar)| match used(at) {
            true => var.name.clone(),
            false => "_".to_string(),
        };
        self.test.vars.iter().enumerate().map(name).collect()
    }

    /// An answer as one value.
    fn answer(&self, used: impl Fn(usize) -> bool) -> String {
        let vars = self.variables(used);
        match &vars[..] {
            [] => "{}".to_string(),
            [one] => one.clone(),
            vars => format!("{{{}}}", vars.join(", ")),
        }
    }

    fn arguments(&self, assertion: &Assertion, count: &str) -> String {
        let arg = |input: &Input| match input {
            Input::Var(at) => self.test.vars.get(*at).map(|var| var.name.clone()).unwrap_or_default(),
            Input::Cardinality => count.to_string(),
        };
        bracketed(&assertion.inputs.iter().map(arg).collect::<Vec<_>>())
    }
}

/// The names of a predicate's arguments; empty for values of state variables.
fn names(pred: &Pred) -> Vec<String> {
    let Body::Defined(definition) = &pred.body else { return Vec::new() };
    let name = |var: &crate::core::VarId| {
        let var = definition.vars.get(var.index());
        var.and_then(|var| var.source.clone()).unwrap_or_default()
    };
    definition.head.iter().map(name).collect()
}

fn bracketed(args: &[String]) -> String {
    if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) }
}

/// The result of the first condition that holds.
fn chain(conditions: &[(String, String)], result: &str) -> String {
    if conditions.is_empty() {
        return format!("{result} = succeeded");
    }
    let mut text = "( ".to_string();
    for (condition, found) in conditions {
        text.push_str(&format!("if {condition} then\n        {result} = {found}\n    else "));
    }
    format!("{}else\n        {result} = succeeded\n    )", text.trim_end_matches("else "))
}

/// Whether a name is a plain word and no operator.
fn is_plain(name: &str) -> bool {
    let operator = MERCURY.operators.iter().any(|(_, _, names)| names.contains(&name));
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !operator
}
