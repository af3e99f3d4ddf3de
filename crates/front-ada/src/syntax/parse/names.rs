//! Names and what may follow them: selected components, arguments, slices, attributes, qualified expressions.

use super::{Parser, Read};
use crate::syntax::ast::{Argument, DiscreteRange, Expr, ExprKind, Name, Path, Place, Range, RangeKind};
use crate::syntax::literals;
use crate::syntax::tokens::{Kind, Token};
use source::{Diagnostic, Span};

/// Attributes whose parentheses, if any, select from their value.
const WITHOUT_ARGUMENTS: &[&str] =
    &["old", "result", "access", "unchecked_access", "unrestricted_access", "class", "base", "loop_entry"];

/// Whether a name that ends here may be followed by arguments: a subtype mark may not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parentheses {
    Arguments,
    Stop,
}

/// What parentheses after a name hold.
enum Inside {
    Range(DiscreteRange),
    Arguments(Vec<Argument>),
}

impl Parser<'_> {
    /// A name with its arguments, slices and so on.
    pub(super) fn name(&mut self) -> Read<Expr> {
        self.name_up_to(Parentheses::Arguments)
    }

    /// The name of a subtype, which ends before parentheses.
    pub(super) fn subtype_mark(&mut self) -> Read<Expr> {
        self.name_up_to(Parentheses::Stop)
    }

    fn name_up_to(&mut self, parentheses: Parentheses) -> Read<Expr> {
        self.chain(|p| {
            let start = p.here();
            let mut name = p.first_part()?;
            loop {
                let kind = match p.kind() {
                    Some(Kind::Sign(".")) => p.selection(name)?,
                    Some(Kind::Sign("(")) if parentheses == Parentheses::Arguments => p.application(name)?,
                    // `new T'(X)`: the operand is not part of the mark.
                    Some(Kind::Sign("'"))
                        if parentheses == Parentheses::Arguments || !(p.is_at(1, "(") || p.is_at(1, "[")) =>
                    {
                        p.tick(name)?
                    }
                    _ => return Ok(name),
                };
                p.wrapped()?;
                name = Expr { kind, at: p.since(start) };
            }
        })
    }

    fn first_part(&mut self) -> Read<Expr> {
        let Some(token) = self.ahead(0) else { return Err(self.unexpected("a name")) };
        let text = self.source.token_text(token);
        let kind = match token.kind {
            Kind::Name => ExprKind::Name(self.name_of(token)),
            Kind::Character => ExprKind::Character(literals::character(text).unwrap_or(' ')),
            // `"+" (A, B)` calls an operator; any other string is a value.
            Kind::Text if self.is_at(1, "(") && literals::is_operator(&literals::string(text)) => {
                ExprKind::Name(self.name_of(token))
            }
            Kind::Text => ExprKind::Str(literals::string(text)),
            Kind::Sign("@") => ExprKind::Target,
            Kind::Word(word) => {
                let mut problem = self.unexpected("a name");
                problem.help = Some(format!("`{word}` is a reserved word and cannot be a name"));
                return Err(problem);
            }
            _ => return Err(self.unexpected("a name")),
        };
        self.next += 1;
        Ok(Expr { kind, at: Place(self.source.token_span(token)) })
    }

    fn selection(&mut self, prefix: Expr) -> Read<ExprKind> {
        self.expect(".")?;
        if self.eat("all") {
            return Ok(ExprKind::Deref(Box::new(prefix)));
        }
        Ok(ExprKind::Selected(Box::new(prefix), self.selector()?))
    }

    /// An identifier, a character or an operator.
    fn selector(&mut self) -> Read<Name> {
        match self.ahead(0) {
            Some(token @ Token { kind: Kind::Character | Kind::Text, .. }) => {
                self.next += 1;
                Ok(self.name_of(token))
            }
            _ => self.identifier("a name after the point"),
        }
    }

    /// Names with points between them.
    pub(super) fn path(&mut self, what: &str) -> Read<Path> {
        let start = self.here();
        let mut parts = Vec::new();
        loop {
            match self.ahead(0) {
                Some(token) if token.kind == Kind::Text => {
                    self.next += 1;
                    parts.push(self.name_of(token));
                }
                _ => parts.push(self.identifier(what)?),
            }
            if !self.eat(".") {
                return Ok(Path { parts, at: self.since(start) });
            }
        }
    }

    fn application(&mut self, prefix: Expr) -> Read<ExprKind> {
        let opened = self.here();
        self.expect("(")?;
        if self.is(")") {
            return Err(Box::new(
                Diagnostic::error("empty parentheses")
                    .primary(opened.to(self.here()), "nothing between them")
                    .help("a subprogram without parameters is called without parentheses"),
            ));
        }
        let inside = self.deeper(Parser::range_or_arguments)?;
        self.closing(opened)?;
        Ok(match inside {
            Inside::Range(range) => ExprKind::Slice(Box::new(prefix), Box::new(range)),
            Inside::Arguments(args) => ExprKind::Apply(Box::new(prefix), args),
        })
    }

    fn range_or_arguments(&mut self) -> Read<Inside> {
        if self.starts_conditional() || self.is_at(1, "=>") {
            return Ok(Inside::Arguments(self.arguments()?));
        }
        let start = self.here();
        let first = self.expression()?;
        if self.is("..") || self.is("range") {
            return Ok(Inside::Range(self.rest_of_range(first, start)?));
        }
        let first = match as_range(first) {
            Ok(range) => return Ok(Inside::Range(DiscreteRange::Range(range))),
            Err(first) => first,
        };
        let mut args = vec![Argument { name: None, value: first }];
        if self.eat(",") {
            args.append(&mut self.arguments()?);
        }
        Ok(Inside::Arguments(args))
    }

    /// `X, Y => 1`; or one conditional expression.
    pub(super) fn arguments(&mut self) -> Read<Vec<Argument>> {
        if self.starts_conditional() {
            return Ok(vec![Argument { name: None, value: self.conditional()? }]);
        }
        let mut args = Vec::new();
        loop {
            let name = match (self.kind(), self.is_at(1, "=>")) {
                (Some(Kind::Name | Kind::Text | Kind::Character), true) => {
                    let name = self.selector()?;
                    self.expect("=>")?;
                    Some(name)
                }
                _ => None,
            };
            args.push(Argument { name, value: self.condition()? });
            if !self.eat(",") {
                return Ok(args);
            }
        }
    }

    /// The parenthesis that closes another.
    pub(super) fn closing(&mut self, opened: Span) -> Read<()> {
        if self.eat(")") {
            return Ok(());
        }
        Err(Box::new(self.unexpected("`)`").secondary(opened, "opened here")))
    }

    fn tick(&mut self, prefix: Expr) -> Read<ExprKind> {
        self.expect("'")?;
        if self.is("(") || self.is("[") {
            let operand = self.deeper(Parser::parenthesis)?;
            return Ok(ExprKind::Qualified(Box::new(prefix), Box::new(operand)));
        }
        let name = match self.ahead(0) {
            Some(
                token @ Token {
                    kind: Kind::Name | Kind::Word("access" | "range" | "delta" | "digits" | "mod"),
                    ..
                },
            ) => {
                self.next += 1;
                self.name_of(token)
            }
            _ => return Err(self.unexpected("the name of an attribute")),
        };
        let mut args = Vec::new();
        let opened = self.here();
        if self.is("(") && !WITHOUT_ARGUMENTS.contains(&name.key.as_str()) {
            self.next += 1;
            args = self.deeper(Parser::arguments)?;
            self.closing(opened)?;
        }
        Ok(ExprKind::Attribute { prefix: Box::new(prefix), name, args })
    }
}

/// An expression as a range, if it is an attribute `'Range`.
pub(super) fn as_range(expr: Expr) -> Result<Range, Expr> {
    match &expr.kind {
        ExprKind::Attribute { name, .. } if name.key == "range" => {
            Ok(Range { at: expr.at, kind: RangeKind::Attribute(Box::new(expr)) })
        }
        _ => Err(expr),
    }
}
