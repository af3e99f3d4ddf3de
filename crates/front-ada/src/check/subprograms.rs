//! Subprograms: specifications, bodies, contracts.

use super::Checker;
use super::pragmas::{Contract, Effect, effect, kind_of};
use super::scopes::{Entity, Region};
use crate::syntax::ast;
use crate::tree::{
    Body, Decl, Expr, Handled, Mode, ObjectId, Role, Stmt, StmtKind, SubId, Subprogram, Subtype, predefined,
};
use source::Span;

impl Checker<'_> {
    fn sub(&self, id: SubId) -> Option<&Subprogram> {
        self.program.subprograms.get(id.0 as usize)
    }

    /// A subprogram by its specification: the one that is declared already, or a new one.
    pub(super) fn specification(&mut self, spec: &ast::SubprogramSpec) -> SubId {
        let Some(name) = spec.name.parts.last() else { return SubId(0) };
        let id = SubId(self.program.subprograms.len() as u32);
        let outer = self.inside.replace(id);
        let (mut parameters, mut defaults) = (Vec::new(), Vec::new());
        for group in &spec.parameters {
            let subtype = self.type_ref(&group.ty);
            let mode = match group.mode {
                ast::Mode::Default | ast::Mode::In => Mode::In,
                ast::Mode::Out => Mode::Out,
                ast::Mode::InOut => Mode::InOut,
            };
            for name in &group.names {
                let default = group.default.as_ref().map(|e| self.expr_in(e, &subtype));
                parameters.push(self.object(&name.text, subtype.clone(), Role::Parameter(mode), name.at.0));
                defaults.push(default);
            }
        }
        let result = spec.result.as_ref().map(|ty| self.type_ref(ty));
        self.inside = outer;
        if let Some(known) = self.declared_before(&name.key, &parameters, result.as_ref(), false) {
            self.later(known, spec);
            return known;
        }
        if self.declared_before(&name.key, &parameters, result.as_ref(), true).is_some() {
            let message = format!("`{}` is declared twice with these parameters", name.text);
            self.error(message, spec.at.0, "here again");
        }
        let unsupported = parameters
            .iter()
            .filter_map(|p| self.object_of(*p))
            .map(|o| o.subtype.ty)
            .chain(result.as_ref().map(|r| r.ty))
            .find_map(|ty| self.program.types.unsupported(ty).map(str::to_string))
            .map(|what| format!("a subprogram with {what}"));
        let path = self.path_of(&name.text);
        self.program.subprograms.push(Subprogram {
            name: name.text.clone(),
            path,
            parameters,
            defaults,
            result,
            body: None,
            within: self.inside,
            public: self.public && self.inside.is_none(),
            pre: Vec::new(),
            post: Vec::new(),
            starts: Vec::new(),
            entry: Vec::new(),
            exit: Vec::new(),
            unsupported,
            undetermined: self.why_undetermined().map(str::to_string),
            span: spec.at.0,
        });
        self.declare(&name.key, Entity::Subprogram(id));
        self.later(id, spec);
        id
    }

    /// The name of something that is declared here, with the names of the units around it.
    fn path_of(&self, name: &str) -> String {
        if let Some(outer) = self.inside.and_then(|s| self.sub(s)) {
            return format!("{}.{name}", outer.path);
        }
        let package = self.regions.iter().rev().find_map(|r| r.package);
        match package.and_then(|p| self.packages.get(p.0)) {
            Some(package) => format!("{}.{name}", package.path),
            None => name.to_string(),
        }
    }

    /// The subprogram of the same name, parameters and result that is declared here and has no body yet.
    fn declared_before(
        &self,
        key: &str,
        parameters: &[ObjectId],
        result: Option<&Subtype>,
        with_body: bool,
    ) -> Option<SubId> {
        let same = |a: ObjectId, b: ObjectId| match (self.object_of(a), self.object_of(b)) {
            (Some(a), Some(b)) => a.subtype.ty == b.subtype.ty && a.name.eq_ignore_ascii_case(&b.name),
            _ => false,
        };
        self.declared_here(key).iter().find_map(|e| {
            let Entity::Subprogram(id) = e else { return None };
            let sub = self.sub(*id)?;
            let fits = sub.body.is_some() == with_body
                && sub.parameters.len() == parameters.len()
                && sub.parameters.iter().zip(parameters).all(|(a, b)| same(*a, *b))
                && sub.result.as_ref().map(|r| r.ty) == result.map(|r| r.ty);
            fits.then_some(*id)
        })
    }

    /// Opens the region of a subprogram, with its parameters.
    fn enter(&mut self, id: SubId, key: &str) -> Option<SubId> {
        self.regions.push(Region { name: key.to_string(), ..Region::default() });
        let parameters = self.sub(id).map(|s| s.parameters.clone()).unwrap_or_default();
        for parameter in parameters {
            if let Some(name) = self.object_of(parameter).map(|o| o.name.to_lowercase()) {
                self.declare(&name, Entity::Object(parameter));
            }
        }
        self.inside.replace(id)
    }

    fn leave(&mut self, outer: Option<SubId>) {
        self.inside = outer;
        self.regions.pop();
        self.policies_end();
    }

    /// Contracts may name what is declared after them, up to the end of the declarations.
    fn later(&mut self, id: SubId, spec: &ast::SubprogramSpec) {
        for aspect in &spec.aspects {
            let checked = match effect(&aspect.name.key) {
                Effect::Contract(of) => self.are_checked(kind_of(of)),
                _ => true,
            };
            self.contracts.push((self.regions.len(), id, vec![aspect.clone()], checked));
        }
    }

    /// A formula of the user sees what the body of its subprogram sees.
    fn assume_here(&mut self, id: SubId) {
        if let Some((_, formula)) = self.assumed.filter(|(of, _)| *of == id) {
            self.assumed = None;
            let name = ast::Name::new("Pre", formula.at);
            let value = ast::AspectValue::Expr(formula.clone());
            let aspect = ast::Aspect { name, class: false, value, at: formula.at };
            self.contracts.push((self.regions.len(), id, vec![aspect], true));
        }
    }

    /// Checks the contracts of the declarations of the present region.
    pub(super) fn pending_contracts(&mut self) {
        let here = self.regions.len();
        let mut ready = Vec::new();
        self.contracts.retain(|(depth, id, aspects, checked)| {
            let mine = *depth >= here;
            if mine {
                ready.push((*id, aspects.clone(), *checked));
            }
            !mine
        });
        for (id, aspects, checked) in ready {
            self.contract(id, &aspects, checked);
        }
    }

    /// The aspects of a subprogram. What is claimed and not checked is a claim all the same.
    pub(super) fn contract(&mut self, id: SubId, aspects: &[ast::Aspect], checked: bool) {
        let key = self.sub(id).map_or(String::new(), |s| s.name.to_lowercase());
        if let Some(what) = self.unsupported_aspect(aspects) {
            self.give_up_subprogram(id, &what);
        }
        for aspect in aspects {
            let Effect::Contract(of) = effect(&aspect.name.key) else { continue };
            let outer = self.enter(id, &key);
            let saved = std::mem::take(&mut self.actions);
            match (&aspect.value, of) {
                (ast::AspectValue::Cases(cases), _) if checked => self.cases(id, cases, aspect.at.0),
                (ast::AspectValue::Expr(e), Contract::Pre | Contract::Post) => {
                    let condition = self.condition(e);
                    if let Some(sub) = self.program.subprograms.get_mut(id.0 as usize) {
                        let list = match (of, checked) {
                            (Contract::Pre, true) => &mut sub.pre,
                            (Contract::Pre, false) => &mut sub.entry,
                            (_, true) => &mut sub.post,
                            (_, false) => &mut sub.exit,
                        };
                        list.push(condition);
                    }
                }
                _ => {}
            }
            self.actions = saved;
            self.leave(outer);
        }
    }

    fn set_body(&mut self, id: SubId, body: Body) {
        let Some(sub) = self.program.subprograms.get_mut(id.0 as usize) else { return };
        if sub.body.is_some() {
            let message = format!("`{}` has two bodies", sub.name);
            self.error(message, body.span, "here is the second");
            return;
        }
        sub.body = Some(body);
        if let Some(what) = self.why_undetermined().map(str::to_string) {
            self.give_up_subprogram(id, &what);
        }
    }

    pub(super) fn body(
        &mut self,
        spec: &ast::SubprogramSpec,
        declarations: &[ast::Decl],
        body: &ast::Handled,
        span: Span,
    ) {
        let id = self.specification(spec);
        self.assume_here(id);
        let key = spec.name.parts.last().map_or("", |n| &n.key).to_string();
        let outer = self.enter(id, &key);
        let saved = (
            std::mem::take(&mut self.actions),
            std::mem::take(&mut self.loops),
            std::mem::take(&mut self.handling),
            std::mem::replace(&mut self.public, false),
        );
        self.declarations(declarations);
        let checked = self.handled(body);
        let actions = std::mem::replace(&mut self.actions, saved.0);
        (self.loops, self.handling, self.public) = (saved.1, saved.2, saved.3);
        self.leave(outer);
        self.set_body(id, Body { declarations: actions, body: checked, span });
    }

    pub(super) fn expression_function(&mut self, spec: &ast::SubprogramSpec, value: &ast::Expr, span: Span) {
        let id = self.specification(spec);
        self.assume_here(id);
        let key = spec.name.parts.last().map_or("", |n| &n.key).to_string();
        let Some(result) = self.sub(id).and_then(|s| s.result.clone()) else {
            self.error("a procedure has no value", span, "only functions are expressions");
            return;
        };
        let outer = self.enter(id, &key);
        let saved = std::mem::take(&mut self.actions);
        let value = self.expr_in(value, &result);
        let declarations: Vec<Decl> = std::mem::replace(&mut self.actions, saved);
        self.leave(outer);
        let place = value.span;
        let body = vec![Stmt { kind: StmtKind::Return(Some(value)), span: place }];
        self.set_body(id, Body { declarations, body: Handled { body, handlers: Vec::new() }, span });
    }

    pub(super) fn null_procedure(&mut self, spec: &ast::SubprogramSpec, span: Span) {
        let id = self.specification(spec);
        self.assume_here(id);
        let body = vec![Stmt { kind: StmtKind::Null, span }];
        self.set_body(
            id,
            Body { declarations: Vec::new(), body: Handled { body, handlers: Vec::new() }, span },
        );
    }

    /// Statements outside of any unit, as papers print them: the body of a procedure without parameters.
    pub(super) fn fragment(&mut self, statements: &[ast::Stmt], span: Span) {
        let id = SubId(self.program.subprograms.len() as u32);
        let outer = self.inside.replace(id);
        let mut parameters = Vec::new();
        for (name, array) in super::fragments::free_names(statements) {
            // What types and others declare before the statements keeps its meaning.
            if !self.look_up(&name.key).is_empty() {
                continue;
            }
            let ty = if array { predefined::INTEGER_ARRAY } else { predefined::INTEGER };
            let role = Role::Parameter(Mode::InOut);
            parameters.push(self.object(&name.text, Subtype::of(ty), role, name.at.0));
        }
        self.inside = outer;
        self.program.subprograms.push(Subprogram {
            name: "main".to_string(),
            path: "main".to_string(),
            defaults: vec![None; parameters.len()],
            parameters,
            result: None,
            body: None,
            within: None,
            public: true,
            pre: Vec::new(),
            post: Vec::new(),
            starts: Vec::new(),
            entry: Vec::new(),
            exit: Vec::new(),
            unsupported: None,
            undetermined: self.why_undetermined().map(str::to_string),
            span,
        });
        self.assume_here(id);
        let outer = self.enter(id, "main");
        let saved = std::mem::take(&mut self.actions);
        let body = self.statements(statements);
        let declarations = std::mem::replace(&mut self.actions, saved);
        self.leave(outer);
        self.set_body(id, Body { declarations, body: Handled { body, handlers: Vec::new() }, span });
    }

    pub(super) fn subprogram_renaming(&mut self, spec: &ast::SubprogramSpec, of: &ast::Expr) {
        let key = spec.name.parts.last().map_or(String::new(), |n| n.key.clone());
        if let ast::ExprKind::Attribute { name, .. } = &of.kind
            && name.key == "image"
        {
            self.declare(&key, Entity::Library(super::scopes::Library::Image));
            return;
        }
        let found = self.meaning(of).unwrap_or_default();
        let functions = spec.result.is_some();
        let count: usize = spec.parameters.iter().map(|p| p.names.len()).sum();
        let fitting = found.iter().find_map(|e| {
            let Entity::Subprogram(id) = e else { return None };
            let sub = self.sub(*id)?;
            (sub.result.is_some() == functions && sub.parameters.len() == count).then_some(*id)
        });
        if let Some(library @ Entity::Library(_)) = found.first() {
            self.declare(&key, library.clone());
            return;
        }
        match fitting {
            Some(id) => self.declare(&key, Entity::Subprogram(id)),
            None => {
                let what = "a renaming of an operator or an attribute".to_string();
                self.declare(&key, Entity::Unsupported(what));
            }
        }
    }

    /// The result that a `return` of the present function gives.
    pub(super) fn result_subtype(&self) -> Option<Subtype> {
        self.inside.and_then(|s| self.sub(s)).and_then(|s| s.result.clone())
    }

    /// An object that an extended return declares.
    pub(super) fn returned_object(&mut self, of: &ast::ObjectDecl) -> Option<(ObjectId, Option<Expr>)> {
        let name = of.names.first()?;
        let mut subtype = self.type_ref(&of.ty);
        if let Some(result) = self.result_subtype()
            && subtype.constraint == crate::tree::Constraint::None
            && subtype.ty == result.ty
        {
            subtype = result;
        }
        if subtype.ty == predefined::UNKNOWN {
            return None;
        }
        let init = of.init.as_ref().map(|e| self.expr_in(e, &subtype));
        let id = self.object(&name.text, subtype, Role::Variable, name.at.0);
        self.declare(&name.key, Entity::Object(id));
        Some((id, init))
    }
}
