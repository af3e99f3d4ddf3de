//! Expressions, ranges and subtypes as text.

use crate::syntax::ast::{
    Aggregate, AggregateBase, Argument, Association, BinaryOp, Choice, Constraint, DiscreteRange, Domain,
    Expr, ExprKind, Iteration, Range, RangeKind, SubtypeIndication, UnaryOp,
};
use crate::syntax::parse::{level, level_of};
use std::fmt::Write;

/// An expression.
pub fn text(e: &Expr) -> String {
    let mut out = String::new();
    expr(e, level::IMPLIES, &mut out);
    out
}

/// An expression that aspects may follow.
pub fn value(e: &Expr) -> String {
    let mut out = String::new();
    expr(e, level::LOGICAL, &mut out);
    out
}

/// An expression in parentheses, as the result of an expression function.
pub fn parenthesised(e: &Expr) -> String {
    let text = text(e);
    if has_own_parentheses(e) { text } else { format!("({text})") }
}

fn has_own_parentheses(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Aggregate(_) | ExprKind::If { .. } | ExprKind::Case(..) | ExprKind::Declare(..)
    ) || is_ada_quantifier(e)
        || matches!(&e.kind, ExprKind::Unsupported(what) if what.text.starts_with('('))
}

fn is_ada_quantifier(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Quantified { over, .. } => over.domain != Domain::Unbounded,
        ExprKind::Unsupported(what) => what.text.starts_with("for"),
        _ => false,
    }
}

fn level_here(e: &Expr) -> u8 {
    match &e.kind {
        ExprKind::Binary(op, ..) => level_of(*op),
        ExprKind::Membership { .. } => level::RELATION,
        // What follows might be taken for its message.
        ExprKind::Raise(..) => level::IMPLIES,
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, _) => level::ADDING,
        ExprKind::Unary(UnaryOp::Abs | UnaryOp::Not, _) => level::POWER,
        _ => level::PRIMARY,
    }
}

/// The sign or word of an operator.
pub fn operator(op: BinaryOp) -> &'static str {
    use BinaryOp as B;
    match op {
        B::Implies => "IMPLIES",
        B::And => "and",
        B::AndThen => "and then",
        B::Or => "or",
        B::OrElse => "or else",
        B::Xor => "xor",
        B::Equal => "=",
        B::NotEqual => "/=",
        B::Less => "<",
        B::LessEqual => "<=",
        B::Greater => ">",
        B::GreaterEqual => ">=",
        B::Add => "+",
        B::Subtract => "-",
        B::Concatenate => "&",
        B::Multiply => "*",
        B::Divide => "/",
        B::Mod => "mod",
        B::Rem => "rem",
        B::Power => "**",
    }
}

/// The least level that the operands of an operator may have.
fn operand_levels(op: BinaryOp, left: &Expr) -> (u8, u8) {
    let level = level_of(op);
    match level {
        level::IMPLIES => (level::LOGICAL, level::IMPLIES),
        // `A and B and C` is one chain, `(A and B) or C` needs its parentheses.
        level::LOGICAL => {
            let same = matches!(&left.kind, ExprKind::Binary(other, ..) if *other == op);
            (if same { level::LOGICAL } else { level::RELATION }, level::RELATION)
        }
        level::RELATION => (level::ADDING, level::ADDING),
        level::POWER => (level::PRIMARY, level::PRIMARY),
        level => (level, level + 1),
    }
}

/// Writes an expression where only operators of a level or a tighter one may stand.
pub fn expr(e: &Expr, least: u8, out: &mut String) {
    if level_here(e) < least {
        out.push('(');
        expr(e, level::IMPLIES, out);
        out.push(')');
        return;
    }
    match &e.kind {
        ExprKind::Integer { text, .. } | ExprKind::Real(text) => out.push_str(text),
        ExprKind::Character(c) => {
            let _ = write!(out, "'{c}'");
        }
        ExprKind::Str(text) => {
            let _ = write!(out, "\"{}\"", text.replace('"', "\"\""));
        }
        ExprKind::Null => out.push_str("null"),
        ExprKind::Name(name) => out.push_str(&name.text),
        ExprKind::Target => out.push('@'),
        ExprKind::Selected(prefix, name) => {
            expr(prefix, level::PRIMARY, out);
            let _ = write!(out, ".{}", name.text);
        }
        ExprKind::Deref(prefix) => {
            expr(prefix, level::PRIMARY, out);
            out.push_str(".all");
        }
        ExprKind::Apply(prefix, args) => {
            expr(prefix, level::PRIMARY, out);
            out.push(' ');
            arguments(args, out);
        }
        ExprKind::Slice(prefix, range) => {
            expr(prefix, level::PRIMARY, out);
            out.push_str(" (");
            discrete_range(range, out);
            out.push(')');
        }
        ExprKind::Attribute { prefix, name, args } => {
            expr(prefix, level::PRIMARY, out);
            let _ = write!(out, "'{}", name.text);
            if !args.is_empty() {
                out.push(' ');
                separated(args, out);
            }
        }
        ExprKind::Qualified(mark, operand) => {
            expr(mark, level::PRIMARY, out);
            let _ = write!(out, "'{}", parenthesised(operand));
        }
        ExprKind::Aggregate(aggregate) => self::aggregate(aggregate, out),
        ExprKind::Unary(op, operand) => {
            let (word, inner) = match op {
                UnaryOp::Plus => ("+", level::MULTIPLYING),
                UnaryOp::Minus => ("-", level::MULTIPLYING),
                UnaryOp::Abs => ("abs ", level::PRIMARY),
                UnaryOp::Not => ("not ", level::PRIMARY),
            };
            out.push_str(word);
            expr(operand, inner, out);
        }
        ExprKind::Binary(op, left, right) => {
            let (of_left, of_right) = operand_levels(*op, left);
            expr(left, of_left, out);
            let _ = write!(out, " {} ", operator(*op));
            expr(right, of_right, out);
        }
        ExprKind::Membership { value, negated, choices: of } => {
            expr(value, level::ADDING, out);
            out.push_str(if *negated { " not in " } else { " in " });
            choices(of, out);
        }
        ExprKind::New(of, value) => {
            out.push_str("new ");
            subtype(of, out);
            if let Some(value) = value {
                let _ = write!(out, "'{}", parenthesised(value));
            }
        }
        ExprKind::Raise(exception, message) => {
            out.push_str("raise ");
            expr(exception, level::PRIMARY, out);
            if let Some(message) = message {
                out.push_str(" with ");
                expr(message, level::ADDING, out);
            }
        }
        ExprKind::Unsupported(what) if !is_ada_quantifier(e) => out.push_str(&what.text),
        ExprKind::Quantified { all, over, body } if over.domain == Domain::Unbounded => {
            let _ = write!(out, "{} {} (", if *all { "FORALL" } else { "EXISTS" }, over.name.text);
            expr(body, level::IMPLIES, out);
            out.push(')');
        }
        _ => {
            out.push('(');
            conditional(e, out);
            out.push(')');
        }
    }
}

/// What always stands in parentheses, without them.
fn conditional(e: &Expr, out: &mut String) {
    match &e.kind {
        ExprKind::If { branches, otherwise } => {
            for (i, (condition, value)) in branches.iter().enumerate() {
                out.push_str(if i == 0 { "if " } else { " elsif " });
                expr(condition, level::IMPLIES, out);
                out.push_str(" then ");
                expr(value, level::IMPLIES, out);
            }
            if let Some(value) = otherwise {
                out.push_str(" else ");
                expr(value, level::IMPLIES, out);
            }
        }
        ExprKind::Case(value, branches) => {
            out.push_str("case ");
            expr(value, level::IMPLIES, out);
            out.push_str(" is");
            for (i, branch) in branches.iter().enumerate() {
                out.push_str(if i == 0 { " when " } else { ", when " });
                choices(&branch.choices, out);
                out.push_str(" => ");
                expr(&branch.value, level::IMPLIES, out);
            }
        }
        ExprKind::Quantified { all, over, body } => {
            out.push_str(if *all { "for all " } else { "for some " });
            iteration(over, out);
            out.push_str(" => ");
            expr(body, level::IMPLIES, out);
        }
        ExprKind::Declare(items, value) => {
            out.push_str("declare ");
            for item in items {
                let text = super::declaration_on_a_line(item);
                let _ = write!(out, "{} ", text.trim_end());
            }
            out.push_str("begin ");
            expr(value, level::IMPLIES, out);
        }
        ExprKind::Unsupported(what) => out.push_str(&what.text),
        _ => expr(e, level::IMPLIES, out),
    }
}

/// Arguments in their parentheses. A conditional expression that stands alone needs none of its own.
pub fn arguments(args: &[Argument], out: &mut String) {
    match args {
        [Argument { name: None, value }] if is_ada_quantifier(value) || is_if_or_case(value) => {
            out.push('(');
            conditional(value, out);
            out.push(')');
        }
        _ => separated(args, out),
    }
}

fn separated(args: &[Argument], out: &mut String) {
    out.push('(');
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if let Some(name) = &arg.name {
            let _ = write!(out, "{} => ", name.text);
        }
        expr(&arg.value, level::IMPLIES, out);
    }
    out.push(')');
}

fn is_if_or_case(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::If { .. } | ExprKind::Case(..))
}

fn aggregate(aggregate: &Aggregate, out: &mut String) {
    out.push(if aggregate.brackets { '[' } else { '(' });
    match &aggregate.base {
        AggregateBase::None => {}
        AggregateBase::NullRecord => out.push_str("null record"),
        AggregateBase::Delta(of) => {
            expr(of, level::LOGICAL, out);
            out.push_str(" with delta ");
        }
    }
    for (i, item) in aggregate.items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        match item {
            Association::Positional(value) => expr(value, level::IMPLIES, out),
            Association::Named { choices: of, value } => {
                choices(of, out);
                out.push_str(" => ");
                match value {
                    Some(value) => expr(value, level::IMPLIES, out),
                    None => out.push_str("<>"),
                }
            }
            Association::Iterated(over, value) => {
                out.push_str("for ");
                iteration(over, out);
                out.push_str(" => ");
                expr(value, level::IMPLIES, out);
            }
        }
    }
    out.push(if aggregate.brackets { ']' } else { ')' });
}

/// `I in reverse 1 .. N`
pub fn iteration(over: &Iteration, out: &mut String) {
    let reverse = if over.reverse { "reverse " } else { "" };
    match &over.domain {
        Domain::Unbounded => out.push_str(&over.name.text),
        Domain::In(range) => {
            let _ = write!(out, "{} in {reverse}", over.name.text);
            discrete_range(range, out);
        }
        Domain::Of(name) => {
            let _ = write!(out, "{} of {reverse}", over.name.text);
            expr(name, level::PRIMARY, out);
        }
    }
}

/// Choices with `|` between them. In a membership test without parentheses, `|` would belong to that.
pub fn choices(of: &[Choice], out: &mut String) {
    for (i, choice) in of.iter().enumerate() {
        if i > 0 {
            out.push_str(" | ");
        }
        match choice {
            Choice::Expr(value) => expr(value, level::ADDING, out),
            Choice::Range(of) => range(of, out),
            Choice::Subtype(of) => subtype(of, out),
            Choice::Others(_) => out.push_str("others"),
        }
    }
}

/// `1 .. N`
pub fn range(of: &Range, out: &mut String) {
    match &of.kind {
        RangeKind::Bounds(low, high) => {
            expr(low, level::ADDING, out);
            out.push_str(" .. ");
            expr(high, level::ADDING, out);
        }
        RangeKind::Attribute(attribute) => expr(attribute, level::PRIMARY, out),
    }
}

/// `1 .. N`, `Colour`
pub fn discrete_range(of: &DiscreteRange, out: &mut String) {
    match of {
        DiscreteRange::Range(of) => range(of, out),
        DiscreteRange::Subtype(of) => subtype(of, out),
    }
}

/// `Integer range 1 .. 10`
pub fn subtype(of: &SubtypeIndication, out: &mut String) {
    if of.not_null {
        out.push_str("not null ");
    }
    expr(&of.mark, level::PRIMARY, out);
    match &of.constraint {
        None => {}
        Some(Constraint::Range(of)) => {
            out.push_str(" range ");
            range(of, out);
        }
        Some(Constraint::Index(ranges)) => {
            out.push_str(" (");
            for (i, of) in ranges.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                discrete_range(of, out);
            }
            out.push(')');
        }
        Some(Constraint::Unsupported(what)) => {
            let _ = write!(out, " {}", what.text);
        }
    }
}
