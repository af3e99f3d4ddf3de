//! The tree as text, compact and with all conversions: for tests, and for looking at what a program became.
//!
//! Expressions look like C with every conversion as a cast and every operation in parentheses; `&a[0]` is written
//! for an array that becomes a pointer, `$1` for a variable without a name.

use super::{
    Callee, Expr, ExprKind, Function, FunctionId, GlobalId, Init, LocalId, Place, PlaceKind, Step, Stmt,
    StmtKind, Unit,
};
use crate::types::{Type, Types};
use std::fmt::Write;

/// The whole unit, without what comes from headers.
///
/// ```
/// let mut files = source::Files::new();
/// let file = files.add("a.c", "short s; void f(void) { s += 1; }");
/// let checked = front_c::check_preprocessed(&files, file, None, &front_c::Options::default());
/// let text = front_c::tree::print(&checked.unit.unwrap());
/// assert_eq!(text, "short s\n\nvoid f(void)\n  s +=(int) 1\n");
/// ```
pub fn print(unit: &Unit) -> String {
    let mut out = String::new();
    for record in unit.types.records.iter().filter(|r| !r.from_header && r.complete) {
        let _ = writeln!(out, "{} size {} align {}", record.spelling, record.size, record.align);
        for field in &record.fields {
            let name = field.name.as_deref().unwrap_or("");
            let _ = write!(out, "  {} at {}", unit.types.declaration(&field.ty, name), field.offset);
            if let Some(bits) = field.bits {
                let _ = write!(out, " bits {}..{}", bits.first, bits.first + u64::from(bits.width));
            }
            out.push('\n');
        }
    }
    for e in unit.types.enums.iter().filter(|e| !e.from_header && e.complete) {
        let constants: Vec<String> =
            e.constants.iter().map(|c| format!("{} = {}", c.name, c.value)).collect();
        let _ = writeln!(out, "{}: {} {{ {} }}", e.spelling, e.underlying.name.text(), constants.join(", "));
    }
    for global in unit.globals.iter().filter(|g| !g.from_header) {
        let words =
            [(global.is_extern, "extern "), (global.is_static, "static "), (global.is_const, "const ")];
        for (_, word) in words.iter().filter(|(holds, _)| *holds) {
            out.push_str(word);
        }
        out.push_str(&unit.types.declaration(&global.ty, &global.name));
        if let Some(init) = &global.init {
            let _ = write!(out, " = {}", Printer { unit, function: None, out: String::new() }.init(init));
        }
        out.push('\n');
    }
    for function in unit.functions.iter().filter(|f| !f.from_header) {
        if !out.is_empty() {
            out.push('\n');
        }
        let mut printer = Printer { unit, function: Some(function), out: String::new() };
        printer.function();
        out.push_str(&printer.out);
    }
    out
}

struct Printer<'a> {
    unit: &'a Unit,
    function: Option<&'a Function>,
    out: String,
}

impl Printer<'_> {
    fn types(&self) -> &Types {
        &self.unit.types
    }

    fn function(&mut self) {
        let Some(function) = self.function else { return };
        for clause in &function.annotations {
            let _ = writeln!(self.out, "@ {} {}", clause.keyword, clause.text);
        }
        let mut params: Vec<String> = function
            .params
            .iter()
            .map(|id| {
                let ty = function.local(*id).map_or(Type::Unknown, |l| l.ty.clone());
                self.types().declaration(&ty, &self.local(*id))
            })
            .collect();
        if function.variadic {
            params.push("...".to_string());
        }
        if params.is_empty() && function.prototyped {
            params.push("void".to_string());
        }
        let head = format!("{}({})", function.name, params.join(", "));
        let head = self.types().declaration(&function.result, &head);
        let linkage = if function.is_static { "static " } else { "" };
        let _ = writeln!(self.out, "{linkage}{head}{}", if function.body.is_none() { ";" } else { "" });
        if let Some(body) = &function.body {
            match &body.kind {
                StmtKind::Block(stmts) => stmts.iter().for_each(|s| self.stmt(s, 1)),
                _ => self.stmt(body, 1),
            }
        }
    }

    /// The name of a variable; a number is added where two have the same name.
    fn local(&self, id: LocalId) -> String {
        let Some(function) = self.function else { return "?".to_string() };
        let Some(local) = function.local(id) else { return "?".to_string() };
        if local.name.is_empty() {
            return format!("${}", id.0);
        }
        let before = function.locals.iter().take(id.index()).filter(|l| l.name == local.name).count();
        if before == 0 { local.name.clone() } else { format!("{}.{}", local.name, before + 1) }
    }

    fn global(&self, id: GlobalId) -> String {
        self.unit.global(id).map_or("?".to_string(), |g| g.name.clone())
    }

    fn callee(&self, id: FunctionId) -> String {
        self.unit.function(id).map_or("?".to_string(), |f| f.name.clone())
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        match &stmt.kind {
            StmtKind::Empty => self.line(depth, "empty"),
            StmtKind::Expr(e) => {
                let text = self.expr(e);
                let text = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|_| is_change(e));
                let text = text.map_or_else(|| self.expr(e), str::to_string);
                self.line(depth, &text);
            }
            StmtKind::Declare(id, init) => {
                let ty = self.function.and_then(|f| f.local(*id)).map_or(Type::Unknown, |l| l.ty.clone());
                let mut text = self.types().declaration(&ty, &self.local(*id));
                if let Some(init) = init {
                    let _ = write!(text, " = {}", self.init(init));
                }
                self.line(depth, &text);
            }
            StmtKind::DeclareArray { local, length, count } => {
                let ty = self.function.and_then(|f| f.local(*local)).map_or(Type::Unknown, |l| l.ty.clone());
                let text = self.types().declaration(&ty, &self.local(*local));
                self.line(depth, &format!("{text} of {} = {}", self.local(*count), self.expr(length)));
            }
            StmtKind::Block(stmts) => {
                self.line(depth, "block");
                stmts.iter().for_each(|s| self.stmt(s, depth + 1));
            }
            StmtKind::If { condition, then, otherwise, .. } => {
                let text = format!("if {}", self.expr(condition));
                self.line(depth, &text);
                self.nested(then, depth);
                if let Some(otherwise) = otherwise {
                    self.line(depth, "else");
                    self.nested(otherwise, depth);
                }
            }
            StmtKind::While { condition, body, .. } => {
                let text = format!("while {}", self.expr(condition));
                self.line(depth, &text);
                self.nested(body, depth);
            }
            StmtKind::DoWhile { body, condition, .. } => {
                self.line(depth, "do");
                self.nested(body, depth);
                let text = format!("while {}", self.expr(condition));
                self.line(depth, &text);
            }
            StmtKind::For { init, condition, step, body, .. } => {
                self.line(depth, "for");
                init.iter().for_each(|s| self.stmt(s, depth + 2));
                let condition = condition.as_ref().map_or(String::new(), |e| format!(" {}", self.expr(e)));
                let step = step.as_ref().map_or(String::new(), |e| format!(" {}", self.expr(e)));
                self.line(depth, &format!("  ;{condition} ;{step}"));
                self.nested(body, depth);
            }
            StmtKind::Switch { value, body, .. } => {
                let text = format!("switch {}", self.expr(value));
                self.line(depth, &text);
                self.nested(body, depth);
            }
            StmtKind::Case { value, last, stmt } => {
                let last = last.as_ref().map_or(String::new(), |l| format!(" ... {l}"));
                self.line(depth, &format!("case {value}{last}:"));
                self.stmt(stmt, depth);
            }
            StmtKind::Default(stmt) => {
                self.line(depth, "default:");
                self.stmt(stmt, depth);
            }
            StmtKind::Break => self.line(depth, "break"),
            StmtKind::Continue => self.line(depth, "continue"),
            StmtKind::Goto(id) => {
                let text = format!("goto {}", self.label(id.index()));
                self.line(depth, &text);
            }
            StmtKind::Label(id, stmt) => {
                let text = format!("{}:", self.label(id.index()));
                self.line(depth, &text);
                self.stmt(stmt, depth);
            }
            StmtKind::Return(None) => self.line(depth, "return"),
            StmtKind::Return(Some(e)) => {
                let text = format!("return {}", self.expr(e));
                self.line(depth, &text);
            }
            StmtKind::Assert(e) => {
                let text = format!("assert {}", self.expr(e));
                self.line(depth, &text);
            }
            StmtKind::Unsupported(what) => self.line(depth, &format!("unsupported: {what}")),
        }
    }

    /// The statement that belongs to an `if` or a loop; a block needs no line of its own.
    fn nested(&mut self, stmt: &Stmt, depth: usize) {
        match &stmt.kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|s| self.stmt(s, depth + 1)),
            _ => self.stmt(stmt, depth + 1),
        }
    }

    fn label(&self, index: usize) -> String {
        self.function.and_then(|f| f.labels.get(index)).map_or("?".to_string(), |l| l.name.clone())
    }

    fn init(&self, init: &Init) -> String {
        match init {
            Init::Scalar(e) => self.expr(e),
            Init::List(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| {
                        let path: String = item
                            .path
                            .iter()
                            .map(|step| match step {
                                Step::Field(index) => format!(".{index}"),
                                Step::Index(index) => format!("[{index}]"),
                            })
                            .collect();
                        format!("{path} = {}", self.expr(&item.value))
                    })
                    .collect();
                format!("{{ {} }}", items.join(", "))
            }
        }
    }

    fn expr(&self, e: &Expr) -> String {
        let two = |a: &Expr, op: &str, b: &Expr| format!("({} {op} {})", self.expr(a), self.expr(b));
        match &e.kind {
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Float(text) => text.clone(),
            ExprKind::Null => "null".to_string(),
            ExprKind::Load(place) => self.place(place),
            ExprKind::Address(place) => format!("&{}", self.place(place)),
            ExprKind::Decay(place) => format!("&{}[0]", self.place(place)),
            ExprKind::FunctionAddress(id) => format!("&{}", self.callee(*id)),
            ExprKind::Neg(e) => format!("-{}", self.expr(e)),
            ExprKind::BitNot(e) => format!("~{}", self.expr(e)),
            ExprKind::Not(e) => format!("!{}", self.expr(e)),
            ExprKind::Binary(op, a, b) => two(a, op.text(), b),
            ExprKind::PointerAdd(a, b) => two(a, "@+", b),
            ExprKind::PointerSub(a, b) => two(a, "@-", b),
            ExprKind::PointerDiff(a, b) => two(a, "@-@", b),
            ExprKind::Compare(op, a, b) => two(a, op.text(), b),
            ExprKind::And(a, b) => two(a, "&&", b),
            ExprKind::Or(a, b) => two(a, "||", b),
            ExprKind::Conditional(c, a, b) => {
                format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b))
            }
            ExprKind::Comma(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.expr(p)).collect();
                format!("({})", parts.join(", "))
            }
            ExprKind::Statements(list, value) => {
                let mut inner = Printer { unit: self.unit, function: self.function, out: String::new() };
                list.iter().for_each(|s| inner.stmt(s, 0));
                let mut parts: Vec<String> = inner.out.lines().map(|line| line.trim().to_string()).collect();
                parts.extend(value.iter().map(|e| self.expr(e)));
                format!("({{ {} }})", parts.join("; "))
            }
            ExprKind::Convert(inner) => format!("({}){}", self.types().text(&e.ty), self.expr(inner)),
            ExprKind::Assign(place, value) => format!("({} = {})", self.place(place), self.expr(value)),
            ExprKind::AssignOp { place, op, value, compute } => {
                let ty = self.types().text(compute);
                format!("({} {}=({ty}) {})", self.place(place), op.text(), self.expr(value))
            }
            ExprKind::AssignPointer { place, back, index } => {
                let op = if *back { "@-=" } else { "@+=" };
                format!("({} {op} {})", self.place(place), self.expr(index))
            }
            ExprKind::IncDec { place, increment, prefix } => {
                let op = if *increment { "++" } else { "--" };
                let place = self.place(place);
                if *prefix { format!("({op}{place})") } else { format!("({place}{op})") }
            }
            ExprKind::Call { callee, args } => {
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                let callee = match callee {
                    Callee::Direct(id) => self.callee(*id),
                    Callee::Indirect(e) => format!("(*{})", self.expr(e)),
                };
                format!("{callee}({})", args.join(", "))
            }
            ExprKind::Unsupported(what) => format!("<unsupported: {what}>"),
        }
    }

    fn place(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Local(id) => self.local(*id),
            PlaceKind::Global(id) => self.global(*id),
            PlaceKind::String(id) => {
                let bytes = self.unit.strings.get(id.index()).map_or(&[][..], |s| &s.bytes);
                let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
                format!("\"{}\"", bytes.escape_ascii())
            }
            PlaceKind::Deref(e) => format!("(*{})", self.expr(e)),
            PlaceKind::Member(of, field) => {
                let name = match of.ty {
                    Type::Record(id) => self.types().field(id, *field).and_then(|f| f.name.clone()),
                    _ => None,
                };
                match name {
                    Some(name) => format!("{}.{name}", self.place(of)),
                    None => format!("{}.{field}", self.place(of)),
                }
            }
            PlaceKind::Literal(id, init) => format!("[{} := {}]", self.local(*id), self.init(init)),
            PlaceKind::Value(e) => format!("[{}]", self.expr(e)),
        }
    }
}

/// Whether the parentheses around a statement's expression say nothing.
fn is_change(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::AssignPointer { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Comma(_)
    )
}
