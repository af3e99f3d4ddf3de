//! The semantics of figure 2.4 of the thesis, as directly as it can be written: a goal and a substitution give the list of all
//! pairs of a trace and an answer, in order. It judges the machine, so it shares no code with it: it works on procedures
//! as trees, numbers labels by itself, and has values of its own.
//!
//! Beside the figure:
//! * det and semidet procedures and commits end with their first answer;
//! * an if-then-else goes on from each answer of its condition; if there is none, the last failing trace of the
//!   condition goes on with the `else` part, as it does for a negation;
//! * calls of the library are atoms; one with several answers has a trace for each, and a failing one at the end.

use front_mercury::core::{Literal, Program, VarId};
use front_mercury::procedures::{Body, Flow, Functor, Goal, GoalKind, ProcId, Procedures, Value};
use logic::Determinism;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A ground term.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    Int(i64),
    Term(String, Vec<Ground>),
    /// A procedure with its first arguments.
    Closure(ProcId, Vec<Ground>),
}

impl std::fmt::Display for Ground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ground::Int(value) => write!(f, "{value}"),
            Ground::Closure(..) => write!(f, "<closure>"),
            Ground::Term(name, args) if name == "[|]" => {
                write!(f, "[{}", args[0])?;
                let mut rest = &args[1];
                while let Ground::Term(_, parts) = rest
                    && parts.len() == 2
                {
                    write!(f, ", {}", parts[0])?;
                    rest = &parts[1];
                }
                write!(f, "]")
            }
            Ground::Term(name, args) if args.is_empty() => write!(f, "{name}"),
            Ground::Term(name, args) => {
                let args: Vec<String> = args.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", args.join(", "))
            }
        }
    }
}

/// Variables with their values.
pub type Substitution = BTreeMap<VarId, Ground>;

/// A trace with its answer; nothing is a failure.
pub type Pair = (Vec<u32>, Option<Substitution>);

/// A conjunction: goals with the labels before them, and the label behind the last.
struct Conj(Vec<(u32, Part)>, u32);

enum Part {
    Atom(GoalKind),
    Disj(Vec<Conj>),
    Not(Conj),
    If(Box<(Conj, Conj, Conj)>),
    Commit(Conj),
}

/// It takes too long.
#[derive(Debug, PartialEq)]
pub struct TooLong;

/// The traces of a call with the values of its outputs.
pub type Answers = Vec<(Vec<u32>, Option<Vec<Ground>>)>;

/// The procedures of a program with their labels.
pub struct Semantics<'p> {
    program: &'p Program,
    procedures: &'p Procedures,
    bodies: BTreeMap<usize, Rc<Conj>>,
    fuel: u64,
}

impl<'p> Semantics<'p> {
    pub fn new(program: &'p Program, procedures: &'p Procedures) -> Semantics<'p> {
        let mut bodies = BTreeMap::new();
        let mut next = 1;
        for (index, procedure) in procedures.list.iter().enumerate() {
            let module = program.pred(procedure.pred).and_then(|pred| program.module(pred.module));
            if module.is_some_and(|module| !module.library)
                && let Body::Goal(goal) = &procedure.body
            {
                bodies.insert(index, Rc::new(label(goal, &mut next)));
            }
        }
        Semantics { program, procedures, bodies, fuel: 0 }
    }

    /// S[p(…)] for inputs in the order of the arguments.
    pub fn call(&mut self, id: ProcId, inputs: &[Ground], fuel: u64) -> Result<Answers, TooLong> {
        self.fuel = fuel;
        self.procedure(id, inputs)
    }

    fn procedure(&mut self, id: ProcId, inputs: &[Ground]) -> Result<Answers, TooLong> {
        let procedure = self.procedures.get(id).expect("a procedure");
        let Some(body) = self.bodies.get(&id.index()).map(Rc::clone) else {
            let key = self.program.key(procedure.pred);
            let is_out = |mode: &front_mercury::procedures::modes::insts::ArgMode| mode.flow == Flow::Out;
            let unknown = procedure.modes.iter().position(is_out);
            let answers = match solved(&key, unknown, inputs) {
                Some(answer) => vec![Some(vec![Ground::Int(answer)])],
                None => library(&key, inputs),
            };
            return Ok(answers.into_iter().map(|answer| (Vec::new(), answer)).collect());
        };
        let mut theta = Substitution::new();
        let mut given = inputs.iter();
        for (var, flow) in &procedure.head {
            if *flow == Flow::In {
                theta.insert(*var, given.next().expect("an input").clone());
            }
        }
        let pairs = self.conj(&body.0, body.1, &theta)?;
        let many = matches!(procedure.determinism, Determinism::Multi | Determinism::Nondet);
        let pairs = if many { pairs } else { up_to_first(pairs) };
        let outputs = |theta: &Substitution| {
            let outs = procedure.head.iter().filter(|(_, flow)| *flow == Flow::Out);
            outs.map(|(var, _)| theta.get(var).expect("a bound output").clone()).collect()
        };
        Ok(pairs.into_iter().map(|(trace, theta)| (trace, theta.as_ref().map(outputs))).collect())
    }

    /// S[lG, C], and S[lGl'] for the last goal.
    fn conj(&mut self, goals: &[(u32, Part)], end: u32, theta: &Substitution) -> Result<Vec<Pair>, TooLong> {
        let Some(((label, goal), rest)) = goals.split_first() else {
            return Ok(vec![(vec![end], Some(theta.clone()))]);
        };
        let mut all = Vec::new();
        for (trace, answer) in self.goal(goal, theta)? {
            let mut before = vec![*label];
            before.extend(trace);
            let Some(answer) = answer else {
                all.push((before, None));
                continue;
            };
            for (trace, answer) in self.conj(rest, end, &answer)? {
                let mut whole = before.clone();
                whole.extend(trace);
                self.fuel = self.fuel.checked_sub(1 + whole.len() as u64).ok_or(TooLong)?;
                all.push((whole, answer));
            }
        }
        Ok(all)
    }

    fn goal(&mut self, goal: &Part, theta: &Substitution) -> Result<Vec<Pair>, TooLong> {
        self.fuel = self.fuel.checked_sub(1).ok_or(TooLong)?;
        match goal {
            Part::Atom(atom) => self.atom(atom, theta),
            Part::Disj(arms) => {
                let mut all = Vec::new();
                for arm in arms {
                    all.extend(self.conj(&arm.0, arm.1, theta)?);
                }
                // The empty disjunction fails.
                if arms.is_empty() {
                    all.push((Vec::new(), None));
                }
                Ok(all)
            }
            Part::Not(inner) => {
                let pairs = up_to_first(self.conj(&inner.0, inner.1, theta)?);
                let succeeds = pairs.iter().any(|(_, answer)| answer.is_some());
                let last = pairs.len() - 1;
                let negated = |(number, (trace, _)): (usize, Pair)| {
                    (trace, (number == last && !succeeds).then(|| theta.clone()))
                };
                Ok(pairs.into_iter().enumerate().map(negated).collect())
            }
            Part::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                let pairs = self.conj(&condition.0, condition.1, theta)?;
                let holds = pairs.iter().any(|(_, answer)| answer.is_some());
                let last = pairs.len() - 1;
                let mut all = Vec::new();
                for (number, (trace, answer)) in pairs.into_iter().enumerate() {
                    let (part, theta) = match answer {
                        Some(answer) => (then, answer),
                        None if number == last && !holds => (otherwise, theta.clone()),
                        None => {
                            all.push((trace, None));
                            continue;
                        }
                    };
                    for (rest, answer) in self.conj(&part.0, part.1, &theta)? {
                        let mut whole = trace.clone();
                        whole.extend(rest);
                        all.push((whole, answer));
                    }
                }
                Ok(all)
            }
            Part::Commit(inner) => Ok(up_to_first(self.conj(&inner.0, inner.1, theta)?)),
        }
    }

    fn atom(&mut self, atom: &GoalKind, theta: &Substitution) -> Result<Vec<Pair>, TooLong> {
        let value = |var: &VarId| theta.get(var).expect("a bound variable").clone();
        let with = |pairs: Vec<(VarId, Ground)>| {
            let mut theta = theta.clone();
            for (var, value) in pairs {
                assert!(theta.insert(var, value).is_none(), "a variable is bound twice");
            }
            Some(theta)
        };
        let answer = match atom {
            GoalKind::Test(x, y) => (value(x) == value(y)).then(|| theta.clone()),
            GoalKind::Assign(x, y) => with(vec![(*x, value(y))]),
            GoalKind::Construct(x, Value::Term(functor, args)) => {
                with(vec![(*x, self.term(functor, args.iter().map(value).collect()))])
            }
            GoalKind::Construct(x, Value::Closure(id, args)) => {
                with(vec![(*x, Ground::Closure(*id, args.iter().map(value).collect()))])
            }
            GoalKind::CallClosure { closure, args, .. } => {
                let Ground::Closure(id, mut inputs) = value(closure) else { panic!("no closure") };
                inputs.extend(args.iter().filter(|(_, flow)| *flow == Flow::In).map(|(var, _)| value(var)));
                let outs: Vec<VarId> =
                    args.iter().filter(|(_, flow)| *flow == Flow::Out).map(|(var, _)| *var).collect();
                let answers = self.procedure(id, &inputs)?;
                let pair = |(trace, values): (Vec<u32>, Option<Vec<Ground>>)| {
                    (trace, values.and_then(|values| with(outs.iter().copied().zip(values).collect())))
                };
                return Ok(answers.into_iter().map(pair).collect());
            }
            GoalKind::Deconstruct { var, functor, args, .. } => {
                let none = self.term(functor, Vec::new());
                match (value(var), none) {
                    (Ground::Term(name, parts), Ground::Term(wanted, _))
                        if name == wanted && parts.len() == args.len() =>
                    {
                        with(args.iter().copied().zip(parts).collect())
                    }
                    (Ground::Int(found), Ground::Int(wanted)) if found == wanted => Some(theta.clone()),
                    _ => None,
                }
            }
            GoalKind::Call(id, args) => {
                let callee = self.procedures.get(*id).expect("a procedure");
                let flows: Vec<Flow> = callee.modes.iter().map(|mode| mode.flow).collect();
                let inputs: Vec<Ground> = args
                    .iter()
                    .zip(&flows)
                    .filter(|(_, flow)| **flow == Flow::In)
                    .map(|(var, _)| value(var))
                    .collect();
                let outs: Vec<VarId> =
                    args.iter().zip(&flows).filter(|(_, f)| **f == Flow::Out).map(|(v, _)| *v).collect();
                let answers = self.procedure(*id, &inputs)?;
                let pair = |(trace, values): (Vec<u32>, Option<Vec<Ground>>)| {
                    (trace, values.and_then(|values| with(outs.iter().copied().zip(values).collect())))
                };
                return Ok(answers.into_iter().map(pair).collect());
            }
            other => panic!("not a goal of these programs: {other:?}"),
        };
        Ok(vec![(Vec::new(), answer)])
    }

    fn term(&self, functor: &Functor, args: Vec<Ground>) -> Ground {
        match functor {
            Functor::Cons(id) => {
                Ground::Term(self.program.constructor(*id).expect("a constructor").name.clone(), args)
            }
            Functor::Literal(Literal::Int(_, value)) => Ground::Int(value.to_i64().expect("a small number")),
            other => panic!("not a functor of these programs: {other:?}"),
        }
    }
}

/// The pairs up to the first that is an answer.
fn up_to_first(pairs: Vec<Pair>) -> Vec<Pair> {
    let found = pairs.iter().position(|(_, answer)| answer.is_some());
    let count = found.map_or(pairs.len(), |at| at + 1);
    pairs.into_iter().take(count).collect()
}

/// Definition 2.7: a label before each goal, and one behind the last.
fn label(goal: &Goal, next: &mut u32) -> Conj {
    fn flat<'g>(goal: &'g Goal, all: &mut Vec<&'g Goal>) {
        match &goal.kind {
            GoalKind::Conj(parts) => parts.iter().for_each(|part| flat(part, all)),
            GoalKind::Noted(_, inner) => flat(inner, all),
            _ => all.push(goal),
        }
    }
    fn take(next: &mut u32) -> u32 {
        *next += 1;
        *next - 1
    }
    let mut goals = Vec::new();
    flat(goal, &mut goals);
    let mut labelled = Vec::new();
    for goal in goals {
        let own = take(next);
        let part = match &goal.kind {
            GoalKind::Disj { arms, .. } => Part::Disj(arms.iter().map(|arm| label(arm, next)).collect()),
            GoalKind::Not(inner) => Part::Not(label(inner, next)),
            GoalKind::Commit(inner) => Part::Commit(label(inner, next)),
            GoalKind::If(condition, then, otherwise) => {
                let (condition, then) = (label(condition, next), label(then, next));
                Part::If(Box::new((condition, then, label(otherwise, next))))
            }
            atom => Part::Atom(atom.clone()),
        };
        labelled.push((own, part));
    }
    Conj(labelled, take(next))
}

/// The operand of a function that is called backwards: the number of the argument that is not known, and the others in their
/// order, of which the result is the last.
fn solved(key: &str, unknown: Option<usize>, inputs: &[Ground]) -> Option<i64> {
    let (Some(unknown @ (0 | 1)), [Ground::Int(known), Ground::Int(result)]) = (unknown, inputs) else {
        return None;
    };
    match (key, unknown) {
        ("func int.+/2", _) => Some(result.wrapping_sub(*known)),
        ("func int.-/2", 0) => Some(result.wrapping_add(*known)),
        ("func int.-/2", _) => Some(known.wrapping_sub(*result)),
        ("func int.xor/2", _) => Some(result ^ known),
        _ => None,
    }
}

/// What a predicate of the library gives for its inputs: its answers and failures, in their order.
fn library(key: &str, inputs: &[Ground]) -> Vec<Option<Vec<Ground>>> {
    if key != "pred list.member/2" {
        return vec![builtin(key, inputs)];
    }
    let mut answers = Vec::new();
    let mut rest = &inputs[0];
    while let Ground::Term(_, parts) = rest
        && let [first, others] = parts.as_slice()
    {
        answers.push(Some(vec![first.clone()]));
        rest = others;
    }
    answers.push(None);
    answers
}

/// What a builtin gives for its inputs; nothing if it fails.
fn builtin(key: &str, inputs: &[Ground]) -> Option<Vec<Ground>> {
    let [Ground::Int(a), Ground::Int(b)] = inputs else { panic!("{key} of {inputs:?}") };
    let number = |value: i64| Some(vec![Ground::Int(value)]);
    let test = |holds: bool| holds.then(Vec::new);
    match key {
        "func int.+/2" => number(a.wrapping_add(*b)),
        "func int.-/2" => number(a.wrapping_sub(*b)),
        "func int.*/2" => number(a.wrapping_mul(*b)),
        "pred int.</2" => test(a < b),
        "pred int.>/2" => test(a > b),
        "pred int.=</2" => test(a <= b),
        "pred int.>=/2" => test(a >= b),
        other => panic!("{other} is not a builtin of these programs"),
    }
}
