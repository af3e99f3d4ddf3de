//! Expressions and lambdas.

use super::{Parse, Parser, Shape};
use crate::syntax::ast::{
    Access, Expr, ExprKind, IntLiteral, IntSize, Lambda, Name, Parameter, PredKind, Purity, StateUse,
};
use crate::syntax::dialect::MERCURY;
use base::Int;
use terms::lexer::Lexer;
use terms::{Node, Term};

impl<'a> Parser<'a> {
    #[inline(never)]
    pub(super) fn expr(&mut self, term: Term) -> Parse<Expr> {
        let kind = self.nested(term, |parser| parser.expr_kind(term))?;
        Ok(Expr { kind, at: self.at(term) })
    }

    #[inline(never)]
    fn boxed(&mut self, term: Term) -> Parse<Box<Expr>> {
        self.expr(term).map(Box::new)
    }

    #[inline(never)]
    pub(super) fn exprs(&mut self, terms: &[Term]) -> Parse<Vec<Expr>> {
        terms.iter().map(|term| self.expr(*term)).collect()
    }

    // Each kind of expression has a function of its own, and none of them is inlined: this is what recurses, and its frames
    // are to be small.

    fn expr_kind(&mut self, term: Term) -> Parse<ExprKind> {
        match self.terms.node(term) {
            Node::Var(var) => Ok(ExprKind::Var(self.variable(*var))),
            Node::Int(value) => Ok(ExprKind::Int(self.integer(term, value)?)),
            Node::Float(value) => Ok(ExprKind::Float(self.number(term), value.value())),
            Node::Str(text) => Ok(ExprKind::Str(self.terms.name(*text).to_string())),
            Node::Atom(_) | Node::Compound(..) if self.conditional(term).is_some() => self.choice(term),
            Node::Atom(_) | Node::Compound(..) => match self.lambda(term)? {
                Some(lambda) => Ok(ExprKind::Lambda(lambda)),
                None => self.functional(term),
            },
        }
    }

    #[inline(never)]
    fn choice(&mut self, term: Term) -> Parse<ExprKind> {
        let Some((condition, then, otherwise)) = self.conditional(term) else { return self.apply(term) };
        let condition = Box::new(self.goal(condition)?);
        Ok(ExprKind::If(condition, self.boxed(then)?, self.boxed(otherwise)?))
    }

    fn functional(&mut self, term: Term) -> Parse<ExprKind> {
        match self.functor(term) {
            Some(("[]", [])) => Ok(ExprKind::List(Vec::new(), None)),
            Some(("[|]", [_, _])) => self.list(term),
            Some(("{}", args)) => Ok(ExprKind::Tuple(self.exprs(args)?)),
            Some((sign @ ("!" | "!." | "!:"), &[inner])) => self.state(sign, inner),
            Some(("$", &[name])) if self.word(name).is_some_and(is_plain) => {
                Ok(ExprKind::Implied(self.word(name).unwrap_or("").to_string()))
            }
            Some(("", [applied, args @ ..])) if !args.is_empty() => {
                Ok(ExprKind::Call(self.boxed(*applied)?, self.exprs(args)?))
            }
            // With another number of arguments it is a name like others.
            Some((word @ "if", [_]) | (word @ ("then" | "else"), [_, _])) => {
                Err(self.half_conditional(term, word))
            }
            Some((":-" | "-->", [_, _])) => {
                let message = "only a lambda expression has a body";
                let help = "it starts with `pred(…) is det` or `func(…) = …`";
                Err(self.helped(term, message, "no lambda expression", help))
            }
            Some(("^" | ":=" | "@" | ":" | "with_type", &[left, right])) => self.special(term, left, right),
            _ => self.apply(term),
        }
    }

    #[inline(never)]
    fn list(&mut self, term: Term) -> Parse<ExprKind> {
        let (elements, rest) = self.terms.elements(term);
        let elements = self.exprs(&elements)?;
        let ends = matches!(self.functor(rest), Some(("[]", [])));
        Ok(ExprKind::List(elements, if ends { None } else { Some(self.boxed(rest)?) }))
    }

    /// Fields, unifications and types.
    #[inline(never)]
    fn special(&mut self, term: Term, left: Term, right: Term) -> Parse<ExprKind> {
        Ok(match self.functor(term) {
            Some(("^", _)) if self.is_field_list(right) => {
                ExprKind::Field(self.boxed(left)?, self.fields(right)?)
            }
            Some((":=", _)) if self.selects(left).is_some() => {
                let (base, path) = self.selects(left).unwrap_or((left, left));
                ExprKind::Update(self.boxed(base)?, self.fields(path)?, self.boxed(right)?)
            }
            Some(("@", _)) => ExprKind::Both(self.boxed(left)?, self.boxed(right)?),
            Some((":" | "with_type", _)) => ExprKind::Typed(self.boxed(left)?, self.type_of(right)?),
            _ => return self.apply(term),
        })
    }

    #[inline(never)]
    fn apply(&mut self, term: Term) -> Parse<ExprKind> {
        match self.named(term) {
            Some((name, args)) => Ok(ExprKind::Apply(name, self.exprs(args)?)),
            None => {
                let message = "the dot stands between the name of a module and a name";
                Err(self.error(term, message, "these are no names"))
            }
        }
    }

    /// `!X` and its like.
    #[inline(never)]
    fn state(&mut self, sign: &str, inner: Term) -> Parse<ExprKind> {
        let used = match sign {
            "!" => StateUse::Both,
            "!." => StateUse::Current,
            _ => StateUse::Next,
        };
        match self.as_variable(inner) {
            Some(name) if name != "_" => Ok(ExprKind::State(used, name)),
            _ => {
                let message = format!("`{sign}` stands before the name of a state variable");
                Err(self.error(inner, message, "this is none"))
            }
        }
    }

    // Conditions.

    /// `if C then T else E` or `C -> T ; E`.
    pub(super) fn conditional(&self, term: Term) -> Option<(Term, Term, Term)> {
        match self.functor(term)? {
            ("else", &[first, otherwise]) => {
                let ("if", &[inner]) = self.functor(first)? else { return None };
                let ("then", &[condition, then]) = self.functor(inner)? else { return None };
                Some((condition, then, otherwise))
            }
            (";", &[first, otherwise]) => {
                let ("->", &[condition, then]) = self.functor(first)? else { return None };
                Some((condition, then, otherwise))
            }
            _ => None,
        }
    }

    #[inline(never)]
    pub(super) fn half_conditional(&self, term: Term, word: &str) -> Box<source::Diagnostic> {
        let message = "`if` needs both `then` and `else`";
        let label = match (word, self.functor(term)) {
            ("if", Some((_, [inner]))) if matches!(self.functor(*inner), Some(("then", [_, _]))) => {
                "`else` is missing"
            }
            ("if", _) => "`then` is missing",
            ("else", Some((_, [first, _]))) if matches!(self.functor(*first), Some(("if", [_]))) => {
                "`then` is missing"
            }
            _ => "`if` is missing",
        };
        self.helped(term, message, label, "write `( if C then A else B )`")
    }

    // Fields.

    /// Base and path of `T ^ f`.
    pub(super) fn selects(&self, term: Term) -> Option<(Term, Term)> {
        match self.functor(term)? {
            ("^", &[base, path]) if self.is_field_list(path) => Some((base, path)),
            _ => None,
        }
    }

    /// Whether this is `f`, `f(X)` or several of these with `^` between them.
    pub(super) fn is_field_list(&self, term: Term) -> bool {
        let mut rest = term;
        while let Some(("^", &[first, more])) = self.functor(rest) {
            if !self.is_field(first) {
                return false;
            }
            rest = more;
        }
        self.is_field(rest)
    }

    fn is_field(&self, term: Term) -> bool {
        let word = |name: &Name| name.text.starts_with(terms::chars::is_atom_start);
        self.conditional(term).is_none() && self.named(term).is_some_and(|(name, _)| word(&name))
    }

    #[inline(never)]
    pub(super) fn fields(&mut self, term: Term) -> Parse<Vec<Access>> {
        let mut found = Vec::new();
        for part in self.terms.parts(term, self.terms.known("^").unwrap_or(terms::Atom::NIL)) {
            let Some((field, args)) = self.named(part) else {
                return Err(self.error(part, "the name of a field is missing", "this is none"));
            };
            found.push(Access { field, args: self.exprs(args)? });
        }
        Ok(found)
    }

    // Lambdas.

    fn lambda(&mut self, term: Term) -> Parse<Option<Box<Lambda>>> {
        let mut rest = term;
        let mut outer = None;
        while let Some((word @ ("impure" | "semipure"), &[inner])) = self.functor(rest) {
            outer = outer.or(Some(word));
            rest = inner;
        }
        let (head, body, grammar) = match self.functor(rest) {
            Some((":-", &[head, body])) => (head, Some(body), false),
            Some(("-->", &[head, body])) => (head, Some(body), true),
            Some(("is" | "=", [_, _])) => (rest, None, false),
            _ => return Ok(None),
        };
        let Some(mut shape) = self.shape(head) else { return Ok(None) };
        match outer {
            Some("impure") => shape.purity = Purity::Impure,
            Some(_) => shape.purity = Purity::Semipure,
            None => {}
        }
        self.lambda_of(head, shape, body, grammar).map(Some)
    }

    #[inline(never)]
    fn lambda_of(
        &mut self,
        head: Term,
        shape: Shape<'a>,
        body: Option<Term>,
        grammar: bool,
    ) -> Parse<Box<Lambda>> {
        let Shape { purity, kind, args, result, determinism } = shape;
        let (args, modes) = match (grammar, args) {
            (false, args) => (args, None),
            (true, [args @ .., first, second]) if kind == PredKind::Pred => (args, Some((*first, *second))),
            (true, _) => {
                let message = "a lambda expression with `-->` ends with two modes";
                let help = "as in `(pred(X::in, in, out) is det --> p(X))`";
                return Err(self.helped(head, message, "they are missing", help));
            }
        };
        let params = args.iter().map(|arg| self.parameter(*arg)).collect::<Parse<Vec<Parameter>>>()?;
        if kind == PredKind::Pred {
            for (param, arg) in params.iter().zip(args) {
                if param.mode.is_none() {
                    let message = "each parameter of a `pred` lambda expression has a mode";
                    return Err(self.helped(*arg, message, "a mode is missing", "write `X::in` or `X::out`"));
                }
            }
            if determinism.is_none() {
                let message = "a `pred` lambda expression says how often it succeeds";
                let help = "write `is det`, `is semidet` or another determinism behind its parameters";
                return Err(self.helped(head, message, "the determinism is missing", help));
            }
        }
        let grammar = match modes {
            Some((first, second)) => Some((self.mode(first)?, self.mode(second)?)),
            None => None,
        };
        let result = result.map(|result| self.parameter(result)).transpose()?;
        let determinism = determinism.map(|word| self.determinism(word)).transpose()?;
        let body = match (body, grammar.is_some()) {
            (Some(body), true) => Some(self.grammar_goal(body)?),
            (Some(body), false) => Some(self.goal(body)?),
            (None, _) => None,
        };
        Ok(Box::new(Lambda { purity, kind, params, grammar, result, determinism, body }))
    }

    // Numbers.

    #[inline(never)]
    fn integer(&self, term: Term, value: &Int) -> Parse<IntLiteral> {
        let text = self.number(term);
        // The digits of base 16 end with no suffix: none of them has an `i` or a `u`.
        let code = text.trim_start_matches('-').starts_with("0'");
        let ends = |(suffix, _): &&(&str, IntSize)| !code && text.ends_with(*suffix);
        let size = IntSize::SUFFIXES.iter().find(ends).map_or(IntSize::Int, |(_, size)| *size);
        let digits = text.trim_start_matches('-');
        let pattern = ["0x", "0X", "0b", "0B", "0o", "0O"].iter().any(|start| digits.starts_with(start));
        let value = match (size, value.to_i64()) {
            // Digits of another base are bits: those of `int` have 64 of them.
            (IntSize::Int, None) if pattern && !value.is_negative() && value.bits() <= 64 => {
                value - &Int::parse("18446744073709551616").unwrap_or_else(|| 0.into())
            }
            (IntSize::Int, None) => {
                return Err(self.error(
                    term,
                    format!("the integer `{text}` is out of range"),
                    "no `int` is so large",
                ));
            }
            _ => value.clone(),
        };
        Ok(IntLiteral { value, text, size })
    }

    /// How a number is written, without what may stand between its sign and its digits.
    #[inline(never)]
    fn number(&self, term: Term) -> String {
        let range = self.places.get(term.index()).cloned().unwrap_or(0..0);
        let text = self.text.get(range).unwrap_or("");
        let Some(digits) = text.strip_prefix('-') else { return text.to_string() };
        match Lexer::new(&MERCURY, digits).next() {
            Ok(token) => format!("-{}", digits.get(token.start..token.end).unwrap_or("")),
            Err(_) => text.to_string(),
        }
    }

    /// Name and arguments of what a clause or a declaration is about. Functions for fields may be written as they are used:
    /// `T ^ f(X)` is `f(X, T)`, and `T ^ f(X) := V` is `'f :='(X, T, V)`.
    pub(super) fn subject(&self, term: Term, message: &str) -> Parse<(Name, Vec<Term>)> {
        let (selection, value) = match self.functor(term) {
            Some((":=", &[left, value])) => (left, Some(value)),
            _ => (term, None),
        };
        if let Some(("^", &[base, field])) = self.functor(selection)
            && self.is_field(field)
            && let Some((mut name, args)) = self.named(field)
        {
            if value.is_some() {
                name.text.push_str(" :=");
            }
            name.at = self.at(term);
            return Ok((name, args.iter().copied().chain([base]).chain(value).collect()));
        }
        let (name, args) = self.must_be_named(term, message)?;
        Ok((name, args.to_vec()))
    }

    /// A name that must be there.
    pub(super) fn must_be_named(&self, term: Term, message: &str) -> Parse<(Name, &'a [Term])> {
        self.named(term).ok_or_else(|| self.error(term, message, "this is none"))
    }
}

/// Whether a name is made of letters and digits: only such a name may stand behind `$`.
fn is_plain(name: &str) -> bool {
    name.starts_with(terms::chars::is_atom_start) && name.chars().all(terms::chars::is_name)
}
