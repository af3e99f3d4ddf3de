//! Units, packages and declarations.

use super::Checker;
use super::scopes::{Entity, Library, Package, PackageId, Region};
use super::static_values::value;
use crate::syntax::ast::{self, DeclKind as Ast};
use crate::tree::{Constraint, Decl, Exception, ExceptionId, ExprKind, Role, Subtype, predefined};
use source::Span;
use std::collections::BTreeMap;

impl Checker<'_> {
    /// All units: first what others see, then the bodies.
    pub(super) fn compilation(&mut self) {
        let units: Vec<&ast::Unit> = self.units.iter().flat_map(|c| &c.units).collect();
        let is_spec = |unit: &ast::Unit| match &unit.kind {
            ast::UnitKind::Declaration(d) => !matches!(
                d.kind,
                Ast::PackageBody { .. }
                    | Ast::Body { .. }
                    | Ast::ExpressionFunction { .. }
                    | Ast::NullProcedure(_)
            ),
            _ => false,
        };
        for unit in units.iter().filter(|u| is_spec(u)) {
            self.unit(unit);
        }
        for compilation in self.units {
            let of = compilation.units.last().and_then(crate::units::name);
            compilation.trailing.iter().for_each(|pragma| self.trailing_pragma(pragma, of.as_deref()));
        }
        self.pending_contracts();
        for unit in units.iter().filter(|u| !is_spec(u)) {
            self.unit(unit);
        }
        self.program.elaboration = std::mem::take(&mut self.actions);
    }

    fn unit(&mut self, unit: &ast::Unit) {
        self.regions.push(Region::default());
        let mut claims = Vec::new();
        for item in &unit.context {
            match item {
                ast::ContextItem::With { units, .. } => units.iter().for_each(|path| self.with(path)),
                ast::ContextItem::Use(clause) => self.use_clause(clause),
                ast::ContextItem::Pragma(pragma) => self.configuration(pragma),
                ast::ContextItem::Claim(claim) => claims.push(claim.clone()),
            }
        }
        let mut context = self.regions.pop().unwrap_or_default();
        if let Some(name) = crate::units::name(unit) {
            let parents = name.match_indices('.').map(|(at, _)| name[..at].to_string());
            let inherited: Vec<String> = parents.chain([name.clone()]).collect();
            for (_, names, uses) in self.contexts.iter().filter(|(of, ..)| inherited.contains(of)) {
                context.uses.extend(uses.iter().copied());
                for (key, list) in names {
                    context.names.entry(key.clone()).or_insert_with(|| list.clone());
                }
            }
            self.contexts.push((name, context.names.clone(), context.uses.clone()));
        }
        // Names that are withed are seen in the unit; the unit itself is declared outside of it.
        match &unit.kind {
            ast::UnitKind::Declaration(decl) => {
                let uses = context.uses.len();
                if let Some(standard) = self.regions.first_mut() {
                    standard.uses.extend(context.uses);
                    for (name, list) in context.names {
                        standard.names.entry(name).or_insert(list);
                    }
                }
                self.public = true;
                self.declaration(decl);
                self.pending_contracts();
                self.policies_end();
                if let Some(standard) = self.regions.first_mut() {
                    let left = standard.uses.len() - uses;
                    standard.uses.truncate(left);
                }
            }
            ast::UnitKind::Subunit { body, .. } => {
                self.error("a subunit needs its parent", body.at.0, "subunits are not supported");
            }
            ast::UnitKind::Statements(statements) => {
                self.fragment(statements, unit.at.0);
                self.pending_contracts();
            }
        }
    }

    fn with(&mut self, path: &ast::Path) {
        let key = path.key();
        let root = path.parts.first().map_or("", |p| &p.key).to_string();
        if self.package_named(&key).is_some() || !self.look_up(&key).is_empty() {
            return;
        }
        let what = format!("the unit {}, whose text is not there,", path.text());
        if path.parts.len() == 1 || self.look_up(&root).is_empty() {
            self.declare(&root, Entity::Unsupported(what));
            return;
        }
        // A child of a package that is known: `Ada.Strings`.
        let mut parent = self.package_named(&root);
        for part in &path.parts[1..] {
            let Some(package) = parent.and_then(|p| self.packages.get_mut(p.0)) else { return };
            let unknown = vec![Entity::Unsupported(what.clone())];
            parent = match package.names.entry(part.key.clone()).or_insert(unknown).first() {
                Some(Entity::Package(inner)) => Some(*inner),
                _ => None,
            };
        }
    }

    fn use_clause(&mut self, clause: &ast::UseClause) {
        if clause.kind != ast::UseKind::Package {
            // Operators of types are visible everywhere here.
            return;
        }
        for name in &clause.names {
            match self.meaning(name).and_then(|m| m.into_iter().next()) {
                Some(Entity::Package(package)) => {
                    // Only some of the library is known.
                    let path = self.packages.get(package.0).map_or("", |p| &p.path);
                    if path.starts_with("ada.characters") {
                        self.unread.push(crate::syntax::print_expression(name));
                    }
                    if let Some(region) = self.regions.last_mut() {
                        region.uses.push(package);
                    }
                }
                Some(Entity::Unsupported(_)) => self.unread.push(crate::syntax::print_expression(name)),
                Some(_) => {
                    self.error("only packages can be used", name.span(), "this is not a package");
                }
                None => self.undeclared(&crate::syntax::print_expression(name), name.span()),
            }
        }
    }

    /// Some declarations in their order.
    pub(super) fn declarations(&mut self, list: &[ast::Decl]) {
        // The subprogram that a pragma just behind its declaration is about.
        let mut before = None;
        for decl in list {
            match &decl.kind {
                Ast::Pragma(pragma) => self.declared_pragma(pragma, before, decl.at.0),
                Ast::Subprogram(spec) => before = Some(self.specification(spec)),
                _ => {
                    before = None;
                    self.declaration(decl);
                }
            }
        }
        self.pending_contracts();
    }

    pub(super) fn declaration(&mut self, decl: &ast::Decl) {
        let span = decl.at.0;
        match &decl.kind {
            Ast::Object(object) => self.object_declaration(object, span),
            Ast::Number { names, value: e } => {
                let number = self.expr(e, None);
                for name in names {
                    match value(&number) {
                        Some(known) => self.declare(&name.key, Entity::Number(known.clone())),
                        None => {
                            let what = "a named number that is not an integer".to_string();
                            self.declare(&name.key, Entity::Unsupported(what));
                        }
                    }
                }
            }
            Ast::Type(of) => self.type_declaration(of, span),
            Ast::Subtype { name, of, aspects } => {
                let mut subtype = self.indication(of);
                if let Some(what) = self.unsupported_aspect(aspects) {
                    subtype = self.unsupported_subtype(&what, span);
                }
                self.declare(&name.key, Entity::Subtype(subtype));
            }
            Ast::Subprogram(spec) => {
                self.specification(spec);
            }
            // For example the body of a generic subprogram, which cannot be called.
            Ast::Body { spec, .. } | Ast::ExpressionFunction { spec, .. } if self.is_unsupported(spec) => {}
            Ast::Body { spec, declarations, body } => self.body(spec, declarations, body, span),
            Ast::ExpressionFunction { spec, value } => self.expression_function(spec, value, span),
            Ast::NullProcedure(spec) => self.null_procedure(spec, span),
            Ast::Stub(spec) => {
                let id = self.specification(spec);
                if let Some(sub) = self.program.subprograms.get_mut(id.0 as usize) {
                    sub.unsupported = Some("a subprogram with a separate body".to_string());
                }
            }
            Ast::Package { name, visible, private, aspects, .. } => {
                self.around_package(aspects, |c| c.package(name, visible, private.as_deref()));
            }
            Ast::PackageBody { name, declarations, init, aspects, .. } => {
                self.around_package(aspects, |c| c.package_body(name, declarations, init.as_ref(), span));
            }
            Ast::PackageStub(name) => {
                self.warning("a separate package body is not read", name.at.0, "this one");
            }
            Ast::ObjectRenaming { name, ty, of } => self.object_renaming(name, ty.as_ref(), of),
            Ast::SubprogramRenaming { spec, of } => self.subprogram_renaming(spec, of),
            Ast::PackageRenaming { name, of } => {
                let key = name.parts.last().map_or(String::new(), |n| n.key.clone());
                match self.meaning(of).and_then(|m| m.into_iter().next()) {
                    Some(entity @ (Entity::Package(_) | Entity::Unsupported(_))) => {
                        self.declare(&key, entity)
                    }
                    _ => self.undeclared(&crate::syntax::print_expression(of), of.span()),
                }
            }
            Ast::ExceptionRenaming { name, of } => {
                if let Some(exception) = self.exception(of) {
                    self.declare(&name.key, Entity::Exception(exception));
                }
            }
            Ast::Exception(names) => {
                for name in names {
                    let exception = Exception { name: name.text.clone(), span: Some(name.at.0) };
                    self.program.exceptions.push(exception);
                    let id = ExceptionId((self.program.exceptions.len() - 1) as u32);
                    self.declare(&name.key, Entity::Exception(id));
                }
            }
            Ast::Use(clause) => self.use_clause(clause),
            Ast::Claim(claim) => self.declared_claim(claim),
            Ast::Pragma(pragma) => self.declared_pragma(pragma, None, span),
            Ast::Representation(_) => {}
            Ast::Unsupported(what) => self.unsupported_declaration(what),
        }
    }

    /// `--: entry (F)` and `--: exit (F)` among the declarations of a subprogram.
    fn declared_claim(&mut self, claim: &ast::Claim) {
        let Some(inside) = self.inside else { return };
        let Some(formula) = self.claimed(claim) else { return };
        if let Some(sub) = self.program.subprograms.get_mut(inside.0 as usize) {
            match claim.kind {
                ast::ClaimKind::Exit => sub.exit.push(formula),
                _ => sub.entry.push(formula),
            }
        }
    }

    /// Whether what a body belongs to is declared, but not supported.
    fn is_unsupported(&self, spec: &ast::SubprogramSpec) -> bool {
        let known = self.declared_here(&spec.name.key());
        !known.is_empty() && known.iter().all(|e| matches!(e, Entity::Unsupported(_)))
    }

    /// What is not supported is still declared, so that its uses are not reported as undeclared.
    fn unsupported_declaration(&mut self, of: &ast::Unsupported) {
        let words = words(&of.text);
        if words.iter().any(|w| w == "unchecked_deallocation")
            && let Some(name) = words.get(1)
        {
            self.declare(name, Entity::Library(Library::Free));
            return;
        }
        let declaring = ["type", "subtype", "package", "task", "protected", "procedure", "function", "entry"];
        let mut declared = false;
        // Formal parameters of a generic unit are declared inside of it: `type T`, `with function F`.
        let generic = words.first().is_some_and(|w| w == "generic");
        let formal = |at: usize| {
            let unit = ["package", "procedure", "function"].contains(&words[at].as_str());
            generic && (!unit || words[at - 1] == "with")
        };
        for (at, word) in words.iter().enumerate() {
            if !declaring.contains(&word.as_str()) || formal(at) {
                continue;
            }
            let named = words[at + 1..].iter().find(|w| !declaring.contains(&w.as_str()) && *w != "body");
            if let Some(name) = named {
                self.declare(name, Entity::Unsupported(of.what.clone()));
                declared = true;
                break;
            }
        }
        if !declared && let Some(name) = words.first() {
            self.declare(name, Entity::Unsupported(of.what.clone()));
        }
    }

    fn object_declaration(&mut self, of: &ast::ObjectDecl, span: Span) {
        let mut subtype = self.type_ref(&of.ty);
        if let Some(what) = self.unsupported_aspect(&of.aspects) {
            subtype = self.unsupported_subtype(&what, span);
        }
        if let Some(what) = self.program.types.unsupported(subtype.ty)
            && subtype.ty != predefined::UNKNOWN
        {
            let what = what.to_string();
            for name in &of.names {
                let id = self.object(&name.text, subtype.clone(), Role::Variable, name.at.0);
                self.declare(&name.key, Entity::Object(id));
            }
            // Evaluating its first value may do anything.
            if of.init.is_some() {
                self.actions.push(Decl::Unsupported(what, span));
            }
            return;
        }
        for name in &of.names {
            let init = of.init.as_ref().map(|e| self.expr_in(e, &subtype)).map(|e| self.released(e));
            if init.is_none() && of.constant && self.inside.is_some() {
                self.error("a constant needs a value", name.at.0, "here is none");
            }
            let is_array = self.program.types.array(subtype.ty).is_some();
            if is_array && !subtype.is_constrained() {
                match &init {
                    None if of.constant => {}
                    None => {
                        let message = format!("the bounds of `{}` are not known", name.text);
                        self.error(message, name.at.0, "an array without a value needs bounds");
                    }
                    Some(init) => {
                        if let Some(bounds) = self.bounds_of_value(init) {
                            subtype.constraint = bounds;
                        }
                    }
                }
            }
            let role = if of.constant { Role::Constant } else { Role::Variable };
            // A constant of a private type may be completed later.
            let earlier = match self.declared_here(&name.key) {
                [Entity::Object(id)] if of.constant && init.is_some() => Some(*id),
                _ => None,
            };
            let id = match earlier {
                Some(id) => id,
                None => {
                    let id = self.object(&name.text, subtype.clone(), role, name.at.0);
                    self.declare(&name.key, Entity::Object(id));
                    id
                }
            };
            let known = init.as_ref().and_then(value).cloned();
            if of.constant
                && let Some(known) = known
                && let Some(range) = self.program.types.static_bounds(&subtype)
                && Self::within(&known, &range)
                && let Some(object) = self.program.objects.get_mut(id.0 as usize)
            {
                object.value = Some(known);
            }
            self.actions.push(Decl::Object(id, init));
        }
    }

    /// The bounds that an array value of static bounds has.
    fn bounds_of_value(&self, e: &crate::tree::Expr) -> Option<Constraint> {
        use crate::tree::{AggregateBounds, Bound};
        match &e.kind {
            ExprKind::Text(codes) => {
                let last = base::Int::from(codes.len() as i64);
                Some(Constraint::Index(vec![(Bound::Static(1.into()), Bound::Static(last))]))
            }
            ExprKind::Array(aggregate) => match &aggregate.bounds {
                AggregateBounds::Expected(bounds) => Some(Constraint::Index(bounds.clone())),
                AggregateBounds::Positions(first) => {
                    let count = base::Int::from(aggregate.parts.len() as i64);
                    let last = &(first + &count) - &base::Int::from(1);
                    Some(Constraint::Index(vec![(Bound::Static(first.clone()), Bound::Static(last))]))
                }
                _ => None,
            },
            _ => {
                let subtype = self.subtype_of(e);
                let known = self.program.types.static_length(&subtype).is_some();
                known.then_some(subtype.constraint)
            }
        }
    }

    fn object_renaming(&mut self, name: &ast::Name, ty: Option<&ast::TypeRef>, of: &ast::Expr) {
        let subtype = ty.map(|ty| self.type_ref(ty));
        let value = self.expr(of, subtype.as_ref());
        let mut value = self.released(value);
        self.fix_place(&mut value);
        if !matches!(value.kind, ExprKind::Object(_)) {
            self.actions.push(Decl::Renamed(value.clone()));
        }
        let subtype = subtype.unwrap_or_else(|| Subtype::of(value.ty));
        let id = self.object(&name.text, subtype, Role::Renaming(Box::new(value)), name.at.0);
        self.declare(&name.key, Entity::Object(id));
    }

    /// The indexes and pointers in a name are evaluated once, where it is declared.
    pub(super) fn fix_place(&mut self, e: &mut crate::tree::Expr) {
        match &mut e.kind {
            ExprKind::Component(of, _) | ExprKind::At(of, _) => self.fix_place(of),
            ExprKind::Element(of, indexes) => {
                self.fix_place(of);
                for index in indexes {
                    if value(index).is_none() {
                        let (ty, span) = (index.ty, index.span);
                        let held = self.hold(index.clone());
                        *index = crate::tree::Expr { kind: ExprKind::Object(held), ty, span };
                    }
                }
            }
            ExprKind::Slice(of, range) => {
                self.fix_place(of);
                for bound in [&mut range.first, &mut range.last] {
                    if value(bound).is_none() {
                        let (ty, span) = (bound.ty, bound.span);
                        let held = self.hold((**bound).clone());
                        **bound = crate::tree::Expr { kind: ExprKind::Object(held), ty, span };
                    }
                }
            }
            ExprKind::Deref(pointer) => {
                let (ty, span) = (pointer.ty, pointer.span);
                let held = self.hold((**pointer).clone());
                **pointer = crate::tree::Expr { kind: ExprKind::Object(held), ty, span };
            }
            ExprKind::Call(_) => {
                let (ty, span) = (e.ty, e.span);
                let held = self.hold(e.clone());
                *e = crate::tree::Expr { kind: ExprKind::Object(held), ty, span };
            }
            ExprKind::Convert(of, _) | ExprKind::Qualified(of, _) => self.fix_place(of),
            _ => {}
        }
    }

    /// The exception of a name.
    pub(super) fn exception(&mut self, e: &ast::Expr) -> Option<ExceptionId> {
        match self.meaning(e).and_then(|m| m.into_iter().next()) {
            Some(Entity::Exception(id)) => Some(id),
            Some(_) => {
                self.error("an exception is needed here", e.span(), "this is none");
                None
            }
            None => {
                self.undeclared(&crate::syntax::print_expression(e), e.span());
                None
            }
        }
    }

    fn package(&mut self, name: &ast::Path, visible: &[ast::Decl], private: Option<&[ast::Decl]>) {
        let (id, opened) = self.open_package(name, true);
        let public = self.public;
        self.declarations(visible);
        let seen: BTreeMap<String, usize> =
            self.packages[id.0].names.iter().map(|(key, list)| (key.clone(), list.len())).collect();
        self.public = false;
        self.declarations(private.unwrap_or(&[]));
        self.public = public;
        self.packages[id.0].visible = Some(seen);
        for _ in 0..opened {
            self.regions.pop();
        }
        self.policies_end();
    }

    /// Opens the region of a package, and those of its parents; how many that are.
    fn open_package(&mut self, name: &ast::Path, new: bool) -> (PackageId, usize) {
        let outer = self.regions.iter().rev().find_map(|r| r.package);
        let outer = outer.and_then(|p| self.packages.get(p.0)).map(|p| p.path.clone());
        let local = name.key();
        let path = match outer {
            Some(outer) => format!("{outer}.{local}"),
            None => local,
        };
        let mut opened = 0;
        for at in 1..name.parts.len() {
            let parent: Vec<&str> = name.parts[..at].iter().map(|p| p.key.as_str()).collect();
            if let Some(parent) = self.package_named(&parent.join(".")) {
                let name = self.packages[parent.0].path.clone();
                self.regions.push(Region { name, package: Some(parent), ..Region::default() });
                opened += 1;
            }
        }
        let known = if new { None } else { self.package_named(&path) };
        let id = known.unwrap_or_else(|| {
            self.packages.push(Package { path: path.clone(), names: BTreeMap::new(), visible: None });
            PackageId(self.packages.len() - 1)
        });
        let key = name.parts.last().map_or(String::new(), |p| p.key.clone());
        if known.is_none() {
            self.declare(&key, Entity::Package(id));
        }
        self.regions.push(Region { name: key, package: Some(id), ..Region::default() });
        (id, opened + 1)
    }

    fn package_body(
        &mut self,
        name: &ast::Path,
        declarations: &[ast::Decl],
        init: Option<&ast::Handled>,
        span: Span,
    ) {
        let outer = self.regions.iter().rev().find_map(|r| r.package);
        let outer = outer.and_then(|p| self.packages.get(p.0)).map(|p| p.path.clone());
        let path = outer.map_or(name.key(), |outer| format!("{outer}.{}", name.key()));
        if self.package_named(&path).is_none() {
            let known = self.look_up(&name.key());
            if known.iter().any(|e| matches!(e, Entity::Unsupported(_))) {
                // The body of a generic package, say. Nothing in it can be called.
                return;
            }
            let file = name.key().replace('.', "-");
            self.error(
                format!("the specification of the package `{}` is not there", name.text()),
                span,
                &format!("it should stand in {file}.ads beside this file, or before the body"),
            );
            return;
        }
        let (_, opened) = self.open_package(name, false);
        let public = std::mem::replace(&mut self.public, false);
        self.declarations(declarations);
        self.public = public;
        if let Some(init) = init {
            // What it does to variables does not matter: runs start with any values of them. Its names are checked.
            let checked = self.handled(init);
            drop(checked);
        }
        for _ in 0..opened {
            self.regions.pop();
        }
        self.policies_end();
    }
}

/// The words of a text, in small letters.
pub(super) fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    parts.filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}
