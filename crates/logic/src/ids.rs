//! Small typed indices: a goal cannot be taken for a clause.

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
}

id!(
    /// A predicate of a program.
    PredId
);
id!(
    /// A clause of a program, in the order of the text.
    ClauseId
);
id!(
    /// A goal of a program; it serves as the label of the goal.
    GoalId
);
