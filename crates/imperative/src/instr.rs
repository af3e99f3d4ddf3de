//! What blocks are made of: instructions, and the ends of blocks.

use crate::{
    BitOp, BlockId, DecisionId, ErrorKind, Expr, FieldId, HandlerId, ProcId, StructId, Type, VarId, Word,
};
use source::Span;

/// An instruction with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instr {
    /// What is done.
    pub kind: InstrKind,
    /// Where it stands.
    pub span: Span,
}

/// The instructions. Operands are evaluated from left to right, except where it is said otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstrKind {
    /// Nothing; a statement that only can be reached.
    Skip,
    /// `variable := value`.
    Assign(VarId, Expr),
    /// `object.field := value`. The value is evaluated first, as in the rules HEADASS and TAILASS of the paper;
    /// then the object, which errs on nil at the span of the instruction.
    StoreField {
        /// The reference to the cell.
        object: Expr,
        /// The field of that cell.
        field: FieldId,
        /// What is stored.
        value: Expr,
    },
    /// `array[index] := value`. The value is evaluated first, then the array, then the index; errs on nil and
    /// outside of the array at the span of the instruction.
    StoreElement {
        /// The array.
        array: Expr,
        /// The position, from 0.
        index: Expr,
        /// What is stored.
        value: Expr,
    },
    /// `array[from + i] := value` for all `i` from 0 to `count - 1`, where `index` stands for `i` in `value`. All values are computed
    /// before any is stored, so an array can be copied onto a part of itself. Evaluated are the array, the start and the count;
    /// then it errs on nil, and where there is something to store that does not lie within the array; then come the values.
    /// A count below 0 counts as 0, and the variable has no value afterwards.
    Fill {
        /// The array.
        array: Expr,
        /// The position of the first element that is stored to, from 0.
        from: Expr,
        /// How many elements are stored to.
        count: Expr,
        /// A temporary for the number of an element, counted from 0.
        index: VarId,
        /// What is stored. Nothing may be stored too, as by [`InstrKind::StoreElement`].
        value: Expr,
    },
    /// `dst := new struct(args)`: a new cell, different from all others.
    New {
        /// Gets the reference.
        dst: VarId,
        /// The kind of the cell.
        of: StructId,
        /// One value for each field, in order.
        args: Vec<Expr>,
    },
    /// `dst := new element[length]`: a new array of zeros, falses or nils. Errs on a negative length.
    NewArray {
        /// Gets the reference.
        dst: VarId,
        /// The type of the elements.
        element: Type,
        /// How many.
        length: Expr,
    },
    /// `*pointer := value`. The value is evaluated first, then the pointer; errs on nil and outside of the array.
    StoreTarget {
        /// Where.
        pointer: Expr,
        /// What is stored.
        value: Expr,
    },
    /// `dst := make struct` or `dst := make element[length]`: a new object with all its parts. Its fields and elements
    /// are zeros, falses and nils, or nothing at all, which reading errs on. Errs on a negative length.
    Make {
        /// Gets the reference.
        dst: VarId,
        /// What is made.
        object: Made,
        /// Whether it starts as zeros.
        zeroed: bool,
        /// Whether the program asked for it, and has to free it.
        owned: bool,
    },
    /// Frees the object that a reference leads to; errs unless it was made by [`InstrKind::Make`] (or is an object of
    /// the input that nothing is part of) and has not been freed. Nothing happens for nil.
    Free(Expr),
    /// `dst := proc(args)`.
    Call {
        /// Gets the result, if it is wanted.
        dst: Option<VarId>,
        /// What is called.
        proc: ProcId,
        /// One value for each parameter, in order.
        args: Vec<Expr>,
        /// What goes back when it returns, after the result: a variable of the callee ([`crate::Proc::outs`]), and the variable
        /// here that gets its value. Where the callee's has no value, the one here has none afterwards. Nothing goes back if
        /// the callee errs.
        backs: Vec<(VarId, VarId)>,
    },
    /// `dst := ask what`: the next of the answers that the surroundings give ([`crate::machine::State::answers`]): zero
    /// or false where there is none left. The variable is a boolean or a word.
    Ask {
        /// Gets the answer.
        dst: VarId,
        /// What is asked, for people: `malloc` for whether there is no memory.
        what: String,
    },
    /// `dst := left op right`, on the bits of a word. Errs as [`BitOp::apply`] says.
    Bits {
        /// Gets the result.
        dst: VarId,
        /// What is done.
        op: BitOp,
        /// The left operand.
        left: Expr,
        /// The right operand.
        right: Expr,
        /// The word that the result is of.
        word: Word,
    },
    /// Runs in which the condition is false do not count.
    Assume(Expr),
    /// Errs with `kind`, at the place of the instruction, unless the condition holds. It is no decision: the author did
    /// not write it as a condition, and neither of its branches is a goal.
    Check {
        /// What has to hold.
        cond: Expr,
        /// The error otherwise.
        kind: ErrorKind,
    },
    /// Something is visible outside: text is written, a status is handed on, a function is called that others define.
    /// It does not change the state of the program, but programs that show different things behave differently.
    Show {
        /// What is done, with what is constant in it.
        what: String,
        /// What else is shown.
        values: Vec<Expr>,
        /// Whether still more is shown, of which nothing is said here.
        open: bool,
    },
    /// Something that the front end does not support. A run that gets here is undetermined.
    Unsupported(String),
}

/// What [`InstrKind::Make`] makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// A cell; an open array that is a part of it is as short as it can be.
    Cell(StructId),
    /// A cell with an open array as its part.
    Long {
        /// The struct.
        of: StructId,
        /// How many elements the open array has; not fewer than it must have.
        length: Expr,
    },
    /// An array.
    Array {
        /// The type of the elements.
        element: Type,
        /// How many.
        length: Expr,
        /// The index that the language of the program gives to the first of them ([`crate::ExprKind::First`]); 0 where nothing is
        /// said. It is evaluated after the length; a run in which it does not fit 64 bits is undetermined.
        first: Option<Expr>,
    },
}

/// The end of a block, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminator {
    /// Where it goes on.
    pub kind: TerminatorKind,
    /// Where it stands.
    pub span: Span,
}

/// The ends of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminatorKind {
    /// To another block.
    Goto(BlockId),
    /// To one of two blocks, as the decision's condition says.
    Branch {
        /// The decision.
        decision: DecisionId,
        /// Where to if it is true.
        then: BlockId,
        /// Where to if it is false.
        otherwise: BlockId,
    },
    /// Back to the caller, with the result if there is one.
    Return(Option<Expr>),
    /// An error happens here.
    Fail(ErrorKind),
    /// The error that a handler caught last in this activation happens again: of the same kind, and at the same place.
    FailAgain(HandlerId),
}
