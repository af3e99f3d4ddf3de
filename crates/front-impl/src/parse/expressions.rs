//! Expressions, by precedence climbing: quantifiers, `or`, `and`, `not`, comparisons, `+ -`, `* / %`, unary `-`, and
//! then fields, elements and calls, from loose to tight.

use super::{MAX_NESTING, Parsed, Parser};
use crate::ast::{Expr, ExprKind, Number, Place, Quantified};
use crate::lexer::Token;
use base::{Int, Rat};
use imperative::BinaryOp;
use source::{Diagnostic, Span};

/// How tightly operators bind.
pub(crate) mod level {
    pub const QUANTIFIER: u8 = 0;
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARE: u8 = 4;
    pub const SUM: u8 = 5;
    pub const PRODUCT: u8 = 6;
    pub const NEGATIVE: u8 = 7;
    pub const POSTFIX: u8 = 8;
}

/// The level of a binary operator.
pub(crate) fn level_of(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Add | BinaryOp::Sub => level::SUM,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => level::PRODUCT,
        _ => level::COMPARE,
    }
}

enum Infix {
    And,
    Or,
    Op(BinaryOp),
}

impl Parser<'_> {
    /// An expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.deeper(|p| p.operators(level::OR).map(|(e, _)| e))
    }

    fn node(&mut self, kind: ExprKind, span: Span) -> Expr {
        let number = Number(self.expressions);
        self.expressions += 1;
        Expr { kind, at: Place(span), number }
    }

    fn infix(&self) -> Option<(Infix, u8)> {
        let Token::Word(word) = self.ahead(0).token else { return None };
        let op = match word {
            "or" => return Some((Infix::Or, level::OR)),
            "and" => return Some((Infix::And, level::AND)),
            "==" => BinaryOp::Eq,
            "/=" => BinaryOp::Ne,
            "<" => BinaryOp::Lt,
            "<=" => BinaryOp::Le,
            ">" => BinaryOp::Gt,
            ">=" => BinaryOp::Ge,
            "+" => BinaryOp::Add,
            "-" => BinaryOp::Sub,
            "*" => BinaryOp::Mul,
            "/" => BinaryOp::Div,
            "%" => BinaryOp::Rem,
            _ => return None,
        };
        Some((Infix::Op(op), level_of(op)))
    }

    /// Operands joined by operators of at least a level, with the height of the tree: a long chain is as deep
    /// a tree as nested parentheses are, and code that walks it recurses.
    fn operators(&mut self, least: u8) -> Parsed<(Expr, usize)> {
        let start = self.here();
        let (mut left, mut height) = self.prefix()?;
        while let Some((op, level)) = self.infix() {
            if level < least {
                break;
            }
            self.next += 1;
            let (right, right_height) = self.deeper(|p| p.operators(level + 1))?;
            height = height.max(right_height) + 1;
            let span = self.since(start);
            if height > MAX_NESTING {
                return Err(self.too_deep(right.span()));
            }
            let (a, b) = (Box::new(left), Box::new(right));
            let kind = match op {
                Infix::And => ExprKind::And(a, b),
                Infix::Or => ExprKind::Or(a, b),
                Infix::Op(op) => ExprKind::Binary(op, a, b),
            };
            left = self.node(kind, span);
        }
        Ok((left, height))
    }

    fn prefix(&mut self) -> Parsed<(Expr, usize)> {
        let start = self.here();
        if self.eat("not") {
            let (operand, height) = self.deeper(|p| p.operators(level::COMPARE))?;
            return self.wrapped(ExprKind::Not, operand, height, start);
        }
        if self.eat("-") {
            let (operand, height) = self.deeper(|p| p.operators(level::NEGATIVE))?;
            return self.wrapped(ExprKind::Neg, operand, height, start);
        }
        if self.is("forall") || self.is("exists") {
            return self.quantified(start);
        }
        self.postfix_with_height()
    }

    /// `forall k in a .. b: F`, as far as it goes.
    fn quantified(&mut self, start: Span) -> Parsed<(Expr, usize)> {
        if !self.words.quantifiers {
            return Err(Box::new(
                Diagnostic::error(format!("{} in an expression", self.found()))
                    .primary(start, "only claims can say this")
                    .help("quantifiers stand in `requires`, `ensures`, `invariant` and `assert`"),
            ));
        }
        let all = self.is("forall");
        self.next += 1;
        let name = self.name("the name of an integer")?;
        // `in` is a name everywhere else.
        if self.text_of(self.ahead(0)) != "in" {
            return Err(self.unexpected("`in`"));
        }
        self.next += 1;
        let (low, first) = self.deeper(|p| p.operators(level::SUM))?;
        self.expect("..")?;
        let (high, second) = self.deeper(|p| p.operators(level::SUM))?;
        self.expect(":")?;
        let (body, third) = self.deeper(|p| p.operators(level::OR))?;
        let span = self.since(start);
        let kind = ExprKind::Quantified(Box::new(Quantified { all, name, low, high, body }));
        self.applied(kind, first.max(second).max(third), span)
    }

    fn wrapped(
        &mut self,
        make: fn(Box<Expr>) -> ExprKind,
        operand: Expr,
        height: usize,
        start: Span,
    ) -> Parsed<(Expr, usize)> {
        if height >= MAX_NESTING {
            return Err(self.too_deep(operand.span()));
        }
        let span = self.since(start);
        Ok((self.node(make(Box::new(operand)), span), height + 1))
    }

    /// A primary expression with its fields, elements and calls.
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        self.postfix_with_height().map(|(e, _)| e)
    }

    fn postfix_with_height(&mut self) -> Parsed<(Expr, usize)> {
        let start = self.here();
        let (mut left, mut height) = self.primary()?;
        loop {
            if self.eat(".") {
                let field = self.name("the name of a field")?;
                let span = self.since(start);
                left = self.node(ExprKind::Field(Box::new(left), field), span);
                height += 1;
            } else if self.eat("[") {
                let (index, index_height) = self.deeper(|p| p.operators(level::OR))?;
                self.expect("]")?;
                let span = self.since(start);
                left = self.node(ExprKind::Element(Box::new(left), Box::new(index)), span);
                height = height.max(index_height) + 1;
            } else {
                return Ok((left, height));
            }
            if height > MAX_NESTING {
                return Err(self.too_deep(self.since(start)));
            }
        }
    }

    fn primary(&mut self) -> Parsed<(Expr, usize)> {
        let lexeme = self.ahead(0);
        let span = self.span_of(lexeme);
        let text = self.text_of(lexeme);
        let kind = match lexeme.token {
            Token::Int => ExprKind::Int(Int::parse(text).unwrap_or(Int::ZERO)),
            Token::Real => ExprKind::Real(Rat::parse(text).unwrap_or(Rat::from(0))),
            Token::Word("true") => ExprKind::Bool(true),
            Token::Word("false") => ExprKind::Bool(false),
            Token::Word("nil") => ExprKind::Nil,
            Token::Word("new") => return self.allocation(span),
            Token::Word("(") => {
                self.next += 1;
                let inner = self.deeper(|p| p.operators(level::OR))?;
                if !self.is(")") {
                    let mut problem = self.unexpected("`)`");
                    problem.labels.push(source::Label {
                        span,
                        text: "opened here".to_string(),
                        primary: false,
                    });
                    return Err(problem);
                }
                self.next += 1;
                return Ok(inner);
            }
            Token::Name if self.words.old && text == "old" && self.is_at(1, "(") => {
                self.next += 2;
                let (inner, height) = self.deeper(|p| p.operators(level::OR))?;
                self.expect(")")?;
                return self.wrapped(ExprKind::Old, inner, height, span);
            }
            Token::Name if self.words.result && text == "result" => ExprKind::Result,
            Token::Name if self.is_at(1, "(") => {
                let name = self.name("a name")?;
                self.next += 1;
                let (args, height) = self.arguments()?;
                let span = self.since(span);
                return self.applied(ExprKind::Call(name, args), height, span);
            }
            Token::Name => ExprKind::Var(text.to_string()),
            _ => return Err(self.unexpected("an expression")),
        };
        self.next += 1;
        Ok((self.node(kind, span), 1))
    }

    /// What follows the opening parenthesis of a call.
    fn arguments(&mut self) -> Parsed<(Vec<Expr>, usize)> {
        let mut args = Vec::new();
        let mut height = 0;
        while !self.eat(")") {
            if !args.is_empty() {
                self.expect(",")?;
            }
            let (arg, arg_height) = self.deeper(|p| p.operators(level::OR))?;
            args.push(arg);
            height = height.max(arg_height);
        }
        Ok((args, height))
    }

    fn allocation(&mut self, start: Span) -> Parsed<(Expr, usize)> {
        self.next += 1;
        let ty = self.type_expr()?;
        if self.eat("[") {
            let (length, height) = self.deeper(|p| p.operators(level::OR))?;
            self.expect("]")?;
            let span = self.since(start);
            return self.applied(ExprKind::NewArray(ty, Box::new(length)), height, span);
        }
        if ty.arrays > 0 || !self.is("(") {
            return Err(self.unexpected("`(` or `[`"));
        }
        self.next += 1;
        let (args, height) = self.arguments()?;
        let span = self.since(start);
        self.applied(ExprKind::New(ty.name, args), height, span)
    }

    fn applied(&mut self, kind: ExprKind, height: usize, span: Span) -> Parsed<(Expr, usize)> {
        if height >= MAX_NESTING {
            return Err(self.too_deep(span));
        }
        Ok((self.node(kind, span), height + 1))
    }
}
