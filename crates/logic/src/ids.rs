//! Small typed indices: a goal cannot be taken for a clause.

use base::id;

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
