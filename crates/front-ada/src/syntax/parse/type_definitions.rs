//! Declarations of types.

use super::declarations::declaration_name;
use super::nodes::children;
use super::{Parser, Read};
use crate::syntax::ast::{
    AccessDef, AccessKind, ComponentItem, DeclKind, Name, RecordDef, TypeDecl, TypeDef,
};
use crate::syntax::tokens::{Kind, Token};
use tree_sitter::Node;

impl Parser<'_> {
    pub(super) fn type_node(&mut self, node: Node<'_>) -> Read<DeclKind> {
        let parts = children(node);
        let has = |word: &str| parts.iter().any(|part| part.kind() == word);
        if let Some(first @ ("task_type_declaration" | "protected_type_declaration")) =
            parts.first().map(Node::kind)
        {
            return Ok(DeclKind::Unsupported(self.unsupported(node, declaration_name(first))));
        }
        // In `new T with private`, tree-sitter may take the last word for the name of an aspect.
        let extension = parts.iter().filter(|part| part.kind() == "aspect_specification").any(|part| {
            self.enter(*part);
            self.is_at(1, "private")
        });
        self.enter(node);
        self.expect("type")?;
        let name = self.identifier("the name of the type")?;
        let mut found = TypeDecl { name, discriminants: None, def: TypeDef::Incomplete, aspects: Vec::new() };
        let mut not_null = false;
        for part in &parts {
            match part.kind() {
                "known_discriminant_part" => {
                    found.discriminants = Some(self.unsupported(*part, "discriminants"));
                }
                "unknown_discriminant_part" => {
                    found.discriminants = Some(self.unsupported(*part, "unknown discriminants"));
                }
                "null_exclusion" => not_null = true,
                "aspect_specification" if extension => {}
                "aspect_specification" => found.aspects = self.whole(*part, Parser::aspects)?,
                "type" | "identifier" | "is" | ";" => {}
                "private" if !has("new") => found.def = TypeDef::Private { limited: has("limited") },
                _ if has("tagged") || has("new") || extension => {}
                _ => found.def = self.definition(*part, &found.name, not_null)?,
            }
        }
        // The words of these definitions are children of the declaration itself.
        let odd = if has("tagged") {
            Some("a tagged type")
        } else if has("new") || extension {
            Some("a type extension")
        } else {
            None
        };
        if let (Some(what), Some(is)) = (odd, parts.iter().find(|part| part.kind() == "is")) {
            let outside =
                |p: &Node<'_>| p.kind() == ";" || (p.kind() == "aspect_specification" && !extension);
            let last = parts.iter().rfind(|part| !outside(part));
            let end = last.map_or(is.end_byte(), Node::end_byte);
            let start = parts.iter().find(|p| p.start_byte() >= is.end_byte()).map_or(end, Node::start_byte);
            self.enter_range(start, end);
            let first = self.next;
            self.next = self.end;
            found.def = TypeDef::Unsupported(self.unsupported_since(first, what));
        }
        Ok(DeclKind::Type(found))
    }

    fn definition(&mut self, node: Node<'_>, name: &Name, not_null: bool) -> Read<TypeDef> {
        Ok(match node.kind() {
            "enumeration_type_definition" => TypeDef::Enumeration(self.whole(node, Parser::literals)?),
            "signed_integer_type_definition" => self.whole(node, |p| {
                p.expect("range")?;
                let low = p.simple()?;
                p.expect("..")?;
                Ok(TypeDef::Signed(low, p.simple()?))
            })?,
            "modular_type_definition" => self.whole(node, |p| {
                p.expect("mod")?;
                Ok(TypeDef::Modular(p.expression()?))
            })?,
            "array_type_definition" => TypeDef::Array(self.whole(node, Parser::array)?),
            "record_type_definition" => self.record(node, name)?,
            "access_to_object_definition" => {
                let mut access = self.whole(node, Parser::access)?;
                access.not_null = not_null;
                TypeDef::Access(access)
            }
            "derived_type_definition" => self.derived(node)?,
            other => {
                let mut found = self.unsupported(node, type_name(other));
                // `not null` is no part of the node, but of the type.
                if not_null {
                    found.text.insert_str(0, "not null ");
                }
                TypeDef::Unsupported(found)
            }
        })
    }

    fn literals(&mut self) -> Read<Vec<Name>> {
        let opened = self.here();
        self.expect("(")?;
        let mut names = Vec::new();
        loop {
            match self.ahead(0) {
                Some(token @ Token { kind: Kind::Character, .. }) => {
                    self.next += 1;
                    names.push(self.name_of(token));
                }
                _ => names.push(self.identifier("a literal")?),
            }
            if !self.eat(",") {
                self.closing(opened)?;
                return Ok(names);
            }
        }
    }

    fn access(&mut self) -> Read<AccessDef> {
        let start = self.here();
        self.expect("access")?;
        let kind = if self.eat("all") {
            AccessKind::All
        } else if self.eat("constant") {
            AccessKind::Constant
        } else {
            AccessKind::Pool
        };
        let to = self.subtype_indication()?;
        Ok(AccessDef { not_null: false, kind, to, at: self.since(start) })
    }

    fn derived(&mut self, node: Node<'_>) -> Read<TypeDef> {
        let odd =
            |part: &Node<'_>| matches!(part.kind(), "abstract" | "limited" | "and" | "record_extension_part");
        if children(node).iter().any(odd) {
            return Ok(TypeDef::Unsupported(self.unsupported(node, "a type extension")));
        }
        self.whole(node, |p| {
            p.expect("new")?;
            Ok(TypeDef::Derived(p.subtype_indication()?))
        })
    }

    fn record(&mut self, node: Node<'_>, name: &Name) -> Read<TypeDef> {
        let parts = children(node);
        if parts.iter().any(|part| part.kind() == "tagged") {
            return Ok(TypeDef::Unsupported(self.unsupported(node, "a tagged type")));
        }
        let limited = parts.iter().any(|part| part.kind() == "limited");
        let mut components = Vec::new();
        for definition in parts.iter().filter(|part| part.kind() == "record_definition") {
            for end in children(*definition).iter().filter(|part| part.kind() == "identifier") {
                let end = self.whole(*end, |p| p.identifier("the name of the type"))?;
                self.same_name("record", Some(name), Some(&end))?;
            }
            for list in children(*definition).iter().filter(|part| part.kind() == "component_list") {
                for item in children(*list) {
                    components.extend(self.component(item)?);
                }
            }
        }
        Ok(TypeDef::Record(RecordDef { limited, components }))
    }

    fn component(&mut self, node: Node<'_>) -> Read<Option<ComponentItem>> {
        Ok(Some(match node.kind() {
            "component_declaration" => {
                let at = self.place(node);
                let object = self.whole(node, |p| {
                    let object = p.object_without_semicolon()?;
                    p.expect(";")?;
                    Ok(object)
                })?;
                ComponentItem::Component(Box::new(object), at)
            }
            "pragma_g" => ComponentItem::Pragma(self.whole(node, Parser::pragma)?),
            "variant_part" => ComponentItem::Unsupported(self.unsupported(node, "a variant part")),
            // `null;`
            "null" | ";" => return Ok(None),
            _ => ComponentItem::Unsupported(self.unsupported(node, "a representation clause")),
        }))
    }
}

/// What a type that is not supported is called.
fn type_name(kind: &str) -> &'static str {
    match kind {
        "floating_point_definition" => "a floating-point type",
        "ordinary_fixed_point_definition" | "decimal_fixed_point_definition" => "a fixed-point type",
        "access_to_subprogram_definition" => "access to a subprogram",
        "interface_type_definition" => "an interface type",
        _ => "a type of an unknown kind",
    }
}
