//! Type declarations.

use super::Checker;
use super::scopes::Entity;
use super::static_values::value;
use crate::syntax::ast;
use crate::tree::{ArrayType, Bound, Component, Constraint, Kind, Subtype, TypeId, machine_word, predefined};
use base::Int;
use source::Span;

/// Moduli are at most two to the power of this.
const MOST_MODULUS_BITS: u32 = 64;

impl Checker<'_> {
    /// `type T is …;`
    pub(super) fn type_declaration(&mut self, of: &ast::TypeDecl, span: Span) {
        let key = &of.name.key;
        // The second declaration of a private or incomplete type says what it is.
        let earlier = match self.declared_here(key) {
            [Entity::Subtype(subtype)] => Some(subtype.ty),
            _ => None,
        };
        let earlier = earlier.filter(|ty| matches!(self.program.types.kind(*ty), Kind::Incomplete));
        let ty = match earlier {
            Some(ty) => ty,
            None => {
                let ty = self.program.types.add(&of.name.text, Kind::Incomplete, span);
                self.declare(key, Entity::Subtype(Subtype::of(ty)));
                ty
            }
        };
        if let Some(what) = &of.discriminants {
            self.program.types.complete(ty, Kind::Unsupported(what.what.clone()));
            return;
        }
        if matches!(of.def, ast::TypeDef::Private { .. }) {
            self.program.types.hide(ty);
        }
        let constraint = self.definition(&of.def, ty, span);
        if matches!(self.program.types.kind(ty), Kind::Enumeration(_)) {
            self.declare_literals(ty);
        }
        if constraint != Constraint::None {
            // The first subtype is constrained; a second declaration replaces what was declared.
            self.declare(key, Entity::Subtype(Subtype { ty, constraint, not_null: false }));
        }
        if let Some(what) = self.unsupported_aspect(&of.aspects) {
            self.give_up_type(ty, &what);
        }
    }

    /// Says what a type is; the constraint of its first subtype.
    fn definition(&mut self, def: &ast::TypeDef, ty: TypeId, span: Span) -> Constraint {
        let kind = match def {
            ast::TypeDef::Enumeration(literals) => {
                Kind::Enumeration(literals.iter().map(|l| l.text.clone()).collect())
            }
            ast::TypeDef::Signed(first, last) => return self.signed(first, last, ty, span),
            ast::TypeDef::Modular(modulus) => {
                let modulus = self.expr(modulus, None);
                match value(&modulus) {
                    Some(m) if !m.is_negative() && !m.is_zero() => {
                        if m.bits() as u32 > MOST_MODULUS_BITS + 1 {
                            Kind::Unsupported("a modulus above 2 ** 64".to_string())
                        } else {
                            Kind::Modular(m.clone())
                        }
                    }
                    Some(_) => {
                        self.error("a modulus has to be positive", modulus.span, "this is not");
                        Kind::Unsupported("a type with a mistake".to_string())
                    }
                    None => {
                        self.error(
                            "a modulus has to be static",
                            modulus.span,
                            "its value depends on the run",
                        );
                        Kind::Unsupported("a type with a mistake".to_string())
                    }
                }
            }
            ast::TypeDef::Array(array) => return self.array_definition(array, ty),
            ast::TypeDef::Record(record) => self.record_definition(record),
            ast::TypeDef::Access(access) => {
                let to = self.indication(&access.to);
                if let (true, Some(what)) =
                    (to.ty != predefined::UNKNOWN, self.program.types.unsupported(to.ty))
                {
                    Kind::Unsupported(format!("a pointer to {what}"))
                } else {
                    Kind::Access(Box::new(to))
                }
            }
            ast::TypeDef::Derived(parent) => {
                let parent = self.indication(parent);
                let kind = match self.program.types.kind(parent.ty) {
                    _ if parent.ty == predefined::BOOLEAN => {
                        Kind::Unsupported("a type derived from Boolean".to_string())
                    }
                    other => other.clone(),
                };
                self.program.types.complete(ty, kind);
                return match parent.constraint {
                    Constraint::None => Constraint::None,
                    other => other,
                };
            }
            ast::TypeDef::Incomplete | ast::TypeDef::Private { .. } => return Constraint::None,
            ast::TypeDef::Unsupported(what) => Kind::Unsupported(what.what.clone()),
        };
        self.program.types.complete(ty, kind);
        Constraint::None
    }

    fn signed(&mut self, first: &ast::Expr, last: &ast::Expr, ty: TypeId, span: Span) -> Constraint {
        let (first, last) = (self.expr(first, None), self.expr(last, None));
        let (Some(a), Some(b)) = (value(&first), value(&last)) else {
            if self.program.types.unsupported(first.ty).is_some() {
                let what = Kind::Unsupported("a floating-point type".to_string());
                self.program.types.complete(ty, what);
                return Constraint::None;
            }
            self.error("the range of a type has to be static", span, "its bounds depend on the run");
            return self.give_up(ty, "a type with a mistake");
        };
        let Some(word) = machine_word(a, b) else {
            let what = Kind::Unsupported("an integer type of more than 64 bits".to_string());
            self.program.types.complete(ty, what);
            return Constraint::None;
        };
        self.program.types.complete(ty, Kind::Signed(word));
        Constraint::Range(Bound::Static(a.clone()), Bound::Static(b.clone()))
    }

    fn array_definition(&mut self, array: &ast::ArrayDef, ty: TypeId) -> Constraint {
        let component = self.type_ref(&array.component);
        let (indexes, constraint) = match &array.indexes {
            ast::Indexes::Constrained(ranges) => {
                let (mut indexes, mut bounds) = (Vec::new(), Vec::new());
                for range in ranges {
                    let Some(range) = self.discrete_range(range, None) else {
                        return self.give_up(ty, "an array with such an index");
                    };
                    let known =
                        if range.first.ty == predefined::UNIVERSAL { range.last.ty } else { range.first.ty };
                    let index = if known == predefined::UNIVERSAL { predefined::INTEGER } else { known };
                    indexes.push(Subtype::of(index));
                    bounds.push(self.bounds_of(&range));
                }
                (indexes, Constraint::Index(bounds))
            }
            ast::Indexes::Unconstrained(marks) => {
                let mut indexes = Vec::new();
                for mark in marks {
                    match self.subtype_named(mark) {
                        Some(index) if self.program.types.is_discrete(index.ty) => indexes.push(index),
                        Some(index) => {
                            if self.program.types.unsupported(index.ty).is_none() {
                                self.error("an index has to be discrete", mark.span(), "this type is not");
                            }
                            return self.give_up(ty, "an array with such an index");
                        }
                        None => {
                            self.not_a_type(mark);
                            return Constraint::None;
                        }
                    }
                }
                (indexes, Constraint::None)
            }
        };
        if let (true, Some(what)) =
            (component.ty != predefined::UNKNOWN, self.program.types.unsupported(component.ty))
        {
            let what = format!("an array of {what}");
            return self.give_up(ty, &what);
        }
        if self.program.types.array(component.ty).is_some()
            && self.program.types.static_length(&component).is_none()
        {
            return self.give_up(ty, "an array of arrays whose bounds are not static");
        }
        if indexes.len() > 1 && constraint == Constraint::None {
            return self.give_up(ty, "an unconstrained array with several indexes");
        }
        let given = match &constraint {
            Constraint::Index(bounds) => Some(bounds.clone()),
            _ => None,
        };
        self.program.types.complete(ty, Kind::Array(ArrayType { indexes, component, given }));
        constraint
    }

    fn give_up(&mut self, ty: TypeId, what: &str) -> Constraint {
        self.program.types.complete(ty, Kind::Unsupported(what.to_string()));
        Constraint::None
    }

    fn record_definition(&mut self, record: &ast::RecordDef) -> Kind {
        let mut components: Vec<Component> = Vec::new();
        for item in &record.components {
            match item {
                ast::ComponentItem::Component(object, at) => {
                    let subtype = self.type_ref(&object.ty);
                    if let Some(what) = self.program.types.unsupported(subtype.ty)
                        && subtype.ty != predefined::UNKNOWN
                    {
                        return Kind::Unsupported(format!("a record with {what}"));
                    }
                    if self.program.types.array(subtype.ty).is_some()
                        && self.program.types.static_length(&subtype).is_none()
                    {
                        return Kind::Unsupported(
                            "a record with an array whose bounds are not static".to_string(),
                        );
                    }
                    let default = object.init.as_ref().map(|e| self.expr_in(e, &subtype));
                    for name in &object.names {
                        if components.iter().any(|c| c.key == name.key) {
                            let message = format!("the component `{}` is declared twice", name.text);
                            self.error(message, name.at.0, "here again");
                        }
                        components.push(Component {
                            name: name.text.clone(),
                            key: name.key.clone(),
                            subtype: subtype.clone(),
                            default: default.clone(),
                            span: at.0,
                        });
                    }
                }
                ast::ComponentItem::Pragma(_) => {}
                ast::ComponentItem::Unsupported(what) => return Kind::Unsupported(what.what.clone()),
            }
        }
        Kind::Record(components)
    }

    /// The subtype of an object, a component, a parameter or a result.
    pub(super) fn type_ref(&mut self, of: &ast::TypeRef) -> Subtype {
        match of {
            ast::TypeRef::Subtype(of) => self.indication(of),
            ast::TypeRef::Access(access) => {
                let to = self.indication(&access.to);
                // A pointer type of its own; two of them that lead to one type are taken for the same.
                let same = self.program.types.ids().find(|ty| {
                    self.program.types.get(*ty).name.starts_with("access ")
                        && self.program.types.designated(*ty).is_some_and(|t| t.ty == to.ty)
                });
                let name = format!("access {}", self.program.types.name(to.ty));
                let ty = same
                    .unwrap_or_else(|| self.program.types.add(name, Kind::Access(Box::new(to)), access.at.0));
                Subtype { ty, constraint: Constraint::None, not_null: access.not_null }
            }
            ast::TypeRef::Array(array) => {
                let span = match &array.indexes {
                    ast::Indexes::Constrained(_) | ast::Indexes::Unconstrained(_) => {
                        self.span_of(&array.component)
                    }
                };
                let ty = self.program.types.add("an array type without a name", Kind::Incomplete, span);
                let constraint = self.array_definition(array, ty);
                Subtype { ty, constraint, not_null: false }
            }
            ast::TypeRef::Unsupported(what) => self.unsupported_subtype(&what.what, what.at.0),
        }
    }

    fn span_of(&self, of: &ast::TypeRef) -> Span {
        match of {
            ast::TypeRef::Subtype(s) => s.at.0,
            ast::TypeRef::Access(a) => a.at.0,
            ast::TypeRef::Array(a) => self.span_of(&a.component),
            ast::TypeRef::Unsupported(u) => u.at.0,
        }
    }

    /// Whether a static value is within a range.
    pub(super) fn within(value: &Int, range: &(Int, Int)) -> bool {
        range.0 <= *value && *value <= range.1
    }
}
