//! Terms and values in the papers' notation: `x ≠ nil ∧ ∀Y (N ≠ s(Y))`; or in another one, with a [`Style`].

use crate::sort::FunId;
use crate::term::{Op, Term, Terms};
use crate::value::Value;
use base::{Access, Int, Signs};
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

/// The longest text of a term: a term that shares its parts may be exponentially long when it is written out.
const LONGEST: usize = 4_000;
/// The deepest part of a term that is written out.
const DEEPEST: u32 = 2_000;

/// What an application of a function stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A call.
    Call,
    /// A field of an object.
    Field,
    /// A field or an element that is a part of its object, and no object of its own.
    Part,
    /// An element of an array.
    Element,
    /// A pointer to an element of an array.
    Pointer,
    /// The bits that two numbers have in common.
    CommonBits,
    /// The index of the first element of an array.
    First,
    /// The number of elements of an array.
    Length,
}

/// How terms are written.
pub trait Style {
    /// The signs.
    fn signs(&self) -> &Signs;

    /// What an application of a function stands for.
    fn form(&self, function: FunId) -> Form {
        let _ = function;
        Form::Call
    }

    /// The index of the first element of an array, if it is known.
    fn first_index(&self, array: Term) -> Option<i64> {
        let _ = array;
        None
    }

    /// How a variable is called, if not by its own name.
    fn name(&self, variable: Term) -> Option<&str> {
        let _ = variable;
        None
    }

    /// Whether it is a number that stands for a character.
    fn is_character(&self, term: Term) -> bool {
        let _ = term;
        false
    }
}

/// The papers' way.
struct Paper;

impl Style for Paper {
    fn signs(&self) -> &Signs {
        &Signs::PAPER
    }
}

impl Terms {
    /// A term as the papers write it; `…` stands for what goes on too long.
    pub fn show(&self, t: Term) -> String {
        self.show_in(t, &Paper)
    }

    /// A term in another notation.
    pub fn show_in(&self, t: Term, style: &dyn Style) -> String {
        let mut out = String::new();
        Writer { terms: self, style, signs: *style.signs() }.write(&mut out, t, Tight::Or, 0);
        out
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

/// Writes terms in a style.
struct Writer<'a> {
    terms: &'a Terms,
    style: &'a dyn Style,
    signs: Signs,
}

impl Writer<'_> {
    fn write(&self, out: &mut String, t: Term, context: Tight, depth: u32) {
        if depth > DEEPEST || out.len() > LONGEST {
            out.push('…');
            return;
        }
        let args = self.terms.args(t);
        let own = match self.terms.op(t) {
            Op::Or => Tight::Or,
            Op::And => Tight::And,
            Op::Not => match self.terms.op(args[0]) {
                Op::Eq | Op::Le | Op::Lt => Tight::Compare,
                _ => Tight::Not,
            },
            Op::Forall(_) | Op::Exists(_) => Tight::Not,
            Op::Eq | Op::Le | Op::Lt | Op::Distinct => Tight::Compare,
            Op::Add => Tight::Sum,
            Op::Div | Op::Mod if self.signs.casts => Tight::Atom,
            Op::Ite if self.writes_choices() && self.truncated(args).is_some() => Tight::Product,
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
        let args = self.terms.args(t);
        let infix = |out: &mut String, args: &[Term], op: &str, inner: Tight| {
            for (i, a) in args.iter().enumerate() {
                if i > 0 {
                    out.push_str(op);
                }
                self.write(out, *a, inner, depth + 1);
            }
        };
        match self.terms.op(t) {
            Op::True => out.push_str("true"),
            Op::False => out.push_str("false"),
            Op::Int(i) => self.write_number(out, &i.to_string()),
            Op::Real(r) => self.write_number(out, &r.to_string()),
            Op::Var(s) => out.push_str(self.style.name(t).unwrap_or_else(|| self.terms.name(*s))),
            Op::Nil => out.push_str(self.signs.null),
            Op::New(n) => {
                let _ = write!(out, "new{n}");
            }
            Op::Or => infix(out, args, self.signs.or, Tight::And),
            Op::And => infix(out, args, self.signs.and, Tight::Not),
            Op::Eq if self.terms.sort_of(args[0]) == crate::Sort::BOOL => {
                infix(out, args, self.signs.iff, Tight::Sum)
            }
            Op::Eq => self.write_equal(out, args, self.signs.equal, depth),
            Op::Le => {
                self.write_order(out, args[0], args[1], [self.signs.at_most, self.signs.at_least], depth)
            }
            Op::Lt => self.write_order(out, args[0], args[1], [" < ", " > "], depth),
            Op::Not => {
                let inner = self.terms.args(args[0]);
                match self.terms.op(args[0]) {
                    Op::Eq => self.write_equal(out, inner, self.signs.unequal, depth),
                    // ¬(a ≤ b) is b < a.
                    Op::Le => self.write_order(out, inner[1], inner[0], [" < ", " > "], depth),
                    Op::Lt => self.write_order(
                        out,
                        inner[1],
                        inner[0],
                        [self.signs.at_most, self.signs.at_least],
                        depth,
                    ),
                    _ => {
                        out.push_str(self.signs.not);
                        self.write(out, args[0], Tight::Atom, depth + 1);
                    }
                }
            }
            Op::Distinct => self.write_call(out, "distinct", args, depth),
            Op::Add => self.write_sum(out, args, depth),
            Op::Mul => infix(out, args, self.signs.times, Tight::Atom),
            Op::Div if self.signs.casts => self.write_call(out, "div", args, depth),
            Op::Mod if self.signs.casts => match self.word(args[1]) {
                Some(word) => {
                    let _ = write!(out, "({word})");
                    self.write(out, args[0], Tight::Atom, depth + 1);
                }
                None => self.write_call(out, "mod", args, depth),
            },
            Op::Div => infix(out, args, " div ", Tight::Atom),
            Op::Mod => infix(out, args, " mod ", Tight::Atom),
            Op::RealDiv => infix(out, args, " / ", Tight::Atom),
            Op::ToReal => self.write(out, args[0], own, depth + 1),
            Op::ToInt => {
                out.push('⌊');
                self.write(out, args[0], Tight::Or, depth + 1);
                out.push('⌋');
            }
            Op::Ite if self.writes_choices() => self.write_choice(out, args, depth),
            Op::Ite => self.write_call(out, "ite", args, depth),
            Op::App(f) => self.write_application(out, *f, args, depth),
            Op::Con(c) => {
                let name = self.terms.data_of(self.terms.sort_of(t)).map_or("?", |(d, _)| {
                    d.constructors.get(*c as usize).map_or("?", |k| self.terms.name(k.name))
                });
                self.write_call(out, name, args, depth);
            }
            Op::Sel(c, f) => {
                let name = self.terms.data_of(self.terms.sort_of(args[0])).map_or("?", |(d, _)| {
                    d.constructors
                        .get(*c as usize)
                        .and_then(|k| k.fields.get(*f as usize))
                        .map_or("?", |f| self.terms.name(f.0))
                });
                self.write_call(out, name, args, depth);
            }
            Op::Is(c) => {
                let name = self.terms.data_of(self.terms.sort_of(args[0])).map_or("?", |(d, _)| {
                    d.constructors.get(*c as usize).map_or("?", |k| self.terms.name(k.name))
                });
                self.write_call(out, &format!("is_{name}"), args, depth);
            }
            Op::Functor(_) => self.write_tree(out, t, depth),
            Op::FunctorArg(f, n, i) => {
                self.write_call(out, &format!("arg_{}_{n}_{}", self.terms.name(*f), i + 1), args, depth);
            }
            Op::IsFunctor(f, n) => {
                out.push_str("root(");
                self.write(out, args[0], Tight::Or, depth + 1);
                let _ = write!(out, ", {}/{n})", self.terms.name(*f));
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
                out.push(if matches!(self.terms.op(t), Op::Forall(_)) { '∀' } else { '∃' });
                infix(out, &args[..*n as usize], ", ", Tight::Atom);
                out.push(' ');
                self.write(out, args[*n as usize], Tight::Compare, depth + 1);
            }
        }
    }

    /// `x > 10`, not `10 < x`: what is said comes first, the number after it.
    fn write_order(&self, out: &mut String, a: Term, b: Term, signs: [&str; 2], depth: u32) {
        if self.counts_from_first() && self.terms.sort_of(a) == crate::Sort::INT {
            return self.write_balanced(out, a, b, signs, depth);
        }
        let turned = self.terms.as_number(a).is_some() && self.terms.as_number(b).is_none();
        let (a, b, sign) = if turned { (b, a, signs[1]) } else { (a, b, signs[0]) };
        self.write_operand(out, a, b, depth);
        out.push_str(sign);
        self.write_operand(out, b, a, depth);
    }

    /// Whether indexes count from the start of the array.
    fn counts_from_first(&self) -> bool {
        matches!(self.signs.access, Access::Parentheses | Access::Points)
    }

    /// An order whose sides are sums: a term subtracted on one side is added on the other, and the number comes last.
    /// `A'First <= 1`, not `-A'First + 1 >= 0`.
    fn write_balanced(&self, out: &mut String, a: Term, b: Term, signs: [&str; 2], depth: u32) {
        let (mut left, mut right, mut number) = (Vec::new(), Vec::new(), Int::ZERO);
        for (side, is_left) in [(a, true), (b, false)] {
            let addends = match self.terms.op(side) {
                Op::Add => self.terms.args(side).to_vec(),
                _ => vec![side],
            };
            for addend in addends {
                if let Op::Int(n) = self.terms.op(addend) {
                    number = if is_left { &number - n } else { &number + n };
                    continue;
                }
                let taken_off = match (self.terms.op(addend), self.terms.args(addend)) {
                    (Op::Mul, [m, of]) if self.terms.as_number(*m).is_some_and(|k| (-k).is_one()) => {
                        Some(*of)
                    }
                    _ => None,
                };
                let list = if is_left == taken_off.is_none() { &mut left } else { &mut right };
                list.push(taken_off.unwrap_or(addend));
            }
        }
        let mut sign = signs[0];
        if left.is_empty() {
            std::mem::swap(&mut left, &mut right);
            (number, sign) = (-&number, signs[1]);
        }
        match left[..] {
            [] => out.push('0'),
            [one] => self.write(out, one, Tight::Sum, depth + 1),
            _ => self.write_sum(out, &left, depth),
        }
        out.push_str(sign);
        match right[..] {
            [] => return self.write_number(out, &number.to_string()),
            [one] => self.write(out, one, Tight::Sum, depth + 1),
            _ => self.write_sum(out, &right, depth),
        }
        if !number.is_zero() {
            out.push_str(if number.is_negative() { self.signs.minus } else { " + " });
            out.push_str(&number.abs().to_string());
        }
    }

    /// Both sides of an equation.
    fn write_equal(&self, out: &mut String, args: &[Term], sign: &str, depth: u32) {
        if let [a, b] = args
            && self.signs.access == Access::Points
            && self.terms.sort_of(*a) == crate::Sort::INT
        {
            return self.write_balanced(out, *a, *b, [sign, sign], depth);
        }
        if let [a, b] = args
            && self.signs.casts
            && self.terms.as_number(*a).is_some()
            && self.terms.as_number(*b).is_none()
        {
            return self.write_equal(out, &[*b, *a], sign, depth);
        }
        for (i, a) in args.iter().enumerate() {
            if i > 0 {
                out.push_str(sign);
            }
            let other = args.get(usize::from(i == 0)).copied().unwrap_or(*a);
            self.write_operand(out, *a, other, depth);
        }
    }

    /// One side of a comparison; a number compared with a character is written as a character.
    fn write_operand(&self, out: &mut String, a: Term, other: Term, depth: u32) {
        if let Op::Int(n) = self.terms.op(a)
            && self.style.is_character(other)
            && let Some(shown) = n.to_i64().and_then(|code| self.signs.character(code))
        {
            out.push_str(&shown);
            return;
        }
        self.write(out, a, Tight::Sum, depth + 1);
    }

    /// The word type with this number of values.
    fn word(&self, values: Term) -> Option<&'static str> {
        let Op::Int(n) = self.terms.op(values) else { return None };
        let bits = [8, 16, 32, 64].into_iter().zip(self.signs.words);
        bits.into_iter().find_map(|(bits, word)| (*n == Int::from(1_i128 << bits)).then_some(word))
    }

    /// Whether the language has choices in expressions, and division that rounds towards zero.
    fn writes_choices(&self) -> bool {
        self.signs.casts || self.signs.access == Access::Parentheses
    }

    /// A choice. That of a division which rounds towards zero is a division.
    fn write_choice(&self, out: &mut String, args: &[Term], depth: u32) {
        if let Some((sign, a, b)) = self.truncated(args) {
            self.write(out, a, Tight::Atom, depth + 1);
            out.push_str(sign);
            self.write(out, b, Tight::Atom, depth + 1);
            return;
        }
        let words = if self.signs.casts { ["(", " ? ", " : "] } else { ["(if ", " then ", " else "] };
        for (word, part) in words.into_iter().zip(args) {
            out.push_str(word);
            self.write(out, *part, Tight::And, depth + 1);
        }
        out.push(')');
    }

    /// `a ≥ 0 ? a op b : −(−a op b)`.
    fn truncated(&self, args: &[Term]) -> Option<(&'static str, Term, Term)> {
        let negated = |t: Term| match (self.terms.op(t), self.terms.args(t)) {
            (Op::Mul, [minus, of]) if self.terms.as_number(*minus).is_some_and(|k| (-k).is_one()) => {
                Some(*of)
            }
            _ => None,
        };
        let (sign, a, b) = match (self.terms.op(args[1]), self.terms.args(args[1])) {
            (Op::Mod, [a, b]) => (if self.signs.casts { " % " } else { " rem " }, *a, *b),
            (Op::Div, [a, b]) => (" / ", *a, *b),
            _ => return None,
        };
        let inner = negated(args[2])?;
        let [minus_a, same] = self.terms.args(inner) else { return None };
        let as_before =
            self.terms.op(inner) == self.terms.op(args[1]) && *same == b && negated(*minus_a) == Some(a);
        let is_zero = |t: Term| self.terms.as_number(t).is_some_and(|k| k.is_zero());
        let tested = match (self.terms.op(args[0]), self.terms.args(args[0])) {
            (Op::Le, [zero, of]) => is_zero(*zero) && *of == a,
            _ => false,
        };
        (as_before && tested).then_some((sign, a, b))
    }

    /// What an application stands for.
    fn write_application(&self, out: &mut String, f: FunId, args: &[Term], depth: u32) {
        let name = self.terms.name(self.terms.fun(f).name);
        let form = if self.signs.access == Access::Calls { Form::Call } else { self.style.form(f) };
        match (form, args) {
            (Form::Field | Form::Part, [object]) => {
                // What the front end made to hold others has no name of its own.
                let name_of = |v| self.terms.name(v);
                let hidden =
                    matches!(self.terms.op(*object), Op::Var(v) if self.signs.is_holder(name_of(*v)));
                if !hidden {
                    self.write(out, *object, Tight::Atom, depth + 1);
                    let inside = match self.terms.op(*object) {
                        Op::App(f) => self.style.form(*f) == Form::Part,
                        _ => false,
                    };
                    out.push_str(if inside || self.signs.access != Access::Arrows { "." } else { "->" });
                }
                out.push_str(name);
            }
            (Form::First | Form::Length, [array]) if self.counts_from_first() => {
                self.write(out, *array, Tight::Atom, depth + 1);
                out.push_str(if form == Form::First { "'First" } else { "'Length" });
            }
            (Form::Element | Form::Part, [array, index]) if self.signs.access == Access::Parentheses => {
                self.write(out, *array, Tight::Atom, depth + 1);
                out.push_str(" (");
                self.write_index(out, *array, *index, depth);
                out.push(')');
            }
            (Form::Element | Form::Part, [array, index]) if self.signs.access == Access::Points => {
                self.write(out, *array, Tight::Atom, depth + 1);
                let mut shown = String::new();
                self.write_index(&mut shown, *array, *index, depth);
                let one = shown.chars().all(|c| c.is_alphanumeric());
                let _ = if one { write!(out, ".{shown}") } else { write!(out, ".({shown})") };
            }
            (Form::Element | Form::Part, [array, index]) => {
                self.write(out, *array, Tight::Atom, depth + 1);
                out.push('[');
                self.write(out, *index, Tight::Or, depth + 1);
                out.push(']');
            }
            (Form::Pointer, [array, index]) => {
                self.write(out, *array, Tight::Atom, depth + 1);
                if self.terms.as_number(*index).is_none_or(|k| !k.is_zero()) {
                    out.push_str(" + ");
                    self.write(out, *index, Tight::Product, depth + 1);
                }
            }
            (Form::CommonBits, [a, b]) => {
                out.push('(');
                self.write(out, *a, Tight::Sum, depth + 1);
                out.push_str(" & ");
                self.write(out, *b, Tight::Sum, depth + 1);
                out.push(')');
            }
            _ => self.write_call(out, name, args, depth),
        }
    }

    /// The index of a position: the position counted from the first index.
    fn write_index(&self, out: &mut String, array: Term, position: Term, depth: u32) {
        let addends = match self.terms.op(position) {
            Op::Add => self.terms.args(position).to_vec(),
            _ => vec![position],
        };
        let number = |t: &Term| match self.terms.op(*t) {
            Op::Int(n) => Some(n.clone()),
            _ => None,
        };
        let mut constant = addends.iter().filter_map(number).fold(Int::ZERO, |sum, n| &sum + &n);
        let mut rest: Vec<Term> = addends.into_iter().filter(|t| number(t).is_none()).collect();
        let is_first = |t: Term| match (self.terms.op(t), self.terms.args(t)) {
            (Op::App(f), [of]) => self.style.form(*f) == Form::First && *of == array,
            _ => false,
        };
        let taken_off = rest.iter().position(|t| match (self.terms.op(*t), self.terms.args(*t)) {
            (Op::Mul, [m, of]) => self.terms.as_number(*m).is_some_and(|k| (-k).is_one()) && is_first(*of),
            _ => false,
        });
        match (self.style.first_index(array), taken_off) {
            (Some(first), _) => constant = &constant + &Int::from(first),
            (None, Some(at)) => {
                rest.remove(at);
            }
            (None, None) => {
                self.write(out, array, Tight::Atom, depth + 1);
                out.push_str("'First");
                if !rest.is_empty() {
                    out.push_str(" + ");
                } else if !constant.is_zero() {
                    let sign = if constant.is_negative() { " - " } else { " + " };
                    out.push_str(sign);
                    out.push_str(&constant.abs().to_string());
                }
                if rest.is_empty() {
                    return;
                }
            }
        }
        if rest.is_empty() {
            self.write_number(out, &constant.to_string());
            return;
        }
        self.write_sum(out, &rest, depth);
        if !constant.is_zero() {
            out.push_str(if constant.is_negative() { self.signs.minus } else { " + " });
            out.push_str(&constant.abs().to_string());
        }
    }

    fn write_number(&self, out: &mut String, digits: &str) {
        match digits.strip_prefix('-') {
            Some(d) => {
                out.push_str(self.signs.negative);
                out.push_str(d);
            }
            None => out.push_str(digits),
        }
    }

    /// `a − 2·b + 1` instead of `a + −2·b + 1`.
    fn write_sum(&self, out: &mut String, args: &[Term], depth: u32) {
        for (i, a) in args.iter().enumerate() {
            let (negative, digits) = match self.terms.op(*a) {
                Op::Int(n) if n.is_negative() => (true, Some(n.abs().to_string())),
                Op::Real(r) if r.is_negative() => (true, Some(r.abs().to_string())),
                Op::Mul => match self.terms.as_number(self.terms.args(*a)[0]) {
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
            out.push_str(if i > 0 { self.signs.minus } else { self.signs.negative });
            let product = *self.terms.op(*a) == Op::Mul;
            if let Some(d) = &digits {
                out.push_str(d);
                if product {
                    out.push_str(self.signs.times);
                }
            }
            if product {
                self.write(out, self.terms.args(*a)[1], Tight::Atom, depth + 1);
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
        let Op::Functor(f) = self.terms.op(t) else { return self.write(out, t, Tight::Atom, depth) };
        if !(self.terms.name(*f) == "[|]" && self.terms.args(t).len() == 2) {
            let name = self.terms.name(*f).to_string();
            return self.write_call(out, &name, self.terms.args(t), depth);
        }
        out.push('[');
        let mut rest = t;
        loop {
            let args = self.terms.args(rest);
            self.write(out, args[0], Tight::Or, depth + 1);
            let next = args[1];
            match self.terms.op(next) {
                Op::Functor(g) if self.terms.name(*g) == "[|]" && self.terms.args(next).len() == 2 => {
                    out.push_str(", ")
                }
                Op::Functor(g) if self.terms.name(*g) == "[]" && self.terms.args(next).is_empty() => break,
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
}
