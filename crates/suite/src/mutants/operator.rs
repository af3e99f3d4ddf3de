//! The kinds of changes.

/// A mutation operator: a kind of slip that a programmer makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `+`, `-`, `*`, `/`, `%` for one another.
    Arithmetic,
    /// A comparison for another.
    Comparison,
    /// `and` for `or`, or one of their operands alone.
    Boolean,
    /// A constant one up, one down, or zero; true for false.
    Constant,
    /// Another field of the same type.
    Field,
    /// Nil for a reference that is assigned or stored, or for something new.
    Nil,
    /// The element before or after.
    Index,
    /// A statement that does nothing, or a goal that is missing.
    Deletion,
    /// The opposite of a condition; a negation that is missing.
    Negation,
    /// One iteration more or less.
    LoopBound,
    /// A clause that is missing.
    Clause,
    /// Two clauses or goals the wrong way round.
    Order,
    /// A cut that is missing.
    Cut,
}

impl Operator {
    /// All of them, as tables list them.
    pub const ALL: [Operator; 13] = [
        Operator::Arithmetic,
        Operator::Comparison,
        Operator::Boolean,
        Operator::Constant,
        Operator::Field,
        Operator::Nil,
        Operator::Index,
        Operator::Deletion,
        Operator::Negation,
        Operator::LoopBound,
        Operator::Clause,
        Operator::Order,
        Operator::Cut,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Arithmetic => "arithmetic",
            Operator::Comparison => "comparison",
            Operator::Boolean => "boolean",
            Operator::Constant => "constant",
            Operator::Field => "field",
            Operator::Nil => "nil",
            Operator::Index => "index",
            Operator::Deletion => "deletion",
            Operator::Negation => "negation",
            Operator::LoopBound => "loop-bound",
            Operator::Clause => "clause",
            Operator::Order => "order",
            Operator::Cut => "cut",
        }
    }
}
