//! The options of a test of plunit, as terms.

use logic::{Atom, Term, Terms};

/// What a test must do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mode {
    /// It succeeds, and this holds after its first solution; nothing where only success is asked for.
    True(Option<Term>),
    /// Its solutions, compared with a list one by one: `Template Op List`.
    All(Term),
    /// The same for the set of the solutions.
    Set(Term),
    /// It fails.
    Fail,
    /// It throws an instance of this.
    Throws(Term),
    /// It throws `error(What, _)`.
    Error(Term),
}

/// The options of a test: those that SWI-Prolog 9.0 has. It drops a test that has others.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub mode: Option<Mode>,
    pub setup: Option<Term>,
    pub cleanup: Option<Term>,
    pub condition: Option<Term>,
    pub forall: Option<Term>,
    pub blocked: bool,
    pub fixme: bool,
    /// Whether a choice may be left behind.
    pub nondet: bool,
    /// The first option that has no meaning here, or contradicts another one.
    pub unknown: Option<Term>,
}

/// Operators of checks that may be options themselves.
const CHECKS: &[&str] = &["==", "=@=", "=", "=:="];

/// What the options of a test say.
pub(super) fn options(terms: &Terms, list: &[Term]) -> Options {
    let mut found = Options::default();
    for option in list {
        if !found.take(terms, *option) {
            found.unknown.get_or_insert(*option);
        }
    }
    found
}

/// The elements of the options of a test, which may be one without a list.
pub(super) fn listed(terms: &Terms, options: Option<Term>) -> Vec<Term> {
    match options {
        None => Vec::new(),
        Some(options) => match terms.elements(options) {
            (elements, end) if terms.is_atom(end, Atom::NIL) => elements,
            _ => vec![options],
        },
    }
}

impl Options {
    /// Whether the option has a meaning.
    fn take(&mut self, terms: &Terms, option: Term) -> bool {
        let Some((name, args)) = terms.callable(option) else { return false };
        // A variable is no goal.
        let goal = |at: &mut Option<Term>, goal: Term| {
            let callable = terms.callable(goal).is_some();
            callable && at.replace(goal).is_none()
        };
        match (terms.name(name), args) {
            ("true", []) => self.must(Mode::True(None)),
            ("true", [check]) => self.must(Mode::True(Some(*check))),
            (sign, [_, _]) if CHECKS.contains(&sign) => self.must(Mode::True(Some(option))),
            ("fail", []) => self.must(Mode::Fail),
            ("all", [check]) => self.must(Mode::All(*check)),
            ("set", [check]) => self.must(Mode::Set(*check)),
            ("throws" | "exception", [ball]) => self.must(match super::formal(terms, *ball) {
                Some(formal) if super::is_open_error(terms, *ball) => Mode::Error(formal),
                _ => Mode::Throws(*ball),
            }),
            ("error", [formal]) => self.must(Mode::Error(*formal)),
            ("error", [formal, _]) if super::is_open_error(terms, option) => self.must(Mode::Error(*formal)),
            ("error", [_, _]) => self.must(Mode::Throws(option)),
            ("nondet", []) => {
                self.nondet = true;
                true
            }
            ("blocked", [_]) => {
                self.blocked = true;
                true
            }
            ("fixme", [_]) => {
                self.fixme = true;
                true
            }
            ("setup", [wanted]) => goal(&mut self.setup, *wanted),
            ("cleanup", [wanted]) => goal(&mut self.cleanup, *wanted),
            ("condition", [wanted]) => goal(&mut self.condition, *wanted),
            ("forall", [wanted]) => goal(&mut self.forall, *wanted),
            _ => false,
        }
    }

    /// Plunit refuses a test that must do two things.
    fn must(&mut self, mode: Mode) -> bool {
        self.mode.replace(mode).is_none()
    }
}
