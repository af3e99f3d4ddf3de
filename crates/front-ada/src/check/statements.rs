//! Statements.

use super::Checker;
use super::scopes::{Entity, Region};
use crate::syntax::ast::{self, StmtKind as Ast};
use crate::tree::{
    Decl, Expr, ExprKind, Handled, Handler, LoopId, Role, Scheme, Stmt, StmtKind, Subtype, predefined,
};
use source::Span;

impl Checker<'_> {
    /// Statements with their handlers.
    pub(super) fn handled(&mut self, of: &ast::Handled) -> Handled {
        let body = self.statements(&of.body);
        let mut handlers = Vec::new();
        for handler in &of.handlers {
            let (mut exceptions, mut others) = (Vec::new(), false);
            for choice in &handler.choices {
                match choice {
                    ast::Choice::Others(_) => others = true,
                    ast::Choice::Expr(e) => exceptions.extend(self.exception(e)),
                    ast::Choice::Range(_) | ast::Choice::Subtype(_) => {
                        self.error("a handler names exceptions", handler.at.0, "this is none");
                    }
                }
            }
            self.handling += 1;
            self.regions.push(Region::default());
            if let Some(name) = &handler.occurrence {
                let what = "the occurrence of an exception".to_string();
                self.declare(&name.key, Entity::Unsupported(what));
            }
            let body = self.statements(&handler.body);
            self.regions.pop();
            self.handling -= 1;
            handlers.push(Handler { exceptions, others, body, span: handler.at.0 });
        }
        Handled { body, handlers }
    }

    pub(super) fn statements(&mut self, list: &[ast::Stmt]) -> Vec<Stmt> {
        list.iter().filter_map(|s| self.statement(s)).collect()
    }

    /// A statement, after what its names keep.
    fn statement(&mut self, s: &ast::Stmt) -> Option<Stmt> {
        let before = std::mem::take(&mut self.actions);
        let checked = self.any_statement(s);
        let held = std::mem::replace(&mut self.actions, before);
        let checked = checked?;
        if held.is_empty() {
            return Some(checked);
        }
        let span = checked.span;
        let body = Handled { body: vec![checked], handlers: Vec::new() };
        Some(Stmt { kind: StmtKind::Block(held, body), span })
    }

    fn any_statement(&mut self, s: &ast::Stmt) -> Option<Stmt> {
        let span = s.at.0;
        let kind = match &s.kind {
            Ast::Null => StmtKind::Null,
            Ast::Assign(target, e) => self.assignment(target, e),
            Ast::Call(e) => self.procedure_call(e),
            Ast::If { branches, otherwise } => {
                let mut list = Vec::new();
                for (condition, body) in branches {
                    let condition = self.condition(condition);
                    list.push((condition, self.statements(body)));
                }
                StmtKind::If(list, otherwise.as_ref().map(|b| self.statements(b)).unwrap_or_default())
            }
            Ast::Case(e, alternatives) => self.case(e, alternatives, span),
            Ast::Loop { label, scheme, body } => self.loop_statement(label.as_ref(), scheme, body),
            Ast::Exit { label, when } => match self.loop_named(label.as_ref(), span) {
                Some(of) => {
                    let when = when.as_ref().map(|e| self.condition(e));
                    StmtKind::Exit(of, when)
                }
                None => return None,
            },
            Ast::Block { label, declarations, body } => {
                let name = label.as_ref().map_or(String::new(), |n| n.key.clone());
                self.regions.push(Region { name, ..Region::default() });
                let saved = std::mem::take(&mut self.actions);
                self.declarations(declarations.as_deref().unwrap_or(&[]));
                let handled = self.handled(body);
                let actions = std::mem::replace(&mut self.actions, saved);
                self.regions.pop();
                self.policies_end();
                StmtKind::Block(actions, handled)
            }
            Ast::Return(e) => match (e, self.result_subtype()) {
                (Some(e), Some(result)) => StmtKind::Return(Some(self.expr_in(e, &result))),
                (None, None) => StmtKind::Return(None),
                (Some(e), None) => {
                    self.error("a procedure returns no value", e.span(), "this value goes nowhere");
                    return None;
                }
                // The object of the extended return around it is the result.
                (None, Some(_)) if self.returning.last().is_some_and(|(of, _)| *of == self.inside) => {
                    let object = self.returning.last().map(|(_, object)| *object)?;
                    StmtKind::Return(Some(self.object_value(object, span)))
                }
                (None, Some(_)) => {
                    self.error("a function returns a value", span, "here is none");
                    return None;
                }
            },
            Ast::ExtendedReturn(object, body) => {
                self.regions.push(Region::default());
                let saved = std::mem::take(&mut self.actions);
                let declared = self.returned_object(object);
                let kind = match declared {
                    Some((id, init)) => {
                        self.actions.push(Decl::Object(id, init));
                        self.returning.push((self.inside, id));
                        let body = body.as_ref().map(|b| self.handled(b));
                        self.returning.pop();
                        let actions = std::mem::take(&mut self.actions);
                        StmtKind::ExtendedReturn(id, actions, body)
                    }
                    None => StmtKind::Unsupported("this extended return".to_string()),
                };
                self.actions = saved;
                self.regions.pop();
                kind
            }
            Ast::Raise { exception: Some(e), .. } => StmtKind::Raise(Some(self.exception(e)?)),
            Ast::Raise { exception: None, .. } => {
                if self.handling == 0 {
                    self.error(
                        "nothing is handled here that could be raised again",
                        span,
                        "outside of a handler",
                    );
                    return None;
                }
                StmtKind::Raise(None)
            }
            Ast::Pragma(pragma) => return self.pragma(pragma, span),
            Ast::Claim(claim) => match claim.kind {
                ast::ClaimKind::Assume => StmtKind::Assume(self.condition(&claim.formula)),
                // A claim that does not fit is no mistake of the program.
                _ => StmtKind::Claim(self.claimed(claim)?),
            },
            Ast::Unsupported(what) => self.unsupported_statement(what),
        };
        Some(Stmt { kind, span })
    }

    /// The formula of a claim, or a warning that it is not read.
    pub(super) fn claimed(&mut self, claim: &ast::Claim) -> Option<crate::tree::Expr> {
        // Claims are about what is here: a name of another unit is a mistake in them.
        let unread = std::mem::take(&mut self.unread);
        let formula = self.attempt(|c| c.condition(&claim.formula));
        self.unread = unread;
        if formula.is_none() {
            self.warning("this claim is not understood", claim.at.0, "its names or types do not fit here");
        }
        formula
    }

    fn assignment(&mut self, target: &ast::Expr, e: &ast::Expr) -> StmtKind {
        // A call on the left is an element of what it gives; names of variables come first.
        let target = self.expr(target, None);
        self.must_be_variable(&target, "assigning to");
        if let ExprKind::Unsupported(what) = &target.kind {
            return StmtKind::Unsupported(what.clone());
        }
        let outer = self.target.replace(target.clone());
        let subtype = match &target.kind {
            ExprKind::Slice(..) => Subtype::of(target.ty),
            _ => self.subtype_of(&target),
        };
        let value = self.expr_in(e, &subtype);
        self.target = outer;
        StmtKind::Assign(target, value)
    }

    fn case(&mut self, e: &ast::Expr, alternatives: &[ast::Alternative], span: Span) -> StmtKind {
        let selector = self.expr(e, None);
        let selector = if selector.ty == predefined::UNIVERSAL {
            self.typed(selector, predefined::INTEGER)
        } else {
            selector
        };
        if let Some(what) = self.program.types.unsupported(selector.ty) {
            let what = what.to_string();
            return self.undecided_case(&what, alternatives);
        }
        if !self.program.types.is_discrete(selector.ty) {
            self.error("a case needs a discrete value", selector.span, "this is of another type");
            return StmtKind::Null;
        }
        let (mut list, mut others) = (Vec::new(), None);
        let mut all = Vec::new();
        for alternative in alternatives {
            let ranges = self.static_choices(&alternative.choices, selector.ty);
            let body = self.statements(&alternative.body);
            match ranges {
                Some(ranges) => {
                    all.extend(ranges.iter().cloned());
                    list.push(((ranges, Self::choices_span(&alternative.choices, alternative.at.0)), body));
                }
                None => others = Some(body),
            }
        }
        if others.is_none()
            && let Some((first, last)) = self.program.types.static_bounds(&self.subtype_of(&selector))
            && Self::count(&all) < &(&last - &first) + &base::Int::from(1)
        {
            self.error("not all values have an alternative", span, "`when others` is missing");
        }
        StmtKind::Case(selector, list, others)
    }

    fn loop_statement(
        &mut self,
        label: Option<&ast::Name>,
        scheme: &ast::Scheme,
        body: &[ast::Stmt],
    ) -> StmtKind {
        let number = self.new_loop();
        self.regions
            .push(Region { name: label.map_or(String::new(), |l| l.key.clone()), ..Region::default() });
        let checked = match scheme {
            ast::Scheme::Forever => Some(Scheme::Forever),
            ast::Scheme::While(e) => Some(Scheme::While(self.condition(e))),
            ast::Scheme::For(over) => self.for_scheme(over),
            ast::Scheme::Unsupported(_) => None,
        };
        if let (None, ast::Scheme::For(over)) = (&checked, scheme) {
            let what = "the parameter of a loop that is not supported".to_string();
            self.declare(&over.name.key, Entity::Unsupported(what));
        }
        self.loops.push((label.map(|l| l.key.clone()), number));
        let body = self.statements(body);
        self.loops.pop();
        self.regions.pop();
        // No run goes on where a loop is not supported, but the decisions there and in its body are coverage goals.
        let undecided = |what: &str, span: Span| {
            let kind = ExprKind::Unsupported(what.to_string());
            Scheme::While(Expr { kind, ty: predefined::BOOLEAN, span })
        };
        let scheme = match (checked, scheme) {
            (Some(scheme), _) => scheme,
            (None, ast::Scheme::Unsupported(what)) => undecided(&what.what, what.at.0),
            (None, ast::Scheme::For(over)) => undecided("this loop", over.name.at.0),
            (None, _) => return StmtKind::Unsupported("this loop".to_string()),
        };
        StmtKind::Loop(number, scheme, body)
    }

    /// A case whose selector is not supported: no run reaches its alternatives, but they are still coverage goals.
    fn undecided_case(&mut self, what: &str, alternatives: &[ast::Alternative]) -> StmtKind {
        let (mut branches, mut otherwise) = (Vec::new(), None);
        for alternative in alternatives {
            let body = self.statements(&alternative.body);
            if alternative.choices.iter().any(|c| matches!(c, ast::Choice::Others(_))) {
                otherwise = Some(body);
                continue;
            }
            let span = Self::choices_span(&alternative.choices, alternative.at.0);
            branches.push((self.unsupported(what, predefined::BOOLEAN, span), body));
        }
        // The last one is for all that is left.
        let otherwise = otherwise.or_else(|| branches.pop().map(|(_, body)| body)).unwrap_or_default();
        if branches.is_empty() {
            return StmtKind::Unsupported(what.to_string());
        }
        StmtKind::If(branches, otherwise)
    }

    /// A statement that is not supported; if it has a decision, that is a coverage goal.
    fn unsupported_statement(&self, of: &ast::Unsupported) -> StmtKind {
        let words = super::declarations::words(&of.text);
        let decides = words.iter().any(|w| ["if", "case", "loop", "select", "when"].contains(&w.as_str()));
        if !decides {
            return StmtKind::Unsupported(of.what.clone());
        }
        let condition = self.unsupported(of.what.as_str(), predefined::BOOLEAN, of.at.0);
        StmtKind::If(vec![(condition, Vec::new())], Vec::new())
    }

    fn for_scheme(&mut self, over: &ast::Iteration) -> Option<Scheme> {
        match &over.domain {
            ast::Domain::In(range) => {
                let range = self.discrete_range(range, None)?;
                let parameter = self.loop_parameter(&over.name, Some(&range));
                let ty = self.object_of(parameter).map_or(predefined::INTEGER, |o| o.subtype.ty);
                let (first, last) = (*range.first, *range.last);
                let (first, last) = (Box::new(self.typed(first, ty)), Box::new(self.typed(last, ty)));
                let range = crate::tree::Range { first, last, span: range.span };
                Some(Scheme::For { parameter, range, reverse: over.reverse })
            }
            ast::Domain::Of(array) => {
                let scheme = self.elements(&over.name, array)?;
                match scheme {
                    Scheme::Elements { parameter, array, .. } => {
                        Some(Scheme::Elements { parameter, array, reverse: over.reverse })
                    }
                    other => Some(other),
                }
            }
            ast::Domain::Unbounded => None,
        }
    }

    /// `X of A`: a position, and `X` as another name for the element there.
    pub(super) fn elements(&mut self, name: &ast::Name, array: &ast::Expr) -> Option<Scheme> {
        let array = self.expr(array, None);
        let array = self.released(array);
        let mut array = self.followed(array);
        self.fix_place(&mut array);
        let Some(of) = self.program.types.array(array.ty).cloned() else {
            if self.program.types.unsupported(array.ty).is_none() {
                self.error("`of` goes over the elements of an array", array.span, "this has none");
            }
            return None;
        };
        let span = name.at.0;
        let integer = predefined::INTEGER;
        let position = self.object(&format!("%{}", name.text), Subtype::of(integer), Role::Loop, span);
        let at = Expr { kind: ExprKind::Object(position), ty: integer, span };
        let kind = ExprKind::At(Box::new(array.clone()), Box::new(at));
        let element = Expr { kind, ty: of.component.ty, span };
        let id = self.object(&name.text, of.component.clone(), Role::Renaming(Box::new(element)), span);
        self.declare(&name.key, Entity::Object(id));
        Some(Scheme::Elements { parameter: position, array: Box::new(array), reverse: false })
    }

    fn loop_named(&mut self, label: Option<&ast::Name>, span: Span) -> Option<LoopId> {
        let found = match label {
            None => self.loops.last(),
            Some(name) => self.loops.iter().rev().find(|(l, _)| l.as_deref() == Some(&name.key)),
        };
        let found = found.map(|(_, id)| *id);
        if found.is_none() {
            match label {
                None => self.error("`exit` leaves a loop", span, "there is no loop around it"),
                Some(name) => {
                    let message = format!("no loop around this is called `{}`", name.text);
                    self.error(message, name.at.0, "so it cannot be left");
                }
            }
        }
        found
    }
}
