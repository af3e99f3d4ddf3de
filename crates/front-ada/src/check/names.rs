//! Names as values: objects, literals, components, elements, slices.

use super::Checker;
use super::scopes::Entity;
use crate::syntax::ast;
use crate::tree::{Expr, ExprKind, Kind, ObjectId, Role, Subtype, TypeId, predefined};
use source::Span;

impl Checker<'_> {
    pub(super) fn undeclared(&mut self, text: &str, span: Span) {
        self.error(format!("`{text}` is not declared"), span, "no declaration of this name is visible here");
    }

    /// The value of an object.
    pub(super) fn object_value(&self, id: ObjectId, span: Span) -> Expr {
        let Some(object) = self.object_of(id) else { return self.nothing(span) };
        match (&object.role, &object.value) {
            (Role::Renaming(of), _) => Expr { span, ..(**of).clone() },
            (_, Some(value)) => self.known(value.clone(), object.subtype.ty, span),
            _ => Expr { kind: ExprKind::Object(id), ty: object.subtype.ty, span },
        }
    }

    /// What a name stands for as a value, given what it means.
    pub(super) fn entity_value(
        &mut self,
        found: Vec<Entity>,
        text: &str,
        expected: Option<&Subtype>,
        span: Span,
    ) -> Expr {
        let literals = || {
            found.iter().filter_map(|e| match e {
                Entity::Literal(ty, at) => Some((*ty, *at)),
                _ => None,
            })
        };
        match found.first() {
            None => {
                self.undeclared(text, span);
                self.nothing(span)
            }
            Some(Entity::Object(id)) => {
                let value = self.object_value(*id, span);
                if let Some(what) = self.program.types.unsupported(value.ty)
                    && value.ty != predefined::UNKNOWN
                {
                    return self.unsupported(what.to_string(), value.ty, span);
                }
                value
            }
            Some(Entity::Number(value)) => self.known(value.clone(), predefined::UNIVERSAL, span),
            Some(Entity::Literal(..) | Entity::Subprogram(_)) => {
                let wanted = expected.map(|s| s.ty);
                if let Some((ty, at)) = literals().find(|(ty, _)| Some(*ty) == wanted) {
                    return self.known(at as i64, ty, span);
                }
                if found.iter().any(|e| matches!(e, Entity::Subprogram(_)))
                    && let Some(call) = self.attempt(|c| c.call_of(&found, text, &[], expected, span))
                {
                    return call;
                }
                let mut known = literals();
                match (known.next(), known.next()) {
                    (Some((ty, at)), None) => self.known(at as i64, ty, span),
                    (Some((ty, at)), Some(_)) => {
                        // The standard one is meant where nothing else says which.
                        if ty == predefined::CHARACTER || wanted.is_none() {
                            self.error(
                                format!("`{text}` is a literal of several types"),
                                span,
                                "nothing here tells which of them is meant",
                            );
                        }
                        self.known(at as i64, ty, span)
                    }
                    _ => self.call_of(&found, text, &[], expected, span),
                }
            }
            Some(Entity::Unsupported(what)) => self.unsupported(what.clone(), predefined::UNKNOWN, span),
            Some(Entity::Subtype(_)) => {
                self.error(format!("`{text}` is a type, not a value"), span, "a value is needed here");
                self.nothing(span)
            }
            Some(Entity::Package(_)) => {
                self.error(format!("`{text}` is a package, not a value"), span, "a value is needed here");
                self.nothing(span)
            }
            Some(Entity::Exception(_)) => {
                self.error(format!("`{text}` is an exception, not a value"), span, "a value is needed here");
                self.nothing(span)
            }
            Some(Entity::Library(_)) => {
                self.unsupported(format!("a call of the library's {text}"), predefined::UNKNOWN, span)
            }
        }
    }

    /// `P.X` where `P` is no package: a component, perhaps behind a pointer.
    pub(super) fn component(&mut self, prefix: &ast::Expr, name: &ast::Name, span: Span) -> Expr {
        let object = self.expr(prefix, None);
        let object = self.followed(object);
        if let ExprKind::Unsupported(_) = object.kind {
            return Expr { ty: predefined::UNKNOWN, span, ..object };
        }
        let components = match self.program.types.kind(object.ty) {
            Kind::Record(components) => components,
            Kind::Incomplete => {
                let of = self.program.types.name(object.ty).to_string();
                self.error(
                    format!("{of} is private here, or not complete yet"),
                    span,
                    "its components are not visible",
                );
                return self.nothing(span);
            }
            Kind::Unsupported(what) => {
                let what = what.clone();
                return self.unsupported(what, predefined::UNKNOWN, span);
            }
            _ => {
                let of = self.program.types.name(object.ty).to_string();
                self.error(format!("{of} has no components with names"), span, "it is not a record type");
                return self.nothing(span);
            }
        };
        match components.iter().position(|c| c.key == name.key) {
            Some(at) => {
                let ty = components[at].subtype.ty;
                if let Some(what) = self.program.types.unsupported(ty) {
                    return self.unsupported(what.to_string(), ty, span);
                }
                Expr { kind: ExprKind::Component(Box::new(object), at), ty, span }
            }
            None => {
                let of = self.program.types.name(object.ty).to_string();
                let message = format!("{of} has no component `{}`", name.text);
                self.error(message, name.at.0, "not a component of this record");
                self.nothing(span)
            }
        }
    }

    /// What a pointer leads to; anything else as it is.
    pub(super) fn followed(&self, e: Expr) -> Expr {
        match self.program.types.designated(e.ty) {
            Some(to) => {
                let (ty, span) = (to.ty, e.span);
                Expr { kind: ExprKind::Deref(Box::new(e)), ty, span }
            }
            None => e,
        }
    }

    /// `P.all`
    pub(super) fn dereference(&mut self, pointer: &ast::Expr, span: Span) -> Expr {
        let pointer = self.expr(pointer, None);
        let Some(ty) = self.program.types.designated(pointer.ty).map(|to| to.ty) else {
            if self.program.types.unsupported(pointer.ty).is_none() {
                let name = self.program.types.name(pointer.ty).to_string();
                self.error(format!("{name} is not an access type"), span, "`all` follows pointers only");
            }
            return self.nothing(span);
        };
        Expr { kind: ExprKind::Deref(Box::new(pointer)), ty, span }
    }

    /// `A (I)`, `A (I, J)`, where `A` is a value already.
    pub(super) fn element(&mut self, array: Expr, args: &[ast::Argument], span: Span) -> Expr {
        let array = self.followed(array);
        if let ExprKind::Unsupported(_) = array.kind {
            return Expr { ty: predefined::UNKNOWN, span, ..array };
        }
        let Some(of) = self.program.types.array(array.ty).cloned() else {
            if self.program.types.unsupported(array.ty).is_none() {
                let name = self.program.types.name(array.ty).to_string();
                self.error(format!("{name} is not an array type"), array.span, "it has no elements");
            }
            return self.nothing(span);
        };
        if let [only] = args
            && let Some(subtype) = self.slice_by_name(&only.value)
        {
            let Some(range) = self.range_of(&subtype, only.value.span()) else { return self.nothing(span) };
            let ty = array.ty;
            return Expr { kind: ExprKind::Slice(Box::new(array), range), ty, span };
        }
        if of.indexes.len() != args.len() {
            let (has, given) = (of.indexes.len(), args.len());
            self.error(format!("this array has {has} indexes, but {given} are given"), span, "here");
            return self.nothing(span);
        }
        let mut indexes = Vec::new();
        for (arg, index) in args.iter().zip(&of.indexes) {
            if let Some(name) = &arg.name {
                self.error("an index has no name", name.at.0, "only parameters of calls have names");
            }
            indexes.push(self.expr_of(&arg.value, index.ty));
        }
        let ty = of.component.ty;
        if let Some(what) = self.program.types.unsupported(ty) {
            return self.unsupported(what.to_string(), ty, span);
        }
        Expr { kind: ExprKind::Element(Box::new(array), indexes), ty, span }
    }

    fn slice_by_name(&self, e: &ast::Expr) -> Option<Subtype> {
        match self.meaning(e)?.into_iter().next()? {
            Entity::Subtype(subtype) => Some(subtype),
            _ => None,
        }
    }

    /// `A (1 .. 3)`
    pub(super) fn slice(&mut self, array: &ast::Expr, range: &ast::DiscreteRange, span: Span) -> Expr {
        let array = self.expr(array, None);
        let array = self.followed(array);
        let Some(of) = self.program.types.array(array.ty).cloned() else {
            if self.program.types.unsupported(array.ty).is_none() {
                let name = self.program.types.name(array.ty).to_string();
                self.error(format!("{name} is not an array type"), array.span, "it has no slices");
            }
            return self.nothing(span);
        };
        let [index] = &of.indexes[..] else {
            self.error("an array with several indexes has no slices", span, "here");
            return self.nothing(span);
        };
        let Some(range) = self.discrete_range(range, Some(index.ty)) else { return self.nothing(span) };
        let ty = array.ty;
        Expr { kind: ExprKind::Slice(Box::new(array), range), ty, span }
    }

    /// The subtype that an expression is known to have: that of its object, component or element.
    pub(super) fn subtype_of(&self, e: &Expr) -> Subtype {
        let types = &self.program.types;
        match &e.kind {
            ExprKind::Object(id) => self.object_of(*id).map_or(Subtype::of(e.ty), |o| o.subtype.clone()),
            ExprKind::Component(of, at) => {
                types.record(of.ty).and_then(|c| c.get(*at)).map_or(Subtype::of(e.ty), |c| c.subtype.clone())
            }
            ExprKind::Element(of, _) | ExprKind::At(of, _) => {
                types.array(of.ty).map_or(Subtype::of(e.ty), |a| a.component.clone())
            }
            ExprKind::Deref(of) => types.designated(of.ty).cloned().unwrap_or(Subtype::of(e.ty)),
            ExprKind::Result => self.result_subtype().unwrap_or(Subtype::of(e.ty)),
            ExprKind::Old(of) | ExprKind::Holding(_, of) => self.subtype_of(of),
            ExprKind::Convert(_, subtype) | ExprKind::Qualified(_, subtype) => subtype.clone(),
            ExprKind::Call(call) => {
                let of = self.program.subprograms.get(call.to.0 as usize);
                of.and_then(|s| s.result.clone()).unwrap_or(Subtype::of(e.ty))
            }
            _ => Subtype::of(e.ty),
        }
    }

    /// Reports an error unless an expression is the name of something that can be assigned to.
    pub(super) fn must_be_variable(&mut self, e: &Expr, what: &str) {
        let mut at = e;
        loop {
            at = match &at.kind {
                ExprKind::Component(of, _)
                | ExprKind::Element(of, _)
                | ExprKind::At(of, _)
                | ExprKind::Slice(of, _) => of,
                ExprKind::Convert(of, _) => of,
                ExprKind::Deref(_) | ExprKind::Unsupported(_) => return,
                ExprKind::Object(id) => {
                    let Some(object) = self.object_of(*id) else { return };
                    let (name, why) = match &object.role {
                        Role::Constant | Role::Held => (object.name.clone(), "it is a constant"),
                        Role::Loop => (object.name.clone(), "it is the parameter of a loop"),
                        Role::Parameter(crate::tree::Mode::In) => {
                            (object.name.clone(), "it is a parameter of mode `in`")
                        }
                        _ => return,
                    };
                    self.error(format!("{what} `{name}` is not possible"), e.span, why);
                    return;
                }
                _ => {
                    self.error(format!("{what} this is not possible"), e.span, "it is not a variable");
                    return;
                }
            };
        }
    }

    /// The type that is expected, if any is.
    pub(super) fn wanted(expected: Option<&Subtype>) -> Option<TypeId> {
        expected.map(|s| s.ty).filter(|ty| *ty != predefined::UNKNOWN)
    }
}
