//! Small typed indices: a predicate cannot be taken for a constructor.

use base::id;

id!(
    /// A module of a program.
    ModuleId
);
id!(
    /// The declaration of a type.
    TypeId
);
id!(
    /// A constructor of a type.
    ConsId
);
id!(
    /// The declaration of an inst.
    InstId
);
id!(
    /// A predicate or function of a program.
    PredId
);
id!(
    /// A variable of one predicate or function.
    VarId
);
id!(
    /// A type of a program, in its table of types.
    Ty
);
