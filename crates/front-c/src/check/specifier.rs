//! Declaration specifiers: `static const unsigned long` and all that may stand before a declarator.

use super::{Checker, Entity, Tag};
use crate::layout::by_bits;
use crate::types::{Enum, EnumConstant, EnumId, FloatKind, IntName, IntType, Type};
use base::Int;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

/// What specifiers say.
#[derive(Clone, Debug)]
pub(super) struct Specified {
    pub ty: Type,
    pub is_typedef: bool,
    pub is_extern: bool,
    pub is_static: bool,
    pub is_thread_local: bool,
    pub is_inline: bool,
    pub is_noreturn: bool,
    pub is_const: bool,
    pub is_volatile: bool,
    pub attributes: Attributes,
}

/// What attributes say that matters here.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub packed: bool,
    pub align: Option<u64>,
    pub noreturn: bool,
    /// The width that `mode` asks for.
    pub mode: Option<u32>,
    /// `vector_size`, which changes the type beyond what is known here.
    pub vector: bool,
}

/// The words of a type, counted.
#[derive(Default)]
struct Words {
    long: u32,
    short: bool,
    int: bool,
    char: bool,
    signed: bool,
    unsigned: bool,
    float: bool,
    double: bool,
    complex: bool,
    other: Option<Type>,
    any: bool,
}

impl Checker<'_> {
    /// The specifiers of a declaration.
    pub(super) fn specifiers(
        &mut self,
        nodes: &[Node<ast::DeclarationSpecifier>],
        whole: ParsedSpan,
        alone: bool,
    ) -> Specified {
        use ast::{DeclarationSpecifier as D, StorageClassSpecifier as S};
        let mut found = Specified::new();
        let mut words = Words::default();
        // Attributes after a struct belong to it, so they are needed first.
        let attributes = self.attributes(nodes.iter().filter_map(|n| match &n.node {
            D::Extension(list) => Some(list.as_slice()),
            _ => None,
        }));
        for node in nodes {
            match &node.node {
                D::StorageClass(class) => match class.node {
                    S::Typedef => found.is_typedef = true,
                    S::Extern => found.is_extern = true,
                    S::Static => found.is_static = true,
                    S::ThreadLocal => found.is_thread_local = true,
                    S::Auto | S::Register => {}
                },
                D::TypeSpecifier(ty) => self.word(ty, &mut words, &mut found, &attributes, alone),
                D::TypeQualifier(q) => found.qualify(&q.node),
                D::Function(f) => match f.node {
                    ast::FunctionSpecifier::Inline => found.is_inline = true,
                    ast::FunctionSpecifier::Noreturn => found.is_noreturn = true,
                },
                D::Alignment(align) => {
                    let asked = match &align.node {
                        ast::AlignmentSpecifier::Type(ty) => {
                            let ty = self.type_name(ty);
                            self.types.align_of(&ty)
                        }
                        ast::AlignmentSpecifier::Constant(e) => self.constant_u64(e),
                    };
                    found.attributes.align = found.attributes.align.max(asked);
                }
                D::Extension(_) => {}
            }
        }
        found.is_noreturn |= attributes.noreturn;
        found.attributes.packed = attributes.packed;
        found.attributes.align = found.attributes.align.max(attributes.align);
        found.attributes.mode = attributes.mode;
        found.ty = if attributes.vector { Type::Unknown } else { self.named_type(words, whole) };
        found
    }

    /// The specifiers of a field or of a type name.
    pub(super) fn qualifiers(
        &mut self,
        nodes: &[Node<ast::SpecifierQualifier>],
        whole: ParsedSpan,
    ) -> Specified {
        use ast::SpecifierQualifier as Q;
        let mut found = Specified::new();
        let mut words = Words::default();
        let attributes = self.attributes(nodes.iter().filter_map(|n| match &n.node {
            Q::Extension(list) => Some(list.as_slice()),
            _ => None,
        }));
        for node in nodes {
            match &node.node {
                Q::TypeSpecifier(ty) => self.word(ty, &mut words, &mut found, &attributes, false),
                Q::TypeQualifier(q) => found.qualify(&q.node),
                Q::Extension(_) => {}
            }
        }
        found.attributes = attributes;
        found.ty = self.named_type(words, whole);
        found
    }

    fn word(
        &mut self,
        node: &Node<ast::TypeSpecifier>,
        words: &mut Words,
        found: &mut Specified,
        attributes: &Attributes,
        alone: bool,
    ) {
        use ast::TypeSpecifier as T;
        words.any = true;
        match &node.node {
            T::Void => words.other = Some(Type::Void),
            T::Char => words.char = true,
            T::Short => words.short = true,
            T::Int if self.parsed.auto_types.binary_search(&node.span.start).is_ok() => {
                words.other = Some(self.auto.clone().unwrap_or(Type::Unknown));
            }
            T::Int => words.int = true,
            T::Long => words.long += 1,
            T::Float => words.float = true,
            T::Double => words.double = true,
            T::Signed => words.signed = true,
            T::Unsigned => words.unsigned = true,
            T::Bool => words.other = Some(Type::Bool),
            T::Complex => words.complex = true,
            T::Atomic(name) => words.other = Some(self.type_name(name)),
            T::Struct(record) => words.other = Some(self.record_type(record, attributes, alone)),
            T::Enum(e) => words.other = Some(self.enum_type(e)),
            T::TypedefName(name) => {
                words.other = Some(match self.lookup(&name.node.name) {
                    Some((Entity::Typedef { ty, is_const, is_volatile }, _)) => {
                        found.is_const |= *is_const;
                        found.is_volatile |= *is_volatile;
                        ty.clone()
                    }
                    _ => Type::Unknown,
                });
            }
            T::TypeOf(of) => {
                words.other = Some(match &of.node {
                    // A type that is known only when the program runs.
                    ast::TypeOf::Expression(e) if self.variable_count(e).is_some() => Type::Unknown,
                    ast::TypeOf::Expression(e) => self.type_of(e),
                    ast::TypeOf::Type(name) => self.type_name(name),
                });
            }
            T::TS18661Float(float) => {
                use ast::TS18661FloatFormat as F;
                words.other = Some(match (&float.format, float.width) {
                    (F::BinaryInterchange, 32) => Type::Float(FloatKind::Float),
                    (F::BinaryInterchange, 64) | (F::BinaryExtended, 32) => Type::Float(FloatKind::Double),
                    (F::BinaryExtended, 64) => Type::Float(FloatKind::LongDouble),
                    (F::BinaryInterchange, 128) => Type::Float(FloatKind::Float128),
                    _ => Type::Unknown,
                });
            }
        }
    }

    fn named_type(&mut self, words: Words, whole: ParsedSpan) -> Type {
        if words.complex {
            return Type::Unknown;
        }
        if let Some(ty) = words.other {
            return ty;
        }
        if !words.any {
            self.error(whole, "the type is missing", "");
            return self.int();
        }
        use IntName as I;
        let name = match (words.char, words.short, words.long, words.unsigned) {
            _ if words.float => return Type::Float(FloatKind::Float),
            _ if words.double && words.long > 0 => return Type::Float(FloatKind::LongDouble),
            _ if words.double => return Type::Float(FloatKind::Double),
            (true, _, _, true) => I::UnsignedChar,
            (true, _, _, false) if words.signed => I::SignedChar,
            (true, _, _, false) => I::Char,
            (_, true, _, true) => I::UnsignedShort,
            (_, true, _, false) => I::Short,
            (_, _, 0, true) => I::UnsignedInt,
            (_, _, 0, false) => I::Int,
            (_, _, 1, true) => I::UnsignedLong,
            (_, _, 1, false) => I::Long,
            (_, _, _, true) => I::UnsignedLongLong,
            (_, _, _, false) => I::LongLong,
        };
        self.types.int(name)
    }

    /// What attributes say.
    pub(super) fn attributes<'n>(
        &mut self,
        lists: impl Iterator<Item = &'n [Node<ast::Extension>]>,
    ) -> Attributes {
        let mut found = Attributes::default();
        for node in lists.flatten() {
            let ast::Extension::Attribute(attribute) = &node.node else { continue };
            let name = attribute.name.node.trim_matches('_');
            match name {
                "packed" => found.packed = true,
                "noreturn" => found.noreturn = true,
                "vector_size" => found.vector = true,
                "aligned" => {
                    let asked = match attribute.arguments.first() {
                        Some(e) => self.constant_u64(e).filter(|n| n.is_power_of_two()),
                        None => Some(16),
                    };
                    found.align = found.align.max(asked);
                }
                "mode" => {
                    let word = self.types.model.word() as u32 * 8;
                    let mode = attribute.arguments.first().map_or("", |e| self.text(e.span));
                    found.mode = match mode.trim_matches('_') {
                        "QI" | "byte" => Some(8),
                        "HI" => Some(16),
                        "SI" => Some(32),
                        "DI" => Some(64),
                        "word" | "pointer" => Some(word),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
        found
    }

    /// A type with what its attributes change.
    pub(super) fn with_mode(&self, ty: Type, attributes: &Attributes) -> Type {
        match (attributes.mode, ty.as_int()) {
            (Some(bits), Some(int)) if int.bits != bits => self.types.int(by_bits(bits, int.signed)),
            _ => ty,
        }
    }

    /// `enum name { … }`
    fn enum_type(&mut self, node: &Node<ast::EnumType>) -> Type {
        let tag = node.node.identifier.as_ref().map(|i| i.node.name.clone());
        let defines = !node.node.enumerators.is_empty();
        let found = tag.as_ref().and_then(|tag| {
            let scopes = if defines { self.scopes.len().saturating_sub(1) } else { 0 };
            self.scopes.get(scopes..).unwrap_or(&[]).iter().rev().find_map(|s| s.tags.get(tag)).copied()
        });
        let id = match found {
            Some(Tag::Enum(id)) => id,
            Some(Tag::Record(_)) => {
                self.error(node.span, "this name was declared as another kind of tag", "");
                return Type::Unknown;
            }
            None => {
                let id = EnumId::new(self.types.enums.len());
                let name = node.node.identifier.as_ref().map_or(node.span, |i| i.span);
                self.types.enums.push(Enum {
                    spelling: tag.as_ref().map_or("enum".to_string(), |t| format!("enum {t}")),
                    tag: tag.clone(),
                    constants: Vec::new(),
                    underlying: IntType::new(IntName::UnsignedInt, self.types.model),
                    complete: false,
                    span: self.at(name),
                    from_header: self.in_header(name),
                });
                if let (Some(tag), Some(scope)) = (tag, self.scopes.last_mut()) {
                    scope.tags.insert(tag, Tag::Enum(id));
                }
                id
            }
        };
        if defines {
            if let Some(old) = self.types.enumeration(id).filter(|e| e.complete) {
                let message = format!("redefinition of `{}`", old.spelling);
                let span = old.span;
                self.error_with(node.span, message, "", span, "it is defined here");
                return Type::Enum(id);
            }
            self.enum_constants(id, &node.node.enumerators);
        }
        Type::Enum(id)
    }

    fn enum_constants(&mut self, id: EnumId, nodes: &[Node<ast::Enumerator>]) {
        let mut next = Int::from(0_i64);
        let mut constants = Vec::new();
        let plain = IntType::new(IntName::Int, self.types.model);
        for node in nodes {
            if let Some(e) = &node.node.expression {
                let value = self.expr_value(e);
                if let Some(value) = self.constant(&value, e.span) {
                    next = value;
                }
            }
            let name = &node.node.identifier;
            let span = self.at(name.span);
            self.refuse_redeclaration(&name.node.name, name.span);
            let ty = if plain.holds(&next) { self.int() } else { self.wide_constant(&next) };
            self.define(&name.node.name, Entity::Constant(next.clone(), ty), span);
            constants.push(EnumConstant { name: name.node.name.clone(), value: next.clone(), span });
            next = &next + &Int::from(1_i64);
        }
        let negative = constants.iter().any(|c| c.value.is_negative());
        let model = self.types.model;
        let names = if negative {
            [IntName::Int, IntName::Long, IntName::LongLong]
        } else {
            [IntName::UnsignedInt, IntName::UnsignedLong, IntName::UnsignedLongLong]
        };
        let fits = |int: &IntType| constants.iter().all(|c| int.holds(&c.value));
        let underlying = names.into_iter().map(|name| IntType::new(name, model)).find(fits);
        if let Some(e) = self.types.enums.get_mut(id.index()) {
            e.underlying = underlying.unwrap_or(IntType::new(IntName::LongLong, model));
            e.constants = constants;
            e.complete = true;
        }
    }

    /// The type of an enum constant that is no `int`.
    fn wide_constant(&self, value: &Int) -> Type {
        use IntName::*;
        let all = [UnsignedInt, Long, UnsignedLong, LongLong, UnsignedLongLong];
        let fits = all.into_iter().find(|name| IntType::new(*name, self.types.model).holds(value));
        self.types.int(fits.unwrap_or(LongLong))
    }

    /// An error if a name is taken in the current scope.
    pub(super) fn refuse_redeclaration(&mut self, name: &str, span: ParsedSpan) {
        if let Some((_, old)) = self.lookup_here(name) {
            let old = *old;
            self.error_with(span, format!("redeclaration of `{name}`"), "", old, "it is declared here");
        }
    }
}

impl Specified {
    fn new() -> Specified {
        Specified {
            ty: Type::Unknown,
            is_typedef: false,
            is_extern: false,
            is_static: false,
            is_thread_local: false,
            is_inline: false,
            is_noreturn: false,
            is_const: false,
            is_volatile: false,
            attributes: Attributes::default(),
        }
    }

    fn qualify(&mut self, qualifier: &ast::TypeQualifier) {
        match qualifier {
            ast::TypeQualifier::Const => self.is_const = true,
            ast::TypeQualifier::Volatile => self.is_volatile = true,
            _ => {}
        }
    }
}
