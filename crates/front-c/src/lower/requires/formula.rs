//! Formulas: how conditions are joined, predicates, and calls.

use super::values::Value;
use crate::lower::procs::Lower;
use crate::types::Type as C;
use imperative::{
    BinaryOp as Op, Expr as Ir, ExprKind as IrKind, Predicate, Requirement, RequirementKind as Kind, Type,
    VarId,
};
use source::Span;
use std::collections::BTreeMap;

/// How deep formulas may be nested.
const MOST_DEPTH: usize = 100;

/// Reads one clause.
pub(super) struct Reader<'r, 'c, 'a> {
    pub lower: &'r mut Lower<'c, 'a>,
    pub tokens: Vec<String>,
    pub at: usize,
    pub inputs: BTreeMap<String, (VarId, C)>,
    pub span: Span,
    pub depth: usize,
}

type Read<T> = Result<T, String>;

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
        if self.depth > MOST_DEPTH { Err("this is nested too deeply".to_string()) } else { Ok(()) }
    }

    fn make(&self, kind: Kind) -> Requirement {
        Requirement { kind, span: self.span }
    }

    /// A condition as a requirement.
    fn cond(&self, e: Ir) -> Requirement {
        self.make(Kind::Cond(e))
    }

    /// `a ==> b`, and what binds closer.
    pub fn formula(&mut self) -> Read<Requirement> {
        self.deeper()?;
        let left = self.disjunction()?;
        let result = if self.take("==>") {
            let right = self.formula()?;
            let not = self.make(Kind::Not(Box::new(left)));
            self.make(Kind::Or(Box::new(not), Box::new(right)))
        } else {
            left
        };
        self.depth -= 1;
        Ok(result)
    }

    fn disjunction(&mut self) -> Read<Requirement> {
        let mut left = self.conjunction()?;
        while self.take("||") {
            let right = self.conjunction()?;
            left = self.make(Kind::Or(Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Read<Requirement> {
        let mut left = self.single()?;
        while self.take("&&") {
            let right = self.single()?;
            left = self.make(Kind::And(Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    fn single(&mut self) -> Read<Requirement> {
        self.deeper()?;
        let result = self.single_inside();
        self.depth -= 1;
        result
    }

    fn single_inside(&mut self) -> Read<Requirement> {
        if self.take("!") {
            let inner = self.single()?;
            return Ok(self.make(Kind::Not(Box::new(inner))));
        }
        let word = self.peek().unwrap_or("").to_string();
        let called = self.tokens.get(self.at + 1).is_some_and(|t| t == "(");
        match word.trim_start_matches('\\') {
            "true" | "false" => {
                self.at += 1;
                return Ok(self.cond(Ir::bool(word.ends_with("true"), self.span)));
            }
            "valid" | "valid_read" if called => return self.valid(),
            "valid_string" | "valid_read_string" if called && !self.is_function(&word) => {
                return self.string();
            }
            "acyclic" | "tree" | "sorted" | "disjoint" if called && !self.is_function(&word) => {
                return self.shape(word.trim_start_matches('\\'));
            }
            _ if called && self.is_function(&word) => return self.call(&word),
            _ => {}
        }
        // A parenthesis may hold a number or a formula.
        let (start, depth) = (self.at, self.depth);
        match self.comparison() {
            Ok(e) if matches!(self.peek(), None | Some("&&" | "||" | ")" | "==>")) => Ok(self.cond(e)),
            first => {
                (self.at, self.depth) = (start, depth);
                if !self.take("(") {
                    let next = self.peek().unwrap_or("the end").to_string();
                    return Err(first.err().unwrap_or(format!("`{next}` is not understood here")));
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
        while let Some(op) = self.peek().and_then(comparison_op) {
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

    /// `valid_string(p)`: the last of what can be read from there on is zero.
    fn string(&mut self) -> Read<Requirement> {
        let span = self.span;
        self.at += 1;
        self.expect("(")?;
        let pointer = self.sum()?;
        self.expect(")")?;
        let (pointer, Some(Type::Pointer(_))) = self.number_or_pointer(&pointer)? else {
            return Err("this is no pointer that can be looked at".to_string());
        };
        let there = Ir::binary(Op::Ne, pointer.clone(), Ir::nil(span), span);
        let last = Ir::binary(Op::Sub, Ir::length(pointer.clone(), span), Ir::int(1, span), span);
        let read = Ir::target(Ir::moved(pointer, last, span), span);
        let ends = Ir::binary(Op::Eq, read, Ir::int(0, span), span);
        Ok(self.cond(Ir::and(there, ends, span)))
    }

    /// `\valid(p)` or `\valid(p + (a .. b))`
    fn valid(&mut self) -> Read<Requirement> {
        let span = self.span;
        self.at += 1;
        self.expect("(")?;
        let pointer = self.product()?;
        let (mut low, mut high) = (Ir::int(0, span), Ir::int(0, span));
        if self.take("+") {
            self.expect("(")?;
            let first = self.sum()?;
            low = self.number(&first)?;
            self.expect("..")?;
            let last = self.sum()?;
            high = self.number(&last)?;
            self.expect(")")?;
        }
        self.expect(")")?;
        let (pointer, ty) = self.number_or_pointer(&pointer)?;
        let there = Ir::binary(Op::Ne, pointer.clone(), Ir::nil(span), span);
        match ty {
            Some(Type::Ref(_)) if matches!(&high.kind, IrKind::Int(n) if n.is_zero()) => Ok(self.cond(there)),
            Some(Type::Pointer(_)) => {
                // What is there can be read, or else this errs and does not hold.
                let reaches = |to: Ir| {
                    let read = Ir::target(Ir::moved(pointer.clone(), to, span), span);
                    Ir::binary(Op::Eq, read.clone(), read, span)
                };
                let last = match high.kind {
                    IrKind::Int(_) => reaches(high.clone()),
                    _ => Ir::binary(Op::Lt, high.clone(), Ir::length(pointer.clone(), span), span),
                };
                let mut all = Ir::and(there, last, span);
                if !matches!(&low.kind, IrKind::Int(n) if n.is_zero()) {
                    all = Ir::and(all, reaches(low.clone()), span);
                }
                if matches!(high.kind, IrKind::Int(_)) && matches!(low.kind, IrKind::Int(_)) {
                    return Ok(self.cond(all));
                }
                let empty = Ir::binary(Op::Lt, high, low, span);
                Ok(self.cond(Ir::or(empty, all, span)))
            }
            _ => Err("this is no pointer that can be looked at".to_string()),
        }
    }

    fn shape(&mut self, name: &str) -> Read<Requirement> {
        self.at += 1;
        self.expect("(")?;
        let first = self.sum()?;
        let (first, ty) = self.number_or_pointer(&first)?;
        let Some(ty) = ty.filter(Type::is_reference) else { return Err("this is no pointer".to_string()) };
        let predicate = match name {
            "acyclic" => Predicate::Acyclic(first),
            "tree" => Predicate::Tree(first),
            "disjoint" => {
                self.expect(",")?;
                let second = self.sum()?;
                let (second, ty) = self.number_or_pointer(&second)?;
                if !ty.is_some_and(|ty| ty.is_reference()) {
                    return Err("this is no pointer".to_string());
                }
                Predicate::Disjoint(first, second)
            }
            _ => {
                let Type::Ref(s) = ty else { return Err("only lists can be sorted".to_string()) };
                let of = self.lower.cx.shapes.structs.get(s.index());
                if !of.is_some_and(|of| of.link(s).is_some() && of.key().is_some()) {
                    return Err("a sorted list has one link and a number".to_string());
                }
                Predicate::Sorted(first)
            }
        };
        self.expect(")")?;
        Ok(self.make(Kind::Predicate(predicate)))
    }

    fn is_function(&self, name: &str) -> bool {
        let id = self.lower.unit.function_named(name);
        id.is_some_and(|id| self.lower.cx.procs.contains_key(&id))
    }

    /// A call of a function of the file.
    fn call(&mut self, name: &str) -> Read<Requirement> {
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
