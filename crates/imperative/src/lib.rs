//! The imperative program: what every front end of an imperative language lowers to, and what the
//! explorer, the criteria and the mutants work on.
//!
//! * [`Program`]: structs and procedures. The body of a [`Proc`] is a control flow graph of [`Block`]s whose
//!   expressions are pure trees; calls and allocations are instructions of their own. [`Decision`]s keep the
//!   whole condition of an `if`, `while` or `assert` with its atomic conditions, because the adequacy criteria
//!   ask for them.
//! * [`verify`]: whether a program is well formed; everything else relies on that.
//! * [`print`]: the program as text, for people and for golden files.
//! * [`claims`]: what the author says of it: requires, ensures, asserts, loop invariants.
//! * [`graph`]: successors, predecessors, reachable blocks, distances, who calls whom.
//! * `visit`: what an instruction reads, writes and calls.
//! * [`machine`]: runs a program on given values. It knows nothing of solvers, so that it can judge them.
//!
//! The names are those of no language: lists and trees of IMPL, C's structs and Ada's arrays all end up here.
//!
//! ```
//! use imperative::machine::{Options, Outcome, State, Value, run};
//! use imperative::{BinaryOp, Builder, Expr, Type, VarKind};
//!
//! let mut files = source::Files::new();
//! let file = files.add("double.txt", "y := x + x");
//! let span = files.span(file, 0, 10);
//! // y := x + x
//! let mut main = Builder::new("main", span);
//! let x = main.var("x", Type::Int, VarKind::Input, span);
//! let y = main.var("y", Type::Int, VarKind::Local, span);
//! main.assign(y, Expr::binary(BinaryOp::Add, Expr::var(x, span), Expr::var(x, span), span), span);
//! let program = main.finish_as_program();
//! imperative::verify(&program).unwrap();
//!
//! let main = program.main.unwrap();
//! let mut input = State::new(&program, main);
//! input.set(x, Value::int(21));
//! let run = run(&program, main, input, &Options::default());
//! assert_eq!(run.outcome, Outcome::Ok);
//! assert_eq!(run.state.get(y), Some(&Value::int(42)));
//! ```
//!
//! Invariants of a verified program:
//! * Every id is in range; every expression has the type that its place asks for.
//! * An expression changes nothing. What changes the environment or the heap is an instruction.
//! * Every decision belongs to exactly one branch.
//! * No expression is nested deeper than [`MAX_DEPTH`], so recursion over one is safe.

mod bits;
mod build;
pub mod claims;
mod decision;
mod error_kind;
mod expr;
pub mod graph;
mod handler;
mod ids;
mod instr;
pub mod machine;
mod notation;
mod print;
mod program;
mod replace;
mod requirement;
mod types;
mod typing;
mod verify;
mod visit;
mod word;

pub use bits::BitOp;
pub use build::{Builder, RightOperand};
pub use claims::{Claim, ClaimKind, Formula, FormulaKind, Ghost};
pub use decision::{Atom, Decision, DecisionKind};
pub use error_kind::ErrorKind;
pub use expr::{BinaryOp, Expr, ExprKind, Following, MAX_DEPTH, UnaryOp};
pub use handler::{Catch, Caught, Handler};
pub use ids::{BlockId, DecisionId, ExceptionId, FieldId, HandlerId, LoopId, ProcId, StructId, VarId};
pub use instr::{Instr, InstrKind, Made, Terminator, TerminatorKind};
pub use notation::Notation;
pub use print::{print, print_claim, print_expr, print_instr, print_proc, print_requirement};
pub use program::{
    ArrayBounds, Block, Branching, Exception, Facts, Field, Holder, Loop, Own, Point, Presumption, Proc,
    Program, Referred, Shared, Statement, Struct, Var, VarKind,
};
pub use requirement::{Origin, Predicate, Requirement, RequirementKind};
pub use types::{Part, Type};
pub use typing::type_of;
pub use verify::{Flaw, verify};
pub use word::Word;
