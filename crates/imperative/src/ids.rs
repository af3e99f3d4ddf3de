//! Small typed indices: a block number cannot be taken for a variable.

use base::id;

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
