//! A second interpreter, for tests: it walks the tree by the rules of the paper and shares no code with lowering
//! or with the machine, so that it can judge both.
//!
//! It is slow and simple: booleans are 1 and 0 as in the paper, cells are maps from field names, and calls are
//! recursive. Reals are left out, because without types it cannot tell `1 / 2` of integers from that of reals.

use crate::ast::{Expr, ExprKind, ProcDecl, Program, Stmt, StmtKind};
use base::Int;
use imperative::machine::{Object, State, Value};
use imperative::{BinaryOp, ErrorKind, ProcId};
use source::Span;
use std::collections::BTreeMap;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Val {
    /// An integer; also a boolean.
    Int(Int),
    /// Nil.
    Nil,
    /// An object, by its number.
    Ref(usize),
}

/// An object: fields by name, elements by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obj {
    /// A cell.
    Cell(BTreeMap<String, Val>),
    /// An array.
    Array(Vec<Val>),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It returned.
    Ok,
    /// It erred at a place.
    Error(ErrorKind, Span),
    /// It did too much, or what this interpreter does not know.
    Stopped,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Done {
    /// How it ended.
    pub end: End,
    /// The outcomes of `if`, `while` and `assert`, in order, with the places of their conditions.
    pub path: Vec<(Span, bool)>,
    /// The variables at the end.
    pub env: BTreeMap<String, Val>,
    /// The objects at the end.
    pub heap: Vec<Obj>,
    /// The result of a procedure.
    pub result: Option<Val>,
}

enum Stop {
    End(End),
    Return(Option<Val>),
}

struct Walk<'a> {
    tree: &'a Program,
    heap: Vec<Obj>,
    path: Vec<(Span, bool)>,
    steps: usize,
    depth: usize,
}

type Env = BTreeMap<String, Val>;

/// Runs the main program, or a procedure, from a state of the machine.
pub fn run(
    tree: &Program,
    program: &imperative::Program,
    entry: ProcId,
    input: &State,
    steps: usize,
) -> Done {
    let mut walk = Walk { tree, heap: objects(program, input), path: Vec::new(), steps, depth: 0 };
    let mut env = Env::new();
    let proc = program.proc(entry);
    if let Some(proc) = proc {
        for v in proc.inputs() {
            if let (Some(var), Some(value)) = (proc.var(v), input.get(v)) {
                env.insert(var.name.clone(), value_of(value));
            }
        }
    }
    let declared = tree.procs.iter().find(|p| proc.is_some_and(|proc| proc.name == p.name.text));
    let body = declared.map_or(&tree.body, |p| &p.body);
    let (end, result) = match walk.statements(body, &mut env) {
        Ok(()) if declared.is_some_and(|p| p.result.is_some()) => (End::Stopped, None),
        Ok(()) => (End::Ok, None),
        Err(Stop::Return(value)) => (End::Ok, value),
        Err(Stop::End(end)) => (end, None),
    };
    Done { end, path: walk.path, env, heap: walk.heap, result }
}

/// A value of the machine in this interpreter's words.
pub fn value_of(value: &Value) -> Val {
    match value {
        Value::Int(i) => Val::Int(i.clone()),
        Value::Bool(b) => Val::Int(Int::from(i64::from(*b))),
        Value::Nil | Value::Real(_) | Value::Pointer(..) | Value::Nothing => Val::Nil,
        Value::Ref(o) => Val::Ref(o.index()),
    }
}

/// The objects of a state of the machine in this interpreter's words.
pub fn objects(program: &imperative::Program, state: &State) -> Vec<Obj> {
    let object = |o: &Object| match o {
        Object::Cell { of, fields } => {
            let names = program.struct_of(*of).map_or(&[][..], |s| s.fields.as_slice());
            Obj::Cell(names.iter().zip(fields).map(|(f, v)| (f.name.clone(), value_of(v))).collect())
        }
        Object::Array { values, .. } => Obj::Array(values.iter().map(value_of).collect()),
        Object::Gone { .. } => Obj::Array(Vec::new()),
    };
    state.heap.objects.iter().map(object).collect()
}

fn err<T>(kind: ErrorKind, span: Span) -> Result<T, Stop> {
    Err(Stop::End(End::Error(kind, span)))
}

fn stuck<T>() -> Result<T, Stop> {
    Err(Stop::End(End::Stopped))
}

fn truth(value: &Val) -> bool {
    matches!(value, Val::Int(i) if !i.is_zero())
}

fn number(b: bool) -> Val {
    Val::Int(Int::from(i64::from(b)))
}

impl Walk<'_> {
    fn tick(&mut self) -> Result<(), Stop> {
        if self.steps == 0 {
            return stuck();
        }
        self.steps -= 1;
        Ok(())
    }

    fn statements(&mut self, statements: &[Stmt], env: &mut Env) -> Result<(), Stop> {
        statements.iter().try_for_each(|s| self.statement(s, env))
    }

    fn decide(&mut self, condition: &Expr, env: &Env) -> Result<bool, Stop> {
        let outcome = truth(&self.value(condition, env)?);
        self.path.push((condition.span(), outcome));
        Ok(outcome)
    }

    fn statement(&mut self, s: &Stmt, env: &mut Env) -> Result<(), Stop> {
        self.tick()?;
        match &s.kind {
            StmtKind::Skip | StmtKind::Invariant(_) | StmtKind::Variant(_) => Ok(()),
            StmtKind::Assert(condition) if condition.is_quantified() => Ok(()),
            StmtKind::Assign(target, value) => {
                let value = self.value(value, env)?;
                self.store(target, value, env, s.at.0)
            }
            StmtKind::If(condition, then, otherwise) => {
                if self.decide(condition, env)? {
                    self.statements(then, env)
                } else {
                    self.statements(otherwise, env)
                }
            }
            StmtKind::While(condition, body) => {
                while self.decide(condition, env)? {
                    self.tick()?;
                    self.statements(body, env)?;
                }
                Ok(())
            }
            StmtKind::Assert(condition) => {
                if self.decide(condition, env)? {
                    Ok(())
                } else {
                    err(ErrorKind::FailedAssertion, s.at.0)
                }
            }
            StmtKind::Return(None) => Err(Stop::Return(None)),
            StmtKind::Return(Some(e)) => {
                let value = self.value(e, env)?;
                Err(Stop::Return(Some(value)))
            }
            StmtKind::Call(call) => self.call(call, env).map(|_| ()),
            StmtKind::Block(statements) => self.statements(statements, env),
        }
    }

    fn store(&mut self, target: &Expr, value: Val, env: &mut Env, span: Span) -> Result<(), Stop> {
        match &target.kind {
            ExprKind::Var(name) => {
                env.insert(name.clone(), value);
                Ok(())
            }
            ExprKind::Field(object, name) => {
                let object = self.value(object, env)?;
                match object {
                    Val::Nil => err(ErrorKind::NilDereference, span),
                    Val::Ref(o) => match self.heap.get_mut(o) {
                        Some(Obj::Cell(fields)) => {
                            fields.insert(name.text.clone(), value);
                            Ok(())
                        }
                        _ => stuck(),
                    },
                    Val::Int(_) => stuck(),
                }
            }
            ExprKind::Element(array, index) => {
                let array = self.value(array, env)?;
                let index = self.value(index, env)?;
                let place = self.element(&array, &index, span)?;
                *place = value;
                Ok(())
            }
            _ => stuck(),
        }
    }

    fn element(&mut self, array: &Val, index: &Val, span: Span) -> Result<&mut Val, Stop> {
        let Val::Ref(o) = array else { return err(ErrorKind::NilDereference, span) };
        let (Some(Obj::Array(values)), Val::Int(index)) = (self.heap.get_mut(*o), index) else {
            return stuck();
        };
        let at = index.to_i64().and_then(|i| usize::try_from(i).ok());
        match at.and_then(|at| values.get_mut(at)) {
            Some(place) => Ok(place),
            None => err(ErrorKind::IndexOutOfRange, span),
        }
    }

    fn value(&mut self, e: &Expr, env: &Env) -> Result<Val, Stop> {
        let span = e.span();
        Ok(match &e.kind {
            ExprKind::Var(name) => match env.get(name) {
                Some(value) => value.clone(),
                None => return err(ErrorKind::Uninitialised, span),
            },
            ExprKind::Int(i) => Val::Int(i.clone()),
            ExprKind::Bool(b) => number(*b),
            ExprKind::Nil => Val::Nil,
            ExprKind::Real(_) | ExprKind::Old(_) | ExprKind::Result | ExprKind::Quantified(_) => {
                return stuck();
            }
            ExprKind::New(name, args) => {
                let values = self.values(args, env)?;
                let declared = self.tree.structs.iter().find(|s| s.name.text == name.text);
                let names: Vec<String> = match declared {
                    Some(s) => s.fields.iter().map(|(n, _)| n.text.clone()).collect(),
                    None => vec!["head".to_string(), "tail".to_string()],
                };
                self.heap.push(Obj::Cell(names.into_iter().zip(values).collect()));
                Val::Ref(self.heap.len() - 1)
            }
            ExprKind::NewArray(ty, length) => {
                let Val::Int(length) = self.value(length, env)? else { return stuck() };
                if length.is_negative() {
                    return err(ErrorKind::NegativeArrayLength, span);
                }
                let length = length.to_i64().filter(|n| *n < 100_000).map_or(usize::MAX, |n| n as usize);
                if length == usize::MAX {
                    return stuck();
                }
                let plain = ty.arrays == 0 && ["int", "bool"].contains(&ty.name.text.as_str());
                let zero = if plain { number(false) } else { Val::Nil };
                self.heap.push(Obj::Array(vec![zero; length]));
                Val::Ref(self.heap.len() - 1)
            }
            ExprKind::Field(object, name) => {
                let object = self.value(object, env)?;
                let Val::Ref(o) = object else { return err(ErrorKind::NilDereference, span) };
                match self.heap.get(o) {
                    Some(Obj::Cell(fields)) => match fields.get(&name.text) {
                        Some(value) => value.clone(),
                        None => return stuck(),
                    },
                    Some(Obj::Array(values)) => Val::Int(Int::from(values.len())),
                    None => return stuck(),
                }
            }
            ExprKind::Element(array, index) => {
                let array = self.value(array, env)?;
                let index = self.value(index, env)?;
                self.element(&array, &index, span)?.clone()
            }
            ExprKind::Call(..) => match self.call(e, env)? {
                Some(value) => value,
                None => return stuck(),
            },
            ExprKind::Neg(a) => match self.value(a, env)? {
                Val::Int(i) => Val::Int(-i),
                _ => return stuck(),
            },
            ExprKind::Not(a) => number(!truth(&self.value(a, env)?)),
            ExprKind::And(a, b) => number(truth(&self.value(a, env)?) && truth(&self.value(b, env)?)),
            ExprKind::Or(a, b) => number(truth(&self.value(a, env)?) || truth(&self.value(b, env)?)),
            ExprKind::Binary(op, a, b) => {
                let left = self.value(a, env)?;
                let right = self.value(b, env)?;
                self.binary(*op, left, right, span)?
            }
        })
    }

    fn binary(&mut self, op: BinaryOp, left: Val, right: Val, span: Span) -> Result<Val, Stop> {
        match op {
            BinaryOp::Eq => return Ok(number(left == right)),
            BinaryOp::Ne => return Ok(number(left != right)),
            _ => {}
        }
        let (Val::Int(a), Val::Int(b)) = (left, right) else { return stuck() };
        if a.bits() + b.bits() > 5_000 {
            return stuck();
        }
        Ok(match op {
            BinaryOp::Add => Val::Int(a + b),
            BinaryOp::Sub => Val::Int(a - b),
            BinaryOp::Mul => Val::Int(a * b),
            BinaryOp::Div | BinaryOp::Rem => {
                // By the definition: the quotient of the absolute values, with the sign of both.
                let Some((q, _)) = a.abs().div_mod_euclid(&b.abs()) else {
                    return err(ErrorKind::DivisionByZero, span);
                };
                let q = if a.is_negative() == b.is_negative() { q } else { -q };
                Val::Int(if op == BinaryOp::Div { q } else { a - q * b })
            }
            BinaryOp::Lt => number(a < b),
            BinaryOp::Le => number(a <= b),
            BinaryOp::Gt => number(a > b),
            BinaryOp::Ge => number(a >= b),
            // The language has no `mod`.
            BinaryOp::Mod | BinaryOp::Eq | BinaryOp::Ne => return stuck(),
        })
    }

    fn values(&mut self, args: &[Expr], env: &Env) -> Result<Vec<Val>, Stop> {
        args.iter().map(|a| self.value(a, env)).collect()
    }

    fn call(&mut self, e: &Expr, env: &Env) -> Result<Option<Val>, Stop> {
        self.tick()?;
        let ExprKind::Call(name, args) = &e.kind else { return stuck() };
        let values = self.values(args, env)?;
        let tree = self.tree;
        let Some(proc): Option<&ProcDecl> = tree.procs.iter().find(|p| p.name.text == name.text) else {
            return stuck();
        };
        // Deep enough for tests, shallow enough for the stack of a test.
        if self.depth > 100 {
            return stuck();
        }
        let mut inner: Env = proc.params.iter().map(|(n, _)| n.text.clone()).zip(values).collect();
        self.depth += 1;
        let done = self.statements(&proc.body, &mut inner);
        self.depth -= 1;
        match done {
            Ok(()) if proc.result.is_some() => err(ErrorKind::MissingResult, proc.name.at.0),
            Ok(()) => Ok(None),
            Err(Stop::Return(value)) => Ok(value),
            Err(stop) => Err(stop),
        }
    }
}
