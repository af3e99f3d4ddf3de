//! The program as text, for people and golden files.
//!
//! ```text
//! struct cons { head: int, tail: cons }
//!
//! proc main
//!   input x: cons
//!   requires acyclic(x)
//! b0:
//!   goto b1
//! b1: loop l0
//!   branch d0 while [x.tail.head /= x.head] then b2 else b3
//! …
//! ```

use crate::{
    BinaryOp, Block, Caught, Claim, DecisionKind, Expr, ExprKind, FieldId, InstrKind, Made, Predicate, Proc,
    Program, Requirement, RequirementKind, TerminatorKind, Type, UnaryOp, VarKind, type_of,
};
use base::{Access, Signs};
use std::fmt::Write;

/// The whole program.
pub fn print(program: &Program) -> String {
    let mut out = String::new();
    for s in &program.structs {
        let fields: Vec<String> =
            s.fields.iter().map(|f| format!("{}: {}", f.name, program.type_name(&f.ty))).collect();
        let _ = writeln!(out, "struct {} {{ {} }}", s.name, fields.join(", "));
    }
    for proc in &program.procs {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&print_proc(program, proc));
    }
    out
}

/// One procedure.
pub fn print_proc(program: &Program, proc: &Proc) -> String {
    let mut out = String::new();
    // The listing looks the same for every language.
    let names = Names { program, proc, signs: &Signs::PLAIN };
    let hidden = if proc.hidden { "hidden " } else { "" };
    let params: Vec<String> = proc.params.iter().map(|p| names.declared(*p)).collect();
    let _ = write!(out, "{hidden}proc {}", proc.name);
    if !params.is_empty() || proc.result.is_some() {
        let _ = write!(out, "({})", params.join(", "));
    }
    if let Some(result) = &proc.result {
        let _ = write!(out, ": {}", program.type_name(result));
    }
    out.push('\n');
    for (i, var) in proc.vars.iter().enumerate() {
        let word = match var.kind {
            VarKind::Param => continue,
            VarKind::Input => "input",
            VarKind::Local => "local",
            VarKind::Temporary => "temporary",
            VarKind::Ghost => "ghost",
        };
        let _ = writeln!(out, "  {word} {}", names.declared(crate::VarId::new(i)));
    }
    for own in &proc.own {
        let length = own.length.map_or_else(String::new, |n| format!(" length {n}"));
        let first = own.first.map_or_else(String::new, |n| format!(" first {n}"));
        let _ = writeln!(out, "  own {}{length}{first}", names.var(own.var));
    }
    if !proc.outs.is_empty() {
        let outs: Vec<String> = proc.outs.iter().map(|v| names.var(*v)).collect();
        let _ = writeln!(out, "  outs {}", outs.join(", "));
    }
    for r in &proc.requires {
        let _ = writeln!(out, "  requires {}", names.requirement(r));
    }
    // What is obeyed stands there already.
    let obeyed = |c: &&Claim| proc.requires.iter().any(|r| r.span == c.span);
    for c in proc.claims.iter().filter(|c| !obeyed(c)) {
        let _ = writeln!(out, "  claims {}", names.claim(c));
    }
    for (i, handler) in proc.handlers.iter().enumerate() {
        let outer = handler.outer.map_or_else(String::new, |outer| format!(" within {outer}"));
        let _ = writeln!(out, "  handler h{i}{outer}");
        for catch in &handler.catches {
            let what = match &catch.what {
                Caught::All => "others".to_string(),
                Caught::Kinds(kinds) => {
                    kinds.iter().map(|kind| program.error_message(*kind)).collect::<Vec<_>>().join(", ")
                }
            };
            let _ = writeln!(out, "    catch {} [{what}] to {}", catch.decision, catch.to);
        }
    }
    for (i, block) in proc.blocks.iter().enumerate() {
        let mut within = block.in_loop.map_or(String::new(), |l| format!(" loop {l}"));
        if let Some(handler) = block.handler {
            let _ = write!(within, " handler {handler}");
        }
        let _ = writeln!(out, "b{i}:{within}");
        names.block(block, &mut out);
    }
    out
}

/// An expression of a procedure.
pub fn print_expr(program: &Program, proc: &Proc, e: &Expr) -> String {
    Names { program, proc, signs: &program.notation.text }.expr(e)
}

/// An instruction of a procedure.
pub fn print_instr(program: &Program, proc: &Proc, instr: &InstrKind) -> String {
    Names { program, proc, signs: &program.notation.text }.instr(instr)
}

/// A requirement of a procedure.
pub fn print_requirement(program: &Program, proc: &Proc, r: &Requirement) -> String {
    Names { program, proc, signs: &program.notation.text }.requirement(r)
}

/// A claim of a procedure, with the point or the loop that it is about.
pub fn print_claim(program: &Program, proc: &Proc, claim: &Claim) -> String {
    Names { program, proc, signs: &program.notation.text }.claim(claim)
}

pub(crate) struct Names<'a> {
    pub program: &'a Program,
    pub proc: &'a Proc,
    pub signs: &'a Signs,
}

impl Names<'_> {
    pub(crate) fn var(&self, v: crate::VarId) -> String {
        if let Some(text) = self.ghost(v) {
            return text;
        }
        self.proc.var(v).map_or_else(|| v.to_string(), |v| v.name.clone())
    }

    fn declared(&self, v: crate::VarId) -> String {
        match self.proc.var(v) {
            Some(var) => format!("{}: {}", var.name, self.program.type_name(&var.ty)),
            None => v.to_string(),
        }
    }

    pub(crate) fn callee(&self, p: crate::ProcId) -> String {
        self.program.proc(p).map_or_else(|| p.to_string(), |p| p.name.clone())
    }

    fn field(&self, object: &Expr, field: FieldId) -> String {
        let name = match type_of(self.program, self.proc, object) {
            Some(Type::Ref(s)) => self.program.field(s, field).map(|f| f.name.clone()),
            _ => None,
        };
        name.unwrap_or_else(|| field.to_string())
    }

    fn instr(&self, kind: &InstrKind) -> String {
        match kind {
            InstrKind::Skip => self.signs.skip.to_string(),
            InstrKind::Assign(v, e) => format!("{}{}{}", self.var(*v), self.signs.assign, self.expr(e)),
            InstrKind::StoreField { object, field, value } => {
                format!("{}{}{}", self.access(object, *field), self.signs.assign, self.expr(value))
            }
            InstrKind::StoreElement { array, index, value } => {
                format!("{}{}{}", self.element(array, index), self.signs.assign, self.expr(value))
            }
            InstrKind::Fill { array, from, count, index, value } => {
                let (array, from, i) = (self.tight(array), self.tight(from), self.var(*index));
                let (assign, value, count) = (self.signs.assign, self.expr(value), self.expr(count));
                format!("{array}[{from} + {i}]{assign}{value} for {i} below {count}")
            }
            InstrKind::New { dst, of, args } => {
                let of = self.program.type_name(&Type::Ref(*of));
                format!("{} := new {of}({})", self.var(*dst), self.list(args))
            }
            InstrKind::NewArray { dst, element, length } => {
                let of = self.program.type_name(element);
                format!("{} := new {of}[{}]", self.var(*dst), self.expr(length))
            }
            InstrKind::StoreTarget { pointer, value } => {
                format!("*{}{}{}", self.tight(pointer), self.signs.assign, self.expr(value))
            }
            InstrKind::Make { dst, object, zeroed, .. } => {
                let of = match object {
                    Made::Cell(s) => self.program.type_name(&Type::Ref(*s)),
                    Made::Long { of, length } => {
                        format!("{}[.. {}]", self.program.type_name(&Type::Ref(*of)), self.expr(length))
                    }
                    Made::Array { element, length, first } => {
                        let from =
                            first.as_ref().map_or_else(String::new, |e| format!(" from {}", self.expr(e)));
                        format!("{}[{}{from}]", self.program.type_name(element), self.expr(length))
                    }
                };
                let how = if *zeroed { "zeroed " } else { "" };
                format!("{} := make {how}{of}", self.var(*dst))
            }
            InstrKind::Free(e) => format!("free {}", self.expr(e)),
            InstrKind::Call { dst, proc, args, backs } => {
                let dst = dst.map_or(String::new(), |v| format!("{} := ", self.var(v)));
                let of = self.program.proc(*proc);
                let name = |v: &crate::VarId| {
                    of.and_then(|p| p.var(*v)).map_or_else(|| v.to_string(), |v| v.name.clone())
                };
                let backs: Vec<String> =
                    backs.iter().map(|(from, to)| format!(" {} := {}", self.var(*to), name(from))).collect();
                let back = if backs.is_empty() { String::new() } else { format!(" back{}", backs.join(",")) };
                format!("{dst}call {}({}){back}", self.callee(*proc), self.list(args))
            }
            InstrKind::Bits { dst, op, left, right, .. } => {
                format!("{} := {} {} {}", self.var(*dst), self.tight(left), op.text(), self.tight(right))
            }
            InstrKind::Ask { dst, what } => format!("{} := ask {what}", self.var(*dst)),
            InstrKind::Assume(e) => format!("assume {}", self.expr(e)),
            InstrKind::Check { cond, kind } => {
                format!("check {} or {}", self.operand(cond), self.program.error_message(*kind))
            }
            InstrKind::Show { what, values, .. } if values.is_empty() => format!("show {what}"),
            InstrKind::Show { what, values, .. } => format!("show {what}: {}", self.list(values)),
            InstrKind::Unsupported(name) => format!("unsupported {name}"),
        }
    }

    fn block(&self, block: &Block, out: &mut String) {
        for instr in &block.instrs {
            let text = self.instr(&instr.kind);
            let _ = writeln!(out, "  {text}");
        }
        let text = match &block.terminator.kind {
            TerminatorKind::Goto(to) => format!("goto {to}"),
            TerminatorKind::Branch { decision, then, otherwise } => {
                let (kind, cond) = match self.proc.decision(*decision) {
                    Some(d) => (kind_name(d.kind), self.expr(&d.cond)),
                    None => ("?", "?".to_string()),
                };
                format!("branch {decision} {kind} [{cond}] then {then} else {otherwise}")
            }
            TerminatorKind::Return(None) => "return".to_string(),
            TerminatorKind::Return(Some(e)) => format!("return {}", self.expr(e)),
            TerminatorKind::FailAgain(handler) => format!("fail again {handler}"),
            TerminatorKind::Fail(kind) => format!("fail {}", self.program.error_message(*kind)),
        };
        let _ = writeln!(out, "  {text}");
    }

    pub(crate) fn list(&self, args: &[Expr]) -> String {
        args.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    /// Whether the language counts indexes from the start of the array, and writes no checks.
    fn counts_from_first(&self) -> bool {
        self.signs.access == Access::Parentheses
    }

    /// Whether `end - one` is the last index of an array: the first one plus the length, minus one.
    fn is_last(&self, end: &Expr, one: &Expr) -> bool {
        let is_one = matches!(&one.kind, ExprKind::Int(n) if n.is_one());
        match &end.kind {
            ExprKind::Binary(BinaryOp::Add, first, length) if self.counts_from_first() && is_one => {
                matches!((&first.kind, &length.kind), (ExprKind::First(a), ExprKind::Length(b)) if a == b)
            }
            _ => false,
        }
    }

    /// An expression without the checks and conversions around it that are printed as nothing.
    fn shown<'e>(&self, mut e: &'e Expr) -> &'e Expr {
        loop {
            e = match &e.kind {
                ExprKind::Sure(inner, _) => inner,
                ExprKind::IntToBool(inner)
                | ExprKind::BoolToInt(inner)
                | ExprKind::Fit(inner, _)
                | ExprKind::Within(inner, _)
                    if self.signs.casts || self.counts_from_first() =>
                {
                    inner
                }
                ExprKind::Wrap(inner, _) if self.counts_from_first() && !self.signs.casts => inner,
                _ => return e,
            }
        }
    }

    /// An element; where indexes count from the start of the array, positions are turned back into what the author wrote.
    fn element(&self, array: &Expr, index: &Expr) -> String {
        if !self.counts_from_first() {
            return format!("{}[{}]", self.tight(array), self.expr(index));
        }
        let written = match &index.kind {
            // What the author subtracts is checked; this is what the front end took off.
            ExprKind::Binary(BinaryOp::Sub, written, first)
                if matches!(first.kind, ExprKind::Int(_) | ExprKind::First(_)) =>
            {
                written
            }
            _ => index,
        };
        format!("{} ({})", self.tight(array), self.expr(written))
    }

    /// An operand: in parentheses unless it holds together by itself.
    pub(crate) fn tight(&self, e: &Expr) -> String {
        match &self.shown(e).kind {
            ExprKind::Binary(BinaryOp::Sub, end, one) if self.is_last(end, one) => self.expr(e),
            ExprKind::Binary(..) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(..) => {
                format!("({})", self.expr(e))
            }
            _ => self.expr(e),
        }
    }

    pub(crate) fn expr(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Int(i) => i.to_string(),
            ExprKind::Real(r) if r.is_integer() => format!("{r}.0"),
            ExprKind::Real(r) => r.to_string(),
            ExprKind::Bool(b) => b.to_string(),
            ExprKind::Nil => self.signs.null.to_string(),
            ExprKind::Var(v) => self.var(*v),
            ExprKind::Field(object, field) => self.access(object, *field),
            ExprKind::Element(array, index) => self.element(array, index),
            ExprKind::Length(array) if self.counts_from_first() => format!("{}'Length", self.tight(array)),
            ExprKind::First(array) if self.counts_from_first() => format!("{}'First", self.tight(array)),
            ExprKind::Length(array) => format!("{}.length", self.tight(array)),
            ExprKind::First(array) => format!("{}.first", self.tight(array)),
            ExprKind::Target(pointer) => format!("*{}", self.tight(pointer)),
            ExprKind::At(array, index) => format!("&{}[{}]", self.tight(array), self.expr(index)),
            ExprKind::Together(a, b) => format!("together({}, {})", self.expr(a), self.expr(b)),
            ExprKind::Position(p) => format!("position({})", self.expr(p)),
            ExprKind::Unary(UnaryOp::Neg, a) => format!("-{}", self.tight(a)),
            ExprKind::Unary(UnaryOp::Whole, a) => self.tight(a),
            ExprKind::Unary(UnaryOp::Both, a) => self.expr(a),
            ExprKind::Unary(UnaryOp::Not, a) => format!("{}{}", self.signs.not, self.tight(a)),
            ExprKind::Binary(BinaryOp::Sub, end, one) if self.is_last(end, one) => {
                let array = end.operands().next().and_then(|first| first.operands().next());
                array.map_or_else(String::new, |array| format!("{}'Last", self.tight(array)))
            }
            ExprKind::Binary(op, a, b) => {
                let left = match (&self.shown(a).kind, op) {
                    // Sums read well without parentheses on the left.
                    (ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..), BinaryOp::Add | BinaryOp::Sub) => {
                        self.expr(a)
                    }
                    _ => self.tight(a),
                };
                format!("{left}{}{}", self.sign(*op), self.tight(b))
            }
            ExprKind::And(a, b) => format!("{}{}{}", self.operand(a), self.signs.and, self.operand(b)),
            ExprKind::Or(a, b) => format!("{}{}{}", self.operand(a), self.signs.or, self.operand(b)),
            ExprKind::Move(pointer, by) if self.signs.casts => {
                format!("({} + {})", self.tight(pointer), self.tight(by))
            }
            ExprKind::Distance(a, b) if self.signs.casts => {
                format!("({} - {})", self.tight(a), self.tight(b))
            }
            // Conversions that only check are not written, and a truth value is a number.
            ExprKind::IntToBool(a)
            | ExprKind::BoolToInt(a)
            | ExprKind::Fit(a, _)
            | ExprKind::Within(a, _)
                if self.signs.casts || self.counts_from_first() =>
            {
                self.expr(a)
            }
            ExprKind::Sure(a, _) => self.expr(a),
            ExprKind::Wrap(a, word) if self.signs.casts => {
                let names = if word.is_signed() { self.signs.signed_words } else { self.signs.words };
                let found =
                    [8, 16, 32, 64].into_iter().zip(names).find(|(bits, _)| word.bits() == Some(*bits));
                format!("({}){}", found.map_or("", |(_, name)| name), self.tight(a))
            }
            ExprKind::Move(pointer, by) => format!("({} ⊕ {})", self.tight(pointer), self.tight(by)),
            ExprKind::Distance(a, b) => format!("({} ⊖ {})", self.tight(a), self.tight(b)),
            ExprKind::IntToBool(a) => format!("bool({})", self.expr(a)),
            ExprKind::Fit(a, word) => format!("{word}({})", self.expr(a)),
            ExprKind::Within(a, word) => format!("within {word}({})", self.expr(a)),
            ExprKind::Wrap(a, _) if self.counts_from_first() => self.expr(a),
            ExprKind::Wrap(a, word) => format!("{word}%({})", self.expr(a)),
            ExprKind::BoolToInt(a) => format!("int({})", self.expr(a)),
        }
    }

    /// A field of what a reference leads to.
    pub(crate) fn access(&self, object: &Expr, field: FieldId) -> String {
        let name = self.field(object, field);
        let hidden = match &object.kind {
            ExprKind::Var(v) => self.proc.var(*v).is_some_and(|v| self.signs.is_holder(&v.name)),
            _ => false,
        };
        if hidden {
            return name;
        }
        let inside = self.is_part(object);
        let sign = if self.signs.access == Access::Arrows && !inside { "->" } else { "." };
        let shown = match &object.kind {
            ExprKind::Target(_) => format!("({})", self.expr(object)),
            _ => self.tight(object),
        };
        format!("{shown}{sign}{name}")
    }

    /// Whether a reference is read from where the object itself stands: a struct within a struct, or a global one.
    fn is_part(&self, object: &Expr) -> bool {
        let of = |e: &Expr| type_of(self.program, self.proc, e);
        let declared = match &object.kind {
            ExprKind::Field(whole, field) => match of(whole) {
                Some(Type::Ref(s)) => self.program.field(s, *field).map(|f| f.ty.clone()),
                _ => None,
            },
            ExprKind::Element(array, _) => match of(array) {
                Some(Type::Array(element)) => Some(*element),
                _ => None,
            },
            _ => None,
        };
        matches!(declared, Some(Type::Part(_)))
    }

    /// An operator with its blanks.
    fn sign(&self, op: BinaryOp) -> String {
        match op {
            BinaryOp::Eq => self.signs.equal.to_string(),
            BinaryOp::Ne => self.signs.unequal.to_string(),
            op => format!(" {} ", op.symbol()),
        }
    }

    /// An operand of `and` and `or`: comparisons need no parentheses.
    fn operand(&self, e: &Expr) -> String {
        if matches!(&self.shown(e).kind, ExprKind::Binary(..) | ExprKind::Unary(..)) {
            self.expr(e)
        } else {
            self.tight(e)
        }
    }

    /// An operand of a joined requirement.
    fn part(&self, r: &Requirement) -> String {
        let joined = match &r.kind {
            RequirementKind::Cond(e) => matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..)),
            RequirementKind::And(..) | RequirementKind::Or(..) | RequirementKind::Every { .. } => true,
            _ => false,
        };
        if joined { format!("({})", self.requirement(r)) } else { self.requirement(r) }
    }

    pub(crate) fn predicate(&self, p: &Predicate) -> String {
        match p {
            Predicate::Acyclic(e) => format!("acyclic({})", self.expr(e)),
            Predicate::Disjoint(a, b) => format!("disjoint({}, {})", self.expr(a), self.expr(b)),
            Predicate::Sorted(e) => format!("sorted({})", self.expr(e)),
            Predicate::Tree(e) => format!("tree({})", self.expr(e)),
        }
    }

    fn requirement(&self, r: &Requirement) -> String {
        match &r.kind {
            RequirementKind::Cond(e) => self.expr(e),
            RequirementKind::Predicate(p) => self.predicate(p),
            RequirementKind::Call { proc, args } => format!("{}({})", self.callee(*proc), self.list(args)),
            RequirementKind::Not(a) => format!("{}({})", self.signs.not, self.requirement(a)),
            RequirementKind::And(a, b) => format!("{}{}{}", self.part(a), self.signs.and, self.part(b)),
            RequirementKind::Or(a, b) => format!("{}{}{}", self.part(a), self.signs.or, self.part(b)),
            RequirementKind::Every { var, first, last, body } => format!(
                "forall {} in {} .. {}: {}",
                self.var(*var),
                self.expr(first),
                self.expr(last),
                self.requirement(body)
            ),
        }
    }
}

fn kind_name(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::If => "if",
        DecisionKind::While => "while",
        DecisionKind::Assert => "assert",
        DecisionKind::ShortCircuit => "short-circuit",
        DecisionKind::Answer => "answer",
        DecisionKind::Caught => "caught",
    }
}
