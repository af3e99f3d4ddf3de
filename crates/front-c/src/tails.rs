//! Flexible array members: `struct entry { int n; char key[]; }`.
//!
//! How many elements such a member has is decided by how much memory the object has: as many as fit in it from where the
//! member starts. Some may fit in the padding that the size of the struct counts already.
//!
//! ```text
//! struct entry { long n; char tag; char key[]; }      offset 9, size 16: at least 7 elements
//! ```

use crate::types::{RecordId, Type, Types};

/// The flexible array member of a struct.
pub(crate) struct Tail {
    /// Which member it is: the last one.
    pub member: usize,
    /// The type of its elements.
    pub element: Type,
    /// The size of an element.
    pub each: u64,
    /// Where it starts.
    pub offset: u64,
    /// The size of the struct, which does not count it.
    pub size: u64,
    /// How many elements fit in the padding.
    pub least: u64,
}

impl Tail {
    /// How many bytes more than its size a struct needs for a number of elements.
    pub fn more_bytes(&self, elements: u64) -> Option<u64> {
        let end = elements.checked_mul(self.each)?.checked_add(self.offset)?;
        Some(end.saturating_sub(self.size))
    }
}

/// The flexible array member of a record, if it has one.
pub(crate) fn tail(types: &Types, record: RecordId) -> Option<Tail> {
    let known = types.record(record).filter(|r| !r.is_union)?;
    let member = known.fields.len().checked_sub(1)?;
    let field = known.fields.get(member)?;
    let Type::Array(element, None) = &field.ty else { return None };
    let each = types.size_of(element).filter(|size| *size > 0)?;
    let size = types.size_of(&Type::Record(record))?;
    let least = size.checked_sub(field.offset)? / each;
    Some(Tail { member, element: (**element).clone(), each, offset: field.offset, size, least })
}
