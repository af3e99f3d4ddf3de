//! Terms and values in the papers' notation: `x ≠ nil ∧ ∀Y (N ≠ s(Y))`.

use crate::term::{Op, Term, Terms};
use crate::value::Value;
use std::fmt::Write;

/// How tightly an operator binds; an argument that binds less tightly gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Atom,
}

/// Nobody reads on from here, and a term that shares its parts may be exponentially long when it is written out.
const LONGEST: usize = 4_000;
/// Nor does anybody read deeper.
const DEEPEST: u32 = 2_000;

impl Terms {
    /// A term as the papers write it; `…` stands for what goes on too long.
    pub fn show(&self, t: Term) -> String {
        let mut out = String::new();
        self.write(&mut out, t, Tight::Or, 0);
        out
    }

    fn write(&self, out: &mut String, t: Term, context: Tight, depth: u32) {
        if depth > DEEPEST || out.len() > LONGEST {
            out.push('…');
            return;
        }
        let args = self.args(t);
        let own = match self.op(t) {
            Op::Or => Tight::Or,
            Op::And => Tight::And,
            Op::Not => match self.op(args[0]) {
                Op::Eq | Op::Le | Op::Lt => Tight::Compare,
                _ => Tight::Not,
            },
            Op::Forall(_) | Op::Exists(_) => Tight::Not,
            Op::Eq | Op::Le | Op::Lt | Op::Distinct => Tight::Compare,
            Op::Add => Tight::Sum,
            Op::Mul | Op::Div | Op::Mod | Op::RealDiv => Tight::Product,
            Op::Int(i) if i.is_negative() => Tight::Sum,
            Op::Real(r) if r.is_negative() => Tight::Sum,
            _ => Tight::Atom,
        };
        let wrap = own < context;
        if wrap {
            out.push('(');
        }
        self.write_open(out, t, own, depth);
        if wrap {
            out.push(')');
        }
    }

    fn write_open(&self, out: &mut String, t: Term, own: Tight, depth: u32) {
        let args = self.args(t);
        let infix = |out: &mut String, args: &[Term], op: &str, inner: Tight| {
            for (i, a) in args.iter().enumerate() {
                if i > 0 {
                    out.push_str(op);
                }
                self.write(out, *a, inner, depth + 1);
            }
        };
        match self.op(t) {
            Op::True => out.push_str("true"),
            Op::False => out.push_str("false"),
            Op::Int(i) => self.write_number(out, &i.to_string()),
            Op::Real(r) => self.write_number(out, &r.to_string()),
            Op::Var(s) => out.push_str(self.name(*s)),
            Op::Nil => out.push_str("nil"),
            Op::New(n) => {
                let _ = write!(out, "new{n}");
            }
            Op::Or => infix(out, args, " ∨ ", Tight::And),
            Op::And => infix(out, args, " ∧ ", Tight::Not),
            Op::Eq if self.sort_of(args[0]) == crate::Sort::BOOL => infix(out, args, " ⇔ ", Tight::Sum),
            Op::Eq => infix(out, args, " = ", Tight::Sum),
            Op::Le => self.write_order(out, args[0], args[1], [" ≤ ", " ≥ "], depth),
            Op::Lt => self.write_order(out, args[0], args[1], [" < ", " > "], depth),
            Op::Not => {
                let inner = self.args(args[0]);
                match self.op(args[0]) {
                    Op::Eq => infix(out, inner, " ≠ ", Tight::Sum),
                    // ¬(a ≤ b) is b < a.
                    Op::Le => self.write_order(out, inner[1], inner[0], [" < ", " > "], depth),
                    Op::Lt => self.write_order(out, inner[1], inner[0], [" ≤ ", " ≥ "], depth),
                    _ => {
                        out.push('¬');
                        self.write(out, args[0], Tight::Atom, depth + 1);
                    }
                }
            }
            Op::Distinct => self.write_call(out, "distinct", args, depth),
            Op::Add => self.write_sum(out, args, depth),
            Op::Mul => infix(out, args, "·", Tight::Atom),
            Op::Div => infix(out, args, " div ", Tight::Atom),
            Op::Mod => infix(out, args, " mod ", Tight::Atom),
            Op::RealDiv => infix(out, args, " / ", Tight::Atom),
            Op::ToReal => self.write(out, args[0], own, depth + 1),
            Op::ToInt => {
                out.push('⌊');
                self.write(out, args[0], Tight::Or, depth + 1);
                out.push('⌋');
            }
            Op::Ite => self.write_call(out, "ite", args, depth),
            Op::App(f) => self.write_call(out, self.name(self.fun(*f).name), args, depth),
            Op::Con(c) => {
                let name = self
                    .data_of(self.sort_of(t))
                    .map_or("?", |(d, _)| d.constructors.get(*c as usize).map_or("?", |k| self.name(k.name)));
                self.write_call(out, name, args, depth);
            }
            Op::Sel(c, f) => {
                let name = self.data_of(self.sort_of(args[0])).map_or("?", |(d, _)| {
                    d.constructors
                        .get(*c as usize)
                        .and_then(|k| k.fields.get(*f as usize))
                        .map_or("?", |f| self.name(f.0))
                });
                self.write_call(out, name, args, depth);
            }
            Op::Is(c) => {
                let name = self
                    .data_of(self.sort_of(args[0]))
                    .map_or("?", |(d, _)| d.constructors.get(*c as usize).map_or("?", |k| self.name(k.name)));
                self.write_call(out, &format!("is_{name}"), args, depth);
            }
            Op::Functor(_) => self.write_tree(out, t, depth),
            Op::FunctorArg(f, n, i) => {
                self.write_call(out, &format!("arg_{}_{n}_{}", self.name(*f), i + 1), args, depth);
            }
            Op::IsFunctor(f, n) => {
                out.push_str("root(");
                self.write(out, args[0], Tight::Or, depth + 1);
                let _ = write!(out, ", {}/{n})", self.name(*f));
            }
            Op::TreeInt => self.write(out, args[0], own, depth + 1),
            Op::TreeIntValue => self.write_call(out, "value", args, depth),
            Op::IsTreeInt => self.write_call(out, "integer", args, depth),
            Op::Select => {
                self.write(out, args[0], Tight::Atom, depth + 1);
                out.push('[');
                self.write(out, args[1], Tight::Or, depth + 1);
                out.push(']');
            }
            Op::Store => {
                self.write(out, args[0], Tight::Atom, depth + 1);
                out.push('[');
                self.write(out, args[1], Tight::Or, depth + 1);
                out.push_str(" ↦ ");
                self.write(out, args[2], Tight::Or, depth + 1);
                out.push(']');
            }
            Op::ConstArray => self.write_call(out, "const", args, depth),
            Op::Forall(n) | Op::Exists(n) => {
                out.push(if matches!(self.op(t), Op::Forall(_)) { '∀' } else { '∃' });
                infix(out, &args[..*n as usize], ", ", Tight::Atom);
                out.push(' ');
                self.write(out, args[*n as usize], Tight::Compare, depth + 1);
            }
        }
    }

    /// `x > 10`, not `10 < x`: what is said comes first, the number after it.
    fn write_order(&self, out: &mut String, a: Term, b: Term, signs: [&str; 2], depth: u32) {
        let turned = self.as_number(a).is_some() && self.as_number(b).is_none();
        let (a, b, sign) = if turned { (b, a, signs[1]) } else { (a, b, signs[0]) };
        self.write(out, a, Tight::Sum, depth + 1);
        out.push_str(sign);
        self.write(out, b, Tight::Sum, depth + 1);
    }

    fn write_number(&self, out: &mut String, digits: &str) {
        match digits.strip_prefix('-') {
            Some(d) => {
                out.push('−');
                out.push_str(d);
            }
            None => out.push_str(digits),
        }
    }

    /// `a − 2·b + 1` instead of `a + −2·b + 1`.
    fn write_sum(&self, out: &mut String, args: &[Term], depth: u32) {
        for (i, a) in args.iter().enumerate() {
            let (negative, digits) = match self.op(*a) {
                Op::Int(n) if n.is_negative() => (true, Some(n.abs().to_string())),
                Op::Real(r) if r.is_negative() => (true, Some(r.abs().to_string())),
                Op::Mul => match self.as_number(self.args(*a)[0]) {
                    Some(k) if k.is_negative() => {
                        let k = k.abs();
                        (true, (!k.is_one()).then(|| k.to_string()))
                    }
                    _ => (false, None),
                },
                _ => (false, None),
            };
            if !negative {
                if i > 0 {
                    out.push_str(" + ");
                }
                self.write(out, *a, Tight::Sum, depth + 1);
                continue;
            }
            out.push_str(if i > 0 { " − " } else { "−" });
            let product = *self.op(*a) == Op::Mul;
            if let Some(d) = &digits {
                out.push_str(d);
                if product {
                    out.push('·');
                }
            }
            if product {
                self.write(out, self.args(*a)[1], Tight::Atom, depth + 1);
            }
        }
    }

    fn write_call(&self, out: &mut String, name: &str, args: &[Term], depth: u32) {
        out.push_str(name);
        if args.is_empty() {
            return;
        }
        out.push('(');
        for (i, a) in args.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write(out, *a, Tight::Or, depth + 1);
        }
        out.push(')');
    }

    /// Trees built from `'[|]'/2` and `[]` print as lists.
    fn write_tree(&self, out: &mut String, t: Term, depth: u32) {
        let Op::Functor(f) = self.op(t) else { return self.write(out, t, Tight::Atom, depth) };
        if !(self.name(*f) == "[|]" && self.args(t).len() == 2) {
            let name = self.name(*f).to_string();
            return self.write_call(out, &name, self.args(t), depth);
        }
        out.push('[');
        let mut rest = t;
        loop {
            let args = self.args(rest);
            self.write(out, args[0], Tight::Or, depth + 1);
            let next = args[1];
            match self.op(next) {
                Op::Functor(g) if self.name(*g) == "[|]" && self.args(next).len() == 2 => out.push_str(", "),
                Op::Functor(g) if self.name(*g) == "[]" && self.args(next).is_empty() => break,
                _ => {
                    out.push('|');
                    self.write(out, next, Tight::Or, depth + 1);
                    break;
                }
            }
            rest = next;
        }
        out.push(']');
    }

    /// A value as a person writes it.
    pub fn show_value(&self, v: &Value) -> String {
        let list = |vs: &[Value]| vs.iter().map(|v| self.show_value(v)).collect::<Vec<_>>().join(", ");
        match v {
            Value::Bool(b) => b.to_string(),
            Value::Int(i) => i.to_string(),
            Value::Real(r) => r.to_string(),
            Value::TreeInt(i) => i.to_string(),
            Value::Nil => "nil".into(),
            Value::New(n) => format!("new{n}"),
            Value::Cell(n) => format!("cell{n}"),
            Value::Elem(n) => format!("elem{n}"),
            Value::Con(c) => {
                let name = self
                    .data_of(c.sort)
                    .and_then(|(d, _)| d.constructors.get(c.con as usize))
                    .map_or("?", |k| self.name(k.name));
                if c.args.is_empty() { name.into() } else { format!("{name}({})", list(&c.args)) }
            }
            Value::Functor(f) => {
                if self.name(f.name) == "[|]" && f.args.len() == 2 {
                    return self.show_list_value(v);
                }
                let name = self.name(f.name);
                if f.args.is_empty() { name.into() } else { format!("{name}({})", list(&f.args)) }
            }
            Value::Array(a) => {
                let mut out = String::from("[");
                for (i, e) in &a.entries {
                    let _ = write!(out, "{} ↦ {}, ", self.show_value(i), self.show_value(e));
                }
                let _ = write!(out, "else ↦ {}]", self.show_value(&a.default));
                out
            }
        }
    }

    fn show_list_value(&self, v: &Value) -> String {
        let mut parts = Vec::new();
        let mut rest = v;
        loop {
            match rest {
                Value::Functor(f) if self.name(f.name) == "[|]" && f.args.len() == 2 => {
                    parts.push(self.show_value(&f.args[0]));
                    rest = &f.args[1];
                }
                Value::Functor(f) if self.name(f.name) == "[]" && f.args.is_empty() => {
                    return format!("[{}]", parts.join(", "));
                }
                _ => return format!("[{}|{}]", parts.join(", "), self.show_value(rest)),
            }
        }
    }
}
