//! Values in formulas: integers, which are exact, and what is reached from the inputs.

use super::Scene;
use super::formula::Reader;
use crate::lower::facts::GlobalKind;
use crate::lower::places::{Spot, in_field};
use crate::lower::procs::Slot;
use crate::tree::{GlobalId, LocalId};
use crate::types::Type as C;
use base::Int;
use imperative::claims::{Meaning, When};
use imperative::{BinaryOp as Op, Expr as Ir, ExprKind as IrKind, Type, UnaryOp, Word};

/// A value with its type in C; `None` for a number that was computed, and for null.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub e: Ir,
    pub ty: Option<C>,
}

impl Value {
    /// A number that was computed, or null.
    pub fn computed(e: Ir) -> Value {
        Value { e, ty: None }
    }
}

type Read<T> = Result<T, String>;

/// Numbers that headers give names to.
const NAMED: &[(&str, Word, bool)] = &[
    ("INT_MAX", Word::signed(32), true),
    ("INT_MIN", Word::signed(32), false),
    ("UINT_MAX", Word::unsigned(32), true),
    ("SHRT_MAX", Word::signed(16), true),
    ("SHRT_MIN", Word::signed(16), false),
    ("CHAR_MAX", Word::signed(8), true),
    ("CHAR_MIN", Word::signed(8), false),
    ("SCHAR_MAX", Word::signed(8), true),
    ("SCHAR_MIN", Word::signed(8), false),
    ("UCHAR_MAX", Word::unsigned(8), true),
    ("INT64_MAX", Word::signed(64), true),
    ("INT64_MIN", Word::signed(64), false),
];

impl Reader<'_, '_, '_> {
    /// The expression, and its type; `None` for null.
    pub fn number_or_pointer(&mut self, value: &Value) -> Read<(Ir, Option<Type>)> {
        match &value.ty {
            None if value.e.kind == IrKind::Nil => Ok((value.e.clone(), None)),
            None => Ok((value.e.clone(), Some(Type::Int))),
            Some(C::Array(of, _)) => {
                let pointer = (**of).clone().pointer();
                let ty = self.lower.cx.shapes.value(&pointer).ok_or("this type is not supported")?;
                Ok((Ir::at(value.e.clone(), Ir::int(0, self.span), self.span), Some(ty)))
            }
            Some(ty) if ty.is_scalar() => {
                let ty = self.lower.cx.shapes.value(ty).ok_or("this type is not supported")?;
                Ok((value.e.clone(), Some(ty)))
            }
            Some(_) => Err("this is neither a number nor a pointer".to_string()),
        }
    }

    /// The value of an integer.
    pub fn number(&mut self, value: &Value) -> Read<Ir> {
        match self.number_or_pointer(value)? {
            (e, Some(ty)) if ty.is_integer() => Ok(e),
            _ => Err("this is no integer".to_string()),
        }
    }

    /// `a + b - c`
    pub fn sum(&mut self) -> Read<Value> {
        self.deeper()?;
        let mut left = self.product()?;
        while let Some(op) = self.peek().and_then(|t| match t {
            "+" => Some(Op::Add),
            "-" => Some(Op::Sub),
            _ => None,
        }) {
            self.at += 1;
            let right = self.product()?;
            left = self.operation(op, &left, &right)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// `a * b / c % d`
    pub fn product(&mut self) -> Read<Value> {
        let mut left = self.unary()?;
        while let Some(op) = self.peek().and_then(|t| match t {
            "*" => Some(Op::Mul),
            "/" => Some(Op::Div),
            "%" => Some(Op::Rem),
            _ => None,
        }) {
            self.at += 1;
            let right = self.unary()?;
            left = self.operation(op, &left, &right)?;
        }
        Ok(left)
    }

    fn operation(&mut self, op: Op, a: &Value, b: &Value) -> Read<Value> {
        if let (Op::Add | Op::Sub, (pointer, Some(Type::Pointer(_)))) = (op, self.number_or_pointer(a)?) {
            let by = self.number(b)?;
            let by = if op == Op::Sub { Ir::unary(UnaryOp::Neg, by, self.span) } else { by };
            let ty = match &a.ty {
                Some(C::Array(of, _)) => Some((**of).clone().pointer()),
                other => other.clone(),
            };
            return Ok(Value { e: Ir::moved(pointer, by, self.span), ty });
        }
        let (left, right) = (self.number(a)?, self.number(b)?);
        Ok(Value::computed(Ir::binary(op, left, right, self.span)))
    }

    fn unary(&mut self) -> Read<Value> {
        self.deeper()?;
        let span = self.span;
        let value = if self.take("-") {
            let inner = self.unary()?;
            let inner = self.number(&inner)?;
            Value::computed(Ir::unary(UnaryOp::Neg, inner, span))
        } else if self.take("*") {
            let pointer = self.unary()?;
            self.target(&pointer, None)?
        } else {
            self.postfix()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn postfix(&mut self) -> Read<Value> {
        let mut value = self.primary()?;
        loop {
            if self.take("[") {
                let index = self.sum()?;
                let index = self.number(&index)?;
                self.expect("]")?;
                value = match &value.ty {
                    Some(C::Array(of, _)) => {
                        let of = (**of).clone();
                        let e = Ir::element(value.e, index, self.span);
                        Value { e: self.seen(e, &of), ty: Some(of) }
                    }
                    _ => self.target(&value, Some(index))?,
                };
            } else if matches!(self.peek(), Some("->" | ".")) {
                value = self.step(&value)?;
            } else {
                return Ok(value);
            }
        }
    }

    /// `->x` or `.x`
    pub fn step(&mut self, value: &Value) -> Read<Value> {
        if self.take("->") {
            let whole = self.target(value, None)?;
            return self.member(&whole);
        }
        self.expect(".")?;
        self.member(value)
    }

    /// What a pointer points to.
    fn target(&mut self, pointer: &Value, index: Option<Ir>) -> Read<Value> {
        let to = match &pointer.ty {
            Some(C::Array(of, _)) => Some((**of).clone()),
            Some(ty) => ty.pointee().cloned(),
            None => None,
        };
        let (Some(to), (e, Some(ty))) = (to, self.number_or_pointer(pointer)?) else {
            return Err("this is no pointer that can be looked at".to_string());
        };
        let e = match (ty, index) {
            (Type::Ref(_), None) => e,
            (Type::Pointer(_), None) => Ir::target(e, self.span),
            (Type::Pointer(_), Some(index)) => Ir::target(Ir::moved(e, index, self.span), self.span),
            _ => return Err("this pointer cannot be moved".to_string()),
        };
        Ok(Value { e: self.seen(e, &to), ty: Some(to) })
    }

    /// What was read from memory that pointers lead to, as its type sees it.
    fn seen(&self, e: Ir, ty: &C) -> Ir {
        match self.lower.cx.facts.signs.kept(&self.lower.unit.types, ty) {
            Some(_) => Ir::wrap(e, self.lower.word(ty), self.span),
            None => e,
        }
    }

    fn member(&mut self, whole: &Value) -> Read<Value> {
        let name = self.peek().unwrap_or("").to_string();
        self.at += 1;
        let Some(C::Record(record)) = &whole.ty else { return Err("this has no members".to_string()) };
        let path = self.lower.unit.types.find_member(*record, &name);
        let path = path.ok_or_else(|| format!("there is no member `{name}`"))?;
        let mut value = whole.clone();
        for step in path {
            let Some(C::Record(record)) = value.ty else { return Err("this has no members".to_string()) };
            if super::super::unions::is_union(&self.lower.unit.types, record) {
                return Err(format!("the member `{name}` of a union is not supported here"));
            }
            let ty = self.lower.unit.types.field(record, step).map(|f| f.ty.clone());
            let Some((field, boxed)) = self.lower.cx.shapes.field(record, step) else {
                return Err(format!("the member `{name}` is not supported"));
            };
            let spot = in_field(value.e, field, boxed, self.span);
            let e = self.lower.load(&spot, self.span);
            let e = ty.as_ref().filter(|_| boxed).map_or(e.clone(), |ty| self.seen(e, ty));
            value = Value { e, ty };
        }
        Ok(value)
    }

    pub fn primary(&mut self) -> Read<Value> {
        if self.take("(") {
            let inner = self.sum()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let Some(word) = self.peek().map(str::to_string) else {
            return Err("something is missing at the end".to_string());
        };
        self.at += 1;
        let span = self.span;
        if let Some(code) = word.strip_prefix('\'').and_then(character) {
            return Ok(Value::computed(Ir::int(code, span)));
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Value::computed(Ir::int(number(&word)?, span)));
        }
        if word == "\\null" || word == "NULL" {
            return Ok(Value::computed(Ir::nil(span)));
        }
        if let Some((_, value)) = self.bound.iter().rev().find(|(name, _)| *name == word) {
            return Ok(value.clone());
        }
        if word == "\\result" {
            return self.result();
        }
        let called = self.peek() == Some("(");
        if (word == "\\old" || word == "\\at") && called {
            return self.value_in_state(word == "\\old");
        }
        if (word == "len" || word == "sum") && called {
            return self.measure(word == "sum");
        }
        if let Some(value) = self.variable(&word)? {
            return Ok(value);
        }
        let unit = self.lower.unit;
        let enumerated = unit.types.enums.iter().flat_map(|e| e.constants.iter()).find(|c| c.name == word);
        if let Some(constant) = enumerated {
            return Ok(Value::computed(Ir::int(constant.value.clone(), span)));
        }
        let named = |g: &&crate::tree::Global| g.written.as_deref() == Some(&word);
        if let Some(at) = unit.globals.iter().position(|g| named(&g) && g.owner.is_none()) {
            return self.global(GlobalId::new(at), &word);
        }
        match NAMED.iter().find(|(name, ..)| *name == word) {
            Some((_, word, true)) => Ok(Value::computed(Ir::int(word.greatest(), span))),
            Some((_, word, false)) => Ok(Value::computed(Ir::int(word.least(), span))),
            None => match self.lower.cx.macros.get(&word).cloned() {
                Some(text) => self.in_place(&word, text),
                None => Err(format!("`{word}` is not known here")),
            },
        }
    }

    /// The value of a macro of the file.
    fn in_place(&mut self, name: &str, text: Vec<String>) -> Read<Value> {
        self.deeper()?;
        let tokens = std::mem::replace(&mut self.tokens, text);
        let at = std::mem::replace(&mut self.at, 0);
        let value = self.sum().and_then(|value| self.end().map(|()| value));
        (self.tokens, self.at) = (tokens, at);
        self.depth -= 1;
        value.map_err(|why| format!("in the macro `{name}`: {why}"))
    }

    /// A parameter or another variable of the function.
    fn variable(&mut self, name: &str) -> Read<Option<Value>> {
        let span = self.span;
        let input = self.lower.said.inputs.get(name).cloned();
        match (self.scene, input) {
            (Scene::Predicate, _) | (Scene::Entry | Scene::Exit, None) => Ok(None),
            (Scene::Entry, Some((var, ty))) => Ok(Some(Value { e: Ir::var(var, span), ty: Some(ty) })),
            (Scene::Exit, Some((var, ty))) => {
                let value = Value { e: Ir::var(var, span), ty: Some(ty) };
                // A struct is copied at the entry, and what was given stays as it was.
                if matches!(value.ty, Some(C::Record(_))) {
                    return Ok(Some(value));
                }
                self.ghost_of(value, When::Entry).map(Some)
            }
            (Scene::Body, _) => {
                let function = self.lower.function;
                let named = |id: &&LocalId| function.local(**id).is_some_and(|l| l.name == name);
                let Some(id) = self.lower.said.visible.iter().rev().find(named).copied() else {
                    return Ok(None);
                };
                let ty = function.local(id).map(|l| l.ty.clone());
                let e = match self.lower.slots.get(id.index()) {
                    Some(Slot::Plain(var)) => Ir::var(*var, span),
                    Some(Slot::Boxed(var)) => {
                        let e = Ir::element(Ir::var(*var, span), Ir::int(0, span), span);
                        ty.as_ref().map_or(e.clone(), |ty| self.seen(e, ty))
                    }
                    _ => return Err(format!("the type of `{name}` is not supported")),
                };
                Ok(Some(Value { e, ty }))
            }
        }
    }

    /// The value of something in another state.
    fn ghost_of(&mut self, value: Value, when: When) -> Read<Value> {
        let (span, (e, ty)) = (self.span, self.number_or_pointer(&value)?);
        let Some(ty) = ty.filter(|_| when != When::Here) else { return Ok(value) };
        let ghost = self.lower.b.ghost("old", ty, Meaning::At(when, e), span);
        let seen_as = match value.ty {
            Some(C::Array(of, _)) => Some((*of).pointer()),
            other => other,
        };
        Ok(Value { e: Ir::var(ghost, span), ty: seen_as })
    }

    /// `\old(e)`, `\at(e, L)`
    fn value_in_state(&mut self, is_old: bool) -> Read<Value> {
        self.deeper()?;
        self.expect("(")?;
        let (when, value) = self.in_state(is_old, Self::sum)?;
        self.expect(")")?;
        self.depth -= 1;
        self.ghost_of(value, when)
    }

    fn result(&mut self) -> Read<Value> {
        let (span, ty) = (self.span, self.lower.result.clone());
        match (self.scene, ty) {
            (Scene::Exit, Some(ty)) => {
                let ghost = self.lower.b.ghost("result", ty, Meaning::Result, span);
                Ok(Value { e: Ir::var(ghost, span), ty: Some(self.lower.function.result.clone()) })
            }
            (Scene::Exit, None) if self.lower.function.result == C::Void => {
                Err("this function has no result".to_string())
            }
            (Scene::Exit, None) => Err("the type of the result is not supported".to_string()),
            _ => Err("there is no `\\result` in that state".to_string()),
        }
    }

    fn global(&mut self, id: GlobalId, name: &str) -> Read<Value> {
        let lower = &mut *self.lower;
        let ty = lower.unit.global(id).map(|g| g.ty.clone());
        match lower.all_facts.global_kind(lower.unit, id) {
            GlobalKind::Constant(value) => Ok(Value { e: Ir::int(value, self.span), ty: None }),
            GlobalKind::State => {
                let (globals, field) = (lower.globals, lower.cx.global_fields.get(&id).copied());
                let (Some(globals), Some((field, boxed))) = (globals, field) else {
                    return Err(format!("the function does not use `{name}`"));
                };
                let spot: Spot = in_field(Ir::var(globals, self.span), field, boxed, self.span);
                let e = lower.load(&spot, self.span);
                let e = ty.as_ref().filter(|_| boxed).map_or(e.clone(), |ty| self.seen(e, ty));
                Ok(Value { e, ty })
            }
            GlobalKind::Fixed | GlobalKind::Foreign => Err(format!("`{name}` is not supported here")),
        }
    }
}

/// The code of a character, without the quote before it.
fn character(text: &str) -> Option<i64> {
    let inner = text.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let code = match (chars.next()?, chars.next()) {
        ('\\', Some(escaped)) => match escaped {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            '\\' | '\'' | '"' => escaped,
            _ => return None,
        },
        (plain, None) if plain.is_ascii() => plain,
        _ => return None,
    };
    Some(i64::from(u32::from(code)))
}

/// A number as it is written in C.
fn number(word: &str) -> Read<Int> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16).ok().map(Int::from),
        None => Int::parse(digits).filter(|_| digits.chars().all(|c| c.is_ascii_digit())),
    };
    value.ok_or_else(|| format!("`{word}` is no number"))
}
