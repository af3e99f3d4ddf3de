//! A program as text that parses to an equal tree.
//!
//! Branches always get braces, operators only the parentheses that they need.

use crate::ast::{Expr, ExprKind, ProcDecl, Program, Stmt, StmtKind, StructDecl, TypeExpr};
use crate::parse::{level, level_of};
use base::{Int, Rat};
use std::fmt::Write;

/// The whole program.
pub fn print(program: &Program) -> String {
    let mut out = String::new();
    print_declarations(program, &mut out);
    for r in &program.requires {
        let _ = writeln!(out, "requires {};", expr_text(r));
    }
    for e in &program.ensures {
        let _ = writeln!(out, "ensures {};", expr_text(e));
    }
    print_statements(&program.body, 0, &mut out);
    out
}

/// The structs and procedures.
pub fn print_declarations(program: &Program, out: &mut String) {
    for s in &program.structs {
        structure(s, out);
    }
    for p in &program.procs {
        procedure(p, out);
    }
}

fn structure(s: &StructDecl, out: &mut String) {
    let _ = writeln!(out, "struct {} {{", s.name.text);
    for (name, ty) in &s.fields {
        let _ = writeln!(out, "  {} {};", type_text(ty), name.text);
    }
    out.push_str("}\n");
}

fn type_text(ty: &TypeExpr) -> String {
    format!("{}{}", ty.name.text, "[]".repeat(ty.arrays))
}

fn procedure(p: &ProcDecl, out: &mut String) {
    let params: Vec<String> = p
        .params
        .iter()
        .map(|(name, ty)| match ty {
            Some(ty) => format!("{}: {}", name.text, type_text(ty)),
            None => name.text.clone(),
        })
        .collect();
    let result = p.result.as_ref().map_or(String::new(), |ty| format!(": {}", type_text(ty)));
    let _ = writeln!(out, "proc {}({}){result} {{", p.name.text, params.join(", "));
    for r in &p.requires {
        let _ = writeln!(out, "  requires {};", expr_text(r));
    }
    for e in &p.ensures {
        let _ = writeln!(out, "  ensures {};", expr_text(e));
    }
    print_statements(&p.body, 1, out);
    out.push_str("}\n");
}

/// Statements, one or more lines each.
pub fn print_statements(statements: &[Stmt], indent: usize, out: &mut String) {
    for (i, s) in statements.iter().enumerate() {
        statement(s, indent, out);
        out.push_str(if i + 1 < statements.len() { ";\n" } else { "\n" });
    }
}

fn statement(s: &Stmt, indent: usize, out: &mut String) {
    let pad = "  ".repeat(indent);
    let _ = match &s.kind {
        StmtKind::Skip => write!(out, "{pad}skip"),
        StmtKind::Assign(target, value) => {
            write!(out, "{pad}{} := {}", expr_text(target), expr_text(value))
        }
        StmtKind::If(condition, then, otherwise) => {
            let _ = writeln!(out, "{pad}if {} then {{", expr_text(condition));
            print_statements(then, indent + 1, out);
            let _ = write!(out, "{pad}}}");
            if !otherwise.is_empty() {
                out.push_str(" else {\n");
                print_statements(otherwise, indent + 1, out);
                let _ = write!(out, "{pad}}}");
            }
            Ok(())
        }
        StmtKind::While(condition, body) => {
            let _ = writeln!(out, "{pad}while {} do {{", expr_text(condition));
            print_statements(body, indent + 1, out);
            write!(out, "{pad}}}")
        }
        StmtKind::Assert(condition) => write!(out, "{pad}assert {}", expr_text(condition)),
        StmtKind::Invariant(condition) => write!(out, "{pad}invariant {}", expr_text(condition)),
        StmtKind::Variant(value) => write!(out, "{pad}variant {}", expr_text(value)),
        StmtKind::Return(None) => write!(out, "{pad}return"),
        StmtKind::Return(Some(value)) => write!(out, "{pad}return {}", expr_text(value)),
        StmtKind::Call(call) => write!(out, "{pad}{}", expr_text(call)),
        StmtKind::Block(statements) => {
            let _ = writeln!(out, "{pad}{{");
            print_statements(statements, indent + 1, out);
            write!(out, "{pad}}}")
        }
    };
}

/// An expression.
pub fn expr_text(e: &Expr) -> String {
    let mut out = String::new();
    expr(e, level::QUANTIFIER, &mut out);
    out
}

/// A number as it is written in a program; a fraction that has no finite decimal form becomes a quotient.
pub fn real_text(r: &Rat) -> String {
    let (mut d, mut factor, mut digits) = (r.denominator(), Int::ONE, 0usize);
    // The denominator divides a power of ten if nothing but twos and fives is in it.
    for prime in [2, 5] {
        let prime = Int::from(prime);
        while prime.divides(&d) && digits < 40_000 {
            d = d.div_floor(&prime);
            // Each two needs a five and each five a two, to make a ten.
            factor = &factor * &Int::from(if prime == Int::from(2) { 5 } else { 2 });
            digits += 1;
        }
    }
    if !d.is_one() {
        return format!("{}.0 / {}.0", r.numerator(), r.denominator());
    }
    if digits == 0 {
        return format!("{}.0", r.numerator());
    }
    // Multiplying by `factor` turns the denominator into 10^digits.
    let scaled = &r.numerator().abs() * &factor;
    let text = format!("{:0>width$}", scaled.to_string(), width = digits + 1);
    let (whole, part) = text.split_at(text.len() - digits);
    let part = part.trim_end_matches('0');
    let sign = if r.is_negative() { "-" } else { "" };
    format!("{sign}{whole}.{}", if part.is_empty() { "0" } else { part })
}

fn level_here(e: &Expr) -> u8 {
    match &e.kind {
        ExprKind::Quantified(_) => level::QUANTIFIER,
        ExprKind::Or(..) => level::OR,
        ExprKind::And(..) => level::AND,
        ExprKind::Not(_) => level::NOT,
        ExprKind::Binary(op, ..) => level_of(*op),
        ExprKind::Neg(_) => level::NEGATIVE,
        _ => level::POSTFIX,
    }
}

fn expr(e: &Expr, least: u8, out: &mut String) {
    if level_here(e) < least {
        out.push('(');
        expr(e, level::QUANTIFIER, out);
        out.push(')');
        return;
    }
    match &e.kind {
        ExprKind::Var(name) => out.push_str(name),
        ExprKind::Int(i) => out.push_str(&i.to_string()),
        ExprKind::Real(r) => out.push_str(&real_text(r)),
        ExprKind::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        ExprKind::Nil => out.push_str("nil"),
        ExprKind::New(name, args) => {
            let _ = write!(out, "new {}", name.text);
            arguments(args, out);
        }
        ExprKind::NewArray(ty, length) => {
            let _ = write!(out, "new {}[", type_text(ty));
            expr(length, level::OR, out);
            out.push(']');
        }
        ExprKind::Field(object, name) => {
            expr(object, level::POSTFIX, out);
            let _ = write!(out, ".{}", name.text);
        }
        ExprKind::Element(array, index) => {
            // `new int[n][i]` would be read as an array of arrays.
            let fresh = matches!(array.kind, ExprKind::NewArray(..));
            if fresh {
                out.push('(');
            }
            expr(array, level::POSTFIX, out);
            if fresh {
                out.push(')');
            }
            out.push('[');
            expr(index, level::OR, out);
            out.push(']');
        }
        ExprKind::Call(name, args) => {
            out.push_str(&name.text);
            arguments(args, out);
        }
        ExprKind::Neg(a) => {
            out.push('-');
            expr(a, level::NEGATIVE, out);
        }
        ExprKind::Not(a) => {
            out.push_str("not ");
            expr(a, level::NOT, out);
        }
        ExprKind::Binary(op, a, b) => infix(a, op.symbol(), b, level_of(*op), out),
        ExprKind::And(a, b) => infix(a, "and", b, level::AND, out),
        ExprKind::Or(a, b) => infix(a, "or", b, level::OR, out),
        ExprKind::Old(a) => {
            out.push_str("old(");
            expr(a, level::QUANTIFIER, out);
            out.push(')');
        }
        ExprKind::Result => out.push_str("result"),
        ExprKind::Quantified(q) => {
            let _ = write!(out, "{} {} in ", if q.all { "forall" } else { "exists" }, q.name.text);
            expr(&q.low, level::SUM, out);
            out.push_str(" .. ");
            expr(&q.high, level::SUM, out);
            out.push_str(": ");
            expr(&q.body, level::QUANTIFIER, out);
        }
    }
}

fn infix(a: &Expr, sign: &str, b: &Expr, level: u8, out: &mut String) {
    // Operators of one level go from left to right; two comparisons in a row are clearer in parentheses.
    let left = if level == level::COMPARE { level + 1 } else { level };
    expr(a, left, out);
    let _ = write!(out, " {sign} ");
    expr(b, level + 1, out);
}

fn arguments(args: &[Expr], out: &mut String) {
    out.push('(');
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        expr(arg, level::OR, out);
    }
    out.push(')');
}
