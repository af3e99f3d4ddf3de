//! Structs and unions: their fields, and the places that these get.

use super::specifier::Attributes;
use super::{Checker, Tag};
use crate::layout::{Member, Shape, place, unplaced};
use crate::types::{Field, Record, RecordId, Type};
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

impl Checker<'_> {
    /// `struct name { … }`; `alone` if nothing is declared with it, which makes a name of this scope.
    pub(super) fn record_type(
        &mut self,
        node: &Node<ast::StructType>,
        attributes: &Attributes,
        alone: bool,
    ) -> Type {
        let is_union = node.node.kind.node == ast::StructKind::Union;
        let tag = node.node.identifier.as_ref().map(|i| i.node.name.clone());
        let defines = node.node.declarations.is_some();
        let here = defines || (alone && tag.is_some());
        let found = tag.as_ref().and_then(|tag| {
            let from = if here { self.scopes.len().saturating_sub(1) } else { 0 };
            self.scopes.get(from..).unwrap_or(&[]).iter().rev().find_map(|s| s.tags.get(tag)).copied()
        });
        let name_span = node.node.identifier.as_ref().map_or(node.span, |i| i.span);
        let id = match found {
            Some(Tag::Record(id)) if self.types.record(id).is_some_and(|r| r.is_union == is_union) => id,
            Some(_) => {
                self.error(name_span, "this name was declared as another kind of tag", "");
                return Type::Unknown;
            }
            None => {
                let word = if is_union { "union" } else { "struct" };
                let id = RecordId::new(self.types.records.len());
                self.types.records.push(Record {
                    spelling: tag.as_ref().map_or(word.to_string(), |t| format!("{word} {t}")),
                    tag: tag.clone(),
                    is_union,
                    complete: false,
                    fields: Vec::new(),
                    size: 0,
                    align: 1,
                    span: self.at(name_span),
                    from_header: self.in_header(name_span),
                });
                if let (Some(tag), Some(scope)) = (tag, self.scopes.last_mut()) {
                    scope.tags.insert(tag, Tag::Record(id));
                }
                id
            }
        };
        if let Some(declarations) = &node.node.declarations {
            if let Some(old) = self.types.record(id).filter(|r| r.complete) {
                let (message, span) = (format!("redefinition of `{}`", old.spelling), old.span);
                self.error_with(name_span, message, "", span, "it is defined here");
                return Type::Record(id);
            }
            let mut shape = self.shape_of(node, attributes);
            shape.is_union = is_union;
            self.define_record(id, declarations, shape, name_span);
        }
        Type::Record(id)
    }

    fn define_record(
        &mut self,
        id: RecordId,
        declarations: &[Node<ast::StructDeclaration>],
        shape: Shape,
        span: ParsedSpan,
    ) {
        let mut members = Vec::new();
        for (index, node) in declarations.iter().enumerate() {
            match &node.node {
                ast::StructDeclaration::Field(field) => {
                    let last = index + 1 == declarations.len();
                    self.members(field, last, &mut members);
                }
                ast::StructDeclaration::StaticAssert(assert) => self.static_assert(assert),
            }
        }
        self.refuse_double_fields(&members, span);
        let placed = place(&self.types, members, shape);
        if placed.is_none() {
            self.error(span, "this is too large for any memory", "");
        }
        let place = self.at(span);
        let from_header = self.in_header(span);
        if let Some(record) = self.types.records.get_mut(id.index()) {
            let (fields, size, align) = placed.unwrap_or_default();
            record.complete = true;
            record.fields = fields;
            record.size = size;
            record.align = align.max(1);
            record.span = place;
            record.from_header = from_header;
        }
    }

    fn members(&mut self, node: &Node<ast::StructField>, last: bool, members: &mut Vec<Member>) {
        let specified = self.qualifiers(&node.node.specifiers, node.span);
        if node.node.declarators.is_empty() {
            let nameless = match &specified.ty {
                Type::Record(id) => self.types.record(*id).is_some_and(|r| r.tag.is_none()),
                _ => false,
            };
            if nameless {
                members.push(Member::Field(Field {
                    name: None,
                    ty: specified.ty,
                    offset: 0,
                    bits: None,
                    is_volatile: specified.is_volatile,
                    is_const: specified.is_const,
                    asked_align: None,
                    packed: false,
                    span: self.at(node.span),
                }));
            }
            return;
        }
        for declarator in &node.node.declarators {
            let mut attributes = specified.attributes.clone();
            let (mut is_volatile, mut is_const) = (specified.is_volatile, specified.is_const);
            let (name, ty, span) = match &declarator.node.declarator {
                Some(d) => {
                    let declared = self.declarator(specified.ty.clone(), d);
                    is_volatile = declared.is_volatile || (is_volatile && !declared.derived);
                    is_const = declared.is_const || (is_const && !declared.derived);
                    let own = self.attributes(std::iter::once(d.node.extensions.as_slice()));
                    attributes.packed |= own.packed;
                    attributes.align = attributes.align.max(own.align);
                    attributes.mode = attributes.mode.or(own.mode);
                    (declared.name, declared.ty, declared.span)
                }
                None => (None, specified.ty.clone(), declarator.span),
            };
            let ty = self.with_mode(ty, &attributes);
            if self.take_variable_length() {
                self.error(span, "a field cannot have a variable length", "");
            }
            let width = match &declarator.node.bit_width {
                Some(e) => {
                    let value = self.expr_value(e);
                    let value = self.constant(&value, e.span).and_then(|v| v.to_i64());
                    let most = if ty == Type::Bool { 1 } else { self.types.size_of(&ty).unwrap_or(0) * 8 };
                    match value.and_then(|v| u32::try_from(v).ok()).filter(|w| u64::from(*w) <= most) {
                        Some(width) => Some(width),
                        None => {
                            if value.is_some() && !ty.is_unknown() {
                                self.error(e.span, "this width does not fit the type of the bit-field", "");
                            }
                            Some(1)
                        }
                    }
                }
                None => None,
            };
            if width.is_some() && !ty.is_integer() && !ty.is_unknown() {
                self.error(span, "a bit-field must have an integer type", "");
            }
            match (name, width) {
                (None, Some(width)) => members.push(Member::Gap(ty, width)),
                (name, width) => {
                    if width == Some(0) {
                        self.error(span, "a bit-field with a name has at least one bit", "");
                    }
                    let ty = if self.refuses_field(&ty, last, span) { Type::Unknown } else { ty };
                    members.push(Member::Field(Field {
                        name: name.map(|n| n.to_string()),
                        ty,
                        offset: 0,
                        bits: width.map(|w| unplaced(w.max(1))),
                        is_volatile,
                        is_const,
                        asked_align: attributes.align,
                        packed: attributes.packed,
                        span: self.at(span),
                    }));
                }
            }
        }
    }

    /// Whether a field cannot be. Its type is not looked at again: it may be the struct itself, which would have no end.
    fn refuses_field(&mut self, ty: &Type, last: bool, span: ParsedSpan) -> bool {
        let flexible = last && matches!(ty, Type::Array(_, None));
        if matches!(ty, Type::Function(_) | Type::Void) {
            self.error(span, format!("a field cannot have the type `{}`", self.text_of(ty)), "");
            return true;
        }
        let refused = self.types.size_of(ty).is_none() && !flexible && !ty.is_unknown();
        if refused && !matches!(ty, Type::Array(of, _) if of.is_unknown()) {
            let text = self.text_of(ty);
            self.error(span, format!("the type of this field, `{text}`, is not complete"), "");
        }
        // An array whose length is open hides what its elements are.
        refused || matches!(ty, Type::Array(of, None) if self.types.size_of(of).is_none() && !of.is_unknown())
    }

    fn refuse_double_fields(&mut self, members: &[Member], span: ParsedSpan) {
        let mut seen = std::collections::HashSet::new();
        for member in members {
            let Member::Field(field) = member else { continue };
            if let Some(name) = &field.name
                && !seen.insert(name.clone())
            {
                let message = format!("there are two fields of the name `{name}`");
                self.error(span, message, "in this definition");
            }
        }
    }

    /// Attributes, and what `#pragma pack` said before.
    fn shape_of(&mut self, node: &Node<ast::StructType>, attributes: &Attributes) -> Shape {
        let mut shape = Shape { packed: attributes.packed, align: attributes.align, ..Shape::default() };
        let own = self.parsed.attributes.iter().filter(|(at, _)| *at == node.span.start);
        for (_, text) in own {
            shape.packed |= text.contains("packed");
            if let Some((_, rest)) = text.split_once("aligned") {
                let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
                let digits = digits.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
                let asked = digits.parse::<u64>().ok().filter(|n| n.is_power_of_two() && *n <= 1 << 28);
                shape.align = shape.align.max(asked.or(Some(16)));
            }
        }
        let before = self.parsed.packing.partition_point(|(at, _)| *at <= node.span.start);
        shape.pack = before.checked_sub(1).and_then(|i| self.parsed.packing.get(i)).and_then(|(_, n)| *n);
        shape
    }
}
