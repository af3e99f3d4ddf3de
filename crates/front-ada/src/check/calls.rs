//! Calls, elements and conversions: what `F (X)` is, and which `F` is meant.

use super::Checker;
use super::scopes::{Entity, Library};
use crate::syntax::ast;
use crate::tree::{Call, Expr, ExprKind, Kind, Mode, Role, SubId, Subtype, TypeId, predefined};
use source::Span;

impl Checker<'_> {
    /// `F (X, Y => 1)`
    pub(super) fn applied(
        &mut self,
        prefix: &ast::Expr,
        args: &[ast::Argument],
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let Some(found) = self.meaning(prefix) else {
            if let Some(value) = self.called_operator(prefix, args, expected, span) {
                return value;
            }
            let undeclared = match &prefix.kind {
                ast::ExprKind::Name(_) => true,
                ast::ExprKind::Selected(of, _) => {
                    matches!(self.meaning(of).as_deref(), Some([Entity::Package(_), ..]))
                }
                _ => false,
            };
            if undeclared {
                self.undeclared(&crate::syntax::print_expression(prefix), prefix.span());
                return self.nothing(span);
            }
            let array = self.expr(prefix, None);
            return self.element(array, args, span);
        };
        let text = crate::syntax::print_expression(prefix);
        match found.first() {
            Some(Entity::Subtype(subtype)) => self.conversion(subtype.clone(), args, span),
            Some(Entity::Subprogram(_) | Entity::Literal(..)) => {
                if let Some(call) = self.attempt(|c| c.call_of(&found, &text, args, expected, span)) {
                    return if self.silent == 0 {
                        self.call_of(&found, &text, args, expected, span)
                    } else {
                        call
                    };
                }
                // The elements of what a function without arguments gives.
                let bare = self.attempt(|c| {
                    let array = c.call_of(&found, &text, &[], None, prefix.span());
                    c.element(array, args, span)
                });
                match bare {
                    Some(element) => element,
                    None => self.call_of(&found, &text, args, expected, span),
                }
            }
            Some(Entity::Unsupported(what)) => {
                let ty = Self::wanted(expected).unwrap_or(predefined::UNKNOWN);
                self.unsupported(what.clone(), ty, span)
            }
            Some(Entity::Object(_)) => {
                let array = self.expr(prefix, None);
                self.element(array, args, span)
            }
            _ => self.entity_value(found, &text, expected, span),
        }
    }

    /// `T (X)`
    fn conversion(&mut self, subtype: Subtype, args: &[ast::Argument], span: Span) -> Expr {
        let ty = subtype.ty;
        let [ast::Argument { name: None, value }] = args else {
            self.error("a conversion has one operand", span, "here");
            return self.nothing(span);
        };
        let mut value = self.expr(value, None);
        let types = &self.program.types;
        if let Some(what) = types.unsupported(ty).or(types.unsupported(value.ty)) {
            return self.unsupported(what.to_string(), ty, span);
        }
        if value.ty == predefined::UNIVERSAL && types.is_integer(ty) {
            value = self.typed(value, ty);
        }
        let types = &self.program.types;
        let both_arrays = match (types.array(value.ty), types.array(ty)) {
            (Some(a), Some(b)) => a.indexes.len() == b.indexes.len() && a.component.ty == b.component.ty,
            _ => false,
        };
        let related = value.ty == ty || types.is_integer(value.ty) && types.is_integer(ty) || both_arrays;
        if !related {
            let (from, to) = (types.name(value.ty).to_string(), types.name(ty).to_string());
            let class = |ty: TypeId| match types.kind(ty) {
                Kind::Enumeration(_) => 0,
                Kind::Signed(_) | Kind::Modular(_) | Kind::Universal => 1,
                Kind::Array(_) => 2,
                Kind::Record(_) => 3,
                Kind::Access(_) => 4,
                Kind::Incomplete | Kind::Unsupported(_) => 5,
            };
            if class(value.ty) == class(ty) {
                // Types that are derived from one another can be converted; what is derived is not kept.
                return self.unsupported(format!("a conversion from {from} to {to}"), ty, span);
            }
            self.error(format!("{from} cannot be converted to {to}"), span, "these types are not related");
            return self.nothing(span);
        }
        if let Some(known) = super::static_values::value(&value)
            && let Some((first, last)) = types.static_bounds(&subtype)
            && first <= *known
            && *known <= last
        {
            return self.known(known.clone(), ty, span);
        }
        Expr { kind: ExprKind::Convert(Box::new(value), subtype), ty, span }
    }

    /// The call of one of several subprograms of a name: the one whose parameters and result fit.
    pub(super) fn call_of(
        &mut self,
        found: &[Entity],
        text: &str,
        args: &[ast::Argument],
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let functions: Vec<SubId> = self.subprograms_of(found, true);
        let wanted = Self::wanted(expected);
        let mut fitting = Vec::new();
        for id in &functions {
            let result = self.program.subprograms.get(id.0 as usize).and_then(|s| s.result.as_ref());
            let fits = match (wanted, result) {
                (Some(ty), Some(result)) => self.program.types.fits(result.ty, ty),
                _ => true,
            };
            if fits && self.takes(*id, args) {
                fitting.push(*id);
            }
        }
        if fitting.len() > 1 {
            let mut working = Vec::new();
            for id in &fitting {
                if self.attempt(|c| c.arguments(*id, args, span)).is_some() {
                    working.push(*id);
                }
            }
            if let [first, ..] = working[..] {
                fitting = vec![first];
            }
        }
        // With none that fits, the message is about the first.
        let chosen = fitting.first().or(functions.first()).copied();
        let Some(to) = chosen else {
            self.error(format!("`{text}` is not a function"), span, "a value is needed here");
            return self.nothing(span);
        };
        if fitting.is_empty() {
            let result = self.program.subprograms.get(to.0 as usize).and_then(|s| s.result.clone());
            match (wanted, result) {
                (Some(ty), Some(result)) if !self.program.types.fits(result.ty, ty) => {
                    self.mismatch(result.ty, ty, span);
                    return self.nothing(span);
                }
                _ => {}
            }
        }
        let args = self.arguments(to, args, span);
        let result = self.program.subprograms.get(to.0 as usize).and_then(|s| s.result.as_ref());
        let ty = result.map_or(predefined::UNKNOWN, |s| s.ty);
        if let Some(what) = self.program.subprograms.get(to.0 as usize).and_then(|s| s.unsupported.clone()) {
            return self.unsupported(what, ty, span);
        }
        if let Some(what) = self.program.types.unsupported(ty) {
            return self.unsupported(what.to_string(), ty, span);
        }
        Expr { kind: ExprKind::Call(Call { to, args }), ty, span }
    }

    fn subprograms_of(&self, found: &[Entity], functions: bool) -> Vec<SubId> {
        let of = |e: &Entity| match e {
            Entity::Subprogram(id) => Some(*id),
            _ => None,
        };
        let is = |id: &SubId| {
            let sub = self.program.subprograms.get(id.0 as usize);
            sub.is_some_and(|s| s.result.is_some() == functions)
        };
        found.iter().filter_map(of).filter(is).collect()
    }

    /// Whether a subprogram can be called with arguments of this number and of these names.
    fn takes(&self, id: SubId, args: &[ast::Argument]) -> bool {
        let Some(sub) = self.program.subprograms.get(id.0 as usize) else { return false };
        let mut given = vec![false; sub.parameters.len()];
        for (at, arg) in args.iter().enumerate() {
            let place = match &arg.name {
                None => Some(at),
                Some(name) => sub
                    .parameters
                    .iter()
                    .position(|p| self.object_of(*p).is_some_and(|o| o.name.to_lowercase() == name.key)),
            };
            match place.and_then(|at| given.get_mut(at)) {
                Some(given) if !*given => *given = true,
                _ => return false,
            }
        }
        given.iter().zip(&sub.defaults).all(|(given, default)| *given || default.is_some())
    }

    /// The arguments of a call, one for each parameter.
    fn arguments(&mut self, id: SubId, args: &[ast::Argument], span: Span) -> Vec<Expr> {
        let Some(sub) = self.program.subprograms.get(id.0 as usize).cloned() else { return Vec::new() };
        let mut given: Vec<Option<Expr>> = vec![None; sub.parameters.len()];
        let before = self.errors;
        for (at, arg) in args.iter().enumerate() {
            let place = match &arg.name {
                None if at < given.len() => Some(at),
                None => None,
                Some(name) => sub
                    .parameters
                    .iter()
                    .position(|p| self.object_of(*p).is_some_and(|o| o.name.to_lowercase() == name.key)),
            };
            let Some(place) = place else {
                let what = match &arg.name {
                    Some(name) => format!("`{}` has no parameter `{}`", sub.name, name.text),
                    None => match sub.parameters.len() {
                        0 => format!("`{}` has no parameters", sub.name),
                        1 => format!("`{}` has one parameter", sub.name),
                        n => format!("`{}` has {n} parameters", sub.name),
                    },
                };
                self.error(what, arg.value.span(), "this argument is too many");
                continue;
            };
            let Some(object) = self.object_of(sub.parameters[place]).cloned() else { continue };
            if given[place].is_some() {
                let message = format!("the parameter `{}` is given twice", object.name);
                self.error(message, arg.value.span(), "here again");
                continue;
            }
            let value = match object.role {
                Role::Parameter(Mode::Out | Mode::InOut) => {
                    let value = self.expr(&arg.value, Some(&Subtype::of(object.subtype.ty)));
                    if !self.program.types.fits(value.ty, object.subtype.ty)
                        && self.program.types.unsupported(value.ty).is_none()
                    {
                        self.mismatch(value.ty, object.subtype.ty, value.span);
                    }
                    self.must_be_variable(&value, "passing");
                    value
                }
                _ => self.expr_in(&arg.value, &object.subtype),
            };
            given[place] = Some(value);
        }
        let mut list = Vec::with_capacity(given.len());
        for (at, value) in given.into_iter().enumerate() {
            let default = || sub.defaults.get(at).and_then(Option::as_ref).map(|e| e.placed(span));
            match value.or_else(default) {
                Some(value) => list.push(value),
                None if self.errors > before => list.push(self.nothing(span)),
                None => {
                    let name = self.object_of(sub.parameters[at]).map_or(String::new(), |o| o.name.clone());
                    let message = format!("the call of `{}` gives no `{name}`", sub.name);
                    self.error(message, span, "an argument is missing");
                    list.push(self.nothing(span));
                }
            }
        }
        list
    }

    /// The call of a procedure as a statement.
    pub(super) fn procedure_call(&mut self, e: &ast::Expr) -> crate::tree::StmtKind {
        use crate::tree::StmtKind;
        let (prefix, args): (&ast::Expr, &[ast::Argument]) = match &e.kind {
            ast::ExprKind::Apply(prefix, args) => (prefix, args),
            _ => (e, &[]),
        };
        let span = e.span();
        let text = crate::syntax::print_expression(prefix);
        let Some(found) = self.meaning(prefix) else {
            self.undeclared(&text, prefix.span());
            return StmtKind::Null;
        };
        let procedures = self.subprograms_of(&found, false);
        if procedures.is_empty() {
            return match found.iter().find(|e| !matches!(e, Entity::Literal(..))) {
                Some(Entity::Library(what)) => self.library_call(*what, args, span),
                Some(Entity::Unsupported(what)) => StmtKind::Unsupported(what.clone()),
                _ => {
                    self.error(
                        format!("`{text}` is not a procedure"),
                        prefix.span(),
                        "a procedure is needed",
                    );
                    StmtKind::Null
                }
            };
        }
        let mut fitting: Vec<SubId> = procedures.iter().copied().filter(|p| self.takes(*p, args)).collect();
        if fitting.len() > 1 {
            let works = |c: &mut Self, id: &SubId| c.attempt(|c| c.arguments(*id, args, span)).is_some();
            let mut working = Vec::new();
            for id in &fitting {
                if works(self, id) {
                    working.push(*id);
                }
            }
            if !working.is_empty() {
                fitting = working;
            }
        }
        // A procedure of the library may have the same name: `Put` of one's own beside that of the library.
        let library = found.iter().find_map(|e| match e {
            Entity::Library(what) => Some(*what),
            _ => None,
        });
        if let Some(what) = library
            && !fitting.iter().any(|id| self.attempt(|c| c.arguments(*id, args, span)).is_some())
        {
            return self.library_call(what, args, span);
        }
        let to = fitting.first().copied().unwrap_or(procedures[0]);
        let args = self.arguments(to, args, span);
        match self.program.subprograms.get(to.0 as usize).and_then(|s| s.unsupported.clone()) {
            Some(what) => StmtKind::Unsupported(what),
            None => StmtKind::Call(Call { to, args }),
        }
    }

    fn library_call(&mut self, what: Library, args: &[ast::Argument], span: Span) -> crate::tree::StmtKind {
        use crate::tree::StmtKind;
        match what {
            Library::Put => {
                let mut values = Vec::new();
                for arg in args {
                    self.printed(&arg.value, &mut values);
                }
                StmtKind::Evaluate(values)
            }
            Library::Image => StmtKind::Unsupported("the attribute Image".to_string()),
            Library::Get => match args {
                [arg] => {
                    let variable = self.expr(&arg.value, None);
                    self.must_be_variable(&variable, "reading");
                    if !self.program.types.is_discrete(variable.ty) {
                        return StmtKind::Unsupported("reading a value of this type".to_string());
                    }
                    StmtKind::Get(variable)
                }
                _ => StmtKind::Unsupported("this way of reading".to_string()),
            },
            Library::Free => match args {
                [arg] => {
                    let variable = self.expr(&arg.value, None);
                    self.must_be_variable(&variable, "freeing");
                    let null = Expr { kind: ExprKind::Null, ty: variable.ty, span };
                    StmtKind::Free(variable, null)
                }
                _ => StmtKind::Unsupported("this way of freeing".to_string()),
            },
        }
    }

    /// What is evaluated when something is printed; how it looks does not matter.
    fn printed(&mut self, e: &ast::Expr, values: &mut Vec<Expr>) {
        match &e.kind {
            ast::ExprKind::Str(_) => {}
            ast::ExprKind::Binary(ast::BinaryOp::Concatenate, left, right) => {
                self.printed(left, values);
                self.printed(right, values);
            }
            ast::ExprKind::Attribute { prefix, name, args } if name.key == "image" => {
                match (self.subtype_named(prefix), &args[..]) {
                    (Some(subtype), [arg]) => values.push(self.expr_of(&arg.value, subtype.ty)),
                    (None, []) => values.push(self.expr(prefix, None)),
                    _ => {}
                }
            }
            ast::ExprKind::Apply(prefix, args)
                if matches!(self.meaning(prefix).as_deref(), Some([Entity::Library(Library::Image), ..])) =>
            {
                for arg in args {
                    let value = self.expr(&arg.value, None);
                    values.push(value);
                }
            }
            _ => {
                if let Some(value) = self.attempt(|c| c.expr(e, None)) {
                    values.push(value);
                } else {
                    let value = self.expr_of(e, predefined::STRING);
                    values.push(value);
                }
            }
        }
    }
}
