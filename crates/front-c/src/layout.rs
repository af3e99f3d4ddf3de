//! Sizes, alignments and offsets, as gcc has them on x86-64 and i386.
//!
//! ```
//! use front_c::types::{IntName, Types};
//! let types = Types::default();
//! assert_eq!(types.size_of(&types.int(IntName::Long)), Some(8));
//! assert_eq!(types.align_of(&types.int(IntName::Long)), Some(8));
//! ```

use crate::types::{BitField, DataModel, Field, FloatKind, IntName, RecordId, Type, Types};

/// No object is larger than what a pointer difference can count.
const LARGEST: u64 = 1 << 62;

impl Types {
    /// The bytes of an object of a type; `None` if the type is not complete, or is none of objects. `void` and
    /// functions have size 1, as gcc has it.
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        Some(match ty {
            Type::Void | Type::VoidAt(_) | Type::Function(_) | Type::Bool => 1,
            Type::Int(int) => u64::from(int.bits / 8),
            Type::Enum(id) => u64::from(self.enumeration(*id).filter(|e| e.complete)?.underlying.bits / 8),
            Type::Float(kind) => match (kind, self.model) {
                (FloatKind::Float, _) => 4,
                (FloatKind::Double, _) => 8,
                (FloatKind::LongDouble, DataModel::Ilp32) => 12,
                (FloatKind::LongDouble | FloatKind::Float128, _) => 16,
            },
            Type::Pointer(_) => self.model.word(),
            Type::Array(of, length) => {
                let size = self.size_of(of)?.checked_mul((*length)?)?;
                return (size <= LARGEST).then_some(size);
            }
            Type::Record(id) => self.record(*id).filter(|r| r.complete)?.size,
            Type::VaList => match self.model {
                DataModel::Lp64 => 24,
                DataModel::Ilp32 => 4,
            },
            Type::Unknown => return None,
        })
    }

    /// What the address of an object of a type is a multiple of (`_Alignof`).
    pub fn align_of(&self, ty: &Type) -> Option<u64> {
        self.align(ty, false)
    }

    /// Inside of structs, i386 aligns wide numbers to four bytes only; and so does `_Alignof`, in newer versions
    /// of gcc.
    fn align(&self, ty: &Type, preferred: bool) -> Option<u64> {
        let narrow = |align: u64| match self.model {
            DataModel::Ilp32 if !preferred => align.min(4),
            _ => align,
        };
        Some(match ty {
            Type::Array(of, _) => self.align(of, preferred)?,
            Type::Record(id) => self.record(*id).filter(|r| r.complete)?.align,
            Type::VaList => self.model.word(),
            Type::Float(FloatKind::LongDouble) => narrow(16),
            Type::Float(FloatKind::Float128) => 16,
            Type::Int(_) | Type::Enum(_) | Type::Float(_) => narrow(self.size_of(ty)?),
            other => self.size_of(other)?,
        })
    }

    /// The alignment that `__alignof__` gives, which on i386 is what gcc prefers.
    pub fn preferred_align_of(&self, ty: &Type) -> Option<u64> {
        self.align(ty, true)
    }

    /// The byte offset of the field at a position.
    pub fn offset_of(&self, record: RecordId, field: usize) -> Option<u64> {
        self.field(record, field).map(|f| f.offset)
    }

    /// The path to a member: its position, after those of the anonymous structs that it is in.
    pub fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<usize>> {
        let fields = &self.record(record)?.fields;
        if let Some(index) = fields.iter().position(|f| f.name.as_deref() == Some(name)) {
            return Some(vec![index]);
        }
        fields.iter().enumerate().filter(|(_, f)| f.name.is_none()).find_map(|(index, field)| {
            let Type::Record(inner) = field.ty else { return None };
            let mut path = self.find_member(inner, name)?;
            path.insert(0, index);
            Some(path)
        })
    }
}

/// What is known of a record beside its fields.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    pub is_union: bool,
    /// `__attribute__((packed))`
    pub packed: bool,
    /// `__attribute__((aligned(n)))`
    pub align: Option<u64>,
    /// `#pragma pack(n)`: no field is aligned to more.
    pub pack: Option<u64>,
}

/// A member as declared: a field, or a nameless bit-field that only moves what follows.
pub(crate) enum Member {
    Field(Field),
    /// The type and the width of a bit-field without a name.
    Gap(Type, u32),
}

/// Places the members; gives the fields, the size and the alignment. `None` if it does not fit in memory.
pub(crate) fn place(types: &Types, members: Vec<Member>, shape: Shape) -> Option<(Vec<Field>, u64, u64)> {
    let mut fields = Vec::new();
    // The next free bit, and the size of a union.
    let mut next: u64 = 0;
    let mut largest: u64 = 0;
    let mut align: u64 = 1;
    for member in members {
        if shape.is_union {
            next = 0;
        }
        match member {
            Member::Gap(ty, width) => {
                let own = types.align(&ty, false).unwrap_or(1);
                if width == 0 {
                    next = round_up(next, own * 8)?;
                } else {
                    let (first, _) = bit_place(types, &ty, width, next, shape.packed, shape.pack)?;
                    next = first.checked_add(u64::from(width))?;
                }
            }
            Member::Field(mut field) => {
                let packed = shape.packed || field.packed;
                let natural = types.align(&field.ty, false).unwrap_or(1);
                let mut own = if packed { 1 } else { natural };
                if let Some(asked) = field.asked_align {
                    own = if packed { asked } else { own.max(asked) };
                }
                if let Some(limit) = shape.pack {
                    own = own.min(limit);
                }
                if let Some(bits) = &mut field.bits {
                    let width = bits.width;
                    let (first, aligned) = bit_place(types, &field.ty, width, next, packed, shape.pack)?;
                    let first = match field.asked_align {
                        Some(asked) => round_up(first, asked.checked_mul(8)?)?,
                        None => first,
                    };
                    bits.first = first;
                    field.offset = first / 8;
                    next = first.checked_add(u64::from(width))?;
                    align = align.max(aligned).max(field.asked_align.unwrap_or(1));
                } else {
                    let first = round_up(next.div_ceil(8), own)?;
                    field.offset = first;
                    // A flexible array at the end takes no room.
                    let size = types.size_of(&field.ty).unwrap_or(0);
                    next = first.checked_add(size)?.checked_mul(8)?;
                    align = align.max(own);
                }
                fields.push(field);
            }
        }
        largest = largest.max(next);
    }
    align = align.max(shape.align.unwrap_or(1));
    let bytes = if shape.is_union { largest } else { next.max(largest) }.div_ceil(8);
    let size = round_up(bytes, align)?;
    (size <= LARGEST).then_some((fields, size, align))
}

/// The first bit of a bit-field, and the alignment that it gives its record.
fn bit_place(
    types: &Types,
    ty: &Type,
    width: u32,
    next: u64,
    packed: bool,
    pack: Option<u64>,
) -> Option<(u64, u64)> {
    if packed {
        return Some((next, 1));
    }
    let unit = types.size_of(ty)?.checked_mul(8)?.max(8);
    let mut align = types.align(ty, false)?;
    if let Some(limit) = pack {
        align = align.min(limit);
        if limit < types.align(ty, false)? {
            return Some((next, align));
        }
    }
    // A bit-field does not cross more boundaries of its type than an object of that type would.
    let bits = align * 8;
    let last = next.checked_add(u64::from(width))?.checked_sub(1)?;
    let crosses = last / bits - next / bits + 1 > unit / bits;
    let first = if crosses { round_up(next, bits)? } else { next };
    Some((first, align))
}

/// The bit-field without a place yet.
pub(crate) fn unplaced(width: u32) -> BitField {
    BitField { first: 0, width }
}

fn round_up(number: u64, to: u64) -> Option<u64> {
    number.checked_add(to.checked_sub(1)?)?.checked_div(to)?.checked_mul(to)
}

/// The name of the integer type with a size, for `__attribute__((mode))` and the like.
pub(crate) fn by_bits(bits: u32, signed: bool) -> IntName {
    match (bits, signed) {
        (8, true) => IntName::SignedChar,
        (8, false) => IntName::UnsignedChar,
        (16, true) => IntName::Short,
        (16, false) => IntName::UnsignedShort,
        (64, true) => IntName::LongLong,
        (64, false) => IntName::UnsignedLongLong,
        (_, true) => IntName::Int,
        (_, false) => IntName::UnsignedInt,
    }
}
