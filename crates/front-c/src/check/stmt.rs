//! Statements, and declarations inside of functions.

use super::declarator::Declared;
use super::specifier::Specified;
use super::{Checker, Entity, Switch};
use crate::tree::{Expr, ExprKind, Global, GlobalId, Init, Label, LabelId, Local, Stmt, StmtKind};
use crate::types::Type;
use base::Int;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};
use source::Span;
use std::collections::HashMap;

/// What a variable starts as.
pub(super) enum Start<'n> {
    Nothing,
    /// What is written after the `=`.
    Written(&'n Node<ast::Initializer>),
    /// A value that was looked at before, because it says what type the variable has.
    Value(Expr),
}

impl Checker<'_> {
    /// The statements of a block, in a scope that the caller has made.
    pub(super) fn block_items(&mut self, items: &[Node<ast::BlockItem>]) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for item in items {
            match &item.node {
                ast::BlockItem::Declaration(declaration) => self.local_declaration(declaration, &mut stmts),
                ast::BlockItem::StaticAssert(assert) => self.static_assert(assert),
                ast::BlockItem::Statement(statement) => stmts.push(self.statement(statement)),
            }
        }
        stmts
    }

    /// A statement.
    pub(super) fn statement(&mut self, node: &Node<ast::Statement>) -> Stmt {
        use ast::Statement as S;
        let span = self.at(node.span);
        let kind = match &node.node {
            S::Labeled(labeled) => self.labeled(labeled, span),
            S::Compound(items) => {
                self.enter();
                let stmts = self.block_items(items);
                self.leave();
                StmtKind::Block(stmts)
            }
            S::Expression(None) => StmtKind::Empty,
            S::Expression(Some(e)) => match self.assertion(e) {
                Some(condition) => StmtKind::Assert(condition),
                None => {
                    let value = self.expr_value(e);
                    unsupported_or(value)
                }
            },
            S::If(inner) => {
                let condition = self.truth(&inner.node.condition);
                let head = self.head(node.span, &inner.node.condition);
                let then = Box::new(self.scoped(&inner.node.then_statement));
                let otherwise = inner.node.else_statement.as_ref().map(|s| Box::new(self.scoped(s)));
                StmtKind::If { condition, then, otherwise, head }
            }
            S::Switch(inner) => {
                let value = self.in_head(|checker| checker.expr_value(&inner.node.expression));
                let value = self.promote(value);
                if !value.ty.is_integer() && !value.ty.is_unknown() {
                    let text = self.text_of(&value.ty);
                    self.error(inner.node.expression.span, format!("a switch over the type `{text}`"), "");
                }
                let head = self.head(node.span, &inner.node.expression);
                let ty = value.ty.clone();
                let body = self.breakable(false, |checker| {
                    let switch = Switch { ty, cases: HashMap::new(), default: None };
                    if let Some(body) = &mut checker.body {
                        body.switches.push(switch);
                    }
                    let stmt = checker.scoped(&inner.node.statement);
                    if let Some(body) = &mut checker.body {
                        body.switches.pop();
                    }
                    stmt
                });
                StmtKind::Switch { value, body: Box::new(body), head }
            }
            S::While(inner) => {
                let condition = self.in_head(|checker| checker.truth(&inner.node.expression));
                let head = self.head(node.span, &inner.node.expression);
                let body = self.breakable(true, |checker| checker.scoped(&inner.node.statement));
                StmtKind::While { condition, body: Box::new(body), head }
            }
            S::DoWhile(inner) => {
                let body = self.breakable(true, |checker| checker.scoped(&inner.node.statement));
                let condition = self.in_head(|checker| checker.truth(&inner.node.expression));
                let head = self.at(inner.node.expression.span);
                StmtKind::DoWhile { body: Box::new(body), condition, head }
            }
            S::For(inner) => self.for_loop(&inner.node, node.span),
            S::Goto(name) => {
                let at = self.at(name.span);
                StmtKind::Goto(self.label(&name.node.name, at, false, name.span))
            }
            S::Continue => {
                if self.body.as_ref().is_some_and(|b| b.loops == 0) {
                    self.error(node.span, "`continue` outside of a loop", "");
                }
                self.leaving(StmtKind::Continue)
            }
            S::Break => {
                if self.body.as_ref().is_some_and(|b| b.breakable == 0) {
                    self.error(node.span, "`break` outside of a loop or switch", "");
                }
                self.leaving(StmtKind::Break)
            }
            S::Return(value) => self.return_statement(value.as_deref(), node.span),
            S::Asm(_) => StmtKind::Unsupported("inline assembly".to_string()),
        };
        Stmt { kind, span }
    }

    /// A statement in a scope of its own.
    fn scoped(&mut self, node: &Node<ast::Statement>) -> Stmt {
        self.enter();
        let stmt = self.statement(node);
        self.leave();
        stmt
    }

    fn breakable(&mut self, is_loop: bool, make: impl FnOnce(&mut Self) -> Stmt) -> Stmt {
        let count = |checker: &mut Self, enter: bool| {
            if let Some(body) = &mut checker.body {
                let step = |n: usize| if enter { n + 1 } else { n.saturating_sub(1) };
                body.breakable = step(body.breakable);
                if is_loop {
                    body.loops = step(body.loops);
                }
            }
        };
        count(self, true);
        let stmt = make(self);
        count(self, false);
        stmt
    }

    /// Something in the head of a loop or switch.
    fn in_head<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.body.as_mut().and_then(|b| b.head.replace((b.loops, b.breakable)));
        let made = make(self);
        if let Some(body) = &mut self.body {
            body.head = outer;
        }
        made
    }

    /// `break` or `continue`, which a statement expression may have in the head of a loop.
    fn leaving(&self, kind: StmtKind) -> StmtKind {
        let head = self.body.as_ref().and_then(|b| b.head.map(|head| (head, b.loops, b.breakable)));
        let leaves = head.is_some_and(|((outer_loops, outer), loops, breakable)| match kind {
            StmtKind::Continue => loops == outer_loops,
            _ => breakable == outer,
        });
        match leaves {
            true => StmtKind::Unsupported("a jump out of the head of a loop or switch".to_string()),
            false => kind,
        }
    }

    /// From the keyword to the parenthesis after the condition.
    fn head(&self, whole: ParsedSpan, condition: &Node<ast::Expression>) -> Span {
        let rest = self.parsed.text.get(condition.span.end..whole.end).unwrap_or("");
        let after = rest.find(')').map_or(0, |at| at + 1);
        let end = condition.span.end + if rest.trim_start().starts_with(')') { after } else { 0 };
        self.map.span(whole.start, end)
    }

    fn for_loop(&mut self, node: &ast::ForStatement, whole: ParsedSpan) -> StmtKind {
        self.enter();
        let mut init = Vec::new();
        match &node.initializer.node {
            ast::ForInitializer::Empty => {}
            ast::ForInitializer::Expression(e) => {
                let value = self.in_head(|checker| checker.expr_value(e));
                let span = self.at(e.span);
                init.push(Stmt { kind: unsupported_or(value), span });
            }
            ast::ForInitializer::Declaration(declaration) => {
                self.in_head(|checker| checker.local_declaration(declaration, &mut init));
            }
            ast::ForInitializer::StaticAssert(assert) => self.static_assert(assert),
        }
        let condition = node.condition.as_ref().map(|e| self.in_head(|checker| checker.truth(e)));
        let step = node.step.as_ref().map(|e| self.in_head(|checker| checker.expr_value(e)));
        // The head ends with the last thing that stands in it, and the parenthesis after it.
        let before_body = self.parsed.text.get(whole.start..node.statement.span.start).unwrap_or("");
        let head = self.map.span(whole.start, whole.start + before_body.trim_end().len());
        let body = self.breakable(true, |checker| checker.scoped(&node.statement));
        self.leave();
        StmtKind::For { init, condition, step, body: Box::new(body), head }
    }

    fn return_statement(&mut self, value: Option<&Node<ast::Expression>>, span: ParsedSpan) -> StmtKind {
        let (result, name) =
            self.body.as_ref().map_or((Type::Unknown, String::new()), |b| (b.result.clone(), b.name.clone()));
        let Some(node) = value else {
            if result != Type::Void && !result.is_unknown() {
                let text = self.text_of(&result);
                self.warn(span, format!("`{name}` returns `{text}`, but no value is given"), "");
            }
            return StmtKind::Return(None);
        };
        let value = self.expr_value(node);
        if result == Type::Void {
            if value.ty != Type::Void && !value.ty.is_unknown() {
                self.warn(node.span, format!("`{name}` returns nothing, but a value is given"), "");
            }
            // The effects of the value count, the value does not.
            let at = value.span;
            let effect = Stmt { kind: StmtKind::Expr(value), span: at };
            let back = Stmt { kind: StmtKind::Return(None), span: self.at(span) };
            return StmtKind::Block(vec![effect, back]);
        }
        let value = self.assigned(value, &result, node.span, "returned");
        StmtKind::Return(Some(value))
    }

    fn labeled(&mut self, labeled: &Node<ast::LabeledStatement>, _span: Span) -> StmtKind {
        match &labeled.node.label.node {
            ast::Label::Identifier(name) => {
                let at = self.at(name.span);
                let id = self.label(&name.node.name, at, true, name.span);
                StmtKind::Label(id, Box::new(self.statement(&labeled.node.statement)))
            }
            ast::Label::Case(e) => {
                let value = self.case_value(e);
                self.add_case(&value, None, e.span);
                let stmt = Box::new(self.statement(&labeled.node.statement));
                StmtKind::Case { value, last: None, stmt }
            }
            ast::Label::CaseRange(range) => {
                let value = self.case_value(&range.node.low);
                let last = self.case_value(&range.node.high);
                self.add_case(&value, Some(&last), range.span);
                let stmt = Box::new(self.statement(&labeled.node.statement));
                StmtKind::Case { value, last: Some(last), stmt }
            }
            ast::Label::Default => {
                self.add_default(labeled.node.label.span);
                StmtKind::Default(Box::new(self.statement(&labeled.node.statement)))
            }
        }
    }

    fn case_value(&mut self, e: &Node<ast::Expression>) -> Int {
        let value = self.expr_value(e);
        let value = self.constant(&value, e.span).unwrap_or(Int::from(0_i64));
        let ty = self.body.as_ref().and_then(|b| b.switches.last()).map(|s| s.ty.clone());
        match ty.and_then(|ty| self.types.integer(&ty)) {
            Some(int) => int.wrap(&value),
            None => value,
        }
    }

    fn add_case(&mut self, value: &Int, last: Option<&Int>, span: ParsedSpan) {
        let at = self.at(span);
        let high = last.unwrap_or(value).clone();
        let Some(switch) = self.body.as_mut().and_then(|b| b.switches.last_mut()) else {
            self.error(span, "`case` outside of a switch", "");
            return;
        };
        let old = switch.cases.insert((value.clone(), high), at);
        if let Some(old) = old {
            self.error_with(span, format!("there are two cases for {value}"), "", old, "the first is here");
        }
    }

    fn add_default(&mut self, span: ParsedSpan) {
        let at = self.at(span);
        let Some(switch) = self.body.as_mut().and_then(|b| b.switches.last_mut()) else {
            self.error(span, "`default` outside of a switch", "");
            return;
        };
        if let Some(old) = switch.default.replace(at) {
            self.error_with(span, "there are two default cases".to_string(), "", old, "the first is here");
        }
    }

    pub(super) fn label(&mut self, name: &str, at: Span, defines: bool, span: ParsedSpan) -> LabelId {
        let Some(body) = &mut self.body else { return LabelId(0) };
        let id = *body.label_ids.entry(name.to_string()).or_insert_with(|| {
            body.labels.push(Label { name: name.to_string(), span: at, defined: false });
            LabelId::new(body.labels.len() - 1)
        });
        let Some(label) = body.labels.get_mut(id.index()).filter(|_| defines) else { return id };
        let old = std::mem::replace(&mut label.span, at);
        if std::mem::replace(&mut label.defined, true) {
            self.error_with(span, format!("there are two labels `{name}`"), "", old, "the first is here");
        }
        id
    }

    fn local_declaration(&mut self, node: &Node<ast::Declaration>, stmts: &mut Vec<Stmt>) {
        let alone = node.node.declarators.is_empty();
        let (specified, mut value) = match self.says_auto(&node.node.specifiers) {
            true => self.auto_declaration(&node.node, node.span),
            false => (self.specifiers(&node.node.specifiers, node.span, alone), None),
        };
        for init in &node.node.declarators {
            let mut declared = self.declared(&specified, &init.node.declarator);
            let length = self.only_length(&declared, &specified, init.node.initializer.is_some());
            let varies = self.take_variable_length();
            let Some(name) = declared.name.clone() else { continue };
            let span = self.at(if node.node.declarators.len() == 1 { node.span } else { init.span });
            if let Some(length) = length {
                stmts.extend(self.variable_array(&name, &specified, declared, length, span));
                continue;
            }
            if varies {
                let kind = StmtKind::Unsupported("array of variable length".to_string());
                stmts.push(Stmt { kind, span });
                if specified.is_typedef {
                    declared.ty = Type::Unknown;
                }
            }
            if specified.is_typedef {
                self.typedef(&name, &specified, declared);
            } else if let Type::Function(ty) = &declared.ty {
                let ty = (**ty).clone();
                self.function_declaration(&name, ty, &specified, &declared, node.span);
            } else if specified.is_extern {
                self.global(&name, &specified, &declared, init.node.initializer.as_ref());
            } else if specified.is_static {
                self.static_local(&name, &specified, &declared, init.node.initializer.as_ref());
            } else {
                let start = match value.take() {
                    Some(value) => Start::Value(value),
                    None => init.node.initializer.as_ref().map_or(Start::Nothing, Start::Written),
                };
                let stmt = self.local(&name, &specified, declared, start, varies);
                stmts.extend(stmt.map(|kind| Stmt { kind, span }));
            }
        }
    }

    pub(super) fn local(
        &mut self,
        name: &str,
        specified: &Specified,
        declared: Declared,
        start: Start<'_>,
        varies: bool,
    ) -> Option<StmtKind> {
        let span = self.at(declared.span);
        self.refuse_redeclaration(name, declared.span);
        if specified.is_thread_local {
            self.error(
                declared.span,
                "a variable of a function that is `_Thread_local` must be `static`",
                "",
            );
        }
        let id = self.new_local(Local {
            name: name.to_string(),
            ty: declared.ty.clone(),
            declared: None,
            to_const: false,
            elements: None,
            is_param: false,
            is_const: declared.is_const,
            is_volatile: declared.is_volatile,
            span,
        });
        self.define(name, Entity::Local(id), span);
        let mut ty = declared.ty;
        let init = match start {
            Start::Nothing => None,
            Start::Value(value) => Some(Init::Scalar(value)),
            Start::Written(init) => {
                let (value, complete) = self.initializer(&ty, init);
                ty = complete;
                Some(value)
            }
        };
        if !varies && self.types.size_of(&ty).is_none() && !ty.is_unknown() {
            let inner_unknown = matches!(&ty, Type::Array(of, _) if of.is_unknown());
            if !inner_unknown {
                let text = self.text_of(&ty);
                self.error(declared.span, format!("the type of `{name}`, `{text}`, is not complete"), "");
            }
        } else if ty == Type::Void {
            self.error(declared.span, format!("the variable `{name}` cannot have the type `void`"), "");
        }
        if ty.is_unknown() {
            let kind = StmtKind::Unsupported(format!("the type of `{name}`"));
            return Some(kind);
        }
        if let Some(local) = self.body.as_mut().and_then(|b| b.locals.get_mut(id.index())) {
            local.ty = ty;
        }
        Some(StmtKind::Declare(id, init))
    }

    fn static_local(
        &mut self,
        name: &str,
        specified: &Specified,
        declared: &Declared,
        init: Option<&Node<ast::Initializer>>,
    ) {
        self.refuse_redeclaration(name, declared.span);
        let span = self.at(declared.span);
        let (owner, function) = match &mut self.body {
            Some(body) => {
                body.statics += 1;
                (Some(body.function), body.name.clone())
            }
            None => (None, String::new()),
        };
        // Two blocks of a function may have each a static of one name.
        let plain = format!("{function}.{name}");
        let taken =
            self.globals.iter().filter(|g| g.owner == owner && g.written.as_deref() == Some(name)).count();
        let id = GlobalId::new(self.globals.len());
        self.globals.push(Global {
            name: if taken == 0 { plain } else { format!("{plain}.{}", taken + 1) },
            written: Some(name.to_string()),
            owner,
            ty: declared.ty.clone(),
            init: None,
            is_static: true,
            is_extern: false,
            is_const: declared.is_const,
            is_volatile: declared.is_volatile,
            is_thread_local: specified.is_thread_local,
            span,
            from_header: self.in_header(declared.span),
            from_system: self.map.in_system_header(declared.span.start),
        });
        self.define(name, Entity::Global(id), span);
        if let Some(init) = init {
            let (value, ty) = self.static_initializer(&declared.ty, init);
            if let Some(global) = self.globals.get_mut(id.index()) {
                global.init = Some(value);
                global.ty = ty;
            }
        }
    }
}

/// An expression as a statement; one that is not supported as a whole is so as a statement.
fn unsupported_or(value: Expr) -> StmtKind {
    match value.kind {
        ExprKind::Unsupported(what) => StmtKind::Unsupported(what),
        _ => StmtKind::Expr(value),
    }
}
