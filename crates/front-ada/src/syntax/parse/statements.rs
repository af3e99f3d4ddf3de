//! Statements.

use super::nodes::children;
use super::{Parser, Read};
use crate::syntax::ast::{Alternative, Expr, ExprKind, Handled, Handler, Name, Scheme, Stmt, StmtKind};
use source::Diagnostic;
use tree_sitter::Node;

impl Parser<'_> {
    /// The statements of a node, with the claims from where the last word before them ends to where the next begins.
    pub(super) fn statements(&mut self, list: Node<'_>, to: usize) -> Read<Vec<Stmt>> {
        self.deeper(|p| {
            let mut found = Vec::new();
            for child in children(list) {
                p.claims_into(&mut found, child.start_byte())?;
                found.push(p.statement(child)?);
                p.misplaced_before(child.end_byte());
            }
            p.claims_into(&mut found, to)?;
            Ok(found)
        })
    }

    fn claims_into(&mut self, found: &mut Vec<Stmt>, before: usize) -> Read<()> {
        let claims = self.claims_before(before)?;
        found.extend(claims.into_iter().map(|claim| Stmt { at: claim.at, kind: StmtKind::Claim(claim) }));
        Ok(())
    }

    pub(super) fn statement(&mut self, node: Node<'_>) -> Read<Stmt> {
        let at = self.place(node);
        let kind = match node.kind() {
            "null_statement" => StmtKind::Null,
            "assignment_statement" => self.whole(node, Parser::assignment)?,
            "procedure_call_statement" => self.whole(node, Parser::call)?,
            "if_statement" => self.if_statement(node)?,
            "case_statement" => self.case_statement(node)?,
            "loop_statement" => self.loop_statement(node)?,
            "exit_statement" => self.whole(node, Parser::exit)?,
            "block_statement" => self.block(node)?,
            "simple_return_statement" => self.whole(node, Parser::simple_return)?,
            "extended_return_statement" => self.extended_return(node)?,
            "raise_statement" => self.whole(node, Parser::raise_statement)?,
            "pragma_g" => StmtKind::Pragma(self.whole(node, Parser::pragma)?),
            other => StmtKind::Unsupported(self.unsupported(node, statement_name(other))),
        };
        Ok(Stmt { kind, at })
    }

    // Simple statements.

    fn assignment(&mut self) -> Read<StmtKind> {
        let target = self.name()?;
        self.expect(":=")?;
        let value = self.condition()?;
        self.expect(";")?;
        Ok(StmtKind::Assign(target, value))
    }

    fn call(&mut self) -> Read<StmtKind> {
        let start = self.here();
        let call = self.name()?;
        self.expect(";")?;
        let callable = match &call.kind {
            // `T'Write (S, X);`
            ExprKind::Attribute { args, .. } => !args.is_empty(),
            ExprKind::Name(_) | ExprKind::Selected(..) | ExprKind::Apply(..) | ExprKind::Deref(_) => true,
            _ => false,
        };
        if !callable {
            return Err(Box::new(
                Diagnostic::error("an expression where a statement should be")
                    .primary(start.to(call.span()), "its value is not used")
                    .help("assign it with `:=`, or call a procedure"),
            ));
        }
        Ok(StmtKind::Call(call))
    }

    fn exit(&mut self) -> Read<StmtKind> {
        self.expect("exit")?;
        let label = if self.is_name() { Some(self.identifier("the name of a loop")?) } else { None };
        let when = if self.eat("when") { Some(self.condition()?) } else { None };
        self.expect(";")?;
        Ok(StmtKind::Exit { label, when })
    }

    fn simple_return(&mut self) -> Read<StmtKind> {
        self.expect("return")?;
        let value = if self.is(";") { None } else { Some(self.condition()?) };
        self.expect(";")?;
        Ok(StmtKind::Return(value))
    }

    fn raise_statement(&mut self) -> Read<StmtKind> {
        self.expect("raise")?;
        let exception = if self.is(";") { None } else { Some(self.name()?) };
        let message = if self.eat("with") { Some(self.expression()?) } else { None };
        self.expect(";")?;
        Ok(StmtKind::Raise { exception, message })
    }

    // Compound statements.

    fn expression_node(&mut self, node: Node<'_>) -> Read<Expr> {
        self.whole(node, Parser::condition)
    }

    fn if_statement(&mut self, node: Node<'_>) -> Read<StmtKind> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        let mut condition = None;
        let parts = children(node);
        for (i, part) in parts.iter().enumerate() {
            let to = parts.get(i + 1).map_or(node.end_byte(), Node::start_byte);
            match part.kind() {
                "expression" => condition = Some(self.expression_node(*part)?),
                "sequence_of_statements" => {
                    let body = self.statements(*part, to)?;
                    match condition.take() {
                        Some(condition) => branches.push((condition, body)),
                        None => otherwise = Some(body),
                    }
                }
                "elsif_statement_item" => {
                    for inner in children(*part) {
                        match inner.kind() {
                            "expression" => condition = Some(self.expression_node(inner)?),
                            "sequence_of_statements" => {
                                let body = self.statements(inner, to)?;
                                branches.extend(condition.take().map(|condition| (condition, body)));
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(StmtKind::If { branches, otherwise })
    }

    fn case_statement(&mut self, node: Node<'_>) -> Read<StmtKind> {
        let parts = children(node);
        let mut value = None;
        let mut alternatives = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let to = parts.get(i + 1).map_or(node.end_byte(), Node::start_byte);
            match part.kind() {
                "expression" => value = Some(self.expression_node(*part)?),
                "case_statement_alternative" => {
                    self.misplaced_before(part.start_byte());
                    self.enter(*part);
                    self.expect("when")?;
                    let choices = self.choices(true)?;
                    self.expect("=>")?;
                    let body = self.last_list(*part, to)?;
                    alternatives.push(Alternative { choices, body, at: self.place(*part) });
                }
                _ => {}
            }
        }
        match value {
            Some(value) => Ok(StmtKind::Case(value, alternatives)),
            None => Err(self.unexpected("an expression")),
        }
    }

    /// The statements that a node ends with.
    fn last_list(&mut self, node: Node<'_>, to: usize) -> Read<Vec<Stmt>> {
        match children(node).last() {
            Some(list) if list.kind() == "sequence_of_statements" => self.statements(*list, to),
            _ => Ok(Vec::new()),
        }
    }

    fn loop_statement(&mut self, node: Node<'_>) -> Read<StmtKind> {
        let (mut label, mut scheme, mut body, mut end_name) = (None, Scheme::Forever, Vec::new(), None);
        let parts = children(node);
        for (i, part) in parts.iter().enumerate() {
            match part.kind() {
                "loop_label" => label = Some(self.label(*part)?),
                "iteration_scheme" => scheme = self.scheme(*part)?,
                "sequence_of_statements" => {
                    let to = parts.get(i + 1).map_or(node.end_byte(), Node::start_byte);
                    body = self.statements(*part, to)?;
                }
                "identifier" => end_name = Some(self.whole(*part, |p| p.identifier("a name"))?),
                _ => {}
            }
        }
        self.same_name("loop", label.as_ref(), end_name.as_ref())?;
        Ok(StmtKind::Loop { label, scheme, body })
    }

    fn label(&mut self, node: Node<'_>) -> Read<Name> {
        self.enter(node);
        self.identifier("a name")
    }

    fn scheme(&mut self, node: Node<'_>) -> Read<Scheme> {
        let odd = |kind: &str| match kind {
            "procedural_iterator" => Some("a loop over a procedure"),
            "parallel" => Some("a parallel loop"),
            "iterator_filter" => Some("an iterator filter"),
            _ => None,
        };
        for part in children(node) {
            let found =
                odd(part.kind()).or_else(|| children(part).iter().find_map(|inner| odd(inner.kind())));
            if let Some(what) = found {
                return Ok(Scheme::Unsupported(self.unsupported(node, what)));
            }
        }
        self.whole(node, |p| {
            if p.eat("while") {
                return Ok(Scheme::While(p.condition()?));
            }
            p.expect("for")?;
            Ok(Scheme::For(p.iteration()?))
        })
    }

    fn block(&mut self, node: Node<'_>) -> Read<StmtKind> {
        let (mut label, mut declarations, mut end_name) = (None, None, None);
        let mut body = Handled { body: Vec::new(), handlers: Vec::new() };
        let parts = children(node);
        for (i, part) in parts.iter().enumerate() {
            let to = parts.get(i + 1).map_or(node.end_byte(), Node::start_byte);
            match part.kind() {
                "loop_label" => label = Some(self.label(*part)?),
                "declare" => declarations = Some(Vec::new()),
                "non_empty_declarative_part" => declarations = Some(self.declarative_part(*part, to)?),
                "handled_sequence_of_statements" => body = self.handled(*part, to)?,
                "identifier" => end_name = Some(self.whole(*part, |p| p.identifier("a name"))?),
                _ => {}
            }
        }
        self.same_name("block", label.as_ref(), end_name.as_ref())?;
        Ok(StmtKind::Block { label, declarations, body })
    }

    fn extended_return(&mut self, node: Node<'_>) -> Read<StmtKind> {
        let (mut object, mut body) = (None, None);
        let parts = children(node);
        for (i, part) in parts.iter().enumerate() {
            let to = parts.get(i + 1).map_or(node.end_byte(), Node::start_byte);
            match part.kind() {
                "extended_return_object_declaration" => {
                    object = Some(Box::new(self.whole(*part, Parser::object_without_semicolon)?));
                }
                "handled_sequence_of_statements" => body = Some(self.handled(*part, to)?),
                _ => {}
            }
        }
        match object {
            Some(object) => Ok(StmtKind::ExtendedReturn(object, body)),
            None => Err(self.unexpected("an object")),
        }
    }

    /// Statements with the handlers of their exceptions.
    pub(super) fn handled(&mut self, node: Node<'_>, to: usize) -> Read<Handled> {
        let mut found = Handled { body: Vec::new(), handlers: Vec::new() };
        let parts = children(node);
        for (i, part) in parts.iter().enumerate() {
            let to = parts.get(i + 1).map_or(to, Node::start_byte);
            match part.kind() {
                "sequence_of_statements" => found.body = self.statements(*part, to)?,
                "exception_handler" => found.handlers.push(self.handler(*part, to)?),
                "finally_part" => {
                    let kind = StmtKind::Unsupported(self.unsupported(*part, "a finally part"));
                    found.body.push(Stmt { kind, at: self.place(*part) });
                }
                _ => {}
            }
        }
        Ok(found)
    }

    fn handler(&mut self, node: Node<'_>, to: usize) -> Read<Handler> {
        self.misplaced_before(node.start_byte());
        self.enter(node);
        self.expect("when")?;
        let mut occurrence = None;
        if self.is_at(1, ":") {
            occurrence = Some(self.identifier("a name")?);
            self.expect(":")?;
        }
        let choices = self.choices(true)?;
        self.expect("=>")?;
        let body = self.last_list(node, to)?;
        Ok(Handler { occurrence, choices, body, at: self.place(node) })
    }

    pub(super) fn same_name(&self, what: &str, label: Option<&Name>, end: Option<&Name>) -> Read<()> {
        let Some(end) = end else { return Ok(()) };
        let problem = match label {
            Some(label) if label == end => return Ok(()),
            Some(label) => Diagnostic::error(format!("the {what} `{}` ends as `{}`", label.text, end.text))
                .primary(end.at.0, format!("expected `{}`", label.text))
                .secondary(label.at.0, "the name"),
            None => Diagnostic::error(format!("a {what} without a name ends as `{}`", end.text))
                .primary(end.at.0, "not expected")
                .help(format!("write `{} :` before the {what}", end.text)),
        };
        Err(Box::new(problem))
    }
}

/// What a statement that is not supported is called.
fn statement_name(kind: &str) -> &'static str {
    match kind {
        "label" => "a label",
        "goto_statement" => "a goto",
        "delay_until_statement" | "delay_relative_statement" => "a delay",
        "accept_statement" => "an accept statement",
        "selective_accept" | "timed_entry_call" | "conditional_entry_call" | "asynchronous_select" => {
            "a select statement"
        }
        "abort_statement" => "an abort statement",
        "requeue_statement" => "a requeue statement",
        "parallel_block_statement" => "a parallel block",
        "gnatprep_if_statement" => "a directive of gnatprep",
        _ => "a statement of an unknown kind",
    }
}
