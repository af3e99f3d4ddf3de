//! A toy logic language: sentences of three words. Words that start with a capital letter are variables.
//!
//! ```text
//! ann parent bob
//! X elder Y if X parent Y
//! X elder Z if X parent Y and Y elder Z
//! ```

use language::{Emitted, Language, LoadOptions, Loaded, Loading, Logic, LogicText, Model, Placing, Query};
use logic::{Clause, GoalId, GoalKind, Ops, Program, Term, Terms, VarId, Variable};
use source::{Diagnostic, FileId, Files, Span};
use suite::{Outcome, Suite};

pub static FACTS: Facts = Facts;

pub struct Facts;

impl Language for Facts {
    fn name(&self) -> &'static str {
        "facts"
    }
    fn title(&self) -> &'static str {
        "Facts"
    }
    fn endings(&self) -> &'static [&'static str] {
        &["facts"]
    }
    fn emits(&self) -> &'static [&'static str] {
        &["questions"]
    }
    fn load(&self, files: &Files, file: FileId, _: &LoadOptions) -> Loading {
        let mut terms = Terms::new();
        let ops = Ops::standard(&mut terms);
        let mut program = Program::new(terms, ops);
        let text = files.get(file).map_or("", |f| f.text()).to_string();
        let mut at = 0;
        for line in text.split('\n') {
            let span = files.span(file, at, at + line.len());
            at += line.len() + 1;
            if !line.trim().is_empty() {
                sentence(&mut program, line, span).map_err(|problem| vec![problem])?;
            }
        }
        let model = Model::Logic(Box::new(Logic { program, text: Box::new(Text) }));
        Ok(Loaded { model, warnings: Vec::new() })
    }
}

/// Variables by name, in the order in which they come.
#[derive(Default)]
struct Vars(Vec<String>);

impl Vars {
    fn term(&mut self, terms: &mut Terms, word: &str) -> Term {
        if !word.starts_with(|c: char| c.is_uppercase() || c == '_') {
            let name = terms.intern(word);
            return terms.atom(name);
        }
        let known = self.0.iter().position(|name| name == word && word != "_");
        let number = known.unwrap_or_else(|| {
            self.0.push(word.to_string());
            self.0.len() - 1
        });
        terms.var(VarId::new(number))
    }

    fn list(&self, terms: &mut Terms) -> Vec<Variable> {
        self.0.iter().map(|name| Variable { name: Some(terms.intern(name)) }).collect()
    }
}

/// Three words as an atom: `ann parent bob` is `parent(ann, bob)`.
fn atom(program: &mut Program, words: &[&str], vars: &mut Vars, span: Span) -> Result<Term, Diagnostic> {
    let [a, name, b] = words else {
        return Err(Diagnostic::error("three words are needed").primary(span, "here"));
    };
    let (a, b) = (vars.term(&mut program.terms, a), vars.term(&mut program.terms, b));
    let name = program.terms.intern(name);
    Ok(program.terms.compound(name, &[a, b]))
}

fn sentence(program: &mut Program, line: &str, span: Span) -> Result<(), Diagnostic> {
    let (head, body) = line.split_once(" if ").unwrap_or((line, ""));
    let mut vars = Vars::default();
    let words: Vec<&str> = head.split_whitespace().collect();
    let head = atom(program, &words, &mut vars, span)?;
    let mut goals: Vec<GoalId> = Vec::new();
    for part in body.split(" and ").filter(|part| !part.trim().is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let call = atom(program, &words, &mut vars, span)?;
        let pred = pred_of(program, call, span);
        goals.push(program.add_goal(GoalKind::Call { pred, atom: call }, span));
    }
    let pred = pred_of(program, head, span);
    let body = program.add_goal(GoalKind::Conj(goals), span);
    let vars = vars.list(&mut program.terms);
    program.add_clause(Clause { pred, head, head_span: span, span, constraints: Vec::new(), body, vars });
    Ok(())
}

fn pred_of(program: &mut Program, atom: Term, span: Span) -> logic::PredId {
    let name = program.terms.callable(atom).map(|(name, _)| name);
    let name = name.unwrap_or_else(|| program.terms.intern("true"));
    program.pred_named(name, 2, span)
}

struct Text;

impl LogicText for Text {
    /// Tests are in the notation of the machine: `parent(ann,X) .`
    fn read(&self, program: &mut Program, text: &str) -> Result<Query, String> {
        let text = text.trim().trim_end_matches('.').trim();
        let mut reader = Reader { rest: text, vars: Vars::default() };
        let mut goals = vec![reader.term(&mut program.terms)?];
        // What is posted before a goal stands before a comma.
        while reader.eat(',') {
            goals.push(reader.term(&mut program.terms)?);
        }
        let comma = program.terms.intern(",");
        let mut term = goals.pop().ok_or("a goal is missing")?;
        while let Some(before) = goals.pop() {
            term = program.terms.compound(comma, &[before, term]);
        }
        if !reader.rest.is_empty() {
            return Err(format!("`{}` is left", reader.rest));
        }
        Ok(Query { term, vars: reader.vars.list(&mut program.terms) })
    }

    fn emit(&self, _: &Program, suite: &Suite, _: &Placing) -> Result<Emitted, String> {
        let mut out = String::new();
        for test in &suite.tests {
            let goal = test.goal().ok_or("a test of another kind")?;
            let end = match &test.outcome {
                Outcome::Ok => format!("has {} answers", goal.solutions.len()),
                Outcome::Fail => "has no answer".to_string(),
                Outcome::Error { fault, .. } => format!("ends in {}", fault.message()),
            };
            out.push_str(&format!("{} {end}\n", goal.goal));
        }
        Ok(Emitted::one(out, "questions"))
    }
}

/// Reads `f(a,X)`.
struct Reader<'a> {
    rest: &'a str,
    vars: Vars,
}

impl Reader<'_> {
    fn eat(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(sign) {
            Some(after) => {
                self.rest = after.trim_start();
                true
            }
            None => false,
        }
    }

    fn term(&mut self, terms: &mut Terms) -> Result<Term, String> {
        if self.eat('(') {
            let inner = self.term(terms)?;
            return if self.eat(')') { Ok(inner) } else { Err("a `)` is missing".to_string()) };
        }
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() {
            return Err(format!("a word is missing before `{rest}`"));
        }
        if !self.eat('(') {
            return Ok(self.vars.term(terms, word));
        }
        let mut args = vec![self.term(terms)?];
        while self.eat(',') {
            args.push(self.term(terms)?);
        }
        if !self.eat(')') {
            return Err("a `)` is missing".to_string());
        }
        let name = terms.intern(word);
        Ok(terms.compound(name, &args))
    }
}
