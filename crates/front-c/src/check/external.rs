//! Declarations outside of functions, and the functions themselves.

use super::declarator::{Declared, Param};
use super::specifier::Specified;
use super::{Body, Checker, Entity};
use crate::tree::{Function, FunctionId, Global, GlobalId, Local, LocalId, Stmt, StmtKind};
use crate::types::{FunctionType, Type};
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};
use source::Span;
use std::collections::HashMap;

impl Checker<'_> {
    /// The whole file.
    pub(super) fn unit(&mut self, unit: &ast::TranslationUnit) {
        for node in &unit.0 {
            match &node.node {
                ast::ExternalDeclaration::Declaration(declaration) => self.external(declaration),
                ast::ExternalDeclaration::StaticAssert(assert) => self.static_assert(assert),
                ast::ExternalDeclaration::FunctionDefinition(definition) => self.definition(definition),
            }
        }
        self.complete_globals();
    }

    /// Arrays that never got a length have one element, as C has it.
    fn complete_globals(&mut self) {
        for global in &mut self.globals {
            if let Type::Array(_, length @ None) = &mut global.ty
                && !global.is_extern
            {
                *length = Some(1);
            }
        }
    }

    fn external(&mut self, node: &Node<ast::Declaration>) {
        let alone = node.node.declarators.is_empty();
        let specified = self.specifiers(&node.node.specifiers, node.span, alone);
        for init in &node.node.declarators {
            self.plain_void =
                declared_name(&init.node.declarator.node).is_some_and(super::voids::takes_anything);
            let declared = self.declared(&specified, &init.node.declarator);
            self.plain_void = false;
            let Some(name) = declared.name.clone() else { continue };
            if self.take_variable_length() && !declared.ty.is_unknown() {
                self.error(
                    declared.span,
                    "the length of an array outside of a function must be constant",
                    "",
                );
            }
            if specified.is_typedef {
                self.typedef(&name, &specified, declared);
            } else if let Type::Function(ty) = &declared.ty {
                let ty = (**ty).clone();
                self.function_declaration(&name, ty, &specified, &declared, node.span);
            } else {
                self.global(&name, &specified, &declared, init.node.initializer.as_ref());
            }
        }
    }

    /// A declarator with the attributes after it.
    pub(super) fn declared(&mut self, specified: &Specified, node: &Node<ast::Declarator>) -> Declared {
        let mut declared = self.declarator(specified.ty.clone(), node);
        let mut attributes = self.attributes(std::iter::once(node.node.extensions.as_slice()));
        attributes.mode = attributes.mode.or(specified.attributes.mode);
        declared.ty = self.with_mode(declared.ty, &attributes);
        declared.is_noreturn = specified.is_noreturn || attributes.noreturn;
        if attributes.vector {
            declared.ty = Type::Unknown;
        }
        declared.is_const |= specified.is_const && !declared.derived;
        declared.is_volatile |= specified.is_volatile && !declared.derived;
        declared
    }

    /// A typedef. It gives a name to a struct that has none.
    pub(super) fn typedef(&mut self, name: &str, specified: &Specified, declared: Declared) {
        let span = self.at(declared.span);
        match &declared.ty {
            Type::Record(id) => {
                if let Some(record) = self.types.records.get_mut(id.index())
                    && record.tag.is_none()
                    && !record.spelling.contains(' ')
                    && matches!(record.spelling.as_str(), "struct" | "union")
                {
                    record.spelling = name.to_string();
                }
            }
            Type::Enum(id) => {
                if let Some(e) = self.types.enums.get_mut(id.index())
                    && e.tag.is_none()
                    && e.spelling == "enum"
                {
                    e.spelling = name.to_string();
                }
            }
            _ => {}
        }
        if let Some((old, place)) = self.lookup_here(name) {
            let same = match old {
                Entity::Typedef { ty, .. } => self.compatible(ty, &declared.ty),
                _ => false,
            };
            if !same {
                let place = *place;
                self.error_with(
                    declared.span,
                    format!("redeclaration of `{name}`"),
                    "",
                    place,
                    "it is declared here",
                );
            }
        }
        let entity = Entity::Typedef {
            ty: declared.ty,
            is_const: declared.is_const || (specified.is_const && !declared.derived),
            is_volatile: declared.is_volatile,
        };
        self.define(name, entity, span);
    }

    /// A variable outside of functions, or one that is declared `extern` inside.
    pub(super) fn global(
        &mut self,
        name: &str,
        specified: &Specified,
        declared: &Declared,
        init: Option<&Node<ast::Initializer>>,
    ) -> Option<GlobalId> {
        let span = self.at(declared.span);
        if declared.ty == Type::Void {
            self.error(declared.span, format!("the variable `{name}` cannot have the type `void`"), "");
            return None;
        }
        let outer = self.scopes.first().and_then(|s| s.names.get(name)).cloned();
        let here = if self.scopes.len() > 1 { self.lookup_here(name).cloned() } else { outer.clone() };
        if let Some((entity, old)) = &here
            && !matches!(entity, Entity::Global(_))
        {
            let message = format!("redeclaration of `{name}`");
            self.error_with(declared.span, message, "", *old, "it is declared here");
            return None;
        }
        let id = match outer {
            Some((Entity::Global(id), old)) => {
                self.merge_global(id, name, declared, old);
                id
            }
            _ => {
                let id = GlobalId::new(self.globals.len());
                self.globals.push(Global {
                    name: name.to_string(),
                    written: Some(name.to_string()),
                    owner: None,
                    ty: declared.ty.clone(),
                    init: None,
                    is_static: specified.is_static,
                    is_extern: true,
                    is_const: declared.is_const,
                    is_volatile: declared.is_volatile,
                    is_thread_local: specified.is_thread_local,
                    span,
                    from_header: self.in_header(declared.span),
                    from_system: self.map.in_system_header(declared.span.start),
                });
                if let Some(scope) = self.scopes.first_mut() {
                    scope.names.insert(name.to_string(), (Entity::Global(id), span));
                }
                id
            }
        };
        if self.scopes.len() > 1 {
            self.define(name, Entity::Global(id), span);
        }
        let defines = !specified.is_extern || init.is_some();
        if let Some(global) = self.globals.get_mut(id.index())
            && defines
        {
            global.is_extern = false;
            global.span = span;
        }
        if let Some(init) = init {
            let ty = self.globals.get(id.index()).map_or(Type::Unknown, |g| g.ty.clone());
            let (value, ty) = self.static_initializer(&ty, init);
            let twice = self.globals.get(id.index()).is_some_and(|g| g.init.is_some());
            if twice {
                self.error(declared.span, format!("redefinition of `{name}`"), "it has a value already");
            }
            if let Some(global) = self.globals.get_mut(id.index()) {
                global.ty = ty;
                global.init = Some(value);
            }
        }
        Some(id)
    }

    fn merge_global(&mut self, id: GlobalId, name: &str, declared: &Declared, old: Span) {
        let Some(global) = self.globals.get(id.index()) else { return };
        if !self.compatible(&global.ty, &declared.ty) {
            let message = format!("conflicting types for `{name}`");
            self.error_with(declared.span, message, "", old, "it is declared here");
            return;
        }
        if let Some(global) = self.globals.get_mut(id.index())
            && matches!(global.ty, Type::Array(_, None) | Type::Unknown)
        {
            global.ty = declared.ty.clone();
        }
    }

    /// Declares a function; the same function may be declared often.
    pub(super) fn function_declaration(
        &mut self,
        name: &str,
        ty: FunctionType,
        specified: &Specified,
        declared: &Declared,
        whole: ParsedSpan,
    ) -> FunctionId {
        let span = self.at(declared.span);
        let known = self.scopes.first().and_then(|s| s.names.get(name)).cloned();
        let ty = Type::Function(Box::new(ty));
        if let Some((Entity::Function(id), _)) = &known {
            self.own_keys(*id, &ty, whole);
            self.declared_after_all(*id, declared.span);
        }
        if let Some((entity, old)) = known {
            if let Entity::Function(id) = entity {
                let old_ty = self.function_types.get(id.index()).cloned().unwrap_or(Type::Unknown);
                if !self.compatible(&old_ty, &ty) {
                    let message = format!("conflicting types for `{name}`");
                    self.error_with(declared.span, message, "", old, "it is declared here");
                }
                let says_more = matches!(&old_ty, Type::Function(f) if !f.prototyped);
                if says_more && let Some(slot) = self.function_types.get_mut(id.index()) {
                    *slot = ty;
                    self.set_params(id, declared);
                }
                if self.scopes.len() > 1 {
                    self.define(name, Entity::Function(id), span);
                }
                if let Some(function) = self.functions.get_mut(id.index()) {
                    function.is_noreturn |= declared.is_noreturn;
                    function.is_static |= specified.is_static;
                }
                return id;
            }
            let message = format!("redeclaration of `{name}`");
            self.error_with(declared.span, message, "", old, "it is declared here");
        }
        let id = FunctionId::new(self.functions.len());
        self.own_keys(id, &ty, whole);
        self.functions.push(Function {
            is_static: specified.is_static,
            is_inline: specified.is_inline,
            is_noreturn: declared.is_noreturn,
            from_header: self.in_header(declared.span),
            from_system: self.map.in_system_header(declared.span.start),
            ..Function::named(name, span, self.at(whole))
        });
        self.function_types.push(ty);
        self.set_params(id, declared);
        if let Some(scope) = self.scopes.first_mut() {
            scope.names.insert(name.to_string(), (Entity::Function(id), span));
        }
        if self.scopes.len() > 1 {
            self.define(name, Entity::Function(id), span);
        }
        id
    }

    /// Takes result and parameters from a declaration.
    fn set_params(&mut self, id: FunctionId, declared: &Declared) {
        let Type::Function(ty) = &declared.ty else { return };
        let locals: Vec<Local> = declared.params.iter().map(|param| self.param(param)).collect();
        if let Some(function) = self.functions.get_mut(id.index()) {
            function.result = ty.result.clone();
            function.variadic = ty.variadic;
            function.prototyped = ty.prototyped;
            function.params = (0..locals.len()).map(LocalId::new).collect();
            function.locals = locals;
        }
    }

    fn param(&self, param: &Param) -> Local {
        Local {
            name: param.name.clone().unwrap_or_default(),
            ty: param.ty.clone(),
            declared: param.declared.clone(),
            to_const: param.to_const,
            elements: param.elements.clone(),
            is_param: true,
            is_const: param.is_const,
            is_volatile: param.is_volatile,
            span: self.at(param.span),
        }
    }

    fn definition(&mut self, node: &Node<ast::FunctionDefinition>) {
        let types = |checker: &Self| (checker.types.records.len(), checker.types.enums.len());
        let before = types(self);
        let specified = self.specifiers(&node.node.specifiers, node.span, false);
        let declared = self.declared(&specified, &node.node.declarator);
        self.take_variable_length();
        let name = declared.name.clone().unwrap_or_default();
        if declared.old_style || !node.node.declarations.is_empty() {
            self.error(
                declared.span,
                format!("old-style definition of `{name}` is not supported"),
                "the types of the parameters belong between the parentheses",
            );
            if let Type::Function(ty) = &declared.ty {
                // Its name is known all the same.
                self.function_declaration(&name, (**ty).clone(), &specified, &declared, node.span);
            }
            return;
        }
        let Type::Function(ty) = declared.ty.clone() else {
            self.error(declared.span, format!("`{name}` has a body, but is no function"), "");
            return;
        };
        let id = self.function_declaration(&name, (*ty).clone(), &specified, &declared, node.span);
        if let Some(old) = self.functions.get(id.index()).filter(|f| f.body.is_some()) {
            let old = old.span;
            let message = format!("redefinition of `{name}`");
            self.error_with(declared.span, message, "", old, "it is defined here");
            return;
        }
        self.define_function(id, &declared, &specified, node);
        let has_statics = self.globals.iter().any(|g| g.owner == Some(id));
        self.own_body(id, node.span, !has_statics && types(self) == before);
        let before = types(self);
        for (at, copy) in self.plan.copies.iter().enumerate().filter(|(_, copy)| copy.of == name) {
            self.copy = Some(at);
            let declared = self.declared(&specified, &node.node.declarator);
            self.take_variable_length();
            let id = self.copy_of(at, copy, id);
            self.define_function(id, &declared, &specified, node);
            self.copy = None;
        }
        if types(self) != before {
            // What other types stand for was found out without these.
            self.errors += 1;
        }
    }

    /// Gives a function its parameters and its body.
    fn define_function(
        &mut self,
        id: FunctionId,
        declared: &Declared,
        specified: &Specified,
        node: &Node<ast::FunctionDefinition>,
    ) {
        let Type::Function(ty) = &declared.ty else { return };
        self.set_params(id, declared);
        if let Some(slot) = self.function_types.get_mut(id.index())
            && ty.prototyped
        {
            *slot = declared.ty.clone();
        }
        self.reported.clear();
        let locals = self.functions.get_mut(id.index()).map(|f| std::mem::take(&mut f.locals));
        self.body = Some(Body {
            function: id,
            name: declared.name.clone().unwrap_or_default(),
            result: ty.result.clone(),
            locals: locals.unwrap_or_default(),
            labels: Vec::new(),
            label_ids: HashMap::new(),
            switches: Vec::new(),
            loops: 0,
            breakable: 0,
            head: None,
            counts: HashMap::new(),
            statics: 0,
        });
        self.enter();
        for (index, param) in declared.params.iter().enumerate() {
            let span = self.at(param.span);
            match &param.name {
                Some(name) => self.define(name, Entity::Local(LocalId::new(index)), span),
                None => self.error(param.span, "this parameter has no name", ""),
            }
            if !param.ty.is_unknown() && self.types.size_of(&param.ty).is_none() {
                let text = self.text_of(&param.ty);
                self.error(param.span, format!("the type of this parameter, `{text}`, is not complete"), "");
            }
        }
        let body = self.body_of(&node.node.statement);
        self.leave();
        self.finish_labels();
        let extent = self.at(node.span);
        let span = self.at(declared.span);
        let from_header = self.in_header(declared.span);
        if let (Some(function), Some(state)) = (self.functions.get_mut(id.index()), self.body.take()) {
            function.locals = state.locals;
            function.labels = state.labels;
            function.body = Some(body);
            function.span = span;
            function.extent = extent;
            function.from_header = from_header;
            function.is_inline |= specified.is_inline;
        }
    }

    /// The body, or what stands for one that could not be parsed.
    fn body_of(&mut self, node: &Node<ast::Statement>) -> Stmt {
        let span = self.at(node.span);
        let omitted = self.parsed.omitted.iter().find(|o| o.body == node.span.start);
        if let Some(omitted) = omitted {
            let at = self.map.span(omitted.at.0, omitted.at.1);
            let inner = Stmt { kind: StmtKind::Unsupported(omitted.what.clone()), span: at };
            return Stmt { kind: StmtKind::Block(vec![inner]), span };
        }
        match &node.node {
            ast::Statement::Compound(items) => {
                let stmts = self.block_items(items);
                Stmt { kind: StmtKind::Block(stmts), span }
            }
            _ => {
                let stmt = self.statement(node);
                Stmt { kind: StmtKind::Block(vec![stmt]), span }
            }
        }
    }

    /// An error for each label that is used and stands nowhere.
    fn finish_labels(&mut self) {
        let Some(body) = &self.body else { return };
        let missing: Vec<(String, Span)> =
            body.labels.iter().filter(|l| !l.defined).map(|l| (l.name.clone(), l.span)).collect();
        for (name, span) in missing {
            let problem = source::Diagnostic::error(format!("there is no label `{name}` in this function"));
            self.report(problem.primary(span, ""));
        }
    }

    /// `_Static_assert`, as far as the condition can be evaluated.
    pub(super) fn static_assert(&mut self, node: &Node<ast::StaticAssert>) {
        let value = self.expr_value(&node.node.expression);
        if let Ok(constant) = crate::constant::evaluate(&self.types, &value)
            && constant.value.is_zero()
        {
            let text = crate::literal::string(&node.node.message.node).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).trim_end_matches('\0').to_string();
            self.error(node.span, format!("static assertion failed: {text}"), "");
        }
    }
}

/// The name that a declarator declares.
pub(super) fn declared_name(mut node: &ast::Declarator) -> Option<&str> {
    loop {
        match &node.kind.node {
            ast::DeclaratorKind::Abstract => return None,
            ast::DeclaratorKind::Identifier(name) => return Some(&name.node.name),
            ast::DeclaratorKind::Declarator(inner) => node = &inner.node,
        }
    }
}
