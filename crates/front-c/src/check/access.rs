//! Names, members, elements, pointers: what finds an object.

use super::{Checker, Entity, Operand};
use crate::tree::{Expr, ExprKind, Place, PlaceKind};
use crate::types::{RecordId, Type};
use base::Int;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

impl Checker<'_> {
    /// A name.
    pub(super) fn name(&mut self, node: &Node<ast::Identifier>) -> Operand {
        let name = node.node.name.as_str();
        let span = self.at(node.span);
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
            && let Some(body) = &self.body
        {
            let mut bytes = body.name.clone().into_bytes();
            bytes.push(0);
            return Operand::Place(self.string(bytes, span));
        }
        let entity = self.lookup(name).map(|(entity, _)| entity.clone());
        let (kind, ty) = match entity {
            Some(Entity::Local(id)) => {
                let ty = self.body.as_ref().and_then(|b| b.locals.get(id.index())).map(|l| l.ty.clone());
                (PlaceKind::Local(id), ty)
            }
            Some(Entity::Global(id)) => {
                (PlaceKind::Global(id), self.globals.get(id.index()).map(|g| g.ty.clone()))
            }
            Some(Entity::Function(id)) => return Operand::Function(id, span),
            Some(Entity::Constant(value, ty)) => return Operand::Value(self.number(value, ty, span)),
            Some(Entity::Param(ty)) => {
                let value = self.unsupported("a parameter in a declaration", span);
                return Operand::Value(self.convert(value, &ty));
            }
            Some(Entity::Typedef { .. }) => {
                self.error(node.span, format!("`{name}` is a type, not a value"), "");
                return Operand::Value(self.wrong(span));
            }
            None => {
                if name.starts_with("__builtin_") {
                    return Operand::Value(self.unsupported(name, span));
                }
                if self.reported.insert(name.to_string()) {
                    self.error(node.span, format!("`{name}` is not declared"), "");
                }
                return Operand::Value(self.wrong(span));
            }
        };
        Operand::Place(Place { kind, ty: ty.unwrap_or(Type::Unknown), span })
    }

    /// `a.b` and `a->b`
    pub(super) fn member(&mut self, node: &ast::MemberExpression, span: ParsedSpan) -> Operand {
        let at = self.at(span);
        let name = &node.identifier.node.name;
        let base = match node.operator.node {
            ast::MemberOperator::Direct => match self.operand(&node.expression) {
                Operand::Place(place) => place,
                Operand::Value(value) if value.ty.is_unknown() => return Operand::Value(value),
                Operand::Value(value) => {
                    let (ty, span) = (value.ty.clone(), value.span);
                    Place { kind: PlaceKind::Value(Box::new(value)), ty, span }
                }
                Operand::Function(..) => {
                    self.error(node.identifier.span, format!("a function has no member `{name}`"), "");
                    return Operand::Value(self.wrong(at));
                }
            },
            ast::MemberOperator::Indirect => {
                let pointer = self.expr_value(&node.expression);
                match &pointer.ty {
                    Type::Pointer(_) if matches!(pointer.kind, ExprKind::Address(_)) => {
                        match self.target(pointer, node.expression.span) {
                            Operand::Place(place) => place,
                            other => return other,
                        }
                    }
                    Type::Pointer(to) => {
                        let (ty, span) = ((**to).clone(), pointer.span);
                        Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, span }
                    }
                    Type::Unknown => return Operand::Value(pointer),
                    ty => {
                        let text = self.text_of(ty);
                        self.error(
                            node.operator.span,
                            format!("`->` needs a pointer, but this has the type `{text}`"),
                            "",
                        );
                        return Operand::Value(self.wrong(at));
                    }
                }
            }
        };
        let path = match &base.ty {
            Type::Record(id) => {
                if self.types.record(*id).is_some_and(|r| !r.complete) {
                    let text = self.text_of(&base.ty);
                    self.error(
                        node.identifier.span,
                        format!("the fields of `{text}` are not known here"),
                        "the type is declared, but not defined",
                    );
                    return Operand::Value(self.wrong(at));
                }
                self.types.find_member(*id, name)
            }
            Type::Unknown => return Operand::Value(self.unsupported("a member of an unsupported value", at)),
            _ => None,
        };
        let Some(path) = path else {
            let text = self.text_of(&base.ty);
            let hint = matches!(&base.ty, Type::Pointer(to) if matches!(**to, Type::Record(_)));
            let label = if hint { "it is a pointer: use `->`" } else { "" };
            self.error(node.identifier.span, format!("`{text}` has no member `{name}`"), label);
            return Operand::Value(self.wrong(at));
        };
        Operand::Place(self.follow(base, &path, at))
    }

    /// The place at the end of a path of fields.
    fn follow(&self, mut place: Place, path: &[usize], span: source::Span) -> Place {
        for field in path {
            let ty = match place.ty {
                Type::Record(id) => self.types.field(id, *field).map(|f| f.ty.clone()),
                _ => None,
            };
            let kind = PlaceKind::Member(Box::new(place), *field);
            place = Place { kind, ty: ty.unwrap_or(Type::Unknown), span };
        }
        place
    }

    /// `a[i]`
    pub(super) fn index(&mut self, a: Expr, b: Expr, span: ParsedSpan) -> Operand {
        let at = self.at(span);
        if a.ty.is_unknown() || b.ty.is_unknown() {
            return Operand::Value(self.unsupported_from(&a, &b, at));
        }
        let (pointer, index) = if b.ty.pointee().is_some() { (b, a) } else { (a, b) };
        if pointer.ty.pointee().is_none() || !index.ty.is_integer() {
            let text = self.text_of(&pointer.ty);
            let message = if pointer.ty.pointee().is_none() {
                format!("a value of type `{text}` has no elements")
            } else {
                format!("the index has the type `{}`", self.text_of(&index.ty))
            };
            self.error(span, message, "");
            return Operand::Value(self.wrong(at));
        }
        let sum = self.pointer_add(pointer, index, false, span);
        self.target(sum, span)
    }

    /// What a pointer points to.
    pub(super) fn target(&mut self, pointer: Expr, span: ParsedSpan) -> Operand {
        let at = self.at(span);
        // `*&x` is `x`.
        if let ExprKind::Address(place) = pointer.kind {
            return Operand::Place(Place { span: at, ..*place });
        }
        match pointer.ty.pointee().cloned() {
            Some(Type::Void | Type::VoidAt(_)) => {
                self.error(span, "a `void *` points to nothing that has a value", "");
                Operand::Value(self.wrong(at))
            }
            Some(ty) => Operand::Place(Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, span: at }),
            None if pointer.ty.is_unknown() => Operand::Value(pointer),
            None => {
                let text = self.text_of(&pointer.ty);
                self.error(span, format!("a value of type `{text}` does not point to anything"), "");
                Operand::Value(self.wrong(at))
            }
        }
    }

    /// `&e`
    pub(super) fn address(&mut self, operand: Operand, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        match operand {
            Operand::Function(id, _) => self.value(Operand::Function(id, at)),
            Operand::Value(value) if value.ty.is_unknown() => value,
            Operand::Value(_) => {
                self.error(span, "only what has a place has an address", "this is a value");
                self.wrong(at)
            }
            Operand::Place(place) => {
                if self.is_bit_field(&place) {
                    self.error(span, "a bit-field has no address", "");
                    return self.wrong(at);
                }
                let ty = place.ty.clone().pointer();
                match place.kind {
                    // `&*p` is `p`, and `&a[i]` is `a + i`.
                    PlaceKind::Deref(pointer) if pointer.ty == ty => Expr { span: at, ..*pointer },
                    kind => {
                        let place = Place { kind, ty: place.ty, span: place.span };
                        Expr { kind: ExprKind::Address(Box::new(place)), ty, span: at }
                    }
                }
            }
        }
    }

    fn is_bit_field(&self, place: &Place) -> bool {
        let PlaceKind::Member(record, field) = &place.kind else { return false };
        let Type::Record(id) = record.ty else { return false };
        self.types.field(id, *field).is_some_and(|f| f.bits.is_some())
    }

    /// A pointer moved by a number of elements.
    pub(super) fn pointer_add(&mut self, pointer: Expr, index: Expr, back: bool, span: ParsedSpan) -> Expr {
        if let Some(to) = pointer.ty.pointee()
            && self.types.size_of(to).is_none()
            && !to.is_unknown()
            && !matches!(to, Type::Array(..))
        {
            let text = self.text_of(to);
            self.error(span, format!("the size of `{text}` is not known here"), "");
        }
        self.refuse_void(&pointer.ty);
        let index = self.promote(index);
        let (ty, at) = (pointer.ty.clone(), self.at(span));
        let (pointer, index) = (Box::new(pointer), Box::new(index));
        let kind =
            if back { ExprKind::PointerSub(pointer, index) } else { ExprKind::PointerAdd(pointer, index) };
        Expr { kind, ty, span: at }
    }

    /// `offsetof(type, a.b[3].c)`
    pub(super) fn offset_of(&mut self, node: &ast::OffsetOfExpression, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        let mut ty = self.type_name(&node.type_name);
        if self.is_partly_unknown(&ty) {
            return self.convert(self.unsupported("offsetof", at), &self.types.size_type());
        }
        let mut offset: u64 = 0;
        let designator = &node.designator.node;
        if !self.offset_member(&mut ty, &mut offset, &designator.base) {
            return self.wrong(at);
        }
        for member in &designator.members {
            let fine = match &member.node {
                ast::OffsetMember::Member(name) | ast::OffsetMember::IndirectMember(name) => {
                    self.offset_member(&mut ty, &mut offset, name)
                }
                ast::OffsetMember::Index(e) => {
                    let value = self.expr_value(e);
                    let index = crate::constant::evaluate(&self.types, &value).ok();
                    let index = index.and_then(|c| c.value.to_i64()).and_then(|i| u64::try_from(i).ok());
                    match (&ty, index) {
                        (Type::Array(of, _), Some(index)) => {
                            let step = self.types.size_of(of).unwrap_or(0).saturating_mul(index);
                            offset = offset.saturating_add(step);
                            ty = (**of).clone();
                            true
                        }
                        _ => return self.convert(self.unsupported("offsetof", at), &self.types.size_type()),
                    }
                }
            };
            if !fine {
                return self.wrong(at);
            }
        }
        self.number(Int::from(i128::from(offset)), self.types.size_type(), at)
    }

    fn offset_member(&mut self, ty: &mut Type, offset: &mut u64, name: &Node<ast::Identifier>) -> bool {
        let path = match ty {
            Type::Record(id) => self.types.find_member(*id, &name.node.name),
            Type::Unknown => return false,
            _ => None,
        };
        let Some(path) = path else {
            let text = self.text_of(ty);
            self.error(name.span, format!("`{text}` has no member `{}`", name.node.name), "");
            return false;
        };
        for index in path {
            let Type::Record(id) = *ty else { return false };
            let Some(field) = self.field(id, index) else { return false };
            *offset = offset.saturating_add(field.0);
            *ty = field.1;
        }
        true
    }

    fn field(&self, id: RecordId, index: usize) -> Option<(u64, Type)> {
        self.types.field(id, index).map(|f| (f.offset, f.ty.clone()))
    }

    /// What comes of an operation on something that is not supported: that same thing, by its name.
    pub(super) fn unsupported_from(&self, a: &Expr, b: &Expr, span: source::Span) -> Expr {
        for e in [a, b] {
            if let (Type::Unknown, ExprKind::Unsupported(what)) = (&e.ty, &e.kind) {
                return self.unsupported(what.clone(), span);
            }
        }
        self.unsupported("an operation on an unsupported value", span)
    }
}
