//! Statements and conditions.

use super::{Gives, Scope};
use std::fmt::Write;

impl Scope {
    /// One statement, or a few that belong together.
    pub(crate) fn statement(&mut self, out: &mut String, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let pad = "    ".repeat(depth);
        let (p, q) = (self.pointer(), self.pointer());
        let field = self.field();
        match self.random.below(32) {
            30 => line(out, &pad, &format!("f = {};", self.random.below(2))),
            31 if self.places.contains(&"o->l") => {
                let value = self.value();
                let _ = writeln!(out, "{pad}o->n = {value};");
            }
            0 => line(out, &pad, &format!("{p} = {q};")),
            1 => line(out, &pad, &format!("{p} = 0;")),
            2 => line(out, &pad, &format!("{p} = {p}->next;")),
            3 | 4 => line(out, &pad, &format!("if ({p} != 0) {p} = {p}->next;")),
            5 => line(out, &pad, &format!("if ({q} != 0) {p} = {q}->next;")),
            6 | 7 => line(out, &pad, &format!("if ({p} != 0) {p}->next = {q};")),
            8 if self.random.one_in(3) => line(out, &pad, &format!("{p}->next = {q};")),
            8 => line(out, &pad, &format!("if ({p} != 0 && {p}->next != 0) {p}->next = {p}->next->next;")),
            9..=11 => {
                let value = self.value();
                let _ = writeln!(out, "{pad}if ({p} != 0) {p}->{field} = {value};");
            }
            12 => {
                let value = self.value();
                let _ = writeln!(out, "{pad}if ({p} != 0) {p}->{field} = {p}->data + {value};");
            }
            13 if self.random.one_in(2) => line(out, &pad, &format!("{p}->data = {q}->data;")),
            13 | 14 => line(out, &pad, &format!("if ({p} != 0 && {q} != 0) {p}->data = {q}->data;")),
            15 | 16 => self.cell(out, &pad, p, q),
            17 if self.random.one_in(3) => line(out, &pad, &format!("free({p});")),
            17 if p != q => {
                let _ = writeln!(out, "{pad}if ({p} != 0) {{ {q} = {p}->next; free({p}); {p} = {q}; }}");
            }
            18 | 19 => self.counting(out, &pad),
            20 => self.call(out, &pad, p, q),
            21 | 22 => self.branch(out, depth),
            23..=27 if self.loops < 2 && depth < 4 => self.repeat(out, depth),
            28 if self.loops > 0 => {
                let cond = self.condition();
                let end = self.end();
                let _ = writeln!(out, "{pad}if ({cond}) {end}");
            }
            _ => self.claim_line(out, depth),
        }
    }

    /// How a loop is left, or where it goes on.
    fn end(&mut self) -> String {
        match self.random.below(4) {
            0 | 1 => "break;".to_string(),
            2 => "continue;".to_string(),
            _ => self.back(),
        }
    }

    /// A new cell, which is checked; now and then something of it is not written.
    fn cell(&mut self, out: &mut String, pad: &str, p: &str, q: &str) {
        let value = self.value();
        let after = if self.random.one_in(2) { self.back() } else { "i = i + 1;".to_string() };
        let early = after.starts_with("return");
        let fields = self.fields.clone();
        let mut sets: Vec<String> = Vec::new();
        for field in fields {
            if !self.random.one_in(9) {
                sets.push(format!("{p}->{field} = {value};"));
            }
        }
        if !self.random.one_in(9) {
            sets.push(format!("{p}->next = {};", if p == q { "0" } else { q }));
        }
        let _ = writeln!(out, "{pad}{p} = malloc(sizeof(struct node));");
        if early {
            let _ = writeln!(out, "{pad}if ({p} == 0) {after}\n{pad}{}", sets.join(" "));
        } else {
            let _ = writeln!(out, "{pad}if ({p} != 0) {{ {} }} else {after}", sets.join(" "));
        }
        if p != q && self.random.one_in(2) {
            let _ = writeln!(out, "{pad}{q} = {p};");
        }
    }

    fn counting(&mut self, out: &mut String, pad: &str) {
        let p = self.pointer();
        let value = self.value();
        let line = match self.random.below(9) {
            0 => "i = i + 1;".to_string(),
            1 => "c++;".to_string(),
            2 => "u++;".to_string(),
            3 => "u--;".to_string(),
            4 => "c = c + 200;".to_string(),
            5 => format!("if ({p} != 0 && s < 50) s = s + {p}->data;"),
            6 => format!("s = {value};"),
            7 => "c = i;".to_string(),
            _ => format!("i = {value};"),
        };
        let _ = writeln!(out, "{pad}{line}");
    }

    fn call(&mut self, out: &mut String, pad: &str, p: &str, q: &str) {
        let value = self.value();
        let line = match self.random.below(7) {
            0 => format!("{p} = rest({q});"),
            1 => format!("s = first({p}, {value});"),
            2 => format!("bump({p}, {});", self.random.between(-1, 2)),
            3 => format!("{p} = last_of({q});"),
            4 => format!("c = count({p});"),
            _ => format!("{p} = turned({q});"),
        };
        let _ = writeln!(out, "{pad}{line}");
    }

    fn branch(&mut self, out: &mut String, depth: usize) {
        let pad = "    ".repeat(depth);
        let cond = self.condition();
        let _ = writeln!(out, "{pad}if ({cond}) {{");
        for _ in 0..1 + self.random.below(2) {
            self.statement(out, depth + 1);
        }
        if self.random.one_in(2) {
            let _ = writeln!(out, "{pad}}} else {{");
            self.statement(out, depth + 1);
        }
        let _ = writeln!(out, "{pad}}}");
    }

    fn repeat(&mut self, out: &mut String, depth: usize) {
        let pad = "    ".repeat(depth);
        let (p, q) = (self.pointer(), self.pointer());
        let (before, cond, step) = match self.random.below(9) {
            0 | 1 if p != q => (format!("{p} = {q};"), format!("{p} != 0"), format!("{p} = {p}->next;")),
            0..=2 => (String::new(), format!("{p} != 0"), format!("{p} = {p}->next;")),
            3 => {
                let bound = self.bound();
                let cond = format!("{p} != 0 && {p}->data < {bound}");
                (String::new(), cond, format!("{p} = {p}->next;"))
            }
            4 => {
                let cond = format!("{p} != 0 && {p}->next != 0");
                (String::new(), cond, format!("{p} = {p}->next;"))
            }
            5 if p != q => {
                // Cells move from one list to the front of another.
                let mut other = "i = i;".to_string();
                if let Some(r) = self.pointers.iter().find(|r| **r != p && **r != q) {
                    other = format!("{r} = {p}; {p} = {p}->next; {r}->next = {q}; {q} = {r};");
                }
                (format!("{q} = 0;"), format!("{p} != 0"), other)
            }
            6 => {
                let bound = 1 + self.random.below(4);
                ("u = 0;".to_string(), format!("u < {bound}"), "u++;".to_string())
            }
            7 => ("c = 250;".to_string(), "c > 2".to_string(), "c++;".to_string()),
            _ => {
                let bound = self.bound();
                ("i = 0;".to_string(), format!("i < {bound} && i < 7"), "i = i + 1;".to_string())
            }
        };
        if !before.is_empty() {
            let _ = writeln!(out, "{pad}{before}");
        }
        let _ = writeln!(out, "{pad}while ({cond}) {{");
        self.loops += 1;
        if self.random.one_in(4) {
            self.claim_line(out, depth + 1);
        }
        for _ in 0..1 + self.random.below(2) {
            self.statement(out, depth + 1);
        }
        self.loops -= 1;
        // The step errs where the body has set the pointer to nil; so it is guarded at times.
        let guarded = step.starts_with(p) && self.random.one_in(2);
        let _ = match guarded {
            true => writeln!(out, "{pad}    if ({p} == 0) break;\n{pad}    {step}\n{pad}}}"),
            false => writeln!(out, "{pad}    {step}\n{pad}}}"),
        };
    }

    /// A small number.
    pub(crate) fn bound(&mut self) -> String {
        let ints = self.ints.clone();
        match self.random.below(3) {
            0 => self.pick(&ints[..self.numbers.max(1)]).to_string(),
            _ => self.random.between(-2, 4).to_string(),
        }
    }

    /// A number that is small for small inputs.
    pub(crate) fn value(&mut self) -> String {
        let ints = self.ints.clone();
        match self.random.below(5) {
            0 | 1 => self.random.between(-3, 5).to_string(),
            2 | 3 => self.pick(&ints).to_string(),
            _ => format!("{} + {}", self.pick(&ints[..self.numbers + 1]), self.random.between(-1, 2)),
        }
    }

    fn condition(&mut self) -> String {
        let (p, q) = (self.pointer(), self.pointer());
        let op = self.pick(&["<", "<=", "==", "!=", ">", ">="]);
        let bound = self.bound();
        match self.random.below(9) {
            8 => self.pick(&["f", "!f", "f == 1"]).to_string(),
            0 => format!("{p} != 0"),
            1 => format!("{p} == 0"),
            2 => format!("{p} == {q}"),
            3 | 4 => format!("{p} != 0 && {p}->data {op} {bound}"),
            5 => format!("{p} == 0 || {q} == 0 || {p}->data {op} {q}->data"),
            6 => format!("{} {op} {bound}", self.pick(&["i", "s", "c"])),
            _ => format!("{p} != 0 && {p}->next != 0 && {p}->data {op} {p}->next->data"),
        }
    }

    /// Is there a result of this kind?
    pub(crate) fn gives(&self, kind: Gives) -> bool {
        self.result == kind
    }
}

fn line(out: &mut String, pad: &str, text: &str) {
    let _ = writeln!(out, "{pad}{text}");
}
