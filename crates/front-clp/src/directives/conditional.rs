//! `:- if(G).`, `:- elif(G).`, `:- else.`, `:- endif.`
//!
//! Conditions that do not depend on the machine are decided. For the others it is unknown which part counts: all parts
//! are read, and what they define is unknown.
//!
//! ```text
//! :- if(current_prolog_flag(bounded, false)).   holds in SWI-Prolog
//! p(1).                                         part of the program
//! :- else.
//! p(2).                                         left out
//! :- endif.
//! ```

use logic::{Atom, Node, Term, Terms};

/// What is done with a part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// It counts.
    Taken,
    /// It does not.
    Skipped,
    /// It is unknown whether it counts.
    Unknown,
}

/// One `if` that is open.
struct Open {
    /// What is done with the part that the text is in.
    now: Part,
    /// What an `else` here would be: skipped once a part was taken.
    rest: Part,
}

/// The conditions that are open where the text is read.
#[derive(Default)]
pub(crate) struct Conditional {
    open: Vec<Open>,
}

impl Conditional {
    /// What is done with what comes next.
    pub fn part(&self) -> Part {
        let parts = || self.open.iter().map(|o| o.now);
        if parts().any(|p| p == Part::Skipped) {
            Part::Skipped
        } else if parts().any(|p| p == Part::Unknown) {
            Part::Unknown
        } else {
            Part::Taken
        }
    }

    /// Obeys a directive of this kind; whether it was one. An error is said in a sentence.
    pub fn obey(&mut self, terms: &Terms, goal: Term) -> Option<Result<(), &'static str>> {
        let (name, args) = terms.callable(goal)?;
        match (terms.name(name), args) {
            ("if", [condition]) => {
                let (now, rest) = sides(holds(terms, *condition));
                self.open.push(Open { now, rest });
                Some(Ok(()))
            }
            ("elif", [condition]) => Some(match self.open.last_mut() {
                Some(last) => {
                    let (now, rest) = sides(holds(terms, *condition));
                    match last.rest {
                        Part::Skipped => last.now = Part::Skipped,
                        Part::Taken => (last.now, last.rest) = (now, rest),
                        Part::Unknown => {
                            last.now = if now == Part::Skipped { now } else { Part::Unknown };
                            last.rest = if rest == Part::Skipped { rest } else { Part::Unknown };
                        }
                    }
                    Ok(())
                }
                None => Err("there is no `:- if` before this"),
            }),
            ("else", []) => Some(match self.open.last_mut() {
                Some(last) => {
                    last.now = last.rest;
                    Ok(())
                }
                None => Err("there is no `:- if` before this"),
            }),
            ("endif", []) => Some(self.open.pop().map(drop).ok_or("there is no `:- if` before this")),
            _ => None,
        }
    }
}

/// What is done with the part after a condition, and with the part after its `else`.
fn sides(holds: Option<bool>) -> (Part, Part) {
    match holds {
        Some(true) => (Part::Taken, Part::Skipped),
        Some(false) => (Part::Skipped, Part::Taken),
        None => (Part::Unknown, Part::Unknown),
    }
}

/// Whether a condition holds in SWI-Prolog, as far as that is the same everywhere.
fn holds(terms: &Terms, goal: Term) -> Option<bool> {
    let (name, args) = terms.callable(goal)?;
    let atom = |term: Term| match terms.node(term) {
        Node::Atom(atom) => Some(terms.name(*atom)),
        _ => None,
    };
    match (terms.name(name), args) {
        ("true" | "otherwise", []) => Some(true),
        ("fail" | "false", []) => Some(false),
        ("\\+" | "not", [inner]) => holds(terms, *inner).map(|h| !h),
        (",", [a, b]) => match (holds(terms, *a), holds(terms, *b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        (";", [a, _]) if terms.of::<2>(*a, Atom::ARROW).is_some() => None,
        (";", [a, b]) => match (holds(terms, *a), holds(terms, *b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        ("current_prolog_flag", [flag, value]) => match (atom(*flag)?, atom(*value)?) {
            ("bounded", value) => Some(value == "false"),
            ("dialect", value) => Some(value == "swi"),
            _ => None,
        },
        _ => None,
    }
}
