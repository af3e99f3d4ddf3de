//! A test as a program: `Setup; P; Check`, as in section 5 of the paper.
//!
//! *Setup* makes all cells first and assigns every field after, so heads may be references and cells may form
//! cycles. *Check* sets `accept` to 1 if the variables, and all that they lead to, are as expected up to the
//! naming of cells, and to 0 if not. Garbage and variables that the test does not know are ignored. The paper
//! nests the checks; here they stand one after the other, guarded by `accept`, so that large heaps do not make
//! deep programs:
//!
//! ```text
//! // setup phase
//! cell1 := new cons(0, nil);
//! cell1.head := 7;
//! cell1.tail := cell1;
//! x := cell1;
//! // program under test
//! x := nil;
//! // check phase
//! accept := 1;
//! if accept == 1 and x /= nil then { accept := 0 }
//! ```
//!
//! For a procedure, *P* is a call of it, and *Check* looks at the result and at what the arguments lead to.
//! Where an error is expected, it must stop the program; *Check* then only says that it was reached.

use crate::ast::{ExprKind, Program as Tree, Stmt, StmtKind};
use crate::print::{print_declarations, print_statements, real_text};
use crate::written::{ACCEPT, CHECK, EXPECTED, NOT_REACHED};
use base::{Int, Rat};
use imperative::machine::{Heap, Object, ObjectId, State, Value, default_value};
use imperative::{ErrorKind, ProcId, Program, StructId, Type, VarKind};
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

/// A test as plain data.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is tested.
    pub entry: ProcId,
    /// The inputs.
    pub input: State,
    /// What must come of it.
    pub expected: Expected,
}

/// What must come of a test.
#[derive(Clone, Debug)]
pub enum Expected {
    /// It ends, in this state.
    Ok {
        /// The variables and the heap at the end. Objects of the input keep their numbers, as the machine does it.
        state: State,
        /// The result of a procedure.
        result: Option<Value>,
    },
    /// It ends in this error.
    Error(ErrorKind),
}

/// A test as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The program.
    pub text: String,
    /// The variable that tells whether the test passed: `accept`, or a name like it if the program has that one.
    pub accept: String,
    /// The error in which running the text must end; `None` if it must end with `accept` = 1.
    pub error: Option<ErrorKind>,
}

/// The test of a program, given both as text's tree and lowered.
pub fn emit(tree: &Tree, program: &Program, case: &Case) -> Emitted {
    let mut e = Emitter { program, out: String::new(), taken: taken_names(program) };
    let accept = e.fresh(ACCEPT);
    print_declarations(tree, &mut e.out);
    let _ = writeln!(e.out, "// setup phase");
    let Some(proc) = program.proc(case.entry) else {
        return Emitted { text: e.out, accept, error: None };
    };
    let is_main = program.main == Some(case.entry) && proc.params.is_empty() && !tree.body.is_empty();
    let inputs: Vec<(String, Value)> =
        proc.inputs().filter_map(|v| Some((proc.var(v)?.name.clone(), case.input.get(v)?.clone()))).collect();
    e.setup(&inputs, &case.input.heap);
    if let (true, Expected::Ok { state, .. }) = (is_main, &case.expected) {
        let written = surely_written(&tree.body);
        for v in proc.named_vars() {
            if let (Some(var), Some(value)) = (proc.var(v), state.get(v))
                && var.kind == VarKind::Local
                && !written.contains(var.name.as_str())
            {
                e.spoil(&var.name, &var.ty, value);
            }
        }
    }
    let _ = writeln!(e.out, "// program under test");
    let mut result_name = None;
    if is_main {
        print_statements(&tree.body, 0, &mut e.out);
        if !tree.body.is_empty() {
            // The last statement was printed without the `;` that separates it from the check.
            e.out.truncate(e.out.trim_end().len());
            e.out.push_str(";\n");
        }
    } else {
        let args: Vec<&str> = inputs.iter().map(|(name, _)| name.as_str()).collect();
        let call = format!("{}({})", proc.name, args.join(", "));
        if proc.result.is_some() {
            let name = e.fresh("result");
            let _ = writeln!(e.out, "{name} := {call};");
            result_name = Some(name);
        } else {
            let _ = writeln!(e.out, "{call};");
        }
    }
    let error = match &case.expected {
        Expected::Error(kind) => {
            let _ = writeln!(e.out, "{CHECK}{NOT_REACHED}{}{EXPECTED}", kind.message());
            let _ = writeln!(e.out, "{accept} := 0");
            Some(*kind)
        }
        Expected::Ok { state, result } => {
            let _ = writeln!(e.out, "{CHECK}");
            let mut expected: Vec<(String, Value)> = Vec::new();
            if let (Some(name), Some(value)) = (result_name, result) {
                expected.push((name, value.clone()));
            }
            if is_main {
                let outputs = proc.named_vars().filter_map(|v| Some((proc.var(v)?, state.get(v)?)));
                expected.extend(outputs.map(|(var, value)| (var.name.clone(), value.clone())));
            } else {
                // Parameters are copies: the caller still has what it passed.
                expected.extend(inputs);
            }
            e.check(&accept, &expected, &state.heap);
            None
        }
    };
    Emitted { text: e.out, accept, error }
}

/// The variables that statements write whichever way they go.
fn surely_written(statements: &[Stmt]) -> BTreeSet<&str> {
    let mut written = BTreeSet::new();
    for s in statements {
        match &s.kind {
            StmtKind::Assign(target, _) => {
                if let ExprKind::Var(name) = &target.kind {
                    written.insert(name.as_str());
                }
            }
            StmtKind::If(_, then, otherwise) => {
                let (a, b) = (surely_written(then), surely_written(otherwise));
                written.extend(a.intersection(&b));
            }
            StmtKind::Block(inner) => written.extend(surely_written(inner)),
            _ => {}
        }
    }
    written
}

fn taken_names(program: &Program) -> Vec<String> {
    let mut names: Vec<String> = program.procs.iter().flat_map(|p| &p.vars).map(|v| v.name.clone()).collect();
    names.sort();
    names.dedup();
    names
}

struct Emitter<'a> {
    program: &'a Program,
    out: String,
    /// Names that are in use, in order.
    taken: Vec<String>,
}

impl Emitter<'_> {
    /// A name like the given one that nothing has.
    fn fresh(&mut self, name: &str) -> String {
        let mut found = name.to_string();
        let mut count = 1;
        loop {
            match self.taken.binary_search(&found) {
                Ok(_) => {
                    count += 1;
                    found = format!("{name}_{count}");
                }
                Err(at) => {
                    self.taken.insert(at, found.clone());
                    return found;
                }
            }
        }
    }

    fn constant(value: &Value) -> String {
        match value {
            Value::Int(i) => i.to_string(),
            Value::Real(r) => real_text(r),
            Value::Bool(b) => b.to_string(),
            // IMPL has no pointers into arrays.
            Value::Nil | Value::Ref(_) | Value::Pointer(..) | Value::Nothing => "nil".to_string(),
        }
    }

    /// The places of an object's values behind a name for it.
    fn parts(&self, name: &str, object: &Object) -> Vec<String> {
        match object {
            Object::Cell { of, fields } => {
                let names = self.program.struct_of(*of).map_or(&[][..], |s| s.fields.as_slice());
                names.iter().take(fields.len()).map(|f| format!("{name}.{}", f.name)).collect()
            }
            Object::Array { values, .. } => (0..values.len()).map(|i| format!("{name}[{i}]")).collect(),
            Object::Gone { .. } => Vec::new(),
        }
    }

    fn setup(&mut self, inputs: &[(String, Value)], heap: &Heap) {
        let reachable = heap.reachable(inputs.iter().map(|(_, value)| value));
        let mut names: Vec<Option<String>> = vec![None; heap.objects.len()];
        for (count, id) in reachable.iter().enumerate() {
            let Some(object) = heap.get(*id) else { continue };
            let name = self.fresh(&format!("cell{}", count + 1));
            let made = match object {
                Object::Cell { of, .. } => self.empty_cell(*of),
                Object::Array { element, values, .. } => {
                    format!("new {}[{}]", self.program.type_name(element), values.len())
                }
                Object::Gone { .. } => continue,
            };
            let _ = writeln!(self.out, "{name} := {made};");
            names[id.index()] = Some(name);
        }
        let show = |value: &Value| match value {
            Value::Ref(o) => names.get(o.index()).cloned().flatten().unwrap_or_else(|| "nil".to_string()),
            other => Self::constant(other),
        };
        for id in &reachable {
            let (Some(object), Some(Some(name))) = (heap.get(*id), names.get(id.index())) else { continue };
            for (place, value) in self.parts(name, object).iter().zip(object.values()) {
                let _ = writeln!(self.out, "{place} := {};", show(value));
            }
        }
        for (name, value) in inputs {
            let _ = writeln!(self.out, "{name} := {};", show(value));
        }
    }

    /// Gives a variable that the program may leave unwritten a value that is not the expected one: the check
    /// reads it, and must not accept a program that does not write it.
    fn spoil(&mut self, name: &str, ty: &Type, expected: &Value) {
        let text = match expected {
            Value::Int(i) => (i + &Int::ONE).to_string(),
            Value::Real(r) => real_text(&(r + &Rat::from(1))),
            Value::Bool(b) => (!b).to_string(),
            Value::Ref(_) | Value::Pointer(..) | Value::Nothing => "nil".to_string(),
            Value::Nil => match ty {
                Type::Array(element) => format!("new {}[0]", self.program.type_name(element)),
                Type::Ref(of) => self.empty_cell(*of),
                _ => "nil".to_string(),
            },
        };
        let _ = writeln!(self.out, "{name} := {text};");
    }

    fn empty_cell(&self, of: StructId) -> String {
        let Some(of) = self.program.struct_of(of) else { return "nil".to_string() };
        let zeros: Vec<String> = of.fields.iter().map(|f| Self::constant(&default_value(&f.ty))).collect();
        format!("new {}({})", of.name, zeros.join(", "))
    }

    fn check(&mut self, accept: &str, expected: &[(String, Value)], heap: &Heap) {
        // A name for each object that was met, with its type: only references of one type can be compared.
        let mut met: Vec<(String, Type)> = Vec::new();
        let mut names: Vec<Option<String>> = vec![None; heap.objects.len()];
        let mut waiting: VecDeque<(String, Value, bool)> =
            expected.iter().map(|(name, value)| (name.clone(), value.clone(), true)).collect();
        let mut lines = Vec::new();
        let mut aliases = Vec::new();
        while let Some((place, value, is_variable)) = waiting.pop_front() {
            let Value::Ref(o) = value else {
                let value = Self::constant(&value);
                lines.push(format!("if {accept} == 1 and {place} /= {value} then {{ {accept} := 0 }}"));
                continue;
            };
            if let Some(Some(name)) = names.get(o.index()) {
                lines.push(format!("if {accept} == 1 and {place} /= {name} then {{ {accept} := 0 }}"));
                continue;
            }
            let Some(object) = heap.get(o) else { continue };
            let name = if is_variable {
                place
            } else {
                // A short name instead of a long way through the heap.
                let name = self.fresh(&format!("seen{}", met.len() + 1));
                aliases.push(name.clone());
                lines.push(format!("if {accept} == 1 then {{ {name} := {place} }}"));
                name
            };
            lines.push(format!("if {name} == nil then {{ {accept} := 0 }}"));
            let others: Vec<String> = met
                .iter()
                .filter(|(_, ty)| *ty == object.ty())
                .map(|(other, _)| format!("{name} == {other}"))
                .collect();
            for some in others.chunks(20) {
                lines.push(format!("if {} then {{ {accept} := 0 }}", some.join(" or ")));
            }
            if let Object::Array { values, .. } = object {
                let length = values.len();
                lines
                    .push(format!("if {accept} == 1 and {name}.length /= {length} then {{ {accept} := 0 }}"));
            }
            for (place, value) in self.parts(&name, object).into_iter().zip(object.values()) {
                waiting.push_back((place, value.clone(), false));
            }
            met.push((name.clone(), object.ty()));
            self.remember(&mut names, o, name);
        }
        // Written first, so that they are no inputs.
        for name in aliases {
            let _ = writeln!(self.out, "{name} := nil;");
        }
        let _ = writeln!(self.out, "{accept} := 1;");
        let _ = writeln!(self.out, "{}", lines.join(";\n"));
    }

    fn remember(&self, names: &mut [Option<String>], object: ObjectId, name: String) {
        if let Some(place) = names.get_mut(object.index()) {
            *place = Some(name);
        }
    }
}
