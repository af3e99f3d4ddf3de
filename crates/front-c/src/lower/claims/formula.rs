//! Formulas: how conditions are joined, quantifiers, shapes, and calls.

use super::Scene;
use super::values::Value;
use crate::lower::procs::Lower;
use crate::types::IntName;
use imperative::claims::{Meaning, When};
use imperative::{BinaryOp as Op, Expr as Ir, ExprKind as IrKind, Formula, FormulaKind as Kind, Type, VarId};
use source::Span;

/// How deep formulas may be nested.
const MOST_DEPTH: usize = 100;

/// Reading one clause may take at most this many steps: predicates that use each other grow fast.
const MOST_STEPS: usize = 20_000;

/// Reads one clause.
pub(super) struct Reader<'r, 'c, 'a> {
    pub lower: &'r mut Lower<'c, 'a>,
    pub tokens: Vec<String>,
    pub at: usize,
    /// What names mean.
    pub scene: Scene,
    /// The names that quantifiers and predicates bind, inner ones last.
    pub bound: Vec<(String, Value)>,
    pub span: Span,
    pub depth: usize,
    pub steps: usize,
}

/// The words for numbers of lists.
const MEASURES: [&str; 2] = ["len", "sum"];

pub(super) type Read<T> = Result<T, String>;

impl Reader<'_, '_, '_> {
    /// The next token.
    pub fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    /// Takes the next token if it is this one.
    pub fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    /// The next token must be this one.
    pub fn expect(&mut self, token: &str) -> Read<()> {
        if self.take(token) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(found) => format!("`{token}` is expected before `{found}`"),
            None => format!("`{token}` is expected at the end"),
        })
    }

    /// Goes one level deeper.
    pub fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        self.steps += 1;
        match (self.depth > MOST_DEPTH, self.steps > MOST_STEPS) {
            (true, _) => Err("this is nested too deeply".to_string()),
            (_, true) => Err("this says too much at once".to_string()),
            _ => Ok(()),
        }
    }

    pub(super) fn make(&self, kind: Kind) -> Formula {
        Formula::new(kind, self.span)
    }

    /// The whole clause as a formula.
    pub fn whole_formula(mut self) -> Read<Formula> {
        let formula = self.formula()?;
        self.end()?;
        Ok(formula)
    }

    /// The whole clause as an integer.
    pub fn whole_number(mut self) -> Read<Ir> {
        let value = self.sum()?;
        let number = self.number(&value)?;
        self.end()?;
        Ok(number)
    }

    /// Nothing follows.
    pub fn end(&self) -> Read<()> {
        self.peek().map_or(Ok(()), |found| Err(format!("`{found}` is not understood here")))
    }

    /// `a <==> b`, and what binds closer.
    pub fn formula(&mut self) -> Read<Formula> {
        self.deeper()?;
        let mut left = self.implication()?;
        while self.take("<==>") {
            let right = self.implication()?;
            left = self.make(Kind::Iff(Box::new(left), Box::new(right)));
        }
        self.depth -= 1;
        Ok(left)
    }

    /// `a ==> b`, and what binds closer.
    fn implication(&mut self) -> Read<Formula> {
        self.deeper()?;
        let left = self.disjunction()?;
        let result = if self.take("==>") { left.implies(self.implication()?, self.span) } else { left };
        self.depth -= 1;
        Ok(result)
    }

    fn disjunction(&mut self) -> Read<Formula> {
        let mut left = self.conjunction()?;
        while self.take("||") {
            let right = self.conjunction()?;
            left = left.or(right, self.span);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Read<Formula> {
        let mut left = self.single()?;
        while self.take("&&") {
            let right = self.single()?;
            left = left.and(right, self.span);
        }
        Ok(left)
    }

    fn single(&mut self) -> Read<Formula> {
        self.deeper()?;
        let result = self.single_inside();
        self.depth -= 1;
        result
    }

    fn single_inside(&mut self) -> Read<Formula> {
        if self.take("!") {
            let inner = self.single()?;
            return Ok(inner.negated(self.span));
        }
        let word = self.peek().unwrap_or("").to_string();
        let called = self.tokens.get(self.at + 1).is_some_and(|t| t == "(");
        match word.trim_start_matches('\\') {
            "true" | "false" => {
                self.at += 1;
                return Ok(Formula::cond(Ir::bool(word.ends_with("true"), self.span), self.span));
            }
            "forall" | "exists" if word.starts_with('\\') => return self.quantified(word == "\\forall"),
            "forall" if !called => return self.cells(),
            "valid" | "valid_read" if called => return self.valid(word == "\\valid_read"),
            "separated" if called => return self.separated(),
            _ if self.lower.cx.predicates.contains_key(&word) => return self.predicate(&word),
            // A function may have the name of a word for lists. Where the word fits, it is meant: functions change, words do not.
            _ if called && self.is_function(&word) => {
                let (start, depth, ghosts) = (self.at, self.depth, self.lower.b.proc().ghosts.len());
                let listed = MEASURES.contains(&word.as_str()).then(|| self.comparison());
                let listed = listed.map(|e| e.map(|e| Formula::cond(e, self.span)));
                if let Some(Ok(formula)) = listed.or_else(|| self.of_lists(&word)) {
                    return Ok(formula);
                }
                (self.at, self.depth) = (start, depth);
                self.lower.b.proc().ghosts.truncate(ghosts);
                return self.call(&word);
            }
            "valid_string" | "valid_read_string" if called => return self.string(),
            "old" if called && self.tokens.get(self.at + 2).is_some_and(|t| t == "multiset") => {
                return self.same_elements();
            }
            name if called => {
                if let Some(formula) = self.of_lists(name) {
                    return formula;
                }
            }
            _ => {}
        }
        // A parenthesis may hold a number or a formula.
        let (start, depth, ghosts) = (self.at, self.depth, self.lower.b.proc().ghosts.len());
        match self.comparison() {
            Ok(e) if matches!(self.peek(), None | Some("&&" | "||" | ")" | "==>" | "<==>" | ",")) => {
                Ok(Formula::cond(e, self.span))
            }
            first => {
                let stuck = self.peek().unwrap_or("the end").to_string();
                (self.at, self.depth) = (start, depth);
                self.lower.b.proc().ghosts.truncate(ghosts);
                if word == "\\old" || word == "\\at" {
                    return self.of_state();
                }
                if !self.take("(") {
                    return Err(first.err().unwrap_or_else(|| match stuck.as_str() {
                        "=" => "`=` assigns in C; `==` compares".to_string(),
                        _ => format!("`{stuck}` is not understood here"),
                    }));
                }
                let inner = self.formula()?;
                self.expect(")")?;
                Ok(inner)
            }
        }
    }

    /// `a < b <= c`, or a number or pointer as a truth value.
    fn comparison(&mut self) -> Read<Ir> {
        let mut left = self.sum()?;
        let mut result: Option<Ir> = None;
        let mut way = None;
        while let Some(op) = self.peek().and_then(comparison_op) {
            let this = match op {
                Op::Lt | Op::Le => Some(true),
                Op::Gt | Op::Ge => Some(false),
                _ => None,
            };
            if op == Op::Ne && result.is_some() || way.is_some() && this.is_some() && way != this {
                return Err("the comparisons of a chain go one way".to_string());
            }
            way = way.or(this);
            self.at += 1;
            let right = self.sum()?;
            let one = self.compare(op, &left, &right)?;
            result = Some(match result {
                Some(before) => Ir::and(before, one, self.span),
                None => one,
            });
            left = right;
        }
        match result {
            Some(result) => Ok(result),
            None => self.truth(&left),
        }
    }

    fn compare(&mut self, op: Op, a: &Value, b: &Value) -> Read<Ir> {
        let span = self.span;
        let (left, right) = (self.number_or_pointer(a)?, self.number_or_pointer(b)?);
        let fits = match (&left.1, &right.1) {
            (Some(a), Some(b)) if a.is_integer() => b.is_integer(),
            (Some(a), Some(b)) => a == b && (matches!(op, Op::Eq | Op::Ne) || matches!(a, Type::Pointer(_))),
            // 0 is a null pointer, too.
            (None, other) | (other, None) => {
                other.as_ref().is_none_or(Type::is_reference) && matches!(op, Op::Eq | Op::Ne)
            }
        };
        let is_zero = |e: &Ir| matches!(&e.kind, IrKind::Int(n) if n.is_zero());
        let is_pointer = |ty: &Option<Type>| ty.as_ref().is_some_and(Type::is_reference);
        if matches!(op, Op::Eq | Op::Ne) && is_pointer(&left.1) && is_zero(&right.0) {
            return Ok(Ir::binary(op, left.0, Ir::nil(span), span));
        }
        if matches!(op, Op::Eq | Op::Ne) && is_pointer(&right.1) && is_zero(&left.0) {
            return Ok(Ir::binary(op, Ir::nil(span), right.0, span));
        }
        if !fits {
            return Err("these cannot be compared".to_string());
        }
        Ok(Ir::binary(op, left.0, right.0, span))
    }

    fn truth(&mut self, value: &Value) -> Read<Ir> {
        let span = self.span;
        let (e, ty) = self.number_or_pointer(value)?;
        Ok(match ty {
            Some(ty) if ty.is_integer() => Ir::new(IrKind::IntToBool(Box::new(e)), span),
            _ => Ir::binary(Op::Ne, e, Ir::nil(span), span),
        })
    }

    /// `\old(F)`, `\at(F, L)`
    fn of_state(&mut self) -> Read<Formula> {
        let is_old = self.take("\\old");
        self.at += usize::from(!is_old);
        self.expect("(")?;
        let (when, inner) = self.in_state(is_old, Self::formula)?;
        self.expect(")")?;
        Ok(self.make(Kind::At(when, Box::new(inner))))
    }

    /// Reads something in another state, and its label where there is one.
    pub fn in_state<T>(&mut self, is_old: bool, read: fn(&mut Self) -> Read<T>) -> Read<(When, T)> {
        if self.scene == Scene::Predicate {
            return Err("other states are not supported in predicates".to_string());
        }
        let scene = self.scene;
        let when = if is_old { When::Entry } else { self.label_ahead()? };
        if when == When::Entry {
            self.scene = Scene::Entry;
        }
        let inner = read(self);
        self.scene = scene;
        let inner = inner?;
        if !is_old {
            self.expect(",")?;
            self.at += 1;
        }
        Ok((when, inner))
    }

    /// The label at the end of `\at(…, L)`, whose parenthesis is open.
    fn label_ahead(&self) -> Read<When> {
        let (mut open, mut label) = (1_usize, "");
        for token in self.tokens.get(self.at..).unwrap_or_default() {
            match token.as_str() {
                "(" => open += 1,
                ")" => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
            label = token;
        }
        Ok(match (label, self.scene) {
            ("Pre" | "Old", _) => When::Entry,
            ("Here", _) | ("Post", Scene::Exit) => When::Here,
            ("LoopEntry", Scene::Body) => When::LoopEntry,
            ("LoopCurrent", Scene::Body) => When::Iteration,
            _ => match self.lower.said.labels.get(label) {
                Some(point) => When::Point(*point),
                None => return Err(format!("there is no label `{label}` before this")),
            },
        })
    }

    /// `\forall integer i, j; F`, as far as it goes.
    fn quantified(&mut self, all: bool) -> Read<Formula> {
        self.at += 1;
        let (span, before) = (self.span, self.bound.len());
        let mut ghosts: Vec<VarId> = Vec::new();
        let (mut ty, mut words): (Option<Type>, Vec<String>) = (None, Vec::new());
        loop {
            let token = self.peek().ok_or("`;` is expected after the names")?.to_string();
            self.at += 1;
            if token != "," && token != ";" {
                words.push(token);
                continue;
            }
            let name = words.pop().ok_or("a name is missing")?;
            // The type of several names is said once.
            if !words.is_empty() {
                ty = Some(self.bound_type(&words)?);
                words.clear();
            }
            let ty = ty.clone().ok_or("a type is missing")?;
            let ghost = self.lower.b.ghost(name.clone(), ty, Meaning::Bound, span);
            self.bound.push((name, Value::computed(Ir::var(ghost, span))));
            ghosts.push(ghost);
            if token == ";" {
                break;
            }
        }
        let body = self.formula();
        self.bound.truncate(before);
        Ok(ghosts.into_iter().rev().fold(body?, |body, ghost| {
            let body = Box::new(body);
            self.make(if all { Kind::Forall(ghost, body) } else { Kind::Exists(ghost, body) })
        }))
    }

    /// The type of what a quantifier binds.
    fn bound_type(&self, words: &[String]) -> Read<Type> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let name = match words.as_slice() {
            ["integer"] => return Ok(Type::Int),
            ["char"] => IntName::Char,
            ["signed", "char"] => IntName::SignedChar,
            ["unsigned", "char"] => IntName::UnsignedChar,
            ["short"] => IntName::Short,
            ["unsigned", "short"] => IntName::UnsignedShort,
            ["int"] => IntName::Int,
            ["unsigned"] | ["unsigned", "int"] => IntName::UnsignedInt,
            ["long"] => IntName::Long,
            ["unsigned", "long"] | ["size_t"] => IntName::UnsignedLong,
            _ => return Err(format!("quantifiers over `{}` are not supported", words.join(" "))),
        };
        Ok(Type::Word(self.lower.word(&self.lower.unit.types.int(name))))
    }

    fn is_function(&self, name: &str) -> bool {
        let id = self.lower.unit.function_named(name);
        id.is_some_and(|id| self.lower.cx.procs.contains_key(&id))
    }

    /// A call of a function of the file.
    fn call(&mut self, name: &str) -> Read<Formula> {
        let unit = self.lower.unit;
        let id = unit.function_named(name).ok_or("there is no such function")?;
        let proc = *self.lower.cx.procs.get(&id).ok_or("there is no such function")?;
        let function = unit.function(id).ok_or("there is no such function")?;
        self.at += 1;
        self.expect("(")?;
        let mut args = Vec::new();
        for (i, param) in function.params.iter().enumerate() {
            if i > 0 {
                self.expect(",")?;
            }
            let wanted = function.local(*param).and_then(|l| self.lower.cx.shapes.value(&l.ty));
            let value = self.sum()?;
            let (e, ty) = self.number_or_pointer(&value)?;
            let fits = match (&e.kind, &wanted, &ty) {
                (IrKind::Nil, Some(wanted), _) => wanted.is_reference(),
                (IrKind::Int(n), Some(Type::Word(word)), _) => word.holds(n),
                _ => wanted == ty,
            };
            if !fits {
                return Err(format!("an argument of `{name}` has another type"));
            }
            args.push(e);
        }
        self.expect(")")?;
        if self.lower.cx.touching.contains_key(&id) {
            let globals = self.lower.globals.ok_or("this function does not have the globals")?;
            args.push(Ir::var(globals, self.span));
        }
        if !function.result.is_integer() || function.variadic {
            return Err(format!("`{name}` does not give a truth value"));
        }
        if self.peek().and_then(comparison_op).is_some() {
            return Err(format!("the call of `{name}` stands for a truth value here and is not compared"));
        }
        Ok(self.make(Kind::Call { proc, args }))
    }
}

fn comparison_op(token: &str) -> Option<Op> {
    Some(match token {
        "==" => Op::Eq,
        "!=" => Op::Ne,
        "<" => Op::Lt,
        "<=" => Op::Le,
        ">" => Op::Gt,
        ">=" => Op::Ge,
        _ => return None,
    })
}
