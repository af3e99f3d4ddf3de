//! C types as types of the imperative program, and records as its structs.
//!
//! ```text
//! struct node { struct node *next; int key; int a[3]; struct point at; double d; };
//! struct node { next: node, key: int32, a: part int32[3], at: part point }
//! ```
//!
//! A struct is made when a type first needs it. What has no counterpart (floating numbers, pointers to `void`) has
//! no field.

use super::facts::Facts;
use super::info::{FieldInfo, StructInfo};
use crate::tails;
use crate::types::{FunctionType, RecordId, Type as C, Types};
use imperative::{Field, FieldId, Part, Struct, StructId, Type, Word};
use source::Span;
use std::collections::BTreeMap;

/// The structs so far, and how types are mapped.
pub(super) struct Shapes<'a> {
    pub types: &'a Types,
    pub facts: &'a Facts,
    pub structs: Vec<Struct>,
    pub infos: Vec<StructInfo>,
    ids: BTreeMap<RecordId, StructId>,
    fields: BTreeMap<(RecordId, usize), FieldId>,
    /// The words of pointers to functions.
    pub function_words: Vec<(FunctionType, Word)>,
}

impl<'a> Shapes<'a> {
    pub fn new(types: &'a Types, facts: &'a Facts) -> Shapes<'a> {
        let (structs, infos) = (Vec::new(), Vec::new());
        let (ids, fields, function_words) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        Shapes { types, facts, structs, infos, ids, fields, function_words }
    }

    /// The word of an integer type.
    pub fn word(&self, ty: &C) -> Option<Word> {
        match ty {
            C::Bool => Some(Word::unsigned(1)),
            _ => {
                let int = self.types.integer(ty)?;
                Some(Word::of_bits(u8::try_from(int.bits).ok()?, int.signed))
            }
        }
    }

    /// Whether pointers to a record are references to cells.
    pub fn is_thin(&self, record: RecordId) -> bool {
        !self.facts.fat.contains(&record)
    }

    /// The type of a value: of a whole record or array, that of the reference to it.
    pub fn value(&mut self, ty: &C) -> Option<Type> {
        match ty {
            C::Bool | C::Int(_) | C::Enum(_) => self.word(ty).map(Type::Word),
            C::Pointer(to) => match &**to {
                C::Record(r) if self.is_thin(*r) => self.record(*r).map(Type::Ref),
                C::Function(f) => self.function_word(f).map(Type::Word),
                to => Some(Type::Pointer(Box::new(self.kept(to)?))),
            },
            C::Record(r) => self.record(*r).map(Type::Ref),
            C::Array(of, Some(_)) => Some(Type::Array(Box::new(self.kept(of)?))),
            C::Array(_, None)
            | C::Void
            | C::VoidAt(_)
            | C::Float(_)
            | C::Function(_)
            | C::VaList
            | C::Unknown => None,
        }
    }

    /// The type of what pointers lead to: an element, or what is kept in an array of length 1.
    pub fn kept(&mut self, ty: &C) -> Option<Type> {
        match self.facts.signs.kept(self.types, ty) {
            Some(word) => Some(Type::Word(word)),
            None => self.element(ty),
        }
    }

    /// The type of a field, or of an element that is kept as it is declared.
    pub fn element(&mut self, ty: &C) -> Option<Type> {
        match ty {
            // A struct with a flexible array member is not a part of another object.
            C::Record(r) if tails::tail(self.types, *r).is_some() => None,
            C::Record(r) => Some(Type::Part(Box::new(Part::Cell(self.record(*r)?)))),
            // An array of length 0 stands for as many elements as there is room for; their number is unknown.
            C::Array(_, Some(0)) => None,
            C::Array(of, Some(n)) => Some(Type::Part(Box::new(Part::Array(self.kept(of)?, *n)))),
            _ => self.value(ty),
        }
    }

    /// The struct of a record. That of a union has a last field that tells which member is held.
    pub fn record(&mut self, id: RecordId) -> Option<StructId> {
        if let Some(known) = self.ids.get(&id) {
            return Some(*known);
        }
        let types = self.types;
        let record = types.record(id)?;
        let name = record.tag.clone().unwrap_or_else(|| record.spelling.clone());
        let of = self.add(self.free_name(&name), record.span, Some(id));
        // Known before its fields are, which may lead back to it.
        self.ids.insert(id, of);
        if super::is_stream(types, id) {
            // What it has is the business of the C library.
            return Some(of);
        }
        let tail = tails::tail(types, id);
        for (at, field) in record.fields.iter().enumerate() {
            let boxed = !record.is_union && self.facts.boxed_members.contains(&(id, at));
            let ty = match &field.bits {
                // Bits without a name are there for their room.
                Some(_) if field.name.is_none() => continue,
                Some(bits) => self.word(&field.ty).map(|word| {
                    let most = super::words::bits_of(word);
                    let bits = u8::try_from(bits.width).map_or(most, |width| width.min(most));
                    Type::Word(Word::of_bits(bits, word.is_signed()))
                }),
                None => match &tail {
                    Some(tail) if tail.member == at => self
                        .kept(&tail.element)
                        .map(|element| Type::Part(Box::new(Part::Open(element, tail.least)))),
                    _ if boxed => self.kept(&field.ty),
                    _ => self.element(&field.ty),
                },
            };
            let Some(ty) = ty else { continue };
            let name = field.name.clone().unwrap_or_else(|| format!("${at}"));
            let info = FieldInfo { member: Some(at), global: None, ty: field.ty.clone(), boxed };
            let number = self.add_field(of, name, ty, info, field.span);
            self.fields.insert((id, at), number);
        }
        if record.is_union {
            let ty = self.types.int(crate::types::IntName::UnsignedInt);
            let info = FieldInfo { member: None, global: None, ty, boxed: false };
            let word = self.active_word(record.fields.len());
            self.add_field(of, "$active".to_string(), Type::Word(word), info, record.span);
        }
        Some(of)
    }

    /// The field of a member, and whether it is kept in an array of length 1.
    pub fn field(&mut self, record: RecordId, member: usize) -> Option<(FieldId, bool)> {
        self.record(record)?;
        let field = self.fields.get(&(record, member))?;
        let boxed = self.facts.boxed_members.contains(&(record, member));
        Some((*field, boxed && !super::unions::is_union(self.types, record)))
    }

    /// The word of a bit-field.
    pub fn bit_field(&self, of: StructId, field: FieldId) -> Option<Word> {
        let info = self.infos.get(of.index())?;
        let member = self.types.field(info.record?, info.fields.get(field.index())?.member?)?;
        member.bits.as_ref()?;
        match self.structs.get(of.index())?.fields.get(field.index())?.ty {
            Type::Word(word) => Some(word),
            _ => None,
        }
    }

    /// A new struct without fields.
    pub fn add(&mut self, name: String, span: Span, record: Option<RecordId>) -> StructId {
        let id = StructId::new(self.structs.len());
        self.structs.push(Struct { name, fields: Vec::new(), span });
        self.infos.push(StructInfo { record, fields: Vec::new() });
        id
    }

    /// A new field of a struct; one that is boxed gets an array of length 1 around it.
    pub fn add_field(
        &mut self,
        of: StructId,
        name: String,
        ty: Type,
        info: FieldInfo,
        span: Span,
    ) -> FieldId {
        let ty = if info.boxed { Type::Part(Box::new(Part::Array(ty, 1))) } else { ty };
        let fields = self.structs.get_mut(of.index()).map(|s| &mut s.fields);
        let number = FieldId::new(fields.as_ref().map_or(0, |f| f.len()));
        if let Some(fields) = fields {
            // A field that is neither a member nor a global is not in the source.
            let hidden = info.member.is_none() && info.global.is_none();
            fields.push(Field { name, ty, hidden, span });
        }
        if let Some(known) = self.infos.get_mut(of.index()) {
            known.fields.push(info);
        }
        number
    }

    fn free_name(&self, name: &str) -> String {
        let taken = |name: &str| self.structs.iter().any(|s| s.name == name);
        if !taken(name) {
            return name.to_string();
        }
        let numbered = (2..).map(|n: usize| format!("{name}.{n}"));
        numbered.into_iter().find(|n| !taken(n)).unwrap_or_default()
    }

    /// The type of an expression of the program; `None` for nil and for what is not well formed.
    pub fn type_of(
        &self,
        e: &imperative::Expr,
        var: &dyn Fn(imperative::VarId) -> Option<Type>,
    ) -> Option<Type> {
        use imperative::{ExprKind as K, UnaryOp};
        Some(match &e.kind {
            K::Int(_) | K::Length(_) | K::First(_) | K::Distance(..) | K::Position(_) => Type::Int,
            // So that it is known to fit wherever it goes.
            K::BoolToInt(_) => Type::Word(Word::unsigned(1)),
            K::Real(_) => Type::Real,
            K::Bool(_)
            | K::And(..)
            | K::Or(..)
            | K::IntToBool(_)
            | K::Together(..)
            | K::Unary(UnaryOp::Not | UnaryOp::Whole | UnaryOp::Both, _) => Type::Bool,
            K::Unary(UnaryOp::Neg, _) => Type::Int,
            K::Binary(op, ..) if op.is_comparison() => Type::Bool,
            K::Binary(..) => Type::Int,
            K::Fit(_, word) | K::Within(_, word) | K::Sure(_, word) | K::Wrap(_, word) => Type::Word(*word),
            K::Nil => return None,
            K::Var(v) => var(*v)?,
            K::Field(object, field) => match self.type_of(object, var)? {
                Type::Ref(s) => self.structs.get(s.index())?.fields.get(field.index())?.ty.read(),
                _ => return None,
            },
            K::Element(array, _) => match self.type_of(array, var)? {
                Type::Array(element) => element.read(),
                _ => return None,
            },
            K::Target(pointer) => match self.type_of(pointer, var)? {
                Type::Pointer(element) => element.read(),
                _ => return None,
            },
            K::At(array, _) => match self.type_of(array, var)? {
                Type::Array(element) => Type::Pointer(element),
                _ => return None,
            },
            K::Move(pointer, _) => self.type_of(pointer, var)?,
        })
    }
}
