//! What grammar rules and state variables stand for.
//!
//! The rules are those of the reference manual, sections "DCG-goals" and "State variables":
//!
//! ```text
//! p(!X) :- q(!X), ( if r(!.X) then s(!X) else true ).
//! p(X0, X2) :- q(X0, X1), ( if r(X1) then s(X1, X2) else X2 = X1 ).
//! ```
//!
//! Grammar rules come first; what they thread through their goals are plain variables. Chains of unifications that the
//! manual allows to remove are not made: where a goal leaves a state variable as it is, the goals behind it use the same
//! variable. New variables are called `DCG_0` and `STATE_VARIABLE_X_0`, with more underscores if the clause has
//! such names already.
//!
//! Goals that are not supported stay as they are, with the state variables in their text.

mod expressions;
mod grammar;
mod rename;
mod scopes;
mod state;

use super::ast::{Clause, Expr, ExprKind, Place};
use super::print::print_clause;
use source::Diagnostic;
use std::collections::BTreeMap;

/// The clause without grammar and without state variables, or what is wrong with its use of them.
pub fn expand(clause: &Clause) -> Result<Clause, Vec<Diagnostic>> {
    let mut names = Names::new(clause);
    let plain = grammar::clause(clause, &mut names);
    let mut expander =
        Expander { names, renamed: BTreeMap::new(), created: Vec::new(), messages: Vec::new() };
    let mut expanded = expander.clause(&plain);
    if !expander.messages.is_empty() {
        return Err(expander.messages);
    }
    rename::clause(&mut expanded, &expander.renamed);
    Ok(expanded)
}

/// New names for variables.
struct Names {
    /// What names of a sort start with; no name of the clause contains it.
    grammar: String,
    state: String,
    /// How many there are for each state variable; the empty name counts those of grammars.
    counts: BTreeMap<String, usize>,
}

impl Names {
    fn new(clause: &Clause) -> Names {
        let text = print_clause(clause);
        let unused = |start: &str| {
            let mut start = start.to_string();
            while text.contains(&start) {
                start.push('_');
            }
            start
        };
        Names { grammar: unused("DCG_"), state: unused("STATE_VARIABLE_"), counts: BTreeMap::new() }
    }

    fn next(&mut self, of: &str) -> usize {
        let count = self.counts.entry(of.to_string()).or_default();
        *count += 1;
        *count - 1
    }

    /// A new variable for what a grammar rule passes on.
    fn for_grammar(&mut self) -> String {
        let number = self.next("");
        format!("{}{number}", self.grammar)
    }

    /// A new variable for a value of a state variable.
    fn for_state(&mut self, name: &str) -> String {
        let number = self.next(name);
        format!("{}{name}_{number}", self.state)
    }
}

/// What writes state variables out.
struct Expander {
    names: Names,
    /// Variables that turned out to be others: where branches meet, their last values are one.
    renamed: BTreeMap<String, String>,
    /// The state variables that got values, with the variables for these, in order.
    created: Vec<(String, String)>,
    messages: Vec<Diagnostic>,
}

fn variable(name: &str, at: Place) -> Expr {
    Expr { kind: ExprKind::Var(name.to_string()), at }
}
