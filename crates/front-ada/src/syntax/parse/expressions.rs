//! Operators and what stands between them.
//!
//! ```text
//! implication ::= logical [ IMPLIES implication ]                 in formulas only
//! logical     ::= relation { and relation } | relation { and then relation } | … or … | … or else … | … xor …
//! relation    ::= simple [ = simple ] | simple [not] in choice { | choice } | raise name [with simple]
//! simple      ::= [ + | - ] term { + term }
//! term        ::= factor { * factor }
//! factor      ::= primary [ ** primary ] | abs primary | not primary
//! ```
//!
//! By precedence climbing, so that a pair of parentheses costs few stack frames.

use super::{Parser, Read};
use crate::syntax::ast::{
    BinaryOp, CaseBranch, Decl, Domain, Expr, ExprKind, Iteration, Place, SubtypeIndication, UnaryOp,
};
use crate::syntax::literals::{self, Number};
use crate::syntax::tokens::{Kind, Token};
use source::Diagnostic;

/// How tightly an operator binds.
pub(crate) mod level {
    pub const IMPLIES: u8 = 0;
    pub const LOGICAL: u8 = 1;
    pub const RELATION: u8 = 2;
    pub const ADDING: u8 = 3;
    pub const MULTIPLYING: u8 = 4;
    pub const POWER: u8 = 5;
    pub const PRIMARY: u8 = 6;
}

/// The level of an operator.
pub(crate) fn level_of(op: BinaryOp) -> u8 {
    use BinaryOp as B;
    match op {
        B::Implies => level::IMPLIES,
        B::And | B::AndThen | B::Or | B::OrElse | B::Xor => level::LOGICAL,
        B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual => level::RELATION,
        B::Add | B::Subtract | B::Concatenate => level::ADDING,
        B::Multiply | B::Divide | B::Mod | B::Rem => level::MULTIPLYING,
        B::Power => level::POWER,
    }
}

impl Parser<'_> {
    /// An expression.
    pub(super) fn expression(&mut self) -> Read<Expr> {
        self.deeper(|p| p.operators(level::IMPLIES))
    }

    /// A simple expression: no comparison, no `and`.
    pub(super) fn simple(&mut self) -> Read<Expr> {
        self.deeper(|p| p.operators(level::ADDING))
    }

    /// An expression, or one of those that Ada wants in parentheses.
    pub(super) fn condition(&mut self) -> Read<Expr> {
        if self.starts_conditional() { self.deeper(Parser::conditional) } else { self.expression() }
    }

    fn operators(&mut self, least: u8) -> Read<Expr> {
        self.chain(|p| {
            let start = p.here();
            let mut left = p.operand(least)?;
            let mut before: Option<BinaryOp> = None;
            loop {
                if least <= level::RELATION && (p.is("in") || (p.is("not") && p.is_at(1, "in"))) {
                    p.no_second_relation(before)?;
                    left = p.membership(left)?;
                    left.at = p.since(start);
                    before = Some(BinaryOp::Equal);
                    continue;
                }
                let Some((op, words)) = p.operator().filter(|(op, _)| level_of(*op) >= least) else {
                    return Ok(left);
                };
                match level_of(op) {
                    level::LOGICAL => p.no_mixture(before, op)?,
                    level::RELATION => p.no_second_relation(before)?,
                    level::POWER => p.no_second_power(before)?,
                    _ => {}
                }
                p.next += words;
                // All chains lean to the left, but `A IMPLIES B IMPLIES C` means `A IMPLIES (B IMPLIES C)`.
                let next = if op == BinaryOp::Implies { level::IMPLIES } else { level_of(op) + 1 };
                p.wrapped()?;
                let right = p.deeper(|p| p.operators(next))?;
                let at = p.since(start);
                left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), at };
                before = Some(op);
            }
        })
    }

    /// What an operator stands behind: a primary, perhaps with a sign or `not` before it.
    fn operand(&mut self, least: u8) -> Read<Expr> {
        let (op, inner) = match self.kind() {
            Some(Kind::Sign("+")) => (UnaryOp::Plus, level::MULTIPLYING),
            Some(Kind::Sign("-")) => (UnaryOp::Minus, level::MULTIPLYING),
            Some(Kind::Word("abs")) => (UnaryOp::Abs, level::PRIMARY),
            Some(Kind::Word("not")) => (UnaryOp::Not, level::PRIMARY),
            Some(Kind::Word("raise")) if least <= level::RELATION => return self.raise(),
            _ => return self.primary(),
        };
        let start = self.here();
        let outermost = if inner == level::PRIMARY { level::POWER } else { level::ADDING };
        if least > outermost {
            let mut problem = self.unexpected("an operand");
            problem.help = Some("put a signed operand in parentheses".to_string());
            return Err(problem);
        }
        self.next += 1;
        let operand =
            self.deeper(|p| if inner == level::PRIMARY { p.primary() } else { p.operators(inner) })?;
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), at: self.since(start) })
    }

    /// The operator that comes next, and of how many words it is.
    fn operator(&self) -> Option<(BinaryOp, usize)> {
        use BinaryOp as B;
        let (Kind::Word(word) | Kind::Sign(word)) = self.kind()? else {
            let implies = self.formula && self.is_identifier("implies");
            return implies.then_some((B::Implies, 1));
        };
        Some(match word {
            "and" if self.is_at(1, "then") => (B::AndThen, 2),
            "and" => (B::And, 1),
            "or" if self.is_at(1, "else") => (B::OrElse, 2),
            "or" => (B::Or, 1),
            "xor" => (B::Xor, 1),
            "=" => (B::Equal, 1),
            "/=" => (B::NotEqual, 1),
            "<" => (B::Less, 1),
            "<=" => (B::LessEqual, 1),
            ">" => (B::Greater, 1),
            ">=" => (B::GreaterEqual, 1),
            "+" => (B::Add, 1),
            "-" => (B::Subtract, 1),
            "&" => (B::Concatenate, 1),
            "*" => (B::Multiply, 1),
            "/" => (B::Divide, 1),
            "mod" => (B::Mod, 1),
            "rem" => (B::Rem, 1),
            "**" => (B::Power, 1),
            "->" if self.formula => (B::Implies, 1),
            _ => return None,
        })
    }

    fn no_mixture(&self, before: Option<BinaryOp>, op: BinaryOp) -> Read<()> {
        match before {
            Some(other) if level_of(other) == level::LOGICAL && other != op => Err(Box::new(
                Diagnostic::error("different logical operators without parentheses")
                    .primary(self.here(), "another operator stands to the left")
                    .help("say with parentheses which one is meant first"),
            )),
            _ => Ok(()),
        }
    }

    fn no_second_relation(&self, before: Option<BinaryOp>) -> Read<()> {
        match before {
            Some(other) if level_of(other) == level::RELATION => Err(Box::new(
                Diagnostic::error("a comparison of a comparison")
                    .primary(self.here(), "a second comparison")
                    .help("write `A <= B and B <= C`, or put one of them in parentheses"),
            )),
            _ => Ok(()),
        }
    }

    fn no_second_power(&self, before: Option<BinaryOp>) -> Read<()> {
        match before {
            Some(BinaryOp::Power) => Err(Box::new(
                Diagnostic::error("a power of a power without parentheses")
                    .primary(self.here(), "a second `**`")
                    .help("say with parentheses which one is meant first"),
            )),
            _ => Ok(()),
        }
    }

    fn membership(&mut self, value: Expr) -> Read<Expr> {
        let negated = self.eat("not");
        self.expect("in")?;
        self.wrapped()?;
        let at = value.at;
        let choices = self.deeper(|p| p.choices(false))?;
        Ok(Expr { kind: ExprKind::Membership { value: Box::new(value), negated, choices }, at })
    }

    fn raise(&mut self) -> Read<Expr> {
        let start = self.here();
        self.expect("raise")?;
        let exception = self.name()?;
        let message = if self.eat("with") { Some(Box::new(self.simple()?)) } else { None };
        Ok(Expr { kind: ExprKind::Raise(Box::new(exception), message), at: self.since(start) })
    }

    fn primary(&mut self) -> Read<Expr> {
        let start = self.here();
        let Some(token) = self.ahead(0) else { return Err(self.unexpected("an expression")) };
        match token.kind {
            Kind::Number => {
                self.next += 1;
                self.number(token)
            }
            Kind::Word("null") => {
                self.next += 1;
                Ok(Expr { kind: ExprKind::Null, at: Place(start) })
            }
            Kind::Sign("(" | "[") => self.parenthesis_or_reduction(),
            Kind::Sign("∀" | "∃") if self.formula => self.formula_quantifier(),
            Kind::Name if self.formula && (self.is_identifier("forall") || self.is_identifier("exists")) => {
                self.formula_quantifier()
            }
            Kind::Name | Kind::Character | Kind::Text | Kind::Sign("@") => self.name(),
            Kind::Word("new") => self.allocator(),
            Kind::Word(word @ ("if" | "case" | "for" | "declare")) => {
                let mut problem = self.unexpected("an expression");
                problem.help = Some(format!("put the `{word}` expression in parentheses"));
                Err(problem)
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// An expression in parentheses, or `[for X of A => X]'Reduce ("+", 0)`.
    fn parenthesis_or_reduction(&mut self) -> Read<Expr> {
        let (start, first) = (self.here(), self.next);
        let inner = self.parenthesis()?;
        if !self.eat("'") {
            return Ok(inner);
        }
        self.identifier("the name of an attribute")?;
        let opened = self.here();
        if self.eat("(") {
            self.skip_to_closing();
            self.closing(opened)?;
        }
        let kind = ExprKind::Unsupported(self.unsupported_since(first, "a reduction"));
        Ok(Expr { kind, at: self.since(start) })
    }

    fn number(&mut self, token: Token) -> Read<Expr> {
        let (place, text) = (self.source.token_span(token), self.source.token_text(token));
        let kind = match literals::number(text) {
            Ok(Number::Integer(value)) => ExprKind::Integer { value, text: text.to_string() },
            Ok(Number::Real) => ExprKind::Real(text.to_string()),
            Err(why) => {
                let problem = Diagnostic::error(format!("the number {why}")).primary(place, "this number");
                return Err(Box::new(problem));
            }
        };
        Ok(Expr { kind, at: Place(place) })
    }

    fn allocator(&mut self) -> Read<Expr> {
        let (start, first) = (self.here(), self.next);
        self.expect("new")?;
        if self.eat("(") {
            self.skip_to_closing();
            self.expect(")")?;
            self.subtype_indication()?;
            let kind = ExprKind::Unsupported(self.unsupported_since(first, "an allocator with a subpool"));
            return Ok(Expr { kind, at: self.since(start) });
        }
        let not_null = self.eat("not") && self.eat("null");
        let place = self.here();
        let mark = self.subtype_mark()?;
        if self.is("'") {
            self.next += 1;
            let value = self.deeper(Parser::parenthesis)?;
            let of = SubtypeIndication { not_null, at: mark.at, mark, constraint: None };
            return Ok(Expr {
                kind: ExprKind::New(Box::new(of), Some(Box::new(value))),
                at: self.since(start),
            });
        }
        let constraint = self.constraint()?;
        let of = SubtypeIndication { not_null, mark, constraint, at: self.since(place) };
        Ok(Expr { kind: ExprKind::New(Box::new(of), None), at: self.since(start) })
    }

    // What Ada wants in parentheses.

    /// Whether an `if`, `case`, quantified or declare expression comes next.
    pub(super) fn starts_conditional(&self) -> bool {
        let quantified = self.is("for") && (self.is_at(1, "all") || self.is_at(1, "some"));
        quantified || self.is("if") || self.is("case") || self.is("declare")
    }

    pub(super) fn conditional(&mut self) -> Read<Expr> {
        let start = self.here();
        let kind = match self.kind() {
            Some(Kind::Word("if")) => self.if_expression()?,
            Some(Kind::Word("case")) => self.case_expression()?,
            Some(Kind::Word("for")) => self.quantified()?,
            _ => self.declare_expression()?,
        };
        Ok(Expr { kind, at: self.since(start) })
    }

    fn if_expression(&mut self) -> Read<ExprKind> {
        self.expect("if")?;
        let mut branches = Vec::new();
        loop {
            let condition = self.condition()?;
            self.expect("then")?;
            branches.push((condition, self.condition()?));
            if !self.eat("elsif") {
                break;
            }
        }
        let otherwise = if self.eat("else") { Some(Box::new(self.condition()?)) } else { None };
        Ok(ExprKind::If { branches, otherwise })
    }

    fn case_expression(&mut self) -> Read<ExprKind> {
        self.expect("case")?;
        let value = self.expression()?;
        self.expect("is")?;
        let mut branches = Vec::new();
        loop {
            self.expect("when")?;
            let choices = self.choices(true)?;
            self.expect("=>")?;
            branches.push(CaseBranch { choices, value: self.condition()? });
            if !self.eat(",") {
                return Ok(ExprKind::Case(Box::new(value), branches));
            }
        }
    }

    fn quantified(&mut self) -> Read<ExprKind> {
        let first = self.next;
        self.expect("for")?;
        let all = self.eat("all");
        if !all {
            self.expect("some")?;
        }
        let over = Box::new(self.iteration()?);
        if self.eat("when") {
            self.expression()?;
            self.expect("=>")?;
            self.condition()?;
            return Ok(ExprKind::Unsupported(self.unsupported_since(first, "an iterator filter")));
        }
        self.expect("=>")?;
        Ok(ExprKind::Quantified { all, over, body: Box::new(self.condition()?) })
    }

    fn declare_expression(&mut self) -> Read<ExprKind> {
        self.expect("declare")?;
        let mut items: Vec<Decl> = Vec::new();
        while !self.eat("begin") {
            let start = self.here();
            let kind = self.deeper(Parser::declare_item)?;
            items.push(Decl { kind, at: self.since(start) });
        }
        Ok(ExprKind::Declare(items, Box::new(self.condition()?)))
    }

    /// `I in [reverse] range`, `X of [reverse] array`
    pub(super) fn iteration(&mut self) -> Read<Iteration> {
        let name = self.identifier("the name of a variable")?;
        // `for X : T of A`: the type is that of the elements, and says nothing new.
        if self.eat(":") {
            self.object_type()?;
        }
        let over_elements = self.eat("of");
        if !over_elements {
            self.expect("in")?;
        }
        let reverse = self.eat("reverse");
        let domain =
            if over_elements { Domain::Of(self.name()?) } else { Domain::In(self.discrete_range()?) };
        Ok(Iteration { name, reverse, domain })
    }

    /// `FORALL I, J (C)`, `FORALL I in 1 .. N => C`
    fn formula_quantifier(&mut self) -> Read<Expr> {
        let start = self.here();
        let all = self.is_identifier("forall") || self.is("∀");
        self.next += 1;
        let in_range = self.is_at(1, "in") || self.is_at(1, "of");
        let mut over = Vec::new();
        let body = if in_range {
            over.push(self.iteration()?);
            self.expect("=>")?;
            self.condition()?
        } else {
            for name in self.identifiers("the variable of the quantifier")? {
                over.push(Iteration { name, reverse: false, domain: Domain::Unbounded });
            }
            let opened = self.here();
            self.expect("(")?;
            let body = self.deeper(Parser::condition)?;
            self.closing(opened)?;
            body
        };
        let at = self.since(start);
        // `FORALL I, J` are two quantifiers, one inside of the other.
        over.into_iter().rev().try_fold(body, |body, over| {
            self.wrapped()?;
            let kind = ExprKind::Quantified { all, over: Box::new(over), body: Box::new(body) };
            Ok(Expr { kind, at })
        })
    }
}
