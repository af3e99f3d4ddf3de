//! Claims of all forms: some hold, most do not.

use super::{Gives, Scope};
use std::fmt::Write;

impl Scope {
    /// An assertion.
    pub(crate) fn claim_line(&mut self, out: &mut String, depth: usize) {
        let names = self.all_pointers();
        let formula = self.formula(&names, false, 1);
        let _ = writeln!(out, "{}//@ assert {formula};", "    ".repeat(depth));
    }

    /// What is required and ensured.
    pub(crate) fn contract(&mut self) -> String {
        let inputs: Vec<&'static str> = self.pointers[..self.lists].to_vec();
        let mut clauses = Vec::new();
        for _ in 0..self.random.below(3) {
            clauses.push(format!("requires {};", self.requirement()));
        }
        let mut seen = inputs;
        if self.gives(Gives::List) {
            seen.push("\\result");
        }
        seen.extend(self.places.iter().copied());
        for _ in 0..1 + self.random.below(3) {
            let formula = self.formula(&seen, true, 1);
            clauses.push(format!("ensures {formula};"));
        }
        format!("/*@ {} */\n", clauses.join("\n    "))
    }

    fn requirement(&mut self) -> String {
        let x = self.pointers[self.random.below(self.lists)];
        let bound = self.random.between(-1, 3);
        match self.random.below(10) {
            0 => format!("sorted({x})"),
            1 => format!("forall n in list({x}): n->data >= {bound}"),
            2 => format!("{x} != \\null"),
            3 => format!("len({x}) >= {}", 1 + self.random.below(2)),
            4 => format!("forall m, n ordered in list({x}): m->data <= n->data"),
            5 => format!("forall m, n adjacent in list({x}): m->data <= n->data"),
            6 if self.lists > 1 => "equal(x, y)".to_string(),
            7 if self.lists > 1 => "!equal(x, y)".to_string(),
            8 if self.lists > 1 => "len(x) == len(y)".to_string(),
            9 => format!("{x} != \\null ==> {x}->data == {bound}"),
            _ => format!("acyclic({x})"),
        }
    }

    /// A list that a claim may speak of.
    fn list(&mut self, names: &[&'static str]) -> String {
        let x = self.pointers[self.random.below(self.lists)];
        match self.random.below(7) {
            0 | 1 => format!("\\old({x})"),
            _ => self.pick(names).to_string(),
        }
    }

    /// A measure of a list. That of a list as it was may be written in two ways.
    fn measure(&mut self, word: &str, list: &str) -> String {
        match list.strip_prefix("\\old(") {
            Some(old) if self.random.one_in(2) => format!("\\old({word}({old})"),
            _ => format!("{word}({list})"),
        }
    }

    fn number(&mut self, names: &[&'static str], ensures: bool) -> String {
        let list = self.list(names);
        let a = self.ints[self.random.below(self.numbers.max(1))];
        let one = self.fields.len() == 1;
        match self.random.below(8) {
            0 | 1 => self.measure("len", &list),
            2 if one => self.measure("sum", &list),
            3 if self.numbers > 0 => format!("\\old({a})"),
            4 if ensures && self.gives(Gives::Number) => "\\result".to_string(),
            5 if !ensures => self.pick(&["i", "s", "c", "u"]).to_string(),
            6 if !ensures || self.numbers > 0 => a.to_string(),
            _ => self.random.between(-2, 4).to_string(),
        }
        .replace("\\old(i)", "0")
    }

    fn formula(&mut self, names: &[&'static str], ensures: bool, depth: usize) -> String {
        let (list, other) = (self.list(names), self.list(names));
        let op = self.pick(&["<", "<=", "==", "!=", ">", ">="]);
        let rises = self.pick(&["<=", "<", "==", ">="]);
        let bound = match ensures && self.numbers == 0 {
            true => self.random.between(-2, 3).to_string(),
            false => self.bound(),
        };
        let p = self.pick(names);
        let one = self.fields.len() == 1;
        match self.random.below(19) {
            0 if !list.starts_with("\\old") => format!("sorted({list})"),
            1 | 2 => format!("forall n in list({list}): n->data {op} {bound}"),
            3 => format!("forall m, n ordered in list({list}): m->data {rises} n->data"),
            4 => format!("forall m, n adjacent in list({list}): m->data {rises} n->data"),
            5 => format!("forall l, m, n adjacent in list({list}): n->data {op} l->data + m->data"),
            6 => format!("acyclic({p})"),
            7 if one => {
                format!("{} == {}", self.measure("multiset", &list), self.measure("multiset", &other))
            }
            8 if one => {
                let third = self.list(names);
                let (list, other) = (self.measure("multiset", &list), self.measure("multiset", &other));
                format!("{list} == {other} + {}", self.measure("multiset", &third))
            }
            9 => format!("equal({list}, {other})"),
            10 | 11 => format!("{} {op} {}", self.number(names, ensures), self.number(names, ensures)),
            12 => format!(
                "{} == {} + {}",
                self.number(names, ensures),
                self.number(names, ensures),
                self.random.below(3)
            ),
            13 => format!("{p} {} \\null", self.pick(&["==", "!="])),
            14 if depth > 0 => {
                let (a, b) = (self.formula(names, ensures, 0), self.formula(names, ensures, 0));
                let joined = self.pick(&["==>", "&&", "||", "<==>"]);
                format!("({a}) {joined} ({b})")
            }
            15 => format!("{p} != \\null ==> {p}->data {op} {bound}"),
            16 => format!("forall n in list({list}): n->data {op} \\old(n->data)"),
            17 => self.nested(names),
            _ => format!("{} {op} {}", self.measure("len", &list), self.measure("len", &other)),
        }
    }

    /// Lists that begin at the next cell, and claims within others.
    fn nested(&mut self, names: &[&'static str]) -> String {
        let (p, q) = (self.pick(names), self.pick(names));
        let (list, op) = (self.list(names), self.pick(&["<", "<=", "==", ">="]));
        match self.random.below(5) {
            0 => format!("{p} != \\null ==> len({p}) {op} len({p}->next) + 1"),
            1 => format!("{p} != \\null ==> len({p}->next) {op} len({q})"),
            2 => format!("{p} != \\null ==> (forall n in list({p}->next): n->data {op} {p}->data)"),
            3 => format!("forall m in list({list}): forall n in list({q}): m->data {op} n->data"),
            _ => format!("!(forall n in list({list}): n->data {op} 1)"),
        }
    }
}
