//! Procedures: a predicate in one of its modes, with its goals in the order in which they run.
//!
//! ```
//! let mut files = source::Files::new();
//! let text = ":- module m.\n:- interface.\n:- import_module list.\n\
//!             :- pred app(list(T), list(T), list(T)).\n:- mode app(in, in, out) is det.\n\
//!             :- implementation.\n\
//!             app(X, Y, Z) :- ( X = [], Z = Y ; X = [E | Es], app(Es, Y, W), Z = [E | W] ).\n";
//! let main = files.add("m.m", text);
//! let checked = front_mercury::check::check(&mut files, main, &mut |_| None);
//! let analysed = front_mercury::procedures::analyse(&checked.program);
//! assert!(analysed.diagnostics.is_empty());
//! let shown = front_mercury::procedures::print(&checked.program, &analysed.procedures);
//! assert!(shown.contains("X => [E | Es],") && shown.contains("Z <= [E | W]"));
//! ```
//!
//! The passes, in their order:
//! 1. [`modes`] orders the goals of each procedure and says what its unifications do. Lambdas become procedures.
//! 2. [`determinism`] finds switches and how often each goal succeeds, and compares that with what is declared.
//! 3. [`effects`] sees that the state of the world is used once.
//!
//! Invariants: on each path through a goal every variable is bound once, before it is used. Arms of disjunctions stay what and
//! where they are in the text. A procedure that is wrong has the body [`Body::Wrong`], and a message says why.
//!
//! Not tracked: uniqueness (`di` is `in`, `uo` is `out`), and bound insts below their top functor.

pub mod determinism;
mod effects;
mod goals;
pub mod modes;
mod print;

pub use goals::{Flow, Functor, Goal, GoalKind, ProcId, Switch, Value};
pub(crate) use print::print_head;
pub use print::{print, print_labelled, print_procedure};

use crate::core::{Determinism, PredId, Program, Var, VarId};
use modes::insts::ArgMode;
use source::{Diagnostic, Span};

/// The procedures of a program.
#[derive(Clone, Debug, Default)]
pub struct Procedures {
    /// All of them, by [`ProcId`]: those of predicates first, then those that were lambdas.
    pub list: Vec<Procedure>,
    /// The procedures of each predicate, by its number.
    pub of_pred: Vec<Vec<ProcId>>,
}

impl Procedures {
    /// A procedure.
    pub fn get(&self, id: ProcId) -> Option<&Procedure> {
        self.list.get(id.index())
    }

    /// Whether it is a mode of a predicate without declared modes that was tried in vain: nothing calls it.
    pub fn in_vain(&self, id: ProcId) -> bool {
        let Some(found) = self.get(id).filter(|found| !found.lambda) else { return false };
        let listed = self.of_pred.get(found.pred.index());
        matches!(found.body, Body::Wrong) && !listed.is_some_and(|all| all.contains(&id))
    }
}

/// A predicate in one of its modes, or a lambda.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// The predicate; for a lambda that in which it stands.
    pub pred: PredId,
    /// The number of the mode, or of the lambda in its predicate.
    pub mode: usize,
    /// Whether it was a lambda.
    pub lambda: bool,
    /// How many of its first arguments a lambda captured.
    pub captured: usize,
    /// Its arguments with their directions.
    pub head: Vec<(VarId, Flow)>,
    /// The modes of the arguments; those that were captured are not among them.
    pub modes: Vec<ArgMode>,
    /// All variables, by [`VarId`].
    pub vars: Vec<Var>,
    /// What is declared.
    pub declared: Option<Determinism>,
    /// What was found; `None` without a body.
    pub inferred: Option<Determinism>,
    /// What counts: what is declared, else what was found.
    pub determinism: Determinism,
    /// What it does.
    pub body: Body,
    /// Where it is declared.
    pub at: Span,
}

/// What a procedure does.
#[derive(Clone, Debug)]
pub enum Body {
    /// A goal.
    Goal(Goal),
    /// Code of the machine.
    Builtin,
    /// It is declared but not defined.
    DeclaredOnly,
    /// It uses something that is not supported: what, and where.
    Unsupported(&'static str, Span),
    /// It is wrong; a message says why, unless [`Procedures::in_vain`] holds.
    Wrong,
}

/// The result of analysing a program.
#[derive(Clone, Debug, Default)]
pub struct Analysed {
    /// The procedures.
    pub procedures: Procedures,
    /// What is wrong or strange, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Orders goals and finds determinisms.
pub fn analyse(program: &Program) -> Analysed {
    let mut analyser = modes::Analyser::new(program);
    analyser.run();
    let of_pred = std::mem::take(&mut analyser.of_pred);
    let (list, mut diagnostics) = analyser.finish();
    let mut procedures = Procedures { list, of_pred };
    diagnostics.extend(determinism::infer(program, &mut procedures));
    diagnostics.extend(effects::check(program, &procedures));
    diagnostics.sort_by_key(Diagnostic::place);
    Analysed { procedures, diagnostics }
}
