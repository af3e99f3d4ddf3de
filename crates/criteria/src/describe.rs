//! Goals in plain words.
//!
//! Conditions are written as the program prints them, or, with the files at hand, as their author wrote them.

use crate::flow::{Definition, Use, What};
use crate::{Goal, Mcdc, Target};
use imperative::{
    BlockId, DecisionId, Expr, ExprKind, Point, Proc, Program, TerminatorKind, VarKind, print_expr,
};
use source::{Files, Span};

impl Goal {
    /// What is to be seen: `` `x > 0` is false ``, `the loop is executed exactly 2 times`. The places are in the
    /// goal; lines are for the caller to add.
    pub fn describe(&self, program: &Program) -> String {
        self.words(program, None)
    }

    /// The same, with conditions as they stand in the files.
    pub fn describe_in(&self, program: &Program, files: &Files) -> String {
        self.words(program, Some(files))
    }

    fn words(&self, program: &Program, files: Option<&Files>) -> String {
        let Some(proc) = program.proc(self.proc) else { return "nothing".to_string() };
        let text = Text { program, proc, files };
        match &self.what {
            Target::Statement(_) => "the statement is executed".to_string(),
            Target::Outcome { decision, outcome } => {
                format!("{} is {outcome}", text.decision(*decision))
            }
            Target::Atom { decision, atom, value } => {
                format!("{} is {value}", text.atom(*decision, *atom))
            }
            Target::Combination { decision, values } => {
                let parts: Vec<String> = values
                    .iter()
                    .enumerate()
                    .filter_map(|(i, v)| v.map(|v| format!("{} is {v}", text.atom(*decision, i))))
                    .collect();
                parts.join(", ")
            }
            Target::Decides { decision, atom, kind } => {
                let how = match kind {
                    Mcdc::Masking => "",
                    Mcdc::UniqueCause => ", all else being equal",
                };
                format!(
                    "{} alone decides the outcome, as true and as false{how}",
                    text.atom(*decision, *atom)
                )
            }
            Target::Iterations { times: 0, .. } => "the loop is not executed".to_string(),
            Target::Iterations { times: 1, .. } => "the loop is executed exactly once".to_string(),
            Target::Iterations { times, .. } => format!("the loop is executed exactly {times} times"),
            Target::Invoked => format!("`{}` is invoked", proc.name),
            Target::Call { callee, .. } => {
                let name = program.proc(*callee).map_or("?", |p| p.name.as_str());
                format!("the call of `{name}` is executed")
            }
            Target::Definition { what, at } => format!("{} reaches a use", text.definition(what, *at)),
            Target::Use { what, at, used, outcome } => {
                format!("{} {}", text.definition(what, *at), text.reaches(*used, *outcome))
            }
            Target::Way { what, at, used, outcome, blocks } => {
                let way = match blocks.len() {
                    1 => "within one block".to_string(),
                    _ => text.way(blocks),
                };
                format!("{}, {way}, {}", text.definition(what, *at), text.reaches(*used, *outcome))
            }
        }
    }
}

struct Text<'a> {
    program: &'a Program,
    proc: &'a Proc,
    files: Option<&'a Files>,
}

impl Text<'_> {
    /// A way in the lines that its blocks begin in, or by their numbers where there is no text.
    fn way(&self, blocks: &[BlockId]) -> String {
        let line = |b: &BlockId| {
            let block = self.proc.block(*b)?;
            let span = block.instrs.first().map_or(block.terminator.span, |i| i.span);
            Some(self.files?.place(span)?.1.line.to_string())
        };
        match blocks.iter().map(line).collect::<Option<Vec<String>>>() {
            Some(mut lines) => {
                lines.dedup();
                format!("by lines {}", lines.join(", "))
            }
            None => {
                let numbers: Vec<String> = blocks.iter().map(ToString::to_string).collect();
                format!("by the blocks {}", numbers.join(", "))
            }
        }
    }

    fn quoted(&self, e: &Expr, span: Span) -> String {
        let written = self.files.map_or("", |files| files.text(span));
        if written.is_empty() {
            format!("`{}`", print_expr(self.program, self.proc, e))
        } else {
            let words: Vec<&str> = written.split_whitespace().collect();
            format!("`{}`", words.join(" "))
        }
    }

    fn reaches(&self, used: Use, outcome: Option<bool>) -> String {
        let returns_nothing = |block: BlockId| {
            let end = self.proc.block(block).map(|b| &b.terminator.kind);
            matches!(end, Some(TerminatorKind::Return(None)))
        };
        match (used, outcome) {
            (Use::End, _) => "is still there at the end".to_string(),
            (_, Some(outcome)) => format!("reaches a condition that is {outcome}"),
            // Only what the world sees is used by a return without a value.
            (Use::At(_, at), None) if returns_nothing(at.block) && self.ends_at(at) => {
                "is seen at the end".to_string()
            }
            (_, None) => "reaches its use".to_string(),
        }
    }

    fn ends_at(&self, at: Point) -> bool {
        self.proc.block(at.block).is_some_and(|b| b.instrs.len() == at.index as usize)
    }

    fn decision(&self, id: DecisionId) -> String {
        match self.proc.decision(id) {
            Some(d) => self.quoted(&d.cond, d.span),
            None => "the condition".to_string(),
        }
    }

    fn atom(&self, id: DecisionId, atom: usize) -> String {
        let Some(d) = self.proc.decision(id) else { return "a condition".to_string() };
        let (Some(e), Some(a)) = (d.cond.atoms().get(atom).copied(), d.atoms.get(atom)) else {
            return "a condition".to_string();
        };
        let is_temporary = |e: &Expr| match e.kind {
            ExprKind::Var(v) => self.proc.var(v).is_some_and(|v| v.kind == VarKind::Temporary),
            _ => false,
        };
        if self.files.is_none() && is_temporary(e) {
            return format!("condition {} of {}", atom + 1, d.atoms.len());
        }
        self.quoted(e, a.span)
    }

    fn definition(&self, what: &What, at: Definition) -> String {
        let name = match what {
            What::Var(v) => self.proc.var(*v).map_or("?", |v| v.name.as_str()).to_string(),
            What::Field(s, f) => {
                let of = self.program.struct_of(*s).map_or("?", |s| s.name.as_str());
                let field = self.program.field(*s, *f).map_or("?", |f| f.name.as_str());
                format!("{of}.{field}")
            }
            What::Element(ty) => format!("{}[]", self.program.type_name(ty)),
        };
        match (what, at) {
            (_, Definition::Entry) => format!("`{name}` as given"),
            (What::Var(_), Definition::At(_)) => format!("`{name}` set here"),
            (_, Definition::At(_)) => format!("`{name}` written here"),
        }
    }
}
