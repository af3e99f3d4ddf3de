//! Tokens into a tree: items and statements. Expressions are in [`expressions`].
//!
//! Recursive descent with a bound on nesting ([`MAX_NESTING`]), so that no text overflows the stack.
//!
//! ```text
//! program  ::= { struct | proc | `requires` F `;` | `ensures` F `;` | statement }
//! block    ::= `{` statements `}` | `(` statements `)` | statement
//! statement::= `skip` | target `:=` e | `if` e [`then`] block [`else` block] | `while` e [`do`] block
//!            | `assert` F | `return` [e] | p `(` e, … `)` | `{` statements `}` | `invariant` F | `variant` e
//! F        ::= e | (`forall` | `exists`) k `in` e `..` e `:` F, inside of e also `old(e)` and `result`
//! ```
//!
//! Statements are separated by `;`, which may be left out after a `}` and may stand at the end. `then` and `do`
//! may be left out before a `{`.

mod expressions;

pub(crate) use expressions::{level, level_of};

use crate::ast::{
    Expr, ExprKind, Name, Number, Place, ProcDecl, Program, Stmt, StmtKind, StructDecl, TypeExpr,
};
use crate::lexer::{Lexeme, Token, tokens};
use source::{Diagnostic, FileId, Files, Span};

/// How deep statements, parentheses and operators may be nested.
pub const MAX_NESTING: usize = 400;

pub(crate) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Reads a program.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn parse(files: &Files, file: FileId) -> Result<Program, Box<Diagnostic>> {
    let mut p = Parser::new(files, file)?;
    p.program()
}

/// Reads a single condition; the number says how many expressions it has.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn parse_condition(files: &Files, file: FileId) -> Result<(Expr, Number), Box<Diagnostic>> {
    let mut p = Parser::new(files, file)?;
    let condition = p.claim(ClaimWords { quantifiers: true, ..ClaimWords::default() })?;
    p.eat(";");
    if !p.at_end() {
        return Err(p.unexpected("the end of the formula"));
    }
    Ok((condition, Number(p.expressions)))
}

pub(crate) struct Parser<'a> {
    files: &'a Files,
    file: FileId,
    text: &'a str,
    tokens: Vec<Lexeme>,
    next: usize,
    depth: usize,
    expressions: u32,
    /// What claims say more than conditions do, here.
    words: ClaimWords,
}

/// What may be said in a claim.
#[derive(Clone, Copy, Default)]
struct ClaimWords {
    quantifiers: bool,
    old: bool,
    result: bool,
}

impl<'a> Parser<'a> {
    fn new(files: &'a Files, file: FileId) -> Parsed<Parser<'a>> {
        let tokens = tokens(files, file)?;
        let text = files.get(file).map_or("", |f| f.text());
        Ok(Parser {
            files,
            file,
            text,
            tokens,
            next: 0,
            depth: 0,
            expressions: 0,
            words: ClaimWords::default(),
        })
    }

    // Tokens.

    fn ahead(&self, by: usize) -> Lexeme {
        let end = Lexeme { token: Token::End, start: 0, end: 0 };
        self.tokens.get(self.next + by).or(self.tokens.last()).copied().unwrap_or(end)
    }

    fn is(&self, word: &str) -> bool {
        matches!(self.ahead(0).token, Token::Word(w) if w == word)
    }

    fn is_at(&self, by: usize, word: &str) -> bool {
        matches!(self.ahead(by).token, Token::Word(w) if w == word)
    }

    fn at_end(&self) -> bool {
        self.ahead(0).token == Token::End
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.is(word);
        if found {
            self.next += 1;
        }
        found
    }

    fn text_of(&self, lexeme: Lexeme) -> &'a str {
        self.text.get(lexeme.start as usize..lexeme.end as usize).unwrap_or("")
    }

    fn span_of(&self, lexeme: Lexeme) -> Span {
        self.files.span(self.file, lexeme.start as usize, lexeme.end as usize)
    }

    /// The place of the next token.
    fn here(&self) -> Span {
        self.span_of(self.ahead(0))
    }

    /// From a place to the end of the last token.
    fn since(&self, start: Span) -> Span {
        let last = self.next.checked_sub(1).and_then(|i| self.tokens.get(i)).copied();
        last.map_or(start, |last| start.to(self.span_of(last)))
    }

    fn found(&self) -> String {
        match self.ahead(0).token {
            Token::End => "the end of the text".to_string(),
            _ => {
                let text: String = self.text_of(self.ahead(0)).chars().take(40).collect();
                format!("`{text}`")
            }
        }
    }

    fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        let message = format!("expected {wanted}, found {}", self.found());
        Box::new(Diagnostic::error(message).primary(self.here(), format!("expected {wanted}")))
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.eat(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let lexeme = self.ahead(0);
        match lexeme.token {
            Token::Name => {
                self.next += 1;
                Ok(Name { text: self.text_of(lexeme).to_string(), at: Place(self.span_of(lexeme)) })
            }
            Token::Word(w) if crate::lexer::is_keyword(w) => {
                let mut problem = self.unexpected(what);
                problem.help = Some(format!("`{w}` is a keyword and cannot be a name"));
                Err(problem)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Runs a part of the grammar one level deeper.
    fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep(self.here()));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&self, place: Span) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::error("the program is nested too deeply")
                .primary(place, format!("more than {MAX_NESTING} levels"))
                .help("give a part of it a name: a variable, or a procedure"),
        )
    }

    // Items.

    fn program(&mut self) -> Parsed<Program> {
        let start = self.here();
        let mut program = Program {
            structs: Vec::new(),
            procs: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
            body: Vec::new(),
            expressions: Number(0),
            at: Place(start),
        };
        while !self.at_end() {
            if self.is("struct") {
                program.structs.push(self.structure()?);
                self.eat(";");
            } else if self.is("proc") {
                program.procs.push(self.procedure()?);
                self.eat(";");
            } else if self.is("requires") || self.is("ensures") {
                if !program.body.is_empty() {
                    return Err(self.late_contract());
                }
                self.contract(&mut program.requires, &mut program.ensures, false)?;
            } else {
                let statement = self.statement()?;
                program.body.push(statement);
                self.separator(&["struct", "proc"])?;
            }
        }
        program.expressions = Number(self.expressions);
        program.at = Place(self.files.span(self.file, 0, self.text.len()));
        Ok(program)
    }

    fn late_contract(&self) -> Box<Diagnostic> {
        let (word, help) = if self.is("requires") {
            ("requires", "requirements speak of the inputs: put them first; or write `assert`")
        } else {
            ("ensures", "put it before the first statement; or write `assert`")
        };
        Box::new(
            Diagnostic::error(format!("`{word}` after the first statement"))
                .primary(self.here(), "too late")
                .help(help),
        )
    }

    /// All `requires` and `ensures` that stand here.
    fn contract(&mut self, requires: &mut Vec<Expr>, ensures: &mut Vec<Expr>, result: bool) -> Parsed<()> {
        loop {
            if self.eat("requires") {
                requires.push(self.clause(ClaimWords { quantifiers: true, old: false, result: false })?);
            } else if self.eat("ensures") {
                ensures.push(self.clause(ClaimWords { quantifiers: true, old: true, result })?);
            } else {
                return Ok(());
            }
        }
    }

    /// A formula in which more can be said than in a condition.
    fn claim(&mut self, words: ClaimWords) -> Parsed<Expr> {
        let before = std::mem::replace(&mut self.words, words);
        let formula = self.expr();
        self.words = before;
        formula
    }

    /// The formula of a contract, with what ends it.
    fn clause(&mut self, words: ClaimWords) -> Parsed<Expr> {
        let condition = self.claim(words)?;
        if !self.eat(";") && !self.is("{") && !self.is("}") && !self.at_end() {
            return Err(self.unexpected("`;`"));
        }
        Ok(condition)
    }

    fn structure(&mut self) -> Parsed<StructDecl> {
        self.expect("struct")?;
        let name = self.name("the name of the struct")?;
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.eat("}") {
            // `int value;` as the paper writes it, or `value: int;` as parameters are written.
            let field = if self.is_at(1, ":") {
                let name = self.name("the name of a field")?;
                self.expect(":")?;
                (name, self.type_expr()?)
            } else {
                let ty = self.type_expr()?;
                (self.name("the name of a field")?, ty)
            };
            fields.push(field);
            if !self.eat(";") && !self.eat(",") && !self.is("}") {
                return Err(self.unexpected("`;` or `}`"));
            }
        }
        Ok(StructDecl { name, fields })
    }

    fn type_expr(&mut self) -> Parsed<TypeExpr> {
        let name = self.name("a type")?;
        let mut arrays = 0;
        while self.is("[") && self.is_at(1, "]") && arrays < MAX_NESTING {
            self.next += 2;
            arrays += 1;
        }
        Ok(TypeExpr { name, arrays })
    }

    fn procedure(&mut self) -> Parsed<ProcDecl> {
        let start = self.here();
        self.expect("proc")?;
        let name = self.name("the name of the procedure")?;
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            if !params.is_empty() {
                self.expect(",")?;
            }
            let name = self.name("a parameter")?;
            let ty = if self.eat(":") { Some(self.type_expr()?) } else { None };
            params.push((name, ty));
        }
        let result = if self.eat(":") { Some(self.type_expr()?) } else { None };
        let (mut requires, mut ensures) = (Vec::new(), Vec::new());
        self.contract(&mut requires, &mut ensures, result.is_some())?;
        self.expect("{")?;
        self.contract(&mut requires, &mut ensures, result.is_some())?;
        let body = self.statements("}")?;
        Ok(ProcDecl { name, params, result, requires, ensures, body, at: Place(self.since(start)) })
    }

    // Statements.

    /// Statements up to and including a closing sign.
    fn statements(&mut self, closing: &'static str) -> Parsed<Vec<Stmt>> {
        let opened = self.next.checked_sub(1).and_then(|i| self.tokens.get(i)).copied();
        let mut found = Vec::new();
        loop {
            if self.eat(closing) {
                return Ok(found);
            }
            if let (true, Some(opened)) = (self.at_end(), opened) {
                let problem = *self.unexpected(&format!("`{closing}`"));
                return Err(Box::new(problem.secondary(self.span_of(opened), "opened here")));
            }
            if self.is("requires") || self.is("ensures") {
                return Err(self.late_contract());
            }
            found.push(self.statement()?);
            self.separator(&[closing])?;
        }
    }

    /// What stands between two statements.
    fn separator(&mut self, before: &[&str]) -> Parsed<()> {
        if self.eat(";") || self.at_end() || before.iter().any(|word| self.is(word)) {
            return Ok(());
        }
        let after_brace = self.next > 0
            && matches!(self.tokens.get(self.next - 1).map(|l| l.token), Some(Token::Word("}")));
        if after_brace && !self.is("else") {
            return Ok(());
        }
        let mut problem = self.unexpected("`;`");
        if self.is("else") {
            problem.help = Some("this `else` has no `if`: put the part before it in braces".to_string());
        } else if self.is(")") || self.is("}") {
            problem.help = Some("nothing was opened that this closes".to_string());
        }
        Err(problem)
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        self.deeper(Self::statement_here)
    }

    fn statement_here(&mut self) -> Parsed<Stmt> {
        let start = self.here();
        let lexeme = self.ahead(0);
        let (kind, span) = match lexeme.token {
            Token::Word("skip") => {
                self.next += 1;
                (StmtKind::Skip, start)
            }
            Token::Word("if") => return self.if_statement(start),
            Token::Word("while") => return self.while_statement(start),
            Token::Word("assert") => {
                self.next += 1;
                let condition = self.claim(ClaimWords { quantifiers: true, ..ClaimWords::default() })?;
                (StmtKind::Assert(condition), self.since(start))
            }
            Token::Word(word @ ("invariant" | "variant")) => {
                let problem = Diagnostic::error(format!("`{word}` is not at the start of a loop"));
                let problem = problem.primary(start, "belongs to no loop");
                return Err(Box::new(problem.help("put it before the first statement of the loop's body")));
            }
            Token::Word("return") => {
                self.next += 1;
                let nothing = self.at_end() || [";", "}", ")", "else"].iter().any(|w| self.is(w));
                let value = if nothing { None } else { Some(self.expr()?) };
                (StmtKind::Return(value), self.since(start))
            }
            Token::Word("{") => {
                self.next += 1;
                (StmtKind::Block(self.statements("}")?), self.since(start))
            }
            Token::Word("(") => {
                self.next += 1;
                (StmtKind::Block(self.statements(")")?), self.since(start))
            }
            Token::Name => {
                let target = self.postfix()?;
                if self.is(":=") {
                    self.assignable(&target)?;
                    self.next += 1;
                    let value = self.expr()?;
                    (StmtKind::Assign(target, value), self.since(start))
                } else if matches!(target.kind, ExprKind::Call(..)) {
                    (StmtKind::Call(target), self.since(start))
                } else {
                    return Err(self.unexpected("`:=`"));
                }
            }
            Token::Word(word @ ("struct" | "proc")) => {
                let message = format!("`{word}` inside of a statement");
                let problem = Diagnostic::error(message).primary(start, "not here");
                return Err(Box::new(problem.help("move it out of all braces")));
            }
            Token::Word("else") => {
                let problem = *self.unexpected("a statement");
                return Err(Box::new(
                    problem.help("this `else` has no `if`: put the part before it in braces"),
                ));
            }
            Token::Word(word) if crate::lexer::is_keyword(word) => {
                let problem = *self.unexpected("a statement");
                return Err(Box::new(problem.help(format!("`{word}` is a keyword and cannot be a name"))));
            }
            _ => return Err(self.unexpected("a statement")),
        };
        Ok(Stmt { kind, at: Place(span) })
    }

    fn assignable(&self, target: &Expr) -> Parsed<()> {
        match &target.kind {
            ExprKind::Var(_) | ExprKind::Field(..) | ExprKind::Element(..) => Ok(()),
            _ => Err(Box::new(
                Diagnostic::error("this cannot be assigned to")
                    .primary(target.span(), "not a variable, a field or an element"),
            )),
        }
    }

    fn if_statement(&mut self, start: Span) -> Parsed<Stmt> {
        self.next += 1;
        let condition = self.expr()?;
        let span = self.since(start);
        if !self.eat("then") && !self.is("{") {
            return Err(self.unexpected("`then`"));
        }
        let then = self.branch()?;
        // A `;` before `else` separates nothing, but people write it.
        if self.is(";") && self.is_at(1, "else") {
            self.next += 1;
        }
        let otherwise = if self.eat("else") { self.branch()? } else { Vec::new() };
        Ok(Stmt { kind: StmtKind::If(condition, then, otherwise), at: Place(span) })
    }

    fn while_statement(&mut self, start: Span) -> Parsed<Stmt> {
        self.next += 1;
        let condition = self.expr()?;
        let span = self.since(start);
        if !self.eat("do") && !self.is("{") {
            return Err(self.unexpected("`do` or `{`"));
        }
        let body = self.loop_body()?;
        Ok(Stmt { kind: StmtKind::While(condition, body), at: Place(span) })
    }

    /// The body of a loop, which may start with claims.
    fn loop_body(&mut self) -> Parsed<Vec<Stmt>> {
        let closing = if self.eat("{") {
            "}"
        } else if self.eat("(") {
            ")"
        } else {
            return Ok(vec![self.statement()?]);
        };
        let mut body = Vec::new();
        while self.is("invariant") || self.is("variant") {
            let (start, is_invariant) = (self.here(), self.is("invariant"));
            self.next += 1;
            let words = ClaimWords { quantifiers: is_invariant, old: true, result: false };
            let formula = self.claim(words)?;
            let at = Place(self.since(start));
            let kind = if is_invariant { StmtKind::Invariant(formula) } else { StmtKind::Variant(formula) };
            body.push(Stmt { kind, at });
            self.separator(&[closing])?;
        }
        body.extend(self.statements(closing)?);
        Ok(body)
    }

    /// The part of an `if` or `while`: the statements in brackets, or a single one.
    fn branch(&mut self) -> Parsed<Vec<Stmt>> {
        if self.eat("{") {
            return self.statements("}");
        }
        if self.eat("(") {
            return self.statements(")");
        }
        Ok(vec![self.statement()?])
    }
}
