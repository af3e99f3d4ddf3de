//! Small typed indices: a block number cannot be taken for a variable.

/// Declares an index into a table: `id!(/** A block. */ BlockId)`, or `id!(/** A block. */ BlockId, "b")` for one that is shown
/// as `b3`.
///
/// ```
/// base::id!(
///     /// A block of a procedure.
///     BlockId, "b"
/// );
/// assert_eq!((BlockId::new(3).index(), BlockId(3).to_string()), (3, "b3".to_string()));
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of a position. Tables of more than four thousand million entries do not fit in memory,
            /// so nothing is lost.
            pub fn new(index: usize) -> $name {
                $name(index as u32)
            }
        }
    };
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $crate::id!($(#[$doc])* $name);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}
