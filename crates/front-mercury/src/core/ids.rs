//! Small typed indices: a predicate cannot be taken for a constructor.

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

            /// The id of a position. Tables of more than four thousand million entries do not fit in memory.
            pub fn new(index: usize) -> $name {
                $name(index as u32)
            }
        }
    };
}

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
