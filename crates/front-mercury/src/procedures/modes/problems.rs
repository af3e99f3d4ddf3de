//! Why a goal cannot run, as data and not as text: most goals that have to wait run later, and the reason is not shown.

use super::Frame;
use crate::core::{PredId, Program, VarId};
use crate::procedures::goals::names;
use source::{Diagnostic, Span};

/// A goal that cannot run yet.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// It may run once one of these is bound.
    pub waiting: Vec<VarId>,
    /// Why it cannot run now.
    pub problem: Problem,
    /// Where.
    pub at: Span,
}

/// Why the analysis of a goal stops.
#[derive(Clone, Debug)]
pub enum Stop {
    /// It has to wait.
    Stuck(Box<Stuck>),
    /// It uses something that is not supported.
    Unsupported(&'static str, Span),
}

/// What needs a variable.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Need {
    Call(PredId, usize),
    Closure(VarId, usize),
    Called,
    Captured,
    Argument,
}

/// Why a goal cannot run.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Problem {
    Unbound { var: VarId, need: Need },
    BothUnbound(VarId, VarId),
    Differ { what: &'static str, var: VarId, bound: Span, unbound: Span },
    Binds { what: &'static str, var: VarId },
    Head { var: VarId, of: String },
    ClosureUnknown(VarId),
    ClosureDiffers { var: VarId, has: String, need: String },
    ClosureCompared(VarId),
    NoModes(PredId),
    SeveralModes(PredId),
    TooHard,
}

impl Frame<'_> {
    pub(super) fn stuck<T>(&self, waiting: Vec<VarId>, problem: Problem, at: Span) -> Result<T, Stop> {
        Err(Stop::Stuck(Box::new(Stuck { waiting, problem, at })))
    }

    fn name(&self, var: VarId) -> String {
        match self.vars.get(var.index()) {
            Some(var) => match &var.source {
                Some(name) => format!("`{name}`"),
                None => match var.name.strip_prefix("HeadVar_") {
                    Some(number) => format!("argument {number}"),
                    None => "a value without a name".to_string(),
                },
            },
            None => "a variable".to_string(),
        }
    }

    /// The message for a goal that never can run.
    pub(super) fn message(&self, program: &Program, stuck: &Stuck) -> Diagnostic {
        let at = stuck.at;
        match &stuck.problem {
            Problem::Unbound { var, need } => {
                let var_name = self.name(*var);
                let text = match need {
                    Need::Call(pred, number) => {
                        let result = program.pred(*pred).is_some_and(|pred| pred.args.len() > pred.arity)
                            && program.pred(*pred).is_some_and(|pred| pred.arity < *number);
                        let place = if result { "result".to_string() } else { format!("argument {number}") };
                        format!(
                            "{var_name} is not bound where `{}` needs it ({place})",
                            names(program, *pred)
                        )
                    }
                    Need::Closure(closure, number) => {
                        let closure = self.name(*closure);
                        format!("{var_name} is not bound where {closure} needs it (argument {number})")
                    }
                    Need::Called => format!("{var_name} is not bound where it is called"),
                    Need::Captured => format!("{var_name} is not bound where the lambda uses it"),
                    Need::Argument => format!("{var_name} is not bound where a value is made of it"),
                };
                Diagnostic::error(text).primary(at, "it is needed here")
            }
            Problem::BothUnbound(x, y) => {
                let text = format!("neither {} nor {} is bound here", self.name(*x), self.name(*y));
                Diagnostic::error(text).primary(at, "nothing gives them a value")
            }
            Problem::Differ { what, var, bound, unbound } => {
                let name = self.name(*var);
                let text = format!("the branches of this {what} bind different variables");
                Diagnostic::error(text)
                    .primary(*unbound, format!("{name} is not bound here"))
                    .secondary(*bound, format!("{name} is bound here"))
            }
            Problem::Binds { what, var } => {
                let text = format!("{what} would bind {}", self.name(*var));
                Diagnostic::error(text)
                    .primary(at, format!("{} occurs outside too, and is not bound before", self.name(*var)))
            }
            Problem::Head { var, of } => {
                let text = format!("{} is not bound where {of} succeeds", self.name(*var));
                Diagnostic::error(text).primary(at, "its mode says that it is")
            }
            Problem::ClosureUnknown(var) => {
                let text = format!("the modes of the predicate in {} are not known", self.name(*var));
                Diagnostic::error(text)
                    .primary(at, "it is called here")
                    .help("a mode such as `in(pred(in, out) is det)` says how it is called")
            }
            Problem::ClosureDiffers { var, has, need } => {
                let text = format!("{} is called in another way than needed", self.name(*var));
                Diagnostic::error(text)
                    .primary(at, format!("needed is {need}"))
                    .note(format!("{} is {has}", self.name(*var)))
            }
            Problem::ClosureCompared(var) => {
                let text = format!("{} is a predicate or function and cannot be compared", self.name(*var));
                Diagnostic::error(text).primary(at, "it is bound already")
            }
            Problem::NoModes(pred) => {
                let text = format!("`{}` has no mode declaration", names(program, *pred));
                Diagnostic::error(text).primary(at, "no mode can be found for this call")
            }
            Problem::SeveralModes(pred) => {
                let name = names(program, *pred);
                Diagnostic::error(format!(
                    "`{name}` has several modes, and nothing says which of them is meant"
                ))
                .primary(at, "it becomes a value here")
                .help("a lambda says it: `(pred(X::in, Y::out) is det :- p(X, Y))`")
            }
            Problem::TooHard => Diagnostic::error("no order of the goals is found within the limit of steps")
                .primary(at, "the goals here depend on each other too deeply"),
        }
    }
}
