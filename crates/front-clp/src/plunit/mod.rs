//! Suites as files of plunit, the unit tests of SWI-Prolog, written and read.
//!
//! * [`emit`]: a file that SWI-Prolog loads and whose tests pass if the program does what the suite says.
//! * [`read`]: the suite that is in a file of plunit, and messages about what cannot be run.
//! * [`judging()`]: the goal that judges a test whose options say more than its solutions.
//!
//! ```
//! use suite::{GoalTest, Payload, Suite, Test};
//! let mut files = source::Files::new();
//! let file = files.add("mem.pl", "mem(X, [X|_]).\nmem(X, [_|T]) :- mem(X, T).\n");
//! let program = front_clp::load(&files, file).program.unwrap();
//! let value = |text: &str| vec![("X".to_string(), text.to_string())];
//! let solutions = vec![value("1"), value("2")];
//! let goal = GoalTest { goal: "mem(X,[1,2])".into(), solutions, ..GoalTest::default() };
//! let test = Test { name: "t1".into(), ..Test::new(Payload::Goal(goal)) };
//! let suite = Suite { source: "mem.pl".into(), tests: vec![test], ..Suite::default() };
//! let text = front_clp::plunit::emit(&suite, &program, "mem.pl");
//! assert!(text.contains("test(t1, [all(X =@= [1, 2])]) :-\n    mem(X, [1, 2]).\n"));
//! ```

mod beside;
mod emit;
mod expect;
mod judging;
mod options;
mod read;

pub use emit::emit;
pub use judging::judging;
pub use read::{companions, read};

use logic::{Atom, Node, Term, Terms};

/// Constraints that may stand before a goal, by name; all have two arguments.
const CONSTRAINTS: &[&str] = &["dif", "#=", "#\\=", "#<", "#=<", "#>", "#>=", "in", "ins"];

/// Whether a goal is a constraint or a conjunction of constraints.
fn is_constraint(terms: &Terms, goal: Term) -> bool {
    let parts = terms.parts(goal, Atom::COMMA);
    parts.into_iter().all(|part| match terms.callable(part) {
        Some((name, [_, _])) => CONSTRAINTS.contains(&terms.name(name)),
        _ => false,
    })
}

/// What is wrong, of an error whose context says nothing that a test could expect: `What` of `error(What, _)`, and of
/// `error(What, context(…))`, which the system throws.
pub fn formal(terms: &Terms, ball: Term) -> Option<Term> {
    let (name, [formal, context]) = terms.callable(ball)? else { return None };
    let of_system = matches!(terms.callable(*context), Some((name, [_, _])) if terms.name(name) == "context");
    let open = of_system || matches!(terms.node(*context), Node::Var(_));
    (terms.name(name) == "error" && open).then_some(*formal)
}

/// Whether a ball contains the context of an error of the system, such as `context(system:(>)/2, _)`, anywhere: code
/// that catches an error may throw it again inside of another term.
fn has_context(terms: &Terms, ball: Term) -> bool {
    let is = |term: Term, wanted: &str| match terms.callable(term) {
        Some((name, [first, _])) if terms.name(name) == wanted => Some(*first),
        _ => None,
    };
    let mut open = vec![ball];
    while let Some(term) = open.pop() {
        let of_predicate = is(term, "context").is_some_and(|what| {
            matches!(terms.node(what), Node::Var(_)) || is(what, ":").or(is(what, "/")).is_some()
        });
        let args = terms.args(term);
        let of_error =
            is(term, "error").is_some() && args.last().is_some_and(|of| is(*of, "context").is_some());
        if of_predicate || of_error {
            return true;
        }
        open.extend(args);
    }
    false
}

/// Whether a term is `error(What, Context)` with a variable as its context.
fn is_open_error(terms: &Terms, ball: Term) -> bool {
    match terms.callable(ball) {
        Some((name, [_, context])) => {
            terms.name(name) == "error" && matches!(terms.node(*context), Node::Var(_))
        }
        _ => false,
    }
}

/// The goal that sets the flag for unification without infinite terms.
const OCCURS_CHECK: &str = "set_prolog_flag(occurs_check, true)";

/// Whether a goal sets this flag.
fn sets_occurs_check(terms: &Terms, goal: Term) -> bool {
    let text = |term: &Term| match terms.node(*term) {
        Node::Atom(atom) => terms.name(*atom),
        _ => "",
    };
    match terms.callable(goal) {
        Some((name, [flag, _])) => terms.name(name) == "set_prolog_flag" && text(flag) == "occurs_check",
        _ => false,
    }
}
