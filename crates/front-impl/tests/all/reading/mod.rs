//! What the tests share: loading programs, and reading the `run:` and `gives:` lines of the corpus.
//!
//! ```text
//! // entry: height                          the procedure; without it, the main program
//! // run: x = [1, 2]; n = 3                 lists and arrays in brackets, cells as name(field, …)
//! // gives: x = [2]; y.head = 3             places with their values; or
//! // gives: error nil dereference 4:10
//! ```

use base::{Int, Rat};
use imperative::machine::{Heap, State, Value};
use imperative::{Proc, ProcId, Program, StructId, Type};
use source::Files;
use testkit::golden::texts;
pub use testkit::golden::{golden, root};

/// The files of a folder with an ending, with their names, in order.
pub fn files_in(folder: &str, ending: &str) -> Vec<(String, String)> {
    texts(&root().join(folder), ending).into_iter().map(|(name, _, text)| (name, text)).collect()
}

pub struct Loaded {
    pub files: Files,
    pub tree: front_impl::ast::Program,
    pub program: Program,
}

/// Loads a text that must be right.
pub fn load(text: &str) -> Loaded {
    let mut files = Files::new();
    let file = files.add("test.impl", text);
    let loaded = front_impl::load(&files, file);
    match (loaded.tree, loaded.program) {
        (Some(tree), Some(program)) => Loaded { files, tree, program },
        _ => panic!("{}\n{text}", source::render_all(&loaded.diagnostics, &files, false)),
    }
}

/// A run of a program of the corpus.
pub struct Case {
    pub input: String,
    pub expected: String,
}

pub fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(input) = line.strip_prefix("// run: ") {
            cases.push(Case { input: input.to_string(), expected: String::new() });
        } else if let Some(expected) = line.strip_prefix("// gives: ") {
            cases.last_mut().expect("a run before it").expected = expected.to_string();
        }
    }
    cases
}

pub fn entry(text: &str, program: &Program) -> ProcId {
    match text.lines().find_map(|line| line.strip_prefix("// entry: ")) {
        Some(name) => program.proc_named(name).expect("the entry exists"),
        None => program.main.expect("a main program"),
    }
}

/// The parts of `a = v; b = w`.
pub fn equations(text: &str) -> Vec<(&str, &str)> {
    text.split(';')
        .map(|part| part.split_once('=').expect("an equation"))
        .map(|(a, b)| (a.trim(), b.trim()))
        .collect()
}

pub fn input(program: &Program, entry: ProcId, text: &str) -> State {
    let proc = &program.procs[entry.index()];
    let mut state = State::new(program, entry);
    for (name, value) in equations(text) {
        let var = proc.var_named(name).unwrap_or_else(|| panic!("no variable {name}"));
        let ty = proc.vars[var.index()].ty.clone();
        let value = parse_value(program, &mut state.heap, &ty, value);
        state.set(var, value);
    }
    state
}

/// The value and type of a place like `x.tail.head` in a state, or of `result`.
pub fn place(
    program: &Program,
    proc: &Proc,
    state: &State,
    result: Option<&Value>,
    text: &str,
) -> (Value, Type) {
    let mut parts = text.split('.');
    let name = parts.next().expect("a name");
    let (mut value, mut ty) = match (name, result) {
        ("result", Some(value)) => (value.clone(), proc.result.clone().expect("a result")),
        _ => {
            let var = proc.var_named(name).unwrap_or_else(|| panic!("no variable {name}"));
            let value = state.get(var).unwrap_or_else(|| panic!("{name} has no value"));
            (value.clone(), proc.vars[var.index()].ty.clone())
        }
    };
    for field in parts {
        let Type::Ref(of) = ty else { panic!("{text}: no cell") };
        let of = &program.structs[of.index()];
        let at = of.field_named(field).unwrap_or_else(|| panic!("no field {field}"));
        let object = value.as_ref().unwrap_or_else(|| panic!("{text} is nil"));
        value = state.heap.field(object, at).expect("a field").clone();
        ty = of.fields[at.index()].ty.clone();
    }
    (value, ty)
}

pub fn parse_value(program: &Program, heap: &mut Heap, ty: &Type, text: &str) -> Value {
    let mut reader = Reader { program, heap, rest: text };
    let value = reader.value(ty);
    assert!(reader.rest.trim().is_empty(), "left over: {}", reader.rest);
    value
}

struct Reader<'a> {
    program: &'a Program,
    heap: &'a mut Heap,
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let end = self.rest.find([',', ')', ']', '(', '[']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.trim().to_string()
    }

    fn values(&mut self, closing: &str, mut ty: impl FnMut(usize) -> Type) -> Vec<Value> {
        let mut values = Vec::new();
        while !self.eat(closing) {
            let ty = ty(values.len());
            values.push(self.value(&ty));
            self.eat(",");
        }
        values
    }

    fn value(&mut self, ty: &Type) -> Value {
        if self.eat("[") {
            return match ty {
                Type::Array(element) => {
                    let values = self.values("]", |_| (**element).clone());
                    Value::Ref(self.heap.array((**element).clone(), values))
                }
                Type::Ref(of) => self.list(*of),
                _ => panic!("a list for {ty:?}"),
            };
        }
        let word = self.word();
        match ty {
            Type::Int | Type::Word(_) => {
                Value::Int(Int::parse(&word).unwrap_or_else(|| panic!("no number: {word}")))
            }
            Type::Real => Value::Real(Rat::parse(&word).unwrap_or_else(|| panic!("no number: {word}"))),
            Type::Bool => Value::Bool(word == "true"),
            _ if word == "nil" => Value::Nil,
            Type::Ref(of) => {
                let info = &self.program.structs[of.index()];
                assert!(self.eat("("), "a cell: {word}");
                assert_eq!(info.name, word);
                let fields = self.values(")", |i| info.fields[i].ty.clone());
                Value::Ref(self.heap.cell(*of, fields))
            }
            Type::Array(_) | Type::Pointer(_) | Type::Part(_) => panic!("no array: {word}"),
        }
    }

    fn list(&mut self, of: StructId) -> Value {
        let info = &self.program.structs[of.index()];
        let link = info.link(of).expect("a link").index();
        let key = 1 - link;
        let heads = self.values("]", |_| info.fields[key].ty.clone());
        heads.into_iter().rev().fold(Value::Nil, |tail, head| {
            let mut fields = vec![head];
            fields.insert(link, tail);
            Value::Ref(self.heap.cell(of, fields))
        })
    }
}
