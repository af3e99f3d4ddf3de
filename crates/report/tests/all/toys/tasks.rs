//! A toy imperative language: tasks on integers, a statement a line.
//!
//! ```text
//! task distance(a, b)
//!   c = a - b
//!   if c < 0
//!     c = 0 - c
//!   end
//!   give c
//! ```

use base::Int;
use imperative::{
    BinaryOp, Builder, DecisionKind, Expr, Facts, ProcId, Program, Requirement, RequirementKind,
    TerminatorKind, Type, VarId, VarKind,
};
use language::{Emitted, Imperative, ImperativeText, Language, LoadOptions, Loaded, Loading, Model, Placing};
use source::{Diagnostic, FileId, Files, Span};
use suite::{Datum, Suite, Test};

pub static TASKS: Tasks = Tasks;

pub struct Tasks;

impl Language for Tasks {
    fn name(&self) -> &'static str {
        "tasks"
    }
    fn title(&self) -> &'static str {
        "Tasks"
    }
    fn endings(&self) -> &'static [&'static str] {
        &["task"]
    }
    fn emits(&self) -> &'static [&'static str] {
        &["checks"]
    }
    fn options(&self) -> &'static [&'static str] {
        &["--assume"]
    }
    fn load(&self, files: &Files, file: FileId, _: &LoadOptions) -> Loading {
        let mut lines = Lines { files, file, at: 0, list: lines(files, file) };
        let mut procs = Vec::new();
        while !lines.is_over() {
            procs.push(lines.task().map_err(|problem| vec![problem])?);
        }
        let text = files.get(file).map_or("", |f| f.text());
        let span = files.span(file, 0, text.len());
        let branching = imperative::Branching::Decisions;
        let program = Program {
            structs: Vec::new(),
            procs,
            references: Vec::new(),
            exceptions: Vec::new(),
            main: None,
            branching,
            facts: Facts::default(),
            notation: imperative::Notation::PLAIN,
            span,
        };
        let model = Model::Imperative(Box::new(Imperative { program, text: Box::new(Text) }));
        Ok(Loaded { model, warnings: Vec::new() })
    }
}

struct Text;

impl ImperativeText for Text {
    fn formula(
        &self,
        files: &Files,
        formula: FileId,
        program: &mut Program,
        proc: ProcId,
    ) -> Result<Requirement, Vec<Diagnostic>> {
        let text = files.get(formula).map_or("", |f| f.text());
        let span = files.span(formula, 0, text.len());
        let words: Vec<&str> = text.split_whitespace().collect();
        let known = |name: &str| program.proc(proc)?.var_named(name);
        let cond = condition(&words, &known, span).map_err(|problem| vec![problem])?;
        Ok(Requirement::new(RequirementKind::Cond(cond), span))
    }

    fn emit(&self, _: &Program, suite: &Suite, _: &Placing) -> Result<Emitted, String> {
        let mut out = String::new();
        for test in &suite.tests {
            out.push_str(&check(test)?);
        }
        Ok(Emitted::one(out, "checks"))
    }
}

/// A test as a line: `check distance(1, 2) gives 1`.
fn check(test: &Test) -> Result<String, String> {
    let state = test.state().ok_or("a test of another kind")?;
    let shown = |list: &[(String, Datum)]| -> Vec<String> {
        let number = |(_, d): &(String, Datum)| match d {
            Datum::Int(i) => i.to_string(),
            other => format!("{other:?}"),
        };
        list.iter().map(number).collect()
    };
    let args = shown(&state.input.env).join(", ");
    let result: Vec<_> = state.output.env.iter().filter(|(name, _)| name == "result").cloned().collect();
    let end = match test.outcome.fault() {
        Some(fault) => format!("ends in {}", fault.message()),
        None => format!("gives {}", shown(&result).join(", ")),
    };
    Ok(format!("check {}({args}) {end}\n", test.entry))
}

/// The lines that hold something: where they start, and their words.
fn lines(files: &Files, file: FileId) -> Vec<(usize, String)> {
    let text = files.get(file).map_or("", |f| f.text());
    let mut at = 0;
    let mut out = Vec::new();
    for line in text.split('\n') {
        if !line.trim().is_empty() {
            out.push((at + line.len() - line.trim_start().len(), line.trim().to_string()));
        }
        at += line.len() + 1;
    }
    out
}

struct Lines<'a> {
    files: &'a Files,
    file: FileId,
    at: usize,
    list: Vec<(usize, String)>,
}

type Parsed<T> = Result<T, Diagnostic>;

impl Lines<'_> {
    fn is_over(&self) -> bool {
        self.at >= self.list.len()
    }

    fn next(&mut self) -> Option<(Span, String)> {
        let (start, text) = self.list.get(self.at)?.clone();
        self.at += 1;
        Some((self.files.span(self.file, start, start + text.len()), text))
    }

    fn task(&mut self) -> Parsed<imperative::Proc> {
        let (span, text) = self.next().ok_or_else(|| Diagnostic::error("a task is missing"))?;
        let wrong = || Diagnostic::error("a line `task name(a, b)` is needed").primary(span, "here");
        let (name, params) = text.strip_prefix("task ").and_then(|t| t.split_once('(')).ok_or_else(wrong)?;
        let mut builder = Builder::new(name.trim(), span);
        builder.proc().result = Some(Type::Int);
        for param in params.trim_end_matches(')').split(',').map(str::trim).filter(|p| !p.is_empty()) {
            builder.var(param, Type::Int, VarKind::Param, span);
        }
        while !self.is_over() && !self.list[self.at].1.starts_with("task ") {
            self.statement(&mut builder)?;
        }
        Ok(builder.finish())
    }

    /// The statements up to `end`.
    fn block(&mut self, builder: &mut Builder) -> Parsed<()> {
        loop {
            match self.list.get(self.at).map(|(_, text)| text.as_str()) {
                None => return Err(Diagnostic::error("an `end` is missing")),
                Some("end") => {
                    self.at += 1;
                    return Ok(());
                }
                Some(_) => self.statement(builder)?,
            }
        }
    }

    fn statement(&mut self, builder: &mut Builder) -> Parsed<()> {
        let Some((span, text)) = self.next() else { return Ok(()) };
        let words: Vec<&str> = text.split_whitespace().collect();
        builder.statement(span);
        match words.as_slice() {
            ["give", rest @ ..] => {
                let value = value(rest, &|name| builder_var(builder, name), span)?;
                builder.terminate(TerminatorKind::Return(Some(value)), span);
                let after = builder.block();
                builder.switch_to(after);
            }
            ["if", rest @ ..] => {
                let cond = condition(rest, &|name| builder_var(builder, name), span)?;
                let (then, after) = (builder.block(), builder.block());
                builder.branch(DecisionKind::If, cond, then, after, span);
                builder.switch_to(then);
                self.block(builder)?;
                builder.terminate(TerminatorKind::Goto(after), span);
                builder.switch_to(after);
            }
            ["while", rest @ ..] => {
                let cond = condition(rest, &|name| builder_var(builder, name), span)?;
                let id = builder.open_loop(span);
                let (body, after) = (builder.block(), builder.block_outside(id));
                let decision = builder.branch(DecisionKind::While, cond, body, after, span);
                builder.loop_decision(id, decision);
                builder.switch_to(body);
                self.block(builder)?;
                builder.terminate(TerminatorKind::Goto(builder.header(id)), span);
                builder.close_loop(id);
                builder.switch_to(after);
            }
            [name, "=", rest @ ..] => {
                let value = value(rest, &|name| builder_var(builder, name), span)?;
                let var = builder_var(builder, name)
                    .unwrap_or_else(|| builder.var(*name, Type::Int, VarKind::Local, span));
                builder.assign(var, value, span);
            }
            _ => return Err(Diagnostic::error(format!("`{text}` is no statement")).primary(span, "here")),
        }
        Ok(())
    }
}

fn builder_var(builder: &Builder, name: &str) -> Option<VarId> {
    builder.var_named(name)
}

fn operand(word: &str, known: &dyn Fn(&str) -> Option<VarId>, span: Span) -> Parsed<Expr> {
    match (Int::parse(word), known(word)) {
        (Some(number), _) => Ok(Expr::int(number, span)),
        (None, Some(var)) => Ok(Expr::var(var, span)),
        (None, None) => Err(Diagnostic::error(format!("`{word}` is not known")).primary(span, "here")),
    }
}

fn value(words: &[&str], known: &dyn Fn(&str) -> Option<VarId>, span: Span) -> Parsed<Expr> {
    match words {
        [one] => operand(one, known, span),
        [a, sign, b] => {
            let (a, b) = (operand(a, known, span)?, operand(b, known, span)?);
            let op = match *sign {
                "+" => BinaryOp::Add,
                "-" => BinaryOp::Sub,
                "*" => BinaryOp::Mul,
                "/" => BinaryOp::Div,
                _ => return Err(Diagnostic::error(format!("`{sign}` is no operator")).primary(span, "here")),
            };
            Ok(Expr::binary(op, a, b, span))
        }
        _ => Err(Diagnostic::error("a value is needed").primary(span, "here")),
    }
}

fn condition(words: &[&str], known: &dyn Fn(&str) -> Option<VarId>, span: Span) -> Parsed<Expr> {
    let [a, sign, b] = words else {
        return Err(Diagnostic::error("a comparison is needed").primary(span, "here"));
    };
    let (a, b) = (operand(a, known, span)?, operand(b, known, span)?);
    let op = match *sign {
        "<" => BinaryOp::Lt,
        ">" => BinaryOp::Gt,
        "=" => BinaryOp::Eq,
        _ => return Err(Diagnostic::error(format!("`{sign}` is no comparison")).primary(span, "here")),
    };
    Ok(Expr::binary(op, a, b, span))
}
