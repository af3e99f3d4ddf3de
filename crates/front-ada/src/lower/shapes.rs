//! What stands for Ada's types in the imperative program.
//!
//! | Ada | here |
//! |---|---|
//! | `Boolean` | booleans |
//! | other discrete types | integers in the range of the subtype |
//! | arrays | references to an array of their own, with as many elements as all dimensions have |
//! | records | references to a cell of their own |
//! | a component that is an array or a record | a part of the object |
//! | access to records or arrays | a reference that may be nil |
//! | access to scalars | a reference to a cell with one field |

use crate::tree::{Component, Constraint, Kind, Subtype, TypeId, Types, predefined};
use base::Int;
use imperative::{ArrayBounds, Field, FieldId, Holder, Part, Referred, Struct, StructId, Type, Word};
use source::Span;
use std::collections::BTreeMap;

/// A number that fits 128 bits.
pub(super) fn wide(value: &Int) -> Option<i128> {
    value.to_i64().map(i128::from).or_else(|| value.to_string().parse().ok())
}

/// The structs of a program.
pub(super) struct Shapes<'a> {
    pub types: &'a Types,
    pub structs: Vec<Struct>,
    /// The struct of each record type.
    records: BTreeMap<TypeId, StructId>,
    /// The struct of what an access type to scalars leads to.
    boxes: BTreeMap<TypeId, StructId>,
}

impl<'a> Shapes<'a> {
    pub fn new(types: &'a Types, span: Span) -> Shapes<'a> {
        let mut shapes =
            Shapes { types, structs: Vec::new(), records: BTreeMap::new(), boxes: BTreeMap::new() };
        // All structs get their numbers first, since their fields may lead to each other.
        for ty in types.ids() {
            let def = types.get(ty);
            let place = def.span.unwrap_or(span);
            match &def.kind {
                Kind::Record(_) => {
                    let id = shapes.add(def.name.clone(), place);
                    shapes.records.insert(ty, id);
                }
                Kind::Access(to) if types.is_discrete(to.ty) || types.designated(to.ty).is_some() => {
                    let id = shapes.add(types.name(to.ty).to_string(), place);
                    shapes.boxes.insert(ty, id);
                }
                _ => {}
            }
        }
        for ty in types.ids() {
            match types.kind(ty) {
                Kind::Record(components) => {
                    let fields = components.iter().map(|c| shapes.field(c)).collect();
                    shapes.set_fields(shapes.records.get(&ty).copied(), fields);
                }
                Kind::Access(to) if shapes.boxes.contains_key(&ty) => {
                    let held = shapes.held(to);
                    let field = Field { name: "all".to_string(), ty: held, hidden: false, span };
                    shapes.set_fields(shapes.boxes.get(&ty).copied(), vec![field]);
                }
                _ => {}
            }
        }
        shapes
    }

    /// A new struct.
    pub fn add(&mut self, name: String, span: Span) -> StructId {
        self.structs.push(Struct { name, fields: Vec::new(), span });
        StructId::new(self.structs.len() - 1)
    }

    /// Gives a struct its fields.
    pub fn set_fields(&mut self, of: Option<StructId>, fields: Vec<Field>) {
        if let Some(s) = of.and_then(|id| self.structs.get_mut(id.index())) {
            s.fields = fields;
        }
    }

    fn field(&self, component: &Component) -> Field {
        Field {
            name: component.name.clone(),
            ty: self.held(&component.subtype),
            hidden: false,
            span: component.span,
        }
    }

    /// The struct of a record type.
    pub fn record(&self, ty: TypeId) -> Option<StructId> {
        self.records.get(&ty).copied()
    }

    /// The struct of what an access type to scalars leads to.
    pub fn boxed(&self, access: TypeId) -> Option<StructId> {
        self.boxes.get(&access).copied()
    }

    /// The range of values of a discrete subtype, as far as it is known.
    pub fn word(&self, subtype: &Subtype) -> Word {
        let known = self.types.static_bounds(subtype).or_else(|| self.types.range(subtype.ty));
        match known.and_then(|(first, last)| Some((wide(&first)?, wide(&last)?))) {
            // A range without values is checked where values get there.
            Some((first, last)) if first <= last => Word::range(first, last),
            _ => match self.types.range(subtype.ty) {
                Some((first, last)) => {
                    Word::range(wide(&first).unwrap_or(0), wide(&last).unwrap_or(0).max(0))
                }
                None => Word::signed(64),
            },
        }
    }

    /// The type of a variable of a subtype.
    pub fn variable(&self, subtype: &Subtype) -> Type {
        match self.types.kind(subtype.ty) {
            Kind::Enumeration(_) if subtype.ty == predefined::BOOLEAN => Type::Bool,
            Kind::Enumeration(_) | Kind::Signed(_) | Kind::Modular(_) | Kind::Universal => {
                Type::Word(self.word(subtype))
            }
            Kind::Array(array) => Type::Array(Box::new(self.held(&array.component))),
            Kind::Record(_) => self.record(subtype.ty).map_or(Type::Int, Type::Ref),
            Kind::Access(to) => match self.boxed(subtype.ty) {
                Some(of) => Type::Ref(of),
                None => self.variable(to),
            },
            Kind::Incomplete | Kind::Unsupported(_) => Type::Int,
        }
    }

    /// The type of a component or an element of a subtype: arrays and records are parts.
    pub fn held(&self, subtype: &Subtype) -> Type {
        match self.types.kind(subtype.ty) {
            Kind::Array(array) => {
                let length = self.types.static_length(subtype).unwrap_or(0);
                Type::Part(Box::new(Part::Array(self.held(&array.component), length)))
            }
            Kind::Record(_) => match self.record(subtype.ty) {
                Some(of) => Type::Part(Box::new(Part::Cell(of))),
                None => Type::Int,
            },
            _ => self.variable(subtype),
        }
    }

    /// Whether an array has elements that are copied one by one, since they are parts.
    pub fn has_parts(&self, ty: TypeId) -> bool {
        self.types.array(ty).is_some_and(|a| self.types.is_composite(a.component.ty))
    }

    /// The first index of an array subtype with one dimension, if it is known. Several dimensions count from 0.
    pub fn static_first(&self, subtype: &Subtype) -> Option<i64> {
        match &subtype.constraint {
            Constraint::Index(bounds) => match &bounds[..] {
                [(first, _)] => first.value()?.to_i64(),
                _ => Some(0),
            },
            _ => None,
        }
    }

    /// Where the arrays of a subtype start and end, as far as it says.
    pub fn array_bounds(&self, subtype: &Subtype) -> Option<ArrayBounds> {
        let array = self.types.array(subtype.ty)?;
        let length = self.types.static_length(subtype);
        let first = self.static_first(subtype).filter(|_| length.is_some());
        let index = array.indexes.first().filter(|_| !subtype.is_constrained());
        let indexes = index.map(|index| self.word(index));
        let last = index.map(|index| self.word(&Subtype::of(index.ty)));
        Some(ArrayBounds { kind: subtype.ty.0, length, first, indexes, last })
    }

    /// What is known of the pointers of a subtype.
    pub fn referred(&self, subtype: &Subtype) -> Option<Referred> {
        let to = self.types.designated(subtype.ty)?;
        let known = Referred { never_nil: subtype.not_null, array: self.array_bounds(to) };
        (known != Referred::default()).then_some(known)
    }

    /// What is known of pointers in components and elements.
    pub fn references(&self) -> Vec<(Holder, Referred)> {
        let mut out: Vec<(Holder, Referred)> = Vec::new();
        for ty in self.types.ids() {
            let (of, held) = match self.types.kind(ty) {
                Kind::Record(components) => {
                    (self.record(ty), components.iter().map(|c| &c.subtype).collect::<Vec<_>>())
                }
                Kind::Access(to) => (self.boxed(ty), vec![to.as_ref()]),
                Kind::Array(array) => {
                    if let Some(known) = self.referred(&array.component) {
                        out.push((Holder::Element(self.held(&array.component)), known));
                    }
                    continue;
                }
                _ => continue,
            };
            let Some(of) = of else { continue };
            for (i, subtype) in held.into_iter().enumerate() {
                if let Some(known) = self.referred(subtype) {
                    out.push((Holder::Field(of, FieldId::new(i)), known));
                }
            }
        }
        // Arrays with elements of one type here may have elements of several in the program, of which not the same is known.
        let all = out.clone();
        out.retain(|(holder, known)| all.iter().all(|(other, what)| other != holder || what == known));
        out
    }

    /// Whether pointers in values of a type lead to arrays whose bounds the type leaves open.
    pub fn leads_to_open_arrays(&self, ty: TypeId) -> bool {
        let mut waiting = vec![ty];
        let mut seen: Vec<TypeId> = Vec::new();
        while let Some(ty) = waiting.pop() {
            if seen.contains(&ty) {
                continue;
            }
            seen.push(ty);
            match self.types.kind(ty) {
                Kind::Access(to) if self.types.array(to.ty).is_some() && !to.is_constrained() => return true,
                Kind::Access(to) => waiting.push(to.ty),
                Kind::Array(array) => waiting.push(array.component.ty),
                Kind::Record(components) => waiting.extend(components.iter().map(|c| c.subtype.ty)),
                _ => {}
            }
        }
        false
    }

    /// Whether GNAT passes an array or record by copy. It does so with those of at most 16 bytes that are no longer
    /// than eight times their alignment. `None` where the size depends on how components are arranged.
    pub fn is_copied(&self, subtype: &Subtype) -> Option<bool> {
        let Some(layout) = self.layout(subtype) else { return Some(false) };
        let copied = |size: u64| size <= 16 && size <= 8 * layout.align;
        (copied(layout.least) == copied(layout.most)).then_some(copied(layout.most))
    }

    /// How many bytes an object takes; nothing for arrays whose length is computed.
    fn layout(&self, subtype: &Subtype) -> Option<Bytes> {
        let scalar = |bytes: u64| Bytes { least: bytes, most: bytes, align: bytes };
        Some(match self.types.kind(subtype.ty) {
            Kind::Array(array) => {
                let count = self.types.static_length(subtype)?;
                let element = self.layout(&array.component)?;
                let times = |size: u64| size.saturating_mul(count);
                Bytes { least: times(element.least), most: times(element.most), align: element.align }
            }
            Kind::Record(components) => {
                let (mut least, mut most, mut align) = (0_u64, 0_u64, 1_u64);
                for component in components {
                    let part = self.layout(&component.subtype)?;
                    least = least.saturating_add(part.least);
                    most = most.next_multiple_of(part.align).saturating_add(part.most);
                    align = align.max(part.align);
                }
                Bytes { least: least.next_multiple_of(align), most: most.next_multiple_of(align), align }
            }
            Kind::Access(to) if self.types.array(to.ty).is_some() && !to.is_constrained() => {
                Bytes { least: 16, most: 16, align: 8 }
            }
            Kind::Access(_) | Kind::Universal => scalar(8),
            Kind::Signed(word) => scalar(u64::from(word.bits().unwrap_or(64) / 8).max(1)),
            Kind::Enumeration(_) | Kind::Modular(_) => {
                let (_, last) = self.types.range(subtype.ty)?;
                scalar([1, 2, 4].into_iter().find(|bytes| last.bits() as u64 <= 8 * bytes).unwrap_or(8))
            }
            Kind::Incomplete | Kind::Unsupported(_) => return None,
        })
    }
}

/// The size of an object: the least and the most that it can be, and what its address is a multiple of.
struct Bytes {
    least: u64,
    most: u64,
    align: u64,
}
