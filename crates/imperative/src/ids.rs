//! Small typed indices: a block number cannot be taken for a variable.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
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

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A struct of a program.
    StructId, "s"
);
id!(
    /// A field, counted within its struct.
    FieldId, "f"
);
id!(
    /// A procedure of a program.
    ProcId, "p"
);
id!(
    /// A variable of a procedure.
    VarId, "v"
);
id!(
    /// A basic block of a procedure.
    BlockId, "b"
);
id!(
    /// A decision of a procedure.
    DecisionId, "d"
);
id!(
    /// A loop of a procedure.
    LoopId, "l"
);
id!(
    /// A handler of a procedure.
    HandlerId, "h"
);
id!(
    /// An exception of a program.
    ExceptionId, "x"
);

impl BlockId {
    /// Every procedure starts at its first block.
    pub const ENTRY: BlockId = BlockId(0);
}
